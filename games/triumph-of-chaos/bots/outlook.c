/* outlook.c: the worth of units, and of the spaces of the map to a side. */
#include "greedy.h"
#include "engine/group.h"

enum {
	REACH = 3,       /* links that an enemy goes in a round */
	HORIZON = 6,     /* links beyond which nobody is watched from a city */
	PLAIN = 3,       /* the worth of a space that is no city */
	FADES = 6,       /* with each link, the pull of a space becomes less by one part in so many, */
	FADES_FAST = 4,  /* or in so many through spaces that enemies hold */
	LATER = 60,      /* the worth of a city in each later count */
	DRAWN = 16,      /* the part of its pull that counts for units in a space: one in so many */
	STACK_PULL = 12, /* the pull of the enemy's units, besides that of the space */
	LURE = 800,      /* what a capital is worth to WHITE besides its city, */
	CAPITAL = 300,   /* and to RED */
	GARRISON = 7,    /* the combat factors with which a capital is held well */
	DECIDES = 2500,  /* what the second one is worth when the first has fallen */
	LAST_STAND = 9000, /* what each is worth to RED if the fall of one ends the game, */
	PRIZE = 12000,     /* and to WHITE */
	AT_HOME = 600,     /* a city of its home regions that RED does not own, in 1919 */
	OBJECTIVE = 9500,  /* an objective of 1919, for all cities that are missing together */
	LATER_FROM = 2,    /* the turn after which objectives begin to count, more in each turn */
	WEIGHT = 6,        /* of units, steps and events to RED in 1919 */
	FOOTHOLD = 500     /* the first city in a region that RED needs for its victory */
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

/* Adds up the combat factors of the enemy's units that can come to a city of mine, if none of my
 * units stands in the way. */
static void watch(outlook *o, int city)
{
	uint16_t queue[TC_SPACES];
	uint8_t far[TC_SPACES];
	int count = 1, near = 0, sum = 0;
	memset(far, 0xff, sizeof far);
	queue[0] = (uint16_t)city;
	far[city] = 0;
	for (int next = 0; next < count; next++) {
		int here = queue[next];
		if (next > 0 && o->theirs[here] > 0 && can_strike(o->s, here)) {
			sum += o->theirs[here];
			near += far[here] <= REACH ? o->theirs[here] : 0;
		}
		if (far[here] == HORIZON || (next > 0 && o->mine[here] > 0))
			continue;
		for (int i = tc_link_from[here], end = tc_link_from[here + 1]; i < end; i++) {
			int there = tc_link_to[i];
			if (far[there] != 0xff || tc_link_barred(o->s, tc_link_of[i]))
				continue;
			far[there] = (uint8_t)(far[here] + 1);
			queue[count++] = (uint16_t)there;
		}
	}
	o->reach[city] = (int16_t)near;
	o->watched[city] = (int16_t)sum;
}

static const uint16_t capitals[] = {TC_SPACE_MOSKVA, TC_SPACE_PETROGRAD};

bool tc_bot_is_capital(const outlook *o, int space)
{
	return o->me == TC_SIDE_RED && (space == capitals[0] || space == capitals[1]);
}

/* TC-6.0, TC-5.26: WHITE wins with both capitals, or with one. */
static void value_capitals(outlook *o)
{
	const tc_state *s = o->s;
	int needed = tc_setting_of(s)->capitals, fallen = 0;
	for (int i = 0; i < AP_COUNT(capitals); i++)
		fallen += s->owner[capitals[i]] == TC_SIDE_WHITE;
	for (int i = 0; i < AP_COUNT(capitals) && needed > 0; i++) {
		bool mine = o->me == TC_SIDE_RED;
		int space = capitals[i];
		int worth = needed == 1    ? (mine ? LAST_STAND : PRIZE)
			: fallen + 1 >= needed ? DECIDES
			: mine                 ? CAPITAL
								   : LURE;
		int16_t *worth_of = mine ? o->city : o->gain;
		if (s->owner[space] != TC_SIDE_WHITE)
			worth_of[space] = (int16_t)(worth_of[space] + worth);
	}
}

static bool has_city_in(const outlook *o, int region)
{
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_region_of(space) == region && tc_spaces[space].city && o->s->owner[space] == o->me)
			return true;
	return false;
}

/* Lists the cities of an objective that RED does not own. Returns how many there are. */
static int missing_cities(const tc_state *s, int objective, uint16_t out[TC_SPACES])
{
	const tc_objective *aim = &tc_objectives[objective];
	int count = 0;
	for (int space = 0; space < TC_SPACES && aim->aim == TC_AIM_CITIES_HELD; space++)
		for (int i = 0; i < aim->regions_count; i++)
			if (tc_spaces[space].city && tc_region_of(space) == aim->regions[i] &&
				s->owner[space] != TC_SIDE_RED)
				out[count++] = (uint16_t)space;
	return count;
}

/* RED needs a city in every region that was WHITE's. */
static void value_footholds(outlook *o)
{
	if (o->me != TC_SIDE_RED || !tc_campaign(o->s))
		return;
	for (int space = 0; space < TC_SPACES; space++) {
		int region = tc_region_of(space);
		if (tc_spaces[space].city && tc_regions[region].home == TC_HOME_WHITE &&
			o->gain[space] > 0 && !has_city_in(o, region))
			o->gain[space] = (int16_t)(o->gain[space] + FOOTHOLD);
	}
}

int tc_bot_missing_for(const tc_state *s, int objective)
{
	uint16_t missing[TC_SPACES];
	return missing_cities(s, objective, missing);
}

/* The objectives by which RED gets nearest to its goal count in full, the others little. */
static int weight_of(const tc_state *s, int objective)
{
	int nearer = 0, missing = tc_bot_missing_for(s, objective);
	for (int other = 0; other < TC_OBJECTIVES; other++) {
		int theirs = tc_bot_missing_for(s, other);
		nearer +=
			other != objective && (theirs < missing || (theirs == missing && other < objective));
	}
	int worth = OBJECTIVE * (s->turn - LATER_FROM) / (tc_final_turn(s) - LATER_FROM);
	return nearer < tc_number_of(TC_NUMBER_OBJECTIVES_NEEDED) ? worth : worth / 6;
}

/* TC-5.26.1: in 1919 RED must hold every city of its home regions, and those of three objectives;
 * the fewer of an objective are missing, the more each of them is worth. */
static void value_objectives(outlook *o)
{
	const tc_state *s = o->s;
	if (!tc_tournament(s) || o->me != TC_SIDE_RED)
		return;
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_spaces[space].city && tc_regions[tc_region_of(space)].home == TC_HOME_RED) {
			int16_t *worth_of = s->owner[space] == TC_SIDE_RED ? o->city : o->gain;
			worth_of[space] = (int16_t)(worth_of[space] + AT_HOME);
		}
	for (int objective = 0; objective < TC_OBJECTIVES; objective++) {
		uint16_t missing[TC_SPACES];
		int count = missing_cities(s, objective, missing), weight = weight_of(s, objective);
		for (int i = 0; i < count; i++)
			o->gain[missing[i]] = (int16_t)(o->gain[missing[i]] + weight / count);
	}
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
		if (mine)
			watch(o, space);
	}
}

static int any_army(int side)
{
	return side == TC_SIDE_RED ? TC_UNIT_RED_ARMY_1 : TC_UNIT_WHITE_DON_SOUTH_ARMY;
}

static void open_spaces(outlook *o)
{
	const tc_state *s = o->s;
	bool known[TC_REGIONS] = {false}, closed[TC_REGIONS]; /* a region is closed as a whole */
	for (int space = 0; space < TC_SPACES; space++) {
		int there = tc_occupier(s, space), region = tc_region_of(space);
		if (!known[region])
			closed[region] = tc_closed(s, o->me, any_army(o->me), space) != 0;
		known[region] = true;
		o->open[space] = (there == TC_NONE || there == o->me) && !closed[region];
		o->stops[space] = o->open[space] && tc_meets_army(s, o->me, space);
	}
}

/* A city of mine calls for units if the enemy is near and only so many combat factors hold it. */
static int call_of_city(const outlook *o, int space, int held)
{
	int enough = tc_bot_is_capital(o, space) ? lesser(GARRISON, o->reach[space]) : o->reach[space];
	return o->city[space] > 0 && enough > held ? o->city[space] / 3 : 0;
}

/* The pull of a space by itself: cities to be taken pull the more the weaker they are held, and
 * cities of mine in danger and the enemy's units pull too. */
static int pull_of(const outlook *o, int space)
{
	if (o->theirs[space] > 0)
		return o->gain[space] * 6 / (6 + o->theirs[space]) + STACK_PULL;
	if (o->gain[space] > PLAIN && o->open[space])
		return o->gain[space];
	if (tc_bot_is_capital(o, space) && o->mine[space] == 0 && o->open[space])
		return DECIDES;
	return call_of_city(o, space, o->mine[space]);
}

void tc_bot_spread_pull(outlook *o)
{
	uint16_t queue[TC_SPACES * 4];
	int head = 0, tail = 0;
	for (int space = 0; space < TC_SPACES; space++) {
		o->pull[space] = (int16_t)pull_of(o, space);
		if (o->pull[space] > 0)
			queue[tail++] = (uint16_t)space;
	}
	while (head < tail) {
		int here = queue[head++], pull = o->pull[here];
		int slowly = pull - pull / FADES - 1, fast = pull - pull / FADES_FAST - 1;
		for (int i = tc_link_from[here], end = tc_link_from[here + 1]; i < end; i++) {
			int there = tc_link_to[i], next = o->open[there] ? slowly : fast;
			if (next <= o->pull[there] || (!o->open[there] && o->theirs[there] == 0) ||
				tc_link_barred(o->s, tc_link_of[i]))
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
	o->planned = false;
	o->weight = tc_tournament(s) && tc_seat_side(s, seat) == TC_SIDE_RED ? WEIGHT : 1;
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
	value_capitals(o);
	value_footholds(o);
	value_objectives(o);
	open_spaces(o);
	tc_bot_spread_pull(o);
}

/* ---- Standing somewhere ---------------------------------------------------------------------- */

static int worth_of_guard(const outlook *o, int space, int strength, int enemies)
{
	int danger = greater(enemies / 2, o->strike[space]);
	if (strength == 0)
		return 0;
	if (o->city[space] == 0 || enemies == 0)
		return tc_bot_is_capital(o, space) ? CAPITAL : 0;
	return o->city[space] / 3 + o->city[space] / 3 * lesser(strength, danger) / greater(1, danger);
}

int tc_bot_guard_worth(const outlook *o, int space, int strength)
{
	return worth_of_guard(o, space, strength, o->reach[space]);
}

static int cost_of_loss(const outlook *o, int space, int strength, int enemies)
{
	int before = o->mine[space], after = greater(0, before - strength);
	return worth_of_guard(o, space, before, enemies) - worth_of_guard(o, space, after, enemies);
}

int tc_bot_leaving_cost(const outlook *o, int space, int strength)
{
	int far = cost_of_loss(o, space, strength, o->watched[space]);
	return (far + greater(far, cost_of_loss(o, space, strength, o->reach[space]))) / 2;
}

static int part_of_pull(int pull, int strength)
{
	return strength ? pull * (2 + lesser(strength, 6)) / DRAWN : 0;
}

int tc_bot_pull_worth(const outlook *o, int space, int strength)
{
	return part_of_pull(o->pull[space], strength);
}

int tc_bot_hold_of(const outlook *o, int space, int strength)
{
	int call = call_of_city(o, space, greater(0, o->mine[space] - strength));
	return part_of_pull(greater(o->pull[space], call), strength);
}

int tc_bot_standing_worth(const outlook *o, int space, int strength)
{
	int before = o->mine[space], after = before + strength;
	int worth = tc_bot_guard_worth(o, space, after) - tc_bot_guard_worth(o, space, before);
	int risk = strength ? o->strike[space] - after : 0;
	worth += tc_bot_pull_worth(o, space, strength);
	if (risk > 0)
		worth -= 4 * lesser(risk, 8);
	return worth;
}
