/* test_commits.c: a commit takes time, and the server goes on meanwhile: nobody is told of anything
 * before it is durable, and what does not become so has never happened. */
#include "server/at_table.h"

#include "server/held_commits.h"
#include "server/notices.h"

static fixture h;
static disk_store disk;
static sv_table *table;

/* ---- A table of Ann and Ben ------------------------------------------------------------------ */

static int set_up(void **unused)
{
	(void)unused;
	new_disk_store(&disk);
	open_fixture(&h, disk.url);
	table = start_table(&h, "tiny", 2, 2, ",\"tempo\":\"none\"");
	hold_commits(h.store);
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	if (commit_is_held())
		sv_hub_flush(h.hub);
	release_commits();
	close_fixture(&h);
	drop_disk_store(&disk);
	return 0;
}

static bool is_asked(int who)
{
	return json_is_object(h.client[who].ask);
}

/* Hands a message to the hub, which begins to commit what it decides if it can. */
static void hand_in(int who, const char *format, ...)
{
	char text[512];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	assert_true(sv_client_message(h.client[who].connection, text, strlen(text)));
	sv_hub_flush_soon(h.hub);
}

static void say_aloud(int who, const char *text)
{
	hand_in(who, "{\"type\":\"say\",\"id\":\"%s\",\"table\":\"%s\",\"text\":\"%s\"}", text,
		h.client[who].table, text);
}

/* Answers the open question with the first legal action. */
static void decide(int who, const char *id)
{
	const test_client *g = &h.client[who];
	assert_true(is_asked(who));
	hand_in(who,
		"{\"type\":\"act\",\"id\":\"%s\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}", id,
		g->table, (int)json_integer_value(json_object_get(g->ask, "question")),
		json_string_value(json_array_get(json_object_get(g->ask, "legal"), 0)));
}

static int first_asked(void)
{
	return is_asked(0) ? 0 : 1;
}

/* True if the client was sent an answer of this type to the message with this id. */
static bool was_answered(int who, const char *id, const char *type)
{
	const test_client *g = &h.client[who];
	for (int i = 0; i < g->count; i++)
		if (strcmp(text_in(g->received[i], "id"), id) == 0)
			return strcmp(text_in(g->received[i], "type"), type) == 0;
	return false;
}

static int lines_of_table(void)
{
	return sv_store_count_lines(h.store, table->id);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void nobody_is_told_before_it_is_durable(void **unused)
{
	(void)unused;
	int who = first_asked(), told[2] = {h.client[0].count, h.client[1].count};
	decide(who, "d");
	assert_true(commit_is_held());
	for (int i = 0; i < 3; i++) { /* time alone does not help */
		h.fake.now += 1000;
		sv_hub_flush_soon(h.hub);
	}
	assert_int_equal(h.client[0].count, told[0]);
	assert_int_equal(h.client[1].count, told[1]);
	let_commit_be_done();
	sv_hub_flush_soon(h.hub);
	assert_true(was_answered(who, "d", "done"));
	assert_false(commit_is_held());
	say_aloud(who, "aloud");
	assert_null(last_message_of(&h.client[1 - who], "talk"));
	let_commit_be_done();
	sv_hub_flush_soon(h.hub);
	assert_non_null(last_message_of(&h.client[1 - who], "talk"));
}

/* Asks to take back one's sealed answer, and lets the commit be done if there is one. */
static void take_back(int who, int question, const char *id)
{
	hand_in(who, "{\"type\":\"unseal\",\"id\":\"%s\",\"table\":\"%s\",\"question\":%d}", id,
		h.client[who].table, question);
	if (commit_is_held())
		let_commit_be_done();
	sv_hub_flush_soon(h.hub);
}

/* There was nothing to take back when it was asked for; there is when a copy of that comes late. */
static void what_was_refused_stays_refused(void **unused)
{
	(void)unused;
	int who = first_asked();
	int question = (int)json_integer_value(json_object_get(h.client[who].ask, "question"));
	take_back(who, question, "early");
	assert_true(was_answered(who, "early", "refused"));
	decide(who, "d");
	let_commit_be_done();
	sv_hub_flush_soon(h.hub);
	assert_true(was_answered(who, "d", "done"));
	int lines = lines_of_table();
	take_back(who, question, "early");
	assert_int_equal(lines_of_table(), lines);
	take_back(who, question, "anew");
	assert_true(was_answered(who, "anew", "done"));
	assert_int_equal(lines_of_table(), lines + 1);
}

static void what_is_said_meanwhile_waits_for_the_next_commit(void **unused)
{
	(void)unused;
	say_aloud(0, "one");
	say_aloud(1, "two");
	say_aloud(0, "three");
	assert_true(commit_is_held());
	let_commit_be_done();
	sv_hub_flush_soon(h.hub);
	assert_true(was_answered(0, "one", "done"));
	assert_false(was_answered(1, "two", "done"));
	assert_false(was_answered(0, "three", "done"));
	assert_true(commit_is_held()); /* both of them are in it */
	let_commit_be_done();
	sv_hub_flush_soon(h.hub);
	assert_true(was_answered(1, "two", "done"));
	assert_true(was_answered(0, "three", "done"));
	assert_false(commit_is_held());
}

/* Decisions build on those that are not durable yet; if these are lost, so are the others. */
static void a_failure_takes_back_what_was_decided_since(void **unused)
{
	(void)unused;
	int lines = lines_of_table(), question = table->question,
		talks = count_messages_of(&h.client[1], "talk");
	decide(first_asked(), "lost");
	assert_true(lines_of_table() > lines);
	say_aloud(1, "lost-too");
	let_commit_fail();
	sv_hub_flush_soon(h.hub);
	for (int i = 0; i < 2; i++) {
		const json_t *refusal = last_message_of(&h.client[i], "refused");
		assert_non_null(refusal);
		assert_string_equal(text_in(refusal, "code"), "storage");
		assert_false(was_answered(i, "lost", "done"));
		assert_false(was_answered(i, "lost-too", "done"));
	}
	table = sv_find_table(h.hub, h.client[0].table); /* it was read again */
	assert_non_null(table);
	assert_int_equal(lines_of_table(), lines);
	assert_int_equal(count_messages_of(&h.client[1], "talk"), talks);
	assert_false(commit_is_held() || sv_hub_is_troubled(h.hub));
	/* Both go on from where they were. */
	assert_int_equal(table->question, question);
	int who = first_asked();
	decide(who, "again");
	let_commit_be_done();
	sv_hub_flush_soon(h.hub);
	assert_true(was_answered(who, "again", "done"));
}

/* Killed between a commit and the answers to it: whoever asks again is told what became of it, and
 * nothing is done twice. */
static void a_kill_before_the_answer_loses_nothing(void **unused)
{
	(void)unused;
	char key[SV_KEY_SIZE], message[512];
	int who = first_asked(), lines = lines_of_table();
	const test_client *g = &h.client[who];
	snprintf(key, sizeof key, "%s", g->table);
	snprintf(message, sizeof message,
		"{\"type\":\"act\",\"id\":\"m\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}", key,
		(int)json_integer_value(json_object_get(g->ask, "question")),
		json_string_value(json_array_get(json_object_get(g->ask, "legal"), 0)));
	hand_in(who, "%s", message);
	assert_false(was_answered(who, "m", "done"));
	assert_int_equal(sv_store_end_commit(h.store, true), SV_COMMITTED); /* the disk has it */
	release_commits();
	reopen_fixture(&h, disk.url);
	hold_commits(h.store);
	test_client *again = connect_client(&h, "Again", who + 1);
	table = sv_find_table(h.hub, key);
	int kept = lines_of_table();
	assert_true(kept > lines);
	snprintf(again->table, sizeof again->table, "%s", key);
	json_t *answer = send_request(&h, again, "%s", message);
	assert_string_equal(text_in(answer, "type"), "done");
	assert_int_equal(lines_of_table(), kept);
}

/* Killed while a commit is under way that never comes to its end. */
static void a_kill_before_the_commit_acknowledged_nothing(void **unused)
{
	(void)unused;
	char key[SV_KEY_SIZE];
	int who = first_asked(), lines = lines_of_table();
	snprintf(key, sizeof key, "%s", h.client[who].table);
	decide(who, "m");
	assert_false(was_answered(who, "m", "done"));
	let_commit_fail();
	sv_store_end_commit(h.store, false);
	release_commits();
	reopen_fixture(&h, disk.url);
	hold_commits(h.store);
	table = sv_find_table(h.hub, key);
	assert_int_equal(lines_of_table(), lines);
}

static void whoever_needs_to_know_waits(void **unused)
{
	(void)unused;
	say_aloud(0, "one");
	assert_true(commit_is_held());
	say_aloud(1, "two");
	assert_true(sv_hub_flush(h.hub)); /* such as a request over HTTP */
	assert_false(commit_is_held());
	assert_true(was_answered(0, "one", "done") && was_answered(1, "two", "done"));
	say_aloud(0, "three");
	assert_true(sv_store_put_time_served(h.store, 5) && sv_store_commit(h.store));
	sv_hub_flush_soon(h.hub); /* the outcome of the commit before is told to the hub all the same */
	assert_true(was_answered(0, "three", "done"));
	say_aloud(0, "four");
	let_commit_fail();
	assert_true(sv_store_put_time_served(h.store, 6));
	assert_false(sv_store_commit(h.store)); /* it was written after what has failed */
	sv_store_roll_back(h.store);
	sv_hub_flush_soon(h.hub);
	assert_false(was_answered(0, "four", "done"));
	assert_string_equal(text_in(last_message_of(&h.client[0], "refused"), "code"), "storage");
}

static void clients_come_and_go_while_a_commit_is_under_way(void **unused)
{
	(void)unused;
	say_aloud(0, "one");
	say_aloud(1, "two");
	sv_client_close(h.client[0].connection); /* what waits for it is dropped */
	test_client *cat = connect_client(&h, "Cat", 3);
	assert_int_equal(count_messages_of(cat, "welcome"), 1);
	assert_true(was_answered(1, "two", "done")); /* her first message was flushed */
	int said = h.client[0].count;
	sv_client_message(cat->connection, "{\"type\":\"games\",\"id\":\"g\"}", 25);
	sv_hub_flush_soon(h.hub);
	sv_client_close(h.client[1].connection);
	sv_client_close(cat->connection);
	if (commit_is_held())
		let_commit_be_done();
	sv_hub_flush_soon(h.hub);
	assert_int_equal(h.client[0].count, said);
}

/* A pong tells nothing, so it waits for no commit of others, but for what waits for the client. */
static void a_pong_does_not_wait_for_others(void **unused)
{
	(void)unused;
	const test_client *cat = connect_client(&h, "Cat", 3);
	int who = first_asked();
	decide(who, "d");
	assert_true(commit_is_held());
	hand_in(2, "{\"type\":\"ping\",\"id\":\"cat\"}");
	assert_true(was_answered(2, "cat", "pong"));
	int before = cat->count;
	hand_in(who, "{\"type\":\"ping\",\"id\":\"own\"}");
	assert_false(was_answered(who, "own", "pong"));
	assert_int_equal(cat->count, before);
	sv_hub_flush(h.hub);
	assert_true(was_answered(who, "own", "pong"));
}

/* ---- Notices --------------------------------------------------------------------------------- */

static int notices;

static void count_notice(void *to, const sv_notice *notice)
{
	(void)to;
	(void)notice;
	notices++;
}

static void notices_wait_for_the_commit(void **unused)
{
	(void)unused;
	release_commits();
	close_fixture(&h);
	drop_disk_store(&disk);
	notices = 0;
	open_fixture(&h, disk.url);
	sv_hub_on_notice(h.hub, count_notice, NULL);
	table = start_table(&h, "tiny", 2, 2, ",\"pace\":\"slow\"");
	for (int i = 0; i < 2; i++) /* who watches the table needs none */
		sv_client_close(h.client[i].connection);
	notices = 0;
	hold_commits(h.store);
	for (int i = 0; i < 100 && !commit_is_held(); i++) {
		h.fake.now += h.limits.notice_delay;
		sv_hub_tick(h.hub);
		sv_hub_flush_soon(h.hub);
	}
	assert_true(commit_is_held());
	assert_int_equal(notices, 0);
	let_commit_be_done();
	sv_hub_flush_soon(h.hub);
	assert_true(notices > 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(nobody_is_told_before_it_is_durable),
		TEST(what_was_refused_stays_refused),
		TEST(what_is_said_meanwhile_waits_for_the_next_commit),
		TEST(a_failure_takes_back_what_was_decided_since),
		TEST(a_kill_before_the_answer_loses_nothing),
		TEST(a_kill_before_the_commit_acknowledged_nothing),
		TEST(whoever_needs_to_know_waits),
		TEST(clients_come_and_go_while_a_commit_is_under_way),
		TEST(a_pong_does_not_wait_for_others),
		TEST(notices_wait_for_the_commit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
