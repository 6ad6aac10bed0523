/* test_queue.c: messages to a client wait in one queue: until what they tell is durable, and until
 * its socket takes them. */
#include "server/hub_fixture.h"

static void say(test_client *g, const char *text)
{
	sv_client_message(g->connection, text, strlen(text));
}

static void ping(test_client *g, const char *id)
{
	char text[64];
	snprintf(text, sizeof text, "{\"type\":\"ping\",\"id\":\"%s\"}", id);
	say(g, text);
}

/* Checks that the client has been sent, after its first `before` messages, answers to these ids. */
static void assert_answered(const test_client *g, int before, const char *const *id, int count)
{
	assert_int_equal(g->count, before + count);
	for (int i = 0; i < count; i++) {
		assert_string_equal(text_in(g->received[before + i], "type"), "pong");
		assert_string_equal(text_in(g->received[before + i], "id"), id[i]);
	}
}

/* Lets the next commit fail: a line is added twice. */
static void break_store(fixture *h)
{
	const sv_line line = {0};
	sv_store_add_line(h->store, 1, 0, &line);
	assert_false(sv_store_add_line(h->store, 1, 0, &line));
}

static void messages_wait_for_the_flush(void **state)
{
	(void)state;
	static fixture h;
	open_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1);
	static const char games[] = "{\"type\":\"games\"}";
	int before = ann->count;
	assert_true(sv_client_message(ann->connection, games, strlen(games)));
	ping(ann, "1"); /* it comes after what the client waits for */
	ping(ann, "2");
	assert_true(sv_client_send(ann->connection)); /* there is nothing that may be sent */
	assert_int_equal(ann->count, before);
	assert_true(sv_hub_flush(h.hub));
	assert_string_equal(text_in(ann->received[before], "type"), "games");
	assert_answered(ann, before + 1, (const char *const[]){"1", "2"}, 2);
	close_fixture(&h);
}

static void what_is_not_taken_comes_later_in_order(void **state)
{
	(void)state;
	static fixture h;
	open_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1), *ben = connect_client(&h, "Ben", 2);
	int before = ann->count, before_ben = ben->count;
	ann->is_stuck = true;
	ping(ann, "1");
	ping(ben, "b");
	assert_true(sv_hub_flush(h.hub));
	assert_answered(ben, before_ben, (const char *const[]){"b"}, 1); /* others do not wait */
	ping(ann, "2");
	assert_true(sv_hub_flush(h.hub));
	ping(ann, "3");
	assert_false(sv_client_send(ann->connection));
	assert_int_equal(ann->count, before);
	ann->is_stuck = false;
	assert_true(sv_client_send(ann->connection));
	assert_answered(ann, before, (const char *const[]){"1", "2"}, 2); /* 3 waits for the flush */
	assert_true(sv_hub_flush(h.hub));
	assert_answered(ann, before, (const char *const[]){"1", "2", "3"}, 3);
	close_fixture(&h);
}

static void a_failed_commit_drops_only_what_is_not_durable(void **state)
{
	(void)state;
	static fixture h;
	open_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1);
	int before = ann->count;
	ann->is_stuck = true;
	ping(ann, "1");
	assert_true(sv_hub_flush(h.hub));
	ping(ann, "2");
	break_store(&h);
	assert_false(sv_hub_flush(h.hub));
	ann->is_stuck = false;
	assert_true(sv_client_send(ann->connection));
	assert_int_equal(ann->count, before + 2);
	assert_string_equal(text_in(ann->received[before], "id"), "1");
	assert_string_equal(text_in(ann->received[before + 1], "code"), "storage");
	close_fixture(&h);
}

/* Pings so many times, and flushes after each if wanted; returns how often the hub would go on. */
static int ping_often(fixture *h, test_client *g, int times, bool flushes)
{
	int accepted = 0;
	for (int i = 0; i < times; i++) {
		accepted += sv_client_message(g->connection, "{\"type\":\"ping\"}", 15);
		if (flushes)
			sv_hub_flush(h->hub);
	}
	return accepted;
}

/* An answer to a ping has more than 20 bytes and less than 40. What waits for the commit and what
 * waits for the socket count together. */
static void a_client_that_does_not_read_is_dropped(void **state)
{
	(void)state;
	static fixture h;
	open_fixture(&h, "sqlite::memory:");
	h.limits.waiting_bytes = 2000;
	reopen_fixture(&h, "sqlite::memory:");
	test_client *ann = connect_client(&h, "Ann", 1), *ben = connect_client(&h, "Ben", 2);
	ann->is_stuck = true;
	assert_int_equal(ping_often(&h, ann, 25, true), 25);
	assert_int_equal(ping_often(&h, ann, 25, false), 25);
	assert_false(ann->is_dropped);
	assert_int_not_equal(ping_often(&h, ann, 50, false), 50);
	assert_int_equal(ping_often(&h, ben, 200, true), 200); /* the flush tells it to Ann, too */
	assert_true(ann->is_dropped);
	assert_false(ben->is_dropped);
	close_fixture(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(messages_wait_for_the_flush),
		cmocka_unit_test(what_is_not_taken_comes_later_in_order),
		cmocka_unit_test(a_failed_commit_drops_only_what_is_not_durable),
		cmocka_unit_test(a_client_that_does_not_read_is_dropped)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
