/* event_targets.c: the targets that the player of an event names: a corps, a space or a faction. */
#include "events.h"

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
	case TC_DEED_TAKE_BACK:
	case TC_DEED_FREE_LEADERS:
	case TC_DEED_PARTISANS:
	case TC_DEED_FREEZE:
	case TC_DEED_TYPHOID:
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

/* Returns whether the unit stands alone in its space. */
static bool is_alone(const tc_state *s, int unit)
{
	int space = s->unit_at[unit];
	return tc_first(s, space) == unit && tc_next(s, unit) >= TC_UNITS;
}

static bool may_switch(const tc_state *s, int side, const tc_effect *e, int unit)
{
	if (unit >= TC_UNITS || s->unit_at[unit] >= TC_SPACES || tc_units[unit].side != e->side)
		return false;
	return is_plain_corps(unit) && is_alone(s, unit) && tc_unit_near(s, s->unit_at[unit], side);
}

/* Chooses a regular corps of the reserve that may come to the space (TC-8.317.2), preferably one at
 * full strength. */
int tc_corps_for(const tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	int found = TC_NOWHERE;
	bool finland = tc_region_of(space) == TC_REGION_FINLAND;
	for (int u = 0; u < TC_UNITS; u++) {
		int troop = tc_units[u].troop;
		if (s->unit_where[u] != TC_LOCATION_RESERVE || tc_units[u].side != side)
			continue;
		if (!is_plain_corps(u) || (troop != TC_TROOP_REGULAR && troop != TC_TROOP_PEOPLES))
			continue;
		if (!finland && tc_finn_kept(s, u))
			continue;
		if ((!s->border_open && tc_is_finn(u) != finland) || tc_closed(s, side, u, space))
			continue;
		if (found == TC_NOWHERE || (tc_reduced(s, found) && !tc_reduced(s, u)))
			found = u;
	}
	return found;
}

static void take_marker_off(tc_state *s, int space, ap_events *ev)
{
	s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_NO_ACT;
	tc_tell_no_act_off(ev, TC_NA_1, TC_SPACE(space));
}

static void switch_corps(tc_state *s, int side, int unit, uint16_t clause, ap_events *ev)
{
	int space = s->unit_at[unit], corps = tc_corps_for(s, side, space), from = tc_user(s, unit);
	tc_destroy(s, unit, false);
	if (s->marker[space] & TC_MARKER_FLAG_NO_ACT)
		take_marker_off(s, space, ev);
	if (corps < TC_UNITS) {
		tc_tell_switched(ev, clause, TC_UNIT(unit), TC_UNIT(corps));
		tc_put_unit(s, corps, space);
		tc_take_space(s, corps, space, ev);
		if (space == TC_SPACE_MOSKVA)
			tc_lenin_moves(s, ev);
	} else
		tc_tell_unit_dead(ev, clause, TC_UNIT(unit));
	tc_row_done(s);
	tc_leaders_alone(s, space, from, ev);
}

int tc_switched_unit(const tc_state *s)
{
	int unit = tc_event_peek(s)->target;
	return unit == TC_NOWHERE ? TC_UNITS : unit;
}

void tc_switch_die(tc_state *s, int die, ap_events *ev)
{
	const tc_event_frame *f = tc_event_peek(s);
	const tc_effect *e = tc_event_row(f);
	int side = f->side, unit = tc_switched_unit(s);
	uint16_t clause = tc_card_clause(e->card);
	assert(unit < TC_UNITS);
	if (die <= e->until) {
		switch_corps(s, side, unit, clause, ev);
		return;
	}
	tc_tell_switch_fails(ev, clause, TC_UNIT(unit), die);
	tc_row_done(s);
}

/* ---- Spaces ---------------------------------------------------------------------------------- */

static bool aims_at_space(int deed)
{
	switch (deed) {
	case TC_DEED_GREEN:
	case TC_DEED_STOP_COMBAT:
	case TC_DEED_NO_ACT:
	case TC_DEED_LIFT_NO_ACT:
	case TC_DEED_PARTISANS:
	case TC_DEED_FREEZE:
	case TC_DEED_TYPHOID:
		return true;
	default:
		return false;
	}
}

static bool next_to_cavalry(const tc_state *s, int side, int space)
{
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++) {
		int there = tc_link_to[i];
		for (int u = tc_first(s, there); u < TC_UNITS; u = tc_next(s, u))
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
		if (s->unit_where[e->units[i]] == TC_LOCATION_OUT)
			return e->units[i];
	return TC_NOWHERE;
}

static bool any_leader_at(const tc_state *s, int space)
{
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space)
			return true;
	return false;
}

/* TC-PA-1: returns whether partisans of the side may rise there. No two of them are neighbours. */
static bool partisans_rise(const tc_state *s, int side, const tc_effect *e, int space)
{
	const tc_space *p = &tc_spaces[space];
	if (s->owner[space] != e->side || tc_occupier(s, space) != TC_NONE || p->city || p->boxed)
		return false;
	if (tc_in(s->partisans[side], space) || any_leader_at(s, space))
		return false;
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		if (tc_in(s->partisans[side], tc_link_to[i]))
			return false;
	return true;
}

static bool green_rises(const tc_state *s, const tc_effect *e, int space)
{
	const tc_space *p = &tc_spaces[space];
	if (s->owner[space] != e->side || tc_occupier(s, space) != TC_NONE)
		return false;
	if (p->city || p->boxed || p->port != TC_PORT_NONE || green_of_pool(s, e) == TC_NOWHERE)
		return false;
	return !any_leader_at(s, space);
}

/* Returns whether the space may be named, TC-IN-2 aside. */
static bool is_target(const tc_state *s, int side, int row, int space)
{
	const tc_effect *e = &tc_effects[row];
	int whose = e->side;
	if (space >= TC_SPACES)
		return false;
	switch (e->deed) {
	case TC_DEED_GREEN:
		return green_rises(s, e, space);
	case TC_DEED_STOP_COMBAT:
		return (s->marker[space] & TC_MARKER_FLAG_COMBAT) && tc_occupier(s, space) == whose &&
			near_enough(s, side, e, space);
	case TC_DEED_NO_ACT:
		return !(s->marker[space] & TC_MARKER_FLAG_NO_ACT) && tc_occupier(s, space) == whose &&
			near_enough(s, side, e, space);
	case TC_DEED_LIFT_NO_ACT:
		return (s->marker[space] & TC_MARKER_FLAG_NO_ACT) && tc_occupier(s, space) == whose &&
			!tc_is_frozen(s, space);
	case TC_DEED_PARTISANS:
		return partisans_rise(s, side, e, space);
	case TC_DEED_FREEZE:
		return tc_occupier(s, space) == whose && !tc_leaders_at(s, space, whose) &&
			!tc_is_frozen(s, space);
	case TC_DEED_TYPHOID:
		return tc_may_fall_ill(s, whose, space);
	default:
		return false;
	}
}

/* TC-IN-2: returns whether the event would affect a combat. Units under a combat marker would not
 * fight; a leader next to one would not bring his corps or, if freed, would take part in the
 * defence. */
static bool touches_combat(const tc_state *s, const tc_effect *e, int space)
{
	if (s->turn != 1 || tc_cards[e->card].kind != TC_KIND_INITIATIVE)
		return false;
	int markers = s->marker[space];
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		markers |= s->marker[tc_link_to[i]];
	return (e->deed == TC_DEED_NO_ACT || e->deed == TC_DEED_LIFT_NO_ACT) &&
		(markers & TC_MARKER_FLAG_COMBAT);
}

/* Returns the next space from this one on that may be a target of the deed. */
static int next_candidate(const tc_state *s, const tc_effect *e, int from)
{
	switch (e->deed) {
	case TC_DEED_STOP_COMBAT:
		return tc_next_marked(s, TC_MARKER_FLAG_COMBAT, from);
	case TC_DEED_LIFT_NO_ACT:
		return tc_next_marked(s, TC_MARKER_FLAG_NO_ACT, from);
	default:
		return from;
	}
}

static bool may_name_space(const tc_state *s, int side, int row, int space)
{
	return is_target(s, side, row, space) && !touches_combat(s, &tc_effects[row], space);
}

static void raise_green(tc_state *s, const tc_effect *e, int space, ap_events *ev)
{
	int green = green_of_pool(s, e);
	tc_put_unit(s, green, space);
	tc_tell_green_rises(ev, TC_16_32, TC_UNIT(green), TC_SPACE(space));
	tc_set_owner(s, space, TC_OWNER_NOBODY);
	tc_tell_owner(ev, TC_16_32, TC_SPACE(space), TC_OWNER(TC_OWNER_NOBODY));
}

static void carry_out_at(tc_state *s, const tc_effect *e, int space, ap_events *ev)
{
	uint16_t clause = tc_card_clause(e->card);
	switch (e->deed) {
	case TC_DEED_GREEN:
		raise_green(s, e, space, ev);
		break;
	case TC_DEED_STOP_COMBAT:
		s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_COMBAT;
		s->marker[space] |= TC_MARKER_FLAG_SPENT;
		tc_tell_combat_stopped(ev, clause, TC_SPACE(space));
		break;
	case TC_DEED_NO_ACT:
		s->marker[space] |= TC_MARKER_FLAG_NO_ACT;
		tc_tell_no_act_on(ev, clause, TC_SPACE(space));
		break;
	case TC_DEED_PARTISANS:
		tc_raise_partisans(s, tc_other(e->side), space, clause, ev);
		break;
	case TC_DEED_FREEZE:
		tc_freeze(s, space, clause, ev);
		break;
	default:
		take_marker_off(s, space, ev);
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

/* Returns whether the faction may be named. Factions are named in the order of the chart. `f` is
 * NULL at the beginning of the row. */
static bool may_name_faction(const tc_state *s, int row, const tc_event_frame *f, int faction)
{
	const tc_effect *e = &tc_effects[row];
	if (faction >= TC_FACTIONS || !tc_on_track(s, faction) || !in_row(e, faction))
		return false;
	if (e->deed == TC_DEED_INFLUENCE_ONE)
		return true;
	if (e->deed != TC_DEED_SPREAD)
		return false;
	if (!f || f->last_faction == TC_NONE)
		return true;
	return faction > f->last_faction || (faction == f->last_faction && f->on_last < e->most);
}

/* Lays the influence on the faction that was named. */
static void influence_faction(tc_state *s, int faction, ap_events *ev)
{
	tc_event_frame *f = tc_event_top(s);
	const tc_effect *e = tc_event_row(f);
	if (e->deed == TC_DEED_INFLUENCE_ONE) {
		tc_put_ip(s, e->side, faction, e->amount, true, TC_IN_3, ev);
		f->item = e->amount;
		return;
	}
	tc_put_ip(s, e->side, faction, 1, false, TC_EV_3, ev);
	f->on_last = f->last_faction == faction ? (uint8_t)(f->on_last + 1) : 1;
	f->last_faction = (uint8_t)faction;
	f->item++;
}

/* ---- EVENT_TARGET ---------------------------------------------------------------------------- */

bool tc_can_target(const tc_state *s, int side, int row, const tc_event_frame *f)
{
	assert(tc_is_side(side));
	const tc_effect *e = &tc_effects[row];
	if (e->deed == TC_DEED_SWITCH_CORPS) {
		for (int unit = 0; unit < TC_UNITS; unit++)
			if (may_switch(s, side, e, unit))
				return true;
		return false;
	}
	if (e->deed == TC_DEED_TAKE_BACK) {
		for (int card = 0; card < TC_CARDS; card++)
			if (tc_may_take_back(s, side, card))
				return true;
		return false;
	}
	if (e->deed == TC_DEED_FREE_LEADERS) {
		for (int leader = 0; leader < TC_LEADERS; leader++)
			if (tc_may_join(s, side, leader))
				return true;
		return false;
	}
	if (aims_at_space(e->deed)) {
		for (int space = next_candidate(s, e, 0); space < TC_SPACES;
			 space = next_candidate(s, e, space + 1))
			if (may_name_space(s, side, row, space))
				return true;
		return false;
	}
	for (int faction = 0; faction < TC_FACTIONS; faction++)
		if (may_name_faction(s, row, f, faction))
			return true;
	return false;
}

/* Returns the row to which a named space belongs: this row or, if nothing was named yet, the
 * alternative to it; -1 if neither. */
static int row_of_space(const tc_state *s, const tc_event_frame *f, int space)
{
	int side = f->side, row = f->row;
	if (may_name_space(s, side, row, space))
		return row;
	if (f->item == 0 && tc_has_either(row) && may_name_space(s, side, row + 1, space) &&
		tc_row_possible(s, side, row + 1))
		return row + 1;
	return -1;
}

/* Returns whether only TC-IN-2 forbids naming the space. */
static bool spared_by_combat(const tc_state *s, const tc_event_frame *f, int space)
{
	int side = f->side, row = f->row;
	int last = f->item == 0 && tc_has_either(row) ? row + 1 : row;
	for (; row <= last; row++)
		if (is_target(s, side, row, space) && touches_combat(s, &tc_effects[row], space))
			return true;
	return false;
}

/* Returns whether the player may stop. A player who takes markers off may take off fewer, but must
 * take one if the event offered an alternative. Of partisans and sick stacks one must be named. */
static bool may_stop(const tc_event_frame *f)
{
	const tc_effect *e = tc_event_row(f);
	bool alternative = e->either || tc_has_either(f->row);
	if (e->deed == TC_DEED_FREE_LEADERS)
		return f->item > 0 && f->leader == TC_NONE;
	if (e->deed == TC_DEED_PARTISANS || e->deed == TC_DEED_TYPHOID)
		return f->item > 0;
	return e->deed == TC_DEED_LIFT_NO_ACT && (f->item > 0 || !alternative);
}

int tc_most_targets(const tc_event_frame *f)
{
	const tc_effect *e = tc_event_row(f);
	return e->deed == TC_DEED_SWITCH_CORPS ? 1 : e->amount;
}

void tc_event_target_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_event_frame *f = tc_event_peek(s);
	(void)ev;
	int side = f->side;
	if (f->item >= tc_most_targets(f) || !tc_can_target(s, side, f->row, f))
		tc_row_done(s);
	else
		tc_ask(s, side);
}

static uint16_t forbidden(const tc_state *s, ap_action a)
{
	const tc_event_frame *f = tc_event_peek(s);
	const tc_effect *e = tc_event_row(f);
	int side = f->side, x = (int)ap_x(a);
	bool may = false;
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		may = may_stop(f);
		break;
	case TC_VERB_TARGET:
		may = e->deed == TC_DEED_SWITCH_CORPS && may_switch(s, side, e, x);
		break;
	case TC_VERB_AT:
		may = row_of_space(s, f, x) >= 0;
		if (!may && spared_by_combat(s, f, x))
			return TC_IN_2;
		break;
	case TC_VERB_PICK_LEADER:
		may = e->deed == TC_DEED_FREE_LEADERS && f->leader == TC_NONE && tc_may_join(s, side, x);
		break;
	case TC_VERB_TO:
		may = e->deed == TC_DEED_FREE_LEADERS && tc_may_join_at(s, side, f->leader, x);
		break;
	case TC_VERB_TAKE:
		may = e->deed == TC_DEED_TAKE_BACK && tc_may_take_back(s, side, x);
		break;
	case TC_VERB_ON:
		may = may_name_faction(s, f->row, f, x);
		break;
	default:
		return TC_EV_1;
	}
	return may ? 0 : tc_card_clause(e->card);
}

static void list(const tc_state *s, int verb, unsigned count, ap_list *out)
{
	for (unsigned x = 0; x < count; x++)
		if (forbidden(s, ap_act(verb, x, 0)) == 0)
			ap_add(out, ap_act(verb, x, 0));
}

static void list_spaces(const tc_state *s, ap_list *out)
{
	const tc_event_frame *f = tc_event_peek(s);
	bool either = tc_has_either(f->row) && aims_at_space(tc_effects[f->row + 1].deed);
	if (!aims_at_space(tc_event_row(f)->deed) && !either)
		return;
	for (int space = 0; space < TC_SPACES; space++)
		if (row_of_space(s, f, space) >= 0)
			ap_add(out, ap_act(TC_VERB_AT, (unsigned)space, 0));
}

/* Lists only what the deed of the row asks for. */
void tc_event_target_legal(const void *state, int seat, ap_list *out)
{
	int deed = tc_event_row(tc_event_peek(state))->deed;
	(void)seat;
	list(state, TC_VERB_DONE, 1, out);
	if (deed == TC_DEED_FREE_LEADERS) {
		list(state, TC_VERB_PICK_LEADER, TC_LEADERS, out);
		list(state, TC_VERB_TO, TC_SPACES, out);
	} else if (deed == TC_DEED_SWITCH_CORPS) {
		list(state, TC_VERB_TARGET, TC_UNITS, out);
	}
	list_spaces(state, out);
	if (deed == TC_DEED_INFLUENCE_ONE || deed == TC_DEED_SPREAD)
		list(state, TC_VERB_ON, TC_FACTIONS, out);
	else if (deed == TC_DEED_TAKE_BACK)
		list(state, TC_VERB_TAKE, TC_CARDS, out);
	tc_narrow(state, out);
}

uint16_t tc_event_target_refuse(const void *state, int seat, ap_action a)
{
	bool region = ap_verb_of(a) == TC_VERB_REGION;
	uint16_t why = region ? 0 : forbidden(state, a);
	(void)seat;
	return why ? why : tc_narrow_forbids(state, a);
}

void tc_event_target_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_event_frame *f = tc_event_top(s);
	int x = (int)ap_x(a);
	(void)seat;
	if (tc_names_region(s, a))
		return;
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		tc_row_done(s);
		return;
	case TC_VERB_TARGET:
		tc_event_top(s)->target = (uint16_t)x;
		tc_goto(s, TC_STEP_EVENT_DIE);
		return;
	case TC_VERB_AT:
		f->row = (uint16_t)row_of_space(s, f, x);
		f->item++;
		if (tc_event_row(f)->deed == TC_DEED_TYPHOID) {
			f->target = (uint16_t)tc_first(s, x);
			tc_goto(s, TC_STEP_EVENT_DIE);
			return;
		}
		carry_out_at(s, tc_event_row(f), x, ev);
		break;
	case TC_VERB_PICK_LEADER:
		f->leader = (uint8_t)x;
		break;
	case TC_VERB_TO:
		tc_join_free(s, x, ev);
		break;
	case TC_VERB_TAKE:
		tc_take_back(s, x, ev);
		break;
	default:
		influence_faction(s, x, ev);
		break;
	}
	tc_goto(s, TC_STEP_EVENT_TARGET);
}
