/* course.c: the course of one seed: what is played, what goes wrong and when. */
#include "simulation/simulation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REST = 10 * 60 * 1000 }; /* ms in which everything must have come to rest at the end */

#define NEVER_OLD INT64_C(4000000000000) /* of guests, who would be deleted */

static disk template;
static char store_path[DISK_NAME];

void fail_sim(sim *s, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vsnprintf(s->verdict, sizeof s->verdict, format, list);
	va_end(list);
	longjmp(s->failed, 1);
}

void note_sim(sim *s, const char *what, int64_t a, int64_t b)
{
	int64_t facts[] = {s->now, a, b};
	s->hash = hash_bytes(s->hash, what, strlen(what));
	s->hash = hash_bytes(s->hash, facts, sizeof facts);
}

/* ---- Preparing ------------------------------------------------------------------------------- */

void prepare_sims(const char *folder)
{
	char url[120];
	ap_error error = {0};
	snprintf(store_path, sizeof store_path, "%s/store", folder);
	snprintf(url, sizeof url, "sqlite:%s", store_path);
	disk_open(&template, 0);
	sv_store *store = sv_store_open(url, &error);
	if (!store) {
		fprintf(stderr, "simulation: %s\n", error.message);
		exit(2);
	}
	for (int i = 1; i <= MOST_PEOPLE; i++) {
		sv_person_row row = {.id = i, .created = 1, .seen = NEVER_OLD, .settings = "{}"};
		snprintf(row.name, sizeof row.name, "Person %d", i);
		sv_store_put_person(store, &row);
	}
	if (!sv_store_commit(store)) {
		fprintf(stderr, "simulation: %s\n", sv_store_error(store));
		exit(2);
	}
	sv_store_close(store);
}

void finish_sims(void)
{
	disk_close(&template);
}

static void choose_plays(sim *s)
{
	s->plays = 1 + (sim_below(&s->rng, 4) == 0);
	for (int i = 0; i < s->plays; i++) {
		play *g = &s->play[i];
		g->game = ap_game_at((int)((s->seed + (uint64_t)i) % (uint64_t)ap_game_count()));
		int least = ap_min_players(g->game), most = ap_max_players(g->game);
		most = most > 4 ? 4 : most;
		g->players = least + sim_below(&s->rng, most - least + 1);
		g->people = g->players > 2 ? 2 + sim_below(&s->rng, g->players - 1) : g->players;
		g->slow = sim_below(&s->rng, 5) == 0;
		g->move = g->slow ? 3600 * 1000 : 20000 + sim_below(&s->rng, 40000);
		g->countdown = 2000 + sim_below(&s->rng, 4000);
	}
}

/* A third of the disks are sound but for crashes, a third fails now and then, a sixth is often
 * full, a sixth lies. */
static void choose_faults(sim *s)
{
	static const disk_faults kinds[] = {{0}, {0},
		{.write = 150, .sync = 500, .truncate = 300, .open = 300, .lock = 60},
		{.write = 600, .sync = 2000, .truncate = 1000, .open = 1000, .lock = 100}, {.full = 400},
		{.lie = 3000}};
	s->disk.faults = kinds[sim_below(&s->rng, sizeof kinds / sizeof kinds[0])];
	if (s->plant == PLANT_LIE) {
		s->disk.faults = (disk_faults){.lie = 30000};
		s->disk.lies_secretly = true;
	}
	s->network_trouble = sim_below(&s->rng, 4) * 15;
}

static void begin(sim *s, uint64_t seed, plant planted, tallies *counts)
{
	memset(s, 0, sizeof *s);
	s->seed = seed;
	s->plant = planted;
	s->tallies = counts;
	ap_seed(&s->rng, seed, 1);
	ap_seed(&s->network_rng, seed, 2);
	ap_seed(&s->people_rng, seed, 3);
	ap_seed(&s->world_rng, seed, 4);
	s->now = 1000000;
	s->wall_ahead = 1700000000000;
	s->end = s->now + 10000 + sim_below(&s->rng, 30000);
	snprintf(s->url, sizeof s->url, "sqlite:%s", store_path);
	if (seed % 3 == 0) /* several servers, each of which takes its time */
		s->end += 30000 + sim_below(&s->rng, 60000);
	s->servers = seed % 3 == 0 ? 2 + (int)(seed / 3 % (MOST_SERVERS - 1)) : 1;
	disk_open(&s->disk, seed);
	s->disk.now = sim_wall;
	s->disk.self = &s->server[0];
	if (sim_below(&s->rng, 16) || s->servers > 1)
		disk_copy(&s->disk, &template);
	choose_plays(s);
	choose_faults(s);
	begin_servers(s);
	begin_people(s);
}

/* ---- Going wrong ----------------------------------------------------------------------------- */

/* What happens to one of several servers, while the others run on. */
static void happen_to_one(sim *s, server *v, int what)
{
	if (!v->store)
		return;
	if (what < 12)
		kill_server(v);
	else if (what < 14)
		suspend_server(v);
	else if (what == 14)
		break_links(s, v);
	else
		stop_server(v, true);
}

/* Things that happen now and then. */
static void happen(sim *s)
{
	int what = sim_below(&s->rng, 600);
	if (what < 4 && s->disk.stops_at == 0)
		s->disk.stops_at = s->disk.operations + 1 + sim_below(&s->rng, 40);
	else if (what == 5 && s->server[0].store && sim_below(&s->rng, 4) == 0)
		stop_server(&s->server[0], true);
	else if (what == 6 && sim_below(&s->rng, 2))
		s->wall_ahead += (sim_below(&s->rng, 7200) - 3600) * 1000, s->tallies->clock_sets++;
	else if (what < 10 && what > 6 && s->network_trouble)
		cut_connection(&s->person[sim_below(&s->rng, s->people)], s), s->tallies->cuts++;
	else if (what < 16 && what >= 10 && s->servers > 1)
		happen_to_one(s, &s->server[sim_below(&s->rng, s->servers)], what);
	if (s->disk.is_full && sim_below(&s->rng, 40) == 0)
		s->disk.is_full = false;
}

static int64_t next_event(const sim *s)
{
	int64_t next = next_arrival(s);
	for (int i = 0; i < s->servers; i++) {
		const server *v = &s->server[i];
		int64_t mail =
			s->servers > 1 && v->stopped_until <= s->now ? next_link_item(s, v) : INT64_MAX;
		next = v->wakes_at < next ? v->wakes_at : next;
		next = mail < next ? mail : next;
	}
	for (int i = 0; i < s->people; i++)
		next = s->person[i].next_at < next ? s->person[i].next_at : next;
	return next > s->now ? next : s->now;
}

/* A server wakes up when something arrives. */
static bool has_mail(const sim *s, const server *v)
{
	if (v->stopped_until > s->now)
		return false;
	if (next_link_item(s, v) <= s->now)
		return true;
	for (int i = 0; i < MOST_PARCELS; i++) {
		const parcel *c = &s->parcel[i];
		if (c->at != NEVER && c->at <= s->now && c->to_server && s->person[c->person].at == v)
			return true;
	}
	return false;
}

/* Whatever is due is done, and then something later is due. */
static void move_on(sim *s)
{
	enum { MANY = 100000 };
	int64_t now = next_event(s);
	s->at_once = now > s->now ? 0 : s->at_once + 1;
	s->now = now;
	if (s->at_once < MANY)
		return;
	for (int i = 0; i < s->servers; i++)
		if (s->server[i].wakes_at <= now || next_link_item(s, &s->server[i]) <= now)
			fail_sim(s,
				"simulation: time stands still at server %d: wakes %lld, mail %lld, runs %d", i,
				(long long)(s->server[i].wakes_at - now),
				(long long)(next_link_item(s, &s->server[i]) - now), s->server[i].hub != NULL);
	fail_sim(s, "simulation: time stands still");
}

static void go_on(sim *s)
{
	move_on(s);
	deliver_to_people(s);
	for (int i = 0; i < s->people; i++)
		if (s->person[i].next_at <= s->now)
			act_as_person(s, &s->person[i]);
	for (int i = 0; i < s->servers; i++)
		if (s->server[i].wakes_at <= s->now || has_mail(s, &s->server[i]))
			run_server(&s->server[i]);
	if (!s->calm)
		happen(s);
}

/* ---- A seed ---------------------------------------------------------------------------------- */

/* Says who still waits for something. */
static const char *what_is_missing(sim *s)
{
	static char text[200];
	for (int i = 0; i < s->servers; i++)
		if (!s->server[i].hub || sv_hub_is_troubled(s->server[i].hub)) {
			snprintf(text, sizeof text, "server %d: %.150s", i,
				s->server[i].hub ? s->server[i].hub->trouble : "it does not run");
			return text;
		}
	for (int i = 0; i < s->people; i++) {
		const person *p = &s->person[i];
		snprintf(text, sizeof text, "person %d: connected %d, greeted %d, waits for %d, watches %d",
			i, p->at != NULL, p->greeted, (int)p->request.kind, p->watches);
		if (!p->at || !p->greeted || p->request.kind != NOTHING || (!p->watches && p->joined))
			return text;
	}
	return "messages are under way";
}

static void come_to_rest(sim *s)
{
	s->calm = true;
	s->disk.lies = false;
	disk_heal(&s->disk);
	for (int i = 0; i < s->people; i++)
		s->person[i].next_at = s->now + 1;
	for (int64_t until = s->now + REST; !is_at_rest(s);) {
		if (s->now > until)
			fail_sim(s, "rest: something is never answered (%s)", what_is_missing(s));
		go_on(s);
	}
}

static bool all_over(const sim *s)
{
	for (int i = 0; i < s->plays; i++)
		if (!s->play[i].is_over)
			return false;
	return true;
}

/* After everything has gone wrong nothing does any more, and everybody is told what he has to know.
 * Then the servers are stopped, and start once more. */
static void play_all(sim *s)
{
	while (s->now < s->end && !all_over(s) && s->acts < MOST_ACTS / 2)
		go_on(s);
	come_to_rest(s);
	for (int i = 0; i < s->servers; i++)
		judge_end(s, &s->server[i], false);
	for (int i = 0; i < s->servers; i++)
		if (s->server[i].store)
			stop_server(&s->server[i], sim_below(&s->rng, 6) == 0);
	come_to_rest(s);
	for (int i = 0; i < s->servers; i++)
		judge_end(s, &s->server[i], true);
}

static void end(sim *s)
{
	s->tallies->failed_operations += s->disk.failed;
	s->hash = hash_bytes(s->hash, &s->disk.hash, sizeof s->disk.hash);
	s->disk.has_stopped = true;
	for (int i = 0; i < s->servers; i++) {
		server *v = &s->server[i];
		for (int k = 0; k < s->people; k++)
			if (s->person[k].at == v)
				cut_connection(&s->person[k], s);
		if (v->relay)
			sv_relay_close(v->relay);
		if (v->hub)
			sv_hub_close(v->hub);
		sv_store_close(v->store);
	}
	drop_link_items(s);
	for (int i = 0; i < s->people; i++) {
		forget_connection(&s->person[i]);
		free(s->person[i].out);
		free(s->person[i].shown);
		free(s->person[i].legal);
	}
	drop_parcels(s);
	forget_plays(s);
	disk_close(&s->disk);
}

bool play_seed(sim *s, uint64_t seed, plant planted, tallies *counts)
{
	begin(s, seed, planted, counts);
	int how = setjmp(s->failed); /* 2: a disk that lies has left nothing */
	if (how == 0)
		play_all(s);
	note_sim(s, s->verdict, how, 0);
	end(s);
	counts->seeds++;
	return how != 1;
}
