/* situation_combat.c: describes a combat: who fights from where, how both sides fire, the dice,
 * losses and retreats. */
#include "combat.h"
#include "situation.h"

/* ---- Fire ------------------------------------------------------------------------------------ */

static void state_strength(const tc_state *s, int role, int frame, ap_facts *facts)
{
	int shift = 0;
	for (int cause = 0; cause < TC_SHIFT_CAUSE_COUNT; cause++)
		shift += tc_shift_by(s, role, cause);
	tc_state_fire(facts, frame, TC_CB_5, TC_ROLE(role), tc_strength(s, role), shift,
		tc_column(s, role), tc_die_bonus(s, role));
}

/* States each cause that shifts the column and each modifier of the die. */
static void state_reasons(const tc_state *s, int role, int frame, ap_facts *facts)
{
	for (int cause = 0; cause < TC_SHIFT_CAUSE_COUNT; cause++)
		if (tc_shift_by(s, role, cause))
			tc_state_shift(facts, frame, tc_shift_clause(s, cause), TC_ROLE(role),
				TC_SHIFT_CAUSE(cause), tc_shift_by(s, role, cause));
	for (int modifier = 0; modifier < TC_FIRE_MODIFIER_COUNT; modifier++)
		if (tc_fire_modified(s, role, modifier))
			tc_state_fire_modifier(facts, frame, tc_fire_clause(s, modifier), TC_ROLE(role),
				TC_FIRE_MODIFIER(modifier), tc_fire_modified(s, role, modifier));
}

static void state_table(const tc_state *s, int role, int frame, ap_facts *facts)
{
	for (int first = 1, last; first <= TC_FACES; first = last + 1) {
		int loss = tc_loss_with(s, role, first);
		last = first;
		while (last < TC_FACES && tc_loss_with(s, role, last + 1) == loss)
			last++;
		tc_state_fire_table(facts, frame, TC_CB_10, TC_ROLE(role), first, last, loss);
	}
}

static void state_odds(const tc_state *s, int role, int frame, ap_facts *facts)
{
	tc_outcome_of_die outcome[TC_FACES];
	for (int die = 1; die <= TC_FACES; die++)
		outcome[die - 1] = (tc_outcome_of_die){TC_EVENT_FIRES, tc_loss_with(s, role, die)};
	tc_state_die(facts, frame, TC_CB_10, outcome);
}

void tc_state_both_fire(const tc_state *s, int frame, bool odds, ap_facts *facts)
{
	for (int role = TC_ROLE_ATTACKER; role < TC_ROLE_COUNT; role++) {
		state_strength(s, role, frame, facts);
		state_reasons(s, role, frame, facts);
		state_table(s, role, frame, facts);
	}
	if (odds)
		state_odds(s, TC_ROLE_ATTACKER, frame, facts);
}

/* States the fire while units join, as if no more units joined. */
static void state_joining(const tc_state *s, int frame, ap_facts *facts)
{
	if (!tc_any_stands(s, TC_ROLE_ATTACKER))
		return;
	tc_state after = *s;
	tc_all_defend(&after);
	tc_state_both_fire(&after, frame, true, facts);
}

/* ---- Who fights ------------------------------------------------------------------------------ */

static void state_parties(const tc_state *s, int frame, ap_facts *facts)
{
	const tc_combat *c = &s->combat;
	tc_state_combat(facts, frame, TC_CB_1, TC_SPACE(c->target),
		TC_TERRAIN(tc_spaces[c->target].terrain), TC_SIDE(c->side[TC_ROLE_ATTACKER]),
		TC_PARTY(c->side[TC_ROLE_DEFENDER]), TC_COMBAT_KIND(c->kind));
	for (int space = 0; space < TC_SPACES; space++)
		if (s->marker[space] & TC_MARKER_FLAG_FROM)
			tc_state_attack_from(facts, frame, TC_CB_3, TC_SPACE(space));
	for (int u = 0; u < TC_UNITS; u++)
		if (tc_part_of(s, u) != TC_NONE)
			tc_state_fights(facts, frame, TC_CB_4, TC_ROLE(tc_part_of(s, u)), TC_UNIT(u));
	for (int role = TC_ROLE_ATTACKER; role < TC_ROLE_COUNT; role++)
		if (c->leader[role] != TC_NONE)
			tc_state_leads(facts, frame, TC_LE_1, TC_ROLE(role), TC_LEADER(c->leader[role]));
}

/* ---- Losses and retreats --------------------------------------------------------------------- */

static void state_losses(const tc_state *s, const tc_combat_frame *f, int frame, ap_facts *facts)
{
	const tc_combat *c = &s->combat;
	for (int role = TC_ROLE_ATTACKER; role < TC_ROLE_COUNT; role++)
		if (c->die[role])
			tc_state_rolled(facts, frame, TC_CB_10, TC_ROLE(role), c->die[role]);
	bool first = tc_first_fire_card(s) != TC_NONE; /* then nobody may be left to fire back */
	if (!c->die[TC_ROLE_DEFENDER] && (!first || !c->die[TC_ROLE_ATTACKER]))
		return;
	for (int role = TC_ROLE_ATTACKER; role < TC_ROLE_COUNT; role++)
		tc_state_losses(facts, frame, TC_LS_1, TC_ROLE(role), c->loss[role], c->left[role],
			f->step == TC_STEP_LOSE ? tc_due_of(s, role) : 0);
	if (f->step == TC_STEP_RELIEVE && f->army != TC_NOWHERE)
		tc_state_relieves(facts, frame, TC_LS_3, TC_UNIT(f->army));
}

static void state_retreat(const tc_state *s, const tc_combat_frame *f, int frame, ap_facts *facts)
{
	const tc_combat *c = &s->combat;
	int side = c->side[TC_ROLE_DEFENDER];
	if (c->withdrawn && c->leader[TC_ROLE_DEFENDER] == TC_NONE)
		tc_state_withdrawn_unled(facts, frame, TC_LE_4, TC_SIDE(side));
	else if (c->withdrawn)
		tc_state_withdrawn(
			facts, frame, TC_LE_4, TC_SIDE(side), TC_LEADER(c->leader[TC_ROLE_DEFENDER]));
	if (c->retreat > 0)
		tc_state_retreats(facts, frame, TC_RT_1, TC_PARTY(side), c->retreat);
	if (c->held)
		tc_state_retreat_cancelled(facts, frame, TC_RT_2, TC_PARTY(side));
	if (c->back_unit != TC_NOWHERE && f->entering != TC_NOWHERE)
		tc_state_waits_to_enter(
			facts, frame, TC_AD_1, TC_UNIT(c->back_unit), TC_SPACE(f->entering));
	else if (c->back_unit != TC_NOWHERE)
		tc_state_on_its_way(facts, frame, TC_RT_3, TC_UNIT(c->back_unit), TC_SPACE(c->back_at));
	if (f->exploits && tc_presser(s) < TC_AID_COUNT)
		tc_state_exploits_unled(facts, frame, TC_LE_5, TC_SIDE(c->side[TC_ROLE_ATTACKER]));
	else if (f->exploits)
		tc_state_exploits(facts, frame, TC_LE_5, TC_LEADER(c->leader[TC_ROLE_ATTACKER]));
}

void tc_state_combat_frame(const tc_state *s, const tc_combat_frame *f, int frame, ap_facts *facts)
{
	state_parties(s, frame, facts);
	state_losses(s, f, frame, facts);
	state_retreat(s, f, frame, facts);
	switch (f->step) {
	case TC_STEP_JOIN:
		state_joining(s, frame, facts);
		break;
	case TC_STEP_BRING:
	case TC_STEP_ROLL_ATTACKER:
		tc_state_both_fire(s, frame, true, facts);
		break;
	case TC_STEP_ROLL_DEFENDER:
		tc_state_both_fire(s, frame, false, facts);
		state_odds(s, TC_ROLE_DEFENDER, frame, facts);
		break;
	case TC_STEP_VISTULA_DIE:
		tc_state_die_until(facts, frame, TC_8_321_13, tc_saving_die(), TC_EVENT_VISTULA_HOLDS,
			TC_EVENT_VISTULA_FAILS);
		break;
	default:
		break;
	}
}
