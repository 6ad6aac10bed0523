/* front_internal.h: the state of the front, for the files of the front. front.h is for all
 * others. */
#ifndef APPARAT_SERVER_FRONT_INTERNAL_H
#define APPARAT_SERVER_FRONT_INTERNAL_H

#include <libwebsockets.h>
#include <stdatomic.h>

#include "server/banned_addresses.h"
#include "server/examiner.h"
#include "server/front.h"
#include "server/hasher.h"
#include "server/limits.h"
#include "server/loop.h"
#include "server/recovery.h"

#define SV_SUBPROTOCOL "apparat.1"

enum { SV_CHUNK_SIZE = 16 << 10 }; /* bytes that are written at a time */

typedef struct sv_peer sv_peer;     /* see peers.h */
typedef struct sv_socket sv_socket; /* see sockets.h */

struct sv_front {
	sv_hub *hub;
	sv_people *people;
	sv_store *store;
	sv_store *replica; /* NULL: there is none */
	sv_world world;
	sv_service_clock *service; /* NULL: nothing is given back */
	sv_limits limits;
	bool tls;
	sv_notices *notices; /* NULL: no notices are sent */
	sv_hasher *hasher;
	sv_examiner *examiner;
	bool has_proxy; /* a proxy at `proxy_address` says from whom its requests come */
	unsigned char proxy_address[SV_ADDRESS_SIZE];
	struct lws_context *context;
	char url[96];
	sv_loop *loop;
	uint64_t pass;                 /* number of times that the loop has run */
	atomic_bool stop_requested;    /* see sv_front_stop() */
	atomic_bool reload_requested;  /* see sv_front_reload() */
	const char *certificate, *key; /* files of TLS; NULL: there is none */
	int64_t health_at;        /* when the store was written for /healthz, by the front's clock */
	bool is_healthy;          /* whether that was possible */
	int64_t try_at;           /* when a store that failed is tried again, by the system's clock */
	int64_t watchdog;         /* ms between signs of life to the supervisor; 0: none are wanted */
	int64_t alive_at;         /* when the next is due */
	int64_t cover_at;         /* when something is written for cover: see cover.c */
	int64_t stop_at;          /* when it stops even if connections remain; 0: it does not stop */
	int64_t tick_at;          /* when the hub wants its next tick */
	int64_t check_at;         /* when sockets and peers are checked */
	int64_t hourly_at;        /* when expired sessions are deleted */
	int64_t look_at;          /* when hasher and examiner are looked at; INT64_MAX: both rest */
	bool hub_has_input;       /* the hub has got messages since its last tick */
	int64_t requests;         /* HTTP requests that were answered */
	int64_t refused_requests; /* those of them that were refused */
	int exchanges;            /* HTTP requests that are not finished */
	sv_socket *sockets;       /* all WebSockets */
	int connections, max_connections;
	int surplus; /* connections beyond the limits, which are told so: see peers.c */
	struct sv_admin_socket *admin; /* NULL: none */
	struct sv_front_nodes *nodes;  /* NULL: the store is not shared */
	int64_t nodes_at;              /* when something about other nodes is due */
	sv_banned_addresses banned;
	sv_recoveries recoveries;
	int64_t recover_at; /* when a password that is to be recovered is looked at */
	struct {
		int64_t keep[SV_KEPT_KINDS];    /* ms for which things are kept; 0: for ever */
		int64_t asked[SV_KEPT_KINDS];   /* what is older is deleted, too: see sv_prune(); 0: none */
		int64_t deleted[SV_KEPT_KINDS]; /* what was deleted in this round */
	} retention;
	int64_t retention_at; /* when old things are deleted */
	sv_session upgrading; /* whose request becomes a WebSocket now; person 0: nobody's */
	unsigned char scratch[LWS_PRE + SV_CHUNK_SIZE];
};

/* Adds something to the open transaction, if it is time and people answer in secret: see cover.c.
 */
void sv_write_for_cover(sv_front *front);

/* All times of the front are measured by this clock. */
static inline int64_t sv_front_now(const sv_front *front)
{
	return front->world.elapsed(front->world.self);
}

/* Returns the hour of the day, as ms since 1970, for what people read and what the store has kept
 * by it. */
static inline int64_t sv_front_wall_now(const sv_front *front)
{
	return front->world.now(front->world.self);
}

static inline sv_front *sv_front_of(struct lws *wsi)
{
	return lws_context_user(lws_get_context(wsi));
}

/* tls.c: reads the certificate again, if there is one and both files are sound. */
void sv_reload_certificate(sv_front *front);

/* Runs the loop once without waiting. For tests. */
void sv_front_run_once(sv_front *front);

#endif
