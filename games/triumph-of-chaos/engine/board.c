/* board.c: units, leaders and owners of spaces: the only functions that move them, and questions
 * about who stands where. */
#include "chapters.h"

/* ---- Units ----------------------------------------------------------------------------------- */

static void unlink_unit(tc_state *s, int unit)
{
	uint16_t *at = &s->first_unit[s->unit_at[unit]];
	while (*at != unit)
		at = &s->next_unit[*at];
	*at = s->next_unit[unit];
	s->next_unit[unit] = NOWHERE;
	s->unit_at[unit] = NOWHERE;
}

static void link_unit(tc_state *s, int unit, int space)
{
	uint16_t *at = &s->first_unit[space];
	while (*at < unit)
		at = &s->next_unit[*at];
	s->next_unit[unit] = *at;
	*at = (uint16_t)unit;
	s->unit_at[unit] = (uint16_t)space;
}

void tc_put_unit(tc_state *s, int unit, int space)
{
	if (s->unit_at[unit] < SPACES)
		unlink_unit(s, unit);
	link_unit(s, unit, space);
	s->unit_where[unit] = ON_MAP;
}

void tc_take_unit(tc_state *s, int unit, int where)
{
	assert(where != ON_MAP);
	if (s->unit_at[unit] < SPACES)
		unlink_unit(s, unit);
	s->unit_where[unit] = (uint8_t)where;
	s->unit_flags[unit] &= where == RESERVE ? U_REDUCED : 0;
}

void tc_set_reduced(tc_state *s, int unit, bool reduced)
{
	assert(!reduced || tc_units[unit].steps == 2);
	s->unit_flags[unit] &= (uint8_t)~U_REDUCED;
	if (reduced)
		s->unit_flags[unit] |= U_REDUCED;
}

bool tc_lose_step(tc_state *s, int unit)
{
	if (tc_units[unit].steps < 2 || tc_reduced(s, unit))
		return true;
	tc_set_reduced(s, unit, true);
	return false;
}

void tc_destroy(tc_state *s, int unit, bool for_good)
{
	bool returns = tc_units[unit].traits >> TC_TRAITS_ALWAYS_REBUILT & 1;
	tc_take_unit(s, unit, tc_is_green(unit) ? OUT : for_good && !returns ? GONE : DEAD);
}

bool tc_is_finn(int unit)
{
	switch (unit) {
	case TC_UNIT_RED_FINN_ARMY_1:
	case TC_UNIT_RED_FINN_ARMY_2:
	case TC_UNIT_RED_FINN_CORPS_1:
	case TC_UNIT_RED_FINN_CORPS_2:
	case TC_UNIT_WHITE_FINN_ARMY_1:
	case TC_UNIT_WHITE_FINN_ARMY_2:
	case TC_UNIT_WHITE_FINN_CORPS_1:
	case TC_UNIT_WHITE_FINN_CORPS_2:
	case TC_UNIT_WHITE_FINN_CORPS_3:
	case TC_UNIT_WHITE_FINN_CORPS_4:
		return true;
	default:
		return false;
	}
}

/* ---- Leaders --------------------------------------------------------------------------------- */

void tc_put_leader(tc_state *s, int leader, int space)
{
	s->leader_at[leader] = (uint16_t)space;
	s->leader_where[leader] = ON_MAP;
}

void tc_take_leader(tc_state *s, int leader, int where)
{
	assert(where != ON_MAP);
	s->leader_at[leader] = NOWHERE;
	s->leader_where[leader] = (uint8_t)where;
	s->leader_flags[leader] &= L_IDLE;
}

int tc_leader_user(const tc_state *s, int leader)
{
	const tc_leader *l = &tc_leaders[leader];
	if (l->side != NOBODY)
		return l->side;
	return l->faction < FACTIONS ? s->user[l->faction] : NOBODY;
}

bool tc_leaders_at(const tc_state *s, int space, int side)
{
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side)
			return true;
	return false;
}

/* ---- Owners ---------------------------------------------------------------------------------- */

void tc_set_owner(tc_state *s, int space, int owner)
{
	if (s->owner[space] == owner)
		return;
	s->owner[space] = (uint8_t)owner;
	tc_make_stale(s);
}

void tc_enter(tc_state *s, int unit, int space, ap_events *ev)
{
	int side = tc_user(s, unit);
	bool power = tc_units[unit].faction == TC_FACTION_CENTRAL_POWERS;
	bool followed = !power && !tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS);
	if (s->owner[space] == side && followed) /* TC-8.315.6: now its own troops hold the city */
		s->marker[space] &= (uint8_t)~M_CREDIT;
	if (side >= SIDES || s->owner[space] == side)
		return;
	bool credit = power && tc_city_counts_for(s, space) == tc_other(side);
	s->marker[space] &= (uint8_t)~M_CREDIT;
	if (credit)
		s->marker[space] |= M_CREDIT;
	tc_set_owner(s, space, side);
	ap_tell(ev, EV_OWNER, TC_CO_1, (int16_t)space, (int16_t)side);
}

/* The Central Powers have left those who came with them in the city (TC-8.315.6). */
static bool left_behind(const tc_state *s, int space)
{
	return tc_occupier(s, space) == s->owner[space] &&
		!tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS);
}

void tc_tidy_markers(tc_state *s, ap_events *ev)
{
	for (int space = 0; space < SPACES; space++) {
		if ((s->marker[space] & M_NO_ACT) && tc_occupier(s, space) == NONE) {
			s->marker[space] &= (uint8_t)~M_NO_ACT;
			ap_tell(ev, EV_NO_ACT_OFF, TC_NA_1, (int16_t)space);
		}
		if ((s->marker[space] & M_CREDIT) && left_behind(s, space))
			s->marker[space] &= (uint8_t)~M_CREDIT;
	}
}

/* ---- Who stands where ------------------------------------------------------------------------ */

/* Forces of both sides never share a space but in the middle of a mutiny. */
int tc_occupier(const tc_state *s, int space)
{
	int unit = tc_first(s, space);
	return unit < UNITS ? tc_user(s, unit) : NONE;
}

bool tc_has_faction(const tc_state *s, int space, int faction)
{
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u))
		if (tc_units[u].faction == faction)
			return true;
	return false;
}

bool tc_has_army(const tc_state *s, int space, int side)
{
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u))
		if (tc_is_army(u) && tc_user(s, u) == side)
			return true;
	return false;
}

bool tc_army_near(const tc_state *s, int space, int side)
{
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		if (tc_has_army(s, tc_link_to[i], side))
			return true;
	return false;
}

bool tc_unit_near(const tc_state *s, int space, int side)
{
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		if (tc_occupier(s, tc_link_to[i]) == side)
			return true;
	return false;
}

bool tc_fits(const tc_state *s, int space, int side, int armies, int corps, int without)
{
	int most_armies = tc_number_of(TC_NUMBER_STACK_ARMIES);
	int most = most_armies + tc_number_of(TC_NUMBER_STACK_CORPS);
	int units = armies + corps;
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u)) {
		if (tc_user(s, u) != side || (s->unit_flags[u] & without))
			continue;
		units++;
		armies += tc_is_army(u);
	}
	return units <= most && armies <= most_armies;
}
