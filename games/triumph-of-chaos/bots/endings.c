/* endings.c: the bot and the end of the 1919 scenario: the card that it lays for the end, how it
 * changes the die, and which objectives RED writes. */
#include "greedy.h"

/* Would RED have its goal if the game ended now? Of objectives that I may not know, any three
 * count. */
static bool red_has_goal(const tc_state *s)
{
	int met = 0;
	bool written = true;
	for (int i = 0; i < TC_OBJECTIVES; i++) {
		bool holds = tc_objective_holds(s, i);
		met += holds;
		written &= holds || !(s->objectives >> i & 1);
	}
	bool enough = tc_secret_objectives(s) && tc_sees_objectives(s)
		? written
		: met >= tc_number_of(TC_NUMBER_OBJECTIVES_NEEDED);
	return enough && tc_home_cities_lost(s) == 0 && s->vp[TC_SIDE_RED] >= tc_setting_of(s)->red_vp;
}

static bool wants_end(const outlook *o)
{
	return red_has_goal(o->s) == (o->me == TC_SIDE_RED);
}

/* The strongest card decides; among equally strong ones the least useful is laid. */
static int judge_stake(const outlook *o, int card)
{
	return tc_cards[card].value * 100 - lesser(99, greater(0, tc_bot_card_worth(o, card)));
}

/* 0 takes one off the die, so that the game ends sooner; 2 adds one. */
static int judge_change(const outlook *o, int change)
{
	return wants_end(o) ? -change : change;
}

/* The Poles first, if they stay at home; then the objectives of which the fewest cities are
 * missing. */
static int judge_objective(const tc_state *s, int objective)
{
	return tc_objective_holds(s, objective) ? 100 : -tc_bot_missing_for(s, objective);
}

int tc_bot_judge_ending(const outlook *o, ap_action a)
{
	switch (ap_verb_of(a)) {
	case TC_VERB_STAKE:
		return judge_stake(o, (int)ap_x(a));
	case TC_VERB_END_DIE:
		return judge_change(o, (int)ap_x(a));
	case TC_VERB_WRITE:
		return judge_objective(o->s, (int)ap_x(a));
	default:
		return 0;
	}
}
