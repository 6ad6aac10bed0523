/* sample.h: fills a store with tables of one game: one that is still in the lobby, one with a
 * running game and one with a finished game. The games are played once, when the program starts. */
#ifndef APPARAT_TESTS_FUZZ_SAMPLE_H
#define APPARAT_TESTS_FUZZ_SAMPLE_H

#include "server/hub_internal.h"
#include "server/play.h"
#include "server/watch.h"

/* A clock and random numbers that the fuzz target controls. */
typedef struct fake_world {
	int64_t now;
	ap_rng rng;
} fake_world;

/* Starts a fake world and returns it for use by the server. `w` must live as long as the result. */
sv_world fake_world_of(fake_world *w, uint64_t seed);

/* The numbers of people. Ann and Ben have seats at the tables. */
enum { ANN = 1, BEN = 2, CAT = 3, DAN = 4 };

/* Plays a game of each kind. Call it once, before add_sample_tables(). */
void prepare_samples(void);

/* Adds the tables of a game, given by its number, to an empty store. `progress`, from 0 to 255,
 * says how far the running game is; without `over` there is no table with a finished game. */
void add_sample_tables(sv_store *store, int game, unsigned progress, bool over);

#endif
