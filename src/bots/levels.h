/* levels.h: the bots behind the table in bots.c; only that table should need it. */
#ifndef APPARAT_BOTS_LEVELS_H
#define APPARAT_BOTS_LEVELS_H

#include "bots/bots.h"

ap_bot_choose ap_random_choose; /* any game */
ap_bot_choose ab_greedy_choose; /* Atomic Business only */
ap_bot_choose kr_greedy_choose; /* Kremlin only */
ap_bot_choose re_greedy_choose; /* Red Empire only */
ap_bot_choose tc_greedy_choose; /* Triumph of Chaos only */

#endif
