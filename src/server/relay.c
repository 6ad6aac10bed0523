/* relay.c: see relay.h. This is the side of the node to which clients are connected. */
#include "server/relay.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/lists.h"
#include "server/relay_internal.h"
#include "server/shared_limits.h"
#include "text/memory.h"

enum {
	RETRY = 100,          /* ms between two looks at messages that wait */
	TRIED_AT_ONCE = 50,   /* lanes that are looked at each time */
	PATIENCE = 10 * 1000, /* ms for which a message waits */
	MOST_LANES = 256,     /* of a client: of more, one that was not used for a while is given up */
	UNUSED = 30 * 1000,   /* ms after which a lane that was not used may be given up */
	MOST_KEPT = 128,      /* messages that wait in a lane */
	MOST_KEPT_IN_ALL = 20000, /* messages that wait */
	COUNTING = 1000,          /* ms between two times that others are told what was counted */
	MOST_NODES = 32           /* nodes with a mirror of one client */
};

/* A message that waits. */
typedef struct kept {
	struct kept *next;
	size_t length;
	char text[];
} kept;

/* What a client has to do with a table that is led elsewhere. Its messages go to `node`; while that
 * is not known, or not reached, they wait. If that node does not lead the table any more it sends
 * messages back: until all have come, others wait behind them. */
struct sv_lane {
	sv_relayed *of;
	char key[SV_KEY_SIZE];
	int64_t node; /* 0: not known */
	bool waits, returns;
	kept *first, **last,
		**last_returned; /* where the next goes; where the next returned one does */
	int count;
	int64_t since, used_at; /* when it began to wait; when it was last used */
	int64_t returned_at;    /* when something came back last; 0: never */
	sv_lane *next;          /* of this client: the one that was used last comes first */
	sv_lane *next_waiting, *previous_waiting;
};

struct sv_relayed {
	sv_relay *relay;
	sv_client *client;
	uint64_t number;
	int64_t node[MOST_NODES]; /* those that have a mirror */
	int nodes;
	sv_lane *lanes;
	int lane_count;
	bool is_sent_back;
	sv_relayed *next, *previous, *next_in_bucket;
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

/* Makes the node open a mirror of the client, if it has none. Returns false if there are too many
 * nodes. */
static bool open_mirror(sv_relayed *d, int64_t node)
{
	sv_relay *relay = d->relay;
	const uint8_t *address = sv_meter_address(d->client->who.address);
	static const uint8_t unknown[SV_ADDRESS_SIZE];
	if (place_of_node(d, node) >= 0)
		return true;
	if (d->nodes == MOST_NODES)
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

/* The client connects again, looks again and repeats what was not answered. */
static void send_back(sv_relayed *d)
{
	if (d->is_sent_back)
		return;
	d->is_sent_back = true;
	d->relay->figures.sent_back++;
	d->relay->owner.send_back(d->relay->owner.self, d->client->send_to);
}

/* ---- Who leads ------------------------------------------------------------------------------- */

static sv_known_leader *known_leader(sv_relay *relay, const char *key)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return &relay->leader[hash % SV_KNOWN_LEADERS];
}

static void forget_leader(sv_relay *relay, const char *key)
{
	sv_known_leader *known = known_leader(relay, key);
	if (strcmp(known->key, key) == 0)
		known->node = 0;
}

/* What is known of a leader that can be reached is believed: it would say so if it were wrong. */
static sv_leading find_leader(sv_relay *relay, const char *key, int64_t *node)
{
	sv_known_leader *known = known_leader(relay, key);
	if (known->node && strcmp(known->key, key) == 0 &&
		relay->transport.is_open(relay->transport.self, known->node, SV_ASKING)) {
		*node = known->node;
		return SV_LED_ELSEWHERE;
	}
	sv_leading leading = sv_find_leader(relay->hub, key, node);
	if (leading == SV_LED_ELSEWHERE && strlen(key) < SV_KEY_SIZE) {
		snprintf(known->key, sizeof known->key, "%s", key);
		known->node = *node;
	}
	return leading;
}

/* ---- Lanes ----------------------------------------------------------------------------------- */

/* Finds the lane, and puts it first. */
static sv_lane *find_lane(sv_relayed *d, const char *key)
{
	sv_lane **at = &d->lanes;
	while (*at && strcmp((*at)->key, key) != 0)
		at = &(*at)->next;
	sv_lane *lane = *at;
	if (lane && lane != d->lanes) {
		*at = lane->next;
		lane->next = d->lanes;
		d->lanes = lane;
	}
	return lane;
}

static void stop_waiting(sv_lane *lane)
{
	sv_relay *relay = lane->of->relay;
	if (!lane->waits)
		return;
	lane->waits = false;
	*(lane->previous_waiting ? &lane->previous_waiting->next_waiting : &relay->first_waiting) =
		lane->next_waiting;
	*(lane->next_waiting ? &lane->next_waiting->previous_waiting : &relay->last_waiting) =
		lane->previous_waiting;
	lane->next_waiting = lane->previous_waiting = NULL;
}

static void start_waiting(sv_lane *lane)
{
	sv_relay *relay = lane->of->relay;
	if (lane->waits)
		return;
	lane->waits = true;
	lane->since = sv_now(relay->hub);
	lane->previous_waiting = relay->last_waiting;
	*(relay->last_waiting ? &relay->last_waiting->next_waiting : &relay->first_waiting) = lane;
	relay->last_waiting = lane;
}

static void free_first(sv_lane *lane)
{
	kept *k = lane->first;
	lane->first = k->next;
	if (!lane->first)
		lane->last = &lane->first;
	lane->last_returned = &lane->first;
	lane->count--;
	lane->of->relay->figures.waiting--;
	free(k);
}

static void remove_lane(sv_lane *lane)
{
	sv_relayed *d = lane->of;
	sv_lane **at = &d->lanes;
	while (*at != lane)
		at = &(*at)->next;
	*at = lane->next;
	d->lane_count--;
	stop_waiting(lane);
	while (lane->first)
		free_first(lane);
	free(lane);
}

/* Returns NULL if the client has too many lanes, all of which it uses. */
static sv_lane *add_lane(sv_relayed *d, const char *key)
{
	int64_t now = sv_now(d->relay->hub);
	sv_lane *last = d->lanes;
	while (last && last->next)
		last = last->next;
	if (d->lane_count >= MOST_LANES && last && now - last->used_at > UNUSED && !last->first &&
		!last->returns)
		remove_lane(last);
	if (d->lane_count >= MOST_LANES)
		return NULL;
	sv_lane *lane = ap_allocate(1, sizeof *lane);
	lane->of = d;
	snprintf(lane->key, sizeof lane->key, "%s", key);
	lane->last = lane->last_returned = &lane->first;
	lane->used_at = now;
	lane->next = d->lanes;
	d->lanes = lane;
	d->lane_count++;
	return lane;
}

static void keep_at(sv_lane *lane, kept **at, const char *text, size_t length)
{
	kept *k = ap_allocate(1, sizeof *k + length + 1);
	k->length = length;
	memcpy(k->text, text, length);
	k->next = *at;
	*at = k;
	if (!k->next)
		lane->last = &k->next;
	lane->count++;
	lane->of->relay->figures.waiting++;
}

/* ---- Messages that wait ---------------------------------------------------------------------- */

static void pass_on(sv_lane *lane, const char *text, size_t length)
{
	sv_relay *relay = lane->of->relay;
	sv_frame *f = sv_frame_begin(relay, SV_FRAME_REQUEST, lane->of->number);
	sv_frame_add_key(f, lane->key);
	sv_frame_add(f, text, length);
	sv_frame_send(relay, lane->node, SV_ASKING);
	relay->figures.passed_on++;
}

static bool is_linked(const sv_lane *lane)
{
	const sv_transport *t = &lane->of->relay->transport;
	return lane->node && t->is_open(t->self, lane->node, SV_ASKING);
}

static bool is_reached(const sv_lane *lane)
{
	const sv_transport *t = &lane->of->relay->transport;
	return is_linked(lane) && !t->is_full(t->self, lane->node, SV_ASKING);
}

/* What waits is refused if nobody leads the table. If somebody does who cannot be reached from
 * here, another node may reach him: the client is sent there, and repeats what waits. */
static void give_up(sv_lane *lane)
{
	sv_client *c = lane->of->client;
	if (lane->node && !is_linked(lane))
		send_back(lane->of);
	while (lane->first && !lane->of->is_sent_back) {
		json_t *body = json_loadb(lane->first->text, lane->first->length, 0, NULL);
		const char *id = json_string_value(json_object_get(body, "id"));
		sv_refuse(c, id, "storage", "this table cannot be reached now, try again later");
		lane->of->relay->figures.given_up++;
		json_decref(body);
		free_first(lane);
	}
	remove_lane(lane);
}

/* The table is led here by now. */
static void handle_here(sv_lane *lane)
{
	sv_client *c = lane->of->client;
	while (lane->first) {
		sv_handle_kept_message(c, lane->first->text, lane->first->length);
		free_first(lane);
	}
	remove_lane(lane);
}

/* Sends what waits in the lane, if that is possible now. The lane may be gone afterwards. */
static void try_lane(sv_lane *lane, int64_t now)
{
	sv_relay *relay = lane->of->relay;
	sv_leading leading = SV_LED_ELSEWHERE;
	if (lane->of->is_sent_back) {
		remove_lane(lane);
		return;
	}
	if (lane->returns)
		return;
	if (!is_linked(lane))
		leading = find_leader(relay, lane->key, &lane->node);
	if (leading == SV_LED_HERE || leading == SV_NO_TABLE) {
		handle_here(lane);
	} else if (leading == SV_LED_ELSEWHERE && is_reached(lane) &&
		open_mirror(lane->of, lane->node)) {
		for (; lane->first; free_first(lane))
			pass_on(lane, lane->first->text, lane->first->length);
		stop_waiting(lane);
	} else {
		if (leading == SV_NOT_LED)
			lane->node = 0;
		start_waiting(lane);
		if (now - lane->since > PATIENCE)
			give_up(lane);
	}
}

/* Looks at the lanes that have waited longest, which then go to the end of the line. */
void sv_relay_try_lanes(sv_relay *relay, int64_t now)
{
	assert(relay);
	int count = 0;
	for (const sv_lane *lane = relay->first_waiting; lane && count < TRIED_AT_ONCE;
		 lane = lane->next_waiting)
		count++;
	while (count-- > 0 && relay->first_waiting) {
		sv_lane *lane = relay->first_waiting;
		int64_t since = lane->since;
		stop_waiting(lane);
		start_waiting(lane);
		lane->since = since;
		try_lane(lane, now);
	}
}

/* ---- Requests -------------------------------------------------------------------------------- */

static bool refuse_too_many(const sv_request *r)
{
	sv_refuse(r->client, r->id, "too-fast", "too much of this waits: wait a little");
	return true;
}

/* Passes the message on behind those that wait. */
static bool use_lane(sv_lane *lane, const sv_request *r)
{
	sv_relay *relay = lane->of->relay;
	int64_t now = sv_now(relay->hub);
	lane->used_at = now;
	if (!lane->first && !lane->returns && is_reached(lane) && open_mirror(lane->of, lane->node)) {
		pass_on(lane, r->text, r->length);
		return true;
	}
	if (lane->count >= MOST_KEPT || relay->figures.waiting >= MOST_KEPT_IN_ALL)
		return refuse_too_many(r);
	keep_at(lane, lane->last, r->text, r->length);
	if (!lane->waits)
		try_lane(lane, now);
	return true;
}

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
	sv_lane *lane = c->relayed ? find_lane(c->relayed, key) : NULL;
	if (lane)
		return use_lane(lane, r);
	sv_leading leading = find_leader(c->hub->relay, key, &node);
	if (leading == SV_LED_HERE || leading == SV_NO_TABLE || strlen(key) >= SV_KEY_SIZE)
		return false;
	lane = add_lane(relayed_of(c), key);
	if (!lane)
		return refuse_too_many(r);
	lane->node = leading == SV_LED_ELSEWHERE ? node : 0;
	return use_lane(lane, r);
}

bool sv_relay_ping(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_client *c = r->client;
	sv_lane *lane = c->relayed && !c->mirror ? c->relayed->lanes : NULL;
	if (!lane || c->queue.length > 0 || !lane->node || lane->first || lane->returns ||
		!is_reached(lane) || place_of_node(c->relayed, lane->node) < 0)
		return false;
	sv_frame *f = sv_frame_begin(c->hub->relay, SV_FRAME_REQUEST, c->relayed->number);
	sv_frame_add_key(f, "");
	sv_frame_add(f, r->text, r->length);
	sv_frame_send(c->hub->relay, lane->node, SV_ASKING);
	return true;
}

/* ---- What comes back ------------------------------------------------------------------------- */

/* The node does not lead the table any more. What comes back goes before what waits. */
static bool take_returned(sv_relay *relay, int64_t node, sv_relayed *d, sv_reading *r)
{
	char key[SV_KEY_SIZE];
	if (!sv_read_frame_key(r, key))
		return false;
	forget_leader(relay, key);
	sv_lane *lane = d ? find_lane(d, key) : NULL;
	if (!lane || lane->node != node)
		return true;
	if (!lane->returns) {
		lane->returns = true;
		lane->last_returned = &lane->first;
		sv_frame_add_key(sv_frame_begin(relay, SV_FRAME_WHERE, d->number), key);
		sv_frame_send(relay, node, SV_ASKING);
	}
	kept **at = lane->last_returned;
	keep_at(lane, at, (const char *)r->at, r->left);
	lane->last_returned = &(*at)->next;
	return true;
}

/* What is known of the leader may be wrong for a moment, so the lane is not tried at once. What
 * comes back again and again has waited since it first did. */
static void wait_again(sv_lane *lane)
{
	int64_t now = sv_now(lane->of->relay->hub), since = lane->since;
	bool is_again = lane->returned_at && now - lane->returned_at < 10 * RETRY;
	start_waiting(lane);
	if (is_again)
		lane->since = since;
	lane->returned_at = now;
}

/* All that comes back has come. */
static bool take_there(int64_t node, sv_relayed *d, sv_reading *r)
{
	char key[SV_KEY_SIZE];
	if (!sv_read_frame_key(r, key))
		return false;
	sv_lane *lane = d ? find_lane(d, key) : NULL;
	if (!lane || lane->node != node || !lane->returns)
		return true;
	lane->returns = false;
	lane->node = 0;
	lane->last_returned = &lane->first;
	wait_again(lane);
	return true;
}

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
			forget_leader(relay, lane->key);
		send_back(d);
		return true;
	case SV_FRAME_RETURNED:
		return take_returned(relay, node, d, r);
	case SV_FRAME_THERE:
		return take_there(node, d, r);
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
	if (watches ? open_mirror(d, node) : place_of_node(d, node) >= 0)
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
				send_back(d);
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
		remove_lane(d->lanes);
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
