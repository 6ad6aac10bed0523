/* spy.c: phase 3, KR-3 to KR-3.4. The last local says whether it is too late for a trial or a
 * condemnation, and who was acquitted. */
#include "chapters.h"

/* KR-3.4 */
static const uint8_t spy_order[] = {DEFENSE, FOREIGN, KGB, CHIEF, INDUSTRY};

enum { LATE = 1 };

int kr_investigator(const kr_state *s)
{
	return kr_first_active(s, spy_order, AP_COUNT(spy_order));
}

void kr_spy_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int p = kr_investigator(s);
	if (p == NONE) {
		s->alibi = 0;
		ap_tell(ev, EV_NOBODY_ACTIVE, KR_3_4, 3);
		kr_end_phase(s);
		return;
	}
	ap_top(s)->v[ACTING] = (int16_t)p;
	if (kr_controller(s, p) == NONE)
		s->alibi = 0;
	if (p != s->holder[DEFENSE])
		ap_tell(ev, EV_POWER_PASSES, KR_3_4, (int16_t)p, (int16_t)s->place[p]);
	if (kr_too_old(s, p)) {
		ap_tell(ev, EV_TOO_OLD, KR_RE_2, (int16_t)p);
		kr_end_phase(s);
	} else if (kr_controller(s, p) == NONE) {
		ap_tell(ev, EV_NO_WILL, KR_IN_2, (int16_t)p);
		kr_say(s, p, ap_act(V_NOTHING, 0, 0), SPY_STAND);
	} else {
		ap_ask(s, AP_SEAT(kr_controller(s, p)));
	}
}

/* ---- What he may do -------------------------------------------------------------------------- */

static uint16_t trial_forbidden(const kr_state *s, const ap_frame *f, int accused)
{
	if ((f->v[MORE] & LATE) || !kr_member(s, accused) || !(s->suspect & kr_bit(accused)))
		return KR_3;
	return kr_bars(s, f->v[ACTING], accused) ? KR_IC_19 : 0;
}

static uint16_t condemn_forbidden(const kr_state *s, const ap_frame *f, int p)
{
	return !(f->v[MORE] & LATE) && s->place[p] == CANDIDATES ? 0 : KR_3_1;
}

static uint16_t investigate_forbidden(const kr_state *s, const ap_frame *f, int p)
{
	bool acquitted = f->v[MORE] >> 1 == p + 1;
	if (!kr_member(s, p) || (s->suspect & kr_bit(p)) || acquitted)
		return KR_3_2;
	return kr_bars(s, f->v[ACTING], p) ? KR_IC_19 : 0;
}

static uint16_t close_forbidden(const kr_state *s, int p)
{
	return s->suspect & kr_bit(p) ? 0 : KR_3_3;
}

static uint16_t forbidden(const kr_state *s, const ap_frame *f, ap_action a)
{
	int p = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case V_NOTHING:
		return 0;
	case V_TRIAL:
		return trial_forbidden(s, f, p);
	case V_CONDEMN:
		return condemn_forbidden(s, f, p);
	case V_INVESTIGATE:
		return investigate_forbidden(s, f, p);
	case V_CLOSE:
		return close_forbidden(s, p);
	default:
		return KR_3;
	}
}

/* Those of a set against whom nothing else forbids it. */
static void list_allowed(
	const kr_state *s, const ap_frame *f, unsigned verb, uint32_t set, ap_list *out)
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
	const ap_frame *f = ap_peek(s);
	(void)seat;
	uint32_t members = kr_members(s);
	ap_add(out, ap_act(V_NOTHING, 0, 0));
	if (!(f->v[MORE] & LATE)) {
		list_allowed(s, f, V_TRIAL, members & s->suspect, out);
		list_allowed(s, f, V_CONDEMN, kr_at(s, CANDIDATES), out);
	}
	list_allowed(s, f, V_INVESTIGATE, members & ~s->suspect, out);
	list_allowed(s, f, V_CLOSE, s->suspect, out);
}

uint16_t kr_spy_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return forbidden(state, ap_peek(state), a);
}

static void tell_announced(int p, ap_action a, ap_events *ev)
{
	static const struct {
		uint16_t event, clause;
	} news[] = {{EV_TRIAL_CALLED, KR_3}, {EV_CONDEMNED, KR_3_1}, {EV_INVESTIGATED, KR_3_2},
		{EV_CLOSED, KR_3_3}};
	if (ap_verb_of(a) == V_NOTHING) {
		ap_tell(ev, EV_NOTHING_MORE, KR_3_4, (int16_t)p);
		return;
	}
	int i = (int)ap_verb_of(a) - V_TRIAL;
	ap_tell(ev, news[i].event, news[i].clause, (int16_t)p, (int16_t)ap_x(a));
}

void kr_spy_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = ap_peek(s)->v[ACTING];
	(void)seat;
	if (kr_pack(a) != ap_peek(s)->v[SAID])
		s->alibi = 0;
	tell_announced(p, a, ev);
	kr_say(s, p, a, SPY_STAND);
}

/* ---- It stands ------------------------------------------------------------------------------- */

static void carry_out(kr_state *s, ap_action a, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	int p = f->v[ACTING], target = (int)ap_x(a);
	f->v[MORE] |= LATE;
	switch (ap_verb_of(a)) {
	case V_TRIAL:
		kr_call_trial(s, target, p);
		break;
	case V_CONDEMN:
		kr_stress(s, p, 2, KR_3_1, ev);
		kr_to_siberia(s, target, KR_3_1, ev);
		break;
	case V_INVESTIGATE:
		kr_stress(s, p, 1, KR_3_2, ev);
		s->suspect |= kr_bit(target);
		break;
	default:
		kr_stress(s, p, 1, KR_3_3, ev);
		s->suspect &= ~kr_bit(target);
	}
}

void kr_spy_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const ap_frame *f = ap_peek(s);
	int p = f->v[ACTING];
	ap_action a = kr_unpack(f->v[SAID]);
	bool lapsed = s->lapsed;
	s->lapsed = 0;
	ap_goto(s, SPY);
	if (lapsed || p != kr_investigator(s)) {
		s->alibi = 0;
		return;
	}
	if (!kr_stands(s, p, ev))
		return; /* an alibi holds if the trial is confirmed */
	if (ap_verb_of(a) == V_NOTHING)
		kr_end_phase(s);
	else if (forbidden(s, f, a) == 0)
		carry_out(s, a, ev);
	else
		s->alibi = 0;
}
