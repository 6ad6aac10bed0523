/* test_state_json.c: states are read from JSON; the error names the part that is wrong. */
#include "unit/unit.h"

#include <stdlib.h>

#include "registered_games.h"
#include "text/scenario.h"
#include "text/state_json.h"

static ap_any s;
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

static char text[1 << 15];

static void replace(const char *old, const char *new)
{
	char *at = strstr(text, old);
	assert_non_null(at);
	memmove(at + strlen(new), at + strlen(old), strlen(at + strlen(old)) + 1);
	memcpy(at, new, strlen(new));
}

/* Asserts that the state is the one that `text` describes. */
static void assert_as_in_text(void)
{
	static char now[sizeof text];
	assert_true(ap_write_state(&tiny, &s, now, sizeof now) < sizeof now);
	assert_string_equal(now, text);
}

/* A patch changes the parts that it names and what follows from them, and nothing else. */
static void patch_and_mend(void **unused)
{
	(void)unused;
	start();
	ap_write_state(&tiny, &s, text, sizeof text);
	replace("\"coins\":{\"ann\":3,\"bob\":3}", "\"coins\":{\"ann\":3,\"bob\":2}");
	replace("\"hands\":{\"ann\":[],", "\"hands\":{\"ann\":[\"raid-b\",\"veto-e\"],");
	replace("\"hand_size\":{\"ann\":0,", "\"hand_size\":{\"ann\":2,");
	assert_true(
		patches("{\"coins\": {\"bob\": 2}, \"hands\": {\"ann\": [\"veto-e\", \"raid-b\"]}}"));
	assert_as_in_text();
	assert_null(ap_unsound(&tiny, &s));
	assert_true(patches("{}"));
	assert_as_in_text();
}

static void null_is_nothing(void **unused)
{
	(void)unused;
	start();
	ap_any before = s;
	assert_true(patches("{\"contents\": {\"oak\": \"ruby\"}}"));
	assert_memory_not_equal(&s, &before, ap_state_size(&tiny));
	assert_true(patches("{\"contents\": {\"oak\": null}}"));
	assert_memory_equal(&s, &before, ap_state_size(&tiny));
}

static void bad_parts_are_named(void **unused)
{
	(void)unused;
	static const struct {
		const char *json, *says;
	} bad[] = {
		{"{\"crowns\": 1}", "\"crowns\""},
		{"{\"coins\": 3}", "\"coins\""},
		{"{\"coins\": {\"bob\": 10}}", "\"coins\""},
		{"{\"coins\": {\"bob\": -1}}", "\"coins\""},
		{"{\"coins\": {\"bob\": 1.5}}", "\"coins\""},
		{"{\"coins\": {\"bob\": \"1\"}}", "\"coins\""},
		{"{\"coins\": {\"bob\": null}}", "\"coins\""},
		{"{\"coins\": {\"bob\": 18446744073709551617}}", "JSON"},
		{"{\"coins\": {\"cat\": 1}}", "\"cat\""}, /* a seat beyond the players */
		{"{\"coins\": {\"dan\": 1}}", "\"dan\""},
		{"{\"coins\": {\"bob\": 1, \"bob\": 2}}", "JSON"},
		{"{\"contents\": {\"oak\": \"lead\"}}", "\"contents\""},
		{"{\"contents\": {\"oak\": 3}}", "\"contents\""},
		{"{\"contents\": {\"tin\": null}}", "\"tin\""},
		{"{\"hands\": {\"ann\": \"raid-a\"}}", "\"hands\""},
		{"{\"hands\": {\"ann\": [\"ace\"]}}", "\"hands\""},
		{"{\"hands\": {\"ann\": null}}", "\"hands\""},
		{"{\"discard\": \"raid-a\"}", "\"discard\""},
		{"{\"discard\": [\"raid-z\"]}", "\"discard\""},
		{"{\"discard\": [0]}", "\"discard\""},
		{"{\"question\": -1}", "\"question\""},
		{"{\"question\": 65536}", "\"question\""},
		{"{\"over\": \"boredom\"}", "\"over\""},
		{"{\"stack\": []}", "\"stack\""},
		{"{\"stack\": {}}", "\"stack\""},
		{"{\"stack\": [{\"step\": \"nap\"}]}", "\"step\""},
		{"{\"stack\": [{\"step\": \"bids\", \"asked\": [\"observer\"]}]}", "\"asked\""},
		{"{\"stack\": [{\"step\": \"bids\", \"asked\": [\"dan\"]}]}", "\"asked\""},
		{"{\"stack\": [{\"step\": \"bids\", \"box\": \"oak\"}]}", "\"box\""},
		{"{\"stack\": [{\"step\": \"bids\", \"round\": 0}]}", "\"round\""},
		{"{\"stack\": [{\"step\": \"bids\", \"round\": 6}]}", "\"round\""},
		{"{\"stack\": [{\"step\": \"bids\", \"round\": null}]}", "\"round\""},
		{"{\"stack\": [{\"step\": \"bids\", \"leader\": \"dan\"}]}", "\"leader\""},
		{"{\"stack\": [{\"step\": \"bids\", \"leader\": 0}]}", "\"leader\""},
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
	static const char frame[] = "{\"step\": \"bids\", \"asked\": []}";
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

/* ---- Whole states ---------------------------------------------------------------------------- */

static void write_start(const ap_game *game, int players)
{
	ap_setup setup = {.players = (uint8_t)players};
	ap_any state;
	ap_start(game, &setup, &state, NULL);
	assert_true(ap_write_state(game, &state, text, sizeof text) < sizeof text);
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
static void somebody_must_be_asked(void **unused)
{
	(void)unused;
	write_start(&red_empire, 3);
	replace("\"asked\":[\"chance\"]", "\"asked\":[]");
	assert_false(reads(&red_empire));
}

/* A finished game has zeros on its stack, whatever its frames can hold otherwise. */
static void finished_games_are_read(void **unused)
{
	(void)unused;
	static const ap_setup two = {.players = 2};
	ap_any back;
	ap_rng rng;
	ap_seed(&rng, 1, 0);
	ap_start(&tiny, &two, &s, NULL);
	assert_true(ap_playout(&tiny, &s, &rng, ap_bound(&tiny, &two)) > 0);
	size_t length = ap_write_state(&tiny, &s, text, sizeof text);
	if (!ap_read_state(&tiny, &back, text, length, &error))
		fail_msg("%s", error.message);
	assert_memory_equal(&back, &s, ap_state_size(&tiny));
}

/* ---- Grids, in a game made of the tiny game and three more tables ---------------------------- */

enum { FIG, PEAR, PLUM, FRUITS, FIELDS = 2, SEATS = 3, ROOM = 512 };

typedef struct orchard_state {
	_Alignas(uint64_t) unsigned char tiny[ROOM]; /* the state of the tiny game, then zeros */
	uint8_t fruit[SEATS][FRUITS]; /* lower four bits: planted; upper four bits: shown */
	uint8_t rain[FIELDS][FRUITS];
	uint8_t unused;
} orchard_state;

_Static_assert(sizeof(orchard_state) == ROOM + (size_t)(SEATS * FRUITS + FIELDS * FRUITS + 1),
	"no padding: states are compared as bytes");

/* A seat knows what it planted itself; everybody knows it as soon as some was shown. */
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
static const ap_names fruits = {
	.kind = "fruit", .count = FRUITS, .name = fruit_names, .label = fruit_names};
static const char *const field_names[FIELDS] = {"north", "south"};
static const ap_names two_fields = {
	.kind = "field", .count = FIELDS, .name = field_names, .label = field_names};
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
	assert_true(ap_state_size(&tiny) <= ROOM);
	tables[0].rows = tables[1].rows = tiny.seats;
	orchard = tiny;
	orchard.name = "orchard";
	orchard.state_size = sizeof(orchard_state);
	orchard.blank = blank_orchard;
	orchard.grid_count = AP_COUNT(tables);
	orchard.grids = tables;
	return 0;
}

/* Starts a game and sets some numbers: ann has planted and shown figs, bob's pear is gone. */
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

/* Checks the end of the JSON, which is where the grids are. */
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

/* Ann knows of bob's fruit only the plum that was shown. If bob has shown nothing, the observer
 * knows nothing of bob's row. */
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

/* Numbers that JSON leaves out become zero, even if a blank table has others. */
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
		{"{\"planted\": {\"cat\": {}}}", "\"cat\""}, /* a seat beyond the players */
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
	assert_true(patches_orchard("{\"planted\": {\"cat\": {}}}")); /* now cat plays */
}

static const ap_game *find_orchard(const char *name)
{
	return strcmp(name, orchard.name) == 0 ? &orchard : NULL;
}

/* Runs a scenario with this expectation. Returns NULL if it holds, otherwise the error. */
static const char *error_of_expectation(const char *expectation)
{
	static ap_scenario_report report;
	char script[256];
	int length = snprintf(script, sizeof script,
		"start orchard players=2\nset {\"shown\": {\"ann\": {\"fig\": 5}}}\nexpect %s\n",
		expectation);
	error = (ap_error){0};
	bool holds = ap_scenario_run((ap_scenario_text){script, (size_t)length},
		(ap_scenario_text){NULL, 0}, find_orchard, NULL, &report, &error);
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
		if (error_of_expectation(true_of_it[i]))
			fail_msg("%s: %s", true_of_it[i], error.message);
	for (int i = 0; i < AP_COUNT(false_of_it); i++) {
		const char *said = error_of_expectation(false_of_it[i][0]);
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
		cmocka_unit_test(somebody_must_be_asked),
		cmocka_unit_test(finished_games_are_read),
		cmocka_unit_test(tables_leave_zeros_out),
		cmocka_unit_test(tables_hide_in_views),
		cmocka_unit_test(tables_come_back),
		cmocka_unit_test(a_patch_replaces_rows),
		cmocka_unit_test(bad_tables_are_named),
		cmocka_unit_test(tables_are_expected),
	};
	return cmocka_run_group_tests(tests, make_orchard, NULL);
}
