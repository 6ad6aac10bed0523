/* state.h: the board of Kremlin. What its chapters promise one another: chapters.h; steps and their
 * locals: steps.h; verbs and events: words.h. */
#ifndef APPARAT_KREMLIN_STATE_H
#define APPARAT_KREMLIN_STATE_H

#include "game.h"
#include "kremlin_clauses.h"
#include "kremlin_tables.h"

/* Places: the eight posts of the Politburo in voting order, and where else a politician can be. */
enum {
	CHIEF,
	KGB,
	FOREIGN,
	DEFENSE,
	IDEOLOGY,
	INDUSTRY,
	ECONOMY,
	SPORT,
	POSTS,
	CANDIDATES = POSTS,
	PEOPLE,
	SIBERIA,
	WALL, /* dead and buried */
	RETIRED,
	PLACES
};

enum { TOP, FIRST_LEVEL, SECOND_LEVEL, CANDIDATE_LEVEL, PEOPLE_LEVEL };

enum {
	POLITICIANS = KR_POLITICIANS,
	CARDS = KR_INTRIGUES,
	NESTOR = KR_POLITICIAN_APARATSCHIK,
	CANDIDATE_PLACES = 5,
	NUMBERS = 10,       /* written by each faction: 10 to 1 */
	ALL_POINTS = 55,    /* their sum */
	CARDS_EACH = 3,     /* KR-AD-3 */
	NEW_POINTS = 2,     /* KR-AD-6 */
	WAVES_TO_WIN = 3,   /* KR-WI-1 */
	LAST_YEAR = 11,     /* KR-WI-2 */
	RETIREMENT = 96,    /* KR-RE-1 */
	ENOUGH = 8,         /* living outside Siberia, KR-6.4 */
	FACES = 20,         /* of the die */
	MOST_DECLARED = 99, /* far more than play can bring together */
	UNWRITTEN = 15,     /* on a sheet: what the viewer does not know */
	NONE = AP_NOBODY,   /* no politician, card, seat */
	UNSEEN = 0xfe,      /* where a card is that the viewer does not know */
	ALL_POLITICIANS = (1u << POLITICIANS) - 1
};

/* Where an Intrigue card is: with a seat, or */
enum { DECK = AP_MAX_SEATS, DISCARDS, TABLE, GONE, CARD_PLACES };

enum { BASIC, ADVANCED, SWISS };                  /* values of the option `rules` */
enum { FREE, IMPOSED, STAND_IN, STAND_IN_AGAIN }; /* stages of the Purge Phase */
enum { NO_VOTE, FOR, AGAINST };                   /* innocent or yes; guilty or no */
enum { IN_BALLOT = 2 };                           /* words for votes: trial, then ballot */
enum { OIL_FIELD, AIRLINER, SPACE_SUCCESS, MEDALS, PROTECTIONS };
enum { MINUS, NEITHER, PLUS }; /* of a misdiagnosis */

typedef struct kr_state {
	ap_head head;
	uint32_t sick, ill;           /* one red cross; two */
	uint32_t cure, suspect;       /* under a Cure marker; under a "?" */
	uint32_t moved;               /* by the present sponsor, or in the chief's order */
	uint32_t outing;              /* active until the end of the phase, cards 6 and 9 */
	uint32_t visiting;            /* sent to the Sanatorium in this phase, cards 7 and 8 */
	uint32_t vaccinated;          /* card 34 */
	uint32_t unsettled;           /* control of these may be tied anew */
	uint32_t bared[AP_MAX_SEATS]; /* where all can see what a seat has written */
	uint8_t sheet[AP_MAX_SEATS][POLITICIANS];    /* low: written, hidden; high: ever declared */
	uint8_t declared[AP_MAX_SEATS][POLITICIANS]; /* on the card now */
	uint8_t mark[AP_MAX_SEATS][POLITICIANS];     /* low: to be declared, sealed; high: rank of
													the present total, 1 the earliest */
	uint8_t place[POLITICIANS];
	uint8_t stress[POLITICIANS];
	uint8_t holder[POSTS];           /* follows from place */
	uint8_t order[POSTS];            /* the chief's new order while he makes it */
	uint8_t card[CARDS];             /* where it is: hidden in hands and deck */
	uint8_t card_known[CARDS];       /* seats that know in whose hand it is */
	uint8_t hand_size[AP_MAX_SEATS]; /* follows from card */
	uint8_t left[AP_MAX_SEATS];      /* points never declared; follows from sheet */
	uint8_t intent[AP_MAX_SEATS];    /* card to be announced: sealed */
	uint8_t gift[AP_MAX_SEATS];      /* card to be given away, and to whom: sealed */
	uint8_t gift_to[AP_MAX_SEATS];
	uint8_t waved[LAST_YEAR - 1]; /* by year: the politician, and for whom */
	uint8_t waved_for[LAST_YEAR - 1];
	uint8_t guarded[PROTECTIONS]; /* politicians under a protection card */
	uint8_t gave;                 /* seats that have given a card away in this phase */
	uint8_t year, phase;
	uint8_t winners;            /* seats, when the game is over */
	uint8_t fever;              /* of this year's Health Phase */
	uint8_t no_visits;          /* card 33 */
	uint8_t alibi;              /* card 5 has just been played */
	uint8_t lapsed;             /* card 19 has just been played */
	uint8_t imposed;            /* the card that directs the first purge */
	uint8_t stage;              /* of the Purge Phase */
	uint8_t specialist;         /* the politician card 11 treats */
	uint8_t blackmailed[3];     /* card 19: a politician, his target, the seat that holds it */
	uint8_t chief_blackmail[4]; /* card 20: author, holder, chief, blackmailer */
	uint8_t pravda[2];          /* card 22: the Ideology Chief, his controller */
	uint8_t demanded;           /* card 20: promoted or demoted by it in this phase */
} kr_state;

enum { BM_ACTOR, BM_TARGET, BM_SEAT };                   /* of blackmailed */
enum { CB_AUTHOR, CB_HOLDER, CB_CHIEF, CB_BLACKMAILER }; /* of chief_blackmail */
enum { PRAVDA_MAN, PRAVDA_SEAT };

/* ---- Small things ---------------------------------------------------------------------------- */

static inline uint32_t kr_bit(int politician)
{
	return 1u << politician;
}
static inline int kr_written(const kr_state *s, int seat, int p)
{
	return s->sheet[seat][p] & 15;
}
static inline int kr_shown(const kr_state *s, int seat, int p)
{
	return s->sheet[seat][p] >> 4;
}
/* Of a seat whose sheet the viewer knows. */
static inline int kr_undeclared(const kr_state *s, int seat, int p)
{
	return kr_written(s, seat, p) - kr_shown(s, seat, p);
}
static inline int kr_pending(const kr_state *s, int seat, int p)
{
	return s->mark[seat][p] & 15;
}
static inline int kr_rank(const kr_state *s, int seat, int p)
{
	return s->mark[seat][p] >> 4;
}
static inline int kr_age(const kr_state *s, int p)
{
	return kr_politicians[p].age + s->stress[p];
}
static inline int kr_crosses(const kr_state *s, int p)
{
	return (s->sick >> p & 1) + 2 * (int)(s->ill >> p & 1);
}
static inline bool kr_on_board(const kr_state *s, int p)
{
	return s->place[p] <= PEOPLE;
}
static inline bool kr_member(const kr_state *s, int p)
{
	return s->place[p] < POSTS;
}
static inline int kr_version(const kr_state *s)
{
	return s->head.option[0];
}
static inline bool kr_advanced(const kr_state *s)
{
	return s->head.option[0] == ADVANCED;
}
static inline int kr_clockwise(const kr_state *s, int from, int steps)
{
	int seat = from + steps;
	return seat >= s->head.players ? seat - s->head.players : seat;
}
/* In a post, and not in the Sanatorium. */
static inline bool kr_active(const kr_state *s, int post)
{
	return s->holder[post] != NONE && !((s->cure & ~s->outing) >> s->holder[post] & 1);
}
/* KR-RE-2 */
static inline bool kr_too_old(const kr_state *s, int p)
{
	return kr_age(s, p) >= RETIREMENT;
}
static inline int kr_level(int place)
{
	return place == CHIEF     ? TOP
		: place < IDEOLOGY    ? FIRST_LEVEL
		: place < POSTS       ? SECOND_LEVEL
		: place == CANDIDATES ? CANDIDATE_LEVEL
							  : PEOPLE_LEVEL;
}
/* An announcement fits a local: six bits for the verb, five for each argument. */
static inline int16_t kr_pack(ap_action a)
{
	return (int16_t)(uint16_t)(ap_verb_of(a) << 10 | ap_x(a) << 5 | ap_y(a));
}
static inline ap_action kr_unpack(int16_t packed)
{
	unsigned v = (uint16_t)packed;
	return ap_act(v >> 10, v >> 5 & 31, v & 31);
}
static inline ap_seats kr_table(const kr_state *s)
{
	return (ap_seats)((1u << s->head.players) - 1);
}
static inline void kr_clear_locals(kr_state *s)
{
	memset(ap_top(s)->v, 0, sizeof ap_top(s)->v);
}

#endif
