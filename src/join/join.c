/* join.c: the command `apparat join`, which plays in the terminal at a server. */
#include "cli/command.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/complete.h"
#include "join/join.h"
#include "terminal/words.h"
#include "cli/setup.h"

static const char usage[] = AP_TEXT(
	"apparat join URL [OPTION]...\n"
	"\n"
	"Plays in the terminal at a server that was started with apparat serve. URL is its address, or\n"
	"the invitation to a table: http://HOST:PORT/t/TABLE?invite=KEY. Without a table the lobby is\n"
	"shown. h shows the commands. A connection that is lost comes back by itself.\n"
	"\n"
	"  --name NAME          who you are there; without it who you were last, or you are asked\n"
	"  --table KEY          go to this table, and sit down if a seat is free\n"
	"  --invite KEY         the invitation of that table\n"
	"  --create GAME        make a table of this game; the options down to --slow are for it\n"
	"  --players N          how many play; without it as many as --seats, or as few as can\n"
	"  --seats WHO,..       who sits where: you, open, or a level of bots (random, greedy);\n"
	"                       without it you, and all others open. A full table begins at once\n"
	"  --option NAME=VALUE  an option of the game, see apparat games\n"
	"  --public             everybody sees the table in the lobby and may sit down\n"
	"  --slow               days for a move instead of minutes\n"
	"  --ask-all            asks even where hardly anybody would do anything but pass\n"
	"  --lang CODE          the language, en or fr\n"
	"  --generic-board      sentences and tables, as every game has them, instead of its own board\n"
	"  --plain              no colours, no symbols, one line after another\n");

/* What the command line says. Texts may be NULL. */
typedef struct settings {
	const char *name, *table, *invite, *lang;
	bool plain, ask_all, generic_board;
	join_table_options new_table;
} settings;

/* ---- The command line ------------------------------------------------------------------------ */

static int read_keys(join *j, const settings *given)
{
	if (given->table && !join_read_key(given->table, j->address.table))
		return ap_cli_misuse(j->command, "--table must be a key of letters and digits");
	if (given->invite && !join_read_key(given->invite, j->address.invite))
		return ap_cli_misuse(j->command, "--invite must be a key of letters and digits");
	if (j->address.invite[0] && !j->address.table[0])
		return ap_cli_misuse(j->command, "--invite needs its table: give --table KEY");
	return AP_CLI_CONTINUE;
}

/* Checks the settings, and sets `new_table` to the message that makes a table; NULL if none is to
 * be made. */
static int check(join *j, const settings *given, json_t **new_table)
{
	const join_table_options *options = &given->new_table;
	int status = read_keys(j, given);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (options->game && j->address.table[0])
		return ap_cli_misuse(
			j->command, "a table is joined or made, not both: leave --create or the table out");
	if (!options->game &&
		(options->players || options->seats || options->game_options.count || options->open ||
			options->slow))
		return ap_cli_misuse(
			j->command, "--players, --seats, --option, --public and --slow go with --create GAME");
	*new_table = options->game ? join_new_table_message(j->command, options) : NULL;
	return options->game && !*new_table ? AP_MISUSED : AP_CLI_CONTINUE;
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* Connects and signs in. Returns false after a failure. */
static bool connect_to(join *j, const char *name)
{
	char url[JOIN_URL];
	if (!join_open(j) || !join_sign_in(j, name))
		return false;
	link_connect(&j->link);
	if (!join_wait_while(j, LINK_CONNECTING))
		return false;
	return j->link.state == LINK_UP ||
		join_fail(j, AP_FAILED, "cannot reach %s: %s", join_write_address(&j->address, url),
			j->link.error);
}

/* Goes from the lobby to tables and back until the person quits. */
static void play(join *j, json_t *new_table)
{
	join_next next = JOIN_GO_TO_LOBBY;
	if (new_table) {
		next = join_create_table(j, new_table);
		if (next == JOIN_STAY) {
			join_fail(j, AP_FAILED, "the table was not made: %s", j->session.message);
			return;
		}
	} else if (j->address.table[0]) {
		memcpy(j->table_key, j->address.table, sizeof j->table_key);
		memcpy(j->invite_key, j->address.invite, sizeof j->invite_key);
		next = JOIN_GO_TO_TABLE;
	}
	while (next != JOIN_QUIT)
		next = next == JOIN_GO_TO_TABLE ? join_run_table(j) : join_run_lobby(j);
	if (j->link.state == LINK_BROKEN)
		join_fail(j, AP_FAILED, "the connection is lost: %s", j->link.error);
}

/* Prints what stays on the shell's screen: the result, or how to come back to the table. */
static void say_goodbye(join *j)
{
	char url[JOIN_URL], line[TEXT_LINE];
	bool over = strcmp(join_string(j->table_info, "status"), "over") == 0;
	bool full_screen = j->session.terminal.full_screen;
	terminal_close(&j->session.terminal);
	if (over && full_screen && j->has_view)
		dialogue_show_result(&j->session);
	else if (j->table_info && !over && j->viewer != AP_OBSERVER && !j->failure[0])
		printf("%s\n  apparat join '%s/t/%s'\n",
			play_say(line, sizeof line, j->session.language, "cli.join.goodbye", NULL),
			join_write_address(&j->address, url), j->table_key);
}

static int run(join *j, const settings *given, json_t *new_table)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigaction(SIGPIPE, &ignore, NULL);
	j->ask_all = given->ask_all;
	j->session.generic_board = given->generic_board;
	terminal_open(&j->session.terminal, given->plain);
	if (connect_to(j, given->name)) {
		play(j, new_table);
		new_table = NULL;
	}
	json_decref(new_table);
	say_goodbye(j);
	join_close(j);
	if (terminal_stop_signal())
		return 128 + terminal_stop_signal();
	if (j->failure[0])
		ap_cli_failure(j->command, "%s", j->failure);
	return j->status;
}

static void suggest_seats(const ap_cli_typed *typed)
{
	ap_cli_typed last = ap_cli_last_in_list(typed);
	ap_cli_offer(&last, "you");
	ap_cli_offer(&last, "open");
	ap_cli_suggest_levels(typed);
}

int ap_cmd_join(int argc, char **argv)
{
	static join j;
	settings given = {0};
	json_t *new_table = NULL;
	const ap_cli_option options[] = {
		{"name", AP_CLI_TEXT, &given.name, AP_TEXT("a name, such as Ann"), 0, 0, NULL},
		{"table", AP_CLI_TEXT, &given.table, AP_TEXT("the key of a table"), 0, 0, NULL},
		{"invite", AP_CLI_TEXT, &given.invite, AP_TEXT("the key of an invitation"), 0, 0, NULL},
		{"create", AP_CLI_TEXT, &given.new_table.game, AP_TEXT("a game, see apparat games"), 0, 0,
			ap_cli_suggest_games},
		{"players", AP_CLI_TEXT, &given.new_table.players,
			AP_TEXT("a number of players, such as 4"), 0, 0, ap_cli_suggest_players},
		{"seats", AP_CLI_TEXT, &given.new_table.seats,
			AP_TEXT("who sits where, such as you,open,greedy"), 0, 0, suggest_seats},
		{"option", AP_CLI_WORDS, &given.new_table.game_options,
			AP_TEXT("an option, such as name=value"), 0, 0, ap_cli_suggest_game_options},
		{"public", AP_CLI_FLAG, &given.new_table.open, NULL, 0, 0, NULL},
		{"slow", AP_CLI_FLAG, &given.new_table.slow, NULL, 0, 0, NULL},
		{"ask-all", AP_CLI_FLAG, &given.ask_all, NULL, 0, 0, NULL},
		{"lang", AP_CLI_TEXT, &given.lang, AP_TEXT("a language, en or fr"), 0, 0,
			ap_cli_suggest_languages},
		{"generic-board", AP_CLI_FLAG, &given.generic_board, NULL, 0, 0, NULL},
		{"plain", AP_CLI_FLAG, &given.plain, NULL, 0, 0, NULL},
		{0},
	};
	ap_cli_arguments a = {
		.usage = usage, .options = options, .least = 1, .most = 1, .missing = "URL"};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	j.command = argv[0];
	const char *wrong = join_read_address(a.operand[0], &j.address);
	if (wrong)
		return ap_cli_misuse(j.command, "'%s': %s", a.operand[0], ap_translated(wrong));
	if (!ap_cli_language(j.command, given.lang, &j.session.language))
		return AP_MISUSED;
	status = check(&j, &given, &new_table);
	return status == AP_CLI_CONTINUE ? run(&j, &given, new_table) : status;
}
