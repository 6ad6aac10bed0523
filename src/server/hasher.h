/* hasher.h: passwords are hashed in a process of its own, for it takes 50 to 100 ms each and the
 * loop must not wait. */
#ifndef APPARAT_SERVER_HASHER_H
#define APPARAT_SERVER_HASHER_H

#include "server/people.h"

typedef struct sv_hasher sv_hasher;

/* `whose` wants to go on. */
typedef void sv_on_hashed(void *whose);

sv_hasher *sv_hasher_open(sv_on_hashed *on_hashed); /* NULL: could not be made */
void sv_hasher_close(sv_hasher *hasher);

/* The first of `proofs` that is not done, which stays where it is until it is done or cancelled.
 * False: too many wait. */
bool sv_hasher_ask(sv_hasher *hasher, sv_proofs *proofs, void *whose);
void sv_hasher_cancel(sv_hasher *hasher, const void *whose);
/* Hands out what is ready. True: something is still being hashed. */
bool sv_hasher_tick(sv_hasher *hasher, int64_t now);

#endif
