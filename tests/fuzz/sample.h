/* sample.h: a house with tables of one game: one where somebody may still sit down, one in the
 * middle of its game, one where it is over. The games are played once, when the program starts. */
#ifndef APPARAT_TESTS_FUZZ_SAMPLE_H
#define APPARAT_TESTS_FUZZ_SAMPLE_H

#include "server/hub_internal.h"
#include "server/play.h"
#include "server/watch.h"

typedef struct fake_world {
	int64_t now;
	ap_rng rng;
} fake_world;

sv_world fake_world_of(fake_world *w, uint64_t seed);

enum { ANN = 1, BEN = 2, CAT = 3, DAN = 4 };

void prepare_samples(void);
/* The tables of the game of that number, perhaps without the one that is over; the greater `far`
 * (at most 255), the further the middle one is. */
void furnish(sv_store *store, int game, unsigned far, bool over);

#endif
