/* script.c: the command `apparat script`, which runs scenarios. */
#include "cli/command.h"

#include <limits.h>
#include <stdio.h>

#include "cli/complete.h"
#include "cli/records.h"

static const char usage[] = AP_TEXT(
	"apparat script FILE... [--events]\n"
	"\n"
	"Runs the scenarios of each file (see apparat-scenario(5)). Prints for each FILE: ok and how many\n"
	"it holds, or on stderr FILE:LINE: what was expected at the first that does not hold. The\n"
	"status is 1 if any does not.\n"
	"\n"
	"  --events  instead of these reports, lines of JSON: of every scenario its first state, every\n"
	"            action with its events, and the last state\n");

int ap_cmd_script(int argc, char **argv)
{
	bool events = false;
	ap_event_stream stream = {.out = stdout};
	const ap_cli_option options[] = {{"events", AP_CLI_FLAG, &events, NULL, 0, 0, NULL}, {0}};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 1,
		.most = INT_MAX,
		.missing = "FILE",
		.suggest = {ap_cli_suggest_scenarios, ap_cli_suggest_scenarios}};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	int scenarios = 0, failed = 0;
	for (int i = 0; i < a.operands; i++) {
		ap_scenario_report report;
		if (!ap_cli_run_scenarios(a.operand[i], events ? &stream : NULL, &report)) {
			failed++;
			continue;
		}
		scenarios += report.scenarios;
		if (!events)
			printf("%s: ok, %d scenario%s\n", a.operand[i], report.scenarios,
				report.scenarios == 1 ? "" : "s");
	}
	if (!events)
		printf("%d file%s ok with %d scenario%s, %d failed\n", a.operands - failed,
			a.operands - failed == 1 ? "" : "s", scenarios, scenarios == 1 ? "" : "s", failed);
	return failed ? AP_FAILED : AP_DONE;
}
