/* soundness_cards.c: the invariants of the Action Cards and of the Political Cards. */
#include "soundness.h"

static bool is_view(const tc_state *s)
{
	return s->head.viewer != AP_EVERYTHING;
}

static bool in_box(int place)
{
	return tc_between(place, TC_CARD_PLACE_RED_BOX, TC_CARD_PLACE_RED_BOX + TC_PILE_COUNT - 1);
}

/* Returns whether both sides have laid their cards in the boxes. */
static bool all_laid(const tc_state *s)
{
	const tc_boxes_frame *f = tc_find_boxes(s);
	return f ? f->step != TC_STEP_POLITICS && f->step != TC_STEP_POLITICS_PLACE : tc_in_politics(s);
}

bool tc_in_play(const tc_state *s, int card)
{
	assert(tc_is_card(card));
	int year = tc_cards[card].year;
	if (tc_tournament(s) && year == 1919)
		return true;
	return year == 1918 || (!tc_introduction(s) && s->turn > 0 && year <= tc_this_turn(s)->year);
}

/* ---- Action Cards ---------------------------------------------------------------------------- */

/* TC-5.15.1: checks that a card is laid exactly by a seat that has answered, as far as the viewer
 * may know, and that its side holds the card. */
static bool allotted_unsound(const tc_state *s, int seat)
{
	int card = s->allotted[seat];
	const ap_frame *f = tc_find_step(s, TC_STEP_ALLOT);
	bool due = f && f->asked && !(f->asked & AP_SEAT(seat)) && ap_sees(s, seat) &&
		s->hand_size[s->side_of[seat]] > 0;
	if (card == TC_NONE)
		return due;
	return !due || card >= TC_CARDS || tc_card_side(card) != s->side_of[seat] ||
		s->card_at[card] != TC_CARD_PLACE_HAND;
}

/* Checks that Bluff and Influence are held only in the Political Phase and before the optional
 * set-up is done, and not with random politics. */
static bool extra_unsound(const tc_state *s, int place)
{
	bool random = s->head.option[TC_OPTION_POLITICS] == TC_POLITICS_RANDOM;
	bool held = place == TC_CARD_PLACE_HAND || in_box(place) || place == AP_UNSEEN;
	if (place == TC_CARD_PLACE_GONE)
		return !random && s->turn < 9;
	bool holds = tc_in_politics(s) || tc_find_frame(s, &tc_allotment_frame_kind);
	return random || (held ? !holds : place != TC_CARD_PLACE_ASIDE);
}

static bool place_unsound(const tc_state *s, int card)
{
	int place = s->card_at[card];
	if (place == AP_UNSEEN ? !is_view(s) : place >= TC_CARD_PLACE_COUNT)
		return true;
	if (in_box(place) && !tc_in_politics(s))
		return true;
	if (place == TC_CARD_PLACE_END_BOX)
		return s->head.over || ap_peek(s)->step != TC_STEP_END_CARDS || !tc_in_play(s, card);
	if (tc_cards[card].year == 0)
		return extra_unsound(s, place);
	if (place == TC_CARD_PLACE_LATER)
		return tc_cards[card].year == 1918;
	return !tc_in_play(s, card) || place == TC_CARD_PLACE_ASIDE;
}

/* Checks that only its owner knows a card in a hand or a box, unless it lies open in a box or the
 * other side has been shown it. */
static bool known_unsound(const tc_state *s, int card)
{
	int place = s->card_at[card], known = s->card_known[card];
	int seat = s->seat_of[tc_card_side(card)];
	int year = tc_cards[card].year;
	if ((known & TC_CARD_KNOWN_BEFORE_1919 && (year == 0 || year >= 1919)) ||
		(known & TC_CARD_KNOWN_BEFORE_1920 && (year == 0 || year >= 1920)))
		return true;
	if (place == AP_UNSEEN)
		return (known & ~(TC_KNOWN_HELD | TC_KNOWN_OLDER)) != 0;
	if (place == TC_CARD_PLACE_DECK)
		return (known & ~TC_KNOWN_OLDER) != 0;
	if (place != TC_CARD_PLACE_HAND && !in_box(place) && place != TC_CARD_PLACE_END_BOX)
		return known != 0;
	if (seat > 1)
		return true;
	bool open = in_box(place) && known == TC_KNOWN_TO_BOTH && all_laid(s);
	return (known & ~(TC_KNOWN_HELD | TC_KNOWN_OLDER)) != AP_SEAT(seat) && !open;
}

/* The number of the side's cards in each place. Unseen cards are counted after all places. */
typedef struct tally {
	int at[TC_CARD_PLACE_COUNT + 1], boxed, sure;
} tally;

static tally tally_of(const tc_state *s, int side)
{
	tally t = {0};
	for (int card = 0; card < TC_CARDS; card++) {
		if (tc_card_side(card) != side)
			continue;
		bool unseen = s->card_at[card] == AP_UNSEEN;
		t.at[unseen ? TC_CARD_PLACE_COUNT : s->card_at[card]]++;
		t.boxed += in_box(s->card_at[card]);
		t.sure += unseen && (tc_cards[card].year == 0 || (s->card_known[card] & TC_KNOWN_HELD));
	}
	return t;
}

/* TC-8.11: checks that no card lies in a box before cards are laid, and that a side that is asked
 * still has a card to lay. */
static bool laying_unsound(const tc_state *s, int side, const tally *t, const tc_boxes_frame *f)
{
	int all = s->hand_size[side] < TC_PILE_COUNT ? s->hand_size[side] : TC_PILE_COUNT;
	bool asked = s->seat_of[side] < 2 && (f->asked & AP_SEAT(s->seat_of[side]));
	if (f->step == TC_STEP_POLITICS || !f->asked)
		return t->boxed > 0;
	if (t->at[TC_CARD_PLACE_COUNT] > 0)
		return t->boxed > 0 || (asked && all == 0);
	return asked ? t->boxed >= all : t->boxed != all;
}

/* TC-5.27: checks that a side has laid a card for the end only if it is no longer asked. */
static bool end_cards_unsound(const tc_state *s, int side, const tally *t)
{
	int laid = t->at[TC_CARD_PLACE_END_BOX];
	if (s->head.over || ap_peek(s)->step != TC_STEP_END_CARDS || t->at[TC_CARD_PLACE_COUNT] > 0)
		return laid > 0;
	bool asked = ap_peek(s)->asked & AP_SEAT(s->seat_of[side]);
	bool due = ap_peek(s)->asked && !asked && s->hand_size[side] > 0;
	return laid != due || (asked && s->hand_size[side] == 0);
}

/* How many cards there are of those that were there before each year. */
typedef struct older {
	int held[TC_KEPT_YEARS], free[TC_KEPT_YEARS]; /* surely held; unseen and perhaps held */
	int early, late; /* those before 1919 alone, and those before 1920 */
} older;

static older older_of(const tc_state *s, int side)
{
	older o = {0};
	for (int card = 0; card < TC_CARDS; card++) {
		int place = s->card_at[card], known = s->card_known[card];
		if (tc_card_side(card) != side || !(known & TC_KNOWN_OLDER))
			continue;
		bool unseen = place == AP_UNSEEN, sure = known & TC_KNOWN_HELD;
		for (int year = 0; year < TC_KEPT_YEARS; year++) {
			bool counts = known & tc_kept_flag(year);
			o.held[year] += counts && (unseen ? sure : place != TC_CARD_PLACE_DECK);
			o.free[year] += counts && unseen && !sure;
		}
		o.early += !(known & TC_CARD_KNOWN_BEFORE_1920);
		o.late += (known & TC_CARD_KNOWN_BEFORE_1920) != 0;
	}
	return o;
}

/* TC-7.12: checks that the side can still hold the cards that it has kept, if so many of its unseen
 * cards are held and so many of these are sure. */
static bool kept_unsound(const tc_state *s, int side, int unseen, int sure)
{
	older o = older_of(s, side);
	int more = 0;
	if (o.early > 0 && (o.late > 0 || s->kept[TC_KEPT_YEARS - 1][side] > 0))
		return true;
	for (int year = 0; year < TC_KEPT_YEARS; year++) {
		int missing = s->kept[year][side] - o.held[year] - more;
		if (missing > o.free[year] - more)
			return true;
		more += missing > 0 ? missing : 0;
	}
	return sure + more > unseen;
}

static bool hand_unsound(const tc_state *s, int side)
{
	const tc_boxes_frame *f = tc_find_boxes(s);
	tally t = tally_of(s, side);
	int hand = s->hand_size[side] - t.at[TC_CARD_PLACE_HAND],
		deck = s->deck_size[side] - t.at[TC_CARD_PLACE_DECK];
	int closed = 0;
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		int known = t.at[TC_CARD_PLACE_RED_BOX + box];
		if (known > 1 || (all_laid(s) && known && !tc_lies(s, side, box)))
			return true;
		closed += tc_lies(s, side, box) && !known;
	}
	if (f && !all_laid(s) && laying_unsound(s, side, &t, f))
		return true;
	if (f && f->step == TC_STEP_POLITICS_PLACE)
		hand -= t.boxed;
	if (end_cards_unsound(s, side, &t))
		return true;
	hand -= t.at[TC_CARD_PLACE_END_BOX];
	return hand < 0 || deck < 0 || hand + deck + closed != t.at[TC_CARD_PLACE_COUNT] ||
		t.sure > hand + closed || kept_unsound(s, side, hand + closed, t.sure);
}

/* Returns the first box in which cards may lie face down. */
static int first_closed(const tc_state *s)
{
	const tc_boxes_frame *f = tc_find_boxes(s);
	if (!f || f->box == TC_NONE)
		return all_laid(s) ? TC_PILE_COUNT : 0;
	switch (f->step) {
	case TC_STEP_BOX_OPEN:
		return f->box;
	case TC_STEP_INFLUENCE_DIE:
	case TC_STEP_BOX_COUNT:
	case TC_STEP_CHOOSE:
		return f->box + 1;
	default:
		return TC_PILE_COUNT;
	}
}

static bool lies_open(const tc_state *s, int side, int box)
{
	for (int card = 0; card < TC_CARDS; card++)
		if (s->card_at[card] == TC_CARD_PLACE_RED_BOX + box && tc_card_side(card) == side)
			return s->card_known[card] == TC_KNOWN_TO_BOTH;
	return false;
}

/* TC-8.12: checks that the cards in the boxes before that one lie open. */
static bool opening_unsound(const tc_state *s)
{
	const tc_boxes_frame *f = tc_find_boxes(s);
	bool due = false;
	if (!all_laid(s))
		return s->laid != 0;
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		for (int box = 0; box < TC_PILE_COUNT; box++) {
			bool closed = tc_lies(s, side, box) && !lies_open(s, side, box);
			if (closed && box < first_closed(s))
				return true;
			due |= closed && f && box == f->box;
		}
	return f && f->step == TC_STEP_BOX_OPEN && f->asked && !due;
}

/* ---- Political Cards ------------------------------------------------------------------------- */

static bool pcard_unsound(const tc_state *s, int p)
{
	int place = s->pcard_at[p], known = s->pcard_known[p], box = tc_political_cards[p].pile;
	bool special = tc_political_cards[p].special < TC_SPECIALS;
	if (place == AP_UNSEEN)
		return !is_view(s) || known || special || s->box_chosen[box] == 0;
	if (place >= TC_POLITICAL_CARD_PLACE_COUNT ||
		(place == TC_POLITICAL_CARD_PLACE_CHOSEN && special))
		return true;
	if ((place == TC_POLITICAL_CARD_PLACE_CHOSEN || place == TC_POLITICAL_CARD_PLACE_TURNED) &&
		!tc_in_politics(s))
		return true;
	if (place != TC_POLITICAL_CARD_PLACE_CHOSEN)
		return known != 0;
	return !tc_is_side(s->chooser[box]) || known != AP_SEAT(s->seat_of[s->chooser[box]]);
}

static int fitting(const tc_state *s, int box, int steps)
{
	int count = 0, bonus = s->chooser[box] == TC_SIDE_RED ? TC_BONUS_RED : TC_BONUS_WHITE;
	for (int p = 0; p < TC_POLITICAL_CARDS; p++) {
		const tc_political_card *c = &tc_political_cards[p];
		bool here = s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_CHOSEN || s->pcard_at[p] == AP_UNSEEN;
		count += here && c->pile == box && c->steps == steps &&
			(c->bonus == bonus || c->bonus == TC_BONUS_CHOOSER);
	}
	return count;
}

static bool box_unsound(const tc_state *s, int box)
{
	int chosen = 0, unseen = 0, turned = 0, due = s->box_chosen[box];
	for (int p = 0; p < TC_POLITICAL_CARDS; p++) {
		if (tc_political_cards[p].pile != box)
			continue;
		chosen += s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_CHOSEN;
		unseen += s->pcard_at[p] == AP_UNSEEN;
		turned += s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_TURNED;
	}
	int chooser = s->chooser[box];
	if (due + s->box_random[box] + turned > 3 || (chooser != TC_NONE && !tc_is_side(chooser)))
		return true;
	if (unseen ? chosen > 0 || unseen < due : chosen != due)
		return true;
	if (due && !tc_is_side(chooser))
		return true;
	if (s->box_ones[box] > due || s->box_twos[box] > due ||
		s->box_ones[box] + s->box_twos[box] > due)
		return true;
	if (due == 0)
		return false;
	return fitting(s, box, 1) < s->box_ones[box] || fitting(s, box, 2) < s->box_twos[box];
}

/* TC-8.12.2, TC-8.12.4: returns whether cards are due in a box before it is counted, or were turned
 * before all boxes are counted. */
static bool too_early(const tc_state *s)
{
	const tc_boxes_frame *f = tc_find_boxes(s);
	if (!f || f->step > TC_STEP_CHOOSE)
		return false;
	int next = f->box == TC_NONE ? TC_PILE_COUNT : f->box;
	int first = f->step < TC_STEP_BOX_OPEN ? 0 : f->step == TC_STEP_CHOOSE ? next + 1 : next;
	for (int box = 0; box < TC_PILE_COUNT; box++)
		if (box >= first &&
			(s->box_chosen[box] || s->box_random[box] || s->chooser[box] != TC_NONE))
			return true;
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_TURNED)
			return true;
	return s->special != TC_NONE;
}

static const char *boxes_unsound(const tc_state *s)
{
	const tc_state empty = {.special = TC_NONE, .chooser = {TC_NONE, TC_NONE, TC_NONE}};
	if (s->special != TC_NONE &&
		(s->special >= TC_POLITICAL_CARDS || tc_political_cards[s->special].special >= TC_SPECIALS))
		return "a card is in force that is no special one";
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		if (box_unsound(s, box))
			return "a Political Box holds what it cannot";
		for (int side = 0; side < TC_SIDE_COUNT; side++)
			if (s->worth[side][box] > 5)
				return "a card is worth too much";
	}
	if (too_early(s))
		return "something lies in a Political Box too early";
	if (tc_in_politics(s))
		return NULL;
	bool clear = memcmp(s->worth, empty.worth, sizeof s->worth) == 0 &&
		memcmp(s->box_random, empty.box_random, sizeof s->box_random) == 0 &&
		memcmp(s->chooser, empty.chooser, sizeof s->chooser) == 0 && s->special == TC_NONE;
	return clear ? NULL : "something lies in a Political Box";
}

const char *tc_cards_unsound(const tc_state *s)
{
	for (int card = 0; card < TC_CARDS; card++)
		if (place_unsound(s, card) || known_unsound(s, card))
			return "an Action Card is where it cannot be";
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (hand_unsound(s, side))
			return "a hand is not as large as it should be";
	if (allotted_unsound(s, TC_SEAT_FIRST) || allotted_unsound(s, TC_SEAT_SECOND))
		return "a card that was not laid for the armies";
	if (opening_unsound(s))
		return "a Political Box is not as closed as it should be";
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (pcard_unsound(s, p))
			return "a Political Card is where it cannot be";
	return boxes_unsound(s);
}
