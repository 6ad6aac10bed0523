/* peers.c: see peers.h.
 *
 * A few connections more than the limit are accepted, so that they can be answered with status 429;
 * beyond these connections are closed at once. All addresses of an IPv6 network (/64) count as one,
 * since one household has all of them.
 *
 * All clients of a proxy come from its address. A trusted proxy names the client of each request,
 * and the connection counts for that client while it serves the request. */
#include "server/peers.h"

#include <assert.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/http.h"
#include "text/memory.h"

enum { MAX_REFUSED = 16 }; /* connections beyond the limit that are answered with 429 */

/* Maps an IPv4 address to IPv6. */
static void map_v4(const void *four, unsigned char out[SV_ADDRESS_SIZE])
{
	memset(out, 0, SV_ADDRESS_SIZE);
	out[10] = out[11] = 0xff;
	memcpy(out + 12, four, 4);
}

static void read_address(const struct sockaddr_storage *from, unsigned char out[SV_ADDRESS_SIZE])
{
	if (from->ss_family == AF_INET6)
		memcpy(out, &((const struct sockaddr_in6 *)from)->sin6_addr, SV_ADDRESS_SIZE);
	else if (from->ss_family == AF_INET)
		map_v4(&((const struct sockaddr_in *)from)->sin_addr, out);
	else
		memset(out, 0, SV_ADDRESS_SIZE);
}

/* Reads a numeric address. */
static bool parse_address(const char *text, unsigned char out[SV_ADDRESS_SIZE])
{
	unsigned char four[4];
	if (inet_pton(AF_INET6, text, out) == 1)
		return true;
	if (inet_pton(AF_INET, text, four) != 1)
		return false;
	map_v4(four, out);
	return true;
}

/* Keeps only the network of an IPv6 address. */
static void keep_network(unsigned char address[SV_ADDRESS_SIZE])
{
	struct in6_addr a;
	memcpy(&a, address, sizeof a);
	if (!IN6_IS_ADDR_V4MAPPED(&a))
		memset(address + 8, 0, 8);
}

static sv_peer **find_place(sv_front *front, const unsigned char address[SV_ADDRESS_SIZE])
{
	unsigned hash = 0;
	for (int i = 0; i < SV_ADDRESS_SIZE; i++)
		hash = hash * 31 + address[i];
	sv_peer **at = &front->peers[hash % SV_PEER_BUCKETS];
	while (*at && memcmp((*at)->address, address, SV_ADDRESS_SIZE) != 0)
		at = &(*at)->next;
	return at;
}

static bool address_of(int fd, unsigned char address[SV_ADDRESS_SIZE])
{
	struct sockaddr_storage from;
	socklen_t size = sizeof from;
	if (getpeername(fd, (struct sockaddr *)&from, &size) != 0)
		return false;
	read_address(&from, address);
	return true;
}

static bool is_proxy(const sv_front *front, const unsigned char address[SV_ADDRESS_SIZE])
{
	return front->has_proxy && memcmp(front->proxy_address, address, SV_ADDRESS_SIZE) == 0;
}

bool sv_peer_may_connect(sv_front *front, int fd)
{
	assert(front);
	unsigned char address[SV_ADDRESS_SIZE];
	if (front->stop_at || front->connections >= front->max_connections || !address_of(fd, address))
		return false;
	if (is_proxy(front, address))
		return true;
	keep_network(address);
	const sv_peer *peer = *find_place(front, address);
	return !peer || peer->connections < front->limits.connections_an_address + MAX_REFUSED;
}

static sv_peer *find_or_add_peer(sv_front *front, unsigned char address[SV_ADDRESS_SIZE])
{
	bool proxy = is_proxy(front, address);
	keep_network(address);
	sv_peer **at = find_place(front, address);
	if (!*at) {
		*at = ap_allocate(1, sizeof **at);
		memcpy((*at)->address, address, SV_ADDRESS_SIZE);
	}
	(*at)->is_proxy = proxy;
	return *at;
}

sv_peer *sv_peer_connected(sv_front *front, int fd)
{
	assert(front);
	unsigned char address[SV_ADDRESS_SIZE];
	sv_peer *peer = address_of(fd, address) ? find_or_add_peer(front, address) : NULL;
	if (!peer)
		return NULL;
	peer->connections++;
	front->connections++;
	return peer;
}

/* Reads the last address of X-Forwarded-For: the proxy added it, while anybody may have written
 * those before it. */
static bool forwarded_for(struct lws *wsi, unsigned char address[SV_ADDRESS_SIZE])
{
	char list[256];
	if (!sv_read_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list))
		return false;
	const char *last = strrchr(list, ',');
	last = last ? last + 1 : list;
	return parse_address(last + strspn(last, " "), address);
}

void sv_peer_apply_forwarded(struct lws *wsi)
{
	assert(wsi);
	sv_front *front = sv_front_of(wsi);
	unsigned char address[SV_ADDRESS_SIZE];
	sv_peer *before = lws_get_opaque_user_data(wsi);
	if (!before || !address_of(lws_get_socket_fd(wsi), address) || !is_proxy(front, address) ||
		!forwarded_for(wsi, address))
		return;
	sv_peer *peer = find_or_add_peer(front, address);
	before->connections--;
	peer->connections++;
	lws_set_opaque_user_data(wsi, peer);
}

bool sv_trust_proxy(sv_front *front, const char *address, ap_error *error)
{
	assert(front && error);
	front->has_proxy = address != NULL;
	if (!address || parse_address(address, front->proxy_address))
		return true;
	return ap_fail(
		error, 0, "'%s' is no address of a proxy in digits, such as 127.0.0.1 or ::1", address);
}

void sv_peer_disconnected(sv_front *front, sv_peer *peer)
{
	assert(front && peer && peer->connections > 0);
	front->connections--;
	peer->connections--; /* sv_peers_free_idle() frees it, when its attempts are forgotten */
}

bool sv_peer_count_attempt(sv_front *front, sv_peer *peer)
{
	assert(front && peer);
	int limit = front->limits.passwords_a_minute;
	int64_t now = sv_front_now(front);
	if (now - peer->minute_start >= 60 * 1000) {
		peer->minute_start = now;
		peer->attempts = 0;
	}
	return peer->attempts++ < limit;
}

static void free_peers(sv_front *front, bool idle_only)
{
	int64_t now = sv_front_now(front);
	for (int i = 0; i < SV_PEER_BUCKETS; i++)
		for (sv_peer **at = &front->peers[i]; *at;) {
			sv_peer *peer = *at;
			bool in_use = peer->connections > 0 || now - peer->minute_start < 60 * 1000;
			if (in_use && idle_only) {
				at = &peer->next;
				continue;
			}
			*at = peer->next;
			free(peer);
		}
}

void sv_peers_free_idle(sv_front *front)
{
	assert(front);
	free_peers(front, true);
}

void sv_peers_free_all(sv_front *front)
{
	assert(front);
	free_peers(front, false);
}

/* A proxy on this machine would add a header that names its client. */
bool sv_peer_is_local(struct lws *wsi)
{
	assert(wsi);
	unsigned char address[SV_ADDRESS_SIZE];
	struct in6_addr a;
	if (!address_of(lws_get_socket_fd(wsi), address) ||
		lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0 ||
		lws_hdr_custom_length(wsi, "forwarded:", 10) >= 0)
		return false;
	memcpy(&a, address, sizeof a);
	return IN6_IS_ADDR_LOOPBACK(&a) || (IN6_IS_ADDR_V4MAPPED(&a) && address[12] == 127);
}
