/* combat.c: who attacks whom from where, who takes part. Corps that leaders bring: leaders.c; the
 * fire: losses.c; withdrawal: retreat.c. */
#include "combat.h"

bool tc_any_near_target(const tc_state *s, tc_forbids *forbids)
{
	const uint16_t *near;
	int count = tc_near(s->combat.target, &near);
	for (int i = 0; i < count; i++)
		if (!forbids(s, near[i]))
			return true;
	return false;
}

void tc_list_near_target(const tc_state *s, int verb, tc_forbids *forbids, ap_list *out)
{
	const uint16_t *near;
	int count = tc_near(s->combat.target, &near);
	for (int i = 0; i < count; i++)
		if (!forbids(s, near[i]))
			ap_add(out, ap_act((unsigned)verb, near[i], 0));
}

int tc_role_of(const tc_state *s, int unit)
{
	if (s->combat.kind == COMBAT_TREACHERY)
		return tc_units[unit].faction == TC_FACTION_MAKHNO ? ATTACKER : DEFENDER;
	return tc_user(s, unit) == s->combat.side[ATTACKER] ? ATTACKER : DEFENDER;
}

bool tc_any_stands(const tc_state *s, int role)
{
	for (int u = 0; u < UNITS; u++)
		if (tc_stands_for(s, u, role))
			return true;
	return false;
}

void tc_clear_combat(tc_state *s)
{
	s->combat = (tc_combat){.target = NOWHERE,
		.back_unit = NOWHERE,
		.back_at = NOWHERE,
		.side = {NOBODY, NOBODY},
		.leader = {NONE, NONE}};
	for (int u = 0; u < UNITS; u++)
		s->unit_flags[u] &= (uint8_t) ~(U_FIGHTS | U_FELL | U_BACK | U_AHEAD);
	for (int l = 0; l < LEADERS; l++)
		s->leader_flags[l] &= (uint8_t) ~(L_PICKED | L_BACK | L_AHEAD);
	for (int space = 0; space < SPACES; space++)
		s->marker[space] &= (uint8_t)~M_FROM;
}

/* ---- Beginning ------------------------------------------------------------------------------- */

void tc_set_combat(tc_state *s, int kind, int attacker, int defender, int target, int from)
{
	tc_clear_combat(s);
	s->combat.kind = (uint8_t)kind;
	s->combat.target = (uint16_t)target;
	s->combat.side[ATTACKER] = (uint8_t)attacker;
	s->combat.side[DEFENDER] = (uint8_t)defender;
	s->marker[from] |= M_FROM;
}

void tc_begin_combat(tc_state *s, int side, int target, int from, ap_events *ev)
{
	tc_set_combat(s, COMBAT_PLAIN, side, tc_occupier(s, target), target, from);
	ap_tell(ev, EV_ATTACK, TC_CB_1, (int16_t)side, (int16_t)target, (int16_t)from);
	ap_call(s, COMBAT)->v[0] = (int16_t)side;
}

void tc_begin_treachery(tc_state *s, int controller, int space, int target, ap_events *ev)
{
	int enemy = tc_other(controller);
	tc_set_combat(s, COMBAT_TREACHERY, enemy, controller, target, space);
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u))
		if (tc_units[u].faction == TC_FACTION_MAKHNO)
			s->unit_flags[u] |= U_FIGHTS;
	for (int u = tc_first(s, target); u < UNITS; u = tc_next(s, u))
		if (tc_units[u].faction != TC_FACTION_MAKHNO)
			s->unit_flags[u] |= U_FIGHTS;
	ap_tell(ev, EV_ATTACK, TC_8_320_2, (int16_t)enemy, (int16_t)target, (int16_t)space);
	ap_call(s, COMBAT)->v[0] = (int16_t)enemy;
}

void tc_attacked_now(tc_state *s)
{
	for (int u = tc_first(s, s->combat.target); u < UNITS; u = tc_next(s, u))
		if (tc_units[u].faction < FACTIONS)
			tc_faction_attacked(s, tc_units[u].faction);
}

void tc_combat_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	switch (s->combat.kind) {
	case COMBAT_PLAIN:
		tc_combat_goto(s, COMBAT_ALSO, 0);
		break;
	case COMBAT_COUNTER:
		tc_attacked_now(s);
		tc_combat_goto(s, JOIN, 0);
		break;
	default:
		tc_open_fire(s, ev);
	}
}

/* ---- Who may attack -------------------------------------------------------------------------- */

uint16_t tc_reach_forbidden(const tc_state *s, int unit, int from, int target)
{
	int link = tc_link_between(from, target);
	if (link < 0)
		return TC_CB_1;
	uint16_t waits = tc_unit_waits(s, unit);
	if (waits)
		return waits;
	if (!tc_fed(s, unit))
		return TC_SU_3;
	return tc_no_way(s, tc_user(s, unit), unit, link, target, true);
}

uint16_t tc_attack_forbidden(const tc_state *s, int unit, int from, int target)
{
	bool counter = s->combat.kind == COMBAT_COUNTER;
	if (!counter && (s->unit_flags[unit] & (U_MOVED | U_ATTACKED)))
		return TC_OP_3;
	return tc_reach_forbidden(s, unit, from, target);
}

/* Some unit there must be able to. */
static uint16_t from_forbidden(const tc_state *s, int side, int from, int target)
{
	uint16_t why = TC_CB_1;
	for (int u = tc_first(s, from); u < UNITS; u = tc_next(s, u)) {
		if (tc_user(s, u) != side)
			continue;
		uint16_t clause = tc_attack_forbidden(s, u, from, target);
		if (!clause)
			return 0;
		if (why == TC_CB_1)
			why = clause;
	}
	return why;
}

/* Enemies and Greens; of those who are nobody's, whom the other side controls (TC-8.222). */
static uint16_t target_forbidden(const tc_state *s, int side, int target)
{
	int there = tc_occupier(s, target);
	if (there == NONE || there == side)
		return TC_CB_1;
	if (there == tc_other(side) || tc_is_green(tc_first(s, target)))
		return 0;
	int faction = tc_units[tc_first(s, target)].faction;
	if (faction < FACTIONS && tc_controller(s, faction) == tc_other(side))
		return 0;
	return faction == TC_FACTION_CZECH_LEGION  ? TC_8_316
		: faction == TC_FACTION_CENTRAL_POWERS ? TC_8_315
											   : TC_CO_2;
}

static uint16_t attack_forbidden(const tc_state *s, int side, int target, int from)
{
	if (!(s->marker[from] & M_COMBAT) || tc_link_between(from, target) < 0)
		return TC_CB_1;
	if (s->marker[from] & M_NO_ACT)
		return TC_NA_1;
	uint16_t clause = target_forbidden(s, side, target);
	if (clause)
		return clause;
	if (s->marker[target] & M_ATTACKED)
		return TC_CB_2;
	return from_forbidden(s, side, from, target);
}

bool tc_could_attack(const tc_state *s, int side, int target)
{
	const uint16_t *near;
	int count = target_forbidden(s, side, target) ? 0 : tc_near(target, &near);
	for (int i = 0; i < count; i++)
		if ((s->marker[near[i]] & (M_COMBAT | M_NO_ACT)) == M_COMBAT &&
			!from_forbidden(s, side, near[i], target))
			return true;
	return false;
}

/* `out` NULL: stops at the first. */
static bool list_attacks(const tc_state *s, int side, ap_list *out)
{
	const uint16_t *near;
	bool any = false;
	for (int target = 0; target < SPACES; target++) {
		if (tc_first(s, target) >= UNITS)
			continue;
		int count = tc_near(target, &near);
		for (int i = 0; i < count; i++) {
			if (attack_forbidden(s, side, target, near[i]))
				continue;
			any = true;
			if (!out)
				return true;
			ap_add(out, ap_act(V_ATTACK, (unsigned)target, near[i]));
		}
	}
	return any;
}

/* ---- FIGHT ----------------------------------------------------------------------------------- */

void tc_fight_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = ap_peek(s)->v[0];
	(void)ev;
	tc_supply(s);
	if (list_attacks(s, side, NULL))
		tc_ask(s, side);
	else
		ap_goto(s, ROUND_END);
}

void tc_fight_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(V_READY, 0, 0));
	list_attacks(state, ap_peek(state)->v[0], out);
}

uint16_t tc_fight_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == V_READY)
		return 0;
	if (ap_verb_of(a) != V_ATTACK)
		return TC_CB_1;
	return attack_forbidden(state, ap_peek(state)->v[0], (int)ap_x(a), (int)ap_y(a));
}

void tc_fight_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == V_READY)
		ap_goto(s, ROUND_END);
	else
		tc_begin_combat(s, ap_peek(s)->v[0], (int)ap_x(a), (int)ap_y(a), ev);
}

/* ---- COMBAT_ALSO ----------------------------------------------------------------------------- */

/* Who leads from several spaces if `space` is added; LEADERS: nobody can. */
static int several_leader(const tc_state *s, int space)
{
	if (s->combat.leader[ATTACKER] != NONE)
		return s->combat.leader[ATTACKER];
	for (int l = 0; l < LEADERS; l++) {
		int at = s->leader_at[l];
		if (at >= SPACES || tc_leader_user(s, l) != s->combat.side[ATTACKER])
			continue;
		if ((at == space || (s->marker[at] & M_FROM)) &&
			tc_leader_can(s, l, TC_ABILITIES_MULTI_SPACE))
			return l;
	}
	return LEADERS;
}

static uint16_t no_leader(const tc_state *s, int added)
{
	int side = s->combat.side[ATTACKER];
	for (int space = 0; space < SPACES; space++)
		if ((space == added || (s->marker[space] & M_FROM)) &&
			tc_leader_missing(s, space, side, TC_ABILITIES_MULTI_SPACE, 0))
			return TC_LE_1;
	return TC_CB_3;
}

static uint16_t also_forbidden(const tc_state *s, int space)
{
	int marker = s->marker[space];
	if (!(marker & M_COMBAT) || (marker & M_FROM))
		return TC_CB_3;
	if (tc_link_between(space, s->combat.target) < 0)
		return TC_CB_3;
	if (marker & M_NO_ACT)
		return TC_NA_1;
	uint16_t clause = from_forbidden(s, s->combat.side[ATTACKER], space, s->combat.target);
	if (clause)
		return clause;
	return several_leader(s, space) < LEADERS ? 0 : no_leader(s, space);
}

static void set_out(tc_state *s)
{
	int target = s->combat.target;
	tc_combat_goto(s, COMBAT_PREACHED, 0);
	tc_call_preach(s, target, true);
}

void tc_combat_also_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	tc_supply(s);
	if (tc_any_near_target(s, also_forbidden))
		tc_ask(s, s->combat.side[ATTACKER]);
	else
		set_out(s);
}

void tc_combat_also_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	tc_list_near_target(state, V_ALSO, also_forbidden, out);
	ap_add(out, ap_act(V_FIGHT, 0, 0));
}

uint16_t tc_combat_also_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == V_FIGHT)
		return 0;
	return ap_verb_of(a) == V_ALSO ? also_forbidden(state, (int)ap_x(a)) : TC_CB_3;
}

void tc_combat_also_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == V_FIGHT) {
		set_out(s);
		return;
	}
	int leader = several_leader(s, (int)ap_x(a));
	tc_leader_used(s, leader);
	s->combat.leader[ATTACKER] = (uint8_t)leader;
	s->marker[ap_x(a)] |= M_FROM;
	ap_tell(ev, EV_ALSO, TC_CB_3, s->combat.side[ATTACKER], (int16_t)ap_x(a));
}

void tc_combat_preached_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	bool stopped = ap_peek(s)->v[2];
	if (!stopped) {
		s->marker[s->combat.target] |= M_ATTACKED;
		tc_attacked_now(s);
		tc_combat_goto(s, WITHDRAW, 0);
		return;
	}
	for (int space = 0; space < SPACES; space++)
		if (s->marker[space] & M_FROM) {
			s->marker[space] = (uint8_t)((s->marker[space] & ~M_COMBAT) | M_SPENT);
			ap_tell(ev, EV_UNMARKS, TC_LE_7, s->combat.side[ATTACKER], (int16_t)space);
		}
	tc_combat_goto(s, COMBAT_END, 0);
}

/* ---- JOIN ------------------------------------------------------------------------------------ */

static uint16_t join_forbidden(const tc_state *s, int unit)
{
	int at = s->unit_at[unit];
	if (at >= SPACES || !(s->marker[at] & M_FROM) || (s->unit_flags[unit] & U_FIGHTS))
		return TC_CB_4;
	if (tc_user(s, unit) != s->combat.side[ATTACKER])
		return TC_CB_4;
	return tc_attack_forbidden(s, unit, at, s->combat.target);
}

static int can_join(const tc_state *s)
{
	int count = 0;
	for (int u = 0; u < UNITS; u++)
		count += !join_forbidden(s, u);
	return count;
}

static void join(tc_state *s, int unit, ap_events *ev)
{
	s->unit_flags[unit] |= U_FIGHTS;
	if (s->combat.kind == COMBAT_PLAIN)
		s->unit_flags[unit] |= U_ATTACKED;
	ap_tell(ev, EV_JOINS, TC_CB_4, (int16_t)unit);
}

static void all_joined(tc_state *s, ap_events *ev)
{
	for (int u = tc_first(s, s->combat.target); u < UNITS; u = tc_next(s, u))
		s->unit_flags[u] |= U_FIGHTS;
	if (s->combat.kind == COMBAT_COUNTER)
		tc_open_fire(s, ev);
	else
		tc_combat_goto(s, BRING, ATTACKER);
}

void tc_join_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_supply(s);
	if (can_join(s))
		tc_ask(s, s->combat.side[ATTACKER]);
	else if (tc_any_stands(s, ATTACKER))
		all_joined(s, ev);
	else
		tc_combat_goto(s, COMBAT_END, 0);
}

void tc_join_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int before = out->count;
	(void)seat;
	for (int u = 0; u < UNITS; u++)
		if (!join_forbidden(s, u))
			ap_add(out, ap_act(V_JOIN, (unsigned)u, 0));
	if (out->count > before + 1)
		ap_add(out, ap_act(V_JOIN_ALL, 0, 0));
	if (tc_any_stands(s, ATTACKER))
		ap_add(out, ap_act(V_FIRE, 0, 0));
}

uint16_t tc_join_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_JOIN:
		return join_forbidden(s, (int)ap_x(a));
	case V_JOIN_ALL:
		return can_join(s) > 1 ? 0 : TC_CB_4;
	case V_FIRE:
		return tc_any_stands(s, ATTACKER) ? 0 : TC_CB_4;
	default:
		return TC_CB_4;
	}
}

void tc_join_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == V_FIRE)
		all_joined(s, ev);
	else if (ap_verb_of(a) == V_JOIN)
		join(s, (int)ap_x(a), ev);
	else
		for (int u = 0; u < UNITS; u++)
			if (!join_forbidden(s, u))
				join(s, u, ev);
}
