/* coverage.h: which clauses scenarios test and random play meets. */
#ifndef APPARAT_CLI_COVERAGE_H
#define APPARAT_CLI_COVERAGE_H

#include "apparat/apparat.h"
#include "text/scenario.h"

typedef struct ap_coverage {
	const ap_game *game;
	int files, scenarios;
	long games;
	bool tested[AP_MAX_CLAUSES]; /* cited in some scenario */
	bool fired[AP_MAX_CLAUSES];  /* cited in some random game */
} ap_coverage;

/* Runs the scenario files of a folder; NULL: games/GAME/scenarios here or beside the program.
 * False: one fails or there are none, which was said. */
bool ap_cover_scenarios(ap_coverage *c, const char *command, const char *folder);

/* Plays c->games games at random, over all set-ups, and tries forbidden things on the way. */
void ap_cover_random_play(ap_coverage *c);

#endif
