/* loop.c: see loop.h. Without libuv, libwebsockets polls all sockets each time; with thousands of
 * connections that takes more time than everything else. */
#include "server/loop.h"

#include <assert.h>
#include <stdlib.h>
#include <uv.h>

#include "text/memory.h"

struct sv_loop {
	uv_loop_t uv;
	uv_timer_t alarm;
	uv_poll_t *watch; /* of a socket that is none of libwebsockets; NULL: none is watched */
	int watched;      /* that socket */
	void *loops[1];   /* what libwebsockets wants: one loop for each of its threads */
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

static void free_handle(uv_handle_t *handle)
{
	free(handle);
}

static void on_readable(uv_poll_t *watch, int status, int events)
{
	(void)status;
	(void)events;
	uv_stop(watch->loop);
}

void sv_loop_watch(sv_loop *loop, int socket)
{
	assert(loop);
	if (loop->watch && socket != loop->watched) {
		uv_poll_stop(loop->watch);
		uv_close((uv_handle_t *)loop->watch, free_handle);
		loop->watch = NULL;
	}
	if (loop->watch || socket < 0)
		return;
	loop->watch = ap_allocate(1, sizeof *loop->watch);
	loop->watched = socket;
	if (uv_poll_init(&loop->uv, loop->watch, socket) == 0) {
		uv_poll_start(loop->watch, UV_READABLE, on_readable);
	} else {
		free(loop->watch);
		loop->watch = NULL;
	}
}

void sv_loop_close(sv_loop *loop, struct lws_context *context)
{
	assert(loop);
	sv_loop_watch(loop, -1);
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
