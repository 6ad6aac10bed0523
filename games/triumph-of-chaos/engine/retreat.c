/* retreat.c: withdrawal before combat, cancelling a retreat, and the retreat itself. */
#include "combat.h"

/* ---- The way of a retreat -------------------------------------------------------------------- */

/* Returns the owner through whose spaces a unit retreats: TC_OWNER_.. */
static int owner_for(const tc_state *s, int unit)
{
	int side = tc_user(s, unit);
	if (side < TC_SIDE_COUNT)
		return side;
	return tc_units[unit].faction == TC_FACTION_CZECH_LEGION  ? TC_OWNER_CZECH_LEGION
		: tc_units[unit].faction == TC_FACTION_CENTRAL_POWERS ? TC_OWNER_CENTRAL_POWERS
															  : TC_PARTY_NOBODY;
}

/* Returns whether a space lets the unit through. The Central Powers also retreat through spaces
 * behind their line that belong to nobody (TC-8.315.5). */
static bool lets_back(const tc_state *s, int unit, int space)
{
	bool power = tc_units[unit].faction == TC_FACTION_CENTRAL_POWERS;
	bool west = tc_regions[tc_region_of(space)].west;
	return s->owner[space] == owner_for(s, unit) ||
		(power && west && s->owner[space] == TC_OWNER_NOBODY && tc_powers_active(s));
}

/* Returns the clause that forbids a unit to retreat from one space to the next; 0 if it may. The
 * unit itself still stands in the space of the combat. */
static uint16_t step_forbidden(const tc_state *s, int unit, int from, int to)
{
	int link = tc_link_between(from, to);
	if (tc_is_garrison(unit))
		return TC_8_62_2;
	if (link < 0 || to == s->unit_at[unit])
		return TC_RT_3;
	if (tc_links[link].kind == TC_LINK_KIND_SEA)
		return TC_MV_4;
	int side = tc_user(s, unit), there = tc_occupier(s, to);
	uint16_t clause = tc_is_side(side)                 ? tc_no_way(s, side, unit, link, to, false)
		: tc_link_barred(s, link)                      ? TC_8_317_2
		: there != TC_NONE && there != TC_PARTY_NOBODY ? TC_CO_2
													   : 0; /* neutrals */
	if (clause)
		return clause;
	return lets_back(s, unit, to) ? 0 : TC_RT_3;
}

/* Returns the clause that forbids a unit to end its retreat of two spaces there; 0 if it may. `far`
 * demands a space that is not next to the space of the combat. */
static uint16_t end_forbidden(const tc_state *s, int unit, int from, int to, bool far)
{
	uint16_t clause = step_forbidden(s, unit, from, to);
	if (clause)
		return clause;
	if (far && tc_link_between(to, s->unit_at[unit]) >= 0)
		return TC_RT_3;
	return tc_unit_fits(s, to, unit) ? 0 : tc_crowded(s, to, unit);
}

static bool goes_on(const tc_state *s, int unit, int from, bool far)
{
	for (int i = tc_link_from[from]; i < tc_link_from[from + 1]; i++)
		if (!end_forbidden(s, unit, from, tc_link_to[i], far))
			return true;
	return false;
}

/* Returns whether the unit can end its retreat of two spaces away from the space of the combat. */
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

/* ---- Retreat of a whole stack, TC-LE-4 ------------------------------------------------------- */

/* A plan for the units of a stack: where each of them goes. */
enum { TC_MOST_STACK = 8 };
typedef struct plan {
	uint16_t unit[TC_MOST_STACK], to[TC_MOST_STACK];
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
	return tc_fits(s, space, tc_user(s, unit), armies, corps, 0) && !tc_mixes(s, space, unit);
}

/* Returns whether each of the remaining units finds a space. A stack has at most three units, so
 * the recursion is not deep. */
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

/* Returns whether all units of a space can retreat if this unit goes to `to`. TC_NOWHERE leaves the
 * choice to all of them. */
static bool all_find(const tc_state *s, int space, int unit, int to)
{
	plan p = {.count = 0};
	if (unit < TC_UNITS) {
		p.unit[p.count] = (uint16_t)unit;
		p.to[p.count++] = (uint16_t)to;
		p.done = 1;
	}
	for (int u = tc_first(s, space); u < TC_UNITS && p.count < TC_MOST_STACK; u = tc_next(s, u))
		if (u != unit)
			p.unit[p.count++] = (uint16_t)u;
	return rest_finds(s, &p);
}

/* TC-RT-3: returns the clause that forbids the unit to retreat there; 0 if it may, and can end its
 * retreat. */
static uint16_t way_forbidden(const tc_state *s, int unit, int to)
{
	const tc_combat *c = &s->combat;
	int battle = s->unit_at[unit];
	if (battle >= TC_SPACES)
		return TC_RT_3;
	bool under_way = c->back_unit == unit;
	if (c->retreat < 2) {
		uint16_t clause = step_forbidden(s, unit, battle, to);
		if (clause)
			return clause;
		if (!tc_unit_fits(s, to, unit))
			return tc_crowded(s, to, unit);
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
	int side = s->combat.side[TC_ROLE_DEFENDER], target = s->combat.target;
	if (side >= TC_SIDE_COUNT)
		return TC_LE_4;
	bool lent = tc_lender(s, TC_ROLE_DEFENDER, TC_ABILITIES_WITHDRAW) < TC_AID_COUNT;
	if (!lent && tc_leader_with(s, target, side, TC_ABILITIES_WITHDRAW) == TC_LEADERS)
		return tc_leader_missing(s, target, side, TC_ABILITIES_WITHDRAW, TC_LE_4);
	return all_find(s, target, TC_NOWHERE, TC_NOWHERE) ? 0 : TC_LE_4;
}

void tc_withdraw_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_supply(s);
	uint16_t clause = withdraw_forbidden(s);
	if (!clause) {
		tc_ask(s, s->combat.side[TC_ROLE_DEFENDER]);
		return;
	}
	if (clause == TC_LE_1) /* A leader is there, but may not use his ability. */
		tc_tell_stands(ev, TC_LE_1, TC_SIDE(s->combat.side[TC_ROLE_DEFENDER]));
	tc_enter(s, TC_STEP_JOIN);
}

void tc_withdraw_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	if (!withdraw_forbidden(state))
		ap_add(out, ap_act(TC_VERB_WITHDRAW, 0, 0));
	ap_add(out, ap_act(TC_VERB_STAND, 0, 0));
}

uint16_t tc_withdraw_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_STAND)
		return 0;
	return ap_verb_of(a) == TC_VERB_WITHDRAW ? withdraw_forbidden(state) : TC_LE_4;
}

/* Marks all units of the defender in the target as having to retreat. */
void tc_begin_retreat(tc_state *s)
{
	for (int u = tc_first(s, s->combat.target); u < TC_UNITS; u = tc_next(s, u))
		if (tc_role_of(s, u) == TC_ROLE_DEFENDER)
			s->unit_flags[u] |= TC_UNIT_FLAG_BACK | TC_UNIT_FLAG_FIGHTS;
	tc_enter(s, TC_STEP_BACK);
}

/* Lets a leader lead the withdrawal, or without one the event that lends the ability. */
static void lead_withdrawal(tc_state *s, ap_events *ev)
{
	tc_combat *c = &s->combat;
	int side = c->side[TC_ROLE_DEFENDER];
	int leader = tc_leader_with(s, c->target, side, TC_ABILITIES_WITHDRAW);
	if (leader < TC_LEADERS) {
		tc_leader_used(s, leader);
		c->leader[TC_ROLE_DEFENDER] = (uint8_t)leader;
		tc_tell_withdraws(ev, TC_LE_4, TC_SIDE(side), TC_LEADER(leader), TC_SPACE(c->target));
		return;
	}
	int aid = tc_lender(s, TC_ROLE_DEFENDER, TC_ABILITIES_WITHDRAW), card = tc_aid_card(s, aid);
	tc_use_aid(s, aid);
	tc_tell_withdraws_unled(
		ev, tc_card_clause(card), TC_SIDE(side), TC_SPACE(c->target), TC_CARD(card));
}

void tc_withdraw_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_combat *c = &s->combat;
	int side = c->side[TC_ROLE_DEFENDER];
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_STAND) {
		tc_tell_stands(ev, TC_LE_4, TC_SIDE(side));
		tc_enter(s, TC_STEP_JOIN);
		return;
	}
	lead_withdrawal(s, ev);
	c->withdrawn = c->retreat = 1;
	tc_begin_retreat(s);
}

/* ---- CANCEL ---------------------------------------------------------------------------------- */

/* TC-RT-1: returns how many spaces the defender retreats. */
static int retreat_due(const tc_state *s)
{
	const tc_combat *c = &s->combat;
	int more = c->loss[TC_ROLE_DEFENDER] - c->loss[TC_ROLE_ATTACKER],
		most = tc_number_of(TC_NUMBER_RETREAT_MOST);
	if (more <= 0 || !tc_any_stands(s, TC_ROLE_ATTACKER) || !tc_any_stands(s, TC_ROLE_DEFENDER))
		return 0;
	return more < most ? more : most;
}

static int steps_left(const tc_state *s)
{
	tc_force defenders;
	tc_find_force(s, TC_ROLE_DEFENDER, &defenders);
	return tc_steps_of(s, &defenders);
}

static bool can_cancel(const tc_state *s)
{
	bool ground = tc_terrains[tc_spaces[s->combat.target].terrain].cancel > 0;
	return ground && s->combat.kind != TC_COMBAT_KIND_TREACHERY &&
		s->combat.side[TC_ROLE_DEFENDER] < TC_SIDE_COUNT && steps_left(s) > 1;
}

/* TC-16.32: destroys Greens, which do not retreat. Returns whether any were destroyed. */
static bool greens_die(tc_state *s, ap_events *ev)
{
	int unit = tc_first(s, s->combat.target);
	if (unit >= TC_UNITS || !tc_is_green(s, unit))
		return false;
	tc_green_dies(s, unit, ev);
	return true;
}

void tc_cancel_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_combat *c = &s->combat;
	c->retreat = (uint8_t)(c->held ? 0 : retreat_due(s));
	if (c->retreat == 0) {
		tc_enter(s, TC_STEP_ADVANCE);
		return;
	}
	int clause = c->kind == TC_COMBAT_KIND_TREACHERY ? TC_8_320_2 : TC_RT_1;
	if (!tc_combat_peek(s)->miracle)
		tc_tell_retreats(ev, clause, TC_FIGHTER(c->side[TC_ROLE_DEFENDER]), c->retreat);
	if (greens_die(s, ev))
		tc_enter(s, TC_STEP_ADVANCE);
	else if (can_cancel(s) || tc_miracle_possible(s))
		tc_ask(s, c->side[TC_ROLE_DEFENDER]);
	else
		tc_begin_retreat(s);
}

void tc_cancel_legal(const void *state, int seat, ap_list *out)
{
	tc_force defenders;
	(void)seat;
	tc_find_force(state, TC_ROLE_DEFENDER, &defenders);
	bool can = can_cancel(state);
	for (int i = 0; i < defenders.count && can; i++)
		ap_add(out, ap_act(TC_VERB_CANCEL, defenders.unit[i], 0));
	if (tc_miracle_possible(state))
		ap_add(out, ap_act(TC_VERB_MIRACLE, 0, 0));
	ap_add(out, ap_act(TC_VERB_RETREAT, 0, 0));
}

uint16_t tc_cancel_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_RETREAT)
		return 0;
	if (ap_verb_of(a) == TC_VERB_MIRACLE)
		return tc_miracle_possible(state) ? 0 : TC_8_321_13;
	return ap_verb_of(a) == TC_VERB_CANCEL && can_cancel(state) &&
			tc_stands_for(state, (int)ap_x(a), TC_ROLE_DEFENDER)
		? 0
		: TC_RT_2;
}

void tc_cancel_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_RETREAT)
		tc_begin_retreat(state);
	else if (ap_verb_of(a) == TC_VERB_MIRACLE)
		tc_goto(state, TC_STEP_VISTULA_DIE);
	else
		tc_hold(state, (int)ap_x(a), TC_RT_2, ev);
}

void tc_hold(tc_state *s, int unit, uint16_t clause, ap_events *ev)
{
	assert(tc_is_unit(unit));
	s->combat.held = 1;
	s->combat.retreat = 0;
	tc_tell_cancelled(ev, clause, TC_SIDE(s->combat.side[TC_ROLE_DEFENDER]), TC_UNIT(unit));
	if (tc_lose_step(s, unit)) {
		tc_tell_destroyed(ev, TC_LS_2, TC_UNIT(unit));
		if (tc_is_army(unit))
			s->unit_flags[unit] |= TC_UNIT_FLAG_FELL;
		else
			tc_destroy(s, unit, false);
	}
	/* A corps may also relieve an army that this step destroys. */
	tc_enter_for(s, TC_STEP_RELIEVE, TC_ROLE_DEFENDER);
}

/* ---- BACK ------------------------------------------------------------------------------------ */

static bool has_way(const tc_state *s, int unit, int *to)
{
	const uint16_t *near;
	bool under_way = s->combat.back_unit == unit;
	int count = tc_near(under_way ? s->combat.back_at : s->unit_at[unit], &near);
	for (int i = 0; i < count; i++)
		if (!way_forbidden(s, unit, near[i])) {
			*to = near[i];
			return true;
		}
	return false;
}

static uint16_t unit_back_forbidden(const tc_state *s, int unit, int to)
{
	int under_way = s->combat.back_unit;
	if (!(s->unit_flags[unit] & TC_UNIT_FLAG_BACK) || (under_way < TC_UNITS && under_way != unit))
		return TC_RT_3;
	return way_forbidden(s, unit, to);
}

static void go_back(tc_state *s, int unit, int to, ap_events *ev)
{
	tc_combat *c = &s->combat;
	int gone = tc_combat_peek(s)->gone + 1;
	int clause = c->withdrawn ? TC_LE_4 : TC_RT_3;
	tc_tell_goes_back(ev, clause, TC_UNIT(unit), TC_SPACE(to));
	if (gone < c->retreat) {
		c->back_unit = (uint16_t)unit;
		c->back_at = (uint16_t)to;
		tc_unit_enters(s, unit, to);
		tc_combat_top(s)->gone = (uint8_t)gone;
		return;
	}
	tc_put_unit(s, unit, to);
	/* Only the Central Powers retreat through other spaces, behind their line. */
	if (s->owner[to] != owner_for(s, unit)) {
		tc_set_owner(s, to, owner_for(s, unit));
		tc_tell_owner(ev, TC_CO_1, TC_SPACE(to), TC_OWNER(s->owner[to]));
	}
	s->unit_flags[unit] &= (uint8_t)~TC_UNIT_FLAG_BACK;
	/* TC-OP-3; but a treachery comes before the moves of the round. */
	if (c->kind != TC_COMBAT_KIND_TREACHERY)
		s->unit_flags[unit] |= TC_UNIT_FLAG_MOVED;
	c->back_unit = c->back_at = TC_NOWHERE;
	tc_combat_top(s)->gone = 0;
}

/* Lets a unit retreat to the space, over the first space by which it can come there. Returns
 * whether it can. */
static bool fall_back_one(tc_state *s, int unit, int to, ap_events *ev)
{
	const uint16_t *near;
	if (s->combat.retreat == 1) {
		bool may = !unit_back_forbidden(s, unit, to);
		if (may)
			go_back(s, unit, to, ev);
		return may;
	}
	int count = tc_near(s->combat.target, &near);
	for (int i = 0; i < count; i++) {
		if (unit_back_forbidden(s, unit, near[i]))
			continue;
		tc_state there = *s;
		go_back(&there, unit, near[i], NULL);
		if (unit_back_forbidden(&there, unit, to))
			continue;
		go_back(s, unit, near[i], ev);
		go_back(s, unit, to, ev);
		return true;
	}
	return false;
}

/* TC-RT-3.1: lets all units that must retreat go to the space. Returns whether all can. */
static bool fall_back(tc_state *s, int to, ap_events *ev)
{
	int next;
	for (int u = tc_first(s, s->combat.target); u < TC_UNITS; u = next) {
		next = tc_next(s, u);
		if ((s->unit_flags[u] & TC_UNIT_FLAG_BACK) && !fall_back_one(s, u, to, ev))
			return false;
	}
	return true;
}

/* Returns how many units must still retreat. */
static int count_retreating(const tc_state *s)
{
	int count = 0;
	for (int u = tc_first(s, s->combat.target); u < TC_UNITS; u = tc_next(s, u))
		count += (s->unit_flags[u] & TC_UNIT_FLAG_BACK) != 0;
	return count;
}

/* It is an answer only where it spares others. */
static uint16_t fall_back_forbidden(const tc_state *s, int to)
{
	if (to >= TC_SPACES || to == s->combat.target || s->combat.back_unit < TC_UNITS)
		return TC_RT_3_1;
	if (count_retreating(s) * s->combat.retreat < 2)
		return TC_RT_3_1;
	tc_state after = *s;
	return fall_back(&after, to, NULL) ? 0 : TC_RT_3_1;
}

/* Lists the spaces to which all can fall back: neighbours, or neighbours of neighbours. */
static void list_fall_backs(const tc_state *s, ap_list *out)
{
	uint64_t seen[TC_SET_WORDS] = {0};
	const uint16_t *near, *far;
	int count = tc_near(s->combat.target, &near);
	for (int i = 0; i < count; i++) {
		int beyond = s->combat.retreat > 1 ? tc_near(near[i], &far) : 1;
		for (int j = 0; j < beyond; j++)
			tc_include(seen, s->combat.retreat > 1 ? far[j] : near[i]);
	}
	for (unsigned to = 0; to < TC_SPACES; to++)
		if (tc_in(seen, (int)to) && !fall_back_forbidden(s, (int)to))
			ap_add(out, ap_act(TC_VERB_FALL_BACK, to, 0));
}

void tc_no_way_back(tc_state *s, int unit, ap_events *ev)
{
	assert(tc_is_unit(unit));
	uint16_t clause = tc_is_garrison(unit) ? TC_8_62_2 : TC_RT_4;
	tc_tell_no_way_back(ev, clause, TC_UNIT(unit));
	uint16_t end = tc_end_clause(s, unit);
	tc_destroy(s, unit, tc_is_army(unit));
	if (s->unit_where[unit] == TC_LOCATION_GONE)
		tc_tell_unit_gone(ev, end, TC_UNIT(unit));
	else
		tc_tell_unit_dead(ev, tc_is_army(unit) ? TC_8_320_3 : clause, TC_UNIT(unit));
}

/* TC-8.321.9: takes WHITE's own units off a space; they are dead. */
static void take_whites_off(tc_state *s, int space, ap_events *ev)
{
	int next;
	for (int u = tc_first(s, space); u < TC_UNITS; u = next) {
		next = tc_next(s, u);
		if (tc_own_side(s, u) != TC_PARTY_WHITE)
			continue;
		tc_tell_gives_way(ev, TC_8_321_9, TC_UNIT(u), TC_SPACE(space));
		tc_destroy(s, u, false);
	}
}

/* TC-8.321.9: finds a space for a Pole who has no other way back, if WHITE's own units there are
 * eliminated. Returns whether there is one. */
static bool whites_give_way(tc_state *s, int unit, ap_events *ev)
{
	uint8_t far[TC_SPACES];
	int to;
	if (!tc_is_pole(unit) || tc_user(s, unit) != TC_SIDE_WHITE)
		return false;
	tc_distances(s->unit_at[unit], far);
	for (int space = 0; space < TC_SPACES; space++) {
		if (far[space] != s->combat.retreat || !tc_mixes(s, space, unit))
			continue;
		tc_state after = *s;
		take_whites_off(&after, space, NULL);
		if (!has_way(&after, unit, &to))
			continue;
		take_whites_off(s, space, ev);
		tc_tidy_markers(s, ev);
		return true;
	}
	return false;
}

/* Units that must retreat and cannot are lost at once. Waiting would not help them, because later
 * retreats only fill the spaces. */
void tc_back_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = s->combat.side[TC_ROLE_DEFENDER], next, to = TC_NOWHERE;
	bool waits = s->combat.back_unit < TC_UNITS;
	tc_supply(s);
	for (int u = tc_first(s, s->combat.target); u < TC_UNITS; u = next) {
		next = tc_next(s, u);
		if (!(s->unit_flags[u] & TC_UNIT_FLAG_BACK) || s->combat.back_unit < TC_UNITS)
			continue;
		if (!has_way(s, u, &to) && !whites_give_way(s, u, ev)) {
			tc_no_way_back(s, u, ev);
			continue;
		}
		waits = true;
		while (
			side >= TC_SIDE_COUNT && (s->unit_flags[u] & TC_UNIT_FLAG_BACK) && has_way(s, u, &to))
			go_back(s, u, to, ev);
	}
	if (waits && side < TC_SIDE_COUNT)
		tc_ask(s, side);
	else
		tc_enter(s, TC_STEP_BACK_LEADERS);
}

void tc_back_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	const uint16_t *near;
	(void)seat;
	for (int u = tc_first(s, s->combat.target); u < TC_UNITS; u = tc_next(s, u)) {
		bool under_way = s->combat.back_unit == u;
		int count = tc_near(under_way ? s->combat.back_at : s->combat.target, &near);
		for (int i = 0; i < count; i++)
			if (!unit_back_forbidden(s, u, near[i]))
				ap_add(out, ap_act(TC_VERB_BACK, (unsigned)u, near[i]));
	}
	list_fall_backs(s, out);
}

uint16_t tc_back_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_CANCEL)
		return TC_RT_2;
	if (ap_verb_of(a) == TC_VERB_FALL_BACK)
		return fall_back_forbidden(state, (int)ap_x(a));
	if (ap_verb_of(a) != TC_VERB_BACK)
		return TC_RT_3;
	return unit_back_forbidden(state, (int)ap_x(a), (int)ap_y(a));
}

void tc_back_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_FALL_BACK)
		fall_back(state, (int)ap_x(a), ev);
	else
		go_back(state, (int)ap_x(a), (int)ap_y(a), ev);
}

/* ---- BACK_LEADERS ---------------------------------------------------------------------------- */

/* Returns whether the leader retreats with the units. Lenin stays, and Makhno stays with his
 * men. */
static bool goes_with(const tc_state *s, int leader)
{
	const tc_leader *l = &tc_leaders[leader];
	if (s->leader_at[leader] != s->combat.target || l->bound == TC_BOUND_STAYS)
		return false;
	if (s->combat.kind == TC_COMBAT_KIND_TREACHERY && l->faction == TC_FACTION_MAKHNO)
		return false;
	return tc_leader_user(s, leader) == s->combat.side[TC_ROLE_DEFENDER];
}

static uint16_t with_forbidden(const tc_state *s, int leader, int unit)
{
	bool went = tc_stands_for(s, unit, TC_ROLE_DEFENDER) && s->unit_at[unit] != s->combat.target;
	if (!goes_with(s, leader) || !went)
		return TC_RT_5;
	return tc_kept_from(leader, s->unit_at[unit]) ? TC_LE_2 : 0;
}

static void go_with(tc_state *s, int leader, int unit, ap_events *ev)
{
	tc_put_leader(s, leader, s->unit_at[unit]);
	tc_tell_leader_with(ev, TC_RT_5, TC_LEADER(leader), TC_UNIT(unit));
}

/* Returns how many spaces the leader can go to, where 2 means two or more, and gives the first unit
 * with which he can go. */
static int ways_with(const tc_state *s, int leader, int *first)
{
	int ways = 0;
	for (int u = 0; u < TC_UNITS; u++) {
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
	int unit = TC_NOWHERE, side = s->combat.side[TC_ROLE_DEFENDER];
	for (int l = 0; l < TC_LEADERS; l++) {
		int ways = goes_with(s, l) ? ways_with(s, l, &unit) : 0;
		if (ways > 1 && side < TC_SIDE_COUNT) {
			tc_ask(s, side);
			return;
		}
		if (ways > 0)
			go_with(s, l, unit, ev);
	}
	tc_enter(s, TC_STEP_ADVANCE);
	tc_leaders_alone(s, s->combat.target, side, ev);
}

void tc_back_leaders_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int l = 0; l < TC_LEADERS; l++)
		for (int u = 0; u < TC_UNITS && goes_with(state, l); u++)
			if (!with_forbidden(state, l, u))
				ap_add(out, ap_act(TC_VERB_WITH, (unsigned)l, (unsigned)u));
}

uint16_t tc_back_leaders_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) != TC_VERB_WITH)
		return TC_RT_5;
	return with_forbidden(state, (int)ap_x(a), (int)ap_y(a));
}

void tc_back_leaders_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	go_with(state, (int)ap_x(a), (int)ap_y(a), ev);
}
