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
static void on_connect(person *p)
{
	char text[256];
	if (p->cookie[0]) {
		snprintf(
			text, sizeof text, "Sec-WebSocket-Protocol: apparat.1\r\nCookie: %s\r\n", p->cookie);
		wire_upgrade(p, "/ws", text);
		return;
	}
	int n = snprintf(text, sizeof text,
		"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
		"Content-Length: 17\r\n\r\n{\"name\":\"P%05d\"}",
		(p->table->number * SEATS + p->seat) % 100000);
	wire_send(p, text, (size_t)n);
}

static void on_http_answer(person *p, const char *text)
{
	const char *cookie = strstr(text, "Set-Cookie: ");
	if (!cookie)
		fail("no cookie: %.300s", text);
	cookie += 12;
	snprintf(p->cookie, sizeof p->cookie, "%.*s", (int)strcspn(cookie, ";\r"), cookie);
	wire_connect(p);
}

static void on_upgrade(person *p)
{
	wire_say(p, "{\"type\":\"hello\",\"id\":\"h\",\"version\":1}");
}

/* ---- Opening a table ------------------------------------------------------------------------- */

/* Sends the messages of the stage. Times are long, so that the clock of the server answers for
 * nobody even at a low rate of moves. */
static void send_stage(table *t)
{
	for (int i = 0; i < SEATS; i++) {
		person *p = &t->person[i];
		if (t->stage == LEAVING) {
			wire_say(
				p, "{\"type\":\"watch\",\"id\":\"s\",\"table\":\"%s\",\"watch\":false}", t->key);
		} else if (t->stage == CREATING && i == 0) {
			wire_say(p,
				"{\"type\":\"create\",\"id\":\"s\",\"game\":\"%s\",\"players\":%d,"
				"\"seats\":[\"me\"],\"countdown_ms\":3600000,\"move_ms\":3600000}",
				t->game, SEATS);
		} else if (t->stage == JOINING && i > 0) {
			wire_say(p, "{\"type\":\"join\",\"id\":\"s\",\"table\":\"%s\",\"invite\":\"%s\"}",
				t->key, t->invite);
		} else if (t->stage == WATCHING) {
			wire_say(
				p, "{\"type\":\"wishes\",\"id\":\"s\",\"table\":\"%s\",\"ask_all\":true}", t->key);
			wire_say(p, "{\"type\":\"watch\",\"id\":\"s\",\"table\":\"%s\"}", t->key);
		} else if (t->stage == STARTING && i == 0) {
			wire_say(p, "{\"type\":\"start\",\"id\":\"s\",\"table\":\"%s\"}", t->key);
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

static void send_move(person *p)
{
	static unsigned count;
	wire_say(p,
		"{\"type\":\"act\",\"id\":\"m%u\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
		++count, p->table->key, p->question, p->action);
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

/* Takes the answer to a move, or to a message of send_stage(), whose ids are "s". */
static void on_answer(person *p, const char *id, bool done)
{
	if (*id == 's' && !done)
		fail("refused: %.300s", id);
	if (*id == 's') {
		stage_answered(p->table);
		return;
	}
	(done ? move_acknowledged : move_refused)(p);
	if (p->asked)
		queue_person(p);
}

static void on_message(person *p, const char *text)
{
	const char *rest = text;
	if (skip_prefix(&rest, "{\"type\":\"change\"")) {
		read_question(p, rest);
	} else if (skip_prefix(&rest, "{\"type\":\"done\",\"id\":\"")) {
		on_answer(p, rest, true);
	} else if (skip_prefix(&rest, "{\"type\":\"refused\",\"id\":\"")) {
		on_answer(p, rest, false);
	} else if (skip_prefix(&rest, "{\"type\":\"created\"")) {
		copy_field(rest, "\"table\":\"", p->table->key);
		copy_field(rest, "\"invite\":\"", p->table->invite);
		stage_answered(p->table);
	} else if (skip_prefix(&rest, "{\"type\":\"table\"")) {
		if (skip_prefix(&rest, ",\"id\":"))
			stage_answered(p->table);
		read_question(p, rest);
		if (strstr(rest, "\"status\":\"over\""))
			replace_table(p->table);
	} else if (skip_prefix(&rest, "{\"type\":\"welcome\"")) {
		count_connection();
	} else if (skip_prefix(&rest, "{\"type\":\"clock\"")) {
		return; /* the server has stalled, and tells everybody what time it is */
	} else {
		fail("not expected: %.300s", text);
	}
}

const protocol apparat_protocol = {
	on_connect, on_http_answer, on_upgrade, on_message, open_table, send_move};
