/* admin.h: administration of a running server: `apparat admin` sends a line of JSON over a local
 * socket and gets a line back. docs/hosting.md describes the commands; admin_socket.c has the
 * socket. For the files of the front only.
 *
 * A request is {"command": "people ban", ...}, with "language" for errors in another one than
 * English, an answer an object with what was asked for, or
 * {"error": {"code": .., "text": ..}}. What a command changes is durable before it is answered, and
 * so is its line in the log of acts. */
#ifndef APPARAT_SERVER_ADMIN_H
#define APPARAT_SERVER_ADMIN_H

#include <jansson.h>

#include "server/admin_hub.h"
#include "server/front_internal.h"

/* A command that is being carried out. */
typedef struct sv_admin_call {
	sv_front *front;
	sv_hub *hub;
	sv_store *store;
	int64_t now;           /* ms since 1970 */
	const char *who;       /* the user of the machine who asks */
	const json_t *request; /* its fields have been checked */
	ap_language language;  /* of errors: its field "language", or English */
	json_t *answer;        /* what is sent back; the handler fills it */
	bool failed;           /* sv_admin_fail() was called */
	bool acts;             /* it is to be logged; a handler may change that */
	char about[64];        /* for the log: whom or what it concerns */
	json_t *details;       /* for the log: the request, less the command; a handler may change it */
} sv_admin_call;

/* Carries a command out. Returns false after sv_admin_fail(). Everything that can be refused is
 * checked before anything is written. */
typedef bool sv_admin_handler(sv_admin_call *call);

/* ---- admin.c --------------------------------------------------------------------------------- */

/* Carries out the request in this line, which may be any bytes, for this user of the machine.
 * Returns the answer without an end of line; the caller frees it. */
char *sv_admin_answer(sv_front *front, const char *who, const char *line, size_t length);

/* Makes the error the answer, in the language of who asks; returns false. */
bool sv_admin_fail(sv_admin_call *call, const char *code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Fails because the store did; returns false. */
bool sv_admin_fail_store(sv_admin_call *call);

/* Returns the string, or the number, in this field; NULL, or `missing`, if there is none. */
const char *sv_admin_text(const sv_admin_call *call, const char *key);
int64_t sv_admin_number(const sv_admin_call *call, const char *key, int64_t missing);

/* Finds the person whom the field "who" names: the number of a person, or the name of an account.
 */
bool sv_admin_person(sv_admin_call *call, sv_person_row *out);

/* Returns the table that the field "table" names; NULL after a failure. */
sv_table *sv_admin_table(sv_admin_call *call);

/* How many rows a list has at most, and the id before which it begins. */
int sv_admin_most(const sv_admin_call *call);
int64_t sv_admin_before(const sv_admin_call *call);

/* Notes for the log whom or what the command concerns. */
void sv_admin_about(sv_admin_call *call, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- Handlers -------------------------------------------------------------------------------- */

/* admin_people.c */
sv_admin_handler sv_admin_people_list, sv_admin_people_show, sv_admin_people_ban,
	sv_admin_people_unban, sv_admin_people_silence, sv_admin_people_unsilence,
	sv_admin_people_delete, sv_admin_people_sessions, sv_admin_people_end_sessions,
	sv_admin_people_reset, sv_admin_people_export, sv_admin_bans_list, sv_admin_bans_lift;

/* admin_tables.c */
sv_admin_handler sv_admin_tables_list, sv_admin_tables_show, sv_admin_tables_close,
	sv_admin_tables_hand_over, sv_admin_tables_delete, sv_admin_talk_list, sv_admin_talk_delete,
	sv_admin_reports_list, sv_admin_reports_show, sv_admin_reports_delete;

/* admin_rest.c */
sv_admin_handler sv_admin_announce, sv_admin_prune, sv_admin_log, sv_admin_status;

#endif
