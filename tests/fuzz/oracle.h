/* oracle.h: what must be so whatever clients say. Each traps when it is not. */
#ifndef APPARAT_TESTS_FUZZ_ORACLE_H
#define APPARAT_TESTS_FUZZ_ORACLE_H

#include <jansson.h>

#include "server/hub_internal.h"
#include "server/play.h"
#include "server/watch.h"

#define MUST(so) ((so) ? (void)0 : broken_law(#so, __FILE__, __LINE__))

void broken_law(const char *law, const char *file, int line); /* does not return */

/* Of all that is kept of the tables, and of who asks for an undo: a message that is refused leaves
 * it as it was. */
uint64_t fingerprint(sv_hub *hub);

/* Another hub, which knows only the store, is the same. */
void same_tables(sv_hub *hub, sv_hub *other);

/* Everybody who looks has been shown all that he may see now, and nothing else; `view` is what the
 * messages he got add up to. */
void shown_what_is_there(const sv_watcher *w, json_t *view);

#endif
