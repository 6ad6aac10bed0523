/* notices.c: what a slow table has to tell whom, and when.
 *
 * A person is told of a question once, when he has not looked at the table for a while, and only if
 * the server will not answer it for him. All of this is his own affair: nobody else is told, and
 * nothing anybody else can see depends on it. */
#include "server/hub_internal.h"

#include <stdlib.h>
#include <string.h>

#include "server/notices.h"

struct sv_untold {
	struct sv_untold *next;
	sv_notice notice;
};

void sv_hub_on_notice(sv_hub *hub, sv_notify *notify, void *to)
{
	hub->notify = notify;
	hub->notify_to = to;
}

/* ---- What was decided, until it is durable --------------------------------------------------- */

static void queue(sv_hub *hub, const sv_notice *notice)
{
	sv_untold *u = malloc(sizeof *u), **last = &hub->untold;
	if (!u)
		return; /* he will see it when he looks */
	*u = (sv_untold){NULL, *notice};
	while (*last)
		last = &(*last)->next;
	*last = u;
}

void sv_tell(sv_hub *hub, bool durable)
{
	while (hub->untold) {
		sv_untold *u = hub->untold;
		hub->untold = u->next;
		if (durable)
			hub->notify(hub->notify_to, &u->notice);
		free(u);
	}
}

/* ---- Who is to be told ----------------------------------------------------------------------- */

static bool is_reachable(const sv_table *t, int seat)
{
	return t->slow && t->hub->notify && t->seat[seat].kind == SV_PERSON && t->seat[seat].person;
}

static bool looks(const sv_table *t, int seat)
{
	for (const sv_watcher *w = t->watchers; w; w = w->next)
		if (w->client->person == t->seat[seat].person)
			return true;
	return false;
}

static sv_notice notice_of(const sv_table *t, int seat, sv_notice_kind kind)
{
	sv_notice n = {.kind = kind, .person = t->seat[seat].person, .game = t->game, .seat = seat};
	memcpy(n.table, t->key, sizeof n.table);
	memcpy(n.rematch, t->rematch, sizeof n.rematch);
	return n;
}

/* All who are not looking; `but`: who did it knows. */
void sv_tell_all(sv_table *t, sv_notice_kind kind, int64_t but)
{
	for (int seat = 0; seat < t->setup.players; seat++) {
		if (!is_reachable(t, seat) || looks(t, seat) || t->seat[seat].person == but)
			continue;
		sv_notice n = notice_of(t, seat, kind);
		queue(t->hub, &n);
	}
}

/* ---- Questions ------------------------------------------------------------------------------- */

static bool is_waited_for(const sv_table *t, int seat)
{
	return is_reachable(t, seat) && !t->seat[seat].away &&
		t->seat[seat].noticed != t->question + 1 && (ap_actors(&t->history->state) & AP_SEAT(seat));
}

static bool answers_itself(const sv_table *t, int seat)
{
	ap_any view;
	ap_action answer;
	ap_view(t->game, &t->history->state, seat, &view);
	return sv_answers_for(t, seat, &view, &answer);
}

/* Kept with the seat: a restart does not tell it again. */
static void tell_asked(sv_table *t, int seat)
{
	sv_notice n = notice_of(t, seat, SV_NOTICE_ASKED);
	n.question = t->question;
	n.step = ap_step_of(&t->history->state);
	n.deadline = sv_deadline(t);
	queue(t->hub, &n);
	t->seat[seat].noticed = t->question + 1;
	sv_save_quietly(t);
}

int64_t sv_tell_asked(sv_table *t)
{
	int64_t next = INT64_MAX, now = sv_now(t->hub), delay = t->hub->limits.notice_delay;
	for (int seat = 0; seat < t->setup.players; seat++) {
		sv_seat *s = &t->seat[seat];
		if (!is_waited_for(t, seat))
			continue;
		if (s->notice_at < t->asked_at + delay)
			s->notice_at = t->asked_at + delay;
		if (s->notice_at <= now && looks(t, seat))
			s->notice_at = now + delay;
		if (s->notice_at > now)
			next = s->notice_at < next ? s->notice_at : next;
		else if (!answers_itself(t, seat)) /* or until his wishes change: then we are asked again */
			tell_asked(t, seat);
	}
	return next;
}

void sv_looked_away(sv_table *t, int64_t person)
{
	int seat = sv_seat_of(t, person);
	if (seat == AP_OBSERVER || t->status != SV_RUNNING || !is_reachable(t, seat))
		return;
	t->seat[seat].notice_at = sv_now(t->hub) + t->hub->limits.notice_delay;
	if (t->due && t->seat[seat].notice_at < t->due)
		t->due = t->seat[seat].notice_at;
	if (t->due < t->hub->due)
		t->hub->due = t->due;
}
