/* advanced.c: Intrigue cards in hands and deck, KR-AD-3, and new influence, KR-AD-6. */
#include "chapters.h"

/* ---- Cards ----------------------------------------------------------------------------------- */

void kr_card_to(kr_state *s, int card, int place)
{
	assert(card >= 0 && card < KR_INTRIGUES && place < KR_CARD_PLACE_COUNT);
	if (s->card[card] < AP_MAX_SEATS)
		s->hand_size[s->card[card]]--;
	s->card[card] = (uint8_t)place;
	s->card_known[card] = 0;
	if (place < AP_MAX_SEATS) {
		s->hand_size[place]++;
		s->card_known[card] = (uint8_t)AP_SEAT(place);
	}
}

/* The size follows from what all can see. */
int kr_deck_size(const kr_state *s)
{
	int size = KR_INTRIGUES;
	for (int card = 0; card < KR_INTRIGUES; card++)
		size -= s->card[card] >= KR_CARD_PLACE_DISCARDS && s->card[card] <= KR_CARD_PLACE_GONE;
	for (int seat = 0; seat < s->head.players; seat++)
		size -= s->hand_size[seat];
	return size;
}

static bool discards_are_empty(const kr_state *s)
{
	return ap_equal_bytes(s->card, KR_INTRIGUES, KR_CARD_PLACE_DISCARDS) == 0;
}

bool kr_can_draw(const kr_state *s)
{
	return kr_has_cards(s) && (kr_deck_size(s) > 0 || !discards_are_empty(s));
}

void kr_reshuffle_if_empty(kr_state *s, ap_events *ev)
{
	if (kr_deck_size(s) > 0)
		return;
	for (int card = 0; card < KR_INTRIGUES; card++)
		if (s->card[card] == KR_CARD_PLACE_DISCARDS)
			kr_card_to(s, card, KR_CARD_PLACE_DECK);
	kr_tell_reshuffled(ev, KR_AD_3);
}

static ap_seats all_but(int seat)
{
	return AP_ALL_VIEWERS & (ap_seats)~AP_SEAT(seat);
}

void kr_deal_card(kr_state *s, int seat, int card, ap_events *ev)
{
	assert(kr_is_seat(s, seat) && kr_is_card(card));
	kr_card_to(s, card, seat);
	kr_tell_card_dealt_to(ev, AP_SEAT(seat), KR_AD_3, KR_FACTION(seat), KR_INTRIGUE(card));
	kr_tell_card_dealt_hidden_to(ev, all_but(seat), KR_AD_3, KR_FACTION(seat));
}

void kr_draw_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	uint64_t deck = ap_equal_bytes(s->card, KR_INTRIGUES, KR_CARD_PLACE_DECK);
	ap_add_many_x(out, ap_act(KR_VERB_DRAW, 0, 0), deck);
}

uint16_t kr_draw_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	return ap_verb_of(a) == KR_VERB_DRAW && s->card[ap_x(a)] == KR_CARD_PLACE_DECK ? 0 : KR_AD_3;
}

/* ---- New influence --------------------------------------------------------------------------- */

/* KR-AD-6: returns the seat to the left of the one that controls the highest active member of
 * the Politburo who is controlled at all. */
static int first_to_decide(const kr_state *s)
{
	for (int post = 0; post < KR_POSTS; post++)
		if (kr_active(s, post) && kr_controller(s, s->holder[post]) != KR_NONE)
			return kr_clockwise(s, kr_controller(s, s->holder[post]), 1);
	return 0;
}

void kr_begin_influence(kr_state *s)
{
	kr_enter(s, KR_STEP_INFLUENCE);
	kr_influence_top(s)->first = (uint8_t)first_to_decide(s);
}

int kr_influence_seat(const kr_state *s)
{
	const kr_influence_frame *f = kr_influence_peek(s);
	return kr_clockwise(s, f->first, f->seats_done);
}

void kr_influence_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_influence_frame *f = kr_influence_top(s);
	(void)ev;
	if (s->unsettled) {
		kr_settle_ties(s);
		return;
	}
	if (f->decided == KR_NEW_DECISIONS) {
		f->decided = 0;
		f->seats_done++;
	}
	if (f->seats_done < s->head.players) {
		ap_ask(s, AP_SEAT(kr_influence_seat(s)));
		return;
	}
	kr_enter(s, KR_STEP_YEAR_END);
	kr_year_end_top(s)->influence_given = 1;
}

void kr_influence_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
	ap_add_many_x(out, ap_act(KR_VERB_ADD, 0, 0), kr_all_on_board(s));
	if (kr_can_draw(s))
		ap_add(out, ap_act(KR_VERB_INTRIGUE, 0, 0));
}

uint16_t kr_influence_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	switch (ap_verb_of(a)) {
	case KR_VERB_NOTHING:
		return 0;
	case KR_VERB_ADD:
		return kr_on_board(s, (int)ap_x(a)) ? 0 : KR_DE_7;
	case KR_VERB_INTRIGUE:
		return kr_can_draw(s) ? 0 : KR_AD_6;
	default:
		return KR_AD_6;
	}
}

void kr_add_point(kr_state *s, int seat, int p, int clause, ap_events *ev)
{
	assert(kr_is_seat(s, seat) && kr_is_politician(p));
	if (s->declared[seat][p] < KR_MOST_DECLARED)
		s->declared[seat][p]++;
	kr_tell_new_influence(ev, clause, KR_FACTION(seat), KR_POLITICIAN(p), s->declared[seat][p]);
	kr_new_totals(s, p, AP_SEAT(seat));
}

void kr_influence_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_influence_top(s)->decided++;
	if (ap_verb_of(a) == KR_VERB_ADD) {
		kr_add_point(s, seat, (int)ap_x(a), KR_AD_6, ev);
	} else if (ap_verb_of(a) == KR_VERB_INTRIGUE) {
		kr_reshuffle_if_empty(s, ev);
		kr_goto(s, KR_STEP_INFLUENCE_DRAW);
	}
}

void kr_influence_draw_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int drawer = kr_influence_seat(s), card = (int)ap_x(a);
	(void)seat;
	kr_card_to(s, card, drawer);
	kr_tell_draws_to(ev, AP_SEAT(drawer), KR_AD_6, KR_FACTION(drawer), KR_INTRIGUE(card));
	kr_tell_draws_hidden_to(ev, all_but(drawer), KR_AD_6, KR_FACTION(drawer));
	kr_goto(s, KR_STEP_INFLUENCE);
}
