/* parts.h: what the files of the picture of Triumph of Chaos share. The map is 3000 units wide and
 * 2000 high, as in the data; the panel stands to the right of it. */
#ifndef APPARAT_TRIUMPH_OF_CHAOS_DRAWING_PARTS_H
#define APPARAT_TRIUMPH_OF_CHAOS_DRAWING_PARTS_H

#include "drawing/drawing.h"
#include "drawing/svg.h"
#include "terminal/board.h"
#include "engine/chapters.h"

enum { TC_MAP_WIDTH = 3000, TC_MAP_HEIGHT = 2000, TC_PANEL_WIDTH = 820 };

/* ---- map.c ----------------------------------------------------------------------------------- */

/* The word of the catalogue with the key triumph-of-chaos.terminal.NAME. */
const char *tc_draw_word(const drawing *d, const char *name);
/* The letter that stands for an owner in the style sheet: r, w, n, c, p. */
const char *tc_draw_owner(int owner);
/* Draws the sign of an owner: a wedge, a ring, bars, a cross; nobody has none. */
void tc_draw_sign(const drawing *d, int owner, double x, double y, double radius);

/* ---- land.c: land, water, borders, links ----------------------------------------------------- */

void tc_draw_land(const drawing *d);
void tc_draw_water(const drawing *d);
void tc_draw_links(const drawing *d);
void tc_draw_regions(const drawing *d); /* their names */

/* ---- pieces.c: counters, leaders, markers ---------------------------------------------------- */

enum { TC_ARMY_WIDTH = 30, TC_ARMY_HEIGHT = 33, TC_CORPS_WIDTH = 27, TC_CORPS_HEIGHT = 29 };

/* Draws a counter whose upper left corner is there. */
void tc_draw_unit(const drawing *d, int unit, double x, double y);
void tc_draw_stack(const drawing *d, int space);
double tc_draw_stack_width(const tc_state *s, int space); /* 0: nobody stands there */
double tc_draw_stack_height(const tc_state *s, int space);
/* Draws a leader whose centre is there. */
void tc_draw_leader(const drawing *d, int leader, double x, double y);
void tc_draw_markers(const drawing *d, int space);
void tc_draw_marker(const drawing *d, int marker, double x, double y);
void tc_draw_gold(const drawing *d, double x, double y);                /* the gold train */
void tc_draw_partisans(const drawing *d, int side, double x, double y); /* a flag */
void tc_draw_combat(const drawing *d); /* arrows from the spaces that attack */

/* ---- places.c: the spaces and the legend ----------------------------------------------------- */

void tc_draw_spaces(const drawing *d);
void tc_draw_legend(const drawing *d);

/* ---- affairs.c ------------------------------------------------------------------------------- */

void tc_draw_affairs(const drawing *d);
void tc_draw_unstyled(char *text);            /* takes the styles of the terminal out of a text */
struct board tc_draw_board(const drawing *d); /* the board of the terminal, for its words */

/* ---- panel.c, tables.c ----------------------------------------------------------------------- */

void tc_draw_panel(const drawing *d);
/* Each of these begins at y and returns the y at which it ends. */
double tc_draw_factions(const drawing *d, double y);
double tc_draw_boxes(const drawing *d, double y);

#endif
