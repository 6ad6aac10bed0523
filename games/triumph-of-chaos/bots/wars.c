/* wars.c: whether the bot declares war, TC-8.51. The other side becomes the protector: it gains the
 * land with its cities, and the forces that are left. So war pays only where my units can take
 * every city soon, with much more than those forces. */
#include "greedy.h"

enum {
	NEAR = 2,       /* links within which units count as near a city */
	OVERWHELMS = 2, /* my combat factors near a city must be so many times theirs */
	TIME = 3        /* Action Rounds that must be left in this turn */
};

/* The combat factors that the protector would set up. */
static int forces_of(const tc_state *s, int faction)
{
	int sum = 0;
	for (int u = 0; u < TC_UNITS; u++) {
		bool lost = s->unit_where[u] == TC_LOCATION_DEAD || s->unit_where[u] == TC_LOCATION_GONE;
		if (tc_faction_of(s, u) == faction && !lost)
			sum += greater(1, tc_combat_of(s, u));
	}
	return sum;
}

/* The worth of war for a city: what taking it brings, if it can be taken. */
static int city_worth(const outlook *o, int city, int forces)
{
	uint8_t far[TC_SPACES];
	int mine = 0, theirs = forces;
	tc_distances(city, far);
	for (int space = 0; space < TC_SPACES; space++)
		if (far[space] <= NEAR) {
			mine += o->mine[space];
			theirs += o->theirs[space];
		}
	return mine >= OVERWHELMS * theirs ? VP + (o->counts - 1) * VP / 2 : NEVER;
}

int tc_bot_war_worth(const outlook *o, int faction)
{
	const tc_faction *f = &tc_factions[faction];
	int forces = forces_of(o->s, faction), worth = 0;
	if (f->type == TC_TYPE_MAJOR || f->cities_count == 0 || tc_bot_rounds_left(o->s) < TIME)
		return NEVER;
	for (int i = 0; i < f->cities_count; i++) {
		int city = city_worth(o, f->cities[i], forces);
		if (city == NEVER)
			return NEVER;
		worth += city;
	}
	for (int other = 0; other < TC_FACTIONS; other++)
		if (tc_war_frightens(o->s, other, faction))
			worth += tc_bot_influence_worth(o, other, -tc_number_of(TC_NUMBER_GROUP_INFLUENCE));
	return worth;
}
