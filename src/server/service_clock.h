/* service_clock.h: the time for which a server has served. All durations at tables are measured by
 * it: it runs while the loop of the server runs, stands still while the server is stopped, busy,
 * asleep or not started, goes on after a restart where it stood, and knows nothing of the hour of
 * the day.
 *
 * The loop says before each of its passes how long it means to wait. Whatever a pass takes longer
 * is time in which nobody was served, and does not count. */
#ifndef APPARAT_SERVER_SERVICE_CLOCK_H
#define APPARAT_SERVER_SERVICE_CLOCK_H

#include "server/store.h"
#include "server/world.h"

typedef struct sv_service_clock {
	sv_world source;    /* whose `elapsed` runs without regard to the server */
	int64_t served;     /* time served when the pass began, in ms */
	int64_t began;      /* that moment by the source */
	int64_t most;       /* ms that this pass may count for */
	int64_t kept;       /* time served as the store has it */
	bool is_new;        /* the store does not have it yet */
	int64_t day_ahead;  /* how far the clock of the day was ahead of the source, when last seen */
	bool holds;         /* it stands still, because nothing can be decided */
	int64_t stalls;     /* passes that took longer than a second more than they should have */
	int64_t stalled_ms; /* time that was given back in all */
} sv_service_clock;

enum { SV_STALL = 1000 }; /* ms by which a pass must be late to be called a stall */

/* Reads from the store where the clock stood. The clock of a new store begins with the hour of the
 * day: so times that older programs have stored are about right. Returns false, with an error, if
 * the store fails. */
bool sv_service_clock_open(
	sv_service_clock *clock, const sv_world *source, sv_store *store, ap_error *error);

/* Returns the world whose durations this clock measures. The clock must outlive it. */
sv_world sv_service_world(sv_service_clock *clock);

/* Begins a pass of the loop that means to wait for so many ms. Returns the ms of the pass before
 * that do not count. */
int64_t sv_service_clock_pass(sv_service_clock *clock, int64_t wait);

/* Returns by how many ms somebody has set the clock of the day since the last call, forward or
 * back; 0 if that is less than a second. */
int64_t sv_service_clock_day_set(sv_service_clock *clock);

/* Lets the clock stand still, or run again: with the next pass. */
void sv_service_clock_hold(sv_service_clock *clock, bool hold);

/* Adds the time served to the open transaction if it is due: with what is written anyway once a
 * second, for the first time with the first of all, and otherwise once a minute if games are being
 * played. A server that is killed gives back
 * as much as that. */
void sv_service_clock_keep(sv_service_clock *clock, sv_store *store, bool games_are_played);

/* Adds it in any case: before a clean stop. */
void sv_service_clock_keep_now(sv_service_clock *clock, sv_store *store);

#endif
