/* red_empire.h: the game Red Empire, 3 to 6 players. Rules: rules/en.md. */
#ifndef APPARAT_RED_EMPIRE_H
#define APPARAT_RED_EMPIRE_H

#include "apparat/apparat.h"

extern const ap_game red_empire;

#endif
