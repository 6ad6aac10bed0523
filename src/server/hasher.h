/* hasher.h: a child process that hashes passwords. A hash takes 50 to 100 ms, for which the
 * server's loop must not wait. */
#ifndef APPARAT_SERVER_HASHER_H
#define APPARAT_SERVER_HASHER_H

#include "server/people.h"

typedef struct sv_hasher sv_hasher;

/* Called by sv_hasher_tick() when the task that `owner` waits for is done. */
typedef void sv_on_hashed(void *owner);

/* Starts the process. Returns NULL, and sets errno, if it cannot be started. */
sv_hasher *sv_hasher_open(sv_on_hashed *on_hashed);
void sv_hasher_close(sv_hasher *hasher);

/* Queues the last of the tasks, which must not be done yet. It has to stay where it is until it is
 * done or cancelled. Returns false if too many tasks wait. */
bool sv_hasher_submit(sv_hasher *hasher, sv_hash_tasks *tasks, void *owner);

/* Removes all tasks of this owner: sv_on_hashed is not called for it any more. */
void sv_hasher_cancel(sv_hasher *hasher, const void *owner);

/* Takes results from the process and gives it the next task. Returns true while tasks remain. */
bool sv_hasher_tick(sv_hasher *hasher, int64_t now);

#endif
