/* test_json_writer.c: JSON is written into buffers that are large enough, and that are not. */
#include "unit/unit.h"

#include <stdlib.h>

#include "core/json_writer.h"
#include "registered_games.h"
#include "text/memory.h"

static char out[4096];

static void escapes(void **unused)
{
	(void)unused;
	ap_json j = ap_json_into(out, sizeof out);
	ap_json_string(&j, "a\"b\\c\nd\te\x01\x1f\x7f/\xc3\xa9");
	assert_int_equal(ap_json_done(&j), strlen(out));
	assert_string_equal(out, "\"a\\\"b\\\\c\\nd\\u0009e\\u0001\\u001f\x7f/\xc3\xa9\"");
}

/* Texts of all lengths to 20, with a character that needs an escape at each place, or without. */
static void escapes_at_every_place(void **unused)
{
	(void)unused;
	enum { LONGEST = 20 };
	for (int length = 0; length <= LONGEST; length++)
		for (int place = 0; place <= length; place++) {
			char text[LONGEST + 1] = "", expected[2 * LONGEST + 8] = "\"";
			memset(text, 'x', (size_t)length);
			if (place < length)
				text[place] = '"';
			for (int i = 0; i < length; i++)
				strcat(expected, text[i] == '"' ? "\\\"" : "x");
			strcat(expected, "\":");
			ap_json j = ap_json_into(out, sizeof out);
			ap_json_key(&j, text);
			ap_json_done(&j);
			assert_string_equal(out, expected);
		}
}

static void text_may_contain_zero_bytes(void **unused)
{
	(void)unused;
	ap_json j = ap_json_into(out, sizeof out);
	ap_json_text(&j, "a\0b and no more", 3);
	ap_json_done(&j);
	assert_string_equal(out, "\"a\\u0000b\"");
}

static void values_of_all_kinds(void **unused)
{
	(void)unused;
	ap_json j = ap_json_into(out, sizeof out);
	ap_json_open(&j, '{');
	ap_json_key(&j, "none");
	ap_json_open(&j, '[');
	ap_json_close(&j, ']');
	ap_json_key(&j, "some");
	ap_json_open(&j, '[');
	ap_json_int(&j, INT64_MIN);
	ap_json_int(&j, INT64_MAX);
	ap_json_bool(&j, true);
	ap_json_bool(&j, false);
	ap_json_null(&j);
	ap_json_string(&j, "");
	ap_json_number(&j, "0.25");
	ap_json_open(&j, '{');
	ap_json_close(&j, '}');
	ap_json_close(&j, ']');
	ap_json_close(&j, '}');
	assert_int_equal(ap_json_done(&j), strlen(out));
	assert_string_equal(out,
		"{\"none\":[],\"some\":[-9223372036854775808,9223372036854775807,"
		"true,false,null,\"\",0.25,{}]}");
}

static void empty_objects_are_left_out(void **unused)
{
	(void)unused;
	ap_json j = ap_json_into(out, sizeof out);
	ap_json_object none = {&j, "none", false}, some = {&j, "some", false};
	ap_json_open(&j, '{');
	ap_json_object_end(&none);
	ap_json_object_key(&some, "a");
	ap_json_int(&j, 1);
	ap_json_object_key(&some, "b");
	ap_json_int(&j, 2);
	ap_json_object_end(&some);
	ap_json_close(&j, '}');
	ap_json_done(&j);
	assert_string_equal(out, "{\"some\":{\"a\":1,\"b\":2}}");
}

/* A function that, like snprintf, writes at most `size` bytes and returns the whole length. */
typedef size_t writer(char *text, size_t size);

/* Checks a writer with buffers of many sizes. */
static void assert_cuts_well(writer *write)
{
	size_t whole = write(out, sizeof out);
	assert_true(whole < sizeof out);
	assert_int_equal(strlen(out), whole);
	for (size_t size = 0; size <= whole + 1; size += size < 80 || size + 80 > whole ? 1 : 37) {
		char *cut = ap_allocate(size + 1, 1); /* the writer must not touch the last byte */
		memset(cut, '#', size + 1);
		assert_int_equal(write(cut, size), whole);
		assert_int_equal(cut[size], '#');
		if (size > 0) {
			size_t written = size - 1 < whole ? size - 1 : whole;
			assert_int_equal(strlen(cut), written);
			assert_memory_equal(cut, out, written);
		}
		free(cut);
	}
}

static size_t write_words(char *text, size_t size)
{
	ap_json j = ap_json_into(text, size);
	ap_json_open(&j, '[');
	ap_json_string(&j, "two\nlines");
	ap_json_int(&j, -12345);
	ap_json_null(&j);
	ap_json_close(&j, ']');
	return ap_json_done(&j);
}

static size_t write_tiny(char *text, size_t size)
{
	static const ap_setup two = {.players = 2};
	ap_any state;
	ap_start(&tiny, &two, &state, NULL);
	return ap_write_state(&tiny, &state, text, size);
}

static size_t write_action(char *text, size_t size)
{
	return ap_write_action(&tiny, 1, ap_act(10, 0, 2), text, size);
}

static void words_are_cut(void **unused)
{
	(void)unused;
	assert_cuts_well(write_words);
}

static void states_are_cut(void **unused)
{
	(void)unused;
	assert_cuts_well(write_tiny);
}

static void actions_are_cut(void **unused)
{
	(void)unused;
	assert_cuts_well(write_action);
	assert_string_equal(out, "bob swap oak brass");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(escapes),
		cmocka_unit_test(escapes_at_every_place),
		cmocka_unit_test(text_may_contain_zero_bytes),
		cmocka_unit_test(values_of_all_kinds),
		cmocka_unit_test(empty_objects_are_left_out),
		cmocka_unit_test(words_are_cut),
		cmocka_unit_test(states_are_cut),
		cmocka_unit_test(actions_are_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
