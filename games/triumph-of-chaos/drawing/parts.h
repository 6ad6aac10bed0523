/* parts.h: what the parts of the picture of Triumph of Chaos share. The map has the
 * units of the board, 3000 by 2000; the panel stands to the right of it. */
#ifndef APPARAT_TRIUMPH_OF_CHAOS_DRAWING_PARTS_H
#define APPARAT_TRIUMPH_OF_CHAOS_DRAWING_PARTS_H

#include "drawing/drawing.h"
#include "drawing/svg.h"
#include "engine/chapters.h"

enum { TC_MAP_WIDTH = 3000, TC_MAP_HEIGHT = 2000, TC_PANEL_WIDTH = 820 };

/* ---- map.c ----------------------------------------------------------------- */

const char *tc_draw_word(const drawing *d, const char *name); /* cli.triumph-of-chaos.NAME */
/* The colours of a side, by letter: r, w, n, c, p. */
const char *tc_draw_owner(int owner);
/* A space's or a side's sign: a wedge, a ring, a bar, a cross. */
void tc_draw_sign(const drawing *d, int owner, double x, double y, double radius);

/* ---- land.c: land, water, borders, links ------------------------------- */

void tc_draw_land(const drawing *d);
void tc_draw_water(const drawing *d);
void tc_draw_links(const drawing *d);
void tc_draw_regions(const drawing *d); /* their names */

/* ---- pieces.c: counters, leaders, markers ------------------------------ */

enum { TC_ARMY_WIDTH = 30, TC_ARMY_HEIGHT = 33, TC_CORPS_WIDTH = 27, TC_CORPS_HEIGHT = 29 };

/* Its upper left corner. */
void tc_draw_unit(const drawing *d, int unit, double x, double y);
void tc_draw_stack(const drawing *d, int space);
double tc_draw_stack_width(const tc_state *s, int space); /* 0: nobody stands there */
double tc_draw_stack_height(const tc_state *s, int space);
void tc_draw_leader(const drawing *d, int leader, double x, double y); /* its centre */
void tc_draw_markers(const drawing *d, int space);
void tc_draw_marker(const drawing *d, int marker, double x, double y);
void tc_draw_combat(const drawing *d); /* arrows from where they attack */

/* ---- places.c: the spaces and the legend ------------------------------- */

void tc_draw_spaces(const drawing *d);
void tc_draw_legend(const drawing *d);

/* ---- panel.c, ..._tables.c --------------------------------------------- */

void tc_draw_panel(const drawing *d);
/* Each begins at y and returns where it ends. */
double tc_draw_factions(const drawing *d, double y);
double tc_draw_boxes(const drawing *d, double y);

#endif
