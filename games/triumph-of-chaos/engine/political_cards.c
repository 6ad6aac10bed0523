/* political_cards.c: the Political Cards: how they are chosen, TC-8.12.3, how they are drawn and
 * turned face up, TC-8.12.4, and the special cards 64 to 66, TC-8.152.1 to TC-8.152.4. See
 * markers.c for their effects. */
#include "chapters.h"

static int pile_of(int pcard)
{
	return tc_political_cards[pcard].pile;
}

bool tc_is_special(int pcard)
{
	return tc_political_cards[pcard].special < TC_SPECIALS;
}

/* TC-8.16.1: returns all cards that lie in no box to their piles and shuffles the piles. */
static void shuffle_piles(tc_state *s, ap_events *ev)
{
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_USED)
			tc_political_card_to(s, p, TC_POLITICAL_CARD_PLACE_PILE);
	for (int box = 0; box < TC_PILE_COUNT; box++)
		tc_tell_pile_shuffled(ev, TC_8_16_1, TC_PILE(box));
}

/* Discards the cards that lie open in a box, except the card `but`. Returns how many were
 * discarded. */
static int discard_box(tc_state *s, int box, int but)
{
	int count = 0;
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (p != but && pile_of(p) == box && s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_TURNED) {
			tc_political_card_to(s, p, TC_POLITICAL_CARD_PLACE_USED);
			count++;
		}
	return count;
}

/* ---- Choosing, TC-8.12.3 --------------------------------------------------------------------- */

static uint16_t choice_forbidden(const tc_state *s, int box, int pcard)
{
	if (pile_of(pcard) != box || s->pcard_at[pcard] != TC_POLITICAL_CARD_PLACE_PILE)
		return TC_8_12_3;
	return tc_is_special(pcard) ? TC_8_152_1 : 0;
}

/* TC-8.153.1: returns how many steps a side may still gain in this phase. */
static int steps_open(const tc_state *s, int side)
{
	return tc_number_of(TC_NUMBER_CHOSEN_STEPS_MOST) - s->announced[side];
}

/* TC-8.153.1: returns whether the side may gain steps by the card. */
static bool brings_steps(const tc_state *s, int side, int pcard)
{
	static const uint8_t named[TC_BONUS_COUNT] = {[TC_BONUS_NOBODY] = TC_PARTY_NOBODY,
		[TC_BONUS_RED] = TC_SIDE_RED,
		[TC_BONUS_WHITE] = TC_SIDE_WHITE};
	const tc_political_card *c = &tc_political_cards[pcard];
	int whose = c->bonus == TC_BONUS_CHOOSER ? side : named[c->bonus];
	return c->steps > 0 && whose == side && steps_open(s, side) > 0;
}

static uint16_t choose_forbidden(const tc_state *s, ap_action a)
{
	const tc_boxes_frame *f = tc_boxes_peek(s);
	bool announces = ap_verb_of(a) == TC_VERB_ANNOUNCE;
	int pcard = (int)ap_x(a);
	if ((!announces && ap_verb_of(a) != TC_VERB_CHOOSE) || pcard >= TC_POLITICAL_CARDS)
		return TC_8_12_3;
	uint16_t clause = choice_forbidden(s, f->box, pcard);
	if (clause)
		return clause;
	if (announces && ap_y(a) != tc_political_cards[pcard].steps)
		return TC_8_153_1;
	return announces && !brings_steps(s, f->chooser, pcard) ? TC_8_153_1 : 0;
}

static bool can_choose(const tc_state *s, int box)
{
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (!choice_forbidden(s, box, p))
			return true;
	return false;
}

void tc_choose_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_boxes_frame *f = tc_boxes_peek(s);
	if (f->to_choose > 0 && !can_choose(s, f->box))
		shuffle_piles(s, ev);
	if (f->to_choose > 0 && can_choose(s, f->box))
		tc_ask(s, f->chooser);
	else
		tc_next_box(s);
}

void tc_choose_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned verb = TC_VERB_CHOOSE; verb <= TC_VERB_ANNOUNCE; verb++)
		for (unsigned p = 0; p < TC_POLITICAL_CARDS; p++) {
			unsigned steps = verb == TC_VERB_ANNOUNCE ? tc_political_cards[p].steps : 0;
			if (!choose_forbidden(state, ap_act(verb, p, steps)))
				ap_add(out, ap_act(verb, p, steps));
		}
}

uint16_t tc_choose_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return choose_forbidden(state, a);
}

static void announce(tc_state *s, int side, int box, int steps, ap_events *ev)
{
	int open = steps_open(s, side), gained = steps < open ? steps : open;
	s->announced[side] = (uint8_t)(s->announced[side] + gained);
	s->steps[side] = (uint8_t)(s->steps[side] + gained);
	if (steps == 1)
		s->box_ones[box]++;
	else
		s->box_twos[box]++;
	tc_tell_announced(ev, TC_8_153_1, TC_SIDE(side), steps);
	tc_tell_steps_booked(ev, TC_8_153_1, TC_SIDE(side), gained, s->steps[side]);
}

void tc_choose_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_boxes_frame *f = tc_boxes_top(s);
	int box = f->box, side = f->chooser, pcard = (int)ap_x(a);
	ap_seats own = AP_SEAT(seat);
	tc_political_card_to(s, pcard, TC_POLITICAL_CARD_PLACE_CHOSEN);
	s->pcard_known[pcard] = (uint8_t)own;
	s->box_chosen[box]++;
	tc_tell_chosen_to(ev, own, TC_8_12_3, TC_SIDE(side), TC_PILE(box), TC_POLITICAL_CARD(pcard));
	tc_tell_chosen_hidden_to(
		ev, AP_ALL_VIEWERS & (ap_seats)~own, TC_8_12_3, TC_SIDE(side), TC_PILE(box));
	if (ap_verb_of(a) == TC_VERB_ANNOUNCE)
		announce(s, side, box, tc_political_cards[pcard].steps, ev);
	f->to_choose--;
}

/* ---- Turning, TC-8.12.4 ---------------------------------------------------------------------- */

/* Returns the clause that forbids turning the card face up next; 0 if it is allowed. Chosen cards
 * come before those drawn by lot, and no special card is turned again once they are settled. */
static uint16_t turn_forbidden(const tc_state *s, int pcard)
{
	const tc_boxes_frame *f = tc_boxes_peek(s);
	int box = f->box,
		from =
			s->box_chosen[box] > 0 ? TC_POLITICAL_CARD_PLACE_CHOSEN : TC_POLITICAL_CARD_PLACE_PILE;
	if (pile_of(pcard) != box || s->pcard_at[pcard] != from)
		return TC_8_12_4;
	return tc_is_special(pcard) && f->settled ? TC_8_152_4 : 0;
}

static bool can_turn(const tc_state *s)
{
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (!turn_forbidden(s, p))
			return true;
	return false;
}

static bool special_turned(const tc_state *s)
{
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (tc_is_special(p) && s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_TURNED)
			return true;
	return false;
}

static void go_to_markers(tc_state *s)
{
	tc_enter(s, TC_STEP_MARKERS);
	tc_markers_top(s)->faction = 0;
}

void tc_turn_cards_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_boxes_frame *f = tc_boxes_top(s);
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		if (s->box_chosen[box] + s->box_random[box] == 0)
			continue;
		f->box = (uint8_t)box;
		if (!can_turn(s))
			shuffle_piles(s, ev);
		if (can_turn(s)) {
			tc_ask_chance(s);
			return;
		}
		s->box_chosen[box] = s->box_random[box] = 0;
	}
	if (!f->settled && special_turned(s))
		tc_goto(s, TC_STEP_SPECIAL_LOT);
	else
		go_to_markers(s);
}

void tc_turn_cards_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (!turn_forbidden(state, p))
			ap_add(out, ap_act(TC_VERB_TURN, (unsigned)p, 0));
}

uint16_t tc_turn_cards_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) != TC_VERB_TURN || ap_x(a) >= TC_POLITICAL_CARDS)
		return TC_8_12_4;
	return turn_forbidden(state, (int)ap_x(a));
}

/* Reduces the number of announced cards of a box if the turned card may be one of them. The other
 * chosen cards then need not have its steps. */
static void answer_for(tc_state *s, int box, int pcard)
{
	const tc_political_card *c = &tc_political_cards[pcard];
	int side = s->chooser[box];
	bool fits = c->bonus == TC_BONUS_CHOOSER ||
		c->bonus == (side == TC_SIDE_RED ? TC_BONUS_RED : TC_BONUS_WHITE);
	if (fits && c->steps == 1 && s->box_ones[box] > 0)
		s->box_ones[box]--;
	if (fits && c->steps == 2 && s->box_twos[box] > 0)
		s->box_twos[box]--;
}

void tc_turn_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int box = tc_boxes_peek(s)->box, pcard = (int)ap_x(a);
	bool chosen = s->box_chosen[box] > 0;
	(void)seat;
	tc_political_card_to(s, pcard, TC_POLITICAL_CARD_PLACE_TURNED);
	if (chosen) {
		s->box_chosen[box]--;
		answer_for(s, box, pcard);
	} else {
		s->box_random[box]--;
	}
	tc_tell_turned(ev, chosen ? TC_8_1 : TC_8_12_4, TC_PILE(box), TC_POLITICAL_CARD(pcard));
}

/* ---- The specials, TC-8.152.1 ---------------------------------------------------------------- */

/* TC-8.152.4: renews the cards of all boxes. */
static void renew_all(tc_state *s, ap_events *ev)
{
	int drawn = tc_specials[TC_SPECIAL_ANARCHY].drawn;
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		discard_box(s, box, TC_NONE);
		s->box_random[box] = (uint8_t)drawn;
		tc_tell_box_renewed(ev, TC_8_152_4, TC_PILE(box), drawn);
	}
	tc_boxes_top(s)->settled = 1;
	tc_goto(s, TC_STEP_TURN_CARDS);
}

/* Makes this special card count, and no other card of its box. */
static void settle_special(tc_state *s, int pcard, ap_events *ev)
{
	int box = pile_of(pcard), gone = discard_box(s, box, pcard);
	s->special = (uint8_t)pcard;
	tc_tell_special(ev, TC_8_152_1, TC_POLITICAL_CARD(pcard));
	if (gone > 0)
		tc_tell_specials_discarded(ev, TC_8_152_1, TC_PILE(box), gone);
	switch (tc_political_cards[pcard].special) {
	case TC_SPECIAL_NEST_OF_SPIES:
		tc_goto(s, TC_STEP_SPY_DIE);
		break;
	case TC_SPECIAL_ANARCHY:
		renew_all(s, ev);
		break;
	default:
		go_to_markers(s);
	}
}

static bool in_special_lot(const tc_state *s, int pcard)
{
	return tc_is_special(pcard) && s->pcard_at[pcard] == TC_POLITICAL_CARD_PLACE_TURNED;
}

void tc_special_lot_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int count = 0, last = 0;
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (in_special_lot(s, p)) {
			count++;
			last = p;
		}
	if (count == 0)
		go_to_markers(s);
	else if (count == 1)
		settle_special(s, last, ev);
	else
		tc_ask_chance(s);
}

void tc_special_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (in_special_lot(state, p))
			ap_add(out, ap_act(TC_VERB_TURN, (unsigned)p, 0));
}

uint16_t tc_special_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool turn = ap_verb_of(a) == TC_VERB_TURN && ap_x(a) < TC_POLITICAL_CARDS;
	return turn && in_special_lot(state, (int)ap_x(a)) ? 0 : TC_8_152_1;
}

void tc_special_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	settle_special(state, (int)ap_x(a), ev);
}

/* ---- Card 64, TC-8.152.2 --------------------------------------------------------------------- */

/* Returns the side that leads in Victory Cities; RED in turn 1, and WHITE if nobody leads. */
static int leading_side(const tc_state *s)
{
	int ahead = tc_ahead(s);
	if (s->turn == 1)
		return TC_SIDE_RED;
	return ahead == TC_PARTY_NOBODY ? TC_SIDE_WHITE : ahead;
}

int tc_spies_serve(const tc_state *s, int die)
{
	int side = leading_side(s);
	return die > tc_specials[TC_SPECIAL_NEST_OF_SPIES].leader ? tc_other(side) : side;
}

void tc_spy_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a), side = tc_spies_serve(s, die);
	(void)seat;
	tc_boxes_top(s)->spies_for = (uint8_t)side;
	tc_tell_spies_die(ev, TC_8_152_2, die, TC_SIDE(side),
		tc_specials[TC_SPECIAL_NEST_OF_SPIES].leader, TC_SIDE(leading_side(s)));
	tc_goto(s, TC_STEP_SPY_BOX);
}

void tc_spy_box_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, tc_boxes_peek(state)->spies_for);
}

void tc_spy_box_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(TC_VERB_NAME, TC_PILE_RED, 0));
	ap_add(out, ap_act(TC_VERB_NAME, TC_PILE_WHITE, 0));
	ap_add(out, ap_act(TC_VERB_PASS, 0, 0));
}

uint16_t tc_spy_box_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PASS)
		return 0;
	bool named = ap_x(a) == TC_PILE_RED || ap_x(a) == TC_PILE_WHITE;
	return ap_verb_of(a) == TC_VERB_NAME && named ? 0 : TC_8_152_2;
}

void tc_spy_box_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_NAME) {
		int box = (int)ap_x(a), count = discard_box(s, box, TC_NONE);
		s->box_random[box] = (uint8_t)count;
		tc_tell_box_renewed(ev, TC_8_152_2, TC_PILE(box), count);
	} else {
		tc_tell_boxes_stay(ev, TC_8_152_2, TC_SIDE(tc_boxes_peek(s)->spies_for));
	}
	tc_boxes_top(s)->settled = 1;
	tc_goto(s, TC_STEP_TURN_CARDS);
}
