/* offices.h: how a bot of Kremlin judges the use of an office, by its own or another seat. */
#ifndef APPARAT_KREMLIN_BOTS_OFFICES_H
#define APPARAT_KREMLIN_BOTS_OFFICES_H

#include "outlook.h"

/* Returns what it is worth to me that this is done at the step on top of the stack, whoever
 * does it. */
int kr_judge_office(const outlook *o, ap_action a);
/* Returns what the order of posts that the chief is making is worth to me. */
int kr_worth_of_order(const outlook *o);
/* Returns the worth of the best purge if this politician had the power; 0 if none is good. */
int kr_worth_of_purging(const outlook *o, int purger);

#endif
