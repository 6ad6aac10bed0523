/* again.c: spaces that move once more after the combats of an operation, TC-WC-33 and TC-RC-33. */
#include "events.h"

/* Marks the end of the naming in the frame of the round. */
enum { TC_NAMED_ALL = 3 };

static int side_of_round(const tc_state *s)
{
	return tc_round_peek(s)->side;
}

int tc_most_again(const tc_state *s)
{
	if (!tc_event_operates(s))
		return 0;
	int row = tc_row_with(s->op.card, TC_DEED_MOVE_AGAIN);
	return row < TC_EFFECTS ? tc_effects[row].amount : 0;
}

/* Returns whether a unit of the side there was activated in this round and may move again. */
static bool acted_there(const tc_state *s, int side, int space)
{
	enum { ACTIVATED = TC_MARKER_FLAG_MOVE | TC_MARKER_FLAG_COMBAT | TC_MARKER_FLAG_SPENT };
	bool activated = s->marker[space] & ACTIVATED;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
		bool acted = s->unit_flags[u] & (TC_UNIT_FLAG_MOVED | TC_UNIT_FLAG_ATTACKED);
		if (tc_user(s, u) == side && (activated || acted) && tc_units[u].move > 0 &&
			!tc_unit_waits(s, u))
			return true;
	}
	return false;
}

static uint16_t again_forbidden(const tc_state *s, int side, unsigned space)
{
	uint16_t clause = tc_card_clause(s->op.card);
	if (space >= TC_SPACES || tc_occupier(s, (int)space) != side ||
		tc_round_peek(s)->again >= tc_most_again(s) || (s->marker[space] & TC_MARKER_FLAG_MOVE))
		return clause;
	if (s->marker[space] & TC_MARKER_FLAG_NO_ACT)
		return TC_NA_1;
	return acted_there(s, side, (int)space) ? tc_forces_forbid(s, side, (int)space) : clause;
}

static bool any_again(const tc_state *s, int side)
{
	for (unsigned space = 0; space < TC_SPACES; space++)
		if (tc_first(s, (int)space) < TC_UNITS && !again_forbidden(s, side, space))
			return true;
	return false;
}

/* Uses up the markers of the first movement and of the combats. */
static void use_up_markers(tc_state *s)
{
	enum { USED = TC_MARKER_FLAG_MOVE | TC_MARKER_FLAG_COMBAT };
	for (int space = 0; space < TC_SPACES; space++)
		if (s->marker[space] & USED)
			s->marker[space] = (uint8_t)((s->marker[space] & ~USED) | TC_MARKER_FLAG_SPENT);
}

bool tc_go_again(tc_state *s)
{
	if (tc_round_peek(s)->again > 0 || tc_most_again(s) == 0)
		return false;
	use_up_markers(s);
	tc_goto(s, TC_STEP_AGAIN);
	return true;
}

static void end_naming(tc_state *s)
{
	tc_round_top(s)->again = TC_NAMED_ALL;
	tc_goto(s, TC_STEP_MOVE);
}

void tc_again_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	tc_supply(s);
	if (any_again(s, side_of_round(s)))
		tc_ask(s, side_of_round(s));
	else
		end_naming(s);
}

void tc_again_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	(void)seat;
	tc_list_wars(s, out);
	ap_add(out, ap_act(TC_VERB_READY, 0, 0));
	for (unsigned space = 0; space < TC_SPACES; space++)
		if (tc_first(s, (int)space) < TC_UNITS && !again_forbidden(s, side_of_round(s), space))
			ap_add(out, ap_act(TC_VERB_AGAIN, space, 0));
}

uint16_t tc_again_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_READY:
		return 0;
	case TC_VERB_DECLARE:
		return tc_declare_forbidden(s, a);
	case TC_VERB_AGAIN:
		return again_forbidden(s, side_of_round(s), ap_x(a));
	default:
		return tc_card_clause(s->op.card);
	}
}

/* Lets everybody in the space move as if they had not acted in this round. */
static void move_again(tc_state *s, int space, ap_events *ev)
{
	int side = side_of_round(s);
	s->marker[space] |= TC_MARKER_FLAG_MOVE;
	tc_note_activation(s, side, space);
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		s->unit_flags[u] &= (uint8_t) ~(TC_UNIT_FLAG_MOVED | TC_UNIT_FLAG_ATTACKED);
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side)
			s->leader_flags[l] &= (uint8_t)~TC_LEADER_FLAG_MOVED;
	tc_round_top(s)->again++;
	tc_tell_again(ev, tc_card_clause(s->op.card), TC_SIDE(side), TC_SPACE(space));
}

void tc_again_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_READY)
		end_naming(s);
	else if (ap_verb_of(a) == TC_VERB_DECLARE)
		tc_declare(s, (int)ap_x(a), ev);
	else
		move_again(s, (int)ap_x(a), ev);
}
