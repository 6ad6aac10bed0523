/* chapters.h: the functions of Tiny that more than one file calls. The functions of the steps are
 * declared with the steps. */
#ifndef APPARAT_TINY_CHAPTERS_H
#define APPARAT_TINY_CHAPTERS_H

#include "state.h"

/* ---- cards.c: lists of actions, hands and the deck ------------------------------------------- */

/* Adds `verb x` to a list for each x of a set. */
void tg_add_each(ap_list *out, unsigned verb, unsigned set);
/* Returns whether an action is this verb with a member of this set. */
bool tg_is_one_of(ap_action a, unsigned verb, unsigned set);
/* Returns the cards that are neither discarded nor in a hand, as far as the hands are visible. */
unsigned tg_deck(const tg_state *s);
/* Returns how many cards are in the deck, which is public. */
int tg_deck_size(const tg_state *s);
/* Returns the seat that draws the next card; TG_NONE if nobody draws another card in this round. */
int tg_drawing_seat(const tg_state *s);
/* Discards a card that a seat holds. */
void tg_discard(tg_state *s, int seat, int card);

/* ---- bids.c ---------------------------------------------------------------------------------- */

/* Returns the seat whose amount leads the round. All seats must have bid. */
int tg_highest_bidder(const tg_state *s);

/* ---- boxes.c: the treasures in the boxes, who knows them, and the holders -------------------- */

/* Returns whether a box has been opened for all at the end of the game. */
bool tg_is_open(const tg_state *s, int box);
/* Returns whether a viewer may know what is in a box, if anybody does. */
bool tg_knows_box(const tg_state *s, int box, int viewer);
/* Returns the box that a seat holds; TG_NONE if it does not play. */
int tg_box_of(const tg_state *s, int seat);
/* Returns the treasures that chance can find in a box: the one in it if it is set, otherwise all
 * that are left. */
unsigned tg_treasures_for(const tg_state *s, int box);
/* Returns what a treasure is worth, TG-1. */
static inline int tg_worth(int treasure)
{
	return treasure;
}
/* Calls the step in which chance tells a seat what is in a box, TG-7. */
void tg_look_into(tg_state *s, int seat, int box, ap_events *ev);
/* Swaps the holders of two boxes, TG-8. */
void tg_swap(tg_state *s, int seat, int one, int other, ap_events *ev);

/* ---- raids.c --------------------------------------------------------------------------------- */

/* Calls the steps of a raid, TG-9. */
void tg_announce_raid(tg_state *s, int seat, int target, int card, ap_events *ev);
/* Returns the seats that may veto the announcement in this frame of the stack. */
ap_seats tg_may_veto(const tg_state *s, int frame);
/* Returns whether the announcement in this frame is carried out if nobody adds a veto. */
bool tg_stands(const tg_state *s, int frame);

/* ---- ending.c -------------------------------------------------------------------------------- */

/* Returns how many seats have had their suit turned up in this round. */
int tg_turned_up(const tg_state *s);
/* Returns what a seat would score now. A treasure that is not known counts 0. */
int tg_score(const tg_state *s, int seat);

/* ---- situation.c ----------------------------------------------------------------------------- */

/* States what an action of a seat would lead to. */
void tg_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif
