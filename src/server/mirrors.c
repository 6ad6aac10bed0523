/* mirrors.c: mirrors of clients of other nodes: see relay.h. This is the side of the node that
 * leads the tables.
 *
 * A mirror is a client whose `send` writes to the link. If the link is full its messages wait where
 * those of a slow client do. One for which too much waits, or whose table goes to another node, is
 * closed, and its client is sent back. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/lists.h"
#include "server/relay_internal.h"
#include "server/watch.h"
#include "text/memory.h"

struct sv_mirror {
	sv_relay *relay;
	int64_t node;
	uint64_t number; /* 0: it stands for all who watch the list at that node */
	sv_client *client;
	bool is_doomed; /* it is to be closed */
	sv_mirror *next, *previous, *next_in_bucket;
};

/* ---- Finding, opening, closing --------------------------------------------------------------- */

static sv_mirror **bucket_of(sv_relay *relay, int64_t node, uint64_t number)
{
	uint64_t hash = (number + ((uint64_t)node << 20)) * 0x9e3779b97f4a7c15u;
	return &relay->mirror_bucket[hash >> 40 & (SV_RELAY_BUCKETS - 1)];
}

static sv_mirror *find_mirror(sv_relay *relay, int64_t node, uint64_t number)
{
	sv_mirror *m = *bucket_of(relay, node, number);
	while (m && (m->node != node || m->number != number))
		m = m->next_in_bucket;
	return m;
}

/* The mirror is closed later: it may be being sent something now. */
static void doom(sv_mirror *m)
{
	if (m->is_doomed)
		return;
	m->is_doomed = m->relay->has_doomed = true;
	sv_frame_send_with(m->relay, m->node, SV_ANSWERING, SV_FRAME_GONE, m->number, NULL, 0);
}

/* Takes messages for the client (an sv_send). */
static bool send_messages(void *to, const char *messages, size_t length)
{
	sv_mirror *m = to;
	const sv_transport *t = &m->relay->transport;
	if (m->is_doomed)
		return true;
	if (!messages) {
		doom(m);
		return true;
	}
	if (t->is_full(t->self, m->node, SV_ANSWERING))
		return false;
	sv_frame_send_with(m->relay, m->node, SV_ANSWERING, m->number ? SV_FRAME_TEXT : SV_FRAME_ROWS,
		m->number, messages, length);
	return true;
}

static sv_mirror *open_mirror(
	sv_relay *relay, int64_t node, uint64_t number, int64_t person, const char *name)
{
	sv_mirror *m = ap_allocate(1, sizeof *m), **bucket = bucket_of(relay, node, number);
	*m = (sv_mirror){.relay = relay, .node = node, .number = number};
	m->client = sv_client_open(relay->hub, person, name, send_messages, m);
	m->client->mirror = m;
	m->client->greeted = true;
	m->next = relay->mirrors;
	if (m->next)
		m->next->previous = m;
	relay->mirrors = m;
	m->next_in_bucket = *bucket;
	*bucket = m;
	relay->figures.mirrors++;
	return m;
}

void sv_forget_mirror(sv_client *c)
{
	assert(c && c->mirror);
	sv_mirror *m = c->mirror, **at = bucket_of(m->relay, m->node, m->number);
	while (*at != m)
		at = &(*at)->next_in_bucket;
	*at = m->next_in_bucket;
	*(m->previous ? &m->previous->next : &m->relay->mirrors) = m->next;
	if (m->next)
		m->next->previous = m->previous;
	m->relay->figures.mirrors--;
	c->mirror = NULL;
	free(m);
}

void sv_close_doomed_mirrors(sv_relay *relay)
{
	assert(relay);
	if (!relay->has_doomed)
		return;
	relay->has_doomed = false;
	for (sv_mirror *m = relay->mirrors, *next; m; m = next) {
		next = m->next;
		if (m->is_doomed)
			sv_client_close(m->client);
	}
}

void sv_mirrors_link_closed(sv_relay *relay, int64_t node)
{
	assert(relay);
	for (sv_mirror *m = relay->mirrors, *next; m; m = next) {
		next = m->next;
		if (m->node == node)
			sv_client_close(m->client);
	}
	relay->hub->needs_flush = true; /* their people look at nothing any more */
}

void sv_mirrors_have_room(sv_relay *relay, int64_t node)
{
	assert(relay);
	for (sv_mirror *m = relay->mirrors; m; m = m->next)
		if (m->node == node && !m->is_doomed && !sv_client_send(m->client))
			return; /* the link is full again */
}

void sv_close_mirrors(sv_relay *relay)
{
	assert(relay);
	while (relay->mirrors)
		sv_client_close(relay->mirrors->client);
}

int sv_count_mirrors(const sv_relay *relay)
{
	assert(relay);
	return relay->figures.mirrors;
}

bool sv_mirror_is_list(const sv_mirror *m)
{
	return m && m->number == 0;
}

/* ---- A table that has gone to another node --------------------------------------------------- */

void sv_send_client_back(sv_client *c)
{
	assert(c);
	const sv_relay *relay = c->hub->relay;
	if (c->mirror)
		doom(c->mirror);
	else if (relay)
		relay->owner.send_back(relay->owner.self, c->send_to);
}

void sv_return_request(const sv_request *r, const char *key)
{
	assert(sv_is_request(r) && r->client->mirror && key);
	const sv_mirror *m = r->client->mirror;
	sv_frame *f = sv_frame_begin(m->relay, SV_FRAME_RETURNED, m->number);
	sv_frame_add_key(f, key);
	sv_frame_add(f, r->text, r->length);
	sv_frame_send(m->relay, m->node, SV_ANSWERING);
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static bool take_open(sv_relay *relay, int64_t node, uint64_t number, sv_reading *r)
{
	char name[SV_NAME_SIZE];
	int64_t person = (int64_t)sv_read_number(r, 8);
	bool knows_address = sv_read_number(r, 1) != 0;
	const uint8_t *address = sv_read_bytes(r, SV_ADDRESS_SIZE);
	if (r->is_bad || person <= 0 || number == 0 || r->left >= sizeof name ||
		memchr(r->at, '\0', r->left) || find_mirror(relay, node, number))
		return false;
	snprintf(name, sizeof name, "%.*s", (int)r->left, (const char *)r->at);
	sv_mirror *m = open_mirror(relay, node, number, person, name);
	if (!knows_address)
		return true;
	sv_meter *meter = sv_meter_of_address(relay->hub->meters, address);
	sv_client_set_address(m->client, meter);
	sv_meter_release(meter);
	return true;
}

static bool take_request(sv_mirror *m, sv_reading *r)
{
	char key[SV_KEY_SIZE];
	if (!sv_read_frame_key(r, key))
		return false;
	if (m && !m->is_doomed && !sv_client_message(m->client, (const char *)r->at, r->left))
		doom(m);
	return true;
}

static bool take_lobby(sv_mirror *m, sv_reading *r)
{
	bool watches = sv_read_number(r, 1) != 0;
	if (r->is_bad)
		return false;
	if (m && watches)
		sv_watch_lobby(m->client);
	else if (m)
		sv_unwatch_lobby(m->client);
	return true;
}

/* Somebody at that node watches the list, or nobody does any more. */
static bool take_list(sv_relay *relay, int64_t node, sv_reading *r)
{
	bool wanted = sv_read_number(r, 1) != 0;
	sv_mirror *m = find_mirror(relay, node, 0);
	if (r->is_bad)
		return false;
	if (m && m->is_doomed) { /* too much has waited for it */
		sv_client_close(m->client);
		m = NULL;
	}
	if (wanted && !m)
		sv_watch_lobby(open_mirror(relay, node, 0, 0, "")->client);
	else if (!wanted && m)
		sv_client_close(m->client);
	return true;
}

static bool take_where(sv_relay *relay, int64_t node, uint64_t number, sv_reading *r)
{
	char key[SV_KEY_SIZE];
	if (!sv_read_frame_key(r, key))
		return false;
	sv_frame_add_key(sv_frame_begin(relay, SV_FRAME_THERE, number), key);
	sv_frame_send(relay, node, SV_ANSWERING);
	return true;
}

bool sv_mirrors_take(
	sv_relay *relay, int64_t node, sv_frame_kind kind, uint64_t number, sv_reading *r)
{
	assert(relay && r);
	sv_mirror *m = find_mirror(relay, node, number);
	switch (kind) {
	case SV_FRAME_OPEN:
		return take_open(relay, node, number, r);
	case SV_FRAME_CLOSE:
		if (m)
			sv_client_close(m->client);
		relay->hub->needs_flush = true; /* notices may be due */
		return true;
	case SV_FRAME_REQUEST:
		return take_request(m, r);
	case SV_FRAME_LOBBY:
		return take_lobby(m, r);
	case SV_FRAME_LIST:
		return take_list(relay, node, r);
	case SV_FRAME_WHERE:
		return take_where(relay, node, number, r);
	default:
		return false;
	}
}
