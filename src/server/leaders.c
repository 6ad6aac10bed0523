/* leaders.c: which node leads a table: see nodes.h.
 *
 * A claim is written with the open transaction, and never waits for another node. What follows from
 * it is told after the commit, like everything: if that fails, nothing has happened. All tables in
 * memory are led here. */
#include <assert.h>
#include <string.h>

#include "server/log.h"
#include "server/nodes_internal.h"
#include "server/upgrade.h"
#include "text/memory.h"

enum {
	AT_ONCE = 50,         /* games that are led from now on in one tick, and let go in one commit */
	LOOK_AGAIN = 5 * 1000 /* ms between two looks for games that nobody leads */
};

/* ---- Taking over ----------------------------------------------------------------------------- */

/* A game that this program cannot go on with is left to others. The log says so once. */
static void report_left(sv_hub *hub, const sv_table *t)
{
	sv_nodes *n = hub->nodes;
	int count = n->reports < SV_REPORTED_TABLES ? n->reports : SV_REPORTED_TABLES;
	for (int i = 0; i < count; i++)
		if (n->reported[i] == t->id)
			return;
	n->reported[n->reports++ % SV_REPORTED_TABLES] = t->id;
	sv_log(SV_LOG_WARNING, "rules", t->key,
		"the game was left in the middle by rules %d of %s, or cannot go on by rules %d: it waits for "
		"a node of apparat %s",
		t->rules.version, ap_game_name(t->game), ap_rules_version(t->game),
		*t->release ? t->release : "that has them");
}

/* What a table needs that is led here from now on. Returns NULL if it cannot be, or is gone. */
static sv_table *take_over(sv_table *t)
{
	sv_hub *hub = t->hub;
	int64_t id = t->id;
	hub->due = 0;
	sv_show_life(hub);
	if (!sv_upgrade_game(t)) {
		report_left(hub, t);
		sv_let_table_go(t);
		return NULL;
	}
	sv_forget_missing_people(t);
	return sv_table_in_memory(hub, id);
}

/* ---- One table ------------------------------------------------------------------------------- */

/* The game has moved on to rules that this program does not have: another node is asked to lead it.
 */
static void want_leader(sv_hub *hub, const sv_table_row *row, int64_t id)
{
	sv_nodes *n = hub->nodes;
	int64_t now = sv_now(hub);
	sv_table *t = sv_read_table(hub, row);
	bool is_newer = !t || row->rules > ap_rules_version(t->game);
	if (t)
		sv_free_table(t);
	if (!is_newer || (n->wanted_at && now - n->wanted_at < SV_BEAT))
		return;
	n->wanted_at = now;
	sv_tell_nodes(hub, SV_NEWS_WANTED, id);
}

/* Claims a table that had no leader when its row was read. */
static bool claim(sv_hub *hub, const sv_table_row *row)
{
	hub->needs_flush = true;
	int claimed = sv_store_claim_table(hub->store, row->id, sv_now(hub));
	return claimed == 1;
}

/* `found` is the row as it was just read. */
static sv_leading lead_row(sv_hub *hub, const sv_table_row *found, int64_t *node)
{
	const sv_nodes *n = hub->nodes;
	sv_table_row row = *found;
	*node = found->node;
	if (!n)
		return sv_add_row(hub, &row) ? SV_LED_HERE : SV_NO_TABLE;
	if (!n->own)
		return SV_NOT_LED;
	if (row.node && row.node != n->own)
		return SV_LED_ELSEWHERE;
	bool is_claimed = row.node || claim(hub, &row);
	if (!sv_store_find_table(hub->store, found->key, &row)) /* times have changed with the leader */
		return *sv_store_error(hub->store) ? SV_NOT_LED : SV_NO_TABLE;
	if (!is_claimed) {
		want_leader(hub, &row, row.id);
		return SV_NOT_LED;
	}
	*node = n->own;
	sv_table *t = sv_add_row(hub, &row);
	if (t)
		return take_over(t) ? SV_LED_HERE : SV_NOT_LED;
	sv_store_let_table_go(hub->store, row.id, sv_now(hub));
	return SV_NO_TABLE;
}

sv_table *sv_lead_row(sv_hub *hub, const sv_table_row *row)
{
	assert(hub && row);
	int64_t node;
	char key[SV_KEY_SIZE];
	memcpy(key, row->key, sizeof key);
	return lead_row(hub, row, &node) == SV_LED_HERE ? sv_find_in_memory(hub, key) : NULL;
}

sv_leading sv_find_leader(sv_hub *hub, const char *key, int64_t *node)
{
	assert(hub && key && node);
	sv_table_row row;
	const sv_table *t = sv_find_in_memory(hub, key);
	*node = sv_own_node(hub);
	if (t)
		return SV_LED_HERE;
	if (!sv_store_find_table(hub->store, key, &row))
		return hub->nodes && *sv_store_error(hub->store) ? SV_NOT_LED : SV_NO_TABLE;
	return row.status == SV_CANCELLED ? SV_NO_TABLE : lead_row(hub, &row, node);
}

bool sv_can_lead_row(sv_hub *hub, int64_t table)
{
	assert(hub);
	int64_t node;
	sv_table_row row;
	return sv_store_find_table_of_id(hub->store, table, &row) &&
		lead_row(hub, &row, &node) != SV_NO_TABLE;
}

sv_table *sv_read_table_only(sv_hub *hub, const char *key)
{
	assert(hub && key);
	sv_table_row row;
	return sv_store_find_table(hub->store, key, &row) ? sv_read_table(hub, &row) : NULL;
}

void sv_lead_wanted(sv_hub *hub, int64_t table)
{
	assert(hub && hub->nodes);
	int64_t node;
	sv_table_row row;
	if (!sv_table_in_memory(hub, table) && sv_store_find_table_of_id(hub->store, table, &row) &&
		!row.node && row.rules > 0)
		lead_row(hub, &row, &node);
}

void sv_let_table_go(sv_table *t)
{
	assert(t);
	sv_hub *hub = t->hub;
	if (hub->nodes) {
		sv_store_let_table_go(hub->store, t->id, sv_now(hub));
		hub->needs_flush = true;
	}
	sv_remove_table(t);
}

/* ---- Running games that nobody leads --------------------------------------------------------- */

typedef struct adopted {
	sv_hub *hub;
	int64_t id[AT_ONCE];
	int count;
	int64_t last;
} adopted;

static bool adopt_row(void *to, const sv_table_row *row)
{
	adopted *a = to;
	if (row->id > a->last)
		a->last = row->id;
	a->id[a->count++] = row->id;
	if (!sv_add_row(a->hub, row))
		sv_log(SV_LOG_ERROR, "damaged", row->key,
			"the row of this table is damaged, or of a game that this program does not have; it stays "
			"as it is, and all others go on");
	return true;
}

/* Each round looks at every game once. */
bool sv_adopt_tables(sv_hub *hub, int64_t now)
{
	assert(hub && hub->nodes);
	sv_nodes *n = hub->nodes;
	adopted a = {.hub = hub, .last = n->after};
	if (!n->has_orphans && now < n->adopt_at)
		return false;
	n->adopt_at = now + LOOK_AGAIN;
	hub->needs_flush = true;
	if (!sv_store_adopt_tables(hub->store, now, n->after, AT_ONCE, adopt_row, &a))
		return false;
	for (int i = 0; i < a.count; i++) {
		sv_table *t = sv_table_in_memory(hub, a.id[i]);
		if (t)
			take_over(t);
	}
	n->has_orphans = a.count == AT_ONCE;
	n->after = n->has_orphans ? a.last : 0;
	return n->has_orphans;
}

/* ---- Leaving --------------------------------------------------------------------------------- */

/* Lets some tables go, which others lead at once. Returns false if the store fails. */
static bool let_some_go(sv_hub *hub)
{
	for (int i = 0; i < AT_ONCE && hub->tables; i++) {
		sv_table *t = hub->tables;
		if (t->status == SV_RUNNING && sv_load_history(t))
			sv_settle_game(t);
		sv_let_table_go(t);
	}
	return sv_tell_nodes(hub, SV_NEWS_ORPHANS, 0) && sv_store_beat(hub->store, sv_now(hub)) &&
		sv_hub_flush(hub);
}

bool sv_nodes_leave(sv_hub *hub)
{
	assert(hub && hub->nodes);
	sv_nodes *n = hub->nodes;
	if (!n->own)
		return true;
	bool good = true;
	while (good && hub->tables)
		good = let_some_go(hub);
	good = good && sv_tell_nodes(hub, SV_NEWS_ORPHANS, 0) &&
		sv_store_leave(hub->store, sv_now(hub)) && sv_store_commit(hub->store);
	n->own = 0;
	return good;
}
