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
	p->start = ap_cli_seconds();
	p->next = p->start + 0.3; /* short work shows nothing */
}

/* Writes how long the rest takes if it goes on as so far, such as "2 min 5 s left". */
static void write_time_left(double seconds, char *out, size_t size)
{
	long left = (long)(seconds + 0.999);
	if (left >= 3600)
		snprintf(out, size, "%ld h %ld min left", left / 3600, left / 60 % 60);
	else if (left >= 60)
		snprintf(out, size, "%ld min %ld s left", left / 60, left % 60);
	else
		snprintf(out, size, "%ld s left", left);
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
	char left[48] = "";
	if (done > 0)
		write_time_left(
			(now - p->start) / (double)done * (double)(total - done), left, sizeof left);
	fprintf(stderr, "\r%ld of %ld %s, %ld %%%s%s\033[K", done, total, p->what, done * 100 / total,
		left[0] ? ", " : "", left);
	fflush(stderr);
}

void ap_progress_end(ap_progress *p)
{
	assert(p);
	if (p->is_shown)
		fputs("\r\033[K", stderr);
	p->is_shown = false;
}
