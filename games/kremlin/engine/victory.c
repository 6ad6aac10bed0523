/* victory.c: how the game ends, KR-WI-1, KR-WI-2, KR-6.4, KR-SW-1. In the Swiss version what is
 * written on the politician who decides it is shown first, seat by seat. */
#include "chapters.h"

enum { DECIDES = 0, NEXT_SEAT = 1, WHY = 2 }; /* locals of ENDING */

void kr_end_game(kr_state *s, int reason, int p, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	(void)ev;
	kr_clear_locals(s);
	f->v[DECIDES] = (int16_t)p;
	f->v[WHY] = (int16_t)reason;
	ap_goto(s, ENDING);
}

static uint16_t clause_of(const kr_state *s, int reason)
{
	static const uint16_t clauses[REASONS] = {[THREE_WAVES] = KR_WI_1,
		[YEAR_ELEVEN] = KR_WI_2,
		[TOO_FEW] = KR_6_4,
		[ONE_CHIEF] = KR_SW_1};
	return kr_version(s) == SWISS ? KR_SW_1 : clauses[reason];
}

/* KR-SW-1 */
static ap_seats best_recorded(const kr_state *s, int p)
{
	int controller = kr_controller(s, p), most = 1;
	ap_seats winners = 0;
	if (controller != NONE)
		most = kr_written(s, controller, p);
	for (int seat = 0; seat < s->head.players; seat++) {
		int written = kr_written(s, seat, p);
		if (seat == controller || written < most)
			continue;
		if (controller == NONE && written > most) {
			most = written;
			winners = 0;
		}
		winners |= AP_SEAT(seat);
	}
	return winners || controller == NONE ? winners : AP_SEAT(controller);
}

static ap_seats winners_by(const kr_state *s, int p)
{
	if (p == NONE)
		return 0;
	if (kr_version(s) == SWISS)
		return p == NESTOR ? 0 : best_recorded(s, p);
	int controller = kr_controller(s, p);
	return controller == NONE ? 0 : AP_SEAT(controller);
}

void kr_ending_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const ap_frame *f = ap_peek(s);
	int p = f->v[DECIDES], reason = f->v[WHY];
	bool shows = kr_version(s) == SWISS && p != NONE && p != NESTOR;
	if (shows && f->v[NEXT_SEAT] < s->head.players) {
		ap_ask(s, AP_SEAT(AP_CHANCE));
		return;
	}
	s->winners = (uint8_t)winners_by(s, p);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->winners & AP_SEAT(seat))
			ap_tell(ev, EV_WINS, clause_of(s, reason), (int16_t)seat);
	if (s->winners == 0)
		ap_tell(ev, EV_NOBODY_WINS, clause_of(s, reason), 0);
	ap_finish(s, reason);
}

/* ---- What a seat has written on a politician, shown by chance to all --------------------------
 */

int kr_recorded_on(const kr_state *s)
{
	const ap_frame *f = ap_peek(s);
	return f->step == ENDING ? f->v[DECIDES] : f->v[TARGET];
}

int kr_recorded_seat(const kr_state *s)
{
	const ap_frame *f = ap_peek(s);
	return f->step == ENDING ? f->v[NEXT_SEAT] : f->v[ROLL];
}

void kr_recorded_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out,
		ap_act(V_RECORDED, (unsigned)kr_written(s, kr_recorded_seat(s), kr_recorded_on(s)), 0));
}

uint16_t kr_recorded_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	bool fits = ap_verb_of(a) == V_RECORDED &&
		(int)ap_x(a) == kr_written(s, kr_recorded_seat(s), kr_recorded_on(s));
	return fits ? 0 : ap_step_of(s) == ENDING ? KR_SW_1 : KR_IC_17;
}

void kr_ending_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = kr_recorded_on(s), whose = kr_recorded_seat(s);
	(void)seat;
	s->bared[whose] |= kr_bit(p);
	ap_tell(ev, EV_RECORDED, KR_SW_1, (int16_t)whose, (int16_t)p, (int16_t)ap_x(a));
	ap_top(s)->v[NEXT_SEAT]++;
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
