/* hub.c: the hub: its tables, its clients, its clock, and the order of committing and sending. */
#include "server/hub_internal.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "server/choices.h"
#include "server/dice.h"
#include "server/expiry.h"
#include "server/hub_notices.h"
#include "server/keeper.h"
#include "server/kept_games.h"
#include "server/lists.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/play.h"
#include "server/relay.h"
#include "server/store_nodes.h"
#include "server/upgrade.h"
#include "server/watch.h"
#include "text/memory.h"

enum {
	BOT_INTERVAL = 5,       /* ms between two looks at bots that think */
	MAX_READS = 50,         /* games that are read in one tick after the start */
	MAX_REPLAYED = 4000,    /* lines that may be replayed for that */
	UNUSED_KEPT = 60 * 1000 /* ms for which a table that is not played stays in memory */
};

/* ---- Random numbers -------------------------------------------------------------------------- */

void sv_random(const sv_hub *hub, void *out, size_t size)
{
	assert(hub && out);
	hub->world.random(hub->world.self, out, size);
}

/* Each character is one of 32, so that a key has 130 random bits. */
void sv_random_key(const sv_hub *hub, char key[SV_KEY_SIZE])
{
	assert(hub);
	static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
	uint8_t bytes[SV_KEY_SIZE];
	sv_random(hub, bytes, sizeof bytes);
	for (int i = 0; i < SV_KEY_SIZE - 2; i++)
		key[i] = letters[bytes[i] & 31];
	key[SV_KEY_SIZE - 2] = '\0';
	key[SV_KEY_SIZE - 1] = '\0';
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static unsigned bucket_of(const char *key)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return hash % SV_TABLE_BUCKETS;
}

static void add_table(sv_hub *hub, sv_table *t)
{
	unsigned bucket = bucket_of(t->key);
	sv_table **by_id = &hub->id_bucket[(uint64_t)t->id % SV_TABLE_BUCKETS];
	t->next_of_id = *by_id;
	*by_id = t;
	t->next = hub->tables;
	if (hub->tables)
		hub->tables->previous = t;
	hub->tables = t;
	t->used_at = sv_now(hub);
	t->led_at = hub->nodes ? t->used_at : hub->opened_at;
	t->times = hub->times;
	t->next_in_bucket = hub->table_bucket[bucket];
	hub->table_bucket[bucket] = t;
}

sv_table *sv_add_row(sv_hub *hub, const sv_table_row *row)
{
	assert(hub && row);
	sv_table *t = sv_read_table(hub, row);
	if (t)
		add_table(hub, t);
	return t;
}

static bool add_table_of_row(void *to, const sv_table_row *row)
{
	if (!sv_add_row(to, row))
		sv_log(SV_LOG_ERROR, "damaged", row->key,
			"the row of this table is damaged, or of a game that this program does not have; it stays "
			"as it is, and all others go on");
	return true;
}

sv_table *sv_find_in_memory(const sv_hub *hub, const char *key)
{
	assert(hub && key);
	sv_table *t = hub->table_bucket[bucket_of(key)];
	while (t && strcmp(t->key, key) != 0)
		t = t->next_in_bucket;
	return t;
}

sv_table *sv_find_any_table(sv_hub *hub, const char *key)
{
	assert(hub && key);
	sv_table_row row;
	sv_table *t = sv_find_in_memory(hub, key);
	return t || !sv_store_find_table(hub->store, key, &row) ? t : sv_lead_row(hub, &row);
}

sv_table *sv_find_table(sv_hub *hub, const char *key)
{
	assert(hub && key);
	sv_table_row row;
	sv_table *t = sv_find_in_memory(hub, key);
	if (t || !sv_store_find_table(hub->store, key, &row) || row.status == SV_CANCELLED)
		return t;
	return sv_lead_row(hub, &row);
}

sv_table *sv_table_in_memory(sv_hub *hub, int64_t id)
{
	assert(hub);
	sv_table *t = hub->id_bucket[(uint64_t)id % SV_TABLE_BUCKETS];
	while (t && t->id != id)
		t = t->next_of_id;
	return t;
}

/* Nodes must not give the same id: the store knows the next one. If it fails so does the commit,
 * and the table is forgotten. */
static int64_t next_id(sv_hub *hub)
{
	int64_t id = hub->nodes ? sv_store_next_table(hub->store) : 0;
	if (id > hub->next_table_id)
		hub->next_table_id = id;
	return hub->next_table_id++;
}

sv_table *sv_new_table(sv_hub *hub)
{
	assert(hub);
	sv_table *t = ap_allocate(1, sizeof *t);
	t->hub = hub;
	t->id = next_id(hub);
	t->created = t->updated = sv_wall_now(hub);
	t->wall_ahead = sv_wall_now(hub) - sv_now(hub);
	sv_random_key(hub, t->key);
	sv_random_key(hub, t->invite);
	add_table(hub, t);
	return t;
}

void sv_remove_table(sv_table *t)
{
	assert(t);
	*(t->previous ? &t->previous->next : &t->hub->tables) = t->next;
	if (t->next)
		t->next->previous = t->previous;
	sv_table **at = &t->hub->id_bucket[(uint64_t)t->id % SV_TABLE_BUCKETS];
	while (*at != t)
		at = &(*at)->next_of_id;
	*at = t->next_of_id;
	at = &t->hub->table_bucket[bucket_of(t->key)];
	while (*at != t)
		at = &(*at)->next_in_bucket;
	*at = t->next_in_bucket;
	sv_free_table(t);
}

/* ---- The hub --------------------------------------------------------------------------------- */

static sv_table_amounts recount_table(void *hub, int64_t table)
{
	sv_table_amounts amounts;
	sv_store_amounts_at(((sv_hub *)hub)->store, table, &amounts);
	return amounts;
}

/* Tables that wait for players are only in the store until somebody asks for them; all count. */
static bool count_tables(sv_hub *hub)
{
	sv_table_amounts all;
	if (!sv_store_amounts_of(hub->store, 0, &all))
		return false;
	sv_set_total(hub->meters, SV_TABLES, all.tables);
	sv_set_total(hub->meters, SV_OPEN_SEATS, all.open_seats);
	sv_set_total(hub->meters, SV_BOTS, all.bots);
	sv_recount_tables(hub->meters, recount_table, hub);
	return true;
}

/* Reads the running games that are led here: all, unless the store is shared. */
static bool read_running(sv_hub *hub)
{
	return hub->nodes ? sv_store_each_led(hub->store, SV_RUNNING, add_table_of_row, hub)
					  : sv_store_each_table(hub->store, SV_RUNNING, add_table_of_row, hub);
}

/* A server that has the store for itself goes on with all games; a node with those that it will
 * lead. `address` is NULL or that of the node. */
static bool read_store(sv_hub *hub, const char *address, ap_error *error)
{
	int64_t last = sv_store_last_table(hub->store);
	hub->next_table_id = last + 1;
	if (address && !(hub->nodes = sv_nodes_open(hub, address, error)))
		return false;
	if (last < 0 || (!address && !sv_store_end_sharing(hub->store, sv_now(hub))) ||
		!read_running(hub) || !count_tables(hub))
		return ap_fail(error, 0, "the store cannot be read: %s", sv_store_error(hub->store));
	return (address || sv_upgrade_games(hub, error)) &&
		((sv_load_signing_key(hub) && sv_store_commit(hub->store)) ||
			ap_fail(error, 0, "the store cannot be written: %s", sv_store_error(hub->store)));
}

static sv_hub *open_hub(sv_store *store, const sv_world *world, const sv_limits *limits,
	const char *address, ap_error *error)
{
	sv_hub *hub = ap_allocate(1, sizeof *hub);
	hub->store = store;
	hub->world = *world;
	hub->limits = *limits;
	hub->opened_at = sv_now(hub);
	hub->wall_ahead = sv_wall_now(hub) - sv_now(hub);
	hub->meters = sv_meters_open(limits);
	if (limits->bot_workers > 0)
		hub->pool = sv_bot_pool_open(limits->bot_workers, limits->bot_time);
	if (limits->bot_workers > 0)
		hub->keeper = sv_keeper_open();
	hub->has_unkept = true;
	hub->last_change = &hub->first_change;
	if (read_store(hub, address, error))
		return hub;
	sv_store_roll_back(store);
	sv_hub_close(hub);
	return NULL;
}

sv_hub *sv_hub_open(
	sv_store *store, const sv_world *world, const sv_limits *limits, ap_error *error)
{
	assert(store && world && limits && error);
	return open_hub(store, world, limits, NULL, error);
}

sv_hub *sv_hub_open_node(sv_store *store, const sv_world *world, const sv_limits *limits,
	const char *address, ap_error *error)
{
	assert(store && sv_store_is_shared(store) && world && limits && address && error);
	return open_hub(store, world, limits, address, error);
}

void sv_hub_close(sv_hub *hub)
{
	assert(hub);
	if (hub->pool)
		sv_bot_pool_close(hub->pool);
	if (hub->keeper)
		sv_keeper_close(hub->keeper);
	sodium_memzero(&hub->signing_key, sizeof hub->signing_key);
	while (hub->clients)
		sv_client_close(hub->clients);
	while (hub->tables) {
		sv_table *t = hub->tables;
		hub->tables = t->next;
		sv_free_table(t);
	}
	sv_drop_pending_notices(hub);
	sv_drop_list_changes(hub);
	sv_meters_close(hub->meters);
	if (hub->nodes)
		sv_nodes_close(hub->nodes);
	free(hub);
}

/* ---- Clients --------------------------------------------------------------------------------- */

sv_client *sv_client_open(sv_hub *hub, int64_t person, const char *name, sv_send *send, void *to)
{
	assert(hub && name && send);
	sv_client *c = ap_allocate(1, sizeof *c);
	c->hub = hub;
	c->person = person;
	snprintf(c->name, sizeof c->name, "%s", name);
	c->send = send;
	c->send_to = to;
	c->who.person = sv_meter_of_person(hub->meters, person);
	c->message_tokens = hub->limits.message_burst;
	c->message_tokens_at = sv_now(hub);
	c->next = hub->clients;
	if (hub->clients)
		hub->clients->previous = c;
	hub->clients = c;
	hub->figures.clients++;
	return c;
}

void sv_client_close(sv_client *c)
{
	assert(c);
	while (c->watchers)
		sv_unwatch(c->watchers);
	sv_close_queue(c);
	sv_unwatch_lobby(c);
	if (c->relayed)
		sv_relay_forget_client(c);
	if (c->mirror)
		sv_forget_mirror(c);
	if (c->previous)
		c->previous->next = c->next;
	else
		c->hub->clients = c->next;
	if (c->next)
		c->next->previous = c->previous;
	c->hub->figures.clients--;
	sv_meter_release(c->who.person);
	sv_meter_release(c->who.address);
	free(c);
}

void sv_client_set_address(sv_client *c, sv_meter *address)
{
	assert(c && !c->who.address && c->counted == 0);
	c->who.address = sv_meter_hold(address);
}

sv_meters *sv_hub_meters(sv_hub *hub)
{
	assert(hub);
	return hub->meters;
}

/* ---- Time, committing and sending ------------------------------------------------------------ */

/* Tables that are not played stay in memory while somebody watches them, and a while longer; and
 * while somebody is waited for. */
static void remove_old_tables(sv_hub *hub, int64_t now)
{
	for (sv_table *t = hub->tables, *next; t; t = next) {
		next = t->next;
		if (t->status != SV_RUNNING && !t->watchers && now - t->used_at > UNUSED_KEPT &&
			!sv_dice_due(t))
			sv_let_table_go(t);
	}
}

/* Ticks the tables that are due. After a start the games that nobody has asked for are read a few
 * at a time, so that ten thousand of them keep nobody waiting. */
static void tick_due_tables(sv_hub *hub, int64_t now)
{
	int reads = hub->nodes ? MAX_READS / 10 : MAX_READS; /* a node keeps others waiting, too */
	int64_t most_replayed = hub->figures.replayed + MAX_REPLAYED;
	hub->due = now + 60 * 1000;
	for (sv_table *t = hub->tables; t; t = t->next) {
		if (sv_dice_due(t)) {
			sv_dice_tick(t, now);
			if (sv_dice_due(t) && sv_dice_due(t) < hub->due)
				hub->due = sv_dice_due(t);
		}
		if (t->status != SV_RUNNING)
			continue;
		bool unread = t->due == 0;
		if (t->due <= now && (!unread || (reads-- > 0 && hub->figures.replayed < most_replayed)))
			sv_table_tick(t, now);
		sv_unload_if_idle(t, now);
		int64_t due = t->due == 0 ? now + BOT_INTERVAL : t->due;
		if (due < hub->due)
			hub->due = due;
	}
}

static void tell_clock(sv_client *client)
{
	ap_json j = sv_begin_message(client->hub, "clock", NULL);
	ap_json_key(&j, "now");
	ap_json_int(&j, sv_wall_now(client->hub));
	sv_queue_message(client, &j);
}

/* Tells all times of so many tables again of those that are still to be told. */
static void tell_times_of(sv_hub *hub, int most)
{
	hub->has_untold_times = false;
	for (sv_table *t = hub->tables; t; t = t->next) {
		if (t->times == hub->times)
			continue;
		hub->has_untold_times = most <= 0;
		if (hub->has_untold_times)
			return;
		t->times = hub->times;
		t->wall_ahead = hub->wall_ahead;
		if (t->watchers && (t->status == SV_RUNNING || sv_dice_due(t))) {
			sv_send_times(t);
			most--;
		}
	}
}

/* Tables in such numbers are told in one tick: all of thousands at once would be more than may wait
 * to be sent. */
enum { TOLD_AT_ONCE = 50 };

static void begin_times(sv_hub *hub)
{
	hub->wall_ahead = sv_wall_now(hub) - sv_now(hub);
	hub->times++;
	for (sv_client *c = hub->clients; c; c = c->next)
		if (c->greeted && !c->mirror)
			tell_clock(c);
}

void sv_tell_times_again(sv_hub *hub)
{
	assert(hub);
	begin_times(hub);
	tell_times_of(hub, INT_MAX);
}

/* A second does not matter to anybody; so a busy server does not send times all the time. While
 * clocks stand still no times are told. */
bool sv_hub_check_clock(sv_hub *hub)
{
	assert(hub);
	enum { WRONG = 1000 };
	int64_t by = sv_wall_now(hub) - sv_now(hub) - hub->wall_ahead;
	if (!hub->is_troubled && (by <= -WRONG || by >= WRONG)) {
		begin_times(hub);
		tell_times_of(hub, TOLD_AT_ONCE);
	}
	return hub->has_untold_times;
}

bool sv_hub_has_secret_question(const sv_hub *hub)
{
	assert(hub);
	for (const sv_table *t = hub->tables; t; t = t->next)
		if (t->watchers && t->status == SV_RUNNING && t->history && sv_count_people(t) > 1 &&
			sv_is_sealed(t))
			return true;
	return false;
}

bool sv_hub_is_playing(const sv_hub *hub)
{
	assert(hub);
	const sv_table *t = hub->tables;
	while (t && t->status != SV_RUNNING)
		t = t->next;
	return t != NULL;
}

int64_t sv_hub_tick(sv_hub *hub)
{
	assert(hub);
	int64_t now = sv_now(hub), next = now + 60 * 1000;
	sv_hub_check_clock(hub);
	if (hub->is_troubled)
		return now;
	if (hub->has_untold_times)
		tell_times_of(hub, TOLD_AT_ONCE);
	if (hub->has_untold_times)
		next = now + BOT_INTERVAL;
	int64_t nodes = sv_nodes_tick(hub, now);
	next = nodes < next ? nodes : next;
	if (now >= hub->due) {
		remove_old_tables(hub, now);
		tick_due_tables(hub, now);
	}
	/* This comes last: the tables may have asked bots, and nothing else would make the hub look for
	 * their answers. */
	if (hub->pool && sv_bot_pool_tick(hub->pool, now, sv_bot_answered, hub))
		next = now + BOT_INTERVAL;
	if (sv_keep_games(hub))
		next = now + BOT_INTERVAL;
	int64_t expiry = sv_delete_expired(hub, now), changes = sv_list_changes_due(hub);
	next = expiry < next ? expiry : next;
	next = changes < next ? changes : next;
	return hub->due < next ? hub->due : next;
}

/* What somebody looks at, while the tables are read again. */
typedef struct looked_at {
	sv_client *client;
	char key[SV_KEY_SIZE];
} looked_at;

static looked_at *stop_watching(sv_hub *hub, int *count)
{
	int room = 0;
	looked_at *list = NULL;
	*count = 0;
	for (sv_client *c = hub->clients; c; c = c->next) {
		sv_drop_queued(c);
		while (c->watchers) {
			if (*count == room) {
				room = room ? 2 * room : 64;
				list = ap_reallocate(list, (size_t)room, sizeof *list);
			}
			list[*count].client = c;
			memcpy(list[(*count)++].key, c->watchers->table->key, SV_KEY_SIZE);
			sv_unwatch(c->watchers);
		}
	}
	return list;
}

static void free_tables(sv_hub *hub)
{
	while (hub->tables) {
		sv_table *t = hub->tables;
		hub->tables = t->next;
		sv_free_table(t);
	}
	memset(hub->table_bucket, 0, sizeof hub->table_bucket);
	memset(hub->id_bucket, 0, sizeof hub->id_bucket);
	sv_drop_list_changes(hub);
	hub->due = 0;
	sv_look_for_unkept(hub);
}

void sv_forget_tables(sv_hub *hub)
{
	assert(hub);
	int watched;
	free(stop_watching(hub, &watched));
	free_tables(hub);
	sv_drop_pending_notices(hub);
}

/* Reads the tables again: those that are played and, if this node leads them, all others, which it
 * will let go. */
static void read_tables_again(sv_hub *hub)
{
	int64_t last = sv_store_last_table(hub->store);
	/* No id is given again: a bot may still think about the table that had it. */
	if (last >= hub->next_table_id)
		hub->next_table_id = last + 1;
	count_tables(hub);
	read_running(hub);
	for (int status = SV_LOBBY; hub->nodes && status <= SV_CANCELLED; status++)
		if (status != SV_RUNNING)
			sv_store_each_led(hub->store, status, add_table_of_row, hub);
}

/* Goes back to what the store has, after a commit that failed. Nobody has been told of the rest,
 * since the messages that waited for the commit are dropped. */
static void reload_tables(sv_hub *hub)
{
	int watched;
	looked_at *list = stop_watching(hub, &watched);
	sv_store_roll_back(hub->store);
	free_tables(hub);
	read_tables_again(hub);
	for (sv_client *c = hub->clients; c; c = c->next)
		sv_refuse(c, NULL, "storage", "the store failed: nothing of this was kept, look again");
	for (int i = 0; i < watched; i++) {
		sv_table *t = sv_find_table(hub, list[i].key);
		if (t)
			sv_watch(list[i].client, t, NULL, INT64_MAX);
		else if (hub->nodes)
			sv_send_client_back(list[i].client);
	}
	free(list);
}

/* Sends what is left, which tells of no decision, and has those closed who are to be. */
static void send_rest(sv_hub *hub)
{
	sv_drop_pending_notices(hub);
	sv_await_queued(hub);
	sv_send_awaited(hub);
	hub->needs_flush = false;
}

void sv_start_anew(sv_hub *hub)
{
	assert(hub && !hub->is_committing);
	reload_tables(hub);
	sv_send_awaited(hub);
	send_rest(hub);
}

/* Nothing is kept of the commit that was under way, nor of what was decided since. */
static void give_up(sv_hub *hub)
{
	char why[320];
	snprintf(why, sizeof why, "%s", sv_store_error(hub->store));
	if (sv_store_was_put_out(hub->store))
		sv_forget_tables(hub); /* others lead them, and it has to join again */
	else
		reload_tables(hub);
	sv_send_awaited(hub); /* nothing is left to be sent there, but some may have to be closed */
	sv_after_failed_commit(hub, why);
	send_rest(hub);
}

/* Begins to commit what was decided; what tells of it waits for that. */
static void begin_commit(sv_hub *hub)
{
	hub->needs_flush = false;
	hub->is_committing = true;
	hub->figures.commits++;
	sv_await_queued(hub);
	sv_await_notices(hub);
	sv_store_begin_commit(hub->store);
}

/* Sends what has waited for the commit that is under way, if it is done. Returns false if it has
 * failed. */
static bool end_commit(sv_hub *hub, bool wait)
{
	if (hub->is_cut_off)
		return false;
	sv_commit_state state =
		hub->is_committing ? sv_store_end_commit(hub->store, wait) : SV_NO_COMMIT;
	hub->is_committing = state == SV_COMMITTING;
	if (state == SV_COMMITTED) {
		sv_send_awaited(hub);
		sv_send_awaited_notices(hub);
	}
	if (sv_store_is_away(hub->store)) {
		sv_cut_off(hub); /* what waits for a commit waits until its outcome is known */
		return false;
	}
	if (state == SV_COMMIT_FAILED)
		give_up(hub);
	return state != SV_COMMIT_FAILED;
}

void sv_go_on_from_store(sv_hub *hub)
{
	assert(hub && !hub->is_cut_off);
	if (end_commit(hub, true) && !hub->is_cut_off)
		give_up(hub);
}

bool sv_hub_flush(sv_hub *hub)
{
	assert(hub);
	if (!end_commit(hub, true))
		return false;
	sv_send_list_changes(hub);
	if (!hub->needs_flush)
		return true;
	begin_commit(hub);
	return end_commit(hub, true);
}

void sv_hub_flush_soon(sv_hub *hub)
{
	assert(hub);
	if (!end_commit(hub, false) && hub->is_cut_off)
		return;
	sv_send_list_changes(hub);
	if (hub->is_committing || !(hub->needs_flush || sv_store_has_uncommitted(hub->store)))
		return;
	begin_commit(hub);
	end_commit(hub, false);
}

void sv_hub_figures(const sv_hub *hub, sv_figures *out)
{
	assert(hub && out);
	*out = hub->figures;
	out->tables = out->running = out->unread = 0;
	out->clients -= hub->relay ? sv_count_mirrors(hub->relay) : 0;
	for (const sv_table *t = hub->tables; t; t = t->next) {
		out->tables++;
		out->running += t->status == SV_RUNNING;
		out->unread += t->status == SV_RUNNING && t->due == 0;
	}
}
