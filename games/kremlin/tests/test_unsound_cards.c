/* test_unsound_cards.c: tests that states with Intrigue cards or sealed answers which the rules
 * cannot lead to are refused: a state or more for each thing that can be wrong. */
#include "tests/unsound.h"

/* ---- Cards ----------------------------------------------------------------------------------- */

static void a_card_is_somewhere(void **unused)
{
	(void)unused;
	static const char wrong[] = "an Intrigue card is where it cannot be";
	kr_state s = position(LISTENING);
	s.card[KR_INTRIGUE_ALIBI] = KR_CARD_PLACE_COUNT;
	refused(&s, wrong);
	s = position(LISTENING);
	s.card[KR_INTRIGUE_ALIBI] = AP_UNSEEN; /* to nobody in particular */
	refused(&s, wrong);
	s = position(LISTENING);
	s.card[KR_INTRIGUE_ALIBI] = NOBODYS_SEAT;
	s.card_known[KR_INTRIGUE_ALIBI] = AP_SEAT(NOBODYS_SEAT);
	refused(&s, wrong);
	s = position(LISTENING);
	s.card[KR_INTRIGUE_ALIBI] = KR_CARD_PLACE_TABLE; /* without an effect that lasts */
	refused(&s, wrong);
	s = position(LISTENING);
	s.card[KR_INTRIGUE_ALIBI] = KR_CARD_PLACE_GONE;
	refused(&s, wrong);
	s.card[KR_INTRIGUE_ALIBI] = KR_CARD_PLACE_DECK;
	s.card[KR_INTRIGUE_BLACKMAIL] = s.card[KR_INTRIGUE_CHIEF_BLACKMAIL] = KR_CARD_PLACE_GONE;
	accepted(&s);
	s = position(BASIC);
	s.card[KR_INTRIGUE_ALIBI] = KR_CARD_PLACE_DISCARDS;
	refused(&s, wrong);
}

static void a_card_is_known_to_its_holder(void **unused)
{
	(void)unused;
	static const char wrong[] = "an Intrigue card is where it cannot be";
	kr_state s = position(LISTENING);
	s.card_known[KR_INTRIGUE_HAIL] = AP_SEAT(BLUE); /* but not to Red */
	refused(&s, wrong);
	s.card_known[KR_INTRIGUE_HAIL] = AP_SEAT(RED) | AP_SEAT(NOBODYS_SEAT);
	refused(&s, wrong);
	s = position(LISTENING);
	s.card_known[KR_INTRIGUE_ALIBI] = AP_SEAT(RED); /* which is in the deck */
	refused(&s, wrong);
	kr_state view = seen_by(BLUE, LISTENING);
	view.card_known[KR_INTRIGUE_HAIL] = AP_SEAT(BLUE); /* which Blue does not see */
	refused(&view, wrong);
	view = seen_by(BLUE, LISTENING);
	view.card[KR_INTRIGUE_ALIBI] = KR_CARD_PLACE_DECK;
	refused(&view, wrong);
}

static void effects_that_last_have_their_card(void **unused)
{
	(void)unused;
	static const char wrong[] = "an Intrigue card is where it cannot be";
	kr_state s = position(LISTENING);
	s.guarded[0] = KR_POLITICIAN_PALAVRIAN; /* Oil in Siberia, which is in the deck */
	refused(&s, wrong);
	s.card[KR_INTRIGUE_OIL_FIELD] = KR_CARD_PLACE_TABLE;
	accepted(&s);
	s = position(LISTENING);
	s.cure = s.sick = kr_bit(PATIENT);
	s.specialist = PATIENT;
	refused(&s, wrong);
	s.card[KR_INTRIGUE_SPECIALIST] = KR_CARD_PLACE_TABLE;
	accepted(&s);
	s = position(LISTENING);
	s.pravda = KR_POLITICIAN_KRAKEMHEDS;
	s.pravda_for = RED;
	refused(&s, wrong);
	s.card[KR_INTRIGUE_PRAVDA] = KR_CARD_PLACE_TABLE;
	accepted(&s);
	/* Announced, and on the table until it is resolved. */
	s = position(LISTENING);
	kr_listen_frame_of(ap_top(&s))->announced[GREEN] = KR_INTRIGUE_ALIBI;
	refused(&s, wrong);
	s.card[KR_INTRIGUE_ALIBI] = KR_CARD_PLACE_TABLE;
	accepted(&s);
	kr_listen_frame_of(ap_top(&s))->announced[BLUE] = KR_INTRIGUE_ALIBI; /* twice */
	refused(&s, wrong);
}

static void hands_are_as_large_as_they_say(void **unused)
{
	(void)unused;
	static const char wrong[] = "a hand is not as large as it should be";
	kr_state s = position(LISTENING);
	s.hand_size[BLUE]++;
	refused(&s, wrong);
	kr_state view = seen_by(BLUE, LISTENING);
	view.hand_size[BLUE]++;
	refused(&view, wrong);
	view = seen_by(RED, LISTENING);
	view.hand_size[RED]--;
	refused(&view, wrong);
	view = seen_by(BLUE, LISTENING);
	view.hand_size[NOBODYS_SEAT] = 1;
	refused(&view, "an empty chair has cards");
	view = seen_by(BLUE, LISTENING);
	view.hand_size[GREEN] = KR_INTRIGUES;
	refused(&view, "there are more cards than there are");
}

static void bonds_are_with_people_on_the_board(void **unused)
{
	(void)unused;
	static const char wrong[] = "a card is about somebody who is not on the board";
	kr_state s = position(LISTENING);
	s.guarded[0] = KR_NESTOR;
	refused(&s, wrong);
	s.guarded[0] = BEYOND;
	refused(&s, wrong);
	s = position(LISTENING);
	s.specialist = KR_NESTOR;
	refused(&s, wrong);
	s = position(LISTENING);
	s.blackmail[KR_BLACKMAIL_ACTOR] = KGB;
	s.blackmail[KR_BLACKMAIL_TARGET] = KR_NESTOR;
	s.blackmail_holder = RED;
	refused(&s, wrong);
	s = position(LISTENING);
	s.chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_CHIEF] = EXILE;
	refused(&s, wrong);
	s = position(LISTENING);
	s.pravda = BEYOND;
	s.pravda_for = RED;
	refused(&s, wrong);
}

static void visits_are_of_two(void **unused)
{
	(void)unused;
	kr_state s = position(LISTENING);
	s.visiting[0] = BEYOND;
	refused(&s, "a card has sent nobody to the Sanatorium");
	s = position(LISTENING);
	s.cure = kr_bit(PATIENT);
	s.visiting[1] = PATIENT;
	accepted(&s);
	s.visiting[0] = PATIENT;
	refused(&s, "two cards have sent one man to the Sanatorium");
	s = position(LISTENING);
	s.specialist = PATIENT; /* who is at work */
	refused(&s, "the specialist has no patient");
}

static void a_bond_is_whole(void **unused)
{
	(void)unused;
	static const char wrong[] = "a card binds nobody";
	kr_state s = position(LISTENING);
	s.blackmail[KR_BLACKMAIL_ACTOR] = KGB;
	s.blackmail[KR_BLACKMAIL_TARGET] = CANDIDATE;
	refused(&s, wrong);
	s.blackmail_holder = NOBODYS_SEAT;
	refused(&s, wrong);
	s.blackmail_holder = RED;
	s.card[KR_INTRIGUE_BLACKMAIL] = KR_CARD_PLACE_TABLE;
	accepted(&s);
	s = position(LISTENING);
	s.chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR] = RED;
	s.chief_blackmail[KR_CHIEF_BLACKMAIL_HOLDER] = BLUE;
	s.chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_CHIEF] = CHIEF;
	refused(&s, wrong);
	s.chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_BLACKMAILER] = KGB;
	s.card[KR_INTRIGUE_CHIEF_BLACKMAIL] = KR_CARD_PLACE_TABLE;
	accepted(&s);
	s.chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR] = NOBODYS_SEAT;
	refused(&s, wrong);
	s.chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR] = RED;
	s.chief_blackmail[KR_CHIEF_BLACKMAIL_HOLDER] = NOBODYS_SEAT;
	refused(&s, wrong);
	s = position(LISTENING);
	s.pravda = KR_POLITICIAN_KRAKEMHEDS;
	refused(&s, wrong);
	s.pravda_for = NOBODYS_SEAT;
	refused(&s, wrong);
}

/* ---- Sealed answers -------------------------------------------------------------------------- */

static const char no_question[] = "an answer was given to no question";

static void only_who_is_asked_answers(void **unused)
{
	(void)unused;
	kr_state s = position(PURGING); /* no round is held */
	s.mark[GREEN][PERSON] |= 1;
	refused(&s, no_question);
	s = position(PURGING);
	s.intent[GREEN] = KR_INTRIGUE_HAIL;
	refused(&s, no_question);
	s = position(PURGING);
	s.gift[GREEN] = KR_INTRIGUE_HAIL;
	refused(&s, no_question);
	s = position(PURGING);
	s.gift_to[GREEN] = RED;
	refused(&s, no_question);
	s = position(LISTENING);
	s.intent[NOBODYS_SEAT] = KR_INTRIGUE_HAIL;
	refused(&s, no_question);
	kr_state view = seen_by(BLUE, LISTENING);
	view.intent[RED] = KR_INTRIGUE_HAIL;
	refused(&view, no_question);
}

static int written_on(const kr_state *s, int seat)
{
	int p = 0;
	while (kr_written(s, seat, p) == 0 || !kr_on_board(s, p))
		p++;
	return p;
}

static void nobody_declares_more_than_was_written(void **unused)
{
	(void)unused;
	kr_state s = position(LISTENING);
	int p = written_on(&s, BLUE);
	s.mark[BLUE][p] |= (uint8_t)kr_undeclared(&s, BLUE, p);
	accepted(&s);
	s.mark[BLUE][p]++;
	refused(&s, no_question);
	s = position(LISTENING);
	set_sheet(&s, BLUE, EXILE, kr_written(&s, BLUE, p), 0);
	set_sheet(&s, BLUE, p, 0, 0);
	accepted(&s);
	s.mark[BLUE][EXILE] = 1;
	refused(&s, no_question);
}

static void ones_own_card_is_announced(void **unused)
{
	(void)unused;
	kr_state s = position(LISTENING);
	s.intent[BLUE] = KR_INTRIGUE_PARDON;
	accepted(&s);
	s.intent[BLUE] = KR_INTRIGUE_HAIL; /* Red's */
	refused(&s, no_question);
	s.intent[BLUE] = KR_INTRIGUES;
	refused(&s, no_question);
	s = position(LISTENING);
	s.intent[BLUE] = KR_INTRIGUE_PARDON;
	kr_listen_frame_of(ap_top(&s))->announced[BLUE] = KR_INTRIGUE_ALIBI;
	s.card[KR_INTRIGUE_ALIBI] = KR_CARD_PLACE_TABLE;
	refused(&s, no_question);
	s = position(LISTENING);
	s.place[EXILE] = KR_PLACE_PEOPLE; /* nobody can be pardoned */
	s.intent[BLUE] = KR_INTRIGUE_PARDON;
	refused(&s, no_question);
}

static void ones_own_card_is_given(void **unused)
{
	(void)unused;
	kr_state s = position(LISTENING);
	s.gift[BLUE] = KR_INTRIGUE_PARDON;
	refused(&s, no_question);
	s.gift_to[BLUE] = GREEN;
	accepted(&s);
	s.gift_to[BLUE] = BLUE;
	refused(&s, no_question);
	s.gift_to[BLUE] = NOBODYS_SEAT;
	refused(&s, no_question);
	s.gift_to[BLUE] = GREEN;
	s.gift[BLUE] = KR_INTRIGUE_HAIL; /* Red's */
	refused(&s, no_question);
	s.gift[BLUE] = KR_INTRIGUES;
	refused(&s, no_question);
	s.gift[BLUE] = s.intent[BLUE] = KR_INTRIGUE_PARDON;
	refused(&s, no_question);
	s.intent[BLUE] = KR_NONE;
	s.gave = AP_SEAT(BLUE);
	refused(&s, no_question);
	s.gave = AP_SEAT(RED);
	accepted(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_card_is_somewhere),
		cmocka_unit_test(a_card_is_known_to_its_holder),
		cmocka_unit_test(effects_that_last_have_their_card),
		cmocka_unit_test(hands_are_as_large_as_they_say),
		cmocka_unit_test(bonds_are_with_people_on_the_board),
		cmocka_unit_test(visits_are_of_two),
		cmocka_unit_test(a_bond_is_whole),
		cmocka_unit_test(only_who_is_asked_answers),
		cmocka_unit_test(nobody_declares_more_than_was_written),
		cmocka_unit_test(ones_own_card_is_announced),
		cmocka_unit_test(ones_own_card_is_given),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
