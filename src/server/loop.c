/* loop.c: see loop.h. Without libuv, libwebsockets polls all sockets each time; with thousands of
 * connections that takes more time than everything else. */
#include "server/loop.h"

#include <assert.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "text/memory.h"

/* Whoever owns the socket may close it at any time, and its number is given to the next one at
 * once, such as that of a client: libuv must not have two of a number. So it has a copy of it. */
typedef struct watch {
	uv_poll_t poll;
	int copy;
	ino_t socket; /* which one it is, whatever its number */
} watch;

struct sv_loop {
	uv_loop_t uv;
	uv_timer_t alarm;
	watch *watch;   /* of a socket that is none of libwebsockets; NULL: none is watched */
	void *loops[1]; /* what libwebsockets wants: one loop for each of its threads */
};

sv_loop *sv_loop_open(void)
{
	sv_loop *loop = ap_allocate(1, sizeof *loop);
	if (uv_loop_init(&loop->uv) != 0) {
		free(loop);
		return NULL;
	}
	loop->loops[0] = &loop->uv;
	uv_timer_init(&loop->uv, &loop->alarm);
	return loop;
}

void *sv_loop_of(sv_loop *loop)
{
	assert(loop);
	return &loop->uv;
}

void sv_loop_configure(sv_loop *loop, struct lws_context_creation_info *info)
{
	assert(loop && info);
	info->options |= LWS_SERVER_OPTION_LIBUV;
	info->foreign_loops = loop->loops;
}

static void free_watch(uv_handle_t *handle)
{
	free(handle); /* the first part of the watch */
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
	(void)status;
	(void)events;
	uv_stop(poll->loop);
}

static void stop_watching(sv_loop *loop)
{
	if (!loop->watch)
		return;
	uv_poll_stop(&loop->watch->poll);
	close(loop->watch->copy);
	uv_close((uv_handle_t *)&loop->watch->poll, free_watch);
	loop->watch = NULL;
}

static void start_watching(sv_loop *loop, int socket, ino_t which)
{
	watch *w = ap_allocate(1, sizeof *w);
	w->socket = which;
	w->copy = fcntl(socket, F_DUPFD_CLOEXEC, 0);
	if (w->copy >= 0 && uv_poll_init(&loop->uv, &w->poll, w->copy) == 0) {
		uv_poll_start(&w->poll, UV_READABLE, on_readable);
		loop->watch = w;
		return;
	}
	if (w->copy >= 0)
		close(w->copy);
	free(w);
}

void sv_loop_watch(sv_loop *loop, int socket)
{
	assert(loop);
	struct stat is;
	bool exists = socket >= 0 && fstat(socket, &is) == 0;
	if (!exists || (loop->watch && loop->watch->socket != is.st_ino))
		stop_watching(loop);
	if (exists && !loop->watch)
		start_watching(loop, socket, is.st_ino);
}

void sv_loop_close(sv_loop *loop, struct lws_context *context)
{
	assert(loop);
	stop_watching(loop);
	uv_close((uv_handle_t *)&loop->alarm, NULL);
	if (context)
		lws_context_destroy(context);
	while (uv_run(&loop->uv, UV_RUN_NOWAIT) != 0)
		;
	if (context)
		lws_context_destroy(context); /* the rest of it, which had to wait for the loop */
	uv_loop_close(&loop->uv);
	free(loop);
}

/* The alarm may ring before the loop polls its sockets. The loop must not wait in that poll
 * then. */
static void on_alarm(uv_timer_t *alarm)
{
	uv_stop(alarm->loop);
}

void sv_loop_run_once(sv_loop *loop, int64_t wait)
{
	assert(loop && wait >= 0);
	uv_update_time(&loop->uv);
	uv_timer_start(&loop->alarm, on_alarm, (uint64_t)wait, 0);
	uv_run(&loop->uv, wait > 0 ? UV_RUN_ONCE : UV_RUN_NOWAIT);
}
