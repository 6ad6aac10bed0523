/* logistics.c: the Logistics Phase without replacements, TC-LG-1: conquest, withdrawals, attrition,
 * Victory Points, the Red Army of Belarus; and the result of the game, TC-5.36, TC-5.17. */
#include "chapters.h"

void tc_conquest_run(void *state, ap_events *ev)
{
	tc_enter(state, TC_STEP_WITHDRAWAL);
	tc_withdrawal_top(state)->power = 0;
	tc_conquer_all(state, ev);
}

void tc_logistics_end_run(void *state, ap_events *ev)
{
	(void)ev;
	if (tc_polish_affairs_due(state))
		tc_call(state, TC_STEP_POLISH_AFFAIRS);
	else
		ap_end(state);
}

/* ---- Withdrawal of Major Powers, TC-8.41 to TC-6.13 ------------------------------------------ */

/* What the action `modify` does to the die. */
enum { TC_MODIFY_TAKE_OFF, TC_MODIFY_LEAVE, TC_MODIFY_ADD, TC_MODIFY_COUNT };

/* Is the faction a Major Power in the game, which can still withdraw? */
static bool may_withdraw(const tc_state *s, int faction)
{
	bool leaves = false;
	for (int turn = 0; turn < TC_TURNS; turn++)
		leaves |= tc_turns[turn].withdrawals[faction] > 0;
	return leaves && s->box[faction] != TC_BOX_OUT &&
		!(s->faction_flags[faction] & TC_FACTION_FLAG_WITHDRAWN);
}

int tc_figure_may_withdraw(const void *view, int key)
{
	return may_withdraw(view, key);
}

int tc_withdraws_at(const tc_state *s, int faction)
{
	assert(tc_is_faction(faction));
	return may_withdraw(s, faction) ? tc_this_turn(s)->withdrawals[faction] : 0;
}

int tc_modifier_side(const tc_state *s, const tc_withdrawal_frame *f)
{
	if (f->next == TC_MODIFIES_CONTROLLER)
		return tc_controller(s, f->power);
	return tc_may(s, TC_SIDE_WHITE, TC_MAY_ADD_WITHDRAWAL) ? TC_SIDE_WHITE : TC_PARTY_NOBODY;
}

/* TC-5.32: gives the spaces of a Power that withdraws to the side whose home they are. */
static void give_up_spaces(tc_state *s, int owner, ap_events *ev)
{
	for (int space = 0; space < TC_SPACES; space++) {
		if (owner == TC_OWNER_CENTRAL_POWERS)
			s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_CREDIT;
		if (owner >= TC_OWNER_COUNT || s->owner[space] != owner)
			continue;
		int heir = tc_regions[tc_region_of(space)].home;
		tc_set_owner(s, space, heir);
		tc_tell_owner(ev, TC_8_42, TC_SPACE(space), TC_OWNER(heir));
	}
}

static bool is_dead_army(const tc_state *s, int unit, int faction)
{
	bool dead = s->unit_where[unit] == TC_LOCATION_DEAD || s->unit_where[unit] == TC_LOCATION_GONE;
	return tc_units[unit].faction == faction && tc_is_army(unit) && dead;
}

static void pay_for_dead(tc_state *s, int faction, ap_events *ev)
{
	int controller = tc_controller(s, faction), dead = 0;
	for (int u = 0; u < TC_UNITS; u++)
		dead += is_dead_army(s, u, faction);
	if (controller < TC_SIDE_COUNT)
		tc_gain_vp(
			s, tc_other(controller), dead * tc_number_of(TC_NUMBER_LOST_ARMY_VP), TC_6_13, ev);
}

static void withdraw_power(tc_state *s, int faction, ap_events *ev)
{
	tc_tell_withdraws_power(ev, TC_8_42, TC_FACTION(faction));
	pay_for_dead(s, faction, ev);
	for (int u = 0; u < TC_UNITS; u++)
		if (tc_units[u].faction == faction)
			tc_take_unit(s, u, TC_LOCATION_GONE);
	for (int l = 0; l < TC_LEADERS; l++)
		if (tc_leaders[l].faction == faction)
			tc_take_leader(s, l, TC_LOCATION_GONE);
	s->faction_flags[faction] =
		(uint16_t)((s->faction_flags[faction] & TC_FACTION_FLAG_EVER) | TC_FACTION_FLAG_WITHDRAWN);
	tc_set_box(s, faction, TC_BOX_OUT);
	tc_refresh_users(s);
	give_up_spaces(s,
		faction == TC_FACTION_CENTRAL_POWERS     ? TC_OWNER_CENTRAL_POWERS
			: faction == TC_FACTION_CZECH_LEGION ? TC_OWNER_CZECH_LEGION
												 : TC_OWNER_COUNT,
		ev);
	if (faction == TC_FACTION_CENTRAL_POWERS)
		tc_open_lands(s, ev);
	tc_tidy_markers(s, ev);
}

static void next_power(tc_state *s)
{
	int next = tc_withdrawal_peek(s)->power + 1;
	tc_enter(s, TC_STEP_WITHDRAWAL);
	tc_withdrawal_top(s)->power = next < TC_FACTIONS ? (uint8_t)next : TC_NONE;
}

void tc_withdrawal_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_withdrawal_frame *f = tc_withdrawal_top(s);
	if (f->power == TC_NONE) {
		if (!tc_check_victory(s, ev))
			tc_enter(s, TC_STEP_ATTRITION);
	} else if (tc_withdraws_at(s, f->power) == 0) {
		next_power(s);
	} else if (tc_withdraws_at(s, f->power) > TC_FACES) { /* The Power withdraws without a die. */
		withdraw_power(s, f->power, ev);
		next_power(s);
	} else if (f->next == TC_MODIFIES_NOBODY) {
		tc_goto(s, TC_STEP_WITHDRAWAL_DIE);
	} else if (tc_modifier_side(s, f) < TC_SIDE_COUNT) {
		tc_ask(s, tc_modifier_side(s, f));
	} else {
		f->next++;
	}
}

static bool can_modify(const tc_state *s, int how)
{
	bool controller = tc_withdrawal_peek(s)->next == TC_MODIFIES_CONTROLLER;
	return how < TC_MODIFY_COUNT && (how != TC_MODIFY_TAKE_OFF || controller);
}

void tc_withdrawal_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int how = 0; how < TC_MODIFY_COUNT; how++)
		if (can_modify(state, how))
			ap_add(out, ap_act(TC_VERB_MODIFY, (unsigned)how, 0));
}

uint16_t tc_withdrawal_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == TC_VERB_MODIFY && can_modify(state, (int)ap_x(a)) ? 0 : TC_8_41;
}

void tc_withdrawal_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_withdrawal_frame *f = tc_withdrawal_top(state);
	(void)seat;
	(void)ev;
	f->change = (int8_t)(f->change + (int)ap_x(a) - TC_MODIFY_LEAVE);
	f->next++;
}

void tc_withdrawal_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	const tc_withdrawal_frame *f = tc_withdrawal_peek(s);
	int faction = f->power, die = (int)ap_x(a), total = die + f->change;
	(void)seat;
	tc_tell_withdrawal_die(
		ev, TC_8_41, TC_FACTION(faction), die, total, tc_withdraws_at(s, faction));
	if (total <= tc_withdraws_at(s, faction))
		withdraw_power(s, faction, ev);
	else
		tc_tell_power_stays(ev, TC_8_41, TC_FACTION(faction));
	next_power(s);
}

/* ---- Attrition, TC-AT-1 ---------------------------------------------------------------------- */

/* At most so many units get an event of their own that tells their fate; otherwise there would be
 * too many events. */
enum { TC_TOLD_IN_FULL = 40 };

static bool never_suffers(const tc_state *s, int unit)
{
	int faction = tc_units[unit].faction;
	return faction == TC_FACTION_CZECH_LEGION || faction == TC_FACTION_CENTRAL_POWERS ||
		tc_is_green(s, unit);
}

/* Finds the units that suffer attrition, before any is removed. Returns how many there are. */
static int judge_units(const tc_state *s, bool doomed[TC_UNITS])
{
	int count = 0;
	uint64_t units[TC_UNIT_WORDS];
	memset(doomed, 0, TC_UNITS * sizeof doomed[0]);
	tc_units_in(s, TC_LOCATION_MAP, units);
	for (int u = tc_member(units, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(units, TC_UNIT_WORDS, u + 1)) {
		doomed[u] = tc_user(s, u) < TC_SIDE_COUNT && !never_suffers(s, u) && !tc_fed(s, u);
		count += doomed[u];
	}
	return count;
}

static bool is_hungry(const tc_state *s, int unit, int faction)
{
	return tc_units[unit].faction == faction && s->unit_at[unit] < TC_SPACES &&
		tc_user(s, unit) < TC_SIDE_COUNT && !tc_fed(s, unit);
}

/* TC-8.315.5, TC-8.316.3: tells how many units of the faction suffer no attrition. */
static void tell_spared(const tc_state *s, int faction, uint16_t clause, ap_events *ev)
{
	int count = 0;
	for (int u = 0; u < TC_UNITS; u++)
		count += is_hungry(s, u, faction);
	if (count)
		tc_tell_spared(ev, clause, TC_FACTION(faction), count);
}

/* TC-8.314.2: tells how many British units are supplied by ports alone. */
static void tell_by_sea(const tc_state *s, ap_events *ev)
{
	int count = 0;
	for (int u = 0; u < TC_UNITS; u++)
		count += tc_units[u].faction == TC_FACTION_BRITAIN && s->unit_at[u] < TC_SPACES &&
			tc_user(s, u) == TC_SIDE_WHITE && tc_fed(s, u) &&
			!tc_space_fed(s, TC_SIDE_WHITE, s->unit_at[u]);
	if (count)
		tc_tell_fed_by_sea(ev, TC_8_314_2, count);
}

/* TC-SU-1: tells what supply decides now. */
static void tell_supply(const tc_state *s, const bool doomed[TC_UNITS], ap_events *ev)
{
	int hungry[TC_SIDE_COUNT] = {0};
	if (!ev)
		return;
	for (int u = 0; u < TC_UNITS; u++)
		if (doomed[u])
			hungry[tc_user(s, u)]++;
	for (int side = TC_SIDE_WHITE; side >= TC_SIDE_RED; side--)
		if (hungry[side])
			tc_tell_unfed(ev, TC_SU_1, TC_SIDE(side), hungry[side]);
	tell_by_sea(s, ev);
	tell_spared(s, TC_FACTION_CENTRAL_POWERS, TC_8_315_5, ev);
	tell_spared(s, TC_FACTION_CZECH_LEGION, TC_8_316_3, ev);
}

/* Applies attrition to a unit. If `in_full`, tells what it loses. */
static void starve(tc_state *s, int unit, bool in_full, ap_events *ev)
{
	tc_tell_attrition(ev, TC_AT_1, TC_UNIT(unit));
	if (!tc_is_army(unit) && !tc_lose_step(s, unit)) {
		if (in_full)
			tc_tell_starves(ev, TC_AT_1, TC_UNIT(unit));
		return;
	}
	uint16_t end = tc_end_clause(s, unit);
	tc_destroy(s, unit, tc_is_army(unit));
	if (!in_full)
		return;
	if (s->unit_where[unit] == TC_LOCATION_GONE)
		tc_tell_unit_gone(ev, end, TC_UNIT(unit));
	else
		tc_tell_unit_dead(ev, tc_is_army(unit) ? TC_8_320_3 : TC_AT_1, TC_UNIT(unit));
}

/* TC-15.5: marks the leaders in a space whose last unit is destroyed. */
static void mark_leaders(tc_state *s, int space, int side)
{
	if (tc_occupier(s, space) != TC_NONE)
		return;
	/* Lenin does not count, because he leaves only a city that has fallen. */
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && tc_leader_user(s, l) == side &&
			tc_leaders[l].bound != TC_BOUND_STAYS)
			s->leader_flags[l] |= TC_LEADER_FLAG_BACK;
}

static void starve_side(
	tc_state *s, int side, const bool doomed[TC_UNITS], bool in_full, ap_events *ev)
{
	for (int u = 0; u < TC_UNITS; u++) {
		if (!doomed[u] || s->unit_at[u] >= TC_SPACES || tc_user(s, u) != side)
			continue;
		int space = s->unit_at[u];
		starve(s, u, in_full, ev);
		mark_leaders(s, space, side);
	}
}

void tc_attrition_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	if (!tc_logistics_peek(s)->judged) {
		bool doomed[TC_UNITS];
		tc_supply(s);
		int count = judge_units(s, doomed);
		tell_supply(s, doomed, ev);
		for (int side = TC_SIDE_WHITE; side >= TC_SIDE_RED && count > 0; side--)
			starve_side(s, side, doomed, count <= TC_TOLD_IN_FULL, ev);
		tc_tidy_markers(s, ev);
		tc_logistics_top(s)->judged = 1;
	}
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_flags[l] & TC_LEADER_FLAG_BACK) {
			s->leader_flags[l] &= (uint8_t)~TC_LEADER_FLAG_BACK;
			tc_call(s, TC_STEP_LEADER_DIE);
			tc_lone_leader_top(s)->leader = (uint8_t)l;
			return;
		}
	tc_enter(s, TC_STEP_SUBJUGATE);
}

/* ---- Victory points, TC-VP-1, TC-VP-2 -------------------------------------------------------- */

/* Returns the clause that best explains the count of this side. */
static uint16_t count_clause(const tc_state *s, int side)
{
	for (int space = 0; space < TC_SPACES; space++) {
		if (!tc_spaces[space].city)
			continue;
		if (side == TC_SIDE_WHITE && s->owner[space] == TC_OWNER_CZECH_LEGION &&
			tc_city_counts_for(s, space) == TC_SIDE_WHITE)
			return TC_8_316_1;
		if (side == TC_SIDE_RED && tc_powers_active(s) &&
			tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS))
			return TC_8_315_6;
	}
	return TC_VP_1;
}

void tc_score_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	for (int side = TC_SIDE_WHITE; side >= TC_SIDE_RED; side--) {
		s->cities[side] = (uint8_t)tc_count_cities(s, side);
		tc_tell_cities(ev, count_clause(s, side), TC_SIDE(side), s->cities[side]);
	}
	int ahead = tc_ahead(s), lead = s->cities[TC_SIDE_WHITE] - s->cities[TC_SIDE_RED];
	if (ahead != TC_PARTY_NOBODY) {
		lead = lead < 0 ? -lead : lead;
		tc_tell_city_lead(ev, TC_VP_2, TC_SIDE(ahead), lead);
		tc_gain_vp(s, ahead, lead, TC_VP_2, ev);
	}
	if (!tc_check_victory(s, ev))
		tc_enter(s, TC_STEP_GOLD);
}

/* ---- The Red Army of Belarus, TC-8.313.1 ----------------------------------------------------- */

static bool belarus_army_at(const tc_state *s, int space)
{
	return tc_region_of(space) == TC_REGION_BELARUS && s->owner[space] == TC_SIDE_RED &&
		!tc_closed(s, TC_SIDE_RED, TC_UNIT_RED_BELARUS_ARMY, space) &&
		(tc_occupier(s, space) == TC_NONE || tc_occupier(s, space) == TC_SIDE_RED) &&
		tc_unit_fits(s, space, TC_UNIT_RED_BELARUS_ARMY);
}

static bool belarus_army_due(const tc_state *s)
{
	if (s->unit_where[TC_UNIT_RED_BELARUS_ARMY] != TC_LOCATION_OUT)
		return false;
	for (int space = 0; space < TC_SPACES; space++)
		if (belarus_army_at(s, space))
			return true;
	return false;
}

/* Continues with RED's replacements. `how` is TC_BELARUS_.. */
static void end_belarus(tc_state *s, int how)
{
	s->belarus = (uint8_t)how;
	tc_enter(s, TC_STEP_REPLACE);
	tc_replacement_top(s)->side = TC_SIDE_RED;
}

void tc_belarus_army_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	bool held =
		tc_controller(s, TC_FACTION_BELARUS) == TC_SIDE_RED || tc_subjugated(s, TC_FACTION_BELARUS);
	(void)ev;
	if (s->belarus != TC_BELARUS_DUE)
		end_belarus(s, s->belarus);
	else if (held && tc_powers_active(s))
		end_belarus(s, TC_BELARUS_DUE); /* The army waits. */
	else if (held && belarus_army_due(s))
		tc_ask(s, TC_SIDE_RED);
	else
		end_belarus(s, TC_BELARUS_NONE);
}

void tc_belarus_army_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(TC_VERB_PASS, 0, 0));
	for (int space = 0; space < TC_SPACES; space++)
		if (belarus_army_at(state, space))
			ap_add(out, ap_act(TC_VERB_TO, (unsigned)space, 0));
}

uint16_t tc_belarus_army_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PASS)
		return 0;
	return ap_verb_of(a) == TC_VERB_TO && belarus_army_at(state, (int)ap_x(a)) ? 0 : TC_8_313_1;
}

void tc_belarus_army_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PASS) {
		end_belarus(s, TC_BELARUS_NONE);
		return;
	}
	tc_put_unit(s, TC_UNIT_RED_BELARUS_ARMY, (int)ap_x(a));
	tc_tell_belarus_army(ev, TC_8_313_1, TC_UNIT(TC_UNIT_RED_BELARUS_ARMY), TC_SPACE(ap_x(a)));
	end_belarus(s, TC_BELARUS_DONE);
}

/* ---- The end --------------------------------------------------------------------------------- */

int tc_penalty_of(const tc_state *s, int card)
{
	assert(tc_is_card(card));
	return !tc_introduction(s) || tc_played(s, card) ? 0 : tc_cards[card].penalty;
}

/* TC-5.36.1: gives the other side Victory Points for events that were never played. */
static void settle_penalties(tc_state *s, ap_events *ev)
{
	for (int card = 0; card < TC_CARDS; card++) {
		int side = tc_card_side(card), penalty = tc_penalty_of(s, card);
		if (penalty == 0)
			continue;
		tc_tell_penalty(ev, TC_5_36_1, TC_SIDE(side), TC_CARD(card), penalty);
		tc_gain_vp(s, tc_other(side), penalty, TC_5_36_1, ev);
	}
}

static int end_reason(const tc_state *s)
{
	bool red = s->winner == TC_SIDE_RED;
	if (!tc_introduction(s)) /* TC-5.17 */
		return red ? TC_REASON_RED_HOLDS_OUT : TC_REASON_WHITE_HOLDS_OUT;
	if (s->vp[TC_SIDE_RED] == s->vp[TC_SIDE_WHITE])
		return TC_REASON_TIE;
	return red ? TC_REASON_RED_AHEAD : TC_REASON_WHITE_AHEAD;
}

void tc_finish_game(tc_state *s, ap_events *ev)
{
	settle_penalties(s, ev);
	int red = s->vp[TC_SIDE_RED], white = s->vp[TC_SIDE_WHITE];
	int winner = red > white ? TC_SIDE_RED : white > red ? TC_SIDE_WHITE : tc_setting_of(s)->tie;
	uint16_t clause = tc_introduction(s) ? TC_5_36 : TC_5_17;
	s->winner = (uint8_t)winner;
	if (winner == TC_PARTY_NOBODY)
		tc_tell_shared(ev, clause, red);
	else
		tc_tell_wins(ev, clause, TC_SIDE(winner), s->vp[winner], s->vp[tc_other(winner)]);
	tc_end_game(s, end_reason(s));
}

/* In the result a side that wins without more Victory Points than the other has one more than
 * it. */
void tc_outcome(const void *state, ap_outcome *out)
{
	const tc_state *s = state;
	for (int seat = 0; seat < s->head.players; seat++) {
		int side = s->side_of[seat];
		out->result[seat] = s->winner == TC_PARTY_NOBODY ? AP_SHARED
			: s->winner == side                          ? AP_WON
														 : AP_LOST;
		int other = s->vp[tc_other(side)];
		out->score[seat] = s->vp[side];
		if (s->winner == side && out->score[seat] <= other)
			out->score[seat] = (int16_t)(other + 1);
	}
}
