/* send.c: messages out. Each client has one queue. A message waits there first until what it tells
 * is durable, and then until the client's socket takes it. */
#include "server/hub_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"
#include "text/phrases.h"

ap_json sv_begin_message(sv_hub *hub, const char *type, const char *id)
{
	assert(hub && type);
	ap_json j = ap_json_into(hub->scratch, sizeof hub->scratch);
	ap_json_open(&j, '{');
	ap_json_key(&j, "type");
	ap_json_string(&j, type);
	if (id && *id) {
		ap_json_key(&j, "id");
		ap_json_string(&j, id);
	}
	return j;
}

static void enter_send_list(sv_client *client)
{
	client->hub->needs_flush = true;
	if (client->in_send_list)
		return;
	client->in_send_list = true;
	client->next_to_send = client->hub->to_send;
	client->hub->to_send = client;
}

/* Thousands of queues are filled before a commit that takes long, and most get one change: so there
 * is room for a short answer after it, and for more only if more comes. */
static void add_to_queue(sv_queue *q, const char *text, size_t length)
{
	enum { SHORT_ANSWER = 96 };
	size_t needed = q->length + length + 1;
	if (needed > q->room) {
		q->room = needed + (q->room == 0 ? SHORT_ANSWER : needed / 2);
		q->text = ap_reallocate(q->text, q->room, 1);
	}
	memcpy(q->text + q->length, text, length);
	q->text[needed - 1] = '\0';
	q->length = needed;
}

/* Most queues are empty most of the time, so that an empty one has no memory. */
static void remove_sent(sv_queue *q)
{
	q->length -= q->durable;
	if (q->length > 0) {
		memmove(q->text, q->text + q->durable, q->length);
		q->durable = 0;
	} else {
		free(q->text);
		*q = (sv_queue){0};
	}
}

/* A client for which too much waits, because it does not read, is closed. */
void sv_queue_message(sv_client *client, ap_json *j)
{
	assert(client && j);
	sv_hub *hub = client->hub;
	ap_json_close(j, '}');
	size_t length = ap_json_done(j);
	enter_send_list(client);
	if (length >= sizeof hub->scratch ||
		client->queue.length + length >= (size_t)hub->limits.waiting_bytes)
		client->overflowed = true;
	if (!client->overflowed)
		add_to_queue(&client->queue, hub->scratch, length);
}

bool sv_client_send(sv_client *client)
{
	assert(client);
	sv_queue *q = &client->queue;
	if (q->durable == 0)
		return true;
	if (!client->send(client->send_to, q->text, q->durable))
		return false;
	remove_sent(q);
	return true;
}

void sv_send_queued(sv_hub *hub)
{
	assert(hub);
	while (hub->to_send) {
		sv_client *c = hub->to_send;
		hub->to_send = c->next_to_send;
		c->in_send_list = false;
		c->queue.durable = c->queue.length;
		sv_client_send(c);
		if (c->overflowed)
			c->send(c->send_to, NULL, 0);
	}
}

void sv_drop_queued(sv_client *client)
{
	assert(client);
	client->queue.length = client->queue.durable;
}

void sv_close_queue(sv_client *client)
{
	assert(client);
	sv_client **at = &client->hub->to_send;
	while (client->in_send_list && *at != client)
		at = &(*at)->next_to_send;
	if (client->in_send_list)
		*at = client->next_to_send;
	client->in_send_list = false;
	free(client->queue.text);
	client->queue = (sv_queue){0};
}

void sv_refuse_citing(
	sv_client *client, const char *id, const char *code, const char *clause, const char *text)
{
	assert(client && code && clause && text);
	ap_json j = sv_begin_message(client->hub, "refused", id);
	ap_json_key(&j, "code");
	ap_json_string(&j, code);
	if (clause[0]) {
		ap_json_key(&j, "clause");
		ap_json_string(&j, clause);
	}
	ap_json_key(&j, "text");
	ap_json_string(&j, text);
	client->hub->figures.refused++;
	sv_queue_message(client, &j);
}

void sv_refuse(sv_client *client, const char *id, const char *code, const char *text)
{
	sv_refuse_citing(client, id, code, "", text);
}

void sv_refuse_by_rule(sv_client *client, const char *id, const sv_table *t, ap_result result)
{
	assert(client && t && result.code != AP_OK);
	static const char *const codes[] = {[AP_OK] = "ok",
		[AP_GAME_OVER] = "game-over",
		[AP_NOT_ASKED] = "not-asked",
		[AP_FORBIDDEN] = "forbidden",
		[AP_NOT_SEALED] = "not-sealed"};
	char text[512];
	ap_say_refusal(t->game, AP_ENGLISH, result, text, sizeof text);
	sv_refuse_citing(client, id, codes[result.code], ap_clause_id(t->game, result.clause), text);
}
