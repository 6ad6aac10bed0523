/* scenarios.c: the scenarios of the public header apparat/scenarios.h. */
#include "apparat/scenarios.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"
#include "text/scenario.h"

bool ap_check_scenarios(const char *text, size_t length, const char *setups, size_t setups_length,
	ap_scenario_check *out, ap_error *error)
{
	assert((text || length == 0) && out && error);
	ap_scenario_report *report = ap_allocate(1, sizeof *report);
	bool good = ap_scenario_run((ap_scenario_text){text ? text : "", length},
		(ap_scenario_text){setups, setups_length}, ap_game_named, NULL, report, error);
	if (good) {
		out->game = report->game;
		out->scenarios = report->scenarios;
		out->setups = report->setups;
		memcpy(&out->last, &report->last, sizeof out->last);
	}
	free(report);
	return good;
}

char *ap_write_scenario(const ap_game *game, const void *state, size_t *length)
{
	assert(game && state && length);
	char *text = ap_scenario_of(game, state);
	*length = text ? strlen(text) : 0;
	return text;
}
