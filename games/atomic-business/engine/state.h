/* state.h: the street of Atomic Business, and what its rule files share. */
#ifndef APPARAT_ATOMIC_BUSINESS_STATE_H
#define APPARAT_ATOMIC_BUSINESS_STATE_H

#include "atomic_business_clauses.h"
#include "atomic_business_tables.h"
#include "game.h"

enum {
	HOME = AB_SPACE_HOME,
	AIRPORT = AB_SPACE_AIRPORT,
	PALACE = AB_SPACE_PALACE,
	REMOVED = AB_SPACE_REMOVED,
	EACH = 5,         /* diplomats of a power, AB-SU-1 */
	POINTS = 5,       /* of movement, AB-MO-1 */
	NUCLEAR_EACH = 2, /* briefcases a player, AB-SU-3 */
	TOURIST_EACH = 4,
	IDLE_ROUNDS = 100,
	GAME_POINTS = 10,  /* AB-SR-2 */
	MOST_MODIFIER = 8, /* all bonus or malus cards of one pressure, and some */
	NONE = AP_NOBODY,  /* no card, no briefcase, no seat */
	UNSEEN = 0xfe      /* a card or briefcase that the viewer does not know */
};

enum { NUCLEAR, TOURIST, KINDS };       /* of briefcases */
enum { TO_PALACE = 1, TO_AIRPORT = 2 }; /* ways; 0: has not moved this turn */
enum { JOINS = 1, NEUTRAL = 2 };        /* sealed answers; 0: none yet */
enum { ATTACK, DEFENCE, SIDES };        /* of a pressure */
enum { AFTER_MOVEMENT, QUIET };         /* parts of the window between two turns */

/* A diplomat is a pawn: seat * EACH + number - 1. */
typedef struct ab_state {
	ap_head head;
	uint32_t surcharged;              /* pawns that have paid for their load this turn */
	uint32_t considered;              /* pawns nobody wants to press here; drawn for the series */
	uint8_t place[AB_DIPLOMATS];      /* a space */
	uint8_t load[AB_DIPLOMATS];       /* the kind of case he carries: hidden */
	uint8_t known_to[AB_DIPLOMATS];   /* seats that know that case: travels with it */
	uint8_t barred[AB_DIPLOMATS];     /* seats that may not press him where he stands */
	uint8_t way[AB_DIPLOMATS];        /* taken this turn */
	uint8_t gone[KINDS];              /* how many briefcases are out of the game */
	uint8_t discard[AB_EFFECT_COUNT]; /* how many Secret cards of each kind lie in the discards */
	uint8_t hand[AP_MAX_SEATS];       /* the Secret card each holds, by its effect: hidden */
	uint8_t
		hand_known[AP_MAX_SEATS]; /* seats that know it: the holder, and whom it was taken from */
	uint8_t answer[AP_MAX_SEATS]; /* to the question of joining: sealed */
	uint8_t points;               /* of movement left */
	uint8_t mover;                /* the pawn on his way, not yet stopped */
	uint8_t plates;               /* no surcharge this turn */
	uint8_t ballot_by;            /* nobody flies home until this seat's turn */
	uint8_t attackers;            /* of the pressure: seats */
	uint8_t cancelled;            /* the card just played */
	uint8_t opened;               /* what the pressure has just found */
	uint8_t immune;               /* the pressure just announced is cancelled */
	uint8_t bonus[SIDES];         /* by pressure cards */
	uint8_t malus[SIDES];
	uint8_t first;                /* the seat that began this game */
	uint8_t idle;                 /* rounds since a briefcase left play */
	uint8_t games_left;           /* after this one */
	uint8_t winner;               /* of a single game */
	uint16_t score[AP_MAX_SEATS]; /* of the series */
} ab_state;

/* Steps of the base frame, then those that are called. */
enum {
	SERIES,
	DEAL,
	FIRST_LOT,
	TURN_START,
	SECRET,
	DRAW,
	MOVEMENT,
	CARDS_AFTER,
	QUIET_AFTER,
	TURN_END,
	WINDOW,
	PLAYED,
	PLAYED_EFFECT,
	COUNTER_WINDOW,
	TAKE_CASE,
	WRONG_CASE,
	LOOK,
	LEAKING,
	REVEAL,
	GO_OUT,
	STOP,
	STOP_PICK,
	STOP_ASK,
	PRESSURE_IMMUNITY,
	PRESSURE_ALLIES,
	PRESSURE_CARDS,
	PRESSURE_RESULT,
	PRESSURE_OPENED,
	PRESSURE_LOSSES,
	STEPS
};

enum { TURN = 0, NEXT_PAWN = 1, NEXT_WAY = 2, ENDING = 3 }; /* locals of the base frame */
enum { KIND = 0, AROUND = 1 };                              /* of WINDOW, COUNTER_WINDOW */
enum { SHOWN = 0, WHY = 1 };                                /* of REVEAL: a pawn */
enum { FLOWN, PRESSED_OPEN, LOST };                         /* why a briefcase is shown */
enum { CARD = 0, BY = 1, TARGET = 2, OTHER = 3 };           /* of PLAYED */
enum { SPACE = 0, SEATS_ASKED = 1, PRESSED = 2 };           /* of STOP */
enum { BEARER = 0, PRESSER = 1, TURNS = 2, PASSES = 3 };    /* of PRESSURE_* */

/* Verbs, in the order in which legal lists have them. */
enum {
	V_NUMBER,
	V_DRAW,
	V_LOT,
	V_CASE,
	V_SEE,
	V_OPEN,
	V_TAKE,
	V_PASS,
	V_KEEP,
	V_DISCARD,
	V_MOVE,
	V_STOP,
	V_END,
	V_FIRST,
	V_PRESS,
	V_ANSWER,
	V_LOSE,
	V_BODYGUARDS, /* from here on in the order of the effects in secrets.csv */
	V_PRESS_PACK,
	V_GAFFE,
	V_INCIDENT,
	V_MOTORCADE,
	V_LIMOUSINE,
	V_HELICOPTER,
	V_ROADBLOCK,
	V_TRAFFIC_JAM,
	V_X_RAY,
	V_MIX_UP,
	V_CUSTOMS_CHECK,
	V_WRONG_LUGGAGE,
	V_IMMUNITY,
	V_COUNTER,
	V_BALLOT,
	V_LEAK,
	V_PLATES,
	VERBS
};

enum { VICTORY, SHARED_VICTORY, NO_NUCLEAR, NO_DIPLOMATS, IDLE, REASONS };
enum { SERIES_AUTO = 20, SERIES_VALUES = 21 }; /* option values: 0..19 are 1..20 games */
enum { OPTION_DIPLOMATS, OPTION_SERIES };

enum {
	EV_NUMBER,
	EV_SERIES,
	EV_SET_UP,
	EV_FOUR_EACH,
	EV_CASES,
	EV_SECRET_DEALT,
	EV_SECRET_DEALT_HIDDEN,
	EV_BEGINS,
	EV_TURN,
	EV_KEEPS,
	EV_DISCARDS,
	EV_SECRET_DRAWN,
	EV_SECRET_DRAWN_HIDDEN,
	EV_RESHUFFLED,
	EV_OUT,
	EV_FLIES_IN,
	EV_MOVES,
	EV_CHOOSES_WAY,
	EV_SURCHARGE,
	EV_STOPS,
	EV_MOVEMENT_ENDS,
	EV_TAKES_CASE,
	EV_SEES,
	EV_NO_CASE_LEFT,
	EV_FLIES_HOME,
	EV_TOURIST_HOME,
	EV_NUCLEAR_HOME,
	EV_CASE_ORDER,
	EV_PRESSES,
	EV_DOES_NOT_PRESS,
	EV_CAMP_JOINS,
	EV_CAMP_NEUTRAL,
	EV_CARDS_DONE,
	EV_COUNT,
	EV_FAILS,
	EV_BARRED,
	EV_OPENED_TOURIST,
	EV_OPENED_NUCLEAR,
	EV_CASE_OUT,
	EV_LOSES,
	EV_PLAYS,
	EV_CANCELLED,
	EV_BONUS,
	EV_MALUS,
	EV_CARRIED_FORWARD,
	EV_CARRIED_BACK,
	EV_LOOKS,
	EV_SWAPPED,
	EV_WRONG_CASE,
	EV_IMMUNE,
	EV_COUNTERED,
	EV_BALLOT,
	EV_BALLOT_ENDS,
	EV_LEAKED,
	EV_LEAKED_CARD,
	EV_PLATES,
	EV_NO_NUCLEAR,
	EV_NO_DIPLOMATS,
	EV_IDLE,
	EV_GAME_WON,
	EV_GAME_POINTS,
	EV_NEXT_GAME,
	EV_WINS,
	EV_SHARES,
	EVENTS
};

/* ---- pawns.c: where they are and what they carry ------------------------------------------- */

static inline int owner_of(int pawn)
{
	return pawn / EACH;
}
static inline bool on_board(const ab_state *s, int pawn)
{
	return s->place[pawn] >= AIRPORT && s->place[pawn] <= PALACE;
}
/* On the street between Airport and Palace, where cards and pressures reach him. */
static inline bool on_street(const ab_state *s, int pawn)
{
	return s->place[pawn] >= AIRPORT && s->place[pawn] < PALACE;
}
static inline bool is_loaded(const ab_state *s, int pawn)
{
	return s->load[pawn] != NONE;
}
static inline int turn_of(const ab_state *s)
{
	return s->head.stack[0].v[TURN];
}
static inline int clockwise(const ab_state *s, int from, int steps)
{
	int seat = from + steps;
	return seat >= s->head.players ? seat - s->head.players : seat;
}

int ab_diplomats_each(const ab_state *s);
int ab_pawns_in(const ab_state *s, int seat, int space);
bool ab_is_out(const ab_state *s, int seat);
int ab_cases_left(const ab_state *s, int kind); /* not out of the game */
int ab_reserve_size(const ab_state *s);
int ab_reserve_of(const ab_state *s, int kind); /* full states only */
void ab_call_reveal(ab_state *s, int pawn, int why);
void ab_lose_pawn(ab_state *s, int pawn, ap_events *ev); /* may call REVEAL and GO_OUT */
void ab_reveal_legal(const void *, int, ap_list *);
uint16_t ab_reveal_refuse(const void *, int, ap_action);
void ab_reveal_apply(void *, int, ap_action, ap_events *);
void ab_go_out_run(void *, ap_events *);
void ab_go_out_legal(const void *, int, ap_list *);
uint16_t ab_go_out_refuse(const void *, int, ap_action);
void ab_go_out_apply(void *, int, ap_action, ap_events *);
void ab_call_take_case(ab_state *s, int pawn, ap_events *ev);

/* ---- setup.c, turn.c ------------------------------------------------------------------------ */

void ab_blank(void *);
void ab_new_game(ab_state *s);
void ab_series_run(void *, ap_events *);
void ab_number_legal(const void *, int, ap_list *);
uint16_t ab_number_refuse(const void *, int, ap_action);
void ab_series_apply(void *, int, ap_action, ap_events *);
void ab_deal_run(void *, ap_events *);
void ab_draw_legal(const void *, int, ap_list *);
uint16_t ab_draw_refuse(const void *, int, ap_action);
void ab_deal_apply(void *, int, ap_action, ap_events *);
int ab_drawing_seat(const ab_state *s);
int ab_secrets_left(const ab_state *s);
void ab_lot_legal(const void *, int, ap_list *);
uint16_t ab_lot_refuse(const void *, int, ap_action);
void ab_lot_apply(void *, int, ap_action, ap_events *);
void ab_end_ballot(ab_state *s, int seat, ap_events *ev);
void ab_turn_start_run(void *, ap_events *);
void ab_secret_run(void *, ap_events *);
void ab_secret_legal(const void *, int, ap_list *);
uint16_t ab_secret_refuse(const void *, int, ap_action);
void ab_secret_apply(void *, int, ap_action, ap_events *);
void ab_draw_run(void *, ap_events *);
void ab_draw_apply(void *, int, ap_action, ap_events *);
void ab_cards_after_run(void *, ap_events *);
void ab_quiet_after_run(void *, ap_events *);
void ab_turn_end_run(void *, ap_events *);

/* ---- movement.c ------------------------------------------------------------------------------ */

uint16_t ab_step_forbidden(const ab_state *s, int seat, int pawn, int way);
void ab_put_pawn(ab_state *s, int pawn, int space); /* he leaves where he was */
void ab_movement_run(void *, ap_events *);
void ab_movement_legal(const void *, int, ap_list *);
uint16_t ab_movement_refuse(const void *, int, ap_action);
void ab_movement_apply(void *, int, ap_action, ap_events *);
void ab_case_legal(const void *, int, ap_list *);
uint16_t ab_case_refuse(const void *, int, ap_action);
void ab_take_case_apply(void *, int, ap_action, ap_events *);

/* ---- pressure.c, camps.c ----------------------------------------------------------------------
 */

bool ab_pressable(const ab_state *s, int pawn);
bool ab_may_press(const ab_state *s, int seat, int pawn);
bool ab_stop_matters(const ab_state *s, int space);
uint32_t ab_candidates(const ab_state *s, int space); /* bearers who could be pressed there */
int ab_order_chooser(const ab_state *s, int space);
void ab_call_stop(ab_state *s, int space);
const ap_frame *ab_pressure_frame(const ab_state *s); /* NULL: no pressure */
void ab_forget_pressure(ab_state *s);
ap_seats ab_possible_allies(const ab_state *s, const ap_frame *pressure);
void ab_stop_run(void *, ap_events *);
void ab_stop_pick_run(void *, ap_events *);
void ab_stop_pick_legal(const void *, int, ap_list *);
uint16_t ab_stop_pick_refuse(const void *, int, ap_action);
void ab_stop_pick_apply(void *, int, ap_action, ap_events *);
void ab_stop_ask_run(void *, ap_events *);
void ab_stop_ask_legal(const void *, int, ap_list *);
uint16_t ab_stop_ask_refuse(const void *, int, ap_action);
void ab_stop_ask_apply(void *, int, ap_action, ap_events *);
void ab_immunity_run(void *, ap_events *);
void ab_allies_run(void *, ap_events *);
void ab_allies_legal(const void *, int, ap_list *);
uint16_t ab_allies_refuse(const void *, int, ap_action);
void ab_allies_apply(void *, int, ap_action, ap_events *);
void ab_allies_close(void *, ap_events *);
bool ab_allies_unseal(void *, int);
void ab_pressure_cards_run(void *, ap_events *);
void ab_result_run(void *, ap_events *);
void ab_opened_run(void *, ap_events *);
void ab_losses_run(void *, ap_events *);
void ab_losses_legal(const void *, int, ap_list *);
uint16_t ab_losses_refuse(const void *, int, ap_action);
void ab_losses_apply(void *, int, ap_action, ap_events *);

/* ---- secrets.c, effects.c ------------------------------------------------------------------- */

extern const uint8_t ab_copies[AB_EFFECT_COUNT];
bool ab_still_out(const ab_state *s, int effect); /* not all copies lie in the discards */
int ab_amount_of(int effect);
bool ab_window_open(const ab_state *s, int kind);
void ab_call_window(ab_state *s, int kind);
bool ab_tiresome(const void *, int seat);
void ab_window_run(void *, ap_events *);
void ab_cards_legal(const void *, int, ap_list *); /* pass, and the card one may play */
uint16_t ab_cards_refuse(const void *, int, ap_action);
void ab_cards_apply(void *, int, ap_action, ap_events *);
uint16_t ab_card_forbidden(const ab_state *s, int seat, ap_action a);
uint16_t ab_target_forbidden(const ab_state *s, int seat, int effect, int x, int y);
void ab_card_plays(const ab_state *s, int seat, ap_list *out);
void ab_call_played(ab_state *s, int seat, ap_action a, ap_events *ev);
void ab_discard_hand(ab_state *s, int seat);
void ab_counter_run(void *, ap_events *);
void ab_played_run(void *, ap_events *);
void ab_effect_run(void *, ap_events *);
int ab_card_destination(const ab_state *s, int pawn, int effect, int way);
void ab_look_run(void *, ap_events *);
void ab_look_legal(const void *, int, ap_list *);
uint16_t ab_look_refuse(const void *, int, ap_action);
void ab_look_apply(void *, int, ap_action, ap_events *);
void ab_leaking_legal(const void *, int, ap_list *);
uint16_t ab_leaking_refuse(const void *, int, ap_action);
void ab_leaking_apply(void *, int, ap_action, ap_events *);
void ab_ask_chance(void *, ap_events *);
void ab_wrong_case_apply(void *, int, ap_action, ap_events *);

/* ---- victory.c, knowledge.c, soundness.c ------------------------------------------------------
 */

void ab_end_game(ab_state *s, int reason, int winner, ap_events *ev);
void ab_outcome(const void *, ap_outcome *);
void ab_hide(void *, int viewer);
void ab_fill(void *, int viewer, ap_rng *);
ap_action ab_mask(const void *, int seat, ap_action a, int viewer);
void ab_mend(void *);
const char *ab_unsound(const void *);

#endif
