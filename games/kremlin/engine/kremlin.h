/* kremlin.h: the game Kremlin, 3 to 6 players. Rules: rules/en.md. */
#ifndef APPARAT_KREMLIN_H
#define APPARAT_KREMLIN_H

#include "apparat/apparat.h"

extern const ap_game kremlin;

#endif
