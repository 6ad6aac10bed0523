/* kept_games.h: the games that `apparat play` keeps by itself, so that none is lost when somebody
 * leaves without having named a file: records in the folder "games" of the state folder, called
 * GAME-NUMBER.apr. A file beside it, GAME-NUMBER.lock, is locked for as long as the game is played,
 * so that it is not taken up twice. */
#ifndef APPARAT_CLI_KEPT_GAMES_H
#define APPARAT_CLI_KEPT_GAMES_H

#include <time.h>

#include "cli/state_folder.h"

/* A game that this program plays. */
typedef struct ap_kept_game {
	char path[AP_CLI_PATH]; /* its record */
	int lock;               /* the file that is locked; -1: this is no such game */
} ap_kept_game;

/* A game that nobody plays at the moment. */
typedef struct ap_kept_entry {
	char name[256];       /* of its record, without the folder */
	struct timespec when; /* it was played last */
} ap_kept_entry;

enum { AP_KEPT_MOST = 64 }; /* how many are listed */

/* Finds a place for a new game, and locks it. False if there is none. */
bool ap_kept_begin(const char *game, ap_kept_game *kept);
/* Takes up a game by the name of its record. False if somebody else plays it, or it is gone. */
bool ap_kept_take(const char *name, ap_kept_game *kept);
/* Unlocks the game. With `forget` its record is removed, too. */
void ap_kept_end(ap_kept_game *kept, bool forget);

/* Lists the games that can be taken up, of this game or, if it is NULL, of all; the one that was
 * played last comes first. Returns how many there are. */
int ap_kept_list(const char *game, ap_kept_entry out[AP_KEPT_MOST]);

#endif
