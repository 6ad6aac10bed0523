/* join.c: apparat join, playing in the terminal over the network. */
#include "cli/command.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "join/join.h"
#include "terminal/words.h"
#include "cli/setup.h"

static const char usage[] =
	"apparat join URL [OPTION]...\n"
	"\n"
	"Plays in the terminal at a server that was started with apparat serve. URL is its address, or\n"
	"the invitation to a table: http://HOST:PORT/t/TABLE?invite=KEY. Without a table the lobby is\n"
	"shown. h shows the commands. A connection that is lost comes back by itself.\n"
	"\n"
	"  --name NAME          who you are there; without it who you were last, or you are asked\n"
	"  --table KEY          go to this table, and sit down if a seat is free\n"
	"  --invite KEY         the invitation of that table\n"
	"  --create GAME        make a table, and with it\n"
	"  --players N          how many play; without it as many as --seats, or as few as can\n"
	"  --seats WHO,..       who sits where: you, open, or a level of bots (random, greedy);\n"
	"                       without it you, and all others open. A full table begins at once\n"
	"  --option NAME=VALUE  an option of the game, see apparat games\n"
	"  --public             everybody sees the table in the lobby and may sit down\n"
	"  --slow               days for a move instead of minutes\n"
	"  --ask-all            asks even where hardly anybody would do anything but pass\n"
	"  --lang CODE          en or fr\n"
	"  --generic-board      sentences and tables, as every game has them, instead of its own board\n"
	"  --plain              no colours, no symbols, one line after another\n";

typedef struct wishes {
	const char *name, *table, *invite, *lang;
	bool plain, ask_all, generic_board;
	join_wishes made;
} wishes;

/* ---- What is wished for ---------------------------------------------------------------------- */

static int read_keys(join *j, const wishes *w)
{
	if (w->table && !join_read_key(w->table, j->to.table))
		return ap_cli_misuse(j->command, "--table must be a key of letters and digits");
	if (w->invite && !join_read_key(w->invite, j->to.invite))
		return ap_cli_misuse(j->command, "--invite must be a key of letters and digits");
	if (j->to.invite[0] && !j->to.table[0])
		return ap_cli_misuse(j->command, "--invite needs its table: give --table KEY");
	return AP_CLI_CONTINUE;
}

static int check(join *j, const wishes *w, json_t **new_table)
{
	const join_wishes *m = &w->made;
	int status = read_keys(j, w);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (m->game && j->to.table[0])
		return ap_cli_misuse(
			j->command, "a table is joined or made, not both: leave --create or the table out");
	if (!m->game && (m->players || m->seats || m->options.count || m->open || m->slow))
		return ap_cli_misuse(
			j->command, "--players, --seats, --option, --public and --slow go with --create GAME");
	*new_table = m->game ? join_new_table(j->command, m) : NULL;
	return m->game && !*new_table ? AP_MISUSED : AP_CLI_CONTINUE;
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* Connected and known, or not at all. */
static bool connect_to(join *j, const char *name)
{
	char url[JOIN_URL];
	if (!join_open(j) || !join_sign_in(j, name))
		return false;
	link_connect(&j->link);
	if (!join_wait(j, LINK_CONNECTING))
		return false;
	return j->link.state == LINK_UP ||
		join_fail(
			j, AP_FAILED, "cannot reach %s: %s", join_write_address(&j->to, url), j->link.error);
}

/* From table to lobby and back, until somebody has enough. */
static void play(join *j, json_t *new_table)
{
	join_go go = JOIN_LOBBY;
	if (new_table) {
		go = join_create(j, new_table);
		if (go == JOIN_ON) {
			join_fail(j, AP_FAILED, "the table was not made: %s", j->s.message);
			return;
		}
	} else if (j->to.table[0]) {
		memcpy(j->table, j->to.table, sizeof j->table);
		memcpy(j->invite, j->to.invite, sizeof j->invite);
		go = JOIN_TABLE;
	}
	while (go != JOIN_LEFT)
		go = go == JOIN_TABLE ? join_at_table(j) : join_lobby(j);
	if (j->link.state == LINK_BROKEN)
		join_fail(j, AP_FAILED, "the connection is lost: %s", j->link.error);
}

/* What stays on the screen when the game's own is gone. */
static void say_goodbye(join *j)
{
	char url[JOIN_URL], line[TEXT_LINE];
	bool over = strcmp(join_string(j->about, "status"), "over") == 0;
	bool screen = j->s.terminal.live;
	terminal_close(&j->s.terminal);
	if (over && screen && j->seen)
		dialogue_result(&j->s);
	else if (j->about && !over && j->viewer != AP_OBSERVER && !j->failure[0])
		printf("%s\n  apparat join '%s/t/%s'\n",
			play_say(line, sizeof line, j->s.language, "cli.join.goodbye", NULL),
			join_write_address(&j->to, url), j->table);
}

static int run(join *j, const wishes *w, json_t *new_table)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigaction(SIGPIPE, &ignore, NULL);
	j->ask_all = w->ask_all;
	j->s.generic_board = w->generic_board;
	terminal_open(&j->s.terminal, w->plain);
	if (connect_to(j, w->name)) {
		play(j, new_table);
		new_table = NULL;
	}
	json_decref(new_table);
	say_goodbye(j);
	join_close(j);
	if (terminal_signal())
		return 128 + terminal_signal();
	if (j->failure[0])
		ap_cli_failure(j->command, "%s", j->failure);
	return j->status;
}

int ap_cmd_join(int argc, char **argv)
{
	static join j;
	wishes w = {0};
	json_t *new_table = NULL;
	const ap_cli_option options[] = {
		{"name", AP_CLI_TEXT, &w.name, "a name, such as Ann", 0, 0},
		{"table", AP_CLI_TEXT, &w.table, "the key of a table", 0, 0},
		{"invite", AP_CLI_TEXT, &w.invite, "the key of an invitation", 0, 0},
		{"create", AP_CLI_TEXT, &w.made.game, "a game, such as red-empire", 0, 0},
		{"players", AP_CLI_TEXT, &w.made.players, "a number of players, such as 4", 0, 0},
		{"seats", AP_CLI_TEXT, &w.made.seats, "who sits where, such as you,open,greedy", 0, 0},
		{"option", AP_CLI_WORDS, &w.made.options, "an option, such as fall=faction", 0, 0},
		{"public", AP_CLI_FLAG, &w.made.open, NULL, 0, 0},
		{"slow", AP_CLI_FLAG, &w.made.slow, NULL, 0, 0},
		{"ask-all", AP_CLI_FLAG, &w.ask_all, NULL, 0, 0},
		{"lang", AP_CLI_TEXT, &w.lang, "a language, en or fr", 0, 0},
		{"generic-board", AP_CLI_FLAG, &w.generic_board, NULL, 0, 0},
		{"plain", AP_CLI_FLAG, &w.plain, NULL, 0, 0},
		{0},
	};
	ap_cli_arguments a = {
		.usage = usage, .options = options, .least = 1, .most = 1, .missing = "URL"};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	j.command = argv[0];
	const char *wrong = join_read_address(a.operand[0], &j.to);
	if (wrong)
		return ap_cli_misuse(j.command, "'%s': %s", a.operand[0], wrong);
	if (!ap_cli_language(j.command, w.lang, &j.s.language))
		return AP_MISUSED;
	status = check(&j, &w, &new_table);
	return status == AP_CLI_CONTINUE ? run(&j, &w, new_table) : status;
}
