/* worker.h: a thread that does one job at a time, so that the loop need not wait for it. */
#ifndef APPARAT_SERVER_WORKER_H
#define APPARAT_SERVER_WORKER_H

#include <stdbool.h>

typedef struct sv_worker sv_worker;

/* What the thread does when it is called, and what it does when it has become idle again; both with
 * `of`. The second may be NULL. */
typedef void sv_work(void *of);

/* Makes a worker; its thread is started with the first call. */
sv_worker *sv_worker_open(sv_work *job, sv_work *when_idle, void *of);

/* Waits for the job at hand, and ends the thread. Does nothing if `w` is NULL. */
void sv_worker_close(sv_worker *w);

/* Starts the thread now. Returns false if there can be none. */
bool sv_worker_start(sv_worker *w);

/* Has the worker, which must be idle, do its job. Returns false if there can be no thread: then it
 * is not done. */
bool sv_worker_call(sv_worker *w);

/* True if it does nothing. The caller sees then whatever the job has done. */
bool sv_worker_is_idle(const sv_worker *w);

/* Returns when it is idle, and has said so. */
void sv_worker_wait(sv_worker *w);

#endif
