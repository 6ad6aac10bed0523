/* hasher.c: see hasher.h. */
#include "server/hasher.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/child.h"
#include "text/memory.h"

enum {
	MAX_WAITING = 64,
	TIMEOUT = 15 * 1000 /* ms for one hash */
};

typedef struct waiting_task {
	sv_hash_task *task;
	void *owner; /* NULL: the owner is gone, the result is not needed */
} waiting_task;

struct sv_hasher {
	sv_on_hashed *on_hashed;
	sv_child child;
	waiting_task queue[MAX_WAITING];
	int count;
	bool busy; /* the child works on the first of the queue */
	int64_t busy_since;
};

static void run_child(int socket, const void *unused)
{
	sv_hash_task task;
	(void)unused;
	while (recv(socket, &task, sizeof task, 0) == (ssize_t)sizeof task) {
		sv_run_hash_task(&task);
		if (send(socket, &task, sizeof task, MSG_NOSIGNAL) != (ssize_t)sizeof task)
			break;
		sodium_memzero(&task, sizeof task);
	}
}

static bool start_child(sv_hasher *h)
{
	return sv_child_start(&h->child, "apparat-hash", run_child, NULL);
}

sv_hasher *sv_hasher_open(sv_on_hashed *on_hashed)
{
	assert(on_hashed);
	sv_hasher *h = ap_allocate(1, sizeof *h);
	h->on_hashed = on_hashed;
	if (start_child(h))
		return h;
	free(h);
	return NULL;
}

void sv_hasher_close(sv_hasher *h)
{
	assert(h);
	sv_child_kill(&h->child);
	free(h);
}

bool sv_hasher_submit(sv_hasher *h, sv_hash_tasks *tasks, void *owner)
{
	assert(h && tasks && owner && tasks->count > 0 && tasks->count <= SV_MAX_HASH_TASKS);
	assert(!tasks->task[tasks->count - 1].done);
	if (h->count == MAX_WAITING)
		return false;
	h->queue[h->count++] = (waiting_task){&tasks->task[tasks->count - 1], owner};
	return true;
}

static void remove_from_queue(sv_hasher *h, int at)
{
	h->count--;
	memmove(&h->queue[at], &h->queue[at + 1], (size_t)(h->count - at) * sizeof h->queue[0]);
}

void sv_hasher_cancel(sv_hasher *h, const void *owner)
{
	assert(h && owner);
	for (int i = h->count - 1; i >= 0; i--) {
		if (h->queue[i].owner != owner)
			continue;
		if (i == 0 && h->busy)
			h->queue[i].owner = NULL;
		else
			remove_from_queue(h, i);
	}
}

static void finish_first(sv_hasher *h, const sv_hash_task *result)
{
	waiting_task first = h->queue[0];
	remove_from_queue(h, 0);
	h->busy = false;
	if (!first.owner)
		return;
	if (result)
		*first.task = *result;
	else
		first.task->failed = true;
	first.task->done = true;
	h->on_hashed(first.owner);
}

/* A child that has crashed or hangs is killed, and the task fails; the next tick starts another. */
static void take_result(sv_hasher *h, int64_t now)
{
	sv_hash_task result;
	ssize_t got = recv(h->child.socket, &result, sizeof result, MSG_DONTWAIT);
	bool waits = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
	if (got == (ssize_t)sizeof result) {
		finish_first(h, &result);
		sodium_memzero(&result, sizeof result);
	} else if (!waits || now - h->busy_since > TIMEOUT || now < h->busy_since) {
		sv_child_kill(&h->child);
		finish_first(h, NULL);
	}
}

bool sv_hasher_tick(sv_hasher *h, int64_t now)
{
	assert(h);
	if (h->busy)
		take_result(h, now);
	if (!h->busy && h->count > 0 && (h->child.socket >= 0 || start_child(h))) {
		/* If this fails the child is gone, which take_result() will notice. */
		(void)!send(h->child.socket, h->queue[0].task, sizeof *h->queue[0].task,
			MSG_DONTWAIT | MSG_NOSIGNAL);
		h->busy = true;
		h->busy_since = now;
	}
	return h->count > 0;
}
