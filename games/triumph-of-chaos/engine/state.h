/* state.h: the board of Triumph of Chaos. What its chapters promise one another: chapters.h; steps
 * and their locals: steps.h; verbs and events: words.h. */
#ifndef APPARAT_TRIUMPH_STATE_H
#define APPARAT_TRIUMPH_STATE_H

#include "game.h"
#include "triumph_of_chaos_clauses.h"
#include "triumph_of_chaos_tables.h"

/* Everything is by side but what a person knows or hands in: seats are who sits there, TC-6.4.
 * The first two are sides; all of them own spaces; the last is for questions alone. */
enum { RED, WHITE, SIDES, NOBODY = SIDES, CZECHS, POWERS, OWNERS };

enum {
	SPACES = TC_SPACES,
	UNITS = TC_UNITS,
	LEADERS = TC_LEADERS,
	CARDS = TC_CARDS,
	PCARDS = TC_POLITICAL_CARDS,
	FACTIONS = TC_FACTIONS,
	REGIONS = TC_REGIONS,
	BOXES = TC_PILE_COUNT,      /* Political Boxes: RED, WHITE, OTHER */
	WORDS = (SPACES + 63) / 64, /* of a set of spaces */
	NOWHERE = 0xffff,           /* no space, no unit: what is 16 bits wide */
	NONE = AP_NOBODY,           /* no leader, card, faction, choice, side: what is 8 bits wide */
	UNSEEN = AP_UNSEEN,         /* of card_at and pcard_at in a view */
	MOST_BID = 5,               /* TC-6.4 */
	MOST_VP = 200,
	MOST_STEPS = 99,
	FACES = 6
};

/* Values of the options. */
enum { OPTION_SCENARIO, OPTION_POLITICS, OPTION_SIDES };
enum { SCENARIO_1918, SCENARIO_CAMPAIGN };
enum { POLITICS_FULL, POLITICS_RANDOM };
enum { SIDES_BID, SIDES_FIXED };

enum { BEFORE, PREPARATION, POLITICAL, ACTION, LOGISTICS, PHASES };

/* Where a unit or a leader is. OUT: not yet, or put aside with its faction, or the pool of Greens.
 * GONE: for good. A reserve is that of whoever may use the unit; neutral Czechs lie in nobody's. */
enum { ON_MAP, RESERVE, DEAD, GONE, OUT, WHERES };

/* unit_flags. PICKED to ATTACKED last for a round at most. */
enum {
	U_REDUCED = 1,
	U_PICKED = 2,   /* of the group that moves or is redeployed */
	U_MOVED = 4,    /* has moved or been redeployed in this round */
	U_ATTACKED = 8, /* has attacked in this round */
	U_FIGHTS = 16,  /* in the combat under way, on either side */
	U_FELL = 32,    /* destroyed in it, still in its space until it is relieved (TC-LS-3) */
	U_BACK = 64,    /* has still to retreat */
	U_AHEAD = 128   /* has advanced in this combat (TC-LE-5) */
};

/* leader_flags */
enum {
	L_PICKED = 1,
	L_MOVED = 2,
	L_USED = 4, /* one ability a round, TC-LE-1 */
	L_IDLE = 8, /* TC-IF-7, for the turn */
	L_BACK = 16,
	L_AHEAD = 32
};

/* marker: what lies on a space */
enum {
	M_NO_ACT = 1,
	M_MOVE = 2,
	M_COMBAT = 4,
	M_SPENT = 8,     /* activated in this round, its marker used up or taken off */
	M_ATTACKED = 16, /* TC-CB-2, this round */
	M_FROM = 32,     /* the combat under way comes from here */
	M_CREDIT = 64    /* counts for the side that lost it to the Central Powers, TC-8.315.6 */
};

/* card_at. A card's side is that of the table: its hand, its deck, its box. Hidden from the other
 * seat: DECK, HAND, and the boxes until they are opened (card_known says who knows). In which boxes
 * cards lie is public as soon as all are placed: `laid`. */
enum {
	CARD_DECK,
	CARD_HAND,
	CARD_BOX, /* CARD_BOX + 0, 1, 2 */
	CARD_DISCARDS = CARD_BOX + BOXES,
	CARD_GONE,  /* out of the game */
	CARD_LATER, /* of a later year */
	CARD_ASIDE, /* Bluff and Influence outside the Political Phase */
	CARD_PLACES
};

/* card_known: the seats that know where it is, and whether all know that it is in the hand or in a
 * box: whoever takes a new deck holds everything that the old one had and nobody has seen. */
enum { KNOWN_FIRST = 1, KNOWN_SECOND = 2, KNOWN_BOTH = 3, KNOWN_HELD = 4 };

/* pcard_at. The box is that of the pile. CHOSEN is hidden from all but pcard_known. */
enum { P_PILE, P_CHOSEN, P_TURNED, P_USED, P_PLACES };

/* box[faction]: TC_BOX_RED_CONTROL .. TC_BOX_WHITE_CONTROL, TC_BOX_OUT. */

/* faction_flags */
enum {
	F_PLACED = 1,     /* its forces have been set up for the present controller */
	F_PROTECTED = 2,  /* the controller is its protector, TC-8.511 */
	F_CALLED = 4,     /* TC-8.24.1: violated, its forces serve */
	F_EVER = 8,       /* has been controlled in this game, TC-8.1322.1, TC-8.53 */
	F_NEW = 16,       /* gained in this turn's Political Phase: waits the first round */
	F_NEW_ROUND = 32, /* gained in this Action Round: waits it out */
	F_OWED = 64,      /* its forces wait for the Central Powers to leave, TC-8.14 */
	F_BY_RED = 128,   /* conquered */
	F_BY_WHITE = 256,
	F_WITHDRAWN = 512,
	F_GAINED = 1024 /* in this Political Phase, forces not yet placed */
};

/* RED 9, TC-8.1321.2: in force for the rest of the Action Phase and for the next Political one. */
enum { PASSIVE_NOT, PASSIVE_NOW, PASSIVE_NEXT };

/* What a card is played for, what a special action is. */
enum { FOR_OPERATIONS, FOR_REDEPLOYMENT, FOR_REPLACEMENTS, FOR_EVENT, USES };
enum { TO_ACTIVATE, TO_LIFT, TO_PASS, SPECIALS };

/* The chains of supply, TC-SU-1: whose they are. The Finns have nets of their own, which differ
 * from their side's only when the border is open. */
enum {
	NET_RED,
	NET_WHITE,
	NET_RED_FINNS,
	NET_WHITE_FINNS,
	NET_BRITAIN,
	NET_FRANCE,
	NET_POWERS,
	NETS
};

/* The operation, or redeployment, of the round. The group are the units and leaders PICKED. */
/* TC-8.315.1, TC-8.316.4 */
enum { ALONE_NOT, ALONE_POWERS, ALONE_CZECHS, ALONE_OTHERS, ALONE_BOTH };
typedef struct tc_operation {
	uint16_t from;       /* the activated space the group leaves; NOWHERE: no group */
	uint16_t at;         /* where it is now */
	uint8_t card;        /* NONE: a special action, or none */
	uint8_t use;         /* FOR_..., USES: none */
	uint8_t spaces;      /* how many may be activated; of a redeployment: points left */
	uint8_t put;         /* markers put */
	uint8_t points;      /* movement points the group has left */
	uint8_t alone;       /* what the markers of this round are bound to */
	uint8_t interrupted; /* the other side has had its window, TC-IN-1 */
	uint8_t spare;
} tc_operation;

/* The combat under way; the units in it are those that FIGHT. By role. */
enum { ATTACKER, DEFENDER, ROLES };
enum { COMBAT_NONE, COMBAT_PLAIN, COMBAT_COUNTER, COMBAT_TREACHERY, COMBATS };
typedef struct tc_combat {
	uint16_t target;    /* NOWHERE: no combat */
	uint16_t back_unit; /* who retreats, and the space he has reached; NOWHERE: nobody yet */
	uint16_t back_at;
	uint8_t kind;          /* COMBAT_... */
	uint8_t side[ROLES];   /* RED, WHITE, or of the defender NOBODY: Greens, neutrals */
	uint8_t die[ROLES];    /* as rolled; 0: not yet */
	uint8_t loss[ROLES];   /* the loss number each has to take */
	uint8_t left[ROLES];   /* of it */
	uint8_t leader[ROLES]; /* who brings, leads from several spaces; NONE */
	uint8_t retreat;       /* spaces the defender goes back */
	uint8_t withdrawn;     /* TC-LE-4: there was no fire */
	uint8_t held;          /* the retreat was cancelled */
	uint8_t spare[2];
} tc_combat;

typedef struct tc_state {
	ap_head head;
	uint64_t played[2];          /* cards played as events: a set of CARDS */
	uint64_t chosen;             /* their choices: a set of TC_CHOICES */
	uint64_t fed[NETS][WORDS];   /* derived: spaces in supply; all zero while stale */
	uint64_t full[NETS][WORDS];  /* derived: without a limited link */
	uint16_t unit_at[UNITS];     /* a space, or NOWHERE */
	uint16_t first_unit[SPACES]; /* derived: lists by space in the order of ids, ended by NOWHERE */
	uint16_t next_unit[UNITS];   /* derived */
	uint16_t leader_at[LEADERS];
	uint16_t faction_flags[FACTIONS];
	tc_operation op;
	tc_combat combat;
	uint8_t unit_where[UNITS];
	uint8_t unit_flags[UNITS];
	uint8_t leader_where[LEADERS];
	uint8_t leader_flags[LEADERS];
	uint8_t owner[SPACES];
	uint8_t marker[SPACES];
	uint8_t card_at[CARDS];
	uint8_t card_known[CARDS]; /* KNOWN_...: of a card that is hidden */
	uint8_t pcard_at[PCARDS];
	uint8_t pcard_known[PCARDS]; /* seats */
	uint8_t box[FACTIONS];
	uint8_t user[FACTIONS];           /* derived: who uses its forces: RED, WHITE, NOBODY */
	uint8_t ip[SIDES][FACTIONS];      /* lying on the marker, TC-EV-3 */
	uint8_t soft_ip[SIDES][FACTIONS]; /* of Initiative cards, TC-IN-3 */
	uint8_t duty[SIDES][REGIONS];     /* own steps spent by region, TC-14.7 */
	uint8_t duty_reserve[SIDES];      /* and in the reserve */
	uint8_t side_of[2];               /* by seat; NONE before the bid is decided */
	uint8_t seat_of[SIDES];           /* derived */
	uint8_t bid_side[2], bid_vp[2];   /* by seat, sealed; NONE: not handed in */
	uint8_t turn, round, phase;       /* round: 0 outside the Action Phase */
	uint8_t acting;                   /* whose Action Round it is, else NONE */
	uint8_t vp[SIDES];
	uint8_t cities[SIDES];                      /* the counters: as last counted */
	uint8_t steps[SIDES], faction_steps[SIDES]; /* booked for this turn's Logistics Phase */
	uint8_t half[SIDES];         /* most own steps for one region; 0 outside spending */
	uint8_t hand_size[SIDES];    /* derived, public; until all are placed with those in boxes */
	uint8_t deck_size[SIDES];    /* derived, public */
	uint8_t worth[SIDES][BOXES]; /* of the card in an opened box; 0: not opened, or none */
	uint8_t box_chosen[BOXES];   /* Political Cards chosen and lying face down */
	uint8_t box_random[BOXES];   /* still to be drawn by lot */
	uint8_t box_ones[BOXES], box_twos[BOXES]; /* of the chosen: announced with 1, 2 steps */
	uint8_t chooser[BOXES];                   /* a side, or NONE */
	uint8_t announced[SIDES];                 /* steps announced in this phase, TC-8.153.1 */
	uint8_t special;       /* 64 to 66 in force in this phase: a Political Card, or NONE */
	uint8_t powers_friend; /* who controlled the Central Powers when the phase began */
	uint8_t red_five;      /* RED bid a card of value 5, TC-8.111 */
	uint8_t bonus;         /* WHITE may still use TC-8.111 */
	uint8_t passive;       /* PASSIVE_... */
	uint8_t border_open;   /* of Finland */
	uint8_t infighting;    /* sides that draw chits: bits */
	uint8_t fewer_spaces;  /* sides whose next operation is one space short: bits */
	uint8_t duty_lifted;   /* sides under Concentration: bits */
	uint8_t lenin_spoke;   /* this turn */
	uint8_t belarus;       /* BELARUS_... */
	uint8_t stale;         /* supply is out of date, and all zero */
	uint8_t winner;        /* a side, NOBODY: shared; NONE while the game runs */
	uint8_t fewer_steps;   /* sides one replacement step short, TC-IF-5: bits */
	uint8_t laid;          /* public: in which boxes the sides have cards, tc_lies(); bits */
} tc_state;

enum { BELARUS_NOT, BELARUS_DUE, BELARUS_DONE }; /* TC-8.313.1 */

_Static_assert((int)TC_HOME_RED == (int)RED && (int)TC_HOME_WHITE == (int)WHITE &&
		(int)TC_HOME_NONE == (int)NOBODY,
	"the data number the sides as the rules do");
_Static_assert(sizeof(tc_state) <= AP_MAX_STATE, "a state has 8192 bytes at most");
_Static_assert(sizeof(tc_state) == offsetof(tc_state, laid) + sizeof((tc_state *)0)->laid,
	"no hidden padding at the end");

/* ---- Small things ---------------------------------------------------------------------------- */

static inline int tc_other(int side)
{
	return 1 - side;
}
static inline int tc_card_side(int card)
{
	return tc_cards[card].side;
}
static inline bool tc_lies(const tc_state *s, int side, int box)
{
	return s->laid >> (side * BOXES + box) & 1;
}
static inline bool tc_campaign(const tc_state *s)
{
	return s->head.option[OPTION_SCENARIO] == SCENARIO_CAMPAIGN;
}
static inline const tc_setting *tc_setting_of(const tc_state *s)
{
	return &tc_settings[tc_campaign(s) ? TC_SETTING_CAMPAIGN : TC_SETTING_INTRODUCTION];
}
static inline const tc_turn *tc_this_turn(const tc_state *s)
{
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
	return s->unit_flags[unit] & U_REDUCED;
}
static inline int tc_region_of(int space)
{
	return tc_spaces[space].region;
}
/* The faction whose territory it is, or FACTIONS. */
static inline int tc_land_of(int space)
{
	return tc_regions[tc_spaces[space].region].faction;
}
static inline int tc_number_of(int number)
{
	return tc_numbers[number].value;
}
static inline bool tc_in(const uint64_t set[WORDS], int space)
{
	return set[space / 64] >> space % 64 & 1;
}
static inline void tc_include(uint64_t set[WORDS], int space)
{
	set[space / 64] |= (uint64_t)1 << space % 64;
}
/* The clause of a card of 1918; others have none yet. */
static inline uint16_t tc_card_clause(int card)
{
	int n = tc_cards[card].number;
	if (n > 15)
		return TC_EV_1;
	return (uint16_t)((tc_card_side(card) == WHITE ? TC_WC_1 : TC_RC_1) + n - 1);
}
/* for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u)) */
static inline int tc_first(const tc_state *s, int space)
{
	return s->first_unit[space];
}
static inline int tc_next(const tc_state *s, int unit)
{
	return s->next_unit[unit];
}

#endif
