/* test_state_json.c: JSON into states; what does not fit is refused, and the message says what. */
#include "unit/unit.h"

#include <stdlib.h>

#include "registered_games.h"
#include "text/scenario.h"
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
	bool done = ap_patch_state(&tiny, &s, json, strlen(json), 1, &error);
	tiny.mend(&s);
	return done;
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

/* ---- Tables: the tiny game with an orchard ------------------------------------------------------
 */

enum { FIG, PEAR, PLUM, FRUITS, FIELDS = 2 };

typedef struct orchard_state {
	tiny_state tiny;
	uint8_t fruit[SEATS][FRUITS]; /* planted, and above it what was shown */
	uint8_t rain[FIELDS][FRUITS];
	uint8_t unused;
} orchard_state;

_Static_assert(
	sizeof(orchard_state) == sizeof(tiny_state) + (size_t)(SEATS * FRUITS + FIELDS * FRUITS + 1),
	"no padding: states are compared as bytes");

/* Who planted knows it, and everybody what was shown. */
static bool planted_known(const void *state, int row, int column)
{
	return ap_sees(state, row) || ((const orchard_state *)state)->fruit[row][column] >> 4 != 0;
}

static void blank_orchard(void *state)
{
	tiny.blank(state);
	((orchard_state *)state)->fruit[1][PEAR] = 4;
	((orchard_state *)state)->rain[1][PLUM] = 4;
}

static const char *const fruit_names[FRUITS] = {"fig", "pear", "plum"};
static const ap_names fruits = {"fruit", FRUITS, fruit_names, fruit_names};
static const char *const field_names[FIELDS] = {"north", "south"};
static const ap_names two_fields = {"field", FIELDS, field_names, field_names};
static ap_grid tables[] = {
	{"planted", offsetof(orchard_state, fruit), 0, 4, NULL, &fruits, 10, planted_known},
	{"shown", offsetof(orchard_state, fruit), 4, 4, NULL, &fruits, 15, NULL},
	{"rain", offsetof(orchard_state, rain), 0, 8, &two_fields, &fruits, 255, NULL},
};
static ap_game orchard;
static orchard_state o;

static int make_orchard(void **unused)
{
	(void)unused;
	tables[0].rows = tables[1].rows = tiny.seats;
	orchard = tiny;
	orchard.name = "orchard";
	orchard.state_size = sizeof(orchard_state);
	orchard.blank = blank_orchard;
	orchard.grid_count = AP_COUNT(tables);
	orchard.grids = tables;
	return 0;
}

/* Blank but for planted and shown figs of ann, and a pear of bob's that is gone. */
static void start_orchard(int players)
{
	ap_setup setup = {.players = (uint8_t)players};
	ap_start(&orchard, &setup, &o, NULL);
	o.fruit[0][FIG] = 10 | 15 << 4;
	o.fruit[0][PLUM] = 7;
	o.fruit[1][PEAR] = 0;
	o.fruit[1][PLUM] = 2 << 4;
	o.rain[0][PEAR] = 255;
}

static bool patches_orchard(const char *json)
{
	return ap_patch_state(&orchard, &o, json, strlen(json), 1, &error);
}

/* The tables come last: the text must end like this. */
static void assert_tables(const ap_game *game, const void *state, const char *end)
{
	size_t length = ap_write_state(game, state, text, sizeof text);
	assert_true(length < sizeof text && length > strlen(end));
	assert_string_equal(text + length - strlen(end), end);
}

static void tables_leave_zeros_out(void **unused)
{
	(void)unused;
	start_orchard(2);
	assert_tables(&orchard, &o,
		",\"planted\":{\"ann\":{\"fig\":10,\"plum\":7},\"bob\":{}},"
		"\"shown\":{\"ann\":{\"fig\":15},\"bob\":{\"plum\":2}},"
		"\"rain\":{\"north\":{\"pear\":255},\"south\":{\"plum\":4}}}");
}

/* In ann's view bob's plum was shown; an observer knows nothing of the row of who showed nothing.
 */
static void tables_hide_in_views(void **unused)
{
	(void)unused;
	orchard_state view;
	start_orchard(2);
	ap_view(&orchard, &o, 0, &view);
	assert_tables(&orchard, &view,
		",\"planted\":{\"ann\":{\"fig\":10,\"plum\":7},\"bob\":{\"fig\":null,\"pear\":null}},"
		"\"shown\":{\"ann\":{\"fig\":15},\"bob\":{\"plum\":2}},"
		"\"rain\":{\"north\":{\"pear\":255},\"south\":{\"plum\":4}}}");
	o.fruit[1][PLUM] = 0;
	ap_view(&orchard, &o, AP_OBSERVER, &view);
	assert_tables(&orchard, &view,
		",\"planted\":{\"ann\":{\"fig\":10,\"pear\":null,\"plum\":null},\"bob\":null},"
		"\"shown\":{\"ann\":{\"fig\":15},\"bob\":{}},"
		"\"rain\":{\"north\":{\"pear\":255},\"south\":{\"plum\":4}}}");
}

/* What a blank table has and this one has not is taken away by the zeros left out. */
static void tables_come_back(void **unused)
{
	(void)unused;
	for (int players = 2; players <= SEATS; players++) {
		orchard_state back;
		start_orchard(players);
		o.rain[1][PLUM] = 0;
		if (players == SEATS)
			o.fruit[2][PEAR] = 9 | 1 << 4;
		memset(&back, 0xa5, sizeof back);
		size_t length = ap_write_state(&orchard, &o, text, sizeof text);
		if (!ap_read_state(&orchard, &back, text, length, &error))
			fail_msg("%s", error.message);
		assert_memory_equal(&back, &o, sizeof o);
	}
}

static void a_patch_replaces_rows(void **unused)
{
	(void)unused;
	start_orchard(2);
	orchard_state expected = o;
	expected.fruit[0][FIG] = 15 << 4;
	expected.fruit[0][PEAR] = 3;
	expected.fruit[0][PLUM] = 0;
	assert_true(patches_orchard("{\"planted\": {\"ann\": {\"pear\": 3, \"plum\": 0}}}"));
	assert_memory_equal(&o, &expected, sizeof o);
	expected.fruit[1][PLUM] = 0;
	expected.rain[0][PEAR] = 0;
	expected.rain[0][FIG] = 1;
	assert_true(patches_orchard("{\"shown\": {\"bob\": {}}, \"rain\": {\"north\": {\"fig\": 1}}}"));
	assert_memory_equal(&o, &expected, sizeof o);
	assert_true(patches_orchard("{\"planted\": {}}"));
	assert_memory_equal(&o, &expected, sizeof o);
}

static void bad_tables_are_named(void **unused)
{
	(void)unused;
	static const char *const bad[][2] = {
		{"{\"planted\": 3}", "\"planted\" is wrong: expected an object"},
		{"{\"planted\": null}", "\"planted\" is wrong: expected an object"},
		{"{\"planted\": {\"cat\": {}}}", "\"cat\""}, /* an empty chair */
		{"{\"planted\": {\"dan\": {}}}", "\"dan\""},
		{"{\"planted\": {\"ann\": 3}}", "\"planted\" is wrong: expected rows"},
		{"{\"planted\": {\"ann\": []}}", "\"planted\" is wrong: expected rows"},
		{"{\"planted\": {\"ann\": null}}", "\"planted\" is wrong: expected rows"},
		{"{\"planted\": {\"ann\": {\"kiwi\": 1}}}", "\"kiwi\""},
		{"{\"planted\": {\"ann\": {\"fig\": 11}}}", "\"planted\" is wrong: expected numbers"},
		{"{\"planted\": {\"ann\": {\"fig\": -1}}}", "\"planted\" is wrong: expected numbers"},
		{"{\"planted\": {\"ann\": {\"fig\": 4294967296}}}", "expected numbers"},
		{"{\"planted\": {\"ann\": {\"fig\": \"1\"}}}", "expected numbers"},
		{"{\"planted\": {\"ann\": {\"fig\": null}}}", "expected numbers"},
		{"{\"shown\": {\"ann\": {\"fig\": 16}}}", "\"shown\" is wrong: expected numbers"},
		{"{\"rain\": {\"ann\": {}}}", "\"ann\""},
	};
	for (int i = 0; i < AP_COUNT(bad); i++) {
		start_orchard(2);
		if (patches_orchard(bad[i][0]))
			fail_msg("%s is taken", bad[i][0]);
		if (!strstr(error.message, bad[i][1]))
			fail_msg("%s: \"%s\"", bad[i][0], error.message);
	}
	start_orchard(SEATS);
	assert_true(patches_orchard("{\"planted\": {\"cat\": {}}}")); /* not an empty chair */
}

static const ap_game *find_orchard(const char *name)
{
	return strcmp(name, orchard.name) == 0 ? &orchard : NULL;
}

/* NULL: the expectation holds; otherwise what the scenario says. */
static const char *expecting(const char *expectation)
{
	static ap_scenario_report report;
	char script[256];
	int length = snprintf(script, sizeof script,
		"start orchard players=2\nset {\"shown\": {\"ann\": {\"fig\": 5}}}\nexpect %s\n",
		expectation);
	error = (ap_error){0};
	bool holds = ap_scenario_run((ap_scenario_text){script, (size_t)length},
		(ap_scenario_text){NULL, 0}, find_orchard, &report, &error);
	return holds ? NULL : error.message;
}

static void tables_are_expected(void **unused)
{
	(void)unused;
	static const char *const true_of_it[] = {"shown.ann = {\"fig\": 5}", "shown.ann.fig = 5",
		"shown.ann.pear = 0", "shown.bob.plum = 0", "shown.bob = {}", "planted.bob.pear = 4",
		"rain.north.fig = 0"};
	static const char *const false_of_it[][2] = {
		{"shown.ann.fig = 0", "shown.ann.fig is 5"},
		{"shown.ann.pear = 1", "shown.ann.pear is 0"},
		{"shown.ann.pear = null", "shown.ann.pear is 0"},
		{"shown.ann.pear = x", "not JSON"},
		{"shown.ann = {}", "shown.ann is {\"fig\":5}"},
		{"shown.ann.kiwi = 0", "no part \"shown.ann.kiwi\""},
		{"shown.ann.pear.fig = 0", "no part \"shown.ann.pear.fig\""},
		{"shown.cat.fig = 0", "no part \"shown.cat.fig\""},
		{"shown.dan.fig = 0", "no part \"shown.dan.fig\""},
		{"shown.pear = 0", "no part \"shown.pear\""},
		{"show.ann.pear = 0", "no part \"show.ann.pear\""},
		{"coins.ann.pear = 0", "no part \"coins.ann.pear\""},
	};
	for (int i = 0; i < AP_COUNT(true_of_it); i++)
		if (expecting(true_of_it[i]))
			fail_msg("%s: %s", true_of_it[i], error.message);
	for (int i = 0; i < AP_COUNT(false_of_it); i++) {
		const char *said = expecting(false_of_it[i][0]);
		if (!said || !strstr(said, false_of_it[i][1]))
			fail_msg("%s: %s", false_of_it[i][0], said ? said : "holds");
	}
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
		cmocka_unit_test(tables_leave_zeros_out),
		cmocka_unit_test(tables_hide_in_views),
		cmocka_unit_test(tables_come_back),
		cmocka_unit_test(a_patch_replaces_rows),
		cmocka_unit_test(bad_tables_are_named),
		cmocka_unit_test(tables_are_expected),
	};
	return cmocka_run_group_tests(tests, make_orchard, NULL);
}
