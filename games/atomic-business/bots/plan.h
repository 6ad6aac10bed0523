/* plan.h: decides how a bot of Atomic Business spends the points of its turn. */
#ifndef APPARAT_ATOMIC_BUSINESS_BOTS_PLAN_H
#define APPARAT_ATOMIC_BUSINESS_BOTS_PLAN_H

#include "outlook.h"

typedef struct plan {
	int worth;
	int to[AB_DIPLOMATS_EACH]; /* the space where each of my diplomats ends */
	int moved;                 /* how many of them move */
	bool found;
} plan;

/* Returns the best way to spend the points that are left; chance decides between equal plans. */
plan ab_best_plan(const outlook *o, bool plates, ap_rng *rng);
/* Writes the first step of a plan. Returns false if its diplomats stay where they are. */
bool ab_first_step(const outlook *o, const plan *p, ap_action *step);

#endif
