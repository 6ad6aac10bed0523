/* triumph_of_chaos.h: the game Triumph of Chaos, two players. Rules:
 * docs/rules/en/triumph-of-chaos.md. */
#ifndef APPARAT_TRIUMPH_OF_CHAOS_H
#define APPARAT_TRIUMPH_OF_CHAOS_H

#include "apparat/apparat.h"

extern const ap_game triumph_of_chaos;

#endif
