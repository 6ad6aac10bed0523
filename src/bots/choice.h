/* choice.h: finds the best of several actions, for bots that give each action a worth. Among
 * actions of equal worth chance decides. */
#ifndef APPARAT_BOTS_CHOICE_H
#define APPARAT_BOTS_CHOICE_H

#include <assert.h>

#include "bots/bots.h"

/* Begins with all fields zero. */
typedef struct ap_best {
	ap_action best;
	int most;        /* the worth of the best action */
	uint32_t equals; /* the number of actions with that worth; 0: none was weighed yet */
} ap_best;

/* Compares an action with the best one so far. */
static inline void ap_weigh(ap_best *c, ap_action action, int worth, ap_rng *rng)
{
	assert(c && rng);
	if (c->equals > 0 && worth < c->most)
		return;
	c->equals = c->equals > 0 && worth == c->most ? c->equals + 1 : 1;
	c->most = worth;
	if (ap_below(rng, c->equals) == 0)
		c->best = action;
}

#endif
