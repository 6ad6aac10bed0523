/* leaders.c: the abilities of leaders, Lenin, and the fate of a leader without units. */
#include "combat.h"
#include "frames.h"

/* ---- Abilities ------------------------------------------------------------------------------- */

static bool has_units(const tc_state *s, int space, int side)
{
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
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
	assert(tc_is_leader(leader));
	const tc_leader *l = &tc_leaders[leader];
	int space = s->leader_at[leader], side = tc_leader_user(s, leader);
	if (space >= TC_SPACES || side >= TC_SIDE_COUNT || !has_ability(leader, ability))
		return false;
	if (ability == TC_ABILITIES_PROPAGANDA) /* TC-LE-1: Lenin needs nothing else */
		return !s->lenin_spoke && !(s->leader_flags[leader] & TC_LEADER_FLAG_IDLE);
	if ((s->leader_flags[leader] & (TC_LEADER_FLAG_USED | TC_LEADER_FLAG_IDLE)) ||
		(s->marker[space] & TC_MARKER_FLAG_NO_ACT))
		return false;
	if (l->bound == TC_BOUND_ACTS && tc_region_of(space) != l->region)
		return false;
	return has_units(s, space, side) && tc_leader_fed(s, leader);
}

void tc_leader_used(tc_state *s, int leader)
{
	assert(tc_is_leader(leader));
	s->leader_flags[leader] |= TC_LEADER_FLAG_USED;
}

int tc_leader_with(const tc_state *s, int space, int side, int ability)
{
	assert(tc_is_space(space) && tc_is_side(side));
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side &&
			tc_leader_can(s, l, ability))
			return l;
	return TC_LEADERS;
}

uint16_t tc_leader_missing(const tc_state *s, int space, int side, int ability, int clause)
{
	assert(tc_is_space(space) && tc_is_side(side));
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side && has_ability(l, ability))
			return TC_LE_1;
	return (uint16_t)clause;
}

/* ---- Corps brought into a battle ------------------------------------------------------------- */

/* Returns the clause that forbids every leader to bring this corps into the combat; 0 if one
 * may. */
static uint16_t corps_forbidden(const tc_state *s, int role, int unit)
{
	int at = s->unit_at[unit];
	if (at >= TC_SPACES || tc_is_army(unit) || tc_user(s, unit) != s->combat.side[role])
		return TC_LE_3;
	if (s->unit_flags[unit] & (TC_UNIT_FLAG_FIGHTS | TC_UNIT_FLAG_MOVED | TC_UNIT_FLAG_ATTACKED))
		return TC_LE_3;
	if (tc_is_garrison(unit))
		return TC_8_62_2;
	if (s->marker[at] & TC_MARKER_FLAG_NO_ACT)
		return TC_NA_1;
	if (!tc_fed(s, unit))
		return TC_SU_3;
	return tc_unit_waits(s, unit);
}

/* Returns the clause that keeps the corps from coming into the leader's space and fighting from
 * there; 0 if it can. */
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
	if (role == TC_ROLE_ATTACKER && tc_is_landing(s))
		return tc_closed(s, side, unit, target);
	return role == TC_ROLE_DEFENDER
		? 0
		: tc_no_way(s, side, unit, tc_link_between(space, target), target, true);
}

/* Returns the clause that forbids bringing the corps into the combat; 0 if it is allowed. Writes
 * the leader who brings it to *leader. */
static uint16_t bring_forbidden(const tc_state *s, int role, int unit, int *leader)
{
	uint16_t why = corps_forbidden(s, role, unit);
	if (why)
		return why;
	why = TC_LE_3;
	for (int l = 0; l < TC_LEADERS; l++) {
		int at = s->leader_at[l];
		if (at >= TC_SPACES || tc_leader_user(s, l) != s->combat.side[role])
			continue;
		if (role == TC_ROLE_DEFENDER ? at != s->combat.target
									 : !(s->marker[at] & TC_MARKER_FLAG_FROM))
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

/* Ends the bringing of corps for the attacker or the defender. */
static void end_bringing(tc_state *s, int role, ap_events *ev)
{
	if (role == TC_ROLE_ATTACKER)
		tc_enter_for(s, TC_STEP_BRING, TC_ROLE_DEFENDER);
	else
		tc_open_fire(s, ev);
}

int tc_leader_bringing(const tc_state *s, int role, int unit)
{
	assert(tc_is_role(role) && tc_is_unit(unit));
	int leader = TC_LEADERS;
	return bring_forbidden(s, role, unit, &leader) ? TC_LEADERS : leader;
}

/* Returns whether any corps in a space next to a leader can be brought there. */
static bool brings_any_to(const tc_state *s, int role, int space)
{
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		for (int u = tc_first(s, tc_link_to[i]); u < TC_UNITS; u = tc_next(s, u))
			if (!corps_forbidden(s, role, u) && !arrival_forbidden(s, role, u, space))
				return true;
	return false;
}

/* Returns whether any corps can be brought into the combat. */
static bool brings_any(const tc_state *s, int role)
{
	for (int l = 0; l < TC_LEADERS; l++) {
		int at = s->leader_at[l];
		if (at < TC_SPACES && tc_leader_user(s, l) == s->combat.side[role] &&
			(role == TC_ROLE_DEFENDER ? at == s->combat.target
									  : s->marker[at] & TC_MARKER_FLAG_FROM) &&
			tc_leader_can(s, l, TC_ABILITIES_REINFORCE) && brings_any_to(s, role, at))
			return true;
	}
	return false;
}

void tc_bring_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int role = tc_combat_peek(s)->role;
	tc_supply(s);
	if (s->combat.side[role] < TC_SIDE_COUNT && brings_any(s, role))
		tc_ask(s, s->combat.side[role]);
	else
		end_bringing(s, role, ev);
}

void tc_bring_legal(const void *state, int seat, ap_list *out)
{
	int leader;
	(void)seat;
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	for (int u = 0; u < TC_UNITS; u++)
		if (!bring_forbidden(state, tc_combat_peek(state)->role, u, &leader))
			ap_add(out, ap_act(TC_VERB_BRING, (unsigned)u, 0));
}

uint16_t tc_bring_refuse(const void *state, int seat, ap_action a)
{
	int leader;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_DONE)
		return 0;
	if (ap_verb_of(a) != TC_VERB_BRING)
		return TC_LE_3;
	return bring_forbidden(state, tc_combat_peek(state)->role, (int)ap_x(a), &leader);
}

void tc_bring(tc_state *s, int role, int unit, ap_events *ev)
{
	assert(tc_is_role(role) && tc_is_unit(unit));
	int leader = tc_leader_bringing(s, role, unit);
	assert(leader < TC_LEADERS);
	int space = s->leader_at[leader];
	tc_put_unit(s, unit, space);
	s->unit_flags[unit] |= TC_UNIT_FLAG_FIGHTS | TC_UNIT_FLAG_MOVED |
		(role == TC_ROLE_ATTACKER ? TC_UNIT_FLAG_ATTACKED : 0);
	tc_leader_used(s, leader);
	s->combat.leader[role] = (uint8_t)leader;
	tc_tell_brings(ev, TC_LE_3, TC_LEADER(leader), TC_UNIT(unit), TC_SPACE(space));
}

void tc_bring_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int role = tc_combat_peek(s)->role;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_BRING)
		tc_bring(s, role, (int)ap_x(a), ev);
	end_bringing(s, role, ev);
}

/* ---- Lenin ----------------------------------------------------------------------------------- */

/* Returns whether one space is at most so many links away from the other. */
static bool is_within(int from, int to, int links)
{
	if (from == to)
		return true;
	for (int i = tc_link_from[from]; links > 0 && i < tc_link_from[from + 1]; i++)
		if (is_within(tc_link_to[i], to, links - 1))
			return true;
	return false;
}

bool tc_lenin_may_speak(const tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	int lenin = TC_LEADER_RED_LENIN;
	if (side == TC_SIDE_RED || s->acting == TC_SIDE_RED)
		return false;
	if (!tc_spaces[space].city || s->owner[space] != TC_SIDE_RED)
		return false;
	if (!tc_leader_can(s, lenin, TC_ABILITIES_PROPAGANDA))
		return false;
	return is_within(s->leader_at[lenin], space, tc_number_of(TC_NUMBER_LENIN_REACH));
}

bool tc_call_preach(tc_state *s, int side, int space, bool attack)
{
	assert(tc_is_space(space));
	if (!tc_lenin_may_speak(s, side, space))
		return false;
	tc_call(s, TC_STEP_PREACH);
	tc_preaching_top(s)->city = (uint16_t)space;
	tc_preaching_top(s)->attack = attack;
	return true;
}

void tc_preach_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, TC_SIDE_RED);
}

void tc_preach_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(TC_VERB_PASS, 0, 0));
	ap_add(out, ap_act(TC_VERB_PREACH, 0, 0));
}

uint16_t tc_preach_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == TC_VERB_PASS || ap_verb_of(a) == TC_VERB_PREACH ? 0 : TC_LE_7;
}

/* Tells the frame below, which belongs to a move or a combat, whether Lenin's speech stops those
 * who come. */
static void end_preaching(tc_state *s, bool stops)
{
	ap_end(s);
	if (ap_peek(s)->step == TC_STEP_MOVE_ON)
		tc_round_top(s)->approach = stops ? TC_APPROACH_STOPPED : TC_APPROACH_PREACHED;
	else
		tc_combat_top(s)->stopped = stops;
}

void tc_preach_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	(void)ev;
	if (ap_verb_of(a) == TC_VERB_PASS) {
		end_preaching(s, false);
		return;
	}
	s->lenin_spoke = 1;
	tc_goto(s, TC_STEP_PREACH_DIE);
}

void tc_preach_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	int city = tc_preaching_peek(s)->city;
	bool stops = (int)ap_x(a) <= tc_number_of(TC_NUMBER_LENIN_DIE);
	tc_tell_preach_die(ev, TC_LE_7, ap_x(a), TC_SPACE(city), tc_number_of(TC_NUMBER_LENIN_DIE));
	if (stops)
		tc_tell_preach_stops(ev, TC_LE_7, TC_SPACE(city));
	end_preaching(s, stops);
}

/* ---- Where leaders flee to ------------------------------------------------------------------- */

/* Returns whether a leader may escape to the space. While the Finnish border is shut nobody escapes
 * across it (TC-8.317.2). */
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

/* Returns the distance of the nearest refuge; 0xff if there is none. */
static int nearest_refuge(const tc_state *s, int leader, uint8_t away[TC_SPACES])
{
	int best = 0xff;
	tc_distances(s->leader_at[leader], away);
	for (int space = 0; space < TC_SPACES; space++)
		if (is_refuge(s, leader, space) && away[space] < best)
			best = away[space];
	return best;
}

int tc_list_refuges(const tc_state *s, int leader, uint16_t out[TC_SPACES])
{
	assert(tc_is_leader(leader));
	uint8_t away[TC_SPACES];
	int count = 0;
	if (tc_leader_user(s, leader) >= TC_SIDE_COUNT)
		return 0;
	int best = nearest_refuge(s, leader, away);
	for (int space = 0; space < TC_SPACES && best < 0xff; space++)
		if (away[space] == best && is_refuge(s, leader, space))
			out[count++] = (uint16_t)space;
	return count;
}

void tc_lenin_moves(tc_state *s, ap_events *ev)
{
	uint16_t refuge[TC_SPACES];
	int lenin = TC_LEADER_RED_LENIN, at = s->leader_at[lenin];
	if (at >= TC_SPACES || (s->owner[at] == TC_SIDE_RED && tc_occupier(s, at) != TC_SIDE_WHITE))
		return;
	if (tc_list_refuges(s, lenin, refuge) == 0) {
		tc_leader_dies(s, lenin, ev);
		return;
	}
	tc_put_leader(s, lenin, refuge[0]);
	tc_tell_leader_escapes(ev, TC_LE_2, TC_LEADER(lenin), TC_SPACE(refuge[0]));
}

/* ---- A leader without units ------------------------------------------------------------------ */

void tc_leader_dies(tc_state *s, int leader, ap_events *ev)
{
	assert(tc_is_leader(leader));
	int side = tc_leader_user(s, leader);
	tc_take_leader(s, leader, TC_LOCATION_DEAD);
	tc_tell_leader_dead(ev, TC_15_5, TC_LEADER(leader), TC_PARTY(side));
	if (side < TC_SIDE_COUNT)
		tc_gain_vp(s, tc_other(side), tc_leaders[leader].loss, TC_15_5, ev);
}

/* Returns the first leader of the side in the space; TC_LEADERS if there is none. Lenin does not
 * count, because he leaves only a city that has fallen (TC-LE-2). */
static int next_alone(const tc_state *s, int space, int side)
{
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side &&
			tc_leaders[l].bound != TC_BOUND_STAYS)
			return l;
	return TC_LEADERS;
}

bool tc_leaders_alone(tc_state *s, int space, int side, ap_events *ev)
{
	assert(tc_is_space(space) && side >= 0 && side < TC_PARTY_COUNT);
	if (has_units(s, space, side))
		return false;
	if (s->leader_at[TC_LEADER_RED_LENIN] == space && side == TC_SIDE_RED)
		tc_lenin_moves(s, ev);
	int leader = next_alone(s, space, side);
	if (leader == TC_LEADERS)
		return false;
	tc_call(s, TC_STEP_LEADER_DIE);
	tc_lone_leader_top(s)->leader = (uint8_t)leader;
	return true;
}

/* Continues the frame with the next leader in the space, after one leader has died or escaped.
 * After attrition each leader is marked: one who has escaped to that space is not rolled for again.
 */
static void next_leader(tc_state *s, int space, int side)
{
	int leader = next_alone(s, space, side);
	if (leader == TC_LEADERS || tc_find_step(s, TC_STEP_ATTRITION)) {
		ap_end(s);
		return;
	}
	tc_goto(s, TC_STEP_LEADER_DIE);
	tc_lone_leader_top(s)->leader = (uint8_t)leader;
}

static void lose_leader(tc_state *s, int leader, ap_events *ev)
{
	int space = s->leader_at[leader], side = tc_leader_user(s, leader);
	tc_leader_dies(s, leader, ev);
	next_leader(s, space, side);
}

static void escape(tc_state *s, int leader, int to, ap_events *ev)
{
	int space = s->leader_at[leader], side = tc_leader_user(s, leader);
	tc_put_leader(s, leader, to);
	tc_tell_leader_escapes(ev, TC_15_5, TC_LEADER(leader), TC_SPACE(to));
	next_leader(s, space, side);
}

void tc_leader_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	int leader = tc_lone_leader_peek(s)->leader;
	tc_tell_leader_die(ev, TC_15_5, TC_LEADER(leader), ap_x(a), TC_DEADLY);
	if (ap_x(a) > TC_DEADLY)
		tc_goto(s, TC_STEP_LEADER_FLEES);
	else
		lose_leader(s, leader, ev);
}

void tc_leader_flees_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	uint16_t refuge[TC_SPACES];
	int leader = tc_lone_leader_peek(s)->leader, count = tc_list_refuges(s, leader, refuge);
	if (count > 1)
		tc_ask(s, tc_leader_user(s, leader));
	else if (count == 1)
		escape(s, leader, refuge[0], ev);
	else
		lose_leader(s, leader, ev);
}

void tc_leader_flees_legal(const void *state, int seat, ap_list *out)
{
	uint16_t refuge[TC_SPACES];
	int leader = tc_lone_leader_peek(state)->leader, count = tc_list_refuges(state, leader, refuge);
	(void)seat;
	for (int i = 0; i < count; i++)
		ap_add(out, ap_act(TC_VERB_LEADER_TO, (unsigned)leader, refuge[i]));
}

uint16_t tc_leader_flees_refuse(const void *state, int seat, ap_action a)
{
	uint16_t refuge[TC_SPACES];
	int leader = tc_lone_leader_peek(state)->leader, count = tc_list_refuges(state, leader, refuge);
	(void)seat;
	if (ap_verb_of(a) != TC_VERB_LEADER_TO || (int)ap_x(a) != leader)
		return TC_15_5;
	for (int i = 0; i < count; i++)
		if (refuge[i] == ap_y(a))
			return 0;
	return TC_15_5;
}

void tc_leader_flees_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	escape(state, (int)ap_x(a), (int)ap_y(a), ev);
}
