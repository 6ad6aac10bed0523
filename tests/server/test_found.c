/* test_found.c: errors of the hub that were found once, most of them by the fuzzers, and must not
 * come again. */
#include "server/hub_fixture.h"

#include "server/hub_internal.h"
#include "text/memory.h"

static sv_hub *open_second_hub(fixture *h)
{
	ap_error error = {0};
	sv_hub *hub = sv_hub_open(h->store, &h->world, &h->limits, &error);
	assert_non_null(hub);
	return hub;
}

static void create_table_alone(fixture *h, test_client *ann, const char *game)
{
	json_t *made = send_request(h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"%s\",\"players\":3,\"seats\":[\"me\","
		"{\"bot\":\"random\"},{\"bot\":\"random\"}]}",
		game);
	assert_string_equal(text_in(made, "type"), "created");
	snprintf(ann->table, sizeof ann->table, "%s", text_in(made, "table"));
}

/* The clock plays for a silent person with the level that was chosen last, or the default one:
 * after a restart, too, and whether or not the person is away. */
static void bot_levels_survive_a_restart(void **unused)
{
	static const char *const words[] = {NULL,
		"{\"type\":\"hand_over\",\"table\":\"%s\",\"level\":\"random\"}",
		"{\"type\":\"take_back\",\"table\":\"%s\"}"};
	static const char *const levels[] = {"greedy", "random", "random"};
	(void)unused;
	static fixture h;
	open_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1);
	create_table_alone(&h, ann, "kremlin");
	for (int i = 0; i < 3; i++) {
		char text[128] = "{\"type\":\"ping\"}";
		if (words[i])
			snprintf(text, sizeof text, words[i], ann->table);
		send_request(&h, ann, "%s", text);
		sv_hub *again = open_second_hub(&h);
		const sv_table *t = sv_find_table(again, ann->table);
		assert_string_equal(t->seat[0].level, levels[i]);
		assert_string_equal(t->seat[1].level, "random");
		sv_hub_close(again);
	}
	close_fixture(&h);
}

/* A store says that a finished game is running: the clock must not wait for its end for ever. */
static void a_finished_game_that_is_stored_as_running_is_ended(void **unused)
{
	(void)unused;
	static fixture h;
	sv_table_row row;
	open_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1);
	create_table_alone(&h, ann, "kremlin");
	send_request(&h, ann, "{\"type\":\"start\",\"table\":\"%s\"}", ann->table);
	send_request(
		&h, ann, "{\"type\":\"hand_over\",\"table\":\"%s\",\"level\":\"random\"}", ann->table);
	assert_true(sv_store_find_table(h.store, ann->table, &row));
	assert_int_equal(row.status, SV_OVER);
	char *meta = ap_copy_text(row.meta);
	row.meta = meta;
	row.status = SV_RUNNING;
	assert_true(sv_store_put_table(h.store, &row) && sv_store_commit(h.store));
	free(meta);
	sv_hub *again = open_second_hub(&h);
	h.fake.now += h.limits.live_move;
	sv_hub_tick(again);
	assert_true(sv_hub_flush(again));
	assert_true(sv_store_find_table(h.store, ann->table, &row));
	assert_int_equal(row.status, SV_OVER);
	sv_hub_close(again);
	close_fixture(&h);
}

/* ---- Set-ups that the rules do not allow any more -------------------------------------------- */

/* Changes a word in the stored table to another of the same length. */
static void change_table(fixture *h, const char *key, const char *from, const char *to)
{
	sv_table_row row;
	assert_true(sv_store_find_table(h->store, key, &row));
	char *meta = ap_copy_text(row.meta), *at = strstr(meta, from);
	assert_true(at && strlen(from) == strlen(to));
	/* NOLINTNEXTLINE(bugprone-not-null-terminated-result): in the middle of a text */
	memcpy(at, to, strlen(to));
	row.meta = meta;
	assert_true(sv_store_put_table(h->store, &row) && sv_store_commit(h->store));
	free(meta);
}

/* By the rules of Atomic Business three players cannot have four diplomats each. Here older rules
 * could: the server comes up, without the table whose game has not begun, and the finished one can
 * be looked at, but not played again. */
static void set_ups_of_older_rules_begin_no_game(void **unused)
{
	(void)unused;
	static fixture h;
	char waiting[SV_KEY_SIZE];
	disk_store disk;
	new_disk_store(&disk);
	open_fixture(&h, disk.url);
	test_client *ann = connect_client(&h, "Ann", 1);
	create_table_alone(&h, ann, "atomic-business");
	memcpy(waiting, ann->table, sizeof waiting);
	create_table_alone(&h, ann, "atomic-business");
	send_request(&h, ann, "{\"type\":\"start\",\"table\":\"%s\"}", ann->table);
	send_request(
		&h, ann, "{\"type\":\"hand_over\",\"table\":\"%s\",\"level\":\"random\"}", ann->table);
	assert_true(sv_hub_settle(h.hub));
	change_table(&h, waiting, "\"diplomats\":\"5\"", "\"diplomats\":\"4\"");
	change_table(&h, ann->table, "\"diplomats\":\"5\"", "\"diplomats\":\"4\"");
	char rules[32];
	snprintf(rules, sizeof rules, "\"rules\":{\"version\":%d",
		ap_rules_version(ap_game_named("atomic-business")));
	change_table(&h, ann->table, rules, "\"rules\":{\"version\":9");
	char finished[SV_KEY_SIZE];
	memcpy(finished, ann->table, sizeof finished);
	reopen_fixture(&h, disk.url);
	ann = connect_client(&h, "Ann", 1);
	const json_t *answer =
		send_request(&h, ann, "{\"type\":\"watch\",\"id\":\"a\",\"table\":\"%s\"}", waiting);
	assert_string_equal(text_in(answer, "code"), "no-such-table");
	answer = send_request(&h, ann, "{\"type\":\"watch\",\"id\":\"b\",\"table\":\"%s\"}", finished);
	assert_string_equal(text_in(answer, "status"), "over");
	answer =
		send_request(&h, ann, "{\"type\":\"rematch\",\"id\":\"c\",\"table\":\"%s\"}", finished);
	assert_string_equal(text_in(answer, "code"), "not-now");
	close_fixture(&h);
	drop_disk_store(&disk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(bot_levels_survive_a_restart),
		cmocka_unit_test(a_finished_game_that_is_stored_as_running_is_ended),
		cmocka_unit_test(set_ups_of_older_rules_begin_no_game)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
