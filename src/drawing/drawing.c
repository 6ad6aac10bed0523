/* drawing.c: finds the game's drawing. */
#include "drawing/drawing.h"

/* Generated, in the order of the games; NULL: the game brings none. */
extern const drawing_of *const ap_registered_drawings[];

const drawing_of *drawing_of_game(const ap_game *game)
{
	int index = ap_game_index(game);
	return index < 0 ? NULL : ap_registered_drawings[index];
}
