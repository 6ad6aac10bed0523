/* reach.c: checks ap_determinize() with views of random games of Tiny. All ways to fill in what
 * a view hides are tried by brute force; those that are sound and lead to the same view must be
 * exactly those that ap_determinize() can reach. */
#include <stdio.h>

#include "engine/chapters.h"
#include "properties/reach.h"

enum { GAMES = 1200, EACH_SORT = 3, MOST_CANDIDATES = 60000, SAMPLES_EACH = 200 };

/* The kinds of things that a view can hide. */
enum {
	HANDS = 1 << 0,
	SEEN = 1 << 1, /* the cards that others were shown in hands other than the viewer's */
	AMOUNTS = 1 << 2,
	SUITS = 1 << 3,
	VETOES = 1 << 4,
	BOXES = 1 << 5,
	SORTS = 1 << 6
};

/* ---- Hidden bytes: bids, vetoes and contents ------------------------------------------------- */

/* A byte of the state that a view hides. The values from 0 to `most` are tried, and TG_NONE if
 * the value may be missing. */
typedef struct hidden {
	uint8_t *byte;
	int most;
	bool may_be_missing;
} hidden;

typedef struct search {
	allowed all;
	tg_state full;
	hidden hidden[4 * TG_SEAT_COUNT];
	int count, viewer;
} search;

static void hides(search *t, uint8_t *byte, int most, bool may_be_missing)
{
	t->hidden[t->count++] = (hidden){byte, most, may_be_missing};
}

/* Lists the hidden bytes and returns their kinds. */
static int list_hidden(search *t)
{
	tg_state *s = &t->full;
	int kinds = 0, step = ap_step_of(s);
	t->count = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (seat != t->viewer && step == TG_STEP_BIDS) {
			hides(t, &s->amount[seat], s->coins[seat], true);
			hides(t, &s->suit[seat], TG_SUIT_COUNT - 1, true);
			kinds |= AMOUNTS | SUITS;
		}
		if (s->suit[seat] == AP_UNSEEN) {
			hides(t, &s->suit[seat], TG_SUIT_COUNT - 1, false);
			kinds |= SUITS;
		}
		if (seat != t->viewer && step == TG_STEP_REACT) {
			hides(t, &s->veto[seat], TG_CARD_COUNT - 1, true);
			kinds |= VETOES;
		}
		if (s->content[seat] == AP_UNSEEN) {
			hides(t, &s->content[seat], TG_TREASURE_COUNT - 1, false);
			kinds |= BOXES;
		}
		if (tg_size_of(s->hand[seat]) < s->hand_size[seat])
			kinds |= HANDS;
		if (seat != t->viewer && (s->looked_into[seat] & ~(1u << t->viewer)))
			kinds |= SEEN;
	}
	return kinds;
}

/* ---- All ways to fill in what is hidden ------------------------------------------------------ */

static void try_bytes(search *t, int n)
{
	if (n == t->count) {
		allow_if_it_fits(&t->all, &t->full);
		return;
	}
	const hidden *h = &t->hidden[n];
	uint8_t was = *h->byte;
	for (int value = h->may_be_missing ? -1 : 0; value <= h->most; value++) {
		*h->byte = (uint8_t)(value < 0 ? TG_NONE : value);
		try_bytes(t, n + 1);
	}
	*h->byte = was;
}

/* Returns the cards that a seat may have been shown without the viewer knowing which. */
static unsigned may_have_seen(const search *t, int seat)
{
	unsigned cards = 0;
	for (int other = 0; other < t->full.head.players; other++)
		if (seat != t->viewer && other != t->viewer && tg_has(t->full.looked_into[seat], other))
			cards |= t->full.hand[other];
	return cards;
}

static void try_seen(search *t, int seat)
{
	if (seat == t->full.head.players) {
		try_bytes(t, 0);
		return;
	}
	uint8_t known = t->full.seen[seat];
	unsigned cards = may_have_seen(t, seat), part = cards;
	do {
		t->full.seen[seat] = (uint8_t)(known | part);
		try_seen(t, seat + 1);
		part = (part - 1) & cards;
	} while (part != cards);
	t->full.seen[seat] = known;
}

/* Each card that is not visible is in the deck, or in a hand that has room for it. */
static void try_cards(search *t, unsigned pool)
{
	tg_state *s = &t->full;
	if (!pool) {
		try_seen(t, 0);
		return;
	}
	uint8_t card = (uint8_t)(pool & (~pool + 1));
	try_cards(t, pool & ~card);
	for (int seat = 0; seat < s->head.players; seat++)
		if (tg_size_of(s->hand[seat]) < s->hand_size[seat]) {
			s->hand[seat] |= card;
			try_cards(t, pool & ~card);
			s->hand[seat] &= (uint8_t)~card;
		}
}

/* Returns an upper bound of the number of ways. Stops counting when there are too many. */
static long candidates(const search *t)
{
	const tg_state *s = &t->full;
	long ways = 1;
	int left = tg_size_of(tg_deck(s));
	for (int seat = 0; seat < s->head.players; seat++) {
		for (int n = tg_size_of(s->hand[seat]); n < s->hand_size[seat]; n++)
			ways *= left--;
		if (seat != t->viewer)
			for (int other = 0; other < s->head.players; other++)
				if (other != t->viewer && tg_has(s->looked_into[seat], other))
					ways <<= s->hand_size[other];
	}
	for (int n = 0; n < t->count && ways <= MOST_CANDIDATES; n++)
		ways *= t->hidden[n].most + 1 + t->hidden[n].may_be_missing;
	return ways;
}

/* ---- Views of random games ------------------------------------------------------------------- */

/* The number of views that were checked, by step and by what they hide. */
static int checked[TG_STEP_COUNT][SORTS];

static bool check_view(const tg_state *view, ap_rng *rng)
{
	search t = {.all = {.game = &tiny, .view = view}, .full = *view, .viewer = ap_viewer(view)};
	t.full.head.viewer = AP_EVERYTHING;
	int kinds = list_hidden(&t), *times = &checked[ap_step_of(view)][kinds];
	if (kinds == 0 || *times == EACH_SORT || candidates(&t) > MOST_CANDIDATES)
		return true;
	++*times;
	try_cards(&t, tg_deck(&t.full));
	bool good = all_are_reached(&t.all, SAMPLES_EACH, rng);
	forget(&t.all);
	return good;
}

/* Checks some views of one game, for a viewer that changes from game to game. */
static bool check_game(int players, int number, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = (uint8_t)players, .option = {TG_ROUNDS_5}};
	tg_state s, view;
	int viewer = number % (players + 1) == players ? AP_OBSERVER : number % (players + 1);
	ap_start(&tiny, &setup, &s, NULL);
	while (ap_actors(&s)) {
		int seat = ap_first_seat(ap_actors(&s));
		ap_view(&tiny, &s, viewer, &view);
		if (ap_below(rng, 3) == 0 && !check_view(&view, rng)) {
			printf("reach tiny: %d players, game %d\n", players, number);
			return false;
		}
		int count = ap_legal(&tiny, &s, seat, legal);
		ap_play(&tiny, &s, seat, legal[ap_below(rng, (uint32_t)count)], NULL);
	}
	return true;
}

/* Returns whether some view of this step that hides all of these things was checked. */
static bool checked_with(int step, int kinds)
{
	for (int set = 0; set < SORTS; set++)
		if ((set & kinds) == kinds && checked[step][set])
			return true;
	printf("reach tiny: no view of step %s that hides %#x was checked\n", ap_step_name(&tiny, step),
		kinds);
	return false;
}

int main(void)
{
	ap_rng rng;
	ap_seed(&rng, 1, 0);
	for (int number = 0; number < GAMES; number++)
		if (!check_game(2 + number % 2, number / 2, &rng))
			return 1;
	bool all = checked_with(TG_STEP_DEAL, BOXES | HANDS | SEEN) &&
		checked_with(TG_STEP_BIDS, HANDS | AMOUNTS | SUITS) &&
		checked_with(TG_STEP_BIDS, SEEN | AMOUNTS | SUITS) &&
		checked_with(TG_STEP_CHOICE, BOXES | HANDS | SUITS) &&
		checked_with(TG_STEP_LOOK, HANDS | SEEN | SUITS) &&
		checked_with(TG_STEP_RAID, HANDS | SUITS) && checked_with(TG_STEP_SHOW, HANDS | SUITS) &&
		checked_with(TG_STEP_REACT, HANDS | SUITS | VETOES) &&
		checked_with(TG_STEP_REACT, HANDS | SEEN | VETOES) &&
		checked_with(TG_STEP_TRUMP, BOXES | HANDS | SEEN | SUITS) &&
		checked_with(TG_STEP_TURN_UP, BOXES | HANDS | SUITS) &&
		checked_with(TG_STEP_OPEN, BOXES | HANDS);
	return all ? 0 : 1;
}
