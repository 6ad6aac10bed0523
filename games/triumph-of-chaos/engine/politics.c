/* politics.c: the Political Phase, TC-8.1: laying cards face down, opening the boxes, placing the
 * forces of gained factions, and the end. See political_cards.c for the Political Cards and
 * markers.c for the markers. */
#include "chapters.h"

/* WHITE comes first unless a rule says otherwise. */
static const uint8_t order[TC_SIDE_COUNT] = {TC_SIDE_WHITE, TC_SIDE_RED};

/* ---- The beginning --------------------------------------------------------------------------- */

static void clear_boxes(tc_state *s)
{
	memset(s->worth, 0, sizeof s->worth);
	memset(s->box_chosen, 0, sizeof s->box_chosen);
	memset(s->box_random, 0, sizeof s->box_random);
	memset(s->box_ones, 0, sizeof s->box_ones);
	memset(s->box_twos, 0, sizeof s->box_twos);
	memset(s->chooser, TC_NONE, sizeof s->chooser);
	s->special = TC_NONE;
	s->laid = 0;
}

/* TC-8.14: releases forces that had to wait until the Central Powers left. */
static void free_owed(tc_state *s)
{
	for (int f = 0; f < TC_FACTIONS; f++) {
		if (!(s->faction_flags[f] & TC_FACTION_FLAG_OWED) || tc_shut(s, f) ||
			tc_controller(s, f) == TC_PARTY_NOBODY)
			continue;
		s->faction_flags[f] &= (uint16_t)~TC_FACTION_FLAG_OWED;
		s->faction_flags[f] |= TC_FACTION_FLAG_GAINED | TC_FACTION_FLAG_NEW; /* TC-8.142 */
	}
}

/* TC-8.7: gives each box a fixed number of cards by lot. */
static void deal_by_lot(tc_state *s, ap_events *ev)
{
	int each = tc_number_of(TC_NUMBER_RANDOM_CARDS);
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		s->box_random[box] = (uint8_t)each;
		tc_tell_cards_due(ev, TC_8_7, TC_PILE(box), 0, each);
	}
}

void tc_politics_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	bool powers = tc_powers_active(s);
	s->powers_friend =
		(uint8_t)(powers ? tc_controller(s, TC_FACTION_CENTRAL_POWERS) : TC_PARTY_NOBODY);
	free_owed(s);
	if (s->head.option[TC_OPTION_POLITICS] == TC_POLITICS_RANDOM) {
		deal_by_lot(s, ev);
		tc_goto(s, TC_STEP_TURN_CARDS);
	} else {
		tc_goto(s, TC_STEP_POLITICS_PLACE);
	}
}

/* ---- A card for each box, TC-8.11 ------------------------------------------------------------ */

int tc_card_in_box(const tc_state *s, int side, int box)
{
	assert(tc_is_side(side));
	uint64_t lying[TC_CARD_WORDS];
	tc_cards_in(s, TC_CARD_PLACE_RED_BOX + box, lying);
	for (int card = tc_member(lying, TC_CARD_WORDS, 0); card < TC_CARDS;
		 card = tc_member(lying, TC_CARD_WORDS, card + 1))
		if (tc_card_side(card) == side)
			return card;
	return TC_NONE;
}

static int boxes_filled(const tc_state *s, int side)
{
	int count = 0;
	for (int box = 0; box < TC_PILE_COUNT; box++)
		count += tc_card_in_box(s, side, box) != TC_NONE;
	return count;
}

int tc_boxes_to_fill(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	return s->hand_size[side] < TC_PILE_COUNT ? s->hand_size[side] : TC_PILE_COUNT;
}

static void begin_to_open(tc_state *s)
{
	tc_enter(s, TC_STEP_BOX_OPEN);
	tc_boxes_top(s)->box = TC_PILE_RED;
}

void tc_politics_place_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (!tc_ask_holders(s))
		begin_to_open(s);
}

static uint16_t place_forbidden(const tc_state *s, int side, int card, int box)
{
	bool held = tc_card_side(card) == side && s->card_at[card] == TC_CARD_PLACE_HAND;
	return held && tc_card_in_box(s, side, box) == TC_NONE ? 0 : TC_8_11;
}

void tc_politics_place_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	int side = tc_seat_side(s, seat);
	bool empty[TC_PILE_COUNT];
	for (int box = 0; box < TC_PILE_COUNT; box++)
		empty[box] = tc_card_in_box(s, side, box) == TC_NONE;
	uint64_t held[TC_CARD_WORDS];
	tc_cards_in(s, TC_CARD_PLACE_HAND, held);
	for (int card = tc_member(held, TC_CARD_WORDS, 0); card < TC_CARDS;
		 card = tc_member(held, TC_CARD_WORDS, card + 1)) {
		if (tc_card_side(card) != side)
			continue;
		for (int box = 0; box < TC_PILE_COUNT; box++)
			if (empty[box])
				ap_add(out, ap_act(TC_VERB_PLACE, (unsigned)card, (unsigned)box));
	}
}

uint16_t tc_politics_place_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	if (ap_verb_of(a) != TC_VERB_PLACE || ap_x(a) >= TC_CARDS || ap_y(a) >= TC_PILE_COUNT)
		return TC_8_11;
	return place_forbidden(s, tc_seat_side(s, seat), (int)ap_x(a), (int)ap_y(a));
}

void tc_politics_place_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_seat_side(s, seat);
	(void)ev;
	/* hand_size is public and does not change until all cards are laid. */
	s->card_at[ap_x(a)] = (uint8_t)(TC_CARD_PLACE_RED_BOX + ap_y(a));
	if (boxes_filled(s, side) < tc_boxes_to_fill(s, side))
		ap_top(s)->asked |= AP_SEAT(seat);
}

bool tc_politics_place_unseal(void *state, int seat)
{
	tc_state *s = state;
	int side = tc_seat_side(s, seat);
	bool any = false;
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		int card = tc_card_in_box(s, side, box);
		if (card == TC_NONE)
			continue;
		s->card_at[card] = TC_CARD_PLACE_HAND;
		any = true;
	}
	return any;
}

int tc_laid_now(const tc_state *s)
{
	int laid = 0;
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		for (int box = 0; box < TC_PILE_COUNT; box++)
			if (tc_card_in_box(s, side, box) != TC_NONE)
				laid |= 1 << (side * TC_PILE_COUNT + box);
	return laid;
}

void tc_politics_place_close(void *state, ap_events *ev)
{
	tc_state *s = state;
	begin_to_open(s);
	tc_count_hands(s);
	s->laid = (uint8_t)tc_laid_now(s);
	for (int i = 0; i < TC_SIDE_COUNT; i++)
		tc_tell_placed(ev, TC_8_11, TC_SIDE(order[i]), boxes_filled(s, order[i]));
}

/* ---- The boxes are opened, TC-8.12 ----------------------------------------------------------- */

static bool is_influence(int card)
{
	return tc_cards[card].kind == TC_KIND_INFLUENCE;
}

/* Returns the card of the box that is turned face up next, WHITE's before RED's; TC_NONE if both
 * lie open. */
static int closed_card(const tc_state *s, int box)
{
	for (int i = 0; i < TC_SIDE_COUNT; i++) {
		int card = tc_card_in_box(s, order[i], box);
		if (card != TC_NONE && s->card_known[card] != TC_KNOWN_TO_BOTH)
			return card;
	}
	return TC_NONE;
}

/* Returns the side whose Influence card in the box still needs a die; TC_NONE if there is none. */
static int influence_due(const tc_state *s, int box)
{
	for (int i = 0; i < TC_SIDE_COUNT; i++) {
		int card = tc_card_in_box(s, order[i], box);
		if (card != TC_NONE && is_influence(card) && s->worth[order[i]][box] == 0)
			return order[i];
	}
	return TC_NONE;
}

void tc_box_open_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_boxes_frame *f = tc_boxes_top(s);
	(void)ev;
	if (f->box == TC_NONE) {
		tc_enter(s, TC_STEP_TURN_CARDS);
	} else if (closed_card(s, f->box) != TC_NONE) {
		tc_ask_chance(s);
	} else if (influence_due(s, f->box) != TC_NONE) {
		f->roller = (uint8_t)influence_due(s, f->box);
		tc_goto(s, TC_STEP_INFLUENCE_DIE);
	} else {
		tc_goto(s, TC_STEP_BOX_COUNT);
	}
}

void tc_box_open_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	(void)seat;
	ap_add(out, ap_act(TC_VERB_OPEN, (unsigned)closed_card(s, tc_boxes_peek(s)->box), 0));
}

uint16_t tc_box_open_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	(void)seat;
	bool it =
		ap_verb_of(a) == TC_VERB_OPEN && (int)ap_x(a) == closed_card(s, tc_boxes_peek(s)->box);
	return it ? 0 : TC_8_12;
}

void tc_box_open_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int card = (int)ap_x(a), side = tc_card_side(card), box = tc_boxes_peek(s)->box;
	bool rolls = is_influence(card);
	int worth = rolls ? 0 : tc_cards[card].value;
	(void)seat;
	tc_show_kept(s, card);
	s->card_known[card] = TC_KNOWN_TO_BOTH;
	s->worth[side][box] = (uint8_t)worth;
	if (side == TC_SIDE_RED && worth >= tc_number_of(TC_NUMBER_BONUS_BID))
		s->red_five = 1;
	if (rolls)
		tc_tell_opened_influence(ev, TC_8_12_1, TC_SIDE(side), TC_PILE(box));
	else
		tc_tell_opened(ev, TC_8_12, TC_SIDE(side), TC_PILE(box), TC_CARD(card), worth);
}

/* ---- The Influence card, TC-8.12.1 ----------------------------------------------------------- */

bool tc_influence_changed(const tc_state *s, int modifier, int side)
{
	assert(tc_is_side(side));
	assert(modifier >= 0 && modifier < TC_MODIFIERS);
	const tc_modifier *m = &tc_modifiers[modifier];
	int whose = m->side;
	if (m->roll != TC_ROLL_INFLUENCE || s->turn < m->first)
		return false;
	if (whose != TC_PARTY_NOBODY && whose != side)
		return false;
	switch (m->condition) {
	case TC_CONDITION_LEADS:
		return tc_ahead(s) == side;
	case TC_CONDITION_TRAILS:
		return tc_ahead(s) == tc_other(side);
	case TC_CONDITION_IN_1918:
		return tc_this_turn(s)->year == 1918;
	case TC_CONDITION_LEADER_ON_MAP:
		return s->leader_where[m->leader] == TC_LOCATION_MAP;
	default:
		return false;
	}
}

/* Returns what is added to the die for an Influence card of the side. */
static int influence_change(const tc_state *s, int side)
{
	int sum = 0;
	for (int i = 0; i < TC_MODIFIERS; i++)
		if (tc_influence_changed(s, i, side))
			sum += tc_modifiers[i].amount;
	return sum;
}

static void tell_influence_modifier(int side, const tc_modifier *m, ap_events *ev)
{
	int amount = m->amount, less = -amount;
	bool leader = m->condition == TC_CONDITION_LEADER_ON_MAP;
	if (leader && amount > 0)
		tc_tell_influence_leader_plus(ev, TC_8_12_1, TC_SIDE(side), TC_LEADER(m->leader), amount);
	else if (leader)
		tc_tell_influence_leader_minus(ev, TC_8_12_1, TC_SIDE(side), TC_LEADER(m->leader), less);
	else if (amount > 0)
		tc_tell_influence_plus(ev, TC_8_12_1, TC_SIDE(side), TC_CONDITION(m->condition), amount);
	else
		tc_tell_influence_minus(ev, TC_8_12_1, TC_SIDE(side), TC_CONDITION(m->condition), less);
}

static void tell_influence_modifiers(const tc_state *s, int side, ap_events *ev)
{
	for (int i = 0; i < TC_MODIFIERS; i++)
		if (tc_influence_changed(s, i, side))
			tell_influence_modifier(side, &tc_modifiers[i], ev);
}

int tc_influence_worth(const tc_state *s, int side, int die)
{
	assert(tc_is_side(side));
	assert(die >= 1 && die <= TC_FACES);
	die += influence_change(s, side);
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
	int box = tc_boxes_peek(s)->box, side = tc_boxes_peek(s)->roller, die = (int)ap_x(a);
	int worth = tc_influence_worth(s, side, die);
	bool spared = s->turn == 1 && tc_ahead(s) != TC_PARTY_NOBODY;
	(void)seat;
	s->worth[side][box] = (uint8_t)worth;
	tell_influence_modifiers(s, side, ev);
	tc_tell_influence_die(ev, spared ? TC_8_153_2 : TC_8_12_1, TC_SIDE(side), TC_PILE(box), die,
		worth, die + influence_change(s, side));
	tc_goto(s, TC_STEP_BOX_OPEN);
}

/* ---- How many Political Cards, TC-8.12.2 ----------------------------------------------------- */

/* Returns the row with the greatest difference that is reached; NULL if the sum is too small for
 * any. */
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

void tc_next_box(tc_state *s)
{
	int next = tc_boxes_peek(s)->box + 1;
	tc_enter(s, TC_STEP_BOX_OPEN);
	tc_boxes_top(s)->box = next < TC_PILE_COUNT ? (uint8_t)next : TC_NONE;
}

void tc_box_count_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_boxes_frame *f = tc_boxes_top(s);
	int box = f->box, red = s->worth[TC_SIDE_RED][box], white = s->worth[TC_SIDE_WHITE][box];
	int apart = red > white ? red - white : white - red;
	const tc_generation *g = generation_of(red + white, apart);
	int chosen = g ? g->chosen : 0, random = g ? g->random : 0;
	s->box_random[box] = (uint8_t)random;
	tc_tell_compared(ev, TC_8_12_2, TC_PILE(box), red, white);
	tc_tell_cards_due(ev, TC_8_12_2, TC_PILE(box), chosen, random);
	if (chosen == 0) {
		tc_next_box(s);
		return;
	}
	s->chooser[box] = red > white ? TC_SIDE_RED : TC_SIDE_WHITE;
	f->to_choose = (uint8_t)chosen;
	f->chooser = s->chooser[box];
	tc_goto(s, TC_STEP_CHOOSE);
}

/* ---- The forces of factions gained, TC-8.14 -------------------------------------------------- */

/* Returns whether the faction brings anything that its controller may place, so that its turn is
 * decided by lot. */
static bool brings_forces(const tc_state *s, int faction)
{
	if (s->user[faction] >= TC_SIDE_COUNT || tc_shut(s, faction))
		return false;
	if (faction == TC_FACTION_POLAND) /* TC-8.321.2 */
		return s->poland != TC_POLISH_STATE_SELF_DEFENCE;
	for (int i = 0; i < TC_SETUPS; i++) {
		int when = tc_setups[i].when;
		if (tc_setups[i].faction == faction && (when == TC_WHEN_GAIN || when == TC_WHEN_OTHERWISE))
			return true;
	}
	return false;
}

static bool in_lot(const tc_state *s, int faction)
{
	return (s->faction_flags[faction] & TC_FACTION_FLAG_GAINED) && brings_forces(s, faction);
}

static void place_forces(tc_state *s, int faction, ap_events *ev)
{
	int side = tc_controller(s, faction);
	s->faction_flags[faction] &= (uint16_t)~TC_FACTION_FLAG_GAINED;
	if (side < TC_SIDE_COUNT)
		tc_call_forces(s, faction, side, tc_way_of_waiting(s, faction), ev);
}

void tc_forces_lot_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int count = 0, last = 0;
	for (int f = 0; f < TC_FACTIONS; f++) {
		if (!(s->faction_flags[f] & TC_FACTION_FLAG_GAINED))
			continue;
		if (!brings_forces(s, f)) {
			place_forces(s, f, ev);
			return;
		}
		count++;
		last = f;
	}
	if (count == 0)
		tc_goto(s, TC_STEP_POLITICS_END);
	else if (count == 1)
		place_forces(s, last, ev);
	else
		tc_ask_chance(s);
}

void tc_forces_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int f = 0; f < TC_FACTIONS; f++)
		if (in_lot(state, f))
			ap_add(out, ap_act(TC_VERB_LOT_FACTION, (unsigned)f, 0));
}

uint16_t tc_forces_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool lot = ap_verb_of(a) == TC_VERB_LOT_FACTION && ap_x(a) < TC_FACTIONS;
	return lot && in_lot(state, (int)ap_x(a)) ? 0 : TC_8_14;
}

void tc_forces_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	place_forces(state, (int)ap_x(a), ev);
}

/* ---- The end, TC-8.16 ------------------------------------------------------------------------ */

static bool is_extra(int card)
{
	return is_influence(card) || tc_cards[card].kind == TC_KIND_BLUFF;
}

/* Discards the cards in the boxes. Lays Bluff and Influence aside, wherever they are, if another
 * Political Phase follows. */
static void put_cards_away(tc_state *s, ap_events *ev)
{
	bool more = s->turn < TC_TURNS && tc_turns[s->turn].political;
	for (int card = 0; card < TC_CARDS; card++) {
		int place = s->card_at[card];
		bool boxed =
			place >= TC_CARD_PLACE_RED_BOX && place < TC_CARD_PLACE_RED_BOX + TC_PILE_COUNT;
		if (is_extra(card)) {
			if (place != TC_CARD_PLACE_GONE)
				tc_card_to(s, card, more ? TC_CARD_PLACE_ASIDE : TC_CARD_PLACE_GONE);
		} else if (boxed) {
			tc_card_to(s, card, TC_CARD_PLACE_DISCARDS);
			tc_tell_card_discarded(ev, TC_8_16, TC_SIDE(tc_card_side(card)), TC_CARD(card));
		}
	}
}

/* Puts Political Cards that lie open aside as used. After card 66 shuffles all of them,
 * TC-8.152.4. */
static void put_political_cards_away(tc_state *s, ap_events *ev)
{
	bool shuffles = s->special < TC_POLITICAL_CARDS &&
		tc_specials[tc_political_cards[s->special].special].shuffles;
	int used[TC_PILE_COUNT] = {0};
	for (int p = 0; p < TC_POLITICAL_CARDS; p++) {
		if (s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_TURNED) {
			used[tc_political_cards[p].pile]++;
			tc_political_card_to(s, p, TC_POLITICAL_CARD_PLACE_USED);
		}
		if (shuffles)
			tc_political_card_to(s, p, TC_POLITICAL_CARD_PLACE_PILE);
	}
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		if (used[box] > 0)
			tc_tell_used_cards(ev, TC_8_16, TC_PILE(box), used[box]);
		if (shuffles)
			tc_tell_pile_shuffled(ev, TC_8_152_4, TC_PILE(box));
	}
}

static void take_influence_off(tc_state *s, ap_events *ev)
{
	for (int f = 0; f < TC_FACTIONS; f++) {
		int red = s->ip[TC_SIDE_RED][f] + s->soft_ip[TC_SIDE_RED][f];
		int white = s->ip[TC_SIDE_WHITE][f] + s->soft_ip[TC_SIDE_WHITE][f];
		if (red || white)
			tc_tell_ip_off(ev, TC_8_16, TC_FACTION(f), red, white);
	}
	memset(s->ip, 0, sizeof s->ip);
	memset(s->soft_ip, 0, sizeof s->soft_ip);
}

void tc_clear_politics(tc_state *s)
{
	put_cards_away(s, NULL);
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_CHOSEN)
			tc_political_card_to(s, p, TC_POLITICAL_CARD_PLACE_PILE);
	put_political_cards_away(s, NULL);
	clear_boxes(s);
	s->powers_friend = TC_PARTY_NOBODY;
}

void tc_politics_end_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	put_cards_away(s, ev);
	put_political_cards_away(s, ev);
	take_influence_off(s, ev);
	clear_boxes(s);
	s->powers_friend = TC_PARTY_NOBODY;
	if (s->passive == TC_PASSIVITY_NEXT)
		s->passive = TC_PASSIVITY_NONE;
	if (!tc_check_victory(s, ev))
		ap_end(s);
}
