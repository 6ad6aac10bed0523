/* fuzz_messages.c: anything that clients can say at a hub, in any order and at any time. What is
 * refused changes nothing; every message is answered once; the store knows what the memory knows;
 * whoever looks at a table has been shown his own view of it, and what he was told adds up to it;
 * what was acknowledged is kept. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/maker.h"
#include "fuzz/oracle.h"
#include "fuzz/sample.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GUESTS = 6, MOST_STEPS = 120, MOST_LINES = 2000, ACKS = 64 };

/* A client, and what it has heard since the last flush. */
typedef struct guest {
	sv_client *client;
	int64_t person;
	const char *name;
	json_t *views;         /* by table: what it knows */
	char asked[SV_MESSAGE_ID_SIZE]; /* the id of its message, if there is just one that can be answered */
	int sent, with_id, answers, refusals, heard;
	bool greeted, lost, storage;
} guest;

typedef struct acknowledged {
	int64_t table;
	char id[SV_MESSAGE_ID_SIZE];
} acknowledged;

static struct {
	fake_world outside;
	sv_world world;
	sv_limits limits;
	sv_store *store;
	sv_hub *hub;
	guest guest[GUESTS];
	int number;  /* of the message */
	int waiting; /* messages since the last flush */
	uint64_t before;
	int64_t lines_before;
	bool broken; /* the next commit fails */
	acknowledged ack[ACKS];
	int acks;
} house;

/* ---- What comes out -------------------------------------------------------------------------- */

static const char *word(const json_t *message, const char *key)
{
	const char *text = json_string_value(json_object_get(message, key));
	return text ? text : "";
}

static void note_whole(guest *g, const json_t *message)
{
	json_t *view = json_object_get(message, "view"), *you = json_object_get(message, "you");
	if (!view)
		return;
	const char *viewer = json_is_null(you) ? "observer" : json_string_value(you);
	MUST(viewer && strcmp(word(view, "viewer"), viewer) == 0);
	json_object_set(g->views, word(message, "table"), view);
}

static void note_change(guest *g, const json_t *message)
{
	json_t *known = json_object_get(g->views, word(message, "table"));
	json_t *view = json_object_get(message, "view");
	MUST(known && json_is_object(view));
	MUST(!json_object_get(view, "viewer"));
	MUST(json_object_update_recursive(known, view) == 0);
}

static void note_refusal(guest *g, const json_t *message)
{
	MUST(*word(message, "code") && *word(message, "text"));
	g->refusals++;
	g->storage = g->storage ||
		(strcmp(word(message, "code"), "storage") == 0 && !json_object_get(message, "id"));
}

static void hear(void *to, const char *text, size_t length)
{
	guest *g = to;
	if (!text) {
		g->lost = true;
		return;
	}
	MUST(length < sizeof house.hub->scratch);
	json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	MUST(json_is_object(message));
	const char *type = word(message, "type");
	g->heard++;
	g->answers += json_object_get(message, "id") != NULL;
	if (*g->asked && json_object_get(message, "id"))
		MUST(strcmp(word(message, "id"), g->asked) == 0);
	if (strcmp(type, "table") == 0)
		note_whole(g, message);
	else if (strcmp(type, "change") == 0)
		note_change(g, message);
	else if (strcmp(type, "refused") == 0)
		note_refusal(g, message);
	else if (strcmp(type, "welcome") == 0)
		g->greeted = true;
	MUST(g->greeted || strcmp(type, "refused") == 0);
	json_decref(message);
}

/* ---- Coming and going ------------------------------------------------------------------------ */

static void forget_heard(guest *g)
{
	g->sent = g->with_id = g->answers = g->refusals = g->heard = 0;
	g->asked[0] = '\0';
	g->storage = false;
}

static void come(guest *g)
{
	g->client = sv_client_open(house.hub, g->person, g->name, hear, g);
	g->views = json_object();
	g->lost = g->greeted = false;
	forget_heard(g);
}

static void go(guest *g)
{
	sv_client_close(g->client);
	json_decref(g->views);
}

static void greet(guest *g)
{
	static const char hello[] = "{\"type\":\"hello\",\"version\":1}";
	sv_client_message(g->client, hello, sizeof hello - 1);
	sv_hub_flush(house.hub);
	forget_heard(g);
}

/* The last of them says hello only if the input does. */
static void everybody_comes(void)
{
	static const guest who[GUESTS] = {{.person = ANN, .name = "Ann"},
		{.person = BEN, .name = "Ben"}, {.person = ANN, .name = "Ann"},
		{.person = CAT, .name = "Cat"}, {.person = DAN, .name = "Dan"},
		{.person = DAN, .name = "Dan"}};
	for (int i = 0; i < GUESTS; i++) {
		house.guest[i] = who[i];
		come(&house.guest[i]);
		if (i < GUESTS - 1)
			greet(&house.guest[i]);
	}
}

static sv_hub *open_hub(void)
{
	ap_error error = {0};
	sv_hub *hub = sv_hub_open(house.store, &house.world, &house.limits, &error);
	MUST(hub);
	return hub;
}

static void open_house(unsigned kind, unsigned far)
{
	ap_error error = {0};
	memset(&house, 0, sizeof house);
	house.world = fake_world_of(&house.outside, 2);
	house.limits = sv_default_limits;
	house.limits.bot_workers = 0;
	house.limits.talk_a_minute = 3;
	house.limits.tables_a_person = 5;
	house.limits.message_burst = kind & 0x80 ? 4 : 1000;
	house.limits.waiting_bytes = kind & 0x40 ? 40000 : 4 << 20;
	house.store = sv_store_open("sqlite::memory:", &error);
	MUST(house.store);
	furnish(house.store, (int)(kind % 32 % (unsigned)ap_game_count()), far, kind & 0x20);
	house.hub = open_hub();
	everybody_comes();
}

static void close_house(void)
{
	for (int i = 0; i < GUESTS; i++)
		go(&house.guest[i]);
	sv_hub_close(house.hub);
	sv_store_close(house.store);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static bool find_ack(void *to, int seq, const sv_line *line)
{
	(void)seq;
	return strcmp(to, line->message_id) != 0; /* false: enough, here it is */
}

static void acknowledged_is_kept(void)
{
	for (int i = 0; i < house.acks && i < ACKS; i++)
		MUST(!sv_store_each_line(house.store, house.ack[i].table, 0, find_ack, house.ack[i].id));
}

static void check_views(void)
{
	for (int i = 0; i < GUESTS; i++)
		for (sv_watcher *w = house.guest[i].client->watchers; w; w = w->next_of_client)
			shown_what_is_there(w, json_object_get(house.guest[i].views, w->table->key));
}

static void check_house(void)
{
	sv_hub *other = open_hub();
	same_tables(house.hub, other);
	sv_hub_close(other);
	check_views();
	acknowledged_is_kept();
}

/* A line that was acknowledged under an id of its own. */
static void note_act(const guest *g)
{
	for (const sv_table *t = house.hub->tables; t; t = t->next) {
		int seat = sv_seat_of(t, g->person),
			last = t->history && seat < AP_MAX_SEATS ? t->answered_count[seat] - 1 : -1;
		if (last < 0 || strcmp(t->answered[seat][last % SV_ANSWERED_MESSAGES].id, g->asked) != 0)
			continue;
		acknowledged *ack = &house.ack[house.acks++ % ACKS];
		ack->table = t->id;
		memcpy(ack->id, g->asked, sizeof ack->id);
	}
}

/* Each was answered once; who was refused has changed nothing; if the store failed, nobody has
 * heard anything else. */
static void check_answers(guest *g, bool kept)
{
	if (!kept) {
		MUST(g->storage && g->heard == 1 && g->answers == 0);
		json_object_clear(g->views);
	} else if (!g->lost) {
		MUST(g->answers <= g->with_id && g->answers + g->refusals >= g->with_id);
		if (g->sent == 1 && house.waiting == 1 && g->refusals == 1)
			MUST(fingerprint(house.hub) == house.before);
		if (g->answers == 1 && g->refusals == 0 && *g->asked)
			note_act(g);
	}
	forget_heard(g);
}

static void flush(void)
{
	bool dirty = house.hub->needs_flush;
	bool kept = sv_hub_flush(house.hub);
	MUST(kept == !(house.broken && dirty));
	if (kept && house.broken)
		sv_store_roll_back(house.store);
	for (int i = 0; i < GUESTS; i++) {
		guest *g = &house.guest[i];
		check_answers(g, kept);
		if (!g->lost)
			continue;
		go(g); /* as the front would */
		come(g);
		greet(g);
	}
	house.broken = false;
	house.waiting = 0;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Can it be answered with its id? As the protocol has it, not as the hub does. */
static const char *id_of(const json_t *message)
{
	const char *id = json_is_object(message) ? word(message, "id") : "";
	return strlen(id) < SV_MESSAGE_ID_SIZE ? id : "";
}

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

static void send_message(guest *g, const char *text, size_t length)
{
	json_t *message =
		depth_of(text, length) <= 8 ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
	const char *id = id_of(message);
	if (house.waiting++ == 0)
		house.before = fingerprint(house.hub);
	if (length <= (size_t)house.limits.message_bytes && *id) {
		g->with_id++;
		snprintf(g->asked, sizeof g->asked, "%s", g->sent == 0 ? id : "");
	} else {
		g->asked[0] = '\0';
	}
	g->sent++;
	if (!sv_client_message(g->client, text, length))
		g->lost = true;
	json_decref(message);
}

static void say_something(bytes *in, guest *g)
{
	static char text[MAKER_ROOM];
	size_t length = make_message(in, house.hub, g->client, house.number++, text);
	send_message(g, text, length);
}

static void say_anything(bytes *in, guest *g)
{
	const uint8_t *run;
	size_t length = take_run(in, take(in), &run);
	char *copy = malloc(length ? length : 1); /* so that every byte past its end is found */
	memcpy(copy, run, length);
	send_message(g, copy, length);
	free(copy);
}

static void pass_time(unsigned how)
{
	static const int64_t steps[] = {
		1, 500, 3000, 5000, 180000, 60000, 3600001, 172800000, 0, -1000};
	house.waiting += 2; /* what happens now is not the doing of one message */
	house.outside.now += steps[how % (sizeof steps / sizeof steps[0])];
	sv_hub_tick(house.hub);
}

/* The same person on a new connection. */
static void come_again(guest *g)
{
	flush();
	go(g);
	come(g);
	greet(g);
}

/* As after a crash: all that is not in the store is gone. */
static void restart(void)
{
	flush();
	check_house();
	for (int i = 0; i < GUESTS; i++)
		go(&house.guest[i]);
	sv_hub_close(house.hub);
	house.hub = open_hub();
	everybody_comes();
}

/* A line that is already there makes the next commit fail. */
static void break_store(void)
{
	const sv_line line = {0};
	flush();
	sv_store_add_line(house.store, 2, 0, &line);
	house.broken = true;
	house.acks = 0;
}

static void ask_record(bytes *in)
{
	size_t length;
	const sv_table *t = house.hub->tables;
	for (unsigned i = take(in) % 4; t && i > 0; i--)
		t = t->next;
	char *text = sv_hub_record(house.hub, t ? t->key : "x", 1 + take(in) % DAN, &length);
	MUST(!text || (length > 0 && t && t->status != SV_LOBBY));
	free(text);
}

/* Somebody's data is deleted; his connections end. */
static void forget_person(int64_t person)
{
	flush();
	MUST(sv_hub_forget_person(house.hub, person));
	flush();
	for (int i = 0; i < GUESTS; i++)
		if (house.guest[i].person == person)
			come_again(&house.guest[i]);
	for (const sv_table *t = house.hub->tables; t; t = t->next)
		MUST(t->owner != person && sv_seat_of(t, person) == AP_OBSERVER);
}

static void step(bytes *in)
{
	unsigned what = take(in);
	guest *g = &house.guest[what % GUESTS];
	what /= GUESTS; /* 0 .. 42 */
	if (what < 26) {
		say_something(in, g);
		if (what < 23)
			flush();
	} else if (what < 32) {
		pass_time(take(in));
		flush();
	} else if (what < 35) {
		say_anything(in, g);
		flush();
	} else if (what < 37) {
		come_again(g);
	} else if (what < 39) {
		flush();
		check_views();
	} else if (what == 39) {
		restart();
	} else if (what == 40) {
		break_store();
	} else if (what == 41) {
		ask_record(in);
	} else {
		forget_person(g->person);
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
	unsigned kind = take(&in), far = take(&in);
	open_house(kind, far);
	for (int i = 0; i < MOST_STEPS && in.at < in.end && house.hub->figures.lines < MOST_LINES; i++)
		step(&in);
	flush();
	check_house();
	close_house();
	return 0;
}
