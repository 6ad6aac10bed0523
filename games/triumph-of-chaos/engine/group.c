/* group.c: the group that moves: its points, and the spaces to which it can go. */
#include "group.h"

/* ---- Points ---------------------------------------------------------------------------------- */

int tc_move_of(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	return tc_reduced(s, unit) ? tc_units[unit].reduced_move : tc_units[unit].move;
}

int tc_unit_points(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	int points = tc_move_of(s, unit);
	if (points == 0)
		return 0;
	points += tc_seasons[tc_season_of(s)].movement;
	if (!tc_fed(s, unit) || tc_limited(s, unit))
		points += tc_number_of(TC_NUMBER_LIMITED_MOVEMENT);
	return points > 1 ? points : 1;
}

/* ---- The group ------------------------------------------------------------------------------- */

static void add_unit(const tc_state *s, tc_group *g, int unit, unsigned *seen)
{
	bool army = tc_is_army(unit);
	bool power = tc_units[unit].faction == TC_FACTION_CENTRAL_POWERS;
	bool pole = tc_is_pole(unit);
	bool homebound = pole && (tc_units[unit].traits >> TC_TRAITS_HOMEBOUND & 1);
	int kind = power ? 1 : homebound ? 2 : pole ? 3 : tc_of_finland(unit) ? 4 : 0;
	unsigned bit = 1u << (army + 2 * kind);
	g->armies += army;
	g->corps += !army;
	g->poles |= pole;
	g->whites |= tc_own_side(s, unit) == TC_PARTY_WHITE;
	if (!(*seen & bit))
		g->sort[g->sorts++] = (uint16_t)unit;
	*seen |= bit;
}

tc_group tc_gather(const tc_state *s)
{
	tc_group g = {.side = tc_round_peek(s)->side};
	unsigned seen = 0;
	for (int u = tc_first(s, s->op.at); u < TC_UNITS; u = tc_next(s, u))
		if (s->unit_flags[u] & TC_UNIT_FLAG_PICKED)
			add_unit(s, &g, u, &seen);
	for (int l = tc_next_leader(s, TC_LEADER_FLAG_PICKED, 0); l < TC_LEADERS;
		 l = tc_next_leader(s, TC_LEADER_FLAG_PICKED, l + 1)) {
		g.leaders = true;
		g.finnish |= tc_leaders[l].bound == TC_BOUND_BORDER;
	}
	return g;
}

int tc_group_points(const tc_state *s)
{
	int least = -1;
	for (int u = tc_first(s, s->op.from); u < TC_UNITS; u = tc_next(s, u)) {
		int points = s->unit_flags[u] & TC_UNIT_FLAG_PICKED ? tc_unit_points(s, u) : -1;
		if (points >= 0 && (least < 0 || points < least))
			least = points;
	}
	return least < 0 ? TC_LEADER_POINTS : least;
}

/* ---- The way of the group -------------------------------------------------------------------- */

static bool enemy_army_at(const tc_state *s, int side, int space)
{
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (tc_is_army(u) && (tc_user(s, u) == tc_other(side) || tc_is_green(s, u)))
			return true;
	return false;
}

bool tc_meets_army(const tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	if (s->owner[space] != tc_other(side))
		return false;
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		if (enemy_army_at(s, side, tc_link_to[i]))
			return true;
	return false;
}

bool tc_ends_move(int link)
{
	assert(tc_is_link(link));
	return tc_link_kinds[tc_links[link].kind].ends;
}

uint16_t tc_way_forbidden(const tc_state *s, const tc_group *g, int link, int to)
{
	if (tc_gold_goes(s) && !tc_gold_passes(link))
		return TC_16_31_1;
	for (int i = 0; i < g->sorts; i++) {
		uint16_t why = tc_no_way(s, g->side, g->sort[i], link, to, false);
		if (why)
			return why;
	}
	if (!g->leaders)
		return 0;
	if (g->sorts == 0 && s->owner[to] != g->side)
		return TC_LE_2;
	if (g->finnish && tc_region_of(to) != TC_REGION_FINLAND)
		return TC_LE_2;
	for (int l = tc_next_leader(s, TC_LEADER_FLAG_PICKED, 0); l < TC_LEADERS;
		 l = tc_next_leader(s, TC_LEADER_FLAG_PICKED, l + 1)) {
		uint16_t why = tc_no_way(s, g->side, tc_as_unit(l), link, to, false);
		if (why)
			return why;
	}
	return 0;
}

int tc_points_after(const tc_state *s, const tc_group *g, int link, int to, int points)
{
	assert(tc_is_link(link) && tc_is_space(to));
	if (tc_ends_move(link) || tc_meets_army(s, g->side, to))
		return 0;
	return points - tc_link_kinds[tc_links[link].kind].cost;
}

bool tc_can_stop(const tc_state *s, const tc_group *g, int space)
{
	assert(tc_is_space(space));
	int without = TC_UNIT_FLAG_PICKED;
	return g->sorts == 0 ||
		(tc_fits(s, space, g->side, g->armies, g->corps, without) &&
			tc_stand_apart(s, space, g->poles, g->whites, without));
}

/* Returns the clause by which the group cannot end its move in a space or beyond it. */
uint16_t tc_no_stop(const tc_state *s, const tc_group *g, int space)
{
	return tc_stand_apart(s, space, g->poles, g->whites, TC_UNIT_FLAG_PICKED) ? TC_MV_6
																			  : TC_8_321_9;
}

/* TC-MV-6: returns whether the group can end its move in the space or, with so many points left,
 * beyond it. The search continues only through spaces that are full. */
static bool can_end(const tc_state *s, const tc_group *g, int at, int points)
{
	if (tc_can_stop(s, g, at))
		return true;
	for (int i = tc_link_from[at]; points > 0 && i < tc_link_from[at + 1]; i++) {
		int link = tc_link_of[i], to = tc_link_to[i];
		if (!tc_way_forbidden(s, g, link, to) &&
			can_end(s, g, to, tc_points_after(s, g, link, to, points)))
			return true;
	}
	return false;
}

static uint16_t link_forbidden(const tc_state *s, const tc_group *g, int link, int to)
{
	if (s->op.points == 0)
		return TC_MV_2;
	uint16_t why = tc_way_forbidden(s, g, link, to);
	if (why || tc_can_stop(s, g, to))
		return why;
	return can_end(s, g, to, tc_points_after(s, g, link, to, s->op.points)) ? 0
																			: tc_no_stop(s, g, to);
}

uint16_t tc_go_forbidden(const tc_state *s, unsigned to)
{
	int link = tc_no_group(s) || to >= TC_SPACES ? -1 : tc_link_between(s->op.at, (int)to);
	if (link < 0)
		return TC_MV_1;
	tc_group g = tc_gather(s);
	return link_forbidden(s, &g, link, (int)to);
}

bool tc_has_way(const tc_state *s, const tc_group *g)
{
	int at = s->op.at;
	for (int i = tc_link_from[at]; i < tc_link_from[at + 1]; i++)
		if (!link_forbidden(s, g, tc_link_of[i], tc_link_to[i]))
			return true;
	return false;
}

void tc_list_ways(const tc_state *s, const tc_group *g, ap_list *out)
{
	int at = s->op.at;
	for (int i = tc_link_from[at]; i < tc_link_from[at + 1]; i++) {
		int to = tc_link_to[i];
		if (!link_forbidden(s, g, tc_link_of[i], to))
			ap_add(out, ap_act(TC_VERB_GO, (unsigned)to, 0));
	}
}
