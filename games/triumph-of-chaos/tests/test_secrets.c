/* test_secrets.c: tests what is hidden in the 1919 scenario: RED's written objectives, TC-5.26.2,
 * and the cards laid for the end, TC-5.27. A view never shows them, and a completed view can hold
 * everything that they may be. */
#include "unit/unit.h"

#include "engine/chapters.h"

enum { SAMPLES = 2000, ALL_SETS = 1 << TC_OBJECTIVES };

static tc_state game, view, other, filled;

/* Plays at random until the step is asked. Returns false if the game ends before. */
static bool play_until(int step, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	for (ap_seats actors; (actors = ap_actors(&game)) != 0;) {
		if (ap_step_of(&game) == step)
			return true;
		int seat = ap_first_seat(actors), n = ap_legal(&triumph_of_chaos, &game, seat, legal);
		ap_play(&triumph_of_chaos, &game, seat, legal[ap_below(rng, (uint32_t)n)], NULL);
	}
	return false;
}

/* Starts games with secret objectives and fixed sides until one comes to the step. */
static void come_to(int step, ap_rng *rng)
{
	ap_setup setup = {.players = 2};
	setup.option[TC_OPTION_SCENARIO] = TC_SCENARIO_1919;
	setup.option[TC_OPTION_SIDES] = TC_SIDES_FIXED;
	setup.option[TC_OPTION_OBJECTIVES] = TC_OBJECTIVES_SECRET;
	do
		ap_start(&triumph_of_chaos, &setup, &game, NULL);
	while (!play_until(step, rng));
}

static int members(int set)
{
	int count = 0;
	for (; set; set >>= 1)
		count += set & 1;
	return count;
}

/* Completes the view of WHITE often, and demands every set of so many objectives. */
static void demand_all_sets(int size, ap_rng *rng)
{
	bool met[ALL_SETS] = {false};
	ap_view(&triumph_of_chaos, &game, game.seat_of[TC_SIDE_WHITE], &view);
	assert_int_equal(view.objectives, 0);
	for (int i = 0; i < SAMPLES; i++) {
		ap_determinize(&triumph_of_chaos, &view, rng, &filled);
		assert_int_equal(members(filled.objectives), size);
		met[filled.objectives] = true;
	}
	for (int set = 0; set < ALL_SETS; set++)
		assert_int_equal(met[set], members(set) == size);
}

static void objectives_are_hidden(void **unused)
{
	ap_rng rng;
	(void)unused;
	ap_seed(&rng, 7, 0);
	come_to(TC_STEP_OBJECTIVES, &rng);
	demand_all_sets(0, &rng);
	ap_play(&triumph_of_chaos, &game, game.seat_of[TC_SIDE_RED], ap_act(TC_VERB_WRITE, 1, 0), NULL);
	demand_all_sets(1, &rng);
	ap_play(&triumph_of_chaos, &game, game.seat_of[TC_SIDE_RED], ap_act(TC_VERB_WRITE, 3, 0), NULL);
	demand_all_sets(2, &rng);
	ap_play(&triumph_of_chaos, &game, game.seat_of[TC_SIDE_RED], ap_act(TC_VERB_WRITE, 4, 0), NULL);
	assert_int_equal(game.turn, 6);
	demand_all_sets(3, &rng);
	ap_view(&triumph_of_chaos, &game, game.seat_of[TC_SIDE_RED], &view);
	assert_int_equal(view.objectives, 1 << 1 | 1 << 3 | 1 << 4);
}

/* WHITE's view is the same whatever RED has written. */
static void views_do_not_differ(void **unused)
{
	ap_rng rng;
	(void)unused;
	ap_seed(&rng, 8, 0);
	come_to(TC_STEP_OBJECTIVES, &rng);
	tc_state before = game;
	int red = game.seat_of[TC_SIDE_RED], white = game.seat_of[TC_SIDE_WHITE];
	for (unsigned o = 0; o < 3; o++)
		ap_play(&triumph_of_chaos, &game, red, ap_act(TC_VERB_WRITE, o, 0), NULL);
	ap_view(&triumph_of_chaos, &game, white, &view);
	game = before;
	for (unsigned o = 2; o < 5; o++)
		ap_play(&triumph_of_chaos, &game, red, ap_act(TC_VERB_WRITE, o, 0), NULL);
	ap_view(&triumph_of_chaos, &game, white, &other);
	assert_memory_equal(&view, &other, sizeof view);
	ap_action masked =
		ap_masked(&triumph_of_chaos, &before, red, ap_act(TC_VERB_WRITE, 2, 0), white);
	assert_int_equal(ap_x(masked), AP_UNKNOWN);
}

/* The card that WHITE has laid for the end may be any that RED cannot see. */
static void end_cards_are_hidden(void **unused)
{
	ap_rng rng;
	bool met[TC_CARDS] = {false};
	ap_action legal[AP_MAX_LEGAL];
	(void)unused;
	ap_seed(&rng, 9, 0);
	come_to(TC_STEP_END_CARDS, &rng);
	int white = game.seat_of[TC_SIDE_WHITE], red = game.seat_of[TC_SIDE_RED];
	int held = game.hand_size[TC_SIDE_WHITE];
	ap_legal(&triumph_of_chaos, &game, white, legal);
	ap_play(&triumph_of_chaos, &game, white, legal[0], NULL);
	assert_int_equal(game.hand_size[TC_SIDE_WHITE], held);
	ap_view(&triumph_of_chaos, &game, red, &view);
	assert_int_equal(tc_end_card(&view, TC_SIDE_WHITE), TC_NONE);
	for (int i = 0; i < SAMPLES; i++) {
		ap_determinize(&triumph_of_chaos, &view, &rng, &filled);
		int card = tc_end_card(&filled, TC_SIDE_WHITE);
		assert_in_range(card, 0, TC_CARDS - 1);
		met[card] = true;
	}
	for (int card = 0; card < TC_CARDS; card++)
		assert_int_equal(
			met[card], tc_card_side(card) == TC_SIDE_WHITE && view.card_at[card] == AP_UNSEEN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objectives_are_hidden),
		cmocka_unit_test(views_do_not_differ),
		cmocka_unit_test(end_cards_are_hidden),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
