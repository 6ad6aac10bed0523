/* advance.c: advance and exploitation by the attacker, the counter-attack of the defender, and the
 * end of a combat. */
#include "combat.h"

void tc_attackers(const tc_state *s, uint64_t set[TC_UNIT_WORDS])
{
	memset(set, 0, TC_UNIT_WORDS * sizeof set[0]);
	for (int space = tc_next_marked(s, TC_MARKER_FLAG_FROM, 0); space < TC_SPACES;
		 space = tc_next_marked(s, TC_MARKER_FLAG_FROM, space + 1))
		for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
			tc_include(set, u);
}

/* Lets the unit that has waited for the answers of others enter now. Returns the unit. */
static int resume_unit(tc_state *s)
{
	int unit = s->combat.back_unit;
	s->combat.back_unit = TC_NOWHERE;
	tc_combat_top(s)->entering = TC_NOWHERE;
	return unit;
}

/* Moves a unit of the attacker into a space, which then belongs to the attacker. Enemy leaders
 * there may flee. May call. */
static void enter_space(tc_state *s, int unit, int space, ap_events *ev)
{
	/* Whose city it was is looked up before a unit stands in it (TC-8.315.6). */
	tc_take_space(s, unit, space, ev);
	tc_put_unit(s, unit, space);
	s->unit_flags[unit] |= TC_UNIT_FLAG_AHEAD | TC_UNIT_FLAG_MOVED;
	tc_lenin_moves(s, ev);
	tc_leaders_alone(s, space, tc_other(s->combat.side[TC_ROLE_ATTACKER]), ev);
}

/* ---- ADVANCE --------------------------------------------------------------------------------- */

static uint16_t advance_forbidden(const tc_state *s, int unit)
{
	const tc_combat *c = &s->combat;
	int at = s->unit_at[unit], side = c->side[TC_ROLE_ATTACKER];
	if (at >= TC_SPACES || !(s->marker[at] & TC_MARKER_FLAG_FROM) || tc_user(s, unit) != side)
		return TC_AD_1;
	uint16_t clause = c->withdrawn                 ? tc_attack_forbidden(s, unit, at, c->target)
		: tc_stands_for(s, unit, TC_ROLE_ATTACKER) ? 0
												   : TC_AD_1;
	if (clause)
		return clause;
	if (tc_is_garrison(unit))
		return TC_8_62_2;
	if (tc_reduced(s, unit))
		return TC_AD_1;
	clause = tc_is_landing(s)
		? tc_closed(s, side, unit, c->target)
		: tc_no_way(s, side, unit, tc_link_between(at, c->target), c->target, false);
	if (clause)
		return clause;
	return tc_unit_fits(s, c->target, unit) ? 0 : tc_crowded(s, c->target, unit);
}

/* Returns the clause that forbids a leader to advance; 0 if he may. He is flagged as picked if a
 * unit of his space has advanced. */
static uint16_t along_forbidden(const tc_state *s, int leader)
{
	int at = s->leader_at[leader];
	bool may = at < TC_SPACES && (s->marker[at] & TC_MARKER_FLAG_FROM) &&
		(s->leader_flags[leader] & TC_LEADER_FLAG_PICKED);
	if (may && tc_kept_from(leader, s->combat.target))
		return TC_LE_2;
	return may &&
			!tc_closed(s, s->combat.side[TC_ROLE_ATTACKER], tc_as_unit(leader), s->combat.target)
		? 0
		: TC_AD_1;
}

static bool any_advance(const tc_state *s)
{
	uint64_t near[TC_UNIT_WORDS];
	tc_attackers(s, near);
	for (int u = tc_member(near, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(near, TC_UNIT_WORDS, u + 1))
		if (!advance_forbidden(s, u))
			return true;
	for (int l = 0; l < TC_LEADERS; l++)
		if (!along_forbidden(s, l))
			return true;
	return false;
}

static void advance(tc_state *s, int unit, ap_events *ev)
{
	int from = s->unit_at[unit];
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == from && tc_leader_user(s, l) == s->combat.side[TC_ROLE_ATTACKER] &&
			tc_leaders[l].bound != TC_BOUND_STAYS)
			s->leader_flags[l] |= TC_LEADER_FLAG_PICKED;
	tc_tell_advances(ev, TC_AD_1, TC_UNIT(unit), TC_SPACE(s->combat.target));
	enter_space(s, unit, s->combat.target, ev);
}

/* TC-AD-2: tells that nobody has advanced. The attacker gets the space if it belonged to nobody. */
static void left_empty(tc_state *s, ap_events *ev)
{
	const tc_combat *c = &s->combat;
	tc_tell_nobody_advances(ev, TC_AD_2, TC_SPACE(c->target));
	if (c->side[TC_ROLE_DEFENDER] != TC_PARTY_NOBODY || s->owner[c->target] != TC_OWNER_NOBODY)
		return;
	tc_set_owner(s, c->target, c->side[TC_ROLE_ATTACKER]);
	tc_tell_owner(ev, TC_AD_2, TC_SPACE(c->target), TC_OWNER(c->side[TC_ROLE_ATTACKER]));
}

static void advance_over(tc_state *s, ap_events *ev)
{
	if (tc_occupier(s, s->combat.target) == TC_NONE)
		left_empty(s, ev);
	tc_enter(s, TC_STEP_FURTHER);
}

/* Lets a unit advance. If it violates a land, that land's forces are called up before. */
static void send_ahead(tc_state *s, int unit, ap_events *ev)
{
	int called = tc_violates(s, s->combat.side[TC_ROLE_ATTACKER], s->combat.target);
	if (called == TC_NONE) {
		advance(s, unit, ev);
		return;
	}
	s->combat.back_unit = (uint16_t)unit;
	tc_combat_top(s)->entering = s->combat.target;
	tc_call_up(s, called, s->combat.target, ev);
}

static void advance_leader(tc_state *s, int leader, ap_events *ev)
{
	tc_put_leader(s, leader, s->combat.target);
	s->leader_flags[leader] =
		(uint8_t)((s->leader_flags[leader] & ~TC_LEADER_FLAG_PICKED) | TC_LEADER_FLAG_AHEAD);
	tc_tell_leader_advances(ev, TC_AD_1, TC_LEADER(leader), TC_SPACE(s->combat.target));
}

/* TC-AD-1.1: lets the next unit or leader advance, units first. May call. */
static void send_next(tc_state *s, ap_events *ev)
{
	uint64_t near[TC_UNIT_WORDS];
	tc_attackers(s, near);
	for (int u = tc_member(near, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(near, TC_UNIT_WORDS, u + 1))
		if (!advance_forbidden(s, u)) {
			send_ahead(s, u, ev);
			return;
		}
	for (int l = 0; l < TC_LEADERS; l++)
		if (!along_forbidden(s, l))
			advance_leader(s, l, ev);
}

/* Returns whether more than one would advance, so that it is another answer than naming one. */
static bool several_advance(const tc_state *s)
{
	if (tc_violates(s, s->combat.side[TC_ROLE_ATTACKER], s->combat.target) != TC_NONE)
		return any_advance(s);
	uint64_t near[TC_UNIT_WORDS];
	tc_attackers(s, near);
	tc_state after = *s;
	for (int u = tc_member(near, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(near, TC_UNIT_WORDS, u + 1))
		if (!advance_forbidden(s, u)) {
			advance(&after, u, NULL);
			if (after.combat.withdrawn) /* otherwise those who have fought can go, fed or not */
				tc_supply(&after);
			return any_advance(&after);
		}
	int leaders = 0;
	for (int l = 0; l < TC_LEADERS; l++)
		leaders += !along_forbidden(s, l);
	return leaders > 1;
}

void tc_advance_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = s->combat.side[TC_ROLE_ATTACKER], there = tc_occupier(s, s->combat.target);
	tc_supply(s);
	if (tc_combat_peek(s)->entering != TC_NOWHERE) {
		int unit = resume_unit(s);
		if (!advance_forbidden(s, unit))
			advance(s, unit, ev);
		return;
	}
	if (s->combat.kind == TC_COMBAT_KIND_TREACHERY) {
		tc_enter(s, TC_STEP_COMBAT_END);
	} else if (there != TC_NONE && there != side) {
		tc_enter(s, TC_STEP_FURTHER);
	} else {
		tc_tidy_markers(s, ev);
		tc_supply(s);
		bool any = any_advance(s);
		if (any && s->combat.all_advance)
			send_next(s, ev);
		else if (any)
			tc_ask(s, side);
		else
			advance_over(s, ev);
	}
}

void tc_advance_legal(const void *state, int seat, ap_list *out)
{
	uint64_t near[TC_UNIT_WORDS];
	(void)seat;
	tc_attackers(state, near);
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	for (int l = 0; l < TC_LEADERS; l++)
		if (!along_forbidden(state, l))
			ap_add(out, ap_act(TC_VERB_PICK_LEADER, (unsigned)l, 0));
	for (int u = tc_member(near, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(near, TC_UNIT_WORDS, u + 1))
		if (!advance_forbidden(state, u))
			ap_add(out, ap_act(TC_VERB_ADVANCE, (unsigned)u, 0));
	if (several_advance(state))
		ap_add(out, ap_act(TC_VERB_ADVANCE_ALL, 0, 0));
}

uint16_t tc_advance_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		return 0;
	case TC_VERB_ADVANCE_ALL:
		return several_advance(state) ? 0 : TC_AD_1_1;
	case TC_VERB_PICK_LEADER:
		return along_forbidden(state, (int)ap_x(a));
	case TC_VERB_ADVANCE:
		return advance_forbidden(state, (int)ap_x(a));
	default:
		return TC_AD_1;
	}
}

void tc_advance_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_DONE) {
		advance_over(s, ev);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_PICK_LEADER) {
		advance_leader(s, (int)ap_x(a), ev);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_ADVANCE_ALL)
		s->combat.all_advance = 1;
	else
		send_ahead(s, (int)ap_x(a), ev);
}

/* ---- Exploitation by a leader ---------------------------------------------------------------- */

/* Returns the leader who may exploit the victory; TC_LEADERS if there is none. */
static int exploiter(const tc_state *s)
{
	for (int l = 0; l < TC_LEADERS; l++)
		if ((s->leader_flags[l] & TC_LEADER_FLAG_AHEAD) && s->leader_at[l] == s->combat.target &&
			tc_leader_can(s, l, TC_ABILITIES_EXPLOIT))
			return l;
	return TC_LEADERS;
}

static uint16_t exploit_forbidden(const tc_state *s)
{
	if (tc_combat_peek(s)->exploits || exploiter(s) < TC_LEADERS || tc_presser(s) < TC_AID_COUNT)
		return 0;
	return tc_leader_missing(
		s, s->combat.target, s->combat.side[TC_ROLE_ATTACKER], TC_ABILITIES_EXPLOIT, TC_LE_5);
}

static uint16_t further_forbidden(const tc_state *s, int unit, int to)
{
	int at = s->combat.target, link = tc_link_between(at, to);
	if (!(s->unit_flags[unit] & TC_UNIT_FLAG_AHEAD) || s->unit_at[unit] != at || link < 0)
		return TC_LE_5;
	uint16_t clause = exploit_forbidden(s);
	if (!clause)
		clause = tc_no_way(s, s->combat.side[TC_ROLE_ATTACKER], unit, link, to, false);
	if (clause)
		return clause;
	return tc_unit_fits(s, to, unit) ? 0 : tc_crowded(s, to, unit);
}

static uint16_t follow_forbidden(const tc_state *s, int leader, int to)
{
	int at = s->combat.target;
	if (!(s->leader_flags[leader] & TC_LEADER_FLAG_AHEAD) || s->leader_at[leader] != at)
		return TC_LE_5;
	if (!tc_combat_peek(s)->exploits || tc_link_between(at, to) < 0)
		return TC_LE_5;
	if (tc_kept_from(leader, to))
		return TC_LE_2;
	for (int u = tc_first(s, to); u < TC_UNITS; u = tc_next(s, u))
		if (s->unit_flags[u] & TC_UNIT_FLAG_AHEAD)
			return 0;
	return TC_LE_5;
}

static void list_further(const tc_state *s, ap_list *out)
{
	const uint16_t *near;
	int count = tc_near(s->combat.target, &near);
	for (int l = 0; l < TC_LEADERS; l++)
		for (int i = 0; i < count && (s->leader_flags[l] & TC_LEADER_FLAG_AHEAD); i++)
			if (!follow_forbidden(s, l, near[i]))
				ap_add(out, ap_act(TC_VERB_LEADER_TO, (unsigned)l, near[i]));
	for (int u = tc_first(s, s->combat.target); u < TC_UNITS; u = tc_next(s, u))
		for (int i = 0; i < count; i++)
			if (!further_forbidden(s, u, near[i]))
				ap_add(out, ap_act(TC_VERB_FURTHER, (unsigned)u, near[i]));
}

static void go_further(tc_state *s, int unit, int to, ap_events *ev)
{
	int aid = tc_presser(s);
	tc_tell_further(ev, aid < TC_AID_COUNT ? tc_card_clause(tc_aid_card(s, aid)) : TC_LE_5,
		TC_UNIT(unit), TC_SPACE(to));
	enter_space(s, unit, to, ev);
}

/* Moves the unit into the space if it still can, after Lenin has spoken or not and the forces of
 * the land have been called up. */
static void resume_further(tc_state *s, ap_events *ev)
{
	int to = tc_combat_peek(s)->entering, unit = resume_unit(s);
	bool stopped = tc_combat_peek(s)->stopped;
	tc_combat_top(s)->stopped = 0;
	if (stopped)
		s->unit_flags[unit] &= (uint8_t)~TC_UNIT_FLAG_AHEAD;
	else if (!further_forbidden(s, unit, to))
		go_further(s, unit, to, ev);
}

void tc_further_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_action item[AP_MAX_LEGAL];
	ap_list list = {item, 0};
	tc_supply(s);
	if (tc_combat_peek(s)->entering != TC_NOWHERE) {
		resume_further(s, ev);
		return;
	}
	if (!exploit_forbidden(s))
		list_further(s, &list);
	if (list.count > 0)
		tc_ask(s, s->combat.side[TC_ROLE_ATTACKER]);
	else
		tc_enter(s, TC_STEP_COUNTER);
}

void tc_further_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	list_further(state, out);
}

uint16_t tc_further_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		return 0;
	case TC_VERB_LEADER_TO:
		return follow_forbidden(state, (int)ap_x(a), (int)ap_y(a));
	case TC_VERB_FURTHER:
		return further_forbidden(state, (int)ap_x(a), (int)ap_y(a));
	default:
		return TC_LE_5;
	}
}

static void begin_further(tc_state *s, int unit, int to, ap_events *ev)
{
	if (!tc_combat_peek(s)->exploits) {
		int aid = tc_presser(s), leader = exploiter(s);
		if (aid < TC_AID_COUNT) {
			tc_use_aid(s, aid);
		} else {
			tc_leader_used(s, leader);
			s->combat.leader[TC_ROLE_ATTACKER] = (uint8_t)leader;
		}
		tc_combat_top(s)->exploits = 1;
	}
	int side = s->combat.side[TC_ROLE_ATTACKER], called = tc_violates(s, side, to);
	/* The step continues with this unit when every called step has ended. */
	s->combat.back_unit = (uint16_t)unit;
	tc_combat_top(s)->stopped = 0;
	tc_combat_top(s)->entering = (uint16_t)to;
	tc_call_preach(s, side, to, false);
	if (called != TC_NONE)
		tc_call_up(s, called, to, ev);
}

void tc_further_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_DONE) {
		tc_enter(s, TC_STEP_COUNTER);
	} else if (ap_verb_of(a) == TC_VERB_FURTHER) {
		begin_further(s, (int)ap_x(a), (int)ap_y(a), ev);
	} else {
		tc_put_leader(s, (int)ap_x(a), (int)ap_y(a));
		tc_tell_leader_advances(ev, TC_LE_5, TC_LEADER(ap_x(a)), TC_SPACE(ap_y(a)));
	}
}

/* ---- COUNTER --------------------------------------------------------------------------------- */

static uint16_t counter_forbidden(const tc_state *s, int to)
{
	const tc_combat *c = &s->combat;
	int side = c->side[TC_ROLE_DEFENDER];
	uint16_t why = TC_LE_6;
	if (c->kind != TC_COMBAT_KIND_PLAIN || c->withdrawn || c->retreat > 0 || side >= TC_SIDE_COUNT)
		return TC_LE_6;
	if (!(s->marker[to] & TC_MARKER_FLAG_FROM) || tc_occupier(s, to) != c->side[TC_ROLE_ATTACKER])
		return TC_LE_6;
	if (tc_leader_with(s, c->target, side, TC_ABILITIES_COUNTER_ATTACK) == TC_LEADERS)
		return tc_leader_missing(s, c->target, side, TC_ABILITIES_COUNTER_ATTACK, TC_LE_6);
	for (int u = tc_first(s, c->target); u < TC_UNITS; u = tc_next(s, u)) {
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
		tc_ask(s, s->combat.side[TC_ROLE_DEFENDER]);
	else
		tc_enter(s, TC_STEP_COMBAT_END);
}

void tc_counter_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(TC_VERB_PASS, 0, 0));
	tc_list_near_target(state, TC_VERB_COUNTER, counter_forbidden, out);
}

uint16_t tc_counter_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PASS)
		return 0;
	return ap_verb_of(a) == TC_VERB_COUNTER ? counter_forbidden(state, (int)ap_x(a)) : TC_LE_6;
}

void tc_counter_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int from = s->combat.target, to = (int)ap_x(a);
	int side = s->combat.side[TC_ROLE_DEFENDER], other = s->combat.side[TC_ROLE_ATTACKER];
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PASS) {
		tc_enter(s, TC_STEP_COMBAT_END);
		return;
	}
	int leader = tc_leader_with(s, from, side, TC_ABILITIES_COUNTER_ATTACK);
	tc_leader_used(s, leader);
	tc_tell_counter(ev, TC_LE_6, TC_SIDE(side), TC_SPACE(to));
	tc_set_combat(s, TC_COMBAT_KIND_COUNTER, side, other, to, from);
	s->combat.leader[TC_ROLE_ATTACKER] = (uint8_t)leader;
	tc_enter(s, TC_STEP_COMBAT);
}

void tc_combat_end_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = s->combat.side[TC_ROLE_ATTACKER], target = s->combat.target;
	bool again = s->combat.kind != TC_COMBAT_KIND_TREACHERY && tc_could_attack(s, side, target);
	if (again && (s->marker[target] & TC_MARKER_FLAG_ATTACKED))
		tc_tell_not_again(ev, TC_CB_2, TC_SPACE(target));
	tc_tidy_markers(s, ev);
	tc_clear_combat(s);
	ap_end(s);
}
