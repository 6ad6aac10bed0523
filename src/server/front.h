/* front.h: the sockets of the server: HTTP and WebSocket on libwebsockets, in one loop and one
 * thread.
 *
 * docs/protocol.md says which paths there are. Whatever a client sends is answered with a
 * documented status or by closing the connection; no client can make the loop wait. */
#ifndef APPARAT_SERVER_FRONT_H
#define APPARAT_SERVER_FRONT_H

#include "server/hub.h"
#include "server/notices.h"
#include "server/people.h"
#include "server/service_clock.h"
#include "server/store_admin.h"

typedef struct sv_front sv_front;

/* World and limits are copied. Hub, people, store, notices and clock must outlive the front. */
typedef struct sv_front_options {
	sv_hub *hub;
	sv_people *people;
	sv_store *store;
	const sv_world *world;
	sv_service_clock *service; /* the clock of `world`, which the loop runs; NULL: it has none */
	const sv_limits *limits;
	const char *bind;          /* a numeric address, IPv4 or IPv6 */
	int port;                  /* 0: any free port */
	sv_notices *notices;       /* NULL: no notices are sent */
	const char *trusted_proxy; /* numeric address whose X-Forwarded-For is believed; NULL: none */
	const char *certificate, *key; /* files in PEM; NULL: no TLS */
	const char *admin_socket;      /* path of the socket for apparat admin; NULL: none */
	int64_t keep[SV_KEPT_KINDS];   /* ms for which things are kept; 0: for ever */
	sv_store *replica;             /* see sv_hub_use_replica(); NULL: there is none */
	const char *node; /* "HOST:PORT", where other nodes reach this one; NULL: there are none */
	int node_socket;  /* where it listens for them: see sv_links_bind() */
} sv_front_options;

/* Starts to listen. Returns NULL and sets `error` on failure. */
sv_front *sv_front_open(const sv_front_options *options, ap_error *error);
void sv_front_close(sv_front *front);

/* Returns the address it listens on, such as "http://127.0.0.1:8080". */
const char *sv_front_url(const sv_front *front);

/* Serves until sv_front_stop() is called. Then it accepts no more connections, finishes the
 * requests it has, closes WebSockets with code 1012 and returns. */
void sv_front_run(sv_front *front);

/* These may be called by a signal handler or by another thread. */
void sv_front_stop(sv_front *front);
void sv_front_reload(sv_front *front); /* reads the certificate again */
void sv_front_wake(sv_front *front);   /* makes the loop run once */

#endif
