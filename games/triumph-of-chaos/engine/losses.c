/* losses.c: fire, the steps it costs, and the corps that take the places of destroyed armies. */
#include "combat.h"

/* ---- Columns --------------------------------------------------------------------------------- */

int tc_combat_of(const tc_state *s, int unit)
{
	return tc_reduced(s, unit) ? tc_units[unit].reduced_combat : tc_units[unit].combat;
}

int tc_loss_of(const tc_state *s, int unit)
{
	return tc_reduced(s, unit) ? tc_units[unit].reduced_loss : tc_units[unit].loss;
}

static bool has_armies(const tc_state *s, int role)
{
	for (int u = 0; u < UNITS; u++)
		if (tc_stands_for(s, u, role) && tc_is_army(u))
			return true;
	return false;
}

/* The row of fires.csv; a strength below the first column uses it. */
static int row_of(bool army, int strength)
{
	int size = army ? TC_SIZE_ARMY : TC_SIZE_CORPS, first = -1;
	for (int row = 0; row < TC_FIRES; row++) {
		if (tc_fires[row].size != size)
			continue;
		if (first < 0)
			first = row;
		if (strength >= tc_fires[row].low && strength <= tc_fires[row].high)
			return row;
	}
	return first;
}

int tc_loss_number(bool army, int column, int die)
{
	return tc_fires[row_of(army, column)].losses[die - 1];
}

/* Who of a stack climbs frees it: every attacking stack needs one of its own. */
static bool all_climb(const tc_state *s)
{
	for (int u = 0; u < UNITS; u++) {
		bool climbs = false;
		if (!tc_stands_for(s, u, ATTACKER))
			continue;
		for (int v = tc_first(s, s->unit_at[u]); v < UNITS; v = tc_next(s, v))
			climbs |= tc_stands_for(s, v, ATTACKER) && tc_troops[tc_units[v].troop].climbs;
		if (!climbs)
			return false;
	}
	return true;
}

static bool all_cross_rivers(const tc_state *s)
{
	for (int u = 0; u < UNITS; u++) {
		if (!tc_stands_for(s, u, ATTACKER))
			continue;
		int link = tc_link_between(s->unit_at[u], s->combat.target);
		if (link < 0 || tc_links[link].river >= TC_SHAPES)
			return false;
	}
	return true;
}

/* TC-CB-6; a treachery has neither terrain nor river. */
static int shift_of(const tc_state *s, int role)
{
	int shift = tc_seasons[tc_this_turn(s)->season].column;
	if (role == DEFENDER || s->combat.kind == COMBAT_TREACHERY)
		return shift;
	int terrain = tc_spaces[s->combat.target].terrain;
	if (terrain != TC_TERRAIN_MOUNTAIN || !all_climb(s))
		shift += tc_terrains[terrain].column;
	if (all_cross_rivers(s))
		shift += tc_number_of(TC_NUMBER_RIVER_COLUMN);
	return shift;
}

int tc_column(const tc_state *s, int role, int *strength, int *shift)
{
	bool army = has_armies(s, role);
	int sum = 0;
	for (int u = 0; u < UNITS; u++)
		if (tc_stands_for(s, u, role))
			sum += tc_combat_of(s, u);
	*strength = sum;
	*shift = shift_of(s, role);
	int row = row_of(army, sum);
	for (int left = -*shift; left > 0; left--)
		if (row > 0 && tc_fires[row - 1].size == tc_fires[row].size)
			row--;
	return tc_fires[row].low;
}

/* ---- Modifiers ------------------------------------------------------------------------------- */

enum { BY_ELITE, BY_AIR, BY_TANKS, BY_SURPRISE, SOURCES };
static const uint16_t source_clause[SOURCES] = {TC_CB_8, TC_CB_9, TC_CB_9, TC_11_413};

static int elite_steps(const tc_state *s, int role)
{
	int steps = 0;
	for (int u = 0; u < UNITS; u++)
		if (tc_units[u].elite && tc_is_army(u) && tc_stands_for(s, u, role))
			steps += tc_units[u].elite - tc_reduced(s, u);
	return steps;
}

static bool has_special(const tc_state *s, int role, bool clear, bool dry)
{
	for (int u = 0; u < UNITS; u++) {
		const tc_troop *troop = &tc_troops[tc_units[u].troop];
		if (((clear && troop->clear) || (dry && troop->dry)) && tc_stands_for(s, u, role))
			return true;
	}
	return false;
}

static bool rides_with(const tc_state *s, int space)
{
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u))
		if (tc_stands_for(s, u, ATTACKER) && tc_troops[tc_units[u].troop].rides)
			return true;
	return false;
}

/* The leader who surprises, else LEADERS. It is his ability of the round (TC-LE-1). */
static int surprise_by(const tc_state *s)
{
	if (s->combat.kind == COMBAT_TREACHERY)
		return LEADERS;
	for (int l = 0; l < LEADERS; l++) {
		int at = s->leader_at[l];
		if (at < SPACES && (s->marker[at] & M_FROM) &&
			tc_leader_user(s, l) == s->combat.side[ATTACKER] &&
			tc_leader_can(s, l, TC_ABILITIES_CAVALRY_SURPRISE) && rides_with(s, at))
			return l;
	}
	return LEADERS;
}

static bool gives(const tc_state *s, int role, int source)
{
	int season = tc_this_turn(s)->season;
	bool terrain = s->combat.kind != COMBAT_TREACHERY;
	switch (source) {
	case BY_ELITE:
		return elite_steps(s, role) > elite_steps(s, 1 - role);
	case BY_AIR:
		return season != TC_SEASON_MUD && season != TC_SEASON_WINTER &&
			has_special(s, role, false, true);
	case BY_TANKS:
		return terrain && tc_spaces[s->combat.target].terrain == TC_TERRAIN_CLEAR &&
			has_special(s, role, true, false);
	default:
		return role == ATTACKER && surprise_by(s) < LEADERS;
	}
}

int tc_modifier_of(const tc_state *s, int role)
{
	int sum = 0;
	for (int source = 0; source < SOURCES; source++)
		sum += gives(s, role, source);
	return sum;
}

/* ---- Fire ------------------------------------------------------------------------------------ */

static void tell_column(const tc_state *s, int role, ap_events *ev)
{
	int strength, shift, column = tc_column(s, role, &strength, &shift);
	int season = tc_seasons[tc_this_turn(s)->season].column;
	int clause = shift == 0 ? TC_CB_5 : shift == season ? TC_TU_4 : TC_CB_6;
	ap_tell(ev, EV_COLUMN, clause, s->combat.side[role], (int16_t)strength, (int16_t)shift,
		(int16_t)column);
}

static int tell_modifiers(const tc_state *s, int role, ap_events *ev)
{
	int sum = 0;
	for (int source = 0; source < SOURCES; source++)
		if (gives(s, role, source)) {
			sum++;
			ap_tell(ev, EV_MODIFIER, source_clause[source], s->combat.side[role], 1, (int16_t)sum);
		}
	return sum;
}

void tc_open_fire(tc_state *s, ap_events *ev)
{
	int sum[ROLES];
	tc_supply(s);
	for (int role = ATTACKER; role < ROLES; role++) {
		tell_column(s, role, ev);
		sum[role] = tell_modifiers(s, role, ev);
	}
	int more = sum[DEFENDER] > sum[ATTACKER] ? DEFENDER : ATTACKER;
	int by = sum[more] - sum[1 - more];
	if (by > 0)
		ap_tell(ev, EV_MODIFIER, TC_CB_7, s->combat.side[more], (int16_t)by, (int16_t)sum[more]);
	tc_combat_goto(s, ROLL_ATTACKER, 0);
}

void tc_roll_attacker_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	(void)ev;
	s->combat.die[ATTACKER] = (uint8_t)ap_x(a);
	tc_combat_goto(s, ROLL_DEFENDER, 0);
}

/* What a role inflicts on the other. */
static int inflicted(const tc_state *s, int role)
{
	int strength, shift, column = tc_column(s, role, &strength, &shift);
	int more = tc_modifier_of(s, role) - tc_modifier_of(s, 1 - role);
	int die = s->combat.die[role] + (more > 0 ? more : 0);
	return tc_loss_number(has_armies(s, role), column, die > FACES ? FACES : die);
}

void tc_roll_defender_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_combat *c = &s->combat;
	(void)seat;
	c->die[DEFENDER] = (uint8_t)ap_x(a);
	for (int role = ATTACKER; role < ROLES; role++) {
		c->loss[1 - role] = c->left[1 - role] = (uint8_t)inflicted(s, role);
		ap_tell(ev, EV_FIRES, TC_CB_10, c->side[role], c->die[role], c->loss[1 - role]);
	}
	int leader = surprise_by(s);
	if (leader < LEADERS)
		tc_leader_used(s, leader);
	tc_combat_goto(s, LOSE, DEFENDER);
}

/* ---- Losses ---------------------------------------------------------------------------------- */

static bool has_two(const tc_state *s, int unit)
{
	return tc_units[unit].steps == 2 && !tc_reduced(s, unit);
}

/* What a unit can add to a set of sums; `less`: it has a step less than it shows. */
static unsigned add_unit(const tc_state *s, int unit, unsigned sums, bool less)
{
	int first = tc_loss_of(s, unit), second = tc_units[unit].reduced_loss;
	bool two = has_two(s, unit);
	if (less)
		return two ? sums | sums << second : sums;
	return sums | sums << first | (two ? sums << (first + second) : 0);
}

static unsigned sums_without(const tc_state *s, int role, int unit)
{
	unsigned sums = 1;
	for (int u = 0; u < UNITS; u++)
		if (tc_stands_for(s, u, role))
			sums = add_unit(s, u, sums, u == unit);
	return sums;
}

unsigned tc_loss_sums(const tc_state *s, int role)
{
	return sums_without(s, role, NOWHERE);
}

/* TC-LS-1: as near as the steps can come. */
static int due_of(const tc_state *s, int role)
{
	unsigned sums = tc_loss_sums(s, role);
	int due = s->combat.left[role];
	while (!(sums >> due & 1))
		due--;
	return due;
}

static uint16_t lose_forbidden(const tc_state *s, int role, int unit, int due)
{
	if (!tc_stands_for(s, unit, role))
		return TC_LS_1;
	int rest = due - tc_loss_of(s, unit);
	return rest >= 0 && (sums_without(s, role, unit) >> rest & 1) ? 0 : TC_LS_1;
}

static void take_loss(tc_state *s, int role, int unit, ap_events *ev)
{
	s->combat.left[role] = (uint8_t)(s->combat.left[role] - tc_loss_of(s, unit));
	ap_tell(ev, EV_STEP_LOST, TC_LS_1, (int16_t)unit, s->combat.left[role]);
	if (!tc_lose_step(s, unit))
		return;
	if (tc_is_green(unit))
		ap_tell(ev, EV_GREEN_DIES, TC_16_32, (int16_t)unit);
	else
		ap_tell(ev, EV_DESTROYED, TC_LS_2, (int16_t)unit);
	if (tc_is_army(unit) && !tc_is_green(unit))
		s->unit_flags[unit] |= U_FELL;
	else
		tc_destroy(s, unit, false);
}

static int count_losses(const tc_state *s, int role, int due, int *first)
{
	int count = 0;
	for (int u = UNITS - 1; u >= 0; u--)
		if (!lose_forbidden(s, role, u, due)) {
			*first = u;
			count++;
		}
	return count;
}

void tc_lose_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int role = ap_peek(s)->v[1], due, unit = NOWHERE;
	while ((due = due_of(s, role)) > 0) {
		if (count_losses(s, role, due, &unit) > 1 && s->combat.side[role] < SIDES) {
			tc_ask(s, s->combat.side[role]);
			return;
		}
		take_loss(s, role, unit, ev);
	}
	s->combat.left[role] = 0;
	if (role == DEFENDER)
		tc_combat_goto(s, LOSE, ATTACKER);
	else
		tc_combat_goto(s, RELIEVE, DEFENDER);
}

void tc_lose_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int role = ap_peek(s)->v[1], due = due_of(s, role);
	(void)seat;
	for (int u = 0; u < UNITS; u++)
		if (!lose_forbidden(s, role, u, due))
			ap_add(out, ap_act(V_LOSE, (unsigned)u, 0));
}

uint16_t tc_lose_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	int role = ap_peek(s)->v[1];
	(void)seat;
	if (ap_verb_of(a) != V_LOSE)
		return TC_LS_1;
	return lose_forbidden(s, role, (int)ap_x(a), due_of(s, role));
}

void tc_lose_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	take_loss(state, ap_peek(state)->v[1], (int)ap_x(a), ev);
}

/* ---- Relief ---------------------------------------------------------------------------------- */

/* TC-LS-3: which corps take the place of this army. */
static uint16_t relief_forbidden(const tc_state *s, int army, int corps)
{
	const tc_unit *a = &tc_units[army], *c = &tc_units[corps];
	bool finland = tc_region_of(s->unit_at[army]) == TC_REGION_FINLAND;
	if (tc_is_army(corps) || s->unit_where[corps] != RESERVE)
		return TC_LS_3;
	if (a->side != c->side || a->faction != c->faction)
		return TC_LS_3;
	if (a->side == NOBODY)
		return 0;
	if (tc_is_finn(army) && !tc_is_finn(corps))
		return TC_LS_3;
	return s->border_open || tc_is_finn(corps) == finland ? 0 : TC_8_317_2;
}

/* Two corps between which there is nothing to choose. */
static bool alike(const tc_state *s, int one, int two)
{
	const tc_unit *a = &tc_units[one], *b = &tc_units[two];
	return a->troop == b->troop && a->combat == b->combat && a->loss == b->loss &&
		a->move == b->move && a->steps == b->steps && a->reduced_combat == b->reduced_combat &&
		a->reduced_loss == b->reduced_loss && a->reduced_move == b->reduced_move &&
		a->elite == b->elite && a->traits == b->traits && tc_is_finn(one) == tc_is_finn(two) &&
		tc_reduced(s, one) == tc_reduced(s, two);
}

static void relieve(tc_state *s, int army, int corps, ap_events *ev)
{
	int space = s->unit_at[army], kept = s->unit_flags[army] & (U_FIGHTS | U_MOVED | U_ATTACKED);
	tc_take_unit(s, army, DEAD);
	tc_put_unit(s, corps, space);
	s->unit_flags[corps] |= (uint8_t)kept;
	ap_tell(ev, EV_RELIEVED, TC_LS_3, (int16_t)army, (int16_t)corps);
}

static void not_relieved(tc_state *s, int army, ap_events *ev)
{
	ap_tell(ev, EV_NOT_RELIEVED, TC_LS_3, (int16_t)army);
	tc_destroy(s, army, true);
	if (s->unit_where[army] == GONE)
		ap_tell(ev, EV_UNIT_GONE, TC_LS_4, (int16_t)army);
	else
		ap_tell(ev, EV_UNIT_DEAD, TC_8_320_3, (int16_t)army);
}

static int fallen_of(const tc_state *s, int role)
{
	for (int u = 0; u < UNITS; u++)
		if ((s->unit_flags[u] & U_FELL) && tc_role_of(s, u) == role)
			return u;
	return UNITS;
}

/* How many sorts there are to choose from; *first: the lowest corps. */
static int relief_sorts(const tc_state *s, int army, int *first)
{
	int sorts = 0;
	for (int u = 0; u < UNITS; u++) {
		if (relief_forbidden(s, army, u))
			continue;
		if (sorts == 0)
			*first = u;
		sorts += sorts == 0 || (sorts == 1 && !alike(s, *first, u));
	}
	return sorts;
}

/* TC-15.5 in the spaces that fought. */
static void look_for_leaders(tc_state *s, ap_events *ev)
{
	const tc_combat *c = &s->combat;
	int attacker = c->side[c->kind == COMBAT_TREACHERY ? DEFENDER : ATTACKER];
	for (int space = 0; space < SPACES; space++)
		if (s->marker[space] & M_FROM)
			tc_leaders_alone(s, space, attacker, ev);
	if (!(s->marker[c->target] & M_FROM))
		tc_leaders_alone(s, c->target, c->side[DEFENDER], ev);
}

void tc_relieve_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int role = ap_peek(s)->v[1], army, corps = NOWHERE;
	tc_supply(s);
	while ((army = fallen_of(s, role)) < UNITS) {
		int sorts = tc_fed(s, army) ? relief_sorts(s, army, &corps) : 0;
		if (sorts > 1 && tc_user(s, army) < SIDES) {
			ap_top(s)->v[2] = (int16_t)army;
			tc_ask(s, tc_user(s, army));
			return;
		}
		if (sorts > 0)
			relieve(s, army, corps, ev);
		else
			not_relieved(s, army, ev);
	}
	if (role == DEFENDER) {
		tc_combat_goto(s, RELIEVE, ATTACKER);
		return;
	}
	tc_combat_goto(s, CANCEL, 0);
	look_for_leaders(s, ev);
}

void tc_relieve_legal(const void *state, int seat, ap_list *out)
{
	int army = ap_peek(state)->v[2];
	(void)seat;
	for (int u = 0; u < UNITS; u++)
		if (!relief_forbidden(state, army, u))
			ap_add(out, ap_act(V_RELIEVE, (unsigned)army, (unsigned)u));
}

uint16_t tc_relieve_refuse(const void *state, int seat, ap_action a)
{
	int army = ap_peek(state)->v[2];
	(void)seat;
	if (ap_verb_of(a) != V_RELIEVE || (int)ap_x(a) != army)
		return TC_LS_3;
	return relief_forbidden(state, army, (int)ap_y(a));
}

void tc_relieve_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	relieve(state, (int)ap_x(a), (int)ap_y(a), ev);
}
