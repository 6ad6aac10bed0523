/* front_nodes.h: a server as one of several nodes: its connections to the others, and what it does
 * about their news. For the files of the front only; does nothing if the store is not shared. */
#ifndef APPARAT_SERVER_FRONT_NODES_H
#define APPARAT_SERVER_FRONT_NODES_H

#include "server/front_internal.h"

/* Lets other nodes reach this one at the socket (see sv_links_bind()). Returns false, and sets
 * `error`, on failure. */
bool sv_front_join(sv_front *front, int socket, ap_error *error);
void sv_front_leave(sv_front *front);

/* Does what is due. Returns when it is to be called again. */
int64_t sv_front_nodes_tick(sv_front *front);

#endif
