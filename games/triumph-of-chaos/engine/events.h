/* events.h: what the files of the events share: events.c, event_mutiny.c, event_places.c,
 * event_targets.c, requirements.c. */
#ifndef APPARAT_TRIUMPH_EVENTS_H
#define APPARAT_TRIUMPH_EVENTS_H

#include "chapters.h"

/* The row of effects.csv that is carried out. */
static inline const tc_effect *tc_event_row(const tc_event_frame *f)
{
	assert(f->row < TC_EFFECTS);
	return &tc_effects[f->row];
}
/* Does the row after this one stand instead of it? */
static inline bool tc_has_either(int row)
{
	return row + 1 < TC_EFFECTS && tc_effects[row + 1].either &&
		tc_effects[row + 1].card == tc_effects[row].card;
}
static inline bool tc_on_track(const tc_state *s, int faction)
{
	return s->box[faction] != TC_BOX_OUT;
}

static inline bool tc_row_of_card(int row, int card)
{
	return row < TC_EFFECTS && tc_effects[row].card == card;
}

/* requirements.c: whether an event may be played. */
int tc_first_row(int card);
bool tc_has_choices(int card);
/* Can the row be carried out now? Needs supply. */
bool tc_row_possible(const tc_state *s, int side, int row);
/* Why this use of the card is not possible now; 0: it is. TC_CHOICES or more stands for a card
 * without choices. */
uint16_t tc_choice_forbidden(const tc_state *s, int side, int card, int choice);

/* events.c: the frame goes on with the next row: after a row that is done those that stand instead
 * of it are left out. */
void tc_row_done(tc_state *s);
void tc_row_failed(tc_state *s);

/* event_places.c: what the row brings. tc_carry_places goes on from the item of the frame, and
 * returns true if somebody has to be asked. */
bool tc_can_place(const tc_state *s, int side, int row);
bool tc_carry_places(tc_state *s, ap_events *ev);
bool tc_can_reserve(const tc_state *s, int row);
void tc_carry_reserve(tc_state *s, int row, ap_events *ev);
bool tc_can_restore(const tc_state *s, int row);
void tc_carry_restore(tc_state *s, int row, ap_events *ev);

/* event_mutiny.c */
bool tc_can_mutiny(const tc_state *s, int row);
/* In the step event-retreat: the space of the mutiny, and who leaves it next. */
int tc_mutiny_space(const tc_state *s);
int tc_unit_driven_out(const tc_state *s);               /* TC_NOWHERE: no unit is left */
int tc_leader_driven_out(const tc_state *s);             /* TC_NONE: no leader is left */
void tc_mutiny_die(tc_state *s, int die, ap_events *ev); /* the frame goes on with the next step */

/* event_targets.c: what the player of an event names. */
bool tc_is_aimed(int verb); /* a corps, a space or a faction is named */
/* Can anything be named? `f` NULL: at the beginning of the row. */
bool tc_can_target(const tc_state *s, int side, int row, const tc_event_frame *f);
int tc_most_targets(const tc_event_frame *f); /* how many may be named */
int tc_switched_unit(const tc_state *s);      /* the corps that the die is about; TC_UNITS: none */
int tc_corps_for(const tc_state *s, int side, int space); /* that comes; TC_NOWHERE: none */
void tc_switch_die(tc_state *s, int die, ap_events *ev);

#endif
