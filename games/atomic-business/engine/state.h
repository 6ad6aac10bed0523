/* state.h: the state of a game of Atomic Business. The functions that its files share are in
 * chapters.h; names, verbs, steps and events are declared in the TOML files of this folder. */
#ifndef APPARAT_ATOMIC_BUSINESS_STATE_H
#define APPARAT_ATOMIC_BUSINESS_STATE_H

#include "atomic_business_declared.h"

/* Numbers of the rulebook. */
enum {
	AB_DIPLOMATS_EACH = 5, /* diplomats of a power, AB-SU-1 */
	AB_NUCLEAR_EACH = 2,   /* nuclear briefcases for each player, AB-SU-3 */
	AB_TOURIST_EACH = 4,   /* tourist briefcases for each player, AB-SU-3 */
	AB_POINTS = 5,         /* points of movement in a turn, AB-MO-1 */
	AB_SURCHARGE = 1,      /* points that a loaded diplomat pays once a turn, AB-MO-5 */
	AB_IDLE_ROUNDS = 100,  /* idle rounds after which a game ends, AB-EN-4 */
	AB_GAME_POINTS = 10,   /* score of the winner of a game of a series, AB-SR-2 */
	AB_MOST_GAMES = 20,    /* the longest series, AB-SR-1 */
	AB_NUMBERS_DRAWN = 4,  /* numbers whose sum is the length of a series, AB-SR-1 */
	AB_NONE = AP_NOBODY    /* no diplomat, briefcase, Secret card or power */
};

_Static_assert((int)AB_SITE_COUNT == (int)AB_SPACES, "each space has its name with an article");
_Static_assert((int)AB_SPOT_COUNT == (int)AB_SPACES, "each space has its name with a preposition");
_Static_assert(AB_MOST_GAMES == AB_SERIES_20 + 1, "options 0 to 19 stand for 1 to 20 games");

typedef uint32_t ab_pawn_set; /* bit n is diplomat n */

/* Pawns are diplomats. The pawns of a seat are numbered from seat * AB_DIPLOMATS_EACH. */
typedef struct ab_state {
	ap_head head;
	ab_pawn_set surcharged;         /* pawns that have paid for their briefcase in this turn */
	uint8_t place[AB_DIPLOMATS];    /* the space where each pawn is */
	uint8_t load[AB_DIPLOMATS];     /* the kind of briefcase each pawn carries; hidden */
	uint8_t known_to[AB_DIPLOMATS]; /* the set of seats that know that briefcase */
	uint8_t barred[AB_DIPLOMATS];   /* the set of seats that may not press the pawn there */
	/* By how many a bearer was outnumbered when those who could press him were last asked; less
	 * if he has been outnumbered by fewer since. */
	uint8_t asked_at[AB_DIPLOMATS];
	/* For each seat and space, the seats that may press none of its bearers there until the turn
	 * ends. */
	uint8_t spared[AP_MAX_SEATS][AB_SPACES];
	uint8_t way[AB_DIPLOMATS];        /* the way that each pawn has taken in this turn */
	uint8_t gone[AB_KIND_COUNT];      /* how many briefcases of each kind are out of the game */
	uint8_t discard[AB_EFFECT_COUNT]; /* how many Secret cards of each effect are discarded */
	uint8_t hand[AP_MAX_SEATS];       /* the effect of each seat's Secret card; hidden */
	uint8_t hand_known[AP_MAX_SEATS]; /* the set of seats that know that card */
	uint8_t answer[AP_MAX_SEATS];     /* the sealed answers to the open question; hidden */
	uint8_t points;                   /* points of movement that are left in this turn */
	uint8_t mover;                    /* the pawn that has moved and has not stopped yet */
	uint8_t plates;                   /* 1 if no surcharge is paid in this turn */
	uint8_t ballot_by;                /* nobody flies home until the next turn of this seat */
	uint8_t first;                    /* the seat that began this game */
	uint8_t idle;                     /* rounds since a briefcase last left the game */
	uint8_t games_left;               /* games of the series that follow this one */
	uint8_t winner;                   /* the seat that has won a single game */
	uint16_t score[AP_MAX_SEATS];     /* the score of each seat in the series */
	uint8_t opener;   /* the pawn with whose step the next seat begins its turn; hidden */
	uint8_t opens_to; /* the space to which he goes; 0 if there is no such pawn */
} ab_state;

_Static_assert(sizeof(ab_state) == 544, "no hidden padding");

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
/* Returns how many pawns the powers of this game have. Pawns with higher numbers do not take
 * part. */
static inline int ab_pawn_count(const ab_state *s)
{
	return s->head.players * AB_DIPLOMATS_EACH;
}
static inline bool ab_on_board(const ab_state *s, int pawn)
{
	return s->place[pawn] >= AB_SPACE_AIRPORT && s->place[pawn] <= AB_SPACE_PALACE;
}
/* Returns whether a pawn is on the street outside the Palace, where he can be the target of
 * cards and pressures. */
static inline bool ab_on_street(const ab_state *s, int pawn)
{
	return s->place[pawn] >= AB_SPACE_AIRPORT && s->place[pawn] < AB_SPACE_PALACE;
}
static inline bool ab_is_loaded(const ab_state *s, int pawn)
{
	return s->load[pawn] != AB_NONE;
}
/* Return sets: the pawns of a seat, those in a space, and those who carry a briefcase. */
static inline ab_pawn_set ab_pawns_of_seat(int seat)
{
	return (ab_pawn_set)((1u << AB_DIPLOMATS_EACH) - 1) << ab_first_pawn(seat);
}
static inline ab_pawn_set ab_pawns_at(const ab_state *s, int space)
{
	return (ab_pawn_set)ap_equal_bytes(s->place, AB_DIPLOMATS, (uint8_t)space);
}
static inline ab_pawn_set ab_bearers(const ab_state *s)
{
	return (ab_pawn_set)ap_differing_bytes(s->load, AB_DIPLOMATS, AB_NONE, 0xff);
}
/* Returns the pawns who are on the street outside the Palace. */
static inline ab_pawn_set ab_pawns_on_street(const ab_state *s)
{
	ab_pawn_set elsewhere = ab_pawns_at(s, AB_SPACE_HOME) | ab_pawns_at(s, AB_SPACE_PALACE) |
		ab_pawns_at(s, AB_SPACE_REMOVED);
	return (((ab_pawn_set)1 << AB_DIPLOMATS) - 1) & ~elsewhere;
}

/* Returns the seats that have pawns in a set. */
static inline ap_seats ab_seats_of(const ab_state *s, ab_pawn_set pawns)
{
	ap_seats seats = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		seats |= (ap_seats)(((pawns & ab_pawns_of_seat(seat)) != 0) << seat);
	return seats;
}

/* Returns how many pawns of a seat are in a space. */
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
/* Returns whether a seat is out of the game because it has no diplomats left, AB-TU-5. */
static inline bool ab_is_out(const ab_state *s, int seat)
{
	return (ab_pawns_of_seat(seat) & ~ab_pawns_at(s, AB_SPACE_REMOVED)) == 0;
}
/* Returns the pawns whom Diplomatic Plates spare the surcharge, AB-SC-18. They have no effect on
 * one who sets out from the Palace, AB-PA-2. */
static inline ab_pawn_set ab_have_plates(const ab_state *s)
{
	return s->plates ? ~ab_pawns_at(s, AB_SPACE_PALACE) : 0;
}
/* Returns the bearers who still have to pay for their briefcase in this turn, AB-MO-5. */
static inline ab_pawn_set ab_owing(const ab_state *s)
{
	return ab_bearers(s) & ~(s->surcharged | ab_have_plates(s));
}
/* Returns the points that a pawn still has to pay for his briefcase in this turn. */
static inline int ab_surcharge(const ab_state *s, int pawn)
{
	return ab_owing(s) & ab_pawn_bit(pawn) ? AB_SURCHARGE : 0;
}
/* Returns the points that the next step of a pawn costs, with the surcharge. */
static inline int ab_step_cost(const ab_state *s, int pawn)
{
	return 1 + ab_surcharge(s, pawn);
}

/* ---- Briefcases ------------------------------------------------------------------------------ */

/* Returns how many briefcases of a kind the game began with, AB-SU-3. */
static inline int ab_cases_in_all(const ab_state *s, int kind)
{
	assert(kind >= 0 && kind < AB_KIND_COUNT);
	return s->head.players * (kind == AB_KIND_NUCLEAR ? AB_NUCLEAR_EACH : AB_TOURIST_EACH);
}
/* Returns how many briefcases of a kind are not out of the game. */
static inline int ab_cases_left(const ab_state *s, int kind)
{
	return ab_cases_in_all(s, kind) - s->gone[kind];
}

/* ---- Seats and turns ------------------------------------------------------------------------- */

/* Returns the seat that is `steps` places after another; `steps` is at most the number of
 * players. */
static inline int ab_clockwise(const ab_state *s, int from, int steps)
{
	int seat = from + steps;
	return seat >= s->head.players ? seat - s->head.players : seat;
}
/* Returns the step of the turn, which is at the bottom of the stack. */
static inline int ab_turn_step(const ab_state *s)
{
	return s->head.stack[0].step;
}
/* Returns the seat whose turn it is; turns must have begun. */
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
