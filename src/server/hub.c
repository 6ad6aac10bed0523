/* hub.c: clients, tables, time, and the one rule of the house: first durable, then said. */
#include "server/hub_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
	BOT_LOOK = 5,         /* milliseconds between two looks at bots that think */
	READS_A_TICK = 50,    /* tables, */
	LINES_A_TICK = 4000,  /* until so many of their lines were played again */
	KEPT = 60 * 60 * 1000 /* of a game that is over */
};

/* ---- Chance ---------------------------------------------------------------------------------- */

void sv_random(const sv_hub *hub, void *out, size_t size)
{
	hub->world.random(hub->world.self, out, size);
}

/* 26 of 32 letters and digits: 130 bits. */
void sv_random_key(const sv_hub *hub, char key[SV_KEY])
{
	static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
	uint8_t bytes[SV_KEY];
	sv_random(hub, bytes, sizeof bytes);
	for (int i = 0; i < SV_KEY - 2; i++)
		key[i] = letters[bytes[i] & 31];
	key[SV_KEY - 2] = '\0';
	key[SV_KEY - 1] = '\0';
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static unsigned bucket_of(const char *key)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return hash % SV_BUCKETS;
}

static void add_table(sv_hub *hub, sv_table *t)
{
	unsigned bucket = bucket_of(t->key);
	t->next = hub->tables;
	hub->tables = t;
	t->next_in_bucket = hub->bucket[bucket];
	hub->bucket[bucket] = t;
}

static bool add_stored(void *to, const sv_table_row *row)
{
	sv_hub *hub = to;
	sv_table *t = sv_read_table(hub, row);
	if (!t)
		return true; /* of a game this program does not know: left in the store */
	add_table(hub, t);
	return true;
}

sv_table *sv_find_table(sv_hub *hub, const char *key)
{
	sv_table_row row;
	for (sv_table *t = hub->bucket[bucket_of(key)]; t; t = t->next_in_bucket)
		if (strcmp(t->key, key) == 0)
			return t;
	if (!sv_store_table(hub->store, key, &row) || row.status == SV_CANCELLED)
		return NULL;
	sv_table *t = sv_read_table(hub, &row);
	if (t) {
		add_table(hub, t);
	}
	return t;
}

sv_table *sv_new_table(sv_hub *hub)
{
	sv_table *t = calloc(1, sizeof *t);
	if (!t)
		return NULL;
	t->hub = hub;
	t->id = hub->next_table++;
	t->created = t->updated = sv_now(hub);
	sv_random_key(hub, t->key);
	sv_random_key(hub, t->invite);
	add_table(hub, t);
	return t;
}

void sv_forget_table(sv_table *t)
{
	sv_table **at = &t->hub->tables;
	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	at = &t->hub->bucket[bucket_of(t->key)];
	while (*at != t)
		at = &(*at)->next_in_bucket;
	*at = t->next_in_bucket;
	sv_free_table(t);
}

/* ---- The hub --------------------------------------------------------------------------------- */

sv_hub *sv_hub_open(
	sv_store *store, const sv_world *world, const sv_limits *limits, ap_error *error)
{
	sv_hub *hub = calloc(1, sizeof *hub);
	if (!hub) {
		ap_fail(error, 0, "not enough memory");
		return NULL;
	}
	hub->store = store;
	hub->world = *world;
	hub->limits = *limits;
	hub->opened = sv_now(hub);
	if (limits->bot_workers > 0)
		hub->pool = sv_pool_open(limits->bot_workers, limits->bot_time);
	int64_t last = sv_store_last_table(store);
	hub->next_table = last + 1;
	if (last < 0 || !sv_store_tables(store, SV_LOBBY, add_stored, hub) ||
		!sv_store_tables(store, SV_RUNNING, add_stored, hub)) {
		ap_fail(error, 0, "the store cannot be read: %s", sv_store_error(store));
		sv_hub_close(hub);
		return NULL;
	}
	return hub;
}

void sv_hub_close(sv_hub *hub)
{
	if (hub->pool)
		sv_pool_close(hub->pool);
	while (hub->clients)
		sv_client_close(hub->clients);
	while (hub->tables) {
		sv_table *t = hub->tables;
		hub->tables = t->next;
		sv_free_table(t);
	}
	sv_tell(hub, false);
	free(hub);
}

/* ---- Clients --------------------------------------------------------------------------------- */

sv_client *sv_client_open(sv_hub *hub, int64_t person, const char *name, sv_send *send, void *to)
{
	sv_client *c = calloc(1, sizeof *c);
	if (!c)
		return NULL;
	c->hub = hub;
	c->person = person;
	snprintf(c->name, sizeof c->name, "%s", name);
	c->send = send;
	c->to = to;
	c->last = &c->first;
	c->tokens = hub->limits.message_burst;
	c->tokens_at = sv_now(hub);
	c->next = hub->clients;
	if (hub->clients)
		hub->clients->previous = c;
	hub->clients = c;
	hub->figures.clients++;
	return c;
}

static void drop_messages(sv_client *c)
{
	while (c->first) {
		sv_message *m = c->first;
		c->first = m->next;
		free(m);
	}
	c->last = &c->first;
	c->waiting = 0;
}

static void leave_line(sv_client *c)
{
	sv_client **at = &c->hub->line;
	while (c->in_line && *at != c)
		at = &(*at)->next_in_line;
	if (c->in_line)
		*at = c->next_in_line;
}

void sv_client_close(sv_client *c)
{
	while (c->watchers)
		sv_unwatch(c->watchers);
	drop_messages(c);
	leave_line(c);
	sv_leave_lobby(c);
	if (c->previous)
		c->previous->next = c->next;
	else
		c->hub->clients = c->next;
	if (c->next)
		c->next->previous = c->previous;
	c->hub->figures.clients--;
	free(c);
}

/* ---- Time and durability --------------------------------------------------------------------- */

/* Games that are over stay for those who look at them, and a while for the list. */
static void forget_old(sv_hub *hub, int64_t now)
{
	for (sv_table *t = hub->tables, *next; t; t = next) {
		next = t->next;
		if (t->status == SV_OVER && !t->watchers && now - t->updated > KEPT)
			sv_forget_table(t);
	}
}

/* Tables whose time has come. After a start those nobody has asked for yet are read a few at a
 * time, so that ten thousand of them keep nobody waiting. */
static void serve_due(sv_hub *hub, int64_t now)
{
	int reads = READS_A_TICK;
	int64_t enough = hub->figures.replayed + LINES_A_TICK;
	hub->due = now + 60 * 1000;
	for (sv_table *t = hub->tables; t; t = t->next) {
		if (t->status != SV_RUNNING)
			continue;
		bool unread = t->due == 0;
		if (t->due <= now && (!unread || (reads-- > 0 && hub->figures.replayed < enough)))
			sv_table_tick(t, now);
		sv_let_rest(t, now);
		int64_t due = t->due == 0 ? now + BOT_LOOK : t->due;
		if (due < hub->due)
			hub->due = due;
	}
}

int64_t sv_hub_tick(sv_hub *hub)
{
	int64_t now = sv_now(hub), next = now + 60 * 1000;
	if (now >= hub->due) {
		forget_old(hub, now);
		serve_due(hub, now);
	}
	/* Last: what was due may have asked bots, and nothing else would wake us for them. */
	if (hub->pool && sv_pool_tick(hub->pool, now, sv_hear_bot, hub))
		next = now + BOT_LOOK;
	return hub->due < next ? hub->due : next;
}

static void send_all(sv_hub *hub)
{
	while (hub->line) {
		sv_client *c = hub->line;
		hub->line = c->next_in_line;
		c->in_line = false;
		for (sv_message *m = c->first; m; m = m->next)
			c->send(c->to, m->text, m->length);
		if (c->lost)
			c->send(c->to, NULL, 0);
		drop_messages(c);
	}
}

/* What was said is unsaid: nobody has heard it. Tables go back to what the store knows. */
static void start_over(sv_hub *hub)
{
	sv_store_forget(hub->store);
	int64_t last = sv_store_last_table(hub->store);
	hub->next_table = last < 0 ? hub->next_table : last + 1;
	for (sv_client *c = hub->clients; c; c = c->next) {
		drop_messages(c);
		while (c->watchers)
			sv_unwatch(c->watchers);
	}
	while (hub->tables) {
		sv_table *t = hub->tables;
		hub->tables = t->next;
		sv_free_table(t);
	}
	memset(hub->bucket, 0, sizeof hub->bucket);
	hub->due = 0;
	sv_store_tables(hub->store, SV_LOBBY, add_stored, hub);
	sv_store_tables(hub->store, SV_RUNNING, add_stored, hub);
	for (sv_client *c = hub->clients; c; c = c->next)
		sv_refuse(c, NULL, "storage", "the store failed: nothing of this was kept, look again");
}

bool sv_hub_flush(sv_hub *hub)
{
	if (!hub->dirty)
		return true;
	hub->dirty = false;
	bool kept = sv_store_commit(hub->store);
	hub->figures.commits++;
	if (!kept)
		start_over(hub);
	send_all(hub);
	sv_tell(hub, kept);
	hub->dirty = false;
	return kept;
}

void sv_hub_figures(const sv_hub *hub, sv_figures *out)
{
	*out = hub->figures;
	out->tables = out->running = out->unread = 0;
	for (const sv_table *t = hub->tables; t; t = t->next) {
		out->tables++;
		out->running += t->status == SV_RUNNING;
		out->unread += t->status == SV_RUNNING && t->due == 0;
	}
}
