/* pool.h: bots think in processes of their own. One that crashes or takes too long is replaced and
 * its question answered otherwise; the loop never waits for it. A bot gets a view and nothing else.
 */
#ifndef APPARAT_SERVER_POOL_H
#define APPARAT_SERVER_POOL_H

#include "bots/bots.h"

typedef struct sv_pool sv_pool;

typedef struct sv_job {
	int64_t table;
	int question, seat;
	char game[32], level[16];
	uint64_t seed[2];
	ap_any view;
} sv_job;

typedef struct sv_verdict {
	int64_t table;
	int question, seat;
	bool failed; /* it crashed, or took too long */
	ap_action action;
} sv_verdict;

typedef void sv_on_verdict(void *to, const sv_verdict *verdict);

sv_pool *sv_pool_open(int workers, int64_t patience); /* NULL: could not be made */
void sv_pool_close(sv_pool *pool);

bool sv_pool_ask(sv_pool *pool, const sv_job *job); /* false: no memory */
/* Hands out what is ready and gives idle workers what waits. True: somebody still thinks. */
bool sv_pool_tick(sv_pool *pool, int64_t now, sv_on_verdict *on_verdict, void *to);

#endif
