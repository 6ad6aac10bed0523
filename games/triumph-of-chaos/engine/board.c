/* board.c: units, leaders and owners of spaces: the only functions that move them, and functions
 * that return who stands where. */
#include "chapters.h"

/* ---- Units ----------------------------------------------------------------------------------- */

static void unlink_unit(tc_state *s, int unit)
{
	if (tc_has_partisans(s, s->unit_at[unit]))
		tc_make_stale(s);
	uint16_t *at = &s->first_unit[s->unit_at[unit]];
	while (*at != unit)
		at = &s->next_unit[*at];
	*at = s->next_unit[unit];
	s->next_unit[unit] = TC_NOWHERE;
	s->unit_at[unit] = TC_NOWHERE;
}

static void link_unit(tc_state *s, int unit, int space)
{
	if (tc_has_partisans(s, space))
		tc_make_stale(s);
	uint16_t *at = &s->first_unit[space];
	while (*at < unit)
		at = &s->next_unit[*at];
	s->next_unit[unit] = *at;
	*at = (uint16_t)unit;
	s->unit_at[unit] = (uint16_t)space;
}

void tc_put_unit(tc_state *s, int unit, int space)
{
	assert(tc_is_unit(unit) && tc_is_space(space));
	if (s->unit_at[unit] < TC_SPACES)
		unlink_unit(s, unit);
	link_unit(s, unit, space);
	s->unit_where[unit] = TC_LOCATION_MAP;
	tc_unit_enters(s, unit, space);
}

void tc_take_unit(tc_state *s, int unit, int location)
{
	assert(tc_is_unit(unit));
	assert(location > TC_LOCATION_MAP && location < TC_LOCATION_COUNT);
	if (s->unit_at[unit] < TC_SPACES)
		unlink_unit(s, unit);
	s->unit_where[unit] = (uint8_t)location;
	s->unit_flags[unit] &= location == TC_LOCATION_RESERVE ? TC_UNIT_FLAG_REDUCED : 0;
	s->unit_side[unit] = TC_ALLEGIANCE_OWN;
}

void tc_turn_unit(tc_state *s, int unit, int allegiance)
{
	assert(tc_is_unit(unit) && s->unit_where[unit] == TC_LOCATION_MAP);
	assert(tc_is_garrison(unit) || tc_units[unit].faction < TC_FACTIONS);
	s->unit_side[unit] = (uint8_t)allegiance;
}

void tc_set_reduced(tc_state *s, int unit, bool reduced)
{
	assert(!reduced || tc_units[unit].steps == 2);
	s->unit_flags[unit] &= (uint8_t)~TC_UNIT_FLAG_REDUCED;
	if (reduced)
		s->unit_flags[unit] |= TC_UNIT_FLAG_REDUCED;
}

bool tc_lose_step(tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	if (!tc_has_two_steps(s, unit))
		return true;
	tc_set_reduced(s, unit, true);
	return false;
}

void tc_destroy(tc_state *s, int unit, bool for_good)
{
	assert(tc_is_unit(unit));
	bool returns = tc_units[unit].traits >> TC_TRAITS_ALWAYS_REBUILT & 1;
	bool turned = tc_is_insurgent(s, unit) ||
		(s->unit_side[unit] != TC_ALLEGIANCE_OWN && !tc_is_garrison(unit));
	tc_take_unit(s, unit,
		tc_units[unit].troop == TC_TROOP_GREEN ? TC_LOCATION_OUT
			: turned || (for_good && !returns) ? TC_LOCATION_GONE
											   : TC_LOCATION_DEAD);
}

/* ---- Leaders --------------------------------------------------------------------------------- */

void tc_put_leader(tc_state *s, int leader, int space)
{
	assert(tc_is_leader(leader) && tc_is_space(space));
	s->leader_at[leader] = (uint16_t)space;
	s->leader_where[leader] = TC_LOCATION_MAP;
	tc_leader_enters(s, leader, space);
}

void tc_take_leader(tc_state *s, int leader, int location)
{
	assert(tc_is_leader(leader));
	assert(location > TC_LOCATION_MAP && location < TC_LOCATION_COUNT);
	s->leader_at[leader] = TC_NOWHERE;
	s->leader_where[leader] = (uint8_t)location;
	s->leader_flags[leader] &= TC_LEADER_FLAG_IDLE;
}

int tc_count_units(const tc_state *s, int side, int location)
{
	assert(tc_is_side(side));
	int count = 0;
	for (int u = 0; u < TC_UNITS; u++)
		count += s->unit_where[u] == location && tc_user(s, u) == side;
	return count;
}

bool tc_leaders_at(const tc_state *s, int space, int side)
{
	assert(tc_is_space(space) && tc_is_side(side));
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side)
			return true;
	return false;
}

/* ---- Owners ---------------------------------------------------------------------------------- */

void tc_set_owner(tc_state *s, int space, int owner)
{
	assert(tc_is_space(space) && owner >= 0 && owner < TC_OWNER_COUNT);
	if (s->owner[space] == owner)
		return;
	int before = s->owner[space];
	s->owner[space] = (uint8_t)owner;
	if (s->unfed || !tc_supply_follows(s, space, before))
		tc_make_stale(s);
	s->stale = 1;
}

void tc_take_space(tc_state *s, int unit, int space, ap_events *ev)
{
	assert(tc_is_unit(unit) && tc_is_space(space));
	tc_scatter_partisans(s, space, ev);
	int side = tc_user(s, unit);
	bool power = tc_units[unit].faction == TC_FACTION_CENTRAL_POWERS;
	bool followed = !power && !tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS);
	/* TC-8.315.6: now the side holds the city with its own troops. */
	if (s->owner[space] == side && followed)
		s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_CREDIT;
	if (side >= TC_SIDE_COUNT || s->owner[space] == side)
		return;
	bool credit = power && tc_city_counts_for(s, space) == tc_other(side);
	s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_CREDIT;
	if (credit)
		s->marker[space] |= TC_MARKER_FLAG_CREDIT;
	tc_set_owner(s, space, side);
	tc_tell_owner(ev, TC_CO_1, TC_SPACE(space), TC_OWNER(side));
	tc_note_victory(s, ev);
}

/* TC-8.315.6: returns whether the Central Powers have left the city to those who came with them. */
static bool left_behind(const tc_state *s, int space)
{
	return tc_occupier(s, space) == s->owner[space] &&
		!tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS);
}

void tc_end_credit(tc_state *s, int space)
{
	assert(tc_is_space(space));
	if ((s->marker[space] & TC_MARKER_FLAG_CREDIT) && left_behind(s, space))
		s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_CREDIT;
}

/* Returns the first byte from this one on that has one of the flags; `count` if there is none.
 * There are at least eight. */
static inline int next_with(const uint8_t *bytes, int count, int flags, int from)
{
	int width = count < 64 ? count : 64;
	for (int at = from; at < count; at += 64) {
		int first = at < count - width ? at : count - width;
		uint64_t set = ap_differing_bytes(bytes + first, width, 0, (uint8_t)flags) >> (at - first);
		if (set)
			return at + __builtin_ctzll(set);
	}
	return count;
}

void tc_find_equal(const uint8_t *bytes, int count, int value, uint64_t *set)
{
	for (int from = 0; from < count; from += 64) {
		int first = from < count - 64 ? from : count - 64;
		set[from / 64] = ap_equal_bytes(bytes + first, 64, (uint8_t)value) >> (from - first);
	}
}

/* Finds the bytes that have one of the flags. There are at least 64. */
static void find_flagged(const uint8_t *bytes, int count, int flags, uint64_t *set)
{
	for (int from = 0; from < count; from += 64) {
		int first = from < count - 64 ? from : count - 64;
		set[from / 64] = ap_differing_bytes(bytes + first, 64, 0, (uint8_t)flags) >> (from - first);
	}
}

void tc_occupied(const tc_state *s, uint64_t set[TC_SET_WORDS])
{
	uint8_t there[TC_SPACES];
	for (int space = 0; space < TC_SPACES; space++)
		there[space] = s->first_unit[space] != TC_NOWHERE;
	tc_find_equal(there, TC_SPACES, 1, set);
}

void tc_owned_by(const tc_state *s, int owner, uint64_t set[TC_SET_WORDS])
{
	tc_find_equal(s->owner, TC_SPACES, owner, set);
}

void tc_open_to(const tc_state *s, int side, uint64_t set[TC_SET_WORDS])
{
	const uint64_t *partisans = s->partisans[tc_other(side)];
	tc_owned_by(s, side, set);
	for (int space = tc_member(partisans, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(partisans, TC_SET_WORDS, space + 1))
		if (tc_partisans_bar(s, side, space))
			tc_exclude(set, space);
}

void tc_units_flagged(const tc_state *s, int flags, uint64_t set[TC_UNIT_WORDS])
{
	find_flagged(s->unit_flags, TC_UNITS, flags, set);
}

void tc_marked(const tc_state *s, int flags, uint64_t set[TC_SET_WORDS])
{
	find_flagged(s->marker, TC_SPACES, flags, set);
}

void tc_units_of(const tc_state *s, int side, uint64_t set[TC_UNIT_WORDS])
{
	uint64_t turned[TC_UNIT_WORDS];
	assert(tc_is_side(side));
	memcpy(set, tc_unit_by_side[side], sizeof turned);
	for (uint64_t left = tc_factions_of(s, side); left != 0; left &= left - 1) {
		int f = __builtin_ctzll(left);
		for (int i = 0; i < TC_UNIT_WORDS; i++)
			set[i] |= tc_unit_by_faction[f][i] & tc_unit_by_side[TC_PARTY_NOBODY][i];
	}
	find_flagged(s->unit_side, TC_UNITS, 0xff, turned);
	for (int u = tc_member(turned, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(turned, TC_UNIT_WORDS, u + 1)) {
		tc_exclude(set, u);
		if (tc_user(s, u) == side)
			tc_include(set, u);
	}
}

void tc_units_in(const tc_state *s, int location, uint64_t set[TC_UNIT_WORDS])
{
	tc_find_equal(s->unit_where, TC_UNITS, location, set);
}

void tc_cards_in(const tc_state *s, int place, uint64_t set[TC_CARD_WORDS])
{
	tc_find_equal(s->card_at, TC_CARDS, place, set);
}

void tc_political_cards_in(const tc_state *s, int place, uint64_t set[TC_CARD_WORDS])
{
	tc_find_equal(s->pcard_at, TC_POLITICAL_CARDS, place, set);
}

int tc_next_marked(const tc_state *s, int flags, int from)
{
	return next_with(s->marker, TC_SPACES, flags, from);
}

int tc_next_leader(const tc_state *s, int flags, int from)
{
	return next_with(s->leader_flags, TC_LEADERS, flags, from);
}

void tc_tidy_markers(tc_state *s, ap_events *ev)
{
	enum { TIDIED = TC_MARKER_FLAG_NO_ACT | TC_MARKER_FLAG_CREDIT };
	for (int space = tc_next_marked(s, TIDIED, 0); space < TC_SPACES;
		 space = tc_next_marked(s, TIDIED, space + 1)) {
		if ((s->marker[space] & TC_MARKER_FLAG_NO_ACT) && !tc_is_side(tc_occupier(s, space))) {
			s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_NO_ACT;
			tc_tell_no_act_off(ev, TC_NA_1, TC_SPACE(space));
		}
		tc_end_credit(s, space);
	}
	tc_tidy_lasting(s, ev);
}

/* ---- Who stands where ------------------------------------------------------------------------ */

bool tc_has_army(const tc_state *s, int space, int side)
{
	assert(tc_is_space(space) && tc_is_side(side));
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (tc_is_army(u) && tc_user(s, u) == side)
			return true;
	return false;
}

bool tc_unit_near(const tc_state *s, int space, int side)
{
	assert(tc_is_space(space) && tc_is_side(side));
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		if (tc_occupier(s, tc_link_to[i]) == side)
			return true;
	return false;
}

bool tc_fits(const tc_state *s, int space, int side, int armies, int corps, int without)
{
	assert(tc_is_space(space) && armies >= 0 && corps >= 0);
	int most_armies = tc_number_of(TC_NUMBER_STACK_ARMIES);
	int most = most_armies + tc_number_of(TC_NUMBER_STACK_CORPS);
	int units = armies + corps;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
		if (tc_user(s, u) != side || (s->unit_flags[u] & without))
			continue;
		units++;
		armies += tc_is_army(u);
	}
	return units <= most && armies <= most_armies;
}
