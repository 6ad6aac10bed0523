/* test_orders.c: orders to keep passing end by themselves. Three people play Kremlin on a simulated
 * clock; one of them orders to keep passing whenever she is asked in a round. Whatever all can see
 * to end such an order ends it, and no order passes for her where she is concerned. */
#include "server/hub_fixture.h"

#include "bots/bots.h"
#include "core/notation.h"
#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/play.h"

#ifdef NDEBUG
enum { GAMES = 2 };
#else
enum { GAMES = 1 };
#endif

enum { PEOPLE = 3, ANN = 0, MOST_GAMES = 20 };

typedef struct game {
	fixture h;
	sv_table *table;
	ap_rng rng;
	const char *until;
	ap_occasion given; /* the question at which the order was given */
	int looked_at;     /* messages of Ann that were looked at */
	int ordered, kept; /* orders that were given, and questions that one was kept for */
	bool must_end;     /* somebody has declared or played, or a phase has begun since */
} game;

static void open_game(game *g, const char *until, int number)
{
	static const char *const names[] = {"Ann", "Ben", "Cat"};
	memset(g, 0, sizeof *g);
	g->until = until;
	open_fixture(&g->h, "sqlite::memory:");
	ap_seed(&g->h.fake.rng, 11, (uint64_t)number);
	ap_seed(&g->rng, 12, (uint64_t)number);
	char key[SV_KEY_SIZE], invite[SV_KEY_SIZE];
	for (int i = 0; i < PEOPLE; i++)
		connect_client(&g->h, names[i], i + 1);
	json_t *made = send_request(&g->h, &g->h.client[0],
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"kremlin\",\"players\":3,\"seats\":[\"me\"],"
		"\"options\":{\"rules\":\"%s\"}}",
		number % 2 ? "advanced" : "basic");
	assert_string_equal(text_in(made, "type"), "created");
	snprintf(key, sizeof key, "%s", text_in(made, "table"));
	snprintf(invite, sizeof invite, "%s", text_in(made, "invite"));
	for (int i = 0; i < PEOPLE; i++) {
		test_client *c = &g->h.client[i];
		snprintf(c->table, sizeof c->table, "%s", key);
		if (i > 0)
			send_request(
				&g->h, c, "{\"type\":\"join\",\"table\":\"%s\",\"invite\":\"%s\"}", key, invite);
		send_request(&g->h, c, "{\"type\":\"watch\",\"table\":\"%s\"}", key);
	}
	send_request(&g->h, &g->h.client[0], "{\"type\":\"start\",\"table\":\"%s\"}", key);
	g->table = sv_find_table(g->h.hub, key);
	assert_int_equal(g->table->status, SV_RUNNING);
}

static ap_occasion occasion_now(const game *g)
{
	ap_any view;
	const sv_table *t = g->table;
	ap_view(t->game, &t->history->state, ANN, &view);
	return ap_occasion_of(t->game, &view, ANN);
}

static bool ends_orders(const char *event)
{
	static const char *const those[] = {"year", "phase", "declares", "plays"};
	for (int i = 0; i < AP_COUNT(those); i++)
		if (strcmp(event, those[i]) == 0)
			return true;
	return false;
}

/* Ann looks at what she was sent since she gave her order. */
static void look(game *g)
{
	test_client *ann = &g->h.client[ANN];
	for (; g->looked_at < ann->count; g->looked_at++) {
		const json_t *message = ann->received[g->looked_at], *event;
		size_t i;
		if (strcmp(text_in(message, "type"), "change") != 0)
			continue;
		json_array_foreach(json_object_get(message, "events"), i, event)
		{
			g->must_end = g->must_end || ends_orders(text_in(event, "event"));
		}
	}
	for (int i = 0; i < PEOPLE; i++) /* there is room for a part of a game only */
		while (g->h.client[i].count > 0)
			json_decref(g->h.client[i].received[--g->h.client[i].count]);
	g->looked_at = 0;
}

/* The order that Ann still has is one that may go on. */
static void check_order(game *g)
{
	const sv_table *t = g->table;
	look(g);
	if (t->status != SV_RUNNING || t->seat[ANN].orders == 0)
		return;
	assert_false(g->must_end);
	if (!sv_is_asked(t, ANN) ||
		strcmp(ap_step_name(t->game, ap_step_of(&t->history->state)), "listen") != 0)
		return;
	ap_occasion now = occasion_now(g);
	if (now.announcement == g->given.announcement)
		return;
	g->kept++;
	assert_string_not_equal(g->until, "announcement");
	assert_true(now.concern < (strcmp(g->until, "phase") == 0 ? AP_OWN : AP_STAKE));
}

static void order_to_keep_passing(game *g)
{
	test_client *ann = &g->h.client[ANN];
	g->given = occasion_now(g);
	g->must_end = false;
	g->ordered++;
	json_t *done = send_request(&g->h, ann,
		"{\"type\":\"wishes\",\"id\":\"w\",\"table\":\"%s\",\"orders\":[{\"step\":\"listen\","
		"\"action\":\"pass\",\"until\":\"%s\"}]}",
		ann->table, g->until);
	assert_string_equal(text_in(done, "type"), "done");
	assert_int_equal(g->table->seat[ANN].orders, 1);
}

static bool is_asked(const test_client *c)
{
	return json_is_object(c->ask) && !json_is_true(json_object_get(c->ask, "auto"));
}

static void answer(game *g, int seat)
{
	ap_any view;
	char text[AP_MAX_NOTATION];
	sv_table *t = g->table;
	test_client *c = &g->h.client[seat];
	ap_view(t->game, &t->history->state, seat, &view);
	ap_action a = ap_bot_named(t->game, "greedy")->choose(t->game, &view, seat, &g->rng);
	json_t *done = send_request(&g->h, c,
		"{\"type\":\"act\",\"id\":\"d\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
		c->table, t->question, ap_write_bare_action(t->game, a, text));
	assert_string_equal(text_in(done, "type"), "done");
}

static void play(game *g)
{
	while (g->table->status == SV_RUNNING) {
		check_order(g);
		for (int seat = 0; seat < PEOPLE && g->table->status == SV_RUNNING; seat++) {
			if (!is_asked(&g->h.client[seat]))
				continue;
			if (seat == ANN && sv_is_reaction(g->table) && g->table->seat[ANN].orders == 0)
				order_to_keep_passing(g);
			else
				answer(g, seat);
			check_order(g);
		}
		int64_t due = sv_hub_tick(g->h.hub);
		sv_hub_flush(g->h.hub);
		if (due != INT64_MAX && due > g->h.fake.now)
			g->h.fake.now = due;
		sv_hub_tick(g->h.hub);
		sv_hub_flush(g->h.hub);
	}
}

/* In some games no order meets a second question, so it goes on until one has. */
static void keep_passing(const char *until, bool is_kept)
{
	static game g;
	int ordered = 0, kept = 0, games = 0;
	for (; games < GAMES || (is_kept && kept == 0 && games < MOST_GAMES); games++) {
		open_game(&g, until, games);
		play(&g);
		ordered += g.ordered;
		kept += g.kept;
		close_fixture(&g.h);
	}
	print_message(
		"%s: %d games, %d orders, kept for %d more questions\n", until, games, ordered, kept);
	assert_true(ordered > 5 * games);
	assert_int_equal(kept > 0, is_kept);
}

static void passing_for_an_announcement_ends(void **unused)
{
	(void)unused;
	keep_passing("announcement", false);
}

static void passing_for_a_phase_ends(void **unused)
{
	(void)unused;
	keep_passing("phase", true);
}

static void passing_until_concerned_ends(void **unused)
{
	(void)unused;
	keep_passing("concerned", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(passing_for_an_announcement_ends),
		cmocka_unit_test(passing_for_a_phase_ends), cmocka_unit_test(passing_until_concerned_ends)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
