/* test_changes.c: if the difference between two views is merged into the first, the result is the
 * second, in all games. */
#include "unit/unit.h"

#include <jansson.h>

#ifdef NDEBUG
enum { GAMES = 6 };
#else
enum { GAMES = 2 };
#endif

enum { ROOM = 1 << 17 };

static char text[ROOM];

/* Parses `text`, which has this length. */
static json_t *parse_text(size_t length)
{
	assert_true(length < ROOM);
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(root);
	return root;
}

/* Removes the zeros of grids: a difference contains them, a whole state leaves them out. */
static void drop_zeros(const ap_game *game, json_t *root)
{
	for (int i = 0; i < game->grid_count; i++) {
		const char *row, *column;
		json_t *columns, *value;
		void *next;
		json_object_foreach(json_object_get(root, game->grids[i].name), row, columns)
		{
			json_object_foreach_safe(columns, next, column, value)
			{
				if (json_is_integer(value) && json_integer_value(value) == 0)
					json_object_del(columns, column);
			}
		}
	}
}

static void assert_change_merges(const ap_game *game, const void *before, const void *now)
{
	json_t *merged = parse_text(ap_write_state(game, before, text, sizeof text));
	json_t *change = parse_text(ap_write_change(game, before, now, text, sizeof text));
	json_t *expected = parse_text(ap_write_state(game, now, text, sizeof text));
	bool same = memcmp(before, now, ap_state_size(game)) == 0;
	assert_int_equal(json_object_size(change) == 0, same || json_equal(merged, expected));
	assert_int_equal(json_object_update_recursive(merged, change), 0);
	drop_zeros(game, merged);
	assert_true(json_equal(merged, expected));
	json_decref(merged);
	json_decref(change);
	json_decref(expected);
}

/* Plays a random game, and after each action compares the view of a random viewer with the one that
 * he saw last; and the other way round, as when the action is taken back. */
static void play(const ap_game *game, uint64_t number)
{
	static ap_any state, before[AP_OBSERVER + 1], now;
	ap_action legal[AP_MAX_LEGAL];
	ap_rng rng;
	int least = ap_min_players(game), values = 0;
	int players = least + (least < ap_max_players(game) ? (int)(number % 2) : 0);
	ap_setup setup = {.players = (uint8_t)players};
	while (ap_option_value(game, 0, values))
		values++;
	if (values)
		setup.option[0] = (uint8_t)(number % (uint64_t)values);
	if (!ap_setup_sound(game, &setup))
		setup.option[0] = 0;
	ap_seed(&rng, 5, number);
	ap_start(game, &setup, &state, NULL);
	for (int v = 0; v <= players; v++)
		ap_view(game, &state, v == players ? AP_OBSERVER : v, &before[v]);
	for (ap_seats actors; (actors = ap_actors(&state)) != 0;) {
		int seat = ap_first_seat(actors), n = ap_legal(game, &state, seat, legal);
		ap_play(game, &state, seat, legal[ap_below(&rng, (uint32_t)n)], NULL);
		int v = (int)ap_below(&rng, (uint32_t)players + 1);
		ap_view(game, &state, v == players ? AP_OBSERVER : v, &now);
		assert_change_merges(game, &before[v], &now);
		assert_change_merges(game, &now, &before[v]);
		before[v] = now;
	}
}

/* Fewer games are played if the state is large, because writing it takes long. */
static uint64_t number_of_games(const ap_game *game)
{
	return ap_state_size(game) > 2048 ? GAMES / 3 : GAMES;
}

static void changes_merge(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++)
		for (uint64_t number = 0; number < number_of_games(ap_game_at(i)); number++)
			play(ap_game_at(i), number);
}

/* A buffer that is too small gets the beginning of the text; the whole length is returned. */
static void small_buffers(void **unused)
{
	(void)unused;
	static ap_any before, now;
	char few[16];
	const ap_game *game = ap_game_at(0);
	ap_setup setup = {.players = 3};
	ap_action legal[AP_MAX_LEGAL];
	ap_start(game, &setup, &before, NULL);
	now = before;
	ap_legal(game, &now, ap_first_seat(ap_actors(&now)), legal);
	ap_play(game, &now, ap_first_seat(ap_actors(&now)), legal[0], NULL);
	size_t needed = ap_write_change(game, &before, &now, text, sizeof text);
	assert_int_equal(ap_write_change(game, &before, &now, few, sizeof few), needed);
	assert_memory_equal(few, text, sizeof few - 1);
	assert_int_equal(ap_write_change(game, &now, &now, text, sizeof text), 2);
	assert_string_equal(text, "{}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changes_merge), cmocka_unit_test(small_buffers)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
