/* cure.c: phase 1, KR-1 and KR-1.1. */
#include "chapters.h"

/* Strength and weakness are named by posts from the KGB on. */
static int years_by_post(const kr_state *s, int post, ap_events *ev)
{
	int p = s->holder[post];
	if (!kr_advanced(s) || post == CHIEF)
		return 0;
	if (kr_politicians[p].weakness + KGB == post) {
		ap_tell(ev, EV_POST_GALLS, KR_AD_1, (int16_t)p, (int16_t)post);
		return 1;
	}
	if (kr_politicians[p].strength + KGB == post) {
		ap_tell(ev, EV_POST_SUITS, KR_AD_1, (int16_t)p, (int16_t)post);
		return -1;
	}
	return 0;
}

/* KR-1.1 */
static void age_member(kr_state *s, int post, ap_events *ev)
{
	int p = s->holder[post], years = post == CHIEF;
	if (!(s->cure & kr_bit(p)))
		years += kr_crosses(s, p);
	years += s->suspect >> p & 1;
	years += years_by_post(s, post, ev);
	if (kr_version(s) == SWISS && years > 1) {
		ap_tell(ev, EV_AGEING_CAPPED, KR_SW_2, (int16_t)p, (int16_t)years);
		years = 1;
	}
	if (years > 0)
		kr_stress(s, p, years, KR_1_1, ev);
}

static void end_cure_phase(kr_state *s, ap_events *ev)
{
	for (int post = 0; post < POSTS; post++)
		if (s->holder[post] != NONE)
			age_member(s, post, ev);
	kr_end_phase(s);
}

/* Who is healthy does not stay, unless a card has just sent him. */
void kr_leave_healthy(kr_state *s, int p, ap_events *ev)
{
	if (!(s->cure & ~s->visiting & kr_bit(p)) || kr_crosses(s, p) > 0)
		return;
	kr_end_cure(s, p);
	ap_tell(ev, EV_HEALED, KR_1, (int16_t)p);
}

/* In voting order, whoever is in poor health. */
void kr_cure_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	for (; f->v[ACTING] < POSTS && !s->no_visits; f->v[ACTING]++) {
		int p = s->holder[f->v[ACTING]];
		if (p == NONE || kr_crosses(s, p) == 0) {
			if (p != NONE)
				kr_leave_healthy(s, p, ev); /* a drug may have come since the phase began */
			continue;
		}
		int controller = kr_controller(s, p);
		if (controller != NONE) {
			ap_ask(s, AP_SEAT(controller));
			return;
		}
		ap_tell(ev, EV_NO_WILL, KR_IN_2, (int16_t)p);
		kr_say(s, p, ap_act(V_WORK, 0, 0), CURE_STAND);
		return;
	}
	end_cure_phase(s, ev);
}

void kr_cure_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(V_CURE, 0, 0));
	ap_add(out, ap_act(V_WORK, 0, 0));
}

uint16_t kr_cure_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == V_CURE || ap_verb_of(a) == V_WORK)
		return 0;
	return ap_step_of(state) == PHASE_END ? KR_IC_7 : KR_1;
}

void kr_cure_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	(void)seat;
	(void)ev;
	kr_say(s, s->holder[ap_peek(s)->v[ACTING]], a, CURE_STAND);
}

void kr_cure_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int p = s->holder[f->v[ACTING]];
	ap_goto(s, CURE);
	if (p == NONE || s->no_visits || kr_crosses(s, p) == 0) {
		if (p != NONE)
			kr_leave_healthy(s, p, ev);
		f->v[ACTING]++;
		return;
	}
	if (!kr_stands(s, p, ev))
		return;
	bool goes = ap_verb_of(kr_unpack(f->v[SAID])) == V_CURE;
	if (goes)
		s->cure |= kr_bit(p);
	else if (!(s->visiting & kr_bit(p)))
		kr_end_cure(s, p);
	ap_tell(ev, goes ? EV_TO_SANATORIUM : EV_AT_WORK, KR_1, (int16_t)p);
	f->v[ACTING]++;
}
