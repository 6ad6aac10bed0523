/* marches.c: the bot decides who marches where. A space holds three units at most: it tries every
 * group of them, and for each every space that the group can reach. */
#include "greedy.h"
#include "engine/group.h"

enum {
	MOST = 3, /* units of a stack */
	GROUPS = 1 << MOST,
	/* Nobody sets out for less, in a campaign, in three turns, and in 1919, where units would run
	 * to and fro between cities for less. */
	WORTHWHILE = 36,
	WORTHWHILE_IN_1918 = 22,
	WORTHWHILE_IN_1919 = 60,
	/* Each further march of a round must be worth so much more. In three turns there is no time to
	 * come later. */
	FURTHER = 35,
	FURTHER_IN_1918 = 20,
	SPLIT = 200, /* what it costs to split a stack */
	HUNGER = 60, /* what it costs to end a march out of supply */
	NOT_YET = 0xff
};

/* The spaces that can be reached from a space. */
typedef struct ways {
	uint8_t far[TC_SPACES];     /* how many links away; NOT_YET: it cannot be reached */
	uint16_t before[TC_SPACES]; /* the space before it on the way */
	int16_t taken[TC_SPACES];   /* the worth of what is taken on the way */
	bool fed[TC_SPACES];        /* the way comes through a space in supply */
	uint16_t list[TC_SPACES];   /* all that can be reached, nearest first; the first is the start */
	int count;
} ways;

/* The units of a space that can march. A group of them is a set of bits. */
typedef struct stack {
	uint16_t unit[MOST];
	int count, strength[GROUPS], points[GROUPS], armies[GROUPS], corps[GROUPS];
	int bordered; /* those that have borders of their own, as a set of bits */
} stack;

/* A group, where it goes, and what that is worth. */
typedef struct march {
	int worth, group, to;
} march;

static int worthwhile(const outlook *o)
{
	if (tc_introduction(o->s))
		return WORTHWHILE_IN_1918;
	return tc_tournament(o->s) ? WORTHWHILE_IN_1919 : WORTHWHILE;
}

static int gain_of(const outlook *o, int space)
{
	return o->s->owner[space] == o->me ? 0 : o->gain[space];
}

/* Are my units in supply there? The Finns have nets of their own. */
static bool is_fed(const outlook *o, int space)
{
	return tc_space_fed(o->s, o->me, space) || tc_in(o->s->fed[TC_NET_RED_FINNS + o->me], space);
}

/* Poles and Finns have borders that other units of their side do not have. */
static bool has_own_borders(int unit)
{
	return tc_is_pole(unit) || tc_of_finland(unit);
}

/* Finds where a group can go. `bound` is a unit of it that has borders of its own, or TC_UNITS. */
static void find_ways(const outlook *o, int from, int points, int bound, ways *w)
{
	const tc_state *s = o->s;
	memset(w->far, NOT_YET, sizeof w->far);
	w->far[from] = 0;
	w->taken[from] = 0;
	w->fed[from] = is_fed(o, from);
	w->before[from] = (uint16_t)from;
	w->list[0] = (uint16_t)from;
	w->count = 1;
	for (int next = 0; next < w->count; next++) {
		int here = w->list[next];
		bool halted =
			next > 0 && (o->stops[here] || tc_ends_move(tc_link_between(w->before[here], here)));
		if (w->far[here] >= points || halted)
			continue;
		for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++) {
			int link = tc_link_of[i], there = tc_link_to[i];
			if (w->far[there] != NOT_YET || !o->open[there])
				continue;
			if (tc_link_barred(s, link) || tc_links[link].kind == TC_LINK_KIND_SEA)
				continue;
			if (bound < TC_UNITS && tc_no_way(s, o->me, bound, link, there, false))
				continue;
			w->far[there] = (uint8_t)(w->far[here] + 1);
			w->before[there] = (uint16_t)here;
			w->taken[there] = (int16_t)(w->taken[here] + gain_of(o, there));
			w->fed[there] = w->fed[here] || is_fed(o, there);
			w->list[w->count++] = (uint16_t)there;
		}
	}
}

static int first_step(const ways *w, int to)
{
	int from = w->list[0];
	while (w->before[to] != from && to != from)
		to = w->before[to];
	return to;
}

/* ---- Stacks ---------------------------------------------------------------------------------- */

static bool can_march(const outlook *o, int unit)
{
	const tc_state *s = o->s;
	return tc_user(s, unit) == o->me && !(s->unit_flags[unit] & TC_UNIT_FLAG_ATTACKED) &&
		!tc_march_forbidden(s, unit);
}

static void sum_group(const outlook *o, stack *k, int group)
{
	k->strength[group] = k->armies[group] = k->corps[group] = 0;
	k->points[group] = TC_FACES;
	for (int i = 0; i < k->count; i++) {
		if (!(group >> i & 1))
			continue;
		bool army = tc_is_army(k->unit[i]);
		k->strength[group] += greater(1, tc_combat_of(o->s, k->unit[i]));
		k->points[group] = lesser(k->points[group], tc_unit_points(o->s, k->unit[i]));
		k->armies[group] += army;
		k->corps[group] += !army;
	}
}

/* A unit of the group that has borders of its own; TC_UNITS: none. */
static int bound_unit(const stack *k, int group)
{
	for (int i = 0; i < k->count; i++)
		if ((group & k->bordered) >> i & 1)
			return k->unit[i];
	return TC_UNITS;
}

static void list_stack(const outlook *o, int space, stack *k)
{
	k->count = k->bordered = 0;
	for (int u = tc_first(o->s, space); u < TC_UNITS && k->count < MOST; u = tc_next(o->s, u))
		if (can_march(o, u)) {
			k->bordered |= has_own_borders(u) ? 1 << k->count : 0;
			k->unit[k->count++] = (uint16_t)u;
		}
	for (int group = 1; group < 1 << k->count; group++)
		sum_group(o, k, group);
}

/* ---- What a march is worth ------------------------------------------------------------------- */

static int worth_of_leaving(const outlook *o, int space, int strength)
{
	return tc_bot_leaving_cost(o, space, strength) + tc_bot_hold_of(o, space, strength);
}

/* Can the group stand there, beside those who are there already? */
static bool has_room(const outlook *o, int space, const stack *k, int group)
{
	if (!tc_fits(o->s, space, o->me, k->armies[group], k->corps[group], 0))
		return false;
	for (int i = 0; i < k->count; i++)
		if ((group >> i & 1) && tc_mixes(o->s, space, k->unit[i]))
			return false;
	return true;
}

/* The best march of those groups that have all units of `must`. */
static march best_march(const outlook *o, int space, const stack *k, int must)
{
	ways w;
	int most = 0, bound = -1;
	march best = {.worth = NEVER, .to = space};
	for (int i = 0; i < k->count; i++)
		most = greater(most, k->points[1 << i]);
	for (int group = 1; group < 1 << k->count; group++) {
		if ((group & must) != must)
			continue;
		if (bound_unit(k, group) != bound) {
			bound = bound_unit(k, group);
			find_ways(o, space, most, bound, &w);
		}
		if (tc_bot_is_capital(o, space) && o->mine[space] <= k->strength[group])
			continue;
		int leaves = worth_of_leaving(o, space, k->strength[group]) - (w.fed[space] ? 0 : HUNGER);
		if (group != (1 << k->count) - 1)
			leaves += SPLIT;
		for (int i = 1; i < w.count && w.far[w.list[i]] <= k->points[group]; i++) {
			int to = w.list[i];
			int worth = w.taken[to] + tc_bot_standing_worth(o, to, k->strength[group]) - leaves -
				(w.fed[to] ? 0 : HUNGER);
			if (worth <= best.worth || !has_room(o, to, k, group))
				continue;
			best = (march){.worth = worth, .group = group, .to = to};
		}
	}
	return best;
}

int tc_bot_march_worth(const outlook *o, int space)
{
	stack k;
	list_stack(o, space, &k);
	if (k.count == 0)
		return NEVER;
	int marks = ap_step_of(o->s) == TC_STEP_MARK ? o->s->op.put : 0;
	int further = tc_introduction(o->s) ? FURTHER_IN_1918 : FURTHER;
	return best_march(o, space, &k, 0).worth - worthwhile(o) - further * marks;
}

void tc_bot_expect_marches(outlook *o)
{
	for (int space = 0; space < TC_SPACES; space++) {
		stack k;
		if (!(o->s->marker[space] & TC_MARKER_FLAG_MOVE))
			continue;
		list_stack(o, space, &k);
		if (k.count == 0)
			continue;
		march m = best_march(o, space, &k, 0);
		if (m.worth <= worthwhile(o))
			continue;
		o->mine[space] = (int16_t)greater(0, o->mine[space] - k.strength[m.group]);
		o->mine[m.to] = (int16_t)(o->mine[m.to] + k.strength[m.group]);
		o->gain[m.to] = 0;
		tc_bot_spread_pull(o);
	}
}

/* ---- Questions ------------------------------------------------------------------------------- */

static bool is_legal(const ap_action *legal, int count, ap_action a)
{
	for (int i = 0; i < count; i++)
		if (legal[i] == a)
			return true;
	return false;
}

/* The first order to a march: everybody marches at once where that is legal, or is mustered, or the
 * first of the group is picked. */
static ap_action begin_march(int from, const stack *k, march m, const ap_action *legal, int count)
{
	bool all = m.group == (1 << k->count) - 1;
	ap_action at_once = ap_act(TC_VERB_MARCH, (unsigned)from, (unsigned)m.to);
	if (all && is_legal(legal, count, at_once))
		return at_once;
	if (all && k->count > 1)
		return ap_act(TC_VERB_MUSTER, (unsigned)from, 0);
	int first = 0;
	while (!(m.group >> first & 1))
		first++;
	return ap_act(TC_VERB_PICK, k->unit[first], 0);
}

/* The space whose turn it is comes first if a march from there is worthwhile; otherwise the best.
 */
static ap_action choose_start(const outlook *o, const ap_action *legal, int count)
{
	const tc_state *s = o->s;
	march best = {.worth = worthwhile(o)};
	stack k, chosen = {.count = 0};
	int from = TC_NOWHERE, first = tc_first_to_march(s, o->me);
	for (int space = 0; space < TC_SPACES; space++) {
		if (!(s->marker[space] & TC_MARKER_FLAG_MOVE) || tc_first(s, space) >= TC_UNITS)
			continue;
		list_stack(o, space, &k);
		march m = best_march(o, space, &k, 0);
		if (k.count == 0 || m.worth <= best.worth)
			continue;
		best = m;
		chosen = k;
		from = space;
		if (space == first)
			break;
	}
	return from == TC_NOWHERE ? ap_act(TC_VERB_READY, 0, 0)
							  : begin_march(from, &chosen, best, legal, count);
}

/* A leader who goes with the group, because nobody or no army stays with him; TC_LEADERS: none. One
 * who cannot cross a border would hold the group back. */
static int leader_to_take(const outlook *o, const ap_action *legal, int count)
{
	const tc_state *s = o->s;
	bool army_stays = false, army_goes = false, any_stays = false;
	for (int u = tc_first(s, s->op.from); u < TC_UNITS; u = tc_next(s, u)) {
		bool goes = s->unit_flags[u] & TC_UNIT_FLAG_PICKED;
		army_goes |= goes && tc_is_army(u);
		army_stays |= !goes && tc_is_army(u);
		any_stays |= !goes;
	}
	if (any_stays && (army_stays || !army_goes))
		return TC_LEADERS;
	for (int i = 0; i < count; i++)
		if (ap_verb_of(legal[i]) == TC_VERB_PICK_LEADER &&
			tc_leaders[ap_x(legal[i])].bound != TC_BOUND_BORDER)
			return (int)ap_x(legal[i]);
	return TC_LEADERS;
}

/* Marches to a space if that is legal, or goes to the next space on the way. */
static ap_action march_or_go(
	const tc_state *s, const ways *w, int to, const ap_action *legal, int count)
{
	ap_action all_the_way = ap_act(TC_VERB_MARCH, s->op.at, (unsigned)to);
	if (is_legal(legal, count, all_the_way))
		return all_the_way;
	return ap_act(TC_VERB_GO, (unsigned)first_step(w, to), 0);
}

static ap_action complete_group(const outlook *o, const ap_action *legal, int count)
{
	const tc_state *s = o->s;
	int picked = 0, from = s->op.from;
	stack k;
	list_stack(o, from, &k);
	for (int i = 0; i < k.count; i++)
		picked |= s->unit_flags[k.unit[i]] & TC_UNIT_FLAG_PICKED ? 1 << i : 0;
	if (picked == 0)
		return ap_act(TC_VERB_STOP, 0, 0);
	march m = best_march(o, from, &k, picked);
	for (int i = 0; i < k.count; i++)
		if ((m.group & ~picked) >> i & 1)
			return ap_act(TC_VERB_PICK, k.unit[i], 0);
	int leader = leader_to_take(o, legal, count);
	if (leader < TC_LEADERS)
		return ap_act(TC_VERB_PICK_LEADER, (unsigned)leader, 0);
	ways w;
	find_ways(o, from, k.points[picked], bound_unit(&k, picked), &w);
	return march_or_go(s, &w, m.to, legal, count);
}

/* The next space on the way to the best one that can still be reached, or a stop. */
static ap_action choose_next_space(const outlook *o, const ap_action *legal, int count)
{
	const tc_state *s = o->s;
	outlook now = *o;
	int at = s->op.at, strength = 0, armies = 0, corps = 0, bound = TC_UNITS;
	for (int u = tc_first(s, at); u < TC_UNITS; u = tc_next(s, u))
		if (s->unit_flags[u] & TC_UNIT_FLAG_PICKED) {
			strength += greater(1, tc_combat_of(s, u));
			armies += tc_is_army(u);
			corps += !tc_is_army(u);
			bound = has_own_borders(u) ? u : bound;
		}
	now.mine[at] = (int16_t)greater(0, now.mine[at] - strength);
	ways w;
	find_ways(&now, at, s->op.points, bound, &w);
	ap_action best = legal[0], stop = ap_act(TC_VERB_STOP, 0, 0);
	int most = NEVER;
	if (is_legal(legal, count, stop)) {
		best = stop;
		most = tc_bot_standing_worth(&now, at, strength) - (w.fed[at] ? 0 : HUNGER);
	}
	for (int i = 1; i < w.count; i++) {
		int to = w.list[i], hunger = w.fed[to] ? 0 : HUNGER;
		int worth = w.taken[to] + tc_bot_standing_worth(&now, to, strength) - hunger;
		ap_action go = march_or_go(s, &w, to, legal, count);
		if (worth <= most || !is_legal(legal, count, go) ||
			!tc_fits(s, to, o->me, armies, corps, TC_UNIT_FLAG_PICKED))
			continue;
		most = worth;
		best = go;
	}
	return best;
}

ap_action tc_bot_choose_move(const outlook *o, const ap_action *legal, int count)
{
	ap_action best = 0;
	if (ap_step_of(o->s) == TC_STEP_MOVE_ON)
		return choose_next_space(o, legal, count);
	best = o->s->op.from == TC_NOWHERE ? choose_start(o, legal, count)
									   : complete_group(o, legal, count);
	if (is_legal(legal, count, best))
		return best;
	best = ap_act(TC_VERB_STOP, 0, 0);
	return is_legal(legal, count, best) ? best : ap_act(TC_VERB_READY, 0, 0);
}
