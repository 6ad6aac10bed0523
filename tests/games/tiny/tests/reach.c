/* reach_tiny.c: views of the tiny game, all that they allow tried by brute force. */
#include <stdio.h>

#include "properties/reach.h"
#include "tiny/state.h"

enum { GAMES = 400, EACH_SORT = 3, KINDS = 5, MOST_CANDIDATES = 60000, SAMPLES_EACH = 200 };

static int faces_at(int thing)
{
	return thing < SLOT  ? TREASURES
		: thing < AMOUNT ? CARDS
		: thing < SUIT   ? COINS + RAIDS + 1
		: thing < ANSWER ? SUITS
						 : VETOES + 1;
}

static long candidates(const tiny_state *view)
{
	long n = 1;
	for (int thing = 0; thing < THINGS && n <= MOST_CANDIDATES; thing++)
		if (view->face[thing] == HIDDEN)
			n *= faces_at(thing);
	return n;
}

static void try_all(allowed *all, const tiny_state *view, tiny_state *full, int thing)
{
	while (thing < THINGS && view->face[thing] != HIDDEN)
		thing++;
	if (thing == THINGS) {
		allow_if_it_fits(all, full);
		return;
	}
	for (int face = 0; face < faces_at(thing); face++) {
		full->face[thing] = (uint8_t)face;
		try_all(all, view, full, thing + 1);
	}
}

static bool check_view(const tiny_state *view, ap_rng *rng)
{
	allowed all = {.game = &tiny, .view = view};
	tiny_state full = *view;
	full.head.viewer = AP_EVERYTHING;
	try_all(&all, view, &full, 0);
	bool good = all_are_reached(&all, SAMPLES_EACH, rng);
	forget(&all);
	return good;
}

/* What kinds of things a view hides: a set. */
static int kinds_hidden(const tiny_state *view)
{
	static const int first[KINDS + 1] = {BOX, SLOT, AMOUNT, SUIT, ANSWER, THINGS};
	int kinds = 0;
	for (int kind = 0; kind < KINDS; kind++)
		for (int thing = first[kind]; thing < first[kind + 1]; thing++)
			if (view->face[thing] == HIDDEN)
				kinds |= 1 << kind;
	return kinds;
}

/* Views checked: at each step, and of each set of kinds that it hides. */
static int checked[STEPS][1 << KINDS];

/* Some views of a game, few of the same sort, for a viewer that changes from game to game. */
static bool check_game(int players, int number, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = (uint8_t)players};
	tiny_state s, view;
	int viewer = number % (players + 1) == players ? AP_OBSERVER : number % (players + 1);
	ap_start(&tiny, &setup, &s, NULL);
	while (ap_actors(&s)) {
		int step = ap_step_of(&s), seat = ap_first_seat(ap_actors(&s));
		ap_view(&tiny, &s, viewer, &view);
		long n = candidates(&view);
		int *times = &checked[step][kinds_hidden(&view)];
		if (n > 1 && n <= MOST_CANDIDATES && *times < EACH_SORT && ap_below(rng, 3) == 0) {
			++*times;
			if (!check_view(&view, rng)) {
				printf("reach-tiny: %d players, game %d\n", players, number);
				return false;
			}
		}
		ap_play(&tiny, &s, seat, legal[ap_below(rng, (uint32_t)ap_legal(&tiny, &s, seat, legal))],
			NULL);
	}
	return true;
}

/* Every step that asks, with all of these hidden at once in some view of it. */
static bool checked_with(int step, int kinds)
{
	for (int set = 0; set < 1 << KINDS; set++)
		if ((set & kinds) == kinds && checked[step][set])
			return true;
	printf("reach-tiny: no view of step %s that hides %#x was checked\n", ap_step_name(&tiny, step),
		kinds);
	return false;
}

int main(void)
{
	enum { BOXES = 1, HANDS = 2, AMOUNTS = 4, SUITS_BID = 8, ANSWERS = 16 };
	ap_rng rng;
	ap_seed(&rng, 1, 0);
	for (int number = 0; number < GAMES; number++)
		if (!check_game(2 + number % 2, number / 2, &rng))
			return 1;
	bool all = checked_with(DEAL, BOXES | HANDS) && checked_with(BIDS, HANDS | AMOUNTS) &&
		checked_with(BIDS, HANDS | AMOUNTS | SUITS_BID) &&
		checked_with(CHOICE, BOXES | HANDS | SUITS_BID) && checked_with(FILL, HANDS | SUITS_BID) &&
		checked_with(RAID, HANDS | SUITS_BID) && checked_with(REACT, HANDS | SUITS_BID) &&
		checked_with(REACT, HANDS | SUITS_BID | ANSWERS) &&
		checked_with(TRUMP, BOXES | HANDS | SUITS_BID) && checked_with(OPEN, HANDS);
	return all ? 0 : 1;
}
