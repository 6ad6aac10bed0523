/* setup.c: the length of the series, the deal and the lot, AB-SU-1 to AB-SU-5 and AB-SR-1, and the
 * draw of a Secret card, AB-TU-3 and AB-TU-4. */
#include "chapters.h"

/* ---- Before a game --------------------------------------------------------------------------- */

void ab_new_game(ab_state *s)
{
	memset(s->gone, 0, sizeof s->gone);
	memset(s->discard, 0, sizeof s->discard);
	s->surcharged = 0;
	memset(s->place, AB_SPACE_HOME, sizeof s->place);
	memset(s->load, AB_NONE, sizeof s->load);
	memset(s->known_to, 0, sizeof s->known_to);
	memset(s->barred, 0, sizeof s->barred);
	memset(s->asked_at, 0, sizeof s->asked_at);
	memset(s->spared, 0, sizeof s->spared);
	memset(s->way, 0, sizeof s->way);
	memset(s->hand, AB_NONE, sizeof s->hand);
	memset(s->hand_known, 0, sizeof s->hand_known);
	ab_forget_answers(s);
	s->points = s->plates = s->idle = 0;
	s->mover = s->ballot_by = s->winner = AB_NONE;
	s->first = 0;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		for (int n = 0; n < AB_DIPLOMATS_EACH; n++)
			if (seat >= s->head.players || n >= ab_diplomats_each(s))
				s->place[ab_first_pawn(seat) + n] = AB_SPACE_REMOVED;
}

/* ---- The length of the series, AB-SR-1 ------------------------------------------------------- */

static int sum_of_numbers(ab_pawn_set drawn)
{
	int sum = 0;
	for (; drawn; drawn &= drawn - 1)
		sum += ab_diplomats[__builtin_ctz(drawn)].number;
	return sum;
}

void ab_series_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_turn_frame *f = ab_turn_top(s);
	int games = s->head.option[AB_OPTION_SERIES] + 1;
	if (s->head.option[AB_OPTION_SERIES] == AB_SERIES_AUTO) {
		if (__builtin_popcount(f->numbers) < AB_NUMBERS_DRAWN) {
			ap_ask(s, AP_SEAT(AP_CHANCE));
			return;
		}
		games = sum_of_numbers(f->numbers);
	}
	if (games > 1)
		ab_tell_series(ev, AB_SR_1, games);
	s->games_left = (uint8_t)(games - 1);
	f->numbers = 0;
	ab_goto(s, AB_STEP_DEAL);
}

void ab_number_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (!(ab_turn_peek(state)->numbers >> pawn & 1))
			ap_add(out, ap_act(AB_VERB_NUMBER, pawn, 0));
}

uint16_t ab_number_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool left = ap_verb_of(a) == AB_VERB_NUMBER && !(ab_turn_peek(state)->numbers >> ap_x(a) & 1);
	return left ? 0 : AB_SR_1;
}

void ab_series_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	ab_turn_top(state)->numbers |= ab_pawn_bit((int)ap_x(a));
	ab_tell_number(ev, AB_SR_1, AB_DIPLOMAT(ap_x(a)));
}

/* ---- The deal, AB-SU-1 to AB-SU-4 ------------------------------------------------------------ */

static void tell_set_up(const ab_state *s, ap_events *ev)
{
	int each = ab_diplomats_each(s);
	if (each == AB_DIPLOMATS_EACH)
		ab_tell_set_up(ev, AB_SU_1, each);
	else
		ab_tell_four_each(ev, AB_SU_2, each);
	ab_tell_cases(
		ev, AB_SU_3, ab_cases_in_all(s, AB_KIND_NUCLEAR), ab_cases_in_all(s, AB_KIND_TOURIST));
}

int ab_drawing_seat(const ab_state *s)
{
	if (ap_step_of(s) == AB_STEP_DRAW)
		return ab_turn_of(s);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand[seat] == AB_NONE)
			return seat;
	return AB_NONE;
}

void ab_deal_run(void *state, ap_events *ev)
{
	int seat = ab_drawing_seat(state);
	if (seat == 0)
		tell_set_up(state, ev);
	if (seat == AB_NONE)
		ab_goto(state, AB_STEP_FIRST_LOT);
	else
		ap_ask(state, AP_SEAT(AP_CHANCE));
}

/* Returns the set of cards that can be drawn. Copies of a card have different numbers only while
 * they are drawn; the lowest numbers stand for the copies that are left. */
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
	ap_add_many_x(out, ap_act(AB_VERB_DRAW, 0, 0), secret_deck(state));
}

uint16_t ab_draw_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool there = ap_verb_of(a) == AB_VERB_DRAW && (secret_deck(state) >> ap_x(a) & 1);
	return there ? 0 : ap_step_of(state) == AB_STEP_DRAW ? AB_TU_3 : AB_SU_4;
}

static void put_in_hand(ab_state *s, int seat, int card)
{
	assert(seat >= 0 && seat < AP_MAX_SEATS);
	s->hand[seat] = ab_secrets[card].effect;
	s->hand_known[seat] = (uint8_t)AP_SEAT(seat);
}

void ab_deal_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	seat = ab_drawing_seat(state);
	put_in_hand(state, seat, (int)ap_x(a));
	ab_tell_secret_dealt_to(
		ev, AP_SEAT(seat), AB_SU_4, AB_POWER(seat), AB_EFFECT(ab_secrets[ap_x(a)].effect));
	ab_tell_secret_dealt_hidden_to(ev, (ap_seats)~AP_SEAT(seat), AB_SU_4, AB_POWER(seat));
}

/* ---- Who begins, AB-SU-5 --------------------------------------------------------------------- */

void ab_first_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int power = 0; power < ap_players(state); power++)
		ap_add(out, ap_act(AB_VERB_LOT, (unsigned)power, 0));
}

uint16_t ab_first_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == AB_VERB_LOT && (int)ap_x(a) < ap_players(state) ? 0 : AB_SU_5;
}

void ab_first_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	(void)seat;
	s->first = (uint8_t)ap_x(a);
	ab_tell_begins(ev, AB_SU_5, AB_POWER(s->first));
	ab_turn_top(s)->turn = s->first;
	ab_goto(s, AB_STEP_TURN_START);
}

/* ---- The draw, AB-TU-3 and AB-TU-4 ----------------------------------------------------------- */

int ab_secrets_left(const ab_state *s)
{
	int left = AB_SECRETS;
	for (int effect = 0; effect < AB_EFFECT_COUNT; effect++)
		left -= s->discard[effect];
	for (int seat = 0; seat < s->head.players; seat++)
		left -= s->hand[seat] != AB_NONE;
	return left;
}

void ab_draw_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	if (s->hand[ab_turn_of(s)] != AB_NONE) {
		ab_goto(s, AB_STEP_MOVEMENT);
		return;
	}
	if (ab_secrets_left(s) == 0) {
		ab_tell_reshuffled(ev, AB_TU_4);
		memset(s->discard, 0, sizeof s->discard);
	}
	ap_ask(s, AP_SEAT(AP_CHANCE));
}

void ab_draw_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	seat = ab_drawing_seat(state);
	put_in_hand(state, seat, (int)ap_x(a));
	ab_tell_secret_drawn_to(
		ev, AP_SEAT(seat), AB_TU_3, AB_POWER(seat), AB_EFFECT(ab_secrets[ap_x(a)].effect));
	ab_tell_secret_drawn_hidden_to(ev, (ap_seats)~AP_SEAT(seat), AB_TU_3, AB_POWER(seat));
	ab_goto(state, AB_STEP_MOVEMENT);
}
