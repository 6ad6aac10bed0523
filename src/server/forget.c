/* forget.c: what tables keep of a person whose data is deleted: a seat, which is nobody's. */
#include "server/hub_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- One table ------------------------------------------------------------------------------- */

/* What is left plays on: a bot of the level he had, or would have had, in his place. */
static void blank(sv_table *t, int seat)
{
	sv_seat *s = &t->seat[seat];
	sv_seat left = {.kind = SV_PERSON, .own_nonce = s->own_nonce};
	left.away = s->away || t->status == SV_RUNNING;
	memcpy(left.level, s->level, sizeof left.level);
	*s = left;
}

static bool forget_at(sv_table *t, int64_t person)
{
	bool found = t->owner == person;
	if (t->owner == person)
		t->owner = 0;
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_PERSON && t->seat[seat].person == person) {
			blank(t, seat);
			found = true;
		}
	return found;
}

static void tell_everybody(sv_table *t)
{
	sv_save_table(t);
	sv_lobby_changed(t);
	sv_show_table(t);
}

static void forget_in_lobby(sv_table *t, int64_t person)
{
	int seat = sv_seat_of(t, person);
	bool owned = t->owner == person;
	if (seat != AP_OBSERVER)
		sv_get_up(t, seat);
	if (owned) {
		t->owner = 0;
		t->status = SV_CANCELLED;
	}
	if (owned || seat != AP_OBSERVER)
		tell_everybody(t);
	if (owned)
		sv_forget_table(t);
}

static void forget_in_memory(sv_table *t, int64_t person)
{
	int seat = sv_seat_of(t, person);
	if (t->status == SV_LOBBY) {
		forget_in_lobby(t, person);
		return;
	}
	if (!forget_at(t, person))
		return;
	if (t->undo.open && t->undo.by == seat)
		t->undo = (sv_undo){0};
	tell_everybody(t);
	if (t->status != SV_RUNNING || seat == AP_OBSERVER || !sv_load_history(t))
		return;
	sv_undo_without(t, seat);
	sv_go_on(t);
}

/* ---- Those that are only in the store -------------------------------------------------------- */

typedef struct found {
	char person[40], owner[40]; /* as the meta has him */
	char (*key)[SV_KEY];
	int count, room;
	bool full; /* no memory for more */
} found;

/* Its meta is read only if he can be in it: there may be ten thousand. */
static bool look_for(void *to, const sv_table_row *row)
{
	found *f = to;
	if (!strstr(row->meta, f->person) && !strstr(row->meta, f->owner))
		return true;
	if (f->count == f->room) {
		int room = f->room ? 2 * f->room : 64;
		void *more = realloc(f->key, (size_t)room * sizeof *f->key);
		f->full = !more;
		if (!more)
			return false;
		f->key = more;
		f->room = room;
	}
	memcpy(f->key[f->count++], row->key, SV_KEY);
	return true;
}

static bool find_stored(sv_hub *hub, int64_t person, found *f)
{
	*f = (found){0};
	snprintf(f->person, sizeof f->person, "\"person\":%" PRId64 ",", person);
	snprintf(f->owner, sizeof f->owner, "\"owner\":%" PRId64 ",", person);
	return sv_store_tables(hub->store, SV_OVER, look_for, f) &&
		sv_store_tables(hub->store, SV_CANCELLED, look_for, f);
}

static bool in_memory(const sv_hub *hub, const char *key)
{
	for (const sv_table *t = hub->tables; t; t = t->next)
		if (strcmp(t->key, key) == 0)
			return true;
	return false;
}

static void forget_stored(sv_hub *hub, const char *key, int64_t person)
{
	sv_table_row row;
	if (in_memory(hub, key) || !sv_store_table(hub->store, key, &row))
		return;
	sv_table *t = sv_read_table(hub, &row);
	if (!t)
		return;
	if (forget_at(t, person))
		sv_save_quietly(t);
	sv_free_table(t);
}

bool sv_hub_forget_person(sv_hub *hub, int64_t person)
{
	found f;
	bool good = find_stored(hub, person, &f);
	for (sv_table *t = hub->tables, *next; good && t; t = next) {
		next = t->next;
		forget_in_memory(t, person);
	}
	for (int i = 0; good && i < f.count; i++)
		forget_stored(hub, f.key[i], person);
	free(f.key);
	return good;
}
