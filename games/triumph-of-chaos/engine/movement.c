/* movement.c: groups set out from spaces activated for movement, go from space to space, and stop.
 * The armoured train. */
#include "group.h"

enum { MOST_MARKED = 16, MOST_PICKS = 64, MOST_GROUP = 16 };

/* How far the entry into the space of v[1] has come: v[3]. */
enum { UNASKED, CALLED_UP, PREACHED };

static int side_of_round(const tc_state *s)
{
	return ap_peek(s)->v[0];
}

/* ---- Who sets out ---------------------------------------------------------------------------- */

/* Of the space where he, or it, stands. */
static uint16_t start_forbidden(const tc_state *s, int space)
{
	if (space >= SPACES || !(s->marker[space] & M_MOVE))
		return TC_MV_1;
	if (s->marker[space] & M_NO_ACT)
		return TC_NA_1;
	return tc_no_group(s) || s->op.from == space ? 0 : TC_MV_1;
}

static uint16_t pick_forbidden(const tc_state *s, int side, unsigned unit)
{
	if (unit >= UNITS || tc_user(s, (int)unit) != side)
		return TC_MV_1;
	uint16_t why = start_forbidden(s, s->unit_at[unit]);
	if (why)
		return why;
	if (s->unit_flags[unit] & (U_MOVED | U_PICKED))
		return TC_OP_3;
	if (tc_units[unit].move == 0)
		return TC_MV_2;
	return tc_unit_waits(s, (int)unit);
}

static uint16_t pick_leader_forbidden(const tc_state *s, int side, unsigned leader)
{
	if (leader >= LEADERS || tc_leader_user(s, (int)leader) != side)
		return TC_MV_1;
	uint16_t why = start_forbidden(s, s->leader_at[leader]);
	if (why)
		return why;
	if (tc_leaders[leader].bound == TC_BOUND_STAYS)
		return TC_LE_2;
	if (s->leader_flags[leader] & (L_MOVED | L_PICKED))
		return TC_MV_1;
	return tc_leader_waits(s, (int)leader);
}

/* Trotsky's armoured train, TC-LE-2. */
static uint16_t train_forbidden(const tc_state *s, int side, unsigned to)
{
	int at = s->leader_at[TC_LEADER_RED_TROTSKY];
	if (side != RED || to >= SPACES || !tc_no_group(s) || to == (unsigned)at)
		return TC_LE_2;
	if (pick_leader_forbidden(s, side, TC_LEADER_RED_TROTSKY))
		return TC_LE_2;
	if (!tc_space_fed(s, RED, (int)to))
		return TC_LE_2;
	bool abroad =
		(tc_region_of((int)to) == TC_REGION_FINLAND) != (tc_region_of(at) == TC_REGION_FINLAND);
	return abroad && !s->border_open ? TC_8_317_2 : 0;
}

/* ---- MOVE ------------------------------------------------------------------------------------ */

/* The spaces that are activated for movement, looked for eight at a time: few are. */
static int marked(const tc_state *s, uint16_t out[MOST_MARKED])
{
	const uint64_t all = M_MOVE * (UINT64_MAX / 0xff);
	int count = 0;
	for (int first = 0; first < SPACES; first += 8) {
		uint64_t eight = 0;
		int bytes = SPACES - first < 8 ? SPACES - first : 8;
		memcpy(&eight, s->marker + first, (size_t)bytes);
		if (!(eight & all))
			continue;
		for (int space = first; space < first + bytes && count < MOST_MARKED; space++)
			if (s->marker[space] & M_MOVE)
				out[count++] = (uint16_t)space;
	}
	return count;
}

static int insert(uint16_t *list, int count, int value)
{
	int i = count;
	for (; i > 0 && list[i - 1] > value; i--)
		list[i] = list[i - 1];
	list[i] = (uint16_t)value;
	return count + 1;
}

/* The units that may be picked, in the order of ids; `most` is enough. */
static int picks(const tc_state *s, int side, uint16_t out[MOST_PICKS], int most)
{
	uint16_t space[MOST_MARKED];
	int spaces = 1, count = 0;
	space[0] = s->op.from;
	if (tc_no_group(s))
		spaces = marked(s, space);
	for (int i = 0; i < spaces; i++)
		for (int u = tc_first(s, space[i]); u < UNITS && count < most; u = tc_next(s, u))
			if (!pick_forbidden(s, side, (unsigned)u))
				count = insert(out, count, u);
	return count;
}

static bool any_leader(const tc_state *s, int side)
{
	for (unsigned l = 0; l < LEADERS; l++)
		if (s->leader_at[l] < SPACES && !pick_leader_forbidden(s, side, l))
			return true;
	return false;
}

void tc_move_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	uint16_t unit[MOST_PICKS];
	int side = side_of_round(s);
	(void)ev;
	if (tc_no_group(s) && picks(s, side, unit, 1) == 0 && !any_leader(s, side))
		ap_goto(s, FIGHT);
	else
		tc_ask(s, side);
}

static uint16_t move_forbidden(const tc_state *s, int side, ap_action a)
{
	switch (ap_verb_of(a)) {
	case V_READY:
		return tc_no_group(s) ? 0 : TC_MV_1;
	case V_PICK:
		return pick_forbidden(s, side, ap_x(a));
	case V_PICK_LEADER:
		return pick_leader_forbidden(s, side, ap_x(a));
	case V_GO:
		return tc_go_forbidden(s, ap_x(a));
	case V_STOP: /* a group that has been picked and does not set out */
		return tc_no_group(s) ? TC_MV_1 : 0;
	case V_TRAIN:
		return train_forbidden(s, side, ap_x(a));
	default:
		return TC_MV_1;
	}
}

static void list_trains(const tc_state *s, int side, ap_list *out)
{
	if (side != RED || pick_leader_forbidden(s, side, TC_LEADER_RED_TROTSKY))
		return;
	for (unsigned space = 0; space < SPACES; space++)
		if (tc_in(s->fed[NET_RED], (int)space) && !train_forbidden(s, side, space))
			ap_add(out, ap_act(V_TRAIN, space, 0));
}

void tc_move_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = side_of_round(s);
	uint16_t unit[MOST_PICKS];
	(void)seat;
	if (tc_no_group(s))
		ap_add(out, ap_act(V_READY, 0, 0));
	int count = picks(s, side, unit, MOST_PICKS);
	for (int i = 0; i < count; i++)
		ap_add(out, ap_act(V_PICK, unit[i], 0));
	for (unsigned l = 0; l < LEADERS; l++)
		if (s->leader_at[l] < SPACES && !pick_leader_forbidden(s, side, l))
			ap_add(out, ap_act(V_PICK_LEADER, l, 0));
	if (tc_no_group(s)) {
		list_trains(s, side, out);
		return;
	}
	tc_group g = tc_gather(s);
	tc_list_ways(s, &g, out);
	ap_add(out, ap_act(V_STOP, 0, 0));
}

uint16_t tc_move_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return move_forbidden(state, side_of_round(state), a);
}

/* ---- The end of a move ----------------------------------------------------------------------- */

static void halt(tc_state *s, int clause, ap_events *ev)
{
	int at = s->op.at;
	if (s->marker[at] & M_COMBAT)
		clause = TC_OP_3;
	for (int u = tc_first(s, at); u < UNITS; u = tc_next(s, u)) {
		if (!(s->unit_flags[u] & U_PICKED))
			continue;
		s->unit_flags[u] = (uint8_t)((s->unit_flags[u] & ~U_PICKED) | U_MOVED);
		ap_tell(ev, EV_STOPS, clause, (int16_t)u, (int16_t)at);
	}
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_flags[l] & L_PICKED)
			s->leader_flags[l] = (uint8_t)((s->leader_flags[l] & ~L_PICKED) | L_MOVED);
	s->op.from = s->op.at = NOWHERE;
	s->op.points = 0;
	ap_goto(s, MOVE);
}

/* ---- A space further ------------------------------------------------------------------------- */

/* What slows a unit that sets out; on the way nobody asks about supply. */
static uint16_t clause_of_slowness(const tc_state *s, int unit)
{
	if (s->stale || s->op.at != s->op.from)
		return 0;
	return !tc_fed(s, unit) ? TC_SU_3 : tc_limited(s, unit) ? TC_SU_2 : 0;
}

/* The clause that lets it go there. */
static uint16_t clause_of_step(const tc_state *s, int unit, int to)
{
	int link = tc_link_between(s->op.at, to);
	uint16_t slow = clause_of_slowness(s, unit);
	if (slow || link < 0)
		return slow;
	if (tc_links[link].kind == TC_LINK_KIND_SEA)
		return TC_MV_4;
	if (tc_border_link(link))
		return TC_8_317_2;
	if (tc_region_of(to) == TC_REGION_SOUTHEAST)
		return TC_8_319_1;
	tc_group g = tc_gather(s);
	return tc_can_stop(s, &g, to) ? TC_MV_1 : TC_ST_1;
}

/* The space is theirs; the Central Powers go before the others, and it is asked whose city it was
 * before they stand in it (TC-8.315.6). */
static void own(tc_state *s, const uint16_t *unit, int count, int space, ap_events *ev)
{
	int first = 0;
	while (first < count && tc_units[unit[first]].faction != TC_FACTION_CENTRAL_POWERS)
		first++;
	if (count)
		tc_enter(s, unit[first < count ? first : 0], space, ev);
}

static void lead(tc_state *s, int to, int clause, ap_events *ev)
{
	uint16_t unit[MOST_GROUP];
	int count = 0, from = s->op.at;
	for (int u = tc_first(s, from); u < UNITS && count < MOST_GROUP; u = tc_next(s, u))
		if (s->unit_flags[u] & U_PICKED)
			unit[count++] = (uint16_t)u;
	for (int i = 0; i < count; i++)
		ap_tell(ev, EV_MOVES, clause ? clause : clause_of_step(s, unit[i], to), (int16_t)unit[i],
			(int16_t)from, (int16_t)to);
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_flags[l] & L_PICKED) {
			tc_put_leader(s, l, to);
			ap_tell(ev, EV_LEADER_MOVES,
				clause      ? clause
					: count ? TC_MV_1
							: TC_LE_2,
				(int16_t)l, (int16_t)from, (int16_t)to);
		}
	own(s, unit, count, to, ev);
	for (int i = 0; i < count; i++)
		tc_put_unit(s, unit[i], to);
	s->op.at = (uint16_t)to;
}

/* It cannot go on and may not stay: it is where it came from again. */
static void turn_back(tc_state *s, ap_events *ev)
{
	lead(s, s->op.from, TC_MV_6, ev);
	halt(s, TC_MV_6, ev);
}

static void halt_or_turn_back(tc_state *s, const tc_group *g, int clause, ap_events *ev)
{
	if (tc_can_stop(s, g, s->op.at))
		halt(s, clause, ev);
	else
		turn_back(s, ev);
}

static uint16_t clause_of_halt(const tc_state *s, bool ends, bool stopped)
{
	return ends                                            ? TC_MV_3
		: stopped                                          ? TC_MV_5
		: tc_seasons[tc_this_turn(s)->season].movement < 0 ? TC_TU_4
														   : TC_MV_2;
}

static void enter(tc_state *s, const tc_group *g, int to, ap_events *ev)
{
	int link = tc_link_between(s->op.at, to);
	bool ends = tc_ends_move(link), stopped = tc_meets_army(s, g->side, to);
	bool taken = g->sorts > 0 && s->owner[to] != g->side;
	s->op.points = (uint8_t)tc_points_after(s, g, link, to, s->op.points);
	lead(s, to, 0, ev);
	if (s->op.points == 0)
		halt(s, clause_of_halt(s, ends, stopped), ev);
	if (!taken)
		return;
	if (to == TC_SPACE_MOSKVA && g->side == WHITE)
		tc_lenin_moves(s, ev);
	tc_leaders_alone(s, to, tc_other(g->side), ev);
}

/* TC-LE-7: no further, and the activation is spent. */
static void preached(tc_state *s, const tc_group *g, ap_events *ev)
{
	int from = s->op.from;
	ap_frame *f = ap_top(s);
	f->v[1] = f->v[2] = f->v[3] = 0;
	s->marker[from] = (uint8_t)((s->marker[from] & ~M_MOVE) | M_SPENT);
	ap_tell(ev, EV_UNMARKS, TC_LE_7, (int16_t)g->side, (int16_t)from);
	halt_or_turn_back(s, g, TC_LE_7, ev);
}

/* Calls up those who are violated (TC-8.24.1); true: it called. */
static bool call_up(tc_state *s, const tc_group *g, int to, ap_events *ev)
{
	int faction = g->sorts > 0 ? tc_violates(s, g->side, to) : NONE;
	if (faction == NONE)
		return false;
	ap_top(s)->v[3] = CALLED_UP;
	tc_call_up(s, faction, ev);
	return true;
}

/* The space of v[1]: what happens before the group is there. */
static void approach(tc_state *s, const tc_group *g, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	int to = f->v[1] - 1;
	if (f->v[3] == UNASKED && call_up(s, g, to, ev))
		return;
	if (f->v[3] == CALLED_UP && tc_go_forbidden(s, (unsigned)to)) {
		f->v[1] = f->v[3] = 0;
		return;
	}
	if (f->v[3] != PREACHED) {
		f->v[3] = PREACHED;
		if (g->side == WHITE && g->sorts > 0 && tc_call_preach(s, to, false))
			return;
	}
	f->v[1] = f->v[3] = 0;
	enter(s, g, to, ev);
}

/* ---- MOVE_ON --------------------------------------------------------------------------------- */

void tc_move_on_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	tc_group g = tc_gather(s);
	if (f->v[2])
		preached(s, &g, ev);
	else if (f->v[1])
		approach(s, &g, ev);
	else if (tc_has_way(s, &g))
		tc_ask_stale(s, g.side);
	else
		halt_or_turn_back(s, &g, TC_CO_2, ev);
}

static uint16_t stop_forbidden(const tc_state *s)
{
	tc_group g = tc_gather(s);
	return tc_can_stop(s, &g, s->op.at) ? 0 : TC_MV_6;
}

void tc_move_on_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	tc_group g = tc_gather(s);
	(void)seat;
	tc_list_ways(s, &g, out);
	if (tc_can_stop(s, &g, s->op.at))
		ap_add(out, ap_act(V_STOP, 0, 0));
}

uint16_t tc_move_on_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_GO:
		return tc_go_forbidden(state, ap_x(a));
	case V_STOP:
		return stop_forbidden(state);
	default:
		return TC_MV_1;
	}
}

static void set_out(tc_state *s, unsigned to)
{
	ap_frame *f = ap_top(s);
	f->v[1] = (int16_t)(to + 1);
	f->v[2] = f->v[3] = 0;
	ap_goto(s, MOVE_ON);
}

void tc_move_on_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	if (ap_verb_of(a) == V_GO)
		set_out(state, ap_x(a));
	else
		halt(state, TC_MV_6, ev);
}

/* ---- What is answered to MOVE ---------------------------------------------------------------- */

static void join_group(tc_state *s, int space)
{
	s->op.from = s->op.at = (uint16_t)space;
	s->op.points = (uint8_t)tc_group_points(s);
}

static void take_train(tc_state *s, int to, ap_events *ev)
{
	int from = s->leader_at[TC_LEADER_RED_TROTSKY];
	tc_put_leader(s, TC_LEADER_RED_TROTSKY, to);
	s->leader_flags[TC_LEADER_RED_TROTSKY] |= L_MOVED;
	ap_tell(ev, EV_LEADER_MOVES, TC_LE_2, TC_LEADER_RED_TROTSKY, (int16_t)from, (int16_t)to);
}

void tc_move_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	unsigned x = ap_x(a);
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_PICK:
		s->unit_flags[x] |= U_PICKED;
		join_group(s, s->unit_at[x]);
		break;
	case V_PICK_LEADER:
		s->leader_flags[x] |= L_PICKED;
		join_group(s, s->leader_at[x]);
		break;
	case V_GO:
		set_out(s, x);
		break;
	case V_STOP:
		halt(s, TC_MV_1, ev);
		break;
	case V_TRAIN:
		take_train(s, (int)x, ev);
		break;
	default:
		ap_goto(s, FIGHT);
	}
}
