/* checkpoints.c: see checkpoints.h.
 *
 * The thread copies the pages that are in the log when it is called; commits go on meanwhile.
 * SQLite starts the log again only after a checkpoint that has copied all of it. So whoever commits
 * copies the rest: the few pages that were written since. */
#include "server/checkpoints.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "server/worker.h"
#include "text/memory.h"

enum {
	LONG_LOG = 8000,     /* a log of so many pages (of 4 KiB): the thread is called */
	SHORT_REST = 32,     /* so many pages are left: whoever commits copies them; twice as many each
							time that the thread was called in vain */
	TOO_LONG_LOG = 32000 /* a log of so many pages: the thread is too slow, he copies all */
};

struct sv_checkpoints {
	sqlite3 *writer_db, *thread_db; /* the connections of whoever commits and of the thread */
	sv_worker *worker;
	int log_pages;    /* length of the log after the last commit */
	int calls;        /* of the thread for this log */
	int copied_pages; /* pages that it has copied */
};

static int on_commit(void *to, sqlite3 *db, const char *name, int log_pages)
{
	(void)db;
	(void)name;
	((sv_checkpoints *)to)->log_pages = log_pages;
	return SQLITE_OK;
}

static void copy_log(void *of)
{
	sv_checkpoints *c = of;
	int log_pages = 0, copied_pages = 0;
	sqlite3_wal_checkpoint_v2(
		c->thread_db, NULL, SQLITE_CHECKPOINT_PASSIVE, &log_pages, &copied_pages);
	c->copied_pages = copied_pages; /* if it failed, all are left */
}

/* A connection finds the log only when it reads for the first time: hence the pragma. */
static bool connect_thread_db(sv_checkpoints *c, const char *path)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
	return path && *path && sqlite3_open_v2(path, &c->thread_db, flags, NULL) == SQLITE_OK &&
		sqlite3_exec(c->thread_db, "PRAGMA schema_version", NULL, NULL, NULL) == SQLITE_OK;
}

sv_checkpoints *sv_checkpoints_open(sqlite3 *db)
{
	assert(db);
	sv_checkpoints *c = ap_allocate(1, sizeof *c);
	c->writer_db = db;
	c->worker = sv_worker_open(copy_log, NULL, c);
	if (connect_thread_db(c, sqlite3_db_filename(db, "main")) && sv_worker_start(c->worker)) {
		sqlite3_wal_hook(db, on_commit, c); /* instead of its automatic checkpoints */
		return c;
	}
	sv_worker_close(c->worker);
	sqlite3_close(c->thread_db);
	free(c);
	return NULL;
}

void sv_checkpoints_close(sv_checkpoints *c)
{
	assert(c);
	sv_worker_close(c->worker);
	sqlite3_wal_hook(c->writer_db, NULL, NULL);
	sqlite3_close(c->thread_db);
	free(c);
}

/* Copies the rest, which is short unless the thread was too slow. The log begins again with the
 * next commit, which tells its length again. */
static void finish(sv_checkpoints *c)
{
	sqlite3_wal_checkpoint_v2(c->writer_db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	c->log_pages = c->calls = c->copied_pages = 0;
}

void sv_checkpoints_after_commit(sv_checkpoints *c)
{
	assert(c);
	if (!sv_worker_is_idle(c->worker))
		return;
	int rest = c->log_pages - c->copied_pages;
	if (rest < 0) { /* nothing was left when somebody wrote, so that the log has begun again */
		c->calls = c->copied_pages = 0;
		rest = c->log_pages;
	}
	if (c->log_pages >= TOO_LONG_LOG || (c->calls > 0 && rest <= SHORT_REST << c->calls)) {
		finish(c);
	} else if (c->calls > 0 || c->log_pages >= LONG_LOG) {
		c->calls++;
		sv_worker_call(c->worker);
	}
}
