/* advanced.c: Intrigue cards in hands and deck, KR-AD-3, and new influence, KR-AD-6. */
#include "chapters.h"

/* ---- Cards ----------------------------------------------------------------------------------- */

void kr_card_to(kr_state *s, int card, int place)
{
	if (s->card[card] < AP_MAX_SEATS)
		s->hand_size[s->card[card]]--;
	s->card[card] = (uint8_t)place;
	s->card_known[card] = 0;
	if (place < AP_MAX_SEATS) {
		s->hand_size[place]++;
		s->card_known[card] = (uint8_t)AP_SEAT(place);
	}
}

/* How many are in the deck follows from what all can see. */
int kr_deck_size(const kr_state *s)
{
	int size = CARDS;
	for (int card = 0; card < CARDS; card++)
		size -= s->card[card] >= DISCARDS && s->card[card] <= GONE;
	for (int seat = 0; seat < s->head.players; seat++)
		size -= s->hand_size[seat];
	return size;
}

static bool discards_are_empty(const kr_state *s)
{
	for (int card = 0; card < CARDS; card++)
		if (s->card[card] == DISCARDS)
			return false;
	return true;
}

bool kr_can_draw(const kr_state *s)
{
	return kr_deck_size(s) > 0 || !discards_are_empty(s);
}

void kr_reshuffle_if_empty(kr_state *s, ap_events *ev)
{
	if (kr_deck_size(s) > 0)
		return;
	for (int card = 0; card < CARDS; card++)
		if (s->card[card] == DISCARDS)
			kr_card_to(s, card, DECK);
	ap_tell(ev, EV_RESHUFFLED, KR_AD_3, 0);
}

void kr_drawn(kr_state *s, int seat, int card, ap_events *ev, bool dealt)
{
	int clause = dealt ? KR_AD_3 : KR_AD_6;
	kr_card_to(s, card, seat);
	ap_tell_to(
		ev, AP_SEAT(seat), dealt ? EV_CARD_DEALT : EV_DRAWS, clause, (int16_t)seat, (int16_t)card);
	ap_tell_to(ev, AP_ALL_VIEWERS & (ap_seats)~AP_SEAT(seat),
		dealt ? EV_CARD_DEALT_HIDDEN : EV_DRAWS_HIDDEN, clause, (int16_t)seat);
}

void kr_draw_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	for (int card = 0; card < CARDS; card++)
		if (s->card[card] == DECK)
			ap_add(out, ap_act(V_DRAW, (unsigned)card, 0));
}

uint16_t kr_draw_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	return ap_verb_of(a) == V_DRAW && s->card[ap_x(a)] == DECK ? 0 : KR_AD_3;
}

/* ---- New influence: v[ACTING] seats are done, v[SAID] points of the present one, v[BY] begins --
 */

void kr_begin_influence(kr_state *s)
{
	int first = 0;
	kr_clear_locals(s);
	for (int post = POSTS - 1; post >= 0; post--)
		if (kr_active(s, post) && kr_controller(s, s->holder[post]) != NONE)
			first = kr_clockwise(s, kr_controller(s, s->holder[post]), 1);
	ap_top(s)->v[BY] = (int16_t)first;
	ap_goto(s, INFLUENCE);
}

int kr_influence_seat(const kr_state *s)
{
	const ap_frame *f = ap_peek(s);
	return kr_clockwise(s, f->v[BY], f->v[ACTING]);
}

void kr_influence_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	(void)ev;
	if (s->unsettled) {
		kr_settle_ties(s);
		return;
	}
	if (f->v[SAID] == NEW_POINTS) {
		f->v[SAID] = 0;
		f->v[ACTING]++;
	}
	if (f->v[ACTING] < s->head.players) {
		ap_ask(s, AP_SEAT(kr_influence_seat(s)));
		return;
	}
	kr_clear_locals(s);
	f->v[MORE] = 1; /* done this year: see kr_year_end_run() */
	ap_goto(s, YEAR_END);
}

void kr_influence_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_NOTHING, 0, 0));
	for (int p = 0; p < POLITICIANS; p++)
		if (kr_on_board(s, p))
			ap_add(out, ap_act(V_ADD, (unsigned)p, 0));
	if (kr_can_draw(s))
		ap_add(out, ap_act(V_INTRIGUE, 0, 0));
}

uint16_t kr_influence_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_NOTHING:
		return 0;
	case V_ADD:
		return kr_on_board(s, (int)ap_x(a)) ? 0 : KR_DE_7;
	case V_INTRIGUE:
		return kr_can_draw(s) ? 0 : KR_AD_6;
	default:
		return KR_AD_6;
	}
}

/* One point more than was ever written. */
void kr_add_point(kr_state *s, int seat, int p, int clause, ap_events *ev)
{
	if (s->declared[seat][p] < MOST_DECLARED)
		s->declared[seat][p]++;
	ap_tell(ev, EV_NEW_INFLUENCE, clause, (int16_t)seat, (int16_t)p, (int16_t)s->declared[seat][p]);
	kr_new_totals(s, p, AP_SEAT(seat));
}

void kr_influence_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = (int)ap_x(a);
	ap_top(s)->v[SAID]++;
	if (ap_verb_of(a) == V_ADD) {
		kr_add_point(s, seat, p, KR_AD_6, ev);
	} else if (ap_verb_of(a) == V_INTRIGUE) {
		kr_reshuffle_if_empty(s, ev);
		ap_goto(s, INFLUENCE_DRAW);
	}
}

void kr_influence_draw_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	(void)seat;
	kr_drawn(s, kr_influence_seat(s), (int)ap_x(a), ev, false);
	ap_goto(s, INFLUENCE);
}
