/* test_pacing.c: tests how long games of Kremlin last. Nestor dies of ill health in year 1 in a
 * quarter of the games, and with greedy bots a game takes five to ten years. */
#include "unit/unit.h"

#include "bots/bots.h"
#include "engine/chapters.h"

/* Deaths in a hundred games, and the average number of years of a game. The bounds are four
 * standard deviations of such samples away from the intended values. Builds with checks are
 * slow, so they play fewer games. */
#ifdef NDEBUG
enum { DEATHS = 6000, LEAST_DEATHS = 22, MOST_DEATHS = 28 };
enum { LENGTHS = 40, LEAST_YEARS = 5, MOST_YEARS = 10 };
#else
enum { DEATHS = 500, LEAST_DEATHS = 17, MOST_DEATHS = 33 };
enum { LENGTHS = 5, LEAST_YEARS = 3, MOST_YEARS = 11 };
#endif

/* ---- Nestor ---------------------------------------------------------------------------------- */

static bool told_dead(const ap_events *events, int p)
{
	for (int i = 0; i < events->count; i++)
		if (events->list[i].kind == KR_EVENT_DIES && events->list[i].arg[0] == p)
			return events->list[i].clause == KR_4;
	return false;
}

/* Plays at random until Nestor's first Health roll has counted. Returns whether he has died. */
static bool nestor_dies(int version, uint64_t number)
{
	static ap_events events;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {(uint8_t)(3 + number % 4), {(uint8_t)version}};
	ap_rng rng;
	kr_state s;
	ap_seed(&rng, (uint64_t)version, number);
	ap_start(&kremlin, &setup, &s, NULL);
	while (s.year == 1 && s.phase <= 4 && ap_actors(&s)) {
		int seat = ap_first_seat(ap_actors(&s)), n = ap_legal(&kremlin, &s, seat, legal);
		events.count = 0;
		ap_play(&kremlin, &s, seat, legal[ap_below(&rng, (uint32_t)n)], &events);
		if (told_dead(&events, KR_NESTOR))
			return true;
	}
	return false;
}

static void nestor_dies_in_a_quarter_of(int version)
{
	int dead = 0;
	for (uint64_t number = 0; number < DEATHS; number++)
		dead += nestor_dies(version, number);
	print_message("%s: Nestor dies of ill health in year 1 in %.1f %% of %d games\n",
		ap_option_value(&kremlin, 0, version), 100.0 * dead / DEATHS, DEATHS);
	assert_in_range(100 * dead, LEAST_DEATHS * DEATHS, MOST_DEATHS * DEATHS);
}

static void nestor_in_basic(void **unused)
{
	(void)unused;
	nestor_dies_in_a_quarter_of(KR_RULES_BASIC);
}

static void nestor_in_swiss(void **unused)
{
	(void)unused;
	nestor_dies_in_a_quarter_of(KR_RULES_SWISS);
}

/* ---- Length ---------------------------------------------------------------------------------- */

static ap_action choose(const void *state, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_any view;
	int n = ap_legal(&kremlin, state, seat, legal);
	if (seat == AP_CHANCE)
		return legal[ap_below(rng, (uint32_t)n)];
	ap_view(&kremlin, state, seat, &view);
	return ap_bot_named(&kremlin, "greedy")->choose(&kremlin, &view, seat, rng);
}

static int years_of_a_game(const ap_setup *setup, uint64_t number)
{
	ap_rng rng;
	kr_state s;
	ap_seed(&rng, 1, number);
	ap_start(&kremlin, setup, &s, NULL);
	while (ap_actors(&s)) {
		int seat = ap_first_seat(ap_actors(&s));
		ap_play(&kremlin, &s, seat, choose(&s, seat, &rng), NULL);
	}
	return s.year;
}

static void five_to_ten_years_in(int version)
{
	for (int players = kremlin.min_players; players <= kremlin.max_players; players++) {
		ap_setup setup = {(uint8_t)players, {(uint8_t)version}};
		int years = 0;
		for (uint64_t number = 0; number < LENGTHS; number++)
			years += years_of_a_game(&setup, number);
		print_message("%s, %d players: %.1f years\n", ap_option_value(&kremlin, 0, version),
			players, (double)years / LENGTHS);
		assert_in_range(years, LEAST_YEARS * LENGTHS, MOST_YEARS * LENGTHS);
	}
}

static void years_in_basic(void **unused)
{
	(void)unused;
	five_to_ten_years_in(KR_RULES_BASIC);
}

static void years_in_advanced(void **unused)
{
	(void)unused;
	five_to_ten_years_in(KR_RULES_ADVANCED);
}

static void years_in_swiss(void **unused)
{
	(void)unused;
	five_to_ten_years_in(KR_RULES_SWISS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nestor_in_basic),
		cmocka_unit_test(nestor_in_swiss),
		cmocka_unit_test(years_in_basic),
		cmocka_unit_test(years_in_advanced),
		cmocka_unit_test(years_in_swiss),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
