/* position.h: positions that unit tests begin with, as scenarios describe them. */
#ifndef APPARAT_TESTS_POSITION_H
#define APPARAT_TESTS_POSITION_H

#include <stdio.h>

#include "text/scenario.h"
#include "unit/unit.h"

/* Copies the state in which a scenario ends. In its JSON ' stands for the quotation marks, which
 * are hard to read in C. */
static inline void set_up(const char *scenario, void *state)
{
	static ap_scenario_report report;
	static char text[1 << 13];
	ap_error error;
	size_t length = (size_t)snprintf(text, sizeof text, "%s", scenario);
	assert_true(length < sizeof text);
	for (char *c = text; *c; c++)
		*c = *c == '\'' ? '"' : *c;
	ap_scenario_text whole = {text, length}, no_setups = {0};
	if (!ap_scenario_run(whole, no_setups, ap_game_named, NULL, &report, &error))
		fail_msg("line %d: %s", error.line, error.message);
	memcpy(state, &report.last, ap_state_size(report.game));
}

/* Checks that a state is refused, and what is said to be wrong with it. */
static inline void assert_unsound(const ap_game *game, const void *state, const char *wrong)
{
	const char *found = ap_unsound(game, state);
	assert_string_equal(found ? found : "nothing", wrong);
}

#endif
