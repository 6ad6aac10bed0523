/* setups.c: see setups.h. */
#include "cli/setups.h"

enum { TRIED = 3 }; /* values of an option: the first two and the last */

static int value_count(const ap_game *game, int option)
{
	int n = 0;
	while (ap_option_value(game, option, n))
		n++;
	return n;
}

static int tried_count(const ap_game *game, int option)
{
	int n = value_count(game, option);
	return n < TRIED ? n : TRIED;
}

/* The n-th combination, whether the game allows it or not. */
static ap_setup combination(const ap_game *game, int n)
{
	ap_setup setup = {0};
	int counts = ap_max_players(game) - ap_min_players(game) + 1;
	setup.players = (uint8_t)(ap_min_players(game) + n % counts);
	n /= counts;
	for (int i = 0; ap_option_name(game, i); i++) {
		int tried = tried_count(game, i), value = n % tried;
		setup.option[i] = (uint8_t)(value == TRIED - 1 ? value_count(game, i) - 1 : value);
		n /= tried;
	}
	return setup;
}

static int combination_count(const ap_game *game)
{
	int n = ap_max_players(game) - ap_min_players(game) + 1;
	for (int i = 0; ap_option_name(game, i); i++)
		n *= tried_count(game, i);
	return n;
}

int ap_setup_count(const ap_game *game)
{
	int sound = 0;
	for (int i = 0; i < combination_count(game); i++) {
		ap_setup setup = combination(game, i);
		sound += ap_setup_sound(game, &setup);
	}
	return sound;
}

ap_setup ap_setup_at(const ap_game *game, int n)
{
	ap_setup setup;
	for (int i = 0;; i++) {
		setup = combination(game, i);
		if (ap_setup_sound(game, &setup) && n-- == 0)
			return setup;
	}
}
