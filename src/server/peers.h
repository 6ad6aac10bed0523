/* peers.h: connections, from which address each of them comes, and how much it may do. For the
 * files of the front only. */
#ifndef APPARAT_SERVER_PEERS_H
#define APPARAT_SERVER_PEERS_H

#include "server/http.h"

/* A connection, as the limits see it. */
struct sv_peer {
	unsigned char from[SV_ADDRESS_SIZE]; /* the address of the client, as far as it is known */
	sv_meter *address;   /* of the client; NULL: too many addresses are known, or it is the proxy */
	sv_meter *person;    /* of a WebSocket: whose it is; otherwise NULL */
	bool is_proxy;       /* it is the trusted proxy itself, which has not named its client */
	bool is_surplus;     /* it was accepted beyond the limits, to be told so */
	const char *refusal; /* the limit because of which its request is refused; NULL: none */
};

/* Sets the proxy whose X-Forwarded-For is believed: a numeric address, or NULL for none. Returns
 * false and sets `error` if it is no address. */
bool sv_trust_proxy(sv_front *front, const char *address, ap_error *error);

/* True if a connection on this socket may be accepted. */
bool sv_peer_may_connect(sv_front *front, int fd);

/* Counts a connection and returns its peer; NULL if the connection is closed already. */
sv_peer *sv_peer_connected(sv_front *front, int fd);
void sv_peer_disconnected(sv_front *front, sv_peer *peer);

/* If the trusted proxy forwards this request, the connection is counted for its client. */
void sv_peer_apply_forwarded(struct lws *wsi);

/* True if the connection comes from this machine and through no proxy. */
bool sv_peer_is_local(struct lws *wsi);

/* Counts a deed of the connection's address. Returns true, or answers the request with status 429
 * and returns false. */
bool sv_peer_may(sv_exchange *x, sv_deed deed);

/* Counts bytes that wait for the client, or that are part of what is not whole yet; they are taken
 * away again by calling it with less than 0. Returns false, and counts nothing, if there would be
 * too many. */
bool sv_peer_add_bytes(sv_front *front, const sv_peer *peer, sv_amount amount, int64_t more);

/* True if the person has as many connections as one may have. */
bool sv_person_is_full(sv_front *front, int64_t person);

/* Counts the connection for this person, too. */
void sv_peer_set_person(sv_front *front, sv_peer *peer, int64_t person);

#endif
