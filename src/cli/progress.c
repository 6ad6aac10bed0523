/* progress.c: see progress.h. */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

double ap_cli_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void ap_progress_start(ap_progress *p, const char *what)
{
	p->what = what;
	p->shown = isatty(STDERR_FILENO);
	p->next = ap_cli_now() + 0.3; /* quick work shows nothing */
}

void ap_progress_at(ap_progress *p, long done, long total)
{
	if (!p->shown)
		return;
	double now = ap_cli_now();
	if (now < p->next)
		return;
	p->next = now + 0.1;
	fprintf(stderr, "\r%ld of %ld %s, %ld %%\033[K", done, total, p->what, done * 100 / total);
	fflush(stderr);
}

void ap_progress_end(ap_progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}
