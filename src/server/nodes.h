/* nodes.h: servers that share a store: nodes. Each table has one node that decides at it, its
 * leader; the others pass on to that node what their people want there. store_nodes.h has what the
 * database knows of nodes.
 *
 * A node that does not show that it lives is put out by another: none of its transactions can
 * commit any more, and its tables are led by others. It notices that with its next commit, and
 * joins again as a new node.
 *
 * A hub whose store is not shared has no nodes: then the functions below answer at once. */
#ifndef APPARAT_SERVER_NODES_H
#define APPARAT_SERVER_NODES_H

#include "server/hub.h"
#include "server/table.h"

enum {
	SV_NODE_ADDRESS_SIZE = 80, /* "HOST:PORT", with its zero */
	SV_NODE_LEASE = 5000       /* ms without a sign of life, after which a node is put out */
};

/* A node that lives. An id is never given again. */
typedef struct sv_node {
	int64_t id;
	char address[SV_NODE_ADDRESS_SIZE]; /* where other nodes reach it */
	char release[SV_RELEASE_SIZE];      /* of its program */
} sv_node;

typedef struct sv_nodes sv_nodes; /* of a hub; NULL: its store is not shared */

/* Opens a hub like sv_hub_open(), as a node that others reach at this address. The store must be
 * shared: see sv_store_share(). */
sv_hub *sv_hub_open_node(sv_store *store, const sv_world *world, const sv_limits *limits,
	const char *address, ap_error *error);

/* True if the store is shared with other nodes. */
bool sv_is_shared(const sv_hub *hub);

/* Returns the id of this node; 0 if the store is not shared, or while this node has to join again.
 */
int64_t sv_own_node(const sv_hub *hub);

/* Sets `out` to the other nodes that live, as they were known within the last second, and returns
 * how many there are. They are valid until the next tick. */
int sv_other_nodes(const sv_hub *hub, const sv_node **out);

/* True for one of all nodes, which does what is to be done once: and if the store is not shared. */
bool sv_is_steward(const sv_hub *hub);

/* ---- Who leads a table ----------------------------------------------------------------------- */

typedef enum sv_leading {
	SV_LED_HERE,      /* sv_find_table() has it */
	SV_LED_ELSEWHERE, /* by another node */
	SV_NOT_LED,       /* by nobody yet, or that cannot be known now: ask again a little later */
	SV_NO_TABLE       /* there is none with this key, or it is cancelled */
} sv_leading;

/* Says who leads the table with this key, which may be any text, and sets `node` to that node's id.
 * A table that nobody leads is led here from now on, unless its game has moved on to rules that
 * this program does not have: then other nodes are asked to lead it. */
sv_leading sv_find_leader(sv_hub *hub, const char *key, int64_t *node);

/* Returns a copy of a table as the store has it, whoever leads it, to be looked at and freed with
 * sv_free_table(); NULL if there is none. Its game can be loaded; nothing of it may be written. */
sv_table *sv_read_table_only(sv_hub *hub, const char *key);

/* ---- News ------------------------------------------------------------------------------------ */

#define SV_NEWS_RESTRAINTS "restraints"     /* bans or silences have changed */
#define SV_NEWS_SESSIONS "sessions"         /* sessions of the person `about` have ended */
#define SV_NEWS_PERSON "person"             /* the person `about` was deleted */
#define SV_NEWS_ANNOUNCEMENT "announcement" /* there is another one, or none any more */
#define SV_NEWS_ORPHANS "orphans"           /* tables have lost their leader */
#define SV_NEWS_WANTED "wanted"             /* somebody wants the table with the id `about` */

/* Tells all other nodes, with the open transaction: they read it a moment after its commit. Does
 * nothing if the store is not shared. Returns false if the store fails. */
bool sv_tell_nodes(sv_hub *hub, const char *kind, int64_t about);

/* What is called when something has changed; each may be NULL. */
typedef struct sv_node_listener {
	/* Another node has told this. */
	void (*on_news)(void *to, const char *kind, int64_t about);
	/* That node does not live any more. */
	void (*on_gone)(void *to, int64_t node);
	/* This node was put out, or leads no tables any more for another reason, and clients have to
	 * come back: nothing is kept of what waited for them. */
	void (*on_put_out)(void *to);
	void *to;
} sv_node_listener;

/* Adds a listener, which is copied. Does nothing if the store is not shared. */
void sv_listen_to_nodes(sv_hub *hub, const sv_node_listener *listener);

/* Listeners with this `to` are called no more. */
void sv_stop_listening(sv_hub *hub, const void *to);

/* ---- Life ------------------------------------------------------------------------------------ */

/* Notes that the other node refuses connections, as one that was killed does, or does not any more.
 */
void sv_note_link_refused(sv_hub *hub, int64_t node, bool refused);

/* True if the database has told that there is news: the hub is to be ticked at once. */
bool sv_nodes_have_news(sv_hub *hub);

/* Lets all tables go, so that others lead them, and leaves: before a clean stop. Games are left so
 * that a program with other rules can go on with them. Returns false if the store failed. */
bool sv_nodes_leave(sv_hub *hub);

/* ---- For the hub ----------------------------------------------------------------------------- */

/* Joins the nodes; returns NULL and sets `error` on failure. */
sv_nodes *sv_nodes_open(sv_hub *hub, const char *address, ap_error *error);
void sv_nodes_close(sv_nodes *nodes);

/* Shows life, looks at the others, reads news, leads tables that nobody leads. Returns when it is
 * to be called again; INT64_MAX if the store is not shared. */
int64_t sv_nodes_tick(sv_hub *hub, int64_t now);

/* To be called before something is read that takes a moment: many of these in one pass of the loop
 * can take longer than a node may be silent. What is written already may become durable with that.
 */
void sv_show_life(sv_hub *hub);

/* Leads the table of a row that was just read, and returns it; NULL if it cannot be led here. */
sv_table *sv_lead_row(sv_hub *hub, const sv_table_row *row);

/* False if the table with this id is gone or damaged, so that nobody can lead it. */
bool sv_can_lead_row(sv_hub *hub, int64_t table);

/* Nobody needs the table here any more: another node may lead it. It is freed. */
void sv_let_table_go(sv_table *t);

/* Joins again if this node was put out. Returns false if the store cannot be written. */
bool sv_nodes_join_again(sv_hub *hub);

#endif
