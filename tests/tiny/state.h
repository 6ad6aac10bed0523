/* state.h: the table of the tiny game, and what its files share. */
#ifndef APPARAT_TESTS_TINY_STATE_H
#define APPARAT_TESTS_TINY_STATE_H

#include "tiny/tiny.h"
#include "tiny_clauses.h"

enum {
	SEATS = 3,
	HAND = 2,
	COINS = 3,
	ROUNDS = 3,
	TREASURES = 5, /* worth 0 to 4 */
	RAIDS = 3,     /* cards 0 to 2 */
	VETOES = 5,    /* cards 3 to 7 */
	CARDS = RAIDS + VETOES,
	SUITS = 3,
	PASSED = 0, /* the answer; 1 to VETOES are vetoes */
	HIDDEN = 0xfe,
	NOTHING = AP_NOBODY
};

/* Everything that can be hidden is a thing: it has a face and a public mask of who knows it. */
enum {
	BOX = 0,
	SLOT = BOX + SEATS, /* of hands: a card stays in its slot */
	AMOUNT = SLOT + SEATS * HAND,
	SUIT = AMOUNT + SEATS,
	ANSWER = SUIT + SEATS,
	THINGS = ANSWER + SEATS
};

enum { EVERYBODY = 1 << SEATS }; /* the bit of a mask that stands for all, observers too */

typedef struct tiny_state {
	ap_head head;
	uint8_t face[THINGS];     /* NOTHING, HIDDEN in views, or what is there */
	uint8_t known_to[THINGS]; /* bit n: seat n */
	uint8_t holder[SEATS];    /* of each box */
	uint8_t hand_size[SEATS];
	uint8_t coins[SEATS];
	uint8_t points[SEATS];
	uint8_t discard; /* bit n: card n */
	uint8_t unused[7];
} tiny_state;

_Static_assert(sizeof(tiny_state) % sizeof(uint16_t) == 0 &&
		sizeof(tiny_state) == sizeof(ap_head) + 2 * THINGS + 4 * SEATS + 8,
	"no padding: states are compared as bytes");

/* The steps of the base frame, then those that are called. */
enum { DEAL, BIDS, CHOICE, FILL, TRUMP, OPEN, RAID, REACT, REACTED, STEPS };

enum { ROUND = 0, LEADER = 1, LOOKED_AT = 2 };                  /* locals of the base frame */
enum { AUTHORS = 0, CANCELLED = 1, TARGET = 2, ANNOUNCED = 3 }; /* of RAID, REACT and REACTED */

/* Verbs, in the order in which legal lists have them. */
enum {
	V_DIE,
	V_DRAW,
	V_FILL,
	V_TRUMP,
	V_BID,
	V_SUIT,
	V_LOOK,
	V_SWAP,
	V_RAID,
	V_PASS,
	V_ANSWER,
	VERBS
};

enum { VICTORY, SHARED_VICTORY, REASONS };

enum {
	EV_DRAWN,
	EV_DRAWN_HIDDEN,
	EV_AMOUNT,
	EV_LEADS,
	EV_NOTHING_DONE,
	EV_LOOKS,
	EV_CONTENT,
	EV_SWAPPED,
	EV_RAID,
	EV_ANSWER,
	EV_CANCELLED,
	EV_RAID_ROLL,
	EV_CARD_SEEN,
	EV_TRUMP,
	EV_SUIT,
	EV_OPENED,
	EV_SCORE,
	EV_WINS,
	EVENTS
};

/* steps.c */
extern const ap_step tiny_steps[STEPS];
int tiny_drawing_seat(const tiny_state *s); /* NOTHING: nobody draws now */
ap_seats tiny_may_react(const tiny_state *s, int authors);
void tiny_outcome(const void *state, ap_outcome *out);

/* knowledge.c */
bool tiny_knows(const tiny_state *s, int thing, int viewer);
uint8_t tiny_taken(const tiny_state *s, int first, int count); /* faces seen on these things */
unsigned tiny_answers(const tiny_state *s, int seat);          /* what a hand allows, a set */
void tiny_hide(void *state, int viewer);
void tiny_fill(void *state, int viewer, ap_rng *rng);
ap_action tiny_mask(const void *state, int seat, ap_action a, int viewer);
void tiny_mend(void *state);
const char *tiny_unsound(const void *state);

#endif
