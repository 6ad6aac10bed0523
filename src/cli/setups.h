/* setups.h: the ways a game can be set up, in order, for measures and checks. An option with many
 * values is tried at its first two and its last. */
#ifndef APPARAT_CLI_SETUPS_H
#define APPARAT_CLI_SETUPS_H

#include "apparat/apparat.h"

int ap_setup_count(const ap_game *game);
ap_setup ap_setup_at(const ap_game *game, int n);

#endif
