/* expiry.c: see expiry.h.
 *
 * When a table expires is stored with it, and put off when somebody looks at it, but not at every
 * look: only when a good part of the time is over. */
#include "server/expiry.h"

#include <assert.h>
#include <string.h>

#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/lists.h"
#include "server/nodes.h"

enum {
	INTERVAL = 60 * 1000,      /* ms between two looks at what has expired, at most */
	AT_ONCE = 20,              /* tables, and guests, that are deleted at a time */
	AFTER_CANCEL = 3600 * 1000 /* ms for which a cancelled table is kept */
};

static bool has_seat_of_person(const sv_table *t)
{
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_PERSON)
			return true;
	return false;
}

/* Returns for how long the table is kept without anybody looking; 0: for ever. */
static int64_t time_kept(const sv_table *t)
{
	const sv_limits *limits = &t->hub->limits;
	bool has_people = sv_count_players(t) > 0;
	switch (t->status) {
	case SV_LOBBY:
		return has_people ? limits->waiting_table : limits->empty_table;
	case SV_RUNNING:
		return has_people ? 0 : limits->empty_table;
	case SV_OVER:
		return has_seat_of_person(t) ? 0 : limits->waiting_table;
	default:
		return AFTER_CANCEL;
	}
}

int64_t sv_expiry_of(const sv_table *t, int64_t now)
{
	assert(t);
	int64_t time = time_kept(t);
	return time ? now + time : 0;
}

static void put_off(sv_table *t, int64_t expires)
{
	t->expires = expires;
	sv_store_set_expiry(t->hub->store, t->id, expires);
	t->hub->needs_flush = true;
}

void sv_note_look(sv_table *t)
{
	assert(t);
	int64_t now = sv_now(t->hub), expires = sv_expiry_of(t, now), time = expires - now;
	t->looked_at = now;
	if (expires && expires - t->expires > time / 8)
		put_off(t, expires);
}

bool sv_delete_table(sv_table *t)
{
	assert(t);
	sv_hub *hub = t->hub;
	sv_table_amounts none = {0};
	if (t->status != SV_CANCELLED) {
		t->status = SV_CANCELLED;
		sv_send_lobby_change(t);
	}
	sv_count_table(hub->meters, t->id, &t->counted, &none);
	bool deleted = sv_store_delete_table(hub->store, t->id);
	sv_store_mark_unused(hub->store, t->owner);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].person)
			sv_store_mark_unused(hub->store, t->seat[seat].person);
	hub->needs_flush = true;
	sv_remove_table(t);
	return deleted;
}

/* Deletes the table, or puts that off. */
static void expire(sv_table *t, int64_t now)
{
	int64_t after_look = sv_expiry_of(t, t->watchers ? now : t->looked_at);
	int64_t expires = after_look == 0 || after_look > t->expires ? after_look : t->expires;
	if (expires > now || !expires)
		put_off(t, expires);
	else
		sv_delete_table(t);
}

static bool is_connected(const sv_hub *hub, int64_t person)
{
	for (const sv_client *c = hub->clients; c; c = c->next)
		if (c->person == person)
			return true;
	return false;
}

/* Deletes the guest, unless he is there, though he has done nothing. */
static void expire_guest(sv_hub *hub, int64_t guest, int64_t now)
{
	sv_person_row row;
	if (!is_connected(hub, guest)) {
		sv_store_delete_person(hub->store, guest);
	} else if (sv_store_find_person(hub->store, guest, &row)) {
		row.seen = now;
		sv_store_change_person(hub->store, &row);
	}
	hub->needs_flush = true;
}

static void delete_guests(sv_hub *hub)
{
	int64_t guests[AT_ONCE], now = sv_wall_now(hub);
	int count = sv_store_unused_guests(hub->store, now - hub->limits.unused_guest, AT_ONCE, guests);
	for (int i = 0; i < count; i++)
		expire_guest(hub, guests[i], now);
}

/* Returns the ms between two looks. */
static int64_t interval(const sv_hub *hub)
{
	const sv_limits *l = &hub->limits;
	int64_t least = l->empty_table < l->unused_guest ? l->empty_table : l->unused_guest;
	least = l->waiting_table < least ? l->waiting_table : least;
	return least / 4 < INTERVAL ? least / 4 + 1 : INTERVAL;
}

/* A row that cannot be read, such as one of a game that this program does not have, stays. */
int64_t sv_delete_expired(sv_hub *hub, int64_t now)
{
	assert(hub);
	sv_table_row row;
	int64_t next = now + interval(hub);
	if (now < hub->expiry_at)
		return interval(hub) < INTERVAL ? hub->expiry_at : INT64_MAX; /* it ticks once a minute */
	hub->expiry_at = next;
	for (int i = 0; i < AT_ONCE && sv_store_find_expired(hub->store, now, sv_is_steward(hub), &row);
		 i++) {
		sv_table *t = sv_find_any_table(hub, row.key);
		if (t) {
			expire(t, now);
		} else if (!sv_is_shared(hub) || !sv_can_lead_row(hub, row.id)) {
			sv_store_set_expiry(hub->store, row.id, 0);
			hub->needs_flush = true;
		} else {
			break; /* another node has it by now */
		}
		if (i == AT_ONCE - 1)
			hub->expiry_at = now; /* there may be more */
	}
	if (sv_is_steward(hub))
		delete_guests(hub);
	return hub->expiry_at == next && interval(hub) == INTERVAL ? INT64_MAX : hub->expiry_at;
}
