/* test_older.c: games that were stopped under rules 1 can be read and played to their end: in the
 * middle of a Health roll, of a demand, of the last count. */
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "engine/chapters.h"
#include "text/error.h"
#include "text/state_json.h"

enum { MOST = 65536 };

static char json[MOST];

static size_t read_file(const char *name)
{
	char path[512];
	const char *end = strstr(__FILE__, "test_older.c");
	assert_non_null(end);
	snprintf(path, sizeof path, "%.*solder/%s", (int)(end - __FILE__), __FILE__, name);
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	size_t length = fread(json, 1, sizeof json, file);
	fclose(file);
	assert_true(length > 0 && length < sizeof json);
	return length;
}

static void play_to_the_end(kr_state *s)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_rng rng;
	ap_seed(&rng, 1, 1);
	for (ap_seats actors; (actors = ap_actors(s)) != 0;) {
		int seat = ap_first_seat(actors), n = ap_legal(&kremlin, s, seat, legal);
		ap_play(&kremlin, s, seat, legal[ap_below(&rng, (uint32_t)n)], NULL);
	}
	assert_true(s->head.over);
}

static void older_games_go_on(void **unused)
{
	static const char *const names[] = {
		"1-advanced-forced.json", "1-advanced-demand.json", "1-swiss-ending.json"};
	(void)unused;
	for (int i = 0; i < AP_COUNT(names); i++) {
		kr_state s;
		ap_error error = {0};
		bool good = ap_read_older_state(&kremlin, &s, json, read_file(names[i]), &error);
		if (!good)
			print_message("%s: %s\n", names[i], error.message);
		assert_true(good);
		play_to_the_end(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(older_games_go_on)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
