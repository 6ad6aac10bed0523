/* forces.c: the forces of a faction are placed, TC-8.14, TC-8.141, TC-8.24.1, row by row of
 * setups.csv. */
#include "chapters.h"

enum { WIDTH = 16 }; /* of the cursor v[3]: row * WIDTH + index */

/* What is to be placed now. */
typedef struct item {
	const tc_setup *row;
	tc_spot spot;
	int side;
	int unit;   /* NOWHERE: it is a leader */
	int leader; /* NONE: it is a unit */
} item;

/* ---- The cursor ------------------------------------------------------------------------------ */

static bool names_way(int faction, int way)
{
	for (int row = 0; row < TC_SETUPS; row++)
		if (tc_setups[row].faction == faction && tc_setups[row].when == way)
			return true;
	return false;
}

static bool applies(const tc_setup *row, int faction, int way)
{
	if (row->faction != faction)
		return false;
	switch (row->when) {
	case TC_WHEN_GAIN:
		return true;
	case TC_WHEN_OTHERWISE:
		return way == TC_WHEN_GAIN || !names_way(faction, way);
	case TC_WHEN_PROTECTOR:
	case TC_WHEN_WAR: /* who declares it makes the other side the protector */
		return way == TC_WHEN_PROTECTOR;
	default:
		return false;
	}
}

/* Leads the cursor to something; false: there is nothing more. */
static bool find_item(ap_frame *f)
{
	while (f->v[3] / WIDTH < TC_SETUPS) {
		const tc_setup *row = &tc_setups[f->v[3] / WIDTH];
		bool within = f->v[3] % WIDTH < row->units_count + row->leaders_count;
		if (within && applies(row, f->v[0], f->v[2]))
			return true;
		f->v[3] = (int16_t)((f->v[3] / WIDTH + 1) * WIDTH);
	}
	return false;
}

static item item_now(const tc_state *s)
{
	const ap_frame *f = ap_peek(s);
	int number = f->v[3] / WIDTH, index = f->v[3] % WIDTH;
	const tc_setup *row = &tc_setups[number];
	item it = {row, tc_spot_of_setup(number), f->v[1], NOWHERE, NONE};
	if (index < row->units_count)
		it.unit = row->units[index];
	else
		it.leader = row->leaders[index - row->units_count];
	return it;
}

/* ---- Where it may go ------------------------------------------------------------------------- */

static bool fits_at(const tc_state *s, const item *it, int space)
{
	return tc_spot_allows(s, &it->spot, it->side, it->unit, space);
}

static int next_place(const tc_state *s, const item *it, int space)
{
	return tc_next_place(s, &it->spot, it->side, it->unit, space);
}

static bool may_reserve(const item *it)
{
	return it->unit < UNITS && !tc_is_army(it->unit) && it->row->or_reserve;
}

/* TC-8.315.3: the protector may bring it. */
static bool may_leave_out(const item *it)
{
	return it->unit == TC_UNIT_GE_ARMY_VAR;
}

/* 0, 1 or 2 and more spaces; the first of them. */
static int count_spaces(const tc_state *s, const item *it, int *first)
{
	*first = next_place(s, it, -1);
	if (*first == SPACES)
		return 0;
	return next_place(s, it, *first) == SPACES ? 1 : 2;
}

static bool waits_for(const tc_state *s, int unit)
{
	return s->unit_where[unit] != DEAD && s->unit_where[unit] != GONE;
}

/* The armies of a row of which one goes to the dead. */
static int count_waiting(const tc_state *s, const tc_setup *row)
{
	int count = 0;
	for (int i = 0; i < row->units_count; i++)
		count += waits_for(s, row->units[i]);
	return count;
}

/* TC-8.317.3: he owns neither Helsinki nor a port. */
static bool no_finnish_place(const tc_state *s, const item *it)
{
	if (it->row->faction != TC_FACTION_FINLAND)
		return false;
	for (int space = 0; space < SPACES; space++) {
		bool named = space == TC_SPACE_HELSINKI || tc_spaces[space].port != TC_PORT_NONE;
		if (named && tc_region_of(space) == TC_REGION_FINLAND && s->owner[space] == it->side)
			return false;
	}
	return true;
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* The cursor goes on first: the entry can call a die for a leader left alone in a port. */
static void place_unit(tc_state *s, const item *it, int space, ap_events *ev)
{
	ap_top(s)->v[3]++;
	tc_put_unit(s, it->unit, space);
	ap_tell(
		ev, EV_UNIT_PLACED, tc_faction_clause(it->row->faction), (int16_t)it->unit, (int16_t)space);
	bool lands = s->owner[space] != it->side;
	tc_enter(s, it->unit, space, ev);
	if (lands && tc_leaders_at(s, space, tc_other(it->side)))
		tc_leaders_alone(s, space, tc_other(it->side), ev);
}

static void place_leader(tc_state *s, const item *it, int space, ap_events *ev)
{
	ap_top(s)->v[3]++;
	tc_put_leader(s, it->leader, space);
	ap_tell(ev, EV_LEADER_PLACED, tc_faction_clause(it->row->faction), (int16_t)it->leader,
		(int16_t)space);
}

static void put_in_reserve(tc_state *s, const item *it, uint16_t clause, ap_events *ev)
{
	ap_top(s)->v[3]++;
	tc_take_unit(s, it->unit, RESERVE);
	ap_tell(ev, EV_UNIT_RESERVE, clause, (int16_t)it->unit);
}

static void leave_out(tc_state *s, const item *it, ap_events *ev)
{
	ap_top(s)->v[3]++;
	ap_tell(ev, EV_LEFT_OUT, TC_8_315_3, (int16_t)it->unit);
}

/* TC-8.141 and what the factions say otherwise. */
static void find_no_space(tc_state *s, const item *it, ap_events *ev)
{
	uint16_t clause =
		it->row->where == TC_WHERE_REGION ? TC_8_141 : tc_faction_clause(it->row->faction);
	if (it->unit >= UNITS) {
		ap_top(s)->v[3]++;
		tc_take_leader(s, it->leader, RESERVE);
		ap_tell(ev, EV_LEADER_RESERVE, TC_8_141, (int16_t)it->leader);
	} else if (may_leave_out(it)) {
		leave_out(s, it, ev);
	} else if (tc_is_army(it->unit) || no_finnish_place(s, it)) {
		ap_top(s)->v[3]++;
		tc_take_unit(s, it->unit, DEAD);
		ap_tell(ev, EV_UNIT_DEAD, clause, (int16_t)it->unit);
	} else {
		put_in_reserve(s, it, clause, ev);
	}
}

/* ---- FORCES ---------------------------------------------------------------------------------- */

/* What is dead stays dead (TC-8.151.2), what is on the map stays there (TC-8.54). */
static bool is_passed_over(const tc_state *s, const item *it)
{
	int where = it->unit < UNITS ? s->unit_where[it->unit] : s->leader_where[it->leader];
	return where == DEAD || where == GONE || where == ON_MAP;
}

/* Places what leaves no choice. false: his controller must be asked. */
static bool place_by_itself(tc_state *s, const item *it, ap_events *ev)
{
	int space, count = count_spaces(s, it, &space);
	if (count + may_reserve(it) > 1 || (count > 0 && may_leave_out(it)))
		return false;
	if (count == 0)
		find_no_space(s, it, ev);
	else if (it->unit < UNITS)
		place_unit(s, it, space, ev);
	else
		place_leader(s, it, space, ev);
	return true;
}

/* One item. false: somebody is asked. */
static bool go_on(tc_state *s, const item *it, ap_events *ev)
{
	if (is_passed_over(s, it)) {
		ap_top(s)->v[3]++;
		return true;
	}
	switch (it->row->fate) {
	case TC_FATE_RESERVE:
		put_in_reserve(s, it, tc_faction_clause(it->row->faction), ev);
		return true;
	case TC_FATE_ONE_OF:
		if (count_waiting(s, it->row) > 1) {
			ap_goto(s, FORCES_ONE);
			return false;
		}
		break;
	case TC_FATE_PLACE:
		break;
	default: /* of Poland and Ukraine, not here yet */
		ap_top(s)->v[3]++;
		return true;
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
	while (s->head.depth == depth) { /* a die for a leader may lie on top */
		if (!find_item(ap_top(s))) {
			ap_end(s);
			return;
		}
		tc_supply(s);
		item it = item_now(s);
		if (!go_on(s, &it, ev))
			return;
	}
}

/* Why not there: the first that fails. */
static uint16_t no_place(const tc_state *s, const item *it, int space)
{
	if (fits_at(s, it, space))
		return 0;
	uint16_t closed = tc_closed(s, it->side, it->unit, space);
	if (closed)
		return closed;
	if (it->unit < UNITS && s->owner[space] == it->side && !tc_unit_fits(s, space, it->unit))
		return TC_ST_1;
	return it->row->where == TC_WHERE_REGION ? TC_8_141 : tc_faction_clause(it->row->faction);
}

uint16_t tc_forces_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	item it = item_now(s);
	int x = (int)ap_x(a);
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_PASS:
		return may_leave_out(&it) ? 0 : TC_8_141;
	case V_PUT:
		return x == it.unit ? no_place(s, &it, (int)ap_y(a)) : TC_8_141;
	case V_RESERVE:
		return x == it.unit && may_reserve(&it) ? 0 : TC_8_141;
	case V_LEADER_TO:
		return x == it.leader ? no_place(s, &it, (int)ap_y(a)) : TC_8_141;
	default:
		return TC_8_141;
	}
}

void tc_forces_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	item it = item_now(s);
	bool unit = it.unit < UNITS;
	unsigned verb = unit ? V_PUT : V_LEADER_TO, who = (unsigned)(unit ? it.unit : it.leader);
	(void)seat;
	if (may_leave_out(&it))
		ap_add(out, ap_act(V_PASS, 0, 0));
	for (int space = next_place(s, &it, -1); space < SPACES; space = next_place(s, &it, space))
		ap_add(out, ap_act(verb, who, (unsigned)space));
	if (may_reserve(&it))
		ap_add(out, ap_act(V_RESERVE, (unsigned)it.unit, 0));
}

void tc_forces_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	item it = item_now(s);
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_PASS:
		leave_out(s, &it, ev);
		break;
	case V_PUT:
		place_unit(s, &it, (int)ap_y(a), ev);
		break;
	case V_RESERVE:
		put_in_reserve(s, &it, TC_8_141, ev);
		break;
	default:
		place_leader(s, &it, (int)ap_y(a), ev);
		break;
	}
}

/* ---- FORCES_ONE, TC-8.312.1 ------------------------------------------------------------------ */

void tc_forces_one_run(void *state, ap_events *ev)
{
	tc_chance_run(state, ev);
}

static bool in_lot(const tc_state *s, int unit)
{
	const tc_setup *row = item_now(s).row;
	for (int i = 0; i < row->units_count; i++)
		if (row->units[i] == unit)
			return waits_for(s, unit);
	return false;
}

void tc_forces_one_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned u = 0; u < UNITS; u++)
		if (in_lot(state, (int)u))
			ap_add(out, ap_act(V_LOT_UNIT, u, 0));
}

uint16_t tc_forces_one_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == V_LOT_UNIT && in_lot(state, (int)ap_x(a)) ? 0 : TC_8_312_1;
}

void tc_forces_one_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	tc_take_unit(s, (int)ap_x(a), DEAD);
	ap_tell(ev, EV_ESTONIA_LOT, TC_8_312_1, (int16_t)ap_x(a));
	ap_goto(s, FORCES);
}
