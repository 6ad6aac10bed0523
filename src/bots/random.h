/* random.h: the bot that every game has. It chooses each legal action with the same probability. */
#ifndef APPARAT_BOTS_RANDOM_H
#define APPARAT_BOTS_RANDOM_H

#include "bots/bots.h"

ap_bot_choose ap_random_choose;

#endif
