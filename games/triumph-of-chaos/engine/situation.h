/* situation.h: functions that describe what is going on, shared by situation.c, by the
 * situation_*.c files, each of which covers some kinds of frames, and by foresight.c. */
#ifndef APPARAT_TRIUMPH_SITUATION_H
#define APPARAT_TRIUMPH_SITUATION_H

#include "frames.h"

/* Each of these functions states the facts about one kind of frame. `frame` is its number. */
void tc_state_chit_frame(const tc_chit_frame *f, int frame, ap_facts *facts);
void tc_state_boxes_frame(const tc_state *s, const tc_boxes_frame *f, int frame, ap_facts *facts);
void tc_state_settling_frame(
	const tc_state *s, const tc_settling_frame *f, int frame, ap_facts *facts);
void tc_state_markers_frame(
	const tc_state *s, const tc_markers_frame *f, int frame, ap_facts *facts);
void tc_state_departure_frame(const tc_departure_frame *f, int frame, ap_facts *facts);
void tc_state_forces_frame(const tc_forces_frame *f, int frame, ap_facts *facts);
void tc_state_round_frame(const tc_state *s, const tc_round_frame *f, int frame, ap_facts *facts);
void tc_state_makhno_frame(const tc_makhno_frame *f, int frame, ap_facts *facts);
void tc_state_event_frame(const tc_state *s, const tc_event_frame *f, int frame, ap_facts *facts);
void tc_state_combat_frame(const tc_state *s, const tc_combat_frame *f, int frame, ap_facts *facts);
void tc_state_lone_leader_frame(
	const tc_state *s, const tc_lone_leader_frame *f, int frame, ap_facts *facts);
void tc_state_withdrawal_frame(
	const tc_state *s, const tc_withdrawal_frame *f, int frame, ap_facts *facts);
void tc_state_ending_frame(const tc_state *s, const tc_ending_frame *f, int frame, ap_facts *facts);
void tc_state_poland_frame(const tc_state *s, const tc_poland_frame *f, int frame, ap_facts *facts);
void tc_state_replacement_frame(
	const tc_state *s, const tc_replacement_frame *f, int frame, ap_facts *facts);

/* The result of a die: an event, and the value of the argument that distinguishes its outcomes. */
typedef struct tc_outcome_of_die {
	int event, value; /* AP_NONE if there is none */
} tc_outcome_of_die;
/* States the odds of a die. Faces with the same result are stated together. */
void tc_state_die(
	ap_facts *facts, int frame, int clause, const tc_outcome_of_die outcome[TC_FACES]);
/* States the odds of a die that brings `event` up to the number `until`, and `otherwise` above
 * it. */
void tc_state_die_until(
	ap_facts *facts, int frame, int clause, int until, int event, int otherwise);
/* Both state the odds of one die: the revolt of Makhno's men, and Lenin's speech. */
void tc_state_makhno_odds(ap_facts *facts, int frame);
void tc_state_preaching_odds(ap_facts *facts, int frame);
/* States the odds of the die of an event. `unit` is the corps that may change sides; TC_UNITS if
 * the row is about anything else. */
void tc_state_event_odds(
	const tc_state *s, const tc_event_frame *f, int unit, int frame, ap_facts *facts);
/* States the odds that a Major Power withdraws if `change` is added to the die. */
void tc_state_withdrawal_odds(const tc_state *s, int power, int change, int frame, ap_facts *facts);
/* States how both sides fire if the combat continues as it is. With `odds` it also states the odds
 * of the attacker's die. */
void tc_state_both_fire(const tc_state *s, int frame, bool odds, ap_facts *facts);

#endif
