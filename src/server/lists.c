/* lists.c: requests for lists: the games, the tables in the lobby, the finished games of a person.
 * The list of tables can be watched: its rows are sent again when they change. */
#include "server/lists.h"

#include <assert.h>
#include <string.h>

#include "bots/game_list.h"
#include "server/play.h"
#include "server/requests.h"

enum {
	ROW_SIZE = 8192, /* more bytes than a row of a list has */
	MAX_PAST = 50    /* finished games in a list */
};

/* ---- The list of tables ---------------------------------------------------------------------- */

void sv_on_games(const sv_request *r)
{
	assert(sv_is_request(r));
	ap_json j = sv_begin_message(r->client->hub, "games", r->id);
	ap_json_key(&j, "games");
	ap_write_games(&j);
	sv_queue_message(r->client, &j);
}

/* Public tables are listed for everybody, others for their owner and their people. */
static bool may_see_row(const sv_table *t, const sv_client *c)
{
	return t->is_public || t->owner == c->person || sv_seat_of(t, c->person) != AP_OBSERVER;
}

static void watch_lobby(sv_client *c)
{
	if (c->watches_lobby)
		return;
	c->watches_lobby = true;
	c->next_in_lobby = c->hub->lobby_watchers;
	c->hub->lobby_watchers = c;
}

void sv_unwatch_lobby(sv_client *c)
{
	assert(c);
	sv_client **at = &c->hub->lobby_watchers;
	while (c->watches_lobby && *at != c)
		at = &(*at)->next_in_lobby;
	if (c->watches_lobby)
		*at = c->next_in_lobby;
	c->watches_lobby = false;
}

/* True if the person in this seat is asked something that the server will not answer. */
static bool is_turn_of(const sv_table *t, int seat)
{
	ap_any view;
	ap_action answer;
	if (t->status != SV_RUNNING || !t->history || t->seat[seat].away ||
		!(ap_actors(&t->history->state) & AP_SEAT(seat)))
		return false;
	ap_view(t->game, &t->history->state, seat, &view);
	return !sv_find_automatic_answer(t, seat, &view, &answer);
}

/* Writes a row of a list, and whether it is the turn of the client's person. */
static void write_row(ap_json *j, sv_table *t, const sv_client *c)
{
	int seat = sv_seat_of(t, c->person);
	sv_write_table_summary(j, t);
	if (seat == AP_OBSERVER)
		return;
	bool turn = is_turn_of(t, seat);
	t->shown_turns = (ap_seats)((t->shown_turns & ~AP_SEAT(seat)) | (turn ? AP_SEAT(seat) : 0));
	ap_json_key(j, "you");
	ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_key(j, "your_turn");
	ap_json_bool(j, turn);
}

/* Only a row for the person's own table tells whose turn it is, so only these games are needed. */
static void load_own_games(const sv_client *c)
{
	for (sv_table *t = c->hub->tables; t; t = t->next)
		if (t->status == SV_RUNNING && sv_seat_of(t, c->person) != AP_OBSERVER)
			sv_load_history(t);
}

void sv_on_lobby(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_client *c = r->client;
	const char *game = sv_request_text(r, "game"), *status = sv_request_text(r, "status");
	static const char *const statuses[] = {"lobby", "running", "over", "cancelled"};
	bool more = false;
	if (json_is_false(json_object_get(r->body, "watch")))
		sv_unwatch_lobby(c);
	else
		watch_lobby(c);
	load_own_games(c);
	ap_json j = sv_begin_message(c->hub, "lobby", r->id);
	ap_json_key(&j, "tables");
	ap_json_open(&j, '[');
	for (sv_table *t = c->hub->tables; t; t = t->next) {
		if (!may_see_row(t, c) || (game && strcmp(game, ap_game_name(t->game)) != 0) ||
			(status && strcmp(status, statuses[t->status]) != 0))
			continue;
		more = j.length + ROW_SIZE > sizeof c->hub->scratch;
		if (more)
			break;
		ap_json_open(&j, '{');
		write_row(&j, t, c);
		ap_json_close(&j, '}');
	}
	ap_json_close(&j, ']');
	ap_json_key(&j, "more");
	ap_json_bool(&j, more);
	sv_queue_message(c, &j);
}

static void send_row(sv_client *c, sv_table *t)
{
	ap_json j = sv_begin_message(t->hub, "lobby_change", NULL);
	write_row(&j, t, c);
	sv_queue_message(c, &j);
}

void sv_send_lobby_change(sv_table *t)
{
	assert(t);
	for (sv_client *c = t->hub->lobby_watchers; c; c = c->next_in_lobby)
		if (may_see_row(t, c))
			send_row(c, t);
}

void sv_send_turn_changes(sv_table *t)
{
	assert(t);
	ap_seats changed = 0;
	for (const sv_client *c = t->hub->lobby_watchers; c; c = c->next_in_lobby) {
		int seat = sv_seat_of(t, c->person);
		if (seat != AP_OBSERVER && is_turn_of(t, seat) != ((t->shown_turns & AP_SEAT(seat)) != 0))
			changed |= AP_SEAT(seat);
	}
	for (sv_client *c = t->hub->lobby_watchers; changed && c; c = c->next_in_lobby) {
		int seat = sv_seat_of(t, c->person);
		if (seat != AP_OBSERVER && (changed & AP_SEAT(seat)))
			send_row(c, t);
	}
}

/* ---- Finished games -------------------------------------------------------------------------- */

typedef struct past_list {
	sv_client *client;
	ap_json *j;
} past_list;

static bool write_past_row(void *to, const sv_table_row *row)
{
	past_list *p = to;
	sv_table *t = sv_read_table(p->client->hub, row);
	if (!t)
		return true; /* this program does not have the game */
	if (sv_seat_of(t, p->client->person) != AP_OBSERVER) {
		ap_json_open(p->j, '{');
		write_row(p->j, t, p->client);
		ap_json_close(p->j, '}');
	}
	sv_free_table(t);
	return true;
}

void sv_on_past(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_client *c = r->client;
	ap_json j = sv_begin_message(c->hub, "past", r->id);
	past_list p = {c, &j};
	ap_json_key(&j, "tables");
	ap_json_open(&j, '[');
	bool complete =
		sv_store_each_table_of(c->hub->store, c->person, SV_OVER, MAX_PAST, write_past_row, &p);
	ap_json_close(&j, ']');
	if (complete)
		sv_queue_message(c, &j);
	else
		sv_refuse(c, r->id, "storage", "the list cannot be read");
}
