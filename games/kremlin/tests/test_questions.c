/* test_questions.c: tests that a person at a table of four is not asked too much: in the Basic
 * game fewer than 25 decisions a year (ap_worth_asking, on his own view), and in every version at
 * most 12 passes a year, in the mean and in the median; whoever keeps passing for a phase where he
 * does not want to say anything presses less often. A Basic game of four has fewer than a hundred
 * rounds of listening. The runner answers the other questions with the first legal action, which
 * does nothing. */
#include "unit/unit.h"

#include <stdlib.h>

#include "bots/bots.h"
#include "engine/chapters.h"

enum {
	GAMES = 40,
	PLAYERS = 4,
	MOST_QUESTIONS = 25,
	MOST_PASSES = 12,
	MOST_ROUNDS = 100,
	MOST_YEARS = 1000 /* of all games of a test */
};

typedef struct tally {
	int decisions, writing, listening, passed, years;
	int passes; /* how often the person was asked in a round, and passed */
	int rounds; /* the rounds that were held */
	int passes_in[MOST_YEARS];
	int presses; /* what these passes take, if he always keeps passing for the phase */
	int presses_in[MOST_YEARS];
	bool keeps_passing;
	ap_occasion since; /* when he pressed that */
} tally;

static ap_action bot_choice(const void *view, int seat, ap_rng *rng)
{
	return ap_bot_named(&kremlin, "greedy")->choose(&kremlin, view, seat, rng);
}

/* Returns what the runner answers for a person who is not asked: the action that does nothing,
 * or the only one. */
static ap_action said_for_him(const kr_state *s, int person)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(&kremlin, s, person, legal);
	assert_true(n == 1 || ap_verb_of(legal[0]) == KR_VERB_PASS);
	return legal[0];
}

/* Counts a pass, and the press that it takes unless he keeps passing since an earlier one: that
 * ends with the phase, when anybody has spoken, and when something is done by or to what is his. */
static void count_pass(const void *view, int person, int year, tally *t)
{
	ap_occasion now = ap_occasion_of(&kremlin, view, person);
	t->passes++;
	t->passes_in[t->years + year]++;
	bool goes_on = t->keeps_passing && now.phase == t->since.phase &&
		now.spoken == t->since.spoken &&
		(now.announcement == t->since.announcement || now.concern < AP_OWN);
	if (goes_on)
		return;
	t->presses++;
	t->presses_in[t->years + year]++;
	t->keeps_passing = true;
	t->since = now;
}

/* Counts every action that the person must decide about, writing and passing included. */
static ap_action person_decides(const kr_state *s, int person, ap_rng *rng, tally *t)
{
	kr_state view;
	ap_view(&kremlin, s, person, &view);
	if (!ap_worth_asking(&kremlin, &view, person)) {
		t->passed++;
		return said_for_him(s, person);
	}
	t->decisions++;
	t->writing += ap_step_of(s) == KR_STEP_WRITE;
	t->listening += ap_step_of(s) == KR_STEP_LISTEN;
	ap_action answer = bot_choice(&view, person, rng);
	if (ap_step_of(s) == KR_STEP_LISTEN && ap_verb_of(answer) == KR_VERB_PASS)
		count_pass(&view, person, s->year, t);
	else
		t->keeps_passing = false;
	return answer;
}

static ap_action other_decides(const kr_state *s, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	kr_state view;
	int n = ap_legal(&kremlin, s, seat, legal);
	if (seat == AP_CHANCE)
		return legal[ap_below(rng, (uint32_t)n)];
	ap_view(&kremlin, s, seat, &view);
	return bot_choice(&view, seat, rng);
}

static void play_a_game(int version, uint64_t number, tally *t)
{
	ap_setup setup = {.players = PLAYERS, .option = {(uint8_t)version}};
	int person = (int)(number % PLAYERS);
	ap_rng rng;
	kr_state s;
	ap_seed(&rng, 1, number);
	ap_start(&kremlin, &setup, &s, NULL);
	while (ap_actors(&s)) {
		int seat = ap_first_seat(ap_actors(&s));
		ap_action a =
			seat == person ? person_decides(&s, person, &rng, t) : other_decides(&s, seat, &rng);
		t->rounds += ap_step_of(&s) == KR_STEP_LISTEN && ap_verb_of(a) == KR_VERB_PASS &&
			ap_actors(&s) == AP_SEAT(seat);
		ap_play(&kremlin, &s, seat, a, NULL);
	}
	t->years += s.year;
	assert_true(t->years + 20 < MOST_YEARS);
	t->keeps_passing = false;
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Sorts the years of all games; their numbers begin with 1. */
static void sort_years(int *count, int years)
{
	qsort(count + 1, (size_t)years, sizeof *count, compare);
}

static void fewer_than_25_a_year(void **unused)
{
	(void)unused;
	tally t = {0};
	for (uint64_t game = 0; game < GAMES; game++)
		play_a_game(KR_RULES_BASIC, game, &t);
	double years = t.years;
	print_message("%.1f questions a year (writing %.1f, listening %.1f), %.1f answered for him\n",
		t.decisions / years, t.writing / years, t.listening / years, t.passed / years);
	assert_true(t.writing == GAMES * KR_NUMBERS); /* handing the sheet in is not counted */
	assert_true(t.listening > t.years);           /* there must be something to count */
	assert_true(t.passed > t.years);
	assert_true(t.decisions < MOST_QUESTIONS * t.years);
	print_message("%.1f rounds a game\n", (double)t.rounds / GAMES);
	assert_true(t.rounds > 5 * GAMES);
	assert_true(t.rounds < MOST_ROUNDS * GAMES);
}

static void at_most_12_passes_a_year(void **unused)
{
	(void)unused;
	for (int version = KR_RULES_BASIC; version <= KR_RULES_SWISS; version++) {
		tally t = {0};
		for (uint64_t game = 0; game < GAMES; game++)
			play_a_game(version, game, &t);
		sort_years(t.passes_in, t.years);
		sort_years(t.presses_in, t.years);
		int middle = (t.years + 1) / 2;
		print_message(
			"%s: %.1f passes a year, median %d, most %d; for a phase at a time: %.1f presses, "
			"median %d, most %d\n",
			ap_option_value(&kremlin, 0, version), (double)t.passes / t.years, t.passes_in[middle],
			t.passes_in[t.years], (double)t.presses / t.years, t.presses_in[middle],
			t.presses_in[t.years]);
		assert_true(t.passes > t.years);
		assert_true(t.passes <= MOST_PASSES * t.years);
		assert_true(t.passes_in[middle] <= MOST_PASSES);
		assert_true(t.presses < t.passes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fewer_than_25_a_year), cmocka_unit_test(at_most_12_passes_a_year)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
