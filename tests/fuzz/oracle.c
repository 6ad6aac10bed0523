/* oracle.c: see oracle.h. */
#include "fuzz/oracle.h"

#include <sodium.h>
#include <string.h>

/* ---- Fingerprints ---------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
	static const unsigned char key[crypto_shorthash_KEYBYTES];
	uint64_t own;
	MUST(crypto_shorthash((unsigned char *)&own, bytes, size, key) == 0);
	return (hash ^ own) * 1099511628211u;
}

/* The tables in the store, while they are being hashed. */
typedef struct rows {
	sv_hub *hub;
	uint64_t hash;
	int64_t id[64];
	int count;
} rows;

static bool mix_row(void *to, const sv_table_row *row)
{
	rows *r = to;
	r->hash = mix(r->hash, row->meta, strlen(row->meta));
	r->hash = mix(r->hash, row->key, strlen(row->key));
	r->hash = mix(r->hash, &row->status, sizeof row->status);
	r->hash = mix(r->hash, &row->updated, sizeof row->updated);
	if (r->count < 64)
		r->id[r->count++] = row->id;
	return true;
}

/* Returns a hash of the tables in memory that does not depend on their order. Finished games are
 * left out, because a message that is refused may load one. */
static uint64_t hash_in_memory(const sv_hub *hub)
{
	uint64_t sum = 0;
	for (const sv_table *t = hub->tables; t; t = t->next) {
		if (t->status == SV_OVER)
			continue;
		uint64_t hash = mix(0, t->key, sizeof t->key);
		hash = mix(hash, t->seat, t->setup.players * sizeof *t->seat);
		hash = mix(hash, &t->fair, sizeof t->fair);
		hash = mix(hash, &t->undo, sizeof t->undo);
		hash = mix(hash, &t->status, sizeof t->status);
		sum += hash;
	}
	return sum;
}

uint64_t fingerprint(sv_hub *hub)
{
	rows r = {.hub = hub};
	for (int status = SV_LOBBY; status <= SV_CANCELLED; status++)
		MUST(sv_store_each_table(hub->store, status, mix_row, &r));
	for (int i = 0; i < r.count; i++) {
		int talk = sv_store_next_talk(hub->store, r.id[i]);
		r.hash = mix(r.hash, &talk, sizeof talk);
	}
	r.hash = mix(r.hash, &hub->figures.lines, sizeof hub->figures.lines);
	return r.hash + hash_in_memory(hub);
}

/* ---- The same tables ------------------------------------------------------------------------- */

static void check_same_fair(const ap_fair *a, const ap_fair *b)
{
	MUST(a->players == b->players && a->published == b->published);
	MUST(a->secret_known == b->secret_known && a->pledged == b->pledged && a->opened == b->opened);
	MUST(!a->published || memcmp(a->commitment, b->commitment, AP_FAIR_BYTES) == 0);
	MUST(!a->secret_known || memcmp(a->secret, b->secret, AP_FAIR_BYTES) == 0);
	for (int seat = 0; seat < a->players; seat++) {
		MUST(!(a->pledged & AP_SEAT(seat)) ||
			memcmp(a->pledge[seat], b->pledge[seat], AP_FAIR_BYTES) == 0);
		MUST(!(a->opened & AP_SEAT(seat)) ||
			memcmp(a->nonce[seat], b->nonce[seat], AP_FAIR_BYTES) == 0);
	}
}

static void check_same_seat(const sv_table *one, const sv_table *other, int seat)
{
	const sv_seat *a = &one->seat[seat], *b = &other->seat[seat];
	MUST(a->kind == b->kind && a->person == b->person && strcmp(a->name, b->name) == 0);
	MUST(strcmp(a->level, b->level) == 0 && a->away == b->away);
	MUST(a->ask_all == b->ask_all && a->muted == b->muted && a->orders == b->orders);
	for (int i = 0; i < a->orders; i++) {
		const sv_order *x = &one->order[seat][i], *y = &other->order[seat][i];
		MUST(x->step == y->step && x->action == y->action && x->once == y->once);
	}
}

static void check_same_recent(const sv_table *a, const sv_table *b, int seat)
{
	sv_answered_message one, other;
	size_t at = 0, at_other = 0;
	MUST(a->answered[seat].ever == b->answered[seat].ever);
	while (sv_next_answered(&a->answered[seat], &at, &one)) {
		MUST(sv_next_answered(&b->answered[seat], &at_other, &other));
		MUST(strcmp(one.id, other.id) == 0 && one.question == other.question);
		MUST(one.line.kind == other.line.kind && one.line.seat == other.line.seat &&
			one.line.value == other.line.value);
	}
	MUST(!sv_next_answered(&b->answered[seat], &at_other, &other));
}

static void check_same_game(const sv_table *a, const sv_table *b)
{
	const ap_history *one = a->history, *other = b->history;
	MUST(other && one->lines == other->lines && one->moves == other->moves);
	MUST(one->outcomes == other->outcomes);
	MUST(memcmp(&one->state, &other->state, ap_state_size(a->game)) == 0);
	MUST(a->question == b->question && a->asked == b->asked);
	MUST(a->logged_events == b->logged_events);
	MUST(memcmp(a->seen_events, b->seen_events, sizeof a->seen_events) == 0);
	MUST(memcmp(&a->dice_key, &b->dice_key, sizeof a->dice_key) == 0);
	for (int seat = 0; seat < a->setup.players; seat++)
		check_same_recent(a, b, seat);
}

static void check_same_table(sv_table *a, sv_table *b)
{
	MUST(a->id == b->id && a->owner == b->owner && a->created == b->created);
	MUST(a->updated == b->updated && strcmp(a->invite, b->invite) == 0 && a->status == b->status);
	MUST(a->game == b->game && memcmp(&a->setup, &b->setup, sizeof a->setup) == 0);
	MUST(a->is_public == b->is_public && a->slow == b->slow && a->fast == b->fast);
	MUST(a->tempo == b->tempo && a->move_time == b->move_time && a->countdown == b->countdown);
	MUST(a->hold_time == b->hold_time && a->bot_delay == b->bot_delay);
	MUST(a->holders == b->holders && a->clock_from == b->clock_from);
	MUST(a->pause.since == b->pause.since && a->pause.elapsed == b->pause.elapsed);
	MUST(strcmp(a->rematch, b->rematch) == 0);
	check_same_fair(&a->fair, &b->fair);
	for (int seat = 0; seat < a->setup.players; seat++)
		check_same_seat(a, b, seat);
	if (a->history) {
		MUST(sv_load_history(b));
		check_same_game(a, b);
	}
}

void check_same_tables(sv_hub *hub, sv_hub *other)
{
	for (sv_table *t = hub->tables; t; t = t->next) {
		sv_table *again = sv_find_table(other, t->key);
		MUST(again);
		check_same_table(t, again);
	}
	for (const sv_table *t = other->tables; t; t = t->next) {
		bool known = false;
		for (const sv_table *own = hub->tables; own; own = own->next)
			known = known || own->id == t->id;
		MUST(known);
	}
	/* While the hub lives no id is given again. That of a table that was deleted with all it had
	 * may be, after a restart. */
	MUST(hub->next_table_id >= other->next_table_id);
}

/* ---- What was shown -------------------------------------------------------------------------- */

/* Removes zeros from tables of numbers, where a missing number means zero. */
static void remove_zeros(json_t *view)
{
	const char *key, *row_key, *number_key;
	json_t *part, *row, *number;
	void *next;
	json_object_foreach(view, key, part)
	{
		json_object_foreach(part, row_key, row)
		{
			json_object_foreach_safe(row, next, number_key, number)
			{
				if (json_is_integer(number) && json_integer_value(number) == 0)
					json_object_del(row, number_key);
			}
		}
	}
}

static json_t *json_of(const ap_game *game, const void *view)
{
	static char text[1 << 17];
	size_t length = ap_write_state(game, view, text, sizeof text);
	MUST(length < sizeof text);
	json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	MUST(json);
	remove_zeros(json);
	return json;
}

/* Writes the view that the server shows at a table. It differs from ap_view() as long as a sealed
 * question is open: then nobody is shown which other seats have answered. */
static void view_at_table(const sv_table *t, int viewer, void *out)
{
	ap_seats own = AP_SEAT(viewer);
	ap_view(t->game, &t->history->state, viewer, out);
	if (ap_actors(out) && ap_step_sealed(t->game, ap_step_of(out)))
		ap_top(out)->asked = (ap_seats)((t->asked & ~own) | (ap_actors(out) & own));
}

void check_shown_view(const sv_watcher *w, json_t *view)
{
	ap_any now;
	const sv_table *t = w->table;
	MUST(w->viewer == sv_seat_of(t, w->client->person));
	if (!t->history)
		return;
	view_at_table(t, w->viewer, &now);
	MUST(!w->view || memcmp(&now, w->view, ap_state_size(t->game)) == 0);
	json_t *expected = json_of(t->game, &now);
	remove_zeros(view);
	MUST(json_equal(expected, view));
	json_decref(expected);
}
