/* plan.h: how a bot of Atomic Business spends its five points. */
#ifndef APPARAT_ATOMIC_BUSINESS_BOTS_PLAN_H
#define APPARAT_ATOMIC_BUSINESS_BOTS_PLAN_H

#include "outlook.h"

typedef struct plan {
	int worth;
	int to[EACH]; /* where each of my diplomats ends */
	bool found;
} plan;

/* The best way to spend the points left; equals are drawn by lot. */
plan ab_best_plan(const outlook *o, bool plates, ap_rng *rng);
/* The step to begin with. False: the plan is to stay. */
bool ab_first_step(const outlook *o, const plan *p, ap_action *step);

#endif
