/* drawing.h: pictures of a game's table. A game that has one writes a whole SVG document. */
#ifndef APPARAT_DRAWING_H
#define APPARAT_DRAWING_H

#include <stdio.h>

#include "core/game.h"
#include "text/catalogue.h"

typedef struct drawing {
	FILE *out;
	ap_language language;
	const void *view; /* what the viewer may know, or everything */
} drawing;

typedef struct drawing_of {
	void (*draw)(const drawing *d);
} drawing_of;

/* NULL: the game brings none. */
const drawing_of *drawing_of_game(const ap_game *game);

#endif
