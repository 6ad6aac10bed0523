/* limits_internal.h: the meters, for limits.c and shared_limits.c. limits.h is for all others. */
#ifndef APPARAT_SERVER_LIMITS_INTERNAL_H
#define APPARAT_SERVER_LIMITS_INTERNAL_H

#include "server/limits.h"

enum { SV_METER_BUCKETS = 4096 };

typedef enum sv_scope {
	SV_PERSON_METER,
	SV_ADDRESS_METER,
	SV_NETWORK_METER,
	SV_ALL,
	SV_SCOPES
} sv_scope;

typedef struct sv_holding sv_holding;         /* see limits.c */
typedef struct sv_meter_share sv_meter_share; /* see shared_limits.c */

struct sv_meter {
	sv_scope level;
	unsigned char key[SV_ADDRESS_SIZE];
	int users;       /* how many hold it */
	sv_meter *wider; /* the meter of the network; NULL: there is none */
	int64_t amount[SV_AMOUNTS];
	int64_t forgotten_at[SV_DEEDS]; /* in microseconds */
	sv_meter_share *share;          /* what other nodes are told; NULL: there is nothing */
	sv_meter *next;                 /* in its bucket */
};

struct sv_meters {
	sv_limits limits;
	sv_meter all;
	int count;
	sv_meter *bucket[SV_METER_BUCKETS];
	sv_holding *holdings[SV_METER_BUCKETS];
	bool is_shared;
	sv_meter *changed; /* meters of which something is to be told */
};

/* ---- limits.c -------------------------------------------------------------------------------- */

/* Returns the meter, which is made if there is none, and held; `wider` if there are too many. */
sv_meter *sv_meter_with_key(
	sv_meters *m, sv_scope level, const unsigned char key[SV_ADDRESS_SIZE], sv_meter *wider);

/* Counts deeds at this meter alone, whatever its limits are. */
void sv_count_at_meter(sv_meters *m, sv_meter *meter, sv_deed deed, int64_t count, int64_t now);

/* ---- shared_limits.c ------------------------------------------------------------------------- */

/* Notes for the other nodes what was counted. */
void sv_share_deed(sv_meters *m, sv_meter *meter, sv_deed deed, int64_t count);
void sv_share_amount(sv_meters *m, sv_meter *meter, sv_amount amount, int64_t more);

/* The meter is freed. */
void sv_free_share(sv_meter *meter);

#endif
