/* watch.c: who looks at a table is shown his own view whole, then what changes in it. What does not
 * change anything for a viewer is not sent to him at all, so that silence tells nothing either. */
#include "server/hub_internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/telling.h"

/* ---- Events and questions -------------------------------------------------------------------- */

void sv_write_events(ap_json *j, const ap_game *game, const ap_event *list, int count, int viewer)
{
	ap_json_key(j, "events");
	ap_json_open(j, '[');
	for (int i = 0; i < count; i++)
		if (list[i].seen_by & AP_SEAT(viewer))
			ap_write_event(j, game, &list[i]);
	ap_json_close(j, ']');
}

static int events_seen(const ap_events *events, int viewer)
{
	int count = 0;
	for (int i = 0; i < events->count; i++)
		count += (events->list[i].seen_by & AP_SEAT(viewer)) != 0;
	return count;
}

/* What follows from the view by the rules, and what is going on. Without `before` all figures, else
 * those that have changed. */
static void write_situation(ap_json *j, const sv_table *t, const void *before, const void *view)
{
	ap_json_key(j, "figures");
	ap_write_figures(j, t->game, before, view);
	ap_json_key(j, "situation");
	ap_write_situation(j, t->game, view);
}

/* What everybody may know of the open question, and what this viewer is asked. */
static void write_question(ap_json *j, const sv_table *t, const void *view, int viewer)
{
	ap_action answer;
	bool asked = (ap_actors(view) & AP_SEAT(viewer)) && viewer < t->setup.players;
	ap_json_key(j, "open");
	ap_write_open_question(j, t->game, view);
	ap_json_key(j, "ask");
	ap_write_seat_question(
		j, t->game, view, viewer, asked && sv_answers_for(t, viewer, view, &answer));
}

static void write_clock(ap_json *j, const sv_table *t)
{
	int64_t deadline = sv_deadline(t);
	ap_json_key(j, "deadline");
	if (deadline)
		ap_json_int(j, deadline);
	else
		ap_json_null(j);
}

/* A seat's view as it may be shown: who has answered a sealed question, and who still thinks, is
 * known to nobody but himself until the round is over. */
static void look(const sv_table *t, int viewer, void *out)
{
	ap_seats own = AP_SEAT(viewer);
	ap_view(t->game, &t->history->state, viewer, out);
	if (ap_actors(out) != 0 && ap_step_sealed(t->game, ap_step_of(out)))
		ap_top(out)->asked = (ap_seats)((t->asked & ~own) | (ap_actors(out) & own));
}

/* ---- Whole ----------------------------------------------------------------------------------- */

static void write_log(ap_json *j, const sv_table *t, int viewer)
{
	static ap_event list[SV_LOGGED];
	int count = t->events < SV_LOGGED ? t->events : SV_LOGGED;
	for (int i = 0; i < count; i++)
		list[i] = t->log[(t->events - count + i) % SV_LOGGED];
	sv_write_events(j, t->game, list, count, viewer);
}

/* The state's JSON goes straight into the message. */
static void write_json(
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

static void write_undo(ap_json *j, const sv_table *t)
{
	ap_json_key(j, "undo");
	if (!t->undo.open) {
		ap_json_null(j);
		return;
	}
	ap_json_open(j, '{');
	ap_json_key(j, "by");
	ap_json_string(j, ap_seat_name(t->game, t->undo.by));
	ap_json_key(j, "waits_for");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->undo.needed & ~t->undo.agreed & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

/* How it ended, once it has. */
static void write_outcome(ap_json *j, const sv_table *t)
{
	if (ap_actors(&t->history->state) != 0)
		return;
	ap_json_key(j, "outcome");
	ap_write_outcome(j, t->game, &t->history->state);
}

static void write_order(ap_json *j, const sv_table *t, int seat, const sv_order *order)
{
	char text[SV_ACTION];
	ap_write_action(t->game, seat, order->action, text, sizeof text);
	ap_json_open(j, '{');
	ap_json_key(j, "step");
	ap_json_string(j, ap_step_name(t->game, order->step));
	ap_json_key(j, "action");
	ap_json_string(j, text + strlen(ap_seat_name(t->game, seat)) + 1);
	ap_json_key(j, "once");
	ap_json_bool(j, order->once);
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
		write_order(j, t, seat, &s->order[i]);
	ap_json_close(j, ']');
	ap_json_key(j, "muted");
	ap_json_open(j, '[');
	for (int other = 0; other < t->setup.players; other++)
		if (s->muted & AP_SEAT(other))
			ap_json_string(j, ap_seat_name(t->game, other));
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

/* Who he is here, and what he alone, or he and the other players may know. */
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

static void show_whole(sv_watcher *w, const char *id)
{
	sv_table *t = w->table;
	ap_json j = sv_begin(t->hub, "table", id);
	sv_write_summary(&j, t);
	write_you(&j, t, w);
	if (t->history) {
		look(t, w->viewer, w->view);
		write_json(&j, "view", t->game, NULL, w->view);
		write_situation(&j, t, NULL, w->view);
		write_question(&j, t, w->view, w->viewer);
		write_log(&j, t, w->viewer);
		write_outcome(&j, t);
	}
	write_undo(&j, t);
	write_clock(&j, t);
	sv_queue(w->client, &j);
}

/* ---- Watching -------------------------------------------------------------------------------- */

void sv_unwatch(sv_watcher *w)
{
	sv_watcher **at = &w->table->watchers;
	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	at = &w->client->watchers;
	while (*at != w)
		at = &(*at)->next_of_client;
	*at = w->next_of_client;
	sv_looked_away(w->table, w->client->person);
	if (w->table->status == SV_OVER && !w->table->watchers)
		sv_drop_history(w->table); /* it is in the store */
	free(w->view);
	free(w);
}

static sv_watcher *watcher_of(const sv_client *client, const sv_table *t)
{
	sv_watcher *w = client->watchers;
	while (w && w->table != t)
		w = w->next_of_client;
	return w;
}

bool sv_watches(const sv_client *client, const sv_table *t)
{
	return watcher_of(client, t) != NULL;
}

void sv_watch(sv_client *client, sv_table *t, const char *id, int64_t since)
{
	sv_watcher *w = watcher_of(client, t);
	if (!w) {
		w = calloc(1, sizeof *w);
		unsigned char *view = calloc(1, ap_state_size(t->game));
		if (!w || !view) {
			free(w);
			free(view);
			sv_refuse(client, id, "busy", "the server has no room, try again later");
			return;
		}
		*w = (sv_watcher){client, t, AP_OBSERVER, view, t->watchers, client->watchers};
		t->watchers = client->watchers = w;
	}
	w->viewer = sv_seat_of(t, client->person);
	sv_load_history(t);
	show_whole(w, id);
	sv_show_talk(w, since);
}

/* ---- What changes ---------------------------------------------------------------------------- */

static void show_change(sv_watcher *w, const ap_events *events)
{
	ap_any now;
	sv_table *t = w->table;
	size_t size = ap_state_size(t->game);
	look(t, w->viewer, &now);
	if (memcmp(&now, w->view, size) == 0 && events_seen(events, w->viewer) == 0)
		return;
	ap_json j = sv_begin(t->hub, "change", NULL);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	write_json(&j, "view", t->game, w->view, &now);
	write_situation(&j, t, w->view, &now);
	sv_write_events(&j, t->game, events->list, events->count, w->viewer);
	write_question(&j, t, &now, w->viewer);
	write_clock(&j, t);
	sv_queue(w->client, &j);
	memcpy(w->view, &now, size);
}

void sv_show_change(sv_table *t, const ap_events *events)
{
	for (sv_watcher *w = t->watchers; w; w = w->next)
		show_change(w, events);
}

void sv_show_seat(sv_table *t, int seat)
{
	for (sv_watcher *w = t->watchers; w; w = w->next)
		if (w->viewer == seat)
			show_whole(w, NULL);
}

/* Seats, status, an undo that is asked for: whole again, for it is rare. */
void sv_show_table(sv_table *t)
{
	for (sv_watcher *w = t->watchers; w; w = w->next) {
		w->viewer = sv_seat_of(t, w->client->person);
		show_whole(w, NULL);
	}
}
