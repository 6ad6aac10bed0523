/* store_internal.h: how the files of the store run their SQL statements, and what these files
 * share. store.h is for all others. */
#ifndef APPARAT_SERVER_STORE_INTERNAL_H
#define APPARAT_SERVER_STORE_INTERNAL_H

#include <string.h>

#include "server/checkpoints.h"
#include "server/store.h"
#include "server/store_file.h"

struct sv_store {
	sqlite3 *db;
	sqlite3_stmt *statement[SV_STATEMENTS];
	sv_checkpoints *checkpoints;     /* NULL: SQLite makes checkpoints itself, within commits */
	bool in_transaction, has_failed; /* see store_sqlite.c */
	char error[320];                 /* the error of the last call */
	char failure_cause[320];         /* the error that made the transaction fail */
	bool keeps_room;                 /* see sv_store_keep_room() */
	bool gave_room;                  /* see sv_store_make_room() */
	int64_t waits;                   /* see sv_store_waits() */
	bool impatient;                  /* see sv_store_be_patient() */
	char *copied;                    /* the last column that sv_store_copy_column() copied */
	size_t copied_size;
};

/* A parameter of a statement, in the order of the question marks. */
typedef struct sv_value {
	enum { SV_NUMBER, SV_TEXT, SV_BYTES } type;
	int64_t number;
	const void *bytes; /* NULL: the SQL value NULL */
	size_t size;
} sv_value;

static inline sv_value sv_number(int64_t n)
{
	return (sv_value){.type = SV_NUMBER, .number = n};
}

static inline sv_value sv_text(const char *t)
{
	return (sv_value){.type = SV_TEXT, .bytes = t, .size = t ? strlen(t) : 0};
}

static inline sv_value sv_bytes(const void *b, size_t size)
{
	return (sv_value){.type = SV_BYTES, .bytes = b, .size = size};
}

static inline bool sv_store_is_terminated(const char *array, size_t size)
{
	return memchr(array, '\0', size) != NULL;
}

/* ---- Failures -------------------------------------------------------------------------------- */

void sv_store_set_error(sv_store *store, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The transaction fails because of the last error: nothing of it is kept. Returns false. */
bool sv_store_fail_transaction(sv_store *store);

/* Rejects a row that cannot be stored. That is a failed write, too, since the caller relies on
 * it. Returns false. */
bool sv_store_reject(sv_store *store, const char *why);

/* ---- Writing --------------------------------------------------------------------------------- */

/* Runs a statement that writes, within the open transaction. */
bool sv_store_write_row(sv_store *store, sv_statement which, const sv_value *values);

/* Returns how many rows the last write has changed. */
int sv_store_changed_rows(sv_store *store);

/* Returns the id of the row that was added last. */
int64_t sv_store_last_id(sv_store *store);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Returns the statement at its first row, which the caller reads before resetting it; NULL if there
 * is no row, or on failure. */
sqlite3_stmt *sv_store_find_row(sv_store *store, sv_statement which, const sv_value *values);

/* Returns the number in the first column; -1 on failure. */
int64_t sv_store_find_number(sv_store *store, sv_statement which, const sv_value *values);

/* Calls the visitor for each row; it returns false to stop. */
typedef bool sv_row_visitor(void *to, sqlite3_stmt *row);
bool sv_store_each_row(
	sv_store *store, sv_statement which, const sv_value *values, sv_row_visitor *visit, void *to);

/* A list that is read without a visitor: binds the values to the statement, of which there must be
 * as many as it has question marks, and returns it, or NULL, with an error, on failure. */
sqlite3_stmt *sv_store_bind_statement(sv_store *store, sv_statement which, const sv_value *values);

/* Ends such a list; `rc` is what the last step has returned. Returns true if all of it was read,
 * false if the reader stopped before its end or after an error. */
bool sv_store_end_list(sv_store *store, sv_statement which, int rc);

/* Returns the text of a column; "" if it is NULL. */
const char *sv_store_text_at(sqlite3_stmt *st, int column);

/* Copies a column, so that the statement can be reset: an open statement would hold up the
 * checkpoints. The copy is valid until the next one. */
const void *sv_store_copy_column(sv_store *store, sv_statement which, int column);

/* Copies a column of bytes. Returns false if it has another size. */
bool sv_store_copy_bytes(sqlite3_stmt *row, int column, void *out, size_t size);

/* Reads the columns of a table, as all statements list them. Its `meta` is that of the statement.
 */
void sv_store_read_table(sqlite3_stmt *st, sv_table_row *row);

/* The same for a person. */
void sv_store_read_person(sqlite3_stmt *st, sv_person_row *out);

#endif
