/* situation.h: what the files share that tell what is going on: situation.c and those that stand
 * beside it, each about some kinds of frames, and foresight.c. */
#ifndef APPARAT_TRIUMPH_SITUATION_H
#define APPARAT_TRIUMPH_SITUATION_H

#include "frames.h"

/* Each states the facts about the frame with this number. */
void tc_state_chit_frame(const tc_chit_frame *f, int frame, ap_facts *facts);
void tc_state_boxes_frame(const tc_state *s, const tc_boxes_frame *f, int frame, ap_facts *facts);
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
void tc_state_replacement_frame(
	const tc_state *s, const tc_replacement_frame *f, int frame, ap_facts *facts);

/* What a die brings about: an event, and the value of the argument by which its outcomes differ. */
typedef struct tc_outcome_of_die {
	int event, value; /* AP_NONE: none */
} tc_outcome_of_die;
/* States the odds of a die, faces that bring about the same together. */
void tc_state_die(
	ap_facts *facts, int frame, int clause, const tc_outcome_of_die outcome[TC_FACES]);
/* The odds of a die that needs this or less for one event, and more for another. */
void tc_state_die_until(
	ap_facts *facts, int frame, int clause, int until, int event, int otherwise);
void tc_state_makhno_odds(ap_facts *facts, int frame);
void tc_state_preaching_odds(ap_facts *facts, int frame);
/* `unit` is the corps that may change sides; TC_UNITS in a row about anything else. */
void tc_state_event_odds(
	const tc_state *s, const tc_event_frame *f, int unit, int frame, ap_facts *facts);
void tc_state_withdrawal_odds(const tc_state *s, int power, int change, int frame, ap_facts *facts);
/* What both sides fire with, if the combat goes on as it is; with `odds`, those of the attacker's
 * die too. */
void tc_state_both_fire(const tc_state *s, int frame, bool odds, ap_facts *facts);

#endif
