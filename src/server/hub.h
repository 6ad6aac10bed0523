/* hub.h: the server without its sockets: people at tables, messages in and messages out.
 *
 * Each connection is an sv_client. The owner of the socket passes incoming messages to
 * sv_client_message(). Messages to the client wait in its queue until sv_hub_flush() has made
 * durable what they tell, and until the client's `send` function takes them. sv_hub_tick() does
 * what the clock demands. docs/protocol.md describes the messages.
 *
 * All functions must be called by the same thread. */
#ifndef APPARAT_SERVER_HUB_H
#define APPARAT_SERVER_HUB_H

#include "server/limits.h"
#include "server/store.h"
#include "server/world.h"

typedef struct sv_hub sv_hub;
typedef struct sv_client sv_client;

/* Sends messages: `length` bytes of UTF-8, in which each message is ended by a zero. They are valid
 * only during the call. What waits is sent in portions. Returns false if the messages cannot be
 * taken now: then they remain in the queue, and the owner of the socket calls sv_client_send() when
 * they can. If `messages` is NULL, more waits for the client than the limits allow, and its
 * connection is to be closed. The function must not close the client itself. */
typedef bool sv_send(void *to, const char *messages, size_t length);

/* Figures for /metrics. */
typedef struct sv_figures {
	int clients;
	int tables;             /* tables in memory */
	int running;            /* those of them whose game is being played */
	int unread;             /* running tables whose games were not read since the start */
	int64_t replayed;       /* lines that were played again to read games */
	int64_t messages;       /* messages from clients */
	int64_t refused;        /* messages that were refused */
	int64_t lines;          /* lines that were stored */
	int64_t commits;        /* commits of the store */
	int64_t failed_commits; /* those that failed */
	int64_t damaged;        /* tables that cannot be read, and were named in the log */
	int64_t bot_moves;      /* moves of bots */
	int64_t bot_overruns;   /* bots that crashed or took too long */
	int64_t replica_reads;  /* what was read from the replica instead of the store */
} sv_figures;

/* ---- The hub --------------------------------------------------------------------------------- */

/* Reads the tables from the store, which must outlive the hub; copies world and limits. Returns
 * NULL and sets `error` on failure. */
sv_hub *sv_hub_open(
	sv_store *store, const sv_world *world, const sv_limits *limits, ap_error *error);

/* Lets a replica, which must outlive the hub, be read where it need not be of this moment: records
 * of games that are over, and all pages of the list of tables but the first. */
void sv_hub_use_replica(sv_hub *hub, sv_store *replica);

/* Tries to reach the replica if it is away. To be called now and then. */
void sv_hub_try_replica(sv_hub *hub);

/* Leaves every running game so that a program with other rules can go on with it: to be called
 * before a clean stop. Returns false if the store failed. */
bool sv_hub_settle(sv_hub *hub);

/* Closes all clients, too. What was not flushed is lost. */
void sv_hub_close(sv_hub *hub);

/* Does what is due: bots' answers, automatic answers, clocks that have run out. Returns the time at
 * which it is to be called again. */
int64_t sv_hub_tick(sv_hub *hub);

/* True while the store cannot be written: then nothing is decided, and time does not count. */
bool sv_hub_is_troubled(const sv_hub *hub);

/* True while it is away: then nothing can be read, either. */
bool sv_hub_is_cut_off(const sv_hub *hub);

/* Looks whether the store can be written again. To be called now and then while it cannot. */
void sv_hub_try_again(sv_hub *hub);

/* Looks whether the clock of the day was set, or the server has stalled: then clients are told all
 * times again, because those that they were told before are wrong. A tick does it, too. Returns
 * true if there are so many tables that some wait for the next ticks. */
bool sv_hub_check_clock(sv_hub *hub);

/* True if somebody looks at a table at which several people are asked something whose answers are
 * sealed. */
bool sv_hub_has_secret_question(const sv_hub *hub);

/* True if a game is being played. */
bool sv_hub_is_playing(const sv_hub *hub);

/* Commits, then sends all messages that wait. Returns false if the store failed: then nothing since
 * the last flush is kept, all clients are told so, and the tables are read again. */
bool sv_hub_flush(sv_hub *hub);

/* The same for a loop that cannot wait for the disk: sends what has become durable, and begins to
 * commit the rest unless a commit is under way. Meanwhile more may be decided, which waits for the
 * next commit. If one fails, nothing is kept of it nor of what was decided since. */
void sv_hub_flush_soon(sv_hub *hub);

/* Removes a person whose data is deleted from all tables, finished ones included. In a running game
 * a bot takes the seat; before a game the seat becomes free, and tables that the person owns are
 * cancelled. Returns false, and does nothing, if the store cannot be read. */
bool sv_hub_forget_person(sv_hub *hub, int64_t person);

/* Returns the record of a table's game: the whole record if the game is over, otherwise the
 * person's own view of it. If `whole` is true, with what every seat saw (see film.h), which only a
 * game that is over has. `person` may be 0: somebody unknown, who may see games that are over.
 * Returns NULL if there is no such table or the person may not see it. The caller frees the text.
 */
char *sv_hub_record(sv_hub *hub, const char *key, int64_t person, bool whole, size_t *length);

/* True if there is a table with this key, and its game is over. */
bool sv_hub_is_over(sv_hub *hub, const char *key);

/* Writes the key with which records of this server are signed, in hexadecimal digits. */
void sv_hub_key(const sv_hub *hub, char out[SV_HEX_SIZE]);

/* Writes what everybody may know who may see a table, as JSON: its summary, and under "host" the
 * name of whoever made it. `person` is 0 for somebody who has not said who he is, `invite` "" for
 * somebody who was not invited. Returns the length; 0 if there is no such table, or not for this
 * person. */
size_t sv_hub_summary(
	sv_hub *hub, const char *key, int64_t person, const char *invite, char *out, size_t size);

void sv_hub_figures(const sv_hub *hub, sv_figures *out);

/* Returns the meters that count what people and addresses do. */
sv_meters *sv_hub_meters(sv_hub *hub);

/* ---- Clients --------------------------------------------------------------------------------- */

/* `person` is the id of somebody in the store; `name` is copied. */
sv_client *sv_client_open(sv_hub *hub, int64_t person, const char *name, sv_send *send, void *to);

/* What the client does and has is counted for this address, too. */
void sv_client_set_address(sv_client *client, sv_meter *address);

/* Messages that wait for the client are dropped. */
void sv_client_close(sv_client *client);

/* Sends what waits and is durable. Returns false if `send` did not take it. */
bool sv_client_send(sv_client *client);

/* So many bytes that were taken are kept by the socket, which cannot write them yet: they still
 * wait for the client. */
void sv_client_hold(sv_client *client, size_t bytes);

/* Handles a message, which may be any bytes: what is no valid message is refused. Returns false if
 * the connection is to be closed, because the client sends too long or too many messages, or does
 * not read. */
bool sv_client_message(sv_client *client, const char *text, size_t length);

#endif
