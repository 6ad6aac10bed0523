/* test_crisis.c: tests that bots find the crisis that is open, and none when there is none. */
#include "unit/position.h"

#include "engine/chapters.h"

static const char crisis[] =
	"start red-empire players=3 at crisis-cards turn=moscow\n"
	"set {\n"
	"  'leaders': {'moscow': ['zakharov'], 'leningrad': ['leonov'], 'kiev': ['lukin']},\n"
	"  'hands': {'moscow': ['crisis-harvest'], 'leningrad': ['party-4']}, 'president': 'lukin'\n"
	"}\n";

static void the_open_crisis_is_found(void **unused)
{
	(void)unused;
	re_state s;
	set_up(crisis, &s);
	assert_null(re_crisis_under_way(&s));
	PLAY(&red_empire, &s, "moscow crisis crisis-harvest");
	const re_crisis_frame *f = re_crisis_under_way(&s);
	assert_non_null(f);
	assert_int_equal(f->crisis, RE_CARD_CRISIS_HARVEST);
	PLAY(&red_empire, &s, "leningrad give party-4"); /* which solves it */
	assert_null(re_crisis_under_way(&s));
}

static void a_game_that_is_over_has_none(void **unused)
{
	(void)unused;
	re_state s;
	set_up(crisis, &s);
	ap_finish(&s, 0);
	assert_null(re_crisis_under_way(&s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_open_crisis_is_found),
		cmocka_unit_test(a_game_that_is_over_has_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
