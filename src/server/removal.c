/* removal.c: whoever has made a table removes somebody from a seat before the game begins: one who
 * only keeps the seat from others, or does not open a nonce. He cannot sit down there again, and
 * the invitation that he knows is none any more. */
#include <assert.h>
#include <string.h>

#include "server/lists.h"
#include "server/requests.h"

bool sv_is_removed(const sv_table *t, int64_t person)
{
	assert(t);
	for (int i = 0; i < t->removed_count; i++)
		if (t->removed[i] == person)
			return true;
	return false;
}

/* Tells the person. A table that is not public is not for him any more. */
static void send_removed(sv_table *t, int64_t person, int seat)
{
	for (sv_watcher *w = t->watchers, *next; w; w = next) {
		next = w->next;
		if (w->client->person != person)
			continue;
		ap_json j = sv_begin_message(t->hub, "removed", NULL);
		ap_json_key(&j, "table");
		ap_json_string(&j, t->key);
		ap_json_key(&j, "seat");
		ap_json_string(&j, ap_seat_name(t->game, seat));
		sv_queue_message(w->client, &j);
		if (!t->is_public)
			sv_unwatch(w);
	}
}

static void remove_from(sv_table *t, int seat)
{
	int64_t person = t->seat[seat].person;
	sv_add_removed(t, person);
	sv_random_key(t->hub, t->invite);
	send_removed(t, person, seat);
	sv_leave_seat(t, seat);
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
}

void sv_on_remove(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_table *t = sv_request_table(r);
	if (!t)
		return;
	int seat = ap_seat_named(t->game, sv_request_text(r, "seat"));
	if (t->owner != r->client->person)
		sv_refuse(r->client, r->id, "not-yours", "only who made the table removes somebody");
	else if (t->status != SV_LOBBY)
		sv_refuse(r->client, r->id, "not-now", "the game has begun");
	else if (seat >= t->setup.players || t->seat[seat].kind != SV_SEAT_PERSON ||
		t->seat[seat].person == t->owner)
		sv_refuse(r->client, r->id, "not-seated", "nobody else sits there");
	else {
		remove_from(t, seat);
		sv_answer_done(r, t);
	}
}
