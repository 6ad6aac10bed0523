/* choice.h: the best of several actions; among equals chance decides. */
#ifndef APPARAT_BOTS_CHOICE_H
#define APPARAT_BOTS_CHOICE_H

#include "bots/bots.h"

typedef struct ap_best {
	ap_action best;
	int most;
	uint32_t equals; /* 0: none was weighed */
} ap_best;

static inline void ap_weigh(ap_best *c, ap_action action, int worth, ap_rng *rng)
{
	if (c->equals > 0 && worth < c->most)
		return;
	c->equals = c->equals > 0 && worth == c->most ? c->equals + 1 : 1;
	c->most = worth;
	if (ap_below(rng, c->equals) == 0)
		c->best = action;
}

#endif
