/* event_places.c: units and leaders that events bring, TC-EV-4. */
#include "events.h"

/* ---- Places ---------------------------------------------------------------------------------- */

static bool unoccupied(const tc_state *s, int space)
{
	if (tc_occupier(s, space) != TC_NONE)
		return false;
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space)
			return false;
	return true;
}

/* Returns whether somebody whom the previous row has placed stands there. */
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

/* Returns how many units of the row stand in the region already. */
static int risen_in(const tc_state *s, const tc_effect *e, int region)
{
	int count = 0;
	for (int i = 0; i < e->units_count; i++) {
		int at = s->unit_at[e->units[i]];
		count += at < TC_SPACES && tc_region_of(at) == region;
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
	uint64_t within[TC_SET_WORDS];
	tc_find_within(space, e->amount - 1, within);
	for (int i = 0; i < e->spaces_count; i++)
		if (e->amount > 0 && tc_in(within, e->spaces[i]))
			return false;
	return true;
}

/* TC-RC-28: a unit that the enemy uses for this turn (TC-WC-39) does not come to a space where
 * somebody of the card's side is. */
static bool among_strangers(const tc_state *s, int side, int unit, int space)
{
	if (unit >= TC_UNITS || tc_user(s, unit) != tc_other(side))
		return false;
	return tc_occupier(s, space) != tc_other(side) && !unoccupied(s, space);
}

static bool allows(const tc_state *s, int side, int row, int unit, int space)
{
	tc_spot spot = tc_spot_of_effect(row);
	if (among_strangers(s, side, unit, space))
		return false;
	if (spot.where == TC_WHERE_BEHIND_LINES)
		return behind_lines(s, side, &tc_effects[row], unit, space);
	if (spot.where == TC_WHERE_WITH_THEM) {
		if (!with_them(s, row, space))
			return false;
		spot.where = TC_WHERE_ANYWHERE;
	}
	return tc_spot_allows(s, &spot, side, unit, space);
}

/* Returns the next place after `space` (-1 for the first); TC_SPACES if there is none. */
static int next_place(const tc_state *s, int side, int row, int unit, int space)
{
	tc_spot spot = tc_spot_of_effect(row);
	bool listed = spot.where != TC_WHERE_BEHIND_LINES && spot.where != TC_WHERE_WITH_THEM;
	do
		space = listed ? tc_next_place(s, &spot, side, unit, space) : space + 1;
	while (space < TC_SPACES &&
		(listed ? among_strangers(s, side, unit, space) : !allows(s, side, row, unit, space)));
	return space;
}

/* Returns how many places there are, where 2 means two or more, and gives the first of them. */
static int places_for(const tc_state *s, int side, int row, int unit, int *first)
{
	*first = next_place(s, side, row, unit, -1);
	if (*first == TC_SPACES)
		return 0;
	return next_place(s, side, row, unit, *first) == TC_SPACES ? 1 : 2;
}

static bool has_place(const tc_state *s, int side, int row, int unit)
{
	return next_place(s, side, row, unit, -1) < TC_SPACES;
}

/* ---- Items of a row: its units, then its leaders --------------------------------------------- */

static int item_unit(const tc_effect *e, int item)
{
	return item < e->units_count ? e->units[item] : TC_NOWHERE;
}
static int item_leader(const tc_effect *e, int item)
{
	return e->leaders[item - e->units_count];
}

/* Returns whether the card brings the leader. It does not if he is on the map already, or dead. */
static bool leader_comes(const tc_state *s, int leader)
{
	return s->leader_where[leader] == TC_LOCATION_OUT ||
		s->leader_where[leader] == TC_LOCATION_RESERVE;
}

/* Returns how many units of the row come. TC-RC-36: so many for each subjugated republic. */
static int units_coming(const tc_state *s, const tc_effect *e)
{
	int count = e->where == TC_WHERE_SUBJUGATED_OR_CITIES ? tc_count_subjugated(s) * e->amount
														  : e->units_count;
	return count < e->units_count ? count : e->units_count;
}

bool tc_can_place(const tc_state *s, int side, int row)
{
	assert(tc_is_side(side));
	const tc_effect *e = &tc_effects[row];
	int coming = units_coming(s, e);
	for (int i = 0; i < coming; i++) {
		int unit = e->units[i];
		if (s->unit_where[unit] == TC_LOCATION_OUT)
			return true;
		if (s->unit_where[unit] != TC_LOCATION_GONE && has_place(s, side, row, unit))
			return true;
	}
	for (int i = 0; i < e->leaders_count; i++)
		if (leader_comes(s, e->leaders[i]) && has_place(s, side, row, TC_NOWHERE))
			return true;
	return false;
}

static void to_reserve(tc_state *s, int unit, ap_events *ev)
{
	tc_take_unit(s, unit, TC_LOCATION_RESERVE);
	tc_tell_unit_reserve(ev, TC_EV_4, TC_UNIT(unit));
}

static void put_unit(tc_state *s, int unit, int space, ap_events *ev)
{
	tc_put_unit(s, unit, space);
	uint16_t clause = tc_is_insurgent(s, unit) ? TC_16_34 : TC_EV_4;
	tc_tell_unit_placed(ev, clause, TC_UNIT(unit), TC_SPACE(space));
	tc_take_space(s, unit, space, ev);
}

static void put_leader(tc_state *s, int leader, int space, ap_events *ev)
{
	tc_put_leader(s, leader, space);
	tc_tell_leader_placed(ev, TC_EV_4, TC_LEADER(leader), TC_SPACE(space));
}

/* Settles a unit for which there is no space: a new army is dead, a new corps goes to the reserve,
 * and any other unit stays where it is. */
static void nowhere_to_go(tc_state *s, int unit, ap_events *ev)
{
	if (s->unit_where[unit] != TC_LOCATION_OUT)
		return;
	if (!tc_is_army(unit)) {
		to_reserve(s, unit, ev);
		return;
	}
	tc_take_unit(s, unit, TC_LOCATION_DEAD);
	tc_tell_no_place(ev, TC_EV_4, TC_UNIT(unit));
	tc_tell_unit_dead(ev, TC_EV_4, TC_UNIT(unit));
}

/* Brings a unit. Returns true if there is a choice. */
static bool carry_unit(tc_state *s, int side, int row, int unit, ap_events *ev)
{
	if (s->unit_where[unit] == TC_LOCATION_GONE)
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
	int space, count = places_for(s, side, row, TC_NOWHERE, &space);
	if (count > 1)
		return true;
	if (count == 1)
		put_leader(s, leader, space, ev);
	return false;
}

bool tc_carry_places(tc_state *s, ap_events *ev)
{
	tc_event_frame *f = tc_event_top(s);
	const tc_effect *e = tc_event_row(f);
	int side = f->side, row = f->row;
	for (; f->item < e->units_count + e->leaders_count; f->item++) {
		tc_supply(s);
		int item = f->item, unit = item_unit(e, item);
		if (unit < TC_UNITS && item >= units_coming(s, e))
			continue;
		bool choice = unit < TC_UNITS ? carry_unit(s, side, row, unit, ev)
									  : carry_leader(s, side, row, item_leader(e, item), ev);
		if (!choice)
			continue;
		tc_goto(s, TC_STEP_EVENT_PUT);
		return true;
	}
	return false;
}

/* ---- EVENT_PUT ------------------------------------------------------------------------------- */

void tc_event_put_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	tc_ask(s, tc_event_peek(s)->side);
}

/* Returns whether this unit of a row can be chosen for the reserve. It cannot if it is there
 * already. */
static bool may_be_chosen(const tc_state *s, const tc_effect *e, int unit)
{
	for (int i = 0; i < e->units_count; i++)
		if (e->units[i] == unit)
			return s->unit_where[unit] == TC_LOCATION_OUT;
	return false;
}

static uint16_t put_forbidden(const tc_state *s, ap_action a)
{
	const tc_event_frame *f = tc_event_peek(s);
	const tc_effect *e = tc_event_row(f);
	int side = f->side, row = f->row, x = ap_x(a), space = ap_y(a);
	if (e->deed == TC_DEED_RESERVE_SOME)
		return ap_verb_of(a) == TC_VERB_RESERVE && may_be_chosen(s, e, x) ? 0 : TC_EV_4;
	int unit = item_unit(e, f->item);
	switch (ap_verb_of(a)) {
	case TC_VERB_PUT:
		if (unit >= TC_UNITS || x != unit || space >= TC_SPACES)
			return TC_EV_4;
		return allows(s, side, row, unit, space) ? 0 : TC_EV_4;
	case TC_VERB_RESERVE:
		return unit < TC_UNITS && x == unit && e->or_reserve && !tc_is_army(unit) ? 0 : TC_EV_4;
	case TC_VERB_LEADER_TO:
		if (unit < TC_UNITS || x != item_leader(e, f->item) || space >= TC_SPACES)
			return TC_EV_4;
		return allows(s, side, row, TC_NOWHERE, space) ? 0 : TC_EV_4;
	default:
		return TC_EV_4;
	}
}

static void add_reserve(const tc_state *s, ap_list *out, int unit)
{
	ap_action a = ap_act(TC_VERB_RESERVE, (unsigned)unit, 0);
	if (put_forbidden(s, a) == 0)
		ap_add(out, a);
}

void tc_event_put_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	const tc_event_frame *f = tc_event_peek(s);
	const tc_effect *e = tc_event_row(f);
	(void)seat;
	if (e->deed == TC_DEED_RESERVE_SOME) {
		for (int unit = 0; unit < TC_UNITS; unit++)
			add_reserve(s, out, unit);
		return;
	}
	int side = f->side, row = f->row, unit = item_unit(e, f->item), space = -1;
	unsigned verb = unit < TC_UNITS ? TC_VERB_PUT : TC_VERB_LEADER_TO;
	unsigned who = (unsigned)(unit < TC_UNITS ? unit : item_leader(e, f->item));
	while ((space = next_place(s, side, row, unit, space)) < TC_SPACES)
		ap_add(out, ap_act(verb, who, (unsigned)space));
	if (unit < TC_UNITS)
		add_reserve(s, out, unit);
	tc_narrow(s, out);
}

uint16_t tc_event_put_refuse(const void *state, int seat, ap_action a)
{
	bool region = ap_verb_of(a) == TC_VERB_REGION;
	uint16_t why = region ? 0 : put_forbidden(state, a);
	(void)seat;
	return why ? why : tc_narrow_forbids(state, a);
}

void tc_event_put_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (tc_names_region(s, a))
		return;
	switch (ap_verb_of(a)) {
	case TC_VERB_PUT:
		put_unit(s, ap_x(a), ap_y(a), ev);
		break;
	case TC_VERB_RESERVE:
		to_reserve(s, ap_x(a), ev);
		break;
	default:
		put_leader(s, ap_x(a), ap_y(a), ev);
		break;
	}
	tc_event_top(s)->item++;
	tc_goto(s, TC_STEP_EVENT);
}

/* ---- Units that go to the reserve or to full strength ---------------------------------------- */

/* Returns whether the row brings the unit to the reserve. Units that lie there from the start come
 * into play with their faction, and stay where they are if somebody uses them. */
static bool goes_to_reserve(const tc_state *s, int unit)
{
	int where = s->unit_where[unit];
	if (where == TC_LOCATION_GONE || where == TC_LOCATION_RESERVE)
		return false;
	return where == TC_LOCATION_OUT || tc_units[unit].place != TC_PLACE_RESERVE;
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
	return s->unit_where[unit] == TC_LOCATION_MAP && tc_reduced(s, unit) && tc_fed(s, unit);
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
		tc_tell_restored(ev, tc_card_clause(e->card), TC_UNIT(e->units[i]));
	}
}
