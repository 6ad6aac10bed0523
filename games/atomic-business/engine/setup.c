/* setup.c: the length of the series, the deal and the lot, AB-SU-1 to AB-SU-5, AB-SR-1. */
#include "state.h"

enum { NUMBERS = 4 }; /* drawn for series=auto */

/* The street before a game; scores and what is left of the series stay. */
void ab_new_game(ab_state *s)
{
	memset(s->gone, 0, sizeof s->gone);
	memset(s->discard, 0, sizeof s->discard);
	s->surcharged = s->considered = 0;
	memset(s->place, HOME, sizeof s->place);
	memset(s->load, NONE, sizeof s->load);
	memset(s->known_to, 0, sizeof s->known_to);
	memset(s->barred, 0, sizeof s->barred);
	memset(s->way, 0, sizeof s->way);
	memset(s->hand, NONE, sizeof s->hand);
	memset(s->hand_known, 0, sizeof s->hand_known);
	memset(s->answer, 0, sizeof s->answer);
	s->points = s->plates = s->attackers = s->cancelled = s->immune = s->idle = 0;
	s->mover = s->ballot_by = s->winner = s->opened = NONE;
	memset(s->bonus, 0, sizeof s->bonus);
	memset(s->malus, 0, sizeof s->malus);
	s->first = 0;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		for (int n = 0; n < EACH; n++)
			if (seat >= s->head.players || n >= ab_diplomats_each(s))
				s->place[seat * EACH + n] = REMOVED;
}

void ab_blank(void *state)
{
	ab_new_game(state);
}

/* AB-SR-1: four diplomats out of the box; `considered` holds those drawn. */
static int numbers_drawn(const ab_state *s, int *sum)
{
	*sum = 0;
	for (uint32_t b = s->considered; b; b &= b - 1)
		*sum += ab_diplomats[__builtin_ctz(b)].number;
	return __builtin_popcount(s->considered);
}

void ab_series_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	int games = s->head.option[OPTION_SERIES] + 1, sum;
	if (s->head.option[OPTION_SERIES] == SERIES_AUTO) {
		if (numbers_drawn(s, &sum) < NUMBERS) {
			ap_ask(s, AP_SEAT(AP_CHANCE));
			return;
		}
		games = sum;
	}
	if (games > 1)
		ap_tell(ev, EV_SERIES, AB_SR_1, (int16_t)games);
	s->games_left = (uint8_t)(games - 1);
	s->considered = 0;
	ap_goto(s, DEAL);
}

void ab_number_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	(void)seat;
	for (unsigned pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (!(s->considered >> pawn & 1))
			ap_add(out, ap_act(V_NUMBER, pawn, 0));
}

uint16_t ab_number_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	(void)seat;
	return ap_verb_of(a) == V_NUMBER && !(s->considered >> ap_x(a) & 1) ? 0 : AB_SR_1;
}

void ab_series_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	(void)seat;
	s->considered |= (uint32_t)1 << ap_x(a);
	ap_tell(ev, EV_NUMBER, AB_SR_1, (int16_t)ap_x(a));
}

/* AB-SU-1 to AB-SU-4 */
static void tell_set_up(const ab_state *s, ap_events *ev)
{
	int each = ab_diplomats_each(s), players = s->head.players;
	if (each == EACH)
		ap_tell(ev, EV_SET_UP, AB_SU_1, (int16_t)each);
	else
		ap_tell(ev, EV_FOUR_EACH, AB_SU_2, (int16_t)each);
	ap_tell(ev, EV_CASES, AB_SU_3, (int16_t)(NUCLEAR_EACH * players),
		(int16_t)(TOURIST_EACH * players));
}

/* Who gets the card that chance is drawing. */
int ab_drawing_seat(const ab_state *s)
{
	if (ap_step_of(s) == DRAW)
		return turn_of(s);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand[seat] == NONE)
			return seat;
	return NONE;
}

void ab_deal_run(void *state, ap_events *ev)
{
	int seat = ab_drawing_seat(state);
	if (seat == 0)
		tell_set_up(state, ev);
	if (seat == NONE)
		ap_goto(state, FIRST_LOT);
	else
		ap_ask(state, AP_SEAT(AP_CHANCE));
}

/* Copies of a card are told apart only to be drawn: of those left the first are listed. */
static uint32_t secret_deck(const ab_state *s)
{
	uint32_t deck = 0;
	int left[AB_EFFECT_COUNT];
	for (int effect = 0; effect < AB_EFFECT_COUNT; effect++)
		left[effect] = ab_copies[effect] - s->discard[effect];
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand[seat] < AB_EFFECT_COUNT)
			left[s->hand[seat]]--;
	for (int card = 0; card < AB_SECRETS; card++)
		if (left[ab_secrets[card].effect]-- > 0)
			deck |= 1u << card;
	return deck;
}

void ab_draw_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (uint32_t b = secret_deck(state); b; b &= b - 1)
		ap_add(out, ap_act(V_DRAW, (unsigned)__builtin_ctz(b), 0));
}

uint16_t ab_draw_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool there = ap_verb_of(a) == V_DRAW && (secret_deck(state) >> ap_x(a) & 1);
	return there ? 0 : ap_step_of(state) == DRAW ? AB_TU_3 : AB_SU_4;
}

static void draw(ab_state *s, int seat, int card)
{
	s->hand[seat] = ab_secrets[card].effect;
	s->hand_known[seat] = (uint8_t)AP_SEAT(seat);
}

void ab_deal_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	seat = ab_drawing_seat(state);
	draw(state, seat, (int)ap_x(a));
	ap_tell_to(
		ev, AP_SEAT(seat), EV_SECRET_DEALT, AB_SU_4, (int16_t)seat, ab_secrets[ap_x(a)].effect);
	ap_tell_to(ev, (ap_seats)~AP_SEAT(seat), EV_SECRET_DEALT_HIDDEN, AB_SU_4, (int16_t)seat);
}

/* AB-SU-5 */
void ab_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int power = 0; power < ap_players(state); power++)
		ap_add(out, ap_act(V_LOT, (unsigned)power, 0));
}

uint16_t ab_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == V_LOT && (int)ap_x(a) < ap_players(state) ? 0 : AB_SU_5;
}

void ab_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	(void)seat;
	s->first = (uint8_t)ap_x(a);
	ap_tell(ev, EV_BEGINS, AB_SU_5, s->first);
	ap_top(s)->v[TURN] = s->first;
	ap_goto(s, TURN_START);
}

/* In the deck: public, though not which they are. */
int ab_secrets_left(const ab_state *s)
{
	int left = AB_SECRETS;
	for (int effect = 0; effect < AB_EFFECT_COUNT; effect++)
		left -= s->discard[effect];
	for (int seat = 0; seat < s->head.players; seat++)
		left -= s->hand[seat] != NONE;
	return left;
}

/* AB-TU-3, AB-TU-4 */
void ab_draw_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	if (s->hand[turn_of(s)] != NONE) {
		ap_goto(s, MOVEMENT);
		return;
	}
	if (ab_secrets_left(s) == 0) {
		ap_tell(ev, EV_RESHUFFLED, AB_TU_4, 0);
		memset(s->discard, 0, sizeof s->discard);
	}
	ap_ask(s, AP_SEAT(AP_CHANCE));
}

void ab_draw_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	seat = ab_drawing_seat(state);
	draw(state, seat, (int)ap_x(a));
	ap_tell_to(
		ev, AP_SEAT(seat), EV_SECRET_DRAWN, AB_TU_3, (int16_t)seat, ab_secrets[ap_x(a)].effect);
	ap_tell_to(ev, (ap_seats)~AP_SEAT(seat), EV_SECRET_DRAWN_HIDDEN, AB_TU_3, (int16_t)seat);
	ap_goto(state, MOVEMENT);
}
