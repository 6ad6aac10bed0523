/* peers.h: the addresses that are connected, and how much each of them may do. For the files of the
 * front only. */
#ifndef APPARAT_SERVER_PEERS_H
#define APPARAT_SERVER_PEERS_H

#include "server/front_internal.h"

/* An address that is connected, or was within the last minute. */
struct sv_peer {
	unsigned char address[SV_ADDRESS_SIZE];
	int connections;
	bool is_proxy;        /* it is the trusted proxy itself */
	int attempts;         /* see sv_peer_count_attempt() */
	int64_t minute_start; /* the start of the minute of `attempts` */
	struct sv_peer *next;
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

/* Counts an attempt that is limited, such as a password. Returns false if there were too many in
 * the last minute. */
bool sv_peer_count_attempt(sv_front *front, sv_peer *peer);

/* Frees the peers that are not connected and have tried nothing for a minute. */
void sv_peers_free_idle(sv_front *front);
void sv_peers_free_all(sv_front *front);

#endif
