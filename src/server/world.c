/* world.c: see world.h. */
#include "server/world.h"

#include <sodium.h>
#include <time.h>

/* Of systems without this clock the nearest is taken, which stands still while they sleep. */
#ifndef CLOCK_BOOTTIME
#define CLOCK_BOOTTIME CLOCK_MONOTONIC
#endif

static int64_t read_clock(clockid_t which)
{
	struct timespec t;
	clock_gettime(which, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int64_t real_now(void *self)
{
	(void)self;
	return read_clock(CLOCK_REALTIME);
}

static int64_t real_elapsed(void *self)
{
	(void)self;
	return read_clock(CLOCK_BOOTTIME);
}

static void real_random(void *self, void *out, size_t size)
{
	(void)self;
	randombytes_buf(out, size);
}

const sv_world sv_real_world = {real_now, real_elapsed, real_random, NULL};

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

const sv_limits sv_default_limits = {
	.message_bytes = 16 << 10,
	.messages_a_second = 20,
	.message_burst = 60,
	.ipv6_prefix = 64,
	.ipv6_network_prefix = 48,
	.network_factor = 4,
	.connections_a_person = 24,
	.connections_an_address = 64,
	.connections_in_all = 10000,
	.tables_a_person = 20,
	.tables_an_address = 60,
	.tables_in_all = 50000,
	.open_seats_a_person = 60,
	.open_seats_an_address = 150,
	.open_seats_in_all = 100000,
	.seats_a_person = 40,
	.bots_a_person = 60,
	.bots_an_address = 150,
	.bots_in_all = 50000,
	.waiting_bytes = 1 << 20,
	.waiting_bytes_a_person = 2 << 20,
	.waiting_bytes_an_address = 6 << 20,
	.waiting_bytes_in_all = 24 << 20,
	.incoming_bytes_an_address = 2 << 20,
	.incoming_bytes_in_all = 16 << 20,
	.watches_a_person = 200,
	.watches_an_address = 1000,
	.watches_in_all = 100000,
	.requests_an_address = 3000,
	.requests_in_all = 60000,
	.guests_an_address = 60,
	.guests_in_all = 3000,
	.names_an_address = 20,
	.names_in_all = 600,
	.passwords_a_minute = 20,
	.passwords_in_all = 300,
	.records_a_minute = 10,
	.records_in_all = 120,
	.downloads_an_address = 120,
	.downloads_in_all = 1200,
	.talk_a_minute = 30,
	.talk_an_address = 150,
	.talk_in_all = 6000,
	.lists_a_person = 60,
	.lists_an_address = 300,
	.lists_in_all = 3000,
	.looks_a_person = 120,
	.looks_an_address = 600,
	.looks_in_all = 12000,
	.changes_a_person = 60,
	.changes_an_address = 300,
	.changes_in_all = 6000,
	.wishes_a_person = 120,
	.wishes_an_address = 600,
	.wishes_in_all = 24000,
	.acts_a_person = 600,
	.acts_an_address = 3000,
	.acts_in_all = 600000,
	.replays_a_person = 200000,
	.replays_an_address = 600000,
	.replays_in_all = 3000000,
	.reports_an_address = 15,
	.name_length = 24,
	.talk_length = 500,
	.idle = 5 * MINUTE,
	.session = 90LL * 24 * HOUR,
	.empty_table = HOUR,
	.waiting_table = 14LL * 24 * HOUR,
	.unused_guest = 24LL * HOUR,
	.bot_delay = -1,
	.shown_most = 30 * SECOND,
	.opening = 30 * SECOND,
	.slow_opening = 48LL * HOUR,
	.live_delay = 6 * SECOND,
	.slow_delay = 30 * MINUTE,
	.notice_delay = MINUTE,
	.notice_retry = 10 * SECOND,
	.bot_workers = 2,
	.bot_time = 2 * SECOND,
};
