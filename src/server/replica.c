/* replica.c: a copy of the store that can be read only and may be behind. What it does not have, or
 * cannot tell now, is read from the store. */
#include <assert.h>
#include <stdlib.h>

#include "server/hub_internal.h"
#include "server/keeper.h"

void sv_hub_use_replica(sv_hub *hub, sv_store *replica)
{
	assert(hub && replica);
	hub->replica = replica;
}

void sv_hub_try_replica(sv_hub *hub)
{
	assert(hub);
	if (hub->replica && sv_store_is_away(hub->replica) && sv_store_reach(hub->replica))
		sv_store_roll_back(hub->replica);
}

static bool is_there(const sv_hub *hub)
{
	return hub->replica && !sv_store_is_away(hub->replica);
}

bool sv_replica_lists(
	sv_hub *hub, const sv_list_filter *filter, int most, sv_table_visitor *visit, void *to)
{
	assert(hub && filter && visit);
	if (!is_there(hub) ||
		(!sv_store_each_listed(hub->replica, filter, most, visit, to) &&
			*sv_store_error(hub->replica)))
		return false;
	hub->figures.replica_reads++;
	return true;
}

/* The replica may not have all lines of the game yet, or not the record. */
sv_table *sv_replica_kept_game(sv_hub *hub, const char *key, char **kept, size_t *length)
{
	assert(hub && key && kept && length);
	sv_table_row row;
	sv_kept_game game = {0};
	if (!is_there(hub) || !sv_store_find_table(hub->replica, key, &row) || row.status != SV_OVER)
		return NULL;
	sv_table *t = sv_read_table(hub, &row);
	if (!t)
		return NULL;
	*kept = sv_store_find_game(hub->replica, t->id, &game) ? sv_decompress(&game) : NULL;
	*length = game.full_size;
	if (*kept && sv_store_count_lines(hub->replica, t->id) == game.lines) {
		hub->figures.replica_reads++;
		return t;
	}
	free(*kept);
	sv_free_table(t);
	return NULL;
}
