/* battles.c: the bot weighs attacks against their losses, and answers the questions of a combat. */
#include "greedy.h"
#include "engine/combat.h"

enum {
	DISORDER = 16,    /* the worth of a retreat of the enemy */
	EFFORT = 3,       /* what an attack must bring at least */
	HALF = 2,         /* a gain for which nobody can advance yet counts a quarter */
	MARGIN = 2,       /* by so much the units of a capital must outlast the worst that can come */
	USUAL_MARKS = 4,  /* spaces that a card activates, if none is played yet */
	HOPELESS = 120,   /* the worth of units that cannot retreat */
	LEADERLESS = -30, /* the worth of leaving a leader alone */
};

/* All units of one side in a combat. */
typedef struct force {
	int strength, elite, modifier;
	int units, full;               /* how many there are, and how many at full strength */
	int from;                      /* the first space that they come from */
	int first, second;             /* the loss factors of their first steps, and of their last */
	int first_worth, second_worth; /* what these steps are worth */
	bool army, rivers;             /* there is an army; all cross rivers */
} force;

static void add_unit(const outlook *o, force *h, int unit)
{
	const tc_state *s = o->s;
	const tc_unit *u = &tc_units[unit];
	bool two = tc_has_two_steps(s, unit);
	int worth = tc_bot_step_worth(s, unit) * o->weight;
	h->strength += tc_combat_of(s, unit);
	h->army |= tc_is_army(unit);
	h->elite += tc_elite_steps(s, unit);
	h->units++;
	h->full += u->steps == 1 || two;
	if (two) {
		h->first += u->loss;
		h->first_worth += worth;
		worth = (tc_is_army(unit) ? 30 : 8) * o->weight;
	}
	h->second += two ? u->reduced_loss : tc_loss_of(s, unit);
	h->second_worth += worth;
	h->modifier |= tc_troops[u->troop].dry || tc_troops[u->troop].clear;
}

/* The worth of what a side loses by this loss number. */
static int worth_of_losses(const force *h, int points)
{
	if (points <= h->first)
		return h->first ? h->first_worth * points / h->first : 0;
	int rest = lesser(points - h->first, h->second);
	return h->first_worth + (h->second ? h->second_worth * rest / h->second : 0);
}

static bool has_exit(const outlook *o, int space)
{
	const tc_state *s = o->s;
	int holder = tc_occupier(s, space);
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++) {
		int there = tc_link_to[i], occupier = tc_occupier(s, there);
		if (s->owner[there] == holder && (occupier == TC_NONE || occupier == holder))
			return true;
	}
	return false;
}

/* ---- What an attack brings ------------------------------------------------------------------- */

static int worth_of_retreat(
	const outlook *o, const force *a, const force *d, int target, int hit, int got)
{
	bool routed = hit >= d->first + d->second || hit > got;
	bool ahead = a->full > 1 ? got <= 3 * (a->full - 1) : a->full == 1 && got == 0;
	int gain = o->gain[target];
	if (!routed || got >= a->first + a->second)
		return 0;
	if (tc_terrains[tc_spaces[target].terrain].cancel && hit < d->first + d->second)
		return DISORDER;
	int lost = has_exit(o, target)
		? DISORDER
		: worth_of_losses(d, d->first + d->second) - worth_of_losses(d, hit);
	if (ahead)
		gain += greater(0,
			tc_bot_pull_worth(o, target, a->strength) - tc_bot_pull_worth(o, a->from, a->strength));
	return lost + (ahead ? gain : gain / HALF / HALF);
}

static int expected_worth(const outlook *o, const force *a, const force *d, int target)
{
	int season = tc_season_shift(o->s), terrain = tc_terrain_shift(target);
	int river = a->rivers ? tc_number_of(TC_NUMBER_RIVER_COLUMN) : 0;
	int attacks = tc_fire_row(a->army, a->strength, season + terrain + river);
	int defends = tc_fire_row(d->army, d->strength, season);
	int more = (a->elite > d->elite) - (d->elite > a->elite) + a->modifier - d->modifier, sum = 0;
	for (int x = 1; x <= TC_FACES; x++)
		for (int y = 1; y <= TC_FACES; y++) {
			int hit = tc_row_loss(attacks, x + greater(0, more));
			int got = tc_row_loss(defends, y + greater(0, -more));
			sum += worth_of_losses(d, hit) - worth_of_losses(a, got) +
				worth_of_retreat(o, a, d, target, hit, got);
		}
	return sum / (TC_FACES * TC_FACES) - EFFORT;
}

static void add_attackers(const outlook *o, force *h, int from, int target)
{
	const tc_state *s = o->s;
	int link = tc_link_between(from, target);
	for (int u = tc_first(s, from); u < TC_UNITS; u = tc_next(s, u))
		if (tc_user(s, u) == o->me && !tc_attack_forbidden(s, u, from, target)) {
			add_unit(o, h, u);
			h->rivers &= link >= 0 && tc_links[link].river < TC_SHAPES;
		}
}

static bool leads_several(const outlook *o, int space)
{
	return tc_leader_with(o->s, space, o->me, TC_ABILITIES_MULTI_SPACE) < TC_LEADERS;
}

/* The worth of an attack of these units on the target. */
static int worth_against(const outlook *o, const force *a, int target)
{
	force d = {0};
	for (int u = tc_first(o->s, target); u < TC_UNITS; u = tc_next(o->s, u))
		add_unit(o, &d, u);
	return expected_worth(o, a, &d, target);
}

/* Could an attack cost a capital of mine its last unit? */
static bool bares_capital(const outlook *o, int from, int target)
{
	force a = {.rivers = true, .from = from}, d = {0};
	if (!tc_bot_is_capital(o, from))
		return false;
	add_attackers(o, &a, from, target);
	for (int u = tc_first(o->s, target); u < TC_UNITS; u = tc_next(o->s, u))
		add_unit(o, &d, u);
	int worst = tc_row_loss(tc_fire_row(d.army, d.strength, tc_season_shift(o->s)), TC_FACES);
	return worst + MARGIN >= a.first + a.second;
}

/* Could a leader of the enemy answer the attack with one on a capital of mine, and drive everybody
 * out of it? */
static bool exposes_capital(const outlook *o, int from, int target)
{
	return tc_bot_is_capital(o, from) &&
		tc_leader_with(o->s, target, o->foe, TC_ABILITIES_COUNTER_ATTACK) < TC_LEADERS;
}

int tc_bot_attack_worth(const outlook *o, int from, int target)
{
	force a = {.rivers = true, .from = from};
	if (bares_capital(o, from, target) || exposes_capital(o, from, target))
		return NEVER;
	const uint16_t *near;
	int count = tc_near(target, &near);
	bool led = leads_several(o, from);
	add_attackers(o, &a, from, target);
	if (a.units == 0)
		return NEVER;
	for (int i = 0; i < count; i++)
		if (near[i] != from && (o->s->marker[near[i]] & TC_MARKER_FLAG_COMBAT) &&
			(led || leads_several(o, near[i])))
			add_attackers(o, &a, near[i], target);
	return worth_against(o, &a, target);
}

/* The first other space next to the target that is marked for combat; TC_NOWHERE: none. */
static int attacked_from(const outlook *o, int from, int target)
{
	const uint16_t *near;
	int count = tc_near(target, &near);
	for (int i = 0; i < count; i++)
		if (near[i] != from && (o->s->marker[near[i]] & TC_MARKER_FLAG_COMBAT))
			return near[i];
	return TC_NOWHERE;
}

static bool can_be_marked(const outlook *o, int space)
{
	int barred = TC_MARKER_FLAG_NO_ACT | TC_MARKER_FLAG_MOVE | TC_MARKER_FLAG_SPENT;
	return o->mine[space] > 0 && !(o->s->marker[space] & barred);
}

/* How many spaces can be activated now. */
static int marks_left(const outlook *o)
{
	const tc_operation *op = &o->s->op;
	return ap_step_of(o->s) == TC_STEP_MARK ? op->spaces - op->put : USUAL_MARKS;
}

/* The worth of each activation of an attack from several spaces, this one among them, that a leader
 * can lead; NEVER: there is none. */
static int joint_worth(const outlook *o, int from, int target)
{
	force a = {.rivers = true, .from = from};
	const uint16_t *near;
	int count = tc_near(target, &near), marks = 1, left = marks_left(o);
	bool led = leads_several(o, from);
	add_attackers(o, &a, from, target);
	if (a.units == 0 || exposes_capital(o, from, target))
		return NEVER;
	for (int i = 0; i < count; i++) {
		bool marked = o->s->marker[near[i]] & TC_MARKER_FLAG_COMBAT;
		if (near[i] == from || tc_bot_is_capital(o, near[i]) ||
			!(marked || (marks < left && can_be_marked(o, near[i]))))
			continue;
		int before = a.units;
		add_attackers(o, &a, near[i], target);
		led |= a.units > before && leads_several(o, near[i]);
		marks += a.units > before && !marked;
	}
	return led && marks > 1 ? worth_against(o, &a, target) / marks : NEVER;
}

int tc_bot_best_attack(const outlook *o, int from, int *target)
{
	int best = NEVER;
	for (int i = tc_link_from[from]; i < tc_link_from[from + 1]; i++) {
		int there = tc_link_to[i];
		if (o->theirs[there] == 0 || (o->s->marker[there] & TC_MARKER_FLAG_ATTACKED))
			continue;
		int worth = tc_bot_attack_worth(o, from, there), other = attacked_from(o, from, there);
		if (other != TC_NOWHERE && (leads_several(o, from) || leads_several(o, other)))
			worth -= greater(0, tc_bot_attack_worth(o, other, there));
		else if (other != TC_NOWHERE)
			worth = worth / 3;
		else
			worth = greater(worth, joint_worth(o, from, there));
		if (worth > best) {
			best = worth;
			*target = there;
		}
	}
	return best;
}

/* ---- Questions of a combat ------------------------------------------------------------------- */

static int strength_of_attackers(const outlook *o)
{
	int sum = 0;
	for (int space = 0; space < TC_SPACES; space++)
		if (o->s->marker[space] & TC_MARKER_FLAG_FROM)
			sum += o->theirs[space];
	return sum;
}

static int judge_withdrawal(const outlook *o, ap_action a)
{
	int target = o->s->combat.target, odds = strength_of_attackers(o) - o->mine[target];
	if (ap_verb_of(a) == TC_VERB_STAND)
		return 0;
	return o->city[target] > 0 ? odds * 10 - o->city[target] : odds * 10;
}

static int judge_bringing(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == TC_VERB_DONE)
		return 0;
	int unit = (int)ap_x(a), at = o->s->unit_at[unit], combat = tc_combat_of(o->s, unit);
	if (tc_bot_is_capital(o, at) && o->mine[at] <= greater(1, combat))
		return NEVER;
	return 6 * combat + tc_bot_guard_worth(o, at, o->mine[at] - combat) -
		tc_bot_guard_worth(o, at, o->mine[at]);
}

static int judge_cancelling(const outlook *o, ap_action a)
{
	int target = o->s->combat.target;
	if (ap_verb_of(a) == TC_VERB_RETREAT)
		return 0;
	int worth = o->city[target] / HALF - 2 * tc_bot_step_worth(o->s, (int)ap_x(a));
	return has_exit(o, target) ? worth : worth + HOPELESS;
}

static int judge_way_back(const outlook *o, ap_action a)
{
	int unit = (int)ap_x(a), to = (int)ap_y(a);
	int worth = tc_bot_standing_worth(o, to, tc_combat_of(o->s, unit)) + o->city[to] / 10;
	return tc_unit_fed_at(o->s, unit, to) ? worth : worth - 40;
}

/* All units that retreat do what this does for the first of them. */
static int judge_falling_back(const outlook *o, int to)
{
	const tc_state *s = o->s;
	int strength = 0, first = TC_NOWHERE;
	for (int u = tc_first(s, s->combat.target); u < TC_UNITS; u = tc_next(s, u)) {
		if (!(s->unit_flags[u] & TC_UNIT_FLAG_BACK))
			continue;
		strength += tc_combat_of(s, u);
		first = first == TC_NOWHERE ? u : first;
	}
	int worth = tc_bot_standing_worth(o, to, strength) + o->city[to] / 10 - NEVER;
	return tc_unit_fed_at(s, first, to) ? worth : worth - 40;
}

static int judge_advance(const outlook *o, int unit, int to)
{
	int at = o->s->unit_at[unit], strength = greater(1, tc_combat_of(o->s, unit));
	int leaves = tc_bot_leaving_cost(o, at, strength);
	int gain = o->mine[to] == 0 ? o->gain[to] : 0;
	if (tc_bot_is_capital(o, at) && o->mine[at] <= strength)
		return NEVER;
	return gain + tc_bot_standing_worth(o, to, strength) - leaves -
		tc_bot_pull_worth(o, at, strength);
}

/* Does the attack come from a capital of mine, which must keep a unit? */
static bool comes_from_capital(const outlook *o)
{
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_bot_is_capital(o, space) && (o->s->marker[space] & TC_MARKER_FLAG_FROM))
			return true;
	return false;
}

/* Everybody advances if each does better there than where he stands; taking the space pays for
 * one. */
static int judge_advance_of_all(const outlook *o)
{
	const tc_state *s = o->s;
	int to = s->combat.target, gain = o->mine[to] == 0 ? o->gain[to] : 0, count = 0;
	for (int u = 0; u < TC_UNITS; u++) {
		if (!tc_stands_for(s, u, TC_ROLE_ATTACKER) || s->unit_at[u] == to || tc_reduced(s, u))
			continue;
		int worth = judge_advance(o, u, to);
		if (worth - gain <= 0 && count++ > 0)
			return NEVER;
		if (worth <= 0)
			return NEVER;
	}
	return -NEVER;
}

static bool has_mine(const outlook *o, int space, int flag)
{
	for (int u = tc_first(o->s, space); u < TC_UNITS; u = tc_next(o->s, u))
		if (tc_user(o->s, u) == o->me && (!flag || (o->s->unit_flags[u] & flag)))
			return true;
	return false;
}

/* A leader goes where units are. */
static int judge_leader(const outlook *o, int leader, int to)
{
	int at = o->s->leader_at[leader];
	bool alone = at >= TC_SPACES || !has_mine(o, at, 0);
	if (!has_mine(o, to, 0))
		return LEADERLESS;
	return alone ? -LEADERLESS : o->mine[to] > o->mine[at] ? 1 : -1;
}

static int judge_loss(const outlook *o, int unit)
{
	return -tc_bot_step_worth(o->s, unit) * 6 / greater(1, tc_loss_of(o->s, unit));
}

static int judge_counter(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) != TC_VERB_COUNTER)
		return 0;
	return tc_bot_attack_worth(o, o->s->combat.target, (int)ap_x(a));
}

static int judge_joining(ap_action a)
{
	switch (ap_verb_of(a)) {
	case TC_VERB_JOIN_ALL:
		return 2;
	case TC_VERB_FIRE:
		return 1;
	default:
		return 0;
	}
}

int tc_bot_judge_combat(const outlook *o, ap_action a)
{
	const tc_state *s = o->s;
	switch (ap_step_of(s)) {
	case TC_STEP_FIGHT:
		if (ap_verb_of(a) == TC_VERB_INTERRUPT)
			return -1;
		return ap_verb_of(a) == TC_VERB_READY
			? 0
			: 2 * tc_bot_attack_worth(o, (int)ap_y(a), (int)ap_x(a)) +
				(ap_verb_of(a) == TC_VERB_STORM);
	case TC_STEP_COMBAT_ALSO:
		return ap_verb_of(a) == TC_VERB_ALSO && !tc_bot_is_capital(o, (int)ap_x(a));
	case TC_STEP_WITHDRAW:
		return judge_withdrawal(o, a);
	case TC_STEP_JOIN:
		return judge_joining(a);
	case TC_STEP_BRING:
		return judge_bringing(o, a);
	case TC_STEP_LOSE:
		return judge_loss(o, (int)ap_x(a));
	case TC_STEP_RELIEVE:
		return tc_bot_unit_worth(s, (int)ap_y(a));
	case TC_STEP_CANCEL:
		return judge_cancelling(o, a);
	case TC_STEP_BACK:
		return ap_verb_of(a) == TC_VERB_FALL_BACK ? judge_falling_back(o, (int)ap_x(a))
												  : judge_way_back(o, a);
	case TC_STEP_BACK_LEADERS:
		return tc_bot_unit_worth(s, (int)ap_y(a));
	case TC_STEP_ADVANCE:
		if (ap_verb_of(a) == TC_VERB_DONE)
			return 0;
		if (ap_verb_of(a) == TC_VERB_ADVANCE_ALL)
			return comes_from_capital(o) ? NEVER : judge_advance_of_all(o);
		return ap_verb_of(a) == TC_VERB_PICK_LEADER
			? judge_leader(o, (int)ap_x(a), s->combat.target)
			: judge_advance(o, (int)ap_x(a), s->combat.target);
	case TC_STEP_FURTHER:
		if (ap_verb_of(a) == TC_VERB_DONE)
			return 0;
		return ap_verb_of(a) == TC_VERB_LEADER_TO ? judge_leader(o, (int)ap_x(a), (int)ap_y(a))
												  : judge_advance(o, (int)ap_x(a), (int)ap_y(a));
	case TC_STEP_COUNTER:
		return judge_counter(o, a);
	case TC_STEP_PREACH:
		return ap_verb_of(a) == TC_VERB_PREACH;
	case TC_STEP_LEADER_FLEES:
		return o->mine[ap_y(a)] - o->strike[ap_y(a)];
	default: /* in the step makhno-revolt: against as many as possible */
		return ap_verb_of(a) == TC_VERB_REVOLT ? 1 + o->theirs[ap_x(a)] : 0;
	}
}
