/* store_sqlite.c: the store in an SQLite file: see store_driver.h. store_file.c has the schema.
 *
 * With WAL and synchronous=FULL a commit is one append to the log and one fsync, however many lines
 * it has. A transaction begins as IMMEDIATE, so that a store that cannot be written is noticed then
 * and not at the commit. */
#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/checkpoints.h"
#include "server/disk_reserve.h"
#include "server/store_driver.h"
#include "server/store_file.h"
#include "text/memory.h"

typedef struct sqlite_store {
	sv_store base;
	sqlite3 *db;
	sqlite3_stmt *begin, *commit;
	sqlite3_stmt *statement[SV_STATEMENTS];
	sv_checkpoints *checkpoints; /* NULL: SQLite makes checkpoints itself, within commits */
	bool keeps_room;             /* see sv_store_keep_room() */
	bool gave_room;              /* see sv_store_make_room() */
	int64_t waits;               /* see sv_store_waits() */
	bool impatient;              /* see sv_store_be_patient() */
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

static bool report_failure(sqlite_store *s, sv_statement which)
{
	int code = sqlite3_extended_errcode(s->db);
	const char *reason = code == SQLITE_CONSTRAINT_PRIMARYKEY
		? sv_statement_reason(which, SV_ROW_EXISTS)
		: code == SQLITE_CONSTRAINT_NOTNULL ? sv_statement_reason(which, SV_NO_VALUE)
											: NULL;
	return sv_store_report(&s->base, which, reason ? reason : sqlite3_errmsg(s->db));
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
	sqlite3_stmt *st = s->statement[which];
	for (int i = 0; i < sqlite3_bind_parameter_count(st); i++) {
		assert(v);
		if (bind_value(st, i + 1, &v[i]) != SQLITE_OK)
			return report_failure(s, which);
	}
	return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Runs BEGIN or COMMIT. */
static bool run_simple(sqlite_store *s, sqlite3_stmt *st, const char *failure)
{
	bool done = sqlite3_step(st) == SQLITE_DONE;
	if (!done)
		sv_store_set_error(&s->base, "%s: %s", failure, sqlite3_errmsg(s->db));
	sqlite3_reset(st);
	return done;
}

static void sqlite_roll_back(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	if (!sqlite3_get_autocommit(s->db)) /* otherwise SQLite has done it */
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

/* Nobody else writes while the transaction is open: so it is enough to look at its beginning
 * whether the node is still one. */
static bool sqlite_begin(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	if (!run_simple(s, s->begin, "the store cannot be written"))
		return false;
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
	sqlite3_stmt *st = s->statement[which];
	if (!bind_values(s, which, v))
		return false;
	bool done = sqlite3_step(st) == SQLITE_DONE || report_failure(s, which);
	sqlite3_reset(st);
	if (changed)
		*changed = sqlite3_changes(s->db);
	return done;
}

/* It completes at once. */
static sv_commit_state sqlite_commit(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	if (!run_simple(s, s->commit, "the commit failed"))
		return SV_COMMIT_FAILED;
	if (s->checkpoints)
		sv_checkpoints_after_commit(s->checkpoints);
	return SV_COMMITTED;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool sqlite_read(sv_rows *rows, const sv_value *v)
{
	sqlite_store *s = sqlite_of(rows->store);
	rows->handle = s->statement[rows->which];
	return bind_values(s, rows->which, v);
}

static sv_step sqlite_next(sv_rows *rows)
{
	int rc = sqlite3_step(rows->handle);
	if (rc == SQLITE_ROW)
		return SV_ROW;
	if (rc == SQLITE_DONE)
		return SV_END;
	report_failure(sqlite_of(rows->store), rows->which);
	return SV_FAILED;
}

/* An open statement would hold up the checkpoints. */
static void sqlite_end(sv_rows *rows)
{
	sqlite3_reset(rows->handle);
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
	sqlite3_finalize(s->statement[which]);
	return sqlite3_prepare_v2(s->db, sql, -1, &s->statement[which], NULL) == SQLITE_OK ||
		sv_store_report(store, which, sqlite3_errmsg(s->db));
}

static bool sqlite_finish_copy(sv_store *store, int64_t last_person)
{
	sqlite_store *s = sqlite_of(store);
	char sql[160];
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
	sqlite_of(store)->impatient = !patient;
}

static int64_t sqlite_waits(const sv_store *store)
{
	return sqlite_of_const(store)->waits;
}

/* SQLite calls it while another process has locked the database; `times` counts in one statement.
 * Returns 0 to give up. */
static int on_busy(void *store, int times)
{
	enum { WAIT = 10, MOST = 2000 / WAIT };
	sqlite_store *s = store;
	s->waits += times == 0;
	if (s->impatient || times >= MOST)
		return 0;
	nanosleep(&(struct timespec){.tv_nsec = WAIT * 1000000L}, NULL);
	return 1;
}

static void sqlite_check(sv_store *store, void (*on_damage)(void *to, const char *text), void *to)
{
	sqlite3 *db = sqlite_of(store)->db;
	sqlite3_stmt *st = NULL;
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

static void sqlite_start_checkpoint_thread(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
	if (!s->checkpoints)
		s->checkpoints = sv_checkpoints_open(s->db);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static bool prepare_one(sqlite_store *s, const char *sql, sqlite3_stmt **out, ap_error *error)
{
	return sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK ||
		ap_fail(error, 0, "is damaged: %s", sqlite3_errmsg(s->db));
}

static bool prepare_all(sqlite_store *s, ap_error *error)
{
	for (int i = 0; i < SV_STATEMENTS; i++)
		if (!prepare_one(s, sv_statements[i].sql, &s->statement[i], error))
			return false;
	return prepare_one(s, "BEGIN IMMEDIATE", &s->begin, error) &&
		prepare_one(s, "COMMIT", &s->commit, error);
}

static void sqlite_close(sv_store *store)
{
	sqlite_store *s = sqlite_of(store);
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
	.start_commit = sqlite_commit,
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
	.start_checkpoint_thread = sqlite_start_checkpoint_thread,
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
