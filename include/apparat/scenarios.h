/* scenarios.h: scenarios (.aps), which are tests of the rules that a player can read;
 * docs/scenarios.md describes them.
 *
 * The functions here allocate memory. If the system has none left, they may write one line to
 * stderr and abort the process. */
#ifndef APPARAT_SCENARIOS_H
#define APPARAT_SCENARIOS_H

#include <apparat/records.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ap_scenario_check {
	const ap_game *game; /* NULL if the text has only set-ups */
	int scenarios;       /* the number of scenarios in the text */
	int setups;          /* the number of named set-ups in the text */
	ap_any last;         /* the state in which the last scenario has ended, if there is one */
} ap_scenario_check;

/* Runs every scenario of a text. `setups` is a text with named set-ups that several files share; it
 * may be NULL. False, and fills `error`, at the first statement that does not hold. The line of the
 * error is a line of the scenarios, unless `setups` itself is malformed. */
AP_API bool ap_check_scenarios(const char *text, size_t length, const char *setups,
	size_t setups_length, ap_scenario_check *out, ap_error *error);

/* Returns a full state as a scenario that begins with it and expects the question that is open. It
 * is `*length` bytes long and has a zero byte after them; NULL if there is no memory.
 * ap_free_text() frees it. */
AP_API char *ap_write_scenario(const ap_game *game, const void *state, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
