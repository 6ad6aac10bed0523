/* output.h: prints JSON to stdout. */
#ifndef APPARAT_CLI_OUTPUT_H
#define APPARAT_CLI_OUTPUT_H

#include <inttypes.h>

#include "apparat/apparat.h"
#include "core/json_writer.h"

/* A function that writes a value. It is called twice: to measure the text, and to write it. */
typedef void ap_cli_writer(ap_json *j, const void *what);

/* Prints what `write` writes of `what`, as one line. */
void ap_cli_print_json(ap_cli_writer *write, const void *what);
/* Prints a state or a view as one line. */
void ap_cli_print_state(const ap_game *game, const void *state);

/* Writes a number with a printf format such as "%.3f". */
void ap_cli_json_number(ap_json *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
