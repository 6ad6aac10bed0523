/* watch.c: see watch.h. A viewer for whom nothing changes is sent nothing, so that the time of a
 * message tells nothing either. */
#include "server/watch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/telling.h"
#include "server/choices.h"
#include "server/dice.h"
#include "server/expiry.h"
#include "server/game_log.h"
#include "server/hub_internal.h"
#include "server/hub_notices.h"
#include "server/kept_games.h"
#include "server/play.h"
#include "server/requests.h"
#include "text/memory.h"

/* ---- Events and questions -------------------------------------------------------------------- */

static void write_events(ap_json *j, const ap_game *game, const ap_events *events, int viewer)
{
	ap_json_key(j, "events");
	ap_json_open(j, '[');
	for (int i = 0; i < events->count; i++)
		if (events->list[i].seen_by & AP_SEAT(viewer))
			ap_write_event(j, game, &events->list[i]);
	ap_json_close(j, ']');
}

static int count_visible(const ap_events *events, int viewer)
{
	int count = 0;
	for (int i = 0; i < events->count; i++)
		count += (events->list[i].seen_by & AP_SEAT(viewer)) != 0;
	return count;
}

static bool all_are_public(const ap_events *events)
{
	bool all = true;
	for (int i = 0; i < events->count; i++)
		all = all && events->list[i].seen_by == AP_ALL_VIEWERS;
	return all;
}

static void write_situation(ap_json *j, const sv_table *t, const void *view)
{
	ap_json_key(j, "situation");
	ap_write_situation(j, t->game, view);
}

/* Writes what everybody may know of the open question. */
static void write_open(ap_json *j, const sv_table *t, const void *view)
{
	ap_json_key(j, "open");
	if (ap_actors(view) == 0) {
		ap_json_null(j);
		return;
	}
	ap_json_open(j, '{');
	ap_write_open_fields(j, t->game, view);
	ap_json_key(j, "held");
	if (t->holders)
		ap_json_string(j, ap_seat_name(t->game, ap_first_seat(t->holders)));
	else
		ap_json_null(j);
	ap_json_close(j, '}');
}

/* Writes what this viewer is asked. */
static void write_ask(ap_json *j, const sv_table *t, const void *view, int viewer)
{
	ap_action answer;
	bool asked = (ap_actors(view) & AP_SEAT(viewer)) && viewer < t->setup.players;
	ap_json_key(j, "ask");
	if (asked && t->seat[viewer].resigned) /* a bot answers for good */
		ap_json_null(j);
	else
		ap_write_seat_question(
			j, t->game, view, viewer, asked && sv_find_automatic_answer(t, viewer, view, &answer));
}

static void write_clock(ap_json *j, const sv_table *t)
{
	int64_t deadline = t->hub->is_troubled ? 0 : sv_deadline(t); /* then no clock runs */
	ap_json_key(j, "deadline");
	if (deadline)
		ap_json_int(j, sv_wall_time(t, deadline));
	else
		ap_json_null(j);
}

/* Makes the view that this viewer is sent of a state. While a sealed question is open, a viewer
 * must not learn who else has answered it: `asked` are those who were asked when it was put. */
static void make_view_of(
	const sv_table *t, const void *state, ap_seats asked, int viewer, void *out)
{
	ap_seats own = AP_SEAT(viewer);
	ap_view(t->game, state, viewer, out);
	if (ap_actors(out) != 0 && ap_step_sealed(t->game, ap_step_of(out)))
		ap_top(out)->asked = (ap_seats)((asked & ~own) | (ap_actors(out) & own));
}

static void make_view(const sv_table *t, int viewer, void *out)
{
	make_view_of(t, &t->history->state, t->asked, viewer, out);
}

void sv_note_told(const sv_table *t, sv_told *told)
{
	assert(t && t->history && told);
	told->asked = t->asked;
	if (t->watchers)
		memcpy(&told->state, &t->history->state, ap_state_size(t->game));
}

/* True if the watchers know the state as it is. */
static bool all_is_told(const sv_table *t)
{
	return !t->told ||
		(t->told->asked == t->asked &&
			memcmp(&t->told->state, &t->history->state, ap_state_size(t->game)) == 0);
}

/* Makes the view that the watcher was sent last. */
static void make_known_view(const sv_watcher *w, void *out)
{
	const sv_table *t = w->table;
	if (w->view)
		memcpy(out, w->view, ap_state_size(t->game));
	else if (t->told)
		make_view_of(t, &t->told->state, t->told->asked, w->viewer, out);
	else
		make_view(t, w->viewer, out);
}

static void forget_view(sv_watcher *w)
{
	free(w->view);
	w->view = NULL;
}

/* Keeps the view that the watcher is sent now, if the others will be told of it later. */
static void keep_view(sv_watcher *w, const void *view)
{
	size_t size = ap_state_size(w->table->game);
	forget_view(w);
	if (all_is_told(w->table))
		return;
	w->view = ap_allocate(1, size);
	memcpy(w->view, view, size);
}

/* ---- The table as a whole -------------------------------------------------------------------- */

/* Writes the view, or what has changed since `before`, straight into the message. */
static void write_state(
	ap_json *j, const char *key, const ap_game *game, const void *before, const void *now)
{
	ap_json_key(j, key);
	size_t room = j->length < j->size ? j->size - j->length : 0;
	char *at = room ? j->out + j->length : NULL;
	size_t length =
		before ? ap_write_change(game, before, now, at, room) : ap_write_state(game, now, at, room);
	j->length += length;
	j->comma = true;
}

/* Writes who has asked for something to which others must agree, and who has not agreed yet. */
static void write_request(ap_json *j, const sv_table *t, int by, ap_seats waits_for)
{
	ap_json_key(j, "by");
	ap_json_string(j, ap_seat_name(t->game, by));
	ap_json_key(j, "waits_for");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		if (waits_for & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_close(j, ']');
}

/* Writes a request for a pause under "pause", and a pause under "paused". */
static void write_pause(ap_json *j, const sv_table *t)
{
	const sv_pause *p = &t->pause;
	ap_json_key(j, "pause");
	if (p->open) {
		ap_json_open(j, '{');
		write_request(j, t, p->by, p->needed & (ap_seats)~p->agreed);
		ap_json_key(j, "expires");
		ap_json_int(j, sv_wall_time(t, p->expires));
		ap_json_close(j, '}');
	} else {
		ap_json_null(j);
	}
	ap_json_key(j, "paused");
	if (p->since) {
		ap_json_open(j, '{');
		ap_json_key(j, "since");
		ap_json_int(j, sv_wall_time(t, p->since));
		ap_json_close(j, '}');
	} else {
		ap_json_null(j);
	}
}

static void write_outcome(ap_json *j, const sv_table *t)
{
	if (ap_actors(&t->history->state) != 0)
		return;
	ap_json_key(j, "outcome");
	ap_write_outcome(j, t->game, &t->history->state);
}

static void write_order(ap_json *j, const sv_table *t, int seat, const sv_order *order)
{
	char text[SV_ACTION_SIZE];
	ap_write_action(t->game, seat, order->action, text, sizeof text);
	ap_json_open(j, '{');
	ap_json_key(j, "step");
	ap_json_string(j, ap_step_name(t->game, order->step));
	ap_json_key(j, "action");
	ap_json_string(j, text + strlen(ap_seat_name(t->game, seat)) + 1);
	ap_json_key(j, "once");
	ap_json_bool(j, order->once);
	if (order->until != SV_UNTIL_CANCELLED) {
		ap_json_key(j, "until");
		ap_json_string(j, sv_until_word(order->until));
	}
	ap_json_close(j, '}');
}

static void write_wishes(ap_json *j, const sv_table *t, int seat)
{
	const sv_seat *s = &t->seat[seat];
	ap_json_key(j, "wishes");
	ap_json_open(j, '{');
	ap_json_key(j, "ask_all");
	ap_json_bool(j, s->ask_all);
	ap_json_key(j, "orders");
	ap_json_open(j, '[');
	for (int i = 0; i < s->orders; i++)
		write_order(j, t, seat, &t->order[seat][i]);
	ap_json_close(j, ']');
	ap_json_key(j, "muted");
	ap_json_open(j, '[');
	for (int other = 0; other < t->setup.players; other++)
		if (s->muted & AP_SEAT(other))
			ap_json_string(j, ap_seat_name(t->game, other));
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

/* Writes who the viewer is, and what only the viewer, or only the people at the table may know. */
static void write_you(ap_json *j, const sv_table *t, const sv_watcher *w)
{
	bool seated = w->viewer < t->setup.players, owner = t->owner == w->client->person;
	ap_json_key(j, "you");
	if (seated)
		ap_json_string(j, ap_seat_name(t->game, w->viewer));
	else
		ap_json_null(j);
	ap_json_key(j, "owner");
	ap_json_bool(j, owner);
	if (seated || owner) {
		ap_json_key(j, "invite");
		ap_json_string(j, t->invite);
	}
	if (seated)
		write_wishes(j, t, w->viewer);
}

static void send_whole(sv_watcher *w, const char *id)
{
	sv_table *t = w->table;
	ap_json j = sv_begin_message(t->hub, "table", id);
	sv_write_table_summary(&j, t);
	write_you(&j, t, w);
	if (t->history) {
		ap_any view;
		make_view(t, w->viewer, &view);
		keep_view(w, &view);
		write_state(&j, "view", t->game, NULL, &view);
		ap_json_key(&j, "figures");
		ap_write_figures(&j, t->game, NULL, &view);
		write_situation(&j, t, &view);
		write_open(&j, t, &view);
		write_ask(&j, t, &view, w->viewer);
		sv_write_last_events(&j, t, w->viewer);
		write_outcome(&j, t);
		sv_write_outcome_count(&j, t);
	}
	sv_write_dice(&j, t);
	sv_write_undo(&j, t, w->viewer);
	sv_write_replacement(&j, t);
	write_pause(&j, t);
	write_clock(&j, t);
	sv_queue_message(w->client, &j);
}

/* ---- Watching -------------------------------------------------------------------------------- */

void sv_unwatch(sv_watcher *w)
{
	assert(w);
	sv_watcher **at = &w->table->watchers;
	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	at = &w->client->watchers;
	while (*at != w)
		at = &(*at)->next_of_client;
	*at = w->next_of_client;
	sv_add_amount(w->table->hub->meters, w->client->who, SV_WATCHES, -1);
	sv_restart_notice_delay(w->table, w->client->person);
	sv_note_gone(w->table, w->client->person);
	w->table->looked_at = w->table->used_at = sv_now(w->table->hub);
	if (w->table->status == SV_OVER && !w->table->watchers && !sv_may_be_unkept(w->table))
		sv_free_history(w->table); /* the store still has it */
	free(w->view);
	free(w);
}

static sv_watcher *find_watcher(const sv_client *client, const sv_table *t)
{
	sv_watcher *w = client->watchers;
	while (w && w->table != t)
		w = w->next_of_client;
	return w;
}

bool sv_is_watching(const sv_client *client, const sv_table *t)
{
	assert(client && t);
	return find_watcher(client, t) != NULL;
}

void sv_watch(sv_client *client, sv_table *t, const char *id, int64_t since)
{
	assert(client && t && client->hub == t->hub);
	sv_watcher *w = find_watcher(client, t);
	if (!w) {
		w = ap_allocate(1, sizeof *w);
		*w = (sv_watcher){client, t, AP_OBSERVER, NULL, t->watchers, client->watchers};
		t->watchers = client->watchers = w;
		sv_add_amount(t->hub->meters, client->who, SV_WATCHES, 1);
	}
	w->viewer = sv_seat_of(t, client->person);
	sv_load_history(t);
	send_whole(w, id);
	sv_send_recent_talk(w, since);
	sv_note_come(t, client->person);
	sv_note_look(t);
	if (t->status == SV_RUNNING && sv_count_players(t) == 0)
		sv_continue_game(t); /* the bots may have rested */
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* A change on its way to the watchers of a table. The beginning of the message, which all of them
 * are told alike, is written once, and stays in the room for messages. */
typedef struct change {
	sv_table *table;
	const ap_events *events;
	bool anyway;       /* also to those in whose view nothing has changed */
	bool is_public;    /* all may see the events, and the open question as it is */
	bool begun;        /* `beginning` was written */
	ap_json beginning; /* open in its figures */
} change;

static ap_json write_beginning(const change *c, const void *before, const void *now)
{
	sv_table *t = c->table;
	ap_json j = sv_begin_message(t->hub, "change", NULL);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	if (c->is_public) {
		write_events(&j, t->game, c->events, AP_OBSERVER);
		write_open(&j, t, now);
	}
	sv_write_outcome_count(&j, t);
	write_clock(&j, t);
	ap_json_key(&j, "figures");
	ap_json_open(&j, '{');
	ap_write_known_figures(&j, t->game, before, now);
	return j;
}

/* The figures that everybody knows are those of an observer's views: so they cannot tell more. */
static void begin_change(change *c)
{
	ap_any before, now;
	const sv_watcher observer = {.table = c->table, .viewer = AP_OBSERVER};
	make_view(c->table, AP_OBSERVER, &now);
	make_known_view(&observer, &before);
	c->beginning = write_beginning(c, &before, &now);
	c->begun = true;
}

static void send_change_to(change *c, sv_watcher *w)
{
	ap_any before, now;
	ap_json j;
	sv_table *t = c->table;
	bool knows_other = w->view != NULL;
	make_view(t, w->viewer, &now);
	make_known_view(w, &before);
	forget_view(w);
	if (!c->anyway && memcmp(&now, &before, ap_state_size(t->game)) == 0 &&
		count_visible(c->events, w->viewer) == 0)
		return;
	if (!knows_other && !c->begun)
		begin_change(c);
	j = knows_other ? write_beginning(c, &before, &now) : c->beginning;
	c->begun = !knows_other; /* otherwise it was written over */
	ap_write_own_figures(&j, t->game, &before, &now);
	ap_json_close(&j, '}');
	write_state(&j, "view", t->game, &before, &now);
	write_situation(&j, t, &now);
	if (!c->is_public) {
		write_events(&j, t->game, c->events, w->viewer);
		write_open(&j, t, &now);
	}
	write_ask(&j, t, &now, w->viewer);
	sv_write_undo(&j, t, w->viewer);
	sv_queue_message(w->client, &j);
}

static void send_change(sv_table *t, const ap_events *events, bool anyway)
{
	bool is_over = ap_actors(&t->history->state) == 0;
	change c = {.table = t,
		.events = events,
		.anyway = anyway,
		.is_public = all_are_public(events) && (is_over || !sv_is_sealed(t))};
	for (sv_watcher *w = t->watchers; w; w = w->next)
		send_change_to(&c, w);
}

void sv_send_change(sv_table *t, const ap_events *events)
{
	assert(t && events);
	assert(t->history || !t->watchers);
	if (t->watchers)
		send_change(t, events, false);
}

void sv_send_clock(sv_table *t)
{
	assert(t && t->history);
	static const ap_events none;
	send_change(t, &none, true);
}

void sv_send_table_to_seat(sv_table *t, int seat)
{
	assert(t && seat >= 0 && seat < t->setup.players);
	for (sv_watcher *w = t->watchers; w; w = w->next)
		if (w->viewer == seat)
			send_whole(w, NULL);
}

/* This is rare, so that sending all of it again does not matter. */
void sv_send_table(sv_table *t)
{
	assert(t);
	for (sv_watcher *w = t->watchers; w; w = w->next) {
		w->viewer = sv_seat_of(t, w->client->person);
		send_whole(w, NULL);
	}
}

/* Most tables have no times but the clock of the question and that of an undo. */
void sv_send_times(sv_table *t)
{
	assert(t);
	if (t->status == SV_RUNNING && t->history && !sv_dice_due(t) && !t->replacement.open &&
		!t->pause.open && !t->pause.since)
		sv_send_clock(t);
	else
		sv_send_table(t);
}
