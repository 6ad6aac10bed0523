/* forget_person.c: removes a person whose data is deleted from all tables. What remains is a seat
 * without a name. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/lists.h"
#include "server/nodes.h"
#include "server/play.h"
#include "server/requests.h"
#include "server/store_nodes.h"
#include "text/memory.h"

/* ---- One table ------------------------------------------------------------------------------- */

/* In a running game a bot plays on in the seat, with the level that was chosen for it. */
static void clear_seat(sv_table *t, int seat)
{
	sv_seat *s = &t->seat[seat];
	sv_seat cleared = {.kind = SV_SEAT_PERSON, .resigned = s->resigned};
	cleared.away = s->away || t->status == SV_RUNNING;
	memcpy(cleared.level, s->level, sizeof cleared.level);
	*s = cleared;
}

static bool forget_at_table(sv_table *t, int64_t person)
{
	bool stored_tables = t->owner == person;
	if (t->owner == person)
		t->owner = 0;
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_PERSON && t->seat[seat].person == person) {
			clear_seat(t, seat);
			stored_tables = true;
		}
	return stored_tables;
}

static void save_and_send(sv_table *t)
{
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
}

static void forget_in_lobby(sv_table *t, int64_t person)
{
	int seat = sv_seat_of(t, person);
	bool owned = t->owner == person;
	if (seat != AP_OBSERVER)
		sv_leave_seat(t, seat);
	if (owned) {
		t->owner = 0;
		t->status = SV_CANCELLED;
	}
	if (owned || seat != AP_OBSERVER)
		save_and_send(t);
	if (owned)
		sv_remove_table(t);
}

static void forget_at_loaded(sv_table *t, int64_t person)
{
	int seat = sv_seat_of(t, person);
	if (t->status == SV_LOBBY) {
		forget_in_lobby(t, person);
		return;
	}
	if (!forget_at_table(t, person))
		return;
	if (t->undo.open && t->undo.by == seat)
		t->undo = (sv_undo){0};
	save_and_send(t);
	if (t->status != SV_RUNNING || seat == AP_OBSERVER || !sv_load_history(t))
		return;
	sv_remove_from_votes(t, seat);
	sv_send_table(t);
	sv_continue_game(t);
}

/* ---- Tables that are only in the store ------------------------------------------------------- */

typedef struct stored_tables {
	char person[40]; /* how a meta names the person as a player, */
	char owner[40];  /* and as the owner */
	char (*key)[SV_KEY_SIZE];
	int count, room; /* of the keys of tables that may have to be changed */
} stored_tables;

static void add_to_list(stored_tables *list, const sv_table_row *row)
{
	if (list->count == list->room) {
		list->room = list->room ? 2 * list->room : 64;
		list->key = ap_reallocate(list->key, (size_t)list->room, sizeof *list->key);
	}
	memcpy(list->key[list->count++], row->key, SV_KEY_SIZE);
}

/* Adds the table if the person can be in its meta. To parse the metas of all tables would take too
 * long. */
static bool add_if_concerned(void *to, const sv_table_row *row)
{
	stored_tables *list = to;
	if (!strstr(row->meta, list->person) && !strstr(row->meta, list->owner))
		return true;
	add_to_list(list, row);
	return true;
}

static bool find_stored_tables(sv_hub *hub, int64_t person, stored_tables *list)
{
	*list = (stored_tables){0};
	snprintf(list->person, sizeof list->person, "\"person\":%" PRId64 ",", person);
	snprintf(list->owner, sizeof list->owner, "\"owner\":%" PRId64 ",", person);
	return sv_store_each_table(hub->store, SV_OVER, add_if_concerned, list) &&
		sv_store_each_table(hub->store, SV_CANCELLED, add_if_concerned, list);
}

static bool is_in_memory(const sv_hub *hub, const char *key)
{
	for (const sv_table *t = hub->tables; t; t = t->next)
		if (strcmp(t->key, key) == 0)
			return true;
	return false;
}

static void forget_at_stored(sv_hub *hub, const char *key, int64_t person)
{
	sv_table_row row;
	if (is_in_memory(hub, key) || !sv_store_find_table(hub->store, key, &row))
		return;
	sv_table *t = sv_read_table(hub, &row);
	if (!t)
		return;
	if (forget_at_table(t, person))
		sv_save_table_quietly(t);
	sv_free_table(t);
}

static bool add_key(void *to, const sv_table_row *row)
{
	stored_tables *list = to;
	add_to_list(list, row);
	return true;
}

bool sv_load_own_tables(sv_hub *hub, int64_t person)
{
	assert(hub && person > 0);
	stored_tables list = {0};
	bool complete = sv_store_each_own(hub->store, person, INT32_MAX, add_key, &list);
	for (int i = 0; complete && i < list.count; i++)
		sv_find_table(hub, list.key[i]);
	free(list.key);
	return complete;
}

void sv_forget_at_led_tables(sv_hub *hub, int64_t person)
{
	assert(hub && person > 0);
	for (sv_table *t = hub->tables, *next; t; t = next) {
		next = t->next;
		forget_at_loaded(t, person);
	}
}

/* Nodes handle the tables that they lead; those that nobody leads are led here from now on. */
bool sv_hub_forget_person(sv_hub *hub, int64_t person)
{
	assert(hub && person > 0);
	stored_tables list;
	bool complete = find_stored_tables(hub, person, &list) && sv_load_own_tables(hub, person);
	for (int i = 0; complete && hub->nodes && i < list.count; i++)
		sv_find_any_table(hub, list.key[i]);
	if (complete)
		sv_forget_at_led_tables(hub, person);
	for (int i = 0; complete && !hub->nodes && i < list.count; i++)
		forget_at_stored(hub, list.key[i], person);
	free(list.key);
	return complete && sv_tell_nodes(hub, SV_NEWS_PERSON, person);
}

/* ---- A table that had no leader -------------------------------------------------------------- */

typedef struct missing {
	int64_t person[AP_MAX_SEATS + 1];
	int count;
} missing;

static bool add_missing(void *to, int64_t person)
{
	missing *m = to;
	if (m->count <= AP_MAX_SEATS)
		m->person[m->count++] = person;
	return true;
}

/* The store does not list who sat at a table whose game is over. */
static void find_missing_at_ended(const sv_table *t, missing *m)
{
	sv_person_row row;
	for (int seat = 0; seat < t->setup.players; seat++) {
		int64_t person = t->seat[seat].person;
		if (person && !sv_store_find_person(t->hub->store, person, &row) &&
			!*sv_store_error(t->hub->store))
			add_missing(m, person);
	}
}

void sv_forget_missing_people(sv_table *t)
{
	assert(t);
	sv_hub *hub = t->hub;
	int64_t id = t->id;
	missing m = {.count = 0};
	sv_store_each_missing(hub->store, id, add_missing, &m);
	if (t->status == SV_OVER)
		find_missing_at_ended(t, &m);
	for (int i = 0; i < m.count; i++) {
		t = sv_table_in_memory(hub, id); /* it is removed with whoever has made it */
		if (t)
			forget_at_loaded(t, m.person[i]);
	}
}
