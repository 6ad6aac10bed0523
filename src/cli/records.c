/* records.c: see records.h. */
#include "cli/records.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/messages.h"

bool ap_cli_read_record(const char *path, ap_record *record)
{
	assert(path && record);
	ap_error error;
	long length;
	char *text = ap_read_file(path, AP_MAX_RECORD, &length, &error);
	bool good = text && ap_record_read(record, text, (size_t)length, ap_game_named, &error);
	free(text);
	if (!good)
		ap_cli_bad_file(path, &error);
	return good;
}

/* Reads the file "setups.aps" in the folder of another file. Returns its text, which the caller
 * frees; NULL if there is none, or if it is the file itself. */
static char *setups_beside(const char *path, ap_scenario_text *out)
{
	static const char name[] = "setups.aps";
	char beside[4096];
	ap_error error;
	long length;
	const char *slash = strrchr(path, '/');
	int folder = slash ? (int)(slash + 1 - path) : 0;
	int size = snprintf(beside, sizeof beside, "%.*s%s", folder, path, name);
	if (size >= (int)sizeof beside || strcmp(beside, path) == 0)
		return NULL;
	char *text = ap_read_file(beside, AP_MAX_FILE, &length, &error);
	if (text)
		*out = (ap_scenario_text){text, (size_t)length};
	return text;
}

bool ap_cli_run_scenarios(const char *path, ap_event_stream *stream, ap_scenario_report *report)
{
	assert(path && report);
	ap_error error;
	long length;
	ap_scenario_text shared = {NULL, 0};
	char *setups = setups_beside(path, &shared);
	char *text = ap_read_file(path, AP_MAX_FILE, &length, &error);
	bool good = text &&
		ap_scenario_run((ap_scenario_text){text, (size_t)length}, shared, ap_game_named, stream,
			report, &error);
	free(text);
	free(setups);
	if (!good)
		ap_cli_bad_file(path, &error);
	return good;
}
