/* state.h: the table of Red Empire: the numbers of the rulebook, the state, and sets of cards and
 * leaders. chapters.h has the functions of the rules; names, verbs, steps and events are declared
 * in the TOML files of this folder. */
#ifndef APPARAT_RED_EMPIRE_STATE_H
#define APPARAT_RED_EMPIRE_STATE_H

#include "red_empire_declared.h"

/* Numbers of the rulebook. */
enum {
	RE_HAND = 5,             /* cards in a full hand, RE-TU-3 */
	RE_COLLAPSE_AT = 18,     /* total of unsolved crises with which the Union collapses, RE-CR-8 */
	RE_HERO_BONUS = 2,       /* stature that a Hero card adds, RE-OP-8 */
	RE_STAIN = 2,            /* stature that Disrepute or a Scandal takes away, RE-MA-1, RE-OP-7 */
	RE_PRESIDENT_POINTS = 5, /* points for the presidency at the end, RE-VI-3 */
	RE_FACES = 6,            /* faces of the die */
	RE_EXPOSED_AT = 5,       /* lowest die that exposes a leader, RE-OP-4 */
	RE_RECOVERS_AT = 1,      /* highest die with which an ailing leader recovers, RE-MA-10 */
	RE_LINGERS_AT = 3,       /* highest die with which he does not die, RE-MA-11 */
	RE_NONE = AP_NOBODY      /* no leader, no card, no seat */
};

/* A set of play cards: bit n of the pair of words is card n. */
typedef struct re_set {
	uint64_t word[2];
} re_set;

typedef uint32_t re_leader_set; /* bit n is leader n */

typedef struct re_state {
	ap_head head;
	re_set hand[AP_MAX_SEATS]; /* hidden from everybody but the holder */
	re_set won[AP_MAX_SEATS];  /* victory piles: Action Cards and crises */
	re_set discard;
	re_set unseen;                           /* cards in the deck or in a hand; public */
	uint64_t purge[RE_LEADERS];              /* Action Cards laid on each leader */
	re_leader_set faction[AP_MAX_SEATS];     /* leaders of each faction */
	re_leader_set won_leaders[AP_MAX_SEATS]; /* victory piles: purged leaders */
	re_leader_set lost_leaders;              /* leaders who left play and are in no pile */
	uint8_t hand_size[AP_MAX_SEATS];         /* number of cards in each hand; public */
	/* The greatest number of crises and mandates that can be in each hand. The other cards were in
	 * it already when its player last said that he had no mandate. */
	uint8_t fresh[AP_MAX_SEATS];
	/* In the following fields RE_NONE stands for a missing card, leader or seat. */
	uint8_t president;                             /* leader who is the President */
	uint8_t pile;                                  /* set of unsolved crises: bit n is crisis n */
	uint8_t hero_on[RE_HERO_CARD_COUNT];           /* leader on whom each Hero card lies */
	uint8_t ailing_on[RE_AILING_CARD_COUNT];       /* leader on whom each Ailing card lies */
	uint8_t disrepute_by[RE_DISREPUTE_CARD_COUNT]; /* seat that has played each Disrepute */
	uint8_t spared[RE_DISREPUTE_CARD_COUNT]; /* set of seats that were abroad when it was played */
	uint8_t scandal_by[RE_SCANDAL_CARD_COUNT]; /* seat that has played each Scandal */
	uint8_t scandal_on[RE_SCANDAL_CARD_COUNT]; /* seat that it is about */
	uint8_t junket_by[RE_JUNKET_CARD_COUNT];   /* seat that is abroad with each Junket */
	uint8_t unused[7];                         /* always zero */
} re_state;

_Static_assert(sizeof(re_state) == 744, "states are compared as bytes: no hidden padding");

/* ---- Ranges ---------------------------------------------------------------------------------- */

static inline bool re_is_seat(const re_state *s, int seat)
{
	return seat >= 0 && seat < s->head.players;
}
static inline bool re_is_leader(int leader)
{
	return leader >= 0 && leader < RE_LEADERS;
}
static inline bool re_is_card(int card)
{
	return card >= 0 && card < RE_CARDS;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static inline bool re_has(const re_set *set, int card)
{
	assert(re_is_card(card));
	return set->word[card >> 6] >> (card & 63) & 1;
}
static inline void re_add(re_set *set, int card)
{
	assert(re_is_card(card));
	set->word[card >> 6] |= (uint64_t)1 << (card & 63);
}
static inline void re_remove(re_set *set, int card)
{
	assert(re_is_card(card));
	set->word[card >> 6] &= ~((uint64_t)1 << (card & 63));
}
static inline re_set re_intersection(re_set a, re_set b)
{
	return (re_set){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}
static inline bool re_is_empty(re_set a)
{
	return (a.word[0] | a.word[1]) == 0;
}
static inline int re_count(re_set a)
{
	return ap_count_bits(a.word[0]) + ap_count_bits(a.word[1]);
}
static inline re_leader_set re_leader_bit(int leader)
{
	assert(re_is_leader(leader));
	return (re_leader_set)1 << leader;
}

/* ---- Seats ----------------------------------------------------------------------------------- */

/* Returns the seat that is so many places to the left of another; at most once around the table. */
static inline int re_clockwise(const re_state *s, int from, int steps)
{
	assert(re_is_seat(s, from) && steps >= 0 && steps <= s->head.players);
	int seat = from + steps;
	return seat >= s->head.players ? seat - s->head.players : seat;
}
/* Returns the seat that has the turn; the first seat until the first turn begins. */
static inline int re_turn_of(const re_state *s)
{
	return re_turn_frame_in(&s->head.stack[0])->turn;
}

#endif
