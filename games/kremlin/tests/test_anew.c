/* test_anew.c: tests that bots who think of another controller (kr_ask_anew) come to the question
 * which the rules would put to him, KR-DE-6: those who have spoken after him are asked again. */
#include "tests/unsound.h"

static void assert_asked(const kr_state *s, int step, int seat)
{
	assert_int_equal(ap_step_of(s), step);
	assert_int_equal(s->head.depth, 1);
	assert_int_equal(ap_actors(s), AP_SEAT(seat));
}

static void a_patient_decides_anew(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_CURE_STAND, KR_PHASE_CURE);
	kr_cure_top(&s)->member = KR_POSTS;
	kr_cure_top(&s)->spoken = 1 << KR_PLACE_KGB | 1 << KR_PLACE_DEFENSE | 1 << KR_PLACE_SPORT;
	kr_call(&s, KR_STEP_LISTEN);
	kr_ask_anew(&s, PATIENT, BLUE);
	assert_asked(&s, KR_STEP_CURE, BLUE);
	assert_int_equal(kr_cure_peek(&s)->member, KR_PLACE_DEFENSE);
	assert_int_equal(kr_cure_peek(&s)->spoken, 1 << KR_PLACE_KGB);
}

static void a_sponsor_decides_anew(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_PROMOTE_STAND, KR_PHASE_REPLACEMENT);
	kr_promote_top(&s)->first = KR_PLACE_KGB;
	kr_promote_top(&s)->sponsor = KR_PLACE_DEFENSE;
	kr_promote_top(&s)->spoken = 1 << KR_PLACE_KGB | 1 << KR_PLACE_FOREIGN | 1 << KR_PLACE_DEFENSE;
	kr_promote_top(&s)->said = ap_act(KR_VERB_NOTHING, 0, 0);
	kr_call(&s, KR_STEP_LISTEN);
	kr_ask_anew(&s, KR_POLITICIAN_GOFERBROK, GREEN);
	assert_asked(&s, KR_STEP_PROMOTE, GREEN);
	assert_int_equal(kr_promote_peek(&s)->sponsor, KR_PLACE_FOREIGN);
	assert_int_equal(kr_promote_peek(&s)->spoken, 1 << KR_PLACE_KGB);
}

static void a_releaser_decides_anew(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_REHABILITATE_STAND, KR_PHASE_REHABILITATION);
	kr_rehabilitate_top(&s)->member = KR_PLACE_DEFENSE;
	kr_rehabilitate_top(&s)->spoken =
		1 << KR_PLACE_CHIEF | 1 << KR_PLACE_KGB | 1 << KR_PLACE_DEFENSE;
	kr_rehabilitate_top(&s)->said = ap_act(KR_VERB_REHABILITATE, EXILE, 0);
	kr_call(&s, KR_STEP_LISTEN);
	kr_ask_anew(&s, KGB, GREEN);
	assert_asked(&s, KR_STEP_REHABILITATE, GREEN);
	assert_int_equal(kr_rehabilitate_peek(&s)->member, KR_PLACE_KGB);
	assert_int_equal(kr_rehabilitate_peek(&s)->spoken, 1 << KR_PLACE_CHIEF);
}

static void a_voter_decides_anew(void **unused)
{
	(void)unused;
	kr_state s = at_a_ballot(KR_STEP_BALLOT_STAND);
	kr_ballot_top(&s)->cursor = KR_PLACE_SPORT;
	kr_call(&s, KR_STEP_LISTEN);
	kr_ask_anew(&s, PATIENT, BLUE);
	assert_asked(&s, KR_STEP_BALLOT, BLUE);
	assert_int_equal(kr_ballot_peek(&s)->cursor, KR_PLACE_DEFENSE);
}

static void the_chief_orders_anew(void **unused)
{
	(void)unused;
	kr_state s = at_an_order(KR_STEP_SHIFT_STAND);
	s.order[KR_PLACE_KGB] = KR_POLITICIAN_GOFERBROK;
	s.order[KR_PLACE_FOREIGN] = KGB;
	s.moved = kr_bit(KGB);
	kr_call(&s, KR_STEP_LISTEN);
	kr_ask_anew(&s, CHIEF, BLUE);
	assert_asked(&s, KR_STEP_SHIFT, BLUE);
	assert_memory_equal(s.order, s.holder, sizeof s.order);
	assert_int_equal(s.moved, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_patient_decides_anew),
		cmocka_unit_test(a_sponsor_decides_anew),
		cmocka_unit_test(a_releaser_decides_anew),
		cmocka_unit_test(a_voter_decides_anew),
		cmocka_unit_test(the_chief_orders_anew),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
