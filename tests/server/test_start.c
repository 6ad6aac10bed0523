/* test_start.c: a server that is started again continues exactly where it was, and replays no more
 * lines than it must: those after the latest snapshot. */
#include "server/restarts.h"

#include "text/memory.h"

#ifdef NDEBUG
enum { LINES_APART = 29, COPIES = 9999 };
#else
enum { LINES_APART = 83, COPIES = 1999 };
#endif

#define HOUR (3600 * 1000LL)
#define DAY (24 * HOUR)

/* ---- Games continue -------------------------------------------------------------------------- */

/* Views, questions, log and record are the same after a restart, at many points of every game; only
 * the lines after the snapshot are replayed. A short game has no snapshot. */
static void a_restarted_game_is_exactly_the_same(void **state)
{
	for (int i = 0; i < ap_game_count(); i++) {
		start_game(ap_game_name(ap_game_at(i)), "");
		for (int lines = 10; lines < 300 && !is_over(); lines += LINES_APART) {
			play_to_line(lines);
			shown_state before = take_shown_state();
			restart_and_watch();
			assert_int_equal(replayed_lines(), count_lines(1) - lines_in_snapshot(1));
			assert_true(replayed_lines() < 64);
			assert_shown(&before);
			free_shown_state(&before);
		}
		assert_true(lines_in_snapshot(1) >= 64 || count_lines(1) < 64);
		close_server(state);
		assert_int_equal(open_server(state), 0);
	}
}

/* Without a snapshot the game is the same. */
static void snapshots_only_save_work(void **unused)
{
	(void)unused;
	start_game("kremlin", "");
	play_to_line(150);
	shown_state before = take_shown_state();
	restart_and_watch();
	assert_shown(&before);
	execute_sql("DELETE FROM snapshots");
	restart_and_watch();
	assert_int_equal(replayed_lines(), count_lines(1));
	assert_shown(&before);
	free_shown_state(&before);
}

/* A message that was answered before the restart is answered again, but not applied again, whether
 * the snapshot or a line after it tells of it. */
static void answered_messages_are_remembered(void **unused)
{
	(void)unused;
	start_game("kremlin", "");
	play_to_line(50);
	sent_action last = {0};
	for (int i = 0; i < 20; i++) {
		last = play_one_action();
		restart_and_watch();
		int before = count_lines(1);
		json_t *again =
			send_action(&server.client[last.client], last.id, last.question, last.action);
		assert_string_equal(text_in(again, "type"), "done");
		assert_int_equal(count_lines(1), before);
	}
	assert_true(lines_in_snapshot(1) >= 64);
}

/* Everybody agrees to take the last action back. */
static void undo_last_action(int by)
{
	test_client *g = &server.client[by], *other = &server.client[!by];
	json_t *answer =
		send_request(&server, g, "{\"type\":\"undo\",\"id\":\"u\",\"table\":\"%s\"}", g->table);
	assert_string_equal(text_in(answer, "type"), "done");
	if (json_is_object(json_object_get(g->summary, "undo")))
		send_request(&server, other,
			"{\"type\":\"undo_answer\",\"id\":\"v\",\"table\":\"%s\",\"agree\":true}", g->table);
}

/* Moves from before the snapshot can be taken back after a restart, with the same result as without
 * the snapshot. */
static void moves_before_the_snapshot_can_be_taken_back(void **unused)
{
	(void)unused;
	sent_action last = {0};
	start_game("atomic-business", "");
	play_to_line(60);
	for (int i = 0;
		 i < MAX_STEPS && (lines_in_snapshot(1) == 0 || count_lines(1) > lines_in_snapshot(1) + 2);
		 i++)
		last = play_one_action();
	int lines = count_lines(1), seq = lines_in_snapshot(1);
	restart_and_watch();
	assert_int_equal(replayed_lines(), lines - seq);
	undo_last_action(last.client);
	sv_table *t = server.hub->tables;
	const ap_line *undo_line = &t->history->line[lines];
	assert_int_equal(undo_line->kind, AP_LINE_UNDO);
	assert_true((int)undo_line->value < seq);
	shown_state with = take_shown_state();
	restart_and_watch();
	assert_shown(&with);
	execute_sql("DELETE FROM snapshots");
	restart_and_watch();
	assert_shown(&with);
	play_to_line(lines + 100);
	free_shown_state(&with);
	with = take_shown_state();
	restart_and_watch();
	assert_shown(&with);
	free_shown_state(&with);
}

/* ---- Time ------------------------------------------------------------------------------------ */

static int64_t deadline(const test_client *g)
{
	return json_integer_value(json_object_get(g->summary, "deadline"));
}

static void assert_deadline_survives(void)
{
	watch_table(&server.client[0], server.client[0].table);
	int64_t before = deadline(&server.client[0]);
	assert_true(before > server.fake.now);
	server.fake.now += 1000;
	restart_and_watch();
	assert_int_equal(deadline(&server.client[0]), before);
}

/* A slow deadline counts while the server is down. A live one starts again, otherwise everybody
 * would lose time. */
static void slow_clocks_go_on_and_live_clocks_start_again(void **unused)
{
	(void)unused;
	int right_after = 0;
	start_game("kremlin", ",\"pace\":\"slow\"");
	for (int i = 0; i < MAX_STEPS && !is_over() && right_after < 3; i++) {
		server.fake.now += 1000;
		play_one_action();
		bool after = lines_in_snapshot(1) > 0 && count_lines(1) <= lines_in_snapshot(1) + 1;
		right_after += after;
		if (after || i % 16 == 0)
			assert_deadline_survives();
	}
	assert_int_equal(right_after, 3);
	execute_sql("DELETE FROM snapshots");
	assert_deadline_survives();

	start_game("red-empire", "");
	server.fake.now += HOUR;
	int64_t opened = server.fake.now;
	restart_and_watch();
	server.fake.now += 1000;
	watch_table(&server.client[0], server.client[0].table);
	assert_int_equal(deadline(&server.client[0]), opened + server.limits.live_move);
}

/* Time was up while the server was down: bots answer for a few tables in each tick until all are
 * served, though nobody watches them. */
static void tables_whose_time_was_up_are_served_after_the_start(void **unused)
{
	enum { TABLES = 120 };
	(void)unused;
	int before[TABLES + 1], served = 0, ticks = 0;
	server.limits.tables_a_person = TABLES;
	restart_server();
	for (int i = 0; i < TABLES; i++) {
		start_game("red-empire", ",\"pace\":\"slow\"");
		stop_watching();
	}
	server.fake.now += 3 * DAY;
	restart_server();
	for (int i = 1; i <= TABLES; i++)
		before[i] = count_lines(i);
	assert_int_equal(unread_tables(), TABLES);
	while (unread_tables() > 0) {
		int was = served;
		pass_time(&server, 5);
		served = 0;
		for (int i = 1; i <= TABLES; i++)
			served += count_lines(i) > before[i];
		assert_true(served - was <= 50);
		assert_int_equal(served, TABLES - unread_tables());
		ticks++;
	}
	assert_true(ticks >= 3);
	assert_int_equal(served, TABLES);
}

/* ---- Unloading ------------------------------------------------------------------------------- */

/* A game that waits for days is freed. It is read again as soon as somebody needs it, and its clock
 * goes on. */
static void waiting_games_are_unloaded(void **unused)
{
	(void)unused;
	start_game("kremlin", ",\"pace\":\"slow\"");
	play_to_line(100);
	shown_state before = take_shown_state();
	test_client *ann = &server.client[0], *ben = &server.client[1];
	sv_table *t = server.hub->tables;
	pass_time(&server, HOUR);
	assert_non_null(t->history); /* somebody watches */
	stop_watching();
	pass_time(&server, HOUR);
	assert_null(t->history);
	assert_true(count_lines(1) - lines_in_snapshot(1) < 16);
	assert_shown(&before);
	free_shown_state(&before);
	sent_action last = play_one_action();
	stop_watching();
	pass_time(&server, HOUR);
	assert_null(t->history);
	int lines = count_lines(1);
	json_t *again = send_action(&server.client[last.client], last.id, last.question, last.action);
	assert_string_equal(text_in(again, "type"), "done");
	assert_int_equal(count_lines(1), lines);
	pass_time(&server, HOUR);
	assert_null(t->history);
	pass_time(&server, 3 * DAY);
	assert_true(count_lines(1) > lines);
	watch_table(ben, ann->table);
}

/* ---- Thousands ------------------------------------------------------------------------------- */

/* Adds copies of table 1, with its lines and its snapshot, to the store. */
static void add_copies_of_table(int copies)
{
	sv_table_row row;
	char key[SV_KEY_SIZE];
	snapshot_copy c = copy_snapshot();
	assert_true(sv_store_find_table(server.store, server.client[0].table, &row));
	char *meta = ap_copy_text(row.meta);
	memcpy(key, row.key, sizeof key);
	for (int i = 0; i < copies; i++) {
		row.id = i + 2;
		row.meta = meta;
		snprintf(row.key, sizeof row.key, "copy%022d", i);
		memcpy(strstr(meta, key), row.key, strlen(key));
		memcpy(key, row.key, sizeof key);
		assert_true(sv_store_put_table(server.store, &row));
		assert_true(sv_store_put_snapshot(server.store, row.id, c.seq, c.bytes, c.size));
	}
	assert_true(sv_store_commit(server.store));
	execute_sql(
		"INSERT INTO lines SELECT tables.id, seq, at, person, value, kind, seat, client, served"
		" FROM lines, tables WHERE table_id = 1 AND tables.id > 1");
	free(meta);
	free(c.bytes);
}

static void thousands_of_tables_are_read_little_by_little(void **unused)
{
	(void)unused;
	start_game("red-empire", ",\"pace\":\"slow\"");
	play_to_line(70);
	while (lines_in_snapshot(1) == 0 || count_lines(1) == lines_in_snapshot(1))
		play_one_action();
	json_t *view = json_deep_copy(server.client[0].view);
	int after = count_lines(1) - lines_in_snapshot(1);
	add_copies_of_table(COPIES);
	server.fake.now += HOUR;
	restart_server();
	assert_int_equal(replayed_lines(), 0);
	assert_int_equal(unread_tables(), COPIES + 1);
	connect_client(&server, "Ann", 1);
	watch_table(&server.client[0],
		"copy0000000000000000001000"); /* it is read at once, though no table has been read yet */
	assert_int_equal(replayed_lines(), after);
	assert_true(json_equal(view, server.client[0].view));
	json_decref(view);
	for (int ticks = 0; unread_tables() > 0; ticks++) {
		int64_t was = replayed_lines();
		pass_time(&server, 5);
		assert_true(replayed_lines() - was <= 50 * after);
		assert_true(ticks <= COPIES / 50 + 1);
	}
	assert_int_equal(replayed_lines(), (int64_t)after * (COPIES + 1));
	int in_memory = 0;
	for (const sv_table *t = server.hub->tables; t; t = t->next)
		in_memory += t->history != NULL;
	assert_int_equal(in_memory, 1); /* the one that somebody watches */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)
	const struct CMUnitTest tests[] = {TEST(a_restarted_game_is_exactly_the_same),
		TEST(snapshots_only_save_work), TEST(answered_messages_are_remembered),
		TEST(moves_before_the_snapshot_can_be_taken_back),
		TEST(slow_clocks_go_on_and_live_clocks_start_again),
		TEST(tables_whose_time_was_up_are_served_after_the_start), TEST(waiting_games_are_unloaded),
		TEST(thousands_of_tables_are_read_little_by_little)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
