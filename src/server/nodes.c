/* nodes.c: see nodes.h. */
#include "server/nodes.h"

#include <assert.h>

#include "server/hub_internal.h"

bool sv_is_shared(const sv_hub *hub)
{
	assert(hub);
	(void)hub;
	return hub->nodes != NULL;
}

int64_t sv_own_node(const sv_hub *hub)
{
	assert(hub);
	(void)hub;
	return 0;
}

int sv_other_nodes(const sv_hub *hub, const sv_node **out)
{
	assert(hub && out);
	(void)hub;
	*out = NULL;
	return 0;
}

bool sv_is_steward(const sv_hub *hub)
{
	assert(hub);
	(void)hub;
	return true;
}

sv_leading sv_find_leader(sv_hub *hub, const char *key, int64_t *node)
{
	assert(hub && key && node);
	*node = sv_own_node(hub);
	return sv_find_table(hub, key) ? SV_LED_HERE : SV_NO_TABLE;
}

sv_table *sv_read_table_only(sv_hub *hub, const char *key)
{
	assert(hub && key);
	sv_table_row row;
	return sv_store_find_table(hub->store, key, &row) ? sv_read_table(hub, &row) : NULL;
}

bool sv_tell_nodes(sv_hub *hub, const char *kind, int64_t about)
{
	assert(hub && kind);
	(void)hub, (void)kind;
	(void)about;
	return true;
}

void sv_listen_to_nodes(sv_hub *hub, const sv_node_listener *listener)
{
	assert(hub && listener);
	(void)hub, (void)listener;
}

void sv_note_link_refused(sv_hub *hub, int64_t node, bool refused)
{
	assert(hub && node > 0);
	(void)hub, (void)node;
	(void)refused;
}
