/* chapters.h: what the chapters of Tiny promise one another. The functions of the steps are
 * declared with the steps. */
#ifndef APPARAT_TINY_CHAPTERS_H
#define APPARAT_TINY_CHAPTERS_H

#include "state.h"

/* ---- cards.c: hands, the deck, and lists of actions ------------------------------------------ */

/* Adds `verb x` for each x of a set. */
void tg_add_each(ap_list *out, unsigned verb, unsigned set);
/* Returns whether an action is this verb with a member of this set. */
bool tg_is_one_of(ap_action a, unsigned verb, unsigned set);
unsigned tg_deck(const tg_state *s); /* the cards in no hand that is seen, and not discarded */
int tg_deck_size(const tg_state *s);
int tg_drawing_seat(const tg_state *s); /* the seat that draws next; TG_NONE: all have drawn */
void tg_discard(tg_state *s, int seat, int card);

/* ---- bids.c ---------------------------------------------------------------------------------- */

int tg_highest_bidder(const tg_state *s); /* all amounts are on the table */

/* ---- boxes.c: what is in them, and who knows ------------------------------------------------- */

bool tg_is_open(const tg_state *s, int box); /* for all to see */
bool tg_knows_box(const tg_state *s, int box, int viewer);
int tg_box_of(const tg_state *s, int seat);
/* The treasures that chance can find in a box: the one that is there, or one of those left. */
unsigned tg_treasures_for(const tg_state *s, int box);
static inline int tg_worth(int treasure)
{
	return treasure;
}
void tg_look_into(tg_state *s, int seat, int box, ap_events *ev);
void tg_swap(tg_state *s, int seat, int one, int other, ap_events *ev);

/* ---- raids.c --------------------------------------------------------------------------------- */

void tg_announce_raid(tg_state *s, int seat, int target, int card, ap_events *ev);
/* The seats that may veto the announcement in this frame of the stack. */
ap_seats tg_may_veto(const tg_state *s, int frame);
/* Returns whether the announcement in this frame comes true if nobody adds a veto. */
bool tg_stands(const tg_state *s, int frame);

/* ---- ending.c -------------------------------------------------------------------------------- */

int tg_turned_up(const tg_state *s); /* how many seats have had their suit turned up */
/* What a seat would score now; a treasure that is not known counts nothing. */
int tg_score(const tg_state *s, int seat);

/* ---- situation.c ----------------------------------------------------------------------------- */

void tg_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif
