/* greedy.c: a bot for Triumph of Chaos that looks at its view and not ahead.
 *
 * It judges every legal action by its worth in hundredths of a Victory Point and takes the best.
 * The files beside this one say what spaces, units and factions are worth. */
#include <limits.h>

#include "bots/choice.h"
#include "bots/bots.h"
#include "greedy.h"

static int judge(const outlook *o, ap_action a, ap_rng *rng)
{
	switch (ap_step_of(o->s)) {
	case TC_STEP_BID:
	case TC_STEP_POLITICS_PLACE:
	case TC_STEP_CHOOSE:
	case TC_STEP_SPY_BOX:
	case TC_STEP_VETO:
		return tc_bot_judge_politics(o, a, rng);
	case TC_STEP_PLAY:
		return tc_bot_judge_card(o, a);
	case TC_STEP_MARK:
	case TC_STEP_LIFT:
	case TC_STEP_REDEPLOY:
	case TC_STEP_REDEPLOY_TO:
	case TC_STEP_ROUND_CLOSE:
	case TC_STEP_INTERRUPT:
		return tc_bot_judge_round(o, a);
	case TC_STEP_FIGHT:
	case TC_STEP_COMBAT_ALSO:
	case TC_STEP_WITHDRAW:
	case TC_STEP_JOIN:
	case TC_STEP_BRING:
	case TC_STEP_LOSE:
	case TC_STEP_RELIEVE:
	case TC_STEP_CANCEL:
	case TC_STEP_BACK:
	case TC_STEP_BACK_LEADERS:
	case TC_STEP_ADVANCE:
	case TC_STEP_FURTHER:
	case TC_STEP_COUNTER:
	case TC_STEP_PREACH:
	case TC_STEP_LEADER_FLEES:
	case TC_STEP_MAKHNO_REVOLT:
		return tc_bot_judge_combat(o, a);
	case TC_STEP_END_CARDS:
	case TC_STEP_END_CHANGE:
	case TC_STEP_OBJECTIVES:
		return tc_bot_judge_ending(o, a);
	default:
		return tc_bot_judge_placing(o, a);
	}
}

/* TC-TU-6: a region is worth as much as the best that can be done in it. */
static int judge_region(const outlook *o, int region, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	tc_state named;
	int most = INT_MIN;
	memcpy(&named, o->s, sizeof named);
	named.op.region = (uint8_t)region;
	int count = ap_legal(&triumph_of_chaos, &named, named.seat_of[o->me], legal);
	for (int i = 0; i < count; i++) {
		int worth = judge(o, legal[i], rng);
		most = worth > most ? worth : most;
	}
	return most;
}

static int judge_any(const outlook *o, ap_action a, ap_rng *rng)
{
	return ap_verb_of(a) == TC_VERB_REGION ? judge_region(o, (int)ap_x(a), rng) : judge(o, a, rng);
}

static ap_action best_of(outlook *o, const ap_action *legal, int count, ap_rng *rng)
{
	ap_best found = {0};
	if (ap_step_of(o->s) == TC_STEP_PLAY)
		tc_bot_plan_activations(o);
	/* In the three turns of 1918 the nearest gains matter more than an orderly operation. */
	if (ap_step_of(o->s) == TC_STEP_MARK && !tc_introduction(o->s))
		tc_bot_expect_marches(o);
	for (int i = 0; i < count; i++)
		ap_weigh(&found, legal[i], judge_any(o, legal[i], rng), rng);
	return found.best;
}

/* Can this question only be answered with a look at the map? */
static bool needs_map(int step)
{
	switch (step) {
	case TC_STEP_BID:
	case TC_STEP_CHOOSE:
	case TC_STEP_SPY_BOX:
	case TC_STEP_VETO:
	case TC_STEP_COMBAT_ALSO:
	case TC_STEP_JOIN:
	case TC_STEP_LOSE:
	case TC_STEP_RELIEVE:
	case TC_STEP_BACK_LEADERS:
	case TC_STEP_PREACH:
		return false;
	default:
		return true;
	}
}

/* Takes the declarations of war out of a list. Returns how many other actions are left. */
static int set_wars_aside(ap_action *legal, int count, ap_action wars[TC_FACTIONS], int *war_count)
{
	int left = 0;
	*war_count = 0;
	for (int i = 0; i < count; i++)
		if (ap_verb_of(legal[i]) == TC_VERB_DECLARE)
			wars[(*war_count)++] = legal[i];
		else
			legal[left++] = legal[i];
	return left;
}

/* Returns the war that pays most; NULL if none does. War is declared before the card is played,
 * while there is time to wage it. */
static const ap_action *best_war(const outlook *o, const ap_action *wars, int count)
{
	const ap_action *best = NULL;
	int most = 0;
	for (int i = 0; i < count && ap_step_of(o->s) == TC_STEP_PLAY; i++) {
		int worth = tc_bot_war_worth(o, (int)ap_x(wars[i]));
		if (worth > most) {
			most = worth;
			best = &wars[i];
		}
	}
	return best;
}

static ap_action choose_greedily(const ap_game *game, const void *view, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL], wars[TC_FACTIONS];
	int war_count, count = ap_legal(game, view, seat, legal), step = ap_step_of(view);
	outlook o;
	assert(count > 0);
	count = set_wars_aside(legal, count, wars, &war_count);
	if (count == 1)
		return legal[0];
	if (!needs_map(step)) {
		tc_bot_start_outlook(&o, view, seat);
		return best_of(&o, legal, count, rng);
	}
	tc_state fed;
	memcpy(&fed, view, sizeof fed);
	tc_supply(&fed);
	tc_bot_survey_map(&o, &fed, seat);
	const ap_action *war = best_war(&o, wars, war_count);
	if (war)
		return *war;
	if (step == TC_STEP_MOVE || step == TC_STEP_MOVE_ON)
		return tc_bot_choose_move(&o, legal, count);
	return best_of(&o, legal, count, rng);
}

const ap_bot triumph_of_chaos_bots[] = {{"greedy", choose_greedily}, {NULL, NULL}};
