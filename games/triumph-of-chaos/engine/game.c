/* game.c: connects Triumph of Chaos to the core: the parts of its state that JSON shows, and the
 * greatest length of a game. See setup.c for the start position. */
#include "chapters.h"

#include <stddef.h>

/* ---- What JSON shows: everything but derived values (see tc_mend) ---------------------------- */

static bool card_known(const void *state, int card)
{
	return ((const tc_state *)state)->card_at[card] != AP_UNSEEN;
}

static bool political_card_known(const void *state, int card)
{
	return ((const tc_state *)state)->pcard_at[card] != AP_UNSEEN;
}

static bool objectives_known(const void *state, int key)
{
	(void)key;
	return tc_sees_objectives(state);
}

#define AT(member) (uint16_t) offsetof(tc_state, member)

static const ap_field fields[] = {
	{"turn", AP_NUMBERS, AT(turn), 1, NULL, NULL, TC_TURNS, NULL},
	{"round", AP_NUMBERS, AT(round), 1, NULL, NULL, 9, NULL},
	{"phase", AP_NAMES, AT(phase), 1, NULL, &tc_phase_list, 0, NULL},
	{"acting", AP_NAMES, AT(acting), 1, NULL, &tc_side_list, 0, NULL},
	{"side", AP_NAMES, AT(side_of), 1, &tc_seat_list, &tc_side_list, 0, NULL},
	{"bid_side", AP_NAMES, AT(bid_side), 1, &tc_seat_list, &tc_side_list, 0, NULL},
	{"bid_vp", AP_NUMBERS, AT(bid_vp), 1, &tc_seat_list, NULL, 255, NULL},
	{"vp", AP_NUMBERS, AT(vp), 1, &tc_side_list, NULL, TC_MOST_VP, NULL},
	{"cities", AP_NUMBERS, AT(cities), 1, &tc_side_list, NULL, 50, NULL},
	{"unit_at", AP_NAMES, AT(unit_at), 2, &tc_unit_list, &tc_space_list, 0, NULL},
	{"unit_where", AP_NAMES, AT(unit_where), 1, &tc_unit_list, &tc_location_list, 0, NULL},
	{"unit_flags", AP_SETS, AT(unit_flags), 1, &tc_unit_list, &tc_unit_flag_list, 0, NULL},
	{"unit_side", AP_NAMES, AT(unit_side), 1, &tc_unit_list, &tc_allegiance_list, 0, NULL},
	{"leader_at", AP_NAMES, AT(leader_at), 2, &tc_leader_list, &tc_space_list, 0, NULL},
	{"leader_where", AP_NAMES, AT(leader_where), 1, &tc_leader_list, &tc_location_list, 0, NULL},
	{"leader_flags", AP_SETS, AT(leader_flags), 1, &tc_leader_list, &tc_leader_flag_list, 0, NULL},
	{"owner", AP_NAMES, AT(owner), 1, &tc_space_list, &tc_owner_list, 0, NULL},
	{"marker", AP_SETS, AT(marker), 1, &tc_space_list, &tc_marker_flag_list, 0, NULL},
	{"partisans", AP_SETS, AT(partisans), 8 * TC_SET_WORDS, &tc_side_list, &tc_space_list, 0, NULL},
	{"frozen", AP_SETS, AT(frozen), 8 * TC_SET_WORDS, NULL, &tc_space_list, 0, NULL},
	{"card_at", AP_NAMES, AT(card_at), 1, &tc_card_list, &tc_card_place_list, 0, card_known},
	{"card_known", AP_SETS, AT(card_known), 1, &tc_card_list, &tc_card_known_list, 0, NULL},
	{"laid", AP_SETS, AT(laid), 1, NULL, &tc_laid_list, 0, NULL},
	{"pcard_at", AP_NAMES, AT(pcard_at), 1, &tc_political_card_list, &tc_political_card_place_list,
		0, political_card_known},
	{"pcard_known", AP_SETS, AT(pcard_known), 1, &tc_political_card_list, &tc_seat_list, 0, NULL},
	{"box", AP_NAMES, AT(box), 1, &tc_faction_list, &tc_box_list, 0, NULL},
	{"faction_flags", AP_SETS, AT(faction_flags), 2, &tc_faction_list, &tc_faction_flag_list, 0,
		NULL},
	{"played", AP_SETS, AT(played), 16, NULL, &tc_card_list, 0, NULL},
	{"chosen", AP_SETS, AT(chosen), 8, NULL, &tc_choice_list, 0, NULL},
	{"steps", AP_NUMBERS, AT(steps), 1, &tc_side_list, NULL, TC_MOST_STEPS, NULL},
	{"faction_steps", AP_NUMBERS, AT(faction_steps), 1, &tc_side_list, NULL, TC_MOST_STEPS, NULL},
	{"half", AP_NUMBERS, AT(half), 1, &tc_side_list, NULL, TC_MOST_STEPS, NULL},
	{"duty_reserve", AP_NUMBERS, AT(duty_reserve), 1, &tc_side_list, NULL, TC_MOST_STEPS, NULL},
	{"hand_size", AP_NUMBERS, AT(hand_size), 1, &tc_side_list, NULL, 54, NULL},
	{"deck_size", AP_NUMBERS, AT(deck_size), 1, &tc_side_list, NULL, 54, NULL},
	{"box_chosen", AP_NUMBERS, AT(box_chosen), 1, &tc_pile_list, NULL, 3, NULL},
	{"box_random", AP_NUMBERS, AT(box_random), 1, &tc_pile_list, NULL, 3, NULL},
	{"box_ones", AP_NUMBERS, AT(box_ones), 1, &tc_pile_list, NULL, 3, NULL},
	{"box_twos", AP_NUMBERS, AT(box_twos), 1, &tc_pile_list, NULL, 3, NULL},
	{"chooser", AP_NAMES, AT(chooser), 1, &tc_pile_list, &tc_side_list, 0, NULL},
	{"announced", AP_NUMBERS, AT(announced), 1, &tc_side_list, NULL, 2, NULL},
	{"special", AP_NAMES, AT(special), 1, NULL, &tc_political_card_list, 0, NULL},
	{"powers_friend", AP_NAMES, AT(powers_friend), 1, NULL, &tc_party_list, 0, NULL},
	{"red_five", AP_NUMBERS, AT(red_five), 1, NULL, NULL, 1, NULL},
	{"bonus", AP_NUMBERS, AT(bonus), 1, NULL, NULL, 1, NULL},
	{"passive", AP_NUMBERS, AT(passive), 1, NULL, NULL, 2, NULL},
	{"border_open", AP_NUMBERS, AT(border_open), 1, NULL, NULL, 1, NULL},
	{"infighting", AP_SETS, AT(infighting), 1, NULL, &tc_side_list, 0, NULL},
	{"fewer_spaces", AP_SETS, AT(fewer_spaces), 1, NULL, &tc_side_list, 0, NULL},
	{"fewer_steps", AP_SETS, AT(fewer_steps), 1, NULL, &tc_side_list, 0, NULL},
	{"duty_lifted", AP_SETS, AT(duty_lifted), 1, NULL, &tc_side_list, 0, NULL},
	{"lenin_spoke", AP_NUMBERS, AT(lenin_spoke), 1, NULL, NULL, 1, NULL},
	{"belarus", AP_NUMBERS, AT(belarus), 1, NULL, NULL, 2, NULL},
	{"levy", AP_NAMES, AT(levy), 1, NULL, &tc_levy_list, 0, NULL},
	{"muddy", AP_NUMBERS, AT(muddy), 1, NULL, NULL, 1, NULL},
	{"gold_at", AP_NAMES, AT(gold_at), 2, NULL, &tc_space_list, 0, NULL},
	{"allotted", AP_NAMES, AT(allotted), 1, &tc_seat_list, &tc_card_list, 0, NULL},
	{"war", AP_SETS, AT(war), 1, &tc_faction_list, &tc_side_list, 0, NULL},
	{"objectives", AP_SETS, AT(objectives), 1, NULL, &tc_objective_list, 0, objectives_known},
	{"no_chits", AP_NUMBERS, AT(no_chits), 1, &tc_side_list, NULL, 9, NULL},
	{"this_turn", AP_SETS, AT(this_turn), 1, NULL, &tc_this_turn_list, 0, NULL},
	{"finns_kept", AP_NUMBERS, AT(finns_kept), 1, NULL, NULL, TC_TURNS + 1, NULL},
	{"poland", AP_NAMES, AT(poland), 1, NULL, &tc_polish_state_list, 0, NULL},
	{"entered", AP_SETS, AT(entered), 1, NULL, &tc_response_land_list, 0, NULL},
	{"response_due", AP_SETS, AT(response_due), 1, NULL, &tc_response_land_list, 0, NULL},
	{"intervenes", AP_SETS, AT(intervenes), 1, NULL, &tc_response_land_list, 0, NULL},
	{"polish", AP_SETS, AT(polish), 1, NULL, &tc_polish_flag_list, 0, NULL},
	{"polish_steps", AP_NUMBERS, AT(polish_steps), 1, NULL, NULL, TC_MOST_STEPS, NULL},
	{"polish_corps", AP_NAMES, AT(polish_corps), 1, NULL, &tc_polish_corps_list, 0, NULL},
	{"haller_turn", AP_NUMBERS, AT(haller_turn), 1, NULL, NULL, TC_TURNS + 1, NULL},
	{"stale", AP_NUMBERS, AT(stale), 1, NULL, NULL, 1, NULL},
	{"winner", AP_NAMES, AT(winner), 1, NULL, &tc_party_list, 0, NULL},
	{"op_from", AP_NAMES, AT(op.from), 2, NULL, &tc_space_list, 0, NULL},
	{"op_at", AP_NAMES, AT(op.at), 2, NULL, &tc_space_list, 0, NULL},
	{"op_order_at", AP_NAMES, AT(op.order_at), 2, &tc_order_list, &tc_space_list, 0, NULL},
	{"op_order_from", AP_NAMES, AT(op.order_from), 2, &tc_order_list, &tc_space_list, 0, NULL},
	{"op_card", AP_NAMES, AT(op.card), 1, NULL, &tc_card_list, 0, NULL},
	{"op_use", AP_NAMES, AT(op.use), 1, NULL, &tc_op_use_list, 0, NULL},
	{"op_spaces", AP_NUMBERS, AT(op.spaces), 1, NULL, NULL, 20, NULL},
	{"op_put", AP_NUMBERS, AT(op.put), 1, NULL, NULL, 20, NULL},
	{"op_points", AP_NUMBERS, AT(op.points), 1, NULL, NULL, 20, NULL},
	{"op_alone", AP_NUMBERS, AT(op.alone), 1, NULL, NULL, 6, NULL},
	{"op_interrupted", AP_NUMBERS, AT(op.interrupted), 1, NULL, NULL, 1, NULL},
	{"op_gold", AP_NUMBERS, AT(op.gold), 1, NULL, NULL, 2, NULL},
	{"op_region", AP_NAMES, AT(op.region), 1, NULL, &tc_region_list, 0, NULL},
	{"op_aid", AP_NAMES, AT(op.aid), 1, &tc_side_list, &tc_card_list, 0, NULL},
	{"op_aided", AP_NUMBERS, AT(op.aided), 1, &tc_aid_list, NULL, 9, NULL},
	{"combat_target", AP_NAMES, AT(combat.target), 2, NULL, &tc_space_list, 0, NULL},
	{"combat_back_unit", AP_NAMES, AT(combat.back_unit), 2, NULL, &tc_unit_list, 0, NULL},
	{"combat_back_at", AP_NAMES, AT(combat.back_at), 2, NULL, &tc_space_list, 0, NULL},
	{"combat_kind", AP_NUMBERS, AT(combat.kind), 1, NULL, NULL, 4, NULL},
	{"combat_side", AP_NAMES, AT(combat.side), 1, &tc_role_list, &tc_party_list, 0, NULL},
	{"combat_die", AP_NUMBERS, AT(combat.die), 1, &tc_role_list, NULL, 6, NULL},
	{"combat_loss", AP_NUMBERS, AT(combat.loss), 1, &tc_role_list, NULL, 9, NULL},
	{"combat_left", AP_NUMBERS, AT(combat.left), 1, &tc_role_list, NULL, 9, NULL},
	{"combat_leader", AP_NAMES, AT(combat.leader), 1, &tc_role_list, &tc_leader_list, 0, NULL},
	{"combat_retreat", AP_NUMBERS, AT(combat.retreat), 1, NULL, NULL, 2, NULL},
	{"combat_withdrawn", AP_NUMBERS, AT(combat.withdrawn), 1, NULL, NULL, 1, NULL},
	{"combat_held", AP_NUMBERS, AT(combat.held), 1, NULL, NULL, 1, NULL},
	{"combat_aided", AP_SETS, AT(combat.aided), 1, NULL, &tc_aid_flag_list, 0, NULL},
	{"combat_all_join", AP_NUMBERS, AT(combat.all_join), 1, NULL, NULL, 1, NULL},
	{"combat_all_advance", AP_NUMBERS, AT(combat.all_advance), 1, NULL, NULL, 1, NULL},
	{"lets_pass", AP_SETS, AT(lets_pass), 1, NULL, &tc_side_list, 0, NULL},
	{"keeps_peace", AP_SETS, AT(keeps_peace), 1, NULL, &tc_side_list, 0, NULL},
	{"tsar_with", AP_NAMES, AT(tsar_with), 1, NULL, &tc_leader_list, 0, NULL},
	{"kept_1919", AP_NUMBERS, AT(kept[0]), 1, &tc_side_list, NULL, 54, NULL},
	{"kept_1920", AP_NUMBERS, AT(kept[1]), 1, &tc_side_list, NULL, 54, NULL},
};

static const ap_grid grids[] = {
	{"ip", AT(ip), 0, 8, &tc_side_list, &tc_faction_list, 99, NULL},
	{"soft_ip", AT(soft_ip), 0, 8, &tc_side_list, &tc_faction_list, 99, NULL},
	{"duty", AT(duty), 0, 8, &tc_side_list, &tc_region_list, TC_MOST_STEPS, NULL},
	{"worth", AT(worth), 0, 8, &tc_side_list, &tc_pile_list, 5, NULL},
};

/* ---- The game -------------------------------------------------------------------------------- */

/* The bound allows for these numbers. A turn has at most 7 rounds of both sides. A round has at
 * most 5 markers, 15 units with a leader each that take a pick and four spaces, 5 combats of about
 * 60 questions, 13 declarations of war with their forces, an event and an interruption. Politics
 * has fewer than 200 questions, and logistics fewer than 300 a side. */
int tc_bound(const ap_setup *setup)
{
	static const uint8_t settings[] = {[TC_SCENARIO_1918] = TC_SETTING_INTRODUCTION,
		[TC_SCENARIO_CAMPAIGN] = TC_SETTING_CAMPAIGN,
		[TC_SCENARIO_1919] = TC_SETTING_TOURNAMENT};
	const tc_setting *setting = &tc_settings[settings[setup->option[TC_OPTION_SCENARIO]]];
	int turns = setting->final - setting->first + 1;
	return 40 + turns * (7 * 2 * 800 + 200 + 2 * 300 + 100);
}

/* Returns whether the scenario has the optional set-up, if it is wanted: TC-5.15. */
static bool setup_is_sound(const ap_setup *setup)
{
	return setup->option[TC_OPTION_MUSTER] == TC_MUSTER_FIXED ||
		setup->option[TC_OPTION_SCENARIO] == TC_SCENARIO_CAMPAIGN;
}

const ap_game triumph_of_chaos = {
	TC_DECLARED,
	.state_size = sizeof(tc_state),
	.fields = fields,
	.field_count = AP_COUNT(fields),
	.grids = grids,
	.grid_count = AP_COUNT(grids),
	.setup_sound = setup_is_sound,
	.setup_clause = TC_5_15,
	.foresee = tc_foresee,
};
