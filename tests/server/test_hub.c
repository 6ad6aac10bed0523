/* test_hub.c: whole games at a hub without sockets: what clients are sent adds up to what the
 * server knows, nothing is applied twice, and a restart loses nothing. */
#include "server/hub_fixture.h"

#include "text/record.h"

enum { MAX_STEPS = 20000 };

/* ---- Helpers --------------------------------------------------------------------------------- */

static void start_table_of_two(
	fixture *h, const char *game, int players, const char *extra, const char *level)
{
	test_client *ann = &h->client[0], *ben = &h->client[1];
	char seats[256] = "\"me\",\"open\"";
	for (int i = 2; i < players; i++) {
		size_t at = strlen(seats);
		snprintf(seats + at, sizeof seats - at, ",{\"bot\":\"%s\"}", level);
	}
	json_t *made = send_request(h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"%s\",\"players\":%d,\"seats\":[%s]%s}", game,
		players, seats, extra);
	assert_string_equal(text_in(made, "type"), "created");
	snprintf(ann->table, sizeof ann->table, "%s", text_in(made, "table"));
	snprintf(ben->table, sizeof ben->table, "%s", text_in(made, "table"));
	char invite[SV_KEY_SIZE];
	snprintf(invite, sizeof invite, "%s", text_in(made, "invite"));
	if (!strstr(extra, "public")) { /* it is not public */
		json_t *no =
			send_request(h, ben, "{\"type\":\"join\",\"id\":\"b\",\"table\":\"%s\"}", ben->table);
		assert_string_equal(text_in(no, "code"), "no-such-table");
	}
	json_t *yes = send_request(h, ben,
		"{\"type\":\"join\",\"id\":\"c\",\"table\":\"%s\",\"invite\":\"%s\"}", ben->table, invite);
	assert_string_equal(text_in(yes, "type"), "done");
	send_request(h, ann, "{\"type\":\"watch\",\"table\":\"%s\"}", ann->table);
	send_request(h, ben, "{\"type\":\"watch\",\"table\":\"%s\"}", ben->table);
	json_t *started =
		send_request(h, ann, "{\"type\":\"start\",\"id\":\"d\",\"table\":\"%s\"}", ann->table);
	assert_string_equal(text_in(started, "type"), "done");
}

static void open_with_two(fixture *h, const char *url)
{
	open_fixture(h, url);
	connect_client(h, "Ann", 1);
	connect_client(h, "Ben", 2);
}

static json_t *act(
	fixture *h, test_client *g, const char *id, json_int_t question, const char *action)
{
	return send_request(h, g,
		"{\"type\":\"act\",\"id\":\"%s\",\"table\":\"%s\",\"question\":%" JSON_INTEGER_FORMAT
		",\"action\":\"%s\"}",
		id, g->table, question, action);
}

static bool is_asked(const test_client *g)
{
	return json_is_object(g->ask);
}

static json_int_t question_of(const test_client *g)
{
	return json_integer_value(json_object_get(g->ask, "question"));
}

static const char *some_legal(const test_client *g, ap_rng *rng)
{
	json_t *legal = json_object_get(g->ask, "legal");
	size_t n = json_array_size(legal);
	assert_true(n > 0);
	return json_string_value(json_array_get(legal, ap_below(rng, (uint32_t)n)));
}

static bool is_over(const test_client *g)
{
	return strcmp(text_in(g->summary, "status"), "over") == 0;
}

/* The view that the client has put together is the one that a new watcher is sent. */
static void assert_view_adds_up(fixture *h, test_client *g)
{
	json_t *mine = json_deep_copy(g->view);
	send_request(h, g, "{\"type\":\"watch\",\"table\":\"%s\"}", g->table);
	const char *key;
	json_t *value;
	json_object_foreach(g->view, key, value)
	{
		json_t *other = json_object_get(mine, key);
		if (json_is_object(value) && json_is_object(other))
			continue; /* tables of numbers leave out zeros: test_changes.c compares them */
		assert_true(json_equal(value, other));
	}
	json_decref(mine);
}

static void drop_received(test_client *g)
{
	while (g->count > 1)
		json_decref(g->received[--g->count]);
}

/* What chance decides is sent together with its cause, so nobody is shown a question to chance. */
static void assert_chance_is_never_shown_asked(const test_client *g)
{
	const json_t *open = json_object_get(last_message_of(g, "change"), "open");
	const json_t *seats = json_object_get(open, "asked");
	for (size_t i = 0; i < json_array_size(seats); i++)
		assert_string_not_equal(json_string_value(json_array_get(seats, i)), "chance");
}

static void play_steps(fixture *h, ap_rng *rng, int steps)
{
	char id[32];
	for (int i = 0; i < steps && !is_over(&h->client[0]); i++) {
		test_client *g = &h->client[ap_below(rng, 2)];
		if (!is_asked(g)) {
			pass_time(h, 500);
			continue;
		}
		snprintf(id, sizeof id, "m%u", ap_below(rng, 1u << 30));
		json_t *answer = act(h, g, id, question_of(g), some_legal(g, rng));
		assert_string_equal(text_in(answer, "type"), "done");
		assert_ptr_equal(answer, g->received[g->count - 1]); /* the change was sent before */
		assert_chance_is_never_shown_asked(&h->client[0]);
		assert_chance_is_never_shown_asked(&h->client[1]);
		if (g->count > 3000)
			drop_received(g);
		if (h->client[0].count > 3000)
			drop_received(&h->client[0]);
		if (h->client[1].count > 3000)
			drop_received(&h->client[1]);
	}
}

/* ---- Whole games ----------------------------------------------------------------------------- */

static void assert_record_is_genuine(fixture *h, const test_client *g, int64_t person)
{
	static ap_record record;
	ap_error error = {0};
	size_t length;
	char *text = sv_hub_record(h->hub, g->table, person, false, &length);
	assert_non_null(text);
	if (!ap_record_read(&record, text, length, ap_game_named, &error))
		fail_msg("line %d: %s", error.line, error.message);
	assert_int_equal(record.fair.players, ap_players(&record.history.state));
	ap_record_free(&record);
	free(text);
}

static void whole_games_can_be_played_and_verified(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		static fixture h;
		ap_rng rng;
		ap_seed(&rng, 3, (uint64_t)i);
		open_with_two(&h, "sqlite::memory:");
		int players = ap_max_players(game) < 3 ? ap_max_players(game) : 3;
		start_table_of_two(&h, ap_game_name(game), players, "", "random");
		play_steps(&h, &rng, MAX_STEPS);
		assert_true(is_over(&h.client[0]) && is_over(&h.client[1]));
		assert_view_adds_up(&h, &h.client[0]);
		assert_record_is_genuine(&h, &h.client[0], 1);
		json_t *late = act(&h, &h.client[0], "late", 1, "pass");
		assert_string_equal(text_in(late, "code"), "not-running");
		close_fixture(&h);
	}
}

/* ---- Refused and sealed answers -------------------------------------------------------------- */

static void requests_are_checked_in_the_documented_order(void **unused)
{
	(void)unused;
	static fixture h;
	ap_rng rng;
	ap_seed(&rng, 4, 4);
	open_with_two(&h, "sqlite::memory:");
	test_client *eve = connect_client(&h, "Eve", 3);
	start_table_of_two(&h, "kremlin", 3, ",\"public\":true", "greedy");
	test_client *ann = &h.client[0];
	assert_true(is_asked(ann));
	json_int_t question = question_of(ann);
	snprintf(eve->table, sizeof eve->table, "%s", ann->table);
	assert_string_equal(
		text_in(act(&h, eve, "1", question, "write satin 10"), "code"), "not-seated");
	assert_string_equal(
		text_in(act(&h, ann, "2", question + 1, "write satin 10"), "code"), "stale");
	assert_string_equal(text_in(act(&h, ann, "3", question, "dance"), "code"), "bad-action");
	json_t *no = act(&h, ann, "4", question, "write satin 9");
	assert_string_equal(text_in(no, "code"), "forbidden");
	assert_string_equal(text_in(no, "clause"), "KR-SU-3");
	assert_string_equal(text_in(act(&h, ann, "5", question, "write satin 10"), "type"), "done");
	/* The same message is answered again, but not applied again. */
	assert_string_equal(text_in(act(&h, ann, "5", question, "write satin 10"), "type"), "done");
	json_t *sheet = json_object_get(json_object_get(ann->view, "written"), "red");
	assert_int_equal(json_integer_value(json_object_get(sheet, "satin")), 10);
	assert_int_equal(json_object_size(sheet), 1);
	/* A sealed answer is taken back as a whole. */
	json_t *back =
		send_request(&h, ann, "{\"type\":\"unseal\",\"id\":\"6\",\"table\":\"%s\",\"question\":%d}",
			ann->table, (int)question);
	assert_string_equal(text_in(back, "type"), "done");
	close_fixture(&h);
}

/* While somebody writes a sheet nobody else is sent anything. */
static void sealed_answers_are_sent_to_nobody_else(void **unused)
{
	(void)unused;
	static fixture h;
	open_with_two(&h, "sqlite::memory:");
	start_table_of_two(&h, "kremlin", 3, "", "greedy");
	test_client *ann = &h.client[0], *ben = &h.client[1];
	int before = ben->count;
	act(&h, ann, "1", question_of(ann), "write satin 10");
	act(&h, ann, "2", question_of(ann), "write patina 9");
	assert_int_equal(ben->count, before);
	close_fixture(&h);
}

/* ---- Restarts -------------------------------------------------------------------------------- */

static void a_restart_loses_nothing(void **unused)
{
	(void)unused;
	static fixture h;
	ap_rng rng;
	disk_store disk;
	new_disk_store(&disk);
	ap_seed(&rng, 5, 5);
	open_with_two(&h, disk.url);
	start_table_of_two(&h, "atomic-business", 3, "", "greedy");
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", h.client[0].table);
	for (int i = 0; i < 12 && !is_over(&h.client[0]); i++) {
		play_steps(&h, &rng, 20);
		json_t *before = json_deep_copy(h.client[0].view);
		reopen_fixture(&h, disk.url);
		for (int64_t person = 1; person <= 2; person++) {
			test_client *g = connect_client(&h, person == 1 ? "Ann" : "Ben", person);
			snprintf(g->table, sizeof g->table, "%s", key);
			send_request(&h, g, "{\"type\":\"watch\",\"table\":\"%s\"}", key);
		}
		assert_true(json_equal(before, h.client[0].view));
		json_decref(before);
	}
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* A reaction lasts its five seconds if the server answers for somebody, however soon the others
 * answer; a move that is not made in time is made by a bot. */
static void a_reaction_lasts_its_countdown(void **unused)
{
	(void)unused;
	static fixture h;
	ap_rng rng;
	ap_seed(&rng, 6, 6);
	open_with_two(&h, "sqlite::memory:");
	start_table_of_two(&h, "kremlin", 3, "", "greedy");
	/* The clock writes the sheets, one decision after the other. */
	pass_time(&h, h.limits.live_move + 1);
	for (int i = 0; i < 40 &&
		 (is_asked(&h.client[0]) && strcmp(text_in(h.client[0].ask, "step"), "write") == 0);
		 i++)
		pass_time(&h, h.limits.live_move + 1);
	assert_true(is_asked(&h.client[0]) && is_asked(&h.client[1]));
	assert_string_equal(text_in(h.client[0].ask, "step"), "listen");
	json_int_t question = question_of(&h.client[0]);
	act(&h, &h.client[0], "1", question, "pass");
	assert_true(is_asked(&h.client[1]));
	pass_time(&h, h.limits.countdown - 1);
	assert_true(is_asked(&h.client[1]) && question_of(&h.client[1]) == question);
	pass_time(&h, 1); /* a silent person passes */
	assert_true(!is_asked(&h.client[1]) || question_of(&h.client[1]) != question);
	close_fixture(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(whole_games_can_be_played_and_verified),
		cmocka_unit_test(requests_are_checked_in_the_documented_order),
		cmocka_unit_test(sealed_answers_are_sent_to_nobody_else),
		cmocka_unit_test(a_restart_loses_nothing),
		cmocka_unit_test(a_reaction_lasts_its_countdown)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
