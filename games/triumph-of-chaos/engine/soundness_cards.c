/* soundness_cards.c: the invariants of the Action Cards and of the Political Cards. */
#include "soundness.h"

static bool is_view(const tc_state *s)
{
	return s->head.viewer != AP_EVERYTHING;
}

static bool in_box(int place)
{
	return tc_between(place, CARD_BOX, CARD_BOX + BOXES - 1);
}

/* Has everybody placed his cards? */
static bool all_placed(const ap_frame *politics)
{
	return politics && politics->step != POLITICS && politics->step != POLITICS_PLACE;
}

/* ---- Action Cards ---------------------------------------------------------------------------- */

/* Bluff and Influence are held in the Political Phase alone, and in no random one. */
static bool extra_unsound(const tc_state *s, int place)
{
	bool random = s->head.option[OPTION_POLITICS] == POLITICS_RANDOM;
	bool held = place == CARD_HAND || in_box(place) || place == UNSEEN;
	if (place == CARD_GONE)
		return !random && s->turn < 9;
	return random || (held ? !tc_politics_frame(s) : place != CARD_ASIDE);
}

static bool place_unsound(const tc_state *s, int card)
{
	int place = s->card_at[card];
	if (place == UNSEEN ? !is_view(s) : place >= CARD_PLACES)
		return true;
	if (in_box(place) && !tc_politics_frame(s))
		return true;
	if (tc_cards[card].year == 0)
		return extra_unsound(s, place);
	return (tc_cards[card].year > 1918) != (place == CARD_LATER) || place == CARD_ASIDE;
}

/* Nobody else ever sees a hand. */
static bool known_unsound(const tc_state *s, int card)
{
	int place = s->card_at[card], known = s->card_known[card];
	int seat = s->seat_of[tc_card_side(card)];
	if (place == UNSEEN)
		return (known & ~KNOWN_HELD) != 0;
	if (place != CARD_HAND && !in_box(place))
		return known != 0;
	if (seat > 1)
		return true;
	bool open = in_box(place) && known == KNOWN_BOTH && all_placed(tc_politics_frame(s));
	return (known & ~KNOWN_HELD) != AP_SEAT(seat) && !open;
}

/* How many cards of the side lie where; UNSEEN after all places. */
typedef struct tally {
	int at[CARD_PLACES + 1], boxed, sure;
} tally;

static tally tally_of(const tc_state *s, int side)
{
	tally t = {0};
	for (int card = 0; card < CARDS; card++) {
		if (tc_card_side(card) != side)
			continue;
		bool unseen = s->card_at[card] == UNSEEN;
		t.at[unseen ? CARD_PLACES : s->card_at[card]]++;
		t.boxed += in_box(s->card_at[card]);
		t.sure += unseen && (tc_cards[card].year == 0 || (s->card_known[card] & KNOWN_HELD));
	}
	return t;
}

/* TC-8.11: nothing lies in a box before, and whoever is asked has still to place a card. */
static bool placing_unsound(const tc_state *s, int side, const tally *t, const ap_frame *f)
{
	int all = s->hand_size[side] < BOXES ? s->hand_size[side] : BOXES;
	bool asked = s->seat_of[side] < 2 && (f->asked & AP_SEAT(s->seat_of[side]));
	if (f->step == POLITICS || !f->asked)
		return t->boxed > 0;
	if (t->at[CARD_PLACES] > 0)
		return t->boxed > 0 || (asked && all == 0);
	return asked ? t->boxed >= all : t->boxed != all;
}

static bool hand_unsound(const tc_state *s, int side)
{
	const ap_frame *f = tc_politics_frame(s);
	tally t = tally_of(s, side);
	int hand = s->hand_size[side] - t.at[CARD_HAND], deck = s->deck_size[side] - t.at[CARD_DECK];
	int closed = 0;
	for (int box = 0; box < BOXES; box++) {
		int known = t.at[CARD_BOX + box];
		if (known > 1 || (all_placed(f) && known && !tc_lies(s, side, box)))
			return true;
		closed += tc_lies(s, side, box) && !known;
	}
	if (f && !all_placed(f) && placing_unsound(s, side, &t, f))
		return true;
	if (f && f->step == POLITICS_PLACE)
		hand -= t.boxed;
	return hand < 0 || deck < 0 || hand + deck + closed != t.at[CARD_PLACES] ||
		t.sure > hand + closed;
}

/* The first box that may lie closed. */
static int first_closed(const ap_frame *f)
{
	switch (f->step) {
	case BOX_OPEN:
		return f->v[0];
	case INFLUENCE_DIE:
	case BOX_COUNT:
	case CHOOSE:
		return f->v[0] + 1;
	default:
		return all_placed(f) ? BOXES : 0;
	}
}

static bool lies_open(const tc_state *s, int side, int box)
{
	for (int card = 0; card < CARDS; card++)
		if (s->card_at[card] == CARD_BOX + box && tc_card_side(card) == side)
			return s->card_known[card] == KNOWN_BOTH;
	return false;
}

/* TC-8.12: what is before it lies open, or a card would show itself by itself. */
static bool opening_unsound(const tc_state *s)
{
	const ap_frame *f = tc_politics_frame(s);
	bool due = false;
	if (!all_placed(f))
		return s->laid != 0;
	for (int side = 0; side < SIDES; side++)
		for (int box = 0; box < BOXES; box++) {
			bool closed = tc_lies(s, side, box) && !lies_open(s, side, box);
			if (closed && box < first_closed(f))
				return true;
			due |= closed && box == f->v[0];
		}
	return f->step == BOX_OPEN && f->asked && !due;
}

/* ---- Political Cards ------------------------------------------------------------------------- */

static bool pcard_unsound(const tc_state *s, int p)
{
	int place = s->pcard_at[p], known = s->pcard_known[p], box = tc_political_cards[p].pile;
	bool special = tc_political_cards[p].special < TC_SPECIALS;
	if (place == UNSEEN)
		return !is_view(s) || known || special || s->box_chosen[box] == 0;
	if (place >= P_PLACES || (place == P_CHOSEN && special))
		return true;
	if ((place == P_CHOSEN || place == P_TURNED) && !tc_politics_frame(s))
		return true;
	if (place != P_CHOSEN)
		return known != 0;
	return !tc_is_side(s->chooser[box]) || known != AP_SEAT(s->seat_of[s->chooser[box]]);
}

static int fitting(const tc_state *s, int box, int steps)
{
	int count = 0, bonus = s->chooser[box] == RED ? TC_BONUS_RED : TC_BONUS_WHITE;
	for (int p = 0; p < PCARDS; p++) {
		const tc_political_card *c = &tc_political_cards[p];
		bool here = s->pcard_at[p] == P_CHOSEN || s->pcard_at[p] == UNSEEN;
		count += here && c->pile == box && c->steps == steps &&
			(c->bonus == bonus || c->bonus == TC_BONUS_CHOOSER);
	}
	return count;
}

static bool box_unsound(const tc_state *s, int box)
{
	int chosen = 0, unseen = 0, turned = 0, due = s->box_chosen[box];
	for (int p = 0; p < PCARDS; p++) {
		if (tc_political_cards[p].pile != box)
			continue;
		chosen += s->pcard_at[p] == P_CHOSEN;
		unseen += s->pcard_at[p] == UNSEEN;
		turned += s->pcard_at[p] == P_TURNED;
	}
	int chooser = s->chooser[box];
	if (due + s->box_random[box] + turned > 3 || (chooser != NONE && !tc_is_side(chooser)))
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

/* TC-8.12.2, TC-8.12.4: nothing is due in a box before it is counted, nothing turned before all
 * are. */
static bool too_early(const tc_state *s)
{
	const ap_frame *f = tc_politics_frame(s);
	if (!f || f->step > CHOOSE)
		return false;
	int first = f->step < BOX_OPEN ? 0 : f->step == CHOOSE ? f->v[0] + 1 : f->v[0];
	for (int box = 0; box < BOXES; box++)
		if (box >= first && (s->box_chosen[box] || s->box_random[box] || s->chooser[box] != NONE))
			return true;
	for (int p = 0; p < PCARDS; p++)
		if (s->pcard_at[p] == P_TURNED)
			return true;
	return s->special != NONE;
}

static const char *boxes_unsound(const tc_state *s)
{
	const tc_state empty = {.special = NONE, .chooser = {NONE, NONE, NONE}};
	if (s->special != NONE &&
		(s->special >= PCARDS || tc_political_cards[s->special].special >= TC_SPECIALS))
		return "a card is in force that is no special one";
	for (int box = 0; box < BOXES; box++) {
		if (box_unsound(s, box))
			return "a Political Box holds what it cannot";
		for (int side = 0; side < SIDES; side++)
			if (s->worth[side][box] > 5)
				return "a card is worth too much";
	}
	if (too_early(s))
		return "something lies in a Political Box too early";
	if (tc_politics_frame(s))
		return NULL;
	bool clear = memcmp(s->worth, empty.worth, sizeof s->worth) == 0 &&
		memcmp(s->box_random, empty.box_random, sizeof s->box_random) == 0 &&
		memcmp(s->chooser, empty.chooser, sizeof s->chooser) == 0 && s->special == NONE;
	return clear ? NULL : "something lies in a Political Box";
}

const char *tc_cards_unsound(const tc_state *s)
{
	for (int card = 0; card < CARDS; card++)
		if (place_unsound(s, card) || known_unsound(s, card))
			return "an Action Card is where it cannot be";
	for (int side = 0; side < SIDES; side++)
		if (hand_unsound(s, side))
			return "a hand is not as large as it should be";
	if (opening_unsound(s))
		return "a Political Box is not as closed as it should be";
	for (int p = 0; p < PCARDS; p++)
		if (pcard_unsound(s, p))
			return "a Political Card is where it cannot be";
	return boxes_unsound(s);
}
