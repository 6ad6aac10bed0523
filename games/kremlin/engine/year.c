/* year.c: the eight phases of a year, and what happens between them: KR-TU-1, KR-RE-1. */
#include "chapters.h"

int kr_phase_now(const kr_state *s)
{
	bool setting_up = !s->head.over && s->head.stack[0].step <= KR_STEP_WRITE;
	return setting_up ? KR_PHASE_SET_UP : s->phase;
}

/* KR-1: politicians who are healthy again return before anybody is asked. */
static void leave_sanatorium(kr_state *s, ap_events *ev)
{
	s->no_visits = 0;
	for (int post = 0; post < KR_POSTS; post++)
		if (s->holder[post] != KR_NONE)
			kr_leave_healthy(s, s->holder[post], ev);
}

static void begin_phase(kr_state *s, ap_events *ev)
{
	static const uint8_t first_step[] = {[KR_PHASE_CURE] = KR_STEP_CURE,
		[KR_PHASE_PURGE] = KR_STEP_PURGE_OPEN,
		[KR_PHASE_SPY] = KR_STEP_SPY_OPEN,
		[KR_PHASE_HEALTH] = KR_STEP_HEALTH_OPEN,
		[KR_PHASE_FUNERAL] = KR_STEP_FUNERAL_OPEN,
		[KR_PHASE_REPLACEMENT] = KR_STEP_REPLACEMENT,
		[KR_PHASE_REHABILITATION] = KR_STEP_REHABILITATE_OPEN,
		[KR_PHASE_PARADE] = KR_STEP_PARADE};
	kr_tell_phase(ev, KR_TU_1, KR_PHASE(s->phase), s->year);
	kr_enter(s, first_step[s->phase]);
	if (s->phase == KR_PHASE_CURE)
		leave_sanatorium(s, ev);
}

void kr_begin_year(kr_state *s, ap_events *ev)
{
	kr_tell_year(ev, KR_TU_1, s->year);
	s->phase = KR_PHASE_CURE;
	begin_phase(s, ev);
}

void kr_end_phase(kr_state *s)
{
	s->imposed = KR_NONE;
	s->stage = KR_STAGE_FREE;
	s->moved = 0;
	s->kept = 0;
	kr_enter(s, KR_STEP_PHASE_END);
}

/* Card 22 stays in force while the same politician holds the post for the same faction. */
static void check_pravda(kr_state *s, ap_events *ev)
{
	int man = s->pravda;
	if (man == KR_NONE)
		return;
	if (s->holder[KR_PLACE_IDEOLOGY] == man && kr_controller(s, man) == s->pravda_for)
		return;
	s->pravda = s->pravda_for = KR_NONE;
	kr_card_to(s, KR_INTRIGUE_PRAVDA, KR_CARD_PLACE_DISCARDS);
	kr_tell_pravda_ends(ev, KR_IC_22, KR_POLITICIAN(man));
}

static void next_phase(kr_state *s, ap_events *ev)
{
	s->outing = 0;
	s->gave = 0;
	if (s->phase == KR_PHASE_HEALTH) {
		s->fever = 0;
		s->vaccinated = 0;
	}
	kr_retire_old(s, ev);
	check_pravda(s, ev);
	if (s->phase == KR_LAST_PHASE) {
		kr_enter(s, KR_STEP_YEAR_END);
		return;
	}
	s->phase++;
	begin_phase(s, ev);
}

/* Card 13 can still save a politician who would retire now. Starts one round for cards; returns
 * whether it did. */
static bool asks_to_save_old(kr_state *s)
{
	kr_phase_end_frame *f = kr_phase_end_top(s);
	if (f->asked_once || !kr_cards_out(s))
		return false;
	for (kr_politician_set b = kr_all_too_old(s); b; b &= b - 1) {
		int old = __builtin_ctz(b);
		if (!kr_on_board(s, old))
			continue;
		f->asked_once = 1;
		kr_listen(s, old);
		return true;
	}
	return false;
}

/* Cards 7 and 8: a politician whom a card has sent to the Sanatorium may stay there. */
void kr_phase_end_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	while (kr_visitors(s)) {
		int p = __builtin_ctz(kr_visitors(s)), controller = kr_controller(s, p);
		if (controller != KR_NONE) {
			kr_phase_end_top(s)->visitor = (uint8_t)p;
			ap_ask(s, AP_SEAT(controller));
			return;
		}
		kr_end_cure(s, p);
		kr_tell_back_at_work(ev, KR_IN_2, KR_POLITICIAN(p));
	}
	if (!asks_to_save_old(s))
		next_phase(s, ev);
}

void kr_visit_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = kr_phase_end_peek(s)->visitor, clause = kr_visit_clause(s, p);
	(void)seat;
	if (ap_verb_of(a) == KR_VERB_CURE) {
		kr_end_visit(s, p);
		kr_tell_to_sanatorium(ev, clause, KR_POLITICIAN(p));
	} else {
		kr_end_cure(s, p);
		kr_tell_back_at_work(ev, clause, KR_POLITICIAN(p));
	}
}

void kr_year_end_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	bool new_influence = kr_advanced(s) && s->year % KR_NEW_EVERY == 0;
	if (new_influence && !kr_year_end_peek(s)->influence_given) {
		kr_begin_influence(s);
		return;
	}
	s->year++;
	kr_begin_year(s, ev);
}
