/* test_fair_records.c: records of games with fair dice are written and read again; a line that
 * contradicts the dice is refused. */
#include "unit/unit.h"

#include <limits.h>
#include <stdlib.h>

#include "registered_games.h"
#include "unit/fair_game.h"

#include "text/signature.h"

static fair_game g;
static char *text; /* the record of g */
static size_t length;

static void write_as(int viewer)
{
	free(text);
	text = NULL;
	FILE *out = open_memstream(&text, &length);
	assert_true(ap_record_write(&g.record, viewer, out));
	fclose(out);
}

/* Plays a game up to this many lines and writes its record to `text`. */
static void play(const ap_game *game, int players, unsigned seed, int lines)
{
	ap_record_free(&g.record);
	fair_begin(&g, game, players, seed);
	fair_play(&g, lines);
	write_as(AP_EVERYTHING);
}

static int clean_up(void **unused)
{
	(void)unused;
	ap_record_free(&g.record);
	free(text);
	return 0;
}

/* Returns the number of the first line that begins with this text; 0 if there is none. */
static int line_of(const char *start)
{
	int line = 1;
	for (const char *at = text; *at; at = strchr(at, '\n') + 1, line++)
		if (strncmp(at, start, strlen(start)) == 0)
			return line;
	return 0;
}

static char *start_of(int line)
{
	char *at = text;
	while (--line > 0)
		at = strchr(at, '\n') + 1;
	return at;
}

static int first_action(void)
{
	return line_of("\n") + 1;
}

/* ---- Genuine records ------------------------------------------------------------------------- */

static void assert_reads_back(void)
{
	static ap_record back;
	ap_error error;
	if (!ap_record_read(&back, text, length, ap_game_named, &error))
		fail_msg("line %d: %s", error.line, error.message);
	assert_string_equal(back.dice, "fair 2");
	assert_memory_equal(&back.fair, &g.record.fair, sizeof back.fair);
	assert_int_equal(back.history.outcomes, g.record.history.outcomes);
	assert_memory_equal(
		&back.history.state, &g.record.history.state, ap_state_size(back.history.game));
	char *first = text;
	text = NULL;
	ap_record_free(&g.record);
	g.record = back;
	write_as(AP_EVERYTHING);
	assert_string_equal(text, first);
	free(first);
}

static int outcomes_in_force(void)
{
	int outcomes = 0;
	for (int i = 0; i < g.record.history.moves; i++)
		outcomes += g.record.history.move[i].seat == AP_CHANCE;
	return outcomes;
}

static void genuine_records_read(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		int taken_back = 0;
		for (int players = ap_min_players(game); players <= ap_max_players(game); players++)
			for (unsigned seed = 0; seed < 3; seed++) {
				play(game, players, seed, INT_MAX);
				assert_int_equal(ap_actors(&g.record.history.state), 0);
				taken_back += g.record.history.outcomes - outcomes_in_force();
				assert_reads_back();
			}
		assert_true(taken_back > 5); /* otherwise the test would prove little */
	}
}

static void running_games_read(void **unused)
{
	(void)unused;
	for (int lines = 0; lines < 60; lines++) {
		play(&tiny, 2 + lines % 2, (unsigned)lines, lines);
		assert_reads_back();
	}
}

/* ---- Wrong outcomes -------------------------------------------------------------------------- */

/* In each game one outcome contradicts the dice; everything else follows the rules. Of a long game
 * every fifth outcome is tried. */
static void assert_wrong_outcomes_are_found(const ap_game *game, int players)
{
	int found = 0;
	play(game, players, 1, INT_MAX);
	int outcomes = g.record.history.outcomes, every = outcomes < 50 ? 1 : 5;
	for (int wrong = 0; wrong < outcomes; wrong += every) {
		ap_record back;
		ap_error error;
		ap_record_free(&g.record);
		fair_begin(&g, game, players, 1);
		g.wrong = wrong;
		fair_play(&g, INT_MAX);
		write_as(AP_EVERYTHING);
		if (g.wrong_line < 0)
			continue; /* chance had only one answer there */
		assert_false(ap_record_read(&back, text, length, ap_game_named, &error));
		assert_int_equal(error.line, first_action() + g.wrong_line);
		char said[64];
		snprintf(said, sizeof said, "is not what the dice say: outcome %d is ", wrong);
		assert_non_null(strstr(error.message, said));
		found++;
	}
	assert_true(found > 5);
}

static void wrong_outcomes_are_found(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++)
		assert_wrong_outcomes_are_found(ap_game_at(i), ap_min_players(ap_game_at(i)));
}

/* An outcome that was undone still counts: after the undo chance must answer with the next one. */
static void outcomes_are_not_used_twice(void **unused)
{
	(void)unused;
	ap_record back;
	ap_error error;
	ap_record_free(&g.record);
	fair_begin(&g, ap_game_named("red-empire"), 3, 7);
	ap_history *h = &g.record.history;
	assert_int_equal(ap_first_seat(ap_actors(&h->state)), AP_CHANCE);
	ap_action first = ap_fair_outcome(&g.key, h);
	ap_history_apply(h, AP_CHANCE, first, NULL);
	ap_history_undo(h, 0);
	assert_int_not_equal(ap_fair_outcome(&g.key, h), first);
	ap_history_apply(h, AP_CHANCE, first, NULL);
	write_as(AP_EVERYTHING);
	assert_false(ap_record_read(&back, text, length, ap_game_named, &error));
	assert_int_equal(error.line, first_action() + 2);
}

/* ---- Malformed and contradicting lines ------------------------------------------------------- */

/* Replaces the first line that begins with `start` by `other` (NULL: removes it), cuts off the end
 * of the record, and checks that reading it fails `at` lines after that line, with this message. */
static void assert_edit_refused(const char *start, const char *other, int at, const char *message)
{
	ap_record back;
	ap_error error;
	char edited[1 << 16];
	int line = line_of(start);
	assert_true(line > 0 && length < sizeof edited - 1000);
	size_t before = (size_t)(start_of(line) - text);
	size_t end = (size_t)(start_of(line_of("end ")) - text);
	const char *rest = start_of(line + 1);
	int size = snprintf(edited, sizeof edited, "%.*s%s%s%.*s", (int)before, text,
		other ? other : "", other ? "\n" : "", (int)(text + end - rest), rest);
	assert_false(ap_record_read(&back, edited, (size_t)size, ap_game_named, &error));
	if (error.line != line + at || !strstr(error.message, message))
		fail_msg(
			"line %d, not %d: \"%s\" lacks \"%s\"", error.line, line + at, error.message, message);
}

/* Moves that were undone leave a trace only in the digest, which is in the last line. */
static void a_finished_game_needs_its_end(void **unused)
{
	ap_record back;
	ap_error error;
	(void)unused;
	play(&tiny, 2, 1, INT_MAX);
	write_as(AP_EVERYTHING);
	size_t end = (size_t)(start_of(line_of("end ")) - text);
	assert_false(ap_record_read(&back, text, end, ap_game_named, &error));
	assert_non_null(strstr(error.message, "end REASON HASH DIGEST"));
}

#define HEX "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e"
#define NONCE_OF(seat)                                                                             \
	"expected \"nonce " seat " own|deposited|server commitment HEX\", or that and \"opened HEX\""

static void malformed_lines(void **unused)
{
	(void)unused;
	static const struct {
		const char *start, *other;
		int at; /* the error is this many lines after it */
		const char *message;
	} bad[] = {
		{"dice", "dice fair", 0, "expected no other dice than \"dice fair 1\" or"},
		{"dice", "dice fair 3", 0, "expected no other dice than \"dice fair 1\" or"},
		{"dice", "dice fair 2 ", 0, "expected no other dice than \"dice fair 1\" or"},
		{"dice", "dice seed 1\ndice fair 2", 1, "expected no other dice"},
		{"dice", "dice fair 2\ndice fair 2", 1, "expected \"commitment\" and 64 digits 0-9, a-f"},
		{"dice", "dice seed 1", 1, "expected option, seat, dice or a blank line"},
		{"dice", NULL, 0, "expected option, seat, dice or a blank line"},
		{"commitment", NULL, 0, "expected \"commitment\" and 64 digits"},
		{"commitment", "commitment", 0, "expected \"commitment\" and 64 digits"},
		{"commitment", "commitment " HEX "0", 0, "expected \"commitment\" and 64 digits"},
		{"commitment", "commitment " HEX " ", 0, "expected \"commitment\" and 64 digits"},
		{"commitment", "commitment  " HEX, 0, "expected \"commitment\" and 64 digits"},
		{"commitment", "commitment 5CA1AB1E" HEX, 0, "expected \"commitment\" and 64 digits"},
		{"commitment", "", 0, "expected \"commitment\" and 64 digits"},
		{"secret", "secret 5ca1ab1e", 0, "expected \"secret\" and 64 digits 0-9, a-f"},
		{"secret", "secret " HEX " " HEX, 0, "expected \"secret\" and 64 digits"},
		{"secret", "", 0, NONCE_OF("ann")},
		{"nonce ann", NULL, 0, NONCE_OF("ann")},
		{"nonce bob", NULL, 0, NONCE_OF("bob")},
		{"nonce cat", NULL, 0, NONCE_OF("cat")},
		{"nonce bob", "nonce ann own commitment " HEX, 0, NONCE_OF("bob")},
		{"nonce bob", "nonce bob " HEX, 0, NONCE_OF("bob")},
		{"nonce bob", "nonce bob commitment " HEX, 0, NONCE_OF("bob")},
		{"nonce bob", "nonce bob mine commitment " HEX, 0, NONCE_OF("bob")},
		{"nonce ann", "aborted " HEX, 0, "expected \"aborted HEX secret HEX withheld"},
		{"nonce ann", "aborted " HEX " secret 00 withheld bob", 0, "expected \"aborted HEX"},
		{"nonce ann", "aborted " HEX " secret " HEX " withheld dan", 0, "expected \"aborted HEX"},
		{"nonce ann", "aborted " HEX " secret " HEX " withheldbob", 0, "expected \"aborted HEX"},
		{"nonce ann", "aborted " HEX " withheld bob", 0, "the secrets of all starts"},
		{"nonce ann", "aborted " HEX " secret " HEX " withheld bob", 0, "does not fit its"},
		{"nonce bob", "nonce bob own commitment " HEX " ", 0, NONCE_OF("bob")},
		{"nonce bob", "nonce bob own commitment " HEX " opened", 0, NONCE_OF("bob")},
		{"nonce bob", "nonce bob own commitment " HEX " opened 00", 0, NONCE_OF("bob")},
		{"nonce bob", "nonce bob own commitment " HEX " opens " HEX, 0, NONCE_OF("bob")},
		{"nonce bob", "nonce bob own commitment " HEX " opened " HEX "0", 0, NONCE_OF("bob")},
		{"\n", "nonce ann own commitment " HEX "\n", 0, "expected a blank line: fair dice end"},
		{"\n", "seat ann Ann\n", 0, "expected a blank line: fair dice end the header"},
		{"\n", "dice fair 2\n", 0, "expected a blank line: fair dice end the header"},
		{"\n", "view ann\n", 0, "expected a whole record"},
	};
	play(&tiny, 3, 2, 40);
	for (int i = 0; i < AP_COUNT(bad); i++)
		assert_edit_refused(bad[i].start, bad[i].other, bad[i].at, bad[i].message);
}

static void contradicting_lines(void **unused)
{
	(void)unused;
	play(&tiny, 3, 2, 40);
	assert_edit_refused(
		"commitment", "commitment " HEX, 1, "the secret does not fit its commitment");
	assert_edit_refused("secret", "secret " HEX, 0, "the secret does not fit its commitment");
	assert_edit_refused("nonce bob", "nonce bob own commitment " HEX " opened " HEX, 0,
		"the nonce of bob does not fit its commitment");
	char swapped[512], *bob = start_of(line_of("nonce bob"));
	snprintf(swapped, sizeof swapped, "nonce ann%.*s", (int)strcspn(bob + 9, "\n"), bob + 9);
	assert_edit_refused("nonce ann", swapped, 0, "the nonce of ann does not fit its commitment");
}

/* ---- Starts that came to nothing, and signatures --------------------------------------------- */

static void aborted_starts_read_back(void **unused)
{
	(void)unused;
	play(&tiny, 3, 2, INT_MAX);
	for (int i = 0; i < AP_FAIR_MOST_ABORTED; i++) {
		ap_fair_aborted *a = &g.record.aborted[g.record.aborted_count++];
		memset(a->secret, 1 + i, AP_FAIR_BYTES);
		ap_fair_commit_secret(2, a->secret, a->commitment);
		a->secret_known = true;
		a->withheld = (ap_seats)(i % 8);
	}
	static ap_record back;
	ap_error error;
	write_as(AP_EVERYTHING);
	assert_true(ap_record_read(&back, text, length, ap_game_named, &error));
	assert_int_equal(back.aborted_count, AP_FAIR_MOST_ABORTED);
	assert_memory_equal(back.aborted, g.record.aborted, sizeof back.aborted);
	ap_record_free(&back);
	assert_edit_refused(
		"nonce ann", "aborted " HEX " secret " HEX " withheld", 0, "at most 16 times");
}

/* While a game runs, the secrets of its aborted starts are hidden like its own. */
static void views_hide_the_secrets_of_aborted_starts(void **unused)
{
	(void)unused;
	play(&tiny, 3, 2, 10);
	g.record.aborted_count = 1;
	g.record.aborted[0] = (ap_fair_aborted){.secret_known = true, .withheld = AP_SEAT(1)};
	write_as(0);
	assert_non_null(strstr(start_of(line_of("aborted ")), " withheld bob\n"));
	assert_null(strstr(text, " secret "));
	write_as(AP_EVERYTHING);
	assert_non_null(strstr(start_of(line_of("aborted ")), " secret "));
}

static void signed_records_read(void **unused)
{
	(void)unused;
	unsigned char seed[AP_FAIR_BYTES] = {7};
	ap_signing_key key;
	ap_record_report report;
	ap_error error;
	ap_signing_key_from(seed, &key);
	play(&tiny, 3, 2, INT_MAX);
	size_t unsigned_length = length;
	text = ap_sign_record(text, &key, &length);
	assert_true(ap_record_examine(text, length, ap_game_named, &report, &error));
	assert_true(report.is_signed);
	assert_memory_equal(report.signer, key.open, AP_FAIR_BYTES);
	for (size_t i = 0; i < length; i += i < unsigned_length ? 13 : 1) {
		text[i] ^= 1;
		assert_false(ap_record_examine(text, length, ap_game_named, &report, &error));
		text[i] ^= 1;
	}
	assert_true(ap_record_examine(text, unsigned_length, ap_game_named, &report, &error));
	assert_false(report.is_signed);
	text = ap_sign_record(text, &key, &length); /* one signature is enough */
	assert_false(ap_record_examine(text, length, ap_game_named, &report, &error));
}

/* A header that ends too early is refused, wherever it ends. */
static void incomplete_headers_are_refused(void **unused)
{
	(void)unused;
	ap_record back;
	ap_error error;
	play(&tiny, 3, 2, 0);
	for (size_t cut = 0; cut < (size_t)(start_of(first_action()) - text) - 1; cut++) {
		assert_false(ap_record_read(&back, text, cut, ap_game_named, &error));
		assert_true(error.message[0]);
	}
}

/* Chance may not answer before all nonces are open; until it does, nothing is wrong. */
static void chance_waits_for_the_nonces(void **unused)
{
	(void)unused;
	ap_record_free(&g.record);
	fair_begin(&g, ap_game_named("red-empire"), 3, 1);
	g.record.fair.opened &= (ap_seats)~AP_SEAT(1);
	memset(g.record.fair.nonce[1], 0, AP_FAIR_BYTES);
	write_as(AP_EVERYTHING);
	assert_reads_back();
	ap_history_apply(
		&g.record.history, AP_CHANCE, ap_fair_outcome(&g.key, &g.record.history), NULL);
	write_as(AP_EVERYTHING);
	ap_record back;
	ap_error error;
	assert_false(ap_record_read(&back, text, length, ap_game_named, &error));
	assert_int_equal(error.line, first_action());
	assert_string_equal(error.message, "chance answers before every nonce is opened");
}

/* Without the secret the outcomes cannot be checked, but everything else is. */
static void a_closed_secret(void **unused)
{
	(void)unused;
	play(&tiny, 3, 3, 30);
	g.record.fair.secret_known = false;
	memset(g.record.fair.secret, 0, AP_FAIR_BYTES);
	write_as(AP_EVERYTHING);
	assert_int_equal(line_of("secret"), 0);
	assert_reads_back();
	assert_edit_refused("nonce cat", "nonce cat own commitment " HEX " opened " HEX, 0, "of cat");
}

/* ---- The digest ------------------------------------------------------------------------------ */

/* If any byte of a record is changed, it is refused, at the latest by the digest. */
static void every_byte_counts(void **unused)
{
	(void)unused;
	ap_record back;
	ap_error error;
	play(&tiny, 2, 4, 25);
	for (size_t i = 0; i < length; i++) {
		text[i] ^= 1;
		assert_false(ap_record_read(&back, text, length, ap_game_named, &error));
		text[i] ^= 1;
	}
}

/* Plays a game in which the first seat that chooses takes its n-th legal action, undoes it, and
 * goes on. */
static void play_and_take_back(int n)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_history *h = &g.record.history;
	ap_record_free(&g.record);
	fair_begin(&g, &tiny, 2, 4);
	g.undos = g.unseals = 0;
	while (ap_first_seat(ap_actors(&h->state)) == AP_CHANCE)
		fair_play(&g, h->lines + 1);
	int seat = ap_first_seat(ap_actors(&h->state));
	assert_true(ap_legal(&tiny, &h->state, seat, legal) > n);
	ap_history_apply(h, seat, legal[n], NULL);
	ap_history_undo(h, h->moves - 1);
	fair_play(&g, INT_MAX);
	write_as(AP_EVERYTHING);
}

/* A move that was undone is not in the state: only the digest depends on it. */
static void moves_taken_back_count(void **unused)
{
	(void)unused;
	ap_record back;
	ap_error error;
	char end[256];
	play_and_take_back(0);
	char *last = start_of(line_of("end "));
	snprintf(end, sizeof end, "%s", last);
	play_and_take_back(1);
	last = start_of(line_of("end "));
	assert_int_equal(strlen(last), strlen(end));
	assert_memory_equal(last, end, strlen(end) - AP_FAIR_HEX - 1);
	strcpy(last, end);
	assert_false(ap_record_read(&back, text, length, ap_game_named, &error));
	assert_int_equal(error.line, line_of("end "));
	assert_non_null(strstr(error.message, "a line before this one was changed: expected \"end "));
}

/* ---- Who sees the secret --------------------------------------------------------------------- */

static void assert_secret_shown(int viewer, bool shown)
{
	char hex[AP_FAIR_HEX + 1];
	ap_fair_write_hex(g.record.fair.secret, hex);
	write_as(viewer);
	assert_true((strstr(text, hex) != NULL) == shown);
	assert_true((line_of("secret ") != 0) == shown);
	/* Commitments and nonces are shown to everybody. */
	ap_fair_write_hex(g.record.fair.commitment, hex);
	assert_non_null(strstr(start_of(line_of("commitment ")), hex));
	ap_fair_write_hex(g.record.fair.nonce[1], hex);
	assert_non_null(strstr(start_of(line_of("nonce bob ")), hex));
}

static void views_hide_the_secret_of_a_running_game(void **unused)
{
	(void)unused;
	for (int lines = 0; lines < 40; lines += 3) {
		play(&tiny, 3, 5, lines);
		assert_int_not_equal(ap_actors(&g.record.history.state), 0);
		for (int seat = 0; seat < 3; seat++)
			assert_secret_shown(seat, false);
		assert_secret_shown(AP_OBSERVER, false);
		assert_secret_shown(AP_EVERYTHING, true);
	}
}

static void all_see_the_secret_of_a_finished_game(void **unused)
{
	(void)unused;
	play(&tiny, 3, 5, INT_MAX);
	for (int seat = 0; seat < 3; seat++)
		assert_secret_shown(seat, true);
	assert_secret_shown(AP_OBSERVER, true);
	assert_secret_shown(AP_EVERYTHING, true);
}

static void dice_that_are_not_published_are_not_written(void **unused)
{
	(void)unused;
	ap_record_free(&g.record);
	fair_begin(&g, &tiny, 2, 1);
	ap_fair_start(&g.record.fair, 2);
	free(text);
	text = NULL;
	FILE *out = open_memstream(&text, &length);
	assert_false(ap_record_write(&g.record, AP_EVERYTHING, out));
	assert_false(ap_record_write(&g.record, 0, out));
	fclose(out);
	assert_int_equal(length, 0);
}

static void a_record_that_is_freed_keeps_no_secret(void **unused)
{
	(void)unused;
	static const ap_fair nothing;
	ap_record back;
	ap_error error;
	play(&tiny, 2, 6, 20);
	assert_true(ap_record_read(&back, text, length, ap_game_named, &error));
	assert_true(back.fair.secret_known);
	ap_record_free(&back);
	assert_memory_equal(&back.fair, &nothing, sizeof nothing);
	text[length - 2] ^= 1; /* now it is refused at its last digit, after the secret was read */
	assert_false(ap_record_read(&back, text, length, ap_game_named, &error));
	assert_memory_equal(&back.fair, &nothing, sizeof nothing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(genuine_records_read),
		cmocka_unit_test(running_games_read),
		cmocka_unit_test(wrong_outcomes_are_found),
		cmocka_unit_test(outcomes_are_not_used_twice),
		cmocka_unit_test(a_finished_game_needs_its_end),
		cmocka_unit_test(malformed_lines),
		cmocka_unit_test(contradicting_lines),
		cmocka_unit_test(aborted_starts_read_back),
		cmocka_unit_test(views_hide_the_secrets_of_aborted_starts),
		cmocka_unit_test(signed_records_read),
		cmocka_unit_test(incomplete_headers_are_refused),
		cmocka_unit_test(chance_waits_for_the_nonces),
		cmocka_unit_test(a_closed_secret),
		cmocka_unit_test(every_byte_counts),
		cmocka_unit_test(moves_taken_back_count),
		cmocka_unit_test(views_hide_the_secret_of_a_running_game),
		cmocka_unit_test(all_see_the_secret_of_a_finished_game),
		cmocka_unit_test(dice_that_are_not_published_are_not_written),
		cmocka_unit_test(a_record_that_is_freed_keeps_no_secret),
	};
	return cmocka_run_group_tests(tests, NULL, clean_up);
}
