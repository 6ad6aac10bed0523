/* event_second_chance.c: RED 41: a card of the discards comes back to the hand, or leaders whose
 * turn has come join armies for nothing. */
#include "events.h"

bool tc_may_take_back(const tc_state *s, int side, int card)
{
	assert(tc_is_side(side));
	const tc_event_frame *f = ap_peek(s)->step == TC_STEP_EVENT_TARGET ? tc_event_peek(s) : NULL;
	return card < TC_CARDS && tc_card_side(card) == side &&
		s->card_at[card] == TC_CARD_PLACE_DISCARDS && (!f || f->card != card) && card != s->op.card;
}

void tc_take_back(tc_state *s, int card, ap_events *ev)
{
	tc_event_frame *f = tc_event_top(s);
	int side = f->side;
	uint16_t clause = tc_card_clause(f->card);
	f->item++;
	tc_card_to(s, card, TC_CARD_PLACE_HAND);
	s->card_known[card] |= TC_CARD_KNOWN_HELD; /* everybody has seen which it is */
	tc_tell_taken_back(ev, clause, TC_SIDE(side), TC_CARD(card));
}

bool tc_may_join_at(const tc_state *s, int side, int leader, int space)
{
	assert(tc_is_side(side));
	return leader < TC_LEADERS && space < TC_SPACES && tc_leader_due(s, side, leader) &&
		tc_leader_joins_at(s, side, leader, space);
}

bool tc_may_join(const tc_state *s, int side, int leader)
{
	assert(tc_is_side(side));
	if (leader >= TC_LEADERS || !tc_leader_due(s, side, leader))
		return false;
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_leader_joins_at(s, side, leader, space))
			return true;
	return false;
}

void tc_join_free(tc_state *s, int space, ap_events *ev)
{
	tc_event_frame *f = tc_event_top(s);
	int leader = f->leader;
	f->leader = TC_NONE;
	f->item++;
	tc_put_leader(s, leader, space);
	tc_tell_leader_placed(ev, tc_card_clause(f->card), TC_LEADER(leader), TC_SPACE(space));
}
