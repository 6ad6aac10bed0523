/* front_nodes.c: see front_nodes.h. */
#include "server/front_nodes.h"

#include <assert.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin.h"
#include "server/link.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/notices_internal.h"
#include "server/relay.h"
#include "server/sockets.h"
#include "text/memory.h"

enum { LOOK = 500 /* ms between two looks at which nodes there are */ };

struct sv_front_nodes {
	sv_links *links;
	sv_link_events events; /* of the relay */
	int64_t own;           /* as which node the links know this one */
	int64_t look_at;
	bool was_put_out; /* clients are to come back */
};

/* ---- What the relay wants -------------------------------------------------------------------- */

static void send_back(void *self, void *to)
{
	(void)self;
	sv_socket_close(to, SV_CLOSE_RESTART);
}

static char *administrate(void *self, const char *who, const char *line, size_t length)
{
	return sv_admin_answer(self, who, line, length);
}

/* Whatever comes from another node is like something that came from a client. */
static bool on_received(void *self, int64_t node, sv_side side, const uint8_t *frame, size_t length)
{
	sv_front *front = self;
	const sv_link_events *events = &front->nodes->events;
	front->hub_has_input = true;
	return events->received(events->self, node, side, frame, length);
}

static void on_opened(void *self, int64_t node, sv_side side)
{
	const sv_link_events *events = &((sv_front *)self)->nodes->events;
	events->opened(events->self, node, side);
}

static void on_room(void *self, int64_t node, sv_side side)
{
	const sv_link_events *events = &((sv_front *)self)->nodes->events;
	events->has_room(events->self, node, side);
}

static void on_closed(void *self, int64_t node, sv_side side)
{
	sv_front *front = self;
	const sv_link_events *events = &front->nodes->events;
	front->hub_has_input = true;
	events->closed(events->self, node, side);
}

static void on_refused(void *self, int64_t node, bool refused)
{
	const sv_link_events *events = &((sv_front *)self)->nodes->events;
	events->refused(events->self, node, refused);
}

/* ---- News ------------------------------------------------------------------------------------ */

/* Whoever is banned may not be here, and his games go on without him. */
static void apply_restraints(sv_front *front, int64_t person)
{
	int64_t now = sv_front_wall_now(front);
	sv_read_banned_addresses(&front->banned, front->store, now);
	if (person <= 0 || !sv_store_is_restrained(front->store, SV_BAN, person, now))
		return;
	sv_sockets_close_sessions(front, person, NULL);
	sv_hub_bench_person(front->hub, person);
}

/* The hub has removed him from its tables. */
static void forget_person(sv_front *front, int64_t person)
{
	if (person <= 0)
		return;
	sv_sockets_close_sessions(front, person, NULL);
	if (front->notices)
		sv_notices_drop_person(front->notices, person);
}

static void tell_announcement(sv_front *front)
{
	sv_announcement a;
	bool found = sv_store_find_announcement(front->store, sv_front_wall_now(front), &a);
	if (found || !sv_store_error(front->store)[0])
		sv_send_announcement(front->hub, found ? &a : NULL);
}

static void on_news(void *to, const char *kind, int64_t about)
{
	sv_front *front = to;
	front->hub_has_input = true;
	if (strcmp(kind, SV_NEWS_RESTRAINTS) == 0)
		apply_restraints(front, about);
	else if (strcmp(kind, SV_NEWS_SESSIONS) == 0)
		sv_sockets_check_sessions(front, about);
	else if (strcmp(kind, SV_NEWS_PERSON) == 0)
		forget_person(front, about);
	else if (strcmp(kind, SV_NEWS_ANNOUNCEMENT) == 0)
		tell_announcement(front);
}

/* The hub may be in the middle of something. */
static void on_put_out(void *to)
{
	((sv_front *)to)->nodes->was_put_out = true;
}

/* ---- Which nodes there are ------------------------------------------------------------------- */

static void tell_links(sv_front *front)
{
	const sv_node *nodes;
	int count = sv_other_nodes(front->hub, &nodes);
	sv_link_node *list = count ? ap_allocate((size_t)count, sizeof *list) : NULL;
	for (int i = 0; i < count; i++)
		list[i] = (sv_link_node){nodes[i].id, nodes[i].address};
	sv_links_set_nodes(front->nodes->links, list, count);
	free(list);
}

int64_t sv_front_nodes_tick(sv_front *front)
{
	assert(front);
	struct sv_front_nodes *n = front->nodes;
	int64_t now = sv_front_now(front);
	if (!n)
		return INT64_MAX;
	int64_t own = sv_own_node(front->hub);
	if (n->was_put_out) {
		n->was_put_out = false;
		sv_sockets_close_all(front, SV_CLOSE_RESTART);
		sv_links_rename(n->links, own ? own : n->own);
		n->look_at = now;
	}
	if (own && own != n->own) {
		sv_links_rename(n->links, own);
		n->own = own;
		n->look_at = now;
	}
	if (own && now >= n->look_at) {
		tell_links(front);
		n->look_at = now + LOOK;
	}
	int64_t next = sv_relay_tick(front->hub->relay, now);
	return next < n->look_at ? next : n->look_at;
}

bool sv_front_node_figures(const sv_front *front, sv_node_figures *out)
{
	assert(front && out);
	const sv_node *nodes;
	if (!front->nodes)
		return false;
	out->nodes = 1 + sv_other_nodes(front->hub, &nodes);
	sv_links_figures(front->nodes->links, &out->links);
	sv_relay_figures_of(front->hub->relay, &out->relay);
	return true;
}

/* ---- Administration -------------------------------------------------------------------------- */

static bool note_table(void *to, const sv_report *report)
{
	snprintf(to, SV_KEY_SIZE, "%s", report->table);
	return true;
}

/* Finds the table that a command is about, or the report that it shows; "": none. */
static void find_table_of(const sv_front *front, const json_t *request, char key[SV_KEY_SIZE])
{
	const char *table = json_string_value(json_object_get(request, "table"));
	int64_t report = json_integer_value(json_object_get(request, "report"));
	key[0] = '\0';
	if (table && strlen(table) < SV_KEY_SIZE)
		memcpy(key, table, strlen(table) + 1);
	else if (report > 0)
		sv_store_each_report(front->store, report, note_table, key);
}

bool sv_front_pass_command(sv_front *front, const char *who, const char *line, size_t length,
	sv_relay_answer *answer, void *to)
{
	assert(front && who && line && answer && to);
	char key[SV_KEY_SIZE];
	if (!front->nodes)
		return false;
	json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
	find_table_of(front, request, key);
	json_decref(request);
	return key[0] && sv_relay_command(front->hub->relay, key, who, line, length, answer, to);
}

void sv_front_drop_command(sv_front *front, const void *to)
{
	assert(front && to);
	if (front->nodes)
		sv_relay_drop_commands(front->hub->relay, to);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

/* All nodes know a secret: the first of them made it. */
static bool find_secret(sv_front *front, uint8_t secret[SV_LINK_SECRET], ap_error *error)
{
	static const char name[] = "links";
	sv_store *store = front->store;
	if (sv_store_find_secret(store, name, secret, SV_LINK_SECRET))
		return true;
	front->world.random(front->world.self, secret, SV_LINK_SECRET);
	if (sv_store_add_secret(store, name, secret, SV_LINK_SECRET) && sv_store_commit(store))
		return true;
	sv_store_roll_back(store); /* another node was faster */
	return sv_store_find_secret(store, name, secret, SV_LINK_SECRET) ||
		ap_fail(error, 0, "the secret of the nodes cannot be read: %s", sv_store_error(store));
}

bool sv_front_join(sv_front *front, int socket, ap_error *error)
{
	assert(front && error && !front->nodes);
	uint8_t secret[SV_LINK_SECRET];
	if (!sv_is_shared(front->hub))
		return true;
	if (!find_secret(front, secret, error))
		return false;
	struct sv_front_nodes *n = ap_allocate(1, sizeof *n);
	sv_link_events events = {front, on_opened, on_received, on_room, on_closed, on_refused};
	n->own = sv_own_node(front->hub);
	n->links = sv_links_open(sv_loop_of(front->loop), socket, secret, n->own, &events);
	sodium_memzero(secret, sizeof secret);
	if (!n->links) {
		free(n);
		return ap_fail(error, 0, "other nodes cannot be listened to");
	}
	sv_transport transport = sv_links_transport(n->links);
	sv_relay_owner owner = {front, send_back, administrate};
	n->events = sv_relay_events(sv_relay_open(front->hub, &transport, &owner));
	front->nodes = n;
	sv_node_listener listener = {on_news, NULL, on_put_out, front};
	sv_listen_to_nodes(front->hub, &listener);
	return true;
}

void sv_front_leave(sv_front *front)
{
	assert(front);
	if (!front->nodes)
		return;
	sv_stop_listening(front->hub, front);
	sv_links_close(front->nodes->links);
	sv_relay_close(front->hub->relay);
	free(front->nodes);
	front->nodes = NULL;
}
