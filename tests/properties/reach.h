/* reach.h: checks that ap_determinize() reaches every full state that fits a view, and no other.
 *
 * The caller goes through all ways to fill in what the view hides and passes each to
 * allow_if_it_fits(); then all_are_reached() samples. */
#ifndef APPARAT_TESTS_REACH_H
#define APPARAT_TESTS_REACH_H

#include "core/game.h"

/* The states that fit a view. */
typedef struct allowed {
	const ap_game *game;
	const void *view;
	uint64_t *hash; /* the hash of each state */
	bool *reached;  /* whether it was sampled */
	int count, room;
} allowed;

/* Adds a state if it is sound and fits the view. */
void allow_if_it_fits(allowed *all, const void *full);

/* Samples until all states are reached, at most `each` times as often as there are states. Returns
 * false, and prints a line, if a state is not reached, if another one is, or if there is none. */
bool all_are_reached(allowed *all, int each, ap_rng *rng);

/* Frees the list. */
void forget(allowed *all);

#endif
