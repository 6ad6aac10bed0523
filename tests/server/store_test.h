/* store_test.h: what the tests of the store share: a store of each name, and rows to put into it.
 * The stores are files in a temporary folder; if STORE_IS_POSTGRESQL is defined they are schemas of
 * the database at the URL in POSTGRESQL: see with_postgresql.py. If STORE_HAS_THREADS is defined
 * they are written by threads, as those of a server. */
#ifndef APPARAT_TESTS_STORE_TEST_H
#define APPARAT_TESTS_STORE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "server/store.h"

static char folder[64];
static sv_store *store;

#ifdef STORE_IS_POSTGRESQL
#include <libpq-fe.h>

static inline void url_of_store(const char *name, char *url, size_t size)
{
	snprintf(url, size, "%s options=-csearch_path=%s", getenv("POSTGRESQL"), name);
}

/* Runs statements of SQL, and returns the number in the first column; 0 if there is none. */
static inline int ask_postgresql(const char *sql)
{
	PGconn *connection = PQconnectdb(getenv("POSTGRESQL") + strlen("postgresql:"));
	PGresult *result = PQexec(connection, sql);
	ExecStatusType status = PQresultStatus(result);
	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
		fail_msg("%s: %s", sql, PQerrorMessage(connection));
	int number = PQntuples(result) > 0 ? atoi(PQgetvalue(result, 0, 0)) : 0;
	PQclear(result);
	PQfinish(connection);
	return number;
}
#endif

static inline const char *path_of(const char *name)
{
	static char path[4][512];
	static int next;
	next = (next + 1) % 4;
	snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
	return path[next];
}

static inline sv_store *open_at(const char *name)
{
	ap_error error;
	char url[600];
#ifdef STORE_IS_POSTGRESQL
	url_of_store(name, url, sizeof url);
#else
	snprintf(url, sizeof url, "sqlite:%s", path_of(name));
#endif
	sv_store *s = sv_store_open(url, &error);
	if (!s)
		fail_msg("%s", error.message);
#ifdef STORE_HAS_THREADS
	sv_store_start_threads(s);
#endif
	return s;
}

/* Closes the store and opens it again; what is not committed is lost. */
static inline void reopen(void)
{
	sv_store_close(store);
	store = NULL; /* if it cannot be opened, tear_down() finds no store */
	store = open_at("store");
}

static inline void assert_cannot_open(const char *url, const char *reason)
{
	ap_error error = {0};
	assert_null(sv_store_open(url, &error));
	if (!strstr(error.message, reason))
		fail_msg("\"%s\" does not say \"%s\"", error.message, reason);
}

/* Databases write CHECK and UNIQUE as they like. */
static inline void assert_error(const char *reason)
{
	const char *error = sv_store_error(store);
	size_t length = strlen(reason);
	while (*error && strncasecmp(error, reason, length) != 0)
		error++;
	if (!*error)
		fail_msg("\"%s\" does not say \"%s\"", sv_store_error(store), reason);
}

/* The last write, or whatever comes after it and the commit at the latest, fails for this reason:
 * nothing of the transaction is kept. */
static inline void assert_transaction_fails(bool kept, const char *reason)
{
	if (!kept)
		assert_error(reason);
	assert_false(sv_store_commit(store));
	assert_error(reason);
	assert_true(sv_store_has_uncommitted(store));
	assert_false(sv_store_commit(store)); /* until it is rolled back */
	sv_store_roll_back(store);
}

static inline void assert_none(bool found)
{
	assert_false(found);
	assert_string_equal(sv_store_error(store), "");
}

/* Fails the test with the reason if a call has failed. */
static inline void assert_kept(bool kept)
{
	if (!kept)
		fail_msg("%s", sv_store_error(store));
}

static inline void empty_folder(void)
{
	struct dirent *entry;
	DIR *dir = opendir(folder);
	assert_non_null(dir);
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			unlink(path_of(entry->d_name));
	closedir(dir);
}

static inline int set_up(void **unused)
{
	(void)unused;
	snprintf(folder, sizeof folder, "/tmp/apparat-store-XXXXXX");
	assert_non_null(mkdtemp(folder));
#ifdef STORE_IS_POSTGRESQL
	ask_postgresql("SET client_min_messages = error; DROP SCHEMA IF EXISTS store CASCADE;"
				   "CREATE SCHEMA store");
#endif
	store = open_at("store");
	return 0;
}

static inline int tear_down(void **unused)
{
	(void)unused;
	sv_store_close(store);
	store = NULL;
	empty_folder();
	return rmdir(folder);
}

static inline sv_table_row table_row(int64_t id, int status, const char *meta)
{
	sv_table_row row = {.id = id, .status = status, .updated = 1000 + id, .meta = meta};
	snprintf(row.key, sizeof row.key, "key-%lld", (long long)id);
	return row;
}

static inline bool put_table(sv_store *s, int64_t id, int status)
{
	sv_table_row row = table_row(id, status, "{}");
	return sv_store_put_table(s, &row);
}

static inline bool put_line(sv_store *s, int64_t table, int seq)
{
	sv_line line = {.at = 5000 + seq, .person = 7, .value = (uint32_t)seq * 3, .seat = 2};
	snprintf(line.message_id, sizeof line.message_id, "c%d", seq);
	return sv_store_add_line(s, table, seq, &line);
}

static inline bool count_in_order(void *to, int seq, const sv_line *line)
{
	int *lines = to;
	assert_int_equal(seq, *lines);
	assert_int_equal(line->value, (uint32_t)seq * 3);
	++*lines;
	return true;
}

/* Returns the number of lines, which must be as put_line() wrote them, from 0 on without a gap. */
static inline int lines_of(sv_store *s, int64_t table)
{
	int lines = 0;
	if (!sv_store_each_line(s, table, 0, count_in_order, &lines))
		fail_msg("%s", sv_store_error(s));
	return lines;
}

static inline double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
