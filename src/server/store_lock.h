/* store_lock.h: one server for each database. The lock is on a file beside it, PATH-lock, which
 * says who serves it, and where; it ends with the process, however that ends. */
#ifndef APPARAT_SERVER_STORE_LOCK_H
#define APPARAT_SERVER_STORE_LOCK_H

#include <stdbool.h>

#include "text/error.h"

typedef struct sv_store_lock {
	int file; /* -1: the store is in memory and needs no lock */
} sv_store_lock;

/* Locks the store of this URL for this process. Returns false if another process has done so; the
 * error says which, and where it serves. Where no file can be made beside the store there is no
 * lock: the store itself says then what is wrong. */
bool sv_lock_store(sv_store_lock *lock, const char *url, ap_error *error);

/* Notes where this process serves. */
void sv_store_lock_note(const sv_store_lock *lock, const char *address);

void sv_unlock_store(sv_store_lock *lock);

#endif
