/* servers.c: servers of the simulation. Each is a hub on the store, driven as front.c drives it. */
#include "simulation/simulation.h"

#include <assert.h>
#include <string.h>

#include "server/store_driver.h"

enum { HEARTBEAT = 500, BACK_AFTER = 200, MANY_ATTEMPTS = 8, SLACK = 100 };

/* ---- The world that a server sees ------------------------------------------------------------ */

int64_t sim_wall(void *self)
{
	const sim *s = ((server *)self)->sim;
	return s->now + s->wall_ahead;
}

static int64_t sim_elapsed(void *self)
{
	const sim *s = ((server *)self)->sim;
	return s->plant == PLANT_HASTE ? 3 * s->now : s->now;
}

static void sim_random(void *self, void *out, size_t size)
{
	sim *s = ((server *)self)->sim;
	for (size_t i = 0; i < size; i++)
		((unsigned char *)out)[i] = (unsigned char)ap_below(&s->world_rng, 256);
}

static sv_limits limits_of(void)
{
	sv_limits l = sv_default_limits;
	l.message_burst = l.messages_a_second = 100000;
	l.bot_workers = 0;
	return l;
}

void begin_servers(sim *s)
{
	for (int i = 0; i < s->servers; i++) {
		server *v = &s->server[i];
		v->sim = s;
		v->number = i;
		v->source = (sv_world){sim_wall, sim_elapsed, sim_random, v};
		v->wakes_at = s->now;
	}
}

/* ---- The clock of a server ------------------------------------------------------------------- */

/* The time that counts: no more than the server meant to wait. */
static void count_served(server *v)
{
	sim *s = v->sim;
	int64_t gap = s->now - v->began, counts = gap < v->left ? gap : v->left;
	if (!v->clock.holds) {
		s->served += counts;
		for (int i = 0; i < s->plays; i++)
			if (s->servers == 1 || (v->hub && sv_find_in_memory(v->hub, s->play[i].key)))
				s->play[i].served += counts;
	}
	v->left -= counts;
	v->began = s->now;
}

static void begin_pass(server *v, int64_t next)
{
	sim *s = v->sim;
	bool troubled = sv_hub_is_troubled(v->hub);
	sv_service_clock_hold(&v->clock, troubled);
	v->waits = next < 1 ? 1 : next > 10000 ? 10000 : next;
	if (troubled && v->waits > HEARTBEAT)
		v->waits = HEARTBEAT;
	sv_service_clock_pass(&v->clock, v->waits);
	sv_service_clock_day_set(&v->clock);
	v->left = v->waits + SLACK;
	v->wakes_at = s->now + v->waits;
}

/* ---- Starting and stopping ------------------------------------------------------------------- */

static const sv_driver *true_driver; /* of stores whose fencing is left out */

/* Begins a transaction of a node like one of a server that is no node, which nobody can put out. */
static bool begin_unfenced(sv_store *store)
{
	int64_t node = store->node;
	store->node = 0;
	bool begun = true_driver->begin(store);
	store->node = node;
	return begun;
}

static void plant_zombie(sv_store *store)
{
	static sv_driver unfenced;
	true_driver = store->driver;
	unfenced = *true_driver;
	unfenced.begin = begin_unfenced;
	store->driver = &unfenced;
}

static bool open_server(server *v, ap_error *error)
{
	sim *s = v->sim;
	sv_limits limits = limits_of();
	v->store = sv_store_open(s->url, error);
	if (v->store && s->plant == PLANT_ZOMBIE)
		plant_zombie(v->store);
	if (!v->store || !sv_service_clock_open(&v->clock, &v->source, v->store, error))
		return false;
	v->world = sv_service_world(&v->clock);
	if (s->servers == 1) {
		v->hub = sv_hub_open(v->store, &v->world, &limits, error);
		return v->hub != NULL;
	}
	if (!sv_store_share(v->store, error))
		return false;
	v->hub = sv_hub_open_node(v->store, &v->world, &limits, "node:1", error);
	if (v->hub)
		link_server(v);
	return v->hub != NULL;
}

static void close_server(server *v)
{
	sim *s = v->sim;
	for (int i = 0; i < s->people; i++)
		if (s->person[i].at == v)
			cut_connection(&s->person[i], s);
	if (v->relay)
		sv_relay_close(v->relay);
	if (v->hub)
		sv_hub_close(v->hub);
	sv_store_close(v->store);
	v->hub = NULL;
	v->relay = NULL;
	v->store = NULL;
	v->lines = 0;
	v->stopped_until = 0;
	if (s->servers > 1)
		break_links(s, v);
}

static bool is_any_up(const sim *s)
{
	for (int i = 0; i < s->servers; i++)
		if (s->server[i].store)
			return true;
	return false;
}

/* Everything that runs on the machine ends, and the disk is as it is after that. */
static void crash(sim *s)
{
	bool power = sim_below(&s->rng, 2) || s->plant == PLANT_LIE;
	note_sim(s, "crash", power, s->disk.operations);
	for (int i = 0; i < s->servers; i++) {
		close_server(&s->server[i]);
		s->server[i].wakes_at = s->now + BACK_AFTER + sim_below(&s->rng, 3000);
	}
	disk_restart(&s->disk, power);
	s->tallies->restarts++;
	s->tallies->power_cuts += power;
}

/* The disk gets better by itself if a server could not be started for a while. */
static void start_server(server *v)
{
	sim *s = v->sim;
	ap_error error = {0};
	bool alone = !is_any_up(s);
	if (v->attempts > MANY_ATTEMPTS || s->calm)
		disk_heal(&s->disk);
	if (!open_server(v, &error)) {
		note_sim(s, "no start", v->attempts++, 0);
		close_server(v);
		v->wakes_at = s->now + 1000;
		if (s->disk.has_stopped)
			crash(s);
		else if (v->attempts > 2 * MANY_ATTEMPTS)
			fail_sim(s, "start: the server does not start on a sound disk: %s", error.message);
		return;
	}
	v->attempts = 0;
	if (alone)
		judge_start(s, v);
	v->began = s->now;
	begin_pass(v, 1);
}

void stop_server(server *v, bool cleanly)
{
	sim *s = v->sim;
	note_sim(s, "stop", cleanly, 0);
	count_served(v);
	if (cleanly && s->servers > 1)
		sv_nodes_leave(v->hub);
	else if (cleanly && sv_hub_settle(v->hub))
		sv_hub_flush(v->hub);
	s->tallies->clean_stops += cleanly;
	close_server(v);
	v->wakes_at = s->now + BACK_AFTER;
	if (s->disk.has_stopped)
		crash(s);
	else if (!is_any_up(s))
		disk_restart(&s->disk, false);
}

void kill_server(server *v)
{
	sim *s = v->sim;
	note_sim(s, "kill", v->number, 0);
	s->tallies->kills++;
	close_server(v);
	v->wakes_at = s->now + BACK_AFTER + sim_below(&s->rng, 15000);
}

void suspend_server(server *v)
{
	sim *s = v->sim;
	note_sim(s, "suspend", v->number, 0);
	s->tallies->stops++;
	v->stopped_until = v->wakes_at = s->now + 1000 + sim_below(&s->rng, 20000);
}

/* ---- A pass of the loop ---------------------------------------------------------------------- */

static void commit_and_send(server *v)
{
	sim *s = v->sim;
	if (sv_hub_is_troubled(v->hub) && s->now >= v->try_at) {
		v->try_at = s->now + HEARTBEAT;
		sv_hub_try_again(v->hub);
	}
	if (!sv_hub_is_troubled(v->hub))
		sv_service_clock_keep(&v->clock, v->store, sv_hub_is_playing(v->hub));
	if (!sv_hub_flush(v->hub))
		s->tallies->failed_commits++;
	if (sv_store_has_uncommitted(v->store) && !sv_store_commit(v->store))
		sv_store_roll_back(v->store);
}

/* A pass may take long: then it counts for nobody. */
static void stall(server *v)
{
	sim *s = v->sim;
	if (s->calm || s->servers > 1 || sim_below(&s->rng, 400))
		return;
	s->now += 1000 + sim_below(&s->rng, 20000);
	s->tallies->stalls++;
	note_sim(s, "stall", s->now, 0);
}

void run_server(server *v)
{
	sim *s = v->sim;
	if (!v->store) {
		start_server(v);
		return;
	}
	v->stopped_until = 0;
	count_served(v);
	for (int i = 0; i < s->plays; i++)
		s->play[i].woke = s->play[i].served;
	if (s->servers > 1)
		hear_links(v);
	deliver_to_server(s, v);
	stall(v);
	int64_t due = sv_hub_tick(v->hub) - sv_now(v->hub);
	if (v->relay) {
		int64_t relayed = sv_relay_tick(v->relay, sv_now(v->hub)) - sv_now(v->hub);
		due = relayed < due ? relayed : due;
	}
	commit_and_send(v);
	if (s->disk.has_stopped) {
		crash(s);
		return;
	}
	count_served(v);
	judge_lines(s, v);
	deliver_sent(s, v);
	judge_views(s, v);
	begin_pass(v, due + 1);
}
