/* all_setups.h: the set-ups of a game, numbered from 0, for measurements and checks that go through
 * all of them. Of an option with many values only the first two and the last are used.
 *
 * `like` fixes options: those whose value in it is not AP_ANY_VALUE have that value in every
 * set-up. NULL fixes none. */
#ifndef APPARAT_CLI_ALL_SETUPS_H
#define APPARAT_CLI_ALL_SETUPS_H

#include "apparat/apparat.h"

enum { AP_ANY_VALUE = 255 };

int ap_setup_count(const ap_game *game, const ap_setup *like);
ap_setup ap_setup_at(const ap_game *game, const ap_setup *like, int n);

#endif
