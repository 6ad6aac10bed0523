/* examiner.c: see examiner.h. */
#include "server/examiner.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/game.h"
#include "text/memory.h"

/* IDLE: there is nothing. CALLED: the thread has a text. DONE: something was found. */
enum { IDLE, CALLED, DONE };

struct sv_examiner {
	sv_on_examined *on_examined;
	atomic_int state;
	bool has_thread;
	pthread_t thread;
	pthread_mutex_t lock; /* protects `ending` and calls of the thread */
	pthread_cond_t call;
	bool ending;
	char *text;
	size_t length;
	sv_examined *found;
	void *owner; /* NULL: nobody waits any more */
};

/* ---- The thread ------------------------------------------------------------------------------ */

static sv_examined *examine(const char *text, size_t length)
{
	sv_examined *found = ap_allocate(1, sizeof *found);
	found->record = ap_allocate(1, sizeof *found->record);
	ap_fair_digest(text, length, found->digest);
	if (!ap_record_read(found->record, text, length, ap_game_named, &found->error)) {
		free(found->record);
		found->record = NULL;
	}
	return found;
}

static bool wait_for_call(sv_examiner *e)
{
	pthread_mutex_lock(&e->lock);
	while (!e->ending && atomic_load(&e->state) != CALLED)
		pthread_cond_wait(&e->call, &e->lock);
	bool called = atomic_load(&e->state) == CALLED;
	pthread_mutex_unlock(&e->lock);
	return called;
}

static void *run_thread(void *of)
{
	sv_examiner *e = of;
	while (wait_for_call(e)) {
		e->found = examine(e->text, e->length);
		free(e->text);
		atomic_store(&e->state, DONE);
	}
	return NULL;
}

/* The thread blocks all signals: they are for the loop. */
static bool start_thread(sv_examiner *e)
{
	sigset_t all, before;
	if (e->has_thread)
		return true;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	e->has_thread = pthread_create(&e->thread, NULL, run_thread, e) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return e->has_thread;
}

/* ---- Its callers ----------------------------------------------------------------------------- */

sv_examiner *sv_examiner_open(sv_on_examined *on_examined)
{
	assert(on_examined);
	sv_examiner *e = ap_allocate(1, sizeof *e);
	e->on_examined = on_examined;
	atomic_init(&e->state, IDLE);
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->call, NULL);
	return e;
}

void sv_examiner_close(sv_examiner *e)
{
	assert(e);
	pthread_mutex_lock(&e->lock);
	e->ending = true;
	pthread_cond_signal(&e->call);
	pthread_mutex_unlock(&e->lock);
	if (e->has_thread)
		pthread_join(e->thread, NULL);
	if (atomic_load(&e->state) == DONE)
		sv_free_examined(e->found);
	pthread_cond_destroy(&e->call);
	pthread_mutex_destroy(&e->lock);
	free(e);
}

bool sv_examiner_submit(sv_examiner *e, char *text, size_t length, void *owner)
{
	assert(e && text && owner);
	if (atomic_load(&e->state) != IDLE || !start_thread(e))
		return false;
	e->text = text;
	e->length = length;
	e->owner = owner;
	pthread_mutex_lock(&e->lock);
	atomic_store(&e->state, CALLED);
	pthread_cond_signal(&e->call);
	pthread_mutex_unlock(&e->lock);
	return true;
}

void sv_examiner_cancel(sv_examiner *e, const void *owner)
{
	assert(e && owner);
	if (e->owner == owner)
		e->owner = NULL;
}

bool sv_examiner_tick(sv_examiner *e)
{
	assert(e);
	if (atomic_load(&e->state) != DONE)
		return atomic_load(&e->state) == CALLED;
	sv_examined *found = e->found;
	void *owner = e->owner;
	e->found = NULL;
	e->owner = NULL;
	atomic_store(&e->state, IDLE);
	if (owner)
		e->on_examined(owner, found);
	else
		sv_free_examined(found);
	return false;
}

void sv_free_examined(sv_examined *found)
{
	if (!found)
		return;
	if (found->record)
		ap_record_free(found->record);
	free(found->record);
	free(found);
}
