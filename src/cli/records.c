/* records.c: see records.h. */
#include "cli/records.h"

#include <stdlib.h>

#include "cli/messages.h"

bool ap_cli_read_record(const char *path, ap_record *record)
{
	ap_error error;
	long length;
	char *text = ap_read_file(path, AP_MAX_FILE, &length, &error);
	bool good = text && ap_record_read(record, text, (size_t)length, ap_game_named, &error);
	free(text);
	if (!good)
		ap_cli_bad_file(path, &error);
	return good;
}

bool ap_cli_run_scenarios(const char *path, ap_scenario_report *report)
{
	ap_error error;
	long length;
	char *text = ap_read_file(path, AP_MAX_FILE, &length, &error);
	bool good = text && ap_scenario_run(text, (size_t)length, ap_game_named, report, &error);
	free(text);
	if (!good)
		ap_cli_bad_file(path, &error);
	return good;
}
