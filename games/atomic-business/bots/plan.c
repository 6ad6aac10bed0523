/* plan.c: every way to share the points among my diplomats, judged by where they
 * would stand. After each step the bot plans anew: the Palace may have brought a surprise. */
#include "plan.h"

typedef struct search {
	const outlook *now;
	outlook then;
	bool plates;
	int flown; /* the chance that a nuclear briefcase has flown home on the way */
	int to[EACH];
	plan best;
	uint32_t equals;
	ap_rng *rng;
} search;

static int surcharge(const search *f, int pawn)
{
	bool due = f->now->nuclear[pawn] != EMPTY && !f->plates && !f->now->s->plates;
	return due && !(f->now->s->surcharged >> pawn & 1) ? 1 : 0;
}

/* AB-MO-6: could a diplomat outside the Palace who has not been moved still take a step? Those who
 * have flown or taken a briefcase are planned for when it has happened. */
static bool must_go_on(const search *f, int points)
{
	const outlook *o = f->now;
	for (int n = 0; n < EACH && points > 0; n++) {
		int pawn = o->me * EACH + n, place = f->to[n];
		bool moved = place != o->place[pawn], loaded = o->nuclear[pawn] != EMPTY;
		if (place >= PALACE || (moved && place == HOME))
			continue;
		if (loaded && place == AIRPORT && o->ballot_by != NONE)
			continue;
		if (1 + (moved ? 0 : surcharge(f, pawn)) <= points)
			return true;
	}
	return false;
}

/* A stop beside a bearer may be worth more than the place itself. */
static int worth_with_pressure(const outlook *o)
{
	int best = ab_worth(o);
	for (int pawn = 0; pawn < o->players * EACH; pawn++) {
		if (!ab_mine_to_press(o, pawn))
			continue;
		int worth = ab_worth_of_pressing(o, pawn);
		best = worth > best ? worth : best;
	}
	return best;
}

static void consider(search *f)
{
	int worth = worth_with_pressure(&f->then);
	worth = part(WON, f->flown) + part(worth, SURE - f->flown);
	if (f->best.found && worth < f->best.worth)
		return;
	f->equals = f->best.found && worth == f->best.worth ? f->equals + 1 : 1;
	f->best.found = true;
	f->best.worth = worth;
	if (ap_below(f->rng, f->equals) == 0)
		memcpy(f->best.to, f->to, sizeof f->to);
}

static void share(search *f, int n, int points);

static void move_and_share(search *f, int n, int to, int points)
{
	int pawn = f->now->me * EACH + n, flown = f->flown;
	outlook kept = f->then;
	f->to[n] = to;
	if (to == HOME && f->then.nuclear[pawn] > f->flown)
		f->flown = f->then.nuclear[pawn];
	if (to == HOME)
		ab_unload(&f->then, pawn);
	ab_arrive(&f->then, pawn, to);
	share(f, n + 1, points);
	f->then = kept;
	f->flown = flown;
}

static void go(search *f, int n, int way, int points)
{
	const outlook *o = f->now;
	int pawn = o->me * EACH + n, step = way == TO_PALACE ? 1 : -1, place = o->place[pawn];
	int last = way == TO_PALACE ? PALACE : o->ballot_by == NONE ? HOME : AIRPORT;
	points -= surcharge(f, pawn);
	while (place != last && points > 0) {
		place += step;
		points--;
		move_and_share(f, n, place, points);
	}
}

/* Two who stand together with empty hands are one as good as the other. */
static bool like_the_one_before(const search *f, int n)
{
	int pawn = f->now->me * EACH + n;
	return n > 0 && f->now->place[pawn] == f->now->place[pawn - 1] &&
		f->now->nuclear[pawn] == EMPTY && f->now->nuclear[pawn - 1] == EMPTY &&
		f->now->s->mover != pawn && f->now->s->way[pawn] == f->now->s->way[pawn - 1];
}

static void share(search *f, int n, int points)
{
	const outlook *o = f->now;
	int pawn = o->me * EACH + n;
	if (n == EACH) {
		if (!must_go_on(f, points))
			consider(f);
		return;
	}
	f->to[n] = o->place[pawn];
	share(f, n + 1, points);
	if (like_the_one_before(f, n) && f->to[n - 1] == o->place[pawn])
		return;
	for (int way = TO_PALACE; way <= TO_AIRPORT; way++) {
		uint16_t clause = ab_step_forbidden(o->s, o->me, pawn, way);
		if (clause == 0 || (clause == AB_MO_5 && f->plates))
			go(f, n, way, points);
	}
}

plan ab_best_plan(const outlook *o, bool plates, ap_rng *rng)
{
	search f = {.now = o, .then = *o, .plates = plates, .rng = rng};
	f.then.points = 0;
	share(&f, 0, o->points);
	return f.best;
}

/* Whoever is on his way goes on, or he would have stopped. Then whoever reaches the Palace, for
 * what he finds there may change the plan; then the empty-handed, so that escorts stand ready. */
static int urgency(const outlook *o, int pawn, int to)
{
	if (o->s->mover == pawn)
		return 3;
	if (to == PALACE || to == HOME)
		return 2;
	return o->nuclear[pawn] == EMPTY ? 1 : 0;
}

bool ab_first_step(const outlook *o, const plan *p, ap_action *step)
{
	int first = -1;
	for (int n = 0; n < EACH; n++) {
		int pawn = o->me * EACH + n, to = p->to[n];
		if (!p->found || to == o->place[pawn] || urgency(o, pawn, to) <= first)
			continue;
		first = urgency(o, pawn, to);
		unsigned way = to > o->place[pawn] ? TO_PALACE : TO_AIRPORT;
		*step = ap_act(V_MOVE, (unsigned)pawn, way);
	}
	return first >= 0;
}
