/* parts.h: the functions that the files of the terminal table of Atomic Business share. */
#ifndef APPARAT_ATOMIC_BUSINESS_TERMINAL_PARTS_H
#define APPARAT_ATOMIC_BUSINESS_TERMINAL_PARTS_H

#include "terminal/board.h"
#include "engine/chapters.h"

/* ---- board.c --------------------------------------------------------------------------------- */

/* Returns the name of a seat's power. */
const char *ab_board_seat(const board *b, int seat);
/* Returns the short name of a space. */
const char *ab_board_place(const board *b, int space);
/* Returns the letter that stands for a power. */
char ab_board_letter(const board *b, int seat);

/* ---- street.c: the picture ------------------------------------------------------------------- */

/* Returns the style code for the colour of a power. */
const char *ab_board_style(int seat);
/* Adds a diplomat in the colour of his power, such as "F1", with a mark for his briefcase as the
 * viewer knows it, and another mark if he could be pressed. */
void ab_board_pawn(const board *b, const page *p, int pawn, char *out, size_t size);
/* The symbols on the board; each is a letter on a page without symbols. */
const char *ab_board_nuclear(const page *p);
const char *ab_board_tourist(const page *p);
const char *ab_board_closed(const page *p);
const char *ab_board_worried(const page *p);
const char *ab_board_lost(const page *p);
const char *ab_board_card(const page *p);
/* Adds the picture of the street to a page. */
void ab_board_street(const board *b, page *out, bool brief);

/* ---- notes.c: functions of the board_drawing, see terminal/board.h --------------------------- */

void ab_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
bool ab_board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size);
const char *ab_board_group(int verb);
bool ab_board_about(const board *b, page *out, board_thing thing);
void ab_board_legend(const board *b, page *out);
void ab_board_points(const board *b, page *out);

#endif
