/* bots.c: which levels there are for which game. */
#include "bots/levels.h"
#include "games/atomic_business/atomic_business.h"
#include "games/kremlin/kremlin.h"
#include "games/red_empire/red_empire.h"
#include "games/triumph_of_chaos/triumph_of_chaos.h"

#include <string.h>

typedef struct entry {
	const ap_game *game; /* NULL: any game */
	ap_bot bot;
} entry;

/* From weak to strong: ap_bot_at() keeps this order. */
static const entry table[] = {
	{NULL, {"random", ap_random_choose}},
	{&atomic_business, {"greedy", ab_greedy_choose}},
	{&kremlin, {"greedy", kr_greedy_choose}},
	{&red_empire, {"greedy", re_greedy_choose}},
	{&triumph_of_chaos, {"greedy", tc_greedy_choose}},
};

enum { ENTRIES = sizeof table / sizeof table[0] };

const ap_bot *ap_bot_at(const ap_game *game, int n)
{
	for (int i = 0; i < ENTRIES; i++) {
		bool fits = table[i].game == NULL || table[i].game == game;
		if (fits && n-- == 0)
			return &table[i].bot;
	}
	return NULL;
}

const ap_bot *ap_bot_named(const ap_game *game, const char *level)
{
	const ap_bot *bot;
	for (int n = 0; (bot = ap_bot_at(game, n)) != NULL; n++)
		if (strcmp(bot->level, level) == 0)
			return bot;
	return NULL;
}
