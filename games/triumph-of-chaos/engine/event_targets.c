/* event_targets.c: what the player of an event names: a corps, a space, a faction. */
#include "events.h"

/* The item of a row that spreads IP: how many so far, 1 + the last faction, how many on it.
 * Factions are named in the order of the chart. */
enum { SPREAD_LAST = 16, SPREAD_ON_LAST = SPREAD_LAST * 32 };

static int count_of(const tc_effect *e, int item)
{
	return e->deed == TC_DEED_SPREAD ? item % SPREAD_LAST : item;
}

bool tc_is_aimed(int verb)
{
	switch (verb) {
	case TC_DEED_SWITCH_CORPS:
	case TC_DEED_GREEN:
	case TC_DEED_STOP_COMBAT:
	case TC_DEED_NO_ACT:
	case TC_DEED_LIFT_NO_ACT:
	case TC_DEED_INFLUENCE_ONE:
	case TC_DEED_SPREAD:
		return true;
	default:
		return false;
	}
}

/* ---- Corps ----------------------------------------------------------------------------------- */

static bool is_plain_corps(int unit)
{
	const tc_unit *u = &tc_units[unit];
	return u->size == TC_SIZE_CORPS && u->elite == 0 && u->troop != TC_TROOP_ELITE &&
		u->troop != TC_TROOP_CAVALRY && u->troop != TC_TROOP_GARRISON;
}

static bool alone(const tc_state *s, int unit)
{
	int space = s->unit_at[unit];
	return tc_first(s, space) == unit && tc_next(s, unit) >= UNITS;
}

static bool may_switch(const tc_state *s, int side, const tc_effect *e, int unit)
{
	if (unit >= UNITS || s->unit_at[unit] >= SPACES || tc_units[unit].side != e->side)
		return false;
	return is_plain_corps(unit) && alone(s, unit) && tc_unit_near(s, s->unit_at[unit], side);
}

/* A regular corps of the reserve that may come there (TC-8.317.2); full ones first. */
static int corps_for(const tc_state *s, int side, int space)
{
	int found = NOWHERE;
	bool finland = tc_region_of(space) == TC_REGION_FINLAND;
	for (int u = 0; u < UNITS; u++) {
		int troop = tc_units[u].troop;
		if (s->unit_where[u] != RESERVE || tc_units[u].side != side)
			continue;
		if (!is_plain_corps(u) || (troop != TC_TROOP_REGULAR && troop != TC_TROOP_PEOPLES))
			continue;
		if ((!s->border_open && tc_is_finn(u) != finland) || tc_closed(s, side, u, space))
			continue;
		if (found == NOWHERE || (tc_reduced(s, found) && !tc_reduced(s, u)))
			found = u;
	}
	return found;
}

static void lift(tc_state *s, int space, ap_events *ev)
{
	s->marker[space] &= (uint8_t)~M_NO_ACT;
	ap_tell(ev, EV_NO_ACT_OFF, TC_NA_1, (int16_t)space);
}

static void switch_corps(tc_state *s, int side, int unit, uint16_t clause, ap_events *ev)
{
	int space = s->unit_at[unit], corps = corps_for(s, side, space), from = tc_user(s, unit);
	tc_destroy(s, unit, false);
	if (s->marker[space] & M_NO_ACT)
		lift(s, space, ev);
	if (corps < UNITS) {
		ap_tell(ev, EV_SWITCHED, clause, (int16_t)unit, (int16_t)corps);
		tc_put_unit(s, corps, space);
		tc_enter(s, corps, space, ev);
		if (space == TC_SPACE_MOSKVA)
			tc_lenin_moves(s, ev);
	} else
		ap_tell(ev, EV_UNIT_DEAD, clause, (int16_t)unit);
	tc_row_done(s);
	tc_leaders_alone(s, space, from, ev);
}

void tc_switch_die(tc_state *s, int die, ap_events *ev)
{
	const ap_frame *f = ap_peek(s);
	const tc_effect *e = tc_event_row(f);
	int side = tc_event_side(f), unit = 0;
	uint16_t clause = tc_card_clause(e->card);
	while (unit < UNITS && !(s->unit_flags[unit] & U_PICKED))
		unit++;
	assert(unit < UNITS);
	s->unit_flags[unit] &= (uint8_t)~U_PICKED;
	if (die <= e->until) {
		switch_corps(s, side, unit, clause, ev);
		return;
	}
	ap_tell(ev, EV_SWITCH_FAILS, clause, (int16_t)unit, (int16_t)die);
	tc_row_done(s);
}

/* ---- Spaces ---------------------------------------------------------------------------------- */

static bool next_to_cavalry(const tc_state *s, int side, int space)
{
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++) {
		int there = tc_link_to[i];
		for (int u = tc_first(s, there); u < UNITS; u = tc_next(s, u))
			if (tc_user(s, u) == side && tc_troops[tc_units[u].troop].rides)
				return true;
	}
	return false;
}

static bool within_two(const tc_state *s, int side, int space)
{
	if (tc_unit_near(s, space, side))
		return true;
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		if (tc_unit_near(s, tc_link_to[i], side))
			return true;
	return false;
}

static bool near_enough(const tc_state *s, int side, const tc_effect *e, int space)
{
	switch (e->where) {
	case TC_WHERE_ADJACENT:
		return tc_unit_near(s, space, side);
	case TC_WHERE_WITHIN_TWO:
		return within_two(s, side, space);
	case TC_WHERE_ADJACENT_TO_CAVALRY:
		return next_to_cavalry(s, side, space);
	default:
		return true;
	}
}

static int green_of_pool(const tc_state *s, const tc_effect *e)
{
	for (int i = 0; i < e->units_count; i++)
		if (s->unit_where[e->units[i]] == OUT)
			return e->units[i];
	return NOWHERE;
}

static bool green_rises(const tc_state *s, const tc_effect *e, int space)
{
	const tc_space *p = &tc_spaces[space];
	if (s->owner[space] != e->side || tc_occupier(s, space) != NONE)
		return false;
	if (p->city || p->boxed || p->port != TC_PORT_NONE || green_of_pool(s, e) == NOWHERE)
		return false;
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == space)
			return false;
	return true;
}

/* All but TC-IN-2. */
static bool suits(const tc_state *s, int side, int row, int space)
{
	const tc_effect *e = &tc_effects[row];
	int whose = e->side;
	if (space >= SPACES)
		return false;
	switch (e->deed) {
	case TC_DEED_GREEN:
		return green_rises(s, e, space);
	case TC_DEED_STOP_COMBAT:
		return (s->marker[space] & M_COMBAT) && tc_occupier(s, space) == whose &&
			near_enough(s, side, e, space);
	case TC_DEED_NO_ACT:
		return !(s->marker[space] & M_NO_ACT) && tc_occupier(s, space) == whose &&
			near_enough(s, side, e, space);
	case TC_DEED_LIFT_NO_ACT:
		return (s->marker[space] & M_NO_ACT) && tc_occupier(s, space) == whose;
	default:
		return false;
	}
}

/* TC-IN-2: who stands under a combat marker would not fight; a leader next to one would not bring
 * his corps, or, set free, would take part in the defence. */
static bool touches_combat(const tc_state *s, const tc_effect *e, int space)
{
	if (s->turn != 1 || tc_cards[e->card].kind != TC_KIND_INITIATIVE)
		return false;
	int markers = s->marker[space];
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		markers |= s->marker[tc_link_to[i]];
	return (e->deed == TC_DEED_NO_ACT || e->deed == TC_DEED_LIFT_NO_ACT) && (markers & M_COMBAT);
}

static bool may_name_space(const tc_state *s, int side, int row, int space)
{
	return suits(s, side, row, space) && !touches_combat(s, &tc_effects[row], space);
}

static void raise_green(tc_state *s, const tc_effect *e, int space, ap_events *ev)
{
	int green = green_of_pool(s, e);
	tc_put_unit(s, green, space);
	ap_tell(ev, EV_GREEN_RISES, TC_16_32, (int16_t)green, (int16_t)space);
	tc_set_owner(s, space, NOBODY);
	ap_tell(ev, EV_OWNER, TC_16_32, (int16_t)space, NOBODY);
}

static void carry_at(tc_state *s, const tc_effect *e, int space, ap_events *ev)
{
	uint16_t clause = tc_card_clause(e->card);
	switch (e->deed) {
	case TC_DEED_GREEN:
		raise_green(s, e, space, ev);
		break;
	case TC_DEED_STOP_COMBAT:
		s->marker[space] &= (uint8_t)~M_COMBAT;
		s->marker[space] |= M_SPENT;
		ap_tell(ev, EV_COMBAT_STOPPED, clause, (int16_t)space);
		break;
	case TC_DEED_NO_ACT:
		s->marker[space] |= M_NO_ACT;
		ap_tell(ev, EV_NO_ACT_ON, clause, (int16_t)space);
		break;
	default:
		lift(s, space, ev);
		break;
	}
}

/* ---- Factions -------------------------------------------------------------------------------- */

static bool in_row(const tc_effect *e, int faction)
{
	for (int i = 0; i < e->factions_count; i++)
		if (e->factions[i] == faction)
			return true;
	return e->factions_count == 0;
}

static bool may_name_faction(const tc_state *s, int row, int item, int faction)
{
	const tc_effect *e = &tc_effects[row];
	if (faction >= FACTIONS || !tc_on_track(s, faction) || !in_row(e, faction))
		return false;
	if (e->deed == TC_DEED_INFLUENCE_ONE)
		return true;
	if (e->deed != TC_DEED_SPREAD)
		return false;
	int last = item % SPREAD_ON_LAST / SPREAD_LAST - 1, on_last = item / SPREAD_ON_LAST;
	return faction > last || (faction == last && on_last < e->most);
}

/* Returns the item after it. */
static int carry_on(tc_state *s, const ap_frame *f, int faction, ap_events *ev)
{
	const tc_effect *e = tc_event_row(f);
	int side = e->side, item = f->v[E_ITEM];
	if (e->deed == TC_DEED_INFLUENCE_ONE) {
		tc_put_ip(s, side, faction, e->amount, true, TC_IN_3, ev);
		return e->amount;
	}
	tc_put_ip(s, side, faction, 1, false, TC_EV_3, ev);
	bool again = item % SPREAD_ON_LAST / SPREAD_LAST == faction + 1;
	int on_last = again ? item / SPREAD_ON_LAST + 1 : 1;
	return item % SPREAD_LAST + 1 + SPREAD_LAST * (faction + 1) + SPREAD_ON_LAST * on_last;
}

/* ---- EVENT_TARGET ---------------------------------------------------------------------------- */

bool tc_can_target(const tc_state *s, int side, int row, int item)
{
	const tc_effect *e = &tc_effects[row];
	if (e->deed == TC_DEED_SWITCH_CORPS) {
		for (int unit = 0; unit < UNITS; unit++)
			if (may_switch(s, side, e, unit))
				return true;
		return false;
	}
	for (int space = 0; space < SPACES; space++)
		if (may_name_space(s, side, row, space))
			return true;
	for (int faction = 0; faction < FACTIONS; faction++)
		if (may_name_faction(s, row, item, faction))
			return true;
	return false;
}

/* The row to which a space named now belongs: this one, or, first, the one instead of it. */
static int row_of_space(const tc_state *s, const ap_frame *f, int space)
{
	int side = tc_event_side(f), row = f->v[E_ROW];
	if (may_name_space(s, side, row, space))
		return row;
	if (f->v[E_ITEM] == 0 && tc_has_either(row) && tc_row_possible(s, side, row + 1) &&
		may_name_space(s, side, row + 1, space))
		return row + 1;
	return -1;
}

/* Only TC-IN-2 is against it. */
static bool spared_by_combat(const tc_state *s, const ap_frame *f, int space)
{
	int side = tc_event_side(f), row = f->v[E_ROW];
	int last = f->v[E_ITEM] == 0 && tc_has_either(row) ? row + 1 : row;
	for (; row <= last; row++)
		if (suits(s, side, row, space) && touches_combat(s, &tc_effects[row], space))
			return true;
	return false;
}

/* Who lifts markers may lift fewer, but where he could do something else instead he does one. */
static bool may_stop(const ap_frame *f)
{
	const tc_effect *e = tc_event_row(f);
	bool alternative = e->either || tc_has_either(f->v[E_ROW]);
	return e->deed == TC_DEED_LIFT_NO_ACT && (f->v[E_ITEM] > 0 || !alternative);
}

void tc_event_target_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const ap_frame *f = ap_top(s);
	const tc_effect *e = tc_event_row(f);
	int side = tc_event_side(f), item = f->v[E_ITEM];
	(void)ev;
	int most = e->deed == TC_DEED_SWITCH_CORPS ? 1 : e->amount;
	if (count_of(e, item) >= most || !tc_can_target(s, side, f->v[E_ROW], item))
		tc_row_done(s);
	else
		tc_ask(s, side);
}

static uint16_t forbidden(const tc_state *s, ap_action a)
{
	const ap_frame *f = ap_peek(s);
	const tc_effect *e = tc_event_row(f);
	int side = tc_event_side(f), x = (int)ap_x(a);
	bool may = false;
	switch (ap_verb_of(a)) {
	case V_DONE:
		may = may_stop(f);
		break;
	case V_TARGET:
		may = e->deed == TC_DEED_SWITCH_CORPS && may_switch(s, side, e, x);
		break;
	case V_AT:
		may = row_of_space(s, f, x) >= 0;
		if (!may && spared_by_combat(s, f, x))
			return TC_IN_2;
		break;
	case V_ON:
		may = may_name_faction(s, f->v[E_ROW], f->v[E_ITEM], x);
		break;
	default:
		return TC_EV_1;
	}
	return may ? 0 : tc_card_clause(e->card);
}

void tc_event_target_legal(const void *state, int seat, ap_list *out)
{
	static const struct {
		uint8_t verb;
		uint16_t count;
	} words[] = {{V_DONE, 1}, {V_TARGET, UNITS}, {V_AT, SPACES}, {V_ON, FACTIONS}};
	(void)seat;
	for (int i = 0; i < AP_COUNT(words); i++)
		for (unsigned x = 0; x < words[i].count; x++)
			if (forbidden(state, ap_act(words[i].verb, x, 0)) == 0)
				ap_add(out, ap_act(words[i].verb, x, 0));
}

uint16_t tc_event_target_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return forbidden(state, a);
}

void tc_event_target_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	int x = (int)ap_x(a);
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_DONE:
		tc_row_done(s);
		return;
	case V_TARGET:
		s->unit_flags[x] |= U_PICKED;
		ap_goto(s, EVENT_DIE);
		return;
	case V_AT:
		f->v[E_ROW] = (int16_t)row_of_space(s, f, x);
		f->v[E_ITEM]++;
		carry_at(s, tc_event_row(f), x, ev);
		break;
	default:
		f->v[E_ITEM] = (int16_t)carry_on(s, f, x, ev);
		break;
	}
	ap_goto(s, EVENT_TARGET);
}
