/* watch.h: clients that watch tables. Each is sent its own view of the game as a whole, and then
 * what changes in that view. For the files of the hub only. */
#ifndef APPARAT_SERVER_WATCH_H
#define APPARAT_SERVER_WATCH_H

#include "server/table.h"

/* A client that watches a table. */
struct sv_watcher {
	sv_client *client;
	sv_table *table;
	int viewer;          /* its seat, or AP_OBSERVER */
	unsigned char *view; /* the view that it was sent, if it was sent the table while decisions were
							applied of which the others were not told yet; otherwise NULL */
	sv_watcher *next;    /* the next watcher of the same table */
	sv_watcher *next_of_client;
};

/* What the watchers of a table know while decisions are applied: their views are made from this. At
 * all other times they know the state as it is. */
struct sv_told {
	ap_seats asked;
	ap_any state;
};

/* Notes that the watchers know the state of the game as it is now. */
void sv_note_told(const sv_table *t, sv_told *told);

/* Sends the table and its recent talk, as answer to the message with this id, and lets the client
 * watch from now on. `since`: only talk after this time is sent. */
void sv_watch(sv_client *client, sv_table *t, const char *id, int64_t since);
void sv_unwatch(sv_watcher *w);
bool sv_is_watching(const sv_client *client, const sv_table *t);

/* Sends each watcher what has changed in its view since `told` was noted, with those of the events
 * that it may see. A watcher for whom nothing has changed is sent nothing. */
void sv_send_change(sv_table *t, const ap_events *events);

/* Sends each watcher the open question and its clock as they are now. */
void sv_send_clock(sv_table *t);

/* Sends each watcher all times anew: the hour of the day was set, or the server has stood still. */
void sv_send_times(sv_table *t);

/* Sends the table as a whole to all watchers: its seats or its status have changed. */
void sv_send_table(sv_table *t);

/* Sends the table as a whole to the person in this seat only. */
void sv_send_table_to_seat(sv_table *t, int seat);

#endif
