/* redeployment.c: strategic redeployment along the supply chains of a side, and into or out of the
 * reserve. */
#include "travellers.h"

static int side_of_round(const tc_state *s)
{
	return tc_round_peek(s)->side;
}

static tc_traveller under_way(const tc_state *s)
{
	const tc_round_frame *f = tc_round_peek(s);
	if (f->unit >= TC_UNITS && f->leader >= TC_LEADERS)
		return tc_travelling_gold(s, f->side);
	return f->unit < TC_UNITS ? tc_travelling_unit(s, f->side, f->unit)
							  : tc_travelling_leader(s, f->side, f->leader);
}

int tc_redeployment_cost(int unit)
{
	bool army = unit < TC_UNITS && tc_is_army(unit);
	return tc_number_of(army ? TC_NUMBER_REDEPLOY_ARMY : TC_NUMBER_REDEPLOY_CORPS);
}

static int cost_of(const tc_traveller *t)
{
	return tc_redeployment_cost(t->unit >= 0 ? t->unit : TC_NOWHERE);
}

static bool may_leave_map(const tc_state *s, int unit)
{
	return s->unit_at[unit] < TC_SPACES && !tc_is_army(unit);
}

/* ---- Travellers ------------------------------------------------------------------------------ */

/* TC-SR-3: returns the clause that forbids redeploying a unit; 0 if it is allowed. */
static uint16_t unit_bound(const tc_state *s, int unit)
{
	int space = s->unit_at[unit];
	if (tc_is_garrison(unit))
		return TC_8_62_2;
	if (space < TC_SPACES && (s->marker[space] & TC_MARKER_FLAG_NO_ACT))
		return TC_NA_1;
	if (space < TC_SPACES && !tc_fed(s, unit))
		return tc_hunger_clause(unit);
	return tc_unit_waits(s, unit) ? TC_SR_3 : 0;
}

/* Returns the clause that forbids redeploying a unit; 0 if it is allowed. Whether there is a place
 * for it is not considered. find_ready() finds those that are forbidden before unit_bound(). */
static uint16_t unit_stays(const tc_state *s, int side, int unit)
{
	int where = s->unit_where[unit];
	if (tc_user(s, unit) != side || (where != TC_LOCATION_MAP && where != TC_LOCATION_RESERVE))
		return TC_SR_1;
	if (where == TC_LOCATION_RESERVE && tc_is_army(unit))
		return TC_SR_2;
	if ((s->unit_flags[unit] & TC_UNIT_FLAG_MOVED) || tc_redeployment_cost(unit) > s->op.spaces)
		return TC_SR_1;
	return unit_bound(s, unit);
}

static uint16_t pick_forbidden(const tc_state *s, int side, unsigned unit, tc_search *common)
{
	if (unit >= TC_UNITS)
		return TC_SR_1;
	uint16_t why = unit_stays(s, side, (int)unit);
	if (why)
		return why;
	tc_traveller t = tc_travelling_unit(s, side, (int)unit);
	if (may_leave_map(s, (int)unit) || tc_finds_place(s, &t, common))
		return 0;
	return t.from < TC_SPACES ? TC_SR_1 : TC_SR_2;
}

static uint16_t pick_leader_forbidden(
	const tc_state *s, int side, unsigned leader, tc_search *common)
{
	if (leader >= TC_LEADERS || tc_leader_user(s, (int)leader) != side ||
		s->leader_at[leader] >= TC_SPACES)
		return TC_SR_1;
	if (tc_leaders[leader].bound == TC_BOUND_STAYS)
		return TC_LE_2;
	if ((s->leader_flags[leader] & TC_LEADER_FLAG_MOVED) ||
		tc_redeployment_cost(TC_NOWHERE) > s->op.spaces)
		return TC_SR_1;
	if (s->marker[s->leader_at[leader]] & TC_MARKER_FLAG_NO_ACT)
		return TC_NA_1;
	if (!tc_leader_fed(s, (int)leader))
		return TC_SU_3;
	if (tc_leader_waits(s, (int)leader))
		return TC_SR_3;
	tc_traveller t = tc_travelling_leader(s, side, (int)leader);
	return tc_finds_place(s, &t, common) ? 0 : TC_SR_1;
}

/* TC-16.31.2: returns the clause that forbids redeploying the gold train; 0 if it is allowed. */
static uint16_t pick_gold_forbidden(const tc_state *s, int side, tc_search *common)
{
	if (tc_gold_owner(s) != side)
		return TC_16_31;
	tc_traveller t = tc_travelling_gold(s, side);
	if (s->op.gold != TC_GOLD_STILL || cost_of(&t) > s->op.spaces)
		return TC_16_31_2;
	if (s->marker[t.from] & TC_MARKER_FLAG_NO_ACT)
		return TC_NA_1;
	if (!tc_traveller_fed_at(s, &t, t.from))
		return TC_SU_3;
	return tc_finds_place(s, &t, common) ? 0 : TC_16_31_2;
}

/* ---- Garrisons, TC-SR-2.1 -------------------------------------------------------------------- */

/* Corps of the reserve that can be redeployed. */
typedef struct corps_list {
	tc_traveller corps[TC_UNITS];
	int count;
} corps_list;

/* Lists them all, the strongest first. */
static void list_reserve(const tc_state *s, int side, corps_list *out)
{
	uint64_t reserve[TC_UNIT_WORDS];
	out->count = 0;
	tc_units_in(s, TC_LOCATION_RESERVE, reserve);
	for (int u = tc_member(reserve, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(reserve, TC_UNIT_WORDS, u + 1)) {
		if (unit_stays(s, side, u))
			continue;
		int at = out->count++, combat = tc_combat_of(s, u);
		for (; at > 0 && tc_combat_of(s, out->corps[at - 1].unit) < combat; at--)
			out->corps[at] = out->corps[at - 1];
		out->corps[at] = tc_travelling_unit(s, side, u);
	}
}

/* Returns whether two corps of the reserve can be redeployed to the same spaces. */
static bool are_alike(const tc_state *s, int a, int b)
{
	const tc_unit *x = &tc_units[a], *y = &tc_units[b];
	bool insurgents = (x->troop == TC_TROOP_INSURGENT) == (y->troop == TC_TROOP_INSURGENT);
	bool homebound = !((x->traits ^ y->traits) >> TC_TRAITS_HOMEBOUND & 1);
	return x->side == y->side && x->faction == y->faction && insurgents && homebound &&
		tc_is_finn(a) == tc_is_finn(b) &&
		(s->polish_corps != TC_POLISH_CORPS_FED ||
			(a != TC_UNIT_RED_POLISH_CORPS && b != TC_UNIT_RED_POLISH_CORPS));
}

/* One corps of each sort that has been looked at, where it may end, and whether there is room. */
typedef struct sorts {
	corps_list one;
	uint64_t ends[TC_UNITS][TC_SET_WORDS];
	bool found[TC_UNITS];
} sorts;

/* Returns whether there is a place for a corps of the reserve. */
static bool leaves_reserve(const tc_state *s, int side, int unit, sorts *known, tc_search *common)
{
	int sort = 0;
	while (sort < known->one.count && !are_alike(s, known->one.corps[sort].unit, unit))
		sort++;
	if (sort == known->one.count) {
		tc_traveller *t = &known->one.corps[known->one.count++];
		*t = tc_travelling_unit(s, side, unit);
		const tc_bounds *bounds = tc_bounds_of(s, t, common);
		memcpy(known->ends[sort], bounds->ends, sizeof bounds->ends);
		known->found[sort] = tc_finds_room_in(s, t, known->ends[sort]);
	}
	return known->found[sort];
}

/* Returns the first corps of the list that can be redeployed to the space; NULL if none can, or if
 * it is no Victory City of the side. */
static const tc_traveller *garrison_for(
	const tc_state *s, int side, const corps_list *reserve, int space)
{
	if (!tc_spaces[space].city || s->owner[space] != side || tc_partisans_bar(s, side, space))
		return NULL;
	if (tc_first(s, space) < TC_UNITS && !tc_fits(s, space, side, 0, 1, 0))
		return NULL;
	for (int i = 0; i < reserve->count; i++)
		if (!tc_end_forbidden(s, &reserve->corps[i], space))
			return &reserve->corps[i];
	return NULL;
}

static uint16_t garrison_forbidden(const tc_state *s, int side, unsigned space)
{
	corps_list reserve;
	if (space >= TC_SPACES)
		return TC_SR_2_1;
	list_reserve(s, side, &reserve);
	return garrison_for(s, side, &reserve, (int)space) ? 0 : TC_SR_2_1;
}

/* Lists the Victory Cities to which one of the corps can be redeployed. */
static void list_garrisons(const tc_state *s, const sorts *reserve, ap_list *out)
{
	uint64_t cities[TC_SET_WORDS] = {0};
	for (int sort = 0; sort < reserve->one.count; sort++)
		for (int i = 0; i < TC_SET_WORDS; i++)
			cities[i] |= reserve->ends[sort][i] & tc_space_by_city[1][i];
	tc_keep_listed(s, cities);
	for (int space = tc_member(cities, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(cities, TC_SET_WORDS, space + 1))
		for (int sort = 0; sort < reserve->one.count; sort++)
			if (tc_in(reserve->ends[sort], space) &&
				tc_finds_room(s, &reserve->one.corps[sort], space)) {
				ap_add(out, ap_act(TC_VERB_GARRISON, (unsigned)space, 0));
				break;
			}
}

/* ---- REDEPLOY -------------------------------------------------------------------------------- */

void tc_redeploy_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (s->op.spaces == 0)
		tc_goto(s, TC_STEP_ROUND_CLOSE);
	else
		tc_ask(s, side_of_round(s));
}

/* Returns whether there is a place for a unit. */
static bool may_go(const tc_state *s, int side, int unit, sorts *reserve, tc_search *common)
{
	if (may_leave_map(s, unit))
		return true;
	if (s->unit_where[unit] == TC_LOCATION_RESERVE)
		return leaves_reserve(s, side, unit, reserve, common);
	tc_traveller t = tc_travelling_unit(s, side, unit);
	return tc_finds_place(s, &t, common);
}

/* Finds the units that have not been redeployed yet, and for which there are points. */
static void find_ready(const tc_state *s, int side, uint64_t ready[TC_UNIT_WORDS])
{
	uint64_t used[TC_UNIT_WORDS], map[TC_UNIT_WORDS], reserve[TC_UNIT_WORDS], moved[TC_UNIT_WORDS];
	bool armies = s->op.spaces >= tc_number_of(TC_NUMBER_REDEPLOY_ARMY);
	bool corps = s->op.spaces >= tc_number_of(TC_NUMBER_REDEPLOY_CORPS);
	tc_units_of(s, side, used);
	tc_units_in(s, TC_LOCATION_MAP, map);
	tc_units_in(s, TC_LOCATION_RESERVE, reserve);
	tc_units_flagged(s, TC_UNIT_FLAG_MOVED, moved);
	for (int i = 0; i < TC_UNIT_WORDS; i++) {
		uint64_t small = tc_unit_by_size[TC_SIZE_CORPS][i] & (map[i] | reserve[i]);
		uint64_t large = tc_unit_by_size[TC_SIZE_ARMY][i] & map[i];
		ready[i] = used[i] & ~moved[i] & ((armies ? large : 0) | (corps ? small : 0));
	}
}

/* Finds the spaces out of which the side's own units may be redeployed: see unit_bound(). */
static void find_free(const tc_state *s, int side, uint64_t free[TC_SET_WORDS])
{
	uint64_t marked[TC_SET_WORDS];
	tc_marked(s, TC_MARKER_FLAG_NO_ACT, marked);
	for (int i = 0; i < TC_SET_WORDS; i++)
		free[i] = s->fed[TC_NET_RED + side][i] & ~marked[i];
}

/* Returns whether unit_bound() need not be asked about a unit: it is the side's own, and out of
 * such a space or the reserve. */
static bool is_free(const tc_state *s, int unit, const uint64_t free[TC_SET_WORDS])
{
	int space = s->unit_at[unit];
	return tc_faction_of(s, unit) >= TC_FACTIONS && !tc_is_finn(unit) && !tc_is_garrison(unit) &&
		(space >= TC_SPACES || tc_in(free, space));
}

static void list_units(const tc_state *s, int side, sorts *reserve, tc_search *common, ap_list *out)
{
	uint64_t ready[TC_UNIT_WORDS], free[TC_SET_WORDS];
	find_ready(s, side, ready);
	find_free(s, side, free);
	for (int word = 0; word < TC_UNIT_WORDS; word++)
		for (uint64_t left = ready[word]; left != 0; left &= left - 1) {
			int u = word * 64 + __builtin_ctzll(left);
			if (!tc_is_listed(s, s->unit_at[u]) || (!is_free(s, u, free) && unit_bound(s, u)))
				continue;
			if (may_go(s, side, u, reserve, common))
				ap_add(out, ap_act(TC_VERB_PICK, (unsigned)u, 0));
		}
}

static void list_leaders(const tc_state *s, int side, tc_search *common, ap_list *out)
{
	for (uint64_t left = tc_leaders_of(s, side); left != 0; left &= left - 1) {
		unsigned l = (unsigned)__builtin_ctzll(left);
		if (s->leader_at[l] < TC_SPACES && tc_is_listed(s, s->leader_at[l]) &&
			!pick_leader_forbidden(s, side, l, common))
			ap_add(out, ap_act(TC_VERB_PICK_LEADER, l, 0));
	}
}

void tc_redeploy_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = side_of_round(s);
	sorts reserve;
	tc_search common;
	(void)seat;
	reserve.one.count = 0;
	tc_begin_search(s, side, &common);
	tc_list_wars(s, out);
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	list_units(s, side, &reserve, &common, out);
	list_leaders(s, side, &common, out);
	if (!pick_gold_forbidden(s, side, &common))
		ap_add(out, ap_act(TC_VERB_LOAD, 0, 0));
	list_garrisons(s, &reserve, out);
	tc_narrow(s, out);
}

static uint16_t redeploy_forbidden(const tc_state *state, int side, ap_action a)
{
	tc_search common;
	tc_begin_search(state, side, &common);
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		return 0;
	case TC_VERB_PICK:
		return pick_forbidden(state, side, ap_x(a), &common);
	case TC_VERB_PICK_LEADER:
		return pick_leader_forbidden(state, side, ap_x(a), &common);
	case TC_VERB_LOAD:
		return pick_gold_forbidden(state, side, &common);
	case TC_VERB_GARRISON:
		return garrison_forbidden(state, side, ap_x(a));
	case TC_VERB_DECLARE:
		return tc_declare_forbidden(state, a);
	case TC_VERB_REGION:
		return 0;
	default:
		return TC_SR_1;
	}
}

uint16_t tc_redeploy_refuse(const void *state, int seat, ap_action a)
{
	uint16_t why = redeploy_forbidden(state, side_of_round(state), a);
	(void)seat;
	return why ? why : tc_narrow_forbids(state, a);
}

static void settle_unit(tc_state *s, const tc_traveller *t, int space, int clause, ap_events *ev)
{
	assert(t);
	if (space < TC_SPACES) {
		tc_put_unit(s, t->unit, space);
		tc_tell_redeployed(ev, (uint16_t)clause, TC_UNIT(t->unit), TC_SPACE(space));
	} else {
		tc_take_unit(s, t->unit, TC_LOCATION_RESERVE);
		tc_tell_redeployed_reserve(ev, TC_SR_2, TC_UNIT(t->unit));
	}
	/* Each unit is redeployed only once, also out of the reserve. */
	s->unit_flags[t->unit] |= TC_UNIT_FLAG_MOVED;
}

static void garrison(tc_state *s, int side, int space, ap_events *ev)
{
	corps_list reserve;
	list_reserve(s, side, &reserve);
	const tc_traveller *t = garrison_for(s, side, &reserve, space);
	settle_unit(s, t, space, TC_SR_2_1, ev);
	s->op.spaces = (uint8_t)(s->op.spaces - cost_of(t));
}

void tc_redeploy_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_round_frame *f = tc_round_top(state);
	(void)seat;
	if (tc_names_region(state, a))
		return;
	if (ap_verb_of(a) == TC_VERB_DONE) {
		f->closed = 1;
		tc_goto(state, TC_STEP_ROUND_CLOSE);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_DECLARE) {
		tc_declare(state, (int)ap_x(a), ev);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_GARRISON) {
		garrison(state, f->side, (int)ap_x(a), ev);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_LOAD)
		((tc_state *)state)->op.gold = TC_GOLD_ON_ITS_WAY;
	else if (ap_verb_of(a) == TC_VERB_PICK_LEADER)
		f->leader = (uint8_t)ap_x(a);
	else
		f->unit = (uint16_t)ap_x(a);
	tc_goto(state, TC_STEP_REDEPLOY_TO);
}

/* ---- REDEPLOY_TO ----------------------------------------------------------------------------- */

void tc_redeploy_to_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, side_of_round(state));
}

void tc_redeploy_to_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	tc_traveller t = under_way(s);
	tc_search common;
	uint64_t ends[TC_SET_WORDS], reached[TC_SET_WORDS];
	(void)seat;
	tc_begin_search(s, t.side, &common);
	const tc_bounds *bounds = tc_bounds_of(s, &t, &common);
	memcpy(ends, bounds->ends, sizeof ends);
	if (t.from < TC_SPACES) {
		tc_find_reached(&t, bounds, reached);
		for (int i = 0; i < TC_SET_WORDS; i++)
			ends[i] &= reached[i];
		tc_exclude(ends, t.from);
	}
	tc_keep_listed(s, ends);
	tc_keep_roomy(s, &t, ends);
	tc_add_spaces(out, TC_VERB_TO, ends);
	if (t.unit >= 0 && may_leave_map(s, t.unit))
		ap_add(out, ap_act(TC_VERB_TO_RESERVE, 0, 0));
	tc_narrow(s, out);
}

static uint16_t to_forbidden(const tc_state *s, const tc_traveller *t, unsigned space)
{
	tc_search common;
	uint64_t reached[TC_SET_WORDS];
	if (space >= TC_SPACES)
		return TC_SR_1;
	uint16_t why = tc_end_forbidden(s, t, (int)space);
	if (why || t->from >= TC_SPACES)
		return why;
	tc_begin_search(s, t->side, &common);
	tc_find_reached(t, tc_bounds_of(s, t, &common), reached);
	return tc_in(reached, (int)space) ? 0 : TC_SR_1;
}

static uint16_t redeploy_to_forbidden(const tc_state *state, ap_action a)
{
	tc_traveller t = under_way(state);
	switch (ap_verb_of(a)) {
	case TC_VERB_TO:
		return to_forbidden(state, &t, ap_x(a));
	case TC_VERB_TO_RESERVE:
		return t.unit >= 0 && may_leave_map(state, t.unit) ? 0 : TC_SR_2;
	case TC_VERB_REGION:
		return 0;
	default:
		return TC_SR_1;
	}
}

uint16_t tc_redeploy_to_refuse(const void *state, int seat, ap_action a)
{
	uint16_t why = redeploy_to_forbidden(state, a);
	(void)seat;
	return why ? why : tc_narrow_forbids(state, a);
}

void tc_redeploy_to_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_traveller t = under_way(s);
	int space = ap_verb_of(a) == TC_VERB_TO ? (int)ap_x(a) : TC_NOWHERE;
	(void)seat;
	if (tc_names_region(s, a))
		return;
	if (t.unit >= 0) {
		settle_unit(s, &t, space, t.from < TC_SPACES ? TC_SR_1 : TC_SR_2, ev);
	} else if (tc_is_gold(&t)) {
		tc_tell_gold_moves(ev, TC_16_31_2, TC_SPACE(s->gold_at), TC_SPACE(space));
		s->gold_at = (uint16_t)space;
		tc_gold_stops(s);
	} else {
		tc_put_leader(s, t.leader, space);
		s->leader_flags[t.leader] |= TC_LEADER_FLAG_MOVED;
		tc_tell_leader_redeployed(ev, TC_SR_1, TC_LEADER(t.leader), TC_SPACE(space));
	}
	s->op.spaces = (uint8_t)(s->op.spaces - cost_of(&t));
	tc_round_frame *f = tc_round_top(s);
	f->unit = TC_NOWHERE;
	f->leader = TC_NONE;
	tc_goto(s, TC_STEP_REDEPLOY);
}
