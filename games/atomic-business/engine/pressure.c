/* pressure.c: a stop, who may press, and whether he does, AB-PR-1 and AB-PR-2. */
#include "state.h"

bool ab_may_press(const ab_state *s, int seat, int pawn)
{
	return seat != owner_of(pawn) && !(s->barred[pawn] & AP_SEAT(seat)) &&
		ab_pawns_in(s, seat, s->place[pawn]) > 0;
}

/* AB-PR-1: outnumbered by those who may still press him. */
bool ab_pressable(const ab_state *s, int pawn)
{
	if (!is_loaded(s, pawn) || !on_street(s, pawn))
		return false;
	int others = 0, space = s->place[pawn];
	for (int seat = 0; seat < s->head.players; seat++)
		if (ab_may_press(s, seat, pawn))
			others += ab_pawns_in(s, seat, space);
	return others > ab_pawns_in(s, owner_of(pawn), space);
}

uint32_t ab_candidates(const ab_state *s, int space)
{
	uint32_t result = 0;
	for (int pawn = 0; pawn < s->head.players * EACH; pawn++)
		if (s->place[pawn] == space && ab_pressable(s, pawn))
			result |= (uint32_t)1 << pawn;
	return result;
}

bool ab_stop_matters(const ab_state *s, int space)
{
	return ab_candidates(s, space) != 0;
}

void ab_call_stop(ab_state *s, int space)
{
	s->considered = 0;
	ap_call(s, STOP)->v[SPACE] = (int16_t)space;
}

void ab_stop_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	uint32_t open = ab_candidates(s, f->v[SPACE]) & ~s->considered;
	(void)ev;
	if (open == 0) {
		s->considered = 0;
		ap_end(s);
	} else if (open & (open - 1)) {
		ap_goto(s, STOP_PICK);
	} else {
		f->v[PRESSED] = (int16_t)__builtin_ctz(open);
		f->v[SEATS_ASKED] = 0;
		ap_goto(s, STOP_ASK);
	}
}

/* AB-PR-2: the first player still in the game, unless only one power could press at all. */
int ab_order_chooser(const ab_state *s, int space)
{
	ap_seats pressers = 0;
	for (uint32_t b = ab_candidates(s, space) & ~s->considered; b; b &= b - 1)
		for (int seat = 0; seat < s->head.players; seat++)
			if (ab_may_press(s, seat, __builtin_ctz(b)))
				pressers |= AP_SEAT(seat);
	int first = 0;
	while (ab_is_out(s, first))
		first++;
	return pressers & (pressers - 1) ? first : ap_first_seat(pressers);
}

void ab_stop_pick_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(ab_order_chooser(state, ap_top(state)->v[SPACE])));
}

static uint32_t pickable(const ab_state *s)
{
	return ab_candidates(s, ap_peek(s)->v[SPACE]) & ~s->considered;
}

void ab_stop_pick_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (uint32_t b = pickable(state); b; b &= b - 1)
		ap_add(out, ap_act(V_FIRST, (unsigned)__builtin_ctz(b), 0));
}

uint16_t ab_stop_pick_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == V_FIRST && (pickable(state) >> ap_x(a) & 1) ? 0 : AB_PR_2;
}

void ab_stop_pick_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ap_frame *f = ap_top(state);
	ap_tell(ev, EV_CASE_ORDER, AB_PR_2, (int16_t)seat, (int16_t)ap_x(a));
	f->v[PRESSED] = (int16_t)ap_x(a);
	f->v[SEATS_ASKED] = 0;
	ap_goto(state, STOP_ASK);
}

/* Asks those who may press, clockwise from the player whose turn it is. */
void ab_stop_ask_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	(void)ev;
	while (f->v[SEATS_ASKED] < s->head.players) {
		int seat = clockwise(s, turn_of(s), f->v[SEATS_ASKED]++);
		if (ab_may_press(s, seat, f->v[PRESSED])) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
	}
	s->considered |= (uint32_t)1 << f->v[PRESSED];
	ap_goto(s, STOP);
}

void ab_stop_ask_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(V_PASS, 0, 0));
	ap_add(out, ap_act(V_PRESS, (unsigned)ap_peek(state)->v[PRESSED], 0));
}

uint16_t ab_stop_ask_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool press = ap_verb_of(a) == V_PRESS && (int)ap_x(a) == ap_peek(state)->v[PRESSED];
	return press || ap_verb_of(a) == V_PASS ? 0 : AB_PR_1;
}

void ab_stop_ask_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	if (ap_verb_of(a) == V_PASS) {
		ap_tell(ev, EV_DOES_NOT_PRESS, AB_PR_1, (int16_t)seat, ap_top(s)->v[PRESSED]);
		return;
	}
	ap_tell(ev, EV_PRESSES, AB_PR_1, (int16_t)seat, (int16_t)ap_x(a));
	ap_goto(s, STOP); /* afterwards all is looked at anew */
	ap_frame *f = ap_call(s, PRESSURE_IMMUNITY);
	f->v[BEARER] = (int16_t)ap_x(a);
	f->v[PRESSER] = (int16_t)seat;
	s->attackers = (uint8_t)AP_SEAT(seat);
}
