/* mending.c: what follows from the rest of a state that was read from JSON. A state from play is
 * left as it is. */
#include "soundness.h"

/* A space goes before every place but those of the dead: a scenario need only name the space. */
static void mend_places(uint16_t *at, uint8_t *where, int count)
{
	for (int i = 0; i < count; i++) {
		bool dead = where[i] == DEAD || where[i] == GONE;
		if (at[i] < SPACES && !dead)
			where[i] = ON_MAP;
		else
			at[i] = NOWHERE;
		if (at[i] >= SPACES && where[i] == ON_MAP)
			where[i] = OUT;
	}
}

void tc_build_lists(tc_state *s)
{
	memset(s->first_unit, 0xff, sizeof s->first_unit);
	memset(s->next_unit, 0xff, sizeof s->next_unit);
	for (int u = UNITS - 1; u >= 0; u--) {
		int space = s->unit_at[u];
		if (space >= SPACES)
			continue;
		s->next_unit[u] = s->first_unit[space];
		s->first_unit[space] = (uint16_t)u;
	}
}

/* TC-CO-1: where forces stand the space is theirs. */
static void mend_owners(tc_state *s)
{
	bool moving = tc_frame_of(s, MOVE_ON, MOVE_ON);
	for (int u = 0; u < UNITS; u++) {
		int space = s->unit_at[u], owner = tc_owner_by(s, u);
		bool passes = (s->unit_flags[u] & U_FELL) || (moving && (s->unit_flags[u] & U_PICKED));
		if (space < SPACES && !passes && owner != NONE && !tc_leaves(s, u))
			s->owner[space] = (uint8_t)owner;
	}
}

static void mend_sides(tc_state *s)
{
	memset(s->seat_of, NONE, sizeof s->seat_of);
	for (int seat = 0; seat < 2; seat++)
		if (s->side_of[seat] < SIDES)
			s->seat_of[s->side_of[seat]] = (uint8_t)seat;
}

/* A side always knows what it holds. */
static void mend_cards(tc_state *s)
{
	for (int card = 0; card < CARDS; card++) {
		int place = s->card_at[card], seat = s->seat_of[tc_card_side(card)];
		if (place >= CARD_HAND && place < CARD_DISCARDS && seat != NONE)
			s->card_known[card] |= (uint8_t)AP_SEAT(seat);
		else if (place != UNSEEN)
			s->card_known[card] = 0;
	}
	if (s->head.viewer != AP_EVERYTHING)
		return;
	tc_count_hands(s);
	s->laid = (uint8_t)(!s->head.over && ap_peek(s)->step == POLITICS_PLACE ? 0 : tc_laid_now(s));
}

void tc_mend(void *state)
{
	tc_state *s = state;
	bool stale = s->stale;
	mend_places(s->unit_at, s->unit_where, UNITS);
	mend_places(s->leader_at, s->leader_where, LEADERS);
	tc_build_lists(s);
	mend_sides(s);
	mend_cards(s);
	tc_refresh_users(s);
	mend_owners(s);
	s->stale = 0;
	tc_make_stale(s);
	if (!stale)
		tc_supply(s);
}
