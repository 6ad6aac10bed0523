/* peer.c: what a client of boardgame.io says: socket.io over WebSocket alone (engine.io 4). A match
 * is made by the first who looks at it, without names and credentials. A move has no answer of its
 * own: it is acknowledged when its sender is shown a later state. */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPACE "/bench"

static void connected(person *p)
{
	wire_upgrade(p, "/socket.io/?EIO=4&transport=websocket", "");
}

static void answered(person *p, const char *in)
{
	(void)p;
	fail("no WebSocket: %.300s", in);
}

static void upgraded(person *p)
{
	(void)p; /* the server speaks first */
}

static void sync_seat(person *p)
{
	say(p, "42" SPACE ",[\"sync\",\"m%d\",\"%d\",null,%d]", p->table->number, p->seat, SEATS);
}

static void open_table(table *t)
{
	t->waits = SEATS;
	sync_seat(&t->person[0]);
}

/* The first has made the match, now the others look. */
static void synced(person *p)
{
	table *t = p->table;
	if (p->seat == 0)
		for (int i = 1; i < SEATS; i++)
			sync_seat(&t->person[i]);
	if (--t->waits > 0)
		return;
	t->running = true;
	table_opened(t);
}

static int number_after(const char *text, const char *name)
{
	const char *at = strstr(text, name);
	if (!at)
		fail("no %s in %.300s", name, text);
	return atoi(at + strlen(name));
}

static void note_state(person *p, const char *text)
{
	int state = number_after(text, "\"_stateID\":");
	if (p->busy && state > p->question)
		was_answered(p);
	p->question = state;
	p->asked = number_after(text, "\"currentPlayer\":\"") == p->seat;
	if (p->asked && !p->busy)
		is_asked(p);
}

static void act(person *p)
{
	say(p,
		"42" SPACE ",[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"play\",\"args\":"
		"[%u],\"playerID\":\"%d\"}},%d,\"m%d\",\"%d\"]",
		chance(5), p->seat, p->question, p->table->number, p->seat);
	p->asked = false;
}

static void heard(person *p, char *text)
{
	static const char event[] = "42" SPACE ",[\"";
	if (text[0] == '0')
		say(p, "40" SPACE ",");
	else if (text[0] == '2')
		say(p, "3");
	else if (strncmp(text, "40" SPACE, strlen("40" SPACE)) == 0)
		is_here(p);
	else if (strncmp(text, event, strlen(event)) != 0)
		fail("not expected: %.300s", text);
	else if (strncmp(text + strlen(event), "sync\"", 5) == 0) {
		note_state(p, text);
		synced(p);
	} else if (strncmp(text + strlen(event), "update\"", 7) == 0)
		note_state(p, text);
}

const speech peer_speech = {connected, answered, upgraded, heard, open_table, act};
