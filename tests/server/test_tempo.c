/* test_tempo.c: time at a table: presets of clocks, what has to be seen before a clock starts,
 * rounds that are held, pauses, and bots that take their time. */
#include "server/at_table.h"

#include <time.h>

#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/play.h"
#include "server/tempo.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

/* ---- Helpers --------------------------------------------------------------------------------- */

/* Opens a hub whose tempos are those of the program. */
static void open_real(fixture *h, const char *url)
{
	open_fixture(h, url);
	h->limits.countdown = h->limits.live_move = h->limits.slow_move = 0;
	h->limits.bot_delay = -1;
	h->hub->limits = h->limits;
}

static const char *shown_holder(const test_client *g)
{
	return text_in(shown(g, "open"), "held");
}

/* Lets time pass until a round is open, at which every person has to decide. */
static void go_to_round(fixture *h, sv_table *t)
{
	for (int i = 0; i < 100 && !sv_has_countdown(t); i++)
		pass_time(h, sv_deadline(t) - h->fake.now);
	assert_true(sv_has_countdown(t));
	assert_true(sv_is_sealed(t));
	for (int i = 0; i < h->clients; i++)
		assert_int_equal(shown_deadline(&h->client[i]), sv_deadline(t));
}

static const json_t *tempo_in(const json_t *games, const char *name)
{
	size_t i;
	const json_t *tempo;
	json_array_foreach(json_object_get(games, "tempos"), i, tempo)
	{
		if (strcmp(text_in(tempo, "tempo"), name) == 0)
			return tempo;
	}
	return NULL;
}

/* ---- Presets --------------------------------------------------------------------------------- */

/* A table has the numbers of its preset, which every client is told; a round lasts 6 to 10 s. */
static void a_table_has_the_times_of_its_tempo(void **unused)
{
	(void)unused;
	static const char *const same[] = {"pace", "move_ms", "countdown_ms", "hold_ms", "bot_ms"};
	for (int i = 0; i < SV_TEMPOS; i++) {
		static fixture h;
		char extra[64];
		open_real(&h, "sqlite::memory:");
		sv_tempo tempo = sv_tempo_at(&h.limits, i);
		snprintf(extra, sizeof extra, ",\"tempo\":\"%s\"", tempo.name);
		start_table(&h, "tiny", 3, 2, i == 0 ? "" : extra); /* the first is the default */
		const json_t *summary = h.client[1].summary;
		assert_string_equal(text_in(summary, "tempo"), tempo.name);
		json_t *games = send_request(&h, &h.client[0], "{\"type\":\"games\",\"id\":\"g\"}");
		for (size_t n = 0; n < sizeof same / sizeof same[0]; n++)
			assert_true(json_equal(json_object_get(summary, same[n]),
				json_object_get(tempo_in(games, tempo.name), same[n])));
		assert_in_range(tempo.countdown, 6 * SECOND, 10 * SECOND);
		assert_int_equal(shown_deadline(&h.client[0]) == 0, strcmp(tempo.name, "none") == 0);
		close_fixture(&h);
	}
}

static void single_times_override_the_tempo(void **unused)
{
	(void)unused;
	static fixture h;
	open_real(&h, "sqlite::memory:");
	sv_table *t = start_table(&h, "tiny", 3, 2,
		",\"tempo\":\"brisk\",\"move_ms\":77000,\"countdown_ms\":9000,\"hold_ms\":0,\"bot_ms\":5");
	assert_int_equal(t->move_time, 77000);
	assert_int_equal(t->countdown, 9000);
	assert_int_equal(t->hold_time, 0);
	assert_int_equal(t->bot_delay, 5);
	static const char *const bad[] = {"\"tempo\":\"hasty\"", "\"tempo\":\"\"", "\"hold_ms\":-1",
		"\"hold_ms\":600001", "\"bot_ms\":-1", "\"bot_ms\":60001", "\"move_ms\":0"};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		json_t *no = send_request(&h, &h.client[0],
			"{\"type\":\"create\",\"id\":\"c\",\"game\":\"tiny\",\"players\":3,%s}", bad[i]);
		assert_string_equal(text_in(no, "code"), "bad-table");
	}
	close_fixture(&h);
}

/* The row of a table from before there were tempos. */
static void older_tables_keep_their_times(void **unused)
{
	(void)unused;
	static fixture h;
	open_real(&h, "sqlite::memory:");
	sv_table_row row = {.id = 5,
		.status = SV_LOBBY,
		.meta = "{\"game\":\"tiny\",\"players\":3,\"options\":{\"rounds\":\"3\"},\"pace\":\"live\","
				"\"move_ms\":180000,\"countdown_ms\":5000,\"seats\":[],\"private\":[]}"};
	sv_table *t = sv_read_table(h.hub, &row);
	assert_non_null(t);
	assert_int_equal(t->move_time, 180000);
	assert_int_equal(t->countdown, 5000);
	assert_int_equal(t->tempo, sv_tempo_named("relaxed"));
	assert_int_equal(t->hold_time, 60 * SECOND);
	assert_int_equal(t->bot_delay, 1200);
	assert_int_equal(t->pause.since, 0);
	sv_free_table(t);
	close_fixture(&h);
}

/* ---- No clock -------------------------------------------------------------------------------- */

/* A person alone among bots has no clock; if a friend comes back the clock starts then. */
static void alone_among_bots_there_is_no_clock(void **unused)
{
	(void)unused;
	static fixture h;
	open_real(&h, "sqlite::memory:");
	sv_table *t = start_table(&h, "red-empire", 3, 1, ",\"tempo\":\"brisk\",\"bot_ms\":0");
	int question = t->question;
	pass_time(&h, 24LL * HOUR);
	assert_int_equal(t->question, question);
	assert_int_equal(shown_deadline(&h.client[0]), 0);
	close_fixture(&h);

	open_real(&h, "sqlite::memory:");
	t = start_table(&h, "kremlin", 3, 2, ",\"bot_ms\":0");
	assert_true(shown_deadline(&h.client[0]) > 0);
	assert_string_equal(say(&h, 1, "hand_over", ",\"level\":\"greedy\""), "");
	assert_int_equal(shown_deadline(&h.client[0]), 0);
	question = t->question;
	pass_time(&h, HOUR);
	assert_int_equal(t->question, question);
	assert_string_equal(say(&h, 1, "take_back", ""), "");
	assert_int_equal(shown_deadline(&h.client[0]), h.fake.now + t->move_time);
	close_fixture(&h);
}

/* With the tempo "none" a reaction waits for everybody who is really asked; what the server answers
 * for people comes when a countdown would have ended, so that its time tells nothing. */
static void without_a_clock_nothing_is_taken(void **unused)
{
	(void)unused;
	static fixture h;
	open_real(&h, "sqlite::memory:");
	sv_table *t = start_table(&h, "kremlin", 3, 3, ",\"tempo\":\"none\"");
	int question = t->question;
	pass_time(&h, 24LL * HOUR);
	assert_int_equal(t->question, question);
	while (t->question == question) /* the sheets are written */
		for (int who = 0; who < 3; who++) {
			const json_t *legal = json_object_get(h.client[who].ask, "legal");
			if (json_is_object(h.client[who].ask) && t->question == question)
				act(&h, who, t, json_string_value(json_array_get(legal, 0)));
		}
	assert_true(sv_is_reaction(t) && !sv_has_countdown(t));
	question = t->question;
	assert_string_equal(say_of_question(&h, 0, "hold", question), "not-now");
	assert_string_equal(say(&h, 0, "wishes", ",\"ask_all\":true"), "");
	int64_t seen = t->seen_at;
	pass_time(&h, seen + t->countdown - 1 - h.fake.now);
	assert_int_equal(t->question, question);
	pass_time(&h, 24LL * HOUR);
	assert_int_equal(t->question, question); /* Ann wants to be asked */
	for (int who = 0; who < 3 && t->question == question; who++)
		if (ap_actors(&t->history->state) & AP_SEAT(who))
			assert_string_equal(act(&h, who, t, "pass"), "");
	assert_int_not_equal(t->question, question);
	close_fixture(&h);
}

/* ---- What has to be seen --------------------------------------------------------------------- */

static ap_event event_of(const ap_game *game, const char *name, ap_seats seen_by)
{
	int kind = 0;
	while (strcmp(ap_event_name(game, kind), name) != 0)
		kind++;
	return (ap_event){.kind = (uint16_t)kind, .seen_by = seen_by};
}

/* Only what all may see counts; what comes while something is shown waits; there is a most. */
static void only_public_events_take_time(void **unused)
{
	(void)unused;
	static fixture h;
	static ap_events events;
	open_real(&h, "sqlite::memory:");
	sv_table *t = start_table(&h, "tiny", 3, 2, "");
	t->shown_until = 0;
	events.count = 3;
	events.list[0] = event_of(t->game, "veto", AP_ALL_VIEWERS);        /* 800 */
	events.list[1] = event_of(t->game, "drawn", AP_SEAT(1));           /* only one may see it */
	events.list[2] = event_of(t->game, "veto", (ap_seats)~AP_SEAT(0)); /* all but one */
	sv_note_shown(t, &events, 1000000);
	assert_int_equal(t->shown_until, 1000800);
	sv_note_shown(t, &events, 1000500);
	assert_int_equal(t->shown_until, 1001600);
	sv_note_shown(t, &events, 1002000);
	assert_int_equal(t->shown_until, 1002800);
	for (int i = 0; i < 100; i++)
		sv_note_shown(t, &events, 1002000);
	assert_int_equal(t->shown_until, 1002000 + 30 * SECOND);
	close_fixture(&h);
}

/* ---- Holding a round ------------------------------------------------------------------------- */

static void a_round_can_be_held_for_all(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	new_disk_store(&disk);
	open_real(&h, disk.url);
	sv_table *t = start_table(&h, "kremlin", 3, 2, ",\"bot_ms\":0,\"hold_ms\":20000");
	assert_string_equal(say_of_question(&h, 0, "hold", t->question), "not-now"); /* no round */
	go_to_round(&h, t);
	int question = t->question;
	int64_t end = sv_deadline(t);
	assert_string_equal(shown_holder(&h.client[0]), "");
	assert_string_equal(say_of_question(&h, 0, "hold", question + 1), "stale");
	assert_string_equal(say_of_question(&h, 0, "release", question), "not-now");
	assert_string_equal(act(&h, 1, t, "pass"), "");
	assert_int_equal(sv_deadline(t), end); /* an answer changes nothing */
	assert_string_equal(say_of_question(&h, 1, "hold", question), ""); /* though he has answered */
	for (int who = 0; who < 2; who++) {
		assert_string_equal(shown_holder(&h.client[who]), ap_seat_name(t->game, 1));
		assert_int_equal(shown_deadline(&h.client[who]), end + 20000);
	}
	int before = h.client[0].count;
	assert_string_equal(say_of_question(&h, 1, "hold", question), "");
	assert_int_equal(h.client[0].count, before); /* nothing new */

	/* Released before its end the round ends as if nothing had been. */
	assert_string_equal(say_of_question(&h, 0, "release", question), "not-now");
	assert_string_equal(say_of_question(&h, 1, "release", question), "");
	assert_string_equal(shown_holder(&h.client[0]), "");
	assert_int_equal(shown_deadline(&h.client[0]), end);

	/* Held by two it lasts until both have released it; what was answered is durable. */
	assert_string_equal(say_of_question(&h, 0, "hold", question), "");
	assert_string_equal(say_of_question(&h, 1, "hold", question), "");
	pass_time(&h, end + 5000 - h.fake.now);
	assert_int_equal(t->question, question);
	assert_string_equal(say_of_question(&h, 0, "release", question), "");
	pass_time(&h, 1);
	assert_int_equal(t->question, question);
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", t->key);
	reopen_fixture(&h, disk.url);
	connect_client(&h, "Ann", 1);
	connect_client(&h, "Ben", 2);
	for (int who = 0; who < 2; who++) {
		snprintf(h.client[who].table, sizeof key, "%s", key);
		send_request(&h, &h.client[who], "{\"type\":\"watch\",\"table\":\"%s\"}", key);
		assert_string_equal(
			shown_holder(&h.client[who]), ap_seat_name(ap_game_named("kremlin"), 1));
	}
	t = sv_find_table(h.hub, key);
	pass_time(&h, 9 * SECOND); /* the clock has started anew, and its original end is over */
	assert_int_equal(t->question, question);
	assert_string_equal(say_of_question(&h, 1, "release", question), "");
	pass_time(&h, 0);
	assert_int_not_equal(t->question, question);
	assert_int_equal(t->holders, 0);
	close_fixture(&h);
	drop_disk_store(&disk);
}

static void a_held_round_ends_at_its_limit(void **unused)
{
	(void)unused;
	static fixture h;
	open_real(&h, "sqlite::memory:");
	sv_table *t = start_table(&h, "kremlin", 3, 2, ",\"bot_ms\":0,\"hold_ms\":20000");
	go_to_round(&h, t);
	int question = t->question;
	int64_t end = sv_deadline(t);
	assert_string_equal(say_of_question(&h, 0, "hold", question), "");
	pass_time(&h, end + 20000 - 1 - h.fake.now);
	assert_int_equal(t->question, question);
	pass_time(&h, 1);
	assert_int_not_equal(t->question, question);
	close_fixture(&h);
}

/* ---- Clocks that wait ------------------------------------------------------------------------ */

static bool is_unhurried(const test_client *g, int seat)
{
	const json_t *seats = json_object_get(g->summary, "seats");
	return json_is_true(json_object_get(json_array_get(seats, (size_t)seat), "takes_time"));
}

static void clocks_wait_for_whoever_needs_it(void **unused)
{
	(void)unused;
	static fixture h;
	open_real(&h, "sqlite::memory:");
	sv_table *t = start_table(&h, "kremlin", 3, 2, ",\"bot_ms\":0,\"hold_ms\":20000");
	int64_t start = sv_clock_start(t);
	assert_int_equal(shown_deadline(&h.client[0]), start + t->move_time);
	assert_string_equal(say(&h, 1, "take_time", ",\"on\":true"), "");
	for (int who = 0; who < 2; who++) {
		assert_true(is_unhurried(&h.client[who], 1) && !is_unhurried(&h.client[who], 0));
		assert_int_equal(shown_deadline(&h.client[who]), start + 10 * t->move_time);
	}
	assert_string_equal(say(&h, 1, "take_time", ",\"on\":false"), "");
	assert_false(is_unhurried(&h.client[0], 1));
	assert_int_equal(shown_deadline(&h.client[0]), start + t->move_time);

	/* A round lasts long enough to be held, and then ten times as long as it could be held. */
	go_to_round(&h, t);
	int question = t->question;
	int64_t end = sv_deadline(t);
	assert_string_equal(say(&h, 1, "take_time", ",\"on\":true"), "");
	assert_int_equal(shown_deadline(&h.client[0]), end + 20 * SECOND);
	assert_string_equal(say_of_question(&h, 0, "hold", question), "");
	assert_int_equal(shown_deadline(&h.client[0]), end + 20 * SECOND + 20000);
	assert_string_equal(say_of_question(&h, 1, "hold", question), "");
	assert_int_equal(shown_deadline(&h.client[0]), end + 20 * SECOND + 200000);
	assert_string_equal(act(&h, 1, t, "pass"), "");
	assert_int_equal(sv_deadline(t), end + 20 * SECOND + 200000); /* an answer changes nothing */
	assert_string_equal(say(&h, 0, "hand_over", ",\"level\":\"greedy\""), "");
	assert_string_equal(say(&h, 1, "hand_over", ",\"level\":\"greedy\""), "");
	close_fixture(&h);
}

/* Only his own questions wait, and only while he is there. */
static void clocks_do_not_wait_for_others_or_for_the_absent(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	char key[SV_KEY_SIZE];
	new_disk_store(&disk);
	open_real(&h, disk.url);
	sv_table *t = start_table(&h, "red-empire", 3, 2, ",\"bot_ms\":0");
	snprintf(key, sizeof key, "%s", t->key);
	int asked = ap_first_seat(t->asked), other = !asked;
	int64_t end = sv_deadline(t);
	assert_string_equal(say(&h, other, "take_time", ",\"on\":true"), "");
	assert_int_equal(shown_deadline(&h.client[0]), end);
	assert_string_equal(say(&h, asked, "take_time", ",\"on\":true"), "");
	assert_int_equal(shown_deadline(&h.client[0]), end + 9 * t->move_time);

	reopen_fixture(&h, disk.url); /* it is known after a restart, too */
	connect_client(&h, "Ann", 1);
	connect_client(&h, "Ben", 2);
	test_client *there = &h.client[other];
	snprintf(there->table, sizeof key, "%s", key);
	send_request(&h, there, "{\"type\":\"watch\",\"table\":\"%s\"}", key);
	t = sv_find_table(h.hub, key);
	assert_int_equal(shown_deadline(there), sv_clock_start(t) + 10 * t->move_time);
	pass_time(&h, 3 * MINUTE);
	assert_int_equal(t->absent, AP_SEAT(asked));
	assert_int_equal(shown_deadline(there), sv_clock_start(t) + t->move_time);
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* ---- Pauses ---------------------------------------------------------------------------------- */

static void a_pause_needs_everybody(void **unused)
{
	(void)unused;
	static fixture h;
	open_real(&h, "sqlite::memory:");
	sv_table *t = start_table(&h, "kremlin", 3, 3, "");
	int64_t end = sv_deadline(t);
	assert_string_equal(say(&h, 0, "resume", ""), "not-now");
	assert_string_equal(say(&h, 0, "pause", ""), "");
	assert_string_equal(say(&h, 1, "pause", ""), "not-now");
	assert_string_equal(say(&h, 0, "pause_answer", ",\"agree\":true"), "not-now");
	const json_t *pause = shown(&h.client[2], "pause");
	assert_string_equal(text_in(pause, "by"), ap_seat_name(t->game, 0));
	assert_int_equal(json_array_size(json_object_get(pause, "waits_for")), 2);
	assert_int_equal(
		json_integer_value(json_object_get(pause, "expires")), h.fake.now + 2 * MINUTE);
	assert_string_equal(say(&h, 1, "pause_answer", ",\"agree\":true"), "");
	assert_int_equal(shown_deadline(&h.client[0]), end); /* not yet */
	assert_string_equal(say(&h, 2, "pause_answer", ",\"agree\":false"), "");
	assert_true(json_is_null(shown(&h.client[0], "pause")));

	/* It is forgotten after two minutes; and whoever leaves his seat to a bot need not agree. */
	assert_string_equal(say(&h, 0, "pause", ""), "");
	pass_time(&h, 2 * MINUTE - 1);
	assert_true(t->pause.open);
	pass_time(&h, 1);
	assert_true(json_is_null(shown(&h.client[1], "pause")));
	assert_string_equal(say(&h, 1, "pause_answer", ",\"agree\":true"), "not-now");
	assert_string_equal(say(&h, 0, "pause", ""), "");
	assert_string_equal(say(&h, 1, "pause_answer", ",\"agree\":true"), "");
	assert_true(json_is_null(shown(&h.client[0], "paused")));
	assert_string_equal(say(&h, 2, "hand_over", ",\"level\":\"greedy\""), "");
	assert_int_equal(
		json_integer_value(json_object_get(shown(&h.client[0], "paused"), "since")), h.fake.now);
	close_fixture(&h);
}

/* Nothing happens in a pause, also not after a restart; then the clock goes on with what was left.
 */
static void a_pause_stops_all_clocks(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	char key[SV_KEY_SIZE];
	new_disk_store(&disk);
	open_real(&h, disk.url);
	sv_table *t = start_table(&h, "kremlin", 3, 2, "");
	snprintf(key, sizeof key, "%s", t->key);
	go_to_round(&h, t);
	int question = t->question;
	pass_time(&h, t->seen_at + 100 - h.fake.now); /* the bot has not answered yet */
	int64_t left = sv_deadline(t) - h.fake.now;
	assert_string_equal(say(&h, 0, "pause", ""), "");
	assert_string_equal(say(&h, 1, "pause_answer", ",\"agree\":true"), "");
	assert_int_equal(shown_deadline(&h.client[0]), 0);
	assert_string_equal(act(&h, 0, t, "pass"), "paused");
	assert_string_equal(say_of_question(&h, 0, "unseal", question), "paused");
	assert_string_equal(say_of_question(&h, 0, "hold", question), "paused");
	assert_string_equal(say(&h, 0, "undo", ""), "paused");
	assert_string_equal(say(&h, 0, "pause", ""), "paused");
	assert_string_equal(say(&h, 0, "say", ",\"text\":\"back at nine\""), "");
	int lines = t->history->lines;
	pass_time(&h, 10 * HOUR);
	assert_int_equal(t->question, question);
	assert_int_equal(t->history->lines, lines);

	reopen_fixture(&h, disk.url);
	connect_client(&h, "Ann", 1);
	connect_client(&h, "Ben", 2);
	for (int who = 0; who < 2; who++) {
		snprintf(h.client[who].table, sizeof key, "%s", key);
		send_request(&h, &h.client[who], "{\"type\":\"watch\",\"table\":\"%s\"}", key);
	}
	t = sv_find_table(h.hub, key);
	pass_time(&h, HOUR);
	assert_int_equal(t->question, question);
	assert_int_equal(t->history->lines, lines);
	assert_true(json_is_object(shown(&h.client[1], "paused")));
	assert_string_equal(say(&h, 1, "resume", ""), "");
	assert_true(json_is_null(shown(&h.client[0], "paused")));
	assert_int_equal(shown_deadline(&h.client[0]), h.fake.now + left);
	pass_time(&h, left - 1);
	assert_int_equal(t->question, question);
	assert_true(t->history->lines > lines); /* the bot has answered meanwhile */
	pass_time(&h, 1);
	assert_int_not_equal(t->question, question);
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* At slow pace, too, the clock has what was left, and a restart after the pause takes nothing. */
static void a_slow_clock_goes_on_after_a_pause(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	new_disk_store(&disk);
	open_real(&h, disk.url);
	sv_table *t = start_table(&h, "kremlin", 3, 2, ",\"tempo\":\"daily\"");
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", t->key);
	say(&h, 0, "pause", "");
	pass_time(&h, 48LL * HOUR - 1);
	assert_true(t->pause.open);
	pass_time(&h, 1);
	assert_false(t->pause.open);
	pass_time(&h, 10 * HOUR);
	int64_t left = sv_deadline(t) - h.fake.now;
	int question = t->question;
	say(&h, 0, "pause", "");
	assert_string_equal(say(&h, 1, "pause_answer", ",\"agree\":true"), "");
	pass_time(&h, 100LL * HOUR);
	assert_string_equal(say(&h, 0, "resume", ""), "");
	int64_t end = h.fake.now + left;
	assert_int_equal(sv_deadline(t), end);
	reopen_fixture(&h, disk.url);
	t = sv_find_table(h.hub, key);
	assert_true(sv_load_history(t));
	assert_int_equal(sv_deadline(t), end);
	pass_time(&h, left - 1);
	assert_int_equal(t->question, question);
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* ---- Bots ------------------------------------------------------------------------------------ */

/* A bot's answers come one by one, each after what there was to see and a while of its own. */
static void bots_take_their_time(void **unused)
{
	(void)unused;
	static fixture h;
	open_real(&h, "sqlite::memory:");
	sv_table *t = start_table(&h, "red-empire", 4, 1, "");
	ap_rng rng;
	int answers = 0;
	int64_t shortest = INT64_MAX, longest = 0;
	ap_seed(&rng, 3, 3);
	for (int i = 0; i < 3000 && t->status == SV_RUNNING && answers < 60; i++) {
		ap_seats actors = ap_actors(&t->history->state);
		if (actors & AP_SEAT(0)) {
			const json_t *legal = json_object_get(h.client[0].ask, "legal");
			size_t n = ap_below(&rng, (uint32_t)json_array_size(legal));
			assert_string_equal(act(&h, 0, t, json_string_value(json_array_get(legal, n))), "");
			continue;
		}
		int lines = t->history->lines;
		int64_t seen = t->seen_at, asked = h.fake.now, due = sv_hub_tick(h.hub);
		assert_true(seen >= asked && due > asked); /* nothing at once */
		pass_time(&h, due - asked);
		assert_true(t->history->lines > lines);
		shortest = due - seen < shortest ? due - seen : shortest;
		longest = due - seen > longest ? due - seen : longest;
		answers++;
	}
	assert_true(answers >= 20);
	assert_in_range(shortest, 600, 800);
	assert_in_range(longest, 1600, 1800);
	close_fixture(&h);
}

/* Ticks, while the clock stands still, until the bot in another process has chosen. */
static void wait_for_choice(fixture *h, const sv_seat *s)
{
	for (int i = 0; i < 20000 && !s->bot_has_chosen; i++) {
		sv_hub_tick(h->hub);
		nanosleep(&(struct timespec){0, 1000000}, NULL);
	}
	assert_true(s->bot_has_chosen);
}

/* A bot in another process thinks while it takes its time: how long it has thought tells nothing,
 * and what it has chosen waits, in a pause too. */
static void a_choice_waits_until_it_is_time(void **unused)
{
	(void)unused;
	static fixture h;
	open_real(&h, "sqlite::memory:");
	h.hub->pool = sv_bot_pool_open(1, 20 * SECOND);
	sv_table *t = start_table(&h, "red-empire", 4, 1, "");
	while (ap_actors(&t->history->state) & AP_SEAT(0)) {
		const json_t *legal = json_object_get(h.client[0].ask, "legal");
		assert_string_equal(act(&h, 0, t, json_string_value(json_array_get(legal, 0))), "");
	}
	const sv_seat *s = &t->seat[ap_first_seat(ap_actors(&t->history->state))];
	int question = t->question;
	wait_for_choice(&h, s);
	int64_t at = s->bot_at;
	assert_true(at > h.fake.now);
	pass_time(&h, at - 1 - h.fake.now);
	assert_int_equal(t->question, question);
	assert_string_equal(say(&h, 0, "pause", ""), ""); /* nobody else has to agree */
	pass_time(&h, HOUR);
	assert_int_equal(t->question, question);
	assert_string_equal(say(&h, 0, "resume", ""), "");
	assert_int_equal(t->question, question);
	pass_time(&h, 1);
	assert_int_not_equal(t->question, question);
	close_fixture(&h);
}

/* With bot_ms 0, and at slow tables, they answer at once. */
static void bots_can_be_quick(void **unused)
{
	(void)unused;
	static const char *const extra[] = {",\"bot_ms\":0", ",\"tempo\":\"daily\""};
	for (int i = 0; i < 2; i++) {
		static fixture h;
		open_real(&h, "sqlite::memory:");
		const sv_table *t = start_table(&h, "red-empire", 4, 1, extra[i]);
		for (int n = 0; n < 20 && t->status == SV_RUNNING; n++) {
			assert_true(json_is_object(h.client[0].ask));
			const json_t *legal = json_object_get(h.client[0].ask, "legal");
			assert_string_equal(act(&h, 0, t, json_string_value(json_array_get(legal, 0))), "");
		}
		close_fixture(&h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_table_has_the_times_of_its_tempo),
		cmocka_unit_test(single_times_override_the_tempo),
		cmocka_unit_test(older_tables_keep_their_times),
		cmocka_unit_test(alone_among_bots_there_is_no_clock),
		cmocka_unit_test(without_a_clock_nothing_is_taken),
		cmocka_unit_test(only_public_events_take_time),
		cmocka_unit_test(clocks_wait_for_whoever_needs_it),
		cmocka_unit_test(clocks_do_not_wait_for_others_or_for_the_absent),
		cmocka_unit_test(a_round_can_be_held_for_all),
		cmocka_unit_test(a_held_round_ends_at_its_limit), cmocka_unit_test(a_pause_needs_everybody),
		cmocka_unit_test(a_pause_stops_all_clocks),
		cmocka_unit_test(a_slow_clock_goes_on_after_a_pause),
		cmocka_unit_test(bots_take_their_time), cmocka_unit_test(a_choice_waits_until_it_is_time),
		cmocka_unit_test(bots_can_be_quick)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
