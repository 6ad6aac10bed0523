/* event_steps.c: Round up Some Rabble: replacement steps that are spent at once, outside the
 * regional duty. They serve units of the side itself: reduced ones, and dead corps, but neither
 * insurgents (TC-16.34) nor garrisons that come back in their cities (TC-8.62.2). */
#include "events.h"

static uint16_t heal_forbidden(const tc_state *s, int side, int unit)
{
	bool map = s->unit_at[unit] < TC_SPACES, reserve = s->unit_where[unit] == TC_LOCATION_RESERVE;
	if (tc_units[unit].side != side || !tc_reduced(s, unit) || (!map && !reserve))
		return TC_RP_2;
	if (tc_is_insurgent(s, unit))
		return TC_16_34;
	return map && !tc_fed(s, unit) ? TC_SU_3 : 0;
}

static bool may_rebuild(const tc_state *s, int side, int unit)
{
	return tc_units[unit].side == side && !tc_is_army(unit) && !tc_is_garrison(unit) &&
		s->unit_where[unit] == TC_LOCATION_DEAD &&
		!(tc_units[unit].traits >> TC_TRAITS_NEVER_REBUILT & 1);
}

bool tc_can_mend_now(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	for (int u = 0; u < TC_UNITS; u++)
		if (!heal_forbidden(s, side, u) || may_rebuild(s, side, u))
			return true;
	return false;
}

/* ---- EVENT_STEPS ----------------------------------------------------------------------------- */

static int steps_left(const tc_event_frame *f)
{
	return tc_event_row(f)->amount - f->item;
}

void tc_event_steps_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_event_frame *f = tc_event_peek(s);
	int side = f->side, left = steps_left(f);
	tc_supply(s);
	if (left > 0 && tc_can_mend_now(s, side)) {
		tc_ask(s, side);
		return;
	}
	if (left > 0)
		tc_tell_steps_lost(ev, tc_card_clause(f->card), TC_SIDE(side), left);
	tc_row_done(s);
}

static uint16_t forbidden(const tc_state *s, ap_action a)
{
	const tc_event_frame *f = tc_event_peek(s);
	uint16_t clause = tc_card_clause(f->card);
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		return 0;
	case TC_VERB_HEAL:
		return ap_x(a) < TC_UNITS ? heal_forbidden(s, f->side, (int)ap_x(a)) : clause;
	case TC_VERB_REBUILD:
		return ap_x(a) < TC_UNITS && may_rebuild(s, f->side, (int)ap_x(a)) ? 0 : clause;
	default:
		return clause;
	}
}

void tc_event_steps_legal(const void *state, int seat, ap_list *out)
{
	static const uint8_t verbs[] = {TC_VERB_HEAL, TC_VERB_REBUILD};
	(void)seat;
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	for (int i = 0; i < AP_COUNT(verbs); i++)
		for (unsigned unit = 0; unit < TC_UNITS; unit++)
			if (forbidden(state, ap_act(verbs[i], unit, 0)) == 0)
				ap_add(out, ap_act(verbs[i], unit, 0));
}

uint16_t tc_event_steps_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return forbidden(state, a);
}

void tc_event_steps_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_event_frame *f = tc_event_top(s);
	int unit = (int)ap_x(a), side = f->side;
	uint16_t clause = tc_card_clause(f->card);
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_DONE) {
		tc_tell_steps_lost(ev, clause, TC_SIDE(side), steps_left(f));
		tc_row_done(s);
		return;
	}
	f->item++;
	if (ap_verb_of(a) == TC_VERB_HEAL) {
		tc_set_reduced(s, unit, false);
		tc_tell_healed(ev, clause, TC_UNIT(unit), steps_left(f));
	} else {
		tc_tell_rebuilt(ev, clause, TC_UNIT(unit), steps_left(f));
		tc_take_unit(s, unit, TC_LOCATION_RESERVE);
		tc_set_reduced(s, unit, tc_units[unit].steps == 2);
		tc_tell_unit_reserve(ev, clause, TC_UNIT(unit));
	}
	tc_goto(s, TC_STEP_EVENT_STEPS);
}
