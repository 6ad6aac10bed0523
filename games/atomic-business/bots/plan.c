/* plan.c: tries every way to share the points among my diplomats, and judges it by where they
 * would stand. The bot plans again after each step, because a briefcase taken in the Palace may
 * change the plan. */
#include "plan.h"

typedef struct search {
	const outlook *now;
	outlook then;              /* the street after the plan */
	bool plates;               /* true if no surcharge is paid */
	int flown;                 /* the chance that a nuclear briefcase has flown home on the way */
	int to[AB_DIPLOMATS_EACH]; /* where each of my diplomats would end */
	plan best;
	uint32_t equals; /* how many plans were as good as the best */
	ap_rng *rng;
} search;

static int surcharge(const search *f, int pawn)
{
	bool plates = f->plates && f->now->place[pawn] != AB_SPACE_PALACE;
	return plates ? 0 : ab_surcharge(f->now->s, pawn);
}

/* Returns whether a diplomat outside the Palace could still take a step, AB-MO-6. Diplomats who
 * fly home or take a briefcase are planned again after that has happened. */
static bool must_go_on(const search *f, int points)
{
	const outlook *o = f->now;
	for (int n = 0; n < AB_DIPLOMATS_EACH && points > 0; n++) {
		int pawn = ab_first_pawn(o->me) + n, place = f->to[n];
		bool moved = place != o->place[pawn], loaded = o->nuclear[pawn] != EMPTY;
		if (place >= AB_SPACE_PALACE || (moved && place == AB_SPACE_HOME))
			continue;
		if (loaded && place == AB_SPACE_AIRPORT && o->ballot_by != AB_NONE)
			continue;
		if (1 + (moved ? 0 : surcharge(f, pawn)) <= points)
			return true;
	}
	return false;
}

/* Returns what the street is worth, or what it is worth to press a bearer there if that is more. */
static int worth_with_pressure(const outlook *o)
{
	int best = ab_worth(o);
	for (int pawn = 0; pawn < ab_pawn_count(o->s); pawn++) {
		if (!ab_mine_to_press(o, pawn))
			continue;
		int worth = ab_worth_of_pressing(o, pawn);
		best = worth > best ? worth : best;
	}
	return best;
}

static int how_many_move(const search *f)
{
	int moved = 0;
	for (int n = 0; n < AB_DIPLOMATS_EACH; n++)
		moved += f->to[n] != f->now->place[ab_first_pawn(f->now->me) + n];
	return moved;
}

/* Of plans that are worth as much, the one that moves fewer diplomats is better. */
static void consider(search *f)
{
	int worth = worth_with_pressure(&f->then), moved = how_many_move(f);
	worth = part(WON, f->flown) + part(worth, SURE - f->flown);
	if (f->best.found &&
		(worth < f->best.worth || (worth == f->best.worth && moved > f->best.moved)))
		return;
	bool equal = f->best.found && worth == f->best.worth && moved == f->best.moved;
	f->equals = equal ? f->equals + 1 : 1;
	f->best.found = true;
	f->best.worth = worth;
	f->best.moved = moved;
	if (ap_below(f->rng, f->equals) == 0)
		memcpy(f->best.to, f->to, sizeof f->to);
}

static void share(search *f, int n, int points);

static void move_and_share(search *f, int n, int to, int points)
{
	int pawn = ab_first_pawn(f->now->me) + n, flown = f->flown;
	outlook kept = f->then;
	f->to[n] = to;
	if (to == AB_SPACE_HOME && f->then.nuclear[pawn] > f->flown)
		f->flown = f->then.nuclear[pawn];
	if (to == AB_SPACE_HOME)
		ab_unload(&f->then, pawn);
	ab_arrive(&f->then, pawn, to);
	share(f, n + 1, points);
	f->then = kept;
	f->flown = flown;
}

static void go(search *f, int n, int way, int points)
{
	const outlook *o = f->now;
	int pawn = ab_first_pawn(o->me) + n, step = way == AB_WAY_PALACE ? 1 : -1,
		place = o->place[pawn];
	int last = way == AB_WAY_PALACE ? AB_SPACE_PALACE
		: o->ballot_by == AB_NONE   ? AB_SPACE_HOME
									: AB_SPACE_AIRPORT;
	points -= surcharge(f, pawn);
	while (place != last && points > 0) {
		place += step;
		points--;
		move_and_share(f, n, place, points);
	}
}

/* Two diplomats without a briefcase in the same space are equivalent, so only one order is
 * tried. */
static bool like_the_one_before(const search *f, int n)
{
	int pawn = ab_first_pawn(f->now->me) + n;
	return n > 0 && f->now->place[pawn] == f->now->place[pawn - 1] &&
		f->now->nuclear[pawn] == EMPTY && f->now->nuclear[pawn - 1] == EMPTY &&
		f->now->s->mover != pawn && f->now->s->way[pawn] == f->now->s->way[pawn - 1];
}

static void share(search *f, int n, int points)
{
	const outlook *o = f->now;
	int pawn = ab_first_pawn(o->me) + n;
	if (n == AB_DIPLOMATS_EACH) {
		if (!must_go_on(f, points))
			consider(f);
		return;
	}
	f->to[n] = o->place[pawn];
	share(f, n + 1, points);
	if (like_the_one_before(f, n) && f->to[n - 1] == o->place[pawn])
		return;
	for (int way = AB_WAY_PALACE; way <= AB_WAY_AIRPORT; way++) {
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

/* Returns how early a diplomat should take his step. The diplomat who has begun to move goes
 * first, because he would stop otherwise; then one who reaches the Palace or home, because what
 * he finds may change the plan; then one without a briefcase, so that escorts are in place. */
static int urgency(const outlook *o, int pawn, int to)
{
	if (o->s->mover == pawn)
		return 3;
	if (to == AB_SPACE_PALACE || to == AB_SPACE_HOME)
		return 2;
	return o->nuclear[pawn] == EMPTY ? 1 : 0;
}

bool ab_first_step(const outlook *o, const plan *p, ap_action *step)
{
	int first = -1;
	for (int n = 0; n < AB_DIPLOMATS_EACH; n++) {
		int pawn = ab_first_pawn(o->me) + n, to = p->to[n];
		if (!p->found || to == o->place[pawn] || urgency(o, pawn, to) <= first)
			continue;
		first = urgency(o, pawn, to);
		unsigned way = to > o->place[pawn] ? AB_WAY_PALACE : AB_WAY_AIRPORT;
		*step = ap_act(AB_VERB_MOVE, (unsigned)pawn, way);
	}
	return first >= 0;
}
