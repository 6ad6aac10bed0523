/* service_clock.c: see service_clock.h. */
#include "server/service_clock.h"

#include <assert.h>

enum {
	SLACK = 100,             /* ms by which a pass may be late on any machine */
	DAY_SET = 1000,          /* ms by which the clock of the day must jump to count as set */
	KEPT_WITH_OTHERS = 1000, /* ms after which it is written together with something else */
	KEPT_ALONE = 60 * 1000   /* ms after which it is written by itself */
};

static int64_t elapsed_of(const sv_world *world)
{
	return world->elapsed(world->self);
}

static int64_t in_this_pass(const sv_service_clock *c)
{
	int64_t gap = elapsed_of(&c->source) - c->began;
	return gap < 0 ? 0 : gap < c->most ? gap : c->most;
}

/* Returns how far the clock of the day is ahead of the source. Both are read again if the process
 * was stopped between the two. */
static int64_t read_day_ahead(const sv_world *source)
{
	int64_t before, now;
	do {
		before = elapsed_of(source);
		now = source->now(source->self);
	} while (elapsed_of(source) - before > SLACK);
	return now - before;
}

/* ---- The world that it makes ----------------------------------------------------------------- */

static int64_t now_of_source(void *self)
{
	const sv_service_clock *c = self;
	return c->source.now(c->source.self);
}

static void random_of_source(void *self, void *out, size_t size)
{
	const sv_service_clock *c = self;
	c->source.random(c->source.self, out, size);
}

static int64_t time_served(void *self)
{
	const sv_service_clock *c = self;
	return c->served + in_this_pass(c);
}

sv_world sv_service_world(sv_service_clock *c)
{
	assert(c);
	return (sv_world){
		.now = now_of_source, .elapsed = time_served, .random = random_of_source, .self = c};
}

/* ---- Running --------------------------------------------------------------------------------- */

bool sv_service_clock_open(
	sv_service_clock *c, const sv_world *source, sv_store *store, ap_error *error)
{
	assert(c && source && store && error);
	*c = (sv_service_clock){
		.source = *source, .began = elapsed_of(source), .day_ahead = read_day_ahead(source)};
	if (sv_store_find_time_served(store, &c->served)) {
		c->kept = c->served;
		return true;
	}
	c->served = c->kept = source->now(source->self);
	c->is_new = true;
	return !*sv_store_error(store) ||
		ap_fail(error, 0, "the store cannot be read: %s", sv_store_error(store));
}

int64_t sv_service_clock_pass(sv_service_clock *c, int64_t wait)
{
	assert(c && wait >= 0);
	int64_t counted = in_this_pass(c), now = elapsed_of(&c->source);
	int64_t lost = c->most > 0 ? now - c->began - counted : 0; /* none while it stands still */
	c->served += counted;
	c->began = now;
	c->most = c->holds ? 0 : wait + SLACK;
	c->stalls += lost >= SV_STALL;
	c->stalled_ms += lost > 0 ? lost : 0;
	return lost > 0 ? lost : 0;
}

int64_t sv_service_clock_day_set(sv_service_clock *c)
{
	assert(c);
	int64_t ahead = read_day_ahead(&c->source), by = ahead - c->day_ahead;
	c->day_ahead = ahead;
	return by <= -DAY_SET || by >= DAY_SET ? by : 0;
}

void sv_service_clock_hold(sv_service_clock *c, bool hold)
{
	assert(c);
	c->holds = hold;
}

/* ---- Keeping --------------------------------------------------------------------------------- */

void sv_service_clock_keep_now(sv_service_clock *c, sv_store *store)
{
	assert(c && store);
	int64_t served = time_served(c);
	if (!sv_store_put_time_served(store, served))
		return;
	c->kept = served;
	c->is_new = false;
}

void sv_service_clock_keep(sv_service_clock *c, sv_store *store, bool games_are_played)
{
	assert(c && store);
	int64_t since = time_served(c) - c->kept;
	if (sv_store_has_uncommitted(store) ? c->is_new || since >= KEPT_WITH_OTHERS
										: games_are_played && since >= KEPT_ALONE)
		sv_service_clock_keep_now(c, store);
}
