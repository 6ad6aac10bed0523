/* events.c: events, carried out row by row of effects.csv. */
#include "events.h"

/* ---- Cards, rows and choices ----------------------------------------------------------------- */

static bool row_chosen(const tc_state *s, int row)
{
	return tc_effects[row].choice >= TC_CHOICES || tc_chose(s, tc_effects[row].choice);
}

static void go_to_row(tc_state *s, int row)
{
	ap_top(s)->v[E_ROW] = (int16_t)row;
	ap_top(s)->v[E_ITEM] = 0;
	ap_goto(s, EVENT);
}

void tc_row_failed(tc_state *s)
{
	go_to_row(s, ap_top(s)->v[E_ROW] + 1);
}

void tc_row_done(tc_state *s)
{
	int row = ap_top(s)->v[E_ROW];
	while (tc_has_either(row))
		row++;
	go_to_row(s, row + 1);
}

/* ---- Playing it ------------------------------------------------------------------------------ */

void tc_play_event(tc_state *s, int side, int card, bool initiative, ap_events *ev)
{
	bool choices = tc_has_choices(card);
	s->played[card / 64] |= (uint64_t)1 << card % 64;
	for (int c = 0; c < TC_CHOICES; c++)
		if (tc_choices[c].card == card)
			s->chosen &= ~((uint64_t)1 << c);
	ap_tell(ev, EV_EVENT, tc_card_clause(card), (int16_t)side, (int16_t)card);
	ap_frame *f = ap_call(s, choices ? EVENT_CHOICE : EVENT);
	f->v[E_CARD] = (int16_t)card;
	f->v[E_SIDE] = (int16_t)(side + 2 * initiative);
	f->v[E_ROW] = (int16_t)tc_first_row(card);
	f->v[E_ITEM] = 0;
}

void tc_card_used(tc_state *s, int card, bool as_event, ap_events *ev)
{
	int16_t side = (int16_t)tc_card_side(card);
	bool out = as_event && tc_cards[card].starred;
	tc_card_to(s, card, out ? CARD_GONE : CARD_DISCARDS);
	ap_tell(ev, out ? EV_CARD_OUT : EV_CARD_DISCARDED, TC_EV_2, side, (int16_t)card);
}

/* ---- EVENT_CHOICE ---------------------------------------------------------------------------- */

static uint16_t use_forbidden(const tc_state *s, ap_action a)
{
	const ap_frame *f = ap_peek(s);
	if (ap_verb_of(a) != V_USE || ap_x(a) >= TC_CHOICES)
		return TC_EV_1;
	return tc_choice_forbidden(s, tc_event_side(f), f->v[E_CARD], (int)ap_x(a));
}

/* In turn 1 an Initiative card has one use less, TC-IN-2. */
static void use(tc_state *s, int choice, ap_events *ev)
{
	const ap_frame *f = ap_peek(s);
	bool limited = tc_cards[f->v[E_CARD]].kind == TC_KIND_INITIATIVE && s->turn == 1;
	s->chosen |= (uint64_t)1 << choice;
	ap_tell(ev, EV_USE, limited ? TC_IN_2 : TC_EV_1, (int16_t)tc_event_side(f), (int16_t)choice);
	ap_goto(s, EVENT);
}

void tc_event_choice_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int count = 0, last = 0;
	tc_supply(s);
	for (int c = 0; c < TC_CHOICES; c++)
		if (use_forbidden(s, ap_act(V_USE, (unsigned)c, 0)) == 0) {
			last = c;
			count++;
		}
	if (count > 1)
		tc_ask(s, tc_event_side(ap_peek(s)));
	else if (count == 1)
		use(s, last, ev);
	else
		ap_goto(s, EVENT);
}

void tc_event_choice_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned c = 0; c < TC_CHOICES; c++)
		if (use_forbidden(state, ap_act(V_USE, c, 0)) == 0)
			ap_add(out, ap_act(V_USE, c, 0));
}

uint16_t tc_event_choice_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return use_forbidden(state, a);
}

void tc_event_choice_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	use(state, (int)ap_x(a), ev);
}

/* ---- Carrying out a row ---------------------------------------------------------------------- */

/* What lasts is remembered by the card itself (tc_may); here it is told. */
static void permit(const tc_effect *e, ap_events *ev)
{
	uint16_t clause = tc_card_clause(e->card);
	switch (e->deed) {
	case TC_DEED_FREE_ACTIVATION:
		clause = TC_8_314_1;
		break;
	case TC_DEED_ACTIVATE_ALONE:
		clause = TC_8_316_4;
		break;
	case TC_DEED_LOCK_CONTROL:
		clause = TC_8_1321_1;
		break;
	case TC_DEED_CANCEL:
		clause = TC_8_1321_3;
		break;
	case TC_DEED_PERMIT_CONTROL:
		clause = TC_8_1321;
		break;
	default:
		break;
	}
	ap_tell(ev, EV_PERMITTED, clause, (int16_t)e->card);
}

static int most_steps(int steps)
{
	return steps > MOST_STEPS ? MOST_STEPS : steps;
}

static void book(tc_state *s, int side, const tc_effect *e, ap_events *ev)
{
	bool own = e->deed == TC_DEED_STEPS;
	uint8_t *steps = own ? &s->steps[side] : &s->faction_steps[side];
	*steps = (uint8_t)most_steps(*steps + e->amount);
	ap_tell(ev, own ? EV_STEPS_BOOKED : EV_FACTION_STEPS, tc_card_clause(e->card), (int16_t)side,
		e->amount, *steps);
}

static void influence(tc_state *s, const tc_effect *e, ap_events *ev)
{
	for (int i = 0; i < e->factions_count; i++)
		if (tc_on_track(s, e->factions[i]))
			tc_put_ip(s, e->side, e->factions[i], e->amount, false, TC_EV_3, ev);
}

static void enable(const tc_effect *e, ap_events *ev)
{
	for (int i = 0; i < e->cards_count; i++)
		ap_tell(ev, EV_ENABLED, tc_card_clause(e->card), (int16_t)e->cards[i]);
}

static void be_passive(tc_state *s, ap_events *ev)
{
	if (s->passive == PASSIVE_NOW)
		return;
	s->passive = PASSIVE_NOW;
	ap_tell(ev, EV_PASSIVITY, TC_8_1321_2, 0);
}

static void set_infighting(tc_state *s, const tc_effect *e, ap_events *ev)
{
	int side = e->side;
	s->infighting |= (uint8_t)(1 << side);
	ap_tell(ev, EV_INFIGHTING, TC_IF_1, (int16_t)side);
}

static void lift_duty(tc_state *s, int side, ap_events *ev)
{
	s->duty_lifted |= (uint8_t)(1 << side);
	ap_tell(ev, EV_DUTY_LIFTED, TC_14_7, (int16_t)side);
}

/* Rows that neither ask nor call. */
static void carry_plain(tc_state *s, int side, int row, ap_events *ev)
{
	const tc_effect *e = &tc_effects[row];
	switch (e->deed) {
	case TC_DEED_INFLUENCE:
		influence(s, e, ev);
		break;
	case TC_DEED_ENABLE:
		enable(e, ev);
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
	case TC_DEED_RESERVE:
		tc_carry_reserve(s, row, ev);
		break;
	case TC_DEED_RESTORE:
		tc_carry_restore(s, row, ev);
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

/* `amount` of the units, one after the other; the rest never come. */
static void carry_some(tc_state *s, ap_events *ev)
{
	const ap_frame *f = ap_peek(s);
	const tc_effect *e = tc_event_row(f);
	if (f->v[E_ITEM] < e->amount && tc_can_reserve(s, f->v[E_ROW])) {
		ap_goto(s, EVENT_PUT);
		return;
	}
	for (int i = 0; i < e->units_count; i++)
		if (s->unit_where[e->units[i]] == OUT) {
			tc_take_unit(s, e->units[i], GONE);
			ap_tell(ev, EV_UNIT_GONE, tc_card_clause(e->card), (int16_t)e->units[i]);
		}
	tc_row_done(s);
}

/* TC-EV-3: one box towards the side. The veto would be his own. */
static void move_marker(tc_state *s, int side, int faction, ap_events *ev)
{
	int from = s->box[faction], to = from + (side == WHITE ? 1 : -1);
	if (!tc_on_track(s, faction) || tc_controller(s, faction) == side)
		return;
	uint16_t barred = tc_marker_barred(s, faction, side, false);
	if (barred || tc_marker_held(s, faction)) {
		ap_tell(ev, EV_MARKER_STAYS, barred ? barred : TC_8_1322, (int16_t)faction, (int16_t)side);
		return;
	}
	ap_tell(ev, EV_MARKER, TC_EV_3, (int16_t)faction, (int16_t)from, (int16_t)to);
	if (to == TC_BOX_RED_CONTROL || to == TC_BOX_WHITE_CONTROL)
		tc_gain_control(s, faction, side, TC_WHEN_GAIN, TC_EV_3, ev);
	else if (tc_controller(s, faction) != NOBODY)
		tc_lose_control(s, faction, to, ev);
	else
		tc_set_box(s, faction, to);
}

/* The item is 1 + the index of the faction once the die, if there is one, has been rolled. */
static void carry_markers(tc_state *s, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	const tc_effect *e = tc_event_row(f);
	if (f->v[E_ITEM] == 0 && e->until) {
		ap_goto(s, EVENT_DIE);
		return;
	}
	int index = f->v[E_ITEM] > 0 ? f->v[E_ITEM] - 1 : 0;
	if (index >= e->factions_count) {
		tc_row_done(s);
		return;
	}
	f->v[E_ITEM] = (int16_t)(index + 2);
	move_marker(s, e->side, e->factions[index], ev);
}

static void carry_control(tc_state *s, const tc_effect *e, ap_events *ev)
{
	tc_row_done(s);
	tc_gain_control(s, e->factions[0], e->side, TC_WHEN_GAIN, tc_card_clause(e->card), ev);
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
	case TC_DEED_MUTINY:
	case TC_DEED_END_INFIGHTING:
		ap_goto(s, EVENT_DIE);
		break;
	default:
		if (tc_is_aimed(tc_effects[row].deed))
			ap_goto(s, EVENT_TARGET);
		else
			carry_plain(s, side, row, ev);
		break;
	}
}

/* ---- EVENT, EVENT_DIE ------------------------------------------------------------------------ */

void tc_event_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const ap_frame *f = ap_top(s);
	int row = f->v[E_ROW], side = tc_event_side(f);
	tc_supply(s);
	if (!tc_row_of_card(row, f->v[E_CARD])) {
		tc_tidy_markers(s, ev);
		ap_end(s);
	} else if (f->v[E_ITEM] > 0 || (row_chosen(s, row) && tc_row_possible(s, side, row)))
		carry_out(s, side, row, ev);
	else
		tc_row_failed(s);
}

static void infighting_die(tc_state *s, const tc_effect *e, int die)
{
	if (die > e->until) {
		tc_row_failed(s);
		return;
	}
	s->infighting &= (uint8_t) ~(1 << e->side);
	tc_row_done(s);
}

void tc_event_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	const tc_effect *e = tc_event_row(f);
	int die = (int)ap_x(a);
	(void)seat;
	ap_tell(ev, EV_EVENT_DIE, tc_card_clause(e->card), (int16_t)e->card, (int16_t)die);
	switch (e->deed) {
	case TC_DEED_MUTINY:
		tc_mutiny_die(s, die, ev);
		break;
	case TC_DEED_SWITCH_CORPS:
		tc_switch_die(s, die, ev);
		break;
	case TC_DEED_END_INFIGHTING:
		infighting_die(s, e, die);
		break;
	default: /* markers */
		if (die <= e->until) {
			f->v[E_ITEM] = 1;
			ap_goto(s, EVENT);
		} else
			tc_row_done(s);
		break;
	}
}
