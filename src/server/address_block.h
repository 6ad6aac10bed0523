/* address_block.h: blocks of addresses, such as 192.0.2.0/24, in the form in which the front keeps
 * addresses: IPv6, or IPv4 mapped to IPv6. */
#ifndef APPARAT_SERVER_ADDRESS_BLOCK_H
#define APPARAT_SERVER_ADDRESS_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SV_BLOCK_TEXT = 64 }; /* room for a block as text */

/* All addresses that begin with the first `bits` bits of `address`. */
typedef struct sv_address_block {
	uint8_t address[16];
	int bits; /* of IPv6: that of an IPv4 address has 96 more */
} sv_address_block;

/* Reads "192.0.2.0/24", "2001:db8::/32", or an address alone. An IPv6 address alone stands for its
 * network (/64), which is what one household has; no longer prefix is known. */
bool sv_read_block(const char *text, sv_address_block *out);

/* Writes the block as sv_read_block() reads it; returns `out`. */
const char *sv_write_block(const sv_address_block *block, char out[SV_BLOCK_TEXT]);

bool sv_is_in_block(const sv_address_block *block, const uint8_t address[16]);

#endif
