/* lists.h: clients that watch the list of tables (the lobby). For the files of the hub only. */
#ifndef APPARAT_SERVER_LISTS_H
#define APPARAT_SERVER_LISTS_H

#include "server/table.h"

/* Sends the table's row to the clients that watch the lobby and may see the table. */
void sv_send_lobby_change(sv_table *t);

/* Sends the table's row to those of its people who watch the lobby and whose "your turn" has
 * changed. */
void sv_send_turn_changes(sv_table *t);

/* The client watches the lobby no longer. */
void sv_unwatch_lobby(sv_client *client);

#endif
