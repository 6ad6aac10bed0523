/* store_file.h: the SQLite file of a store: its schema, the SQL statements that store_sqlite.c
 * uses, and how the file is opened and copied. */
#ifndef APPARAT_SERVER_STORE_FILE_H
#define APPARAT_SERVER_STORE_FILE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "text/error.h"

/* The SQL statements; each is prepared once. */
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
	SQL_COUNT_LINES,
	SQL_PUT_BASE,
	SQL_BASE,
	SQL_PUT_GAME,
	SQL_GAME,
	SQL_NEXT_UNKEPT,
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
	SV_STATEMENTS
} sv_statement;

typedef struct sv_statement_text {
	const char *failure; /* the message if it fails; SQLite's own message follows it */
	const char *sql;
} sv_statement_text;

extern const sv_statement_text sv_statements[SV_STATEMENTS];

/* Opens the database, or makes it, and brings its schema up to date. `path` may be ":memory:". The
 * changes of an older schema are in a transaction that is left open, so that the caller can give
 * them up. Returns NULL and sets `error` on failure. */
sqlite3 *sv_store_file_open(const char *path, ap_error *error);

/* True if the database is in memory and not in a file. */
bool sv_store_file_in_memory(sqlite3 *db);

/* Copies the database to a new file: what is committed or, if it is in memory, all of it. */
bool sv_store_file_copy(sqlite3 *db, const char *path, ap_error *error);

#endif
