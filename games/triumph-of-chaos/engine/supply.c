/* supply.c: chains to a source, TC-SU-1 to TC-SU-3, and the sources of the factions, TC-8.3. */
#include "chapters.h"

/* What all nets of a state need. */
typedef struct lie {
	uint64_t owned[SIDES][WORDS]; /* what a chain of the side may use */
	uint64_t finland[WORDS];
	uint16_t sources[SPACES]; /* the spaces that feed somebody, ports among them */
	int source_count;
} lie;

static void note_space(const tc_state *s, int space, lie *l)
{
	uint64_t bit = UINT64_C(1) << space % 64;
	int owner = s->owner[space];
	l->owned[RED][space / 64] |= owner == RED ? bit : 0;
	l->owned[WHITE][space / 64] |= owner == WHITE ? bit : 0;
	l->sources[l->source_count] = (uint16_t)space;
	l->source_count += tc_spaces[space].supply || tc_spaces[space].port != TC_PORT_NONE;
}

static void look_at_map(const tc_state *s, lie *l)
{
	memset(l->owned, 0, sizeof l->owned);
	memset(l->finland, 0, sizeof l->finland);
	l->source_count = 0;
	for (int space = 0; space < SPACES; space++)
		note_space(s, space, l);
	int end = tc_region_spaces[TC_REGION_FINLAND + 1];
	for (int space = tc_region_spaces[TC_REGION_FINLAND]; space < end; space++)
		tc_include(l->finland, space);
}

/* ---- Sources --------------------------------------------------------------------------------- */

static bool tagged(int space, int tag)
{
	return tc_spaces[space].supply >> tag & 1;
}

static bool feeds_controller(const tc_state *s, int side, int space)
{
	int land = tc_land_of(space);
	if (!tagged(space, TC_SUPPLY_CONTROLLER) || land >= FACTIONS || tc_shut(s, land))
		return false;
	return tc_controller(s, land) == side || tc_conqueror(s, land) == side;
}

/* In Finland the sources of the Finns feed all while the border is shut (TC-8.317.1). */
static bool feeds_side(const tc_state *s, int side, int space)
{
	if (tc_region_of(space) == TC_REGION_FINLAND && !s->border_open)
		return tagged(space, side == RED ? TC_SUPPLY_RED_FINNS : TC_SUPPLY_WHITE_FINNS);
	return tagged(space, side == RED ? TC_SUPPLY_RED : TC_SUPPLY_WHITE) ||
		feeds_controller(s, side, space);
}

static bool feeds(const tc_state *s, int which, int side, int space)
{
	switch (which) {
	case NET_RED_FINNS:
		return tagged(space, TC_SUPPLY_RED_FINNS);
	case NET_WHITE_FINNS:
		return tagged(space, TC_SUPPLY_WHITE_FINNS);
	case NET_BRITAIN:
		return tc_spaces[space].port != TC_PORT_NONE || feeds_side(s, side, space);
	case NET_FRANCE:
		return tagged(space, TC_SUPPLY_FRANCE);
	case NET_POWERS:
		return tagged(space, TC_SUPPLY_CENTRAL_POWERS) || feeds_side(s, side, space);
	default:
		return feeds_side(s, side, space);
	}
}

/* The Central Powers also use what is theirs or nobody's behind their line (TC-8.315.5). */
static void open_for_powers(const tc_state *s, uint64_t open[WORDS])
{
	for (int space = 0; space < SPACES; space++) {
		bool west = tc_regions[tc_region_of(space)].west;
		if (s->owner[space] == POWERS || (s->owner[space] == NOBODY && west))
			tc_include(open, space);
	}
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* A flood under way: what it may still reach, whom it has reached in what order, and what lies
 * beyond limited links. */
typedef struct flood {
	uint64_t left[WORDS];
	uint16_t queue[SPACES];
	uint16_t beyond[2 * TC_LINKS];
	int count, beyond_count;
} flood;

static void reach(flood *f, int space)
{
	uint64_t bit = UINT64_C(1) << space % 64;
	if (!(f->left[space / 64] & bit))
		return;
	f->left[space / 64] &= ~bit;
	f->queue[f->count++] = (uint16_t)space;
}

static bool is_limited(int link)
{
	return tc_link_kinds[tc_links[link].kind].feeds == TC_FEEDS_LIMITED;
}

/* Follows every link from `next` on; limited ones only if `limited`, else they are kept for later.
 * A border that is shut lies between what is left on either side: see find_net(). */
static void spread(flood *f, int next, bool limited)
{
	for (; next < f->count; next++) {
		int here = f->queue[next];
		for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++) {
			int there = tc_link_to[i];
			if (!tc_in(f->left, there))
				continue;
			if (!limited && is_limited(tc_link_of[i]))
				f->beyond[f->beyond_count++] = (uint16_t)there;
			else
				reach(f, there);
		}
	}
}

static void note(const flood *f, uint64_t out[WORDS])
{
	for (int i = 0; i < f->count; i++)
		tc_include(out, f->queue[i]);
}

static void find_part(tc_state *s, int which, int side, const lie *l, const uint64_t open[WORDS])
{
	flood f;
	f.count = f.beyond_count = 0;
	memcpy(f.left, open, sizeof f.left);
	for (int i = 0; i < l->source_count; i++)
		if (tc_in(open, l->sources[i]) && feeds(s, which, side, l->sources[i]))
			reach(&f, l->sources[i]);
	spread(&f, 0, false);
	note(&f, s->full[which]);
	int first = f.count;
	for (int i = 0; i < f.beyond_count; i++)
		reach(&f, f.beyond[i]);
	spread(&f, first, true);
	note(&f, s->fed[which]);
}

static void find_net(tc_state *s, int which, int side, const lie *l)
{
	uint64_t open[WORDS], finland[WORDS];
	memcpy(open, l->owned[side], sizeof open);
	if (which == NET_POWERS)
		open_for_powers(s, open);
	if (!s->border_open) { /* TC-8.317.1 */
		for (int i = 0; i < WORDS; i++) {
			finland[i] = open[i] & l->finland[i];
			open[i] &= ~l->finland[i];
		}
		find_part(s, which, side, l, finland);
	}
	find_part(s, which, side, l, open);
}

void tc_supply(tc_state *s)
{
	if (!s->stale)
		return;
	memset(s->fed, 0, sizeof s->fed);
	memset(s->full, 0, sizeof s->full);
	lie l;
	look_at_map(s, &l);
	find_net(s, NET_RED, RED, &l);
	find_net(s, NET_WHITE, WHITE, &l);
	if (s->border_open) {
		find_net(s, NET_RED_FINNS, RED, &l);
		find_net(s, NET_WHITE_FINNS, WHITE, &l);
	}
	static const uint8_t special[][2] = {
		{NET_FRANCE, TC_FACTION_FRANCE}, {NET_POWERS, TC_FACTION_CENTRAL_POWERS}};
	if (s->user[TC_FACTION_BRITAIN] == WHITE || s->user[TC_FACTION_USA] == WHITE)
		find_net(s, NET_BRITAIN, WHITE, &l);
	for (int i = 0; i < AP_COUNT(special); i++)
		if (s->user[special[i][1]] < SIDES)
			find_net(s, special[i][0], s->user[special[i][1]], &l);
	s->stale = 0;
}

/* ---- Questions ------------------------------------------------------------------------------- */

static int net_of(const tc_state *s, int side, int faction, bool finn)
{
	if (side >= SIDES)
		return NETS;
	switch (faction) {
	case TC_FACTION_BRITAIN:
	case TC_FACTION_USA: /* TC-8.325: ports feed them too */
		return NET_BRITAIN;
	case TC_FACTION_FRANCE:
		return NET_FRANCE;
	case TC_FACTION_CENTRAL_POWERS:
		return NET_POWERS;
	default:
		return finn && s->border_open ? NET_RED_FINNS + side : NET_RED + side;
	}
}

int tc_net_of(const tc_state *s, int unit)
{
	return net_of(s, tc_user(s, unit), tc_units[unit].faction, tc_is_finn(unit));
}

/* TC-8.320, TC-8.326: at home they live off the land. */
static bool lives_off(int unit, int space)
{
	int faction = tc_units[unit].faction;
	bool own = faction == TC_FACTION_MAKHNO || faction == TC_FACTION_WEST_UKRAINE;
	return own && tc_land_of(space) == faction;
}

bool tc_unit_fed_at(const tc_state *s, int unit, int space)
{
	assert(!s->stale);
	int which = tc_net_of(s, unit);
	return which == NETS || lives_off(unit, space) || tc_in(s->fed[which], space);
}

bool tc_fed(const tc_state *s, int unit)
{
	return s->unit_at[unit] < SPACES && tc_unit_fed_at(s, unit, s->unit_at[unit]);
}

bool tc_limited(const tc_state *s, int unit)
{
	assert(!s->stale);
	int space = s->unit_at[unit], which = tc_net_of(s, unit);
	if (space >= SPACES || which == NETS || lives_off(unit, space))
		return false;
	return tc_in(s->fed[which], space) && !tc_in(s->full[which], space);
}

bool tc_leader_fed_at(const tc_state *s, int leader, int space)
{
	assert(!s->stale);
	int faction = tc_leaders[leader].faction;
	bool finn = leader == TC_LEADER_WHITE_MANNERHEIM;
	int which = net_of(s, tc_leader_user(s, leader), faction, finn);
	bool home = faction == TC_FACTION_MAKHNO || faction == TC_FACTION_WEST_UKRAINE;
	return which == NETS || (home && tc_land_of(space) == faction) || tc_in(s->fed[which], space);
}

bool tc_leader_fed(const tc_state *s, int leader)
{
	return s->leader_at[leader] < SPACES && tc_leader_fed_at(s, leader, s->leader_at[leader]);
}

bool tc_space_fed(const tc_state *s, int side, int space)
{
	assert(!s->stale);
	return tc_in(s->fed[NET_RED + side], space);
}
