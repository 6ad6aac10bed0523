/* event_places.c: units and leaders that events bring (TC-EV-4), and the mutiny of WHITE 1. */
#include "events.h"

/* ---- Places ---------------------------------------------------------------------------------- */

static bool unoccupied(const tc_state *s, int space)
{
	if (tc_occupier(s, space) != NONE)
		return false;
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == space)
			return false;
	return true;
}

/* Whom the row before has placed stands there. */
static bool with_them(const tc_state *s, int row, int space)
{
	if (row == 0 || tc_effects[row - 1].card != tc_effects[row].card)
		return false;
	const tc_effect *e = &tc_effects[row - 1];
	for (int i = 0; i < e->units_count; i++)
		if (s->unit_at[e->units[i]] == space)
			return true;
	for (int i = 0; i < e->leaders_count; i++)
		if (s->leader_at[e->leaders[i]] == space)
			return true;
	return false;
}

static bool in_row_regions(const tc_effect *e, int space)
{
	for (int i = 0; i < e->regions_count; i++)
		if (e->regions[i] == tc_region_of(space))
			return true;
	return false;
}

/* How many units of the row stand in the region already. */
static int risen_in(const tc_state *s, const tc_effect *e, int region)
{
	int count = 0;
	for (int i = 0; i < e->units_count; i++) {
		int at = s->unit_at[e->units[i]];
		count += at < SPACES && tc_region_of(at) == region;
	}
	return count;
}

static bool behind_lines(const tc_state *s, int side, const tc_effect *e, int unit, int space)
{
	if (s->owner[space] != tc_other(side) || !unoccupied(s, space) || tc_spaces[space].city)
		return false;
	if (tc_spaces[space].boxed || !in_row_regions(e, space) || tc_closed(s, side, unit, space))
		return false;
	if (e->most && risen_in(s, e, tc_region_of(space)) >= e->most)
		return false;
	uint8_t far[SPACES];
	tc_distances(space, far);
	for (int i = 0; i < e->spaces_count; i++)
		if (far[e->spaces[i]] < e->amount)
			return false;
	return true;
}

static bool allows(const tc_state *s, int side, int row, int unit, int space)
{
	tc_spot spot = tc_spot_of_effect(row);
	if (spot.where == TC_WHERE_BEHIND_LINES)
		return behind_lines(s, side, &tc_effects[row], unit, space);
	if (spot.where == TC_WHERE_WITH_THEM) {
		if (!with_them(s, row, space))
			return false;
		spot.where = TC_WHERE_ANYWHERE;
	}
	return tc_spot_allows(s, &spot, side, unit, space);
}

/* The next place after `space` (-1: the first), or SPACES. */
static int next_place(const tc_state *s, int side, int row, int unit, int space)
{
	tc_spot spot = tc_spot_of_effect(row);
	if (spot.where != TC_WHERE_BEHIND_LINES && spot.where != TC_WHERE_WITH_THEM)
		return tc_next_place(s, &spot, side, unit, space);
	do
		space++;
	while (space < SPACES && !allows(s, side, row, unit, space));
	return space;
}

/* The number of places, two at most, and the first of them. */
static int places_for(const tc_state *s, int side, int row, int unit, int *first)
{
	*first = next_place(s, side, row, unit, -1);
	if (*first == SPACES)
		return 0;
	return next_place(s, side, row, unit, *first) == SPACES ? 1 : 2;
}

static bool has_place(const tc_state *s, int side, int row, int unit)
{
	return next_place(s, side, row, unit, -1) < SPACES;
}

/* ---- Items of a row: its units, then its leaders --------------------------------------------- */

static int item_unit(const tc_effect *e, int item)
{
	return item < e->units_count ? e->units[item] : NOWHERE;
}
static int item_leader(const tc_effect *e, int item)
{
	return e->leaders[item - e->units_count];
}

/* Who is on the map already, or dead, is not brought by a card. */
static bool leader_comes(const tc_state *s, int leader)
{
	return s->leader_where[leader] == OUT || s->leader_where[leader] == RESERVE;
}

bool tc_can_place(const tc_state *s, int side, int row)
{
	const tc_effect *e = &tc_effects[row];
	for (int i = 0; i < e->units_count; i++) {
		int unit = e->units[i];
		if (s->unit_where[unit] == OUT)
			return true;
		if (s->unit_where[unit] != GONE && has_place(s, side, row, unit))
			return true;
	}
	for (int i = 0; i < e->leaders_count; i++)
		if (leader_comes(s, e->leaders[i]) && has_place(s, side, row, NOWHERE))
			return true;
	return false;
}

static void to_reserve(tc_state *s, int unit, ap_events *ev)
{
	tc_take_unit(s, unit, RESERVE);
	ap_tell(ev, EV_UNIT_RESERVE, TC_EV_4, (int16_t)unit);
}

static void put_unit(tc_state *s, int unit, int space, ap_events *ev)
{
	tc_put_unit(s, unit, space);
	ap_tell(ev, EV_UNIT_PLACED, TC_EV_4, (int16_t)unit, (int16_t)space);
	tc_enter(s, unit, space, ev);
}

static void put_leader(tc_state *s, int leader, int space, ap_events *ev)
{
	tc_put_leader(s, leader, space);
	ap_tell(ev, EV_LEADER_PLACED, TC_EV_4, (int16_t)leader, (int16_t)space);
}

/* Without a space a new army is dead and a new corps in the reserve; who is somewhere stays. */
static void nowhere_to_go(tc_state *s, int unit, ap_events *ev)
{
	if (s->unit_where[unit] != OUT)
		return;
	if (!tc_is_army(unit)) {
		to_reserve(s, unit, ev);
		return;
	}
	tc_take_unit(s, unit, DEAD);
	ap_tell(ev, EV_UNIT_DEAD, TC_EV_4, (int16_t)unit);
}

/* true: there is a choice. */
static bool carry_unit(tc_state *s, int side, int row, int unit, ap_events *ev)
{
	if (s->unit_where[unit] == GONE)
		return false;
	int space, count = places_for(s, side, row, unit, &space);
	bool reserve = tc_effects[row].or_reserve && !tc_is_army(unit);
	if (count + reserve > 1)
		return true;
	if (count == 1)
		put_unit(s, unit, space, ev);
	else if (reserve)
		to_reserve(s, unit, ev);
	else
		nowhere_to_go(s, unit, ev);
	return false;
}

static bool carry_leader(tc_state *s, int side, int row, int leader, ap_events *ev)
{
	if (!leader_comes(s, leader))
		return false;
	int space, count = places_for(s, side, row, NOWHERE, &space);
	if (count > 1)
		return true;
	if (count == 1)
		put_leader(s, leader, space, ev);
	return false;
}

bool tc_carry_places(tc_state *s, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	const tc_effect *e = tc_event_row(f);
	int side = tc_event_side(f), row = f->v[E_ROW];
	for (; f->v[E_ITEM] < e->units_count + e->leaders_count; f->v[E_ITEM]++) {
		tc_supply(s);
		int item = f->v[E_ITEM], unit = item_unit(e, item);
		bool choice = unit < UNITS ? carry_unit(s, side, row, unit, ev)
								   : carry_leader(s, side, row, item_leader(e, item), ev);
		if (!choice)
			continue;
		ap_goto(s, EVENT_PUT);
		return true;
	}
	return false;
}

/* ---- EVENT_PUT ------------------------------------------------------------------------------- */

void tc_event_put_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	tc_ask(s, tc_event_side(ap_top(s)));
}

/* Of several who could go to the reserve: one that is not there yet. */
static bool may_be_chosen(const tc_state *s, const tc_effect *e, int unit)
{
	for (int i = 0; i < e->units_count; i++)
		if (e->units[i] == unit)
			return s->unit_where[unit] == OUT;
	return false;
}

static uint16_t put_forbidden(const tc_state *s, ap_action a)
{
	const ap_frame *f = ap_peek(s);
	const tc_effect *e = tc_event_row(f);
	int side = tc_event_side(f), row = f->v[E_ROW], x = ap_x(a), space = ap_y(a);
	if (e->deed == TC_DEED_RESERVE_SOME)
		return ap_verb_of(a) == V_RESERVE && may_be_chosen(s, e, x) ? 0 : TC_EV_4;
	int unit = item_unit(e, f->v[E_ITEM]);
	switch (ap_verb_of(a)) {
	case V_PUT:
		if (unit >= UNITS || x != unit || space >= SPACES)
			return TC_EV_4;
		return allows(s, side, row, unit, space) ? 0 : TC_EV_4;
	case V_RESERVE:
		return unit < UNITS && x == unit && e->or_reserve && !tc_is_army(unit) ? 0 : TC_EV_4;
	case V_LEADER_TO:
		if (unit < UNITS || x != item_leader(e, f->v[E_ITEM]) || space >= SPACES)
			return TC_EV_4;
		return allows(s, side, row, NOWHERE, space) ? 0 : TC_EV_4;
	default:
		return TC_EV_4;
	}
}

static void add_reserve(const tc_state *s, ap_list *out, int unit)
{
	ap_action a = ap_act(V_RESERVE, (unsigned)unit, 0);
	if (put_forbidden(s, a) == 0)
		ap_add(out, a);
}

void tc_event_put_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	const ap_frame *f = ap_peek(s);
	const tc_effect *e = tc_event_row(f);
	(void)seat;
	if (e->deed == TC_DEED_RESERVE_SOME) {
		for (int unit = 0; unit < UNITS; unit++)
			add_reserve(s, out, unit);
		return;
	}
	int side = tc_event_side(f), row = f->v[E_ROW], unit = item_unit(e, f->v[E_ITEM]), space = -1;
	unsigned verb = unit < UNITS ? V_PUT : V_LEADER_TO;
	unsigned who = (unsigned)(unit < UNITS ? unit : item_leader(e, f->v[E_ITEM]));
	while ((space = next_place(s, side, row, unit, space)) < SPACES)
		ap_add(out, ap_act(verb, who, (unsigned)space));
	if (unit < UNITS)
		add_reserve(s, out, unit);
}

uint16_t tc_event_put_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return put_forbidden(state, a);
}

void tc_event_put_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_PUT:
		put_unit(s, ap_x(a), ap_y(a), ev);
		break;
	case V_RESERVE:
		to_reserve(s, ap_x(a), ev);
		break;
	default:
		put_leader(s, ap_x(a), ap_y(a), ev);
		break;
	}
	ap_top(s)->v[E_ITEM]++;
	ap_goto(s, EVENT);
}

/* ---- To the reserve, to full strength -------------------------------------------------------- */

/* Units that lie in the reserve from the start come into play with their faction; whoever uses them
 * keeps them where they are. */
static bool goes_to_reserve(const tc_state *s, int unit)
{
	int where = s->unit_where[unit];
	if (where == GONE || where == RESERVE)
		return false;
	return where == OUT || tc_units[unit].place != TC_PLACE_RESERVE;
}

bool tc_can_reserve(const tc_state *s, int row)
{
	const tc_effect *e = &tc_effects[row];
	for (int i = 0; i < e->units_count; i++)
		if (goes_to_reserve(s, e->units[i]))
			return true;
	return false;
}

void tc_carry_reserve(tc_state *s, int row, ap_events *ev)
{
	const tc_effect *e = &tc_effects[row];
	for (int i = 0; i < e->units_count; i++)
		if (goes_to_reserve(s, e->units[i]))
			to_reserve(s, e->units[i], ev);
}

static bool is_restored(const tc_state *s, int unit)
{
	return s->unit_where[unit] == ON_MAP && tc_reduced(s, unit) && tc_fed(s, unit);
}

bool tc_can_restore(const tc_state *s, int row)
{
	const tc_effect *e = &tc_effects[row];
	for (int i = 0; i < e->units_count; i++)
		if (is_restored(s, e->units[i]))
			return true;
	return false;
}

void tc_carry_restore(tc_state *s, int row, ap_events *ev)
{
	const tc_effect *e = &tc_effects[row];
	for (int i = 0; i < e->units_count; i++) {
		if (!is_restored(s, e->units[i]))
			continue;
		tc_set_reduced(s, e->units[i], false);
		ap_tell(ev, EV_RESTORED, tc_card_clause(e->card), (int16_t)e->units[i]);
	}
}
