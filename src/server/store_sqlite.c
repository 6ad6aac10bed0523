/* store_sqlite.c: the store in an SQLite file: see store_driver.h. store_file.c has the schema.
 *
 * With WAL and synchronous=FULL a commit is one append to the log and one fsync, however many lines
 * it has. A transaction begins as IMMEDIATE, so that a store that cannot be written is noticed then
 * and not at the commit.
 *
 * A server has a thread for this (sv_store_start_threads()): then writes only wait in a buffer
 * until the commit, and the thread runs all of them and commits while the server goes on. Reads
 * wait for the thread, and have what waits written first. So the connection is used by the thread
 * while it works, and by the caller otherwise: whatever uses it calls settle() before. */
#include <assert.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "server/checkpoints.h"
#include "server/disk_reserve.h"
#include "server/store_driver.h"
#include "server/store_file.h"
#include "server/worker.h"
#include "server/write_buffer.h"
#include "text/memory.h"

typedef struct sqlite_store {
	sv_store base;
	sqlite3 *db;
	sqlite3_stmt *begin, *commit;
	sqlite3_stmt *statement[SV_STATEMENTS];
	int parameters[SV_STATEMENTS]; /* how many each statement has */
	sv_checkpoints *checkpoints;   /* NULL: SQLite makes checkpoints itself, within commits */
	bool keeps_room;               /* see sv_store_keep_room() */
	bool gave_room;                /* see sv_store_make_room() */
	atomic_llong waits;            /* see sv_store_waits() */
	atomic_bool impatient;         /* see sv_store_be_patient() */
	char failure[320];             /* why the last of what the database did has failed */

	/* Of the thread. */
	sv_worker *writer;                /* NULL: there is none, and everything is done at once */
	sv_write_buffer waiting, running; /* what is to be written, and what the thread writes */
	sv_commit_state outcome;          /* of the commit that the thread was called for last */
	bool has_failed;                  /* something of the transaction: nothing more is written */
	int open_reads;
	int signal; /* an eventfd that can be read when the thread has become idle */
} sqlite_store;

static sqlite_store *sqlite_of(sv_store *s)
{
	return (sqlite_store *)s;
}

static const sqlite_store *sqlite_of_const(const sv_store *s)
{
	return (const sqlite_store *)s;
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* Notes why a statement has failed; returns false. */
static bool note_failure(sqlite_store *s, sv_statement which)
{
	int code = sqlite3_extended_errcode(s->db);
	const char *reason = code == SQLITE_CONSTRAINT_PRIMARYKEY
		? sv_statement_reason(which, SV_ROW_EXISTS)
		: code == SQLITE_CONSTRAINT_NOTNULL ? sv_statement_reason(which, SV_NO_VALUE)
											: NULL;
	snprintf(s->failure, sizeof s->failure, "%s: %s", sv_statements[which].failure,
		reason ? reason : sqlite3_errmsg(s->db));
	return false;
}

/* Tells the caller of the store what was noted; returns false. */
static bool report_failure(sqlite_store *s)
{
	sv_store_set_error(&s->base, "%s", s->failure);
	return false;
}

/* The caller keeps the bytes until the statement is reset. */
static int bind_value(sqlite3_stmt *st, int at, const sv_value *v)
{
	if (v->type == SV_NUMBER)
		return sqlite3_bind_int64(st, at, v->number);
	if (v->type == SV_TEXT)
		return sqlite3_bind_text64(st, at, v->bytes, v->size, SQLITE_STATIC, SQLITE_UTF8);
	if (v->type == SV_BYTES)
		return sqlite3_bind_blob64(st, at, v->bytes, v->size, SQLITE_STATIC);
	return sqlite3_bind_null(st, at);
}

static bool bind_values(sqlite_store *s, sv_statement which, const sv_value *v)
{
	for (int i = 0; i < s->parameters[which]; i++) {
		assert(v);
		if (bind_value(s->statement[which], i + 1, &v[i]) != SQLITE_OK)
			return note_failure(s, which);
	}
	return true;
}

/* ---- Writing at once ------------------------------------------------------------------------- */

/* Runs BEGIN or COMMIT. */
static bool run_simple(sqlite_store *s, sqlite3_stmt *st, const char *failure)
{
	bool done = sqlite3_step(st) == SQLITE_DONE;
	if (!done)
		snprintf(s->failure, sizeof s->failure, "%s: %s", failure, sqlite3_errmsg(s->db));
	sqlite3_reset(st);
	return done;
}

static bool run_begin(sqlite_store *s)
{
	return run_simple(s, s->begin, "the store cannot be written");
}

static bool run_write(sqlite_store *s, sv_statement which, const sv_value *v)
{
	sqlite3_stmt *st = s->statement[which];
	if (!bind_values(s, which, v))
		return false;
	bool done = sqlite3_step(st) == SQLITE_DONE || note_failure(s, which);
	sqlite3_reset(st);
	return done;
}

static bool run_commit(sqlite_store *s)
{
	if (!run_simple(s, s->commit, "the commit failed"))
		return false;
	if (s->checkpoints)
		sv_checkpoints_after_commit(s->checkpoints);
	return true;
}

/* ---- Writing later --------------------------------------------------------------------------- */

/* Writes what the buffer has, and empties it. Once something has failed, nothing more is written
 * until all of it is rolled back. */
static void run_buffer(sqlite_store *s, sv_write_buffer *buffer)
{
	size_t at = 0;
	sv_statement which;
	sv_value values[SV_MOST_PARAMETERS];
	if (!s->has_failed && sqlite3_get_autocommit(s->db))
		s->has_failed = !run_begin(s);
	while (!s->has_failed && sv_next_write(buffer, &at, &which, values))
		s->has_failed = !run_write(s, which, values);
	sv_empty_buffer(buffer);
}

/* The job of the thread. */
static void write_and_commit(void *of)
{
	sqlite_store *s = of;
	run_buffer(s, &s->running);
	s->has_failed = s->has_failed || !run_commit(s);
	s->outcome = s->has_failed ? SV_COMMIT_FAILED : SV_COMMITTED;
}

static void signal_idle(void *of)
{
	const uint64_t one = 1;
	/* It fails only if nobody has read it for very long. */
	while (write(((sqlite_store *)of)->signal, &one, sizeof one) < 0 && errno == EINTR)
		;
}

/* Until the next commit, the connection is the caller's; and what was written can be read. */
static void settle(sqlite_store *s)
{
	if (!s->writer)
		return;
	sv_worker_wait(s->writer);
	if (s->waiting.used > 0)
		run_buffer(s, &s->waiting);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void sqlite_roll_back(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	sv_empty_buffer(&s->waiting);
	settle(s);
	s->has_failed = false;
	if (!sqlite3_get_autocommit(s->db)) /* otherwise SQLite has done it */
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

/* Nobody else writes while the transaction is open: so it is enough to look at its beginning
 * whether the node is still one. */
static bool sqlite_begin(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	if (s->writer)
		return true;
	if (!run_begin(s))
		return report_failure(s);
	int64_t nodes = !store->node
		? 1
		: sv_store_find_number(store, SQL_COUNT_NODE, VALUES(sv_number(store->node)));
	if (nodes == 1)
		return true;
	store->was_put_out = nodes == 0;
	if (nodes == 0)
		sv_store_set_error(store, "the store cannot be written: this node was put out");
	sqlite_roll_back(store);
	return false;
}

static bool sqlite_write(sv_store *store, sv_statement which, const sv_value *v, int *changed)
{
	sqlite_store *s = sqlite_of(store);
	if (s->writer && !changed) {
		sv_buffer_write(&s->waiting, which, v, s->parameters[which]);
		return true;
	}
	settle(s);
	if (s->writer && !s->has_failed && sqlite3_get_autocommit(s->db))
		s->has_failed = !run_begin(s);
	if (s->has_failed || !run_write(s, which, v)) {
		s->has_failed = s->writer != NULL;
		return report_failure(s);
	}
	if (changed)
		*changed = sqlite3_changes(s->db);
	return true;
}

static sv_commit_state tell_outcome(sqlite_store *s, bool committed)
{
	if (!committed)
		report_failure(s);
	return committed ? SV_COMMITTED : SV_COMMIT_FAILED;
}

/* Without the thread it completes at once; so it does while something is being read, which uses the
 * connection. */
static sv_commit_state sqlite_start_commit(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	if (!s->writer || s->open_reads > 0) {
		settle(s);
		return tell_outcome(s, !s->has_failed && run_commit(s));
	}
	sv_worker_wait(s->writer);
	sv_write_buffer empty = s->running;
	s->running = s->waiting;
	s->waiting = empty;
	s->outcome = SV_COMMITTING;
	sv_worker_call(s->writer); /* its thread runs already */
	return SV_COMMITTING;
}

static sv_commit_state sqlite_poll_commit(sv_store *store, bool wait)
{
	uint64_t count;
	sqlite_store *s = sqlite_of(store);
	if (!wait && !sv_worker_is_idle(s->writer))
		return SV_COMMITTING;
	sv_worker_wait(s->writer); /* until it has given its signal, too */
	while (read(s->signal, &count, sizeof count) < 0 && errno == EINTR)
		;
	return tell_outcome(s, s->outcome == SV_COMMITTED);
}

static bool sqlite_is_busy(const sv_store *store)
{
	const sqlite_store *s = sqlite_of_const(store);
	return s->writer && !sv_worker_is_idle(s->writer);
}

static int sqlite_socket(const sv_store *store)
{
	return sqlite_of_const(store)->signal;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool sqlite_read(sv_rows *rows, const sv_value *v)
{
	sqlite_store *s = sqlite_of(rows->store);
	settle(s);
	rows->handle = s->statement[rows->which];
	if (!bind_values(s, rows->which, v))
		return report_failure(s);
	s->open_reads++;
	return true;
}

static sv_step sqlite_next(sv_rows *rows)
{
	int rc = sqlite3_step(rows->handle);
	if (rc == SQLITE_ROW)
		return SV_ROW;
	if (rc == SQLITE_DONE)
		return SV_END;
	note_failure(sqlite_of(rows->store), rows->which);
	report_failure(sqlite_of(rows->store));
	return SV_FAILED;
}

/* An open statement would hold up the checkpoints. */
static void sqlite_end(sv_rows *rows)
{
	sqlite3_reset(rows->handle);
	sqlite_of(rows->store)->open_reads--;
}

static int64_t sqlite_number(const sv_rows *rows, int column)
{
	return sqlite3_column_int64(rows->handle, column);
}

/* SQLite puts a zero after a text. */
static const void *sqlite_bytes(const sv_rows *rows, int column, size_t *size)
{
	sqlite3_stmt *st = rows->handle;
	const void *bytes = sqlite3_column_type(st, column) == SQLITE_BLOB
		? sqlite3_column_blob(st, column)
		: sqlite3_column_text(st, column);
	*size = (size_t)sqlite3_column_bytes(st, column);
	return bytes;
}

static int sqlite_type(const sv_rows *rows, int column)
{
	switch (sqlite3_column_type(rows->handle, column)) {
	case SQLITE_INTEGER:
		return SV_NUMBER;
	case SQLITE_TEXT:
		return SV_TEXT;
	case SQLITE_BLOB:
		return SV_BYTES;
	default:
		return SV_NOTHING;
	}
}

/* ---- Copying --------------------------------------------------------------------------------- */

static bool sqlite_prepare(sv_store *store, sv_statement which, const char *sql)
{
	sqlite_store *s = sqlite_of(store);
	settle(s);
	sqlite3_finalize(s->statement[which]);
	bool good = sqlite3_prepare_v2(s->db, sql, -1, &s->statement[which], NULL) == SQLITE_OK;
	s->parameters[which] = sqlite3_bind_parameter_count(s->statement[which]);
	return good || sv_store_report(store, which, sqlite3_errmsg(s->db));
}

static bool sqlite_finish_copy(sv_store *store, int64_t last_person)
{
	sqlite_store *s = sqlite_of(store);
	char sql[160];
	settle(s);
	snprintf(sql, sizeof sql,
		"DELETE FROM sqlite_sequence WHERE name = 'people';"
		"INSERT INTO sqlite_sequence (name, seq) VALUES ('people', %lld)",
		(long long)last_person);
	return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
		sv_store_report(store, SQL_ANY_WRITE, sqlite3_errmsg(s->db));
}

/* ---- Room on the disk, waiting, checking ------------------------------------------------------
 */

static const char *path_of(const sqlite_store *s)
{
	return sqlite3_db_filename(s->db, "main");
}

static bool sqlite_keep_room(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	if (sv_store_file_in_memory(s->db))
		return true;
	s->keeps_room = true;
	return sv_keep_reserve(path_of(s));
}

static bool sqlite_has_room(const sv_store *store)
{
	const sqlite_store *s = sqlite_of_const(store);
	return sv_store_file_in_memory(s->db) || sv_has_room(path_of(s));
}

static void sqlite_make_room(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	if (!s->keeps_room)
		return;
	settle(s);
	s->gave_room = sv_release_reserve(path_of(s));
	sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

static bool sqlite_take_room_back(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	s->gave_room = s->gave_room && !sv_keep_reserve(path_of(s));
	return !s->gave_room;
}

static void sqlite_be_patient(sv_store *store, bool patient)
{
	atomic_store(&sqlite_of(store)->impatient, !patient);
}

static int64_t sqlite_waits(const sv_store *store)
{
	return atomic_load(&sqlite_of_const(store)->waits);
}

/* SQLite calls it while another process has locked the database; `times` counts in one statement.
 * Returns 0 to give up. */
static int on_busy(void *store, int times)
{
	enum { WAIT = 10, MOST = 2000 / WAIT };
	sqlite_store *s = store;
	if (times == 0)
		atomic_fetch_add(&s->waits, 1);
	if (atomic_load(&s->impatient) || times >= MOST)
		return 0;
	nanosleep(&(struct timespec){.tv_nsec = WAIT * 1000000L}, NULL);
	return 1;
}

static void sqlite_check(sv_store *store, void (*on_damage)(void *to, const char *text), void *to)
{
	sqlite3 *db = sqlite_of(store)->db;
	sqlite3_stmt *st = NULL;
	settle(sqlite_of(store));
	int rc = sqlite3_prepare_v2(db, "PRAGMA quick_check(20)", -1, &st, NULL);
	while (rc == SQLITE_OK || rc == SQLITE_ROW) {
		rc = sqlite3_step(st);
		const char *text = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(st, 0) : NULL;
		if (text && strcmp(text, "ok") != 0)
			on_damage(to, text);
	}
	if (rc != SQLITE_DONE)
		on_damage(to, sqlite3_errmsg(db));
	sqlite3_finalize(st);
}

/* A node looks in its transactions whether it is still one, and a store in memory has no log. */
static void sqlite_start_threads(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	if (s->checkpoints || store->node || !(s->checkpoints = sv_checkpoints_open(s->db)))
		return;
	s->signal = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	sv_worker *writer = sv_worker_open(write_and_commit, signal_idle, s);
	if (s->signal >= 0 && sv_worker_start(writer))
		s->writer = writer;
	else
		sv_worker_close(writer);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static bool prepare_one(sqlite_store *s, const char *sql, sqlite3_stmt **out, ap_error *error)
{
	return sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK ||
		ap_fail(error, 0, "is damaged: %s", sqlite3_errmsg(s->db));
}

static bool prepare_all(sqlite_store *s, ap_error *error)
{
	for (int i = 0; i < SV_STATEMENTS; i++) {
		if (!prepare_one(s, sv_statements[i].sql, &s->statement[i], error))
			return false;
		s->parameters[i] = sqlite3_bind_parameter_count(s->statement[i]);
	}
	return prepare_one(s, "BEGIN IMMEDIATE", &s->begin, error) &&
		prepare_one(s, "COMMIT", &s->commit, error);
}

static void sqlite_close(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	sv_worker_close(s->writer); /* after the commit that is under way */
	sv_free_buffer(&s->waiting);
	sv_free_buffer(&s->running);
	if (s->signal >= 0)
		close(s->signal);
	if (s->checkpoints)
		sv_checkpoints_close(s->checkpoints);
	for (int i = 0; i < SV_STATEMENTS; i++)
		sqlite3_finalize(s->statement[i]);
	sqlite3_finalize(s->begin);
	sqlite3_finalize(s->commit);
	int rc = sqlite3_close(s->db);
	assert(rc == SQLITE_OK); /* all statements are finalized */
	(void)rc;
	free(s);
}

static const sv_driver sqlite_driver = {
	.begin = sqlite_begin,
	.write = sqlite_write,
	.start_commit = sqlite_start_commit,
	.poll_commit = sqlite_poll_commit,
	.is_busy = sqlite_is_busy,
	.roll_back = sqlite_roll_back,
	.read = sqlite_read,
	.next = sqlite_next,
	.end = sqlite_end,
	.number = sqlite_number,
	.bytes = sqlite_bytes,
	.type = sqlite_type,
	.prepare = sqlite_prepare,
	.finish_copy = sqlite_finish_copy,
	.close = sqlite_close,
	.socket = sqlite_socket,
	.start_threads = sqlite_start_threads,
	.keep_room = sqlite_keep_room,
	.has_room = sqlite_has_room,
	.make_room = sqlite_make_room,
	.take_room_back = sqlite_take_room_back,
	.be_patient = sqlite_be_patient,
	.waits = sqlite_waits,
	.check = sqlite_check,
};

/* Moves what SQLite's log has into the database. A process that ended may have left in it what it
 * could not sync: on Linux a sync that failed is not repeated, though everybody reads what was
 * written. Nothing may build on that. Another process that has the database open has synced its
 * log. SQLite does not sync that the log is empty then; what is on the disk of it must not come
 * back, because the database knows more. */
static bool move_log(sqlite_store *s, ap_error *error)
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

sv_store *sv_sqlite_open(const char *path, ap_error *error)
{
	assert(path && error);
	sqlite_store *s = ap_allocate(1, sizeof *s);
	ap_error why = {0};
	s->signal = -1;
	sv_store_set_up(&s->base, &sqlite_driver);
	s->db = sv_store_file_open(path, &why);
	if (s->db && prepare_all(s, &why) && move_log(s, &why)) {
		s->base.in_transaction = !sqlite3_get_autocommit(s->db); /* the schema has changed */
		sqlite3_busy_handler(s->db, on_busy, s);
		return &s->base;
	}
	ap_fail(error, 0, "%.150s %.160s", path, why.message);
	sv_store_close(&s->base);
	return NULL;
}
