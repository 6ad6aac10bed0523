/* retreat.c: withdrawal before combat, cancelling a retreat, the way back. */
#include "combat.h"

/* ---- The way back ---------------------------------------------------------------------------- */

/* Whose spaces a unit goes back through. */
static int owner_for(const tc_state *s, int unit)
{
	int side = tc_user(s, unit);
	if (side < SIDES)
		return side;
	return tc_units[unit].faction == TC_FACTION_CZECH_LEGION  ? CZECHS
		: tc_units[unit].faction == TC_FACTION_CENTRAL_POWERS ? POWERS
															  : NOBODY;
}

/* The Central Powers also go through what is nobody's behind their line (TC-8.315.5). */
static bool lets_back(const tc_state *s, int unit, int space)
{
	bool power = tc_units[unit].faction == TC_FACTION_CENTRAL_POWERS;
	bool west = tc_regions[tc_region_of(space)].west;
	return s->owner[space] == owner_for(s, unit) ||
		(power && west && s->owner[space] == NOBODY && tc_powers_active(s));
}

/* One space on, from `from`; the battle space is where the unit still stands. */
static uint16_t step_forbidden(const tc_state *s, int unit, int from, int to)
{
	int link = tc_link_between(from, to);
	if (link < 0 || to == s->unit_at[unit])
		return TC_RT_3;
	if (tc_links[link].kind == TC_LINK_KIND_SEA)
		return TC_MV_4;
	uint16_t clause = tc_no_way(s, tc_user(s, unit), unit, link, to, false);
	if (clause)
		return clause;
	return lets_back(s, unit, to) ? 0 : TC_RT_3;
}

/* The second space of a way. `far`: not next to the battle space. */
static uint16_t end_forbidden(const tc_state *s, int unit, int from, int to, bool far)
{
	uint16_t clause = step_forbidden(s, unit, from, to);
	if (clause)
		return clause;
	if (far && tc_link_between(to, s->unit_at[unit]) >= 0)
		return TC_RT_3;
	return tc_unit_fits(s, to, unit) ? 0 : TC_ST_1;
}

static bool goes_on(const tc_state *s, int unit, int from, bool far)
{
	for (int i = tc_link_from[from]; i < tc_link_from[from + 1]; i++)
		if (!end_forbidden(s, unit, from, tc_link_to[i], far))
			return true;
	return false;
}

/* Can it end its two spaces away from the battle? */
static bool gets_away(const tc_state *s, int unit)
{
	int battle = s->unit_at[unit];
	for (int i = tc_link_from[battle]; i < tc_link_from[battle + 1]; i++) {
		int there = tc_link_to[i];
		if (!step_forbidden(s, unit, battle, there) && goes_on(s, unit, there, true))
			return true;
	}
	return false;
}

/* ---- All of a stack, TC-LE-4 ----------------------------------------------------------------- */

enum { MOST_STACK = 8 };
typedef struct plan {
	uint16_t unit[MOST_STACK], to[MOST_STACK];
	int count, done;
} plan;

static bool plan_fits(const tc_state *s, const plan *p, int unit, int space)
{
	int armies = tc_is_army(unit), corps = !armies;
	for (int i = 0; i < p->done; i++)
		if (p->to[i] == space) {
			armies += tc_is_army(p->unit[i]);
			corps += !tc_is_army(p->unit[i]);
		}
	return tc_fits(s, space, tc_user(s, unit), armies, corps, 0);
}

/* Do the units that are left each find a space? Three units at most: no deeper than that. */
static bool rest_finds(const tc_state *s, plan *p)
{
	if (p->done == p->count)
		return true;
	int unit = p->unit[p->done], at = s->unit_at[unit];
	for (int i = tc_link_from[at]; i < tc_link_from[at + 1]; i++) {
		int there = tc_link_to[i];
		if (step_forbidden(s, unit, at, there) || !plan_fits(s, p, unit, there))
			continue;
		p->to[p->done++] = (uint16_t)there;
		if (rest_finds(s, p))
			return true;
		p->done--;
	}
	return false;
}

/* `unit` goes to `to`, the others anywhere; NOWHERE: all go anywhere. */
static bool all_find(const tc_state *s, int space, int unit, int to)
{
	plan p = {.count = 0};
	if (unit < UNITS) {
		p.unit[p.count] = (uint16_t)unit;
		p.to[p.count++] = (uint16_t)to;
		p.done = 1;
	}
	for (int u = tc_first(s, space); u < UNITS && p.count < MOST_STACK; u = tc_next(s, u))
		if (u != unit)
			p.unit[p.count++] = (uint16_t)u;
	return rest_finds(s, &p);
}

uint16_t tc_back_forbidden(const tc_state *s, int unit, int to)
{
	const tc_combat *c = &s->combat;
	int battle = s->unit_at[unit];
	if (battle >= SPACES)
		return TC_RT_3;
	bool under_way = c->back_unit == unit;
	if (c->retreat < 2) {
		uint16_t clause = step_forbidden(s, unit, battle, to);
		if (clause)
			return clause;
		if (!tc_unit_fits(s, to, unit))
			return TC_ST_1;
		return c->withdrawn && !all_find(s, battle, unit, to) ? TC_LE_4 : 0;
	}
	bool far = gets_away(s, unit);
	if (under_way)
		return end_forbidden(s, unit, c->back_at, to, far);
	uint16_t clause = step_forbidden(s, unit, battle, to);
	if (clause)
		return clause;
	return goes_on(s, unit, to, far) ? 0 : TC_RT_3;
}

/* ---- WITHDRAW -------------------------------------------------------------------------------- */

static uint16_t withdraw_forbidden(const tc_state *s)
{
	int side = s->combat.side[DEFENDER], target = s->combat.target;
	if (side >= SIDES)
		return TC_LE_4;
	if (tc_leader_with(s, target, side, TC_ABILITIES_WITHDRAW) == LEADERS)
		return tc_leader_missing(s, target, side, TC_ABILITIES_WITHDRAW, TC_LE_4);
	return all_find(s, target, NOWHERE, NOWHERE) ? 0 : TC_LE_4;
}

void tc_withdraw_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_supply(s);
	uint16_t clause = withdraw_forbidden(s);
	if (!clause) {
		tc_ask(s, s->combat.side[DEFENDER]);
		return;
	}
	if (clause == TC_LE_1) /* a leader is there and cannot */
		ap_tell(ev, EV_STANDS, TC_LE_1, s->combat.side[DEFENDER]);
	tc_combat_goto(s, JOIN, 0);
}

void tc_withdraw_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	if (!withdraw_forbidden(state))
		ap_add(out, ap_act(V_WITHDRAW, 0, 0));
	ap_add(out, ap_act(V_STAND, 0, 0));
}

uint16_t tc_withdraw_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == V_STAND)
		return 0;
	return ap_verb_of(a) == V_WITHDRAW ? withdraw_forbidden(state) : TC_LE_4;
}

/* All that stand in the target and are of the defender have to go. */
static void turn_back(tc_state *s)
{
	for (int u = tc_first(s, s->combat.target); u < UNITS; u = tc_next(s, u))
		if (tc_role_of(s, u) == DEFENDER)
			s->unit_flags[u] |= U_BACK | U_FIGHTS;
	tc_combat_goto(s, BACK, 0);
}

void tc_withdraw_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_combat *c = &s->combat;
	int side = c->side[DEFENDER];
	(void)seat;
	if (ap_verb_of(a) == V_STAND) {
		ap_tell(ev, EV_STANDS, TC_LE_4, (int16_t)side);
		tc_combat_goto(s, JOIN, 0);
		return;
	}
	int leader = tc_leader_with(s, c->target, side, TC_ABILITIES_WITHDRAW);
	tc_leader_used(s, leader);
	c->leader[DEFENDER] = (uint8_t)leader;
	c->withdrawn = c->retreat = 1;
	ap_tell(ev, EV_WITHDRAWS, TC_LE_4, (int16_t)side, (int16_t)leader, (int16_t)c->target);
	turn_back(s);
}

/* ---- CANCEL ---------------------------------------------------------------------------------- */

/* TC-RT-1. */
static int retreat_due(const tc_state *s)
{
	const tc_combat *c = &s->combat;
	int more = c->loss[DEFENDER] - c->loss[ATTACKER], most = tc_number_of(TC_NUMBER_RETREAT_MOST);
	if (more <= 0 || !tc_any_stands(s, ATTACKER) || !tc_any_stands(s, DEFENDER))
		return 0;
	return more < most ? more : most;
}

static int steps_left(const tc_state *s)
{
	int steps = 0;
	for (int u = 0; u < UNITS; u++)
		if (tc_stands_for(s, u, DEFENDER))
			steps += tc_units[u].steps == 2 && !tc_reduced(s, u) ? 2 : 1;
	return steps;
}

static bool can_cancel(const tc_state *s)
{
	bool ground = tc_terrains[tc_spaces[s->combat.target].terrain].cancel > 0;
	return ground && s->combat.kind != COMBAT_TREACHERY && s->combat.side[DEFENDER] < SIDES &&
		steps_left(s) > 1;
}

/* Greens do not go back, TC-16.32. */
static bool greens_die(tc_state *s, ap_events *ev)
{
	int unit = tc_first(s, s->combat.target);
	if (unit >= UNITS || !tc_is_green(unit))
		return false;
	ap_tell(ev, EV_GREEN_DIES, TC_16_32, (int16_t)unit);
	tc_destroy(s, unit, false);
	return true;
}

void tc_cancel_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_combat *c = &s->combat;
	c->retreat = (uint8_t)(c->held ? 0 : retreat_due(s));
	if (c->retreat == 0) {
		tc_combat_goto(s, ADVANCE, 0);
		return;
	}
	int clause = c->kind == COMBAT_TREACHERY ? TC_8_320_2 : TC_RT_1;
	ap_tell(ev, EV_RETREATS, clause, c->side[DEFENDER], c->retreat);
	if (greens_die(s, ev))
		tc_combat_goto(s, ADVANCE, 0);
	else if (can_cancel(s))
		tc_ask(s, c->side[DEFENDER]);
	else
		turn_back(s);
}

void tc_cancel_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int u = 0; u < UNITS; u++)
		if (tc_stands_for(state, u, DEFENDER))
			ap_add(out, ap_act(V_CANCEL, (unsigned)u, 0));
	ap_add(out, ap_act(V_RETREAT, 0, 0));
}

uint16_t tc_cancel_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == V_RETREAT)
		return 0;
	return ap_verb_of(a) == V_CANCEL && tc_stands_for(state, (int)ap_x(a), DEFENDER) ? 0 : TC_RT_2;
}

void tc_cancel_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int unit = (int)ap_x(a);
	(void)seat;
	if (ap_verb_of(a) == V_RETREAT) {
		turn_back(s);
		return;
	}
	s->combat.held = 1;
	s->combat.retreat = 0;
	ap_tell(ev, EV_CANCELLED, TC_RT_2, s->combat.side[DEFENDER], (int16_t)unit);
	if (tc_lose_step(s, unit)) {
		ap_tell(ev, EV_DESTROYED, TC_LS_2, (int16_t)unit);
		if (tc_is_army(unit))
			s->unit_flags[unit] |= U_FELL;
		else
			tc_destroy(s, unit, false);
	}
	tc_combat_goto(s, RELIEVE, DEFENDER); /* an army destroyed by this is relieved too */
}

/* ---- BACK ------------------------------------------------------------------------------------ */

static bool has_way(const tc_state *s, int unit, int *to)
{
	const uint16_t *near;
	bool under_way = s->combat.back_unit == unit;
	int count = tc_near(under_way ? s->combat.back_at : s->unit_at[unit], &near);
	for (int i = 0; i < count; i++)
		if (!tc_back_forbidden(s, unit, near[i])) {
			*to = near[i];
			return true;
		}
	return false;
}

static uint16_t unit_back_forbidden(const tc_state *s, int unit, int to)
{
	int under_way = s->combat.back_unit;
	if (!(s->unit_flags[unit] & U_BACK) || (under_way < UNITS && under_way != unit))
		return TC_RT_3;
	return tc_back_forbidden(s, unit, to);
}

static void go_back(tc_state *s, int unit, int to, ap_events *ev)
{
	tc_combat *c = &s->combat;
	int gone = ap_peek(s)->v[1] + 1;
	int clause = c->withdrawn ? TC_LE_4 : TC_RT_3;
	ap_tell(ev, EV_GOES_BACK, clause, (int16_t)unit, (int16_t)to);
	if (gone < c->retreat) {
		c->back_unit = (uint16_t)unit;
		c->back_at = (uint16_t)to;
		ap_top(s)->v[1] = (int16_t)gone;
		return;
	}
	tc_put_unit(s, unit, to);
	if (s->owner[to] != owner_for(s, unit)) { /* the Central Powers, behind their line */
		tc_set_owner(s, to, owner_for(s, unit));
		ap_tell(ev, EV_OWNER, TC_CO_1, (int16_t)to, (int16_t)s->owner[to]);
	}
	s->unit_flags[unit] &= (uint8_t)~U_BACK;
	if (c->kind != COMBAT_TREACHERY) /* TC-OP-3; a treachery comes before the moves */
		s->unit_flags[unit] |= U_MOVED;
	c->back_unit = c->back_at = NOWHERE;
	ap_top(s)->v[1] = 0;
}

static void no_way_back(tc_state *s, int unit, ap_events *ev)
{
	ap_tell(ev, EV_NO_WAY_BACK, TC_RT_4, (int16_t)unit);
	tc_destroy(s, unit, tc_is_army(unit));
	if (s->unit_where[unit] == GONE)
		ap_tell(ev, EV_UNIT_GONE, TC_LS_4, (int16_t)unit);
	else
		ap_tell(ev, EV_UNIT_DEAD, tc_is_army(unit) ? TC_8_320_3 : TC_RT_4, (int16_t)unit);
}

/* Who has to go and cannot is lost at once: what comes later only makes it fuller there. */
void tc_back_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = s->combat.side[DEFENDER], next, to = NOWHERE;
	bool waits = s->combat.back_unit < UNITS;
	tc_supply(s);
	for (int u = tc_first(s, s->combat.target); u < UNITS; u = next) {
		next = tc_next(s, u);
		if (!(s->unit_flags[u] & U_BACK) || s->combat.back_unit < UNITS)
			continue;
		if (!has_way(s, u, &to)) {
			no_way_back(s, u, ev);
			continue;
		}
		waits = true;
		while (side >= SIDES && (s->unit_flags[u] & U_BACK) && has_way(s, u, &to))
			go_back(s, u, to, ev);
	}
	if (waits && side < SIDES)
		tc_ask(s, side);
	else
		tc_combat_goto(s, BACK_LEADERS, 0);
}

void tc_back_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	const uint16_t *near;
	(void)seat;
	for (int u = tc_first(s, s->combat.target); u < UNITS; u = tc_next(s, u)) {
		bool under_way = s->combat.back_unit == u;
		int count = tc_near(under_way ? s->combat.back_at : s->combat.target, &near);
		for (int i = 0; i < count; i++)
			if (!unit_back_forbidden(s, u, near[i]))
				ap_add(out, ap_act(V_BACK, (unsigned)u, near[i]));
	}
}

uint16_t tc_back_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == V_CANCEL)
		return TC_RT_2;
	if (ap_verb_of(a) != V_BACK)
		return TC_RT_3;
	return unit_back_forbidden(state, (int)ap_x(a), (int)ap_y(a));
}

void tc_back_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	go_back(state, (int)ap_x(a), (int)ap_y(a), ev);
}

/* ---- BACK_LEADERS ---------------------------------------------------------------------------- */

/* Lenin stays; Makhno stays with his men. */
static bool goes_with(const tc_state *s, int leader)
{
	const tc_leader *l = &tc_leaders[leader];
	if (s->leader_at[leader] != s->combat.target || l->bound == TC_BOUND_STAYS)
		return false;
	if (s->combat.kind == COMBAT_TREACHERY && l->faction == TC_FACTION_MAKHNO)
		return false;
	return tc_leader_user(s, leader) == s->combat.side[DEFENDER];
}

static uint16_t with_forbidden(const tc_state *s, int leader, int unit)
{
	bool went = tc_stands_for(s, unit, DEFENDER) && s->unit_at[unit] != s->combat.target;
	if (!goes_with(s, leader) || !went)
		return TC_RT_5;
	return tc_kept_from(leader, s->unit_at[unit]) ? TC_LE_2 : 0;
}

static void go_with(tc_state *s, int leader, int unit, ap_events *ev)
{
	tc_put_leader(s, leader, s->unit_at[unit]);
	ap_tell(ev, EV_LEADER_WITH, TC_RT_5, (int16_t)leader, (int16_t)unit);
}

/* The spaces he can go to: 0, 1, or 2 for more; *first: the lowest unit. */
static int ways_with(const tc_state *s, int leader, int *first)
{
	int ways = 0;
	for (int u = 0; u < UNITS; u++) {
		if (with_forbidden(s, leader, u))
			continue;
		if (ways == 0)
			*first = u;
		ways = ways == 0 ? 1 : s->unit_at[u] != s->unit_at[*first] ? 2 : ways;
	}
	return ways;
}

void tc_back_leaders_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int unit = NOWHERE, side = s->combat.side[DEFENDER];
	for (int l = 0; l < LEADERS; l++) {
		int ways = goes_with(s, l) ? ways_with(s, l, &unit) : 0;
		if (ways > 1 && side < SIDES) {
			tc_ask(s, side);
			return;
		}
		if (ways > 0)
			go_with(s, l, unit, ev);
	}
	tc_combat_goto(s, ADVANCE, 0);
	tc_leaders_alone(s, s->combat.target, side, ev);
}

void tc_back_leaders_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int l = 0; l < LEADERS; l++)
		for (int u = 0; u < UNITS && goes_with(state, l); u++)
			if (!with_forbidden(state, l, u))
				ap_add(out, ap_act(V_WITH, (unsigned)l, (unsigned)u));
}

uint16_t tc_back_leaders_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) != V_WITH)
		return TC_RT_5;
	return with_forbidden(state, (int)ap_x(a), (int)ap_y(a));
}

void tc_back_leaders_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	go_with(state, (int)ap_x(a), (int)ap_y(a), ev);
}
