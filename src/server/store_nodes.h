/* store_nodes.h: what the database knows of nodes, servers that share it: see nodes.h. Each has a
 * row, which says that it lives; each table has at most one node, its leader.
 *
 * What a node writes can become durable only while its row is there. Whoever finds that a node does
 * not live any more takes that row away, together with the node's tables.
 *
 * Nothing here waits for a node that does not answer: a row that somebody else has locked is left
 * alone, as if it were not there.
 *
 * The rules of store.h hold. */
#ifndef APPARAT_SERVER_STORE_NODES_H
#define APPARAT_SERVER_STORE_NODES_H

#include "server/store.h"

typedef struct sv_node_row {
	int64_t id;
	const char *address, *release; /* valid until the visitor returns */
	int64_t beat;                  /* grows while it lives */
} sv_node_row;

typedef bool sv_node_visitor(void *to, const sv_node_row *row);
typedef bool sv_news_visitor(void *to, int64_t id, const char *kind, int64_t about);
typedef bool sv_id_visitor(void *to, int64_t id);

/* Claims the database together with other nodes, instead of sv_store_claim(): servers that have a
 * database for themselves, and nodes, exclude each other. */
bool sv_store_share(sv_store *store, ap_error *error);
bool sv_store_is_shared(const sv_store *store);

/* A database that nodes have shared is this server's own again: no table has a leader, and the time
 * since they were let go counts for nobody. `now` is what the clock of this server shows. Writes
 * nothing if there were no nodes. */
bool sv_store_end_sharing(sv_store *store, int64_t now);

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* Adds a node, and commits that. From then on what this store writes is that node's. Returns its
 * id; 0 on failure. What was begun before must have ended. */
int64_t sv_store_join(
	sv_store *store, const char *address, const char *release, int64_t served, int64_t now);

/* Returns the node whose transactions these are; 0 if there is none. */
int64_t sv_store_own_node(const sv_store *store);

/* True if the last failure came because somebody has put this node out. */
bool sv_store_was_put_out(const sv_store *store);

/* Notes by which rules the node plays a game. */
bool sv_store_add_node_rules(sv_store *store, const char *game, int version);

/* Shows that the node lives, and what its clock shows. */
bool sv_store_beat(sv_store *store, int64_t served);

/* The same, with a commit of all that was written, if this node has committed nothing for so many
 * ms: for those who read much at a time. Does nothing if there is no node, or the store has failed.
 */
void sv_store_beat_after(sv_store *store, int64_t served, int64_t ms);

bool sv_store_each_node(sv_store *store, sv_node_visitor *visit, void *to);

/* Returns how many connections a node has to the database; -1 on failure. */
int sv_store_count_backends(sv_store *store, int64_t node);

/* Ends the connections that a node has to the database. Returns how many it had; -1 on failure. */
int sv_store_end_backends(sv_store *store, int64_t node);

/* Puts a node out, if its beat is still this one and none of its transactions is under way: its
 * tables have no leader then. Returns 1 if that was done, 0 if not, -1 on failure. */
int sv_store_put_out(sv_store *store, int64_t node, int64_t beat);

/* The node itself leaves. It can write nothing more after the commit. */
bool sv_store_leave(sv_store *store, int64_t served);

/* Keeps what the clock of a node shows, so that none will ever begin before that. */
bool sv_store_keep_shared_clock(sv_store *store, int64_t served);

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Leads the table, if nobody does and the node has its rules. `now` is what its clock shows.
 * Returns 1 if the node leads it now, 0 if not, -1 on failure. */
int sv_store_claim_table(sv_store *store, int64_t table, int64_t now);

/* The same for running games that nobody leads, `most` at most, with ids greater than `after`:
 * those that were played by the rules of this node, or that older rules have left whole. */
bool sv_store_adopt_tables(
	sv_store *store, int64_t now, int64_t after, int most, sv_table_visitor *visit, void *to);

/* The node leads the table no longer. */
bool sv_store_let_table_go(sv_store *store, int64_t table, int64_t now);

/* Lists the tables of this status that the node leads. */
bool sv_store_each_led(sv_store *store, int status, sv_table_visitor *visit, void *to);

/* Lists people of the table, who sit there or have made it, who were deleted. */
bool sv_store_each_missing(sv_store *store, int64_t table, sv_id_visitor *visit, void *to);

/* ---- What several nodes must not have twice -------------------------------------------------- */

/* Returns an id that no table, or no person, ever had or will have; -1 on failure. */
int64_t sv_store_next_table(sv_store *store);
int64_t sv_store_next_person(sv_store *store);

/* Keeps the name for this transaction, so that no other node gives it to an account meanwhile.
 * Returns 1 if that was done, 0 if another node has it, -1 on failure. */
int sv_store_lock_name(sv_store *store, const char *name);

/* ---- News ------------------------------------------------------------------------------------ */

/* Tells the other nodes something, with this transaction: `kind` says what, and `about` whom. */
bool sv_store_add_news(sv_store *store, const char *kind, int64_t about);

/* Lists the news of others with ids greater than `after`. An id that is less than one that is there
 * can still come. */
bool sv_store_each_news(sv_store *store, int64_t after, sv_news_visitor *visit, void *to);

/* Returns the greatest id of news; 0 if there are none, -1 on failure. */
int64_t sv_store_last_news(sv_store *store);

/* Deletes news up to this id. */
bool sv_store_drop_news(sv_store *store, int64_t last);

/* True, once, if the database has told that there is news since the last call. It need not tell. */
bool sv_store_heard_news(sv_store *store);

#endif
