/* test_bots.c: the levels of bots that each game has. */
#include "unit/unit.h"

#include "apparat/bots.h"

static void levels(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		const ap_bot *bot, *last = NULL;
		assert_string_equal(ap_bot_level(ap_bot_at(game, 0)), "random");
		for (int n = 0; (bot = ap_bot_at(game, n)) != NULL; n++) {
			assert_ptr_equal(ap_bot_named(game, ap_bot_level(bot)), bot);
			last = bot;
		}
		assert_ptr_equal(ap_strongest_bot(game), last);
		assert_null(ap_bot_named(game, "perfect"));
	}
}

/* A bot chooses a legal action, and the same one with the same generator. */
static void actions(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		const ap_bot *bot = ap_strongest_bot(game);
		ap_setup setup = {.players = (uint8_t)ap_max_players(game)};
		ap_any state, view;
		ap_rng rng, same;
		ap_seed(&rng, 1, 0);
		ap_start(game, &setup, &state, NULL);
		for (int n = 0; n < 300 && ap_actors(&state); n++) {
			int seat = ap_first_seat(ap_actors(&state));
			if (seat != AP_CHANCE)
				ap_view(game, &state, seat, &view);
			const void *seen = seat == AP_CHANCE ? &state : &view;
			const ap_bot *player = seat == AP_CHANCE ? ap_bot_at(game, 0) : bot;
			same = rng;
			ap_action chosen = ap_bot_action(player, game, seen, seat, &rng);
			assert_int_equal(chosen, ap_bot_action(player, game, seen, seat, &same));
			assert_int_equal(ap_apply(game, &state, seat, chosen, NULL).code, AP_OK);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(levels), cmocka_unit_test(actions)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
