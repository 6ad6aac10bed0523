/* drawing.c: see drawing.h. */
#include "drawing/drawing.h"

#include <assert.h>

/* The drawings in the order of the games; NULL for a game without one. See tools/games.py. */
extern const drawing_of *const ap_registered_drawings[];

const drawing_of *drawing_of_game(const ap_game *game)
{
	assert(game);
	int index = ap_game_index(game);
	return index < 0 ? NULL : ap_registered_drawings[index];
}
