/* test_record_files.c: the records of the library, as programs outside use them. */
#include "unit/unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "apparat/records.h"
#include "registered_games.h"
#include "unit/fair_game.h"

static ap_record_file *parse(const char *text, size_t length)
{
	ap_error error;
	ap_record_file *file = ap_record_file_parse(text, length, &error);
	if (!file)
		fail_msg("line %d: %s", error.line, error.message);
	return file;
}

static ap_action random_action(const ap_record_file *file, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(ap_record_file_game(file), ap_record_file_state(file), seat, legal);
	assert_true(n > 0);
	return legal[ap_below(rng, (uint32_t)n)];
}

/* Plays a game at random; after some moves one is undone. */
static ap_record_file *play(const ap_game *game, int players, ap_events *first)
{
	ap_setup setup = {.players = (uint8_t)players};
	ap_record_file *file = ap_record_file_start(game, &setup, first);
	ap_rng rng;
	ap_record_check check;
	ap_seed(&rng, 1, (uint64_t)players);
	for (int n = 1; ap_actors(ap_record_file_state(file)); n++) {
		int seat = ap_first_seat(ap_actors(ap_record_file_state(file)));
		ap_result result = ap_record_file_apply(file, seat, random_action(file, seat, &rng), NULL);
		assert_int_equal(result.code, AP_OK);
		ap_record_file_check(file, &check);
		if (n % 100 == 5)
			assert_true(ap_record_file_undo(file, check.moves - 1));
	}
	assert_int_equal(ap_record_file_apply(file, 0, 0, NULL).code, AP_GAME_OVER);
	assert_int_equal(ap_record_file_unseal(file, 0).code, AP_GAME_OVER);
	assert_false(ap_record_file_undo(file, check.moves + 1));
	assert_false(ap_record_file_undo(file, -1));
	return file;
}

/* ---- Records that are played ----------------------------------------------------------------- */

static void assert_same(const ap_record_file *a, const ap_record_file *b)
{
	ap_record_check x, y;
	ap_record_file_check(a, &x);
	ap_record_file_check(b, &y);
	assert_ptr_equal(ap_record_file_game(a), ap_record_file_game(b));
	assert_int_equal(x.moves, y.moves);
	assert_int_equal(x.outcomes, y.outcomes);
	assert_int_equal(x.format, y.format);
	assert_true(x.hash == y.hash);
	assert_true(x.rules_known && y.rules_known && x.over && y.over);
	assert_false(y.dice_fair || y.dice_checked || y.dice_withheld);
	assert_memory_equal(
		ap_record_file_state(a), ap_record_file_state(b), ap_state_size(ap_record_file_game(a)));
}

/* Every move leads from one state to the next, with its events. */
static void assert_walks(const ap_record_file *file)
{
	const ap_game *game = ap_record_file_game(file);
	ap_any state, there;
	ap_record_check check;
	ap_record_move move;
	ap_events events = {0};
	int n = 0, told = 0;
	ap_record_file_check(file, &check);
	n = ap_record_file_first(file);
	ap_record_file_at(file, n, &state);
	for (; ap_record_file_advance(file, n, &state, &events); n++) {
		assert_true(ap_record_file_move(file, n, &move));
		if (n % 7 == 0) {
			ap_record_file_at(file, n + 1, &there);
			assert_memory_equal(&state, &there, ap_state_size(game));
		}
		told += events.count;
		events.count = 0;
	}
	assert_int_equal(n, check.moves);
	assert_true(told > 0);
	assert_false(ap_record_file_move(file, ap_record_file_first(file) - 1, &move));
	assert_false(ap_record_file_move(file, n, &move));
	assert_memory_equal(&state, ap_record_file_state(file), ap_state_size(game));
}

static void played_records_read_back(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		ap_events events = {0};
		ap_setup setup;
		size_t length, again;
		ap_record_file *file = play(game, ap_max_players(game), &events);
		assert_true(ap_record_file_set_player(file, 0, "Ann Élise"));
		assert_true(ap_record_file_set_dice(file, "seed 1"));
		char *text = ap_record_file_text(file, AP_EVERYTHING, &length);
		ap_record_file *back = parse(text, length);
		assert_same(file, back);
		assert_walks(back);
		assert_string_equal(ap_record_file_player(back, 0), "Ann Élise");
		assert_string_equal(ap_record_file_player(back, 1), "");
		assert_string_equal(ap_record_file_dice(back), "seed 1");
		ap_record_file_setup(back, &setup);
		assert_int_equal(setup.players, ap_max_players(game));
		char *second = ap_record_file_text(back, AP_EVERYTHING, &again);
		assert_int_equal(length, again);
		assert_string_equal(text, second);
		ap_free_text(second);
		ap_free_text(text);
		ap_record_file_free(back);
		ap_record_file_free(file);
	}
}

static void files_are_written_and_read(void **unused)
{
	(void)unused;
	char path[] = "/tmp/apparat-record-XXXXXX";
	ap_error error;
	ap_record_file *file = play(&tiny, 2, NULL);
	int number = mkstemp(path);
	assert_true(number >= 0);
	close(number);
	assert_true(ap_record_file_write(file, AP_EVERYTHING, path, &error));
	ap_record_file *back = ap_record_file_read(path, &error);
	assert_non_null(back);
	assert_same(file, back);
	unlink(path);
	assert_null(ap_record_file_read(path, &error));
	assert_int_equal(error.line, 0);
	assert_string_equal(error.message, "cannot be opened: No such file or directory");
	assert_false(ap_record_file_write(file, AP_EVERYTHING, "/dev/null/no", &error));
	assert_string_equal(error.message, "cannot be opened: Not a directory");
	assert_false(ap_record_file_write(file, AP_EVERYTHING, "/dev/full", &error));
	assert_string_equal(error.message, "cannot be written: No space left on device");
	ap_record_file_free(back);
	ap_record_file_free(file);
	ap_record_file_free(NULL);
}

static void views_cannot_be_read(void **unused)
{
	(void)unused;
	ap_error error;
	size_t length;
	ap_record_file *file = play(&tiny, 3, NULL);
	for (int seat = 0; seat < 3; seat++) {
		char *text = ap_record_file_text(file, seat, &length);
		assert_non_null(strstr(text, "\nview "));
		assert_null(ap_record_file_parse(text, length, &error));
		assert_true(error.line > 0);
		ap_free_text(text);
	}
	ap_record_file_free(file);
}

static void sealed_answers_are_taken_back(void **unused)
{
	(void)unused;
	ap_record_move move;
	ap_any state;
	ap_setup setup = {.players = 3};
	ap_rng rng;
	ap_record_file *file = ap_record_file_start(&kremlin, &setup, NULL);
	int n = 0;
	ap_seed(&rng, 1, 0);
	while (!ap_step_sealed(&kremlin, ap_step_of(ap_record_file_state(file)))) {
		int seat = ap_first_seat(ap_actors(ap_record_file_state(file)));
		ap_record_file_apply(file, seat, random_action(file, seat, &rng), NULL);
		n++;
	}
	ap_record_file_at(file, n, &state);
	assert_int_equal(ap_record_file_unseal(file, 0).code, AP_NOT_SEALED);
	ap_record_file_apply(file, 0, random_action(file, 0, &rng), NULL);
	assert_int_equal(ap_record_file_unseal(file, 0).code, AP_OK);
	assert_true(ap_record_file_move(file, n + 1, &move));
	assert_true(move.unseal && move.seat == 0);
	assert_true(ap_record_file_advance(file, n, &state, NULL));
	assert_true(ap_record_file_advance(file, n + 1, &state, NULL));
	assert_memory_equal(&state, ap_record_file_state(file), ap_state_size(&kremlin));
	ap_record_file_free(file);
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void wrong_texts_are_refused(void **unused)
{
	(void)unused;
	static const struct {
		const char *text;
		int line;
	} wrong[] = {
		{"", 0},
		{"apparat record 99\n", 1},
		{"apparat record 2\ngame huge\n", 2},
		{"apparat record 2\ngame tiny\nrules 1\nplayers 2\n\nann fly\n", 6},
	};
	for (int i = 0; i < AP_COUNT(wrong); i++) {
		ap_error error = {.line = -1};
		assert_null(ap_record_file_parse(wrong[i].text, strlen(wrong[i].text), &error));
		assert_int_equal(error.line, wrong[i].line);
		assert_true(error.message[0] != '\0');
	}
}

static void wrong_details_are_refused(void **unused)
{
	(void)unused;
	static const char *const wrong[] = {
		"Ann\nend", "\x7f", "a name of sixty-four bytes, which is one byte more than is allowed"};
	ap_setup setup = {.players = 2};
	ap_record_file *file = ap_record_file_start(&tiny, &setup, NULL);
	assert_true(ap_record_file_set_player(file, 1, "Ben"));
	assert_true(ap_record_file_set_dice(file, "fairies"));
	for (int i = 0; i < AP_COUNT(wrong); i++) {
		assert_false(ap_record_file_set_player(file, 1, wrong[i]));
		assert_false(ap_record_file_set_dice(file, wrong[i]));
	}
	assert_false(ap_record_file_set_dice(file, "fair"));
	assert_false(ap_record_file_set_dice(file, "fair 1"));
	assert_string_equal(ap_record_file_player(file, 1), "Ben");
	assert_string_equal(ap_record_file_dice(file), "fairies");
	ap_record_file_free(file);
}

/* ---- Other rules ----------------------------------------------------------------------------- */

enum { CHANGED_AT = 8 };

/* Copies a record of the game Tiny. Its header says that other rules were played; if `state` is not
 * NULL, only the first moves were, and then those of the library. */
static char *by_other_rules(const char *text, const char *state)
{
	char *out, rules[64];
	size_t length;
	FILE *memory = open_memstream(&out, &length);
	const char *at = strstr(text, "rules "), *after = strchr(at, '\n') + 1;
	snprintf(rules, sizeof rules, "%.*s", (int)(after - at), at);
	fprintf(memory, "%.*srules 9 0123456789abcdef\n", (int)(at - text), text);
	at = after;
	after = strstr(at, "\n\n") + 2;
	for (int i = 0; state && i < CHANGED_AT; i++)
		after = strchr(after, '\n') + 1;
	fwrite(at, 1, (size_t)(after - at), memory);
	if (state)
		fprintf(memory, "%sstate %s\n", rules, state);
	fputs(after, memory);
	fclose(memory);
	return out;
}

static ap_record_file *play_without_undo(void)
{
	ap_setup setup = {.players = 2};
	ap_record_file *file = ap_record_file_start(&tiny, &setup, NULL);
	ap_rng rng;
	ap_seats actors;
	ap_seed(&rng, 3, 0);
	while ((actors = ap_actors(ap_record_file_state(file)))) {
		int seat = ap_first_seat(actors);
		ap_record_file_apply(file, seat, random_action(file, seat, &rng), NULL);
	}
	return file;
}

/* A game of other rules is checked as far as possible, but cannot be read. */
static void games_of_other_rules_are_checked(void **unused)
{
	(void)unused;
	ap_error error;
	ap_record_check mine, theirs;
	size_t length;
	ap_record_file *file = play_without_undo();
	char *text = ap_record_file_text(file, AP_EVERYTHING, &length);
	char *other = by_other_rules(text, NULL);
	assert_null(ap_record_file_parse(other, strlen(other), &error));
	assert_int_equal(error.line, 3);
	assert_true(ap_check_record(text, length, &mine, &error));
	assert_true(mine.rules_known && mine.rules == ap_rules_version(&tiny) && mine.over);
	assert_int_equal(mine.unchecked_moves, 0);
	assert_true(mine.hash == ap_hash(&tiny, ap_record_file_state(file)));
	assert_true(ap_check_record(other, strlen(other), &theirs, &error));
	assert_ptr_equal(theirs.game, &tiny);
	assert_int_equal(theirs.rules, 9);
	assert_false(theirs.rules_known || theirs.has_views || theirs.views_checked);
	assert_true(theirs.over && theirs.hash == 0);
	assert_int_equal(theirs.moves, mine.moves);
	assert_int_equal(theirs.unchecked_moves, mine.moves);
	assert_int_equal(theirs.outcomes, mine.outcomes);
	memset(strstr(other, "\n\n") + 2, '#', 1);
	assert_false(ap_check_record(other, strlen(other), &theirs, &error));
	assert_true(error.line > 3);
	free(other);
	ap_free_text(text);
	ap_record_file_free(file);
}

/* If the rules changed during a game, what came after the change can be walked through. */
static void games_go_on_by_new_rules(void **unused)
{
	(void)unused;
	ap_any state;
	ap_record_check check, before;
	size_t length, again;
	ap_record_file *file = play_without_undo();
	char *text = ap_record_file_text(file, AP_EVERYTHING, &length);
	ap_record_file_check(file, &before);
	ap_record_file_at(file, CHANGED_AT, &state);
	size_t room = ap_write_state(&tiny, &state, NULL, 0) + 1;
	char *json = malloc(room);
	ap_write_state(&tiny, &state, json, room);
	char *changed = by_other_rules(text, json);
	ap_record_file *back = parse(changed, strlen(changed));
	ap_record_file_check(back, &check);
	assert_true(check.rules_known && check.hash == before.hash);
	assert_int_equal(check.moves, before.moves);
	assert_int_equal(check.outcomes, before.outcomes);
	assert_int_equal(check.unchecked_moves, CHANGED_AT);
	assert_int_equal(ap_record_file_first(back), CHANGED_AT);
	assert_walks(back);
	char *second = ap_record_file_text(back, AP_EVERYTHING, &again);
	assert_string_equal(second, changed);
	assert_false(ap_record_file_undo(back, CHANGED_AT - 1));
	assert_true(ap_record_file_undo(back, CHANGED_AT));
	assert_memory_equal(ap_record_file_state(back), &state, ap_state_size(&tiny));
	ap_free_text(second);
	ap_record_file_free(back);
	free(changed);
	free(json);
	ap_free_text(text);
	ap_record_file_free(file);
}

/* ---- Fair dice ------------------------------------------------------------------------------- */

/* Returns the record of a game with fair dice, of this many lines, without the secret if it is not
 * told. */
static ap_record_file *fair_record(int lines, bool told)
{
	static fair_game g;
	char *text;
	size_t length;
	fair_begin(&g, &tiny, 2, 1);
	fair_play(&g, lines);
	FILE *out = open_memstream(&text, &length);
	g.record.fair.secret_known = told;
	assert_true(ap_record_write(&g.record, AP_EVERYTHING, out));
	fclose(out);
	ap_record_file *file = parse(text, length);
	free(text);
	ap_record_free(&g.record);
	return file;
}

static void fair_dice_are_checked(void **unused)
{
	(void)unused;
	ap_record_check check;
	for (int told = 0; told < 2; told++)
		for (int over = 0; over < 2; over++) {
			ap_record_file *file = fair_record(over ? INT_MAX : 3, told);
			ap_record_file_check(file, &check);
			assert_true(check.dice_fair && check.outcomes > 0);
			assert_int_equal(check.over, over);
			assert_int_equal(check.dice_checked, told);
			assert_int_equal(check.dice_withheld, over && !told);
			assert_false(ap_record_file_set_dice(file, "mine"));
			assert_string_equal(ap_record_file_dice(file), "fair 2");
			ap_record_file_free(file);
		}
}

/* Of all that chance could do the dice allow one action; without their secret, none. */
static void fair_dice_decide(void **unused)
{
	(void)unused;
	for (int told = 0; told < 2; told++) {
		ap_record_file *file = fair_record(0, told);
		ap_action legal[AP_MAX_LEGAL];
		int allowed = 0, n = ap_legal(&tiny, ap_record_file_state(file), AP_CHANCE, legal);
		assert_true(n > 1);
		for (int i = 0; i < n; i++) {
			ap_result result = ap_record_file_apply(file, AP_CHANCE, legal[i], NULL);
			allowed += result.code == AP_OK;
			assert_true(result.code == AP_OK || (result.code == AP_FORBIDDEN && !result.clause));
			if (result.code == AP_OK)
				break;
		}
		assert_int_equal(allowed, told);
		ap_record_file_free(file);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(played_records_read_back),
		cmocka_unit_test(files_are_written_and_read),
		cmocka_unit_test(views_cannot_be_read),
		cmocka_unit_test(sealed_answers_are_taken_back),
		cmocka_unit_test(wrong_texts_are_refused),
		cmocka_unit_test(wrong_details_are_refused),
		cmocka_unit_test(games_of_other_rules_are_checked),
		cmocka_unit_test(games_go_on_by_new_rules),
		cmocka_unit_test(fair_dice_are_checked),
		cmocka_unit_test(fair_dice_decide),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
