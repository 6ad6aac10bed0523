/* test_loop.c: a loop that is held up until its alarm is due does not sleep over it, and so bots go
 * on though nobody writes. */
#include "server/hub_fixture.h"

#include <uv.h>

#include "server/front_internal.h"

enum { HELD_UP = 20, BOT_MOVES = 20 };

int __real_uv_timer_start(uv_timer_t *alarm, uv_timer_cb ring, uint64_t wait, uint64_t again);
int __wrap_uv_timer_start(uv_timer_t *alarm, uv_timer_cb ring, uint64_t wait, uint64_t again);

/* Only what src/server sets comes here: the alarm. A short one is due before libuv polls. */
int __wrap_uv_timer_start(uv_timer_t *alarm, uv_timer_cb ring, uint64_t wait, uint64_t again)
{
	int set = __real_uv_timer_start(alarm, ring, wait, again);
	uint64_t due = uv_now(alarm->loop) + wait;
	while (wait <= HELD_UP && uv_now(alarm->loop) < due)
		uv_update_time(alarm->loop);
	return set;
}

static uv_loop_t *inside(sv_loop *loop)
{
	struct lws_context_creation_info info = {0};
	sv_loop_configure(loop, &info);
	return info.foreign_loops[0];
}

/* ---- The loop alone -------------------------------------------------------------------------- */

static int polls, waiting; /* for how long the last of them would have waited */

/* After the timers, before the poll. Whatever it is: this one does not wait. */
static void before_poll(uv_prepare_t *prepare)
{
	polls++;
	waiting = uv_backend_timeout(prepare->loop);
	uv_stop(prepare->loop);
}

static void the_alarm_is_not_slept_over(void **unused)
{
	(void)unused;
	uv_async_t silent; /* as a socket on which nobody writes */
	uv_prepare_t prepare;
	sv_loop *loop = sv_loop_open();
	uv_loop_t *uv = inside(loop);
	assert_int_equal(uv_async_init(uv, &silent, NULL), 0);
	sv_loop_run_once(loop, 0); /* once, so that libuv knows what it waits for */
	uv_prepare_init(uv, &prepare);
	uv_prepare_start(&prepare, before_poll);
	sv_loop_run_once(loop, 1000000);
	assert_int_equal(polls, 1);
	assert_true(waiting > 0);
	sv_loop_run_once(loop, 1);
	assert_int_equal(polls, 2);
	assert_int_equal(waiting, 0);
	uv_close((uv_handle_t *)&silent, NULL);
	uv_close((uv_handle_t *)&prepare, NULL);
	sv_loop_close(loop, NULL);
}

/* ---- Bots in their own processes, and nobody connected --------------------------------------- */

static sv_front *front;
static bool played, slept; /* enough, or to the end; before that */

/* The loop is let go when the bots have played, or as soon as it would wait for others. */
static void watch_bots(uv_prepare_t *prepare)
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

static void let_bots_play(house *h)
{
	guest *ann = enter(h, "Ann", 1);
	json_t *made = say(h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"red-empire\",\"players\":3,\"seats\":["
		"{\"bot\":\"random\"},{\"bot\":\"random\"},{\"bot\":\"random\"}]}");
	assert_string_equal(word(made, "type"), "created");
	json_t *started =
		say(h, ann, "{\"type\":\"start\",\"id\":\"b\",\"table\":\"%s\"}", word(made, "table"));
	assert_string_equal(word(started, "type"), "done");
}

static void bots_do_not_stand_still(void **unused)
{
	(void)unused;
	static house h;
	ap_error error;
	uv_prepare_t prepare;
	open_house(&h, "sqlite::memory:");
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
	let_bots_play(&h);
	sv_front_run_once(front);
	uv_prepare_init(inside(front->loop), &prepare);
	uv_prepare_start(&prepare, watch_bots);
	sv_front_run(front);
	assert_false(slept);
	assert_true(played);
	uv_close((uv_handle_t *)&prepare, NULL);
	sv_front_close(front);
	sv_people_close(people);
	close_house(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_alarm_is_not_slept_over), cmocka_unit_test(bots_do_not_stand_still)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
