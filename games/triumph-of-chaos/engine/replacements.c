/* replacements.c: replacement steps, TC-RP-2 to TC-RP-5, and the regional duty, TC-14.7. */
#include "chapters.h"

/* ---- Which steps a unit can take ------------------------------------------------------------- */

enum { TC_NO_STEP, TC_OWN_STEP, TC_FACTION_STEP, TC_POLISH_STEP };

/* TC-RP-4: returns the kind of step that the unit takes. Units of a conquered faction take either
 * kind; steps of factions, which serve fewer units, are used first. */
static int step_for(const tc_state *s, int side, int unit)
{
	bool own = tc_own_side(s, unit) != TC_PARTY_NOBODY;
	bool conquered = !own && tc_controller(s, tc_units[unit].faction) == TC_PARTY_NOBODY;
	if (tc_is_pole(unit) && s->polish_steps > 0) /* TC-8.321.14 */
		return TC_POLISH_STEP;
	if (!own && s->faction_steps[side] > 0)
		return TC_FACTION_STEP;
	return (own || conquered) && s->steps[side] > 0 ? TC_OWN_STEP : TC_NO_STEP;
}

bool tc_takes_faction_step(const tc_state *s, int side, int unit)
{
	assert(tc_is_side(side) && tc_is_unit(unit));
	return step_for(s, side, unit) >= TC_FACTION_STEP;
}

/* TC-14.7: returns whether one more own step may be spent in the space (TC_NOWHERE for the
 * reserve). */
static bool duty_allows(const tc_state *s, int side, int space)
{
	int spent = space < TC_SPACES ? s->duty[side][tc_region_of(space)] : s->duty_reserve[side];
	return spent < s->half[side];
}

static bool step_allowed(const tc_state *s, int side, int unit, int space)
{
	return tc_takes_faction_step(s, side, unit) || duty_allows(s, side, space);
}

static void spend_own(tc_state *s, int side, int space, int steps)
{
	uint8_t *duty =
		space < TC_SPACES ? &s->duty[side][tc_region_of(space)] : &s->duty_reserve[side];
	s->steps[side] = (uint8_t)(s->steps[side] - steps);
	*duty = (uint8_t)(*duty + steps);
}

static void spend_for(tc_state *s, int side, int unit, int space)
{
	switch (step_for(s, side, unit)) {
	case TC_POLISH_STEP:
		s->polish_steps--;
		break;
	case TC_FACTION_STEP:
		s->faction_steps[side]--;
		break;
	default:
		spend_own(s, side, space, 1);
		break;
	}
}

/* Returns how many steps a side has left for units of the sort that took one. */
static int steps_left(const tc_state *s, int side, int unit, bool faction)
{
	return !faction        ? s->steps[side]
		: tc_is_pole(unit) ? s->faction_steps[side] + s->polish_steps
						   : s->faction_steps[side];
}

static bool is_allied(int faction)
{
	return faction == TC_FACTION_BRITAIN || faction == TC_FACTION_CZECH_LEGION ||
		faction == TC_FACTION_USA;
}

static bool needs_cities(const tc_state *s, int unit)
{
	bool cities =
		s->owner[TC_SPACE_SEVASTOPOL] == TC_SIDE_WHITE && s->owner[TC_SPACE_OMSK] == TC_SIDE_WHITE;
	return is_allied(tc_units[unit].faction) && !cities;
}

/* Returns the clause that forbids spending any step on this unit; 0 if it is allowed. */
static uint16_t no_step_for(const tc_state *s, int side, int unit)
{
	int faction = tc_units[unit].faction;
	if (tc_user(s, unit) != side)
		return TC_RP_4;
	if (faction == TC_FACTION_CENTRAL_POWERS || faction == TC_FACTION_FRANCE)
		return TC_WC_5;
	if (needs_cities(s, unit))
		return TC_8_314_3;
	return step_for(s, side, unit) == TC_NO_STEP ? TC_RP_4 : 0;
}

/* ---- Healing --------------------------------------------------------------------------------- */

uint16_t tc_heal_forbidden(const tc_state *s, int side, int unit)
{
	assert(tc_is_side(side) && tc_is_unit(unit));
	bool on_map = s->unit_at[unit] < TC_SPACES;
	if (tc_is_green(s, unit))
		return TC_16_32;
	if (tc_is_insurgent(s, unit))
		return TC_16_34;
	if (tc_user(s, unit) == side && needs_cities(s, unit))
		return TC_8_314_3;
	if (!tc_reduced(s, unit) || (!on_map && s->unit_where[unit] != TC_LOCATION_RESERVE))
		return TC_RP_2;
	uint16_t clause = no_step_for(s, side, unit);
	if (clause)
		return clause;
	if (on_map && !tc_fed(s, unit))
		return tc_units[unit].faction == TC_FACTION_BRITAIN ? TC_8_314_2 : tc_hunger_clause(unit);
	return step_allowed(s, side, unit, s->unit_at[unit]) ? 0 : TC_14_7;
}

/* Returns the clause that best explains the healing of a unit. For the British, whom ports supply,
 * it is the clause of their supply. */
static uint16_t clause_of_healing(const tc_state *s, int unit, bool faction)
{
	bool british = tc_units[unit].faction == TC_FACTION_BRITAIN && s->unit_at[unit] < TC_SPACES;
	return british ? TC_8_314_2 : faction ? TC_RP_4 : TC_RP_2;
}

static void heal(tc_state *s, int side, int unit, ap_events *ev)
{
	bool faction = tc_takes_faction_step(s, side, unit);
	spend_for(s, side, unit, s->unit_at[unit]);
	tc_set_reduced(s, unit, false);
	tc_tell_healed(
		ev, clause_of_healing(s, unit, faction), TC_UNIT(unit), steps_left(s, side, unit, faction));
}

/* ---- Rebuilding ------------------------------------------------------------------------------ */

/* TC-RP-3, TC-8.3, TC-8.62.2: finds the spaces of the side in which the unit may be rebuilt if
 * has_place() allows it. */
static void find_homes(const tc_state *s, int side, int unit, uint64_t homes[TC_SET_WORDS])
{
	uint64_t owned[TC_SET_WORDS];
	if (tc_is_garrison(unit)) {
		memset(homes, 0, TC_SET_WORDS * sizeof homes[0]);
		if (tc_subjugated(s, tc_units[unit].of))
			tc_include(homes, tc_units[unit].anchor);
	} else if (tc_units[unit].faction < TC_FACTIONS || tc_is_finn(unit)) {
		tc_find_homes(unit, homes);
	} else {
		memcpy(homes, tc_space_by_city[1], TC_SET_WORDS * sizeof homes[0]);
	}
	tc_owned_by(s, side, owned);
	for (int i = 0; i < TC_SET_WORDS; i++)
		homes[i] &= owned[i];
}

/* Returns whether the unit may be rebuilt in the space, which is one of its homes. */
static bool has_place(const tc_state *s, int side, int unit, int space)
{
	bool garrison = tc_is_garrison(unit);
	bool own = tc_units[unit].faction >= TC_FACTIONS && !tc_is_finn(unit) && !garrison;
	if (own && (tc_regions[tc_region_of(space)].home != side || !tc_unit_fed_at(s, unit, space)))
		return false;
	return (garrison || !tc_closed(s, side, unit, space)) && tc_unit_fits(s, space, unit);
}

/* TC-8.311, TC-8.313, TC-8.315.5, TC-8.318, TC-8.323, TC-LS-4: returns the clause that forbids
 * rebuilding the unit; 0 if it is allowed. */
static uint16_t never_rebuilt(const tc_state *s, int unit)
{
	int faction = tc_units[unit].faction;
	bool barred = faction < TC_FACTIONS && tc_is_army(unit) &&
		(tc_factions[faction].rules >> TC_RULES_NOT_REBUILT & 1);
	if (tc_is_green(s, unit))
		return TC_16_32;
	if (tc_is_insurgent(s, unit))
		return TC_16_34;
	if (s->unit_where[unit] == TC_LOCATION_GONE)
		return TC_LS_4;
	if (!barred && !(tc_units[unit].traits >> TC_TRAITS_NEVER_REBUILT & 1))
		return s->unit_where[unit] == TC_LOCATION_DEAD ? 0 : TC_RP_2;
	switch (faction) {
	case TC_FACTION_ASTRAKHAN:
		return TC_8_311;
	case TC_FACTION_BELARUS:
		return TC_8_313;
	case TC_FACTION_CENTRAL_POWERS:
		return TC_8_315_5;
	case TC_FACTION_FRANCE:
		return TC_8_318;
	case TC_FACTION_TURKISTAN:
		return TC_8_323;
	default:
		return TC_RP_2;
	}
}

/* Returns whether the unit is rebuilt in a space and not in the reserve. */
static bool appears_on_map(int unit)
{
	return tc_is_army(unit) || tc_is_garrison(unit);
}

/* Returns the clause that says where a rebuilt unit appears. */
static uint16_t place_clause(int unit)
{
	int faction = tc_units[unit].faction;
	if (tc_is_garrison(unit))
		return TC_8_62_2;
	if (tc_is_finn(unit))
		return TC_8_317_1;
	if (faction >= TC_FACTIONS)
		return TC_RP_3;
	if (faction == TC_FACTION_CZECH_LEGION)
		return TC_8_316_3;
	if (faction == TC_FACTION_POLAND)
		return TC_8_321_14;
	bool own = tc_units[unit].rebuilt_count || faction == TC_FACTION_MAKHNO ||
		faction == TC_FACTION_BRITAIN;
	return own ? tc_faction_clause(faction) : TC_8_3;
}

uint16_t tc_rebuild_forbidden(const tc_state *s, int side, int unit)
{
	assert(tc_is_side(side) && tc_is_unit(unit));
	uint16_t clause = never_rebuilt(s, unit);
	if (!clause)
		clause = no_step_for(s, side, unit);
	if (clause)
		return clause;
	if (!appears_on_map(unit))
		return step_allowed(s, side, unit, TC_NOWHERE) ? 0 : TC_14_7;
	bool place = false;
	uint64_t homes[TC_SET_WORDS];
	find_homes(s, side, unit, homes);
	for (int space = tc_member(homes, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(homes, TC_SET_WORDS, space + 1)) {
		if (!has_place(s, side, unit, space))
			continue;
		if (step_allowed(s, side, unit, space))
			return 0;
		place = true;
	}
	return place ? TC_14_7 : place_clause(unit);
}

static void rebuild(tc_state *s, int side, int unit, int space, ap_events *ev)
{
	bool always = tc_units[unit].traits >> TC_TRAITS_ALWAYS_REBUILT & 1;
	bool faction = tc_takes_faction_step(s, side, unit);
	spend_for(s, side, unit, space);
	tc_tell_rebuilt(ev, is_allied(tc_units[unit].faction) ? TC_8_314_3 : TC_RP_2, TC_UNIT(unit),
		steps_left(s, side, unit, faction));
	if (space < TC_SPACES) {
		tc_put_unit(s, unit, space);
		tc_tell_unit_placed(
			ev, always ? TC_8_320_3 : place_clause(unit), TC_UNIT(unit), TC_SPACE(space));
	} else {
		tc_take_unit(s, unit, TC_LOCATION_RESERVE);
		tc_tell_unit_reserve(ev, TC_RP_3, TC_UNIT(unit));
	}
	tc_set_reduced(s, unit, tc_units[unit].steps == 2);
}

/* ---- Buying leaders, TC-RP-5 ----------------------------------------------------------------- */

static bool is_supplied_army(const tc_state *s, int side, int unit)
{
	return tc_own_side(s, unit) == side && tc_is_army(unit) && tc_fed(s, unit);
}

static bool is_bound_elsewhere(int leader, int space)
{
	const tc_leader *l = &tc_leaders[leader];
	return l->bound == TC_BOUND_BOUGHT && tc_region_of(space) != l->region;
}

bool tc_leader_joins_at(const tc_state *s, int side, int leader, int space)
{
	if (tc_first(s, space) >= TC_UNITS || is_bound_elsewhere(leader, space))
		return false;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (is_supplied_army(s, side, u))
			return true;
	return false;
}

bool tc_leader_due(const tc_state *s, int side, int leader)
{
	const tc_leader *l = &tc_leaders[leader];
	return l->side == side && s->leader_where[leader] == TC_LOCATION_OUT && l->purchase > 0 &&
		l->purchase <= s->turn && (l->leaves == 0 || s->turn <= l->leaves);
}

/* Finds the armies on the map that the side uses. */
static void find_armies(const tc_state *s, int side, uint64_t armies[TC_UNIT_WORDS])
{
	uint64_t used[TC_UNIT_WORDS];
	tc_units_in(s, TC_LOCATION_MAP, armies);
	tc_units_of(s, side, used);
	for (int i = 0; i < TC_UNIT_WORDS; i++)
		armies[i] &= used[i] & tc_unit_by_size[TC_SIZE_ARMY][i];
}

uint16_t tc_buy_forbidden(const tc_state *s, int side, int leader)
{
	assert(tc_is_side(side) && tc_is_leader(leader));
	if (!tc_leader_due(s, side, leader) || s->steps[side] < tc_number_of(TC_NUMBER_LEADER_PRICE))
		return TC_RP_5;
	bool place = false;
	uint64_t armies[TC_UNIT_WORDS];
	find_armies(s, side, armies);
	for (int u = tc_member(armies, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(armies, TC_UNIT_WORDS, u + 1)) {
		if (!is_supplied_army(s, side, u) || is_bound_elsewhere(leader, s->unit_at[u]))
			continue;
		if (duty_allows(s, side, s->unit_at[u]))
			return 0;
		place = true;
	}
	return place ? TC_14_7 : TC_RP_5;
}

static void buy(tc_state *s, int side, int leader, int space, ap_events *ev)
{
	spend_own(s, side, space, tc_number_of(TC_NUMBER_LEADER_PRICE));
	tc_put_leader(s, leader, space);
	tc_tell_bought(ev, TC_RP_5, TC_LEADER(leader), TC_SPACE(space));
}

/* ---- Counting the steps ---------------------------------------------------------------------- */

static void change_steps(tc_state *s, int side, int change, int clause, ap_events *ev)
{
	int now = s->steps[side] + change, before = s->steps[side];
	now = now < 0 ? 0 : now > TC_MOST_STEPS ? TC_MOST_STEPS : now;
	s->steps[side] = (uint8_t)now;
	if (change < 0)
		tc_tell_steps_less(ev, (uint16_t)clause, TC_SIDE(side), before - now, now);
	else
		tc_tell_steps_booked(ev, (uint16_t)clause, TC_SIDE(side), now - before, now);
}

/* TC-14.7: notes how many own steps the side may spend in one region. */
static void set_duty(tc_state *s, int side, ap_events *ev)
{
	int share = tc_number_of(TC_NUMBER_DUTY_SHARE), steps = s->steps[side];
	bool lifted = s->duty_lifted >> side & 1;
	s->half[side] = (uint8_t)(lifted ? steps : (steps + share - 1) / share);
	if (steps > 0 && !lifted)
		tc_tell_duty(ev, TC_14_7, TC_SIDE(side), s->half[side]);
}

/* TC-8.324.4: adds what the cities of Ukraine bring. */
static void count_ukraine(tc_state *s, int side, ap_events *ev)
{
	int own = tc_ukraine_steps(s, side), faction = tc_ukraine_faction_steps(s, side);
	if (own)
		change_steps(s, side, own, TC_8_324_4, ev);
	if (faction == 0)
		return;
	int now = s->faction_steps[side] + faction;
	s->faction_steps[side] = (uint8_t)(now > TC_MOST_STEPS ? TC_MOST_STEPS : now);
	tc_tell_faction_steps(ev, TC_8_324_4, TC_SIDE(side), faction, s->faction_steps[side]);
}

/* TC-8.321.14 */
static void book_polish_steps(tc_state *s, int side, ap_events *ev)
{
	int steps = tc_polish_step_income(s, side);
	if (steps == 0)
		return;
	s->polish_steps = (uint8_t)steps;
	tc_tell_faction_steps(ev, TC_8_321_14, TC_SIDE(side), steps, s->faction_steps[side] + steps);
}

static void count_steps(tc_state *s, int side, ap_events *ev)
{
	int powers =
		tc_powers_active(s) ? tc_controller(s, TC_FACTION_CENTRAL_POWERS) : TC_PARTY_NOBODY;
	int amount = tc_number_of(TC_NUMBER_CENTRAL_POWERS_STEPS);
	/* TC-8.221: conquest counts as control. */
	bool turkistan = tc_controller(s, TC_FACTION_TURKISTAN) == TC_SIDE_RED ||
		(tc_conqueror(s, TC_FACTION_TURKISTAN) == TC_SIDE_RED &&
			!tc_subjugated(s, TC_FACTION_TURKISTAN));
	if (side == TC_SIDE_RED && turkistan)
		change_steps(s, TC_SIDE_RED, tc_number_of(TC_NUMBER_TURKISTAN_STEPS), TC_8_323, ev);
	if (side == TC_SIDE_WHITE && tc_tsar_rallies(s))
		change_steps(s, TC_SIDE_WHITE, tc_number_of(TC_NUMBER_TSAR_STEPS), TC_16_22_2, ev);
	if (side == TC_SIDE_WHITE && powers != TC_PARTY_NOBODY)
		change_steps(s, TC_SIDE_WHITE, powers == TC_SIDE_WHITE ? amount : -amount, TC_8_315_4, ev);
	count_ukraine(s, side, ev);
	if (side == TC_SIDE_RED && s->levy != TC_LEVY_NONE) /* TC-8.321.3 */
		change_steps(s, TC_SIDE_RED, tc_number_of(TC_NUMBER_LEVY_BONUS_STEPS), TC_8_321_3, ev);
	if (side == TC_SIDE_RED && s->levy == TC_LEVY_FREE)
		change_steps(s, TC_SIDE_RED, tc_number_of(TC_NUMBER_LEVY_STEPS), TC_8_321_3, ev);
	if (s->fewer_steps >> side & 1)
		change_steps(s, side, -1, TC_IF_5, ev);
	if (side == TC_SIDE_RED && (s->this_turn & TC_THIS_TURN_LACK_OF_MEN) && s->steps[side] > 0)
		change_steps(s, side, -((s->steps[side] + 1) / 2), TC_WC_40, ev);
	book_polish_steps(s, side, ev);
	set_duty(s, side, ev);
}

/* ---- The Russian levy, TC-8.321.3 ------------------------------------------------------------ */

/* Returns the clause that forbids RED to buy steps with so many Victory Points; 0 if it may. They
 * are bought before any other step is spent, because they count for the regional duty. */
static uint16_t levy_forbidden(const tc_state *s, int side, unsigned vp)
{
	bool bought = side == TC_SIDE_RED && s->levy == TC_LEVY_BOUGHT &&
		!tc_replacement_peek(s)->spent && vp >= 1 &&
		vp <= (unsigned)tc_number_of(TC_NUMBER_LEVY_VP_MOST) && vp <= s->vp[side];
	return bought ? 0 : TC_8_321_3;
}

static void buy_levy(tc_state *s, int side, int vp, ap_events *ev)
{
	int steps = vp * tc_number_of(TC_NUMBER_LEVY_BOUGHT_STEPS);
	s->vp[side] = (uint8_t)(s->vp[side] - vp);
	s->levy = TC_LEVY_NONE;
	tc_tell_levy_bought(ev, TC_8_321_3, vp, steps);
	change_steps(s, side, steps, TC_8_321_3, ev);
	set_duty(s, side, ev);
}

/* ---- Who needs steps ------------------------------------------------------------------------- */

/* The units of a side that lack a step, on the map or in the reserve, and those that are dead.
 * Whether they can get a step is not considered. */
typedef struct needy {
	uint64_t reduced[TC_UNIT_WORDS], dead[TC_UNIT_WORDS];
} needy;

static void find_needy(const tc_state *s, int side, needy *out)
{
	uint64_t map[TC_UNIT_WORDS], reserve[TC_UNIT_WORDS], used[TC_UNIT_WORDS];
	tc_units_of(s, side, used);
	tc_units_in(s, TC_LOCATION_DEAD, out->dead);
	tc_units_in(s, TC_LOCATION_MAP, map);
	tc_units_in(s, TC_LOCATION_RESERVE, reserve);
	tc_units_flagged(s, TC_UNIT_FLAG_REDUCED, out->reduced);
	for (int i = 0; i < TC_UNIT_WORDS; i++) {
		out->reduced[i] &= used[i] & (map[i] | reserve[i]);
		out->dead[i] &= used[i];
	}
}

/* The next of these from this one on; TC_UNITS or more if there is none. */
static inline int next_of(const uint64_t units[TC_UNIT_WORDS], int from)
{
	return tc_member(units, TC_UNIT_WORDS, from);
}

static bool has_steps(const tc_state *s, int side)
{
	return s->steps[side] > 0 || s->faction_steps[side] > 0 || s->polish_steps > 0;
}

/* ---- Spending by rule, TC-RP-6 --------------------------------------------------------------- */

/* Returns whether the dead unit can be rebuilt in the reserve. */
static bool comes_to_reserve(const tc_state *s, int side, int unit)
{
	return !appears_on_map(unit) && !tc_rebuild_forbidden(s, side, unit);
}

/* Returns the strongest reduced army that can be healed, or corps if there is none; TC_NOWHERE if
 * there is none either. */
static int next_to_heal(const tc_state *s, int side, const needy *n)
{
	int best = TC_NOWHERE, most = -1;
	for (int u = next_of(n->reduced, 0); u < TC_UNITS; u = next_of(n->reduced, u + 1)) {
		int urgency = (tc_is_army(u) ? 100 : 0) + tc_units[u].combat;
		if (urgency > most && !tc_heal_forbidden(s, side, u)) {
			most = urgency;
			best = u;
		}
	}
	return best;
}

/* Returns the strongest dead corps that can come to the reserve; TC_NOWHERE if there is none. */
static int next_to_rebuild(const tc_state *s, int side, const needy *n)
{
	int best = TC_NOWHERE, most = -1;
	for (int u = next_of(n->dead, 0); u < TC_UNITS; u = next_of(n->dead, u + 1))
		if (tc_units[u].combat > most && comes_to_reserve(s, side, u)) {
			most = tc_units[u].combat;
			best = u;
		}
	return best;
}

/* Returns the unit that gets the next step; TC_NOWHERE if there is none. */
static int next_by_rule(const tc_state *s, int side)
{
	needy n;
	if (!has_steps(s, side))
		return TC_NOWHERE;
	find_needy(s, side, &n);
	int unit = next_to_heal(s, side, &n);
	return unit == TC_NOWHERE ? next_to_rebuild(s, side, &n) : unit;
}

/* Returns whether any unit gets the next step. */
static bool any_by_rule(const tc_state *s, int side)
{
	needy n;
	if (!has_steps(s, side))
		return false;
	find_needy(s, side, &n);
	for (int u = next_of(n.reduced, 0); u < TC_UNITS; u = next_of(n.reduced, u + 1))
		if (!tc_heal_forbidden(s, side, u))
			return true;
	for (int u = next_of(n.dead, 0); u < TC_UNITS; u = next_of(n.dead, u + 1))
		if (comes_to_reserve(s, side, u))
			return true;
	return false;
}

static void spend_next(tc_state *s, int side, int unit, ap_events *ev)
{
	if (!tc_heal_forbidden(s, side, unit))
		heal(s, side, unit, ev);
	else
		rebuild(s, side, unit, TC_NOWHERE, ev);
}

/* Returns whether more than one step would be spent, so that it is another answer than naming the
 * unit. */
static bool several_by_rule(const tc_state *s, int side)
{
	int first = next_by_rule(s, side);
	if (first == TC_NOWHERE)
		return false;
	tc_state after = *s;
	spend_next(&after, side, first, NULL);
	return any_by_rule(&after, side);
}

static void spend_rest(tc_state *s, int side, ap_events *ev)
{
	for (int u = next_by_rule(s, side); u != TC_NOWHERE; u = next_by_rule(s, side))
		spend_next(s, side, u, ev);
}

/* ---- REPLACE --------------------------------------------------------------------------------- */

static uint16_t replace_forbidden(const tc_state *s, ap_action a)
{
	int side = tc_replacement_peek(s)->side, x = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		return 0;
	case TC_VERB_HEAL:
		return tc_heal_forbidden(s, side, x);
	case TC_VERB_REBUILD:
		return tc_rebuild_forbidden(s, side, x);
	case TC_VERB_BUY:
		return tc_buy_forbidden(s, side, x);
	case TC_VERB_SPEND_REST:
		return several_by_rule(s, side) ? 0 : TC_RP_6;
	case TC_VERB_LEVY:
		return levy_forbidden(s, side, ap_x(a));
	default:
		return TC_RP_2;
	}
}

static bool anything_to_buy(const tc_state *s, int side)
{
	needy n;
	if (!levy_forbidden(s, side, 1))
		return true;
	if (!has_steps(s, side))
		return false;
	find_needy(s, side, &n);
	for (int u = next_of(n.reduced, 0); u < TC_UNITS; u = next_of(n.reduced, u + 1))
		if (!tc_heal_forbidden(s, side, u))
			return true;
	for (int u = next_of(n.dead, 0); u < TC_UNITS; u = next_of(n.dead, u + 1))
		if (!tc_rebuild_forbidden(s, side, u))
			return true;
	for (int l = 0; l < TC_LEADERS; l++)
		if (!tc_buy_forbidden(s, side, l))
			return true;
	return false;
}

static void end_spending(tc_state *s, int side, ap_events *ev)
{
	int left = s->steps[side] + s->faction_steps[side] + s->polish_steps;
	if (left > 0)
		tc_tell_steps_lost(ev, TC_RP_2, TC_SIDE(side), left);
	s->half[side] = 0;
	s->polish_steps = 0;
	if (side == TC_SIDE_RED)
		s->levy = TC_LEVY_NONE;
	tc_enter(s, side == TC_SIDE_WHITE ? TC_STEP_BELARUS_ARMY : TC_STEP_LOGISTICS_END);
}

/* TC-8.314.3: tells how many Allied units could use a step and get none. */
static void tell_allies(const tc_state *s, int side, ap_events *ev)
{
	int count = 0;
	needy n;
	find_needy(s, side, &n);
	for (int u = next_of(n.reduced, 0); u < TC_UNITS; u = next_of(n.reduced, u + 1))
		count += needs_cities(s, u);
	for (int u = next_of(n.dead, 0); u < TC_UNITS; u = next_of(n.dead, u + 1))
		count += needs_cities(s, u);
	if (count)
		tc_tell_no_allied_steps(ev, TC_8_314_3, count);
}

void tc_replace_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_replacement_frame *f = tc_replacement_top(s);
	int side = f->side;
	if (!f->counted &&
		tc_polish_affairs_due(s)) { /* TC-8.321.5: the Red Army of Belarus has come */
		tc_call(s, TC_STEP_POLISH_AFFAIRS);
		return;
	}
	if (!f->counted && tc_call_garrison(s, side, ev))
		return;
	tc_supply(s);
	if (!f->counted) {
		count_steps(s, side, ev);
		tc_give_free_steps(s, side, ev);
		if (ev)
			tell_allies(s, side, ev);
		if (!levy_forbidden(s, side, 1))
			tc_tell_levy_offered(ev, TC_8_321_3);
		f->counted = 1;
	}
	if (anything_to_buy(s, side))
		tc_ask(s, side);
	else
		end_spending(s, side, ev);
}

void tc_replace_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = tc_replacement_peek(s)->side;
	needy n;
	(void)seat;
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	find_needy(s, side, &n);
	for (int u = next_of(n.reduced, 0); u < TC_UNITS; u = next_of(n.reduced, u + 1))
		if (!tc_heal_forbidden(s, side, u))
			ap_add(out, ap_act(TC_VERB_HEAL, (unsigned)u, 0));
	for (int u = next_of(n.dead, 0); u < TC_UNITS; u = next_of(n.dead, u + 1))
		if (!tc_rebuild_forbidden(s, side, u))
			ap_add(out, ap_act(TC_VERB_REBUILD, (unsigned)u, 0));
	for (uint64_t left = tc_leaders_of(s, side); left != 0; left &= left - 1) {
		unsigned leader = (unsigned)__builtin_ctzll(left);
		if (!tc_buy_forbidden(s, side, (int)leader))
			ap_add(out, ap_act(TC_VERB_BUY, leader, 0));
	}
	if (!replace_forbidden(state, ap_act(TC_VERB_SPEND_REST, 0, 0)))
		ap_add(out, ap_act(TC_VERB_SPEND_REST, 0, 0));
	for (unsigned vp = 1; vp <= (unsigned)tc_number_of(TC_NUMBER_LEVY_VP_MOST); vp++)
		if (!replace_forbidden(state, ap_act(TC_VERB_LEVY, vp, 0)))
			ap_add(out, ap_act(TC_VERB_LEVY, vp, 0));
}

uint16_t tc_replace_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return replace_forbidden(state, a);
}

static void choose_place(tc_state *s, int unit, int leader)
{
	tc_replacement_top(s)->unit = (uint16_t)unit;
	tc_replacement_top(s)->leader = (uint8_t)leader;
	tc_goto(s, TC_STEP_REPLACE_AT);
}

void tc_replace_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_replacement_peek(s)->side, x = (int)ap_x(a);
	(void)seat;
	tc_replacement_top(s)->spent = 1;
	switch (ap_verb_of(a)) {
	case TC_VERB_LEVY:
		buy_levy(s, side, x, ev);
		break;
	case TC_VERB_HEAL:
		heal(s, side, x, ev);
		break;
	case TC_VERB_REBUILD:
		if (appears_on_map(x))
			choose_place(s, x, TC_NONE);
		else
			rebuild(s, side, x, TC_NOWHERE, ev);
		break;
	case TC_VERB_SPEND_REST:
		spend_rest(s, side, ev);
		break;
	case TC_VERB_BUY:
		choose_place(s, TC_NOWHERE, x);
		break;
	default:
		end_spending(s, side, ev);
		break;
	}
}

/* ---- REPLACE_AT ------------------------------------------------------------------------------ */

/* Finds the spaces in which an army may be rebuilt. */
static void find_places_for_army(
	const tc_state *s, int side, int unit, uint64_t places[TC_SET_WORDS])
{
	find_homes(s, side, unit, places);
	for (int space = tc_member(places, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(places, TC_SET_WORDS, space + 1))
		if (!has_place(s, side, unit, space) || !step_allowed(s, side, unit, space))
			tc_exclude(places, space);
}

/* Finds the spaces in which a leader who is bought may join an army. */
static void find_places_for_leader(
	const tc_state *s, int side, int leader, uint64_t places[TC_SET_WORDS])
{
	uint64_t armies[TC_UNIT_WORDS];
	memset(places, 0, TC_SET_WORDS * sizeof places[0]);
	find_armies(s, side, armies);
	for (int u = tc_member(armies, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(armies, TC_UNIT_WORDS, u + 1)) {
		int space = s->unit_at[u];
		if (is_supplied_army(s, side, u) && !is_bound_elsewhere(leader, space) &&
			duty_allows(s, side, space))
			tc_include(places, space);
	}
}

/* Finds the spaces in which the army or leader who has been chosen may appear. */
static void find_places(const tc_state *s, uint64_t places[TC_SET_WORDS])
{
	const tc_replacement_frame *f = tc_replacement_peek(s);
	if (f->unit != TC_NOWHERE)
		find_places_for_army(s, f->side, f->unit, places);
	else
		find_places_for_leader(s, f->side, f->leader, places);
}

static void appear(tc_state *s, int space, ap_events *ev)
{
	tc_replacement_frame *f = tc_replacement_top(s);
	if (f->unit != TC_NOWHERE)
		rebuild(s, f->side, f->unit, space, ev);
	else
		buy(s, f->side, f->leader, space, ev);
	f->unit = TC_NOWHERE;
	f->leader = TC_NONE;
	tc_goto(s, TC_STEP_REPLACE);
}

int tc_unit_to_appear(const tc_state *s)
{
	return tc_replacement_peek(s)->unit;
}

void tc_replace_at_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	uint64_t places[TC_SET_WORDS];
	find_places(s, places);
	int first = tc_member(places, TC_SET_WORDS, 0);
	bool only = first < TC_SPACES && tc_member(places, TC_SET_WORDS, first + 1) >= TC_SPACES;
	if (only)
		appear(s, first, ev);
	else
		tc_ask(s, tc_replacement_peek(s)->side);
}

void tc_replace_at_legal(const void *state, int seat, ap_list *out)
{
	uint64_t places[TC_SET_WORDS];
	(void)seat;
	find_places(state, places);
	for (int space = tc_member(places, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(places, TC_SET_WORDS, space + 1))
		ap_add(out, ap_act(TC_VERB_TO, (unsigned)space, 0));
}

/* Returns whether the army or leader may appear in the space, the regional duty aside. */
static bool is_place(const tc_state *s, int space)
{
	const tc_replacement_frame *f = tc_replacement_peek(s);
	uint64_t homes[TC_SET_WORDS];
	if (f->unit == TC_NOWHERE)
		return tc_leader_joins_at(s, f->side, f->leader, space);
	find_homes(s, f->side, f->unit, homes);
	return tc_in(homes, space) && has_place(s, f->side, f->unit, space);
}

uint16_t tc_replace_at_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	int unit = tc_replacement_peek(s)->unit, space = (int)ap_x(a);
	uint16_t clause = unit != TC_NOWHERE ? place_clause(unit) : TC_RP_5;
	uint64_t places[TC_SET_WORDS];
	(void)seat;
	if (ap_verb_of(a) != TC_VERB_TO || space >= TC_SPACES)
		return clause;
	find_places(s, places);
	if (tc_in(places, space))
		return 0;
	return is_place(s, space) ? TC_14_7 : clause;
}

void tc_replace_at_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	appear(state, (int)ap_x(a), ev);
}
