/* banned_addresses.c: see banned_addresses.h. */
#include "server/banned_addresses.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

static bool add_block(void *to, const sv_restraint *r)
{
	sv_banned_addresses *banned = to;
	if (r->kind != SV_BAN || !r->bits)
		return true;
	banned->list = ap_reallocate(banned->list, (size_t)banned->count + 1, sizeof *banned->list);
	struct sv_banned_block *added = &banned->list[banned->count++];
	*added = (struct sv_banned_block){.block = {.bits = r->bits}, .until = r->until};
	memcpy(added->block.address, r->address, sizeof added->block.address);
	return true;
}

void sv_read_banned_addresses(sv_banned_addresses *banned, sv_store *store, int64_t now)
{
	assert(banned && store);
	sv_banned_addresses found = {0};
	bool complete = sv_store_each_restraint(store, now, add_block, &found);
	sv_free_banned_addresses(complete ? banned : &found);
	if (complete)
		*banned = found;
}

void sv_free_banned_addresses(sv_banned_addresses *banned)
{
	assert(banned);
	free(banned->list);
	*banned = (sv_banned_addresses){0};
}

bool sv_is_address_banned(const sv_banned_addresses *banned, const uint8_t address[16], int64_t now)
{
	assert(banned && address);
	for (int i = 0; i < banned->count; i++)
		if (banned->list[i].until > now && sv_is_in_block(&banned->list[i].block, address))
			return true;
	return false;
}
