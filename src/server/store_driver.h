/* store_driver.h: what a database does for the store. There is a driver for each kind of database;
 * store.c calls it, and has what is the same for all of them. */
#ifndef APPARAT_SERVER_STORE_DRIVER_H
#define APPARAT_SERVER_STORE_DRIVER_H

#include "server/store_internal.h"

/* What comes when more rows are asked for. */
typedef enum sv_step { SV_ROW, SV_END, SV_FAILED } sv_step;

struct sv_rows {
	sv_store *store;
	void *handle; /* the driver's own */
	int at;       /* the number of the row, where the driver counts them */
	sv_statement which;
	bool is_open;
	sv_step last; /* what came last */
};

/* Functions that return bool return false on failure, with an error. Those of the last part may be
 * NULL: then the database has nothing of the kind. */
typedef struct sv_driver {
	/* Begins a transaction; that of a node can commit only if nobody has put it out: otherwise
	 * `was_put_out` is set. */
	bool (*begin)(sv_store *store);

	/* Runs a statement that writes, or lets it run later: then its failure is that of the next read
	 * or of the commit. `changed` may be NULL; otherwise it is set to how many rows were changed.
	 */
	bool (*write)(sv_store *store, sv_statement which, const sv_value *values, int *changed);

	/* Begins to commit; another transaction may begin before that is done. Returns
	 * SV_COMMIT_FAILED, with an error, if the commit has failed. */
	sv_commit_state (*start_commit)(sv_store *store);

	/* Returns what has become of a commit that was under way. */
	sv_commit_state (*poll_commit)(sv_store *store, bool wait);

	/* Whether a read would have to wait for what is written now; NULL: it never would. */
	bool (*is_busy)(const sv_store *store);

	/* Gives up all that is not committed. */
	void (*roll_back)(sv_store *store);

	/* Runs a statement that reads; its first row comes with the first call of next(). */
	bool (*read)(sv_rows *rows, const sv_value *values);
	sv_step (*next)(sv_rows *rows);
	void (*end)(sv_rows *rows);
	int64_t (*number)(const sv_rows *rows, int column);
	const void *(*bytes)(const sv_rows *rows, int column, size_t *size);
	int (*type)(const sv_rows *rows, int column); /* of an sv_value */

	/* For copies: see store_internal.h. */
	bool (*prepare)(sv_store *store, sv_statement which, const char *sql);
	bool (*finish_copy)(sv_store *store, int64_t last_person);
	void (*close)(sv_store *store);

	/* Can be read when poll_commit() or listen() may have something to tell; -1: there is none. */
	int (*socket)(const sv_store *store);

	/* Of a database in another process, which may be away: see store.h. A claim is for this server
	 * alone, or together with others if the store is shared. listen() takes what has come without
	 * being asked for, and sets `has_news`. */
	bool (*is_away)(const sv_store *store);
	bool (*reach)(sv_store *store);
	bool (*claim)(sv_store *store, ap_error *error);
	bool (*listen)(sv_store *store);

	void (*start_threads)(sv_store *store);
	bool (*keep_room)(sv_store *store);
	bool (*has_room)(const sv_store *store);
	void (*make_room)(sv_store *store);
	bool (*take_room_back)(sv_store *store);
	void (*be_patient)(sv_store *store, bool patient);
	int64_t (*waits)(const sv_store *store);
	void (*check)(sv_store *store, void (*on_damage)(void *to, const char *text), void *to);
} sv_driver;

/* Drivers put it at the beginning of a struct of their own. */
struct sv_store {
	const sv_driver *driver;
	sv_rows rows[SV_STATEMENTS];
	bool in_transaction, has_failed; /* see store.c */
	sv_commit_state commit;          /* that was begun */
	const char *backend;             /* as which the database knows its connection; NULL: "" */
	bool is_shared;                  /* with other nodes: see store_nodes.h */
	bool was_put_out, has_news;
	int64_t node;            /* whose transactions are begun; 0: nobody's */
	char error[320];         /* the error of the last call */
	char failure_cause[320]; /* the error that made the transaction fail */
	char *copied;            /* the last column that sv_store_copy_column() copied */
	size_t copied_size;
};

void sv_store_set_error(sv_store *store, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Sets the error of a statement that has failed for this reason. Returns false. */
bool sv_store_report(sv_store *store, sv_statement which, const char *reason);

/* The transaction fails because of the last error: nothing of it is kept. Returns false. */
bool sv_store_fail_transaction(sv_store *store);

/* Sets up what is the same for all stores. */
void sv_store_set_up(sv_store *store, const sv_driver *driver);

/* ---- The drivers ----------------------------------------------------------------------------- */

/* Opens the database in the file at `path`, which may be ":memory:". */
sv_store *sv_sqlite_open(const char *path, ap_error *error);

/* Opens the database of a URL that begins with "postgresql:". */
sv_store *sv_postgresql_open(const char *url, ap_error *error);

/* Opens a replica: see sv_store_open_replica(). */
sv_store *sv_postgresql_open_replica(const char *url, ap_error *error);

#endif
