/* test_situation.c: facts, figures and questions by name and as JSON, with indices in and out of
 * range, and games that leave parts out. */
#include "unit/unit.h"

#include "core/telling.h"
#include "registered_games.h"

/* ---- Names ----------------------------------------------------------------------------------- */

typedef const char *name_function(const ap_game *game, int kind);
typedef const char *argument_function(const ap_game *game, int kind, int n, int *list);

/* Every kind has a name, and every argument a name and a list. */
static void check_kinds(const ap_game *game, name_function *name, argument_function *argument)
{
	int kinds = 0, list;
	for (; name(game, kinds); kinds++) {
		int n = 0;
		for (; argument(game, kinds, n, &list); n++)
			assert_true(list == AP_NUMBER_ARGUMENT || list == AP_ACTION_ARGUMENT ||
				list == AP_EVENT_ARGUMENT || ap_list_kind(game, list));
		assert_true(n <= AP_EVENT_ARGS);
		assert_null(argument(game, kinds, -1, &list));
		assert_null(argument(game, kinds, AP_EVENT_ARGS, &list));
	}
	assert_true(kinds > 0);
	assert_null(name(game, -1));
	assert_null(argument(game, -1, 0, &list));
	assert_null(argument(game, kinds, 0, &list));
}

static void kinds_and_arguments_have_names(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		check_kinds(ap_game_at(i), ap_fact_name, ap_fact_argument);
		check_kinds(ap_game_at(i), ap_event_name, ap_event_argument);
	}
	int list;
	assert_string_equal(ap_fact_name(&tiny, AP_FACT_ODDS), "odds");
	ap_fact_argument(&tiny, AP_FACT_ODDS, 0, &list);
	assert_int_equal(list, AP_EVENT_ARGUMENT);
	ap_fact_argument(&tiny, AP_FACT_ODDS, 2, &list);
	assert_int_equal(list, AP_NUMBER_ARGUMENT);
}

static void figures_have_names(void **unused)
{
	(void)unused;
	ap_figure_info info;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		int count = 0;
		for (; ap_figure_about(game, count, &info); count++)
			assert_int_equal(ap_figure_named(game, info.name), count);
		assert_true(count > 0);
		assert_false(ap_figure_about(game, -1, &info));
	}
	assert_int_equal(ap_figure_named(&tiny, "height"), -1);
	assert_true(ap_figure_about(&tiny, ap_figure_named(&tiny, "box-of"), &info));
	assert_string_equal(ap_list_kind(&tiny, info.keys), "seat");
	assert_string_equal(ap_list_kind(&tiny, info.values), "box");
}

/* A value that is the name of something is a name of its list, or missing. */
static void attributes_name_what_there_is(void **unused)
{
	(void)unused;
	int missing = 0;
	int32_t values[32];
	ap_attribute_info info;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		for (int list = 0; ap_list_kind(game, list); list++)
			for (int a = 0; ap_attribute_about(game, list, a, &info); a++)
				for (int n = 0; info.values >= 0 && n < ap_list_size(game, list); n++)
					for (int v = ap_attribute_of(game, list, n, a, values, 32) - 1; v >= 0; v--) {
						missing += values[v] == AP_NONE;
						assert_true(values[v] == AP_NONE ||
							(values[v] >= 0 && values[v] < ap_list_size(game, info.values)));
					}
		assert_false(ap_attribute_about(game, -1, 0, &info));
		assert_false(ap_attribute_about(game, 0, -1, &info));
	}
	assert_true(missing > 0);
}

/* ---- A game of Tiny, up to Ann's first choice ------------------------------------------------ */

static void begin(ap_any *state)
{
	ap_setup setup = {.players = 2};
	ap_action legal[AP_MAX_LEGAL];
	ap_start(&tiny, &setup, state, NULL);
	while (ap_actors(state) == AP_SEAT(AP_CHANCE)) {
		ap_legal(&tiny, state, AP_CHANCE, legal);
		ap_play(&tiny, state, AP_CHANCE, legal[0], NULL);
	}
}

static void bid(ap_any *state)
{
	PLAY(&tiny, state, "ann bid 2", "ann suit crowns", "bob bid 1", "bob suit anchors");
	ap_action legal[AP_MAX_LEGAL];
	while (ap_actors(state) == AP_SEAT(AP_CHANCE)) {
		ap_legal(&tiny, state, AP_CHANCE, legal);
		ap_play(&tiny, state, AP_CHANCE, legal[0], NULL);
	}
}

static const char *question_of(const ap_game *game, const void *view, int seat)
{
	static char text[1 << 14];
	ap_json j = ap_json_into(text, sizeof text);
	ap_write_seat_question(&j, game, view, seat, false);
	assert_true(ap_json_done(&j) < sizeof text);
	return text;
}

static void a_question_has_what_may_be_answered(void **unused)
{
	(void)unused;
	ap_any state;
	begin(&state);
	assert_non_null(strstr(question_of(&tiny, &state, 0), "\"pass\":null,\"legal\":[\"bid 0\""));
	assert_non_null(strstr(question_of(&tiny, &state, 0),
		"\"bid 2\":[{\"fact\":\"would-lead\",\"clause\":\"TG-4\",\"frame\":0,"
		"\"amount\":2,\"left\":1}]"));
	bid(&state);
	assert_non_null(strstr(question_of(&tiny, &state, 0), "\"pass\":\"pass\""));
	assert_null(strstr(question_of(&tiny, &state, 0), "\"pass\":[")); /* it leads to nothing */
	assert_string_equal(question_of(&tiny, &state, 1), "null");
	assert_string_equal(question_of(&tiny, &state, AP_OBSERVER), "null");
	assert_string_equal(question_of(&tiny, &state, AP_CHANCE), "null");
}

static const char *figures_of(const ap_game *game, const void *before, const void *now)
{
	static char text[1 << 14];
	ap_json j = ap_json_into(text, sizeof text);
	ap_write_figures(&j, game, before, now);
	assert_true(ap_json_done(&j) < sizeof text);
	return text;
}

static void figures_are_written_when_they_change(void **unused)
{
	(void)unused;
	ap_any before, state;
	begin(&before);
	state = before;
	assert_non_null(strstr(figures_of(&tiny, NULL, &state),
		"{\"worth\":{\"dust\":0,\"copper\":1,\"silver\":2,\"gold\":3,\"ruby\":4}"));
	assert_non_null(
		strstr(figures_of(&tiny, NULL, &state), "\"box-of\":{\"ann\":\"oak\",\"bob\":\"iron\"}"));
	assert_string_equal(figures_of(&tiny, &before, &state), "{}");
	bid(&state);
	PLAY(&tiny, &state, "ann swap oak iron");
	assert_non_null(strstr(figures_of(&tiny, &before, &state), "\"ann\":\"iron\""));
	assert_null(strstr(figures_of(&tiny, &before, &state), "worth"));
}

static void chance_never_passes(void **unused)
{
	(void)unused;
	ap_any state;
	ap_action pass;
	ap_setup setup = {.players = 2};
	ap_start(&tiny, &setup, &state, NULL);
	assert_false(ap_pass(&tiny, &state, AP_CHANCE, &pass));
	assert_false(ap_pass(&tiny, &state, 0, &pass));
}

/* ---- Games that leave parts out -------------------------------------------------------------- */

static void parts_can_be_left_out(void **unused)
{
	(void)unused;
	ap_any state;
	ap_facts facts;
	int32_t standing[AP_MAX_SEATS];
	ap_game bare = tiny;
	bare.situation = NULL;
	bare.foresee = NULL;
	bare.standing = NULL;
	bare.standing_name = NULL;
	begin(&state);
	ap_situation(&bare, &state, &facts);
	assert_int_equal(facts.count, 0);
	ap_foresee(&bare, &state, 0, AP_NO_ACTION, &facts);
	assert_int_equal(facts.count, 0);
	ap_standing(&bare, &state, standing);
	assert_int_equal(standing[0], 0);
	assert_string_equal(ap_standing_name(&bare), "points");
	assert_non_null(strstr(question_of(&bare, &state, 0), "],\"foreseen\":{}}"));
	bare.standing_name = "coins";
	assert_string_equal(ap_standing_name(&bare), "coins");
}

static void facts_that_do_not_fit_are_counted(void **unused)
{
	(void)unused;
	static ap_facts facts;
	static const int32_t nothing[AP_EVENT_ARGS];
	for (int i = 0; i < AP_MAX_FACTS + 2; i++)
		ap_state_fact(&facts, 0, 1, 1, nothing);
	assert_int_equal(facts.count, AP_MAX_FACTS);
	assert_int_equal(facts.lost, 2);
}

static bool never_sound(const ap_setup *setup)
{
	(void)setup;
	return false;
}

static void a_set_up_is_refused_by_a_clause(void **unused)
{
	(void)unused;
	ap_setup setup = {.players = 2};
	ap_game strict = tiny;
	assert_string_equal(ap_setup_refused_by(&strict, &setup), "");
	strict.setup_sound = never_sound;
	strict.setup_clause = 0;
	assert_false(ap_setup_sound(&strict, &setup));
	assert_string_equal(ap_setup_refused_by(&strict, &setup), "");
	strict.setup_clause = 1;
	assert_string_equal(ap_setup_refused_by(&strict, &setup), ap_clause_id(&strict, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_and_arguments_have_names),
		cmocka_unit_test(figures_have_names),
		cmocka_unit_test(attributes_name_what_there_is),
		cmocka_unit_test(a_question_has_what_may_be_answered),
		cmocka_unit_test(figures_are_written_when_they_change),
		cmocka_unit_test(chance_never_passes),
		cmocka_unit_test(parts_can_be_left_out),
		cmocka_unit_test(facts_that_do_not_fit_are_counted),
		cmocka_unit_test(a_set_up_is_refused_by_a_clause),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
