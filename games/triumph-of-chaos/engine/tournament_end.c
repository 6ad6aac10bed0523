/* tournament_end.c: the 1919 scenario: RED's secret objectives, TC-5.26.2, and the cards and the
 * die that decide whether the game ends, TC-5.27, TC-5.27.1. */
#include "situation.h"

/* What the action `end-die` does to the die. */
enum { TC_END_TAKE_OFF, TC_END_LEAVE, TC_END_ADD, TC_END_COUNT };

/* ---- Objectives ------------------------------------------------------------------------------ */

bool tc_secret_objectives(const tc_state *s)
{
	return tc_tournament(s) && s->head.option[TC_OPTION_OBJECTIVES] == TC_OBJECTIVES_SECRET;
}

static bool are_read(const tc_state *s)
{
	return s->head.over == TC_REASON_RED_GOAL + 1 || s->head.over == TC_REASON_RED_SHORT + 1;
}

bool tc_sees_objectives(const tc_state *s)
{
	int viewer = s->head.viewer;
	if (viewer == AP_EVERYTHING || !tc_secret_objectives(s) || are_read(s))
		return true;
	return viewer < TC_SEAT_COUNT && s->side_of[viewer] == TC_SIDE_RED;
}

int tc_objectives_written(const tc_state *s)
{
	if (!tc_secret_objectives(s))
		return 0;
	if (!s->head.over && ap_peek(s)->step == TC_STEP_OBJECTIVES)
		return tc_ending_peek(s)->written;
	return s->turn > tc_number_of(TC_NUMBER_OBJECTIVES_TURN)
		? tc_number_of(TC_NUMBER_OBJECTIVES_NEEDED)
		: 0;
}

bool tc_call_objectives(tc_state *s)
{
	if (!tc_secret_objectives(s) || s->turn != tc_number_of(TC_NUMBER_OBJECTIVES_TURN) ||
		s->objectives)
		return false;
	tc_call(s, TC_STEP_OBJECTIVES);
	return true;
}

void tc_objectives_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, TC_SIDE_RED);
}

static bool may_write(const tc_state *s, unsigned objective)
{
	return objective < TC_OBJECTIVES && !(s->objectives >> objective & 1);
}

void tc_objectives_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned o = 0; o < TC_OBJECTIVES; o++)
		if (may_write(state, o))
			ap_add(out, ap_act(TC_VERB_WRITE, o, 0));
}

uint16_t tc_objectives_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == TC_VERB_WRITE && may_write(state, ap_x(a)) ? 0 : TC_5_26_2;
}

void tc_objectives_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_ending_frame *f = tc_ending_top(s);
	ap_seats owner = AP_SEAT(seat);
	s->objectives |= (uint8_t)(1u << ap_x(a));
	tc_tell_writes_to(ev, owner, TC_5_26_2, TC_OBJECTIVE(ap_x(a)));
	tc_tell_writes_hidden_to(ev, (ap_seats)~owner, TC_5_26_2);
	if (f->written + 1 < tc_number_of(TC_NUMBER_OBJECTIVES_NEEDED))
		f->written++;
	else
		ap_end(s);
}

/* Returns the next objective that is read out; TC_OBJECTIVES if all have been. */
static int next_to_read(const tc_state *s)
{
	int left = s->objectives & ~tc_ending_peek(s)->read, o = 0;
	while (o < TC_OBJECTIVES && !(left >> o & 1))
		o++;
	return o;
}

void tc_objectives_read_run(void *state, ap_events *ev)
{
	if (next_to_read(state) < TC_OBJECTIVES)
		tc_ask_chance(state);
	else
		tc_settle_tournament(state, ev);
}

void tc_objectives_read_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	if (next_to_read(state) < TC_OBJECTIVES)
		ap_add(out, ap_act(TC_VERB_READ, (unsigned)next_to_read(state), 0));
}

uint16_t tc_objectives_read_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool next = ap_verb_of(a) == TC_VERB_READ && (int)ap_x(a) == next_to_read(state);
	return next && ap_x(a) < TC_OBJECTIVES ? 0 : TC_5_26_2;
}

void tc_objectives_read_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	tc_ending_frame *f = tc_ending_top(state);
	f->read |= (uint8_t)(1u << ap_x(a));
	tc_tell_objective_read(ev, TC_5_26_2, TC_OBJECTIVE(ap_x(a)));
}

void tc_end_tournament(tc_state *s, ap_events *ev)
{
	if (!tc_secret_objectives(s))
		tc_settle_tournament(s, ev);
	else if (ap_peek(s)->step == TC_STEP_END_DIE)
		tc_enter(s, TC_STEP_OBJECTIVES_READ);
	else
		tc_call(s, TC_STEP_OBJECTIVES_READ);
}

/* ---- A card each, TC-5.27 -------------------------------------------------------------------- */

int tc_ends_on(const tc_state *s)
{
	return s->turn ? tc_setting_of(s)->ends[s->turn - 1] : 0;
}

void tc_call_end_cards(tc_state *s)
{
	if (tc_ends_on(s))
		tc_call(s, TC_STEP_END_CARDS);
}

int tc_end_card(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	for (int card = 0; card < TC_CARDS; card++)
		if (s->card_at[card] == TC_CARD_PLACE_END_BOX && tc_card_side(card) == side)
			return card;
	return TC_NONE;
}

void tc_end_cards_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (!tc_ask_holders(s))
		tc_goto(s, TC_STEP_END_DIE);
}

static bool may_allot(const tc_state *s, int seat, unsigned card)
{
	return card < TC_CARDS && s->card_at[card] == TC_CARD_PLACE_HAND &&
		tc_card_side((int)card) == tc_seat_side(s, seat);
}

void tc_end_cards_legal(const void *state, int seat, ap_list *out)
{
	for (unsigned card = 0; card < TC_CARDS; card++)
		if (may_allot(state, seat, card))
			ap_add(out, ap_act(TC_VERB_STAKE, card, 0));
}

uint16_t tc_end_cards_refuse(const void *state, int seat, ap_action a)
{
	return ap_verb_of(a) == TC_VERB_STAKE && may_allot(state, seat, ap_x(a)) ? 0 : TC_5_27;
}

void tc_end_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	(void)ev;
	/* hand_size is public and does not change until both cards are laid. */
	s->card_at[ap_x(a)] = TC_CARD_PLACE_END_BOX;
}

bool tc_end_cards_unseal(void *state, int seat)
{
	tc_state *s = state;
	int card = tc_end_card(s, tc_seat_side(s, seat));
	if (card == TC_NONE)
		return false;
	s->card_at[card] = TC_CARD_PLACE_HAND;
	return true;
}

/* Turns the card of the side face up and discards it. Returns its value; 0 if there is none. */
static int turn_end_card(tc_state *s, int side, ap_events *ev)
{
	int card = tc_end_card(s, side);
	if (card == TC_NONE)
		return 0;
	s->card_at[card] = TC_CARD_PLACE_HAND; /* where hand_size has counted it */
	tc_card_to(s, card, TC_CARD_PLACE_DISCARDS);
	tc_tell_end_card(ev, TC_5_27, TC_SIDE(side), TC_CARD(card), tc_card_value(card));
	return tc_card_value(card);
}

void tc_end_cards_close(void *state, ap_events *ev)
{
	tc_state *s = state;
	int white = turn_end_card(s, TC_SIDE_WHITE, ev), red = turn_end_card(s, TC_SIDE_RED, ev);
	if (white == red) {
		tc_tell_end_level(ev, TC_5_27_1);
		tc_enter(s, TC_STEP_END_DIE);
		return;
	}
	tc_enter(s, TC_STEP_END_CHANGE);
	tc_ending_top(s)->chooser = white > red ? TC_SIDE_WHITE : TC_SIDE_RED;
}

/* ---- The die, TC-5.27.1 ---------------------------------------------------------------------- */

void tc_end_change_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, tc_ending_peek(state)->chooser);
}

void tc_end_change_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	for (unsigned how = 0; how < TC_END_COUNT; how++)
		ap_add(out, ap_act(TC_VERB_END_DIE, how, 0));
}

uint16_t tc_end_change_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == TC_VERB_END_DIE && ap_x(a) < TC_END_COUNT ? 0 : TC_5_27_1;
}

void tc_end_change_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_ending_frame *f = tc_ending_top(state);
	(void)seat;
	f->change = (int8_t)((int)ap_x(a) - TC_END_LEAVE);
	tc_tell_end_changed(ev, TC_5_27_1, TC_SIDE(f->chooser), f->change);
	tc_goto(state, TC_STEP_END_DIE);
}

void tc_end_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a), total = die + tc_ending_peek(s)->change;
	(void)seat;
	tc_tell_end_die(ev, TC_5_27_1, die, total, tc_ends_on(s));
	if (total > tc_ends_on(s)) {
		tc_tell_goes_on(ev, TC_5_27_1, s->turn);
		ap_end(s);
		return;
	}
	tc_tell_ends_now(ev, TC_5_27_1, s->turn);
	tc_end_tournament(s, ev);
}

/* ---- What displays ask ----------------------------------------------------------------------- */

void tc_state_ending_frame(const tc_state *s, const tc_ending_frame *f, int frame, ap_facts *facts)
{
	switch (f->step) {
	case TC_STEP_END_CARDS:
		tc_state_end_laying(facts, frame, TC_5_27, s->turn, tc_ends_on(s));
		break;
	case TC_STEP_END_CHANGE:
		tc_state_end_changes(facts, frame, TC_5_27_1, TC_SIDE(f->chooser), tc_ends_on(s));
		break;
	case TC_STEP_END_DIE:
		tc_state_end_needs(facts, frame, TC_5_27_1, tc_ends_on(s), f->change);
		tc_state_die_until(facts, frame, TC_5_27_1, tc_ends_on(s) - f->change, TC_EVENT_ENDS_NOW,
			TC_EVENT_GOES_ON);
		break;
	case TC_STEP_OBJECTIVES:
		tc_state_writing(
			facts, frame, TC_5_26_2, f->written, tc_number_of(TC_NUMBER_OBJECTIVES_NEEDED));
		break;
	default:
		tc_state_reading(facts, frame, TC_5_26_2);
		break;
	}
}

int tc_figure_objective_holds(const void *view, int key)
{
	return tc_tournament(view) ? tc_objective_holds(view, key) : AP_NONE;
}

int tc_figure_objective_written(const void *view, int key)
{
	const tc_state *s = view;
	bool known = tc_secret_objectives(s) && tc_sees_objectives(s);
	return known ? s->objectives >> key & 1 : AP_NONE;
}

int tc_figure_home_cities_lost(const void *view, int key)
{
	(void)key;
	return tc_tournament(view) ? tc_home_cities_lost(view) : AP_NONE;
}

int tc_figure_winning_points(const void *view, int key)
{
	const tc_setting *scenario = tc_setting_of(view);
	if (!tc_tournament(view))
		return AP_NONE;
	return key == TC_SIDE_WHITE ? scenario->white_vp : scenario->red_vp;
}

int tc_figure_ends_on(const void *view, int key)
{
	(void)key;
	return tc_ends_on(view) ? tc_ends_on(view) : AP_NONE;
}

int tc_figure_ends_then(const void *view, int key)
{
	int die = tc_setting_of(view)->ends[key];
	return die ? die : AP_NONE;
}
