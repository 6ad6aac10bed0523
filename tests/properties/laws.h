/* laws.h: the laws of the engine's contract, which are checked on the states of random games.
 *
 * Each law has a name. If a law does not hold, the program prints one line (law, game, players,
 * seed, number of the game, number of the action, what was found) and ends with status 1. */
#ifndef APPARAT_TESTS_LAWS_H
#define APPARAT_TESTS_LAWS_H

#include "core/game.h"

/* The game that is being played, with what is needed to play it again. */
typedef struct run {
	const ap_game *game;
	ap_setup setup;
	uint64_t seed;
	long number;       /* the number of the game */
	int actions;       /* the number of actions so far */
	size_t size;       /* the size of a state */
	void *state;       /* allocated with exactly that size, so that sanitisers notice an overrun */
	void *copy[6];     /* states for the laws to work with, of the same size */
	ap_rng rng;        /* a generator for the laws, so that they do not change the game */
	ap_seats answered; /* the seats that have answered the open sealed question */
	ap_action
		drawn[16]; /* what chance has drawn, for all to see, since an event told of such a draw */
	int drawn_count;
	bool goes_on; /* changed states are played, too */
} run;

/* Reports that a law does not hold, and ends the program. */
_Noreturn void broken(const run *r, const char *law, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#define LAW(r, law, holds, ...)                                                                    \
	do {                                                                                           \
		if (!(holds))                                                                              \
			broken(r, law, __VA_ARGS__);                                                           \
	} while (0)

/* ---- Helpers --------------------------------------------------------------------------------- */

static inline bool same(const run *r, const void *a, const void *b)
{
	return memcmp(a, b, r->size) == 0;
}
/* Copies a state to r->copy[n] and returns it. */
static inline void *copy_of(const run *r, int n, const void *state)
{
	return memcpy(r->copy[n], state, r->size);
}
/* Returns a random number from 0 to n - 1. */
static inline uint32_t pick(run *r, int n)
{
	return ap_below(&r->rng, (uint32_t)n);
}
/* Returns a random seat of a set, which must not be empty. */
int pick_seat(run *r, ap_seats seats);

/* Returns whether a refusal cites a clause that exists. */
static inline bool cites(const run *r, ap_result result)
{
	return result.clause > 0 && result.clause < ap_clause_count(r->game);
}
/* Returns the n-th viewer of this table: its seats, then the observer; AP_NOBODY past the last. */
static inline int viewer_at(const run *r, int n)
{
	return n < r->setup.players ? n : n == r->setup.players ? AP_OBSERVER : AP_NOBODY;
}
static inline bool in_list(const ap_action *list, int count, ap_action a)
{
	for (int i = 0; i < count; i++)
		if (list[i] == a)
			return true;
	return false;
}

/* ---- Laws that are cheap, and checked on every state (every_state.c) ------------------------- */

void start_laws(const run *r, const ap_events *events);
void state_laws(const run *r);
void after_action_laws(const run *r, const void *before, int seat, const ap_events *events);
void drawn_law(run *r, int seat, ap_action a, const ap_events *events);
void end_laws(const run *r);

/* What the games of this program have met. */
typedef struct coverage {
	bool step[256], kind[512], clause[1024], reason[32];
	int depth, unseals;
} coverage;
extern coverage met;
/* Returns whether the games have met all steps, events, clauses and reasons of a game; prints what
 * is missing. */
bool all_met(const ap_game *game);

/* ---- Laws that are checked on some of the states --------------------------------------------- */

void refusal_laws(run *r);                             /* refusals.c */
void view_laws(run *r);                                /* views.c */
void resampling_laws(run *r, int viewer, void *other); /* resampling.c */
void round_trip_laws(run *r);                          /* round_trips.c */
void sealed_laws(run *r);                              /* sealed.c */
void situation_laws(run *r);                           /* situation.c */
void record_laws(run *r);                              /* records.c; plays a game of its own */
void bent_laws(run *r, long bends);                    /* bent.c */
void bytes_laws(run *r, long changes);                 /* bytes.c */
/* A sound state can be played, and stays sound: some actions are, if the run is asked to. */
void goes_on_law(run *r, void *state);
struct ap_record;
void film_laws(run *r, const struct ap_record *record); /* films.c; of such a game */

/* Checks the laws on the positions of scenarios (positions.c): those of laws.h that are checked on
 * some of the states, on one in `every` and on each whose steps were not met before. `bends`
 * changed ones of these are tried, too, and played if it `goes_on`; of those with new steps `more`
 * with other bytes are tried, which are not played. */
typedef struct looks {
	long every, bends, more;
	bool goes_on;
} looks;
void check_positions(const looks *how, const char *shared, char *const files[], int count);

#endif
