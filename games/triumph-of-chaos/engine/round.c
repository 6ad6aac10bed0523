/* round.c: an Action Round: the card and its use, the special actions, the continuation after the
 * other side could interrupt, and the end of the round. */
#include "events.h"

static int side_of_round(const tc_state *s)
{
	return tc_round_peek(s)->side;
}

/* ---- The card -------------------------------------------------------------------------------- */

static bool is_action_card(int card)
{
	return tc_cards[card].kind != TC_KIND_BLUFF && tc_cards[card].kind != TC_KIND_INFLUENCE;
}

uint16_t tc_play_forbidden(const tc_state *s, int side, int card, int use)
{
	assert(tc_is_side(side) && tc_is_card(card));
	if (card >= TC_CARDS || use >= TC_USE_COUNT || tc_card_side(card) != side)
		return TC_AC_1;
	if (!is_action_card(card))
		return TC_AC_2;
	if (s->hand_size[side] == 0)
		return TC_10_2;
	if (s->card_at[card] != TC_CARD_PLACE_HAND)
		return TC_AC_1;
	if (use == TC_USE_REPLACEMENTS && side == TC_SIDE_RED &&
		(s->this_turn & TC_THIS_TURN_LACK_OF_MEN))
		return TC_WC_40;
	if (use != TC_USE_EVENT)
		return 0;
	if (tc_cards[card].kind == TC_KIND_INITIATIVE)
		return TC_IN_1;
	return tc_event_forbidden(s, side, card, TC_NONE);
}

static uint16_t play_forbidden(const tc_state *s, int side, ap_action a)
{
	switch (ap_verb_of(a)) {
	case TC_VERB_PLAY:
		return tc_play_forbidden(s, side, (int)ap_x(a), (int)ap_y(a));
	case TC_VERB_SPECIAL:
		if (s->hand_size[side] != 0)
			return TC_AC_1;
		return ap_x(a) < TC_SPECIAL_ACTION_COUNT ? 0 : TC_10_2;
	case TC_VERB_RISE:
		return tc_rise_forbidden(s, side, ap_x(a));
	case TC_VERB_RESCUE:
		return tc_rescue_forbidden(s, side);
	case TC_VERB_DECLARE:
		return tc_declare_forbidden(s, a);
	case TC_VERB_MOSKVA:
		return tc_moskva_forbidden(s, side);
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
	tc_list_wars(s, out);
	if (!tc_moskva_forbidden(s, side))
		ap_add(out, ap_act(TC_VERB_MOSKVA, 0, 0));
	for (unsigned what = 0; s->hand_size[side] == 0 && what < TC_SPECIAL_ACTION_COUNT; what++)
		ap_add(out, ap_act(TC_VERB_SPECIAL, what, 0));
	const uint64_t *garrisons = tc_unit_by_entry[TC_ENTRY_SUBJUGATION];
	for (int unit = s->hand_size[side] == 0 ? tc_member(garrisons, TC_UNIT_WORDS, 0) : TC_UNITS;
		 unit < TC_UNITS; unit = tc_member(garrisons, TC_UNIT_WORDS, unit + 1))
		if (!tc_rise_forbidden(s, side, (unsigned)unit))
			ap_add(out, ap_act(TC_VERB_RISE, (unsigned)unit, 0));
	uint64_t held[TC_CARD_WORDS];
	tc_cards_in(s, TC_CARD_PLACE_HAND, held);
	for (int card = tc_member(held, TC_CARD_WORDS, 0); card < TC_CARDS;
		 card = tc_member(held, TC_CARD_WORDS, card + 1)) {
		if (s->hand_size[side] == 0 || tc_card_side(card) != side)
			continue;
		for (int use = 0; use < TC_USE_COUNT; use++)
			if (!tc_play_forbidden(s, side, card, use))
				ap_add(out, ap_act(TC_VERB_PLAY, (unsigned)card, (unsigned)use));
	}
	if (!tc_rescue_forbidden(s, side))
		ap_add(out, ap_act(TC_VERB_RESCUE, 0, 0));
}

uint16_t tc_play_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return play_forbidden(state, side_of_round(state), a);
}

/* TC-8.111: returns how many spaces the card activates with the bonus operation; 0 if there is
 * none. */
static int bonus_spaces(const tc_state *s, int side)
{
	return side == TC_SIDE_WHITE && s->bonus ? tc_number_of(TC_NUMBER_BONUS_SPACES) : 0;
}

int tc_spaces_of(const tc_state *s, int side, int card)
{
	assert(tc_is_side(side));
	assert(tc_is_card(card));
	int spaces = tc_cards[card].value, bonus = bonus_spaces(s, side);
	spaces = spaces > bonus ? spaces : bonus;
	return s->fewer_spaces >> side & 1 && spaces > 1 ? spaces - 1 : spaces;
}

/* Tells the bonus operation and the chit that takes an activation away, and uses up the chit. */
static void tell_spaces(tc_state *s, int side, ap_events *ev)
{
	if (bonus_spaces(s, side))
		tc_tell_bonus_used(ev, TC_8_111, TC_SIDE(side));
	if (!(s->fewer_spaces >> side & 1))
		return;
	s->fewer_spaces &= (uint8_t) ~(1u << side);
	tc_tell_chit_spaces(ev, TC_IF_3, TC_SIDE(side));
}

static void begin_operation(tc_state *s, int card, int use, int spaces)
{
	s->op = (tc_operation){.from = TC_NOWHERE,
		.at = TC_NOWHERE,
		.order_at = TC_NO_ORDERS,
		.order_from = TC_NO_ORDERS,
		.card = (uint8_t)card,
		.use = (uint8_t)use,
		.spaces = (uint8_t)spaces,
		.aid = {TC_NONE, TC_NONE},
		.region = TC_NONE};
}

/* Returns whether the event of the card is an operation. The other side may then interrupt when all
 * markers lie. */
static bool activates(int card)
{
	return tc_row_with(card, TC_DEED_ACTIVATE) < TC_EFFECTS;
}

static void play_card(tc_state *s, int side, int card, int use, ap_events *ev)
{
	static const uint16_t clause[TC_USE_COUNT] = {TC_OP_1, TC_SR_1, TC_RP_1, TC_EV_1};
	tc_tell_plays(ev, clause[use], TC_SIDE(side), TC_CARD(card), TC_USE(use));
	bool operation = use == TC_USE_OPERATIONS;
	bool operates = use == TC_USE_EVENT && activates(card);
	begin_operation(s, card, use,
		operation      ? tc_spaces_of(s, side, card)
			: operates ? 0
					   : tc_cards[card].value);
	if (operation)
		tell_spaces(s, side, ev);
	tc_card_to(s, card, TC_CARD_PLACE_DISCARDS);
	tc_goto(s, operation ? TC_STEP_MARK : operates ? TC_STEP_CARRY_OUT : TC_STEP_ANNOUNCED);
}

static void act_specially(tc_state *s, int side, int what, ap_events *ev)
{
	tc_tell_special_action(ev, TC_10_2, TC_SIDE(side), TC_SPECIAL_ACTION(what));
	switch (what) {
	case TC_SPECIAL_ACTION_ACTIVATE:
		begin_operation(
			s, TC_NONE, TC_USE_OPERATIONS, tc_number_of(TC_NUMBER_SPECIAL_ACTION_SPACES));
		tc_goto(s, TC_STEP_MARK);
		break;
	case TC_SPECIAL_ACTION_LIFT:
		begin_operation(s, TC_NONE, TC_USE_COUNT, 0);
		tc_goto(s, TC_STEP_LIFT);
		break;
	default:
		tc_round_top(s)->closed = 1;
		tc_goto(s, TC_STEP_ROUND_CLOSE);
	}
}

/* TC-10.21 */
static void let_rise(tc_state *s, int unit, ap_events *ev)
{
	begin_operation(s, TC_NONE, TC_USE_COUNT, 0);
	tc_goto(s, TC_STEP_ROUND_CLOSE);
	tc_garrison_rises(s, unit, ev);
}

/* TC-16.22: WHITE tries to save the Tsar instead of playing a card. */
static void try_rescue(tc_state *s, ap_events *ev)
{
	begin_operation(s, TC_NONE, TC_USE_COUNT, 0);
	tc_goto(s, TC_STEP_ROUND_CLOSE);
	tc_rescue(s, ev);
}

void tc_play_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	int side = side_of_round(state);
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PLAY)
		play_card(state, side, (int)ap_x(a), (int)ap_y(a), ev);
	else if (ap_verb_of(a) == TC_VERB_DECLARE)
		tc_declare(state, (int)ap_x(a), ev);
	else if (ap_verb_of(a) == TC_VERB_RISE)
		let_rise(state, (int)ap_x(a), ev);
	else if (ap_verb_of(a) == TC_VERB_RESCUE)
		try_rescue(state, ev);
	else if (ap_verb_of(a) == TC_VERB_MOSKVA)
		tc_call_moskva(state);
	else
		act_specially(state, side, (int)ap_x(a), ev);
}

/* ---- After the chance to interrupt ----------------------------------------------------------- */

void tc_announced_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_goto(state, TC_STEP_CARRY_OUT);
	tc_call_interrupt(state, side_of_round(state));
}

static void book_steps(tc_state *s, int side, int value, ap_events *ev)
{
	int now = s->steps[side] + value;
	s->steps[side] = (uint8_t)(now < TC_MOST_STEPS ? now : TC_MOST_STEPS);
	tc_tell_steps_booked(ev, TC_RP_1, TC_SIDE(side), value, s->steps[side]);
}

void tc_carry_out_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = side_of_round(s);
	switch (s->op.use) {
	case TC_USE_OPERATIONS:
		tc_goto(s, TC_STEP_MOVE);
		break;
	case TC_USE_REDEPLOYMENT:
		tc_goto(s, TC_STEP_REDEPLOY);
		break;
	case TC_USE_EVENT:
		if (tc_event_operates(s)) {
			tc_goto(s, TC_STEP_MOVE);
			break;
		}
		tc_goto(s, activates(s->op.card) ? TC_STEP_MARK : TC_STEP_ROUND_CLOSE);
		tc_play_event(s, side, s->op.card, ev);
		break;
	default:
		tc_goto(s, TC_STEP_ROUND_CLOSE);
		book_steps(s, side, tc_cards[s->op.card].value, ev);
	}
}

/* ---- The end --------------------------------------------------------------------------------- */

void tc_forget_round(tc_state *s)
{
	begin_operation(s, TC_NONE, TC_USE_COUNT, 0);
	for (int space = 0; space < TC_SPACES; space++)
		s->marker[space] &= TC_MARKER_FLAG_NO_ACT | TC_MARKER_FLAG_CREDIT;
	for (int u = 0; u < TC_UNITS; u++)
		s->unit_flags[u] &= TC_UNIT_FLAG_REDUCED;
	for (int l = 0; l < TC_LEADERS; l++)
		s->leader_flags[l] &= TC_LEADER_FLAG_IDLE;
}

void tc_round_end_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = side_of_round(s);
	if (tc_polish_affairs_due(s)) {
		tc_call(s, TC_STEP_POLISH_AFFAIRS);
		return;
	}
	if (s->op.card != TC_NONE)
		tc_card_used(s, s->op.card, s->op.use == TC_USE_EVENT, ev);
	if (side == TC_SIDE_WHITE)
		s->bonus = 0;
	tc_forget_round(s);
	tc_tidy_markers(s, ev);
	tc_tell_round_over(ev, TC_AC_1, TC_SIDE(side));
	if (!tc_check_victory(s, ev))
		ap_end(s);
}
