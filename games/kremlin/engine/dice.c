/* dice.c: the die of 20. */
#include "chapters.h"

int kr_faces_reaching(int needs)
{
	int faces = KR_FACES + 1 - needs;
	return faces < 0 ? 0 : faces > KR_FACES ? KR_FACES : faces;
}

void kr_modify(kr_modifiers *m, int value, int clause)
{
	if (value == 0)
		return;
	assert(m->count < AP_COUNT(m->list));
	m->list[m->count++] = (kr_modifier){value, clause};
	m->sum += value;
}

void kr_tell_modifiers(const kr_modifiers *m, ap_events *ev)
{
	for (int i = 0; i < m->count; i++)
		kr_tell_modifier(ev, m->list[i].clause, m->list[i].value);
}

void kr_ask_chance_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

void kr_die_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	for (unsigned n = 1; n <= KR_FACES; n++)
		ap_add(out, ap_act(KR_VERB_DIE, n, 0));
}

uint16_t kr_die_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == KR_VERB_DIE && ap_x(a) >= 1 && ap_x(a) <= KR_FACES ? 0 : KR_TU_1;
}
