/* records.h: reads records and runs scenarios from files. Errors are reported on stderr. */
#ifndef APPARAT_CLI_RECORDS_H
#define APPARAT_CLI_RECORDS_H

#include "text/record.h"
#include "text/scenario.h"

/* Reads a record. If it succeeds, the caller frees the record. */
bool ap_cli_read_record(const char *path, ap_record *record);

/* Runs the scenarios of a file; `stream` may be NULL. They may use the set-ups in a file setups.aps
 * beside it. */
bool ap_cli_run_scenarios(const char *path, ap_event_stream *stream, ap_scenario_report *report);

#endif
