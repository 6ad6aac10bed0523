/* lists.c: requests for lists: the games, the tables in the lobby, the finished games of a person.
 *
 * The list of tables is read from the store, a page at a time, by its indexes: most tables are not
 * in memory. It begins with the person's own tables; then come public ones, those that changed last
 * first. It can be watched: see list_changes.c. */
#include "server/lists.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/game_list.h"
#include "server/play.h"
#include "server/requests.h"
#include "server/tempo.h"

enum {
	ROW_SIZE = 8192,      /* more bytes than a row of a list has */
	PAGE_ROWS = 50,       /* public tables in one page of a list */
	MOST_OWN = 100,       /* tables of a person's own in a list */
	RECENT = 3600 * 1000, /* ms for which a game that is over is listed for all */
	MAX_PAST = 50         /* finished games in a list */
};

/* ---- The list of tables ---------------------------------------------------------------------- */

void sv_on_games(const sv_request *r)
{
	assert(sv_is_request(r));
	ap_json j = sv_begin_message(r->client->hub, "games", r->id);
	ap_json_key(&j, "games");
	ap_write_games(&j);
	ap_json_key(&j, "tempos");
	sv_write_tempos(&j, &r->client->hub->limits);
	sv_queue_message(r->client, &j);
}

/* True if the person in this seat is asked something that the server will not answer. */
bool sv_is_turn_of(const sv_table *t, int seat)
{
	assert(t);
	ap_any view;
	ap_action answer;
	if (t->status != SV_RUNNING || !t->history || t->seat[seat].away ||
		!(ap_actors(&t->history->state) & AP_SEAT(seat)))
		return false;
	ap_view(t->game, &t->history->state, seat, &view);
	return !sv_find_automatic_answer(t, seat, &view, &answer);
}

/* Writes a row of a list, and whether it is the turn of the client's person. */
void sv_write_list_row(ap_json *j, sv_table *t, const sv_client *c)
{
	assert(j && t && c);
	int seat = sv_seat_of(t, c->person);
	sv_write_table_summary(j, t);
	if (seat == AP_OBSERVER)
		return;
	bool turn = sv_is_turn_of(t, seat);
	t->shown_turns = (ap_seats)((t->shown_turns & ~AP_SEAT(seat)) | (turn ? AP_SEAT(seat) : 0));
	ap_json_key(j, "you");
	ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_key(j, "your_turn");
	ap_json_bool(j, turn);
}

/* ---- A page of the list ---------------------------------------------------------------------- */

static const char *const statuses[] = {"lobby", "running", "over", "cancelled"};

/* What is asked for, and what was written so far. */
typedef struct page {
	const sv_request *request;
	ap_json *j;
	sv_list_filter filter;
	int status;        /* the one that is wanted; -1: any */
	int rows;          /* public tables that were written */
	bool is_full;      /* there is more */
	int last_status;   /* of the last row, */
	int64_t last_time; /* its time */
	int64_t last_id;   /* and its id */
} page;

/* Reads a number of at most `most` digits before this character, and goes on behind it. */
static bool read_number(const char **text, int most, char before, int64_t *out)
{
	int length = (int)strspn(*text, "0123456789");
	if (length == 0 || length > most || (*text)[length] != before)
		return false;
	*out = strtoll(*text, NULL, 10);
	*text += length + 1;
	return true;
}

/* A page begins after the last row of the one before: "STATUS-TIME-ID". */
static bool read_place(const char *text, page *p)
{
	int64_t status, time, id;
	if (!read_number(&text, 1, '-', &status) || !read_number(&text, 18, '-', &time) ||
		!read_number(&text, 18, '\0', &id) || status < SV_LOBBY || status > SV_OVER)
		return false;
	p->last_status = (int)status;
	p->last_time = time;
	p->last_id = id;
	return true;
}

static void write_place(ap_json *j, const page *p)
{
	char text[64];
	ap_json_key(j, "next");
	if (!p->is_full) {
		ap_json_null(j);
		return;
	}
	snprintf(
		text, sizeof text, "%d-%" PRId64 "-%" PRId64, p->last_status, p->last_time, p->last_id);
	ap_json_string(j, text);
}

static bool has_room(const page *p)
{
	return p->j->length + ROW_SIZE <= sizeof p->request->client->hub->scratch;
}

/* Returns the table of a row: the one in memory, or one that the caller frees. */
static sv_table *table_of_row(sv_hub *hub, const sv_table_row *row, bool *is_ours)
{
	sv_table *t = sv_table_in_memory(hub, row->id);
	*is_ours = !t;
	return t ? t : sv_read_table(hub, row);
}

static void write_table(page *p, sv_table *t)
{
	ap_json_open(p->j, '{');
	sv_write_list_row(p->j, t, p->request->client);
	ap_json_close(p->j, '}');
}

static bool is_own(const sv_table *t, const sv_client *c)
{
	return t->owner == c->person || sv_seat_of(t, c->person) != AP_OBSERVER;
}

static int count_open(const sv_table *t)
{
	int open = 0;
	for (int seat = 0; seat < t->setup.players; seat++)
		open += t->seat[seat].kind == SV_SEAT_FREE;
	return open;
}

static bool is_wanted(const page *p, const sv_table *t)
{
	const sv_list_filter *f = &p->filter;
	return (p->status < 0 || p->status == t->status) &&
		(!f->game[0] || strcmp(f->game, ap_game_name(t->game)) == 0) &&
		(!f->with_room || (t->status == SV_LOBBY && count_open(t) > 0));
}

/* Only rows of the person's own tables tell whose turn it is, so only these games are read. */
static bool write_own(void *to, const sv_table_row *row)
{
	page *p = to;
	bool is_ours;
	sv_table *t = table_of_row(p->request->client->hub, row, &is_ours);
	if (!t)
		return true; /* this program does not have the game */
	if (t->status == SV_RUNNING)
		sv_load_history(t);
	if (is_wanted(p, t) && has_room(p))
		write_table(p, t);
	if (is_ours)
		sv_free_table(t);
	return true;
}

/* Of a list that is not searched by name, own tables have been written before. */
static bool write_public(void *to, const sv_table_row *row)
{
	page *p = to;
	bool is_ours;
	p->is_full = p->rows == PAGE_ROWS || !has_room(p);
	if (p->is_full)
		return false;
	sv_table *t = table_of_row(p->request->client->hub, row, &is_ours);
	p->last_status = row->status;
	p->last_time = row->updated;
	p->last_id = row->id;
	if (!t)
		return true;
	if (p->filter.name[0] || !is_own(t, p->request->client) || t->status == SV_OVER) {
		write_table(p, t);
		p->rows++;
	}
	if (is_ours)
		sv_free_table(t);
	return true;
}

/* Writes tables of all statuses that are wanted, from the place where the page begins. Returns
 * false if the store failed. */
static bool write_rows(page *p, bool is_first)
{
	bool may_be_behind = !is_first;
	sv_client *c = p->request->client;
	sv_store *store = c->hub->store;
	int first = p->status >= 0 ? p->status
		: is_first             ? SV_LOBBY
							   : p->last_status,
		last = p->filter.with_room ? SV_LOBBY
		: p->status >= 0           ? p->status
								   : SV_OVER;
	if (is_first && !p->filter.name[0] &&
		!sv_store_each_own(store, c->person, MOST_OWN, write_own, p))
		return false;
	for (int status = first; status <= last && status <= SV_OVER && !p->is_full; status++) {
		bool continues = !is_first && status == p->last_status;
		p->filter.status = status;
		p->filter.before = continues ? p->last_time : INT64_MAX;
		p->filter.before_id = continues ? p->last_id : INT64_MAX;
		p->filter.since = status == SV_OVER ? sv_wall_now(c->hub) - RECENT : 0;
		/* The first page may be watched: whoever does that misses no change. */
		if ((!may_be_behind ||
				!sv_replica_lists(c->hub, &p->filter, PAGE_ROWS + 1, write_public, p)) &&
			!sv_store_each_listed(store, &p->filter, PAGE_ROWS + 1, write_public, p) &&
			*sv_store_error(store))
			return false;
		is_first =
			is_first || status == p->last_status; /* the next status is listed from its top */
	}
	return true;
}

static bool read_page(const sv_request *r, page *p)
{
	const char *game = sv_request_text(r, "game"), *status = sv_request_text(r, "status"),
			   *name = sv_request_text(r, "name"), *from = sv_request_text(r, "from");
	p->filter = (sv_list_filter){.game = game ? game : "", .name = name ? name : ""};
	p->filter.with_room = json_is_true(json_object_get(r->body, "free"));
	p->status = -1;
	for (int i = 0; status && i < AP_COUNT(statuses); i++)
		if (strcmp(status, statuses[i]) == 0)
			p->status = i;
	if (p->filter.with_room && p->status > SV_LOBBY)
		return false;
	return (!status || p->status >= 0) && strlen(p->filter.name) < SV_NAME_SIZE &&
		(!from || read_place(from, p));
}

void sv_on_lobby(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_client *c = r->client;
	page p = {.request = r};
	if (!read_page(r, &p)) {
		sv_refuse(c, r->id, "bad-message",
			"a status is lobby, running, over or cancelled, from is what next was, and only tables "
			"in the lobby have free seats");
		return;
	}
	bool is_first = !json_object_get(r->body, "from");
	if (json_is_false(json_object_get(r->body, "watch")))
		sv_unwatch_lobby(c);
	else if (is_first || json_is_true(json_object_get(r->body, "watch")))
		sv_watch_lobby(c);
	ap_json j = sv_begin_message(c->hub, "lobby", r->id);
	p.j = &j;
	ap_json_key(&j, "tables");
	ap_json_open(&j, '[');
	bool complete = write_rows(&p, is_first);
	ap_json_close(&j, ']');
	ap_json_key(&j, "more");
	ap_json_bool(&j, p.is_full);
	write_place(&j, &p);
	if (complete)
		sv_queue_message(c, &j);
	else
		sv_refuse(c, r->id, "storage", "the list cannot be read");
}

/* ---- One table ------------------------------------------------------------------------------- */

/* A key cannot be guessed: somebody who knows that of a finished game was sent a link to it. */
static bool may_see_summary(const sv_table *t, int64_t person, const char *invite)
{
	return t->is_public || t->status == SV_OVER || strcmp(t->invite, invite) == 0 ||
		(person && (t->owner == person || sv_seat_of(t, person) != AP_OBSERVER));
}

static size_t write_summary_with_host(sv_table *t, char *out, size_t size)
{
	sv_person_row host;
	ap_json j = ap_json_into(out, size);
	ap_json_open(&j, '{');
	sv_write_table_summary(&j, t);
	ap_json_key(&j, "host");
	if (t->owner && sv_store_find_person(t->hub->store, t->owner, &host))
		ap_json_string(&j, host.name);
	else
		ap_json_null(&j);
	ap_json_close(&j, '}');
	return ap_json_done(&j);
}

size_t sv_hub_summary(
	sv_hub *hub, const char *key, int64_t person, const char *invite, char *out, size_t size)
{
	assert(hub && key && invite && out);
	bool is_copy;
	sv_table *t = sv_look_at_table(hub, key, &is_copy);
	size_t length =
		t && may_see_summary(t, person, invite) ? write_summary_with_host(t, out, size) : 0;
	if (is_copy)
		sv_free_table(t);
	return length < size ? length : 0;
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
		sv_write_list_row(p->j, t, p->client);
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
