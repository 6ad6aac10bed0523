/* parts.h: what the parts of the table of Kremlin share. */
#ifndef APPARAT_KREMLIN_TERMINAL_PARTS_H
#define APPARAT_KREMLIN_TERMINAL_PARTS_H

#include "terminal/board.h"
#include "engine/chapters.h"

/* ---- board.c ------------------------------------------------------------------------- */

const char *kr_board_name(const board *b, int politician);
const char *kr_board_place(const board *b, int place);
const char *kr_board_post(const board *b, int place);  /* as short as a heading */
const char *kr_board_short(const board *b, int place); /* three letters for a post */
const char *kr_board_card(const board *b, int card);
const char *kr_board_seat(const board *b, int seat);
bool kr_board_plays(const board *b); /* the viewer has a sheet of his own */
const char *kr_board_flag(const page *p);

/* ---- pyramid.c: the Politburo and its Candidates ------------------------------- */

const char *kr_board_style(int seat);
const char *kr_board_mark(const board *b, int seat); /* a letter for each faction */
/* "R5 B3(2)": who controls him first, the viewer next; in brackets what is not declared. */
void kr_board_influence(const board *b, const page *p, int man, char *out, size_t size);
/* "69++?" and the other marks on him. */
void kr_board_condition(const board *b, const page *p, int man, char *out, size_t size);
const char *kr_board_strong(const page *p);
const char *kr_board_weak(const page *p);
const char *kr_board_away(const page *p);
const char *kr_board_guard(const page *p);
/* Columns on either side of the Party Chief; 0: too few for anything. */
int kr_board_room_beside(const page *p);
/* `beside`: up to six lines for the two sides of the Party Chief. */
void kr_board_pyramid(const board *b, page *out, bool brief, char beside[][TEXT_LINE], int lines);

/* ---- lists.c: everybody else, and the viewer's own sheet ----------------------- */

/* In so many columns. */
void kr_board_faction(const board *b, const page *p, int seat, int room, char *out, size_t size);
void kr_board_factions(const board *b, page *out, bool brief);
/* In at most so many lines each; 0: as many as it takes. */
void kr_board_people(const board *b, page *out, int most);
void kr_board_gone(const board *b, page *out, int most); /* Siberia, the Wall, the retired */
void kr_board_cards(const board *b, page *out, int most);
void kr_board_sheet(const board *b, page *out, int most);

/* ---- scene.c: who decides what, or what all listen to -------------------------- */

void kr_board_scene(const board *b, page *out, bool brief);

/* ---- notes.c ------------------------------------------------------------------- */

void kr_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
bool kr_board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size);
const char *kr_board_group(int verb);
bool kr_board_about(const board *b, page *out, board_thing thing);
void kr_board_legend(const board *b, page *out);
void kr_board_points(const board *b, page *out);

#endif
