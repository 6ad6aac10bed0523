/* keeper.c: see keeper.h. */
#include "server/keeper.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <zlib.h>

#include "server/worker.h"
#include "text/memory.h"

enum {
	LEVEL = 5, /* of compression: 6 makes games 8 % smaller and takes 1.6 times as long */
	LARGEST_GAME = AP_MAX_RECORD /* a text that would be larger is damaged */
};

struct sv_keeper {
	sv_worker *worker;
	bool is_busy; /* there is a job, or a result that was not taken */
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

/* Nobody waits for it: where processors are busy, those who are served come first. */
static void do_job(void *of)
{
	enum { LATER = 10 };
	sv_keeper *k = of;
	setpriority(PRIO_PROCESS, 0, LATER); /* on Linux that is this thread alone */
	sv_keep_now(&k->job, &k->result);
}

/* ---- Its callers ----------------------------------------------------------------------------- */

sv_keeper *sv_keeper_open(void)
{
	sv_keeper *k = ap_allocate(1, sizeof *k);
	k->worker = sv_worker_open(do_job, NULL, k);
	return k;
}

void sv_keeper_close(sv_keeper *k)
{
	assert(k);
	sv_worker_close(k->worker);
	if (k->is_busy)
		free((void *)k->result.game.bytes);
	free(k);
}

bool sv_keeper_is_busy(const sv_keeper *k)
{
	assert(k);
	return k->is_busy;
}

void sv_keeper_submit(sv_keeper *k, const sv_keeper_job *job)
{
	assert(k && job && !k->is_busy);
	k->job = *job;
	k->is_busy = true;
	if (!sv_worker_call(k->worker))
		sv_keep_now(&k->job, &k->result);
}

bool sv_keeper_take(sv_keeper *k, sv_keeper_result *out)
{
	assert(k && out);
	if (!k->is_busy || !sv_worker_is_idle(k->worker))
		return false;
	*out = k->result;
	k->is_busy = false;
	return true;
}
