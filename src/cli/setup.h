/* setup.h: the game, its set-up and its seats from the words of the command line. What is wrong is
 * said in one line; the command then returns AP_MISUSED. */
#ifndef APPARAT_CLI_SETUP_H
#define APPARAT_CLI_SETUP_H

#include "bots/bots.h"
#include "cli/arguments.h"
#include "text/catalogue.h"

/* NULL: no such game. */
const ap_game *ap_cli_game(const char *command, const char *name);

typedef struct ap_cli_range {
	int least, most;
} ap_cli_range;

/* "4" or "3..6", within what the game allows; NULL is its least number of players. */
bool ap_cli_players(
	const char *command, const ap_game *game, const char *text, ap_cli_range *players);

/* Players as above but one number, and options such as "fall=faction". */
bool ap_cli_setup(const char *command, const ap_game *game, const char *players,
	const ap_cli_words *options, ap_setup *setup);
/* The options alone. */
bool ap_cli_options(
	const char *command, const ap_game *game, const ap_cli_words *options, ap_setup *setup);

/* One bot; NULL: no such level. */
const ap_bot *ap_cli_bot(const char *command, const ap_game *game, const char *level);

/* A seat of this table or "observer"; NULL is AP_EVERYTHING. */
bool ap_cli_viewer(
	const char *command, const ap_game *game, int players, const char *name, int *viewer);

/* "en" or "fr"; NULL is what the environment says, or else English. */
bool ap_cli_language(const char *command, const char *code, ap_language *language);

#endif
