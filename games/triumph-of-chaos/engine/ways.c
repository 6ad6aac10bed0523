/* ways.c: the map: links, distances, and spaces that nobody may enter. */
#include "chapters.h"

int tc_link_between(int a, int b)
{
	for (int i = tc_link_from[a]; i < tc_link_from[a + 1]; i++)
		if (tc_link_to[i] == b)
			return tc_link_of[i];
	return -1;
}

void tc_find_near(const uint64_t set[TC_SET_WORDS], uint64_t near[TC_SET_WORDS])
{
	memset(near, 0, TC_SET_WORDS * sizeof near[0]);
	for (int space = tc_member(set, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(set, TC_SET_WORDS, space + 1))
		for (int i = 0; i < TC_SET_WORDS; i++)
			near[i] |= tc_link_sets[space][i];
}

void tc_find_within(int space, int links, uint64_t within[TC_SET_WORDS])
{
	uint64_t near[TC_SET_WORDS];
	assert(tc_is_space(space));
	memset(within, 0, TC_SET_WORDS * sizeof within[0]);
	tc_include(within, space);
	for (; links > 0; links--) {
		tc_find_near(within, near);
		for (int i = 0; i < TC_SET_WORDS; i++)
			within[i] |= near[i];
	}
}

void tc_distances(int from, uint8_t out[TC_SPACES])
{
	assert(tc_is_space(from));
	uint16_t queue[TC_SPACES];
	int count = 1;
	memset(out, 0xff, TC_SPACES);
	queue[0] = (uint16_t)from;
	out[from] = 0;
	for (int next = 0; next < count; next++) {
		int here = queue[next];
		for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++) {
			int there = tc_link_to[i];
			if (out[there] != 0xff)
				continue;
			out[there] = (uint8_t)(out[here] + 1);
			queue[count++] = (uint16_t)there;
		}
	}
}

bool tc_region_closed(const tc_state *s, int region)
{
	const tc_setting *scenario = tc_setting_of(s);
	assert(tc_is_region(region));
	if (region == TC_REGION_RUMANIA) /* TC-CO-2 */
		return true;
	for (int i = 0; i < scenario->closed_count; i++)
		if (scenario->closed[i] == region)
			return true;
	return false;
}

static bool is_of(int unit, int faction)
{
	return unit < TC_UNITS && tc_units[unit].faction == faction;
}

/* Returns the clause that closes the territory of a faction to a unit of the side; 0 if it is open.
 * Those who are at war with the faction may enter it, and those who control it, but Poland is open
 * only to Poles then (TC-8.321.1). A leader goes where units may. */
static uint16_t closed_land(const tc_state *s, int side, int unit, int faction)
{
	if (tc_shut(s, faction))
		return is_of(unit, TC_FACTION_CENTRAL_POWERS) ? 0 : TC_8_315_2;
	bool green = s->faction_flags[faction] & TC_FACTION_FLAG_GREEN; /* TC-8.326.1 */
	if (green || tc_conqueror(s, faction) != TC_PARTY_NOBODY || tc_at_war(s, side, faction))
		return 0;
	bool poland = faction == TC_FACTION_POLAND;
	if (poland && tc_polish_peace_made(s))
		return TC_8_321_19;
	if (tc_controller(s, faction) != side)
		return poland && tc_controller(s, faction) != TC_PARTY_NOBODY ? TC_8_321_1 : TC_CO_2;
	return poland && unit != TC_NOWHERE && !tc_is_pole(unit) ? TC_8_321_1 : 0;
}

uint16_t tc_closed(const tc_state *s, int side, int unit, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	int region = tc_region_of(space), faction = tc_land_of(space);
	if (tc_region_closed(s, region))
		return region == TC_REGION_RUMANIA ? TC_CO_2 : TC_5_38;
	uint16_t beyond = tc_is_pole(unit) ? tc_pole_closed(s, unit, space) : 0;
	if (faction < TC_FACTIONS) {
		uint16_t closed = closed_land(s, side, unit, faction);
		return closed ? closed : beyond;
	}
	if (beyond)
		return beyond;
	bool army = unit < TC_UNITS && tc_is_army(unit);
	if (region == TC_REGION_SOUTHEAST && army && !tc_may(s, side, TC_MAY_ARMIES_SOUTHEAST))
		return TC_8_319_1;
	return 0;
}

/* TC-MV-4: returns whether the Kerch ferry runs. Nobody fights across it, and the side must own
 * both shores. */
static bool ferry_runs(const tc_state *s, int side, int link, bool fight)
{
	return !fight && s->owner[tc_links[link].a] == side && s->owner[tc_links[link].b] == side;
}

/* Returns whether the Central Powers stand there, in a land that they shut. */
static bool powers_stand(const tc_state *s, int space)
{
	int faction = tc_land_of(space);
	return faction < TC_FACTIONS && tc_shut(s, faction) &&
		tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS);
}

uint16_t tc_no_way(const tc_state *s, int side, int unit, int link, int to, bool fight)
{
	assert(tc_is_side(side) && tc_is_link(link) && tc_is_space(to));
	uint16_t closed = tc_closed(s, side, unit, to);
	if (closed && !(fight && powers_stand(s, to))) /* TC-8.315.3: there they can be attacked */
		return closed;
	if (tc_link_barred(s, link))
		return TC_8_317_2;
	if (unit < TC_UNITS && tc_border_link(link) && tc_finn_kept(s, unit))
		return TC_RC_21;
	if (tc_links[link].kind == TC_LINK_KIND_SEA && !ferry_runs(s, side, link, fight))
		return TC_MV_4;
	int there = tc_occupier(s, to);
	return fight || there == TC_NONE || there == side ? 0 : TC_CO_2;
}
