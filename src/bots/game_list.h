/* game_list.h: the games that are built in, with players, seats, options and bots, as JSON. */
#ifndef APPARAT_GAME_LIST_H
#define APPARAT_GAME_LIST_H

#include "core/json_writer.h"

/* Writes a list with an object for each game. */
void ap_write_games(ap_json *j);

#endif
