/* automatic_answers.c: what the server answers for people: by their standing orders, and where
 * there is nothing worth asking. When it does so must not tell anything. */
#include <assert.h>
#include <string.h>

#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/play.h"
#include "server/watch.h"

/* ---- Which answer ---------------------------------------------------------------------------- */

static bool find_order(const sv_table *t, int seat, const void *view, int *which)
{
	ap_action legal[AP_MAX_LEGAL];
	const sv_seat *s = &t->seat[seat];
	int n = s->orders ? ap_legal(t->game, view, seat, legal) : 0;
	for (*which = 0; *which < s->orders; ++*which)
		for (int i = 0; i < n && s->order[*which].step == ap_step_of(view); i++)
			if (legal[i] == s->order[*which].action)
				return true;
	return false;
}

/* Like sv_find_automatic_answer(); `answer` has room for AP_MAX_LEGAL actions, of which the first
 * counts. `order` is set to the standing order that answers; -1 if none does. */
static bool find_answer(
	const sv_table *t, int seat, const void *view, ap_action *answer, int *order)
{
	if (find_order(t, seat, view, order)) {
		*answer = t->seat[seat].order[*order].action;
		return true;
	}
	*order = -1;
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

static void delete_order(sv_table *t, int seat, int order)
{
	sv_seat *s = &t->seat[seat];
	memmove(&s->order[order], &s->order[order + 1],
		(size_t)(s->orders - order - 1) * sizeof s->order[0]);
	s->orders--;
	sv_save_table_quietly(t);
	sv_send_table_to_seat(t, seat);
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
	if (order >= 0 && t->seat[seat].order[order].once)
		delete_order(t, seat, order);
	return true;
}

/* ---- When it is given ------------------------------------------------------------------------ */

/* True if automatic answers wait for the end of the countdown, so that nobody can tell them from
 * the silence of a person who was asked. */
static bool waits_for_countdown(const sv_table *t)
{
	return sv_is_reaction(t) && !t->slow && !t->fast && sv_count_people(t) > 1;
}

/* Returns when an automatic answer is applied if waits_for_countdown() is false: after a random
 * delay, so that its time tells nothing. */
static int64_t answer_time(const sv_table *t)
{
	uint32_t chance;
	if (sv_count_people(t) < 2 || t->fast)
		return t->asked_at;
	sv_random(t->hub, &chance, sizeof chance);
	int64_t longest = t->slow ? t->hub->limits.slow_delay : t->hub->limits.live_delay;
	return sv_clock_start(t) + (int64_t)(chance % (uint32_t)(longest + 1));
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
			s->auto_answer_at = answer_time(t);
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
