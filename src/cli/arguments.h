/* arguments.h: reads the words after a command: options (--players 4, --players=4) and operands. */
#ifndef APPARAT_CLI_ARGUMENTS_H
#define APPARAT_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/messages.h"

/* The kind of an option, and the type of the variable that gets its value. */
typedef enum ap_cli_kind {
	AP_CLI_FLAG,   /* bool: the option has no value */
	AP_CLI_TEXT,   /* const char *: the value that was given last */
	AP_CLI_MAYBE,  /* const char *: the same; "" if the option has no value */
	AP_CLI_WORDS,  /* ap_cli_words: all values that were given */
	AP_CLI_NUMBER, /* long: a number from `least` to `most` */
	AP_CLI_SEED    /* uint64_t: any number */
} ap_cli_kind;

typedef struct ap_cli_words {
	const char *item[128];
	int count;
} ap_cli_words;

/* Prints the words that can stand where something is typed on a command line: see complete.h. */
struct ap_cli_typed;
typedef void ap_cli_suggest(const struct ap_cli_typed *typed);

typedef struct ap_cli_option {
	const char *name; /* without the dashes; NULL ends a list of options */
	ap_cli_kind kind;
	void *to;                /* the variable; it is not changed if the option is not given */
	const char *expected;    /* texts and words: what is expected, such as "a file" */
	long least, most;        /* numbers: the range */
	ap_cli_suggest *suggest; /* what the value can be; NULL: nothing is suggested */
} ap_cli_option;

/* What a command takes, and which operands were given. */
typedef struct ap_cli_arguments {
	const char *usage; /* the text of --help; its first line is also part of error messages */
	const ap_cli_option *options;
	int least, most;     /* how many operands there may be */
	const char *missing; /* the name of the operand that error messages miss, such as "FILE" */
	ap_cli_suggest *suggest[2]; /* what the first operand can be, and each that follows */
	char **operand;             /* the operands; set by ap_cli_read_arguments() */
	int operands;
} ap_cli_arguments;

/* What a function returns instead of an exit status if the command is to go on. */
enum { AP_CLI_CONTINUE = -1 };

/* Reads argv[1] to argv[argc - 1]; argv[0] is the name of the command. Returns AP_CLI_CONTINUE, or,
 * if --help was printed or something is wrong and was reported, the exit status of the command. It
 * moves the operands to the front of argv. */
int ap_cli_read_arguments(ap_cli_arguments *a, int argc, char **argv);

/* Finds an option by the name in "name" or "name=value"; NULL if there is none. */
const ap_cli_option *ap_cli_find_option(const ap_cli_option *options, const char *word);

/* Reads a whole number in decimal digits, with nothing around it. False if it is none, or if it is
 * greater than `most`. */
bool ap_cli_read_number(const char *text, uint64_t most, uint64_t *value);

#endif
