/* recovery.h: people who have asked for a link to set a new password, for recovery.c. */
#ifndef APPARAT_SERVER_RECOVERY_H
#define APPARAT_SERVER_RECOVERY_H

#include "server/store.h"

enum { SV_MAX_RECOVERIES = 32 }; /* requests that may wait */

typedef struct sv_recoveries {
	struct {
		int64_t at; /* when it is looked at; 0: the place is free */
		char name[SV_NAME_SIZE];
	} waiting[SV_MAX_RECOVERIES];
} sv_recoveries;

#endif
