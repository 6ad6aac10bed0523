/* parts.h: what the files of the terminal's board of Triumph of Chaos share. */
#ifndef APPARAT_TRIUMPH_OF_CHAOS_TERMINAL_PARTS_H
#define APPARAT_TRIUMPH_OF_CHAOS_TERMINAL_PARTS_H

#include "terminal/board.h"
#include "engine/chapters.h"

/* ---- board.c --------------------------------------------------------------------------------- */

/* The word of the catalogue with the key triumph-of-chaos.terminal.NAME. */
const char *tc_board_word(const board *b, const char *name);
const char *tc_board_side(const board *b, int owner); /* the name of an owner: TC_OWNER_.. */
const char *tc_board_mark(const board *b, int owner); /* the letter that stands for it */
const char *tc_board_style(int owner);                /* the style in which it is written */
const char *tc_board_space(const board *b, int space);
const char *tc_board_card(const board *b, int card);
int tc_board_own(const board *b); /* the viewer's side; TC_NONE: he has none */

/* Pieces of text that are added one after another; a piece that does not fit begins a new line. */
typedef struct tc_flow {
	page *out;
	int most;     /* lines that there may be; 0: any number */
	int lines;    /* lines that are full */
	int left_out; /* pieces for which there was no room */
	bool begun;   /* the present line has a piece already */
	char line[TEXT_LINE];
} tc_flow;

tc_flow tc_flow_start(page *out, int most, const char *label); /* the first line begins with it */
/* Adds a piece; `between` stands before it unless it begins a line. */
void tc_flow_add(tc_flow *f, const char *between, const char *text);
void tc_flow_end(tc_flow *f); /* writes the last line, and how many pieces were left out */

/* ---- map.c ----------------------------------------------------------------------------------- */

/* These add to the text in `out`. */

/* A unit, such as "▣9/4-": army or corps, its mark, its combat factor, and whether it is reduced.
 */
void tc_board_unit(const board *b, const page *p, int unit, char *out, size_t size);
/* A space and all that is there, such as "R Belaya Kalitva ▣9/4 ▫c2/1 Trotsky". */
void tc_board_place(const board *b, const page *p, int space, char *out, size_t size);
/* The units and leaders in a space. */
void tc_board_forces(const board *b, const page *p, int space, char *out, size_t size);

void tc_board_map(const board *b, page *out); /* every region, with the spaces that matter */
/* The spaces where something happens, in at most so many lines. */
void tc_board_hot(const board *b, page *out, int most);

/* The sum of the strength in a space, a leader and the markers, in few characters: "▣7★→". */
void tc_board_short_forces(const board *b, const page *p, int space, char *out, size_t size);

/* ---- sketch.c, regions.c --------------------------------------------------------------------- */

void tc_board_sketch(const board *b, page *out, int region); /* a map in characters */
void tc_board_region(const board *b, page *out, int region); /* the sketch, and all spaces */
/* The set of spaces that the viewer may choose, or where those are whom he may choose. */
void tc_board_asked(const board *b, uint64_t asked[TC_SET_WORDS]);
bool tc_board_in_focus(const board *b, int space); /* does a group move or fight there? */
int tc_board_region_asked(const board *b);
board_thing tc_board_belongs(const board *b, board_thing thing);

/* ---- affairs.c ------------------------------------------------------------------------------- */

void tc_board_affairs(const board *b, page *out, bool brief);
void tc_board_played(const board *b, page *out); /* the events that were played */

/* ---- cards.c --------------------------------------------------------------------------------- */

/* Adds the value of a card ("?" if a die decides it), and a star if it leaves the game. */
void tc_board_value(const page *p, int card, char *out, size_t size);
const char *tc_board_effect(const board *b, int card); /* what its event does */
void tc_board_shorten(const page *p, char *text, int columns);
void tc_board_influence(const board *b, int card, char *out, size_t size);
void tc_board_about_political_card(const board *b, page *out, int card);
void tc_board_hand_at_length(const board *b, page *out);
/* The function say of board_drawing. */
bool tc_board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size);

/* ---- lists.c --------------------------------------------------------------------------------- */

void tc_board_factions(const board *b, page *out, bool brief);
/* Nothing outside the Political Phase. */
void tc_board_boxes(const board *b, page *out, bool brief);
void tc_board_combat(const board *b, page *out); /* nothing while there is none */
void tc_board_reserves(const board *b, page *out);

/* ---- notes.c --------------------------------------------------------------------------------- */

/* The functions of board_drawing with these names: see terminal/board.h. */
void tc_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
const char *tc_board_group(int verb);
bool tc_board_about(const board *b, page *out, board_thing thing);
void tc_board_legend(const board *b, page *out);
void tc_board_points(const board *b, page *out);

#endif
