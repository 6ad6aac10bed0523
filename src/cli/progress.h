/* progress.h: how far long work is, on a terminal and nowhere else. */
#ifndef APPARAT_CLI_PROGRESS_H
#define APPARAT_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct ap_progress {
	const char *what; /* "games" */
	bool shown;       /* stderr is a terminal */
	double next;      /* when it may be shown again */
} ap_progress;

void ap_progress_start(ap_progress *p, const char *what);
void ap_progress_at(ap_progress *p, long done, long total);
void ap_progress_end(ap_progress *p); /* wipes the line */

double ap_cli_now(void); /* seconds of a clock that only goes forward */

#endif
