/* hub_notices.h: which person at a slow table is sent a notice, and when. A person who watches the
 * table needs none. For the files of the hub only; notices.h tells how notices are sent. */
#ifndef APPARAT_SERVER_HUB_NOTICES_H
#define APPARAT_SERVER_HUB_NOTICES_H

#include "server/notices.h"
#include "server/table.h"

/* Queues a notice for each person at the table who does not watch it, except the person `except`
 * (0: nobody). */
void sv_notify_absent(sv_table *t, sv_notice_kind kind, int64_t except);

/* Queues a notice for each person who is asked and has not looked at the table for a while. Returns
 * when the next such notice is due; INT64_MAX if there is none. The game must be in memory. */
int64_t sv_notify_asked(sv_table *t);

/* The person has ceased to watch the table: a notice is due a while from now. */
void sv_restart_notice_delay(sv_table *t, int64_t person);

/* All queued notices are to be handed over when the commit that begins now is done. */
void sv_await_notices(sv_hub *hub);

/* Hands them over. */
void sv_send_awaited_notices(sv_hub *hub);

/* Drops all queued notices, since what they tell was not committed. */
void sv_drop_pending_notices(sv_hub *hub);

#endif
