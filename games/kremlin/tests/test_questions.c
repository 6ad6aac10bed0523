/* test_questions.c: tests that a person at a table of four is not asked too much: in the Basic
 * game fewer than 25 decisions a year (ap_worth_asking, on his own view). The runner answers the
 * other questions with the first legal action, which does nothing. */
#include "unit/unit.h"

#include "bots/bots.h"
#include "engine/chapters.h"

enum { GAMES = 40, PLAYERS = 4, MOST_QUESTIONS = 25 };

typedef struct tally {
	int decisions, writing, listening, passed, years;
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
	return bot_choice(&view, person, rng);
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

static void play_a_game(uint64_t number, tally *t)
{
	ap_setup setup = {.players = PLAYERS};
	int person = (int)(number % PLAYERS);
	ap_rng rng;
	kr_state s;
	ap_seed(&rng, 1, number);
	ap_start(&kremlin, &setup, &s, NULL);
	while (ap_actors(&s)) {
		int seat = ap_first_seat(ap_actors(&s));
		ap_action a =
			seat == person ? person_decides(&s, person, &rng, t) : other_decides(&s, seat, &rng);
		ap_play(&kremlin, &s, seat, a, NULL);
	}
	t->years += s.year;
}

static void fewer_than_25_a_year(void **unused)
{
	(void)unused;
	tally t = {0};
	for (uint64_t game = 0; game < GAMES; game++)
		play_a_game(game, &t);
	double years = t.years;
	print_message("%.1f questions a year (writing %.1f, listening %.1f), %.1f answered for him\n",
		t.decisions / years, t.writing / years, t.listening / years, t.passed / years);
	assert_true(t.writing == GAMES * KR_NUMBERS); /* handing the sheet in is not counted */
	assert_true(t.listening > t.years);           /* there must be something to count */
	assert_true(t.passed > t.years);
	assert_true(t.decisions < MOST_QUESTIONS * t.years);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(fewer_than_25_a_year)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
