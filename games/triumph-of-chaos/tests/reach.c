/* reach.c: tests that a view of Triumph of Chaos is filled in with every card that the other side
 * may hold, and with no other. What may lie where follows here from the public events alone: a side
 * that takes a new deck holds every card of the old one that nobody has seen, and one that
 * announces the steps of a Political Card has chosen a card that has them. */
#include <stdio.h>

#include "engine/chapters.h"
#include "properties/reach.h"

enum {
	GAMES = 40,
	SAMPLES = 10000,
	LATE_VIEWS = 25,
	MOST_FILLINGS = 300,
	SAMPLES_EACH = 2000,
	ALL_BIDS = TC_SIDE_COUNT * (TC_MOST_BID + 1)
};

/* What everybody knows of an Action Card. */
enum {
	FREE, /* it is in the deck, in the hand or in a box */
	HELD, /* it is in the hand or in a box */
	OPEN, /* it lies open in a box */
	DISCARDED,
	AWAY /* it is out of the game, or not in it yet */
};

/* A game, and what everybody knows by its public events. */
typedef struct table {
	tc_state s;
	uint8_t card[TC_CARDS];                       /* FREE, HELD, .. */
	int hand[TC_SIDE_COUNT], deck[TC_SIDE_COUNT]; /* how many unseen cards they have */
	bool closed[TC_SIDE_COUNT][TC_PILE_COUNT];    /* a card of the side lies there face down */
	bool out[TC_POLITICAL_CARDS];                 /* Political Cards that have been turned */
	int chosen[TC_PILE_COUNT];                    /* chosen cards that lie face down in a box */
	int steps[TC_PILE_COUNT][3];                  /* those of them announced with so many steps */
	int chooser[TC_PILE_COUNT];                   /* the side that has chosen them */
	int box;                                      /* the box of the last card that was chosen */
} table;

static bool is_extra(int card)
{
	return tc_cards[card].year == 0;
}

static bool is_unseen(const table *t, int card)
{
	return t->card[card] == FREE || t->card[card] == HELD;
}

/* ---- What everybody is told ------------------------------------------------------------------ */

static void begin(table *t, const ap_setup *setup)
{
	*t = (table){0};
	ap_start(&triumph_of_chaos, setup, &t->s, NULL);
	for (int card = 0; card < TC_CARDS; card++) {
		t->card[card] = tc_cards[card].year == 1918 ? FREE : AWAY;
		t->deck[tc_card_side(card)] += t->card[card] == FREE;
	}
}

static void all_cards(table *t, int side, int from, int to)
{
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side && t->card[card] == from)
			t->card[card] = (uint8_t)to;
}

static void leaves_hand(table *t, int card, int to)
{
	t->hand[tc_card_side(card)] -= is_unseen(t, card);
	t->card[card] = (uint8_t)to;
}

static void new_deck(table *t, int side)
{
	all_cards(t, side, FREE, HELD);
	for (int card = 0; card < TC_CARDS; card++)
		t->deck[side] += tc_card_side(card) == side && t->card[card] == DISCARDED;
	all_cards(t, side, DISCARDED, FREE);
}

/* Bluff and Influence come into the hand before the Political Phase, and go with it. */
static void extra_cards(table *t, int side, bool come)
{
	for (int card = 0; card < TC_CARDS; card++) {
		if (!is_extra(card) || tc_card_side(card) != side)
			continue;
		if (come)
			t->hand[side]++;
		else
			leaves_hand(t, card, AWAY);
		t->card[card] = come ? HELD : AWAY;
	}
}

/* TC-7.12: a new year's cards and the discards join the deck. That cards which were kept are older
 * is not noted. */
static void year_joins(table *t, int year)
{
	for (int side = 0; side < TC_SIDE_COUNT; side++) {
		if (t->deck[side] == 0)
			all_cards(t, side, FREE, HELD);
		for (int card = 0; card < TC_CARDS; card++) {
			bool joins = t->card[card] == DISCARDED || tc_cards[card].year == year;
			if (tc_card_side(card) != side || !joins)
				continue;
			t->card[card] = FREE;
			t->deck[side]++;
		}
	}
}

static void follow_cards(table *t, const ap_event *e)
{
	int side = e->arg[0];
	switch (e->kind) {
	case TC_EVENT_DRAWS_HIDDEN:
		t->deck[side]--;
		t->hand[side]++;
		break;
	case TC_EVENT_RESHUFFLED:
		new_deck(t, side);
		break;
	case TC_EVENT_YEAR_JOINS:
		year_joins(t, e->arg[0]);
		break;
	case TC_EVENT_EXTRA_CARDS:
		extra_cards(t, side, true);
		break;
	case TC_EVENT_PHASE:
		for (int i = 0; i < TC_SIDE_COUNT && e->arg[0] == TC_PHASE_ACTION; i++)
			extra_cards(t, i, false);
		break;
	case TC_EVENT_PLACED:
		for (int box = 0; box < TC_PILE_COUNT; box++)
			t->closed[side][box] = true;
		t->hand[side] -= e->arg[1];
		break;
	case TC_EVENT_OPENED:
		t->closed[side][e->arg[1]] = false;
		t->card[e->arg[2]] = OPEN;
		break;
	case TC_EVENT_OPENED_INFLUENCE:
		t->closed[side][e->arg[1]] = false;
		t->card[side == TC_SIDE_RED ? TC_CARD_R54 : TC_CARD_W54] = OPEN;
		break;
	case TC_EVENT_PLAYS:
	case TC_EVENT_EVENT:
	case TC_EVENT_CHIT_CARD:
	case TC_EVENT_LETS_SLIP:
	case TC_EVENT_CARD_DISCARDED:
	case TC_EVENT_CARD_OUT:
		leaves_hand(t, e->arg[1], e->kind == TC_EVENT_CARD_OUT ? AWAY : DISCARDED);
		break;
	default:
		break;
	}
}

static int steps_for(int pcard, int side)
{
	const tc_political_card *c = &tc_political_cards[pcard];
	bool brings = c->bonus == TC_BONUS_CHOOSER ||
		c->bonus == (side == TC_SIDE_RED ? TC_BONUS_RED : TC_BONUS_WHITE);
	return brings ? c->steps : 0;
}

static void turn_up(table *t, int box, int pcard)
{
	int steps = steps_for(pcard, t->chooser[box]);
	t->out[pcard] = true;
	if (t->chosen[box] == 0)
		return;
	t->chosen[box]--;
	t->steps[box][steps] -= t->steps[box][steps] > 0;
}

static void follow_political_cards(table *t, const ap_event *e)
{
	switch (e->kind) {
	case TC_EVENT_CHOSEN_HIDDEN:
		t->box = e->arg[1];
		t->chosen[t->box]++;
		t->chooser[t->box] = e->arg[0];
		break;
	case TC_EVENT_ANNOUNCED:
		t->steps[t->box][e->arg[1]]++;
		break;
	case TC_EVENT_TURNED:
		turn_up(t, e->arg[0], e->arg[1]);
		break;
	case TC_EVENT_PILE_SHUFFLED:
		for (int p = 0; p < TC_POLITICAL_CARDS; p++)
			if (tc_political_cards[p].pile == e->arg[0])
				t->out[p] = false;
		break;
	default:
		break;
	}
}

/* ---- What may be where ----------------------------------------------------------------------- */

static int count_of(const table *t, int side, int what)
{
	int count = 0;
	for (int card = 0; card < TC_CARDS; card++)
		count += tc_card_side(card) == side && t->card[card] == what;
	return count;
}

static bool is_placing(const table *t)
{
	return !t->s.head.over && ap_step_of(&t->s) == TC_STEP_POLITICS_PLACE;
}

/* The fewest and the most cards the side may have placed, while it is asked to or has done it. */
static void placed(const table *t, int side, int *fewest, int *most)
{
	bool asked = ap_actors(&t->s) & AP_SEAT(t->s.seat_of[side]);
	*fewest = asked ? 0 : TC_PILE_COUNT;
	*most = asked ? TC_PILE_COUNT - 1 : TC_PILE_COUNT;
}

static bool may_lie(const table *t, int card, int place)
{
	int side = tc_card_side(card), slots = t->hand[side], fewest = 0, most = 0;
	if (place == TC_CARD_PLACE_END_BOX) /* only in the 1919 scenario */
		return false;
	if (place == TC_CARD_PLACE_DECK)
		return t->card[card] == FREE && t->deck[side] > 0;
	for (int box = 0; box < TC_PILE_COUNT; box++)
		slots += t->closed[side][box];
	if (t->card[card] == FREE && slots == count_of(t, side, HELD))
		return false;
	if (is_placing(t))
		placed(t, side, &fewest, &most);
	if (place == TC_CARD_PLACE_HAND)
		return t->hand[side] > fewest;
	return most > 0 || t->closed[side][place - TC_CARD_PLACE_RED_BOX];
}

static bool may_be_chosen(const table *t, int pcard)
{
	int box = tc_political_cards[pcard].pile, need = 0;
	if (t->out[pcard] || tc_political_cards[pcard].special < TC_SPECIALS)
		return false;
	for (int steps = 1; steps <= 2; steps++)
		need += t->steps[box][steps];
	int own = steps_for(pcard, t->chooser[box]);
	need -= own > 0 && t->steps[box][own] > 0;
	return need < t->chosen[box];
}

/* Are there enough others like it? */
static bool may_be_left(const table *t, int pcard)
{
	int box = tc_political_cards[pcard].pile, others = 0, alike = 0;
	int own = steps_for(pcard, t->chooser[box]);
	for (int p = 0; p < TC_POLITICAL_CARDS; p++) {
		if (p == pcard || tc_political_cards[p].pile != box || !may_be_chosen(t, p))
			continue;
		others++;
		alike += steps_for(p, t->chooser[box]) == own;
	}
	return others >= t->chosen[box] && (own == 0 || alike >= t->steps[box][own]);
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* What was met, so that nothing passes by never getting anywhere. */
static int sure_cards, closed_boxes, placings, announced, hidden_choices, late_views, bids;

static bool fail(const table *t, int viewer, const char *card, const char *what)
{
	printf("reach-triumph-of-chaos: step %s, viewer %d, %s: %s\n",
		ap_step_name(&triumph_of_chaos, ap_step_of(&t->s)), viewer, card, what);
	return false;
}

typedef struct reached {
	bool card[TC_CARDS][TC_CARD_PLACE_COUNT], chosen[TC_POLITICAL_CARDS], left[TC_POLITICAL_CARDS];
} reached;

static bool cards_allowed(const table *t, const tc_state *view, const tc_state *filled, reached *r)
{
	for (int card = 0; card < TC_CARDS; card++) {
		int place = filled->card_at[card];
		if (view->card_at[card] != AP_UNSEEN)
			continue;
		if (!is_unseen(t, card) || place >= TC_CARD_PLACE_DISCARDS || !may_lie(t, card, place))
			return fail(t, view->head.viewer, tc_card_names[card], "comes where it cannot be");
		r->card[card][place] = true;
	}
	return true;
}

static bool choice_allowed(
	const table *t, const tc_state *view, const tc_state *filled, int box, reached *r)
{
	int count = 0, steps[3] = {0};
	for (int p = 0; p < TC_POLITICAL_CARDS; p++) {
		if (tc_political_cards[p].pile != box || view->pcard_at[p] != AP_UNSEEN)
			continue;
		bool chosen = filled->pcard_at[p] == TC_POLITICAL_CARD_PLACE_CHOSEN;
		count += chosen;
		steps[steps_for(p, t->chooser[box])] += chosen;
		if (chosen && !may_be_chosen(t, p))
			return fail(t, view->head.viewer, tc_political_card_names[p], "cannot be chosen");
		r->chosen[p] |= chosen;
		r->left[p] |= !chosen;
	}
	return (count == t->chosen[box] && steps[1] >= t->steps[box][1] &&
			   steps[2] >= t->steps[box][2]) ||
		fail(t, view->head.viewer, "a box", "other cards are chosen than were announced");
}

static bool is_hidden_box(const table *t, int box, int viewer)
{
	return t->chosen[box] > 0 && t->s.seat_of[t->chooser[box]] != viewer;
}

static bool all_reached(const table *t, const tc_state *view, const reached *r)
{
	int viewer = view->head.viewer;
	for (int card = 0; card < TC_CARDS; card++) {
		bool own = viewer < 2 && t->s.side_of[viewer] == tc_card_side(card);
		for (int place = 0; place < TC_CARD_PLACE_DISCARDS && is_unseen(t, card) && !own; place++)
			if (may_lie(t, card, place) && !r->card[card][place])
				return fail(t, viewer, tc_card_names[card], "never comes where it may be");
	}
	for (int p = 0; p < TC_POLITICAL_CARDS; p++) {
		int box = tc_political_cards[p].pile;
		if (!is_hidden_box(t, box, viewer) || t->out[p])
			continue;
		if (may_be_chosen(t, p) && !r->chosen[p])
			return fail(t, viewer, tc_political_card_names[p], "is never chosen");
		if (may_be_chosen(t, p) && may_be_left(t, p) && !r->left[p])
			return fail(t, viewer, tc_political_card_names[p], "is always chosen");
	}
	return true;
}

static int known_held(const table *t)
{
	int count = 0;
	for (int card = 0; card < TC_CARDS; card++)
		count += t->card[card] == HELD && !is_extra(card);
	return count;
}

static void count_view(const table *t, int viewer)
{
	sure_cards += known_held(t);
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		for (int box = 0; box < TC_PILE_COUNT && t->s.seat_of[side] != viewer; box++)
			closed_boxes += t->closed[side][box];
	placings += is_placing(t);
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		hidden_choices += is_hidden_box(t, box, viewer);
		announced += is_hidden_box(t, box, viewer) && t->steps[box][1] + t->steps[box][2] > 0;
	}
}

static bool check_view(const table *t, int viewer, ap_rng *rng)
{
	static tc_state view, filled;
	static reached r;
	r = (reached){0};
	ap_view(&triumph_of_chaos, &t->s, viewer, &view);
	for (int i = 0; i < SAMPLES; i++) {
		ap_determinize(&triumph_of_chaos, &view, rng, &filled);
		if (!cards_allowed(t, &view, &filled, &r))
			return false;
		for (int box = 0; box < TC_PILE_COUNT; box++)
			if (is_hidden_box(t, box, viewer) && !choice_allowed(t, &view, &filled, box, &r))
				return false;
	}
	count_view(t, viewer);
	return all_reached(t, &view, &r);
}

/* ---- All ways, where there are few ----------------------------------------------------------- */

static void try_cards(allowed *all, tc_state *full, int side, int card, int left)
{
	while (card < TC_CARDS && (tc_card_side(card) != side || full->card_at[card] != AP_UNSEEN))
		card++;
	if (card == TC_CARDS) {
		if (left == 0)
			allow_if_it_fits(all, full);
		return;
	}
	int known = full->card_known[card];
	full->card_at[card] = TC_CARD_PLACE_DECK;
	if (!known)
		try_cards(all, full, side, card + 1, left);
	full->card_at[card] = TC_CARD_PLACE_HAND;
	full->card_known[card] |= (uint8_t)AP_SEAT(full->seat_of[side]);
	if (left > 0)
		try_cards(all, full, side, card + 1, left - 1);
	full->card_at[card] = AP_UNSEEN;
	full->card_known[card] = (uint8_t)known;
}

static long ways(int of, int some)
{
	long count = 1;
	for (int i = 0; i < some && count <= MOST_FILLINGS; i++)
		count = count * (of - i) / (i + 1);
	return count;
}

/* In the Action Phase nothing is hidden but what the other side has in hand. */
static bool check_late_view(const table *t, int viewer, ap_rng *rng)
{
	static tc_state view, full;
	int side = 1 - t->s.side_of[viewer], held = count_of(t, side, HELD);
	long fillings = ways(count_of(t, side, FREE), t->hand[side] - held);
	if (late_views == LATE_VIEWS || fillings < 2 || fillings > MOST_FILLINGS)
		return true;
	allowed all = {.game = &triumph_of_chaos, .view = &view};
	ap_view(&triumph_of_chaos, &t->s, viewer, &view);
	full = view;
	full.head.viewer = AP_EVERYTHING;
	try_cards(&all, &full, side, 0, t->hand[side]);
	bool good = all.count == fillings ? all_are_reached(&all, SAMPLES_EACH, rng)
									  : fail(t, viewer, "the hand", "other ways than there are");
	late_views++;
	forget(&all);
	return good;
}

static bool check_bids(const table *t, int viewer, ap_rng *rng)
{
	static tc_state view, full;
	allowed all = {.game = &triumph_of_chaos, .view = &view};
	int hidden[2], way = 1;
	for (int seat = 0; seat < 2; seat++) {
		hidden[seat] = seat != viewer && !(ap_actors(&t->s) & AP_SEAT(seat));
		way *= hidden[seat] ? ALL_BIDS : 1;
	}
	ap_view(&triumph_of_chaos, &t->s, viewer, &view);
	full = t->s;
	for (int i = 0; i < way; i++) {
		for (int seat = 0; seat < 2; seat++) {
			full.bid_side[seat] = hidden[seat] ? (uint8_t)(i % TC_SIDE_COUNT) : full.bid_side[seat];
			full.bid_vp[seat] = hidden[seat] ? (uint8_t)(i / TC_SIDE_COUNT) : full.bid_vp[seat];
		}
		allow_if_it_fits(&all, &full);
	}
	bool good = all.count == way && all_are_reached(&all, SAMPLES_EACH, rng);
	bids += good && way > 1;
	forget(&all);
	return good || fail(t, viewer, "a bid", "cannot be what it may be");
}

/* ---- Games ----------------------------------------------------------------------------------- */

static bool check_position(const table *t, int viewer, ap_rng *rng)
{
	int step = ap_step_of(&t->s);
	bool politics = step >= TC_STEP_POLITICS && step <= TC_STEP_TURN_CARDS;
	bool sure = known_held(t) > 0;
	for (int box = 0; box < TC_PILE_COUNT; box++)
		sure |= t->steps[box][1] + t->steps[box][2] > 0;
	if (step == TC_STEP_BID)
		return check_bids(t, viewer, rng);
	if (t->s.side_of[0] == TC_NONE)
		return true;
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (t->hand[side] != t->s.hand_size[side] || t->deck[side] != t->s.deck_size[side])
			return fail(t, viewer, "a hand or a deck", "is not as large as was told");
	if (viewer < 2 && t->s.phase == TC_PHASE_ACTION && ap_below(rng, 20) == 0 &&
		!check_late_view(t, viewer, rng))
		return false;
	return ap_below(rng, sure ? 8 : politics ? 25 : 200) != 0 || check_view(t, viewer, rng);
}

static bool check_game(int number, ap_rng *rng)
{
	static ap_events events;
	static table t;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = 2};
	setup.option[TC_OPTION_SCENARIO] = number % 8 == 7 ? TC_SCENARIO_CAMPAIGN : TC_SCENARIO_1918;
	begin(&t, &setup);
	for (ap_seats actors; (actors = ap_actors(&t.s)) != 0;) {
		int viewer = (int)ap_below(rng, 3);
		if (!check_position(&t, viewer == 2 ? AP_OBSERVER : viewer, rng))
			return false;
		int seat = ap_first_seat(actors);
		if ((actors & (actors - 1)) && ap_below(rng, 2))
			seat = ap_first_seat(actors & (ap_seats)(actors - 1));
		int n = ap_legal(&triumph_of_chaos, &t.s, seat, legal);
		events.count = events.lost = 0;
		ap_play(&triumph_of_chaos, &t.s, seat, legal[ap_below(rng, (uint32_t)n)], &events);
		for (int i = 0; i < events.count; i++) {
			follow_cards(&t, &events.list[i]);
			follow_political_cards(&t, &events.list[i]);
		}
		if (events.lost)
			return fail(&t, AP_OBSERVER, "the list of events", "is too short");
	}
	return true;
}

static bool enough(void)
{
	bool all = sure_cards >= 25 && closed_boxes >= 50 && placings >= 10 && announced >= 10 &&
		hidden_choices >= 30 && late_views == LATE_VIEWS && bids >= 10;
	printf("reach-triumph-of-chaos: %d sure cards, %d closed boxes, %d placings, %d hidden choices "
		   "(%d announced), %d late views, %d bids\n",
		sure_cards, closed_boxes, placings, hidden_choices, announced, late_views, bids);
	return all;
}

int main(void)
{
	ap_rng rng;
	ap_seed(&rng, 1, 0);
	for (int number = 0; number < GAMES; number++)
		if (!check_game(number, &rng))
			return 1;
	return enough() ? 0 : 1;
}
