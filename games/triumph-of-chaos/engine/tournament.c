/* tournament.c: the 1919 scenario, TC-5.2: what differs at its start (TC-5.21 to TC-5.23, TC-5.281,
 * TC-5.282), and who wins it (TC-5.26 to TC-5.26.2). See setup.c for the start position and
 * tournament_end.c for the end of the game. */
#include "combat.h"
#include "frames.h"

/* ---- The start ------------------------------------------------------------------------------- */

/* TC-5.21: notes which factions a side has gained, and that the Central Powers have withdrawn. */
static void mark_factions(tc_state *s)
{
	for (int f = 0; f < TC_FACTIONS; f++)
		if (tc_controller(s, f) != TC_PARTY_NOBODY)
			s->faction_flags[f] |= TC_FACTION_FLAG_PLACED | TC_FACTION_FLAG_EVER;
	s->faction_flags[TC_FACTION_CENTRAL_POWERS] |= TC_FACTION_FLAG_WITHDRAWN;
	for (int u = 0; u < TC_UNITS; u++)
		if (tc_units[u].faction == TC_FACTION_CENTRAL_POWERS)
			tc_take_unit(s, u, TC_LOCATION_GONE);
	s->belarus = TC_BELARUS_DONE; /* The Red Army of Belarus stands on the map, TC-5.222. */
}

/* TC-5.281: notes the events that count as played. They divide both sides. */
static void mark_events(tc_state *s)
{
	for (int card = 0; card < TC_CARDS; card++) {
		if (tc_cards[card].tournament != TC_TOURNAMENT_OUT)
			continue;
		s->played[card / 64] |= (uint64_t)1 << card % 64;
		if (tc_cards[card].played_as < TC_CHOICES)
			s->chosen |= (uint64_t)1 << tc_cards[card].played_as;
	}
	for (int row = 0; row < TC_EFFECTS; row++)
		if (tc_effects[row].deed == TC_DEED_INFIGHTING && tc_played(s, tc_effects[row].card))
			s->infighting |= (uint8_t)(1 << tc_effects[row].side);
}

void tc_set_up_tournament(tc_state *s)
{
	assert(tc_tournament(s));
	mark_factions(s);
	mark_events(s);
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		s->cities[side] = (uint8_t)tc_count_cities(s, side);
}

int tc_tournament_card_place(int card)
{
	assert(tc_is_card(card));
	if (tc_cards[card].tournament == TC_TOURNAMENT_OUT)
		return TC_CARD_PLACE_GONE;
	return tc_cards[card].year <= 1919 ? TC_CARD_PLACE_DECK : TC_CARD_PLACE_LATER;
}

void tc_deal_opening(tc_state *s, ap_events *ev)
{
	if (!tc_tournament(s) || s->turn != tc_setting_of(s)->first ||
		s->head.option[TC_OPTION_OPENING] == TC_OPENING_NONE)
		return;
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_cards[card].tournament == TC_TOURNAMENT_HAND) {
			tc_card_to(s, card, TC_CARD_PLACE_HAND);
			s->card_known[card] |= TC_CARD_KNOWN_HELD; /* the scenario says so to everybody */
			tc_tell_starts_with(ev, TC_5_282, TC_SIDE(tc_card_side(card)), TC_CARD(card));
		}
}

/* ---- The conditions, TC-5.26.1 --------------------------------------------------------------- */

/* Returns whether the region is one of those of the objective. */
static bool concerns(const tc_objective *o, int region)
{
	for (int i = 0; i < o->regions_count; i++)
		if (o->regions[i] == region)
			return true;
	return false;
}

bool tc_objective_holds(const tc_state *s, int objective)
{
	assert(objective >= 0 && objective < TC_OBJECTIVES);
	const tc_objective *o = &tc_objectives[objective];
	int poles = 0;
	for (int space = 0; space < TC_SPACES; space++) {
		if (!tc_spaces[space].city)
			continue;
		bool inside = concerns(o, tc_region_of(space));
		if (o->aim == TC_AIM_CITIES_HELD && inside && s->owner[space] != TC_OWNER_RED)
			return false;
		poles += !inside && tc_has_faction(s, space, TC_FACTION_POLAND);
	}
	return o->aim == TC_AIM_CITIES_HELD || poles <= o->most;
}

int tc_home_cities_lost(const tc_state *s)
{
	int lost = 0;
	for (int space = 0; space < TC_SPACES; space++)
		lost += tc_spaces[space].city && tc_regions[tc_region_of(space)].home == TC_HOME_RED &&
			s->owner[space] != TC_OWNER_RED;
	return lost;
}

/* ---- Victory of WHITE at any moment, TC-5.26 ------------------------------------------------- */

static bool white_holds_capital(const tc_state *s)
{
	return (s->owner[TC_SPACE_PETROGRAD] == TC_OWNER_WHITE) +
		(s->owner[TC_SPACE_MOSKVA] == TC_OWNER_WHITE) >=
		tc_setting_of(s)->capitals;
}

void tc_note_victory(tc_state *s, ap_events *ev)
{
	if (!tc_tournament(s) || s->head.over || s->winner != TC_NONE)
		return;
	if (!white_holds_capital(s) && s->vp[TC_SIDE_WHITE] < tc_setting_of(s)->white_vp)
		return;
	s->winner = TC_SIDE_WHITE;
	tc_tell_wins(ev, TC_5_26, TC_SIDE(TC_SIDE_WHITE), s->vp[TC_SIDE_WHITE], s->vp[TC_SIDE_RED]);
}

/* Clears what was under way, because the game may end in the middle of it. */
static void break_off(tc_state *s)
{
	for (int u = 0; u < TC_UNITS; u++)
		if (s->unit_flags[u] & TC_UNIT_FLAG_FELL)
			tc_destroy(s, u, false);
	tc_clear_combat(s);
	tc_forget_round(s);
	if (tc_in_politics(s))
		tc_clear_politics(s);
	s->round = 0;
	s->acting = TC_NONE;
}

static void finish(tc_state *s, int reason)
{
	break_off(s);
	tc_end_game(s, reason);
}

bool tc_end_if_won(tc_state *s)
{
	if (!s->head.over && tc_tournament(s) && s->winner != TC_NONE)
		finish(s, white_holds_capital(s) ? TC_REASON_CAPITAL_FALLS : TC_REASON_WHITE_GOAL);
	return s->head.over;
}

/* ---- The result at the end, TC-5.26.1 -------------------------------------------------------- */

/* Returns how many conditions RED needs: all that it has written, or three of any. */
static bool meets_enough(const tc_state *s, ap_events *ev)
{
	int met = 0;
	bool written = true;
	for (int o = 0; o < TC_OBJECTIVES; o++) {
		bool holds = tc_objective_holds(s, o);
		met += holds;
		written &= holds || !(s->objectives >> o & 1);
		if (holds)
			tc_tell_objective_met(ev, TC_5_26_1, TC_OBJECTIVE(o));
		else
			tc_tell_objective_missed(ev, TC_5_26_1, TC_OBJECTIVE(o));
	}
	return tc_secret_objectives(s) ? written : met >= tc_number_of(TC_NUMBER_OBJECTIVES_NEEDED);
}

void tc_settle_tournament(tc_state *s, ap_events *ev)
{
	assert(tc_tournament(s));
	int lost = tc_home_cities_lost(s);
	if (lost)
		tc_tell_home_lost(ev, TC_5_26_1, lost);
	else
		tc_tell_home_held(ev, TC_5_26_1);
	bool enough = meets_enough(s, ev);
	bool red = enough && lost == 0 && s->vp[TC_SIDE_RED] >= tc_setting_of(s)->red_vp;
	int winner = red ? TC_SIDE_RED : tc_setting_of(s)->tie;
	s->winner = (uint8_t)winner;
	tc_tell_wins(ev, TC_5_26_1, TC_SIDE(winner), s->vp[winner], s->vp[tc_other(winner)]);
	finish(s, red ? TC_REASON_RED_GOAL : TC_REASON_RED_SHORT);
}
