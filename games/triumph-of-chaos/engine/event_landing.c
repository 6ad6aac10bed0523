/* event_landing.c: WHITE 43: once, a stack of one Finnish port enters an empty port of the enemy
 * from the sea, or attacks one, TC-WC-43. */
#include "combat.h"
#include "events.h"

/* Returns the row that says where a landing of the card may go. */
static const tc_effect *limit_of(int card)
{
	int row = tc_first_row(card);
	while (tc_row_of_card(row, card) && tc_effects[row].deed != TC_DEED_LANDING_LIMIT)
		row++;
	assert(tc_row_of_card(row, card));
	return &tc_effects[row];
}

static bool is_goal(int card, int space)
{
	const tc_effect *e = limit_of(card);
	for (int i = 0; i < e->spaces_count; i++)
		if (e->spaces[i] == space)
			return true;
	return false;
}

static bool is_start(const tc_state *s, int side, int card, int space)
{
	const tc_effect *e = limit_of(card);
	bool there = false;
	for (int i = 0; i < e->regions_count; i++)
		there |= e->regions[i] == tc_region_of(space);
	return there && tc_spaces[space].port != TC_PORT_NONE && tc_occupier(s, space) == side &&
		!(s->marker[space] & TC_MARKER_FLAG_NO_ACT);
}

static bool goes_ashore(const tc_state *s, int side, int unit, int goal)
{
	return tc_user(s, unit) == side && tc_units[unit].move > 0 && !tc_unit_waits(s, unit) &&
		!tc_closed(s, side, unit, goal);
}

/* ---- Entering an empty port ------------------------------------------------------------------ */

/* Returns whether the first unit of a landing may enter the space. */
static bool may_enter(const tc_state *s, int side, int card, int unit, int goal)
{
	int from = s->unit_at[unit];
	return from < TC_SPACES && is_start(s, side, card, from) && is_goal(card, goal) &&
		s->owner[goal] == tc_other(side) && tc_occupier(s, goal) == TC_NONE &&
		goes_ashore(s, side, unit, goal);
}

static bool any_enters(const tc_state *s, int side, int card)
{
	for (int unit = 0; unit < TC_UNITS; unit++)
		for (int i = 0; s->unit_at[unit] < TC_SPACES && i < limit_of(card)->spaces_count; i++)
			if (may_enter(s, side, card, unit, limit_of(card)->spaces[i]))
				return true;
	return false;
}

/* The space that the landing has left; the first unit that has landed stands for its goal. */
static int left_space(const tc_event_frame *f)
{
	return tc_region_spaces[TC_REGION_FINLAND] + f->on_last - 1;
}

static bool may_follow(const tc_state *s, const tc_event_frame *f, int unit, int goal)
{
	return s->unit_at[unit] == left_space(f) && s->unit_at[f->target] == goal &&
		goes_ashore(s, f->side, unit, goal) && tc_unit_fits(s, goal, unit);
}

static bool may_go_along(const tc_state *s, const tc_event_frame *f, int leader, int goal)
{
	return f->item > 0 && s->leader_at[leader] == left_space(f) && s->unit_at[f->target] == goal &&
		tc_leader_user(s, leader) == f->side && tc_leaders[leader].bound != TC_BOUND_STAYS &&
		!tc_kept_from(leader, goal) && !tc_leader_waits(s, leader);
}

static bool anyone_follows(const tc_state *s, const tc_event_frame *f)
{
	int goal = s->unit_at[f->target];
	for (int unit = 0; unit < TC_UNITS; unit++)
		if (s->unit_at[unit] < TC_SPACES && may_follow(s, f, unit, goal))
			return true;
	for (int leader = 0; leader < TC_LEADERS; leader++)
		if (may_go_along(s, f, leader, goal))
			return true;
	return false;
}

/* ---- Attacking a port ------------------------------------------------------------------------ */

bool tc_lands_from(const tc_state *s, int side, int card, int from, int goal)
{
	if (!is_start(s, side, card, from) || !is_goal(card, goal) ||
		tc_occupier(s, goal) != tc_other(side))
		return false;
	for (int unit = tc_first(s, from); unit < TC_UNITS; unit = tc_next(s, unit))
		if (goes_ashore(s, side, unit, goal) && tc_fed(s, unit))
			return true;
	return false;
}

static bool any_attacks(const tc_state *s, int side, int card)
{
	for (int from = 0; from < TC_SPACES; from++)
		for (int i = 0; tc_first(s, from) < TC_UNITS && i < limit_of(card)->spaces_count; i++)
			if (tc_lands_from(s, side, card, from, limit_of(card)->spaces[i]))
				return true;
	return false;
}

bool tc_can_land(const tc_state *s, int side, int row)
{
	assert(tc_is_side(side));
	const tc_effect *e = &tc_effects[row];
	return e->deed == TC_DEED_ENTER_PORT ? any_enters(s, side, e->card)
										 : any_attacks(s, side, e->card);
}

/* ---- EVENT_LANDING --------------------------------------------------------------------------- */

/* Returns whether the row of the frame, or the alternative to it, is this deed. */
static bool offers(const tc_event_frame *f, int deed)
{
	return tc_event_row(f)->deed == deed ||
		(tc_has_either(f->row) && tc_effects[f->row + 1].deed == deed);
}

void tc_event_landing_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_event_frame *f = tc_event_peek(s);
	(void)ev;
	tc_supply(s);
	if (f->item == 0 || anyone_follows(s, f))
		tc_ask(s, f->side);
	else
		tc_row_done(s);
}

static bool lands(const tc_state *s, const tc_event_frame *f, ap_action a)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case TC_VERB_DONE:
		return true;
	case TC_VERB_PUT:
		if (x >= TC_UNITS || y >= TC_SPACES || !offers(f, TC_DEED_ENTER_PORT))
			return false;
		return f->item ? may_follow(s, f, x, y) : may_enter(s, f->side, f->card, x, y);
	case TC_VERB_LEADER_TO:
		return x < TC_LEADERS && may_go_along(s, f, x, y);
	case TC_VERB_ATTACK:
		return f->item == 0 && x < TC_SPACES && y < TC_SPACES && offers(f, TC_DEED_INVADE_PORT) &&
			tc_lands_from(s, f->side, f->card, y, x);
	default:
		return false;
	}
}

void tc_event_landing_legal(const void *state, int seat, ap_list *out)
{
	static const struct {
		uint8_t verb;
		uint16_t count;
	} words[] = {{TC_VERB_PUT, TC_UNITS}, {TC_VERB_LEADER_TO, TC_LEADERS}};
	const tc_state *s = state;
	const tc_event_frame *f = tc_event_peek(s);
	const tc_effect *e = limit_of(f->card);
	(void)seat;
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	for (int i = 0; i < AP_COUNT(words); i++)
		for (unsigned x = 0; x < words[i].count; x++)
			for (int goal = 0; goal < TC_SPACES; goal++)
				if (is_goal(f->card, goal) && lands(s, f, ap_act(words[i].verb, x, (unsigned)goal)))
					ap_add(out, ap_act(words[i].verb, x, (unsigned)goal));
	for (int goal = 0; goal < TC_SPACES; goal++)
		for (unsigned from = 0; is_goal(e->card, goal) && from < TC_SPACES; from++)
			if (lands(s, f, ap_act(TC_VERB_ATTACK, (unsigned)goal, from)))
				ap_add(out, ap_act(TC_VERB_ATTACK, (unsigned)goal, from));
}

uint16_t tc_event_landing_refuse(const void *state, int seat, ap_action a)
{
	const tc_event_frame *f = tc_event_peek(state);
	(void)seat;
	return lands(state, f, a) ? 0 : tc_card_clause(f->card);
}

/* Puts a unit ashore. Leaders of the enemy who are alone there may flee. May call. */
static void land(tc_state *s, int unit, int goal, ap_events *ev)
{
	tc_event_frame *f = tc_event_top(s);
	int side = f->side;
	if (f->item == 0) {
		f->on_last = (uint8_t)(s->unit_at[unit] - tc_region_spaces[TC_REGION_FINLAND] + 1);
		f->target = (uint16_t)unit;
	}
	f->item++;
	tc_tell_lands(ev, tc_card_clause(f->card), TC_UNIT(unit), TC_SPACE(goal));
	tc_take_space(s, unit, goal, ev);
	tc_put_unit(s, unit, goal);
	tc_goto(s, TC_STEP_EVENT);
	tc_leaders_alone(s, goal, tc_other(side), ev);
}

void tc_event_landing_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	const tc_event_frame *f = tc_event_peek(s);
	int side = f->side, x = (int)ap_x(a), y = (int)ap_y(a);
	uint16_t clause = tc_card_clause(f->card);
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_PUT:
		land(s, x, y, ev);
		break;
	case TC_VERB_LEADER_TO:
		tc_put_leader(s, x, y);
		tc_tell_leader_placed(ev, clause, TC_LEADER(x), TC_SPACE(y));
		tc_goto(s, TC_STEP_EVENT);
		break;
	case TC_VERB_ATTACK:
		tc_row_done(s);
		tc_begin_landing(s, side, x, y, clause, ev);
		break;
	default:
		tc_row_done(s);
		break;
	}
}
