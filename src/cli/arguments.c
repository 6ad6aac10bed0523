/* arguments.c: see arguments.h. */
#include "cli/arguments.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/complete.h"

bool ap_cli_read_number(const char *text, uint64_t most, uint64_t *value)
{
	assert(text && value);
	uint64_t sum = 0;
	if (*text == '\0')
		return false;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			return false;
		unsigned digit = (unsigned)(*text - '0');
		if (sum > (UINT64_MAX - digit) / 10)
			return false;
		sum = sum * 10 + digit;
	}
	*value = sum;
	return sum <= most;
}

static const char *option_at(const void *from, int n)
{
	return ((const ap_cli_option *)from)[n].name;
}

/* Returns the length of the name in "name=value" or "name". */
static size_t name_length(const char *word)
{
	return strcspn(word, "=");
}

const ap_cli_option *ap_cli_find_option(const ap_cli_option *options, const char *word)
{
	assert(options && word);
	for (const ap_cli_option *o = options; o->name; o++)
		if (strlen(o->name) == name_length(word) && strncmp(o->name, word, name_length(word)) == 0)
			return o;
	return NULL;
}

static int report_unknown(const char *command, const ap_cli_option *options, const char *word)
{
	char name[64];
	ap_cli_copy_part(word, name_length(word), name, sizeof name);
	const char *nearest = ap_cli_nearest(option_at, options, name);
	if (nearest)
		return ap_cli_misuse(command, "unknown option '--%s': did you mean '--%s'?", name, nearest);
	return ap_cli_misuse(command, "unknown option '--%s': try apparat %s --help", name, command);
}

static bool set_number(const char *command, const ap_cli_option *o, const char *value)
{
	uint64_t number = 0;
	if (!ap_cli_read_number(value, (uint64_t)o->most, &number) || number < (uint64_t)o->least) {
		ap_cli_misuse(command, "--%s must be a number from %ld to %ld, not '%s'", o->name, o->least,
			o->most, value);
		return false;
	}
	*(long *)o->to = (long)number;
	return true;
}

static bool set_seed(const char *command, const ap_cli_option *o, const char *value)
{
	if (ap_cli_read_number(value, UINT64_MAX, o->to))
		return true;
	ap_cli_misuse(
		command, "--%s must be a number from 0 to 18446744073709551615, not '%s'", o->name, value);
	return false;
}

static bool add_word(const char *command, const ap_cli_option *o, const char *value)
{
	ap_cli_words *words = o->to;
	int room = (int)(sizeof words->item / sizeof words->item[0]);
	if (words->count == room) {
		ap_cli_misuse(command, "--%s is given too often: at most %d times", o->name, room);
		return false;
	}
	words->item[words->count++] = value;
	return true;
}

static bool set_option(const char *command, const ap_cli_option *o, const char *value)
{
	switch (o->kind) {
	case AP_CLI_NUMBER:
		return set_number(command, o, value);
	case AP_CLI_SEED:
		return set_seed(command, o, value);
	case AP_CLI_WORDS:
		return add_word(command, o, value);
	case AP_CLI_TEXT:
	case AP_CLI_MAYBE:
		*(const char **)o->to = value;
		return true;
	case AP_CLI_FLAG:
		break;
	}
	*(bool *)o->to = true;
	return true;
}

static int report_missing_value(const char *command, const ap_cli_option *o)
{
	if (o->kind == AP_CLI_NUMBER)
		return ap_cli_misuse(
			command, "--%s needs a number from %ld to %ld", o->name, o->least, o->most);
	return ap_cli_misuse(command, "--%s needs %s", o->name,
		ap_translated(o->expected ? o->expected : AP_TEXT("a number such as 1")));
}

/* Reads argv[*at], which begins with two dashes, and its value if it has one. */
static int read_option(
	const char *command, const ap_cli_option *options, int argc, char **argv, int *at)
{
	const char *word = argv[*at] + 2;
	const ap_cli_option *o = ap_cli_find_option(options, word);
	if (!o)
		return report_unknown(command, options, word);
	const char *value = strchr(word, '=');
	if (o->kind == AP_CLI_FLAG) {
		if (value)
			return ap_cli_misuse(command, "--%s takes no value: leave '%s' out", o->name, value);
	} else if (value) {
		value++;
	} else if (*at + 1 < argc && strncmp(argv[*at + 1], "--", 2) != 0) {
		value = argv[++*at];
	} else if (o->kind == AP_CLI_MAYBE) {
		return set_option(command, o, "") ? AP_CLI_CONTINUE : AP_MISUSED;
	} else {
		return report_missing_value(command, o);
	}
	if (o->kind != AP_CLI_FLAG && *value == '\0')
		return report_missing_value(command, o);
	return set_option(command, o, value) ? AP_CLI_CONTINUE : AP_MISUSED;
}

static int check_operand_count(const ap_cli_arguments *a, const char *command)
{
	const char *usage = ap_translated(a->usage);
	int first = (int)strcspn(usage, "\n"); /* the length of the first line */
	if (a->operands < a->least)
		return ap_cli_misuse(command, "%s is missing; usage: %.*s", a->missing, first, usage);
	if (a->operands > a->most)
		return ap_cli_misuse(
			command, "'%s' is one too many; usage: %.*s", a->operand[a->most], first, usage);
	return AP_CLI_CONTINUE;
}

int ap_cli_read_arguments(ap_cli_arguments *a, int argc, char **argv)
{
	assert(a && a->usage && a->options && argc >= 1 && argv);
	const char *command = argv[0];
	bool operands_only = false;
	if (ap_cli_is_completing())
		return ap_cli_complete(a, argc, argv);
	a->operand = argv + 1;
	a->operands = 0;
	for (int i = 1; i < argc; i++) {
		if (operands_only || argv[i][0] != '-' || argv[i][1] == '\0') {
			a->operand[a->operands++] = argv[i];
		} else if (strcmp(argv[i], "--") == 0) {
			operands_only = true;
		} else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
			printf(ap_translated(AP_TEXT("usage: %s")), ap_translated(a->usage));
			return AP_DONE;
		} else if (argv[i][1] != '-') {
			return ap_cli_misuse(command,
				"unknown option '%s': options begin with two dashes, see apparat %s --help",
				argv[i], command);
		} else {
			int status = read_option(command, a->options, argc, argv, &i);
			if (status != AP_CLI_CONTINUE)
				return status;
		}
	}
	return check_operand_count(a, command);
}
