/* purge.c: phase 2, KR-2 to KR-2.2, and the cards that direct it. */
#include "chapters.h"

/* KR-2.1 */
static const uint8_t purge_order[] = {KGB, IDEOLOGY, CHIEF, INDUSTRY};

/* ---- Cards 14, 15, 18, 26, 27, 29, 31 -------------------------------------------------------- */

static bool by_ideology_first(const kr_state *s)
{
	return s->imposed == KR_INTRIGUE_DEFECTOR; /* card 18 is the odd one */
}

static int stand_in_post(const kr_state *s)
{
	switch (s->imposed) {
	case KR_INTRIGUE_DEFECTOR:
	case KR_INTRIGUE_WAR_CRITICS:
	case KR_INTRIGUE_CAR_EXPORTS:
	case KR_INTRIGUE_BOYCOTT:
		return CHIEF;
	default:
		return IDEOLOGY;
	}
}

static int imposed_post(const kr_state *s)
{
	if (s->stage == STAND_IN_AGAIN)
		return by_ideology_first(s) ? IDEOLOGY : KGB;
	return kr_card_post(s->imposed);
}

int kr_imposed_target(const kr_state *s)
{
	return s->stage == FREE ? NONE : s->holder[imposed_post(s)];
}

/* Who may purge at this stage; NONE: nobody. */
int kr_purger(const kr_state *s)
{
	if (s->stage == IMPOSED && by_ideology_first(s))
		return kr_active(s, IDEOLOGY) ? s->holder[IDEOLOGY] : NONE;
	if (s->stage == STAND_IN || s->stage == STAND_IN_AGAIN)
		return kr_active(s, stand_in_post(s)) ? s->holder[stand_in_post(s)] : NONE;
	return kr_first_active(s, purge_order, AP_COUNT(purge_order));
}

static void imposed_over(kr_state *s, ap_events *ev)
{
	ap_tell(ev, EV_IMPOSED_OVER, kr_card_clause(s->imposed), (int16_t)s->imposed);
	s->imposed = NONE;
	s->stage = FREE;
}

/* The card has had its due: as a rule the phase is over too. */
static void after_imposed(kr_state *s, ap_events *ev)
{
	bool goes_on = by_ideology_first(s);
	imposed_over(s, ev);
	if (goes_on)
		ap_goto(s, PURGE);
	else
		kr_end_phase(s);
}

/* Nobody purges at this stage. */
static void declined(kr_state *s, int purger, ap_events *ev)
{
	if (s->stage == FREE) {
		kr_end_phase(s);
		return;
	}
	int stand_in = s->holder[stand_in_post(s)];
	if (s->stage == IMPOSED && stand_in != purger) {
		s->stage = STAND_IN;
		ap_goto(s, PURGE);
	} else {
		after_imposed(s, ev);
	}
}

/* ---- Who purges whom ------------------------------------------------------------------------- */

void kr_purge_open_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_goto(state, PURGE);
	kr_listen_for_cards(state, NONE);
}

static void tell_power(const kr_state *s, int purger, ap_events *ev)
{
	if (purger != s->holder[KGB] && s->stage == FREE)
		ap_tell(ev, EV_POWER_PASSES, KR_2_1, (int16_t)purger, (int16_t)s->place[purger]);
}

static bool nobody_purges(kr_state *s, int purger, ap_events *ev)
{
	if (purger != NONE && (s->stage == FREE || kr_imposed_target(s) != NONE))
		return false;
	if (s->stage == FREE) {
		ap_tell(ev, EV_NOBODY_ACTIVE, KR_2_1, 2);
		kr_end_phase(s);
	} else if (kr_imposed_target(s) == NONE && s->stage == IMPOSED) {
		imposed_over(s, ev); /* he has left his post, and nobody has purged yet */
		ap_goto(s, PURGE);
	} else if (kr_imposed_target(s) == NONE) {
		after_imposed(s, ev);
	} else {
		declined(s, NONE, ev);
	}
	return true;
}

void kr_purge_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int purger = kr_purger(s);
	if (nobody_purges(s, purger, ev))
		return;
	ap_top(s)->v[ACTING] = (int16_t)purger;
	tell_power(s, purger, ev);
	if (kr_too_old(s, purger)) {
		ap_tell(ev, EV_TOO_OLD, KR_RE_2, (int16_t)purger);
		declined(s, purger, ev);
	} else if (kr_controller(s, purger) == NONE) {
		ap_tell(ev, EV_NO_WILL, KR_IN_2, (int16_t)purger);
		kr_say(s, purger, ap_act(V_NOTHING, 0, 0), PURGE_STAND);
	} else {
		ap_ask(s, AP_SEAT(kr_controller(s, purger)));
	}
}

static uint16_t purge_forbidden(const kr_state *s, int purger, int victim)
{
	int imposed = kr_imposed_target(s);
	if (s->place[victim] > CANDIDATES)
		return KR_2;
	if (imposed != NONE && imposed != victim)
		return (uint16_t)kr_card_clause(s->imposed);
	return kr_bars(s, purger, victim) ? KR_IC_19 : 0;
}

void kr_purge_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_NOTHING, 0, 0));
	for (int p = 0; p < POLITICIANS; p++)
		if (purge_forbidden(s, ap_peek(s)->v[ACTING], p) == 0)
			ap_add(out, ap_act(V_PURGE, (unsigned)p, 0));
}

uint16_t kr_purge_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == V_NOTHING)
		return 0;
	return ap_verb_of(a) == V_PURGE ? purge_forbidden(s, ap_peek(s)->v[ACTING], (int)ap_x(a))
									: KR_2;
}

void kr_purge_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int purger = ap_peek(s)->v[ACTING];
	(void)seat;
	if (ap_verb_of(a) == V_PURGE)
		ap_tell(ev, EV_PURGE_ANNOUNCED, KR_2, (int16_t)purger, (int16_t)ap_x(a));
	else
		ap_tell(ev, EV_NO_PURGE, KR_2_1, (int16_t)purger);
	kr_say(s, purger, a, PURGE_STAND);
}

/* ---- The roll -------------------------------------------------------------------------------- */

void kr_purge_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int purger = ap_peek(s)->v[ACTING];
	ap_action a = kr_unpack(ap_peek(s)->v[SAID]);
	bool lapsed = s->lapsed;
	s->lapsed = 0;
	ap_goto(s, PURGE);
	if (lapsed || purger != kr_purger(s) || !kr_stands(s, purger, ev))
		return;
	if (ap_verb_of(a) == V_NOTHING)
		declined(s, purger, ev);
	else if (purge_forbidden(s, purger, (int)ap_x(a)) == 0)
		ap_goto(s, PURGE_ROLL);
}

static int modifier(int value, int clause, ap_events *ev)
{
	if (value)
		ap_tell(ev, EV_MODIFIER, clause, (int16_t)value);
	return value;
}

static int by_suitability(const kr_state *s, int victim, ap_events *ev)
{
	int post = s->place[victim];
	if (!kr_advanced(s) || post < KGB || post >= POSTS)
		return 0;
	if (kr_politicians[victim].weakness + KGB == post)
		return modifier(2, KR_AD_2, ev);
	if (kr_politicians[victim].strength + KGB == post)
		return modifier(-2, KR_AD_2, ev);
	return 0;
}

/* What counts when the die falls: by how much it reaches the purge number. */
static int margin(const kr_state *s, int victim, int die, ap_events *ev)
{
	bool away = (s->cure & ~s->outing) >> victim & 1;
	int sum = die + modifier(away ? 3 : 0, KR_2, ev) + by_suitability(s, victim, ev);
	if (s->stage != FREE)
		sum += modifier(kr_intrigues[s->imposed].amount, kr_card_clause(s->imposed), ev);
	return sum - kr_purge_number(s->place[victim]);
}

void kr_purge_roll_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int victim = (int)ap_x(kr_unpack(f->v[SAID]));
	(void)seat;
	ap_tell(ev, EV_PURGE_ROLL, KR_2, f->v[ACTING], (int16_t)victim, (int16_t)ap_x(a));
	f->v[MORE] = (int16_t)margin(s, victim, (int)ap_x(a), ev);
	ap_goto(s, PURGE_RESULT);
	kr_listen_for_cards(s, f->v[ACTING]);
}

/* Cards 3, 28, 30, 32 count even if they are played now. */
static int protection(const kr_state *s, int victim, ap_events *ev)
{
	static const uint8_t cards[PROTECTIONS] = {
		KR_INTRIGUE_OIL_FIELD, KR_INTRIGUE_AIRLINER, KR_INTRIGUE_SPACE_SUCCESS, KR_INTRIGUE_MEDALS};
	int sum = 0;
	for (int i = 0; i < PROTECTIONS; i++)
		if (s->guarded[i] == victim)
			sum += modifier(-kr_intrigues[cards[i]].amount, kr_card_clause(cards[i]), ev);
	return sum;
}

static bool can_purge_on(const kr_state *s, int purger, ap_events *ev)
{
	if (kr_on_board(s, purger) && kr_too_old(s, purger))
		ap_tell(ev, EV_TOO_OLD, KR_RE_2, (int16_t)purger);
	return kr_member(s, purger) && kr_active(s, s->place[purger]) && !kr_too_old(s, purger);
}

/* Success: on to the next purge, if there may be one. */
static void after_success(kr_state *s, int purger, ap_events *ev)
{
	bool can_go_on = can_purge_on(s, purger, ev);
	if (s->stage == STAND_IN && can_go_on) {
		s->stage = STAND_IN_AGAIN;
		ap_goto(s, PURGE);
	} else if (s->stage == STAND_IN || s->stage == STAND_IN_AGAIN) {
		after_imposed(s, ev);
	} else if (s->stage == IMPOSED) {
		bool own_power = !by_ideology_first(s);
		imposed_over(s, ev);
		if (can_go_on || !own_power)
			ap_goto(s, PURGE);
		else
			kr_end_phase(s);
	} else if (can_go_on) {
		ap_goto(s, PURGE);
	} else {
		kr_end_phase(s);
	}
}

static void after_failure(kr_state *s, ap_events *ev)
{
	if (s->stage == FREE)
		kr_end_phase(s);
	else if (s->stage == IMPOSED && !by_ideology_first(s)) {
		imposed_over(s, ev);
		kr_end_phase(s);
	} else
		after_imposed(s, ev);
}

/* The die is cast: wherever the victim is by now, it counts. */
void kr_purge_result_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const ap_frame *f = ap_peek(s);
	int purger = f->v[ACTING], victim = (int)ap_x(kr_unpack(f->v[SAID]));
	bool success = f->v[MORE] + protection(s, victim, ev) >= 0;
	if (kr_on_board(s, purger))
		kr_stress(s, purger, success ? 1 : 3, KR_2, ev);
	if (!success) {
		ap_tell(ev, EV_PURGE_FAILS, KR_2, (int16_t)purger, (int16_t)victim);
		after_failure(s, ev);
		return;
	}
	if (kr_on_board(s, victim))
		kr_to_siberia(s, victim, KR_2, ev);
	after_success(s, purger, ev);
}
