/* lists.h: which number the public header has for a list of names. */
#ifndef APPARAT_CORE_LISTS_H
#define APPARAT_CORE_LISTS_H

#include "core/game.h"

/* Returns the number of a list in apparat.h; -1 if `names` is NULL or none of the game's lists. */
int ap_list_index(const ap_game *game, const ap_names *names);

#endif
