/* notation.h: actions as text without the seat, for the parts of the core that write JSON and
 * fingerprints. apparat.h has the functions for whole lines of notation. */
#ifndef APPARAT_CORE_NOTATION_H
#define APPARAT_CORE_NOTATION_H

#include "core/game.h"

/* Room for the longest action in notation, with the seat and the zero byte. */
enum { AP_MAX_NOTATION = 96 };

/* Writes the verb and the arguments of an action, and returns `out`. The verb must exist; an
 * argument that is out of range is written as "?". */
const char *ap_write_bare_action(const ap_game *game, ap_action action, char out[AP_MAX_NOTATION]);

/* Room for a line of a record, with the zero byte: see docs/records.md. */
enum { AP_MAX_RECORD_LINE = AP_MAX_NOTATION + 32 };

/* Writes the line that a record has for an action, which must be legal in `state`: an action of
 * chance ends with its number among the possible ones, counted from 1, and their count. */
void ap_write_record_action(const ap_game *game, const void *state, int seat, ap_action action,
	char out[AP_MAX_RECORD_LINE]);

/* Writes what follows "end" in the last line of a record: the reason for which the game has ended,
 * or "open", and the fingerprint of the state. Returns its length. */
int ap_write_record_end(const ap_game *game, const void *state, char *out, size_t size);

#endif
