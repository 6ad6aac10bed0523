/* test_record_parts.c: a game that went on by other rules has a whole record, which shows both
 * parts of the game as they were seen. */
#include "unit/unit.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "registered_games.h"
#include "text/film.h"
#include "text/memory.h"
#include "text/state_json.h"
#include "unit/fair_game.h"

enum { FIRST_LINES = 40 };

static const ap_rules_id other_rules = {9, 0x0123456789abcdef, true};

static fair_game g;        /* the game, with other rules for its first lines */
static ap_record by_these; /* the same game, all of it by the rules of this program */

static char *write_whole(const ap_record *record, size_t *length)
{
	static char *text; /* static, because gcc takes the text for the variable's own address */
	text = NULL;
	FILE *out = open_memstream(&text, length);
	assert_true(ap_record_write_whole(record, out));
	fclose(out);
	return text;
}

/* Returns the lines of the game so far and the change to the rules of this program. */
static char *write_earlier(const ap_record *record, bool whole)
{
	char *text = NULL;
	size_t length = 0;
	const ap_history *h = &record->history;
	ap_rules_id here = ap_rules_here(h->game);
	size_t size = ap_write_state(h->game, &h->state, NULL, 0) + 1;
	char *state = ap_allocate(size, 1);
	ap_write_state(h->game, &h->state, state, size);
	FILE *out = open_memstream(&text, &length);
	if (whole)
		assert_true(ap_record_write_lines(record, out));
	fprintf(out, "rules %d %016" PRIx64 "\nstate %s\n", here.version, here.data, state);
	fclose(out);
	free(state);
	return text;
}

/* From now on the game is played by the rules of this program. */
static void change_rules(bool whole)
{
	ap_history *h = &g.record.history;
	const ap_earlier before = {h->lines, h->moves, h->outcomes};
	const ap_game *game = h->game;
	ap_any now = h->state;
	g.record.earlier = write_earlier(&g.record, whole);
	g.record.rules = other_rules;
	ap_history_free(h);
	ap_history_start_at(h, game, &now, &before);
}

/* Plays the lines of a history that began in the middle in the one that has the whole game. */
static void play_same_lines(ap_history *all, const ap_history *rest)
{
	for (int i = 0; i < rest->lines; i++) {
		const ap_line *line = &rest->line[i];
		if (line->kind == AP_LINE_UNDO)
			assert_true(ap_history_undo(all, (int)line->value + rest->earlier.moves));
		else if (line->kind == AP_LINE_UNSEAL)
			assert_int_equal(ap_history_unseal(all, line->seat).code, AP_OK);
		else
			assert_int_equal(ap_history_apply(all, line->seat, line->value, NULL).code, AP_OK);
	}
}

/* Plays a game to its end. Its rules change after its first lines. */
static void play(const ap_game *game, unsigned seed, bool whole)
{
	fair_begin(&g, game, ap_min_players(game), seed);
	fair_play(&g, FIRST_LINES);
	memset(&by_these, 0, sizeof by_these);
	by_these.fair = g.record.fair;
	ap_history_start(&by_these.history, game, &g.record.history.setup, NULL);
	play_same_lines(&by_these.history, &g.record.history);
	change_rules(whole);
	g.undos = g.unseals = 12;
	fair_play(&g, INT_MAX);
	play_same_lines(&by_these.history, &g.record.history);
	assert_memory_equal(&by_these.history.state, &g.record.history.state, ap_state_size(game));
}

static void stop(void)
{
	ap_record_free(&g.record);
	ap_record_free(&by_these);
}

/* ---- Checking -------------------------------------------------------------------------------- */

static void assert_checked(const char *text, size_t length)
{
	ap_record_report report;
	ap_error error;
	const ap_history *h = &g.record.history;
	if (!ap_record_examine(text, length, ap_game_named, &report, &error))
		fail_msg("line %d: %s", error.line, error.message);
	assert_int_equal(report.parts, 2);
	assert_int_equal(report.moves, h->earlier.moves + h->moves);
	assert_int_equal(report.unchecked_moves, h->earlier.moves);
	assert_int_equal(report.outcomes, h->outcomes);
	assert_true(report.dice_checked && report.digest_checked && report.hash_checked);
	assert_true(report.is_whole && report.views_checked);
}

static void assert_reads_back(const char *text, size_t length)
{
	ap_record back;
	ap_error error;
	size_t again_length;
	assert_true(ap_record_read(&back, text, length, ap_game_named, &error));
	assert_int_equal(back.rules.version, other_rules.version);
	assert_int_equal(back.history.earlier.lines, g.record.history.earlier.lines);
	assert_int_equal(back.history.outcomes, g.record.history.outcomes);
	char *again = write_whole(&back, &again_length);
	assert_int_equal(again_length, length);
	assert_string_equal(again, text);
	free(again);
	ap_record_free(&back);
}

static void whole_records_are_checked_and_read(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		size_t length;
		play(ap_game_at(i), 1, true);
		char *text = write_whole(&g.record, &length);
		assert_checked(text, length);
		assert_reads_back(text, length);
		free(text);
		stop();
	}
}

/* The moment with which the rules of this program begin is checked. */
static void a_changed_beginning_is_found(void **unused)
{
	(void)unused;
	size_t length;
	ap_record_report report;
	ap_error error;
	play(&tiny, 2, true);
	char *text = write_whole(&g.record, &length), *state = strstr(text, "\nstate {");
	assert_non_null(state);
	char *question = strstr(strchr(state + 1, '\n'), "\"question\":");
	question[strlen("\"question\":")] ^= 1;
	assert_false(ap_record_examine(text, length, ap_game_named, &report, &error));
	assert_string_equal(error.message, "this is not what the viewers saw");
	int line = 1;
	for (const char *at = text; at < question; at++)
		line += *at == '\n';
	assert_int_equal(error.line, line);
	free(text);
	stop();
}

/* Nobody knows any more what was seen before the change. */
static void half_a_film_is_not_written(void **unused)
{
	(void)unused;
	char *text = NULL;
	size_t length = 0;
	play(&tiny, 3, false);
	FILE *out = open_memstream(&text, &length);
	assert_false(ap_record_write_whole(&g.record, out));
	fclose(out);
	assert_int_equal(length, 0);
	free(text);
	stop();
}

/* ---- Watching -------------------------------------------------------------------------------- */

static void read_seen(const ap_game *game, const ap_film *film, int at, int viewer, ap_any *out)
{
	ap_error error;
	bool all = viewer == AP_EVERYTHING;
	json_t *seen = ap_film_view(film, at, all ? "everything" : ap_seat_name(game, viewer), &error);
	char *view = json_dumps(json_object_get(seen, "view"), JSON_COMPACT);
	memset(out, 0, sizeof *out);
	assert_non_null(view);
	assert_true(all ? ap_read_state(game, out, view, strlen(view), &error)
					: ap_read_view(game, out, view, strlen(view), &error));
	free(view);
	json_decref(seen);
}

static void assert_same_view(const ap_film *one, const ap_film *other, int at, int viewer)
{
	const ap_game *game = g.record.history.game;
	ap_any a, b;
	read_seen(game, one, at, viewer, &a);
	read_seen(game, other, at, viewer, &b);
	assert_memory_equal(&a, &b, ap_state_size(game));
}

static void assert_same_events(const ap_film *one, const ap_film *other, int at, const char *viewer)
{
	ap_error error;
	json_t *a = ap_film_events(one, at, viewer, &error);
	json_t *b = ap_film_events(other, at, viewer, &error);
	assert_non_null(a);
	assert_true(json_equal(a, b));
	json_decref(a);
	json_decref(b);
}

/* The change of rules takes nothing away: not even the events of the last move before it. */
static void assert_same_films(const ap_film *one, const ap_film *other)
{
	const ap_history *h = &g.record.history;
	int change = h->earlier.moves, last = ap_film_moves(one);
	const int points[] = {0, change - 1, change, change + 1, last};
	assert_int_equal(ap_film_moves(other), last);
	for (int at = 0; at <= last; at++) {
		assert_same_events(one, other, at, "everything");
		assert_same_events(one, other, at, ap_seat_name(h->game, 0));
	}
	for (int i = 0; i < AP_COUNT(points); i++)
		for (int n = 0; n < 3; n++)
			assert_same_view(
				one, other, points[i], (const int[]){0, AP_OBSERVER, AP_EVERYTHING}[n]);
}

static void both_parts_are_shown(void **unused)
{
	(void)unused;
	ap_error error;
	for (int i = 0; i < ap_game_count(); i++) {
		size_t length, other_length;
		play(ap_game_at(i), 4, true);
		char *text = write_whole(&g.record, &length);
		char *other_text = write_whole(&by_these, &other_length);
		ap_film *one = ap_film_open(text, length, &error);
		ap_film *other = ap_film_open(other_text, other_length, &error);
		assert_true(one && other);
		assert_same_films(one, other);
		ap_film_close(one);
		ap_film_close(other);
		free(text);
		free(other_text);
		stop();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_records_are_checked_and_read),
		cmocka_unit_test(a_changed_beginning_is_found),
		cmocka_unit_test(half_a_film_is_not_written),
		cmocka_unit_test(both_parts_are_shown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
