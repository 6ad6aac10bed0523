/* all_setups.c: see all_setups.h. */
#include "cli/all_setups.h"

#include <assert.h>

/* The most values of an option that are used: the first two and the last. */
enum { MOST_USED = 3 };

static int value_count(const ap_game *game, int option)
{
	int n = 0;
	while (ap_option_value(game, option, n))
		n++;
	return n;
}

static int used_count(const ap_game *game, int option)
{
	int n = value_count(game, option);
	return n < MOST_USED ? n : MOST_USED;
}

/* Returns the n-th combination of players and options, which the game may not allow. */
static ap_setup combination(const ap_game *game, int n)
{
	ap_setup setup = {0};
	int counts = ap_max_players(game) - ap_min_players(game) + 1;
	setup.players = (uint8_t)(ap_min_players(game) + n % counts);
	n /= counts;
	for (int i = 0; ap_option_name(game, i); i++) {
		int used = used_count(game, i), value = n % used;
		setup.option[i] = (uint8_t)(value == MOST_USED - 1 ? value_count(game, i) - 1 : value);
		n /= used;
	}
	return setup;
}

static int combination_count(const ap_game *game)
{
	int n = ap_max_players(game) - ap_min_players(game) + 1;
	for (int i = 0; ap_option_name(game, i); i++)
		n *= used_count(game, i);
	return n;
}

int ap_setup_count(const ap_game *game)
{
	assert(game);
	int sound = 0;
	for (int i = 0; i < combination_count(game); i++) {
		ap_setup setup = combination(game, i);
		sound += ap_setup_sound(game, &setup);
	}
	return sound;
}

ap_setup ap_setup_at(const ap_game *game, int n)
{
	assert(game && n >= 0 && n < ap_setup_count(game));
	ap_setup setup;
	for (int i = 0;; i++) {
		setup = combination(game, i);
		if (ap_setup_sound(game, &setup) && n-- == 0)
			return setup;
	}
}
