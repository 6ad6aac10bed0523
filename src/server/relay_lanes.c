/* relay_lanes.c: messages of clients about tables that are led elsewhere: how they stay in order,
 * wait and come back: see relay_lanes.h. */
#include "server/relay_lanes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

enum {
	RETURNS_AGAIN = 1000, /* ms within which what has come back comes back again */
	TRIED_AT_ONCE = 50,   /* lanes that are looked at each time */
	PATIENCE = 10 * 1000, /* ms for which a message waits */
	MOST_LANES = 256,     /* of a client: of more, one that was not used for a while is given up */
	UNUSED = 30 * 1000,   /* ms after which a lane that was not used may be given up */
	MOST_KEPT = 128,      /* messages that wait in a lane */
	MOST_KEPT_IN_ALL = 20000 /* messages that wait */
};

/* A message that waits. */
struct sv_kept {
	sv_kept *next;
	size_t length;
	char text[];
};

/* ---- Who leads ------------------------------------------------------------------------------- */

static sv_known_leader *known_leader(sv_relay *relay, const char *key)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return &relay->leader[hash % SV_KNOWN_LEADERS];
}

void sv_relay_forget_leader(sv_relay *relay, const char *key)
{
	assert(relay && key);
	sv_known_leader *known = known_leader(relay, key);
	if (strcmp(known->key, key) == 0)
		known->node = 0;
}

sv_leading sv_relay_find_leader(sv_relay *relay, const char *key, int64_t *node)
{
	assert(relay && key && node);
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

sv_lane *sv_find_lane(sv_relayed *d, const char *key)
{
	assert(d && key);
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
	sv_kept *k = lane->first;
	lane->first = k->next;
	if (!lane->first)
		lane->last = &lane->first;
	lane->last_returned = &lane->first;
	lane->count--;
	lane->of->relay->figures.waiting--;
	free(k);
}

void sv_remove_lane(sv_lane *lane)
{
	assert(lane);
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

sv_lane *sv_add_lane(sv_relayed *d, const char *key)
{
	assert(d && key && strlen(key) < SV_KEY_SIZE);
	int64_t now = sv_now(d->relay->hub);
	sv_lane *last = d->lanes;
	while (last && last->next)
		last = last->next;
	if (d->lane_count >= MOST_LANES && last && now - last->used_at > UNUSED && !last->first &&
		!last->returns)
		sv_remove_lane(last);
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

static void keep_at(sv_lane *lane, sv_kept **at, const char *text, size_t length)
{
	sv_kept *k = ap_allocate(1, sizeof *k + length + 1);
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

bool sv_lane_is_reached(const sv_lane *lane)
{
	assert(lane);
	const sv_transport *t = &lane->of->relay->transport;
	return is_linked(lane) && !t->is_full(t->self, lane->node, SV_ASKING);
}

/* What waits is refused if nobody leads the table. If somebody does who cannot be reached from
 * here, another node may reach him: the client is sent there, and repeats what waits. */
static void give_up(sv_lane *lane)
{
	sv_client *c = lane->of->client;
	if (lane->node && !is_linked(lane))
		sv_send_relayed_back(lane->of);
	while (lane->first && !lane->of->is_sent_back) {
		json_t *body = json_loadb(lane->first->text, lane->first->length, 0, NULL);
		const char *id = json_string_value(json_object_get(body, "id"));
		sv_refuse(c, id, "storage", "this table cannot be reached now, try again later");
		lane->of->relay->figures.given_up++;
		json_decref(body);
		free_first(lane);
	}
	sv_remove_lane(lane);
}

/* The table is led here by now. */
static void handle_here(sv_lane *lane)
{
	sv_client *c = lane->of->client;
	while (lane->first) {
		sv_handle_kept_message(c, lane->first->text, lane->first->length);
		free_first(lane);
	}
	sv_remove_lane(lane);
}

/* Sends what waits in the lane, if that is possible now. The lane may be gone afterwards. */
static void try_lane(sv_lane *lane, int64_t now)
{
	sv_relay *relay = lane->of->relay;
	sv_leading leading = SV_LED_ELSEWHERE;
	if (lane->of->is_sent_back) {
		sv_remove_lane(lane);
		return;
	}
	if (lane->returns)
		return;
	if (!is_linked(lane))
		leading = sv_relay_find_leader(relay, lane->key, &lane->node);
	if (leading == SV_LED_HERE || leading == SV_NO_TABLE) {
		handle_here(lane);
	} else if (leading == SV_LED_ELSEWHERE && sv_lane_is_reached(lane) &&
		sv_open_mirror_at(lane->of, lane->node)) {
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

bool sv_refuse_too_many(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_refuse(r->client, r->id, "too-fast", "too much of this waits: wait a little");
	return true;
}

bool sv_use_lane(sv_lane *lane, const sv_request *r)
{
	assert(lane && sv_is_request(r));
	sv_relay *relay = lane->of->relay;
	int64_t now = sv_now(relay->hub);
	lane->used_at = now;
	if (!lane->first && !lane->returns && sv_lane_is_reached(lane) &&
		sv_open_mirror_at(lane->of, lane->node)) {
		pass_on(lane, r->text, r->length);
		return true;
	}
	if (lane->count >= MOST_KEPT || relay->figures.waiting >= MOST_KEPT_IN_ALL)
		return sv_refuse_too_many(r);
	keep_at(lane, lane->last, r->text, r->length);
	if (!lane->waits)
		try_lane(lane, now);
	return true;
}

/* ---- What comes back ------------------------------------------------------------------------- */

/* The node does not lead the table any more. What comes back goes before what waits. */
bool sv_take_returned(sv_relay *relay, int64_t node, sv_relayed *d, sv_reading *r)
{
	assert(relay && r);
	char key[SV_KEY_SIZE];
	if (!sv_read_frame_key(r, key))
		return false;
	sv_relay_forget_leader(relay, key);
	sv_lane *lane = d ? sv_find_lane(d, key) : NULL;
	if (!lane || lane->node != node)
		return true;
	if (!lane->returns) {
		lane->returns = true;
		lane->last_returned = &lane->first;
		sv_frame_add_key(sv_frame_begin(relay, SV_FRAME_WHERE, d->number), key);
		sv_frame_send(relay, node, SV_ASKING);
	}
	sv_kept **at = lane->last_returned;
	keep_at(lane, at, (const char *)r->at, r->left);
	lane->last_returned = &(*at)->next;
	return true;
}

/* What is known of the leader may be wrong for a moment, so the lane is not tried at once. What
 * comes back again and again has waited since it first did. */
static void wait_again(sv_lane *lane)
{
	int64_t now = sv_now(lane->of->relay->hub), since = lane->since;
	bool is_again = lane->returned_at && now - lane->returned_at < RETURNS_AGAIN;
	start_waiting(lane);
	if (is_again)
		lane->since = since;
	lane->returned_at = now;
}

/* All that comes back has come. */
bool sv_take_there(int64_t node, sv_relayed *d, sv_reading *r)
{
	assert(r);
	char key[SV_KEY_SIZE];
	if (!sv_read_frame_key(r, key))
		return false;
	sv_lane *lane = d ? sv_find_lane(d, key) : NULL;
	if (!lane || lane->node != node || !lane->returns)
		return true;
	lane->returns = false;
	lane->node = 0;
	lane->last_returned = &lane->first;
	wait_again(lane);
	return true;
}
