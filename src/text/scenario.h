/* scenario.h: scenarios (.aps), which are tests of the rules that a player can read.
 * docs/scenarios.md describes them. */
#ifndef APPARAT_TEXT_SCENARIO_H
#define APPARAT_TEXT_SCENARIO_H

#include "text/error.h"
#include "text/event_stream.h"
#include "text/record.h"

/* No game has this many clauses. */
enum { AP_MAX_CLAUSES = 512 };

typedef struct ap_scenario_report {
	const ap_game *game;        /* NULL if the text has only set-ups */
	int scenarios;              /* the number of scenarios in the text */
	int setups;                 /* the number of named set-ups in the text */
	bool fired[AP_MAX_CLAUSES]; /* the clauses that an event or a refusal cited */
	ap_any last;                /* the state in which the last scenario has ended */
} ap_scenario_report;

/* A text with scenarios, or with named set-ups that scenarios may use. */
typedef struct ap_scenario_text {
	const char *text; /* NULL: there is none */
	size_t length;
} ap_scenario_text;

/* Runs every scenario of a text. `setups` has named set-ups that several files share; what happens
 * is written to `stream`, which may be NULL. Returns false and fills `error` at the first statement
 * that fails. The line of the error is a line of the scenarios, unless `setups` itself is
 * malformed. */
bool ap_scenario_run(ap_scenario_text scenarios, ap_scenario_text setups, ap_find_game *find,
	ap_event_stream *stream, ap_scenario_report *report, ap_error *error);

/* Writes a full state as a scenario that begins with it and expects the question that is open.
 * Returns NULL if there is no memory; the caller frees the text. */
char *ap_scenario_of(const ap_game *game, const void *state);

#endif
