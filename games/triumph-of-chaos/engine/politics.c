/* politics.c: the Political Phase, TC-8.1: the sealed cards, the boxes that are opened, the forces
 * of factions gained, the end. The Political Cards are in political_cards.c, the markers in
 * markers.c.
 */
#include "chapters.h"

/* WHITE comes first wherever nothing else is said. */
static const uint8_t order[SIDES] = {WHITE, RED};

/* ---- The beginning --------------------------------------------------------------------------- */

static void clear_boxes(tc_state *s)
{
	memset(s->worth, 0, sizeof s->worth);
	memset(s->box_chosen, 0, sizeof s->box_chosen);
	memset(s->box_random, 0, sizeof s->box_random);
	memset(s->box_ones, 0, sizeof s->box_ones);
	memset(s->box_twos, 0, sizeof s->box_twos);
	memset(s->chooser, NONE, sizeof s->chooser);
	s->special = NONE;
	s->laid = 0;
}

/* TC-8.14: forces that had to wait for the Central Powers to leave. */
static void free_owed(tc_state *s)
{
	for (int f = 0; f < FACTIONS; f++) {
		if (!(s->faction_flags[f] & F_OWED) || tc_shut(s, f) || tc_controller(s, f) == NOBODY)
			continue;
		s->faction_flags[f] &= (uint16_t)~F_OWED;
		s->faction_flags[f] |= F_GAINED;
	}
}

/* TC-8.7 */
static void deal_by_lot(tc_state *s, ap_events *ev)
{
	int each = tc_number_of(TC_NUMBER_RANDOM_CARDS);
	for (int box = 0; box < BOXES; box++) {
		s->box_random[box] = (uint8_t)each;
		ap_tell(ev, EV_CARDS_DUE, TC_8_7, (int16_t)box, 0, (int16_t)each);
	}
}

void tc_politics_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	bool powers = tc_powers_active(s);
	clear_boxes(s);
	memset(s->announced, 0, sizeof s->announced);
	s->red_five = 0;
	s->powers_friend = (uint8_t)(powers ? tc_controller(s, TC_FACTION_CENTRAL_POWERS) : NOBODY);
	free_owed(s);
	if (s->head.option[OPTION_POLITICS] == POLITICS_RANDOM) {
		deal_by_lot(s, ev);
		ap_goto(s, TURN_CARDS);
	} else {
		ap_goto(s, POLITICS_PLACE);
	}
}

/* ---- A card for each box, TC-8.11 ------------------------------------------------------------ */

static int card_in_box(const tc_state *s, int side, int box)
{
	for (int card = 0; card < CARDS; card++)
		if (s->card_at[card] == CARD_BOX + box && tc_card_side(card) == side)
			return card;
	return NONE;
}

static int boxes_filled(const tc_state *s, int side)
{
	int count = 0;
	for (int box = 0; box < BOXES; box++)
		count += card_in_box(s, side, box) != NONE;
	return count;
}

static int boxes_to_fill(const tc_state *s, int side)
{
	return s->hand_size[side] < BOXES ? s->hand_size[side] : BOXES;
}

static void begin_to_open(tc_state *s)
{
	memset(ap_top(s)->v, 0, sizeof ap_top(s)->v);
	ap_goto(s, BOX_OPEN);
}

void tc_place_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_seats seats = 0;
	(void)ev;
	for (int side = 0; side < SIDES; side++)
		if (s->hand_size[side] > 0)
			seats |= AP_SEAT(s->seat_of[side]);
	if (seats)
		tc_ask_seats(s, seats);
	else
		begin_to_open(s);
}

static uint16_t place_forbidden(const tc_state *s, int side, int card, int box)
{
	bool held = tc_card_side(card) == side && s->card_at[card] == CARD_HAND;
	return held && card_in_box(s, side, box) == NONE ? 0 : TC_8_11;
}

void tc_place_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = tc_seat_side(s, seat);
	bool empty[BOXES];
	for (int box = 0; box < BOXES; box++)
		empty[box] = card_in_box(s, side, box) == NONE;
	for (int card = 0; card < CARDS; card++) {
		if (s->card_at[card] != CARD_HAND || tc_card_side(card) != side)
			continue;
		for (int box = 0; box < BOXES; box++)
			if (empty[box])
				ap_add(out, ap_act(V_PLACE, (unsigned)card, (unsigned)box));
	}
}

uint16_t tc_place_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	if (ap_verb_of(a) != V_PLACE || ap_x(a) >= CARDS || ap_y(a) >= BOXES)
		return TC_8_11;
	return place_forbidden(s, tc_seat_side(s, seat), (int)ap_x(a), (int)ap_y(a));
}

void tc_place_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_seat_side(s, seat);
	(void)ev;
	s->card_at[ap_x(a)] = (uint8_t)(CARD_BOX + ap_y(a)); /* hand_size stays: it is public */
	if (boxes_filled(s, side) < boxes_to_fill(s, side))
		ap_top(s)->asked |= AP_SEAT(seat);
}

bool tc_place_unseal(void *state, int seat)
{
	tc_state *s = state;
	int side = tc_seat_side(s, seat);
	bool any = false;
	for (int box = 0; box < BOXES; box++) {
		int card = card_in_box(s, side, box);
		if (card == NONE)
			continue;
		s->card_at[card] = CARD_HAND;
		any = true;
	}
	return any;
}

int tc_laid_now(const tc_state *s)
{
	int laid = 0;
	for (int side = 0; side < SIDES; side++)
		for (int box = 0; box < BOXES; box++)
			if (card_in_box(s, side, box) != NONE)
				laid |= 1 << (side * BOXES + box);
	return laid;
}

void tc_place_close(void *state, ap_events *ev)
{
	tc_state *s = state;
	begin_to_open(s);
	tc_count_hands(s);
	s->laid = (uint8_t)tc_laid_now(s);
	for (int i = 0; i < SIDES; i++)
		ap_tell(ev, EV_PLACED, TC_8_11, order[i], (int16_t)boxes_filled(s, order[i]));
}

/* ---- The boxes are opened, TC-8.12 ----------------------------------------------------------- */

static bool is_influence(int card)
{
	return tc_cards[card].kind == TC_KIND_INFLUENCE;
}

/* The card of the box to be shown next: WHITE's, then RED's; NONE: both lie open. */
static int closed_card(const tc_state *s, int box)
{
	for (int i = 0; i < SIDES; i++) {
		int card = card_in_box(s, order[i], box);
		if (card != NONE && s->card_known[card] != KNOWN_BOTH)
			return card;
	}
	return NONE;
}

/* The side whose Influence card of the box has still to be rolled for, or NONE. */
static int influence_due(const tc_state *s, int box)
{
	for (int i = 0; i < SIDES; i++) {
		int card = card_in_box(s, order[i], box);
		if (card != NONE && is_influence(card) && s->worth[order[i]][box] == 0)
			return order[i];
	}
	return NONE;
}

void tc_box_open_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	(void)ev;
	if (f->v[0] >= BOXES) {
		f->v[0] = f->v[1] = 0;
		ap_goto(s, TURN_CARDS);
	} else if (closed_card(s, f->v[0]) != NONE) {
		tc_ask_chance(s);
	} else if (influence_due(s, f->v[0]) != NONE) {
		f->v[1] = (int16_t)influence_due(s, f->v[0]);
		ap_goto(s, INFLUENCE_DIE);
	} else {
		ap_goto(s, BOX_COUNT);
	}
}

void tc_box_open_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_OPEN, (unsigned)closed_card(s, ap_peek(s)->v[0]), 0));
}

uint16_t tc_box_open_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	(void)seat;
	bool it = ap_verb_of(a) == V_OPEN && (int)ap_x(a) == closed_card(s, ap_peek(s)->v[0]);
	return it ? 0 : TC_8_12;
}

void tc_box_open_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int card = (int)ap_x(a), side = tc_card_side(card), box = ap_peek(s)->v[0];
	bool rolls = is_influence(card);
	int worth = rolls ? 0 : tc_cards[card].value;
	(void)seat;
	s->card_known[card] = KNOWN_BOTH;
	s->worth[side][box] = (uint8_t)worth;
	if (side == RED && worth >= tc_number_of(TC_NUMBER_BONUS_BID))
		s->red_five = 1;
	ap_tell(ev, EV_OPENED, rolls ? TC_8_12_1 : TC_8_12, (int16_t)side, (int16_t)box, (int16_t)card,
		(int16_t)worth);
}

/* ---- The Influence card, TC-8.12.1 ----------------------------------------------------------- */

static bool applies(const tc_state *s, const tc_modifier *m, int side)
{
	int whose = m->side, ahead = tc_ahead(s);
	if (m->roll != TC_ROLL_INFLUENCE || s->turn < m->first)
		return false;
	if (whose != NOBODY && whose != side)
		return false;
	switch (m->condition) {
	case TC_CONDITION_LEADS:
		return ahead == side;
	case TC_CONDITION_TRAILS:
		return ahead == tc_other(side);
	case TC_CONDITION_IN_1918:
		return tc_this_turn(s)->year == 1918;
	case TC_CONDITION_LEADER_ON_MAP:
		return s->leader_where[m->leader] == ON_MAP;
	default:
		return false;
	}
}

static int influence_worth(const tc_state *s, int side, int die)
{
	for (int i = 0; i < TC_MODIFIERS; i++)
		if (applies(s, &tc_modifiers[i], side))
			die += tc_modifiers[i].amount;
	for (int i = 0; i < TC_DIE_OUTCOMES; i++) {
		const tc_die_outcome *o = &tc_die_outcomes[i];
		if (o->roll == TC_ROLL_INFLUENCE && die >= o->low && die <= o->high)
			return o->amount;
	}
	return 1;
}

void tc_influence_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int box = ap_peek(s)->v[0], side = ap_peek(s)->v[1], die = (int)ap_x(a);
	int worth = influence_worth(s, side, die);
	bool spared = s->turn == 1 && tc_ahead(s) != NOBODY;
	(void)seat;
	s->worth[side][box] = (uint8_t)worth;
	ap_tell(ev, EV_INFLUENCE_DIE, spared ? TC_8_153_2 : TC_8_12_1, (int16_t)side, (int16_t)box,
		(int16_t)die, (int16_t)worth);
	ap_goto(s, BOX_OPEN);
}

/* ---- How many Political Cards, TC-8.12.2 ----------------------------------------------------- */

/* The row with the greatest difference that is reached; NULL: a sum too small. */
static const tc_generation *generation_of(int sum, int apart)
{
	const tc_generation *best = NULL;
	for (int i = 0; i < TC_GENERATIONS; i++) {
		const tc_generation *g = &tc_generations[i];
		if (sum < g->low || sum > g->high || g->apart > apart)
			continue;
		if (!best || g->apart > best->apart)
			best = g;
	}
	return best;
}

void tc_box_count_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	int box = f->v[0], red = s->worth[RED][box], white = s->worth[WHITE][box];
	int apart = red > white ? red - white : white - red;
	const tc_generation *g = generation_of(red + white, apart);
	int chosen = g ? g->chosen : 0, random = g ? g->random : 0;
	s->box_random[box] = (uint8_t)random;
	ap_tell(ev, EV_CARDS_DUE, TC_8_12_2, (int16_t)box, (int16_t)chosen, (int16_t)random);
	if (chosen == 0) {
		f->v[0]++;
		ap_goto(s, BOX_OPEN);
		return;
	}
	s->chooser[box] = red > white ? RED : WHITE;
	f->v[1] = (int16_t)chosen;
	f->v[2] = s->chooser[box];
	ap_goto(s, CHOOSE);
}

/* ---- The forces of factions gained, TC-8.14 -------------------------------------------------- */

/* Only a faction that brings something its controller may place waits for the lot. */
static bool brings_forces(const tc_state *s, int faction)
{
	if (s->user[faction] >= SIDES || tc_shut(s, faction))
		return false;
	for (int i = 0; i < TC_SETUPS; i++) {
		int when = tc_setups[i].when;
		if (tc_setups[i].faction == faction && (when == TC_WHEN_GAIN || when == TC_WHEN_OTHERWISE))
			return true;
	}
	return false;
}

static bool in_lot(const tc_state *s, int faction)
{
	return (s->faction_flags[faction] & F_GAINED) && brings_forces(s, faction);
}

static void set_up(tc_state *s, int faction, ap_events *ev)
{
	int side = tc_controller(s, faction);
	s->faction_flags[faction] &= (uint16_t)~F_GAINED;
	if (side < SIDES)
		tc_call_forces(s, faction, side, TC_WHEN_GAIN, ev);
}

void tc_forces_lot_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int count = 0, last = 0;
	for (int f = 0; f < FACTIONS; f++) {
		if (!(s->faction_flags[f] & F_GAINED))
			continue;
		if (!brings_forces(s, f)) {
			set_up(s, f, ev);
			return;
		}
		count++;
		last = f;
	}
	if (count == 0)
		ap_goto(s, POLITICS_END);
	else if (count == 1)
		set_up(s, last, ev);
	else
		tc_ask_chance(s);
}

void tc_forces_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int f = 0; f < FACTIONS; f++)
		if (in_lot(state, f))
			ap_add(out, ap_act(V_LOT_FACTION, (unsigned)f, 0));
}

uint16_t tc_forces_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool lot = ap_verb_of(a) == V_LOT_FACTION && ap_x(a) < FACTIONS;
	return lot && in_lot(state, (int)ap_x(a)) ? 0 : TC_8_14;
}

void tc_forces_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	set_up(state, (int)ap_x(a), ev);
}

/* ---- The end, TC-8.16 ------------------------------------------------------------------------ */

static bool is_extra(int card)
{
	return is_influence(card) || tc_cards[card].kind == TC_KIND_BLUFF;
}

/* Bluff and Influence are laid aside, wherever they are, as long as Political Phases are to come.
 */
static void put_cards_away(tc_state *s, ap_events *ev)
{
	bool more = s->turn < TC_TURNS && tc_turns[s->turn].political;
	for (int card = 0; card < CARDS; card++) {
		int place = s->card_at[card];
		bool boxed = place >= CARD_BOX && place < CARD_BOX + BOXES;
		if (is_extra(card)) {
			if (place != CARD_GONE)
				tc_card_to(s, card, more ? CARD_ASIDE : CARD_GONE);
		} else if (boxed) {
			tc_card_to(s, card, CARD_DISCARDS);
			ap_tell(ev, EV_CARD_DISCARDED, TC_8_16, (int16_t)tc_card_side(card), (int16_t)card);
		}
	}
}

/* After card 66 everything is shuffled, TC-8.152.4. */
static void put_political_cards_away(tc_state *s, ap_events *ev)
{
	bool shuffles =
		s->special < PCARDS && tc_specials[tc_political_cards[s->special].special].shuffles;
	int used[BOXES] = {0};
	for (int p = 0; p < PCARDS; p++) {
		if (s->pcard_at[p] == P_TURNED) {
			used[tc_political_cards[p].pile]++;
			tc_pcard_to(s, p, P_USED);
		}
		if (shuffles)
			tc_pcard_to(s, p, P_PILE);
	}
	for (int box = 0; box < BOXES; box++) {
		if (used[box] > 0)
			ap_tell(ev, EV_USED_CARDS, TC_8_16, (int16_t)box, (int16_t)used[box]);
		if (shuffles)
			ap_tell(ev, EV_PILE_SHUFFLED, TC_8_152_4, (int16_t)box);
	}
}

static void take_influence_off(tc_state *s, ap_events *ev)
{
	for (int f = 0; f < FACTIONS; f++) {
		int red = s->ip[RED][f] + s->soft_ip[RED][f];
		int white = s->ip[WHITE][f] + s->soft_ip[WHITE][f];
		if (red || white)
			ap_tell(ev, EV_IP_OFF, TC_8_16, (int16_t)f, (int16_t)red, (int16_t)white);
	}
	memset(s->ip, 0, sizeof s->ip);
	memset(s->soft_ip, 0, sizeof s->soft_ip);
}

void tc_politics_end_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	put_cards_away(s, ev);
	put_political_cards_away(s, ev);
	take_influence_off(s, ev);
	clear_boxes(s);
	s->powers_friend = NOBODY;
	if (s->passive == PASSIVE_NEXT)
		s->passive = PASSIVE_NOT;
	ap_end(s);
}
