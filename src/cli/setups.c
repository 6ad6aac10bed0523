/* setups.c: see setups.h. */
#include "cli/setups.h"

static int value_count(const ap_game *game, int option)
{
	int n = 0;
	while (ap_option_value(game, option, n))
		n++;
	return n;
}

int ap_setup_count(const ap_game *game)
{
	int n = ap_max_players(game) - ap_min_players(game) + 1;
	for (int i = 0; ap_option_name(game, i); i++)
		n *= value_count(game, i);
	return n;
}

ap_setup ap_setup_at(const ap_game *game, int n)
{
	ap_setup setup = {0};
	int counts = ap_max_players(game) - ap_min_players(game) + 1;
	setup.players = (uint8_t)(ap_min_players(game) + n % counts);
	n /= counts;
	for (int i = 0; ap_option_name(game, i); i++) {
		setup.option[i] = (uint8_t)(n % value_count(game, i));
		n /= value_count(game, i);
	}
	return setup;
}
