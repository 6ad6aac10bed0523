/* test_soundness.c: tests that a state in which one thing cannot be is called unsound. The states
 * are those of random games; each fault is tried wherever it can be made. */
#include "unit/unit.h"

#include "engine/chapters.h"
#include "engine/frames.h"

enum { GAMES = 18, LOOK_EVERY = 3 };

/* ---- Numbers and sets that are out of range -------------------------------------------------- */

static bool influence_of_a_hundred(tc_state *s)
{
	s->ip[TC_SIDE_WHITE][TC_FACTION_ESTONIA] = 100;
	return true;
}

static bool soft_influence_of_a_hundred(tc_state *s)
{
	s->soft_ip[TC_SIDE_RED][TC_FACTION_ESTONIA] = 100;
	return true;
}

static bool more_steps_spent_than_there_are(tc_state *s)
{
	s->duty_reserve[TC_SIDE_RED] = 61;
	return true;
}

static bool unknown_flag_of_a_faction(tc_state *s)
{
	for (int f = 0; f < TC_FACTIONS; f++)
		if (s->faction_flags[f] == 0) {
			s->faction_flags[f] = 2 * TC_FACTION_FLAG_SUBJUGATED;
			return true;
		}
	return false;
}

static bool unknown_marker(tc_state *s)
{
	s->marker[TC_SPACE_MOSKVA] |= 2 * TC_MARKER_FLAG_CREDIT;
	return true;
}

/* ---- The bid and the round ------------------------------------------------------------------- */

/* TC-6.4 */
static bool bid_that_is_too_high(tc_state *s)
{
	bool given = ap_step_of(s) == TC_STEP_BID && s->bid_vp[TC_SEAT_FIRST] != TC_NONE;
	if (given)
		s->bid_vp[TC_SEAT_FIRST] = TC_MOST_BID + 1;
	return given;
}

/* TC-CB-1.1: the second of the attacks that were ordered, without a first. */
static bool gap_between_orders(tc_state *s)
{
	if (s->op.put < 2 || s->op.order_at[0] != TC_NOWHERE)
		return false;
	s->op.order_at[1] = TC_SPACE_MOSKVA;
	s->op.order_from[1] = TC_SPACE_TULA;
	return true;
}

static bool has_group(const tc_state *s)
{
	return ap_step_of(s) == TC_STEP_MOVE && s->op.from != TC_NOWHERE;
}

static bool group_that_is_on_its_way_before_it_goes(tc_state *s)
{
	if (!has_group(s))
		return false;
	s->op.from = s->op.at == TC_SPACE_MOSKVA ? TC_SPACE_TULA : TC_SPACE_MOSKVA;
	return true;
}

static bool group_of_nobody(tc_state *s)
{
	if (!has_group(s))
		return false;
	for (int u = 0; u < TC_UNITS; u++)
		s->unit_flags[u] &= (uint8_t)~TC_UNIT_FLAG_PICKED;
	for (int l = 0; l < TC_LEADERS; l++)
		s->leader_flags[l] &= (uint8_t)~TC_LEADER_FLAG_PICKED;
	return true;
}

static bool leader_of_the_group_elsewhere(tc_state *s)
{
	if (!has_group(s) || s->leader_at[TC_LEADER_RED_LENIN] == s->op.at)
		return false;
	s->leader_flags[TC_LEADER_RED_LENIN] |= TC_LEADER_FLAG_PICKED;
	return true;
}

static bool order_of_no_kind(tc_state *s)
{
	const tc_round_frame *f = tc_find_round(s);
	if (!f || f->step != TC_STEP_CARRY_OUT)
		return false;
	s->op.use = TC_USE_COUNT;
	return true;
}

/* ---- The combat ------------------------------------------------------------------------------ */

static bool side_against_itself(tc_state *s)
{
	if (s->combat.target == TC_NOWHERE)
		return false;
	s->combat.side[TC_ROLE_DEFENDER] = s->combat.side[TC_ROLE_ATTACKER];
	return true;
}

/* Only armies wait for a corps that takes their place, TC-LS-3. */
static bool corps_that_waits_for_relief(tc_state *s)
{
	for (int u = 0; u < TC_UNITS && ap_step_of(s) == TC_STEP_LOSE; u++)
		if (!tc_is_army(u) && (s->unit_flags[u] & TC_UNIT_FLAG_FIGHTS)) {
			s->unit_flags[u] |= TC_UNIT_FLAG_FELL;
			return true;
		}
	return false;
}

/* Nobody withdraws before a counter-attack. */
static bool withdrawal_from_a_counter_attack(tc_state *s)
{
	if (ap_step_of(s) != TC_STEP_WITHDRAW)
		return false;
	s->combat.kind = TC_COMBAT_KIND_COUNTER;
	return true;
}

/* A way was gone by a unit that retreats, and none does. */
static bool way_back_of_nobody(tc_state *s)
{
	if (!tc_find_combat(s) || ap_step_of(s) != TC_STEP_BACK || s->combat.back_unit != TC_NOWHERE)
		return false;
	tc_combat_top(s)->gone = 1;
	return true;
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* Makes a fault and returns true, or cannot be made in this state. */
typedef struct fault {
	bool (*make)(tc_state *s);
	const char *name;
	int count;
} fault;

#define FAULT(what)                                                                                \
	{                                                                                              \
		what, #what, 0                                                                             \
	}
static fault faults[] = {
	FAULT(influence_of_a_hundred),
	FAULT(soft_influence_of_a_hundred),
	FAULT(more_steps_spent_than_there_are),
	FAULT(unknown_flag_of_a_faction),
	FAULT(unknown_marker),
	FAULT(bid_that_is_too_high),
	FAULT(gap_between_orders),
	FAULT(group_that_is_on_its_way_before_it_goes),
	FAULT(group_of_nobody),
	FAULT(leader_of_the_group_elsewhere),
	FAULT(order_of_no_kind),
	FAULT(side_against_itself),
	FAULT(corps_that_waits_for_relief),
	FAULT(withdrawal_from_a_counter_attack),
	FAULT(way_back_of_nobody),
};

static void try_faults(const tc_state *s)
{
	static tc_state spoilt;
	for (int i = 0; i < AP_COUNT(faults); i++) {
		spoilt = *s;
		if (!faults[i].make(&spoilt))
			continue;
		if (!ap_unsound(&triumph_of_chaos, &spoilt))
			fail_msg("%s is sound at step %s", faults[i].name,
				ap_step_name(&triumph_of_chaos, ap_step_of(s)));
		faults[i].count++;
	}
}

static void play_game(int number)
{
	static tc_state s;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = 2};
	ap_rng rng;
	int actions = 0;
	setup.option[TC_OPTION_SCENARIO] = (uint8_t)(number % (TC_SCENARIO_1919 + 1));
	ap_seed(&rng, 11, (uint64_t)number);
	ap_start(&triumph_of_chaos, &setup, &s, NULL);
	for (ap_seats actors; (actors = ap_actors(&s)) != 0; actions++) {
		if (actions % LOOK_EVERY == 0 || ap_step_of(&s) == TC_STEP_BID)
			try_faults(&s);
		int seat = ap_first_seat(actors), n = ap_legal(&triumph_of_chaos, &s, seat, legal);
		ap_play(&triumph_of_chaos, &s, seat, legal[ap_below(&rng, (uint32_t)n)], NULL);
	}
}

static void what_cannot_be_is_unsound(void **unused)
{
	(void)unused;
	for (int number = 0; number < GAMES; number++)
		play_game(number);
	for (int i = 0; i < AP_COUNT(faults); i++)
		if (faults[i].count == 0)
			fail_msg("%s was never tried", faults[i].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(what_cannot_be_is_unsound)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
