/* coverage.h: which clauses of a game are cited in scenarios and in random games. */
#ifndef APPARAT_CLI_COVERAGE_H
#define APPARAT_CLI_COVERAGE_H

#include "apparat/apparat.h"
#include "text/scenario.h"

typedef struct ap_coverage {
	const ap_game *game;
	int files, scenarios;        /* the number of files and scenarios that were run */
	long games;                  /* the number of random games to play */
	bool tested[AP_MAX_CLAUSES]; /* the clauses that a scenario cites */
	bool fired[AP_MAX_CLAUSES];  /* the clauses that a random game cites */
} ap_coverage;

/* Runs the scenario files in a folder; if `folder` is NULL in games/GAME/scenarios, below the
 * working directory or beside the program. False if a scenario fails or there are none; the reason
 * was reported. */
bool ap_cover_scenarios(ap_coverage *c, const char *command, const char *folder);

/* Plays c->games random games with all set-ups, and attempts forbidden actions in between. */
void ap_cover_random_play(ap_coverage *c);

#endif
