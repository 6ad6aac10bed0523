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

static bool is_fixed(const ap_setup *like, int option)
{
	return like && like->option[option] != AP_ANY_VALUE;
}

static int used_count(const ap_game *game, const ap_setup *like, int option)
{
	int n = is_fixed(like, option) ? 1 : value_count(game, option);
	return n < MOST_USED ? n : MOST_USED;
}

/* Returns the value of an option that is used as its n-th one. */
static int used_value(const ap_game *game, const ap_setup *like, int option, int n)
{
	if (is_fixed(like, option))
		return like->option[option];
	return n == MOST_USED - 1 ? value_count(game, option) - 1 : n;
}

/* Returns the n-th combination of players and options, which the game may not allow. */
static ap_setup combination(const ap_game *game, const ap_setup *like, int n)
{
	ap_setup setup = {0};
	int counts = ap_max_players(game) - ap_min_players(game) + 1;
	setup.players = (uint8_t)(ap_min_players(game) + n % counts);
	n /= counts;
	for (int i = 0; ap_option_name(game, i); i++) {
		int used = used_count(game, like, i);
		setup.option[i] = (uint8_t)used_value(game, like, i, n % used);
		n /= used;
	}
	return setup;
}

static int combination_count(const ap_game *game, const ap_setup *like)
{
	int n = ap_max_players(game) - ap_min_players(game) + 1;
	for (int i = 0; ap_option_name(game, i); i++)
		n *= used_count(game, like, i);
	return n;
}

int ap_setup_count(const ap_game *game, const ap_setup *like)
{
	assert(game);
	int sound = 0;
	for (int i = 0; i < combination_count(game, like); i++) {
		ap_setup setup = combination(game, like, i);
		sound += ap_setup_sound(game, &setup);
	}
	return sound;
}

ap_setup ap_setup_at(const ap_game *game, const ap_setup *like, int n)
{
	assert(game && n >= 0 && n < ap_setup_count(game, like));
	ap_setup setup;
	for (int i = 0;; i++) {
		setup = combination(game, like, i);
		if (ap_setup_sound(game, &setup) && n-- == 0)
			return setup;
	}
}
