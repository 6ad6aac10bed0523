/* lists.h: the lists of names of a game, as the rest of the core sees them. */
#ifndef APPARAT_CORE_LISTS_H
#define APPARAT_CORE_LISTS_H

#include "core/game.h"

/* The number of a list by which the public header knows it; -1: it has no words, or is none. */
int ap_list_index(const ap_game *game, const ap_names *names);

#endif
