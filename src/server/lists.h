/* lists.h: clients that watch the list of tables (the lobby). For the files of the hub only. */
#ifndef APPARAT_SERVER_LISTS_H
#define APPARAT_SERVER_LISTS_H

#include "server/table.h"

/* ---- lists.c -----------------------------------------------------------------------------------
 */

/* Writes a row of a list, and whether it is the turn of the client's person. */
void sv_write_list_row(ap_json *j, sv_table *t, const sv_client *client);

/* True if the person in this seat is asked something that the server will not answer. */
bool sv_is_turn_of(const sv_table *t, int seat);

/* ---- list_changes.c ----------------------------------------------------------------------------
 */

/* The client watches the lobby, or no longer. */
void sv_watch_lobby(sv_client *client);
void sv_unwatch_lobby(sv_client *client);

/* Sends the table's row to those of its people who watch the lobby; all others who do and may see
 * the table get it a little later. */
void sv_send_lobby_change(sv_table *t);

/* Sends the table's row to those of its people who watch the lobby and whose "your turn" has
 * changed. */
void sv_send_turn_changes(sv_table *t);

/* Queues the changes for all who watch the lobby, if it is time. */
void sv_send_list_changes(sv_hub *hub);

/* Returns when that is to be done; INT64_MAX if there is nothing. */
int64_t sv_list_changes_due(const sv_hub *hub);

/* The table is freed; what was noted of it is still sent. */
void sv_forget_list_table(sv_table *t);

/* Forgets all changes. */
void sv_drop_list_changes(sv_hub *hub);

#endif
