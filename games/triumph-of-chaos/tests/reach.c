/* reach.c: tests that a view of Triumph of Chaos is filled in with every card that the other side
 * may hold, and with no other. What may lie where follows here from the events alone that are
 * public, or told to the viewer: a side that takes a new deck holds every card of the old one that
 * nobody has seen, cards that it kept when a year's cards joined its deck are older than these, and
 * one that announces the steps of a Political Card has chosen a card that has them. */
#include <stdio.h>

#include "engine/chapters.h"
#include "properties/reach.h"

enum {
	GAMES = 100, /* at least */
	MOST_GAMES = 4000,
	SAMPLES = 20000, /* most of them; fewer are enough when everything has been reached */
	FEWEST_SAMPLES = 400,
	MOST_SHOWN = 200, /* after so many cards that were shown, no more are looked for */
	MOST_SURE = 120,  /* after so many views with sure cards, few more of them are looked at */
	LATE_VIEWS = 25,
	OLDER_HANDS = 10,
	MOST_KEPT = 100, /* after so many views of sides that have kept cards, few more are looked at */
	MOST_FILLINGS = 6000,
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
	bool open[TC_POLITICAL_CARDS];                /* those of them that lie open in a box */
	int chosen[TC_PILE_COUNT];                    /* chosen cards that lie face down in a box */
	int steps[TC_PILE_COUNT][3];                  /* those of them announced with so many steps */
	int chooser[TC_PILE_COUNT];                   /* the side that has chosen them */
	int box;                                      /* the box of the last card that was chosen */
	bool seen[TC_CARDS];                          /* the other side was shown the card */
	bool older[TC_KEPT_YEARS][TC_CARDS];          /* it was unseen when the year's cards joined */
	int kept[TC_KEPT_YEARS][TC_SIDE_COUNT];       /* the fewest of them that are still held */
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
	bool tournament = setup->option[TC_OPTION_SCENARIO] == TC_SCENARIO_1919;
	for (int card = 0; card < TC_CARDS; card++) {
		const tc_card *c = &tc_cards[card];
		bool in_play = tournament
			? c->year > 0 && c->year <= 1919 && c->tournament != TC_TOURNAMENT_OUT
			: c->year == 1918;
		t->card[card] = in_play ? FREE : AWAY;
		t->deck[tc_card_side(card)] += t->card[card] == FREE;
	}
}

static void all_cards(table *t, int side, int from, int to)
{
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side && t->card[card] == from)
			t->card[card] = (uint8_t)to;
}

/* The card is known to everybody from now on. */
static void is_shown(table *t, int card)
{
	for (int year = 0; year < TC_KEPT_YEARS; year++) {
		int *kept = &t->kept[year][tc_card_side(card)];
		*kept -= t->older[year][card] && *kept > 0;
		t->older[year][card] = false;
	}
	t->seen[card] = false;
}

static void all_are_held(table *t, int side)
{
	all_cards(t, side, FREE, HELD);
	for (int year = 0; year < TC_KEPT_YEARS; year++) {
		t->kept[year][side] = 0;
		for (int card = 0; card < TC_CARDS; card++)
			t->older[year][card] &= tc_card_side(card) != side;
	}
}

static void leaves_hand(table *t, int card, int to)
{
	t->hand[tc_card_side(card)] -= is_unseen(t, card);
	is_shown(t, card);
	t->card[card] = (uint8_t)to;
}

static void new_deck(table *t, int side)
{
	all_are_held(t, side);
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

static void note_older(table *t, int side, int year)
{
	t->kept[year - TC_FIRST_KEPT][side] = t->hand[side];
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side)
			t->older[year - TC_FIRST_KEPT][card] = is_unseen(t, card);
}

/* TC-7.12: a new year's cards and the discards join the deck. */
static void year_joins(table *t, int year)
{
	for (int side = 0; side < TC_SIDE_COUNT; side++) {
		if (t->deck[side] == 0)
			all_are_held(t, side);
		else
			note_older(t, side, year);
		for (int card = 0; card < TC_CARDS; card++) {
			bool joins = t->card[card] == DISCARDED || tc_cards[card].year == year;
			if (tc_card_side(card) != side || !joins)
				continue;
			t->card[card] = FREE;
			t->deck[side]++;
		}
	}
}

/* A card that everybody knows comes into the hand. */
static void comes_openly(table *t, int card)
{
	t->deck[tc_card_side(card)] -= t->card[card] == FREE;
	t->hand[tc_card_side(card)]++;
	t->card[card] = HELD;
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
		is_shown(t, e->arg[2]);
		break;
	case TC_EVENT_TAKEN_BACK:
	case TC_EVENT_STARTS_WITH:
		comes_openly(t, e->arg[1]);
		break;
	case TC_EVENT_SEES:
		t->seen[e->arg[1]] = true;
		break;
	case TC_EVENT_ALLOTTED:
		if (!is_extra(e->arg[1]))
			leaves_hand(t, e->arg[1], DISCARDED);
		break;
	case TC_EVENT_OPENED_INFLUENCE:
		t->closed[side][e->arg[1]] = false;
		t->card[side == TC_SIDE_RED ? TC_CARD_R54 : TC_CARD_W54] = OPEN;
		break;
	case TC_EVENT_PLAYS:
	case TC_EVENT_EVENT:
	case TC_EVENT_CHIT_CARD:
	case TC_EVENT_LETS_SLIP:
	case TC_EVENT_END_CARD:
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
	t->out[pcard] = t->open[pcard] = true;
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
	case TC_EVENT_USED_CARDS:
	case TC_EVENT_BOX_RENEWED:
	case TC_EVENT_SPECIALS_DISCARDED: /* The special card itself stays; nobody can choose it. */
		for (int p = 0; p < TC_POLITICAL_CARDS; p++)
			t->open[p] &= tc_political_cards[p].pile != e->arg[0];
		break;
	case TC_EVENT_PILE_SHUFFLED:
		for (int p = 0; p < TC_POLITICAL_CARDS; p++)
			if (tc_political_cards[p].pile == e->arg[0])
				t->out[p] = t->open[p];
		break;
	default:
		break;
	}
}

/* ---- What may be where ----------------------------------------------------------------------- */

/* What a viewer knows of the card: FREE, HELD, .. */
static int known_as(const table *t, int card, int viewer)
{
	bool seen = t->seen[card] && viewer == t->s.seat_of[1 - tc_card_side(card)];
	return t->card[card] == FREE && seen ? HELD : t->card[card];
}

static int count_of(const table *t, int side, int what, int viewer)
{
	int count = 0;
	for (int card = 0; card < TC_CARDS; card++)
		count += tc_card_side(card) == side && known_as(t, card, viewer) == what;
	return count;
}

static bool is_placing(const table *t)
{
	return !t->s.head.over && ap_step_of(&t->s) == TC_STEP_POLITICS_PLACE;
}

static bool is_staking(const table *t)
{
	return !t->s.head.over && ap_step_of(&t->s) == TC_STEP_END_CARDS;
}

static bool is_asked(const table *t, int side)
{
	return ap_actors(&t->s) & AP_SEAT(t->s.seat_of[side]);
}

/* The fewest and the most cards the side may have placed, while it is asked to or has done it. */
static void placed(const table *t, int side, int *fewest, int *most)
{
	*fewest = is_asked(t, side) ? 0 : TC_PILE_COUNT;
	*most = is_asked(t, side) ? TC_PILE_COUNT - 1 : TC_PILE_COUNT;
}

/* Returns how many unseen cards the side holds, in its hand or face down in boxes. */
static int held_by(const table *t, int side)
{
	int count = t->hand[side];
	for (int box = 0; box < TC_PILE_COUNT; box++)
		count += t->closed[side][box];
	return count;
}

/* Returns whether the side may hold its cards if it holds this one, or if it does not. */
static bool can_hold(const table *t, int card, bool holds, int viewer)
{
	int side = tc_card_side(card), more = 0;
	int sure = count_of(t, side, HELD, viewer) + holds;
	for (int year = 0; year < TC_KEPT_YEARS; year++) {
		int missing = t->kept[year][side] - more, free = -more;
		for (int c = 0; c < TC_CARDS; c++) {
			if (tc_card_side(c) != side || !t->older[year][c])
				continue;
			missing -= known_as(t, c, viewer) == HELD || (c == card && holds);
			free += known_as(t, c, viewer) == FREE && c != card;
		}
		if (missing > free)
			return false;
		more += missing > 0 ? missing : 0;
	}
	return sure + more <= held_by(t, side);
}

static bool may_lie(const table *t, int card, int place, int viewer)
{
	int side = tc_card_side(card), fewest = 0, most = 0;
	bool free = known_as(t, card, viewer) == FREE;
	if (place == TC_CARD_PLACE_DECK)
		return free && t->deck[side] > 0 && can_hold(t, card, false, viewer);
	if (free && !can_hold(t, card, true, viewer))
		return false;
	if (is_placing(t))
		placed(t, side, &fewest, &most);
	bool staked = is_staking(t) && !is_asked(t, side);
	if (place == TC_CARD_PLACE_END_BOX)
		return staked;
	if (place == TC_CARD_PLACE_HAND)
		return t->hand[side] > fewest + staked;
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
static int sure_views, kept_views, shown_cards, stakes, older_hands;

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
		if (!is_unseen(t, card) || place >= TC_CARD_PLACE_DISCARDS ||
			!may_lie(t, card, place, view->head.viewer))
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

/* Says what is missing only when no more samples are taken. */
static bool missed(const table *t, int viewer, const char *card, const char *what, bool last)
{
	return last ? fail(t, viewer, card, what) : false;
}

static bool all_reached(const table *t, const tc_state *view, const reached *r, bool last)
{
	int viewer = view->head.viewer;
	for (int card = 0; card < TC_CARDS; card++) {
		bool hidden = is_unseen(t, card) && view->card_at[card] == AP_UNSEEN;
		for (int place = 0; place < TC_CARD_PLACE_DISCARDS && hidden; place++)
			if (!r->card[card][place] && may_lie(t, card, place, viewer))
				return missed(t, viewer, tc_card_names[card], "never comes where it may be", last);
	}
	for (int p = 0; p < TC_POLITICAL_CARDS; p++) {
		int box = tc_political_cards[p].pile;
		if (!is_hidden_box(t, box, viewer) || t->out[p])
			continue;
		if (may_be_chosen(t, p) && !r->chosen[p])
			return missed(t, viewer, tc_political_card_names[p], "is never chosen", last);
		if (may_be_chosen(t, p) && may_be_left(t, p) && !r->left[p])
			return missed(t, viewer, tc_political_card_names[p], "is always chosen", last);
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
	sure_views += known_held(t) > 0;
	stakes += is_staking(t);
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		kept_views += t->s.seat_of[side] != viewer && t->kept[0][side] + t->kept[1][side] > 0;
	for (int card = 0; card < TC_CARDS; card++)
		shown_cards += t->seen[card] && viewer == t->s.seat_of[1 - tc_card_side(card)];
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
		if (i >= FEWEST_SAMPLES && i % FEWEST_SAMPLES == 0 && all_reached(t, &view, &r, false))
			break;
		ap_determinize(&triumph_of_chaos, &view, rng, &filled);
		if (!cards_allowed(t, &view, &filled, &r))
			return false;
		for (int box = 0; box < TC_PILE_COUNT; box++)
			if (is_hidden_box(t, box, viewer) && !choice_allowed(t, &view, &filled, box, &r))
				return false;
	}
	count_view(t, viewer);
	return all_reached(t, &view, &r, true);
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
	if (!(known & TC_KNOWN_HELD))
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

/* Returns in how many ways the side can hold its cards: some that were there before 1919, some that
 * were there before 1920 alone, and others. */
static long hands(const table *t, int side, int viewer)
{
	int free[3] = {0}, sure[3] = {0}, draws = t->hand[side] - count_of(t, side, HELD, viewer);
	long count = 0;
	for (int card = 0; card < TC_CARDS; card++) {
		int what = known_as(t, card, viewer);
		int sort = t->older[0][card] ? 0 : t->older[1][card] ? 1 : 2;
		free[sort] += tc_card_side(card) == side && what == FREE;
		sure[sort] += tc_card_side(card) == side && what == HELD;
	}
	for (int early = 0; early <= draws && early <= free[0]; early++)
		for (int late = 0; early + late <= draws && late <= free[1]; late++) {
			bool kept = sure[0] + early >= t->kept[0][side] &&
				(t->kept[1][side] == 0 || sure[0] + sure[1] + early + late >= t->kept[1][side]);
			if (kept && draws - early - late <= free[2])
				count += ways(free[0], early) * ways(free[1], late) *
					ways(free[2], draws - early - late);
		}
	return count;
}

/* In the Action Phase nothing is hidden but what the other side has in hand. */
static bool check_late_view(const table *t, int viewer, ap_rng *rng)
{
	static tc_state view, full;
	int side = 1 - t->s.side_of[viewer], shown = 0;
	long fillings = hands(t, side, viewer);
	bool older = t->kept[0][side] + t->kept[1][side] > 0;
	if ((older ? older_hands == OLDER_HANDS : late_views == LATE_VIEWS) || fillings < 2 ||
		fillings > MOST_FILLINGS)
		return true;
	allowed all = {.game = &triumph_of_chaos, .view = &view};
	ap_view(&triumph_of_chaos, &t->s, viewer, &view);
	full = view;
	full.head.viewer = AP_EVERYTHING;
	for (int card = 0; card < TC_CARDS; card++)
		shown += tc_card_side(card) == side && view.card_at[card] == TC_CARD_PLACE_HAND;
	try_cards(&all, &full, side, 0, t->hand[side] - shown);
	bool good = all.count == fillings ? all_are_reached(&all, SAMPLES_EACH, rng)
									  : fail(t, viewer, "the hand", "other ways than there are");
	*(older ? &older_hands : &late_views) += 1;
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

static bool is_shown_something(const table *t)
{
	for (int card = 0; card < TC_CARDS && shown_cards < MOST_SHOWN; card++)
		if (t->seen[card])
			return true;
	return false;
}

static bool has_kept_something(const table *t)
{
	int kept = 0;
	for (int side = 0; side < TC_SIDE_COUNT && kept_views < MOST_KEPT; side++)
		kept += t->kept[0][side] + t->kept[1][side];
	return kept > 0 && t->s.phase == TC_PHASE_ACTION;
}

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
	if (viewer < 2 && t->s.phase == TC_PHASE_ACTION &&
		ap_below(rng, has_kept_something(t) ? 1 : 20) == 0 && !check_late_view(t, viewer, rng))
		return false;
	bool rare = is_staking(t) || is_shown_something(t) || has_kept_something(t);
	int one_in = rare ? 4 : sure && sure_views < MOST_SURE ? 8 : politics ? 25 : 200;
	return ap_below(rng, (uint32_t)one_in) != 0 || check_view(t, viewer, rng);
}

static bool check_game(int number, ap_rng *rng)
{
	static ap_events events;
	static table t;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = 2};
	setup.option[TC_OPTION_SCENARIO] = number % 4 == 3 ? TC_SCENARIO_CAMPAIGN
		: number % 4 == 1                              ? TC_SCENARIO_1919
													   : TC_SCENARIO_1918;
	setup.option[TC_OPTION_MUSTER] = number % 8 == 7 ? TC_MUSTER_CHANCE : TC_MUSTER_FIXED;
	setup.option[TC_OPTION_OPENING] = number % 8 == 5 ? TC_OPENING_NONE : TC_OPENING_CARDS;
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

static bool has_enough(void)
{
	return sure_cards >= 25 && closed_boxes >= 50 && placings >= 10 && announced >= 10 &&
		hidden_choices >= 30 && late_views == LATE_VIEWS && bids >= 10 && kept_views >= 25 &&
		shown_cards >= 25 && stakes >= 4 && older_hands >= 5;
}

/* Which positions come up is a matter of chance: it plays until it has seen enough of all kinds. */
int main(void)
{
	ap_rng rng;
	ap_seed(&rng, 1, 0);
	for (int number = 0; number < GAMES || (number < MOST_GAMES && !has_enough()); number++)
		if (!check_game(number, &rng))
			return 1;
	printf("reach-triumph-of-chaos: %d sure cards, %d closed boxes, %d placings, %d hidden choices "
		   "(%d announced), %d late views (%d of kept cards), %d bids, %d views of kept cards, "
		   "%d shown cards, %d stakes\n",
		sure_cards, closed_boxes, placings, hidden_choices, announced, late_views, older_hands,
		bids, kept_views, shown_cards, stakes);
	return has_enough() ? 0 : 1;
}
