/* clock.c: time at a table: how long a question may be thought about, what happens when that time
 * is up, and when the clock has to be looked at again. */
#include <assert.h>

#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/hub_notices.h"
#include "server/play.h"

/* ---- When a clock starts --------------------------------------------------------------------- */

/* What has to be watched is part of the time: events are seen one after the other, each for as long
 * as it is shown at normal speed, and a clock starts when the last one before its question has been
 * seen. Only events that everybody may see count, so that no clock tells of a hidden one. However
 * much happens, it counts for `shown_most` at most. */
void sv_note_shown(sv_table *t, const ap_events *events, int64_t at)
{
	assert(t && events);
	int64_t takes = 0, most = at + t->hub->limits.shown_most;
	for (int i = 0; i < events->count; i++)
		if (events->list[i].seen_by == AP_ALL_VIEWERS)
			takes += ap_event_shown(t->game, events->list[i].kind);
	if (takes == 0)
		return;
	int64_t until = takes + (t->shown_until > at ? t->shown_until : at);
	t->shown_until = until < most ? until : most;
}

static int64_t start_of_question(const sv_table *t)
{
	return t->clock_from ? t->clock_from : t->seen_at;
}

int64_t sv_clock_start(const sv_table *t)
{
	assert(t);
	int64_t start = start_of_question(t), opened = t->led_at;
	return start > opened || t->clock_set > opened ? start : opened;
}

void sv_restart_clock(sv_table *t)
{
	assert(t);
	int64_t now = sv_now(t->hub);
	t->clock_from = t->seen_at > now ? t->seen_at : now;
	t->clock_set = now;
}

/* ---- When it ends ---------------------------------------------------------------------------- */

/* Whoever is alone among bots may think as long as he likes. */
static bool has_clock(const sv_table *t)
{
	return t->move_time > 0 && sv_count_people(t) > 1;
}

bool sv_has_countdown(const sv_table *t)
{
	assert(t && t->history);
	return sv_is_reaction(t) && !t->slow && has_clock(t);
}

/* Some people need longer: to have the table read to them, to write with one hand, to find the
 * words. Whoever says so has ten times as long for a move and when he holds a round; a round in
 * which he is asked lasts long enough to hold it. Only what all may know counts: who has said so,
 * who was asked, who holds the round, who is absent. */
enum { TIMES_LONGER = 10, TIME_TO_HOLD = 20 * 1000 };

static bool includes_unhurried(const sv_table *t, ap_seats seats)
{
	for (int seat = 0; seat < t->setup.players; seat++) {
		const sv_seat *s = &t->seat[seat];
		if ((seats & ~t->absent & AP_SEAT(seat)) && s->takes_time && !s->away)
			return true;
	}
	return false;
}

static int64_t time_of(const sv_table *t, ap_seats seats, int64_t usual)
{
	return includes_unhurried(t, seats) ? usual * TIMES_LONGER : usual;
}

static int64_t round_time(const sv_table *t)
{
	int64_t open = t->countdown + (includes_unhurried(t, t->asked) ? TIME_TO_HOLD : 0);
	return open + (t->holders ? time_of(t, t->holders, t->hold_time) : 0);
}

/* How long a round lasts does not depend on who has answered what. */
int64_t sv_deadline(const sv_table *t)
{
	assert(t);
	if (t->status != SV_RUNNING || !t->history || ap_actors(&t->history->state) == 0 ||
		t->pause.since || !has_clock(t))
		return 0;
	if (t->slow) /* minutes start again after a restart, days go on */
		return start_of_question(t) + t->move_time;
	if (!sv_has_countdown(t))
		return sv_clock_start(t) + time_of(t, t->asked, t->move_time);
	return sv_clock_start(t) + round_time(t);
}

/* ---- When time is up ------------------------------------------------------------------------- */

/* In a reaction a person whose time is up answers by a standing order or a pass, otherwise with a
 * bot's choice. */
static void choose_for_seat(sv_table *t, int seat, sv_line *out)
{
	ap_any view;
	ap_action pass;
	if (sv_is_reaction(t)) {
		if (!sv_acts_as_bot(t, seat) && sv_choose_automatic_answer(t, seat, out))
			return;
		ap_view(t->game, &t->history->state, seat, &view);
		if (ap_pass(t->game, &view, seat, &pass)) {
			*out = sv_action_line(seat, pass);
			return;
		}
	}
	*out = sv_action_line(seat, sv_choose_as_bot(t, seat));
}

bool sv_choose_for_absent(sv_table *t, sv_line *out)
{
	assert(t && t->history && out);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (sv_is_asked(t, seat)) {
			sv_note_timeout(t, seat);
			choose_for_seat(t, seat, out);
			return true;
		}
	return false;
}

static void add_due(sv_table *t, int64_t at)
{
	if (at && at < t->due)
		t->due = at;
}

void sv_update_due(sv_table *t)
{
	assert(t);
	t->due = INT64_MAX;
	if (t->status != SV_RUNNING)
		return;
	add_due(t, sv_deadline(t));
	for (int seat = 0; seat < t->setup.players && !t->pause.since; seat++) {
		add_due(t, t->seat[seat].auto_answer_at);
		if (t->seat[seat].bot_at > sv_now(t->hub) && !sv_rests(t)) /* otherwise it still thinks */
			add_due(t, t->seat[seat].bot_at);
	}
	add_due(t, sv_votes_due(t));
	if (t->pause.open)
		add_due(t, t->pause.expires);
	add_due(t, sv_notify_asked(t));
	if (t->due < t->hub->due)
		t->hub->due = t->due;
}

void sv_table_tick(sv_table *t, int64_t now)
{
	assert(t && t->status == SV_RUNNING);
	if (!sv_load_history(t)) {
		t->due = now + 60 * 1000; /* the store is tried again in a minute */
		return;
	}
	sv_expire_votes(t, now);
	sv_forget_old_pause(t, now);
	sv_update_absence(t); /* first, whoever answers now */
	sv_continue_game(t);
	while (t->status == SV_RUNNING && sv_deadline(t) && sv_deadline(t) <= now)
		sv_close_question(t);
	sv_update_absence(t);
}
