/* send.c: messages out. Each client has one queue. A message waits there first until what it tells
 * is durable, and then until the client's socket takes it. While a commit is under way the next
 * pass may queue more: that waits for the next commit. */
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
static size_t room_with(const sv_queue *q, size_t length)
{
	enum { SHORT_ANSWER = 96 };
	size_t needed = q->length + length + 1;
	return needed <= q->room ? q->room : needed + (q->room == 0 ? SHORT_ANSWER : needed / 2);
}

/* Adds the text behind the first `at` bytes of the queue. */
static void add_to_queue(sv_queue *q, size_t at, const char *text, size_t length)
{
	size_t needed = q->length + length + 1, room = room_with(q, length);
	if (room > q->room) {
		q->room = room;
		q->text = ap_reallocate(q->text, room, 1);
	}
	if (at < q->length)
		memmove(q->text + at + length + 1, q->text + at, q->length - at);
	memcpy(q->text + at, text, length);
	q->text[at + length] = '\0';
	q->length = needed;
}

/* Counts the memory that the queue and the socket have now. */
static void count_bytes(sv_client *c)
{
	size_t bytes = c->queue.room + c->held;
	sv_add_amount(c->hub->meters, c->who, SV_WAITING_BYTES, (int64_t)bytes - (int64_t)c->counted);
	c->counted = bytes;
}

static void drop_queue(sv_client *c)
{
	free(c->queue.text);
	c->queue = (sv_queue){0};
	count_bytes(c);
}

/* The client is closed with the next flush. What waits for it is dropped now. */
static void overflow(sv_client *c)
{
	enter_send_list(c);
	c->overflowed = true;
	drop_queue(c);
}

/* Returns the client with the most bytes among those that this meter counts; NULL if none has
 * any. */
static sv_client *find_heaviest(const sv_hub *hub, const sv_meter *meter)
{
	sv_client *heaviest = NULL;
	for (sv_client *c = hub->clients; c; c = c->next)
		if (!c->overflowed && sv_meter_counts(meter, c->who) &&
			c->counted > (heaviest ? heaviest->counted : 0))
			heaviest = c;
	return heaviest;
}

/* If too much waits for all clients of a person, of an address or of the server, those for which
 * the most waits are closed: not those who happen to be sent something. */
static void make_room(sv_client *client, size_t length)
{
	const sv_meter *full;
	sv_hub *hub = client->hub;
	size_t more = room_with(&client->queue, length) - client->queue.room;
	while (more > 0 && !client->overflowed &&
		(full = sv_full_meter(hub->meters, client->who, SV_WAITING_BYTES, (int64_t)more))) {
		sv_client *heaviest = find_heaviest(hub, full);
		overflow(heaviest ? heaviest : client);
	}
}

/* Most queues are empty most of the time, so that an empty one has no memory. */
static void remove_sent(sv_queue *q, size_t sent)
{
	q->length -= sent;
	q->durable -= sent;
	q->awaited -= sent < q->awaited ? sent : q->awaited;
	if (q->length > 0) {
		memmove(q->text, q->text + sent, q->length);
	} else {
		free(q->text);
		*q = (sv_queue){0};
	}
}

/* While the store is away nothing is decided, so whatever is said tells of no decision: it is sent
 * before what waits to become durable. */
static void send_ahead(sv_client *client, const char *text, size_t length)
{
	sv_queue *q = &client->queue;
	add_to_queue(q, q->durable, text, length);
	q->durable += length + 1;
	q->awaited += length + 1;
	sv_client_send(client);
}

/* A client for which too much waits, because it does not read, is closed. */
void sv_queue_text(sv_client *client, const char *text, size_t length)
{
	assert(client && text);
	const sv_hub *hub = client->hub;
	enter_send_list(client);
	if (length >= sizeof hub->scratch ||
		client->queue.length + client->held + length >= (size_t)hub->limits.waiting_bytes)
		overflow(client);
	make_room(client, length);
	if (client->overflowed)
		return;
	if (hub->is_cut_off) {
		send_ahead(client, text, length);
		return;
	}
	add_to_queue(&client->queue, client->queue.length, text, length);
	count_bytes(client);
}

void sv_queue_message(sv_client *client, ap_json *j)
{
	assert(client && j);
	ap_json_close(j, '}');
	size_t length = ap_json_done(j);
	sv_queue_text(client, client->hub->scratch, length);
}

void sv_client_hold(sv_client *client, size_t bytes)
{
	assert(client);
	client->held = bytes;
	count_bytes(client);
}

/* Returns the length of the first messages that are sent together: what the socket does not take at
 * once it keeps, and that should not be much. */
static size_t portion(const char *messages, size_t length)
{
	enum { PORTION = 64 << 10 };
	size_t used = 0, next;
	if (length <= PORTION)
		return length;
	do {
		next = strlen(messages + used) + 1;
		used += next;
	} while (used < length && used + strlen(messages + used) + 1 <= PORTION);
	return used;
}

void sv_send_or_queue(sv_client *client, ap_json *j)
{
	assert(client && j);
	sv_hub *hub = client->hub;
	if (client->queue.length > 0) {
		sv_queue_message(client, j);
		return;
	}
	ap_json_close(j, '}');
	size_t length = ap_json_done(j);
	assert(length < sizeof hub->scratch);
	if (!client->send(client->send_to, hub->scratch, length + 1)) {
		add_to_queue(&client->queue, 0, hub->scratch, length);
		client->queue.durable = client->queue.length;
	}
}

void sv_send_durable(sv_client *client, const char *messages, size_t length)
{
	assert(client && messages && length > 0 && messages[length - 1] == '\0');
	sv_queue *q = &client->queue;
	if (client->overflowed)
		return;
	if (q->durable == 0 && client->send(client->send_to, messages, length))
		return;
	if (q->length + client->held + length >= (size_t)client->hub->limits.waiting_bytes)
		overflow(client);
	make_room(client, length);
	if (client->overflowed)
		return;
	add_to_queue(q, q->durable, messages, length - 1);
	q->durable += length;
	q->awaited += length;
	count_bytes(client);
}

bool sv_client_send(sv_client *client)
{
	assert(client);
	sv_queue *q = &client->queue;
	bool taken = true;
	size_t sent = 0;
	while (taken && sent < q->durable) {
		size_t length = portion(q->text + sent, q->durable - sent);
		taken = client->send(client->send_to, q->text + sent, length);
		sent += taken ? length : 0;
	}
	if (sent > 0)
		remove_sent(q, sent);
	count_bytes(client);
	return taken;
}

void sv_await_queued(sv_hub *hub)
{
	assert(hub && !hub->awaiting);
	hub->awaiting = hub->to_send;
	hub->to_send = NULL;
	for (sv_client *c = hub->awaiting; c; c = c->next_awaiting) {
		c->next_awaiting = c->next_to_send;
		c->in_send_list = false;
		c->is_awaiting = true;
		c->queue.awaited = c->queue.length;
	}
}

void sv_send_awaited(sv_hub *hub)
{
	assert(hub);
	while (hub->awaiting) {
		sv_client *c = hub->awaiting;
		hub->awaiting = c->next_awaiting;
		c->is_awaiting = false;
		if (c->queue.durable < c->queue.awaited)
			c->queue.durable = c->queue.awaited;
		sv_client_send(c);
		if (c->overflowed)
			c->send(c->send_to, NULL, 0);
	}
}

void sv_drop_queued(sv_client *client)
{
	assert(client);
	client->queue.length = client->queue.awaited = client->queue.durable;
	if (client->queue.length == 0)
		drop_queue(client);
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
	for (at = &client->hub->awaiting; client->is_awaiting && *at != client;)
		at = &(*at)->next_awaiting;
	if (client->is_awaiting)
		*at = client->next_awaiting;
	client->is_awaiting = false;
	client->held = 0;
	drop_queue(client);
}

/* Queues a refusal with one more field, unless its value is empty. */
static void refuse_with(sv_client *client, const char *id, const char *code, const char *field,
	const char *value, const char *text)
{
	ap_json j = sv_begin_message(client->hub, "refused", id);
	ap_json_key(&j, "code");
	ap_json_string(&j, code);
	if (value[0]) {
		ap_json_key(&j, field);
		ap_json_string(&j, value);
	}
	ap_json_key(&j, "text");
	ap_json_string(&j, text);
	client->hub->figures.refused++;
	sv_queue_message(client, &j);
}

void sv_refuse_citing(
	sv_client *client, const char *id, const char *code, const char *clause, const char *text)
{
	assert(client && code && clause && text);
	refuse_with(client, id, code, "clause", clause, text);
}

void sv_refuse_limit(
	sv_client *client, const char *id, const char *code, const char *limit, const char *text)
{
	assert(client && code && limit && text);
	refuse_with(client, id, code, "limit", limit, text);
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
