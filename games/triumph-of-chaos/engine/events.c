/* events.c: carries out events row by row of effects.csv. */
#include "events.h"

/* ---- Cards, rows and choices ----------------------------------------------------------------- */

static bool row_chosen(const tc_state *s, int row)
{
	return tc_effects[row].choice >= TC_CHOICES || tc_chose(s, tc_effects[row].choice);
}

static void go_to_row(tc_state *s, int row)
{
	tc_event_frame *f = tc_event_top(s);
	f->row = row < TC_EFFECTS ? (uint16_t)row : TC_NOWHERE;
	f->item = f->rolled = f->on_last = 0;
	f->last_faction = TC_NONE;
	f->target = TC_NOWHERE;
	f->leader = TC_NONE;
	tc_goto(s, TC_STEP_EVENT);
}

void tc_row_failed(tc_state *s)
{
	go_to_row(s, tc_event_peek(s)->row + 1);
}

void tc_row_done(tc_state *s)
{
	int row = tc_event_peek(s)->row;
	while (tc_has_either(row))
		row++;
	go_to_row(s, row + 1);
}

/* ---- Playing an event ------------------------------------------------------------------------ */

void tc_play_event(tc_state *s, int side, int card, ap_events *ev)
{
	assert(tc_is_side(side) && tc_is_card(card));
	bool choices = tc_has_choices(card);
	s->played[card / 64] |= (uint64_t)1 << card % 64;
	for (int c = 0; c < TC_CHOICES; c++)
		if (tc_choices[c].card == card)
			s->chosen &= ~((uint64_t)1 << c);
	tc_tell_event(ev, tc_card_clause(card), TC_SIDE(side), TC_CARD(card));
	tc_call(s, choices ? TC_STEP_EVENT_CHOICE : TC_STEP_EVENT);
	tc_event_frame *f = tc_event_top(s);
	f->card = (uint8_t)card;
	f->side = (uint8_t)side;
	f->row = (uint16_t)tc_first_row(card);
}

int tc_event_deed(const tc_state *s)
{
	return tc_event_row(tc_event_peek(s))->deed;
}

void tc_card_used(tc_state *s, int card, bool as_event, ap_events *ev)
{
	assert(tc_is_card(card));
	bool out = as_event && tc_cards[card].starred;
	tc_card_to(s, card, out ? TC_CARD_PLACE_GONE : TC_CARD_PLACE_DISCARDS);
	if (out)
		tc_tell_card_out(ev, TC_EV_2, TC_SIDE(tc_card_side(card)), TC_CARD(card));
	else
		tc_tell_card_discarded(ev, TC_EV_2, TC_SIDE(tc_card_side(card)), TC_CARD(card));
}

/* ---- EVENT_CHOICE ---------------------------------------------------------------------------- */

static uint16_t use_forbidden(const tc_state *s, ap_action a)
{
	const tc_event_frame *f = tc_event_peek(s);
	if (ap_verb_of(a) != TC_VERB_USE || ap_x(a) >= TC_CHOICES)
		return TC_EV_1;
	return tc_choice_forbidden(s, f->side, f->card, (int)ap_x(a));
}

/* Carries out the choice. In turn 1 an Initiative card has one use less, TC-IN-2. */
static void choose_use(tc_state *s, int choice, ap_events *ev)
{
	const tc_event_frame *f = tc_event_peek(s);
	bool limited = tc_cards[f->card].kind == TC_KIND_INITIATIVE && s->turn == 1;
	s->chosen |= (uint64_t)1 << choice;
	tc_tell_use(ev, limited ? TC_IN_2 : TC_EV_1, TC_SIDE(f->side), TC_CHOICE(choice));
	tc_goto(s, TC_STEP_EVENT);
}

void tc_event_choice_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int count = 0, last = 0;
	tc_supply(s);
	int card = tc_event_peek(s)->card;
	for (int c = tc_card_choices[card]; c < tc_card_choices[card + 1]; c++)
		if (use_forbidden(s, ap_act(TC_VERB_USE, (unsigned)c, 0)) == 0) {
			last = c;
			count++;
		}
	if (count > 1)
		tc_ask(s, tc_event_peek(s)->side);
	else if (count == 1)
		choose_use(s, last, ev);
	else
		tc_goto(s, TC_STEP_EVENT);
}

void tc_event_choice_legal(const void *state, int seat, ap_list *out)
{
	int card = tc_event_peek(state)->card;
	(void)seat;
	for (unsigned c = tc_card_choices[card]; c < tc_card_choices[card + 1]; c++)
		if (use_forbidden(state, ap_act(TC_VERB_USE, c, 0)) == 0)
			ap_add(out, ap_act(TC_VERB_USE, c, 0));
}

uint16_t tc_event_choice_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return use_forbidden(state, a);
}

void tc_event_choice_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	choose_use(state, (int)ap_x(a), ev);
}

/* ---- Carrying out a row ---------------------------------------------------------------------- */

int tc_permission_of(int deed, uint16_t *clause)
{
	switch (deed) {
	case TC_DEED_FREE_ACTIVATION:
		*clause = TC_8_314_1;
		return TC_PERMISSION_ACTIVATE_ALLIES;
	case TC_DEED_ACTIVATE_ALONE:
		*clause = TC_8_316_4;
		return TC_PERMISSION_CZECHS_ALONE;
	case TC_DEED_LOCK_CONTROL:
		*clause = TC_8_1321_1;
		return TC_PERMISSION_HOLD_POWERS;
	case TC_DEED_CANCEL:
		*clause = TC_8_1321_3;
		return TC_PERMISSION_END_PERMISSION;
	case TC_DEED_PERMIT_CONTROL:
		*clause = TC_8_1321;
		return TC_PERMISSION_ENTER_CONTROL;
	case TC_DEED_PERMIT_WAR:
		return TC_PERMISSION_DECLARE_WAR;
	case TC_DEED_WITHDRAWAL_DIE:
		return TC_PERMISSION_ADD_WITHDRAWAL;
	case TC_DEED_OPEN_SPACES:
		return TC_PERMISSION_ENTER_SOUTHEAST;
	case TC_DEED_BAR_CARD:
		return TC_PERMISSION_BAR_CARD;
	case TC_DEED_UNLOCK:
		return TC_PERMISSION_COME_WITH_SETUP;
	case TC_DEED_OPEN_BORDER:
		return TC_PERMISSION_OPEN_BORDER;
	case TC_DEED_FREE_STEPS:
		return TC_PERMISSION_FREE_STEPS;
	case TC_DEED_NO_CREDIT:
		return TC_PERMISSION_NO_CREDIT;
	case TC_DEED_RESPONSE_DIE:
		*clause = TC_8_321_6;
		return TC_PERMISSION_RESPONSE_DIE;
	case TC_DEED_END_RESPONSE:
		*clause = TC_8_321_20;
		return TC_PERMISSION_END_RESPONSE;
	case TC_DEED_POLISH_ENTRY:
		*clause = TC_8_321_11;
		return TC_PERMISSION_POLISH_ENTRY;
	case TC_DEED_ON_TO_MOSKVA:
		*clause = TC_8_321_12;
		return TC_PERMISSION_ON_TO_MOSKVA;
	default:
		return TC_PERMISSION_OTHER;
	}
}

/* Tells what the row permits from now on. The played card itself stores the permission (see
 * tc_may). */
static void permit(const tc_effect *e, ap_events *ev)
{
	uint16_t clause = tc_card_clause(e->card);
	int what = tc_permission_of(e->deed, &clause);
	tc_tell_permitted(ev, clause, TC_CARD(e->card), TC_PERMISSION(what));
}

static int no_more_than_most(int steps)
{
	return steps > TC_MOST_STEPS ? TC_MOST_STEPS : steps;
}

static void book(tc_state *s, int side, const tc_effect *e, ap_events *ev)
{
	bool own = e->deed == TC_DEED_STEPS;
	uint8_t *steps = own ? &s->steps[side] : &s->faction_steps[side];
	*steps = (uint8_t)no_more_than_most(*steps + e->amount);
	uint16_t clause = tc_card_clause(e->card);
	if (own)
		tc_tell_steps_booked(ev, clause, TC_SIDE(side), e->amount, *steps);
	else
		tc_tell_faction_steps(ev, clause, TC_SIDE(side), e->amount, *steps);
}

static void influence(tc_state *s, const tc_effect *e, ap_events *ev)
{
	for (int i = 0; i < e->factions_count; i++)
		if (tc_on_track(s, e->factions[i]))
			tc_put_ip(s, e->side, e->factions[i], e->amount, false, TC_EV_3, ev);
}

static void enable(const tc_state *s, const tc_effect *e, ap_events *ev)
{
	for (int i = 0; i < e->cards_count; i++) {
		int card = e->cards[i], year = tc_cards[card].year;
		if (year > tc_this_turn(s)->year)
			tc_tell_enabled_later(ev, tc_card_clause(e->card), TC_CARD(card), year);
		else
			tc_tell_enabled(ev, tc_card_clause(e->card), TC_CARD(card));
	}
}

static void be_passive(tc_state *s, ap_events *ev)
{
	if (s->passive == TC_PASSIVITY_NOW)
		return;
	s->passive = TC_PASSIVITY_NOW;
	tc_tell_passivity(ev, TC_8_1321_2);
}

static void set_infighting(tc_state *s, const tc_effect *e, ap_events *ev)
{
	int side = e->side;
	s->infighting |= (uint8_t)(1 << side);
	tc_tell_infighting(ev, TC_IF_1, TC_SIDE(side));
}

static void lift_duty(tc_state *s, int side, ap_events *ev)
{
	s->duty_lifted |= (uint8_t)(1 << side);
	tc_tell_duty_lifted(ev, TC_14_7, TC_SIDE(side));
}

/* Notes what holds until the end of the turn; see tc_turn_end_run. The cards say whom it is
 * about. */
static void last_for_turn(tc_state *s, const tc_effect *e, ap_events *ev)
{
	bool idle = e->deed == TC_DEED_IDLE_FACTIONS;
	int what = idle ? TC_THIS_TURN_IDLE_FACTIONS : TC_THIS_TURN_LACK_OF_MEN;
	if (s->this_turn & what)
		return;
	s->this_turn |= (uint8_t)what;
	if (idle)
		tc_tell_factions_idle(ev, tc_card_clause(e->card), TC_SIDE(e->side));
	else
		tc_tell_lack_of_men(ev, tc_card_clause(e->card), TC_SIDE(e->side));
}

/* Carries out a row that asks nobody and calls no step. */
static void carry_plain(tc_state *s, int side, int row, ap_events *ev)
{
	const tc_effect *e = &tc_effects[row];
	switch (e->deed) {
	case TC_DEED_INFLUENCE:
		influence(s, e, ev);
		break;
	case TC_DEED_ENABLE:
		enable(s, e, ev);
		break;
	case TC_DEED_STEPS:
	case TC_DEED_FACTION_STEPS:
		book(s, side, e, ev);
		break;
	case TC_DEED_LIFT_DUTY:
		lift_duty(s, side, ev);
		break;
	case TC_DEED_STOP_CONTROL_BUT:
	case TC_DEED_IDLE_FACTIONS_BUT:
		be_passive(s, ev);
		break;
	case TC_DEED_INFIGHTING:
		set_infighting(s, e, ev);
		break;
	case TC_DEED_SKIP_CHITS:
		s->no_chits[e->side] = (uint8_t)e->amount;
		tc_tell_infighting_pauses(ev, tc_card_clause(e->card), TC_SIDE(e->side), e->amount);
		break;
	case TC_DEED_RESERVE:
		tc_carry_reserve(s, row, ev);
		break;
	case TC_DEED_RESTORE:
		tc_carry_restore(s, row, ev);
		break;
	case TC_DEED_ACTIVATE:
	case TC_DEED_ATTACK_BONUS:
	case TC_DEED_COLUMN_BONUS:
	case TC_DEED_FIRST_FIRE:
	case TC_DEED_LEND:
	case TC_DEED_ADVANCE:
		tc_carry_help(s, side, row, ev);
		break;
	case TC_DEED_MOVE_AGAIN: /* When the combats are over the round asks for the spaces. */
		break;
	case TC_DEED_NO_REPLACEMENT_CARDS:
	case TC_DEED_HALVE_STEPS:
	case TC_DEED_IDLE_FACTIONS:
		last_for_turn(s, e, ev);
		break;
	case TC_DEED_POLISH_WAR:
		tc_begin_polish_war(s, e->side, ev);
		tc_tell_at_war(ev, TC_8_321_1, TC_FACTION(TC_FACTION_POLAND), TC_SIDE(e->side));
		break;
	case TC_DEED_LEVY:
		s->levy = TC_LEVY_FREE;
		tc_tell_levy(ev, TC_8_321_3, e->amount);
		break;
	case TC_DEED_CLOSE_BORDER:
		s->finns_kept = (uint8_t)(s->turn + 1);
		tc_tell_finns_kept(ev, tc_card_clause(e->card), s->finns_kept);
		break;
	case TC_DEED_POLISH_ENTRY:
		tc_open_west_ukraine(s);
		permit(e, ev);
		break;
	case TC_DEED_KEEP_CREDIT:
		tc_tell_credit_kept(ev, TC_8_321_19, tc_polish_credit(s));
		break;
	case TC_DEED_OPEN_BORDER:
		s->border_open = 1;
		tc_make_stale(s);
		permit(e, ev);
		break;
	default:
		permit(e, ev);
		break;
	}
	tc_row_done(s);
}

/* Sends as many units of the row as it says to the reserve, one by one. The others never come. */
static void carry_some(tc_state *s, ap_events *ev)
{
	const tc_event_frame *f = tc_event_peek(s);
	const tc_effect *e = tc_event_row(f);
	if (f->item < e->amount && tc_can_reserve(s, f->row)) {
		tc_goto(s, TC_STEP_EVENT_PUT);
		return;
	}
	for (int i = 0; i < e->units_count; i++)
		if (s->unit_where[e->units[i]] == TC_LOCATION_OUT) {
			tc_take_unit(s, e->units[i], TC_LOCATION_GONE);
			tc_tell_unit_gone(ev, tc_card_clause(e->card), TC_UNIT(e->units[i]));
		}
	tc_row_done(s);
}

/* TC-EV-3: moves the marker one box towards the side. There is no veto, because only that side
 * could use it. */
static void move_marker(tc_state *s, int side, int faction, ap_events *ev)
{
	int from = s->box[faction], to = from + (side == TC_SIDE_WHITE ? 1 : -1);
	if (!tc_on_track(s, faction) || tc_controller(s, faction) == side)
		return;
	uint16_t barred = tc_marker_barred(s, faction, side, false);
	if (barred || tc_marker_held(s, faction)) {
		tc_tell_marker_stays(ev, barred ? barred : TC_8_1322, TC_FACTION(faction), TC_SIDE(side));
		return;
	}
	tc_tell_marker(ev, TC_EV_3, TC_FACTION(faction), TC_BOX(from), TC_BOX(to));
	if (to == TC_BOX_RED_CONTROL || to == TC_BOX_WHITE_CONTROL)
		tc_gain_control(s, faction, side, TC_WHEN_GAIN, TC_EV_3, ev);
	else if (tc_controller(s, faction) != TC_PARTY_NOBODY)
		tc_lose_control(s, faction, to, ev);
	else
		tc_set_box(s, faction, to);
}

int tc_event_needs(const tc_state *s, const tc_effect *e)
{
	int needs = e->until;
	for (int i = 0; i < TC_MODIFIERS && e->card == TC_CARD_R26; i++)
		if (tc_modifiers[i].roll == TC_ROLL_CURZON && tc_played(s, tc_modifiers[i].card))
			needs -= tc_modifiers[i].amount;
	return needs;
}

/* Moves the markers of the factions of the row one by one, each after a die of its own if the row
 * has one. */
static void carry_markers(tc_state *s, ap_events *ev)
{
	tc_event_frame *f = tc_event_top(s);
	const tc_effect *e = tc_event_row(f);
	while (f->item < e->factions_count &&
		(!tc_on_track(s, e->factions[f->item]) ||
			tc_controller(s, e->factions[f->item]) == e->side))
		f->item++;
	if (f->item >= e->factions_count) {
		tc_row_done(s);
		return;
	}
	if (!f->rolled && e->until) {
		f->last_faction = e->factions[f->item];
		tc_goto(s, TC_STEP_EVENT_DIE);
		return;
	}
	int faction = e->factions[f->item++];
	f->rolled = 0;
	move_marker(s, e->side, faction, ev);
}

/* TC-8.321.2: lets the controller of Poland place its forces, for a war that has begun or begins.
 */
static void carry_polish_setup(tc_state *s, ap_events *ev)
{
	int faction = TC_FACTION_POLAND;
	tc_row_done(s);
	tc_widen_poland(s, TC_POLISH_STATE_WAR, ev);
	tc_call_forces(s, faction, tc_controller(s, faction), TC_WHEN_POLISH_ENTRY, ev);
}

/* TC-8.321.20: WHITE places the Polish Ukrainian armies. */
static void carry_polish_ukraine(tc_state *s, ap_events *ev)
{
	tc_row_done(s);
	tc_widen_poland(s, TC_POLISH_STATE_WAR, ev); /* They may be placed in West Ukraine. */
	tc_call_polish(s, TC_WHEN_R37, TC_8_321_20, ev);
}

static void carry_polish_peace(tc_state *s, ap_events *ev)
{
	tc_row_done(s);
	tc_make_polish_peace(s, ev);
}

static void carry_control(tc_state *s, const tc_effect *e, ap_events *ev)
{
	int way = e->card == TC_CARD_R37 ? TC_WHEN_R37 : TC_WHEN_GAIN;
	tc_row_done(s);
	tc_gain_control(s, e->factions[0], e->side, way, tc_card_clause(e->card), ev);
}

static void carry_out(tc_state *s, int side, int row, ap_events *ev)
{
	switch (tc_effects[row].deed) {
	case TC_DEED_PLACE:
		if (!tc_carry_places(s, ev))
			tc_row_done(s);
		break;
	case TC_DEED_RESERVE_SOME:
		carry_some(s, ev);
		break;
	case TC_DEED_GAIN_CONTROL:
		carry_control(s, &tc_effects[row], ev);
		break;
	case TC_DEED_MOVE_MARKER:
		carry_markers(s, ev);
		break;
	case TC_DEED_POLISH_SETUP:
		carry_polish_setup(s, ev);
		break;
	case TC_DEED_ROLL_WEST_UKRAINE:
		tc_goto(s, TC_STEP_WEST_UKRAINE_DIE);
		break;
	case TC_DEED_BORROW_FACTION:
		tc_carry_borrowing(s, ev);
		break;
	case TC_DEED_POLISH_UKRAINE:
		carry_polish_ukraine(s, ev);
		break;
	case TC_DEED_POLISH_PEACE:
		carry_polish_peace(s, ev);
		break;
	case TC_DEED_MUTINY:
	case TC_DEED_END_INFIGHTING:
		tc_goto(s, TC_STEP_EVENT_DIE);
		break;
	case TC_DEED_DISCARD:
		tc_goto(s, TC_STEP_EVENT_CARD);
		break;
	case TC_DEED_LOOK:
		tc_carry_look(s, ev);
		break;
	case TC_DEED_STEPS_NOW:
		tc_goto(s, TC_STEP_EVENT_STEPS);
		break;
	case TC_DEED_ENTER_PORT:
	case TC_DEED_INVADE_PORT:
		tc_goto(s, TC_STEP_EVENT_LANDING);
		break;
	default:
		if (tc_is_aimed(tc_effects[row].deed))
			tc_goto(s, TC_STEP_EVENT_TARGET);
		else
			carry_plain(s, side, row, ev);
		break;
	}
}

/* ---- EVENT, EVENT_DIE ------------------------------------------------------------------------ */

void tc_event_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_event_frame *f = tc_event_peek(s);
	int row = f->row, side = f->side;
	bool begun = f->item > 0 || f->rolled;
	tc_supply(s);
	if (!tc_row_of_card(row, f->card)) {
		tc_tidy_markers(s, ev);
		ap_end(s);
	} else if (begun || (row_chosen(s, row) && tc_row_possible(s, side, row))) {
		carry_out(s, side, row, ev);
	} else {
		tc_row_failed(s);
	}
}

/* Ends In-Fighting, or goes on to the alternative. */
static void infighting_die(tc_state *s, const tc_effect *e, int die, ap_events *ev)
{
	if (die > e->until) {
		tc_row_failed(s);
		return;
	}
	s->infighting &= (uint8_t) ~(1 << e->side);
	s->no_chits[e->side] = 0;
	tc_tell_infighting_over(ev, tc_card_clause(e->card), TC_SIDE(e->side));
	tc_row_done(s);
}

void tc_event_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_event_frame *f = tc_event_top(s);
	const tc_effect *e = tc_event_row(f);
	int die = (int)ap_x(a);
	(void)seat;
	if (e->deed == TC_DEED_MUTINY)
		tc_tell_tested(ev, tc_card_clause(e->card), TC_UNIT(tc_mutineer(e)));
	else if (e->deed == TC_DEED_SWITCH_CORPS)
		tc_tell_tested(ev, tc_card_clause(e->card), TC_UNIT(tc_switched_unit(s)));
	tc_tell_event_die(ev, tc_card_clause(e->card), TC_CARD(e->card), die, tc_event_needs(s, e));
	switch (e->deed) {
	case TC_DEED_MUTINY:
		tc_mutiny_die(s, die, ev);
		break;
	case TC_DEED_SWITCH_CORPS:
		tc_switch_die(s, die, ev);
		break;
	case TC_DEED_END_INFIGHTING:
		infighting_die(s, e, die, ev);
		break;
	case TC_DEED_TYPHOID:
		tc_typhoid_die(s, die, ev);
		break;
	default: /* The row moves a marker, or goes on to the next one. */
		if (die <= tc_event_needs(s, e))
			f->rolled = 1;
		else
			f->item++;
		tc_goto(s, TC_STEP_EVENT);
		break;
	}
}
