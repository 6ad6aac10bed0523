/* events.h: functions that the files about events share: events.c, event_mutiny.c, event_places.c,
 * event_targets.c and requirements.c. */
#ifndef APPARAT_TRIUMPH_EVENTS_H
#define APPARAT_TRIUMPH_EVENTS_H

#include "chapters.h"

/* Returns the row of effects.csv that is being carried out. */
static inline const tc_effect *tc_event_row(const tc_event_frame *f)
{
	assert(f->row < TC_EFFECTS);
	return &tc_effects[f->row];
}
/* Returns whether the row after this one is an alternative to it. */
static inline bool tc_has_either(int row)
{
	return row + 1 < TC_EFFECTS && tc_effects[row + 1].either &&
		tc_effects[row + 1].card == tc_effects[row].card;
}
/* Returns whether the faction has a marker on the table. */
static inline bool tc_on_track(const tc_state *s, int faction)
{
	return s->box[faction] != TC_BOX_OUT;
}

/* Returns whether the row exists and belongs to the card. */
static inline bool tc_row_of_card(int row, int card)
{
	return row < TC_EFFECTS && tc_effects[row].card == card;
}

/* requirements.c: whether an event may be played. tc_first_row returns the first row of a card. */
int tc_first_row(int card);
/* Returns whether the card offers a choice of uses. */
bool tc_has_choices(int card);
/* Returns whether the row can be carried out now. Needs supply. */
bool tc_row_possible(const tc_state *s, int side, int row);
/* Returns the clause that forbids this use of the card now; 0 if it is possible. A choice of
 * TC_CHOICES or more stands for a card without choices. */
uint16_t tc_choice_forbidden(const tc_state *s, int side, int card, int choice);

/* events.c: returns the highest die with which the row succeeds, with what changes it. */
int tc_event_needs(const tc_state *s, const tc_effect *e);
/* events.c: both continue the frame with the next row. tc_row_done skips the alternatives to the
 * row that was carried out. */
void tc_row_done(tc_state *s);
void tc_row_failed(tc_state *s);

/* event_places.c: what the row brings: units and leaders that are placed, units that go to the
 * reserve, units that are restored. tc_can_.. return whether the row can do anything, tc_carry_..
 * carry it out. tc_carry_places starts at the item of the frame and returns true if somebody has to
 * be asked. */
bool tc_can_place(const tc_state *s, int side, int row);
bool tc_carry_places(tc_state *s, ap_events *ev);
bool tc_can_reserve(const tc_state *s, int row);
void tc_carry_reserve(tc_state *s, int row, ap_events *ev);
bool tc_can_restore(const tc_state *s, int row);
void tc_carry_restore(tc_state *s, int row, ap_events *ev);

/* event_mutiny.c: returns whether the army of the row can mutiny. */
bool tc_can_mutiny(const tc_state *s, int row);
/* Returns the space of the mutiny in the step event-retreat. The next two return who leaves it
 * next. */
int tc_mutiny_space(const tc_state *s);
int tc_unit_driven_out(const tc_state *s);   /* TC_NOWHERE if no unit is left */
int tc_leader_driven_out(const tc_state *s); /* TC_NONE if no leader is left */
int tc_mutineer(const tc_effect *e);         /* returns the army that may mutiny by this row */
/* Carries out the die of a mutiny and continues the frame with the next step. */
void tc_mutiny_die(tc_state *s, int die, ap_events *ev);

/* event_makhno.c: returns whether the forces of the faction of the row can be borrowed. */
bool tc_can_borrow(const tc_state *s, const tc_effect *e);
/* Carries the row out and continues with the next one. May call. */
void tc_carry_borrowing(tc_state *s, ap_events *ev);
/* aids.c: returns whether a row with this deed helps in combats. */
bool tc_is_help(int deed);
/* Returns how the row helps: a set of TC_HELP_.. */
uint32_t tc_helps_of(const tc_effect *e);
/* Returns whether the row helps, and belongs to the use that was chosen. */
bool tc_row_aids(const tc_state *s, int row);
/* TC-IN-4: returns whether this is the round in which the side may use the row of an Initiative
 * card. */
bool tc_help_timely(const tc_state *s, int side, const tc_effect *e);
/* Carries out a row about the operation of the event or about help in combats. */
void tc_carry_help(tc_state *s, int side, int row, ap_events *ev);
/* Returns the row of the card with this deed; TC_EFFECTS if there is none. */
int tc_row_with(int card, int deed);

/* event_second_chance.c: return whether the side may take this card back, and whether this leader
 * may join an army somewhere, or in this space. The other two carry it out. */
bool tc_may_take_back(const tc_state *s, int side, int card);
bool tc_may_join(const tc_state *s, int side, int leader);
bool tc_may_join_at(const tc_state *s, int side, int leader, int space);
void tc_take_back(tc_state *s, int card, ap_events *ev);
void tc_join_free(tc_state *s, int space, ap_events *ev);

/* again.c: returns how many spaces may move once more by the event of the round. */
int tc_most_again(const tc_state *s);

/* event_typhoid.c: RED 52. tc_may_fall_ill returns whether the stack of the side in the space may
 * be named: stacks are named in the order of the map. */
bool tc_may_fall_ill(const tc_state *s, int side, int space);
/* Carries out the die for the stack of the frame and continues the frame. */
void tc_typhoid_die(tc_state *s, int die, ap_events *ev);
/* Returns the side that chooses the unit in the step event-loss. */
int tc_sick_side(const tc_event_frame *f);

/* event_hands.c: A Slip of the Tongue and Intelligence Coup: begins to show the hand of the side
 * that the row names. */
void tc_carry_look(tc_state *s, ap_events *ev);

/* event_landing.c: WHITE 43: returns whether a stack can enter, or attack, a port from the sea. */
bool tc_can_land(const tc_state *s, int side, int row);
/* Returns whether a stack of the side can attack the space from the sea by this card. */
bool tc_lands_from(const tc_state *s, int side, int card, int from, int goal);

/* event_steps.c: Round up Some Rabble: returns whether the side has anything to spend steps on. */
bool tc_can_mend_now(const tc_state *s, int side);

/* event_targets.c: the targets that the player of an event names. */
/* Returns whether the verb names a corps, a space or a faction. */
bool tc_is_aimed(int verb);
/* Returns whether anything can be named. `f` is NULL at the beginning of the row. */
bool tc_can_target(const tc_state *s, int side, int row, const tc_event_frame *f);
int tc_most_targets(const tc_event_frame *f); /* returns how many may be named */
/* Returns the corps that the die is about; TC_UNITS if there is none. */
int tc_switched_unit(const tc_state *s);
/* Returns the corps of the reserve that comes to the space; TC_NOWHERE if there is none. */
int tc_corps_for(const tc_state *s, int side, int space);
/* Carries out the die that decides whether a corps changes sides. */
void tc_switch_die(tc_state *s, int die, ap_events *ev);

#endif
