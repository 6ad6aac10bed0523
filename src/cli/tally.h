/* tally.h: how many simulated games ended and how. */
#ifndef APPARAT_CLI_TALLY_H
#define APPARAT_CLI_TALLY_H

#include <stdbool.h>

#include "apparat/apparat.h"
#include "bots/bots.h"
#include "cli/setup.h"

/* What is simulated. */
typedef struct ap_simulation {
	const ap_game *game;
	ap_setup setup; /* options; players change from game to game */
	ap_cli_range players;
	const ap_bot *bot[AP_MAX_SEATS]; /* the list given, repeated for all seats */
	bool rotate, json, fair;
	long games;
	uint64_t seed;
	const char *record; /* a folder, or NULL */
} ap_simulation;

/* A game's end, and who sat where. */
typedef struct ap_tally {
	long games, steps, unfinished, won; /* won: with a winner, shared or not */
	double seconds;
	long ends[UINT8_MAX + 1];
	long wins[AP_MAX_SEATS], shared[AP_MAX_SEATS];
	/* By the index of the level among those of the game. */
	long bot_wins[AP_MAX_SEATS], bot_shared[AP_MAX_SEATS];
} ap_tally;

/* Who sits at `seat` in the n-th game with so many players. */
const ap_bot *ap_simulated_bot(const ap_simulation *s, int players, long n, int seat);

/* Counts the end of the n-th game; `state` is not over if it went beyond its bound. */
void ap_tally_game(ap_tally *t, const ap_simulation *s, long n, const void *state, long steps);
void ap_tally_add(ap_tally *sum, const ap_tally *t);

/* One tally for each number of players. */
void ap_tally_print(const ap_simulation *s, const ap_tally *tallies);

#endif
