/* store_file.h: the SQLite file of a store: its schema, and how the file is opened and copied. */
#ifndef APPARAT_SERVER_STORE_FILE_H
#define APPARAT_SERVER_STORE_FILE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "text/error.h"

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
