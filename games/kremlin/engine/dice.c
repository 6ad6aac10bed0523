/* dice.c: the die of 20. */
#include "chapters.h"

int kr_faces_reaching(int needs)
{
	int faces = KR_FACES + 1 - needs;
	return faces < 0 ? 0 : faces > KR_FACES ? KR_FACES : faces;
}

void kr_modify(kr_modifiers *m, int value, int clause, int ground)
{
	if (value == 0)
		return;
	assert(m->count < AP_COUNT(m->list));
	m->list[m->count++] = (kr_modifier){value, clause, ground};
	m->sum += value;
}

void kr_modify_by_card(kr_modifiers *m, int value, int card)
{
	assert(kr_is_card(card));
	kr_modify(m, value, kr_card_clause(card), KR_NONE);
}

static void tell_modifier(const kr_modifier *m, ap_events *ev)
{
	if (m->ground == KR_NONE)
		kr_tell_card_modifier(ev, m->clause, KR_INTRIGUE(m->clause - KR_IC_1), m->value);
	else
		kr_tell_modifier(ev, m->clause, m->value, KR_GROUND(m->ground));
}

void kr_tell_modifiers(const kr_modifiers *m, ap_events *ev)
{
	for (int i = 0; i < m->count; i++)
		tell_modifier(&m->list[i], ev);
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
	ap_add_run_x(out, ap_act(KR_VERB_DIE, 1, 0), KR_FACES, KR_FACES);
}

uint16_t kr_die_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == KR_VERB_DIE && ap_x(a) >= 1 && ap_x(a) <= KR_FACES ? 0 : KR_TU_1;
}
