/* workers.h: threads that share a task: a function that is called once for each number below a
 * count. Which thread takes which number is left to chance. */
#ifndef APPARAT_LEARN_WORKERS_H
#define APPARAT_LEARN_WORKERS_H

typedef struct ln_workers ln_workers;

/* Starts `threads` - 1 threads; the caller of ln_work() is the other one. Returns NULL if they
 * cannot be started. */
ln_workers *ln_start_workers(int threads);
/* Ends the threads. Takes NULL. */
void ln_end_workers(ln_workers *workers);

/* Calls `task` for each number from 0 to `count` - 1, and returns when all are done. */
void ln_work(ln_workers *workers, int count, void (*task)(void *context, int n), void *context);

#endif
