/* sockets.h: WebSockets: each is a client of the hub. For the files of the front only. */
#ifndef APPARAT_SERVER_SOCKETS_H
#define APPARAT_SERVER_SOCKETS_H

#include "server/front_internal.h"

/* Why a WebSocket is closed: codes of RFC 6455 and of IANA's registry. */
enum {
	SV_CLOSE_BINARY = 1003,
	SV_CLOSE_POLICY = 1008,
	SV_CLOSE_TOO_LONG = 1009,
	SV_CLOSE_RESTART = 1012
};

/* sizeof(sv_socket), for libwebsockets, which allocates it. */
extern const size_t sv_socket_size;

/* The callback of libwebsockets for WebSockets. */
int sv_on_socket(
	struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* Decides whether a request may become a WebSocket. Returns 0 if so; otherwise the request was
 * refused, and the connection is to be closed. */
int sv_on_upgrade(struct lws *wsi);

/* Pings the sockets that are silent, closes those that do not answer, and those whose session is
 * over. To be called every few seconds. */
void sv_sockets_check(sv_front *front);

/* Closes a socket, which a client's `send` was given as `to`, with this code when all is written.
 */
void sv_socket_close(void *socket, int code);

/* Looks whether sessions of the person have ended, and closes their sockets. */
void sv_sockets_check_sessions(sv_front *front, int64_t person);

/* Closes all sockets with this code. */
void sv_sockets_close_all(sv_front *front, int code);

/* Closes the sockets of one session of the person; of all sessions if `session` is NULL. */
void sv_sockets_close_sessions(
	sv_front *front, int64_t person, const uint8_t session[SV_SECRET_SIZE]);

#endif
