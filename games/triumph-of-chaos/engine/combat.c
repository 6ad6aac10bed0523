/* combat.c: who attacks whom and from where, and which units take part. See leaders.c for corps
 * that leaders bring, fire.c for the fire, retreat.c for withdrawal. */
#include "combat.h"

bool tc_any_near_target(const tc_state *s, tc_forbids *forbids)
{
	const uint16_t *near;
	int count = tc_near(s->combat.target, &near);
	for (int i = 0; i < count; i++)
		if (!forbids(s, near[i]))
			return true;
	return false;
}

void tc_list_near_target(const tc_state *s, int verb, tc_forbids *forbids, ap_list *out)
{
	const uint16_t *near;
	int count = tc_near(s->combat.target, &near);
	for (int i = 0; i < count; i++)
		if (!forbids(s, near[i]))
			ap_add(out, ap_act((unsigned)verb, near[i], 0));
}

int tc_role_of(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	assert(s->combat.kind != TC_COMBAT_KIND_NONE);
	if (s->combat.kind == TC_COMBAT_KIND_TREACHERY)
		return tc_units[unit].faction == TC_FACTION_MAKHNO ? TC_ROLE_ATTACKER : TC_ROLE_DEFENDER;
	return tc_user(s, unit) == s->combat.side[TC_ROLE_ATTACKER] ? TC_ROLE_ATTACKER
																: TC_ROLE_DEFENDER;
}

int tc_part_of(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	if (s->combat.target == TC_NOWHERE || s->unit_at[unit] == TC_NOWHERE)
		return TC_NONE;
	bool defends = s->unit_at[unit] == s->combat.target && !s->combat.die[TC_ROLE_DEFENDER] &&
		tc_role_of(s, unit) == TC_ROLE_DEFENDER;
	bool fights = s->unit_flags[unit] & TC_UNIT_FLAG_FIGHTS;
	return fights || defends ? tc_role_of(s, unit) : TC_NONE;
}

int tc_strength_of_part(const tc_state *s, int role)
{
	int sum = 0;
	assert(tc_is_role(role));
	for (int u = 0; u < TC_UNITS; u++)
		if (tc_part_of(s, u) == role && !(s->unit_flags[u] & TC_UNIT_FLAG_FELL))
			sum += tc_combat_of(s, u);
	return sum;
}

void tc_find_force(const tc_state *s, int role, tc_force *out)
{
	uint64_t fighters[TC_UNIT_WORDS];
	assert(tc_is_role(role));
	tc_units_flagged(s, TC_UNIT_FLAG_FIGHTS, fighters);
	out->count = 0;
	for (int u = tc_member(fighters, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(fighters, TC_UNIT_WORDS, u + 1))
		if (tc_stands_for(s, u, role))
			out->unit[out->count++] = (uint16_t)u;
}

bool tc_any_stands(const tc_state *s, int role)
{
	tc_force force;
	tc_find_force(s, role, &force);
	return force.count > 0;
}

void tc_clear_combat(tc_state *s)
{
	s->combat = (tc_combat){.target = TC_NOWHERE,
		.back_unit = TC_NOWHERE,
		.back_at = TC_NOWHERE,
		.side = {TC_PARTY_NOBODY, TC_PARTY_NOBODY},
		.leader = {TC_NONE, TC_NONE}};
	for (int u = 0; u < TC_UNITS; u++)
		s->unit_flags[u] &= (uint8_t) ~(
			TC_UNIT_FLAG_FIGHTS | TC_UNIT_FLAG_FELL | TC_UNIT_FLAG_BACK | TC_UNIT_FLAG_AHEAD);
	for (int l = 0; l < TC_LEADERS; l++)
		s->leader_flags[l] &=
			(uint8_t) ~(TC_LEADER_FLAG_PICKED | TC_LEADER_FLAG_BACK | TC_LEADER_FLAG_AHEAD);
	for (int space = 0; space < TC_SPACES; space++)
		s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_FROM;
}

/* ---- The beginning of a combat --------------------------------------------------------------- */

void tc_set_combat(tc_state *s, int kind, int attacker, int defender, int target, int from)
{
	assert(tc_is_side(attacker) && tc_is_space(target) && tc_is_space(from));
	tc_clear_combat(s);
	s->combat.kind = (uint8_t)kind;
	s->combat.target = (uint16_t)target;
	s->combat.side[TC_ROLE_ATTACKER] = (uint8_t)attacker;
	s->combat.side[TC_ROLE_DEFENDER] = (uint8_t)defender;
	s->marker[from] |= TC_MARKER_FLAG_FROM;
}

void tc_begin_combat(tc_state *s, int side, int target, int from, ap_events *ev)
{
	assert(tc_is_side(side) && tc_is_space(target) && tc_is_space(from));
	tc_set_combat(s, TC_COMBAT_KIND_PLAIN, side, tc_occupier(s, target), target, from);
	tc_tell_attack(ev, TC_CB_1, TC_SIDE(side), TC_SPACE(target), TC_SPACE(from));
	tc_call(s, TC_STEP_COMBAT);
}

void tc_begin_landing(tc_state *s, int side, int target, int from, int clause, ap_events *ev)
{
	assert(tc_is_side(side) && tc_is_space(target) && tc_is_space(from));
	tc_set_combat(s, TC_COMBAT_KIND_LANDING, side, tc_occupier(s, target), target, from);
	tc_tell_attack(ev, (uint16_t)clause, TC_SIDE(side), TC_SPACE(target), TC_SPACE(from));
	tc_call(s, TC_STEP_COMBAT);
}

void tc_begin_treachery(tc_state *s, int controller, int space, int target, ap_events *ev)
{
	assert(tc_is_side(controller) && tc_is_space(space) && tc_is_space(target));
	int enemy = tc_other(controller);
	tc_set_combat(s, TC_COMBAT_KIND_TREACHERY, enemy, controller, target, space);
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (tc_units[u].faction == TC_FACTION_MAKHNO)
			s->unit_flags[u] |= TC_UNIT_FLAG_FIGHTS;
	for (int u = tc_first(s, target); u < TC_UNITS; u = tc_next(s, u))
		if (tc_units[u].faction != TC_FACTION_MAKHNO)
			s->unit_flags[u] |= TC_UNIT_FLAG_FIGHTS;
	tc_tell_attack(ev, TC_8_320_2, TC_SIDE(enemy), TC_SPACE(target), TC_SPACE(space));
	tc_call(s, TC_STEP_COMBAT);
}

void tc_attacked_now(tc_state *s)
{
	for (int u = tc_first(s, s->combat.target); u < TC_UNITS; u = tc_next(s, u))
		if (tc_faction_of(s, u) < TC_FACTIONS)
			tc_faction_attacked(s, tc_faction_of(s, u));
}

void tc_combat_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	switch (s->combat.kind) {
	case TC_COMBAT_KIND_PLAIN:
	case TC_COMBAT_KIND_LANDING:
		tc_enter(s, TC_STEP_COMBAT_ALSO);
		break;
	case TC_COMBAT_KIND_COUNTER:
		tc_attacked_now(s);
		tc_enter(s, TC_STEP_JOIN);
		break;
	default:
		tc_open_fire(s, ev);
	}
}

/* ---- Who may attack -------------------------------------------------------------------------- */

uint16_t tc_reach_forbidden(const tc_state *s, int unit, int from, int target)
{
	assert(tc_is_unit(unit) && tc_is_space(from) && tc_is_space(target));
	int link = tc_link_between(from, target);
	if (link < 0 && !tc_is_landing(s))
		return TC_CB_1;
	uint16_t waits = tc_unit_waits(s, unit);
	if (waits)
		return waits;
	if (!tc_fed(s, unit))
		return tc_hunger_clause(unit);
	if (tc_is_landing(s))
		return tc_closed(s, tc_user(s, unit), unit, target);
	return tc_no_way(s, tc_user(s, unit), unit, link, target, true);
}

uint16_t tc_attack_forbidden(const tc_state *s, int unit, int from, int target)
{
	assert(tc_is_unit(unit) && tc_is_space(from) && tc_is_space(target));
	bool counter = s->combat.kind == TC_COMBAT_KIND_COUNTER;
	if (!counter && (s->unit_flags[unit] & (TC_UNIT_FLAG_MOVED | TC_UNIT_FLAG_ATTACKED)))
		return TC_OP_3;
	return tc_reach_forbidden(s, unit, from, target);
}

/* Returns the clause that forbids every unit of the side in a space to attack the target; 0 if one
 * can. */
static uint16_t from_forbidden(const tc_state *s, int side, int from, int target)
{
	uint16_t why = TC_CB_1;
	for (int u = tc_first(s, from); u < TC_UNITS; u = tc_next(s, u)) {
		if (tc_user(s, u) != side)
			continue;
		uint16_t clause = tc_attack_forbidden(s, u, from, target);
		if (!clause)
			return 0;
		if (why == TC_CB_1)
			why = clause;
	}
	return why;
}

/* Returns the clause that forbids a side to attack the space; 0 if it may. A side may attack
 * enemies, Greens, and neutral units of factions with which it is at war (TC-8.222). */
static uint16_t target_forbidden(const tc_state *s, int side, int target)
{
	int there = tc_occupier(s, target);
	if (there == TC_NONE || there == side)
		return TC_CB_1;
	if (there == tc_other(side) || tc_is_green(s, tc_first(s, target)))
		return 0;
	int faction = tc_units[tc_first(s, target)].faction;
	if (faction < TC_FACTIONS && tc_at_war(s, side, faction))
		return 0;
	return faction == TC_FACTION_CZECH_LEGION  ? TC_8_316
		: faction == TC_FACTION_CENTRAL_POWERS ? TC_8_315
											   : TC_CO_2;
}

uint16_t tc_no_target(const tc_state *s, int side, int target)
{
	uint16_t clause = target_forbidden(s, side, target);
	if (clause)
		return clause;
	return s->marker[target] & TC_MARKER_FLAG_ATTACKED ? TC_CB_2 : 0;
}

bool tc_strikes(const tc_state *s, int side, int target, int from)
{
	assert(tc_in(tc_link_sets[from], target) && !tc_no_target(s, side, target));
	return !from_forbidden(s, side, from, target);
}

uint16_t tc_strike_forbidden(const tc_state *s, int side, int target, int from)
{
	assert(tc_is_side(side) && tc_is_space(target) && tc_is_space(from));
	if (tc_link_between(from, target) < 0)
		return TC_CB_1;
	uint16_t clause = tc_no_target(s, side, target);
	return clause ? clause : from_forbidden(s, side, from, target);
}

static uint16_t attack_forbidden(const tc_state *s, int side, int target, int from)
{
	if (!(s->marker[from] & TC_MARKER_FLAG_COMBAT))
		return TC_CB_1;
	if (s->marker[from] & TC_MARKER_FLAG_NO_ACT)
		return TC_NA_1;
	return tc_strike_forbidden(s, side, target, from);
}

bool tc_could_attack(const tc_state *s, int side, int target)
{
	assert(tc_is_side(side) && tc_is_space(target));
	const uint16_t *near;
	int count = target_forbidden(s, side, target) ? 0 : tc_near(target, &near);
	for (int i = 0; i < count; i++)
		if ((s->marker[near[i]] & (TC_MARKER_FLAG_COMBAT | TC_MARKER_FLAG_NO_ACT)) ==
				TC_MARKER_FLAG_COMBAT &&
			!from_forbidden(s, side, near[i], target))
			return true;
	return false;
}

static bool has_combat_marker(const tc_state *s)
{
	return tc_next_marked(s, TC_MARKER_FLAG_COMBAT, 0) < TC_SPACES;
}

/* Finds the neighbours of the spaces that are activated for combat. */
static void look_around(const tc_state *s, uint64_t around[TC_SET_WORDS])
{
	uint64_t marked[TC_SET_WORDS];
	tc_marked(s, TC_MARKER_FLAG_COMBAT, marked);
	tc_find_near(marked, around);
}

/* Lists all attacks of the side. With `out` NULL it only looks for one. Returns whether there is
 * any. */
static bool list_attacks(const tc_state *s, int side, ap_list *out)
{
	const uint16_t *near;
	uint64_t around[TC_SET_WORDS];
	bool any = false;
	look_around(s, around);
	for (int target = tc_member(around, TC_SET_WORDS, 0); target < TC_SPACES;
		 target = tc_member(around, TC_SET_WORDS, target + 1)) {
		if (target_forbidden(s, side, target))
			continue;
		int count = tc_near(target, &near);
		for (int i = 0; i < count; i++) {
			if (attack_forbidden(s, side, target, near[i]))
				continue;
			any = true;
			if (!out)
				return true;
			ap_add(out, ap_act(TC_VERB_ATTACK, (unsigned)target, near[i]));
		}
	}
	return any;
}

/* ---- FIGHT ----------------------------------------------------------------------------------- */

static void end_fighting(tc_state *s)
{
	if (!tc_go_again(s))
		tc_goto(s, TC_STEP_ROUND_CLOSE);
}

/* ---- Orders, TC-CB-1.1 ----------------------------------------------------------------------- */

bool tc_has_order(const tc_state *s)
{
	return s->op.order_at[0] != TC_NOWHERE;
}

void tc_give_order(tc_state *s, int target, int from)
{
	assert(tc_is_space(target) && tc_is_space(from));
	int i = 0;
	while (s->op.order_at[i] != TC_NOWHERE)
		i++;
	s->op.order_at[i] = (uint16_t)target;
	s->op.order_from[i] = (uint16_t)from;
}

static void forget_first_order(tc_operation *op)
{
	for (int i = 1; i < TC_ORDER_COUNT; i++) {
		op->order_at[i - 1] = op->order_at[i];
		op->order_from[i - 1] = op->order_from[i];
	}
	op->order_at[TC_ORDER_COUNT - 1] = op->order_from[TC_ORDER_COUNT - 1] = TC_NOWHERE;
}

/* Begins the next attack that was ordered and can still be made. Returns whether there was one. */
static bool carry_out_order(tc_state *s, int side, ap_events *ev)
{
	while (tc_has_order(s)) {
		int target = s->op.order_at[0], from = s->op.order_from[0];
		forget_first_order(&s->op);
		if (!attack_forbidden(s, side, target, from)) {
			tc_round_top(s)->closed = 0;
			tc_begin_combat(s, side, target, from, ev);
			s->combat.all_join = 1;
			return true;
		}
		tc_tell_order_lapses(ev, TC_CB_1_1, TC_SIDE(side), TC_SPACE(target), TC_SPACE(from));
	}
	return false;
}

/* If there is nobody to attack, the side may still want war for the sake of its combat markers. */
void tc_fight_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_round_peek(s)->side;
	if (tc_has_order(s) &&
		tc_polish_affairs_due(s)) { /* The step runs again when they are settled. */
		tc_call(s, TC_STEP_POLISH_AFFAIRS);
		return;
	}
	tc_supply(s);
	if (tc_has_order(s) && (tc_end_if_won(s) || carry_out_order(s, side, ev)))
		return;
	if (list_attacks(s, side, NULL)) {
		tc_ask(s, side);
		return;
	}
	if (has_combat_marker(s))
		tc_round_top(s)->closed = 0;
	end_fighting(s);
}

void tc_fight_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	tc_list_wars(state, out);
	ap_add(out, ap_act(TC_VERB_READY, 0, 0));
	int first = out->count;
	list_attacks(state, tc_round_peek(state)->side, out);
	int last = out->count;
	for (int i = first; i < last; i++)
		ap_add(out, ap_act(TC_VERB_STORM, ap_x(out->item[i]), ap_y(out->item[i])));
	tc_list_own_initiatives(state, tc_round_peek(state)->side, out);
}

uint16_t tc_fight_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_READY)
		return 0;
	if (ap_verb_of(a) == TC_VERB_DECLARE)
		return tc_declare_forbidden(state, a);
	if (ap_verb_of(a) == TC_VERB_INTERRUPT)
		return tc_own_initiative_forbidden(state, tc_round_peek(state)->side, (int)ap_x(a));
	if (ap_verb_of(a) != TC_VERB_ATTACK && ap_verb_of(a) != TC_VERB_STORM)
		return TC_CB_1;
	return attack_forbidden(state, tc_round_peek(state)->side, (int)ap_x(a), (int)ap_y(a));
}

void tc_fight_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	tc_round_top(s)->closed = ap_verb_of(a) == TC_VERB_READY;
	if (ap_verb_of(a) == TC_VERB_READY)
		end_fighting(s);
	else if (ap_verb_of(a) == TC_VERB_DECLARE)
		tc_declare(s, (int)ap_x(a), ev);
	else if (ap_verb_of(a) == TC_VERB_INTERRUPT)
		tc_play_own_initiative(s, tc_round_peek(s)->side, (int)ap_x(a), ev);
	else {
		tc_begin_combat(s, tc_round_peek(s)->side, (int)ap_x(a), (int)ap_y(a), ev);
		s->combat.all_join = ap_verb_of(a) == TC_VERB_STORM;
	}
}

/* ---- COMBAT_ALSO ----------------------------------------------------------------------------- */

/* Returns the leader who can lead the attack from several spaces if this one is added; TC_LEADERS
 * if there is none. */
static int several_leader(const tc_state *s, int space)
{
	if (s->combat.leader[TC_ROLE_ATTACKER] != TC_NONE)
		return s->combat.leader[TC_ROLE_ATTACKER];
	for (int l = 0; l < TC_LEADERS; l++) {
		int at = s->leader_at[l];
		if (at >= TC_SPACES || tc_leader_user(s, l) != s->combat.side[TC_ROLE_ATTACKER])
			continue;
		if ((at == space || (s->marker[at] & TC_MARKER_FLAG_FROM)) &&
			tc_leader_can(s, l, TC_ABILITIES_MULTI_SPACE))
			return l;
	}
	return TC_LEADERS;
}

/* Returns the clause by which no leader can lead the attack from several spaces. */
static uint16_t no_leader(const tc_state *s, int added)
{
	int side = s->combat.side[TC_ROLE_ATTACKER];
	for (int space = 0; space < TC_SPACES; space++)
		if ((space == added || (s->marker[space] & TC_MARKER_FLAG_FROM)) &&
			tc_leader_missing(s, space, side, TC_ABILITIES_MULTI_SPACE, 0))
			return TC_LE_1;
	return TC_CB_3;
}

static uint16_t also_forbidden(const tc_state *s, int space)
{
	int marker = s->marker[space];
	if (!(marker & TC_MARKER_FLAG_COMBAT) || (marker & TC_MARKER_FLAG_FROM))
		return TC_CB_3;
	if (tc_link_between(space, s->combat.target) < 0)
		return TC_CB_3;
	if (marker & TC_MARKER_FLAG_NO_ACT)
		return TC_NA_1;
	uint16_t clause = from_forbidden(s, s->combat.side[TC_ROLE_ATTACKER], space, s->combat.target);
	if (clause)
		return clause;
	if (!tc_attack_together(s, space))
		return TC_8_321_9;
	if (tc_lender(s, TC_ROLE_ATTACKER, TC_ABILITIES_MULTI_SPACE) < TC_AID_COUNT)
		return 0;
	return several_leader(s, space) < TC_LEADERS ? 0 : no_leader(s, space);
}

/* Ends the adding of spaces and starts the attack. Lenin may speak now. */
static void begin_attack(tc_state *s)
{
	int target = s->combat.target;
	tc_enter(s, TC_STEP_COMBAT_PREACHED);
	tc_call_preach(s, s->combat.side[TC_ROLE_ATTACKER], target, true);
}

void tc_combat_also_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	tc_supply(s);
	if (tc_any_near_target(s, also_forbidden))
		tc_ask(s, s->combat.side[TC_ROLE_ATTACKER]);
	else
		begin_attack(s);
}

void tc_combat_also_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	tc_list_near_target(state, TC_VERB_ALSO, also_forbidden, out);
	ap_add(out, ap_act(TC_VERB_FIGHT, 0, 0));
}

uint16_t tc_combat_also_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_FIGHT)
		return 0;
	return ap_verb_of(a) == TC_VERB_ALSO ? also_forbidden(state, (int)ap_x(a)) : TC_CB_3;
}

void tc_combat_also_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_FIGHT) {
		begin_attack(s);
		return;
	}
	uint16_t clause = TC_CB_3;
	int aid = tc_lender(s, TC_ROLE_ATTACKER, TC_ABILITIES_MULTI_SPACE);
	if (aid < TC_AID_COUNT) {
		tc_use_aid(s, aid);
		clause = tc_card_clause(tc_aid_card(s, aid));
	} else {
		int leader = several_leader(s, (int)ap_x(a));
		tc_leader_used(s, leader);
		s->combat.leader[TC_ROLE_ATTACKER] = (uint8_t)leader;
	}
	s->marker[ap_x(a)] |= TC_MARKER_FLAG_FROM;
	tc_tell_also(ev, clause, TC_SIDE(s->combat.side[TC_ROLE_ATTACKER]), TC_SPACE(ap_x(a)));
}

void tc_combat_preached_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	if (!tc_combat_peek(s)->stopped) {
		s->marker[s->combat.target] |= TC_MARKER_FLAG_ATTACKED;
		tc_attacked_now(s);
		tc_enter(s, TC_STEP_WITHDRAW);
		return;
	}
	for (int space = tc_next_marked(s, TC_MARKER_FLAG_FROM, 0); space < TC_SPACES;
		 space = tc_next_marked(s, TC_MARKER_FLAG_FROM, space + 1)) {
		s->marker[space] =
			(uint8_t)((s->marker[space] & ~TC_MARKER_FLAG_COMBAT) | TC_MARKER_FLAG_SPENT);
		tc_tell_unmarks(ev, TC_LE_7, TC_SIDE(s->combat.side[TC_ROLE_ATTACKER]), TC_SPACE(space));
	}
	tc_enter(s, TC_STEP_COMBAT_END);
}

/* ---- JOIN ------------------------------------------------------------------------------------ */

uint16_t tc_join_forbidden(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	int at = s->unit_at[unit];
	if (at >= TC_SPACES || !(s->marker[at] & TC_MARKER_FLAG_FROM) ||
		(s->unit_flags[unit] & TC_UNIT_FLAG_FIGHTS))
		return TC_CB_4;
	if (tc_user(s, unit) != s->combat.side[TC_ROLE_ATTACKER])
		return TC_CB_4;
	return tc_attack_forbidden(s, unit, at, s->combat.target);
}

/* Returns how many units can still join the attack. */
static int count_joining(const tc_state *s)
{
	uint64_t near[TC_UNIT_WORDS];
	int count = 0;
	tc_attackers(s, near);
	for (int u = tc_member(near, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(near, TC_UNIT_WORDS, u + 1))
		count += !tc_join_forbidden(s, u);
	return count;
}

static void join(tc_state *s, int unit, ap_events *ev)
{
	s->unit_flags[unit] |= TC_UNIT_FLAG_FIGHTS;
	if (s->combat.kind == TC_COMBAT_KIND_PLAIN)
		s->unit_flags[unit] |= TC_UNIT_FLAG_ATTACKED;
	tc_tell_joins(ev, s->combat.all_join ? TC_CB_4_1 : TC_CB_4, TC_UNIT(unit));
}

void tc_all_defend(tc_state *s)
{
	for (int u = tc_first(s, s->combat.target); u < TC_UNITS; u = tc_next(s, u))
		s->unit_flags[u] |= TC_UNIT_FLAG_FIGHTS;
}

/* Ends the joining of units. */
static void end_joining(tc_state *s, ap_events *ev)
{
	tc_all_defend(s);
	if (s->combat.kind == TC_COMBAT_KIND_COUNTER)
		tc_open_fire(s, ev);
	else
		tc_enter_for(s, TC_STEP_BRING, TC_ROLE_ATTACKER);
}

void tc_join_all(tc_state *s, ap_events *ev)
{
	uint64_t near[TC_UNIT_WORDS];
	tc_attackers(s, near);
	for (int u = tc_member(near, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(near, TC_UNIT_WORDS, u + 1))
		if (!tc_join_forbidden(s, u))
			join(s, u, ev);
}

void tc_join_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_supply(s);
	bool joins = count_joining(s) > 0;
	if (s->combat.all_join && joins)
		tc_join_all(s, ev);
	else if (joins)
		tc_ask(s, s->combat.side[TC_ROLE_ATTACKER]);
	else if (tc_any_stands(s, TC_ROLE_ATTACKER))
		end_joining(s, ev);
	else
		tc_enter(s, TC_STEP_COMBAT_END);
}

void tc_join_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int before = out->count;
	uint64_t near[TC_UNIT_WORDS];
	(void)seat;
	tc_attackers(s, near);
	for (int u = tc_member(near, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(near, TC_UNIT_WORDS, u + 1))
		if (!tc_join_forbidden(s, u))
			ap_add(out, ap_act(TC_VERB_JOIN, (unsigned)u, 0));
	if (out->count > before + 1)
		ap_add(out, ap_act(TC_VERB_JOIN_ALL, 0, 0));
	if (tc_any_stands(s, TC_ROLE_ATTACKER))
		ap_add(out, ap_act(TC_VERB_FIRE, 0, 0));
}

uint16_t tc_join_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_JOIN:
		return tc_join_forbidden(s, (int)ap_x(a));
	case TC_VERB_JOIN_ALL:
		return count_joining(s) > 1 ? 0 : TC_CB_4;
	case TC_VERB_FIRE:
		return tc_any_stands(s, TC_ROLE_ATTACKER) ? 0 : TC_CB_4;
	default:
		return TC_CB_4;
	}
}

void tc_join_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_FIRE)
		end_joining(s, ev);
	else if (ap_verb_of(a) == TC_VERB_JOIN)
		join(s, (int)ap_x(a), ev);
	else
		tc_join_all(s, ev);
}
