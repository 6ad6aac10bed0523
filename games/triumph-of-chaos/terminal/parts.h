/* parts.h: what the parts of the table of Triumph of Chaos share. */
#ifndef APPARAT_TRIUMPH_OF_CHAOS_TERMINAL_PARTS_H
#define APPARAT_TRIUMPH_OF_CHAOS_TERMINAL_PARTS_H

#include "terminal/board.h"
#include "engine/chapters.h"

/* ---- board.c ---------------------------------------------------------------- */

const char *tc_board_word(const board *b, const char *name); /* cli.triumph-of-chaos.NAME */
const char *tc_board_side(const board *b, int owner);
const char *tc_board_mark(const board *b, int owner); /* a letter for each */
const char *tc_board_style(int owner);
const char *tc_board_space(const board *b, int space);
const char *tc_board_card(const board *b, int card);
int tc_board_own(const board *b); /* the viewer's side, or NONE */

/* Pieces one after another, in at most so many lines; 0: as many as it takes. */
typedef struct tc_flow {
	page *out;
	int most, lines, left_out;
	bool begun; /* the line has a piece already */
	char line[TEXT_LINE];
} tc_flow;

tc_flow tc_flow_start(page *out, int most, const char *label);
void tc_flow_add(tc_flow *f, const char *between, const char *text);
void tc_flow_end(tc_flow *f);

/* ---- map.c ------------------------------------------------------------ */

/* "▣9/4-": an army or a corps, its mark, its strength, and whether it is reduced. */
void tc_board_unit(const board *b, const page *p, int unit, char *out, size_t size);
/* "R Belaya Kalitva ▣9/4 ▫c2/1 Trotsky" */
void tc_board_place(const board *b, const page *p, int space, char *out, size_t size);
void tc_board_forces(const board *b, const page *p, int space, char *out, size_t size);
void tc_board_map(const board *b, page *out);
void tc_board_hot(const board *b, page *out, int most); /* where something happens */

/* ---- lists.c ---------------------------------------------------------- */

void tc_board_factions(const board *b, page *out, bool brief);
void tc_board_boxes(const board *b, page *out); /* in the Political Phase */
void tc_board_combat(const board *b, page *out);
void tc_board_reserves(const board *b, page *out);

/* ---- notes.c ---------------------------------------------------------- */

void tc_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
const char *tc_board_group(int verb);
bool tc_board_about(const board *b, page *out, board_thing thing);
void tc_board_legend(const board *b, page *out);
void tc_board_points(const board *b, page *out);

#endif
