/* test_unsound_asked.c: tests that states in which a question is put to the wrong faction, or to
 * chance for nothing, are refused: a state or more for each step that asks. */
#include "tests/unsound.h"

static const char asked[] = "the wrong seat is asked";

/* Gives a faction the control of a politician. */
static void control(kr_state *s, int seat, int p)
{
	s->declared[seat][p] = 3;
	s->mark[seat][p] = 1 << 4;
	s->master[p] = (uint8_t)seat;
}

static void ask(kr_state *s, int seat)
{
	ap_top(s)->asked = AP_SEAT(seat);
}

static void make_old(kr_state *s, int p)
{
	s->stress[p] = (uint8_t)(KR_RETIREMENT_AGE - kr_politicians[p].age);
}

static void the_purger_is_asked(void **unused)
{
	(void)unused;
	kr_state s = position(PURGING);
	ask(&s, BLUE);
	refused(&s, asked);
	ask(&s, AP_CHANCE);
	refused(&s, asked);
	s = position(PURGING);
	make_old(&s, KGB);
	refused(&s, asked);
	s = position(PURGING);
	control(&s, RED, CHIEF);
	kr_purge_top(&s)->purger = CHIEF; /* who has not the power */
	refused(&s, asked);
	kr_purge_top(&s)->purger = KR_NONE;
	refused(&s, asked);
	s = position(PURGING);
	s.imposed = KR_INTRIGUE_HAIL;
	s.stage = KR_STAGE_IMPOSED;
	accepted(&s);
	s.place[KR_POLITICIAN_PALAVRIAN] = KR_PLACE_PEOPLE; /* the minister whom the card is about */
	s.holder[KR_PLACE_ECONOMY] = KR_NONE;
	refused(&s, asked);
	s = position(PURGING);
	s.unsettled = kr_bit(CANDIDATE);
	refused(&s, "control is unclear while somebody is asked");
}

static void the_investigator_is_asked(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_SPY, KR_PHASE_SPY);
	control(&s, BLUE, PATIENT);
	kr_spy_top(&s)->investigator = PATIENT;
	ask(&s, BLUE);
	accepted(&s);
	ask(&s, RED);
	refused(&s, asked);
	kr_spy_top(&s)->investigator = KGB; /* who is Red's, but has not the power */
	refused(&s, asked);
	kr_spy_top(&s)->investigator = PATIENT;
	ask(&s, BLUE);
	make_old(&s, PATIENT);
	refused(&s, asked);
}

static void a_patient_is_asked(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_CURE, KR_PHASE_CURE), other;
	control(&s, BLUE, PATIENT);
	kr_cure_top(&s)->member = KR_PLACE_DEFENSE;
	ask(&s, BLUE);
	accepted(&s);
	other = s;
	other.sick = 0;
	refused(&other, asked);
	other = s;
	other.no_visits = 1;
	refused(&other, asked);
	other = s;
	kr_cure_top(&other)->member = KR_POSTS;
	refused(&other, asked);
	ask(&s, RED);
	refused(&s, asked);
}

static void the_nominator_is_asked(void **unused)
{
	(void)unused;
	kr_state s = at_a_ballot(KR_STEP_NOMINATE);
	control(&s, GREEN, KR_POLITICIAN_GOFERBROK);
	kr_ballot_top(&s)->subject = KR_NONE;
	ask(&s, GREEN);
	accepted(&s);
	ask(&s, RED);
	kr_ballot_top(&s)->caller = KGB; /* whose turn it is not */
	refused(&s, asked);
	kr_ballot_top(&s)->caller = KR_NONE;
	refused(&s, asked);
}

static void a_voter_is_asked(void **unused)
{
	(void)unused;
	kr_state s = at_a_ballot(KR_STEP_BALLOT);
	control(&s, BLUE, PATIENT);
	kr_ballot_top(&s)->cursor = KR_PLACE_DEFENSE;
	ask(&s, BLUE);
	accepted(&s);
	kr_ballot_top(&s)->cursor = KR_POSTS;
	refused(&s, asked);
	kr_ballot_top(&s)->cursor = KR_PLACE_KGB; /* the nominee */
	ask(&s, RED);
	refused(&s, asked);
	kr_ballot_top(&s)->cursor = KR_PLACE_FOREIGN; /* the nominator */
	control(&s, RED, KR_POLITICIAN_GOFERBROK);
	refused(&s, asked);
	s = at_a_trial();
	control(&s, BLUE, PATIENT);
	kr_ballot_top(&s)->cursor = KR_PLACE_DEFENSE;
	ask(&s, BLUE);
	accepted(&s);
	s.cure = kr_bit(PATIENT);
	refused(&s, asked);
	s.cure = 0;
	kr_ballot_top(&s)->subject = EXILE; /* it is too late to judge him */
	refused(&s, asked);
}

static void the_chief_is_asked_for_an_order(void **unused)
{
	(void)unused;
	kr_state s = at_an_order(KR_STEP_SHIFT);
	control(&s, RED, CHIEF);
	ask(&s, RED);
	accepted(&s);
	ask(&s, BLUE);
	refused(&s, asked);
	ask(&s, RED);
	s.sick = s.cure = kr_bit(CHIEF);
	refused(&s, asked);
}

/* Blue's Economy Minister is protected. */
static void protect_the_minister(kr_state *s)
{
	control(s, RED, CHIEF);
	control(s, BLUE, KR_POLITICIAN_PALAVRIAN);
	s->guarded[0] = KR_POLITICIAN_PALAVRIAN;
	s->card[KR_INTRIGUE_OIL_FIELD] = KR_CARD_PLACE_TABLE;
}

static void leave_to_shift_is_asked(void **unused)
{
	(void)unused;
	kr_state s = at_an_order(KR_STEP_SHIFT_LEAVE), other;
	protect_the_minister(&s);
	control(&s, BLUE, KR_POLITICIAN_SHOOTEMDEDSKY);
	s.order[KR_PLACE_ECONOMY] = KR_POLITICIAN_SHOOTEMDEDSKY;
	s.order[KR_PLACE_SPORT] = KR_POLITICIAN_PALAVRIAN;
	kr_shift_top(&s)->leave_from = KR_PLACE_ECONOMY;
	ask(&s, BLUE);
	accepted(&s);
	other = s;
	kr_shift_top(&other)->leave_from = KR_POSTS;
	refused(&other, asked);
	other = s;
	kr_shift_top(&other)->leave_from = KR_PLACE_SPORT; /* who is Blue's, too, but not protected */
	refused(&other, asked);
	other = s;
	other.sick = other.cure = kr_bit(CHIEF);
	refused(&other, asked);
	ask(&s, RED);
	refused(&s, asked);
}

static void leave_to_demote_is_asked(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_PROMOTE_LEAVE, KR_PHASE_REPLACEMENT), other;
	protect_the_minister(&s);
	kr_promote_top(&s)->said = ap_act(KR_VERB_DEMOTE, KR_POLITICIAN_PALAVRIAN, KR_PLACE_CANDIDATES);
	ask(&s, BLUE);
	accepted(&s);
	kr_promote_top(&s)->said = ap_act(KR_VERB_EXCHANGE, KR_POLITICIAN_PALAVRIAN, CANDIDATE);
	accepted(&s);
	other = s;
	kr_promote_top(&other)->said = ap_act(KR_VERB_EXCHANGE, KR_POLITICIAN_PALAVRIAN, PERSON);
	refused(&other, asked); /* who is two steps below */
	other = s;
	kr_promote_top(&other)->sponsor = KR_PLACE_KGB;
	refused(&other, asked);
	other = s;
	other.sick = other.cure = kr_bit(CHIEF);
	refused(&other, asked);
	s.guarded[0] = KR_NONE;
	s.card[KR_INTRIGUE_OIL_FIELD] = KR_CARD_PLACE_DISCARDS;
	refused(&s, asked);
}

static void a_sponsor_is_asked(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_PROMOTE, KR_PHASE_REPLACEMENT), other;
	control(&s, RED, CHIEF);
	for (int p = KR_POLITICIAN_KARRIENKO; kr_candidates(&s) < KR_CANDIDATE_PLACES; p++)
		s.place[p] = s.place[p] == KR_PLACE_PEOPLE ? KR_PLACE_CANDIDATES : s.place[p];
	ask(&s, RED);
	accepted(&s);
	other = s;
	make_old(&other, CHIEF);
	refused(&other, asked);
	other = s;
	other.sick = other.cure = kr_bit(CHIEF);
	refused(&other, asked);
	other = s;
	kr_promote_top(&other)->sponsor = KR_PLACE_KGB; /* there is no vacancy */
	refused(&other, asked);
	other.place[KR_POLITICIAN_PALAVRIAN] = KR_PLACE_WALL;
	other.holder[KR_PLACE_ECONOMY] = KR_NONE;
	accepted(&other);
}

static void the_author_of_a_demand_is_asked(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_DEMAND, KR_PHASE_REPLACEMENT), other;
	control(&s, BLUE, CHIEF);
	ask(&s, RED);
	refused(&s, asked);
	s.chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR] = RED;
	s.chief_blackmail[KR_CHIEF_BLACKMAIL_HOLDER] = BLUE;
	s.chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_CHIEF] = CHIEF;
	s.chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_BLACKMAILER] = KGB;
	s.card[KR_INTRIGUE_CHIEF_BLACKMAIL] = KR_CARD_PLACE_TABLE;
	accepted(&s);
	other = s;
	make_old(&other, CHIEF);
	refused(&other, asked);
	other = s;
	other.sick = other.cure = kr_bit(CHIEF);
	refused(&other, asked);
	ask(&s, BLUE);
	refused(&s, asked);
}

static void a_releaser_is_asked(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_REHABILITATE, KR_PHASE_REHABILITATION), other;
	kr_rehabilitate_top(&s)->member = KR_PLACE_KGB;
	ask(&s, RED);
	accepted(&s);
	other = s;
	other.place[EXILE] = KR_PLACE_PEOPLE;
	refused(&other, asked);
	other = s;
	make_old(&other, KGB);
	refused(&other, asked);
	other = s;
	other.sick = other.cure = kr_bit(KGB);
	refused(&other, asked);
	kr_rehabilitate_top(&s)->member = KR_POSTS;
	refused(&s, asked);
}

static void a_visitor_is_asked(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_PHASE_END, KR_PHASE_HEALTH);
	control(&s, BLUE, PATIENT);
	s.cure = kr_bit(PATIENT);
	kr_phase_end_top(&s)->visitor = PATIENT;
	ask(&s, BLUE);
	refused(&s, asked); /* he has gone there by himself */
	s.visiting[0] = PATIENT;
	accepted(&s);
	kr_phase_end_top(&s)->visitor = KR_NONE;
	refused(&s, asked);
}

static void new_influence_goes_round(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_INFLUENCE, KR_PHASE_PARADE);
	kr_influence_top(&s)->first = BLUE;
	kr_influence_top(&s)->seats_done = 1;
	ask(&s, GREEN);
	accepted(&s);
	kr_influence_top(&s)->decided = KR_NEW_DECISIONS;
	refused(&s, asked);
	kr_influence_top(&s)->decided = 1;
	ask(&s, RED);
	refused(&s, asked);
	kr_goto(&s, KR_STEP_INFLUENCE_DRAW);
	ask(&s, AP_CHANCE);
	accepted(&s);
	kr_influence_top(&s)->decided = 0; /* nobody has asked for a card */
	refused(&s, asked);
	kr_influence_top(&s)->decided = 1;
	kr_influence_top(&s)->seats_done = 3;
	refused(&s, asked);
}

static void chance_is_asked_for_something(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_PURGE_ROLL, KR_PHASE_PURGE);
	kr_purge_top(&s)->purger = KGB;
	kr_purge_top(&s)->said = ap_act(KR_VERB_PURGE, CANDIDATE, 0);
	ask(&s, AP_CHANCE);
	accepted(&s);
	kr_purge_top(&s)->said = ap_act(KR_VERB_PURGE, PERSON, 0);
	refused(&s, asked);
	s = year_at(KR_STEP_HEALTH, KR_PHASE_HEALTH);
	ask(&s, AP_CHANCE);
	accepted(&s);
	kr_health_top(&s)->member = KR_POSTS;
	refused(&s, asked);
	s = year_at(KR_STEP_PARADE_ROLL, KR_PHASE_PARADE);
	ask(&s, AP_CHANCE);
	refused(&s, asked); /* the chief is healthy */
	s.sick = kr_bit(CHIEF);
	accepted(&s);
	s = year_at(KR_STEP_ENDING, KR_PHASE_PARADE);
	ask(&s, AP_CHANCE);
	refused(&s, asked); /* sheets are shown in the Swiss version alone */
}

static void the_player_of_a_card_is_asked(void **unused)
{
	(void)unused;
	kr_state s = resolving(KR_STEP_CARD, KR_INTRIGUE_PARDON);
	ask(&s, RED);
	accepted(&s);
	ask(&s, BLUE);
	refused(&s, asked);
	ask(&s, RED);
	s.place[EXILE] = KR_PLACE_PEOPLE; /* nobody is in Siberia */
	refused(&s, asked);
	s = resolving(KR_STEP_CARD_CHOICE, KR_INTRIGUE_GLASNOST);
	ask(&s, BLUE);
	refused(&s, asked);
	s = resolving(KR_STEP_CARD_DIE, KR_INTRIGUE_GLASNOST);
	ask(&s, RED);
	refused(&s, asked);
	s = resolving(KR_STEP_REVEAL_NAME, KR_INTRIGUE_REVELATIONS);
	ask(&s, RED); /* who controls the KGB Head */
	accepted(&s);
	ask(&s, BLUE);
	refused(&s, asked);
}

static void others_are_asked_about_a_card(void **unused)
{
	(void)unused;
	kr_state s = resolving(KR_STEP_ACCUSE, KR_INTRIGUE_ASSASSINATION);
	ask(&s, BLUE);
	refused(&s, asked);
	kr_card_top(&s)->faction = BLUE;
	accepted(&s);
	ask(&s, RED);
	refused(&s, asked);
	s = resolving(KR_STEP_UNMASK, KR_INTRIGUE_REVELATIONS);
	kr_card_top(&s)->target = CANDIDATE;
	kr_card_top(&s)->seats_shown = 2;
	ask(&s, AP_CHANCE);
	accepted(&s);
	kr_card_top(&s)->seats_shown = 3;
	refused(&s, asked);
	s = resolving(KR_STEP_FORCED, KR_INTRIGUE_POWER_GAME);
	pick(&s, BLUE, 5, 0);
	ask(&s, BLUE);
	accepted(&s);
	ask(&s, RED);
	refused(&s, asked);
	ask(&s, BLUE);
	pick(&s, BLUE, 0, 0);
	refused(&s, asked);
}

static void a_tie_is_settled_by_a_third(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_PURGE, KR_PHASE_PURGE);
	control(&s, BLUE, CANDIDATE);
	control(&s, GREEN, CANDIDATE);
	s.declared[RED][CANDIDATE] = 1;
	s.mark[RED][CANDIDATE] = 2 << 4;
	s.unsettled = kr_bit(CANDIDATE);
	kr_call(&s, KR_STEP_LISTEN);
	kr_call(&s, KR_STEP_TIES);
	ask(&s, RED);
	refused(&s, asked); /* about nobody */
	kr_ties_top(&s)->tied = CANDIDATE;
	accepted(&s);
	ask(&s, BLUE);
	refused(&s, asked);
	kr_goto(&s, KR_STEP_TIES_LOT);
	ask(&s, AP_CHANCE);
	refused(&s, asked);
	kr_state alone = s;
	alone.declared[GREEN][CANDIDATE] = alone.mark[GREEN][CANDIDATE] = 0;
	kr_goto(&alone, KR_STEP_TIES);
	ask(&alone, RED);
	refused(&alone, asked);                                  /* Blue is tied with nobody */
	s.declared[RED][CANDIDATE] = s.mark[RED][CANDIDATE] = 0; /* there is no third any more */
	accepted(&s);
	kr_goto(&s, KR_STEP_TIES);
	ask(&s, RED);
	refused(&s, asked);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_purger_is_asked),
		cmocka_unit_test(the_investigator_is_asked),
		cmocka_unit_test(a_patient_is_asked),
		cmocka_unit_test(the_nominator_is_asked),
		cmocka_unit_test(a_voter_is_asked),
		cmocka_unit_test(the_chief_is_asked_for_an_order),
		cmocka_unit_test(leave_to_shift_is_asked),
		cmocka_unit_test(leave_to_demote_is_asked),
		cmocka_unit_test(a_sponsor_is_asked),
		cmocka_unit_test(the_author_of_a_demand_is_asked),
		cmocka_unit_test(a_releaser_is_asked),
		cmocka_unit_test(a_visitor_is_asked),
		cmocka_unit_test(new_influence_goes_round),
		cmocka_unit_test(chance_is_asked_for_something),
		cmocka_unit_test(the_player_of_a_card_is_asked),
		cmocka_unit_test(others_are_asked_about_a_card),
		cmocka_unit_test(a_tie_is_settled_by_a_third),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
