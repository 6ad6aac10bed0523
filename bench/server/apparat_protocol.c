/* apparat_protocol.c: a client of apparat serve (docs/protocol.md). Every seat has a guest, who is
 * asked every question and answers with a random legal action. When a game is over, its four people
 * open another table. */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum stage { LEAVING, CREATING, JOINING, WATCHING, STARTING };

/* ---- Connecting ------------------------------------------------------------------------------ */

/* The first connection asks for a guest; the second, with the cookie of the guest, for the
 * WebSocket. */
static void on_connect(connection *c)
{
	char text[256];
	if (c->cookie[0]) {
		snprintf(
			text, sizeof text, "Sec-WebSocket-Protocol: apparat.1\r\nCookie: %s\r\n", c->cookie);
		wire_upgrade(c, "/ws", text);
		return;
	}
	int n = snprintf(text, sizeof text,
		"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
		"Content-Length: 17\r\n\r\n{\"name\":\"P%05d\"}",
		(c->first->number * SEATS + c->seat) % 100000);
	wire_send(c, text, (size_t)n);
}

static void on_http_answer(connection *c, const char *text)
{
	const char *cookie = strstr(text, "Set-Cookie: ");
	if (!cookie)
		fail("no cookie: %.300s", text);
	cookie += 12;
	snprintf(c->cookie, sizeof c->cookie, "%.*s", (int)strcspn(cookie, ";\r"), cookie);
	wire_connect(c);
}

static void on_upgrade(connection *c)
{
	wire_say(c, "{\"type\":\"hello\",\"id\":\"h\",\"version\":1}");
}

/* ---- Opening a table ------------------------------------------------------------------------- */

/* Sends the messages of the stage. Times are long, so that the clock of the server answers for
 * nobody even at a low rate of moves. */
static void send_stage(table *t)
{
	for (int i = 0; i < SEATS; i++) {
		connection *c = t->person[i].connection;
		int n = t->number;
		if (t->stage == LEAVING) {
			wire_say(c, "{\"type\":\"watch\",\"id\":\"s%d\",\"table\":\"%s\",\"watch\":false}", n,
				t->key);
		} else if (t->stage == CREATING && i == 0) {
			wire_say(c,
				"{\"type\":\"create\",\"id\":\"s%d\",\"game\":\"%s\",\"players\":%d,"
				"\"seats\":[\"me\"],\"countdown_ms\":3600000,\"move_ms\":3600000}",
				n, t->game, SEATS);
		} else if (t->stage == JOINING && i > 0) {
			wire_say(c, "{\"type\":\"join\",\"id\":\"s%d\",\"table\":\"%s\",\"invite\":\"%s\"}", n,
				t->key, t->invite);
		} else if (t->stage == WATCHING) {
			wire_say(c, "{\"type\":\"wishes\",\"id\":\"s%d\",\"table\":\"%s\",\"ask_all\":true}", n,
				t->key);
			wire_say(c, "{\"type\":\"watch\",\"id\":\"s%d\",\"table\":\"%s\"}", n, t->key);
		} else if (t->stage == STARTING && i == 0) {
			wire_say(c, "{\"type\":\"start\",\"id\":\"s%d\",\"table\":\"%s\"}", n, t->key);
		}
	}
}

static void begin_stage(table *t, enum stage stage)
{
	static const int answers[] = {[LEAVING] = SEATS,
		[CREATING] = 1,
		[JOINING] = SEATS - 1,
		[WATCHING] = 2 * SEATS,
		[STARTING] = 1};
	t->stage = (int)stage;
	t->missing_answers = answers[stage];
	send_stage(t);
}

static void open_table(table *t)
{
	begin_stage(t, CREATING);
}

static void stage_answered(table *t)
{
	if (--t->missing_answers > 0)
		return;
	if (t->stage == STARTING) {
		t->running = true;
		count_open_table();
	} else {
		begin_stage(t, (enum stage)(t->stage + 1));
	}
}

/* Copies the text after `name`, up to the next quote. */
static void copy_field(const char *text, const char *name, char out[KEY_SIZE])
{
	const char *at = strstr(text, name);
	if (!at)
		fail("no %s in %.200s", name, text);
	at += strlen(name);
	snprintf(out, KEY_SIZE, "%.*s", (int)strcspn(at, "\""), at);
}

/* Ends the game of the table, and begins to open another one for the same people. */
static void replace_table(table *t)
{
	if (!t->running)
		return;
	t->running = false;
	count_end_of_game();
	for (int i = 0; i < SEATS; i++)
		t->person[i].asked = false;
	begin_stage(t, LEAVING);
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* Copies a random string from a JSON list; `list` begins after the bracket. */
static void choose_action(const char *list, char out[ACTION_SIZE])
{
	uint32_t words = 0;
	const char *at = list;
	for (; *at == '"' || *at == ','; words++)
		at = strchr(at + (*at == ',') + 1, '"') + 1;
	uint32_t nth = random_below(words);
	for (at = list; nth > 0; nth--)
		at = strchr(at + 1, '"') + 2;
	snprintf(out, ACTION_SIZE, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
}

/* Reads the question that a message asks the person, if it says anything of questions. */
static void read_question(person *p, const char *text)
{
	const char *ask = strstr(text, "\"ask\":");
	if (!ask)
		return;
	p->asked = ask[6] == '{';
	if (!p->asked)
		return;
	const char *legal = strstr(ask, "\"legal\":[");
	p->question = atoi(strstr(ask, "\"question\":") + 11);
	choose_action(legal + 9, p->action);
	if (!p->awaits_reply)
		queue_person(p);
}

/* An id names the table, because a refusal does not. */
static void send_move(person *p)
{
	static unsigned count;
	wire_say(p->connection,
		"{\"type\":\"act\",\"id\":\"m%d.%u\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
		p->table->number, ++count, p->table->key, p->question, p->action);
	p->asked = false;
}

/* Skips the prefix; returns false if the text does not begin with it. */
static bool skip_prefix(const char **text, const char *prefix)
{
	size_t length = strlen(prefix);
	if (strncmp(*text, prefix, length) != 0)
		return false;
	*text += length;
	return true;
}

/* Returns the person of this connection at the table of which a message tells. */
static person *person_told(const connection *c, const char *text)
{
	const char *key = strstr(text, "\"table\":\"");
	for (int i = 0; key && i < c->tables; i++)
		if (strncmp(key + 9, c->first[i].key, strlen(c->first[i].key)) == 0 && c->first[i].key[0])
			return &c->first[i].person[c->seat];
	fail("no table of this connection: %.200s", text);
}

/* Takes the answer to a move, or to a message of send_stage(), whose ids begin with "s". */
static void on_answer(connection *c, const char *id, bool done)
{
	table *t = table_of(c, atoi(id + 1));
	person *p = &t->person[c->seat];
	if (*id == 's' && !done)
		fail("refused: %.300s", id);
	if (*id == 's') {
		stage_answered(t);
		return;
	}
	(done ? move_acknowledged : move_refused)(p);
	if (p->asked)
		queue_person(p);
}

static void on_table(connection *c, const char *text)
{
	person *p = person_told(c, text);
	if (skip_prefix(&text, ",\"id\":"))
		stage_answered(p->table);
	read_question(p, text);
	if (strstr(text, "\"status\":\"over\""))
		replace_table(p->table);
}

static void on_created(connection *c, const char *text)
{
	const char *id = strstr(text, "\"id\":\"s");
	if (!id)
		fail("no id: %.200s", text);
	table *t = table_of(c, atoi(id + 7));
	copy_field(text, "\"table\":\"", t->key);
	copy_field(text, "\"invite\":\"", t->invite);
	stage_answered(t);
}

static void on_message(connection *c, const char *text)
{
	const char *rest = text;
	if (skip_prefix(&rest, "{\"type\":\"change\"")) {
		read_question(person_told(c, rest), rest);
	} else if (skip_prefix(&rest, "{\"type\":\"done\",\"id\":\"")) {
		on_answer(c, rest, true);
	} else if (skip_prefix(&rest, "{\"type\":\"refused\",\"id\":\"")) {
		on_answer(c, rest, false);
	} else if (skip_prefix(&rest, "{\"type\":\"created\"")) {
		on_created(c, rest);
	} else if (skip_prefix(&rest, "{\"type\":\"table\"")) {
		on_table(c, rest);
	} else if (skip_prefix(&rest, "{\"type\":\"welcome\"")) {
		count_connection();
	} else if (!skip_prefix(&rest, "{\"type\":\"clock\"")) {
		fail("not expected: %.300s", text);
	}
}

const protocol apparat_protocol = {
	on_connect, on_http_answer, on_upgrade, on_message, open_table, send_move};
