/* bots.h: what a bot consists of. The public header apparat/bots.h has the functions that find the
 * bots of a game. Every game has the level "random"; a game's own levels are in its folder. */
#ifndef APPARAT_BOTS_BOTS_H
#define APPARAT_BOTS_BOTS_H

#include "apparat/bots.h"

/* Chooses one of the legal actions of `seat`: see ap_bot_action(). */
typedef ap_action ap_bot_choose(const ap_game *game, const void *view, int seat, ap_rng *rng);

struct ap_bot {
	const char *level; /* such as "random" or "greedy" */
	ap_bot_choose *choose;
};

#endif
