/* list_changes.c: tells those who watch the list of tables what has changed in it.
 *
 * People at a table are told at once. For all others the changed row is written once and kept; what
 * has come together in a second is sent to everybody who watches, at most a few rows at a time. So
 * the work does not grow with the number of tables that change times the number of those who
 * watch. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"
#include "server/lists.h"
#include "server/relay.h"
#include "text/memory.h"

enum {
	INTERVAL = 1000, /* ms between two times that all are told */
	AT_ONCE = 30     /* rows that all are told at a time */
};

/* A row that has changed, as everybody sees it who does not sit there. */
typedef struct sv_list_change {
	sv_table *table;                  /* NULL: it is not in memory any more */
	int64_t people[AP_MAX_SEATS + 1]; /* those who are told at once: its people and its owner */
	char *text;
	size_t length;
	struct sv_list_change *next;
} sv_list_change;

/* ---- Who watches ----------------------------------------------------------------------------- */

static sv_client **bucket_of(sv_hub *hub, int64_t person)
{
	return &hub->lobby_bucket[(uint64_t)person % SV_PERSON_BUCKETS];
}

void sv_watch_lobby(sv_client *c)
{
	assert(c);
	sv_client **bucket = bucket_of(c->hub, c->person);
	if (c->watches_lobby)
		return;
	c->watches_lobby = true;
	c->next_in_lobby = c->hub->lobby_watchers;
	c->hub->lobby_watchers = c;
	c->next_of_person = *bucket;
	*bucket = c;
	if (c->hub->relay && !c->mirror)
		sv_relay_lobby(c, true);
}

void sv_unwatch_lobby(sv_client *c)
{
	assert(c);
	if (!c->watches_lobby)
		return;
	sv_client **at = &c->hub->lobby_watchers;
	while (*at != c)
		at = &(*at)->next_in_lobby;
	*at = c->next_in_lobby;
	at = bucket_of(c->hub, c->person);
	while (*at != c)
		at = &(*at)->next_of_person;
	*at = c->next_of_person;
	c->watches_lobby = false;
	if (c->hub->relay && !c->mirror)
		sv_relay_lobby(c, false);
}

/* ---- People at the table --------------------------------------------------------------------- */

static void send_row(sv_client *c, sv_table *t)
{
	ap_json j = sv_begin_message(t->hub, "lobby_change", NULL);
	sv_write_list_row(&j, t, c);
	sv_queue_message(c, &j);
}

static void send_row_to_person(sv_table *t, int64_t person)
{
	for (sv_client *c = *bucket_of(t->hub, person); c; c = c->next_of_person)
		if (c->person == person)
			send_row(c, t);
}

static bool person_watches(const sv_table *t, int64_t person)
{
	const sv_client *c = *bucket_of(t->hub, person);
	while (c && c->person != person)
		c = c->next_of_person;
	return c != NULL;
}

/* Lists the people at the table and its owner, each once; the rest is 0. */
static void list_people(const sv_table *t, int64_t people[AP_MAX_SEATS + 1])
{
	int count = 0;
	memset(people, 0, (AP_MAX_SEATS + 1) * sizeof *people);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_PERSON && t->seat[seat].person)
			people[count++] = t->seat[seat].person;
	if (t->owner && sv_seat_of(t, t->owner) == AP_OBSERVER)
		people[count] = t->owner;
}

void sv_send_turn_changes(sv_table *t)
{
	assert(t);
	for (int seat = 0; seat < t->setup.players; seat++) {
		const sv_seat *s = &t->seat[seat];
		if (s->kind == SV_SEAT_PERSON && s->person && person_watches(t, s->person) &&
			sv_is_turn_of(t, seat) != ((t->shown_turns & AP_SEAT(seat)) != 0))
			send_row_to_person(t, s->person);
	}
}

/* ---- Everybody ------------------------------------------------------------------------------- */

static sv_list_change *find_or_add_change(sv_table *t)
{
	sv_hub *hub = t->hub;
	if (t->list_change) {
		free(t->list_change->text);
		return t->list_change;
	}
	sv_list_change *change = ap_allocate(1, sizeof *change);
	change->table = t;
	t->list_change = change;
	*hub->last_change = change;
	hub->last_change = &change->next;
	return change;
}

static void note_change(sv_table *t)
{
	sv_hub *hub = t->hub;
	if (!hub->lobby_watchers)
		return;
	sv_list_change *change = find_or_add_change(t);
	list_people(t, change->people);
	ap_json j = sv_begin_message(hub, "lobby_change", NULL);
	sv_write_table_summary(&j, t);
	ap_json_close(&j, '}');
	change->length = ap_json_done(&j);
	change->text = ap_allocate(change->length + 1, 1);
	memcpy(change->text, hub->scratch, change->length + 1);
}

void sv_send_lobby_change(sv_table *t)
{
	assert(t);
	int64_t people[AP_MAX_SEATS + 1];
	list_people(t, people);
	for (int i = 0; i <= AP_MAX_SEATS && people[i]; i++)
		send_row_to_person(t, people[i]);
	if (t->is_public)
		note_change(t);
}

static bool is_told_at_once(const sv_list_change *change, int64_t person)
{
	for (int i = 0; i <= AP_MAX_SEATS && change->people[i]; i++)
		if (change->people[i] == person)
			return true;
	return false;
}

/* Another node tells those who watch there, but not the people who are told at once: the row begins
 * with their numbers. */
static void queue_for_node(sv_client *c, const sv_list_change *change)
{
	char people[(AP_MAX_SEATS + 1) * 21 + 1] = "";
	size_t used = 0;
	for (int i = 0; i <= AP_MAX_SEATS && change->people[i]; i++)
		used += (size_t)snprintf(
			people + used, sizeof people - used, "%s%" PRId64, i > 0 ? "," : "", change->people[i]);
	char *text = ap_allocate(used + 1 + change->length + 1, 1);
	memcpy(text, people, used);
	text[used] = '\n';
	memcpy(text + used + 1, change->text, change->length + 1);
	sv_queue_text(c, text, used + 1 + change->length);
	free(text);
}

static void remove_first(sv_hub *hub)
{
	sv_list_change *change = hub->first_change;
	hub->first_change = change->next;
	if (!hub->first_change)
		hub->last_change = &hub->first_change;
	if (change->table)
		change->table->list_change = NULL;
	free(change->text);
	free(change);
}

void sv_send_list_changes(sv_hub *hub)
{
	assert(hub);
	int64_t now = sv_now(hub);
	if (!hub->first_change)
		return;
	if (hub->changes_at > now + INTERVAL) /* the clock was set back */
		hub->changes_at = now;
	if (now < hub->changes_at)
		return;
	hub->changes_at = now + INTERVAL;
	for (int i = 0; i < AT_ONCE && hub->first_change; i++) {
		const sv_list_change *change = hub->first_change;
		for (sv_client *c = hub->lobby_watchers; c; c = c->next_in_lobby)
			if (sv_mirror_is_list(c->mirror))
				queue_for_node(c, change);
			else if (!c->mirror && !is_told_at_once(change, c->person))
				sv_queue_text(c, change->text, change->length);
		remove_first(hub);
	}
}

int64_t sv_list_changes_due(const sv_hub *hub)
{
	assert(hub);
	return hub->first_change ? hub->changes_at : INT64_MAX;
}

void sv_forget_list_table(sv_table *t)
{
	assert(t);
	if (t->list_change)
		t->list_change->table = NULL;
	t->list_change = NULL;
}

void sv_drop_list_changes(sv_hub *hub)
{
	assert(hub);
	while (hub->first_change)
		remove_first(hub);
}
