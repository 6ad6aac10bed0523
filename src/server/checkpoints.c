/* checkpoints.c: see checkpoints.h.
 *
 * The thread carries over what the log has when it is called; meanwhile the loop writes on. The log
 * begins anew only when all of it was carried over while nobody wrote, so the loop does the rest
 * itself: the little that was written since, whose pages the disk has mostly seen. */
#include "server/checkpoints.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
	LONG_LOG = 4000,     /* pages of 4 KiB: the thread is called */
	SHORT_REST = 1500,   /* the loop does so much itself */
	TOO_LONG_LOG = 32000 /* and all of it when the thread cannot keep up */
};

enum { IDLE, CALLED, DONE };

struct sv_checkpoints {
	sqlite3 *loops, *threads; /* connections */
	int pages;                /* of the log, after the last commit */
	int carried;              /* of them, by the thread; the loop's to read when it is DONE */
	atomic_int state;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t call;
	bool over;
};

static int on_commit(void *to, sqlite3 *db, const char *name, int pages)
{
	(void)db;
	(void)name;
	((sv_checkpoints *)to)->pages = pages;
	return SQLITE_OK;
}

/* False: it is over. */
static bool wait_for_call(sv_checkpoints *c)
{
	pthread_mutex_lock(&c->lock);
	while (!c->over && atomic_load(&c->state) != CALLED)
		pthread_cond_wait(&c->call, &c->lock);
	bool called = !c->over;
	pthread_mutex_unlock(&c->lock);
	return called;
}

static void *carry_over(void *of)
{
	sv_checkpoints *c = of;
	while (wait_for_call(c)) {
		int pages = 0, carried = 0;
		sqlite3_wal_checkpoint_v2(c->threads, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &carried);
		c->carried = carried; /* what failed the loop does, when the log is too long */
		atomic_store(&c->state, DONE);
	}
	return NULL;
}

static void say(sv_checkpoints *c, int state, bool over)
{
	pthread_mutex_lock(&c->lock);
	atomic_store(&c->state, state);
	c->over = over;
	pthread_cond_signal(&c->call);
	pthread_mutex_unlock(&c->lock);
}

/* A connection learns with its first reading that there is a log. */
static bool connect_thread(sv_checkpoints *c, const char *path)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
	return path && *path && sqlite3_open_v2(path, &c->threads, flags, NULL) == SQLITE_OK &&
		sqlite3_exec(c->threads, "PRAGMA schema_version", NULL, NULL, NULL) == SQLITE_OK;
}

/* Signals are for the loop. */
static bool start_thread(sv_checkpoints *c)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bool started = pthread_create(&c->thread, NULL, carry_over, c) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

sv_checkpoints *sv_checkpoints_open(sqlite3 *db)
{
	sv_checkpoints *c = calloc(1, sizeof *c);
	if (!c)
		return NULL;
	c->loops = db;
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->call, NULL);
	if (connect_thread(c, sqlite3_db_filename(db, "main")) && start_thread(c)) {
		sqlite3_wal_hook(db, on_commit, c); /* in the place of its own checkpoints */
		return c;
	}
	sqlite3_close(c->threads);
	free(c);
	return NULL;
}

void sv_checkpoints_close(sv_checkpoints *c)
{
	say(c, IDLE, true);
	pthread_join(c->thread, NULL);
	sqlite3_wal_hook(c->loops, NULL, NULL);
	sqlite3_close(c->threads);
	pthread_mutex_destroy(&c->lock);
	pthread_cond_destroy(&c->call);
	free(c);
}

static void finish(sv_checkpoints *c)
{
	sqlite3_wal_checkpoint_v2(c->loops, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	c->pages = 0; /* it begins anew with the next commit, or is looked at then */
	atomic_store(&c->state, IDLE);
}

void sv_checkpoints_look(sv_checkpoints *c)
{
	int state = atomic_load(&c->state);
	bool done = state == DONE, too_long = c->pages >= TOO_LONG_LOG && state != CALLED;
	if (too_long || (done && c->pages - c->carried <= SHORT_REST))
		finish(c);
	else if (done || (state == IDLE && c->pages >= LONG_LOG))
		say(c, CALLED, false);
}
