/* test_loop.c: if the loop is delayed until its alarm is due, it does not wait past the alarm; so
 * bots play on though no client sends anything. */
#include "server/hub_fixture.h"

#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include "server/front_internal.h"

enum { SHORT_WAIT = 20, BOT_MOVES = 20 };

int __real_uv_timer_start(uv_timer_t *alarm, uv_timer_cb ring, uint64_t wait, uint64_t again);
int __wrap_uv_timer_start(uv_timer_t *alarm, uv_timer_cb ring, uint64_t wait, uint64_t again);

/* Only the alarm of src/server comes here. A short one is made due before libuv polls. */
int __wrap_uv_timer_start(uv_timer_t *alarm, uv_timer_cb ring, uint64_t wait, uint64_t again)
{
	int set = __real_uv_timer_start(alarm, ring, wait, again);
	uint64_t due = uv_now(alarm->loop) + wait;
	while (wait <= SHORT_WAIT && uv_now(alarm->loop) < due)
		uv_update_time(alarm->loop);
	return set;
}

static uv_loop_t *uv_loop_of(sv_loop *loop)
{
	struct lws_context_creation_info info = {0};
	sv_loop_configure(loop, &info);
	return info.foreign_loops[0];
}

/* ---- The loop alone -------------------------------------------------------------------------- */

static int polls, poll_timeout; /* how long the last poll would have waited, in ms */

/* Runs after the timers and before the poll, and keeps the poll from waiting. */
static void before_poll(uv_prepare_t *prepare)
{
	polls++;
	poll_timeout = uv_backend_timeout(prepare->loop);
	uv_stop(prepare->loop);
}

static void the_loop_does_not_wait_past_its_alarm(void **unused)
{
	(void)unused;
	uv_async_t silent; /* like a socket on which nothing arrives */
	uv_prepare_t prepare;
	sv_loop *loop = sv_loop_open();
	uv_loop_t *uv = uv_loop_of(loop);
	assert_int_equal(uv_async_init(uv, &silent, NULL), 0);
	sv_loop_run_once(loop, 0); /* so that libuv knows what it waits for */
	uv_prepare_init(uv, &prepare);
	uv_prepare_start(&prepare, before_poll);
	sv_loop_run_once(loop, 1000000);
	assert_int_equal(polls, 1);
	assert_true(poll_timeout > 0);
	sv_loop_run_once(loop, 1);
	assert_int_equal(polls, 2);
	assert_int_equal(poll_timeout, 0);
	uv_close((uv_handle_t *)&silent, NULL);
	uv_close((uv_handle_t *)&prepare, NULL);
	sv_loop_close(loop, NULL);
}

/* libpq closes its socket while something else is done, and the next socket has its number. */
static void a_socket_that_is_watched_may_be_closed(void **unused)
{
	(void)unused;
	int first[2], second[2];
	sv_loop *loop = sv_loop_open();
	uv_poll_t other;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, first), 0);
	sv_loop_watch(loop, first[0]);
	sv_loop_run_once(loop, 0);
	close(first[0]);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, second), 0);
	assert_int_equal(second[0], first[0]);
	assert_int_equal(uv_poll_init(uv_loop_of(loop), &other, second[0]), 0); /* as of a client */
	uv_close((uv_handle_t *)&other, NULL);
	sv_loop_watch(loop, second[0]); /* another socket, though it has the same number */
	assert_int_equal(write(second[1], "x", 1), 1);
	int64_t since = sv_real_world.elapsed(NULL);
	sv_loop_run_once(loop, 60 * 1000);
	assert_true(sv_real_world.elapsed(NULL) - since < 30 * 1000); /* it has heard of it */
	sv_loop_watch(loop, -1);
	sv_loop_close(loop, NULL);
	close(first[1]);
	close(second[0]);
	close(second[1]);
}

/* ---- Bots in processes, and no connections --------------------------------------------------- */

static sv_front *front;
static bool played,
	slept; /* bots have made enough moves, or the game is over; the loop would have waited before */

/* Stops the loop when the bots have played, or as soon as it would wait for sockets. */
static void check_bots(uv_prepare_t *prepare)
{
	sv_figures f;
	sv_hub_figures(front->hub, &f);
	played = f.bot_moves >= BOT_MOVES || f.running == 0;
	slept = !played && uv_backend_timeout(prepare->loop) != 0;
	if (played || slept)
		sv_front_stop(front);
	if (slept)
		uv_stop(prepare->loop);
}

/* A table at which bots play for a person: bots alone would rest. */
static void start_table_of_bots(fixture *h)
{
	test_client *ann = connect_client(h, "Ann", 1);
	json_t *made = send_request(h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"red-empire\",\"players\":3,\"seats\":["
		"\"me\",{\"bot\":\"random\"},{\"bot\":\"random\"}]}");
	assert_string_equal(text_in(made, "type"), "created");
	json_t *started = send_request(
		h, ann, "{\"type\":\"start\",\"id\":\"b\",\"table\":\"%s\"}", text_in(made, "table"));
	assert_string_equal(text_in(started, "type"), "done");
	json_t *away = send_request(h, ann,
		"{\"type\":\"hand_over\",\"id\":\"c\",\"table\":\"%s\",\"level\":\"random\"}",
		text_in(made, "table"));
	assert_string_equal(text_in(away, "type"), "done");
}

static void bots_play_on_while_nobody_is_connected(void **unused)
{
	(void)unused;
	static fixture h;
	ap_error error;
	uv_prepare_t prepare;
	open_fixture(&h, "sqlite::memory:");
	sv_hub_close(h.hub);
	h.limits.bot_workers = 1;
	h.hub = sv_hub_open(h.store, &sv_real_world, &h.limits, &error);
	sv_people *people = sv_people_open(h.store, &sv_real_world, &h.limits, &error);
	sv_front_options options = {.hub = h.hub,
		.people = people,
		.store = h.store,
		.world = &sv_real_world,
		.limits = &h.limits,
		.bind = "127.0.0.1"};
	front = sv_front_open(&options, &error);
	assert_non_null(front);
	start_table_of_bots(&h);
	sv_front_run_once(front);
	uv_prepare_init(uv_loop_of(front->loop), &prepare);
	uv_prepare_start(&prepare, check_bots);
	sv_front_run(front);
	assert_false(slept);
	assert_true(played);
	uv_close((uv_handle_t *)&prepare, NULL);
	sv_front_close(front);
	sv_people_close(people);
	close_fixture(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(the_loop_does_not_wait_past_its_alarm),
		cmocka_unit_test(a_socket_that_is_watched_may_be_closed),
		cmocka_unit_test(bots_play_on_while_nobody_is_connected)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
