/* game_list.h: the games there are, with their players, seats, options and bots, as JSON. */
#ifndef APPARAT_GAME_LIST_H
#define APPARAT_GAME_LIST_H

#include "core/json_writer.h"

void ap_write_games(ap_json *j); /* an array */

#endif
