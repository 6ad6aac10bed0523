/* test_lists.c: lists tell people whether it is their turn at their own tables, and which games
 * they have finished; nobody else is told. */
#include "server/hub_fixture.h"

static const json_t *last_row(const test_client *g)
{
	const json_t *found = NULL;
	for (int i = g->count - 1; i >= 0 && !found; i--) {
		const json_t *list = json_object_get(g->received[i], "tables");
		if (strcmp(text_in(g->received[i], "type"), "lobby_change") == 0 &&
			strcmp(text_in(g->received[i], "table"), g->table) == 0)
			found = g->received[i];
		for (size_t n = 0; n < json_array_size(list) && !found; n++)
			if (strcmp(text_in(json_array_get(list, n), "table"), g->table) == 0)
				found = json_array_get(list, n);
	}
	return found;
}

static bool must_answer(const test_client *g)
{
	return json_is_object(g->ask) && json_is_false(json_object_get(g->ask, "auto"));
}

static void assert_row_is_right(const test_client *g)
{
	const json_t *row = last_row(g);
	assert_non_null(row);
	assert_string_equal(text_in(row, "you"), text_in(g->summary, "you"));
	bool over = strcmp(text_in(row, "status"), "over") == 0;
	assert_int_equal(json_is_true(json_object_get(row, "your_turn")), !over && must_answer(g));
}

static void start_table(fixture *h)
{
	open_fixture(h, "sqlite::memory:");
	test_client *ann = connect_client(h, "Ann", 1), *ben = connect_client(h, "Ben", 2);
	connect_client(h, "Cat", 3);
	json_t *made = send_request(h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"atomic-business\",\"players\":2,\"public\":"
		"true,\"fast\":true,\"seats\":[\"me\",\"open\"]}");
	for (int i = 0; i < 3; i++)
		snprintf(h->client[i].table, sizeof ann->table, "%s", text_in(made, "table"));
	send_request(h, ben, "{\"type\":\"join\",\"table\":\"%s\"}", ann->table);
	for (int i = 0; i < 3; i++)
		send_request(h, &h->client[i], "{\"type\":\"lobby\"}");
	for (int i = 0; i < 2; i++)
		send_request(h, &h->client[i], "{\"type\":\"watch\",\"table\":\"%s\"}", ann->table);
	send_request(h, ann, "{\"type\":\"start\",\"table\":\"%s\"}", ann->table);
}

/* The client has no room for all messages of a game: drops them. */
static void ask_for_list_again(fixture *h, test_client *g)
{
	if (g->count < 2000)
		return;
	while (g->count > 0)
		json_decref(g->received[--g->count]);
	send_request(h, g, "{\"type\":\"lobby\"}");
}

/* One of the two who is asked chooses a random action. Returns false if nobody is asked. */
static bool play_one_action(fixture *h, ap_rng *rng)
{
	for (int i = 0; i < 2; i++) {
		test_client *g = &h->client[i];
		const json_t *legal = json_object_get(g->ask, "legal");
		size_t n = json_array_size(legal);
		if (n == 0)
			continue;
		send_request(h, g, "{\"type\":\"act\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
			g->table, (int)json_integer_value(json_object_get(g->ask, "question")),
			json_string_value(json_array_get(legal, ap_below(rng, (uint32_t)n))));
		return true;
	}
	return false;
}

static void play(fixture *h, ap_rng *rng, int steps)
{
	for (int i = 0; i < steps && strcmp(text_in(h->client[0].summary, "status"), "over") != 0;
		 i++) {
		assert_true(play_one_action(h, rng));
		for (int n = 0; n < 3; n++)
			ask_for_list_again(h, &h->client[n]);
		assert_row_is_right(&h->client[0]);
		assert_row_is_right(&h->client[1]);
	}
}

static size_t request_past(fixture *h, test_client *g, const json_t **first)
{
	const json_t *tables =
		json_object_get(send_request(h, g, "{\"type\":\"past\",\"id\":\"p\"}"), "tables");
	assert_true(json_is_array(tables));
	*first = json_array_get(tables, 0);
	return json_array_size(tables);
}

static void lists_tell_people_when_it_is_their_turn(void **unused)
{
	static fixture h;
	ap_rng rng;
	(void)unused;
	ap_seed(&rng, 3, 4);
	start_table(&h);
	assert_row_is_right(&h.client[0]);
	assert_row_is_right(&h.client[1]);
	play(&h, &rng, 400);
	const json_t *others = last_row(&h.client[2]);
	assert_non_null(others);
	assert_null(json_object_get(others, "you"));
	assert_null(json_object_get(others, "your_turn"));
	close_fixture(&h);
}

/* Somebody else who watches the list is told nothing of single moves. */
static void others_are_not_told_of_single_moves(void **unused)
{
	static fixture h;
	ap_rng rng;
	(void)unused;
	ap_seed(&rng, 5, 6);
	start_table(&h);
	int before = h.client[2].count;
	for (int i = 0; i < 40; i++)
		play_one_action(&h, &rng);
	assert_int_equal(h.client[2].count, before);
	close_fixture(&h);
}

static void finished_games_are_listed_for_their_people(void **unused)
{
	static fixture h;
	ap_rng rng;
	const json_t *row;
	(void)unused;
	ap_seed(&rng, 7, 8);
	start_table(&h);
	assert_int_equal(request_past(&h, &h.client[0], &row), 0);
	play(&h, &rng, 100000);
	assert_int_equal(request_past(&h, &h.client[2], &row), 0);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(request_past(&h, &h.client[i], &row), 1);
		assert_string_equal(text_in(row, "table"), h.client[i].table);
		assert_string_equal(text_in(row, "status"), "over");
		assert_false(json_is_true(json_object_get(row, "your_turn")));
	}
	json_t *won = json_object_get(row, "won"),
		   *outcome = json_object_get(h.client[0].summary, "outcome");
	json_t *seats = json_object_get(outcome, "seats");
	size_t winners = 0;
	for (size_t i = 0; i < json_array_size(seats); i++)
		winners += strcmp(text_in(json_array_get(seats, i), "result"), "lost") != 0;
	assert_true(json_is_array(won) && json_is_object(outcome));
	assert_int_equal(json_array_size(won), winners);
	close_fixture(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(lists_tell_people_when_it_is_their_turn),
		cmocka_unit_test(others_are_not_told_of_single_moves),
		cmocka_unit_test(finished_games_are_listed_for_their_people)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
