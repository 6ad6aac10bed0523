/* test_unsound_stack.c: tests that states whose stack the rules cannot lead to are refused: a state
 * or more for each thing that can be wrong with a step, with what lies below it, with what its
 * frame remembers, and with who is asked. */
#include "tests/unsound.h"

static const char bottom[] = "the turn is not at the bottom of the stack";
static const char called[] = "a called step does not fit the street";
static const char asked[] = "the wrong seat is asked";
static const char remembers[] = "a frame remembers something that cannot be";

/* Lets Francie's turn be at a step that asks nobody, and nobody be on his way. */
static ab_state turn_at(int step)
{
	ab_state s = position(MOVING);
	s.mover = AB_NONE;
	memset(s.head.stack, 0, sizeof s.head.stack);
	s.head.depth = 0;
	ab_call(&s, step);
	ab_turn_top(&s)->turn = FRANCIE;
	return s;
}

static ab_state called_by(int base, int step)
{
	ab_state s = turn_at(base);
	ab_call(&s, step);
	return s;
}

static void ask(ab_state *s, int seat)
{
	ap_top(s)->asked = AP_SEAT(seat);
}

static void remove_all_of(ab_state *s, int seat)
{
	for (int pawn = ab_first_pawn(seat); pawn < ab_first_pawn(seat + 1); pawn++)
		s->place[pawn] = AB_SPACE_REMOVED;
}

static void hold(ab_state *s, int seat, int card)
{
	s->hand[seat] = (uint8_t)card;
	s->hand_known[seat] = card == AB_NONE ? 0 : (uint8_t)AP_SEAT(seat);
}

/* ---- The turn -------------------------------------------------------------------------------- */

static void the_turn_is_at_the_bottom(void **unused)
{
	(void)unused;
	static const uint8_t starting[] = {AB_STEP_TURN_START, AB_STEP_SECRET, AB_STEP_DRAW};
	ab_state s;
	for (int step = AB_STEP_TURN_END + 1; step < AB_STEP_COUNT; step++) {
		s = position(MOVING);
		memset(s.head.stack, 0, sizeof s.head.stack);
		s.head.depth = 0;
		ab_call(&s, step);
		refused(&s, bottom);
	}
	for (int i = 0; i < AP_COUNT(starting); i++) {
		s = turn_at(starting[i]);
		accepted(&s);
		s.mover = AB_NONE;
		remove_all_of(&s, FRANCIE); /* which has no more turns */
		refused(&s, bottom);
	}
}

static void a_move_is_announced_before_it_is_made(void **unused)
{
	(void)unused;
	ab_state s = turn_at(AB_STEP_MOVEMENT);
	ab_turn_top(&s)->announced = ap_act(AB_VERB_MOVE, BYSTANDER, AB_WAY_PALACE);
	accepted(&s);
	ab_turn_top(&s)->announced = ap_act(AB_VERB_WALK, BYSTANDER, AB_SPACE_CASINO);
	accepted(&s);
	ab_turn_top(&s)->announced = ap_act(AB_VERB_END, 0, 0);
	accepted(&s);
	ask(&s, FRANCIE);
	refused(&s, bottom);
	ab_turn_top(&s)->asked = 0;
	ab_turn_top(&s)->announced = ap_act(AB_VERB_PRESS, BEARER, 0);
	refused(&s, bottom);
	ab_turn_top(&s)->announced = ap_act(AB_VERB_END, 0, 0);
	ab_turn_top(&s)->step = AB_STEP_SECRET;
	refused(&s, bottom);
}

static void numbers_are_drawn_for_a_series(void **unused)
{
	(void)unused;
	ab_state s = turn_at(AB_STEP_MOVEMENT);
	ab_turn_top(&s)->numbers = 1;
	refused(&s, bottom);
	s = turn_at(AB_STEP_SERIES);
	ab_turn_top(&s)->numbers = 0x0f;
	accepted(&s);
	ab_turn_top(&s)->numbers = 0x1f;
	refused(&s, bottom);
	ab_turn_top(&s)->numbers = 0x07;
	ask(&s, AP_CHANCE);
	refused(&s, bottom); /* the table has agreed on a single game */
	s.head.option[AB_OPTION_SERIES] = AB_SERIES_AUTO;
	accepted(&s);
	ab_turn_top(&s)->numbers = 0x0f; /* all four are drawn */
	refused(&s, bottom);
}

static void a_series_begins_with_a_game(void **unused)
{
	(void)unused;
	ab_state s = turn_at(AB_STEP_SERIES);
	accepted(&s);
	s.discard[AB_EFFECT_GAFFE] = 1;
	refused(&s, bottom);
	s = turn_at(AB_STEP_SERIES);
	remove_all_of(&s, MADINTCHINA);
	refused(&s, bottom);
}

static void cards_are_dealt_and_drawn(void **unused)
{
	(void)unused;
	ab_state s = turn_at(AB_STEP_DEAL);
	accepted(&s);
	s.discard[AB_EFFECT_GAFFE] = 1;
	refused(&s, bottom);
	s = turn_at(AB_STEP_DEAL);
	remove_all_of(&s, MADINTCHINA);
	refused(&s, bottom);
	s.head.stack[0].step = AB_STEP_FIRST_LOT;
	refused(&s, bottom);
	s = turn_at(AB_STEP_DEAL);
	ask(&s, AP_CHANCE);
	accepted(&s);
	hold(&s, FRANCIE, AB_EFFECT_GAFFE);
	hold(&s, MADINTCHINA, AB_EFFECT_LEAK);
	refused(&s, bottom); /* all have a card */
	s = turn_at(AB_STEP_DRAW);
	ask(&s, AP_CHANCE);
	accepted(&s);
	hold(&s, FRANCIE, AB_EFFECT_GAFFE);
	refused(&s, bottom);
	hold(&s, FRANCIE, AB_NONE);
	for (int effect = 0; effect < AB_EFFECT_COUNT; effect++)
		s.discard[effect] = (uint8_t)(ab_copies[effect] - (effect == AB_EFFECT_IMMUNITY));
	refused(&s, bottom); /* the deck is empty: the discards should have been shuffled */
}

/* ---- Called steps ---------------------------------------------------------------------------- */

static void only_some_steps_call_others(void **unused)
{
	(void)unused;
	for (int base = AB_STEP_SERIES; base <= AB_STEP_TURN_END; base++)
		for (int step = AB_STEP_WINDOW_CALL; step < AB_STEP_COUNT; step++) {
			bool between = step == AB_STEP_WINDOW_CALL || step == AB_STEP_WINDOW;
			if (base == AB_STEP_MOVEMENT || (base == AB_STEP_TURN_END && between))
				continue;
			ab_state s = called_by(base, step);
			refused(&s, called);
		}
	static const uint8_t not_in_movement[] = {AB_STEP_COUNTER_WINDOW, AB_STEP_TAKE_CASE,
		AB_STEP_REVEAL, AB_STEP_GO_OUT, AB_STEP_PRESSURE_ALLIES, AB_STEP_PRESSURE_LOSSES};
	for (int i = 0; i < AP_COUNT(not_in_movement); i++) {
		ab_state s = called_by(AB_STEP_MOVEMENT, not_in_movement[i]);
		refused(&s, called);
	}
}

static ab_state played(ap_action play)
{
	ab_state s = called_by(AB_STEP_MOVEMENT, AB_STEP_PLAYED);
	ab_played_top(&s)->play = play;
	ab_played_top(&s)->by = FRANCIE;
	s.discard[AB_EFFECT_X_RAY] = s.discard[AB_EFFECT_MIX_UP] = 1;
	s.discard[AB_EFFECT_LEAK] = s.discard[AB_EFFECT_BODYGUARDS] = 1;
	s.load[BYSTANDER] = AB_KIND_TOURIST;
	s.known_to[BYSTANDER] = AP_SEAT(FRANCIE);
	return s;
}

static void a_card_is_played_on_its_target(void **unused)
{
	(void)unused;
	ab_state s = played(ap_act(AB_VERB_X_RAY, BEARER, 0));
	accepted(&s);
	s.discard[AB_EFFECT_X_RAY] = 0;
	refused(&s, called);
	s = played(ap_act(AB_VERB_X_RAY, BEARER, 0));
	ab_played_top(&s)->by = MADINTCHINA; /* not in another's movement */
	refused(&s, called);
	s = played(ap_act(AB_VERB_X_RAY, NO_PAWN, 0));
	refused(&s, called);
	s = played(ap_act(AB_VERB_MIX_UP, BYSTANDER, BEARER));
	accepted(&s);
	s = played(ap_act(AB_VERB_MIX_UP, BEARER, NO_PAWN));
	refused(&s, called);
	s = played(ap_act(AB_VERB_MIX_UP, NO_PAWN, BEARER));
	refused(&s, called);
	s = played(ap_act(AB_VERB_MOVE, BYSTANDER, AB_WAY_PALACE));
	refused(&s, called);
	s = played(ap_act(AB_VERB_BODYGUARDS, 0, 0)); /* there is no pressure */
	refused(&s, called);
	s = played(ap_act(AB_VERB_LEAK, COINTERRE, 0));
	accepted(&s);
	s = played(ap_act(AB_VERB_LEAK, FRANCIE, 0));
	refused(&s, called);
	s = played(ap_act(AB_VERB_LEAK, NOBODYS_SEAT, 0));
	refused(&s, called);
	s = played(ap_act(AB_VERB_LEAK, COINTERRE, 0));
	hold(&s, FRANCIE, AB_EFFECT_GAFFE);
	refused(&s, called);
}

static void a_card_is_played_once(void **unused)
{
	(void)unused;
	ab_state s = played(ap_act(AB_VERB_X_RAY, BEARER, 0));
	ab_goto(&s, AB_STEP_PLAYED_EFFECT);
	ab_call(&s, AB_STEP_COUNTER_WINDOW);
	ab_counter_top(&s)->by = FRANCIE;
	accepted(&s);
	ab_counter_top(&s)->by = MADINTCHINA; /* which has not played it */
	refused(&s, called);
	ab_counter_top(&s)->by = FRANCIE;
	ab_counter_top(&s)->asked_so_far = 4;
	refused(&s, called);
	ab_counter_top(&s)->asked_so_far = 3;
	ab_call(&s, AB_STEP_PLAYED);
	ab_played_top(&s)->play = ap_act(AB_VERB_LEAK, COINTERRE, 0);
	ab_played_top(&s)->by = MADINTCHINA;
	accepted(&s);
	ab_goto(&s, AB_STEP_PLAYED_EFFECT);
	ab_call(&s, AB_STEP_COUNTER_WINDOW);
	ab_counter_top(&s)->by = MADINTCHINA;
	ab_call(&s, AB_STEP_PLAYED);
	ab_played_top(&s)->play = ap_act(AB_VERB_LEAK, COINTERRE, 0); /* there is one alone */
	ab_played_top(&s)->by = FRANCIE;
	refused(&s, "a card has been played twice");
}

static void stops_are_on_the_street(void **unused)
{
	(void)unused;
	ab_state s = called_by(AB_STEP_MOVEMENT, AB_STEP_STOP);
	ab_stop_top(&s)->space = AB_NONE;
	accepted(&s);
	ab_stop_top(&s)->space = AB_SPACE_MARKET;
	accepted(&s);
	ab_stop_top(&s)->space = AB_SPACE_PALACE;
	refused(&s, called);
	ab_stop_top(&s)->space = AB_SPACE_HOME;
	refused(&s, called);
	s = called_by(AB_STEP_MOVEMENT, AB_STEP_STOP_PICK);
	ab_stop_top(&s)->space = AB_SPACE_CASINO; /* where nobody can be pressed */
	refused(&s, called);
	s = position(ASKING);
	ab_stop_top(&s)->asked_to_press = AP_SEAT(AB_POWER_ROUSSIE);
	refused(&s, called);
	s = position(ASKING);
	ab_stop_top(&s)->bearer = BYSTANDER; /* who carries nothing */
	refused(&s, called);
}

/* ---- Pressures ------------------------------------------------------------------------------- */

/* Lets the pressure on Cointerre's bearer be at another step, which asks nobody yet. */
static ab_state pressing(int step)
{
	ab_state s = position(ALLYING);
	ap_top(&s)->asked = 0;
	ab_goto(&s, step);
	ab_pressure_top(&s)->called = 0;
	return s;
}

static void a_bearer_is_pressed(void **unused)
{
	(void)unused;
	ab_state s = pressing(AB_STEP_PRESSURE_CARDS);
	accepted(&s);
	ab_pressure_top(&s)->bearer = NO_PAWN;
	refused(&s, called);
	s = pressing(AB_STEP_PRESSURE_CARDS);
	ab_pressure_top(&s)->bearer = AB_DIPLOMAT_COINTERRE_2; /* who is at home */
	refused(&s, called);
	s = pressing(AB_STEP_PRESSURE_CARDS);
	s.place[BEARER] = AB_SPACE_CASINO; /* where nobody has stopped */
	refused(&s, called);
	s = pressing(AB_STEP_PRESSURE_LOSSES); /* his briefcase is open by then */
	refused(&s, called);
	s.load[BEARER] = AB_NONE;
	s.known_to[BEARER] = 0;
	accepted(&s);
	s.head.stack[2].step = AB_STEP_PRESSURE_CARDS;
	refused(&s, called);
}

static void others_press(void **unused)
{
	(void)unused;
	ab_state s = pressing(AB_STEP_PRESSURE_CARDS);
	ab_pressure_top(&s)->attackers = AP_SEAT(FRANCIE) | AP_SEAT(MADINTCHINA);
	accepted(&s);
	s.place[AB_DIPLOMAT_MADINTCHINA_1] = AB_SPACE_CASINO;
	refused(&s, called);
	ab_pressure_top(&s)->attackers = AP_SEAT(MADINTCHINA); /* without the presser */
	refused(&s, called);
	ab_pressure_top(&s)->attackers = AP_SEAT(FRANCIE) | AP_SEAT(COINTERRE);
	refused(&s, called);
	ab_pressure_top(&s)->attackers = AP_SEAT(FRANCIE) | AP_SEAT(NOBODYS_SEAT);
	refused(&s, remembers);
}

static void a_pressure_counts_its_answers(void **unused)
{
	(void)unused;
	ab_state s = position(ALLYING);
	ab_pressure_top(&s)->called = 0; /* though Madintchina is asked */
	refused(&s, called);
	s = pressing(AB_STEP_PRESSURE_IMMUNITY);
	ab_pressure_top(&s)->called = AP_SEAT(NOBODYS_SEAT);
	refused(&s, remembers);
	s = pressing(AB_STEP_PRESSURE_CARDS);
	ab_pressure_top(&s)->called = AP_SEAT(MADINTCHINA);
	refused(&s, called);
	s = pressing(AB_STEP_PRESSURE_CARDS);
	ab_pressure_top(&s)->immunity_asked = 4;
	refused(&s, called);
	s = pressing(AB_STEP_PRESSURE_CARDS);
	ab_pressure_top(&s)->next_player = 3;
	refused(&s, called);
	s = pressing(AB_STEP_PRESSURE_CARDS);
	ab_pressure_top(&s)->passes = 4;
	refused(&s, called);
	s = pressing(AB_STEP_PRESSURE_CARDS);
	ab_pressure_top(&s)->losses_taken = 4;
	refused(&s, called);
}

static void pressure_cards_are_asked_for(void **unused)
{
	(void)unused;
	ab_state s = pressing(AB_STEP_PRESSURE_CARDS);
	ab_pressure_top(&s)->next_player = 2; /* Cointerre is asked, which comes after the presser */
	ask(&s, COINTERRE);
	accepted(&s);
	ab_pressure_top(&s)->passes = 3; /* all have passed */
	refused(&s, called);
	ab_pressure_top(&s)->passes = 0;
	hold(&s, COINTERRE, AB_NONE);
	refused(&s, asked);
	s = pressing(AB_STEP_PRESSURE_CARDS);
	ab_pressure_top(&s)->next_player = 2;
	hold(&s, MADINTCHINA, AB_EFFECT_GAFFE);
	ask(&s, MADINTCHINA); /* whose turn it is not */
	refused(&s, asked);
	ab_pressure_top(&s)->next_player = 0;
	accepted(&s);
	s.place[AB_DIPLOMAT_MADINTCHINA_1] = AB_SPACE_CASINO;
	refused(&s, asked);
}

static void losses_are_asked_for(void **unused)
{
	(void)unused;
	ab_state s = pressing(AB_STEP_PRESSURE_LOSSES);
	s.load[BEARER] = AB_NONE;
	s.known_to[BEARER] = 0;
	ab_pressure_top(&s)->losses_taken = 1;
	ask(&s, FRANCIE);
	accepted(&s);
	ab_pressure_top(&s)->losses_taken = 0;
	refused(&s, called);
	ab_pressure_top(&s)->losses_taken = 1;
	s.place[AB_DIPLOMAT_FRANCIE_2] = AB_SPACE_CASINO; /* there is nothing to choose */
	refused(&s, asked);
	ab_pressure_top(&s)->losses_taken = 3;
	ask(&s, MADINTCHINA); /* which has not joined */
	refused(&s, asked);
}

static void immunity_is_asked_for(void **unused)
{
	(void)unused;
	ab_state s = pressing(AB_STEP_PRESSURE_IMMUNITY);
	ab_pressure_top(&s)->called = AP_SEAT(COINTERRE);
	ab_pressure_top(&s)->immunity_asked = 2;
	ask(&s, COINTERRE);
	accepted(&s);
	ab_pressure_top(&s)->called = AP_SEAT(MADINTCHINA); /* Cointerre has not said it wants to */
	refused(&s, asked);
	ab_pressure_top(&s)->called = AP_SEAT(COINTERRE);
	hold(&s, COINTERRE, AB_NONE);
	refused(&s, asked);
}

/* ---- Windows --------------------------------------------------------------------------------- */

static void a_window_is_between_two_turns(void **unused)
{
	(void)unused;
	ab_state s = position(CALLING);
	ab_window_top(&s)->window = AB_WINDOW_AIRPORT;
	refused(&s, called);
	s = position(CALLING);
	ab_window_top(&s)->called = AP_SEAT(COINTERRE); /* Francie has a card, too */
	refused(&s, called);
	s = position(CALLING);
	ab_window_top(&s)->asked_so_far = 4;
	refused(&s, called);
	s = position(CALLING);
	ab_window_top(&s)->wishing = AP_SEAT(NOBODYS_SEAT);
	refused(&s, remembers);
	s = called_by(AB_STEP_MOVEMENT, AB_STEP_WINDOW);
	ab_window_top(&s)->window = AB_WINDOW_QUIET;
	refused(&s, called);
	ab_window_top(&s)->window = AB_WINDOW_AIRPORT;
	accepted(&s);
}

static void who_wants_to_play_is_asked(void **unused)
{
	(void)unused;
	ab_state s = called_by(AB_STEP_TURN_END, AB_STEP_WINDOW);
	ab_window_top(&s)->window = AB_WINDOW_QUIET;
	ab_window_top(&s)->asked_so_far = 2;
	ab_window_top(&s)->wishing = AP_SEAT(COINTERRE);
	ask(&s, COINTERRE);
	accepted(&s);
	ab_window_top(&s)->asked_so_far = 1; /* it is not Cointerre's turn yet */
	refused(&s, asked);
	ab_window_top(&s)->asked_so_far = 0;
	refused(&s, asked);
	ab_window_top(&s)->asked_so_far = 2;
	ab_window_top(&s)->wishing = 0;
	refused(&s, asked);
	ab_window_top(&s)->wishing = AP_SEAT(COINTERRE);
	hold(&s, COINTERRE, AB_NONE);
	refused(&s, asked);
}

static void others_are_asked_to_cancel_a_card(void **unused)
{
	(void)unused;
	ab_state s = played(ap_act(AB_VERB_X_RAY, BEARER, 0));
	ab_goto(&s, AB_STEP_PLAYED_EFFECT);
	ab_call(&s, AB_STEP_COUNTER_WINDOW);
	ab_counter_top(&s)->by = FRANCIE;
	ab_counter_top(&s)->asked_so_far = 2;
	ask(&s, COINTERRE);
	accepted(&s);
	hold(&s, FRANCIE, AB_EFFECT_GAFFE);
	ab_counter_top(&s)->asked_so_far = 1;
	ask(&s, FRANCIE); /* which has played it */
	refused(&s, asked);
}

/* ---- Other steps ----------------------------------------------------------------------------- */

static void briefcases_are_drawn_for_somebody(void **unused)
{
	(void)unused;
	ab_state s = called_by(AB_STEP_MOVEMENT, AB_STEP_STOP);
	ab_stop_top(&s)->space = AB_NONE;
	ab_call(&s, AB_STEP_TAKE_CASE);
	ab_case_top(&s)->bearer = BYSTANDER; /* who is at the Market */
	refused(&s, called);
	s.mover = AB_NONE;
	s.place[BYSTANDER] = AB_SPACE_PALACE;
	ask(&s, AP_CHANCE);
	accepted(&s);
	ask(&s, FRANCIE);
	refused(&s, asked);
	ask(&s, AP_CHANCE);
	s.load[BYSTANDER] = AB_KIND_TOURIST;
	s.known_to[BYSTANDER] = AP_SEAT(FRANCIE);
	refused(&s, called);
	s = called_by(AB_STEP_MOVEMENT, AB_STEP_WRONG_CASE);
	ab_case_top(&s)->bearer = BEARER;
	accepted(&s);
	ab_case_top(&s)->bearer = BYSTANDER; /* who has none to exchange */
	refused(&s, called);
	ab_case_top(&s)->bearer = BEARER;
	s.gone[AB_KIND_NUCLEAR] = 5;
	s.gone[AB_KIND_TOURIST] = 12; /* the reserve is empty */
	refused(&s, called);
}

static void one_looks_at_what_is_carried(void **unused)
{
	(void)unused;
	ab_state s = called_by(AB_STEP_MOVEMENT, AB_STEP_LOOK);
	ab_look_top(&s)->space = AB_NONE;
	ab_look_top(&s)->next_bearer = BEARER;
	accepted(&s);
	ab_look_top(&s)->next_bearer = BYSTANDER;
	refused(&s, called);
	ab_look_top(&s)->space = AB_SPACE_MARKET;
	accepted(&s);
	ask(&s, AP_CHANCE); /* who carries nothing */
	refused(&s, called);
	ab_look_top(&s)->next_bearer = BEARER;
	accepted(&s);
	ab_look_top(&s)->space = AB_SPACE_PALACE;
	refused(&s, called);
	ab_look_top(&s)->space = AB_SPACE_HOME;
	refused(&s, called);
}

static void a_card_changes_hands(void **unused)
{
	(void)unused;
	ab_state s = called_by(AB_STEP_MOVEMENT, AB_STEP_LEAKING);
	ab_leak_top(&s)->taker = FRANCIE;
	ab_leak_top(&s)->from = COINTERRE;
	accepted(&s);
	ab_leak_top(&s)->from = MADINTCHINA; /* which has none */
	refused(&s, called);
	ab_leak_top(&s)->from = FRANCIE;
	refused(&s, called);
	ab_leak_top(&s)->from = COINTERRE;
	hold(&s, FRANCIE, AB_EFFECT_GAFFE);
	refused(&s, called);
}

static void briefcases_are_shown_for_a_reason(void **unused)
{
	(void)unused;
	ab_state s = pressing(AB_STEP_PRESSURE_RESULT);
	ab_call(&s, AB_STEP_REVEAL);
	ab_reveal_top(&s)->bearer = BEARER;
	ab_reveal_top(&s)->why = AB_SHOWING_PRESSED;
	accepted(&s);
	ab_reveal_top(&s)->why = AB_SHOWING_LOST;
	refused(&s, called);
	ab_reveal_top(&s)->why = AB_SHOWING_PRESSED;
	ab_reveal_top(&s)->bearer = BYSTANDER;
	refused(&s, called);
	s = called_by(AB_STEP_MOVEMENT, AB_STEP_STOP);
	ab_stop_top(&s)->space = AB_NONE;
	ab_call(&s, AB_STEP_REVEAL);
	ab_reveal_top(&s)->bearer = BYSTANDER;
	ab_reveal_top(&s)->why = AB_SHOWING_FLOWN;
	s.load[BYSTANDER] = AB_KIND_TOURIST;
	s.known_to[BYSTANDER] = AP_SEAT(FRANCIE);
	refused(&s, called); /* he is at the Market */
	s.place[BYSTANDER] = AB_SPACE_AIRPORT;
	accepted(&s);
	ab_reveal_top(&s)->why = AB_SHOWING_PRESSED;
	refused(&s, called);
}

static void a_briefcase_is_lost_in_ones_turn(void **unused)
{
	(void)unused;
	ab_state s = pressing(AB_STEP_PRESSURE_LOSSES);
	s.load[BEARER] = AB_NONE; /* his briefcase has been opened */
	s.known_to[BEARER] = 0;
	s.load[BYSTANDER] = AB_KIND_TOURIST;
	s.known_to[BYSTANDER] = AP_SEAT(FRANCIE);
	ab_pressure_top(&s)->losses_taken = 1;
	ab_call(&s, AB_STEP_REVEAL);
	ab_reveal_top(&s)->bearer = BYSTANDER;
	ab_reveal_top(&s)->why = AB_SHOWING_LOST;
	accepted(&s);
	ab_pressure_frame *pressure = ab_pressure_frame_of(&s.head.stack[s.head.depth - 2]);
	pressure->losses_taken = 0; /* Francie's turn is to come */
	refused(&s, called);
	pressure->losses_taken = 2; /* and here it is over */
	refused(&s, called);
}

static void a_question_of_the_turn_has_its_seat(void **unused)
{
	(void)unused;
	ab_state s = turn_at(AB_STEP_SECRET);
	ask(&s, FRANCIE); /* which has no card to discard */
	refused(&s, asked);
	hold(&s, FRANCIE, AB_EFFECT_GAFFE);
	accepted(&s);
	ask(&s, COINTERRE);
	refused(&s, asked);
	s = position(MOVING);
	ask(&s, COINTERRE);
	refused(&s, asked);
	ask(&s, AP_CHANCE);
	refused(&s, asked);
	s = position(ASKING);
	ap_top(&s)->asked |= AP_SEAT(COINTERRE);
	refused(&s, asked);
	s = position(CALLING);
	ap_top(&s)->asked |= AP_SEAT(MADINTCHINA);
	refused(&s, asked);
	s = turn_at(AB_STEP_TURN_END);
	ask(&s, FRANCIE);
	refused(&s, asked);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_turn_is_at_the_bottom),
		cmocka_unit_test(a_move_is_announced_before_it_is_made),
		cmocka_unit_test(numbers_are_drawn_for_a_series),
		cmocka_unit_test(a_series_begins_with_a_game),
		cmocka_unit_test(cards_are_dealt_and_drawn),
		cmocka_unit_test(only_some_steps_call_others),
		cmocka_unit_test(a_card_is_played_on_its_target),
		cmocka_unit_test(a_card_is_played_once),
		cmocka_unit_test(stops_are_on_the_street),
		cmocka_unit_test(a_bearer_is_pressed),
		cmocka_unit_test(others_press),
		cmocka_unit_test(a_pressure_counts_its_answers),
		cmocka_unit_test(pressure_cards_are_asked_for),
		cmocka_unit_test(losses_are_asked_for),
		cmocka_unit_test(immunity_is_asked_for),
		cmocka_unit_test(a_window_is_between_two_turns),
		cmocka_unit_test(who_wants_to_play_is_asked),
		cmocka_unit_test(others_are_asked_to_cancel_a_card),
		cmocka_unit_test(briefcases_are_drawn_for_somebody),
		cmocka_unit_test(one_looks_at_what_is_carried),
		cmocka_unit_test(a_card_changes_hands),
		cmocka_unit_test(briefcases_are_shown_for_a_reason),
		cmocka_unit_test(a_briefcase_is_lost_in_ones_turn),
		cmocka_unit_test(a_question_of_the_turn_has_its_seat),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
