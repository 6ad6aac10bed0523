/* store_admin.h: what the store has for administration: lists of people and tables, bans, links
 * that set a password, the log of acts, announcements, and what is deleted when it is old.
 *
 * The rules of store.h hold: writes are collected in one transaction, functions that return bool
 * leave a message in sv_store_error(), and texts that a visitor is given are valid until it
 * returns. */
#ifndef APPARAT_SERVER_STORE_ADMIN_H
#define APPARAT_SERVER_STORE_ADMIN_H

#include "server/store.h"

/* Times are ms since 1970, except the end of a session: that is measured by the clock of the
 * server (see service_clock.h). */

enum { SV_AGENT_SIZE = 64 }; /* what a session began with, such as "Firefox, Linux" */

/* ---- Lists ----------------------------------------------------------------------------------- */

typedef bool sv_person_visitor(void *to, const sv_person_row *row);

/* Lists people whose name contains `search` ("": all) and whose id is less than `before`: the
 * latest first, `most` of them at most. */
bool sv_store_each_person(sv_store *store, const char *search, int64_t before, int most,
	sv_person_visitor *visit, void *to);

/* Lists tables of this status (-1: any) whose id is less than `before`: the latest first. */
bool sv_store_each_recent_table(
	sv_store *store, int status, int64_t before, int most, sv_table_visitor *visit, void *to);

/* ---- Sessions -------------------------------------------------------------------------------- */

typedef struct sv_session_row {
	uint8_t hash[SV_SECRET_SIZE];
	int64_t created; /* ms since 1970; 0: before the store kept that */
	int64_t expires; /* by the clock of the server */
	const char *agent;
} sv_session_row;

typedef bool sv_session_visitor(void *to, const sv_session_row *row);

/* Notes when a session began, and with what. */
bool sv_store_describe_session(
	sv_store *store, const uint8_t hash[SV_SECRET_SIZE], int64_t created, const char *agent);

/* Lists the sessions of the person: the one used last first. */
bool sv_store_each_session(sv_store *store, int64_t person, sv_session_visitor *visit, void *to);

/* ---- Bans and silences ----------------------------------------------------------------------- */

typedef enum sv_restraint_kind { SV_BAN, SV_SILENCE } sv_restraint_kind;

/* What somebody may not do for a while: log in, or talk. A ban may also be for the addresses that
 * begin with the first `bits` bits of `address`, an IPv6 address or an IPv4 address mapped to one.
 */
typedef struct sv_restraint {
	int64_t id; /* set when read */
	sv_restraint_kind kind;
	int64_t person; /* 0: nobody, or somebody whose data was deleted */
	uint8_t address[16];
	int bits; /* 0: no address */
	int64_t at, until;
	const char *reason; /* for whoever runs the server alone */
} sv_restraint;

typedef bool sv_restraint_visitor(void *to, const sv_restraint *restraint);

bool sv_store_add_restraint(sv_store *store, const sv_restraint *restraint);

/* Lists all that are in force at the time `now`. */
bool sv_store_each_restraint(sv_store *store, int64_t now, sv_restraint_visitor *visit, void *to);

/* True if the person is banned, or silenced, at the time `now`. */
bool sv_store_is_restrained(sv_store *store, sv_restraint_kind kind, int64_t person, int64_t now);

/* Lifts all of this kind of the person. Returns how many there were; -1 on failure. */
int sv_store_lift_restraints(sv_store *store, sv_restraint_kind kind, int64_t person);

/* Lifts the one with this number. Returns how many there were; -1 on failure. */
int sv_store_lift_restraint(sv_store *store, int64_t id);

/* ---- Links that set a password --------------------------------------------------------------- */

/* Adds a link of which only the hash is kept. `person` may be 0: nobody's, which opens nothing. */
bool sv_store_put_recovery(
	sv_store *store, const uint8_t hash[SV_SECRET_SIZE], int64_t person, int64_t expires);

/* Finds whose password the link sets at the time `now`. */
bool sv_store_find_recovery(
	sv_store *store, const uint8_t hash[SV_SECRET_SIZE], int64_t now, int64_t *person);

/* Deletes all links of the person. */
bool sv_store_delete_recoveries_of(sv_store *store, int64_t person);

/* ---- The log of acts ------------------------------------------------------------------------- */

/* Something that was done by administration. */
typedef struct sv_act {
	int64_t id; /* set when read */
	int64_t at;
	const char *who;     /* the user of the machine who did it, or "retention" */
	const char *act;     /* such as "people ban" */
	const char *about;   /* such as "person 12" or "table KEY"; "": nothing in particular */
	const char *details; /* JSON */
} sv_act;

typedef bool sv_act_visitor(void *to, const sv_act *act);

bool sv_store_add_act(sv_store *store, const sv_act *act);

/* Lists the acts with a number less than `before`: the latest first. */
bool sv_store_each_act(sv_store *store, int64_t before, int most, sv_act_visitor *visit, void *to);

/* ---- The announcement ------------------------------------------------------------------------ */

enum { SV_ANNOUNCEMENT_SIZE = 501 }; /* bytes of its text, with the zero */

typedef struct sv_announcement {
	int64_t at, until;
	char text[SV_ANNOUNCEMENT_SIZE];
} sv_announcement;

/* There is one at most; NULL deletes it. */
bool sv_store_put_announcement(sv_store *store, const sv_announcement *announcement);

/* Finds the announcement if it is in force at the time `now`. */
bool sv_store_find_announcement(sv_store *store, int64_t now, sv_announcement *out);

/* ---- Deleting -------------------------------------------------------------------------------- */

/* Deletes chat message `n` of the table. Returns how many there were; -1 on failure. */
int sv_store_delete_talk(sv_store *store, int64_t table, int n);

/* Deletes a report. Returns how many there were; -1 on failure. */
int sv_store_delete_report(sv_store *store, int64_t id);

/* What is deleted when it is old. */
typedef enum sv_kept {
	SV_KEPT_GAMES,   /* tables that are over or cancelled */
	SV_KEPT_TALK,    /* chat messages */
	SV_KEPT_GUESTS,  /* guests who have no session any more */
	SV_KEPT_REPORTS, /* reports of people */
	SV_KEPT_ACTS,    /* the log of acts */
	SV_KEPT_KINDS
} sv_kept;

/* Returns the word for a kind: "games", "talk", "guests", "reports", "log". */
const char *sv_kept_word(sv_kept kind);

/* Returns how many are older than the time `before`; -1 on failure. `served` is the time by which
 * sessions end. */
int64_t sv_store_count_old(sv_store *store, sv_kept kind, int64_t before, int64_t served);

/* Deletes what is older than the time `before` of a kind that nothing else depends on: talk,
 * reports, acts; `most` of them at most. Returns how many were deleted; -1 on failure. */
int sv_store_delete_old(sv_store *store, sv_kept kind, int64_t before, int most);

/* Finds the oldest table, or guest, that is older than `before`. */
bool sv_store_find_old_table(sv_store *store, int64_t before, char key[SV_KEY_SIZE]);
bool sv_store_find_old_guest(sv_store *store, int64_t before, int64_t served, int64_t *person);

/* Deletes links, bans and silences that have expired at the time `now`. */
bool sv_store_delete_expired(sv_store *store, int64_t now);

/* ---- What is kept of a person ---------------------------------------------------------------- */

typedef bool sv_said_visitor(void *to, const char *table, const sv_talk *talk);

/* Lists what the person has said, at all tables. */
bool sv_store_each_said(sv_store *store, int64_t person, sv_said_visitor *visit, void *to);

/* Lists the reports that the person has made. */
bool sv_store_each_report_of(sv_store *store, int64_t person, sv_report_visitor *visit, void *to);

/* Lists all tables of this owner. */
bool sv_store_each_owned(sv_store *store, int64_t person, sv_table_visitor *visit, void *to);

#endif
