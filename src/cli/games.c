/* games.c: the command `apparat games`, which lists the games. */
#include "cli/command.h"

#include <stdio.h>

#include "bots/bots.h"
#include "bots/game_list.h"
#include "cli/arguments.h"
#include "cli/output.h"

static const char usage[] = AP_TEXT(
	"apparat games [--json]\n"
	"\n"
	"Lists the games there are: players, seats, options with their values (the first is the\n"
	"default), bots, version of the rules and size of a state.\n"
	"\n"
	"  --json   the same as one JSON object, see apparat-games(1)\n");

static void write_games(ap_json *j, const void *what)
{
	(void)what;
	ap_json_open(j, '{');
	ap_json_key(j, "games");
	ap_write_games(j);
	ap_json_close(j, '}');
}

static void print_game(const ap_game *game)
{
	printf("%s: %d to %d players, rules %d, state %zu bytes\n", ap_game_name(game),
		ap_min_players(game), ap_max_players(game), ap_rules_version(game), ap_state_size(game));
	printf("  seats   ");
	for (int seat = 0; seat < ap_max_players(game); seat++)
		printf(" %s", ap_seat_name(game, seat));
	for (int i = 0; ap_option_name(game, i); i++) {
		printf("\n  option   %s=", ap_option_name(game, i));
		for (int v = 0; ap_option_value(game, i, v); v++)
			printf("%s%s", v ? "|" : "", ap_option_value(game, i, v));
	}
	printf("\n  bots    ");
	for (int n = 0; ap_bot_at(game, n); n++)
		printf(" %s", ap_bot_at(game, n)->level);
	putchar('\n');
}

int ap_cmd_games(int argc, char **argv)
{
	bool json = false;
	const ap_cli_option options[] = {{"json", AP_CLI_FLAG, &json, NULL, 0, 0, NULL}, {0}};
	ap_cli_arguments a = {.usage = usage, .options = options};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (json)
		ap_cli_print_json(write_games, NULL);
	for (int i = 0; !json && i < ap_game_count(); i++)
		print_game(ap_game_at(i));
	return AP_DONE;
}
