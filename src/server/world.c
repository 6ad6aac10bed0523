/* world.c: see world.h. */
#include "server/world.h"

#include <sodium.h>
#include <time.h>

static int64_t real_now(void *self)
{
	struct timespec t;
	(void)self;
	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void real_random(void *self, void *out, size_t size)
{
	(void)self;
	randombytes_buf(out, size);
}

const sv_world sv_real_world = {real_now, real_random, NULL};

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

const sv_limits sv_default_limits = {
	.message_bytes = 16 << 10,
	.messages_a_second = 20,
	.message_burst = 60,
	.connections_an_address = 64,
	.passwords_a_minute = 20,
	.tables_a_person = 20,
	.name_length = 24,
	.talk_length = 500,
	.talk_a_minute = 30,
	.waiting_bytes = 4 << 20,
	.idle = 5 * MINUTE,
	.session = 90LL * 24 * HOUR,
	.countdown = 5 * SECOND,
	.live_move = 3 * MINUTE,
	.slow_move = 48LL * HOUR,
	.live_delay = 3 * SECOND,
	.slow_delay = 30 * MINUTE,
	.notice_delay = MINUTE,
	.notice_retry = 10 * SECOND,
	.bot_workers = 2,
	.bot_time = 2 * SECOND,
};
