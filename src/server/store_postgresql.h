/* store_postgresql.h: what belongs to PostgreSQL alone: its connection, its schema, and the
 * statements of the store in its words. For the files of this driver. */
#ifndef APPARAT_SERVER_STORE_POSTGRESQL_H
#define APPARAT_SERVER_STORE_POSTGRESQL_H

#include "server/late_libpq.h"
#include "server/store_driver.h"
#include "server/write_buffer.h"

enum { SV_STATEMENT_SIZE = 2048 /* the text of a statement, with its zero */ };

/* Writes the statement as PostgreSQL has it. Returns how many parameters it has. */
int sv_postgresql_statement(sv_statement which, char out[SV_STATEMENT_SIZE]);

/* The same for a text with question marks. */
int sv_postgresql_translate(const char *sql, char out[SV_STATEMENT_SIZE]);

/* The schema has the same versions as that of SQLite, of which the first ones never were in
 * PostgreSQL: this is the first that was. */
enum { SV_POSTGRESQL_FIRST = 5, SV_POSTGRESQL_LATEST = 6 };

enum { SV_MIGRATION_PARTS = 4 };

#define SV_POSTGRESQL_NEWS "apparat_news" /* the channel of notifications that there is news */

/* What brings a schema to this version from the one before; an empty database to the first. It has
 * so many parts; those that are not needed are NULL. */
const char *const *sv_postgresql_migration(int version);

/* ---- The connection -------------------------------------------------------------------------- */

enum {
	SV_POSTGRESQL_PATIENCE = 10 * 1000, /* ms without an answer, after which it is given up */
	SV_REPLICA_PATIENCE = 500           /* the same for a replica, which can be done without */
};

/* What an answer will belong to. */
typedef enum sv_answer_kind {
	SV_ANSWER_TO_PREPARATION,
	SV_ANSWER_TO_STEP,
	SV_ANSWER_TO_BEGINNING, /* the first row that a transaction writes */
	SV_ANSWER_TO_WRITE,
	SV_ANSWER_TO_READ,
	SV_ANSWER_TO_COMMIT,
	SV_ANSWER_TO_SYNC
} sv_answer_kind;

typedef struct sv_answer_expected {
	sv_answer_kind kind;
	sv_statement which;
} sv_answer_expected;

typedef struct sv_postgresql {
	sv_store base;
	PGconn *connection;
	char *url;
	char name[40];                 /* as which the database knows this store */
	int64_t writer, number;        /* of the transaction that began last */
	int parameters[SV_STATEMENTS]; /* how many each statement has */
	sv_answer_expected *expected;  /* a ring */
	size_t first, count, room;
	PGresult *read;         /* the answer to the last read */
	int changed;            /* rows that the last write has changed */
	sv_commit_state commit; /* the one that was started last */
	bool is_open;           /* a transaction was begun, and neither committed nor undone */
	bool has_failed;        /* what was sent since the last commit, or that, has failed */
	char failure[320];
	bool is_lost;      /* the connection is, or is being made again */
	int64_t unsettled; /* the transaction that was committed last */
	bool is_connecting;
	int64_t connecting_since;
	bool has_claim;   /* this store serves the database */
	bool is_replica;  /* it can be read only */
	int64_t patience; /* ms without an answer, after which it is given up */
} sv_postgresql;

/* ---- store_postgresql.c: what is sent, and the answers to it ----------------------------------
 */

/* An answer of this kind will come. `which` is SV_STATEMENTS if it is to no statement of the store.
 */
void sv_postgresql_expect(sv_postgresql *s, sv_answer_kind kind, sv_statement which);

/* Sends a sync: behind it, what has failed before stops nothing any more. */
bool sv_postgresql_sync(sv_postgresql *s);

/* Takes the answers that are there; waits until there are only so many left if `wait` is true.
 * Returns false if the connection is lost. */
bool sv_postgresql_take_answers(sv_postgresql *s, size_t left, bool wait);

/* Notes whether a failure says that this node was put out, and returns that. */
bool sv_postgresql_note_put_out(sv_postgresql *s, const PGresult *result);

/* Writes the name under which a statement is prepared, and returns it. */
const char *sv_postgresql_statement_name(sv_statement which, char out[16]);

/* Copies the first line of a message of libpq, without its end. */
void sv_postgresql_copy_line(const char *text, char *out, size_t size);

/* Returns the time by a clock that never jumps. */
int64_t sv_postgresql_milliseconds(void);

/* ---- store_postgresql_connect.c -------------------------------------------------------------- */

/* Begins to connect. */
PGconn *sv_postgresql_start_connection(const sv_postgresql *s);

/* Goes on with that, for so many ms. Returns false if it has not come to an end. */
bool sv_postgresql_connect_for(sv_postgresql *s, int64_t most);

/* Makes the connection ready for the store. */
bool sv_postgresql_set_up(sv_postgresql *s, ap_error *error);

/* See store_driver.h. */
bool sv_postgresql_is_away(const sv_store *store);
bool sv_postgresql_reach(sv_store *store);
bool sv_postgresql_claim(sv_store *store, ap_error *error);
bool sv_postgresql_listen(sv_store *store);
int sv_postgresql_socket(const sv_store *store);

#endif
