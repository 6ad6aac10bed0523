/* infighting.c: the In-Fighting chits, TC-IF-1 to TC-IF-7. */
#include "chapters.h"

void tc_chit_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	for (unsigned chit = 0; chit < TC_CHITS; chit++)
		ap_add(out, ap_act(TC_VERB_CHIT, chit, 0));
}

uint16_t tc_chit_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == TC_VERB_CHIT && ap_x(a) < TC_CHITS ? 0 : TC_IF_1;
}

/* Returns whether the side has a unit of its own there. Units of its factions do not count. */
static bool has_own_unit(const tc_state *s, int side, int space)
{
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (tc_own_side(s, u) == side)
			return true;
	return false;
}

static bool may_lay_marker(const tc_state *s, int side, int region, int space)
{
	return tc_region_of(space) == region && !(s->marker[space] & TC_MARKER_FLAG_NO_ACT) &&
		has_own_unit(s, side, space);
}

static bool may_lay_any(const tc_state *s, int side, int region)
{
	for (int space = 0; space < TC_SPACES; space++)
		if (may_lay_marker(s, side, region, space))
			return true;
	return false;
}

static bool is_troubled(const tc_state *s, int side, int region)
{
	return tc_regions[region].home == side && may_lay_any(s, side, region);
}

static bool any_troubled(const tc_state *s, int side)
{
	for (int region = 0; region < TC_REGIONS; region++)
		if (is_troubled(s, side, region))
			return true;
	return false;
}

static bool may_be_idle(const tc_state *s, int side, int leader)
{
	return tc_leaders[leader].side == side && s->leader_where[leader] == TC_LOCATION_MAP;
}

static bool any_may_be_idle(const tc_state *s, int side)
{
	for (int leader = 0; leader < TC_LEADERS; leader++)
		if (may_be_idle(s, side, leader))
			return true;
	return false;
}

static void call_chit(tc_state *s, int step, int side)
{
	tc_call(s, step);
	tc_chit_top(s)->side = (uint8_t)side;
}

static void carry_out_chit(tc_state *s, int side, int effect, ap_events *ev)
{
	switch (effect) {
	case TC_CHIT_EFFECT_OPERATION:
		s->fewer_spaces |= (uint8_t)(1u << side);
		tc_tell_chit_spaces(ev, TC_IF_3, TC_SIDE(side));
		break;
	case TC_CHIT_EFFECT_STEP:
		s->fewer_steps |= (uint8_t)(1u << side);
		tc_tell_chit_step(ev, TC_IF_5, TC_SIDE(side), 1);
		break;
	case TC_CHIT_EFFECT_NO_ACT:
		if (any_troubled(s, side))
			call_chit(s, TC_STEP_CHIT_REGION, side);
		break;
	case TC_CHIT_EFFECT_CARD:
		if (s->hand_size[side] > 0)
			call_chit(s, TC_STEP_CHIT_CARD, side);
		break;
	case TC_CHIT_EFFECT_LEADER:
		if (any_may_be_idle(s, side))
			call_chit(s, TC_STEP_CHIT_LEADER, side);
		break;
	default:
		break;
	}
}

void tc_chit_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_turn_peek(s)->divided, effect = tc_chits[ap_x(a)].chit_effect;
	(void)seat;
	tc_tell_chit(
		ev, effect == TC_CHIT_EFFECT_BLANK ? TC_IF_2 : TC_IF_1, TC_SIDE(side), TC_CHIT(ap_x(a)));
	tc_next_divided(s);
	tc_goto(s, TC_STEP_CHITS);
	carry_out_chit(s, side, effect, ev);
}

/* ---- Chit: NO ACT ---------------------------------------------------------------------------- */

void tc_chit_region_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int region = 0; region < TC_REGIONS; region++)
		if (is_troubled(state, tc_chit_peek(state)->side, region))
			ap_add(out, ap_act(TC_VERB_LOT_REGION, (unsigned)region, 0));
}

uint16_t tc_chit_region_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool lot = ap_verb_of(a) == TC_VERB_LOT_REGION;
	return lot && is_troubled(state, tc_chit_peek(state)->side, (int)ap_x(a)) ? 0 : TC_IF_4;
}

void tc_chit_region_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	(void)ev;
	tc_chit_top(state)->region = (uint8_t)ap_x(a);
	tc_goto(state, TC_STEP_CHIT_SPACES);
}

void tc_chit_spaces_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_chit_frame *f = tc_chit_peek(s);
	(void)ev;
	if (f->laid >= TC_CHIT_MARKERS || !may_lay_any(s, f->side, f->region))
		ap_end(s);
	else
		tc_ask(s, tc_other(f->side));
}

static uint16_t marker_forbidden(const tc_state *s, ap_action a)
{
	const tc_chit_frame *f = tc_chit_peek(s);
	if (ap_verb_of(a) == TC_VERB_DONE)
		return 0;
	if (ap_verb_of(a) != TC_VERB_NO_ACT)
		return TC_IF_4;
	return may_lay_marker(s, f->side, f->region, (int)ap_x(a)) ? 0 : TC_IF_4;
}

void tc_chit_spaces_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
	for (unsigned space = 0; space < TC_SPACES; space++)
		if (!marker_forbidden(state, ap_act(TC_VERB_NO_ACT, space, 0)))
			ap_add(out, ap_act(TC_VERB_NO_ACT, space, 0));
}

uint16_t tc_chit_spaces_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return marker_forbidden(state, a);
}

void tc_chit_spaces_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_DONE) {
		ap_end(s);
		return;
	}
	s->marker[ap_x(a)] |= TC_MARKER_FLAG_NO_ACT;
	tc_chit_top(s)->laid++;
	tc_tell_chit_space(ev, TC_IF_4, TC_SIDE(tc_chit_peek(s)->side), TC_SPACE((int)ap_x(a)));
}

/* ---- Chits: a card, a leader ----------------------------------------------------------------- */

static bool can_lose_card(const tc_state *s, int card)
{
	return tc_card_side(card) == tc_chit_peek(s)->side && s->card_at[card] == TC_CARD_PLACE_HAND;
}

void tc_chit_card_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int card = 0; card < TC_CARDS; card++)
		if (can_lose_card(state, card))
			ap_add(out, ap_act(TC_VERB_DISCARD, (unsigned)card, 0));
}

uint16_t tc_chit_card_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == TC_VERB_DISCARD && can_lose_card(state, (int)ap_x(a)) ? 0 : TC_IF_6;
}

void tc_chit_card_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	tc_tell_chit_card(ev, TC_IF_6, TC_SIDE(tc_chit_peek(s)->side), TC_CARD(ap_x(a)));
	tc_card_to(s, (int)ap_x(a), TC_CARD_PLACE_DISCARDS);
	ap_end(s);
}

void tc_chit_leader_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, tc_other(tc_chit_peek(state)->side));
}

void tc_chit_leader_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int leader = 0; leader < TC_LEADERS; leader++)
		if (may_be_idle(state, tc_chit_peek(state)->side, leader))
			ap_add(out, ap_act(TC_VERB_IDLE, (unsigned)leader, 0));
}

uint16_t tc_chit_leader_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool idle = ap_verb_of(a) == TC_VERB_IDLE;
	return idle && may_be_idle(state, tc_chit_peek(state)->side, (int)ap_x(a)) ? 0 : TC_IF_7;
}

void tc_chit_leader_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	s->leader_flags[ap_x(a)] |= TC_LEADER_FLAG_IDLE;
	tc_tell_chit_leader(ev, TC_IF_7, TC_SIDE(tc_chit_peek(s)->side), TC_LEADER(ap_x(a)));
	ap_end(s);
}
