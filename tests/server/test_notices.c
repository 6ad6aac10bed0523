/* test_notices.c: who is told of a slow game, when, and in which words; at a hub whose clock stands
 * still. What becomes of it on its way is in test_notices.py. */
#include "server/hub_fixture.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "core/game.h"
#include "server/notices_internal.h"

/* ---- A table, and what its people are told --------------------------------------------------- */

enum { MOST = 4096 };

static house h;
static sv_notice told[MOST];
static int count;

static void take(void *to, const sv_notice *notice)
{
	assert_ptr_equal(to, &h);
	assert_true(count < MOST);
	told[count++] = *notice;
}

static int times(sv_notice_kind kind, int64_t person)
{
	int found = 0;
	for (int i = 0; i < count; i++)
		found += told[i].kind == kind && told[i].person == person;
	return found;
}

static void open_two(const char *url)
{
	count = 0;
	open_house(&h, url);
	sv_hub_on_notice(h.hub, take, &h);
	enter(&h, "Ann", 1);
	enter(&h, "Ben", 2);
}

static void tell(guest *g, const char *message)
{
	json_t *answer = say(&h, g, "{\"id\":\"x\",\"table\":\"%s\",%s}", g->table, message);
	assert_non_null(answer);
	assert_string_not_equal(word(answer, "type"), "refused");
}

static void start(const char *game, const char *pace)
{
	guest *ann = &h.guest[0], *ben = &h.guest[1];
	json_t *made = say(&h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"%s\",\"players\":3,\"public\":true,"
		"\"pace\":\"%s\",\"seats\":[\"me\",\"open\",{\"bot\":\"greedy\"}]}",
		game, pace);
	snprintf(ann->table, sizeof ann->table, "%s", word(made, "table"));
	snprintf(ben->table, sizeof ben->table, "%s", word(made, "table"));
	tell(ben, "\"type\":\"join\"");
	tell(ann, "\"type\":\"start\"");
}

/* ---- When ------------------------------------------------------------------------------------ */

/* Kremlin begins with sheets that all fill in at once. */
static void once_a_question(void **unused)
{
	(void)unused;
	open_two("sqlite::memory:");
	start("kremlin", "slow");
	assert_int_equal(times(SV_NOTICE_BEGAN, 1), 1);
	assert_int_equal(times(SV_NOTICE_BEGAN, 2), 1);
	assert_int_equal(count, 2); /* and no bot */
	pass_time(&h, h.limits.notice_delay - 1);
	assert_int_equal(count, 2);
	pass_time(&h, 1);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 1);
	assert_int_equal(times(SV_NOTICE_ASKED, 2), 1);
	assert_int_equal(count, 4);
	assert_string_equal(ap_step_name(told[2].game, told[2].step), "write");
	assert_string_equal(told[2].table, h.guest[0].table);
	assert_int_equal(told[2].deadline, 1000000 + h.limits.slow_move);
	for (int i = 0; i < 10; i++)
		pass_time(&h, h.limits.notice_delay);
	assert_int_equal(count, 4);
	close_house(&h);
}

static void at_live_pace_nobody_is(void **unused)
{
	(void)unused;
	open_two("sqlite::memory:");
	start("kremlin", "live");
	pass_time(&h, h.limits.notice_delay + 1);
	assert_int_equal(count, 0);
	close_house(&h);
}

static void who_looks_is_not(void **unused)
{
	(void)unused;
	open_two("sqlite::memory:");
	start("kremlin", "slow");
	count = 0;
	tell(&h.guest[0], "\"type\":\"watch\"");
	for (int i = 0; i < 5; i++)
		pass_time(&h, h.limits.notice_delay);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 0);
	assert_int_equal(times(SV_NOTICE_ASKED, 2), 1);
	pass_time(&h, h.limits.notice_delay / 2);
	tell(&h.guest[0], "\"type\":\"watch\",\"watch\":false");
	pass_time(&h, h.limits.notice_delay - 1);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 0);
	pass_time(&h, 1);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 1);
	close_house(&h);
}

/* A window that is closed is looked away from, too; another one still open is not. */
static void closed_windows(void **unused)
{
	(void)unused;
	open_two("sqlite::memory:");
	start("kremlin", "slow");
	count = 0;
	guest *other = enter(&h, "Ann", 1);
	snprintf(other->table, sizeof other->table, "%s", h.guest[0].table);
	tell(&h.guest[0], "\"type\":\"watch\"");
	tell(other, "\"type\":\"watch\"");
	sv_client_close(other->client);
	pass_time(&h, 3 * h.limits.notice_delay);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 0);
	sv_client_close(h.guest[0].client);
	pass_time(&h, h.limits.notice_delay);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 1);
	close_house(&h);
}

/* Ann answers what she is asked, until it is something the server will answer for her. */
static void play_to_automatic(guest *ann)
{
	for (int i = 0; i < 1000 && !json_is_true(json_object_get(ann->ask, "auto")); i++) {
		json_t *legal = json_object_get(ann->ask, "legal");
		if (!legal) {
			pass_time(&h, h.limits.slow_move);
			continue;
		}
		say(&h, ann,
			"{\"type\":\"act\",\"table\":\"%s\",\"question\":%" JSON_INTEGER_FORMAT
			",\"action\":\"%s\"}",
			ann->table, json_integer_value(json_object_get(ann->ask, "question")),
			json_string_value(json_array_get(legal, 0)));
	}
	assert_true(json_is_true(json_object_get(ann->ask, "auto")));
}

static void what_the_server_answers(void **unused)
{
	(void)unused;
	open_two("sqlite::memory:");
	h.limits.slow_delay = h.limits.slow_move;
	reopen_house(&h, "sqlite::memory:");
	sv_hub_on_notice(h.hub, take, &h);
	guest *ann = enter(&h, "Ann", 1);
	enter(&h, "Ben", 2);
	start("red-empire", "slow");
	tell(ann, "\"type\":\"watch\"");
	play_to_automatic(ann);
	tell(ann, "\"type\":\"watch\",\"watch\":false");
	count = 0;
	pass_time(&h, 2 * h.limits.notice_delay);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 0);
	tell(ann, "\"type\":\"wishes\",\"ask_all\":true");
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 1);
	close_house(&h);
}

static void a_bot_stands_in(void **unused)
{
	(void)unused;
	open_two("sqlite::memory:");
	start("kremlin", "slow");
	tell(&h.guest[0], "\"type\":\"hand_over\",\"level\":\"greedy\"");
	pass_time(&h, h.limits.notice_delay);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 0);
	assert_int_equal(times(SV_NOTICE_ASKED, 2), 1);
	close_house(&h);
}

static void a_restart_does_not_tell_again(void **unused)
{
	(void)unused;
	disk_store disk;
	new_disk_store(&disk);
	open_two(disk.url);
	start("kremlin", "slow");
	pass_time(&h, h.limits.notice_delay);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 1);
	reopen_house(&h, disk.url);
	sv_hub_on_notice(h.hub, take, &h);
	for (int i = 0; i < 5; i++)
		pass_time(&h, h.limits.notice_delay);
	assert_int_equal(times(SV_NOTICE_ASKED, 1), 1);
	assert_int_equal(times(SV_NOTICE_ASKED, 2), 1);
	close_house(&h);
	drop_disk_store(&disk);
}

/* The clock plays a whole game for people who never look. */
static void until_it_is_over(void **unused)
{
	(void)unused;
	open_two("sqlite::memory:");
	start("red-empire", "slow");
	for (int i = 0; i < 20000 && times(SV_NOTICE_OVER, 1) == 0; i++) {
		pass_time(&h, h.limits.notice_delay);
		pass_time(&h, h.limits.slow_move);
	}
	assert_int_equal(times(SV_NOTICE_OVER, 1), 1);
	assert_int_equal(times(SV_NOTICE_OVER, 2), 1);
	assert_true(times(SV_NOTICE_ASKED, 1) > 0);
	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count; k++)
			assert_false(told[i].kind == SV_NOTICE_ASKED && told[k].kind == SV_NOTICE_ASKED &&
				told[i].person == told[k].person && told[i].question == told[k].question);
	count = 0;
	say(&h, &h.guest[0], "{\"type\":\"rematch\",\"table\":\"%s\"}", h.guest[0].table);
	assert_int_equal(count, 1);
	assert_int_equal(times(SV_NOTICE_REMATCH, 2), 1);
	assert_int_equal(strlen(told[0].rematch), 26);
	close_house(&h);
}

/* ---- Words ----------------------------------------------------------------------------------- */

static void signatures(void **unused)
{
	(void)unused;
	static const char body[] = "{\"kind\":\"asked\"}";
	char found[SV_SIGNATURE_SIZE];
	sv_sign_webhook("correct horse battery staple and more", 1700000000999, body, strlen(body), found);
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

static void a_webhook(void **unused)
{
	(void)unused;
	char body[SV_PARCEL_SIZE];
	sv_notice n = some_notice();
	size_t length = sv_write_webhook_body(&n, "https://play.example.org", AP_FRENCH, 5, body);
	json_t *said = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(said);
	assert_string_equal(word(said, "kind"), "asked");
	assert_string_equal(
		word(said, "link"), "https://play.example.org/t/g23fb6pxjk8i8rkvij52btdi6r");
	assert_string_equal(word(said, "game"), "red-empire");
	assert_string_equal(word(said, "seat"), "moscow");
	assert_string_equal(word(said, "language"), "fr");
	assert_int_equal(json_integer_value(json_object_get(said, "deadline")), 1794732688887);
	json_decref(said);
	n.kind = SV_NOTICE_OVER;
	length = sv_write_webhook_body(&n, NULL, AP_ENGLISH, 5, body);
	said = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
	assert_string_equal(word(said, "text"), "The game is over.");
	assert_null(json_object_get(said, "link"));
	assert_null(json_object_get(said, "deadline"));
	json_decref(said);
}

static int64_t an_hour(void *self)
{
	(void)self;
	return 1794732688887;
}

/* Every kind of mail, in every language: lines that fit, and nothing but ASCII. */
static void a_mail(void **unused)
{
	(void)unused;
	static const sv_world still = {.now = an_hour};
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

static void addresses_of_mail(void **unused)
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

static void webhooks(void **unused)
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

static void networks(void **unused)
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

/* The longest that can be set fits the store's column, beside what others keep there. */
static void settings(void **unused)
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
	const struct CMUnitTest tests[] = {cmocka_unit_test(once_a_question),
		cmocka_unit_test(at_live_pace_nobody_is), cmocka_unit_test(who_looks_is_not),
		cmocka_unit_test(closed_windows), cmocka_unit_test(what_the_server_answers),
		cmocka_unit_test(a_bot_stands_in), cmocka_unit_test(a_restart_does_not_tell_again),
		cmocka_unit_test(until_it_is_over), cmocka_unit_test(signatures),
		cmocka_unit_test(a_webhook), cmocka_unit_test(a_mail), cmocka_unit_test(addresses_of_mail),
		cmocka_unit_test(webhooks), cmocka_unit_test(networks), cmocka_unit_test(settings)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
