/* losses.c: the steps that units lose to fire, and the corps that replace destroyed armies. */
#include "combat.h"

/* ---- Losses ---------------------------------------------------------------------------------- */

/* Returns the sums that a set of sums and the steps of a unit can make up. If `less`, the unit
 * counts with one step less than it has. */
static unsigned add_unit(const tc_state *s, int unit, unsigned sums, bool less)
{
	int first = tc_loss_of(s, unit), second = tc_units[unit].reduced_loss;
	bool two = tc_has_two_steps(s, unit);
	if (less)
		return two ? sums | sums << second : sums;
	return sums | sums << first | (two ? sums << (first + second) : 0);
}

/* Returns the sums that the units can make up if `unit` had already lost a step. */
static unsigned sums_without(const tc_state *s, const tc_force *force, int unit)
{
	unsigned sums = 1;
	for (int i = 0; i < force->count; i++)
		sums = add_unit(s, force->unit[i], sums, force->unit[i] == unit);
	return sums;
}

/* Returns the loss numbers that the units can take exactly, as a set of bits: bit n stands for n.
 */
static unsigned loss_sums(const tc_state *s, const tc_force *force)
{
	return sums_without(s, force, TC_NOWHERE);
}

/* Returns the part of the loss number of a role that the steps of its units can make up. */
static int due_of(const tc_state *s, int role, const tc_force *force)
{
	unsigned sums = loss_sums(s, force);
	int due = s->combat.left[role];
	while (!(sums >> due & 1))
		due--;
	return due;
}

int tc_due_of(const tc_state *s, int role)
{
	tc_force force;
	assert(tc_is_role(role));
	tc_find_force(s, role, &force);
	return due_of(s, role, &force);
}

int tc_steps_of(const tc_state *s, const tc_force *force)
{
	int steps = 0;
	for (int i = 0; i < force->count; i++)
		steps += tc_has_two_steps(s, force->unit[i]) ? 2 : 1;
	return steps;
}

/* Returns whether one of the units can lose a step of so many losses that are due. */
static bool can_lose(const tc_state *s, const tc_force *force, int unit, int due)
{
	int rest = due - tc_loss_of(s, unit);
	return rest >= 0 && (sums_without(s, force, unit) >> rest & 1);
}

static void take_loss(tc_state *s, int role, int unit, ap_events *ev)
{
	s->combat.left[role] = (uint8_t)(s->combat.left[role] - tc_loss_of(s, unit));
	tc_tell_step_lost(ev, TC_LS_1, TC_UNIT(unit), s->combat.left[role]);
	if (!tc_lose_step(s, unit))
		return;
	if (tc_revolt_ends(s, unit)) {
		tc_suppress_revolt(s, unit, ev);
		return;
	}
	if (tc_is_green(s, unit)) {
		tc_green_dies(s, unit, ev);
		return;
	}
	tc_tell_destroyed(ev, TC_LS_2, TC_UNIT(unit));
	if (tc_is_army(unit))
		s->unit_flags[unit] |= TC_UNIT_FLAG_FELL;
	else
		tc_destroy(s, unit, false);
}

/* Returns how many units can lose the next step, and gives the first of them. */
static int count_losses(const tc_state *s, const tc_force *force, int due, int *first)
{
	int count = 0;
	for (int i = 0; i < force->count; i++)
		if (can_lose(s, force, force->unit[i], due)) {
			if (count == 0)
				*first = force->unit[i];
			count++;
		}
	return count;
}

/* Tells what is left of the loss number, if there is still somebody whom it could have cost. */
static void tell_rest(const tc_state *s, int role, ap_events *ev)
{
	if (tc_any_stands(s, role) && s->combat.left[role] > 0)
		tc_tell_losses_over(ev, TC_LS_1, TC_FIGHTER(s->combat.side[role]), s->combat.left[role]);
}

void tc_lose_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int role = tc_combat_peek(s)->role, due, unit = TC_NOWHERE;
	tc_force force;
	tc_find_force(s, role, &force);
	while ((due = due_of(s, role, &force)) > 0) {
		if (count_losses(s, &force, due, &unit) > 1 && s->combat.side[role] < TC_SIDE_COUNT) {
			tc_ask(s, s->combat.side[role]);
			return;
		}
		take_loss(s, role, unit, ev);
		tc_find_force(s, role, &force);
	}
	tell_rest(s, role, ev);
	s->combat.left[role] = 0;
	if (role == TC_ROLE_DEFENDER && !s->combat.die[TC_ROLE_DEFENDER])
		tc_fire_back(s, ev);
	else if (role == TC_ROLE_DEFENDER)
		tc_enter_for(s, TC_STEP_LOSE, TC_ROLE_ATTACKER);
	else
		tc_enter_for(s, TC_STEP_RELIEVE, TC_ROLE_DEFENDER);
}

void tc_lose_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int role = tc_combat_peek(s)->role;
	tc_force force;
	(void)seat;
	tc_find_force(s, role, &force);
	int due = due_of(s, role, &force);
	for (int i = 0; i < force.count; i++)
		if (can_lose(s, &force, force.unit[i], due))
			ap_add(out, ap_act(TC_VERB_LOSE, force.unit[i], 0));
}

uint16_t tc_lose_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	int role = tc_combat_peek(s)->role, unit = (int)ap_x(a);
	tc_force force;
	(void)seat;
	if (ap_verb_of(a) != TC_VERB_LOSE || !tc_stands_for(s, unit, role))
		return TC_LS_1;
	tc_find_force(s, role, &force);
	return can_lose(s, &force, unit, due_of(s, role, &force)) ? 0 : TC_LS_1;
}

void tc_lose_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	take_loss(state, tc_combat_peek(state)->role, (int)ap_x(a), ev);
}

/* ---- Corps that relieve armies --------------------------------------------------------------- */

/* TC-LS-3: returns the clause that forbids a corps to take the place of an army; 0 if it may. */
static uint16_t relief_forbidden(const tc_state *s, int army, int corps)
{
	const tc_unit *a = &tc_units[army], *c = &tc_units[corps];
	bool finland = tc_region_of(s->unit_at[army]) == TC_REGION_FINLAND;
	if (!finland && tc_finn_kept(s, corps))
		return TC_RC_21;
	if (tc_is_army(corps) || s->unit_where[corps] != TC_LOCATION_RESERVE)
		return TC_LS_3;
	if (tc_is_insurgent(s, army))
		return TC_16_34;
	if (a->side != c->side || a->faction != c->faction)
		return TC_LS_3;
	if (a->side == TC_PARTY_NOBODY)
		return 0;
	if (tc_is_finn(army) && !tc_is_finn(corps))
		return TC_LS_3;
	return s->border_open || tc_is_finn(corps) == finland ? 0 : TC_8_317_2;
}

/* Returns whether the two corps are alike, so that there is nothing to choose between them. */
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
	int space = s->unit_at[army],
		kept = s->unit_flags[army] &
		(TC_UNIT_FLAG_FIGHTS | TC_UNIT_FLAG_MOVED | TC_UNIT_FLAG_ATTACKED);
	tc_take_unit(s, army, TC_LOCATION_DEAD);
	tc_put_unit(s, corps, space);
	s->unit_flags[corps] |= (uint8_t)kept;
	tc_tell_relieved(ev, TC_LS_3, TC_UNIT(army), TC_UNIT(corps));
}

static void not_relieved(tc_state *s, int army, ap_events *ev)
{
	uint16_t end = tc_end_clause(s, army);
	tc_tell_not_relieved(ev, tc_is_insurgent(s, army) ? TC_16_34 : TC_LS_3, TC_UNIT(army));
	tc_destroy(s, army, true);
	if (s->unit_where[army] == TC_LOCATION_GONE)
		tc_tell_unit_gone(ev, end, TC_UNIT(army));
	else
		tc_tell_unit_dead(ev, TC_8_320_3, TC_UNIT(army));
}

/* Returns the first army of the role that has fallen; TC_UNITS if there is none. */
static int fallen_of(const tc_state *s, int role)
{
	uint64_t fallen[TC_UNIT_WORDS];
	tc_units_flagged(s, TC_UNIT_FLAG_FELL, fallen);
	for (int u = tc_member(fallen, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(fallen, TC_UNIT_WORDS, u + 1))
		if (tc_role_of(s, u) == role)
			return u;
	return TC_UNITS;
}

/* Returns how many sorts of corps there are to choose from, where 2 means two or more, and gives
 * the first corps. */
static int relief_sorts(const tc_state *s, int army, int *first)
{
	uint64_t reserve[TC_UNIT_WORDS];
	int sorts = 0;
	tc_units_in(s, TC_LOCATION_RESERVE, reserve);
	for (int u = tc_member(reserve, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(reserve, TC_UNIT_WORDS, u + 1)) {
		if (relief_forbidden(s, army, u))
			continue;
		if (sorts == 0)
			*first = u;
		sorts += sorts == 0 || (sorts == 1 && !alike(s, *first, u));
	}
	return sorts;
}

/* TC-15.5: looks for leaders who are left alone in the spaces that fought. */
static void look_for_leaders(tc_state *s, ap_events *ev)
{
	const tc_combat *c = &s->combat;
	int attacker =
		c->side[c->kind == TC_COMBAT_KIND_TREACHERY ? TC_ROLE_DEFENDER : TC_ROLE_ATTACKER];
	for (int space = tc_next_marked(s, TC_MARKER_FLAG_FROM, 0); space < TC_SPACES;
		 space = tc_next_marked(s, TC_MARKER_FLAG_FROM, space + 1))
		tc_leaders_alone(s, space, attacker, ev);
	if (!(s->marker[c->target] & TC_MARKER_FLAG_FROM))
		tc_leaders_alone(s, c->target, c->side[TC_ROLE_DEFENDER], ev);
}

void tc_relieve_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int role = tc_combat_peek(s)->role, army, corps = TC_NOWHERE;
	tc_supply(s);
	while ((army = fallen_of(s, role)) < TC_UNITS) {
		int sorts = tc_fed(s, army) ? relief_sorts(s, army, &corps) : 0;
		if (sorts > 1 && tc_user(s, army) < TC_SIDE_COUNT) {
			tc_combat_top(s)->army = (uint16_t)army;
			tc_ask(s, tc_user(s, army));
			return;
		}
		if (sorts > 0)
			relieve(s, army, corps, ev);
		else
			not_relieved(s, army, ev);
	}
	if (role == TC_ROLE_DEFENDER) {
		tc_enter_for(s, TC_STEP_RELIEVE, TC_ROLE_ATTACKER);
		return;
	}
	tc_enter(s, TC_STEP_CANCEL);
	look_for_leaders(s, ev);
}

void tc_relieve_legal(const void *state, int seat, ap_list *out)
{
	int army = tc_combat_peek(state)->army;
	uint64_t reserve[TC_UNIT_WORDS];
	(void)seat;
	tc_units_in(state, TC_LOCATION_RESERVE, reserve);
	for (int u = tc_member(reserve, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(reserve, TC_UNIT_WORDS, u + 1))
		if (!relief_forbidden(state, army, u))
			ap_add(out, ap_act(TC_VERB_RELIEVE, (unsigned)army, (unsigned)u));
}

uint16_t tc_relieve_refuse(const void *state, int seat, ap_action a)
{
	int army = tc_combat_peek(state)->army;
	(void)seat;
	if (ap_verb_of(a) != TC_VERB_RELIEVE || (int)ap_x(a) != army)
		return TC_LS_3;
	return relief_forbidden(state, army, (int)ap_y(a));
}

void tc_relieve_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	relieve(state, (int)ap_x(a), (int)ap_y(a), ev);
}
