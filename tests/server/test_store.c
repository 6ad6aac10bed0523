/* test_store.c: what is written to the store can be read again, all of it or nothing. */
#include "server/store_test.h"

#include "server/store_statements.h"

#include <sqlite3.h>
#include <sys/stat.h>

/* ---- Writing and committing ------------------------------------------------------------------ */

static void what_is_committed_stays(void **unused)
{
	(void)unused;
	assert_false(sv_store_has_uncommitted(store));
	assert_kept(sv_store_commit(store)); /* a commit of nothing */
	assert_kept(put_table(store, 1, SV_RUNNING) && put_line(store, 1, 0) && put_line(store, 1, 1));
	assert_true(sv_store_has_uncommitted(store));
	assert_int_equal(lines_of(store, 1), 2); /* it can be read before it is durable */
	assert_kept(sv_store_commit(store));
	assert_false(sv_store_has_uncommitted(store));
	assert_kept(put_line(store, 1, 2));
	reopen();
	assert_int_equal(lines_of(store, 1), 2);
}

static void what_is_not_committed_is_seen_by_nobody_else(void **unused)
{
	(void)unused;
	sv_store *other = open_at("store");
	assert_kept(put_table(store, 1, SV_RUNNING) && put_line(store, 1, 0));
	assert_int_equal(lines_of(other, 1), 0);
	assert_kept(sv_store_commit(store));
	assert_int_equal(lines_of(other, 1), 1);
	sv_store_close(other);
}

static void what_is_rolled_back_is_gone(void **unused)
{
	(void)unused;
	assert_kept(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
	assert_kept(put_line(store, 1, 0));
	sv_store_roll_back(store);
	assert_false(sv_store_has_uncommitted(store));
	assert_int_equal(lines_of(store, 1), 0);
	assert_kept(put_line(store, 1, 0) && sv_store_commit(store)); /* the line can be added again */
	reopen();
	assert_int_equal(lines_of(store, 1), 1);
	sv_store_roll_back(store); /* nothing to roll back */
	assert_int_equal(lines_of(store, 1), 1);
}

/* A second line 1 makes everything in the same transaction fail. */
static void a_line_that_exists_makes_the_commit_fail(void **unused)
{
	(void)unused;
	assert_kept(put_table(store, 1, SV_RUNNING) && put_line(store, 1, 0) && put_line(store, 1, 1));
	assert_kept(sv_store_commit(store));
	assert_kept(put_table(store, 2, SV_RUNNING) && put_line(store, 2, 0));
	bool kept = put_line(store, 1, 1);
	if (!kept) { /* the database says so at once */
		assert_string_equal(sv_store_error(store), "a line cannot be added: it is there already");
		assert_false(put_line(store, 1, 2));
		assert_error("nothing is kept since this failed: a line cannot be added: it");
	}
	assert_false(sv_store_commit(store));
	assert_string_equal(sv_store_error(store), "a line cannot be added: it is there already");
	assert_int_equal(lines_of(store, 2), 0);
	assert_true(sv_store_has_uncommitted(store));
	assert_false(put_line(store, 1, 2)); /* until it is rolled back */
	assert_false(sv_store_commit(store));
	sv_store_roll_back(store);
	assert_kept(put_line(store, 1, 2) && sv_store_commit(store));
	reopen();
	assert_int_equal(lines_of(store, 1), 3);
	assert_int_equal(sv_store_last_table(store), 1);
}

/* Two servers use one file: the second to write the line fails. */
static void the_second_writer_of_a_line_fails(void **unused)
{
	(void)unused;
	sv_store *other = open_at("store");
	assert_kept(put_table(store, 1, SV_RUNNING) && put_line(store, 1, 0) && sv_store_commit(store));
	assert_int_equal(lines_of(other, 1), 1);
	assert_kept(put_line(store, 1, 1) && sv_store_commit(store));
	put_line(other, 1, 1); /* it may be the commit that fails */
	assert_false(sv_store_commit(other));
	sv_store_roll_back(other);
	assert_true(put_line(other, 1, 2) && sv_store_commit(other));
	assert_int_equal(lines_of(store, 1), 3);
	sv_store_close(other);
}

#ifndef STORE_IS_POSTGRESQL
static void a_new_file_can_be_read_by_its_owner_only(void **unused)
{
	(void)unused;
	static const char *const files[] = {"store", "store-wal"};
	assert_kept(put_table(store, 1, SV_LOBBY) && sv_store_commit(store));
	for (int i = 0; i < 2; i++) {
		struct stat is;
		assert_int_equal(stat(path_of(files[i]), &is), 0);
		assert_int_equal(is.st_mode & 0777, 0600);
	}
}
#endif

/* ---- Tables ---------------------------------------------------------------------------------- */

static void assert_table(const sv_table_row *is, const sv_table_row *should)
{
	assert_int_equal(is->id, should->id);
	assert_string_equal(is->key, should->key);
	assert_int_equal(is->status, should->status);
	assert_int_equal(is->updated, should->updated);
	assert_string_equal(is->meta, should->meta);
}

/* ---- Commits that take time ------------------------------------------------------------------ */

static void a_failure_takes_the_next_transaction_with_it(void **unused)
{
	(void)unused;
	assert_kept(put_table(store, 1, SV_RUNNING) && put_line(store, 1, 0) && sv_store_commit(store));
	put_line(store, 1, 0);
	sv_store_begin_commit(store);
	put_line(store, 1, 1);
	assert_int_equal(sv_store_end_commit(store, true), SV_COMMIT_FAILED);
	assert_error("it is there already");
	assert_false(put_line(store, 1, 2));
	assert_false(sv_store_commit(store));
	sv_store_roll_back(store);
	assert_int_equal(lines_of(store, 1), 1);
	assert_kept(put_line(store, 1, 1) && sv_store_commit(store));
}

/* What is written while a commit is under way belongs to the next one, and can be read at once. */
static void commits_follow_each_other(void **unused)
{
	(void)unused;
	enum { LINES = 300 };
	assert_kept(put_table(store, 1, SV_RUNNING) && put_line(store, 1, 0));
	for (int seq = 1; seq < LINES; seq++) {
		sv_store_begin_commit(store);
		assert_kept(put_line(store, 1, seq));
		if (seq % 3 == 0) /* otherwise it is written when it is committed */
			assert_int_equal(lines_of(store, 1), seq + 1);
		assert_int_equal(sv_store_end_commit(store, true), SV_COMMITTED);
		assert_true(sv_store_has_uncommitted(store));
	}
	reopen();
	assert_int_equal(lines_of(store, 1), LINES - 1);
}

static void a_table_can_be_read_again(void **unused)
{
	(void)unused;
	sv_table_row found, row = table_row(3, SV_LOBBY, "{\"naïve\":\"“1”\"}");
	memset(row.key, 'k', SV_KEY_SIZE - 1); /* the longest key */
	assert_none(sv_store_find_table(store, row.key, &found));
	assert_kept(sv_store_put_table(store, &row));
	assert_true(sv_store_find_table(store, row.key, &found));
	assert_table(&found, &row);
	row.status = SV_OVER;
	row.updated = INT64_MAX;
	row.meta = "";
	assert_kept(sv_store_put_table(store, &row) && sv_store_commit(store));
	reopen();
	assert_true(sv_store_find_table(store, row.key, &found));
	assert_table(&found, &row);
	assert_none(sv_store_find_table(store, "kk", &found));
}

static void a_long_meta_can_be_read_again(void **unused)
{
	(void)unused;
	static char meta[300 << 10];
	sv_table_row found, row = table_row(1, SV_LOBBY, meta);
	memset(meta, 'm', sizeof meta - 1);
	assert_kept(sv_store_put_table(store, &row));
	assert_true(sv_store_find_table(store, row.key, &found));
	assert_table(&found, &row);
}

typedef struct list {
	int64_t id[16];
	int count, enough;
} list;

static bool add_to_list(void *to, const sv_table_row *row)
{
	list *l = to;
	sv_table_row should = table_row(row->id, row->status, "{}");
	assert_table(row, &should);
	l->id[l->count++] = row->id;
	return l->count != l->enough;
}

static void assert_tables(int status, int count, const int64_t *ids)
{
	list found = {.count = 0};
	assert_kept(sv_store_each_table(store, status, add_to_list, &found));
	assert_int_equal(found.count, count);
	assert_memory_equal(found.id, ids, (size_t)count * sizeof *ids);
	assert_int_equal(sv_store_count_tables(store, status), count);
}

static void tables_are_listed_by_status(void **unused)
{
	(void)unused;
	assert_int_equal(sv_store_last_table(store), 0);
	assert_tables(SV_RUNNING, 0, NULL);
	for (int id = 9; id > 0; id--)
		assert_kept(put_table(store, id, id % 3));
	assert_tables(SV_LOBBY, 3, (int64_t[]){3, 6, 9});
	assert_tables(SV_RUNNING, 3, (int64_t[]){1, 4, 7});
	assert_kept(put_table(store, 4, SV_OVER));
	assert_tables(SV_RUNNING, 2, (int64_t[]){1, 7});
	assert_tables(SV_OVER, 4, (int64_t[]){2, 4, 5, 8});
	assert_tables(SV_CANCELLED + 1, 0, NULL);
	assert_int_equal(sv_store_last_table(store), 9);
}

static void a_visitor_can_stop_a_list(void **unused)
{
	(void)unused;
	list found = {.enough = 2};
	for (int id = 1; id < 6; id++)
		assert_kept(put_table(store, id, SV_LOBBY));
	assert_none(sv_store_each_table(store, SV_LOBBY, add_to_list, &found));
	assert_int_equal(found.count, 2);
	assert_tables(SV_LOBBY, 5, (int64_t[]){1, 2, 3, 4, 5});
}

static bool ask_again(void *to, const sv_table_row *row)
{
	list inner = {.count = 0};
	int *asked = to;
	++*asked;
	assert_false(sv_store_each_table(store, SV_LOBBY, add_to_list, &inner));
	assert_error("this list is being read");
	assert_int_equal(inner.count, 0);
	assert_int_equal(lines_of(store, row->id), 1); /* another kind of list can be read */
	return true;
}

static void a_list_cannot_be_read_within_itself(void **unused)
{
	(void)unused;
	int asked = 0;
	for (int id = 1; id < 4; id++)
		assert_kept(put_table(store, id, SV_LOBBY) && put_line(store, id, 0));
	assert_kept(sv_store_each_table(store, SV_LOBBY, ask_again, &asked));
	assert_int_equal(asked, 3);
	assert_kept(sv_store_commit(store)); /* what is refused to be read does not make it fail */
}

static void impossible_tables_are_rejected(void **unused)
{
	(void)unused;
	sv_table_row row = table_row(1, SV_LOBBY, "{}");
	assert_kept(sv_store_put_table(store, &row) && sv_store_commit(store));
	row.id = 2;
	assert_transaction_fails(sv_store_put_table(store, &row), "UNIQUE constraint");
	row = table_row(2, SV_LOBBY, "{}");
	row.id = 1;
	assert_transaction_fails(sv_store_put_table(store, &row), "its id has another key");
	assert_transaction_fails(put_table(store, 3, SV_CANCELLED + 1), "CHECK constraint");
	assert_transaction_fails(put_table(store, 3, -1), "CHECK constraint");
	row = table_row(3, SV_LOBBY, NULL);
	assert_transaction_fails(sv_store_put_table(store, &row), "needs a key and a meta");
	row = table_row(3, SV_LOBBY, "{}");
	row.key[0] = '\0';
	assert_transaction_fails(sv_store_put_table(store, &row), "needs a key and a meta");
	memset(row.key, 'k', sizeof row.key);
	assert_transaction_fails(sv_store_put_table(store, &row), "needs a key and a meta");
	assert_tables(SV_LOBBY, 1, (int64_t[]){1});
}

/* ---- Lines and snapshots --------------------------------------------------------------------- */

static const sv_line extremes[] = {
	{.at = 0, .person = 0, .value = 0, .kind = 0, .seat = 0, .message_id = ""},
	{.at = INT64_MAX,
		.person = INT64_MAX,
		.value = UINT32_MAX,
		.kind = UINT8_MAX,
		.seat = UINT8_MAX,
		.message_id = "0123456789012345678901234567890123456é"},
	{.at = -1, .person = 1, .value = 1u << 31, .kind = 128, .seat = 127, .message_id = " "},
};

static bool is_extreme(void *to, int seq, const sv_line *line)
{
	int *next = to;
	const sv_line *should = &extremes[seq];
	assert_int_equal(seq, *next);
	assert_int_equal(line->at, should->at);
	assert_int_equal(line->person, should->person);
	assert_int_equal(line->value, should->value);
	assert_int_equal(line->kind, should->kind);
	assert_int_equal(line->seat, should->seat);
	assert_string_equal(line->message_id, should->message_id);
	++*next;
	return true;
}

static void lines_can_be_read_again(void **unused)
{
	(void)unused;
	assert_kept(put_table(store, 5, SV_RUNNING) && put_table(store, 6, SV_RUNNING));
	assert_kept(put_line(store, 6, 0));
	for (int seq = 2; seq >= 0; seq--)
		assert_kept(sv_store_add_line(store, 5, seq, &extremes[seq]));
	assert_kept(sv_store_commit(store));
	reopen();
	for (int from = 0; from < 4; from++) {
		int next = from;
		assert_kept(sv_store_each_line(store, 5, from, is_extreme, &next));
		assert_int_equal(next, 3);
	}
	assert_int_equal(lines_of(store, 6), 1);
	assert_int_equal(lines_of(store, 7), 0);
}

static bool stop_at_once(void *to, int seq, const sv_line *line)
{
	(void)line;
	*(int *)to = seq;
	return false;
}

static void a_visitor_can_stop_the_lines(void **unused)
{
	(void)unused;
	int last = -1;
	assert_kept(put_table(store, 1, SV_RUNNING));
	for (int seq = 0; seq < 5; seq++)
		assert_kept(put_line(store, 1, seq));
	assert_none(sv_store_each_line(store, 1, 2, stop_at_once, &last));
	assert_int_equal(last, 2);
}

static void impossible_lines_are_rejected(void **unused)
{
	(void)unused;
	sv_line endless = {.at = 1};
	assert_kept(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
	assert_transaction_fails(put_line(store, 2, 0), "FOREIGN KEY constraint");
	assert_transaction_fails(put_line(store, 1, -1), "CHECK constraint");
	memset(endless.message_id, 'c', sizeof endless.message_id);
	assert_transaction_fails(sv_store_add_line(store, 1, 0, &endless), "client's id does not end");
	assert_int_equal(lines_of(store, 1), 0);
}

static void assert_snapshot(int seq, const char *bytes, size_t size)
{
	sv_snapshot found;
	assert_kept(sv_store_find_snapshot(store, 1, &found));
	assert_int_equal(found.seq, seq);
	assert_int_equal(found.size, size);
	assert_memory_equal(found.bytes, bytes, size);
}

static void only_the_latest_snapshot_is_kept(void **unused)
{
	(void)unused;
	sv_snapshot found;
	assert_kept(put_table(store, 1, SV_RUNNING) && put_table(store, 2, SV_RUNNING));
	assert_none(sv_store_find_snapshot(store, 1, &found));
	assert_kept(sv_store_put_snapshot(store, 1, 20, "a\0b", 3));
	assert_snapshot(20, "a\0b", 3);
	assert_kept(sv_store_put_snapshot(store, 1, 40, "\0", 1));
	assert_kept(sv_store_put_snapshot(store, 2, 50, "other", 5));
	assert_snapshot(40, "\0", 1);
	assert_kept(sv_store_put_snapshot(store, 1, 40, "better", 6) && sv_store_commit(store));
	reopen();
	assert_snapshot(40, "better", 6);
	/* Older snapshots are deleted: a snapshot with fewer lines replaces one with more. */
	assert_kept(sv_store_put_snapshot(store, 1, 10, "first", 5) && sv_store_commit(store));
	assert_snapshot(10, "first", 5);
	assert_transaction_fails(sv_store_put_snapshot(store, 3, 0, "x", 1), "FOREIGN KEY constraint");
}

/* ---- Speed ----------------------------------------------------------------------------------- */

#ifndef STORE_IS_POSTGRESQL
static bool count_tables(void *to, const sv_table_row *row)
{
	(void)row;
	++*(int *)to;
	return true;
}

/* The times are printed, but not judged: the machine may be busy. */
static void ten_thousand_tables_are_measured(void **unused)
{
	(void)unused;
	static char meta[1500];
	int found = 0;
	sv_table_row row;
	memset(meta, 'm', sizeof meta - 1);
	double begin = seconds();
	for (int id = 1; id <= 10000; id++) {
		row = table_row(id, id % 3, meta);
		assert_kept(sv_store_put_table(store, &row));
	}
	assert_kept(sv_store_commit(store));
	double written = seconds();
	reopen();
	for (int status = SV_LOBBY; status <= SV_OVER; status++)
		assert_kept(sv_store_each_table(store, status, count_tables, &found));
	double read = seconds();
	assert_int_equal(found, 10000);
	for (int id = 1; id <= 10000; id++) {
		row = table_row(id, 0, meta);
		assert_true(sv_store_find_table(store, row.key, &row));
		assert_int_equal(row.id, id);
	}
	double looked_up = seconds();
	print_message(
		"10,000 tables: written in %.0f ms, opened and read in %.0f, each by key in %.0f\n",
		(written - begin) * 1e3, (read - written) * 1e3, (looked_up - read) * 1e3);
}
#endif

static void measure_commits(int lines, int commits)
{
	static int seq[101];
	double begin = seconds();
	for (int i = 0; i < commits; i++) {
		for (int k = 0; k < lines; k++) {
			int table = 1 + (i * lines + k * 7) % 100;
			assert_kept(put_line(store, table, seq[table]++));
		}
		assert_kept(sv_store_commit(store));
	}
	double took = seconds() - begin;
	print_message("%2d lines a commit: %.0f commits/s, %.0f lines/s\n", lines, commits / took,
		commits * lines / took);
}

static void commits_are_measured(void **unused)
{
	(void)unused;
	for (int id = 1; id <= 100; id++)
		assert_kept(put_table(store, id, SV_RUNNING));
	assert_kept(sv_store_commit(store));
	measure_commits(1, 200);
	measure_commits(50, 50);
	int lines = 0;
	for (int id = 1; id <= 100; id++)
		lines += lines_of(store, id);
	assert_int_equal(lines, 200 + 50 * 50);
}

#ifndef STORE_IS_POSTGRESQL
/* While somebody writes for long, the log is copied and started again, and everything is kept. */
static void the_log_stays_short(void **unused)
{
	(void)unused;
	enum { TABLES = 400, ROUNDS = 150, LONGEST = 60 << 20 };
	struct stat log;
	off_t longest = 0;
	sv_store_start_threads(store);
	for (int table = 1; table <= TABLES; table++)
		assert_kept(put_table(store, table, SV_RUNNING));
	for (int round = 0; round < ROUNDS; round++) {
		for (int table = 1; table <= TABLES; table++)
			assert_kept(put_line(store, table, round));
		assert_kept(sv_store_commit(store));
		assert_int_equal(stat(path_of("store-wal"), &log), 0);
		longest = log.st_size > longest ? log.st_size : longest;
	}
	assert_true(longest > (4000 << 12)); /* otherwise nothing was tested */
	if (longest > LONGEST)
		fail_msg("the log grew to %ld bytes", (long)longest);
	reopen();
	for (int table = 1; table <= TABLES; table++)
		assert_int_equal(lines_of(store, table), ROUNDS);
}

/* Statements that may read all rows: at the start, and what only whoever runs the server asks for;
 * and those of tables that stay small. */
static bool may_read_all(sv_statement which)
{
	static const sv_statement all[] = {SQL_TABLES, SQL_COUNT_TABLES, SQL_NEXT_UNKEPT,
		SQL_LAST_TABLE, SQL_LAST_PERSON, SQL_AMOUNTS, SQL_TIME_SERVED, SQL_ANNOUNCEMENT,
		SQL_DELETE_ANNOUNCEMENT, SQL_RESTRAINTS, SQL_LIFT_RESTRAINTS, SQL_COUNT_RESTRAINTS,
		SQL_DELETE_RESTRAINTS_OF, SQL_DELETE_RESTRAINTS_BEFORE, SQL_PEOPLE, SQL_RECENT_TABLES,
		SQL_REPORTS, SQL_ACTS, SQL_REPORTS_OF, SQL_FORGET_REPORTER, SQL_TABLES_OF_OWNER,
		SQL_COUNT_OLD_TABLES, SQL_COUNT_OLD_TALK, SQL_COUNT_OLD_GUESTS, SQL_COUNT_OLD_REPORTS,
		SQL_COUNT_OLD_ACTS, SQL_DELETE_OLD_TALK, SQL_DELETE_OLD_REPORTS, SQL_DELETE_OLD_ACTS,
		SQL_OLD_TABLE, SQL_OLD_GUEST, SQL_DROP_REPORTS, SQL_DELETE_RECOVERIES_BEFORE, SQL_NODES,
		SQL_COUNT_SHARED, SQL_DELETE_NODES, SQL_SET_CLOCKS, SQL_LAST_NEWS};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i] == which)
			return true;
	return false;
}

static void assert_searches(sqlite3 *db, sv_statement which)
{
	char text[4096];
	sqlite3_stmt *plan;
	snprintf(text, sizeof text, "EXPLAIN QUERY PLAN %s", sv_statements[which].sql);
	/* Pages are in the order of an index. A list by names is of a few hundred tables at most. */
	bool is_list = which >= SQL_LIST && which <= SQL_LIST_WITH_ROOM_OF_GAME;
	assert_int_equal(sqlite3_prepare_v2(db, text, -1, &plan, NULL), SQLITE_OK);
	while (sqlite3_step(plan) == SQLITE_ROW) {
		const char *step = (const char *)sqlite3_column_text(plan, 3);
		bool reads_all = strncmp(step, "SCAN ", 5) == 0 && !strstr(step, "CONSTANT ROW") &&
			!strstr(step, "subquery") && !strstr(step, "(sub");
		bool sorts = is_list && strstr(step, "TEMP B-TREE");
		if (reads_all || sorts)
			fail_msg("%s: %s", sv_statements[which].sql, step);
	}
	sqlite3_finalize(plan);
}

/* Whatever people ask for is found by an index, however many tables and people there are. */
static void nothing_that_people_ask_for_reads_everything(void **unused)
{
	(void)unused;
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path_of("store"), &db), SQLITE_OK);
	for (sv_statement which = SQL_PUT_TABLE; which < SV_STATEMENTS; which++)
		if (!may_read_all(which))
			assert_searches(db, which);
	sqlite3_close(db);
}
#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_committed_stays),
		TEST(what_is_not_committed_is_seen_by_nobody_else),
		TEST(what_is_rolled_back_is_gone),
		TEST(a_line_that_exists_makes_the_commit_fail),
		TEST(the_second_writer_of_a_line_fails),
		TEST(a_failure_takes_the_next_transaction_with_it),
		TEST(commits_follow_each_other),
		TEST(a_table_can_be_read_again),
		TEST(a_long_meta_can_be_read_again),
		TEST(tables_are_listed_by_status),
		TEST(a_visitor_can_stop_a_list),
		TEST(a_list_cannot_be_read_within_itself),
		TEST(impossible_tables_are_rejected),
		TEST(lines_can_be_read_again),
		TEST(a_visitor_can_stop_the_lines),
		TEST(impossible_lines_are_rejected),
		TEST(only_the_latest_snapshot_is_kept),
#ifndef STORE_IS_POSTGRESQL
		TEST(a_new_file_can_be_read_by_its_owner_only),
		TEST(the_log_stays_short),
		TEST(nothing_that_people_ask_for_reads_everything),
		TEST(ten_thousand_tables_are_measured),
#endif
		TEST(commits_are_measured),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
