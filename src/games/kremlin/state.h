/* state.h: the board of Kremlin, and what its rule files share. */
#ifndef APPARAT_KREMLIN_STATE_H
#define APPARAT_KREMLIN_STATE_H

#include "core/game.h"
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

/* Steps of the base frame, then those that are called. */
enum {
	DEAL,
	DEAL_CARDS,
	WRITE,
	OPENING,
	CURE,
	CURE_STAND,
	PURGE_OPEN,
	PURGE,
	PURGE_STAND,
	PURGE_ROLL,
	PURGE_RESULT,
	SPY,
	SPY_STAND,
	HEALTH_OPEN,
	HEALTH,
	HEALTH_RESULT,
	NOMINATE,
	NOMINATED,
	BALLOT,
	BALLOT_STAND,
	ELEVENTH,
	REPLACEMENT,
	DEMAND,
	DEMAND_STAND,
	DEMAND_LEAVE,
	SHIFT,
	SHIFT_STAND,
	SHIFT_LEAVE,
	PROMOTE,
	PROMOTE_STAND,
	PROMOTE_LEAVE,
	FEWER,
	REHABILITATE,
	REHABILITATE_STAND,
	PARADE,
	PARADE_STAND,
	PARADE_ROLL,
	PHASE_END,
	YEAR_END,
	INFLUENCE,
	INFLUENCE_DRAW,
	ENDING,
	LISTEN,
	LISTEN_CARDS,
	TIES,
	TIES_LOT,
	TRIAL,
	TRIAL_STAND,
	CARD,
	CARD_DIE,
	CARD_CHOICE,
	CARD_LOT,
	ACCUSE,
	CHARGE_DIE,
	REVEAL_NAME,
	UNMASK,
	FORCED,
	CARD_END,
	STEPS
};

/* Locals. Most steps: who acts (a politician, or the post of a cursor), what he has announced (an
 * action, packed), who controlled him then, and one more. */
enum { ACTING = 0, SAID = 1, BY = 2, MORE = 3 };
enum { SUBJECT = 0, VOTES = 1, CURSOR = 3 }; /* of a trial or a ballot; BY as above */
enum { ABOUT = 0, ANNOUNCED = 1 };           /* of LISTEN: a politician + 1; cards, two a local */
enum { TIED = 0 };                           /* of TIES: the politician + 1 */
enum { PLAYED = 0, PLAYER = 1, TARGET = 2, ROLL = 3 }; /* of a card */

/* Verbs, in the order in which legal lists have them. */
enum {
	V_SEAL, /* how others see what somebody puts together: it changes nothing they know */
	V_DEAL,
	V_DRAW,
	V_DIE,
	V_LOT,
	V_RECORDED,
	V_WRITE,
	V_PASS,
	V_DECLARE,
	V_PLAY,
	V_GIVE,
	V_FAVOUR,
	V_NOTHING,
	V_CURE,
	V_WORK,
	V_PURGE,
	V_TRIAL,
	V_CONDEMN,
	V_INVESTIGATE,
	V_CLOSE,
	V_VOTE,
	V_NOMINATE,
	V_MOVE,
	V_PROMOTE,
	V_DEMOTE,
	V_EXCHANGE,
	V_ALLOW,
	V_FORBID,
	V_REHABILITATE,
	V_ADD,
	V_INTRIGUE,
	V_TARGET,
	V_ACCUSE,
	V_DIAGNOSE,
	V_KEEP,
	V_OTHER,
	V_REROLL,
	V_CANNOT,
	VERBS
};

enum { THREE_WAVES, YEAR_ELEVEN, TOO_FEW, ONE_CHIEF, REASONS };

enum {
	EV_SET_UP,
	EV_DEALT,
	EV_CARD_DEALT,
	EV_CARD_DEALT_HIDDEN,
	EV_WRITTEN,
	EV_YEAR,
	EV_PHASE,
	EV_DECLARES,
	EV_NESTOR_WOOED,
	EV_CONTROLS,
	EV_TIE_EARLIER,
	EV_TIE_LOT,
	EV_TIE_FAVOURED,
	EV_ALL_SILENT,
	EV_DECIDES_ANEW,
	EV_INACTIVE,
	EV_NO_WILL,
	EV_HEALED,
	EV_TO_SANATORIUM,
	EV_AT_WORK,
	EV_AGES,
	EV_POST_GALLS,
	EV_POST_SUITS,
	EV_AGEING_CAPPED,
	EV_LEAVES_SANATORIUM,
	EV_POWER_PASSES,
	EV_NOBODY_ACTIVE,
	EV_PURGE_ANNOUNCED,
	EV_NO_PURGE,
	EV_PURGE_ROLL,
	EV_MODIFIER,
	EV_PURGE_FAILS,
	EV_TO_SIBERIA,
	EV_INFLUENCE_LOST,
	EV_INFLUENCE_KEPT,
	EV_TRIAL_CALLED,
	EV_CONDEMNED,
	EV_INVESTIGATED,
	EV_CLOSED,
	EV_NOTHING_MORE,
	EV_VOTES,
	EV_GUILTY,
	EV_ACQUITTED,
	EV_HEALTH_ROLL,
	EV_HEALTH_CHANGE,
	EV_DIES,
	EV_NOMINATES,
	EV_NOMINEE_FAILS,
	EV_BECOMES_CHIEF,
	EV_ACCEDES,
	EV_CHAIR_EMPTY,
	EV_ORDER,
	EV_ORDER_KEPT,
	EV_SHIFTED,
	EV_IN_ABSENCE,
	EV_PROMOTES,
	EV_DEMOTES,
	EV_EXCHANGES,
	EV_MOVED,
	EV_FINISHED,
	EV_PROGRESSES,
	EV_OLDER_IN_PRINT,
	EV_FEWER,
	EV_REHABILITATES,
	EV_RETURNS,
	EV_ROSTRUM,
	EV_NO_PARADE,
	EV_PARADE_ROLL,
	EV_WAVES,
	EV_WAVES_FOR_NOBODY,
	EV_DOES_NOT_WAVE,
	EV_RETIRES,
	EV_TOO_OLD,
	EV_NEW_INFLUENCE,
	EV_DRAWS,
	EV_DRAWS_HIDDEN,
	EV_RESHUFFLED,
	EV_PLAYS,
	EV_CARD_RETURNS,
	EV_GIVES,
	EV_GIVES_CARD,
	EV_TARGETS,
	EV_FEVER,
	EV_PROTECTED,
	EV_PROTECTION_ENDS,
	EV_LEAVE_GIVEN,
	EV_LEAVE_REFUSED,
	EV_CARD_ROLL,
	EV_ACCUSES,
	EV_ACCUSES_NOBODY,
	EV_CHARGED,
	EV_CHARGE_FAILS,
	EV_ALIBI,
	EV_SUSPECTED,
	EV_OUTING,
	EV_VISIT,
	EV_VISIT_FAILS,
	EV_DIAGNOSIS,
	EV_SPECIALIST,
	EV_PARDONED,
	EV_YOUNGER,
	EV_IMPOSED,
	EV_IMPOSED_OVER,
	EV_FALLS,
	EV_MASKS_OFF,
	EV_BLACKMAILS,
	EV_BLACKMAIL_ENDS,
	EV_CHIEF_BLACKMAILED,
	EV_DEMANDS,
	EV_DEMANDS_NOTHING,
	EV_CURED_ONE,
	EV_PRAVDA,
	EV_PRAVDA_ENDS,
	EV_POWER_GAME,
	EV_CANNOT,
	EV_GLASNOST,
	EV_GLASNOST_FAILS,
	EV_POINT_LOST,
	EV_CRISIS,
	EV_VACCINATED,
	EV_RECORDED,
	EV_WINS,
	EV_NOBODY_WINS,
	EVENTS
};

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

/* ---- politicians.c: where they are, how old, how well ---------------------------------------- */

int kr_first_active(const kr_state *s, const uint8_t *posts, int count);
int kr_purge_number(int place);
uint32_t kr_members(const kr_state *s);
uint32_t kr_at(const kr_state *s, int place);
int kr_candidates(const kr_state *s);
int kr_living(const kr_state *s); /* outside Siberia */
int kr_oldest_in(const kr_state *s, int place, bool *tied);
void kr_put(kr_state *s, int p, int place, ap_events *ev);
void kr_stress(kr_state *s, int p, int years, int clause, ap_events *ev);
void kr_set_crosses(kr_state *s, int p, int crosses);
void kr_to_siberia(kr_state *s, int p, int clause, ap_events *ev);
void kr_dies(kr_state *s, int p, int clause, ap_events *ev);
void kr_retire_old(kr_state *s, ap_events *ev);
void kr_end_cure(kr_state *s, int p);

/* ---- influence.c: control, KR-DE-1 to KR-DE-4, KR-AD-8 --------------------------------------- */

int kr_controller(const kr_state *s, int p); /* a seat, or NONE */
void kr_new_totals(kr_state *s, int p, ap_seats changed);
void kr_forget_influence(kr_state *s, int p);
uint16_t kr_declare_forbidden(const kr_state *s, int seat, int p, int points);
void kr_settle_ties(kr_state *s);
void kr_ties_run(void *, ap_events *);
void kr_favour_legal(const void *, int, ap_list *);
uint16_t kr_favour_refuse(const void *, int, ap_action);
void kr_favour_apply(void *, int, ap_action, ap_events *);
void kr_tie_lot_legal(const void *, int, ap_list *);
uint16_t kr_tie_lot_refuse(const void *, int, ap_action);
void kr_tie_lot_apply(void *, int, ap_action, ap_events *);
int kr_tie_arbiter(const kr_state *s, int p);
ap_seats kr_tied(const kr_state *s, int p);
ap_seats kr_tied_earliest(const kr_state *s, int p);

/* ---- listen.c: say, then listen, KR-DE-5, KR-DE-6 -------------------------------------------- */

ap_seats kr_speakers(const kr_state *s);
bool kr_cards_out(const kr_state *s); /* somebody holds an Intrigue card */
void kr_listen(kr_state *s, int p);   /* p: whom it is about, or NONE */
void kr_listen_for_cards(kr_state *s, int p);
bool kr_chief_may_be_fetched(kr_state *s);
void kr_announce(kr_state *s, int p, int next); /* his controller has spoken; all listen */
void kr_say(kr_state *s, int p, ap_action a, int next);
bool kr_stands(kr_state *s, int p, ap_events *ev);
const ap_frame *kr_listened(const kr_state *s); /* the frame that is listened to; NULL: none */
int kr_announced(const ap_frame *f, int seat);
bool kr_tiresome(const void *, int seat);
void kr_listen_run(void *, ap_events *);
void kr_listen_legal(const void *, int, ap_list *);
uint16_t kr_listen_refuse(const void *, int, ap_action);
void kr_listen_apply(void *, int, ap_action, ap_events *);
void kr_listen_close(void *, ap_events *);
bool kr_listen_unseal(void *, int);
void kr_listen_cards_run(void *, ap_events *);

/* ---- setup.c --------------------------------------------------------------------------------- */

void kr_blank(void *);
void kr_deal_run(void *, ap_events *);
void kr_deal_legal(const void *, int, ap_list *);
uint16_t kr_deal_refuse(const void *, int, ap_action);
void kr_deal_apply(void *, int, ap_action, ap_events *);
int kr_deal_place(const kr_state *s);
void kr_deal_cards_run(void *, ap_events *);
int kr_card_receiver(const kr_state *s);
int kr_written_count(const kr_state *s, int seat);
void kr_write_run(void *, ap_events *);
void kr_write_legal(const void *, int, ap_list *);
uint16_t kr_write_refuse(const void *, int, ap_action);
void kr_write_apply(void *, int, ap_action, ap_events *);
void kr_write_close(void *, ap_events *);
bool kr_write_unseal(void *, int);
void kr_opening_run(void *, ap_events *);

/* ---- year.c: phases, years, retirement ------------------------------------------------------- */

void kr_begin_year(kr_state *s, ap_events *ev);
void kr_end_phase(kr_state *s);
void kr_phase_end_run(void *, ap_events *);
void kr_year_end_run(void *, ap_events *);

/* ---- dice.c: chance ---------------------------------------------------------------------------
 */

void kr_ask_chance(void *, ap_events *);
void kr_die_legal(const void *, int, ap_list *);
uint16_t kr_die_refuse(const void *, int, ap_action);

/* ---- cure.c: phase 1 --------------------------------------------------------------------------
 */

void kr_leave_healthy(kr_state *s, int p, ap_events *ev);
void kr_cure_run(void *, ap_events *);
void kr_cure_legal(const void *, int, ap_list *);
uint16_t kr_cure_refuse(const void *, int, ap_action);
void kr_cure_apply(void *, int, ap_action, ap_events *);
void kr_cure_stand_run(void *, ap_events *);
void kr_visit_apply(void *, int, ap_action, ap_events *);

/* ---- purge.c: phase 2 -------------------------------------------------------------------------
 */

int kr_purger(const kr_state *s);
int kr_imposed_target(const kr_state *s); /* NONE: free to choose */
void kr_purge_open_run(void *, ap_events *);
void kr_purge_run(void *, ap_events *);
void kr_purge_legal(const void *, int, ap_list *);
uint16_t kr_purge_refuse(const void *, int, ap_action);
void kr_purge_apply(void *, int, ap_action, ap_events *);
void kr_purge_stand_run(void *, ap_events *);
void kr_purge_roll_apply(void *, int, ap_action, ap_events *);
void kr_purge_result_run(void *, ap_events *);

/* ---- spy.c: phase 3; ballot.c: votes at trials and funerals -----------------------------------
 */

int kr_investigator(const kr_state *s);
void kr_spy_run(void *, ap_events *);
void kr_spy_legal(const void *, int, ap_list *);
uint16_t kr_spy_refuse(const void *, int, ap_action);
void kr_spy_apply(void *, int, ap_action, ap_events *);
void kr_spy_stand_run(void *, ap_events *);
void kr_call_trial(kr_state *s, int accused, int accuser);
void kr_trial_run(void *, ap_events *);
void kr_ballot_run(void *, ap_events *);
void kr_vote_legal(const void *, int, ap_list *);
uint16_t kr_vote_refuse(const void *, int, ap_action);
void kr_vote_apply(void *, int, ap_action, ap_events *);
void kr_vote_stand_run(void *, ap_events *);
static inline int kr_subject(const ap_frame *f)
{
	return f->v[SUBJECT] & 0xff;
}
/* Who called the trial, or nominates. */
static inline int kr_caller(const ap_frame *f)
{
	return f->v[SUBJECT] >> 8 & 0xff;
}
static inline int kr_cursor(const ap_frame *f)
{
	return f->v[CURSOR] & 15;
}
static inline int kr_vote_of(const ap_frame *f, int post)
{
	return (uint16_t)f->v[VOTES] >> 2 * post & 3;
}
int kr_votes(const ap_frame *f, int vote);

/* ---- health.c: phase 4; funeral.c: phase 5 ----------------------------------------------------
 */

int kr_health_change(int age, bool away, int roll);
void kr_health_open_run(void *, ap_events *);
void kr_health_run(void *, ap_events *);
void kr_health_apply(void *, int, ap_action, ap_events *);
void kr_health_result_run(void *, ap_events *);
void kr_begin_funeral(kr_state *s, ap_events *ev);
uint32_t kr_nominees(const kr_state *s, const ap_frame *f, int nominator);
int kr_nominator(const kr_state *s, const ap_frame *f);
void kr_nominate_run(void *, ap_events *);
void kr_nominate_legal(const void *, int, ap_list *);
uint16_t kr_nominate_refuse(const void *, int, ap_action);
void kr_nominate_apply(void *, int, ap_action, ap_events *);
void kr_nominated_run(void *, ap_events *);
void kr_count_ballot(kr_state *s, ap_events *ev);
void kr_eleventh_run(void *, ap_events *);

/* ---- replacement.c, promotion.c: phase 6 ------------------------------------------------------
 */

bool kr_guarded(const kr_state *s, int p);
int kr_guard_clause(const kr_state *s, int p);
bool kr_needs_leave(const kr_state *s, int p);
void kr_end_protections(kr_state *s, int p, ap_events *ev); /* p: NONE for all */
void kr_replacement_run(void *, ap_events *);
void kr_demand_run(void *, ap_events *);
void kr_demand_legal(const void *, int, ap_list *);
uint16_t kr_demand_refuse(const void *, int, ap_action);
void kr_demand_apply(void *, int, ap_action, ap_events *);
void kr_demand_stand_run(void *, ap_events *);
uint16_t kr_demand_forbidden(const kr_state *s, ap_action a);
int kr_demand_asked(const kr_state *s, const ap_frame *f);
void kr_demand_leave_run(void *, ap_events *);
void kr_demand_leave_apply(void *, int, ap_action, ap_events *);
void kr_shift_run(void *, ap_events *);
void kr_shift_legal(const void *, int, ap_list *);
uint16_t kr_shift_refuse(const void *, int, ap_action);
void kr_shift_apply(void *, int, ap_action, ap_events *);
void kr_shift_stand_run(void *, ap_events *);
void kr_leave_legal(const void *, int, ap_list *);
uint16_t kr_leave_refuse(const void *, int, ap_action);
void kr_shift_leave_run(void *, ap_events *);
void kr_shift_leave_apply(void *, int, ap_action, ap_events *);
int kr_shift_asked(const kr_state *s, const ap_frame *f);
void kr_begin_promotions(kr_state *s, int sponsor);
uint16_t kr_promote_forbidden(const kr_state *s, int sponsor, int p, int place);
uint16_t kr_demote_forbidden(const kr_state *s, int p, int place);
uint16_t kr_exchange_forbidden(const kr_state *s, int sponsor, int down, int up);
void kr_promotions(const kr_state *s, int sponsor, ap_list *out);
void kr_demotions(const kr_state *s, ap_list *out);
bool kr_can_promote(const kr_state *s, int sponsor);
void kr_carry_out(kr_state *s, int sponsor, ap_action a, ap_events *ev);
void kr_promote_run(void *, ap_events *);
void kr_promote_legal(const void *, int, ap_list *);
uint16_t kr_promote_refuse(const void *, int, ap_action);
void kr_promote_apply(void *, int, ap_action, ap_events *);
void kr_promote_stand_run(void *, ap_events *);
void kr_promote_leave_run(void *, ap_events *);
void kr_promote_leave_apply(void *, int, ap_action, ap_events *);
void kr_progress(kr_state *s, int level, ap_events *ev);
int kr_highest_active(const kr_state *s); /* a politician, or NONE */
void kr_fewer_run(void *, ap_events *);

/* ---- rehabilitation.c, parade.c: phases 7 and 8 -----------------------------------------------
 */

void kr_rehabilitate_run(void *, ap_events *);
void kr_rehabilitate_legal(const void *, int, ap_list *);
uint16_t kr_rehabilitate_refuse(const void *, int, ap_action);
void kr_rehabilitate_apply(void *, int, ap_action, ap_events *);
void kr_rehabilitate_stand_run(void *, ap_events *);
void kr_parade_run(void *, ap_events *);
void kr_parade_stand_run(void *, ap_events *);
void kr_parade_roll_apply(void *, int, ap_action, ap_events *);

/* ---- advanced.c: cards in hands, new influence -------------------------------------------------
 */

int kr_deck_size(const kr_state *s);
bool kr_can_draw(const kr_state *s);
void kr_reshuffle_if_empty(kr_state *s, ap_events *ev);
void kr_card_to(kr_state *s, int card, int place); /* keeps the sizes of the hands */
void kr_drawn(kr_state *s, int seat, int card, ap_events *ev, bool dealt);
void kr_draw_legal(const void *, int, ap_list *);
uint16_t kr_draw_refuse(const void *, int, ap_action);
void kr_deal_cards_apply(void *, int, ap_action, ap_events *);
int kr_influence_seat(const kr_state *s);
void kr_begin_influence(kr_state *s);
void kr_add_point(kr_state *s, int seat, int p, int clause, ap_events *ev);
void kr_influence_run(void *, ap_events *);
void kr_influence_legal(const void *, int, ap_list *);
uint16_t kr_influence_refuse(const void *, int, ap_action);
void kr_influence_apply(void *, int, ap_action, ap_events *);
void kr_influence_draw_apply(void *, int, ap_action, ap_events *);

/* ---- intrigue.c: when a card may be played, and at whom; intrigue_*.c: what it does ------------
 */

static inline int kr_card_clause(int card)
{
	return KR_IC_1 + card;
}
static inline int kr_card_post(int card)
{
	return kr_intrigues[card].post - KR_POST_CHIEF; /* of cards that are about a post */
}
uint16_t kr_card_forbidden(const kr_state *s, int seat, int card, const ap_frame *now);
uint32_t kr_card_targets(const kr_state *s, int seat, int card, const ap_frame *now);
bool kr_card_has_target(int card);
void kr_card_run(void *, ap_events *);
void kr_card_legal(const void *, int, ap_list *);
uint16_t kr_card_refuse(const void *, int, ap_action);
void kr_card_apply(void *, int, ap_action, ap_events *);
void kr_card_die_apply(void *, int, ap_action, ap_events *);
void kr_choice_run(void *, ap_events *);
void kr_choice_legal(const void *, int, ap_list *);
uint16_t kr_choice_refuse(const void *, int, ap_action);
void kr_choice_apply(void *, int, ap_action, ap_events *);
void kr_card_lot_legal(const void *, int, ap_list *);
uint16_t kr_card_lot_refuse(const void *, int, ap_action);
void kr_card_lot_apply(void *, int, ap_action, ap_events *);
void kr_accuse_run(void *, ap_events *);
void kr_accuse_legal(const void *, int, ap_list *);
uint16_t kr_accuse_refuse(const void *, int, ap_action);
void kr_accuse_apply(void *, int, ap_action, ap_events *);
void kr_charge_die_apply(void *, int, ap_action, ap_events *);
void kr_reveal_name_run(void *, ap_events *);
void kr_reveal_name_legal(const void *, int, ap_list *);
uint16_t kr_reveal_name_refuse(const void *, int, ap_action);
void kr_reveal_name_apply(void *, int, ap_action, ap_events *);
int kr_reveal_asked(const kr_state *s, const ap_frame *f);
void kr_unmask_run(void *, ap_events *);
void kr_unmask_apply(void *, int, ap_action, ap_events *);
void kr_forced_run(void *, ap_events *);
void kr_forced_legal(const void *, int, ap_list *);
uint16_t kr_forced_refuse(const void *, int, ap_action);
void kr_forced_apply(void *, int, ap_action, ap_events *);
void kr_card_end_run(void *, ap_events *);
void kr_card_done(kr_state *s); /* the card frame ends; the card to the discards */
void kr_lapse_cards(kr_state *s, ap_events *ev);
void kr_card_effect(kr_state *s, int target, ap_events *ev); /* target: NONE for cards without */
void kr_card_rolled(kr_state *s, int die, ap_events *ev);
void kr_visit_rolled(kr_state *s, int die, ap_events *ev);
uint32_t kr_controlled_by(const kr_state *s, int seat); /* politicians on the board */
int kr_forced_points(const kr_state *s, int seat);
bool kr_bars(const kr_state *s, int actor, int target); /* card 19 */

/* ---- victory.c, knowledge.c, soundness.c -------------------------------------------------------
 */

void kr_end_game(kr_state *s, int reason, int p, ap_events *ev); /* p decides it; NONE: nobody */
void kr_ending_run(void *, ap_events *);
void kr_recorded_legal(const void *, int, ap_list *);
uint16_t kr_recorded_refuse(const void *, int, ap_action);
void kr_ending_apply(void *, int, ap_action, ap_events *);
int kr_recorded_seat(const kr_state *s);
int kr_recorded_on(const kr_state *s);
void kr_outcome(const void *, ap_outcome *);
void kr_hide(void *, int viewer);
void kr_fill(void *, int viewer, ap_rng *);
ap_action kr_mask(const void *, int seat, ap_action a, int viewer);
void kr_mend(void *);
const char *kr_unsound(const void *);

#endif
