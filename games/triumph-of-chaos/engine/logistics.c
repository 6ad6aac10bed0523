/* logistics.c: the Logistics Phase but for replacements, TC-LG-1: conquest, withdrawals, attrition,
 * victory points, the army of Belarus; and the result, TC-5.36, TC-CA-1. */
#include "chapters.h"

void tc_conquest_run(void *state, ap_events *ev)
{
	ap_frame *f = ap_top(state);
	memset(f->v, 0, sizeof f->v);
	ap_goto(state, WITHDRAWAL);
	tc_conquer_all(state, ev);
}

void tc_logistics_end_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_end(state);
}

/* ---- Withdrawal of Major Powers, TC-8.41 to TC-6.13 ------------------------------------------ */

/* Locals of WITHDRAWAL: the faction, the modifier so far, whose turn it is to change it. */
enum { POWER, CHANGE, ASKED };
enum { ASK_CONTROLLER, ASK_WHITE, ASKED_ALL };
enum { TAKE_OFF, LEAVE, ADD, MODIFIERS }; /* of `modify` */

static bool may_withdraw(const tc_state *s, int faction)
{
	return tc_this_turn(s)->withdrawals[faction] > 0 && s->box[faction] != TC_BOX_OUT &&
		!(s->faction_flags[faction] & F_WITHDRAWN);
}

/* Who may change the die now: a side, or NOBODY. */
static int modifier_side(const tc_state *s)
{
	const ap_frame *f = ap_peek(s);
	if (f->v[ASKED] == ASK_CONTROLLER)
		return tc_controller(s, f->v[POWER]);
	return tc_may(s, WHITE, MAY_ADD_WITHDRAWAL) ? WHITE : NOBODY;
}

/* TC-5.32: what a power held falls to the side whose home it is. */
static void give_up_spaces(tc_state *s, int owner, ap_events *ev)
{
	for (int space = 0; space < SPACES; space++) {
		if (owner == POWERS)
			s->marker[space] &= (uint8_t)~M_CREDIT;
		if (owner >= OWNERS || s->owner[space] != owner)
			continue;
		int heir = tc_regions[tc_region_of(space)].home;
		tc_set_owner(s, space, heir);
		ap_tell(ev, EV_OWNER, TC_8_42, (int16_t)space, (int16_t)heir);
	}
}

static bool is_dead_army(const tc_state *s, int unit, int faction)
{
	bool dead = s->unit_where[unit] == DEAD || s->unit_where[unit] == GONE;
	return tc_units[unit].faction == faction && tc_is_army(unit) && dead;
}

static void pay_for_dead(tc_state *s, int faction, ap_events *ev)
{
	int controller = tc_controller(s, faction), dead = 0;
	for (int u = 0; u < UNITS; u++)
		dead += is_dead_army(s, u, faction);
	if (controller < SIDES)
		tc_gain_vp(
			s, tc_other(controller), dead * tc_number_of(TC_NUMBER_LOST_ARMY_VP), TC_6_13, ev);
}

static void withdraw_power(tc_state *s, int faction, ap_events *ev)
{
	ap_tell(ev, EV_WITHDRAWS_POWER, TC_8_42, (int16_t)faction);
	pay_for_dead(s, faction, ev);
	for (int u = 0; u < UNITS; u++)
		if (tc_units[u].faction == faction)
			tc_take_unit(s, u, GONE);
	for (int l = 0; l < LEADERS; l++)
		if (tc_leaders[l].faction == faction)
			tc_take_leader(s, l, GONE);
	s->faction_flags[faction] = (uint16_t)((s->faction_flags[faction] & F_EVER) | F_WITHDRAWN);
	tc_set_box(s, faction, TC_BOX_OUT);
	tc_refresh_users(s);
	give_up_spaces(s,
		faction == TC_FACTION_CENTRAL_POWERS     ? POWERS
			: faction == TC_FACTION_CZECH_LEGION ? CZECHS
												 : OWNERS,
		ev);
	tc_tidy_markers(s, ev);
}

static void next_power(tc_state *s)
{
	ap_frame *f = ap_top(s);
	f->v[POWER]++;
	f->v[CHANGE] = 0;
	f->v[ASKED] = ASK_CONTROLLER;
	ap_goto(s, WITHDRAWAL);
}

void tc_withdrawal_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	if (f->v[POWER] >= FACTIONS) {
		memset(f->v, 0, sizeof f->v);
		ap_goto(s, ATTRITION);
	} else if (!may_withdraw(s, f->v[POWER])) {
		next_power(s);
	} else if (tc_this_turn(s)->withdrawals[f->v[POWER]] > FACES) { /* without a die */
		withdraw_power(s, f->v[POWER], ev);
		next_power(s);
	} else if (f->v[ASKED] >= ASKED_ALL) {
		ap_goto(s, WITHDRAWAL_DIE);
	} else if (modifier_side(s) < SIDES) {
		tc_ask(s, modifier_side(s));
	} else {
		f->v[ASKED]++;
	}
}

static bool can_modify(const tc_state *s, int how)
{
	return how < MODIFIERS && (how != TAKE_OFF || ap_peek(s)->v[ASKED] == ASK_CONTROLLER);
}

void tc_withdrawal_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int how = 0; how < MODIFIERS; how++)
		if (can_modify(state, how))
			ap_add(out, ap_act(V_MODIFY, (unsigned)how, 0));
}

uint16_t tc_withdrawal_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == V_MODIFY && can_modify(state, (int)ap_x(a)) ? 0 : TC_8_41;
}

void tc_withdrawal_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ap_frame *f = ap_top(state);
	(void)seat;
	(void)ev;
	f->v[CHANGE] = (int16_t)(f->v[CHANGE] + (int)ap_x(a) - LEAVE);
	f->v[ASKED]++;
}

void tc_withdrawal_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	const ap_frame *f = ap_peek(s);
	int faction = f->v[POWER], die = (int)ap_x(a), total = die + f->v[CHANGE];
	(void)seat;
	ap_tell(ev, EV_WITHDRAWAL_DIE, TC_8_41, (int16_t)faction, (int16_t)die, (int16_t)total);
	if (total <= tc_this_turn(s)->withdrawals[faction])
		withdraw_power(s, faction, ev);
	else
		ap_tell(ev, EV_POWER_STAYS, TC_8_41, (int16_t)faction);
	next_power(s);
}

/* ---- Attrition, TC-AT-1 ---------------------------------------------------------------------- */

enum { TOLD_IN_FULL = 40 };

static bool never_suffers(int unit)
{
	int faction = tc_units[unit].faction;
	return faction == TC_FACTION_CZECH_LEGION || faction == TC_FACTION_CENTRAL_POWERS ||
		tc_is_green(unit);
}

/* All are judged before any is removed. */
static int judge_units(const tc_state *s, bool doomed[UNITS])
{
	int count = 0;
	for (int u = 0; u < UNITS; u++) {
		doomed[u] =
			s->unit_at[u] < SPACES && tc_user(s, u) < SIDES && !never_suffers(u) && !tc_fed(s, u);
		count += doomed[u];
	}
	return count;
}

static bool is_hungry(const tc_state *s, int unit, int faction)
{
	return tc_units[unit].faction == faction && s->unit_at[unit] < SPACES &&
		tc_user(s, unit) < SIDES && !tc_fed(s, unit);
}

/* TC-8.315.5, TC-8.316.3 */
static void tell_spared(const tc_state *s, int faction, uint16_t clause, ap_events *ev)
{
	int count = 0;
	for (int u = 0; u < UNITS; u++)
		count += is_hungry(s, u, faction);
	if (count)
		ap_tell(ev, EV_SPARED, clause, (int16_t)faction, (int16_t)count);
}

/* TC-8.314.2 */
static void tell_by_sea(const tc_state *s, ap_events *ev)
{
	int count = 0;
	for (int u = 0; u < UNITS; u++)
		count += tc_units[u].faction == TC_FACTION_BRITAIN && s->unit_at[u] < SPACES &&
			tc_user(s, u) == WHITE && tc_fed(s, u) && !tc_space_fed(s, WHITE, s->unit_at[u]);
	if (count)
		ap_tell(ev, EV_FED_BY_SEA, TC_8_314_2, (int16_t)count);
}

/* What supply decides now, TC-SU-1. */
static void tell_supply(const tc_state *s, const bool doomed[UNITS], ap_events *ev)
{
	int hungry[SIDES] = {0};
	for (int u = 0; u < UNITS; u++)
		if (doomed[u])
			hungry[tc_user(s, u)]++;
	for (int side = WHITE; side >= RED; side--)
		if (hungry[side])
			ap_tell(ev, EV_UNFED, TC_SU_1, (int16_t)side, (int16_t)hungry[side]);
	tell_by_sea(s, ev);
	tell_spared(s, TC_FACTION_CENTRAL_POWERS, TC_8_315_5, ev);
	tell_spared(s, TC_FACTION_CZECH_LEGION, TC_8_316_3, ev);
}

static void starve(tc_state *s, int unit, bool in_full, ap_events *ev)
{
	ap_tell(ev, EV_ATTRITION, TC_AT_1, (int16_t)unit);
	if (!tc_is_army(unit) && !tc_lose_step(s, unit))
		return;
	tc_destroy(s, unit, tc_is_army(unit));
	if (!in_full)
		return;
	if (s->unit_where[unit] == GONE)
		ap_tell(ev, EV_UNIT_GONE, TC_LS_4, (int16_t)unit);
	else
		ap_tell(ev, EV_UNIT_DEAD, TC_AT_1, (int16_t)unit);
}

/* TC-15.5: where the last unit is destroyed the first leader is marked; the others of his space
 * roll in the same frame. */
static void mark_leader(tc_state *s, int space, int side)
{
	if (tc_occupier(s, space) != NONE)
		return;
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side &&
			tc_leaders[l].bound != TC_BOUND_STAYS) { /* Lenin only leaves what has fallen */
			s->leader_flags[l] |= L_BACK;
			return;
		}
}

static void starve_side(
	tc_state *s, int side, const bool doomed[UNITS], bool in_full, ap_events *ev)
{
	for (int u = 0; u < UNITS; u++) {
		if (!doomed[u] || tc_user(s, u) != side)
			continue;
		int space = s->unit_at[u];
		starve(s, u, in_full, ev);
		mark_leader(s, space, side);
	}
}

void tc_attrition_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	if (f->v[0] == 0) {
		bool doomed[UNITS];
		tc_supply(s);
		bool in_full = judge_units(s, doomed) <= TOLD_IN_FULL;
		tell_supply(s, doomed, ev);
		starve_side(s, WHITE, doomed, in_full, ev);
		starve_side(s, RED, doomed, in_full, ev);
		tc_tidy_markers(s, ev);
		f->v[0] = 1;
	}
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_flags[l] & L_BACK) {
			s->leader_flags[l] &= (uint8_t)~L_BACK;
			ap_call(s, LEADER_DIE)->v[0] = (int16_t)l;
			return;
		}
	f->v[0] = 0;
	ap_goto(s, SCORE);
}

/* ---- Victory points, TC-VP-1, TC-VP-2 -------------------------------------------------------- */

/* Which clause speaks of the count of this side. */
static uint16_t count_clause(const tc_state *s, int side)
{
	for (int space = 0; space < SPACES; space++) {
		if (!tc_spaces[space].city)
			continue;
		if (side == WHITE && s->owner[space] == CZECHS && tc_city_counts_for(s, space) == WHITE)
			return TC_8_316_1;
		if (side == RED && tc_powers_active(s) &&
			tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS))
			return TC_8_315_6;
	}
	return TC_VP_1;
}

void tc_score_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	for (int side = WHITE; side >= RED; side--) {
		s->cities[side] = (uint8_t)tc_count_cities(s, side);
		ap_tell(ev, EV_CITIES, count_clause(s, side), (int16_t)side, s->cities[side]);
	}
	int ahead = tc_ahead(s), lead = s->cities[WHITE] - s->cities[RED];
	if (ahead != NOBODY) {
		lead = lead < 0 ? -lead : lead;
		ap_tell(ev, EV_CITY_LEAD, TC_VP_2, (int16_t)ahead, (int16_t)lead);
		tc_gain_vp(s, ahead, lead, TC_VP_2, ev);
	}
	memset(ap_top(s)->v, 0, sizeof ap_top(s)->v);
	ap_top(s)->v[0] = WHITE;
	ap_goto(s, REPLACE);
}

/* ---- The Red Army of Belarus, TC-8.313.1
 * ---------------------------------------------------------------------------- */

static bool belarus_army_at(const tc_state *s, int space)
{
	return tc_region_of(space) == TC_REGION_BELARUS && s->owner[space] == RED &&
		!tc_closed(s, RED, TC_UNIT_RED_BELARUS_ARMY, space) &&
		(tc_occupier(s, space) == NONE || tc_occupier(s, space) == RED) &&
		tc_unit_fits(s, space, TC_UNIT_RED_BELARUS_ARMY);
}

static bool belarus_army_due(const tc_state *s)
{
	if (s->unit_where[TC_UNIT_RED_BELARUS_ARMY] != OUT)
		return false;
	for (int space = 0; space < SPACES; space++)
		if (belarus_army_at(s, space))
			return true;
	return false;
}

static void leave_belarus(tc_state *s, int how)
{
	ap_frame *f = ap_top(s);
	s->belarus = (uint8_t)how;
	memset(f->v, 0, sizeof f->v);
	f->v[0] = RED;
	ap_goto(s, REPLACE);
}

void tc_belarus_army_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	bool held = tc_controller(s, TC_FACTION_BELARUS) == RED;
	(void)ev;
	if (s->belarus != BELARUS_DUE)
		leave_belarus(s, s->belarus);
	else if (held && tc_powers_active(s))
		leave_belarus(s, BELARUS_DUE); /* it waits */
	else if (held && belarus_army_due(s))
		tc_ask(s, RED);
	else
		leave_belarus(s, BELARUS_NOT);
}

void tc_belarus_army_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(V_PASS, 0, 0));
	for (int space = 0; space < SPACES; space++)
		if (belarus_army_at(state, space))
			ap_add(out, ap_act(V_TO, (unsigned)space, 0));
}

uint16_t tc_belarus_army_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == V_PASS)
		return 0;
	return ap_verb_of(a) == V_TO && belarus_army_at(state, (int)ap_x(a)) ? 0 : TC_8_313_1;
}

void tc_belarus_army_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == V_PASS) {
		leave_belarus(s, BELARUS_NOT);
		return;
	}
	tc_put_unit(s, TC_UNIT_RED_BELARUS_ARMY, (int)ap_x(a));
	ap_tell(ev, EV_BELARUS_ARMY, TC_8_313_1, TC_UNIT_RED_BELARUS_ARMY, (int16_t)ap_x(a));
	leave_belarus(s, BELARUS_DONE);
}

/* ---- The end --------------------------------------------------------------------------------- */

/* TC-5.36.1: the other side gains. */
static void settle_penalties(tc_state *s, ap_events *ev)
{
	for (int card = 0; card < CARDS; card++) {
		int side = tc_card_side(card), penalty = tc_cards[card].penalty;
		if (penalty == 0 || tc_played(s, card))
			continue;
		ap_tell(ev, EV_PENALTY, TC_5_36_1, (int16_t)side, (int16_t)card, (int16_t)penalty);
		tc_gain_vp(s, tc_other(side), penalty, TC_5_36_1, ev);
	}
}

void tc_finish_game(tc_state *s, ap_events *ev)
{
	bool campaign = tc_campaign(s);
	if (!campaign)
		settle_penalties(s, ev);
	int red = s->vp[RED], white = s->vp[WHITE];
	int winner = red > white ? RED : white > red ? WHITE : tc_setting_of(s)->tie;
	uint16_t clause = campaign ? TC_CA_1 : TC_5_36;
	s->winner = (uint8_t)winner;
	if (winner == NOBODY)
		ap_tell(ev, EV_SHARED, clause, (int16_t)red);
	else
		ap_tell(ev, EV_WINS, clause, (int16_t)winner, s->vp[winner], s->vp[tc_other(winner)]);
	int reason = red == white ? TIE_VP : winner == RED ? RED_AHEAD : WHITE_AHEAD;
	ap_finish(s, campaign ? CAMPAIGN_TURN : reason);
}

/* Who wins with equal VP is one ahead. */
void tc_ending(const void *state, ap_outcome *out)
{
	const tc_state *s = state;
	bool equal = s->vp[RED] == s->vp[WHITE];
	for (int seat = 0; seat < s->head.players; seat++) {
		int side = s->side_of[seat];
		out->result[seat] = s->winner == NOBODY ? AP_SHARED : s->winner == side ? AP_WON : AP_LOST;
		out->score[seat] = (int16_t)(s->vp[side] + (equal && s->winner == side));
	}
}
