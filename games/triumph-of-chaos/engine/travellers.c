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

/* ---- Destinations ---------------------------------------------------------------------------- */

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

/* Returns the clause that closes a space to the traveller; 0 if it is open. Home regions are open
 * to everybody but the Poles (TC-8.321.4). */
static uint16_t closed_by(const tc_state *s, const tc_traveller *t, int space)
{
	int unit = tc_is_gold(t) ? TC_NOWHERE : t->unit >= 0 ? t->unit : tc_as_unit(t->leader);
	if (tc_regions[tc_region_of(space)].home != TC_PARTY_NOBODY && !tc_is_pole(unit))
		return 0;
	return tc_closed(s, t->side, unit, space);
}

/* Returns whether a space is closed to the traveller. All spaces of a region are, or none. */
static bool is_closed(const tc_state *s, tc_traveller *t, int space)
{
	_Static_assert(TC_REGIONS <= 64, "a set of regions fits");
	uint64_t region = UINT64_C(1) << tc_region_of(space);
	if (!((t->known.open | t->known.shut) & region))
		*(closed_by(s, t, space) ? &t->known.shut : &t->known.open) |= region;
	return t->known.shut & region;
}

bool tc_traveller_fed_at(const tc_state *s, const tc_traveller *t, int space)
{
	if (t->net == TC_NET_COUNT || tc_in(s->fed[t->net], space))
		return true;
	if (tc_is_gold(t))
		return false;
	return t->unit >= 0 ? tc_unit_fed_at(s, t->unit, space) : tc_leader_fed_at(s, t->leader, space);
}

/* Returns the clause that keeps the tc_traveller from staying in a space of his side, whoever else
 * stands there, and however it is supplied; 0 if he may. But for partisans, the answer is the same
 * for all spaces of a region. */
static uint16_t stay_forbidden(const tc_state *s, tc_traveller *t, int space)
{
	if (!s->border_open && in_finland(space) != belongs_to_finland(t))
		return TC_8_317_2;
	if (t->leader >= 0 && tc_leaders[t->leader].bound == TC_BOUND_BORDER && !in_finland(space))
		return TC_LE_2;
	if (tc_partisans_bar(s, t->side, space))
		return TC_PA_1;
	if (t->unit >= 0 && tc_finn_kept(s, t->unit) && !in_finland(space))
		return TC_RC_21;
	return is_closed(s, t, space) ? closed_by(s, t, space) : 0;
}

/* Returns the clause that forbids redeploying the tc_traveller to a space; 0 if it is allowed. The
 * chain that leads there is not considered. */
uint16_t tc_end_forbidden(const tc_state *s, tc_traveller *t, int space)
{
	uint64_t region = UINT64_C(1) << tc_region_of(space);
	if (space == t->from || s->owner[space] != t->side)
		return TC_SR_1;
	if (!(t->known.ends & region) || tc_partisans_bar(s, t->side, space)) {
		uint16_t why = stay_forbidden(s, t, space);
		if (why)
			return why;
		t->known.ends |= region;
	}
	if (!tc_traveller_fed_at(s, t, space))
		return TC_SU_3;
	return t->unit < 0 || tc_unit_fits(s, space, t->unit) ? 0 : tc_crowded(s, space, t->unit);
}

/* Returns whether the tc_traveller may be redeployed to a space that is open to his side. What is
 * known about its region needs no closer look. */
bool tc_may_end(const tc_state *s, tc_traveller *t, int space)
{
	int region = tc_region_of(space);
	if ((t->known.shut >> region & 1) || space == t->from || !tc_traveller_fed_at(s, t, space))
		return false;
	if (!(t->known.ends >> region & 1))
		return !tc_end_forbidden(s, t, space);
	return t->unit < 0 || tc_unit_fits(s, space, t->unit);
}

/* Finds the kinds of links that the tc_traveller may pass. */
static void find_kinds(const tc_traveller *t, bool passed[TC_LINK_KINDS])
{
	for (int kind = 0; kind < TC_LINK_KINDS; kind++) {
		int who = tc_link_kinds[kind].redeploys;
		passed[kind] = who != TC_REDEPLOYS_NOBODY && (who != TC_REDEPLOYS_CORPS || t->corps) &&
			(!tc_is_gold(t) || kind == TC_LINK_KIND_RAIL);
	}
}

/* Follows the chains of the traveller's side through the spaces `open`, which are open to it, until
 * he reaches one to which he may be redeployed. Returns whether there is one. */
static bool leads_anywhere(const tc_state *s, tc_traveller *t, uint64_t open[TC_SET_WORDS])
{
	uint16_t queue[TC_SPACES];
	bool passed[TC_LINK_KINDS], kept = t->kept;
	int count = 1;
	find_kinds(t, passed);
	queue[0] = (uint16_t)t->from;
	tc_exclude(open, t->from);
	for (int next = 0; next < count; next++) {
		int here = queue[next];
		for (int i = tc_link_from[here], end = tc_link_from[here + 1]; i < end; i++) {
			int to = tc_link_to[i], link = tc_link_of[i];
			if (!tc_in(open, to) || !passed[tc_links[link].kind] || (kept && tc_border_link(link)))
				continue;
			if (is_closed(s, t, to))
				continue;
			if (tc_may_end(s, t, to))
				return true;
			tc_exclude(open, to);
			queue[count++] = (uint16_t)to;
		}
	}
	return false;
}

/* Takes the regions that are closed to the tc_traveller off the open spaces, and what lies beyond a
 * border that he does not cross. */
static void close_regions(const tc_state *s, tc_traveller *t, uint64_t open[TC_SET_WORDS])
{
	int next;
	for (int space = tc_member(open, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(open, TC_SET_WORDS, next)) {
		next = tc_region_spaces[tc_region_of(space) + 1];
		if ((t->kept && in_finland(space) != in_finland(t->from)) || is_closed(s, t, space))
			for (int there = space; there < next; there++)
				tc_exclude(open, there);
	}
}

static bool follows_link(void *passed, int link, int here, int there)
{
	(void)here;
	(void)there;
	return ((const bool *)passed)[tc_links[link].kind];
}

/* Takes those spaces off the open ones that the tc_traveller reaches. */
static void follow_all(const tc_traveller *t, uint64_t open[TC_SET_WORDS])
{
	bool passed[TC_LINK_KINDS];
	uint64_t special[TC_SET_WORDS] = {0};
	find_kinds(t, passed);
	for (int kind = 0; kind < TC_LINK_KINDS; kind++)
		for (int i = 0; i < TC_SET_WORDS && !passed[kind]; i++)
			special[i] |= tc_link_by_kind[kind][i];
	tc_flood(t->from, open, special, follows_link, passed);
}

/* Finds the spaces that the tc_traveller can reach. */
void tc_find_reached(const tc_state *s, tc_traveller *t, uint64_t reached[TC_SET_WORDS])
{
	uint64_t left[TC_SET_WORDS];
	tc_open_to(s, t->side, reached);
	if (t->from >= TC_SPACES) /* he comes out of the reserve */
		return;
	close_regions(s, t, reached);
	memcpy(left, reached, sizeof left);
	follow_all(t, left);
	for (int word = 0; word < TC_SET_WORDS; word++)
		reached[word] &= ~left[word];
}

void tc_begin_search(const tc_state *s, int side, tc_search *common)
{
	memset(common, 0, sizeof *common);
	tc_open_to(s, side, common->open);
}

/* Returns the sort of travellers to whom the same regions are open: armies, corps or leaders, in
 * Finland or elsewhere; -1 if there are not many like him: forces of factions, Finns, the gold
 * train. */
static int sort_of(const tc_traveller *t)
{
	bool finland = t->from < TC_SPACES && in_finland(t->from);
	if (t->unit >= 0)
		return tc_units[t->unit].faction < TC_FACTIONS || tc_is_finn(t->unit)
			? -1
			: 2 * t->corps + finland;
	bool other = t->leader < 0 || tc_leaders[t->leader].faction < TC_FACTIONS ||
		tc_leaders[t->leader].bound == TC_BOUND_BORDER;
	return other ? -1 : 4 + finland;
}

static bool looks_for_place(const tc_state *s, tc_traveller *t, const tc_search *common)
{
	uint64_t left[TC_SET_WORDS];
	memcpy(left, common->open, sizeof left);
	if (t->from < TC_SPACES)
		return leads_anywhere(s, t, left);
	for (int space = tc_member(left, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(left, TC_SET_WORDS, space + 1))
		if (tc_may_end(s, t, space))
			return true;
	return false;
}

/* Returns whether there is a place for the traveller. */
bool tc_finds_place(const tc_state *s, tc_traveller *t, tc_search *common)
{
	int sort = sort_of(t);
	if (sort < 0)
		return looks_for_place(s, t, common);
	t->known = common->known[sort];
	bool found = looks_for_place(s, t, common);
	common->known[sort] = t->known;
	return found;
}
