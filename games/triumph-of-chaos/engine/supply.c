/* supply.c: chains to a source, TC-SU-1 to TC-SU-3, and the sources of the factions, TC-8.3. */
#include "chapters.h"
#include "floods.h"

/* The spaces that may supply somebody, ports included. */
static void find_sources(uint64_t sources[TC_SET_WORDS])
{
	for (int i = 0; i < TC_SET_WORDS; i++) {
		sources[i] = 0;
		for (int tag = 0; tag < TC_SUPPLY_COUNT; tag++)
			sources[i] |= tc_space_by_supply[tag][i];
		for (int port = 0; port < TC_PORT_COUNT; port++)
			sources[i] |= port != TC_PORT_NONE ? tc_space_by_port[port][i] : 0;
	}
}

/* ---- Sources --------------------------------------------------------------------------------- */

static bool has_tag(int space, int tag)
{
	return tc_spaces[space].supply >> tag & 1;
}

static bool feeds_controller(const tc_state *s, int side, int space)
{
	int land = tc_land_of(space);
	if (!has_tag(space, TC_SUPPLY_CONTROLLER) || land >= TC_FACTIONS || tc_shut(s, land))
		return false;
	return tc_controller(s, land) == side || tc_conqueror(s, land) == side;
}

/* Returns whether the space supplies the side. In Finland, while the border is shut, the sources of
 * the Finns supply everybody (TC-8.317.1). */
static bool feeds_side(const tc_state *s, int side, int space)
{
	if (tc_region_of(space) == TC_REGION_FINLAND && !s->border_open)
		return has_tag(space, side == TC_SIDE_RED ? TC_SUPPLY_RED_FINNS : TC_SUPPLY_WHITE_FINNS);
	return has_tag(space, side == TC_SIDE_RED ? TC_SUPPLY_RED : TC_SUPPLY_WHITE) ||
		feeds_controller(s, side, space);
}

bool tc_is_source(const tc_state *s, int which, int side, int space)
{
	switch (which) {
	case TC_NET_RED_FINNS:
		return has_tag(space, TC_SUPPLY_RED_FINNS);
	case TC_NET_WHITE_FINNS:
		return has_tag(space, TC_SUPPLY_WHITE_FINNS);
	case TC_NET_BRITAIN:
		return tc_spaces[space].port != TC_PORT_NONE || feeds_side(s, side, space);
	case TC_NET_FRANCE:
		return has_tag(space, TC_SUPPLY_FRANCE);
	case TC_NET_POLAND: /* TC-8.321.18 */
		return has_tag(space, TC_SUPPLY_FACTION) && tc_land_of(space) == TC_FACTION_POLAND;
	case TC_NET_POWERS:
		return has_tag(space, TC_SUPPLY_CENTRAL_POWERS) || feeds_side(s, side, space);
	default:
		return feeds_side(s, side, space);
	}
}

static bool is_behind_their_line(int space)
{
	return tc_regions[tc_region_of(space)].west;
}

bool tc_open_to_powers(int user, int owner, int space)
{
	return owner == user || owner == TC_OWNER_CENTRAL_POWERS ||
		(owner == TC_OWNER_NOBODY && is_behind_their_line(space));
}

void tc_open_for_powers(const tc_state *s, uint64_t open[TC_SET_WORDS])
{
	uint64_t theirs[TC_SET_WORDS], nobodys[TC_SET_WORDS];
	tc_owned_by(s, TC_OWNER_CENTRAL_POWERS, theirs);
	tc_owned_by(s, TC_OWNER_NOBODY, nobodys);
	for (int i = 0; i < TC_SET_WORDS; i++)
		open[i] |= theirs[i];
	for (int space = tc_member(nobodys, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(nobodys, TC_SET_WORDS, space + 1))
		if (is_behind_their_line(space))
			tc_include(open, space);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* The open ground of a side, and the parts into which it falls if nobody follows limited links.
 * Only parts are kept that have a space which may be a source, or that limited links connect with
 * one. */
typedef struct chains {
	uint64_t open[TC_SET_WORDS];
	uint64_t left[TC_SET_WORDS]; /* the spaces that are in no part yet */
	uint64_t part[TC_SPACES][TC_SET_WORDS];
	int parts;
	uint16_t limited[TC_LINKS][2]; /* the ends of limited links between parts */
	int limited_count;
	uint64_t sources[TC_SET_WORDS], limited_ends[TC_SET_WORDS]; /* these do not change in a game */
} chains;

bool tc_is_limited(int link)
{
	return tc_link_kinds[tc_links[link].kind].feeds == TC_FEEDS_LIMITED;
}

void tc_find_limited_ends(uint64_t ends[TC_SET_WORDS])
{
	memset(ends, 0, TC_SET_WORDS * sizeof ends[0]);
	for (int kind = 0; kind < TC_LINK_KINDS; kind++)
		for (int i = 0; i < TC_SET_WORDS && tc_link_kinds[kind].feeds == TC_FEEDS_LIMITED; i++)
			ends[i] |= tc_link_by_kind[kind][i];
}

/* Notes a limited link, which is not followed. */
static bool feeds_in_full(void *chains_of_side, int link, int here, int there)
{
	chains *c = chains_of_side;
	if (!tc_is_limited(link))
		return true;
	c->limited[c->limited_count][0] = (uint16_t)here;
	c->limited[c->limited_count++][1] = (uint16_t)there;
	return false;
}

/* Makes a part of the spaces that chains connect with this one, if it is in none yet. TC-8.317.1: a
 * chain does not cross the Finnish border while it is shut. */
static void add_part(const tc_state *s, chains *c, int space)
{
	uint64_t beyond[TC_SET_WORDS], *part = c->part[c->parts];
	const uint64_t *finland = tc_space_by_region[TC_REGION_FINLAND];
	if (!tc_in(c->left, space))
		return;
	bool here = tc_in(finland, space);
	for (int i = 0; i < TC_SET_WORDS; i++) {
		uint64_t there = here ? ~finland[i] : finland[i];
		beyond[i] = s->border_open ? 0 : c->left[i] & there;
		part[i] = c->left[i] ^= beyond[i];
	}
	tc_flood(space, c->left, c->limited_ends, feeds_in_full, c);
	for (int i = 0; i < TC_SET_WORDS; i++) {
		part[i] &= ~c->left[i];
		c->left[i] |= beyond[i];
	}
	c->parts++;
}

/* Finds the parts of the open ground. */
static void find_chains(const tc_state *s, chains *c)
{
	memcpy(c->left, c->open, sizeof c->left);
	c->parts = c->limited_count = 0;
	for (int word = 0; word < TC_SET_WORDS; word++)
		for (uint64_t set; (set = c->sources[word] & c->left[word]) != 0;)
			add_part(s, c, word * 64 + __builtin_ctzll(set));
	for (int i = 0; i < c->limited_count; i++)
		add_part(s, c, c->limited[i][1]);
}

/* Returns the part in which the space is. */
static const uint64_t *part_of(const chains *c, int space)
{
	int part = 0;
	while (!tc_in(c->part[part], space))
		part++;
	assert(part < c->parts);
	return c->part[part];
}

static void include_all(uint64_t out[TC_SET_WORDS], const uint64_t set[TC_SET_WORDS])
{
	for (int i = 0; i < TC_SET_WORDS; i++)
		out[i] |= set[i];
}

/* Adds the parts that limited links connect with the net. */
static void follow_limited(const chains *c, uint64_t fed[TC_SET_WORDS])
{
	for (bool more = true; more;) {
		more = false;
		for (int i = 0; i < c->limited_count; i++) {
			int a = c->limited[i][0], b = c->limited[i][1];
			if (tc_in(fed, a) == tc_in(fed, b))
				continue;
			include_all(fed, part_of(c, tc_in(fed, a) ? b : a));
			more = true;
		}
	}
}

/* A net has the parts in which one of its sources lies. */
static void find_net(tc_state *s, int which, int side, const chains *c)
{
	for (int word = 0; word < TC_SET_WORDS; word++)
		for (uint64_t set = c->sources[word] & c->open[word]; set != 0; set &= set - 1) {
			int space = word * 64 + __builtin_ctzll(set);
			if (!tc_in(s->full[which], space) && tc_is_source(s, which, side, space))
				include_all(s->full[which], part_of(c, space));
		}
	memcpy(s->fed[which], s->full[which], sizeof s->fed[which]);
	follow_limited(c, s->fed[which]);
}

/* TC-8.315.5: finds the net of the Central Powers, who have chains of their own. */
static void find_net_of_powers(tc_state *s, chains *c)
{
	int side = s->user[TC_FACTION_CENTRAL_POWERS];
	if (side >= TC_SIDE_COUNT)
		return;
	tc_open_to(s, side, c->open);
	tc_open_for_powers(s, c->open);
	find_chains(s, c);
	find_net(s, TC_NET_POWERS, side, c);
}

int tc_nets_of(const tc_state *s, int side, uint8_t nets[TC_NET_COUNT])
{
	int count = 0;
	bool british = s->user[TC_FACTION_BRITAIN] == side || s->user[TC_FACTION_USA] == side;
	nets[count++] = (uint8_t)(TC_NET_RED + side);
	if (s->border_open)
		nets[count++] = (uint8_t)(TC_NET_RED_FINNS + side);
	if (british && side == TC_SIDE_WHITE)
		nets[count++] = TC_NET_BRITAIN;
	if (s->user[TC_FACTION_FRANCE] == side)
		nets[count++] = TC_NET_FRANCE;
	if (s->user[TC_FACTION_POLAND] == side)
		nets[count++] = TC_NET_POLAND;
	return count;
}

static void find_nets_of(tc_state *s, int side, chains *c)
{
	uint8_t nets[TC_NET_COUNT];
	int count = tc_nets_of(s, side, nets);
	tc_open_to(s, side, c->open);
	find_chains(s, c);
	for (int i = 0; i < count; i++)
		find_net(s, nets[i], side, c);
}

void tc_find_supply(tc_state *s)
{
	chains c;
	memset(s->fed, 0, sizeof s->fed);
	memset(s->full, 0, sizeof s->full);
	find_sources(c.sources);
	tc_find_limited_ends(c.limited_ends);
	find_nets_of(s, TC_SIDE_RED, &c);
	find_nets_of(s, TC_SIDE_WHITE, &c);
	find_net_of_powers(s, &c);
	s->unfed = 0;
}

void tc_supply(tc_state *s)
{
	if (s->unfed)
		tc_find_supply(s);
	s->stale = 0;
}

void tc_forget_stale_supply(tc_state *s)
{
	if (!s->stale)
		return;
	memset(s->fed, 0, sizeof s->fed);
	memset(s->full, 0, sizeof s->full);
	s->unfed = 0;
}

void tc_end_game(tc_state *s, int reason)
{
	tc_forget_stale_supply(s);
	ap_finish(s, reason);
}

/* ---- Questions ------------------------------------------------------------------------------- */

/* Returns the net that supplies forces of a side; TC_NET_COUNT if they are always in supply. */
static int net_of(const tc_state *s, int side, int faction, bool finn)
{
	if (side >= TC_SIDE_COUNT)
		return TC_NET_COUNT;
	switch (faction) {
	case TC_FACTION_BRITAIN:
	case TC_FACTION_USA: /* TC-8.325: ports supply the Americans too */
		return TC_NET_BRITAIN;
	case TC_FACTION_FRANCE:
		return TC_NET_FRANCE;
	case TC_FACTION_POLAND:
		return TC_NET_POLAND;
	case TC_FACTION_CENTRAL_POWERS:
		return TC_NET_POWERS;
	default:
		return finn && s->border_open ? TC_NET_RED_FINNS + side : TC_NET_RED + side;
	}
}

int tc_net_of_unit(const tc_state *s, int unit)
{
	/* TC-8.321.16: every source of WHITE supplies the Polish Ukrainian Legion. */
	int faction = unit == TC_UNIT_PO_ARMY_UKR_LEGION && tc_user(s, unit) == TC_SIDE_WHITE
		? TC_NONE
		: tc_faction_of(s, unit);
	return net_of(s, tc_user(s, unit), faction, tc_is_finn(unit));
}

/* TC-8.320, TC-8.326, TC-16.34, TC-8.62.2: returns whether the unit needs no supply in the space,
 * as some units at home, insurgents where they rise, and garrisons. TC-8.321.17: the Red Polish
 * corps needs none in the Action Phase in which it comes. */
static bool lives_off(const tc_state *s, int unit, int space)
{
	if (unit == TC_UNIT_RED_POLISH_CORPS && s->polish_corps == TC_POLISH_CORPS_FED)
		return true;
	int faction = tc_faction_of(s, unit);
	bool own = faction == TC_FACTION_MAKHNO || faction == TC_FACTION_WEST_UKRAINE;
	return tc_is_garrison(unit) || (own && tc_land_of(space) == faction) ||
		(tc_is_insurgent(s, unit) && tc_rises_in(unit, tc_region_of(space)));
}

bool tc_unit_forages(const tc_state *s, int unit)
{
	int faction = tc_faction_of(s, unit);
	return unit == TC_UNIT_RED_POLISH_CORPS || faction == TC_FACTION_MAKHNO ||
		faction == TC_FACTION_WEST_UKRAINE || tc_is_garrison(unit) || tc_is_insurgent(s, unit);
}

bool tc_leader_forages(int leader)
{
	int faction = tc_leaders[leader].faction;
	return faction == TC_FACTION_MAKHNO || faction == TC_FACTION_WEST_UKRAINE;
}

int tc_net_at(const tc_state *s, int unit, int space)
{
	assert(tc_is_unit(unit) && tc_is_space(space));
	return lives_off(s, unit, space) ? TC_NET_COUNT : tc_net_of_unit(s, unit);
}

bool tc_unit_fed_at(const tc_state *s, int unit, int space)
{
	assert(tc_is_unit(unit) && tc_is_space(space));
	assert(!s->stale);
	int which = tc_net_of_unit(s, unit);
	return which == TC_NET_COUNT || tc_in(s->fed[which], space) || lives_off(s, unit, space);
}

bool tc_limited(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	assert(!s->stale);
	int space = s->unit_at[unit];
	int which = space < TC_SPACES ? tc_net_at(s, unit, space) : TC_NET_COUNT;
	if (which == TC_NET_COUNT)
		return false;
	return tc_in(s->fed[which], space) && !tc_in(s->full[which], space);
}

int tc_net_of_leader(const tc_state *s, int leader)
{
	assert(tc_is_leader(leader));
	bool finn = leader == TC_LEADER_WHITE_MANNERHEIM;
	return net_of(s, tc_leader_user(s, leader), tc_leaders[leader].faction, finn);
}

bool tc_leader_fed_at(const tc_state *s, int leader, int space)
{
	assert(tc_is_leader(leader) && tc_is_space(space));
	assert(!s->stale);
	int faction = tc_leaders[leader].faction;
	int which = tc_net_of_leader(s, leader);
	return which == TC_NET_COUNT || (tc_leader_forages(leader) && tc_land_of(space) == faction) ||
		tc_in(s->fed[which], space);
}

bool tc_leader_fed(const tc_state *s, int leader)
{
	assert(tc_is_leader(leader));
	return s->leader_at[leader] < TC_SPACES && tc_leader_fed_at(s, leader, s->leader_at[leader]);
}

bool tc_space_fed(const tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	assert(!s->stale);
	return tc_in(s->fed[TC_NET_RED + side], space);
}
