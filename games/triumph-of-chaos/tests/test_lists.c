/* test_lists.c: tests of random games of every scenario: nobody chooses from more than 200 actions,
 * and no event permits something without a name. */
#include "unit/unit.h"

#include "engine/chapters.h"

enum { GAMES = 150, MOST = 200 };

static ap_setup setup_of(int number)
{
	ap_setup setup = {.players = 2};
	setup.option[TC_OPTION_SCENARIO] = (uint8_t)(number % (TC_SCENARIO_1919 + 1));
	setup.option[TC_OPTION_SIDES] = TC_SIDES_FIXED;
	setup.option[TC_OPTION_POLITICS] = number % 2 ? TC_POLITICS_RANDOM : TC_POLITICS_FULL;
	return setup;
}

static void demand_names(const ap_events *events)
{
	for (int i = 0; i < events->count; i++)
		if (events->list[i].kind == TC_EVENT_PERMITTED &&
			events->list[i].arg[1] == TC_PERMISSION_OTHER)
			fail_msg("%s permits anything else", tc_card_names[events->list[i].arg[0]]);
}

static void play_game(int number)
{
	static tc_state game;
	static ap_events events;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = setup_of(number);
	ap_rng rng;
	ap_seed(&rng, 5, (uint64_t)number);
	ap_start(&triumph_of_chaos, &setup, &game, NULL);
	for (ap_seats actors; (actors = ap_actors(&game)) != 0;) {
		int seat = ap_first_seat(actors), n = ap_legal(&triumph_of_chaos, &game, seat, legal);
		if (n > MOST)
			fail_msg("game %d, %s: %d actions", number,
				ap_step_name(&triumph_of_chaos, ap_step_of(&game)), n);
		events.count = events.lost = 0;
		ap_play(&triumph_of_chaos, &game, seat, legal[ap_below(&rng, (uint32_t)n)], &events);
		demand_names(&events);
	}
}

static void random_games(void **unused)
{
	(void)unused;
	for (int number = 0; number < GAMES; number++)
		play_game(number);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_games)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
