/* test_phrases.c: sentences are filled for every game; an index out of range is written as "?". */
#include "unit/unit.h"

#include "registered_games.h"
#include "text/phrases.h"
#include "text/template.h"

enum { SENTENCE = 1024 };

static char text[SENTENCE];

static void names_out_of_range(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		for (int list = 0; game->names[list]; list++) {
			const ap_names *names = game->names[list];
			assert_string_equal(ap_name_word(game, AP_ENGLISH, names, -1), "?");
			assert_string_equal(ap_name_word(game, AP_FRENCH, names, names->count), "?");
			assert_string_not_equal(ap_name_word(game, AP_FRENCH, names, names->count - 1), "?");
			assert_ptr_equal(ap_list_word(game, AP_FRENCH, list, names->count - 1),
				ap_name_word(game, AP_FRENCH, names, names->count - 1));
			assert_string_equal(ap_list_word(game, AP_ENGLISH, list, names->count), "?");
		}
		assert_string_equal(ap_list_word(game, AP_ENGLISH, -1, 0), "?");
		assert_string_equal(ap_list_word(game, AP_ENGLISH, ap_list_count(game), 0), "?");
		assert_string_equal(ap_seat_word(game, AP_ENGLISH, AP_NOBODY), "?");
		assert_string_not_equal(ap_seat_word(game, AP_ENGLISH, AP_CHANCE), "?");
	}
}

static void titles(void **unused)
{
	(void)unused;
	assert_string_equal(ap_game_title(&red_empire, AP_ENGLISH), "Red Empire");
	for (int i = 0; i < ap_game_count(); i++)
		assert_string_not_equal(
			ap_game_title(ap_game_at(i), AP_FRENCH), ap_game_name(ap_game_at(i)));
}

/* Events whose arguments are all -1: names are "?", and the sentence still ends. */
static void events_with_names_out_of_range(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++)
		for (int kind = 0; ap_event_name(ap_game_at(i), kind); kind++) {
			ap_event event = {.kind = (uint16_t)kind, .clause = 1, .arg = {-1, -1, -1, -1, -1, -1}};
			size_t length = ap_say_event(ap_game_at(i), AP_ENGLISH, &event, text, sizeof text);
			assert_true(length > 0 && length < sizeof text);
			assert_int_equal(strlen(text), length);
		}
}

/* Actions whose arguments the viewer may not know. */
static void actions_with_unknown_arguments(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++)
		for (int verb = 0; ap_verb_name(ap_game_at(i), verb); verb++) {
			ap_action action = ap_act((unsigned)verb, AP_UNKNOWN, AP_UNKNOWN);
			size_t length = ap_say_action(ap_game_at(i), AP_FRENCH, action, text, sizeof text);
			assert_true(length > 0 && length < sizeof text);
		}
}

/* Optional arguments of facts that are missing are written as a dash. */
static void facts_with_missing_arguments(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++)
		for (int kind = 0; ap_fact_name(ap_game_at(i), kind); kind++) {
			ap_fact fact = {.kind = (uint16_t)kind, .clause = 1};
			for (int n = 0; n < AP_EVENT_ARGS; n++)
				fact.arg[n] = AP_NONE;
			size_t length = ap_say_fact(ap_game_at(i), AP_ENGLISH, &fact, text, sizeof text);
			assert_true(length > 0 && length < sizeof text);
		}
}

/* Where the catalogue has no words for a game, its names stand for themselves. */
static void words_that_are_not_in_the_catalogue(void **unused)
{
	(void)unused;
	ap_game wordless = tiny;
	wordless.name = "wordless";
	assert_string_equal(ap_prompt(&wordless, AP_ENGLISH, 0), ap_step_name(&tiny, 0));
	assert_string_equal(ap_seat_word(&wordless, AP_FRENCH, 1), "bob");
	ap_result result = {AP_FORBIDDEN, 3};
	assert_true(ap_say_refusal(&wordless, AP_ENGLISH, result, text, sizeof text) > 0);
	assert_non_null(strstr(text, "TG-3"));
}

/* {0+} is a number with its sign. */
static void signed_numbers(void **unused)
{
	(void)unused;
	ap_template_argument args[] = {{"3", 3}, {"-2", -2}, {"0", 0}};
	ap_fill_template("{0+} {1+} {2+} {0}", AP_ENGLISH, args, 3, text, sizeof text);
	assert_string_equal(text, "+3 −2 0 3");
}

/* A negative number is told with a minus sign instead of a hyphen. */
static void negative_numbers(void **unused)
{
	(void)unused;
	const ap_game *game = ap_game_named("atomic-business");
	ap_event event = {.arg = {-1, 2, 1, 2}};
	while (strcmp(ap_event_name(game, event.kind), "count") != 0)
		event.kind++;
	ap_say_event(game, AP_ENGLISH, &event, text, sizeof text);
	assert_non_null(strstr(text, "−1"));
	assert_null(strstr(text, "-1"));
}

static void small_buffers(void **unused)
{
	(void)unused;
	ap_result result = {AP_GAME_OVER, 1};
	size_t whole = ap_say_refusal(&tiny, AP_ENGLISH, result, text, sizeof text);
	for (size_t size = 1; size <= whole; size++) {
		char cut[SENTENCE];
		assert_int_equal(ap_say_refusal(&tiny, AP_ENGLISH, result, cut, size), whole);
		assert_int_equal(strlen(cut), size - 1);
		assert_memory_equal(cut, text, size - 1);
	}
	assert_int_equal(ap_say_refusal(&tiny, AP_ENGLISH, result, NULL, 0), whole);
}

/* Words that depend on a number: singular or plural, or none at all for 0. */
static void templates(void **unused)
{
	static const char plain[] = "{0}{1?, +# as a Hero}{2?, −# for Disrepute}: {2|one|many}";
	const ap_template_argument both[] = {{"8", 8}, {"2", 2}, {"4", 4}};
	const ap_template_argument one[] = {{"8", 8}, {"0", 0}, {"1", 1}};
	(void)unused;
	ap_fill_template(plain, AP_ENGLISH, both, 3, text, sizeof text);
	assert_string_equal(text, "8, +2 as a Hero, −4 for Disrepute: many");
	ap_fill_template(plain, AP_ENGLISH, one, 3, text, sizeof text);
	assert_string_equal(text, "8, −1 for Disrepute: one");
	ap_fill_template(plain, AP_ENGLISH, one, 1, text, sizeof text);
	assert_string_equal(text, "8: ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_out_of_range),
		cmocka_unit_test(titles),
		cmocka_unit_test(events_with_names_out_of_range),
		cmocka_unit_test(actions_with_unknown_arguments),
		cmocka_unit_test(facts_with_missing_arguments),
		cmocka_unit_test(words_that_are_not_in_the_catalogue),
		cmocka_unit_test(signed_numbers),
		cmocka_unit_test(negative_numbers),
		cmocka_unit_test(small_buffers),
		cmocka_unit_test(templates),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
