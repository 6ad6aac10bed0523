/* reach.c: tests ap_determinize(): each unseen card comes to each hand that may hold it, and never
 * to one that may not. The test follows from the public events what a hand may hold: a player who
 * says that he has no mandate has neither crisis nor mandate left, so he holds at most as many of
 * them as he has drawn since. */
#include <stdio.h>

#include "engine/chapters.h"
#include "properties/reach.h"

enum {
	GAMES = 24,
	SAMPLES = 4000,       /* fillings of each view that is checked early in a game */
	DECK = 8,             /* such views are checked while the deck has this many cards */
	LATE_VIEWS = 40,      /* the number of views that are checked at the end of games */
	MOST_FILLINGS = 3000, /* views with more possible fillings than this are not checked there */
	SAMPLES_EACH = 2000
};

typedef struct table {
	re_state s;
	int drawn[AP_MAX_SEATS];  /* cards drawn since a seat last said that it had no mandate */
	int forced[AP_MAX_SEATS]; /* crises and mandates that it has played since */
} table;

/* Returns whether a card must be played: crises and mandates. */
static bool is_forced(int card)
{
	int kind = re_cards[card].kind;
	return kind == RE_KIND_CRISIS || kind == RE_KIND_DISREPUTE || kind == RE_KIND_NEW_LEADER ||
		kind == RE_KIND_AILING;
}

/* Returns the greatest number of crises and mandates that a seat can hold. */
static int most_forced(const table *t, int seat)
{
	int most = t->drawn[seat] - t->forced[seat], held = t->s.hand_size[seat];
	return most < held ? most : held;
}

/* Updates what is known after an action. */
static void follow(table *t, int seat, ap_action a, const ap_events *events)
{
	if (seat != AP_CHANCE && (ap_verb_of(a) == RE_VERB_CRISIS || ap_verb_of(a) == RE_VERB_MANDATE))
		t->forced[seat]++;
	for (int i = 0; i < events->count; i++) {
		const ap_event *e = &events->list[i];
		int who = e->arg[0];
		if (e->kind == RE_EVENT_CARD_DEALT || e->kind == RE_EVENT_CARD_DRAWN)
			t->drawn[who]++;
		else if (e->kind == RE_EVENT_NO_MANDATE)
			t->drawn[who] = t->forced[who] = 0;
	}
}

/* RE-TU-4: a seat that is asked for mandates has said that it has no crisis. */
static bool may_hold(const table *t, int seat, int card)
{
	bool no_crisis = t->s.head.stack[0].step == RE_STEP_MANDATE_CARDS && re_turn_of(&t->s) == seat;
	if (t->s.hand_size[seat] == 0 || (no_crisis && re_cards[card].kind == RE_KIND_CRISIS))
		return false;
	return !is_forced(card) ? t->s.hand_size[seat] > 0 : most_forced(t, seat) > 0;
}

static bool fail(const table *t, int seat, int card, const char *what)
{
	printf("reach-red-empire: %d players, step %s, seat %d, card %s: %s\n", t->s.head.players,
		ap_step_name(&red_empire, ap_step_of(&t->s)), seat, re_card_names[card], what);
	return false;
}

/* Checks a hand that was filled in, and adds its cards to `reached`. */
static bool hand_allowed(const table *t, const re_state *filled, int seat, re_set *reached)
{
	int forced = 0;
	for (int card = 0; card < RE_CARDS; card++) {
		if (!re_has(&filled->hand[seat], card))
			continue;
		re_add(reached, card);
		forced += is_forced(card);
		if (!may_hold(t, seat, card))
			return fail(t, seat, card, "comes to a hand that cannot hold it");
		if (forced > most_forced(t, seat))
			return fail(t, seat, card, "is one crisis or mandate too many");
	}
	return re_count(filled->hand[seat]) == t->s.hand_size[seat] ||
		fail(t, seat, 0, "a hand of another size");
}

static bool check_view(const table *t, int viewer, ap_rng *rng)
{
	re_state view, filled;
	re_set reached[AP_MAX_SEATS] = {0};
	int players = t->s.head.players;
	ap_view(&red_empire, &t->s, viewer, &view);
	for (int i = 0; i < SAMPLES; i++) {
		ap_determinize(&red_empire, &view, rng, &filled);
		for (int seat = 0; seat < players; seat++)
			if (seat != viewer && !hand_allowed(t, &filled, seat, &reached[seat]))
				return false;
	}
	for (int seat = 0; seat < players; seat++)
		for (int card = 0; card < RE_CARDS && seat != viewer; card++) {
			bool seen = !re_has(&t->s.unseen, card) ||
				(viewer < players && re_has(&t->s.hand[viewer], card));
			if (!seen && may_hold(t, seat, card) && !re_has(&reached[seat], card))
				return fail(t, seat, card, "never comes to a hand that may hold it");
		}
	return true;
}

/* ---- The end of a game: few cards are left, and all fillings can be tried -------------------- */

/* Returns the number of possible fillings; if there are too many, a number that is large enough. */
static long fillings(const re_state *view, int left)
{
	long ways = 1;
	for (int seat = 0; seat < view->head.players; seat++)
		for (int i = 0; seat != view->head.viewer && i < view->hand_size[seat]; i++)
			ways = ways > MOST_FILLINGS * 100L ? ways : ways * left-- / (i + 1);
	return ways;
}

/* Tries all places for the cards of the pool, and allows the states that fit the view. */
static void try_card(allowed *all, re_state *full, re_set pool)
{
	int card = re_remove_first(&pool), viewer = ap_viewer(all->view);
	if (card == RE_NONE) {
		allow_if_it_fits(all, full);
		return;
	}
	try_card(all, full, pool); /* in the deck */
	for (int seat = 0; seat < full->head.players; seat++)
		if (seat != viewer && re_count(full->hand[seat]) < full->hand_size[seat]) {
			re_add(&full->hand[seat], card);
			try_card(all, full, pool);
			re_remove(&full->hand[seat], card);
		}
}

static int late_views;

static bool check_late_view(const table *t, int viewer, ap_rng *rng)
{
	re_state view, full;
	ap_view(&red_empire, &t->s, viewer, &view);
	re_set pool = t->s.unseen;
	for (int w = 0; w < 2 && viewer < t->s.head.players; w++)
		pool.word[w] &= ~t->s.hand[viewer].word[w];
	if (late_views == LATE_VIEWS || fillings(&view, re_count(pool)) > MOST_FILLINGS)
		return true;
	allowed all = {.game = &red_empire, .view = &view};
	full = view;
	full.head.viewer = AP_EVERYTHING;
	try_card(&all, &full, pool);
	bool good = all_are_reached(&all, SAMPLES_EACH, rng);
	late_views++;
	forget(&all);
	return good;
}

/* How often the views that matter were checked: a hand without crises and mandates, a hand without
 * crises, a hand that may hold anything. */
static int restricted, crisis_free, open_hands;

static void count_view(const table *t, int viewer)
{
	for (int seat = 0; seat < t->s.head.players; seat++) {
		if (seat == viewer || t->s.hand_size[seat] == 0)
			continue;
		restricted += most_forced(t, seat) == 0;
		open_hands += most_forced(t, seat) == t->s.hand_size[seat];
		crisis_free += ap_step_of(&t->s) == RE_STEP_MANDATE_CARDS && re_turn_of(&t->s) == seat;
	}
}

/* Checks some views early in the game, or those at its end. */
static bool check_position(const table *t, int viewer, bool late, ap_rng *rng)
{
	int deck = re_deck_size(&t->s);
	if (late)
		return deck >= 3 || ap_below(rng, 4) != 0 || check_late_view(t, viewer, rng);
	if (deck < DECK || ap_below(rng, ap_step_of(&t->s) == RE_STEP_MANDATE_CARDS ? 15 : 60) != 0)
		return true;
	count_view(t, viewer);
	return check_view(t, viewer, rng);
}

static bool check_game(int players, bool late, ap_rng *rng)
{
	static ap_events events;
	static table t;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = (uint8_t)players};
	t = (table){0};
	ap_start(&red_empire, &setup, &t.s, NULL);
	while (ap_actors(&t.s)) {
		int seat = ap_first_seat(ap_actors(&t.s));
		int viewer = (int)ap_below(rng, (uint32_t)players + 1);
		if (!check_position(&t, viewer == players ? AP_OBSERVER : viewer, late, rng))
			return false;
		ap_action a = legal[ap_below(rng, (uint32_t)ap_legal(&red_empire, &t.s, seat, legal))];
		events.count = 0;
		ap_play(&red_empire, &t.s, seat, a, &events);
		follow(&t, seat, a, &events);
	}
	return true;
}

static bool enough(void)
{
	bool all =
		restricted >= 10 && crisis_free >= 10 && open_hands >= 10 && late_views == LATE_VIEWS;
	if (!all)
		printf(
			"reach-red-empire: too few views: %d restricted, %d without crisis, %d open, %d late\n",
			restricted, crisis_free, open_hands, late_views);
	return all;
}

int main(void)
{
	ap_rng rng;
	ap_seed(&rng, 1, 0);
	for (int number = 0; number < GAMES; number++)
		if (!check_game(3 + number % 4, false, &rng))
			return 1;
	for (int number = 0; late_views < LATE_VIEWS && number < 5000; number++)
		if (!check_game(3, true, &rng))
			return 1;
	return enough() ? 0 : 1;
}
