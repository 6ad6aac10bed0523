/* expiry.h: tables that nobody wants and guests who never came. For the files of the hub only. */
#ifndef APPARAT_SERVER_EXPIRY_H
#define APPARAT_SERVER_EXPIRY_H

#include "server/table.h"

/* Returns when the table is deleted if nobody looks at it after this time; 0: never. A table at
 * which nobody sits is not kept for long, nor one where only bots play; one that people wait at is
 * kept for days, and a game that people play or have finished for ever;
 * one that only bots have finished is nobody's. */
int64_t sv_expiry_of(const sv_table *t, int64_t now);

/* Somebody looks at the table. */
void sv_note_look(sv_table *t);

/* Deletes the table with all that is kept of it. Guests of whom nothing else is left are no longer
 * kept either. Returns false if the store fails. */
bool sv_delete_table(sv_table *t);

/* Deletes some of the tables that have expired, and of the guests who have never done anything.
 * Returns when to call it again. */
int64_t sv_delete_expired(sv_hub *hub, int64_t now);

#endif
