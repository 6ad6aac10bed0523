/* outlook.c: the worth of units, and of the spaces of the map to a side. */
#include "greedy.h"
#include "engine/group.h"

enum {
	REACH = 3,       /* links that an enemy goes in a round */
	PLAIN = 3,       /* the worth of a space that is no city */
	FADES = 6,       /* with each link, the pull of a space becomes less by one part in so many, */
	FADES_FAST = 4,  /* or in so many through spaces that enemies hold */
	LATER = 60,      /* the worth of a city in each later count */
	DRAWN = 16,      /* the part of its pull that counts for units in a space: one in so many */
	STACK_PULL = 12, /* the pull of the enemy's units, besides that of the space */
};

/* ---- Units ----------------------------------------------------------------------------------- */

int tc_bot_step_worth(const tc_state *s, int unit)
{
	bool army = tc_is_army(unit);
	if (tc_is_green(s, unit))
		return 2;
	if (tc_has_two_steps(s, unit))
		return army ? 12 : 6;
	return army ? 30 : 8;
}

int tc_bot_unit_worth(const tc_state *s, int unit)
{
	int worth = tc_bot_step_worth(s, unit);
	if (tc_has_two_steps(s, unit))
		worth += tc_is_army(unit) ? 30 : 8;
	return worth + 4 * tc_combat_of(s, unit);
}

/* ---- The map --------------------------------------------------------------------------------- */

static bool is_hostile(const outlook *o, int unit)
{
	return tc_user(o->s, unit) == o->foe || tc_is_green(o->s, unit);
}

static void count_units(outlook *o)
{
	const tc_state *s = o->s;
	for (int u = 0; u < TC_UNITS; u++) {
		int at = s->unit_at[u];
		if (at >= TC_SPACES)
			continue;
		int combat = greater(1, tc_combat_of(s, u));
		if (tc_user(s, u) == o->me)
			o->mine[at] = (int16_t)(o->mine[at] + combat);
		else if (is_hostile(o, u))
			o->theirs[at] = (int16_t)(o->theirs[at] + combat);
	}
}

static bool can_strike(const tc_state *s, int space)
{
	int unit = tc_first(s, space);
	return unit < TC_UNITS && !tc_is_green(s, unit);
}

static void add_strikes(outlook *o, int from)
{
	for (int i = tc_link_from[from]; i < tc_link_from[from + 1]; i++) {
		int there = tc_link_to[i];
		if (!tc_link_barred(o->s, tc_link_of[i]))
			o->strike[there] = (int16_t)(o->strike[there] + o->theirs[from]);
	}
}

/* The combat factors of the enemy's units that can come to a city of mine within REACH links, if
 * none of my units stands in the way. */
static int reach_of(const outlook *o, int city)
{
	uint16_t queue[TC_SPACES];
	uint8_t far[TC_SPACES];
	int count = 1, sum = 0;
	memset(far, 0xff, sizeof far);
	queue[0] = (uint16_t)city;
	far[city] = 0;
	for (int next = 0; next < count; next++) {
		int here = queue[next];
		if (next > 0 && can_strike(o->s, here))
			sum += o->theirs[here];
		if (far[here] == REACH || (next > 0 && o->mine[here] > 0))
			continue;
		for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++) {
			int there = tc_link_to[i];
			if (far[there] != 0xff || tc_link_barred(o->s, tc_link_of[i]))
				continue;
			far[there] = (uint8_t)(far[here] + 1);
			queue[count++] = (uint16_t)there;
		}
	}
	return sum;
}

static void value_spaces(outlook *o)
{
	const tc_state *s = o->s;
	int once = VP + (o->counts - 1) * LATER;
	for (int space = 0; space < TC_SPACES; space++) {
		int counts_for = tc_city_counts_for(s, space);
		bool mine = s->owner[space] == o->me;
		if (!tc_spaces[space].city) {
			o->gain[space] = (int16_t)(mine ? 0 : s->owner[space] == o->foe ? PLAIN : 1);
			continue;
		}
		o->gain[space] = (int16_t)(mine ? 0 : counts_for == o->foe ? 2 * once : once);
		o->city[space] = (int16_t)(mine ? 2 * once : 0);
		o->reach[space] = (int16_t)(mine ? reach_of(o, space) : 0);
	}
}

static int any_army(int side)
{
	return side == TC_SIDE_RED ? TC_UNIT_RED_ARMY_1 : TC_UNIT_WHITE_DON_SOUTH_ARMY;
}

static void open_spaces(outlook *o)
{
	const tc_state *s = o->s;
	for (int space = 0; space < TC_SPACES; space++) {
		int there = tc_occupier(s, space);
		o->open[space] =
			(there == TC_NONE || there == o->me) && !tc_closed(s, o->me, any_army(o->me), space);
		o->stops[space] = o->open[space] && tc_meets_army(s, o->me, space);
	}
}

/* The pull of a space by itself: cities to be taken pull the more the weaker they are held, and
 * cities of mine in danger and the enemy's units pull too. */
static int pull_of(const outlook *o, int space)
{
	if (o->theirs[space] > 0)
		return o->gain[space] * 6 / (6 + o->theirs[space]) + STACK_PULL;
	if (o->gain[space] > PLAIN && o->open[space])
		return o->gain[space];
	if (o->city[space] > 0 && o->reach[space] > o->mine[space])
		return o->city[space] / 3;
	return 0;
}

static void spread_pull(outlook *o)
{
	uint16_t queue[TC_SPACES * 4];
	int head = 0, tail = 0;
	for (int space = 0; space < TC_SPACES; space++) {
		o->pull[space] = (int16_t)pull_of(o, space);
		if (o->pull[space] > 0)
			queue[tail++] = (uint16_t)space;
	}
	while (head < tail) {
		int here = queue[head++];
		for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++) {
			int there = tc_link_to[i];
			if ((!o->open[there] && o->theirs[there] == 0) || tc_link_barred(o->s, tc_link_of[i]))
				continue;
			int next = o->pull[here] - o->pull[here] / (o->open[there] ? FADES : FADES_FAST) - 1;
			if (next <= o->pull[there])
				continue;
			o->pull[there] = (int16_t)next;
			if (tail < AP_COUNT(queue))
				queue[tail++] = (uint16_t)there;
		}
	}
}

void tc_bot_start_outlook(outlook *o, const tc_state *s, int seat)
{
	o->s = s;
	o->me = tc_seat_side(s, seat);
	o->foe = o->me < TC_SIDE_COUNT ? tc_other(o->me) : TC_NONE;
	o->counts = greater(1, lesser(3, tc_final_turn(s) + 1 - s->turn));
}

void tc_bot_survey_map(outlook *o, const tc_state *s, int seat)
{
	memset(o, 0, sizeof *o);
	tc_bot_start_outlook(o, s, seat);
	count_units(o);
	for (int space = 0; space < TC_SPACES; space++)
		if (o->theirs[space] > 0 && can_strike(s, space))
			add_strikes(o, space);
	value_spaces(o);
	open_spaces(o);
	spread_pull(o);
}

/* ---- Standing somewhere ---------------------------------------------------------------------- */

int tc_bot_guard_worth(const outlook *o, int space, int strength)
{
	int danger = greater(o->reach[space] / 2, o->strike[space]);
	if (o->city[space] == 0 || o->reach[space] == 0)
		return 0;
	if (strength == 0)
		return 0;
	return o->city[space] / 3 + o->city[space] / 3 * lesser(strength, danger) / greater(1, danger);
}

int tc_bot_pull_worth(const outlook *o, int space, int strength)
{
	return o->pull[space] * (2 + lesser(strength, 6)) / DRAWN;
}

int tc_bot_standing_worth(const outlook *o, int space, int strength)
{
	int before = o->mine[space], after = before + strength;
	int worth = tc_bot_guard_worth(o, space, after) - tc_bot_guard_worth(o, space, before);
	int risk = o->strike[space] - after;
	worth += tc_bot_pull_worth(o, space, strength);
	if (risk > 0)
		worth -= 4 * lesser(risk, 8);
	return worth;
}
