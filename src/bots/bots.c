/* bots.c: which levels there are for which game. */
#include "bots/bots.h"

#include <string.h>

#include "bots/random.h"

/* Generated: what each game brings, from weak to strong, in the order of the games. */
extern const ap_bot *const ap_registered_bots[];

static const ap_bot any_game[] = {{"random", ap_random_choose}};

enum { FOR_ANY_GAME = sizeof any_game / sizeof any_game[0] };

/* The levels of every game are the weakest, and come first. */
const ap_bot *ap_bot_at(const ap_game *game, int n)
{
	int index = ap_game_index(game);
	if (n < FOR_ANY_GAME)
		return &any_game[n];
	const ap_bot *own = index < 0 ? NULL : ap_registered_bots[index];
	for (n -= FOR_ANY_GAME; own && own->level && n > 0; n--)
		own++;
	return own && own->level ? own : NULL;
}

const ap_bot *ap_bot_named(const ap_game *game, const char *level)
{
	const ap_bot *bot;
	for (int n = 0; (bot = ap_bot_at(game, n)) != NULL; n++)
		if (strcmp(bot->level, level) == 0)
			return bot;
	return NULL;
}

const ap_bot *ap_strongest_bot(const ap_game *game)
{
	int n = 0;
	while (ap_bot_at(game, n + 1))
		n++;
	return ap_bot_at(game, n);
}
