/* advance.c: what the attacker wins: advance, exploitation; the counter-attack; the end. */
#include "combat.h"

/* A unit that waits for somebody else's answer before it enters is combat.back_unit. */
static int resume_unit(tc_state *s)
{
	int unit = s->combat.back_unit;
	s->combat.back_unit = NOWHERE;
	ap_top(s)->v[3] = 0;
	return unit;
}

/* The attacker's unit is in a new space: whose it is, who flees from it. May call. */
static void come_in(tc_state *s, int unit, int space, ap_events *ev)
{
	tc_put_unit(s, unit, space);
	s->unit_flags[unit] |= U_AHEAD | U_MOVED;
	tc_enter(s, unit, space, ev);
	tc_lenin_moves(s, ev);
	tc_leaders_alone(s, space, tc_other(s->combat.side[ATTACKER]), ev);
}

/* ---- ADVANCE --------------------------------------------------------------------------------- */

static uint16_t advance_forbidden(const tc_state *s, int unit)
{
	const tc_combat *c = &s->combat;
	int at = s->unit_at[unit], side = c->side[ATTACKER];
	if (at >= SPACES || !(s->marker[at] & M_FROM) || tc_user(s, unit) != side)
		return TC_AD_1;
	uint16_t clause = c->withdrawn         ? tc_attack_forbidden(s, unit, at, c->target)
		: tc_stands_for(s, unit, ATTACKER) ? 0
										   : TC_AD_1;
	if (clause)
		return clause;
	if (tc_reduced(s, unit))
		return TC_AD_1;
	int link = tc_link_between(at, c->target);
	clause = tc_no_way(s, side, unit, link, c->target, false);
	if (clause)
		return clause;
	return tc_unit_fits(s, c->target, unit) ? 0 : TC_ST_1;
}

/* PICKED: a unit of his space has advanced. */
static uint16_t along_forbidden(const tc_state *s, int leader)
{
	int at = s->leader_at[leader];
	bool may = at < SPACES && (s->marker[at] & M_FROM) && (s->leader_flags[leader] & L_PICKED);
	if (may && tc_kept_from(leader, s->combat.target))
		return TC_LE_2;
	return may && !tc_closed(s, s->combat.side[ATTACKER], NOWHERE, s->combat.target) ? 0 : TC_AD_1;
}

static bool any_advance(const tc_state *s)
{
	for (int u = 0; u < UNITS; u++)
		if (!advance_forbidden(s, u))
			return true;
	for (int l = 0; l < LEADERS; l++)
		if (!along_forbidden(s, l))
			return true;
	return false;
}

static void advance(tc_state *s, int unit, ap_events *ev)
{
	int from = s->unit_at[unit];
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == from && tc_leader_user(s, l) == s->combat.side[ATTACKER] &&
			tc_leaders[l].bound != TC_BOUND_STAYS)
			s->leader_flags[l] |= L_PICKED;
	ap_tell(ev, EV_ADVANCES, TC_AD_1, (int16_t)unit, (int16_t)s->combat.target);
	come_in(s, unit, s->combat.target, ev);
}

/* TC-AD-2. */
static void left_empty(tc_state *s, ap_events *ev)
{
	const tc_combat *c = &s->combat;
	ap_tell(ev, EV_NOBODY_ADVANCES, TC_AD_2, (int16_t)c->target);
	if (c->side[DEFENDER] != NOBODY || s->owner[c->target] != NOBODY)
		return;
	tc_set_owner(s, c->target, c->side[ATTACKER]);
	ap_tell(ev, EV_OWNER, TC_AD_2, (int16_t)c->target, c->side[ATTACKER]);
}

static void advance_over(tc_state *s, ap_events *ev)
{
	if (tc_occupier(s, s->combat.target) == NONE)
		left_empty(s, ev);
	tc_combat_goto(s, FURTHER, 0);
}

void tc_advance_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = s->combat.side[ATTACKER], there = tc_occupier(s, s->combat.target);
	tc_supply(s);
	if (ap_peek(s)->v[3]) {
		int unit = resume_unit(s);
		if (!advance_forbidden(s, unit))
			advance(s, unit, ev);
		return;
	}
	if (s->combat.kind == COMBAT_TREACHERY) {
		tc_combat_goto(s, COMBAT_END, 0);
	} else if (there != NONE && there != side) {
		tc_combat_goto(s, FURTHER, 0);
	} else {
		tc_tidy_markers(s, ev);
		if (any_advance(s))
			tc_ask(s, side);
		else
			advance_over(s, ev);
	}
}

void tc_advance_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(V_DONE, 0, 0));
	for (int l = 0; l < LEADERS; l++)
		if (!along_forbidden(state, l))
			ap_add(out, ap_act(V_PICK_LEADER, (unsigned)l, 0));
	for (int u = 0; u < UNITS; u++)
		if (!advance_forbidden(state, u))
			ap_add(out, ap_act(V_ADVANCE, (unsigned)u, 0));
}

uint16_t tc_advance_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_DONE:
		return 0;
	case V_PICK_LEADER:
		return along_forbidden(state, (int)ap_x(a));
	case V_ADVANCE:
		return advance_forbidden(state, (int)ap_x(a));
	default:
		return TC_AD_1;
	}
}

static void advance_leader(tc_state *s, int leader, ap_events *ev)
{
	tc_put_leader(s, leader, s->combat.target);
	s->leader_flags[leader] = (uint8_t)((s->leader_flags[leader] & ~L_PICKED) | L_AHEAD);
	ap_tell(ev, EV_LEADER_ADVANCES, TC_AD_1, (int16_t)leader, (int16_t)s->combat.target);
}

void tc_advance_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == V_DONE) {
		advance_over(s, ev);
		return;
	}
	if (ap_verb_of(a) == V_PICK_LEADER) {
		advance_leader(s, (int)ap_x(a), ev);
		return;
	}
	int called = tc_violates(s, s->combat.side[ATTACKER], s->combat.target);
	if (called == NONE) {
		advance(s, (int)ap_x(a), ev);
		return;
	}
	s->combat.back_unit = (uint16_t)ap_x(a);
	ap_top(s)->v[3] = 1;
	tc_call_up(s, called, ev);
}

/* ---- FURTHER: v[1]: a leader exploits; v[3]: 1 + the space that is about to be entered --------
 */

static int exploiter(const tc_state *s)
{
	for (int l = 0; l < LEADERS; l++)
		if ((s->leader_flags[l] & L_AHEAD) && s->leader_at[l] == s->combat.target &&
			tc_leader_can(s, l, TC_ABILITIES_EXPLOIT))
			return l;
	return LEADERS;
}

static uint16_t exploit_forbidden(const tc_state *s)
{
	if (ap_peek(s)->v[1] || exploiter(s) < LEADERS)
		return 0;
	return tc_leader_missing(
		s, s->combat.target, s->combat.side[ATTACKER], TC_ABILITIES_EXPLOIT, TC_LE_5);
}

static uint16_t further_forbidden(const tc_state *s, int unit, int to)
{
	int at = s->combat.target, link = tc_link_between(at, to);
	if (!(s->unit_flags[unit] & U_AHEAD) || s->unit_at[unit] != at || link < 0)
		return TC_LE_5;
	uint16_t clause = exploit_forbidden(s);
	if (!clause)
		clause = tc_no_way(s, s->combat.side[ATTACKER], unit, link, to, false);
	if (clause)
		return clause;
	return tc_unit_fits(s, to, unit) ? 0 : TC_ST_1;
}

static uint16_t follow_forbidden(const tc_state *s, int leader, int to)
{
	int at = s->combat.target;
	if (!(s->leader_flags[leader] & L_AHEAD) || s->leader_at[leader] != at)
		return TC_LE_5;
	if (!ap_peek(s)->v[1] || tc_link_between(at, to) < 0)
		return TC_LE_5;
	if (tc_kept_from(leader, to))
		return TC_LE_2;
	for (int u = tc_first(s, to); u < UNITS; u = tc_next(s, u))
		if (s->unit_flags[u] & U_AHEAD)
			return 0;
	return TC_LE_5;
}

static void list_further(const tc_state *s, ap_list *out)
{
	const uint16_t *near;
	int count = tc_near(s->combat.target, &near);
	for (int l = 0; l < LEADERS; l++)
		for (int i = 0; i < count && (s->leader_flags[l] & L_AHEAD); i++)
			if (!follow_forbidden(s, l, near[i]))
				ap_add(out, ap_act(V_LEADER_TO, (unsigned)l, near[i]));
	for (int u = tc_first(s, s->combat.target); u < UNITS; u = tc_next(s, u))
		for (int i = 0; i < count; i++)
			if (!further_forbidden(s, u, near[i]))
				ap_add(out, ap_act(V_FURTHER, (unsigned)u, near[i]));
}

static void go_further(tc_state *s, int unit, int to, ap_events *ev)
{
	ap_tell(ev, EV_FURTHER, TC_LE_5, (int16_t)unit, (int16_t)to);
	come_in(s, unit, to, ev);
}

/* After Lenin's answer, or when the forces of the land have been called up. */
static void resume_further(tc_state *s, ap_events *ev)
{
	int to = ap_peek(s)->v[3] - 1, unit = resume_unit(s);
	bool stopped = ap_peek(s)->v[2];
	ap_top(s)->v[2] = 0;
	if (stopped)
		s->unit_flags[unit] &= (uint8_t)~U_AHEAD;
	else if (!further_forbidden(s, unit, to))
		go_further(s, unit, to, ev);
}

void tc_further_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_action item[AP_MAX_LEGAL];
	ap_list list = {item, 0};
	tc_supply(s);
	if (ap_peek(s)->v[3]) {
		resume_further(s, ev);
		return;
	}
	if (!exploit_forbidden(s))
		list_further(s, &list);
	if (list.count > 0)
		tc_ask(s, s->combat.side[ATTACKER]);
	else
		tc_combat_goto(s, COUNTER, 0);
}

void tc_further_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(V_DONE, 0, 0));
	list_further(state, out);
}

uint16_t tc_further_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_DONE:
		return 0;
	case V_LEADER_TO:
		return follow_forbidden(state, (int)ap_x(a), (int)ap_y(a));
	case V_FURTHER:
		return further_forbidden(state, (int)ap_x(a), (int)ap_y(a));
	default:
		return TC_LE_5;
	}
}

static void begin_further(tc_state *s, int unit, int to, ap_events *ev)
{
	if (!ap_peek(s)->v[1]) {
		int leader = exploiter(s);
		tc_leader_used(s, leader);
		s->combat.leader[ATTACKER] = (uint8_t)leader;
		ap_top(s)->v[1] = 1;
	}
	int called = tc_violates(s, s->combat.side[ATTACKER], to);
	s->combat.back_unit = (uint16_t)unit; /* the run goes on with it, after whoever is called */
	ap_top(s)->v[2] = 0;
	ap_top(s)->v[3] = (int16_t)(to + 1);
	tc_call_preach(s, to, false);
	if (called != NONE)
		tc_call_up(s, called, ev);
}

void tc_further_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == V_DONE) {
		tc_combat_goto(s, COUNTER, 0);
	} else if (ap_verb_of(a) == V_FURTHER) {
		begin_further(s, (int)ap_x(a), (int)ap_y(a), ev);
	} else {
		tc_put_leader(s, (int)ap_x(a), (int)ap_y(a));
		ap_tell(ev, EV_LEADER_ADVANCES, TC_LE_5, (int16_t)ap_x(a), (int16_t)ap_y(a));
	}
}

/* ---- COUNTER --------------------------------------------------------------------------------- */

static uint16_t counter_forbidden(const tc_state *s, int to)
{
	const tc_combat *c = &s->combat;
	int side = c->side[DEFENDER];
	uint16_t why = TC_LE_6;
	if (c->kind != COMBAT_PLAIN || c->withdrawn || c->retreat > 0 || side >= SIDES)
		return TC_LE_6;
	if (!(s->marker[to] & M_FROM) || tc_occupier(s, to) != c->side[ATTACKER])
		return TC_LE_6;
	if (tc_leader_with(s, c->target, side, TC_ABILITIES_COUNTER_ATTACK) == LEADERS)
		return tc_leader_missing(s, c->target, side, TC_ABILITIES_COUNTER_ATTACK, TC_LE_6);
	for (int u = tc_first(s, c->target); u < UNITS; u = tc_next(s, u)) {
		if (tc_user(s, u) != side)
			continue;
		uint16_t clause = tc_reach_forbidden(s, u, c->target, to);
		if (!clause)
			return 0;
		if (why == TC_LE_6)
			why = clause;
	}
	return why;
}

void tc_counter_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	tc_supply(s);
	if (tc_any_near_target(s, counter_forbidden))
		tc_ask(s, s->combat.side[DEFENDER]);
	else
		tc_combat_goto(s, COMBAT_END, 0);
}

void tc_counter_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(V_PASS, 0, 0));
	tc_list_near_target(state, V_COUNTER, counter_forbidden, out);
}

uint16_t tc_counter_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == V_PASS)
		return 0;
	return ap_verb_of(a) == V_COUNTER ? counter_forbidden(state, (int)ap_x(a)) : TC_LE_6;
}

void tc_counter_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int from = s->combat.target, to = (int)ap_x(a);
	int side = s->combat.side[DEFENDER], other = s->combat.side[ATTACKER];
	(void)seat;
	if (ap_verb_of(a) == V_PASS) {
		tc_combat_goto(s, COMBAT_END, 0);
		return;
	}
	int leader = tc_leader_with(s, from, side, TC_ABILITIES_COUNTER_ATTACK);
	tc_leader_used(s, leader);
	ap_tell(ev, EV_COUNTER, TC_LE_6, (int16_t)side, (int16_t)to);
	tc_set_combat(s, COMBAT_COUNTER, side, other, to, from);
	s->combat.leader[ATTACKER] = (uint8_t)leader;
	tc_combat_goto(s, COMBAT, 0);
}

void tc_combat_end_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = s->combat.side[ATTACKER], target = s->combat.target;
	bool again = s->combat.kind != COMBAT_TREACHERY && tc_could_attack(s, side, target);
	if (again && (s->marker[target] & M_ATTACKED))
		ap_tell(ev, EV_NOT_AGAIN, TC_CB_2, (int16_t)target);
	tc_tidy_markers(s, ev);
	tc_clear_combat(s);
	ap_end(s);
}
