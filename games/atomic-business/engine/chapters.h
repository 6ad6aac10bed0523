/* chapters.h: what the chapters of Atomic Business promise one another. The functions of the steps
 * are declared with the steps. */
#ifndef APPARAT_ATOMIC_BUSINESS_CHAPTERS_H
#define APPARAT_ATOMIC_BUSINESS_CHAPTERS_H

#include "state.h"

/* ---- pawns.c: diplomats and briefcases, and how they leave the game -------------------------- */

int ab_diplomats_each(const ab_state *s);     /* AB-SU-1, AB-SU-2 */
bool ab_in_game(const ab_state *s, int pawn); /* false: the pawn stays in the box */
/* How many pawns of these seats are in a space. */
int ab_pawns_of(const ab_state *s, ap_seats seats, int space);
int ab_reserve_size(const ab_state *s);         /* how many briefcases it has */
int ab_reserve_of(const ab_state *s, int kind); /* how many of a kind: of full states only */
/* Calls the step that shows a briefcase to all; `why` is an AB_SHOWING. */
void ab_call_reveal(ab_state *s, int pawn, int why);
/* A pawn is lost with what he carries. May call the steps that show his briefcase and the last
 * Secret card of his power, and may end the game. */
void ab_lose_pawn(ab_state *s, int pawn, ap_events *ev);

/* ---- setup.c, turn.c: before a game, the draw, the turn -------------------------------------- */

/* Lays out the street for a game. Scores and what is left of the series stay as they are. */
void ab_new_game(ab_state *s);
/* The seat that gets the Secret card which chance draws; AB_NONE: all have been dealt one. */
int ab_drawing_seat(const ab_state *s);
int ab_secrets_left(const ab_state *s);                   /* how many cards the deck has */
void ab_end_ballot(ab_state *s, int seat, ap_events *ev); /* AB-SC-16, if it is this seat's */

/* ---- movement.c ------------------------------------------------------------------------------ */

int ab_step_destination(const ab_state *s, int pawn, int way); /* a space */
/* 0, or the clause that forbids this seat to take this step now. */
uint16_t ab_step_forbidden(const ab_state *s, int seat, int pawn, int way);
/* Puts a pawn into another space. */
void ab_put_pawn(ab_state *s, int pawn, int space);
/* AB-PA-1: calls the draw of a briefcase for a pawn in the Palace, if the reserve has any. */
void ab_call_take_case(ab_state *s, int pawn, ap_events *ev);

/* ---- pressure.c: a stop, and who may press --------------------------------------------------- */

/* Whether a seat may press a pawn, provided that he carries a briefcase. */
bool ab_may_press(const ab_state *s, int seat, int pawn);
bool ab_pressable(const ab_state *s, int pawn); /* AB-PR-1 */
ab_pawn_set ab_pressable_in(const ab_state *s, int space);
/* Of these, those who have not been dealt with at the present stop. */
ab_pawn_set ab_candidates(const ab_state *s, int space);
/* AB-PR-2: the seat that says which of several briefcases is dealt with next. */
int ab_order_chooser(const ab_state *s, int space);
bool ab_stop_matters(const ab_state *s, int space); /* somebody can be pressed there */
void ab_call_stop(ab_state *s, int space);

/* ---- camps.c: a pressure from its announcement to its losses --------------------------------- */

/* The frame of the pressure that is going on; NULL: there is none. */
const ab_pressure_frame *ab_pressure_under_way(const ab_state *s);
int ab_pressed(const ab_state *s); /* who is pressed in it; AB_NONE: there is none */
int ab_presser(const ab_state *s); /* who has announced it; AB_NONE: there is none */
/* AB-PR-3: who may join a pressure on this bearer that this seat has announced. */
ap_seats ab_possible_allies(const ab_state *s, int bearer, int presser);
/* AB-PR-5: diplomats and cards of a side, if these seats press this bearer. */
int ab_strength(const ab_state *s, int side, int bearer, ap_seats attackers);
bool ab_opens(int attack, int defence); /* whether these strengths open the briefcase */
void ab_forget_pressure(ab_state *s);   /* its attackers and its cards */

/* ---- secrets.c: when Secret cards may be played, and on what --------------------------------- */

extern const uint8_t ab_copies[AB_EFFECT_COUNT]; /* how many cards there are of each effect */

_Static_assert((int)AB_VERB_PLATES - AB_VERB_BODYGUARDS == (int)AB_EFFECT_PLATES,
	"the verbs of the Secret cards are in the order of their effects");

static inline bool ab_is_card(ap_action a)
{
	return ap_verb_of(a) >= AB_VERB_BODYGUARDS;
}
/* The Secret card that an action plays. */
static inline int ab_effect_of(ap_action a)
{
	assert(ab_is_card(a));
	return (int)ap_verb_of(a) - AB_VERB_BODYGUARDS;
}
static inline int ab_family_of(int effect)
{
	assert(effect >= 0 && effect < AB_EFFECT_COUNT);
	if (effect <= AB_EFFECT_INCIDENT)
		return AB_FAMILY_PRESSURE;
	if (effect <= AB_EFFECT_TRAFFIC_JAM)
		return AB_FAMILY_MOVEMENT;
	return effect <= AB_EFFECT_WRONG_LUGGAGE ? AB_FAMILY_BRIEFCASE : AB_FAMILY_SPECIAL;
}
/* Is it a movement card that takes a diplomat back? */
static inline bool ab_goes_back(int effect)
{
	return effect == AB_EFFECT_ROADBLOCK || effect == AB_EFFECT_TRAFFIC_JAM;
}
/* Is it a pressure card that helps one's own side, AB-SE-3? */
static inline bool ab_is_bonus(int effect)
{
	return effect == AB_EFFECT_BODYGUARDS || effect == AB_EFFECT_PRESS_PACK;
}
/* Do not all copies of a card lie in the discards? */
static inline bool ab_still_out(const ab_state *s, int effect)
{
	return s->discard[effect] < ab_copies[effect];
}
int ab_amount_of(int effect);                  /* what data/secrets.csv says of it */
bool ab_pressure_cards_out(const ab_state *s); /* a pressure card is not in the discards */
/* AB-SE-6: where a movement card takes a pawn who goes this way. */
int ab_card_destination(const ab_state *s, int pawn, int effect, int way);
/* 0, or the clause that forbids this seat to play this card on x and y, whatever the moment. */
uint16_t ab_target_forbidden(const ab_state *s, int seat, int effect, int x, int y);
/* 0, or the clause that forbids this seat to play this card now. */
uint16_t ab_card_forbidden(const ab_state *s, int seat, ap_action a);
/* Adds every way in which a seat can play its card now. */
void ab_add_card_plays(const ab_state *s, int seat, ap_list *out);
void ab_call_window(ab_state *s, int window); /* one of the two between turns */
void ab_discard_hand(ab_state *s, int seat);
bool ab_hardly_matters(const void *view, int seat);

/* ---- effects.c: what Secret cards do --------------------------------------------------------- */

int ab_effect_clause(int effect); /* the clause that tells what a card does */
/* What a pressure card of this seat adds to a side; less than 0: what it takes from it. */
int ab_change_of_strength(const ab_state *s, int by, ap_action play, int side);
void ab_call_played(ab_state *s, int seat, ap_action play, ap_events *ev); /* a card is played */
/* The card that has been played and has not taken effect, and who has played it; AP_NO_ACTION:
 * there is none. */
ap_action ab_card_played(const ab_state *s, int *by);

/* ---- victory.c ------------------------------------------------------------------------------- */

/* Ends the game, and the series if it was the last game of it; `winner` is AB_NONE if nobody has
 * won. Whoever calls this returns at once, because the stack has been replaced. */
void ab_end_game(ab_state *s, int reason, int winner, ap_events *ev);

/* ---- stack.c --------------------------------------------------------------------------------- */

/* NULL if the frames fit the street, otherwise what is wrong; of games that are not over. */
const char *ab_stack_unsound(const ab_state *s);

/* ---- situation.c ----------------------------------------------------------------------------- */

void ab_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif
