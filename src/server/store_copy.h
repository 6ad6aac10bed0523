/* store_copy.h: all that is in a store, copied to another one, of the same kind or not. */
#ifndef APPARAT_SERVER_STORE_COPY_H
#define APPARAT_SERVER_STORE_COPY_H

#include "server/store.h"

/* Is told how many rows a table of the database has. */
typedef void sv_on_copied(void *to, const char *table, int64_t rows);

/* Copies all rows of all tables to a store that is empty, and commits; then reads all of them again
 * and compares. Both must be served by nobody. Returns false, with an error, if anything fails or
 * differs; the target is then empty still, or not to be used. */
bool sv_store_copy_rows(
	sv_store *from, sv_store *target, sv_on_copied *on_copied, void *to, ap_error *error);

#endif
