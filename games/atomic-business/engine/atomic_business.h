/* atomic_business.h: the game Atomic Business, 2 to 6 players. Rules:
 * rules/en.md. */
#ifndef APPARAT_ATOMIC_BUSINESS_H
#define APPARAT_ATOMIC_BUSINESS_H

#include "apparat/apparat.h"

extern const ap_game atomic_business;

#endif
