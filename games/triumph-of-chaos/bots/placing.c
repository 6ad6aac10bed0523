/* placing.c: the bot decides where units appear, who is rebuilt, and what events are aimed at. */
#include "greedy.h"

static int judge_place(const outlook *o, int unit, int space)
{
	int combat = greater(1, tc_combat_of(o->s, unit));
	int worth = tc_bot_standing_worth(o, space, combat) + o->city[space] / 20;
	return tc_unit_fed_at(o->s, unit, space) ? worth : worth - 10;
}

/* Where a unit or leader that comes is put; the reserve has a small worth, because a corps can go
 * anywhere from there later. */
static int judge_put(const outlook *o, ap_action a)
{
	switch (ap_verb_of(a)) {
	case TC_VERB_PUT:
		return judge_place(o, (int)ap_x(a), (int)ap_y(a));
	case TC_VERB_LEADER_TO:
		return o->mine[ap_y(a)] * 2 - o->strike[ap_y(a)];
	case TC_VERB_PASS:
		return NEVER;
	default:
		return 6;
	}
}

/* A unit of mine that leaves a land goes where it does best, one of the enemy's as far from my
 * units as possible. */
static int judge_thrown_out(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) != TC_VERB_PUT || tc_user(o->s, (int)ap_x(a)) == o->me)
		return judge_put(o, a);
	return -o->mine[ap_y(a)];
}

static int judge_replacement(const outlook *o, ap_action a)
{
	int unit = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		return 0;
	case TC_VERB_LEVY: /* steps are worth less than Victory Points */
		return NEVER;
	case TC_VERB_SPEND_REST: /* when all armies are rebuilt */
		return 74;
	case TC_VERB_BUY:
		return 4;
	case TC_VERB_HEAL: {
		int at = o->s->unit_at[unit];
		int front = at < TC_SPACES ? lesser(20, 2 * o->strike[at]) : 0;
		return (tc_is_army(unit) ? 50 : 10) + front;
	}
	default:
		return tc_is_army(unit) ? 75 + 2 * tc_units[unit].combat : 5 + tc_units[unit].combat;
	}
}

static int judge_where(const outlook *o, ap_action a)
{
	int unit = tc_unit_to_appear(o->s);
	if (ap_verb_of(a) != TC_VERB_TO)
		return 0;
	return unit != TC_NOWHERE ? 1 + judge_place(o, unit, (int)ap_x(a)) : o->mine[ap_x(a)];
}

static int judge_belarus(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == TC_VERB_PASS)
		return NEVER;
	return judge_place(o, TC_UNIT_RED_BELARUS_ARMY, (int)ap_x(a));
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* A Green army rises next to many of the enemy's units and few of mine. */
static int judge_green(const outlook *o, int space)
{
	int worth = 0;
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++) {
		int near = tc_link_to[i];
		worth += 2 * o->theirs[near] - o->mine[near];
	}
	return worth;
}

static int judge_target(const outlook *o, ap_action a)
{
	switch (ap_verb_of(a)) {
	case TC_VERB_TARGET:
		return 1 + o->gain[o->s->unit_at[ap_x(a)]] + tc_combat_of(o->s, (int)ap_x(a));
	case TC_VERB_ON:
		return 1 + tc_bot_influence_worth(o, (int)ap_x(a), 2);
	case TC_VERB_AT:
		if (tc_event_deed(o->s) == TC_DEED_GREEN)
			return judge_green(o, (int)ap_x(a));
		if (tc_event_deed(o->s) == TC_DEED_LIFT_NO_ACT)
			return 1 + o->mine[ap_x(a)];
		return 1 + tc_bot_threat_worth(o, (int)ap_x(a));
	default:
		return 0;
	}
}

/* In the step chit-leader: the leader who stands with most of the enemy's units stays idle. */
static int judge_idle(const outlook *o, ap_action a)
{
	int at = ap_verb_of(a) == TC_VERB_IDLE ? o->s->leader_at[ap_x(a)] : TC_NOWHERE;
	return at < TC_SPACES ? o->theirs[at] : 0;
}

/* The card that brings back as many armies as there are, and no more. */
static int judge_allotted(const outlook *o, int card)
{
	int armies = 0, brings = tc_armies_for(card);
	for (int u = 0; u < TC_UNITS; u++)
		armies += tc_can_muster(o->s, o->me, u);
	return brings <= armies ? brings : 2 * armies - brings;
}

int tc_bot_judge_placing(const outlook *o, ap_action a)
{
	switch (ap_step_of(o->s)) {
	case TC_STEP_CHIT_SPACES:
		return ap_verb_of(a) == TC_VERB_NO_ACT ? 1 + tc_bot_threat_worth(o, (int)ap_x(a)) : 0;
	case TC_STEP_FORCES:
	case TC_STEP_EVENT_PUT:
	case TC_STEP_EVENT_RETREAT:
		return judge_put(o, a);
	case TC_STEP_LOSS_LEADERS:
		return o->mine[ap_y(a)];
	case TC_STEP_LOSS_UNITS:
		return judge_thrown_out(o, a);
	case TC_STEP_REPLACE:
		return judge_replacement(o, a);
	case TC_STEP_REPLACE_AT:
		return judge_where(o, a);
	case TC_STEP_SUBJUGATE: /* Victory Points at once, and garrisons for nothing */
		return ap_verb_of(a) == TC_VERB_SUBJUGATE;
	case TC_STEP_BELARUS_ARMY:
		return judge_belarus(o, a);
	case TC_STEP_EVENT_CHOICE:
		return tc_bot_choice_worth(o, tc_choices[ap_x(a)].card, (int)ap_x(a));
	case TC_STEP_EVENT_TARGET:
		return judge_target(o, a);
	case TC_STEP_ALLOT:
		return judge_allotted(o, (int)ap_x(a));
	case TC_STEP_ALLOT_TURN:
		return ap_verb_of(a) == TC_VERB_HEAL ? 1 + tc_units[ap_x(a)].combat : 0;
	case TC_STEP_GOLD:
		return ap_verb_of(a) == TC_VERB_GOLD_STEP;
	case TC_STEP_TSAR_ANSWER:
		return ap_verb_of(a) == TC_VERB_SHOOT;
	case TC_STEP_TSAR_JOINS:
		return o->mine[ap_y(a)];
	case TC_STEP_WITHDRAWAL: /* the highest die keeps a Major Power of mine */
		return (int)ap_x(a);
	default:
		return judge_idle(o, a);
	}
}
