/* test_history.c: any earlier state of a game can be computed, and played on from. */
#include "unit/unit.h"

#include <stdlib.h>

#include "registered_games.h"
#include "text/history.h"
#include "text/memory.h"

#ifdef NDEBUG
enum { UNDONE = 7 };
#else
enum { UNDONE = 61 };
#endif

enum { MOST_MOVES = 2000 };

static ap_history h;
static ap_any *state; /* state[n] is the state after the first n moves, as it was when played */
static ap_rng rng;

static void start(const ap_game *game, int players, unsigned seed)
{
	ap_setup setup = {.players = (uint8_t)players};
	ap_seed(&rng, seed, 0);
	ap_history_start(&h, game, &setup, NULL);
	state = ap_allocate(MOST_MOVES, sizeof *state);
	state[0] = h.state;
}

/* Begins another history with the present state, as when the rules change. */
static void start_in_the_middle(void)
{
	const ap_earlier before = {.lines = h.lines, .moves = h.moves, .outcomes = h.outcomes};
	ap_any now = h.state;
	const ap_game *game = h.game;
	ap_history_free(&h);
	ap_history_start_at(&h, game, &now, &before);
	state[0] = h.state;
}

static void stop(void)
{
	ap_history_free(&h);
	free(state);
}

/* Lets a seat that is asked choose at random; false if the game is over. */
static bool act(void)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_seats actors = ap_actors(&h.state);
	if (!actors)
		return false;
	int seat = ap_first_seat(actors);
	/* If several seats are asked, it is not always the first that answers. */
	if ((actors & (actors - 1)) && ap_below(&rng, 2))
		seat = ap_first_seat(actors & (ap_seats)(actors - 1));
	int n = ap_legal(h.game, &h.state, seat, legal);
	assert_int_equal(
		ap_history_apply(&h, seat, legal[ap_below(&rng, (uint32_t)n)], NULL).code, AP_OK);
	assert_true(h.moves < MOST_MOVES);
	state[h.moves] = h.state;
	return true;
}

static void play_on(int moves)
{
	while (moves-- > 0 && act())
		;
}

static void assert_state(const void *found, int moves)
{
	assert_memory_equal(found, &state[moves], ap_state_size(h.game));
}

static void assert_all_points(void)
{
	ap_any found;
	for (int moves = 0; moves <= h.moves; moves++) {
		ap_history_at(&h, moves, &found);
		assert_state(&found, moves);
	}
}

static void every_point_of_a_game(void **unused)
{
	(void)unused;
	start(&kremlin, 5, 1);
	play_on(MOST_MOVES);
	assert_true(h.moves > 3 * AP_SNAPSHOT_EVERY);
	assert_int_equal(h.lines, h.moves);
	assert_all_points();
	stop();
}

/* Lengths around those at which snapshots are stored. */
static void every_length(void **unused)
{
	(void)unused;
	static const int lengths[] = {0, 1, AP_SNAPSHOT_EVERY - 1, AP_SNAPSHOT_EVERY,
		AP_SNAPSHOT_EVERY + 1, 2 * AP_SNAPSHOT_EVERY - 1, 2 * AP_SNAPSHOT_EVERY};
	for (int i = 0; i < AP_COUNT(lengths); i++) {
		start(&kremlin, 3, 2);
		play_on(lengths[i]);
		assert_int_equal(h.moves, lengths[i]);
		assert_all_points();
		stop();
	}
}

static void undo_goes_back_to_any_point(void **unused)
{
	(void)unused;
	start(&kremlin, 4, 3);
	play_on(MOST_MOVES);
	for (int moves = h.moves; moves >= 0; moves -= UNDONE) {
		int lines = h.lines;
		assert_true(ap_history_undo(&h, moves));
		assert_int_equal(h.moves, moves);
		assert_int_equal(h.lines, lines + 1);
		assert_int_equal(h.line[lines].kind, AP_LINE_UNDO);
		assert_int_equal(h.line[lines].value, moves);
		assert_state(&h.state, moves);
		assert_all_points();
	}
	stop();
}

/* After an undo another game is played: no snapshot of the old one may be used. */
static void another_game_after_undo(void **unused)
{
	(void)unused;
	start(&kremlin, 6, 4);
	play_on(5 * AP_SNAPSHOT_EVERY / 2);
	static const int back[] = {
		2 * AP_SNAPSHOT_EVERY, AP_SNAPSHOT_EVERY + 3, AP_SNAPSHOT_EVERY, 5, 0};
	for (int i = 0; i < AP_COUNT(back); i++) {
		assert_true(ap_history_undo(&h, back[i]));
		play_on(3 * AP_SNAPSHOT_EVERY / 2);
		assert_all_points();
	}
	play_on(MOST_MOVES);
	assert_int_equal(ap_actors(&h.state), 0);
	assert_all_points();
	stop();
}

static void assert_lines(const ap_line *found, const ap_line *expected, int count)
{
	for (int i = 0; i < count; i++) {
		assert_int_equal(found[i].kind, expected[i].kind);
		assert_int_equal(found[i].seat, expected[i].seat);
		assert_int_equal(found[i].value, expected[i].value);
	}
}

/* A history that is restored from its lines and its state behaves as before: all earlier states can
 * be computed, with and without snapshots, and it can be played on. */
static void resumed_is_the_same(void **unused)
{
	(void)unused;
	start(&kremlin, 4, 9);
	play_on(5 * AP_SNAPSHOT_EVERY / 2);
	assert_true(ap_history_undo(&h, 2 * AP_SNAPSHOT_EVERY));
	play_on(AP_SNAPSHOT_EVERY + 3);
	for (int i = 0; i < 3; i++) {
		ap_history old = h;
		ap_history_start(&h, old.game, &old.setup, NULL);
		assert_true(ap_history_resume(&h, old.line, old.lines, &old.state));
		assert_int_equal(h.lines, old.lines);
		assert_int_equal(h.moves, old.moves);
		assert_int_equal(h.outcomes, old.outcomes);
		assert_lines(h.line, old.line, old.lines);
		assert_lines(h.move, old.move, old.moves);
		ap_history_free(&old);
		assert_int_equal(h.snapshots, 1); /* the beginning is always known */
		if (i > 0)
			ap_history_fill_snapshots(&h);
		assert_int_equal(h.snapshots, i > 0 ? (h.moves - 1) / AP_SNAPSHOT_EVERY + 1 : 1);
		assert_all_points();
		play_on(AP_SNAPSHOT_EVERY);
		assert_all_points();
		if (i == 2)
			assert_true(ap_history_undo(&h, AP_SNAPSHOT_EVERY + 1));
		play_on(AP_SNAPSHOT_EVERY);
		assert_all_points();
	}
	stop();
}

/* ---- Histories that begin in the middle of a game -------------------------------------------- */

static void every_point_since_the_middle(void **unused)
{
	(void)unused;
	static const ap_setup setup = {.players = 4};
	ap_any first;
	start(&kremlin, 4, 10);
	play_on(AP_SNAPSHOT_EVERY + 5);
	start_in_the_middle();
	ap_start(&kremlin, &setup, &first, NULL);
	assert_memory_not_equal(&state[0], &first, ap_state_size(&kremlin));
	assert_int_equal(h.setup.players, 4);
	assert_int_equal(h.lines, 0);
	assert_int_equal(h.moves, 0);
	assert_int_equal(h.earlier.moves, AP_SNAPSHOT_EVERY + 5);
	assert_int_equal(h.earlier.lines, AP_SNAPSHOT_EVERY + 5);
	assert_all_points();
	play_on(MOST_MOVES);
	assert_true(h.moves > AP_SNAPSHOT_EVERY);
	assert_int_equal(ap_actors(&h.state), 0);
	assert_all_points();
	stop();
}

static void undo_goes_back_to_the_middle_and_not_further(void **unused)
{
	(void)unused;
	start(&kremlin, 3, 11);
	play_on(50);
	start_in_the_middle();
	play_on(3 * AP_SNAPSHOT_EVERY / 2);
	assert_false(ap_history_undo(&h, -1));
	assert_state(&h.state, 3 * AP_SNAPSHOT_EVERY / 2);
	static const int back[] = {AP_SNAPSHOT_EVERY, 1, 0, 0};
	for (int i = 0; i < AP_COUNT(back); i++) {
		assert_true(ap_history_undo(&h, back[i]));
		assert_state(&h.state, back[i]);
		assert_all_points();
		assert_false(ap_history_undo(&h, -1));
		play_on(AP_SNAPSHOT_EVERY + 7);
		assert_all_points();
	}
	assert_int_equal(h.earlier.moves, 50);
	stop();
}

static void outcomes_go_on_counting(void **unused)
{
	(void)unused;
	start(&red_empire, 3, 12);
	play_on(30);
	int before = h.outcomes;
	assert_true(before > 0);
	assert_true(ap_history_undo(&h, 0));
	assert_int_equal(h.outcomes, before);
	start_in_the_middle();
	assert_int_equal(h.outcomes, before);
	assert_int_equal(h.earlier.lines, 31);
	assert_int_equal(h.earlier.moves, 0);
	assert_int_equal(ap_first_seat(ap_actors(&h.state)), AP_CHANCE);
	play_on(1);
	assert_int_equal(h.outcomes, before + 1);
	assert_true(ap_history_undo(&h, 0));
	play_on(1);
	assert_int_equal(h.outcomes, before + 2);
	stop();
}

static void resumed_in_the_middle_is_the_same(void **unused)
{
	(void)unused;
	start(&kremlin, 4, 13);
	play_on(100);
	start_in_the_middle();
	play_on(3 * AP_SNAPSHOT_EVERY / 2);
	assert_true(ap_history_undo(&h, AP_SNAPSHOT_EVERY + 2));
	play_on(AP_SNAPSHOT_EVERY);
	for (int fill = 0; fill < 2; fill++) {
		ap_history old = h;
		ap_history_start_at(&h, old.game, &state[0], &old.earlier);
		assert_true(ap_history_resume(&h, old.line, old.lines, &old.state));
		assert_int_equal(h.moves, old.moves);
		assert_int_equal(h.outcomes, old.outcomes);
		assert_lines(h.line, old.line, old.lines);
		ap_history_free(&old);
		if (fill)
			ap_history_fill_snapshots(&h);
		assert_int_equal(h.snapshots, fill ? (h.moves - 1) / AP_SNAPSHOT_EVERY + 1 : 1);
		assert_all_points();
		assert_true(ap_history_undo(&h, 3));
		assert_false(ap_history_undo(&h, 4));
		play_on(2 * AP_SNAPSHOT_EVERY);
		assert_all_points();
	}
	stop();
}

/* ---- What is refused ------------------------------------------------------------------------- */

static void impossible_lines_are_refused(void **unused)
{
	(void)unused;
	ap_history other;
	start(&red_empire, 3, 5);
	play_on(20);
	static const ap_line bad[] = {{AP_LINE_UNDO, 0, 2}, /* there is only one move before it */
		{9, 0, 0},                                      /* no such kind of line */
		{AP_LINE_ACTION, 0, 0xffffffff},                /* no such verb */
		{AP_LINE_ACTION, AP_OBSERVER, 0}, {AP_LINE_UNSEAL, 3, 0}};
	for (int i = 0; i < AP_COUNT(bad); i++) {
		ap_line lines[] = {h.line[0], bad[i]};
		ap_history_start(&other, h.game, &h.setup, NULL);
		assert_false(ap_history_resume(&other, lines, 2, &h.state));
	}
	stop();
}

static void impossible_undos_are_refused(void **unused)
{
	(void)unused;
	start(&red_empire, 3, 5);
	play_on(20);
	assert_false(ap_history_undo(&h, 21));
	assert_false(ap_history_undo(&h, -1));
	assert_int_equal(h.moves, 20);
	assert_int_equal(h.lines, 20);
	assert_state(&h.state, 20);
	assert_true(ap_history_undo(&h, 20)); /* undoes nothing, but is a line */
	assert_int_equal(h.lines, 21);
	assert_state(&h.state, 20);
	stop();
}

static void what_is_refused_is_not_written(void **unused)
{
	(void)unused;
	start(&red_empire, 3, 6);
	play_on(10);
	assert_int_equal(ap_history_apply(&h, 0, 0, NULL).code, AP_NOT_ASKED);
	assert_int_equal(ap_history_apply(&h, AP_CHANCE, ~(ap_action)0, NULL).code, AP_FORBIDDEN);
	assert_int_equal(ap_history_unseal(&h, 0).code, AP_NOT_SEALED);
	assert_int_equal(h.moves, 10);
	assert_int_equal(h.lines, 10);
	assert_state(&h.state, 10);
	stop();
}

/* Taking back a sealed answer is a move, and is replayed like one. */
static void unseals_are_moves(void **unused)
{
	(void)unused;
	int unseals = 0;
	for (unsigned seed = 0; seed < 20; seed++) {
		start(&tiny, 3, seed);
		while (act())
			for (int seat = 0; seat < 3; seat++)
				if (ap_below(&rng, 4) == 0 && ap_history_unseal(&h, seat).code == AP_OK) {
					assert_int_equal(h.move[h.moves - 1].kind, AP_LINE_UNSEAL);
					assert_int_equal(h.move[h.moves - 1].seat, seat);
					state[h.moves] = h.state;
					unseals++;
				}
		assert_all_points();
		stop();
	}
	assert_true(unseals > 20);
}

static void events_are_told(void **unused)
{
	(void)unused;
	static ap_events events;
	static const ap_setup three = {.players = 3};
	ap_history_start(&h, &red_empire, &three, &events);
	int told = events.count;
	assert_int_equal(ap_history_apply(&h, AP_CHANCE, ap_act(2, 0, 0), &events).code, AP_OK);
	assert_true(events.count > told);
	assert_string_equal(ap_event_name(&red_empire, events.list[told].kind), "leader-dealt");
	ap_history_free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_point_of_a_game),
		cmocka_unit_test(every_length),
		cmocka_unit_test(undo_goes_back_to_any_point),
		cmocka_unit_test(another_game_after_undo),
		cmocka_unit_test(resumed_is_the_same),
		cmocka_unit_test(every_point_since_the_middle),
		cmocka_unit_test(undo_goes_back_to_the_middle_and_not_further),
		cmocka_unit_test(outcomes_go_on_counting),
		cmocka_unit_test(resumed_in_the_middle_is_the_same),
		cmocka_unit_test(impossible_lines_are_refused),
		cmocka_unit_test(impossible_undos_are_refused),
		cmocka_unit_test(what_is_refused_is_not_written),
		cmocka_unit_test(unseals_are_moves),
		cmocka_unit_test(events_are_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
