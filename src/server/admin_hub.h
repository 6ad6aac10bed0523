/* admin_hub.h: what administration does at tables. The caller flushes the hub afterwards. For the
 * files of administration only. */
#ifndef APPARAT_SERVER_ADMIN_HUB_H
#define APPARAT_SERVER_ADMIN_HUB_H

#include "server/hub_internal.h"
#include "server/store_admin.h"

/* Closes a table that is not over, for good: its people are told, and nobody finds it any more. */
void sv_close_table(sv_table *t);

/* Lets a bot of this level play a seat: that of a person who may take it back, or any seat before
 * the game begins. */
void sv_give_seat_to_bot(sv_table *t, int seat, const char *level);

/* Gives a seat to a person, who must not have one at this table. Who had it has it no more. */
void sv_give_seat_to_person(sv_table *t, int seat, const sv_person_row *person);

/* True if a seat of this table can be given to somebody else now: not while dice wait for those who
 * have pledged, and not when the game is over. */
bool sv_can_give_seats(const sv_table *t);

/* Somebody cannot come any more for a while: bots play his seats, seats at tables that have not
 * begun are free, and tables of his own that have not begun are closed. False if the store fails.
 */
bool sv_hub_bench_person(sv_hub *hub, int64_t person);

/* Notes that whoever runs the server has looked at what is hidden at this table, and tells all who
 * watch it. */
void sv_note_inspection(sv_table *t);

/* Deletes a table that is over or cancelled, even one that this program cannot read, with all that
 * is kept of it. False if the store fails. */
bool sv_delete_ended_table(sv_hub *hub, const sv_table_row *row);

/* Tells those who watch the table and could read it (see sv_talk) that what was said at this time
 * is gone. */
void sv_send_talk_gone(sv_table *t, int64_t at, uint16_t seen_by);

/* The same for one client: see sv_send_announcement(). */
void sv_queue_announcement(sv_client *client, const sv_announcement *announcement);

/* Tells all clients what is announced; NULL: nothing any more. */
void sv_send_announcement(sv_hub *hub, const sv_announcement *announcement);

#endif
