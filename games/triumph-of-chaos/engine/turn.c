/* turn.c: the base frame: turns, phases, draws, TC-TU-1 to TC-TU-4, TC-7.1, TC-7.11. */
#include "chapters.h"

bool tc_last_turn(const tc_state *s)
{
	return s->turn >= (tc_campaign(s) ? 1 : tc_setting_of(s)->final);
}

bool tc_winter(const tc_state *s)
{
	return tc_seasons[tc_this_turn(s)->season].movement < 0;
}

static void begin_phase(tc_state *s, int phase, int clause, ap_events *ev)
{
	s->phase = (uint8_t)phase;
	s->round = 0;
	s->acting = NONE;
	ap_tell(ev, EV_PHASE, (uint16_t)clause, (int16_t)phase, s->turn);
}

/* ---- The turn begins ------------------------------------------------------------------------- */

static void forget_turn(tc_state *s)
{
	memset(s->steps, 0, sizeof s->steps);
	memset(s->faction_steps, 0, sizeof s->faction_steps);
	memset(s->announced, 0, sizeof s->announced);
	memset(s->duty, 0, sizeof s->duty);
	memset(s->duty_reserve, 0, sizeof s->duty_reserve);
	memset(s->half, 0, sizeof s->half);
	s->fewer_spaces = s->fewer_steps = s->duty_lifted = 0;
	s->lenin_spoke = s->red_five = s->bonus = 0;
}

void tc_turn_begin_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	s->turn++;
	forget_turn(s);
	memset(s->bid_side, NONE, sizeof s->bid_side); /* settled and told */
	memset(s->bid_vp, NONE, sizeof s->bid_vp);
	ap_tell(ev, EV_TURN, TC_7_11, s->turn);
	begin_phase(s, PREPARATION, TC_TU_1, ev);
	ap_goto(s, DRAW);
	ap_top(s)->v[0] = WHITE;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

static int count_cards(const tc_state *s, int side, int place)
{
	int count = 0;
	for (int card = 0; card < CARDS; card++)
		count += tc_card_side(card) == side && s->card_at[card] == place;
	return count;
}

/* Nothing is left of the old deck, so all know what is held: that stays known. */
static void reshuffle(tc_state *s, int side, ap_events *ev)
{
	for (int card = 0; card < CARDS; card++) {
		if (tc_card_side(card) != side)
			continue;
		if (s->card_at[card] == CARD_DISCARDS)
			tc_card_to(s, card, CARD_DECK);
		else if (s->card_at[card] == CARD_HAND)
			s->card_known[card] |= KNOWN_HELD;
	}
	ap_tell(ev, EV_RESHUFFLED, TC_TU_3, (int16_t)side);
}

/* Has the side to draw now, and from what? A new deck where the old one is spent. */
static bool must_draw(tc_state *s, int side, ap_events *ev)
{
	if (s->hand_size[side] >= tc_this_turn(s)->hand)
		return false;
	if (s->deck_size[side] == 0 && count_cards(s, side, CARD_DISCARDS) > 0)
		reshuffle(s, side, ev);
	if (s->deck_size[side] == 0)
		ap_tell(ev, EV_NO_CARD, TC_TU_3, (int16_t)side);
	return s->deck_size[side] > 0;
}

void tc_draw_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = ap_top(s)->v[0];
	if (must_draw(s, side, ev)) {
		tc_ask_chance(s);
		return;
	}
	ap_top(s)->v[0] = side == WHITE ? RED : WHITE;
	if (side == RED)
		ap_goto(s, CHITS);
}

static bool can_draw(const tc_state *s, int card)
{
	return tc_card_side(card) == ap_peek(s)->v[0] && s->card_at[card] == CARD_DECK;
}

void tc_draw_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int card = 0; card < CARDS; card++)
		if (can_draw(state, card))
			ap_add(out, ap_act(V_DRAW, (unsigned)card, 0));
}

uint16_t tc_draw_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == V_DRAW && can_draw(state, (int)ap_x(a)) ? 0 : TC_7_1;
}

void tc_draw_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = ap_top(s)->v[0], card = (int)ap_x(a);
	ap_seats owner = AP_SEAT(s->seat_of[side]);
	(void)seat;
	tc_card_to(s, card, CARD_HAND);
	ap_tell_to(ev, owner, EV_DRAWS, TC_7_1, (int16_t)side, (int16_t)card);
	ap_tell_to(ev, (ap_seats)~owner, EV_DRAWS_HIDDEN, TC_7_1, (int16_t)side);
}

/* ---- Chits ----------------------------------------------------------------------------------- */

static void take_extra_cards(tc_state *s, ap_events *ev)
{
	static const uint8_t extra[SIDES] = {TC_CARD_R53, TC_CARD_W53};
	for (int side = WHITE; side >= RED; side--) {
		int taken = 0;
		for (int card = extra[side]; card < extra[side] + 2; card++)
			if (s->card_at[card] == CARD_ASIDE) {
				tc_card_to(s, card, CARD_HAND);
				taken++;
			}
		if (taken)
			ap_tell(ev, EV_EXTRA_CARDS, TC_7_1, (int16_t)side);
	}
}

void tc_chits_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = ap_top(s)->v[0];
	if (side >= SIDES) {
		if (tc_this_turn(s)->political)
			take_extra_cards(s, ev);
		ap_goto(s, PHASE_POLITICS);
	} else if (s->infighting >> side & 1) {
		ap_goto(s, CHIT);
	} else {
		ap_top(s)->v[0] = side == WHITE ? RED : SIDES;
	}
}

/* ---- Phases ---------------------------------------------------------------------------------- */

void tc_phase_politics_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	begin_phase(s, POLITICAL, TC_8_1, ev);
	s->powers_friend = (uint8_t)tc_controller(s, TC_FACTION_CENTRAL_POWERS);
	ap_top(s)->v[0] = 0;
	ap_goto(s, PHASE_ACTION);
	if (tc_this_turn(s)->political)
		ap_call(s, POLITICS);
}

/* TC-8.111; TC-8.313.1: an army is due for Belarus gained in this turn's Political Phase. */
static void begin_action_phase(tc_state *s, ap_events *ev)
{
	bool gained = s->faction_flags[TC_FACTION_BELARUS] & F_NEW;
	begin_phase(s, ACTION, tc_winter(s) ? TC_TU_4 : TC_AC_1, ev);
	s->bonus = s->red_five && (s->turn == 1 || tc_ahead(s) != RED);
	if (s->bonus)
		ap_tell(ev, EV_BONUS_OPERATION, TC_8_111, WHITE);
	if (s->belarus == BELARUS_NOT && gained && tc_controller(s, TC_FACTION_BELARUS) == RED)
		s->belarus = BELARUS_DUE;
}

static void drop_flags(tc_state *s, int flags)
{
	for (int f = 0; f < FACTIONS; f++)
		s->faction_flags[f] &= (uint16_t)~flags;
}

static void begin_round(tc_state *s, int side, ap_events *ev)
{
	if (side == WHITE)
		s->round++;
	drop_flags(s, s->round > 1 ? F_NEW | F_NEW_ROUND : F_NEW_ROUND);
	s->acting = (uint8_t)side;
	ap_tell(ev, EV_ROUND, TC_AC_1, s->round, (int16_t)side);
	ap_top(s)->v[0] = (int16_t)(1 + side);
	ap_call(s, DECLARE)->v[0] = (int16_t)side;
}

void tc_phase_action_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int played = ap_top(s)->v[0];
	if (played == 0)
		begin_action_phase(s, ev);
	if (played == 1 + RED && s->round >= tc_this_turn(s)->rounds)
		ap_goto(s, PHASE_LOGISTICS);
	else
		begin_round(s, played == 1 + WHITE ? RED : WHITE, ev);
}

void tc_phase_logistics_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	begin_phase(s, LOGISTICS, TC_LG_1, ev);
	drop_flags(s, F_NEW | F_NEW_ROUND);
	ap_top(s)->v[0] = 0;
	ap_goto(s, TURN_END);
	ap_call(s, CONQUEST);
}

void tc_turn_end_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	for (int space = 0; space < SPACES; space++)
		if (s->marker[space] & M_NO_ACT) {
			s->marker[space] &= (uint8_t)~M_NO_ACT;
			ap_tell(ev, EV_NO_ACT_OFF, TC_NA_1, (int16_t)space);
		}
	for (int leader = 0; leader < LEADERS; leader++)
		s->leader_flags[leader] &= (uint8_t)~L_IDLE;
	if (s->passive == PASSIVE_NOW)
		s->passive = PASSIVE_NEXT;
	ap_tell(ev, EV_TURN_OVER, TC_LG_1, s->turn);
	if (tc_last_turn(s))
		tc_finish_game(s, ev);
	else
		ap_goto(s, TURN_BEGIN);
}
