/* polish_response.c: the Polish Response, TC-8.321.5 to TC-8.321.10, the Red Polish corps,
 * TC-8.321.17, and On to Moskva, TC-8.321.12. */
#include "chapters.h"

/* ---- Dice ------------------------------------------------------------------------------------ */

static int result_of(int roll, int total)
{
	for (int i = 0; i < TC_DIE_OUTCOMES; i++) {
		const tc_die_outcome *o = &tc_die_outcomes[i];
		if (o->roll == roll && total >= o->low && total <= o->high)
			return o->result;
	}
	return TC_RESULT_NOTHING;
}

static bool counts(const tc_state *s, const tc_modifier *m, int faction, bool was_red)
{
	switch (m->condition) {
	case TC_CONDITION_CARD_PLAYED:
		return m->choice < TC_CHOICES ? tc_chose(s, m->choice) : tc_played(s, m->card);
	case TC_CONDITION_FACTION_CONTROLLED:
		return tc_is_faction(faction) && tc_controller(s, faction) == m->side;
	case TC_CONDITION_POLAND_CONTROLLED:
		return was_red;
	case TC_CONDITION_LEADS:
		return tc_ahead(s) == m->side;
	default:
		return false;
	}
}

static int modifiers_of(const tc_state *s, int roll, int faction, bool was_red)
{
	int sum = 0;
	for (int i = 0; i < TC_MODIFIERS; i++)
		if (tc_modifiers[i].roll == roll && counts(s, &tc_modifiers[i], faction, was_red))
			sum += tc_modifiers[i].amount;
	return sum;
}

static int roll_of(int faction)
{
	bool south = faction == TC_FACTION_UKRAINE || faction == TC_FACTION_WEST_UKRAINE;
	return south ? TC_ROLL_RESPONSE_SOUTH : TC_ROLL_RESPONSE_NORTH;
}

int tc_response_modifier(const tc_state *s, int faction)
{
	assert(tc_response_land(faction));
	return modifiers_of(s, roll_of(faction), faction, false);
}

/* ---- What a die brings ---------------------------------------------------------------------- */

static int response_result(const tc_state *s, int faction, int die)
{
	return result_of(roll_of(faction), die + tc_response_modifier(s, faction));
}

static int intervention_total(const tc_state *s, const tc_poland_frame *f, int die)
{
	return die + modifiers_of(s, TC_ROLL_INTERVENTION, TC_NONE, f->was_red != 0);
}

/* TC-8.321.10: returns the way in which armies come with this total; TC_WHEN_GAIN if none do. */
static int armies_by(const tc_state *s, int total)
{
	int result = result_of(TC_ROLL_INTERVENTION, total);
	if (result == TC_RESULT_POLISH_UKRAINE && tc_chose(s, TC_CHOICE_W2_POLES))
		return TC_WHEN_POLISH_UKRAINE;
	return result == TC_RESULT_POLISH_BALTIC ? TC_WHEN_POLISH_BALTIC : TC_WHEN_GAIN;
}

static int moskva_total(const tc_state *s, int die)
{
	return die + modifiers_of(s, TC_ROLL_ON_TO_MOSKVA, TC_NONE, false);
}

int tc_polish_event(const tc_state *s, const tc_poland_frame *f, int die)
{
	if (f->step == TC_STEP_INTERVENTION_DIE)
		return armies_by(s, intervention_total(s, f, die)) == TC_WHEN_GAIN
			? TC_EVENT_NO_POLISH_ARMIES
			: TC_EVENT_POLISH_ARMIES;
	int result = f->step == TC_STEP_MOSKVA_DIE
		? result_of(TC_ROLL_ON_TO_MOSKVA, moskva_total(s, die))
		: response_result(s, f->land, die);
	switch (result) {
	case TC_RESULT_LIFTED:
		return TC_EVENT_MOSKVA_LIFTED;
	case TC_RESULT_AGAIN:
		return TC_EVENT_MOSKVA_AGAIN;
	case TC_RESULT_STAYS:
		return TC_EVENT_MOSKVA_NEVER;
	case TC_RESULT_WAR:
		return TC_EVENT_RESPONSE_WAR;
	case TC_RESULT_INTERVENTION:
		return TC_EVENT_RESPONSE_INTERVENTION;
	case TC_RESULT_APART:
		return TC_EVENT_RESPONSE_APART;
	default:
		return TC_EVENT_RESPONSE_NOTHING;
	}
}

/* ---- What is due ----------------------------------------------------------------------------- */

static bool corps_due(const tc_state *s)
{
	return s->polish_corps == TC_POLISH_CORPS_DUE && s->acting == TC_SIDE_RED;
}

/* What happens in a combat or an event is dealt with when that is over. */
bool tc_polish_affairs_due(const tc_state *s)
{
	if (!s->response_due && !corps_due(s) && !tc_polish_legion_due(s))
		return false;
	const ap_frame_kind *kind = tc_steps[ap_peek(s)->step].frame;
	return kind == &tc_round_frame_kind || kind == &tc_replacement_frame_kind ||
		kind == &tc_logistics_frame_kind;
}

/* TC-8.321.8: another land makes Poland cooperate. */
static void cooperate(tc_state *s, int faction, ap_events *ev)
{
	s->polish &= (uint8_t) ~(TC_POLISH_FLAG_APART | TC_POLISH_FLAG_ACTIVATED);
	s->intervenes |= (uint8_t)tc_response_land(faction);
	tc_open_west_ukraine(s);
	tc_tell_response_lifted(ev, TC_8_321_8, TC_FACTION(faction));
}

/* Tells what changes the die for a land, TC-8.321.6. */
static void tell_modifiers(const tc_state *s, int faction, ap_events *ev)
{
	for (int i = 0; i < TC_MODIFIERS; i++) {
		const tc_modifier *m = &tc_modifiers[i];
		if (m->roll != roll_of(faction) || !counts(s, m, faction, false))
			continue;
		if (m->condition == TC_CONDITION_CARD_PLAYED)
			tc_tell_response_card(ev, TC_8_321_6, TC_CARD(m->card), m->amount);
		else
			tc_tell_response_control(
				ev, TC_8_321_6, TC_SIDE(m->side), TC_FACTION(faction), m->amount);
	}
}

static void answer(tc_state *s, ap_events *ev)
{
	int faction = tc_first_land(s->response_due);
	s->response_due &= (uint8_t)~tc_response_land(faction);
	if (!tc_response_used(s))
		return;
	if (s->polish & TC_POLISH_FLAG_APART) {
		cooperate(s, faction, ev);
		return;
	}
	tc_poland_top(s)->land = (uint8_t)faction;
	tc_tell_response(ev, TC_8_321_5, TC_FACTION(faction), tc_response_modifier(s, faction));
	tell_modifiers(s, faction, ev);
	tc_goto(s, TC_STEP_RESPONSE_DIE);
}

void tc_polish_affairs_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	if (s->response_due)
		answer(s, ev);
	else if (tc_polish_legion_due(s))
		tc_call_polish(s, TC_WHEN_POLAND_AND_UKRAINE, TC_8_321_16, ev);
	else if (corps_due(s))
		tc_goto(s, TC_STEP_POLISH_CORPS);
	else
		ap_end(s);
}

/* ---- RESPONSE_DIE ---------------------------------------------------------------------------- */

/* WHITE gains Poland, and places its forces if they are not in play. */
static void rise(tc_state *s, ap_events *ev)
{
	int poland = TC_FACTION_POLAND;
	if (tc_controller(s, poland) != TC_SIDE_WHITE) {
		tc_gain_control(s, poland, TC_SIDE_WHITE, TC_WHEN_GAIN, TC_8_321_7, ev);
	} else if (!(s->faction_flags[poland] & TC_FACTION_FLAG_PLACED)) {
		s->faction_flags[poland] |= TC_FACTION_FLAG_NEW_ROUND;
		tc_call_forces(s, poland, TC_SIDE_WHITE, TC_WHEN_POLISH_ENTRY, ev);
	}
}

/* Returns whether the die of TC-8.321.10 has still to be rolled. */
static bool armies_open(const tc_state *s)
{
	return s->unit_where[TC_UNIT_PO_ARMY_BALTIC_1] == TC_LOCATION_OUT;
}

static void intervene(tc_state *s, int faction, bool apart, ap_events *ev)
{
	if (apart && s->poland == TC_POLISH_STATE_SELF_DEFENCE)
		s->polish |= TC_POLISH_FLAG_APART;
	s->intervenes |= (uint8_t)tc_response_land(faction);
	tc_widen_poland(s, TC_POLISH_STATE_INTERVENTION, ev);
	tc_open_west_ukraine(s);
	tc_goto(s, armies_open(s) ? TC_STEP_INTERVENTION_DIE : TC_STEP_POLISH_AFFAIRS);
	rise(s, ev);
}

static void go_to_war(tc_state *s, int faction, ap_events *ev)
{
	tc_tell_response_war(ev, TC_8_321_6, TC_FACTION(faction));
	tc_goto(s, TC_STEP_POLISH_AFFAIRS);
	tc_begin_polish_war(s, TC_SIDE_RED, ev);
	tc_tell_at_war(ev, TC_8_321_1, TC_FACTION(TC_FACTION_POLAND), TC_SIDE(TC_SIDE_RED));
	rise(s, ev);
}

void tc_response_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	tc_poland_frame *f = tc_poland_top(s);
	int faction = f->land, die = (int)ap_x(a), total = die + tc_response_modifier(s, faction);
	(void)seat;
	f->was_red = tc_controller(s, TC_FACTION_POLAND) == TC_SIDE_RED;
	tc_tell_response_die(ev, TC_8_321_6, TC_FACTION(faction), die, total);
	switch (response_result(s, faction, die)) {
	case TC_RESULT_WAR:
		go_to_war(s, faction, ev);
		break;
	case TC_RESULT_INTERVENTION:
		tc_tell_response_intervention(ev, TC_8_321_6, TC_FACTION(faction));
		intervene(s, faction, false, ev);
		break;
	case TC_RESULT_APART:
		tc_tell_response_apart(ev, TC_8_321_6, TC_FACTION(faction));
		intervene(s, faction, true, ev);
		break;
	default:
		tc_tell_response_nothing(ev, TC_8_321_6, TC_FACTION(faction));
		tc_goto(s, TC_STEP_POLISH_AFFAIRS);
		break;
	}
}

/* ---- INTERVENTION_DIE, TC-8.321.10 ----------------------------------------------------------- */

static void never_come(tc_state *s, int unit, ap_events *ev)
{
	if (s->unit_where[unit] != TC_LOCATION_OUT)
		return;
	tc_take_unit(s, unit, TC_LOCATION_GONE);
	tc_tell_unit_gone(ev, TC_8_321_10, TC_UNIT(unit));
}

static void raise_armies(tc_state *s, int way, int first, int second, ap_events *ev)
{
	tc_tell_polish_armies(ev, TC_8_321_10, TC_UNIT(first), TC_UNIT(second));
	tc_call_polish(s, way, TC_8_321_10, ev);
}

/* WHITE 2 and RED 37 may still bring the Ukrainian armies that only WHITE 2 kept away. */
static void raise_none(tc_state *s, int total, ap_events *ev)
{
	tc_tell_no_polish_armies(ev, TC_8_321_10);
	never_come(s, TC_UNIT_PO_ARMY_BALTIC_1, ev);
	never_come(s, TC_UNIT_PO_ARMY_BALTIC_2, ev);
	if (result_of(TC_ROLL_INTERVENTION, total) == TC_RESULT_POLISH_UKRAINE)
		return;
	never_come(s, TC_UNIT_PO_ARMY_UKR_1, ev);
	never_come(s, TC_UNIT_PO_ARMY_UKR_2, ev);
}

void tc_intervention_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a), total = intervention_total(s, tc_poland_peek(s), die);
	(void)seat;
	tc_tell_intervention_die(ev, TC_8_321_10, die, total);
	tc_goto(s, TC_STEP_POLISH_AFFAIRS);
	switch (armies_by(s, total)) {
	case TC_WHEN_POLISH_UKRAINE:
		never_come(s, TC_UNIT_PO_ARMY_BALTIC_1, ev);
		never_come(s, TC_UNIT_PO_ARMY_BALTIC_2, ev);
		raise_armies(s, TC_WHEN_POLISH_UKRAINE, TC_UNIT_PO_ARMY_UKR_1, TC_UNIT_PO_ARMY_UKR_2, ev);
		break;
	case TC_WHEN_POLISH_BALTIC:
		raise_armies(
			s, TC_WHEN_POLISH_BALTIC, TC_UNIT_PO_ARMY_BALTIC_1, TC_UNIT_PO_ARMY_BALTIC_2, ev);
		break;
	default:
		raise_none(s, total, ev);
		break;
	}
}

/* ---- POLISH_CORPS, TC-8.321.17 --------------------------------------------------------------- */

static uint16_t corps_forbidden(const tc_state *s, int space)
{
	if (space >= TC_SPACES || tc_land_of(space) != TC_FACTION_POLAND || tc_spaces[space].city ||
		tc_spaces[space].boxed)
		return TC_8_321_17;
	bool alone = tc_occupier(s, space) == TC_NONE && !tc_leaders_at(s, space, TC_SIDE_WHITE);
	uint16_t closed = tc_closed(s, TC_SIDE_RED, TC_UNIT_RED_POLISH_CORPS, space);
	return closed ? closed : alone ? 0 : TC_8_321_17;
}

static bool corps_finds_space(const tc_state *s)
{
	for (int space = 0; space < TC_SPACES; space++)
		if (!corps_forbidden(s, space))
			return true;
	return false;
}

void tc_polish_corps_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (tc_at_war(s, TC_SIDE_RED, TC_FACTION_POLAND) &&
		s->unit_where[TC_UNIT_RED_POLISH_CORPS] == TC_LOCATION_OUT && corps_finds_space(s)) {
		tc_ask(s, TC_SIDE_RED);
		return;
	}
	s->polish_corps = TC_POLISH_CORPS_NONE;
	tc_goto(s, TC_STEP_POLISH_AFFAIRS);
}

void tc_polish_corps_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int space = 0; space < TC_SPACES; space++)
		if (!corps_forbidden(state, space))
			ap_add(out, ap_act(TC_VERB_PUT, TC_UNIT_RED_POLISH_CORPS, (unsigned)space));
}

uint16_t tc_polish_corps_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) != TC_VERB_PUT || ap_x(a) != TC_UNIT_RED_POLISH_CORPS)
		return TC_8_321_17;
	return corps_forbidden(state, (int)ap_y(a));
}

void tc_polish_corps_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int unit = TC_UNIT_RED_POLISH_CORPS, space = (int)ap_y(a);
	(void)seat;
	tc_put_unit(s, unit, space);
	tc_tell_unit_placed(ev, TC_8_321_17, TC_UNIT(unit), TC_SPACE(space));
	tc_take_space(s, unit, space, ev);
	s->polish_corps = TC_POLISH_CORPS_FED;
	tc_goto(s, TC_STEP_POLISH_AFFAIRS);
}

/* ---- On to Moskva, TC-8.321.12 --------------------------------------------------------------- */

uint16_t tc_moskva_forbidden(const tc_state *s, int side)
{
	bool controls = tc_controller(s, TC_FACTION_POLAND) == TC_SIDE_WHITE &&
		tc_controller(s, TC_FACTION_BRITAIN) == TC_SIDE_WHITE &&
		tc_controller(s, TC_FACTION_USA) == TC_SIDE_WHITE;
	bool may = side == TC_SIDE_WHITE && s->poland == TC_POLISH_STATE_WAR && controls &&
		tc_at_war(s, TC_SIDE_RED, TC_FACTION_POLAND) && tc_chose(s, TC_CHOICE_W28_POLISH) &&
		!(s->polish & (TC_POLISH_FLAG_TRIED | TC_POLISH_FLAG_NEVER));
	return may ? 0 : TC_8_321_12;
}

void tc_call_moskva(tc_state *s)
{
	tc_call(s, TC_STEP_MOSKVA_DIE);
}

void tc_moskva_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a), total = moskva_total(s, die);
	(void)seat;
	tc_tell_moskva_die(ev, TC_8_321_12, die, total);
	s->polish |= TC_POLISH_FLAG_TRIED;
	ap_end(s);
	switch (result_of(TC_ROLL_ON_TO_MOSKVA, total)) {
	case TC_RESULT_LIFTED:
		tc_tell_moskva_lifted(ev, TC_8_321_12);
		tc_widen_poland(s, TC_POLISH_STATE_ON_TO_MOSKVA, ev);
		break;
	case TC_RESULT_STAYS:
		s->polish |= TC_POLISH_FLAG_NEVER;
		tc_tell_moskva_never(ev, TC_8_321_12);
		break;
	default:
		tc_tell_moskva_again(ev, TC_8_321_12);
		break;
	}
}
