/* bids.c: the sealed bids, and the choice of the leader of the round, TG-3 to TG-5. */
#include "chapters.h"

/* Returns what a seat may bid next, which is an amount and then a suit, TG-3. */
static unsigned bid_choices(const tg_state *s, int seat, unsigned *verb)
{
	bool amount_next = s->amount[seat] == TG_NONE;
	*verb = amount_next ? TG_VERB_BID : TG_VERB_SUIT;
	return amount_next ? (2u << s->coins[seat]) - 1 : (1u << TG_SUIT_COUNT) - 1;
}

void tg_bids_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, tg_all_seats(state));
}

void tg_bids_legal(const void *state, int seat, ap_list *out)
{
	unsigned verb, choices = bid_choices(state, seat, &verb);
	tg_add_each(out, verb, choices);
}

uint16_t tg_bids_refuse(const void *state, int seat, ap_action a)
{
	unsigned verb, choices = bid_choices(state, seat, &verb);
	return tg_is_one_of(a, verb, choices) ? 0 : TG_3;
}

void tg_bids_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)ev;
	tg_state *s = state;
	if (ap_verb_of(a) == TG_VERB_SUIT) {
		s->suit[seat] = (uint8_t)ap_x(a);
		return;
	}
	s->amount[seat] = (uint8_t)ap_x(a);
	ap_top(s)->asked |= AP_SEAT(seat); /* the suit is still to come */
}

/* Takes the whole bid back, even if it has only an amount. */
bool tg_bids_unseal(void *state, int seat)
{
	tg_state *s = state;
	bool was_there = s->amount[seat] != TG_NONE;
	s->amount[seat] = s->suit[seat] = TG_NONE;
	return was_there;
}

int tg_highest_bidder(const tg_state *s)
{
	int first = 0;
	for (int seat = 1; seat < s->head.players; seat++)
		if (s->amount[seat] > s->amount[first])
			first = seat;
	return first;
}

static bool is_tied(const tg_state *s, int leader)
{
	for (int seat = leader + 1; seat < s->head.players; seat++)
		if (s->amount[seat] == s->amount[leader])
			return true;
	return false;
}

void tg_bids_close(void *state, ap_events *ev)
{
	tg_state *s = state;
	int leader = tg_highest_bidder(s), paid = s->amount[leader];
	for (int seat = 0; seat < s->head.players; seat++)
		tg_tell_amount(ev, TG_4, TG_SEAT(seat), s->amount[seat]);
	s->coins[leader] -= (uint8_t)paid;
	tg_tell_leads(ev, is_tied(s, leader) ? TG_5 : TG_4, TG_SEAT(leader), paid);
	tg_round_top(s)->leader = (uint8_t)leader;
	tg_goto(s, TG_STEP_CHOICE);
}
