/* store_sqlite.c: the store in an SQLite file: how its statements run, and when what they write is
 * kept. See store.h. store_tables.c, store_people.c, store_talk.c and store_admin.c have what is
 * stored, store_statements.c the statements, store_file.c the schema.
 *
 * With WAL and synchronous=FULL a commit is one append to the log and one fsync, however many lines
 * it has. So the server collects all writes of one run of its loop in one transaction. It begins
 * with the first write, as IMMEDIATE, so that a store that cannot be written is noticed then and
 * not at the commit.
 *
 * Invariant: unless `has_failed` is set, `in_transaction` says whether our transaction is open.
 * After an error SQLite may have rolled it back by itself; then `has_failed` is set, and nothing is
 * written. */
#include "server/store.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/disk_reserve.h"
#include "server/store_internal.h"
#include "text/memory.h"

/* ---- Statements ------------------------------------------------------------------------------ */

void sv_store_set_error(sv_store *s, const char *format, ...)
{
	assert(s && format);
	va_list list;
	va_start(list, format);
	vsnprintf(s->error, sizeof s->error, format, list);
	va_end(list);
}

/* Sets the error of a statement that has failed; returns false. */
static bool report_failure(sv_store *s, sv_statement which)
{
	sv_store_set_error(s, "%s: %s", sv_statements[which].failure, sqlite3_errmsg(s->db));
	return false;
}

bool sv_store_fail_transaction(sv_store *s)
{
	assert(s);
	s->has_failed = true;
	memcpy(s->failure_cause, s->error, sizeof s->failure_cause);
	return false;
}

/* The caller keeps the bytes until the statement is reset. */
static int bind(sqlite3_stmt *st, int at, const sv_value *v)
{
	if (v->type == SV_NUMBER)
		return sqlite3_bind_int64(st, at, v->number);
	if (v->type == SV_TEXT)
		return sqlite3_bind_text64(st, at, v->bytes, v->size, SQLITE_STATIC, SQLITE_UTF8);
	return sqlite3_bind_blob64(st, at, v->bytes, v->size, SQLITE_STATIC);
}

sqlite3_stmt *sv_store_bind_statement(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	sqlite3_stmt *st = s->statement[which];
	s->error[0] = '\0';
	if (sqlite3_stmt_busy(st)) {
		sv_store_set_error(s, "%s: this list is being read", sv_statements[which].failure);
		return NULL;
	}
	for (int i = 0; i < sqlite3_bind_parameter_count(st); i++)
		if (bind(st, i + 1, &v[i]) != SQLITE_OK) {
			report_failure(s, which);
			return NULL;
		}
	return st;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static bool run_statement(sv_store *s, sv_statement which, const sv_value *v)
{
	sqlite3_stmt *st = sv_store_bind_statement(s, which, v);
	if (!st)
		return false;
	bool done = sqlite3_step(st) == SQLITE_DONE || report_failure(s, which);
	sqlite3_reset(st);
	return done;
}

/* True, with an error, if the transaction has failed already. */
static bool refuse_after_failure(sv_store *s)
{
	if (s->has_failed)
		sv_store_set_error(s, "nothing is kept since this failed: %.280s", s->failure_cause);
	return s->has_failed;
}

bool sv_store_reject(sv_store *s, const char *why)
{
	assert(s && why);
	if (refuse_after_failure(s))
		return false;
	sv_store_set_error(s, "%s", why);
	return sv_store_fail_transaction(s);
}

bool sv_store_write_row(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	if (refuse_after_failure(s))
		return false;
	if (!s->in_transaction && !run_statement(s, SQL_BEGIN, NULL))
		return sv_store_fail_transaction(s);
	s->in_transaction = true;
	return run_statement(s, which, v) || sv_store_fail_transaction(s);
}

static void roll_back(sv_store *s)
{
	if (!sqlite3_get_autocommit(s->db)) /* otherwise SQLite has done it */
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	s->in_transaction = false;
}

bool sv_store_commit(sv_store *s)
{
	assert(s);
	s->error[0] = '\0';
	if (!s->has_failed && (!s->in_transaction || run_statement(s, SQL_COMMIT, NULL))) {
		s->in_transaction = false;
		if (s->checkpoints)
			sv_checkpoints_after_commit(s->checkpoints);
		return true;
	}
	if (!s->has_failed)
		sv_store_fail_transaction(s);
	roll_back(s);
	memcpy(s->error, s->failure_cause, sizeof s->error);
	return false;
}

bool sv_store_has_uncommitted(const sv_store *s)
{
	assert(s);
	return s->in_transaction || s->has_failed;
}

void sv_store_roll_back(sv_store *s)
{
	assert(s);
	roll_back(s);
	s->has_failed = false;
	s->error[0] = '\0';
}

const char *sv_store_error(const sv_store *s)
{
	assert(s);
	return s->error;
}

int sv_store_changed_rows(sv_store *s)
{
	assert(s);
	return sqlite3_changes(s->db);
}

int64_t sv_store_last_id(sv_store *s)
{
	assert(s);
	return sqlite3_last_insert_rowid(s->db);
}

/* ---- Reading --------------------------------------------------------------------------------- */

sqlite3_stmt *sv_store_find_row(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	sqlite3_stmt *st = sv_store_bind_statement(s, which, v);
	if (!st)
		return NULL;
	int rc = sqlite3_step(st);
	if (rc == SQLITE_ROW)
		return st;
	if (rc != SQLITE_DONE)
		report_failure(s, which);
	sqlite3_reset(st);
	return NULL;
}

int64_t sv_store_find_number(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	sqlite3_stmt *st = sv_store_find_row(s, which, v);
	if (!st)
		return -1;
	int64_t n = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return n;
}

bool sv_store_end_list(sv_store *s, sv_statement which, int rc)
{
	assert(s);
	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		report_failure(s, which);
	sqlite3_reset(s->statement[which]);
	return rc == SQLITE_DONE;
}

const char *sv_store_text_at(sqlite3_stmt *st, int column)
{
	assert(st);
	const unsigned char *t = sqlite3_column_text(st, column);
	return t ? (const char *)t : "";
}

const void *sv_store_copy_column(sv_store *s, sv_statement which, int column)
{
	assert(s);
	sqlite3_stmt *st = s->statement[which];
	const void *from = sqlite3_column_blob(st, column);
	size_t size = (size_t)sqlite3_column_bytes(st, column);
	if (size + 1 > s->copied_size) {
		s->copied_size = size + 1;
		s->copied = ap_reallocate(s->copied, s->copied_size, 1);
	}
	if (size > 0)
		memcpy(s->copied, from, size);
	s->copied[size] = '\0';
	return s->copied;
}

bool sv_store_copy_bytes(sqlite3_stmt *st, int column, void *out, size_t size)
{
	assert(st && out);
	if ((size_t)sqlite3_column_bytes(st, column) != size)
		return false;
	memcpy(out, sqlite3_column_blob(st, column), size);
	return true;
}

bool sv_store_each_row(
	sv_store *s, sv_statement which, const sv_value *v, sv_row_visitor *visit, void *to)
{
	assert(s && visit);
	int rc;
	sqlite3_stmt *st = sv_store_bind_statement(s, which, v);
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW)
		if (!visit(to, st))
			break;
	return sv_store_end_list(s, which, rc);
}

/* ---- The server itself ----------------------------------------------------------------------- */

bool sv_store_add_secret(sv_store *s, const char *name, const void *secret, size_t size)
{
	assert(s && name && secret);
	return sv_store_write_row(
		s, SQL_PUT_SECRET, (sv_value[]){sv_text(name), sv_bytes(secret, size)});
}

bool sv_store_find_secret(sv_store *s, const char *name, void *out, size_t size)
{
	assert(s && name && out && size > 0);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_SECRET, (sv_value[]){sv_text(name)});
	if (!st)
		return false;
	bool found = sv_store_copy_bytes(st, 0, out, size);
	sqlite3_reset(st);
	if (!found)
		sv_store_set_error(s, "a secret cannot be read: it has another size");
	return found;
}

bool sv_store_put_time_served(sv_store *s, int64_t ms)
{
	assert(s);
	return sv_store_write_row(s, SQL_PUT_TIME_SERVED, (sv_value[]){sv_number(ms)});
}

bool sv_store_find_time_served(sv_store *s, int64_t *ms)
{
	assert(s && ms);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_TIME_SERVED, NULL);
	if (!st)
		return false;
	*ms = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return true;
}

/* ---- Room on the disk, waiting, checking ------------------------------------------------------
 */

bool sv_store_keep_room(sv_store *s)
{
	assert(s);
	if (sv_store_file_in_memory(s->db))
		return true;
	s->keeps_room = true;
	return sv_keep_reserve(sqlite3_db_filename(s->db, "main"));
}

bool sv_store_has_room(const sv_store *s)
{
	assert(s);
	return sv_store_file_in_memory(s->db) || sv_has_room(sqlite3_db_filename(s->db, "main"));
}

void sv_store_make_room(sv_store *s)
{
	assert(s);
	if (!s->keeps_room)
		return;
	s->gave_room = sv_release_reserve(sqlite3_db_filename(s->db, "main"));
	sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

bool sv_store_take_room_back(sv_store *s)
{
	assert(s);
	s->gave_room = s->gave_room && !sv_keep_reserve(sqlite3_db_filename(s->db, "main"));
	return !s->gave_room;
}

void sv_store_be_patient(sv_store *s, bool patient)
{
	assert(s);
	s->impatient = !patient;
}

int64_t sv_store_waits(const sv_store *s)
{
	assert(s);
	return s->waits;
}

/* SQLite calls it while another process has locked the database; `times` counts in one statement.
 * Returns 0 to give up. */
static int on_busy(void *store, int times)
{
	enum { WAIT = 10, MOST = 2000 / WAIT };
	sv_store *s = store;
	s->waits += times == 0;
	if (s->impatient || times >= MOST)
		return 0;
	nanosleep(&(struct timespec){.tv_nsec = WAIT * 1000000L}, NULL);
	return 1;
}

void sv_store_check(sv_store *s, void (*on_damage)(void *to, const char *text), void *to)
{
	assert(s && on_damage);
	sqlite3_stmt *st = NULL;
	int rc = sqlite3_prepare_v2(s->db, "PRAGMA quick_check(20)", -1, &st, NULL);
	while (rc == SQLITE_OK || rc == SQLITE_ROW) {
		rc = sqlite3_step(st);
		if (rc == SQLITE_ROW && strcmp(sv_store_text_at(st, 0), "ok") != 0)
			on_damage(to, sv_store_text_at(st, 0));
	}
	if (rc != SQLITE_DONE)
		on_damage(to, sqlite3_errmsg(s->db));
	sqlite3_finalize(st);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static bool prepare(sv_store *s, ap_error *error)
{
	for (int i = 0; i < SV_STATEMENTS; i++)
		if (sqlite3_prepare_v3(s->db, sv_statements[i].sql, -1, SQLITE_PREPARE_PERSISTENT,
				&s->statement[i], NULL) != SQLITE_OK)
			return ap_fail(error, 0, "is damaged: %s", sqlite3_errmsg(s->db));
	return true;
}

/* Moves what SQLite's log has into the database. A process that ended may have left in it what it
 * could not sync: on Linux a sync that failed is not repeated, though everybody reads what was
 * written. Nothing may build on that. Another process that has the database open has synced its
 * log. SQLite does not sync that the log is empty then; what is on the disk of it must not come
 * back, because the database knows more. */
static bool move_log(sv_store *s, ap_error *error)
{
	sqlite3_file *log = NULL;
	if (!sqlite3_get_autocommit(s->db) || sv_store_file_in_memory(s->db))
		return true;
	int rc = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	if ((rc & 0xff) == SQLITE_BUSY)
		return true;
	if (rc == SQLITE_OK)
		rc = sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (rc == SQLITE_OK && log && log->pMethods)
		rc = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
	return rc == SQLITE_OK || ap_fail(error, 0, "cannot be written: %s", sqlite3_errstr(rc));
}

/* Returns the path in a URL of a store; NULL, with an error, if it is none. */
static const char *path_of(const char *url, ap_error *error)
{
	static const char scheme[] = "sqlite:";
	size_t length = sizeof scheme - 1;
	if (strncmp(url, scheme, length) == 0 && url[length])
		return url + length;
	ap_fail(error, 0, "\"%.200s\" is no store: sqlite:PATH is", url);
	return NULL;
}

bool sv_store_copy(const char *url, const char *to, ap_error *error)
{
	assert(url && to && error);
	ap_error why = {0};
	const char *path = path_of(url, error);
	if (path && sv_store_file_copy(path, to, &why))
		return true;
	return path ? ap_fail(error, 0, "%.150s %.160s", path, why.message) : false;
}

sv_store *sv_store_open(const char *url, ap_error *error)
{
	assert(url && error);
	const char *path = path_of(url, error);
	if (!path)
		return NULL;
	sv_store *s = ap_allocate(1, sizeof *s);
	ap_error why = {0};
	s->db = sv_store_file_open(path, &why);
	if (s->db && prepare(s, &why) && move_log(s, &why)) {
		s->in_transaction = !sqlite3_get_autocommit(s->db); /* the schema has changed */
		sqlite3_busy_handler(s->db, on_busy, s);
		return s;
	}
	ap_fail(error, 0, "%.150s %.160s", path, why.message);
	sv_store_close(s);
	return NULL;
}

void sv_store_start_checkpoint_thread(sv_store *s)
{
	assert(s);
	if (!s->checkpoints)
		s->checkpoints = sv_checkpoints_open(s->db);
}

void sv_store_close(sv_store *s)
{
	if (!s)
		return;
	if (s->checkpoints)
		sv_checkpoints_close(s->checkpoints);
	for (int i = 0; i < SV_STATEMENTS; i++)
		sqlite3_finalize(s->statement[i]);
	int rc = sqlite3_close(s->db);
	assert(rc == SQLITE_OK); /* all statements are finalized */
	(void)rc;
	free(s->copied);
	free(s);
}
