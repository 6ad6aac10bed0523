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

#endif
