/* spy.c: phase 3, KR-3 to KR-3.4. Trials are in ballot.c. */
#include "chapters.h"

/* KR-3.4 */
static const uint8_t spy_order[] = {
	KR_PLACE_DEFENSE, KR_PLACE_FOREIGN, KR_PLACE_KGB, KR_PLACE_CHIEF, KR_PLACE_INDUSTRY};

int kr_investigator(const kr_state *s)
{
	return kr_first_active(s, spy_order, AP_COUNT(spy_order));
}

void kr_spy_open_run(void *state, ap_events *ev)
{
	(void)ev;
	kr_goto(state, KR_STEP_SPY);
	kr_listen_for_cards(state, KR_NONE);
}

/* Notes who investigates now. It is told once, when the power passes to him. */
static void note_investigator(kr_state *s, int p, ap_events *ev)
{
	kr_spy_frame *f = kr_spy_top(s);
	if (p != f->investigator && p != s->holder[KR_PLACE_DEFENSE])
		kr_tell_power_passes(ev, KR_3_4, KR_POLITICIAN(p), KR_PLACE(s->place[p]));
	f->investigator = (uint8_t)p;
}

void kr_spy_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_spy_frame *f = kr_spy_top(s);
	int p = kr_investigator(s);
	if (p == KR_NONE) {
		kr_tell_nobody_active(ev, KR_3_4, KR_PHASE_SPY);
		kr_end_phase(s);
		return;
	}
	note_investigator(s, p, ev);
	if (kr_too_old(s, p)) {
		kr_tell_too_old(ev, KR_RE_2, KR_POLITICIAN(p));
		kr_end_phase(s);
	} else if (kr_controller(s, p) == KR_NONE) {
		kr_tell_no_will(ev, KR_IN_2, KR_POLITICIAN(p));
		f->alibi = 0;
		f->said = ap_act(KR_VERB_NOTHING, 0, 0);
		f->by = kr_announce(s, p, KR_STEP_SPY_STAND);
	} else {
		ap_ask(s, AP_SEAT(kr_controller(s, p)));
	}
}

/* ---- What the investigator may do ------------------------------------------------------------ */

static uint16_t trial_forbidden(const kr_state *s, const kr_spy_frame *f, int accused)
{
	if (f->late || !kr_is_member(s, accused) || !(s->suspect & kr_bit(accused)))
		return KR_3;
	return kr_bars(s, f->investigator, accused) ? KR_IC_19 : 0;
}

static uint16_t condemn_forbidden(const kr_state *s, const kr_spy_frame *f, int p)
{
	return !f->late && s->place[p] == KR_PLACE_CANDIDATES ? 0 : KR_3_1;
}

static uint16_t investigate_forbidden(const kr_state *s, const kr_spy_frame *f, int p)
{
	if (!kr_is_member(s, p) || (s->suspect & kr_bit(p)) || f->acquitted == p)
		return KR_3_2;
	return kr_bars(s, f->investigator, p) ? KR_IC_19 : 0;
}

static uint16_t close_forbidden(const kr_state *s, int p)
{
	return s->suspect & kr_bit(p) ? 0 : KR_3_3;
}

static uint16_t forbidden(const kr_state *s, const kr_spy_frame *f, ap_action a)
{
	int p = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case KR_VERB_NOTHING:
		return 0;
	case KR_VERB_TRIAL:
		return trial_forbidden(s, f, p);
	case KR_VERB_CONDEMN:
		return condemn_forbidden(s, f, p);
	case KR_VERB_INVESTIGATE:
		return investigate_forbidden(s, f, p);
	case KR_VERB_CLOSE:
		return close_forbidden(s, p);
	default:
		return KR_3;
	}
}

/* Adds the verb for each politician of a set against whom it is not forbidden. */
static void list_allowed(
	const kr_state *s, const kr_spy_frame *f, unsigned verb, kr_politician_set set, ap_list *out)
{
	for (; set; set &= set - 1) {
		ap_action a = ap_act(verb, (unsigned)__builtin_ctz(set), 0);
		if (forbidden(s, f, a) == 0)
			ap_add(out, a);
	}
}

void kr_spy_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	const kr_spy_frame *f = kr_spy_peek(s);
	kr_politician_set members = kr_members(s);
	(void)seat;
	ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
	if (!f->late) {
		list_allowed(s, f, KR_VERB_TRIAL, members & s->suspect, out);
		list_allowed(s, f, KR_VERB_CONDEMN, kr_at(s, KR_PLACE_CANDIDATES), out);
	}
	list_allowed(s, f, KR_VERB_INVESTIGATE, members & ~s->suspect, out);
	list_allowed(s, f, KR_VERB_CLOSE, s->suspect, out);
}

uint16_t kr_spy_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return forbidden(state, kr_spy_peek(state), a);
}

static void tell_announced(const kr_spy_frame *f, ap_action a, ap_events *ev)
{
	int p = f->investigator, x = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case KR_VERB_NOTHING:
		if (f->late)
			kr_tell_nothing_more(ev, KR_3_4, KR_POLITICIAN(p));
		else
			kr_tell_no_inquiry(ev, KR_3_4, KR_POLITICIAN(p));
		break;
	case KR_VERB_TRIAL:
		kr_tell_trial_called(ev, KR_3, KR_POLITICIAN(p), KR_POLITICIAN(x));
		break;
	case KR_VERB_CONDEMN:
		kr_tell_condemned(ev, KR_3_1, KR_POLITICIAN(p), KR_POLITICIAN(x));
		break;
	case KR_VERB_INVESTIGATE:
		kr_tell_investigated(ev, KR_3_2, KR_POLITICIAN(p), KR_POLITICIAN(x));
		break;
	default:
		kr_tell_closed(ev, KR_3_3, KR_POLITICIAN(p), KR_POLITICIAN(x));
	}
}

/* An alibi that was played counts only if the same trial is announced again. */
void kr_spy_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_spy_frame *f = kr_spy_top(s);
	(void)seat;
	if (a != f->said)
		f->alibi = 0;
	tell_announced(f, a, ev);
	f->said = a;
	f->by = kr_announce(s, f->investigator, KR_STEP_SPY_STAND);
}

/* ---- Announcements that stand ---------------------------------------------------------------- */

/* KR-3.2, KR-3.3: a "?" comes after trial and condemnation; a file may be closed before them, too,
 * unless the table has agreed otherwise. */
static void carry_out(kr_state *s, ap_action a, ap_events *ev)
{
	kr_spy_frame *f = kr_spy_top(s);
	int p = f->investigator, target = (int)ap_x(a);
	bool alibi = f->alibi;
	f->alibi = 0;
	if (ap_verb_of(a) != KR_VERB_CLOSE || s->head.option[KR_OPTION_FILES] == KR_FILES_LAST)
		f->late = 1;
	switch (ap_verb_of(a)) {
	case KR_VERB_TRIAL:
		kr_call_trial(s, target, p, alibi);
		break;
	case KR_VERB_CONDEMN:
		kr_stress(s, p, KR_CONDEMNATION_COST, KR_3_1, ev);
		kr_to_siberia(s, target, KR_3_1, ev);
		break;
	case KR_VERB_INVESTIGATE:
		kr_stress(s, p, KR_INVESTIGATION_COST, KR_3_2, ev);
		s->suspect |= kr_bit(target);
		break;
	default:
		kr_stress(s, p, KR_CLOSING_COST, KR_3_3, ev);
		s->suspect &= ~kr_bit(target);
	}
}

void kr_spy_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_spy_frame *f = kr_spy_top(s);
	bool lapsed = f->lapsed;
	f->lapsed = 0;
	kr_goto(s, KR_STEP_SPY);
	if (lapsed || f->investigator != kr_investigator(s)) {
		f->alibi = 0;
		return;
	}
	if (!kr_stands(s, f->investigator, f->by, ev))
		return; /* the alibi counts if the trial is confirmed */
	if (ap_verb_of(f->said) == KR_VERB_NOTHING)
		kr_end_phase(s);
	else if (forbidden(s, f, f->said) == 0)
		carry_out(s, f->said, ev);
	else
		f->alibi = 0;
}
