/* replay_film.h: shows recorded games that were played by rules which this program does not have.
 */
#ifndef APPARAT_CLI_REPLAY_FILM_H
#define APPARAT_CLI_REPLAY_FILM_H

#include "cli/messages.h"
#include "text/phrases.h"
#include "text/record.h"

/* What `apparat replay` was asked for. */
typedef struct replay_request {
	const char *command, *path;
	const char *text; /* the record */
	size_t length;
	const ap_game *game;
	int at;           /* stop after this many actions; -1: nothing was said */
	const char *seat; /* NULL: everything */
	ap_language language;
	bool steps, json, events, whole, plain;
	bool from_start; /* one steps through the game from its beginning */
} replay_request;

/* Shows a record that has what every viewer saw. Returns the exit status. */
int ap_cli_replay_film(const replay_request *q);

/* Lists the actions of a record. Returns the exit status. */
int ap_cli_list_actions(const replay_request *q, const ap_record_report *report);

#endif
