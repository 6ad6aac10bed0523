/* victory.c: the end of the game: KR-WI-1, KR-WI-2, KR-6.4, KR-SW-1. In the Swiss version all
 * seats first show what they have written on the politician who decides it. */
#include "chapters.h"

void kr_end_game(kr_state *s, int reason, int p)
{
	assert(reason >= 0 && reason < KR_REASON_COUNT && (p == KR_NONE || kr_is_politician(p)));
	kr_enter(s, KR_STEP_ENDING);
	kr_ending_frame *f = kr_ending_top(s);
	f->decides = (uint8_t)p;
	f->why = (uint8_t)reason;
}

static uint16_t clause_of(const kr_state *s, int reason)
{
	return kr_version(s) == KR_RULES_SWISS ? KR_SW_1 : kr_over_clauses[reason];
}

/* KR-SW-1: returns the other seats that have written at least as much on the politician as his
 * controller; the controller if there is none. Without a controller, those that wrote the most. */
static ap_seats best_recorded(const kr_state *s, int p)
{
	int controller = kr_controller(s, p), most = 1;
	ap_seats winners = 0;
	if (controller != KR_NONE)
		most = kr_written(s, controller, p);
	for (int seat = 0; seat < s->head.players; seat++) {
		int written = kr_written(s, seat, p);
		if (seat == controller || written < most)
			continue;
		if (controller == KR_NONE && written > most) {
			most = written;
			winners = 0;
		}
		winners |= AP_SEAT(seat);
	}
	return winners || controller == KR_NONE ? winners : AP_SEAT(controller);
}

static ap_seats winners_by(const kr_state *s, int p)
{
	if (p == KR_NONE)
		return 0;
	if (kr_version(s) == KR_RULES_SWISS)
		return p == KR_NESTOR ? 0 : best_recorded(s, p);
	int controller = kr_controller(s, p);
	return controller == KR_NONE ? 0 : AP_SEAT(controller);
}

bool kr_ending_shows_sheets(const kr_state *s, int p)
{
	return kr_version(s) == KR_RULES_SWISS && p != KR_NONE && p != KR_NESTOR;
}

/* The third wave of a faction needs no explanation. */
static void tell_what_decides(const kr_state *s, int p, int reason, ap_events *ev)
{
	int controller = p == KR_NONE ? KR_NONE : kr_controller(s, p), clause = clause_of(s, reason);
	if (!kr_ending_shows_sheets(s, p)) {
		if (kr_version(s) != KR_RULES_SWISS && p != KR_NONE && reason != KR_REASON_THREE_WAVES)
			kr_tell_hangs_on(ev, clause, KR_POLITICIAN(p));
	} else if (controller != KR_NONE) {
		kr_tell_sheets_decide(ev, clause, KR_POLITICIAN(p), KR_FACTION(controller));
	} else {
		kr_tell_most_written_decides(ev, clause, KR_POLITICIAN(p));
	}
}

void kr_ending_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const kr_ending_frame *f = kr_ending_peek(s);
	int p = f->decides, reason = f->why;
	if (f->seats_shown == 0)
		tell_what_decides(s, p, reason, ev);
	if (kr_ending_shows_sheets(s, p) && f->seats_shown < s->head.players) {
		ap_ask(s, AP_SEAT(AP_CHANCE));
		return;
	}
	s->winners = (uint8_t)winners_by(s, p);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->winners & AP_SEAT(seat))
			kr_tell_wins(ev, clause_of(s, reason), KR_FACTION(seat));
	if (s->winners == 0)
		kr_tell_nobody_wins(ev, clause_of(s, reason));
	ap_finish(s, reason);
}

/* ---- What a seat has written on a politician, shown to all by chance ------------------------- */

int kr_recorded_on(const kr_state *s)
{
	return ap_step_of(s) == KR_STEP_ENDING ? kr_ending_peek(s)->decides : kr_card_peek(s)->target;
}

int kr_recorded_seat(const kr_state *s)
{
	return ap_step_of(s) == KR_STEP_ENDING ? kr_ending_peek(s)->seats_shown
										   : kr_card_peek(s)->seats_shown;
}

static int recorded_number(const kr_state *s)
{
	return kr_written(s, kr_recorded_seat(s), kr_recorded_on(s));
}

void kr_recorded_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(KR_VERB_RECORDED, (unsigned)recorded_number(state), 0));
}

uint16_t kr_recorded_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool fits = ap_verb_of(a) == KR_VERB_RECORDED && (int)ap_x(a) == recorded_number(state);
	return fits ? 0 : ap_step_of(state) == KR_STEP_ENDING ? KR_SW_1 : KR_IC_17;
}

void kr_show_recorded(kr_state *s, int clause, int number, ap_events *ev)
{
	int p = kr_recorded_on(s), whose = kr_recorded_seat(s);
	s->bared[whose] |= kr_bit(p);
	kr_tell_recorded(ev, clause, KR_FACTION(whose), KR_POLITICIAN(p), number);
}

void kr_ending_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	(void)seat;
	kr_show_recorded(s, KR_SW_1, (int)ap_x(a), ev);
	kr_ending_top(s)->seats_shown++;
}

void kr_outcome(const void *state, ap_outcome *out)
{
	const kr_state *s = state;
	bool alone = (s->winners & (s->winners - 1)) == 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		bool won = s->winners & AP_SEAT(seat);
		out->result[seat] = won ? alone ? AP_WON : AP_SHARED : AP_LOST;
		out->score[seat] = won;
	}
}
