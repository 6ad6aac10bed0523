/* test_snapshots.c: a snapshot that is damaged, of other rules or ahead of the stored lines is
 * ignored: all lines are played again. */
#include "server/restarts.h"

#include <sodium.h>

#include "server/snapshots.h"
#include "text/memory.h"

/* The first line is the checksum of the rest, in hexadecimal digits. */
enum { SUM_BYTES = 16, SUM_LINE = 2 * SUM_BYTES + 1 };

static void write_sum(snapshot_copy *c)
{
	unsigned char sum[SUM_BYTES];
	char hex[2 * SUM_BYTES + 1];
	crypto_generichash(sum, sizeof sum, c->bytes + SUM_LINE, c->size - SUM_LINE, NULL, 0);
	sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
	memcpy(c->bytes, hex, sizeof hex - 1);
}

static void store_copy(const snapshot_copy *c)
{
	assert_true(sv_store_put_snapshot(server.store, 1, c->seq, c->bytes, c->size));
	assert_true(sv_store_commit(server.store));
}

static void assert_all_replayed(shown_state *before)
{
	restart_and_watch();
	assert_int_equal(replayed_lines(), count_lines(1));
	assert_shown(before);
}

/* The snapshot is ignored with one byte changed; if `summed`, with a checksum that is right again.
 * Then it is restored. */
static void assert_ignored_with(snapshot_copy *c, size_t at, bool summed, shown_state *before)
{
	c->bytes[at]++;
	if (summed)
		write_sum(c);
	store_copy(c);
	assert_all_replayed(before);
	c->bytes[at]--;
	if (summed)
		write_sum(c);
	store_copy(c);
	restart_and_watch();
	assert_true(replayed_lines() < 64);
}

/* Returns where the value of a key begins. */
static size_t place_of(const snapshot_copy *c, const char *key)
{
	char *text = ap_allocate(c->size + 1, 1);
	memcpy(text, c->bytes, c->size);
	const char *found = strstr(text, key);
	assert_non_null(found);
	size_t place = (size_t)(found - text) + strlen(key);
	free(text);
	return place;
}

static void damaged_snapshots_are_ignored(void **unused)
{
	(void)unused;
	start_game("kremlin", "");
	play_to_line(70);
	shown_state before = take_shown_state();
	snapshot_copy c = copy_snapshot();
	for (size_t at = 0; at < c.size; at += 1 + c.size / 40)
		assert_ignored_with(&c, at, false, &before);
	assert_true(sv_store_put_snapshot(server.store, 1, 64, "", 0) && sv_store_commit(server.store));
	assert_all_replayed(&before);
	free(c.bytes);
	free_shown_state(&before);
}

/* Each of these snapshots is whole, but of another version of the rules, other data, another state
 * or another last line. */
static void snapshots_of_other_games_are_ignored(void **unused)
{
	static const char *const keys[] = {"\"rules\":", "\"data\":\"", "\"game\":\"",
		"\"players\":", "\"last\":{\"kind\":\"action\",\"seat\":\""};
	(void)unused;
	start_game("kremlin", "");
	play_to_line(70);
	shown_state before = take_shown_state();
	snapshot_copy c = copy_snapshot();
	for (int i = 0; i < AP_COUNT(keys); i++)
		assert_ignored_with(&c, place_of(&c, keys[i]), true, &before);
	free(c.bytes);
	free_shown_state(&before);
}

/* A snapshot has lines that the store does not have: the store decides. */
static void snapshots_ahead_of_the_lines_are_ignored(void **unused)
{
	(void)unused;
	start_game("kremlin", "");
	play_to_line(64);
	int lines = count_lines(1) - 3;
	char sql[80];
	assert_true(lines_in_snapshot(1) > lines);
	snprintf(sql, sizeof sql, "DELETE FROM lines WHERE seq >= %d", lines);
	execute_sql(sql);
	restart_and_watch();
	assert_true(replayed_lines() >= lines); /* the bot plays on; its lines are not counted */
	sv_table *t = server.hub->tables;
	assert_true(t->history->lines >= lines);
	play_one_action();
	shown_state before = take_shown_state();
	restart_and_watch();
	assert_shown(&before);
	free_shown_state(&before);
}

/* A table that began with a release that had no hashes of data is settled all the same. */
static void the_lines_of_a_snapshot_are_known_by_its_rules(void **unused)
{
	(void)unused;
	start_game("kremlin", "");
	play_to_line(70);
	const sv_table *t = server.hub->tables;
	ap_rules_id without_data = {t->rules.version, 0, false}, other = t->rules,
				other_data = t->rules;
	sv_snapshot found;
	other.version++;
	other_data.data++;
	assert_true(sv_store_find_snapshot(server.store, 1, &found));
	assert_int_equal(sv_lines_in_snapshot(&found, &t->rules), lines_in_snapshot(1));
	assert_true(sv_store_find_snapshot(server.store, 1, &found));
	assert_int_equal(sv_lines_in_snapshot(&found, &without_data), lines_in_snapshot(1));
	assert_true(sv_store_find_snapshot(server.store, 1, &found));
	assert_int_equal(sv_lines_in_snapshot(&found, &other), -1);
	assert_int_equal(sv_lines_in_snapshot(&found, &other_data), -1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)
	const struct CMUnitTest tests[] = {TEST(damaged_snapshots_are_ignored),
		TEST(snapshots_of_other_games_are_ignored), TEST(snapshots_ahead_of_the_lines_are_ignored),
		TEST(the_lines_of_a_snapshot_are_known_by_its_rules)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
