/* test_unsound.c: tests that states of the street, of the cards and of the series which the rules
 * cannot lead to are refused, whoever sends them: a state or more for each thing that can be wrong.
 * test_unsound_stack.c does the same for the stack. */
#include "tests/unsound.h"

/* ---- Diplomats and briefcases ---------------------------------------------------------------- */

static void everybody_is_somewhere(void **unused)
{
	(void)unused;
	ab_state s = position(MOVING);
	s.place[BYSTANDER] = AB_SPACE_REMOVED + 1;
	refused(&s, "a diplomat is nowhere");
	s = position(MOVING);
	s.way[BYSTANDER] = AB_WAY_AIRPORT + 1;
	refused(&s, "a diplomat is nowhere");
	s = position(MOVING);
	s.place[NO_PAWN] = AB_SPACE_MARKET;
	refused(&s, "a diplomat plays who is not in the game");
	s = position(MOVING);
	s.surcharged = (ab_pawn_set)1 << AB_DIPLOMATS;
	refused(&s, "there is no such diplomat");
}

static void bearers_are_known_and_barred(void **unused)
{
	(void)unused;
	static const char table[] = "somebody knows or is barred who is not at the table";
	static const char bar[] = "a bar where there was no pressure";
	ab_state s = position(MOVING);
	s.known_to[BEARER] |= AP_SEAT(NOBODYS_SEAT);
	refused(&s, table);
	s = position(MOVING);
	s.barred[BEARER] = AP_SEAT(NOBODYS_SEAT);
	refused(&s, table);
	s = position(MOVING);
	s.known_to[BYSTANDER] = AP_SEAT(FRANCIE);
	refused(&s, "there is no briefcase to know or to bar");
	s = position(MOVING);
	s.barred[BYSTANDER] = AP_SEAT(FRANCIE);
	refused(&s, "there is no briefcase to know or to bar");
	s = position(MOVING);
	s.barred[BEARER] = AP_SEAT(COINTERRE); /* his own power */
	refused(&s, bar);
	s.barred[BEARER] = AP_SEAT(FRANCIE);
	accepted(&s);
	s.place[BEARER] = AB_SPACE_PALACE;
	refused(&s, bar);
	s = position(MOVING);
	s.place[BEARER] = AB_SPACE_HOME;
	refused(&s, "a briefcase is carried off the board");
}

static void nobody_is_asked_about_the_others(void **unused)
{
	(void)unused;
	static const char wrong[] = "somebody was asked about a diplomat who cannot be pressed";
	ab_state s = position(MOVING);
	s.asked_at[BYSTANDER] = 1;
	refused(&s, wrong);
	s = position(MOVING);
	s.asked_at[BEARER] = AB_DIPLOMATS;
	accepted(&s);
	s.asked_at[BEARER]++;
	refused(&s, wrong);
	s.asked_at[BEARER] = 1;
	s.place[BEARER] = AB_SPACE_PALACE;
	refused(&s, wrong);
}

static void there_are_so_many_briefcases(void **unused)
{
	(void)unused;
	static const char wrong[] = "there are more briefcases than were in play";
	ab_state s = position(MOVING), view;
	s.load[BEARER] = AB_KIND_COUNT;
	refused(&s, "there is no such briefcase");
	s = position(MOVING);
	s.gone[AB_KIND_NUCLEAR] = 6; /* all, and Cointerre carries one */
	refused(&s, wrong);
	s.gone[AB_KIND_NUCLEAR] = 5;
	accepted(&s);
	s.gone[AB_KIND_TOURIST] = 13;
	refused(&s, wrong);
	s = position(MOVING);
	ap_view(&atomic_business, &s, FRANCIE, &view);
	accepted(&view);
	view.load[BEARER] = AB_KIND_TOURIST;
	refused(&view, "a view shows an unknown briefcase");
	view.load[BEARER] = AP_UNSEEN;
	view.gone[AB_KIND_NUCLEAR] = 5;
	view.gone[AB_KIND_TOURIST] = 12;
	accepted(&view);
	view.load[BYSTANDER] = AP_UNSEEN; /* a second one, though only one is left */
	refused(&view, wrong);
}

static void bearers_are_spared_on_the_street(void **unused)
{
	(void)unused;
	static const char wrong[] = "somebody is spared where there was no pressure";
	ab_state s = position(MOVING);
	s.spared[COINTERRE][AB_SPACE_MARKET] = AP_SEAT(FRANCIE);
	accepted(&s);
	s.spared[COINTERRE][AB_SPACE_MARKET] = AP_SEAT(COINTERRE);
	refused(&s, wrong);
	s.spared[COINTERRE][AB_SPACE_MARKET] = AP_SEAT(NOBODYS_SEAT);
	refused(&s, wrong);
	s = position(MOVING);
	s.spared[COINTERRE][AB_SPACE_PALACE] = AP_SEAT(FRANCIE);
	refused(&s, wrong);
	s = position(MOVING);
	s.spared[COINTERRE][AB_SPACE_HOME] = AP_SEAT(FRANCIE);
	refused(&s, wrong);
	s = position(MOVING);
	s.spared[NOBODYS_SEAT][AB_SPACE_MARKET] = AP_SEAT(FRANCIE);
	refused(&s, wrong);
}

/* ---- Secret cards ---------------------------------------------------------------------------- */

/* Lets a power hold a card that it alone knows. */
static void hold(ab_state *s, int seat, int card)
{
	s->hand[seat] = (uint8_t)card;
	s->hand_known[seat] = (uint8_t)AP_SEAT(seat);
}

static void cards_are_held_by_players(void **unused)
{
	(void)unused;
	ab_state s = position(MOVING);
	s.hand_known[FRANCIE] = AP_SEAT(FRANCIE); /* which holds none */
	refused(&s, "there is no card to know");
	s = position(MOVING);
	hold(&s, NOBODYS_SEAT, AB_EFFECT_GAFFE);
	refused(&s, "a card is held by nobody");
	s = position(MOVING);
	hold(&s, MADINTCHINA, AB_EFFECT_GAFFE);
	accepted(&s);
	for (int pawn = ab_first_pawn(MADINTCHINA); pawn < ab_first_pawn(MADINTCHINA + 1); pawn++)
		s.place[pawn] = AB_SPACE_REMOVED;
	refused(&s, "a card is held by nobody");
}

static void a_card_is_known_to_its_holder(void **unused)
{
	(void)unused;
	static const char wrong[] = "a card is not known to its holder";
	static const char shown[] = "a view shows an unknown card, or hides a known one";
	ab_state s = position(MOVING), view;
	s.hand_known[COINTERRE] = AP_SEAT(FRANCIE);
	refused(&s, wrong);
	s.hand_known[COINTERRE] = AP_SEAT(COINTERRE) | AP_SEAT(NOBODYS_SEAT);
	refused(&s, wrong);
	s = position(MOVING);
	s.hand[COINTERRE] = AB_EFFECT_COUNT;
	refused(&s, shown);
	s.hand[COINTERRE] = AP_UNSEEN;
	refused(&s, shown);
	s = position(MOVING);
	ap_view(&atomic_business, &s, FRANCIE, &view);
	view.hand[COINTERRE] = AB_EFFECT_GAFFE;
	refused(&view, shown);
	ap_view(&atomic_business, &s, COINTERRE, &view);
	view.hand[COINTERRE] = AP_UNSEEN;
	refused(&view, shown);
}

static void there_are_so_many_cards(void **unused)
{
	(void)unused;
	static const char wrong[] = "there are more Secret cards than there were";
	ab_state s = position(MOVING);
	hold(&s, FRANCIE, AB_EFFECT_IMMUNITY); /* Cointerre has the only one */
	refused(&s, wrong);
	s = position(MOVING);
	s.discard[AB_EFFECT_IMMUNITY] = 1;
	refused(&s, wrong);
	s = position(MOVING);
	s.discard[AB_EFFECT_PLATES] = 2; /* the last kind of all */
	refused(&s, wrong);
	s.discard[AB_EFFECT_PLATES] = 1;
	hold(&s, FRANCIE, AB_EFFECT_PLATES);
	refused(&s, wrong);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void numbers_are_in_range(void **unused)
{
	(void)unused;
	static const char counter[] = "a counter is out of range";
	static const char mover[] = "the mover is not on his way";
	static const char ballot[] = "the ballot is nobody's";
	ab_state s = position(MOVING);
	s.points = AB_POINTS + 1;
	refused(&s, counter);
	s = position(MOVING);
	s.plates = 2;
	refused(&s, counter);
	s = position(MOVING);
	s.mover = AB_DIPLOMAT_FRANCIE_5; /* who is at home */
	refused(&s, mover);
	s.mover = NO_PAWN;
	refused(&s, mover);
	s = position(MOVING);
	s.ballot_by = NOBODYS_SEAT;
	refused(&s, ballot);
	s.ballot_by = MADINTCHINA;
	accepted(&s);
	for (int pawn = ab_first_pawn(MADINTCHINA); pawn < ab_first_pawn(MADINTCHINA + 1); pawn++)
		s.place[pawn] = AB_SPACE_REMOVED;
	refused(&s, ballot);
}

static void the_series_is_in_range(void **unused)
{
	(void)unused;
	static const char series[] = "the series is out of range", score[] = "a score is out of range";
	ab_state s = position(MOVING);
	s.first = NOBODYS_SEAT;
	refused(&s, series);
	s = position(MOVING);
	s.idle = AB_IDLE_ROUNDS - 1;
	accepted(&s);
	s.idle = AB_IDLE_ROUNDS; /* after which the game is over */
	refused(&s, series);
	ap_finish(&s, AB_REASON_IDLE);
	accepted(&s);
	s.idle = AB_IDLE_ROUNDS + 1;
	refused(&s, series);
	s = position(MOVING);
	s.games_left = AB_MOST_GAMES + 1;
	refused(&s, series);
	s = position(MOVING);
	s.winner = FRANCIE;
	refused(&s, "somebody has won a game that goes on");
	s = position(MOVING);
	s.score[FRANCIE] = AB_GAME_POINTS * AB_MOST_GAMES;
	accepted(&s);
	s.score[FRANCIE]++;
	refused(&s, score);
	s = position(MOVING);
	s.score[NOBODYS_SEAT] = 1;
	refused(&s, score);
}

static void the_game_can_be_won(void **unused)
{
	(void)unused;
	ab_state s = position(MOVING);
	s.load[BEARER] = AB_KIND_TOURIST;
	s.gone[AB_KIND_NUCLEAR] = 6;
	refused(&s, "the game goes on without a nuclear briefcase");
	s = position(MOVING);
	s.load[BEARER] = AB_NONE;
	s.known_to[BEARER] = 0;
	s.hand[COINTERRE] = AB_NONE;
	s.hand_known[COINTERRE] = 0;
	s.mover = AB_NONE;
	memset(s.place, AB_SPACE_REMOVED, sizeof s.place);
	refused(&s, "the game goes on without a diplomat");
}

/* ---- Sealed answers -------------------------------------------------------------------------- */

static const char no_question[] = "an answer was given to no question";

static void only_who_is_asked_answers(void **unused)
{
	(void)unused;
	ab_state s = position(MOVING);
	s.answer[FRANCIE] = AB_ANSWER_JOIN;
	refused(&s, no_question);
	s = position(ALLYING);
	s.answer[MADINTCHINA] = AB_ANSWER_JOIN; /* and is asked all the same */
	refused(&s, no_question);
	ap_top(&s)->asked &= (ap_seats)~AP_SEAT(MADINTCHINA);
	accepted(&s);
	s.answer[MADINTCHINA] = AB_ANSWER_PRESS; /* which answers another question */
	refused(&s, no_question);
	s.answer[MADINTCHINA] = AB_ANSWER_NONE;
	refused(&s, "an answer is missing");
	s.answer[FRANCIE] = AB_ANSWER_JOIN; /* which presses */
	refused(&s, no_question);
}

static void a_view_has_ones_own_answer_alone(void **unused)
{
	(void)unused;
	ab_state s = position(ALLYING), view;
	s.answer[MADINTCHINA] = AB_ANSWER_JOIN;
	ap_top(&s)->asked &= (ap_seats)~AP_SEAT(MADINTCHINA);
	ap_view(&atomic_business, &s, FRANCIE, &view);
	accepted(&view);
	view.answer[MADINTCHINA] = AB_ANSWER_JOIN;
	refused(&view, "a view shows a sealed answer");
}

static void pressing_is_answered(void **unused)
{
	(void)unused;
	ab_state s = position(ASKING);
	ap_top(&s)->asked &= (ap_seats)~AP_SEAT(FRANCIE);
	s.answer[FRANCIE] = AB_ANSWER_PRESS;
	accepted(&s);
	s.answer[FRANCIE] = AB_ANSWER_QUIET;
	accepted(&s);
	s.answer[FRANCIE] = AB_ANSWER_JOIN;
	refused(&s, no_question);
}

/* Francie has moved, all are called, and Cointerre comes next. */
static void a_call_is_answered(void **unused)
{
	(void)unused;
	ab_state s = position(CALLING);
	s.answer[COINTERRE] = AB_ANSWER_CARD;
	accepted(&s);
	s.answer[COINTERRE] = AB_ANSWER_KEEPS;
	accepted(&s);
	s.answer[COINTERRE] = AB_ANSWER_JOIN;
	refused(&s, no_question);
	s.answer[COINTERRE] = AB_ANSWER_SETS_OUT + 1;
	refused(&s, no_question);
	s = position(CALLING);
	s.answer[FRANCIE] = AB_ANSWER_KEEPS; /* whose turn is over */
	refused(&s, no_question);
	s.answer[FRANCIE] = AB_ANSWER_CARD;
	accepted(&s);
	s.answer[FRANCIE] = AB_ANSWER_NONE;
	s.answer[MADINTCHINA] = AB_ANSWER_CARD; /* which holds none, and is not called */
	refused(&s, no_question);
}

static void one_sets_out_with_somebody(void **unused)
{
	(void)unused;
	ab_state s = position(CALLING);
	s.opener = AB_DIPLOMAT_COINTERRE_2;
	refused(&s, "somebody begins a turn who has not said so");
	s.opener = AB_NONE;
	s.opens_to = AB_SPACE_AIRPORT;
	refused(&s, "somebody begins a turn who has not said so");
	s.answer[COINTERRE] = AB_ANSWER_SETS_OUT;
	refused(&s, no_question);
	s.opener = AB_DIPLOMAT_COINTERRE_2;
	accepted(&s);
	s.opener = NO_PAWN;
	refused(&s, no_question);
	s.opener = AB_DIPLOMAT_COINTERRE_2;
	s.opens_to = AB_SPACE_HOME; /* where he is */
	refused(&s, no_question);
	s.opens_to = AB_SPACE_REMOVED;
	refused(&s, no_question);
	s.opener = AB_DIPLOMAT_FRANCIE_2; /* another's */
	s.opens_to = AB_SPACE_CASINO;
	refused(&s, no_question);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everybody_is_somewhere),
		cmocka_unit_test(bearers_are_known_and_barred),
		cmocka_unit_test(nobody_is_asked_about_the_others),
		cmocka_unit_test(there_are_so_many_briefcases),
		cmocka_unit_test(bearers_are_spared_on_the_street),
		cmocka_unit_test(cards_are_held_by_players),
		cmocka_unit_test(a_card_is_known_to_its_holder),
		cmocka_unit_test(there_are_so_many_cards),
		cmocka_unit_test(numbers_are_in_range),
		cmocka_unit_test(the_series_is_in_range),
		cmocka_unit_test(the_game_can_be_won),
		cmocka_unit_test(only_who_is_asked_answers),
		cmocka_unit_test(a_view_has_ones_own_answer_alone),
		cmocka_unit_test(pressing_is_answered),
		cmocka_unit_test(a_call_is_answered),
		cmocka_unit_test(one_sets_out_with_somebody),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
