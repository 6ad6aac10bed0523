/* state_json.h: changes states by JSON that a person has written. The public header
 * apparat/records.h has the functions that read whole states and views. The text may be anything:
 * what is wrong is an error. */
#ifndef APPARAT_TEXT_STATE_JSON_H
#define APPARAT_TEXT_STATE_JSON_H

#include "core/game.h"
#include "text/error.h"

/* Changes the parts of a full state that a JSON object names, the stack included. When all changes
 * are made, the caller lets the game compute what follows from them (`mend` of ap_game). The result
 * may be unsound: the caller asks ap_unsound(). If it fails, `state` is of no use any more. `line`
 * is the line of a file at which the text begins, for error messages. */
bool ap_patch_state(
	const ap_game *game, void *state, const char *json, size_t length, int line, ap_error *error);

/* Reads a full state that a program with other rules has written. Parts, locals and options that
 * this program does not have are left out; parts that the text does not have are as in an empty
 * table. If it succeeds, the state is sound under the rules of this program. */
bool ap_read_older_state(
	const ap_game *game, void *state, const char *json, size_t length, ap_error *error);

#endif
