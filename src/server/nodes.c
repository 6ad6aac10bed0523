/* nodes.c: how a node joins, shows that it lives, sees that others do not any more, and leaves: see
 * nodes.h.
 *
 * A node is taken for dead if its sign of life has not changed for a while by the clock of this
 * node, which counts no time in which this node was stopped, or in which the database was away: so
 * nobody is condemned for that. Before it is put out its connections to the database are ended. If
 * it lives nevertheless it notices with its next commit, which fails. */
#include "server/nodes_internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apparat/version.h"
#include "server/kept_games.h"
#include "server/log.h"
#include "text/memory.h"

enum { REFUSED_FOR = 1000 /* ms for which a node that was killed refuses connections */ };

/* ---- What is asked --------------------------------------------------------------------------- */

bool sv_is_shared(const sv_hub *hub)
{
	assert(hub);
	return hub->nodes != NULL;
}

int64_t sv_own_node(const sv_hub *hub)
{
	assert(hub);
	return hub->nodes ? hub->nodes->own : 0;
}

int sv_other_nodes(const sv_hub *hub, const sv_node **out)
{
	assert(hub && out);
	*out = hub->nodes ? hub->nodes->other : NULL;
	return hub->nodes ? hub->nodes->others : 0;
}

bool sv_is_steward(const sv_hub *hub)
{
	assert(hub);
	return !hub->nodes || hub->nodes->is_steward;
}

void sv_listen_to_nodes(sv_hub *hub, const sv_node_listener *listener)
{
	assert(hub && listener);
	sv_nodes *n = hub->nodes;
	if (!n)
		return;
	assert(n->listeners < SV_MOST_LISTENERS);
	n->listener[n->listeners++] = *listener;
}

void sv_stop_listening(sv_hub *hub, const void *to)
{
	assert(hub && to);
	sv_nodes *n = hub->nodes;
	int kept = 0;
	for (int i = 0; n && i < n->listeners; i++)
		if (n->listener[i].to != to)
			n->listener[kept++] = n->listener[i];
	if (n)
		n->listeners = kept;
}

static sv_sign *sign_of(sv_nodes *n, int64_t node)
{
	for (int i = 0; i < n->others; i++)
		if (n->other[i].id == node)
			return &n->sign[i];
	return NULL;
}

void sv_note_link_refused(sv_hub *hub, int64_t node, bool refused)
{
	assert(hub && node > 0);
	sv_sign *sign = hub->nodes ? sign_of(hub->nodes, node) : NULL;
	if (sign && !refused)
		sign->refused_at = 0;
	else if (sign && !sign->refused_at)
		sign->refused_at = sv_now(hub);
}

bool sv_nodes_have_news(sv_hub *hub)
{
	assert(hub);
	if (hub->nodes && hub->nodes->own && sv_store_heard_news(hub->store))
		hub->nodes->beat_at = 0;
	return hub->nodes && hub->nodes->beat_at == 0;
}

/* ---- Seeing others --------------------------------------------------------------------------- */

static void tell_gone(sv_hub *hub, int64_t node)
{
	const sv_nodes *n = hub->nodes;
	for (int i = 0; i < n->listeners; i++)
		if (n->listener[i].on_gone)
			n->listener[i].on_gone(n->listener[i].to, node);
}

static sv_sign *add_node(sv_nodes *n, const sv_node_row *row)
{
	if (n->others == n->room) {
		n->room = n->room ? 2 * n->room : 8;
		n->other = ap_reallocate(n->other, (size_t)n->room, sizeof *n->other);
		n->sign = ap_reallocate(n->sign, (size_t)n->room, sizeof *n->sign);
	}
	sv_node *node = &n->other[n->others];
	node->id = row->id;
	snprintf(node->address, sizeof node->address, "%s", row->address);
	snprintf(node->release, sizeof node->release, "%s", row->release);
	n->sign[n->others] = (sv_sign){.beat = -1};
	return &n->sign[n->others++];
}

static bool see_node(void *to, const sv_node_row *row)
{
	sv_hub *hub = to;
	sv_nodes *n = hub->nodes;
	if (row->id == n->own)
		return true;
	sv_sign *sign = sign_of(n, row->id);
	if (!sign)
		sign = add_node(n, row);
	sign->is_there = true;
	if (sign->beat != row->beat)
		sign->beat_at = sv_now(hub);
	sign->beat = row->beat;
	return true;
}

static void forget_node(sv_hub *hub, int i)
{
	sv_nodes *n = hub->nodes;
	int64_t id = n->other[i].id;
	n->others--;
	memmove(&n->other[i], &n->other[i + 1], (size_t)(n->others - i) * sizeof *n->other);
	memmove(&n->sign[i], &n->sign[i + 1], (size_t)(n->others - i) * sizeof *n->sign);
	tell_gone(hub, id);
}

/* Reads who lives. The one with the least id is the steward. */
static void see_nodes(sv_hub *hub)
{
	sv_nodes *n = hub->nodes;
	bool was_steward = n->is_steward;
	for (int i = 0; i < n->others; i++)
		n->sign[i].is_there = false;
	if (!sv_store_each_node(hub->store, see_node, hub))
		return;
	for (int i = n->others - 1; i >= 0; i--)
		if (!n->sign[i].is_there)
			forget_node(hub, i);
	n->is_steward = true;
	for (int i = 0; i < n->others; i++)
		n->is_steward = n->is_steward && n->own < n->other[i].id;
	if (n->is_steward && !was_steward)
		sv_look_for_unkept(hub); /* among games that nobody leads */
}

/* ---- Putting out ----------------------------------------------------------------------------- */

/* Returns true if the node is dead, as far as can be known. What it has begun to write is ended;
 * should it come back at once, it can nevertheless begin nothing more as soon as it is put out. */
static bool is_dead(sv_hub *hub, int64_t node, const sv_sign *sign, int64_t now)
{
	if (now - sign->beat_at >= SV_NODE_LEASE)
		return sv_store_end_backends(hub->store, node) >= 0;
	return sign->refused_at && now - sign->refused_at >= REFUSED_FOR &&
		sv_store_count_backends(hub->store, node) == 0;
}

static void put_out(sv_hub *hub, int i)
{
	sv_nodes *n = hub->nodes;
	sv_node node = n->other[i];
	if (sv_store_put_out(hub->store, node.id, n->sign[i].beat) != 1)
		return;
	sv_log(SV_LOG_WARNING, "node-dead", NULL,
		"node %lld at %s does not show that it lives; its tables are led by others from now on",
		(long long)node.id, node.address);
	sv_tell_nodes(hub, SV_NEWS_ORPHANS, 0);
	n->has_orphans = true;
	sv_look_for_unkept(hub);
	forget_node(hub, i);
}

static void put_out_the_dead(sv_hub *hub, int64_t now)
{
	sv_nodes *n = hub->nodes;
	for (int i = n->others - 1; i >= 0; i--)
		if (is_dead(hub, n->other[i].id, &n->sign[i], now))
			put_out(hub, i);
}

/* ---- Living ---------------------------------------------------------------------------------- */

static bool beat(sv_hub *hub)
{
	hub->needs_flush = true;
	return sv_store_beat(hub->store, sv_now(hub));
}

void sv_show_life(sv_hub *hub)
{
	assert(hub);
	if (hub->nodes && hub->nodes->own)
		sv_store_beat_after(hub->store, sv_now(hub), SV_BEAT);
}

int64_t sv_nodes_tick(sv_hub *hub, int64_t now)
{
	assert(hub);
	enum { AT_ONCE = 5 };
	sv_nodes *n = hub->nodes;
	if (!n)
		return INT64_MAX;
	if (now >= n->beat_at && n->own && beat(hub)) {
		n->beat_at = now + SV_BEAT;
		see_nodes(hub);
		put_out_the_dead(hub, now);
		sv_hear_news(hub);
		if (n->is_steward)
			sv_prune_news(hub, now);
	}
	if (n->own && sv_adopt_tables(hub, now))
		return now + AT_ONCE;
	return n->beat_at > now ? n->beat_at : now + SV_BEAT;
}

/* ---- Joining and leaving --------------------------------------------------------------------- */

/* Becomes a new node that leads nothing. */
static bool join(sv_hub *hub)
{
	sv_nodes *n = hub->nodes;
	int64_t now = sv_now(hub);
	n->own = 0;
	int64_t id = sv_store_join(hub->store, n->address, AP_VERSION_STRING, now, sv_wall_now(hub));
	bool good = id > 0;
	for (int i = 0; good && i < ap_game_count(); i++)
		good = sv_store_add_node_rules(
			hub->store, ap_game_name(ap_game_at(i)), ap_rules_version(ap_game_at(i)));
	good = good && sv_begin_news(hub) && sv_store_commit(hub->store);
	if (!good)
		return false;
	n->own = id;
	n->others = 0;
	n->is_steward = false;
	n->beat_at = n->adopt_at = now;
	n->has_orphans = true;
	n->after = 0;
	sv_log(SV_LOG_INFO, "node", NULL, "this is node %lld, which others reach at %s", (long long)id,
		n->address);
	return true;
}

sv_nodes *sv_nodes_open(sv_hub *hub, const char *address, ap_error *error)
{
	assert(hub && address && error);
	sv_nodes *n = ap_allocate(1, sizeof *n);
	snprintf(n->address, sizeof n->address, "%s", address);
	hub->nodes = n;
	if (join(hub))
		return n;
	ap_fail(error, 0, "this node cannot join the others: %s", sv_store_error(hub->store));
	sv_nodes_close(n);
	hub->nodes = NULL;
	return NULL;
}

void sv_nodes_close(sv_nodes *n)
{
	assert(n);
	free(n->other);
	free(n->sign);
	free(n);
}

static void tell_put_out(sv_hub *hub)
{
	const sv_nodes *n = hub->nodes;
	for (int i = 0; i < n->listeners; i++)
		if (n->listener[i].on_put_out)
			n->listener[i].on_put_out(n->listener[i].to);
}

bool sv_nodes_join_again(sv_hub *hub)
{
	assert(hub && hub->nodes);
	sv_nodes *n = hub->nodes;
	if (n->own && beat(hub) && sv_store_commit(hub->store))
		return true;
	if (n->own && !sv_store_was_put_out(hub->store))
		return false;
	sv_store_roll_back(hub->store);
	if (n->own) {
		sv_log(SV_LOG_WARNING, "node-put-out", NULL,
			"this node did not show in time that it lives: others lead its tables now, its people have "
			"to come back, and it joins again");
		sv_forget_tables(hub);
		tell_put_out(hub);
	}
	return join(hub);
}
