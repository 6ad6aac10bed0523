/* year.c: eight phases make a year, and what happens between them; KR-RE-1, KR-WI-2. */
#include "chapters.h"

/* KR-1: who is healthy again comes back before anybody is asked. */
static void begin_cure(kr_state *s, ap_events *ev)
{
	s->no_visits = 0;
	for (int post = 0; post < POSTS; post++)
		if (s->holder[post] != NONE)
			kr_leave_healthy(s, s->holder[post], ev);
	ap_goto(s, CURE);
}

static void begin_phase(kr_state *s, ap_events *ev)
{
	static const uint8_t first_step[] = {
		0, CURE, PURGE_OPEN, SPY, HEALTH_OPEN, NOMINATE, REPLACEMENT, REHABILITATE, PARADE};
	ap_tell(ev, EV_PHASE, KR_TU_1, (int16_t)s->phase, (int16_t)s->year);
	if (s->phase == 1)
		begin_cure(s, ev);
	else if (s->phase == 5)
		kr_begin_funeral(s, ev);
	else
		ap_goto(s, first_step[s->phase]);
}

void kr_begin_year(kr_state *s, ap_events *ev)
{
	ap_tell(ev, EV_YEAR, KR_TU_1, (int16_t)s->year);
	s->phase = 1;
	begin_phase(s, ev);
}

void kr_end_phase(kr_state *s)
{
	kr_clear_locals(s);
	s->imposed = NONE;
	s->stage = FREE;
	s->moved = 0;
	ap_goto(s, PHASE_END);
}

/* Card 22: while the same man holds the post for the same faction. */
static void check_pravda(kr_state *s, ap_events *ev)
{
	int man = s->pravda[PRAVDA_MAN];
	if (man == NONE)
		return;
	if (s->holder[IDEOLOGY] == man && kr_controller(s, man) == s->pravda[PRAVDA_SEAT])
		return;
	s->pravda[PRAVDA_MAN] = s->pravda[PRAVDA_SEAT] = NONE;
	kr_card_to(s, KR_INTRIGUE_PRAVDA, DISCARDS);
	ap_tell(ev, EV_PRAVDA_ENDS, KR_IC_22, (int16_t)man);
}

static void next_phase(kr_state *s, ap_events *ev)
{
	s->outing = 0;
	s->gave = 0;
	if (s->phase == 4) {
		s->fever = 0;
		s->vaccinated = 0;
	}
	kr_retire_old(s, ev);
	check_pravda(s, ev);
	if (s->phase == 8) {
		ap_goto(s, YEAR_END);
		return;
	}
	s->phase++;
	begin_phase(s, ev);
}

/* Card 13 can still save a man who would retire now: once all are asked for cards. */
static bool last_call(kr_state *s)
{
	ap_frame *f = ap_top(s);
	int oldest = NONE;
	for (int p = 0; p < POLITICIANS && oldest == NONE; p++)
		if (kr_too_old(s, p) && kr_on_board(s, p))
			oldest = p;
	if (f->v[MORE] || oldest == NONE || !kr_cards_out(s))
		return false;
	f->v[MORE] = 1;
	kr_listen(s, oldest);
	return true;
}

/* Cards 7 and 8: a visit may last. */
void kr_phase_end_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	while (s->visiting) {
		int p = __builtin_ctz(s->visiting), controller = kr_controller(s, p);
		if (controller != NONE) {
			ap_top(s)->v[ACTING] = (int16_t)p;
			ap_ask(s, AP_SEAT(controller));
			return;
		}
		kr_end_cure(s, p);
		ap_tell(ev, EV_AT_WORK, KR_IN_2, (int16_t)p);
	}
	if (last_call(s))
		return;
	kr_clear_locals(s);
	next_phase(s, ev);
}

void kr_visit_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = ap_peek(s)->v[ACTING];
	bool stays = ap_verb_of(a) == V_CURE;
	(void)seat;
	if (stays)
		s->visiting &= ~kr_bit(p);
	else
		kr_end_cure(s, p);
	ap_tell(ev, stays ? EV_TO_SANATORIUM : EV_AT_WORK, KR_IC_7, (int16_t)p);
}

void kr_year_end_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	bool new_points = kr_advanced(s) && s->year % 3 == 0;
	if (new_points && f->v[MORE] == 0) {
		kr_begin_influence(s);
		return;
	}
	kr_clear_locals(s);
	s->year++;
	kr_begin_year(s, ev);
}
