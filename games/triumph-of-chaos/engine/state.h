/* state.h: the state of the board of Triumph of Chaos. The functions of its chapters are in
 * chapters.h. Names, verbs, steps, frames and events are declared in the TOML files of this
 * folder. */
#ifndef APPARAT_TRIUMPH_STATE_H
#define APPARAT_TRIUMPH_STATE_H

#include "triumph_of_chaos_declared.h"

enum {
	TC_SET_WORDS = (TC_SPACES + 63) / 64,     /* 64-bit words in a set of spaces */
	TC_UNIT_WORDS = (TC_UNITS + 63) / 64,     /* 64-bit words in a set of units */
	TC_CARD_WORDS = (TC_CARDS + 63) / 64,     /* 64-bit words in a set of cards, of either kind */
	TC_EFFECT_WORDS = (TC_EFFECTS + 63) / 64, /* 64-bit words in a set of rows of effects.csv */
	TC_NOWHERE = 0xffff,                      /* no space or no unit, in fields of 16 bits */
	TC_NONE = AP_NOBODY,  /* no leader, card, faction or side, in fields of 8 bits */
	TC_MOST_BID = 5,      /* most Victory Points that a player may bid for a side, TC-6.4 */
	TC_MOST_VP = 200,     /* most Victory Points that a side can have */
	TC_MOST_STEPS = 99,   /* most replacement steps that a side can have */
	TC_FACES = 6,         /* faces of the die */
	TC_CHIT_MARKERS = 2,  /* number of NO ACT markers that a chit lays, TC-IF-4 */
	TC_MOST_LIFTED = 2,   /* most NO ACT markers that a special action takes off, TC-10.2 */
	TC_DEADLY = 3,        /* the highest die that kills a leader without units, TC-15.5 */
	TC_LEADER_POINTS = 4, /* movement points of leaders without units, TC-LE-2 */
	TC_BOTH_SIDES = 1 << TC_SIDE_RED | 1 << TC_SIDE_WHITE, /* the set of both sides */
	TC_KNOWN_TO_BOTH =
		TC_CARD_KNOWN_FIRST | TC_CARD_KNOWN_SECOND, /* card_known when both sides know the card */
	TC_KNOWN_HELD = TC_CARD_KNOWN_HELD | TC_CARD_KNOWN_SEEN, /* it is in the hand or in a box */
	TC_KNOWN_OLDER = TC_CARD_KNOWN_BEFORE_1919 | TC_CARD_KNOWN_BEFORE_1920,
	TC_FIRST_KEPT = 1919, /* the first year whose cards join those of another, TC-7.12 */
	TC_KEPT_YEARS = 2     /* number of such years */
};

/* Arrays are indexed by side, except for what a person knows or hands in, which is indexed by seat.
 * Sides, parties and owners have the same numbers, in the data too. */
_Static_assert((int)TC_SIDE_RED == (int)TC_PARTY_RED && (int)TC_SIDE_RED == (int)TC_OWNER_RED &&
		(int)TC_SIDE_RED == (int)TC_HOME_RED,
	"RED has one number");
_Static_assert((int)TC_SIDE_WHITE == (int)TC_PARTY_WHITE &&
		(int)TC_SIDE_WHITE == (int)TC_OWNER_WHITE && (int)TC_SIDE_WHITE == (int)TC_HOME_WHITE,
	"WHITE has one number");
_Static_assert(
	(int)TC_PARTY_NOBODY == (int)TC_OWNER_NOBODY && (int)TC_PARTY_NOBODY == (int)TC_HOME_NONE,
	"nobody has one number");
_Static_assert((int)TC_ALLEGIANCE_RED == (int)TC_PARTY_RED + 1 &&
		(int)TC_ALLEGIANCE_WHITE == (int)TC_PARTY_WHITE + 1 &&
		(int)TC_ALLEGIANCE_GREEN == (int)TC_PARTY_NOBODY + 1,
	"who uses a unit that has changed sides follows from its allegiance");
_Static_assert((int)TC_USE_COUNT == (int)TC_OP_USE_NONE, "no use comes after all uses");

/* Whether the gold train has moved in this round, TC-16.31.1: it goes with the group that moves, or
 * is being redeployed, while it is on its way. */
enum { TC_GOLD_STILL, TC_GOLD_ON_ITS_WAY, TC_GOLD_HAS_MOVED };

/* The operation or redeployment of the present round. The group that moves consists of the units
 * and leaders that are flagged as picked. */
typedef struct tc_operation {
	uint16_t from; /* the activated space that the group leaves; TC_NOWHERE if no group moves */
	uint16_t at;   /* where the group is now */
	/* TC-CB-1.1: the attacks that were ordered, first things first: what is attacked, and from
	 * where; TC_NOWHERE if there are no more. */
	uint16_t order_at[TC_ORDER_COUNT], order_from[TC_ORDER_COUNT];
	uint8_t card;        /* the card that was played; TC_NONE for a special action or nothing */
	uint8_t use;         /* TC_USE_..; TC_OP_USE_NONE if there is none */
	uint8_t spaces;      /* number of spaces that may be activated, or points left to redeploy */
	uint8_t put;         /* number of spaces that have been activated */
	uint8_t points;      /* movement points that the group has left */
	uint8_t alone;       /* TC_ALONE_..: how the first activation restricts the others */
	uint8_t interrupted; /* 1 if the other side has had its chance to interrupt, TC-IN-1 */
	uint8_t gold;        /* TC_GOLD_..: whether the gold train has moved in this round */
	/* The Initiative card that each side has played in this round to help its combats, TC-IN-4;
	 * TC_NONE if there is none. */
	uint8_t aid[TC_SIDE_COUNT];
	uint8_t aided[TC_AID_COUNT]; /* number of attacks that the event of each aid has helped */
	/* The region in which the next space, unit or leader is named, TC-TU-6; TC_NONE if any. */
	uint8_t region;
} tc_operation;

/* No attack is ordered. */
#define TC_NO_ORDERS                                                                               \
	{                                                                                              \
		TC_NOWHERE, TC_NOWHERE, TC_NOWHERE, TC_NOWHERE, TC_NOWHERE, TC_NOWHERE                     \
	}
_Static_assert(TC_ORDER_COUNT == 6, "TC_NO_ORDERS has all of them");

/* The present combat. The units in it are those that are flagged as fighting. */
typedef struct tc_combat {
	uint16_t target;    /* the space that is attacked; TC_NOWHERE if there is no combat */
	uint16_t back_unit; /* the unit that is retreating or waits to advance, or TC_NOWHERE */
	uint16_t back_at;   /* the space that a retreating unit has reached, or TC_NOWHERE */
	uint8_t kind;       /* TC_COMBAT_KIND_.. */
	uint8_t side[TC_ROLE_COUNT];   /* TC_PARTY_..; the defender may be nobody (Greens, neutrals) */
	uint8_t die[TC_ROLE_COUNT];    /* the die that each has rolled; 0 before */
	uint8_t loss[TC_ROLE_COUNT];   /* the loss number that each has to take */
	uint8_t left[TC_ROLE_COUNT];   /* the part of the loss number that is left */
	uint8_t leader[TC_ROLE_COUNT]; /* the leader who has used his ability in the combat */
	uint8_t retreat;               /* number of spaces that the defender retreats */
	uint8_t withdrawn;             /* 1 if the defender has withdrawn before the combat, TC-LE-4 */
	uint8_t held;                  /* 1 if the retreat was cancelled */
	uint8_t aided;                 /* TC_AID_FLAG_..: the aids that help in this combat */
	uint8_t all_join;              /* 1 if everybody who can takes part in the attack, TC-CB-4.1 */
	uint8_t all_advance;           /* 1 if everybody who can advances, TC-AD-1.1 */
	uint8_t unused;                /* always zero */
} tc_combat;

typedef struct tc_state {
	ap_head head;
	uint64_t played[2]; /* the set of cards that were played as events */
	uint64_t chosen;    /* the set of choices that were made for them */
	/* Derived: the spaces in supply for each net. */
	uint64_t fed[TC_NET_COUNT][TC_SET_WORDS];
	/* Derived: the spaces that are in supply without a limited link. */
	uint64_t full[TC_NET_COUNT][TC_SET_WORDS];
	/* The spaces with partisans of each side, and those with units that nothing lets act this turn:
	 * see lasting.c. */
	uint64_t partisans[TC_SIDE_COUNT][TC_SET_WORDS];
	uint64_t frozen[TC_SET_WORDS];
	uint16_t unit_at[TC_UNITS]; /* a space, or TC_NOWHERE */
	/* Derived from unit_at: the units in each space, in the order of their numbers. */
	uint16_t first_unit[TC_SPACES];      /* TC_NOWHERE if nobody stands there */
	uint16_t next_unit[TC_UNITS];        /* TC_NOWHERE if it is the last */
	uint16_t leader_at[TC_LEADERS];      /* a space, or TC_NOWHERE */
	uint16_t faction_flags[TC_FACTIONS]; /* TC_FACTION_FLAG_.. */
	uint16_t gold_at;                    /* the space of the gold train, or TC_NOWHERE */
	tc_operation op;
	tc_combat combat;
	uint8_t unit_where[TC_UNITS];     /* TC_LOCATION_.. */
	uint8_t unit_flags[TC_UNITS];     /* TC_UNIT_FLAG_.. */
	uint8_t unit_side[TC_UNITS];      /* TC_ALLEGIANCE_..: see tc_user, TC-16.34.1 */
	uint8_t leader_where[TC_LEADERS]; /* TC_LOCATION_.. */
	uint8_t leader_flags[TC_LEADERS]; /* TC_LEADER_FLAG_.. */
	uint8_t owner[TC_SPACES];         /* TC_OWNER_.. */
	uint8_t marker[TC_SPACES];        /* TC_MARKER_FLAG_.. */
	uint8_t card_at[TC_CARDS];        /* TC_CARD_PLACE_..; in a view it may be AP_UNSEEN */
	uint8_t card_known[TC_CARDS];     /* TC_CARD_KNOWN_..: who knows a card that lies face down */
	uint8_t pcard_at[TC_POLITICAL_CARDS];    /* TC_POLITICAL_CARD_PLACE_.., or AP_UNSEEN */
	uint8_t pcard_known[TC_POLITICAL_CARDS]; /* the set of seats that know a chosen card */
	uint8_t box[TC_FACTIONS];                /* TC_BOX_..: the box of its marker */
	uint8_t user[TC_FACTIONS];               /* TC_PARTY_..: who uses its forces; derived */
	uint8_t ip[TC_SIDE_COUNT][TC_FACTIONS];  /* influence that lies on a marker, TC-EV-3 */
	uint8_t soft_ip[TC_SIDE_COUNT]
				   [TC_FACTIONS];            /* the part of ip that Initiative cards put there */
	uint8_t duty[TC_SIDE_COUNT][TC_REGIONS]; /* own steps that were spent in a region, TC-14.7 */
	uint8_t duty_reserve[TC_SIDE_COUNT];     /* own steps that were spent in the reserve */
	uint8_t side_of[TC_SEAT_COUNT];       /* the side that a seat plays; TC_NONE before the bid */
	uint8_t seat_of[TC_SIDE_COUNT];       /* the seat that plays a side; derived from side_of */
	uint8_t bid_side[TC_SEAT_COUNT];      /* the side for which a seat has bid; TC_NONE before */
	uint8_t bid_vp[TC_SEAT_COUNT];        /* the Victory Points that it has bid; TC_NONE before */
	uint8_t turn;                         /* 0 before the first turn */
	uint8_t round;                        /* 0 outside the Action Phase */
	uint8_t phase;                        /* TC_PHASE_.. */
	uint8_t acting;                       /* the side whose Action Round it is, or TC_NONE */
	uint8_t vp[TC_SIDE_COUNT];            /* Victory Points */
	uint8_t cities[TC_SIDE_COUNT];        /* the counters of Victory Cities, as last counted */
	uint8_t steps[TC_SIDE_COUNT];         /* steps for the Logistics Phase of this turn */
	uint8_t faction_steps[TC_SIDE_COUNT]; /* steps for units of factions alone */
	uint8_t half[TC_SIDE_COUNT];          /* most own steps in one region; 0 outside spending */
	/* The number of cards that a side holds; public, derived from the cards. While cards are being
	 * laid in the boxes, cards in the boxes count as held, so that nobody sees how many there
	 * are. */
	uint8_t hand_size[TC_SIDE_COUNT];
	uint8_t deck_size[TC_SIDE_COUNT];            /* number of cards in its deck; public, derived */
	uint8_t worth[TC_SIDE_COUNT][TC_PILE_COUNT]; /* worth of the card in an opened box; 0 before */
	uint8_t box_chosen[TC_PILE_COUNT]; /* number of chosen cards that lie there face down */
	uint8_t box_random[TC_PILE_COUNT]; /* number of cards that are still drawn by lot */
	uint8_t box_ones[TC_PILE_COUNT];   /* chosen cards that were announced with one step */
	uint8_t box_twos[TC_PILE_COUNT];   /* chosen cards that were announced with two steps */
	uint8_t chooser[TC_PILE_COUNT];    /* the side that chooses for a box, or TC_NONE */
	uint8_t announced[TC_SIDE_COUNT];  /* steps announced in this phase, TC-8.153.1 */
	uint8_t special;          /* the special Political Card that counts in this phase, or TC_NONE */
	uint8_t powers_friend;    /* who controlled the Central Powers when the phase began */
	uint8_t red_five;         /* 1 if RED has laid a card of value 5 in a box, TC-8.111 */
	uint8_t bonus;            /* 1 if WHITE may still use the bonus operation, TC-8.111 */
	uint8_t passive;          /* TC_PASSIVITY_.. */
	uint8_t border_open;      /* 1 if the Finnish border is open */
	uint8_t infighting;       /* the set of sides that draw In-Fighting chits */
	uint8_t fewer_spaces;     /* the set of sides whose next operation has one space less */
	uint8_t duty_lifted;      /* the set of sides that may spend their steps anywhere */
	uint8_t lenin_spoke;      /* 1 if Lenin has spoken in this turn */
	uint8_t belarus;          /* TC_BELARUS_..: the army of TC-8.313.1 */
	uint8_t stale;            /* 1 if supply has changed since everybody was told of it */
	uint8_t winner;           /* TC_PARTY_..; TC_NONE while the game runs */
	uint8_t fewer_steps;      /* the set of sides that lose a replacement step, TC-IF-5 */
	uint8_t laid;             /* TC_LAID_..: which boxes have cards; public when all are laid */
	uint8_t levy;             /* TC_LEVY_..: what the war with Poland brings RED, TC-8.321.3 */
	uint8_t war[TC_FACTIONS]; /* the set of sides that are at war with it, TC-8.222 */
	uint8_t muddy;            /* 1 if the weather has brought mud in this turn, TC-TU-5 */
	uint8_t allotted[TC_SEAT_COUNT]; /* the card that a seat has laid for the set-up, TC-5.15.1 */
	uint8_t objectives; /* the set that RED has written, TC-5.26.2; zero in views that hide it */
	uint8_t no_chits[TC_SIDE_COUNT]; /* the turns in which a divided side draws no chit */
	uint8_t this_turn;    /* TC_THIS_TURN_..: what events have done until the turn ends */
	uint8_t finns_kept;   /* the last turn in which Finns do not cross their border, or 0 */
	uint8_t poland;       /* TC_POLISH_STATE_..: how far Polish forces may go, TC-8.321.4 */
	uint8_t entered;      /* TC_RESPONSE_LAND_..: the lands that RED has entered, TC-8.321.5 */
	uint8_t response_due; /* the part of them for which the die has still to be rolled */
	uint8_t intervenes;   /* TC_RESPONSE_LAND_..: where Poland intervenes, TC-8.321.7 */
	uint8_t polish;       /* TC_POLISH_FLAG_..: what else is noted about Poland */
	uint8_t polish_steps; /* steps that only Polish units take, TC-8.321.14 */
	uint8_t polish_corps; /* TC_POLISH_CORPS_..: the Red Polish corps, TC-8.321.17 */
	uint8_t haller_turn;  /* the turn of TC-8.321.11; 0 if there is none */
	uint8_t lets_pass;   /* the set of sides that do not interrupt in this turn any more, TC-IN-5 */
	uint8_t keeps_peace; /* the set of sides not asked at the end of their rounds, TC-8.51.1 */
	/* The fewest cards that a side still holds of those that it held when the cards of 1919 and of
	 * 1920 joined its deck; see kept.c. */
	uint8_t kept[TC_KEPT_YEARS][TC_SIDE_COUNT];
	uint8_t tsar_with; /* the leader whom the Tsar has joined, TC-16.22.2, or TC_NONE */
	/* 1 if fed and full are zero because they are not known: only between two questions. They are
	 * zero, too, when the game is over and supply is stale. */
	uint8_t unfed;
} tc_state;

_Static_assert((int)TC_POLITICAL_CARDS <= (int)TC_CARDS, "a set of cards has room for all");
_Static_assert(sizeof(tc_state) == 5056, "no hidden padding, and below 6 KiB");

/* ---- Assertions: does a number name one of these? ---------------------------------------------
 */

static inline bool tc_is_space(int number)
{
	return number >= 0 && number < TC_SPACES;
}
static inline bool tc_is_link(int number)
{
	return number >= 0 && number < TC_LINKS;
}
static inline bool tc_is_region(int number)
{
	return number >= 0 && number < TC_REGIONS;
}
static inline bool tc_is_unit(int number)
{
	return number >= 0 && number < TC_UNITS;
}
static inline bool tc_is_leader(int number)
{
	return number >= 0 && number < TC_LEADERS;
}
static inline bool tc_is_faction(int number)
{
	return number >= 0 && number < TC_FACTIONS;
}
static inline bool tc_is_card(int number)
{
	return number >= 0 && number < TC_CARDS;
}
static inline bool tc_is_pile(int number)
{
	return number >= 0 && number < TC_PILE_COUNT;
}
static inline bool tc_is_side(int number)
{
	return number == TC_SIDE_RED || number == TC_SIDE_WHITE;
}
static inline bool tc_is_role(int number)
{
	return number == TC_ROLE_ATTACKER || number == TC_ROLE_DEFENDER;
}

/* ---- Small helpers --------------------------------------------------------------------------- */

static inline int tc_other(int side)
{
	assert(tc_is_side(side));
	return 1 - side;
}
static inline int tc_card_side(int card)
{
	assert(tc_is_card(card));
	return tc_cards[card].side;
}
/* Returns whether everybody knows that the side has laid a card in this Political Box. */
static inline bool tc_lies(const tc_state *s, int side, int box)
{
	return s->laid >> (side * TC_PILE_COUNT + box) & 1;
}
static inline bool tc_campaign(const tc_state *s)
{
	return s->head.option[TC_OPTION_SCENARIO] == TC_SCENARIO_CAMPAIGN;
}
static inline bool tc_introduction(const tc_state *s)
{
	return s->head.option[TC_OPTION_SCENARIO] == TC_SCENARIO_1918;
}
static inline bool tc_tournament(const tc_state *s)
{
	return s->head.option[TC_OPTION_SCENARIO] == TC_SCENARIO_1919;
}
static inline const tc_setting *tc_setting_of(const tc_state *s)
{
	return &tc_settings[tc_introduction(s) ? TC_SETTING_INTRODUCTION
			: tc_tournament(s)             ? TC_SETTING_TOURNAMENT
										   : TC_SETTING_CAMPAIGN];
}
static inline const tc_turn *tc_this_turn(const tc_state *s)
{
	assert(s->turn >= 1 && s->turn <= TC_TURNS);
	return &tc_turns[s->turn - 1];
}
static inline bool tc_played(const tc_state *s, int card)
{
	return s->played[card / 64] >> card % 64 & 1;
}
static inline bool tc_chose(const tc_state *s, int choice)
{
	return s->chosen >> choice & 1;
}
static inline bool tc_is_army(int unit)
{
	return tc_units[unit].size == TC_SIZE_ARMY;
}
static inline bool tc_reduced(const tc_state *s, int unit)
{
	return s->unit_flags[unit] & TC_UNIT_FLAG_REDUCED;
}
/* Returns whether the unit still has both its steps. */
static inline bool tc_has_two_steps(const tc_state *s, int unit)
{
	return tc_units[unit].steps == 2 && !tc_reduced(s, unit);
}
static inline int tc_region_of(int space)
{
	return tc_spaces[space].region;
}
/* Returns the faction whose territory the space is; TC_FACTIONS if it is nobody's. */
static inline int tc_land_of(int space)
{
	return tc_regions[tc_spaces[space].region].faction;
}
static inline int tc_number_of(int number)
{
	return tc_numbers[number].value;
}
/* Sets of spaces and of units. A number is taken without its sign, which is never there: so it is
 * split faster. */
static inline bool tc_in(const uint64_t *set, int member)
{
	return set[(unsigned)member / 64] >> (unsigned)member % 64 & 1;
}
static inline void tc_include(uint64_t *set, int member)
{
	set[(unsigned)member / 64] |= (uint64_t)1 << (unsigned)member % 64;
}
static inline void tc_exclude(uint64_t *set, int member)
{
	set[(unsigned)member / 64] &= ~((uint64_t)1 << (unsigned)member % 64);
}
/* Returns the first member from this one on of a set of so many words; 64 times their number if
 * there is none. To visit them: for (int m = tc_member(set, words, 0); m < 64 * words; m =
 * tc_member(set, words, m + 1)) */
static inline int tc_member(const uint64_t *set, int words, int from)
{
	int word = (int)((unsigned)from / 64);
	uint64_t left = word < words ? set[word] & UINT64_MAX << (unsigned)from % 64 : 0;
	while (left == 0 && ++word < words)
		left = set[word];
	return left ? word * 64 + __builtin_ctzll(left) : words * 64;
}
/* Adds an action for each space of a set, which is its first argument. */
static inline void tc_add_spaces(ap_list *out, int verb, const uint64_t set[TC_SET_WORDS])
{
	for (unsigned i = 0; i < TC_SET_WORDS; i++)
		ap_add_each_x(out, ap_act((unsigned)verb, i * 64, 0), set[i]);
}
/* Returns the clause of a card other than Bluff and Influence. */
static inline uint16_t tc_card_clause(int card)
{
	int first = tc_card_side(card) == TC_SIDE_WHITE ? TC_WC_1 : TC_RC_1;
	assert(tc_cards[card].year != 0);
	return (uint16_t)(first + tc_cards[card].number - 1);
}
/* To visit the units in a space: for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s,
 * u)) */
static inline int tc_first(const tc_state *s, int space)
{
	return s->first_unit[space];
}
static inline int tc_next(const tc_state *s, int unit)
{
	return s->next_unit[unit];
}

#endif
