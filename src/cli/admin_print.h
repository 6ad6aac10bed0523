/* admin_print.h: prints what a server answers to a command of administration, for people. */
#ifndef APPARAT_CLI_ADMIN_PRINT_H
#define APPARAT_CLI_ADMIN_PRINT_H

#include <jansson.h>

/* Prints an answer: lists as tables, everything else as lines with a name and a value. */
void admin_print(const json_t *answer);

/* Prints a report as a scenario, which apparat script runs: what was said about it are comments. */
void admin_print_report(const json_t *report);

#endif
