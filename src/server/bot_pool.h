/* bot_pool.h: child processes in which bots choose their actions. The server's loop never waits for
 * a bot: a process that crashes or takes too long is replaced. A bot gets a view and nothing else.
 */
#ifndef APPARAT_SERVER_BOT_POOL_H
#define APPARAT_SERVER_BOT_POOL_H

#include "bots/bots.h"

typedef struct sv_bot_pool sv_bot_pool;

/* A question to a bot. */
typedef struct sv_bot_job {
	int64_t table;
	int question, seat;
	char game[32], level[16];
	uint64_t seed[2]; /* of the bot's random numbers */
	ap_any view;
	bool is_for_nobody; /* only bots play at the table */
	int64_t used;       /* what the table has used of the bots' time: see sv_bot_answer */
} sv_bot_job;

/* A bot's answer; the first fields are those of its job. */
typedef struct sv_bot_answer {
	int64_t table;
	int question, seat;
	int64_t used; /* what the table has used of the bots' time by now: `used` of its next job */
	bool failed;  /* the bot crashed or took too long: there is no action */
	ap_action action;
} sv_bot_answer;

typedef void sv_on_bot_answer(void *to, const sv_bot_answer *answer);

/* Starts so many processes. A bot may take `bot_time` ms. Returns NULL if they cannot be started.
 */
sv_bot_pool *sv_bot_pool_open(int workers, int64_t bot_time);
void sv_bot_pool_close(sv_bot_pool *pool);

/* Queues a copy of the job. Jobs of tables at which people play go before those of tables with bots
 * alone; among these the tables take turns, so that each gets as much time as any other. */
void sv_bot_pool_submit(sv_bot_pool *pool, const sv_bot_job *job);

/* Calls `on_answer` for each answer that is ready, and gives the next jobs to idle processes.
 * Returns true while jobs wait or are worked on. */
bool sv_bot_pool_tick(sv_bot_pool *pool, int64_t now, sv_on_bot_answer *on_answer, void *to);

#endif
