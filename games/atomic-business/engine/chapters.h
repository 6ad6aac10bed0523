/* chapters.h: the functions of Atomic Business that more than one file calls. The functions of the
 * steps are declared with the steps. A function whose name ends in _forbidden returns 0 if the
 * thing is allowed, otherwise the clause that forbids it. */
#ifndef APPARAT_ATOMIC_BUSINESS_CHAPTERS_H
#define APPARAT_ATOMIC_BUSINESS_CHAPTERS_H

#include "state.h"

/* ---- pawns.c: diplomats and briefcases, and how they leave the game -------------------------- */

/* Returns how many diplomats each power starts with, AB-SU-1 and AB-SU-2. */
int ab_diplomats_each(const ab_state *s);
/* Returns whether a pawn takes part in this game, even if it has been lost. */
bool ab_in_game(const ab_state *s, int pawn);
/* Returns how many pawns of these seats are in a space. */
int ab_pawns_of(const ab_state *s, ap_seats seats, int space);
/* Returns how many briefcases are in the reserve. */
int ab_reserve_size(const ab_state *s);
/* Returns how many briefcases of a kind are in the reserve; the state must not be a view. */
int ab_reserve_of(const ab_state *s, int kind);
/* Calls the step that shows a briefcase to all; `why` is an AB_SHOWING. */
void ab_call_reveal(ab_state *s, int pawn, int why);
/* Removes a pawn from the game, together with his briefcase. May call the steps that show the
 * briefcase and the last Secret card of his power, and may end the game. */
void ab_lose_pawn(ab_state *s, int pawn, ap_events *ev);

/* ---- setup.c, turn.c: before a game, the draw, the turn -------------------------------------- */

/* Prepares the street for a new game. The scores and the length of the series do not change. */
void ab_new_game(ab_state *s);
/* Returns the seat that gets the next Secret card from chance; AB_NONE if the deal is over. */
int ab_drawing_seat(const ab_state *s);
/* Returns how many Secret cards are in the deck. */
int ab_secrets_left(const ab_state *s);
/* Returns the seat whose turn comes after the present one. */
int ab_next_turn(const ab_state *s);
/* Returns the state in which that seat is asked how it begins its turn, if nothing happens before.
 */
ab_state ab_at_next_turn(const ab_state *s);
/* Ends the ballot if this seat has called it, AB-SC-16. */
void ab_end_ballot(ab_state *s, int seat, ap_events *ev);

/* ---- movement.c ------------------------------------------------------------------------------ */

/* Returns the space to which a pawn gets by one step in this direction. */
int ab_step_destination(const ab_state *s, int pawn, int way);
/* Returns 0 if this seat may take this step now, otherwise the clause that forbids it. */
uint16_t ab_step_forbidden(const ab_state *s, int seat, int pawn, int way);
/* Returns the way that leads a pawn to a space where he is not. */
int ab_way_to(const ab_state *s, int pawn, int space);
/* Returns 0 if this seat may take several steps at once to this space, otherwise the clause that
 * forbids it. */
uint16_t ab_walk_forbidden(const ab_state *s, int seat, int pawn, int space);
/* Lists the steps and the walks that a seat may take. Returns whether it must take one: its
 * movement cannot end, AB-MO-6. */
bool ab_add_steps(const ab_state *s, int seat, ap_list *out);
/* Puts a pawn into another space. */
void ab_put_pawn(ab_state *s, int pawn, int space);
/* Calls the draw of a briefcase for a pawn in the Palace, if the reserve has one, AB-PA-1. */
void ab_call_take_case(ab_state *s, int pawn, ap_events *ev);

/* ---- pressure.c: who may press, and who is asked when the balance has turned ------------------
 */

/* Returns the seats that may not press a pawn where he stands, AB-PR-6. */
ap_seats ab_barred(const ab_state *s, int pawn);
/* Returns the seats that may press a pawn, provided that he carries a briefcase and is
 * outnumbered. */
ap_seats ab_who_may_press(const ab_state *s, int pawn);
/* Returns whether a seat may press a pawn, provided that he carries a briefcase and is
 * outnumbered. */
bool ab_may_press(const ab_state *s, int seat, int pawn);
/* Returns by how many the diplomats of those who may press a bearer on the street outnumber his own
 * power there; 0 if they do not, AB-PR-1. */
int ab_outnumbered_by(const ab_state *s, int pawn);
/* Returns whether a pawn can be pressed. */
bool ab_pressable(const ab_state *s, int pawn);
/* Returns 0 if a seat may press this pawn now, otherwise the clause that forbids it. Does not check
 * whether it is asked. */
uint16_t ab_press_forbidden(const ab_state *s, int seat, int pawn);
/* Returns the pawns that a seat may press now. */
ab_pawn_set ab_pressable_by(const ab_state *s, int seat);
/* Returns the seats that are asked whether they press this bearer: not the one that moves, which
 * may press by itself. */
ap_seats ab_asked_to_press(const ab_state *s, int bearer);
/* Returns the pawns in a space that are outnumbered by more than when those who may press them were
 * last asked, AB-PR-10. */
ab_pawn_set ab_candidates(const ab_state *s, int space);
/* Returns the pawns in all spaces that are so. */
ab_pawn_set ab_all_candidates(const ab_state *s);
/* Returns the seat that chooses which of several bearers is considered next, AB-PR-2. */
int ab_order_chooser(const ab_state *s, int space);
/* Notes for which bearers it stands better now than when others were last asked. */
void ab_note_relief(ab_state *s);
/* Calls the step that looks for such bearers, in this space first if it is not AB_NONE. */
void ab_call_stop(ab_state *s, int space);
/* Announces a pressure and calls its first step. The step of a stop must be on top. */
void ab_call_pressure(ab_state *s, int seat, int bearer, int clause, ap_events *ev);

/* ---- camps.c: a pressure from its announcement to its losses --------------------------------- */

/* Returns the frame of the present pressure; NULL if there is none. */
const ab_pressure_frame *ab_pressure_under_way(const ab_state *s);
/* Returns the pawn that is pressed in the present pressure; AB_NONE if there is none. */
int ab_pressed(const ab_state *s);
/* Returns the seat that has announced the present pressure; AB_NONE if there is none. */
int ab_presser(const ab_state *s);
/* Returns the seats that press in the present pressure; none if there is none. */
ap_seats ab_attackers(const ab_state *s);
/* Returns the seats that may join this presser in a pressure on this bearer, AB-PR-3. */
ap_seats ab_possible_allies(const ab_state *s, int bearer, int presser);
/* Returns whether a seat with a card may say that it wants to play it before the pressure on top
 * goes on. */
bool ab_may_call_for_immunity(const ab_state *s, int seat);
/* Returns whether a seat that is asked when the pressure on top has been announced may answer this.
 */
bool ab_may_answer(const ab_state *s, int seat, int answer);
/* Returns the seats that are asked when the pressure of this frame has been announced: who may
 * join, and who may hold Immunity and has not been asked for it. */
ap_seats ab_asked_when_announced(const ab_state *s, const ab_pressure_frame *f);
/* Returns the strength of a side, with the cards of the present pressure, if these seats press this
 * bearer, AB-PR-5. */
int ab_strength(const ab_state *s, int side, int bearer, ap_seats attackers);
/* Returns whether a pressure with these strengths opens the briefcase. */
bool ab_opens(int attack, int defence);
/* Adds what a card adds to a side of the present pressure, or takes from it. */
void ab_add_strength(ab_state *s, int side, int change);
/* Ends the pressure on top, which has failed, AB-PR-6. */
void ab_fail_pressure(ab_state *s, ap_events *ev);
/* Goes on with the pressure on top once its briefcase has been shown, AB-PR-7 and AB-PR-8. */
void ab_pressure_opened(ab_state *s, int kind, ap_events *ev);

/* ---- secrets.c: when Secret cards may be played, and on what --------------------------------- */

/* The number of Secret cards with each effect. */
extern const uint8_t ab_copies[AB_EFFECT_COUNT];

_Static_assert((int)AB_VERB_PLATES - AB_VERB_BODYGUARDS == (int)AB_EFFECT_PLATES,
	"the verbs of the Secret cards are in the order of their effects");

/* Returns whether an action plays a Secret card. */
static inline bool ab_is_card(ap_action a)
{
	return ap_verb_of(a) >= AB_VERB_BODYGUARDS;
}
/* Returns the effect of the Secret card that an action plays. */
static inline int ab_effect_of(ap_action a)
{
	assert(ab_is_card(a));
	return (int)ap_verb_of(a) - AB_VERB_BODYGUARDS;
}
/* Returns the family of the Secret cards with this effect. */
static inline int ab_family_of(int effect)
{
	assert(effect >= 0 && effect < AB_EFFECT_COUNT);
	if (effect <= AB_EFFECT_INCIDENT)
		return AB_FAMILY_PRESSURE;
	if (effect <= AB_EFFECT_TRAFFIC_JAM)
		return AB_FAMILY_MOVEMENT;
	return effect <= AB_EFFECT_WRONG_LUGGAGE ? AB_FAMILY_BRIEFCASE : AB_FAMILY_SPECIAL;
}
/* Returns whether it is a movement card that takes a diplomat back. */
static inline bool ab_goes_back(int effect)
{
	return effect == AB_EFFECT_ROADBLOCK || effect == AB_EFFECT_TRAFFIC_JAM;
}
/* Returns whether it is a pressure card that strengthens the side of its player, AB-SE-3. */
static inline bool ab_is_bonus(int effect)
{
	return effect == AB_EFFECT_BODYGUARDS || effect == AB_EFFECT_PRESS_PACK;
}
/* Returns whether at least one copy of a card is not in the discards. */
static inline bool ab_still_out(const ab_state *s, int effect)
{
	return s->discard[effect] < ab_copies[effect];
}
/* Returns whether it is a special card, which may be played in every window, AB-SE-10. */
static inline bool ab_is_special(int effect)
{
	return ab_family_of(effect) == AB_FAMILY_SPECIAL;
}
/* Returns the number in the column `amount` of data/secrets.csv. */
int ab_amount_of(int effect);
/* Returns whether at least one pressure card is not in the discards. */
bool ab_pressure_cards_out(const ab_state *s);
/* Returns the space to which a movement card takes a pawn in this direction, AB-SE-6. */
int ab_card_destination(const ab_state *s, int pawn, int effect, int way);
/* Returns 0 if this seat may play this card on the targets x and y, otherwise the clause that
 * forbids it. Does not check whether the card may be played at this moment. */
uint16_t ab_target_forbidden(const ab_state *s, int seat, int effect, int x, int y);
/* Returns 0 if this seat may play this card now, otherwise the clause that forbids it. */
uint16_t ab_card_forbidden(const ab_state *s, int seat, ap_action a);
/* Adds each legal action with which a seat plays its card now. */
void ab_add_card_plays(const ab_state *s, int seat, ap_list *out);
/* Returns whether a step asks for Secret cards outside one's own movement. */
static inline bool ab_is_window(int step)
{
	return step == AB_STEP_WINDOW || step == AB_STEP_COUNTER_WINDOW ||
		step == AB_STEP_PRESSURE_IMMUNITY || step == AB_STEP_PRESSURE_CARDS;
}
/* Returns whether somebody is asked for his card in this window; `window` is an AB_WINDOW. */
static inline bool ab_in_window(const ab_state *s, int window)
{
	return ap_step_of(s) == AB_STEP_WINDOW && ab_window_peek(s)->window == window;
}
/* Returns whether public knowledge leaves it possible that somebody plays a card in this window. */
bool ab_window_is_open(const ab_state *s, int window);
/* Discards the Secret card of a seat, if it has one. */
void ab_discard_hand(ab_state *s, int seat);

/* ---- windows.c: who is asked for a Secret card, and whether that is worth it -------------------
 */

/* Calls the window between two turns, or that at the Airport; `window` is an AB_WINDOW. */
void ab_call_window(ab_state *s, int window);
/* Returns the seats that are called in this window: they say whether they want to play their card.
 */
ap_seats ab_called_in(const ab_state *s, int window);
/* Returns whether a seat that is called may say how it begins its turn. */
bool ab_may_begin(const ab_state *s, int seat);
/* Returns the action with which the next seat has said that it begins; AP_NO_ACTION if it has not
 * said. */
ap_action ab_beginning(const ab_state *s);
/* Forgets all sealed answers. */
void ab_forget_answers(ab_state *s);
/* Notes that the next seat begins its turn with this action. */
void ab_note_beginning(ab_state *s, ap_action a);
/* Returns the state in which a seat that is called is asked for its card in this window, to judge
 * what it could play. */
ab_state ab_asked_in_window(const ab_state *s, int window, int seat);
/* Returns the state in which a seat is asked for Immunity in the pressure that has been announced,
 * to judge what it could play. */
ab_state ab_asked_for_immunity(const ab_state *s, int seat);
/* Returns whether a seat that is asked in a window would hardly ever play its card there. */
bool ab_hardly_matters(const void *view, int seat);

/* ---- effects.c: what Secret cards do --------------------------------------------------------- */

/* Returns the clause that says what a card does. */
int ab_effect_clause(int effect);
/* Returns by how much a pressure card of this seat changes the strength of a side. */
int ab_change_of_strength(const ab_state *s, int by, ap_action play, int side);
/* Discards the card that a seat plays, and calls the steps in which it can be cancelled and takes
 * effect. */
void ab_call_played(ab_state *s, int seat, ap_action play, ap_events *ev);
/* Returns the card that has been played and has not taken effect; AP_NO_ACTION if there is none.
 * Writes the seat that has played it to `by`. */
ap_action ab_card_played(const ab_state *s, int *by);

/* ---- victory.c ------------------------------------------------------------------------------- */

/* Ends the game, and the series if this was its last game; `winner` is AB_NONE if nobody has won.
 * The caller must return at once, because this replaces the stack. */
void ab_end_game(ab_state *s, int reason, int winner, ap_events *ev);

/* ---- stack.c --------------------------------------------------------------------------------- */

/* Returns NULL if the frames of the stack are possible in this state, otherwise what is wrong. The
 * game must not be over. */
const char *ab_stack_unsound(const ab_state *s);

/* ---- situation.c ----------------------------------------------------------------------------- */

/* States what an action of a seat would lead to. */
void ab_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif
