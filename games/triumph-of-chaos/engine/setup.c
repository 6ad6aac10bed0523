/* setup.c: the start of the scenarios, TC-5.11 to TC-5.13, TC-5.32, TC-5.38, and the bid for the
 * sides, TC-6.4. */
#include "chapters.h"

/* ---- The map --------------------------------------------------------------------------------- */

/* TC-5.13: returns who owns a space at the start. TC-5.32: without the Central Powers it is the
 * home side. */
static int first_owner(const tc_state *s, int space)
{
	switch (tc_tournament(s) ? tc_spaces[space].tournament_control : tc_spaces[space].control) {
	case TC_CONTROL_RED:
		return TC_SIDE_RED;
	case TC_CONTROL_WHITE:
		return TC_SIDE_WHITE;
	case TC_CONTROL_CZECH_LEGION:
		return TC_OWNER_CZECH_LEGION;
	case TC_CONTROL_CENTRAL_POWERS:
		if (tc_setting_of(s)->central_powers)
			return TC_OWNER_CENTRAL_POWERS;
		return tc_regions[tc_region_of(space)].home;
	default:
		return TC_OWNER_NOBODY;
	}
}

static bool in_scenario(const tc_state *s, int faction)
{
	return faction != TC_FACTION_CENTRAL_POWERS || tc_setting_of(s)->central_powers;
}

/* TC-5.121, TC-5.122: places the units. */
static void place_units(tc_state *s)
{
	static const uint8_t wheres[TC_PLACE_COUNT] = {[TC_PLACE_OUT] = TC_LOCATION_OUT,
		[TC_PLACE_MAP] = TC_LOCATION_MAP,
		[TC_PLACE_RESERVE] = TC_LOCATION_RESERVE,
		[TC_PLACE_DEAD] = TC_LOCATION_DEAD};
	for (int u = 0; u < TC_UNITS; u++) {
		const tc_unit *unit = &tc_units[u];
		bool later = tc_tournament(s); /* TC-5.221, TC-5.222 */
		int place = later ? unit->tournament_place : unit->place;
		int where = in_scenario(s, unit->faction) ? wheres[place] : TC_LOCATION_OUT;
		if (where == TC_LOCATION_MAP)
			tc_put_unit(s, u, later ? unit->tournament_space : unit->space);
		else
			tc_take_unit(s, u, where);
		if (where != TC_LOCATION_OUT && (later ? unit->tournament_reduced : unit->reduced))
			tc_set_reduced(s, u, true);
	}
}

/* TC-5.123: places the leaders. */
static void place_leaders(tc_state *s)
{
	for (int l = 0; l < TC_LEADERS; l++) {
		bool later = tc_tournament(s);
		int space = later ? tc_leaders[l].tournament_space : tc_leaders[l].space;
		bool dead = later && tc_leaders[l].tournament_place == TC_PLACE_DEAD;
		if (space < TC_SPACES)
			tc_put_leader(s, l, space);
		else
			tc_take_leader(s, l, dead ? TC_LOCATION_DEAD : TC_LOCATION_OUT);
	}
}

static int first_box(const tc_state *s, int faction)
{
	const tc_faction *f = &tc_factions[faction];
	return tc_introduction(s) ? f->introduction_box : tc_tournament(s) ? f->tournament_box : f->box;
}

static void place_markers(tc_state *s)
{
	const tc_setting *scenario = tc_setting_of(s);
	for (int i = 0; i < scenario->no_act_count; i++)
		s->marker[scenario->no_act[i]] |= TC_MARKER_FLAG_NO_ACT;
	for (int f = 0; f < TC_FACTIONS; f++)
		tc_set_box(s, f, first_box(s, f));
	s->cities[TC_SIDE_RED] = scenario->red_cities; /* TC-5.31 */
	s->cities[TC_SIDE_WHITE] = scenario->white_cities;
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* TC-5.37: returns the place of a card at the start. The campaign also begins with the cards of
 * 1918. */
static int first_card_place(const tc_state *s, int card)
{
	bool random = s->head.option[TC_OPTION_POLITICS] == TC_POLITICS_RANDOM; /* TC-8.7 */
	if (tc_cards[card].year == 0)
		return random ? TC_CARD_PLACE_GONE : TC_CARD_PLACE_ASIDE;
	if (tc_tournament(s))
		return tc_tournament_card_place(card);
	return tc_cards[card].year == 1918 ? TC_CARD_PLACE_DECK : TC_CARD_PLACE_LATER;
}

static void place_cards(tc_state *s)
{
	for (int card = 0; card < TC_CARDS; card++)
		s->card_at[card] = (uint8_t)first_card_place(s, card);
	memset(s->pcard_at, TC_POLITICAL_CARD_PLACE_PILE, sizeof s->pcard_at);
	tc_count_hands(s);
}

/* ---- The start position ---------------------------------------------------------------------- */

static void nothing_under_way(tc_state *s)
{
	s->op = (tc_operation){.from = TC_NOWHERE,
		.at = TC_NOWHERE,
		.order_at = TC_NO_ORDERS,
		.order_from = TC_NO_ORDERS,
		.card = TC_NONE,
		.use = TC_USE_COUNT,
		.aid = {TC_NONE, TC_NONE},
		.region = TC_NONE};
	s->combat = (tc_combat){.target = TC_NOWHERE,
		.back_unit = TC_NOWHERE,
		.back_at = TC_NOWHERE,
		.side = {TC_PARTY_NOBODY, TC_PARTY_NOBODY},
		.leader = {TC_NONE, TC_NONE}};
	memset(s->chooser, TC_NONE, sizeof s->chooser);
	s->special = s->acting = s->winner = TC_NONE;
	s->powers_friend = TC_PARTY_NOBODY;
}

static void set_up(tc_state *s)
{
	memset(s->unit_at, 0xff, sizeof s->unit_at);
	memset(s->first_unit, 0xff, sizeof s->first_unit);
	memset(s->next_unit, 0xff, sizeof s->next_unit);
	memset(s->side_of, TC_NONE, sizeof s->side_of);
	memset(s->seat_of, TC_NONE, sizeof s->seat_of);
	memset(s->bid_side, TC_NONE, sizeof s->bid_side);
	memset(s->bid_vp, TC_NONE, sizeof s->bid_vp);
	memset(s->allotted, TC_NONE, sizeof s->allotted);
	s->tsar_with = TC_NONE;
	s->gold_at =
		tc_setting_of(s)->gold_train < TC_SPACES ? tc_setting_of(s)->gold_train : TC_NOWHERE;
	nothing_under_way(s);
	for (int space = 0; space < TC_SPACES; space++)
		s->owner[space] = (uint8_t)first_owner(s, space);
	place_units(s);
	place_leaders(s);
	place_markers(s);
	s->response_due = s->polish =
		0; /* TC-8.321.5: whoever stands there at the start has not entered */
	s->entered = tc_tournament(s) ? TC_RESPONSE_LAND_BELARUS : 0;
	place_cards(s);
	tc_refresh_users(s);
	if (tc_tournament(s))
		tc_set_up_tournament(s);
	tc_supply(s);
}

void tc_blank(void *state)
{
	tc_make_stale(state);
	set_up(state);
}

/* ---- The sides, TC-6.4 ----------------------------------------------------------------------- */

static void take_sides(tc_state *s, int white_seat)
{
	s->side_of[white_seat] = TC_SIDE_WHITE;
	s->side_of[1 - white_seat] = TC_SIDE_RED;
	s->seat_of[TC_SIDE_WHITE] = (uint8_t)white_seat;
	s->seat_of[TC_SIDE_RED] = (uint8_t)(1 - white_seat);
}

static void tell_sides(const tc_state *s, ap_events *ev)
{
	for (int seat = 0; seat < 2; seat++)
		tc_tell_side(ev, TC_6_4, TC_SEAT(seat), TC_SIDE(s->side_of[seat]));
}

/* ---- What the log says of the start ---------------------------------------------------------- */

static int markers_towards(const tc_state *s, int side)
{
	int count = 0;
	for (int f = 0; f < TC_FACTIONS; f++)
		if (side == TC_SIDE_RED)
			count += s->box[f] < TC_BOX_NEUTRAL;
		else
			count += s->box[f] > TC_BOX_NEUTRAL && s->box[f] != TC_BOX_OUT;
	return count;
}

static int units_in(const tc_state *s, int side, int where)
{
	int count = 0;
	for (int u = 0; u < TC_UNITS; u++)
		count += tc_units[u].side == side && s->unit_where[u] == where;
	return count;
}

static int leaders_on_map(const tc_state *s, int side)
{
	int count = 0;
	for (int l = 0; l < TC_LEADERS; l++)
		count += tc_leaders[l].side == side && s->leader_where[l] == TC_LOCATION_MAP;
	return count;
}

static int spaces_of(const tc_state *s, int side)
{
	int count = 0;
	for (int space = 0; space < TC_SPACES; space++)
		count += s->owner[space] == side;
	return count;
}

static int events_played(const tc_state *s, int side)
{
	int count = 0;
	for (int card = 0; card < TC_CARDS; card++)
		count += tc_card_side(card) == side && tc_played(s, card);
	return count;
}

/* TC-5.2: tells the start of the 1919 scenario. */
static void tell_tournament(const tc_state *s, ap_events *ev)
{
	tc_tell_set_up(ev, TC_5_2);
	tc_tell_start_markers(
		ev, TC_5_21, markers_towards(s, TC_SIDE_RED), markers_towards(s, TC_SIDE_WHITE));
	tc_tell_start_units(ev, TC_5_221, units_in(s, TC_SIDE_RED, TC_LOCATION_MAP),
		units_in(s, TC_SIDE_WHITE, TC_LOCATION_MAP));
	tc_tell_start_reserves(ev, TC_5_222, units_in(s, TC_SIDE_RED, TC_LOCATION_RESERVE),
		units_in(s, TC_SIDE_WHITE, TC_LOCATION_RESERVE));
	tc_tell_start_spaces(ev, TC_5_23, spaces_of(s, TC_SIDE_RED), spaces_of(s, TC_SIDE_WHITE));
	tc_tell_start_cities(ev, TC_5_21, s->cities[TC_SIDE_RED], s->cities[TC_SIDE_WHITE], 0, 0);
	tc_tell_start_events(
		ev, TC_5_281, events_played(s, TC_SIDE_RED), events_played(s, TC_SIDE_WHITE));
}

static void tell_start(const tc_state *s, ap_events *ev)
{
	if (tc_tournament(s)) {
		tell_tournament(s, ev);
		return;
	}
	tc_tell_set_up(ev, tc_introduction(s) ? TC_5_32 : TC_5_12);
	tc_tell_start_markers(
		ev, TC_5_11, markers_towards(s, TC_SIDE_RED), markers_towards(s, TC_SIDE_WHITE));
	tc_tell_start_units(ev, TC_5_121, units_in(s, TC_SIDE_RED, TC_LOCATION_MAP),
		units_in(s, TC_SIDE_WHITE, TC_LOCATION_MAP));
	tc_tell_start_reserves(ev, TC_5_122, units_in(s, TC_SIDE_RED, TC_LOCATION_RESERVE),
		units_in(s, TC_SIDE_WHITE, TC_LOCATION_RESERVE));
	tc_tell_start_leaders(
		ev, TC_5_123, leaders_on_map(s, TC_SIDE_RED), leaders_on_map(s, TC_SIDE_WHITE));
	tc_tell_start_spaces(ev, TC_5_13, spaces_of(s, TC_SIDE_RED), spaces_of(s, TC_SIDE_WHITE));
	tc_tell_start_cities(ev, TC_5_31, tc_count_cities(s, TC_SIDE_RED),
		tc_count_cities(s, TC_SIDE_WHITE), s->cities[TC_SIDE_RED], s->cities[TC_SIDE_WHITE]);
	if (tc_introduction(s))
		tc_tell_start_cards(ev, TC_5_37, s->deck_size[TC_SIDE_RED], s->deck_size[TC_SIDE_WHITE]);
}

/* ---- The bid --------------------------------------------------------------------------------- */

void tc_bid_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tell_start(s, ev);
	if (!tc_campaign(s) && s->head.option[TC_OPTION_SIDES] == TC_SIDES_BID) {
		tc_ask_seats(s, AP_SEAT(0) | AP_SEAT(1));
		return;
	}
	take_sides(s, 0);
	tell_sides(s, ev);
	tc_goto(s, TC_STEP_TURN_BEGIN);
}

void tc_bid_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	for (unsigned side = TC_SIDE_RED; side < TC_SIDE_COUNT; side++)
		for (unsigned vp = 0; vp <= TC_MOST_BID; vp++)
			ap_add(out, ap_act(TC_VERB_BID, side, vp));
}

uint16_t tc_bid_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	bool bid = ap_verb_of(a) == TC_VERB_BID && ap_x(a) < TC_SIDE_COUNT && ap_y(a) <= TC_MOST_BID;
	return bid ? 0 : TC_6_4;
}

void tc_bid_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	s->bid_side[seat] = (uint8_t)ap_x(a);
	s->bid_vp[seat] = (uint8_t)ap_y(a);
}

bool tc_bid_unseal(void *state, int seat)
{
	tc_state *s = state;
	bool sealed = s->bid_side[seat] != TC_NONE;
	s->bid_side[seat] = s->bid_vp[seat] = TC_NONE;
	return sealed;
}

/* Gives the seat the side that both want, and the other seat the Victory Points of the bid. */
static void win_bid(tc_state *s, int seat, ap_events *ev)
{
	int side = s->bid_side[seat], vp = s->bid_vp[seat];
	take_sides(s, side == TC_SIDE_WHITE ? seat : 1 - seat);
	tell_sides(s, ev);
	tc_gain_vp(s, tc_other(side), vp, TC_6_4, ev);
	tc_goto(s, TC_STEP_TURN_BEGIN);
}

void tc_bid_close(void *state, ap_events *ev)
{
	tc_state *s = state;
	for (int seat = 0; seat < 2; seat++)
		tc_tell_bids(ev, TC_6_4, TC_SEAT(seat), TC_SIDE(s->bid_side[seat]), s->bid_vp[seat]);
	if (s->bid_side[0] != s->bid_side[1]) {
		take_sides(s, s->bid_side[0] == TC_SIDE_WHITE ? 0 : 1);
		tell_sides(s, ev);
		tc_goto(s, TC_STEP_TURN_BEGIN);
	} else if (s->bid_vp[0] != s->bid_vp[1]) {
		win_bid(s, s->bid_vp[0] > s->bid_vp[1] ? 0 : 1, ev);
	} else {
		tc_goto(s, TC_STEP_BID_LOT);
	}
}

void tc_bid_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(TC_VERB_LOT_SEAT, 0, 0));
	ap_add(out, ap_act(TC_VERB_LOT_SEAT, 1, 0));
}

uint16_t tc_bid_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == TC_VERB_LOT_SEAT && ap_x(a) < 2 ? 0 : TC_6_4;
}

void tc_bid_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	tc_tell_bid_lot(ev, TC_6_4, TC_SEAT(ap_x(a)));
	win_bid(state, (int)ap_x(a), ev);
}
