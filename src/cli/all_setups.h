/* all_setups.h: the set-ups of a game, numbered from 0, for measurements and checks that go through
 * all of them. Of an option with many values only the first two and the last are used. */
#ifndef APPARAT_CLI_ALL_SETUPS_H
#define APPARAT_CLI_ALL_SETUPS_H

#include "apparat/apparat.h"

int ap_setup_count(const ap_game *game);
ap_setup ap_setup_at(const ap_game *game, int n);

#endif
