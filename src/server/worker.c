/* worker.c: see worker.h. */
#include "server/worker.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "text/memory.h"

struct sv_worker {
	sv_work *job, *when_idle;
	void *of;
	atomic_bool is_called; /* and the job is not done */
	bool has_thread;
	pthread_t thread;
	pthread_mutex_t lock;           /* held by whoever changes `is_called` or `is_ending` */
	pthread_cond_t called, is_done; /* what is waited for */
	bool is_ending;                 /* the thread is to end */
};

/* Returns false if the thread is to end. A job that was asked for is done first. */
static bool wait_for_call(sv_worker *w)
{
	pthread_mutex_lock(&w->lock);
	while (!w->is_ending && !atomic_load(&w->is_called))
		pthread_cond_wait(&w->called, &w->lock);
	bool called = atomic_load(&w->is_called);
	pthread_mutex_unlock(&w->lock);
	return called;
}

static void *run_thread(void *of)
{
	sv_worker *w = of;
	while (wait_for_call(w)) {
		w->job(w->of);
		pthread_mutex_lock(&w->lock);
		atomic_store(&w->is_called, false);
		if (w->when_idle)
			w->when_idle(w->of);
		pthread_cond_signal(&w->is_done);
		pthread_mutex_unlock(&w->lock);
	}
	return NULL;
}

sv_worker *sv_worker_open(sv_work *job, sv_work *when_idle, void *of)
{
	assert(job);
	sv_worker *w = ap_allocate(1, sizeof *w);
	w->job = job;
	w->when_idle = when_idle;
	w->of = of;
	atomic_init(&w->is_called, false);
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->called, NULL);
	pthread_cond_init(&w->is_done, NULL);
	return w;
}

void sv_worker_close(sv_worker *w)
{
	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->is_ending = true;
	pthread_cond_signal(&w->called);
	pthread_mutex_unlock(&w->lock);
	if (w->has_thread)
		pthread_join(w->thread, NULL);
	pthread_cond_destroy(&w->is_done);
	pthread_cond_destroy(&w->called);
	pthread_mutex_destroy(&w->lock);
	free(w);
}

/* The thread blocks all signals: they are for the loop. */
bool sv_worker_start(sv_worker *w)
{
	assert(w);
	sigset_t all, before;
	if (w->has_thread)
		return true;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	w->has_thread = pthread_create(&w->thread, NULL, run_thread, w) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return w->has_thread;
}

bool sv_worker_call(sv_worker *w)
{
	assert(w && sv_worker_is_idle(w));
	if (!sv_worker_start(w))
		return false;
	pthread_mutex_lock(&w->lock);
	atomic_store(&w->is_called, true);
	pthread_cond_signal(&w->called);
	pthread_mutex_unlock(&w->lock);
	return true;
}

bool sv_worker_is_idle(const sv_worker *w)
{
	assert(w);
	return !atomic_load(&w->is_called);
}

void sv_worker_wait(sv_worker *w)
{
	assert(w);
	pthread_mutex_lock(&w->lock);
	while (atomic_load(&w->is_called))
		pthread_cond_wait(&w->is_done, &w->lock);
	pthread_mutex_unlock(&w->lock);
}
