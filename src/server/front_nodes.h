/* front_nodes.h: a server as one of several nodes: its connections to the others, and what it does
 * about their news. For the files of the front only; does nothing if the store is not shared. */
#ifndef APPARAT_SERVER_FRONT_NODES_H
#define APPARAT_SERVER_FRONT_NODES_H

#include "server/front_internal.h"
#include "server/relay.h"

/* Lets other nodes reach this one at the socket (see sv_links_bind()). Returns false, and sets
 * `error`, on failure. */
bool sv_front_join(sv_front *front, int socket, ap_error *error);
void sv_front_leave(sv_front *front);

/* Figures for /metrics. Returns false if the store is not shared. */
typedef struct sv_node_figures {
	int nodes; /* that live, this one included */
	sv_link_figures links;
	sv_relay_figures relay;
} sv_node_figures;
bool sv_front_node_figures(const sv_front *front, sv_node_figures *out);

/* Has the node that leads the table of a command of administration carry it out. Returns false, and
 * does not call back, if that is this node. */
bool sv_front_pass_command(sv_front *front, const char *who, const char *line, size_t length,
	sv_relay_answer *answer, void *to);

/* Who has asked does not want the answer any more. */
void sv_front_drop_command(sv_front *front, const void *to);

/* Does what is due. Returns when it is to be called again. */
int64_t sv_front_nodes_tick(sv_front *front);

#endif
