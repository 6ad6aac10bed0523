/* event_typhoid.c: RED 52: stacks of the enemy fall ill. */
#include "events.h"

int tc_sick_side(const tc_event_frame *f)
{
	return tc_event_row(f)->side;
}

/* Returns the space of the stack that was named last; -1 if there is none. */
static int last_space(const tc_state *s)
{
	const ap_frame *top = ap_peek(s);
	int unit = TC_NOWHERE;
	if (!s->head.over && tc_steps[top->step].frame == &tc_event_frame_kind)
		unit = tc_event_frame_in(top)->target;
	return unit < TC_UNITS && s->unit_at[unit] < TC_SPACES ? s->unit_at[unit] : -1;
}

bool tc_may_fall_ill(const tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	int count = 0;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		count += tc_user(s, u) == side;
	return count >= 2 && space > last_space(s);
}

void tc_typhoid_die(tc_state *s, int die, ap_events *ev)
{
	const tc_event_frame *f = tc_event_peek(s);
	const tc_effect *e = tc_event_row(f);
	int space = s->unit_at[f->target];
	uint16_t clause = tc_card_clause(e->card);
	if (die > e->until) {
		tc_tell_stays_well(ev, clause, TC_SPACE(space));
		tc_goto(s, TC_STEP_EVENT_TARGET);
		return;
	}
	tc_tell_falls_ill(ev, clause, TC_SPACE(space));
	tc_goto(s, TC_STEP_EVENT_LOSS);
}

/* ---- EVENT_LOSS ------------------------------------------------------------------------------ */

void tc_event_loss_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	tc_ask(s, tc_sick_side(tc_event_peek(s)));
}

static uint16_t loss_forbidden(const tc_state *s, ap_action a)
{
	const tc_event_frame *f = tc_event_peek(s);
	unsigned unit = ap_x(a);
	bool there = ap_verb_of(a) == TC_VERB_LOSE && unit < TC_UNITS &&
		s->unit_at[unit] == s->unit_at[f->target] && tc_user(s, (int)unit) == tc_sick_side(f);
	return there ? 0 : tc_card_clause(f->card);
}

void tc_event_loss_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	(void)seat;
	for (int u = tc_first(s, s->unit_at[tc_event_peek(s)->target]); u < TC_UNITS; u = tc_next(s, u))
		if (loss_forbidden(s, ap_act(TC_VERB_LOSE, (unsigned)u, 0)) == 0)
			ap_add(out, ap_act(TC_VERB_LOSE, (unsigned)u, 0));
}

uint16_t tc_event_loss_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return loss_forbidden(state, a);
}

/* Takes the step. Somebody of the stack is left, who stands for it from now on. */
void tc_event_loss_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int unit = (int)ap_x(a), space = s->unit_at[unit];
	uint16_t clause = tc_card_clause(tc_event_peek(s)->card);
	(void)seat;
	if (tc_lose_step(s, unit)) {
		tc_destroy(s, unit, false);
		tc_tell_unit_dead(ev, clause, TC_UNIT(unit));
	} else {
		tc_tell_sickens(ev, clause, TC_UNIT(unit));
	}
	tc_event_top(s)->target = (uint16_t)tc_first(s, space);
	tc_goto(s, TC_STEP_EVENT_TARGET);
}
