/* redeployment.c: strategic redeployment along the supply chains of a side, and into or out of the
 * reserve. */
#include "chapters.h"
#include "floods.h"

/* What is known about regions: those that are open to a traveller, those that are closed, and those
 * in which he can stay. */
typedef struct regions {
	uint64_t open, shut, ends;
} regions;

/* The unit or leader that is redeployed; the other one is -1, and both are for the gold train.
 * `from` is TC_NOWHERE for a traveller who comes out of the reserve. */
typedef struct traveller {
	int side, unit, leader, from;
	int net;    /* the net that supplies him: see tc_net_of_unit */
	bool corps; /* he may pass where only corps may */
	bool kept;  /* he does not cross the Finnish border */
	regions known;
} traveller;

static bool is_gold(const traveller *t)
{
	return t->unit < 0 && t->leader < 0;
}

static int side_of_round(const tc_state *s)
{
	return tc_round_peek(s)->side;
}

static traveller of_unit(const tc_state *s, int side, int unit)
{
	return (traveller){.side = side,
		.unit = unit,
		.leader = -1,
		.from = s->unit_at[unit],
		.net = tc_net_of_unit(s, unit),
		.corps = !tc_is_army(unit),
		.kept = !s->border_open || tc_finn_kept(s, unit)};
}

static traveller of_leader(const tc_state *s, int side, int leader)
{
	return (traveller){.side = side,
		.unit = -1,
		.leader = leader,
		.from = s->leader_at[leader],
		.net = tc_net_of_leader(s, leader),
		.kept = !s->border_open};
}

static traveller of_gold(const tc_state *s, int side)
{
	return (traveller){.side = side,
		.unit = -1,
		.leader = -1,
		.from = s->gold_at,
		.net = TC_NET_RED + side,
		.kept = !s->border_open};
}

static traveller under_way(const tc_state *s)
{
	const tc_round_frame *f = tc_round_peek(s);
	if (f->unit >= TC_UNITS && f->leader >= TC_LEADERS)
		return of_gold(s, f->side);
	return f->unit < TC_UNITS ? of_unit(s, f->side, f->unit) : of_leader(s, f->side, f->leader);
}

int tc_redeployment_cost(int unit)
{
	bool army = unit < TC_UNITS && tc_is_army(unit);
	return tc_number_of(army ? TC_NUMBER_REDEPLOY_ARMY : TC_NUMBER_REDEPLOY_CORPS);
}

static int cost_of(const traveller *t)
{
	return tc_redeployment_cost(t->unit >= 0 ? t->unit : TC_NOWHERE);
}

/* ---- Destinations ---------------------------------------------------------------------------- */

static bool in_finland(int space)
{
	return tc_region_of(space) == TC_REGION_FINLAND;
}

/* TC-8.317.2: returns whether the traveller belongs to Finland while the border is shut. */
static bool belongs_to_finland(const traveller *t)
{
	if (t->from < TC_SPACES)
		return in_finland(t->from);
	return t->unit >= 0 && (tc_is_finn(t->unit) || tc_units[t->unit].faction == TC_FACTION_FINLAND);
}

/* Returns the clause that closes a space to the traveller; 0 if it is open. Home regions are open
 * to everybody but the Poles (TC-8.321.4). */
static uint16_t closed_by(const tc_state *s, const traveller *t, int space)
{
	int unit = is_gold(t) ? TC_NOWHERE : t->unit >= 0 ? t->unit : tc_as_unit(t->leader);
	if (tc_regions[tc_region_of(space)].home != TC_PARTY_NOBODY && !tc_is_pole(unit))
		return 0;
	return tc_closed(s, t->side, unit, space);
}

/* Returns whether a space is closed to the traveller. All spaces of a region are, or none. */
static bool is_closed(const tc_state *s, traveller *t, int space)
{
	_Static_assert(TC_REGIONS <= 64, "a set of regions fits");
	uint64_t region = UINT64_C(1) << tc_region_of(space);
	if (!((t->known.open | t->known.shut) & region))
		*(closed_by(s, t, space) ? &t->known.shut : &t->known.open) |= region;
	return t->known.shut & region;
}

static inline bool is_fed_at(const tc_state *s, const traveller *t, int space)
{
	if (t->net == TC_NET_COUNT || tc_in(s->fed[t->net], space))
		return true;
	if (is_gold(t))
		return false;
	return t->unit >= 0 ? tc_unit_fed_at(s, t->unit, space) : tc_leader_fed_at(s, t->leader, space);
}

/* Returns the clause that keeps the traveller from staying in a space of his side, whoever else
 * stands there, and however it is supplied; 0 if he may. But for partisans, the answer is the same
 * for all spaces of a region. */
static uint16_t stay_forbidden(const tc_state *s, traveller *t, int space)
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

/* Returns the clause that forbids redeploying the traveller to a space; 0 if it is allowed. The
 * chain that leads there is not considered. */
static uint16_t end_forbidden(const tc_state *s, traveller *t, int space)
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
	if (!is_fed_at(s, t, space))
		return TC_SU_3;
	return t->unit < 0 || tc_unit_fits(s, space, t->unit) ? 0 : tc_crowded(s, space, t->unit);
}

/* Returns whether the traveller may be redeployed to a space that is open to his side. What is
 * known about its region needs no closer look. */
static inline bool may_end(const tc_state *s, traveller *t, int space)
{
	int region = tc_region_of(space);
	if ((t->known.shut >> region & 1) || space == t->from || !is_fed_at(s, t, space))
		return false;
	if (!(t->known.ends >> region & 1))
		return !end_forbidden(s, t, space);
	return t->unit < 0 || tc_unit_fits(s, space, t->unit);
}

/* Finds the kinds of links that the traveller may pass. */
static void find_kinds(const traveller *t, bool passed[TC_LINK_KINDS])
{
	for (int kind = 0; kind < TC_LINK_KINDS; kind++) {
		int who = tc_link_kinds[kind].redeploys;
		passed[kind] = who != TC_REDEPLOYS_NOBODY && (who != TC_REDEPLOYS_CORPS || t->corps) &&
			(!is_gold(t) || kind == TC_LINK_KIND_RAIL);
	}
}

/* Follows the chains of the traveller's side through the spaces `open`, which are open to it, until
 * he reaches one to which he may be redeployed. Returns whether there is one. */
static bool leads_anywhere(const tc_state *s, traveller *t, uint64_t open[TC_SET_WORDS])
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
			if (may_end(s, t, to))
				return true;
			tc_exclude(open, to);
			queue[count++] = (uint16_t)to;
		}
	}
	return false;
}

/* Takes the regions that are closed to the traveller off the open spaces, and what lies beyond a
 * border that he does not cross. */
static void close_regions(const tc_state *s, traveller *t, uint64_t open[TC_SET_WORDS])
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

/* Takes those spaces off the open ones that the traveller reaches. */
static void follow_all(const traveller *t, uint64_t open[TC_SET_WORDS])
{
	bool passed[TC_LINK_KINDS];
	uint64_t special[TC_SET_WORDS] = {0};
	find_kinds(t, passed);
	for (int kind = 0; kind < TC_LINK_KINDS; kind++)
		for (int i = 0; i < TC_SET_WORDS && !passed[kind]; i++)
			special[i] |= tc_link_by_kind[kind][i];
	tc_flood(t->from, open, special, follows_link, passed);
}

/* Finds the spaces that the traveller can reach. */
static void find_reached(const tc_state *s, traveller *t, uint64_t reached[TC_SET_WORDS])
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

/* What the travellers of a side have in common. */
enum { TC_TRAVELLER_SORTS = 6 };
typedef struct search {
	uint64_t open[TC_SET_WORDS]; /* the spaces that are open to the side */
	regions known[TC_TRAVELLER_SORTS];
} search;

static void begin_search(const tc_state *s, int side, search *common)
{
	memset(common, 0, sizeof *common);
	tc_open_to(s, side, common->open);
}

/* Returns the sort of travellers to whom the same regions are open: armies, corps or leaders, in
 * Finland or elsewhere; -1 if there are not many like him: forces of factions, Finns, the gold
 * train. */
static int sort_of(const traveller *t)
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

static bool looks_for_place(const tc_state *s, traveller *t, const search *common)
{
	uint64_t left[TC_SET_WORDS];
	memcpy(left, common->open, sizeof left);
	if (t->from < TC_SPACES)
		return leads_anywhere(s, t, left);
	for (int space = tc_member(left, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(left, TC_SET_WORDS, space + 1))
		if (may_end(s, t, space))
			return true;
	return false;
}

/* Returns whether there is a place for the traveller. */
static bool finds_place(const tc_state *s, traveller *t, search *common)
{
	int sort = sort_of(t);
	if (sort < 0)
		return looks_for_place(s, t, common);
	t->known = common->known[sort];
	bool found = looks_for_place(s, t, common);
	common->known[sort] = t->known;
	return found;
}

static bool may_leave_map(const tc_state *s, int unit)
{
	return s->unit_at[unit] < TC_SPACES && !tc_is_army(unit);
}

/* ---- Travellers ------------------------------------------------------------------------------ */

/* TC-SR-3: returns the clause that forbids redeploying a unit; 0 if it is allowed. */
static uint16_t unit_bound(const tc_state *s, int unit)
{
	int space = s->unit_at[unit];
	if (tc_is_garrison(unit))
		return TC_8_62_2;
	if (space < TC_SPACES && (s->marker[space] & TC_MARKER_FLAG_NO_ACT))
		return TC_NA_1;
	if (space < TC_SPACES && !tc_fed(s, unit))
		return tc_hunger_clause(unit);
	return tc_unit_waits(s, unit) ? TC_SR_3 : 0;
}

/* Returns the clause that forbids redeploying a unit; 0 if it is allowed. Whether there is a place
 * for it is not considered. */
static uint16_t unit_stays(const tc_state *s, int side, int unit)
{
	int where = s->unit_where[unit];
	if (tc_user(s, unit) != side || (where != TC_LOCATION_MAP && where != TC_LOCATION_RESERVE))
		return TC_SR_1;
	if (where == TC_LOCATION_RESERVE && tc_is_army(unit))
		return TC_SR_2;
	if ((s->unit_flags[unit] & TC_UNIT_FLAG_MOVED) || tc_redeployment_cost(unit) > s->op.spaces)
		return TC_SR_1;
	return unit_bound(s, unit);
}

static uint16_t pick_forbidden(const tc_state *s, int side, unsigned unit, search *common)
{
	if (unit >= TC_UNITS)
		return TC_SR_1;
	uint16_t why = unit_stays(s, side, (int)unit);
	if (why)
		return why;
	traveller t = of_unit(s, side, (int)unit);
	if (may_leave_map(s, (int)unit) || finds_place(s, &t, common))
		return 0;
	return t.from < TC_SPACES ? TC_SR_1 : TC_SR_2;
}

static uint16_t pick_leader_forbidden(const tc_state *s, int side, unsigned leader, search *common)
{
	if (leader >= TC_LEADERS || tc_leader_user(s, (int)leader) != side ||
		s->leader_at[leader] >= TC_SPACES)
		return TC_SR_1;
	if (tc_leaders[leader].bound == TC_BOUND_STAYS)
		return TC_LE_2;
	if ((s->leader_flags[leader] & TC_LEADER_FLAG_MOVED) ||
		tc_redeployment_cost(TC_NOWHERE) > s->op.spaces)
		return TC_SR_1;
	if (s->marker[s->leader_at[leader]] & TC_MARKER_FLAG_NO_ACT)
		return TC_NA_1;
	if (!tc_leader_fed(s, (int)leader))
		return TC_SU_3;
	if (tc_leader_waits(s, (int)leader))
		return TC_SR_3;
	traveller t = of_leader(s, side, (int)leader);
	return finds_place(s, &t, common) ? 0 : TC_SR_1;
}

/* TC-16.31.2: returns the clause that forbids redeploying the gold train; 0 if it is allowed. */
static uint16_t pick_gold_forbidden(const tc_state *s, int side, search *common)
{
	if (tc_gold_owner(s) != side)
		return TC_16_31;
	traveller t = of_gold(s, side);
	if (s->op.gold != TC_GOLD_STILL || cost_of(&t) > s->op.spaces)
		return TC_16_31_2;
	if (s->marker[t.from] & TC_MARKER_FLAG_NO_ACT)
		return TC_NA_1;
	if (!is_fed_at(s, &t, t.from))
		return TC_SU_3;
	return finds_place(s, &t, common) ? 0 : TC_16_31_2;
}

/* ---- Garrisons, TC-SR-2.1 -------------------------------------------------------------------- */

/* Corps of the reserve that can be redeployed. */
typedef struct corps_list {
	traveller corps[TC_UNITS];
	int count;
} corps_list;

/* Lists them all, the strongest first. */
static void list_reserve(const tc_state *s, int side, corps_list *out)
{
	uint64_t reserve[TC_UNIT_WORDS];
	out->count = 0;
	tc_units_in(s, TC_LOCATION_RESERVE, reserve);
	for (int u = tc_member(reserve, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(reserve, TC_UNIT_WORDS, u + 1)) {
		if (unit_stays(s, side, u))
			continue;
		int at = out->count++, combat = tc_combat_of(s, u);
		for (; at > 0 && tc_combat_of(s, out->corps[at - 1].unit) < combat; at--)
			out->corps[at] = out->corps[at - 1];
		out->corps[at] = of_unit(s, side, u);
	}
}

/* Returns whether two corps of the reserve can be redeployed to the same spaces. */
static bool are_alike(const tc_state *s, int a, int b)
{
	const tc_unit *x = &tc_units[a], *y = &tc_units[b];
	bool insurgents = (x->troop == TC_TROOP_INSURGENT) == (y->troop == TC_TROOP_INSURGENT);
	bool homebound = !((x->traits ^ y->traits) >> TC_TRAITS_HOMEBOUND & 1);
	return x->side == y->side && x->faction == y->faction && insurgents && homebound &&
		tc_is_finn(a) == tc_is_finn(b) &&
		(s->polish_corps != TC_POLISH_CORPS_FED ||
			(a != TC_UNIT_RED_POLISH_CORPS && b != TC_UNIT_RED_POLISH_CORPS));
}

/* One corps of each sort that has been looked at, and whether there is a place for it. */
typedef struct sorts {
	corps_list one;
	bool found[TC_UNITS];
} sorts;

/* Returns whether there is a place for a corps of the reserve. */
static bool leaves_reserve(const tc_state *s, int side, int unit, sorts *known, search *common)
{
	int sort = 0;
	while (sort < known->one.count && !are_alike(s, known->one.corps[sort].unit, unit))
		sort++;
	if (sort == known->one.count) {
		traveller *t = &known->one.corps[known->one.count++];
		*t = of_unit(s, side, unit);
		known->found[sort] = finds_place(s, t, common);
	}
	return known->found[sort];
}

/* Returns the first corps of the list that can be redeployed to the space; NULL if none can, or if
 * it is no Victory City of the side. */
static const traveller *garrison_for(const tc_state *s, int side, corps_list *reserve, int space)
{
	if (!tc_spaces[space].city || s->owner[space] != side || tc_partisans_bar(s, side, space))
		return NULL;
	if (tc_first(s, space) < TC_UNITS && !tc_fits(s, space, side, 0, 1, 0))
		return NULL;
	for (int i = 0; i < reserve->count; i++)
		if (may_end(s, &reserve->corps[i], space))
			return &reserve->corps[i];
	return NULL;
}

static uint16_t garrison_forbidden(const tc_state *s, int side, unsigned space)
{
	corps_list reserve;
	if (space >= TC_SPACES)
		return TC_SR_2_1;
	list_reserve(s, side, &reserve);
	return garrison_for(s, side, &reserve, (int)space) ? 0 : TC_SR_2_1;
}

static void list_garrisons(const tc_state *s, int side, corps_list *reserve,
	const uint64_t open[TC_SET_WORDS], ap_list *out)
{
	for (int space = reserve->count ? tc_member(open, TC_SET_WORDS, 0) : TC_SPACES;
		 space < TC_SPACES; space = tc_member(open, TC_SET_WORDS, space + 1))
		if (tc_spaces[space].city && tc_is_listed(s, space) &&
			garrison_for(s, side, reserve, space))
			ap_add(out, ap_act(TC_VERB_GARRISON, (unsigned)space, 0));
}

/* ---- REDEPLOY -------------------------------------------------------------------------------- */

void tc_redeploy_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (s->op.spaces == 0)
		tc_goto(s, TC_STEP_ROUND_CLOSE);
	else
		tc_ask(s, side_of_round(s));
}

/* Returns whether there is a place for a unit. */
static bool may_go(const tc_state *s, int side, int unit, sorts *reserve, search *common)
{
	if (may_leave_map(s, unit))
		return true;
	if (s->unit_where[unit] == TC_LOCATION_RESERVE)
		return leaves_reserve(s, side, unit, reserve, common);
	traveller t = of_unit(s, side, unit);
	return finds_place(s, &t, common);
}

void tc_redeploy_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = side_of_round(s);
	sorts reserve;
	search common;
	(void)seat;
	reserve.one.count = 0;
	begin_search(s, side, &common);
	tc_list_wars(s, out);
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	uint64_t units[TC_UNIT_WORDS], off_map[TC_UNIT_WORDS];
	tc_units_in(s, TC_LOCATION_MAP, units);
	tc_units_in(s, TC_LOCATION_RESERVE, off_map);
	for (int i = 0; i < TC_UNIT_WORDS; i++)
		units[i] |= off_map[i];
	for (int u = tc_member(units, TC_UNIT_WORDS, 0); u < TC_UNITS;
		 u = tc_member(units, TC_UNIT_WORDS, u + 1)) {
		if (tc_user(s, u) != side || !tc_is_listed(s, s->unit_at[u]) || unit_stays(s, side, u))
			continue;
		if (may_go(s, side, u, &reserve, &common))
			ap_add(out, ap_act(TC_VERB_PICK, (unsigned)u, 0));
	}
	for (unsigned l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] < TC_SPACES && tc_is_listed(s, s->leader_at[l]) &&
			!pick_leader_forbidden(s, side, l, &common))
			ap_add(out, ap_act(TC_VERB_PICK_LEADER, l, 0));
	if (!pick_gold_forbidden(s, side, &common))
		ap_add(out, ap_act(TC_VERB_LOAD, 0, 0));
	list_garrisons(s, side, &reserve.one, common.open, out);
	tc_narrow(s, out);
}

static uint16_t redeploy_forbidden(const tc_state *state, int side, ap_action a)
{
	search common;
	begin_search(state, side, &common);
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		return 0;
	case TC_VERB_PICK:
		return pick_forbidden(state, side, ap_x(a), &common);
	case TC_VERB_PICK_LEADER:
		return pick_leader_forbidden(state, side, ap_x(a), &common);
	case TC_VERB_LOAD:
		return pick_gold_forbidden(state, side, &common);
	case TC_VERB_GARRISON:
		return garrison_forbidden(state, side, ap_x(a));
	case TC_VERB_DECLARE:
		return tc_declare_forbidden(state, a);
	case TC_VERB_REGION:
		return 0;
	default:
		return TC_SR_1;
	}
}

uint16_t tc_redeploy_refuse(const void *state, int seat, ap_action a)
{
	uint16_t why = redeploy_forbidden(state, side_of_round(state), a);
	(void)seat;
	return why ? why : tc_narrow_forbids(state, a);
}

static void settle_unit(tc_state *s, const traveller *t, int space, int clause, ap_events *ev)
{
	if (space < TC_SPACES) {
		tc_put_unit(s, t->unit, space);
		tc_tell_redeployed(ev, (uint16_t)clause, TC_UNIT(t->unit), TC_SPACE(space));
	} else {
		tc_take_unit(s, t->unit, TC_LOCATION_RESERVE);
		tc_tell_redeployed_reserve(ev, TC_SR_2, TC_UNIT(t->unit));
	}
	/* Each unit is redeployed only once, also out of the reserve. */
	s->unit_flags[t->unit] |= TC_UNIT_FLAG_MOVED;
}

static void garrison(tc_state *s, int side, int space, ap_events *ev)
{
	corps_list reserve;
	list_reserve(s, side, &reserve);
	const traveller *t = garrison_for(s, side, &reserve, space);
	settle_unit(s, t, space, TC_SR_2_1, ev);
	s->op.spaces = (uint8_t)(s->op.spaces - cost_of(t));
}

void tc_redeploy_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_round_frame *f = tc_round_top(state);
	(void)seat;
	if (tc_names_region(state, a))
		return;
	if (ap_verb_of(a) == TC_VERB_DONE) {
		f->closed = 1;
		tc_goto(state, TC_STEP_ROUND_CLOSE);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_DECLARE) {
		tc_declare(state, (int)ap_x(a), ev);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_GARRISON) {
		garrison(state, f->side, (int)ap_x(a), ev);
		return;
	}
	if (ap_verb_of(a) == TC_VERB_LOAD)
		((tc_state *)state)->op.gold = TC_GOLD_ON_ITS_WAY;
	else if (ap_verb_of(a) == TC_VERB_PICK_LEADER)
		f->leader = (uint8_t)ap_x(a);
	else
		f->unit = (uint16_t)ap_x(a);
	tc_goto(state, TC_STEP_REDEPLOY_TO);
}

/* ---- REDEPLOY_TO ----------------------------------------------------------------------------- */

void tc_redeploy_to_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, side_of_round(state));
}

void tc_redeploy_to_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	traveller t = under_way(s);
	uint64_t reached[TC_SET_WORDS];
	(void)seat;
	find_reached(s, &t, reached);
	for (int space = tc_member(reached, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(reached, TC_SET_WORDS, space + 1))
		if (tc_is_listed(s, space) && may_end(s, &t, space))
			ap_add(out, ap_act(TC_VERB_TO, (unsigned)space, 0));
	if (t.unit >= 0 && may_leave_map(s, t.unit))
		ap_add(out, ap_act(TC_VERB_TO_RESERVE, 0, 0));
	tc_narrow(s, out);
}

static uint16_t to_forbidden(const tc_state *s, traveller *t, unsigned space)
{
	uint64_t reached[TC_SET_WORDS];
	if (space >= TC_SPACES)
		return TC_SR_1;
	uint16_t why = end_forbidden(s, t, (int)space);
	if (why || t->from >= TC_SPACES)
		return why;
	find_reached(s, t, reached);
	return tc_in(reached, (int)space) ? 0 : TC_SR_1;
}

static uint16_t redeploy_to_forbidden(const tc_state *state, ap_action a)
{
	traveller t = under_way(state);
	switch (ap_verb_of(a)) {
	case TC_VERB_TO:
		return to_forbidden(state, &t, ap_x(a));
	case TC_VERB_TO_RESERVE:
		return t.unit >= 0 && may_leave_map(state, t.unit) ? 0 : TC_SR_2;
	case TC_VERB_REGION:
		return 0;
	default:
		return TC_SR_1;
	}
}

uint16_t tc_redeploy_to_refuse(const void *state, int seat, ap_action a)
{
	uint16_t why = redeploy_to_forbidden(state, a);
	(void)seat;
	return why ? why : tc_narrow_forbids(state, a);
}

void tc_redeploy_to_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	traveller t = under_way(s);
	int space = ap_verb_of(a) == TC_VERB_TO ? (int)ap_x(a) : TC_NOWHERE;
	(void)seat;
	if (tc_names_region(s, a))
		return;
	if (t.unit >= 0) {
		settle_unit(s, &t, space, t.from < TC_SPACES ? TC_SR_1 : TC_SR_2, ev);
	} else if (is_gold(&t)) {
		tc_tell_gold_moves(ev, TC_16_31_2, TC_SPACE(s->gold_at), TC_SPACE(space));
		s->gold_at = (uint16_t)space;
		tc_gold_stops(s);
	} else {
		tc_put_leader(s, t.leader, space);
		s->leader_flags[t.leader] |= TC_LEADER_FLAG_MOVED;
		tc_tell_leader_redeployed(ev, TC_SR_1, TC_LEADER(t.leader), TC_SPACE(space));
	}
	s->op.spaces = (uint8_t)(s->op.spaces - cost_of(&t));
	tc_round_frame *f = tc_round_top(s);
	f->unit = TC_NOWHERE;
	f->leader = TC_NONE;
	tc_goto(s, TC_STEP_REDEPLOY);
}
