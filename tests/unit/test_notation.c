/* test_notation.c: there is one way to write an action, and everything else is refused. */
#include "unit/unit.h"

#include "registered_games.h"

static bool reads(const ap_game *game, const char *line)
{
	int seat;
	ap_action a;
	return ap_read_action(game, line, &seat, &a);
}

static void assert_both_ways(const ap_game *game, const char *line, int seat, ap_action a)
{
	int seat_read;
	ap_action read;
	char text[80];
	assert_true(ap_read_action(game, line, &seat_read, &read));
	assert_int_equal(seat_read, seat);
	assert_int_equal(read, a);
	assert_int_equal(ap_write_action(game, seat, a, text, sizeof text), strlen(line));
	assert_string_equal(text, line);
}

static void good_lines(void **unused)
{
	(void)unused;
	assert_both_ways(&tiny, "chance die 6", AP_CHANCE, ap_act(0, 6, 0));
	assert_both_ways(
		&tiny, "chance die 0", AP_CHANCE, ap_act(0, 0, 0)); /* read, though not legal */
	assert_both_ways(&tiny, "chance die 4094", AP_CHANCE, ap_act(0, 4094, 0));
	assert_both_ways(&tiny, "chance draw veto-e", AP_CHANCE, ap_act(1, 7, 0));
	assert_both_ways(&tiny, "cat raid ann raid-b", 2, ap_act(11, 0, 1));
	assert_both_ways(&tiny, "ann pass", 0, ap_act(13, 0, 0));
}

static void hidden_arguments(void **unused)
{
	(void)unused;
	assert_both_ways(&tiny, "chance draw ?", AP_CHANCE, ap_act(1, AP_UNKNOWN, 0));
	assert_both_ways(&tiny, "bob bid ?", 1, ap_act(7, AP_UNKNOWN, 0));
	assert_both_ways(&red_empire, "kiev purge ? kgb-4", 2, ap_act(13, AP_UNKNOWN, 27));
	assert_false(reads(&tiny, "bob bid ??"));
	assert_false(reads(&tiny, "bob ? 1"));
	assert_false(reads(&tiny, "? bid 1"));
	assert_false(reads(&tiny, "ann pass ?"));
}

static void words_that_do_not_exist(void **unused)
{
	(void)unused;
	static const char *const bad[] = {"", "ann", "dan pass", "observer pass", "nobody pass",
		"Ann pass", "an pass", "anna pass", "ann pas", "ann passs", "ann Pass", "ann look",
		"ann look gold", "ann look oa", "ann look oakk", "ann swap oak", "ann raid bob",
		"ann raid raid-a bob", "pass", "ann pass\n", "ann\tpass", "kiev pass"};
	for (int i = 0; i < AP_COUNT(bad); i++)
		if (reads(&tiny, bad[i]))
			fail_msg("\"%s\" is read", bad[i]);
}

static void spaces_are_single(void **unused)
{
	(void)unused;
	static const char *const bad[] = {" ", "  ", " ann pass", "ann  pass", "ann pass ",
		"ann pass  ", "ann look  oak", "ann look oak ", " ann look oak", "ann swap oak  iron",
		"ann ", "ann look "};
	for (int i = 0; i < AP_COUNT(bad); i++)
		if (reads(&tiny, bad[i]))
			fail_msg("\"%s\" is read", bad[i]);
}

static void nothing_follows(void **unused)
{
	(void)unused;
	assert_false(reads(&tiny, "ann pass now"));
	assert_false(reads(&tiny, "ann look oak oak"));
	assert_false(reads(&tiny, "ann swap oak iron brass"));
	assert_false(reads(&tiny, "chance die 6 6"));
}

static void numbers_have_one_form(void **unused)
{
	(void)unused;
	static const char *const bad[] = {"00", "06", "007", "+6", "-6", "-0", "6.", "6.0", "0x6", "6a",
		"a", "4095", "4096", "9999", "10000", "4294967302", "18446744073709551622", "\xd9\xa6"};
	char line[64] = "chance die ";
	for (int i = 0; i < AP_COUNT(bad); i++) {
		strcpy(line + strlen("chance die "), bad[i]);
		if (reads(&tiny, line))
			fail_msg("\"%s\" is read", line);
	}
}

static void sound_actions(void **unused)
{
	(void)unused;
	assert_true(ap_action_sound(&tiny, ap_act(10, 0, 2)));
	assert_true(ap_action_sound(&tiny, ap_act(0, 4094, 0)));
	assert_false(ap_action_sound(&tiny, ap_act(0, AP_UNKNOWN, 0)));
	assert_false(ap_action_sound(&tiny, ap_act(0, 1, 1)));  /* one argument too many */
	assert_false(ap_action_sound(&tiny, ap_act(13, 1, 0))); /* pass has none */
	assert_false(ap_action_sound(&tiny, ap_act(10, 3, 0))); /* there are three boxes */
	assert_false(ap_action_sound(&tiny, ap_act(14, 0, 0))); /* and fourteen verbs */
	assert_false(ap_action_sound(&tiny, ap_act(255, 4095, 4095)));
}

static void parts_of_an_action(void **unused)
{
	(void)unused;
	ap_action a = ap_act(200, 3000, 4000);
	assert_int_equal(ap_verb_of(a), 200);
	assert_int_equal(ap_x(a), 3000);
	assert_int_equal(ap_y(a), 4000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_lines),
		cmocka_unit_test(hidden_arguments),
		cmocka_unit_test(words_that_do_not_exist),
		cmocka_unit_test(spaces_are_single),
		cmocka_unit_test(nothing_follows),
		cmocka_unit_test(numbers_have_one_form),
		cmocka_unit_test(sound_actions),
		cmocka_unit_test(parts_of_an_action),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
