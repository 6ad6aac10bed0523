/* event_hands.c: events about the hand of the other side: A Slip of the Tongue, which costs it a
 * card, and Intelligence Coup, which shows it. */
#include "events.h"

/* Returns whether the side that the row names holds the card. */
static bool holds(const tc_state *s, int card)
{
	return card < TC_CARDS && s->card_at[card] == TC_CARD_PLACE_HAND &&
		tc_card_side(card) == tc_event_row(tc_event_peek(s))->side;
}

/* ---- EVENT_CARD ------------------------------------------------------------------------------ */

void tc_event_card_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int card = 0; card < TC_CARDS; card++)
		if (holds(state, card))
			ap_add(out, ap_act(TC_VERB_DISCARD, (unsigned)card, 0));
}

uint16_t tc_event_card_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool taken = ap_verb_of(a) == TC_VERB_DISCARD && holds(state, (int)ap_x(a));
	return taken ? 0 : tc_card_clause(tc_event_peek(state)->card);
}

void tc_event_card_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	const tc_effect *e = tc_event_row(tc_event_peek(s));
	(void)seat;
	tc_tell_lets_slip(ev, tc_card_clause(e->card), TC_SIDE(e->side), TC_CARD(ap_x(a)));
	tc_card_to(s, (int)ap_x(a), TC_CARD_PLACE_DISCARDS);
	tc_row_done(s);
}

/* ---- EVENT_LOOK: cards are shown one by one, so that each is learnt from an action ------------
 */

/* Returns the card that is shown next; TC_CARDS if all have been. All are shown, also those that
 * were shown before: whether there are such cards is not public. */
static int next_card(const tc_state *s)
{
	int left = tc_event_peek(s)->item;
	for (int card = 0; card < TC_CARDS; card++)
		if (holds(s, card) && left-- == 0)
			return card;
	return TC_CARDS;
}

void tc_carry_look(tc_state *s, ap_events *ev)
{
	const tc_event_frame *f = tc_event_peek(s);
	const tc_effect *e = tc_event_row(f);
	tc_tell_looks(ev, tc_card_clause(e->card), TC_SIDE(f->side), s->hand_size[e->side]);
	tc_goto(s, TC_STEP_EVENT_LOOK);
}

void tc_event_look_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	const tc_event_frame *f = tc_event_peek(s);
	if (f->item < s->hand_size[tc_event_row(f)->side])
		tc_ask_chance(s);
	else
		tc_row_done(s);
}

void tc_event_look_legal(const void *state, int seat, ap_list *out)
{
	int card = next_card(state);
	(void)seat;
	if (card < TC_CARDS)
		ap_add(out, ap_act(TC_VERB_LOOK, (unsigned)card, 0));
}

uint16_t tc_event_look_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool shown = ap_verb_of(a) == TC_VERB_LOOK && (int)ap_x(a) == next_card(state);
	return shown ? 0 : tc_card_clause(tc_event_peek(state)->card);
}

void tc_event_look_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_event_frame *f = tc_event_top(s);
	int card = (int)ap_x(a);
	(void)seat;
	f->item++;
	s->card_known[card] |= TC_CARD_KNOWN_SEEN;
	tc_tell_sees_to(ev, AP_SEAT(s->seat_of[f->side]), tc_card_clause(f->card),
		TC_SIDE(tc_card_side(card)), TC_CARD(card));
	tc_goto(s, TC_STEP_EVENT_LOOK);
}
