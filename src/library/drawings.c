/* drawings.c: the drawings of the public header apparat/drawings.h. */
#include "apparat/drawings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "drawing/drawing.h"

bool ap_has_drawing(const ap_game *game)
{
	return drawing_of_game(game) != NULL;
}

char *ap_draw(const ap_game *game, const void *view, ap_language language, size_t *length)
{
	assert(game && view && length && (int)language >= 0 && language < AP_LANGUAGES);
	const drawing_of *painter = drawing_of_game(game);
	if (!painter)
		return NULL;
	char *text = NULL;
	drawing d = {open_memstream(&text, length), language, view};
	if (!d.out)
		return NULL;
	painter->draw(&d);
	if (fclose(d.out) == 0)
		return text;
	free(text);
	return NULL;
}
