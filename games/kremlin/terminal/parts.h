/* parts.h: the functions that the files which draw the table of Kremlin share. */
#ifndef APPARAT_KREMLIN_TERMINAL_PARTS_H
#define APPARAT_KREMLIN_TERMINAL_PARTS_H

#include "terminal/board.h"
#include "engine/chapters.h"

/* ---- board.c ------------------------------------------------------------------------- */

/* Returns the name of a politician. */
const char *kr_board_name(const board *b, int politician);
/* Returns the name of a place. */
const char *kr_board_place(const board *b, int place);
/* Returns a name of a post that is short enough for a heading. */
const char *kr_board_post(const board *b, int place);
/* Returns three letters for a post. */
const char *kr_board_short(const board *b, int place);
/* Returns the name of an Intrigue card. */
const char *kr_board_card(const board *b, int card);
/* Returns the name of a seat's faction. */
const char *kr_board_seat(const board *b, int seat);
/* Returns whether the viewer has a sheet of his own. */
bool kr_board_plays(const board *b);
/* Returns the symbol for a wave. */
const char *kr_board_flag(const page *p);

/* ---- pyramid.c: the Politburo and its Candidates ------------------------------- */

/* Returns the colour of a seat's faction. */
const char *kr_board_style(int seat);
/* Returns the letter of a seat's faction. */
const char *kr_board_mark(const board *b, int seat);
/* Writes "R5 B3(2)": the controller first, then the viewer; undeclared points are in brackets. */
void kr_board_influence(const board *b, const page *p, int man, char *out, size_t size);
/* Writes "69++?": the age of a politician and the marks on him. */
void kr_board_condition(const board *b, const page *p, int man, char *out, size_t size);
/* The following functions return the symbols for strength, weakness, absence and protection. */
const char *kr_board_strong(const page *p);
const char *kr_board_weak(const page *p);
const char *kr_board_away(const page *p);
const char *kr_board_guard(const page *p);
/* Returns the number of columns on either side of the Party Chief; 0 if there are too few. */
int kr_board_room_beside(const page *p);
/* Draws the pyramid. `beside` has up to six lines for the two sides of the Party Chief. */
void kr_board_pyramid(const board *b, page *out, bool brief, char beside[][TEXT_LINE], int lines);

/* ---- lists.c: everybody else, and the viewer's own sheet ----------------------- */

/* Writes a faction in at most `room` columns. */
void kr_board_faction(const board *b, const page *p, int seat, int room, char *out, size_t size);
/* Adds the list of all factions. */
void kr_board_factions(const board *b, page *out, bool brief);
/* Adds the People. In this and the next three functions `most` is the greatest number of lines;
 * 0 means no limit. */
void kr_board_people(const board *b, page *out, int most);
/* Adds those in Siberia, at the Wall and retired. */
void kr_board_gone(const board *b, page *out, int most);
/* Adds the Intrigue cards that lie on the table or are known to the viewer. */
void kr_board_cards(const board *b, page *out, int most);
/* Adds the viewer's own sheet. */
void kr_board_sheet(const board *b, page *out, int most);

/* ---- scene.c: who decides what, or what all listen to -------------------------- */

/* Adds the lines about the matters at hand. */
void kr_board_scene(const board *b, page *out, bool brief);

/* ---- notes.c ------------------------------------------------------------------- */

/* Writes a note on what an action would lead to. `whole` tells whether both its arguments are
 * chosen. */
void kr_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
/* Writes an action in a short form. Returns false if it has none. */
bool kr_board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size);
/* Returns the key of the heading under which actions with this verb are listed; NULL if none. */
const char *kr_board_group(int verb);
/* Adds what can be told about a thing of the board. Returns false if there is nothing. */
bool kr_board_about(const board *b, page *out, board_thing thing);
/* Adds the explanation of the symbols. */
void kr_board_legend(const board *b, page *out);
/* Adds the waves of each faction. */
void kr_board_points(const board *b, page *out);

#endif
