/* admin_hub.c: see admin_hub.h. */
#include "server/admin_hub.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "server/choices.h"
#include "server/expiry.h"
#include "server/lists.h"
#include "server/nodes.h"
#include "server/play.h"
#include "server/requests.h"
#include "server/watch.h"

static void save_and_send(sv_table *t)
{
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
}

void sv_close_table(sv_table *t)
{
	assert(t && t->status <= SV_RUNNING);
	t->status = SV_CANCELLED;
	t->undo = (sv_undo){0};
	t->replacement = (sv_replacement){0};
	t->pause = (sv_pause){0};
	save_and_send(t);
	sv_remove_table(t);
}

/* ---- Seats ----------------------------------------------------------------------------------- */

bool sv_can_give_seats(const sv_table *t)
{
	assert(t);
	return t->status == SV_RUNNING || (t->status == SV_LOBBY && !t->fair.published);
}

/* Whatever waits for the person in the seat waits no longer. */
static void withdraw_requests(sv_table *t, int seat)
{
	if (t->undo.open && t->undo.by == seat)
		t->undo = (sv_undo){0};
	if (sv_load_history(t))
		sv_remove_from_votes(t, seat);
}

void sv_give_seat_to_bot(sv_table *t, int seat, const char *level)
{
	assert(t && sv_can_give_seats(t) && seat >= 0 && seat < t->setup.players && level);
	sv_seat *s = &t->seat[seat];
	if (t->status == SV_LOBBY) {
		sv_leave_seat(t, seat);
		s->kind = SV_SEAT_BOT;
	}
	snprintf(s->level, sizeof s->level, "%s", level);
	s->away = s->kind == SV_SEAT_PERSON;
	t->absent &= (ap_seats)~AP_SEAT(seat);
	save_and_send(t);
	if (t->status != SV_RUNNING)
		return;
	withdraw_requests(t, seat);
	sv_send_table(t);
	sv_continue_game(t);
}

void sv_give_seat_to_person(sv_table *t, int seat, const sv_person_row *person)
{
	assert(t && sv_can_give_seats(t) && seat >= 0 && seat < t->setup.players && person);
	assert(sv_seat_of(t, person->id) == AP_OBSERVER);
	sv_seat *s = &t->seat[seat];
	if (t->status == SV_LOBBY)
		sv_leave_seat(t, seat);
	else
		withdraw_requests(t, seat);
	*s = (sv_seat){.kind = SV_SEAT_PERSON, .person = person->id, .gone_at = sv_now(t->hub)};
	snprintf(s->name, sizeof s->name, "%s", person->name);
	snprintf(s->level, sizeof s->level, "%s", ap_strongest_bot(t->game)->level);
	sv_store_mark_used(t->hub->store, person->id);
	if (t->status == SV_RUNNING) {
		sv_store_add_player(t->hub->store, person->id, t->id);
		if (sv_load_history(t) && sv_count_people(t) == 2)
			sv_restart_clock(t); /* until now there may have been none */
	}
	save_and_send(t);
	sv_continue_game(t);
}

static void bench_in_lobby(sv_table *t, int64_t person)
{
	int seat = sv_seat_of(t, person);
	if (t->owner == person) {
		sv_close_table(t);
	} else if (seat != AP_OBSERVER) {
		sv_leave_seat(t, seat);
		save_and_send(t);
	}
}

bool sv_hub_bench_person(sv_hub *hub, int64_t person)
{
	assert(hub && person > 0);
	if (!sv_load_own_tables(hub, person))
		return false;
	for (sv_table *t = hub->tables, *next; t; t = next) {
		next = t->next;
		int seat = sv_seat_of(t, person);
		if (t->status == SV_LOBBY)
			bench_in_lobby(t, person);
		else if (t->status == SV_RUNNING && seat != AP_OBSERVER && !t->seat[seat].away)
			sv_give_seat_to_bot(t, seat, t->seat[seat].level);
	}
	return true;
}

/* ---- What was looked at, and what is deleted ------------------------------------------------- */

void sv_note_inspection(sv_table *t)
{
	assert(t);
	t->inspected = sv_wall_now(t->hub);
	save_and_send(t);
}

bool sv_delete_ended_table(sv_hub *hub, const sv_table_row *row)
{
	assert(hub && row && row->status >= SV_OVER);
	int64_t id = row->id;
	char key[SV_KEY_SIZE];
	memcpy(key, row->key, sizeof key);
	sv_table *t = sv_find_any_table(hub, key);
	hub->needs_flush = true;
	if (!t && sv_is_shared(hub))
		return false; /* another node leads it */
	return t ? sv_delete_table(t) : sv_store_delete_table(hub->store, id);
}

/* ---- What is told ---------------------------------------------------------------------------- */

void sv_send_talk_gone(sv_table *t, int64_t at, uint16_t seen_by)
{
	assert(t);
	for (sv_watcher *w = t->watchers; w; w = w->next) {
		if (!(seen_by & AP_SEAT(w->viewer)))
			continue;
		ap_json j = sv_begin_message(t->hub, "talk_gone", NULL);
		ap_json_key(&j, "table");
		ap_json_string(&j, t->key);
		ap_json_key(&j, "at");
		ap_json_int(&j, at);
		sv_queue_message(w->client, &j);
	}
	t->hub->needs_flush = true;
}

void sv_queue_announcement(sv_client *c, const sv_announcement *a)
{
	assert(c);
	ap_json j = sv_begin_message(c->hub, "announcement", NULL);
	ap_json_key(&j, "text");
	if (a)
		ap_json_string(&j, a->text);
	else
		ap_json_null(&j);
	if (a) {
		ap_json_key(&j, "until");
		ap_json_int(&j, a->until);
	}
	sv_queue_message(c, &j);
}

void sv_send_announcement(sv_hub *hub, const sv_announcement *a)
{
	assert(hub);
	for (sv_client *c = hub->clients; c; c = c->next)
		if (c->greeted && !c->mirror) /* other nodes tell their own */
			sv_queue_announcement(c, a);
	hub->needs_flush = true;
}
