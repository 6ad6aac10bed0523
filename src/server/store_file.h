/* store_file.h: the SQLite file of a store: its schema, the SQL statements that the files of
 * the store use, and how the file is opened and copied. */
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
	SQL_PUT_TIME_SERVED,
	SQL_TIME_SERVED,
	SQL_PUT_SECRET,
	SQL_SECRET,
	SQL_PUT_PUSH,
	SQL_PUSHES_OF,
	SQL_DELETE_PUSH,
	SQL_DELETE_PUSHES_OF,
	SQL_ADD_TALK,
	SQL_TALK,
	SQL_NEXT_TALK,
	SQL_ADD_REPORT,
	SQL_DROP_REPORTS,
	SQL_REPORTS,
	SQL_COUNT_REPORTS,
	SQL_FORGET_REPORTER,
	SQL_LIST,
	SQL_LIST_OF_GAME,
	SQL_LIST_WITH_ROOM,
	SQL_LIST_WITH_ROOM_OF_GAME,
	SQL_LIST_NAMED,
	SQL_OWN_TABLES,
	SQL_ADD_SEAT,
	SQL_CLEAR_SEATS,
	SQL_COUNT_SEATS,
	SQL_ADD_NAME,
	SQL_CLEAR_NAMES,
	SQL_AMOUNTS_OF,
	SQL_AMOUNTS,
	SQL_AMOUNTS_AT,
	SQL_EXPIRED,
	SQL_SET_EXPIRY,
	SQL_DELETE_LINES,
	SQL_DELETE_SNAPSHOTS,
	SQL_DELETE_BASE,
	SQL_DELETE_GAME,
	SQL_DELETE_TALK,
	SQL_DELETE_SITTERS,
	SQL_DELETE_TABLE,
	SQL_PERSON_ALIKE,
	SQL_MARK_USED,
	SQL_MARK_UNUSED,
	SQL_UNUSED_GUESTS,
	/* Administration: store_admin.c */
	SQL_PEOPLE,
	SQL_RECENT_TABLES,
	SQL_DESCRIBE_SESSION,
	SQL_SESSIONS_OF,
	SQL_ADD_RESTRAINT,
	SQL_RESTRAINTS,
	SQL_COUNT_RESTRAINTS,
	SQL_LIFT_RESTRAINTS,
	SQL_LIFT_RESTRAINT,
	SQL_DELETE_RESTRAINTS_OF,
	SQL_DELETE_RESTRAINTS_BEFORE,
	SQL_PUT_RECOVERY,
	SQL_RECOVERY,
	SQL_DELETE_RECOVERIES_OF,
	SQL_DELETE_RECOVERIES_BEFORE,
	SQL_ADD_ACT,
	SQL_ACTS,
	SQL_PUT_ANNOUNCEMENT,
	SQL_DELETE_ANNOUNCEMENT,
	SQL_ANNOUNCEMENT,
	SQL_DELETE_TALK_LINE,
	SQL_DELETE_REPORT,
	SQL_COUNT_OLD_TABLES,
	SQL_COUNT_OLD_TALK,
	SQL_COUNT_OLD_GUESTS,
	SQL_COUNT_OLD_REPORTS,
	SQL_COUNT_OLD_ACTS,
	SQL_DELETE_OLD_TALK,
	SQL_DELETE_OLD_REPORTS,
	SQL_DELETE_OLD_ACTS,
	SQL_OLD_TABLE,
	SQL_OLD_GUEST,
	SQL_SAID_BY,
	SQL_REPORTS_OF,
	SQL_TABLES_OF_OWNER,
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

/* Copies the database in the file `from` to a new file at `path`. The source is only read: nothing
 * in it is brought up to date. Refuses what is no database of this program. */
bool sv_store_file_copy(const char *from, const char *path, ap_error *error);

#endif
