/* floods.h: which spaces links connect, found by sets of neighbours. */
#ifndef APPARAT_TRIUMPH_FLOODS_H
#define APPARAT_TRIUMPH_FLOODS_H

#include "state.h"

/* Returns whether a link is followed. `there` is one of the spaces that are left. */
typedef bool tc_follows(void *with, int link, int here, int there);

/* Takes the neighbours of some spaces of a word off those that are left. All links are followed but
 * those of the spaces in `special`, about which `follows` is asked. */
static inline void tc_flood_around(int word, uint64_t spaces, uint64_t left[TC_SET_WORDS],
	const uint64_t special[TC_SET_WORDS], tc_follows *follows, void *with)
{
	for (uint64_t set = spaces & ~special[word]; set != 0; set &= set - 1) {
		int here = word * 64 + __builtin_ctzll(set);
		for (int i = 0; i < TC_SET_WORDS; i++)
			left[i] &= ~tc_link_sets[here][i];
	}
	for (uint64_t set = spaces & special[word]; set != 0; set &= set - 1) {
		int here = word * 64 + __builtin_ctzll(set);
		for (int i = tc_link_from[here], end = tc_link_from[here + 1]; i < end; i++)
			if (tc_in(left, tc_link_to[i]) && follows(with, tc_link_of[i], here, tc_link_to[i]))
				tc_exclude(left, tc_link_to[i]);
	}
}

/* Takes the neighbours of the spaces in `now` off those that are left; they are then in `now`
 * instead. Returns whether there were any in `now`. */
static inline bool tc_flood_once(uint64_t left[TC_SET_WORDS], uint64_t now[TC_SET_WORDS],
	const uint64_t special[TC_SET_WORDS], tc_follows *follows, void *with)
{
	uint64_t before[TC_SET_WORDS], any = 0;
	memcpy(before, left, sizeof before);
	for (int word = 0; word < TC_SET_WORDS; word++) {
		any |= now[word];
		tc_flood_around(word, now[word], left, special, follows, with);
	}
	for (int i = 0; i < TC_SET_WORDS; i++)
		now[i] = before[i] & ~left[i];
	return any != 0;
}

/* Takes a space off those that are left, and all that links connect with it. New spaces of one word
 * are visited before those of the next: that takes less time than to visit the nearest first. */
static inline void tc_flood(int space, uint64_t left[TC_SET_WORDS],
	const uint64_t special[TC_SET_WORDS], tc_follows *follows, void *with)
{
	uint64_t open[TC_SET_WORDS], seen[TC_SET_WORDS] = {0}, fresh;
	int word = space / 64, dry = 0;
	tc_include(left, space);
	memcpy(open, left, sizeof open);
	tc_exclude(left, space);
	for (; dry < TC_SET_WORDS; dry++, word = word + 1 < TC_SET_WORDS ? word + 1 : 0)
		for (; (fresh = open[word] & ~left[word] & ~seen[word]) != 0; dry = 0) {
			seen[word] |= fresh;
			tc_flood_around(word, fresh, left, special, follows, with);
		}
}

#endif
