/* fair_game.c: a program for test_verify_fair.py: fair_game GAME PLAYERS SEED [LINES]
 *
 * It writes the record of a random game with fair dice, in which moves are taken back, to standard
 * output. With LINES the game stops after this number of lines and is not over. */
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
	bool written = ap_record_write(&g.record, AP_EVERYTHING, stdout);
	ap_record_free(&g.record);
	return written ? 0 : 1;
}
