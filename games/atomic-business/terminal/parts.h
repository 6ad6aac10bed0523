/* parts.h: what the parts of the table of Atomic Business share. */
#ifndef APPARAT_ATOMIC_BUSINESS_TERMINAL_PARTS_H
#define APPARAT_ATOMIC_BUSINESS_TERMINAL_PARTS_H

#include "terminal/board.h"
#include "engine/chapters.h"

/* ---- board.c --------------------------------------------------------------------------------- */

const char *ab_board_seat(const board *b, int seat);
const char *ab_board_place(const board *b, int space); /* its short name */
char ab_board_letter(const board *b, int seat);

/* ---- street.c: the picture ------------------------------------------------------------------- */

const char *ab_board_style(int seat);
/* "F1", with the mark of his briefcase as the viewer knows it; worried if he could be pressed. */
void ab_board_pawn(const board *b, const page *p, int pawn, char *out, size_t size);
const char *ab_board_nuclear(const page *p);
const char *ab_board_tourist(const page *p);
const char *ab_board_closed(const page *p);
const char *ab_board_worried(const page *p);
const char *ab_board_lost(const page *p);
const char *ab_board_card(const page *p);
void ab_board_street(const board *b, page *out, bool brief);

/* ---- notes.c --------------------------------------------------------------------------------- */

void ab_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
bool ab_board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size);
const char *ab_board_group(int verb);
bool ab_board_about(const board *b, page *out, board_thing thing);
void ab_board_legend(const board *b, page *out);
void ab_board_points(const board *b, page *out);

#endif
