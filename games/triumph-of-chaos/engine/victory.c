/* victory.c: victory before the last turn is over, TC-6.0 to TC-6.2. The step that calls
 * tc_check_victory must return at once if the game is over. */
#include "chapters.h"

/* ---- The conditions -------------------------------------------------------------------------- */

/* TC-6.1: returns whether WHITE owns as many of Petrograd and Moskva as win at once. */
static bool white_holds_capitals(const tc_state *s)
{
	int held = (s->owner[TC_SPACE_PETROGRAD] == TC_OWNER_WHITE) +
		(s->owner[TC_SPACE_MOSKVA] == TC_OWNER_WHITE);
	return held >= tc_setting_of(s)->capitals;
}

int tc_white_regions_of_red(const tc_state *s)
{
	_Static_assert(TC_REGIONS <= 64, "a set of regions fits");
	uint64_t regions = 0;
	const uint64_t *cities = tc_space_by_city[1];
	for (int space = tc_member(cities, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(cities, TC_SET_WORDS, space + 1)) {
		int region = tc_region_of(space);
		if (tc_regions[region].home == TC_HOME_WHITE && tc_city_counts_for(s, space) == TC_SIDE_RED)
			regions |= UINT64_C(1) << region;
	}
	return __builtin_popcountll(regions);
}

static int white_regions(void)
{
	int count = 0;
	for (int region = 0; region < TC_REGIONS; region++)
		count += tc_regions[region].home == TC_HOME_WHITE;
	return count;
}

/* ---- The end --------------------------------------------------------------------------------- */

void tc_win(tc_state *s, int side, int reason, int clause, ap_events *ev)
{
	s->winner = (uint8_t)side;
	s->round = 0;
	s->acting = TC_NONE;
	tc_tell_wins(ev, (uint16_t)clause, TC_SIDE(side), s->vp[side], s->vp[tc_other(side)]);
	tc_end_game(s, reason);
}

/* TC-6.0 to TC-6.2: victory in the campaign. WHITE is looked at first. */
static bool check_campaign(tc_state *s, ap_events *ev)
{
	const tc_setting *scenario = tc_setting_of(s);
	if (white_holds_capitals(s))
		tc_win(s, TC_SIDE_WHITE, TC_REASON_CAPITALS, TC_6_1, ev);
	else if (s->vp[TC_SIDE_WHITE] >= scenario->white_vp)
		tc_win(s, TC_SIDE_WHITE, TC_REASON_WHITE_POINTS, TC_6_0, ev);
	else if (s->vp[TC_SIDE_RED] >= scenario->red_vp &&
		tc_white_regions_of_red(s) == white_regions())
		tc_win(s, TC_SIDE_RED, TC_REASON_RED_POINTS, TC_6_2, ev);
	return s->head.over;
}

bool tc_check_victory(tc_state *s, ap_events *ev)
{
	return tc_campaign(s) ? check_campaign(s, ev) : tc_end_if_won(s);
}
