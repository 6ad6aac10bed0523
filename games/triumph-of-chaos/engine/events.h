/* events.h: what the files of the events share. A frame of EVENT and the steps it goes on as has
 * the card, the side, the row of effects.csv and the item within the row. */
#ifndef APPARAT_TRIUMPH_EVENTS_H
#define APPARAT_TRIUMPH_EVENTS_H

#include "chapters.h"

enum { E_CARD, E_SIDE, E_ROW, E_ITEM };

static inline int tc_event_side(const ap_frame *f)
{
	return f->v[E_SIDE] & 1;
}
static inline const tc_effect *tc_event_row(const ap_frame *f)
{
	return &tc_effects[f->v[E_ROW]];
}
/* The row after this one stands instead of it. */
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

/* requirements.c */
int tc_first_row(int card);
bool tc_has_choices(int card);
/* Can the row happen now? Needs supply. */
bool tc_row_possible(const tc_state *s, int side, int row);
/* Why this use of the card is not possible now; TC_CHOICES or more: a card without choices. */
uint16_t tc_choice_forbidden(const tc_state *s, int side, int card, int choice);

/* events.c. The frame goes on as EVENT: with the row after this one and those that stand instead of
 * it; or just with the next. */
void tc_row_done(tc_state *s);
void tc_row_failed(tc_state *s);

/* event_places.c. carry: from the item of the frame on; true if it goes on as EVENT_PUT. */
bool tc_can_place(const tc_state *s, int side, int row);
bool tc_carry_places(tc_state *s, ap_events *ev);
bool tc_can_reserve(const tc_state *s, int row);
void tc_carry_reserve(tc_state *s, int row, ap_events *ev);
bool tc_can_restore(const tc_state *s, int row);
void tc_carry_restore(tc_state *s, int row, ap_events *ev);

/* event_mutiny.c */
bool tc_can_mutiny(const tc_state *s, int row);
void tc_mutiny_die(tc_state *s, int die, ap_events *ev); /* goes on as EVENT_RETREAT, or EVENT */

/* event_targets.c: is there anything to name? */
bool tc_is_aimed(int verb); /* a corps, a space or a faction is named: EVENT_TARGET */
bool tc_can_target(const tc_state *s, int side, int row, int item);
void tc_switch_die(tc_state *s, int die, ap_events *ev);

#endif
