/* setup.h: finds the game, its set-up, bots, viewers and languages that the words of a command line
 * name. If a word is wrong, the function reports it and returns false or NULL; the command then
 * returns AP_MISUSED. */
#ifndef APPARAT_CLI_SETUP_H
#define APPARAT_CLI_SETUP_H

#include "bots/bots.h"
#include "cli/arguments.h"
#include "text/catalogue.h"

typedef struct ap_cli_range {
	int least, most;
} ap_cli_range;

/* Finds a game by its name. */
const ap_game *ap_cli_game(const char *command, const char *name);

/* Reads numbers of players that the game allows with these options, such as "4" or "3..6"; NULL
 * stands for the least number. */
bool ap_cli_players(const char *command, const ap_game *game, const char *text,
	const ap_setup *options, ap_cli_range *players);

/* Reads a set-up: one number of players (NULL stands for the least that the options allow) and
 * options "NAME=VALUE". */
bool ap_cli_setup(const char *command, const ap_game *game, const char *players,
	const ap_cli_words *options, ap_setup *setup);
/* Reads only the options of a set-up. */
bool ap_cli_options(
	const char *command, const ap_game *game, const ap_cli_words *options, ap_setup *setup);

/* Finds a bot of the game by its level. */
const ap_bot *ap_cli_bot(const char *command, const ap_game *game, const char *level);

/* Finds a viewer: a seat at a table with this many players, or "observer"; NULL stands for
 * AP_EVERYTHING. */
bool ap_cli_viewer(
	const char *command, const ap_game *game, int players, const char *name, int *viewer);

/* Finds a language by its code, "en" or "fr"; NULL stands for the language of the environment, or
 * English if it is neither. Errors are said in it from then on. */
bool ap_cli_language(const char *command, const char *code, ap_language *language);

/* Says errors in the language of the environment. */
void ap_cli_speak_as_environment(void);

#endif
