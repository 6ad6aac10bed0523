/* political_cards.c: the Political Cards: chosen, TC-8.12.3, drawn and turned, TC-8.12.4, the
 * specials 64 to 66, TC-8.152.1 to TC-8.152.4. What they bring: markers.c. */
#include "chapters.h"

static int pile_of(int pcard)
{
	return tc_political_cards[pcard].pile;
}

static bool is_special(int pcard)
{
	return tc_political_cards[pcard].special < TC_SPECIALS;
}

/* TC-8.16.1: what lies in no box goes back to its pile. */
static void shuffle_piles(tc_state *s, ap_events *ev)
{
	for (int p = 0; p < PCARDS; p++)
		if (s->pcard_at[p] == P_USED)
			tc_pcard_to(s, p, P_PILE);
	for (int box = 0; box < BOXES; box++)
		ap_tell(ev, EV_PILE_SHUFFLED, TC_8_16_1, (int16_t)box);
}

/* What lies open in a box is discarded, `but` excepted. How many. */
static int discard_box(tc_state *s, int box, int but)
{
	int count = 0;
	for (int p = 0; p < PCARDS; p++)
		if (p != but && pile_of(p) == box && s->pcard_at[p] == P_TURNED) {
			tc_pcard_to(s, p, P_USED);
			count++;
		}
	return count;
}

/* ---- Choosing, TC-8.12.3 --------------------------------------------------------------------- */

static uint16_t choice_forbidden(const tc_state *s, int box, int pcard)
{
	if (pile_of(pcard) != box || s->pcard_at[pcard] != P_PILE)
		return TC_8_12_3;
	return is_special(pcard) ? TC_8_152_1 : 0;
}

/* TC-8.153.1: how many a side may still gain in this phase. */
static int steps_open(const tc_state *s, int side)
{
	return tc_number_of(TC_NUMBER_CHOSEN_STEPS_MOST) - s->announced[side];
}

/* TC-8.153.1: may the side gain steps by the card? */
static bool brings_steps(const tc_state *s, int side, int pcard)
{
	static const uint8_t named[TC_BONUS_COUNT] = {
		[TC_BONUS_NOBODY] = NOBODY, [TC_BONUS_RED] = RED, [TC_BONUS_WHITE] = WHITE};
	const tc_political_card *c = &tc_political_cards[pcard];
	int whose = c->bonus == TC_BONUS_CHOOSER ? side : named[c->bonus];
	return c->steps > 0 && whose == side && steps_open(s, side) > 0;
}

static uint16_t choose_forbidden(const tc_state *s, ap_action a)
{
	const ap_frame *f = ap_peek(s);
	bool announces = ap_verb_of(a) == V_ANNOUNCE;
	int pcard = (int)ap_x(a);
	if ((!announces && ap_verb_of(a) != V_CHOOSE) || pcard >= PCARDS)
		return TC_8_12_3;
	uint16_t clause = choice_forbidden(s, f->v[0], pcard);
	if (clause)
		return clause;
	if (announces && ap_y(a) != tc_political_cards[pcard].steps)
		return TC_8_153_1;
	return announces && !brings_steps(s, f->v[2], pcard) ? TC_8_153_1 : 0;
}

static bool can_choose(const tc_state *s, int box)
{
	for (int p = 0; p < PCARDS; p++)
		if (!choice_forbidden(s, box, p))
			return true;
	return false;
}

void tc_choose_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	if (f->v[1] > 0 && !can_choose(s, f->v[0]))
		shuffle_piles(s, ev);
	if (f->v[1] > 0 && can_choose(s, f->v[0])) {
		tc_ask(s, f->v[2]);
		return;
	}
	f->v[0]++;
	f->v[1] = f->v[2] = 0;
	ap_goto(s, BOX_OPEN);
}

void tc_choose_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned verb = V_CHOOSE; verb <= V_ANNOUNCE; verb++)
		for (unsigned p = 0; p < PCARDS; p++) {
			unsigned steps = verb == V_ANNOUNCE ? tc_political_cards[p].steps : 0;
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
	ap_tell(ev, EV_ANNOUNCED, TC_8_153_1, (int16_t)side, (int16_t)steps);
	ap_tell(ev, EV_STEPS_BOOKED, TC_8_153_1, (int16_t)side, (int16_t)gained, s->steps[side]);
}

void tc_choose_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	int box = f->v[0], side = f->v[2], pcard = (int)ap_x(a);
	ap_seats own = AP_SEAT(seat);
	tc_pcard_to(s, pcard, P_CHOSEN);
	s->pcard_known[pcard] = (uint8_t)own;
	s->box_chosen[box]++;
	ap_tell_to(ev, own, EV_CHOSEN, TC_8_12_3, (int16_t)side, (int16_t)box, (int16_t)pcard);
	ap_tell_to(ev, AP_ALL_VIEWERS & (ap_seats)~own, EV_CHOSEN_HIDDEN, TC_8_12_3, (int16_t)side,
		(int16_t)box);
	if (ap_verb_of(a) == V_ANNOUNCE)
		announce(s, side, box, tc_political_cards[pcard].steps, ev);
	f->v[1]--;
}

/* ---- Turning, TC-8.12.4 ---------------------------------------------------------------------- */

/* The chosen first, then the unused; once the specials are settled none of them comes again. */
static uint16_t turn_forbidden(const tc_state *s, int pcard)
{
	int box = ap_peek(s)->v[0], from = s->box_chosen[box] > 0 ? P_CHOSEN : P_PILE;
	if (pile_of(pcard) != box || s->pcard_at[pcard] != from)
		return TC_8_12_4;
	return is_special(pcard) && ap_peek(s)->v[1] ? TC_8_152_4 : 0;
}

static bool can_turn(const tc_state *s)
{
	for (int p = 0; p < PCARDS; p++)
		if (!turn_forbidden(s, p))
			return true;
	return false;
}

static bool special_turned(const tc_state *s)
{
	for (int p = 0; p < PCARDS; p++)
		if (is_special(p) && s->pcard_at[p] == P_TURNED)
			return true;
	return false;
}

static void go_to_markers(tc_state *s)
{
	memset(ap_top(s)->v, 0, sizeof ap_top(s)->v);
	ap_goto(s, MARKERS);
}

void tc_turn_cards_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	for (int box = 0; box < BOXES; box++) {
		if (s->box_chosen[box] + s->box_random[box] == 0)
			continue;
		f->v[0] = (int16_t)box;
		if (!can_turn(s))
			shuffle_piles(s, ev);
		if (can_turn(s)) {
			tc_ask_chance(s);
			return;
		}
		s->box_chosen[box] = s->box_random[box] = 0;
	}
	if (!f->v[1] && special_turned(s))
		ap_goto(s, SPECIAL_LOT);
	else
		go_to_markers(s);
}

void tc_turn_cards_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int p = 0; p < PCARDS; p++)
		if (!turn_forbidden(state, p))
			ap_add(out, ap_act(V_TURN, (unsigned)p, 0));
}

uint16_t tc_turn_cards_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) != V_TURN || ap_x(a) >= PCARDS)
		return TC_8_12_4;
	return turn_forbidden(state, (int)ap_x(a));
}

/* A card announced with so many steps may have been this one: the others need not have them. */
static void answer_for(tc_state *s, int box, int pcard)
{
	const tc_political_card *c = &tc_political_cards[pcard];
	int side = s->chooser[box];
	bool fits =
		c->bonus == TC_BONUS_CHOOSER || c->bonus == (side == RED ? TC_BONUS_RED : TC_BONUS_WHITE);
	if (fits && c->steps == 1 && s->box_ones[box] > 0)
		s->box_ones[box]--;
	if (fits && c->steps == 2 && s->box_twos[box] > 0)
		s->box_twos[box]--;
}

void tc_turn_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int box = ap_peek(s)->v[0], pcard = (int)ap_x(a);
	bool chosen = s->box_chosen[box] > 0;
	(void)seat;
	tc_pcard_to(s, pcard, P_TURNED);
	if (chosen) {
		s->box_chosen[box]--;
		answer_for(s, box, pcard);
	} else {
		s->box_random[box]--;
	}
	ap_tell(ev, EV_TURNED, chosen ? TC_8_1 : TC_8_12_4, (int16_t)box, (int16_t)pcard);
}

/* ---- The specials, TC-8.152.1 ---------------------------------------------------------------- */

/* TC-8.152.4 */
static void renew_all(tc_state *s, ap_events *ev)
{
	int drawn = tc_specials[TC_SPECIAL_ANARCHY].drawn;
	for (int box = 0; box < BOXES; box++) {
		discard_box(s, box, NONE);
		s->box_random[box] = (uint8_t)drawn;
		ap_tell(ev, EV_BOX_RENEWED, TC_8_152_4, (int16_t)box, (int16_t)drawn);
	}
	ap_top(s)->v[1] = 1;
	ap_goto(s, TURN_CARDS);
}

/* This one counts, and nothing else of its box. */
static void settle_special(tc_state *s, int pcard, ap_events *ev)
{
	int box = pile_of(pcard), gone = discard_box(s, box, pcard);
	s->special = (uint8_t)pcard;
	ap_tell(ev, EV_SPECIAL, TC_8_152_1, (int16_t)pcard);
	if (gone > 0)
		ap_tell(ev, EV_SPECIALS_DISCARDED, TC_8_152_1, (int16_t)box, (int16_t)gone);
	switch (tc_political_cards[pcard].special) {
	case TC_SPECIAL_NEST_OF_SPIES:
		ap_goto(s, SPY_DIE);
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
	return is_special(pcard) && s->pcard_at[pcard] == P_TURNED;
}

void tc_special_lot_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int count = 0, last = 0;
	for (int p = 0; p < PCARDS; p++)
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
	for (int p = 0; p < PCARDS; p++)
		if (in_special_lot(state, p))
			ap_add(out, ap_act(V_TURN, (unsigned)p, 0));
}

uint16_t tc_special_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool turn = ap_verb_of(a) == V_TURN && ap_x(a) < PCARDS;
	return turn && in_special_lot(state, (int)ap_x(a)) ? 0 : TC_8_152_1;
}

void tc_special_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	settle_special(state, (int)ap_x(a), ev);
}

/* ---- Card 64, TC-8.152.2 --------------------------------------------------------------------- */

static int leading(const tc_state *s)
{
	int ahead = tc_ahead(s);
	if (s->turn == 1)
		return RED;
	return ahead == NOBODY ? WHITE : ahead;
}

void tc_spy_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a), side = leading(s);
	(void)seat;
	if (die > tc_specials[TC_SPECIAL_NEST_OF_SPIES].leader)
		side = tc_other(side);
	ap_top(s)->v[2] = (int16_t)side;
	ap_tell(ev, EV_SPIES_DIE, TC_8_152_2, (int16_t)die, (int16_t)side);
	ap_goto(s, SPY_BOX);
}

void tc_spy_box_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, ap_peek(state)->v[2]);
}

void tc_spy_box_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(V_NAME, TC_PILE_RED, 0));
	ap_add(out, ap_act(V_NAME, TC_PILE_WHITE, 0));
}

uint16_t tc_spy_box_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	bool named = ap_x(a) == TC_PILE_RED || ap_x(a) == TC_PILE_WHITE;
	return ap_verb_of(a) == V_NAME && named ? 0 : TC_8_152_2;
}

void tc_spy_box_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int box = (int)ap_x(a), count = discard_box(s, box, NONE);
	(void)seat;
	s->box_random[box] = (uint8_t)count;
	ap_tell(ev, EV_BOX_RENEWED, TC_8_152_2, (int16_t)box, (int16_t)count);
	ap_top(s)->v[1] = 1;
	ap_goto(s, TURN_CARDS);
}
