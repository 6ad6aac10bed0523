/* travellers.c: units, leaders and the gold train that are redeployed: along which chains, and to
 * which spaces. */
#include "travellers.h"
#include "floods.h"

tc_traveller tc_travelling_unit(const tc_state *s, int side, int unit)
{
	return (tc_traveller){.side = side,
		.unit = unit,
		.leader = -1,
		.from = s->unit_at[unit],
		.net = tc_net_of_unit(s, unit),
		.corps = !tc_is_army(unit),
		.kept = !s->border_open || tc_finn_kept(s, unit)};
}

tc_traveller tc_travelling_leader(const tc_state *s, int side, int leader)
{
	return (tc_traveller){.side = side,
		.unit = -1,
		.leader = leader,
		.from = s->leader_at[leader],
		.net = tc_net_of_leader(s, leader),
		.kept = !s->border_open};
}

tc_traveller tc_travelling_gold(const tc_state *s, int side)
{
	return (tc_traveller){.side = side,
		.unit = -1,
		.leader = -1,
		.from = s->gold_at,
		.net = TC_NET_RED + side,
		.kept = !s->border_open};
}

/* ---- Where a traveller may stay -------------------------------------------------------------- */

static bool in_finland(int space)
{
	return tc_region_of(space) == TC_REGION_FINLAND;
}

/* TC-8.317.2: returns whether the tc_traveller belongs to Finland while the border is shut. */
static bool belongs_to_finland(const tc_traveller *t)
{
	if (t->from < TC_SPACES)
		return in_finland(t->from);
	return t->unit >= 0 && (tc_is_finn(t->unit) || tc_units[t->unit].faction == TC_FACTION_FINLAND);
}

/* Returns the number by which tc_closed() knows the traveller. */
static int unit_of(const tc_traveller *t)
{
	return tc_is_gold(t) ? TC_NOWHERE : t->unit >= 0 ? t->unit : tc_as_unit(t->leader);
}

static bool is_home(int region)
{
	return tc_regions[region].home != TC_PARTY_NOBODY;
}

/* Returns the clause that closes a space to the traveller; 0 if it is open. Home regions are open
 * to everybody but the Poles (TC-8.321.4). */
static uint16_t closed_by(const tc_state *s, const tc_traveller *t, int space)
{
	int unit = unit_of(t);
	bool open = is_home(tc_region_of(space)) && !tc_is_pole(unit);
	return open ? 0 : tc_closed(s, t->side, unit, space);
}

bool tc_traveller_fed_at(const tc_state *s, const tc_traveller *t, int space)
{
	if (t->net == TC_NET_COUNT || tc_in(s->fed[t->net], space))
		return true;
	if (tc_is_gold(t))
		return false;
	return t->unit >= 0 ? tc_unit_fed_at(s, t->unit, space) : tc_leader_fed_at(s, t->leader, space);
}

/* Returns the clause that keeps the traveller from staying in Finland, or elsewhere; 0 if he may.
 */
static uint16_t bound_elsewhere(const tc_state *s, const tc_traveller *t, bool finland)
{
	if (!s->border_open && finland != belongs_to_finland(t))
		return TC_8_317_2;
	if (t->leader >= 0 && tc_leaders[t->leader].bound == TC_BOUND_BORDER && !finland)
		return TC_LE_2;
	return t->unit >= 0 && tc_finn_kept(s, t->unit) && !finland ? TC_RC_21 : 0;
}

uint16_t tc_end_forbidden(const tc_state *s, const tc_traveller *t, int space)
{
	if (space == t->from || s->owner[space] != t->side)
		return TC_SR_1;
	uint16_t why = bound_elsewhere(s, t, in_finland(space));
	if (why)
		return why;
	if (tc_partisans_bar(s, t->side, space))
		return TC_PA_1;
	why = closed_by(s, t, space);
	if (why)
		return why;
	if (!tc_traveller_fed_at(s, t, space))
		return TC_SU_3;
	return tc_finds_room(s, t, space) ? 0 : tc_crowded(s, space, t->unit);
}

void tc_keep_roomy(const tc_state *s, const tc_traveller *t, uint64_t set[TC_SET_WORDS])
{
	uint64_t occupied[TC_SET_WORDS];
	if (t->unit < 0)
		return;
	tc_occupied(s, occupied);
	for (int i = 0; i < TC_SET_WORDS; i++)
		occupied[i] &= set[i];
	for (int space = tc_member(occupied, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(occupied, TC_SET_WORDS, space + 1))
		if (!tc_finds_room(s, t, space))
			tc_exclude(set, space);
}

/* ---- Destinations ---------------------------------------------------------------------------- */

void tc_begin_search(const tc_state *s, int side, tc_search *common)
{
	for (int i = 0; i < TC_TRAVELLER_SORTS; i++) {
		common->sort[i].is_known = false;
		memset(common->sort[i].bounds_known, 0, sizeof common->sort[i].bounds_known);
	}
	tc_open_to(s, side, common->open);
	memset(common->home, 0, sizeof common->home);
	for (int region = 0; region < TC_REGIONS; region++)
		for (int i = 0; i < TC_SET_WORDS && is_home(region); i++)
			common->home[i] |= common->open[i] & tc_space_by_region[region][i];
}

/* Takes the regions that are closed to the traveller off the spaces that are open to his side. */
static void find_open(
	const tc_state *s, const tc_traveller *t, const tc_search *common, uint64_t out[TC_SET_WORDS])
{
	uint64_t doubtful[TC_SET_WORDS];
	int next;
	memcpy(out, common->open, sizeof common->open);
	for (int i = 0; i < TC_SET_WORDS; i++)
		doubtful[i] = common->open[i] & ~(tc_is_pole(unit_of(t)) ? 0 : common->home[i]);
	for (int space = tc_member(doubtful, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(doubtful, TC_SET_WORDS, next)) {
		int region = tc_region_of(space);
		next = tc_region_spaces[region + 1];
		if (closed_by(s, t, space))
			for (int i = 0; i < TC_SET_WORDS; i++)
				out[i] &= ~tc_space_by_region[region][i];
	}
}

/* Returns the sort of travellers to whom the same regions are closed: armies and smaller forces, of
 * the Central Powers, of Poland or of others; -1 for the few that are like nobody else. */
static int sort_of(const tc_traveller *t)
{
	int unit = t->unit;
	if (t->leader >= 0)
		return tc_is_pole(tc_as_unit(t->leader)) ? 5 : 1;
	if (unit < 0 || (tc_units[unit].traits >> TC_TRAITS_HOMEBOUND & 1) ||
		unit == TC_UNIT_PO_ARMY_UKR_LEGION)
		return -1;
	int faction = tc_units[unit].faction;
	return t->corps +
		(faction == TC_FACTION_CENTRAL_POWERS  ? 2
				: faction == TC_FACTION_POLAND ? 4
											   : 0);
}

/* Keeps only the spaces of a set that are in Finland, and only those that are not. */
static void keep_sides_of_border(bool finland, bool elsewhere, uint64_t set[TC_SET_WORDS])
{
	for (int i = 0; i < TC_SET_WORDS && !(finland && elsewhere); i++) {
		uint64_t there = tc_space_by_region[TC_REGION_FINLAND][i];
		set[i] &= (finland ? there : 0) | (elsewhere ? ~there : 0);
	}
}

/* Keeps only the spaces in which the traveller is in supply. */
static void keep_fed(const tc_state *s, const tc_traveller *t, uint64_t set[TC_SET_WORDS])
{
	bool forager = t->unit >= 0 ? tc_unit_forages(s, t->unit)
		: t->leader >= 0        ? tc_leader_forages(t->leader)
								: false;
	for (int i = 0; i < TC_SET_WORDS && t->net != TC_NET_COUNT; i++) {
		uint64_t hungry = forager ? set[i] & ~s->fed[t->net][i] : 0;
		set[i] &= s->fed[t->net][i];
		for (; hungry != 0; hungry &= hungry - 1) {
			int space = i * 64 + __builtin_ctzll(hungry);
			if (tc_traveller_fed_at(s, t, space))
				tc_include(set, space);
		}
	}
}

/* Finds the bounds of a traveller to whom these spaces are open. */
static void find_bounds(
	const tc_state *s, const tc_traveller *t, const uint64_t open[TC_SET_WORDS], tc_bounds *out)
{
	bool finland = t->from < TC_SPACES && in_finland(t->from);
	memcpy(out->through, open, sizeof out->through);
	keep_sides_of_border(finland || !t->kept, !finland || !t->kept, out->through);
	memcpy(out->ends, open, sizeof out->ends);
	keep_sides_of_border(!bound_elsewhere(s, t, true), !bound_elsewhere(s, t, false), out->ends);
	keep_fed(s, t, out->ends);
}

/* Returns whether the bounds of the traveller are those of nearly all of his sort. */
static bool has_common_bounds(const tc_state *s, const tc_traveller *t)
{
	if (t->leader >= 0)
		return !tc_leader_forages(t->leader) && tc_leaders[t->leader].bound != TC_BOUND_BORDER;
	return !tc_of_finland(t->unit) && !tc_unit_forages(s, t->unit);
}

const tc_bounds *tc_bounds_of(const tc_state *s, const tc_traveller *t, tc_search *common)
{
	uint64_t open[TC_SET_WORDS];
	int sort = sort_of(t), finland = t->from < TC_SPACES && in_finland(t->from);
	if (sort < 0) {
		find_open(s, t, common, open);
		find_bounds(s, t, open, &common->other);
		return &common->other;
	}
	if (!common->sort[sort].is_known)
		find_open(s, t, common, common->sort[sort].open);
	common->sort[sort].is_known = true;
	if (!has_common_bounds(s, t)) {
		find_bounds(s, t, common->sort[sort].open, &common->other);
		return &common->other;
	}
	tc_bounds *shared = &common->sort[sort].bounds[t->net][finland];
	if (!common->sort[sort].bounds_known[t->net][finland])
		find_bounds(s, t, common->sort[sort].open, shared);
	common->sort[sort].bounds_known[t->net][finland] = true;
	return shared;
}

/* Returns the set of the kinds of links that the traveller may pass. */
static unsigned kinds_passed(const tc_traveller *t)
{
	unsigned passed = 0;
	for (unsigned kind = 0; kind < TC_LINK_KINDS; kind++) {
		int who = tc_link_kinds[kind].redeploys;
		bool may = who != TC_REDEPLOYS_NOBODY && (who != TC_REDEPLOYS_CORPS || t->corps) &&
			(!tc_is_gold(t) || kind == TC_LINK_KIND_RAIL);
		passed |= (unsigned)may << kind;
	}
	return passed;
}

/* Follows the chains of the traveller's side until he reaches a space where he may end and finds
 * room. Returns whether there is one. */
static bool leads_anywhere(const tc_state *s, const tc_traveller *t, const tc_bounds *bounds)
{
	uint64_t left[TC_SET_WORDS];
	uint16_t queue[TC_SPACES];
	unsigned passed = kinds_passed(t);
	int count = 1;
	memcpy(left, bounds->through, sizeof left);
	tc_exclude(left, t->from);
	queue[0] = (uint16_t)t->from;
	for (int next = 0; next < count; next++) {
		int here = queue[next];
		for (int i = tc_link_from[here], end = tc_link_from[here + 1]; i < end; i++) {
			int to = tc_link_to[i];
			if (!tc_in(left, to) || !(passed >> tc_links[tc_link_of[i]].kind & 1))
				continue;
			if (tc_in(bounds->ends, to) && tc_finds_room(s, t, to))
				return true;
			tc_exclude(left, to);
			queue[count++] = (uint16_t)to;
		}
	}
	return false;
}

static bool follows_link(void *passed, int link, int here, int there)
{
	(void)here;
	(void)there;
	return *(const unsigned *)passed >> tc_links[link].kind & 1;
}

void tc_find_reached(const tc_traveller *t, const tc_bounds *bounds, uint64_t reached[TC_SET_WORDS])
{
	uint64_t left[TC_SET_WORDS], special[TC_SET_WORDS] = {0};
	unsigned passed = kinds_passed(t);
	memcpy(left, bounds->through, sizeof left);
	for (int kind = 0; kind < TC_LINK_KINDS; kind++)
		for (int i = 0; i < TC_SET_WORDS && !(passed >> kind & 1); i++)
			special[i] |= tc_link_by_kind[kind][i];
	tc_flood(t->from, left, special, follows_link, &passed);
	for (int word = 0; word < TC_SET_WORDS; word++)
		reached[word] = bounds->through[word] & ~left[word];
}

bool tc_finds_room_in(const tc_state *s, const tc_traveller *t, const uint64_t ends[TC_SET_WORDS])
{
	for (int space = tc_member(ends, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(ends, TC_SET_WORDS, space + 1))
		if (tc_finds_room(s, t, space))
			return true;
	return false;
}

bool tc_finds_place(const tc_state *s, const tc_traveller *t, tc_search *common)
{
	const tc_bounds *bounds = tc_bounds_of(s, t, common);
	return t->from < TC_SPACES ? leads_anywhere(s, t, bounds)
							   : tc_finds_room_in(s, t, bounds->ends);
}
