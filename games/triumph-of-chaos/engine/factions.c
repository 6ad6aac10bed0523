/* factions.c: what control of a faction brings, TC-8.14 to TC-8.142, TC-8.2, TC-8.3, and what
 * conquest does, TC-8.53. */
#include "chapters.h"

uint16_t tc_faction_clause(int faction)
{
	assert(tc_is_faction(faction));
	static const uint16_t clauses[TC_FACTIONS] = {
		[TC_FACTION_ASTRAKHAN] = TC_8_311,
		[TC_FACTION_BELARUS] = TC_8_313,
		[TC_FACTION_BRITAIN] = TC_8_314,
		[TC_FACTION_CENTRAL_POWERS] = TC_8_315_3,
		[TC_FACTION_CZECH_LEGION] = TC_8_316_2,
		[TC_FACTION_ESTONIA] = TC_8_312,
		[TC_FACTION_FINLAND] = TC_8_317_3,
		[TC_FACTION_FRANCE] = TC_8_318,
		[TC_FACTION_KHIVA] = TC_8_319,
		[TC_FACTION_LATVIA] = TC_8_312,
		[TC_FACTION_LITHUANIA] = TC_8_312,
		[TC_FACTION_MAKHNO] = TC_8_320,
		[TC_FACTION_POLAND] = TC_8_321,
		[TC_FACTION_TRANSCAUCASIA] = TC_8_322,
		[TC_FACTION_TURKISTAN] = TC_8_323,
		[TC_FACTION_UKRAINE] = TC_8_324,
		[TC_FACTION_USA] = TC_8_325,
		[TC_FACTION_WEST_UKRAINE] = TC_8_326,
	};
	return clauses[faction];
}

/* ---- Control brings forces ------------------------------------------------------------------- */

/* TC-8.141: gives the side all spaces of the land that belong to nobody, and tells the cities among
 * them (TC-8.23). Spaces with Greens stay nobody's. */
static void take_land(tc_state *s, int faction, int side, uint16_t clause, ap_events *ev)
{
	for (int space = 0; space < TC_SPACES; space++) {
		if (tc_land_of(space) != faction || s->owner[space] != TC_OWNER_NOBODY)
			continue;
		if (tc_occupier(s, space) == TC_PARTY_NOBODY)
			continue;
		tc_set_owner(s, space, side);
		if (tc_spaces[space].city)
			tc_tell_owner(ev, clause, TC_SPACE(space), TC_OWNER(side));
	}
}

/* Makes those spaces of a land that was shut belong to nobody: only the Central Powers can have
 * been there. */
static void clear_land(tc_state *s, int faction, ap_events *ev)
{
	for (int space = 0; space < TC_SPACES; space++) {
		if (tc_land_of(space) != faction || s->owner[space] == TC_OWNER_NOBODY)
			continue;
		tc_set_owner(s, space, TC_OWNER_NOBODY);
		tc_tell_owner(ev, TC_8_42_1, TC_SPACE(space), TC_OWNER(TC_OWNER_NOBODY));
	}
}

void tc_open_lands(tc_state *s, ap_events *ev)
{
	for (int f = 0; f < TC_FACTIONS; f++) {
		int side = tc_controller(s, f);
		if (!(tc_factions[f].rules >> TC_RULES_CENTRAL_POWERS & 1) ||
			tc_conqueror(s, f) != TC_PARTY_NOBODY)
			continue;
		clear_land(s, f, ev);
		if (tc_is_side(side))
			take_land(s, f, side, TC_8_42_1, ev);
	}
	tc_place_greens(s, ev);
}

static bool is_barred(int faction, int side)
{
	return tc_factions[faction].barred == side;
}

/* Returns the clause by which the forces come. */
static uint16_t forces_clause(const tc_state *s, int faction, int side, int way)
{
	if (s->faction_flags[faction] & TC_FACTION_FLAG_CALLED)
		return TC_8_24_1;
	if (faction == TC_FACTION_POLAND)
		return TC_8_321_2;
	if (way == TC_WHEN_R37)
		return TC_RC_37;
	if (way == TC_WHEN_PROTECTOR)
		return is_barred(faction, side) ? TC_8_24_2 : TC_8_511;
	return faction == TC_FACTION_CENTRAL_POWERS ? TC_8_315 : TC_8_14;
}

/* TC-8.321.2: returns whether the forces of the faction come only with war or intervention, and
 * there is neither. */
static bool waits_for_war(const tc_state *s, int faction)
{
	return faction == TC_FACTION_POLAND && s->poland == TC_POLISH_STATE_SELF_DEFENCE;
}

/* Returns the clause that forbids a side that controls the faction to place its forces; 0 if it
 * may. The Czech Legion stays neutral on the map. */
static uint16_t not_placed(const tc_state *s, int faction, int side)
{
	if (s->user[faction] != side)
		return faction == TC_FACTION_CZECH_LEGION ? TC_8_316 : TC_8_24;
	return waits_for_war(s, faction) ? TC_8_321 : 0;
}

/* TC-8.24.1: tells the enemy which forces his first step into the land would call up. */
static void warn_of_violation(const tc_state *s, int faction, int enemy, ap_events *ev)
{
	const tc_faction *f = &tc_factions[faction];
	if (f->cities_count && tc_violates(s, enemy, f->cities[0]) == faction)
		tc_tell_forces_at_home(ev, TC_8_24_1, TC_FACTION(faction), TC_SIDE(enemy));
}

void tc_call_forces(tc_state *s, int faction, int side, int way, ap_events *ev)
{
	assert(tc_is_faction(faction) && tc_is_side(side));
	uint16_t *flags = &s->faction_flags[faction];
	*flags &= (uint16_t)~TC_FACTION_FLAG_GAINED;
	if (tc_shut(s, faction)) {
		*flags |= TC_FACTION_FLAG_OWED;
		tc_tell_forces_wait(ev, TC_8_315_2, TC_FACTION(faction));
		return;
	}
	*flags &= (uint16_t)~TC_FACTION_FLAG_OWED;
	take_land(s, faction, side, TC_8_23, ev);
	uint16_t clause = not_placed(s, faction, side);
	if (clause) {
		tc_tell_not_placed(ev, clause, TC_FACTION(faction));
		warn_of_violation(s, faction, tc_other(side), ev);
		return;
	}
	*flags |= TC_FACTION_FLAG_PLACED;
	if (faction == TC_FACTION_POLAND)
		way = TC_WHEN_POLISH_ENTRY;
	tc_tell_forces(ev, forces_clause(s, faction, side, way), TC_SIDE(side), TC_FACTION(faction));
	tc_call(s, TC_STEP_FORCES);
	tc_forces_frame *f = tc_forces_top(s);
	f->faction = (uint8_t)faction;
	f->side = (uint8_t)side;
	f->way = (uint8_t)way;
}

/* ---- Forces that wait ------------------------------------------------------------------------ */

/* TC-8.314.1: returns whether the faction is British or American and waits for WHITE 1. */
static bool waits_for_coup(const tc_state *s, int faction)
{
	bool allied = faction == TC_FACTION_BRITAIN || faction == TC_FACTION_USA;
	return allied && s->user[faction] == TC_SIDE_WHITE &&
		!tc_may(s, TC_SIDE_WHITE, TC_MAY_ACTIVATE_ALLIES);
}

uint16_t tc_faction_waits(const tc_state *s, int faction)
{
	if (faction >= TC_FACTIONS)
		return 0;
	if (s->user[faction] == TC_PARTY_NOBODY)
		return faction == TC_FACTION_CENTRAL_POWERS ? TC_8_315
			: faction == TC_FACTION_CZECH_LEGION    ? TC_8_316
													: TC_8_24;
	if (s->faction_flags[faction] & (TC_FACTION_FLAG_NEW | TC_FACTION_FLAG_NEW_ROUND))
		return TC_8_142;
	if (waits_for_coup(s, faction))
		return TC_8_314_1;
	if (s->user[faction] == TC_SIDE_WHITE && (s->this_turn & TC_THIS_TURN_IDLE_FACTIONS))
		return TC_RC_40;
	return s->passive == TC_PASSIVITY_NOW && faction != TC_FACTION_POLAND ? TC_RC_9 : 0;
}

void tc_faction_attacked(tc_state *s, int faction)
{
	assert(tc_is_faction(faction));
	if (faction < TC_FACTIONS)
		s->faction_flags[faction] &= (uint16_t) ~(TC_FACTION_FLAG_NEW | TC_FACTION_FLAG_NEW_ROUND);
}

/* ---- Violated territory, TC-8.24.1 ----------------------------------------------------------- */

int tc_violates(const tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	int faction = tc_land_of(space);
	if (faction >= TC_FACTIONS || tc_controller(s, faction) != tc_other(side))
		return TC_NONE;
	bool idle = faction != TC_FACTION_POLAND && /* It is entered only in a war (TC-8.321.1). */
		s->user[faction] == TC_PARTY_NOBODY && !tc_shut(s, faction);
	return idle ? faction : TC_NONE;
}

void tc_call_up(tc_state *s, int faction, int space, ap_events *ev)
{
	assert(tc_is_faction(faction) && tc_land_of(space) == faction);
	int side = tc_controller(s, faction);
	s->faction_flags[faction] |= TC_FACTION_FLAG_CALLED;
	tc_refresh_users(s);
	tc_tell_called_up(ev, TC_8_24_1, TC_SIDE(side), TC_FACTION(faction), TC_SPACE(space));
	tc_call_forces(s, faction, side, TC_WHEN_GAIN, ev);
}

/* ---- Conquest, TC-8.53 ----------------------------------------------------------------------- */

/* Returns who conquers the faction now: TC_PARTY_.. */
static int conquers(const tc_state *s, int faction)
{
	const tc_faction *f = &tc_factions[faction];
	int controller = tc_controller(s, faction);
	bool ever = s->faction_flags[faction] & TC_FACTION_FLAG_EVER;
	if (controller == TC_PARTY_NOBODY || f->type == TC_TYPE_MAJOR || tc_shut(s, faction))
		return TC_PARTY_NOBODY;
	if (faction == TC_FACTION_FINLAND && !ever)
		return TC_PARTY_NOBODY;
	if (s->faction_flags[faction] & TC_FACTION_FLAG_BORROWED) /* TC-WC-39 */
		return TC_PARTY_NOBODY;
	for (int i = 0; i < f->cities_count; i++)
		if (s->owner[f->cities[i]] != tc_other(controller))
			return TC_PARTY_NOBODY;
	return tc_other(controller);
}

/* Moves the forces of a conquered faction to the dead. Writes the spaces that they leave to
 * `left`. */
static void kill_forces(tc_state *s, int faction, uint64_t left[TC_SET_WORDS], ap_events *ev)
{
	for (int u = 0; u < TC_UNITS; u++) {
		bool here = s->unit_where[u] == TC_LOCATION_MAP || s->unit_where[u] == TC_LOCATION_RESERVE;
		if (tc_faction_of(s, u) != faction || !here)
			continue;
		if (s->unit_at[u] < TC_SPACES)
			tc_include(left, s->unit_at[u]);
		tc_take_unit(s, u, TC_LOCATION_DEAD);
		tc_tell_unit_dead(ev, TC_8_53, TC_UNIT(u));
	}
	for (int l = 0; l < TC_LEADERS; l++) {
		bool here =
			s->leader_where[l] == TC_LOCATION_MAP || s->leader_where[l] == TC_LOCATION_RESERVE;
		if (tc_leaders[l].faction == faction && here)
			tc_leader_dies(s, l, ev);
	}
}

void tc_take_influence_off(tc_state *s, int faction, ap_events *ev)
{
	assert(tc_is_faction(faction));
	int red = s->ip[TC_SIDE_RED][faction] + s->soft_ip[TC_SIDE_RED][faction];
	int white = s->ip[TC_SIDE_WHITE][faction] + s->soft_ip[TC_SIDE_WHITE][faction];
	if (red || white)
		tc_tell_ip_off(ev, TC_8_1323, TC_FACTION(faction), red, white);
	for (int of = TC_SIDE_RED; of < TC_SIDE_COUNT; of++)
		s->ip[of][faction] = s->soft_ip[of][faction] = 0;
}

/* Takes the marker of a conquered faction and the influence on it off the table. */
static void remove_marker(tc_state *s, int faction, int side, ap_events *ev)
{
	tc_take_influence_off(s, faction, ev);
	s->faction_flags[faction] &= TC_FACTION_FLAG_EVER;
	s->faction_flags[faction] |=
		side == TC_SIDE_RED ? TC_FACTION_FLAG_BY_RED : TC_FACTION_FLAG_BY_WHITE;
	tc_set_box(s, faction, TC_BOX_OUT);
}

void tc_annex(tc_state *s, int faction, int side, ap_events *ev)
{
	assert(tc_is_faction(faction) && tc_is_side(side));
	remove_marker(s, faction, side, ev);
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_land_of(space) == faction && s->owner[space] != tc_other(side) &&
			tc_occupier(s, space) != TC_PARTY_NOBODY)
			tc_set_owner(s, space, side);
}

static void conquer(tc_state *s, int faction, int side, uint64_t left[TC_SET_WORDS], ap_events *ev)
{
	tc_tell_conquered(ev, TC_8_53, TC_SIDE(side), TC_FACTION(faction));
	kill_forces(s, faction, left, ev);
	tc_annex(s, faction, side, ev);
	/* TC-8.317.2: conquest counts as control. */
	if (faction == TC_FACTION_FINLAND && side == TC_SIDE_RED) {
		s->border_open = 1;
		tc_make_stale(s);
	}
}

bool tc_conquer_all(tc_state *s, ap_events *ev)
{
	/* The spaces that were left, by the side that lost them. */
	uint64_t left[TC_SIDE_COUNT][TC_SET_WORDS] = {{0}};
	bool any = false;
	for (int f = 0; f < TC_FACTIONS; f++) {
		int side = conquers(s, f);
		if (side == TC_PARTY_NOBODY)
			continue;
		conquer(s, f, side, left[tc_other(side)], ev);
		any = true;
	}
	if (!any)
		return false;
	tc_tidy_markers(s, ev);
	for (int side = TC_SIDE_RED; side < TC_SIDE_COUNT; side++)
		for (int space = 0; space < TC_SPACES; space++)
			if (tc_in(left[side], space) && tc_occupier(s, space) == TC_NONE &&
				tc_leaders_at(s, space, side))
				tc_leaders_alone(s, space, side, ev);
	return true;
}

/* ---- Where rebuilt units appear, TC-8.3 ------------------------------------------------------ */

static void include_all(uint64_t out[TC_SET_WORDS], const uint64_t set[TC_SET_WORDS])
{
	for (int i = 0; i < TC_SET_WORDS; i++)
		out[i] |= set[i];
}

/* TC-8.314: finds the ports in which the card of a British army lets it land. */
static void find_ports_of_card(int unit, uint64_t ports[TC_SET_WORDS])
{
	for (int row = 0; row < TC_EFFECTS; row++) {
		const tc_effect *e = &tc_effects[row];
		for (int i = 0; i < e->units_count && e->where == TC_WHERE_PORTS; i++)
			for (int r = 0; r < e->regions_count && e->units[i] == unit; r++)
				include_all(ports, tc_space_by_region[e->regions[r]]);
	}
	for (int i = 0; i < TC_SET_WORDS; i++)
		ports[i] &= ~tc_space_by_port[TC_PORT_NONE][i];
}

/* Finds the spaces, or the cities, in the land of a faction. */
static void find_land(int faction, bool cities, uint64_t land[TC_SET_WORDS])
{
	for (int region = 0; region < TC_REGIONS; region++)
		if (tc_regions[region].faction == faction)
			include_all(land, tc_space_by_region[region]);
	for (int i = 0; i < TC_SET_WORDS && cities; i++)
		land[i] &= tc_space_by_city[1][i];
}

void tc_find_homes(int unit, uint64_t homes[TC_SET_WORDS])
{
	assert(tc_is_unit(unit));
	const tc_unit *u = &tc_units[unit];
	memset(homes, 0, TC_SET_WORDS * sizeof homes[0]);
	if (tc_is_finn(unit)) { /* TC-8.317.1 */
		bool white = u->side == TC_SIDE_WHITE;
		include_all(homes, tc_space_by_supply[white ? TC_SUPPLY_WHITE_FINNS : TC_SUPPLY_RED_FINNS]);
	} else if (u->rebuilt_count) {
		for (int i = 0; i < u->rebuilt_count; i++)
			tc_include(homes, u->rebuilt[i]);
	} else if (u->faction == TC_FACTION_BRITAIN) {
		find_ports_of_card(unit, homes);
	} else if (u->faction == TC_FACTION_CZECH_LEGION) { /* TC-8.316.3 */
		for (int i = 0; i < TC_SET_WORDS; i++)
			homes[i] = tc_space_by_city[1][i] &
				(tc_space_by_region[TC_REGION_URALS_NORTH][i] |
					tc_space_by_region[TC_REGION_URALS_CENTRAL][i]);
	} else {
		find_land(u->faction, u->faction != TC_FACTION_MAKHNO, homes);
		tc_exclude(homes, TC_SPACE_CENTRAL_POLAND_BOX);
		if (u->faction == TC_FACTION_POLAND) /* TC-8.321.14 */
			tc_include(homes, TC_SPACE_CENTRAL_POLAND_BOX);
	}
}
