/* test_snapshots.c: a snapshot that is damaged, of other rules or ahead of the stored lines is
 * ignored: all lines are played again. */
#include "server/restarts.h"

#include <sodium.h>

enum {
	SUM_SIZE = 16, /* the checksum, which comes first */
	NAME_AT = 20,  /* the name of the game, after the checksum and the format */
	RULES_AT = NAME_AT + 32 + sizeof(ap_setup)
};

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
	unsigned char sum[SUM_SIZE];
	memcpy(sum, c->bytes, SUM_SIZE);
	c->bytes[at]++;
	if (summed)
		crypto_generichash(c->bytes, SUM_SIZE, c->bytes + SUM_SIZE, c->size - SUM_SIZE, NULL, 0);
	store_copy(c);
	assert_all_replayed(before);
	c->bytes[at]--;
	if (summed)
		memcpy(c->bytes, sum, SUM_SIZE);
	store_copy(c);
	restart_and_watch();
	assert_true(replayed_lines() < 64);
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

/* Each of these snapshots is whole, but of another format, game or version of the rules. */
static void snapshots_of_other_rules_are_ignored(void **unused)
{
	(void)unused;
	start_game("kremlin", "");
	play_to_line(70);
	shown_state before = take_shown_state();
	snapshot_copy c = copy_snapshot();
	assert_string_equal((char *)c.bytes + NAME_AT, "kremlin");
	assert_int_equal(c.bytes[RULES_AT], ap_rules_version(ap_game_named("kremlin")));
	assert_ignored_with(&c, SUM_SIZE, true, &before);
	assert_ignored_with(&c, NAME_AT, true, &before);
	assert_ignored_with(&c, RULES_AT, true, &before);
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

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)
	const struct CMUnitTest tests[] = {TEST(damaged_snapshots_are_ignored),
		TEST(snapshots_of_other_rules_are_ignored), TEST(snapshots_ahead_of_the_lines_are_ignored)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
