/* lists.c: which tables there are, for whom: lists that stay up to date, and games that are over.
 */
#include "server/hub_internal.h"

#include <string.h>

#include "bots/game_list.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

void sv_on_games(const sv_request *r)
{
	ap_json j = sv_begin(r->client->hub, "games", r->id);
	ap_json_key(&j, "games");
	ap_write_games(&j);
	sv_queue(r->client, &j);
}

/* Open tables are for everybody; others for those who sit there. */
static bool listed_for(const sv_table *t, const sv_client *c)
{
	return t->open || t->owner == c->person || sv_seat_of(t, c->person) != AP_OBSERVER;
}

static void enter_lobby(sv_client *c)
{
	if (c->in_lobby)
		return;
	c->in_lobby = true;
	c->next_in_lobby = c->hub->lobby;
	c->hub->lobby = c;
}

void sv_leave_lobby(sv_client *c)
{
	sv_client **at = &c->hub->lobby;
	while (c->in_lobby && *at != c)
		at = &(*at)->next_in_lobby;
	if (c->in_lobby)
		*at = c->next_in_lobby;
	c->in_lobby = false;
}

/* Is this person asked something that the server will not answer for him? */
static bool is_turn_of(const sv_table *t, int seat)
{
	ap_any view;
	ap_action answer;
	if (t->status != SV_RUNNING || !t->history || t->seat[seat].away ||
		!(ap_actors(&t->history->state) & AP_SEAT(seat)))
		return false;
	ap_view(t->game, &t->history->state, seat, &view);
	return !sv_answers_for(t, seat, &view, &answer);
}

/* A row of a list: with whether it is his turn, for who sits there. */
static void write_row(ap_json *j, sv_table *t, const sv_client *c)
{
	int seat = sv_seat_of(t, c->person);
	sv_write_summary(j, t);
	if (seat == AP_OBSERVER)
		return;
	bool turn = is_turn_of(t, seat);
	t->turns = (ap_seats)((t->turns & ~AP_SEAT(seat)) | (turn ? AP_SEAT(seat) : 0));
	ap_json_key(j, "you");
	ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_key(j, "your_turn");
	ap_json_bool(j, turn);
}

/* Of his own tables alone: whose turn it is elsewhere no list says. */
static void load_own(const sv_client *c)
{
	for (sv_table *t = c->hub->tables; t; t = t->next)
		if (t->status == SV_RUNNING && sv_seat_of(t, c->person) != AP_OBSERVER)
			sv_load_history(t);
}

void sv_on_lobby(const sv_request *r)
{
	sv_client *c = r->client;
	const char *game = sv_text_of(r, "game"), *status = sv_text_of(r, "status");
	static const char *const statuses[] = {"lobby", "running", "over", "cancelled"};
	bool more = false;
	if (json_is_false(json_object_get(r->body, "watch")))
		sv_leave_lobby(c);
	else
		enter_lobby(c);
	load_own(c);
	ap_json j = sv_begin(c->hub, "lobby", r->id);
	ap_json_key(&j, "tables");
	ap_json_open(&j, '[');
	for (sv_table *t = c->hub->tables; t; t = t->next) {
		if (!listed_for(t, c) || (game && strcmp(game, ap_game_name(t->game)) != 0) ||
			(status && strcmp(status, statuses[t->status]) != 0))
			continue;
		more = j.length + 8192 > sizeof c->hub->scratch;
		if (more)
			break;
		ap_json_open(&j, '{');
		write_row(&j, t, c);
		ap_json_close(&j, '}');
	}
	ap_json_close(&j, ']');
	ap_json_key(&j, "more");
	ap_json_bool(&j, more);
	sv_queue(c, &j);
}

static void tell_row(sv_client *c, sv_table *t)
{
	ap_json j = sv_begin(t->hub, "lobby_change", NULL);
	write_row(&j, t, c);
	sv_queue(c, &j);
}

void sv_lobby_changed(sv_table *t)
{
	for (sv_client *c = t->hub->lobby; c; c = c->next_in_lobby)
		if (listed_for(t, c))
			tell_row(c, t);
}

void sv_turns_changed(sv_table *t)
{
	ap_seats changed = 0;
	for (const sv_client *c = t->hub->lobby; c; c = c->next_in_lobby) {
		int seat = sv_seat_of(t, c->person);
		if (seat != AP_OBSERVER && is_turn_of(t, seat) != ((t->turns & AP_SEAT(seat)) != 0))
			changed |= AP_SEAT(seat);
	}
	for (sv_client *c = t->hub->lobby; changed && c; c = c->next_in_lobby) {
		int seat = sv_seat_of(t, c->person);
		if (seat != AP_OBSERVER && (changed & AP_SEAT(seat)))
			tell_row(c, t);
	}
}

/* ---- Games that are over --------------------------------------------------------------------- */

enum { PAST = 50 };

typedef struct past {
	sv_client *client;
	ap_json *j;
} past;

static bool write_past(void *to, const sv_table_row *row)
{
	past *p = to;
	sv_table *t = sv_read_table(p->client->hub, row);
	if (!t)
		return true; /* of a game this program does not know */
	if (sv_seat_of(t, p->client->person) != AP_OBSERVER) {
		ap_json_open(p->j, '{');
		write_row(p->j, t, p->client);
		ap_json_close(p->j, '}');
	}
	sv_free_table(t);
	return true;
}

/* The last games he played to their end. */
void sv_on_past(const sv_request *r)
{
	sv_client *c = r->client;
	ap_json j = sv_begin(c->hub, "past", r->id);
	past p = {c, &j};
	ap_json_key(&j, "tables");
	ap_json_open(&j, '[');
	bool good = sv_store_tables_of(c->hub->store, c->person, SV_OVER, PAST, write_past, &p);
	ap_json_close(&j, ']');
	if (good)
		sv_queue(c, &j);
	else
		sv_refuse(c, r->id, "storage", "the list cannot be read");
}
