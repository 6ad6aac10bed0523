/* triumph_of_chaos.h: the game Triumph of Chaos, two players. Rules:
 * rules/en.md. */
#ifndef APPARAT_TRIUMPH_OF_CHAOS_H
#define APPARAT_TRIUMPH_OF_CHAOS_H

#include "apparat/apparat.h"

extern const ap_game triumph_of_chaos;

#endif
