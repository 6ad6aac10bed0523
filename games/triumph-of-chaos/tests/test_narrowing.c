/* test_narrowing.c: tests of lists that are shortened by naming a region first, TC-TU-6, in random
 * games in which nobody may choose from more than a few actions. */
/* link: --wrap=tc_longest_list */
#include "unit/unit.h"

#include "engine/chapters.h"

/* A sanitised program is slow: too few games are played to meet every step. */
#ifdef NDEBUG
enum { GAMES = 42, MEETS_ALL = true };
#else
enum { GAMES = 12, MEETS_ALL = false };
#endif

enum { FEW = 15, STEPS = 256 };

/* The linker lets every call of tc_longest_list() come here. */
int __wrap_tc_longest_list(void);
int __wrap_tc_longest_list(void)
{
	return FEW;
}

static int regions_named[STEPS]; /* at each step */

static bool is_in(ap_action a, const ap_action *list, int count)
{
	for (int i = 0; i < count; i++)
		if (list[i] == a)
			return true;
	return false;
}

/* Applies the action. Returns the clause that forbids it; 0 if it was done. */
static int refusal(tc_state *game, int seat, ap_action a)
{
	ap_result result = ap_apply(&triumph_of_chaos, game, seat, a, NULL);
	return result.code == AP_OK ? 0 : result.clause;
}

/* Demands of every region that can be named that there is something in it, which is refused while
 * the region is not named, and that no other region can be named after it. */
static void check_regions(const tc_state *game, int seat, const ap_action *legal, int count)
{
	static tc_state named, before;
	ap_action inside[AP_MAX_LEGAL];
	for (int i = 0; i < count; i++) {
		if (ap_verb_of(legal[i]) != TC_VERB_REGION)
			continue;
		named = *game;
		assert_int_equal(refusal(&named, seat, legal[i]), 0);
		assert_int_equal(ap_step_of(&named), ap_step_of(game));
		assert_int_equal(ap_actors(&named), ap_actors(game));
		assert_null(ap_unsound(&triumph_of_chaos, &named));
		int n = ap_legal(&triumph_of_chaos, &named, seat, inside), others = 0;
		for (int j = 0; j < n; j++) {
			bool always = is_in(inside[j], legal, count);
			others += always;
			if (always)
				continue;
			before = *game;
			assert_int_equal(refusal(&before, seat, inside[j]), TC_TU_6);
		}
		assert_true(others < n);
		assert_int_equal(refusal(&named, seat, legal[i]), TC_TU_6);
		regions_named[ap_step_of(game)]++;
	}
}

/* A random action; but Trotsky is picked where he can be, because only his train has a long list in
 * the step move. */
static ap_action choose(const ap_action *legal, int count, ap_rng *rng)
{
	ap_action trotsky = ap_act(TC_VERB_PICK_LEADER, TC_LEADER_RED_TROTSKY, 0);
	return is_in(trotsky, legal, count) ? trotsky : legal[ap_below(rng, (uint32_t)count)];
}

static void play_game(int number)
{
	static tc_state game;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = 2};
	ap_rng rng;
	setup.option[TC_OPTION_SCENARIO] = (uint8_t)(number % (TC_SCENARIO_1919 + 1));
	setup.option[TC_OPTION_SIDES] = TC_SIDES_FIXED;
	ap_seed(&rng, 6, (uint64_t)number);
	ap_start(&triumph_of_chaos, &setup, &game, NULL);
	for (ap_seats actors; (actors = ap_actors(&game)) != 0;) {
		int seat = ap_first_seat(actors), n = ap_legal(&triumph_of_chaos, &game, seat, legal);
		check_regions(&game, seat, legal, n);
		ap_play(&triumph_of_chaos, &game, seat, choose(legal, n, &rng), NULL);
	}
}

static void regions_come_first(void **unused)
{
	static const int steps[] = {TC_STEP_MARK, TC_STEP_REDEPLOY, TC_STEP_REDEPLOY_TO, TC_STEP_MOVE,
		TC_STEP_EVENT_PUT, TC_STEP_EVENT_TARGET};
	(void)unused;
	for (int number = 0; number < GAMES; number++)
		play_game(number);
	for (int i = 0; i < AP_COUNT(steps); i++)
		if (MEETS_ALL && regions_named[steps[i]] == 0)
			fail_msg("no region is named at %s", ap_step_name(&triumph_of_chaos, steps[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(regions_come_first)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
