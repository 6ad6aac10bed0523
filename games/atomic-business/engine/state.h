/* state.h: the street of Atomic Business. What its chapters promise one another is in chapters.h;
 * names, verbs, steps and events are declared in the TOML files of this folder. */
#ifndef APPARAT_ATOMIC_BUSINESS_STATE_H
#define APPARAT_ATOMIC_BUSINESS_STATE_H

#include "atomic_business_declared.h"

/* Numbers of the rulebook. */
enum {
	AB_DIPLOMATS_EACH = 5, /* of a power, AB-SU-1 */
	AB_NUCLEAR_EACH = 2,   /* nuclear briefcases for each player, AB-SU-3 */
	AB_TOURIST_EACH = 4,   /* tourist briefcases for each player, AB-SU-3 */
	AB_POINTS = 5,         /* of movement in a turn, AB-MO-1 */
	AB_SURCHARGE = 1,      /* points that a loaded diplomat pays once a turn, AB-MO-5 */
	AB_IDLE_ROUNDS = 100,  /* AB-EN-4 */
	AB_GAME_POINTS = 10,   /* for the winner of a game of a series, AB-SR-2 */
	AB_MOST_GAMES = 20,    /* of a series, AB-SR-1 */
	AB_NUMBERS_DRAWN = 4,  /* whose sum is the length of a series, AB-SR-1 */
	AB_MOST_MODIFIER = 8,  /* more than all bonus or malus cards of a pressure add up to */
	AB_NONE = AP_NOBODY    /* no diplomat, no briefcase, no Secret card, no power */
};

_Static_assert(AB_MOST_GAMES == AB_SERIES_20 + 1, "options 0 to 19 stand for 1 to 20 games");

typedef uint32_t ab_pawn_set; /* bit n is diplomat n */

/* A diplomat is a pawn. Those of a seat are numbered from seat * AB_DIPLOMATS_EACH. */
typedef struct ab_state {
	ap_head head;
	ab_pawn_set surcharged; /* pawns that have paid for their briefcase in this turn */
	/* At a stop: bearers whom nobody wanted to press. Before a series: pawns whose numbers have
	 * been drawn. */
	ab_pawn_set considered;
	uint8_t place[AB_DIPLOMATS];      /* the space where each pawn is */
	uint8_t load[AB_DIPLOMATS];       /* the kind of briefcase he carries: hidden */
	uint8_t known_to[AB_DIPLOMATS];   /* seats that know that briefcase: a set, goes with it */
	uint8_t barred[AB_DIPLOMATS];     /* seats that may not press him where he stands: a set */
	uint8_t way[AB_DIPLOMATS];        /* the way that each pawn has taken in this turn */
	uint8_t gone[AB_KIND_COUNT];      /* how many briefcases of each kind are out of the game */
	uint8_t discard[AB_EFFECT_COUNT]; /* how many Secret cards of each effect are discarded */
	uint8_t hand[AP_MAX_SEATS];       /* the Secret card of each seat, by its effect: hidden */
	uint8_t hand_known[AP_MAX_SEATS]; /* seats that know that card: a set */
	uint8_t answer[AP_MAX_SEATS];     /* to the question of joining a pressure: sealed */
	uint8_t points;                   /* of movement that are left in this turn */
	uint8_t mover;                    /* the pawn who is on his way and has not stopped */
	uint8_t plates;                   /* 1: no surcharge is paid in this turn */
	uint8_t ballot_by;                /* the seat until whose turn nobody flies home */
	uint8_t attackers;                /* seats that press in the present pressure: a set */
	uint8_t cancelled;                /* 1: the card that was just played has no effect */
	uint8_t opened;                   /* the kind that the present pressure has just found */
	uint8_t immune;                   /* 1: the pressure that was just announced is cancelled */
	uint8_t bonus[AB_SIDE_COUNT];     /* what cards add to each side of the pressure */
	uint8_t malus[AB_SIDE_COUNT];     /* what cards take from each side */
	uint8_t first;                    /* the seat that began this game */
	uint8_t idle;                     /* rounds since a briefcase has left play */
	uint8_t games_left;               /* of the series, after this one */
	uint8_t winner;                   /* the seat that has won a single game */
	uint16_t score[AP_MAX_SEATS];     /* of each seat in the series */
} ab_state;

_Static_assert(sizeof(ab_state) == 432, "no hidden padding");

/* ---- Diplomats ------------------------------------------------------------------------------- */

static inline int ab_owner_of(int pawn)
{
	return pawn / AB_DIPLOMATS_EACH;
}
static inline int ab_first_pawn(int seat)
{
	return seat * AB_DIPLOMATS_EACH;
}
static inline ab_pawn_set ab_pawn_bit(int pawn)
{
	return (ab_pawn_set)1 << pawn;
}
/* How many pawns the powers at the table have; those after them are in the box. */
static inline int ab_pawn_count(const ab_state *s)
{
	return s->head.players * AB_DIPLOMATS_EACH;
}
static inline bool ab_on_board(const ab_state *s, int pawn)
{
	return s->place[pawn] >= AB_SPACE_AIRPORT && s->place[pawn] <= AB_SPACE_PALACE;
}
/* On the street outside the Palace, where cards and pressures reach him. */
static inline bool ab_on_street(const ab_state *s, int pawn)
{
	return s->place[pawn] >= AB_SPACE_AIRPORT && s->place[pawn] < AB_SPACE_PALACE;
}
static inline bool ab_is_loaded(const ab_state *s, int pawn)
{
	return s->load[pawn] != AB_NONE;
}

/* How many pawns of a seat are in a space. */
static inline int ab_pawns_in(const ab_state *s, int seat, int space)
{
	int count = 0;
	assert(seat >= 0 && seat < AP_MAX_SEATS);
	for (int pawn = ab_first_pawn(seat); pawn < ab_first_pawn(seat + 1); pawn++)
		count += s->place[pawn] == space;
	return count;
}
static inline int ab_diplomats_left(const ab_state *s, int seat)
{
	return AB_DIPLOMATS_EACH - ab_pawns_in(s, seat, AB_SPACE_REMOVED);
}
/* AB-TU-5 */
static inline bool ab_is_out(const ab_state *s, int seat)
{
	return ab_diplomats_left(s, seat) == 0;
}
/* The points that a pawn still has to pay for his briefcase in this turn, AB-MO-5. */
static inline int ab_surcharge(const ab_state *s, int pawn)
{
	bool due = ab_is_loaded(s, pawn) && !s->plates && !(s->surcharged & ab_pawn_bit(pawn));
	return due ? AB_SURCHARGE : 0;
}
/* The points that his next step costs, with the surcharge. */
static inline int ab_step_cost(const ab_state *s, int pawn)
{
	return 1 + ab_surcharge(s, pawn);
}

/* ---- Briefcases ------------------------------------------------------------------------------ */

/* How many briefcases of a kind the game began with, AB-SU-3. */
static inline int ab_cases_in_all(const ab_state *s, int kind)
{
	assert(kind >= 0 && kind < AB_KIND_COUNT);
	return s->head.players * (kind == AB_KIND_NUCLEAR ? AB_NUCLEAR_EACH : AB_TOURIST_EACH);
}
/* How many of them are not out of the game. */
static inline int ab_cases_left(const ab_state *s, int kind)
{
	return ab_cases_in_all(s, kind) - s->gone[kind];
}

/* ---- Seats and turns ------------------------------------------------------------------------- */

/* The seat so many places after another; `steps` is at most the number of players. */
static inline int ab_clockwise(const ab_state *s, int from, int steps)
{
	int seat = from + steps;
	return seat >= s->head.players ? seat - s->head.players : seat;
}
/* The step of the turn, whatever has been called above it. */
static inline int ab_turn_step(const ab_state *s)
{
	return s->head.stack[0].step;
}
/* Whose turn it is, once turns have begun. */
static inline int ab_turn_of(const ab_state *s)
{
	return ab_turn_frame_in(&s->head.stack[0])->turn;
}
static inline bool ab_turns_have_begun(const ab_state *s)
{
	return ab_turn_step(s) >= AB_STEP_TURN_START;
}
static inline bool ab_is_series(const ab_state *s)
{
	return s->head.option[AB_OPTION_SERIES] != AB_SERIES_1;
}

#endif
