/* event_mutiny.c: the mutiny of WHITE 1. An army changes sides, and the units that stood with it
 * leave. */
#include "events.h"

/* The two sides of the counter, as indices into the units of the row: before and after the
 * mutiny. */
enum { TC_LOYAL, TC_MUTINOUS };

bool tc_can_mutiny(const tc_state *s, int row)
{
	return s->unit_where[tc_effects[row].units[TC_LOYAL]] == TC_LOCATION_MAP;
}

int tc_mutineer(const tc_effect *e)
{
	return e->units[TC_LOYAL];
}

void tc_mutiny_die(tc_state *s, int die, ap_events *ev)
{
	const tc_effect *e = tc_event_row(tc_event_peek(s));
	int before = e->units[TC_LOYAL], after = e->units[TC_MUTINOUS], space = s->unit_at[before];
	uint16_t clause = tc_card_clause(e->card);
	if (die > e->until) {
		tc_tell_mutiny_fails(ev, clause, TC_UNIT(before));
		tc_row_done(s);
		return;
	}
	tc_tell_mutiny(ev, clause, TC_UNIT(before), die);
	tc_take_unit(s, before, TC_LOCATION_OUT);
	tc_put_unit(s, after, space);
	tc_take_space(s, after, space, ev);
	if (s->marker[space] & TC_MARKER_FLAG_NO_ACT) {
		s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_NO_ACT;
		tc_tell_no_act_off(ev, TC_NA_1, TC_SPACE(space));
	}
	tc_goto(s, TC_STEP_EVENT_RETREAT);
}

/* ---- EVENT_RETREAT --------------------------------------------------------------------------- */

/* Returns the side whose forces leave. */
static int leaving_side(const tc_state *s)
{
	return tc_user(s, tc_event_row(tc_event_peek(s))->units[TC_LOYAL]);
}
int tc_mutiny_space(const tc_state *s)
{
	return s->unit_at[tc_event_row(tc_event_peek(s))->units[TC_MUTINOUS]];
}

int tc_unit_driven_out(const tc_state *s)
{
	for (int u = tc_first(s, tc_mutiny_space(s)); u < TC_UNITS; u = tc_next(s, u))
		if (tc_user(s, u) == leaving_side(s))
			return u;
	return TC_NOWHERE;
}

int tc_leader_driven_out(const tc_state *s)
{
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == tc_mutiny_space(s) && tc_leader_user(s, l) == leaving_side(s))
			return l;
	return TC_NONE;
}

/* Returns the clause of retreat that forbids a unit to leave for a space; 0 if it may. */
static uint16_t no_retreat(const tc_state *s, int unit, int to)
{
	int side = leaving_side(s), link = tc_link_between(tc_mutiny_space(s), to);
	if (link < 0 || s->owner[to] != side)
		return TC_RT_3;
	uint16_t shut = tc_no_way(s, side, unit, link, to, true);
	if (shut)
		return shut;
	int there = tc_occupier(s, to);
	if (there != TC_NONE && there != side)
		return TC_RT_3;
	return tc_unit_fits(s, to, unit) ? 0 : TC_ST_1;
}

/* Returns a unit that has left for the space; TC_NOWHERE if there is none. Units that have left
 * stay flagged as picked until all have left. */
static int gone_to(const tc_state *s, int space)
{
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if ((s->unit_flags[u] & TC_UNIT_FLAG_PICKED) && tc_user(s, u) == leaving_side(s))
			return u;
	return TC_NOWHERE;
}

static bool anyone_gone(const tc_state *s)
{
	for (int u = 0; u < TC_UNITS; u++)
		if (s->unit_at[u] < TC_SPACES && (s->unit_flags[u] & TC_UNIT_FLAG_PICKED))
			return true;
	return false;
}

static bool finds_way(const tc_state *s, int unit)
{
	int here = tc_mutiny_space(s);
	for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++)
		if (no_retreat(s, unit, tc_link_to[i]) == 0)
			return true;
	return false;
}

static void finish_retreat(tc_state *s, ap_events *ev)
{
	int side = leaving_side(s), space = tc_mutiny_space(s);
	for (int u = 0; u < TC_UNITS; u++)
		s->unit_flags[u] &= (uint8_t)~TC_UNIT_FLAG_PICKED;
	tc_row_done(s);
	tc_leaders_alone(s, space, side, ev);
}

void tc_event_retreat_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int unit;
	while ((unit = tc_unit_driven_out(s)) < TC_UNITS && !finds_way(s, unit))
		tc_no_way_back(s, unit, ev);
	if (unit < TC_UNITS || (tc_leader_driven_out(s) != TC_NONE && anyone_gone(s)))
		tc_ask(s, leaving_side(s));
	else
		finish_retreat(s, ev);
}

static uint16_t forbidden(const tc_state *s, ap_action a)
{
	int unit = tc_unit_driven_out(s), x = ap_x(a), to = ap_y(a);
	if (to >= TC_SPACES)
		return TC_RT_3;
	if (unit < TC_UNITS)
		return ap_verb_of(a) == TC_VERB_PUT && x == unit ? no_retreat(s, unit, to) : TC_RT_3;
	bool goes = ap_verb_of(a) == TC_VERB_LEADER_TO && x == tc_leader_driven_out(s);
	return goes && gone_to(s, to) < TC_UNITS ? 0 : TC_RT_5;
}

void tc_event_retreat_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int unit = tc_unit_driven_out(s);
	(void)seat;
	for (unsigned space = 0; space < TC_SPACES; space++) {
		ap_action a = unit < TC_UNITS
			? ap_act(TC_VERB_PUT, (unsigned)unit, space)
			: ap_act(TC_VERB_LEADER_TO, (unsigned)tc_leader_driven_out(s), space);
		if (forbidden(s, a) == 0)
			ap_add(out, a);
	}
}

uint16_t tc_event_retreat_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return forbidden(state, a);
}

void tc_event_retreat_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int who = ap_x(a), to = ap_y(a);
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PUT) {
		tc_put_unit(s, who, to);
		s->unit_flags[who] |= TC_UNIT_FLAG_PICKED;
		tc_tell_goes_back(ev, TC_RT_3, TC_UNIT(who), TC_SPACE(to));
	} else {
		tc_tell_leader_with(ev, TC_RT_5, TC_LEADER(who), TC_UNIT(gone_to(s, to)));
		tc_put_leader(s, who, to);
	}
	tc_goto(s, TC_STEP_EVENT_RETREAT);
}
