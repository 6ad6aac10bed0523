/* test_abuse.c: what somebody who means ill can make the hub do: bots that play for nobody, tables
 * and guests that nobody wants, lists that change all the time, clients that do not read. */
#include "server/hub_fixture.h"
#include "server/hub_internal.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND };

static fixture h;

static const char *create(test_client *g, const char *more)
{
	json_t *made = send_request(&h, g,
		"{\"type\":\"create\",\"id\":\"c\",\"game\":\"kremlin\",\"players\":3,\"public\":true%s}",
		more);
	assert_string_equal(text_in(made, "type"), "created");
	snprintf(g->table, sizeof g->table, "%s", text_in(made, "table"));
	return g->table;
}

static const char bots[] =
	",\"seats\":[{\"bot\":\"random\"},{\"bot\":\"random\"},{\"bot\":\"random\"}]";

static int lines_at(const char *key)
{
	sv_table_row row;
	assert_true(sv_store_find_table(h.store, key, &row));
	return sv_store_count_lines(h.store, row.id);
}

/* ---- Bots ------------------------------------------------------------------------------------ */

/* Where only bots play they wait until somebody looks. */
static void bots_alone_rest_while_nobody_looks(void **unused)
{
	(void)unused;
	open_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1);
	create(ann, bots);
	send_request(&h, ann, "{\"type\":\"start\",\"table\":\"%s\"}", ann->table);
	int lines = lines_at(ann->table);
	pass_time(&h, 10 * SECOND);
	pass_time(&h, 10 * SECOND);
	assert_int_equal(lines_at(ann->table), lines);
	send_request(&h, ann, "{\"type\":\"watch\",\"table\":\"%s\"}", ann->table);
	assert_true(lines_at(ann->table) > lines);
	close_fixture(&h);
}

typedef struct seen_order {
	int64_t table[16];
	int count;
} seen_order;

static void note_answer(void *to, const sv_bot_answer *answer)
{
	seen_order *o = to;
	o->table[o->count++] = answer->table;
}

static sv_bot_job job_of(int64_t table, bool is_for_nobody, int64_t used)
{
	static ap_any state;
	const ap_game *game = ap_game_named("kremlin");
	ap_setup setup = {.players = 3};
	sv_bot_job job = {.table = table, .is_for_nobody = is_for_nobody, .used = used};
	ap_events events;
	events.count = events.lost = 0;
	ap_start(game, &setup, &state, &events);
	ap_rng rng;
	ap_seed(&rng, 1, 1);
	ap_action legal[AP_MAX_LEGAL];
	while (ap_actors(&state) == AP_SEAT(AP_CHANCE)) {
		int n = ap_legal(game, &state, AP_CHANCE, legal);
		ap_apply(game, &state, AP_CHANCE, legal[ap_below(&rng, (uint32_t)n)], &events);
	}
	job.seat = ap_first_seat(ap_actors(&state));
	snprintf(job.game, sizeof job.game, "kremlin");
	snprintf(job.level, sizeof job.level, "random");
	ap_view(game, &state, job.seat, &job.view);
	return job;
}

/* People's tables go first, however many tables of bots wait; among those the one that has used the
 * least of the bots' time. */
static void bots_share_their_time(void **unused)
{
	(void)unused;
	sv_bot_pool *pool = sv_bot_pool_open(1, 60 * SECOND);
	assert_non_null(pool);
	const struct {
		int64_t table, used;
		bool for_nobody;
	} jobs[] = {{1, 50, true}, {2, 10, true}, {3, 30, true}, {4, 90, false}, {5, 20, false}};
	for (int i = 0; i < 5; i++) {
		sv_bot_job job = job_of(jobs[i].table, jobs[i].for_nobody, jobs[i].used);
		sv_bot_pool_submit(pool, &job);
	}
	seen_order order = {0};
	for (int64_t now = 1; sv_bot_pool_tick(pool, now, note_answer, &order);)
		now += 100;
	static const int64_t expected[] = {5, 4, 2, 3, 1};
	assert_int_equal(order.count, 5);
	assert_memory_equal(order.table, expected, sizeof expected);
	sv_bot_pool_close(pool);

	/* Of two processes one stays free for people. */
	pool = sv_bot_pool_open(2, 60 * SECOND);
	for (int i = 0; i < 3; i++) {
		sv_bot_job job = job_of(1 + i, true, 0);
		sv_bot_pool_submit(pool, &job);
	}
	order.count = 0;
	int64_t now = 1;
	sv_bot_pool_tick(pool, now, note_answer, &order);
	sv_bot_job person = job_of(9, false, 0);
	sv_bot_pool_submit(pool, &person);
	while (order.count == 0 || (order.table[order.count - 1] != 9 && order.count < 4))
		sv_bot_pool_tick(pool, now += 100, note_answer, &order);
	int before = 0;
	while (order.table[before] != 9)
		before++;
	assert_true(before <= 2); /* those that had begun, and not the one that waited */
	sv_bot_pool_close(pool);
}

/* ---- What nobody wants ----------------------------------------------------------------------- */

static bool exists(const char *key)
{
	sv_table_row row;
	return sv_store_find_table(h.store, key, &row);
}

static void empty_tables_expire(void **unused)
{
	(void)unused;
	static char empty[SV_KEY_SIZE], alone[SV_KEY_SIZE], looked_at[SV_KEY_SIZE], waits[SV_KEY_SIZE],
		played[SV_KEY_SIZE];
	open_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1), *ben = connect_client(&h, "Ben", 2);
	memcpy(empty, create(ann, ""), sizeof empty);
	memcpy(alone, create(ann, bots), sizeof alone);
	send_request(&h, ann, "{\"type\":\"start\",\"table\":\"%s\"}", alone);
	memcpy(looked_at, create(ann, ""), sizeof looked_at);
	send_request(&h, ben, "{\"type\":\"watch\",\"table\":\"%s\"}", looked_at);
	memcpy(waits, create(ann, ",\"seats\":[\"me\"]"), sizeof waits);
	memcpy(played, create(ann, ",\"seats\":[\"me\",{\"bot\":\"random\"},{\"bot\":\"random\"}]"),
		sizeof played);
	send_request(&h, ann, "{\"type\":\"start\",\"table\":\"%s\"}", played);
	send_request(&h, ben, "{\"type\":\"lobby\"}");
	assert_int_equal(sv_amount_of(sv_hub_meters(h.hub), NULL, SV_TABLES), 5);
	for (int i = 0; i < 70; i++)
		pass_time(&h, 60 * SECOND);
	assert_false(exists(empty));
	assert_false(exists(alone));
	assert_true(exists(looked_at) && exists(waits) && exists(played));
	assert_int_equal(sv_amount_of(sv_hub_meters(h.hub), NULL, SV_TABLES), 3);
	bool told = false;
	for (int i = 0; i < ben->count; i++)
		told = told ||
			(strcmp(text_in(ben->received[i], "table"), empty) == 0 &&
				strcmp(text_in(ben->received[i], "status"), "cancelled") == 0);
	assert_true(told);
	assert_string_equal(
		text_in(send_request(&h, ann, "{\"type\":\"watch\",\"id\":\"w\",\"table\":\"%s\"}", empty),
			"code"),
		"no-such-table");
	/* When nobody looks any more that table goes, too; that of people who wait only after weeks. */
	send_request(&h, ben, "{\"type\":\"watch\",\"table\":\"%s\",\"watch\":false}", looked_at);
	for (int i = 0; i < 130; i++)
		pass_time(&h, 60 * SECOND);
	assert_false(exists(looked_at));
	assert_true(exists(waits));
	h.fake.now += h.limits.waiting_table;
	for (int i = 0; i < 5; i++)
		pass_time(&h, 60 * SECOND);
	assert_false(exists(waits));
	assert_true(exists(played)); /* games of people are never deleted */
	close_fixture(&h);
}

static void add_guest(int64_t id)
{
	sv_person_row row = {.id = id, .created = h.fake.now, .seen = h.fake.now, .settings = "{}"};
	snprintf(row.name, sizeof row.name, "G%d", (int)id);
	assert_true(sv_store_put_person(h.store, &row));
}

static void unused_guests_expire(void **unused)
{
	(void)unused;
	sv_person_row row;
	open_fixture(&h, "sqlite::memory:");
	for (int id = 1; id <= 60; id++)
		add_guest(id);
	test_client *used = connect_client(&h, "G1", 1);
	connect_client(&h, "G2", 2); /* does nothing, but is there */
	create(used, ",\"seats\":[\"me\"]");
	sv_client_close(used->connection);
	for (int hour = 0; hour < 26; hour++)
		pass_time(&h, HOUR);
	for (int i = 0; i < 10; i++)
		pass_time(&h, 60 * SECOND);
	assert_true(sv_store_find_person(h.store, 1, &row));
	assert_true(sv_store_find_person(h.store, 2, &row));
	for (int id = 3; id <= 60; id++)
		assert_false(sv_store_find_person(h.store, id, &row));
	close_fixture(&h);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static int changes_of(const test_client *g)
{
	return count_messages_of(g, "lobby_change");
}

/* However often tables change, whoever watches the list is told once a second, each table once. */
static void changes_of_the_list_come_together(void **unused)
{
	(void)unused;
	open_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1), *ben = connect_client(&h, "Ben", 2);
	send_request(&h, ben, "{\"type\":\"lobby\"}");
	create(ann, "");
	int before = changes_of(ben); /* the first one comes at once */
	assert_int_equal(before, 1);
	for (int i = 0; i < 50; i++) {
		send_request(&h, ann, "{\"type\":\"join\",\"table\":\"%s\"}", ann->table);
		send_request(&h, ann, "{\"type\":\"leave\",\"table\":\"%s\"}", ann->table);
	}
	assert_int_equal(changes_of(ben), before);
	pass_time(&h, SECOND);
	assert_int_equal(changes_of(ben), before + 1);
	const json_t *row = last_message_of(ben, "lobby_change");
	assert_string_equal(text_in(json_array_get(json_object_get(row, "seats"), 0), "kind"), "open");
	assert_null(json_object_get(row, "you"));
	/* A table that is gone by then is told of as well. */
	send_request(&h, ann, "{\"type\":\"cancel\",\"table\":\"%s\"}", ann->table);
	pass_time(&h, SECOND);
	assert_string_equal(text_in(last_message_of(ben, "lobby_change"), "status"), "cancelled");
	close_fixture(&h);
}

/* People at a table are told at once, and only they see their own part. */
static void own_rows_come_at_once(void **unused)
{
	(void)unused;
	open_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1), *ben = connect_client(&h, "Ben", 2);
	send_request(&h, ann, "{\"type\":\"lobby\"}");
	create(ann, ",\"seats\":[\"me\"]");
	for (int i = 0; i < 3; i++) {
		int before = changes_of(ann);
		send_request(
			&h, ben, "{\"type\":\"%s\",\"table\":\"%s\"}", i % 2 ? "leave" : "join", ann->table);
		assert_int_equal(changes_of(ann), before + 1);
		assert_non_null(json_object_get(last_message_of(ann, "lobby_change"), "you"));
	}
	close_fixture(&h);
}

/* Tables that wait are only in the store when nobody uses them. */
static void waiting_tables_leave_the_memory(void **unused)
{
	(void)unused;
	sv_figures figures;
	open_fixture(&h, "sqlite::memory:");
	h.limits.tables_a_person = 100;
	test_client *ann = connect_client(&h, "Ann", 1);
	for (int i = 0; i < 20; i++)
		create(ann, ",\"seats\":[\"me\"]");
	for (int i = 0; i < 3; i++)
		pass_time(&h, 61 * SECOND);
	sv_hub_figures(h.hub, &figures);
	assert_int_equal(figures.tables, 0);
	json_t *list = send_request(&h, ann, "{\"type\":\"lobby\",\"id\":\"l\"}");
	assert_int_equal(json_array_size(json_object_get(list, "tables")), 20);
	assert_string_equal(
		text_in(
			send_request(&h, ann, "{\"type\":\"leave\",\"id\":\"x\",\"table\":\"%s\"}", ann->table),
			"type"),
		"done");
	close_fixture(&h);
}

/* ---- Bytes that wait ---------------------------------------------------------------------------
 */

/* If too much waits for one address, whoever has the most waiting there is dropped, and nobody who
 * reads. */
static void the_deaf_are_dropped_and_not_who_listens(void **unused)
{
	(void)unused;
	open_fixture(&h, "sqlite::memory:");
	h.limits.waiting_bytes_an_address = 200 << 10;
	h.limits.waiting_bytes_a_person = 1 << 30;
	reopen_fixture(&h, "sqlite::memory:");
	unsigned char address[SV_ADDRESS_SIZE] = {[15] = 1};
	test_client *clients[3];
	sv_meter *meter = sv_meter_of_address(sv_hub_meters(h.hub), address);
	for (int i = 0; i < 3; i++) {
		clients[i] = connect_client(&h, i ? "Deaf" : "Ann", 1 + i);
		sv_client_set_address(clients[i]->connection, meter);
		clients[i]->is_stuck = i > 0;
	}
	for (int i = 0; i < 400; i++) {
		for (int c = 0; c < 3; c++)
			if (!clients[c]->is_dropped)
				send_request(&h, clients[c], "{\"type\":\"games\"}");
		assert_true(sv_amount_of(sv_hub_meters(h.hub), meter, SV_WAITING_BYTES) <= 200 << 10);
	}
	assert_false(clients[0]->is_dropped);
	assert_true(clients[1]->is_dropped || clients[2]->is_dropped);
	for (int i = 0; i < 3; i++)
		sv_client_close(clients[i]->connection);
	assert_int_equal(sv_amount_of(sv_hub_meters(h.hub), meter, SV_WAITING_BYTES), 0);
	sv_meter_release(meter);
	close_fixture(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bots_alone_rest_while_nobody_looks),
		cmocka_unit_test(bots_share_their_time),
		cmocka_unit_test(empty_tables_expire),
		cmocka_unit_test(unused_guests_expire),
		cmocka_unit_test(changes_of_the_list_come_together),
		cmocka_unit_test(own_rows_come_at_once),
		cmocka_unit_test(waiting_tables_leave_the_memory),
		cmocka_unit_test(the_deaf_are_dropped_and_not_who_listens),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
