/* initiative.c: Initiative cards interrupt the round of the other side, TC-IN-1. */
#include "chapters.h"

/* v[2] of INTERRUPT: 1 + the card played in it, while its event is under way. */
enum { I_SIDE, I_CARD, I_WITH };

static bool is_initiative(int card)
{
	return tc_cards[card].kind == TC_KIND_INITIATIVE;
}

/* Where everybody sees a card lie. */
static bool seen_away(const tc_state *s, int card)
{
	int place = s->card_at[card];
	return place == CARD_DISCARDS || place == CARD_GONE || place == CARD_LATER ||
		place == CARD_ASIDE;
}

static bool may_hold_initiative(const tc_state *s, int side)
{
	for (int card = 0; card < CARDS; card++)
		if (tc_card_side(card) == side && is_initiative(card) && !seen_away(s, card))
			return s->hand_size[side] > 0;
	return false;
}

void tc_call_interrupt(tc_state *s, int acting)
{
	int side = tc_other(acting);
	if (s->op.interrupted || !may_hold_initiative(s, side))
		return;
	s->op.interrupted = 1;
	ap_frame *f = ap_call(s, INTERRUPT);
	f->v[I_SIDE] = (int16_t)side;
	f->v[I_CARD] = s->op.card == NONE ? 0 : (int16_t)(s->op.card + 1);
	f->v[I_WITH] = 0;
}

void tc_interrupt_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const ap_frame *f = ap_top(s);
	if (f->v[I_WITH] == 0) {
		tc_ask(s, f->v[I_SIDE]);
		return;
	}
	tc_card_used(s, f->v[I_WITH] - 1, true, ev);
	ap_end(s);
}

static uint16_t forbidden(const tc_state *s, int side, ap_action a)
{
	if (ap_verb_of(a) == V_PASS)
		return 0;
	int card = ap_x(a);
	if (ap_verb_of(a) != V_INTERRUPT || card >= CARDS || tc_card_side(card) != side)
		return TC_IN_1;
	if (!is_initiative(card) || s->card_at[card] != CARD_HAND)
		return TC_IN_1;
	return tc_event_forbidden(s, side, card, NONE);
}

void tc_interrupt_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	ap_add(out, ap_act(V_PASS, 0, 0));
	for (unsigned card = 0; card < CARDS; card++)
		if (forbidden(s, tc_seat_side(s, seat), ap_act(V_INTERRUPT, card, 0)) == 0)
			ap_add(out, ap_act(V_INTERRUPT, card, 0));
}

uint16_t tc_interrupt_refuse(const void *state, int seat, ap_action a)
{
	return forbidden(state, tc_seat_side(state, seat), a);
}

void tc_interrupt_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_seat_side(s, seat), card = ap_x(a);
	if (ap_verb_of(a) == V_PASS) {
		ap_tell(ev, EV_INTERRUPTED_NONE, TC_IN_1, (int16_t)side);
		ap_end(s);
		return;
	}
	ap_top(s)->v[I_WITH] = (int16_t)(card + 1);
	tc_card_to(s, card, CARD_DISCARDS);
	tc_play_event(s, side, card, true, ev);
}
