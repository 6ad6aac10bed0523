/* test_windows.c: reactions do not interrupt a game too often. With four players, fewer than
 * sixty windows a game ask somebody who would want to be asked (ap_worth_asking). */
#include "unit/unit.h"

#include "bots/bots.h"
#include "engine/chapters.h"

enum { GAMES = 100, PLAYERS = 4, MOST_WINDOWS = 60 };

/* Returns a number for the window of a frame, different from the other windows of its turn; 0 if
 * the frame is no window. The two windows between turns count as one, and so do all questions of
 * a stop. */
static int window_of(const ap_frame *f, int turns)
{
	switch (f->step) {
	case AB_STEP_WINDOW:
		return 100 * turns + 1;
	case AB_STEP_COUNTER_WINDOW:
		return 100 * turns + 2;
	case AB_STEP_STOP:
	case AB_STEP_STOP_PICK:
	case AB_STEP_STOP_ASK:
		return 100 * turns + 10 + ab_stop_frame_in(f)->space;
	case AB_STEP_PRESSURE_IMMUNITY:
	case AB_STEP_PRESSURE_ALLIES:
	case AB_STEP_PRESSURE_CARDS:
		return -f->step;
	default:
		return 0;
	}
}

static bool somebody_cares(const void *state)
{
	for (int seat = 0; seat < PLAYERS; seat++) {
		ap_any view;
		ap_view(&atomic_business, state, seat, &view);
		if (ap_worth_asking(&atomic_business, &view, seat))
			return true;
	}
	return false;
}

/* A window counts once, no matter how many seats it asks and which windows open above it. */
static int count_window(const void *state, int turns, int open[AP_MAX_DEPTH])
{
	const ap_head *h = state;
	int depth = h->depth - 1, window = window_of(ap_peek(state), turns);
	for (int above = depth + 1; above < AP_MAX_DEPTH; above++)
		open[above] = 0;
	if (window == 0 || window == open[depth] || !somebody_cares(state))
		return 0;
	open[depth] = window;
	return 1;
}

static ap_action choose(const void *state, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_any view;
	int n = ap_legal(&atomic_business, state, seat, legal);
	if (seat == AP_CHANCE)
		return legal[ap_below(rng, (uint32_t)n)];
	ap_view(&atomic_business, state, seat, &view);
	return ap_bot_named(&atomic_business, "greedy")->choose(&atomic_business, &view, seat, rng);
}

static int windows_of_a_game(uint64_t number)
{
	ap_any state;
	ap_rng rng;
	ap_setup setup = {.players = PLAYERS};
	int open[AP_MAX_DEPTH] = {0}, turns = 0, windows = 0;
	ap_seed(&rng, 1, number);
	ap_start(&atomic_business, &setup, &state, NULL);
	for (ap_seats actors; (actors = ap_actors(&state)) != 0;) {
		int seat = ap_first_seat(actors);
		windows += count_window(&state, turns, open);
		ap_action a = choose(&state, seat, &rng);
		turns += ap_verb_of(a) == AB_VERB_END;
		ap_play(&atomic_business, &state, seat, a, NULL);
	}
	return windows;
}

static void fewer_than_sixty(void **unused)
{
	(void)unused;
	int windows = 0;
	for (uint64_t game = 0; game < GAMES; game++)
		windows += windows_of_a_game(game);
	print_message("%d windows in %d games\n", windows, GAMES);
	assert_true(windows > GAMES); /* there are windows to count */
	assert_true(windows < MOST_WINDOWS * GAMES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(fewer_than_sixty)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
