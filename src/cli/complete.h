/* complete.h: what can follow on a command line, for the completion of shells. The hidden command
 * `apparat complete WORD..` prints every word that can stand in the place of the last WORD, one a
 * line. A line that begins with a colon tells the shell to offer files or folders of its own. The
 * options of a command, and what it takes, are those that it reads (arguments.h). */
#ifndef APPARAT_CLI_COMPLETE_H
#define APPARAT_CLI_COMPLETE_H

#include "apparat/apparat.h"
#include "cli/arguments.h"

/* What is typed so far. */
typedef struct ap_cli_typed {
	const char *argument; /* the argument that is to be completed, such as "--lang=f" */
	const char *word;     /* the part of it that a suggestion replaces, such as "f" */
	const ap_game *game;  /* the game that an argument before it names; NULL: none */
} ap_cli_typed;

/* From now on ap_cli_read_arguments() reads nothing, but prints what can stand in the place of the
 * last argument. */
void ap_cli_begin_completion(void);
bool ap_cli_is_completing(void);
/* Does that; returns AP_DONE. */
int ap_cli_complete(const ap_cli_arguments *a, int argc, char **argv);

/* Prints a suggestion if it begins with what is typed. */
void ap_cli_offer(const ap_cli_typed *typed, const char *word);
/* Prints all choices that begin with what is typed. */
void ap_cli_offer_all(const ap_cli_typed *typed, ap_cli_choice_at *choice_at, const void *from);
/* Returns what is typed of the last word of a list with commas. */
ap_cli_typed ap_cli_last_in_list(const ap_cli_typed *typed);

/* Suggestions for arguments that several commands take. Those of a game need one that was named. */
ap_cli_suggest ap_cli_suggest_clauses, ap_cli_suggest_files, ap_cli_suggest_folders,
	ap_cli_suggest_game_options, ap_cli_suggest_games, ap_cli_suggest_languages,
	ap_cli_suggest_levels, ap_cli_suggest_players, ap_cli_suggest_records, ap_cli_suggest_scenarios,
	ap_cli_suggest_seats;

#endif
