/* game_log.c: see game_log.h. Nothing is kept for the whole log but the moves, which are played
 * again when somebody asks for it; how many moves somebody may have played again is limited. */
#include "server/game_log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/telling.h"
#include "server/play.h"
#include "server/requests.h"
#include "server/watch.h"
#include "text/memory.h"

enum {
	BEGINNING = -1,    /* before the first move: the events of the start, or of the base */
	MOST_EVENTS = 500, /* events in an answer */
	EVENT_SIZE = 480   /* more bytes than an event has */
};

static bool may_see(const ap_event *event, int viewer)
{
	return (event->seen_by & AP_SEAT(viewer)) != 0;
}

/* ---- Playing again --------------------------------------------------------------------------- */

typedef void event_visitor(void *to, const ap_event *event);

static void visit_all(const ap_event *list, int count, event_visitor *visit, void *to)
{
	for (int i = 0; i < count; i++)
		visit(to, &list[i]);
}

/* Visits the events from before the first move. */
static void visit_beginning(const sv_table *t, event_visitor *visit, void *to)
{
	static ap_events events;
	ap_any state;
	events.count = events.lost = 0;
	if (t->history->earlier.lines == 0)
		ap_start(t->game, &t->setup, &state, &events);
	visit_all(events.list, events.count, visit, to);
	visit_all(t->earlier_log, t->earlier_events, visit, to);
}

/* Visits the events of the moves `from` to the last, in their order. */
static void visit_events(const sv_table *t, int from, event_visitor *visit, void *to)
{
	static ap_events events;
	ap_any state;
	const ap_history *h = t->history;
	if (from == BEGINNING)
		visit_beginning(t, visit, to);
	from = from == BEGINNING ? 0 : from;
	ap_history_at(h, from, &state);
	for (int i = from; i < h->moves; i++) {
		events.count = events.lost = 0;
		ap_history_replay(t->game, &state, &h->move[i], &events);
		visit_all(events.list, events.count, visit, to);
	}
}

/* ---- The events in memory -------------------------------------------------------------------- */

static void add_to_count(sv_table *t, const ap_event *event, int number)
{
	t->logged_events += number;
	for (int viewer = 0; viewer < t->setup.players; viewer++)
		t->seen_events[viewer] += may_see(event, viewer) ? number : 0;
	t->seen_events[AP_OBSERVER] += may_see(event, AP_OBSERVER) ? number : 0;
}

/* Makes room for so many events; those that are never added nobody may see. */
static void make_room(sv_table *t, int events)
{
	int room = events > 2 * t->log_room ? events : 2 * t->log_room;
	if (events <= t->log_room || t->log_room == SV_LOGGED_EVENTS)
		return;
	room = room < SV_LOGGED_EVENTS ? room : SV_LOGGED_EVENTS;
	t->log = ap_reallocate(t->log, (size_t)room, sizeof *t->log);
	memset(&t->log[t->log_room], 0, (size_t)(room - t->log_room) * sizeof *t->log);
	t->log_room = room;
}

void sv_begin_log_at(sv_table *t, int logged)
{
	assert(t && logged >= 0);
	t->logged_events = logged;
	make_room(t, logged);
}

void sv_add_to_log(sv_table *t, const ap_event *event)
{
	assert(t && event);
	make_room(t, t->logged_events + 1);
	t->log[t->logged_events % SV_LOGGED_EVENTS] = *event;
}

static void add_event(void *table, const ap_event *event)
{
	sv_table *t = table;
	sv_add_to_log(t, event);
	add_to_count(t, event, 1);
}

static void remove_event(void *table, const ap_event *event)
{
	add_to_count(table, event, -1);
}

static void count_one(void *count, const ap_event *event)
{
	(void)event;
	++*(int *)count;
}

void sv_log_events(sv_table *t, const ap_events *events)
{
	assert(t && t->history && events);
	visit_all(events->list, events->count, add_event, t);
}

void sv_remove_events(sv_table *t, int moves)
{
	assert(t && t->history && moves >= 0 && moves <= t->history->moves);
	visit_events(t, moves, remove_event, t);
}

/* Goes back far enough for the memory to be full, or to the beginning. */
void sv_restore_log(sv_table *t)
{
	assert(t && t->history);
	int from = t->history->moves, step = AP_SNAPSHOT_EVERY, count = 0;
	while (count < SV_LOGGED_EVENTS && from != BEGINNING) {
		from = from > step ? from - step : BEGINNING;
		step *= 2;
		count = 0;
		visit_events(t, from, count_one, &count);
	}
	int seen[AP_OBSERVER + 1], all = t->logged_events;
	memcpy(seen, t->seen_events, sizeof seen);
	t->logged_events = all > count ? all - count : 0;
	visit_events(t, from, add_event, t);
	memcpy(t->seen_events, seen, sizeof seen);
}

void sv_count_events(sv_table *t)
{
	assert(t && t->history);
	t->logged_events = 0;
	memset(t->seen_events, 0, sizeof t->seen_events);
	visit_events(t, BEGINNING, add_event, t);
}

/* Copies the events in memory, oldest first, to a list of SV_LOGGED_EVENTS. Returns how many. */
static int copy_log(const sv_table *t, ap_event *list)
{
	int count = t->logged_events < SV_LOGGED_EVENTS ? t->logged_events : SV_LOGGED_EVENTS;
	for (int i = 0; i < count; i++)
		list[i] = t->log[(t->logged_events - count + i) % SV_LOGGED_EVENTS];
	return count;
}

void sv_keep_earlier_log(sv_table *t)
{
	assert(t && t->history && !t->earlier_log);
	t->earlier_log = ap_allocate(SV_LOGGED_EVENTS, sizeof *t->earlier_log);
	t->earlier_events = copy_log(t, t->earlier_log);
	t->logged_events = 0;
	memset(t->seen_events, 0, sizeof t->seen_events);
	visit_all(t->earlier_log, t->earlier_events, add_event, t);
}

void sv_write_last_events(ap_json *j, const sv_table *t, int viewer)
{
	assert(j && t && t->history);
	ap_event list[SV_LOGGED_EVENTS];
	int count = copy_log(t, list);
	ap_json_key(j, "event_count");
	ap_json_int(j, t->seen_events[viewer]);
	ap_json_key(j, "events");
	ap_json_open(j, '[');
	for (int i = 0; i < count; i++)
		if (may_see(&list[i], viewer))
			ap_write_event(j, t->game, &list[i]);
	ap_json_close(j, ']');
}

/* ---- The request "log" ----------------------------------------------------------------------- */

/* The part of the log that is written. */
typedef struct log_part {
	ap_json *j;
	const ap_game *game;
	int viewer;
	int number; /* of the next event that the viewer may see */
	int first,
		before; /* numbers of the first event that is written, and of the one after the last */
} log_part;

static void write_if_wanted(void *to, const ap_event *event)
{
	log_part *p = to;
	if (!may_see(event, p->viewer))
		return;
	if (p->number >= p->first && p->number < p->before)
		ap_write_event(p->j, p->game, event);
	p->number++;
}

int sv_replay_cost(const sv_table *t)
{
	assert(t && t->history);
	return ap_question(&t->history->state) * t->setup.players;
}

bool sv_refuse_replay(const sv_request *r, int moves)
{
	assert(sv_is_request(r) && moves >= 0);
	sv_hub *hub = r->client->hub;
	const char *limit = sv_count_deeds(hub->meters, r->client->who, SV_REPLAY, moves, sv_now(hub));
	if (limit)
		sv_refuse_limit(r->client, r->id, "too-fast", limit,
			"much was played again for you already: wait a minute");
	return limit != NULL;
}

static void answer_log(const sv_request *r, const sv_table *t, json_int_t before)
{
	_Static_assert(MOST_EVENTS * EVENT_SIZE < sizeof r->client->hub->scratch, "an answer fits");
	log_part p = {.game = t->game, .viewer = sv_seat_of(t, r->client->person)};
	int count = t->seen_events[p.viewer];
	p.before = before < count ? (int)before : count;
	p.first = p.before > MOST_EVENTS ? p.before - MOST_EVENTS : 0;
	ap_json j = sv_begin_message(t->hub, "log", r->id);
	p.j = &j;
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	ap_json_key(&j, "first");
	ap_json_int(&j, p.first);
	ap_json_key(&j, "count");
	ap_json_int(&j, count);
	ap_json_key(&j, "events");
	ap_json_open(&j, '[');
	visit_events(t, BEGINNING, write_if_wanted, &p);
	ap_json_close(&j, ']');
	sv_queue_message(r->client, &j);
}

void sv_on_log(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_table *t = sv_request_table(r);
	const json_t *word = json_object_get(r->body, "before");
	json_int_t before = word ? json_integer_value(word) : INT32_MAX;
	if (!t)
		return;
	bool was_loaded = t->history != NULL;
	if (before < 0)
		sv_refuse(r->client, r->id, "bad-message", "events are numbered from 0");
	else if (t->status == SV_LOBBY || !sv_load_history(t))
		sv_refuse(r->client, r->id, "not-now", "there is no log of this game here");
	else if (!sv_refuse_replay(r, sv_replay_cost(t)))
		answer_log(r, t, before);
	if (!was_loaded && t->history && t->status == SV_OVER && !t->watchers)
		sv_free_history(t); /* the store still has it */
}
