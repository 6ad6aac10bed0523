/* links.c: what servers that share the store say to each other. Between two of them there are two
 * connections, as in src/server/link.h: of each one asks, the other answers. They break now and
 * then; what was under way is lost then. */
#include "simulation/simulation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

enum { OPENED_AFTER = 300, MOST_DELAY = 15 };

/* ---- Items ----------------------------------------------------------------------------------- */

static link_item *new_item(sim *s, server *to, link_kind kind, int64_t node, sv_side side)
{
	link_item *free_one = NULL;
	for (int i = 0; i < MOST_LINK_ITEMS && !free_one; i++)
		if (s->link_item[i].at == NEVER)
			free_one = &s->link_item[i];
	if (!free_one)
		fail_sim(s, "simulation: too much is under way between servers");
	int64_t at = s->now + 1 + sim_below(&s->network_rng, MOST_DELAY);
	to->last_item = at > to->last_item ? at : to->last_item; /* everything comes in its order */
	*free_one = (link_item){.at = to->last_item,
		.order = s->items_sent++,
		.to = to,
		.kind = kind,
		.node = node,
		.side = side};
	return free_one;
}

static void free_item(link_item *item)
{
	free(item->bytes);
	*item = (link_item){0};
}

/* What has not arrived at this server, over connections with this node (0: any), is lost. */
static void drop_items(sim *s, const server *to, int64_t node)
{
	for (int i = 0; i < MOST_LINK_ITEMS; i++) {
		link_item *item = &s->link_item[i];
		if (item->at != NEVER && item->to == to && (node == 0 || item->node == node))
			free_item(item);
	}
}

void drop_link_items(sim *s)
{
	for (int i = 0; i < MOST_LINK_ITEMS; i++)
		free_item(&s->link_item[i]);
}

static link_item *first_item(sim *s, const server *to)
{
	link_item *first = NULL;
	for (int i = 0; i < MOST_LINK_ITEMS; i++) {
		link_item *item = &s->link_item[i];
		if (item->at != NEVER && item->at <= s->now && item->to == to &&
			(!first || item->order < first->order))
			first = item;
	}
	return first;
}

int64_t next_link_item(const sim *s, const server *to)
{
	int64_t next = INT64_MAX;
	for (int i = 0; i < MOST_LINK_ITEMS; i++)
		if (s->link_item[i].at != NEVER && s->link_item[i].to == to && s->link_item[i].at < next)
			next = s->link_item[i].at;
	return next;
}

/* ---- Connections ----------------------------------------------------------------------------- */

/* Returns the server that is this node; NULL if it does not run any more. */
static server *server_of(sim *s, int64_t node)
{
	for (int i = 0; i < s->servers; i++)
		if (s->server[i].hub && s->server[i].linked_as == node)
			return &s->server[i];
	return NULL;
}

/* The connection that `from` has opened to ask `to`. */
static bool *line_between(const server *from, const server *to)
{
	return &from->sim->is_linked[from->number][to->number];
}

static bool *line_of(server *v, int64_t node, sv_side side)
{
	server *other = server_of(v->sim, node);
	return !other ? NULL : side == SV_ASKING ? line_between(v, other) : line_between(other, v);
}

static bool is_open(void *self, int64_t node, sv_side side)
{
	const bool *line = line_of(self, node, side);
	return line && *line;
}

static void send_frame(void *self, int64_t node, sv_side side, const uint8_t *frame, size_t length)
{
	server *v = self;
	sim *s = v->sim;
	if (!is_open(self, node, side) || s->disk.has_stopped)
		return;
	link_item *item = new_item(s, server_of(s, node), LINK_FRAME, v->linked_as,
		side == SV_ASKING ? SV_ANSWERING : SV_ASKING);
	item->length = length;
	item->bytes = ap_allocate(length + 1, 1);
	memcpy(item->bytes, frame, length);
	s->tallies->frames++;
}

static bool is_full(void *self, int64_t node, sv_side side)
{
	(void)self, (void)node, (void)side;
	return false;
}

/* Both connections between two servers break. */
static void break_lines(server *a, server *b)
{
	sim *s = a->sim;
	server *ends[2][2] = {{a, b}, {b, a}};
	drop_items(s, a, b->linked_as);
	drop_items(s, b, a->linked_as);
	for (int i = 0; i < 2; i++) {
		server *from = ends[i][0], *to = ends[i][1];
		if (!*line_between(from, to))
			continue;
		*line_between(from, to) = false;
		if (from->hub)
			new_item(s, from, LINK_CLOSED, to->linked_as, SV_ASKING);
		if (to->hub)
			new_item(s, to, LINK_CLOSED, from->linked_as, SV_ANSWERING);
	}
	s->linked_at[a->number][b->number] = s->linked_at[b->number][a->number] =
		s->now + OPENED_AFTER + sim_below(&s->network_rng, 1000);
}

static void cut(void *self, int64_t node, sv_side side)
{
	server *v = self;
	(void)side;
	fail_sim(v->sim, "links: node %d breaks the rules", (int)node);
}

void break_links(sim *s, server *v)
{
	for (int i = 0; i < s->servers; i++)
		if (&s->server[i] != v)
			break_lines(v, &s->server[i]);
	if (!v->hub)
		drop_items(s, v, 0);
}

/* True if the server knows the other one, and can reach it. */
static bool can_link(const server *from, const server *to)
{
	const sv_node *other;
	int count = from->hub && to->hub ? sv_other_nodes(from->hub, &other) : 0;
	for (int i = 0; i < count; i++)
		if (other[i].id == to->linked_as && to->linked_as != 0)
			return from->sim->now >= from->sim->linked_at[from->number][to->number];
	return false;
}

/* Opens what can be opened; says who cannot be reached. */
static void open_lines(sim *s, server *v)
{
	const sv_node *other;
	int count = sv_other_nodes(v->hub, &other);
	for (int i = 0; i < s->servers; i++) {
		server *to = &s->server[i];
		if (to == v || *line_between(v, to) || !can_link(v, to) || !can_link(to, v))
			continue;
		*line_between(v, to) = true;
		new_item(s, v, LINK_OPENED, to->linked_as, SV_ASKING);
		new_item(s, to, LINK_OPENED, v->linked_as, SV_ANSWERING);
	}
	for (int i = 0; i < count; i++)
		v->link.refused(v->link.self, other[i].id, server_of(s, other[i].id) == NULL);
}

/* ---- For servers ----------------------------------------------------------------------------- */

static void send_back(void *self, void *to)
{
	(void)self;
	((person *)to)->is_dropped = true;
}

static char *administrate(void *self, const char *who, const char *line, size_t length)
{
	(void)self, (void)who, (void)line, (void)length;
	return ap_copy_text("{}");
}

/* Everybody at a server that was put out comes back. */
static void on_put_out(void *self)
{
	server *v = self;
	v->sim->tallies->put_out++;
	for (int i = 0; i < v->sim->people; i++)
		if (v->sim->person[i].at == v)
			v->sim->person[i].is_dropped = true;
}

static void on_gone(void *self, int64_t node)
{
	server *v = self;
	note_sim(v->sim, "gone", v->number, node);
}

void link_server(server *v)
{
	sv_transport transport = {v, is_open, send_frame, is_full, cut};
	sv_relay_owner owner = {v, send_back, administrate};
	v->relay = sv_relay_open(v->hub, &transport, &owner);
	v->link = sv_relay_events(v->relay);
	v->linked_as = sv_own_node(v->hub);
	sv_listen_to_nodes(
		v->hub, &(sv_node_listener){.on_put_out = on_put_out, .on_gone = on_gone, .to = v});
}

void hear_links(server *v)
{
	sim *s = v->sim;
	if (v->linked_as != sv_own_node(v->hub)) { /* it has another name now */
		break_links(s, v);
		v->linked_as = sv_own_node(v->hub);
	}
	for (link_item *item; (item = first_item(s, v)) != NULL;) {
		link_item taken = *item;
		*item = (link_item){0};
		if (taken.kind == LINK_OPENED)
			v->link.opened(v->link.self, taken.node, taken.side);
		else if (taken.kind == LINK_CLOSED)
			v->link.closed(v->link.self, taken.node, taken.side);
		else if (!v->link.received(v->link.self, taken.node, taken.side, taken.bytes, taken.length))
			fail_sim(s, "links: a frame of node %d is refused", (int)taken.node);
		free(taken.bytes);
	}
	open_lines(s, v);
}
