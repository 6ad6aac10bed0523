/* operations.c: activation markers and NO ACT markers. */
#include "chapters.h"

/* The markers of a space that has been activated in this round. */
enum { TC_ACTIVATED = TC_MARKER_FLAG_MOVE | TC_MARKER_FLAG_COMBAT | TC_MARKER_FLAG_SPENT };

static int side_of_round(const tc_state *s)
{
	return tc_round_peek(s)->side;
}

/* ---- Who may act ----------------------------------------------------------------------------- */

/* A leader of a faction waits as its units do. */
uint16_t tc_leader_waits(const tc_state *s, int leader)
{
	assert(tc_is_leader(leader));
	return tc_faction_waits(s, tc_leaders[leader].faction);
}

/* Returns the clause that forbids activating the space; 0 if it is allowed. It is forbidden if
 * none of its units may act, or if one of them is new, British or American and waits, whoever
 * stands with it (TC-8.142, TC-8.314.1). */
static uint16_t space_waits(const tc_state *s, int side, int space)
{
	uint16_t why = TC_OP_1;
	bool acts = false;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
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

/* Returns whether a unit or leader of the faction is in the space. */
static bool has_forces(const tc_state *s, int space, int faction)
{
	int leaders =
		0; /* most spaces have none, and to count them takes less time than to look closer */
	if (tc_has_faction(s, space, faction))
		return true;
	for (int l = 0; l < TC_LEADERS; l++)
		leaders += s->leader_at[l] == space;
	for (int l = 0; l < TC_LEADERS && leaders > 0; l++)
		if (s->leader_at[l] == space && tc_leaders[l].faction == faction)
			return true;
	return false;
}

/* Returns how a marker on the space restricts the other markers: TC_ALONE_.. */
static int alone_of(const tc_state *s, int side, int space)
{
	if (s->user[TC_FACTION_CENTRAL_POWERS] != side && s->user[TC_FACTION_CZECH_LEGION] != side &&
		s->user[TC_FACTION_UKRAINE] != side)
		return TC_ALONE_OTHERS;
	bool powers = s->user[TC_FACTION_CENTRAL_POWERS] == side &&
		tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS);
	bool czechs = s->user[TC_FACTION_CZECH_LEGION] == side &&
		tc_may(s, side, TC_MUST_CZECHS_ALONE) && has_forces(s, space, TC_FACTION_CZECH_LEGION);
	bool ukraine = s->user[TC_FACTION_UKRAINE] == side && has_forces(s, space, TC_FACTION_UKRAINE);
	if (ukraine) /* The Central Powers are gone before Ukraine has forces. */
		return czechs ? TC_ALONE_CZECHS_AND_UKRAINE : TC_ALONE_UKRAINE;
	return powers && czechs ? TC_ALONE_BOTH
		: powers            ? TC_ALONE_POWERS
		: czechs            ? TC_ALONE_CZECHS
							: TC_ALONE_OTHERS;
}

static bool with_ukraine(int alone)
{
	return alone == TC_ALONE_UKRAINE || alone == TC_ALONE_CZECHS_AND_UKRAINE;
}

/* Returns the clause by which a marker does not go together with those that were laid before it; 0
 * if it does. Both are TC_ALONE_.. */
static uint16_t does_not_go_with(int here, int bound)
{
	if (bound == TC_ALONE_FREE || here == bound)
		return 0;
	bool powers = here == TC_ALONE_POWERS || here == TC_ALONE_BOTH;
	bool with_powers = bound == TC_ALONE_POWERS || bound == TC_ALONE_BOTH;
	if (with_ukraine(here) != with_ukraine(bound))
		return TC_8_324_5;
	return powers != with_powers ? TC_8_315_1 : TC_8_316_4;
}

static uint16_t alone_forbidden(const tc_state *s, int side, int space)
{
	bool free = s->op.alone == TC_ALONE_FREE;
	return free ? 0 : does_not_go_with(alone_of(s, side, space), s->op.alone);
}

static bool one_waits(const tc_state *s, int space)
{
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (tc_unit_waits(s, u))
			return true;
	return false;
}

/* Returns the clause that best explains this marker. */
static uint16_t clause_of_marker(const tc_state *s, int space, int alone)
{
	if (with_ukraine(alone))
		return TC_8_324_5;
	if (alone != TC_ALONE_OTHERS)
		return alone == TC_ALONE_CZECHS ? TC_8_316_4 : TC_8_315_1;
	if (one_waits(s, space))
		return TC_OP_2;
	bool allies =
		tc_has_faction(s, space, TC_FACTION_BRITAIN) || tc_has_faction(s, space, TC_FACTION_USA);
	return allies ? TC_8_314_1 : s->op.card == TC_NONE ? TC_10_2 : TC_OP_1;
}

/* ---- Markers --------------------------------------------------------------------------------- */

/* TC-8.321.8: returns whether the side may activate only spaces with Poles. */
static bool only_poles(const tc_state *s, int side)
{
	return side == TC_SIDE_WHITE && (s->polish & TC_POLISH_FLAG_ACTIVATED);
}

uint16_t tc_forces_forbid(const tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	if (only_poles(s, side) && !tc_poles_at(s, space))
		return TC_8_321_8;
	uint16_t why = space_waits(s, side, space);
	return why ? why : alone_forbidden(s, side, space);
}

void tc_note_activation(tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	s->op.alone = (uint8_t)alone_of(s, side, space);
	if ((s->polish & TC_POLISH_FLAG_APART) && side == TC_SIDE_WHITE && tc_poles_at(s, space))
		s->polish |= TC_POLISH_FLAG_ACTIVATED;
}

static bool none_left(const tc_state *s)
{
	return s->op.put >= s->op.spaces;
}

/* Returns the clause that forbids activating the space; 0 if it is allowed. The purpose does not
 * matter, because a combat marker may stay unused (TC-CB-1). */
static uint16_t activation_forbidden(const tc_state *s, int side, int space)
{
	if (none_left(s))
		return s->op.card == TC_NONE ? TC_10_2 : TC_OP_1;
	if (tc_occupier(s, space) != side || (s->marker[space] & TC_ACTIVATED))
		return TC_OP_1;
	if (s->marker[space] & TC_MARKER_FLAG_NO_ACT)
		return TC_OP_2;
	uint16_t why = tc_forces_forbid(s, side, space);
	return why ? why : tc_event_forbids(s, space);
}

/* TC-CB-1.1 */
static uint16_t order_forbidden(const tc_state *s, int side, unsigned target, unsigned from)
{
	if (target >= TC_SPACES || from >= TC_SPACES)
		return TC_CB_1;
	uint16_t why = activation_forbidden(s, side, (int)from);
	return why ? why : tc_strike_forbidden(s, side, (int)target, (int)from);
}

static uint16_t mark_forbidden(const tc_state *s, int side, ap_action a)
{
	switch (ap_verb_of(a)) {
	case TC_VERB_READY:
	case TC_VERB_REGION:
		return 0;
	case TC_VERB_MOVE_MARKER:
	case TC_VERB_COMBAT_MARKER:
		if (ap_x(a) >= TC_SPACES)
			return TC_OP_1;
		return activation_forbidden(s, side, (int)ap_x(a));
	case TC_VERB_STRIKE:
		return order_forbidden(s, side, ap_x(a), ap_y(a));
	case TC_VERB_DECLARE:
		return tc_declare_forbidden(s, a);
	default:
		return TC_OP_1;
	}
}

void tc_mark_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (none_left(s))
		tc_goto(s, TC_STEP_ANNOUNCED);
	else
		tc_ask(s, side_of_round(s));
}

/* Who stands where, for the side that activates spaces. */
typedef struct stacks {
	/* The spaces with units that the side uses, those with other units, and those that have to be
	 * looked at one by one. */
	uint64_t own[TC_SET_WORDS], others[TC_SET_WORDS], mixed[TC_SET_WORDS];
} stacks;

/* Returns whether units of the faction may not be activated like units of the side's own. */
static bool is_peculiar(const tc_state *s, int side, int faction)
{
	switch (faction) {
	case TC_FACTION_CENTRAL_POWERS:
	case TC_FACTION_CZECH_LEGION:
	case TC_FACTION_UKRAINE:
		return s->op.alone != TC_ALONE_FREE || tc_faction_waits(s, faction);
	case TC_FACTION_POLAND:
		return only_poles(s, side) || tc_faction_waits(s, faction);
	default:
		return tc_faction_waits(s, faction);
	}
}

static void include_spaces(const tc_state *s, uint64_t units, int word, uint64_t set[TC_SET_WORDS])
{
	for (; units != 0; units &= units - 1)
		tc_include(set, s->unit_at[word * 64 + __builtin_ctzll(units)]);
}

/* Finds the spaces of units. Bytes are written first, because each bit of a set would have to wait
 * for the one before. */
static void find_spaces(
	const tc_state *s, const uint64_t units[TC_UNIT_WORDS], uint64_t set[TC_SET_WORDS])
{
	uint8_t there[TC_SPACES] = {0};
	for (int word = 0; word < TC_UNIT_WORDS; word++)
		for (uint64_t left = units[word]; left != 0; left &= left - 1)
			there[s->unit_at[word * 64 + __builtin_ctzll(left)]] = 1;
	tc_find_equal(there, TC_SPACES, 1, set);
}

/* Adds the spaces with units and leaders of a faction. */
static void include_faction(
	const tc_state *s, int faction, const uint64_t here[TC_UNIT_WORDS], uint64_t set[TC_SET_WORDS])
{
	for (int word = 0; word < TC_UNIT_WORDS; word++)
		include_spaces(s, here[word] & tc_unit_by_faction[faction][word], word, set);
	for (uint64_t left = tc_leader_by_faction[faction][0]; left != 0; left &= left - 1) {
		int at = s->leader_at[__builtin_ctzll(left)];
		if (at < TC_SPACES)
			tc_include(set, at);
	}
}

static void find_stacks(const tc_state *s, int side, stacks *out)
{
	uint64_t here[TC_UNIT_WORDS], own[TC_UNIT_WORDS], others[TC_UNIT_WORDS];
	memset(out->mixed, 0, sizeof out->mixed);
	tc_units_in(s, TC_LOCATION_MAP, here);
	tc_units_of(s, side, own);
	for (int i = 0; i < TC_UNIT_WORDS; i++) {
		others[i] = here[i] & ~own[i];
		own[i] &= here[i];
	}
	find_spaces(s, own, out->own);
	find_spaces(s, others, out->others);
	for (int f = 0; f < TC_FACTIONS; f++)
		if (s->user[f] == side && is_peculiar(s, side, f))
			include_faction(s, f, here, out->mixed);
	for (int i = 0; i < TC_SET_WORDS; i++)
		out->mixed[i] |= out->own[i] & out->others[i];
}

/* Finds the spaces that can be activated. The same is true of all where only units of the side's
 * own stand; the others are looked at one by one, and all of them if an event decides. */
static void find_ready(
	const tc_state *s, int side, const stacks *there, uint64_t ready[TC_SET_WORDS])
{
	uint64_t marked[TC_SET_WORDS];
	bool event = tc_event_operates(s),
		 plain = !none_left(s) && !only_poles(s, side) &&
		!does_not_go_with(TC_ALONE_OTHERS, s->op.alone);
	tc_marked(s, TC_ACTIVATED | TC_MARKER_FLAG_NO_ACT, marked);
	for (int i = 0; i < TC_SET_WORDS; i++)
		ready[i] = there->own[i] & ~marked[i] & (plain || event ? UINT64_MAX : there->mixed[i]);
	tc_keep_listed(s, ready);
	for (int i = 0; i < TC_SET_WORDS; i++)
		for (uint64_t left = event ? ready[i] : ready[i] & there->mixed[i]; left;
			 left &= left - 1) {
			int space = i * 64 + __builtin_ctzll(left);
			if (activation_forbidden(s, side, space))
				tc_exclude(ready, space);
		}
}

/* Lists the attacks on a space that can be ordered from spaces that can be activated. */
static void list_orders(
	const tc_state *s, int side, int target, const uint64_t ready[TC_SET_WORDS], ap_list *out)
{
	uint64_t near[TC_SET_WORDS], any = 0;
	for (int i = 0; i < TC_SET_WORDS; i++)
		any |= near[i] = tc_link_sets[target][i] & ready[i];
	if (any == 0 || tc_no_target(s, side, target))
		return;
	for (int i = 0; i < TC_SET_WORDS; i++)
		for (uint64_t left = near[i]; left != 0; left &= left - 1) {
			int from = i * 64 + __builtin_ctzll(left);
			if (tc_strikes(s, side, target, from))
				ap_add(out, ap_act(TC_VERB_STRIKE, (unsigned)target, (unsigned)from));
		}
}

void tc_mark_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = side_of_round(s);
	uint64_t ready[TC_SET_WORDS];
	stacks there;
	(void)seat;
	find_stacks(s, side, &there);
	find_ready(s, side, &there, ready);
	tc_list_wars(s, out);
	ap_add(out, ap_act(TC_VERB_READY, 0, 0));
	tc_add_spaces(out, TC_VERB_MOVE_MARKER, ready);
	tc_add_spaces(out, TC_VERB_COMBAT_MARKER, ready);
	for (int target = tc_member(there.others, TC_SET_WORDS, 0); target < TC_SPACES;
		 target = tc_member(there.others, TC_SET_WORDS, target + 1))
		list_orders(s, side, target, ready, out);
	tc_narrow(s, out);
}

uint16_t tc_mark_refuse(const void *state, int seat, ap_action a)
{
	uint16_t why = mark_forbidden(state, side_of_round(state), a);
	(void)seat;
	return why ? why : tc_narrow_forbids(state, a);
}

static void put_marker(tc_state *s, int side, int space, int kind, ap_events *ev)
{
	s->marker[space] |= kind == TC_MARKER_COMBAT ? TC_MARKER_FLAG_COMBAT : TC_MARKER_FLAG_MOVE;
	s->op.put++;
	tc_note_activation(s, side, space);
	tc_tell_marks(ev, clause_of_marker(s, space, s->op.alone), TC_SIDE(side), TC_SPACE(space),
		TC_MARKER(kind));
	if (!tc_has_faction(s, space, TC_FACTION_MAKHNO))
		return;
	tc_goto(s, TC_STEP_MARK);
	tc_call(s, TC_STEP_MAKHNO_DIE);
	tc_makhno_top(s)->space = (uint16_t)space;
	tc_makhno_top(s)->controller = (uint8_t)side;
}

/* TC-CB-1.1: activates a space for combat, and orders its attack. */
static void order_attack(tc_state *s, int side, int target, int from, ap_events *ev)
{
	put_marker(s, side, from, TC_MARKER_COMBAT, ev);
	tc_give_order(s, target, from);
	tc_tell_orders(ev, TC_CB_1_1, TC_SIDE(side), TC_SPACE(target), TC_SPACE(from));
}

void tc_mark_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	int kind = ap_verb_of(a) == TC_VERB_COMBAT_MARKER ? TC_MARKER_COMBAT : TC_MARKER_MOVEMENT;
	(void)seat;
	if (tc_names_region(state, a))
		return;
	if (ap_verb_of(a) == TC_VERB_READY)
		tc_goto(state, TC_STEP_ANNOUNCED);
	else if (ap_verb_of(a) == TC_VERB_DECLARE)
		tc_declare(state, (int)ap_x(a), ev);
	else if (ap_verb_of(a) == TC_VERB_STRIKE)
		order_attack(state, side_of_round(state), (int)ap_x(a), (int)ap_y(a), ev);
	else
		put_marker(state, side_of_round(state), (int)ap_x(a), kind, ev);
}

/* ---- Taking NO ACT markers off --------------------------------------------------------------- */

static uint16_t lift_forbidden(const tc_state *s, int side, ap_action a)
{
	if (ap_verb_of(a) == TC_VERB_DONE)
		return 0;
	if (ap_verb_of(a) == TC_VERB_DECLARE)
		return tc_declare_forbidden(s, a);
	if (ap_verb_of(a) != TC_VERB_LIFT || ap_x(a) >= TC_SPACES)
		return TC_10_2;
	int space = (int)ap_x(a);
	if (!(s->marker[space] & TC_MARKER_FLAG_NO_ACT) || tc_occupier(s, space) != side)
		return TC_10_2;
	return tc_is_frozen(s, space) ? tc_frozen_clause(side) : 0;
}

static bool can_lift(const tc_state *s, int side)
{
	for (int space = tc_next_marked(s, TC_MARKER_FLAG_NO_ACT, 0); space < TC_SPACES;
		 space = tc_next_marked(s, TC_MARKER_FLAG_NO_ACT, space + 1))
		if (!lift_forbidden(s, side, ap_act(TC_VERB_LIFT, (unsigned)space, 0)))
			return true;
	return false;
}

void tc_lift_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = side_of_round(s);
	(void)ev;
	if (tc_round_peek(s)->lifted < TC_MOST_LIFTED && can_lift(s, side))
		tc_ask(s, side);
	else
		tc_goto(s, TC_STEP_ROUND_CLOSE);
}

void tc_lift_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	(void)seat;
	tc_list_wars(s, out);
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	for (unsigned space = 0; space < TC_SPACES; space++)
		if (!lift_forbidden(s, side_of_round(s), ap_act(TC_VERB_LIFT, space, 0)))
			ap_add(out, ap_act(TC_VERB_LIFT, space, 0));
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
	if (ap_verb_of(a) == TC_VERB_DONE) {
		tc_round_top(s)->closed = 1;
		tc_goto(s, TC_STEP_ROUND_CLOSE);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_DECLARE) {
		tc_declare(s, (int)ap_x(a), ev);
		return;
	}
	s->marker[ap_x(a)] &= (uint8_t)~TC_MARKER_FLAG_NO_ACT;
	tc_round_top(s)->lifted++;
	tc_tell_no_act_off(ev, TC_10_2, TC_SPACE(ap_x(a)));
}
