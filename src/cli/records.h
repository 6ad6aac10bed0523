/* records.h: records and scenarios from files. What is wrong with one is said in one line. */
#ifndef APPARAT_CLI_RECORDS_H
#define APPARAT_CLI_RECORDS_H

#include "text/record.h"
#include "text/scenario.h"

/* On success the caller frees the record. */
bool ap_cli_read_record(const char *path, ap_record *record);

bool ap_cli_run_scenarios(const char *path, ap_scenario_report *report);

#endif
