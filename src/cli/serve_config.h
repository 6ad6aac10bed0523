/* serve_config.h: options of `apparat serve` from a file. */
#ifndef APPARAT_CLI_SERVE_CONFIG_H
#define APPARAT_CLI_SERVE_CONFIG_H

#include "cli/arguments.h"

/* The arguments of the command, with those of the file in front, so that the command line, which
 * comes later, has the last word. */
typedef struct serve_config {
	int argc;
	char **argv;  /* points to `text`, and to the arguments that were given */
	char **words; /* what argv was made of; is freed */
	int count;
} serve_config;

/* Reads the file that --config names among the arguments; without one they stay as they are. Each
 * line of the file is the name of an option and its value: "port = 8080", "port 8080"; a flag has
 * no value. Lines that begin with # are comments. Returns AP_CLI_CONTINUE, or the exit status of
 * the command if something is wrong and was reported. */
int serve_read_config(serve_config *config, const ap_cli_option *options, int argc, char **argv);
void serve_free_config(serve_config *config);

#endif
