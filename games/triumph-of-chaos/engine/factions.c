/* factions.c: what control of a faction brings, TC-8.14 to TC-8.142, TC-8.2, TC-8.3, and what
 * conquest does, TC-8.53. */
#include "chapters.h"

uint16_t tc_faction_clause(int faction)
{
	static const uint16_t clauses[FACTIONS] = {
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
		[TC_FACTION_UKRAINE] = TC_8_512, /* its own rules are not here yet */
		[TC_FACTION_USA] = TC_8_325,
		[TC_FACTION_WEST_UKRAINE] = TC_8_326,
	};
	return clauses[faction];
}

/* ---- Control brings forces ------------------------------------------------------------------- */

/* TC-8.141; the cities, TC-8.23, are told. Where Greens stand it stays nobody's. */
static void take_land(tc_state *s, int faction, int side, ap_events *ev)
{
	for (int space = 0; space < SPACES; space++) {
		if (tc_land_of(space) != faction || s->owner[space] != NOBODY)
			continue;
		if (tc_occupier(s, space) == NOBODY)
			continue;
		tc_set_owner(s, space, side);
		if (tc_spaces[space].city)
			ap_tell(ev, EV_OWNER, TC_8_23, (int16_t)space, (int16_t)side);
	}
}

static bool is_barred(int faction, int side)
{
	return tc_factions[faction].barred == side;
}

/* Under which clause they come. */
static uint16_t forces_clause(const tc_state *s, int faction, int side, int way)
{
	if (s->faction_flags[faction] & F_CALLED)
		return TC_8_24_1;
	if (way == TC_WHEN_PROTECTOR)
		return is_barred(faction, side) ? TC_8_24_2 : TC_8_511;
	return faction == TC_FACTION_CENTRAL_POWERS ? TC_8_315 : TC_8_14;
}

/* Poland and Ukraine have markers, but their forces are not here yet. */
static bool has_rules(int faction)
{
	return faction != TC_FACTION_POLAND && faction != TC_FACTION_UKRAINE;
}

/* Why a side that controls it may not place its forces; 0: it may. Czechs stay neutral on the map.
 */
static uint16_t not_placed(const tc_state *s, int faction, int side)
{
	if (s->user[faction] != side)
		return faction == TC_FACTION_CZECH_LEGION ? TC_8_316 : TC_8_24;
	return has_rules(faction) ? 0 : faction == TC_FACTION_POLAND ? TC_8_321 : TC_CA_1;
}

/* TC-8.24.1: the enemy should know what his first step into its land would call up. */
static void warn_of_violation(const tc_state *s, int faction, int enemy, ap_events *ev)
{
	const tc_faction *f = &tc_factions[faction];
	if (f->cities_count && tc_violates(s, enemy, f->cities[0]) == faction)
		ap_tell(ev, EV_FORCES_AT_HOME, TC_8_24_1, (int16_t)faction, (int16_t)enemy);
}

void tc_call_forces(tc_state *s, int faction, int side, int way, ap_events *ev)
{
	uint16_t *flags = &s->faction_flags[faction];
	*flags &= (uint16_t)~F_GAINED;
	if (tc_shut(s, faction)) {
		*flags |= F_OWED;
		ap_tell(ev, EV_FORCES_WAIT, TC_8_315_2, (int16_t)faction);
		return;
	}
	*flags &= (uint16_t)~F_OWED;
	take_land(s, faction, side, ev);
	uint16_t clause = not_placed(s, faction, side);
	if (clause) {
		ap_tell(ev, EV_NOT_PLACED, clause, (int16_t)faction);
		warn_of_violation(s, faction, tc_other(side), ev);
		return;
	}
	*flags |= F_PLACED;
	ap_tell(ev, EV_FORCES, forces_clause(s, faction, side, way), (int16_t)side, (int16_t)faction);
	ap_frame *f = ap_call(s, FORCES);
	f->v[0] = (int16_t)faction;
	f->v[1] = (int16_t)side;
	f->v[2] = (int16_t)way;
}

/* ---- Who waits ------------------------------------------------------------------------------- */

static bool waits_for_coup(const tc_state *s, int faction)
{
	bool allied = faction == TC_FACTION_BRITAIN || faction == TC_FACTION_USA;
	return allied && s->user[faction] == WHITE && !tc_may(s, WHITE, MAY_ACTIVATE_ALLIES);
}

uint16_t tc_unit_waits(const tc_state *s, int unit)
{
	int faction = tc_units[unit].faction;
	if (tc_units[unit].side != NOBODY || faction >= FACTIONS)
		return 0;
	if (s->user[faction] == NOBODY)
		return faction == TC_FACTION_CENTRAL_POWERS ? TC_8_315
			: faction == TC_FACTION_CZECH_LEGION    ? TC_8_316
													: TC_8_24;
	if (s->faction_flags[faction] & (F_NEW | F_NEW_ROUND))
		return TC_8_142;
	if (waits_for_coup(s, faction))
		return TC_8_314_1;
	return s->passive == PASSIVE_NOW && faction != TC_FACTION_POLAND ? TC_RC_9 : 0;
}

void tc_faction_attacked(tc_state *s, int faction)
{
	if (faction < FACTIONS)
		s->faction_flags[faction] &= (uint16_t) ~(F_NEW | F_NEW_ROUND);
}

/* ---- Violated territory, TC-8.24.1 ----------------------------------------------------------- */

int tc_violates(const tc_state *s, int side, int space)
{
	int faction = tc_land_of(space);
	if (faction >= FACTIONS || tc_controller(s, faction) != tc_other(side))
		return NONE;
	bool idle = s->user[faction] == NOBODY && has_rules(faction) && !tc_shut(s, faction);
	return idle ? faction : NONE;
}

/* Where the enemy is about to enter: a move says so, else the city. */
static int violated_space(const tc_state *s, int faction)
{
	const ap_frame *f = ap_peek(s);
	int space = f->v[1] - 1;
	bool moving = f->step == MOVE_ON && space >= 0 && space < SPACES;
	return moving && tc_land_of(space) == faction ? space : tc_factions[faction].cities[0];
}

void tc_call_up(tc_state *s, int faction, ap_events *ev)
{
	int side = tc_controller(s, faction);
	s->faction_flags[faction] |= F_CALLED;
	tc_refresh_users(s);
	ap_tell(ev, EV_CALLED_UP, TC_8_24_1, (int16_t)side, (int16_t)faction,
		(int16_t)violated_space(s, faction));
	tc_call_forces(s, faction, side, TC_WHEN_GAIN, ev);
}

/* ---- Conquest, TC-8.53 ----------------------------------------------------------------------- */

/* Who conquers it now: a side, or NOBODY. */
static int conquers(const tc_state *s, int faction)
{
	const tc_faction *f = &tc_factions[faction];
	int controller = tc_controller(s, faction);
	bool ever = s->faction_flags[faction] & F_EVER;
	if (controller == NOBODY || f->type == TC_TYPE_MAJOR || tc_shut(s, faction))
		return NOBODY;
	if (faction == TC_FACTION_FINLAND && !ever)
		return NOBODY;
	for (int i = 0; i < f->cities_count; i++)
		if (s->owner[f->cities[i]] != tc_other(controller))
			return NOBODY;
	return tc_other(controller);
}

/* Its forces go to the dead; `left` are the spaces they leave. */
static void kill_forces(tc_state *s, int faction, uint64_t left[WORDS], ap_events *ev)
{
	for (int u = 0; u < UNITS; u++) {
		bool here = s->unit_where[u] == ON_MAP || s->unit_where[u] == RESERVE;
		if (tc_units[u].faction != faction || !here)
			continue;
		if (s->unit_at[u] < SPACES)
			tc_include(left, s->unit_at[u]);
		tc_take_unit(s, u, DEAD);
		ap_tell(ev, EV_UNIT_DEAD, TC_8_53, (int16_t)u);
	}
	for (int l = 0; l < LEADERS; l++) {
		bool here = s->leader_where[l] == ON_MAP || s->leader_where[l] == RESERVE;
		if (tc_leaders[l].faction == faction && here)
			tc_leader_dies(s, l, ev);
	}
}

/* Its marker goes, and what lies on it. */
static void off_the_track(tc_state *s, int faction, int side, ap_events *ev)
{
	int red = s->ip[RED][faction] + s->soft_ip[RED][faction];
	int white = s->ip[WHITE][faction] + s->soft_ip[WHITE][faction];
	if (red || white)
		ap_tell(ev, EV_IP_OFF, TC_8_1323, (int16_t)faction, (int16_t)red, (int16_t)white);
	for (int of = RED; of < SIDES; of++)
		s->ip[of][faction] = s->soft_ip[of][faction] = 0;
	s->faction_flags[faction] &= F_EVER;
	s->faction_flags[faction] |= side == RED ? F_BY_RED : F_BY_WHITE;
	tc_set_box(s, faction, TC_BOX_OUT);
}

static void annex(tc_state *s, int faction, int side)
{
	for (int space = 0; space < SPACES; space++)
		if (tc_land_of(space) == faction && s->owner[space] != tc_other(side) &&
			tc_occupier(s, space) != NOBODY)
			tc_set_owner(s, space, side);
}

static void conquer(tc_state *s, int faction, int side, uint64_t left[WORDS], ap_events *ev)
{
	ap_tell(ev, EV_CONQUERED, TC_8_53, (int16_t)side, (int16_t)faction);
	kill_forces(s, faction, left, ev);
	off_the_track(s, faction, side, ev);
	annex(s, faction, side);
	if (faction == TC_FACTION_FINLAND && side == RED) { /* conquest is control, TC-8.317.2 */
		s->border_open = 1;
		tc_make_stale(s);
	}
}

bool tc_conquer_all(tc_state *s, ap_events *ev)
{
	uint64_t left[SIDES][WORDS] = {{0}}; /* by the side that lost the faction */
	bool any = false;
	for (int f = 0; f < FACTIONS; f++) {
		int side = conquers(s, f);
		if (side == NOBODY)
			continue;
		conquer(s, f, side, left[tc_other(side)], ev);
		any = true;
	}
	if (!any)
		return false;
	tc_tidy_markers(s, ev);
	for (int side = RED; side < SIDES; side++)
		for (int space = 0; space < SPACES; space++)
			if (tc_in(left[side], space) && tc_occupier(s, space) == NONE &&
				tc_leaders_at(s, space, side))
				tc_leaders_alone(s, space, side, ev);
	return true;
}

/* ---- Where the rebuilt appear, TC-8.3 -------------------------------------------------------- */

static bool is_named(const tc_unit *unit, int space)
{
	for (int i = 0; i < unit->rebuilt_count; i++)
		if (unit->rebuilt[i] == space)
			return true;
	return false;
}

static bool is_home(int unit, int space)
{
	int region = tc_region_of(space), faction = tc_units[unit].faction;
	bool city = tc_spaces[space].city;
	if (tc_is_finn(unit)) { /* TC-8.317.1 */
		bool white = tc_units[unit].side == WHITE;
		int tag = white ? TC_SUPPLY_WHITE_FINNS : TC_SUPPLY_RED_FINNS;
		return tc_spaces[space].supply >> tag & 1;
	}
	if (tc_units[unit].rebuilt_count)
		return is_named(&tc_units[unit], space);
	if (faction == TC_FACTION_CZECH_LEGION) /* TC-8.316.3 */
		return city && (region == TC_REGION_URALS_NORTH || region == TC_REGION_URALS_CENTRAL);
	return tc_land_of(space) == faction && (city || faction == TC_FACTION_MAKHNO);
}

bool tc_faction_rebuilds_at(const tc_state *s, int unit, int space)
{
	int side = tc_user(s, unit);
	bool ours = tc_units[unit].faction < FACTIONS || tc_is_finn(unit);
	if (!ours || side >= SIDES || !tc_is_army(unit) || s->owner[space] != side)
		return false;
	if (tc_closed(s, side, unit, space) || !tc_unit_fits(s, space, unit))
		return false;
	return is_home(unit, space);
}
