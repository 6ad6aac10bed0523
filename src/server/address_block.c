/* address_block.c: see address_block.h. */
#include "server/address_block.h"

#include <assert.h>
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAPPED = 96, NETWORK = 64 }; /* bits before an IPv4 address, and of an IPv6 network */

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

/* Clears all bits after the first `bits`. */
static void cut(uint8_t address[16], int bits)
{
	for (int i = 0; i < 16; i++) {
		int left = bits - 8 * i;
		address[i] &= (uint8_t)(left >= 8 ? 0xff : left <= 0 ? 0 : 0xff << (8 - left));
	}
}

static bool read_bits(const char *text, int most, int *bits)
{
	char *end;
	long n = strtol(text, &end, 10);
	*bits = (int)n;
	return *text >= '0' && *text <= '9' && !*end && n >= 1 && n <= most;
}

bool sv_read_block(const char *text, sv_address_block *out)
{
	assert(text && out);
	char address[48];
	uint8_t four[4];
	size_t length = strcspn(text, "/");
	if (length >= sizeof address)
		return false;
	memcpy(address, text, length);
	address[length] = '\0';
	bool is_v4 = inet_pton(AF_INET, address, four) == 1;
	if (is_v4) {
		memcpy(out->address, mapped, sizeof mapped);
		memcpy(out->address + 12, four, 4);
	} else if (inet_pton(AF_INET6, address, out->address) != 1) {
		return false;
	}
	out->bits = is_v4 ? 32 : NETWORK;
	if (text[length] && !read_bits(text + length + 1, out->bits, &out->bits))
		return false;
	out->bits += is_v4 ? MAPPED : 0;
	cut(out->address, out->bits);
	return true;
}

const char *sv_write_block(const sv_address_block *block, char out[SV_BLOCK_TEXT])
{
	assert(block && out);
	char text[48];
	bool is_v4 = memcmp(block->address, mapped, sizeof mapped) == 0 && block->bits >= MAPPED;
	inet_ntop(is_v4 ? AF_INET : AF_INET6, block->address + (is_v4 ? 12 : 0), text, sizeof text);
	snprintf(out, SV_BLOCK_TEXT, "%s/%d", text, block->bits - (is_v4 ? MAPPED : 0));
	return out;
}

bool sv_is_in_block(const sv_address_block *block, const uint8_t address[16])
{
	assert(block && address);
	uint8_t begin[16];
	memcpy(begin, address, sizeof begin);
	cut(begin, block->bits);
	return memcmp(begin, block->address, sizeof begin) == 0;
}
