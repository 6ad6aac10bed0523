/* hasher.c: see hasher.h. */
#include "server/hasher.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/child.h"

enum { WAITING = 64, PATIENCE = 15 * 1000 /* ms */ };

typedef struct wish {
	sv_proof *proof;
	void *whose; /* NULL: he is gone */
} wish;

struct sv_hasher {
	sv_on_hashed *on_hashed;
	sv_child child;
	wish line[WAITING]; /* the first is being hashed, if any is */
	int count;
	bool busy;
	int64_t since;
};

static void hash_for_ever(int socket, const void *unused)
{
	sv_proof proof;
	(void)unused;
	while (recv(socket, &proof, sizeof proof, 0) == (ssize_t)sizeof proof) {
		sv_prove(&proof);
		if (send(socket, &proof, sizeof proof, MSG_NOSIGNAL) != (ssize_t)sizeof proof)
			break;
		sodium_memzero(&proof, sizeof proof);
	}
}

static bool hire(sv_hasher *h)
{
	return sv_child_start(&h->child, "apparat-hash", hash_for_ever, NULL);
}

sv_hasher *sv_hasher_open(sv_on_hashed *on_hashed)
{
	sv_hasher *h = calloc(1, sizeof *h);
	if (!h)
		return NULL;
	h->on_hashed = on_hashed;
	if (hire(h))
		return h;
	free(h);
	return NULL;
}

void sv_hasher_close(sv_hasher *h)
{
	sv_child_end(&h->child);
	free(h);
}

bool sv_hasher_ask(sv_hasher *h, sv_proofs *proofs, void *whose)
{
	if (h->count == WAITING)
		return false;
	h->line[h->count++] = (wish){&proofs->proof[proofs->count - 1], whose};
	return true;
}

static void leave_line(sv_hasher *h, int at)
{
	h->count--;
	memmove(&h->line[at], &h->line[at + 1], (size_t)(h->count - at) * sizeof h->line[0]);
}

void sv_hasher_cancel(sv_hasher *h, const void *whose)
{
	for (int i = h->count - 1; i >= 0; i--) {
		if (h->line[i].whose != whose)
			continue;
		if (i == 0 && h->busy)
			h->line[i].whose = NULL;
		else
			leave_line(h, i);
	}
}

static void finish(sv_hasher *h, const sv_proof *result)
{
	wish first = h->line[0];
	leave_line(h, 0);
	h->busy = false;
	if (!first.whose)
		return;
	if (result)
		*first.proof = *result;
	else
		first.proof->failed = true;
	first.proof->done = true;
	h->on_hashed(first.whose);
}

/* One that crashes or hangs is replaced, and whoever waited for it may try again. */
static void look(sv_hasher *h, int64_t now)
{
	sv_proof result;
	ssize_t got = recv(h->child.socket, &result, sizeof result, MSG_DONTWAIT);
	bool waits = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
	if (got == (ssize_t)sizeof result) {
		finish(h, &result);
		sodium_memzero(&result, sizeof result);
	} else if (!waits || now - h->since > PATIENCE || now < h->since) {
		sv_child_end(&h->child);
		finish(h, NULL);
	}
}

bool sv_hasher_tick(sv_hasher *h, int64_t now)
{
	if (h->busy)
		look(h, now);
	if (!h->busy && h->count > 0 && (h->child.socket >= 0 || hire(h))) {
		/* If it cannot be sent the child is gone: that is noticed when nothing comes back. */
		(void)!send(h->child.socket, h->line[0].proof, sizeof *h->line[0].proof,
			MSG_DONTWAIT | MSG_NOSIGNAL);
		h->busy = true;
		h->since = now;
	}
	return h->count > 0;
}
