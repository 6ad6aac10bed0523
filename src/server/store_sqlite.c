/* store_sqlite.c: the store in an SQLite file: see store.h. store_file.c has the schema.
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

#include "server/checkpoints.h"
#include "server/disk_reserve.h"
#include "server/names.h"
#include "server/store_internal.h"
#include "text/memory.h"

/* ---- Statements ------------------------------------------------------------------------------ */

struct sv_store {
	sqlite3 *db;
	sqlite3_stmt *statement[SV_STATEMENTS];
	sv_checkpoints *checkpoints;     /* NULL: SQLite makes checkpoints itself, within commits */
	bool in_transaction, has_failed; /* see above */
	char error[320];                 /* the error of the last call */
	char failure_cause[320];         /* the error that made the transaction fail */
	bool keeps_room;                 /* see sv_store_keep_room() */
	bool gave_room;                  /* see sv_store_make_room() */
	int64_t waits;                   /* see sv_store_waits() */
	bool impatient;                  /* see sv_store_be_patient() */
	char *copied;                    /* the last column that copy_column() copied */
	size_t copied_size;
};

static void set_error(sv_store *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void set_error(sv_store *s, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vsnprintf(s->error, sizeof s->error, format, list);
	va_end(list);
}

/* Sets the error of a statement that has failed; returns false. */
static bool report_failure(sv_store *s, sv_statement which)
{
	set_error(s, "%s: %s", sv_statements[which].failure, sqlite3_errmsg(s->db));
	return false;
}

/* The transaction fails because of the last error: nothing of it is kept. Returns false. */
static bool fail_transaction(sv_store *s)
{
	s->has_failed = true;
	memcpy(s->failure_cause, s->error, sizeof s->failure_cause);
	return false;
}

typedef sv_value value;

static value number(int64_t n)
{
	return sv_number(n);
}

static value text(const char *t)
{
	return sv_text(t);
}

static value bytes(const void *b, size_t size)
{
	return sv_bytes(b, size);
}

/* The caller keeps the bytes until the statement is reset. */
static int bind(sqlite3_stmt *st, int at, const value *v)
{
	if (v->type == SV_NUMBER)
		return sqlite3_bind_int64(st, at, v->number);
	if (v->type == SV_TEXT)
		return sqlite3_bind_text64(st, at, v->bytes, v->size, SQLITE_STATIC, SQLITE_UTF8);
	return sqlite3_bind_blob64(st, at, v->bytes, v->size, SQLITE_STATIC);
}

/* Binds the values to the statement; there must be as many as it has question marks. Returns NULL
 * and sets the error on failure. */
static sqlite3_stmt *bind_statement(sv_store *s, sv_statement which, const value *v)
{
	sqlite3_stmt *st = s->statement[which];
	s->error[0] = '\0';
	if (sqlite3_stmt_busy(st)) {
		set_error(s, "%s: this list is being read", sv_statements[which].failure);
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

static bool run_statement(sv_store *s, sv_statement which, const value *v)
{
	sqlite3_stmt *st = bind_statement(s, which, v);
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
		set_error(s, "nothing is kept since this failed: %.280s", s->failure_cause);
	return s->has_failed;
}

/* Rejects a row that cannot be stored. That is a failed write, too, since the caller relies on
 * it. */
static bool reject(sv_store *s, const char *why)
{
	if (refuse_after_failure(s))
		return false;
	set_error(s, "%s", why);
	return fail_transaction(s);
}

static bool write_row(sv_store *s, sv_statement which, const value *v)
{
	if (refuse_after_failure(s))
		return false;
	if (!s->in_transaction && !run_statement(s, SQL_BEGIN, NULL))
		return fail_transaction(s);
	s->in_transaction = true;
	return run_statement(s, which, v) || fail_transaction(s);
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
		fail_transaction(s);
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

/* ---- Reading --------------------------------------------------------------------------------- */

/* Returns the statement at its first row, which the caller reads before resetting it; NULL if there
 * is no row, or on failure. */
static sqlite3_stmt *find_row(sv_store *s, sv_statement which, const value *v)
{
	sqlite3_stmt *st = bind_statement(s, which, v);
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

/* Returns the number in the first column; -1 on failure. */
static int64_t find_number(sv_store *s, sv_statement which, const value *v)
{
	sqlite3_stmt *st = find_row(s, which, v);
	if (!st)
		return -1;
	int64_t n = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return n;
}

/* Ends a list: returns true if all of it was read, false if the visitor stopped it or after an
 * error. */
static bool end_list(sv_store *s, sv_statement which, int rc)
{
	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		report_failure(s, which);
	sqlite3_reset(s->statement[which]);
	return rc == SQLITE_DONE;
}

static const char *text_at(sqlite3_stmt *st, int column)
{
	const unsigned char *t = sqlite3_column_text(st, column);
	return t ? (const char *)t : "";
}

/* Copies a column, so that the statement can be reset: an open statement would hold up the
 * checkpoints. */
static const void *copy_column(sv_store *s, sv_statement which, int column)
{
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

/* ---- For the other files of the store -------------------------------------------------------- */

bool sv_store_write_row(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	return write_row(s, which, v);
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

sqlite3_stmt *sv_store_find_row(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	return find_row(s, which, v);
}

int64_t sv_store_find_number(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	return find_number(s, which, v);
}

sqlite3_stmt *sv_store_begin_list(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	return bind_statement(s, which, v);
}

bool sv_store_end_list(sv_store *s, sv_statement which, int rc)
{
	assert(s);
	return end_list(s, which, rc);
}

bool sv_store_reject(sv_store *s, const char *why)
{
	assert(s && why);
	return reject(s, why);
}

void sv_store_set_error(sv_store *s, const char *why)
{
	assert(s && why);
	set_error(s, "%s", why);
}

bool sv_store_each_row(
	sv_store *s, sv_statement which, const sv_value *v, sv_row_visitor *visit, void *to)
{
	assert(s && visit);
	int rc;
	sqlite3_stmt *st = bind_statement(s, which, v);
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW)
		if (!visit(to, st))
			break;
	return end_list(s, which, rc);
}

const char *sv_store_text_at(sqlite3_stmt *row, int column)
{
	assert(row);
	return text_at(row, column);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

bool sv_store_put_table(sv_store *s, const sv_table_row *row)
{
	assert(s && row);
	if (!row->meta || !row->key[0] || !sv_is_terminated(row->key, sizeof row->key))
		return reject(s, "a table cannot be kept: it needs a key and a meta");
	if (!write_row(s, SQL_PUT_TABLE,
			(value[]){number(row->id), text(row->key), number(row->status), number(row->updated),
				text(row->meta), number(row->owner), text(row->game ? row->game : ""),
				number(row->is_public), number(row->open_seats), number(row->bots),
				number(row->expires)}))
		return false;
	if (sqlite3_changes(s->db) == 1)
		return true;
	set_error(s, "a table cannot be kept: %lld has another key", (long long)row->id);
	return fail_transaction(s);
}

bool sv_store_add_line(sv_store *s, int64_t table, int seq, const sv_line *line)
{
	assert(s && line);
	bool had_failed = s->has_failed;
	if (!sv_is_terminated(line->message_id, sizeof line->message_id))
		return reject(s, "a line cannot be added: the client's id does not end");
	if (write_row(s, SQL_ADD_LINE,
			(value[]){number(table), number(seq), number(line->at), number(line->person),
				number(line->value), number(line->kind), number(line->seat),
				text(line->message_id[0] ? line->message_id : NULL), number(line->served)}))
		return true;
	if (had_failed || sqlite3_extended_errcode(s->db) != SQLITE_CONSTRAINT_PRIMARYKEY)
		return false;
	set_error(s, "line %d of table %lld is there already", seq, (long long)table);
	return fail_transaction(s);
}

bool sv_store_put_snapshot(sv_store *s, int64_t table, int seq, const void *from, size_t size)
{
	assert(s && (from || size == 0));
	return write_row(s, SQL_DROP_SNAPSHOT, (value[]){number(table)}) &&
		write_row(s, SQL_PUT_SNAPSHOT, (value[]){number(table), number(seq), bytes(from, size)});
}

static void read_table(sqlite3_stmt *st, sv_table_row *row)
{
	*row = (sv_table_row){.expires = sqlite3_column_int64(st, 5)};
	row->id = sqlite3_column_int64(st, 0);
	snprintf(row->key, sizeof row->key, "%s", text_at(st, 1));
	row->status = sqlite3_column_int(st, 2);
	row->updated = sqlite3_column_int64(st, 3);
	row->meta = text_at(st, 4);
}

bool sv_store_find_table(sv_store *s, const char *key, sv_table_row *out)
{
	assert(s && key && out);
	sqlite3_stmt *st = find_row(s, SQL_TABLE, (value[]){text(key)});
	if (!st)
		return false;
	read_table(st, out);
	out->meta = copy_column(s, SQL_TABLE, 4);
	sqlite3_reset(st);
	return true;
}

static bool list_tables(
	sv_store *s, sv_statement which, const value *v, sv_table_visitor *visit, void *to)
{
	int rc;
	sv_table_row row;
	sqlite3_stmt *st = bind_statement(s, which, v);
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		read_table(st, &row);
		if (!visit(to, &row))
			break;
	}
	return end_list(s, which, rc);
}

bool sv_store_each_table(sv_store *s, int status, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	return list_tables(s, SQL_TABLES, (value[]){number(status)}, visit, to);
}

bool sv_store_add_player(sv_store *s, int64_t person, int64_t table)
{
	assert(s);
	return write_row(s, SQL_PUT_SITTER, (value[]){number(person), number(table)});
}

bool sv_store_each_table_of(
	sv_store *s, int64_t person, int status, int most, sv_table_visitor *visit, void *to)
{
	assert(s && visit && most > 0);
	return list_tables(
		s, SQL_TABLES_OF, (value[]){number(person), number(status), number(most)}, visit, to);
}

bool sv_store_each_line(sv_store *s, int64_t table, int from, sv_line_visitor *visit, void *to)
{
	assert(s && visit);
	int rc;
	sqlite3_stmt *st = bind_statement(s, SQL_LINES, (value[]){number(table), number(from)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_line line = {.at = sqlite3_column_int64(st, 1),
			.person = sqlite3_column_int64(st, 2),
			.value = (uint32_t)sqlite3_column_int64(st, 3),
			.kind = (uint8_t)sqlite3_column_int(st, 4),
			.seat = (uint8_t)sqlite3_column_int(st, 5),
			.served = sqlite3_column_int64(st, 7)};
		if (!line.served) /* an older program did not know it */
			line.served = line.at;
		snprintf(line.message_id, sizeof line.message_id, "%s", text_at(st, 6));
		if (!visit(to, sqlite3_column_int(st, 0), &line))
			break;
	}
	return end_list(s, SQL_LINES, rc);
}

bool sv_store_find_snapshot(sv_store *s, int64_t table, sv_snapshot *out)
{
	assert(s && out);
	sqlite3_stmt *st = find_row(s, SQL_SNAPSHOT, (value[]){number(table)});
	if (!st)
		return false;
	out->seq = sqlite3_column_int(st, 0);
	out->bytes = copy_column(s, SQL_SNAPSHOT, 1);
	out->size = (size_t)sqlite3_column_bytes(st, 1);
	sqlite3_reset(st);
	return true;
}

int sv_store_count_lines(sv_store *s, int64_t table)
{
	assert(s);
	return (int)find_number(s, SQL_COUNT_LINES, (value[]){number(table)});
}

bool sv_store_put_base(sv_store *s, int64_t table, const void *from, size_t size)
{
	assert(s && from);
	return write_row(s, SQL_PUT_BASE, (value[]){number(table), bytes(from, size)});
}

bool sv_store_find_base(sv_store *s, int64_t table, sv_snapshot *out)
{
	assert(s && out);
	sqlite3_stmt *st = find_row(s, SQL_BASE, (value[]){number(table)});
	if (!st)
		return false;
	out->seq = 0;
	out->bytes = copy_column(s, SQL_BASE, 0);
	out->size = (size_t)sqlite3_column_bytes(st, 0);
	sqlite3_reset(st);
	return true;
}

bool sv_store_put_game(sv_store *s, int64_t table, const sv_kept_game *game)
{
	assert(s && game && game->bytes);
	return write_row(s, SQL_PUT_GAME,
		(value[]){number(table), number(game->lines), number((int64_t)game->full_size),
			bytes(game->bytes, game->size)});
}

bool sv_store_find_game(sv_store *s, int64_t table, sv_kept_game *out)
{
	assert(s && out);
	sqlite3_stmt *st = find_row(s, SQL_GAME, (value[]){number(table)});
	if (!st)
		return false;
	out->lines = sqlite3_column_int(st, 0);
	out->full_size = (size_t)sqlite3_column_int64(st, 1);
	out->bytes = copy_column(s, SQL_GAME, 2);
	out->size = (size_t)sqlite3_column_bytes(st, 2);
	sqlite3_reset(st);
	return true;
}

bool sv_store_next_unkept(sv_store *s, int64_t id, sv_table_row *out)
{
	assert(s && out);
	sqlite3_stmt *st = find_row(s, SQL_NEXT_UNKEPT, (value[]){number(id)});
	if (!st)
		return false;
	read_table(st, out);
	out->meta = copy_column(s, SQL_NEXT_UNKEPT, 4);
	sqlite3_reset(st);
	return true;
}

int64_t sv_store_count_tables(sv_store *s, int status)
{
	assert(s);
	return find_number(s, SQL_COUNT_TABLES, (value[]){number(status)});
}

int64_t sv_store_last_table(sv_store *s)
{
	assert(s);
	return find_number(s, SQL_LAST_TABLE, NULL);
}

/* ---- The clock ------------------------------------------------------------------------------- */

bool sv_store_put_time_served(sv_store *s, int64_t ms)
{
	assert(s);
	return write_row(s, SQL_PUT_TIME_SERVED, (value[]){number(ms)});
}

bool sv_store_find_time_served(sv_store *s, int64_t *ms)
{
	assert(s && ms);
	sqlite3_stmt *st = find_row(s, SQL_TIME_SERVED, NULL);
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
		if (rc == SQLITE_ROW && strcmp(text_at(st, 0), "ok") != 0)
			on_damage(to, text_at(st, 0));
	}
	if (rc != SQLITE_DONE)
		on_damage(to, sqlite3_errmsg(s->db));
	sqlite3_finalize(st);
}

/* ---- Lists, limits and what expires ---------------------------------------------------------- */

/* Adds a name as it is searched for, and again from the beginning of each of its words. */
static bool add_name(sv_store *s, int64_t table, const char *name)
{
	char key[SV_LOOK_SIZE];
	if (!name || !*name || !sv_name_search_key(name, key))
		return true;
	for (const char *word = key; word; word = strchr(word, ' ')) {
		word += *word == ' ';
		if (!write_row(s, SQL_ADD_NAME, (value[]){number(table), text(word)}))
			return false;
	}
	return true;
}

bool sv_store_put_seats(
	sv_store *s, int64_t table, const int64_t *people, const char *const *names, int count)
{
	assert(s && ((people && names) || count == 0));
	bool good = write_row(s, SQL_CLEAR_SEATS, (value[]){number(table)}) &&
		write_row(s, SQL_CLEAR_NAMES, (value[]){number(table)});
	for (int i = 0; good && i < count; i++)
		if (people[i])
			good = write_row(s, SQL_ADD_SEAT, (value[]){number(table), number(people[i])}) &&
				add_name(s, table, names[i]);
	return good;
}

/* Names that begin with a text are not less than it, and less than the text with the greatest
 * character after it. */
static bool list_named(
	sv_store *s, const sv_list_filter *f, int most, sv_table_visitor *visit, void *to)
{
	char least[SV_LOOK_SIZE], most_name[SV_LOOK_SIZE + 8];
	s->error[0] = '\0';
	if (!sv_name_search_key(f->name, least))
		return true;
	snprintf(most_name, sizeof most_name, "%s\xf4\x8f\xbf\xbf", least);
	return list_tables(s, SQL_LIST_NAMED,
		(value[]){number(f->before), number(f->before_id), number(f->since), number(most),
			number(f->status), text(f->game), number(f->with_room), text(least), text(most_name)},
		visit, to);
}

bool sv_store_each_listed(
	sv_store *s, const sv_list_filter *f, int most, sv_table_visitor *visit, void *to)
{
	assert(s && f && f->game && f->name && visit);
	if (f->name[0])
		return list_named(s, f, most, visit, to);
	value from = number(f->before), from_id = number(f->before_id), since = number(f->since);
	value status = number(f->status), game = text(f->game), limit = number(most);
	if (f->with_room && f->game[0])
		return list_tables(
			s, SQL_LIST_WITH_ROOM_OF_GAME, (value[]){from, from_id, since, limit, game}, visit, to);
	if (f->with_room)
		return list_tables(
			s, SQL_LIST_WITH_ROOM, (value[]){from, from_id, since, limit}, visit, to);
	return list_tables(s, f->game[0] ? SQL_LIST_OF_GAME : SQL_LIST,
		(value[]){from, from_id, since, limit, status, game}, visit, to);
}

bool sv_store_each_own(sv_store *s, int64_t person, int most, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	return list_tables(s, SQL_OWN_TABLES, (value[]){number(person), number(most)}, visit, to);
}

static bool find_amounts(sv_store *s, sv_statement which, const value *v, sv_table_amounts *out)
{
	sqlite3_stmt *st = find_row(s, which, v);
	*out = (sv_table_amounts){0};
	if (!st)
		return false;
	*out = (sv_table_amounts){
		sqlite3_column_int(st, 0), sqlite3_column_int(st, 1), sqlite3_column_int(st, 2)};
	sqlite3_reset(st);
	return true;
}

bool sv_store_amounts_of(sv_store *s, int64_t person, sv_table_amounts *out)
{
	assert(s && out);
	return person ? find_amounts(s, SQL_AMOUNTS_OF, (value[]){number(person)}, out)
				  : find_amounts(s, SQL_AMOUNTS, NULL, out);
}

bool sv_store_amounts_at(sv_store *s, int64_t table, sv_table_amounts *out)
{
	assert(s && out);
	return find_amounts(s, SQL_AMOUNTS_AT, (value[]){number(table)}, out);
}

int64_t sv_store_count_seats(sv_store *s, int64_t person)
{
	assert(s);
	return find_number(s, SQL_COUNT_SEATS, (value[]){number(person)});
}

bool sv_store_find_expired(sv_store *s, int64_t now, sv_table_row *out)
{
	assert(s && out);
	sqlite3_stmt *st = find_row(s, SQL_EXPIRED, (value[]){number(now)});
	if (!st)
		return false;
	read_table(st, out);
	out->meta = copy_column(s, SQL_EXPIRED, 4);
	sqlite3_reset(st);
	return true;
}

bool sv_store_set_expiry(sv_store *s, int64_t table, int64_t expires)
{
	assert(s);
	return write_row(s, SQL_SET_EXPIRY, (value[]){number(expires), number(table)});
}

bool sv_store_delete_table(sv_store *s, int64_t table)
{
	assert(s);
	static const sv_statement parts[] = {SQL_DELETE_LINES, SQL_DELETE_SNAPSHOTS, SQL_DELETE_BASE,
		SQL_DELETE_GAME, SQL_DELETE_TALK, SQL_DELETE_SITTERS, SQL_CLEAR_SEATS, SQL_CLEAR_NAMES,
		SQL_DELETE_TABLE};
	bool good = true;
	for (size_t i = 0; good && i < sizeof parts / sizeof parts[0]; i++)
		good = write_row(s, parts[i], (value[]){number(table)});
	return good;
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
	if (s->db && prepare(s, &why)) {
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
