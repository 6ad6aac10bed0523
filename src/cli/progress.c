/* progress.c: see progress.h. */
#include "cli/progress.h"

#include <assert.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

double ap_cli_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void ap_progress_start(ap_progress *p, const char *what)
{
	assert(p && what);
	p->what = what;
	p->is_shown = isatty(STDERR_FILENO);
	p->next = ap_cli_seconds() + 0.3; /* short work shows nothing */
}

void ap_progress_at(ap_progress *p, long done, long total)
{
	assert(p && total > 0);
	if (!p->is_shown)
		return;
	double now = ap_cli_seconds();
	if (now < p->next)
		return;
	p->next = now + 0.1;
	fprintf(stderr, "\r%ld of %ld %s, %ld %%\033[K", done, total, p->what, done * 100 / total);
	fflush(stderr);
}

void ap_progress_end(ap_progress *p)
{
	assert(p);
	if (p->is_shown)
		fputs("\r\033[K", stderr);
	p->is_shown = false;
}
