/* test_registry.c: names and numbers of games, with indices in and out of range. */
#include "unit/unit.h"

#include "registered_games.h"

static void games_by_name(void **unused)
{
	(void)unused;
	assert_true(ap_game_count() >= 1);
	for (int i = 0; i < ap_game_count(); i++)
		assert_ptr_equal(ap_game_named(ap_game_name(ap_game_at(i))), ap_game_at(i));
	assert_ptr_equal(ap_game_named("red-empire"), &red_empire);
	assert_ptr_equal(ap_game_named("tiny"), &tiny);
	assert_null(ap_game_named("huge"));
	assert_null(ap_game_named(""));
	assert_null(ap_game_named("red-empir"));
	assert_null(ap_game_named("red-empire "));
}

static void limits_of_games(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		assert_int_equal(ap_game_index(game), i);
		assert_true(ap_min_players(game) >= 1);
		assert_true(ap_max_players(game) >= ap_min_players(game));
		assert_true(ap_max_players(game) <= AP_MAX_SEATS);
		assert_true(ap_rules_version(game) >= 1);
		assert_true(ap_state_size(game) <= AP_MAX_STATE);
	}
	ap_game unlisted = tiny;
	assert_int_equal(ap_game_index(&unlisted), -1);
}

static void seats(void **unused)
{
	(void)unused;
	assert_string_equal(ap_seat_name(&tiny, 0), "ann");
	assert_string_equal(ap_seat_name(&tiny, 2), "cat");
	assert_string_equal(ap_seat_name(&tiny, AP_CHANCE), "chance");
	assert_string_equal(ap_seat_name(&tiny, AP_OBSERVER), "observer");
	static const int none[] = {-1, 3, 5, AP_EVERYTHING, AP_NOBODY, 1000};
	for (int i = 0; i < AP_COUNT(none); i++)
		assert_string_equal(ap_seat_name(&tiny, none[i]), "nobody");
	assert_int_equal(ap_seat_named(&tiny, "bob"), 1);
	assert_int_equal(ap_seat_named(&tiny, "chance"), AP_CHANCE);
	assert_int_equal(ap_seat_named(&tiny, "observer"), AP_OBSERVER);
	assert_int_equal(ap_seat_named(&tiny, "nobody"), AP_NOBODY);
	assert_int_equal(ap_seat_named(&tiny, "bo"), AP_NOBODY);
	assert_int_equal(ap_seat_named(&tiny, ""), AP_NOBODY);
}

static void options(void **unused)
{
	(void)unused;
	assert_string_equal(ap_option_name(&red_empire, 0), "fall");
	assert_null(ap_option_name(&red_empire, -1));
	assert_null(ap_option_name(&red_empire, 1));
	assert_string_equal(ap_option_value(&red_empire, 0, 0), "president");
	assert_string_equal(ap_option_value(&red_empire, 0, 1), "faction");
	assert_null(ap_option_value(&red_empire, 0, 2));
	assert_null(ap_option_value(&red_empire, 0, 200));
	assert_null(ap_option_value(&red_empire, 0, -1));
	assert_null(ap_option_value(&red_empire, 1, 0));
	assert_string_equal(ap_option_value(&tiny, 0, 1), "5");
	assert_null(ap_option_name(&tiny, 1));
}

static int shown(const ap_game *game, const char *name)
{
	int kind = 0;
	while (strcmp(ap_event_name(game, kind), name) != 0)
		kind++;
	return ap_event_shown(game, kind);
}

/* What events.toml says, or else what goes without saying: of a quiet event, a die, a turning
 * point, a plain line. In every game something is shown longer than a line, and nothing for long.
 */
static void how_long_events_are_shown(void **unused)
{
	(void)unused;
	assert_int_equal(shown(&tiny, "veto"), 800);
	assert_int_equal(shown(&tiny, "no-veto"), 0);
	assert_int_equal(shown(&tiny, "raid-roll"), 900);
	assert_int_equal(shown(&tiny, "wins"), 1000);
	assert_int_equal(shown(&tiny, "nothing-done"), AP_EVENT_SHOWN);
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		int longest = 0;
		for (int kind = 0; kind < game->event_count; kind++)
			if (ap_event_shown(game, kind) > longest)
				longest = ap_event_shown(game, kind);
		assert_in_range(longest, 800, 1200);
	}
}

typedef const char *name_at(const ap_game *game, int n);

/* Checks that there are `count` names, all different. */
static void assert_names(name_at *at, const ap_game *game, int count)
{
	assert_null(at(game, -1));
	assert_null(at(game, count));
	assert_null(at(game, 100000));
	for (int i = 0; i < count; i++) {
		assert_non_null(at(game, i));
		assert_true(at(game, i)[0] != '\0');
		for (int k = 0; k < i; k++)
			assert_string_not_equal(at(game, i), at(game, k));
	}
}

static void names(void **unused)
{
	(void)unused;
	for (int i = -1; i < ap_game_count(); i++) {
		const ap_game *game = i < 0 ? &tiny : ap_game_at(i);
		assert_names(ap_step_name, game, game->step_count);
		assert_names(ap_event_name, game, game->event_count);
		assert_names(ap_fact_name, game, game->fact_count);
		assert_names(ap_list_kind, game, ap_list_count(game));
		assert_names(ap_verb_name, game, game->verb_count);
		assert_names(ap_reason_name, game, game->reasons->count);
	}
	assert_string_equal(ap_reason_name(&tiny, 1), "shared-victory");
}

/* Indices of lists, names and attributes that are out of range. */
static void lists_of_names(void **unused)
{
	(void)unused;
	ap_attribute_info about;
	int32_t values[4];
	for (int g = 0; g < ap_game_count(); g++) {
		const ap_game *game = ap_game_at(g);
		for (int list = 0; list < ap_list_count(game); list++) {
			int size = ap_list_size(game, list), attribute = 0;
			assert_int_equal(ap_list_of_kind(game, ap_list_kind(game, list)), list);
			assert_null(ap_list_name(game, list, -1));
			assert_null(ap_list_name(game, list, size));
			for (; ap_attribute_about(game, list, attribute, &about); attribute++) {
				assert_int_equal(ap_attribute_named(game, list, about.name), attribute);
				for (int n = 0; n < size; n++)
					assert_true(ap_attribute_of(game, list, n, attribute, values, 4) <= about.most);
				assert_int_equal(ap_attribute_of(game, list, -1, attribute, values, 4), 0);
				assert_int_equal(ap_attribute_of(game, list, size, attribute, values, 4), 0);
			}
			assert_int_equal(ap_attribute_of(game, list, 0, attribute, values, 4), 0);
		}
		assert_int_equal(ap_list_of_kind(game, "no such kind"), -1);
		assert_int_equal(ap_list_size(game, ap_list_count(game)), 0);
		assert_null(ap_list_name(game, ap_list_count(game), 0));
	}
}

static void clauses(void **unused)
{
	(void)unused;
	assert_string_equal(ap_clause_id(&tiny, 1), "TG-1");
	assert_string_equal(ap_clause_id(&tiny, ap_clause_count(&tiny) - 1), "TG-16");
	assert_string_equal(ap_clause_id(&tiny, 0), "");
	assert_string_equal(ap_clause_id(&tiny, -1), "");
	assert_string_equal(ap_clause_id(&tiny, ap_clause_count(&tiny)), "");
	assert_int_equal(ap_clause_named(&tiny, "TG-16"), 16);
	assert_int_equal(ap_clause_named(&tiny, "TG-17"), 0);
	assert_int_equal(ap_clause_named(&tiny, "tg-1"), 0);
	assert_int_equal(ap_clause_named(&tiny, ""), 0);
	for (int g = 0; g < ap_game_count(); g++)
		for (int i = 1; i < ap_clause_count(ap_game_at(g)); i++)
			assert_int_equal(ap_clause_named(ap_game_at(g), ap_clause_id(ap_game_at(g), i)), i);
}

/* Each step has a clause that exists, an answer to a sealed step can be taken back, and reactions
 * are sealed. */
static void steps(void **unused)
{
	(void)unused;
	int sealed = 0, reactions = 0;
	for (int g = -1; g < ap_game_count(); g++) {
		const ap_game *game = g < 0 ? &tiny : ap_game_at(g);
		for (int i = 0; i < game->step_count; i++) {
			int clause = ap_step_clause(game, i);
			assert_true(clause > 0 && clause < ap_clause_count(game));
			assert_int_equal(ap_step_sealed(game, i), game->steps[i].unseal != NULL);
			assert_true(ap_step_sealed(game, i) || !ap_step_reaction(game, i));
			sealed += ap_step_sealed(game, i);
			reactions += ap_step_reaction(game, i);
		}
	}
	assert_true(reactions >= 1 && sealed > reactions);
}

static bool sound(const ap_game *game, uint8_t players, uint8_t option, uint8_t beyond)
{
	ap_setup setup = {.players = players, .option = {option, beyond}};
	return ap_setup_sound(game, &setup);
}

static void setups(void **unused)
{
	(void)unused;
	assert_false(sound(&red_empire, 0, 0, 0));
	assert_false(sound(&red_empire, 2, 0, 0));
	assert_true(sound(&red_empire, 3, 0, 0));
	assert_true(sound(&red_empire, 6, 1, 0));
	assert_false(sound(&red_empire, 7, 0, 0));
	assert_false(sound(&red_empire, 255, 0, 0));
	assert_false(sound(&red_empire, 3, 2, 0));
	assert_false(sound(&red_empire, 3, 255, 0));
	assert_false(sound(&red_empire, 3, 0, 1)); /* there is only one option */
	assert_true(sound(&tiny, 2, 1, 0));
	assert_false(sound(&tiny, 2, 2, 0));
}

static void sets_of_seats(void **unused)
{
	(void)unused;
	assert_int_equal(ap_first_seat(AP_SEAT(0)), 0);
	assert_int_equal(ap_first_seat(AP_SEAT(3) | AP_SEAT(5)), 3);
	assert_int_equal(ap_first_seat(AP_SEAT(AP_CHANCE)), AP_CHANCE);
}

static void set_up_of_a_state(void **unused)
{
	(void)unused;
	static const ap_setup agreed = {.players = 5, .option = {1}};
	ap_any state;
	ap_setup setup;
	ap_outcome outcome = {.reason = 77};
	ap_start(&red_empire, &agreed, &state, NULL);
	ap_setup_of(&state, &setup);
	assert_memory_equal(&setup, &agreed, sizeof setup);
	assert_int_equal(ap_players(&state), 5);
	assert_int_equal(ap_viewer(&state), AP_EVERYTHING);
	assert_false(ap_outcome_of(&red_empire, &state, &outcome));
	assert_int_equal(outcome.reason, 77); /* it was not changed */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_by_name),
		cmocka_unit_test(limits_of_games),
		cmocka_unit_test(seats),
		cmocka_unit_test(options),
		cmocka_unit_test(how_long_events_are_shown),
		cmocka_unit_test(names),
		cmocka_unit_test(lists_of_names),
		cmocka_unit_test(clauses),
		cmocka_unit_test(steps),
		cmocka_unit_test(setups),
		cmocka_unit_test(sets_of_seats),
		cmocka_unit_test(set_up_of_a_state),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
