/* control.c: control of a faction gained and lost, and what has to leave its land then: TC-8.151 to
 * TC-8.151.2, TC-8.54. */
#include "chapters.h"

static bool is_major(int faction)
{
	return tc_factions[faction].type == TC_TYPE_MAJOR;
}

/* Those whose units stay on the map when nobody controls them. */
static bool stays_on_map(int faction)
{
	return faction == TC_FACTION_CZECH_LEGION || faction == TC_FACTION_CENTRAL_POWERS;
}

/* The spaces of Czechs and Central Powers go with them, TC-8.316.2, TC-8.315. */
static void pass_spaces(tc_state *s, int faction, int owner, ap_events *ev)
{
	bool czechs = faction == TC_FACTION_CZECH_LEGION;
	for (int space = 0; space < SPACES; space++) {
		if (!tc_has_faction(s, space, faction) || s->owner[space] == owner)
			continue;
		tc_set_owner(s, space, owner);
		ap_tell(ev, EV_OWNER, czechs ? TC_8_316_2 : TC_8_315, (int16_t)space, (int16_t)owner);
	}
}

/* ---- What has to leave ----------------------------------------------------------------------- */

/* The land of the faction; of Czechs and Central Powers, who have none, where they stand. */
static bool in_its_space(const tc_state *s, int faction, int space)
{
	if (is_major(faction))
		return stays_on_map(faction) && tc_has_faction(s, space, faction);
	return tc_land_of(space) == faction && !tc_shut(s, faction);
}

/* Of a side, and not of who controls the faction now. */
static bool is_stranger(const tc_state *s, int faction, int side)
{
	return side < SIDES && tc_controller(s, faction) != side;
}

bool tc_unit_must_go(const tc_state *s, int faction, int unit)
{
	int space = s->unit_at[unit];
	return space < SPACES && is_stranger(s, faction, tc_user(s, unit)) &&
		in_its_space(s, faction, space);
}

static bool leader_must_go(const tc_state *s, int faction, int leader)
{
	int space = s->leader_at[leader];
	return space < SPACES && is_stranger(s, faction, tc_leader_user(s, leader)) &&
		in_its_space(s, faction, space);
}

static bool anybody_must_go(const tc_state *s, int faction)
{
	for (int u = 0; u < UNITS; u++)
		if (tc_unit_must_go(s, faction, u))
			return true;
	for (int l = 0; l < LEADERS; l++)
		if (leader_must_go(s, faction, l))
			return true;
	return false;
}

static void call_losses(tc_state *s, int faction, int loser, ap_events *ev)
{
	if (!anybody_must_go(s, faction)) {
		tc_tidy_markers(s, ev);
		return;
	}
	ap_frame *f = ap_call(s, LOSS_LEADERS);
	f->v[0] = (int16_t)faction;
	f->v[1] = (int16_t)loser;
}

/* ---- Losing control -------------------------------------------------------------------------- */

/* TC-8.151.2; of a Major Power TC-8.54. The dead stay dead. */
static void put_aside(tc_state *s, int faction, ap_events *ev)
{
	uint16_t clause = is_major(faction) ? TC_8_54 : TC_8_151_2;
	for (int u = 0; u < UNITS; u++) {
		int where = s->unit_where[u];
		if (tc_units[u].faction != faction || (where != ON_MAP && where != RESERVE))
			continue;
		tc_take_unit(s, u, OUT);
		ap_tell(ev, EV_PUT_ASIDE, clause, (int16_t)u);
	}
	for (int l = 0; l < LEADERS; l++) {
		int where = s->leader_where[l];
		if (tc_leaders[l].faction != faction || (where != ON_MAP && where != RESERVE))
			continue;
		tc_take_leader(s, l, OUT);
		ap_tell(ev, EV_LEADER_ASIDE, clause, (int16_t)l);
	}
}

/* TC-8.151: the corps of the side go to its reserve. */
static void send_corps_home(tc_state *s, int faction, int side, ap_events *ev)
{
	for (int u = 0; u < UNITS; u++) {
		if (tc_is_army(u) || tc_user(s, u) != side || !tc_unit_must_go(s, faction, u))
			continue;
		tc_take_unit(s, u, RESERVE);
		ap_tell(ev, EV_OUT_OF_LAND, TC_8_151, (int16_t)side, (int16_t)u);
	}
}

/* TC-8.151: the territory belongs to nobody; where neutrals stand it is theirs as before. */
static void empty_land(tc_state *s, int faction, ap_events *ev)
{
	for (int space = 0; space < SPACES; space++)
		if (tc_land_of(space) == faction && s->owner[space] < SIDES)
			tc_set_owner(s, space, NOBODY);
	ap_tell(ev, EV_NOBODY_AGAIN, TC_8_151, (int16_t)faction);
}

/* All but what somebody is asked about. */
static void give_up(tc_state *s, int faction, int box, ap_events *ev)
{
	int loser = tc_controller(s, faction), used = s->user[faction];
	bool major = is_major(faction);
	s->faction_flags[faction] &=
		(uint16_t) ~(F_PLACED | F_PROTECTED | F_CALLED | F_NEW | F_NEW_ROUND | F_OWED | F_GAINED);
	tc_set_box(s, faction, box);
	ap_tell(ev, EV_LOSES, major ? TC_8_54 : TC_8_151, (int16_t)loser, (int16_t)faction);
	if (faction == TC_FACTION_BELARUS && s->belarus == BELARUS_DUE)
		s->belarus = BELARUS_NOT;
	if (stays_on_map(faction)) {
		if (used < SIDES)
			pass_spaces(s, faction, faction == TC_FACTION_CZECH_LEGION ? CZECHS : POWERS, ev);
		return;
	}
	put_aside(s, faction, ev);
	if (major || tc_shut(s, faction))
		return;
	send_corps_home(s, faction, loser, ev);
	empty_land(s, faction, ev);
}

void tc_lose_control(tc_state *s, int faction, int box, ap_events *ev)
{
	int loser = tc_controller(s, faction);
	if (loser == NOBODY) {
		tc_set_box(s, faction, box);
		return;
	}
	give_up(s, faction, box, ev);
	call_losses(s, faction, loser, ev);
}

/* ---- Gaining control ------------------------------------------------------------------------- */

/* TC-8.321: whoever gains Poland drives West Ukraine to the other side. RED 9 bars that too. */
static void turn_west_ukraine(tc_state *s, int side, ap_events *ev)
{
	int faction = TC_FACTION_WEST_UKRAINE;
	if (s->box[faction] == TC_BOX_OUT || tc_controller(s, faction) != NOBODY)
		return;
	if (s->passive != PASSIVE_NOT)
		ap_tell(ev, EV_MARKER_STAYS, TC_8_1321_2, (int16_t)faction, (int16_t)tc_other(side));
	else
		tc_gain_control(s, faction, tc_other(side), TC_WHEN_GAIN, TC_8_321, ev);
}

/* What comes with some factions. */
static void bring_along(tc_state *s, int faction, int side, ap_events *ev)
{
	if (stays_on_map(faction) && s->user[faction] == side)
		pass_spaces(s, faction, side, ev);
	if (faction == TC_FACTION_FINLAND && side == RED) { /* TC-8.317.2 */
		s->border_open = 1;
		tc_make_stale(s);
	}
}

void tc_gain_control(tc_state *s, int faction, int side, int way, int clause, ap_events *ev)
{
	int loser = tc_controller(s, faction);
	bool political = s->phase == POLITICAL, protector = way == TC_WHEN_PROTECTOR;
	uint16_t *flags = &s->faction_flags[faction];
	if (loser == side || s->box[faction] == TC_BOX_OUT)
		return;
	if (loser != NOBODY)
		give_up(s, faction, TC_BOX_NEUTRAL, ev);
	*flags &= (uint16_t) ~(F_PLACED | F_PROTECTED | F_CALLED | F_OWED);
	*flags |= (uint16_t)(F_EVER | (protector ? F_PROTECTED : 0));
	*flags |= (uint16_t)(political ? F_GAINED | F_NEW : protector ? 0 : F_NEW_ROUND);
	tc_set_box(s, faction, side == RED ? TC_BOX_RED_CONTROL : TC_BOX_WHITE_CONTROL);
	ap_tell(ev, EV_GAINS, (uint16_t)clause, (int16_t)side, (int16_t)faction);
	bring_along(s, faction, side, ev);
	if (faction == TC_FACTION_POLAND)
		turn_west_ukraine(s, side, ev);
	if (!political)
		tc_call_forces(s, faction, side, way, ev);
	if (loser != NOBODY)
		call_losses(s, faction, loser, ev);
}

/* ---- Leaders leave the land, TC-8.151 -------------------------------------------------------- */

static bool is_home_city(const tc_state *s, int side, int space)
{
	return tc_spaces[space].city && s->owner[space] == side &&
		tc_regions[tc_region_of(space)].home == side;
}

/* How many, and the last of them. */
static int home_cities(const tc_state *s, int side, int *last)
{
	int count = 0;
	for (int space = 0; space < SPACES; space++)
		if (is_home_city(s, side, space)) {
			count++;
			*last = space;
		}
	return count;
}

static void go_home(tc_state *s, int leader, int space, ap_events *ev)
{
	tc_put_leader(s, leader, space);
	ap_tell(ev, EV_LEADER_HOME, TC_8_151, (int16_t)leader, (int16_t)space);
}

void tc_loss_leaders_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	int city = NOWHERE;
	while (f->v[2] < LEADERS && !leader_must_go(s, f->v[0], f->v[2]))
		f->v[2]++;
	if (f->v[2] >= LEADERS) {
		f->v[2] = 0;
		ap_goto(s, LOSS_UNITS);
		return;
	}
	int leader = f->v[2], side = tc_leader_user(s, leader), count = home_cities(s, side, &city);
	if (count > 1) {
		tc_ask(s, side);
	} else if (count == 1) {
		go_home(s, leader, city, ev);
	} else {
		tc_take_leader(s, leader, RESERVE);
		ap_tell(ev, EV_LEADER_RESERVE, TC_8_151, (int16_t)leader);
	}
}

void tc_loss_leaders_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	unsigned leader = (unsigned)ap_peek(s)->v[2];
	for (int space = 0; space < SPACES; space++)
		if (is_home_city(s, tc_seat_side(s, seat), space))
			ap_add(out, ap_act(V_LEADER_TO, leader, (unsigned)space));
}

uint16_t tc_loss_leaders_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	if (ap_verb_of(a) != V_LEADER_TO || (int)ap_x(a) != ap_peek(s)->v[2] || ap_y(a) >= SPACES)
		return TC_8_151;
	return is_home_city(s, tc_seat_side(s, seat), (int)ap_y(a)) ? 0 : TC_8_151;
}

void tc_loss_leaders_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	go_home(state, (int)ap_x(a), (int)ap_y(a), ev);
}

/* ---- Units leave the land, TC-8.151.1 -------------------------------------------------------- */

static bool could_stand(const tc_state *s, int unit, int space)
{
	int side = tc_user(s, unit);
	return s->owner[space] == side && !tc_closed(s, side, unit, space);
}

static bool has_neighbour_in(const uint64_t set[WORDS], int space)
{
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		if (tc_in(set, tc_link_to[i]))
			return true;
	return false;
}

/* The nearest spaces of its side; those of them with room, or else the spaces next to them. How
 * many, and the last of them. */
static int places_for(const tc_state *s, int unit, uint64_t out[WORDS], int *last)
{
	uint8_t distance[SPACES];
	uint64_t nearest[WORDS] = {0};
	int least = 0xff, count = 0;
	memset(out, 0, WORDS * sizeof *out);
	tc_distances(s->unit_at[unit], distance);
	for (int space = 0; space < SPACES; space++)
		if (distance[space] < least && could_stand(s, unit, space))
			least = distance[space];
	for (int space = 0; least < 0xff && space < SPACES; space++)
		if (distance[space] == least && could_stand(s, unit, space))
			tc_include(nearest, space);
	for (int beside = 0; beside < 2 && count == 0; beside++)
		for (int space = 0; space < SPACES; space++) {
			bool meant = beside ? has_neighbour_in(nearest, space) : tc_in(nearest, space);
			if (!meant || !could_stand(s, unit, space) || !tc_unit_fits(s, space, unit))
				continue;
			tc_include(out, space);
			*last = space;
			count++;
		}
	return count;
}

static void move_out(tc_state *s, int unit, int space, ap_events *ev)
{
	tc_put_unit(s, unit, space);
	ap_tell(ev, EV_UNIT_PLACED, TC_8_151_1, (int16_t)unit, (int16_t)space);
}

void tc_loss_units_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	uint64_t places[WORDS];
	int last = NOWHERE;
	while (f->v[2] < UNITS && !tc_unit_must_go(s, f->v[0], f->v[2]))
		f->v[2]++;
	if (f->v[2] >= UNITS) {
		tc_tidy_markers(s, ev);
		ap_end(s);
		return;
	}
	int unit = f->v[2], count = places_for(s, unit, places, &last);
	if (count > 1) {
		tc_ask(s, tc_user(s, unit));
	} else if (count == 1) {
		move_out(s, unit, last, ev);
	} else {
		tc_destroy(s, unit, false);
		ap_tell(ev, EV_UNIT_DEAD, TC_8_151_1, (int16_t)unit);
	}
}

void tc_loss_units_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int unit = ap_peek(s)->v[2], last;
	uint64_t places[WORDS];
	(void)seat;
	places_for(s, unit, places, &last);
	for (int space = 0; space < SPACES; space++)
		if (tc_in(places, space))
			ap_add(out, ap_act(V_PUT, (unsigned)unit, (unsigned)space));
}

uint16_t tc_loss_units_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	int unit = ap_peek(s)->v[2], last;
	uint64_t places[WORDS];
	(void)seat;
	if (ap_verb_of(a) != V_PUT || (int)ap_x(a) != unit || ap_y(a) >= SPACES)
		return TC_8_151_1;
	places_for(s, unit, places, &last);
	return tc_in(places, (int)ap_y(a)) ? 0 : TC_8_151_1;
}

void tc_loss_units_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	move_out(state, (int)ap_x(a), (int)ap_y(a), ev);
}
