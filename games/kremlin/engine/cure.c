/* cure.c: phase 1, KR-1 and KR-1.1. */
#include "chapters.h"

/* KR-AD-1: returns the years that his post adds. It spares nobody a year that he does not age. */
static int years_by_post(const kr_state *s, int post, int years, ap_events *ev)
{
	int p = s->holder[post], suits = kr_suits(s, p, post);
	if (suits < 0)
		kr_tell_post_galls(ev, KR_AD_1, KR_POLITICIAN(p), KR_PLACE(post));
	else if (suits > 0 && years > 0)
		kr_tell_post_suits(ev, KR_AD_1, KR_POLITICIAN(p), KR_PLACE(post));
	return suits > 0 && years == 0 ? 0 : -suits;
}

int kr_years_of_illness(const kr_state *s, int p)
{
	assert(kr_is_member(s, p));
	int years = kr_crosses(s, p);
	return kr_version(s) == KR_RULES_SWISS && years > KR_SWISS_YEARS ? KR_SWISS_YEARS : years;
}

/* KR-1.1 */
static void age_member(kr_state *s, int post, ap_events *ev)
{
	int p = s->holder[post], chair = post == KR_PLACE_CHIEF, suspicion = s->suspect >> p & 1;
	int illness = s->cure & kr_bit(p) ? 0 : kr_crosses(s, p);
	int years = chair + illness + suspicion;
	years += years_by_post(s, post, years, ev);
	if (kr_version(s) == KR_RULES_SWISS && years > KR_SWISS_YEARS) {
		kr_tell_ageing_capped(ev, KR_SW_2, KR_POLITICIAN(p), years);
		kr_stress(s, p, KR_SWISS_YEARS, KR_1_1, ev);
	} else if (years > 0) {
		kr_add_years(s, p, years);
		kr_tell_ages(ev, KR_1_1, KR_POLITICIAN(p), years, kr_age(s, p), chair, illness, suspicion);
	}
}

static void end_cure_phase(kr_state *s, ap_events *ev)
{
	for (int post = 0; post < KR_POSTS; post++)
		if (s->holder[post] != KR_NONE)
			age_member(s, post, ev);
	kr_end_phase(s);
}

/* A healthy politician does not stay, unless a card has just sent him. */
void kr_leave_healthy(kr_state *s, int p, ap_events *ev)
{
	assert(kr_is_politician(p));
	if (!(s->cure & ~kr_visitors(s) & kr_bit(p)) || kr_crosses(s, p) > 0)
		return;
	kr_end_cure(s, p);
	kr_tell_healed(ev, KR_1, KR_POLITICIAN(p));
}

/* Asks the members in poor health, in voting order. A card may have healed one since the phase
 * began. */
void kr_cure_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_cure_frame *f = kr_cure_top(s);
	for (; f->member < KR_POSTS && !s->no_visits; f->member++) {
		int p = s->holder[f->member];
		if (p == KR_NONE)
			continue;
		if (kr_crosses(s, p) == 0) {
			kr_leave_healthy(s, p, ev);
			continue;
		}
		int controller = kr_controller(s, p);
		if (controller != KR_NONE) {
			ap_ask(s, AP_SEAT(controller));
			return;
		}
		kr_tell_no_will(ev, KR_IN_2, KR_POLITICIAN(p));
		f->said = ap_act(KR_VERB_WORK, 0, 0);
		f->by = kr_announce(s, p, KR_STEP_CURE_STAND);
		return;
	}
	end_cure_phase(s, ev);
}

void kr_cure_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_CURE, 0, 0));
	ap_add(out, ap_act(KR_VERB_WORK, 0, 0));
}

uint16_t kr_cure_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == KR_VERB_CURE || ap_verb_of(a) == KR_VERB_WORK)
		return 0;
	if (ap_step_of(state) != KR_STEP_PHASE_END)
		return KR_1;
	return (uint16_t)kr_visit_clause(state, kr_phase_end_peek(state)->visitor);
}

void kr_cure_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_cure_frame *f = kr_cure_top(s);
	(void)seat;
	if (ap_verb_of(a) == KR_VERB_CURE)
		kr_tell_cure_chosen(ev, KR_1, KR_POLITICIAN(s->holder[f->member]));
	else
		kr_tell_work_chosen(ev, KR_1, KR_POLITICIAN(s->holder[f->member]));
	f->said = a;
	f->by = kr_announce(s, s->holder[f->member], KR_STEP_CURE_STAND);
}

void kr_cure_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_cure_frame *f = kr_cure_top(s);
	int p = s->holder[f->member];
	kr_goto(s, KR_STEP_CURE);
	if (p == KR_NONE || s->no_visits || kr_crosses(s, p) == 0) {
		if (p != KR_NONE)
			kr_leave_healthy(s, p, ev);
		f->member++;
		return;
	}
	if (!kr_stands(s, p, f->by, ev))
		return;
	f->member++;
	if (ap_verb_of(f->said) == KR_VERB_CURE) {
		s->cure |= kr_bit(p);
		kr_tell_to_sanatorium(ev, KR_1, KR_POLITICIAN(p));
		return;
	}
	if (kr_visitors(s) & kr_bit(p)) {
		kr_tell_held(ev, kr_visit_clause(s, p), KR_POLITICIAN(p));
		return;
	}
	bool returns = s->cure & kr_bit(p);
	kr_end_cure(s, p);
	if (returns)
		kr_tell_back_at_work(ev, KR_1, KR_POLITICIAN(p));
	else
		kr_tell_at_work(ev, KR_1, KR_POLITICIAN(p));
}
