/* people.c: what people say to apparat serve (docs/protocol.md): a guest at every seat, asked about
 * everything, who answers any of what is legal. When a game is over its four open another. */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum stage { LEAVING, CREATING, JOINING, WATCHING, STARTING };

/* ---- Coming ---------------------------------------------------------------------------------- */

/* First to become somebody, then, with the cookie, for the socket. */
static void connected(person *p)
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

static void answered(person *p, const char *in)
{
	const char *cookie = strstr(in, "Set-Cookie: ");
	if (!cookie)
		fail("no cookie: %.300s", in);
	cookie += 12;
	snprintf(p->cookie, sizeof p->cookie, "%.*s", (int)strcspn(cookie, ";\r"), cookie);
	wire_connect(p);
}

static void upgraded(person *p)
{
	say(p, "{\"type\":\"hello\",\"id\":\"h\",\"version\":1}");
}

/* ---- Opening a table ------------------------------------------------------------------------- */

/* Countdowns are long: at a low rate people take their time, and nobody shall pass meanwhile. */
static void say_stage(table *t)
{
	for (int i = 0; i < SEATS; i++) {
		person *p = &t->person[i];
		if (t->stage == LEAVING) {
			say(p, "{\"type\":\"watch\",\"id\":\"s\",\"table\":\"%s\",\"watch\":false}", t->key);
		} else if (t->stage == CREATING && i == 0) {
			say(p,
				"{\"type\":\"create\",\"id\":\"s\",\"game\":\"%s\",\"players\":%d,"
				"\"seats\":[\"me\"],\"countdown_ms\":3600000,\"move_ms\":3600000}",
				t->game, SEATS);
		} else if (t->stage == JOINING && i > 0) {
			say(p, "{\"type\":\"join\",\"id\":\"s\",\"table\":\"%s\",\"invite\":\"%s\"}", t->key,
				t->invite);
		} else if (t->stage == WATCHING) {
			say(p, "{\"type\":\"wishes\",\"id\":\"s\",\"table\":\"%s\",\"ask_all\":true}", t->key);
			say(p, "{\"type\":\"watch\",\"id\":\"s\",\"table\":\"%s\"}", t->key);
		} else if (t->stage == STARTING && i == 0) {
			say(p, "{\"type\":\"start\",\"id\":\"s\",\"table\":\"%s\"}", t->key);
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
	t->waits = answers[stage];
	say_stage(t);
}

static void open_table(table *t)
{
	begin_stage(t, CREATING);
}

static void stage_answered(table *t)
{
	if (--t->waits > 0)
		return;
	if (t->stage == STARTING) {
		t->running = true;
		table_opened(t);
	} else {
		begin_stage(t, (enum stage)(t->stage + 1));
	}
}

static void copy_field(const char *text, const char *name, char out[KEY])
{
	const char *at = strstr(text, name);
	if (!at)
		fail("no %s in %.200s", name, text);
	at += strlen(name);
	snprintf(out, KEY, "%.*s", (int)strcspn(at, "\""), at);
}

static void over(table *t)
{
	if (!t->running)
		return;
	t->running = false;
	table_over();
	for (int i = 0; i < SEATS; i++)
		t->person[i].asked = false;
	begin_stage(t, LEAVING);
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* One of the words in a list, each as likely. */
static void choose(const char *list, char out[ACTION])
{
	uint32_t words = 0;
	const char *at = list;
	for (; *at == '"' || *at == ','; words++)
		at = strchr(at + (*at == ',') + 1, '"') + 1;
	uint32_t nth = chance(words);
	for (at = list; nth > 0; nth--)
		at = strchr(at + 1, '"') + 2;
	snprintf(out, ACTION, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
}

static void note_question(person *p, const char *text)
{
	const char *ask = strstr(text, "\"ask\":");
	if (!ask)
		return;
	p->asked = ask[6] == '{';
	if (!p->asked)
		return;
	const char *legal = strstr(ask, "\"legal\":[");
	p->question = atoi(strstr(ask, "\"question\":") + 11);
	choose(legal + 9, p->action);
	if (!p->busy)
		is_asked(p);
}

static void act(person *p)
{
	static unsigned count;
	say(p, "{\"type\":\"act\",\"id\":\"m%u\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
		++count, p->table->key, p->question, p->action);
	p->asked = false;
}

static bool begins(const char **text, const char *with)
{
	size_t length = strlen(with);
	if (strncmp(*text, with, length) != 0)
		return false;
	*text += length;
	return true;
}

/* The answer to a move, or to a step of opening a table. */
static void id_answered(person *p, const char *id, bool done)
{
	if (*id == 's' && !done)
		fail("refused: %.300s", id);
	if (*id == 's') {
		stage_answered(p->table);
		return;
	}
	(done ? was_answered : was_refused)(p);
	if (p->asked)
		is_asked(p);
}

static void heard(person *p, char *text)
{
	const char *rest = text;
	if (begins(&rest, "{\"type\":\"change\"")) {
		note_question(p, rest);
	} else if (begins(&rest, "{\"type\":\"done\",\"id\":\"")) {
		id_answered(p, rest, true);
	} else if (begins(&rest, "{\"type\":\"refused\",\"id\":\"")) {
		id_answered(p, rest, false);
	} else if (begins(&rest, "{\"type\":\"created\"")) {
		copy_field(rest, "\"table\":\"", p->table->key);
		copy_field(rest, "\"invite\":\"", p->table->invite);
		stage_answered(p->table);
	} else if (begins(&rest, "{\"type\":\"table\"")) {
		if (begins(&rest, ",\"id\":"))
			stage_answered(p->table);
		note_question(p, rest);
		if (strstr(rest, "\"status\":\"over\""))
			over(p->table);
	} else if (begins(&rest, "{\"type\":\"welcome\"")) {
		is_here(p);
	} else {
		fail("not expected: %.300s", text);
	}
}

const speech people_speech = {connected, answered, upgraded, heard, open_table, act};
