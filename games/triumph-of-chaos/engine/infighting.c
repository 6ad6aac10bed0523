/* infighting.c: the In-Fighting chits, TC-IF-1 to TC-IF-7. */
#include "chapters.h"

void tc_chit_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask_chance(state);
}

void tc_chit_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	for (unsigned chit = 0; chit < TC_CHITS; chit++)
		ap_add(out, ap_act(V_CHIT, chit, 0));
}

uint16_t tc_chit_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == V_CHIT && ap_x(a) < TC_CHITS ? 0 : TC_IF_1;
}

/* Units of the side's own in the space: its factions' do not count. */
static bool has_own_unit(const tc_state *s, int side, int space)
{
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u))
		if (tc_units[u].side == side)
			return true;
	return false;
}

static bool can_freeze(const tc_state *s, int side, int region, int space)
{
	return tc_region_of(space) == region && !(s->marker[space] & M_NO_ACT) &&
		has_own_unit(s, side, space);
}

static bool can_freeze_any(const tc_state *s, int side, int region)
{
	for (int space = 0; space < SPACES; space++)
		if (can_freeze(s, side, region, space))
			return true;
	return false;
}

static bool is_troubled(const tc_state *s, int side, int region)
{
	return tc_regions[region].home == side && can_freeze_any(s, side, region);
}

static bool any_troubled(const tc_state *s, int side)
{
	for (int region = 0; region < REGIONS; region++)
		if (is_troubled(s, side, region))
			return true;
	return false;
}

static bool can_sulk(const tc_state *s, int side, int leader)
{
	return tc_leaders[leader].side == side && s->leader_where[leader] == ON_MAP;
}

static bool any_can_sulk(const tc_state *s, int side)
{
	for (int leader = 0; leader < LEADERS; leader++)
		if (can_sulk(s, side, leader))
			return true;
	return false;
}

static void carry_out_chit(tc_state *s, int side, int effect, ap_events *ev)
{
	switch (effect) {
	case TC_CHIT_EFFECT_OPERATION:
		s->fewer_spaces |= (uint8_t)(1u << side);
		ap_tell(ev, EV_CHIT_SPACES, TC_IF_3, (int16_t)side);
		break;
	case TC_CHIT_EFFECT_STEP:
		s->fewer_steps |= (uint8_t)(1u << side);
		ap_tell(ev, EV_CHIT_STEP, TC_IF_5, (int16_t)side, 1);
		break;
	case TC_CHIT_EFFECT_NO_ACT:
		if (any_troubled(s, side))
			ap_call(s, CHIT_REGION)->v[0] = (int16_t)side;
		break;
	case TC_CHIT_EFFECT_CARD:
		if (s->hand_size[side] > 0)
			ap_call(s, CHIT_CARD)->v[0] = (int16_t)side;
		break;
	case TC_CHIT_EFFECT_LEADER:
		if (any_can_sulk(s, side))
			ap_call(s, CHIT_LEADER)->v[0] = (int16_t)side;
		break;
	default:
		break;
	}
}

void tc_chit_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = ap_top(s)->v[0], effect = tc_chits[ap_x(a)].chit_effect;
	(void)seat;
	ap_tell(ev, EV_CHIT, effect == TC_CHIT_EFFECT_BLANK ? TC_IF_2 : TC_IF_1, (int16_t)side,
		(int16_t)ap_x(a));
	ap_top(s)->v[0] = side == WHITE ? RED : SIDES;
	ap_goto(s, CHITS);
	carry_out_chit(s, side, effect, ev);
}

/* ---- Chit: NO ACT ---------------------------------------------------------------------------- */

void tc_chit_region_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask_chance(state);
}

void tc_chit_region_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int region = 0; region < REGIONS; region++)
		if (is_troubled(state, ap_peek(state)->v[0], region))
			ap_add(out, ap_act(V_LOT_REGION, (unsigned)region, 0));
}

uint16_t tc_chit_region_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool lot = ap_verb_of(a) == V_LOT_REGION;
	return lot && is_troubled(state, ap_peek(state)->v[0], (int)ap_x(a)) ? 0 : TC_IF_4;
}

void tc_chit_region_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	(void)ev;
	ap_top(state)->v[1] = (int16_t)ap_x(a);
	ap_top(state)->v[2] = 0;
	ap_goto(state, CHIT_SPACES);
}

enum { MOST_FROZEN = 2 };

void tc_chit_spaces_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const ap_frame *f = ap_peek(s);
	(void)ev;
	if (f->v[2] >= MOST_FROZEN || !can_freeze_any(s, f->v[0], f->v[1]))
		ap_end(s);
	else
		tc_ask(s, tc_other(f->v[0]));
}

static uint16_t spaces_forbidden(const tc_state *s, ap_action a)
{
	const ap_frame *f = ap_peek(s);
	if (ap_verb_of(a) == V_DONE)
		return 0;
	if (ap_verb_of(a) != V_NO_ACT)
		return TC_IF_4;
	return can_freeze(s, f->v[0], f->v[1], (int)ap_x(a)) ? 0 : TC_IF_4;
}

void tc_chit_spaces_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(V_DONE, 0, 0));
	for (unsigned space = 0; space < SPACES; space++)
		if (!spaces_forbidden(state, ap_act(V_NO_ACT, space, 0)))
			ap_add(out, ap_act(V_NO_ACT, space, 0));
}

uint16_t tc_chit_spaces_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return spaces_forbidden(state, a);
}

void tc_chit_spaces_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == V_DONE) {
		ap_end(s);
		return;
	}
	s->marker[ap_x(a)] |= M_NO_ACT;
	ap_top(s)->v[2]++;
	ap_tell(ev, EV_CHIT_SPACE, TC_IF_4, ap_top(s)->v[0], (int16_t)ap_x(a));
}

/* ---- Chits: a card, a leader ----------------------------------------------------------------- */

void tc_chit_card_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask_chance(state);
}

static bool can_lose_card(const tc_state *s, int card)
{
	return tc_card_side(card) == ap_peek(s)->v[0] && s->card_at[card] == CARD_HAND;
}

void tc_chit_card_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int card = 0; card < CARDS; card++)
		if (can_lose_card(state, card))
			ap_add(out, ap_act(V_DISCARD, (unsigned)card, 0));
}

uint16_t tc_chit_card_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == V_DISCARD && can_lose_card(state, (int)ap_x(a)) ? 0 : TC_IF_6;
}

void tc_chit_card_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	ap_tell(ev, EV_CHIT_CARD, TC_IF_6, ap_top(s)->v[0], (int16_t)ap_x(a));
	tc_card_to(s, (int)ap_x(a), CARD_DISCARDS);
	ap_end(s);
}

void tc_chit_leader_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, tc_other(ap_top(state)->v[0]));
}

void tc_chit_leader_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int leader = 0; leader < LEADERS; leader++)
		if (can_sulk(state, ap_peek(state)->v[0], leader))
			ap_add(out, ap_act(V_IDLE, (unsigned)leader, 0));
}

uint16_t tc_chit_leader_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool idle = ap_verb_of(a) == V_IDLE;
	return idle && can_sulk(state, ap_peek(state)->v[0], (int)ap_x(a)) ? 0 : TC_IF_7;
}

void tc_chit_leader_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	s->leader_flags[ap_x(a)] |= L_IDLE;
	ap_tell(ev, EV_CHIT_LEADER, TC_IF_7, ap_top(s)->v[0], (int16_t)ap_x(a));
	ap_end(s);
}
