/* places.c: where new units and leaders may be put, by the column `where` of effects.csv and
 * setups.csv. */
#include "chapters.h"

static uint32_t set_of(const uint8_t *regions, int count)
{
	uint32_t set = 0;
	for (int i = 0; i < count; i++)
		set |= UINT32_C(1) << regions[i];
	return set;
}

tc_spot tc_spot_of_effect(int row)
{
	assert(row >= 0 && row < TC_EFFECTS);
	const tc_effect *e = &tc_effects[row];
	return (tc_spot){.where = e->where,
		.faction = e->factions_count ? e->factions[0] : TC_FACTIONS,
		.space_count = e->spaces_count,
		.spaces = e->spaces,
		.regions = set_of(e->regions, e->regions_count)};
}

tc_spot tc_spot_of_setup(int row)
{
	assert(row >= 0 && row < TC_SETUPS);
	const tc_setup *e = &tc_setups[row];
	return (tc_spot){.where = e->where,
		.lands = true,
		.faction = e->faction,
		.space_count = e->spaces_count,
		.spaces = e->spaces,
		.regions = set_of(e->regions, e->regions_count)};
}

static bool names_space(const tc_spot *spot, int space)
{
	for (int i = 0; i < spot->space_count; i++)
		if (spot->spaces[i] == space)
			return true;
	return false;
}

static bool in_regions(const tc_spot *spot, int space)
{
	return spot->regions == 0 || (spot->regions >> tc_region_of(space) & 1);
}

/* TC-8.314, TC-8.325: returns whether the corps may land there. Corps of Britain and the USA land
 * in ports where no enemy stands. */
static bool lands(const tc_state *s, int side, int unit, int space)
{
	if (unit >= TC_UNITS || tc_is_army(unit) || tc_spaces[space].port == TC_PORT_NONE)
		return false;
	int faction = tc_units[unit].faction, there = tc_occupier(s, space);
	bool allied = faction == TC_FACTION_BRITAIN || faction == TC_FACTION_USA;
	return allied && (there == TC_NONE || there == side);
}

static bool has_room(const tc_state *s, const tc_spot *spot, int side, int unit, int space)
{
	if (s->owner[space] != side && !(spot->lands && lands(s, side, unit, space)))
		return false;
	if (tc_closed(s, side, unit, space))
		return false;
	if (unit >= TC_UNITS)
		return true;
	bool army = tc_is_army(unit), here = s->unit_at[unit] == space;
	return here || (tc_fits(s, space, side, army, !army, 0) && !tc_mixes(s, space, unit));
}

static bool is_siberian(int unit)
{
	return strncmp(tc_unit_names[unit], "white-sib-", 10) == 0;
}

/* Returns whether another unit or leader in supply stands there with whom the unit may come. */
static bool has_companion(const tc_state *s, const tc_spot *spot, int side, int unit, int space)
{
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
		if (u == unit || tc_user(s, u) != side || !tc_fed(s, u))
			continue;
		bool own = tc_faction_of(s, u) == spot->faction;
		if (spot->where == TC_WHERE_WITH_ARMY          ? tc_is_army(u) && tc_own_side(s, u) == side
				: spot->where == TC_WHERE_WITH_FACTION ? own
													   : own || is_siberian(u))
			return true;
	}
	return false;
}

static bool any_named(const tc_state *s, const tc_spot *spot, int side, int unit)
{
	for (int i = 0; i < spot->space_count; i++)
		if (has_room(s, spot, side, unit, spot->spaces[i]))
			return true;
	return false;
}

static bool is_fallback(const tc_state *s, const tc_spot *spot, int side, int unit, int space)
{
	return tc_spaces[space].city && in_regions(spot, space) && !any_named(s, spot, side, unit);
}

static bool in_subjugated_land(const tc_state *s, int space)
{
	int land = tc_land_of(space);
	return land < TC_FACTIONS && tc_subjugated(s, land);
}

/* Returns whether the space is such a place by what is printed and by who stands there. Checks last
 * whether there is room, because that takes longest. */
static bool is_named(const tc_state *s, const tc_spot *spot, int side, int unit, int space)
{
	bool port = tc_spaces[space].port != TC_PORT_NONE, city = tc_spaces[space].city;
	bool there = in_regions(spot, space);
	switch (spot->where) {
	case TC_WHERE_SPACES:
		return names_space(spot, space);
	case TC_WHERE_SPACES_OR_CITIES:
		return names_space(spot, space) || is_fallback(s, spot, side, unit, space);
	case TC_WHERE_SPACES_OR_PORTS: /* TC-8.317.3: either of them */
		return names_space(spot, space) || (port && there);
	case TC_WHERE_CITIES:
		return city && there;
	case TC_WHERE_SUBJUGATED_OR_CITIES: /* TC-RC-36 */
		return city && (there || in_subjugated_land(s, space));
	case TC_WHERE_PORTS:
		return port && there;
	case TC_WHERE_REGION:
		return there;
	case TC_WHERE_WITH_ARMY:
	case TC_WHERE_WITH_FACTION:
	case TC_WHERE_WITH_CZECHS_OR_SIBERIANS:
		return there && has_companion(s, spot, side, unit, space);
	case TC_WHERE_ANYWHERE:
		return true;
	default:
		return false;
	}
}

bool tc_spot_allows(const tc_state *s, const tc_spot *spot, int side, int unit, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	bool lands = spot->lands && tc_spaces[space].port != TC_PORT_NONE;
	if (s->owner[space] != side && !lands) /* the most frequent reason */
		return false;
	return is_named(s, spot, side, unit, space) && has_room(s, spot, side, unit, space);
}

/* Returns whether only spaces of its regions are possible. */
static bool is_regional(const tc_spot *spot)
{
	switch (spot->where) {
	case TC_WHERE_CITIES:
	case TC_WHERE_PORTS:
	case TC_WHERE_REGION:
	case TC_WHERE_WITH_ARMY:
	case TC_WHERE_WITH_FACTION:
	case TC_WHERE_WITH_CZECHS_OR_SIBERIANS:
		return true;
	default:
		return false;
	}
}

static int next_named(const tc_spot *spot, int space)
{
	int next = TC_SPACES;
	for (int i = 0; i < spot->space_count; i++)
		if (spot->spaces[i] > space && spot->spaces[i] < next)
			next = spot->spaces[i];
	return next;
}

/* Returns the next space that is possible. */
static int candidate(const tc_spot *spot, int space)
{
	if (spot->where == TC_WHERE_SPACES)
		return next_named(spot, space);
	space++;
	while (space < TC_SPACES && is_regional(spot) && !in_regions(spot, space))
		space = tc_region_spaces[tc_region_of(space) + 1];
	return space;
}

int tc_next_place(const tc_state *s, const tc_spot *spot, int side, int unit, int space)
{
	assert(tc_is_side(side));
	do
		space = candidate(spot, space);
	while (space < TC_SPACES && !tc_spot_allows(s, spot, side, unit, space));
	return space;
}
