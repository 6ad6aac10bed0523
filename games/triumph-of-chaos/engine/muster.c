/* muster.c: the optional set-up of the campaign, TC-5.15 and TC-5.15.1: dice reduce armies, and
 * each side lays a card in secret to bring some of them back. */
#include "chapters.h"

static bool by_chance(const tc_state *s)
{
	return tc_campaign(s) && s->head.option[TC_OPTION_MUSTER] == TC_MUSTER_CHANCE;
}

bool tc_muster_due(const tc_state *s)
{
	return by_chance(s) && s->turn == tc_setting_of(s)->first;
}

/* ---- The dice, TC-5.15 ----------------------------------------------------------------------- */

/* Returns whether a die is rolled for the unit. Siberian armies 1 and 2 start reduced anyway. */
static bool is_rolled_for(const tc_state *s, int unit)
{
	return s->unit_where[unit] == TC_LOCATION_MAP && tc_is_army(unit) &&
		tc_has_two_steps(s, unit) && unit != TC_UNIT_WHITE_SR_ARMY;
}

/* Goes on with the next army after this unit, or with the draw. */
static void next_army(tc_state *s, int unit)
{
	do
		unit++;
	while (unit < TC_UNITS && !is_rolled_for(s, unit));
	if (unit < TC_UNITS) {
		tc_goto(s, TC_STEP_MUSTER_DIE);
		tc_turn_top(s)->army = (uint16_t)unit;
	} else {
		tc_begin_draw(s);
	}
}

void tc_begin_muster(tc_state *s)
{
	next_army(s, -1);
}

void tc_muster_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int unit = tc_turn_peek(s)->army, die = (int)ap_x(a);
	(void)seat;
	tc_tell_muster_die(ev, TC_5_15, TC_UNIT(unit), die);
	if (die >= tc_number_of(TC_NUMBER_REDUCED_FROM)) {
		tc_set_reduced(s, unit, true);
		tc_tell_starts_reduced(ev, TC_5_15, TC_UNIT(unit));
	} else {
		tc_tell_starts_full(ev, TC_5_15, TC_UNIT(unit));
	}
	next_army(s, unit);
}

/* ---- A card in secret, TC-5.15.1 ------------------------------------------------------------- */

void tc_call_allotment(tc_state *s)
{
	tc_call(s, TC_STEP_ALLOT);
}

void tc_allot_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (!tc_ask_holders(s))
		ap_end(s);
}

static bool can_allot(const tc_state *s, int seat, unsigned card)
{
	return card < TC_CARDS && tc_card_side((int)card) == tc_seat_side(s, seat) &&
		s->card_at[card] == TC_CARD_PLACE_HAND;
}

void tc_allot_legal(const void *state, int seat, ap_list *out)
{
	for (unsigned card = 0; card < TC_CARDS; card++)
		if (can_allot(state, seat, card))
			ap_add(out, ap_act(TC_VERB_ALLOT, card, 0));
}

uint16_t tc_allot_refuse(const void *state, int seat, ap_action a)
{
	bool may = ap_verb_of(a) == TC_VERB_ALLOT && can_allot(state, seat, ap_x(a));
	return may ? 0 : TC_5_15_1;
}

void tc_allot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)ev;
	((tc_state *)state)->allotted[seat] = (uint8_t)ap_x(a);
}

bool tc_allot_unseal(void *state, int seat)
{
	tc_state *s = state;
	bool sealed = s->allotted[seat] != TC_NONE;
	s->allotted[seat] = TC_NONE;
	return sealed;
}

int tc_armies_for(int card)
{
	assert(tc_is_card(card));
	return tc_cards[card].year == 0 ? 0 : tc_cards[card].value;
}

/* Turns the card of a side up and returns how many armies it brings back. Bluff and Influence go
 * back to the hand. */
static int open_card(tc_state *s, int side, ap_events *ev)
{
	int card = s->allotted[s->seat_of[side]];
	s->allotted[s->seat_of[side]] = TC_NONE;
	if (card == TC_NONE)
		return 0;
	tc_tell_allotted(ev, TC_5_15_1, TC_SIDE(side), TC_CARD(card), tc_armies_for(card));
	if (tc_cards[card].year != 0)
		tc_card_to(s, card, TC_CARD_PLACE_DISCARDS);
	return tc_armies_for(card);
}

void tc_allot_close(void *state, ap_events *ev)
{
	tc_state *s = state;
	int white = open_card(s, TC_SIDE_WHITE, ev), red = open_card(s, TC_SIDE_RED, ev);
	tc_allotment_frame *f = tc_allotment_top(s);
	f->white = (uint8_t)white;
	f->red = (uint8_t)red;
	f->side = white > red ? TC_SIDE_WHITE : TC_SIDE_RED;
	tc_goto(s, white == red && white > 0 ? TC_STEP_ALLOT_LOT : TC_STEP_ALLOT_TURN);
}

/* ---- Equal cards ----------------------------------------------------------------------------- */

void tc_allot_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(TC_VERB_LOT_SEAT, 0, 0));
	ap_add(out, ap_act(TC_VERB_LOT_SEAT, 1, 0));
}

uint16_t tc_allot_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == TC_VERB_LOT_SEAT && ap_x(a) < TC_SEAT_COUNT ? 0 : TC_5_15_1;
}

void tc_allot_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_seat_side(s, (int)ap_x(a));
	(void)seat;
	tc_tell_allot_lot(ev, TC_5_15_1, TC_SIDE(side));
	tc_allotment_top(s)->side = (uint8_t)side;
	tc_goto(s, TC_STEP_ALLOT_TURN);
}

/* ---- Armies are turned ----------------------------------------------------------------------- */

/* Returns whether WHITE has already turned one of Siberian armies 1 and 2, of which this is one. */
static bool twin_is_full(const tc_state *s, int unit)
{
	if (unit == TC_UNIT_WHITE_SIB_ARMY_1)
		return !tc_reduced(s, TC_UNIT_WHITE_SIB_ARMY_2);
	return unit == TC_UNIT_WHITE_SIB_ARMY_2 && !tc_reduced(s, TC_UNIT_WHITE_SIB_ARMY_1);
}

bool tc_can_muster(const tc_state *s, int side, int unit)
{
	assert(tc_is_side(side) && tc_is_unit(unit));
	return tc_units[unit].side == side && tc_is_army(unit) &&
		s->unit_where[unit] == TC_LOCATION_MAP && tc_reduced(s, unit) && !twin_is_full(s, unit);
}

static uint8_t *armies_left(tc_allotment_frame *f, int side)
{
	return side == TC_SIDE_WHITE ? &f->white : &f->red;
}

bool tc_musters(const tc_state *s, const tc_allotment_frame *f, int side)
{
	assert(tc_is_side(side));
	if ((side == TC_SIDE_WHITE ? f->white : f->red) == 0)
		return false;
	for (int u = 0; u < TC_UNITS; u++)
		if (tc_can_muster(s, side, u))
			return true;
	return false;
}

void tc_allot_turn_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_allotment_frame *f = tc_allotment_top(s);
	(void)ev;
	if (!tc_musters(s, f, f->side))
		f->side = (uint8_t)tc_other(f->side);
	if (tc_musters(s, f, f->side))
		tc_ask(s, f->side);
	else
		ap_end(s);
}

void tc_allot_turn_legal(const void *state, int seat, ap_list *out)
{
	int side = tc_seat_side(state, seat);
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	for (unsigned u = 0; u < TC_UNITS; u++)
		if (tc_can_muster(state, side, (int)u))
			ap_add(out, ap_act(TC_VERB_HEAL, u, 0));
}

uint16_t tc_allot_turn_refuse(const void *state, int seat, ap_action a)
{
	if (ap_verb_of(a) == TC_VERB_DONE)
		return 0;
	bool heals = ap_verb_of(a) == TC_VERB_HEAL && ap_x(a) < TC_UNITS &&
		tc_can_muster(state, tc_seat_side(state, seat), (int)ap_x(a));
	return heals ? 0 : TC_5_15_1;
}

void tc_allot_turn_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_allotment_frame *f = tc_allotment_top(s);
	uint8_t *left = armies_left(f, f->side);
	(void)seat;
	f->side = (uint8_t)tc_other(f->side);
	if (ap_verb_of(a) == TC_VERB_DONE) {
		*left = 0;
		return;
	}
	--*left;
	tc_set_reduced(s, (int)ap_x(a), false);
	tc_tell_mustered(ev, TC_5_15_1, TC_UNIT(ap_x(a)), *left);
}
