/* rehabilitation.c: phase 7, KR-7. */
#include "chapters.h"

enum { YEARS = 5 };

void kr_rehabilitate_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	for (; f->v[ACTING] < POSTS && kr_at(s, SIBERIA); f->v[ACTING]++) {
		int p = s->holder[f->v[ACTING]];
		if (!kr_active(s, f->v[ACTING]))
			continue;
		if (kr_too_old(s, p)) {
			ap_tell(ev, EV_TOO_OLD, KR_RE_2, (int16_t)p);
			continue;
		}
		if (kr_controller(s, p) != NONE) {
			ap_ask(s, AP_SEAT(kr_controller(s, p)));
			return;
		}
		ap_tell(ev, EV_NO_WILL, KR_IN_2, (int16_t)p);
		kr_say(s, p, ap_act(V_NOTHING, 0, 0), REHABILITATE_STAND);
		return;
	}
	kr_end_phase(s);
}

void kr_rehabilitate_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_NOTHING, 0, 0));
	for (uint32_t set = kr_at(s, SIBERIA); set; set &= set - 1)
		ap_add(out, ap_act(V_REHABILITATE, (unsigned)__builtin_ctz(set), 0));
}

uint16_t kr_rehabilitate_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	bool fits = ap_verb_of(a) == V_NOTHING ||
		(ap_verb_of(a) == V_REHABILITATE && s->place[ap_x(a)] == SIBERIA);
	return fits ? 0 : KR_7;
}

void kr_rehabilitate_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = s->holder[ap_peek(s)->v[ACTING]];
	(void)seat;
	if (ap_verb_of(a) == V_REHABILITATE)
		ap_tell(ev, EV_REHABILITATES, KR_7, (int16_t)p, (int16_t)ap_x(a));
	else
		ap_tell(ev, EV_NOTHING_MORE, KR_7, (int16_t)p);
	kr_say(s, p, a, REHABILITATE_STAND);
}

void kr_rehabilitate_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int post = f->v[ACTING], p = s->holder[post];
	ap_action a = kr_unpack(f->v[SAID]);
	ap_goto(s, REHABILITATE);
	if (!kr_active(s, post) || !kr_stands(s, p, ev))
		return;
	if (ap_verb_of(a) == V_NOTHING) {
		f->v[ACTING]++;
	} else if (s->place[ap_x(a)] == SIBERIA) {
		kr_put(s, (int)ap_x(a), PEOPLE, ev);
		ap_tell(ev, EV_RETURNS, KR_7, (int16_t)ap_x(a));
		kr_stress(s, p, YEARS, KR_7, ev);
	}
}
