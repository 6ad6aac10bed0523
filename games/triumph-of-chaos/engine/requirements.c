/* requirements.c: whether an event may be played: its requirements, and whether any part of it can
 * happen. */
#include "events.h"

/* ---- requirements.csv ------------------------------------------------------------------------ */

static bool favours(const tc_state *s, int side, int faction)
{
	int box = s->box[faction];
	return side == TC_SIDE_RED ? box == TC_BOX_RED_CONTROL || box == TC_BOX_RED_INFLUENCE
							   : box == TC_BOX_WHITE_CONTROL || box == TC_BOX_WHITE_INFLUENCE;
}

/* Returns whether the side owns one, or all, of the Victory Cities or ports of a region. */
static bool owns(const tc_state *s, int side, int region, bool ports, bool all)
{
	for (int space = tc_region_spaces[region]; space < tc_region_spaces[region + 1]; space++) {
		const tc_space *p = &tc_spaces[space];
		if (!(ports ? p->port != TC_PORT_NONE : p->city))
			continue;
		if ((s->owner[space] == side) != all)
			return !all;
	}
	return all;
}

/* Returns whether an army of the side is so near the space. One behind the closed Finnish border is
 * not (TC-8.317.2). */
static bool army_within(const tc_state *s, int side, int space, int number)
{
	uint64_t within[TC_SET_WORDS];
	bool finland = tc_region_of(space) == TC_REGION_FINLAND;
	tc_find_within(space, number, within);
	for (int at = tc_member(within, TC_SET_WORDS, 0); at < TC_SPACES;
		 at = tc_member(within, TC_SET_WORDS, at + 1)) {
		bool barred = !s->border_open && (tc_region_of(at) == TC_REGION_FINLAND) != finland;
		if (!barred && tc_has_army(s, at, side))
			return true;
	}
	return false;
}

static bool has_discards(const tc_state *s, int side)
{
	for (int card = 0; card < TC_CARDS; card++)
		if (s->card_at[card] == TC_CARD_PLACE_DISCARDS && tc_card_side(card) == side)
			return true;
	return false;
}

static bool about_factions(const tc_state *s, const tc_requirement *r, int side)
{
	int controller = tc_controller(s, r->faction), flags = s->faction_flags[r->faction];
	switch (r->test) {
	case TC_TEST_CONTROL:
		return controller == side;
	case TC_TEST_FAVOURS:
		return favours(s, side, r->faction);
	case TC_TEST_UNCONTROLLED:
		return controller == TC_PARTY_NOBODY;
	case TC_TEST_ON_TRACK:
		return tc_on_track(s, r->faction);
	case TC_TEST_SETUP:
		return flags & TC_FACTION_FLAG_PLACED;
	case TC_TEST_WITHDRAWN:
		return flags & TC_FACTION_FLAG_WITHDRAWN;
	case TC_TEST_WAR: /* TC-8.222 */
		return tc_at_war(s, side, r->faction);
	default:
		return false;
	}
}

/* Returns whether a requirement holds. */
static bool holds(const tc_state *s, const tc_requirement *r)
{
	int side = r->side;
	switch (r->test) {
	case TC_TEST_PLAYED:
		return tc_played(s, r->asked) &&
			(r->asked_choice >= TC_CHOICES || tc_chose(s, r->asked_choice));
	case TC_TEST_OWNS:
		return s->owner[r->space] == side;
	case TC_TEST_OWNS_ANY:
	case TC_TEST_OWNS_ALL:
		return owns(s, side, r->region, false, r->test == TC_TEST_OWNS_ALL);
	case TC_TEST_PORT:
		return owns(s, side, r->region, true, false);
	case TC_TEST_ON_MAP:
		return s->leader_where[r->leader] == TC_LOCATION_MAP;
	case TC_TEST_INFIGHTING:
		return s->infighting >> side & 1;
	case TC_TEST_NEAR:
		return army_within(s, side, r->space, r->number);
	case TC_TEST_SUBJUGATED:
		return tc_count_subjugated(s) >= r->number;
	case TC_TEST_HAND:
		return s->hand_size[side] > 0;
	case TC_TEST_DISCARDS:
		return has_discards(s, side);
	default:
		return r->faction < TC_FACTIONS && about_factions(s, r, side);
	}
}

static bool binds(const tc_requirement *r, int choice, int clause)
{
	return r->clause == clause && (r->choice >= TC_CHOICES || r->choice == choice);
}

static bool group_holds(const tc_state *s, int card, int choice, int clause, int group)
{
	for (int i = tc_card_requirements[card]; i < tc_card_requirements[card + 1]; i++) {
		const tc_requirement *r = &tc_requirements[i];
		if (binds(r, choice, clause) && r->group == group && holds(s, r) != r->negated)
			return true;
	}
	return false;
}

static bool requirements_hold(const tc_state *s, int card, int choice, int clause)
{
	for (int i = tc_card_requirements[card]; i < tc_card_requirements[card + 1]; i++) {
		const tc_requirement *r = &tc_requirements[i];
		if (binds(r, choice, clause) && !group_holds(s, card, choice, clause, r->group))
			return false;
	}
	return true;
}

/* ---- Rows and choices ------------------------------------------------------------------------ */

int tc_first_row(int card)
{
	assert(tc_is_card(card));
	int row = tc_card_effects[card];
	return row < tc_card_effects[card + 1] ? row : TC_EFFECTS;
}

bool tc_has_choices(int card)
{
	assert(tc_is_card(card));
	return tc_card_choices[card] < tc_card_choices[card + 1];
}

/* Returns whether the row belongs to the choice. A row without a choice belongs to all choices. */
static bool belongs_to(int row, int choice)
{
	return tc_effects[row].choice >= TC_CHOICES || tc_effects[row].choice == choice;
}

/* ---- What can happen ------------------------------------------------------------------------- */

static bool any_on_track(const tc_state *s, const tc_effect *e)
{
	for (int i = 0; i < e->factions_count; i++)
		if (tc_on_track(s, e->factions[i]))
			return true;
	return false;
}

/* Returns whether RED 9 stops the row. It keeps every marker but Poland's out of the Control
 * boxes. */
static bool stopped_by_passivity(const tc_state *s, const tc_effect *e)
{
	int faction = e->factions[0];
	return e->deed == TC_DEED_GAIN_CONTROL && s->passive != TC_PASSIVITY_NONE &&
		faction != TC_FACTION_POLAND && tc_controller(s, faction) != e->side;
}

static bool can_gain(const tc_state *s, const tc_effect *e)
{
	int faction = e->factions[0], controller = tc_controller(s, faction);
	if (!tc_on_track(s, faction) || controller == e->side)
		return false;
	return !stopped_by_passivity(s, e) &&
		(controller == TC_PARTY_NOBODY || !tc_marker_held(s, faction));
}

static bool in_its_turns(const tc_state *s, const tc_effect *e)
{
	return (!e->first || s->turn >= e->first) && (!e->last || s->turn <= e->last);
}

static bool any_unplayed(const tc_state *s, const tc_effect *e)
{
	for (int i = 0; i < e->cards_count; i++)
		if (!tc_played(s, e->cards[i]))
			return true;
	return false;
}

static bool any_out(const tc_state *s, const tc_effect *e)
{
	for (int i = 0; i < e->units_count; i++)
		if (s->unit_where[e->units[i]] == TC_LOCATION_OUT)
			return true;
	return false;
}

/* TC-8.321.1: returns whether the row can bring war between Poland and the side that it names. */
static bool can_begin_polish_war(const tc_state *s, const tc_effect *e)
{
	return tc_controller(s, TC_FACTION_POLAND) == tc_other(e->side) &&
		!tc_at_war(s, e->side, TC_FACTION_POLAND);
}

/* Returns whether the forces of a faction that somebody controls have still to be placed. */
static bool can_set_up(const tc_state *s, int faction)
{
	return tc_controller(s, faction) != TC_PARTY_NOBODY &&
		!(s->faction_flags[faction] & TC_FACTION_FLAG_PLACED);
}

/* Returns whether a row about factions, cards or steps can happen. */
static bool plain_possible(const tc_state *s, const tc_effect *e)
{
	switch (e->deed) {
	case TC_DEED_FREE_ACTIVATION:
	case TC_DEED_ACTIVATE_ALONE:
	case TC_DEED_PERMIT_CONTROL:
	case TC_DEED_PERMIT_WAR:
	case TC_DEED_LOCK_CONTROL:
	case TC_DEED_INFLUENCE:
	case TC_DEED_CANCEL:
	case TC_DEED_MOVE_MARKER:
		return any_on_track(s, e);
	case TC_DEED_ENABLE:
	case TC_DEED_WITHDRAWAL_DIE:
	case TC_DEED_OPEN_SPACES:
	case TC_DEED_STOP_CONTROL_BUT:
	case TC_DEED_IDLE_FACTIONS_BUT:
	case TC_DEED_STEPS:
	case TC_DEED_FACTION_STEPS:
	case TC_DEED_LIFT_DUTY:
	case TC_DEED_FREE_STEPS:
	case TC_DEED_ACTIVATE:
	case TC_DEED_MOVE_AGAIN:
	case TC_DEED_ATTACK_BONUS:
	case TC_DEED_COLUMN_BONUS:
	case TC_DEED_FIRST_FIRE:
	case TC_DEED_LEND:
	case TC_DEED_ADVANCE:
	case TC_DEED_NO_REPLACEMENT_CARDS:
	case TC_DEED_HALVE_STEPS:
	case TC_DEED_IDLE_FACTIONS:
	case TC_DEED_NO_CREDIT:
		return true;
	case TC_DEED_DISCARD:
	case TC_DEED_LOOK:
		return s->hand_size[e->side] > 0;
	case TC_DEED_CLOSE_BORDER:
		return s->border_open;
	case TC_DEED_BAR_CARD:
		return any_unplayed(s, e);
	case TC_DEED_OPEN_BORDER:
		return !s->border_open;
	case TC_DEED_INFIGHTING:
		return !(s->infighting >> e->side & 1);
	case TC_DEED_END_INFIGHTING:
	case TC_DEED_SKIP_CHITS:
		return s->infighting >> e->side & 1;
	case TC_DEED_GAIN_CONTROL:
		return can_gain(s, e);
	case TC_DEED_UNLOCK:
		return any_out(s, e);
	case TC_DEED_POLISH_WAR:
		return can_begin_polish_war(s, e);
	case TC_DEED_POLISH_SETUP:
		return can_set_up(s, TC_FACTION_POLAND);
	case TC_DEED_ROLL_WEST_UKRAINE:
		return tc_on_track(s, TC_FACTION_WEST_UKRAINE) &&
			tc_controller(s, TC_FACTION_WEST_UKRAINE) == TC_PARTY_NOBODY;
	case TC_DEED_BORROW_FACTION:
		return tc_can_borrow(s, e);
	case TC_DEED_RESPONSE_DIE:
	case TC_DEED_END_RESPONSE:
		return tc_response_used(s) || e->deed == TC_DEED_END_RESPONSE;
	case TC_DEED_POLISH_ENTRY:
	case TC_DEED_ON_TO_MOSKVA:
		return tc_on_track(s, TC_FACTION_POLAND);
	case TC_DEED_POLISH_UKRAINE:
		return tc_controller(s, TC_FACTION_WEST_UKRAINE) == TC_SIDE_WHITE &&
			tc_controller(s, TC_FACTION_POLAND) == TC_SIDE_WHITE &&
			tc_chose(s, TC_CHOICE_W2_POLES) && any_out(s, e);
	case TC_DEED_POLISH_PEACE:
		return tc_at_war(s, TC_SIDE_RED, TC_FACTION_POLAND);
	case TC_DEED_KEEP_CREDIT:
		return tc_polish_peace_made(s);
	case TC_DEED_LEVY:
		return s->levy == TC_LEVY_BOUGHT;
	default: /* rows that only limit others, and rows of later years */
		return false;
	}
}

static bool verb_possible(const tc_state *s, int side, int row)
{
	switch (tc_effects[row].deed) {
	case TC_DEED_PLACE:
		return tc_can_place(s, side, row);
	case TC_DEED_RESERVE:
	case TC_DEED_RESERVE_SOME:
		return tc_can_reserve(s, row);
	case TC_DEED_RESTORE:
		return tc_can_restore(s, row);
	case TC_DEED_MUTINY:
		return tc_can_mutiny(s, row);
	case TC_DEED_STEPS_NOW:
		return tc_can_mend_now(s, side);
	case TC_DEED_ENTER_PORT:
	case TC_DEED_INVADE_PORT:
		return tc_can_land(s, side, row);
	default:
		return tc_is_aimed(tc_effects[row].deed) ? tc_can_target(s, side, row, NULL)
												 : plain_possible(s, &tc_effects[row]);
	}
}

/* TC-IN-4: returns whether the row belongs to an Initiative card and to a round of the other side.
 */
static bool untimely(const tc_state *s, int side, const tc_effect *e)
{
	return tc_cards[e->card].kind == TC_KIND_INITIATIVE && !tc_help_timely(s, side, e);
}

bool tc_row_possible(const tc_state *s, int side, int row)
{
	assert(tc_is_side(side));
	const tc_effect *e = &tc_effects[row];
	if (untimely(s, side, e))
		return false;
	if (!in_its_turns(s, e) || e->lasts == TC_LASTS_NEXT_ROUND)
		return false;
	if (!requirements_hold(s, e->card, e->choice, e->clause))
		return false;
	return verb_possible(s, side, row);
}

/* ---- Whether an event may be played ---------------------------------------------------------- */

/* TC-5.38: returns whether the choice is only about factions that this scenario does not have. */
static bool about_absent(const tc_state *s, int choice)
{
	bool any = false;
	if (!tc_introduction(s))
		return false;
	for (int row = tc_first_row(tc_choices[choice].card);
		 tc_row_of_card(row, tc_choices[choice].card); row++) {
		const tc_effect *e = &tc_effects[row];
		if (e->choice != choice)
			continue;
		for (int i = 0; i < e->factions_count; i++) {
			if (tc_factions[e->factions[i]].introduction_box != TC_BOX_OUT)
				return false;
			any = true;
		}
	}
	return any;
}

/* Returns the clause by which no row of the card can happen; 0 if one can. */
static uint16_t rows_forbidden(const tc_state *s, int side, int card, int choice)
{
	uint16_t clause = TC_EV_1;
	for (int row = tc_first_row(card); tc_row_of_card(row, card); row++) {
		const tc_effect *e = &tc_effects[row];
		if (!belongs_to(row, choice))
			continue;
		if (stopped_by_passivity(s, e))
			return TC_8_1321_2;
		if (tc_row_possible(s, side, row))
			return 0;
		if (untimely(s, side, e))
			clause = TC_IN_4;
		if (e->deed == TC_DEED_STOP_COMBAT && !in_its_turns(s, e))
			clause = TC_IN_2;
	}
	return clause;
}

uint16_t tc_choice_forbidden(const tc_state *s, int side, int card, int choice)
{
	assert(tc_is_side(side) && tc_is_card(card));
	if (choice < TC_CHOICES && tc_choices[choice].card != card)
		return TC_EV_1;
	if (choice < TC_CHOICES && about_absent(s, choice))
		return TC_5_38;
	if (!requirements_hold(s, card, choice, 0))
		return tc_card_clause(card);
	return rows_forbidden(s, side, card, choice);
}

static uint16_t any_choice_forbidden(const tc_state *s, int side, int card)
{
	uint16_t clause = 0;
	for (int c = tc_card_choices[card]; c < tc_card_choices[card + 1]; c++) {
		uint16_t why = tc_choice_forbidden(s, side, card, c);
		if (why == 0)
			return 0;
		clause = clause ? clause : why;
	}
	return clause;
}

uint16_t tc_event_forbidden(const tc_state *s, int side, int card, int choice)
{
	assert(tc_is_side(side) && tc_is_card(card));
	const tc_card *c = &tc_cards[card];
	if (c->kind == TC_KIND_BLUFF || c->kind == TC_KIND_INFLUENCE)
		return TC_AC_2;
	if (tc_card_side(card) != side)
		return TC_EV_1;
	if (c->kind != TC_KIND_INITIATIVE && s->acting != side)
		return TC_IN_1;
	if (choice == TC_NONE && tc_has_choices(card))
		return any_choice_forbidden(s, side, card);
	return tc_choice_forbidden(s, side, card, choice);
}
