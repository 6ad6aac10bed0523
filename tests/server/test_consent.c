/* test_consent.c: what people at a table agree on: taking back, replacing somebody who is absent;
 * and leaving for good. The clock moves only when the test says so. */
#include "server/hub_fixture.h"

#include "server/hub_internal.h"

enum { MINUTE = 60 * 1000, HOUR = 60 * MINUTE, PEOPLE = 3 };

/* ---- Helpers --------------------------------------------------------------------------------- */

static json_t *send_plain(fixture *h, int who, const char *type, const char *more)
{
	test_client *g = &h->client[who];
	return send_request(
		h, g, "{\"type\":\"%s\",\"id\":\"x\",\"table\":\"%s\"%s}", type, g->table, more);
}

static void assert_done(const json_t *answer)
{
	assert_string_equal(text_in(answer, "type"), "done");
}

static void assert_refused(const json_t *answer, const char *code)
{
	assert_string_equal(text_in(answer, "type"), "refused");
	assert_string_equal(text_in(answer, "code"), code);
}

static sv_table *only_table(const fixture *h)
{
	return h->hub->tables;
}

/* Opens a table of red-empire at which Ann, Ben and Cat play, and watch. */
static void open_table(fixture *h, const char *url, const char *extra)
{
	static const char *const name[PEOPLE] = {"Ann", "Ben", "Cat"};
	char key[SV_KEY_SIZE], invite[SV_KEY_SIZE];
	open_fixture(h, url);
	for (int i = 0; i < PEOPLE; i++)
		connect_client(h, name[i], i + 1);
	json_t *made = send_request(h, &h->client[0],
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"red-empire\",\"players\":3,"
		"\"seats\":[\"me\"]%s}",
		extra);
	snprintf(key, sizeof key, "%s", text_in(made, "table"));
	snprintf(invite, sizeof invite, "%s", text_in(made, "invite"));
	for (int i = 0; i < PEOPLE; i++) {
		char more[64];
		snprintf(h->client[i].table, sizeof h->client[i].table, "%s", key);
		snprintf(more, sizeof more, ",\"invite\":\"%s\"", invite);
		if (i > 0)
			assert_done(send_plain(h, i, "join", more));
		send_plain(h, i, "watch", "");
		assert_done(send_plain(h, i, "wishes", ",\"ask_all\":true"));
	}
	assert_done(send_plain(h, 0, "start", ""));
}

/* Returns the seat that is asked; the question must be for one seat alone. */
static int asked_seat(const fixture *h)
{
	ap_seats asked = ap_actors(&only_table(h)->history->state);
	assert_true(asked && !(asked & (asked - 1)));
	return ap_first_seat(asked);
}

static json_t *act_first(fixture *h, int who)
{
	char more[256];
	const json_t *ask = h->client[who].ask;
	const json_t *legal = json_object_get(ask, "legal");
	snprintf(more, sizeof more, ",\"question\":%d,\"action\":\"%s\"",
		(int)json_integer_value(json_object_get(ask, "question")),
		json_string_value(json_array_get(legal, 0)));
	return send_plain(h, who, "act", more);
}

/* Plays until another seat is asked than this one, which has acted; returns it. */
static int play_until_another_is_asked(fixture *h, int *before)
{
	*before = asked_seat(h);
	while (asked_seat(h) == *before)
		assert_done(act_first(h, *before));
	int next = asked_seat(h);
	assert_done(act_first(h, next));
	return next;
}

static const json_t *shown(const fixture *h, int who, const char *field)
{
	return json_object_get(h->client[who].summary, field);
}

static bool is_marked(const fixture *h, int who, int seat, const char *flag)
{
	return json_is_true(
		json_object_get(json_array_get(shown(h, who, "seats"), (size_t)seat), flag));
}

/* ---- Undo ------------------------------------------------------------------------------------ */

static void assert_undo_lasts(const char *pace, int64_t time)
{
	fixture h;
	int by;
	char extra[64];
	snprintf(extra, sizeof extra, ",\"pace\":\"%s\",\"move_ms\":%lld", pace, 20LL * 24 * HOUR);
	open_table(&h, "sqlite::memory:", extra);
	play_until_another_is_asked(&h, &by);
	assert_done(send_plain(&h, by, "undo", ""));
	pass_time(&h, time - 1);
	for (int i = 0; i < PEOPLE; i++) {
		const json_t *undo = shown(&h, i, "undo");
		assert_int_equal(json_integer_value(json_object_get(undo, "expires")), h.fake.now + 1);
	}
	pass_time(&h, 1);
	for (int i = 0; i < PEOPLE; i++)
		assert_true(json_is_null(shown(&h, i, "undo")));
	assert_refused(send_plain(&h, (by + 1) % PEOPLE, "undo_answer", ",\"agree\":true"), "not-now");
	close_fixture(&h);
}

static void an_undo_expires(void **unused)
{
	(void)unused;
	assert_undo_lasts("live", 2 * MINUTE);
	assert_undo_lasts("slow", 48 * (int64_t)HOUR);
}

/* What is taken back grows while the game goes on, and all are told the same. */
static void all_are_told_how_much_an_undo_takes_back(void **unused)
{
	(void)unused;
	fixture h;
	int by;
	open_table(&h, "sqlite::memory:", "");
	play_until_another_is_asked(&h, &by);
	assert_done(send_plain(&h, by, "undo", ""));
	const json_t *first = json_object_get(shown(&h, by, "undo"), "takes_back");
	json_int_t moves = json_integer_value(json_object_get(first, "moves"));
	assert_true(moves >= 2);
	assert_true(json_is_string(json_object_get(first, "action")));
	assert_done(act_first(&h, asked_seat(&h)));
	for (int i = 0; i < PEOPLE; i++) {
		const json_t *undo = json_object_get(last_message_of(&h.client[i], "change"), "undo");
		const json_t *taken = json_object_get(undo, "takes_back");
		assert_int_equal(json_integer_value(json_object_get(taken, "moves")), moves + 1);
	}
	close_fixture(&h);
}

/* Who is away has a vote: the asker waits for him, for days if need be. */
static void an_undo_waits_for_who_is_away(void **unused)
{
	(void)unused;
	fixture h;
	int by;
	open_table(&h, "sqlite::memory:", ",\"tempo\":\"none\"");
	int other = play_until_another_is_asked(&h, &by), third = PEOPLE - by - other;
	assert_done(send_plain(&h, third, "hand_over", ",\"level\":\"random\""));
	assert_done(send_plain(&h, by, "undo", ""));
	assert_done(send_plain(&h, other, "undo_answer", ",\"agree\":true"));
	pass_time(&h, 47 * HOUR);
	const json_t *waits = json_object_get(shown(&h, by, "undo"), "waits_for");
	assert_int_equal(json_array_size(waits), 1);
	assert_string_equal(
		json_string_value(json_array_get(waits, 0)), ap_seat_name(only_table(&h)->game, third));
	assert_done(send_plain(&h, third, "undo_answer", ",\"agree\":true"));
	assert_true(json_is_null(shown(&h, by, "undo")));
	close_fixture(&h);
}

/* Nor can somebody be talked past by letting a bot play for him meanwhile; but who leaves for good
 * is not waited for, and a table may have agreed otherwise. */
static void handing_over_is_no_consent(void **unused)
{
	(void)unused;
	static const struct {
		const char *extra, *type, *more;
		bool ends;
	} cases[] = {{"", "hand_over", ",\"level\":\"random\"", false}, {"", "resign", "", true},
		{",\"away_agrees\":true", "hand_over", ",\"level\":\"random\"", true}};
	for (int i = 0; i < AP_COUNT(cases); i++) {
		fixture h;
		int by;
		open_table(&h, "sqlite::memory:", cases[i].extra);
		int other = play_until_another_is_asked(&h, &by), third = PEOPLE - by - other;
		assert_true(json_is_true(shown(&h, 0, "away_agrees")) == (i == 2));
		assert_done(send_plain(&h, by, "undo", ""));
		assert_done(send_plain(&h, other, "undo_answer", ",\"agree\":true"));
		assert_true(json_is_object(shown(&h, by, "undo")));
		assert_done(send_plain(&h, third, cases[i].type, cases[i].more));
		assert_int_equal(json_is_null(shown(&h, by, "undo")), cases[i].ends);
		close_fixture(&h);
	}
}

/* ---- Resigning ------------------------------------------------------------------------------- */

static void who_resigns_has_left_for_good(void **unused)
{
	(void)unused;
	fixture h;
	disk_store disk;
	int by;
	new_disk_store(&disk);
	open_table(&h, disk.url, "");
	int other = play_until_another_is_asked(&h, &by), third = PEOPLE - by - other;
	assert_done(send_plain(&h, by, "undo", ""));
	assert_done(send_plain(&h, other, "undo_answer", ",\"agree\":true"));
	assert_true(json_is_object(shown(&h, by, "undo")));
	assert_done(send_plain(&h, third, "resign", "")); /* nobody waits for his vote any more */
	assert_true(json_is_null(shown(&h, by, "undo")));
	static const char *const refused[][2] = {{"take_back", ""}, {"resign", ""}, {"undo", ""},
		{"hand_over", ",\"level\":\"random\""}, {"undo_answer", ",\"agree\":true"},
		{"act", ",\"question\":0,\"action\":\"go-on\""}, {"wishes", ",\"ask_all\":true"},
		{"pause", ""}, {"pause_answer", ",\"agree\":true"}, {"resume", ""},
		{"hold", ",\"question\":0"}, {"release", ",\"question\":0"}};
	for (int i = 0; i < AP_COUNT(refused); i++)
		assert_refused(send_plain(&h, third, refused[i][0], refused[i][1]), "resigned");
	for (int i = 0; i < PEOPLE; i++) {
		assert_true(is_marked(&h, i, third, "resigned") && is_marked(&h, i, third, "away"));
		const json_t *seat = json_array_get(shown(&h, i, "seats"), (size_t)third);
		assert_string_equal(text_in(seat, "level"), "greedy");
	}
	reopen_fixture(&h, disk.url); /* it is for good */
	assert_true(only_table(&h)->seat[third].resigned && only_table(&h)->seat[third].away);
	for (int i = 0; i < PEOPLE; i++) {
		connect_client(&h, "", i + 1);
		snprintf(h.client[i].table, sizeof h.client[i].table, "%s", only_table(&h)->key);
		send_plain(&h, i, "watch", "");
	}
	for (int i = 0; i < PEOPLE; i++)
		if (i != third)
			assert_done(send_plain(&h, i, "resign", ""));
	/* Bots play to the end; the result is shown with who has resigned. */
	for (int steps = 0; strcmp(text_in(h.client[third].summary, "status"), "over") != 0; steps++) {
		assert_true(steps < 5000);
		assert_true(json_is_null(h.client[third].ask)); /* he watches, and is asked nothing */
		pass_time(&h, 1000);
	}
	assert_true(is_marked(&h, third, third, "resigned"));
	assert_true(json_is_object(shown(&h, third, "outcome")));
	assert_refused(send_plain(&h, third, "resign", ""), "resigned");
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* Whoever has left does not keep the others from pausing, and nobody is kept waiting by a pause
 * that nobody is left to end. */
static void who_resigns_has_no_say_in_a_pause(void **unused)
{
	(void)unused;
	fixture h;
	open_table(&h, "sqlite::memory:", "");
	assert_done(send_plain(&h, 0, "pause", ""));
	assert_done(send_plain(&h, 1, "pause_answer", ",\"agree\":true"));
	assert_int_equal(only_table(&h)->pause.since, 0);
	assert_done(send_plain(&h, 2, "resign", ""));
	assert_true(only_table(&h)->pause.since > 0);
	assert_true(json_is_object(shown(&h, 0, "paused")));
	assert_done(send_plain(&h, 1, "resign", ""));
	assert_true(only_table(&h)->pause.since > 0); /* Ann may still end it */
	assert_done(send_plain(&h, 0, "resign", ""));
	assert_int_equal(only_table(&h)->pause.since, 0);
	close_fixture(&h);

	open_table(&h, "sqlite::memory:", "");
	assert_done(send_plain(&h, 2, "pause", ""));
	assert_done(send_plain(&h, 2, "resign", ""));
	assert_false(only_table(&h)->pause.open); /* what he asked for is withdrawn */
	close_fixture(&h);
}

/* ---- Replacing ------------------------------------------------------------------------------- */

static void stop_watching(fixture *h, int who)
{
	assert_done(send_plain(h, who, "watch", ",\"watch\":false"));
}

static json_t *propose(fixture *h, int by, int seat)
{
	char more[64];
	snprintf(more, sizeof more, ",\"seat\":\"%s\"", ap_seat_name(only_table(h)->game, seat));
	return send_plain(h, by, "replace", more);
}

static void somebody_absent_can_be_replaced(void **unused)
{
	(void)unused;
	fixture h;
	open_table(&h, "sqlite::memory:", ",\"move_ms\":86400000");
	assert_refused(propose(&h, 0, 2), "not-now");
	stop_watching(&h, 2);
	pass_time(&h, 3 * MINUTE - 1);
	assert_false(is_marked(&h, 0, 2, "absent"));
	assert_refused(propose(&h, 0, 2), "not-now");
	pass_time(&h, 1);
	assert_true(is_marked(&h, 0, 2, "absent") && is_marked(&h, 1, 2, "absent"));
	assert_refused(propose(&h, 0, 0), "bad-message");
	assert_refused(propose(&h, 0, 1), "not-now");

	/* It expires, is refused, or is dropped because he comes. */
	assert_done(propose(&h, 0, 2));
	const json_t *proposal = shown(&h, 1, "replace");
	assert_string_equal(text_in(proposal, "by"), text_in(shown(&h, 0, "replace"), "by"));
	assert_int_equal(json_array_size(json_object_get(proposal, "waits_for")), 1);
	pass_time(&h, 2 * MINUTE);
	assert_true(json_is_null(shown(&h, 1, "replace")));
	assert_done(propose(&h, 0, 2));
	assert_refused(send_plain(&h, 0, "replace_answer", ",\"agree\":true"), "not-now");
	assert_done(send_plain(&h, 1, "replace_answer", ",\"agree\":false"));
	assert_true(json_is_null(shown(&h, 0, "replace")));
	assert_done(propose(&h, 1, 2));
	send_plain(&h, 2, "watch", "");
	assert_true(json_is_null(shown(&h, 0, "replace")));
	assert_false(is_marked(&h, 0, 2, "absent"));

	/* With everybody's consent a bot sits in, until he takes the seat back. */
	stop_watching(&h, 2);
	pass_time(&h, 3 * MINUTE);
	assert_done(propose(&h, 0, 2));
	assert_false(is_marked(&h, 0, 2, "away"));
	assert_done(send_plain(&h, 1, "replace_answer", ",\"agree\":true"));
	assert_true(is_marked(&h, 0, 2, "away") && !is_marked(&h, 0, 2, "absent"));
	assert_refused(propose(&h, 0, 2), "bad-message");
	assert_done(send_plain(&h, 2, "take_back", ""));
	assert_false(is_marked(&h, 0, 2, "away"));

	/* The last one there needs nobody's consent. */
	stop_watching(&h, 1);
	pass_time(&h, 3 * MINUTE);
	assert_true(is_marked(&h, 0, 1, "absent") && is_marked(&h, 0, 2, "absent"));
	assert_done(propose(&h, 0, 1));
	assert_true(is_marked(&h, 0, 1, "away"));
	close_fixture(&h);
}

static void two_clocks_that_run_out_make_absent(void **unused)
{
	(void)unused;
	fixture h;
	open_table(&h, "sqlite::memory:", ",\"move_ms\":60000");
	int late = asked_seat(&h), timeouts = 0;
	while (timeouts < 2) {
		assert_false(is_marked(&h, late, late, "absent"));
		if (asked_seat(&h) == late) {
			pass_time(&h, MINUTE + h.hub->limits.shown_most); /* the clock starts later by that */
			timeouts++;
		} else {
			assert_done(act_first(&h, asked_seat(&h)));
		}
	}
	for (int i = 0; i < PEOPLE; i++)
		assert_true(is_marked(&h, i, late, "absent"));
	while (asked_seat(&h) != late)
		assert_done(act_first(&h, asked_seat(&h)));
	assert_done(act_first(&h, late)); /* an answer shows that he is there */
	for (int i = 0; i < PEOPLE; i++)
		assert_false(is_marked(&h, i, late, "absent"));
	close_fixture(&h);
}

static void at_slow_pace_a_question_waits_a_day(void **unused)
{
	(void)unused;
	fixture h;
	open_table(&h, "sqlite::memory:", ",\"pace\":\"slow\",\"move_ms\":864000000");
	int asked = asked_seat(&h), other = (asked + 1) % PEOPLE;
	stop_watching(&h, asked);
	stop_watching(&h, other);
	pass_time(&h, 24 * HOUR - 1);
	assert_int_equal(only_table(&h)->absent, 0);
	pass_time(&h, 1);
	assert_int_equal(only_table(&h)->absent, AP_SEAT(asked));
	close_fixture(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_undo_expires),
		cmocka_unit_test(all_are_told_how_much_an_undo_takes_back),
		cmocka_unit_test(an_undo_waits_for_who_is_away),
		cmocka_unit_test(handing_over_is_no_consent),
		cmocka_unit_test(who_resigns_has_left_for_good),
		cmocka_unit_test(who_resigns_has_no_say_in_a_pause),
		cmocka_unit_test(somebody_absent_can_be_replaced),
		cmocka_unit_test(two_clocks_that_run_out_make_absent),
		cmocka_unit_test(at_slow_pace_a_question_waits_a_day),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
