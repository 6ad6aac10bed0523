/* floods.h: which spaces links connect, found by sets of neighbours. */
#ifndef APPARAT_TRIUMPH_FLOODS_H
#define APPARAT_TRIUMPH_FLOODS_H

#include "state.h"

/* Returns whether a link is followed. `there` is one of the spaces that are left. */
typedef bool tc_follows(void *with, int link, int here, int there);

/* Adds the neighbours of a space that are left, and takes them off. */
static inline void tc_flood_around(
	int here, uint64_t left[TC_SET_WORDS], uint64_t next[TC_SET_WORDS])
{
	for (int i = 0; i < TC_SET_WORDS; i++) {
		uint64_t near = tc_link_sets[here][i] & left[i];
		left[i] ^= near;
		next[i] |= near;
	}
}

/* The same for the links that are followed. */
static inline void tc_flood_some(int here, uint64_t left[TC_SET_WORDS], uint64_t next[TC_SET_WORDS],
	tc_follows *follows, void *with)
{
	for (int i = tc_link_from[here], end = tc_link_from[here + 1]; i < end; i++) {
		int there = tc_link_to[i];
		if (!tc_in(left, there) || !follows(with, tc_link_of[i], here, there))
			continue;
		tc_exclude(left, there);
		tc_include(next, there);
	}
}

/* Adds to the spaces from `now` all that are left and that links connect with them; these are then
 * in `now` instead. All links are followed but those of the spaces in `special`, about which
 * `follows` is asked. Returns whether there were any in `now`. */
static inline bool tc_flood_once(uint64_t left[TC_SET_WORDS], uint64_t now[TC_SET_WORDS],
	const uint64_t special[TC_SET_WORDS], tc_follows *follows, void *with)
{
	uint64_t next[TC_SET_WORDS] = {0};
	bool any = false;
	for (int word = 0; word < TC_SET_WORDS; word++)
		for (uint64_t set = now[word]; set != 0; set &= set - 1) {
			int here = word * 64 + __builtin_ctzll(set);
			any = true;
			if (tc_in(special, here))
				tc_flood_some(here, left, next, follows, with);
			else
				tc_flood_around(here, left, next);
		}
	memcpy(now, next, sizeof next);
	return any;
}

/* Takes a space off those that are left, and all that links connect with it. */
static inline void tc_flood(int space, uint64_t left[TC_SET_WORDS],
	const uint64_t special[TC_SET_WORDS], tc_follows *follows, void *with)
{
	uint64_t now[TC_SET_WORDS] = {0};
	tc_exclude(left, space);
	tc_include(now, space);
	while (tc_flood_once(left, now, special, follows, with))
		;
}

#endif
