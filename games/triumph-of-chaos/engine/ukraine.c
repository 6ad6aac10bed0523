/* ukraine.c: what is special in the set-up of Ukraine, TC-8.324.1 to TC-8.324.3, its replacement
 * steps, TC-8.324.4, and West Ukraine when it turns Green, TC-8.326.1. */
#include "events.h"

/* ---- What becomes of forces, TC-8.324.1 ------------------------------------------------------ */

/* Returns the result of a die in die-outcomes.csv: TC_RESULT_.. */
static int result_of(int roll, int side, int die)
{
	for (int i = 0; i < TC_DIE_OUTCOMES; i++) {
		const tc_die_outcome *o = &tc_die_outcomes[i];
		bool meant = o->roll == roll && (o->side == TC_HOME_NONE || o->side == side);
		if (meant && die >= o->low && die <= o->high)
			return o->result;
	}
	return TC_RESULT_PLACE;
}

int tc_forces_fate(int roll, int side, int die)
{
	assert(tc_is_side(side) && die >= 1 && die <= TC_FACES);
	switch (result_of(roll, side, die)) {
	case TC_RESULT_DEAD:
		return TC_FORCES_FATE_DEAD;
	case TC_RESULT_OUT:
		return TC_FORCES_FATE_OUT;
	case TC_RESULT_REVOLT:
		return TC_FORCES_FATE_REVOLT;
	case TC_RESULT_WHITE_GAINS:
		return TC_FORCES_FATE_WHITE_GAINS;
	case TC_RESULT_GREEN:
		return TC_FORCES_FATE_GREEN;
	case TC_RESULT_RED_GAINS:
		return TC_FORCES_FATE_RED_GAINS;
	default:
		return TC_FORCES_FATE_PLACE;
	}
}

int tc_fate_of_forces(const tc_forces_frame *f)
{
	switch (f->fate) {
	case TC_FORCES_FATE_PLACE:
	case TC_FORCES_FATE_REVOLT:
		return TC_FATE_PLACE;
	case TC_FORCES_FATE_DEAD:
		return TC_FATE_DEAD;
	case TC_FORCES_FATE_OUT:
		return TC_FATE_OUT;
	default:
		return tc_setups[f->row].fate;
	}
}

int tc_forces_placer(const tc_forces_frame *f)
{
	return f->fate == TC_FORCES_FATE_REVOLT ? tc_other(f->side) : f->side;
}

void tc_forces_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_forces_frame *f = tc_forces_top(s);
	int die = (int)ap_x(a), fate = tc_forces_fate(tc_setups[f->row].roll, f->side, die);
	(void)seat;
	f->fate = (uint8_t)fate;
	int forces = tc_setups[f->row].roll == TC_ROLL_PETLIURA ? 1 : 2;
	tc_tell_forces_die(ev, TC_8_324_1, TC_FACTION(f->faction), die, TC_FORCES_FATE(fate), forces);
	tc_goto(s, TC_STEP_FORCES);
}

/* ---- Peasants rise, TC-8.324.3 --------------------------------------------------------------- */

bool tc_may_rise_at(const tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	if (!(tc_spaces[space].marks >> TC_MARKS_REVOLT & 1))
		return false;
	int there = tc_occupier(s, space);
	return (there == TC_NONE || there == side) && tc_fits(s, space, side, 1, 0, 0);
}

void tc_rise(tc_state *s, int unit, int side, ap_events *ev)
{
	assert(tc_is_unit(unit) && tc_is_side(side));
	tc_turn_unit(s, unit, side == TC_SIDE_RED ? TC_ALLEGIANCE_RED : TC_ALLEGIANCE_WHITE);
	tc_tell_rises_for(ev, TC_8_324_3, TC_UNIT(unit), TC_SIDE(side), TC_SPACE(s->unit_at[unit]));
}

/* ---- FORCES_SPACE: armies turn Green, TC-8.324.2 --------------------------------------------- */

void tc_go_green(tc_state *s, int unit, int space, uint16_t clause, ap_events *ev)
{
	assert(tc_is_unit(unit) && tc_is_space(space));
	tc_put_unit(s, unit, space);
	tc_turn_unit(s, unit, TC_ALLEGIANCE_GREEN);
	tc_set_owner(s, space, TC_OWNER_NOBODY);
	tc_tell_turns_green(ev, clause, TC_UNIT(unit), TC_SPACE(space));
}

void tc_green_dies(tc_state *s, int unit, ap_events *ev)
{
	assert(tc_is_unit(unit) && tc_is_green(s, unit));
	tc_tell_green_dies(ev, TC_16_32, TC_UNIT(unit));
	tc_destroy(s, unit, false);
	if (s->unit_where[unit] == TC_LOCATION_GONE)
		tc_tell_unit_gone(ev, TC_16_34_1, TC_UNIT(unit));
}

/* Returns whether the army may turn Green there: in a space of the row without units. */
static bool green_at(const tc_state *s, int space)
{
	const tc_setup *row = &tc_setups[tc_forces_peek(s)->row];
	for (int i = 0; i < row->spaces_count; i++)
		if (row->spaces[i] == space)
			return tc_occupier(s, space) == TC_NONE;
	return false;
}

static void place_green(tc_state *s, int space, ap_events *ev)
{
	int unit = tc_forces_unit(tc_forces_peek(s));
	tc_forces_top(s)->item++;
	tc_goto(s, TC_STEP_FORCES);
	tc_go_green(s, unit, space, TC_8_324_2, ev);
}

void tc_forces_space_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int count = 0, last = TC_NOWHERE;
	for (int space = 0; space < TC_SPACES; space++)
		if (green_at(s, space)) {
			last = space;
			count++;
		}
	if (count > 1) {
		tc_ask_chance(s);
	} else if (count == 1) {
		place_green(s, last, ev);
	} else {
		int unit = tc_forces_unit(tc_forces_peek(s));
		tc_forces_top(s)->item++;
		tc_take_unit(s, unit, TC_LOCATION_GONE);
		tc_tell_unit_gone(ev, TC_8_324_2, TC_UNIT(unit));
		tc_goto(s, TC_STEP_FORCES);
	}
}

void tc_forces_space_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int space = 0; space < TC_SPACES; space++)
		if (green_at(state, space))
			ap_add(out, ap_act(TC_VERB_LOT_SPACE, (unsigned)space, 0));
}

uint16_t tc_forces_space_refuse(const void *state, int seat, ap_action a)
{
	bool lot = ap_verb_of(a) == TC_VERB_LOT_SPACE && ap_x(a) < TC_SPACES;
	(void)seat;
	return lot && green_at(state, (int)ap_x(a)) ? 0 : TC_8_324_2;
}

void tc_forces_space_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	place_green(state, (int)ap_x(a), ev);
}

/* ---- Replacement steps, TC-8.324.4 ----------------------------------------------------------- */

static int cities_owned(const tc_state *s, int side)
{
	const tc_faction *f = &tc_factions[TC_FACTION_UKRAINE];
	int count = 0;
	for (int i = 0; i < f->cities_count && !tc_shut(s, TC_FACTION_UKRAINE); i++)
		count += s->owner[f->cities[i]] == side;
	return count;
}

int tc_ukraine_steps(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	return cities_owned(s, side) * tc_number_of(TC_NUMBER_UKRAINE_SIDE_STEPS);
}

int tc_ukraine_faction_steps(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	if (tc_controller(s, TC_FACTION_UKRAINE) != side)
		return 0;
	bool attacked = s->faction_flags[TC_FACTION_UKRAINE] & TC_FACTION_FLAG_PROTECTED;
	return cities_owned(s, side) *
		tc_number_of(attacked ? TC_NUMBER_UKRAINE_STEPS_ATTACKED : TC_NUMBER_UKRAINE_STEPS);
}

/* ---- Forces that waited, TC-8.14 ------------------------------------------------------------- */

int tc_way_of_waiting(const tc_state *s, int faction)
{
	assert(tc_is_faction(faction));
	return s->faction_flags[faction] & TC_FACTION_FLAG_AGGRESSION ? TC_WHEN_R37 : TC_WHEN_GAIN;
}

/* ---- West Ukraine turns Green, TC-8.326.1 ---------------------------------------------------- */

/* The row of RED 37 that names the armies of West Ukraine and their spaces. */
static const tc_effect *west_ukraine_row(void)
{
	int row = tc_first_row(TC_CARD_R37);
	while (tc_effects[row].deed != TC_DEED_ROLL_WEST_UKRAINE)
		row++;
	return &tc_effects[row];
}

void tc_place_greens(tc_state *s, ap_events *ev)
{
	const tc_effect *e = west_ukraine_row();
	bool green = s->faction_flags[TC_FACTION_WEST_UKRAINE] & TC_FACTION_FLAG_GREEN;
	if (!green || tc_shut(s, TC_FACTION_WEST_UKRAINE))
		return;
	for (int i = 0; i < e->spaces_count; i++)
		if (s->unit_where[e->units[i]] == TC_LOCATION_OUT &&
			tc_occupier(s, e->spaces[i]) == TC_NONE)
			tc_go_green(s, e->units[i], e->spaces[i], TC_8_326_1, ev);
}

/* Takes everything of West Ukraine but the armies that turn Green out of the game. */
static void dissolve(tc_state *s, ap_events *ev)
{
	const tc_effect *e = west_ukraine_row();
	int faction = TC_FACTION_WEST_UKRAINE;
	for (int u = 0; u < TC_UNITS; u++) {
		bool stays = u == e->units[0] || u == e->units[1];
		if (tc_units[u].faction != faction || stays || s->unit_where[u] == TC_LOCATION_GONE)
			continue;
		tc_take_unit(s, u, TC_LOCATION_GONE);
		tc_tell_unit_gone(ev, TC_8_326_1, TC_UNIT(u));
	}
	for (int l = 0; l < TC_LEADERS; l++)
		if (tc_leaders[l].faction == faction && s->leader_where[l] != TC_LOCATION_GONE) {
			tc_take_leader(s, l, TC_LOCATION_GONE);
			tc_tell_leader_out(ev, TC_8_326_1, TC_LEADER(l));
		}
}

static void turn_green(tc_state *s, ap_events *ev)
{
	int faction = TC_FACTION_WEST_UKRAINE;
	tc_tell_land_green(ev, TC_8_326_1, TC_FACTION(faction));
	tc_take_influence_off(s, faction, ev);
	dissolve(s, ev);
	s->faction_flags[faction] &= TC_FACTION_FLAG_EVER;
	s->faction_flags[faction] |= TC_FACTION_FLAG_GREEN;
	tc_set_box(s, faction, TC_BOX_OUT);
	tc_place_greens(s, ev);
}

/* ---- WEST_UKRAINE_DIE, TC-RC-37 -------------------------------------------------------------- */

void tc_west_ukraine_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a), fate = tc_forces_fate(TC_ROLL_WEST_UKRAINE, TC_SIDE_RED, die);
	(void)seat;
	tc_tell_west_ukraine_die(ev, TC_RC_37, die, TC_FORCES_FATE(fate));
	tc_row_done(s);
	if (fate == TC_FORCES_FATE_GREEN)
		turn_green(s, ev);
	else
		tc_gain_control(s, TC_FACTION_WEST_UKRAINE,
			fate == TC_FORCES_FATE_RED_GAINS ? TC_SIDE_RED : TC_SIDE_WHITE, TC_WHEN_R37, TC_RC_37,
			ev);
}
