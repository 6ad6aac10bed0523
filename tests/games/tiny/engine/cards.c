/* cards.c: the start of the game, and the deal at the start of a round, TG-1 and TG-2. */
#include "chapters.h"

/* ---- Lists of actions ------------------------------------------------------------------------ */

void tg_add_each(ap_list *out, unsigned verb, unsigned set)
{
	for (; set; set &= set - 1)
		ap_add(out, ap_act(verb, (unsigned)__builtin_ctz(set), 0));
}

bool tg_is_one_of(ap_action a, unsigned verb, unsigned set)
{
	return ap_verb_of(a) == verb && tg_has(set, (int)ap_x(a));
}

/* ---- Where cards are ------------------------------------------------------------------------- */

unsigned tg_deck(const tg_state *s)
{
	unsigned gone = s->discard;
	for (int seat = 0; seat < s->head.players; seat++)
		gone |= s->hand[seat];
	return TG_ALL_CARDS & ~gone;
}

int tg_deck_size(const tg_state *s)
{
	int size = TG_CARD_COUNT - tg_size_of(s->discard);
	for (int seat = 0; seat < s->head.players; seat++)
		size -= s->hand_size[seat];
	return size;
}

int tg_drawing_seat(const tg_state *s)
{
	for (int seat = 0; seat < s->head.players && tg_deck_size(s) > 0; seat++)
		if (s->hand_size[seat] < TG_HAND)
			return seat;
	return TG_NONE;
}

/* Everybody sees a discarded card, so it is removed from the cards that seats were shown. */
void tg_discard(tg_state *s, int seat, int card)
{
	assert(tg_has(s->hand[seat], card));
	s->hand[seat] &= (uint8_t) ~(1 << card);
	s->hand_size[seat]--;
	s->discard |= (uint8_t)(1 << card);
	for (int other = 0; other < s->head.players; other++)
		s->seen[other] &= (uint8_t) ~(1 << card);
}

/* ---- TG-1 ------------------------------------------------------------------------------------ */

void tg_set_up_run(void *state, ap_events *ev)
{
	const tg_state *s = state;
	for (int seat = 0; seat < s->head.players; seat++)
		tg_tell_starts(ev, TG_1, TG_SEAT(seat), TG_BOX(tg_box_of(s, seat)), s->coins[seat]);
	tg_tell_round(ev, TG_2, tg_round_peek(s)->round, tg_rounds(s));
	tg_goto(state, TG_STEP_DEAL);
}

/* ---- TG-2 ------------------------------------------------------------------------------------ */

void tg_deal_run(void *state, ap_events *ev)
{
	(void)ev;
	if (tg_drawing_seat(state) == TG_NONE)
		tg_goto(state, TG_STEP_BIDS);
	else
		ap_ask(state, AP_SEAT(AP_CHANCE));
}

void tg_deal_legal(const void *state, int chance, ap_list *out)
{
	(void)chance;
	tg_add_each(out, TG_VERB_DRAW, tg_deck(state));
}

uint16_t tg_deal_refuse(const void *state, int chance, ap_action a)
{
	(void)chance;
	return tg_is_one_of(a, TG_VERB_DRAW, tg_deck(state)) ? 0 : TG_2;
}

void tg_deal_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tg_state *s = state;
	int seat = tg_drawing_seat(s), card = (int)ap_x(a);
	s->hand[seat] |= (uint8_t)(1 << card);
	s->hand_size[seat]++;
	tg_tell_drawn_to(ev, AP_SEAT(seat), TG_2, TG_SEAT(seat), TG_CARD(card));
	tg_tell_drawn_hidden_to(ev, (ap_seats)~AP_SEAT(seat), TG_2, TG_SEAT(seat));
}
