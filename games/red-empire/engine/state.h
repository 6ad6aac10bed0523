/* state.h: the table of Red Empire. What its chapters promise one another is in chapters.h; names,
 * verbs, steps and events are declared in the TOML files of this folder. */
#ifndef APPARAT_RED_EMPIRE_STATE_H
#define APPARAT_RED_EMPIRE_STATE_H

#include "red_empire_declared.h"

/* Numbers of the rulebook. */
enum {
	RE_HAND = 5,             /* cards in a full hand, RE-TU-3 */
	RE_COLLAPSE_AT = 18,     /* the pile of unsolved crises, RE-CR-8 */
	RE_HERO_BONUS = 2,       /* stature that a Hero has more, RE-OP-8 */
	RE_STAIN = 2,            /* stature that Disrepute or a Scandal takes away, RE-MA-1, RE-OP-7 */
	RE_PRESIDENT_POINTS = 5, /* RE-VI-3 */
	RE_FACES = 6,            /* of the die */
	RE_EXPOSED_AT = 5,       /* the die that exposes a leader, RE-OP-4 */
	RE_RECOVERS_AT = 1,      /* the highest die with which he recovers, RE-MA-10 */
	RE_LINGERS_AT = 3,       /* and with which he lives on, RE-MA-11 */
	RE_NONE = AP_NOBODY      /* no leader, no card, no seat */
};

/* A set of play cards: bit n of the pair of words is card n. */
typedef struct re_set {
	uint64_t word[2];
} re_set;

typedef uint32_t re_leader_set; /* bit n is leader n */

typedef struct re_state {
	ap_head head;
	re_set hand[AP_MAX_SEATS]; /* hidden from all but the holder */
	re_set won[AP_MAX_SEATS];  /* victory piles: action cards and crises */
	re_set discard;
	re_set unseen;                           /* in the deck or in a hand: public */
	uint64_t purge[RE_LEADERS];              /* action cards laid on each leader */
	re_leader_set faction[AP_MAX_SEATS];     /* leaders in play */
	re_leader_set won_leaders[AP_MAX_SEATS]; /* victory piles: purged leaders */
	re_leader_set lost_leaders;              /* out of play, and nobody's */
	uint8_t hand_size[AP_MAX_SEATS];         /* follows from the hands */
	/* At most so many cards of a hand can be crises or mandates: the others were in it when its
	 * player last said that he had none. */
	uint8_t fresh[AP_MAX_SEATS];
	uint8_t given[AP_MAX_SEATS];             /* the card that each has laid on the open crisis */
	uint8_t president;                       /* the leader who holds the office */
	uint8_t pile;                            /* unsolved crises: bit n is crisis n */
	uint8_t hero_on[RE_HERO_CARD_COUNT];     /* the leader on whom each card lies */
	uint8_t ailing_on[RE_AILING_CARD_COUNT]; /* the same */
	uint8_t disrepute_by[RE_DISREPUTE_CARD_COUNT]; /* the seat that has played each card */
	uint8_t spared[RE_DISREPUTE_CARD_COUNT]; /* seats that were abroad then, and still are: a set */
	uint8_t scandal_by[RE_SCANDAL_CARD_COUNT];
	uint8_t scandal_on[RE_SCANDAL_CARD_COUNT]; /* the seat it is about */
	uint8_t junket_by[RE_JUNKET_CARD_COUNT];
	uint8_t unused; /* zero: states are compared as bytes and have no hidden padding */
} re_state;

_Static_assert(sizeof(re_state) == 736, "no hidden padding, and below 1 KiB");

/* ---- Sets ------------------------------------------------------------------------------------ */

static inline bool re_has(const re_set *set, int card)
{
	return set->word[card >> 6] >> (card & 63) & 1;
}
static inline void re_put(re_set *set, int card)
{
	set->word[card >> 6] |= (uint64_t)1 << (card & 63);
}
static inline void re_take(re_set *set, int card)
{
	set->word[card >> 6] &= ~((uint64_t)1 << (card & 63));
}
static inline re_set re_both(re_set a, re_set b)
{
	return (re_set){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}
static inline bool re_is_empty(re_set a)
{
	return (a.word[0] | a.word[1]) == 0;
}
static inline int re_size_of(re_set a)
{
	return __builtin_popcountll(a.word[0]) + __builtin_popcountll(a.word[1]);
}
static inline re_leader_set re_leader_bit(int leader)
{
	return (re_leader_set)1 << leader;
}

/* ---- Seats ----------------------------------------------------------------------------------- */

static inline int re_clockwise(const re_state *s, int from, int steps)
{
	int seat = from + steps;
	return seat >= s->head.players ? seat - s->head.players : seat;
}
/* Whose turn it is. */
static inline int re_turn_of(const re_state *s)
{
	return re_turn_frame_in(&s->head.stack[0])->turn;
}

#endif
