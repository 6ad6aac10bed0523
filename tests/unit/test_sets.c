/* test_sets.c: sets of bits: counting them, finding bytes, and listing an action for each member.
 */
#include "core/game.h"
#include "unit/unit.h"

enum { SETS = 2000 };

static uint64_t random_set(ap_rng *rng)
{
	uint64_t set = ~(uint64_t)0;
	for (int i = (int)ap_below(rng, 4); i > 0; i--) /* full sets, and thinner and thinner ones */
		set &= (uint64_t)ap_below(rng, UINT32_MAX) << 32 | ap_below(rng, UINT32_MAX);
	return ap_below(rng, 20) == 0 ? 0 : set;
}

static void bits_are_counted(void **unused)
{
	(void)unused;
	ap_rng rng;
	ap_seed(&rng, 1, 0);
	for (int i = 0; i < SETS; i++) {
		uint64_t set = random_set(&rng);
		int count = 0;
		for (int n = 0; n < 64; n++)
			count += set >> n & 1;
		assert_int_equal(ap_count_bits(set), count);
	}
	assert_int_equal(ap_count_bits(~(uint64_t)0), 64);
}

static void bytes_are_found(void **unused)
{
	(void)unused;
	ap_rng rng;
	uint8_t bytes[64];
	ap_seed(&rng, 2, 0);
	for (int i = 0; i < SETS; i++) {
		int count = 8 + (int)ap_below(&rng, 57);
		uint8_t value = (uint8_t)ap_below(&rng, 256), mask = (uint8_t)ap_below(&rng, 256);
		for (int n = 0; n < count; n++) /* often the value, or almost */
			bytes[n] = (uint8_t)(value ^ ap_below(&rng, 3) * (1u << ap_below(&rng, 8)));
		uint64_t equal = ap_equal_bytes(bytes, count, value);
		uint64_t differing = ap_differing_bytes(bytes, count, value, mask);
		assert_int_equal(ap_differing_by_eight(bytes, count, value, mask), differing);
		for (int n = 0; n < 64; n++) {
			assert_int_equal(equal >> n & 1, n < count && bytes[n] == value);
			assert_int_equal(differing >> n & 1, n < count && ((bytes[n] ^ value) & mask) != 0);
		}
	}
}

/* Lists a set twice: with the function for many members, and one member after another. */
static void expect_same(int before, uint64_t set, bool y)
{
	ap_action many[AP_MAX_LEGAL + 1], each[AP_MAX_LEGAL + 1];
	memset(many, 0xee, sizeof many);
	memset(each, 0xee, sizeof each);
	ap_list a = {many, before}, b = {each, before};
	ap_action first = ap_act(3, 5, 7);
	(y ? ap_add_many_y : ap_add_many_x)(&a, first, set);
	if (y)
		ap_add_each_y(&b, first, set);
	else
		ap_add_each_x(&b, first, set);
	assert_int_equal(a.count, before + ap_count_bits(set));
	assert_int_equal(a.count, b.count);
	assert_memory_equal(many, each, (size_t)a.count * sizeof *many);
	assert_int_equal(
		many[AP_MAX_LEGAL], each[AP_MAX_LEGAL]); /* nothing is written behind the list */
	for (int n = 0, at = before; n < 64; n++)
		if (set >> n & 1)
			assert_int_equal(
				each[at++], y ? ap_act(3, 5, 7u + (unsigned)n) : ap_act(3, 5u + (unsigned)n, 7));
}

static void members_are_listed(void **unused)
{
	(void)unused;
	ap_rng rng;
	ap_seed(&rng, 3, 0);
	for (int i = 0; i < SETS; i++) {
		uint64_t set = random_set(&rng);
		int room = AP_MAX_LEGAL - ap_count_bits(set);
		expect_same((int)ap_below(&rng, (uint32_t)room + 1), set, i % 2);
		expect_same(room, set, i % 2);
	}
}

/* Consecutive numbers are listed as by the set of them, and nothing is written behind the room. */
static void runs_are_listed(void **unused)
{
	enum { MOST = 10 };
	(void)unused;
	for (int count = 0; count <= MOST; count++)
		for (int y = 0; y < 2; y++) {
			ap_action run[MOST + 2], each[MOST + 2];
			memset(run, 0xee, sizeof run);
			ap_list a = {run, 1}, b = {each, 1};
			ap_action first = ap_act(3, 5, 7);
			(y ? ap_add_run_y : ap_add_run_x)(&a, first, count, MOST);
			(y ? ap_add_each_y : ap_add_each_x)(&b, first, (1u << count) - 1);
			assert_int_equal(a.count, b.count);
			assert_memory_equal(run + 1, each + 1, (size_t)count * sizeof *run);
			assert_int_equal(run[0], 0xeeeeeeee);
			assert_int_equal(run[MOST + 1], 0xeeeeeeee);
		}
}

static void some_are_added(void **unused)
{
	(void)unused;
	ap_action item[3] = {0, 0, 0};
	ap_list list = {item, 0};
	ap_add_if(&list, ap_act(1, 0, 0), false);
	assert_int_equal(list.count, 0);
	ap_add_if(&list, ap_act(2, 0, 0), true);
	ap_add_if(&list, ap_act(3, 0, 0), false);
	ap_add_if(&list, ap_act(4, 0, 0), true);
	assert_int_equal(list.count, 2);
	assert_int_equal(item[0], ap_act(2, 0, 0));
	assert_int_equal(item[1], ap_act(4, 0, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bits_are_counted),
		cmocka_unit_test(bytes_are_found),
		cmocka_unit_test(members_are_listed),
		cmocka_unit_test(runs_are_listed),
		cmocka_unit_test(some_are_added),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
