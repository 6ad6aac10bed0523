/* test_store_postgresql.c: what only a database in another process can do: it can be away, and what
 * has become of a commit is found out afterwards. Its schema is that of SQLite. */
#include "server/store_test.h"

#include <sqlite3.h>

#include "server/store_file.h"
#include "server/store_internal.h"
#include "server/store_nodes.h"

/* ---- Another connection ---------------------------------------------------------------------- */

static PGconn *other;

static void do_there(const char *sql)
{
	PGresult *result = PQexec(other, sql);
	ExecStatusType status = PQresultStatus(result);
	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
		fail_msg("%s: %s", sql, PQerrorMessage(other));
	PQclear(result);
}

static void connect_other(void)
{
	other = PQconnectdb(getenv("POSTGRESQL") + strlen("postgresql:"));
	assert_int_equal(PQstatus(other), CONNECTION_OK);
	do_there("SET search_path = store");
}

static void wait_until(const char *sql)
{
	double end = seconds() + 60;
	while (!ask_postgresql(sql)) {
		if (seconds() > end)
			fail_msg("this never came true: %s", sql);
		nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
	}
}

/* Ends the connection of the store; the database may do more for it meanwhile, but not afterwards.
 */
static void cut(void)
{
	do_there("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
			 " WHERE application_name LIKE 'apparat %'");
	wait_until("SELECT (count(*) = 0)::int FROM pg_stat_activity"
			   " WHERE application_name LIKE 'apparat %'");
}

static void reach(void)
{
	double end = seconds() + 60;
	assert_true(sv_store_is_away(store));
	while (!sv_store_reach(store))
		if (seconds() > end)
			fail_msg("%s", sv_store_error(store));
	assert_false(sv_store_is_away(store));
}

static int tear_down_other(void **unused)
{
	PQfinish(other);
	other = NULL;
	return tear_down(unused);
}

/* ---- Commits --------------------------------------------------------------------------------- */

static void a_commit_takes_time(void **unused)
{
	(void)unused;
	connect_other();
	assert_kept(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
	do_there("BEGIN; LOCK TABLE lines IN EXCLUSIVE MODE"); /* nobody else can add a line */
	assert_kept(put_line(store, 1, 0));
	sv_store_begin_commit(store);
	assert_true(sv_store_socket(store) >= 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(sv_store_end_commit(store, false), SV_COMMITTING);
	assert_kept(put_line(store, 1, 1)); /* of the next commit */
	do_there("ROLLBACK");
	assert_int_equal(sv_store_end_commit(store, true), SV_COMMITTED);
	assert_int_equal(sv_store_end_commit(store, true), SV_NO_COMMIT);
	assert_int_equal(sv_store_socket(store), -1);
	assert_true(sv_store_has_uncommitted(store));
	assert_int_equal(ask_postgresql("SELECT count(*) FROM store.lines"), 1);
	assert_kept(sv_store_commit(store));
	assert_int_equal(lines_of(store, 1), 2);
}

/* The answer to the commit never comes, but the commit was done. */
static void a_commit_that_was_done_is_found(void **unused)
{
	(void)unused;
	connect_other();
	assert_kept(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
	assert_kept(put_line(store, 1, 0));
	sv_store_begin_commit(store);
	wait_until("SELECT count(*) FROM store.lines");
	assert_kept(put_line(store, 1, 1)); /* it is lost with the connection */
	cut();
	/* What has arrived is read, and it has the answer: so it is as if that had been lost, too. */
	sv_commit_state state = sv_store_end_commit(store, true);
	assert_true(state == SV_COMMITTED || state == SV_COMMITTING);
	assert_false(sv_store_commit(store));
	reach();
	if (state == SV_COMMITTING)
		assert_int_equal(sv_store_end_commit(store, true), SV_COMMITTED);
	assert_false(put_line(store, 1, 1));
	sv_store_roll_back(store);
	assert_int_equal(lines_of(store, 1), 1);
	assert_kept(put_line(store, 1, 1) && sv_store_commit(store));
}

/* The connection is lost while the database has not come to the commit. */
static void a_commit_that_was_not_done_never_will_be(void **unused)
{
	(void)unused;
	connect_other();
	assert_kept(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
	do_there("BEGIN; LOCK TABLE lines IN EXCLUSIVE MODE");
	assert_kept(put_line(store, 1, 0));
	sv_store_begin_commit(store);
	wait_until("SELECT count(*) FROM pg_stat_activity"
			   " WHERE application_name LIKE 'apparat %' AND wait_event_type = 'Lock'");
	cut();
	do_there("ROLLBACK");
	assert_int_equal(sv_store_end_commit(store, true), SV_COMMITTING); /* nobody knows */
	assert_true(sv_store_is_away(store));
	reach();
	assert_int_equal(sv_store_end_commit(store, true), SV_COMMIT_FAILED);
	sv_store_roll_back(store);
	assert_int_equal(lines_of(store, 1), 0);
	assert_kept(put_line(store, 1, 0) && sv_store_commit(store));
}

/* Connected again, a store asks by writing the row of the commit that it does not know of: so it is
 * told the truth for good, whether that row is there or not. */
static void what_is_found_out_stays_true(void **unused)
{
	(void)unused;
	connect_other();
	for (int is_done = 0; is_done < 2; is_done++) {
		assert_kept(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
		do_there("BEGIN; LOCK TABLE lines IN EXCLUSIVE MODE");
		assert_kept(put_line(store, 1, is_done));
		sv_store_begin_commit(store);
		wait_until("SELECT count(*) FROM pg_stat_activity"
				   " WHERE application_name LIKE 'apparat %' AND wait_event_type = 'Lock'");
		cut();
		if (is_done) /* the same row, as the lost connection would have written it */
			do_there("INSERT INTO commits (writer, number) SELECT writer, max(number) + 1"
					 " FROM commits GROUP BY writer ORDER BY max(at) DESC LIMIT 1");
		do_there("COMMIT");
		assert_int_equal(sv_store_end_commit(store, true), SV_COMMITTING);
		reach();
		assert_int_equal(
			sv_store_end_commit(store, true), is_done ? SV_COMMITTED : SV_COMMIT_FAILED);
		sv_store_roll_back(store);
	}
}

static void a_read_notices_that_the_database_is_away(void **unused)
{
	(void)unused;
	connect_other();
	sv_table_row row;
	assert_kept(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
	cut();
	assert_false(sv_store_find_table(store, "key-1", &row));
	assert_true(*sv_store_error(store) != '\0'); /* that is not: there is no such table */
	assert_true(sv_store_is_away(store));
	assert_false(put_line(store, 1, 0));
	sv_store_roll_back(store);
	reach();
	assert_true(sv_store_find_table(store, "key-1", &row));
	assert_kept(put_line(store, 1, 0) && sv_store_commit(store));
}

static void one_server_has_a_database(void **unused)
{
	(void)unused;
	ap_error error = {0};
	connect_other();
	sv_store *second = open_at("store");
	assert_true(sv_store_claim(store, &error));
	assert_false(sv_store_claim(second, &error));
	assert_non_null(strstr(error.message, "is being served already"));
	cut(); /* whoever is back first has it */
	assert_false(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
	sv_store_roll_back(store);
	reach();
	sv_store_close(second);
	second = open_at("store");
	assert_false(sv_store_claim(second, &error));
	sv_store_close(second);
}

/* ---- The schema ------------------------------------------------------------------------------ */

enum { SCHEMA_TEXT = 16384 };

/* Writes the names that SQLite finds, one in a line. */
static void list_sqlite(const char *sql, char out[SCHEMA_TEXT])
{
	ap_error error;
	sqlite3_stmt *st;
	size_t length = 0;
	sqlite3 *db = sv_store_file_open(":memory:", &error);
	assert_non_null(db);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
	while (sqlite3_step(st) == SQLITE_ROW)
		length += (size_t)snprintf(
			out + length, SCHEMA_TEXT - length, "%s\n", sqlite3_column_text(st, 0));
	assert_true(length > 0 && length < SCHEMA_TEXT);
	sqlite3_finalize(st);
	sqlite3_close(db);
}

static void list_postgresql(const char *sql, char out[SCHEMA_TEXT])
{
	size_t length = 0;
	PGresult *result = PQexec(other, sql);
	for (int i = 0; i < PQntuples(result); i++)
		length +=
			(size_t)snprintf(out + length, SCHEMA_TEXT - length, "%s\n", PQgetvalue(result, i, 0));
	assert_true(length < SCHEMA_TEXT);
	PQclear(result);
}

/* Whatever is added to one schema is added to the other. */
static void both_schemas_have_the_same_columns_and_indexes(void **unused)
{
	(void)unused;
	static char sqlite[SCHEMA_TEXT], postgresql[SCHEMA_TEXT];
	connect_other();
	list_sqlite("SELECT m.name || '.' || c.name || iif(c.\"notnull\" OR c.pk, ' not null', '')"
				" FROM sqlite_master m, pragma_table_info(m.name) c"
				" WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1",
		sqlite);
	list_postgresql(
		"SELECT table_name || '.' || column_name ||"
		" CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END COLLATE \"C\""
		" FROM information_schema.columns WHERE table_schema = 'store'"
		" AND table_name NOT IN ('apparat_schema', 'commits', 'node_commits') ORDER BY 1",
		postgresql);
	assert_string_equal(postgresql, sqlite);
	list_sqlite(
		"SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1",
		sqlite);
	list_postgresql("SELECT indexname FROM pg_indexes WHERE schemaname = 'store'"
					" AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'"
					" ORDER BY indexname COLLATE \"C\"",
		postgresql);
	assert_string_equal(postgresql, sqlite);
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Nothing is left behind when a store is copied, but the nodes that have shared it. */
static void all_columns_are_copied(void **unused)
{
	(void)unused;
	static char schema[SCHEMA_TEXT], copied[SCHEMA_TEXT], text[SCHEMA_TEXT];
	const char *table, *columns;
	char *words[256], columns_of[512];
	int count = 0;
	size_t length = 0, used = 0;
	connect_other();
	list_sqlite(
		"SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c"
		" WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
		" AND m.name NOT IN ('nodes', 'node_rules', 'news') AND c.name <> 'node' ORDER BY 1",
		schema);
	for (int n = 0; (columns = sv_store_copied_columns(n, &table)); n++) {
		snprintf(columns_of, sizeof columns_of, "%s", columns);
		for (char *word = strtok(columns_of, ", "); word; word = strtok(NULL, ", ")) {
			words[count++] = text + used;
			used += (size_t)snprintf(text + used, sizeof text - used, "%s.%s", table, word) + 1;
		}
	}
	qsort(words, (size_t)count, sizeof *words, compare_words);
	for (int i = 0; i < count; i++)
		length += (size_t)snprintf(copied + length, sizeof copied - length, "%s\n", words[i]);
	assert_string_equal(copied, schema);
}

static void a_newer_schema_is_refused(void **unused)
{
	(void)unused;
	char url[600];
	url_of_store("store", url, sizeof url);
	ask_postgresql("UPDATE store.apparat_schema SET version = 99");
	assert_cannot_open(url, "is of version 99, this program knows versions up to 6");
	ask_postgresql("UPDATE store.apparat_schema SET version = 6");
	reopen();
	assert_kept(put_table(store, 1, SV_LOBBY) && sv_store_commit(store));
}

/* Version 6 has what servers that share a store need; ids of tables go on where they were. */
static void version_5_is_migrated(void **unused)
{
	(void)unused;
	assert_kept(put_table(store, 7, SV_RUNNING) && sv_store_put_time_served(store, 5000));
	assert_kept(sv_store_commit(store));
	sv_store_close(store);
	store = NULL;
	ask_postgresql("SET client_min_messages = warning; SET search_path = store;"
				   "DROP TABLE node_rules, node_commits, news;"
				   "ALTER TABLE tables DROP COLUMN rules, DROP COLUMN node, DROP COLUMN left_at,"
				   " DROP COLUMN ahead; DROP TABLE nodes; ALTER TABLE service DROP COLUMN shared;"
				   "DROP FUNCTION tell_news() CASCADE; DROP FUNCTION note_table_id() CASCADE;"
				   "DROP SEQUENCE table_ids; UPDATE apparat_schema SET version = 5");
	reopen();
	assert_int_equal(ask_postgresql("SELECT version FROM store.apparat_schema"), 6);
	assert_int_equal(
		ask_postgresql("SELECT count(*) FROM store.tables"
					   " WHERE node IS NULL AND left_at IS NULL AND ahead + rules = 0"),
		1);
	assert_int_equal(sv_store_next_table(store), 8);
	assert_kept(put_table(store, 20, SV_LOBBY)); /* by a server that has the store for itself */
	assert_int_equal(sv_store_next_table(store), 21);
	assert_kept(sv_store_commit(store));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down_other)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_commit_takes_time),
		TEST(a_commit_that_was_done_is_found),
		TEST(a_commit_that_was_not_done_never_will_be),
		TEST(what_is_found_out_stays_true),
		TEST(a_read_notices_that_the_database_is_away),
		TEST(one_server_has_a_database),
		TEST(both_schemas_have_the_same_columns_and_indexes),
		TEST(all_columns_are_copied),
		TEST(a_newer_schema_is_refused),
		TEST(version_5_is_migrated),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
