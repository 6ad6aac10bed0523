/* hub.h: the server without its sockets: people at tables, messages in, messages out.
 *
 * A connection is an sv_client. Whoever holds the socket hands its messages to
 * sv_client_message(); answers wait until sv_hub_flush() has made durable what they acknowledge,
 * and then go to the client's `send`. Time passes in sv_hub_tick(). One thread only.
 *
 * docs/protocol.md says what the messages are. */
#ifndef APPARAT_SERVER_HUB_H
#define APPARAT_SERVER_HUB_H

#include "server/store.h"
#include "server/world.h"

typedef struct sv_hub sv_hub;
typedef struct sv_client sv_client;

/* A whole message in UTF-8. The bytes are gone when it returns. NULL: something could not be kept
 * for this client, let it go. It may not close the client. */
typedef void sv_send(void *to, const char *text, size_t length);

/* NULL: see `error`. Neither store nor world belong to the hub. */
sv_hub *sv_hub_open(
	sv_store *store, const sv_world *world, const sv_limits *limits, ap_error *error);
void sv_hub_close(sv_hub *hub);

/* `person` is somebody the store knows; his name is copied. */
sv_client *sv_client_open(sv_hub *hub, int64_t person, const char *name, sv_send *send, void *to);
void sv_client_close(sv_client *client); /* what waits for it is dropped */

/* Any bytes whatever: what is no message is answered with an error. False: let it go, it sends
 * too much or does not read. */
bool sv_client_message(sv_client *client, const char *text, size_t length);

/* Does what the time has come for; returns when it wants to be called again. */
int64_t sv_hub_tick(sv_hub *hub);

/* Commits, then sends. False: the store failed; clients were told and tables are read again. */
bool sv_hub_flush(sv_hub *hub);

/* Somebody's data is deleted. His name goes from all tables, those that are over, too. A game that
 * is on goes on with a bot in his place, for good; before it begins his seat is free again, and
 * what he has made himself is cancelled. False: nothing was done. */
bool sv_hub_forget_person(sv_hub *hub, int64_t person);

/* A table's record as a person may have it: all of a finished game, his own view of a running one
 * if he may see the table.
 * NULL: no such table, or not for him. The caller frees it. */
char *sv_hub_record(sv_hub *hub, const char *key, int64_t person, size_t *length);

/* Figures for /metrics. */
typedef struct sv_figures {
	int clients, tables, running;
	int unread;       /* running tables whose clock is not known yet */
	int64_t replayed; /* lines that were played again to read a table */
	int64_t messages, refused, lines, commits, bot_moves, bot_overruns;
} sv_figures;
void sv_hub_figures(const sv_hub *hub, sv_figures *out);

#endif
