/* test_codes.c: each code that ap_apply() and ap_unseal() can answer, and the clause with it. */
#include "unit/unit.h"

#include "registered_games.h"

static const ap_setup three = {.players = 3};
static ap_any now, before;

static void start(const ap_game *game)
{
	ap_start(game, &three, &now, NULL);
	before = now;
}

static void nothing_changed(const ap_game *game)
{
	assert_memory_equal(&now, &before, ap_state_size(game));
}

/* Bindings in other languages know the codes by their numbers. */
static void numbers_stay(void **unused)
{
	(void)unused;
	assert_int_equal(AP_OK, 0);
	assert_int_equal(AP_GAME_OVER, 1);
	assert_int_equal(AP_NOT_ASKED, 2);
	assert_int_equal(AP_FORBIDDEN, 3);
	assert_int_equal(AP_NOT_SEALED, 4);
}

static void ok_changes_the_state(void **unused)
{
	(void)unused;
	start(&red_empire);
	ap_result result = attempt(&red_empire, &now, "chance leader zakharov");
	assert_int_equal(result.code, AP_OK);
	assert_int_equal(result.clause, 0);
	assert_memory_not_equal(&now, &before, ap_state_size(&red_empire));
}

static void game_over_cites_the_reason(void **unused)
{
	(void)unused;
	ap_rng rng;
	ap_outcome outcome;
	bool met[2] = {false, false};
	for (unsigned game = 0; game < 200 && !(met[0] && met[1]); game++) {
		ap_seed(&rng, 5, game);
		start(&tiny);
		assert_true(ap_playout(&tiny, &now, &rng, 1000) > 0);
		before = now;
		assert_true(ap_outcome_of(&tiny, &now, &outcome));
		const char *clause = outcome.reason == 0 ? "TG-14" : "TG-15";
		met[outcome.reason] = true;
		assert_refused(&tiny, attempt(&tiny, &now, "ann pass"), AP_GAME_OVER, clause);
		assert_refused(&tiny, attempt(&tiny, &now, "chance die 1"), AP_GAME_OVER, clause);
		assert_refused(&tiny, ap_unseal(&tiny, &now, 0), AP_GAME_OVER, clause);
		nothing_changed(&tiny);
	}
	assert_true(met[0] && met[1]);
}

static void not_asked_is_whoever_has_no_question(void **unused)
{
	(void)unused;
	static const int seats[] = {-1, 0, 5, 7, 8, 16, 200, AP_NOBODY};
	start(&tiny);
	for (int i = 0; i < AP_COUNT(seats); i++)
		assert_refused(&tiny, ap_apply(&tiny, &now, seats[i], 0, NULL), AP_NOT_ASKED, "TG-16");
	nothing_changed(&tiny);
}

/* A sealed answer that is complete is not asked for again. */
static void not_asked_after_the_answer(void **unused)
{
	(void)unused;
	start(&tiny);
	PLAY(&tiny, &now, "chance draw raid-a", "chance draw raid-b", "chance draw raid-c",
		"chance draw veto-a", "chance draw veto-b", "chance draw veto-c", "bob bid 1",
		"bob suit crowns");
	assert_refused(&tiny, attempt(&tiny, &now, "bob suit anchors"), AP_NOT_ASKED, "TG-16");
	assert_int_equal(ap_apply(&tiny, &now, 0, ap_act(255, 0, 0), NULL).code, AP_FORBIDDEN);
}

static void forbidden_cites_the_rule(void **unused)
{
	(void)unused;
	start(&red_empire);
	PLAY(&red_empire, &now, "chance leader zakharov");
	before = now;
	assert_refused(
		&red_empire, attempt(&red_empire, &now, "chance leader zakharov"), AP_FORBIDDEN, "RE-SU-1");
	assert_refused(
		&red_empire, attempt(&red_empire, &now, "chance draw treaty-a"), AP_FORBIDDEN, "RE-SU-1");
	nothing_changed(&red_empire);
}

/* No such verb, an argument out of range, an argument hidden from a viewer. */
static void forbidden_is_what_is_no_action(void **unused)
{
	(void)unused;
	start(&red_empire);
	static const ap_action bad[] = {
		0xff000000, 0xffffffff, 0x02fff000 /* leader ? */, 0x02001001 /* one argument too many */};
	for (int i = 0; i < AP_COUNT(bad); i++)
		assert_refused(&red_empire, ap_apply(&red_empire, &now, AP_CHANCE, bad[i], NULL),
			AP_FORBIDDEN, "RE-SU-1");
	nothing_changed(&red_empire);
}

static void not_sealed_is_nothing_to_take_back(void **unused)
{
	(void)unused;
	start(&tiny);
	assert_refused(&tiny, ap_unseal(&tiny, &now, 0), AP_NOT_SEALED, "TG-2"); /* no sealed step */
	PLAY(&tiny, &now, "chance draw raid-a", "chance draw raid-b", "chance draw raid-c",
		"chance draw veto-a", "chance draw veto-b", "chance draw veto-c", "bob bid 1");
	before = now;
	static const int seats[] = {-1, 0, 2, 3, AP_CHANCE, AP_OBSERVER, 200};
	for (int i = 0; i < AP_COUNT(seats); i++)
		assert_refused(&tiny, ap_unseal(&tiny, &now, seats[i]), AP_NOT_SEALED, "TG-3");
	nothing_changed(&tiny);
	assert_int_equal(ap_unseal(&tiny, &now, 1).code, AP_OK);
	assert_refused(&tiny, ap_unseal(&tiny, &now, 1), AP_NOT_SEALED, "TG-3");
}

/* A full buffer loses events and counts them. */
static void events_beyond_the_buffer_are_counted(void **unused)
{
	(void)unused;
	static struct {
		ap_events events;
		unsigned char after[64];
	} box;
	memset(box.after, 0x5a, sizeof box.after);
	static const int16_t arg[AP_EVENT_ARGS] = {1, 2, 3, 4, 5};
	for (int i = 0; i < AP_MAX_EVENTS + 3; i++)
		ap_record_event(&box.events, AP_SEAT(2), 7, 9, arg);
	assert_int_equal(box.events.count, AP_MAX_EVENTS);
	assert_int_equal(box.events.lost, 3);
	assert_int_equal(box.events.list[AP_MAX_EVENTS - 1].arg[4], 5);
	for (size_t i = 0; i < sizeof box.after; i++)
		assert_int_equal(box.after[i], 0x5a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_stay),
		cmocka_unit_test(ok_changes_the_state),
		cmocka_unit_test(game_over_cites_the_reason),
		cmocka_unit_test(not_asked_is_whoever_has_no_question),
		cmocka_unit_test(not_asked_after_the_answer),
		cmocka_unit_test(forbidden_cites_the_rule),
		cmocka_unit_test(forbidden_is_what_is_no_action),
		cmocka_unit_test(not_sealed_is_nothing_to_take_back),
		cmocka_unit_test(events_beyond_the_buffer_are_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
