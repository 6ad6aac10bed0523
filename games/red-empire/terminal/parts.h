/* parts.h: what the two files of the terminal board share: words and symbols, and the explanations
 * that board.c offers to the terminal. */
#ifndef APPARAT_RED_EMPIRE_TERMINAL_PARTS_H
#define APPARAT_RED_EMPIRE_TERMINAL_PARTS_H

#include "terminal/board.h"
#include "engine/chapters.h"

/* ---- board.c: words and symbols -------------------------------------------------------------- */

const char *re_board_seat(const board *b, int seat);
const char *re_board_leader(const board *b, int leader);
const char *re_board_card(const board *b, int card);
const char *re_board_group(const board *b, int group);
/* Returns the symbol of a group; "" on a page without symbols. */
const char *re_board_symbol(const page *p, int group);
/* Writes the stature of a leader who is in play: "7"; "5/7" with purge cards of value 5 on him;
 * "5/5(7)" if 7 is printed on him. */
void re_board_write_stature(const re_state *s, int leader, char *out, size_t size);

/* ---- notes.c: explanations; see board_drawing -------------------------------------------------
 */

bool re_board_about(const board *b, page *out, board_thing thing);
void re_board_legend(const board *b, page *out);
void re_board_points(const board *b, page *out);

#endif
