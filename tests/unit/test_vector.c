/* test_vector.c: many games at once: the same for any number of threads, and told as they are. */
#include "unit/unit.h"

#include <stdlib.h>

#include "apparat/vector.h"
#include "text/memory.h"

enum { GAMES = 24, STEPS = 60 };

/* Games and the buffers that tell them. */
typedef struct many {
	ap_layout *layout;
	ap_vector_buffers b;
	ap_vector *vector;
	int32_t choice[GAMES];
} many;

static many make(const ap_game *game, int threads, unsigned parts, int limit)
{
	many m = {.layout = ap_layout_new(game, 0, parts)};
	size_t width = (size_t)ap_layout_width(m.layout);
	ap_vector_spec spec = {.layout = m.layout,
		.games = GAMES,
		.threads = threads,
		.seed = 11,
		.limit = limit,
		.setup.players = (uint8_t)ap_min_players(game)};
	m.b = (ap_vector_buffers){.observation = ap_allocate(GAMES, width),
		.floats = ap_allocate(GAMES * width, sizeof(float)),
		.legal = ap_allocate(GAMES * AP_MAX_LEGAL, sizeof(int32_t)),
		.count = ap_allocate(GAMES, sizeof(int32_t)),
		.mask = ap_allocate(GAMES, (size_t)ap_index_count(m.layout)),
		.seat = ap_allocate(GAMES, 1),
		.decision = ap_allocate(GAMES, sizeof(int32_t)),
		.done = ap_allocate(GAMES, 1),
		.reward = ap_allocate((size_t)GAMES * AP_MAX_SEATS, sizeof(float)),
		.outcome = ap_allocate(GAMES, sizeof(ap_outcome))};
	m.vector = ap_vector_new(&spec, &m.b);
	assert_non_null(m.vector);
	return m;
}

static void free_many(many *m)
{
	ap_vector_free(m->vector);
	ap_layout_free(m->layout);
	free(m->b.observation), free(m->b.floats), free(m->b.legal), free(m->b.count);
	free(m->b.mask), free(m->b.seat), free(m->b.decision), free(m->b.done);
	free(m->b.reward), free(m->b.outcome);
}

/* Some choice that follows from what is told. */
static void choose(many *m, int step)
{
	for (int i = 0; i < GAMES; i++)
		m->choice[i] = (7 * step + 3 * i + m->b.seat[i]) % m->b.count[i];
}

static void seat_bots(many *m, const ap_game *game)
{
	const ap_bot *bots[AP_MAX_SEATS] = {NULL, ap_strongest_bot(game)};
	for (int i = 0; i < GAMES; i += 2)
		assert_true(ap_vector_table(m->vector, i, NULL, bots));
}

static void assert_same(const many *a, const many *b)
{
	size_t width = (size_t)ap_layout_width(a->layout);
	assert_memory_equal(a->b.observation, b->b.observation, GAMES * width);
	assert_memory_equal(a->b.floats, b->b.floats, GAMES * width * sizeof(float));
	assert_memory_equal(a->b.count, b->b.count, GAMES * sizeof(int32_t));
	assert_memory_equal(a->b.seat, b->b.seat, GAMES);
	assert_memory_equal(a->b.decision, b->b.decision, GAMES * sizeof(int32_t));
	assert_memory_equal(a->b.done, b->b.done, GAMES);
	assert_memory_equal(a->b.reward, b->b.reward, GAMES * AP_MAX_SEATS * sizeof(float));
	for (int i = 0; i < GAMES; i++)
		assert_memory_equal(a->b.legal + (size_t)i * AP_MAX_LEGAL,
			b->b.legal + (size_t)i * AP_MAX_LEGAL, (size_t)a->b.count[i] * sizeof(int32_t));
}

static void test_threads_change_nothing(void **unused)
{
	(void)unused;
	for (int g = 0; g < ap_game_count(); g++) {
		const ap_game *game = ap_game_at(g);
		many one = make(game, 1, AP_USUAL_COLUMNS, 200),
			 three = make(game, 3, AP_USUAL_COLUMNS, 200);
		seat_bots(&one, game);
		seat_bots(&three, game);
		ap_vector_reset(one.vector);
		ap_vector_reset(three.vector);
		for (int step = 0; step < STEPS; step++) {
			assert_same(&one, &three);
			choose(&one, step);
			choose(&three, step);
			assert_true(ap_vector_step(one.vector, one.choice));
			assert_true(ap_vector_step(three.vector, three.choice));
		}
		assert_int_equal(ap_vector_decisions(one.vector), (STEPS + 1) * GAMES);
		assert_int_equal(ap_vector_actions(one.vector), ap_vector_actions(three.vector));
		free_many(&one);
		free_many(&three);
	}
}

static void test_reset_begins_anew(void **unused)
{
	(void)unused;
	const ap_game *game = ap_game_at(0);
	many one = make(game, 2, AP_USUAL_COLUMNS, 0), other = make(game, 2, AP_USUAL_COLUMNS, 0);
	ap_vector_reset(one.vector);
	ap_vector_reset(other.vector);
	for (int step = 0; step < 20; step++) {
		choose(&one, step);
		ap_vector_step(one.vector, one.choice);
	}
	ap_vector_reset(one.vector);
	assert_same(&one, &other);
	free_many(&one);
	free_many(&other);
}

/* What is told is what the seat sees of the state, and what it may do there. */
static void assert_told(const many *m, const ap_game *game)
{
	static ap_any state;
	static uint8_t mask[1 << 20], row[1 << 16];
	int32_t index[AP_MAX_LEGAL];
	size_t width = (size_t)ap_layout_width(m->layout), all = (size_t)ap_index_count(m->layout);
	assert_true(all <= sizeof mask && width <= sizeof row);
	for (int i = 0; i < GAMES; i++) {
		int seat = m->b.seat[i];
		ap_vector_state(m->vector, i, &state);
		assert_true(ap_actors(&state) & AP_SEAT(seat));
		assert_int_equal(
			ap_encode_legal(m->layout, &state, seat, index, NULL, mask), m->b.count[i]);
		assert_true(m->b.count[i] >= 2);
		assert_memory_equal(
			index, m->b.legal + (size_t)i * AP_MAX_LEGAL, (size_t)m->b.count[i] * sizeof *index);
		assert_memory_equal(mask, m->b.mask + (size_t)i * all, all);
		ap_view(game, &state, seat, &state);
		ap_observe(m->layout, &state, NULL, row);
		assert_memory_equal(row, m->b.observation + (size_t)i * width, width);
	}
}

static void test_what_is_told_is_so(void **unused)
{
	(void)unused;
	for (int g = 0; g < ap_game_count(); g++) {
		many m = make(ap_game_at(g), 2, AP_STATE_COLUMNS | AP_STANDING_COLUMNS, 0);
		ap_vector_reset(m.vector);
		for (int step = 0; step < 6; step++) {
			assert_told(&m, ap_game_at(g));
			choose(&m, step);
			ap_vector_step(m.vector, m.choice);
		}
		free_many(&m);
	}
}

static void assert_end(const many *m, int i, int players)
{
	float sum = 0;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		float reward = m->b.reward[i * AP_MAX_SEATS + seat];
		bool won = m->b.done[i] == AP_ENDED && m->b.outcome[i].result[seat] != AP_LOST;
		assert_true((reward > 0) == won);
		assert_true(seat < players || reward == 0);
		sum += reward;
	}
	assert_true(sum == 0 || (sum > 0.99f && sum < 1.01f));
	if (m->b.done[i] != AP_GOES_ON)
		assert_int_equal(m->b.decision[i], 0);
}

static void test_games_end_and_begin(void **unused)
{
	(void)unused;
	const ap_game *game = ap_game_named("tiny");
	many m = make(game, 2, AP_USUAL_COLUMNS, 0);
	ap_vector_reset(m.vector);
	for (int step = 0; step < 200; step++) {
		choose(&m, step);
		assert_true(ap_vector_step(m.vector, m.choice));
		for (int i = 0; i < GAMES; i++)
			assert_end(&m, i, ap_min_players(game));
	}
	assert_true(ap_vector_games(m.vector) > GAMES);
	assert_int_equal(ap_vector_lost(m.vector), 0);
	free_many(&m);
}

static void test_bots_decide_for_their_seats(void **unused)
{
	(void)unused;
	const ap_game *game = ap_game_at(0);
	many m = make(game, 2, AP_USUAL_COLUMNS, 0);
	const ap_bot *bots[AP_MAX_SEATS];
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		bots[seat] = ap_bot_named(game, "random");
	assert_false(ap_vector_table(m.vector, 0, NULL, bots));
	bots[1] = NULL;
	for (int i = 0; i < GAMES; i++)
		assert_true(ap_vector_table(m.vector, i, NULL, bots));
	ap_vector_reset(m.vector);
	for (int step = 0; step < STEPS; step++) {
		for (int i = 0; i < GAMES; i++)
			assert_int_equal(m.b.seat[i], 1);
		choose(&m, step);
		ap_vector_step(m.vector, m.choice);
	}
	free_many(&m);
}

/* Games that were kept, and taken up by others with other threads, go on as they would have. */
static void test_kept_games_go_on(void **unused)
{
	(void)unused;
	for (int g = 0; g < ap_game_count(); g++) {
		const ap_game *game = ap_game_at(g);
		many one = make(game, 1, AP_USUAL_COLUMNS, 200),
			 other = make(game, 2, AP_USUAL_COLUMNS, 200);
		seat_bots(&one, game);
		ap_vector_reset(one.vector);
		for (int step = 0; step < STEPS; step++) {
			choose(&one, step);
			ap_vector_step(one.vector, one.choice);
		}
		uint8_t *kept = ap_allocate(1, ap_vector_size(one.vector));
		ap_vector_save(one.vector, kept);
		ap_vector_reset(other.vector);
		assert_true(ap_vector_restore(other.vector, kept));
		assert_int_equal(ap_vector_decisions(other.vector), ap_vector_decisions(one.vector));
		for (int i = 0; i < GAMES; i++)
			assert_int_equal(other.b.done[i], AP_GOES_ON);
		for (int step = 0; step < STEPS; step++) {
			choose(&one, step);
			choose(&other, step);
			assert_memory_equal(one.choice, other.choice, sizeof one.choice);
			assert_true(ap_vector_step(one.vector, one.choice));
			assert_true(ap_vector_step(other.vector, other.choice));
			assert_same(&one, &other);
		}
		assert_int_equal(ap_vector_games(other.vector), ap_vector_games(one.vector));
		free(kept);
		free_many(&one);
		free_many(&other);
	}
}

static void test_others_are_not_taken_up(void **unused)
{
	(void)unused;
	many one = make(ap_game_at(0), 1, AP_USUAL_COLUMNS, 0),
		 few = make(ap_game_at(0), 1, AP_STATE_COLUMNS, 0),
		 other = make(ap_game_at(1), 1, AP_USUAL_COLUMNS, 0);
	size_t size = ap_vector_size(one.vector);
	uint8_t *kept = ap_allocate(1, size + ap_vector_size(other.vector));
	ap_vector_reset(one.vector);
	ap_vector_save(one.vector, kept);
	ap_vector_reset(few.vector);
	ap_vector_reset(other.vector);
	assert_false(ap_vector_restore(few.vector, kept));
	assert_false(ap_vector_restore(other.vector, kept));
	memset(kept + size / 2, 0xff, size / 4); /* not such games */
	assert_false(ap_vector_restore(one.vector, kept));
	free(kept);
	free_many(&one);
	free_many(&few);
	free_many(&other);
}

/* A bot that is asked chooses what it would choose at the seat, and nothing happens by asking. */
static void test_advice(void **unused)
{
	(void)unused;
	for (int g = 0; g < ap_game_count(); g++) {
		const ap_game *game = ap_game_at(g);
		many asked = make(game, 2, AP_USUAL_COLUMNS, 200),
			 plain = make(game, 1, AP_USUAL_COLUMNS, 200);
		int32_t advice[GAMES];
		int differ = 0;
		ap_vector_reset(asked.vector);
		ap_vector_reset(plain.vector);
		for (int step = 0; step < STEPS; step++) {
			ap_vector_advice(asked.vector, ap_strongest_bot(game), advice);
			for (int i = 0; i < GAMES; i++)
				assert_in_range(advice[i], 0, asked.b.count[i] - 1);
			choose(&asked, step);
			differ += memcmp(advice, asked.choice, sizeof advice) != 0;
			choose(&plain, step);
			ap_vector_step(asked.vector, asked.choice);
			ap_vector_step(plain.vector, plain.choice);
			assert_same(&asked, &plain);
		}
		assert_true(differ > 0);
		free_many(&asked);
		free_many(&plain);
	}
}

static void test_wrong_input_is_refused(void **unused)
{
	(void)unused;
	const ap_game *game = ap_game_at(0);
	many m = make(game, 2, AP_USUAL_COLUMNS, 0);
	const ap_bot *nobody[AP_MAX_SEATS] = {NULL};
	ap_setup setup = {.players = 0};
	assert_false(ap_vector_table(m.vector, 0, &setup, nobody));
	ap_vector_reset(m.vector);
	uint64_t before = ap_vector_actions(m.vector);
	choose(&m, 0);
	m.choice[3] = m.b.count[3];
	assert_false(ap_vector_step(m.vector, m.choice));
	m.choice[3] = -1;
	assert_false(ap_vector_step(m.vector, m.choice));
	assert_int_equal(ap_vector_actions(m.vector), before);
	ap_vector_spec spec = {.layout = m.layout, .games = 1, .threads = 1};
	assert_null(ap_vector_new(&spec, &m.b));
	free_many(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_threads_change_nothing),
		cmocka_unit_test(test_reset_begins_anew),
		cmocka_unit_test(test_what_is_told_is_so),
		cmocka_unit_test(test_games_end_and_begin),
		cmocka_unit_test(test_bots_decide_for_their_seats),
		cmocka_unit_test(test_kept_games_go_on),
		cmocka_unit_test(test_others_are_not_taken_up),
		cmocka_unit_test(test_advice),
		cmocka_unit_test(test_wrong_input_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
