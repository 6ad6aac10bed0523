/* turn.c: the turn from its start to its end, AB-TU-1 to AB-TU-5. */
#include "state.h"

/* AB-SC-16: at its player's next turn, or when he is out. */
void ab_end_ballot(ab_state *s, int seat, ap_events *ev)
{
	if (s->ballot_by != seat)
		return;
	ap_tell(ev, EV_BALLOT_ENDS, AB_SC_16, (int16_t)seat);
	s->ballot_by = NONE;
}

void ab_turn_start_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	int seat = turn_of(s);
	ap_tell(ev, EV_TURN, AB_TU_1, (int16_t)seat);
	ab_end_ballot(s, seat, ev);
	s->points = POINTS;
	s->plates = 0;
	s->mover = NONE;
	s->surcharged = 0;
	memset(s->way, 0, sizeof s->way);
	ap_goto(s, SECRET);
}

/* AB-TU-2 */
void ab_secret_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	(void)ev;
	if (s->hand[turn_of(s)] == NONE)
		ap_goto(s, DRAW);
	else
		ap_ask(s, AP_SEAT(turn_of(s)));
}

void ab_secret_legal(const void *state, int seat, ap_list *out)
{
	ap_add(out, ap_act(V_KEEP, 0, 0));
	ap_add(out, ap_act(V_DISCARD, ((const ab_state *)state)->hand[seat], 0));
}

uint16_t ab_secret_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	bool discard = ap_verb_of(a) == V_DISCARD && ap_x(a) == s->hand[seat];
	return discard || ap_verb_of(a) == V_KEEP ? 0 : AB_TU_2;
}

void ab_secret_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	if (ap_verb_of(a) == V_KEEP) {
		ap_tell(ev, EV_KEEPS, AB_TU_2, (int16_t)seat);
	} else {
		ap_tell(ev, EV_DISCARDS, AB_TU_2, (int16_t)seat, (int16_t)ap_x(a));
		ab_discard_hand(s, seat);
	}
	ap_goto(s, DRAW);
}

void ab_cards_after_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_goto(state, QUIET_AFTER);
	ab_call_window(state, AFTER_MOVEMENT);
}

void ab_quiet_after_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_goto(state, TURN_END);
	ab_call_window(state, QUIET);
}

/* The next player who is not out; a round ends when the first of the game is passed. */
void ab_turn_end_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	int seat = turn_of(s);
	do {
		seat = clockwise(s, seat, 1);
		s->idle = (uint8_t)(s->idle + (seat == s->first));
	} while (ab_is_out(s, seat));
	if (s->idle >= IDLE_ROUNDS) {
		ap_tell(ev, EV_IDLE, AB_EN_4, IDLE_ROUNDS);
		ab_end_game(s, IDLE, NONE, ev);
		return;
	}
	ap_top(s)->v[TURN] = (int16_t)seat;
	ap_goto(s, TURN_START);
}
