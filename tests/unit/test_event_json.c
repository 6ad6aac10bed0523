/* test_event_json.c: events are read from the JSON that was written of them. */
#include "unit/unit.h"

#include "core/telling.h"
#include "text/event_json.h"

static json_t *write_event(const ap_game *game, const ap_event *event)
{
	char text[1024];
	ap_json j = ap_json_into(text, sizeof text);
	ap_write_event(&j, game, event);
	json_t *written = json_loadb(text, ap_json_done(&j), 0, NULL);
	assert_non_null(written);
	return written;
}

/* Returns an event whose arguments are the n-th names of their lists, or such numbers. */
static ap_event make_event(const ap_game *game, int kind, int n)
{
	ap_event event = {.kind = (uint16_t)kind, .clause = 1, .seen_by = AP_ALL_VIEWERS};
	for (int i = 0; i < AP_EVENT_ARGS && game->events[kind].arg[i]; i++) {
		const ap_names *names = game->events[kind].arg[i];
		event.arg[i] = (int16_t)(names == &ap_plain_number ? n - 3 : n % names->count);
	}
	return event;
}

static void assert_reads_back(const ap_game *game, const ap_event *event)
{
	ap_event back;
	json_t *written = write_event(game, event);
	assert_true(ap_read_event(game, written, &back));
	assert_memory_equal(&back, event, sizeof back);
	json_decref(written);
}

static void every_event_reads_back(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		for (int kind = 0; ap_event_name(game, kind); kind++)
			for (int n = 0; n < 7; n++) {
				ap_event event = make_event(game, kind, n);
				assert_reads_back(game, &event);
			}
	}
}

/* An event of tiny with another declaration: its first argument may be missing. */
static void an_optional_argument_may_be_missing(void **unused)
{
	(void)unused;
	ap_event back;
	ap_game game = *ap_game_named("tiny");
	ap_event_kind kinds[] = {game.events[0]};
	assert_non_null(kinds[0].arg[0]);
	assert_ptr_not_equal(kinds[0].arg[0], &ap_plain_number);
	game.events = kinds;
	game.event_count = 1;
	ap_event event = make_event(&game, 0, 0);
	event.arg[0] = AP_NONE;
	json_t *written = write_event(&game, &event);
	assert_true(json_is_null(json_array_get(json_object_get(written, "args"), 0)));
	assert_false(ap_read_event(&game, written, &back));
	kinds[0].optional = 1;
	assert_true(ap_read_event(&game, written, &back));
	assert_memory_equal(&back, &event, sizeof back);
	json_decref(written);
}

/* Every number of every event is too large. */
static void numbers_out_of_range_are_not_read(void **unused)
{
	(void)unused;
	int found = 0;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		for (int kind = 0; ap_event_name(game, kind); kind++)
			for (int n = 0; n < AP_EVENT_ARGS; n++) {
				if (game->events[kind].arg[n] != &ap_plain_number)
					continue;
				ap_event back, event = make_event(game, kind, 0);
				json_t *written = write_event(game, &event);
				json_t *args = json_object_get(written, "args");
				json_array_set_new(args, (size_t)n, json_integer(INT16_MAX));
				assert_true(ap_read_event(game, written, &back));
				json_array_set_new(args, (size_t)n, json_integer(INT16_MAX + 1));
				assert_false(ap_read_event(game, written, &back));
				json_decref(written);
				found++;
			}
	}
	assert_true(found > 0);
}

static void assert_unknown(const char *json)
{
	ap_event back;
	json_t *from = json_loads(json, JSON_DECODE_ANY, NULL);
	assert_non_null(from);
	assert_false(ap_read_event(ap_game_named("red-empire"), from, &back));
	json_decref(from);
}

static void events_of_other_rules_are_not_read(void **unused)
{
	(void)unused;
	ap_event back;
	const ap_game *game = ap_game_named("red-empire");
	ap_event event = make_event(game, 0, 0);
	json_t *written = write_event(game, &event);
	json_object_set_new(written, "clause", json_string("RE-XX-9"));
	assert_false(ap_read_event(game, written, &back));
	json_decref(written);
	assert_unknown("{\"event\":\"meteor\",\"clause\":\"RE-SU-1\",\"args\":[]}");
	assert_unknown("{\"event\":\"leader-dealt\",\"clause\":\"RE-SU-1\",\"args\":[\"mars\",\"x\"]}");
	assert_unknown("{\"event\":\"leader-dealt\",\"clause\":\"RE-SU-1\"}");
	assert_unknown("{\"event\":7}");
	assert_unknown("{}");
	assert_unknown("[]");
	assert_unknown("7");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_event_reads_back),
		cmocka_unit_test(an_optional_argument_may_be_missing),
		cmocka_unit_test(numbers_out_of_range_are_not_read),
		cmocka_unit_test(events_of_other_rules_are_not_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
