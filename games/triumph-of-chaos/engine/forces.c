/* forces.c: places the forces of a faction, TC-8.14, TC-8.141, TC-8.24.1, row by row of
 * setups.csv. */
#include "chapters.h"

/* The unit or leader that is placed next. */
typedef struct item {
	const tc_setup *row;
	tc_spot spot;
	int side;
	int unit;   /* TC_NOWHERE if it is a leader */
	int leader; /* TC_NONE if it is a unit */
	int fate;   /* TC_FATE_.., with what its die has brought */
	bool rises; /* TC-8.324.3: it rises for the side */
} item;

/* ---- The next row and item ------------------------------------------------------------------- */

static bool names_way(int faction, int way)
{
	for (int row = 0; row < TC_SETUPS; row++)
		if (tc_setups[row].faction == faction && tc_setups[row].when == way)
			return true;
	return false;
}

/* TC-8.321.2: returns whether the Polish Ukrainian armies come with a set-up after RED 37. With
 * RED 37 itself they come otherwise (TC-8.321.20). */
static bool ukrainian_armies_come(const tc_state *s)
{
	bool now = s->op.card == TC_CARD_R37 && s->op.use == TC_USE_EVENT;
	return tc_played(s, TC_CARD_R37) && !now && tc_chose(s, TC_CHOICE_W2_POLES);
}

static bool applies(const tc_state *s, const tc_setup *row, int faction, int way)
{
	if (row->faction != faction)
		return false;
	switch (row->when) {
	case TC_WHEN_GAIN:
		return true;
	case TC_WHEN_OTHERWISE:
		return way == TC_WHEN_GAIN || !names_way(faction, way);
	case TC_WHEN_PROTECTOR:
	case TC_WHEN_WAR: /* War makes the other side the protector. */
		return way == TC_WHEN_PROTECTOR;
	case TC_WHEN_POLISH_ENTRY:
		return way == TC_WHEN_POLISH_ENTRY;
	case TC_WHEN_HALLER: /* TC-8.321.2 */
		return way == TC_WHEN_POLISH_ENTRY && tc_played(s, TC_CARD_W52);
	case TC_WHEN_POLISH_UKRAINE:
		return way == TC_WHEN_POLISH_UKRAINE ||
			(way == TC_WHEN_POLISH_ENTRY && ukrainian_armies_come(s));
	case TC_WHEN_POLISH_BALTIC:
	case TC_WHEN_ENEMY_IN_POLAND:
	case TC_WHEN_POLAND_AND_UKRAINE:
	case TC_WHEN_R37:
		return way == row->when;
	default:
		return false;
	}
}

/* Returns whether the unit is among those that a protector places. */
static bool comes_in_war(const tc_state *s, int faction, int unit)
{
	int way = faction == TC_FACTION_POLAND ? TC_WHEN_POLISH_ENTRY : TC_WHEN_PROTECTOR;
	for (int row = 0; row < TC_SETUPS; row++) {
		const tc_setup *setup = &tc_setups[row];
		for (int i = 0; i < setup->units_count; i++)
			if (setup->units[i] == unit && applies(s, setup, faction, way))
				return setup->fate == TC_FATE_PLACE || setup->fate == TC_FATE_RESERVE;
	}
	return false;
}

void tc_forces_in_war(const tc_state *s, int faction, int *armies, int *corps)
{
	assert(tc_is_faction(faction));
	*armies = *corps = 0;
	for (int u = 0; u < TC_UNITS; u++) {
		int where = s->unit_where[u];
		if (tc_faction_of(s, u) != faction || where == TC_LOCATION_DEAD ||
			where == TC_LOCATION_GONE)
			continue;
		if (where == TC_LOCATION_OUT && !comes_in_war(s, faction, u))
			continue;
		if (tc_is_army(u))
			++*armies;
		else
			++*corps;
	}
}

/* Finds the next unit or leader to be placed. Returns false if there is none left. */
static bool find_item(const tc_state *s, tc_forces_frame *f)
{
	for (int row = f->row; row < TC_SETUPS; row++, f->item = 0) {
		const tc_setup *setup = &tc_setups[row];
		bool within = f->item < setup->units_count + setup->leaders_count;
		if (f->row != row)
			f->fate = TC_NONE;
		f->row = (uint8_t)row;
		if (within && applies(s, setup, f->faction, f->way))
			return true;
	}
	return false;
}

int tc_forces_unit(const tc_forces_frame *f)
{
	const tc_setup *row = &tc_setups[f->row];
	return f->item < row->units_count ? row->units[f->item] : TC_NOWHERE;
}

int tc_forces_leader(const tc_forces_frame *f)
{
	const tc_setup *row = &tc_setups[f->row];
	int index = f->item - row->units_count;
	return index >= 0 && index < row->leaders_count ? row->leaders[index] : TC_NONE;
}

static item next_item(const tc_state *s)
{
	const tc_forces_frame *f = tc_forces_peek(s);
	return (item){&tc_setups[f->row], tc_spot_of_setup(f->row), tc_forces_placer(f),
		tc_forces_unit(f), tc_forces_leader(f), tc_fate_of_forces(f),
		f->fate == TC_FORCES_FATE_REVOLT};
}

/* ---- Where it may go ------------------------------------------------------------------------- */

static bool fits_at(const tc_state *s, const item *it, int space)
{
	return it->rises ? tc_may_rise_at(s, it->side, space)
					 : tc_spot_allows(s, &it->spot, it->side, it->unit, space);
}

static int next_place(const tc_state *s, const item *it, int space)
{
	if (!it->rises)
		return tc_next_place(s, &it->spot, it->side, it->unit, space);
	do
		space++;
	while (space < TC_SPACES && !tc_may_rise_at(s, it->side, space));
	return space;
}

static bool may_reserve(const item *it)
{
	return it->unit < TC_UNITS && !tc_is_army(it->unit) && it->row->or_reserve;
}

/* TC-8.315.3: returns whether the protector may leave it out. */
static bool may_leave_out(const item *it)
{
	return it->unit == TC_UNIT_GE_ARMY_VAR;
}

/* Returns the number of spaces in which it may be placed (0, 1, or 2 for two or more), and gives
 * the first of them. */
static int count_spaces(const tc_state *s, const item *it, int *first)
{
	*first = next_place(s, it, -1);
	if (*first == TC_SPACES)
		return 0;
	return next_place(s, it, *first) == TC_SPACES ? 1 : 2;
}

static bool is_alive(const tc_state *s, int unit)
{
	return s->unit_where[unit] != TC_LOCATION_DEAD && s->unit_where[unit] != TC_LOCATION_GONE;
}

/* Returns how many armies are left in a row of which one army does not come. */
static int count_alive(const tc_state *s, const tc_setup *row)
{
	int count = 0;
	for (int i = 0; i < row->units_count; i++)
		count += is_alive(s, row->units[i]);
	return count;
}

/* TC-8.317.3: returns whether the side owns neither Helsinki nor a Finnish port. */
static bool no_finnish_place(const tc_state *s, const item *it)
{
	if (it->row->faction != TC_FACTION_FINLAND)
		return false;
	for (int space = 0; space < TC_SPACES; space++) {
		bool named = space == TC_SPACE_HELSINKI || tc_spaces[space].port != TC_PORT_NONE;
		if (named && tc_region_of(space) == TC_REGION_FINLAND && s->owner[space] == it->side)
			return false;
	}
	return true;
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* Returns the clause by which such a row brings forces of Poland. */
static uint16_t polish_clause(int when)
{
	switch (when) {
	case TC_WHEN_POLISH_UKRAINE:
	case TC_WHEN_POLISH_BALTIC:
		return TC_8_321_10;
	case TC_WHEN_R37:
		return TC_8_321_20;
	case TC_WHEN_ENEMY_IN_POLAND:
		return TC_8_321_15;
	case TC_WHEN_POLAND_AND_UKRAINE:
		return TC_8_321_16;
	default:
		return TC_8_321_2;
	}
}

/* Returns the clause that lists the forces of the row. */
static uint16_t clause_of_row(const tc_setup *row)
{
	if (row->faction == TC_FACTION_POLAND)
		return polish_clause(row->when);
	return row->faction == TC_FACTION_UKRAINE ? TC_8_324_1 : tc_faction_clause(row->faction);
}

/* Places a unit. First advances the frame to the next item, because placing can call a die for a
 * leader of the enemy's who is alone there. */
static void place_unit(tc_state *s, const item *it, int space, ap_events *ev)
{
	tc_forces_top(s)->item++;
	tc_put_unit(s, it->unit, space);
	if (it->rises)
		tc_rise(s, it->unit, it->side, ev);
	else
		tc_tell_unit_placed(ev, clause_of_row(it->row), TC_UNIT(it->unit), TC_SPACE(space));
	tc_take_space(s, it->unit, space, ev);
	if (tc_leaders_at(s, space, tc_other(it->side)))
		tc_leaders_alone(s, space, tc_other(it->side), ev);
}

static void place_leader(tc_state *s, const item *it, int space, ap_events *ev)
{
	tc_forces_top(s)->item++;
	tc_put_leader(s, it->leader, space);
	tc_tell_leader_placed(ev, clause_of_row(it->row), TC_LEADER(it->leader), TC_SPACE(space));
}

static void put_in_reserve(tc_state *s, const item *it, uint16_t clause, ap_events *ev)
{
	tc_forces_top(s)->item++;
	tc_take_unit(s, it->unit, TC_LOCATION_RESERVE);
	tc_tell_unit_reserve(ev, clause, TC_UNIT(it->unit));
}

static void leave_out(tc_state *s, const item *it, ap_events *ev)
{
	tc_forces_top(s)->item++;
	tc_tell_left_out(ev, TC_8_315_3, TC_UNIT(it->unit));
}

/* Returns the clause that says where it may be placed. */
static uint16_t clause_of_place(const item *it)
{
	if (it->row->when == TC_WHEN_ENEMY_IN_POLAND)
		return TC_8_321_15;
	return it->row->where == TC_WHERE_REGION ? TC_8_141 : tc_faction_clause(it->row->faction);
}

/* Settles an item for which there is no space: TC-8.141, or the special rule of its faction. */
static void find_no_space(tc_state *s, const item *it, ap_events *ev)
{
	uint16_t clause = clause_of_place(it);
	if (it->unit >= TC_UNITS) {
		tc_forces_top(s)->item++;
		tc_take_leader(s, it->leader, TC_LOCATION_RESERVE);
		tc_tell_leader_reserve(ev, TC_8_141, TC_LEADER(it->leader));
	} else if (may_leave_out(it)) {
		leave_out(s, it, ev);
	} else if (tc_is_army(it->unit) || no_finnish_place(s, it)) {
		tc_forces_top(s)->item++;
		tc_take_unit(s, it->unit, TC_LOCATION_DEAD);
		tc_tell_no_place(ev, clause, TC_UNIT(it->unit));
		tc_tell_unit_dead(ev, clause, TC_UNIT(it->unit));
	} else {
		put_in_reserve(s, it, clause, ev);
	}
}

/* Settles a unit or leader that the set-up of Ukraine leaves out, TC-8.324.1. */
static void do_not_come(tc_state *s, const item *it, ap_events *ev)
{
	uint16_t clause = clause_of_row(it->row);
	tc_forces_top(s)->item++;
	if (it->unit < TC_UNITS) {
		tc_take_unit(s, it->unit, TC_LOCATION_DEAD);
		tc_tell_unit_dead(ev, clause, TC_UNIT(it->unit));
	} else {
		tc_take_leader(s, it->leader, TC_LOCATION_GONE);
		tc_tell_leader_out(ev, clause, TC_LEADER(it->leader));
	}
}

/* ---- FORCES ---------------------------------------------------------------------------------- */

/* Returns whether it stays where it is. The dead stay dead (TC-8.151.2), and units and leaders on
 * the map stay there (TC-8.54). */
static bool is_passed_over(const tc_state *s, const item *it)
{
	int where = it->unit < TC_UNITS ? s->unit_where[it->unit] : s->leader_where[it->leader];
	return where == TC_LOCATION_DEAD || where == TC_LOCATION_GONE || where == TC_LOCATION_MAP;
}

/* Places the item if there is no choice. Returns false if the side must be asked. */
static bool place_by_itself(tc_state *s, const item *it, ap_events *ev)
{
	int space, count = count_spaces(s, it, &space);
	if (count + may_reserve(it) > 1 || (count > 0 && may_leave_out(it)))
		return false;
	if (count == 0)
		find_no_space(s, it, ev);
	else if (it->unit < TC_UNITS)
		place_unit(s, it, space, ev);
	else
		place_leader(s, it, space, ev);
	return true;
}

/* Handles one unit or leader. Returns false if somebody is asked. */
static bool deal_with(tc_state *s, const item *it, ap_events *ev)
{
	if (is_passed_over(s, it)) {
		tc_forces_top(s)->item++;
		return true;
	}
	switch (it->fate) {
	case TC_FATE_ROLLED:
		tc_goto(s, TC_STEP_FORCES_DIE);
		return false;
	case TC_FATE_GREEN:
		tc_goto(s, TC_STEP_FORCES_SPACE);
		return false;
	case TC_FATE_OUT:
	case TC_FATE_DEAD:
		do_not_come(s, it, ev);
		return true;
	case TC_FATE_RESERVE:
		put_in_reserve(s, it, clause_of_row(it->row), ev);
		return true;
	case TC_FATE_ONE_OF:
		if (count_alive(s, it->row) > 1) {
			tc_goto(s, TC_STEP_FORCES_ONE);
			return false;
		}
		break;
	default: /* TC_FATE_PLACE */
		break;
	}
	if (place_by_itself(s, it, ev))
		return true;
	tc_ask(s, it->side);
	return false;
}

void tc_forces_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int depth = s->head.depth;
	while (s->head.depth == depth) { /* The loop ends if a die for a leader was called. */
		if (!find_item(s, tc_forces_top(s))) {
			ap_end(s);
			return;
		}
		tc_supply(s);
		item it = next_item(s);
		if (!deal_with(s, &it, ev))
			return;
	}
}

/* Returns the clause that forbids placing it there; 0 if it is allowed. */
static uint16_t no_place(const tc_state *s, const item *it, int space)
{
	if (fits_at(s, it, space))
		return 0;
	if (it->rises)
		return TC_8_324_3;
	uint16_t closed = tc_closed(s, it->side, it->unit, space);
	if (closed)
		return closed;
	if (it->unit < TC_UNITS && s->owner[space] == it->side && !tc_unit_fits(s, space, it->unit))
		return tc_crowded(s, space, it->unit);
	return clause_of_place(it);
}

uint16_t tc_forces_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	item it = next_item(s);
	int x = (int)ap_x(a);
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_PASS:
		return may_leave_out(&it) ? 0 : TC_8_141;
	case TC_VERB_PUT:
		return x == it.unit ? no_place(s, &it, (int)ap_y(a)) : TC_8_141;
	case TC_VERB_RESERVE:
		return x == it.unit && may_reserve(&it) ? 0 : TC_8_141;
	case TC_VERB_LEADER_TO:
		return x == it.leader ? no_place(s, &it, (int)ap_y(a)) : TC_8_141;
	default:
		return TC_8_141;
	}
}

void tc_forces_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	item it = next_item(s);
	bool unit = it.unit < TC_UNITS;
	unsigned verb = unit ? TC_VERB_PUT : TC_VERB_LEADER_TO,
			 who = (unsigned)(unit ? it.unit : it.leader);
	(void)seat;
	if (may_leave_out(&it))
		ap_add(out, ap_act(TC_VERB_PASS, 0, 0));
	for (int space = next_place(s, &it, -1); space < TC_SPACES; space = next_place(s, &it, space))
		ap_add(out, ap_act(verb, who, (unsigned)space));
	if (may_reserve(&it))
		ap_add(out, ap_act(TC_VERB_RESERVE, (unsigned)it.unit, 0));
}

void tc_forces_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	item it = next_item(s);
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_PASS:
		leave_out(s, &it, ev);
		break;
	case TC_VERB_PUT:
		place_unit(s, &it, (int)ap_y(a), ev);
		break;
	case TC_VERB_RESERVE:
		put_in_reserve(s, &it, TC_8_141, ev);
		break;
	default:
		place_leader(s, &it, (int)ap_y(a), ev);
		break;
	}
}

/* ---- FORCES_ONE, TC-8.312.1 ------------------------------------------------------------------ */

static bool in_lot(const tc_state *s, int unit)
{
	const tc_setup *row = next_item(s).row;
	for (int i = 0; i < row->units_count; i++)
		if (row->units[i] == unit)
			return is_alive(s, unit);
	return false;
}

void tc_forces_one_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned u = 0; u < TC_UNITS; u++)
		if (in_lot(state, (int)u))
			ap_add(out, ap_act(TC_VERB_LOT_UNIT, u, 0));
}

uint16_t tc_forces_one_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == TC_VERB_LOT_UNIT && in_lot(state, (int)ap_x(a)) ? 0 : TC_8_312_1;
}

void tc_forces_one_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	tc_take_unit(s, (int)ap_x(a), TC_LOCATION_DEAD);
	tc_tell_estonia_lot(ev, TC_8_312_1, TC_UNIT(ap_x(a)));
	tc_goto(s, TC_STEP_FORCES);
}
