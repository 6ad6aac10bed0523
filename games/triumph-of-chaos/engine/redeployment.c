/* redeployment.c: strategic redeployment along the chains of a side, to the reserve and out of it.
 */
#include "chapters.h"

/* Who travels: a unit or a leader (the other is -1). `from`: NOWHERE out of the reserve. */
typedef struct traveller {
	int side, unit, leader, from;
	bool corps;
} traveller;

static int side_of_round(const tc_state *s)
{
	return ap_peek(s)->v[0];
}

static traveller of_unit(const tc_state *s, int side, int unit)
{
	return (traveller){side, unit, -1, s->unit_at[unit], !tc_is_army(unit)};
}

static traveller of_leader(const tc_state *s, int side, int leader)
{
	return (traveller){side, -1, leader, s->leader_at[leader], false};
}

static traveller under_way(const tc_state *s)
{
	const ap_frame *f = ap_peek(s);
	return f->v[1] >= 0 ? of_unit(s, f->v[0], f->v[1]) : of_leader(s, f->v[0], f->v[2]);
}

static int cost_of(const traveller *t)
{
	bool army = t->unit >= 0 && !t->corps;
	return tc_number_of(army ? TC_NUMBER_REDEPLOY_ARMY : TC_NUMBER_REDEPLOY_CORPS);
}

/* ---- Where to -------------------------------------------------------------------------------- */

static bool in_finland(int space)
{
	return tc_region_of(space) == TC_REGION_FINLAND;
}

/* TC-8.317.2: where he belongs while the border is shut. */
static bool belongs_to_finland(const traveller *t)
{
	if (t->from < SPACES)
		return in_finland(t->from);
	return t->unit >= 0 && (tc_is_finn(t->unit) || tc_units[t->unit].faction == TC_FACTION_FINLAND);
}

/* Home regions are open to all. */
static uint16_t closed(const tc_state *s, const traveller *t, int space)
{
	if (tc_regions[tc_region_of(space)].home != NOBODY)
		return 0;
	return tc_closed(s, t->side, t->unit >= 0 ? t->unit : NOWHERE, space);
}

static bool supplied_at(const tc_state *s, const traveller *t, int space)
{
	return t->unit >= 0 ? tc_unit_fed_at(s, t->unit, space) : tc_leader_fed_at(s, t->leader, space);
}

/* Why he may not end there; the chain is not judged. */
static uint16_t end_forbidden(const tc_state *s, const traveller *t, int space)
{
	if (space == t->from || s->owner[space] != t->side)
		return TC_SR_1;
	if (!s->border_open && in_finland(space) != belongs_to_finland(t))
		return TC_8_317_2;
	if (t->leader >= 0 && tc_leaders[t->leader].bound == TC_BOUND_BORDER && !in_finland(space))
		return TC_LE_2;
	uint16_t why = closed(s, t, space);
	if (why)
		return why;
	if (!supplied_at(s, t, space))
		return TC_SU_3;
	return t->unit < 0 || tc_unit_fits(s, space, t->unit) ? 0 : TC_ST_1;
}

/* Over this link, into a space of his side. */
static bool passes(const tc_state *s, const traveller *t, int link, int to)
{
	int who = tc_link_kinds[tc_links[link].kind].redeploys;
	if (who == TC_REDEPLOYS_NOBODY || (who == TC_REDEPLOYS_CORPS && !t->corps))
		return false;
	if (tc_border_link(link) && !s->border_open)
		return false;
	return !closed(s, t, to);
}

/* The spaces his chains reach; `one`: stops at the first in which he may end, and says so. */
static bool follow_chains(const tc_state *s, const traveller *t, uint64_t seen[WORDS], bool one)
{
	uint16_t queue[SPACES];
	int count = 1;
	memset(seen, 0, WORDS * sizeof seen[0]);
	queue[0] = (uint16_t)t->from;
	tc_include(seen, t->from);
	for (int next = 0; next < count; next++) {
		int here = queue[next];
		for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++) {
			int link = tc_link_of[i], to = tc_link_to[i];
			if (s->owner[to] != t->side || tc_in(seen, to) || !passes(s, t, link, to))
				continue;
			if (one && !end_forbidden(s, t, to))
				return true;
			tc_include(seen, to);
			queue[count++] = (uint16_t)to;
		}
	}
	return false;
}

static bool finds_place(const tc_state *s, const traveller *t)
{
	uint64_t seen[WORDS];
	if (t->from < SPACES)
		return follow_chains(s, t, seen, true);
	for (int space = 0; space < SPACES; space++)
		if (s->owner[space] == t->side && !end_forbidden(s, t, space))
			return true;
	return false;
}

static bool may_leave_map(const traveller *t)
{
	return t->corps && t->from < SPACES;
}

/* ---- Who goes -------------------------------------------------------------------------------- */

/* TC-SR-3. */
static uint16_t unit_bound(const tc_state *s, int unit)
{
	int space = s->unit_at[unit];
	if (space < SPACES && (s->marker[space] & M_NO_ACT))
		return TC_NA_1;
	if (space < SPACES && !tc_fed(s, unit))
		return TC_SU_3;
	return tc_unit_waits(s, unit) ? TC_SR_3 : 0;
}

/* All but the question whether there is a place for it. */
static uint16_t unit_stays(const tc_state *s, int side, int unit)
{
	int where = s->unit_where[unit];
	if (tc_user(s, unit) != side || (where != ON_MAP && where != RESERVE))
		return TC_SR_1;
	if (where == RESERVE && tc_is_army(unit))
		return TC_SR_2;
	traveller t = of_unit(s, side, unit);
	if ((s->unit_flags[unit] & U_MOVED) || cost_of(&t) > s->op.spaces)
		return TC_SR_1;
	return unit_bound(s, unit);
}

static uint16_t pick_forbidden(const tc_state *s, int side, unsigned unit)
{
	if (unit >= UNITS)
		return TC_SR_1;
	uint16_t why = unit_stays(s, side, (int)unit);
	if (why)
		return why;
	traveller t = of_unit(s, side, (int)unit);
	if (may_leave_map(&t) || finds_place(s, &t))
		return 0;
	return t.from < SPACES ? TC_SR_1 : TC_SR_2;
}

static uint16_t pick_leader_forbidden(const tc_state *s, int side, unsigned leader)
{
	if (leader >= LEADERS || tc_leader_user(s, (int)leader) != side ||
		s->leader_at[leader] >= SPACES)
		return TC_SR_1;
	if (tc_leaders[leader].bound == TC_BOUND_STAYS)
		return TC_LE_2;
	traveller t = of_leader(s, side, (int)leader);
	if ((s->leader_flags[leader] & L_MOVED) || cost_of(&t) > s->op.spaces)
		return TC_SR_1;
	if (s->marker[t.from] & M_NO_ACT)
		return TC_NA_1;
	if (!tc_leader_fed(s, (int)leader))
		return TC_SU_3;
	if (tc_leader_waits(s, (int)leader))
		return TC_SR_3;
	return finds_place(s, &t) ? 0 : TC_SR_1;
}

/* ---- REDEPLOY -------------------------------------------------------------------------------- */

void tc_redeploy_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (s->op.spaces == 0)
		ap_goto(s, ROUND_END);
	else
		tc_ask(s, side_of_round(s));
}

/* What is the same for all own corps of a reserve: Finns and others. */
typedef struct room {
	uint8_t known[2], found[2];
} room;

static bool has_room(const tc_state *s, int side, int unit, room *r)
{
	traveller t = of_unit(s, side, unit);
	int finn = tc_is_finn(unit);
	if (t.from < SPACES || tc_units[unit].side == NOBODY)
		return may_leave_map(&t) || finds_place(s, &t);
	if (!r->known[finn]) {
		r->known[finn] = 1;
		r->found[finn] = finds_place(s, &t);
	}
	return r->found[finn];
}

void tc_redeploy_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = side_of_round(s);
	room r = {{0}, {0}};
	(void)seat;
	ap_add(out, ap_act(V_DONE, 0, 0));
	for (int u = 0; u < UNITS; u++)
		if (s->unit_where[u] <= RESERVE && !unit_stays(s, side, u) && has_room(s, side, u, &r))
			ap_add(out, ap_act(V_PICK, (unsigned)u, 0));
	for (unsigned l = 0; l < LEADERS; l++)
		if (s->leader_at[l] < SPACES && !pick_leader_forbidden(s, side, l))
			ap_add(out, ap_act(V_PICK_LEADER, l, 0));
}

uint16_t tc_redeploy_refuse(const void *state, int seat, ap_action a)
{
	int side = side_of_round(state);
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_DONE:
		return 0;
	case V_PICK:
		return pick_forbidden(state, side, ap_x(a));
	case V_PICK_LEADER:
		return pick_leader_forbidden(state, side, ap_x(a));
	default:
		return TC_SR_1;
	}
}

void tc_redeploy_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ap_frame *f = ap_top(state);
	(void)seat;
	(void)ev;
	if (ap_verb_of(a) == V_DONE) {
		ap_goto(state, ROUND_END);
		return;
	}
	bool leader = ap_verb_of(a) == V_PICK_LEADER;
	f->v[1] = leader ? -1 : (int16_t)ap_x(a);
	f->v[2] = leader ? (int16_t)ap_x(a) : -1;
	ap_goto(state, REDEPLOY_TO);
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
	uint64_t seen[WORDS];
	(void)seat;
	memset(seen, 0xff, sizeof seen);
	if (t.from < SPACES)
		follow_chains(s, &t, seen, false);
	for (int space = 0; space < SPACES; space++)
		if (tc_in(seen, space) && s->owner[space] == t.side && !end_forbidden(s, &t, space))
			ap_add(out, ap_act(V_TO, (unsigned)space, 0));
	if (may_leave_map(&t))
		ap_add(out, ap_act(V_TO_RESERVE, 0, 0));
}

static uint16_t to_forbidden(const tc_state *s, const traveller *t, unsigned space)
{
	uint64_t seen[WORDS];
	if (space >= SPACES)
		return TC_SR_1;
	uint16_t why = end_forbidden(s, t, (int)space);
	if (why || t->from >= SPACES)
		return why;
	follow_chains(s, t, seen, false);
	return tc_in(seen, (int)space) ? 0 : TC_SR_1;
}

uint16_t tc_redeploy_to_refuse(const void *state, int seat, ap_action a)
{
	traveller t = under_way(state);
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_TO:
		return to_forbidden(state, &t, ap_x(a));
	case V_TO_RESERVE:
		return may_leave_map(&t) ? 0 : TC_SR_2;
	default:
		return TC_SR_1;
	}
}

static void settle_unit(tc_state *s, const traveller *t, int space, ap_events *ev)
{
	bool map = t->from < SPACES;
	if (space < SPACES) {
		tc_put_unit(s, t->unit, space);
		ap_tell(ev, EV_REDEPLOYED, map ? TC_SR_1 : TC_SR_2, (int16_t)t->unit, (int16_t)space);
	} else {
		tc_take_unit(s, t->unit, RESERVE);
		ap_tell(ev, EV_REDEPLOYED_RESERVE, TC_SR_2, (int16_t)t->unit);
	}
	s->unit_flags[t->unit] |= U_MOVED; /* each once, also out of the reserve */
}

void tc_redeploy_to_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	traveller t = under_way(s);
	int space = ap_verb_of(a) == V_TO ? (int)ap_x(a) : NOWHERE;
	(void)seat;
	if (t.unit >= 0) {
		settle_unit(s, &t, space, ev);
	} else {
		tc_put_leader(s, t.leader, space);
		s->leader_flags[t.leader] |= L_MOVED;
		ap_tell(ev, EV_LEADER_REDEPLOYED, TC_SR_1, (int16_t)t.leader, (int16_t)space);
	}
	s->op.spaces = (uint8_t)(s->op.spaces - cost_of(&t));
	ap_frame *f = ap_top(s);
	f->v[1] = f->v[2] = 0;
	ap_goto(s, REDEPLOY);
}
