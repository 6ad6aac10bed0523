/* test_hub.c: whole games at the hub without sockets: what clients are told adds up to what the
 * server knows, nothing is done twice, and a restart loses nothing. */
#include "server/hub_fixture.h"

#include "text/record.h"

enum { MOST_STEPS = 20000 };

/* ---- Helpers --------------------------------------------------------------------------------- */

static void sit_two(house *h, const char *game, int players, const char *extra, const char *level)
{
	guest *ann = &h->guest[0], *ben = &h->guest[1];
	char seats[256] = "\"me\",\"open\"";
	for (int i = 2; i < players; i++) {
		size_t at = strlen(seats);
		snprintf(seats + at, sizeof seats - at, ",{\"bot\":\"%s\"}", level);
	}
	json_t *made = say(h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"%s\",\"players\":%d,\"seats\":[%s]%s}", game,
		players, seats, extra);
	assert_string_equal(word(made, "type"), "created");
	snprintf(ann->table, sizeof ann->table, "%s", word(made, "table"));
	snprintf(ben->table, sizeof ben->table, "%s", word(made, "table"));
	char invite[SV_KEY_SIZE];
	snprintf(invite, sizeof invite, "%s", word(made, "invite"));
	if (!strstr(extra, "public")) { /* it is not open to all */
		json_t *no = say(h, ben, "{\"type\":\"join\",\"id\":\"b\",\"table\":\"%s\"}", ben->table);
		assert_string_equal(word(no, "code"), "no-such-table");
	}
	json_t *yes = say(h, ben, "{\"type\":\"join\",\"id\":\"c\",\"table\":\"%s\",\"invite\":\"%s\"}",
		ben->table, invite);
	assert_string_equal(word(yes, "type"), "done");
	say(h, ann, "{\"type\":\"watch\",\"table\":\"%s\"}", ann->table);
	say(h, ben, "{\"type\":\"watch\",\"table\":\"%s\"}", ben->table);
	json_t *started = say(h, ann, "{\"type\":\"start\",\"id\":\"d\",\"table\":\"%s\"}", ann->table);
	assert_string_equal(word(started, "type"), "done");
}

static void open_two(house *h, const char *url)
{
	open_house(h, url);
	enter(h, "Ann", 1);
	enter(h, "Ben", 2);
}

static json_t *act(house *h, guest *g, const char *id, json_int_t question, const char *action)
{
	return say(h, g,
		"{\"type\":\"act\",\"id\":\"%s\",\"table\":\"%s\",\"question\":%" JSON_INTEGER_FORMAT
		",\"action\":\"%s\"}",
		id, g->table, question, action);
}

static bool asked(const guest *g)
{
	return json_is_object(g->ask);
}

static json_int_t question_of(const guest *g)
{
	return json_integer_value(json_object_get(g->ask, "question"));
}

static const char *some_legal(const guest *g, ap_rng *rng)
{
	json_t *legal = json_object_get(g->ask, "legal");
	size_t n = json_array_size(legal);
	assert_true(n > 0);
	return json_string_value(json_array_get(legal, ap_below(rng, (uint32_t)n)));
}

static bool is_over(const guest *g)
{
	return strcmp(word(g->summary, "status"), "over") == 0;
}

/* The client's own copy is what the server shows somebody who comes anew. */
static void copy_is_true(house *h, guest *g)
{
	json_t *mine = json_deep_copy(g->view);
	say(h, g, "{\"type\":\"watch\",\"table\":\"%s\"}", g->table);
	const char *key;
	json_t *value;
	json_object_foreach(g->view, key, value)
	{
		json_t *other = json_object_get(mine, key);
		if (json_is_object(value) && json_is_object(other))
			continue; /* tables leave zeros out: compared in test_changes.c */
		assert_true(json_equal(value, other));
	}
	json_decref(mine);
}

static void drop_heard(guest *g)
{
	while (g->count > 1)
		json_decref(g->heard[--g->count]);
}

/* What chance decides is told along with what called for it: nobody is shown it thinking. */
static void chance_keeps_nobody_waiting(const guest *g)
{
	const json_t *open = json_object_get(last_of(g, "change"), "open");
	const json_t *asked = json_object_get(open, "asked");
	for (size_t i = 0; i < json_array_size(asked); i++)
		assert_string_not_equal(json_string_value(json_array_get(asked, i)), "chance");
}

static void play_on(house *h, ap_rng *rng, int steps)
{
	char id[32];
	for (int i = 0; i < steps && !is_over(&h->guest[0]); i++) {
		guest *g = &h->guest[ap_below(rng, 2)];
		if (!asked(g)) {
			pass_time(h, 500);
			continue;
		}
		snprintf(id, sizeof id, "m%u", ap_below(rng, 1u << 30));
		json_t *answer = act(h, g, id, question_of(g), some_legal(g, rng));
		assert_string_equal(word(answer, "type"), "done");
		assert_ptr_equal(answer, g->heard[g->count - 1]); /* what came of it was told before */
		chance_keeps_nobody_waiting(&h->guest[0]);
		chance_keeps_nobody_waiting(&h->guest[1]);
		if (g->count > 3000)
			drop_heard(g);
		if (h->guest[0].count > 3000)
			drop_heard(&h->guest[0]);
		if (h->guest[1].count > 3000)
			drop_heard(&h->guest[1]);
	}
}

/* ---- Whole games ----------------------------------------------------------------------------- */

static void record_verifies(house *h, const guest *g, int64_t person)
{
	static ap_record record;
	ap_error error = {0};
	size_t length;
	char *text = sv_hub_record(h->hub, g->table, person, &length);
	assert_non_null(text);
	if (!ap_record_read(&record, text, length, ap_game_named, &error))
		fail_msg("line %d: %s", error.line, error.message);
	assert_int_equal(record.fair.players, ap_players(&record.history.state));
	ap_record_free(&record);
	free(text);
}

static void whole_games(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		static house h;
		ap_rng rng;
		ap_seed(&rng, 3, (uint64_t)i);
		open_two(&h, "sqlite::memory:");
		int players = ap_max_players(game) < 3 ? ap_max_players(game) : 3;
		sit_two(&h, ap_game_name(game), players, "", "random");
		play_on(&h, &rng, MOST_STEPS);
		assert_true(is_over(&h.guest[0]) && is_over(&h.guest[1]));
		copy_is_true(&h, &h.guest[0]);
		record_verifies(&h, &h.guest[0], 1);
		json_t *late = act(&h, &h.guest[0], "late", 1, "pass");
		assert_string_equal(word(late, "code"), "not-running");
		close_house(&h);
	}
}

/* ---- Answers that are none ------------------------------------------------------------------- */

static void in_this_order(void **unused)
{
	(void)unused;
	static house h;
	ap_rng rng;
	ap_seed(&rng, 4, 4);
	open_two(&h, "sqlite::memory:");
	guest *eve = enter(&h, "Eve", 3);
	sit_two(&h, "kremlin", 3, ",\"public\":true", "greedy");
	guest *ann = &h.guest[0];
	assert_true(asked(ann));
	json_int_t question = question_of(ann);
	snprintf(eve->table, sizeof eve->table, "%s", ann->table);
	assert_string_equal(word(act(&h, eve, "1", question, "write satin 10"), "code"), "not-seated");
	assert_string_equal(word(act(&h, ann, "2", question + 1, "write satin 10"), "code"), "stale");
	assert_string_equal(word(act(&h, ann, "3", question, "dance"), "code"), "bad-action");
	json_t *no = act(&h, ann, "4", question, "write satin 9");
	assert_string_equal(word(no, "code"), "forbidden");
	assert_string_equal(word(no, "clause"), "KR-SU-3");
	assert_string_equal(word(act(&h, ann, "5", question, "write satin 10"), "type"), "done");
	/* The same message again is answered, not done again. */
	assert_string_equal(word(act(&h, ann, "5", question, "write satin 10"), "type"), "done");
	json_t *sheet = json_object_get(json_object_get(ann->view, "written"), "red");
	assert_int_equal(json_integer_value(json_object_get(sheet, "satin")), 10);
	assert_int_equal(json_object_size(sheet), 1);
	/* And taken back whole. */
	json_t *back =
		say(&h, ann, "{\"type\":\"unseal\",\"id\":\"6\",\"table\":\"%s\",\"question\":%d}",
			ann->table, (int)question);
	assert_string_equal(word(back, "type"), "done");
	close_house(&h);
}

/* Nobody else is sent anything while a sheet is being written. */
static void sealed_is_silent(void **unused)
{
	(void)unused;
	static house h;
	open_two(&h, "sqlite::memory:");
	sit_two(&h, "kremlin", 3, "", "greedy");
	guest *ann = &h.guest[0], *ben = &h.guest[1];
	int before = ben->count;
	act(&h, ann, "1", question_of(ann), "write satin 10");
	act(&h, ann, "2", question_of(ann), "write patina 9");
	assert_int_equal(ben->count, before);
	close_house(&h);
}

/* ---- Restarts -------------------------------------------------------------------------------- */

static void nothing_is_lost(void **unused)
{
	(void)unused;
	static house h;
	ap_rng rng;
	disk_store disk;
	new_disk_store(&disk);
	ap_seed(&rng, 5, 5);
	open_two(&h, disk.url);
	sit_two(&h, "atomic-business", 3, "", "greedy");
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", h.guest[0].table);
	for (int i = 0; i < 12 && !is_over(&h.guest[0]); i++) {
		play_on(&h, &rng, 20);
		json_t *before = json_deep_copy(h.guest[0].view);
		reopen_house(&h, disk.url);
		for (int64_t person = 1; person <= 2; person++) {
			guest *g = enter(&h, person == 1 ? "Ann" : "Ben", person);
			snprintf(g->table, sizeof g->table, "%s", key);
			say(&h, g, "{\"type\":\"watch\",\"table\":\"%s\"}", key);
		}
		assert_true(json_equal(before, h.guest[0].view));
		json_decref(before);
	}
	close_house(&h);
	drop_disk_store(&disk);
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* A sealed round lasts its five seconds when somebody's answer is the server's, however soon the
 * other's comes; a move that is not made in time is a bot's. */
static void five_seconds(void **unused)
{
	(void)unused;
	static house h;
	ap_rng rng;
	ap_seed(&rng, 6, 6);
	open_two(&h, "sqlite::memory:");
	sit_two(&h, "kremlin", 3, "", "greedy");
	pass_time(&h, h.limits.live_move + 1); /* the clock writes the sheets, a decision each */
	for (int i = 0;
		 i < 40 && (asked(&h.guest[0]) && strcmp(word(h.guest[0].ask, "step"), "write") == 0); i++)
		pass_time(&h, h.limits.live_move + 1);
	assert_true(asked(&h.guest[0]) && asked(&h.guest[1]));
	assert_string_equal(word(h.guest[0].ask, "step"), "listen");
	json_int_t question = question_of(&h.guest[0]);
	act(&h, &h.guest[0], "1", question, "pass");
	assert_true(asked(&h.guest[1]));
	pass_time(&h, h.limits.countdown - 1);
	assert_true(asked(&h.guest[1]) && question_of(&h.guest[1]) == question);
	pass_time(&h, 1); /* silence is a pass */
	assert_true(!asked(&h.guest[1]) || question_of(&h.guest[1]) != question);
	close_house(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(whole_games),
		cmocka_unit_test(in_this_order), cmocka_unit_test(sealed_is_silent),
		cmocka_unit_test(nothing_is_lost), cmocka_unit_test(five_seconds)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
