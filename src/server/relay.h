/* relay.h: what clients of this node want at tables that other nodes lead, and what clients of
 * other nodes want here.
 *
 * A message about a table that another node leads is passed on to that node, which has a mirror of
 * the client: a client like any other, except that what it is sent goes back over the link. That is
 * durable already, so it goes to the client's socket at once. A client is counted and limited by
 * the node to which it is connected; what its mirror has (tables that it watches) by the node that
 * has the mirror.
 *
 * Messages of one client about one table stay in order: they go through a lane. While nobody leads
 * the table, or its leader cannot be reached, they wait in the lane for a while. When a link
 * breaks, clients that had a lane over it are sent back: they connect again, look again and repeat
 * what was not answered.
 *
 * For the files of the hub, and for those who have connections or pretend to. */
#ifndef APPARAT_SERVER_RELAY_H
#define APPARAT_SERVER_RELAY_H

#include "server/hub.h"
#include "server/link.h"
#include "server/requests.h"

typedef struct sv_relay sv_relay;     /* of a hub; NULL: its store is not shared */
typedef struct sv_relayed sv_relayed; /* a client of which another node has a mirror */
typedef struct sv_mirror sv_mirror;   /* the mirror of a client of another node */

/* What the owner of the sockets does. */
typedef struct sv_relay_owner {
	void *self;
	/* The client whose `send` has this `to` is to connect again, when all is written that waits for
	 * it. */
	void (*send_back)(void *self, void *to);
	/* Another node asks this one to carry out a command of administration. Returns the answer,
	 * which is freed. */
	char *(*administrate)(void *self, const char *who, const char *line, size_t length);
} sv_relay_owner;

/* Figures for /metrics. */
typedef struct sv_relay_figures {
	int mirrors;       /* of clients of other nodes */
	int waiting;       /* messages that wait for somebody to lead their table */
	int64_t passed_on; /* messages that were passed on to other nodes */
	int64_t given_up;  /* messages that nobody could be found for */
	int64_t sent_back; /* clients that were sent back */
} sv_relay_figures;

/* Opens the relay of a hub, whose tables may then be led elsewhere. */
sv_relay *sv_relay_open(sv_hub *hub, const sv_transport *transport, const sv_relay_owner *owner);

/* To be called after the clients are closed, or with the hub. */
void sv_relay_close(sv_relay *relay);

/* What the connections are to call. */
sv_link_events sv_relay_events(sv_relay *relay);

/* Does what is due. Returns when it is to be called again. */
int64_t sv_relay_tick(sv_relay *relay, int64_t now);

void sv_relay_figures_of(const sv_relay *relay, sv_relay_figures *out);

/* ---- For the hub: relay.c -------------------------------------------------------------------- */

/* Passes a request about this table on, unless it is led here. Returns true if there is nothing
 * more to do for it. */
bool sv_relay_request(const sv_request *r, const char *key);

/* Passes a ping on to where the client's last request went, so that it is answered after that.
 * Returns false if it is to be answered here. */
bool sv_relay_ping(const sv_request *r);

/* The client watches the list of tables, or does so no longer. */
void sv_relay_lobby(sv_client *client, bool watches);

/* The client is closed. */
void sv_relay_forget_client(sv_client *client);

/* ---- For the hub: mirrors.c ------------------------------------------------------------------ */

/* True if this mirror stands for all who watch the list of tables at another node. */
bool sv_mirror_is_list(const sv_mirror *mirror);

/* Returns how many mirrors there are. */
int sv_count_mirrors(const sv_relay *relay);

/* The client, a mirror, is closed. */
void sv_forget_mirror(sv_client *client);

/* What the client looks at is led elsewhere by now: it has to connect again. */
void sv_send_client_back(sv_client *client);

/* ---- Administration -------------------------------------------------------------------------- */

/* Called with the answer; NULL: the other node could not be reached. */
typedef void sv_relay_answer(void *to, const char *answer, size_t length);

/* Asks the node that leads this table to carry the command out. Returns false, and does not call
 * back, if that is this node, or nobody. */
bool sv_relay_command(sv_relay *relay, const char *key, const char *who, const char *line,
	size_t length, sv_relay_answer *answer, void *to);

/* Who has asked does not want the answers any more. */
void sv_relay_drop_commands(sv_relay *relay, const void *to);

#endif
