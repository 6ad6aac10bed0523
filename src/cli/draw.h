/* draw.h: pictures of a game's table. A game that has one writes a whole SVG document. */
#ifndef APPARAT_CLI_DRAW_H
#define APPARAT_CLI_DRAW_H

#include <stdio.h>

#include "core/game.h"
#include "text/catalogue.h"

typedef struct drawing {
	FILE *out;
	ap_language language;
	const void *view; /* what the viewer may know, or everything */
} drawing;

typedef struct drawing_of {
	const ap_game *game;
	void (*draw)(const drawing *d);
} drawing_of;

extern const drawing_of drawing_triumph_of_chaos;

#endif
