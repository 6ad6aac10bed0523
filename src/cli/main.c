/* main.c: the program `apparat COMMAND ...`: see apparat(1). */
#include "cli/command.h"

#include <errno.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "apparat/version.h"
#include "cli/complete.h"
#include "cli/setup.h"
#include "text/memory.h"

const char *ap_program;

typedef struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *summary;
} command;

static const command commands[] = {
	{"games", ap_cmd_games, AP_TEXT("the games there are, with their players and options")},
	{"play", ap_cmd_play, AP_TEXT("play in the terminal")},
	{"serve", ap_cmd_serve, AP_TEXT("let people play over the network")},
	{"join", ap_cmd_join, AP_TEXT("play in the terminal over the network")},
	{"backup", ap_cmd_backup, AP_TEXT("copy the games of a server, while it serves")},
	{"migrate", ap_cmd_migrate, AP_TEXT("copy all that a server keeps to another database")},
	{"admin", ap_cmd_admin,
		AP_TEXT("people, tables, talk and reports of a server, while it serves")},
	{"simulate", ap_cmd_simulate, AP_TEXT("let bots play many games and count how they end")},
	{"replay", ap_cmd_replay, AP_TEXT("the log of a recorded game, or its state at any point")},
	{"draw", ap_cmd_draw, AP_TEXT("a picture of a game's table")},
	{"verify", ap_cmd_verify, AP_TEXT("check records action by action")},
	{"script", ap_cmd_script, AP_TEXT("run scenarios")},
	{"rules", ap_cmd_rules, AP_TEXT("the rules of a game, clause by clause, and their coverage")},
	{"bench", ap_cmd_bench, AP_TEXT("measure the engine")},
	{"licences", ap_cmd_licences, AP_TEXT("the licences of the program and of all that is in it")},
	{NULL, NULL, NULL},
};

static const char *command_at(const void *from, int n)
{
	(void)from;
	return commands[n].name;
}

static int print_help(void)
{
	puts(ap_translated(AP_TEXT(
		"usage: apparat COMMAND [ARGUMENT]...\n\nPolitical board games by their full rules.\n")));
	for (const command *c = commands; c->name; c++)
		printf("  %-10s %s\n", c->name, ap_translated(c->summary));
	puts(ap_translated(AP_TEXT("\napparat COMMAND --help says more about a command; apparat "
							   "--version tells the version.")));
	return AP_DONE;
}

static const command *command_named(const char *word)
{
	for (const command *c = commands; c->name; c++)
		if (strcmp(c->name, word) == 0)
			return c;
	return NULL;
}

/* The hidden command `apparat complete WORD..`, which the completion of shells calls. */
static int complete(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	const command *c = command_named(word);
	ap_cli_typed typed = {word, word, NULL};
	if (argc > 2) {
		ap_cli_begin_completion();
		return c ? c->run(argc - 1, argv + 1) : AP_DONE;
	}
	ap_cli_offer_all(&typed, command_at, NULL);
	ap_cli_offer(&typed, "--help");
	ap_cli_offer(&typed, "--version");
	return AP_DONE;
}

static int run_command(int argc, char **argv)
{
	if (argc < 2)
		return ap_cli_misuse(NULL, "no command; try apparat --help");
	const char *word = argv[1];
	const command *c = command_named(word);
	if (c)
		return c->run(argc - 1, argv + 1);
	if (strcmp(word, "complete") == 0)
		return complete(argc - 1, argv + 1);
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
		return print_help();
	if (strcmp(word, "--version") == 0) {
		printf("apparat %s\n", AP_VERSION_STRING);
		return AP_DONE;
	}
	char hint[AP_CLI_HINT];
	return ap_cli_misuse(NULL, "unknown command '%s': %s", word,
		ap_cli_hint(command_at, NULL, word, hint, sizeof hint));
}

int main(int argc, char **argv)
{
	ap_program = argc > 0 ? argv[0] : "";
	ap_use_memory_policy();
	setlocale(LC_MESSAGES, ""); /* what the system says is wrong with a file */
	ap_cli_speak_as_environment();
	int status = run_command(argc, argv);
	/* It is a failure if the output cannot be written, for example because the disk is full. */
	bool written = fflush(stdout) == 0 && !ferror(stdout);
	if (!written && status == AP_DONE)
		return ap_cli_failure(NULL, "cannot write the output: %s", strerror(errno));
	return status;
}
