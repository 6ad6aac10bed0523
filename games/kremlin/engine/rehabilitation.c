/* rehabilitation.c: phase 7, KR-7. */
#include "chapters.h"

void kr_rehabilitate_open_run(void *state, ap_events *ev)
{
	(void)ev;
	kr_goto(state, KR_STEP_REHABILITATE);
	kr_listen_for_cards(state, KR_NONE);
}

void kr_rehabilitate_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_rehabilitate_frame *f = kr_rehabilitate_top(s);
	for (; f->member < KR_POSTS && kr_at(s, KR_PLACE_SIBERIA); f->member++) {
		int p = s->holder[f->member];
		if (!kr_active(s, f->member))
			continue;
		if (kr_too_old(s, p)) {
			kr_tell_too_old(ev, KR_RE_2, KR_POLITICIAN(p));
			continue;
		}
		if (kr_controller(s, p) != KR_NONE) {
			ap_ask(s, AP_SEAT(kr_controller(s, p)));
			return;
		}
		kr_tell_no_will(ev, KR_IN_2, KR_POLITICIAN(p));
		f->said = ap_act(KR_VERB_NOTHING, 0, 0);
		f->by = kr_announce(s, p, KR_STEP_REHABILITATE_STAND);
		return;
	}
	kr_end_phase(s);
}

void kr_rehabilitate_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
	for (kr_politician_set set = kr_at(s, KR_PLACE_SIBERIA); set; set &= set - 1)
		ap_add(out, ap_act(KR_VERB_REHABILITATE, (unsigned)__builtin_ctz(set), 0));
}

uint16_t kr_rehabilitate_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	bool fits = ap_verb_of(a) == KR_VERB_NOTHING ||
		(ap_verb_of(a) == KR_VERB_REHABILITATE && s->place[ap_x(a)] == KR_PLACE_SIBERIA);
	return fits ? 0 : KR_7;
}

void kr_rehabilitate_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_rehabilitate_frame *f = kr_rehabilitate_top(s);
	int p = s->holder[f->member];
	(void)seat;
	if (ap_verb_of(a) == KR_VERB_REHABILITATE)
		kr_tell_rehabilitates(ev, KR_7, KR_POLITICIAN(p), KR_POLITICIAN(ap_x(a)));
	else
		kr_tell_releases_nobody(ev, KR_7, KR_POLITICIAN(p));
	f->said = a;
	f->by = kr_announce(s, p, KR_STEP_REHABILITATE_STAND);
}

void kr_rehabilitate_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_rehabilitate_frame *f = kr_rehabilitate_top(s);
	int p = s->holder[f->member], released = (int)ap_x(f->said);
	kr_goto(s, KR_STEP_REHABILITATE);
	if (!kr_active(s, f->member) || !kr_at(s, KR_PLACE_SIBERIA))
		return; /* a card may have emptied Siberia: then there is nothing to decide */
	if (!kr_stands(s, p, f->by, ev))
		return;
	if (ap_verb_of(f->said) == KR_VERB_NOTHING) {
		f->member++;
	} else if (s->place[released] == KR_PLACE_SIBERIA) {
		kr_put(s, released, KR_PLACE_PEOPLE, ev);
		kr_tell_returns(ev, KR_7, KR_POLITICIAN(released));
		kr_stress(s, p, KR_RELEASE_COST, KR_7, ev);
	}
}
