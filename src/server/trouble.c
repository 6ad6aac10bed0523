/* trouble.c: the store cannot be written: the disk is full, or read-only, or another process has
 * locked the database; or it is away, if it is a process of its own, and cannot be read either.
 * Nothing is decided then, by nobody: who wants to is refused, the clocks stand still, bots wait.
 * Everybody is told once when it begins and once when it ends, which it does by itself as soon as
 * something can be written again. */
#include <assert.h>
#include <stdio.h>

#include "server/hub_internal.h"
#include "server/log.h"
#include "server/nodes.h"

bool sv_hub_is_troubled(const sv_hub *hub)
{
	assert(hub);
	return hub->is_troubled;
}

bool sv_hub_is_cut_off(const sv_hub *hub)
{
	assert(hub);
	return hub->is_cut_off;
}

void sv_tell_trouble(sv_client *client)
{
	assert(client);
	ap_json j = sv_begin_message(client->hub, "storage", NULL);
	ap_json_key(&j, "works");
	ap_json_bool(&j, !client->hub->is_troubled);
	sv_queue_message(client, &j);
}

static void tell_all(sv_hub *hub)
{
	for (sv_client *c = hub->clients; c; c = c->next)
		if (c->greeted && !c->mirror) /* what a mirror looks at is told again */
			sv_tell_trouble(c);
	sv_tell_times_again(hub); /* clocks stand still, or run again */
}

/* A write that changes nothing. */
static bool can_write(sv_hub *hub)
{
	if (hub->nodes
			? sv_nodes_join_again(hub)
			: sv_store_put_time_served(hub->store, sv_now(hub)) && sv_store_commit(hub->store))
		return true;
	snprintf(hub->trouble, sizeof hub->trouble, "%s", sv_store_error(hub->store));
	sv_store_roll_back(hub->store);
	return false;
}

/* Tables are as they were in memory, which may be more than is durable: they are not shown. */
void sv_cut_off(sv_hub *hub)
{
	assert(hub);
	hub->is_troubled = hub->is_cut_off = true;
	sv_log(SV_LOG_ERROR, "store-away", NULL,
		"%s; nobody has lost anything, all games stand still until the database is back",
		sv_store_error(hub->store));
	for (sv_client *c = hub->clients; c; c = c->next)
		if (c->greeted && !c->mirror)
			sv_tell_trouble(c);
}

void sv_after_failed_commit(sv_hub *hub, const char *why)
{
	assert(hub && why);
	hub->figures.failed_commits++;
	if (hub->is_troubled)
		return;
	if (can_write(hub)) {
		sv_log(SV_LOG_ERROR, "commit-failed", NULL,
			"%s; nothing of this pass was kept, and the next can be written", why);
		return;
	}
	hub->is_troubled = true;
	sv_store_be_patient(hub->store, false);
	sv_log(SV_LOG_ERROR, "store-failed", NULL,
		"%s; nobody has lost anything, all games stand still until it can be written", why);
	sv_store_make_room(hub->store);
	tell_all(hub);
}

void sv_hub_try_again(sv_hub *hub)
{
	assert(hub);
	if (hub->is_cut_off && sv_store_reach(hub->store)) {
		hub->is_cut_off = false;
		sv_go_on_from_store(hub);
	}
	if (!hub->is_troubled || hub->is_cut_off || !sv_store_take_room_back(hub->store) ||
		!sv_store_has_room(hub->store) || !can_write(hub))
		return;
	hub->is_troubled = false;
	sv_store_be_patient(hub->store, true);
	hub->due = 0;
	if (hub->nodes) /* others who have the store may have found what was written and not committed
					 */
		sv_start_anew(hub);
	sv_log(SV_LOG_WARNING, "store-works", NULL, "the store can be written again, games go on");
	tell_all(hub);
}
