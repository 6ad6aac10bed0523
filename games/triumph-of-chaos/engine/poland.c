/* poland.c: Poland, TC-8.321: how far its forces may go, with whom they stand, its wars, its
 * garrison and its peace. See polish_response.c for the Response. */
#include "chapters.h"

/* ---- Lands and forces ------------------------------------------------------------------------ */

/* The lands of TC-8.321.5, in the order of the bits TC_RESPONSE_LAND_.. */
static const uint8_t lands[] = {
	TC_FACTION_BELARUS, TC_FACTION_LITHUANIA, TC_FACTION_UKRAINE, TC_FACTION_WEST_UKRAINE};

int tc_response_land(int faction)
{
	for (int i = 0; i < AP_COUNT(lands); i++)
		if (lands[i] == faction)
			return 1 << i;
	return 0;
}

int tc_first_land(int set)
{
	for (int i = 0; i < AP_COUNT(lands); i++)
		if (set >> i & 1)
			return lands[i];
	return TC_NONE;
}

bool tc_poles_at(const tc_state *s, int space)
{
	assert(tc_is_space(space));
	if (tc_has_faction(s, space, TC_FACTION_POLAND))
		return true;
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && tc_leaders[l].faction == TC_FACTION_POLAND)
			return true;
	return false;
}

/* ---- How far they may go, TC-8.321.4 --------------------------------------------------------- */

bool tc_beyond_west_ukraine(const tc_state *s)
{
	return s->haller_turn != 0 && s->haller_turn == s->turn && tc_played(s, TC_CARD_W36) &&
		tc_controller(s, TC_FACTION_WEST_UKRAINE) == TC_SIDE_RED;
}

bool tc_poles_reach(const tc_state *s, int region)
{
	assert(tc_is_region(region));
	int land = tc_regions[region].faction;
	if (region == TC_REGION_POLAND)
		return true;
	switch (tc_polish_states[s->poland].reach) {
	case TC_REACH_TRIGGERS:
		return (s->intervenes & tc_response_land(land)) ||
			(land == TC_FACTION_WEST_UKRAINE && tc_beyond_west_ukraine(s));
	case TC_REACH_WEST:
		return tc_regions[region].west;
	case TC_REACH_EVERYWHERE:
		return true;
	default:
		return false;
	}
}

/* TC-8.321.15: returns whether the unit never leaves Poland. */
static bool is_homebound(int unit)
{
	return unit < TC_UNITS && (tc_units[unit].traits >> TC_TRAITS_HOMEBOUND & 1);
}

uint16_t tc_pole_closed(const tc_state *s, int unit, int space)
{
	assert(tc_is_pole(unit) && tc_is_space(space));
	int region = tc_region_of(space);
	if (is_homebound(unit) && region != TC_REGION_POLAND)
		return TC_8_321_15;
	if (unit == TC_UNIT_PO_ARMY_UKR_LEGION && region == TC_REGION_UKRAINE) /* TC-8.321.16 */
		return 0;
	if (tc_poles_reach(s, region))
		return 0;
	return region == TC_REGION_WEST_UKRAINE && s->haller_turn ? TC_8_321_11 : TC_8_321_4;
}

void tc_widen_poland(tc_state *s, int state, ap_events *ev)
{
	assert(state >= 0 && state < TC_POLISH_STATES);
	if (state <= s->poland)
		return;
	s->poland = (uint8_t)state;
	if (state > TC_POLISH_STATE_INTERVENTION)
		s->polish &= (uint8_t) ~(TC_POLISH_FLAG_APART | TC_POLISH_FLAG_ACTIVATED);
	tc_tell_polish_state(ev, TC_8_321_4, TC_POLISH_STATE(state));
}

/* TC-8.321.11: the turn after the one in which Poland intervenes in Ukraine and WHITE 36 has been
 * played. */
void tc_open_west_ukraine(tc_state *s)
{
	if (s->haller_turn == 0 && (s->intervenes & TC_RESPONSE_LAND_UKRAINE) &&
		tc_played(s, TC_CARD_W36))
		s->haller_turn = (uint8_t)(s->turn + 1);
}

/* ---- White and Polish troops, TC-8.321.9 ----------------------------------------------------- */

bool tc_stand_apart(const tc_state *s, int space, bool poles, bool whites, int without)
{
	assert(tc_is_space(space));
	if ((!poles && !whites) || s->user[TC_FACTION_POLAND] != TC_SIDE_WHITE)
		return true;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
		if (s->unit_flags[u] & without)
			continue;
		if ((poles && tc_own_side(s, u) == TC_PARTY_WHITE) || (whites && tc_is_pole(u)))
			return false;
	}
	return true;
}

bool tc_mixes(const tc_state *s, int space, int unit)
{
	assert(tc_is_unit(unit));
	return !tc_stand_apart(s, space, tc_is_pole(unit), tc_own_side(s, unit) == TC_PARTY_WHITE, 0);
}

uint16_t tc_crowded(const tc_state *s, int space, int unit)
{
	return tc_mixes(s, space, unit) ? TC_8_321_9 : TC_ST_1;
}

bool tc_attack_together(const tc_state *s, int space)
{
	bool poles = tc_has_faction(s, space, TC_FACTION_POLAND), whites = false;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		whites |= tc_own_side(s, u) == TC_PARTY_WHITE;
	for (int other = 0; other < TC_SPACES; other++)
		if ((s->marker[other] & TC_MARKER_FLAG_FROM) && !tc_stand_apart(s, other, poles, whites, 0))
			return false;
	return true;
}

uint16_t tc_hunger_clause(int unit)
{
	return tc_is_pole(unit) ? TC_8_321_18 : TC_SU_3;
}

/* ---- War and peace --------------------------------------------------------------------------- */

void tc_begin_polish_war(tc_state *s, int side, ap_events *ev)
{
	assert(tc_is_side(side));
	s->war[TC_FACTION_POLAND] |= (uint8_t)(1 << side);
	if (side == TC_SIDE_RED) {
		s->levy = TC_LEVY_BOUGHT;
		if (s->unit_where[TC_UNIT_RED_POLISH_CORPS] == TC_LOCATION_OUT)
			s->polish_corps = TC_POLISH_CORPS_WAITS;
	}
	tc_make_stale(s);
	tc_widen_poland(s, TC_POLISH_STATE_WAR, ev);
}

bool tc_polish_peace_made(const tc_state *s)
{
	return s->faction_flags[TC_FACTION_POLAND] & TC_FACTION_FLAG_WITHDRAWN;
}

/* TC-8.321.19: marks the cities for which RED keeps the credit, and gives the land to nobody. */
static void close_poland(tc_state *s)
{
	int end = tc_region_spaces[TC_REGION_POLAND + 1];
	for (int space = tc_region_spaces[TC_REGION_POLAND]; space < end; space++) {
		s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_CREDIT;
		if (tc_city_counts_for(s, space) == TC_SIDE_RED)
			s->marker[space] |= TC_MARKER_FLAG_CREDIT;
		tc_set_owner(s, space, TC_OWNER_NOBODY);
	}
}

static void poles_go(tc_state *s)
{
	for (int u = 0; u < TC_UNITS; u++)
		if (tc_units[u].faction == TC_FACTION_POLAND)
			tc_take_unit(s, u, TC_LOCATION_GONE);
	for (int l = 0; l < TC_LEADERS; l++)
		if (tc_leaders[l].faction == TC_FACTION_POLAND)
			tc_take_leader(s, l, TC_LOCATION_GONE);
}

void tc_make_polish_peace(tc_state *s, ap_events *ev)
{
	int poland = TC_FACTION_POLAND;
	tc_tell_polish_peace(ev, TC_8_321_19);
	close_poland(s);
	poles_go(s);
	for (int side = TC_SIDE_RED; side < TC_SIDE_COUNT; side++)
		s->ip[side][poland] = s->soft_ip[side][poland] = 0;
	s->faction_flags[poland] =
		(uint16_t)((s->faction_flags[poland] & TC_FACTION_FLAG_EVER) | TC_FACTION_FLAG_WITHDRAWN);
	s->polish = s->polish_steps = s->response_due = 0;
	s->polish_corps = TC_POLISH_CORPS_NONE;
	tc_set_box(s, poland, TC_BOX_OUT);
	tc_tidy_markers(s, ev);
	tc_leave_land(s, poland, ev);
}

int tc_polish_credit(const tc_state *s)
{
	int count = 0;
	for (int space = 0; space < TC_SPACES; space++)
		count += tc_land_of(space) == TC_FACTION_POLAND && tc_spaces[space].city &&
			tc_city_counts_for(s, space) == TC_SIDE_RED;
	return count;
}

/* ---- What enters ----------------------------------------------------------------------------- */

bool tc_response_used(const tc_state *s)
{
	int poland = TC_FACTION_POLAND;
	return s->box[poland] != TC_BOX_OUT && s->war[poland] == 0 && !tc_played(s, TC_CARD_R37);
}

static void red_enters(tc_state *s, int space)
{
	int land = tc_response_land(tc_land_of(space));
	if (!land || (s->entered & land) || s->box[TC_FACTION_POLAND] == TC_BOX_OUT)
		return;
	s->entered |= (uint8_t)land;
	if (tc_response_used(s))
		s->response_due |= (uint8_t)land;
}

void tc_unit_enters(tc_state *s, int unit, int space)
{
	assert(tc_is_unit(unit) && tc_is_space(space));
	int user = tc_user(s, unit);
	if (tc_units[unit].side == TC_PARTY_RED)
		red_enters(s, space);
	if (tc_land_of(space) == TC_FACTION_POLAND && tc_is_army(unit) && tc_is_side(user) &&
		tc_controller(s, TC_FACTION_POLAND) == tc_other(user))
		s->polish |= TC_POLISH_FLAG_INVADED;
}

void tc_leader_enters(tc_state *s, int leader, int space)
{
	assert(tc_is_leader(leader) && tc_is_space(space));
	if (tc_leaders[leader].side == TC_PARTY_RED)
		red_enters(s, space);
}

/* ---- Forces that come later ------------------------------------------------------------------ */

void tc_call_polish(tc_state *s, int way, uint16_t clause, ap_events *ev)
{
	int side = tc_controller(s, TC_FACTION_POLAND);
	assert(tc_is_side(side));
	if (clause != TC_8_321_10) /* those of an Intervention have been told by their names */
		tc_tell_forces(ev, clause, TC_SIDE(side), TC_FACTION(TC_FACTION_POLAND));
	tc_call(s, TC_STEP_FORCES);
	tc_forces_frame *f = tc_forces_top(s);
	f->faction = TC_FACTION_POLAND;
	f->side = (uint8_t)side;
	f->way = (uint8_t)way;
}

static bool is_out(const tc_state *s, int unit)
{
	return s->unit_where[unit] == TC_LOCATION_OUT;
}

/* Returns whether the forces of Poland serve the side that controls it. */
static bool is_set_up(const tc_state *s)
{
	return s->faction_flags[TC_FACTION_POLAND] & TC_FACTION_FLAG_PLACED;
}

bool tc_call_garrison(tc_state *s, int side, ap_events *ev)
{
	bool due =
		(s->polish & TC_POLISH_FLAG_INVADED) && s->user[TC_FACTION_POLAND] == side && is_set_up(s);
	if (!due)
		return false;
	s->polish &= (uint8_t)~TC_POLISH_FLAG_INVADED;
	if (!is_out(s, TC_UNIT_PO_ARMY_GARRISON_1) && !is_out(s, TC_UNIT_PO_ARMY_GARRISON_2))
		return false;
	tc_call_polish(s, TC_WHEN_ENEMY_IN_POLAND, TC_8_321_15, ev);
	return true;
}

/* TC-8.321.16: Ukraine's own forces have been placed, or found to be none. */
bool tc_polish_legion_due(const tc_state *s)
{
	int waits = TC_FACTION_FLAG_GAINED | TC_FACTION_FLAG_OWED;
	return s->box[TC_FACTION_POLAND] == TC_BOX_WHITE_CONTROL &&
		s->box[TC_FACTION_UKRAINE] == TC_BOX_WHITE_CONTROL &&
		is_out(s, TC_UNIT_PO_ARMY_UKR_LEGION) && !tc_powers_active(s) &&
		!(s->faction_flags[TC_FACTION_UKRAINE] & waits);
}

/* ---- Steps, TC-8.321.14 ---------------------------------------------------------------------- */

static bool enemy_in_poland(const tc_state *s, int side)
{
	int end = tc_region_spaces[TC_REGION_POLAND + 1];
	for (int space = tc_region_spaces[TC_REGION_POLAND]; space < end; space++)
		if (tc_occupier(s, space) == tc_other(side))
			return true;
	return false;
}

int tc_polish_step_income(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	const tc_faction *poland = &tc_factions[TC_FACTION_POLAND];
	int cities = 0;
	if (s->user[TC_FACTION_POLAND] != side || tc_controller(s, TC_FACTION_POLAND) != side ||
		!is_set_up(s))
		return 0;
	for (int i = 0; i < poland->cities_count; i++)
		cities += s->owner[poland->cities[i]] == side;
	return cities *
		tc_number_of(
			enemy_in_poland(s, side) ? TC_NUMBER_POLAND_STEPS_INVADED : TC_NUMBER_POLAND_STEPS);
}
