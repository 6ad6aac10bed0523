/* checkpoints.c: see checkpoints.h.
 *
 * The thread copies the pages that are in the log when it is called; the loop goes on writing
 * meanwhile. SQLite starts the log again only after a checkpoint that has copied all of it. So the
 * loop copies the rest itself: the few pages that were written since. */
#include "server/checkpoints.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "text/memory.h"

enum {
	LONG_LOG = 4000,     /* a log of so many pages (of 4 KiB): the thread is called */
	SHORT_REST = 1500,   /* so many pages are left: the loop copies them itself */
	TOO_LONG_LOG = 32000 /* a log of so many pages: the thread is too slow, the loop copies all */
};

/* What the thread is doing. */
enum { IDLE, CALLED, DONE };

struct sv_checkpoints {
	sqlite3 *loop_db, *thread_db; /* the connections of the loop and of the thread */
	int log_pages;                /* length of the log after the last commit */
	int copied_pages;             /* pages that the thread has copied; valid while it is DONE */
	atomic_int state;
	pthread_t thread;
	pthread_mutex_t lock; /* protects `ending` and calls of the thread */
	pthread_cond_t call;
	bool ending; /* the thread is to end */
};

static int on_commit(void *to, sqlite3 *db, const char *name, int log_pages)
{
	(void)db;
	(void)name;
	((sv_checkpoints *)to)->log_pages = log_pages;
	return SQLITE_OK;
}

/* Returns false if the thread is to end. */
static bool wait_for_call(sv_checkpoints *c)
{
	pthread_mutex_lock(&c->lock);
	while (!c->ending && atomic_load(&c->state) != CALLED)
		pthread_cond_wait(&c->call, &c->lock);
	bool called = !c->ending;
	pthread_mutex_unlock(&c->lock);
	return called;
}

static void *run_thread(void *of)
{
	sv_checkpoints *c = of;
	while (wait_for_call(c)) {
		int log_pages = 0, copied_pages = 0;
		sqlite3_wal_checkpoint_v2(
			c->thread_db, NULL, SQLITE_CHECKPOINT_PASSIVE, &log_pages, &copied_pages);
		c->copied_pages = copied_pages; /* if it failed, the loop will copy all in the end */
		atomic_store(&c->state, DONE);
	}
	return NULL;
}

static void set_state(sv_checkpoints *c, int state, bool ending)
{
	pthread_mutex_lock(&c->lock);
	atomic_store(&c->state, state);
	c->ending = ending;
	pthread_cond_signal(&c->call);
	pthread_mutex_unlock(&c->lock);
}

/* A connection finds the log only when it reads for the first time: hence the pragma. */
static bool connect_thread_db(sv_checkpoints *c, const char *path)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
	return path && *path && sqlite3_open_v2(path, &c->thread_db, flags, NULL) == SQLITE_OK &&
		sqlite3_exec(c->thread_db, "PRAGMA schema_version", NULL, NULL, NULL) == SQLITE_OK;
}

/* The thread blocks all signals: they are for the loop. */
static bool start_thread(sv_checkpoints *c)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bool started = pthread_create(&c->thread, NULL, run_thread, c) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

sv_checkpoints *sv_checkpoints_open(sqlite3 *db)
{
	assert(db);
	sv_checkpoints *c = ap_allocate(1, sizeof *c);
	c->loop_db = db;
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->call, NULL);
	if (connect_thread_db(c, sqlite3_db_filename(db, "main")) && start_thread(c)) {
		sqlite3_wal_hook(db, on_commit, c); /* instead of its automatic checkpoints */
		return c;
	}
	sqlite3_close(c->thread_db);
	free(c);
	return NULL;
}

void sv_checkpoints_close(sv_checkpoints *c)
{
	assert(c);
	set_state(c, IDLE, true);
	pthread_join(c->thread, NULL);
	sqlite3_wal_hook(c->loop_db, NULL, NULL);
	sqlite3_close(c->thread_db);
	pthread_mutex_destroy(&c->lock);
	pthread_cond_destroy(&c->call);
	free(c);
}

static void finish_in_loop(sv_checkpoints *c)
{
	sqlite3_wal_checkpoint_v2(c->loop_db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	c->log_pages = 0; /* the next commit tells the length again */
	atomic_store(&c->state, IDLE);
}

void sv_checkpoints_after_commit(sv_checkpoints *c)
{
	assert(c);
	int state = atomic_load(&c->state);
	bool done = state == DONE, too_long = c->log_pages >= TOO_LONG_LOG && state != CALLED;
	if (too_long || (done && c->log_pages - c->copied_pages <= SHORT_REST))
		finish_in_loop(c);
	else if (done || (state == IDLE && c->log_pages >= LONG_LOG))
		set_state(c, CALLED, false);
}
