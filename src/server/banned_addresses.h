/* banned_addresses.h: the blocks of addresses from which nobody may do anything but read pages.
 * They are kept in memory, since every request is compared with them. For the files of the front
 * only. */
#ifndef APPARAT_SERVER_BANNED_ADDRESSES_H
#define APPARAT_SERVER_BANNED_ADDRESSES_H

#include "server/address_block.h"
#include "server/store_admin.h"

typedef struct sv_banned_addresses {
	struct sv_banned_block {
		sv_address_block block;
		int64_t until;
	} * list;
	int count;
} sv_banned_addresses;

/* Reads them from the store again. If that fails they stay as they were. */
void sv_read_banned_addresses(sv_banned_addresses *banned, sv_store *store, int64_t now);
void sv_free_banned_addresses(sv_banned_addresses *banned);

bool sv_is_address_banned(
	const sv_banned_addresses *banned, const uint8_t address[16], int64_t now);

#endif
