/* progress.h: shows the progress of long work in a line on stderr, if stderr is a terminal. */
#ifndef APPARAT_CLI_PROGRESS_H
#define APPARAT_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct ap_progress {
	const char *what; /* what is counted, such as "games" */
	bool is_shown;    /* stderr is a terminal */
	double start;     /* the time at which the work began */
	double next;      /* the time at which the line is written again */
} ap_progress;

void ap_progress_start(ap_progress *p, const char *what);
/* Shows how much is done, and how long the rest will take. It may be called often: it writes ten
 * times a second at most. */
void ap_progress_at(ap_progress *p, long done, long total);
/* Removes the line. */
void ap_progress_end(ap_progress *p);

/* Returns the seconds of a clock that never goes back. */
double ap_cli_seconds(void);

#endif
