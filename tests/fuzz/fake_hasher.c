/* fake_hasher.c: replaces src/server/hasher.c. It uses no other process and a hash that takes no
 * time, and gives its answers at the next tick. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hasher.h"
#include "text/memory.h"

enum { MOST_WAITING = 64 };

struct sv_hasher {
	sv_on_hashed *on_hashed;
	struct {
		sv_hash_task *proof;
		void *whose;
	} queue[MOST_WAITING];
	int count;
};

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const password,
	unsigned long long length, unsigned long long ops, size_t memory)
{
	(void)ops;
	(void)memory;
	snprintf(out, crypto_pwhash_STRBYTES, "$%.*s", (int)(length < 40 ? length : 40), password);
	return 0;
}

int crypto_pwhash_str_verify(
	const char *hash, const char *const password, unsigned long long length)
{
	char own[crypto_pwhash_STRBYTES];
	int failed = crypto_pwhash_str(own, password, length, 0, 0);
	return failed || strcmp(own, hash) != 0 ? -1 : 0;
}

sv_hasher *sv_hasher_open(sv_on_hashed *on_hashed)
{
	sv_hasher *h = ap_allocate(1, sizeof *h);
	h->on_hashed = on_hashed;
	return h;
}

void sv_hasher_close(sv_hasher *h)
{
	free(h);
}

bool sv_hasher_submit(sv_hasher *h, sv_hash_tasks *proofs, void *whose)
{
	if (h->count == MOST_WAITING)
		return false;
	h->queue[h->count].proof = &proofs->task[proofs->count - 1];
	h->queue[h->count++].whose = whose;
	return true;
}

static void remove_from_queue(sv_hasher *h, int at)
{
	h->count--;
	memmove(&h->queue[at], &h->queue[at + 1], (size_t)(h->count - at) * sizeof h->queue[0]);
}

void sv_hasher_cancel(sv_hasher *h, const void *whose)
{
	for (int i = h->count - 1; i >= 0; i--)
		if (h->queue[i].whose == whose)
			remove_from_queue(h, i);
}

bool sv_hasher_tick(sv_hasher *h, int64_t now)
{
	(void)now;
	if (h->count > 0) {
		void *whose = h->queue[0].whose;
		sv_run_hash_task(h->queue[0].proof);
		remove_from_queue(h, 0);
		h->on_hashed(whose);
	}
	return h->count > 0;
}
