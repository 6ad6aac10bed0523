/* soundness.c: the invariants of the table. A game can be continued safely from a state that
 * passes. The core checks what the declarations say about the values in the frames. */
#include "chapters.h"

void tg_mend(void *state)
{
	tg_state *s = state;
	for (int seat = 0; seat < s->head.players; seat++)
		s->hand_size[seat] = (uint8_t)tg_size_of(s->hand[seat]);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* Returns the cards in the hands into which a seat has looked, as far as they are visible. */
static unsigned hands_looked_into(const tg_state *s, int seat)
{
	unsigned cards = 0;
	for (int other = 0; other < s->head.players; other++)
		if (tg_has(s->looked_into[seat], other))
			cards |= s->hand[other];
	return cards;
}

static const char *hand_unsound(const tg_state *s, int seat)
{
	int viewer = s->head.viewer;
	if (s->hand_size[seat] > TG_HAND)
		return "a hand has too many cards";
	if (s->looked_into[seat] & (~tg_all_seats(s) | AP_SEAT(seat)))
		return "a seat has looked into a hand that is not another's";
	if (s->seen[seat] & ~hands_looked_into(s, seat))
		return "a seat has seen a card where it has not looked";
	if (ap_sees(s, seat))
		return tg_size_of(s->hand[seat]) != s->hand_size[seat] ? "hand_size does not count the hand"
															   : NULL;
	unsigned shown = viewer < s->head.players ? s->seen[viewer] : 0;
	unsigned own = viewer < s->head.players ? s->hand[viewer] : 0;
	return s->hand[seat] & ~shown || s->seen[seat] & ~own ||
			tg_size_of(s->hand[seat]) > s->hand_size[seat]
		? "a view shows too many cards"
		: NULL;
}

static const char *cards_unsound(const tg_state *s)
{
	unsigned found = s->discard;
	int cards = tg_size_of(s->discard);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (found & s->hand[seat])
			return "a card is in two places";
		found |= s->hand[seat];
		cards += s->hand_size[seat];
		if (hand_unsound(s, seat))
			return hand_unsound(s, seat);
	}
	return cards > TG_CARD_COUNT ? "there are too many cards" : NULL;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static const char *boxes_unsound(const tg_state *s)
{
	unsigned holders = 0, treasures = 0;
	for (int box = 0; box < s->head.players; box++) {
		int content = s->content[box];
		bool looked = s->known_to[box] || tg_is_open(s, box);
		if (s->holder[box] >= s->head.players || s->known_to[box] & ~tg_all_seats(s))
			return "a box is with somebody who is not at the table";
		if ((content != TG_NONE) != looked)
			return "a box has a treasure that nobody has seen, or none that somebody has seen";
		if (looked && tg_knows_box(s, box, s->head.viewer) == (content == AP_UNSEEN))
			return "a view shows too much or too little of a box";
		if (looked && content != AP_UNSEEN &&
			(content >= TG_TREASURE_COUNT || tg_has(treasures, content)))
			return "a treasure is in two boxes, or none is in one";
		holders |= 1u << s->holder[box];
		treasures |= content < TG_TREASURE_COUNT ? 1u << content : 0;
	}
	return holders != tg_all_seats(s) ? "a seat holds no box" : NULL;
}

/* ---- Bids and answers ------------------------------------------------------------------------ */

/* A bid is complete when its seat is not asked any more. A view contains only the viewer's own
 * bid. */
static const char *open_bid_unsound(const tg_state *s, int seat)
{
	ap_seats asked = ap_peek(s)->asked;
	bool amount = s->amount[seat] != TG_NONE, suit = s->suit[seat] != TG_NONE;
	if (!ap_sees(s, seat) || !asked)
		return amount || suit ? "there is a bid that cannot be there" : NULL;
	if (suit != !(asked & AP_SEAT(seat)) || (suit && !amount))
		return "a bid does not fit the question";
	bool possible =
		(!amount || s->amount[seat] <= s->coins[seat]) && (!suit || s->suit[seat] < TG_SUIT_COUNT);
	return possible ? NULL : "a bid cannot be paid, or has no such suit";
}

static const char *closed_bid_unsound(const tg_state *s, int seat)
{
	if (s->amount[seat] >= TG_AMOUNT_COUNT)
		return "an amount is not turned up";
	bool hidden = !ap_sees(s, seat) && seat >= tg_turned_up(s);
	bool possible = hidden ? s->suit[seat] == AP_UNSEEN : s->suit[seat] < TG_SUIT_COUNT;
	return possible ? NULL : "a suit is hidden or turned up at the wrong time";
}

static bool is_leading(const tg_state *s)
{
	int step = s->head.stack[0].step;
	return !s->head.over && step >= TG_STEP_CHOICE && step <= TG_STEP_NEXT_ROUND;
}

static const char *bids_unsound(const tg_state *s)
{
	bool bids_open = !s->head.over && s->head.stack[0].step == TG_STEP_BIDS;
	for (int seat = 0; seat < s->head.players; seat++) {
		const char *wrong = NULL;
		if (bids_open)
			wrong = open_bid_unsound(s, seat);
		else if (is_leading(s))
			wrong = closed_bid_unsound(s, seat);
		else if (s->amount[seat] != TG_NONE || s->suit[seat] != TG_NONE)
			wrong = "bids lie on the table at the wrong time";
		if (wrong)
			return wrong;
	}
	return NULL;
}

static const char *vetoes_unsound(const tg_state *s)
{
	bool reacting = !s->head.over && ap_step_of(s) == TG_STEP_REACT && ap_actors(s);
	ap_seats may_veto = reacting ? tg_may_veto(s, s->head.depth - 2) : 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		int card = s->veto[seat];
		bool possible = ap_sees(s, seat) && (may_veto & AP_SEAT(seat)) && card < TG_CARD_COUNT &&
			tg_has(s->hand[seat] & TG_VETOES, card);
		if (card != TG_NONE && !possible)
			return "a veto is chosen that cannot be";
	}
	return NULL;
}

/* ---- Coins, points and empty chairs ---------------------------------------------------------- */

static const char *scores_unsound(const tg_state *s)
{
	const ap_frame *bottom = &s->head.stack[0];
	bool ended = s->head.over || bottom->step == TG_STEP_OPEN;
	int coins = 0, rounds = ended ? tg_rounds(s) : tg_round_frame_in(bottom)->round - 1;
	for (int seat = 0; seat < s->head.players; seat++) {
		coins += s->coins[seat];
		if (s->points[seat] > rounds + (seat < tg_turned_up(s)))
			return "a seat has more points than it can have";
	}
	return coins > TG_COINS * s->head.players ? "there are too many coins" : NULL;
}

static const char *chairs_unsound(const tg_state *s)
{
	for (int seat = s->head.players; seat < AP_MAX_SEATS; seat++) {
		if (s->hand[seat] || s->hand_size[seat] || s->seen[seat] || s->looked_into[seat] ||
			s->coins[seat] || s->points[seat])
			return "an empty chair has something";
		if (s->amount[seat] != TG_NONE || s->suit[seat] != TG_NONE || s->veto[seat] != TG_NONE)
			return "an empty chair has answered";
	}
	for (int box = s->head.players; box < TG_BOX_COUNT; box++)
		if (s->content[box] != TG_NONE || s->known_to[box] || s->holder[box] != TG_NONE)
			return "a box is in play that should not be";
	return NULL;
}

/* ---- The stack ------------------------------------------------------------------------------- */

/* On top of a raid there are vetoes, each by other seats than the announcement below it, and
 * then a reaction. */
static bool announcements_sound(const tg_state *s)
{
	const ap_frame *stack = s->head.stack;
	int top = s->head.depth - 1, target = tg_announcement_frame_in(&stack[1])->target;
	if (target == TG_NONE || target == tg_leader(s) ||
		tg_announcement_frame_in(&stack[1])->by != 1 << tg_leader(s))
		return false;
	for (int i = 1; i <= top; i++) {
		if (i > 1 && stack[i].step != (i == top ? TG_STEP_REACT : TG_STEP_VETO))
			return false;
		if (stack[i].step == TG_STEP_REACT)
			return !(stack[i].asked & ~tg_may_veto(s, top - 1));
		const tg_announcement_frame *f = tg_announcement_frame_in(&stack[i]);
		if (f->cancelled || f->by == 0 || (i > 1 && f->target != TG_NONE) ||
			(i > 1 && f->by & tg_announcement_frame_in(&stack[i - 1])->by))
			return false;
	}
	return true;
}

static bool called_sound(const tg_state *s)
{
	const ap_frame *called = &s->head.stack[1];
	int bottom = s->head.stack[0].step, depth = s->head.depth;
	switch (called->step) {
	case TG_STEP_LOOK: {
		int box = tg_look_frame_in(called)->box;
		return depth == 2 && bottom == TG_STEP_TRUMP && box < s->head.players &&
			!tg_knows_box(s, box, tg_leader(s));
	}
	case TG_STEP_TURN_UP: {
		int turned_up = tg_suits_frame_in(called)->turned_up;
		return depth == 2 && bottom == TG_STEP_NEXT_ROUND &&
			turned_up + (called->asked != 0) <= s->head.players;
	}
	case TG_STEP_SHOW:
		return depth == 2 && bottom == TG_STEP_TRUMP && announcements_sound(s) &&
			(!called->asked || s->hand_size[tg_announcement_frame_in(called)->target] > 0);
	default:
		return called->step == TG_STEP_RAID && bottom == TG_STEP_TRUMP && announcements_sound(s);
	}
}

static bool bottom_sound(const tg_state *s)
{
	const ap_frame *bottom = &s->head.stack[0];
	if (bottom->step == TG_STEP_OPEN)
		return tg_ending_frame_in(bottom)->opened + (bottom->asked != 0) <= s->head.players;
	if (bottom->step > TG_STEP_OPEN || tg_round_frame_in(bottom)->round > tg_rounds(s))
		return false;
	int leader = is_leading(s) ? tg_highest_bidder(s) : TG_NONE;
	bool draws = bottom->step == TG_STEP_DEAL && bottom->asked;
	return tg_leader(s) == leader && (!draws || tg_drawing_seat(s) != TG_NONE);
}

/* Returns whether the top step asks only seats that it can ask. */
static bool question_sound(const tg_state *s)
{
	ap_seats asked = ap_peek(s)->asked;
	switch (ap_peek(s)->step) {
	case TG_STEP_CHOICE:
		return asked == AP_SEAT(tg_leader(s));
	case TG_STEP_BIDS:
	case TG_STEP_REACT:
		return !(asked & AP_SEAT(AP_CHANCE));
	case TG_STEP_SET_UP:
	case TG_STEP_NEXT_ROUND:
	case TG_STEP_VETO:
		return false;
	default:
		return asked == AP_SEAT(AP_CHANCE);
	}
}

static const char *stack_unsound(const tg_state *s)
{
	if (!bottom_sound(s))
		return "the bottom of the stack does not fit the table";
	if (s->head.depth > 1 && !called_sound(s))
		return "a called step does not fit the table";
	return ap_peek(s)->asked && !question_sound(s) ? "the wrong seat is asked" : NULL;
}

const char *tg_unsound(const void *state)
{
	const tg_state *s = state;
	const char *wrong = chairs_unsound(s);
	if (!wrong && !s->head.over)
		wrong = stack_unsound(s);
	if (!wrong)
		wrong = cards_unsound(s);
	if (!wrong)
		wrong = boxes_unsound(s);
	if (!wrong)
		wrong = bids_unsound(s);
	if (!wrong)
		wrong = vetoes_unsound(s);
	return wrong ? wrong : scores_unsound(s);
}
