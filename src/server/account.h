/* account.h: what a person can see and do about the account: sessions, the link that sets a new
 * password, and all that is kept of the person. The same for whoever runs the server. For the files
 * of the front only. */
#ifndef APPARAT_SERVER_ACCOUNT_H
#define APPARAT_SERVER_ACCOUNT_H

#include <jansson.h>

#include "server/front_internal.h"
#include "server/store_admin.h"

#define SV_RECOVERY_TIME (24LL * 3600 * 1000) /* ms for which such a link can be used */

enum {
	SV_SESSION_ID_SIZE = 17, /* how a session is named: 16 hexadecimal digits */
	SV_LINK_SIZE = 320       /* room for a link */
};

/* ---- account.c ------------------------------------------------------------------------------- */

/* Returns the sessions of the person, as docs/protocol.md describes them. `current` is the hash of
 * the one that asks; NULL: none. */
json_t *sv_list_sessions(sv_front *front, int64_t person, const uint8_t current[SV_SECRET_SIZE]);

/* Ends the session with this id (NULL: all), but not the one whose hash is `kept` (NULL: none), and
 * closes its sockets. Returns how many were ended; -1 if the store failed. */
int sv_end_sessions(
	sv_front *front, int64_t person, const char *id, const uint8_t kept[SV_SECRET_SIZE]);

/* Makes a link that sets the password of the account once. False if the store failed. */
bool sv_make_recovery_link(sv_front *front, int64_t person, char link[SV_LINK_SIZE]);

/* Writes what a session began with, from the header User-Agent: such as "Firefox, Linux". */
void sv_describe_agent(const char *header, char out[SV_AGENT_SIZE]);

/* ---- recovery.c: links by mail --------------------------------------------------------------- */

/* True if the server can mail links. */
bool sv_can_recover(const sv_front *front);

/* Somebody asks for a link to the account of this name, which need not exist. It is looked for
 * later, so that neither the answer nor its time tells anything. False if too many wait. */
bool sv_queue_recovery(sv_front *front, const char *name);

/* Does what is due. Returns when to call it again; INT64_MAX: when something is queued. */
int64_t sv_recovery_tick(sv_front *front);

/* ---- personal_data.c ------------------------------------------------------------------------- */

/* Returns all that is kept of a person; NULL if the store failed. `own`: it is for the person
 * himself. For anybody else, what is hidden at tables whose games are not over is left out. */
json_t *sv_export_person(sv_front *front, const sv_person_row *row, bool own);

#endif
