/* test_concern.c: tests that a person with a card that fits any round is asked when something is
 * about to be done to a politician of his, and left alone when it is not: concern.c. */
#include "unit/position.h"

#include "engine/chapters.h"

/* Red controls the Party Chief and the KGB Head, Blue the Economy Minister. Blue could use its card
 * at any time: the Defense Minister is sick. */
#define TABLE                                                                                      \
	"'year': 2, 'sick': ['niewitko'], 'place': {\n"                                                \
	"  'aparatschik': 'wall', 'schukrutoff': 'chief', 'boremtodev': 'kgb', 'niewitko': "           \
	"'defense',\n"                                                                                 \
	"  'krakemheds': 'ideology', 'purgemoff': 'industry', 'palavrian': 'economy'},\n"              \
	"'declared': {'red': {'schukrutoff': 9, 'boremtodev': 9}, 'blue': {'palavrian': 9}},\n"        \
	"'card': {'wonder-drug': 'blue'}"
#define PURGING                                                                                    \
	"start kremlin players=3 rules=advanced at purge-open\nset {" TABLE ", 'phase': 2}\n"          \
	"do red pass\ndo blue pass\ndo green pass\n"
#define ORDERING                                                                                   \
	"start kremlin players=3 rules=advanced at replacement\nset {" TABLE ", 'phase': 6}\n"

/* Returns whether Blue's person is asked in the round of listening with which a scenario ends. */
static bool blue_is_asked(const char *scenario)
{
	kr_state s, view;
	set_up(scenario, &s);
	assert_int_equal(ap_step_of(&s), KR_STEP_LISTEN);
	assert_true(ap_actors(&s) & AP_SEAT(KR_FACTION_BLUE));
	ap_view(&kremlin, &s, KR_FACTION_BLUE, &view);
	return ap_worth_asking(&kremlin, &view, KR_FACTION_BLUE);
}

static void a_purge_of_ones_own(void **unused)
{
	(void)unused;
	assert_true(blue_is_asked(PURGING "do red purge palavrian\n"));
	assert_false(blue_is_asked(PURGING "do red purge krakemheds\n"));
	assert_false(blue_is_asked(PURGING "do red nothing\n"));
}

static void an_order_that_moves_ones_own(void **unused)
{
	(void)unused;
	assert_true(blue_is_asked(ORDERING "do red move palavrian industry\ndo red nothing\n"));
	assert_true(blue_is_asked(ORDERING "do red move purgemoff economy\ndo red nothing\n"));
	assert_false(blue_is_asked(ORDERING "do red move krakemheds industry\ndo red nothing\n"));
}

static void a_demotion_of_ones_own(void **unused)
{
	(void)unused;
	static const char ordered[] = ORDERING "do red nothing\n"
										   "do red demote palavrian candidates\n";
	assert_true(blue_is_asked(ordered));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_purge_of_ones_own),
		cmocka_unit_test(an_order_that_moves_ones_own),
		cmocka_unit_test(a_demotion_of_ones_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
