/* march.c: the ways by which a group can march to spaces, TC-MV-7. */
#include "floods.h"
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

/* What is known about the regions around the group. */
typedef struct lands {
	uint64_t open, shut; /* the regions that are known to be open, and closed, to the group */
	bool gold;           /* the gold train goes with the group */
} lands;

/* What is known about the spaces around the group. */
typedef struct map {
	lands in;
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
static bool is_closed(const tc_state *s, const tc_group *g, int to, lands *around)
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

static bool may_enter(const tc_state *s, const tc_group *g, int to, lands *around)
{
	int there = tc_occupier(s, to);
	return (there == TC_NONE || there == g->side) && !is_closed(s, g, to, around);
}

/* Returns whether the group may cross the link. Only on ferries, at the Finnish border and for a
 * group with the gold train the link itself matters. */
static bool may_cross(
	const tc_state *s, const tc_group *g, int link, int from, int to, lands *around)
{
	const uint64_t *finland = tc_space_by_region[TC_REGION_FINLAND];
	if (around->gold || tc_links[link].kind == TC_LINK_KIND_SEA ||
		tc_in(finland, from) != tc_in(finland, to))
		return !tc_way_forbidden(s, g, link, to);
	return may_enter(s, g, to, around);
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
		if (tc_in(around->settled, there) || !may_cross(s, g, link, here, there, &around->in))
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

static bool can_march(const tc_state *s, const tc_group *g)
{
	return !tc_no_group(s) && g->sorts > 0 && s->op.points <= TC_MOST_MARCH;
}

/* Finds the ways to all spaces. If only the way to `goal` is wanted (TC_NOWHERE: to all), it is
 * enough to find the shortest of those that rouse nobody: no other is better. */
static void find_marches(const tc_state *s, const tc_group *g, int goal, tc_marches *m)
{
	layer layers[2];
	map around;
	memset(m->reached, 0, sizeof m->reached);
	if (!can_march(s, g))
		return;
	memset(&around, 0, offsetof(map, fewest));
	around.in.gold = tc_gold_goes(s);
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

/* ---- All spaces to which it can march -------------------------------------------------------- */

/* The spaces that the group can reach, whatever the best way. They are found like those of
 * find_marches(), but as sets. */
typedef struct range {
	const tc_state *s;
	const tc_group *g;
	lands in;
	uint64_t reached[TC_SET_WORDS], occupied[TC_SET_WORDS], hostile[TC_SET_WORDS];
	uint64_t left[TC_SET_WORDS];     /* those to which it has not come yet */
	uint64_t doubtful[TC_SET_WORDS]; /* those in regions that may be closed */
	uint64_t special[TC_SET_WORDS];  /* those at which links differ from one another */
} range;

/* Returns whether links of this kind are unlike others for a group: see may_cross(). */
static bool is_special(int kind)
{
	return tc_link_kinds[kind].ends || kind == TC_LINK_KIND_SEA;
}

static void find_special(const tc_state *s, uint64_t special[TC_SET_WORDS])
{
	const uint64_t *finland = tc_space_by_region[TC_REGION_FINLAND];
	memcpy(special, finland, TC_SET_WORDS * sizeof special[0]);
	for (int space = tc_member(finland, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(finland, TC_SET_WORDS, space + 1))
		for (int i = 0; i < TC_SET_WORDS; i++)
			special[i] |= tc_link_sets[space][i];
	for (int kind = 0; kind < TC_LINK_KINDS; kind++)
		if (is_special(kind))
			for (int i = 0; i < TC_SET_WORDS; i++)
				special[i] |= tc_link_by_kind[kind][i];
	if (tc_gold_goes(s))
		memset(special, 0xff, TC_SET_WORDS * sizeof special[0]);
}

/* Returns whether the group comes to the space by the link and can go on from there. If it has to
 * stop, the space is reached all the same. */
static bool leads_on(void *with, int link, int here, int there)
{
	range *r = with;
	if (!may_cross(r->s, r->g, link, here, there, &r->in))
		return false;
	if (tc_ends_move(link))
		tc_include(r->reached, there);
	return !tc_ends_move(link);
}

/* Takes those of the next spaces off that are closed to the group, or others' forces stand in. */
static void keep_open(range *r, uint64_t next[TC_SET_WORDS])
{
	for (int word = 0; word < TC_SET_WORDS; word++) {
		for (uint64_t set; (set = next[word] & r->doubtful[word]) != 0;) {
			int space = word * 64 + __builtin_ctzll(set);
			const uint64_t *region = tc_space_by_region[tc_region_of(space)];
			uint64_t closed = is_closed(r->s, r->g, space, &r->in) ? UINT64_MAX : 0;
			for (int i = 0; i < TC_SET_WORDS; i++) {
				r->doubtful[i] &= ~region[i];
				r->left[i] &= ~(region[i] & closed);
				next[i] &= ~(region[i] & closed);
			}
		}
		for (uint64_t set = next[word] & r->occupied[word]; set != 0; set &= set - 1) {
			int space = word * 64 + __builtin_ctzll(set);
			if (tc_occupier(r->s, space) != r->g->side)
				tc_exclude(next, space);
		}
	}
}

/* Takes off those of the next spaces in which an enemy army stops the group. */
static void keep_passable(const range *r, uint64_t next[TC_SET_WORDS])
{
	for (int i = 0; i < TC_SET_WORDS; i++)
		for (uint64_t set = next[i] & r->hostile[i]; set != 0; set &= set - 1) {
			int space = i * 64 + __builtin_ctzll(set);
			if (tc_meets_army(r->s, r->g->side, space))
				tc_exclude(next, space);
		}
}

static void begin_range(const tc_state *s, const tc_group *g, range *r)
{
	memset(r, 0, sizeof *r);
	r->s = s;
	r->g = g;
	r->in.gold = tc_gold_goes(s);
	memset(r->doubtful, 0xff, sizeof r->doubtful);
	memset(r->left, 0xff, sizeof r->left);
	tc_exclude(r->left, s->op.at);
	tc_occupied(s, r->occupied);
	tc_owned_by(s, tc_other(g->side), r->hostile);
	find_special(s, r->special);
}

/* Reaches the neighbours of the spaces in `now`. Those from which the group can go on are in `now`
 * instead. */
static void widen(range *r, uint64_t now[TC_SET_WORDS])
{
	tc_flood_once(r->left, now, r->special, leads_on, r);
	keep_open(r, now);
	for (int i = 0; i < TC_SET_WORDS; i++)
		r->reached[i] |= now[i];
	keep_passable(r, now);
}

static void find_range(const tc_state *s, const tc_group *g, range *r)
{
	uint64_t now[TC_SET_WORDS] = {0};
	begin_range(s, g, r);
	tc_include(now, s->op.at);
	for (int cost = 0; cost < s->op.points; cost++)
		widen(r, now);
}

/* Keeps only the spaces in which the group can stop. All empty ones are alike. */
static void keep_stops(const range *r, uint64_t set[TC_SET_WORDS])
{
	uint64_t empty[TC_SET_WORDS];
	for (int i = 0; i < TC_SET_WORDS; i++)
		empty[i] = set[i] & ~r->occupied[i];
	int first = tc_member(empty, TC_SET_WORDS, 0);
	for (int i = 0; first < TC_SPACES && !tc_can_stop(r->s, r->g, first) && i < TC_SET_WORDS; i++)
		set[i] &= r->occupied[i];
	for (int i = 0; i < TC_SET_WORDS; i++)
		for (uint64_t left = set[i] & r->occupied[i]; left != 0; left &= left - 1) {
			int space = i * 64 + __builtin_ctzll(left);
			if (!tc_can_stop(r->s, r->g, space))
				tc_exclude(set, space);
		}
}

/* Returns whether the best way to a neighbour of the group is the link between them. Ways by others
 * are looked for only if the group would rouse somebody. */
static bool is_straight(range *r, int link, int to)
{
	tc_marches m;
	int at = r->s->op.at;
	if (!may_cross(r->s, r->g, link, at, to, &r->in))
		return false;
	if (!rouses(r->s, r->g, at, to))
		return true;
	find_marches(r->s, r->g, to, &m);
	return m.cost[to] == 1;
}

/* Takes off the neighbours to which a group that is formed already can go just as well. */
static void keep_marches(range *r, uint64_t set[TC_SET_WORDS])
{
	const tc_state *s = r->s;
	for (int i = tc_link_from[s->op.at], end = tc_link_from[s->op.at + 1]; i < end; i++) {
		int link = tc_link_of[i], to = tc_link_to[i];
		if (tc_in(set, to) && tc_points_after(s, r->g, link, to, s->op.points) == 0 &&
			is_straight(r, link, to))
			tc_exclude(set, to);
	}
}

void tc_list_marches(const tc_state *s, bool formed, ap_list *out)
{
	range r;
	tc_group g = tc_gather(s);
	if (!can_march(s, &g))
		return;
	find_range(s, &g, &r);
	keep_stops(&r, r.reached);
	if (formed)
		keep_marches(&r, r.reached);
	for (unsigned i = 0; i < TC_SET_WORDS; i++)
		ap_add_each_y(out, ap_act(TC_VERB_MARCH, s->op.at, i * 64), r.reached[i]);
}

/* ---- The next space of a march --------------------------------------------------------------- */

/* The spaces on the shortest ways on the map to a space: those one link away, two, and so on; and
 * for those that have been looked at the best way there. */
typedef struct beeline {
	uint64_t layer[TC_MOST_MARCH + 1][TC_SET_WORDS];
	int cost;
	uint8_t taken[TC_SPACES];  /* how many spaces it takes */
	uint16_t first[TC_SPACES]; /* its first space */
	lands in;
} beeline;

/* Keeps only the members of a set that are in another one, too. Returns whether there are any. */
static bool keep_common(uint64_t set[TC_SET_WORDS], const uint64_t other[TC_SET_WORDS])
{
	uint64_t any = 0;
	for (int i = 0; i < TC_SET_WORDS; i++)
		any |= set[i] &= other[i];
	return any != 0;
}

static void keep_near(uint64_t set[TC_SET_WORDS], const uint64_t those[TC_SET_WORDS])
{
	uint64_t near[TC_SET_WORDS];
	tc_find_near(those, near);
	keep_common(set, near);
}

/* Finds the shortest ways between two spaces, by going on from both ends in turn until they meet.
 * Returns false if they have more links than `most`. */
static bool find_beeline(int from, int to, int most, beeline *b)
{
	uint64_t back[TC_MOST_MARCH + 1][TC_SET_WORDS] = {{0}}, common[TC_SET_WORDS];
	int ahead = 0, behind = 0;
	memset(b->layer[0], 0, sizeof b->layer[0]);
	tc_include(b->layer[0], from);
	tc_include(back[0], to);
	for (;;) {
		memcpy(common, b->layer[ahead], sizeof common);
		if (keep_common(common, back[behind]))
			break;
		if (ahead + behind == most)
			return false;
		if (ahead <= behind) {
			tc_find_near(b->layer[ahead], b->layer[ahead + 1]);
			ahead++;
		} else {
			tc_find_near(back[behind], back[behind + 1]);
			behind++;
		}
	}
	b->cost = ahead + behind;
	memcpy(b->layer[ahead], common, sizeof common);
	for (int i = ahead - 1; i > 0; i--)
		keep_near(b->layer[i], b->layer[i + 1]);
	for (int i = ahead + 1; i <= b->cost; i++) {
		memcpy(b->layer[i], back[b->cost - i], sizeof b->layer[i]);
		keep_near(b->layer[i], b->layer[i - 1]);
	}
	return true;
}

/* Returns whether all links of a space are alike for a group that sets out from the same side of
 * the Finnish border. */
static bool is_plain(int space, int from)
{
	const uint64_t *finland = tc_space_by_region[TC_REGION_FINLAND];
	for (int kind = 0; kind < TC_LINK_KINDS; kind++)
		if (is_special(kind) && tc_in(tc_link_by_kind[kind], space))
			return false;
	return tc_in(finland, space) == tc_in(finland, from);
}

/* Finds the best way to a space of a layer, see is_better(), or takes it off if there is none that
 * rouses nobody. */
static void look_on_beeline(const tc_state *s, const tc_group *g, beeline *b, int cost, int here)
{
	int most = -1;
	bool goes = may_enter(s, g, here, &b->in) && !rouses_there(s, g, here) &&
		(cost == b->cost || !tc_meets_army(s, g->side, here));
	for (int i = 0; i < TC_SET_WORDS && goes; i++)
		for (uint64_t set = tc_link_sets[here][i] & b->layer[cost - 1][i]; set; set &= set - 1) {
			int before = i * 64 + __builtin_ctzll(set);
			if (b->taken[before] <= most || rouses_land(s, g, before, here))
				continue;
			most = b->taken[before];
			b->first[here] = cost == 1 ? (uint16_t)here : b->first[before];
		}
	if (most < 0)
		tc_exclude(b->layer[cost], here);
	else
		b->taken[here] = (uint8_t)(most + (s->owner[here] != g->side));
}

/* If the group can go a shortest way on the map without rousing anybody, returns the first space of
 * the best of them; otherwise TC_NOWHERE. */
static int next_on_beeline(const tc_state *s, const tc_group *g, int to)
{
	beeline b;
	int at = s->op.at;
	if (tc_gold_goes(s) || !is_plain(at, at) || !find_beeline(at, to, s->op.points, &b))
		return TC_NOWHERE;
	b.in = (lands){0};
	b.taken[at] = 0;
	for (int cost = 1; cost <= b.cost; cost++)
		for (int here = tc_member(b.layer[cost], TC_SET_WORDS, 0); here < TC_SPACES;
			 here = tc_member(b.layer[cost], TC_SET_WORDS, here + 1)) {
			if (!is_plain(here, at))
				return TC_NOWHERE;
			look_on_beeline(s, g, &b, cost, here);
		}
	return tc_in(b.layer[b.cost], to) ? b.first[to] : TC_NOWHERE;
}

int tc_next_on_march(const tc_state *s, int to)
{
	tc_marches m;
	uint16_t way[TC_MOST_MARCH];
	tc_group g = tc_gather(s);
	if (!can_march(s, &g) || !tc_can_stop(s, &g, to))
		return TC_NOWHERE;
	int next = next_on_beeline(s, &g, to);
	if (next != TC_NOWHERE)
		return next;
	find_marches(s, &g, to, &m);
	if (!tc_in(m.reached, to))
		return TC_NOWHERE;
	tc_march_way(&m, to, way);
	return way[0];
}
