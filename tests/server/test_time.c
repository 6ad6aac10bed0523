/* test_time.c: clocks that are set, a server that stalls or is restarted, and what the time of an
 * answer tells: nothing of this costs anybody a decision or a secret. */
#include "server/at_table.h"

#include <math.h>

#include "server/choices.h"
#include "server/pace.h"
#include "server/play.h"
#include "server/service_clock.h"
#include "server/watch.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

/* ---- The clock of the day -------------------------------------------------------------------- */

static int64_t told_left(const fixture *h)
{
	return shown_deadline(&h->client[0]) - (h->fake.now + h->fake.wall_ahead);
}

/* Whatever is told to people follows the clock of the day, and nothing else does. */
static void a_clock_that_is_set_changes_nothing(void **unused)
{
	static const int64_t jumps[] = {HOUR, -HOUR, -2 * HOUR, 24LL * 365 * HOUR, SECOND};
	(void)unused;
	static fixture h;
	open_fixture(&h, "sqlite::memory:");
	sv_table *t = start_table(&h, "red-empire", 3, 2, ",\"pace\":\"live\"");
	say(&h, 0, "wishes", ",\"ask_all\":true");
	say(&h, 1, "wishes", ",\"ask_all\":true");
	for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++) {
		int question = t->question, times = count_messages_of(&h.client[1], "clock");
		int64_t deadline = sv_deadline(t), left = deadline - h.fake.now;
		assert_true(left > 2 * SECOND);
		h.fake.wall_ahead += jumps[i];
		pass_time(&h, 0);
		assert_int_equal(t->question, question);
		assert_int_equal(sv_deadline(t), deadline);
		assert_int_equal(told_left(&h), left);
		assert_int_equal(count_messages_of(&h.client[1], "clock"), times + 1);
		assert_int_equal(
			json_integer_value(json_object_get(last_message_of(&h.client[1], "clock"), "now")),
			h.fake.now + h.fake.wall_ahead);
		pass_time(&h, SECOND);
		assert_int_equal(t->question, question);
		assert_int_equal(t->absent, 0);
	}
	pass_time(&h, sv_deadline(t) - h.fake.now - 1);
	int question = t->question;
	pass_time(&h, 1); /* it ends when it would have ended */
	assert_int_not_equal(t->question, question);
	close_fixture(&h);
}

/* ---- Time in which the server did not serve -------------------------------------------------- */

static sv_service_clock opened_clock(fixture *h)
{
	sv_service_clock clock;
	ap_error error = {0};
	assert_true(sv_service_clock_open(&clock, &h->world, h->store, &error));
	return clock;
}

static int64_t served(sv_service_clock *clock)
{
	sv_world world = sv_service_world(clock);
	return world.elapsed(world.self);
}

static void a_pass_counts_for_what_it_meant_to_wait(void **unused)
{
	(void)unused;
	static fixture h;
	open_fixture(&h, "sqlite::memory:");
	sv_service_clock clock = opened_clock(&h);
	int64_t began = served(&clock);
	h.fake.now += HOUR; /* it does not serve yet */
	assert_int_equal(served(&clock), began);
	assert_int_equal(sv_service_clock_pass(&clock, 500), 0);
	h.fake.now += 450;
	assert_int_equal(served(&clock), began + 450);
	assert_int_equal(sv_service_clock_pass(&clock, 500), 0);
	h.fake.now += 60 * SECOND; /* it is stopped */
	int64_t stopped = served(&clock) - began;
	assert_in_range(stopped, 950, 1050);
	assert_int_equal(sv_service_clock_pass(&clock, 0), 60 * SECOND - (stopped - 450));
	assert_int_equal(served(&clock), began + stopped); /* what was given back stays so */
	assert_int_equal(clock.stalls, 1);
	h.fake.wall_ahead -= HOUR;
	assert_int_equal(served(&clock), began + stopped);
	close_fixture(&h);
}

/* Whoever runs the server is told that somebody has set the clock of the day, and of nothing else:
 * not of a stall, not of a clock that is adjusted little by little. */
static void a_clock_that_is_set_is_known(void **unused)
{
	(void)unused;
	static fixture h;
	open_fixture(&h, "sqlite::memory:");
	sv_service_clock clock = opened_clock(&h);
	assert_int_equal(sv_service_clock_day_set(&clock), 0);
	h.fake.now += HOUR;
	assert_int_equal(sv_service_clock_day_set(&clock), 0);
	h.fake.wall_ahead += HOUR;
	assert_int_equal(sv_service_clock_day_set(&clock), HOUR);
	assert_int_equal(sv_service_clock_day_set(&clock), 0);
	h.fake.wall_ahead -= HOUR;
	h.fake.now += MINUTE;
	assert_int_equal(sv_service_clock_day_set(&clock), -HOUR);
	for (int i = 0; i < 100; i++) {
		h.fake.wall_ahead += 300;
		assert_int_equal(sv_service_clock_day_set(&clock), 0);
	}
	close_fixture(&h);
}

static void the_clock_goes_on_where_it_stood(void **unused)
{
	(void)unused;
	static fixture h;
	open_fixture(&h, "sqlite::memory:");
	sv_service_clock clock = opened_clock(&h);
	sv_service_clock_pass(&clock, HOUR);
	h.fake.now += 5 * SECOND;
	sv_service_clock_keep(&clock, h.store, true);
	assert_false(sv_store_has_uncommitted(h.store)); /* nothing else is written */
	h.fake.now += MINUTE;
	sv_service_clock_keep(&clock, h.store, false);
	assert_false(sv_store_has_uncommitted(h.store)); /* nobody plays */
	sv_service_clock_keep(&clock, h.store, true);
	assert_true(sv_store_has_uncommitted(h.store));
	assert_true(sv_store_commit(h.store));
	int64_t kept = served(&clock);
	h.fake.now += 3 * HOUR;
	sv_service_clock later = opened_clock(&h);
	assert_int_equal(served(&later), kept);
	sv_service_clock_pass(&later, 10);
	h.fake.now += 7;
	assert_int_equal(served(&later), kept + 7);
	close_fixture(&h);
}

/* The first thing that is written takes the clock along: whoever is told that it is stored can rely
 * on the time, even if the server is killed and the clock of the day set a moment later. */
static void a_new_clock_is_kept_with_the_first_write(void **unused)
{
	(void)unused;
	static fixture h;
	sv_person_row row = {.id = 1, .name = "Ann", .settings = "{}"};
	open_fixture(&h, "sqlite::memory:");
	sv_service_clock clock = opened_clock(&h);
	sv_service_clock_pass(&clock, 10);
	sv_service_clock_keep(&clock, h.store, true);
	assert_false(sv_store_has_uncommitted(h.store));
	assert_true(sv_store_put_person(h.store, &row));
	sv_service_clock_keep(&clock, h.store, true);
	assert_true(sv_store_commit(h.store));
	h.fake.wall_ahead += 2 * HOUR;
	sv_service_clock later = opened_clock(&h);
	assert_int_equal(served(&later), served(&clock));
	close_fixture(&h);
}

/* Opens the hub again with the clock of the server, which the store has. */
static void open_with_clock(fixture *h, sv_service_clock *clock, const char *url)
{
	ap_error error = {0};
	close_fixture(h);
	h->store = sv_store_open(url, &error);
	assert_non_null(h->store);
	assert_true(sv_service_clock_open(clock, &h->world, h->store, &error));
	sv_world world = sv_service_world(clock);
	h->hub = sv_hub_open(h->store, &world, &h->limits, &error);
	assert_non_null(h->hub);
	sv_service_clock_pass(clock, 100LL * 24 * HOUR);
}

/* A slow game of which the server is away for a day and a half: nobody's two days are shorter. */
static void a_restart_gives_days_back(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	sv_service_clock clock;
	new_disk_store(&disk);
	open_fixture(&h, disk.url);
	open_with_clock(&h, &clock, disk.url);
	sv_table *t = start_table(&h, "kremlin", 3, 2, ",\"pace\":\"slow\"");
	int64_t left = sv_deadline(t) - served(&clock);
	char key[SV_KEY_SIZE];
	memcpy(key, t->key, sizeof key);
	h.fake.now += 5 * HOUR;
	sv_hub_tick(h.hub);
	sv_service_clock_keep_now(&clock, h.store);
	assert_true(sv_hub_settle(h.hub) && sv_store_commit(h.store));
	int question = t->question;
	sv_hub_close(h.hub);
	sv_store_close(h.store);
	h.fake.now += 36 * HOUR;
	h.hub = NULL;
	ap_error error = {0};
	h.store = sv_store_open(disk.url, &error);
	assert_true(sv_service_clock_open(&clock, &h.world, h.store, &error));
	sv_world world = sv_service_world(&clock);
	h.hub = sv_hub_open(h.store, &world, &h.limits, &error);
	sv_service_clock_pass(&clock, 100LL * 24 * HOUR);
	t = sv_find_table(h.hub, key);
	assert_true(sv_load_history(t));
	assert_int_equal(t->question, question);
	assert_int_equal(sv_deadline(t) - served(&clock), left - 5 * HOUR);
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* A stall of a minute: the question is open for as long as before, and all are told. */
static void a_stall_is_given_back_and_told(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	sv_service_clock clock;
	new_disk_store(&disk);
	open_fixture(&h, disk.url);
	open_with_clock(&h, &clock, disk.url);
	sv_table *t = start_table(&h, "kremlin", 3, 2, "");
	int64_t left = sv_deadline(t) - served(&clock), told = shown_deadline(&h.client[1]);
	sv_service_clock_pass(&clock, 500);
	h.fake.now += 10 * MINUTE;
	int question = t->question;
	sv_service_clock_pass(&clock, 500);
	sv_hub_tick(h.hub);
	sv_hub_flush(h.hub);
	assert_int_equal(t->question, question);
	int64_t used = left - (sv_deadline(t) - served(&clock));
	assert_in_range(used, 0, 600);
	assert_int_equal(shown_deadline(&h.client[1]) - told, 10 * MINUTE - used);
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* ---- What the time of an answer tells -------------------------------------------------------- */

enum { TABLES = 60, QUESTIONS = 120, SEEN_MOST = TABLES * QUESTIONS };

typedef struct answer_seen {
	double time; /* as a part of what this person usually takes, or in ms */
	bool chosen;
} answer_seen;

static int compare_answers(const void *a, const void *b)
{
	double x = ((const answer_seen *)a)->time, y = ((const answer_seen *)b)->time;
	return x < y ? -1 : x > y;
}

/* Returns how many of a hundred answers the best threshold tells rightly, if choices and automatic
 * answers are equally likely. */
static double best_guess(answer_seen *list, int count)
{
	double best = 50, chosen = 0, automatic = 0, below[2] = {0, 0};
	qsort(list, (size_t)count, sizeof *list, compare_answers);
	for (int i = 0; i < count; i++)
		*(list[i].chosen ? &chosen : &automatic) += 1;
	assert_true(chosen > 100 && automatic > 100);
	for (int i = 0; i < count; i++) {
		below[list[i].chosen] += 1;
		double right = 50 + 50 * (below[1] / chosen - below[0] / automatic);
		right = right < 50 ? 100 - right : right;
		best = right > best ? right : best;
	}
	return best;
}

static double part_of_one(ap_rng *rng)
{
	return (ap_below(rng, 1000000) + 0.5) / 1000000;
}

/* A time such as people take: its logarithm is normally distributed. */
static double human_time(ap_rng *rng, double median, double spread)
{
	double normal = sqrt(-2 * log(part_of_one(rng))) * cos(6.283185307179586 * part_of_one(rng));
	return 400 + median * exp(spread * normal);
}

/* Plays tables of people who take their time, each his own; in half of the questions the server
 * answers. Returns the answers that came before the longest wait. */
static int watch_tables(
	sv_table *t, ap_rng *rng, answer_seen *raw, answer_seen *relative, double automatic_share)
{
	int count = 0;
	for (int table = 0; table < TABLES; table++) {
		double median[3], spread = 0.3 + 0.5 * part_of_one(rng);
		for (int seat = 0; seat < 3; seat++)
			median[seat] = 700 + 4500 * part_of_one(rng);
		memset(t->paces, 0, sizeof t->paces);
		for (int i = 0; i < QUESTIONS; i++) {
			int seat = i % 2; /* two people; a bot has the third seat */
			bool chosen = part_of_one(rng) >= automatic_share;
			double time = chosen
				? human_time(rng, median[seat], spread)
				: (double)(sv_draw_answer_time(t, seat, ap_below(rng, UINT32_MAX)) - t->asked_at);
			sv_pace pace = {.ms = (int32_t)time,
				.step = (uint16_t)ap_step_of(&t->history->state),
				.seat = (uint8_t)seat};
			sv_note_pace(t, &pace);
			if (time > sv_longest_wait(t))
				continue;
			raw[count] = (answer_seen){time, chosen};
			relative[count++] = (answer_seen){time / median[seat], chosen};
		}
	}
	return count;
}

static void below_the_cap_time_tells_hardly_anything(void **unused)
{
	(void)unused;
	static fixture h;
	static answer_seen raw[SEEN_MOST], relative[SEEN_MOST];
	static const double shares[] = {0.2, 0.5, 0.8};
	open_fixture(&h, "sqlite::memory:");
	h.limits.shown_most = 0;
	h.hub->limits = h.limits;
	sv_table *t = start_table(&h, "red-empire", 3, 2, "");
	assert_int_equal(sv_longest_wait(t), 6 * SECOND);
	for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
		ap_rng rng;
		ap_seed(&rng, 5, i);
		t->asked_at = t->seen_at = h.fake.now;
		int count = watch_tables(t, &rng, raw, relative, shares[i]);
		double by_time = best_guess(raw, count), by_person = best_guess(relative, count);
		print_message(
			"%.0f %% automatic, %d answers: time tells %.1f %%, of known people %.1f %%\n",
			100 * shares[i], count, by_time, by_person);
		assert_true(by_time <= 60 && by_person <= 60);
	}
	close_fixture(&h);
}

/* Lets time pass until the server has answered the open question, or nothing is due. Returns how
 * long that took since it was asked. */
static int64_t wait_for_answer(fixture *h, sv_table *t)
{
	int question = t->question;
	int64_t asked_at = t->asked_at;
	for (int i = 0; i < 100 && t->question == question && t->status == SV_RUNNING; i++)
		pass_time(h, t->due > h->fake.now ? t->due - h->fake.now : 1);
	assert_int_not_equal(t->question, question);
	return h->fake.now - asked_at;
}

static bool is_answered_by_server(const sv_table *t, int seat)
{
	ap_any view;
	ap_action answer;
	ap_view(t->game, &t->history->state, seat, &view);
	return sv_is_asked(t, seat) && sv_find_automatic_answer(t, seat, &view, &answer);
}

/* Plays with two people who always give the first answer, and notes how long the server took where
 * it answered for one of them: at a step that is open to all, and otherwise. */
static void play_noting_waits(fixture *h, sv_table *t, int64_t took[2][2], int count[2])
{
	memset(count, 0, 2 * sizeof *count);
	took[0][0] = took[1][0] = INT64_MAX;
	took[0][1] = took[1][1] = 0;
	for (int i = 0; i < 3000 && t->status == SV_RUNNING && count[0] < 20; i++) {
		int seat = ap_first_seat(ap_actors(&t->history->state));
		bool open = ap_step_open(t->game, ap_step_of(&t->history->state));
		if (seat >= 2 || !is_answered_by_server(t, seat)) {
			char action[SV_ACTION_SIZE];
			ap_action legal[AP_MAX_LEGAL];
			if (seat >= 2) {
				wait_for_answer(h, t);
				continue;
			}
			ap_legal(t->game, &t->history->state, seat, legal);
			ap_write_action(t->game, seat, legal[0], action, sizeof action);
			assert_string_equal(
				act(h, seat, t, action + strlen(ap_seat_name(t->game, seat)) + 1), "");
			continue;
		}
		int64_t seen = t->seen_at - t->asked_at, time = wait_for_answer(h, t) - seen;
		count[open]++;
		took[open][0] = time < took[open][0] ? time : took[open][0];
		took[open][1] = time > took[open][1] ? time : took[open][1];
	}
}

static void automatic_answers_wait_as_people_do(void **unused)
{
	(void)unused;
	static const struct {
		const char *extra;
		int64_t least, most;
	} tables[] = {{"", 300, 6 * SECOND + 1200}, {",\"poker_face\":true", 300, 61 * SECOND},
		{",\"fast\":true", 0, 0}};
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		static fixture h;
		int64_t took[2][2];
		int count[2];
		open_fixture(&h, "sqlite::memory:");
		h.limits.shown_most = 0;
		h.hub->limits = h.limits;
		sv_table *t = start_table(&h, "red-empire", 3, 2, tables[i].extra);
		const json_t *most = json_object_get(h.client[0].summary, "auto_ms");
		assert_int_equal(json_is_null(most), t->poker_face);
		play_noting_waits(&h, t, took, count);
		assert_true(count[0] >= 10 || t->fast); /* there nothing is ever open that it answers */
		assert_true(t->fast || took[0][0] >= tables[i].least);
		assert_true(took[0][1] <= tables[i].most);
		close_fixture(&h);
	}
}

/* ---- Pings ----------------------------------------------------------------------------------- */

/* Sends a ping of Ben; returns whether the answer is there before anything is committed. */
static bool is_answered_before_commit(fixture *h)
{
	static const char ping[] = "{\"type\":\"ping\",\"id\":\"p\"}";
	int before = h->client[1].count;
	assert_true(sv_client_message(h->client[1].connection, ping, strlen(ping)));
	bool answered = h->client[1].count == before + 1;
	sv_hub_flush(h->hub);
	assert_int_equal(h->client[1].count, before + 1);
	return answered;
}

/* In the pass of the loop in which another has answered in secret, which has to be stored, a ping
 * is answered as in any other. */
static void a_ping_does_not_wait_for_what_others_do_in_secret(void **unused)
{
	(void)unused;
	static fixture h[2];
	json_t *pong[2];
	for (int i = 0; i < 2; i++) {
		open_fixture(&h[i], "sqlite::memory:");
		sv_table *t = start_table(&h[i], "kremlin", 3, 2, "");
		assert_true(sv_is_sealed(t) && sv_is_asked(t, 0));
		if (i == 1) {
			char text[256], action[SV_ACTION_SIZE];
			ap_action legal[AP_MAX_LEGAL];
			ap_legal(t->game, &t->history->state, 0, legal);
			ap_write_action(t->game, 0, legal[0], action, sizeof action);
			snprintf(text, sizeof text,
				"{\"type\":\"act\",\"id\":\"a\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
				t->key, t->question, action + strlen(ap_seat_name(t->game, 0)) + 1);
			int lines = sv_line_count(t);
			assert_true(sv_client_message(h[i].client[0].connection, text, strlen(text)));
			assert_int_equal(sv_line_count(t), lines + 1);
			assert_true(sv_store_has_uncommitted(h[i].store));
		}
		assert_true(is_answered_before_commit(&h[i]));
		pong[i] = h[i].client[1].received[h[i].client[1].count - 1];
	}
	assert_true(json_equal(pong[0], pong[1]));
	close_fixture(&h[0]);
	close_fixture(&h[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_clock_that_is_set_changes_nothing),
		cmocka_unit_test(a_pass_counts_for_what_it_meant_to_wait),
		cmocka_unit_test(a_clock_that_is_set_is_known),
		cmocka_unit_test(the_clock_goes_on_where_it_stood),
		cmocka_unit_test(a_new_clock_is_kept_with_the_first_write),
		cmocka_unit_test(a_restart_gives_days_back),
		cmocka_unit_test(a_stall_is_given_back_and_told),
		cmocka_unit_test(below_the_cap_time_tells_hardly_anything),
		cmocka_unit_test(automatic_answers_wait_as_people_do),
		cmocka_unit_test(a_ping_does_not_wait_for_what_others_do_in_secret)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
