/* hub_notices.c: see hub_notices.h.
 *
 * A person gets one notice of a question, after not looking at the table for a while, and only if
 * the server will not answer the question itself. Nothing that others can see depends on any of
 * this. */
#include "server/hub_notices.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"
#include "server/play.h"
#include "server/watch.h"
#include "text/memory.h"

struct sv_pending_notice {
	struct sv_pending_notice *next;
	sv_notice notice;
};

void sv_hub_on_notice(sv_hub *hub, sv_notice_handler *handler, void *to)
{
	assert(hub);
	hub->on_notice = handler;
	hub->notice_to = to;
}

/* ---- Notices that wait for the commit -------------------------------------------------------- */

static void add_pending(sv_hub *hub, const sv_notice *notice)
{
	sv_pending_notice *pending = ap_allocate(1, sizeof *pending), **last = &hub->pending_notices;
	pending->notice = *notice;
	while (*last)
		last = &(*last)->next;
	*last = pending;
}

static void drop_notices(sv_pending_notice **list)
{
	while (*list) {
		sv_pending_notice *pending = *list;
		*list = pending->next;
		free(pending);
	}
}

void sv_drop_pending_notices(sv_hub *hub)
{
	assert(hub);
	drop_notices(&hub->pending_notices);
	drop_notices(&hub->awaited_notices);
}

void sv_await_notices(sv_hub *hub)
{
	assert(hub && !hub->awaited_notices);
	hub->awaited_notices = hub->pending_notices;
	hub->pending_notices = NULL;
}

void sv_send_awaited_notices(sv_hub *hub)
{
	assert(hub && (hub->on_notice || !hub->awaited_notices));
	for (const sv_pending_notice *p = hub->awaited_notices; p; p = p->next)
		hub->on_notice(hub->notice_to, &p->notice);
	drop_notices(&hub->awaited_notices);
}

/* ---- Who gets a notice ----------------------------------------------------------------------- */

static bool is_reachable(const sv_table *t, int seat)
{
	return t->slow && t->hub->on_notice && t->seat[seat].kind == SV_SEAT_PERSON &&
		t->seat[seat].person;
}

static bool person_watches(const sv_table *t, int seat)
{
	for (const sv_watcher *w = t->watchers; w; w = w->next)
		if (w->client->person == t->seat[seat].person)
			return true;
	return false;
}

static sv_notice make_notice(const sv_table *t, int seat, sv_notice_kind kind)
{
	sv_notice n = {.kind = kind, .person = t->seat[seat].person, .game = t->game, .seat = seat};
	memcpy(n.table, t->key, sizeof n.table);
	memcpy(n.rematch, t->rematch, sizeof n.rematch);
	return n;
}

void sv_notify_absent(sv_table *t, sv_notice_kind kind, int64_t except)
{
	assert(t && kind < SV_NOTICE_KINDS);
	for (int seat = 0; seat < t->setup.players; seat++) {
		if (!is_reachable(t, seat) || person_watches(t, seat) || t->seat[seat].person == except)
			continue;
		sv_notice n = make_notice(t, seat, kind);
		add_pending(t->hub, &n);
	}
}

/* ---- Notices of questions -------------------------------------------------------------------- */

static bool needs_notice(const sv_table *t, int seat)
{
	return is_reachable(t, seat) && !t->seat[seat].away &&
		t->seat[seat].noticed != t->question + 1 && (ap_actors(&t->history->state) & AP_SEAT(seat));
}

static bool is_answered_automatically(const sv_table *t, int seat)
{
	ap_any view;
	ap_action answer;
	ap_view(t->game, &t->history->state, seat, &view);
	return sv_find_automatic_answer(t, seat, &view, &answer);
}

/* The table is saved, so that a restart does not send the notice again. */
static void notify_seat(sv_table *t, int seat)
{
	sv_notice n = make_notice(t, seat, SV_NOTICE_ASKED);
	n.question = t->question;
	n.step = ap_step_of(&t->history->state);
	n.deadline = sv_deadline(t) ? sv_wall_time(t, sv_deadline(t)) : 0;
	add_pending(t->hub, &n);
	t->seat[seat].noticed = t->question + 1;
	sv_save_table_quietly(t);
}

int64_t sv_notify_asked(sv_table *t)
{
	assert(t && t->history);
	int64_t next = INT64_MAX, now = sv_now(t->hub), delay = t->hub->limits.notice_delay;
	for (int seat = 0; seat < t->setup.players; seat++) {
		sv_seat *s = &t->seat[seat];
		if (!needs_notice(t, seat))
			continue;
		if (s->notice_at < t->asked_at + delay)
			s->notice_at = t->asked_at + delay;
		if (s->notice_at <= now && person_watches(t, seat))
			s->notice_at = now + delay;
		if (s->notice_at > now)
			next = s->notice_at < next ? s->notice_at : next;
		else if (!is_answered_automatically(t, seat))
			notify_seat(t, seat);
	}
	return next;
}

void sv_restart_notice_delay(sv_table *t, int64_t person)
{
	assert(t);
	int seat = sv_seat_of(t, person);
	if (seat == AP_OBSERVER || t->status != SV_RUNNING || !is_reachable(t, seat))
		return;
	t->seat[seat].notice_at = sv_now(t->hub) + t->hub->limits.notice_delay;
	if (t->due && t->seat[seat].notice_at < t->due)
		t->due = t->seat[seat].notice_at;
	if (t->due < t->hub->due)
		t->hub->due = t->due;
}
