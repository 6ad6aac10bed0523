/* state.h: the state of a game of Kremlin, and short functions that read it. The other functions
 * of the engine are declared in chapters.h; names, verbs, steps and events in the TOML files of
 * this folder. */
#ifndef APPARAT_KREMLIN_STATE_H
#define APPARAT_KREMLIN_STATE_H

#include "kremlin_declared.h"

/* Numbers of the rulebook. */
enum {
	KR_FACES = 20,           /* the faces of the die */
	KR_POSTS = 8,            /* the posts of the Politburo, which are the first places */
	KR_CANDIDATE_PLACES = 5, /* the most Candidates, KR-SU-2 */
	KR_NUMBERS = 10,         /* each faction writes 10 to 1, KR-SU-3 */
	KR_ALL_POINTS = 55,      /* the sum of these numbers */
	KR_CARDS_EACH = 3,       /* the cards dealt to each faction, KR-AD-3 */
	KR_NEW_DECISIONS = 2,    /* decisions of each faction about new influence, KR-AD-6 */
	KR_NEW_EVERY = 3,        /* years from one new influence to the next */
	KR_WAVES_TO_WIN = 3,     /* KR-WI-1 */
	KR_LAST_YEAR = 11,       /* KR-WI-2 */
	KR_RETIREMENT_AGE = 96,  /* KR-RE-1 */
	KR_ENOUGH_LIVING = 8,    /* with fewer outside Siberia the game ends, KR-6.4 */
	KR_DEADLY_CROSSES = 3,   /* the red crosses that kill, KR-4 */
	KR_ACQUITTAL_VOTES = 2,  /* the votes "innocent" that acquit, KR-3 */
	KR_DEFEAT_VOTES = 3,     /* the votes "no" that defeat a nominee, KR-5 */
	KR_WAVE_ROLL = 7,        /* what the chief's die needs for each red cross, KR-8 */
	KR_AWAY_MODIFIER = 3,    /* for a purge of a victim in the Sanatorium, KR-2 */
	KR_SUITS_MODIFIER = 2    /* for a victim who is weak or strong in his post, KR-AD-2 */
};

/* Years by which an action ages the politician who does it. */
enum {
	KR_PURGE_COST = 1,         /* KR-2 */
	KR_FAILED_PURGE_COST = 3,  /* KR-2 */
	KR_ACQUITTAL_COST = 3,     /* for the accuser, KR-3 */
	KR_CONDEMNATION_COST = 2,  /* KR-3.1 */
	KR_INVESTIGATION_COST = 1, /* KR-3.2 */
	KR_CLOSING_COST = 1,       /* KR-3.3 */
	KR_DEFEAT_COST = 1,        /* for the nominator, KR-5 */
	KR_STEP_COST = 1,          /* for a promotion or demotion, KR-6.1 */
	KR_EXCHANGE_COST = 2,      /* KR-6.1 */
	KR_RELEASE_COST = 5,       /* KR-7 */
	KR_SWISS_YEARS = 1 /* the most that phase 1 ages anybody in the Swiss version, KR-SW-2 */
};

/* Values and bounds of the fields of the state. */
enum {
	KR_NESTOR = KR_POLITICIAN_APARATSCHIK,
	KR_NONE = AP_NOBODY,   /* no politician, card or seat */
	KR_UNWRITTEN = 15,     /* a number on a sheet that the viewer does not know */
	KR_MOST_STRESS = 100,  /* more than any politician can reach */
	KR_MOST_DECLARED = 99, /* more than a game can bring together */
	KR_MOST_FEVER = 2,     /* the most that a fever takes off a Health roll */
	KR_LAST_PHASE = KR_PHASE_PARADE
};

typedef uint32_t kr_politician_set; /* bit n is politician n */
#define KR_NUMBER_BITS 0x7feu       /* all numbers that are written: bit n is the number n */
#define KR_ALL_POLITICIANS ((kr_politician_set)((1u << KR_POLITICIANS) - 1))

typedef struct kr_state {
	ap_head head;
	kr_politician_set sick;       /* politicians with one red cross */
	kr_politician_set ill;        /* politicians with two */
	kr_politician_set cure;       /* politicians under a Cure marker */
	kr_politician_set suspect;    /* politicians under a "?" */
	kr_politician_set moved;      /* those moved by the present sponsor or the chief's order */
	kr_politician_set outing;     /* those whom card 6 or 9 makes active until the phase ends */
	kr_politician_set vaccinated; /* those safe from fever in this phase by card 34 */
	kr_politician_set unsettled;  /* those whose control may be tied */
	kr_politician_set bared[AP_MAX_SEATS]; /* those on whom a seat's number is public */
	/* What each seat has written on each politician: the low four bits are the number, which
	 * is hidden from others; the high four bits are how much of it was ever declared. */
	uint8_t sheet[AP_MAX_SEATS][KR_POLITICIANS];
	uint8_t declared[AP_MAX_SEATS][KR_POLITICIANS]; /* the points on his card now */
	/* The low four bits are what the seat is about to declare, under seal; the high four bits are
	 * the rank of its present total among all seats: 1 is the earliest, 0 means no points. */
	uint8_t mark[AP_MAX_SEATS][KR_POLITICIANS];
	uint8_t place[KR_POLITICIANS];
	uint8_t stress[KR_POLITICIANS];   /* years beyond the printed age */
	uint8_t master[KR_POLITICIANS];   /* who controlled him when it was last settled */
	uint8_t holder[KR_POSTS];         /* the holder of each post; follows from `place` */
	uint8_t order[KR_POSTS];          /* the chief's new order of posts while he makes it */
	uint8_t card[KR_INTRIGUES];       /* where each card is; hidden in hands and in the deck */
	uint8_t card_known[KR_INTRIGUES]; /* the seats that know in whose hand it is */
	uint8_t hand_size[AP_MAX_SEATS];  /* follows from `card` */
	uint8_t left[AP_MAX_SEATS];       /* points never declared; follows from `sheet` */
	uint8_t intent[AP_MAX_SEATS];     /* the card that a seat is about to announce, under seal */
	uint8_t gift[AP_MAX_SEATS];       /* the card that it is about to give away, under seal */
	uint8_t gift_to[AP_MAX_SEATS];    /* the seat that gets it */
	uint8_t waved[KR_YEAR_COUNT];     /* for each year the politician who waved */
	uint8_t waved_for[KR_YEAR_COUNT]; /* and the seat that scored the wave */
	uint8_t guarded[KR_PROTECTION_COUNT];  /* the politician under each protection card */
	uint8_t visiting[KR_VISIT_COUNT];      /* whom cards 7 and 8 have sent there in this phase */
	uint8_t gave;                          /* the seats that have given a card in this phase */
	uint8_t year;                          /* the year, 1 to 11 */
	uint8_t phase;                         /* a KR_PHASE value, never the set-up */
	uint8_t winners;                       /* the seats that have won, when the game is over */
	uint8_t fever;                         /* what this year's fever takes off a Health roll */
	uint8_t no_visits;                     /* 1: card 33 closes the Sanatorium until phase 1 */
	uint8_t imposed;                       /* the card that directs the first purge */
	uint8_t stage;                         /* a KR_STAGE value */
	uint8_t specialist;                    /* the politician whom card 11 treats */
	uint8_t blackmail[KR_BLACKMAIL_COUNT]; /* the two politicians of card 19 */
	uint8_t blackmail_holder;              /* the seat that card 19 blackmails */
	uint8_t chief_blackmail[KR_CHIEF_BLACKMAIL_COUNT];         /* the two seats of card 20 */
	uint8_t chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_COUNT]; /* the two politicians of card 20 */
	uint8_t pravda;                                            /* card 22: the Ideology Chief */
	uint8_t pravda_for; /* the seat that controlled him when card 22 was played */
	uint8_t demanded;   /* the politician promoted or demoted by card 20 in this phase */
	uint8_t kept;       /* 1: the chief keeps the order of posts, and all still listen to that */
	uint8_t unused[2];  /* zero: states are compared as bytes and have no hidden padding */
} kr_state;

_Static_assert(sizeof(kr_state) == 980, "no hidden padding, and below 1 KiB");
_Static_assert((int)KR_POSTS == KR_OFFICE_COUNT && (int)KR_POSTS == KR_PLACE_CANDIDATES,
	"posts are the first places");
_Static_assert((int)KR_YEAR_COUNT == KR_LAST_YEAR - 1, "the last year has no parade");

/* ---- Indices --------------------------------------------------------------------------------- */

static inline bool kr_is_politician(int p)
{
	return p >= 0 && p < KR_POLITICIANS;
}
static inline bool kr_is_card(int card)
{
	return card >= 0 && card < KR_INTRIGUES;
}
static inline bool kr_is_seat(const kr_state *s, int seat)
{
	return seat >= 0 && seat < s->head.players;
}

/* ---- Sheets ---------------------------------------------------------------------------------- */

static inline kr_politician_set kr_bit(int politician)
{
	return (kr_politician_set)1 << politician;
}
/* Returns what a seat has written on a politician; KR_UNWRITTEN if the viewer does not know it. */
static inline int kr_written(const kr_state *s, int seat, int p)
{
	return s->sheet[seat][p] & 15;
}
/* Returns how much of that number was ever declared. */
static inline int kr_shown(const kr_state *s, int seat, int p)
{
	return s->sheet[seat][p] >> 4;
}
/* Returns what a seat could still declare; the viewer must know its sheet. */
static inline int kr_undeclared(const kr_state *s, int seat, int p)
{
	return kr_written(s, seat, p) - kr_shown(s, seat, p);
}
/* Returns what a seat is about to declare, under seal. */
static inline int kr_pending(const kr_state *s, int seat, int p)
{
	return s->mark[seat][p] & 15;
}
/* Returns the rank of a seat's total among all seats: 1 is the earliest, 0 means no points. */
static inline int kr_rank(const kr_state *s, int seat, int p)
{
	return s->mark[seat][p] >> 4;
}

/* ---- Politicians ----------------------------------------------------------------------------- */

static inline int kr_age(const kr_state *s, int p)
{
	return kr_politicians[p].age + s->stress[p];
}
/* Returns the number of a politician's red crosses. */
static inline int kr_crosses(const kr_state *s, int p)
{
	return (s->sick >> p & 1) + 2 * (int)(s->ill >> p & 1);
}
static inline bool kr_on_board(const kr_state *s, int p)
{
	return s->place[p] <= KR_PLACE_PEOPLE;
}
static inline bool kr_is_member(const kr_state *s, int p)
{
	return s->place[p] < KR_POSTS;
}
/* Returns whether a politician is in the Sanatorium and no card makes him active. */
static inline bool kr_is_away(const kr_state *s, int p)
{
	return (s->cure & ~s->outing) >> p & 1;
}
/* Returns whether a post has a holder who is not away in the Sanatorium. */
static inline bool kr_active(const kr_state *s, int post)
{
	return s->holder[post] != KR_NONE && !kr_is_away(s, s->holder[post]);
}
/* KR-RE-2: returns whether a politician has reached the age of retirement. */
static inline bool kr_too_old(const kr_state *s, int p)
{
	return kr_age(s, p) >= KR_RETIREMENT_AGE;
}
/* Returns the level of a place, a KR_LEVEL value. */
static inline int kr_level_of(int place)
{
	return place == KR_PLACE_CHIEF     ? KR_LEVEL_TOP
		: place < KR_PLACE_IDEOLOGY    ? KR_LEVEL_FIRST
		: place < KR_POSTS             ? KR_LEVEL_SECOND
		: place == KR_PLACE_CANDIDATES ? KR_LEVEL_CANDIDATES
									   : KR_LEVEL_PEOPLE;
}

/* ---- The table ------------------------------------------------------------------------------- */

static inline int kr_version(const kr_state *s)
{
	return s->head.option[KR_OPTION_RULES];
}
/* Returns whether the rules of the Advanced game hold that are about neither cards nor strengths:
 * new influence, influence on Nestor, a third faction that settles ties. */
static inline bool kr_advanced(const kr_state *s)
{
	return kr_version(s) == KR_RULES_ADVANCED;
}
/* KR-AD-9: returns whether these options bring Intrigue cards. */
static inline bool kr_options_bring_cards(const uint8_t *option)
{
	int intrigue = option[KR_OPTION_INTRIGUE];
	return intrigue == KR_INTRIGUE_YES ||
		(intrigue == KR_INTRIGUE_RULES && option[KR_OPTION_RULES] == KR_RULES_ADVANCED);
}
static inline bool kr_has_cards(const kr_state *s)
{
	return kr_options_bring_cards(s->head.option);
}
/* KR-AD-9: returns whether strengths and weaknesses count. */
static inline bool kr_has_strengths(const kr_state *s)
{
	return kr_advanced(s) || kr_has_cards(s);
}
/* Returns whether a faction may have more points on a politician than it has written. */
static inline bool kr_has_new_points(const kr_state *s)
{
	return kr_advanced(s) || kr_has_cards(s);
}
static inline int kr_clockwise(const kr_state *s, int from, int steps)
{
	int seat = from + steps;
	return seat >= s->head.players ? seat - s->head.players : seat;
}
static inline ap_seats kr_all_seats(const kr_state *s)
{
	return (ap_seats)((1u << s->head.players) - 1);
}

#endif
