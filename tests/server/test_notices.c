/* test_notices.c: who gets a notice of a slow game, when, and with which words, at a hub with a
 * fixed clock. test_notices.py tests the delivery. */
#include "server/hub_fixture.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "core/game.h"
#include "server/notices_internal.h"

/* ---- A table and its notices ----------------------------------------------------------------- */

enum { MAX_NOTICES = 4096 };

static fixture h;
static sv_notice notices[MAX_NOTICES];
static int count;

static void take_notice(void *to, const sv_notice *notice)
{
	assert_ptr_equal(to, &h);
	assert_true(count < MAX_NOTICES);
	notices[count++] = *notice;
}

static int count_notices(sv_notice_kind kind, int64_t person)
{
	int found = 0;
	for (int i = 0; i < count; i++)
		found += notices[i].kind == kind && notices[i].person == person;
	return found;
}

static void open_with_two(const char *url)
{
	count = 0;
	open_fixture(&h, url);
	sv_hub_on_notice(h.hub, take_notice, &h);
	connect_client(&h, "Ann", 1);
	connect_client(&h, "Ben", 2);
}

static void send_accepted(test_client *g, const char *message)
{
	json_t *answer = send_request(&h, g, "{\"id\":\"x\",\"table\":\"%s\",%s}", g->table, message);
	assert_non_null(answer);
	assert_string_not_equal(text_in(answer, "type"), "refused");
}

static void start_game(const char *game, const char *pace)
{
	test_client *ann = &h.client[0], *ben = &h.client[1];
	json_t *made = send_request(&h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"%s\",\"players\":3,\"public\":true,"
		"\"pace\":\"%s\",\"seats\":[\"me\",\"open\",{\"bot\":\"greedy\"}]}",
		game, pace);
	snprintf(ann->table, sizeof ann->table, "%s", text_in(made, "table"));
	snprintf(ben->table, sizeof ben->table, "%s", text_in(made, "table"));
	send_accepted(ben, "\"type\":\"join\"");
	send_accepted(ann, "\"type\":\"start\"");
}

/* ---- When a notice is given ------------------------------------------------------------------ */

/* The game begins with a question to everybody. */
static void each_question_gives_one_notice(void **unused)
{
	(void)unused;
	open_with_two("sqlite::memory:");
	start_game("kremlin", "slow");
	assert_int_equal(count_notices(SV_NOTICE_BEGAN, 1), 1);
	assert_int_equal(count_notices(SV_NOTICE_BEGAN, 2), 1);
	assert_int_equal(count, 2); /* bots get no notices */
	pass_time(&h, h.limits.notice_delay - 1);
	assert_int_equal(count, 2);
	pass_time(&h, 1);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 1);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 2), 1);
	assert_int_equal(count, 4);
	assert_string_equal(ap_step_name(notices[2].game, notices[2].step), "write");
	assert_string_equal(notices[2].table, h.client[0].table);
	assert_int_equal(notices[2].deadline, 1000000 + h.limits.slow_move);
	for (int i = 0; i < 10; i++)
		pass_time(&h, h.limits.notice_delay);
	assert_int_equal(count, 4);
	close_fixture(&h);
}

static void live_tables_give_no_notices(void **unused)
{
	(void)unused;
	open_with_two("sqlite::memory:");
	start_game("kremlin", "live");
	pass_time(&h, h.limits.notice_delay + 1);
	assert_int_equal(count, 0);
	close_fixture(&h);
}

static void a_person_who_watches_gets_no_notice(void **unused)
{
	(void)unused;
	open_with_two("sqlite::memory:");
	start_game("kremlin", "slow");
	count = 0;
	send_accepted(&h.client[0], "\"type\":\"watch\"");
	for (int i = 0; i < 5; i++)
		pass_time(&h, h.limits.notice_delay);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 0);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 2), 1);
	pass_time(&h, h.limits.notice_delay / 2);
	send_accepted(&h.client[0], "\"type\":\"watch\",\"watch\":false");
	pass_time(&h, h.limits.notice_delay - 1);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 0);
	pass_time(&h, 1);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 1);
	close_fixture(&h);
}

/* A person watches as long as one window does. */
static void closing_the_last_window_ends_watching(void **unused)
{
	(void)unused;
	open_with_two("sqlite::memory:");
	start_game("kremlin", "slow");
	count = 0;
	test_client *other = connect_client(&h, "Ann", 1);
	snprintf(other->table, sizeof other->table, "%s", h.client[0].table);
	send_accepted(&h.client[0], "\"type\":\"watch\"");
	send_accepted(other, "\"type\":\"watch\"");
	sv_client_close(other->connection);
	pass_time(&h, 3 * h.limits.notice_delay);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 0);
	sv_client_close(h.client[0].connection);
	pass_time(&h, h.limits.notice_delay);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 1);
	close_fixture(&h);
}

/* Ann answers what she is asked, until the server would answer for her. */
static void play_until_automatic(test_client *ann)
{
	for (int i = 0; i < 1000 && !json_is_true(json_object_get(ann->ask, "auto")); i++) {
		json_t *legal = json_object_get(ann->ask, "legal");
		if (!legal) {
			pass_time(&h, h.limits.slow_move);
			continue;
		}
		send_request(&h, ann,
			"{\"type\":\"act\",\"table\":\"%s\",\"question\":%" JSON_INTEGER_FORMAT
			",\"action\":\"%s\"}",
			ann->table, json_integer_value(json_object_get(ann->ask, "question")),
			json_string_value(json_array_get(legal, 0)));
	}
	assert_true(json_is_true(json_object_get(ann->ask, "auto")));
}

static void automatic_answers_give_no_notice(void **unused)
{
	(void)unused;
	open_with_two("sqlite::memory:");
	h.limits.slow_delay = h.limits.slow_move;
	reopen_fixture(&h, "sqlite::memory:");
	sv_hub_on_notice(h.hub, take_notice, &h);
	test_client *ann = connect_client(&h, "Ann", 1);
	connect_client(&h, "Ben", 2);
	start_game("red-empire", "slow");
	send_accepted(ann, "\"type\":\"watch\"");
	play_until_automatic(ann);
	send_accepted(ann, "\"type\":\"watch\",\"watch\":false");
	count = 0;
	pass_time(&h, 2 * h.limits.notice_delay);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 0);
	send_accepted(ann, "\"type\":\"wishes\",\"ask_all\":true");
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 1);
	close_fixture(&h);
}

static void a_person_with_a_bot_gets_no_notice(void **unused)
{
	(void)unused;
	open_with_two("sqlite::memory:");
	start_game("kremlin", "slow");
	send_accepted(&h.client[0], "\"type\":\"hand_over\",\"level\":\"greedy\"");
	pass_time(&h, h.limits.notice_delay);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 0);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 2), 1);
	close_fixture(&h);
}

static void a_restart_repeats_no_notice(void **unused)
{
	(void)unused;
	disk_store disk;
	new_disk_store(&disk);
	open_with_two(disk.url);
	start_game("kremlin", "slow");
	pass_time(&h, h.limits.notice_delay);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 1);
	reopen_fixture(&h, disk.url);
	sv_hub_on_notice(h.hub, take_notice, &h);
	for (int i = 0; i < 5; i++)
		pass_time(&h, h.limits.notice_delay);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 1), 1);
	assert_int_equal(count_notices(SV_NOTICE_ASKED, 2), 1);
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* The clock plays a whole game for people who never watch. */
static void the_end_and_the_rematch_give_notices(void **unused)
{
	(void)unused;
	open_with_two("sqlite::memory:");
	start_game("red-empire", "slow");
	for (int i = 0; i < 20000 && count_notices(SV_NOTICE_OVER, 1) == 0; i++) {
		pass_time(&h, h.limits.notice_delay);
		pass_time(&h, h.limits.slow_move);
	}
	assert_int_equal(count_notices(SV_NOTICE_OVER, 1), 1);
	assert_int_equal(count_notices(SV_NOTICE_OVER, 2), 1);
	assert_true(count_notices(SV_NOTICE_ASKED, 1) > 0);
	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count; k++)
			assert_false(notices[i].kind == SV_NOTICE_ASKED && notices[k].kind == SV_NOTICE_ASKED &&
				notices[i].person == notices[k].person &&
				notices[i].question == notices[k].question);
	count = 0;
	send_request(&h, &h.client[0], "{\"type\":\"rematch\",\"table\":\"%s\"}", h.client[0].table);
	assert_int_equal(count, 1);
	assert_int_equal(count_notices(SV_NOTICE_REMATCH, 2), 1);
	assert_int_equal(strlen(notices[0].rematch), 26);
	close_fixture(&h);
}

/* ---- What is sent ---------------------------------------------------------------------------- */

static void signatures_are_as_documented(void **unused)
{
	(void)unused;
	static const char body[] = "{\"kind\":\"asked\"}";
	char found[SV_SIGNATURE_SIZE];
	sv_sign_webhook(
		"correct horse battery staple and more", 1700000000999, body, strlen(body), found);
	assert_string_equal(
		found, "t=1700000000,v1=361e7b0061f070feb9e12777d95ec655f3ffcfd48224b13e86cf14ee37297d6c");
}

static sv_notice some_notice(void)
{
	sv_notice n = {.kind = SV_NOTICE_ASKED, .person = 1, .question = 33, .deadline = 1794732688887};
	n.game = ap_game_named("red-empire");
	snprintf(n.table, sizeof n.table, "%s", "g23fb6pxjk8i8rkvij52btdi6r");
	return n;
}

static void webhook_bodies_have_their_fields(void **unused)
{
	(void)unused;
	char body[SV_PARCEL_SIZE];
	sv_notice n = some_notice();
	size_t length = sv_write_webhook_body(&n, "https://play.example.org", AP_FRENCH, 5, body);
	json_t *said = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(said);
	assert_string_equal(text_in(said, "kind"), "asked");
	assert_string_equal(
		text_in(said, "link"), "https://play.example.org/t/g23fb6pxjk8i8rkvij52btdi6r");
	assert_string_equal(text_in(said, "game"), "red-empire");
	assert_string_equal(text_in(said, "seat"), "moscow");
	assert_string_equal(text_in(said, "language"), "fr");
	assert_int_equal(json_integer_value(json_object_get(said, "deadline")), 1794732688887);
	json_decref(said);
	n.kind = SV_NOTICE_OVER;
	length = sv_write_webhook_body(&n, NULL, AP_ENGLISH, 5, body);
	said = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
	assert_string_equal(text_in(said, "text"), "The game is over.");
	assert_null(json_object_get(said, "link"));
	assert_null(json_object_get(said, "deadline"));
	json_decref(said);
}

static int64_t fixed_now(void *self)
{
	(void)self;
	return 1794732688887;
}

/* Every kind of mail in every language has lines that fit, and ASCII characters only. */
static void mails_are_well_formed_in_every_language(void **unused)
{
	(void)unused;
	static const sv_world still = {.now = fixed_now, .elapsed = fixed_now};
	char body[SV_PARCEL_SIZE];
	sv_notices_options o = {.world = &still, .from = "games@example.org"};
	sv_notice_settings w = {.mail = "ann@example.org", .code = "abcdefgh"};
	sv_notice n = some_notice();
	for (int i = 0; i < AP_LANGUAGES * (SV_NOTICE_KINDS + 1); i++) {
		w.language = (ap_language)(i % AP_LANGUAGES);
		n.kind = (sv_notice_kind)(i / AP_LANGUAGES);
		size_t length = n.kind == SV_NOTICE_KINDS ? sv_write_code_mail(&o, &w, "1", body)
												  : sv_write_notice_mail(&n, &o, &w, "1", body);
		assert_true(length > 0 && length == strlen(body));
		assert_non_null(strstr(body, "Date: Sun, 15 Nov 2026 "));
		assert_non_null(strstr(body, "\r\nFrom: Apparat <games@example.org>\r\n"));
		assert_non_null(strstr(body, "\r\nTo: <ann@example.org>\r\nSubject: =?UTF-8?B?"));
		for (char *line = body, *end; (end = strstr(line, "\r\n")); line = end + 2)
			assert_true(end - line <= 78 && strcspn(line, "\r\n") == (size_t)(end - line));
		for (size_t k = 0; k < length; k++)
			assert_true(body[k] > 0);
	}
}

/* ---- What may be set ------------------------------------------------------------------------- */

static void mail_addresses_are_checked(void **unused)
{
	(void)unused;
	static const char *const good[] = {"ann@example.org", "a.b+c@x-y.example", "o'hara@localhost"};
	static const char *const bad[] = {"", "ann", "@example.org", "ann@",
		"ann@example.org\r\nBcc: x", "ann@example.org\n", "ann @example.org", "<ann@example.org>",
		"\"ann\"@example.org", "ann@exa mple.org", "ann@example..org", ".ann@example.org",
		"ann@-example.org", "ann@example.org.", "ann@example.org,ben@example.org",
		"ann@b@example.org", "-a@example.org", "\xc3\xa9@example.org"};
	for (int i = 0; i < AP_COUNT(good); i++)
		assert_true(sv_is_good_mail(good[i]));
	for (int i = 0; i < AP_COUNT(bad); i++)
		if (sv_is_good_mail(bad[i]))
			fail_msg("'%s' passes for an address", bad[i]);
}

static void webhook_urls_are_checked(void **unused)
{
	(void)unused;
	char endless[SV_URL_SIZE + 1];
	static const char *const good[] = {
		"https://example.org/hook?x=1", "http://127.0.0.1:8080", "http://[2001:db8::1]:8080/a"};
	static const char *const bad[] = {"", "example.org", "ftp://example.org", "file:///etc/passwd",
		"https://", "https://user@example.org", "https://u:p@example.org", "http://example.org:25/",
		"http://example.org:99999/", "http://example.org/\r\nHost: x", "http://exa mple.org/",
		"gopher://example.org", "http://example.org/#x", "javascript:alert(1)"};
	for (int i = 0; i < AP_COUNT(good); i++)
		assert_true(sv_is_good_webhook(good[i]));
	for (int i = 0; i < AP_COUNT(bad); i++)
		if (sv_is_good_webhook(bad[i]))
			fail_msg("'%s' passes for a webhook", bad[i]);
	memset(endless, 'x', sizeof endless);
	memcpy(endless, "http://example.org/", 19);
	endless[SV_URL_SIZE] = '\0';
	assert_false(sv_is_good_webhook(endless));
	endless[SV_URL_SIZE - 1] = '\0';
	assert_true(sv_is_good_webhook(endless));
}

static bool is_public(const char *text)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
		return sv_is_public_address(&v4);
	assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
	return sv_is_public_address(&v6);
}

static void private_networks_are_recognised(void **unused)
{
	(void)unused;
	static const char *const open[] = {"8.8.8.8", "172.32.0.1", "100.128.0.1", "192.169.0.1",
		"2606:4700::1111", "2001:4860::8888", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
		"2002:808:808::1"};
	static const char *const closed[] = {"127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3",
		"172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1",
		"198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12::1",
		"ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1",
		"2002:7f00:1::", "2001::1", "2001:db8::1", "::7f00:1"};
	for (int i = 0; i < AP_COUNT(open); i++)
		if (!is_public(open[i]))
			fail_msg("%s is public", open[i]);
	for (int i = 0; i < AP_COUNT(closed); i++)
		if (is_public(closed[i]))
			fail_msg("%s is not public", closed[i]);
	assert_false(sv_is_public_address(&(struct sockaddr){.sa_family = AF_UNIX}));
}

/* The longest settings fit the column of the store, and keep other settings. */
static void settings_fit_the_row_and_can_be_read_again(void **unused)
{
	(void)unused;
	sv_person_row row = {.settings = "{\"theme\":\"dark\"}"};
	sv_notice_settings w = {.tries = 3, .code_until = INT64_MAX, .language = AP_FRENCH}, again;
	memset(w.webhook, 'a', sizeof w.webhook - 1);
	memset(w.secret, 'b', sizeof w.secret - 1);
	memset(w.mail, 'c', sizeof w.mail - 1);
	memset(w.code, 'd', sizeof w.code - 1);
	assert_true(sv_write_notice_settings(&row, &w));
	sv_read_notice_settings(&row, &again);
	assert_memory_equal(&w, &again, sizeof w);
	assert_non_null(strstr(row.settings, "\"theme\":\"dark\""));
	w = (sv_notice_settings){0};
	assert_true(sv_write_notice_settings(&row, &w));
	assert_string_equal(row.settings, "{\"theme\":\"dark\",\"language\":\"en\",\"notices\":{}}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(each_question_gives_one_notice),
		cmocka_unit_test(live_tables_give_no_notices),
		cmocka_unit_test(a_person_who_watches_gets_no_notice),
		cmocka_unit_test(closing_the_last_window_ends_watching),
		cmocka_unit_test(automatic_answers_give_no_notice),
		cmocka_unit_test(a_person_with_a_bot_gets_no_notice),
		cmocka_unit_test(a_restart_repeats_no_notice),
		cmocka_unit_test(the_end_and_the_rematch_give_notices),
		cmocka_unit_test(signatures_are_as_documented),
		cmocka_unit_test(webhook_bodies_have_their_fields),
		cmocka_unit_test(mails_are_well_formed_in_every_language),
		cmocka_unit_test(mail_addresses_are_checked), cmocka_unit_test(webhook_urls_are_checked),
		cmocka_unit_test(private_networks_are_recognised),
		cmocka_unit_test(settings_fit_the_row_and_can_be_read_again)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
