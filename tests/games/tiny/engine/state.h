/* state.h: the state of a game of Tiny. The functions that its files share are in chapters.h;
 * names, verbs, steps and events are declared in the TOML files of this folder. */
#ifndef APPARAT_TINY_STATE_H
#define APPARAT_TINY_STATE_H

#include "tiny_declared.h"

/* Numbers of the rulebook. */
enum {
	TG_COINS = 3,       /* coins of a player at the start, TG-1 */
	TG_HAND = 2,        /* cards in a full hand, TG-2 */
	TG_FACES = 6,       /* faces of the die, TG-12 */
	TG_RAID_NEEDS = 4,  /* the lowest die with which a raid succeeds, TG-12 */
	TG_NONE = AP_NOBODY /* no seat, card, treasure, suit or amount */
};

/* Sets of cards: bit n is card n. */
enum {
	TG_ALL_CARDS = (1 << TG_CARD_COUNT) - 1,
	TG_RAIDS = (1 << TG_CARD_VETO_A) - 1,
	TG_VETOES = TG_ALL_CARDS & ~TG_RAIDS
};

typedef struct tg_state {
	ap_head head;
	uint8_t hand[AP_MAX_SEATS];      /* the cards of a seat, a set; a view has those it may show */
	uint8_t hand_size[AP_MAX_SEATS]; /* how many cards a seat has; this is public */
	uint8_t seen[AP_MAX_SEATS];      /* the cards in other hands that a seat was shown, a set */
	uint8_t looked_into[AP_MAX_SEATS]; /* the seats whose cards it was shown, a set; public */
	uint8_t coins[AP_MAX_SEATS];       /* the coins of a seat */
	uint8_t points[AP_MAX_SEATS];      /* the points that the trump has brought a seat */
	uint8_t amount[AP_MAX_SEATS];      /* the amount that a seat bids; TG_NONE if there is none */
	uint8_t suit[AP_MAX_SEATS];        /* the suit that a seat bids on; TG_NONE if there is none */
	uint8_t veto[AP_MAX_SEATS];        /* the veto that a seat chooses; TG_NONE if there is none */
	uint8_t content[TG_BOX_COUNT];     /* the treasure in a box; TG_NONE before anybody looks */
	uint8_t known_to[TG_BOX_COUNT];    /* the seats that have looked into a box, a set; public */
	uint8_t holder[TG_BOX_COUNT];      /* the seat that holds a box; TG_NONE if it is not in play */
	uint8_t discard;                   /* the cards that have been discarded, a set */
} tg_state;

_Static_assert(
	sizeof(tg_state) == sizeof(ap_head) + 64, "no hidden padding: states are compared as bytes");

/* Returns whether a set has this member; false for members from 32 on. */
static inline bool tg_has(unsigned set, int member)
{
	return member < 32 && (set >> member & 1);
}
/* Returns how many members a set has. */
static inline int tg_size_of(unsigned set)
{
	return __builtin_popcount(set);
}
/* Returns the seats that play. */
static inline ap_seats tg_all_seats(const tg_state *s)
{
	return (ap_seats)((1 << s->head.players) - 1);
}
/* Returns the seat that leads the round; TG_NONE before the amounts are turned up. */
static inline int tg_leader(const tg_state *s)
{
	return tg_round_frame_in(&s->head.stack[0])->leader;
}
/* Returns how many rounds the table has agreed on. */
static inline int tg_rounds(const tg_state *s)
{
	return s->head.option[TG_OPTION_ROUNDS] == TG_ROUNDS_5 ? 5 : 3;
}

#endif
