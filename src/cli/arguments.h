/* arguments.h: the words after a command: options (--players 4, --players=4) and operands. */
#ifndef APPARAT_CLI_ARGUMENTS_H
#define APPARAT_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/messages.h"

typedef enum ap_cli_kind {
	AP_CLI_FLAG,   /* bool: given or not */
	AP_CLI_TEXT,   /* const char *: the last one given */
	AP_CLI_WORDS,  /* ap_cli_words: all given */
	AP_CLI_NUMBER, /* long: least .. most */
	AP_CLI_SEED    /* uint64_t */
} ap_cli_kind;

typedef struct ap_cli_words {
	const char *item[8];
	int count;
} ap_cli_words;

typedef struct ap_cli_option {
	const char *name; /* without its dashes; NULL ends a list */
	ap_cli_kind kind;
	void *to;             /* where the value goes; left alone if the option is not given */
	const char *expected; /* texts and words: "a number of players, such as 4" */
	long least, most;     /* numbers */
} ap_cli_option;

typedef struct ap_cli_arguments {
	const char *usage; /* first line: "apparat verify RECORD..."; --help prints it all */
	const ap_cli_option *options;
	int least, most;     /* how many operands there may be */
	const char *missing; /* what an operand is called: "RECORD" */
	char **operand;      /* what was found */
	int operands;
} ap_cli_arguments;

enum { AP_CLI_GO_ON = -1 };

/* Reads argv[1..]. AP_CLI_GO_ON: all is well. Otherwise --help was answered or something is wrong
 * and was said: the command returns that status. Operands are moved to the front of argv. */
int ap_cli_read(ap_cli_arguments *a, int argc, char **argv);

/* A whole number in decimal digits, nothing around it. */
bool ap_cli_number(const char *text, uint64_t most, uint64_t *value);

#endif
