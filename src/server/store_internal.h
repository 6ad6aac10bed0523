/* store_internal.h: how the files of the store run their SQL statements, and what these files
 * share. store.h is for all others, store_driver.h for the databases. */
#ifndef APPARAT_SERVER_STORE_INTERNAL_H
#define APPARAT_SERVER_STORE_INTERNAL_H

#include <string.h>

#include "server/store.h"
#include "server/store_statements.h"

/* The rows that a statement has found; it stands at one of them. */
typedef struct sv_rows sv_rows;

/* A parameter of a statement, in the order of the question marks. */
typedef struct sv_value {
	enum { SV_NUMBER, SV_TEXT, SV_BYTES, SV_NOTHING } type; /* SV_NOTHING: the SQL value NULL */
	int64_t number;
	const void *bytes; /* NULL: the SQL value NULL. A text is ended by a zero, too */
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

static inline sv_value sv_nothing(void)
{
	return (sv_value){.type = SV_NOTHING};
}

#define VALUES(...) ((sv_value[]){__VA_ARGS__})

static inline bool sv_store_is_terminated(const char *array, size_t size)
{
	return memchr(array, '\0', size) != NULL;
}

/* ---- Writing --------------------------------------------------------------------------------- */

void sv_store_clear_error(sv_store *store);

/* Rejects a row that cannot be stored. That is a failed write, too, since the caller relies on
 * it. Returns false. */
bool sv_store_reject(sv_store *store, const char *why);

/* Runs a statement that writes, within the open transaction. */
bool sv_store_write_row(sv_store *store, sv_statement which, const sv_value *values);

/* The same for a statement of which it matters how many rows it changes. Returns how many; -1 on
 * failure. */
int sv_store_count_changed(sv_store *store, sv_statement which, const sv_value *values);

/* The same for one that returns the number of the row that it has added; -1 on failure. */
int64_t sv_store_add_numbered(sv_store *store, sv_statement which, const sv_value *values);

/* ---- Copying: store_copy.c ------------------------------------------------------------------- */

/* Gives SQL_ANY_READ or SQL_ANY_WRITE this text. */
bool sv_store_prepare(sv_store *store, sv_statement which, const char *sql);

/* After all rows were copied: `last_person` is the greatest id that a person ever had. */
bool sv_store_finish_copy(sv_store *store, int64_t last_person);

/* Returns the columns that are copied of table number n, and its name; NULL if there are no more.
 */
const char *sv_store_copied_columns(int n, const char **table);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Begins to read rows: sv_next_row() leads to the first. Returns NULL on failure, which the
 * functions below take for no rows. Each statement can be read once at a time. */
sv_rows *sv_store_read(sv_store *store, sv_statement which, const sv_value *values);

/* Leads to the next row. Returns false if there is none, or on failure. */
bool sv_next_row(sv_rows *rows);

/* Ends reading. Returns true if all rows were read, false if the reader stopped before or there was
 * a failure. */
bool sv_end_rows(sv_rows *rows);

/* Returns the first row, which the caller reads before he ends it with sv_end_rows(); NULL if there
 * is none, or on failure. */
sv_rows *sv_store_find_row(sv_store *store, sv_statement which, const sv_value *values);

/* Returns the number in the first column; -1 on failure. */
int64_t sv_store_find_number(sv_store *store, sv_statement which, const sv_value *values);

/* Returns what is in a column of the row; bytes are valid until the next row. */
sv_value sv_value_at(const sv_rows *row, int column);

/* Returns the number in a column of the row; 0 if it is NULL. */
int64_t sv_number_at(const sv_rows *row, int column);

/* Returns the bytes in a column, which are valid until the next row; NULL if it is NULL or empty.
 */
const void *sv_bytes_at(const sv_rows *row, int column, size_t *size);

/* Returns the text in a column, which is valid until the next row; "" if it is NULL. */
const char *sv_text_at(const sv_rows *row, int column);

/* Copies the text in a column to an array of this size; what does not fit is left out. */
void sv_copy_text_at(const sv_rows *row, int column, char *out, size_t size);

/* Copies a column, so that reading can end. The copy is valid until the next one, and is followed
 * by a zero. */
const void *sv_store_copy_column(const sv_rows *row, int column, size_t *size);

/* Copies a column of bytes. Returns false if it has another size. */
bool sv_copy_bytes_at(const sv_rows *row, int column, void *out, size_t size);

/* Reads the columns of a table, as all statements list them. Its `meta` is that of the row. */
void sv_store_read_table(const sv_rows *row, sv_table_row *out);

/* Reads all rows of tables. */
bool sv_store_list_tables(
	sv_store *store, sv_statement which, const sv_value *values, sv_table_visitor *visit, void *to);

/* Reads the columns of a person, as all statements list them. */
void sv_store_read_person(const sv_rows *row, sv_person_row *out);

/* Only ASCII letters change, as SQL does it: all others would need tables of Unicode. */
void sv_store_to_lower_case(const char *text, char *out, size_t size);

#endif
