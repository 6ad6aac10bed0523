/* scenario.h: a test a player can read (.aps), see docs/scenarios.md. */
#ifndef APPARAT_TEXT_SCENARIO_H
#define APPARAT_TEXT_SCENARIO_H

#include "text/error.h"
#include "text/record.h"

enum { AP_MAX_CLAUSES = 512 };

typedef struct ap_scenario_report {
	const ap_game *game;
	int scenarios;              /* how many the file holds */
	bool fired[AP_MAX_CLAUSES]; /* clauses an event or a refusal cited */
} ap_scenario_report;

/* Runs every scenario of the text. False, with the line and what was expected, at the first that
 * does not hold. */
bool ap_scenario_run(const char *text, size_t length, ap_find_game *find,
	ap_scenario_report *report, ap_error *error);

#endif
