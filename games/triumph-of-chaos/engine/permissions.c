/* permissions.c: what the played events permit or forbid. */
#include "events.h"

static bool played_own(const tc_state *s, int side, int white_card, int red_card)
{
	return tc_played(s, side == TC_SIDE_WHITE ? white_card : red_card);
}

static bool chose_balts(const tc_state *s)
{
	return tc_chose(s, TC_CHOICE_R10_AGGRESSION) || tc_chose(s, TC_CHOICE_R10_LIFT);
}

bool tc_may(const tc_state *s, int side, int what)
{
	assert(tc_is_side(side));
	switch (what) {
	case TC_MAY_ACTIVATE_ALLIES:
	case TC_MUST_CZECHS_ALONE:
		return tc_played(s, TC_CARD_W1);
	case TC_MAY_ARMIES_SOUTHEAST:
	case TC_MAY_WAR_EAST:
		return played_own(s, side, TC_CARD_W42, TC_CARD_R42);
	case TC_MAY_WAR_REPUBLICS:
		return played_own(s, side, TC_CARD_W14, TC_CARD_R14);
	case TC_MAY_WAR_BALTS:
		return side == TC_SIDE_WHITE || tc_chose(s, TC_CHOICE_R10_AGGRESSION);
	case TC_MAY_CONTROL_BALTS:
		return side == TC_SIDE_WHITE || chose_balts(s);
	case TC_MAY_CONTROL_COUNCIL:
		return side == TC_SIDE_RED || (tc_played(s, TC_CARD_W15) && !tc_played(s, TC_CARD_R15));
	case TC_MAY_CONTROL_POLAND:
		return side == TC_SIDE_RED || tc_chose(s, TC_CHOICE_W2_POLES);
	case TC_MAY_CONTROL_UKRAINE:
		return side == TC_SIDE_WHITE || tc_chose(s, TC_CHOICE_R1_UKRAINE);
	case TC_HOLDS_POWERS:
	case TC_MAY_ADD_WITHDRAWAL:
		return tc_played(s, TC_CARD_W12);
	default:
		return false;
	}
}

/* Returns whether another event has ended what the card permitted. */
static bool is_ended(const tc_state *s, int card)
{
	return card == TC_CARD_W15 && tc_played(s, TC_CARD_R15);
}

int tc_figure_in_force(const void *view, int key)
{
	const tc_state *s = view;
	uint16_t clause = 0;
	if (!tc_played(s, key) || is_ended(s, key))
		return AP_NONE;
	for (int row = tc_first_row(key); tc_row_of_card(row, key); row++) {
		const tc_effect *e = &tc_effects[row];
		int what = tc_permission_of(e->deed, &clause);
		if (what != TC_PERMISSION_OTHER && (e->choice >= TC_CHOICES || tc_chose(s, e->choice)))
			return what;
	}
	return AP_NONE;
}
