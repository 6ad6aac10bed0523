/* test_unsound.c: tests that states of the board which the rules cannot lead to are refused,
 * whoever sends them: a state or more for each thing that can be wrong with politicians, influence
 * and the year. */
#include "tests/unsound.h"

/* ---- Politicians ----------------------------------------------------------------------------- */

static void everybody_is_somewhere(void **unused)
{
	(void)unused;
	kr_state s = position(PURGING);
	s.place[PERSON] = KR_PLACE_COUNT;
	refused(&s, "a politician is nowhere, or older than anybody");
	s = position(PURGING);
	s.stress[PERSON] = KR_MOST_STRESS + 1;
	refused(&s, "a politician is nowhere, or older than anybody");
	s = position(PURGING);
	s.place[PERSON] = KR_PLACE_CHIEF;
	refused(&s, "two politicians hold one post");
	s = position(PURGING);
	s.place[CHIEF] = KR_PLACE_PEOPLE;
	refused(&s, "a post is held by somebody who is elsewhere");
	s = position(PURGING);
	s.place[CHIEF] = KR_PLACE_PEOPLE;
	s.holder[KR_PLACE_CHIEF] = BEYOND;
	refused(&s, "a post is held by somebody who is elsewhere");
}

static void there_are_five_candidates_at_most(void **unused)
{
	(void)unused;
	kr_state s = position(PURGING);
	int candidates = kr_candidates(&s);
	for (int p = KR_POLITICIAN_KARRIENKO; candidates < KR_CANDIDATE_PLACES; p++)
		if (s.place[p] == KR_PLACE_PEOPLE) {
			s.place[p] = KR_PLACE_CANDIDATES;
			candidates++;
		}
	accepted(&s);
	s.place[PERSON] = KR_PLACE_CANDIDATES;
	refused(&s, "there are too many Candidates");
}

static void health_is_of_the_living(void **unused)
{
	(void)unused;
	static const char ill[] = "the dead are ill, or a man is sick and ill";
	static const char cure[] = "somebody takes the cure who is not in the Politburo";
	static const char suspect[] = "somebody is suspected or fought for who is not on the board";
	kr_state s = position(PURGING);
	s.ill |= kr_bit(PATIENT); /* who is sick */
	refused(&s, ill);
	s = position(PURGING);
	s.ill |= kr_bit(KR_NESTOR); /* who is dead */
	refused(&s, ill);
	s = position(PURGING);
	s.cure |= kr_bit(CANDIDATE);
	refused(&s, cure);
	s = position(PURGING);
	s.outing |= kr_bit(PATIENT); /* who is not in the Sanatorium */
	refused(&s, cure);
	s = position(PURGING);
	s.visiting[0] = PATIENT;
	refused(&s, cure);
	s = position(PURGING);
	s.vaccinated |= kr_bit(CANDIDATE);
	refused(&s, cure);
	s = position(PURGING);
	s.suspect |= kr_bit(EXILE);
	refused(&s, suspect);
	s = position(PURGING);
	s.unsettled |= kr_bit(EXILE);
	refused(&s, suspect);
	s = position(PURGING);
	s.moved |= 1u << BEYOND;
	refused(&s, "somebody was moved who does not exist");
}

/* ---- Influence ------------------------------------------------------------------------------- */

static void points_are_written_first(void **unused)
{
	(void)unused;
	static const char wrong[] = "influence that cannot be";
	kr_state s = position(PURGING);
	set_sheet(&s, BLUE, CANDIDATE, KR_NUMBERS + 1, 0);
	refused(&s, wrong);
	s = position(PURGING);
	set_sheet(&s, BLUE, CANDIDATE, 2, 3);
	refused(&s, wrong);
	s = position(BASIC);
	set_sheet(&s, BLUE, KR_NESTOR, 2, 0);
	refused(&s, wrong);
	s = position(BASIC);
	s.declared[RED][KGB]++; /* one more than was ever shown */
	refused(&s, wrong);
	s = position(PURGING);
	s.declared[RED][KGB] = KR_MOST_DECLARED + 1;
	refused(&s, wrong);
}

static void set_points(kr_state *s, int seat, int p, int points, int rank)
{
	s->declared[seat][p] = (uint8_t)points;
	s->mark[seat][p] = (uint8_t)(rank << 4);
}

static void points_lie_on_the_board(void **unused)
{
	(void)unused;
	static const char wrong[] = "influence that cannot be";
	kr_state s = position(PURGING);
	set_points(&s, RED, EXILE, 3, 1);
	refused(&s, wrong);
	s = position(PURGING);
	set_points(&s, RED, KR_NESTOR, 3, 1);
	refused(&s, wrong);
	s = position(PURGING);
	set_points(&s, RED, CANDIDATE, 3, 0);
	refused(&s, wrong);
	s = position(PURGING);
	set_points(&s, RED, CANDIDATE, 0, 1);
	refused(&s, wrong);
	s = position(PURGING);
	set_points(&s, RED, CANDIDATE, 3, AP_MAX_SEATS + 1);
	refused(&s, wrong);
	/* KR-SW-3: in the Swiss version they survive Siberia, but not death. */
	static const char swiss[] = "start kremlin players=3 rules=swiss at purge-open\n"
								"set {" BOARD ", 'phase': 2}\n"
								"set {'declared': {'red': {'satin': 3}}}\n";
	s = position(swiss);
	s.place[EXILE] = KR_PLACE_WALL;
	refused(&s, wrong);
}

static void a_sheet_is_ten_to_one(void **unused)
{
	(void)unused;
	static const char wrong[] = "a sheet is not 10 to 1";
	kr_state s = position(PURGING);
	int first = 0, second;
	while (kr_written(&s, BLUE, first) == 0)
		first++;
	for (second = first + 1; kr_written(&s, BLUE, second) == 0;)
		second++;
	kr_state twice = s;
	twice.sheet[BLUE][first] = s.sheet[BLUE][second];
	refused(&twice, wrong);
	kr_state nine = s;
	nine.sheet[BLUE][first] = 0;
	refused(&nine, wrong);
	s.left[BLUE]--;
	refused(&s, wrong);
}

/* While all write, the numbers go from the highest down; whoever has handed in has written all. */
static void numbers_are_written_in_order(void **unused)
{
	(void)unused;
	static const char wrong[] = "a sheet is not 10 to 1";
	kr_state s = position(WRITING);
	set_sheet(&s, RED, PERSON, KR_NUMBERS, 0);
	accepted(&s);
	set_sheet(&s, RED, CANDIDATE, KR_NUMBERS - 2, 0);
	refused(&s, wrong);
	set_sheet(&s, RED, CANDIDATE, KR_NUMBERS - 1, 0);
	accepted(&s);
	ap_top(&s)->asked &= (ap_seats)~AP_SEAT(RED);
	refused(&s, wrong);
	s = position("start kremlin players=3 rules=basic\n"); /* nobody writes before the deal */
	set_sheet(&s, RED, PERSON, KR_NUMBERS, 0);
	refused(&s, wrong);
}

static void a_view_shows_ones_own_sheet_alone(void **unused)
{
	(void)unused;
	static const char wrong[] = "influence that cannot be";
	kr_state view = seen_by(BLUE, PURGING);
	set_sheet(&view, RED, PERSON, 3, 0);
	refused(&view, wrong);
	view = seen_by(BLUE, PURGING);
	set_sheet(&view, RED, PERSON, KR_UNWRITTEN, KR_NUMBERS + 1);
	refused(&view, wrong);
	view = seen_by(BLUE, PURGING);
	set_sheet(&view, RED, PERSON, 3, 0);
	view.bared[RED] |= kr_bit(PERSON);
	accepted(&view);
}

static void an_empty_chair_has_nothing(void **unused)
{
	(void)unused;
	static const char wrong[] = "an empty chair has influence";
	kr_state s = position(PURGING);
	s.bared[NOBODYS_SEAT] = kr_bit(KGB);
	refused(&s, "a sheet is bared for somebody who does not exist");
	s = position(PURGING);
	s.bared[RED] = 1u << BEYOND;
	refused(&s, "a sheet is bared for somebody who does not exist");
	s = position(PURGING);
	s.left[NOBODYS_SEAT] = KR_ALL_POINTS;
	refused(&s, wrong);
	s = position(PURGING);
	s.sheet[AP_MAX_SEATS - 1][PERSON] = 1;
	refused(&s, wrong);
	s = position(PURGING);
	s.declared[NOBODYS_SEAT][PERSON] = 1;
	refused(&s, wrong);
	s = position(PURGING);
	s.mark[NOBODYS_SEAT][PERSON] = 1 << 4;
	refused(&s, wrong);
}

static void totals_have_an_order(void **unused)
{
	(void)unused;
	static const char wrong[] = "the order of totals is unclear";
	kr_state s = position(PURGING);
	set_points(&s, RED, CANDIDATE, 3, 2); /* nobody was first */
	s.master[CANDIDATE] = RED;
	refused(&s, wrong);
	s = position(PURGING);
	set_points(&s, RED, CANDIDATE, 3, 1);
	set_points(&s, BLUE, CANDIDATE, 3, 1);
	s.master[CANDIDATE] = RED;
	refused(&s, wrong);
	set_points(&s, BLUE, CANDIDATE, 3, 2);
	accepted(&s);
}

static void the_strongest_controls(void **unused)
{
	(void)unused;
	static const char wrong[] = "a politician obeys the wrong faction";
	kr_state s = position(PURGING);
	s.master[KGB] = BLUE;
	refused(&s, wrong);
	s.master[KGB] = KR_NONE;
	refused(&s, wrong);
	s = position(PURGING);
	s.master[PERSON] = NOBODYS_SEAT;
	s.unsettled |= kr_bit(PERSON);
	refused(&s, wrong);
}

/* ---- The year -------------------------------------------------------------------------------- */

static void the_year_is_in_range(void **unused)
{
	(void)unused;
	static const char range[] = "the year is out of range", counter[] = "a counter is out of range";
	kr_state s = position(PURGING);
	s.year = 0;
	refused(&s, range);
	s.year = KR_LAST_YEAR + 1;
	refused(&s, range);
	s = position(PURGING);
	s.phase = KR_PHASE_SET_UP;
	refused(&s, range);
	s.phase = KR_LAST_PHASE + 1;
	refused(&s, range);
	s.year = KR_LAST_YEAR;
	s.phase = KR_PHASE_FUNERAL + 1;
	refused(&s, range);
	s = position(PURGING);
	s.winners = AP_SEAT(RED);
	refused(&s, "somebody has won a game that goes on");
	s = position(PURGING);
	s.gave = AP_SEAT(NOBODYS_SEAT);
	refused(&s, counter);
	s = position(PURGING);
	s.no_visits = 2;
	refused(&s, counter);
	s = position(PURGING);
	s.kept = 2;
	refused(&s, counter);
	s = position(PURGING);
	s.fever = KR_MOST_FEVER + 1;
	refused(&s, counter);
	s = position(PURGING);
	s.unused[1] = 1;
	refused(&s, counter);
}

static void a_purge_is_directed_by_its_card(void **unused)
{
	(void)unused;
	kr_state s = position(PURGING);
	s.imposed = KR_INTRIGUE_PARDON;
	s.stage = KR_STAGE_FREE + 1;
	refused(&s, "a card directs no purge");
	s.imposed = KR_INTRIGUES;
	refused(&s, "a card directs no purge");
	s.imposed = KR_INTRIGUE_HAIL;
	s.phase = KR_PHASE_SPY;
	refused(&s, "a card directs no purge");
	s = position(PURGING);
	s.imposed = KR_INTRIGUE_HAIL;
	refused(&s, "the purge is at no stage");
	s.stage = KR_STAGE_STAND_IN_AGAIN + 1;
	refused(&s, "the purge is at no stage");
	s = position(PURGING);
	s.stage = KR_STAGE_STAND_IN_AGAIN;
	refused(&s, "the purge is at no stage");
}

static void waves_are_of_the_past(void **unused)
{
	(void)unused;
	static const char nobody[] = "somebody waved who does not exist";
	kr_state s = position(PURGING);
	s.waved[0] = CHIEF;
	s.waved_for[0] = RED;
	accepted(&s);
	s.waved_for[0] = NOBODYS_SEAT;
	refused(&s, nobody);
	s = position(PURGING);
	s.waved[0] = BEYOND;
	refused(&s, nobody);
	s = position(PURGING);
	s.waved_for[0] = RED;
	refused(&s, nobody);
	s = position(PURGING);
	s.waved[1] = CHIEF; /* in the second year, whose parade has not come yet */
	refused(&s, "somebody waved in the future");
	s = position(PURGING);
	s.waved[2] = CHIEF;
	refused(&s, "somebody waved in the future");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everybody_is_somewhere),
		cmocka_unit_test(there_are_five_candidates_at_most),
		cmocka_unit_test(health_is_of_the_living),
		cmocka_unit_test(points_are_written_first),
		cmocka_unit_test(points_lie_on_the_board),
		cmocka_unit_test(a_sheet_is_ten_to_one),
		cmocka_unit_test(numbers_are_written_in_order),
		cmocka_unit_test(a_view_shows_ones_own_sheet_alone),
		cmocka_unit_test(an_empty_chair_has_nothing),
		cmocka_unit_test(totals_have_an_order),
		cmocka_unit_test(the_strongest_controls),
		cmocka_unit_test(the_year_is_in_range),
		cmocka_unit_test(a_purge_is_directed_by_its_card),
		cmocka_unit_test(waves_are_of_the_past),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
