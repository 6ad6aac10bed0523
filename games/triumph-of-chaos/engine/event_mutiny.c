/* event_mutiny.c: the mutiny of WHITE 1: an army turns over, and who stood with it goes. */
#include "events.h"

/* The two faces of the counter, units of the row: as it was, as it is now. */
enum { BEFORE_IT, AFTER_IT };

bool tc_can_mutiny(const tc_state *s, int row)
{
	return s->unit_where[tc_effects[row].units[BEFORE_IT]] == ON_MAP;
}

void tc_mutiny_die(tc_state *s, int die, ap_events *ev)
{
	const tc_effect *e = tc_event_row(ap_top(s));
	int before = e->units[BEFORE_IT], after = e->units[AFTER_IT], space = s->unit_at[before];
	uint16_t clause = tc_card_clause(e->card);
	if (die > e->until) {
		ap_tell(ev, EV_MUTINY_FAILS, clause, (int16_t)before);
		tc_row_done(s);
		return;
	}
	ap_tell(ev, EV_MUTINY, clause, (int16_t)before, (int16_t)die);
	tc_take_unit(s, before, OUT);
	tc_put_unit(s, after, space);
	tc_enter(s, after, space, ev);
	if (s->marker[space] & M_NO_ACT) {
		s->marker[space] &= (uint8_t)~M_NO_ACT;
		ap_tell(ev, EV_NO_ACT_OFF, TC_NA_1, (int16_t)space);
	}
	ap_goto(s, EVENT_RETREAT);
}

/* ---- EVENT_RETREAT --------------------------------------------------------------------------- */

static int loser(const tc_state *s)
{
	return tc_user(s, tc_event_row(ap_peek(s))->units[BEFORE_IT]);
}
static int battle_space(const tc_state *s)
{
	return s->unit_at[tc_event_row(ap_peek(s))->units[AFTER_IT]];
}

/* The next unit that has to leave, or NOWHERE. */
static int leaving_unit(const tc_state *s)
{
	for (int u = tc_first(s, battle_space(s)); u < UNITS; u = tc_next(s, u))
		if (tc_user(s, u) == loser(s))
			return u;
	return NOWHERE;
}

static int leaving_leader(const tc_state *s)
{
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == battle_space(s) && tc_leader_user(s, l) == loser(s))
			return l;
	return NONE;
}

/* One space back, by the rules of retreat. */
static uint16_t no_retreat(const tc_state *s, int unit, int to)
{
	int side = loser(s), link = tc_link_between(battle_space(s), to);
	if (link < 0 || s->owner[to] != side)
		return TC_RT_3;
	uint16_t shut = tc_no_way(s, side, unit, link, to, true);
	if (shut)
		return shut;
	int there = tc_occupier(s, to);
	if (there != NONE && there != side)
		return TC_RT_3;
	return tc_unit_fits(s, to, unit) ? 0 : TC_ST_1;
}

/* Those who have gone back are PICKED until the end of it. */
static int gone_to(const tc_state *s, int space)
{
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u))
		if ((s->unit_flags[u] & U_PICKED) && tc_user(s, u) == loser(s))
			return u;
	return NOWHERE;
}

static bool anyone_gone(const tc_state *s)
{
	for (int u = 0; u < UNITS; u++)
		if (s->unit_at[u] < SPACES && (s->unit_flags[u] & U_PICKED))
			return true;
	return false;
}

static bool finds_way(const tc_state *s, int unit)
{
	int here = battle_space(s);
	for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++)
		if (no_retreat(s, unit, tc_link_to[i]) == 0)
			return true;
	return false;
}

static void finish_retreat(tc_state *s, ap_events *ev)
{
	int side = loser(s), space = battle_space(s);
	for (int u = 0; u < UNITS; u++)
		s->unit_flags[u] &= (uint8_t)~U_PICKED;
	tc_row_done(s);
	tc_leaders_alone(s, space, side, ev);
}

void tc_event_retreat_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int unit;
	while ((unit = leaving_unit(s)) < UNITS && !finds_way(s, unit)) {
		ap_tell(ev, EV_NO_WAY_BACK, TC_RT_4, (int16_t)unit);
		tc_destroy(s, unit, tc_is_army(unit));
	}
	if (unit < UNITS || (leaving_leader(s) != NONE && anyone_gone(s)))
		tc_ask(s, loser(s));
	else
		finish_retreat(s, ev);
}

static uint16_t forbidden(const tc_state *s, ap_action a)
{
	int unit = leaving_unit(s), x = ap_x(a), to = ap_y(a);
	if (to >= SPACES)
		return TC_RT_3;
	if (unit < UNITS)
		return ap_verb_of(a) == V_PUT && x == unit ? no_retreat(s, unit, to) : TC_RT_3;
	bool goes = ap_verb_of(a) == V_LEADER_TO && x == leaving_leader(s);
	return goes && gone_to(s, to) < UNITS ? 0 : TC_RT_5;
}

void tc_event_retreat_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int unit = leaving_unit(s);
	(void)seat;
	for (unsigned space = 0; space < SPACES; space++) {
		ap_action a = unit < UNITS ? ap_act(V_PUT, (unsigned)unit, space)
								   : ap_act(V_LEADER_TO, (unsigned)leaving_leader(s), space);
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
	if (ap_verb_of(a) == V_PUT) {
		tc_put_unit(s, who, to);
		s->unit_flags[who] |= U_PICKED;
		ap_tell(ev, EV_GOES_BACK, TC_RT_3, (int16_t)who, (int16_t)to);
	} else {
		ap_tell(ev, EV_LEADER_WITH, TC_RT_5, (int16_t)who, (int16_t)gone_to(s, to));
		tc_put_leader(s, who, to);
	}
	ap_goto(s, EVENT_RETREAT);
}
