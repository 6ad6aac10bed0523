/* setup.c: the start of both scenarios, TC-5.11 to TC-5.13, TC-5.32, TC-5.38, and the bid for the
 * sides, TC-6.4. */
#include "chapters.h"

/* ---- The map --------------------------------------------------------------------------------- */

/* TC-5.13; without the Central Powers: TC-5.32. */
static int first_owner(const tc_state *s, int space)
{
	switch (tc_spaces[space].control) {
	case TC_CONTROL_RED:
		return RED;
	case TC_CONTROL_WHITE:
		return WHITE;
	case TC_CONTROL_CZECH_LEGION:
		return CZECHS;
	case TC_CONTROL_CENTRAL_POWERS:
		if (tc_setting_of(s)->central_powers)
			return POWERS;
		return tc_regions[tc_region_of(space)].home;
	default:
		return NOBODY;
	}
}

static bool in_scenario(const tc_state *s, int faction)
{
	return faction != TC_FACTION_CENTRAL_POWERS || tc_setting_of(s)->central_powers;
}

/* TC-5.121, TC-5.122 */
static void place_units(tc_state *s)
{
	static const uint8_t wheres[TC_PLACE_COUNT] = {[TC_PLACE_OUT] = OUT,
		[TC_PLACE_MAP] = ON_MAP,
		[TC_PLACE_RESERVE] = RESERVE,
		[TC_PLACE_DEAD] = DEAD};
	for (int u = 0; u < UNITS; u++) {
		const tc_unit *unit = &tc_units[u];
		int where = in_scenario(s, unit->faction) ? wheres[unit->place] : OUT;
		if (where == ON_MAP)
			tc_put_unit(s, u, unit->space);
		else
			tc_take_unit(s, u, where);
		if (where != OUT && unit->reduced)
			tc_set_reduced(s, u, true);
	}
}

/* TC-5.123 */
static void place_leaders(tc_state *s)
{
	for (int l = 0; l < LEADERS; l++)
		if (tc_leaders[l].space < SPACES)
			tc_put_leader(s, l, tc_leaders[l].space);
		else
			tc_take_leader(s, l, OUT);
}

static void place_markers(tc_state *s)
{
	const tc_setting *scenario = tc_setting_of(s);
	for (int i = 0; i < scenario->no_act_count; i++)
		s->marker[scenario->no_act[i]] |= M_NO_ACT;
	for (int f = 0; f < FACTIONS; f++)
		s->box[f] = tc_campaign(s) ? tc_factions[f].box : tc_factions[f].introduction_box;
	s->cities[RED] = scenario->red_cities; /* TC-5.31 */
	s->cities[WHITE] = scenario->white_cities;
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* TC-5.37. The campaign too begins with the cards of 1918. */
static int first_place(const tc_state *s, int card)
{
	bool random = s->head.option[OPTION_POLITICS] == POLITICS_RANDOM; /* TC-8.7 */
	if (tc_cards[card].year == 0)
		return random ? CARD_GONE : CARD_ASIDE;
	return tc_cards[card].year == 1918 ? CARD_DECK : CARD_LATER;
}

static void place_cards(tc_state *s)
{
	for (int card = 0; card < CARDS; card++)
		s->card_at[card] = (uint8_t)first_place(s, card);
	memset(s->pcard_at, P_PILE, sizeof s->pcard_at);
	tc_count_hands(s);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void nothing_under_way(tc_state *s)
{
	s->op = (tc_operation){.from = NOWHERE, .at = NOWHERE, .card = NONE, .use = USES};
	s->combat = (tc_combat){.target = NOWHERE,
		.back_unit = NOWHERE,
		.back_at = NOWHERE,
		.side = {NOBODY, NOBODY},
		.leader = {NONE, NONE}};
	memset(s->chooser, NONE, sizeof s->chooser);
	s->special = s->acting = s->winner = NONE;
	s->powers_friend = NOBODY;
}

void tc_start_position(tc_state *s)
{
	memset(s->unit_at, 0xff, sizeof s->unit_at);
	memset(s->first_unit, 0xff, sizeof s->first_unit);
	memset(s->next_unit, 0xff, sizeof s->next_unit);
	memset(s->side_of, NONE, sizeof s->side_of);
	memset(s->seat_of, NONE, sizeof s->seat_of);
	memset(s->bid_side, NONE, sizeof s->bid_side);
	memset(s->bid_vp, NONE, sizeof s->bid_vp);
	nothing_under_way(s);
	for (int space = 0; space < SPACES; space++)
		s->owner[space] = (uint8_t)first_owner(s, space);
	place_units(s);
	place_leaders(s);
	place_markers(s);
	place_cards(s);
	tc_refresh_users(s);
	tc_supply(s);
}

void tc_blank(void *state)
{
	tc_start_position(state);
	ap_top(state)->step = BID;
}

/* ---- The sides, TC-6.4 ----------------------------------------------------------------------- */

void tc_take_sides(tc_state *s, int white_seat)
{
	s->side_of[white_seat] = WHITE;
	s->side_of[1 - white_seat] = RED;
	s->seat_of[WHITE] = (uint8_t)white_seat;
	s->seat_of[RED] = (uint8_t)(1 - white_seat);
}

static void tell_sides(const tc_state *s, ap_events *ev)
{
	for (int seat = 0; seat < 2; seat++)
		ap_tell(ev, EV_SIDE, TC_6_4, (int16_t)seat, s->side_of[seat]);
}

/* ---- What the log says of the start ---------------------------------------------------------- */

static int markers_towards(const tc_state *s, int side)
{
	int count = 0;
	for (int f = 0; f < FACTIONS; f++)
		if (side == RED)
			count += s->box[f] < TC_BOX_NEUTRAL;
		else
			count += s->box[f] > TC_BOX_NEUTRAL && s->box[f] != TC_BOX_OUT;
	return count;
}

static int units_in(const tc_state *s, int side, int where)
{
	int count = 0;
	for (int u = 0; u < UNITS; u++)
		count += tc_units[u].side == side && s->unit_where[u] == where;
	return count;
}

static int leaders_on_map(const tc_state *s, int side)
{
	int count = 0;
	for (int l = 0; l < LEADERS; l++)
		count += tc_leaders[l].side == side && s->leader_where[l] == ON_MAP;
	return count;
}

static int spaces_of(const tc_state *s, int side)
{
	int count = 0;
	for (int space = 0; space < SPACES; space++)
		count += s->owner[space] == side;
	return count;
}

static void tell_start(const tc_state *s, ap_events *ev)
{
	ap_tell(ev, EV_SET_UP, tc_campaign(s) ? TC_5_12 : TC_5_32, 0);
	ap_tell(ev, EV_START_MARKERS, TC_5_11, (int16_t)markers_towards(s, RED),
		(int16_t)markers_towards(s, WHITE));
	ap_tell(ev, EV_START_UNITS, TC_5_121, (int16_t)units_in(s, RED, ON_MAP),
		(int16_t)units_in(s, WHITE, ON_MAP));
	ap_tell(ev, EV_START_RESERVES, TC_5_122, (int16_t)units_in(s, RED, RESERVE),
		(int16_t)units_in(s, WHITE, RESERVE));
	ap_tell(ev, EV_START_LEADERS, TC_5_123, (int16_t)leaders_on_map(s, RED),
		(int16_t)leaders_on_map(s, WHITE));
	ap_tell(ev, EV_START_SPACES, TC_5_13, (int16_t)spaces_of(s, RED), (int16_t)spaces_of(s, WHITE));
	for (int side = RED; side < SIDES; side++)
		ap_tell(ev, EV_CITIES, TC_5_31, (int16_t)side, s->cities[side]);
	if (!tc_campaign(s))
		ap_tell(ev, EV_START_CARDS, TC_5_37, s->deck_size[RED], s->deck_size[WHITE]);
}

/* ---- The bid --------------------------------------------------------------------------------- */

void tc_bid_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tell_start(s, ev);
	if (!tc_campaign(s) && s->head.option[OPTION_SIDES] == SIDES_BID) {
		tc_ask_seats(s, AP_SEAT(0) | AP_SEAT(1));
		return;
	}
	tc_take_sides(s, 0);
	tell_sides(s, ev);
	ap_goto(s, TURN_BEGIN);
}

void tc_bid_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	for (unsigned side = RED; side < SIDES; side++)
		for (unsigned vp = 0; vp <= MOST_BID; vp++)
			ap_add(out, ap_act(V_BID, side, vp));
}

uint16_t tc_bid_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	bool bid = ap_verb_of(a) == V_BID && ap_x(a) < SIDES && ap_y(a) <= MOST_BID;
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
	bool sealed = s->bid_side[seat] != NONE;
	s->bid_side[seat] = s->bid_vp[seat] = NONE;
	return sealed;
}

/* `seat` gets the side both want, and the other its bid. */
static void win_bid(tc_state *s, int seat, ap_events *ev)
{
	int side = s->bid_side[seat], vp = s->bid_vp[seat];
	tc_take_sides(s, side == WHITE ? seat : 1 - seat);
	tell_sides(s, ev);
	tc_gain_vp(s, tc_other(side), vp, TC_6_4, ev);
	ap_goto(s, TURN_BEGIN);
}

void tc_bid_close(void *state, ap_events *ev)
{
	tc_state *s = state;
	for (int seat = 0; seat < 2; seat++)
		ap_tell(ev, EV_BIDS, TC_6_4, (int16_t)seat, s->bid_side[seat], s->bid_vp[seat]);
	if (s->bid_side[0] != s->bid_side[1]) {
		tc_take_sides(s, s->bid_side[0] == WHITE ? 0 : 1);
		tell_sides(s, ev);
		ap_goto(s, TURN_BEGIN);
	} else if (s->bid_vp[0] != s->bid_vp[1]) {
		win_bid(s, s->bid_vp[0] > s->bid_vp[1] ? 0 : 1, ev);
	} else {
		ap_goto(s, BID_LOT);
	}
}

void tc_bid_lot_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask_chance(state);
}

void tc_bid_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(V_LOT_SEAT, 0, 0));
	ap_add(out, ap_act(V_LOT_SEAT, 1, 0));
}

uint16_t tc_bid_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == V_LOT_SEAT && ap_x(a) < 2 ? 0 : TC_6_4;
}

void tc_bid_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	win_bid(state, (int)ap_x(a), ev);
}
