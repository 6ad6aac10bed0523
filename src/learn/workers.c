/* workers.c: see workers.h. */
#include "learn/workers.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "text/memory.h"

/* How many numbers a thread takes at once, at most: fewer requests, and still an even end. */
enum { MOST_AT_ONCE = 16 };

struct ln_workers {
	pthread_t *thread;
	int started; /* threads beside the caller */
	pthread_mutex_t lock;
	pthread_cond_t begins, ends;
	unsigned round; /* counts the tasks */
	int busy;       /* threads that have not finished the present one */
	bool stop;
	/* The present task; the numbers from `next` on are nobody's yet. */
	void (*task)(void *context, int n);
	void *context;
	int count, at_once;
	atomic_int next;
};

static void take_numbers(ln_workers *w)
{
	int from;
	while ((from = atomic_fetch_add(&w->next, w->at_once)) < w->count) {
		int end = from + w->at_once < w->count ? from + w->at_once : w->count;
		for (int n = from; n < end; n++)
			w->task(w->context, n);
	}
}

static void *serve(void *argument)
{
	ln_workers *w = argument;
	unsigned seen = 0;
	pthread_mutex_lock(&w->lock);
	for (;;) {
		while (w->round == seen && !w->stop)
			pthread_cond_wait(&w->begins, &w->lock);
		if (w->stop)
			break;
		seen = w->round;
		pthread_mutex_unlock(&w->lock);
		take_numbers(w);
		pthread_mutex_lock(&w->lock);
		if (--w->busy == 0)
			pthread_cond_signal(&w->ends);
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

ln_workers *ln_start_workers(int threads)
{
	assert(threads >= 1);
	ln_workers *w = ap_allocate(1, sizeof *w);
	w->thread = ap_allocate((size_t)threads, sizeof *w->thread);
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->begins, NULL);
	pthread_cond_init(&w->ends, NULL);
	for (; w->started < threads - 1; w->started++)
		if (pthread_create(&w->thread[w->started], NULL, serve, w) != 0) {
			ln_end_workers(w);
			return NULL;
		}
	return w;
}

void ln_end_workers(ln_workers *w)
{
	if (!w)
		return;
	pthread_mutex_lock(&w->lock);
	w->stop = true;
	pthread_cond_broadcast(&w->begins);
	pthread_mutex_unlock(&w->lock);
	for (int i = 0; i < w->started; i++)
		pthread_join(w->thread[i], NULL);
	pthread_cond_destroy(&w->ends);
	pthread_cond_destroy(&w->begins);
	pthread_mutex_destroy(&w->lock);
	free(w->thread);
	free(w);
}

static int portion(int count, int threads)
{
	int each = count / (8 * threads);
	return each < 1 ? 1 : each > MOST_AT_ONCE ? MOST_AT_ONCE : each;
}

void ln_work(ln_workers *w, int count, void (*task)(void *context, int n), void *context)
{
	assert(w && task && count >= 0);
	w->task = task;
	w->context = context;
	w->count = count;
	w->at_once = portion(count, w->started + 1);
	atomic_store(&w->next, 0);
	if (w->started > 0) {
		pthread_mutex_lock(&w->lock);
		w->busy = w->started;
		w->round++;
		pthread_cond_broadcast(&w->begins);
		pthread_mutex_unlock(&w->lock);
	}
	take_numbers(w);
	if (w->started == 0)
		return;
	pthread_mutex_lock(&w->lock);
	while (w->busy > 0)
		pthread_cond_wait(&w->ends, &w->lock);
	pthread_mutex_unlock(&w->lock);
}
