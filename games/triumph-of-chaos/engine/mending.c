/* mending.c: computes the derived parts of a state that was read from JSON. A state that comes from
 * play does not change. */
#include "soundness.h"

/* Puts units or leaders that have a space on the map, unless they are dead. So a scenario need only
 * name the space. */
static void mend_places(uint16_t *at, uint8_t *where, int count)
{
	for (int i = 0; i < count; i++) {
		bool dead = where[i] == TC_LOCATION_DEAD || where[i] == TC_LOCATION_GONE;
		if (at[i] < TC_SPACES && !dead)
			where[i] = TC_LOCATION_MAP;
		else
			at[i] = TC_NOWHERE;
		if (at[i] >= TC_SPACES && where[i] == TC_LOCATION_MAP)
			where[i] = TC_LOCATION_OUT;
	}
}

void tc_build_lists(tc_state *s)
{
	memset(s->first_unit, 0xff, sizeof s->first_unit);
	memset(s->next_unit, 0xff, sizeof s->next_unit);
	for (int u = TC_UNITS - 1; u >= 0; u--) {
		int space = s->unit_at[u];
		if (space >= TC_SPACES)
			continue;
		s->next_unit[u] = s->first_unit[space];
		s->first_unit[space] = (uint16_t)u;
	}
}

/* TC-CO-1: gives each space to those who stand in it. */
static void mend_owners(tc_state *s)
{
	bool moving = tc_find_step(s, TC_STEP_MOVE_ON) != NULL;
	for (int u = 0; u < TC_UNITS; u++) {
		int space = s->unit_at[u], owner = tc_owner_by(s, u);
		bool passes = (s->unit_flags[u] & TC_UNIT_FLAG_FELL) ||
			(moving && (s->unit_flags[u] & TC_UNIT_FLAG_PICKED));
		if (space < TC_SPACES && !passes && owner != TC_NONE && !tc_leaves(s, u))
			s->owner[space] = (uint8_t)owner;
	}
}

static void mend_sides(tc_state *s)
{
	memset(s->seat_of, TC_NONE, sizeof s->seat_of);
	for (int seat = 0; seat < 2; seat++)
		if (s->side_of[seat] < TC_SIDE_COUNT)
			s->seat_of[s->side_of[seat]] = (uint8_t)seat;
}

/* Makes each side know the cards that it holds. */
static void mend_cards(tc_state *s)
{
	for (int card = 0; card < TC_CARDS; card++) {
		int place = s->card_at[card], seat = s->seat_of[tc_card_side(card)];
		if (place >= TC_CARD_PLACE_HAND && place < TC_CARD_PLACE_DISCARDS && seat != TC_NONE)
			s->card_known[card] |= (uint8_t)AP_SEAT(seat);
		else if (place != AP_UNSEEN)
			s->card_known[card] &= place == TC_CARD_PLACE_DECK ? TC_KNOWN_OLDER : 0;
	}
	if (s->head.viewer != AP_EVERYTHING)
		return;
	tc_count_hands(s);
	s->laid =
		(uint8_t)(!s->head.over && ap_peek(s)->step == TC_STEP_POLITICS_PLACE ? 0 : tc_laid_now(s));
}

void tc_mend(void *state)
{
	tc_state *s = state;
	bool stale = s->stale;
	mend_places(s->unit_at, s->unit_where, TC_UNITS);
	mend_places(s->leader_at, s->leader_where, TC_LEADERS);
	tc_build_lists(s);
	mend_sides(s);
	mend_cards(s);
	tc_refresh_users(s);
	for (int f = 0; f < TC_FACTIONS; f++)
		s->war[f] = (uint8_t)tc_war_by_control(s, f);
	mend_owners(s);
	tc_find_supply(s);
	s->stale = stale;
	if (s->head.over)
		tc_forget_stale_supply(s);
}
