/* output.h: JSON on stdout. */
#ifndef APPARAT_CLI_OUTPUT_H
#define APPARAT_CLI_OUTPUT_H

#include <inttypes.h>

#include "core/json_writer.h"
#include "apparat/apparat.h"

typedef void ap_cli_writer(ap_json *j, const void *what);

/* Prints what `write` writes, on a line of its own. */
void ap_cli_print_json(ap_cli_writer *write, const void *what);
void ap_cli_print_state(const ap_game *game, const void *state);

/* The writer's missing number: printf's idea of it, such as "%.3f". */
void ap_cli_json_number(ap_json *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
