/* clock.c: time at a table: how long a question may be thought about, what happens when that time
 * is up, and when the clock has to be looked at again. */
#include <assert.h>

#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/hub_notices.h"
#include "server/play.h"

int64_t sv_clock_start(const sv_table *t)
{
	assert(t);
	return t->asked_at > t->hub->opened_at ? t->asked_at : t->hub->opened_at;
}

int64_t sv_deadline(const sv_table *t)
{
	assert(t);
	if (t->status != SV_RUNNING || !t->history || ap_actors(&t->history->state) == 0)
		return 0;
	if (t->slow) /* days count while the server is down; minutes start again */
		return t->asked_at + t->move_time;
	/* alone among bots one may think */
	bool is_short = sv_is_reaction(t) && sv_count_people(t) > 1;
	return sv_clock_start(t) + (is_short ? t->countdown : t->move_time);
}

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
			choose_for_seat(t, seat, out);
			return true;
		}
	return false;
}

void sv_update_due(sv_table *t)
{
	assert(t);
	t->due = INT64_MAX;
	if (t->status != SV_RUNNING)
		return;
	t->due = sv_deadline(t);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].auto_answer_at && t->seat[seat].auto_answer_at < t->due)
			t->due = t->seat[seat].auto_answer_at;
	int64_t notice = sv_notify_asked(t);
	t->due = notice < t->due ? notice : t->due;
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
	sv_continue_game(t);
	while (t->status == SV_RUNNING && sv_deadline(t) <= now)
		sv_close_question(t);
}
