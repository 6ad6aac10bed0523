/* restarts.c: see restarts.h. */
#include "server/restarts.h"

#include <sqlite3.h>

house here;
static disk_store disk;
static ap_rng rng;

/* ---- A store on disk ------------------------------------------------------------------------- */

int new_store(void **unused)
{
	(void)unused;
	new_disk_store(&disk);
	ap_seed(&rng, 8, 8);
	open_house(&here, disk.url);
	return 0;
}

int drop_store(void **unused)
{
	(void)unused;
	close_house(&here);
	drop_disk_store(&disk);
	return 0;
}

void reopen(void)
{
	reopen_house(&here, disk.url);
}

void by_hand(const char *sql)
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

int lines_of(int64_t table)
{
	int count = 0;
	assert_true(sv_store_each_line(here.store, table, 0, count_line, &count));
	return count;
}

int snapshot_of(int64_t table)
{
	sv_snapshot s;
	return sv_store_find_snapshot(here.store, table, &s) ? s.seq : 0;
}

copy copy_snapshot(void)
{
	sv_snapshot s;
	assert_true(sv_store_find_snapshot(here.store, 1, &s));
	copy c = {s.seq, s.size, malloc(s.size)};
	memcpy(c.bytes, s.bytes, s.size);
	return c;
}

int64_t replayed(void)
{
	sv_figures f;
	sv_hub_figures(here.hub, &f);
	return f.replayed;
}

int unread(void)
{
	sv_figures f;
	sv_hub_figures(here.hub, &f);
	return f.unread;
}

/* ---- Ann and Ben ----------------------------------------------------------------------------- */

void look(guest *g, const char *key)
{
	memmove(g->table, key, strlen(key) + 1);
	json_t *shown = say(&here, g, "{\"type\":\"watch\",\"id\":\"w\",\"table\":\"%s\"}", key);
	assert_string_equal(word(shown, "type"), "table");
}

void look_away(void)
{
	for (int i = 0; i < 2; i++)
		say(&here, &here.guest[i], "{\"type\":\"watch\",\"table\":\"%s\",\"watch\":false}",
			here.guest[i].table);
}

static void come_in(const char *key)
{
	enter(&here, "Ann", 1);
	enter(&here, "Ben", 2);
	for (int i = 0; key && i < 2; i++)
		look(&here.guest[i], key);
}

void begin(const char *game, const char *extra)
{
	guest *ann = &here.guest[0], *ben = &here.guest[1];
	bool three = ap_max_players(ap_game_named(game)) > 2;
	if (here.guests == 0)
		come_in(NULL);
	json_t *made = say(&here, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"%s\",\"players\":%d,\"public\":true,"
		"\"seats\":[\"me\",\"open\"%s]%s}",
		game, three ? 3 : 2, three ? ",{\"bot\":\"random\"}" : "", extra);
	assert_string_equal(word(made, "type"), "created");
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", word(made, "table"));
	say(&here, ben, "{\"type\":\"join\",\"id\":\"b\",\"table\":\"%s\"}", key);
	for (int i = 0; i < 2; i++)
		say(&here, &here.guest[i],
			"{\"type\":\"wishes\",\"id\":\"c\",\"table\":\"%s\",\"ask_all\":true}", key);
	json_t *started = say(&here, ann, "{\"type\":\"start\",\"id\":\"d\",\"table\":\"%s\"}", key);
	assert_string_equal(word(started, "type"), "done");
	look(ann, key);
	look(ben, key);
}

json_t *act(guest *g, const char *id, json_int_t question, const char *action)
{
	return say(&here, g,
		"{\"type\":\"act\",\"id\":\"%s\",\"table\":\"%s\",\"question\":%" JSON_INTEGER_FORMAT
		",\"action\":\"%s\"}",
		id, g->table, question, action);
}

bool is_over(void)
{
	return strcmp(word(here.guest[0].summary, "status"), "over") == 0;
}

said step(void)
{
	said s = {.guest = (int)ap_below(&rng, 2)};
	if (!json_is_object(here.guest[s.guest].ask))
		s.guest = !s.guest;
	guest *g = &here.guest[s.guest];
	assert_true(json_is_object(g->ask));
	json_t *legal = json_object_get(g->ask, "legal");
	size_t which = ap_below(&rng, (uint32_t)json_array_size(legal));
	snprintf(s.id, sizeof s.id, "m%u", ap_below(&rng, 1u << 30));
	snprintf(s.action, sizeof s.action, "%s", json_string_value(json_array_get(legal, which)));
	s.question = json_integer_value(json_object_get(g->ask, "question"));
	assert_string_equal(word(act(g, s.id, s.question, s.action), "type"), "done");
	return s;
}

void play_to(int lines)
{
	for (int i = 0; i < MOST_STEPS && !is_over() && lines_of(1) < lines; i++)
		step();
}

void restart(void)
{
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", here.guest[0].table);
	reopen();
	come_in(key);
}

static char *record(void)
{
	size_t length;
	char *text = sv_hub_record(here.hub, here.guest[0].table, 1, &length);
	assert_non_null(text);
	return text;
}

sight see(void)
{
	sight s;
	for (int i = 0; i < 2; i++) {
		guest *g = &here.guest[i];
		s.shown[i] = json_deep_copy(
			say(&here, g, "{\"type\":\"watch\",\"id\":\"s\",\"table\":\"%s\"}", g->table));
	}
	s.record = record();
	return s;
}

void forget(sight *s)
{
	json_decref(s->shown[0]);
	json_decref(s->shown[1]);
	free(s->record);
}

void assert_sees(sight *before)
{
	sight now = see();
	assert_true(json_equal(before->shown[0], now.shown[0]));
	assert_true(json_equal(before->shown[1], now.shown[1]));
	assert_string_equal(before->record, now.record);
	forget(&now);
}
