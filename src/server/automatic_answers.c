/* automatic_answers.c: what the server answers for people: by their standing orders, and where
 * there is nothing worth asking. When it does so must not tell anything. */
#include <assert.h>
#include <string.h>

#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/pace.h"
#include "server/play.h"
#include "server/watch.h"

/* ---- Which answer ---------------------------------------------------------------------------- */

static bool find_order(const sv_table *t, int seat, const void *view, int *which)
{
	ap_action legal[AP_MAX_LEGAL];
	const sv_seat *s = &t->seat[seat];
	int n = s->orders ? ap_legal(t->game, view, seat, legal) : 0;
	for (*which = 0; *which < s->orders; ++*which) {
		const sv_order *order = &t->order[seat][*which];
		for (int i = 0; i < n && order->step == ap_step_of(view); i++)
			if (legal[i] == order->action)
				return true;
	}
	return false;
}

/* True if everybody at the table knows that there is one answer only. Such a question is nobody's
 * choice, whatever he wishes: otherwise the time of the answer would tell what he does. */
static bool is_forced_openly(const sv_table *t, int seat, const void *view, ap_action *answer)
{
	return ap_step_open(t->game, ap_step_of(view)) && ap_legal(t->game, view, seat, answer) == 1;
}

/* Like sv_find_automatic_answer(); `answer` has room for AP_MAX_LEGAL actions, of which the first
 * counts. `order` is set to the standing order that answers; -1 if none does. */
static bool find_answer(
	const sv_table *t, int seat, const void *view, ap_action *answer, int *order)
{
	if (find_order(t, seat, view, order)) {
		*answer = t->order[seat][*order].action;
		return true;
	}
	*order = -1;
	if (is_forced_openly(t, seat, view, answer))
		return true;
	if (t->seat[seat].ask_all || ap_worth_asking(t->game, view, seat))
		return false;
	return ap_pass(t->game, view, seat, answer) || ap_legal(t->game, view, seat, answer) == 1;
}

bool sv_find_automatic_answer(const sv_table *t, int seat, const void *view, ap_action *answer)
{
	assert(t && view && answer && seat >= 0 && seat < t->setup.players);
	static ap_action list[AP_MAX_LEGAL];
	int order;
	bool found = find_answer(t, seat, view, list, &order);
	*answer = list[0];
	return found;
}

static void remove_order(sv_table *t, int seat, int order)
{
	sv_order *at = &t->order[seat][order];
	memmove(at, at + 1, (size_t)(t->seat[seat].orders - order - 1) * sizeof *at);
	t->seat[seat].orders--;
}

static void delete_order(sv_table *t, int seat, int order)
{
	remove_order(t, seat, order);
	sv_save_table_quietly(t);
	sv_send_table_to_seat(t, seat);
}

/* Whether the question is about something else, or concerns the person, matters only if he is asked
 * (`asked`). */
static bool has_ended(const sv_order *order, const ap_occasion *now, bool asked)
{
	if (order->until == SV_UNTIL_CANCELLED)
		return false;
	if (now->phase != order->given.phase || now->spoken != order->given.spoken)
		return true;
	if (!asked || now->announcement == order->given.announcement)
		return false;
	return order->until == SV_UNTIL_ANNOUNCEMENT ||
		now->concern >= (order->until == SV_UNTIL_PHASE ? AP_OWN : AP_STAKE);
}

void sv_end_orders(sv_table *t)
{
	assert(t && t->history);
	ap_any view;
	for (int seat = 0; seat < t->setup.players; seat++) {
		sv_seat *s = &t->seat[seat];
		int before = s->orders;
		if (before == 0)
			continue;
		ap_view(t->game, &t->history->state, seat, &view);
		ap_occasion now = ap_occasion_of(t->game, &view, seat);
		for (int i = s->orders - 1; i >= 0; i--)
			if (has_ended(&t->order[seat][i], &now, sv_is_asked(t, seat)))
				remove_order(t, seat, i);
		if (s->orders == before)
			continue;
		sv_save_table_quietly(t);
		sv_send_table_to_seat(t, seat);
	}
}

bool sv_choose_automatic_answer(sv_table *t, int seat, sv_line *out)
{
	assert(t && t->history && out && sv_is_asked(t, seat));
	ap_any view;
	static ap_action answer[AP_MAX_LEGAL];
	int order;
	ap_view(t->game, &t->history->state, seat, &view);
	if (!find_answer(t, seat, &view, answer, &order))
		return false;
	*out = sv_action_line(seat, answer[0]);
	if (order >= 0 && t->order[seat][order].once)
		delete_order(t, seat, order);
	return true;
}

/* ---- When it is given ------------------------------------------------------------------------ */

/* True if automatic answers wait for the end of the countdown, so that nobody can tell them from
 * the silence of a person who was asked. */
static bool waits_for_countdown(const sv_table *t)
{
	return sv_has_countdown(t) && !t->fast;
}

/* Returns when an automatic answer is applied if waits_for_countdown() is false: after a time such
 * as people take here, so that it tells nothing. */
static int64_t answer_time(const sv_table *t, int seat, const void *view)
{
	uint32_t chance;
	static ap_action answer[AP_MAX_LEGAL];
	if (sv_count_people(t) < 2 || t->fast || is_forced_openly(t, seat, view, answer))
		return t->asked_at;
	if (sv_is_reaction(t) && !t->slow) /* without a clock: then at the time of a countdown's end */
		return sv_clock_start(t) + t->countdown;
	sv_random(t->hub, &chance, sizeof chance);
	return sv_draw_answer_time(t, seat, chance);
}

void sv_schedule_automatic_answers(sv_table *t)
{
	assert(t && t->history);
	ap_any view;
	ap_action answer;
	if (waits_for_countdown(t))
		return;
	for (int seat = 0; seat < t->setup.players; seat++) {
		sv_seat *s = &t->seat[seat];
		if (!sv_is_asked(t, seat) || sv_acts_as_bot(t, seat) || s->auto_answer_at)
			continue;
		ap_view(t->game, &t->history->state, seat, &view);
		if (sv_find_automatic_answer(t, seat, &view, &answer))
			s->auto_answer_at = answer_time(t, seat, &view);
	}
}

static bool is_due(const sv_table *t, int seat, int64_t now)
{
	int64_t at = t->seat[seat].auto_answer_at;
	return sv_is_asked(t, seat) && at && at <= now;
}

bool sv_closes_at_once(const sv_table *t, int64_t now)
{
	assert(t && t->history);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (sv_is_asked(t, seat) && !is_due(t, seat, now))
			return false;
	return sv_is_sealed(t);
}

bool sv_choose_due_answer(sv_table *t, int64_t now, sv_line *out)
{
	assert(t && t->history && out);
	for (int seat = 0; seat < t->setup.players; seat++) {
		if (!is_due(t, seat, now))
			continue;
		t->seat[seat].auto_answer_at = 0;
		if (sv_choose_automatic_answer(t, seat, out))
			return true;
	}
	return false;
}
