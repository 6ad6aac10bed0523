/* plan.h: how a bot of Atomic Business spends its five points. */
#ifndef APPARAT_ATOMIC_BUSINESS_BOTS_PLAN_H
#define APPARAT_ATOMIC_BUSINESS_BOTS_PLAN_H

#include "outlook.h"

typedef struct plan {
	int worth;
	int to[AB_DIPLOMATS_EACH]; /* where each of my diplomats ends */
	bool found;
} plan;

/* The best way to spend the points that are left; the lot decides between equals. */
plan ab_best_plan(const outlook *o, bool plates, ap_rng *rng);
/* The step with which a plan begins. False: its diplomats stay where they are. */
bool ab_first_step(const outlook *o, const plan *p, ap_action *step);

#endif
