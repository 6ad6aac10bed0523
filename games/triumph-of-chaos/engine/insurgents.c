/* insurgents.c: insurgent armies, TC-16.34. */
#include "chapters.h"

static bool names_region(const tc_effect *e, int region)
{
	for (int i = 0; i < e->regions_count; i++)
		if (e->regions[i] == region)
			return true;
	return false;
}

bool tc_rises_in(int unit, int region)
{
	assert(tc_is_unit(unit) && tc_is_region(region));
	if (tc_units[unit].faction < TC_FACTIONS) /* peasants of Ukraine */
		return tc_regions[region].faction == tc_units[unit].faction;
	int row = tc_member(tc_effect_by_units[unit], TC_EFFECT_WORDS, 0);
	return row < TC_EFFECTS && names_region(&tc_effects[row], region);
}
