/* test_names.c: which texts may be names of people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "server/people.h"

static void good_names_are_accepted(void **unused)
{
	(void)unused;
	static const char *const names[] = {"R", "Rosa Luxemburg", "Édith", "Владимир Ильич", "毛澤東",
		"a b c", "O'Brien-\"x\"<b>", "\U0001F468\u200D\U0001F469", "می\u200Cخواهم", "❤\uFE0F",
		"abcdefghijklmnopqrstuvwx", "\U0001F600\U0001F600\U0001F600"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!sv_is_good_name(names[i], 24))
			fail_msg("\"%s\" is a good name", names[i]);
}

static void bad_names_are_rejected(void **unused)
{
	(void)unused;
	/* NOLINTBEGIN(misc-misleading-bidirectional): they are what is tested */
	static const char *const names[] = {"", " ", " a", "a ", "a  b", "abcdefghijklmnopqrstuvwxy",
		"a\tb", "a\nb", "\x1F", "a\x7F", "a\xC2\x85", /* control characters */
		"a\u00A0b", "a\u3000b", "a\u2028", "\u202Eevil", "\u2066", "a\u200B", "\uFEFFa", "\u00AD",
		"\u3164", "\U000E0041", "\U0010FFFF", "\uE000", /* invisible, or no characters */
		"\u200D", "a \u200C", "\uFE0F", /* joiners without a character before them */
		"\x80", "a\xBF", "\xC3", "a\xE2\x82", "\xF0\x9F\x98", /* incomplete UTF-8 */
		"\xC1\x81", "\xE0\x81\x81", "\xF0\x80\x81\x81", /* UTF-8 that is longer than necessary */
		"\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF", "a\xC3(",
		"\xE2\x28\xA1"};
	/* NOLINTEND(misc-misleading-bidirectional) */
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (sv_is_good_name(names[i], 24))
			fail_msg("name %zu, \"%s\", is no good", i, names[i]);
}

static void names_have_a_greatest_length(void **unused)
{
	(void)unused;
	char name[SV_NAME_SIZE + 1];
	assert_true(sv_is_good_name("ééé", 3));
	assert_false(sv_is_good_name("éééé", 3));
	memset(name, 'n', sizeof name);
	name[SV_NAME_SIZE] = '\0';
	assert_false(sv_is_good_name(name, 1000)); /* it does not fit, whatever the limit */
	name[SV_NAME_SIZE - 1] = '\0';
	assert_true(sv_is_good_name(name, 1000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_names_are_accepted),
		cmocka_unit_test(bad_names_are_rejected),
		cmocka_unit_test(names_have_a_greatest_length),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
