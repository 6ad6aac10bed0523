/* situation_politics.c: describes what is going on before and in a Political Phase: chits, boxes,
 * markers, and forces of factions that come and go. */
#include "situation.h"

/* ---- In-Fighting chits ----------------------------------------------------------------------- */

void tc_state_chit_frame(const tc_chit_frame *f, int frame, ap_facts *facts)
{
	switch (f->step) {
	case TC_STEP_CHIT_CARD:
		tc_state_loses_card(facts, frame, TC_IF_6, TC_SIDE(f->side));
		break;
	case TC_STEP_CHIT_LEADER:
		tc_state_leader_idle(facts, frame, TC_IF_7, TC_SIDE(f->side));
		break;
	default:
		tc_state_troubled(facts, frame, TC_IF_4, TC_SIDE(f->side), TC_MAYBE_REGION(f->region),
			f->laid, TC_CHIT_MARKERS);
	}
}

/* ---- The boxes ------------------------------------------------------------------------------- */

/* States how many cards both sides lay. The numbers follow from the sizes of their hands and do not
 * reveal who has already laid cards. */
static void state_laying(const tc_state *s, int frame, ap_facts *facts)
{
	for (int side = TC_SIDE_RED; side < TC_SIDE_COUNT; side++)
		if (tc_boxes_to_fill(s, side) > 0)
			tc_state_laying(facts, frame, TC_8_11, TC_SIDE(side), tc_boxes_to_fill(s, side));
}

/* States that a card lies in the box, as far as everybody or its owner knows. */
static void state_laid(const tc_state *s, int side, int box, int frame, ap_facts *facts)
{
	int card = tc_card_in_box(s, side, box), worth = s->worth[side][box];
	if (card != TC_NONE || tc_lies(s, side, box))
		tc_state_laid(facts, frame, TC_8_12, TC_SIDE(side), TC_PILE(box), TC_MAYBE_CARD(card),
			worth ? worth : AP_NONE);
}

static void state_boxes(const tc_state *s, int frame, ap_facts *facts)
{
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		for (int side = TC_SIDE_RED; side < TC_SIDE_COUNT; side++)
			state_laid(s, side, box, frame, facts);
		if (s->box_chosen[box] + s->box_random[box] > 0)
			tc_state_box(facts, frame, TC_8_12_2, TC_PILE(box), s->box_chosen[box],
				s->box_random[box], TC_MAYBE_SIDE(s->chooser[box]));
	}
	if (s->special != TC_NONE)
		tc_state_special(facts, frame, TC_8_152_1, TC_POLITICAL_CARD(s->special));
}

/* TC-8.12.1: states the odds of the die for an Influence card. */
static void state_influence_die(
	const tc_state *s, const tc_boxes_frame *f, int frame, ap_facts *facts)
{
	tc_outcome_of_die outcome[TC_FACES];
	tc_state_influence_rolled(facts, frame, TC_8_12_1, TC_SIDE(f->roller), TC_PILE(f->box));
	for (int i = 0; i < TC_MODIFIERS; i++)
		if (tc_influence_changed(s, i, f->roller))
			tc_state_influence_modifier(facts, frame, TC_8_12_1, TC_SIDE(f->roller),
				TC_CONDITION(tc_modifiers[i].condition), tc_modifiers[i].amount);
	for (int die = 1; die <= TC_FACES; die++)
		outcome[die - 1] =
			(tc_outcome_of_die){TC_EVENT_INFLUENCE_DIE, tc_influence_worth(s, f->roller, die)};
	tc_state_die(facts, frame, TC_8_12_1, outcome);
}

/* TC-8.152.2: states the odds of the die for the spies. */
static void state_spy_die(const tc_state *s, int frame, ap_facts *facts)
{
	tc_outcome_of_die outcome[TC_FACES];
	tc_state_spies(facts, frame, TC_8_152_2, TC_SIDE(tc_spies_serve(s, 1)),
		tc_specials[TC_SPECIAL_NEST_OF_SPIES].leader);
	for (int die = 1; die <= TC_FACES; die++)
		outcome[die - 1] = (tc_outcome_of_die){TC_EVENT_SPIES_DIE, tc_spies_serve(s, die)};
	tc_state_die(facts, frame, TC_8_152_2, outcome);
}

static void state_tied_specials(const tc_state *s, int frame, ap_facts *facts)
{
	for (int card = 0; card < TC_POLITICAL_CARDS; card++)
		if (tc_is_special(card) && s->pcard_at[card] == TC_POLITICAL_CARD_PLACE_TURNED)
			tc_state_special_tied(facts, frame, TC_8_152_1, TC_POLITICAL_CARD(card));
}

void tc_state_boxes_frame(const tc_state *s, const tc_boxes_frame *f, int frame, ap_facts *facts)
{
	state_boxes(s, frame, facts);
	switch (f->step) {
	case TC_STEP_POLITICS_PLACE:
		state_laying(s, frame, facts);
		break;
	case TC_STEP_BOX_OPEN:
		if (f->box != TC_NONE)
			tc_state_opens(facts, frame, TC_8_12, TC_PILE(f->box));
		break;
	case TC_STEP_INFLUENCE_DIE:
		state_influence_die(s, f, frame, facts);
		break;
	case TC_STEP_CHOOSE:
		tc_state_chooses(
			facts, frame, TC_8_12_3, TC_SIDE(f->chooser), TC_PILE(f->box), f->to_choose);
		break;
	case TC_STEP_SPECIAL_LOT:
		state_tied_specials(s, frame, facts);
		break;
	case TC_STEP_SPY_DIE:
		state_spy_die(s, frame, facts);
		break;
	case TC_STEP_SPY_BOX:
		tc_state_names_box(facts, frame, TC_8_152_2, TC_SIDE(f->spies_for));
		break;
	default:
		break;
	}
}

/* ---- The markers, and forces that come and go ------------------------------------------------ */

static void state_gained(const tc_state *s, int frame, ap_facts *facts)
{
	for (int faction = 0; faction < TC_FACTIONS; faction++)
		if ((s->faction_flags[faction] & TC_FACTION_FLAG_GAINED) &&
			tc_controller(s, faction) < TC_SIDE_COUNT)
			tc_state_gained(
				facts, frame, TC_8_14, TC_SIDE(tc_controller(s, faction)), TC_FACTION(faction));
}

void tc_state_settling_frame(
	const tc_state *s, const tc_settling_frame *f, int frame, ap_facts *facts)
{
	int sum = f->faction != TC_NONE ? tc_influence_sum(s, f->faction) : 0;
	if (sum != 0 && s->box[f->faction] != TC_BOX_OUT)
		tc_state_marker(facts, frame, TC_8_11_2, TC_FACTION(f->faction), TC_BOX(s->box[f->faction]),
			TC_SIDE(sum > 0 ? TC_SIDE_WHITE : TC_SIDE_RED), sum > 0 ? sum : -sum,
			tc_price_out_of(s->box[f->faction]));
}

void tc_state_markers_frame(
	const tc_state *s, const tc_markers_frame *f, int frame, ap_facts *facts)
{
	state_boxes(s, frame, facts);
	if (f->step == TC_STEP_MARKERS && f->moving && f->influence != 0) {
		int side = f->influence > 0 ? TC_SIDE_WHITE : TC_SIDE_RED;
		tc_state_marker(facts, frame, TC_8_131, TC_FACTION(f->faction), TC_BOX(s->box[f->faction]),
			TC_SIDE(side), f->influence > 0 ? f->influence : -f->influence,
			tc_price_out_of(s->box[f->faction]));
	}
	state_gained(s, frame, facts);
}

void tc_state_departure_frame(const tc_departure_frame *f, int frame, ap_facts *facts)
{
	bool leaders = f->step == TC_STEP_LOSS_LEADERS;
	tc_state_leaves(facts, frame, leaders ? TC_8_151 : TC_8_151_1, TC_FACTION(f->faction),
		TC_SIDE(f->loser), TC_MAYBE_UNIT(leaders ? TC_NOWHERE : f->next_unit),
		TC_MAYBE_LEADER(leaders ? f->next_leader : TC_NONE));
}

void tc_state_forces_frame(const tc_forces_frame *f, int frame, ap_facts *facts)
{
	uint16_t clause = f->step == TC_STEP_FORCES_ONE ? TC_8_312_1
		: f->step == TC_STEP_FORCES_DIE             ? TC_8_324_1
		: f->step == TC_STEP_FORCES_SPACE           ? TC_8_324_2
		: f->fate == TC_FORCES_FATE_REVOLT          ? TC_8_324_3
													: TC_8_141;
	tc_state_forces(facts, frame, clause, TC_SIDE(tc_forces_placer(f)), TC_FACTION(f->faction),
		TC_MAYBE_UNIT(tc_forces_unit(f)), TC_MAYBE_LEADER(tc_forces_leader(f)));
	if (f->step != TC_STEP_FORCES_DIE)
		return;
	tc_outcome_of_die outcome[TC_FACES];
	for (int die = 1; die <= TC_FACES; die++)
		outcome[die - 1] = (tc_outcome_of_die){
			TC_EVENT_FORCES_DIE, tc_forces_fate(tc_setups[f->row].roll, f->side, die)};
	tc_state_die(facts, frame, TC_8_324_1, outcome);
}
