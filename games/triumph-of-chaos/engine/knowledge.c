/* knowledge.c: what a seat may know. Hidden are the other side's hand, deck and closed boxes, the
 * Political Cards it has chosen, and a bid until both are in. */
#include "chapters.h"

static bool is_at(const tc_state *s, int step)
{
	return !s->head.over && ap_peek(s)->step == step;
}

/* ---- Hiding ---------------------------------------------------------------------------------- */

static void hide_bids(tc_state *s, int viewer)
{
	for (int seat = 0; seat < 2; seat++)
		if (seat != viewer && is_at(s, BID))
			s->bid_side[seat] = s->bid_vp[seat] = NONE;
}

static bool knows(int known, int viewer)
{
	return (known & KNOWN_BOTH) == KNOWN_BOTH || (viewer < 2 && (known >> viewer & 1));
}

static bool in_box(int place)
{
	return place >= CARD_BOX && place < CARD_BOX + BOXES;
}

/* What a side holds shows everything about its deck to itself. */
static void hide_cards(tc_state *s, int viewer)
{
	int own = viewer < 2 ? s->side_of[viewer] : NONE;
	for (int card = 0; card < CARDS; card++) {
		int place = s->card_at[card];
		bool covered = place == CARD_DECK || place == CARD_HAND || in_box(place);
		if (tc_card_side(card) == own || !covered || knows(s->card_known[card], viewer))
			continue;
		s->card_at[card] = UNSEEN;
		s->card_known[card] &= KNOWN_HELD;
	}
}

static bool is_special(int pcard)
{
	return tc_political_cards[pcard].special < TC_SPECIALS;
}

/* The seat that knows the chosen cards of a box; NONE: there are none. */
static int chooser_seat(const tc_state *s, int box)
{
	bool chosen = s->box_chosen[box] > 0 && s->chooser[box] < SIDES;
	return chosen ? s->seat_of[s->chooser[box]] : NONE;
}

static void hide_political_cards(tc_state *s, int viewer)
{
	for (int p = 0; p < PCARDS; p++) {
		int seat = chooser_seat(s, tc_political_cards[p].pile), place = s->pcard_at[p];
		bool covered = place == P_PILE || place == P_CHOSEN;
		if (seat == NONE || seat == viewer || !covered || is_special(p))
			continue;
		s->pcard_at[p] = UNSEEN;
		s->pcard_known[p] = 0;
	}
}

void tc_hide(void *state, int viewer)
{
	hide_bids(state, viewer);
	hide_cards(state, viewer);
	hide_political_cards(state, viewer);
}

/* ---- Filling in: Action Cards ---------------------------------------------------------------- */

typedef struct pool {
	uint8_t card[CARDS];
	int count;
} pool;

static int draw_from(pool *p, ap_rng *rng)
{
	int i = (int)ap_below(rng, (uint32_t)p->count), card = p->card[i];
	p->card[i] = p->card[--p->count];
	return card;
}

static void add_to(pool *p, int card)
{
	p->card[p->count++] = (uint8_t)card;
}

static bool is_extra(int card)
{
	return tc_cards[card].kind == TC_KIND_INFLUENCE || tc_cards[card].kind == TC_KIND_BLUFF;
}

static int known_at(const tc_state *s, int side, int place)
{
	int count = 0;
	for (int card = 0; card < CARDS; card++)
		count += tc_card_side(card) == side && s->card_at[card] == place;
	return count;
}

/* Boxes in which a card of the side lies unseen. */
static int closed_boxes(const tc_state *s, int side, int boxes[BOXES])
{
	int count = 0;
	for (int box = 0; box < BOXES; box++)
		if (tc_lies(s, side, box) && known_at(s, side, CARD_BOX + box) == 0)
			boxes[count++] = box;
	return count;
}

/* Whoever is still asked to place cards may have placed any number but the last; boxes in any
 * order. */
static int placed_boxes(const tc_state *s, int side, int boxes[BOXES], ap_rng *rng)
{
	int all = s->hand_size[side] < BOXES ? s->hand_size[side] : BOXES;
	bool asked = ap_peek(s)->asked & AP_SEAT(s->seat_of[side]);
	for (int i = 0; i < BOXES; i++) {
		int other = (int)ap_below(rng, (uint32_t)(i + 1));
		boxes[i] = boxes[other];
		boxes[other] = i;
	}
	return asked && all > 0 ? (int)ap_below(rng, (uint32_t)all) : all;
}

/* In no deck: Bluff, Influence, and what is known to be held. */
static bool surely_held(const tc_state *s, int card)
{
	return is_extra(card) || (s->card_known[card] & KNOWN_HELD);
}

/* The rest of what is held may be anything. */
static void fill_held(tc_state *s, int side, int count, pool *held, ap_rng *rng)
{
	pool other;
	held->count = other.count = 0;
	for (int card = 0; card < CARDS; card++)
		if (s->card_at[card] == UNSEEN && tc_card_side(card) == side)
			add_to(surely_held(s, card) ? held : &other, card);
	while (held->count < count && other.count > 0)
		add_to(held, draw_from(&other, rng));
	while (other.count > 0)
		s->card_at[other.card[--other.count]] = CARD_DECK;
}

static void fill_side(tc_state *s, int side, ap_rng *rng)
{
	int boxes[BOXES] = {0}, unseen = known_at(s, side, UNSEEN);
	int deck = s->deck_size[side] - known_at(s, side, CARD_DECK);
	if (unseen == 0)
		return;
	bool placing = is_at(s, POLITICS_PLACE);
	int closed = placing ? placed_boxes(s, side, boxes, rng) : closed_boxes(s, side, boxes);
	uint8_t owner = s->seat_of[side] < 2 ? (uint8_t)AP_SEAT(s->seat_of[side]) : 0;
	pool held;
	fill_held(s, side, unseen - deck, &held, rng);
	for (int i = 0; held.count > 0; i++) {
		int card = draw_from(&held, rng);
		s->card_at[card] = (uint8_t)(i < closed ? CARD_BOX + boxes[i] : CARD_HAND);
		s->card_known[card] |= owner;
	}
}

/* ---- Filling in: Political Cards ------------------------------------------------------------- */

/* TC-8.153.1: could the side have announced this card with so many steps? */
static bool fits_steps(int pcard, int side, int steps)
{
	const tc_political_card *c = &tc_political_cards[pcard];
	int bonus = side == RED ? TC_BONUS_RED : TC_BONUS_WHITE;
	return c->steps == steps && (c->bonus == bonus || c->bonus == TC_BONUS_CHOOSER);
}

/* One unseen card of the box becomes a chosen one; steps 0: any. */
static void fill_choice(tc_state *s, int box, int steps, ap_rng *rng)
{
	pool fitting = {.count = 0};
	for (int p = 0; p < PCARDS; p++)
		if (s->pcard_at[p] == UNSEEN && tc_political_cards[p].pile == box &&
			(steps == 0 || fits_steps(p, s->chooser[box], steps)))
			add_to(&fitting, p);
	if (fitting.count == 0)
		return;
	int pcard = draw_from(&fitting, rng);
	s->pcard_at[pcard] = P_CHOSEN;
	s->pcard_known[pcard] = (uint8_t)AP_SEAT(chooser_seat(s, box));
}

static void fill_box(tc_state *s, int box, int viewer, ap_rng *rng)
{
	int seat = chooser_seat(s, box);
	if (seat == NONE || seat == viewer)
		return;
	for (int i = 0; i < s->box_chosen[box]; i++) {
		bool one = i < s->box_ones[box], two = !one && i < s->box_ones[box] + s->box_twos[box];
		fill_choice(s, box, one ? 1 : two ? 2 : 0, rng);
	}
	for (int p = 0; p < PCARDS; p++)
		if (s->pcard_at[p] == UNSEEN && tc_political_cards[p].pile == box)
			s->pcard_at[p] = P_PILE;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void fill_bid(tc_state *s, int seat, ap_rng *rng)
{
	if (ap_peek(s)->asked == 0 || (ap_peek(s)->asked & AP_SEAT(seat)))
		return;
	s->bid_side[seat] = (uint8_t)ap_below(rng, SIDES);
	s->bid_vp[seat] = (uint8_t)ap_below(rng, MOST_BID + 1);
}

void tc_fill(void *state, int viewer, ap_rng *rng)
{
	tc_state *s = state;
	for (int seat = 0; seat < 2; seat++)
		if (seat != viewer && is_at(s, BID))
			fill_bid(s, seat, rng);
	for (int side = 0; side < SIDES; side++)
		fill_side(s, side, rng);
	for (int box = 0; box < BOXES; box++)
		fill_box(s, box, viewer, rng);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static int drawer(const tc_state *s)
{
	const ap_frame *f = ap_peek(s);
	return f->step == DRAW ? s->seat_of[f->v[0]] : NONE;
}

ap_action tc_mask(const void *state, int seat, ap_action a, int viewer)
{
	const tc_state *s = state;
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_BID:
	case V_PLACE:
		return ap_act(ap_verb_of(a), AP_UNKNOWN, AP_UNKNOWN);
	case V_CHOOSE:
	case V_ANNOUNCE:
		return ap_act(ap_verb_of(a), AP_UNKNOWN, ap_y(a));
	case V_DRAW:
		return viewer == drawer(s) ? a : ap_act(V_DRAW, AP_UNKNOWN, 0);
	default:
		return a;
	}
}

/* Nothing is asked that only a few would want to answer otherwise. */
bool tc_tiresome(const void *state, int seat)
{
	(void)state;
	(void)seat;
	return false;
}
