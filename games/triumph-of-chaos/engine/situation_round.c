/* situation_round.c: describes an Action Round without its combats, and the Logistics Phase: cards
 * and operations, the group that moves, events, replacements. */
#include "events.h"
#include "situation.h"

/* ---- The round ------------------------------------------------------------------------------- */

static void state_group(const tc_state *s, const tc_round_frame *f, int frame, ap_facts *facts)
{
	if (s->op.from == TC_NOWHERE)
		return;
	tc_state_group(facts, frame, TC_MV_1, TC_SPACE(s->op.from), TC_SPACE(s->op.at), s->op.points);
	for (int u = tc_first(s, s->op.at); u < TC_UNITS; u = tc_next(s, u))
		if (s->unit_flags[u] & TC_UNIT_FLAG_PICKED)
			tc_state_group_unit(facts, frame, TC_MV_1, TC_UNIT(u));
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_flags[l] & TC_LEADER_FLAG_PICKED && s->leader_at[l] == s->op.at)
			tc_state_group_leader(facts, frame, TC_MV_1, TC_LEADER(l));
	if (f->entering != TC_NOWHERE)
		tc_state_enters(facts, frame, TC_MV_1, TC_SPACE(f->entering));
}

/* States what was played and how far it has been carried out. */
static void state_operation(const tc_state *s, const tc_round_frame *f, int frame, ap_facts *facts)
{
	static const uint16_t clause[TC_USE_COUNT] = {TC_OP_1, TC_SR_1, TC_RP_1, TC_EV_1};
	if (s->op.use >= TC_USE_COUNT)
		return;
	tc_state_plays(facts, frame, clause[s->op.use], TC_SIDE(f->side), TC_MAYBE_CARD(s->op.card),
		TC_USE(s->op.use));
	if (s->op.use == TC_USE_OPERATIONS || tc_event_operates(s))
		tc_state_activates(facts, frame,
			s->op.use == TC_USE_OPERATIONS ? TC_OP_1 : tc_card_clause(s->op.card), s->op.put,
			s->op.spaces, TC_ALONE(s->op.alone));
	if (s->op.use == TC_USE_REDEPLOYMENT)
		tc_state_redeploys(facts, frame, TC_SR_1, s->op.spaces);
	if (!s->op.interrupted && tc_may_interrupt(s, tc_other(f->side)))
		tc_state_may_interrupt(facts, frame, TC_IN_1, TC_SIDE(tc_other(f->side)));
}

/* States how events help in the combats of the round. */
static void state_helps(const tc_state *s, int frame, ap_facts *facts)
{
	for (int aid = 0; aid < TC_AID_COUNT; aid++) {
		int card = tc_aid_card(s, aid);
		if (card == TC_NONE)
			continue;
		for (int row = tc_first_row(card); tc_row_of_card(row, card); row++)
			for (int help = 0; help < TC_HELP_COUNT && tc_row_aids(s, row); help++)
				if (tc_helps_of(&tc_effects[row]) >> help & 1)
					tc_state_helps(facts, frame, tc_card_clause(card), TC_SIDE(tc_card_side(card)),
						TC_CARD(card), TC_HELP(help), tc_effects[row].most, s->op.aided[aid]);
	}
}

/* TC-8.51: returns whether the side that is asked may declare war besides. */
static bool may_declare(const tc_state *s, int step)
{
	bool between = step == TC_STEP_PLAY || step == TC_STEP_MARK || step == TC_STEP_LIFT ||
		step == TC_STEP_REDEPLOY || step == TC_STEP_FIGHT || step == TC_STEP_AGAIN ||
		step == TC_STEP_ROUND_CLOSE || (step == TC_STEP_MOVE && s->op.from == TC_NOWHERE);
	return between && tc_can_declare(s);
}

void tc_state_round_frame(const tc_state *s, const tc_round_frame *f, int frame, ap_facts *facts)
{
	tc_state_round(facts, frame, TC_AC_1, TC_SIDE(f->side), s->round, tc_this_turn(s)->rounds);
	if (f->asked && s->head.depth - 1 == frame && may_declare(s, f->step))
		tc_state_may_declare(facts, frame, TC_8_51, TC_SIDE(f->side));
	state_operation(s, f, frame, facts);
	state_helps(s, frame, facts);
	if (f->step == TC_STEP_FIGHT && s->op.aid[f->side] == TC_NONE && tc_may_help(s, f->side))
		tc_state_may_help(facts, frame, TC_IN_4, TC_SIDE(f->side));
	if (f->step == TC_STEP_AGAIN)
		tc_state_again(facts, frame, tc_card_clause(s->op.card), f->again, tc_most_again(s));
	if (f->step == TC_STEP_LIFT)
		tc_state_lifts(facts, frame, TC_10_2, f->lifted, TC_MOST_LIFTED);
	if (f->step == TC_STEP_REDEPLOY_TO)
		tc_state_redeployed(facts, frame, TC_SR_1, TC_MAYBE_UNIT(f->unit),
			TC_MAYBE_LEADER(f->leader), tc_redeployment_cost(f->unit));
	state_group(s, f, frame, facts);
}

void tc_state_makhno_odds(ap_facts *facts, int frame)
{
	tc_outcome_of_die outcome[TC_FACES];
	for (int die = 1; die <= TC_FACES; die++)
		outcome[die - 1] = (tc_outcome_of_die){
			tc_is_treachery(die) ? TC_EVENT_MAKHNO_OFF : TC_EVENT_MAKHNO_LOYAL, AP_NONE};
	tc_state_die(facts, frame, TC_8_320_1, outcome);
}

void tc_state_makhno_frame(const tc_makhno_frame *f, int frame, ap_facts *facts)
{
	tc_state_makhno(facts, frame, TC_8_320_1, TC_SPACE(f->space), TC_SIDE(f->controller));
	if (f->step == TC_STEP_MAKHNO_DIE)
		tc_state_makhno_odds(facts, frame);
}

void tc_state_preaching_odds(ap_facts *facts, int frame)
{
	tc_state_die_until(
		facts, frame, TC_LE_7, tc_number_of(TC_NUMBER_LENIN_DIE), TC_EVENT_PREACH_STOPS, AP_NONE);
}

/* TC-15.5: returns the event of an escape. A leader who escapes goes to the nearest city, and is
 * dead if there is none. If there are several his player is asked, and no event follows yet. */
static int event_of_escape(int refuges)
{
	return refuges == 0 ? TC_EVENT_LEADER_DEAD : refuges == 1 ? TC_EVENT_LEADER_ESCAPES : AP_NONE;
}

void tc_state_lone_leader_frame(
	const tc_state *s, const tc_lone_leader_frame *f, int frame, ap_facts *facts)
{
	uint16_t refuge[TC_SPACES];
	int refuges = tc_list_refuges(s, f->leader, refuge);
	tc_state_lone_leader(
		facts, frame, TC_15_5, TC_LEADER(f->leader), TC_SPACE(s->leader_at[f->leader]), refuges);
	if (f->step == TC_STEP_LEADER_DIE)
		tc_state_die_until(
			facts, frame, TC_15_5, TC_DEADLY, TC_EVENT_LEADER_DEAD, event_of_escape(refuges));
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Returns the use for which the card is played; TC_NONE if it has only one use, or none is chosen
 * yet. */
static int choice_of(const tc_state *s, int card)
{
	for (int choice = 0; choice < TC_CHOICES; choice++)
		if (tc_choices[choice].card == card && tc_chose(s, choice))
			return choice;
	return TC_NONE;
}

/* Returns the event of a change of sides. A corps of the reserve replaces the one that changes
 * sides; if there is none, the unit is dead. */
static int event_of_switch(const tc_state *s, const tc_event_frame *f, int unit)
{
	int corps = tc_is_unit(unit) ? tc_corps_for(s, f->side, s->unit_at[unit]) : TC_NOWHERE;
	return corps < TC_UNITS ? TC_EVENT_SWITCHED : TC_EVENT_UNIT_DEAD;
}

void tc_state_event_odds(
	const tc_state *s, const tc_event_frame *f, int unit, int frame, ap_facts *facts)
{
	assert(unit >= 0 && unit <= TC_UNITS);
	const tc_effect *e = tc_event_row(f);
	uint16_t clause = tc_card_clause(e->card);
	switch (e->deed) {
	case TC_DEED_MUTINY:
		tc_state_die_until(facts, frame, clause, e->until, TC_EVENT_MUTINY, TC_EVENT_MUTINY_FAILS);
		break;
	case TC_DEED_SWITCH_CORPS:
		tc_state_die_until(
			facts, frame, clause, e->until, event_of_switch(s, f, unit), TC_EVENT_SWITCH_FAILS);
		break;
	case TC_DEED_END_INFIGHTING:
		tc_state_die_until(
			facts, frame, clause, e->until, TC_EVENT_INFIGHTING_OVER, TC_EVENT_INFIGHTING_PAUSES);
		break;
	default: /* rows of later years, which have no event */
		tc_state_die_until(facts, frame, clause, tc_event_needs(s, e), AP_NONE, AP_NONE);
	}
}

/* States who comes next by a row that brings units or leaders. */
static void state_event_brings(const tc_event_frame *f, int frame, ap_facts *facts)
{
	const tc_effect *e = tc_event_row(f);
	if (e->deed != TC_DEED_PLACE)
		return;
	int leader = f->item - e->units_count;
	tc_state_event_brings(facts, frame, TC_EV_4,
		TC_MAYBE_UNIT(f->item < e->units_count ? e->units[f->item] : TC_NOWHERE),
		TC_MAYBE_LEADER(leader >= 0 && leader < e->leaders_count ? e->leaders[leader] : TC_NONE));
}

static void state_event_retreat(const tc_state *s, int frame, ap_facts *facts)
{
	tc_state_event_drives_out(facts, frame, TC_WC_1, TC_SPACE(tc_mutiny_space(s)),
		TC_MAYBE_UNIT(tc_unit_driven_out(s)), TC_MAYBE_LEADER(tc_leader_driven_out(s)));
}

/* TC-RC-37: states the odds of the die for West Ukraine. */
static void state_west_ukraine(int frame, ap_facts *facts)
{
	tc_outcome_of_die outcome[TC_FACES];
	for (int die = 1; die <= TC_FACES; die++)
		outcome[die - 1] = (tc_outcome_of_die){
			TC_EVENT_WEST_UKRAINE_DIE, tc_forces_fate(TC_ROLL_WEST_UKRAINE, TC_SIDE_RED, die)};
	tc_state_die(facts, frame, TC_RC_37, outcome);
}

void tc_state_event_frame(const tc_state *s, const tc_event_frame *f, int frame, ap_facts *facts)
{
	tc_state_event(facts, frame, tc_card_clause(f->card), TC_SIDE(f->side), TC_CARD(f->card),
		TC_MAYBE_CHOICE(choice_of(s, f->card)));
	switch (f->step) {
	case TC_STEP_EVENT_PUT:
		state_event_brings(f, frame, facts);
		break;
	case TC_STEP_EVENT_TARGET:
		tc_state_event_aims(facts, frame, tc_card_clause(f->card), f->item, tc_most_targets(f));
		break;
	case TC_STEP_EVENT_DIE:
		tc_state_event_needs(facts, frame, tc_card_clause(f->card), TC_CARD(f->card),
			tc_event_needs(s, tc_event_row(f)));
		tc_state_event_odds(s, f, tc_switched_unit(s), frame, facts);
		break;
	case TC_STEP_WEST_UKRAINE_DIE:
		state_west_ukraine(frame, facts);
		break;
	case TC_STEP_EVENT_RETREAT:
		state_event_retreat(s, frame, facts);
		break;
	default:
		break;
	}
}

/* ---- Logistics ------------------------------------------------------------------------------- */

void tc_state_withdrawal_odds(const tc_state *s, int power, int change, int frame, ap_facts *facts)
{
	assert(tc_is_faction(power));
	tc_state_die_until(facts, frame, TC_8_41, tc_withdraws_at(s, power) - change,
		TC_EVENT_WITHDRAWS_POWER, TC_EVENT_POWER_STAYS);
}

void tc_state_withdrawal_frame(
	const tc_state *s, const tc_withdrawal_frame *f, int frame, ap_facts *facts)
{
	if (f->power == TC_NONE || f->step == TC_STEP_CONQUEST || tc_withdraws_at(s, f->power) == 0)
		return;
	tc_state_withdrawal(
		facts, frame, TC_8_41, TC_FACTION(f->power), tc_withdraws_at(s, f->power), f->change);
	if (f->step == TC_STEP_WITHDRAWAL && f->asked)
		tc_state_may_modify(facts, frame, TC_8_41, TC_SIDE(tc_modifier_side(s, f)));
	if (f->asked)
		tc_state_withdrawal_odds(s, f->power, f->change, frame, facts);
}

void tc_state_replacement_frame(
	const tc_state *s, const tc_replacement_frame *f, int frame, ap_facts *facts)
{
	tc_state_replaces(facts, frame, TC_RP_2, TC_SIDE(f->side), s->steps[f->side],
		s->faction_steps[f->side], s->half[f->side]);
	if (f->step == TC_STEP_REPLACE_AT)
		tc_state_appears(facts, frame, TC_RP_3, TC_MAYBE_UNIT(f->unit), TC_MAYBE_LEADER(f->leader));
}
