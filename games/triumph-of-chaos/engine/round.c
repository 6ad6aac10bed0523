/* round.c: an Action Round: the card and what it is played for, the special actions, what follows
 * the other side's window, the end of the round. */
#include "chapters.h"

static int side_of_round(const tc_state *s)
{
	return ap_peek(s)->v[0];
}

/* ---- The card -------------------------------------------------------------------------------- */

static bool is_action_card(int card)
{
	return tc_cards[card].kind != TC_KIND_BLUFF && tc_cards[card].kind != TC_KIND_INFLUENCE;
}

uint16_t tc_play_forbidden(const tc_state *s, int side, int card, int use)
{
	if (card >= CARDS || use >= USES || tc_card_side(card) != side)
		return TC_AC_1;
	if (!is_action_card(card))
		return TC_AC_2;
	if (s->hand_size[side] == 0)
		return TC_10_2;
	if (s->card_at[card] != CARD_HAND)
		return TC_AC_1;
	if (use != FOR_EVENT)
		return 0;
	if (tc_cards[card].kind == TC_KIND_INITIATIVE)
		return TC_IN_1;
	return tc_event_forbidden(s, side, card, NONE);
}

static uint16_t play_forbidden(const tc_state *s, int side, ap_action a)
{
	switch (ap_verb_of(a)) {
	case V_PLAY:
		return tc_play_forbidden(s, side, (int)ap_x(a), (int)ap_y(a));
	case V_SPECIAL:
		if (s->hand_size[side] != 0)
			return TC_AC_1;
		return ap_x(a) < SPECIALS ? 0 : TC_10_2;
	default:
		return TC_AC_1;
	}
}

void tc_play_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, side_of_round(state));
}

void tc_play_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = side_of_round(s);
	(void)seat;
	for (unsigned what = 0; s->hand_size[side] == 0 && what < SPECIALS; what++)
		ap_add(out, ap_act(V_SPECIAL, what, 0));
	if (s->hand_size[side] == 0)
		return;
	for (int card = 0; card < CARDS; card++) {
		if (s->card_at[card] != CARD_HAND || tc_card_side(card) != side)
			continue;
		for (int use = 0; use < USES; use++)
			if (!tc_play_forbidden(s, side, card, use))
				ap_add(out, ap_act(V_PLAY, (unsigned)card, (unsigned)use));
	}
}

uint16_t tc_play_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return play_forbidden(state, side_of_round(state), a);
}

/* How many spaces an operation activates: TC-OP-1, TC-8.111, TC-IF-3. */
static int spaces_of(tc_state *s, int side, int card, ap_events *ev)
{
	int spaces = tc_cards[card].value, bonus = tc_number_of(TC_NUMBER_BONUS_SPACES);
	if (side == WHITE && s->bonus) {
		ap_tell(ev, EV_BONUS_OPERATION, TC_8_111, (int16_t)side);
		spaces = spaces > bonus ? spaces : bonus;
	}
	if (s->fewer_spaces >> side & 1) {
		s->fewer_spaces &= (uint8_t) ~(1u << side);
		spaces -= spaces > 1;
		ap_tell(ev, EV_CHIT_SPACES, TC_IF_3, (int16_t)side);
	}
	return spaces;
}

static void begin(tc_state *s, int card, int use, int spaces)
{
	s->op = (tc_operation){.from = NOWHERE,
		.at = NOWHERE,
		.card = (uint8_t)card,
		.use = (uint8_t)use,
		.spaces = (uint8_t)spaces};
}

static void play_card(tc_state *s, int side, int card, int use, ap_events *ev)
{
	static const uint16_t clause[USES] = {TC_OP_1, TC_SR_1, TC_RP_1, TC_EV_1};
	ap_tell(ev, EV_PLAYS, clause[use], (int16_t)side, (int16_t)card, (int16_t)use);
	bool operation = use == FOR_OPERATIONS;
	begin(s, card, use, operation ? spaces_of(s, side, card, ev) : tc_cards[card].value);
	tc_card_to(s, card, CARD_DISCARDS);
	ap_goto(s, operation ? MARK : ANNOUNCED);
}

static void act_specially(tc_state *s, int side, int what, ap_events *ev)
{
	ap_tell(ev, EV_SPECIAL_ACTION, TC_10_2, (int16_t)side, (int16_t)what);
	switch (what) {
	case TO_ACTIVATE:
		begin(s, NONE, FOR_OPERATIONS, tc_number_of(TC_NUMBER_SPECIAL_ACTION_SPACES));
		ap_goto(s, MARK);
		break;
	case TO_LIFT:
		begin(s, NONE, USES, 0);
		ap_top(s)->v[1] = 0;
		ap_goto(s, LIFT);
		break;
	default:
		ap_goto(s, ROUND_END);
	}
}

void tc_play_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	int side = side_of_round(state);
	(void)seat;
	if (ap_verb_of(a) == V_PLAY)
		play_card(state, side, (int)ap_x(a), (int)ap_y(a), ev);
	else
		act_specially(state, side, (int)ap_x(a), ev);
}

/* ---- After the window ------------------------------------------------------------------------ */

void tc_announced_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_goto(state, CARRY_OUT);
	tc_call_interrupt(state, side_of_round(state));
}

static void book_steps(tc_state *s, int side, int value, ap_events *ev)
{
	int now = s->steps[side] + value;
	s->steps[side] = (uint8_t)(now < MOST_STEPS ? now : MOST_STEPS);
	ap_tell(ev, EV_STEPS_BOOKED, TC_RP_1, (int16_t)side, (int16_t)value, s->steps[side]);
}

void tc_carry_out_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	int side = f->v[0];
	f->v[1] = f->v[2] = f->v[3] = 0;
	switch (s->op.use) {
	case FOR_OPERATIONS:
		ap_goto(s, MOVE);
		break;
	case FOR_REDEPLOYMENT:
		ap_goto(s, REDEPLOY);
		break;
	case FOR_EVENT:
		ap_goto(s, ROUND_END);
		tc_play_event(s, side, s->op.card, false, ev);
		break;
	default:
		ap_goto(s, ROUND_END);
		book_steps(s, side, tc_cards[s->op.card].value, ev);
	}
}

/* ---- The end --------------------------------------------------------------------------------- */

void tc_end_round(tc_state *s)
{
	begin(s, NONE, USES, 0);
	for (int space = 0; space < SPACES; space++)
		s->marker[space] &= M_NO_ACT | M_CREDIT;
	for (int u = 0; u < UNITS; u++)
		s->unit_flags[u] &= U_REDUCED;
	for (int l = 0; l < LEADERS; l++)
		s->leader_flags[l] &= L_IDLE;
}

void tc_round_end_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = side_of_round(s);
	if (s->op.card != NONE)
		tc_card_used(s, s->op.card, s->op.use == FOR_EVENT, ev);
	if (side == WHITE)
		s->bonus = 0;
	tc_end_round(s);
	tc_tidy_markers(s, ev);
	ap_tell(ev, EV_ROUND_OVER, TC_AC_1, (int16_t)side);
	ap_end(s);
}
