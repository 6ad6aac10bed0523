/* hub_fixture.c: see hub_fixture.h. */
#include "server/hub_fixture.h"

#include <unistd.h>

#include "server/nodes.h"
#include "server/store_nodes.h"

static int64_t fake_now(void *self)
{
	const fake_world *fake = self;
	return fake->now + fake->wall_ahead;
}

static int64_t fake_elapsed(void *self)
{
	return ((fake_world *)self)->now;
}

static void fake_random(void *self, void *out, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((unsigned char *)out)[i] = (unsigned char)ap_below(&((fake_world *)self)->rng, 256);
}

void new_disk_store(disk_store *d)
{
	snprintf(d->path, sizeof d->path, "/tmp/apparat-test-XXXXXX");
	int file = mkstemp(d->path);
	assert_true(file >= 0);
	close(file);
	unlink(d->path);
	snprintf(d->url, sizeof d->url, "sqlite:%s", d->path);
}

void drop_disk_store(const disk_store *d)
{
	static const char *const ends[] = {"", "-wal", "-shm"};
	for (int i = 0; i < 3; i++) {
		char name[80];
		snprintf(name, sizeof name, "%s%s", d->path, ends[i]);
		unlink(name);
	}
}

static void open_hub(fixture *h, const char *url)
{
	ap_error error = {0};
	h->store = sv_store_open(url, &error);
	if (!h->store)
		fail_msg("%s", error.message);
	if (h->address && !sv_store_share(h->store, &error))
		fail_msg("%s", error.message);
	h->hub = h->address ? sv_hub_open_node(h->store, &h->world, &h->limits, h->address, &error)
						: sv_hub_open(h->store, &h->world, &h->limits, &error);
	if (!h->hub)
		fail_msg("%s", error.message);
}

void open_fixture(fixture *h, const char *url)
{
	open_limited_fixture(h, url, sv_default_limits.replays_a_person);
}

static void set_up_fixture(fixture *h, int replays)
{
	memset(h, 0, sizeof *h);
	h->fake.now = 1000000;
	ap_seed(&h->fake.rng, 1, 2);
	h->world = (sv_world){fake_now, fake_elapsed, fake_random, &h->fake};
	h->limits = sv_default_limits;
	h->limits.message_burst = 100000;
	h->limits.lists_a_person = h->limits.looks_a_person = h->limits.changes_a_person = 100000;
	h->limits.open_seats_a_person = h->limits.bots_a_person = h->limits.seats_a_person = 100000;
	h->limits.wishes_a_person = h->limits.acts_a_person = h->limits.watches_a_person = 1000000;
	h->limits.lists_in_all = h->limits.looks_in_all = h->limits.changes_in_all = 100000;
	h->limits.wishes_in_all = h->limits.acts_in_all = 1000000;
	h->limits.replays_a_person = replays;
	h->limits.bot_workers = 0;
	h->limits.bot_delay = 0;
	h->limits.countdown = 5 * 1000;
	h->limits.live_move = 3 * 60 * 1000;
	h->limits.slow_move = 48LL * 3600 * 1000;
}

void open_limited_fixture(fixture *h, const char *url, int replays)
{
	set_up_fixture(h, replays);
	open_hub(h, url);
}

void open_node(fixture *h, const char *url, const char *address, int64_t now)
{
	set_up_fixture(h, sv_default_limits.replays_a_person);
	ap_seed(&h->fake.rng, (uint64_t)now, 2);
	h->fake.now = now;
	h->fake.wall_ahead = 5000000 - now;
	h->address = address;
	open_hub(h, url);
}

static void free_clients(fixture *h)
{
	for (int i = 0; i < h->clients; i++) {
		test_client *g = &h->client[i];
		while (g->count > 0)
			json_decref(g->received[--g->count]);
		json_decref(g->view);
		json_decref(g->ask);
		json_decref(g->summary);
	}
	memset(h->client, 0, sizeof h->client);
	h->clients = 0;
}

void close_fixture(fixture *h)
{
	sv_hub_close(h->hub);
	sv_store_close(h->store);
	free_clients(h);
}

void reopen_fixture(fixture *h, const char *url)
{
	close_fixture(h);
	open_hub(h, url);
}

static void replace(json_t **place, json_t *value)
{
	json_decref(*place);
	*place = json_incref(value);
}

/* Adds up the messages as a real client does. */
static void receive_message(test_client *g, const char *text)
{
	json_t *message = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(message);
	assert_true(g->count < 4096);
	g->received[g->count++] = message;
	if (strcmp(text_in(message, "table"), g->table) != 0)
		return;
	if (strcmp(text_in(message, "type"), "table") == 0) {
		json_t *view = json_deep_copy(json_object_get(message, "view"));
		replace(&g->summary, message);
		replace(&g->view, view);
		json_decref(view);
		replace(&g->ask, json_object_get(message, "ask"));
	} else if (strcmp(text_in(message, "type"), "change") == 0) {
		json_object_update_recursive(g->view, json_object_get(message, "view"));
		replace(&g->ask, json_object_get(message, "ask"));
	}
}

static bool receive(void *to, const char *messages, size_t length)
{
	test_client *g = to;
	if (!messages) {
		g->is_dropped = true;
		return true;
	}
	if (g->is_stuck)
		return false;
	for (const char *text = messages; text < messages + length; text += strlen(text) + 1)
		receive_message(g, text);
	return true;
}

test_client *connect_client(fixture *h, const char *name, int64_t person)
{
	test_client *g = &h->client[h->clients++];
	g->name = name;
	g->connection = sv_client_open(h->hub, person, name, receive, g);
	send_request(h, g, "{\"type\":\"hello\",\"version\":1}");
	return g;
}

json_t *send_request(fixture *h, test_client *g, const char *format, ...)
{
	char text[4096];
	va_list list;
	int before = g->count;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	sv_client_message(g->connection, text, strlen(text));
	sv_hub_flush(h->hub);
	const char *id = strstr(text, "\"id\":\"");
	for (int i = before; id && i < g->count; i++) {
		const char *of = text_in(g->received[i], "id");
		if (*of && strncmp(id + 6, of, strlen(of)) == 0)
			return g->received[i];
	}
	return g->count > before ? g->received[g->count - 1] : NULL;
}

void pass_time(fixture *h, int64_t ms)
{
	h->fake.now += ms;
	sv_hub_tick(h->hub);
	sv_hub_flush(h->hub);
}

const char *text_in(const json_t *message, const char *key)
{
	const char *text = json_string_value(json_object_get(message, key));
	return text ? text : "";
}

const json_t *last_message_of(const test_client *g, const char *type)
{
	for (int i = g->count - 1; i >= 0; i--)
		if (strcmp(text_in(g->received[i], "type"), type) == 0)
			return g->received[i];
	return NULL;
}

int count_messages_of(const test_client *g, const char *type)
{
	int count = 0;
	for (int i = 0; i < g->count; i++)
		count += strcmp(text_in(g->received[i], "type"), type) == 0;
	return count;
}
