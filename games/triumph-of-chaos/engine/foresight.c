/* foresight.c: what an action would lead to: its cost, its target, what it takes, and the odds of
 * the die that follows. */
#include "combat.h"
#include "events.h"
#include "group.h"
#include "situation.h"

/* ---- The arguments of an action -------------------------------------------------------------- */

static void name_unit(const tc_state *s, int unit, int frame, ap_facts *facts)
{
	tc_state_unit(facts, frame, TC_LS_2, TC_UNIT(unit), tc_combat_of(s, unit), tc_loss_of(s, unit),
		tc_move_of(s, unit), TC_MAYBE_SPACE(s->unit_at[unit]));
}

static void name_leader(const tc_state *s, int leader, int frame, ap_facts *facts)
{
	tc_state_leader(facts, frame, TC_LE_1, TC_LEADER(leader), TC_MAYBE_SPACE(s->leader_at[leader]));
}

static void name_card(int card, int frame, ap_facts *facts)
{
	int value = tc_card_value(card);
	tc_state_card(facts, frame, value == AP_NONE ? TC_8_12_1 : TC_AC_1, TC_CARD(card), value);
}

/* States the facts about the first argument of an action. */
static void name_first(const tc_state *s, ap_action a, int frame, ap_facts *facts)
{
	const ap_names *names = tc_verbs[ap_verb_of(a)].x;
	int x = (int)ap_x(a);
	if (names == &tc_unit_list)
		name_unit(s, x, frame, facts);
	else if (names == &tc_leader_list)
		name_leader(s, x, frame, facts);
	else if (names == &tc_card_list)
		name_card(x, frame, facts);
	else if (names == &tc_faction_list)
		tc_state_faction(facts, frame, TC_8_221, TC_FACTION(x), TC_BOX(s->box[x]));
}

/* ---- Politics -------------------------------------------------------------------------------- */

static void foresee_political_card(const tc_state *s, int card, int frame, ap_facts *facts)
{
	for (int faction = 0; faction < TC_FACTIONS; faction++) {
		int influence = tc_political_cards[card].influence[faction];
		if (influence && s->box[faction] != TC_BOX_OUT)
			tc_state_would_influence(facts, frame, TC_8_13, TC_FACTION(faction),
				TC_SIDE(influence > 0 ? TC_SIDE_WHITE : TC_SIDE_RED),
				influence > 0 ? influence : -influence);
	}
}

static void foresee_war(const tc_state *s, int side, int faction, int frame, ap_facts *facts)
{
	int protector = tc_other(side);
	int armies, corps;
	tc_state_would_protect(facts, frame, TC_8_511, TC_FACTION(faction), TC_SIDE(protector));
	tc_forces_in_war(s, faction, &armies, &corps);
	if (armies + corps > 0)
		tc_state_would_arm(
			facts, frame, TC_8_511, TC_FACTION(faction), TC_SIDE(protector), armies, corps);
	if (tc_factions[faction].cities_count > 0)
		tc_state_would_contest(
			facts, frame, TC_8_53, TC_FACTION(faction), tc_factions[faction].cities_count);
	for (int f = 0; f < TC_FACTIONS; f++)
		if (tc_war_frightens(s, f, faction))
			tc_state_would_frighten(facts, frame, TC_8_52, TC_FACTION(f), TC_SIDE(protector),
				tc_number_of(TC_NUMBER_GROUP_INFLUENCE));
}

/* ---- The round ------------------------------------------------------------------------------- */

static void foresee_card(const tc_state *s, int side, int card, int use, int frame, ap_facts *facts)
{
	switch (use) {
	case TC_USE_OPERATIONS:
		tc_state_would_activate(facts, frame, TC_OP_1, TC_CARD(card), tc_spaces_of(s, side, card));
		break;
	case TC_USE_REDEPLOYMENT:
		tc_state_would_redeploy(facts, frame, TC_SR_1, TC_CARD(card), tc_cards[card].value);
		break;
	case TC_USE_REPLACEMENTS:
		tc_state_would_book(facts, frame, TC_RP_1, TC_CARD(card), tc_cards[card].value);
		break;
	default: {
		int row = tc_row_with(card, TC_DEED_ACTIVATE);
		if (row < TC_EFFECTS)
			tc_state_would_activate(
				facts, frame, tc_card_clause(card), TC_CARD(card), tc_effects[row].amount);
		break;
	}
	}
}

/* States what entering a space would bring about. */
static void foresee_entry(const tc_state *s, int side, int space, int frame, ap_facts *facts)
{
	int called = tc_violates(s, side, space);
	if (called != TC_NONE)
		tc_state_would_call_up(facts, frame, TC_8_24_1, TC_FACTION(called), TC_SPACE(space));
	if (tc_lenin_may_speak(s, side, space))
		tc_state_would_hear_lenin(facts, frame, TC_LE_7, TC_SPACE(space));
	if (s->owner[space] != side)
		tc_state_would_take(facts, frame, TC_CO_1, TC_SPACE(space), TC_OWNER(s->owner[space]));
}

/* TC-8.321.5: states that Poland would answer, if one of RED's own enters a land for the first
 * time. */
static void foresee_answer(const tc_state *s, int space, int frame, ap_facts *facts)
{
	int land = tc_land_of(space);
	bool own = false;
	for (int u = tc_first(s, s->op.at); u < TC_UNITS; u = tc_next(s, u))
		own |= (s->unit_flags[u] & TC_UNIT_FLAG_PICKED) && tc_units[u].side == TC_PARTY_RED;
	for (int l = 0; l < TC_LEADERS; l++)
		own |= (s->leader_flags[l] & TC_LEADER_FLAG_PICKED) && tc_leaders[l].side == TC_PARTY_RED;
	if (own && tc_response_land(land) && !(s->entered & tc_response_land(land)) &&
		tc_response_used(s))
		tc_state_would_answer(
			facts, frame, TC_8_321_5, TC_FACTION(land), tc_response_modifier(s, land));
}

static void foresee_move(const tc_state *s, int space, int frame, ap_facts *facts)
{
	tc_group g = tc_gather(s);
	int link = tc_link_between(s->op.at, space);
	tc_state_would_go(
		facts, frame, TC_MV_2, TC_SPACE(space), tc_points_after(s, &g, link, space, s->op.points));
	if (g.sorts > 0)
		foresee_entry(s, g.side, space, frame, facts);
}

/* States the way of a march, what it costs, and what entering its spaces would bring about. */
static void foresee_march(const tc_state *s, int side, int from, int to, int frame, ap_facts *facts)
{
	tc_state mustered = *s;
	tc_marches m;
	uint16_t way[TC_MOST_MARCH];
	if (tc_no_group(s))
		tc_muster(&mustered, side, from);
	tc_find_marches(&mustered, &m);
	int cost = tc_march_way(&m, to, way), points = mustered.op.points;
	tc_group g = tc_gather(&mustered);
	for (int i = 0, at = from; i < cost; at = way[i++])
		points = tc_points_after(&mustered, &g, tc_link_between(at, way[i]), way[i], points);
	tc_state_would_march(facts, frame, TC_MV_7, TC_SPACE(to), cost, points);
	for (int i = 0; i < cost; i++) {
		if (i < cost - 1)
			tc_state_would_pass(facts, frame, TC_MV_7, TC_SPACE(way[i]));
		foresee_entry(s, side, way[i], frame, facts);
	}
}

/* ---- Combat ---------------------------------------------------------------------------------- */

/* States the odds of an attack with all units that can attack from this space alone. */
static void foresee_attack(
	const tc_state *s, int side, int target, int from, int frame, ap_facts *facts)
{
	tc_state after = *s;
	int kind = tc_link_between(from, target) < 0 ? TC_COMBAT_KIND_LANDING : TC_COMBAT_KIND_PLAIN;
	tc_set_combat(&after, kind, side, tc_occupier(s, target), target, from);
	tc_join_all(&after, NULL);
	tc_all_defend(&after);
	tc_state_both_fire(&after, frame, false, facts);
}

/* States the fire if only this unit, or every unit, joins the attack. */
static void foresee_joining(const tc_state *s, ap_action a, int frame, ap_facts *facts)
{
	tc_state after = *s;
	if (ap_verb_of(a) == TC_VERB_JOIN)
		after.unit_flags[ap_x(a)] |= TC_UNIT_FLAG_FIGHTS;
	if (ap_verb_of(a) == TC_VERB_JOIN_ALL)
		tc_join_all(&after, NULL);
	tc_all_defend(&after);
	tc_state_both_fire(&after, frame, true, facts);
}

/* States the fire if a leader brings this corps and the other side brings none. */
static void foresee_bringing(const tc_state *s, int unit, int frame, ap_facts *facts)
{
	tc_state after = *s;
	int role = tc_combat_peek(s)->role, leader = tc_leader_bringing(s, role, unit);
	tc_state_would_bring(facts, frame, TC_LE_3, TC_LEADER(leader), TC_UNIT(unit));
	tc_bring(&after, role, unit, NULL);
	tc_state_both_fire(&after, frame, true, facts);
}

/* A step that is lost in combat. The same verb answers for typhoid, which has no loss number. */
static void foresee_loss(const tc_state *s, int unit, int frame, ap_facts *facts)
{
	if (ap_step_of(s) != TC_STEP_LOSE)
		return;
	int role = tc_combat_peek(s)->role, loss = tc_loss_of(s, unit);
	tc_state_would_lose(facts, frame, TC_LS_1, TC_UNIT(unit), loss, s->combat.left[role] - loss,
		tc_units[unit].steps - tc_reduced(s, unit) - 1);
}

/* ---- Events and logistics -------------------------------------------------------------------- */

/* States how many steps the side would have left after spending one on the unit. */
static void foresee_step(const tc_state *s, int side, int unit, int frame, ap_facts *facts)
{
	bool faction = tc_takes_faction_step(s, side, unit);
	tc_state_would_spend(
		facts, frame, TC_RP_4, s->steps[side] - !faction, s->faction_steps[side] - faction);
}

static void foresee_modifier(const tc_state *s, int modifier, int frame, ap_facts *facts)
{
	const tc_withdrawal_frame *f = tc_withdrawal_peek(s);
	tc_state_withdrawal_odds(s, f->power, f->change + modifier - 1, frame, facts);
}

/* ---- Foresight for every action -------------------------------------------------------------- */

static void foresee_battle(const tc_state *s, int side, ap_action a, int frame, ap_facts *facts)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case TC_VERB_ATTACK:
	case TC_VERB_STORM:
	case TC_VERB_STRIKE:
		foresee_attack(s, side, x, y, frame, facts);
		break;
	case TC_VERB_JOIN:
	case TC_VERB_JOIN_ALL:
	case TC_VERB_FIRE:
		foresee_joining(s, a, frame, facts);
		break;
	case TC_VERB_BRING:
		foresee_bringing(s, x, frame, facts);
		break;
	case TC_VERB_LOSE:
		foresee_loss(s, x, frame, facts);
		break;
	case TC_VERB_ADVANCE:
	case TC_VERB_ADVANCE_ALL:
		foresee_entry(s, side, s->combat.target, frame, facts);
		break;
	case TC_VERB_FURTHER:
		foresee_entry(s, side, y, frame, facts);
		break;
	case TC_VERB_PREACH:
		tc_state_preaching_odds(facts, frame);
		break;
	default:
		break;
	}
}

void tc_foresee(const void *view, int seat, ap_action a, ap_facts *facts)
{
	const tc_state *s = view;
	int frame = s->head.depth - 1, side = tc_seat_side(s, seat), x = (int)ap_x(a);
	name_first(s, a, frame, facts);
	switch (ap_verb_of(a)) {
	case TC_VERB_CHOOSE:
	case TC_VERB_ANNOUNCE:
		foresee_political_card(s, x, frame, facts);
		break;
	case TC_VERB_DECLARE:
		foresee_war(s, side, x, frame, facts);
		break;
	case TC_VERB_PLAY:
		foresee_card(s, side, x, (int)ap_y(a), frame, facts);
		break;
	case TC_VERB_MOVE_MARKER:
	case TC_VERB_COMBAT_MARKER:
		if (tc_has_faction(s, x, TC_FACTION_MAKHNO))
			tc_state_makhno_odds(facts, frame);
		break;
	case TC_VERB_PICK:
		if (ap_peek(s)->step == TC_STEP_REDEPLOY)
			tc_state_would_cost(facts, frame, TC_SR_1, tc_redeployment_cost(x));
		break;
	case TC_VERB_PICK_LEADER:
		if (ap_peek(s)->step == TC_STEP_REDEPLOY)
			tc_state_would_cost(facts, frame, TC_SR_1, tc_redeployment_cost(TC_NOWHERE));
		break;
	case TC_VERB_GO:
		foresee_move(s, x, frame, facts);
		foresee_answer(s, x, frame, facts);
		break;
	case TC_VERB_MARCH:
		foresee_march(s, side, x, (int)ap_y(a), frame, facts);
		break;
	case TC_VERB_TARGET:
		tc_state_event_odds(s, tc_event_peek(s), x, frame, facts);
		break;
	case TC_VERB_MODIFY:
		foresee_modifier(s, x, frame, facts);
		break;
	case TC_VERB_HEAL:
	case TC_VERB_REBUILD:
		foresee_step(s, side, x, frame, facts);
		break;
	case TC_VERB_LEVY:
		tc_state_would_spend(facts, frame, TC_8_321_3,
			s->steps[side] + x * tc_number_of(TC_NUMBER_LEVY_BOUGHT_STEPS), s->faction_steps[side]);
		break;
	case TC_VERB_BUY:
		tc_state_would_spend(facts, frame, TC_RP_5,
			s->steps[side] - tc_number_of(TC_NUMBER_LEADER_PRICE), s->faction_steps[side]);
		break;
	default:
		foresee_battle(s, side, a, frame, facts);
	}
}
