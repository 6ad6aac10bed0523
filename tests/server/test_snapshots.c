/* test_snapshots.c: a snapshot that is no good, damaged, of other rules or ahead of its lines, is
 * passed over: all lines are played again. */
#include "server/restarts.h"

#include <sodium.h>

enum {
	SUM = 16,     /* of a snapshot: its first bytes */
	NAME_AT = 20, /* then its format, then the game's name */
	RULES_AT = NAME_AT + 32 + sizeof(ap_setup)
};

static void put_copy(const copy *c)
{
	assert_true(sv_store_put_snapshot(here.store, 1, c->seq, c->bytes, c->size));
	assert_true(sv_store_commit(here.store));
}

static void assert_all_replayed(sight *before)
{
	restart();
	assert_int_equal(replayed(), lines_of(1));
	assert_sees(before);
}

/* With one byte changed; `summed`: so that the sum is right again. Then as it was. */
static void assert_ignored_with(copy *c, size_t at, bool summed, sight *before)
{
	unsigned char sum[SUM];
	memcpy(sum, c->bytes, SUM);
	c->bytes[at]++;
	if (summed)
		crypto_generichash(c->bytes, SUM, c->bytes + SUM, c->size - SUM, NULL, 0);
	put_copy(c);
	assert_all_replayed(before);
	c->bytes[at]--;
	if (summed)
		memcpy(c->bytes, sum, SUM);
	put_copy(c);
	restart();
	assert_true(replayed() < 64);
}

static void damaged_ones_are_ignored(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(70);
	sight before = see();
	copy c = copy_snapshot();
	for (size_t at = 0; at < c.size; at += 1 + c.size / 40)
		assert_ignored_with(&c, at, false, &before);
	assert_true(sv_store_put_snapshot(here.store, 1, 64, "", 0) && sv_store_commit(here.store));
	assert_all_replayed(&before);
	free(c.bytes);
	forget(&before);
}

/* Of another format, of another game, of other rules: each is whole, and passed over. */
static void of_other_rules(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(70);
	sight before = see();
	copy c = copy_snapshot();
	assert_string_equal((char *)c.bytes + NAME_AT, "kremlin");
	assert_int_equal(c.bytes[RULES_AT], ap_rules_version(ap_game_named("kremlin")));
	assert_ignored_with(&c, SUM, true, &before);
	assert_ignored_with(&c, NAME_AT, true, &before);
	assert_ignored_with(&c, RULES_AT, true, &before);
	free(c.bytes);
	forget(&before);
}

/* One that knows of lines the store does not have: what the store has is what was said. */
static void ahead_of_the_lines(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(64);
	int lines = lines_of(1) - 3;
	char sql[80];
	assert_true(snapshot_of(1) > lines);
	snprintf(sql, sizeof sql, "DELETE FROM lines WHERE seq >= %d", lines);
	by_hand(sql);
	restart();
	assert_true(replayed() >= lines); /* the bot goes on, and is not counted */
	sv_table *t = here.hub->tables;
	assert_true(t->history->lines >= lines);
	step();
	sight before = see();
	restart();
	assert_sees(&before);
	forget(&before);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, new_store, drop_store)
	const struct CMUnitTest tests[] = {
		TEST(damaged_ones_are_ignored), TEST(of_other_rules), TEST(ahead_of_the_lines)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
