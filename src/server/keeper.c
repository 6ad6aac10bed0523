/* keeper.c: see keeper.h. */
#include "server/keeper.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "text/memory.h"

enum {
	LEVEL = 5, /* of compression: 6 makes games 8 % smaller and takes 1.6 times as long */
	LARGEST_GAME = AP_MAX_RECORD /* a text that would be larger is damaged */
};

/* IDLE: neither job nor result. CALLED: the thread has a job. DONE: there is a result. */
enum { IDLE, CALLED, DONE };

struct sv_keeper {
	atomic_int state;
	bool has_thread;
	pthread_t thread;
	pthread_mutex_t lock; /* protects `ending` and calls of the thread */
	pthread_cond_t call;
	bool ending;
	sv_keeper_job job;
	sv_keeper_result result;
};

/* ---- Compressing ----------------------------------------------------------------------------- */

void *sv_compress(const char *text, size_t length, size_t *size)
{
	assert(text && size);
	uLongf packed = compressBound((uLong)length);
	unsigned char *bytes = ap_allocate(packed, 1);
	int done = compress2(bytes, &packed, (const unsigned char *)text, (uLong)length, LEVEL);
	assert(done == Z_OK); /* the room is enough, and ap_allocate() does not fail */
	(void)done;
	*size = packed;
	return bytes;
}

char *sv_decompress(const sv_kept_game *game)
{
	assert(game && game->bytes);
	uLongf length = (uLongf)game->full_size;
	if (game->full_size > LARGEST_GAME)
		return NULL;
	char *text = ap_allocate(game->full_size + 1, 1);
	if (uncompress((unsigned char *)text, &length, game->bytes, (uLong)game->size) == Z_OK &&
		length == game->full_size)
		return text;
	free(text);
	return NULL;
}

/* ---- The job --------------------------------------------------------------------------------- */

void sv_keep_now(const sv_keeper_job *job, sv_keeper_result *out)
{
	assert(job && job->record && out);
	char *text = NULL;
	size_t length = 0;
	FILE *memory = open_memstream(&text, &length);
	bool good = memory && ap_record_write_whole(job->record, memory);
	good = memory && fclose(memory) == 0 && good;
	*out = (sv_keeper_result){.table = job->table, .game = {.lines = job->lines}};
	if (good) {
		out->game.full_size = length;
		out->game.bytes = sv_compress(text, length, &out->game.size);
	}
	free(text);
	ap_record_free(job->record);
	free(job->record);
}

static bool wait_for_call(sv_keeper *k)
{
	pthread_mutex_lock(&k->lock);
	while (!k->ending && atomic_load(&k->state) != CALLED)
		pthread_cond_wait(&k->call, &k->lock);
	bool called = atomic_load(&k->state) == CALLED;
	pthread_mutex_unlock(&k->lock);
	return called;
}

static void *run_thread(void *of)
{
	sv_keeper *k = of;
	while (wait_for_call(k)) {
		sv_keep_now(&k->job, &k->result);
		atomic_store(&k->state, DONE);
	}
	return NULL;
}

/* ---- Calling the thread ---------------------------------------------------------------------- */

sv_keeper *sv_keeper_open(void)
{
	sv_keeper *k = ap_allocate(1, sizeof *k);
	atomic_init(&k->state, IDLE);
	pthread_mutex_init(&k->lock, NULL);
	pthread_cond_init(&k->call, NULL);
	return k;
}

void sv_keeper_close(sv_keeper *k)
{
	assert(k);
	pthread_mutex_lock(&k->lock);
	k->ending = true;
	pthread_cond_signal(&k->call);
	pthread_mutex_unlock(&k->lock);
	if (k->has_thread)
		pthread_join(k->thread, NULL);
	sv_keeper_result unused;
	if (sv_keeper_take(k, &unused))
		free((void *)unused.game.bytes);
	pthread_cond_destroy(&k->call);
	pthread_mutex_destroy(&k->lock);
	free(k);
}

/* The thread blocks all signals: they are for the loop. */
static bool start_thread(sv_keeper *k)
{
	sigset_t all, before;
	if (k->has_thread)
		return true;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	k->has_thread = pthread_create(&k->thread, NULL, run_thread, k) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return k->has_thread;
}

bool sv_keeper_is_busy(const sv_keeper *k)
{
	assert(k);
	return atomic_load(&k->state) != IDLE;
}

void sv_keeper_submit(sv_keeper *k, const sv_keeper_job *job)
{
	assert(k && job && !sv_keeper_is_busy(k));
	k->job = *job;
	if (!start_thread(k)) {
		sv_keep_now(&k->job, &k->result);
		atomic_store(&k->state, DONE);
		return;
	}
	pthread_mutex_lock(&k->lock);
	atomic_store(&k->state, CALLED);
	pthread_cond_signal(&k->call);
	pthread_mutex_unlock(&k->lock);
}

bool sv_keeper_take(sv_keeper *k, sv_keeper_result *out)
{
	assert(k && out);
	if (atomic_load(&k->state) != DONE)
		return false;
	*out = k->result;
	atomic_store(&k->state, IDLE);
	return true;
}
