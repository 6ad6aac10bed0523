/* fuzz_messages.c: sends a hub anything that clients can send, in any order and at any time. It
 * checks that a message that is refused changes nothing, that every message is answered once, that
 * the tables can be read back from the store, that the messages to a watcher result in the view
 * that he may have, and that everything that was acknowledged is stored. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/maker.h"
#include "fuzz/oracle.h"
#include "fuzz/sample.h"
#include "server/choices.h"
#include "text/memory.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CLIENTS = 6, MOST_STEPS = 120, MOST_LINES = 2000, ACKS = 64 };

/* A client, and what it has sent and received since the last flush. */
typedef struct test_client {
	sv_client *client;
	int64_t person;
	const char *name;
	json_t *views; /* for each table, the view that results from what it received */
	char asked[SV_MESSAGE_ID_SIZE]; /* the id of its message, if it has sent only one that has an id
									 */
	int sent, with_id;     /* the number of messages sent; how many of them have a valid id */
	int answers, refusals; /* the number of answers with an id; of refusals */
	int received;          /* the number of messages received */
	bool welcomed;         /* it has been sent the welcome */
	bool dropped;          /* the hub wants to close the connection */
	bool storage_failed;   /* it was told that the store failed */
} test_client;

/* A line that was acknowledged under the id of a message. */
typedef struct acknowledged {
	int64_t table; /* 0: it does not count any more */
	char id[SV_MESSAGE_ID_SIZE];
} acknowledged;

static struct {
	fake_world fake;
	sv_world world;
	sv_limits limits;
	sv_store *store;
	sv_hub *hub;
	test_client client[CLIENTS];
	int number;      /* the number of the next message */
	int waiting;     /* the number of messages since the last flush */
	uint64_t before; /* the fingerprint before the first of them */
	bool will_fail;  /* the next commit fails */
	acknowledged ack[ACKS];
	int acks;
} fixture;

/* ---- Messages of the hub --------------------------------------------------------------------- */

static const char *text_in(const json_t *message, const char *key)
{
	const char *text = json_string_value(json_object_get(message, key));
	return text ? text : "";
}

/* Notes a view that is sent as a whole. */
static void note_whole(test_client *c, const json_t *message)
{
	json_t *view = json_object_get(message, "view"), *you = json_object_get(message, "you");
	if (!view)
		return;
	const char *viewer = json_is_null(you) ? "observer" : json_string_value(you);
	MUST(viewer && strcmp(text_in(view, "viewer"), viewer) == 0);
	json_object_set(c->views, text_in(message, "table"), view);
}

/* Notes the parts of a view that have changed. */
static void note_change(test_client *c, const json_t *message)
{
	json_t *known = json_object_get(c->views, text_in(message, "table"));
	json_t *view = json_object_get(message, "view");
	MUST(known && json_is_object(view));
	MUST(!json_object_get(view, "viewer"));
	MUST(json_object_update_recursive(known, view) == 0);
}

static void note_refusal(test_client *c, const json_t *message)
{
	MUST(*text_in(message, "code") && *text_in(message, "text"));
	c->refusals++;
	c->storage_failed = c->storage_failed ||
		(strcmp(text_in(message, "code"), "storage") == 0 && !json_object_get(message, "id"));
}

static void receive_message(test_client *c, const char *text)
{
	MUST(strlen(text) < sizeof fixture.hub->scratch);
	json_t *message = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	MUST(json_is_object(message));
	const char *type = text_in(message, "type");
	c->received++;
	c->answers += json_object_get(message, "id") != NULL;
	if (*c->asked && json_object_get(message, "id"))
		MUST(strcmp(text_in(message, "id"), c->asked) == 0);
	if (strcmp(type, "table") == 0)
		note_whole(c, message);
	else if (strcmp(type, "change") == 0)
		note_change(c, message);
	else if (strcmp(type, "refused") == 0)
		note_refusal(c, message);
	else if (strcmp(type, "welcome") == 0)
		c->welcomed = true;
	MUST(c->welcomed || strcmp(type, "refused") == 0);
	json_decref(message);
}

static bool receive(void *to, const char *messages, size_t length)
{
	if (!messages) {
		((test_client *)to)->dropped = true;
		return true;
	}
	for (const char *text = messages; text < messages + length; text += strlen(text) + 1)
		receive_message(to, text);
	return true;
}

/* ---- Connections ----------------------------------------------------------------------------- */

/* Begins to count anew. */
static void reset_counts(test_client *c)
{
	c->sent = c->with_id = c->answers = c->refusals = c->received = 0;
	c->asked[0] = '\0';
	c->storage_failed = false;
}

static void connect_client(test_client *c)
{
	c->client = sv_client_open(fixture.hub, c->person, c->name, receive, c);
	c->views = json_object();
	c->dropped = c->welcomed = false;
	reset_counts(c);
}

static void disconnect_client(test_client *c)
{
	sv_client_close(c->client);
	json_decref(c->views);
}

static void say_hello(test_client *c)
{
	static const char hello[] = "{\"type\":\"hello\",\"version\":1}";
	sv_client_message(c->client, hello, sizeof hello - 1);
	sv_hub_flush(fixture.hub);
	reset_counts(c);
}

/* All clients connect, and all but the last say hello. */
static void connect_all(void)
{
	static const test_client people[CLIENTS] = {{.person = ANN, .name = "Ann"},
		{.person = BEN, .name = "Ben"}, {.person = ANN, .name = "Ann"},
		{.person = CAT, .name = "Cat"}, {.person = DAN, .name = "Dan"},
		{.person = DAN, .name = "Dan"}};
	for (int i = 0; i < CLIENTS; i++) {
		fixture.client[i] = people[i];
		connect_client(&fixture.client[i]);
		if (i < CLIENTS - 1)
			say_hello(&fixture.client[i]);
	}
}

static sv_hub *open_hub(void)
{
	ap_error error = {0};
	sv_hub *hub = sv_hub_open(fixture.store, &fixture.world, &fixture.limits, &error);
	MUST(hub);
	return hub;
}

static void open_fixture(unsigned kind, unsigned progress)
{
	ap_error error = {0};
	memset(&fixture, 0, sizeof fixture);
	fixture.world = fake_world_of(&fixture.fake, 2);
	fixture.limits = sv_default_limits;
	fixture.limits.bot_workers = 0;
	fixture.limits.talk_a_minute = 3;
	fixture.limits.tables_a_person = 5;
	fixture.limits.message_burst = kind & 0x80 ? 4 : 1000;
	fixture.limits.waiting_bytes = kind & 0x40 ? 40000 : 4 << 20;
	fixture.store = sv_store_open("sqlite::memory:", &error);
	MUST(fixture.store);
	add_sample_tables(
		fixture.store, (int)(kind % 32 % (unsigned)ap_game_count()), progress, kind & 0x20);
	fixture.hub = open_hub();
	connect_all();
}

static void close_fixture(void)
{
	for (int i = 0; i < CLIENTS; i++)
		disconnect_client(&fixture.client[i]);
	sv_hub_close(fixture.hub);
	sv_store_close(fixture.store);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Called with each line of a table: returns false, which ends the search, if it has the id. */
static bool find_ack(void *to, int seq, const sv_line *line)
{
	(void)seq;
	return strcmp(to, line->message_id) != 0;
}

static void check_acknowledged(void)
{
	for (int i = 0; i < fixture.acks && i < ACKS; i++)
		MUST(fixture.ack[i].table == 0 ||
			!sv_store_each_line(
				fixture.store, fixture.ack[i].table, 0, find_ack, fixture.ack[i].id));
}

/* A game to which nobody can come back is deleted after a while, with all it had. */
static void forget_abandoned(void)
{
	for (const sv_table *t = fixture.hub->tables; t; t = t->next)
		for (int i = 0; i < fixture.acks && i < ACKS && sv_count_players(t) == 0; i++)
			if (fixture.ack[i].table == t->id)
				fixture.ack[i].table = 0;
}

static void check_views(void)
{
	for (int i = 0; i < CLIENTS; i++)
		for (sv_watcher *w = fixture.client[i].client->watchers; w; w = w->next_of_client)
			check_shown_view(w, json_object_get(fixture.client[i].views, w->table->key));
}

static void check_all(void)
{
	sv_hub *other = open_hub();
	check_same_tables(fixture.hub, other);
	sv_hub_close(other);
	check_views();
	check_acknowledged();
}

/* If the last message of a client has added a line to a table, notes that it was acknowledged. */
static void note_acknowledged(const test_client *c)
{
	for (const sv_table *t = fixture.hub->tables; t; t = t->next) {
		int seat = sv_seat_of(t, c->person);
		sv_answered_message last = {0};
		if (t->history && seat < AP_MAX_SEATS)
			for (size_t at = 0; sv_next_answered(&t->answered[seat], &at, &last);)
				;
		if (!*last.id || strcmp(last.id, c->asked) != 0)
			continue;
		acknowledged *ack = &fixture.ack[fixture.acks++ % ACKS];
		ack->table = t->id;
		memcpy(ack->id, c->asked, sizeof ack->id);
	}
}

/* Checks that each message was answered once, and that a refused one changed nothing. If the store
 * failed, each client must have been told that, and what it looks at anew; only what needs no
 * commit may have been answered before. */
static void check_answers(test_client *c, bool stored)
{
	if (!stored) {
		MUST(c->storage_failed && c->answers <= c->with_id);
	} else if (!c->dropped) {
		MUST(c->answers <= c->with_id && c->answers + c->refusals >= c->with_id);
		if (c->sent == 1 && fixture.waiting == 1 && c->refusals == 1)
			MUST(fingerprint(fixture.hub) == fixture.before);
		if (c->answers == 1 && c->refusals == 0 && *c->asked)
			note_acknowledged(c);
	}
	reset_counts(c);
}

/* Lets the hub commit and send, checks the answers, and connects clients again that it dropped. */
static void flush(void)
{
	bool dirty = fixture.hub->needs_flush;
	bool stored = sv_hub_flush(fixture.hub);
	MUST(stored == !(fixture.will_fail && dirty));
	if (stored && fixture.will_fail)
		sv_store_roll_back(fixture.store);
	for (int i = 0; i < CLIENTS; i++) {
		test_client *c = &fixture.client[i];
		check_answers(c, stored);
		if (!c->dropped)
			continue;
		disconnect_client(c);
		connect_client(c);
		say_hello(c);
	}
	fixture.will_fail = false;
	fixture.waiting = 0;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Returns the id with which a message can be answered, by the protocol; "" if it has none. */
static const char *id_of(const json_t *message)
{
	const char *id = json_is_object(message) ? text_in(message, "id") : "";
	return strlen(id) < SV_MESSAGE_ID_SIZE ? id : "";
}

/* Returns how deeply brackets are nested. */
static int depth_of(const char *text, size_t length)
{
	int depth = 0, most = 0;
	for (size_t i = 0; i < length; i++) {
		depth += text[i] == '[' || text[i] == '{';
		depth -= text[i] == ']' || text[i] == '}';
		most = depth > most ? depth : most;
	}
	return most;
}

static void send_message(test_client *c, const char *text, size_t length)
{
	json_t *message =
		depth_of(text, length) <= 8 ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
	const char *id = id_of(message);
	if (fixture.waiting++ == 0)
		fixture.before = fingerprint(fixture.hub);
	if (length <= (size_t)fixture.limits.message_bytes && *id) {
		c->with_id++;
		snprintf(c->asked, sizeof c->asked, "%s", c->sent == 0 ? id : "");
	} else {
		c->asked[0] = '\0';
	}
	c->sent++;
	if (!sv_client_message(c->client, text, length))
		c->dropped = true;
	json_decref(message);
}

static void send_made_message(bytes *in, test_client *c)
{
	static char text[MAKER_ROOM];
	size_t length = make_message(in, fixture.hub, c->client, fixture.number++, text);
	send_message(c, text, length);
}

/* Sends bytes of the input. */
static void send_anything(bytes *in, test_client *c)
{
	const uint8_t *block;
	size_t length = take_block(in, take(in), &block);
	char *copy = ap_allocate(1, length ? length : 1); /* so that sanitisers notice an overrun */
	memcpy(copy, block, length);
	send_message(c, copy, length);
	free(copy);
}

static void pass_time(unsigned how)
{
	static const int64_t steps[] = {
		1, 500, 3000, 5000, 180000, 60000, 3600001, 172800000, 0, -1000};
	fixture.waiting += 2; /* changes are no longer due to a single message */
	forget_abandoned();
	fixture.fake.now += steps[how % (sizeof steps / sizeof steps[0])];
	sv_hub_tick(fixture.hub);
}

/* Connects a client again. */
static void reconnect(test_client *c)
{
	flush();
	disconnect_client(c);
	connect_client(c);
	say_hello(c);
}

/* Opens a new hub, as after a crash: only what is in the store is left. */
static void restart(void)
{
	flush();
	check_all();
	for (int i = 0; i < CLIENTS; i++)
		disconnect_client(&fixture.client[i]);
	sv_hub_close(fixture.hub);
	fixture.hub = open_hub();
	connect_all();
}

/* Adds a line that exists already, so that the next commit fails. */
static void break_store(void)
{
	const sv_line line = {0};
	flush();
	sv_store_add_line(fixture.store, 2, 0, &line);
	fixture.will_fail = true;
	fixture.acks = 0;
}

static void get_record(bytes *in)
{
	size_t length;
	const sv_table *t = fixture.hub->tables;
	for (unsigned i = take(in) % 4; t && i > 0; i--)
		t = t->next;
	char *text = sv_hub_record(fixture.hub, t ? t->key : "x", 1 + take(in) % DAN, false, &length);
	MUST(!text || (length > 0 && t && t->status != SV_LOBBY));
	free(text);
}

/* Deletes the data of a person, and connects his clients again. */
static void forget_person(int64_t person)
{
	flush();
	MUST(sv_hub_forget_person(fixture.hub, person));
	flush();
	for (int i = 0; i < CLIENTS; i++)
		if (fixture.client[i].person == person)
			reconnect(&fixture.client[i]);
	for (const sv_table *t = fixture.hub->tables; t; t = t->next)
		MUST(t->owner != person && sv_seat_of(t, person) == AP_OBSERVER);
}

static void step(bytes *in)
{
	unsigned what = take(in);
	test_client *c = &fixture.client[what % CLIENTS];
	what /= CLIENTS; /* 0 .. 42 */
	if (what < 26) {
		send_made_message(in, c);
		if (what < 23)
			flush();
	} else if (what < 32) {
		pass_time(take(in));
		flush();
	} else if (what < 35) {
		send_anything(in, c);
		flush();
	} else if (what < 37) {
		reconnect(c);
	} else if (what < 39) {
		flush();
		check_views();
	} else if (what == 39) {
		restart();
	} else if (what == 40) {
		break_store();
	} else if (what == 41) {
		get_record(in);
	} else {
		forget_person(c->person);
	}
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	prepare_samples();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bytes in = {data, data + size};
	unsigned kind = take(&in), progress = take(&in);
	open_fixture(kind, progress);
	for (int i = 0; i < MOST_STEPS && in.at < in.end && fixture.hub->figures.lines < MOST_LINES;
		 i++)
		step(&in);
	flush();
	check_all();
	close_fixture();
	return 0;
}
