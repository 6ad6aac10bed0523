/* pressure.c: a stop, and who may press and does, AB-PR-1 and AB-PR-2. */
#include "chapters.h"

/* ---- Who may press --------------------------------------------------------------------------- */

bool ab_may_press(const ab_state *s, int seat, int pawn)
{
	assert(pawn >= 0 && pawn < AB_DIPLOMATS);
	return seat != ab_owner_of(pawn) && !(s->barred[pawn] & AP_SEAT(seat)) &&
		ab_pawns_in(s, seat, s->place[pawn]) > 0;
}

/* A bearer can be pressed if those who may still press him outnumber his own side, AB-PR-1. */
bool ab_pressable(const ab_state *s, int pawn)
{
	if (!ab_is_loaded(s, pawn) || !ab_on_street(s, pawn))
		return false;
	int others = 0, space = s->place[pawn];
	for (int seat = 0; seat < s->head.players; seat++)
		if (ab_may_press(s, seat, pawn))
			others += ab_pawns_in(s, seat, space);
	return others > ab_pawns_in(s, ab_owner_of(pawn), space);
}

ab_pawn_set ab_pressable_in(const ab_state *s, int space)
{
	ab_pawn_set result = 0;
	for (int pawn = 0; pawn < ab_pawn_count(s); pawn++)
		if (s->place[pawn] == space && ab_pressable(s, pawn))
			result |= ab_pawn_bit(pawn);
	return result;
}

ab_pawn_set ab_candidates(const ab_state *s, int space)
{
	return ab_pressable_in(s, space) & ~s->considered;
}

bool ab_stop_matters(const ab_state *s, int space)
{
	return ab_pressable_in(s, space) != 0;
}

/* ---- A stop ---------------------------------------------------------------------------------- */

void ab_call_stop(ab_state *s, int space)
{
	assert(space >= AB_SPACE_AIRPORT && space < AB_SPACE_PALACE);
	s->considered = 0;
	ab_stop_frame_of(ab_call(s, AB_STEP_STOP))->space = (uint8_t)space;
}

static void deal_with(ab_state *s, int bearer)
{
	ab_stop_frame *f = ab_stop_top(s);
	f->bearer = (uint8_t)bearer;
	f->asked_so_far = 0;
	ab_goto(s, AB_STEP_STOP_ASK);
}

/* After each bearer the stop looks again for bearers who can be pressed. */
static void look_for_others(ab_state *s)
{
	ab_stop_top(s)->bearer = AB_NONE;
	ab_goto(s, AB_STEP_STOP);
}

void ab_stop_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_pawn_set open = ab_candidates(s, ab_stop_top(s)->space);
	(void)ev;
	if (open == 0) {
		s->considered = 0;
		ap_end(s);
	} else if (open & (open - 1)) {
		ab_goto(s, AB_STEP_STOP_PICK);
	} else {
		deal_with(s, __builtin_ctz(open));
	}
}

/* Returns the first seat that is still in the game; if only one seat could press anybody, that
 * seat, AB-PR-2. */
int ab_order_chooser(const ab_state *s, int space)
{
	ap_seats pressers = 0;
	for (ab_pawn_set b = ab_candidates(s, space); b; b &= b - 1)
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
	ap_ask(state, AP_SEAT(ab_order_chooser(state, ab_stop_top(state)->space)));
}

void ab_stop_pick_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (ab_pawn_set b = ab_candidates(state, ab_stop_peek(state)->space); b; b &= b - 1)
		ap_add(out, ap_act(AB_VERB_FIRST, (unsigned)__builtin_ctz(b), 0));
}

uint16_t ab_stop_pick_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool good = ap_verb_of(a) == AB_VERB_FIRST &&
		(ab_candidates(state, ab_stop_peek(state)->space) >> ap_x(a) & 1);
	return good ? 0 : AB_PR_2;
}

void ab_stop_pick_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_tell_case_order(ev, AB_PR_2, AB_POWER(seat), AB_DIPLOMAT(ap_x(a)));
	deal_with(state, (int)ap_x(a));
}

/* Asks the seats that may press, clockwise from the seat whose turn it is. */
void ab_stop_ask_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_stop_frame *f = ab_stop_top(s);
	(void)ev;
	while (f->asked_so_far < s->head.players) {
		int seat = ab_clockwise(s, ab_turn_of(s), f->asked_so_far++);
		if (ab_may_press(s, seat, f->bearer)) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
	}
	s->considered |= ab_pawn_bit(f->bearer);
	look_for_others(s);
}

void ab_stop_ask_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(AB_VERB_PASS, 0, 0));
	ap_add(out, ap_act(AB_VERB_PRESS, ab_stop_peek(state)->bearer, 0));
}

uint16_t ab_stop_ask_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool press = ap_verb_of(a) == AB_VERB_PRESS && ap_x(a) == ab_stop_peek(state)->bearer;
	return press || ap_verb_of(a) == AB_VERB_PASS ? 0 : AB_PR_1;
}

void ab_stop_ask_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int bearer = ab_stop_top(s)->bearer;
	if (ap_verb_of(a) == AB_VERB_PASS) {
		ab_tell_does_not_press(ev, AB_PR_1, AB_POWER(seat), AB_DIPLOMAT(bearer));
		return;
	}
	ab_tell_presses(ev, AB_PR_1, AB_POWER(seat), AB_DIPLOMAT(bearer));
	look_for_others(s);
	ab_pressure_frame *f = ab_pressure_frame_of(ab_call(s, AB_STEP_PRESSURE_IMMUNITY));
	f->bearer = (uint8_t)bearer;
	f->presser = (uint8_t)seat;
	s->attackers = (uint8_t)AP_SEAT(seat);
}
