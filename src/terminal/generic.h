/* generic.h: a board for any game, drawn from what the game declares.
 *
 * It is used for a game that has no drawing of its own, and on request for every game. Other files
 * use it to show facts, and what is known about one thing. */
#ifndef APPARAT_TERMINAL_GENERIC_H
#define APPARAT_TERMINAL_GENERIC_H

#include "terminal/board.h"

/* The drawing of the generic board. */
extern const board_drawing generic_board;

/* Adds each fact as a sentence on a line of its own, with its clause. */
void generic_facts(const board *b, page *out, const ap_facts *facts);

/* Adds all that the game declares about a thing and the viewer may know. Returns false if the thing
 * is in none of the game's lists. */
bool generic_about(const board *b, page *out, board_thing thing);

#endif
