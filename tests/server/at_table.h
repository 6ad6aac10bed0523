/* at_table.h: people at a table of a hub for tests: they start a game, act, and look at what they
 * are shown. */
#ifndef APPARAT_TESTS_SERVER_AT_TABLE_H
#define APPARAT_TESTS_SERVER_AT_TABLE_H

#include "server/hub_fixture.h"

#include "server/hub_internal.h"

/* Makes a table with so many people and bots in the other seats, and starts it. `extra` are more
 * fields of `create`. */
sv_table *start_table(fixture *h, const char *game, int players, int people, const char *extra);

/* Sends a message about the table and returns the code with which it is refused; "": it is not. */
const char *say(fixture *h, int who, const char *type, const char *more);
const char *say_of_question(fixture *h, int who, const char *type, int question);
const char *act(fixture *h, int who, const sv_table *t, const char *action);

/* Returns the last value of this field, of a table or of a change. */
const json_t *shown(const test_client *g, const char *field);

/* Returns the deadline that was shown last; 0 if there is none. */
int64_t shown_deadline(const test_client *g);

#endif
