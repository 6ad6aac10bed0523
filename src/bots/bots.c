/* bots.c: the levels of bots that each game has. */
#include "bots/bots.h"

#include <assert.h>
#include <string.h>

#include "bots/random.h"

/* Generated: the bots of each game from weak to strong, in the order of the games. The list of a
 * game ends with a level that is NULL; a game without bots has no list. */
extern const ap_bot *const ap_registered_bots[];

/* The bots that every game has. They are the weakest, and come first. */
static const ap_bot general_bots[] = {{"random", ap_random_choose}};

enum { GENERAL_BOTS = sizeof general_bots / sizeof general_bots[0] };

const ap_bot *ap_bot_at(const ap_game *game, int n)
{
	assert(game && n >= 0);
	int index = ap_game_index(game);
	if (n < GENERAL_BOTS)
		return &general_bots[n];
	const ap_bot *own = index < 0 ? NULL : ap_registered_bots[index];
	for (n -= GENERAL_BOTS; own && own->level && n > 0; n--)
		own++;
	return own && own->level ? own : NULL;
}

const ap_bot *ap_bot_named(const ap_game *game, const char *level)
{
	assert(game && level);
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

const char *ap_bot_level(const ap_bot *bot)
{
	assert(bot);
	return bot->level;
}

ap_action ap_bot_action(
	const ap_bot *bot, const ap_game *game, const void *view, int seat, ap_rng *rng)
{
	assert(bot && game && view && rng);
	return bot->choose(game, view, seat, rng);
}
