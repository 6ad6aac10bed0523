/* turn.c: the turn from its start to its end, AB-TU-1 to AB-TU-5. */
#include "chapters.h"

void ab_end_ballot(ab_state *s, int seat, ap_events *ev)
{
	assert(seat >= 0 && seat < s->head.players);
	if (s->ballot_by != seat)
		return;
	ab_tell_ballot_ends(ev, AB_SC_16, AB_POWER(seat));
	s->ballot_by = AB_NONE;
}

int ab_next_turn(const ab_state *s)
{
	int seat = ab_turn_of(s);
	do
		seat = ab_clockwise(s, seat, 1);
	while (ab_is_out(s, seat));
	return seat;
}

static void begin_turn(ab_state *s, ap_events *ev)
{
	ab_end_ballot(s, ab_turn_of(s), ev);
	s->points = AB_POINTS;
	s->plates = 0;
	s->mover = AB_NONE;
	s->surcharged = 0;
	memset(s->way, 0, sizeof s->way);
	ab_goto(s, AB_STEP_SECRET);
}

void ab_turn_start_run(void *state, ap_events *ev)
{
	ab_tell_turn(ev, AB_TU_1, AB_POWER(ab_turn_of(state)));
	begin_turn(state, ev);
}

ab_state ab_at_next_turn(const ab_state *s)
{
	ab_state then = *s;
	while (then.head.depth > 1)
		ap_end(&then);
	ab_forget_answers(&then);
	ab_turn_top(&then)->turn = (uint8_t)ab_next_turn(s);
	memset(then.spared, 0, sizeof then.spared);
	begin_turn(&then, NULL);
	ap_ask(&then, AP_SEAT(ab_turn_of(&then)));
	return then;
}

/* A power with a Secret card chooses whether it discards it, AB-TU-2. Whoever moves has kept it. It
 * may have said how it begins when all were called between the turns. */
void ab_secret_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_turn_frame *f = ab_turn_top(s);
	ap_action begins = f->announced;
	int seat = f->turn;
	f->announced = AP_NO_ACTION;
	if (s->hand[seat] == AB_NONE)
		ab_goto(s, AB_STEP_DRAW);
	else if (begins != AP_NO_ACTION && ab_secret_refuse(s, seat, begins) == 0)
		ab_secret_apply(s, seat, begins, ev);
	else
		ap_ask(s, AP_SEAT(seat));
}

void ab_secret_legal(const void *state, int seat, ap_list *out)
{
	ap_add(out, ap_act(AB_VERB_KEEP, 0, 0));
	ap_add(out, ap_act(AB_VERB_DISCARD, ((const ab_state *)state)->hand[seat], 0));
	ab_add_steps(state, seat, out);
}

uint16_t ab_secret_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	switch (ap_verb_of(a)) {
	case AB_VERB_KEEP:
		return 0;
	case AB_VERB_DISCARD:
		return ap_x(a) == s->hand[seat] ? 0 : AB_TU_2;
	case AB_VERB_MOVE:
		return ab_step_forbidden(s, seat, (int)ap_x(a), (int)ap_y(a));
	case AB_VERB_WALK:
		return ab_walk_forbidden(s, seat, (int)ap_x(a), (int)ap_y(a));
	default:
		return AB_TU_2;
	}
}

void ab_secret_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	if (ap_verb_of(a) == AB_VERB_DISCARD) {
		ab_tell_discards(ev, AB_TU_2, AB_POWER(seat), AB_EFFECT(ap_x(a)));
		ab_discard_hand(s, seat);
		ab_goto(s, AB_STEP_DRAW);
		return;
	}
	ab_tell_keeps(ev, AB_TU_2, AB_POWER(seat));
	ab_goto(s, AB_STEP_MOVEMENT);
	if (ap_verb_of(a) != AB_VERB_KEEP)
		ab_movement_apply(s, seat, a, ev);
}

/* Between two turns Secret cards may be played, AB-SE-1. */
void ab_cards_after_run(void *state, ap_events *ev)
{
	(void)ev;
	ab_goto(state, AB_STEP_TURN_END);
	ab_call_window(state, AB_WINDOW_AFTER_MOVEMENT);
}

/* The turn passes to the next seat that is not out. A round ends when it reaches the seat that
 * began the game. */
void ab_turn_end_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	int seat = ab_turn_of(s);
	memset(s->spared, 0, sizeof s->spared); /* AB-PR-6 */
	do {
		seat = ab_clockwise(s, seat, 1);
		s->idle = (uint8_t)(s->idle + (seat == s->first));
	} while (ab_is_out(s, seat));
	if (s->idle >= AB_IDLE_ROUNDS) {
		ab_tell_idle(ev, AB_EN_4, AB_IDLE_ROUNDS);
		ab_end_game(s, AB_REASON_IDLE, AB_NONE, ev);
		return;
	}
	ab_turn_top(s)->turn = (uint8_t)seat;
	ab_goto(s, AB_STEP_TURN_START);
}
