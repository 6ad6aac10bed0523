/* coverage.h: which clauses of a game are cited in scenarios and in random games. */
#ifndef APPARAT_CLI_COVERAGE_H
#define APPARAT_CLI_COVERAGE_H

#include "apparat/apparat.h"
#include "text/scenario.h"

typedef struct ap_coverage {
	const ap_game *game;
	int files, scenarios;        /* the number of files and scenarios that were run */
	long games;                  /* the number of random games that were played */
	bool tested[AP_MAX_CLAUSES]; /* the clauses that a scenario cites */
	bool fired[AP_MAX_CLAUSES];  /* the clauses that a random game cites */
} ap_coverage;

/* Runs the scenario files in a folder; if `folder` is NULL in games/GAME/scenarios, below the
 * working directory or beside the program. False if a scenario fails or there are none; the reason
 * was reported. */
bool ap_cover_scenarios(ap_coverage *c, const char *command, const char *folder);

/* Returns whether random play did not cite a clause, and the rules do not explain why. */
bool ap_is_unfired(const ap_coverage *c, int clause);

/* Plays random games with all set-ups, until they have cited every clause that the rules do not
 * explain, but no more than `most`; attempts forbidden actions in between. */
void ap_cover_random_play(ap_coverage *c, long most);

#endif
