/* reach.c: filling in the hands of others, each unseen card comes to each hand that may
 * hold it, and never to one that may not. What a hand may hold is followed here from the public
 * events alone: whoever says that he has no mandate has neither crisis nor mandate left, so he
 * holds at most as many as he has drawn since. */
#include <stdio.h>

#include "engine/chapters.h"
#include "engine/chapters.h"
#include "properties/reach.h"

enum {
	GAMES = 24,
	SAMPLES = 4000,
	DECK = 8,
	LATE_VIEWS = 40,
	MOST_FILLINGS = 3000,
	SAMPLES_EACH = 2000
};

typedef struct table {
	re_state s;
	int drawn[AP_MAX_SEATS];  /* cards since his last word */
	int forced[AP_MAX_SEATS]; /* crises and mandates played since */
} table;

static bool is_forced(int card)
{
	int kind = re_cards[card].kind;
	return kind == RE_KIND_CRISIS || kind == RE_KIND_DISREPUTE || kind == RE_KIND_NEW_LEADER ||
		kind == RE_KIND_AILING;
}

static int most_forced(const table *t, int seat)
{
	int most = t->drawn[seat] - t->forced[seat], held = t->s.hand_size[seat];
	return most < held ? most : held;
}

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

/* RE-TU-4: at his mandates he has said that he has no crisis. */
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

/* The hand as filled in: nothing that cannot be there. */
static bool hand_allowed(const table *t, const re_state *filled, int seat, re_set *reached)
{
	int forced = 0;
	for (int card = 0; card < RE_CARDS; card++) {
		if (!re_has(&filled->hand[seat], card))
			continue;
		re_put(reached, card);
		forced += is_forced(card);
		if (!may_hold(t, seat, card))
			return fail(t, seat, card, "comes to a hand that cannot hold it");
		if (forced > most_forced(t, seat))
			return fail(t, seat, card, "is one crisis or mandate too many");
	}
	return re_size_of(filled->hand[seat]) == t->s.hand_size[seat] ||
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

/* ---- Late in the game few cards are left, and all ways to hold them can be tried ---------------
 */

/* How many ways there are; too many are not counted. */
static long fillings(const re_state *view, int left)
{
	long ways = 1;
	for (int seat = 0; seat < view->head.players; seat++)
		for (int i = 0; seat != view->head.viewer && i < view->hand_size[seat]; i++)
			ways = ways > MOST_FILLINGS * 100L ? ways : ways * left-- / (i + 1);
	return ways;
}

static void try_card(allowed *all, re_state *full, re_set pool)
{
	int card = re_take_first(&pool), viewer = ap_viewer(all->view);
	if (card == RE_NONE) {
		allow_if_it_fits(all, full);
		return;
	}
	try_card(all, full, pool); /* in the deck */
	for (int seat = 0; seat < full->head.players; seat++)
		if (seat != viewer && re_size_of(full->hand[seat]) < full->hand_size[seat]) {
			re_put(&full->hand[seat], card);
			try_card(all, full, pool);
			re_take(&full->hand[seat], card);
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
	if (late_views == LATE_VIEWS || fillings(&view, re_size_of(pool)) > MOST_FILLINGS)
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

/* The views that matter: somebody at his mandates, somebody who may hold no forced card, all open.
 */
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

/* Some views early in the game, or those at its very end. */
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
