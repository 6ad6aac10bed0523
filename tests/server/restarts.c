/* restarts.c: see restarts.h. */
#include "server/restarts.h"

#include <sqlite3.h>

#include "text/memory.h"

fixture server;
static disk_store disk;
static ap_rng rng;

/* ---- A store on disk ------------------------------------------------------------------------- */

int open_server(void **unused)
{
	(void)unused;
	new_disk_store(&disk);
	ap_seed(&rng, 8, 8);
	open_fixture(&server, disk.url);
	return 0;
}

int close_server(void **unused)
{
	(void)unused;
	close_fixture(&server);
	drop_disk_store(&disk);
	return 0;
}

void restart_server(void)
{
	reopen_fixture(&server, disk.url);
}

void execute_sql(const char *sql)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(disk.path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static bool count_line(void *to, int seq, const sv_line *line)
{
	(void)line;
	*(int *)to = seq + 1;
	return true;
}

int count_lines(int64_t table)
{
	int count = 0;
	assert_true(sv_store_each_line(server.store, table, 0, count_line, &count));
	return count;
}

int lines_in_snapshot(int64_t table)
{
	sv_snapshot s;
	return sv_store_find_snapshot(server.store, table, &s) ? s.seq : 0;
}

snapshot_copy copy_snapshot(void)
{
	sv_snapshot s;
	assert_true(sv_store_find_snapshot(server.store, 1, &s));
	snapshot_copy c = {s.seq, s.size, ap_allocate(s.size, 1)};
	memcpy(c.bytes, s.bytes, s.size);
	return c;
}

int64_t replayed_lines(void)
{
	sv_figures f;
	sv_hub_figures(server.hub, &f);
	return f.replayed;
}

int unread_tables(void)
{
	sv_figures f;
	sv_hub_figures(server.hub, &f);
	return f.unread;
}

/* ---- Ann and Ben ----------------------------------------------------------------------------- */

void watch_table(test_client *g, const char *key)
{
	memmove(g->table, key, strlen(key) + 1);
	json_t *shown =
		send_request(&server, g, "{\"type\":\"watch\",\"id\":\"w\",\"table\":\"%s\"}", key);
	assert_string_equal(text_in(shown, "type"), "table");
}

void stop_watching(void)
{
	for (int i = 0; i < 2; i++)
		send_request(&server, &server.client[i],
			"{\"type\":\"watch\",\"table\":\"%s\",\"watch\":false}", server.client[i].table);
}

static void connect_both(const char *key)
{
	connect_client(&server, "Ann", 1);
	connect_client(&server, "Ben", 2);
	for (int i = 0; key && i < 2; i++)
		watch_table(&server.client[i], key);
}

void start_game(const char *game, const char *extra)
{
	test_client *ann = &server.client[0], *ben = &server.client[1];
	bool three = ap_max_players(ap_game_named(game)) > 2;
	if (server.clients == 0)
		connect_both(NULL);
	json_t *made = send_request(&server, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"%s\",\"players\":%d,\"public\":true,"
		"\"seats\":[\"me\",\"open\"%s]%s}",
		game, three ? 3 : 2, three ? ",{\"bot\":\"random\"}" : "", extra);
	assert_string_equal(text_in(made, "type"), "created");
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", text_in(made, "table"));
	send_request(&server, ben, "{\"type\":\"join\",\"id\":\"b\",\"table\":\"%s\"}", key);
	for (int i = 0; i < 2; i++)
		send_request(&server, &server.client[i],
			"{\"type\":\"wishes\",\"id\":\"c\",\"table\":\"%s\",\"ask_all\":true}", key);
	json_t *started =
		send_request(&server, ann, "{\"type\":\"start\",\"id\":\"d\",\"table\":\"%s\"}", key);
	assert_string_equal(text_in(started, "type"), "done");
	watch_table(ann, key);
	watch_table(ben, key);
}

json_t *send_action(test_client *g, const char *id, json_int_t question, const char *action)
{
	return send_request(&server, g,
		"{\"type\":\"act\",\"id\":\"%s\",\"table\":\"%s\",\"question\":%" JSON_INTEGER_FORMAT
		",\"action\":\"%s\"}",
		id, g->table, question, action);
}

bool is_over(void)
{
	return strcmp(text_in(server.client[0].summary, "status"), "over") == 0;
}

sent_action play_one_action(void)
{
	sent_action s = {.client = (int)ap_below(&rng, 2)};
	if (!json_is_object(server.client[s.client].ask))
		s.client = !s.client;
	test_client *g = &server.client[s.client];
	assert_true(json_is_object(g->ask));
	json_t *legal = json_object_get(g->ask, "legal");
	size_t which = ap_below(&rng, (uint32_t)json_array_size(legal));
	snprintf(s.id, sizeof s.id, "m%u", ap_below(&rng, 1u << 30));
	snprintf(s.action, sizeof s.action, "%s", json_string_value(json_array_get(legal, which)));
	s.question = json_integer_value(json_object_get(g->ask, "question"));
	assert_string_equal(text_in(send_action(g, s.id, s.question, s.action), "type"), "done");
	return s;
}

void play_to_line(int lines)
{
	for (int i = 0; i < MAX_STEPS && !is_over() && count_lines(1) < lines; i++)
		play_one_action();
}

void restart_and_watch(void)
{
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", server.client[0].table);
	restart_server();
	connect_both(key);
}

static char *record(void)
{
	size_t length;
	char *text = sv_hub_record(server.hub, server.client[0].table, 1, false, &length);
	assert_non_null(text);
	return text;
}

shown_state take_shown_state(void)
{
	shown_state s;
	for (int i = 0; i < 2; i++) {
		test_client *g = &server.client[i];
		s.shown[i] = json_deep_copy(send_request(
			&server, g, "{\"type\":\"watch\",\"id\":\"s\",\"table\":\"%s\"}", g->table));
	}
	s.record = record();
	return s;
}

void free_shown_state(shown_state *s)
{
	json_decref(s->shown[0]);
	json_decref(s->shown[1]);
	free(s->record);
}

void assert_shown(shown_state *before)
{
	shown_state now = take_shown_state();
	assert_true(json_equal(before->shown[0], now.shown[0]));
	assert_true(json_equal(before->shown[1], now.shown[1]));
	assert_string_equal(before->record, now.record);
	free_shown_state(&now);
}
