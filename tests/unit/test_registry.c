/* test_registry.c: what can be asked of a game, up to the edges and beyond. */
#include "unit/unit.h"

#include "registered_games.h"

static void games(void **unused)
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

static void red_empire_is(void **unused)
{
	(void)unused;
	assert_int_equal(ap_min_players(&red_empire), 3);
	assert_int_equal(ap_max_players(&red_empire), 6);
	assert_int_equal(ap_rules_version(&red_empire), 1);
	assert_true(ap_state_size(&red_empire) <= 1024);
	assert_true(ap_state_size(&red_empire) <= AP_MAX_STATE);
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

typedef const char *name_at(const ap_game *game, int n);

/* All names from 0 on differ, and there is none before or after. */
static void assert_list(name_at *at, const ap_game *game, int count)
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

static void lists(void **unused)
{
	(void)unused;
	const ap_game *both[] = {&red_empire, &tiny};
	for (int i = 0; i < 2; i++) {
		assert_list(ap_step_name, both[i], both[i]->step_count);
		assert_list(ap_event_name, both[i], both[i]->event_count);
		assert_list(ap_verb_name, both[i], both[i]->verb_count);
		assert_list(ap_reason_name, both[i], both[i]->reasons->count);
	}
	assert_string_equal(ap_reason_name(&tiny, 1), "shared-victory");
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
	for (int i = 1; i < ap_clause_count(&red_empire); i++)
		assert_int_equal(ap_clause_named(&red_empire, ap_clause_id(&red_empire, i)), i);
}

/* Each step is asked by a clause that exists; a sealed one can be taken back. */
static void steps(void **unused)
{
	(void)unused;
	const ap_game *both[] = {&red_empire, &tiny};
	int sealed = 0;
	for (int g = 0; g < 2; g++)
		for (int i = 0; i < both[g]->step_count; i++) {
			int clause = ap_step_clause(both[g], i);
			assert_true(clause > 0 && clause < ap_clause_count(both[g]));
			assert_int_equal(ap_step_sealed(both[g], i), both[g]->steps[i].unseal != NULL);
			sealed += ap_step_sealed(both[g], i);
		}
	assert_int_equal(sealed, 2);
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
	assert_false(sound(&red_empire, 3, 0, 1)); /* an option that there is not */
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

/* What a state says of itself. */
static void about_a_state(void **unused)
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
	assert_int_equal(outcome.reason, 77); /* untouched */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games),
		cmocka_unit_test(red_empire_is),
		cmocka_unit_test(seats),
		cmocka_unit_test(options),
		cmocka_unit_test(lists),
		cmocka_unit_test(clauses),
		cmocka_unit_test(steps),
		cmocka_unit_test(setups),
		cmocka_unit_test(sets_of_seats),
		cmocka_unit_test(about_a_state),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
