/* initiative.c: Initiative cards, which interrupt the round of the other side, TC-IN-1. */
#include "events.h"

static bool is_initiative(int card)
{
	return tc_cards[card].kind == TC_KIND_INITIATIVE;
}

/* Returns whether everybody sees that the card lies somewhere else than in the hand. */
static bool seen_away(const tc_state *s, int card)
{
	int place = s->card_at[card];
	return place == TC_CARD_PLACE_DISCARDS || place == TC_CARD_PLACE_GONE ||
		place == TC_CARD_PLACE_LATER || place == TC_CARD_PLACE_ASIDE;
}

bool tc_may_interrupt(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side && is_initiative(card) && !seen_away(s, card))
			return s->hand_size[side] > 0;
	return false;
}

void tc_call_interrupt(tc_state *s, int acting)
{
	assert(tc_is_side(acting));
	int side = tc_other(acting);
	if (s->op.interrupted || (s->lets_pass >> side & 1) || !tc_may_interrupt(s, side))
		return;
	s->op.interrupted = 1;
	tc_call(s, TC_STEP_INTERRUPT);
	tc_interruption_top(s)->side = (uint8_t)side;
	tc_interruption_top(s)->under_way = s->op.card;
}

void tc_interrupt_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_interruption_frame *f = tc_interruption_peek(s);
	if (f->with == TC_NONE) {
		tc_ask(s, f->side);
		return;
	}
	tc_card_used(s, f->with, true, ev);
	ap_end(s);
}

static uint16_t forbidden(const tc_state *s, int side, ap_action a)
{
	if (ap_verb_of(a) == TC_VERB_PASS || ap_verb_of(a) == TC_VERB_LET_PASS)
		return 0;
	int card = ap_x(a);
	if (ap_verb_of(a) != TC_VERB_INTERRUPT || card >= TC_CARDS || tc_card_side(card) != side)
		return TC_IN_1;
	if (!is_initiative(card) || s->card_at[card] != TC_CARD_PLACE_HAND)
		return TC_IN_1;
	return tc_event_forbidden(s, side, card, TC_NONE);
}

void tc_interrupt_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	ap_add(out, ap_act(TC_VERB_PASS, 0, 0));
	for (unsigned card = 0; card < TC_CARDS; card++)
		if (forbidden(s, tc_seat_side(s, seat), ap_act(TC_VERB_INTERRUPT, card, 0)) == 0)
			ap_add(out, ap_act(TC_VERB_INTERRUPT, card, 0));
	ap_add(out, ap_act(TC_VERB_LET_PASS, 0, 0));
}

uint16_t tc_interrupt_refuse(const void *state, int seat, ap_action a)
{
	return forbidden(state, tc_seat_side(state, seat), a);
}

void tc_interrupt_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_seat_side(s, seat), card = ap_x(a);
	if (ap_verb_of(a) == TC_VERB_PASS) {
		tc_tell_interrupted_none(ev, TC_IN_1, TC_SIDE(side));
		ap_end(s);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_LET_PASS) {
		s->lets_pass |= (uint8_t)(1u << side);
		tc_tell_lets_pass(ev, TC_IN_5, TC_SIDE(side));
		ap_end(s);
		return;
	}
	tc_interruption_top(s)->with = (uint8_t)card;
	tc_card_to(s, card, TC_CARD_PLACE_DISCARDS);
	tc_tell_interrupts(ev, TC_IN_1, TC_SIDE(side), TC_CARD(card));
	tc_play_event(s, side, card, ev);
}

/* ---- For one's own attacks, TC-IN-4 ---------------------------------------------------------- */

bool tc_may_help(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	for (int row = 0; row < TC_EFFECTS && s->hand_size[side] > 0; row++) {
		int card = tc_effects[row].card;
		if (tc_card_side(card) == side && is_initiative(card) && !seen_away(s, card) &&
			tc_is_help(tc_effects[row].deed) && tc_help_timely(s, side, &tc_effects[row]))
			return true;
	}
	return false;
}

uint16_t tc_own_initiative_forbidden(const tc_state *s, int side, int card)
{
	assert(tc_is_side(side));
	if (card >= TC_CARDS || tc_card_side(card) != side || !is_initiative(card) ||
		s->card_at[card] != TC_CARD_PLACE_HAND)
		return TC_IN_1;
	if (s->op.aid[side] != TC_NONE)
		return TC_IN_4;
	return tc_event_forbidden(s, side, card, TC_NONE);
}

void tc_list_own_initiatives(const tc_state *s, int side, ap_list *out)
{
	for (int card = 0; card < TC_CARDS; card++)
		if (!tc_own_initiative_forbidden(s, side, card))
			ap_add(out, ap_act(TC_VERB_INTERRUPT, (unsigned)card, 0));
}

void tc_play_own_initiative(tc_state *s, int side, int card, ap_events *ev)
{
	assert(tc_is_side(side) && tc_is_card(card));
	tc_goto(s, TC_STEP_FIGHT);
	tc_call(s, TC_STEP_INTERRUPT);
	tc_interruption_frame *f = tc_interruption_top(s);
	f->side = (uint8_t)side;
	f->under_way = s->op.card;
	f->with = (uint8_t)card;
	tc_card_to(s, card, TC_CARD_PLACE_DISCARDS);
	tc_tell_interrupts(ev, TC_IN_4, TC_SIDE(side), TC_CARD(card));
	tc_play_event(s, side, card, ev);
}
