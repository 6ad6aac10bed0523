/* march.c: the ways by which a group can march to spaces, TC-MV-7. */
#include "group.h"

#include <stddef.h>

/* What a way brings: how often it rouses somebody, how many spaces it takes, and the space before
 * the last. */
typedef struct label {
	uint8_t rouses, taken;
	uint16_t before;
} label;

/* The spaces that can be reached with a certain number of points by a way that can go on. */
typedef struct layer {
	uint16_t list[TC_SPACES];
	int count;
	uint64_t found[TC_SET_WORDS];
	label way[TC_SPACES];
} layer;

/* Returns whether the group would rouse somebody in a space by entering it: forces that are called
 * up, Lenin. */
static bool rouses_there(const tc_state *s, const tc_group *g, int to)
{
	return tc_violates(s, g->side, to) != TC_NONE ||
		(tc_spaces[to].city && tc_lenin_may_speak(s, g->side, to));
}

/* Returns whether the group would rouse a land by coming into it. */
static bool rouses_land(const tc_state *s, const tc_group *g, int from, int to)
{
	int land = tc_land_of(to);
	return land < TC_FACTIONS && land != tc_land_of(from) && s->user[land] != g->side;
}

static bool rouses(const tc_state *s, const tc_group *g, int from, int to)
{
	return rouses_land(s, g, from, to) || rouses_there(s, g, to);
}

/* Compares ways of the same length. */
static bool is_better(label a, label b)
{
	if (a.rouses != b.rouses)
		return a.rouses < b.rouses;
	return a.taken != b.taken ? a.taken > b.taken : a.before < b.before;
}

static void begin_layer(layer *l)
{
	l->count = 0;
	memset(l->found, 0, sizeof l->found);
}

static void add_to_layer(layer *l, int space, label way)
{
	if (!tc_in(l->found, space)) {
		tc_include(l->found, space);
		l->list[l->count++] = (uint16_t)space;
		l->way[space] = way;
	} else if (is_better(way, l->way[space])) {
		l->way[space] = way;
	}
}

/* Notes a way to a space. Layers are visited by their lengths: what is already known is not
 * longer. */
static void arrive(tc_marches *m, int space, int cost, label way)
{
	if (tc_in(m->reached, space)) {
		label known = {m->rouses[space], m->taken[space], m->last[space]};
		if (cost > m->cost[space] ? way.rouses >= known.rouses : !is_better(way, known))
			return;
	}
	tc_include(m->reached, space);
	m->cost[space] = (uint8_t)cost;
	m->rouses[space] = way.rouses;
	m->taken[space] = way.taken;
	m->last[space] = way.before;
}

/* What is known about the spaces around the group. */
typedef struct map {
	uint64_t open, shut; /* the regions that are known to be open, and closed, to the group */
	bool gold;           /* the gold train goes with the group */
	/* The spaces at which the group has looked, those in which it rouses somebody, and those in
	 * which an army stops it. */
	uint64_t known[TC_SET_WORDS], rouses[TC_SET_WORDS], stops[TC_SET_WORDS];
	uint64_t passed[TC_SET_WORDS]; /* the spaces to which a shorter way leads that can go on */
	/* Those of them to which no longer way is better, because such a way rouses nobody. */
	uint64_t settled[TC_SET_WORDS];
	uint8_t fewest[TC_SPACES]; /* how often the best of these ways rouses somebody */
} map;

/* Returns whether the region of the space is closed to somebody in the group. All spaces of a
 * region are closed to him, or none. */
static bool is_closed(const tc_state *s, const tc_group *g, int to, map *around)
{
	_Static_assert(TC_REGIONS <= 64, "a set of regions fits");
	uint64_t region = UINT64_C(1) << tc_region_of(to);
	if ((around->open | around->shut) & region)
		return around->shut & region;
	bool closed = false;
	for (int i = 0; i < g->sorts && !closed; i++)
		closed = tc_closed(s, g->side, g->sort[i], to) != 0;
	for (int l = g->leaders ? tc_next_leader(s, TC_LEADER_FLAG_PICKED, 0) : TC_LEADERS;
		 l < TC_LEADERS && !closed; l = tc_next_leader(s, TC_LEADER_FLAG_PICKED, l + 1))
		closed = tc_kept_from(l, to) || tc_closed(s, g->side, tc_as_unit(l), to) != 0;
	*(closed ? &around->shut : &around->open) |= region;
	return closed;
}

/* Returns whether the group may cross the link. Only on ferries, at the Finnish border and for a
 * group with the gold train the link itself matters. */
static bool may_cross(const tc_state *s, const tc_group *g, int link, int from, int to, map *around)
{
	const uint64_t *finland = tc_space_by_region[TC_REGION_FINLAND];
	if (around->gold || tc_links[link].kind == TC_LINK_KIND_SEA ||
		tc_in(finland, from) != tc_in(finland, to))
		return !tc_way_forbidden(s, g, link, to);
	int there = tc_occupier(s, to);
	return (there == TC_NONE || there == g->side) && !is_closed(s, g, to, around);
}

/* Finds out whom the group would rouse by entering the space, and whether an army stops it. */
static void look_at(const tc_state *s, const tc_group *g, int to, map *around)
{
	if (tc_in(around->known, to))
		return;
	tc_include(around->known, to);
	if (rouses_there(s, g, to))
		tc_include(around->rouses, to);
	if (tc_meets_army(s, g->side, to))
		tc_include(around->stops, to);
}

/* Follows every link out of a space to which the group has come with so many points. A way that
 * rouses as many as a shorter one to the same space leads nowhere better. */
static void leave(const tc_state *s, const tc_group *g, int here, int cost, label way,
	tc_marches *m, layer *next, map *around)
{
	for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++) {
		int link = tc_link_of[i], there = tc_link_to[i];
		if (tc_in(around->settled, there) || !may_cross(s, g, link, here, there, around))
			continue;
		look_at(s, g, there, around);
		bool roused = tc_in(around->rouses, there) || rouses_land(s, g, here, there);
		label longer = {(uint8_t)(way.rouses + roused),
			(uint8_t)(way.taken + (s->owner[there] != g->side)), (uint16_t)here};
		arrive(m, there, cost + 1, longer);
		if (tc_in(around->passed, there) && longer.rouses >= around->fewest[there])
			continue;
		const tc_link_kind *kind = &tc_link_kinds[tc_links[link].kind];
		if (cost + 1 < s->op.points && !tc_in(around->stops, there) && !kind->ends &&
			s->op.points - cost > kind->cost)
			add_to_layer(next, there, longer);
	}
}

/* Finds the ways to all spaces. If only the way to `goal` is wanted (TC_NOWHERE: to all), it is
 * enough to find the shortest of those that rouse nobody: no other is better. */
static void find_marches(const tc_state *s, const tc_group *g, int goal, tc_marches *m)
{
	layer layers[2];
	map around;
	memset(m->reached, 0, sizeof m->reached);
	if (tc_no_group(s) || g->sorts == 0 || s->op.points > TC_MOST_MARCH)
		return;
	memset(&around, 0, offsetof(map, fewest));
	around.gold = tc_gold_goes(s);
	begin_layer(&layers[0]);
	add_to_layer(&layers[0], s->op.at, (label){.before = s->op.at});
	for (int cost = 0; cost < s->op.points; cost++) {
		const layer *now = &layers[cost % 2];
		layer *next = &layers[(cost + 1) % 2];
		begin_layer(next);
		for (int i = 0; i < now->count; i++) {
			int here = now->list[i], rouses = now->way[here].rouses;
			around.fewest[here] = (uint8_t)rouses;
			if (rouses == 0)
				tc_include(around.settled, here);
		}
		for (int i = 0; i < TC_SET_WORDS; i++)
			around.passed[i] |= now->found[i];
		for (int i = 0; i < now->count; i++) {
			int here = now->list[i];
			m->before[cost][here] = now->way[here].before;
			leave(s, g, here, cost, now->way[here], m, next, &around);
		}
		if (goal < TC_SPACES && tc_in(m->reached, goal) && m->rouses[goal] == 0)
			return;
	}
}

void tc_find_marches(const tc_state *s, tc_marches *m)
{
	tc_group g = tc_gather(s);
	find_marches(s, &g, TC_NOWHERE, m);
}

/* Returns whether a group that goes to the space, a neighbour, has to stop there anyway. */
static bool ends_there(const tc_state *s, const tc_group *g, int to)
{
	int link = tc_link_between(s->op.at, to);
	return link >= 0 && tc_points_after(s, g, link, to, s->op.points) == 0;
}

static bool marches_to(
	const tc_state *s, const tc_group *g, const tc_marches *m, int to, bool formed)
{
	return tc_in(m->reached, to) && tc_can_stop(s, g, to) &&
		!(formed && m->cost[to] == 1 && ends_there(s, g, to));
}

bool tc_marches_to(const tc_state *s, const tc_marches *m, int to, bool formed)
{
	assert(tc_is_space(to));
	tc_group g = tc_gather(s);
	return marches_to(s, &g, m, to, formed);
}

int tc_march_way(const tc_marches *m, int to, uint16_t way[TC_MOST_MARCH])
{
	assert(tc_is_space(to) && tc_in(m->reached, to));
	int cost = m->cost[to];
	way[cost - 1] = (uint16_t)to;
	if (cost > 1)
		way[cost - 2] = m->last[to];
	for (int i = cost - 2; i > 0; i--)
		way[i - 1] = m->before[i + 1][way[i]];
	return cost;
}

void tc_list_marches(const tc_state *s, bool formed, ap_list *out)
{
	tc_marches m;
	tc_group g = tc_gather(s);
	find_marches(s, &g, TC_NOWHERE, &m);
	for (int to = tc_member(m.reached, TC_SET_WORDS, 0); to < TC_SPACES;
		 to = tc_member(m.reached, TC_SET_WORDS, to + 1))
		if (marches_to(s, &g, &m, to, formed))
			ap_add(out, ap_act(TC_VERB_MARCH, s->op.at, (unsigned)to));
}

/* Returns whether the group can go straight to the space without rousing anybody: then there is no
 * better way. */
static bool goes_straight(const tc_state *s, const tc_group *g, int to)
{
	int link = tc_no_group(s) ? -1 : tc_link_between(s->op.at, to);
	return link >= 0 && g->sorts > 0 && s->op.points > 0 && s->op.points <= TC_MOST_MARCH &&
		!tc_way_forbidden(s, g, link, to) && !rouses(s, g, s->op.at, to) && tc_can_stop(s, g, to);
}

int tc_next_on_march(const tc_state *s, int to)
{
	tc_marches m;
	uint16_t way[TC_MOST_MARCH];
	tc_group g = tc_gather(s);
	if (goes_straight(s, &g, to))
		return to;
	find_marches(s, &g, to, &m);
	if (!marches_to(s, &g, &m, to, false))
		return TC_NOWHERE;
	tc_march_way(&m, to, way);
	return way[0];
}
