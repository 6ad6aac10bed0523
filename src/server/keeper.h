/* keeper.h: a thread that writes finished games as whole records and compresses them, so that the
 * loop need not wait: that takes many times as long as a move. For the files of the hub only. */
#ifndef APPARAT_SERVER_KEEPER_H
#define APPARAT_SERVER_KEEPER_H

#include "server/store.h"
#include "text/record.h"

typedef struct sv_keeper sv_keeper;

/* A game that is to be written, or was written. */
typedef struct sv_keeper_job {
	int64_t table;
	int lines;         /* the number of lines of the table */
	ap_record *record; /* allocated; it belongs to the keeper */
} sv_keeper_job;

typedef struct sv_keeper_result {
	int64_t table;
	sv_kept_game
		game; /* `bytes` is allocated: the caller frees it; NULL: it could not be written */
} sv_keeper_result;

/* The thread is started with the first job. */
sv_keeper *sv_keeper_open(void);
/* Waits for the job at hand. */
void sv_keeper_close(sv_keeper *k);

/* True if there is a job, or a result that was not taken. */
bool sv_keeper_is_busy(const sv_keeper *k);
/* Gives the keeper, which must not be busy, a job. If there can be no thread, it is done at once.
 */
void sv_keeper_submit(sv_keeper *k, const sv_keeper_job *job);
/* Takes the result of the last job. False if it is not ready. */
bool sv_keeper_take(sv_keeper *k, sv_keeper_result *out);

/* Does a job at once. */
void sv_keep_now(const sv_keeper_job *job, sv_keeper_result *out);

/* Compresses a text; the caller frees the bytes. */
void *sv_compress(const char *text, size_t length, size_t *size);
/* Returns the text, with a zero at its end; NULL if it is damaged. The caller frees it. */
char *sv_decompress(const sv_kept_game *game);

#endif
