/* movement.c: groups leave spaces that are activated for movement, move from space to space, and
 * stop. Also Trotsky's armoured train. */
#include "group.h"

/* The sizes of lists: spaces activated for movement, units that may be picked, units of a group. */
enum { TC_MOST_MARKED = 16, TC_MOST_PICKS = 64, TC_MOST_GROUP = 16 };

static int side_of_round(const tc_state *s)
{
	return tc_round_peek(s)->side;
}

/* ---- Who sets out ---------------------------------------------------------------------------- */

/* Returns the clause that forbids a group to leave this space; 0 if it is allowed. */
static uint16_t start_forbidden(const tc_state *s, int space)
{
	if (space >= TC_SPACES || !(s->marker[space] & TC_MARKER_FLAG_MOVE))
		return TC_MV_1;
	if (s->marker[space] & TC_MARKER_FLAG_NO_ACT)
		return TC_NA_1;
	return tc_no_group(s) || s->op.from == space ? 0 : TC_MV_1;
}

uint16_t tc_march_forbidden(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	if (s->unit_flags[unit] & TC_UNIT_FLAG_MOVED)
		return TC_OP_3;
	if (tc_is_garrison(unit))
		return TC_8_62_2;
	if (tc_units[unit].move == 0)
		return TC_MV_2;
	return tc_unit_waits(s, unit);
}

static uint16_t pick_forbidden(const tc_state *s, int side, unsigned unit)
{
	if (unit >= TC_UNITS || tc_user(s, (int)unit) != side)
		return TC_MV_1;
	uint16_t why = start_forbidden(s, s->unit_at[unit]);
	if (why)
		return why;
	if (s->unit_flags[unit] & TC_UNIT_FLAG_PICKED)
		return TC_OP_3;
	return tc_march_forbidden(s, (int)unit);
}

static uint16_t pick_leader_forbidden(const tc_state *s, int side, unsigned leader)
{
	if (leader >= TC_LEADERS || tc_leader_user(s, (int)leader) != side)
		return TC_MV_1;
	uint16_t why = start_forbidden(s, s->leader_at[leader]);
	if (why)
		return why;
	if (tc_leaders[leader].bound == TC_BOUND_STAYS)
		return TC_LE_2;
	if (s->leader_flags[leader] & (TC_LEADER_FLAG_MOVED | TC_LEADER_FLAG_PICKED))
		return TC_MV_1;
	return tc_leader_waits(s, (int)leader);
}

/* Returns whether the group is this leader alone. */
static bool is_alone(const tc_state *s, int leader)
{
	if (tc_no_group(s) || !(s->leader_flags[leader] & TC_LEADER_FLAG_PICKED))
		return false;
	for (int l = 0; l < TC_LEADERS; l++)
		if (l != leader && (s->leader_flags[l] & TC_LEADER_FLAG_PICKED))
			return false;
	return tc_gather(s).sorts == 0;
}

/* TC-LE-2: returns the clause that forbids Trotsky's armoured train to take him there; 0 if it
 * may. He has been picked, and nobody else. */
static uint16_t train_forbidden(const tc_state *s, int side, unsigned to)
{
	int at = s->leader_at[TC_LEADER_RED_TROTSKY];
	if (side != TC_SIDE_RED || to >= TC_SPACES || to == (unsigned)at)
		return TC_LE_2;
	if (!is_alone(s, TC_LEADER_RED_TROTSKY))
		return TC_LE_2;
	if (!tc_space_fed(s, TC_SIDE_RED, (int)to))
		return TC_LE_2;
	uint16_t closed = tc_closed(s, side, tc_as_unit(TC_LEADER_RED_TROTSKY), (int)to);
	if (closed)
		return closed;
	bool abroad =
		(tc_region_of((int)to) == TC_REGION_FINLAND) != (tc_region_of(at) == TC_REGION_FINLAND);
	return abroad && !s->border_open ? TC_8_317_2 : 0;
}

/* ---- MOVE ------------------------------------------------------------------------------------ */

/* Lists the spaces that are activated for movement. */
static int marked(const tc_state *s, uint16_t out[TC_MOST_MARKED])
{
	uint64_t set[TC_SET_WORDS];
	int count = 0;
	tc_marked(s, TC_MARKER_FLAG_MOVE, set);
	for (int space = tc_member(set, TC_SET_WORDS, 0); space < TC_SPACES && count < TC_MOST_MARKED;
		 space = tc_member(set, TC_SET_WORDS, space + 1))
		out[count++] = (uint16_t)space;
	return count;
}

/* Adds a value to a sorted list. Returns the new length of the list. */
static int insert(uint16_t *list, int count, int value)
{
	int i = count;
	for (; i > 0 && list[i - 1] > value; i--)
		list[i] = list[i - 1];
	list[i] = (uint16_t)value;
	return count + 1;
}

/* Lists the units that may be picked, at most `most`, in the order of their numbers. */
static int picks(const tc_state *s, int side, uint16_t out[TC_MOST_PICKS], int most)
{
	uint16_t space[TC_MOST_MARKED];
	int spaces = 1, count = 0;
	space[0] = s->op.from;
	if (tc_no_group(s))
		spaces = marked(s, space);
	for (int i = 0; i < spaces; i++)
		for (int u = tc_first(s, space[i]); u < TC_UNITS && count < most; u = tc_next(s, u))
			if (!pick_forbidden(s, side, (unsigned)u))
				count = insert(out, count, u);
	return count;
}

static bool any_leader(const tc_state *s, int side)
{
	for (unsigned l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] < TC_SPACES && !pick_leader_forbidden(s, side, l))
			return true;
	return false;
}

/* ---- Whole stacks ---------------------------------------------------------------------------- */

static bool can_leave(const tc_state *s, int side, int space)
{
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (!pick_forbidden(s, side, (unsigned)u))
			return true;
	return false;
}

/* Returns whether more than one can leave the space, so that mustering is another answer than
 * picking one. */
static bool several_leave(const tc_state *s, int side, int space)
{
	int count = 0;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		count += !pick_forbidden(s, side, (unsigned)u);
	for (unsigned l = 0; l < TC_LEADERS; l++)
		count += s->leader_at[l] == space && !pick_leader_forbidden(s, side, l);
	return count > 1;
}

int tc_first_to_march(const tc_state *s, int side)
{
	uint16_t space[TC_MOST_MARKED];
	int spaces = tc_no_group(s) ? marked(s, space) : 0;
	for (int i = 0; i < spaces; i++)
		if (can_leave(s, side, space[i]))
			return space[i];
	return TC_NOWHERE;
}

static uint16_t muster_forbidden(const tc_state *s, int side, unsigned space)
{
	if (!tc_no_group(s) || space >= TC_SPACES)
		return TC_MV_7;
	uint16_t why = start_forbidden(s, (int)space);
	if (why)
		return why;
	return can_leave(s, side, (int)space) && several_leave(s, side, (int)space) ? 0 : TC_MV_7;
}

/* Returns the clause that forbids the present group, or everybody in the first space that can
 * leave, to march; 0 if it may. */
static uint16_t march_forbidden(const tc_state *s, int side, unsigned from, unsigned to)
{
	tc_state mustered;
	tc_marches m;
	if (from >= TC_SPACES || to >= TC_SPACES)
		return TC_MV_7;
	if (tc_no_group(s)) {
		if ((int)from != tc_first_to_march(s, side))
			return TC_MV_7;
		mustered = *s;
		tc_muster(&mustered, side, (int)from);
		s = &mustered;
	}
	if (from != s->op.at)
		return TC_MV_7;
	tc_find_marches(s, &m);
	return tc_marches_to(s, &m, (int)to, s != &mustered) ? 0 : TC_MV_7;
}

/* Lists the whole stacks that can be mustered, and where the first of them can march. */
static void list_stacks(const tc_state *s, int side, ap_list *out)
{
	uint16_t space[TC_MOST_MARKED];
	int first = tc_first_to_march(s, side), spaces = marked(s, space);
	for (int i = 0; i < spaces; i++)
		if (!muster_forbidden(s, side, space[i]))
			ap_add(out, ap_act(TC_VERB_MUSTER, space[i], 0));
	if (first == TC_NOWHERE)
		return;
	tc_state mustered = *s;
	tc_muster(&mustered, side, first);
	tc_list_marches(&mustered, false, out);
}

/* ---- The question ---------------------------------------------------------------------------- */

void tc_move_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	uint16_t unit[TC_MOST_PICKS];
	int side = side_of_round(s);
	(void)ev;
	if (tc_no_group(s) && picks(s, side, unit, 1) == 0 && !any_leader(s, side))
		tc_goto(s, TC_STEP_FIGHT);
	else
		tc_ask(s, side);
}

static uint16_t move_forbidden(const tc_state *s, int side, ap_action a)
{
	switch (ap_verb_of(a)) {
	case TC_VERB_READY:
		return tc_no_group(s) ? 0 : TC_MV_1;
	case TC_VERB_PICK:
		return pick_forbidden(s, side, ap_x(a));
	case TC_VERB_PICK_LEADER:
		return pick_leader_forbidden(s, side, ap_x(a));
	case TC_VERB_LOAD:
		return tc_load_forbidden(s, side);
	case TC_VERB_GO:
		return tc_go_forbidden(s, ap_x(a));
	case TC_VERB_STOP: /* The picked group does not leave, and has used its move. */
		return tc_no_group(s) ? TC_MV_1 : 0;
	case TC_VERB_MUSTER:
		return muster_forbidden(s, side, ap_x(a));
	case TC_VERB_MARCH:
		return march_forbidden(s, side, ap_x(a), ap_y(a));
	case TC_VERB_TRAIN:
		return train_forbidden(s, side, ap_x(a));
	case TC_VERB_REGION:
		return tc_no_group(s) ? TC_MV_1 : 0;
	case TC_VERB_DECLARE: /* The picked group sets out first. */
		return tc_no_group(s) ? tc_declare_forbidden(s, a) : TC_MV_1;
	default:
		return TC_MV_1;
	}
}

static void list_trains(const tc_state *s, int side, ap_list *out)
{
	if (side != TC_SIDE_RED || !is_alone(s, TC_LEADER_RED_TROTSKY))
		return;
	for (unsigned space = 0; space < TC_SPACES; space++)
		if (tc_in(s->fed[TC_NET_RED], (int)space) && !train_forbidden(s, side, space))
			ap_add(out, ap_act(TC_VERB_TRAIN, space, 0));
}

void tc_move_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = side_of_round(s);
	uint16_t unit[TC_MOST_PICKS];
	(void)seat;
	if (tc_no_group(s)) {
		tc_list_wars(s, out);
		ap_add(out, ap_act(TC_VERB_READY, 0, 0));
	}
	int count = picks(s, side, unit, TC_MOST_PICKS);
	for (int i = 0; i < count; i++)
		ap_add(out, ap_act(TC_VERB_PICK, unit[i], 0));
	for (unsigned l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] < TC_SPACES && !pick_leader_forbidden(s, side, l))
			ap_add(out, ap_act(TC_VERB_PICK_LEADER, l, 0));
	if (tc_no_group(s)) {
		list_stacks(s, side, out);
		return;
	}
	if (!tc_load_forbidden(s, side))
		ap_add(out, ap_act(TC_VERB_LOAD, 0, 0));
	tc_group g = tc_gather(s);
	tc_list_ways(s, &g, out);
	ap_add(out, ap_act(TC_VERB_STOP, 0, 0));
	tc_list_marches(s, true, out);
	list_trains(s, side, out);
	tc_narrow(s, out);
}

uint16_t tc_move_refuse(const void *state, int seat, ap_action a)
{
	uint16_t why = move_forbidden(state, side_of_round(state), a);
	(void)seat;
	return why ? why : tc_narrow_forbids(state, a);
}

/* ---- The end of a move ----------------------------------------------------------------------- */

static void end_group(tc_state *s)
{
	s->op.from = s->op.at = TC_NOWHERE;
	s->op.points = 0;
	tc_round_top(s)->marching = TC_NOWHERE;
	tc_goto(s, TC_STEP_MOVE);
}

/* Stops the group, which has then used its move. */
static void stop_group(tc_state *s, int clause, ap_events *ev)
{
	int at = s->op.at;
	if (s->marker[at] & TC_MARKER_FLAG_COMBAT)
		clause = TC_OP_3;
	for (int u = tc_first(s, at); u < TC_UNITS; u = tc_next(s, u)) {
		if (!(s->unit_flags[u] & TC_UNIT_FLAG_PICKED))
			continue;
		s->unit_flags[u] =
			(uint8_t)((s->unit_flags[u] & ~TC_UNIT_FLAG_PICKED) | TC_UNIT_FLAG_MOVED);
		tc_tell_stops(ev, clause, TC_UNIT(u), TC_SPACE(at));
	}
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_flags[l] & TC_LEADER_FLAG_PICKED)
			s->leader_flags[l] =
				(uint8_t)((s->leader_flags[l] & ~TC_LEADER_FLAG_PICKED) | TC_LEADER_FLAG_MOVED);
	tc_gold_stops(s);
	end_group(s);
}

/* ---- The next space -------------------------------------------------------------------------- */

/* Returns the clause by which a unit that sets out has fewer points; 0 if there is none. Supply is
 * not considered once the unit is on its way. */
static uint16_t clause_of_slowness(const tc_state *s, int unit)
{
	if (s->stale || s->op.at != s->op.from)
		return 0;
	return !tc_fed(s, unit) ? tc_hunger_clause(unit) : tc_limited(s, unit) ? TC_SU_2 : 0;
}

/* Returns the clause that best explains a unit's way to a space. */
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
	return tc_can_stop(s, &g, to) ? TC_MV_1 : tc_no_stop(s, &g, to);
}

/* Gives the space to the group. The Central Powers enter first, and the former owner of the city is
 * looked up before they stand in it (TC-8.315.6). */
static void take_space(tc_state *s, const uint16_t *unit, int count, int space, ap_events *ev)
{
	int first = 0;
	while (first < count && tc_units[unit[first]].faction != TC_FACTION_CENTRAL_POWERS)
		first++;
	if (count)
		tc_take_space(s, unit[first < count ? first : 0], space, ev);
}

/* Moves the group to a space. If `clause` is 0, each unit is told with the clause that best
 * explains its way. */
static void move_group(tc_state *s, int to, int clause, ap_events *ev)
{
	uint16_t unit[TC_MOST_GROUP];
	int count = 0, from = s->op.at;
	for (int u = tc_first(s, from); u < TC_UNITS && count < TC_MOST_GROUP; u = tc_next(s, u))
		if (s->unit_flags[u] & TC_UNIT_FLAG_PICKED)
			unit[count++] = (uint16_t)u;
	for (int i = 0; i < count; i++)
		tc_tell_moves(ev, clause ? clause : clause_of_step(s, unit[i], to), TC_UNIT(unit[i]),
			TC_SPACE(from), TC_SPACE(to));
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_flags[l] & TC_LEADER_FLAG_PICKED) {
			tc_put_leader(s, l, to);
			tc_tell_leader_moves(ev,
				clause      ? clause
					: count ? TC_MV_1
							: TC_LE_2,
				TC_LEADER(l), TC_SPACE(from), TC_SPACE(to));
		}
	tc_gold_follows(s, to, ev);
	take_space(s, unit, count, to, ev);
	for (int i = 0; i < count; i++)
		tc_put_unit(s, unit[i], to);
	tc_end_credit(s, from);
	tc_end_credit(s, to);
	s->op.at = (uint16_t)to;
}

/* Puts the group back where it came from, because it can neither go on nor stay. */
static void turn_back(tc_state *s, ap_events *ev)
{
	move_group(s, s->op.from, TC_MV_6, ev);
	stop_group(s, TC_MV_6, ev);
}

static void stop_or_turn_back(tc_state *s, const tc_group *g, int clause, ap_events *ev)
{
	if (tc_can_stop(s, g, s->op.at))
		stop_group(s, clause, ev);
	else
		turn_back(s, ev);
}

static uint16_t clause_of_stop(const tc_state *s, bool ends, bool stopped)
{
	return ends ? TC_MV_3 : stopped ? TC_MV_5 : tc_season_slows(s) ? TC_TU_4 : TC_MV_2;
}

static void enter_space(tc_state *s, const tc_group *g, int to, ap_events *ev)
{
	int link = tc_link_between(s->op.at, to);
	bool ends = tc_ends_move(link), stopped = tc_meets_army(s, g->side, to);
	bool has_units = g->sorts > 0, taken = has_units && s->owner[to] != g->side;
	s->op.points = (uint8_t)tc_points_after(s, g, link, to, s->op.points);
	move_group(s, to, 0, ev);
	if (s->op.points == 0)
		stop_group(s, clause_of_stop(s, ends, stopped), ev);
	if (taken && to == TC_SPACE_MOSKVA && g->side == TC_SIDE_WHITE)
		tc_lenin_moves(s, ev);
	if (has_units) /* A leader can be alone in a space of the enemy's: his faction has changed
					  sides. */
		tc_leaders_alone(s, to, tc_other(g->side), ev);
}

static void end_approach(tc_state *s)
{
	tc_round_frame *f = tc_round_top(s);
	f->entering = TC_NOWHERE;
	f->approach = TC_APPROACH_BEGUN;
}

/* TC-LE-7: ends the move of a group that Lenin's speech has stopped. Its activation is used up. */
static void be_stopped(tc_state *s, const tc_group *g, ap_events *ev)
{
	int from = s->op.from;
	end_approach(s);
	s->marker[from] = (uint8_t)((s->marker[from] & ~TC_MARKER_FLAG_MOVE) | TC_MARKER_FLAG_SPENT);
	tc_tell_unmarks(ev, TC_LE_7, TC_SIDE(g->side), TC_SPACE(from));
	stop_or_turn_back(s, g, TC_LE_7, ev);
}

/* TC-8.24.1: calls up the forces of a land that the group violates. Returns whether it has called.
 */
static bool call_up(tc_state *s, const tc_group *g, int to, ap_events *ev)
{
	int faction = g->sorts > 0 ? tc_violates(s, g->side, to) : TC_NONE;
	if (faction == TC_NONE)
		return false;
	tc_round_top(s)->approach = TC_APPROACH_CALLED_UP;
	tc_call_up(s, faction, to, ev);
	return true;
}

/* Carries out what happens before the group enters the next space. */
static void approach(tc_state *s, const tc_group *g, ap_events *ev)
{
	tc_round_frame *f = tc_round_top(s);
	int to = f->entering;
	if (f->approach == TC_APPROACH_BEGUN && call_up(s, g, to, ev))
		return;
	if (f->approach == TC_APPROACH_CALLED_UP && tc_go_forbidden(s, (unsigned)to)) {
		end_approach(s);
		f->marching = TC_NOWHERE;
		return;
	}
	if (f->approach != TC_APPROACH_PREACHED) {
		f->approach = TC_APPROACH_PREACHED;
		if (g->sorts > 0 && tc_call_preach(s, g->side, to, false))
			return;
	}
	end_approach(s);
	enter_space(s, g, to, ev);
}

/* ---- MOVE_ON --------------------------------------------------------------------------------- */

static void go(tc_state *s, unsigned to)
{
	end_approach(s);
	tc_round_top(s)->entering = (uint16_t)to;
	tc_goto(s, TC_STEP_MOVE_ON);
}

/* TC-MV-7: lets a group on its march go on to the next space, or stop where it wanted to. If the
 * way is no longer open, its side is asked. */
static void march_on(tc_state *s, const tc_group *g, ap_events *ev)
{
	int to = tc_round_peek(s)->marching;
	int next = s->op.at == to ? TC_NOWHERE : tc_next_on_march(s, to);
	if (next != TC_NOWHERE) {
		go(s, (unsigned)next);
		return;
	}
	tc_round_top(s)->marching = TC_NOWHERE;
	if (s->op.at == to && tc_can_stop(s, g, to))
		stop_group(s, TC_MV_7, ev);
}

void tc_move_on_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_round_frame *f = tc_round_peek(s);
	tc_group g = tc_gather(s);
	if (f->approach == TC_APPROACH_STOPPED)
		be_stopped(s, &g, ev);
	else if (f->entering != TC_NOWHERE)
		approach(s, &g, ev);
	else if (f->marching != TC_NOWHERE)
		march_on(s, &g, ev);
	else if (tc_has_way(s, &g))
		tc_ask_stale(s, g.side);
	else
		stop_or_turn_back(s, &g, TC_CO_2, ev);
}

static uint16_t stop_forbidden(const tc_state *s)
{
	tc_group g = tc_gather(s);
	return tc_can_stop(s, &g, s->op.at) ? 0 : tc_no_stop(s, &g, s->op.at);
}

void tc_move_on_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	tc_group g = tc_gather(s);
	(void)seat;
	tc_list_ways(s, &g, out);
	if (tc_can_stop(s, &g, s->op.at))
		ap_add(out, ap_act(TC_VERB_STOP, 0, 0));
	tc_list_marches(s, true, out);
}

uint16_t tc_move_on_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_GO:
		return tc_go_forbidden(state, ap_x(a));
	case TC_VERB_STOP:
		return stop_forbidden(state);
	case TC_VERB_MARCH:
		return march_forbidden(state, side_of_round(state), ap_x(a), ap_y(a));
	default:
		return TC_MV_1;
	}
}

static void set_out(tc_state *s, unsigned to)
{
	tc_round_top(s)->marching = (uint16_t)to;
	tc_goto(s, TC_STEP_MOVE_ON);
}

void tc_move_on_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_GO)
		go(state, ap_x(a));
	else if (ap_verb_of(a) == TC_VERB_MARCH)
		set_out(state, ap_y(a));
	else
		stop_group(state, TC_MV_6, ev);
}

/* ---- The answers to MOVE --------------------------------------------------------------------- */

/* Forms the group in the space, with the points of its slowest unit. */
static void form_group(tc_state *s, int space)
{
	s->op.from = s->op.at = (uint16_t)space;
	s->op.points = (uint8_t)tc_group_points(s);
}

void tc_muster(tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	for (unsigned l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && !pick_leader_forbidden(s, side, l))
			s->leader_flags[l] |= TC_LEADER_FLAG_PICKED;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (!pick_forbidden(s, side, (unsigned)u))
			s->unit_flags[u] |= TC_UNIT_FLAG_PICKED;
	form_group(s, space);
}

static void take_train(tc_state *s, int to, ap_events *ev)
{
	int from = s->leader_at[TC_LEADER_RED_TROTSKY];
	tc_put_leader(s, TC_LEADER_RED_TROTSKY, to);
	s->leader_flags[TC_LEADER_RED_TROTSKY] = (uint8_t)(TC_LEADER_FLAG_MOVED |
		(s->leader_flags[TC_LEADER_RED_TROTSKY] & ~TC_LEADER_FLAG_PICKED));
	end_group(s);
	tc_tell_leader_moves(
		ev, TC_LE_2, TC_LEADER(TC_LEADER_RED_TROTSKY), TC_SPACE(from), TC_SPACE(to));
}

void tc_move_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	unsigned x = ap_x(a);
	(void)seat;
	if (tc_names_region(s, a))
		return;
	switch (ap_verb_of(a)) {
	case TC_VERB_PICK:
		s->unit_flags[x] |= TC_UNIT_FLAG_PICKED;
		form_group(s, s->unit_at[x]);
		break;
	case TC_VERB_PICK_LEADER:
		s->leader_flags[x] |= TC_LEADER_FLAG_PICKED;
		form_group(s, s->leader_at[x]);
		break;
	case TC_VERB_LOAD:
		s->op.gold = TC_GOLD_ON_ITS_WAY;
		break;
	case TC_VERB_GO:
		go(s, x);
		break;
	case TC_VERB_STOP:
		stop_group(s, TC_MV_1, ev);
		break;
	case TC_VERB_MUSTER:
		tc_muster(s, side_of_round(s), (int)x);
		break;
	case TC_VERB_MARCH:
		if (tc_no_group(s))
			tc_muster(s, side_of_round(s), (int)x);
		set_out(s, ap_y(a));
		break;
	case TC_VERB_TRAIN:
		take_train(s, (int)x, ev);
		break;
	case TC_VERB_DECLARE:
		tc_declare(s, (int)x, ev);
		break;
	default:
		tc_round_top(s)->closed = 1;
		tc_goto(s, TC_STEP_FIGHT);
	}
}
