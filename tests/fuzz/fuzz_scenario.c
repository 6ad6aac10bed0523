/* fuzz_scenario.c: whatever a scenario file contains, running it ends with success or with an error
 * message. */
#include "text/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static ap_scenario_report report;
	ap_error error = {0};
	bool ok = ap_scenario_run((ap_scenario_text){(const char *)data, size},
		(ap_scenario_text){NULL, 0}, ap_game_named, NULL, &report, &error);
	if (ok != (error.message[0] == '\0'))
		__builtin_trap(); /* there is a message if and only if it failed */
	return 0;
}
