/* link.h: the connections between nodes that share a database.
 *
 * Each node keeps a connection open to each other one, over which it asks and the other answers: so
 * between two nodes there are two. Frames are authenticated and encrypted (link_codec.h). A
 * connection that breaks is opened again once a second; what was on its way is lost, which both
 * sides are told.
 *
 * Strangers may connect. They get no answer, cost a few hundred bytes for a few seconds each, and
 * only so many of them at a time are listened to. */
#ifndef APPARAT_SERVER_LINK_H
#define APPARAT_SERVER_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/link_codec.h"
#include "text/error.h"

/* Over which of the two connections: the one that this node has opened, to ask; or the one over
 * which it answers. */
typedef enum sv_side { SV_ASKING, SV_ANSWERING, SV_SIDES } sv_side;

/* What carries frames: the connections of this file, or those of a test. None of these functions
 * calls back. */
typedef struct sv_transport {
	void *self;
	/* True if frames can be sent there. */
	bool (*is_open)(void *self, int64_t node, sv_side side);
	/* Sends a frame; if the connection is not open it is dropped. */
	void (*send)(void *self, int64_t node, sv_side side, const uint8_t *frame, size_t length);
	/* True if so much waits to be sent that whoever can wait should: see `has_room`. */
	bool (*is_full)(void *self, int64_t node, sv_side side);
	/* The other node breaks the rules: the connection is to be closed. */
	void (*cut)(void *self, int64_t node, sv_side side);
} sv_transport;

/* What happens at the connections. */
typedef struct sv_link_events {
	void *self;
	void (*opened)(void *self, int64_t node, sv_side side);
	/* Returns false if the frame breaks the rules: then the connection is closed. */
	bool (*received)(void *self, int64_t node, sv_side side, const uint8_t *frame, size_t length);
	/* What was full is so no more. */
	void (*has_room)(void *self, int64_t node, sv_side side);
	void (*closed)(void *self, int64_t node, sv_side side);
	/* This node is not at its address: nothing listens there, or whoever does closes the connection
	 * without an answer. Or it is. */
	void (*refused)(void *self, int64_t node, bool refused);
} sv_link_events;

typedef struct sv_links sv_links;

/* Figures for /metrics. */
typedef struct sv_link_figures {
	int open;               /* connections */
	int64_t sent, received; /* frames */
	int64_t bytes_out;      /* that were sent */
	int64_t strangers,
		timeouts; /* those who did not say who they were; and who said nothing more */
} sv_link_figures;

/* Begins to listen at "HOST:PORT" or "[IPv6]:PORT"; port 0 is any free one. Returns a socket; -1,
 * with `error`, on failure. */
int sv_links_bind(const char *address, ap_error *error);

/* Returns the port of such a socket. */
int sv_links_port(int socket);

/* True if this is an address at which a node can be reached: a name or numbers, and a port. */
bool sv_is_node_address(const char *address);

/* Serves on this socket, in a uv_loop_t. `own` is the number of this node. */
sv_links *sv_links_open(void *loop, int socket, const uint8_t secret[SV_LINK_SECRET], int64_t own,
	const sv_link_events *events);

/* To be called before the loop is closed, which has to run once more. */
void sv_links_close(sv_links *links);

/* The nodes that are to be reached: connections to others are closed. */
typedef struct sv_link_node {
	int64_t id;
	const char *address;
} sv_link_node;
void sv_links_set_nodes(sv_links *links, const sv_link_node *nodes, int count);

/* This node has another number from now on: all connections are closed. */
void sv_links_rename(sv_links *links, int64_t own);

sv_transport sv_links_transport(sv_links *links);
void sv_links_figures(const sv_links *links, sv_link_figures *out);

#endif
