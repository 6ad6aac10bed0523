/* test_learn.c: layouts, words and memories where one can say what must come out. What holds for
 * all games is in tests/learn. */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "apparat/learn.h"
#include "text/memory.h"

/* Returns the observation's value in a column. */
static int value(const ap_layout *layout, const uint8_t *row, const char *name)
{
	ap_column c;
	int column = ap_column_named(layout, name);
	if (column < 0)
		fail_msg("there is no column %s", name);
	assert_true(ap_column_at(layout, column, &c));
	assert_string_equal(c.name, name);
	return row[column] + c.low;
}

static void test_columns_are_described(void **unused)
{
	(void)unused;
	for (int g = 0; g < ap_game_count(); g++) {
		ap_layout *layout = ap_layout_new(ap_game_at(g), 0, AP_USUAL_COLUMNS | AP_FIGURE_COLUMNS);
		ap_layout *same = ap_layout_new(ap_game_at(g), 0, AP_USUAL_COLUMNS | AP_FIGURE_COLUMNS);
		ap_layout *less = ap_layout_new(ap_game_at(g), 0, AP_STATE_COLUMNS);
		ap_column c;
		int n = 0;
		for (; ap_column_at(layout, n, &c); n++) {
			assert_int_equal(ap_column_named(layout, c.name), n);
			assert_true(c.high > c.low && c.high - c.low <= 255);
			assert_true(c.list >= -1 && c.list < ap_list_count(ap_game_at(g)));
		}
		assert_int_equal(n, ap_layout_width(layout));
		assert_false(ap_column_at(layout, -1, &c));
		assert_int_equal(ap_column_named(layout, "nothing"), -1);
		assert_true(ap_layout_hash(layout) == ap_layout_hash(same));
		assert_true(ap_layout_hash(layout) != ap_layout_hash(less));
		ap_layout_free(layout);
		ap_layout_free(same);
		ap_layout_free(less);
	}
	ap_layout_free(NULL);
}

static void test_words(void **unused)
{
	(void)unused;
	for (int g = 0; g < ap_game_count(); g++) {
		const ap_game *game = ap_game_at(g);
		ap_layout *layout = ap_layout_new(game, 0, 0);
		int32_t words[AP_INDEX_WORDS];
		int list, name;
		for (int32_t i = 0; i < ap_index_count(layout); i += 1 + i / 64) {
			assert_true(ap_index_about(layout, i, words));
			assert_true(words[0] >= 1 && words[0] <= game->verb_count);
			assert_true(words[1] >= 0 && words[1] < ap_word_count(layout));
			assert_true(words[2] >= 0 && words[2] < ap_word_count(layout));
		}
		assert_false(ap_index_about(layout, ap_index_count(layout), words));
		assert_false(ap_index_about(layout, -1, words));
		for (int w = 0; w < ap_word_count(layout); w++) {
			assert_non_null(ap_word_name(layout, w));
			if (ap_word_about(layout, w, &list, &name))
				assert_non_null(ap_list_name(game, list, name));
		}
		assert_null(ap_word_name(layout, ap_word_count(layout)));
		assert_false(ap_word_about(layout, 0, &list, &name));
		ap_layout_free(layout);
	}
}

static void test_equal_copies_are_one_index(void **unused)
{
	(void)unused;
	const ap_game *game = ap_game_named("red-empire");
	ap_layout *layout = ap_layout_new(game, 3, 0);
	ap_action a, b, c;
	int verb = 0;
	while (strcmp(ap_verb_name(game, verb), "discard") != 0)
		verb++;
	const ap_names *cards = game->verbs[verb].x;
	int first = ap_index_of(cards, "scandal-a", 9), second = ap_index_of(cards, "scandal-b", 9);
	int other = ap_index_of(cards, "hero-a", 6);
	assert_true(first >= 0 && second >= 0 && other >= 0);
	a = ap_act((unsigned)verb, (unsigned)first, 0);
	b = ap_act((unsigned)verb, (unsigned)second, 0);
	c = ap_act((unsigned)verb, (unsigned)other, 0);
	assert_int_equal(ap_encode(layout, 3, 1, a), ap_encode(layout, 3, 1, b));
	assert_int_not_equal(ap_encode(layout, 3, 1, a), ap_encode(layout, 3, 1, c));
	assert_int_equal(ap_encode(layout, 3, 1, ap_act((unsigned)verb, AP_UNKNOWN, 0)), -1);
	assert_int_equal(ap_encode(layout, 3, 1, ap_act(255, 0, 0)), -1);
	ap_layout_free(layout);
}

/* All three bid; the second player has bid already. */
static void test_seats_are_relative(void **unused)
{
	(void)unused;
	const ap_game *game = ap_game_named("tiny");
	ap_layout *layout = ap_layout_new(game, 0, AP_USUAL_COLUMNS);
	ap_setup setup = {.players = 3};
	ap_any state, view;
	uint8_t *row = ap_allocate((size_t)ap_layout_width(layout), 1);
	ap_action legal[AP_MAX_LEGAL];
	ap_start(game, &setup, &state, NULL);
	while (ap_actors(&state) == AP_SEAT(AP_CHANCE)) {
		ap_legal(game, &state, AP_CHANCE, legal);
		ap_play(game, &state, AP_CHANCE, legal[0], NULL);
	}
	while (ap_actors(&state) & AP_SEAT(1)) { /* a bid has two parts */
		ap_legal(game, &state, 1, legal);
		ap_play(game, &state, 1, legal[0], NULL);
	}
	for (int seat = 0; seat < 3; seat++) {
		char name[32];
		ap_view(game, &state, seat, &view);
		ap_observe(layout, &view, NULL, row);
		for (int other = 0; other < 3; other++) {
			snprintf(name, sizeof name, "asked.seat+%d", (other - seat + 3) % 3);
			assert_int_equal(value(layout, row, name), other != 1);
			snprintf(name, sizeof name, "viewer.%s", ap_seat_name(game, other));
			assert_int_equal(value(layout, row, name), other == seat);
		}
		assert_int_equal(value(layout, row, "players.3"), 1);
		assert_int_equal(value(layout, row, "step.bids"), 1);
		assert_int_equal(value(layout, row, "frame.round.round"), 1);
	}
	free(row);
	ap_layout_free(layout);
}

static void test_memory(void **unused)
{
	(void)unused;
	const ap_game *game = ap_game_named("tiny");
	ap_layout *layout = ap_layout_new(game, 0, AP_USUAL_COLUMNS);
	ap_setup setup = {.players = 3};
	ap_any state, view;
	uint8_t *row = ap_allocate((size_t)ap_layout_width(layout), 1);
	void *memory = ap_allocate(1, ap_memory_size(layout));
	ap_events events = {0};
	int paid = 0;
	while (strcmp(ap_event_name(game, paid), "leads") != 0)
		paid++;
	events.list[events.count++] = (ap_event){(uint16_t)paid, 1, AP_ALL_VIEWERS, {0, 4}};
	events.list[events.count++] = (ap_event){(uint16_t)paid, 1, AP_ALL_VIEWERS, {0, 7}};
	events.list[events.count++] = (ap_event){(uint16_t)paid, 1, AP_SEAT(1), {2, 9}};
	ap_start(game, &setup, &state, NULL);
	ap_memory_begin(layout, memory, 3, 2);
	ap_memory_witness(layout, memory, &state, &events);
	((ap_head *)&state)->question += 5;
	ap_view(game, &state, 2, &view);
	ap_observe(layout, &view, memory, row);
	assert_int_equal(value(layout, row, "witnessed.leads.seat+1.times"), 2);
	assert_int_equal(value(layout, row, "witnessed.leads.seat+1.paid"), 7);
	assert_int_equal(value(layout, row, "witnessed.leads.seat+1.lately"), 250);
	assert_int_equal(value(layout, row, "witnessed.leads.seat+0.times"), 0);
	assert_int_equal(value(layout, row, "witnessed.leads.seat+0.paid"), -128);
	assert_int_equal(value(layout, row, "recent.0.kind-low"), 1 + paid);
	assert_int_equal(value(layout, row, "recent.0.argument-0"), 2);
	assert_int_equal(value(layout, row, "recent.0.argument-1"), 128 + 7);
	assert_int_equal(value(layout, row, "recent.1.argument-1"), 128 + 4);
	assert_int_equal(value(layout, row, "recent.2.kind-low"), 0);
	ap_observe(layout, &view, NULL, row);
	assert_int_equal(value(layout, row, "witnessed.leads.seat+1.times"), 0);
	free(memory);
	free(row);
	ap_layout_free(layout);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_columns_are_described),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_equal_copies_are_one_index),
		cmocka_unit_test(test_seats_are_relative),
		cmocka_unit_test(test_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
