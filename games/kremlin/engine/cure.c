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

/* Remembers what the member who was asked does, and goes on to the next. */
static void speak(kr_state *s, kr_cure_frame *f, bool goes)
{
	int post = f->member++;
	f->spoken |= (uint8_t)(1u << post);
	f->going = (uint8_t)((f->going & ~(1u << post)) | (unsigned)goes << post);
	kr_cure_frame_set_controllers(f, post, kr_to_remember(kr_controller(s, s->holder[post])));
}

/* Asks the members in poor health, in voting order; then all listen to all of them, KR-DE-8. */
void kr_cure_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_cure_frame *f = kr_cure_top(s);
	while (f->member < KR_POSTS && !s->no_visits) {
		int p = s->holder[f->member];
		if (p == KR_NONE || kr_crosses(s, p) == 0) {
			if (p != KR_NONE)
				kr_leave_healthy(s, p, ev);
			f->member++;
			continue;
		}
		if (kr_controller(s, p) != KR_NONE) {
			ap_ask(s, AP_SEAT(kr_controller(s, p)));
			return;
		}
		kr_tell_no_will(ev, KR_IN_2, KR_POLITICIAN(p));
		speak(s, f, false);
	}
	if (f->spoken && !s->no_visits)
		kr_announce(s, s->holder[31 - __builtin_clz(f->spoken)], KR_STEP_CURE_STAND);
	else
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
	speak(s, f, ap_verb_of(a) == KR_VERB_CURE);
}

/* Returns the first post whose holder decides anew, or has fallen ill since all were asked;
 * KR_POSTS if there is none. */
static int first_to_ask(const kr_state *s, const kr_cure_frame *f, ap_events *ev)
{
	for (int post = 0; post < KR_POSTS; post++) {
		int p = s->holder[post], by = kr_remembered(kr_cure_frame_controllers(f, post));
		if (p == KR_NONE || kr_crosses(s, p) == 0)
			continue;
		if (!(f->spoken >> post & 1) || !kr_stands(s, p, by, ev))
			return post;
	}
	return KR_POSTS;
}

static void carry_out(kr_state *s, int p, bool goes, ap_events *ev)
{
	if (kr_crosses(s, p) == 0) {
		kr_leave_healthy(s, p, ev);
	} else if (goes) {
		s->cure |= kr_bit(p);
		kr_tell_to_sanatorium(ev, KR_1, KR_POLITICIAN(p));
	} else if (kr_visitors(s) & kr_bit(p)) {
		kr_tell_held(ev, kr_visit_clause(s, p), KR_POLITICIAN(p));
	} else {
		bool returns = s->cure & kr_bit(p);
		kr_end_cure(s, p);
		if (returns)
			kr_tell_back_at_work(ev, KR_1, KR_POLITICIAN(p));
		else
			kr_tell_at_work(ev, KR_1, KR_POLITICIAN(p));
	}
}

void kr_cure_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_cure_frame *f = kr_cure_top(s);
	kr_goto(s, KR_STEP_CURE);
	if (s->no_visits)
		return;
	int anew = first_to_ask(s, f, ev);
	if (anew < KR_POSTS) {
		f->member = (uint8_t)anew;
		f->spoken &= (uint8_t)((1u << anew) - 1);
		return;
	}
	for (int post = 0; post < KR_POSTS; post++)
		if ((f->spoken >> post & 1) && s->holder[post] != KR_NONE)
			carry_out(s, s->holder[post], f->going >> post & 1, ev);
	end_cure_phase(s, ev);
}
