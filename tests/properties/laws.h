/* laws.h: the laws of the engine's contract (design 2), checked on states of random games.
 *
 * Each law has a name. A law that does not hold prints one line (law, game, players, seed, number
 * of the game and of the action, what was found) and ends the program with status 1. */
#ifndef APPARAT_TESTS_LAWS_H
#define APPARAT_TESTS_LAWS_H

#include "core/game.h"

/* A game being played, and where it stands: enough to find a broken law again. */
typedef struct run {
	const ap_game *game;
	ap_setup setup;
	uint64_t seed;
	long number;   /* of the game */
	int actions;   /* done in it */
	size_t size;   /* of a state */
	void *state;   /* as large as a state and no larger, so that a sanitiser sees what is beyond */
	void *copy[6]; /* the same, for the laws */
	ap_rng rng;    /* the laws' own: what they try does not change the game */
	ap_seats answered; /* to the sealed question that is open */
} run;

_Noreturn void broken(const run *r, const char *law, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#define LAW(r, law, holds, ...)                                                                    \
	do {                                                                                           \
		if (!(holds))                                                                              \
			broken(r, law, __VA_ARGS__);                                                           \
	} while (0)

static inline bool same(const run *r, const void *a, const void *b)
{
	return memcmp(a, b, r->size) == 0;
}
static inline void *copy_of(const run *r, int n, const void *state)
{
	return memcpy(r->copy[n], state, r->size);
}
static inline uint32_t pick(run *r, int n)
{
	return ap_below(&r->rng, (uint32_t)n);
}
static inline bool cites(const run *r, ap_result result)
{
	return result.clause > 0 && result.clause < ap_clause_count(r->game);
}
/* The n-th viewer of this table: its seats, then the observer; AP_NOBODY past the last. */
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

int pick_seat(run *r, ap_seats seats); /* one of a set that is not empty */

/* ---- every_state.c: the cheap laws ---------------------------------------------------------- */

void start_laws(const run *r, const ap_events *events);
void state_laws(const run *r);
void after_action_laws(const run *r, const void *before, int seat, const ap_events *events);
void end_laws(const run *r);

/* What a program run has met, so that it cannot pass by never getting anywhere. */
typedef struct coverage {
	bool step[128], kind[256], clause[512], reason[8];
	int depth, unseals;
} coverage;
extern coverage met;
/* False, with what is missing on stderr, unless steps, events, clauses and reasons were all met. */
bool all_met(const ap_game *game);

/* ---- The rest, for some of the states ------------------------------------------------------- */

void refusal_laws(run *r);                             /* refusals.c */
void view_laws(run *r);                                /* views.c */
void resampling_laws(run *r, int viewer, void *other); /* resampling.c */
void round_trip_laws(run *r);                          /* round_trips.c */
void sealed_laws(run *r);                              /* sealed.c */
void situation_laws(run *r);                           /* situation.c */
void record_laws(run *r);                              /* records.c; plays a game of its own */

#endif
