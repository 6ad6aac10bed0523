/* test_in_force.c: tests which events the figure in-force tells of, and what they permit. */
#include "unit/unit.h"

#include "engine/chapters.h"

static void play(tc_state *s, int card)
{
	s->played[card / 64] |= UINT64_C(1) << card % 64;
}

static void start(tc_state *s)
{
	ap_setup setup = {.players = 2};
	setup.option[TC_OPTION_SCENARIO] = TC_SCENARIO_CAMPAIGN;
	ap_start(&triumph_of_chaos, &setup, s, NULL);
}

static void lasts(void **unused)
{
	static tc_state s;
	(void)unused;
	start(&s);
	assert_int_equal(tc_figure_in_force(&s, TC_CARD_W1), AP_NONE);
	play(&s, TC_CARD_W1);
	play(&s, TC_CARD_W14);
	play(&s, TC_CARD_W3);
	assert_int_equal(tc_figure_in_force(&s, TC_CARD_W1), TC_PERMISSION_ACTIVATE_ALLIES);
	assert_int_equal(tc_figure_in_force(&s, TC_CARD_W14), TC_PERMISSION_DECLARE_WAR);
	assert_int_equal(tc_figure_in_force(&s, TC_CARD_W3), AP_NONE);
}

static void ends(void **unused)
{
	static tc_state s;
	(void)unused;
	start(&s);
	play(&s, TC_CARD_W15);
	assert_int_equal(tc_figure_in_force(&s, TC_CARD_W15), TC_PERMISSION_ENTER_CONTROL);
	play(&s, TC_CARD_R15);
	assert_int_equal(tc_figure_in_force(&s, TC_CARD_W15), AP_NONE);
	assert_int_equal(tc_figure_in_force(&s, TC_CARD_R15), TC_PERMISSION_END_PERMISSION);
}

/* WHITE 2 permits something only if it was used for the Poles. */
static void depends_on_use(void **unused)
{
	static tc_state s;
	(void)unused;
	start(&s);
	play(&s, TC_CARD_W2);
	assert_int_equal(tc_figure_in_force(&s, TC_CARD_W2), AP_NONE);
	s.chosen |= UINT64_C(1) << TC_CHOICE_W2_POLES;
	assert_int_equal(tc_figure_in_force(&s, TC_CARD_W2), TC_PERMISSION_ENTER_CONTROL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lasts),
		cmocka_unit_test(ends),
		cmocka_unit_test(depends_on_use),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
