/* oracle.h: checks of what must hold whatever clients send. A check that fails calls
 * check_failed(): that of trap.c ends the program with a trap, which the fuzzer reports; the
 * simulation has another. */
#ifndef APPARAT_TESTS_FUZZ_ORACLE_H
#define APPARAT_TESTS_FUZZ_ORACLE_H

#include <jansson.h>

#include "server/answered.h"
#include "server/hub_internal.h"
#include "server/play.h"
#include "server/watch.h"

#define MUST(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))

/* Prints the condition that does not hold, and does not return. */
void check_failed(const char *condition, const char *file, int line);

/* Returns a hash of everything that is stored of the tables, and of open requests for an undo. A
 * message that is refused must not change it. */
uint64_t fingerprint(sv_hub *hub);

/* Checks that a hub and another one, which was just read from the same store, have the same
 * tables. */
void check_same_tables(sv_hub *hub, sv_hub *other);

/* Checks that a watcher has been shown exactly what he may see now. `view` is the view that results
 * from the messages that he received; zeros are removed from it. */
void check_shown_view(const sv_watcher *w, json_t *view);

#endif
