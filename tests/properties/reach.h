/* reach.h: does determinize reach every hidden state that a view allows, and no other? The caller
 * tries all ways to fill in what is hidden; those that are sound and give back the view count. */
#ifndef APPARAT_TESTS_REACH_H
#define APPARAT_TESTS_REACH_H

#include "core/game.h"

typedef struct allowed {
	const ap_game *game;
	const void *view;
	uint64_t *hash; /* of each state */
	bool *reached;
	int count, room;
} allowed;

/* Notes a state if it fits the view. */
void allow_if_it_fits(allowed *all, const void *full);

/* Samples until all are reached, at most `each` times as often as there are states. Prints and
 * returns false if one is missed, if another is reached or if there is none at all. */
bool all_are_reached(allowed *all, int each, ap_rng *rng);

void forget(allowed *all);

#endif
