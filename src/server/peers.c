/* peers.c: how many connections each address has. Nobody may take them all.
 *
 * A few more than the limit are let in, so that they can be told what is wrong (429); past those
 * the door is shut without a word. A network of IPv6 is one address: a household has 2^64.
 *
 * Behind a proxy everybody comes from its address. One that is trusted says whose each request is,
 * and the connection counts as his while it brings his. */
#include "server/front_internal.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { TO_BE_TOLD = 16 };

/* IPv4 as IPv6 writes it. */
static void map_v4(const void *four, unsigned char out[SV_ADDRESS])
{
	memset(out, 0, SV_ADDRESS);
	out[10] = out[11] = 0xff;
	memcpy(out + 12, four, 4);
}

static void read_address(const struct sockaddr_storage *from, unsigned char out[SV_ADDRESS])
{
	if (from->ss_family == AF_INET6)
		memcpy(out, &((const struct sockaddr_in6 *)from)->sin6_addr, SV_ADDRESS);
	else if (from->ss_family == AF_INET)
		map_v4(&((const struct sockaddr_in *)from)->sin_addr, out);
	else
		memset(out, 0, SV_ADDRESS);
}

/* In digits. */
static bool parse_address(const char *text, unsigned char out[SV_ADDRESS])
{
	unsigned char four[4];
	if (inet_pton(AF_INET6, text, out) == 1)
		return true;
	if (inet_pton(AF_INET, text, four) != 1)
		return false;
	map_v4(four, out);
	return true;
}

/* Of IPv6 the network. */
static void widen(unsigned char address[SV_ADDRESS])
{
	struct in6_addr a;
	memcpy(&a, address, sizeof a);
	if (!IN6_IS_ADDR_V4MAPPED(&a))
		memset(address + 8, 0, 8);
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

static bool is_proxy(const sv_front *front, const unsigned char address[SV_ADDRESS])
{
	return front->proxied && memcmp(front->proxy, address, SV_ADDRESS) == 0;
}

bool sv_peer_may_come(sv_front *front, int fd)
{
	unsigned char address[SV_ADDRESS];
	if (front->stop_at || front->connections >= front->most_connections || !address_of(fd, address))
		return false;
	if (is_proxy(front, address))
		return true;
	widen(address);
	const sv_peer *peer = *place_of(front, address);
	return !peer || peer->connections < front->limits.connections_an_address + TO_BE_TOLD;
}

static sv_peer *peer_at(sv_front *front, unsigned char address[SV_ADDRESS])
{
	bool proxy = is_proxy(front, address);
	widen(address);
	sv_peer **at = place_of(front, address);
	if (!*at) {
		*at = calloc(1, sizeof **at);
		if (!*at)
			return NULL;
		memcpy((*at)->address, address, SV_ADDRESS);
	}
	(*at)->proxy = proxy;
	return *at;
}

sv_peer *sv_peer_come(sv_front *front, int fd)
{
	unsigned char address[SV_ADDRESS];
	sv_peer *peer = address_of(fd, address) ? peer_at(front, address) : NULL;
	if (!peer)
		return NULL;
	peer->connections++;
	front->connections++;
	return peer;
}

/* The last of the list: those before it anybody may have written. */
static bool forwarded_for(struct lws *wsi, unsigned char address[SV_ADDRESS])
{
	char list[256];
	if (!sv_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list))
		return false;
	const char *last = strrchr(list, ',');
	last = last ? last + 1 : list;
	return parse_address(last + strspn(last, " "), address);
}

void sv_peer_behind_proxy(struct lws *wsi)
{
	sv_front *front = sv_front_of(wsi);
	unsigned char address[SV_ADDRESS];
	sv_peer *before = lws_get_opaque_user_data(wsi);
	if (!before || !address_of(lws_get_socket_fd(wsi), address) || !is_proxy(front, address) ||
		!forwarded_for(wsi, address))
		return;
	sv_peer *peer = peer_at(front, address);
	if (!peer)
		return;
	before->connections--;
	peer->connections++;
	lws_set_opaque_user_data(wsi, peer);
}

bool sv_trust_proxy(sv_front *front, const char *address, ap_error *error)
{
	front->proxied = address != NULL;
	if (!address || parse_address(address, front->proxy))
		return true;
	return ap_fail(
		error, 0, "'%s' is no address of a proxy in digits, such as 127.0.0.1 or ::1", address);
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

/* Nobody stands between: a proxy on this machine says whom it asks for. */
bool sv_peer_is_local(struct lws *wsi)
{
	unsigned char address[SV_ADDRESS];
	struct in6_addr a;
	if (!address_of(lws_get_socket_fd(wsi), address) ||
		lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0 ||
		lws_hdr_custom_length(wsi, "forwarded:", 10) >= 0)
		return false;
	memcpy(&a, address, sizeof a);
	return IN6_IS_ADDR_LOOPBACK(&a) || (IN6_IS_ADDR_V4MAPPED(&a) && address[12] == 127);
}
