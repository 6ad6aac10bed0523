/* hub_internal.h: the hub and its clients, for the files of the hub. hub.h is for all others. */
#ifndef APPARAT_SERVER_HUB_INTERNAL_H
#define APPARAT_SERVER_HUB_INTERNAL_H

#include "server/bot_pool.h"
#include "server/answered.h"
#include "server/hub.h"
#include "server/notices.h"
#include "server/table.h"
#include "text/signature.h"

enum { SV_TABLE_BUCKETS = 4096, SV_PERSON_BUCKETS = 1024 };

typedef struct sv_pending_notice sv_pending_notice; /* see hub_notices.c */

/* Messages that wait to be sent to a client, each ended by a zero: see send.c. */
typedef struct sv_queue {
	char *text;
	size_t length, room;
	size_t durable; /* length of the messages at the beginning that may be sent */
	size_t awaited; /* length of those that may be sent when the commit that is under way is done */
} sv_queue;

struct sv_client {
	sv_hub *hub;
	int64_t person;
	char name[SV_NAME_SIZE];
	sv_send *send;
	void *send_to;
	bool greeted;              /* it has said hello */
	bool overflowed;           /* too much waited: it is to be closed */
	sv_who who;                /* the meters that count what it does */
	sv_queue queue;            /* messages that wait to be sent */
	size_t held;               /* bytes that the socket has taken and not written yet */
	size_t counted;            /* bytes of both that the meters have counted */
	double message_tokens;     /* messages that it may send now */
	int64_t message_tokens_at; /* when `message_tokens` was computed */
	sv_watcher *watchers;      /* the tables it watches */
	sv_client *next, *previous;
	bool watches_lobby;
	sv_client *next_in_lobby;
	sv_client *next_of_person; /* the next that watches the lobby, in its bucket by person */
	bool in_send_list, is_awaiting;
	sv_client *next_to_send, *next_awaiting;
	struct sv_relayed *relayed; /* other nodes have mirrors of it: see relay.h; NULL: none has */
	struct sv_mirror *mirror;   /* it is the mirror of a client of another node; NULL: it is not */
};

struct sv_hub {
	sv_store *store;
	sv_store *replica; /* a copy of it that may be behind: see replica.c; NULL: there is none */
	sv_world world;
	sv_limits limits;
	sv_meters *meters;
	int64_t opened_at;
	int64_t wall_ahead;    /* sv_wall_now() less sv_now(), as clients know it */
	unsigned times;        /* how often all times had to be told again */
	bool has_untold_times; /* there may be tables that were not told theirs since */
	int64_t expiry_at;     /* when to look at what has expired */
	int64_t due;           /* the least `due` of all running tables */
	sv_table *table_bucket[SV_TABLE_BUCKETS]; /* tables by the hash of their key */
	sv_table *id_bucket[SV_TABLE_BUCKETS];    /* tables by their id */
	sv_table *tables;                         /* all tables in memory */
	int64_t next_table_id;
	sv_bot_pool *pool;        /* NULL: bots answer at once */
	struct sv_keeper *keeper; /* NULL: finished games are written at once, in the loop */
	bool has_unkept;          /* there may be finished games that are not kept: see kept_games.h */
	int64_t last_kept;        /* those of tables up to this one are kept; 0: that is not known */
	int put_off;              /* how often looking for them was put off */
	sv_refused_message refused[SV_REFUSED_MESSAGES]; /* a ring of the last ones */
	unsigned refusals;                               /* ever put into the ring */
	sv_client *clients;                              /* all clients */
	sv_client *to_send;        /* clients to which messages are sent with the next commit */
	sv_client *awaiting;       /* those to which they are sent with the one that is under way */
	bool is_committing;        /* a commit is under way */
	sv_client *lobby_watchers; /* clients that watch the list of tables */
	sv_client *lobby_bucket[SV_PERSON_BUCKETS];         /* the same by their persons */
	struct sv_list_change *first_change, **last_change; /* see list_changes.c */
	int64_t changes_at;                                 /* when the lists may be told of them */
	sv_figures figures;
	bool is_troubled;  /* the store cannot be written: see trouble.c */
	bool is_cut_off;   /* nor read: it is away */
	char trouble[320]; /* why */
	bool has_signing_key;
	ap_signing_key signing_key;   /* with which records are signed */
	bool needs_flush;             /* there is something to commit or to send */
	sv_notice_handler *on_notice; /* NULL: no notices are sent */
	void *notice_to;
	struct sv_nodes *nodes;             /* NULL: the store is not shared; see nodes.h */
	struct sv_relay *relay;             /* NULL: no other node can be asked; see relay.h */
	sv_pending_notice *pending_notices; /* notices that wait for the next commit */
	sv_pending_notice *awaited_notices; /* and those that wait for the one that is under way */
	char scratch[256 << 10];            /* where messages and metas are written */
};

/* ---- hub.c ----------------------------------------------------------------------------------- */

/* Returns the time by which everything at tables is measured, in ms. It never jumps. */
static inline int64_t sv_now(const sv_hub *hub)
{
	return hub->world.elapsed(hub->world.self);
}

/* Returns the hour of the day, as ms since 1970, for what people read and nothing else. */
static inline int64_t sv_wall_now(const sv_hub *hub)
{
	return hub->world.now(hub->world.self);
}

/* Returns what people at a table are told of a time of sv_now(): the hour of the day at which it
 * will be, or was. */
static inline int64_t sv_wall_time(const sv_table *t, int64_t at)
{
	return at + t->wall_ahead;
}

void sv_random(const sv_hub *hub, void *out, size_t size);

/* Draws a key of 26 letters and digits that cannot be guessed. */
void sv_random_key(const sv_hub *hub, char key[SV_KEY_SIZE]);

/* Returns the table with this key, from memory or from the store; NULL if there is none, or another
 * node leads it: see nodes.h. The key may be any text. */
sv_table *sv_find_table(sv_hub *hub, const char *key);

/* The same if it is in memory. */
sv_table *sv_find_in_memory(const sv_hub *hub, const char *key);

/* Reads the table of a row into memory. Returns NULL if the row is damaged. */
sv_table *sv_add_row(sv_hub *hub, const sv_table_row *row);

/* Forgets all tables, and what waits to be told of them. */
void sv_forget_tables(sv_hub *hub);

/* records.c: returns the table to be looked at, and nothing else: as a copy, which the caller
 * frees, if another node may lead it. NULL if there is none. */
sv_table *sv_look_at_table(sv_hub *hub, const char *key, bool *is_copy);

/* The same as sv_find_table(), but also for one that is cancelled. */
sv_table *sv_find_any_table(sv_hub *hub, const char *key);

/* forget_person.c: removes a person who was deleted from the tables that are in memory. */
void sv_forget_at_led_tables(sv_hub *hub, int64_t person);

/* forget_person.c: removes people from the table who were deleted while nobody led it. It may be
 * gone then. */
void sv_forget_missing_people(sv_table *t);

/* forget_person.c: reads the tables that are not over at which the person sits, or which he has
 * made, into memory. Returns false if the store fails. */
bool sv_load_own_tables(sv_hub *hub, int64_t person);

/* Returns the table with this id if it is in memory; otherwise NULL. */
sv_table *sv_table_in_memory(sv_hub *hub, int64_t id);

/* Adds a table with a new id and new keys, and returns it; it is never NULL. The caller sets its
 * game, setup and owner. */
sv_table *sv_new_table(sv_hub *hub);

/* Frees the table; its row remains in the store. */
void sv_remove_table(sv_table *t);

/* Tells all clients what the clock of the day shows, and all times at the tables that they watch.
 */
void sv_tell_times_again(sv_hub *hub);

/* ---- replica.c: a copy of the store -----------------------------------------------------------
 */

/* Like sv_store_each_listed(). Returns false, and has called nobody, if the replica cannot tell. */
bool sv_replica_lists(
	sv_hub *hub, const sv_list_filter *filter, int most, sv_table_visitor *visit, void *to);

/* Returns a copy of a table whose game is over, which the caller frees, and the record of the game
 * as it is kept, which he frees, too. NULL if the replica does not have all of it. */
sv_table *sv_replica_kept_game(sv_hub *hub, const char *key, char **kept, size_t *length);

/* ---- trouble.c: the store cannot be written ---------------------------------------------------
 */

/* A commit has failed for this reason, and the tables are as the store has them. */
void sv_after_failed_commit(sv_hub *hub, const char *why);

/* The store is away: nothing can be decided or looked at until it is back. */
void sv_cut_off(sv_hub *hub);

/* Tells the client whether the store can be written. */
void sv_tell_trouble(sv_client *client);

/* hub.c: the store is back. What it has is what was decided, and all look at that again; of the
 * rest nobody was told. */
void sv_go_on_from_store(sv_hub *hub);

/* Reads all tables again, while no commit is under way; what has not been sent is dropped. */
void sv_start_anew(sv_hub *hub);

/* ---- send.c: messages out -------------------------------------------------------------------- */

/* Begins a message of this type in the hub's scratch buffer: only one can be written at a time.
 * `id` is the id of the message that it answers; NULL or "" if there is none. */
ap_json sv_begin_message(sv_hub *hub, const char *type, const char *id);

/* Adds a message that is written already to the queue of the client. */
void sv_queue_text(sv_client *client, const char *text, size_t length);

/* Ends the message and adds it to the queue of the client. */
void sv_queue_message(sv_client *client, ap_json *j);

/* Ends the message, which tells nothing that must be durable first, and sends it now; if others
 * wait for the client, it is added to them. */
void sv_send_or_queue(sv_client *client, ap_json *j);

/* Sends messages that another node has made durable, each ended by a zero: before what waits here
 * to become so. */
void sv_send_durable(sv_client *client, const char *messages, size_t length);

/* The messages that wait are to be sent when the commit that begins now is done. */
void sv_await_queued(sv_hub *hub);

/* Sends them, since what they tell is durable now. */
void sv_send_awaited(sv_hub *hub);

/* Drops the messages that wait for the client, except those that were durable before. */
void sv_drop_queued(sv_client *client);

/* Drops all messages that wait for the client, which is to be closed. */
void sv_close_queue(sv_client *client);

/* Queues a message "refused". */
void sv_refuse(sv_client *client, const char *id, const char *code, const char *text);

/* The same, with the clause of the rules that says so; "": none does. */
void sv_refuse_citing(
	sv_client *client, const char *id, const char *code, const char *clause, const char *text);

/* The same, for a limit that is reached: its name is told. */
void sv_refuse_limit(
	sv_client *client, const char *id, const char *code, const char *limit, const char *text);

/* Queues a message "refused" for what the rules of the game forbid; it cites the clause. */
void sv_refuse_by_rule(sv_client *client, const char *id, const sv_table *t, ap_result result);

#endif
