/* knowledge.c: what a seat may know. Hidden from a seat are the hand, deck and closed boxes of the
 * other side, the card that it has laid for the end (TC-5.27), RED's objectives (TC-5.26.2), the
 * Political Cards that the other side has chosen, and its bid until both bids are in. */
#include "events.h"
#include "frames.h"

static bool is_at(const tc_state *s, int step)
{
	return !s->head.over && ap_peek(s)->step == step;
}

/* ---- Hiding ---------------------------------------------------------------------------------- */

static void hide_bids(tc_state *s, int viewer)
{
	for (int seat = 0; seat < TC_SEAT_COUNT; seat++)
		if (seat != viewer && is_at(s, TC_STEP_BID))
			s->bid_side[seat] = s->bid_vp[seat] = TC_NONE;
}

/* TC-5.15.1: hides the card that the other seat has laid for its armies. */
static void hide_allotted(tc_state *s, int viewer)
{
	for (int seat = 0; seat < TC_SEAT_COUNT; seat++)
		if (seat != viewer)
			s->allotted[seat] = TC_NONE;
}

static bool knows(int known, int viewer)
{
	return (known & TC_KNOWN_TO_BOTH) == TC_KNOWN_TO_BOTH ||
		(viewer < TC_SEAT_COUNT && (known >> viewer & 1));
}

static bool in_box(int place)
{
	return place >= TC_CARD_PLACE_RED_BOX && place < TC_CARD_PLACE_RED_BOX + TC_PILE_COUNT;
}

/* Hides Action Cards. A side knows its own hand, and therefore also which cards are in its deck. It
 * knows which cards of the other hand it has been shown, but not, in a Political Phase or while
 * cards are laid for the end, which of them lie in boxes. */
static void hide_cards(tc_state *s, int viewer)
{
	int own = viewer < TC_SEAT_COUNT ? s->side_of[viewer] : TC_NONE;
	int kept = TC_CARD_KNOWN_HELD | TC_KNOWN_OLDER | (tc_is_side(own) ? TC_CARD_KNOWN_SEEN : 0);
	bool laid = tc_in_politics(s) || is_at(s, TC_STEP_END_CARDS);
	for (int card = 0; card < TC_CARDS; card++) {
		int place = s->card_at[card];
		bool covered = place == TC_CARD_PLACE_DECK || place == TC_CARD_PLACE_HAND ||
			place == TC_CARD_PLACE_END_BOX || in_box(place);
		bool shown = place == TC_CARD_PLACE_HAND && !laid &&
			(s->card_known[card] & kept & TC_CARD_KNOWN_SEEN);
		if (tc_card_side(card) == own || !covered || shown || knows(s->card_known[card], viewer))
			continue;
		s->card_at[card] = AP_UNSEEN;
		s->card_known[card] &= (uint8_t)kept;
	}
}

/* Returns the seat that knows the chosen cards of a box; TC_NONE if there are none. */
static int chooser_seat(const tc_state *s, int box)
{
	bool chosen = s->box_chosen[box] > 0 && s->chooser[box] < TC_SIDE_COUNT;
	return chosen ? s->seat_of[s->chooser[box]] : TC_NONE;
}

static void hide_political_cards(tc_state *s, int viewer)
{
	for (int p = 0; p < TC_POLITICAL_CARDS; p++) {
		int seat = chooser_seat(s, tc_political_cards[p].pile), place = s->pcard_at[p];
		bool covered =
			place == TC_POLITICAL_CARD_PLACE_PILE || place == TC_POLITICAL_CARD_PLACE_CHOSEN;
		if (seat == TC_NONE || seat == viewer || !covered || tc_is_special(p))
			continue;
		s->pcard_at[p] = AP_UNSEEN;
		s->pcard_known[p] = 0;
	}
}

static void hide_objectives(tc_state *s, int viewer)
{
	int before = s->head.viewer;
	s->head.viewer = (uint8_t)viewer;
	if (!tc_sees_objectives(s))
		s->objectives = 0;
	s->head.viewer = (uint8_t)before;
}

void tc_hide(void *state, int viewer)
{
	hide_bids(state, viewer);
	hide_allotted(state, viewer);
	hide_cards(state, viewer);
	hide_political_cards(state, viewer);
	hide_objectives(state, viewer);
}

/* ---- Filling in: Action Cards ---------------------------------------------------------------- */

typedef struct pool {
	uint8_t card[TC_CARDS];
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
	for (int card = 0; card < TC_CARDS; card++)
		count += tc_card_side(card) == side && s->card_at[card] == place;
	return count;
}

/* Lists the boxes in which an unseen card of the side lies. Returns how many there are. */
static int closed_boxes(const tc_state *s, int side, int boxes[TC_PILE_COUNT])
{
	int count = 0;
	for (int box = 0; box < TC_PILE_COUNT; box++)
		if (tc_lies(s, side, box) && known_at(s, side, TC_CARD_PLACE_RED_BOX + box) == 0)
			boxes[count++] = box;
	return count;
}

/* Chooses at random how many cards the side has laid, and in which boxes. A side that is no longer
 * asked has laid all of them; otherwise at least one is still to be laid. */
static int placed_boxes(const tc_state *s, int side, int boxes[TC_PILE_COUNT], ap_rng *rng)
{
	int all = s->hand_size[side] < TC_PILE_COUNT ? s->hand_size[side] : TC_PILE_COUNT;
	bool asked = ap_peek(s)->asked & AP_SEAT(s->seat_of[side]);
	for (int i = 0; i < TC_PILE_COUNT; i++) {
		int other = (int)ap_below(rng, (uint32_t)(i + 1));
		boxes[i] = boxes[other];
		boxes[other] = i;
	}
	return asked && all > 0 ? (int)ap_below(rng, (uint32_t)all) : all;
}

/* Returns whether the card is surely held: Bluff and Influence, which are in no deck, and cards
 * that everybody, or the viewer, knows to be held. */
static bool surely_held(const tc_state *s, int card)
{
	return is_extra(card) || (s->card_known[card] & TC_KNOWN_HELD);
}

/* Returns how many cards are still missing of those that the side has kept since before a year. */
static int kept_missing(const tc_state *s, int side, int year, const pool *held)
{
	int missing = s->kept[year][side], flag = tc_kept_flag(year);
	for (int card = 0; card < TC_CARDS; card++)
		missing -= tc_card_side(card) == side && s->card_at[card] >= TC_CARD_PLACE_HAND &&
			s->card_at[card] < TC_CARD_PLACE_DISCARDS && (s->card_known[card] & flag);
	for (int i = 0; i < held->count; i++)
		missing -= (s->card_known[held->card[i]] & flag) != 0;
	return missing;
}

/* Moves a card that was there before the year from one pool to the other. Returns whether there was
 * one. */
static bool hold_older(const tc_state *s, int year, pool *from, pool *held, ap_rng *rng)
{
	int older[TC_CARDS], count = 0;
	for (int i = 0; i < from->count; i++)
		if (s->card_known[from->card[i]] & tc_kept_flag(year))
			older[count++] = i;
	if (count == 0)
		return false;
	int i = older[ap_below(rng, (uint32_t)count)];
	add_to(held, from->card[i]);
	from->card[i] = from->card[--from->count];
	return true;
}

/* Fills the pool with the cards that the side holds: first those that it surely holds, then those
 * that it has kept, then any others. The remaining cards are its deck. */
static void fill_held(tc_state *s, int side, int count, pool *held, ap_rng *rng)
{
	pool other;
	held->count = other.count = 0;
	for (int card = 0; card < TC_CARDS; card++)
		if (s->card_at[card] == AP_UNSEEN && tc_card_side(card) == side)
			add_to(surely_held(s, card) ? held : &other, card);
	for (int year = 0; year < TC_KEPT_YEARS; year++)
		for (int left = kept_missing(s, side, year, held); left > 0 && held->count < count; left--)
			if (!hold_older(s, year, &other, held, rng))
				break;
	while (held->count < count && other.count > 0)
		add_to(held, draw_from(&other, rng));
	while (other.count > 0)
		s->card_at[other.card[--other.count]] = TC_CARD_PLACE_DECK;
}

/* TC-5.27: fills the hand of a side that lays a card for the end. If it is no longer asked, one of
 * its cards is laid. */
static void fill_end_cards(tc_state *s, int side, int count, ap_rng *rng)
{
	ap_seats asked = ap_peek(s)->asked;
	bool laid = asked && !(asked & AP_SEAT(s->seat_of[side]));
	pool held;
	fill_held(s, side, count, &held, rng);
	while (held.count > 0) {
		int card = draw_from(&held, rng);
		s->card_at[card] = laid ? TC_CARD_PLACE_END_BOX : TC_CARD_PLACE_HAND;
		s->card_known[card] |= (uint8_t)AP_SEAT(s->seat_of[side]);
		laid = false;
	}
}

/* TC-5.26.2: writes objectives for RED at random: those that have been read out, and others. */
static void fill_objectives(tc_state *s, int viewer, ap_rng *rng)
{
	int left = tc_objectives_written(s), before = s->head.viewer;
	s->head.viewer = (uint8_t)viewer;
	bool seen = tc_sees_objectives(s);
	s->head.viewer = (uint8_t)before;
	if (seen || s->head.over)
		return;
	if (is_at(s, TC_STEP_OBJECTIVES_READ))
		s->objectives = tc_ending_peek(s)->read;
	for (int o = 0; o < TC_OBJECTIVES; o++)
		left -= s->objectives >> o & 1;
	while (left > 0) {
		unsigned o = ap_below(rng, TC_OBJECTIVES);
		if (s->objectives >> o & 1)
			continue;
		s->objectives |= (uint8_t)(1u << o);
		left--;
	}
}

static void fill_side(tc_state *s, int side, ap_rng *rng)
{
	int boxes[TC_PILE_COUNT] = {0}, unseen = known_at(s, side, AP_UNSEEN);
	int deck = s->deck_size[side] - known_at(s, side, TC_CARD_PLACE_DECK);
	if (unseen == 0)
		return;
	if (is_at(s, TC_STEP_END_CARDS)) {
		fill_end_cards(s, side, unseen - deck, rng);
		return;
	}
	bool placing = is_at(s, TC_STEP_POLITICS_PLACE);
	int closed = placing ? placed_boxes(s, side, boxes, rng) : closed_boxes(s, side, boxes);
	uint8_t owner = s->seat_of[side] < TC_SEAT_COUNT ? (uint8_t)AP_SEAT(s->seat_of[side]) : 0;
	pool held;
	fill_held(s, side, unseen - deck, &held, rng);
	for (int i = 0; held.count > 0; i++) {
		int card = draw_from(&held, rng);
		s->card_at[card] =
			(uint8_t)(i < closed ? TC_CARD_PLACE_RED_BOX + boxes[i] : TC_CARD_PLACE_HAND);
		s->card_known[card] |= owner;
	}
}

/* ---- Filling in: Political Cards ------------------------------------------------------------- */

/* TC-8.153.1: returns whether the side could have announced this card with so many steps. */
static bool fits_steps(int pcard, int side, int steps)
{
	const tc_political_card *c = &tc_political_cards[pcard];
	int bonus = side == TC_SIDE_RED ? TC_BONUS_RED : TC_BONUS_WHITE;
	return c->steps == steps && (c->bonus == bonus || c->bonus == TC_BONUS_CHOOSER);
}

/* Makes one unseen card of the box a chosen card with so many steps (0 for any number). */
static void fill_choice(tc_state *s, int box, int steps, ap_rng *rng)
{
	pool fitting = {.count = 0};
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (s->pcard_at[p] == AP_UNSEEN && tc_political_cards[p].pile == box &&
			(steps == 0 || fits_steps(p, s->chooser[box], steps)))
			add_to(&fitting, p);
	if (fitting.count == 0)
		return;
	int pcard = draw_from(&fitting, rng);
	s->pcard_at[pcard] = TC_POLITICAL_CARD_PLACE_CHOSEN;
	s->pcard_known[pcard] = (uint8_t)AP_SEAT(chooser_seat(s, box));
}

static void fill_box(tc_state *s, int box, int viewer, ap_rng *rng)
{
	int seat = chooser_seat(s, box);
	if (seat == TC_NONE || seat == viewer)
		return;
	for (int i = 0; i < s->box_chosen[box]; i++) {
		bool one = i < s->box_ones[box], two = !one && i < s->box_ones[box] + s->box_twos[box];
		fill_choice(s, box, one ? 1 : two ? 2 : 0, rng);
	}
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (s->pcard_at[p] == AP_UNSEEN && tc_political_cards[p].pile == box)
			s->pcard_at[p] = TC_POLITICAL_CARD_PLACE_PILE;
}

/* ---- Filling in everything ------------------------------------------------------------------- */

static void fill_bid(tc_state *s, int seat, ap_rng *rng)
{
	if (ap_peek(s)->asked == 0 || (ap_peek(s)->asked & AP_SEAT(seat)))
		return;
	s->bid_side[seat] = (uint8_t)ap_below(rng, TC_SIDE_COUNT);
	s->bid_vp[seat] = (uint8_t)ap_below(rng, TC_MOST_BID + 1);
}

/* Lays a card of its hand for a seat that has already answered. */
static void fill_allotted(tc_state *s, int seat, ap_rng *rng)
{
	pool held = {.count = 0};
	if (ap_peek(s)->asked == 0 || (ap_peek(s)->asked & AP_SEAT(seat)))
		return;
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == s->side_of[seat] && s->card_at[card] == TC_CARD_PLACE_HAND)
			add_to(&held, card);
	if (held.count > 0)
		s->allotted[seat] = (uint8_t)draw_from(&held, rng);
}

void tc_fill(void *state, int viewer, ap_rng *rng)
{
	tc_state *s = state;
	for (int seat = 0; seat < TC_SEAT_COUNT; seat++)
		if (seat != viewer && is_at(s, TC_STEP_BID))
			fill_bid(s, seat, rng);
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		fill_side(s, side, rng);
	for (int seat = 0; seat < TC_SEAT_COUNT; seat++)
		if (seat != viewer && is_at(s, TC_STEP_ALLOT))
			fill_allotted(s, seat, rng);
	for (int box = 0; box < TC_PILE_COUNT; box++)
		fill_box(s, box, viewer, rng);
	fill_objectives(s, viewer, rng);
}

/* ---- Actions --------------------------------------------------------------------------------- */

/* Returns the seat that draws a card; TC_NONE if nobody draws. */
static int drawing_seat(const tc_state *s)
{
	return is_at(s, TC_STEP_DRAW) ? s->seat_of[tc_turn_peek(s)->drawing] : TC_NONE;
}

/* Returns whether the viewer may see a card that is shown: who looks at it, and who holds it. */
static bool sees_shown(const tc_state *s, int viewer)
{
	return is_at(s, TC_STEP_EVENT_LOOK) && viewer < TC_SEAT_COUNT;
}

ap_action tc_mask(const void *state, int seat, ap_action a, int viewer)
{
	const tc_state *s = state;
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_BID:
	case TC_VERB_PLACE:
		return ap_act(ap_verb_of(a), AP_UNKNOWN, AP_UNKNOWN);
	case TC_VERB_ALLOT:
	case TC_VERB_STAKE:
	case TC_VERB_WRITE:
		return ap_act(ap_verb_of(a), AP_UNKNOWN, 0);
	case TC_VERB_CHOOSE:
	case TC_VERB_ANNOUNCE:
		return ap_act(ap_verb_of(a), AP_UNKNOWN, ap_y(a));
	case TC_VERB_DRAW:
		return viewer == drawing_seat(s) ? a : ap_act(TC_VERB_DRAW, AP_UNKNOWN, 0);
	case TC_VERB_LOOK:
		return sees_shown(s, viewer) ? a : ap_act(TC_VERB_LOOK, AP_UNKNOWN, 0);
	default:
		return a;
	}
}
