/* front_internal.h: the state of the front, for the files of the front. front.h is for all
 * others. */
#ifndef APPARAT_SERVER_FRONT_INTERNAL_H
#define APPARAT_SERVER_FRONT_INTERNAL_H

#include <libwebsockets.h>
#include <stdatomic.h>

#include "server/front.h"
#include "server/hasher.h"
#include "server/loop.h"

#define SV_SUBPROTOCOL "apparat.1"

enum {
	SV_ADDRESS_SIZE = 16, /* bytes of an address, IPv6 or IPv4 mapped to IPv6 */
	SV_PEER_BUCKETS = 256,
	SV_CHUNK_SIZE = 16 << 10 /* bytes that are written at a time */
};

typedef struct sv_peer sv_peer;     /* see peers.h */
typedef struct sv_socket sv_socket; /* see sockets.h */

struct sv_front {
	sv_hub *hub;
	sv_people *people;
	sv_store *store;
	sv_world world;
	sv_limits limits;
	bool tls;
	sv_notices *notices; /* NULL: no notices are sent */
	sv_hasher *hasher;
	bool has_proxy; /* a proxy at `proxy_address` says from whom its requests come */
	unsigned char proxy_address[SV_ADDRESS_SIZE];
	struct lws_context *context;
	char url[96];
	sv_loop *loop;
	uint64_t pass;              /* number of times that the loop has run */
	atomic_bool stop_requested; /* see sv_front_stop() */
	int64_t stop_at;            /* when it stops even if connections remain; 0: it does not stop */
	int64_t tick_at;            /* when the hub wants its next tick */
	int64_t check_at;           /* when sockets and peers are checked */
	int64_t hourly_at;          /* when expired sessions are deleted */
	int64_t hasher_look_at;     /* when the hasher is looked at; INT64_MAX: it has nothing to do */
	bool hub_has_input;         /* the hub has got messages since its last tick */
	int64_t requests;           /* HTTP requests that were answered */
	int exchanges;              /* HTTP requests that are not finished */
	sv_socket *sockets;         /* all WebSockets */
	sv_peer *peers[SV_PEER_BUCKETS];
	int connections, max_connections;
	sv_session upgrading; /* whose request becomes a WebSocket now; person 0: nobody's */
	unsigned char scratch[LWS_PRE + SV_CHUNK_SIZE];
};

static inline int64_t sv_front_now(const sv_front *front)
{
	return front->world.now(front->world.self);
}

static inline sv_front *sv_front_of(struct lws *wsi)
{
	return lws_context_user(lws_get_context(wsi));
}

/* Runs the loop once without waiting. For tests. */
void sv_front_run_once(sv_front *front);

#endif
