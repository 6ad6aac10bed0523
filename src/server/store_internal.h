/* store_internal.h: how the files of the store run their SQL statements. store.h is for all
 * others. */
#ifndef APPARAT_SERVER_STORE_INTERNAL_H
#define APPARAT_SERVER_STORE_INTERNAL_H

#include <string.h>

#include "server/store.h"
#include "server/store_file.h"

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

static inline bool sv_is_terminated(const char *array, size_t size)
{
	return memchr(array, '\0', size) != NULL;
}

/* Runs a statement that writes, within the open transaction. */
bool sv_store_write_row(sv_store *store, sv_statement which, const sv_value *values);

/* Returns how many rows the last write has changed. */
int sv_store_changed_rows(sv_store *store);

/* Returns the id of the row that was added last. */
int64_t sv_store_last_id(sv_store *store);

/* Returns the statement at its first row, which the caller reads before resetting it; NULL if there
 * is no row, or on failure. */
sqlite3_stmt *sv_store_find_row(sv_store *store, sv_statement which, const sv_value *values);

/* Returns the number in the first column; -1 on failure. */
int64_t sv_store_find_number(sv_store *store, sv_statement which, const sv_value *values);

/* Returns a statement that the caller steps through; NULL on failure. Then comes
 * sv_store_end_list() with the result of the last step, which returns whether all rows were read.
 */
sqlite3_stmt *sv_store_begin_list(sv_store *store, sv_statement which, const sv_value *values);
bool sv_store_end_list(sv_store *store, sv_statement which, int result);

/* Rejects a row that cannot be stored, as a write that has failed. Returns false. */
bool sv_store_reject(sv_store *store, const char *why);

/* Sets the error of the last call; "": there is none. */
void sv_store_set_error(sv_store *store, const char *why);

/* Calls the visitor for each row; it returns false to stop. */
typedef bool sv_row_visitor(void *to, sqlite3_stmt *row);
bool sv_store_each_row(
	sv_store *store, sv_statement which, const sv_value *values, sv_row_visitor *visit, void *to);

/* Returns the text of a column; "" if it is NULL. */
const char *sv_store_text_at(sqlite3_stmt *row, int column);

#endif
