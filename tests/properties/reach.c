/* reach.c: see reach.h. */
#include "properties/reach.h"

#include <stdio.h>
#include <stdlib.h>

/* Hashes the bytes of a state, because ap_hash() would be too slow for millions of states. */
static uint64_t hash_of(const ap_game *game, const void *state)
{
	uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
	for (size_t i = 0; i < ap_state_size(game); i++)
		hash = (hash ^ ((const unsigned char *)state)[i]) * 0x100000001b3u;
	return hash;
}

/* This file is linked with the engine alone, and therefore does not use text/memory.h. */
static void *checked(void *memory)
{
	if (!memory) {
		fputs("reach: out of memory\n", stderr);
		abort();
	}
	return memory;
}

void allow_if_it_fits(allowed *all, const void *full)
{
	ap_any seen;
	if (ap_unsound(all->game, full))
		return;
	ap_view(all->game, full, ap_viewer(all->view), &seen);
	if (memcmp(&seen, all->view, ap_state_size(all->game)) != 0)
		return;
	if (all->count == all->room) {
		all->room = all->room ? 2 * all->room : 1024;
		all->hash = checked(realloc(all->hash, (size_t)all->room * sizeof *all->hash));
	}
	all->hash[all->count++] = hash_of(all->game, full);
}

static int by_hash(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? -1 : x > y;
}

/* Samples a state and returns its index; -1 if it is not allowed. */
static long sample(const allowed *all, ap_rng *rng)
{
	ap_any full;
	ap_determinize(all->game, all->view, rng, &full);
	uint64_t hash = hash_of(all->game, &full);
	uint64_t *found = bsearch(&hash, all->hash, (size_t)all->count, sizeof hash, by_hash);
	return found ? found - all->hash : -1;
}

bool all_are_reached(allowed *all, int each, ap_rng *rng)
{
	int left = all->count; /* the number of states that are not reached yet */
	bool within = left > 0;
	qsort(all->hash, (size_t)all->count, sizeof *all->hash, by_hash);
	all->reached = checked(calloc((size_t)all->count + 1, sizeof *all->reached));
	for (long i = 0; within && i < (long)all->count * each && (left > 0 || i < 2L * all->count);
		 i++) {
		long found = sample(all, rng);
		within = found >= 0;
		left -= within && !all->reached[found];
		if (within)
			all->reached[found] = true;
	}
	if (!within || left > 0)
		printf("viewer %d at step %s: of %d states allowed %d are never reached%s\n",
			ap_viewer(all->view), ap_step_name(all->game, ap_step_of(all->view)), all->count, left,
			within ? "" : ", and one is that is not allowed");
	return within && left == 0;
}

void forget(allowed *all)
{
	free(all->hash);
	free(all->reached);
	all->hash = NULL;
	all->reached = NULL;
	all->count = all->room = 0;
}
