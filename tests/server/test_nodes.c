/* test_nodes.c: servers that share a store. Each has a clock of its own, which moves only when the
 * test says so. The store is a file; if STORE_IS_POSTGRESQL is defined it is a database of
 * PostgreSQL: see with_postgresql.py. */
#include "server/at_table.h"

#include <time.h>

#include "server/nodes.h"
#include "server/people.h"
#include "server/store_copy.h"
#include "server/store_nodes.h"

enum { NODES = 3, ROSA = 1, BEN = 2 };

static const char *const addresses[NODES] = {"a:1", "b:1", "c:1"};
static char url[600];
static fixture node[NODES];
static bool is_open[NODES];

/* ---- The database ---------------------------------------------------------------------------- */

#ifdef STORE_IS_POSTGRESQL
#include <libpq-fe.h>

static int64_t ask_sql(const char *sql)
{
	PGconn *connection = PQconnectdb(strchr(url, ':') + 1);
	PQclear(PQexec(connection, "SET client_min_messages = warning"));
	PGresult *result = PQexec(connection, sql);
	ExecStatusType status = PQresultStatus(result);
	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
		fail_msg("%s: %s", sql, PQerrorMessage(connection));
	int64_t number = PQntuples(result) > 0 ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
	PQclear(result);
	PQfinish(connection);
	return number;
}

static void make_store(void)
{
	snprintf(url, sizeof url, "%s options=-csearch_path=nodes", getenv("POSTGRESQL"));
	ask_sql("DROP SCHEMA IF EXISTS nodes CASCADE; CREATE SCHEMA nodes");
}

static void drop_store(void)
{
	ask_sql("DROP SCHEMA nodes CASCADE");
}
#else
#include <sqlite3.h>

static disk_store disk;

static int64_t ask_sql(const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *st;
	const char *rest = sql;
	int64_t number = 0;
	assert_int_equal(sqlite3_open(disk.path, &db), SQLITE_OK);
	while (*rest) {
		if (sqlite3_prepare_v2(db, rest, -1, &st, &rest) != SQLITE_OK)
			fail_msg("%s: %s", sql, sqlite3_errmsg(db));
		int step = sqlite3_step(st);
		if (step == SQLITE_ROW)
			number = sqlite3_column_int64(st, 0);
		else if (step != SQLITE_DONE)
			fail_msg("%s: %s", sql, sqlite3_errmsg(db));
		sqlite3_finalize(st);
	}
	sqlite3_close(db);
	return number;
}

static void make_store(void)
{
	new_disk_store(&disk);
	snprintf(url, sizeof url, "%s", disk.url);
}

static void drop_store(void)
{
	drop_disk_store(&disk);
}
#endif

/* ---- Nodes ----------------------------------------------------------------------------------- */

static void start_node(int n, int64_t now)
{
	open_node(&node[n], url, addresses[n], now);
	is_open[n] = true;
}

/* As after kill -9. */
static void kill_node(int n)
{
	close_fixture(&node[n]);
	is_open[n] = false;
}

/* Lets a second pass at these nodes, which see each other. */
static void pass_second_at(int first, int last)
{
	for (int n = first; n <= last; n++)
		pass_time(&node[n], 1000);
}

static void pass_seconds_at(int first, int last, int seconds)
{
	for (int i = 0; i < seconds; i++)
		pass_second_at(first, last);
}

static void add_people(void)
{
	static const char *const names[] = {"Rosa", "Ben", "Cat"};
	sv_store *s = node[0].store;
	for (int i = 0; i < 3; i++) {
		sv_person_row row = {.id = i + 1, .created = 1, .seen = 1, .settings = "{}"};
		snprintf(row.name, sizeof row.name, "%s", names[i]);
		assert_true(sv_store_put_person(s, &row));
	}
	assert_true(sv_store_commit(s));
}

static int set_up(void **unused)
{
	(void)unused;
	make_store();
	for (int n = 0; n < NODES; n++)
		start_node(n, 1000000 + 700000 * n);
	add_people();
	pass_second_at(0, NODES - 1);
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	for (int n = 0; n < NODES; n++)
		if (is_open[n])
			kill_node(n);
	drop_store();
	return 0;
}

static sv_leading leader_of(int n, const char *key, int64_t *leader)
{
	sv_leading leading = sv_find_leader(node[n].hub, key, leader);
	sv_hub_flush(node[n].hub);
	return leading;
}

static bool leads(int n, const char *key)
{
	return sv_find_in_memory(node[n].hub, key) != NULL;
}

static char key[SV_KEY_SIZE];

/* A game with two people and bots, which node 0 leads; it waits for somebody. */
static sv_table *play(const char *extra)
{
	sv_table *t = start_table(&node[0], "atomic-business", 3, 2, extra);
	snprintf(key, sizeof key, "%s", t->key);
	return t;
}

/* Somebody who is asked does the first thing that he may do. Returns false if nobody is asked. */
static bool decide(int n)
{
	char text[128];
	fixture *h = &node[n];
	sv_table *t = sv_find_in_memory(h->hub, key);
	for (int who = 0; who < 2; who++) {
		const json_t *legal = json_object_get(h->client[who].ask, "legal");
		if (json_array_size(legal) == 0)
			continue;
		snprintf(text, sizeof text, "%s", json_string_value(json_array_get(legal, 0)));
		assert_string_equal(act(h, who, t, text), "");
		return true;
	}
	return false;
}

/* ---- Who leads ------------------------------------------------------------------------------- */

static void a_table_has_one_leader(void **unused)
{
	(void)unused;
	int64_t leader;
	play("");
	assert_int_equal(leader_of(0, key, &leader), SV_LED_HERE);
	assert_int_equal(leader, sv_own_node(node[0].hub));
	for (int n = 1; n < NODES; n++) {
		assert_int_equal(leader_of(n, key, &leader), SV_LED_ELSEWHERE);
		assert_int_equal(leader, sv_own_node(node[0].hub));
		assert_null(sv_find_table(node[n].hub, key));
		sv_table *copy = sv_read_table_only(node[n].hub, key);
		assert_non_null(copy);
		assert_int_equal(copy->status, SV_RUNNING);
		assert_true(sv_load_history(copy));
		sv_free_table(copy);
		assert_false(leads(n, key));
	}
	assert_int_equal(leader_of(1, "there-is-none", &leader), SV_NO_TABLE);
}

static void each_node_sees_the_others(void **unused)
{
	(void)unused;
	pass_second_at(0, NODES - 1);
	for (int n = 0; n < NODES; n++) {
		const sv_node *other;
		assert_int_equal(sv_other_nodes(node[n].hub, &other), NODES - 1);
		assert_string_equal(other[0].address, addresses[n == 0 ? 1 : 0]);
		assert_int_equal(sv_is_steward(node[n].hub), n == 0);
	}
	kill_node(0);
	pass_seconds_at(1, 2, 7);
	assert_true(sv_is_steward(node[1].hub));
	assert_false(sv_is_steward(node[2].hub));
	const sv_node *other;
	assert_int_equal(sv_other_nodes(node[2].hub, &other), 1);
}

/* Nodes add tables and people at the same time. */
static void no_id_is_given_twice(void **unused)
{
	(void)unused;
	for (int round = 0; round < 3; round++)
		for (int n = 0; n < 2; n++) {
			fixture *h = &node[n];
			if (h->clients == 0)
				connect_client(h, "Rosa", ROSA);
			json_t *made = send_request(h, &h->client[0],
				"{\"type\":\"create\",\"id\":\"c%d\",\"game\":\"tiny\",\"players\":2,"
				"\"seats\":[\"me\",\"open\"]}",
				round);
			assert_string_equal(text_in(made, "type"), "created");
			int64_t person = sv_store_next_person(h->store);
			assert_true(person > 0);
			sv_person_row row = {
				.id = person, .name = "Guest", .created = 1, .seen = 1, .settings = "{}"};
			assert_true(sv_store_put_person(h->store, &row));
			assert_true(sv_store_commit(h->store));
		}
	assert_int_equal(ask_sql("SELECT count(*) FROM tables"), 6);
	assert_int_equal(ask_sql("SELECT count(*) FROM people"), 3 + 6);
}

/* A table at which nobody looks for a while is let go, and led by whoever needs it next. */
static void an_unused_table_is_let_go(void **unused)
{
	(void)unused;
	int64_t leader;
	test_client *rosa = connect_client(&node[0], "Rosa", ROSA);
	json_t *made = send_request(&node[0], rosa,
		"{\"type\":\"create\",\"id\":\"c\",\"game\":\"tiny\",\"players\":2,\"seats\":[\"me\","
		"\"open\"]}");
	snprintf(key, sizeof key, "%s", text_in(made, "table"));
	assert_int_equal(leader_of(1, key, &leader), SV_LED_ELSEWHERE);
	pass_seconds_at(0, 2, 130);
	assert_int_equal(ask_sql("SELECT count(*) FROM tables WHERE node IS NULL"), 1);
	assert_int_equal(leader_of(1, key, &leader), SV_LED_HERE);
	assert_int_equal(leader, sv_own_node(node[1].hub));
	assert_int_equal(leader_of(0, key, &leader), SV_LED_ELSEWHERE);
}

/* ---- Death ----------------------------------------------------------------------------------- */

/* All times of the game are at the new leader what they were at the old one. */
static void a_dead_nodes_games_go_on(void **unused)
{
	(void)unused;
	sv_table *t = play("");
	pass_seconds_at(0, 2, 30);
	while (t->history->lines < 4)
		assert_true(decide(0));
	pass_seconds_at(0, 2, 20);
	int64_t asked = sv_now(node[0].hub) - t->asked_at;
	int question = t->question, lines = t->history->lines;
	kill_node(0);
	for (int s = 0; s < 20 && !leads(1, key) && !leads(2, key); s++)
		pass_second_at(1, 2);
	int heir = leads(1, key) ? 1 : 2;
	assert_true(leads(heir, key) && !leads(3 - heir, key));
	t = sv_find_in_memory(node[heir].hub, key);
	assert_true(sv_load_history(t));
	assert_int_equal(t->question, question);
	assert_int_equal(t->history->lines, lines);
	assert_int_equal(sv_now(node[heir].hub) - t->asked_at, asked);
	/* People come back there, and go on. */
	node[heir].clients = 0;
	for (int i = 0; i < 2; i++) {
		test_client *g = connect_client(&node[heir], i ? "Ben" : "Rosa", i + 1);
		snprintf(g->table, sizeof g->table, "%s", key);
		send_request(&node[heir], g, "{\"type\":\"watch\",\"table\":\"%s\"}", key);
	}
	/* Nobody could look at it meanwhile: he has all his time from then on. */
	int64_t deadline = shown_deadline(&node[heir].client[0]) - node[heir].fake.wall_ahead;
	assert_int_equal(deadline - t->led_at, t->move_time);
	assert_true(decide(heir));
	assert_true(t->history->lines > lines);
}

/* Twice let go before anybody looks at it. */
static void times_survive_several_leaders(void **unused)
{
	(void)unused;
	sv_table *t = play(",\"pace\":\"slow\"");
	assert_true(decide(0));
	pass_seconds_at(0, 2, 5);
	int64_t asked = sv_now(node[0].hub) - t->asked_at;
	assert_true(sv_nodes_leave(node[0].hub));
	kill_node(0);
	pass_seconds_at(1, 1, 2);
	assert_true(leads(1, key));
	asked += 1000; /* it led the table for a second of its own clock */
	assert_true(sv_nodes_leave(node[1].hub));
	kill_node(1);
	pass_time(&node[2], 50000);
	assert_true(leads(2, key));
	t = sv_find_in_memory(node[2].hub, key);
	assert_true(sv_load_history(t));
	assert_int_equal(sv_now(node[2].hub) - t->asked_at, asked);
	/* The same from the lines alone. */
	sv_free_history(t);
	ask_sql("DELETE FROM snapshots");
	assert_true(sv_load_history(t));
	assert_int_equal(sv_now(node[2].hub) - t->asked_at, asked);
}

/* ---- Put out though alive -------------------------------------------------------------------- */

typedef struct listener {
	int put_out, gone, news;
	int64_t last_gone, about[64];
	char kind[64][24];
} listener;

static listener heard_at[NODES];

static void on_put_out(void *to)
{
	((listener *)to)->put_out++;
}

static void on_gone(void *to, int64_t gone)
{
	((listener *)to)->gone++;
	((listener *)to)->last_gone = gone;
}

static void on_news(void *to, const char *kind, int64_t about)
{
	listener *h = to;
	assert_true(h->news < 64);
	h->about[h->news] = about;
	snprintf(h->kind[h->news++], 24, "%s", kind);
}

static void listen_at(int n)
{
	heard_at[n] = (listener){0};
	sv_listen_to_nodes(node[n].hub,
		&(sv_node_listener){
			.on_news = on_news, .on_gone = on_gone, .on_put_out = on_put_out, .to = &heard_at[n]});
}

static int count_heard(int n, const char *kind)
{
	int count = 0;
	for (int i = 0; i < heard_at[n].news; i++)
		count += strcmp(heard_at[n].kind[i], kind) == 0;
	return count;
}

static void a_node_that_was_stopped_decides_nothing(void **unused)
{
	(void)unused;
	sv_table *t = play("");
	while (t->history->lines < 3)
		assert_true(decide(0));
	int64_t lines = t->history->lines, before = sv_own_node(node[0].hub);
	listen_at(0);
	listen_at(1);
	pass_seconds_at(1, 2, 8);
	assert_int_equal(heard_at[1].last_gone, before);
	assert_int_equal(heard_at[1].gone, 1);
	assert_int_equal(ask_sql("SELECT count(*) FROM lines"), lines);
	/* It goes on as if nothing had happened. */
	int done[2] = {count_messages_of(&node[0].client[0], "done"),
		count_messages_of(&node[0].client[1], "done")};
	for (int who = 0; who < 2; who++) {
		const json_t *legal = json_object_get(node[0].client[who].ask, "legal");
		if (json_array_size(legal) > 0)
			send_request(&node[0], &node[0].client[who],
				"{\"type\":\"act\",\"id\":\"m\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
				key, t->question, json_string_value(json_array_get(legal, 0)));
	}
	for (int i = 0; i < 20 && heard_at[0].put_out == 0; i++) {
		pass_time(&node[0], 500);
		sv_hub_try_again(node[0].hub);
	}
	assert_int_equal(heard_at[0].put_out, 1);
	assert_int_equal(ask_sql("SELECT count(*) FROM lines"), lines);
	for (int who = 0; who < 2; who++)
		assert_int_equal(count_messages_of(&node[0].client[who], "done"), done[who]);
	assert_true(sv_own_node(node[0].hub) > before);
	assert_false(leads(0, key));
	assert_true(leads(1, key) || leads(2, key));
	/* It is a node like any other now. */
	assert_false(sv_hub_is_troubled(node[0].hub));
	pass_second_at(0, 2);
	json_t *made = send_request(&node[0], &node[0].client[0],
		"{\"type\":\"create\",\"id\":\"c\",\"game\":\"tiny\",\"players\":2,\"seats\":[\"me\","
		"\"open\"]}");
	assert_string_equal(text_in(made, "type"), "created");
	pass_second_at(0, 2);
	const sv_node *other;
	assert_int_equal(sv_other_nodes(node[1].hub, &other), 2);
}

/* A node whose own clock stood still condemns nobody. */
static void a_node_that_was_away_condemns_nobody(void **unused)
{
	(void)unused;
	for (int n = 0; n < NODES; n++)
		listen_at(n);
	pass_seconds_at(0, 0, 4);
	pass_seconds_at(1, 1, 3);
	pass_seconds_at(0, 2, 10);
	for (int n = 0; n < NODES; n++)
		assert_int_equal(heard_at[n].gone + heard_at[n].put_out, 0);
}

/* kill -9: others cannot connect to it, and it has no connection to the database. */
static void a_killed_node_is_put_out_quickly(void **unused)
{
	(void)unused;
	play("");
	pass_second_at(0, 2);
	int64_t killed = sv_own_node(node[0].hub);
	kill_node(0);
	sv_note_link_refused(node[1].hub, killed, true);
	pass_second_at(1, 2);
	for (int s = 0; s < 2; s++)
		pass_second_at(1, 2);
	assert_true(leads(1, key) || leads(2, key));
	assert_int_equal(ask_sql("SELECT count(*) FROM nodes"), 2);
}

/* ---- Leaving --------------------------------------------------------------------------------- */

static void a_node_that_leaves_hands_its_tables_over(void **unused)
{
	(void)unused;
	sv_table *t = play("");
	while (t->history->lines < 3)
		assert_true(decide(0));
	listen_at(1);
	int64_t asked = sv_now(node[0].hub) - t->asked_at;
	int lines = t->history->lines;
	assert_true(sv_nodes_leave(node[0].hub));
	assert_int_equal(ask_sql("SELECT count(*) FROM nodes"), 2);
	assert_int_equal(ask_sql("SELECT count(*) FROM snapshots"), 1);
	assert_int_equal(ask_sql("SELECT count(*) FROM games"), 1);
	kill_node(0);
	pass_time(&node[1], 1000);
	assert_true(count_heard(1, SV_NEWS_ORPHANS) > 0);
	assert_true(leads(1, key));
	t = sv_find_in_memory(node[1].hub, key);
	assert_true(sv_load_history(t));
	assert_int_equal(t->history->lines, lines);
	assert_int_equal(sv_now(node[1].hub) - t->asked_at, asked);
}

/* A server that has the store for itself goes on after nodes, and nodes after it. */
static void a_server_alone_goes_on_after_nodes(void **unused)
{
	(void)unused;
	sv_table *t = play(",\"pace\":\"slow\"");
	assert_true(decide(0));
	pass_seconds_at(0, 2, 5);
	int64_t asked = sv_now(node[0].hub) - t->asked_at;
	for (int n = 0; n < NODES; n++)
		kill_node(n);
	fixture alone;
	open_fixture(&alone, url);
	t = sv_find_table(alone.hub, key);
	assert_non_null(t);
	assert_true(sv_load_history(t));
	assert_int_equal(sv_now(alone.hub) - t->asked_at, asked);
	assert_int_equal(ask_sql("SELECT count(*) FROM nodes"), 0);
	assert_int_equal(ask_sql("SELECT shared FROM service"), 0);
	pass_time(&alone, 3000);
	assert_true(sv_store_put_time_served(alone.store, sv_now(alone.hub)));
	assert_true(sv_hub_settle(alone.hub));
	assert_true(sv_store_commit(alone.store));
	close_fixture(&alone);
	start_node(0, 9000000);
	pass_seconds_at(0, 0, 1);
	assert_true(leads(0, key));
	t = sv_find_in_memory(node[0].hub, key);
	assert_true(sv_load_history(t));
	assert_int_equal(sv_now(node[0].hub) - t->asked_at, asked + 3000);
}

static void count_rows(void *to, const char *table, int64_t rows)
{
	(void)table;
	*(int64_t *)to += rows;
}

/* A copy has no nodes, and the games go on there as they would have here. */
static void a_copy_has_no_nodes(void **unused)
{
	(void)unused;
	ap_error error = {0};
	int64_t rows = 0;
	sv_table *t = play(",\"pace\":\"slow\"");
	assert_true(decide(0));
	pass_seconds_at(0, 2, 5);
	int64_t asked = sv_now(node[0].hub) - t->asked_at;
	for (int n = 0; n < NODES; n++)
		kill_node(n);
	fixture copy;
	open_fixture(&copy, "sqlite::memory:");
	sv_hub_close(copy.hub);
	sv_store_close(copy.store);
	copy.store = sv_store_open("sqlite::memory:", &error);
	sv_store *from = sv_store_open(url, &error);
	assert_true(from && copy.store);
	if (!sv_store_copy_rows(from, copy.store, count_rows, &rows, &error))
		fail_msg("%s", error.message);
	assert_true(rows > 0);
	sv_store_close(from);
	copy.fake.now = 7000000;
	copy.hub = sv_hub_open(copy.store, &copy.world, &copy.limits, &error);
	assert_non_null(copy.hub);
	t = sv_find_table(copy.hub, key);
	assert_non_null(t);
	assert_true(sv_load_history(t));
	assert_int_equal(sv_now(copy.hub) - t->asked_at, asked);
	close_fixture(&copy);
}

/* The clock of a new node is not behind that of any other. */
static void the_clock_of_nodes_goes_on(void **unused)
{
	(void)unused;
	int64_t served = 0;
	pass_seconds_at(0, 2, 70);
	assert_true(sv_store_find_time_served(node[0].store, &served));
	assert_int_equal(served, sv_now(node[2].hub));
	for (int n = 0; n < NODES; n++)
		assert_true(sv_nodes_leave(node[n].hub));
	served = 0;
	assert_true(sv_store_find_time_served(node[0].store, &served));
	assert_int_equal(served, sv_now(node[2].hub));
}

/* ---- Other rules ----------------------------------------------------------------------------- */

static void older_rules_leave_a_table_alone(void **unused)
{
	(void)unused;
	int64_t leader;
	play("");
	kill_node(0);
	ask_sql("UPDATE tables SET rules = 99");
	pass_seconds_at(1, 2, 20);
	assert_int_equal(ask_sql("SELECT count(*) FROM tables WHERE node IS NULL"), 1);
	listen_at(2);
	assert_int_equal(leader_of(1, key, &leader), SV_NOT_LED);
	pass_second_at(1, 2);
	assert_int_equal(count_heard(2, SV_NEWS_WANTED), 1);
	assert_false(leads(1, key) || leads(2, key));
	/* A node that has the rules leads it. */
	ask_sql("UPDATE tables SET rules = 1");
	ask_sql("UPDATE node_rules SET version = 99 WHERE node = (SELECT max(id) FROM nodes)");
	ask_sql("UPDATE node_rules SET version = 0 WHERE node <> (SELECT max(id) FROM nodes)");
	pass_seconds_at(1, 2, 20);
	assert_false(leads(1, key));
	/* The game was left in the middle: newer rules cannot play it again. */
	assert_false(leads(2, key));
	ask_sql("UPDATE node_rules SET version = 1 WHERE node = (SELECT max(id) FROM nodes)");
	pass_seconds_at(1, 2, 20);
	assert_true(leads(2, key));
}

/* ---- People ---------------------------------------------------------------------------------- */

static void deleted_people_are_removed_by_whoever_leads_next(void **unused)
{
	(void)unused;
	play("");
	kill_node(0);
	assert_true(sv_store_delete_person(node[1].store, BEN));
	assert_true(sv_store_commit(node[1].store));
	for (int s = 0; s < 20 && !leads(1, key) && !leads(2, key); s++)
		pass_second_at(1, 2);
	int heir = leads(1, key) ? 1 : 2;
	const sv_table *t = sv_find_in_memory(node[heir].hub, key);
	assert_int_equal(sv_seat_of(t, BEN), AP_OBSERVER);
	assert_true(sv_seat_of(t, ROSA) != AP_OBSERVER);
}

static void a_person_is_deleted_at_all_nodes(void **unused)
{
	(void)unused;
	play("");
	sv_table *t = sv_find_in_memory(node[0].hub, key);
	assert_true(sv_seat_of(t, BEN) != AP_OBSERVER);
	assert_true(sv_store_delete_person(node[2].store, BEN));
	assert_true(sv_hub_forget_person(node[2].hub, BEN));
	assert_true(sv_hub_flush(node[2].hub));
	pass_second_at(0, 2);
	t = sv_find_in_memory(node[0].hub, key);
	assert_int_equal(sv_seat_of(t, BEN), AP_OBSERVER);
}

/* ---- News ------------------------------------------------------------------------------------ */

static void news_are_heard_once_by_all_others(void **unused)
{
	(void)unused;
	for (int n = 0; n < NODES; n++)
		listen_at(n);
	assert_true(sv_tell_nodes(node[1].hub, SV_NEWS_SESSIONS, 7));
	assert_true(sv_hub_flush(node[1].hub));
	pass_seconds_at(0, 2, 3);
	assert_int_equal(count_heard(0, SV_NEWS_SESSIONS), 1);
	assert_int_equal(count_heard(1, SV_NEWS_SESSIONS), 0);
	assert_int_equal(count_heard(2, SV_NEWS_SESSIONS), 1);
	/* An id that is given before others can come after them. */
	ask_sql("INSERT INTO news (id, node, kind, about) VALUES (900, 99, 'restraints', 900)");
	pass_second_at(0, 2);
	ask_sql("INSERT INTO news (id, node, kind, about) VALUES (899, 99, 'restraints', 899)");
	pass_seconds_at(0, 2, 2);
	for (int n = 0; n < NODES; n++)
		assert_int_equal(count_heard(n, SV_NEWS_RESTRAINTS), 2);
	/* Far more than are remembered. */
	ask_sql("INSERT INTO news (id, node, kind, about) VALUES (5000, 99, 'announcement', 0)");
	ask_sql("INSERT INTO news (id, node, kind, about) VALUES (6024, 99, 'announcement', 0)");
	pass_seconds_at(0, 2, 2);
	for (int n = 0; n < NODES; n++)
		assert_int_equal(count_heard(n, SV_NEWS_ANNOUNCEMENT), 2);
	pass_seconds_at(0, 2, 130);
	assert_int_equal(ask_sql("SELECT count(*) FROM news"), 0);
	for (int n = 0; n < NODES; n++)
		assert_int_equal(count_heard(n, SV_NEWS_RESTRAINTS), 2);
}

/* ---- Only where several can write at a time -------------------------------------------------- */

#ifdef STORE_IS_POSTGRESQL
static void wait_a_little(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
}

static void nobody_waits_for_a_claim(void **unused)
{
	(void)unused;
	int64_t leader;
	play("");
	kill_node(0);
	ask_sql("UPDATE tables SET node = NULL, left_at = 0; DELETE FROM nodes WHERE address = 'a:1'");
	assert_int_equal(sv_find_leader(node[1].hub, key, &leader), SV_LED_HERE);
	assert_int_equal(sv_find_leader(node[2].hub, key, &leader), SV_NOT_LED);
	assert_true(sv_hub_flush(node[1].hub));
	assert_int_equal(sv_find_leader(node[2].hub, key, &leader), SV_LED_ELSEWHERE);
	assert_int_equal(leader, sv_own_node(node[1].hub));
	assert_true(sv_hub_flush(node[2].hub));
}

/* What a node has begun to write when it is put out cannot become durable; and while it could, the
 * node is not put out. */
static void a_transaction_under_way_is_waited_for(void **unused)
{
	(void)unused;
	int64_t id = sv_own_node(node[0].hub);
	assert_true(sv_store_beat(node[0].store, 5));
	assert_int_equal(sv_store_last_table(node[0].store), 0); /* the database has come to this */
	int64_t beat = ask_sql("SELECT beat FROM nodes WHERE address = 'a:1'");
	assert_int_equal(sv_store_put_out(node[1].store, id, beat), 0);
	assert_true(sv_store_commit(node[1].store));
	assert_true(sv_store_commit(node[0].store));
	assert_int_equal(sv_store_put_out(node[1].store, id, beat), 0); /* it has shown life */
	assert_int_equal(sv_store_put_out(node[1].store, id, beat + 1), 1);
	assert_true(sv_store_commit(node[1].store));
	assert_false(sv_store_beat(node[0].store, 6) && sv_store_commit(node[0].store));
	assert_true(sv_store_was_put_out(node[0].store));
}

/* Two nodes must not fail each other's commits by giving one name to two accounts. */
static void a_name_is_given_by_one_node_at_a_time(void **unused)
{
	(void)unused;
	assert_int_equal(sv_store_lock_name(node[0].store, "Emma"), 1);
	assert_int_equal(sv_store_lock_name(node[1].store, "Emma"), 0);
	assert_int_equal(sv_store_lock_name(node[1].store, "EMMA"), 0);
	assert_int_equal(sv_store_lock_name(node[2].store, "Emil"), 1);
	for (int n = 0; n < NODES; n++)
		assert_true(sv_store_commit(node[n].store));
	assert_int_equal(sv_store_lock_name(node[1].store, "Emma"), 1);
	assert_true(sv_store_commit(node[1].store));
}

static void one_server_or_several_nodes(void **unused)
{
	(void)unused;
	ap_error error = {0};
	sv_store *alone = sv_store_open(url, &error);
	assert_non_null(alone);
	assert_false(sv_store_claim(alone, &error));
	assert_non_null(strstr(error.message, "is being served already"));
	for (int n = 0; n < NODES; n++)
		kill_node(n);
	for (int i = 0; i < 1000 && !sv_store_claim(alone, &error); i++)
		wait_a_little();
	sv_store *shares = sv_store_open(url, &error);
	assert_non_null(shares);
	assert_false(sv_store_share(shares, &error));
	assert_non_null(strstr(error.message, "does not share it"));
	sv_store_close(shares);
	sv_store_close(alone);
}

/* The database tells at once that there is news. */
static void news_are_announced(void **unused)
{
	(void)unused;
	while (sv_store_heard_news(node[0].store))
		;
	assert_true(sv_store_socket(node[0].store) >= 0);
	assert_true(sv_tell_nodes(node[1].hub, SV_NEWS_SESSIONS, 7));
	assert_true(sv_hub_flush(node[1].hub));
	bool heard = false;
	for (int i = 0; i < 1000 && !heard; i++) {
		heard = sv_nodes_have_news(node[0].hub);
		wait_a_little();
	}
	assert_true(heard);
	listen_at(0);
	pass_time(&node[0], 0);
	assert_int_equal(count_heard(0, SV_NEWS_SESSIONS), 1);
}

/* The connections of a node that does not answer are ended before it is put out. */
static void a_cut_off_node_is_put_out_and_joins_again(void **unused)
{
	(void)unused;
	play("");
	listen_at(0);
	ask_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
			" WHERE application_name = (SELECT backend FROM nodes WHERE address = 'a:1')");
	pass_seconds_at(1, 2, 8);
	assert_true(leads(1, key) || leads(2, key));
	for (int i = 0; i < 200 && heard_at[0].put_out == 0; i++) {
		pass_time(&node[0], 100);
		sv_hub_flush_soon(node[0].hub);
		sv_hub_try_again(node[0].hub);
		wait_a_little();
	}
	assert_int_equal(heard_at[0].put_out, 1);
	assert_false(sv_hub_is_troubled(node[0].hub));
	assert_false(leads(0, key));
}

/* Whoever connects again each time that his connection was ended, and does nothing else, does not
 * live. */
static void a_silent_node_that_connects_again_is_put_out(void **unused)
{
	(void)unused;
	play("");
	listen_at(1);
	for (int s = 0; s < 8 && heard_at[1].gone == 0; s++) {
		pass_second_at(1, 1);
		sv_store_last_table(node[0].store); /* which notices that the connection is lost */
		for (int i = 0; i < 500 && !sv_store_reach(node[0].store); i++)
			wait_a_little();
		assert_false(sv_store_is_away(node[0].store));
	}
	assert_int_equal(heard_at[1].last_gone, sv_own_node(node[0].hub));
	assert_true(leads(1, key));
}

static void who_reads_many_games_shows_life(void **unused)
{
	(void)unused;
	static const char sql[] = "SELECT beat FROM nodes WHERE address = 'a:1'";
	sv_table *t = play("");
	int64_t beat = ask_sql(sql);
	nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100 * 1000 * 1000}, NULL);
	sv_free_history(t);
	assert_true(sv_load_history(t));
	assert_true(ask_sql(sql) > beat);
}

/* A lost connection alone is no reason: the node goes on with its tables. */
static void a_short_cut_changes_nothing(void **unused)
{
	(void)unused;
	sv_table *t = play("");
	int64_t id = sv_own_node(node[0].hub);
	int lines = t->history->lines;
	ask_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
			" WHERE application_name = (SELECT backend FROM nodes WHERE address = 'a:1')");
	for (int i = 0; i < 200; i++) {
		pass_time(&node[0], 100);
		sv_hub_flush_soon(node[0].hub);
		sv_hub_try_again(node[0].hub);
		if (i > 5 && !sv_hub_is_troubled(node[0].hub))
			break;
		wait_a_little();
	}
	assert_false(sv_hub_is_troubled(node[0].hub));
	assert_int_equal(sv_own_node(node[0].hub), id);
	assert_true(leads(0, key));
	t = sv_find_in_memory(node[0].hub, key);
	assert_true(sv_load_history(t));
	assert_true(t->history->lines >= lines);
	pass_seconds_at(0, 2, 2);
}
#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_table_has_one_leader),
		TEST(each_node_sees_the_others),
		TEST(no_id_is_given_twice),
		TEST(an_unused_table_is_let_go),
		TEST(a_dead_nodes_games_go_on),
		TEST(times_survive_several_leaders),
		TEST(a_node_that_was_stopped_decides_nothing),
		TEST(a_node_that_was_away_condemns_nobody),
		TEST(a_killed_node_is_put_out_quickly),
		TEST(a_node_that_leaves_hands_its_tables_over),
		TEST(a_server_alone_goes_on_after_nodes),
		TEST(a_copy_has_no_nodes),
		TEST(the_clock_of_nodes_goes_on),
		TEST(older_rules_leave_a_table_alone),
		TEST(deleted_people_are_removed_by_whoever_leads_next),
		TEST(a_person_is_deleted_at_all_nodes),
		TEST(news_are_heard_once_by_all_others),
#ifdef STORE_IS_POSTGRESQL
		TEST(nobody_waits_for_a_claim),
		TEST(a_transaction_under_way_is_waited_for),
		TEST(a_name_is_given_by_one_node_at_a_time),
		TEST(one_server_or_several_nodes),
		TEST(news_are_announced),
		TEST(a_cut_off_node_is_put_out_and_joins_again),
		TEST(a_silent_node_that_connects_again_is_put_out),
		TEST(who_reads_many_games_shows_life),
		TEST(a_short_cut_changes_nothing),
#endif
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
