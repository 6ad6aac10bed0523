/* fire.c: how a side fires in a combat: strength, column, modifiers and dice. */
#include "combat.h"

/* ---- Columns --------------------------------------------------------------------------------- */

int tc_combat_of(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	return tc_reduced(s, unit) ? tc_units[unit].reduced_combat : tc_units[unit].combat;
}

int tc_loss_of(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	return tc_reduced(s, unit) ? tc_units[unit].reduced_loss : tc_units[unit].loss;
}

int tc_strength_at(const tc_state *s, int space)
{
	assert(tc_is_space(space));
	int sum = 0;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (!(s->unit_flags[u] & TC_UNIT_FLAG_FELL))
			sum += tc_combat_of(s, u);
	return sum;
}

static bool has_armies(const tc_force *force)
{
	for (int i = 0; i < force->count; i++)
		if (tc_is_army(force->unit[i]))
			return true;
	return false;
}

/* Returns the row of fires.csv for a strength. A strength below the first column uses the first
 * column. */
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

int tc_fire_row(bool army, int strength, int shift)
{
	assert(strength >= 0);
	int row = row_of(army, strength);
	for (; shift < 0 && row > 0 && tc_fires[row - 1].size == tc_fires[row].size; shift++)
		row--;
	for (; shift > 0 && row + 1 < TC_FIRES && tc_fires[row + 1].size == tc_fires[row].size; shift--)
		row++;
	return row;
}

int tc_row_loss(int row, int total)
{
	assert(row >= 0 && row < TC_FIRES && total >= 1);
	return tc_fires[row].losses[(total > TC_FACES ? TC_FACES : total) - 1];
}

/* Returns whether every attacking stack has somebody who climbs mountains. */
static bool all_climb(const tc_state *s, const tc_force *attackers)
{
	for (int i = 0; i < attackers->count; i++) {
		bool climbs = false;
		for (int v = tc_first(s, s->unit_at[attackers->unit[i]]); v < TC_UNITS; v = tc_next(s, v))
			climbs |= tc_stands_for(s, v, TC_ROLE_ATTACKER) && tc_troops[tc_units[v].troop].climbs;
		if (!climbs)
			return false;
	}
	return true;
}

static bool all_cross_rivers(const tc_state *s, const tc_force *attackers)
{
	for (int i = 0; i < attackers->count; i++) {
		int link = tc_link_between(s->unit_at[attackers->unit[i]], s->combat.target);
		if (link < 0 || tc_links[link].river >= TC_SHAPES)
			return false;
	}
	return true;
}

int tc_season_shift(const tc_state *s)
{
	return tc_seasons[tc_season_of(s)].column;
}

int tc_terrain_shift(int target)
{
	assert(tc_is_space(target));
	return tc_terrains[tc_spaces[target].terrain].column;
}

/* TC-CB-9: returns by how many columns the attacking artillery shifts the fire to the right. */
static int artillery_shift(const tc_force *attackers)
{
	int most = 0;
	for (int i = 0; i < attackers->count; i++) {
		int column = tc_troops[tc_units[attackers->unit[i]].troop].column;
		if (column > most)
			most = column;
	}
	return most;
}

/* Returns the aid that stands for the Initiative card of the attacker. */
static int attackers_aid(const tc_state *s)
{
	return tc_aid_of(s->combat.side[TC_ROLE_ATTACKER]);
}

uint16_t tc_shift_clause(const tc_state *s, int cause)
{
	switch (cause) {
	case TC_SHIFT_CAUSE_SEASON:
		return TC_TU_4;
	case TC_SHIFT_CAUSE_ARTILLERY:
		return TC_CB_9;
	case TC_SHIFT_CAUSE_INITIATIVE:
		return tc_card_clause(tc_aid_card(s, attackers_aid(s)));
	default:
		return TC_CB_6;
	}
}

/* Returns by how many columns a cause shifts the fire of a role, for which these units stand. */
static int shift_by(const tc_state *s, const tc_force *force, int role, int cause)
{
	int target = s->combat.target;
	bool climb = tc_spaces[target].terrain == TC_TERRAIN_MOUNTAIN;
	if (cause == TC_SHIFT_CAUSE_SEASON)
		return tc_season_shift(s);
	if (role != TC_ROLE_ATTACKER || s->combat.kind == TC_COMBAT_KIND_TREACHERY)
		return 0;
	if (cause == TC_SHIFT_CAUSE_TERRAIN)
		return climb && all_climb(s, force) ? 0 : tc_terrain_shift(target);
	if (cause == TC_SHIFT_CAUSE_ARTILLERY)
		return artillery_shift(force);
	if (cause == TC_SHIFT_CAUSE_INITIATIVE)
		return tc_aid_amount(s, attackers_aid(s), TC_DEED_COLUMN_BONUS);
	return all_cross_rivers(s, force) ? tc_number_of(TC_NUMBER_RIVER_COLUMN) : 0;
}

int tc_shift_by(const tc_state *s, int role, int cause)
{
	tc_force force;
	assert(tc_is_role(role));
	tc_find_force(s, role, &force);
	return shift_by(s, &force, role, cause);
}

/* TC-CB-6: returns the total shift. In a treachery neither terrain nor river counts. */
static int shift_of(const tc_state *s, const tc_force *force, int role)
{
	int shift = 0;
	for (int cause = 0; cause < TC_SHIFT_CAUSE_COUNT; cause++)
		shift += shift_by(s, force, role, cause);
	return shift;
}

static int strength_of(const tc_state *s, const tc_force *force)
{
	int sum = 0;
	for (int i = 0; i < force->count; i++)
		sum += tc_combat_of(s, force->unit[i]);
	return sum;
}

int tc_strength(const tc_state *s, int role)
{
	tc_force force;
	assert(tc_is_role(role));
	tc_find_force(s, role, &force);
	return strength_of(s, &force);
}

static int fire_row_of(const tc_state *s, const tc_force *force, int role)
{
	return tc_fire_row(has_armies(force), strength_of(s, force), shift_of(s, force, role));
}

int tc_column(const tc_state *s, int role)
{
	tc_force force;
	assert(tc_is_role(role));
	tc_find_force(s, role, &force);
	return tc_fires[fire_row_of(s, &force, role)].low;
}

/* ---- Modifiers ------------------------------------------------------------------------------- */

uint16_t tc_fire_clause(const tc_state *s, int modifier)
{
	switch (modifier) {
	case TC_FIRE_MODIFIER_ELITE:
		return TC_CB_8;
	case TC_FIRE_MODIFIER_SURPRISE:
		return TC_11_413;
	case TC_FIRE_MODIFIER_EVENT:
		return tc_card_clause(tc_aid_card(s, TC_AID_CARD));
	case TC_FIRE_MODIFIER_INITIATIVE:
		return tc_card_clause(tc_aid_card(s, attackers_aid(s)));
	default:
		return TC_CB_9;
	}
}

int tc_elite_steps(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	bool elite = tc_units[unit].elite && tc_is_army(unit);
	return elite ? tc_units[unit].elite - tc_reduced(s, unit) : 0;
}

static int elite_steps_of(const tc_state *s, const tc_force *force)
{
	int steps = 0;
	for (int i = 0; i < force->count; i++)
		steps += tc_elite_steps(s, force->unit[i]);
	return steps;
}

static bool has_special(const tc_force *force, bool clear, bool dry)
{
	for (int i = 0; i < force->count; i++) {
		const tc_troop *troop = &tc_troops[tc_units[force->unit[i]].troop];
		if ((clear && troop->clear) || (dry && troop->dry))
			return true;
	}
	return false;
}

static bool rides_with(const tc_state *s, int space)
{
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (tc_stands_for(s, u, TC_ROLE_ATTACKER) && tc_troops[tc_units[u].troop].rides)
			return true;
	return false;
}

/* Returns whether an event lends the attackers a cavalry surprise and cavalry is among them. */
static bool lent_surprise(const tc_state *s)
{
	if (tc_lender(s, TC_ROLE_ATTACKER, TC_ABILITIES_CAVALRY_SURPRISE) == TC_AID_COUNT)
		return false;
	for (int space = 0; space < TC_SPACES; space++)
		if ((s->marker[space] & TC_MARKER_FLAG_FROM) && rides_with(s, space))
			return true;
	return false;
}

/* Returns the leader whose cavalry surprises the enemy; TC_LEADERS if there is none. The surprise
 * uses his ability of the round (TC-LE-1). */
static int surprise_by(const tc_state *s)
{
	if (s->combat.kind == TC_COMBAT_KIND_TREACHERY || lent_surprise(s))
		return TC_LEADERS;
	for (int l = 0; l < TC_LEADERS; l++) {
		int at = s->leader_at[l];
		if (at < TC_SPACES && (s->marker[at] & TC_MARKER_FLAG_FROM) &&
			tc_leader_user(s, l) == s->combat.side[TC_ROLE_ATTACKER] &&
			tc_leader_can(s, l, TC_ABILITIES_CAVALRY_SURPRISE) && rides_with(s, at))
			return l;
	}
	return TC_LEADERS;
}

/* The units that stand for each role. */
typedef struct front {
	tc_force of[TC_ROLE_COUNT];
} front;

static void find_front(const tc_state *s, front *out)
{
	for (int role = 0; role < TC_ROLE_COUNT; role++)
		tc_find_force(s, role, &out->of[role]);
}

/* Returns what a modifier adds to the die of a role. */
static int modified_by(const tc_state *s, const front *there, int role, int modifier)
{
	int season = tc_season_of(s);
	bool terrain = s->combat.kind != TC_COMBAT_KIND_TREACHERY;
	switch (modifier) {
	case TC_FIRE_MODIFIER_ELITE:
		return elite_steps_of(s, &there->of[role]) > elite_steps_of(s, &there->of[1 - role]);
	case TC_FIRE_MODIFIER_AIR:
		return season != TC_SEASON_MUD && season != TC_SEASON_WINTER &&
			has_special(&there->of[role], false, true);
	case TC_FIRE_MODIFIER_TANKS:
		return terrain && tc_spaces[s->combat.target].terrain == TC_TERRAIN_CLEAR &&
			has_special(&there->of[role], true, false);
	case TC_FIRE_MODIFIER_SURPRISE:
		return role == TC_ROLE_ATTACKER && (lent_surprise(s) || surprise_by(s) < TC_LEADERS);
	default:
		if (role != TC_ROLE_ATTACKER)
			return 0;
		return tc_aid_amount(s, modifier == TC_FIRE_MODIFIER_EVENT ? TC_AID_CARD : attackers_aid(s),
			TC_DEED_ATTACK_BONUS);
	}
}

int tc_fire_modified(const tc_state *s, int role, int modifier)
{
	front there;
	assert(tc_is_role(role));
	find_front(s, &there);
	return modified_by(s, &there, role, modifier);
}

static int modifiers_of(const tc_state *s, const front *there, int role)
{
	int sum = 0;
	for (int modifier = 0; modifier < TC_FIRE_MODIFIER_COUNT; modifier++)
		sum += modified_by(s, there, role, modifier);
	return sum;
}

/* Returns how much more the modifiers add to the attacker's die than to the defender's. */
static int attackers_lead(const tc_state *s, const front *there)
{
	return modifiers_of(s, there, TC_ROLE_ATTACKER) - modifiers_of(s, there, TC_ROLE_DEFENDER);
}

/* Returns the total that is added to the die of a role if the attacker leads by so much. */
static int bonus_of(int role, int lead)
{
	int more = role == TC_ROLE_ATTACKER ? lead : -lead;
	return more > 0 ? more : 0;
}

int tc_die_bonus(const tc_state *s, int role)
{
	front there;
	assert(tc_is_role(role));
	find_front(s, &there);
	return bonus_of(role, attackers_lead(s, &there));
}

/* Returns the loss number that the role inflicts with this die if the attacker leads by so much. */
static int loss_with(const tc_state *s, const front *there, int lead, int role, int die)
{
	assert(die >= 1 && die <= TC_FACES);
	return tc_row_loss(fire_row_of(s, &there->of[role], role), die + bonus_of(role, lead));
}

int tc_loss_with(const tc_state *s, int role, int die)
{
	front there;
	assert(tc_is_role(role));
	find_front(s, &there);
	return loss_with(s, &there, attackers_lead(s, &there), role, die);
}

/* ---- Fire ------------------------------------------------------------------------------------ */

static void tell_column(const tc_state *s, int role, ap_events *ev)
{
	tc_force force;
	tc_find_force(s, role, &force);
	int strength = strength_of(s, &force), shift = shift_of(s, &force, role);
	int column = tc_fires[fire_row_of(s, &force, role)].low;
	int clause = shift == 0 ? TC_CB_5 : shift == tc_season_shift(s) ? TC_TU_4 : TC_CB_6;
	for (int cause = 0; cause < TC_SHIFT_CAUSE_COUNT; cause++) {
		int by = shift_by(s, &force, role, cause);
		if (by < 0)
			tc_tell_shifted(ev, tc_shift_clause(s, cause), TC_FIGHTER(s->combat.side[role]),
				TC_SHIFT_CAUSE(cause), -by);
		else if (by > 0)
			tc_tell_shifted_right(ev, tc_shift_clause(s, cause), TC_FIGHTER(s->combat.side[role]),
				TC_SHIFT_CAUSE(cause), by);
	}
	tc_tell_column(ev, clause, TC_FIGHTER(s->combat.side[role]), strength, shift, column);
}

static int tell_modifiers(const tc_state *s, int role, ap_events *ev)
{
	int sum = 0;
	for (int modifier = 0; modifier < TC_FIRE_MODIFIER_COUNT; modifier++) {
		int amount = tc_fire_modified(s, role, modifier);
		if (amount == 0)
			continue;
		sum += amount;
		tc_tell_combat_bonus(ev, tc_fire_clause(s, modifier), TC_FIGHTER(s->combat.side[role]),
			TC_FIRE_MODIFIER(modifier), amount, sum);
	}
	return sum;
}

/* Tells by how much one side has more modifiers than the other. */
static void tell_difference(const tc_state *s, const int sum[TC_ROLE_COUNT], ap_events *ev)
{
	int more = sum[TC_ROLE_DEFENDER] > sum[TC_ROLE_ATTACKER] ? TC_ROLE_DEFENDER : TC_ROLE_ATTACKER;
	int by = sum[more] - sum[1 - more];
	if (by > 0)
		tc_tell_modifier(
			ev, TC_CB_7, TC_FIGHTER(s->combat.side[more]), by, sum[more], sum[1 - more]);
}

/* Tells how both sides will fire. */
static void tell_strengths(const tc_state *s, ap_events *ev)
{
	int sum[TC_ROLE_COUNT];
	for (int role = TC_ROLE_ATTACKER; role < TC_ROLE_COUNT; role++) {
		tell_column(s, role, ev);
		sum[role] = tell_modifiers(s, role, ev);
	}
	tell_difference(s, sum, ev);
}

void tc_open_fire(tc_state *s, ap_events *ev)
{
	tc_supply(s);
	tc_use_aids_in_fire(s);
	if (ev)
		tell_strengths(s, ev);
	int card = tc_first_fire_card(s);
	if (card != TC_NONE)
		tc_tell_first_fire(
			ev, tc_card_clause(card), TC_FIGHTER(s->combat.side[TC_ROLE_ATTACKER]), TC_CARD(card));
	tc_enter(s, TC_STEP_ROLL_ATTACKER);
}

/* Turns the dice of these roles, the first and the last, into the loss numbers of the others. */
static void fire(tc_state *s, int first, int last, uint16_t clause, ap_events *ev)
{
	tc_combat *c = &s->combat;
	front there;
	find_front(s, &there);
	int lead = attackers_lead(s, &there);
	for (int role = first; role <= last; role++) {
		int loss = loss_with(s, &there, lead, role, c->die[role]);
		c->loss[1 - role] = c->left[1 - role] = (uint8_t)loss;
		tc_tell_fires(ev, clause, TC_FIGHTER(c->side[role]), c->die[role], loss);
	}
}

/* Notes that the leader of a cavalry surprise has used his ability. */
static void end_surprise(tc_state *s)
{
	int leader = surprise_by(s);
	if (leader < TC_LEADERS)
		tc_leader_used(s, leader);
}

void tc_fire_back(tc_state *s, ap_events *ev)
{
	tc_supply(s);
	if (!tc_any_stands(s, TC_ROLE_DEFENDER)) {
		tc_tell_fires_not(ev, tc_card_clause(tc_first_fire_card(s)),
			TC_FIGHTER(s->combat.side[TC_ROLE_DEFENDER]));
		end_surprise(s);
		tc_enter_for(s, TC_STEP_LOSE, TC_ROLE_ATTACKER);
		return;
	}
	tell_column(s, TC_ROLE_DEFENDER, ev);
	front there;
	find_front(s, &there);
	int sum[TC_ROLE_COUNT] = {
		modifiers_of(s, &there, TC_ROLE_ATTACKER), tell_modifiers(s, TC_ROLE_DEFENDER, ev)};
	if (sum[TC_ROLE_DEFENDER] > sum[TC_ROLE_ATTACKER])
		tell_difference(s, sum, ev);
	tc_enter(s, TC_STEP_ROLL_DEFENDER);
}

void tc_roll_attacker_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	s->combat.die[TC_ROLE_ATTACKER] = (uint8_t)ap_x(a);
	int card = tc_first_fire_card(s);
	if (card == TC_NONE) {
		tc_enter(s, TC_STEP_ROLL_DEFENDER);
		return;
	}
	fire(s, TC_ROLE_ATTACKER, TC_ROLE_ATTACKER, tc_card_clause(card), ev);
	tc_enter_for(s, TC_STEP_LOSE, TC_ROLE_DEFENDER);
}

void tc_roll_defender_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_combat *c = &s->combat;
	(void)seat;
	c->die[TC_ROLE_DEFENDER] = (uint8_t)ap_x(a);
	bool first = tc_first_fire_card(s) != TC_NONE; /* then the attacker has fired already */
	fire(s, first ? TC_ROLE_DEFENDER : TC_ROLE_ATTACKER, TC_ROLE_DEFENDER, TC_CB_10, ev);
	end_surprise(s);
	tc_enter_for(s, TC_STEP_LOSE, first ? TC_ROLE_ATTACKER : TC_ROLE_DEFENDER);
}
