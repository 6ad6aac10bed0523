/* test_relay.c: clients of one node at tables of another: they are told the same as all others, in
 * the same order and as soon; nothing is lost when links are slow, full or break; and nodes that
 * say anything do no harm. */
#include "server/two_hubs.h"

#include "server/nodes.h"
#include "server/relay_internal.h"

/* ---- The same for all ------------------------------------------------------------------------ */

/* A client that records the bytes it is sent. */
typedef struct tape {
	sv_client *client;
	char *text;
	size_t length;
} tape;

static bool record(void *to, const char *messages, size_t length)
{
	tape *p = to;
	assert_non_null(messages);
	p->text = realloc(p->text, p->length + length);
	memcpy(p->text + p->length, messages, length);
	p->length += length;
	return true;
}

static void say(sv_client *c, const char *text)
{
	assert_true(sv_client_message(c, text, strlen(text)));
}

/* Two people at three nodes' worth of seats: Ann looks from both hubs, Ben sits at the first, Cat
 * at the second, and bots have the other seats. */
typedef struct evening {
	two_hubs w;
	tape near, far; /* Ann at the hub that leads the table, and at the other */
	test_client *ann, *ben, *cat;
	char key[SV_KEY_SIZE];
	ap_rng rng;
	long compared, silent;
} evening;

/* Whatever Ann is told, both of her windows are told at the same time, and in the same bytes. */
static void compare(evening *e)
{
	assert_int_equal(e->near.length, e->far.length);
	if (e->near.length > 0)
		assert_memory_equal(e->near.text, e->far.text, e->near.length);
	e->compared += (long)e->near.length;
	e->near.length = e->far.length = 0;
}

static void say_both(evening *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say_both(evening *e, const char *format, ...)
{
	char text[1024];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	compare(e);
	say(e->near.client, text);
	say(e->far.client, text);
	settle(&e->w);
	compare(e);
}

static int hub_of(const evening *e, const test_client *g)
{
	return g == e->cat;
}

static json_t *ask(evening *e, test_client *g, const char *type, const char *more)
{
	return request_at(&e->w, hub_of(e, g), g,
		"{\"type\":\"%s\",\"id\":\"%s%u\",\"table\":\"%s\"%s}", type, type,
		ap_below(&e->rng, 1u << 30), e->key, more);
}

static void open_evening(evening *e, const char *game, int players, const char *extra)
{
	char seats[256] = "\"me\",\"open\",\"open\"";
	memset(e, 0, sizeof *e);
	ap_seed(&e->rng, 5, 6);
	open_two_hubs(&e->w);
	for (int i = 3; i < players; i++)
		snprintf(seats + strlen(seats), sizeof seats - strlen(seats), ",{\"bot\":\"random\"}");
	if (players == 2)
		snprintf(seats, sizeof seats, "\"open\",\"open\"");
	e->cat = connect_client(&e->w.hub[1], "Cat", 3);
	e->ann = connect_client(&e->w.hub[0], "Ann", 1);
	e->ben = connect_client(&e->w.hub[0], "Ben", 2);
	e->near.client = sv_client_open(e->w.hub[1].hub, 1, "Ann", record, &e->near);
	e->far.client = sv_client_open(e->w.hub[0].hub, 1, "Ann", record, &e->far);
	say_both(e, "{\"type\":\"hello\",\"version\":1}");
	json_t *made = request_at(&e->w, 1, e->cat,
		"{\"type\":\"create\",\"id\":\"c\",\"game\":\"%s\",\"players\":%d,\"public\":true,"
		"\"seats\":[%s]%s}",
		game, players, seats, extra);
	assert_string_equal(text_in(made, "type"), "created");
	snprintf(e->key, sizeof e->key, "%s", text_in(made, "table"));
	test_client *all[] = {e->ann, e->ben, e->cat};
	for (int i = 0; i < 3; i++) {
		snprintf(all[i]->table, sizeof all[i]->table, "%s", e->key);
		if (i < 2)
			assert_string_equal(text_in(ask(e, all[i], "join", ""), "type"), "done");
		assert_string_equal(text_in(ask(e, all[i], "watch", ""), "type"), "table");
	}
	say_both(e, "{\"type\":\"watch\",\"id\":\"look\",\"table\":\"%s\"}", e->key);
	assert_string_equal(text_in(ask(e, e->cat, "start", ""), "type"), "done");
	compare(e);
	assert_true(e->compared > 1000);
}

static void close_evening(evening *e)
{
	free(e->near.text);
	free(e->far.text);
	close_two_hubs(&e->w);
}

static bool is_over(const test_client *g)
{
	return strcmp(text_in(g->summary, "status"), "over") == 0;
}

static void drop_received(test_client *g)
{
	while (g->count > 100)
		json_decref(g->received[--g->count]);
}

/* Somebody who is asked does something. Returns false if nobody is. */
static bool act_once(evening *e)
{
	test_client *all[] = {e->ann, e->ben, e->cat};
	unsigned first = ap_below(&e->rng, 3);
	for (unsigned i = 0; i < 3; i++) {
		test_client *g = all[(first + i) % 3];
		json_t *legal = json_object_get(g->ask, "legal");
		size_t n = json_array_size(legal);
		char more[256];
		drop_received(g);
		if (!json_is_object(g->ask) || n == 0)
			continue;
		snprintf(more, sizeof more, ",\"question\":%" JSON_INTEGER_FORMAT ",\"action\":\"%s\"",
			json_integer_value(json_object_get(g->ask, "question")),
			json_string_value(json_array_get(legal, ap_below(&e->rng, (uint32_t)n))));
		long before = e->w.sent[1];
		json_t *answer = ask(e, g, "act", more);
		assert_non_null(answer);
		assert_string_equal(text_in(answer, "type"), "done");
		assert_ptr_equal(answer, g->received[g->count - 1]); /* the change was sent before */
		/* If it was Cat who answered, in secret, no frame goes to the other node. */
		if (g == e->cat && e->near.length == 0) {
			assert_int_equal(e->w.sent[1], before);
			e->silent++;
		}
		return true;
	}
	return false;
}

static void chat(evening *e)
{
	static const char *const texts[] = {",\"text\":\"well\"", ",\"text\":\"psst\",\"to\":[\"%s\"]"};
	test_client *from = ap_below(&e->rng, 2) ? e->cat : e->ben;
	test_client *to = from == e->cat ? e->ben : e->cat;
	char more[200];
	const char *seat = text_in(to->summary, "you");
	if (!*seat || !*text_in(from->summary, "you"))
		return;
	snprintf(more, sizeof more, texts[ap_below(&e->rng, 2)], seat);
	ask(e, from, "say", more);
}

static void play_evening(const char *game, int players, const char *extra)
{
	static evening e;
	open_evening(&e, game, players, extra);
	for (int step = 0; step < 4000 && !is_over(e.cat); step++) {
		if (!act_once(&e))
			pass_time_at_both(&e.w, 500);
		compare(&e);
		if (step % 41 == 40)
			chat(&e);
		if (step % 67 == 66) {
			say_both(&e, "{\"type\":\"log\",\"id\":\"l%d\",\"table\":\"%s\"}", step, e.key);
			say_both(&e, "{\"type\":\"watch\",\"id\":\"w%d\",\"table\":\"%s\"}", step, e.key);
			say_both(&e, "{\"type\":\"undo\",\"id\":\"u%d\",\"table\":\"%s\"}", step, "none");
		}
		compare(&e);
	}
	assert_true(is_over(e.cat));
	assert_true(is_over(e.ann));
	assert_true(is_over(e.ben));
	assert_true(e.compared > 20000);
	assert_false(e.w.is_cut);
	assert_int_equal(e.w.backs, 0);
	close_evening(&e);
}

static void a_relayed_viewer_is_told_the_same(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		if (ap_max_players(game) >= 3)
			play_evening(ap_game_name(game), ap_max_players(game) > 4 ? 4 : 3, ",\"fast\":true");
	}
	play_evening("red-empire", 3, ",\"fast\":false,\"tempo\":\"brisk\"");
}

/* ---- A small table --------------------------------------------------------------------------- */

/* Ben of the first hub sits at a table of the second, and looks. */
static void open_small(evening *e)
{
	open_evening(e, "red-empire", 3, "");
}

static void write_say(const evening *e, const char *id, char out[256])
{
	snprintf(out, 256, "{\"type\":\"say\",\"id\":\"%s\",\"table\":\"%s\",\"text\":\"%s\"}", id,
		e->key, id);
}

static const json_t *answer_to(const test_client *g, const char *id)
{
	for (int i = g->count - 1; i >= 0; i--)
		if (strcmp(text_in(g->received[i], "id"), id) == 0)
			return g->received[i];
	return NULL;
}

/* Checks that Cat has heard these, in this order, after her first `before` messages. */
static void assert_heard(const evening *e, int before, const char *const *texts, int count)
{
	int heard = 0;
	for (int i = before; i < e->cat->count; i++)
		if (strcmp(text_in(e->cat->received[i], "type"), "talk") == 0) {
			assert_true(heard < count);
			assert_string_equal(text_in(e->cat->received[i], "text"), texts[heard]);
			heard++;
		}
	assert_int_equal(heard, count);
}

static void messages_wait_for_a_leader(void **unused)
{
	(void)unused;
	static evening e;
	char text[256];
	open_small(&e);
	test_client *dan = connect_client(&e.w.hub[0], "Dan", 4);
	snprintf(dan->table, sizeof dan->table, "%s", e.key);
	e.w.no_leader = true;
	char other[SV_KEY_SIZE];
	json_t *made = request_at(&e.w, 1, e.cat,
		"{\"type\":\"create\",\"id\":\"d\",\"game\":\"red-empire\",\"players\":3,\"public\":true}");
	snprintf(other, sizeof other, "%s", text_in(made, "table"));
	assert_null(
		request_at(&e.w, 0, dan, "{\"type\":\"join\",\"id\":\"j1\",\"table\":\"%s\"}", other));
	assert_null(
		request_at(&e.w, 0, dan, "{\"type\":\"watch\",\"id\":\"j2\",\"table\":\"%s\"}", other));
	pass_time_at_both(&e.w, 3000);
	assert_null(answer_to(dan, "j1"));
	e.w.no_leader = false;
	pass_time_at_both(&e.w, 150);
	assert_string_equal(text_in(answer_to(dan, "j1"), "type"), "done");
	assert_string_equal(text_in(answer_to(dan, "j2"), "type"), "table");
	/* But not for ever. */
	e.w.no_leader = true;
	test_client *eve = connect_client(&e.w.hub[0], "Eve", 5);
	snprintf(text, sizeof text, "{\"type\":\"watch\",\"id\":\"k1\",\"table\":\"%s\"}", other);
	link_hubs(&e.w, false);
	say(eve->connection, text);
	settle(&e.w);
	for (int i = 0; i < 110 && !answer_to(eve, "k1"); i++)
		pass_time_at_both(&e.w, 100);
	assert_string_equal(text_in(answer_to(eve, "k1"), "code"), "storage");
	sv_relay_figures figures;
	sv_relay_figures_of(e.w.relay[0], &figures);
	assert_int_equal(figures.given_up, 1);
	assert_int_equal(figures.waiting, 0);
	close_evening(&e);
}

/* Another node may reach the leader that this one does not. */
static void who_waits_for_a_leader_that_is_not_reached_is_sent_back(void **unused)
{
	(void)unused;
	static evening e;
	char text[256];
	sv_relay_figures figures;
	open_small(&e);
	link_hubs(&e.w, false);
	test_client *eve = connect_client(&e.w.hub[0], "Eve", 5),
				*dan = connect_client(&e.w.hub[0], "Dan", 4);
	snprintf(text, sizeof text, "{\"type\":\"watch\",\"id\":\"k1\",\"table\":\"%s\"}", e.key);
	say(eve->connection, text);
	say(dan->connection, "{\"type\":\"lobby\",\"id\":\"k2\"}");
	pass_time_at_both(&e.w, 9000);
	assert_false(was_sent_back(&e.w, eve));
	pass_time_at_both(&e.w, 1500);
	assert_true(was_sent_back(&e.w, eve));
	assert_null(answer_to(eve, "k1"));
	assert_false(was_sent_back(&e.w, dan));
	sv_relay_figures_of(e.w.relay[0], &figures);
	assert_int_equal(figures.given_up, 0);
	assert_int_equal(figures.waiting, 0);
	close_evening(&e);
}

/* In the end it is this node itself that leads the table. */
static void messages_wait_until_they_can_be_handled_here(void **unused)
{
	(void)unused;
	static two_hubs w;
	char key[SV_KEY_SIZE];
	open_two_hubs(&w);
	test_client *ann = connect_client(&w.hub[0], "Ann", 1),
				*ben = connect_client(&w.hub[0], "Ben", 2);
	json_t *made = request_at(&w, 0, ann,
		"{\"type\":\"create\",\"id\":\"d\",\"game\":\"red-empire\",\"players\":3,\"public\":true}");
	snprintf(key, sizeof key, "%s", text_in(made, "table"));
	w.no_leader = true;
	for (int i = 0; i < 3; i++)
		assert_null(request_at(&w, 0, ben, "{\"type\":\"%s\",\"id\":\"j%d\",\"table\":\"%s\"}",
			i == 0 ? "join" : "watch", i, key));
	w.no_leader = false;
	pass_time_at_both(&w, 150);
	assert_string_equal(text_in(answer_to(ben, "j0"), "type"), "done");
	assert_string_equal(text_in(answer_to(ben, "j1"), "type"), "table");
	assert_string_equal(text_in(answer_to(ben, "j2"), "type"), "table");
	assert_int_equal(count_messages_of(ben, "done"), 1);
	sv_relay_figures figures;
	sv_relay_figures_of(w.relay[0], &figures);
	assert_int_equal(figures.waiting, 0);
	assert_int_equal(figures.passed_on, 0);
	close_two_hubs(&w);
}

/* The leader does not lead the table any more: what was on its way comes back, and goes on behind
 * it in its order. */
static void messages_stay_in_order_when_a_table_moves(void **unused)
{
	(void)unused;
	static evening e;
	static const char *const ids[] = {"m1", "m2", "m3", "m4", "m5"};
	char text[256];
	open_small(&e);
	for (int late = 0; late < 8; late++) {
		int before = e.cat->count;
		e.w.moved = true;
		for (int i = 0; i < 3; i++) {
			write_say(&e, ids[i], text);
			say(e.ben->connection, text);
		}
		for (int i = 0; i < late; i++)
			carry_one(&e.w);
		write_say(&e, ids[3], text);
		say(e.ben->connection, text); /* while the others come back */
		if (late % 2)
			settle(&e.w);
		write_say(&e, ids[4], text);
		say(e.ben->connection, text);
		settle(&e.w);
		assert_int_equal(e.cat->count, before);
		e.w.moved = false;
		pass_time_at_both(&e.w, 150);
		assert_heard(&e, before, ids, 5);
		for (int i = 0; i < 5; i++)
			assert_string_equal(text_in(answer_to(e.ben, ids[i]), "type"), "done");
		pass_time_at_both(&e.w, 5);
	}
	assert_int_equal(e.w.backs, 0);
	close_evening(&e);
}

static void who_has_looked_over_a_broken_link_is_sent_back(void **unused)
{
	(void)unused;
	static evening e;
	sv_relay_figures figures;
	open_small(&e);
	test_client *dan = connect_client(&e.w.hub[0], "Dan", 4); /* wants nothing elsewhere */
	request_at(&e.w, 0, dan, "{\"type\":\"lobby\"}");
	sv_relay_figures_of(e.w.relay[1], &figures);
	assert_int_equal(figures.mirrors, 5); /* Ann twice, Ben, Dan, and one for the list */
	link_hubs(&e.w, false);
	assert_true(was_sent_back(&e.w, e.ben));
	assert_true(was_sent_back(&e.w, e.ann));
	assert_false(was_sent_back(&e.w, dan));
	sv_relay_figures_of(e.w.relay[1], &figures);
	assert_int_equal(figures.mirrors, 0);
	int before = e.ben->count;
	link_hubs(&e.w, true);
	settle(&e.w);
	ask(&e, e.ben, "watch", ""); /* too late */
	assert_int_equal(e.ben->count, before);
	sv_client_close(e.ben->connection);
	test_client *again = connect_client(&e.w.hub[0], "Ben", 2);
	snprintf(again->table, sizeof again->table, "%s", e.key);
	assert_string_equal(
		text_in(ask(&e, again, "watch", ""), "you"), text_in(e.ben->summary, "you"));
	sv_relay_figures_of(e.w.relay[1], &figures);
	assert_int_equal(figures.mirrors, 3); /* Ben, Dan, the list */
	close_evening(&e);
}

/* A full link holds messages back where those of a slow client wait, and they come in order. */
static void a_full_link_holds_messages_back(void **unused)
{
	(void)unused;
	static evening e;
	open_small(&e);
	e.w.is_full[1] = true;
	int before = e.ben->count;
	for (int i = 0; i < 5; i++)
		ask(&e, e.cat, "say", ",\"text\":\"well\"");
	assert_int_equal(e.ben->count, before);
	e.w.is_full[1] = false;
	e.w.events[1].has_room(e.w.events[1].self, 1, SV_ANSWERING);
	settle(&e.w);
	assert_int_equal(e.ben->count, before + 5);
	/* One for which too much waits is closed, and its client sent back. */
	e.w.is_full[1] = true;
	e.w.hub[1].hub->limits.waiting_bytes = 20000;
	e.w.hub[1].limits.waiting_bytes = 20000;
	for (int i = 0; i < 400; i++)
		ask(&e, e.cat, "say", ",\"text\":\"well, well, well, well, well, well, well, well\"");
	e.w.is_full[1] = false;
	pass_time_at_both(&e.w, 10);
	assert_true(was_sent_back(&e.w, e.ben));
	close_evening(&e);
}

/* What waits to become durable here is not passed by what waits for nothing, except that a table of
 * another node waits for nobody here. */
static void what_comes_from_a_leader_waits_for_no_commit_here(void **unused)
{
	(void)unused;
	static evening e;
	open_small(&e);
	static const char create[] =
		"{\"type\":\"create\",\"id\":\"own\",\"game\":\"red-empire\",\"players\":3}";
	say(e.ben->connection, create); /* not committed yet */
	int before = e.ben->count;
	static const char talk[] = "hello";
	char text[256];
	write_say(&e, talk, text);
	say(e.cat->connection, text);
	sv_hub_flush(e.w.hub[1].hub);
	while (carry_one(&e.w))
		;
	assert_int_equal(e.ben->count, before + 1);
	assert_string_equal(text_in(e.ben->received[before], "type"), "talk");
	settle(&e.w);
	assert_int_equal(e.ben->count, before + 2);
	assert_string_equal(text_in(e.ben->received[before + 1], "type"), "created");
	close_evening(&e);
}

/* A pong comes after the answers to what the client has asked for before. */
static void a_pong_comes_last(void **unused)
{
	(void)unused;
	static evening e;
	char text[256];
	open_small(&e);
	write_say(&e, "first", text);
	say(e.ben->connection, text);
	say(e.ben->connection, "{\"type\":\"ping\",\"id\":\"second\"}");
	settle(&e.w);
	assert_string_equal(text_in(e.ben->received[e.ben->count - 1], "type"), "pong");
	assert_string_equal(text_in(answer_to(e.ben, "first"), "type"), "done");
	close_evening(&e);
}

static void a_client_that_leaves_has_no_mirror(void **unused)
{
	(void)unused;
	static evening e;
	sv_relay_figures figures;
	open_small(&e);
	sv_relay_figures_of(e.w.relay[1], &figures);
	int before = figures.mirrors;
	sv_client_close(e.ben->connection);
	settle(&e.w);
	sv_relay_figures_of(e.w.relay[1], &figures);
	assert_int_equal(figures.mirrors, before - 1);
	close_evening(&e);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static int rows_of(const test_client *g, const char *key, bool own)
{
	int count = 0;
	for (int i = 0; i < g->count; i++)
		count += strcmp(text_in(g->received[i], "type"), "lobby_change") == 0 &&
			strcmp(text_in(g->received[i], "table"), key) == 0 &&
			(json_object_get(g->received[i], "you") != NULL) == own;
	return count;
}

static void lists_tell_of_tables_everywhere(void **unused)
{
	(void)unused;
	static evening e;
	open_small(&e);
	test_client *dan = connect_client(&e.w.hub[0], "Dan", 4),
				*eve = connect_client(&e.w.hub[0], "Eve", 5);
	json_t *made = request_at(&e.w, 1, e.cat,
		"{\"type\":\"create\",\"id\":\"d\",\"game\":\"red-empire\",\"players\":3,\"public\":true,"
		"\"seats\":[\"me\",\"open\",{\"bot\":\"random\"}]}");
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", text_in(made, "table"));
	pass_time_at_both(&e.w, 1100);
	request_at(&e.w, 0, dan, "{\"type\":\"lobby\"}");
	request_at(&e.w, 0, eve, "{\"type\":\"lobby\"}");
	request_at(&e.w, 0, dan, "{\"type\":\"join\",\"id\":\"j\",\"table\":\"%s\"}", key);
	assert_int_equal(rows_of(dan, key, true), 1); /* at once */
	pass_time_at_both(&e.w, 1100);
	assert_int_equal(rows_of(dan, key, true), 1);
	assert_int_equal(rows_of(dan, key, false), 0); /* he has been told */
	assert_int_equal(rows_of(eve, key, false), 1);
	request_at(&e.w, 1, e.cat, "{\"type\":\"start\",\"id\":\"s\",\"table\":\"%s\"}", key);
	pass_time_at_both(&e.w, 1100);
	assert_int_equal(rows_of(eve, key, false), 2);
	assert_true(rows_of(dan, key, true) >= 2); /* and whether it is his turn */
	request_at(&e.w, 0, eve, "{\"type\":\"lobby\",\"watch\":false}");
	request_at(&e.w, 0, dan, "{\"type\":\"lobby\",\"watch\":false}");
	pass_time_at_both(&e.w, 1100);
	pass_time_at_both(&e.w, 1100);
	sv_relay_figures figures;
	sv_relay_figures_of(e.w.relay[1], &figures);
	assert_int_equal(figures.mirrors, 5); /* Ann twice, Ben, Dan, Eve, but none for the list */
	close_evening(&e);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static void limits_hold_for_both_together(void **unused)
{
	(void)unused;
	static two_hubs w;
	open_two_hubs(&w);
	sv_limits few = w.hub[0].limits;
	few.lists_a_person = 10;
	few.watches_a_person = 3;
	limit_both(&w, &few);
	test_client *here = connect_client(&w.hub[0], "Ann", 1),
				*there = connect_client(&w.hub[1], "Ann", 1);
	for (int i = 0; i < 7; i++)
		assert_string_equal(
			text_in(request_at(&w, 0, here, "{\"type\":\"games\",\"id\":\"g%d\"}", i), "type"),
			"games");
	pass_time_at_both(&w, 1000);
	int allowed = 0;
	for (int i = 0; i < 10; i++)
		allowed +=
			strcmp(
				text_in(request_at(&w, 1, there, "{\"type\":\"games\",\"id\":\"h%d\"}", i), "type"),
				"games") == 0;
	assert_true(allowed >= 2 && allowed <= 4);
	/* Amounts are taken back when the node is gone. */
	sv_meter *one = here->connection->who.person, *two = there->connection->who.person;
	sv_add_to_meter(w.hub[0].hub->meters, one, SV_WATCHES, 2);
	pass_time_at_both(&w, 1000);
	assert_int_equal(sv_amount_of(w.hub[1].hub->meters, two, SV_WATCHES), 2);
	assert_non_null(
		sv_amount_refused(w.hub[1].hub->meters, (sv_who){.person = two}, SV_WATCHES, 2));
	link_hubs(&w, false);
	assert_int_equal(sv_amount_of(w.hub[1].hub->meters, two, SV_WATCHES), 0);
	sv_add_to_meter(w.hub[0].hub->meters, one, SV_WATCHES, 1);
	pass_time_at_both(&w, 1000); /* that is told to nobody */
	link_hubs(&w, true);
	settle(&w);
	assert_int_equal(sv_amount_of(w.hub[1].hub->meters, two, SV_WATCHES), 3);
	sv_add_to_meter(w.hub[0].hub->meters, one, SV_WATCHES, -3);
	pass_time_at_both(&w, 1000);
	assert_int_equal(sv_amount_of(w.hub[1].hub->meters, two, SV_WATCHES), 0);
	close_two_hubs(&w);
}

/* A client is counted where it is connected, its mirror is not. */
static void a_mirror_is_not_limited_again(void **unused)
{
	(void)unused;
	static evening e;
	open_small(&e);
	e.w.hub[1].hub->limits.message_burst = 1;
	e.w.hub[1].hub->limits.messages_a_second = 1;
	for (int i = 0; i < 50; i++)
		assert_string_equal(text_in(ask(&e, e.ben, "watch", ""), "type"), "table");
	close_evening(&e);
}

/* ---- Administration -------------------------------------------------------------------------- */

static void take_answer(void *to, const char *answer, size_t length)
{
	snprintf(to, 256, "%.*s", answer ? (int)length : 4, answer ? answer : "none");
}

static void commands_are_carried_out_by_the_leader(void **unused)
{
	(void)unused;
	static evening e;
	char said[256] = "";
	open_small(&e);
	assert_false(sv_relay_command(e.w.relay[1], e.key, "root", "close", 5, take_answer, said));
	assert_false(sv_relay_command(e.w.relay[0], "nothing", "root", "close", 5, take_answer, said));
	assert_true(sv_relay_command(e.w.relay[0], e.key, "root", "close", 5, take_answer, said));
	settle(&e.w);
	assert_string_equal(said, "root asked for close");
	assert_true(sv_relay_command(e.w.relay[0], e.key, "root", "close", 5, take_answer, said));
	link_hubs(&e.w, false);
	assert_string_equal(said, "none");
	link_hubs(&e.w, true);
	assert_true(sv_relay_command(e.w.relay[0], e.key, "root", "close", 5, take_answer, said));
	snprintf(said, sizeof said, "gone");
	sv_relay_drop_commands(e.w.relay[0], said);
	settle(&e.w);
	assert_string_equal(said, "gone");
	close_evening(&e);
}

/* ---- Nodes that say anything ----------------------------------------------------------------- */

static bool swallow(void *to, const char *messages, size_t length)
{
	(void)to, (void)messages, (void)length;
	return true;
}

/* Frames whose bytes mean nothing, and frames that mean something with some bytes changed. */
static void frames_with_any_bytes_do_no_harm(void **unused)
{
	(void)unused;
	static evening e;
	ap_rng rng;
	ap_seed(&rng, 3, 4);
	open_small(&e);
	e.ann->connection->send = e.ben->connection->send = e.far.client->send = swallow;
	for (int i = 0; i < 30000; i++) {
		uint8_t frame[80];
		size_t length = ap_below(&rng, sizeof frame);
		for (size_t n = 0; n < length; n++)
			frame[n] = (uint8_t)(ap_below(&rng, 4) ? ap_below(&rng, 12) : ap_below(&rng, 256));
		int hub = (int)ap_below(&rng, 2);
		sv_side side = ap_below(&rng, 2) ? SV_ASKING : SV_ANSWERING;
		sv_link_events *events = &e.w.events[hub];
		events->received(events->self, hub == 0 ? 2 : 1, side, frame, length);
		if (i % 100 == 0)
			pass_time_at_both(&e.w, 10);
	}
	close_evening(&e);
	open_small(&e);
	e.ann->connection->send = e.ben->connection->send = e.far.client->send = swallow;
	for (int i = 0; i < 3000; i++) {
		test_client *all[] = {e.ann, e.ben, e.cat};
		test_client *g = all[ap_below(&rng, 3)];
		char text[256];
		write_say(&e, "any", text);
		drop_received(g);
		if (!was_sent_back(&e.w, g))
			sv_client_message(g->connection, text, strlen(text));
		for (int hub = 0; hub < 2; hub++)
			sv_hub_flush(e.w.hub[hub].hub);
		for (int n = 0; n < e.w.frames; n++)
			if (ap_below(&rng, 3) == 0)
				e.w.frame[n].bytes[ap_below(&rng, (uint32_t)e.w.frame[n].length)] =
					(uint8_t)ap_below(&rng, 256);
		settle(&e.w);
		if (i % 50 == 49)
			pass_time_at_both(&e.w, 100);
		e.near.length = e.far.length = 0;
		e.w.backs = e.w.backs > 60 ? 3 : e.w.backs;
	}
	close_evening(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_relayed_viewer_is_told_the_same),
		cmocka_unit_test(messages_wait_for_a_leader),
		cmocka_unit_test(who_waits_for_a_leader_that_is_not_reached_is_sent_back),
		cmocka_unit_test(messages_wait_until_they_can_be_handled_here),
		cmocka_unit_test(messages_stay_in_order_when_a_table_moves),
		cmocka_unit_test(who_has_looked_over_a_broken_link_is_sent_back),
		cmocka_unit_test(a_full_link_holds_messages_back),
		cmocka_unit_test(what_comes_from_a_leader_waits_for_no_commit_here),
		cmocka_unit_test(a_pong_comes_last),
		cmocka_unit_test(a_client_that_leaves_has_no_mirror),
		cmocka_unit_test(lists_tell_of_tables_everywhere),
		cmocka_unit_test(limits_hold_for_both_together),
		cmocka_unit_test(a_mirror_is_not_limited_again),
		cmocka_unit_test(commands_are_carried_out_by_the_leader),
		cmocka_unit_test(frames_with_any_bytes_do_no_harm),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
