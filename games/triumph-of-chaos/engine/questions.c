/* questions.c: asks a side, both seats, or chance, and rolls the die. */
#include "chapters.h"

void tc_ask(tc_state *s, int side)
{
	assert(tc_is_side(side) && s->seat_of[side] < TC_SEAT_COUNT);
	if (tc_polish_affairs_due(s)) { /* The step runs again when they are settled. */
		tc_call(s, TC_STEP_POLISH_AFFAIRS);
		return;
	}
	tc_supply(s);
	if (!tc_end_if_won(s))
		ap_ask(s, AP_SEAT(s->seat_of[side]));
}

void tc_ask_stale(tc_state *s, int side)
{
	assert(tc_is_side(side));
	if (tc_polish_affairs_due(s)) {
		tc_call(s, TC_STEP_POLISH_AFFAIRS);
		return;
	}
	if (s->unfed)
		tc_find_supply(s);
	if (!tc_end_if_won(s))
		ap_ask(s, AP_SEAT(s->seat_of[side]));
}

void tc_ask_seats(tc_state *s, ap_seats seats)
{
	tc_supply(s);
	if (!tc_end_if_won(s))
		ap_ask(s, seats);
}

void tc_ask_chance(tc_state *s)
{
	tc_supply(s);
	if (!tc_end_if_won(s))
		ap_ask(s, AP_SEAT(AP_CHANCE));
}

void tc_chance_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask_chance(state);
}

void tc_die_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	for (unsigned n = 1; n <= TC_FACES; n++)
		ap_add(out, ap_act(TC_VERB_DIE, n, 0));
}

uint16_t tc_die_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	bool die = ap_verb_of(a) == TC_VERB_DIE && ap_x(a) >= 1 && ap_x(a) <= TC_FACES;
	return die ? 0 : TC_TU_2;
}

int tc_longest_list(void)
{
	return 200;
}

bool tc_ask_holders(tc_state *s)
{
	ap_seats seats = 0;
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (s->hand_size[side] > 0)
			seats |= AP_SEAT(s->seat_of[side]);
	if (seats)
		tc_ask_seats(s, seats);
	return seats != 0;
}
