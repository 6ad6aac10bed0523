/* relay.c: see relay.h. This is the side of the node to which clients are connected. */
#include "server/relay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/lists.h"
#include "server/relay_lanes.h"
#include "server/shared_limits.h"
#include "text/memory.h"

enum {
	RETRY = 100,    /* ms between two looks at messages that wait */
	COUNTING = 1000 /* ms between two times that others are told what was counted */
};

/* ---- Clients --------------------------------------------------------------------------------- */

static sv_relayed *find_relayed(const sv_relay *relay, uint64_t number)
{
	sv_relayed *d = relay->bucket[number % SV_RELAY_BUCKETS];
	while (d && d->number != number)
		d = d->next_in_bucket;
	return d;
}

static sv_relayed *relayed_of(sv_client *c)
{
	sv_relay *relay = c->hub->relay;
	if (c->relayed)
		return c->relayed;
	sv_relayed *d = ap_allocate(1, sizeof *d);
	d->relay = relay;
	d->client = c;
	d->number = relay->next_number++;
	d->next = relay->relayed;
	if (d->next)
		d->next->previous = d;
	relay->relayed = d;
	d->next_in_bucket = relay->bucket[d->number % SV_RELAY_BUCKETS];
	relay->bucket[d->number % SV_RELAY_BUCKETS] = d;
	c->relayed = d;
	return d;
}

static int place_of_node(const sv_relayed *d, int64_t node)
{
	for (int i = 0; i < d->nodes; i++)
		if (d->node[i] == node)
			return i;
	return -1;
}

bool sv_open_mirror_at(sv_relayed *d, int64_t node)
{
	assert(d);
	sv_relay *relay = d->relay;
	const uint8_t *address = sv_meter_address(d->client->who.address);
	static const uint8_t unknown[SV_ADDRESS_SIZE];
	if (place_of_node(d, node) >= 0)
		return true;
	if (d->nodes == SV_MOST_MIRRORS)
		return false;
	d->node[d->nodes++] = node;
	sv_frame *f = sv_frame_begin(relay, SV_FRAME_OPEN, d->number);
	sv_frame_add_number(f, (uint64_t)d->client->person, 8);
	sv_frame_add_number(f, address != NULL, 1);
	sv_frame_add(f, address ? address : unknown, SV_ADDRESS_SIZE);
	sv_frame_add(f, d->client->name, strlen(d->client->name));
	sv_frame_send(relay, node, SV_ASKING);
	return true;
}

void sv_send_relayed_back(sv_relayed *d)
{
	assert(d);
	if (d->is_sent_back)
		return;
	d->is_sent_back = true;
	d->relay->figures.sent_back++;
	d->relay->owner.send_back(d->relay->owner.self, d->client->send_to);
}

/* ---- Requests -------------------------------------------------------------------------------- */

bool sv_relay_request(const sv_request *r, const char *key)
{
	assert(sv_is_request(r) && key && r->client->hub->relay);
	sv_client *c = r->client;
	int64_t node = 0;
	if (c->mirror) {
		sv_leading leading = sv_find_leader(c->hub, key, &node);
		if (leading == SV_LED_HERE || leading == SV_NO_TABLE)
			return false;
		sv_return_request(r, key);
		return true;
	}
	if (c->relayed && c->relayed->is_sent_back)
		return true;
	sv_lane *lane = c->relayed ? sv_find_lane(c->relayed, key) : NULL;
	if (lane)
		return sv_use_lane(lane, r);
	sv_leading leading = sv_relay_find_leader(c->hub->relay, key, &node);
	if (leading == SV_LED_HERE || leading == SV_NO_TABLE || strlen(key) >= SV_KEY_SIZE)
		return false;
	lane = sv_add_lane(relayed_of(c), key);
	if (!lane)
		return sv_refuse_too_many(r);
	lane->node = leading == SV_LED_ELSEWHERE ? node : 0;
	return sv_use_lane(lane, r);
}

bool sv_relay_ping(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_client *c = r->client;
	sv_lane *lane = c->relayed && !c->mirror ? c->relayed->lanes : NULL;
	if (!lane || c->queue.length > 0 || !lane->node || lane->first || lane->returns ||
		!sv_lane_is_reached(lane) || place_of_node(c->relayed, lane->node) < 0)
		return false;
	sv_frame *f = sv_frame_begin(c->hub->relay, SV_FRAME_REQUEST, c->relayed->number);
	sv_frame_add_key(f, "");
	sv_frame_add(f, r->text, r->length);
	sv_frame_send(c->hub->relay, lane->node, SV_ASKING);
	return true;
}

/* ---- What comes back ------------------------------------------------------------------------- */

/* Tells all who watch the list here of rows that have changed, but not those who are told by
 * themselves: a row begins with the numbers of these people. */
static void tell_row(sv_relay *relay, const char *row)
{
	int64_t people[AP_MAX_SEATS + 1] = {0};
	int count = 0;
	while (*row >= '0' && *row <= '9' && count < AP_COUNT(people)) {
		char *end;
		people[count++] = strtoll(row, &end, 10);
		row = *end == ',' ? end + 1 : end;
	}
	if (*row != '\n')
		return;
	row++;
	for (sv_client *c = relay->hub->lobby_watchers, *next; c; c = next) {
		bool is_told = c->mirror != NULL;
		next = c->next_in_lobby;
		for (int i = 0; i < count; i++)
			is_told = is_told || people[i] == c->person;
		if (!is_told)
			sv_send_durable(c, row, strlen(row) + 1);
	}
}

static bool take_rows(sv_relay *relay, const sv_reading *r)
{
	const char *at = (const char *)r->at, *end = at + r->left;
	if (r->left == 0 || end[-1] != '\0')
		return false;
	for (; at < end; at += strlen(at) + 1)
		tell_row(relay, at);
	return true;
}

static void forget_node(sv_relayed *d, int64_t node)
{
	int place = place_of_node(d, node);
	if (place >= 0)
		d->node[place] = d->node[--d->nodes];
}

bool sv_relay_take_answer(
	sv_relay *relay, int64_t node, sv_frame_kind kind, uint64_t number, sv_reading *r)
{
	assert(relay && r);
	sv_relayed *d = find_relayed(relay, number);
	switch (kind) {
	case SV_FRAME_TEXT:
		if (r->left == 0 || r->at[r->left - 1] != '\0')
			return false;
		if (d && !d->is_sent_back)
			sv_send_durable(d->client, (const char *)r->at, r->left);
		return true;
	case SV_FRAME_GONE:
		if (!d) { /* too much waited for those who watch the list */
			relay->asks_for_lists = false;
			return true;
		}
		forget_node(d, node);
		for (sv_lane *lane = d->lanes; lane; lane = lane->next)
			sv_relay_forget_leader(relay, lane->key);
		sv_send_relayed_back(d);
		return true;
	case SV_FRAME_RETURNED:
		return sv_take_returned(relay, node, d, r);
	case SV_FRAME_THERE:
		return sv_take_there(node, d, r);
	case SV_FRAME_ROWS:
		return take_rows(relay, r);
	default:
		return false;
	}
}

/* ---- Links ----------------------------------------------------------------------------------- */

static void tell_lobby(sv_relayed *d, int64_t node, bool watches)
{
	uint8_t on = watches;
	if (watches ? sv_open_mirror_at(d, node) : place_of_node(d, node) >= 0)
		sv_frame_send_with(d->relay, node, SV_ASKING, SV_FRAME_LOBBY, d->number, &on, sizeof on);
}

static bool somebody_watches(const sv_relay *relay)
{
	const sv_client *c = relay->hub->lobby_watchers;
	while (c && c->mirror)
		c = c->next_in_lobby;
	return c != NULL;
}

static void ask_for_list(sv_relay *relay, int64_t node)
{
	uint8_t on = relay->asks_for_lists;
	sv_frame_send_with(relay, node, SV_ASKING, SV_FRAME_LIST, 0, &on, sizeof on);
}

/* Asks all others for changes of the list if somebody watches it here. */
static void ask_for_lists(sv_relay *relay)
{
	const sv_node *nodes;
	bool wanted = somebody_watches(relay);
	if (relay->asks_for_lists == wanted)
		return;
	relay->asks_for_lists = wanted;
	int count = sv_other_nodes(relay->hub, &nodes);
	for (int i = 0; i < count; i++)
		ask_for_list(relay, nodes[i].id);
}

void sv_relay_lobby(sv_client *c, bool watches)
{
	assert(c && c->hub->relay && !c->mirror);
	const sv_node *nodes;
	sv_relay *relay = c->hub->relay;
	int count = sv_other_nodes(c->hub, &nodes);
	for (int i = 0; i < count; i++)
		if (relay->transport.is_open(relay->transport.self, nodes[i].id, SV_ASKING))
			tell_lobby(relayed_of(c), nodes[i].id, watches);
	if (watches)
		ask_for_lists(relay);
}

void sv_relay_link_opened(sv_relay *relay, int64_t node)
{
	assert(relay);
	for (sv_client *c = relay->hub->lobby_watchers; c; c = c->next_in_lobby)
		if (!c->mirror)
			tell_lobby(relayed_of(c), node, true);
	ask_for_list(relay, node);
	sv_relay_try_lanes(relay, sv_now(relay->hub));
}

/* Who has asked there for anything cannot know what became of it. */
void sv_relay_link_closed(sv_relay *relay, int64_t node)
{
	assert(relay);
	for (sv_relayed *d = relay->relayed; d; d = d->next) {
		if (place_of_node(d, node) < 0)
			continue;
		forget_node(d, node);
		for (const sv_lane *lane = d->lanes; lane; lane = lane->next)
			if (lane->node == node)
				sv_send_relayed_back(d);
	}
}

/* ---- Time ------------------------------------------------------------------------------------ */

static void write_counts(void *to, const uint8_t *bytes, size_t length)
{
	sv_relay *relay = to;
	sv_frame_add(sv_frame_begin(relay, SV_FRAME_COUNTS, 0), bytes, length);
	if (relay->told_node) {
		sv_frame_send(relay, relay->told_node, SV_ASKING);
		return;
	}
	const sv_node *nodes;
	int count = sv_other_nodes(relay->hub, &nodes);
	for (int i = 0; i < count; i++)
		sv_frame_send(relay, nodes[i].id, SV_ASKING);
}

void sv_tell_counts(sv_relay *relay, int64_t node)
{
	assert(relay);
	relay->told_node = node;
	sv_write_counts(relay->hub->meters, node != 0, write_counts, relay);
}

int64_t sv_relay_tick(sv_relay *relay, int64_t now)
{
	assert(relay);
	sv_close_doomed_mirrors(relay);
	if (relay->first_waiting && now >= relay->look_at) {
		relay->look_at = now + RETRY;
		sv_relay_try_lanes(relay, now);
	}
	if (now >= relay->count_at) {
		relay->count_at = now + COUNTING;
		sv_tell_counts(relay, 0);
		ask_for_lists(relay);
		sv_fail_old_commands(relay, now);
	}
	return relay->first_waiting && relay->look_at < relay->count_at ? relay->look_at
																	: relay->count_at;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

void sv_relay_forget_client(sv_client *c)
{
	assert(c && c->relayed);
	sv_relayed *d = c->relayed;
	sv_relay *relay = d->relay;
	for (int i = 0; i < d->nodes; i++)
		sv_frame_send_with(relay, d->node[i], SV_ASKING, SV_FRAME_CLOSE, d->number, NULL, 0);
	while (d->lanes)
		sv_remove_lane(d->lanes);
	*(d->previous ? &d->previous->next : &relay->relayed) = d->next;
	if (d->next)
		d->next->previous = d->previous;
	sv_relayed **at = &relay->bucket[d->number % SV_RELAY_BUCKETS];
	while (*at != d)
		at = &(*at)->next_in_bucket;
	*at = d->next_in_bucket;
	c->relayed = NULL;
	free(d);
}

sv_relay *sv_relay_open(sv_hub *hub, const sv_transport *transport, const sv_relay_owner *owner)
{
	assert(hub && transport && owner && !hub->relay);
	sv_relay *relay = ap_allocate(1, sizeof *relay);
	relay->hub = hub;
	relay->transport = *transport;
	relay->owner = *owner;
	relay->next_number = 1;
	sv_share_meters(hub->meters);
	hub->relay = relay;
	return relay;
}

void sv_relay_close(sv_relay *relay)
{
	assert(relay);
	sv_fail_commands(relay, 0);
	while (relay->relayed)
		sv_relay_forget_client(relay->relayed->client);
	sv_close_mirrors(relay);
	relay->hub->relay = NULL;
	free(relay->frame.bytes);
	free(relay);
}

void sv_relay_figures_of(const sv_relay *relay, sv_relay_figures *out)
{
	assert(relay && out);
	*out = relay->figures;
}
