/* store_sqlite.c: the store in one SQLite file; see store.h. store_file.c has the file and its
 * schema.
 *
 * WAL with synchronous=FULL: a commit is one append to the log and one fsync, however many lines it
 * has, so the server gathers all that one turn of its loop brings into one transaction. It begins
 * with the first write (IMMEDIATE: who cannot write learns it then, not at the commit).
 *
 * Invariants: while nothing is spoilt, `gathering` says whether our transaction is open. After an
 * error SQLite may have rolled it back by itself; `spoilt` is set then, and nothing is written. */
#include "server/store.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/checkpoints.h"
#include "server/store_file.h"

/* ---- Statements ------------------------------------------------------------------------------ */

struct sv_store {
	sqlite3 *db;
	sqlite3_stmt *statement[SV_SQL];
	sv_checkpoints *checkpoints; /* NULL: SQLite makes them, within a commit */
	bool gathering, spoilt;
	char error[320], cause[320]; /* of the last call; of what is spoilt */
	char *held;                  /* what a look-up returned last */
	size_t held_size;
};

static void complain(sv_store *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(sv_store *s, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vsnprintf(s->error, sizeof s->error, format, list);
	va_end(list);
}

static bool failed(sv_store *s, sv_statement which)
{
	complain(s, "%s: %s", sv_sql[which].failure, sqlite3_errmsg(s->db));
	return false;
}

/* What the last complaint is about is lost, and all that was gathered with it. */
static bool spoil(sv_store *s)
{
	s->spoilt = true;
	memcpy(s->cause, s->error, sizeof s->cause);
	return false;
}

/* A parameter of a statement, in the order of its question marks. */
typedef struct value {
	enum { NUMBER, TEXT, BYTES } type;
	int64_t number;
	const void *bytes; /* NULL: an SQL NULL */
	size_t size;
} value;

static value number(int64_t n)
{
	return (value){.type = NUMBER, .number = n};
}

static value text(const char *t)
{
	return (value){.type = TEXT, .bytes = t, .size = t ? strlen(t) : 0};
}

static value bytes(const void *b, size_t size)
{
	return (value){.type = BYTES, .bytes = b, .size = size};
}

/* The caller keeps the bytes until the statement is reset. */
static int bind(sqlite3_stmt *st, int at, const value *v)
{
	if (v->type == NUMBER)
		return sqlite3_bind_int64(st, at, v->number);
	if (v->type == TEXT)
		return sqlite3_bind_text64(st, at, v->bytes, v->size, SQLITE_STATIC, SQLITE_UTF8);
	return sqlite3_bind_blob64(st, at, v->bytes, v->size, SQLITE_STATIC);
}

/* NULL: see the error. `v` has as many values as the statement has question marks. */
static sqlite3_stmt *take(sv_store *s, sv_statement which, const value *v)
{
	sqlite3_stmt *st = s->statement[which];
	s->error[0] = '\0';
	if (sqlite3_stmt_busy(st)) {
		complain(s, "%s: this list is being read", sv_sql[which].failure);
		return NULL;
	}
	for (int i = 0; i < sqlite3_bind_parameter_count(st); i++)
		if (bind(st, i + 1, &v[i]) != SQLITE_OK) {
			failed(s, which);
			return NULL;
		}
	return st;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static bool run(sv_store *s, sv_statement which, const value *v)
{
	sqlite3_stmt *st = take(s, which, v);
	if (!st)
		return false;
	bool done = sqlite3_step(st) == SQLITE_DONE || failed(s, which);
	sqlite3_reset(st);
	return done;
}

static bool is_lost(sv_store *s)
{
	if (s->spoilt)
		complain(s, "nothing is kept since this failed: %.280s", s->cause);
	return s->spoilt;
}

/* A caller's mistake is a failed write, too: he believes it is kept. */
static bool refuse(sv_store *s, const char *why)
{
	if (is_lost(s))
		return false;
	complain(s, "%s", why);
	return spoil(s);
}

static bool put(sv_store *s, sv_statement which, const value *v)
{
	if (is_lost(s))
		return false;
	if (!s->gathering && !run(s, SQL_BEGIN, NULL))
		return spoil(s);
	s->gathering = true;
	return run(s, which, v) || spoil(s);
}

static void roll_back(sv_store *s)
{
	if (!sqlite3_get_autocommit(s->db)) /* else SQLite has done it */
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	s->gathering = false;
}

bool sv_store_commit(sv_store *s)
{
	s->error[0] = '\0';
	if (!s->spoilt && (!s->gathering || run(s, SQL_COMMIT, NULL))) {
		s->gathering = false;
		if (s->checkpoints)
			sv_checkpoints_look(s->checkpoints);
		return true;
	}
	if (!s->spoilt)
		spoil(s);
	roll_back(s);
	memcpy(s->error, s->cause, sizeof s->error);
	return false;
}

bool sv_store_waiting(const sv_store *s)
{
	return s->gathering || s->spoilt;
}

void sv_store_forget(sv_store *s)
{
	roll_back(s);
	s->spoilt = false;
	s->error[0] = '\0';
}

const char *sv_store_error(const sv_store *s)
{
	return s->error;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* A row was found: the caller reads it and resets the statement. */
static sqlite3_stmt *find(sv_store *s, sv_statement which, const value *v)
{
	sqlite3_stmt *st = take(s, which, v);
	if (!st)
		return NULL;
	int rc = sqlite3_step(st);
	if (rc == SQLITE_ROW)
		return st;
	if (rc != SQLITE_DONE)
		failed(s, which);
	sqlite3_reset(st);
	return NULL;
}

/* One number; -1: failed. */
static int64_t look_up(sv_store *s, sv_statement which, const value *v)
{
	sqlite3_stmt *st = find(s, which, v);
	if (!st)
		return -1;
	int64_t n = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return n;
}

/* A list came to its end, or was broken off by its reader, or by an error. */
static bool end_list(sv_store *s, sv_statement which, int rc)
{
	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		failed(s, which);
	sqlite3_reset(s->statement[which]);
	return rc == SQLITE_DONE;
}

static const char *text_at(sqlite3_stmt *st, int column)
{
	const unsigned char *t = sqlite3_column_text(st, column);
	return t ? (const char *)t : "";
}

/* A copy that outlives the statement: one left open would hold up the checkpoints. */
static const void *hold(sv_store *s, sv_statement which, int column)
{
	sqlite3_stmt *st = s->statement[which];
	const void *from = sqlite3_column_blob(st, column);
	size_t size = (size_t)sqlite3_column_bytes(st, column);
	if (size + 1 > s->held_size) {
		char *more = realloc(s->held, size + 1);
		if (!more) {
			complain(s, "%s: not enough memory", sv_sql[which].failure);
			return NULL;
		}
		s->held = more;
		s->held_size = size + 1;
	}
	if (size > 0)
		memcpy(s->held, from, size);
	s->held[size] = '\0';
	return s->held;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool ends_in(const char *array, size_t size)
{
	return memchr(array, '\0', size) != NULL;
}

bool sv_store_put_table(sv_store *s, const sv_table_row *row)
{
	if (!row->meta || !row->key[0] || !ends_in(row->key, sizeof row->key))
		return refuse(s, "a table cannot be kept: it needs a key and a meta");
	if (!put(s, SQL_PUT_TABLE,
			(value[]){number(row->id), text(row->key), number(row->status), number(row->updated),
				text(row->meta)}))
		return false;
	if (sqlite3_changes(s->db) == 1)
		return true;
	complain(s, "a table cannot be kept: %lld has another key", (long long)row->id);
	return spoil(s);
}

bool sv_store_add_line(sv_store *s, int64_t table, int seq, const sv_line *line)
{
	bool lost = s->spoilt;
	if (!ends_in(line->client, sizeof line->client))
		return refuse(s, "a line cannot be added: the client's id does not end");
	if (put(s, SQL_ADD_LINE,
			(value[]){number(table), number(seq), number(line->at), number(line->person),
				number(line->value), number(line->kind), number(line->seat),
				text(line->client[0] ? line->client : NULL)}))
		return true;
	if (lost || sqlite3_extended_errcode(s->db) != SQLITE_CONSTRAINT_PRIMARYKEY)
		return false;
	complain(s, "line %d of table %lld is there already", seq, (long long)table);
	return spoil(s);
}

bool sv_store_put_snapshot(sv_store *s, int64_t table, int seq, const void *from, size_t size)
{
	return put(s, SQL_DROP_SNAPSHOT, (value[]){number(table)}) &&
		put(s, SQL_PUT_SNAPSHOT, (value[]){number(table), number(seq), bytes(from, size)});
}

static void read_table(sqlite3_stmt *st, sv_table_row *row)
{
	row->id = sqlite3_column_int64(st, 0);
	snprintf(row->key, sizeof row->key, "%s", text_at(st, 1));
	row->status = sqlite3_column_int(st, 2);
	row->updated = sqlite3_column_int64(st, 3);
	row->meta = text_at(st, 4);
}

bool sv_store_table(sv_store *s, const char *key, sv_table_row *out)
{
	sqlite3_stmt *st = find(s, SQL_TABLE, (value[]){text(key)});
	if (!st)
		return false;
	read_table(st, out);
	out->meta = hold(s, SQL_TABLE, 4);
	sqlite3_reset(st);
	return out->meta != NULL;
}

static bool list_tables(
	sv_store *s, sv_statement which, const value *v, sv_each_table *each, void *to)
{
	int rc;
	sv_table_row row;
	sqlite3_stmt *st = take(s, which, v);
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		read_table(st, &row);
		if (!each(to, &row))
			break;
	}
	return end_list(s, which, rc);
}

bool sv_store_tables(sv_store *s, int status, sv_each_table *each, void *to)
{
	return list_tables(s, SQL_TABLES, (value[]){number(status)}, each, to);
}

bool sv_store_put_sitter(sv_store *s, int64_t person, int64_t table)
{
	return put(s, SQL_PUT_SITTER, (value[]){number(person), number(table)});
}

bool sv_store_tables_of(
	sv_store *s, int64_t person, int status, int most, sv_each_table *each, void *to)
{
	return list_tables(
		s, SQL_TABLES_OF, (value[]){number(person), number(status), number(most)}, each, to);
}

bool sv_store_lines(sv_store *s, int64_t table, int from, sv_each_line *each, void *to)
{
	int rc;
	sqlite3_stmt *st = take(s, SQL_LINES, (value[]){number(table), number(from)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_line line = {.at = sqlite3_column_int64(st, 1),
			.person = sqlite3_column_int64(st, 2),
			.value = (uint32_t)sqlite3_column_int64(st, 3),
			.kind = (uint8_t)sqlite3_column_int(st, 4),
			.seat = (uint8_t)sqlite3_column_int(st, 5)};
		snprintf(line.client, sizeof line.client, "%s", text_at(st, 6));
		if (!each(to, sqlite3_column_int(st, 0), &line))
			break;
	}
	return end_list(s, SQL_LINES, rc);
}

bool sv_store_snapshot(sv_store *s, int64_t table, sv_snapshot *out)
{
	sqlite3_stmt *st = find(s, SQL_SNAPSHOT, (value[]){number(table)});
	if (!st)
		return false;
	out->seq = sqlite3_column_int(st, 0);
	out->bytes = hold(s, SQL_SNAPSHOT, 1);
	out->size = (size_t)sqlite3_column_bytes(st, 1);
	sqlite3_reset(st);
	return out->bytes != NULL;
}

int64_t sv_store_count_tables(sv_store *s, int status)
{
	return look_up(s, SQL_COUNT_TABLES, (value[]){number(status)});
}

int64_t sv_store_last_table(sv_store *s)
{
	return look_up(s, SQL_LAST_TABLE, NULL);
}

/* ---- People ---------------------------------------------------------------------------------- */

/* ASCII alone: to fold more needs tables of Unicode, and an é that differs is a name that differs.
 */
static const char *fold(const char *name, char out[SV_NAME])
{
	size_t i = 0;
	for (; name[i] && i < SV_NAME - 1; i++)
		out[i] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
	out[i] = '\0';
	return out;
}

bool sv_store_put_person(sv_store *s, const sv_person_row *row)
{
	char folded[SV_NAME];
	if (!ends_in(row->name, sizeof row->name) || !ends_in(row->password, sizeof row->password) ||
		!ends_in(row->settings, sizeof row->settings))
		return refuse(s, "a person cannot be kept: name, password or settings do not end");
	return put(s, SQL_PUT_PERSON,
		(value[]){number(row->id), text(row->name),
			text(row->password[0] ? fold(row->name, folded) : NULL), text(row->password),
			number(row->created), number(row->seen), text(row->settings)});
}

static bool read_person(sv_store *s, sv_statement which, const value *v, sv_person_row *out)
{
	sqlite3_stmt *st = find(s, which, v);
	if (!st)
		return false;
	out->id = sqlite3_column_int64(st, 0);
	snprintf(out->name, sizeof out->name, "%s", text_at(st, 1));
	snprintf(out->password, sizeof out->password, "%s", text_at(st, 2));
	out->created = sqlite3_column_int64(st, 3);
	out->seen = sqlite3_column_int64(st, 4);
	snprintf(out->settings, sizeof out->settings, "%s", text_at(st, 5));
	sqlite3_reset(st);
	return true;
}

bool sv_store_person(sv_store *s, int64_t id, sv_person_row *out)
{
	return read_person(s, SQL_PERSON, (value[]){number(id)}, out);
}

bool sv_store_person_named(sv_store *s, const char *name, sv_person_row *out)
{
	char folded[SV_NAME];
	s->error[0] = '\0';
	if (strlen(name) >= SV_NAME)
		return false; /* folding would cut it to somebody else's */
	return read_person(s, SQL_PERSON_NAMED, (value[]){text(fold(name, folded))}, out);
}

bool sv_store_delete_person(sv_store *s, int64_t id)
{
	return put(s, SQL_SILENCE_PERSON, (value[]){number(id)}) &&
		put(s, SQL_DROP_SITTER, (value[]){number(id)}) &&
		put(s, SQL_DELETE_PERSON, (value[]){number(id)});
}

int64_t sv_store_last_person(sv_store *s)
{
	return look_up(s, SQL_LAST_PERSON, NULL);
}

bool sv_store_put_session(
	sv_store *s, const uint8_t hash[SV_SECRET], int64_t person, int64_t expires)
{
	return put(
		s, SQL_PUT_SESSION, (value[]){bytes(hash, SV_SECRET), number(person), number(expires)});
}

bool sv_store_session(
	sv_store *s, const uint8_t hash[SV_SECRET], int64_t now, int64_t *person, int64_t *expires)
{
	sqlite3_stmt *st = find(s, SQL_SESSION, (value[]){bytes(hash, SV_SECRET), number(now)});
	if (!st)
		return false;
	*person = sqlite3_column_int64(st, 0);
	*expires = sqlite3_column_int64(st, 1);
	sqlite3_reset(st);
	return true;
}

bool sv_store_delete_session(sv_store *s, const uint8_t hash[SV_SECRET])
{
	return put(s, SQL_DELETE_SESSION, (value[]){bytes(hash, SV_SECRET)});
}

bool sv_store_delete_sessions_of(sv_store *s, int64_t person)
{
	return put(s, SQL_DELETE_SESSIONS_OF, (value[]){number(person)});
}

bool sv_store_delete_sessions_before(sv_store *s, int64_t now)
{
	return put(s, SQL_DELETE_SESSIONS_BEFORE, (value[]){number(now)});
}

/* ---- Talk ------------------------------------------------------------------------------------ */

bool sv_store_add_talk(sv_store *s, int64_t table, int n, const sv_talk *talk)
{
	return put(s, SQL_ADD_TALK,
		(value[]){number(table), number(n), number(talk->at), number(talk->person),
			number(talk->seen_by), number(talk->from), text(talk->text)});
}

bool sv_store_talk(sv_store *s, int64_t table, int from, sv_each_talk *each, void *to)
{
	int rc;
	sqlite3_stmt *st = take(s, SQL_TALK, (value[]){number(table), number(from)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_talk talk = {.at = sqlite3_column_int64(st, 1),
			.person = sqlite3_column_int64(st, 2),
			.seen_by = (uint16_t)sqlite3_column_int(st, 3),
			.from = (uint8_t)sqlite3_column_int(st, 4),
			.text = text_at(st, 5)};
		if (!each(to, sqlite3_column_int(st, 0), &talk))
			break;
	}
	return end_list(s, SQL_TALK, rc);
}

int sv_store_next_talk(sv_store *s, int64_t table)
{
	return (int)look_up(s, SQL_NEXT_TALK, (value[]){number(table)});
}

/* ---- The whole ------------------------------------------------------------------------------- */

static bool prepare(sv_store *s, ap_error *error)
{
	for (int i = 0; i < SV_SQL; i++)
		if (sqlite3_prepare_v3(s->db, sv_sql[i].sql, -1, SQLITE_PREPARE_PERSISTENT,
				&s->statement[i], NULL) != SQLITE_OK)
			return ap_fail(error, 0, "is damaged: %s", sqlite3_errmsg(s->db));
	return true;
}

sv_store *sv_store_open(const char *url, ap_error *error)
{
	static const char scheme[] = "sqlite:";
	size_t length = sizeof scheme - 1;
	if (strncmp(url, scheme, length) != 0 || !url[length]) {
		ap_fail(error, 0, "\"%.200s\" is no store: sqlite:PATH is", url);
		return NULL;
	}
	sv_store *s = calloc(1, sizeof *s);
	ap_error why = {.message = "cannot be opened: not enough memory"};
	if (s && (s->db = sv_file_open(url + length, &why)) && prepare(s, &why))
		return s;
	ap_fail(error, 0, "%.150s %.160s", url + length, why.message);
	sv_store_close(s);
	return NULL;
}

void sv_store_stay(sv_store *s)
{
	if (!s->checkpoints)
		s->checkpoints = sv_checkpoints_open(s->db);
}

void sv_store_close(sv_store *s)
{
	if (!s)
		return;
	if (s->checkpoints)
		sv_checkpoints_close(s->checkpoints);
	for (int i = 0; i < SV_SQL; i++)
		sqlite3_finalize(s->statement[i]);
	int rc = sqlite3_close(s->db);
	assert(rc == SQLITE_OK); /* nothing of ours is left in it */
	(void)rc;
	free(s->held);
	free(s);
}

bool sv_store_backup(sv_store *s, const char *path)
{
	ap_error why = {.message = "commit first"};
	bool copied =
		(!sv_file_in_memory(s->db) || !sv_store_waiting(s)) && sv_file_copy(s->db, path, &why);
	s->error[0] = '\0';
	if (!copied)
		complain(s, "no copy in %.120s: %.180s", path, why.message);
	return copied;
}
