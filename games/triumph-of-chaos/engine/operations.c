/* operations.c: activation markers and NO ACT markers. */
#include "chapters.h"

enum { MOST_LIFTED = 2, ACTIVATED = M_MOVE | M_COMBAT | M_SPENT };

static int side_of_round(const tc_state *s)
{
	return ap_peek(s)->v[0];
}

/* ---- Who may act ----------------------------------------------------------------------------- */

/* A faction's leader waits with its units. */
uint16_t tc_leader_waits(const tc_state *s, int leader)
{
	int faction = tc_leaders[leader].faction;
	if (faction >= FACTIONS)
		return 0;
	for (int u = 0; u < UNITS; u++)
		if (tc_units[u].faction == faction)
			return tc_unit_waits(s, u);
	return 0;
}

/* Why the space is not activated: none of its units may act, or one is new or British or American
 * and waits, whoever stands with it (TC-8.142, TC-8.314.1); 0: it may be. */
static uint16_t space_waits(const tc_state *s, int side, int space)
{
	uint16_t why = TC_OP_1;
	bool acts = false;
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u)) {
		if (tc_user(s, u) != side)
			continue;
		uint16_t waits = tc_unit_waits(s, u);
		if (waits == TC_8_142 || waits == TC_8_314_1)
			return waits;
		acts |= !waits;
		why = waits;
	}
	return acts ? 0 : why;
}

/* ---- Whose markers go together --------------------------------------------------------------- */

static bool has_czechs(const tc_state *s, int space)
{
	if (tc_has_faction(s, space, TC_FACTION_CZECH_LEGION))
		return true;
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == space && tc_leaders[l].faction == TC_FACTION_CZECH_LEGION)
			return true;
	return false;
}

/* What a marker there binds the others to. */
static int alone_of(const tc_state *s, int side, int space)
{
	bool powers = s->user[TC_FACTION_CENTRAL_POWERS] == side &&
		tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS);
	bool czechs = s->user[TC_FACTION_CZECH_LEGION] == side && tc_may(s, side, MUST_CZECHS_ALONE) &&
		has_czechs(s, space);
	return powers && czechs ? ALONE_BOTH
		: powers            ? ALONE_POWERS
		: czechs            ? ALONE_CZECHS
							: ALONE_OTHERS;
}

static uint16_t alone_forbidden(const tc_state *s, int side, int space)
{
	int bound = s->op.alone;
	if (bound == ALONE_NOT)
		return 0;
	int here = alone_of(s, side, space);
	if (here == bound)
		return 0;
	bool powers = here == ALONE_POWERS || here == ALONE_BOTH;
	bool with_powers = bound == ALONE_POWERS || bound == ALONE_BOTH;
	return powers != with_powers ? TC_8_315_1 : TC_8_316_4;
}

static bool one_waits(const tc_state *s, int space)
{
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u))
		if (tc_unit_waits(s, u))
			return true;
	return false;
}

/* The clause that says most about this marker. */
static uint16_t clause_of_marker(const tc_state *s, int space, int alone)
{
	if (alone != ALONE_OTHERS)
		return alone == ALONE_CZECHS ? TC_8_316_4 : TC_8_315_1;
	if (one_waits(s, space))
		return TC_OP_2;
	bool allies =
		tc_has_faction(s, space, TC_FACTION_BRITAIN) || tc_has_faction(s, space, TC_FACTION_USA);
	return allies ? TC_8_314_1 : s->op.card == NONE ? TC_10_2 : TC_OP_1;
}

/* ---- Markers --------------------------------------------------------------------------------- */

/* The kind of the marker makes no difference: a combat marker may stay unused (TC-CB-1). */
uint16_t tc_mark_forbidden(const tc_state *s, int side, int space, bool combat)
{
	(void)combat;
	if (s->op.put >= s->op.spaces)
		return s->op.card == NONE ? TC_10_2 : TC_OP_1;
	if (tc_occupier(s, space) != side || (s->marker[space] & ACTIVATED))
		return TC_OP_1;
	if (s->marker[space] & M_NO_ACT)
		return TC_OP_2;
	uint16_t why = space_waits(s, side, space);
	return why ? why : alone_forbidden(s, side, space);
}

static uint16_t mark_forbidden(const tc_state *s, int side, ap_action a)
{
	switch (ap_verb_of(a)) {
	case V_READY:
		return 0;
	case V_MOVE_MARKER:
	case V_COMBAT_MARKER:
		if (ap_x(a) >= SPACES)
			return TC_OP_1;
		return tc_mark_forbidden(s, side, (int)ap_x(a), ap_verb_of(a) == V_COMBAT_MARKER);
	default:
		return TC_OP_1;
	}
}

void tc_mark_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (s->op.put >= s->op.spaces)
		ap_goto(s, ANNOUNCED);
	else
		tc_ask(s, side_of_round(s));
}

void tc_mark_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = side_of_round(s);
	(void)seat;
	ap_add(out, ap_act(V_READY, 0, 0));
	int first = out->count;
	for (int space = 0; space < SPACES; space++)
		if (tc_first(s, space) < UNITS && !tc_mark_forbidden(s, side, space, false))
			ap_add(out, ap_act(V_MOVE_MARKER, (unsigned)space, 0));
	int last = out->count;
	for (int i = first; i < last; i++)
		ap_add(out, ap_act(V_COMBAT_MARKER, ap_x(out->item[i]), 0));
}

uint16_t tc_mark_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return mark_forbidden(state, side_of_round(state), a);
}

static void put_marker(tc_state *s, int side, int space, int kind, ap_events *ev)
{
	int alone = alone_of(s, side, space);
	s->marker[space] |= kind == FOR_COMBAT ? M_COMBAT : M_MOVE;
	s->op.put++;
	s->op.alone = (uint8_t)alone;
	ap_tell(ev, EV_MARKS, clause_of_marker(s, space, alone), (int16_t)side, (int16_t)space,
		(int16_t)kind);
	if (!tc_has_faction(s, space, TC_FACTION_MAKHNO))
		return;
	ap_goto(s, MARK);
	ap_frame *f = ap_call(s, MAKHNO_DIE);
	f->v[0] = (int16_t)space;
	f->v[1] = (int16_t)side;
}

void tc_mark_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	int kind = ap_verb_of(a) == V_COMBAT_MARKER ? FOR_COMBAT : FOR_MOVEMENT;
	(void)seat;
	if (ap_verb_of(a) == V_READY)
		ap_goto(state, ANNOUNCED);
	else
		put_marker(state, side_of_round(state), (int)ap_x(a), kind, ev);
}

/* ---- NO ACT off ------------------------------------------------------------------------------ */

static uint16_t lift_forbidden(const tc_state *s, int side, ap_action a)
{
	if (ap_verb_of(a) == V_DONE)
		return 0;
	if (ap_verb_of(a) != V_LIFT || ap_x(a) >= SPACES)
		return TC_10_2;
	int space = (int)ap_x(a);
	return (s->marker[space] & M_NO_ACT) && tc_occupier(s, space) == side ? 0 : TC_10_2;
}

static bool can_lift(const tc_state *s, int side)
{
	for (int space = 0; space < SPACES; space++)
		if (!lift_forbidden(s, side, ap_act(V_LIFT, (unsigned)space, 0)))
			return true;
	return false;
}

void tc_lift_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = side_of_round(s);
	(void)ev;
	if (ap_peek(s)->v[1] < MOST_LIFTED && can_lift(s, side))
		tc_ask(s, side);
	else
		ap_goto(s, ROUND_END);
}

void tc_lift_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_DONE, 0, 0));
	for (unsigned space = 0; space < SPACES; space++)
		if (!lift_forbidden(s, side_of_round(s), ap_act(V_LIFT, space, 0)))
			ap_add(out, ap_act(V_LIFT, space, 0));
}

uint16_t tc_lift_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return lift_forbidden(state, side_of_round(state), a);
}

void tc_lift_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == V_DONE) {
		ap_goto(s, ROUND_END);
		return;
	}
	s->marker[ap_x(a)] &= (uint8_t)~M_NO_ACT;
	ap_top(s)->v[1]++;
	ap_tell(ev, EV_NO_ACT_OFF, TC_10_2, (int16_t)ap_x(a));
}
