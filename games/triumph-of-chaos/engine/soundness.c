/* soundness.c: the invariants of the board: units, leaders, spaces, factions, counters. Cards, the
 * round and its combat, and the stack have files of their own. A state that passes can be played on
 * safely. */
#include "soundness.h"

/* ---- Units and leaders ----------------------------------------------------------------------- */

static bool unit_unsound(const tc_state *s, int u)
{
	int at = s->unit_at[u], where = s->unit_where[u], flags = s->unit_flags[u];
	if (where >= WHERES || (where == ON_MAP) != (at < SPACES) || (at >= SPACES && at != NOWHERE))
		return true;
	bool kept = where == ON_MAP || where == RESERVE;
	if ((flags & U_REDUCED) && (tc_units[u].steps != 2 || !kept))
		return true;
	if (where != ON_MAP && (flags & ~(U_REDUCED | U_MOVED)))
		return true;
	if (tc_is_green(u) && where != ON_MAP && where != OUT)
		return true;
	return where == RESERVE && tc_is_army(u);
}

/* The lists by space hold exactly who stands there. */
static bool lists_unsound(const tc_state *s)
{
	int listed = 0, standing = 0;
	for (int space = 0; space < SPACES; space++) {
		int last = -1, u = s->first_unit[space];
		for (; u < UNITS && u > last; u = s->next_unit[u]) {
			if (s->unit_at[u] != space)
				return true;
			last = u;
			listed++;
		}
		if (u != NOWHERE)
			return true;
	}
	for (int u = 0; u < UNITS; u++) {
		standing += s->unit_at[u] < SPACES;
		if (s->unit_at[u] >= SPACES && s->next_unit[u] != NOWHERE)
			return true;
	}
	return listed != standing;
}

/* Units that for the moment do not count: those on their way, and destroyed armies. */
static bool passes_by(const tc_state *s, int u)
{
	bool moving = tc_frame_of(s, MOVE_ON, MOVE_ON) != NULL;
	return (s->unit_flags[u] & U_FELL) || (moving && (s->unit_flags[u] & U_PICKED));
}

/* Others still have to leave a space: in an event, or when a faction is lost. */
static bool parting(const tc_state *s)
{
	return tc_frame_of(s, EVENT, EVENT_RETREAT) || tc_frame_of(s, LOSS_LEADERS, LOSS_UNITS);
}

/* It has still to leave the land of a faction that is lost, or those who have mutinied. */
bool tc_leaves(const tc_state *s, int unit)
{
	const ap_frame *f = tc_frame_of(s, LOSS_LEADERS, LOSS_UNITS);
	int space = s->unit_at[unit];
	if (f)
		return tc_between(f->v[0], 0, FACTIONS - 1) && tc_unit_must_go(s, f->v[0], unit) &&
			(f->step == LOSS_LEADERS || unit >= f->v[2]);
	if (!tc_frame_of(s, EVENT_RETREAT, EVENT_RETREAT))
		return false;
	for (int u = 0; u < UNITS; u++)
		if (s->unit_at[u] == space && s->owner[space] == tc_owner_by(s, u))
			return true;
	return false;
}

/* TC-ST-1, and that no space has forces of two parties. */
static bool stack_unsound(const tc_state *s, int space)
{
	int most = tc_number_of(TC_NUMBER_STACK_ARMIES), units = 0, armies = 0, first = NONE;
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u)) {
		if (first != NONE && tc_user(s, u) != first && !parting(s))
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
	for (int u = 0; u < UNITS; u++)
		if (unit_unsound(s, u))
			return "a unit is where it cannot be";
	if (lists_unsound(s))
		return "the lists of units do not fit";
	for (int space = 0; space < SPACES; space++)
		if (stack_unsound(s, space))
			return "too many units, or enemies, share a space";
	return NULL;
}

/* Nobody is on the map who comes with later cards or turns. */
static bool comes_later(const tc_state *s, int leader)
{
	const tc_leader *l = &tc_leaders[leader];
	if (l->purchase > 0 && l->purchase <= s->turn)
		return false;
	switch (l->arrival) {
	case TC_ARRIVAL_CARD:
		return l->card >= CARDS || tc_cards[l->card].year > 1918;
	case TC_ARRIVAL_PURCHASE:
	case TC_ARRIVAL_RESCUE:
		return true;
	default:
		return false;
	}
}

static const char *leaders_unsound(const tc_state *s)
{
	for (int l = 0; l < LEADERS; l++) {
		int at = s->leader_at[l], where = s->leader_where[l], flags = s->leader_flags[l];
		if (where >= WHERES || (where == ON_MAP) != (at < SPACES) ||
			(at >= SPACES && at != NOWHERE))
			return "a leader is nowhere";
		if (where == ON_MAP && comes_later(s, l))
			return "a leader has come too early";
		if (flags > 2 * L_AHEAD - 1 || (where != ON_MAP && (flags & ~L_IDLE)))
			return "a leader does what he cannot";
	}
	return NULL;
}

/* ---- Spaces and factions --------------------------------------------------------------------- */

static const char *spaces_unsound(const tc_state *s)
{
	for (int space = 0; space < SPACES; space++)
		if (s->owner[space] >= OWNERS || s->marker[space] > 2 * M_CREDIT - 1)
			return "a space has an unknown owner or marker";
	return NULL;
}

static bool faction_unsound(const tc_state *s, int f)
{
	int flags = s->faction_flags[f], by = flags & (F_BY_RED | F_BY_WHITE);
	bool out = s->box[f] == TC_BOX_OUT;
	if (s->box[f] >= TC_BOX_COUNT || flags > 2 * F_GAINED - 1 || by == (F_BY_RED | F_BY_WHITE))
		return true;
	if ((by || (flags & F_WITHDRAWN)) && !out)
		return true;
	if (!tc_campaign(s) && tc_factions[f].introduction_box == TC_BOX_OUT && (!out || by))
		return true;
	for (int side = 0; side < SIDES; side++)
		if (s->ip[side][f] > 99 || s->soft_ip[side][f] > 99)
			return true;
	return false;
}

static const char *factions_unsound(const tc_state *s)
{
	tc_state again = *s;
	for (int f = 0; f < FACTIONS; f++)
		if (faction_unsound(s, f))
			return "a faction is in no box, or in two";
	tc_refresh_users(&again);
	if (memcmp(again.user, s->user, sizeof s->user) != 0)
		return "forces are used by the wrong side";
	if (s->chosen >> TC_CHOICES || s->played[1] >> (CARDS - 64))
		return "a card was played, or a choice made, that does not exist";
	return NULL;
}

/* ---- Sides and counters ---------------------------------------------------------------------- */

static bool before_sides(const tc_state *s)
{
	int step = s->head.stack[0].step;
	return !s->head.over && (step == BID || step == BID_LOT);
}

static bool bid_unsound(const tc_state *s, int seat)
{
	const ap_frame *f = &s->head.stack[0];
	int side = s->bid_side[seat], vp = s->bid_vp[seat];
	bool given = side != NONE, hidden = f->step == BID && !ap_sees(s, seat);
	bool due = before_sides(s) && (f->step == BID_LOT || (f->asked && !(f->asked & AP_SEAT(seat))));
	if (given != (vp != NONE) || (given && (!tc_is_side(side) || vp > MOST_BID)))
		return true;
	return hidden ? given : given != due;
}

static const char *sides_unsound(const tc_state *s)
{
	bool none = before_sides(s);
	if (bid_unsound(s, 0) || bid_unsound(s, 1))
		return "a bid that was not made";
	if (none && s->head.stack[0].step == BID_LOT &&
		(s->bid_side[0] != s->bid_side[1] || s->bid_vp[0] != s->bid_vp[1]))
		return "a lot between bids that differ";
	for (int seat = 0; seat < 2; seat++) {
		int side = s->side_of[seat];
		if (none ? side != NONE : !tc_is_side(side) || s->seat_of[side] != seat)
			return "a seat has no side, or both";
		if (none && s->seat_of[seat] != NONE)
			return "a side is taken before the bid";
	}
	return NULL;
}

static int most_steps(const tc_state *s)
{
	switch (s->phase) {
	case ACTION:
		return 10 + 6 * s->round;
	case LOGISTICS:
		return 60;
	default:
		return 10;
	}
}

static const char *figures_unsound(const tc_state *s)
{
	int most = most_steps(s);
	for (int side = 0; side < SIDES; side++) {
		if (s->vp[side] > MOST_VP || s->cities[side] > 50 || s->announced[side] > 2)
			return "a counter is out of range";
		if (s->steps[side] > most || s->faction_steps[side] > most || s->half[side] > most)
			return "there are more steps than cards";
		if (s->duty_reserve[side] > 60)
			return "more steps were spent than there were";
		for (int region = 0; region < REGIONS; region++)
			if (s->duty[side][region] > 60)
				return "more steps were spent than there were";
	}
	if (s->red_five > 1 || s->bonus > 1 || s->passive > PASSIVE_NEXT || s->border_open > 1 ||
		s->infighting > 3 || s->fewer_spaces > 3 || s->fewer_steps > 3 || s->duty_lifted > 3 ||
		s->lenin_spoke > 1 || s->belarus > BELARUS_DONE || s->stale > 1 ||
		s->laid >> (SIDES * BOXES) || s->powers_friend > NOBODY)
		return "a mark is out of range";
	return NULL;
}

static const char *clock_unsound(const tc_state *s)
{
	int last = tc_campaign(s) ? TC_TURNS : tc_setting_of(s)->final;
	bool playing = tc_round_frame(s) != NULL;
	if (before_sides(s))
		return s->turn || s->phase || s->round || s->acting != NONE || s->winner != NONE
			? "the game has begun before the bid"
			: NULL;
	if (!s->head.over && s->head.stack[0].step == TURN_BEGIN ? s->turn >= last
															 : !tc_between(s->turn, 1, last))
		return "the turn is out of range";
	if (s->phase >= PHASES || s->round > (playing ? tc_this_turn(s)->rounds : 0) ||
		(playing && s->round == 0))
		return "the round is out of range";
	if (playing ? s->acting != tc_round_frame(s)->v[0] : s->acting != NONE)
		return "somebody acts out of turn";
	bool won = s->winner != NONE;
	return won != (s->head.over != 0) || (won && s->winner > NOBODY) ? "the winner is wrong" : NULL;
}

/* Supply is recomputed on reading; stale it shows nothing. */
static const char *supply_unsound(const tc_state *s)
{
	uint64_t any = 0;
	for (int net = 0; net < NETS; net++)
		for (int word = 0; word < WORDS; word++)
			any |= s->fed[net][word] | s->full[net][word];
	if (s->stale && any)
		return "supply is out of date, and shown";
	bool asked = !s->head.over && ap_peek(s)->asked;
	return asked && s->stale && ap_peek(s)->step != MOVE_ON ? "supply is out of date" : NULL;
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
