/* dice.c: the die of 20. */
#include "chapters.h"

void kr_ask_chance(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

void kr_die_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	for (unsigned n = 1; n <= FACES; n++)
		ap_add(out, ap_act(V_DIE, n, 0));
}

uint16_t kr_die_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == V_DIE && ap_x(a) >= 1 && ap_x(a) <= FACES ? 0 : KR_TU_1;
}
