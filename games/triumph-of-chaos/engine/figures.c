/* figures.c: values that follow from a view of Triumph of Chaos by the rules, for displays and
 * bots. All of them are public. Values that depend on supply are not given while supply is stale,
 * as it is while a group moves. */
#include "chapters.h"

/* ---- The turn -------------------------------------------------------------------------------- */

int tc_figure_rounds(const void *view, int key)
{
	(void)key;
	return ((const tc_state *)view)->turn ? tc_this_turn(view)->rounds : AP_NONE;
}

int tc_figure_last_turn(const void *view, int key)
{
	(void)key;
	return tc_final_turn(view);
}

int tc_figure_year(const void *view, int key)
{
	(void)key;
	return ((const tc_state *)view)->turn ? tc_this_turn(view)->year : AP_NONE;
}

int tc_figure_month(const void *view, int key)
{
	(void)key;
	return ((const tc_state *)view)->turn ? tc_this_turn(view)->month : AP_NONE;
}

int tc_figure_season(const void *view, int key)
{
	(void)key;
	return ((const tc_state *)view)->turn ? tc_season_of(view) : AP_NONE;
}

/* ---- Sides ----------------------------------------------------------------------------------- */

int tc_figure_ahead(const void *view, int key)
{
	(void)key;
	return tc_ahead(view);
}

int tc_figure_winning_vp(const void *view, int key)
{
	const tc_setting *scenario = tc_setting_of(view);
	int vp = key == TC_SIDE_WHITE ? scenario->white_vp : scenario->red_vp;
	return vp ? vp : AP_NONE;
}

int tc_figure_regions_entered(const void *view, int key)
{
	(void)key;
	return tc_white_regions_of_red(view);
}

int tc_figure_gold_train(const void *view, int key)
{
	const tc_state *s = view;
	(void)key;
	return s->gold_at < TC_SPACES ? s->gold_at : AP_NONE;
}

int tc_figure_gold_owner(const void *view, int key)
{
	(void)key;
	return ((const tc_state *)view)->gold_at < TC_SPACES ? tc_gold_owner(view) : AP_NONE;
}

int tc_figure_powers_active(const void *view, int key)
{
	(void)key;
	return tc_powers_active(view);
}

int tc_figure_cities(const void *view, int key)
{
	return tc_count_cities(view, key);
}

int tc_figure_factions(const void *view, int key)
{
	return tc_count_factions(view, key);
}

int tc_figure_units_in_reserve(const void *view, int key)
{
	return tc_count_units(view, key, TC_LOCATION_RESERVE);
}

int tc_figure_units_dead(const void *view, int key)
{
	return tc_count_units(view, key, TC_LOCATION_DEAD);
}

int tc_figure_replacement_steps(const void *view, int key)
{
	const tc_state *s = view;
	int polish = s->user[TC_FACTION_POLAND] == key ? s->polish_steps : 0;
	return s->steps[key] + s->faction_steps[key] + polish;
}

int tc_figure_may_interrupt(const void *view, int key)
{
	return tc_may_interrupt(view, key);
}

/* ---- Factions -------------------------------------------------------------------------------- */

int tc_figure_controller(const void *view, int key)
{
	return tc_controller(view, key);
}

int tc_figure_conqueror(const void *view, int key)
{
	return tc_conqueror(view, key);
}

int tc_figure_faction_user(const void *view, int key)
{
	return ((const tc_state *)view)->user[key];
}

int tc_figure_red_influence(const void *view, int key)
{
	return tc_influence_on(view, key, TC_SIDE_RED);
}

int tc_figure_white_influence(const void *view, int key)
{
	return tc_influence_on(view, key, TC_SIDE_WHITE);
}

int tc_figure_net_influence(const void *view, int key)
{
	return tc_influence_on(view, key, TC_SIDE_WHITE) - tc_influence_on(view, key, TC_SIDE_RED);
}

int tc_figure_influence(const void *view, int key)
{
	return tc_influence_sum(view, key);
}

int tc_figure_pile_size(const void *view, int key)
{
	return tc_pile_size(view, key);
}

int tc_figure_announced_steps(const void *view, int key)
{
	const tc_state *s = view;
	return s->box_ones[key] + 2 * s->box_twos[key];
}

int tc_figure_card_value(const void *view, int key)
{
	(void)view;
	return tc_card_value(key);
}

/* ---- The map --------------------------------------------------------------------------------- */

int tc_figure_closed(const void *view, int key)
{
	return tc_region_closed(view, key);
}

int tc_figure_city_of(const void *view, int key)
{
	return tc_spaces[key].city ? tc_city_counts_for(view, key) : AP_NONE;
}

int tc_figure_occupier(const void *view, int key)
{
	int occupier = tc_occupier(view, key);
	return occupier == TC_NONE ? AP_NONE : occupier;
}

int tc_figure_strength(const void *view, int key)
{
	return tc_strength_at(view, key);
}

/* ---- Units and leaders ----------------------------------------------------------------------- */

/* Returns whether the unit is on the map and supply is known. */
static bool has_supply(const tc_state *s, int unit)
{
	return !s->stale && s->unit_at[unit] < TC_SPACES;
}

int tc_figure_unit_user(const void *view, int key)
{
	return tc_user(view, key);
}

int tc_figure_unit_combat(const void *view, int key)
{
	return tc_combat_of(view, key);
}

int tc_figure_unit_loss(const void *view, int key)
{
	return tc_loss_of(view, key);
}

int tc_figure_unit_move(const void *view, int key)
{
	return tc_move_of(view, key);
}

int tc_figure_unit_points(const void *view, int key)
{
	const tc_state *s = view;
	return has_supply(s, key) && s->turn ? tc_unit_points(s, key) : AP_NONE;
}

int tc_figure_unit_steps(const void *view, int key)
{
	return tc_units[key].steps - tc_reduced(view, key);
}

int tc_figure_unit_supply(const void *view, int key)
{
	if (!has_supply(view, key))
		return AP_NONE;
	return !tc_fed(view, key) ? 0 : tc_limited(view, key) ? 1 : 2;
}

int tc_figure_unit_role(const void *view, int key)
{
	int part = tc_part_of(view, key);
	return part == TC_NONE ? AP_NONE : part;
}

int tc_figure_combat_strength(const void *view, int key)
{
	const tc_state *s = view;
	return s->combat.target == TC_NOWHERE ? AP_NONE : tc_strength_of_part(s, key);
}

int tc_figure_leader_user(const void *view, int key)
{
	return tc_leader_user(view, key);
}

int tc_figure_leader_supply(const void *view, int key)
{
	const tc_state *s = view;
	bool known = !s->stale && s->leader_at[key] < TC_SPACES;
	return known ? tc_leader_fed(s, key) : AP_NONE;
}
