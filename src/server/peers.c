/* peers.c: how many connections each address has. Nobody may take them all.
 *
 * A few more than the limit are let in, so that they can be told what is wrong (429); past those
 * the door is shut without a word. A network of IPv6 is one address: a household has 2^64. */
#include "server/front_internal.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { TO_BE_TOLD = 16 };

/* IPv4 as IPv6 writes it; of IPv6 the network. */
static void read_address(const struct sockaddr_storage *from, unsigned char out[SV_ADDRESS])
{
	memset(out, 0, SV_ADDRESS);
	if (from->ss_family == AF_INET6) {
		const struct in6_addr *a = &((const struct sockaddr_in6 *)from)->sin6_addr;
		memcpy(out, a, IN6_IS_ADDR_V4MAPPED(a) ? 16 : 8);
	} else if (from->ss_family == AF_INET) {
		out[10] = out[11] = 0xff;
		memcpy(out + 12, &((const struct sockaddr_in *)from)->sin_addr, 4);
	}
}

static sv_peer **place_of(sv_front *front, const unsigned char address[SV_ADDRESS])
{
	unsigned hash = 0;
	for (int i = 0; i < SV_ADDRESS; i++)
		hash = hash * 31 + address[i];
	sv_peer **at = &front->peers[hash % SV_PEERS];
	while (*at && memcmp((*at)->address, address, SV_ADDRESS) != 0)
		at = &(*at)->next;
	return at;
}

static bool address_of(int fd, unsigned char address[SV_ADDRESS])
{
	struct sockaddr_storage from;
	socklen_t size = sizeof from;
	if (getpeername(fd, (struct sockaddr *)&from, &size) != 0)
		return false;
	read_address(&from, address);
	return true;
}

bool sv_peer_may_come(sv_front *front, int fd)
{
	unsigned char address[SV_ADDRESS];
	if (front->stop_at || front->connections >= front->most_connections || !address_of(fd, address))
		return false;
	const sv_peer *peer = *place_of(front, address);
	return !peer || peer->connections < front->limits.connections_an_address + TO_BE_TOLD;
}

sv_peer *sv_peer_come(sv_front *front, int fd)
{
	unsigned char address[SV_ADDRESS];
	if (!address_of(fd, address))
		return NULL;
	sv_peer **at = place_of(front, address);
	if (!*at) {
		*at = calloc(1, sizeof **at);
		if (!*at)
			return NULL;
		memcpy((*at)->address, address, SV_ADDRESS);
	}
	(*at)->connections++;
	front->connections++;
	return *at;
}

void sv_peer_go(sv_front *front, sv_peer *peer)
{
	front->connections--;
	peer->connections--; /* sv_peers_tidy() frees it, when what it tried is forgotten */
}

bool sv_peer_may_try(sv_front *front, sv_peer *peer)
{
	int most = front->limits.passwords_a_minute;
	int64_t now = sv_front_now(front);
	if (now - peer->minute >= 60 * 1000) {
		peer->minute = now;
		peer->tries = 0;
	}
	return peer->tries++ < most;
}

void sv_peers_tidy(sv_front *front, bool all)
{
	int64_t now = sv_front_now(front);
	for (int i = 0; i < SV_PEERS; i++)
		for (sv_peer **at = &front->peers[i]; *at;) {
			sv_peer *peer = *at;
			bool keep = peer->connections > 0 || now - peer->minute < 60 * 1000;
			if (keep && !all) {
				at = &peer->next;
				continue;
			}
			*at = peer->next;
			free(peer);
		}
}
