/* bots.h: players that see only a view. */
#ifndef APPARAT_BOTS_H
#define APPARAT_BOTS_H

#include "apparat/apparat.h"

/* Chooses one of the legal actions of `seat`, which is the viewer of `view`. */
typedef ap_action ap_bot_choose(const ap_game *game, const void *view, int seat, ap_rng *rng);

typedef struct ap_bot {
	const char *level; /* "random", "greedy" */
	ap_bot_choose *choose;
} ap_bot;

/* The bot of that level for this game; NULL if there is none. */
const ap_bot *ap_bot_named(const ap_game *game, const char *level);
/* The n-th level there is for this game, from weak to strong; NULL past the end. */
const ap_bot *ap_bot_at(const ap_game *game, int n);
const ap_bot *ap_strongest_bot(const ap_game *game);

#endif
