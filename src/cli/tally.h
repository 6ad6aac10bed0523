/* tally.h: counts how simulated games end, and prints the counts. */
#ifndef APPARAT_CLI_TALLY_H
#define APPARAT_CLI_TALLY_H

#include <stdbool.h>

#include "apparat/apparat.h"
#include "bots/bots.h"
#include "cli/setup.h"

/* What `apparat simulate` was asked to do. */
typedef struct ap_simulation {
	const ap_game *game;
	ap_setup setup;                  /* only the options are used */
	ap_cli_range players;            /* the games are spread over these numbers of players */
	const ap_bot *bot[AP_MAX_SEATS]; /* the list that was given, repeated for all seats */
	bool rotate;                     /* the bots move up by one seat from game to game */
	bool json, fair;
	long games;
	uint64_t seed;
	const char *record; /* the folder for records; NULL: none are written */
} ap_simulation;

/* The counts for games with the same number of players. */
typedef struct ap_tally {
	long games, steps;
	long unfinished;          /* games that were stopped at their bound */
	long won;                 /* games with a winner, or several who share the victory */
	double seconds;           /* for which a processor has worked, all cores added up */
	long ends[UINT8_MAX + 1]; /* for each reason */
	long wins[AP_MAX_SEATS], shared[AP_MAX_SEATS];         /* for each seat */
	long bot_wins[AP_MAX_SEATS], bot_shared[AP_MAX_SEATS]; /* for each bot, by its first seat */
} ap_tally;

/* Returns the bot that plays `seat` in the n-th game with this many players. */
const ap_bot *ap_simulated_bot(const ap_simulation *s, int players, long n, int seat);

/* Counts the n-th game with its number of players. If `state` is not over, the game was stopped. */
void ap_tally_game(ap_tally *t, const ap_simulation *s, long n, const void *state, long steps);

/* Adds the counts of other games. */
void ap_tally_add(ap_tally *sum, const ap_tally *t);

/* Prints the tallies; tallies[n] is that of the games with n players. */
void ap_tally_print(const ap_simulation *s, const ap_tally *tallies);

#endif
