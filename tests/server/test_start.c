/* test_start.c: a server that starts again goes on exactly where it was, and plays again no more
 * than it must: the latest snapshot and the lines after it. */
#include "server/restarts.h"

#define HOUR (3600 * 1000LL)
#define DAY (24 * HOUR)

/* ---- It goes on ------------------------------------------------------------------------------ */

/* Views, questions, log and record are the same after a start, at many points of every game, and no
 * more lines were played again than there are after the snapshot. A short game has none. */
static void goes_on_exactly(void **state)
{
	for (int i = 0; i < ap_game_count(); i++) {
		begin(ap_game_name(ap_game_at(i)), "");
		for (int lines = 10; lines < 300 && !is_over(); lines += 29) {
			play_to(lines);
			sight before = see();
			restart();
			assert_int_equal(replayed(), lines_of(1) - snapshot_of(1));
			assert_true(replayed() < 64);
			assert_sees(&before);
			forget(&before);
		}
		assert_true(snapshot_of(1) >= 64 || lines_of(1) < 64);
		drop_store(state);
		assert_int_equal(new_store(state), 0);
	}
}

/* Without any snapshot it is the same game. */
static void snapshots_only_save_work(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(150);
	sight before = see();
	restart();
	assert_sees(&before);
	by_hand("DELETE FROM snapshots");
	restart();
	assert_int_equal(replayed(), lines_of(1));
	assert_sees(&before);
	forget(&before);
}

/* What was answered before a start is answered again after it, not done again; be it told by the
 * snapshot or by a line after it. */
static void remembers_what_was_answered(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(50);
	said last = {0};
	for (int i = 0; i < 20; i++) {
		last = step();
		restart();
		int before = lines_of(1);
		json_t *again = act(&here.guest[last.guest], last.id, last.question, last.action);
		assert_string_equal(word(again, "type"), "done");
		assert_int_equal(lines_of(1), before);
	}
	assert_true(snapshot_of(1) >= 64);
}

/* Everybody agrees; the record of what is taken back stays. */
static void take_back(int by)
{
	guest *g = &here.guest[by], *other = &here.guest[!by];
	json_t *answer = say(&here, g, "{\"type\":\"undo\",\"id\":\"u\",\"table\":\"%s\"}", g->table);
	assert_string_equal(word(answer, "type"), "done");
	if (json_is_object(json_object_get(g->summary, "undo")))
		say(&here, other, "{\"type\":\"undo_answer\",\"id\":\"v\",\"table\":\"%s\",\"agree\":true}",
			g->table);
}

/* A snapshot is no wall: what was decided before it can be taken back after a start, and comes to
 * the same as without it. */
static void takes_back_to_before_it(void **unused)
{
	(void)unused;
	said last = {0};
	begin("atomic-business", "");
	play_to(60);
	for (int i = 0; i < MOST_STEPS && (snapshot_of(1) == 0 || lines_of(1) > snapshot_of(1) + 2);
		 i++)
		last = step();
	int lines = lines_of(1), seq = snapshot_of(1);
	restart();
	assert_int_equal(replayed(), lines - seq);
	take_back(last.guest);
	sv_table *t = here.hub->tables;
	const ap_line *undo = &t->history->line[lines];
	assert_int_equal(undo->kind, AP_LINE_UNDO);
	assert_true((int)undo->value < seq);
	sight with = see();
	restart();
	assert_sees(&with);
	by_hand("DELETE FROM snapshots");
	restart();
	assert_sees(&with);
	play_to(lines + 100);
	forget(&with);
	with = see();
	restart();
	assert_sees(&with);
	forget(&with);
}

/* ---- Time ------------------------------------------------------------------------------------ */

static int64_t deadline(const guest *g)
{
	return json_integer_value(json_object_get(g->summary, "deadline"));
}

static void assert_clock_goes_on(void)
{
	look(&here.guest[0], here.guest[0].table);
	int64_t before = deadline(&here.guest[0]);
	assert_true(before > here.outside.now);
	here.outside.now += 1000;
	restart();
	assert_int_equal(deadline(&here.guest[0]), before);
}

/* Days go on while the server is down; minutes begin anew, or everybody would lose by a start. */
static void clocks_go_on(void **unused)
{
	(void)unused;
	int right_after = 0;
	begin("kremlin", ",\"pace\":\"slow\"");
	for (int i = 0; i < MOST_STEPS && !is_over() && right_after < 3; i++) {
		here.outside.now += 1000;
		step();
		bool after = snapshot_of(1) > 0 && lines_of(1) <= snapshot_of(1) + 1;
		right_after += after;
		if (after || i % 16 == 0)
			assert_clock_goes_on();
	}
	assert_int_equal(right_after, 3);
	by_hand("DELETE FROM snapshots");
	assert_clock_goes_on();

	begin("red-empire", "");
	here.outside.now += HOUR;
	int64_t opened = here.outside.now;
	restart();
	here.outside.now += 1000;
	look(&here.guest[0], here.guest[0].table);
	assert_int_equal(deadline(&here.guest[0]), opened + here.limits.live_move);
}

/* Time was up while the server was down: a bot answers, for a few tables a tick, until all are
 * served; nobody has to look at them. */
static void what_was_missed_is_served(void **unused)
{
	enum { TABLES = 120 };
	(void)unused;
	int before[TABLES + 1], served = 0, ticks = 0;
	here.limits.tables_a_person = TABLES;
	reopen();
	for (int i = 0; i < TABLES; i++) {
		begin("red-empire", ",\"pace\":\"slow\"");
		look_away();
	}
	here.outside.now += 3 * DAY;
	reopen();
	for (int i = 1; i <= TABLES; i++)
		before[i] = lines_of(i);
	assert_int_equal(unread(), TABLES);
	while (unread() > 0) {
		int was = served;
		pass_time(&here, 5);
		served = 0;
		for (int i = 1; i <= TABLES; i++)
			served += lines_of(i) > before[i];
		assert_true(served - was <= 50);
		assert_int_equal(served, TABLES - unread());
		ticks++;
	}
	assert_true(ticks >= 3);
	assert_int_equal(served, TABLES);
}

/* ---- Rest ------------------------------------------------------------------------------------ */

/* A game that waits for days is not kept in memory; it is there as soon as anybody wants it, and
 * its clock goes on. */
static void waiting_games_rest(void **unused)
{
	(void)unused;
	begin("kremlin", ",\"pace\":\"slow\"");
	play_to(100);
	sight before = see();
	guest *ann = &here.guest[0], *ben = &here.guest[1];
	sv_table *t = here.hub->tables;
	pass_time(&here, HOUR);
	assert_non_null(t->history); /* somebody looks */
	look_away();
	pass_time(&here, HOUR);
	assert_null(t->history);
	assert_true(lines_of(1) - snapshot_of(1) < 16);
	assert_sees(&before);
	forget(&before);
	said last = step();
	look_away();
	pass_time(&here, HOUR);
	assert_null(t->history);
	int lines = lines_of(1);
	json_t *again = act(&here.guest[last.guest], last.id, last.question, last.action);
	assert_string_equal(word(again, "type"), "done");
	assert_int_equal(lines_of(1), lines);
	pass_time(&here, HOUR);
	assert_null(t->history);
	pass_time(&here, 3 * DAY);
	assert_true(lines_of(1) > lines);
	look(ben, ann->table);
}

/* ---- Ten thousand ---------------------------------------------------------------------------- */

static sv_line kept[64];

static bool keep_line(void *to, int seq, const sv_line *line)
{
	kept[seq - *(int *)to] = *line;
	return true;
}

/* A store of many copies of table 1. They have no lines before the last of their snapshot: whoever
 * wanted those would fail. */
static void copy_table(int copies)
{
	sv_table_row row;
	char key[SV_KEY];
	copy c = copy_snapshot();
	int from = c.seq - 1, lines = lines_of(1);
	assert_true(sv_store_lines(here.store, 1, from, keep_line, &from));
	assert_true(sv_store_table(here.store, here.guest[0].table, &row));
	char *meta = strdup(row.meta);
	memcpy(key, row.key, sizeof key);
	for (int i = 0; i < copies; i++) {
		row.id = i + 2;
		row.meta = meta;
		snprintf(row.key, sizeof row.key, "copy%022d", i);
		memcpy(strstr(meta, key), row.key, strlen(key));
		memcpy(key, row.key, sizeof key);
		assert_true(sv_store_put_table(here.store, &row));
		for (int n = from; n < lines; n++)
			assert_true(sv_store_add_line(here.store, row.id, n, &kept[n - from]));
		assert_true(sv_store_put_snapshot(here.store, row.id, c.seq, c.bytes, c.size));
	}
	assert_true(sv_store_commit(here.store));
	free(meta);
	free(c.bytes);
}

static void ten_thousand(void **unused)
{
	enum { COPIES = 9999 };
	(void)unused;
	begin("red-empire", ",\"pace\":\"slow\"");
	play_to(70);
	while (snapshot_of(1) == 0 || lines_of(1) == snapshot_of(1))
		step();
	json_t *view = json_deep_copy(here.guest[0].view);
	int after = lines_of(1) - snapshot_of(1);
	copy_table(COPIES);
	here.outside.now += HOUR;
	reopen();
	assert_int_equal(replayed(), 0);
	assert_int_equal(unread(), COPIES + 1);
	enter(&here, "Ann", 1);
	look(&here.guest[0], "copy0000000000000000005000"); /* at once, though none has been read */
	assert_int_equal(replayed(), after);
	assert_true(json_equal(view, here.guest[0].view));
	json_decref(view);
	for (int ticks = 0; unread() > 0; ticks++) {
		int64_t was = replayed();
		pass_time(&here, 5);
		assert_true(replayed() - was <= 50 * after);
		assert_true(ticks <= COPIES / 50 + 1);
	}
	assert_int_equal(replayed(), (int64_t)after * (COPIES + 1));
	int in_memory = 0;
	for (const sv_table *t = here.hub->tables; t; t = t->next)
		in_memory += t->history != NULL;
	assert_int_equal(in_memory, 1); /* the one somebody looks at */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, new_store, drop_store)
	const struct CMUnitTest tests[] = {TEST(goes_on_exactly), TEST(snapshots_only_save_work),
		TEST(remembers_what_was_answered), TEST(takes_back_to_before_it), TEST(clocks_go_on),
		TEST(what_was_missed_is_served), TEST(waiting_games_rest), TEST(ten_thousand)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
