/* admin_socket.h: the local socket of administration. */
#ifndef APPARAT_SERVER_ADMIN_SOCKET_H
#define APPARAT_SERVER_ADMIN_SOCKET_H

#include <stdbool.h>

#include "text/error.h"

struct sv_front;

enum { SV_SOCKET_PATH = 4096 }; /* room for the path of a socket */

typedef struct sv_admin_socket sv_admin_socket;

/* Begins to listen at this path. Only the user of the server and root can connect. Returns NULL and
 * sets `error` on failure. */
sv_admin_socket *sv_admin_socket_open(struct sv_front *front, const char *path, ap_error *error);

/* Ends all connections and removes the path. To be called before the loop is closed. */
void sv_admin_socket_close(sv_admin_socket *socket);

/* Connects to the server that listens at this path. Returns a socket; -1, with errno, on
 * failure. */
int sv_admin_connect(const char *path);

#endif
