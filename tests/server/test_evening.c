/* test_evening.c: evenings on a simulated clock. Four people play at the relaxed tempo and take ten
 * seconds for every decision that they really have; where the server answers for them they do
 * nothing. Whoever goes on with what he has just begun (another step of the diplomat who is under
 * way) has decided that already, and only presses. How long that takes is printed, and no decision
 * may be taken by the clock. */
#include "server/hub_fixture.h"

#include "bots/bots.h"
#include "core/notation.h"
#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/play.h"

#ifdef NDEBUG
enum { EVENINGS = 3, MANY_EVENINGS = 11 };
#else
enum { EVENINGS = 1, MANY_EVENINGS = 1 };
#endif

enum { PEOPLE = 4, ONLOOKER = PEOPLE, THINKING = 10 * 1000, PRESSING = 2 * 1000, MAX_KINDS = 512 };

typedef struct person {
	int question;      /* what this person thinks about; -1: nothing */
	int64_t answer_at; /* when the person will have decided */
	ap_action answer;  /* what the person will answer */
	int last_move;     /* the length of the game after the last answer, and */
	ap_action last;    /* that answer */
} person;

typedef struct evening {
	fixture h;
	sv_table *table;
	person person[PEOPLE];
	ap_rng rng;
	int64_t began, seen; /* `seen`: when all public events so far could have been seen */
	int rounds, held, decisions, continued, question;
	int looked_at[PEOPLE + 1]; /* messages of each client that were looked at */
} evening;

/* ---- Sitting down ---------------------------------------------------------------------------- */

static void open_evening(evening *e, const char *game, int number)
{
	static const char *const names[] = {"Ann", "Ben", "Cat", "Dan", "Eve"};
	char invite[SV_KEY_SIZE];
	memset(e, 0, sizeof *e);
	open_fixture(&e->h, "sqlite::memory:");
	e->h.hub->limits.countdown = e->h.hub->limits.live_move = 0; /* as the tempo says */
	ap_seed(&e->h.fake.rng, 7, (uint64_t)number);
	ap_seed(&e->rng, 8, (uint64_t)number);
	for (int i = 0; i <= PEOPLE; i++)
		connect_client(&e->h, names[i], i + 1);
	json_t *made = send_request(&e->h, &e->h.client[0],
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"%s\",\"players\":%d,\"seats\":[\"me\"]}",
		game, PEOPLE);
	assert_string_equal(text_in(made, "type"), "created");
	snprintf(invite, sizeof invite, "%s", text_in(made, "invite"));
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", text_in(made, "table"));
	for (int i = 0; i <= PEOPLE; i++) {
		test_client *g = &e->h.client[i];
		snprintf(g->table, sizeof g->table, "%s", key);
		if (i > 0 && i < PEOPLE)
			send_request(
				&e->h, g, "{\"type\":\"join\",\"table\":\"%s\",\"invite\":\"%s\"}", key, invite);
		send_request(
			&e->h, g, "{\"type\":\"watch\",\"table\":\"%s\",\"invite\":\"%s\"}", key, invite);
	}
	send_request(&e->h, &e->h.client[0], "{\"type\":\"start\",\"table\":\"%s\"}", key);
	e->table = sv_find_table(e->h.hub, key);
	assert_string_equal(text_in(e->h.client[0].summary, "tempo"), "relaxed");
	assert_int_equal(e->table->status, SV_RUNNING);
	e->began = e->seen = e->h.fake.now;
	e->question = -1;
	for (int i = 0; i < PEOPLE; i++)
		e->person[i].question = -1;
}

/* ---- What all have seen ---------------------------------------------------------------------- */

static void count_events(const json_t *message, const ap_game *game, int count[MAX_KINDS])
{
	size_t i;
	const json_t *event;
	json_array_foreach(json_object_get(message, "events"), i, event)
	{
		int kind = 0;
		while (strcmp(ap_event_name(game, kind), text_in(event, "event")) != 0)
			kind++;
		assert_true(kind < MAX_KINDS);
		count[kind]++;
	}
}

/* Everybody has seen what each of the five clients was sent since the last look. */
static void look(evening *e)
{
	static int seen[PEOPLE + 1][MAX_KINDS];
	const ap_game *game = e->table->game;
	memset(seen, 0, sizeof seen);
	for (int i = 0; i <= PEOPLE; i++) {
		test_client *g = &e->h.client[i];
		for (int n = e->looked_at[i]; n < g->count; n++)
			if (strcmp(text_in(g->received[n], "type"), "change") == 0)
				count_events(g->received[n], game, seen[i]);
		while (g->count > 0)
			json_decref(g->received[--g->count]);
	}
	int64_t now = e->h.fake.now, until = e->seen > now ? e->seen : now;
	for (int kind = 0; ap_event_name(game, kind); kind++) {
		int common = seen[0][kind];
		for (int i = 1; i <= PEOPLE; i++)
			common = seen[i][kind] < common ? seen[i][kind] : common;
		until += common * ap_event_shown(game, kind);
	}
	int64_t most = now + e->h.limits.shown_most;
	e->seen = until < most ? until : most;
}

/* A new question ends no earlier than its time after all could have seen what led to it. */
static void look_at_question(evening *e)
{
	sv_table *t = e->table;
	if (t->question == e->question || t->status != SV_RUNNING)
		return;
	e->question = t->question;
	bool is_round = sv_has_countdown(t);
	e->rounds += is_round;
	assert_true(sv_deadline(t) >= e->seen + (is_round ? t->countdown : t->move_time));
}

/* ---- Thinking and answering ------------------------------------------------------------------ */

static int question_of(const test_client *g)
{
	return json_is_object(g->ask) ? (int)json_integer_value(json_object_get(g->ask, "question"))
								  : -1;
}

static bool is_asked(const test_client *g)
{
	return json_is_object(g->ask) && !json_is_true(json_object_get(g->ask, "auto"));
}

static void send_about(evening *e, int seat, const char *type)
{
	test_client *g = &e->h.client[seat];
	json_t *answer =
		send_request(&e->h, g, "{\"type\":\"%s\",\"id\":\"h\",\"table\":\"%s\",\"question\":%d}",
			type, g->table, e->table->question);
	assert_string_equal(text_in(answer, "type"), "done");
}

static void choose(evening *e, int seat)
{
	ap_any view;
	const sv_table *t = e->table;
	ap_view(t->game, &t->history->state, seat, &view);
	e->person[seat].answer = ap_bot_named(t->game, "greedy")->choose(t->game, &view, seat, &e->rng);
}

/* True if the answer is the same once more, and nothing else has happened since. In a round every
 * answer is to something new. */
static bool is_continued(const evening *e, const person *p)
{
	return !sv_is_sealed(e->table) && p->last_move == e->table->history->moves &&
		p->answer == p->last;
}

/* Begins to think when everything has been seen; a round that would not last is held. */
static void begin_to_think(evening *e, int seat)
{
	sv_table *t = e->table;
	person *p = &e->person[seat];
	int64_t now = e->h.fake.now, start = sv_clock_start(t);
	p->question = t->question;
	choose(e, seat);
	bool continued = is_continued(e, p);
	e->continued += continued;
	p->answer_at = continued ? now + PRESSING : (start > now ? start : now) + THINKING;
	if (!sv_has_countdown(t) || sv_deadline(t) > p->answer_at)
		return;
	send_about(e, seat, "hold");
	e->held++;
}

static void think(evening *e)
{
	for (int seat = 0; seat < PEOPLE; seat++) {
		test_client *g = &e->h.client[seat];
		person *p = &e->person[seat];
		if (p->question >= 0 && (!is_asked(g) || question_of(g) != p->question))
			fail_msg("%s: the clock took a decision of %s", ap_game_name(e->table->game), g->name);
		if (p->question < 0 && is_asked(g))
			begin_to_think(e, seat);
	}
}

static void answer(evening *e, int seat)
{
	char text[AP_MAX_NOTATION];
	sv_table *t = e->table;
	test_client *g = &e->h.client[seat];
	person *p = &e->person[seat];
	ap_action a = p->answer;
	int question = t->question;
	p->question = -1;
	p->last = a;
	p->last_move = t->history->moves + 1;
	json_t *done = send_request(&e->h, g,
		"{\"type\":\"act\",\"id\":\"d\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
		g->table, question, ap_write_bare_action(t->game, a, text));
	assert_string_equal(text_in(done, "type"), "done");
	e->decisions++;
	if (t->question == question && (t->holders & AP_SEAT(seat)) && !is_asked(g))
		send_about(e, seat, "release");
}

static int64_t next_answer(const evening *e)
{
	int64_t next = INT64_MAX;
	for (int seat = 0; seat < PEOPLE; seat++)
		if (e->person[seat].question >= 0 && e->person[seat].answer_at < next)
			next = e->person[seat].answer_at;
	return next;
}

static void play_evening(evening *e)
{
	while (e->table->status == SV_RUNNING) {
		look(e);
		look_at_question(e);
		think(e);
		int64_t next = next_answer(e), due = sv_hub_tick(e->h.hub);
		sv_hub_flush(e->h.hub);
		if (due > e->h.fake.now || next <= e->h.fake.now)
			e->h.fake.now = due < next ? due : next;
		sv_hub_tick(e->h.hub);
		sv_hub_flush(e->h.hub);
		for (int seat = 0; seat < PEOPLE; seat++)
			if (e->person[seat].question == e->table->question &&
				e->person[seat].answer_at <= e->h.fake.now && is_asked(&e->h.client[seat]))
				answer(e, seat);
	}
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Measures so many evenings; `minutes` has the shortest first. */
static void measure(const char *game, int evenings, int minutes[])
{
	static evening e;
	for (int i = 0; i < evenings; i++) {
		open_evening(&e, game, i);
		play_evening(&e);
		minutes[i] = (int)((e.h.fake.now - e.began + 59999) / 60000);
		print_message("%s: %d minutes, %d rounds (%d times held), %d decisions, %d of them "
					  "continued\n",
			game, minutes[i], e.rounds, e.held, e.decisions, e.continued);
		close_fixture(&e.h);
	}
	qsort(minutes, (size_t)evenings, sizeof *minutes, compare);
}

static void an_evening_of_red_empire(void **unused)
{
	(void)unused;
	int minutes[EVENINGS];
	measure("red-empire", EVENINGS, minutes);
	assert_in_range(minutes[EVENINGS - 1], 1, 60);
}

/* Its games are of very different length, because a game lasts until the right briefcase has flown
 * home: the longest lasts an hour at most. All are printed. */
static void an_evening_of_atomic_business(void **unused)
{
	(void)unused;
	int minutes[MANY_EVENINGS];
	measure("atomic-business", MANY_EVENINGS, minutes);
	print_message("atomic-business: %d minutes in the middle\n", minutes[MANY_EVENINGS / 2]);
	assert_in_range(minutes[MANY_EVENINGS - 1], 1, 60);
}

static void an_evening_of_kremlin(void **unused)
{
	(void)unused;
	int minutes[EVENINGS];
	measure("kremlin", EVENINGS, minutes);
	assert_in_range(minutes[EVENINGS - 1], 1, 90);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(an_evening_of_red_empire),
		cmocka_unit_test(an_evening_of_atomic_business), cmocka_unit_test(an_evening_of_kremlin)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
