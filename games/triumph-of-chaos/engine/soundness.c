/* soundness.c: the invariants of the board: units, leaders, spaces, factions, counters. Cards, the
 * round with its combat, and the stack have files of their own. Play can safely continue from a
 * state that passes. */
#include "soundness.h"

/* ---- Units and leaders ----------------------------------------------------------------------- */

/* TC-16.34.1: returns whether the unit cannot have this allegiance. Only armies of Ukraine and West
 * Ukraine change sides: peasants rise for a side, the others turn Green; and garrisons revolt. */
static bool allegiance_unsound(const tc_state *s, int u)
{
	int allegiance = s->unit_side[u], faction = tc_units[u].faction;
	if (allegiance == TC_ALLEGIANCE_OWN)
		return false;
	if (tc_is_garrison(u)) /* TC-10.21 */
		return allegiance != TC_ALLEGIANCE_WHITE || s->unit_where[u] != TC_LOCATION_MAP;
	bool peasant = tc_units[u].troop == TC_TROOP_PEASANT;
	bool can = faction == TC_FACTION_UKRAINE || faction == TC_FACTION_WEST_UKRAINE;
	return allegiance >= TC_ALLEGIANCE_COUNT || !can || !tc_is_army(u) ||
		s->unit_where[u] != TC_LOCATION_MAP || peasant == (allegiance == TC_ALLEGIANCE_GREEN);
}

/* TC-8.62.1: returns whether a garrison is neither in its city nor among the dead though its
 * republic is subjugated, or is there though it is not. */
static bool garrison_unsound(const tc_state *s, int u)
{
	if (!tc_is_garrison(u))
		return false;
	int where = s->unit_where[u];
	if (!tc_subjugated(s, tc_units[u].of))
		return where != TC_LOCATION_OUT;
	return where == TC_LOCATION_MAP ? s->unit_at[u] != tc_units[u].anchor
									: where != TC_LOCATION_DEAD;
}

static bool unit_unsound(const tc_state *s, int u)
{
	int at = s->unit_at[u], where = s->unit_where[u], flags = s->unit_flags[u];
	if (where >= TC_LOCATION_COUNT || (where == TC_LOCATION_MAP) != (at < TC_SPACES) ||
		(at >= TC_SPACES && at != TC_NOWHERE))
		return true;
	bool kept = where == TC_LOCATION_MAP || where == TC_LOCATION_RESERVE;
	if ((flags & TC_UNIT_FLAG_REDUCED) && (tc_units[u].steps != 2 || !kept))
		return true;
	if (where != TC_LOCATION_MAP && (flags & ~(TC_UNIT_FLAG_REDUCED | TC_UNIT_FLAG_MOVED)))
		return true;
	if (allegiance_unsound(s, u) || garrison_unsound(s, u))
		return true;
	if (tc_is_green(s, u) && where != TC_LOCATION_MAP && where != TC_LOCATION_OUT)
		return true;
	return where == TC_LOCATION_RESERVE && tc_is_army(u);
}

/* Returns whether the lists of units by space differ from where the units stand. */
static bool lists_unsound(const tc_state *s)
{
	int listed = 0, standing = 0;
	for (int space = 0; space < TC_SPACES; space++) {
		int last = -1, u = s->first_unit[space];
		for (; u < TC_UNITS && u > last; u = s->next_unit[u]) {
			if (s->unit_at[u] != space)
				return true;
			last = u;
			listed++;
		}
		if (u != TC_NOWHERE)
			return true;
	}
	for (int u = 0; u < TC_UNITS; u++) {
		standing += s->unit_at[u] < TC_SPACES;
		if (s->unit_at[u] >= TC_SPACES && s->next_unit[u] != TC_NOWHERE)
			return true;
	}
	return listed != standing;
}

/* Returns whether the unit does not count for stacking now. Moving units and destroyed armies do
 * not. */
static bool passes_by(const tc_state *s, int u)
{
	bool moving = tc_find_step(s, TC_STEP_MOVE_ON) != NULL;
	return (s->unit_flags[u] & TC_UNIT_FLAG_FELL) ||
		(moving && (s->unit_flags[u] & TC_UNIT_FLAG_PICKED));
}

/* Returns whether others still have to leave a space, because of an event or of a lost faction. */
static bool parting(const tc_state *s)
{
	return tc_find_frame(s, &tc_event_frame_kind) || tc_find_frame(s, &tc_departure_frame_kind);
}

bool tc_leaves(const tc_state *s, int unit)
{
	const ap_frame *f = tc_find_frame(s, &tc_departure_frame_kind);
	int space = s->unit_at[unit];
	if (f) {
		const tc_departure_frame *d = tc_departure_frame_in(f);
		return tc_unit_departs(s, d, unit) &&
			(d->step == TC_STEP_LOSS_LEADERS || unit >= d->next_unit);
	}
	if (!tc_find_step(s, TC_STEP_EVENT_RETREAT))
		return false;
	for (int u = 0; u < TC_UNITS; u++)
		if (s->unit_at[u] == space && s->owner[space] == tc_owner_by(s, u))
			return true;
	return false;
}

/* TC-ST-1: returns whether too many units are in the space, or units of two parties. */
static bool stack_unsound(const tc_state *s, int space)
{
	int most = tc_number_of(TC_NUMBER_STACK_ARMIES), units = 0, armies = 0, first = TC_NONE;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
		if (first != TC_NONE && tc_user(s, u) != first && !parting(s))
			return true;
		first = tc_user(s, u);
		if (passes_by(s, u))
			continue;
		if (s->owner[space] != tc_owner_by(s, u) && !tc_leaves(s, u))
			return true;
		units++;
		armies += tc_is_army(u);
	}
	return units > most + tc_number_of(TC_NUMBER_STACK_CORPS) || armies > most;
}

static const char *units_unsound(const tc_state *s)
{
	for (int u = 0; u < TC_UNITS; u++)
		if (unit_unsound(s, u))
			return "a unit is where it cannot be";
	if (lists_unsound(s))
		return "the lists of units do not fit";
	/* TC-5.26: a game may end while units share a space that some of them are leaving. */
	for (int space = 0; space < TC_SPACES && !s->head.over; space++)
		if (stack_unsound(s, space))
			return "too many units, or enemies, share a space";
	return NULL;
}

/* Returns whether the leader comes with a later card or in a later turn. */
static bool comes_later(const tc_state *s, int leader)
{
	const tc_leader *l = &tc_leaders[leader];
	if (l->purchase > 0 && l->purchase <= s->turn)
		return false;
	switch (l->arrival) {
	case TC_ARRIVAL_CARD:
		return l->card >= TC_CARDS || (tc_cards[l->card].year > 1918 && !tc_played(s, l->card));
	case TC_ARRIVAL_PURCHASE:
		return true;
	case TC_ARRIVAL_RESCUE:
		return !tc_setting_of(s)->tsar || s->turn < l->rescue;
	default:
		return false;
	}
}

static const char *leaders_unsound(const tc_state *s)
{
	for (int l = 0; l < TC_LEADERS; l++) {
		int at = s->leader_at[l], where = s->leader_where[l], flags = s->leader_flags[l];
		if (where >= TC_LOCATION_COUNT || (where == TC_LOCATION_MAP) != (at < TC_SPACES) ||
			(at >= TC_SPACES && at != TC_NOWHERE))
			return "a leader is nowhere";
		if (where == TC_LOCATION_MAP && comes_later(s, l))
			return "a leader has come too early";
		if (flags > 2 * TC_LEADER_FLAG_AHEAD - 1 ||
			(where != TC_LOCATION_MAP && (flags & ~TC_LEADER_FLAG_IDLE)))
			return "a leader does what he cannot";
	}
	return NULL;
}

/* ---- Spaces and factions --------------------------------------------------------------------- */

static const char *spaces_unsound(const tc_state *s)
{
	for (int space = 0; space < TC_SPACES; space++)
		if (s->owner[space] >= TC_OWNER_COUNT || s->marker[space] > 2 * TC_MARKER_FLAG_CREDIT - 1)
			return "a space has an unknown owner or marker";
	for (int space = TC_SPACES; space < 64 * TC_SET_WORDS; space++)
		if (tc_in(s->frozen, space) || tc_has_partisans(s, space))
			return "something lies beyond the map";
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_has_partisans(s, space) && (tc_spaces[space].city || tc_spaces[space].boxed))
			return "partisans lie where they cannot rise";
	return NULL;
}

static bool faction_unsound(const tc_state *s, int f)
{
	int flags = s->faction_flags[f],
		by = flags & (TC_FACTION_FLAG_BY_RED | TC_FACTION_FLAG_BY_WHITE);
	bool out = s->box[f] == TC_BOX_OUT;
	if (s->box[f] >= TC_BOX_COUNT || flags > 2 * TC_FACTION_FLAG_SUBJUGATED - 1 ||
		by == (TC_FACTION_FLAG_BY_RED | TC_FACTION_FLAG_BY_WHITE))
		return true;
	if ((by || (flags & TC_FACTION_FLAG_WITHDRAWN)) && !out)
		return true;
	if ((flags & TC_FACTION_FLAG_GREEN) && (!out || f != TC_FACTION_WEST_UKRAINE))
		return true;
	if ((flags & TC_FACTION_FLAG_BORROWED) && tc_controller(s, f) == TC_PARTY_NOBODY)
		return true;
	if ((flags & TC_FACTION_FLAG_SUBJUGATED) &&
		(by != TC_FACTION_FLAG_BY_RED || !(tc_factions[f].rules >> TC_RULES_SUBJUGATION & 1) ||
			!tc_setting_of(s)->subjugation))
		return true;
	if (tc_introduction(s) && tc_factions[f].introduction_box == TC_BOX_OUT && (!out || by))
		return true;
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (s->ip[side][f] > 99 || s->soft_ip[side][f] > 99)
			return true;
	return false;
}

static const char *factions_unsound(const tc_state *s)
{
	tc_state again = *s;
	for (int f = 0; f < TC_FACTIONS; f++)
		if (faction_unsound(s, f))
			return "a faction is in no box, or in two";
	for (int f = 0; f < TC_FACTIONS; f++)
		if (s->war[f] != tc_war_by_control(s, f))
			return "a war that does not fit who controls the faction";
	tc_refresh_users(&again);
	if (memcmp(again.user, s->user, sizeof s->user) != 0)
		return "forces are used by the wrong side";
	if (s->chosen >> TC_CHOICES || s->played[1] >> (TC_CARDS - 64))
		return "a card was played, or a choice made, that does not exist";
	return NULL;
}

/* ---- Sides and counters ---------------------------------------------------------------------- */

static bool before_sides(const tc_state *s)
{
	int step = s->head.stack[0].step;
	return !s->head.over && (step == TC_STEP_BID || step == TC_STEP_BID_LOT);
}

static bool bid_unsound(const tc_state *s, int seat)
{
	const ap_frame *f = &s->head.stack[0];
	int side = s->bid_side[seat], vp = s->bid_vp[seat];
	bool given = side != TC_NONE, hidden = f->step == TC_STEP_BID && !ap_sees(s, seat);
	bool due = before_sides(s) &&
		(f->step == TC_STEP_BID_LOT || (f->asked && !(f->asked & AP_SEAT(seat))));
	if (given != (vp != TC_NONE) || (given && (!tc_is_side(side) || vp > TC_MOST_BID)))
		return true;
	return hidden ? given : given != due;
}

static const char *sides_unsound(const tc_state *s)
{
	bool none = before_sides(s);
	if (bid_unsound(s, 0) || bid_unsound(s, 1))
		return "a bid that was not made";
	if (none && s->head.stack[0].step == TC_STEP_BID_LOT &&
		(s->bid_side[0] != s->bid_side[1] || s->bid_vp[0] != s->bid_vp[1]))
		return "a lot between bids that differ";
	for (int seat = 0; seat < 2; seat++) {
		int side = s->side_of[seat];
		if (none ? side != TC_NONE : !tc_is_side(side) || s->seat_of[side] != seat)
			return "a seat has no side, or both";
		if (none && s->seat_of[seat] != TC_NONE)
			return "a side is taken before the bid";
	}
	return NULL;
}

static int most_steps(const tc_state *s)
{
	if (s->head.over) /* perhaps in the middle of a round, which is cleared then */
		return 60;
	switch (s->phase) {
	case TC_PHASE_ACTION:
		return 10 + 6 * s->round;
	case TC_PHASE_LOGISTICS:
		return 60;
	default:
		return 10;
	}
}

/* TC-5.26.2: checks how many objectives RED has written; a view may hide them. */
static bool objectives_unsound(const tc_state *s)
{
	int count = 0;
	for (int o = 0; o < 8; o++)
		count += s->objectives >> o & 1;
	if (s->objectives >> TC_OBJECTIVES || !tc_sees_objectives(s))
		return s->objectives != 0;
	return s->head.over ? count > tc_number_of(TC_NUMBER_OBJECTIVES_NEEDED)
						: count != tc_objectives_written(s);
}

/* TC-8.321: what is noted about Poland fits together; in a game without it there is nothing. */
static bool poland_unsound(const tc_state *s)
{
	int all = 2 * TC_RESPONSE_LAND_WEST_UKRAINE - 1;
	if (s->poland >= TC_POLISH_STATES || s->polish > 2 * TC_POLISH_FLAG_INVADED - 1 ||
		s->polish_corps >= TC_POLISH_CORPS_COUNT || s->haller_turn > TC_TURNS + 1 ||
		s->entered > all || s->intervenes > all)
		return true;
	if ((s->response_due & ~s->entered) || (s->intervenes & ~s->entered))
		return true;
	if ((s->polish & TC_POLISH_FLAG_APART) && s->poland != TC_POLISH_STATE_INTERVENTION)
		return true;
	if ((s->polish & TC_POLISH_FLAG_ACTIVATED) && !(s->polish & TC_POLISH_FLAG_APART))
		return true;
	return s->polish_steps > 4 ||
		(tc_introduction(s) &&
			(s->poland || s->entered || s->polish || s->polish_corps || s->haller_turn));
}

static const char *figures_unsound(const tc_state *s)
{
	int most = most_steps(s);
	for (int side = 0; side < TC_SIDE_COUNT; side++) {
		if (s->vp[side] > TC_MOST_VP || s->cities[side] > 50 || s->announced[side] > 2)
			return "a counter is out of range";
		if (s->steps[side] > most || s->faction_steps[side] > most || s->half[side] > most)
			return "there are more steps than cards";
		if (s->duty_reserve[side] > 60)
			return "more steps were spent than there were";
		for (int region = 0; region < TC_REGIONS; region++)
			if (s->duty[side][region] > 60)
				return "more steps were spent than there were";
	}
	if (s->red_five > 1 || s->bonus > 1 || s->passive > TC_PASSIVITY_NEXT || s->border_open > 1 ||
		s->infighting > 3 || s->fewer_spaces > 3 || s->fewer_steps > 3 || s->duty_lifted > 3 ||
		s->lenin_spoke > 1 || s->lets_pass > 3 || s->keeps_peace > 3 ||
		s->belarus > TC_BELARUS_DONE || s->levy >= TC_LEVY_COUNT || s->stale > 1 ||
		s->laid >> (TC_SIDE_COUNT * TC_PILE_COUNT) || s->powers_friend > TC_PARTY_NOBODY ||
		s->this_turn > (TC_THIS_TURN_LACK_OF_MEN | TC_THIS_TURN_IDLE_FACTIONS) ||
		(s->finns_kept && !tc_between(s->finns_kept, s->turn, s->turn + 1)))
		return "a mark is out of range";
	if (s->muddy > (s->turn > 0 && tc_this_turn(s)->weather))
		return "it is muddy in a turn without weather";
	if (s->gold_at != TC_NOWHERE && (s->gold_at >= TC_SPACES || !tc_campaign(s)))
		return "the gold train is where it cannot be";
	if (objectives_unsound(s) || s->no_chits[TC_SIDE_RED] > 9 || s->no_chits[TC_SIDE_WHITE] > 9)
		return "objectives are written too early, or chits spared too long";
	if (s->tsar_with != TC_NONE &&
		(s->tsar_with >= TC_LEADERS || tc_leaders[s->tsar_with].side != TC_SIDE_WHITE ||
			s->leader_where[TC_LEADER_WHITE_TSAR] == TC_LOCATION_OUT))
		return "the Tsar has joined whom he cannot join";
	if (poland_unsound(s))
		return "what is noted about Poland does not fit together";
	return NULL;
}

/* Checks that there is a round and an acting side only with the frame of a round, and that they fit
 * it. */
static bool round_unsound(const tc_state *s)
{
	const tc_round_frame *round = tc_find_round(s);
	if (!round)
		return s->round != 0 || s->acting != TC_NONE;
	return s->turn == 0 || !tc_between(s->round, 1, tc_this_turn(s)->rounds) ||
		s->acting != round->side;
}

static const char *clock_unsound(const tc_state *s)
{
	int last = tc_setting_of(s)->final;
	bool begins = !s->head.over && s->head.stack[0].step == TC_STEP_TURN_BEGIN;
	if (before_sides(s))
		return s->turn || s->phase || s->round || s->acting != TC_NONE || s->winner != TC_NONE
			? "the game has begun before the bid"
			: NULL;
	if (begins ? s->turn >= last : !tc_between(s->turn, 1, last))
		return "the turn is out of range";
	if (s->phase >= TC_PHASE_COUNT || round_unsound(s))
		return "the phase or the round is out of range";
	bool won = s->winner != TC_NONE;
	return won != (s->head.over != 0) || (won && s->winner > TC_PARTY_NOBODY)
		? "the winner is wrong"
		: NULL;
}

/* Checks that stale supply is forgotten when the game is over. While it runs, supply is computed
 * again when a state is read. */
static const char *supply_unsound(const tc_state *s)
{
	uint64_t any = 0;
	for (int net = 0; net < TC_NET_COUNT; net++)
		for (int word = 0; word < TC_SET_WORDS; word++)
			any |= s->fed[net][word] | s->full[net][word];
	if (s->unfed || (s->head.over && s->stale && any))
		return "supply is out of date, and shown";
	bool asked = !s->head.over && ap_peek(s)->asked;
	return asked && s->stale && ap_peek(s)->step != TC_STEP_MOVE_ON ? "supply is out of date"
																	: NULL;
}

const char *tc_unsound(const void *state)
{
	static const char *(*const parts[])(const tc_state *) = {sides_unsound, clock_unsound,
		spaces_unsound, factions_unsound, units_unsound, leaders_unsound, figures_unsound,
		supply_unsound, tc_battle_unsound, tc_cards_unsound, tc_stack_unsound};
	for (int i = 0; i < AP_COUNT(parts); i++) {
		const char *wrong = parts[i](state);
		if (wrong)
			return wrong;
	}
	return NULL;
}
