/* scenario.h: a test a player can read (.aps), see docs/scenarios.md. */
#ifndef APPARAT_TEXT_SCENARIO_H
#define APPARAT_TEXT_SCENARIO_H

#include "text/error.h"
#include "text/record.h"

enum { AP_MAX_CLAUSES = 512 };

typedef struct ap_scenario_report {
	const ap_game *game;
	int scenarios;              /* how many the file holds */
	int setups;                 /* and named set-ups */
	bool fired[AP_MAX_CLAUSES]; /* clauses an event or a refusal cited */
} ap_scenario_report;

/* A text with scenarios, or with the named set-ups that they may use. */
typedef struct ap_scenario_text {
	const char *text; /* NULL: there is none */
	size_t length;
} ap_scenario_text;

/* Runs every scenario of the text. False, with the line and what was expected, at the first that
 * does not hold. `setups` has set-ups that several files share; a line of an error is then one of
 * the scenarios, or tells the set-up's name. */
bool ap_scenario_run(ap_scenario_text scenarios, ap_scenario_text setups, ap_find_game *find,
	ap_scenario_report *report, ap_error *error);

#endif
