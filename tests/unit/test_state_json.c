/* test_state_json.c: JSON into states; what does not fit is refused, and the message says what. */
#include "unit/unit.h"

#include <stdlib.h>

#include "games/red_empire/red_empire.h"
#include "text/state_json.h"
#include "tiny/state.h"

static tiny_state s;
static ap_error error;

static void start(void)
{
	static const ap_setup two = {.players = 2};
	ap_start(&tiny, &two, &s, NULL);
}

static bool patches(const char *json)
{
	return ap_patch_state(&tiny, &s, json, strlen(json), 1, &error);
}

/* A patch changes what it names and what follows from it, nothing else. */
static void patch_and_mend(void **unused)
{
	(void)unused;
	start();
	tiny_state expected = s;
	expected.coins[1] = 5;
	expected.face[SLOT] = 7;
	expected.known_to[SLOT] = 1;
	expected.hand_size[0] = 1;
	assert_true(patches("{\"coins\": {\"bob\": 5}, \"hands\": {\"ann-1\": \"veto-e\"}, "
						"\"known_to\": {\"ann-1\": [\"ann\"]}}"));
	assert_memory_equal(&s, &expected, sizeof s);
	assert_null(ap_unsound(&tiny, &s));
	assert_true(patches("{}"));
	assert_memory_equal(&s, &expected, sizeof s);
}

static void null_is_nothing(void **unused)
{
	(void)unused;
	start();
	tiny_state before = s;
	assert_true(patches("{\"hands\": {\"ann-1\": \"veto-e\"}}"));
	assert_true(patches("{\"hands\": {\"ann-1\": null}}"));
	assert_memory_equal(&s, &before, sizeof s);
}

static void bad_parts_are_named(void **unused)
{
	(void)unused;
	static const struct {
		const char *json, *says;
	} bad[] = {
		{"{\"crowns\": 1}", "\"crowns\""},
		{"{\"coins\": 3}", "\"coins\""},
		{"{\"coins\": {\"bob\": 7}}", "\"coins\""},
		{"{\"coins\": {\"bob\": -1}}", "\"coins\""},
		{"{\"coins\": {\"bob\": 1.5}}", "\"coins\""},
		{"{\"coins\": {\"bob\": \"1\"}}", "\"coins\""},
		{"{\"coins\": {\"bob\": null}}", "\"coins\""},
		{"{\"coins\": {\"bob\": 18446744073709551617}}", "JSON"},
		{"{\"coins\": {\"cat\": 1}}", "\"cat\""}, /* an empty chair */
		{"{\"coins\": {\"dan\": 1}}", "\"dan\""},
		{"{\"coins\": {\"bob\": 1, \"bob\": 2}}", "JSON"},
		{"{\"hands\": {\"ann-1\": \"ace\"}}", "\"hands\""},
		{"{\"hands\": {\"ann-1\": 3}}", "\"hands\""},
		{"{\"hands\": {\"ann-3\": null}}", "\"ann-3\""},
		{"{\"discard\": \"raid-a\"}", "\"discard\""},
		{"{\"discard\": [\"raid-z\"]}", "\"discard\""},
		{"{\"discard\": [0]}", "\"discard\""},
		{"{\"question\": -1}", "\"question\""},
		{"{\"question\": 65536}", "\"question\""},
		{"{\"over\": \"boredom\"}", "\"over\""},
		{"{\"stack\": []}", "\"stack\""},
		{"{\"stack\": {}}", "\"stack\""},
		{"{\"stack\": [{\"step\": \"nap\", \"asked\": [], \"v\": [0, 0, 0, 0]}]}", "\"step\""},
		{"{\"stack\": [{\"step\": \"bids\", \"v\": [0, 0, 0, 0]}]}", "\"asked\""},
		{"{\"stack\": [{\"step\": \"bids\", \"asked\": [\"observer\"], \"v\": [0, 0, 0, 0]}]}",
			"\"asked\""},
		{"{\"stack\": [{\"step\": \"bids\", \"asked\": [\"dan\"], \"v\": [0, 0, 0, 0]}]}",
			"\"asked\""},
		{"{\"stack\": [{\"step\": \"bids\", \"asked\": [], \"v\": [0, 0, 0]}]}", "\"v\""},
		{"{\"stack\": [{\"step\": \"bids\", \"asked\": [], \"v\": [0, 0, 0, 32768]}]}", "\"v\""},
		{"{\"game\": \"red-empire\"}", "\"game\""},
		{"{\"rules\": 2}", "\"rules\""},
		{"{\"players\": 3}", "\"players\""},
		{"{\"viewer\": \"ann\"}", "\"viewer\""},
		{"{\"options\": {\"fall\": \"president\"}}", "\"fall\""},
		{"[]", "object"},
		{"", "JSON"},
		{"{", "JSON"},
		{"{} {}", "JSON"},
	};
	for (int i = 0; i < AP_COUNT(bad); i++) {
		start();
		if (patches(bad[i].json))
			fail_msg("%s is taken", bad[i].json);
		if (!strstr(error.message, bad[i].says))
			fail_msg("%s: \"%s\"", bad[i].json, error.message);
	}
}

static void too_many_frames(void **unused)
{
	(void)unused;
	static const char frame[] = "{\"step\": \"bids\", \"asked\": [], \"v\": [0, 0, 0, 0]}";
	char json[2048] = "{\"stack\": [";
	for (int i = 0; i < AP_MAX_DEPTH + 1; i++)
		strcat(strcat(json, i ? ", " : ""), frame);
	strcat(json, "]}");
	start();
	assert_false(patches(json));
	assert_non_null(strstr(error.message, "\"stack\""));
}

static void lines_are_counted(void **unused)
{
	(void)unused;
	static const char json[] = "{\n\n\"coins\" 3}";
	start();
	assert_false(ap_patch_state(&tiny, &s, json, strlen(json), 10, &error));
	assert_int_equal(error.line, 12);
}

/* ---- Whole states -----------------------------------------------------------------------------
 */

static char text[1 << 15];

static void write_start(const ap_game *game, int players)
{
	ap_setup setup = {.players = (uint8_t)players};
	ap_any state;
	ap_start(game, &setup, &state, NULL);
	assert_true(ap_write_state(game, &state, text, sizeof text) < sizeof text);
}

static void replace(const char *old, const char *new)
{
	char *at = strstr(text, old);
	assert_non_null(at);
	memmove(at + strlen(new), at + strlen(old), strlen(at + strlen(old)) + 1);
	memcpy(at, new, strlen(new));
}

static bool reads(const ap_game *game)
{
	ap_any state;
	return ap_read_state(game, &state, text, strlen(text), &error);
}

static void players_and_options_are_needed(void **unused)
{
	(void)unused;
	static const char *const bad[][2] = {{"\"players\":3", "\"players\":2"},
		{"\"players\":3", "\"players\":7"}, {"\"players\":3,", ""},
		{"\"players\":3", "\"players\":\"3\""}, {"\"fall\":\"president\"", "\"fall\":\"nobody\""},
		{"\"fall\":\"president\"", "\"fall\":1"}, {"\"options\":{\"fall\":\"president\"},", ""}};
	for (int i = 0; i < AP_COUNT(bad); i++) {
		write_start(&red_empire, 3);
		assert_true(reads(&red_empire));
		replace(bad[i][0], bad[i][1]);
		if (reads(&red_empire))
			fail_msg("%s for %s is taken", bad[i][1], bad[i][0]);
	}
}

static void unsound_states_are_refused(void **unused)
{
	(void)unused;
	write_start(&red_empire, 3);
	replace("\"president\":null", "\"president\":\"zakharov\"");
	assert_false(reads(&red_empire));
	assert_non_null(strstr(error.message, "unsound"));
}

/* A game that is not over and asks nobody could not go on. */
static void somebody_is_asked(void **unused)
{
	(void)unused;
	write_start(&red_empire, 3);
	replace("\"asked\":[\"chance\"]", "\"asked\":[]");
	assert_false(reads(&red_empire));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patch_and_mend),
		cmocka_unit_test(null_is_nothing),
		cmocka_unit_test(bad_parts_are_named),
		cmocka_unit_test(too_many_frames),
		cmocka_unit_test(lines_are_counted),
		cmocka_unit_test(players_and_options_are_needed),
		cmocka_unit_test(unsound_states_are_refused),
		cmocka_unit_test(somebody_is_asked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
