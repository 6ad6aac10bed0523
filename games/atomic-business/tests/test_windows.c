/* test_windows.c: how often a game interrupts its players, and that it never keeps from them what
 * matters. A reaction is a question to somebody outside his own movement: a window, a pressure that
 * is possible or announced. With four players and the preferences that everybody begins with, at
 * most ninety reactions a game ask somebody who would want to be asked (ap_worth_asking). What is
 * held back is never a press or an Air Strike Ballot. Whoever plays no card is not asked for one
 * again before something has happened that he can see. */
#include "unit/unit.h"

#include "bots/bots.h"
#include "engine/chapters.h"

enum { GAMES = 120, PLAYERS = 4, MOST_REACTIONS = 90, MOST_WINDOWS = 60 };

/* What was counted in some games. */
typedef struct counts {
	long reactions;    /* questions that ask somebody who would want to be asked */
	long windows;      /* the same, with all questions of a window counted once */
	long presses;      /* pressures that were announced */
	long own_turn;     /* those that the seat whose turn it is announced between displacements */
	long left_alone;   /* those on a bearer because somebody had left his space */
	long held_back;    /* questions to somebody who would not want to be asked */
	long wrongly_held; /* those with a press or a Ballot among the legal answers */
	long passes;       /* questions for a card that were answered with a pass */
	long repeated;     /* questions for a card to somebody who has passed, and seen nothing since */
} counts;

static bool is_reaction(int step)
{
	return step == AB_STEP_WINDOW_CALL || step == AB_STEP_WINDOW ||
		step == AB_STEP_COUNTER_WINDOW || step == AB_STEP_STOP_PICK || step == AB_STEP_STOP_ASK ||
		step == AB_STEP_PRESSURE_IMMUNITY || step == AB_STEP_PRESSURE_ALLIES ||
		step == AB_STEP_PRESSURE_CARDS;
}

/* Returns a number for the window of a frame, different from the other windows of its turn; 0 if
 * the frame is no window. The two windows between turns count as one, and so do all questions of
 * a stop. */
static int window_of(const ap_frame *f, int turns)
{
	switch (f->step) {
	case AB_STEP_WINDOW_CALL:
	case AB_STEP_WINDOW:
		return 100 * turns + 1;
	case AB_STEP_COUNTER_WINDOW:
		return 100 * turns + 2;
	case AB_STEP_STOP:
	case AB_STEP_STOP_PICK:
	case AB_STEP_STOP_ASK:
		return 100 * turns + 10 + ab_stop_frame_in(f)->space;
	case AB_STEP_PRESSURE_IMMUNITY:
	case AB_STEP_PRESSURE_ALLIES:
	case AB_STEP_PRESSURE_CARDS:
		return -f->step;
	default:
		return 0;
	}
}

/* Returns whether an action announces a pressure, or says in secret that it does. */
static bool presses(ap_action a)
{
	return ap_verb_of(a) == AB_VERB_PRESS ||
		(ap_verb_of(a) == AB_VERB_ANSWER && ap_x(a) == AB_ANSWER_PRESS);
}

/* Returns whether an action is a press or a Ballot, or says that one's card, a Ballot that can be
 * played, is wanted. */
static bool matters(const ab_state *s, int seat, ap_action a)
{
	bool ballot = s->hand[seat] == AB_EFFECT_BALLOT &&
		ab_target_forbidden(s, seat, AB_EFFECT_BALLOT, 0, 0) == 0;
	return presses(a) || ap_verb_of(a) == AB_VERB_BALLOT ||
		(ap_verb_of(a) == AB_VERB_WISH && ballot);
}

/* Returns whether this seat would want to be asked; counts what is held back from it. */
static bool cares(const void *state, int seat, counts *c)
{
	ap_any view;
	ap_action legal[AP_MAX_LEGAL];
	ap_view(&atomic_business, state, seat, &view);
	if (ap_worth_asking(&atomic_business, &view, seat))
		return true;
	int n = ap_legal(&atomic_business, &view, seat, legal);
	c->held_back++;
	for (int i = 0; i < n; i++)
		c->wrongly_held += n > 1 && matters(state, seat, legal[i]);
	return false;
}

/* Whoever begins his turn in a call is not interrupted. */
static bool somebody_cares(const void *state, counts *c)
{
	bool found = false;
	bool calls = ap_step_of(state) == AB_STEP_WINDOW_CALL;
	for (int seat = 0; seat < PLAYERS; seat++)
		if ((ap_actors(state) & AP_SEAT(seat)) && !(calls && ab_may_begin(state, seat)))
			found |= cares(state, seat, c);
	return found;
}

/* A window counts once, no matter how many seats it asks and which windows open above it; a sealed
 * question counts once, no matter how many have answered. */
static void count_question(
	const void *state, int turns, int open[AP_MAX_DEPTH], int *counted, counts *c)
{
	const ap_head *h = state;
	int depth = h->depth - 1, window = window_of(ap_peek(state), turns);
	for (int above = depth + 1; above < AP_MAX_DEPTH; above++)
		open[above] = 0;
	if (!is_reaction(ap_step_of(state)) || !somebody_cares(state, c))
		return;
	c->reactions += ap_question(state) != *counted;
	*counted = ap_question(state);
	c->windows += window != open[depth];
	open[depth] = window;
}

/* Returns whether no diplomat has come to the space of a bearer since he stood as in `before`, the
 * bearer himself included. */
static bool nobody_came(const ab_state *s, const uint8_t before[AB_DIPLOMATS], int bearer)
{
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (s->place[pawn] == s->place[bearer] && before[pawn] != s->place[bearer])
			return false;
	return true;
}

/* Counts a pressure that somebody announces or wants to announce, and when. */
static void count_press(
	const ab_state *s, const uint8_t before[AB_DIPLOMATS], ap_action a, counts *c)
{
	if (!presses(a))
		return;
	c->presses++;
	if (ap_step_of(s) == AB_STEP_MOVEMENT)
		c->own_turn++;
	else if (memcmp(before, s->place, sizeof s->place) != 0 &&
		nobody_came(s, before, ab_stop_peek(s)->bearer))
		c->left_alone++;
}

static ap_action choose(const void *state, const char *level, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_any view;
	int n = ap_legal(&atomic_business, state, seat, legal);
	if (seat == AP_CHANCE)
		return legal[ap_below(rng, (uint32_t)n)];
	ap_view(&atomic_business, state, seat, &view);
	return ap_bot_named(&atomic_business, level)->choose(&atomic_business, &view, seat, rng);
}

/* Remembers where all stand while nobody is on his way and no pressure is considered. */
static void remember_places(const ab_state *s, uint8_t before[AB_DIPLOMATS])
{
	int step = ap_step_of(s);
	bool quiet = step == AB_STEP_MOVEMENT || step == AB_STEP_WINDOW_CALL ||
		step == AB_STEP_WINDOW || step == AB_STEP_SECRET;
	if (quiet && s->mover == AB_NONE)
		memcpy(before, s->place, sizeof s->place);
}

static bool asks_for_cards(int step)
{
	return step == AB_STEP_WINDOW_CALL || step == AB_STEP_WINDOW ||
		step == AB_STEP_COUNTER_WINDOW || step == AB_STEP_PRESSURE_IMMUNITY ||
		step == AB_STEP_PRESSURE_CARDS;
}

/* Returns the seats that can see at least one of these events. */
static ap_seats witnesses(const ap_events *events)
{
	ap_seats seats = 0;
	for (int i = 0; i < events->count; i++)
		seats |= events->list[i].seen_by;
	return seats;
}

/* Plays an action. `passed` are the seats that have played no card when they were asked, and have
 * seen nothing since. */
static void play_and_watch(void *state, int seat, ap_action a, ap_seats *passed, counts *c)
{
	ap_events events = {0};
	bool asks = asks_for_cards(ap_step_of(state)), passes = ap_verb_of(a) == AB_VERB_PASS;
	c->repeated += asks && (*passed & AP_SEAT(seat));
	c->passes += asks && passes;
	if (asks && passes)
		*passed |= AP_SEAT(seat);
	ap_play(&atomic_business, state, seat, a, &events);
	*passed &= (ap_seats)~witnesses(&events);
}

static int turn_of(const ab_state *s)
{
	return !s->head.over && ab_turns_have_begun(s) ? ab_turn_of(s) : AB_NONE;
}

static void play(uint64_t number, const char *level, counts *c)
{
	ap_any state;
	ap_rng rng;
	ap_setup setup = {.players = PLAYERS};
	int open[AP_MAX_DEPTH] = {0}, turns = 0, counted = 0;
	uint8_t before[AB_DIPLOMATS] = {0};
	ap_seats passed = 0;
	ap_seed(&rng, 1, number);
	ap_start(&atomic_business, &setup, &state, NULL);
	for (ap_seats actors; (actors = ap_actors(&state)) != 0;) {
		int seat = ap_first_seat(actors);
		count_question(&state, turns, open, &counted, c);
		ap_action a = choose(&state, level, seat, &rng);
		count_press((const ab_state *)&state, before, a, c);
		remember_places((const ab_state *)&state, before);
		int before_it = turn_of((const ab_state *)&state);
		play_and_watch(&state, seat, a, &passed, c);
		turns += turn_of((const ab_state *)&state) != before_it;
	}
}

static counts count(const char *level)
{
	counts c = {0};
	for (uint64_t game = 0; game < GAMES; game++)
		play(game, level, &c);
	print_message(
		"%s: in %d games %ld reactions (%ld windows), %ld held back; %ld pressures, %ld of "
		"them in one's own turn and %ld where somebody had left; %ld passes, %ld questions repeated\n",
		level, GAMES, c.reactions, c.windows, c.held_back, c.presses, c.own_turn, c.left_alone,
		c.passes, c.repeated);
	return c;
}

static void reactions_are_few(void **unused)
{
	(void)unused;
	counts c = count("greedy");
	assert_true(c.windows > GAMES); /* there are windows to count */
	assert_true(c.windows < MOST_WINDOWS * GAMES);
	assert_true(c.reactions <= MOST_REACTIONS * GAMES);
	assert_true(c.own_turn > 0 && c.left_alone > 0);
}

static void presses_and_ballots_are_never_held_back(void **unused)
{
	(void)unused;
	counts greedy = count("greedy"), random = count("random");
	assert_true(greedy.held_back > 0 && random.held_back > 0);
	assert_int_equal(greedy.wrongly_held, 0);
	assert_int_equal(random.wrongly_held, 0);
	assert_true(random.own_turn > 0 && random.left_alone > 0);
}

static void nobody_is_asked_twice_for_nothing(void **unused)
{
	(void)unused;
	counts greedy = count("greedy"), random = count("random");
	assert_true(greedy.passes > 0 && random.passes > 0);
	assert_int_equal(greedy.repeated, 0);
	assert_int_equal(random.repeated, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reactions_are_few),
		cmocka_unit_test(presses_and_ballots_are_never_held_back),
		cmocka_unit_test(nobody_is_asked_twice_for_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
