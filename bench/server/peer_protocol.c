/* peer_protocol.c: a client of boardgame.io: socket.io over a WebSocket (engine.io 4). The server
 * makes a match when the first client asks for it; names and credentials are not needed. Moves have
 * no answers: a move counts as acknowledged when its sender is sent a later state. */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMESPACE "/bench"

static void on_connect(connection *c)
{
	wire_upgrade(c, "/socket.io/?EIO=4&transport=websocket", "");
}

static void on_http_answer(connection *c, const char *text)
{
	(void)c;
	fail("no WebSocket: %.300s", text);
}

static void on_upgrade(connection *c)
{
	(void)c; /* the server sends the first message */
}

static void request_state(person *p)
{
	wire_say(p->connection, "42" NAMESPACE ",[\"sync\",\"m%d\",\"%d\",null,%d]", p->table->number,
		p->seat, SEATS);
}

static void open_table(table *t)
{
	t->missing_answers = SEATS;
	request_state(&t->person[0]);
}

/* The first request has made the match; then the other seats ask for its state. */
static void on_first_state(person *p)
{
	table *t = p->table;
	if (p->seat == 0)
		for (int i = 1; i < SEATS; i++)
			request_state(&t->person[i]);
	if (--t->missing_answers > 0)
		return;
	t->running = true;
	count_open_table();
}

static int number_after(const char *text, const char *name)
{
	const char *at = strstr(text, name);
	if (!at)
		fail("no %s in %.300s", name, text);
	return atoi(at + strlen(name));
}

static void read_state(person *p, const char *text)
{
	int state = number_after(text, "\"_stateID\":");
	if (p->awaits_reply && state > p->question)
		move_acknowledged(p);
	p->question = state;
	p->asked = number_after(text, "\"currentPlayer\":\"") == p->seat;
	if (p->asked && !p->awaits_reply)
		queue_person(p);
}

static void send_move(person *p)
{
	wire_say(p->connection,
		"42" NAMESPACE
		",[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"play\",\"args\":"
		"[%u],\"playerID\":\"%d\"}},%d,\"m%d\",\"%d\"]",
		random_below(5), p->seat, p->question, p->table->number, p->seat);
	p->asked = false;
}

static void on_message(connection *c, const char *text)
{
	person *p = &c->first->person[c->seat]; /* everybody sits at one table */
	static const char event[] = "42" NAMESPACE ",[\"";
	if (text[0] == '0')
		wire_say(c, "40" NAMESPACE ",");
	else if (text[0] == '2')
		wire_say(c, "3");
	else if (strncmp(text, "40" NAMESPACE, strlen("40" NAMESPACE)) == 0)
		count_connection();
	else if (strncmp(text, event, strlen(event)) != 0)
		fail("not expected: %.300s", text);
	else if (strncmp(text + strlen(event), "sync\"", 5) == 0) {
		read_state(p, text);
		on_first_state(p);
	} else if (strncmp(text + strlen(event), "update\"", 7) == 0)
		read_state(p, text);
}

const protocol peer_protocol = {
	on_connect, on_http_answer, on_upgrade, on_message, open_table, send_move};
