/* setup.c: leaders and cards are dealt, RE-SU-1 and RE-SU-2; then the first President is found. */
#include "chapters.h"

static int leaders_each(const re_state *s)
{
	return re_factions[s->head.players - 1].leaders;
}

/* Returns the first seat that has not been dealt all its leaders; RE_NONE if all have. */
static int first_seat_without_all_leaders(const re_state *s)
{
	int each = leaders_each(s);
	for (int seat = 0; seat < s->head.players; seat++)
		if (ap_count_bits(s->faction[seat]) < each)
			return seat;
	return RE_NONE;
}

void re_deal_leaders_run(void *state, ap_events *ev)
{
	(void)ev;
	if (first_seat_without_all_leaders(state) == RE_NONE)
		re_goto(state, RE_STEP_DEAL_CARDS);
	else
		ap_ask(state, AP_SEAT(AP_CHANCE));
}

void re_leader_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add_many_x(out, ap_act(RE_VERB_LEADER, 0, 0), re_leader_deck(state));
}

uint16_t re_leader_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool in_deck =
		ap_verb_of(a) == RE_VERB_LEADER && (re_leader_deck(state) & re_leader_bit((int)ap_x(a)));
	return in_deck ? 0 : ap_step_of(state) == RE_STEP_NEW_LEADER ? RE_MA_5 : RE_SU_1;
}

void re_deal_leaders_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	seat = first_seat_without_all_leaders(s);
	s->faction[seat] |= re_leader_bit((int)ap_x(a));
	re_tell_leader_dealt(ev, RE_SU_1, RE_FACTION(seat), RE_LEADER(ap_x(a)),
		RE_GROUP(re_leaders[ap_x(a)].group), re_leaders[ap_x(a)].stature);
}

int re_drawing_seat(const re_state *s)
{
	if (ap_step_of(s) == RE_STEP_REFILL)
		return re_turn_of(s);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand_size[seat] < RE_HAND)
			return seat;
	return RE_NONE;
}

void re_deal_cards_run(void *state, ap_events *ev)
{
	(void)ev;
	if (re_drawing_seat(state) == RE_NONE)
		re_goto(state, RE_STEP_FIRST_PRESIDENT);
	else
		ap_ask(state, AP_SEAT(AP_CHANCE));
}

void re_draw_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	re_set deck = re_deck_of(state);
	ap_add_many_x(out, ap_act(RE_VERB_DRAW, 0, 0), deck.word[0]);
	ap_add_many_x(out, ap_act(RE_VERB_DRAW, 64, 0), deck.word[1]);
}

uint16_t re_draw_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	re_set deck = re_deck_of(state);
	bool in_deck = ap_verb_of(a) == RE_VERB_DRAW && re_has(&deck, (int)ap_x(a));
	return in_deck ? 0 : ap_step_of(state) == RE_STEP_REFILL ? RE_TU_3 : RE_SU_2;
}

void re_deal_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	seat = re_drawing_seat(state);
	re_draw_to_hand(state, seat, (int)ap_x(a));
	re_tell_card_dealt_to(ev, AP_SEAT(seat), RE_SU_2, RE_FACTION(seat), RE_CARD(ap_x(a)));
	re_tell_card_dealt_hidden_to(ev, (ap_seats)~AP_SEAT(seat), RE_SU_2, RE_FACTION(seat));
}

void re_first_president_run(void *state, ap_events *ev)
{
	re_goto(state, RE_STEP_FIRST_TURN);
	re_office_falls_free(state, RE_AWARD_FIRST, ev);
}
