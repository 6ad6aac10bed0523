/* free_steps.c: events that bring replacement steps every turn, TC-WC-20. */
#include "chapters.h"

/* Returns whether the event of the row was played for this side and still brings its steps: the
 * side controls the faction and owns all spaces of the row. */
static bool in_force(const tc_state *s, int side, const tc_effect *e)
{
	if (e->deed != TC_DEED_FREE_STEPS || e->side != side || !tc_played(s, e->card))
		return false;
	if (e->choice < TC_CHOICES && !tc_chose(s, e->choice))
		return false;
	for (int i = 0; i < e->spaces_count; i++)
		if (s->owner[e->spaces[i]] != side)
			return false;
	return tc_controller(s, e->factions[0]) == side;
}

/* Gives a step for nothing to a unit that can use it: it is brought to full strength, or comes back
 * to the reserve from the dead. Returns whether it could. */
static bool give_step(tc_state *s, int unit, uint16_t clause, ap_events *ev)
{
	bool kept = s->unit_where[unit] == TC_LOCATION_RESERVE || tc_fed(s, unit);
	if (tc_reduced(s, unit) && kept) {
		tc_set_reduced(s, unit, false);
		tc_tell_restored(ev, clause, TC_UNIT(unit));
		return true;
	}
	if (s->unit_where[unit] != TC_LOCATION_DEAD)
		return false;
	tc_take_unit(s, unit, TC_LOCATION_RESERVE);
	tc_set_reduced(s, unit, tc_units[unit].steps == 2);
	tc_tell_unit_reserve(ev, clause, TC_UNIT(unit));
	return true;
}

/* Carries out a row: its steps are for its own units, or for those of all factions of the side. */
static void give_steps(tc_state *s, int side, const tc_effect *e, ap_events *ev)
{
	uint16_t clause = tc_card_clause(e->card);
	int left = e->amount;
	for (int i = 0; i < e->units_count && left > 0; i++)
		left -= give_step(s, e->units[i], clause, ev);
	if (e->units_count > 0)
		return;
	int now = s->faction_steps[side] + left;
	s->faction_steps[side] = (uint8_t)(now < TC_MOST_STEPS ? now : TC_MOST_STEPS);
	int of_factions = s->faction_steps[side] + s->polish_steps; /* Poland's are for Poles alone */
	tc_tell_free_steps(ev, clause, TC_SIDE(side), TC_FACTION(e->factions[0]), left, of_factions);
}

void tc_give_free_steps(tc_state *s, int side, ap_events *ev)
{
	assert(tc_is_side(side));
	for (int row = 0; row < TC_EFFECTS; row++)
		if (in_force(s, side, &tc_effects[row]))
			give_steps(s, side, &tc_effects[row], ev);
}
