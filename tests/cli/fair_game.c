/* fair_game.c: plays a random game with fair dice, in which moves are undone and sealed answers are
 * taken back, and writes its record to standard output.
 *
 *     fair_game GAME PLAYERS SEED [LINES]
 *
 * With LINES, the game stops as soon as the record has that many lines. */
#include <limits.h>
#include <stdlib.h>

#include "unit/fair_game.h"

int main(int argc, char **argv)
{
	static fair_game g;
	const ap_game *game = argc >= 4 ? ap_game_named(argv[1]) : NULL;
	if (!game)
		return 2;
	fair_begin(&g, game, atoi(argv[2]), (unsigned)atoi(argv[3]));
	fair_play(&g, argc > 4 ? atoi(argv[4]) : INT_MAX);
	bool good = ap_record_write(&g.record, AP_EVERYTHING, stdout);
	ap_record_free(&g.record);
	return good ? 0 : 1;
}
