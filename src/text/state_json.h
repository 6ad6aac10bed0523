/* state_json.h: JSON into states. ap_write_state() goes the other way. */
#ifndef APPARAT_TEXT_STATE_JSON_H
#define APPARAT_TEXT_STATE_JSON_H

#include "core/game.h"
#include "text/error.h"

/* Changes the parts of a full state that the JSON object names, the stack included. When all changes
 * are made the caller lets the game find what follows from them (`mend` of ap_game). The result may
 * be unsound: ask ap_unsound(). On failure `state` is spoilt. `line` is where the text begins, for
 * messages. */
bool ap_patch_state(
	const ap_game *game, void *state, const char *json, size_t length, int line, ap_error *error);

/* A whole state, as ap_write_state() wrote it from a full one; sound if it succeeds. */
bool ap_read_state(
	const ap_game *game, void *state, const char *json, size_t length, ap_error *error);

/* The same of a view: `view` is then what ap_view() made, byte for byte. */
bool ap_read_view(
	const ap_game *game, void *view, const char *json, size_t length, ap_error *error);

#endif
