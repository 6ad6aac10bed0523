/* store_file.h: the SQLite file of a store: its schema of every age, the statements
 * that speak to it, opening it, copying it. */
#ifndef APPARAT_SERVER_STORE_FILE_H
#define APPARAT_SERVER_STORE_FILE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "text/error.h"

/* What store_sqlite.c asks of it, each prepared once. */
typedef enum sv_statement {
	SQL_BEGIN,
	SQL_COMMIT,
	SQL_PUT_TABLE,
	SQL_ADD_LINE,
	SQL_PUT_SNAPSHOT,
	SQL_DROP_SNAPSHOT,
	SQL_TABLE,
	SQL_TABLES,
	SQL_PUT_SITTER,
	SQL_DROP_SITTER,
	SQL_TABLES_OF,
	SQL_LINES,
	SQL_SNAPSHOT,
	SQL_COUNT_TABLES,
	SQL_LAST_TABLE,
	SQL_PUT_PERSON,
	SQL_PERSON,
	SQL_PERSON_NAMED,
	SQL_SILENCE_PERSON,
	SQL_DELETE_PERSON,
	SQL_LAST_PERSON,
	SQL_PUT_SESSION,
	SQL_SESSION,
	SQL_DELETE_SESSION,
	SQL_DELETE_SESSIONS_OF,
	SQL_DELETE_SESSIONS_BEFORE,
	SQL_ADD_TALK,
	SQL_TALK,
	SQL_NEXT_TALK,
	SV_SQL
} sv_statement;

typedef struct sv_sql_row {
	const char *failure, *sql; /* what to say when it fails, before SQLite's own words */
} sv_sql_row;

extern const sv_sql_row sv_sql[SV_SQL];

/* Made if need be, in WAL, migrated to the schema this program knows. NULL: see `error`. */
sqlite3 *sv_file_open(const char *path, ap_error *error);

bool sv_file_in_memory(sqlite3 *db);

/* A copy in a new file; of what is committed, if it is not in memory. */
bool sv_file_copy(sqlite3 *db, const char *path, ap_error *error);

#endif
