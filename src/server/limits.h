/* limits.h: how much a person, an address, a network and everybody together have and do.
 *
 * A meter counts for one of these. Every deed and every amount is counted by all meters that it
 * concerns: that of the person, that of the address, that of the network the address belongs to,
 * and that of everybody. It is refused, and counted by none, if one of them is full; the refusal
 * names the limit. So somebody whose own meters are full takes nothing from others.
 *
 * Addresses are kept in memory only: a meter is forgotten when nothing is left of what it has
 * counted.
 *
 * All functions must be called by the thread of the hub. */
#ifndef APPARAT_SERVER_LIMITS_H
#define APPARAT_SERVER_LIMITS_H

#include <stdbool.h>

#include "server/world.h"

enum { SV_ADDRESS_SIZE = 16 }; /* bytes of an address, IPv6 or IPv4 mapped to IPv6 */

/* What is counted as long as it is there. */
typedef enum sv_amount {
	SV_CONNECTIONS,
	SV_TABLES,
	SV_OPEN_SEATS,
	SV_BOTS,
	SV_WAITING_BYTES,
	SV_INCOMING_BYTES,
	SV_WATCHES,
	SV_AMOUNTS
} sv_amount;

/* What is counted when it is done, and forgotten after a minute or an hour. */
typedef enum sv_deed {
	SV_REQUEST,
	SV_GUEST,
	SV_NAME,
	SV_PASSWORD,
	SV_RECORD,
	SV_DOWNLOAD,
	SV_TALK,
	SV_LIST,
	SV_LOOK,
	SV_CHANGE,
	SV_WISH,
	SV_ACT,
	SV_REPLAY,
	SV_REPORT,
	SV_DEEDS
} sv_deed;

typedef struct sv_meter sv_meter;
typedef struct sv_meters sv_meters;

/* The narrowest meters of somebody: each may be NULL. That of everybody is always meant, too. */
typedef struct sv_who {
	sv_meter *person, *address;
} sv_who;

/* Copies the limits. */
sv_meters *sv_meters_open(const sv_limits *limits);
void sv_meters_close(sv_meters *meters);

/* Return the meter of a person or of an address, which stays until it is released. If there are too
 * many addresses the meter is that of the network, or NULL. */
sv_meter *sv_meter_of_person(sv_meters *meters, int64_t person);
sv_meter *sv_meter_of_address(sv_meters *meters, const unsigned char address[SV_ADDRESS_SIZE]);
sv_meter *sv_meter_hold(sv_meter *meter); /* one more user; NULL may be given */
void sv_meter_release(sv_meter *meter);   /* NULL may be given */

/* Counts a deed at this time. Returns NULL, or the name of the limit that refuses it. */
const char *sv_count_deed(sv_meters *meters, sv_who who, sv_deed deed, int64_t now);

/* The same for so many at once. One that is more than a limit allows at all is allowed when nothing
 * else was done. */
const char *sv_count_deeds(sv_meters *meters, sv_who who, sv_deed deed, int64_t count, int64_t now);

/* Returns NULL if there may be so much more, otherwise the name of the limit that refuses it. With
 * 0: whether there is more already than there may be. */
const char *sv_amount_refused(sv_meters *meters, sv_who who, sv_amount amount, int64_t more);

/* Returns the narrowest meter that has no room for so much more; NULL if all have. */
const sv_meter *sv_full_meter(sv_meters *meters, sv_who who, sv_amount amount, int64_t more);

/* True if the meter counts what this person or address does. */
bool sv_meter_counts(const sv_meter *meter, sv_who who);

/* Adds to an amount, or takes from it, whatever the limits are. */
void sv_add_amount(sv_meters *meters, sv_who who, sv_amount amount, int64_t more);

/* Adds to what one meter counts, and no other. */
void sv_add_to_meter(sv_meters *meters, sv_meter *meter, sv_amount amount, int64_t more);

/* Returns the address that the meter counts for, as far as it is told apart; NULL if it is no meter
 * of an address, or NULL. */
const unsigned char *sv_meter_address(const sv_meter *meter);

/* Returns what there is for one meter; for everybody if it is NULL. */
int64_t sv_amount_of(const sv_meters *meters, const sv_meter *meter, sv_amount amount);

/* Sets what there is for everybody. */
void sv_set_total(sv_meters *meters, sv_amount amount, int64_t value);

/* Returns an amount's limit for one person. */
int sv_limit_of_person(const sv_meters *meters, sv_amount amount);

/* Forgets meters that nobody uses and that have nothing left to count. To be called every few
 * seconds. */
void sv_meters_forget(sv_meters *meters, int64_t now);

/* ---- What an address has made ---------------------------------------------------------------- */

/* What one table is counted with. */
typedef struct sv_table_amounts {
	int tables; /* 1; 0: its game is over, or it is gone */
	int open_seats, bots;
} sv_table_amounts;

/* Notes that the table was made from this address. */
void sv_note_maker(sv_meters *meters, int64_t table, sv_meter *address);

/* Counts a change of what a table is counted with, for everybody and for the address that made
 * it. */
void sv_count_table(sv_meters *meters, int64_t table, const sv_table_amounts *before,
	const sv_table_amounts *after);

/* Calls a function for each table of which an address is known; it returns what the table is to be
 * counted with. For use after a failure of the store, with new totals. */
typedef sv_table_amounts sv_recount(void *to, int64_t table);
void sv_recount_tables(sv_meters *meters, sv_recount *visit, void *to);

#endif
