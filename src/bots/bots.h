/* bots.h: bots, which are players that see only a view. Every game has the level "random"; a game's
 * own levels are in its folder. */
#ifndef APPARAT_BOTS_H
#define APPARAT_BOTS_H

#include "apparat/apparat.h"

/* Chooses one of the legal actions of `seat`, which must be asked and be the viewer of `view`. */
typedef ap_action ap_bot_choose(const ap_game *game, const void *view, int seat, ap_rng *rng);

typedef struct ap_bot {
	const char *level; /* such as "random" or "greedy" */
	ap_bot_choose *choose;
} ap_bot;

/* Returns the bot of a level for this game; NULL if there is none. */
const ap_bot *ap_bot_named(const ap_game *game, const char *level);
/* Returns the n-th bot of this game, from weak to strong, counted from 0; NULL past the last. */
const ap_bot *ap_bot_at(const ap_game *game, int n);
/* Returns the strongest bot of this game. It plays where nobody has chosen a level. */
const ap_bot *ap_strongest_bot(const ap_game *game);

#endif
