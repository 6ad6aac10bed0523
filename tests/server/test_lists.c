/* test_lists.c: lists tell people whose turn it is at their own tables, and which games they have
 * played to the end; nobody else is told. */
#include "server/hub_fixture.h"

static const json_t *row_of(const guest *g)
{
	const json_t *found = NULL;
	for (int i = g->count - 1; i >= 0 && !found; i--) {
		const json_t *list = json_object_get(g->heard[i], "tables");
		if (strcmp(word(g->heard[i], "type"), "lobby_change") == 0 &&
			strcmp(word(g->heard[i], "table"), g->table) == 0)
			found = g->heard[i];
		for (size_t n = 0; n < json_array_size(list) && !found; n++)
			if (strcmp(word(json_array_get(list, n), "table"), g->table) == 0)
				found = json_array_get(list, n);
	}
	return found;
}

static bool must_answer(const guest *g)
{
	return json_is_object(g->ask) && json_is_false(json_object_get(g->ask, "auto"));
}

static void list_is_true(const guest *g)
{
	const json_t *row = row_of(g);
	assert_non_null(row);
	assert_string_equal(word(row, "you"), word(g->summary, "you"));
	bool over = strcmp(word(row, "status"), "over") == 0;
	assert_int_equal(json_is_true(json_object_get(row, "your_turn")), !over && must_answer(g));
}

static void open_tables(house *h)
{
	open_house(h, "sqlite::memory:");
	guest *ann = enter(h, "Ann", 1), *ben = enter(h, "Ben", 2);
	enter(h, "Cat", 3);
	json_t *made = say(h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"atomic-business\",\"players\":2,\"public\":"
		"true,\"fast\":true,\"seats\":[\"me\",\"open\"]}");
	for (int i = 0; i < 3; i++)
		snprintf(h->guest[i].table, sizeof ann->table, "%s", word(made, "table"));
	say(h, ben, "{\"type\":\"join\",\"table\":\"%s\"}", ann->table);
	for (int i = 0; i < 3; i++)
		say(h, &h->guest[i], "{\"type\":\"lobby\"}");
	for (int i = 0; i < 2; i++)
		say(h, &h->guest[i], "{\"type\":\"watch\",\"table\":\"%s\"}", ann->table);
	say(h, ann, "{\"type\":\"start\",\"table\":\"%s\"}", ann->table);
}

/* There is no room for a whole game's messages. */
static void ask_anew(house *h, guest *g)
{
	if (g->count < 2000)
		return;
	while (g->count > 0)
		json_decref(g->heard[--g->count]);
	say(h, g, "{\"type\":\"lobby\"}");
}

/* One random answer of whoever is asked. */
static bool step(house *h, ap_rng *rng)
{
	for (int i = 0; i < 2; i++) {
		guest *g = &h->guest[i];
		const json_t *legal = json_object_get(g->ask, "legal");
		size_t n = json_array_size(legal);
		if (n == 0)
			continue;
		say(h, g, "{\"type\":\"act\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}", g->table,
			(int)json_integer_value(json_object_get(g->ask, "question")),
			json_string_value(json_array_get(legal, ap_below(rng, (uint32_t)n))));
		return true;
	}
	return false;
}

static void play(house *h, ap_rng *rng, int steps)
{
	for (int i = 0; i < steps && strcmp(word(h->guest[0].summary, "status"), "over") != 0; i++) {
		assert_true(step(h, rng));
		for (int n = 0; n < 3; n++)
			ask_anew(h, &h->guest[n]);
		list_is_true(&h->guest[0]);
		list_is_true(&h->guest[1]);
	}
}

static size_t past_of(house *h, guest *g, const json_t **first)
{
	const json_t *tables = json_object_get(say(h, g, "{\"type\":\"past\",\"id\":\"p\"}"), "tables");
	assert_true(json_is_array(tables));
	*first = json_array_get(tables, 0);
	return json_array_size(tables);
}

static void whose_turn_it_is(void **unused)
{
	static house h;
	ap_rng rng;
	(void)unused;
	ap_seed(&rng, 3, 4);
	open_tables(&h);
	list_is_true(&h.guest[0]);
	list_is_true(&h.guest[1]);
	play(&h, &rng, 400);
	const json_t *others = row_of(&h.guest[2]);
	assert_non_null(others);
	assert_null(json_object_get(others, "you"));
	assert_null(json_object_get(others, "your_turn"));
	close_house(&h);
}

/* An onlooker of the lists hears nothing of single moves. */
static void others_hear_of_no_moves(void **unused)
{
	static house h;
	ap_rng rng;
	(void)unused;
	ap_seed(&rng, 5, 6);
	open_tables(&h);
	int before = h.guest[2].count;
	for (int i = 0; i < 40; i++)
		step(&h, &rng);
	assert_int_equal(h.guest[2].count, before);
	close_house(&h);
}

static void games_that_are_over(void **unused)
{
	static house h;
	ap_rng rng;
	const json_t *row;
	(void)unused;
	ap_seed(&rng, 7, 8);
	open_tables(&h);
	assert_int_equal(past_of(&h, &h.guest[0], &row), 0);
	play(&h, &rng, 100000);
	assert_int_equal(past_of(&h, &h.guest[2], &row), 0);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(past_of(&h, &h.guest[i], &row), 1);
		assert_string_equal(word(row, "table"), h.guest[i].table);
		assert_string_equal(word(row, "status"), "over");
		assert_false(json_is_true(json_object_get(row, "your_turn")));
	}
	json_t *won = json_object_get(row, "won"),
		   *outcome = json_object_get(h.guest[0].summary, "outcome");
	json_t *seats = json_object_get(outcome, "seats");
	size_t winners = 0;
	for (size_t i = 0; i < json_array_size(seats); i++)
		winners += strcmp(word(json_array_get(seats, i), "result"), "lost") != 0;
	assert_true(json_is_array(won) && json_is_object(outcome));
	assert_int_equal(json_array_size(won), winners);
	close_house(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(whose_turn_it_is),
		cmocka_unit_test(others_hear_of_no_moves), cmocka_unit_test(games_that_are_over)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
