/* offices.h: what a bot of Kremlin thinks of every use of an office, its own or another's.
 */
#ifndef APPARAT_KREMLIN_BOTS_OFFICES_H
#define APPARAT_KREMLIN_BOTS_OFFICES_H

#include "outlook.h"

/* What it means to me that this is done at the step on top of the stack, whoever does it. */
int kr_judge_office(const outlook *o, ap_action a);
/* What the order of posts that the chief is making means to me. */
int kr_worth_of_order(const outlook *o);
/* The best purge's worth if this politician had the power; 0 if none is any good. */
int kr_worth_of_purging(const outlook *o, int purger);

#endif
