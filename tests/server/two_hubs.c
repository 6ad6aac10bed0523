/* two_hubs.c: see two_hubs.h. It replaces the functions of nodes.h that say who leads a table and
 * which nodes there are. */
#include "server/two_hubs.h"

#include "server/nodes.h"
#include "server/shared_limits.h"
#include "text/memory.h"

static two_hubs *world;

sv_leading __real_sv_find_leader(sv_hub *hub, const char *key, int64_t *node);
sv_leading __wrap_sv_find_leader(sv_hub *hub, const char *key, int64_t *node);
int __wrap_sv_other_nodes(const sv_hub *hub, const sv_node **out);

static int number_of(const sv_hub *hub)
{
	return hub == world->hub[1].hub;
}

sv_leading __wrap_sv_find_leader(sv_hub *hub, const char *key, int64_t *node)
{
	if (!world)
		return __real_sv_find_leader(hub, key, node);
	int here = number_of(hub);
	if (here == 0 && __real_sv_find_leader(hub, key, node) == SV_LED_HERE) {
		*node = 1;
		return world->no_leader ? SV_NOT_LED : SV_LED_HERE;
	}
	if (__real_sv_find_leader(world->hub[1].hub, key, node) != SV_LED_HERE)
		return SV_NO_TABLE;
	*node = 2;
	if (world->no_leader || (here == 1 && world->moved))
		return SV_NOT_LED;
	return here == 1 ? SV_LED_HERE : SV_LED_ELSEWHERE;
}

int __wrap_sv_other_nodes(const sv_hub *hub, const sv_node **out)
{
	static const sv_node nodes[] = {{.id = 2}, {.id = 1}};
	if (!world)
		return 0;
	*out = &nodes[number_of(hub)];
	return 1;
}

/* ---- Carrying -------------------------------------------------------------------------------- */

static int from_of(const void *self)
{
	return self == &world->hub[1];
}

static bool is_open(void *self, int64_t node, sv_side side)
{
	(void)self, (void)side;
	assert_true(node == 1 || node == 2);
	return world->is_open;
}

static void send_frame(void *self, int64_t node, sv_side side, const uint8_t *frame, size_t length)
{
	int from = from_of(self);
	assert_int_equal(node, from == 0 ? 2 : 1);
	if (!world->is_open)
		return;
	assert_true(world->frames < MOST_CARRIED);
	carried *c = &world->frame[world->frames++];
	*c = (carried){
		!from, side == SV_ASKING ? SV_ANSWERING : SV_ASKING, length, ap_allocate(length, 1)};
	memcpy(c->bytes, frame, length);
	world->sent[from]++;
}

static bool is_full(void *self, int64_t node, sv_side side)
{
	(void)node, (void)side;
	return world->is_full[from_of(self)];
}

static void cut(void *self, int64_t node, sv_side side)
{
	(void)self, (void)node, (void)side;
	world->is_cut = true;
}

bool carry_one(two_hubs *w)
{
	if (w->frames == 0)
		return false;
	carried c = w->frame[0];
	memmove(w->frame, w->frame + 1, (size_t)--w->frames * sizeof *w->frame);
	sv_link_events *events = &w->events[c.to];
	if (!events->received(events->self, c.to == 0 ? 2 : 1, c.side, c.bytes, c.length))
		w->is_cut = true;
	free(c.bytes);
	return true;
}

void link_hubs(two_hubs *w, bool open)
{
	w->is_open = open;
	while (w->frames > 0)
		free(w->frame[--w->frames].bytes);
	for (int hub = 0; hub < 2; hub++)
		for (sv_side side = SV_ASKING; side < SV_SIDES; side++) {
			sv_link_events *events = &w->events[hub];
			(open ? events->opened : events->closed)(events->self, hub == 0 ? 2 : 1, side);
		}
}

void settle(two_hubs *w)
{
	bool moved;
	do {
		for (int hub = 0; hub < 2; hub++)
			sv_hub_flush(w->hub[hub].hub);
		moved = w->frames > 0;
		while (carry_one(w))
			;
	} while (moved);
}

/* ---- Time and messages ----------------------------------------------------------------------- */

void pass_time_at_both(two_hubs *w, int64_t ms)
{
	for (int hub = 0; hub < 2; hub++) {
		fixture *h = &w->hub[hub];
		h->fake.now += ms;
		sv_hub_tick(h->hub);
		sv_relay_tick(w->relay[hub], h->fake.now);
	}
	settle(w);
}

json_t *request_at(two_hubs *w, int hub, test_client *g, const char *format, ...)
{
	char text[4096];
	va_list list;
	int before = g->count;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	(void)hub;
	sv_client_message(g->connection, text, strlen(text));
	settle(w);
	const char *id = strstr(text, "\"id\":\"");
	for (int i = before; id && i < g->count; i++) {
		const char *of = text_in(g->received[i], "id");
		if (*of && strncmp(id + 6, of, strlen(of)) == 0)
			return g->received[i];
	}
	return NULL;
}

static void send_back(void *self, void *to)
{
	two_hubs *w = self;
	assert_true(w->backs < MOST_BACK);
	w->back[w->backs++] = to;
}

bool was_sent_back(const two_hubs *w, const test_client *g)
{
	for (int i = 0; i < w->backs; i++)
		if (w->back[i] == g)
			return true;
	return false;
}

static char *administrate(void *self, const char *who, const char *line, size_t length)
{
	char text[256];
	(void)self;
	snprintf(text, sizeof text, "%s asked for %.*s", who, (int)length, line);
	return ap_copy_text(text);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

void limit_both(two_hubs *w, const sv_limits *limits)
{
	for (int hub = 0; hub < 2; hub++) {
		sv_hub *h = w->hub[hub].hub;
		sv_meters_close(h->meters);
		h->limits = *limits;
		h->meters = sv_meters_open(limits);
		if (h->relay)
			sv_share_meters(h->meters);
	}
}

void open_two_hubs(two_hubs *w)
{
	memset(w, 0, sizeof *w);
	for (int hub = 0; hub < 2; hub++) {
		open_fixture(&w->hub[hub], "sqlite::memory:");
		ap_seed(&w->hub[hub].fake.rng, (uint64_t)hub + 1, 7);
	}
	sv_limits limits = w->hub[0].limits;
	limits.talk_a_minute = limits.talk_in_all = 1000000;
	limit_both(w, &limits);
	world = w;
	for (int hub = 0; hub < 2; hub++) {
		sv_transport transport = {&w->hub[hub], is_open, send_frame, is_full, cut};
		sv_relay_owner owner = {w, send_back, administrate};
		w->relay[hub] = sv_relay_open(w->hub[hub].hub, &transport, &owner);
		w->events[hub] = sv_relay_events(w->relay[hub]);
	}
	link_hubs(w, true);
	settle(w);
}

void close_two_hubs(two_hubs *w)
{
	while (w->frames > 0)
		free(w->frame[--w->frames].bytes);
	w->is_open = false;
	for (int hub = 0; hub < 2; hub++) {
		sv_relay_close(w->relay[hub]);
		close_fixture(&w->hub[hub]);
	}
	world = NULL;
}
