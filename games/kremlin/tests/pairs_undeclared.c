/* pairs_undeclared.c: tests that nothing reveals undeclared influence in Kremlin. Two states
 * that differ only in what seats other than the viewer have written and not declared get the
 * same actions as long as both allow them. Each step must give the viewer the same view, actors,
 * legal list, events and refusals, until an action makes a difference public: card 17 and the
 * Swiss ending (chance shows what is written), card 23 ("cannot").
 *
 * Usage: undeclared GAMES [SEED] */
#include "engine/chapters.h"

#include <stdio.h>
#include <stdlib.h>

#include "properties/told.h"

enum { VERSIONS = KR_RULES_SWISS + 1, MOST_STEPS = 300, TRIES = 3, WHOLE_GAMES = 3 };

typedef struct pair {
	kr_state a, b;
	int viewer;
	long number; /* the number of the game */
	int actions; /* the number of actions done in it */
	ap_rng rng;
} pair;

static struct {
	long pairs, steps, asked, declared, refused;
	long public_at[KR_STEP_COUNT], ends[VERSIONS];
} met;

static _Noreturn void told_apart(const pair *w, const char *by)
{
	printf("told apart by %s: game %ld, action %d, %s, %d players, viewer %d, step %s\n", by,
		w->number, w->actions, ap_option_value(&kremlin, 0, kr_version(&w->a)), w->a.head.players,
		w->viewer, ap_step_name(&kremlin, ap_step_of(&w->a)));
	exit(1);
}

#define SAME(w, by, holds)                                                                         \
	do {                                                                                           \
		if (!(holds))                                                                              \
			told_apart(w, by);                                                                     \
	} while (0)

/* ---- Another sheet --------------------------------------------------------------------------- */

static int nth(uint32_t set, uint32_t n)
{
	while (n-- > 0)
		set &= set - 1;
	return __builtin_ctz(set);
}

static int take(uint32_t *from, uint32_t among, ap_rng *rng)
{
	int one = nth(*from & among, ap_below(rng, (uint32_t)__builtin_popcount(*from & among)));
	*from &= ~(1u << one);
	return one;
}

static void write_on(kr_state *s, int seat, int p, int number)
{
	s->sheet[seat][p] = (uint8_t)((s->sheet[seat][p] & 0xf0) | number);
}

/* Writes ten other numbers that agree with what was declared and what is under seal; public
 * numbers stay. The politician who needs the highest number gets his first, so that each gets
 * one. */
static void redraw_sheet(kr_state *s, int seat, ap_rng *rng)
{
	uint32_t numbers = KR_NUMBER_BITS, open = KR_ALL_POLITICIANS & ~s->bared[seat];
	for (uint32_t set = s->bared[seat]; set; set &= set - 1)
		numbers &= ~(1u << kr_written(s, seat, __builtin_ctz(set)));
	for (uint32_t set = open; set; set &= set - 1)
		write_on(s, seat, __builtin_ctz(set), 0);
	for (int need = KR_NUMBERS; need >= 1; need--)
		for (int p = 0; p < KR_POLITICIANS; p++)
			if ((open & kr_bit(p)) && kr_shown(s, seat, p) + kr_pending(s, seat, p) == need) {
				write_on(s, seat, p, take(&numbers, ~((1u << need) - 1), rng));
				open &= ~kr_bit(p);
			}
	if (!kr_advanced(s))
		open &= ~kr_bit(KR_NESTOR);
	while (numbers) {
		int number = take(&numbers, numbers, rng);
		write_on(s, seat, take(&open, open, rng), number);
	}
}

/* Makes the second state of the pair. Returns false if it is the same as the first. */
static bool make_pair(pair *w)
{
	w->b = w->a;
	for (int seat = 0; seat < w->a.head.players; seat++)
		if (seat != w->viewer)
			redraw_sheet(&w->b, seat, &w->rng);
	const char *wrong = ap_unsound(&kremlin, &w->b);
	SAME(w, wrong ? wrong : "", !wrong);
	return memcmp(&w->a, &w->b, sizeof w->a) != 0;
}

/* ---- What the viewer can compare ------------------------------------------------------------- */

static unsigned some_argument(ap_rng *rng, const ap_names *names)
{
	return !names ? 0 : ap_below(rng, names == &ap_plain_number ? 12 : (uint32_t)names->count + 1);
}

/* Returns any action of the game, or a legal one with another argument. */
static ap_action some_action(ap_rng *rng, const ap_action *legal, int n)
{
	bool near = n > 0 && ap_below(rng, 2);
	ap_action like =
		near ? legal[ap_below(rng, (uint32_t)n)] : ap_act(ap_below(rng, KR_VERB_COUNT), 0, 0);
	const ap_verb *verb = &kremlin.verbs[ap_verb_of(like)];
	unsigned x = near && ap_below(rng, 2) ? ap_x(like) : some_argument(rng, verb->x);
	return ap_act(ap_verb_of(like), x, some_argument(rng, verb->y));
}

static void same_refusals(pair *w, const ap_action *legal, int n)
{
	for (int i = 0; i < TRIES; i++) {
		kr_state a = w->a, b = w->b;
		ap_action tried = some_action(&w->rng, legal, n);
		ap_result here = ap_apply(&kremlin, &a, w->viewer, tried, NULL);
		ap_result there = ap_apply(&kremlin, &b, w->viewer, tried, NULL);
		SAME(w, "a refusal", here.code == there.code && here.clause == there.clause);
		met.refused += here.code == AP_FORBIDDEN;
		if (n == 0)
			break;
	}
}

static void same_to_viewer(pair *w)
{
	ap_action here[AP_MAX_LEGAL], there[AP_MAX_LEGAL];
	ap_outcome end_here, end_there;
	kr_state a, b;
	SAME(w, "the actors", ap_actors(&w->a) == ap_actors(&w->b));
	SAME(w, "the step", ap_step_of(&w->a) == ap_step_of(&w->b));
	SAME(w, "the question", ap_question(&w->a) == ap_question(&w->b));
	ap_view(&kremlin, &w->a, w->viewer, &a);
	ap_view(&kremlin, &w->b, w->viewer, &b);
	SAME(w, "the view", memcmp(&a, &b, sizeof a) == 0);
	int n = ap_legal(&kremlin, &w->a, w->viewer, here);
	int m = ap_legal(&kremlin, &w->b, w->viewer, there);
	SAME(w, "the legal list", n == m && memcmp(here, there, (size_t)n * sizeof *here) == 0);
	met.asked += n > 0;
	same_refusals(w, here, n);
	bool over = ap_outcome_of(&kremlin, &w->a, &end_here);
	SAME(w, "the end", over == ap_outcome_of(&kremlin, &w->b, &end_there));
	SAME(w, "the outcome", !over || memcmp(&end_here, &end_there, sizeof end_here) == 0);
}

/* ---- Playing both ---------------------------------------------------------------------------- */

/* Returns whether the legal actions of a seat at this step depend on what it has written. */
static bool asks_for_sheet(int step)
{
	return step == KR_STEP_LISTEN || step == KR_STEP_FORCED || step == KR_STEP_UNMASK ||
		step == KR_STEP_ENDING;
}

static int in_both(const pair *w, int seat, ap_action both[AP_MAX_LEGAL])
{
	ap_action here[AP_MAX_LEGAL], there[AP_MAX_LEGAL];
	int n = ap_legal(&kremlin, &w->a, seat, here), m = ap_legal(&kremlin, &w->b, seat, there);
	int count = 0;
	for (int i = 0, k = 0; i < n; i++) {
		while (k < m && there[k] < here[i])
			k++;
		if (k < m && there[k] == here[i])
			both[count++] = here[i];
	}
	bool all = count == n && count == m;
	SAME(w, "what others may do", all || (asks_for_sheet(ap_step_of(&w->a)) && seat != w->viewer));
	return count;
}

/* Picks an action, mostly a pass, so that there is always something undeclared. */
static ap_action choose(pair *w, const ap_action *legal, int n)
{
	bool silent = ap_step_of(&w->a) == KR_STEP_LISTEN && ap_below(&w->rng, 2u << w->number % 5);
	return silent ? legal[0] : legal[ap_below(&w->rng, (uint32_t)n)];
}

static int some_actor(pair *w)
{
	ap_seats actors = ap_actors(&w->a);
	return nth(actors, ap_below(&w->rng, (uint32_t)__builtin_popcount(actors)));
}

/* Plays one action in both states. Returns false if a difference has become public or the game
 * is over. */
static bool step_both(pair *w)
{
	static ap_events told, told_too;
	ap_action both[AP_MAX_LEGAL];
	int seat = some_actor(w), n = in_both(w, seat, both), step = ap_step_of(&w->a);
	if (n == 0) {
		SAME(w, "having no choice in common", asks_for_sheet(step) && step != KR_STEP_LISTEN);
		met.public_at[step]++;
		return false;
	}
	ap_action a = choose(w, both, n);
	SAME(w, "how an action is shown",
		ap_masked(&kremlin, &w->a, seat, a, w->viewer) ==
			ap_masked(&kremlin, &w->b, seat, a, w->viewer));
	met.declared += ap_verb_of(a) == KR_VERB_DECLARE && seat != w->viewer;
	told.count = told.lost = told_too.count = told_too.lost = 0;
	ap_play(&kremlin, &w->a, seat, a, &told);
	ap_play(&kremlin, &w->b, seat, a, &told_too);
	w->actions++;
	met.steps++;
	SAME(w, "the events", same_events(&told, &told_too, w->viewer));
	same_to_viewer(w);
	return ap_actors(&w->a) != 0;
}

static void play_alone(pair *w)
{
	ap_action legal[AP_MAX_LEGAL];
	int seat = some_actor(w), n = ap_legal(&kremlin, &w->a, seat, legal);
	ap_play(&kremlin, &w->a, seat, choose(w, legal, n), NULL);
	w->actions++;
}

/* Some pairs are made soon after the writing, some late; some are played to the end. */
static void play_game(pair *w, uint64_t seed)
{
	ap_setup setup = {(uint8_t)(kremlin.min_players + w->number % 4), {0}};
	setup.option[0] = (uint8_t)(w->number / 4 % VERSIONS);
	ap_seed(&w->rng, seed, (uint64_t)w->number);
	ap_start(&kremlin, &setup, &w->a, NULL);
	w->actions = 0;
	w->viewer = (int)ap_below(&w->rng, setup.players + 1u);
	if (w->viewer == setup.players)
		w->viewer = AP_OBSERVER;
	while (w->a.head.stack[0].step <= KR_STEP_WRITE)
		play_alone(w);
	int alone = (int)ap_below(&w->rng, 8u << w->number % 7);
	while (alone-- > 0 && ap_actors(&w->a))
		play_alone(w);
	int left = w->number % WHOLE_GAMES ? MOST_STEPS : INT32_MAX;
	if (!ap_actors(&w->a) || !make_pair(w))
		return;
	met.pairs++;
	same_to_viewer(w);
	while (left-- > 0 && step_both(w))
		;
	met.ends[kr_version(&w->a)] += ap_actors(&w->a) == 0;
}

/* Returns whether enough was compared for the test to be meaningful. */
static bool compared_enough(long games)
{
	bool ends = met.ends[KR_RULES_BASIC] && met.ends[KR_RULES_ADVANCED] && met.ends[KR_RULES_SWISS];
	bool shown = met.public_at[KR_STEP_FORCED] >= games / 2000 &&
		met.public_at[KR_STEP_UNMASK] >= games / 200 &&
		met.public_at[KR_STEP_ENDING] >= games / 200;
	return met.pairs >= games * 9 / 10 && met.steps >= games * 100 && met.asked >= games * 10 &&
		met.declared >= games && met.refused >= games * 10 && ends && shown;
}

/* Returns how many games to play: `effort` is a number, or a word for the amount of work. */
static long games_for(const char *effort)
{
	if (strcmp(effort, "released") == 0)
		return 10000;
	return strcmp(effort, "sanitised") == 0 ? 200 : atol(effort);
}

int main(int argc, char **argv)
{
	static pair w;
	long games = games_for(argc > 1 ? argv[1] : "released");
	for (w.number = 0; w.number < games; w.number++)
		play_game(&w, argc > 2 ? (uint64_t)atol(argv[2]) : 1);
	printf("%ld games: %ld pairs, %ld steps (%ld ask the viewer, %ld declare), %ld refusals\n",
		games, met.pairs, met.steps, met.asked, met.declared, met.refused);
	printf(
		"made public by card 23: %ld, card 17: %ld, the Swiss ending: %ld; over: %ld + %ld + %ld\n",
		met.public_at[KR_STEP_FORCED], met.public_at[KR_STEP_UNMASK], met.public_at[KR_STEP_ENDING],
		met.ends[KR_RULES_BASIC], met.ends[KR_RULES_ADVANCED], met.ends[KR_RULES_SWISS]);
	return compared_enough(games) ? 0 : 1;
}
