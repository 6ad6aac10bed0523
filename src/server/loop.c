/* loop.c: see loop.h. With libuv: by itself the library polls all sockets each time, and with
 * thousands of people that costs more than all they say. */
#include "server/loop.h"

#include <stdlib.h>
#include <uv.h>

struct sv_loop {
	uv_loop_t uv;
	uv_timer_t alarm;
	void *loops[1];
};

sv_loop *sv_loop_open(void)
{
	sv_loop *loop = calloc(1, sizeof *loop);
	if (!loop)
		return NULL;
	if (uv_loop_init(&loop->uv) != 0) {
		free(loop);
		return NULL;
	}
	loop->loops[0] = &loop->uv;
	uv_timer_init(&loop->uv, &loop->alarm);
	return loop;
}

void sv_loop_use(sv_loop *loop, struct lws_context_creation_info *info)
{
	info->options |= LWS_SERVER_OPTION_LIBUV;
	info->foreign_loops = loop->loops;
}

void sv_loop_close(sv_loop *loop, struct lws_context *context)
{
	uv_close((uv_handle_t *)&loop->alarm, NULL);
	if (context)
		lws_context_destroy(context);
	while (uv_run(&loop->uv, UV_RUN_NOWAIT) != 0)
		;
	if (context)
		lws_context_destroy(context); /* what had to wait for the loop */
	uv_loop_close(&loop->uv);
	free(loop);
}

/* It may ring before the loop looks at its sockets: then it must not wait for them any more. */
static void on_alarm(uv_timer_t *alarm)
{
	uv_stop(alarm->loop);
}

void sv_loop_go_round(sv_loop *loop, int64_t wait)
{
	uv_update_time(&loop->uv);
	uv_timer_start(&loop->alarm, on_alarm, (uint64_t)wait, 0);
	uv_run(&loop->uv, wait > 0 ? UV_RUN_ONCE : UV_RUN_NOWAIT);
}
