/* peers.c: see peers.h.
 *
 * A few connections more than the limits allow are accepted, so that they can be answered with
 * status 429; beyond these connections are closed at once.
 *
 * All clients of a proxy come from its address. A trusted proxy names the client of each request,
 * and the connection counts for that client while it serves the request. */
#include "server/peers.h"

#include <assert.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/http.h"
#include "text/memory.h"

enum { MAX_SURPLUS = 16 }; /* connections beyond the limits that are answered with 429 */

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

static sv_meters *meters_of(const sv_front *front)
{
	return sv_hub_meters(front->hub);
}

static sv_who who_is(const sv_peer *peer)
{
	return (sv_who){.address = peer->address};
}

/* The proxy's connections are limited when it has named their clients. */
bool sv_peer_may_connect(sv_front *front, int fd)
{
	assert(front);
	unsigned char address[SV_ADDRESS_SIZE];
	sv_meters *m = meters_of(front);
	if (front->stop_at || front->connections >= front->max_connections ||
		!address_of(fd, address) || sv_amount_refused(m, (sv_who){0}, SV_CONNECTIONS, 1))
		return false;
	if (is_proxy(front, address))
		return true;
	sv_who who = {.address = sv_meter_of_address(m, address)};
	bool is_one_too_many = sv_amount_refused(m, who, SV_CONNECTIONS, 1) != NULL,
		 may = !sv_count_deed(m, who, SV_REQUEST, sv_front_now(front)) &&
		(!is_one_too_many || front->surplus < MAX_SURPLUS);
	sv_meter_release(who.address);
	return may;
}

sv_peer *sv_peer_connected(sv_front *front, int fd)
{
	assert(front);
	unsigned char address[SV_ADDRESS_SIZE];
	if (!address_of(fd, address))
		return NULL;
	sv_meters *m = meters_of(front);
	sv_peer *peer = ap_allocate(1, sizeof *peer);
	memcpy(peer->from, address, sizeof peer->from);
	peer->is_proxy = is_proxy(front, address);
	peer->address = peer->is_proxy ? NULL : sv_meter_of_address(m, address);
	peer->refusal = peer->is_proxy ? NULL : sv_amount_refused(m, who_is(peer), SV_CONNECTIONS, 1);
	peer->is_surplus = peer->refusal != NULL;
	front->surplus += peer->is_surplus;
	front->connections++;
	sv_add_amount(m, who_is(peer), SV_CONNECTIONS, 1);
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
	sv_meters *m = meters_of(front);
	sv_peer *peer = lws_get_opaque_user_data(wsi);
	if (!peer || !peer->is_proxy || !forwarded_for(wsi, address))
		return;
	sv_add_amount(m, who_is(peer), SV_CONNECTIONS, -1);
	peer->is_proxy = false;
	memcpy(peer->from, address, sizeof peer->from);
	peer->address = sv_meter_of_address(m, address);
	peer->refusal = sv_amount_refused(m, who_is(peer), SV_CONNECTIONS, 1);
	if (!peer->refusal)
		peer->refusal = sv_count_deed(m, who_is(peer), SV_REQUEST, sv_front_now(front));
	sv_add_amount(m, who_is(peer), SV_CONNECTIONS, 1);
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
	assert(front && peer);
	front->connections--;
	front->surplus -= peer->is_surplus;
	sv_add_amount(meters_of(front), who_is(peer), SV_CONNECTIONS, -1);
	if (peer->person)
		sv_add_to_meter(meters_of(front), peer->person, SV_CONNECTIONS, -1);
	sv_meter_release(peer->address);
	sv_meter_release(peer->person);
	free(peer);
}

bool sv_person_is_full(sv_front *front, int64_t person)
{
	assert(front && person > 0);
	sv_meter *meter = sv_meter_of_person(meters_of(front), person);
	bool is_full = meter &&
		sv_amount_of(meters_of(front), meter, SV_CONNECTIONS) >= front->limits.connections_a_person;
	sv_meter_release(meter);
	return is_full;
}

void sv_peer_set_person(sv_front *front, sv_peer *peer, int64_t person)
{
	assert(front && peer && !peer->person);
	peer->person = sv_meter_of_person(meters_of(front), person);
	if (peer->person)
		sv_add_to_meter(meters_of(front), peer->person, SV_CONNECTIONS, 1);
}

bool sv_peer_may(sv_exchange *x, sv_deed deed)
{
	assert(x && !x->answered);
	char text[SV_ERROR_SIZE / 2];
	const sv_peer *peer = lws_get_opaque_user_data(x->wsi);
	const char *limit =
		sv_count_deed(meters_of(x->front), who_is(peer), deed, sv_front_now(x->front));
	if (!limit)
		return true;
	snprintf(text, sizeof text, "too many of these, try again later (%s)", limit);
	sv_respond_error(x, 429, "too-many-tries", text);
	return false;
}

bool sv_peer_add_bytes(sv_front *front, const sv_peer *peer, sv_amount amount, int64_t more)
{
	assert(front && peer);
	if (more > 0 && sv_amount_refused(meters_of(front), who_is(peer), amount, more))
		return false;
	sv_add_amount(meters_of(front), who_is(peer), amount, more);
	return true;
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
