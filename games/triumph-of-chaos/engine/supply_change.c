/* supply_change.c: what becomes of supply when a space changes hands. Nearly always the space
 * alone, or a few spaces around it, are fed or no longer fed: that is found out much faster than
 * supply as a whole, see supply.c. */
#include "chapters.h"
#include "floods.h"

/* The ground on which chains of a side lead, after the change, and the nets that follow them. */
typedef struct ground {
	uint64_t open[TC_SET_WORDS], limited_ends[TC_SET_WORDS];
	uint8_t nets[TC_NET_COUNT];
	int net_count, side;
} ground;

static bool is_full(void *unused, int link, int here, int there)
{
	(void)unused;
	(void)here;
	(void)there;
	return !tc_is_limited(link);
}

/* Finds the spaces that full links connect with this one through open spaces outside a set. */
static void find_joined(
	const ground *g, int space, const uint64_t outside[TC_SET_WORDS], uint64_t joined[TC_SET_WORDS])
{
	uint64_t left[TC_SET_WORDS];
	for (int i = 0; i < TC_SET_WORDS; i++)
		left[i] = joined[i] = g->open[i] & ~outside[i];
	tc_include(joined, space);
	tc_flood(space, left, g->limited_ends, is_full, NULL);
	for (int i = 0; i < TC_SET_WORDS; i++)
		joined[i] &= ~left[i];
}

static bool have_common(const uint64_t a[TC_SET_WORDS], const uint64_t b[TC_SET_WORDS])
{
	uint64_t common = 0;
	for (int i = 0; i < TC_SET_WORDS; i++)
		common |= a[i] & b[i];
	return common != 0;
}

/* A space has been added to the ground of a net. Feeds what it connects. Returns false if limited
 * links would lead on from there. */
static bool gain(tc_state *s, int net, const ground *g, int space)
{
	uint64_t joined[TC_SET_WORDS], near[TC_SET_WORDS];
	uint64_t *full = s->full[net], *fed = s->fed[net];
	for (int i = 0; i < TC_SET_WORDS; i++)
		near[i] = tc_link_sets[space][i] & g->open[i];
	bool in_full = have_common(near, full) || tc_is_source(s, net, g->side, space);
	if (!in_full && !have_common(near, fed))
		return true;
	find_joined(g, space, in_full ? full : fed, joined);
	for (int i = 0; i < TC_SET_WORDS; i++) {
		if (joined[i] & ~fed[i] & g->limited_ends[i])
			return false;
		fed[i] |= joined[i];
		full[i] |= in_full ? joined[i] : 0;
	}
	return true;
}

/* Returns whether the open neighbours of a space are connected without it. */
static bool are_connected(const ground *g, int space)
{
	uint64_t near[TC_SET_WORDS], left[TC_SET_WORDS], now[TC_SET_WORDS] = {0};
	uint64_t missing = 0;
	for (int i = 0; i < TC_SET_WORDS; i++) {
		left[i] = g->open[i];
		near[i] = tc_link_sets[space][i] & left[i];
	}
	int first = tc_member(near, TC_SET_WORDS, 0);
	if (first >= TC_SPACES)
		return true;
	tc_exclude(left, first);
	tc_include(now, first);
	for (bool more = true; more;) {
		missing = 0;
		for (int i = 0; i < TC_SET_WORDS; i++)
			missing |= near[i] & left[i];
		if (missing == 0)
			return true;
		more = tc_flood_once(left, now, g->limited_ends, is_full, NULL);
	}
	return false;
}

/* A space has been taken off the ground. Returns false if that cuts chains, or takes a source off.
 */
static bool lose(tc_state *s, const ground *g, int space)
{
	bool fed = false;
	for (int i = 0; i < g->net_count; i++) {
		fed |= tc_in(s->fed[g->nets[i]], space);
		if (tc_is_source(s, g->nets[i], g->side, space))
			return false;
	}
	if (!fed)
		return true;
	if (!are_connected(g, space))
		return false;
	for (int i = 0; i < g->net_count; i++) {
		tc_exclude(s->full[g->nets[i]], space);
		tc_exclude(s->fed[g->nets[i]], space);
	}
	return true;
}

/* Keeps only what is on the same side of the Finnish border while it is shut (TC-8.317.1). */
static void stay_on_this_side(const tc_state *s, int space, uint64_t open[TC_SET_WORDS])
{
	const uint64_t *finland = tc_space_by_region[TC_REGION_FINLAND];
	uint64_t other = tc_in(finland, space) ? UINT64_MAX : 0;
	for (int i = 0; i < TC_SET_WORDS && !s->border_open; i++)
		open[i] &= finland[i] ^ ~other;
}

/* Carries a change of the ground out: the space was part of it and is no longer, or it is now. */
static bool follow(tc_state *s, ground *g, int space, bool was)
{
	stay_on_this_side(s, space, g->open);
	if (was)
		return lose(s, g, space);
	for (int i = 0; i < g->net_count; i++)
		if (!gain(s, g->nets[i], g, space))
			return false;
	return true;
}

/* Fills in the ground of a side; the nets that follow its chains are listed. */
static void find_ground(const tc_state *s, int side, ground *g)
{
	g->side = side;
	tc_open_to(s, side, g->open);
	g->net_count = tc_nets_of(s, side, g->nets);
}

/* TC-8.315.5: makes the ground of a side that of the Central Powers, who have chains of their own.
 */
static void widen_for_powers(const tc_state *s, ground *g)
{
	tc_open_for_powers(s, g->open);
	g->nets[0] = TC_NET_POWERS;
	g->net_count = 1;
}

static bool follow_side(tc_state *s, ground *g, int side, int space, int before)
{
	int now = s->owner[space];
	if ((before == side) == (now == side))
		return true;
	find_ground(s, side, g);
	return follow(s, g, space, before == side);
}

static bool follow_powers(tc_state *s, ground *g, int space, int before)
{
	int user = s->user[TC_FACTION_CENTRAL_POWERS];
	if (user >= TC_SIDE_COUNT)
		return true;
	bool was = tc_open_to_powers(user, before, space);
	bool is = tc_open_to_powers(user, s->owner[space], space);
	if (was == is)
		return true;
	find_ground(s, user, g);
	widen_for_powers(s, g);
	return follow(s, g, space, was);
}

bool tc_supply_follows(tc_state *s, int space, int before)
{
	assert(tc_is_space(space) && !s->unfed);
	ground g;
	tc_find_limited_ends(g.limited_ends);
	if (tc_has_partisans(s, space) || tc_in(g.limited_ends, space))
		return false;
	return follow_side(s, &g, TC_SIDE_RED, space, before) &&
		follow_side(s, &g, TC_SIDE_WHITE, space, before) && follow_powers(s, &g, space, before);
}
