/* front.h: the sockets: HTTP and WebSocket on libwebsockets, one loop in one thread.
 *
 * docs/protocol.md says which paths there are. Whatever a client sends is answered with a
 * documented status or a closed connection, and nothing here can be made to wait for it. */
#ifndef APPARAT_SERVER_FRONT_H
#define APPARAT_SERVER_FRONT_H

#include "server/hub.h"
#include "server/notices.h"
#include "server/people.h"

typedef struct sv_front sv_front;

typedef struct sv_front_options {
	sv_hub *hub;
	sv_people *people;
	sv_store *store;
	const sv_world *world;
	const sv_limits *limits;
	const char *bind;          /* an address in digits, IPv4 or IPv6 */
	int port;                  /* 0: any free one */
	sv_notices *notices;       /* NULL: none are sent */
	const char *trusted_proxy; /* its address in digits: X-Forwarded-For is believed; NULL: none */
	const char *certificate, *key; /* files in PEM; NULL: without TLS */
} sv_front_options;

/* Listens when it returns. NULL: see `error`. */
sv_front *sv_front_open(const sv_front_options *options, ap_error *error);
void sv_front_close(sv_front *front);

/* "http://127.0.0.1:8080", the address that is really bound. */
const char *sv_front_url(const sv_front *front);

/* Serves until sv_front_stop(): then nobody new comes in, what is in flight is finished, clients
 * are told to come back (1012), and it returns. */
void sv_front_run(sv_front *front);

/* Either may be called from a signal's handler or another thread. */
void sv_front_stop(sv_front *front);
void sv_front_wake(sv_front *front); /* the loop goes round once: something is ready for the hub */

#endif
