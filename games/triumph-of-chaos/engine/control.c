/* control.c: how control of a faction is gained and lost, and who then has to leave its land:
 * TC-8.151 to TC-8.151.2, TC-8.54. */
#include "chapters.h"

static bool is_major(int faction)
{
	return tc_factions[faction].type == TC_TYPE_MAJOR;
}

/* Returns whether the units of the faction stay on the map when nobody controls it. */
static bool stays_on_map(int faction)
{
	return faction == TC_FACTION_CZECH_LEGION || faction == TC_FACTION_CENTRAL_POWERS;
}

/* TC-8.316.2, TC-8.315: gives the spaces of the Czech Legion or the Central Powers to a new
 * owner. */
static void pass_spaces(tc_state *s, int faction, int owner, ap_events *ev)
{
	bool czechs = faction == TC_FACTION_CZECH_LEGION;
	for (int space = 0; space < TC_SPACES; space++) {
		if (!tc_has_faction(s, space, faction) || s->owner[space] == owner)
			continue;
		s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_CREDIT; /* TC-8.315.6 */
		tc_set_owner(s, space, owner);
		tc_tell_owner(ev, czechs ? TC_8_316_2 : TC_8_315, TC_SPACE(space), TC_OWNER(owner));
	}
}

/* ---- What has to leave ----------------------------------------------------------------------- */

/* Returns whether the space is in the land of the faction. For the Czech Legion and the Central
 * Powers, which have no land, it is any space in which they stand. */
static bool in_its_space(const tc_state *s, int faction, int space)
{
	if (is_major(faction))
		return stays_on_map(faction) && tc_has_faction(s, space, faction);
	return tc_land_of(space) == faction && !tc_shut(s, faction);
}

/* Returns whether this is a side, but not the one that controls the faction now. */
static bool is_stranger(const tc_state *s, int faction, int side)
{
	return side < TC_SIDE_COUNT && tc_controller(s, faction) != side;
}

bool tc_unit_must_go(const tc_state *s, int faction, int unit)
{
	assert(tc_is_faction(faction) && tc_is_unit(unit));
	int space = s->unit_at[unit];
	return space < TC_SPACES && is_stranger(s, faction, tc_user(s, unit)) &&
		in_its_space(s, faction, space);
}

static bool leader_must_go(const tc_state *s, int faction, int leader)
{
	int space = s->leader_at[leader];
	return space < TC_SPACES && is_stranger(s, faction, tc_leader_user(s, leader)) &&
		in_its_space(s, faction, space);
}

/* TC-WC-39: returns whether forces of this user stand there with forces of the faction, which
 * another side uses. */
static bool stands_beside(const tc_state *s, int faction, int space, int user)
{
	return space < TC_SPACES && user < TC_SIDE_COUNT && user != s->user[faction] &&
		tc_has_faction(s, space, faction);
}

bool tc_unit_departs(const tc_state *s, const tc_departure_frame *f, int unit)
{
	assert(tc_is_unit(unit));
	return f->beside ? stands_beside(s, f->faction, s->unit_at[unit], tc_user(s, unit))
					 : tc_unit_must_go(s, f->faction, unit);
}

bool tc_leader_departs(const tc_state *s, const tc_departure_frame *f, int leader)
{
	assert(tc_is_leader(leader));
	return f->beside ? stands_beside(s, f->faction, s->leader_at[leader], tc_leader_user(s, leader))
					 : leader_must_go(s, f->faction, leader);
}

static bool anybody_departs(const tc_state *s, const tc_departure_frame *f)
{
	for (int u = 0; u < TC_UNITS; u++)
		if (tc_unit_departs(s, f, u))
			return true;
	for (int l = 0; l < TC_LEADERS; l++)
		if (tc_leader_departs(s, f, l))
			return true;
	return false;
}

static void call_departing(tc_state *s, int faction, int loser, bool beside, ap_events *ev)
{
	tc_departure_frame asked = {.faction = (uint8_t)faction, .beside = beside};
	if (!anybody_departs(s, &asked)) {
		tc_tidy_markers(s, ev);
		return;
	}
	tc_call(s, TC_STEP_LOSS_LEADERS);
	tc_departure_frame *f = tc_departure_top(s);
	f->faction = (uint8_t)faction;
	f->loser = (uint8_t)loser;
	f->beside = beside;
}

static void call_departure(tc_state *s, int faction, int loser, ap_events *ev)
{
	call_departing(s, faction, loser, false, ev);
}

void tc_call_parting(tc_state *s, int faction, ap_events *ev)
{
	assert(tc_is_faction(faction) && tc_is_side(s->user[faction]));
	call_departing(s, faction, tc_other(s->user[faction]), true, ev);
}

/* ---- Losing control -------------------------------------------------------------------------- */

/* TC-8.151.2, and TC-8.54 for a Major Power: puts the forces of the faction aside. Dead units stay
 * dead. */
static void put_aside(tc_state *s, int faction, ap_events *ev)
{
	uint16_t clause = is_major(faction) ? TC_8_54 : TC_8_151_2;
	for (int u = 0; u < TC_UNITS; u++) {
		int where = s->unit_where[u];
		if (tc_faction_of(s, u) != faction ||
			(where != TC_LOCATION_MAP && where != TC_LOCATION_RESERVE))
			continue;
		tc_take_unit(s, u, TC_LOCATION_OUT);
		tc_tell_put_aside(ev, clause, TC_UNIT(u));
	}
	for (int l = 0; l < TC_LEADERS; l++) {
		int where = s->leader_where[l];
		if (tc_leaders[l].faction != faction ||
			(where != TC_LOCATION_MAP && where != TC_LOCATION_RESERVE))
			continue;
		tc_take_leader(s, l, TC_LOCATION_OUT);
		tc_tell_leader_aside(ev, clause, TC_LEADER(l));
	}
}

/* TC-8.151: sends the corps of the side in the land to its reserve. */
static void send_corps_home(tc_state *s, int faction, int side, ap_events *ev)
{
	for (int u = 0; u < TC_UNITS; u++) {
		if (tc_is_army(u) || tc_user(s, u) != side || !tc_unit_must_go(s, faction, u))
			continue;
		tc_take_unit(s, u, TC_LOCATION_RESERVE);
		tc_tell_out_of_land(ev, TC_8_151, TC_SIDE(side), TC_UNIT(u));
	}
}

/* TC-8.151: makes the land belong to nobody. Spaces in which neutrals stand stay theirs. */
static void empty_land(tc_state *s, int faction, ap_events *ev)
{
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_land_of(space) == faction && s->owner[space] < TC_SIDE_COUNT)
			tc_set_owner(s, space, TC_OWNER_NOBODY);
	tc_tell_nobody_again(ev, TC_8_151, TC_FACTION(faction));
}

/* Carries out those results of the loss of control about which nobody is asked. */
static void give_up(tc_state *s, int faction, int box, ap_events *ev)
{
	int loser = tc_controller(s, faction), used = s->user[faction];
	bool major = is_major(faction);
	s->faction_flags[faction] &=
		(uint16_t) ~(TC_FACTION_FLAG_PLACED | TC_FACTION_FLAG_PROTECTED | TC_FACTION_FLAG_CALLED |
			TC_FACTION_FLAG_NEW | TC_FACTION_FLAG_NEW_ROUND | TC_FACTION_FLAG_OWED |
			TC_FACTION_FLAG_GAINED | TC_FACTION_FLAG_AGGRESSION | TC_FACTION_FLAG_BORROWED);
	tc_set_box(s, faction, box);
	tc_tell_loses(ev, major ? TC_8_54 : TC_8_151, TC_SIDE(loser), TC_FACTION(faction));
	if (faction == TC_FACTION_BELARUS && s->belarus == TC_BELARUS_DUE)
		s->belarus = TC_BELARUS_NONE;
	if (faction == TC_FACTION_POLAND) /* TC-8.321.15: those who entered were the loser's enemies */
		s->polish &= (uint8_t)~TC_POLISH_FLAG_INVADED;
	if (stays_on_map(faction)) {
		if (used < TC_SIDE_COUNT)
			pass_spaces(s, faction,
				faction == TC_FACTION_CZECH_LEGION ? TC_OWNER_CZECH_LEGION
												   : TC_OWNER_CENTRAL_POWERS,
				ev);
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
	assert(tc_is_faction(faction));
	int loser = tc_controller(s, faction);
	if (loser == TC_PARTY_NOBODY) {
		tc_set_box(s, faction, box);
		return;
	}
	give_up(s, faction, box, ev);
	call_departure(s, faction, loser, ev);
}

void tc_leave_land(tc_state *s, int faction, ap_events *ev)
{
	assert(tc_is_faction(faction));
	send_corps_home(s, faction, TC_SIDE_WHITE, ev);
	send_corps_home(s, faction, TC_SIDE_RED, ev);
	call_departure(s, faction, TC_SIDE_RED, ev);
}

/* ---- Gaining control ------------------------------------------------------------------------- */

/* TC-8.321: gives the other side control of West Ukraine when a side gains Poland. RED 9 prevents
 * this, too. */
static void turn_west_ukraine(tc_state *s, int side, ap_events *ev)
{
	int faction = TC_FACTION_WEST_UKRAINE;
	if (s->box[faction] == TC_BOX_OUT || tc_controller(s, faction) != TC_PARTY_NOBODY)
		return;
	if (s->passive != TC_PASSIVITY_NONE)
		tc_tell_marker_stays(ev, TC_8_1321_2, TC_FACTION(faction), TC_SIDE(tc_other(side)));
	else
		tc_gain_control(s, faction, tc_other(side), TC_WHEN_GAIN, TC_8_321, ev);
}

/* Carries out what control of some factions brings besides their forces. */
static void bring_along(tc_state *s, int faction, int side, ap_events *ev)
{
	if (stays_on_map(faction) && s->user[faction] == side)
		pass_spaces(s, faction, side, ev);
	if (faction == TC_FACTION_FINLAND && side == TC_SIDE_RED) { /* TC-8.317.2 */
		s->border_open = 1;
		tc_make_stale(s);
	}
}

void tc_gain_control(tc_state *s, int faction, int side, int way, int clause, ap_events *ev)
{
	assert(tc_is_faction(faction) && tc_is_side(side));
	int loser = tc_controller(s, faction);
	bool political = s->phase == TC_PHASE_POLITICAL, protector = way == TC_WHEN_PROTECTOR;
	uint16_t *flags = &s->faction_flags[faction];
	if (loser == side || s->box[faction] == TC_BOX_OUT)
		return;
	if (loser != TC_PARTY_NOBODY)
		give_up(s, faction, TC_BOX_NEUTRAL, ev);
	*flags &= (uint16_t) ~(TC_FACTION_FLAG_PLACED | TC_FACTION_FLAG_PROTECTED |
		TC_FACTION_FLAG_CALLED | TC_FACTION_FLAG_OWED);
	*flags |= (uint16_t)(TC_FACTION_FLAG_EVER | (protector ? TC_FACTION_FLAG_PROTECTED : 0));
	if (way == TC_WHEN_R37)
		*flags |= TC_FACTION_FLAG_AGGRESSION;
	*flags |= (uint16_t)(political ? TC_FACTION_FLAG_GAINED | TC_FACTION_FLAG_NEW
			: protector            ? 0
								   : TC_FACTION_FLAG_NEW_ROUND);
	tc_set_box(s, faction, side == TC_SIDE_RED ? TC_BOX_RED_CONTROL : TC_BOX_WHITE_CONTROL);
	tc_tell_gains(ev, (uint16_t)clause, TC_SIDE(side), TC_FACTION(faction));
	bring_along(s, faction, side, ev);
	if (faction == TC_FACTION_POLAND)
		turn_west_ukraine(s, side, ev);
	if (political && faction == TC_FACTION_BELARUS && side == TC_SIDE_RED &&
		s->belarus == TC_BELARUS_NONE) /* TC-8.313.1 */
		s->belarus = TC_BELARUS_DUE;
	if (!political)
		tc_call_forces(s, faction, side, way, ev);
	if (loser != TC_PARTY_NOBODY)
		call_departure(s, faction, loser, ev);
}

/* TC-8.511: makes the side that controls the faction its protector, in a war that is declared only
 * now: on Poland. */
void tc_become_protector(tc_state *s, int faction, ap_events *ev)
{
	assert(tc_is_faction(faction));
	int side = tc_controller(s, faction);
	s->faction_flags[faction] |= TC_FACTION_FLAG_PROTECTED;
	tc_refresh_users(s);
	if (!(s->faction_flags[faction] & TC_FACTION_FLAG_PLACED))
		tc_call_forces(s, faction, side, TC_WHEN_PROTECTOR, ev);
}

/* ---- Leaders leave the land, TC-8.151 -------------------------------------------------------- */

static bool is_home_city(const tc_state *s, int side, int space)
{
	return tc_spaces[space].city && s->owner[space] == side &&
		tc_regions[tc_region_of(space)].home == side;
}

/* Returns how many home cities the side owns, and gives the last of them. */
static int home_cities(const tc_state *s, int side, int *last)
{
	int count = 0;
	for (int space = 0; space < TC_SPACES; space++)
		if (is_home_city(s, side, space)) {
			count++;
			*last = space;
		}
	return count;
}

static void go_home(tc_state *s, int leader, int space, ap_events *ev)
{
	tc_put_leader(s, leader, space);
	tc_tell_leader_home(ev, TC_8_151, TC_LEADER(leader), TC_SPACE(space));
}

void tc_loss_leaders_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_departure_frame *f = tc_departure_top(s);
	int city = TC_NOWHERE;
	while (f->next_leader < TC_LEADERS && !tc_leader_departs(s, f, f->next_leader))
		f->next_leader++;
	if (f->next_leader >= TC_LEADERS) {
		tc_goto(s, TC_STEP_LOSS_UNITS);
		return;
	}
	int leader = f->next_leader, side = tc_leader_user(s, leader),
		count = home_cities(s, side, &city);
	if (count > 1) {
		tc_ask(s, side);
	} else if (count == 1) {
		go_home(s, leader, city, ev);
	} else {
		tc_take_leader(s, leader, TC_LOCATION_RESERVE);
		tc_tell_leader_reserve(ev, TC_8_151, TC_LEADER(leader));
	}
}

void tc_loss_leaders_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	unsigned leader = tc_departure_peek(s)->next_leader;
	for (int space = 0; space < TC_SPACES; space++)
		if (is_home_city(s, tc_seat_side(s, seat), space))
			ap_add(out, ap_act(TC_VERB_LEADER_TO, leader, (unsigned)space));
}

uint16_t tc_loss_leaders_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	if (ap_verb_of(a) != TC_VERB_LEADER_TO || ap_x(a) != tc_departure_peek(s)->next_leader ||
		ap_y(a) >= TC_SPACES)
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

static bool has_neighbour_in(const uint64_t set[TC_SET_WORDS], int space)
{
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		if (tc_in(set, tc_link_to[i]))
			return true;
	return false;
}

/* Finds the spaces to which a leaving unit may go: the nearest spaces of its side or, if those are
 * full, the spaces next to them. Returns how many there are, and gives the last of them. */
static int places_for(const tc_state *s, int unit, uint64_t out[TC_SET_WORDS], int *last)
{
	uint8_t distance[TC_SPACES];
	uint64_t nearest[TC_SET_WORDS] = {0};
	int least = 0xff, count = 0;
	memset(out, 0, TC_SET_WORDS * sizeof *out);
	tc_distances(s->unit_at[unit], distance);
	for (int space = 0; space < TC_SPACES; space++)
		if (distance[space] < least && could_stand(s, unit, space))
			least = distance[space];
	for (int space = 0; least < 0xff && space < TC_SPACES; space++)
		if (distance[space] == least && could_stand(s, unit, space))
			tc_include(nearest, space);
	for (int beside = 0; beside < 2 && count == 0; beside++)
		for (int space = 0; space < TC_SPACES; space++) {
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
	tc_tell_unit_placed(ev, TC_8_151_1, TC_UNIT(unit), TC_SPACE(space));
}

void tc_loss_units_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_departure_frame *f = tc_departure_top(s);
	uint64_t places[TC_SET_WORDS];
	int last = TC_NOWHERE;
	while (f->next_unit < TC_UNITS && !tc_unit_departs(s, f, f->next_unit))
		f->next_unit++;
	if (f->next_unit >= TC_UNITS) {
		tc_tidy_markers(s, ev);
		ap_end(s);
		return;
	}
	int unit = f->next_unit, count = places_for(s, unit, places, &last);
	if (count > 1) {
		tc_ask(s, tc_user(s, unit));
	} else if (count == 1) {
		move_out(s, unit, last, ev);
	} else {
		uint16_t end = tc_end_clause(s, unit);
		tc_destroy(s, unit, false);
		if (s->unit_where[unit] == TC_LOCATION_GONE)
			tc_tell_unit_gone(ev, end, TC_UNIT(unit));
		else
			tc_tell_unit_dead(ev, TC_8_151_1, TC_UNIT(unit));
	}
}

void tc_loss_units_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int unit = tc_departure_peek(s)->next_unit, last;
	uint64_t places[TC_SET_WORDS];
	(void)seat;
	places_for(s, unit, places, &last);
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_in(places, space))
			ap_add(out, ap_act(TC_VERB_PUT, (unsigned)unit, (unsigned)space));
}

uint16_t tc_loss_units_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	int unit = tc_departure_peek(s)->next_unit, last;
	uint64_t places[TC_SET_WORDS];
	(void)seat;
	if (ap_verb_of(a) != TC_VERB_PUT || (int)ap_x(a) != unit || ap_y(a) >= TC_SPACES)
		return TC_8_151_1;
	places_for(s, unit, places, &last);
	return tc_in(places, (int)ap_y(a)) ? 0 : TC_8_151_1;
}

void tc_loss_units_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	move_out(state, (int)ap_x(a), (int)ap_y(a), ev);
}
