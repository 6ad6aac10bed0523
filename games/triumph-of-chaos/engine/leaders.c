/* leaders.c: the abilities of leaders, Lenin, and what becomes of a leader without units. */
#include "combat.h"

enum { DEADLY = 3 }; /* TC-15.5: up to this he is dead */

/* ---- Abilities ------------------------------------------------------------------------------- */

static bool has_units(const tc_state *s, int space, int side)
{
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u))
		if (tc_user(s, u) == side)
			return true;
	return false;
}

static bool has_ability(int leader, int ability)
{
	return tc_leaders[leader].abilities >> ability & 1;
}

bool tc_leader_can(const tc_state *s, int leader, int ability)
{
	const tc_leader *l = &tc_leaders[leader];
	int space = s->leader_at[leader], side = tc_leader_user(s, leader);
	if (space >= SPACES || side >= SIDES || !has_ability(leader, ability))
		return false;
	if (ability == TC_ABILITIES_PROPAGANDA) /* TC-LE-1: Lenin needs none of the rest */
		return !s->lenin_spoke && !(s->leader_flags[leader] & L_IDLE);
	if ((s->leader_flags[leader] & (L_USED | L_IDLE)) || (s->marker[space] & M_NO_ACT))
		return false;
	if (l->bound == TC_BOUND_ACTS && tc_region_of(space) != l->region)
		return false;
	return has_units(s, space, side) && tc_leader_fed(s, leader);
}

void tc_leader_used(tc_state *s, int leader)
{
	s->leader_flags[leader] |= L_USED;
}

int tc_leader_with(const tc_state *s, int space, int side, int ability)
{
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side &&
			tc_leader_can(s, l, ability))
			return l;
	return LEADERS;
}

uint16_t tc_leader_missing(const tc_state *s, int space, int side, int ability, int clause)
{
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side && has_ability(l, ability))
			return TC_LE_1;
	return (uint16_t)clause;
}

/* ---- Corps brought into a battle ------------------------------------------------------------- */

/* Why this corps is not brought by anybody. */
static uint16_t corps_forbidden(const tc_state *s, int role, int unit)
{
	int at = s->unit_at[unit];
	if (at >= SPACES || tc_is_army(unit) || tc_user(s, unit) != s->combat.side[role])
		return TC_LE_3;
	if (s->unit_flags[unit] & (U_FIGHTS | U_MOVED | U_ATTACKED))
		return TC_LE_3;
	if (s->marker[at] & M_NO_ACT)
		return TC_NA_1;
	if (!tc_fed(s, unit))
		return TC_SU_3;
	return tc_unit_waits(s, unit);
}

/* Into the leader's space, from where it must be able to fight. */
static uint16_t arrival_forbidden(const tc_state *s, int role, int unit, int space)
{
	int side = s->combat.side[role], target = s->combat.target;
	int link = tc_link_between(s->unit_at[unit], space);
	if (link < 0)
		return TC_LE_3;
	uint16_t clause = tc_no_way(s, side, unit, link, space, false);
	if (clause)
		return clause;
	if (!tc_unit_fits(s, space, unit))
		return TC_ST_1;
	return role == DEFENDER
		? 0
		: tc_no_way(s, side, unit, tc_link_between(space, target), target, true);
}

/* 0: it may, and *leader brings it. */
static uint16_t bring_forbidden(const tc_state *s, int role, int unit, int *leader)
{
	uint16_t why = corps_forbidden(s, role, unit);
	if (why)
		return why;
	why = TC_LE_3;
	for (int l = 0; l < LEADERS; l++) {
		int at = s->leader_at[l];
		if (at >= SPACES || tc_leader_user(s, l) != s->combat.side[role])
			continue;
		if (role == DEFENDER ? at != s->combat.target : !(s->marker[at] & M_FROM))
			continue;
		bool can = tc_leader_can(s, l, TC_ABILITIES_REINFORCE);
		uint16_t clause = can ? arrival_forbidden(s, role, unit, at) : TC_LE_1;
		*leader = l;
		if (!clause)
			return 0;
		if (why == TC_LE_3)
			why = clause;
	}
	return why;
}

static void brought(tc_state *s, int role, ap_events *ev)
{
	if (role == ATTACKER)
		tc_combat_goto(s, BRING, DEFENDER);
	else
		tc_open_fire(s, ev);
}

static bool any_leader_brings(const tc_state *s, int role)
{
	for (int l = 0; l < LEADERS; l++) {
		int at = s->leader_at[l];
		if (at < SPACES && tc_leader_user(s, l) == s->combat.side[role] &&
			(role == DEFENDER ? at == s->combat.target : s->marker[at] & M_FROM) &&
			tc_leader_can(s, l, TC_ABILITIES_REINFORCE))
			return true;
	}
	return false;
}

void tc_bring_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int role = ap_peek(s)->v[1], leader;
	tc_supply(s);
	if (s->combat.side[role] < SIDES && any_leader_brings(s, role))
		for (int u = 0; u < UNITS; u++)
			if (!bring_forbidden(s, role, u, &leader)) {
				tc_ask(s, s->combat.side[role]);
				return;
			}
	brought(s, role, ev);
}

void tc_bring_legal(const void *state, int seat, ap_list *out)
{
	int leader;
	(void)seat;
	ap_add(out, ap_act(V_DONE, 0, 0));
	for (int u = 0; u < UNITS; u++)
		if (!bring_forbidden(state, ap_peek(state)->v[1], u, &leader))
			ap_add(out, ap_act(V_BRING, (unsigned)u, 0));
}

uint16_t tc_bring_refuse(const void *state, int seat, ap_action a)
{
	int leader;
	(void)seat;
	if (ap_verb_of(a) == V_DONE)
		return 0;
	if (ap_verb_of(a) != V_BRING)
		return TC_LE_3;
	return bring_forbidden(state, ap_peek(state)->v[1], (int)ap_x(a), &leader);
}

void tc_bring_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int role = ap_peek(s)->v[1], unit = (int)ap_x(a), leader = LEADERS;
	(void)seat;
	if (ap_verb_of(a) == V_BRING) {
		bring_forbidden(s, role, unit, &leader);
		int space = s->leader_at[leader];
		tc_put_unit(s, unit, space);
		s->unit_flags[unit] |= U_FIGHTS | U_MOVED | (role == ATTACKER ? U_ATTACKED : 0);
		tc_leader_used(s, leader);
		s->combat.leader[role] = (uint8_t)leader;
		ap_tell(ev, EV_BRINGS, TC_LE_3, (int16_t)leader, (int16_t)unit, (int16_t)space);
	}
	brought(s, role, ev);
}

/* ---- Lenin ----------------------------------------------------------------------------------- */

bool tc_call_preach(tc_state *s, int space, bool attack)
{
	uint8_t away[SPACES];
	int lenin = TC_LEADER_RED_LENIN;
	if (s->acting == RED || !tc_spaces[space].city || s->owner[space] != RED)
		return false;
	if (!tc_leader_can(s, lenin, TC_ABILITIES_PROPAGANDA))
		return false;
	tc_distances(s->leader_at[lenin], away);
	if (away[space] > tc_number_of(TC_NUMBER_LENIN_REACH))
		return false;
	ap_frame *frame = ap_call(s, PREACH);
	frame->v[0] = (int16_t)space;
	frame->v[1] = attack;
	return true;
}

void tc_preach_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, RED);
}

void tc_preach_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(V_PASS, 0, 0));
	ap_add(out, ap_act(V_PREACH, 0, 0));
}

uint16_t tc_preach_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == V_PASS || ap_verb_of(a) == V_PREACH ? 0 : TC_LE_7;
}

/* The answer goes to the frame below. */
static void end_preaching(tc_state *s, bool stops)
{
	ap_end(s);
	ap_top(s)->v[2] = stops;
}

void tc_preach_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	(void)ev;
	if (ap_verb_of(a) == V_PASS) {
		end_preaching(s, false);
		return;
	}
	s->lenin_spoke = 1;
	ap_goto(s, PREACH_DIE);
}

void tc_preach_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	int16_t city = ap_peek(s)->v[0];
	bool stops = (int)ap_x(a) <= tc_number_of(TC_NUMBER_LENIN_DIE);
	ap_tell(ev, EV_PREACH_DIE, TC_LE_7, (int16_t)ap_x(a), city);
	if (stops)
		ap_tell(ev, EV_PREACH_STOPS, TC_LE_7, city);
	end_preaching(s, stops);
}

/* ---- Where leaders flee to ------------------------------------------------------------------- */

/* While the Finnish border is shut nobody escapes across it (TC-8.317.2). */
static bool is_refuge(const tc_state *s, int leader, int space)
{
	int side = tc_leader_user(s, leader), from = s->leader_at[leader];
	bool finland = tc_region_of(space) == TC_REGION_FINLAND;
	if (!tc_spaces[space].city || s->owner[space] != side || space == from)
		return false;
	if (tc_occupier(s, space) == tc_other(side) || tc_kept_from(leader, space))
		return false;
	return s->border_open || finland == (tc_region_of(from) == TC_REGION_FINLAND);
}

/* How far the nearest is; 0xff: there is none. */
static int nearest_refuge(const tc_state *s, int leader, uint8_t away[SPACES])
{
	int best = 0xff;
	tc_distances(s->leader_at[leader], away);
	for (int space = 0; space < SPACES; space++)
		if (is_refuge(s, leader, space) && away[space] < best)
			best = away[space];
	return best;
}

/* The nearest in the order of the map; returns how many. */
static int list_refuges(const tc_state *s, int leader, uint16_t out[SPACES])
{
	uint8_t away[SPACES];
	int count = 0;
	if (tc_leader_user(s, leader) >= SIDES)
		return 0;
	int best = nearest_refuge(s, leader, away);
	for (int space = 0; space < SPACES && best < 0xff; space++)
		if (away[space] == best && is_refuge(s, leader, space))
			out[count++] = (uint16_t)space;
	return count;
}

void tc_lenin_moves(tc_state *s, ap_events *ev)
{
	uint16_t refuge[SPACES];
	int lenin = TC_LEADER_RED_LENIN, at = s->leader_at[lenin];
	if (at >= SPACES || (s->owner[at] == RED && tc_occupier(s, at) != WHITE))
		return;
	if (list_refuges(s, lenin, refuge) == 0) {
		tc_leader_dies(s, lenin, ev);
		return;
	}
	tc_put_leader(s, lenin, refuge[0]);
	ap_tell(ev, EV_LEADER_ESCAPES, TC_LE_2, (int16_t)lenin, (int16_t)refuge[0]);
}

/* ---- A leader without units ------------------------------------------------------------------ */

void tc_leader_dies(tc_state *s, int leader, ap_events *ev)
{
	int side = tc_leader_user(s, leader);
	tc_take_leader(s, leader, DEAD);
	ap_tell(ev, EV_LEADER_DEAD, TC_15_5, (int16_t)leader, (int16_t)side);
	if (side < SIDES)
		tc_gain_vp(s, tc_other(side), tc_leaders[leader].loss, TC_15_5, ev);
}

/* The lowest leader of the side who is there; Lenin only leaves what has fallen (TC-LE-2). */
static int next_alone(const tc_state *s, int space, int side)
{
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side &&
			tc_leaders[l].bound != TC_BOUND_STAYS)
			return l;
	return LEADERS;
}

bool tc_leaders_alone(tc_state *s, int space, int side, ap_events *ev)
{
	if (has_units(s, space, side))
		return false;
	if (s->leader_at[TC_LEADER_RED_LENIN] == space && side == RED)
		tc_lenin_moves(s, ev);
	int leader = next_alone(s, space, side);
	if (leader == LEADERS)
		return false;
	ap_call(s, LEADER_DIE)->v[0] = (int16_t)leader;
	return true;
}

/* One leader is dead or away: the next of that space rolls in the same frame. */
static void settled(tc_state *s, int space, int side)
{
	int leader = next_alone(s, space, side);
	if (leader == LEADERS) {
		ap_end(s);
		return;
	}
	ap_goto(s, LEADER_DIE);
	ap_top(s)->v[0] = (int16_t)leader;
}

static void die(tc_state *s, int leader, ap_events *ev)
{
	int space = s->leader_at[leader], side = tc_leader_user(s, leader);
	tc_leader_dies(s, leader, ev);
	settled(s, space, side);
}

static void flee(tc_state *s, int leader, int to, ap_events *ev)
{
	int space = s->leader_at[leader], side = tc_leader_user(s, leader);
	tc_put_leader(s, leader, to);
	ap_tell(ev, EV_LEADER_ESCAPES, TC_15_5, (int16_t)leader, (int16_t)to);
	settled(s, space, side);
}

void tc_leader_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	int leader = ap_peek(s)->v[0];
	ap_tell(ev, EV_LEADER_DIE, TC_15_5, (int16_t)leader, (int16_t)ap_x(a));
	if (ap_x(a) > DEADLY)
		ap_goto(s, LEADER_FLEES);
	else
		die(s, leader, ev);
}

void tc_leader_flees_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	uint16_t refuge[SPACES];
	int leader = ap_peek(s)->v[0], count = list_refuges(s, leader, refuge);
	if (count > 1)
		tc_ask(s, tc_leader_user(s, leader));
	else if (count == 1)
		flee(s, leader, refuge[0], ev);
	else
		die(s, leader, ev);
}

void tc_leader_flees_legal(const void *state, int seat, ap_list *out)
{
	uint16_t refuge[SPACES];
	int leader = ap_peek(state)->v[0], count = list_refuges(state, leader, refuge);
	(void)seat;
	for (int i = 0; i < count; i++)
		ap_add(out, ap_act(V_LEADER_TO, (unsigned)leader, refuge[i]));
}

uint16_t tc_leader_flees_refuse(const void *state, int seat, ap_action a)
{
	uint16_t refuge[SPACES];
	int leader = ap_peek(state)->v[0], count = list_refuges(state, leader, refuge);
	(void)seat;
	if (ap_verb_of(a) != V_LEADER_TO || (int)ap_x(a) != leader)
		return TC_15_5;
	for (int i = 0; i < count; i++)
		if (refuge[i] == ap_y(a))
			return 0;
	return TC_15_5;
}

void tc_leader_flees_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	flee(state, (int)ap_x(a), (int)ap_y(a), ev);
}
