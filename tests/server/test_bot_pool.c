/* test_bot_pool.c: bots in child processes: they answer, they crash, they take too long. */
#include "server/hub_fixture.h"

#include <time.h>

#include "server/bot_pool.h"

enum { BOT_TIME = 20000 };

static sv_bot_job make_job(const char *game, int question)
{
	static ap_any state;
	ap_action legal[AP_MAX_LEGAL];
	sv_bot_job job;
	memset(&job, 0, sizeof job);
	const ap_game *g = ap_game_named(game);
	ap_setup setup = {.players = (uint8_t)(ap_max_players(g) < 3 ? ap_max_players(g) : 3)};
	ap_start(g, &setup, &state, NULL);
	while (ap_actors(&state) == AP_SEAT(AP_CHANCE)) {
		ap_legal(g, &state, AP_CHANCE, legal);
		ap_play(g, &state, AP_CHANCE, legal[0], NULL);
	}
	job.table = 7;
	job.question = question;
	job.seat = ap_first_seat(ap_actors(&state));
	snprintf(job.game, sizeof job.game, "%s", game);
	snprintf(job.level, sizeof job.level, "greedy");
	ap_view(g, &state, job.seat, &job.view);
	return job;
}

static void store_answer(void *to, const sv_bot_answer *v)
{
	sv_bot_answer **next = to;
	*(*next)++ = *v;
}

/* Ticks until there are so many answers; `now` does not change. */
static void wait_for_answers(sv_bot_pool *pool, int64_t now, int count, sv_bot_answer *list)
{
	sv_bot_answer *next = list;
	for (int i = 0; i < 20000 && next - list < count; i++) {
		sv_bot_pool_tick(pool, now, store_answer, &next);
		if (next - list < count)
			nanosleep(&(struct timespec){0, 1000000}, NULL);
	}
	assert_int_equal(next - list, count);
}

static void bots_answer_their_jobs(void **unused)
{
	(void)unused;
	sv_bot_answer v[12];
	sv_bot_pool *pool = sv_bot_pool_open(2, BOT_TIME);
	assert_non_null(pool);
	for (int i = 0; i < 12; i++) {
		sv_bot_job job = make_job(ap_game_name(ap_game_at(i % ap_game_count())), i);
		sv_bot_pool_submit(pool, &job);
	}
	wait_for_answers(pool, 0, 12, v);
	for (int i = 0; i < 12; i++) {
		sv_bot_job job = make_job(ap_game_name(ap_game_at(v[i].question % ap_game_count())), 0);
		ap_action legal[AP_MAX_LEGAL];
		const ap_game *game = ap_game_named(job.game);
		int n = ap_legal(game, &job.view, job.seat, legal), found = 0;
		for (int k = 0; k < n; k++)
			found += legal[k] == v[i].action;
		assert_true(!v[i].failed && v[i].table == 7 && v[i].seat == job.seat && found == 1);
	}
	assert_false(sv_bot_pool_tick(pool, 0, store_answer, &(sv_bot_answer *){v}));
	sv_bot_pool_close(pool);
}

/* A job without a game crashes its worker; the next job is answered. */
static void a_worker_that_crashes_is_replaced(void **unused)
{
	(void)unused;
	sv_bot_answer v[3];
	sv_bot_pool *pool = sv_bot_pool_open(1, BOT_TIME);
	sv_bot_job good = make_job("kremlin", 1), bad = good;
	bad.question = 2;
	memset(bad.game, 0, sizeof bad.game);
	sv_bot_pool_submit(pool, &bad);
	sv_bot_pool_submit(pool, &good);
	sv_bot_pool_submit(pool, &bad);
	wait_for_answers(pool, 0, 3, v);
	assert_true(v[0].failed && v[0].question == 2 && v[0].table == 7 && v[0].seat == bad.seat);
	assert_true(!v[1].failed && v[1].question == 1);
	assert_true(v[2].failed);
	sv_bot_pool_close(pool);
}

static void a_worker_that_is_slow_is_replaced(void **unused)
{
	(void)unused;
	sv_bot_answer v[2], *next = v;
	sv_bot_pool *pool = sv_bot_pool_open(1, 1000);
	sv_bot_job job = make_job("kremlin", 1);
	sv_bot_pool_submit(pool, &job);
	assert_true(sv_bot_pool_tick(pool, 0, store_answer, &next)); /* the worker has it now */
	/* The clock moves faster than the worker can answer. */
	for (int64_t now = 2000; next == v && now < 4000; now++)
		sv_bot_pool_tick(pool, now, store_answer, &next);
	assert_int_equal(next - v, 1);
	sv_bot_pool_submit(pool, &job); /* the new worker answers */
	wait_for_answers(pool, 5000, 1, v);
	assert_false(v[0].failed);
	sv_bot_pool_close(pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(bots_answer_their_jobs),
		cmocka_unit_test(a_worker_that_crashes_is_replaced),
		cmocka_unit_test(a_worker_that_is_slow_is_replaced)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
