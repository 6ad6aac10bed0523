/* test_chance.c: the random generator for playouts. */
#include "unit/unit.h"

enum { DRAWS = 300000 };

/* The expected values were computed by another implementation of splitmix64 and xoroshiro128++.
 * Records of games with a seed, and the figures in the documentation, depend on them. */
static void first_values_are_known(void **unused)
{
	(void)unused;
	static const struct {
		uint64_t seed, stream;
		uint32_t value[6];
	} known[] = {
		{1, 0, {1192396586, 1942730026, 796864028, 1108001537, 707788681, 875086970}},
		{1, 1, {1877524098, 878248008, 26609958, 2139144514, 1483790429, 1091622156}},
		{2, 0, {625987136, 1403570028, 1969455498, 505365604, 791384997, 1803260981}},
		{0, 0, {1404612594, 884622335, 707944050, 1679514586, 1191042409, 963297325}},
	};
	for (int i = 0; i < AP_COUNT(known); i++) {
		ap_rng rng;
		ap_seed(&rng, known[i].seed, known[i].stream);
		for (int k = 0; k < 6; k++) /* with this bound the result is the upper 31 bits */
			assert_int_equal(ap_below(&rng, 1u << 31), known[i].value[k]);
	}
}

static void streams_differ(void **unused)
{
	(void)unused;
	ap_rng a, b, c;
	int equal_streams = 0, equal_seeds = 0;
	ap_seed(&a, 7, 0);
	ap_seed(&b, 7, 1);
	ap_seed(&c, 8, 0);
	for (int i = 0; i < 1000; i++) {
		uint32_t value = ap_below(&a, 1u << 31);
		equal_streams += value == ap_below(&b, 1u << 31);
		equal_seeds += value == ap_below(&c, 1u << 31);
	}
	assert_int_equal(equal_streams, 0);
	assert_int_equal(equal_seeds, 0);
}

static void below_stays_below(void **unused)
{
	(void)unused;
	static const uint32_t bounds[] = {1, 2, 3, 6, 79, 0x80000000, 0x80000001, 0xffffffff};
	ap_rng rng;
	ap_seed(&rng, 3, 0);
	for (int i = 0; i < AP_COUNT(bounds); i++)
		for (int k = 0; k < 10000; k++)
			assert_true(ap_below(&rng, bounds[i]) < bounds[i]);
}

/* Checks that all results are equally likely, by a chi-squared test with a bound that a good
 * generator passes with this seed. */
static void assert_even(uint32_t n, uint32_t modulus)
{
	int count[64] = {0};
	double chi = 0, expected = (double)DRAWS / modulus;
	ap_rng rng;
	ap_seed(&rng, n, modulus);
	for (int i = 0; i < DRAWS; i++)
		count[ap_below(&rng, n) % modulus]++;
	for (uint32_t i = 0; i < modulus; i++)
		chi += (count[i] - expected) * (count[i] - expected) / expected;
	assert_true(chi < 3.0 * modulus + 20);
}

static void below_is_even(void **unused)
{
	(void)unused;
	assert_even(2, 2);
	assert_even(3, 3);
	assert_even(6, 6);
	assert_even(20, 20);
	assert_even(64, 64);
}

/* Without rejection half of the results would be multiples of three. */
static void large_bounds_are_even(void **unused)
{
	(void)unused;
	assert_even(0xc0000000, 3);
}

/* The same seed gives the same game, and a playout stops at its limit. */
static void playouts_repeat_and_stop(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		ap_setup setup = {.players = (uint8_t)ap_max_players(game)};
		ap_any one, other, half;
		ap_rng rng, same;
		ap_seed(&rng, 4, 2);
		same = rng;
		ap_start(game, &setup, &one, NULL);
		other = half = one;
		int actions = ap_playout(game, &one, &rng, ap_bound(game, &setup));
		assert_true(actions > 0);
		assert_int_equal(ap_playout(game, &other, &same, actions), actions);
		assert_memory_equal(&one, &other, ap_state_size(game));
		ap_seed(&rng, 4, 2);
		assert_int_equal(ap_playout(game, &half, &rng, actions - 1), -1);
		assert_int_not_equal(ap_actors(&half), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_values_are_known),
		cmocka_unit_test(streams_differ),
		cmocka_unit_test(below_stays_below),
		cmocka_unit_test(below_is_even),
		cmocka_unit_test(large_bounds_are_even),
		cmocka_unit_test(playouts_repeat_and_stop),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
