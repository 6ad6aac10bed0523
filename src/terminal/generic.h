/* generic.h: the board of a game that brings none, and what the games' own boards take from it. */
#ifndef APPARAT_TERMINAL_GENERIC_H
#define APPARAT_TERMINAL_GENERIC_H

#include "terminal/board.h"

extern const board_drawing generic_board;

/* Facts as sentences, each on a line of its own with its clause. */
void generic_facts(const board *b, page *out, const ap_facts *facts);

/* All that the game declares and the viewer may know of one thing; false: it is in no list. */
bool generic_about(const board *b, page *out, board_thing thing);

#endif
