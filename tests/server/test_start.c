/* test_start.c: a server that starts again goes on exactly where it was, and plays again no more
 * than it must: the latest snapshot and the lines after it. */
#include "server/table.h"

#include <sodium.h>
#include <sqlite3.h>
#include <unistd.h>

#include "server/hub_internal.h"

enum {
	MOST_STEPS = 4000,
	SUM = 16,     /* of a snapshot: its first bytes */
	NAME_AT = 20, /* then its format, then the game's name */
	RULES_AT = NAME_AT + 32 + sizeof(ap_setup)
};

#define HOUR (3600 * 1000LL)
#define DAY (24 * HOUR)

static house h;
static char path[64], url[80];
static ap_rng rng;

/* ---- A store on disk ------------------------------------------------------------------------- */

static int new_store(void **unused)
{
	(void)unused;
	snprintf(path, sizeof path, "/tmp/apparat-start-XXXXXX");
	int file = mkstemp(path);
	if (file < 0)
		return -1;
	close(file);
	unlink(path);
	snprintf(url, sizeof url, "sqlite:%s", path);
	ap_seed(&rng, 8, 8);
	open_house(&h, url);
	return 0;
}

static int drop_store(void **unused)
{
	static const char *const ends[] = {"", "-wal", "-shm"};
	(void)unused;
	close_house(&h);
	for (int i = 0; i < 3; i++) {
		char side[80];
		snprintf(side, sizeof side, "%s%s", path, ends[i]);
		unlink(side);
	}
	return 0;
}

/* What our own store would not do. */
static void by_hand(const char *sql)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static bool count_line(void *to, int seq, const sv_line *line)
{
	(void)line;
	*(int *)to = seq + 1;
	return true;
}

static int lines_of(int64_t table)
{
	int count = 0;
	assert_true(sv_store_lines(h.store, table, 0, count_line, &count));
	return count;
}

/* Lines before the snapshot; 0: there is none. */
static int snapshot_of(int64_t table)
{
	sv_snapshot s;
	return sv_store_snapshot(h.store, table, &s) ? s.seq : 0;
}

static int64_t replayed(void)
{
	sv_figures f;
	sv_hub_figures(h.hub, &f);
	return f.replayed;
}

static int unread(void)
{
	sv_figures f;
	sv_hub_figures(h.hub, &f);
	return f.unread;
}

/* ---- Ann and Ben ----------------------------------------------------------------------------- */

static void look(guest *g, const char *key)
{
	memmove(g->table, key, strlen(key) + 1);
	json_t *shown = say(&h, g, "{\"type\":\"watch\",\"id\":\"w\",\"table\":\"%s\"}", key);
	assert_string_equal(word(shown, "type"), "table");
}

static void look_away(void)
{
	for (int i = 0; i < 2; i++)
		say(&h, &h.guest[i], "{\"type\":\"watch\",\"table\":\"%s\",\"watch\":false}",
			h.guest[i].table);
}

static void come_in(const char *key)
{
	enter(&h, "Ann", 1);
	enter(&h, "Ben", 2);
	for (int i = 0; key && i < 2; i++)
		look(&h.guest[i], key);
}

/* A running table of Ann, Ben and a bot, if there is a seat for it, both looking. */
static void begin(const char *game, const char *extra)
{
	guest *ann = &h.guest[0], *ben = &h.guest[1];
	bool three = ap_max_players(ap_game_named(game)) > 2;
	if (h.guests == 0)
		come_in(NULL);
	json_t *made = say(&h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"%s\",\"players\":%d,\"public\":true,"
		"\"seats\":[\"me\",\"open\"%s]%s}",
		game, three ? 3 : 2, three ? ",{\"bot\":\"random\"}" : "", extra);
	assert_string_equal(word(made, "type"), "created");
	char key[SV_KEY];
	snprintf(key, sizeof key, "%s", word(made, "table"));
	say(&h, ben, "{\"type\":\"join\",\"id\":\"b\",\"table\":\"%s\"}", key);
	for (int i = 0; i < 2; i++)
		say(&h, &h.guest[i], "{\"type\":\"wishes\",\"id\":\"c\",\"table\":\"%s\",\"ask_all\":true}",
			key);
	json_t *started = say(&h, ann, "{\"type\":\"start\",\"id\":\"d\",\"table\":\"%s\"}", key);
	assert_string_equal(word(started, "type"), "done");
	look(ann, key);
	look(ben, key);
}

static json_t *act(guest *g, const char *id, json_int_t question, const char *action)
{
	return say(&h, g,
		"{\"type\":\"act\",\"id\":\"%s\",\"table\":\"%s\",\"question\":%" JSON_INTEGER_FORMAT
		",\"action\":\"%s\"}",
		id, g->table, question, action);
}

static bool is_over(void)
{
	return strcmp(word(h.guest[0].summary, "status"), "over") == 0;
}

typedef struct said {
	int guest;
	char id[32], action[SV_ACTION];
	json_int_t question;
} said;

/* Somebody who is asked decides anything; what he said. */
static said step(void)
{
	said s = {.guest = (int)ap_below(&rng, 2)};
	if (!json_is_object(h.guest[s.guest].ask))
		s.guest = !s.guest;
	guest *g = &h.guest[s.guest];
	assert_true(json_is_object(g->ask));
	json_t *legal = json_object_get(g->ask, "legal");
	size_t which = ap_below(&rng, (uint32_t)json_array_size(legal));
	snprintf(s.id, sizeof s.id, "m%u", ap_below(&rng, 1u << 30));
	snprintf(s.action, sizeof s.action, "%s", json_string_value(json_array_get(legal, which)));
	s.question = json_integer_value(json_object_get(g->ask, "question"));
	assert_string_equal(word(act(g, s.id, s.question, s.action), "type"), "done");
	return s;
}

/* Decisions until the store has so many lines of the table, or it is over. */
static void play_to(int lines)
{
	for (int i = 0; i < MOST_STEPS && !is_over() && lines_of(1) < lines; i++)
		step();
}

static void restart(void)
{
	char key[SV_KEY];
	snprintf(key, sizeof key, "%s", h.guest[0].table);
	reopen_house(&h, url);
	come_in(key);
}

static char *record(void)
{
	size_t length;
	char *text = sv_hub_record(h.hub, h.guest[0].table, 1, &length);
	assert_non_null(text);
	return text;
}

/* All that the two are shown, and the record, as they stand. */
typedef struct sight {
	json_t *shown[2];
	char *record;
} sight;

static sight see(void)
{
	sight s;
	for (int i = 0; i < 2; i++) {
		guest *g = &h.guest[i];
		s.shown[i] = json_deep_copy(
			say(&h, g, "{\"type\":\"watch\",\"id\":\"s\",\"table\":\"%s\"}", g->table));
	}
	s.record = record();
	return s;
}

static void forget(sight *s)
{
	json_decref(s->shown[0]);
	json_decref(s->shown[1]);
	free(s->record);
}

static void assert_sees(sight *before)
{
	sight now = see();
	assert_true(json_equal(before->shown[0], now.shown[0]));
	assert_true(json_equal(before->shown[1], now.shown[1]));
	assert_string_equal(before->record, now.record);
	forget(&now);
}

/* ---- It goes on ------------------------------------------------------------------------------ */

/* Views, questions, log and record are the same after a start, at many points of every game, and no
 * more lines were played again than there are after the snapshot. */
static void goes_on_exactly(void **state)
{
	for (int i = 0; i < ap_game_count(); i++) {
		begin(ap_game_name(ap_game_at(i)), "");
		for (int lines = 10; lines < 300 && !is_over(); lines += 29) {
			play_to(lines);
			sight before = see();
			restart();
			assert_int_equal(replayed(), lines_of(1) - snapshot_of(1));
			assert_true(replayed() < 64);
			assert_sees(&before);
			forget(&before);
		}
		assert_true(snapshot_of(1) >= 64);
		drop_store(state);
		assert_int_equal(new_store(state), 0);
	}
}

/* Without any snapshot it is the same game. */
static void snapshots_only_save_work(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(150);
	sight before = see();
	restart();
	assert_sees(&before);
	by_hand("DELETE FROM snapshots");
	restart();
	assert_int_equal(replayed(), lines_of(1));
	assert_sees(&before);
	forget(&before);
}

/* What was answered before a start is answered again after it, not done again; be it told by the
 * snapshot or by a line after it. */
static void remembers_what_was_answered(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(50);
	said last = {0};
	for (int i = 0; i < 20; i++) {
		last = step();
		restart();
		int before = lines_of(1);
		json_t *again = act(&h.guest[last.guest], last.id, last.question, last.action);
		assert_string_equal(word(again, "type"), "done");
		assert_int_equal(lines_of(1), before);
	}
	assert_true(snapshot_of(1) >= 64);
}

/* Everybody agrees; the record of what is taken back stays. */
static void take_back(int by)
{
	guest *g = &h.guest[by], *other = &h.guest[!by];
	json_t *answer = say(&h, g, "{\"type\":\"undo\",\"id\":\"u\",\"table\":\"%s\"}", g->table);
	assert_string_equal(word(answer, "type"), "done");
	if (json_is_object(json_object_get(g->summary, "undo")))
		say(&h, other, "{\"type\":\"undo_answer\",\"id\":\"v\",\"table\":\"%s\",\"agree\":true}",
			g->table);
}

/* A snapshot is no wall: what was decided before it can be taken back after a start, and comes to
 * the same as without it. */
static void takes_back_to_before_it(void **unused)
{
	(void)unused;
	said last = {0};
	begin("atomic-business", "");
	play_to(60);
	for (int i = 0; i < MOST_STEPS && (snapshot_of(1) == 0 || lines_of(1) > snapshot_of(1) + 2);
		 i++)
		last = step();
	int lines = lines_of(1), seq = snapshot_of(1);
	restart();
	assert_int_equal(replayed(), lines - seq);
	take_back(last.guest);
	sv_table *t = h.hub->tables;
	const ap_line *undo = &t->history->line[lines];
	assert_int_equal(undo->kind, AP_LINE_UNDO);
	assert_true((int)undo->value < seq);
	sight with = see();
	restart();
	assert_sees(&with);
	by_hand("DELETE FROM snapshots");
	restart();
	assert_sees(&with);
	play_to(lines + 100);
	forget(&with);
	with = see();
	restart();
	assert_sees(&with);
	forget(&with);
}

/* ---- Snapshots that are no good -------------------------------------------------------------- */

typedef struct copy {
	int seq;
	size_t size;
	unsigned char *bytes;
} copy;

static copy copy_snapshot(void)
{
	sv_snapshot s;
	assert_true(sv_store_snapshot(h.store, 1, &s));
	copy c = {s.seq, s.size, malloc(s.size)};
	memcpy(c.bytes, s.bytes, s.size);
	return c;
}

static void put_copy(const copy *c)
{
	assert_true(sv_store_put_snapshot(h.store, 1, c->seq, c->bytes, c->size));
	assert_true(sv_store_commit(h.store));
}

static void assert_all_replayed(sight *before)
{
	restart();
	assert_int_equal(replayed(), lines_of(1));
	assert_sees(before);
}

/* With one byte changed; `summed`: so that the sum is right again. Then as it was. */
static void assert_ignored_with(copy *c, size_t at, bool summed, sight *before)
{
	unsigned char sum[SUM];
	memcpy(sum, c->bytes, SUM);
	c->bytes[at]++;
	if (summed)
		crypto_generichash(c->bytes, SUM, c->bytes + SUM, c->size - SUM, NULL, 0);
	put_copy(c);
	assert_all_replayed(before);
	c->bytes[at]--;
	if (summed)
		memcpy(c->bytes, sum, SUM);
	put_copy(c);
	restart();
	assert_true(replayed() < 64);
}

static void damaged_ones_are_ignored(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(70);
	sight before = see();
	copy c = copy_snapshot();
	for (size_t at = 0; at < c.size; at += 1 + c.size / 40)
		assert_ignored_with(&c, at, false, &before);
	assert_true(sv_store_put_snapshot(h.store, 1, 64, "", 0) && sv_store_commit(h.store));
	assert_all_replayed(&before);
	free(c.bytes);
	forget(&before);
}

/* Of another format, of another game, of other rules: each is whole, and passed over. */
static void of_other_rules(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(70);
	sight before = see();
	copy c = copy_snapshot();
	assert_string_equal((char *)c.bytes + NAME_AT, "kremlin");
	assert_int_equal(c.bytes[RULES_AT], ap_rules_version(ap_game_named("kremlin")));
	assert_ignored_with(&c, SUM, true, &before);
	assert_ignored_with(&c, NAME_AT, true, &before);
	assert_ignored_with(&c, RULES_AT, true, &before);
	free(c.bytes);
	forget(&before);
}

/* One that knows of lines the store does not have: what the store has is what was said. */
static void ahead_of_the_lines(void **unused)
{
	(void)unused;
	begin("kremlin", "");
	play_to(64);
	int lines = lines_of(1) - 3;
	char sql[80];
	assert_true(snapshot_of(1) > lines);
	snprintf(sql, sizeof sql, "DELETE FROM lines WHERE seq >= %d", lines);
	by_hand(sql);
	restart();
	assert_true(replayed() >= lines); /* the bot goes on, and is not counted */
	sv_table *t = h.hub->tables;
	assert_true(t->history->lines >= lines);
	step();
	sight before = see();
	restart();
	assert_sees(&before);
	forget(&before);
}

/* ---- Time ------------------------------------------------------------------------------------ */

static int64_t deadline(const guest *g)
{
	return json_integer_value(json_object_get(g->summary, "deadline"));
}

static void assert_clock_goes_on(void)
{
	look(&h.guest[0], h.guest[0].table);
	int64_t before = deadline(&h.guest[0]);
	assert_true(before > h.outside.now);
	h.outside.now += 1000;
	restart();
	assert_int_equal(deadline(&h.guest[0]), before);
}

/* Days go on while the server is down; minutes begin anew, or everybody would lose by a start. */
static void clocks_go_on(void **unused)
{
	(void)unused;
	int right_after = 0;
	begin("kremlin", ",\"pace\":\"slow\"");
	for (int i = 0; i < MOST_STEPS && !is_over() && right_after < 3; i++) {
		h.outside.now += 1000;
		step();
		bool after = snapshot_of(1) > 0 && lines_of(1) <= snapshot_of(1) + 1;
		right_after += after;
		if (after || i % 16 == 0)
			assert_clock_goes_on();
	}
	assert_int_equal(right_after, 3);
	by_hand("DELETE FROM snapshots");
	assert_clock_goes_on();

	begin("red-empire", "");
	h.outside.now += HOUR;
	int64_t opened = h.outside.now;
	restart();
	h.outside.now += 1000;
	look(&h.guest[0], h.guest[0].table);
	assert_int_equal(deadline(&h.guest[0]), opened + h.limits.live_move);
}

/* Time was up while the server was down: a bot answers, for a few tables a tick, until all are
 * served; nobody has to look at them. */
static void what_was_missed_is_served(void **unused)
{
	enum { TABLES = 120 };
	(void)unused;
	int before[TABLES + 1], served = 0, ticks = 0;
	h.limits.tables_a_person = TABLES;
	reopen_house(&h, url);
	for (int i = 0; i < TABLES; i++) {
		begin("red-empire", ",\"pace\":\"slow\"");
		look_away();
	}
	h.outside.now += 3 * DAY;
	reopen_house(&h, url);
	for (int i = 1; i <= TABLES; i++)
		before[i] = lines_of(i);
	assert_int_equal(unread(), TABLES);
	while (unread() > 0) {
		int was = served;
		pass_time(&h, 5);
		served = 0;
		for (int i = 1; i <= TABLES; i++)
			served += lines_of(i) > before[i];
		assert_true(served - was <= 50);
		assert_int_equal(served, TABLES - unread());
		ticks++;
	}
	assert_true(ticks >= 3);
	assert_int_equal(served, TABLES);
}

/* ---- Rest ------------------------------------------------------------------------------------ */

/* A game that waits for days is not kept in memory; it is there as soon as anybody wants it, and
 * its clock goes on. */
static void waiting_games_rest(void **unused)
{
	(void)unused;
	begin("kremlin", ",\"pace\":\"slow\"");
	play_to(100);
	sight before = see();
	guest *ann = &h.guest[0], *ben = &h.guest[1];
	sv_table *t = h.hub->tables;
	pass_time(&h, HOUR);
	assert_non_null(t->history); /* somebody looks */
	look_away();
	pass_time(&h, HOUR);
	assert_null(t->history);
	assert_true(lines_of(1) - snapshot_of(1) < 16);
	assert_sees(&before);
	forget(&before);
	said last = step();
	look_away();
	pass_time(&h, HOUR);
	assert_null(t->history);
	int lines = lines_of(1);
	json_t *again = act(&h.guest[last.guest], last.id, last.question, last.action);
	assert_string_equal(word(again, "type"), "done");
	assert_int_equal(lines_of(1), lines);
	pass_time(&h, HOUR);
	assert_null(t->history);
	pass_time(&h, 3 * DAY);
	assert_true(lines_of(1) > lines);
	look(ben, ann->table);
}

/* ---- Ten thousand ---------------------------------------------------------------------------- */

static sv_line kept[64];

static bool keep_line(void *to, int seq, const sv_line *line)
{
	kept[seq - *(int *)to] = *line;
	return true;
}

/* A store of many copies of table 1. They have no lines before the last of their snapshot: whoever
 * wanted those would fail. */
static void copy_table(int copies)
{
	sv_table_row row;
	char key[SV_KEY];
	copy c = copy_snapshot();
	int from = c.seq - 1, lines = lines_of(1);
	assert_true(sv_store_lines(h.store, 1, from, keep_line, &from));
	assert_true(sv_store_table(h.store, h.guest[0].table, &row));
	char *meta = strdup(row.meta);
	memcpy(key, row.key, sizeof key);
	for (int i = 0; i < copies; i++) {
		row.id = i + 2;
		row.meta = meta;
		snprintf(row.key, sizeof row.key, "copy%022d", i);
		memcpy(strstr(meta, key), row.key, strlen(key));
		memcpy(key, row.key, sizeof key);
		assert_true(sv_store_put_table(h.store, &row));
		for (int n = from; n < lines; n++)
			assert_true(sv_store_add_line(h.store, row.id, n, &kept[n - from]));
		assert_true(sv_store_put_snapshot(h.store, row.id, c.seq, c.bytes, c.size));
	}
	assert_true(sv_store_commit(h.store));
	free(meta);
	free(c.bytes);
}

static void ten_thousand(void **unused)
{
	enum { COPIES = 9999 };
	(void)unused;
	begin("red-empire", ",\"pace\":\"slow\"");
	play_to(70);
	while (snapshot_of(1) == 0 || lines_of(1) == snapshot_of(1))
		step();
	json_t *view = json_deep_copy(h.guest[0].view);
	int after = lines_of(1) - snapshot_of(1);
	copy_table(COPIES);
	h.outside.now += HOUR;
	reopen_house(&h, url);
	assert_int_equal(replayed(), 0);
	assert_int_equal(unread(), COPIES + 1);
	enter(&h, "Ann", 1);
	look(&h.guest[0], "copy0000000000000000005000"); /* at once, though none has been read */
	assert_int_equal(replayed(), after);
	assert_true(json_equal(view, h.guest[0].view));
	json_decref(view);
	for (int ticks = 0; unread() > 0; ticks++) {
		int64_t was = replayed();
		pass_time(&h, 5);
		assert_true(replayed() - was <= 50 * after);
		assert_true(ticks <= COPIES / 50 + 1);
	}
	assert_int_equal(replayed(), (int64_t)after * (COPIES + 1));
	int in_memory = 0;
	for (const sv_table *t = h.hub->tables; t; t = t->next)
		in_memory += t->history != NULL;
	assert_int_equal(in_memory, 1); /* the one somebody looks at */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, new_store, drop_store)
	const struct CMUnitTest tests[] = {TEST(goes_on_exactly), TEST(snapshots_only_save_work),
		TEST(remembers_what_was_answered), TEST(takes_back_to_before_it),
		TEST(damaged_ones_are_ignored), TEST(of_other_rules), TEST(ahead_of_the_lines),
		TEST(clocks_go_on), TEST(what_was_missed_is_served), TEST(waiting_games_rest),
		TEST(ten_thousand)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
