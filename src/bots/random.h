/* random.h: the bot of every game, each legal action as likely as another. */
#ifndef APPARAT_BOTS_RANDOM_H
#define APPARAT_BOTS_RANDOM_H

#include "bots/bots.h"

ap_bot_choose ap_random_choose;

#endif
