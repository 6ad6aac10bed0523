/* situation.c: describes what is going on in Triumph of Chaos for displays: the turn, and the other
 * frames on the stack. situation_politics.c, situation_round.c and situation_combat.c describe
 * their frames; figures.c has the figures, foresight.c the results of actions. */
#include "situation.h"

/* ---- Standing -------------------------------------------------------------------------------- */

int tc_standing(const void *view, int seat)
{
	const tc_state *s = view;
	int side = tc_seat_side(s, seat);
	return side < TC_SIDE_COUNT ? s->vp[side] : 0;
}

int tc_figure_victory_points(const void *view, int key)
{
	return tc_standing(view, key);
}

/* ---- Odds ------------------------------------------------------------------------------------ */

static bool same_outcome(tc_outcome_of_die a, tc_outcome_of_die b)
{
	return a.event == b.event && a.value == b.value;
}

void tc_state_die(ap_facts *facts, int frame, int clause, const tc_outcome_of_die outcome[TC_FACES])
{
	for (int first = 1, last; first <= TC_FACES; first = last + 1) {
		last = first;
		while (last < TC_FACES && same_outcome(outcome[last], outcome[first - 1]))
			last++;
		ap_state_odds(facts, frame, clause, outcome[first - 1].event, outcome[first - 1].value,
			first, last, TC_FACES);
	}
}

void tc_state_die_until(ap_facts *facts, int frame, int clause, int until, int event, int otherwise)
{
	int last = until < 0 ? 0 : until > TC_FACES ? TC_FACES : until;
	ap_state_odds(facts, frame, clause, event, AP_NONE, 1, last, TC_FACES);
	ap_state_odds(facts, frame, clause, otherwise, AP_NONE, last + 1, TC_FACES, TC_FACES);
}

/* ---- The turn -------------------------------------------------------------------------------- */

static void state_bids(const tc_state *s, const tc_turn_frame *f, ap_facts *facts)
{
	if (f->step == TC_STEP_BID)
		tc_state_bids_open(facts, 0, TC_6_4, TC_MOST_BID);
	if (f->step == TC_STEP_BID_LOT)
		tc_state_bids_equal(
			facts, 0, TC_6_4, TC_SIDE(s->bid_side[TC_SEAT_FIRST]), s->bid_vp[TC_SEAT_FIRST]);
}

static void state_weather(ap_facts *facts)
{
	tc_outcome_of_die outcome[TC_FACES];
	for (int die = 1; die <= TC_FACES; die++)
		outcome[die - 1] = (tc_outcome_of_die){
			tc_weather_is_mud(die) ? TC_EVENT_WEATHER_MUD : TC_EVENT_WEATHER_FAIR, AP_NONE};
	tc_state_die(facts, 0, TC_TU_5, outcome);
}

static void state_turn(const tc_state *s, const tc_turn_frame *f, ap_facts *facts)
{
	if (s->turn == 0) {
		state_bids(s, f, facts);
		return;
	}
	const tc_turn *turn = tc_this_turn(s);
	tc_state_turn(
		facts, 0, TC_7_11, s->turn, tc_final_turn(s), turn->year, TC_SEASON(tc_season_of(s)));
	tc_state_phase(facts, 0, TC_TU_1, TC_PHASE(s->phase));
	if (s->gold_at < TC_SPACES)
		tc_state_gold(facts, 0, TC_16_31, TC_SPACE(s->gold_at), TC_PARTY(tc_gold_owner(s)));
	if (f->step == TC_STEP_DRAW)
		tc_state_draws(facts, 0, TC_7_1, TC_SIDE(f->drawing), s->hand_size[f->drawing], turn->hand);
	if (f->step == TC_STEP_MUSTER_DIE) {
		tc_state_muster(facts, 0, TC_5_15, TC_UNIT(f->army));
		tc_state_die_until(facts, 0, TC_5_15, tc_number_of(TC_NUMBER_REDUCED_FROM) - 1,
			TC_EVENT_STARTS_FULL, TC_EVENT_STARTS_REDUCED);
	}
	if (f->step == TC_STEP_WEATHER)
		state_weather(facts);
	if (f->step == TC_STEP_PUTSCH_DIE)
		tc_state_die_until(
			facts, 0, TC_8_316_5, tc_putsch_needs(), TC_EVENT_PUTSCH, TC_EVENT_PUTSCH_FAILS);
	if (f->step == TC_STEP_CHIT)
		tc_state_chit_due(facts, 0, TC_IF_1, TC_SIDE(f->divided));
}

/* ---- Called frames --------------------------------------------------------------------------- */

static void state_interruption(const tc_interruption_frame *f, int frame, ap_facts *facts)
{
	tc_state_interrupts(facts, frame, TC_IN_1, TC_SIDE(f->side), TC_MAYBE_CARD(f->under_way),
		TC_MAYBE_CARD(f->with));
}

static void state_preaching(const tc_preaching_frame *f, int frame, ap_facts *facts)
{
	tc_state_preaching(facts, frame, TC_LE_7, TC_SPACE(f->city));
	if (f->step == TC_STEP_PREACH_DIE)
		tc_state_preaching_odds(facts, frame);
}

static void state_tsar(const tc_state *s, int step, int frame, ap_facts *facts)
{
	if (step != TC_STEP_TSAR_JOINS)
		tc_state_die_until(
			facts, frame, TC_16_22_2, tc_rescue_needs(s), TC_EVENT_TSAR_SAVED, TC_EVENT_TSAR_DEAD);
}

static void state_logistics(const tc_logistics_frame *f, int frame, ap_facts *facts)
{
	if (f->step == TC_STEP_BELARUS_ARMY)
		tc_state_belarus_army(facts, frame, TC_8_313_1, TC_UNIT(TC_UNIT_RED_BELARUS_ARMY));
}

static void state_called(const tc_state *s, int frame, ap_facts *facts)
{
	const ap_frame *f = &s->head.stack[frame];
	const ap_frame_kind *kind = tc_steps[f->step].frame;
	if (kind == &tc_chit_frame_kind)
		tc_state_chit_frame(tc_chit_frame_in(f), frame, facts);
	else if (kind == &tc_boxes_frame_kind)
		tc_state_boxes_frame(s, tc_boxes_frame_in(f), frame, facts);
	else if (kind == &tc_markers_frame_kind)
		tc_state_markers_frame(s, tc_markers_frame_in(f), frame, facts);
	else if (kind == &tc_ending_frame_kind)
		tc_state_ending_frame(s, tc_ending_frame_in(f), frame, facts);
	else if (kind == &tc_veto_frame_kind)
		tc_state_may_veto(facts, frame, TC_8_152, TC_SIDE(tc_veto_frame_in(f)->side),
			TC_FACTION(tc_veto_frame_in(f)->faction));
	else if (kind == &tc_settling_frame_kind)
		tc_state_settling_frame(s, tc_settling_frame_in(f), frame, facts);
	else if (kind == &tc_allotment_frame_kind)
		tc_state_allotment(facts, frame, TC_5_15_1, tc_allotment_frame_in(f)->red,
			tc_allotment_frame_in(f)->white);
	else if (kind == &tc_tsar_frame_kind)
		state_tsar(s, f->step, frame, facts);
	else if (kind == &tc_departure_frame_kind)
		tc_state_departure_frame(tc_departure_frame_in(f), frame, facts);
	else if (kind == &tc_forces_frame_kind)
		tc_state_forces_frame(tc_forces_frame_in(f), frame, facts);
	else if (kind == &tc_round_frame_kind)
		tc_state_round_frame(s, tc_round_frame_in(f), frame, facts);
	else if (kind == &tc_makhno_frame_kind)
		tc_state_makhno_frame(tc_makhno_frame_in(f), frame, facts);
	else if (kind == &tc_poland_frame_kind)
		tc_state_poland_frame(s, tc_poland_frame_in(f), frame, facts);
	else if (kind == &tc_combat_frame_kind)
		tc_state_combat_frame(s, tc_combat_frame_in(f), frame, facts);
	else if (kind == &tc_preaching_frame_kind)
		state_preaching(tc_preaching_frame_in(f), frame, facts);
	else if (kind == &tc_lone_leader_frame_kind)
		tc_state_lone_leader_frame(s, tc_lone_leader_frame_in(f), frame, facts);
	else if (kind == &tc_event_frame_kind)
		tc_state_event_frame(s, tc_event_frame_in(f), frame, facts);
	else if (kind == &tc_interruption_frame_kind)
		state_interruption(tc_interruption_frame_in(f), frame, facts);
	else if (kind == &tc_withdrawal_frame_kind)
		tc_state_withdrawal_frame(s, tc_withdrawal_frame_in(f), frame, facts);
	else if (kind == &tc_replacement_frame_kind)
		tc_state_replacement_frame(s, tc_replacement_frame_in(f), frame, facts);
	else if (kind == &tc_logistics_frame_kind)
		state_logistics(tc_logistics_frame_in(f), frame, facts);
}

void tc_situation(const void *view, ap_facts *facts)
{
	const tc_state *s = view;
	state_turn(s, tc_turn_frame_in(&s->head.stack[0]), facts);
	for (int frame = 1; frame < s->head.depth; frame++)
		state_called(s, frame, facts);
}
