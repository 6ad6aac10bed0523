/* test_supply_chain.c: tests what the figures explain about supply, TC-SU-1, in every position of
 * random campaigns: a unit has a gap if and only if it is out of supply for want of a chain; its
 * source is fed; and if the gap were open to its side, its net would feed the gap. Supply itself is
 * what it is when it is found anew. */
#include "unit/unit.h"

#include "engine/chapters.h"

enum { GAMES = 12, CHECK_EVERY = 7 };

/* How often a chain was broken, by its cause, and how often it was whole. */
static int broken[TC_GAP_CAUSE_COUNT], whole;

/* The gap belongs to the side, and no partisans are there: then its net feeds it. */
static void check_gap(const tc_state *s, int unit, int net, int gap)
{
	static tc_state after;
	int side = tc_user(s, unit);
	after = *s;
	after.owner[gap] = (uint8_t)side;
	memset(after.partisans, 0, sizeof after.partisans);
	tc_find_supply(&after);
	assert_true(tc_in(after.fed[net], gap));
}

static void check_unit(const tc_state *s, int unit)
{
	int supply = tc_figure_unit_supply(s, unit), net = tc_figure_unit_net(s, unit);
	int source = tc_figure_unit_source(s, unit), gap = tc_figure_unit_gap(s, unit);
	int cause = tc_figure_gap_cause(s, unit);
	assert_int_equal(cause != AP_NONE, supply == 0);
	assert_int_equal(gap != AP_NONE, cause != AP_NONE && cause != TC_GAP_CAUSE_NO_SOURCE);
	if (net == AP_NONE) {
		assert_int_equal(source, AP_NONE);
		return;
	}
	assert_int_equal(source != AP_NONE, cause != TC_GAP_CAUSE_NO_SOURCE);
	if (source != AP_NONE)
		assert_true(tc_in(s->fed[net], source));
	if (cause == AP_NONE) {
		whole++;
		return;
	}
	broken[cause]++;
	if (gap != AP_NONE && cause != TC_GAP_CAUSE_BORDER) {
		assert_false(tc_in(s->fed[net], gap));
		check_gap(s, unit, net, gap);
	}
}

/* Supply that has followed the spaces that changed hands is what it is when it is found anew. */
static void check_supply(const tc_state *s)
{
	static tc_state anew;
	anew = *s;
	tc_find_supply(&anew);
	assert_memory_equal(anew.fed, s->fed, sizeof anew.fed);
	assert_memory_equal(anew.full, s->full, sizeof anew.full);
}

static void check_position(const tc_state *s)
{
	check_supply(s);
	for (int unit = 0; unit < TC_UNITS; unit++)
		check_unit(s, unit);
}

static void chains_are_explained(void **unused)
{
	static tc_state s;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = 2};
	ap_rng rng;
	(void)unused;
	setup.option[TC_OPTION_SCENARIO] = TC_SCENARIO_CAMPAIGN;
	ap_seed(&rng, 17, 0);
	for (int game = 0; game < GAMES; game++) {
		int moves = 0;
		ap_start(&triumph_of_chaos, &setup, &s, NULL);
		for (ap_seats actors; (actors = ap_actors(&s)) != 0; moves++) {
			int seat = ap_first_seat(actors);
			int count = ap_legal(&triumph_of_chaos, &s, seat, legal);
			ap_play(&triumph_of_chaos, &s, seat, legal[ap_below(&rng, (uint32_t)count)], NULL);
			if (moves % CHECK_EVERY == 0)
				check_position(&s);
		}
	}
	assert_true(whole > 1000 && broken[TC_GAP_CAUSE_ENEMY] > 100);
	assert_true(broken[TC_GAP_CAUSE_FOREIGN] + broken[TC_GAP_CAUSE_NO_SOURCE] > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(chains_are_explained)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
