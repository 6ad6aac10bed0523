/* drawing.h: pictures of a game's table, which `apparat draw` writes as SVG. A game may bring a
 * drawing of its own; there is none for the others. */
#ifndef APPARAT_DRAWING_H
#define APPARAT_DRAWING_H

#include <stdio.h>

#include "core/game.h"
#include "text/catalogue.h"

/* What a drawing is made from, and where it is written. */
typedef struct drawing {
	FILE *out;
	ap_language language;
	const void *view; /* a view, or the whole state */
} drawing;

/* How a game draws itself. */
typedef struct drawing_of {
	/* Writes a whole SVG document to d->out. */
	void (*draw)(const drawing *d);
} drawing_of;

/* Returns the game's drawing; NULL if it has none. */
const drawing_of *drawing_of_game(const ap_game *game);

#endif
