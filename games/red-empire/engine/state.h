/* state.h: the table of Red Empire, and what its rule files share. */
#ifndef APPARAT_RED_EMPIRE_STATE_H
#define APPARAT_RED_EMPIRE_STATE_H

#include "game.h"
#include "red_empire_clauses.h"
#include "red_empire_tables.h"

enum {
	HAND = 5,             /* RE-TU-3 */
	COLLAPSE_AT = 18,     /* RE-CR-8 */
	HERO_BONUS = 2,       /* RE-OP-8 */
	STAIN = 2,            /* RE-MA-1, RE-OP-7: what Disrepute and Scandal take away */
	PRESIDENT_POINTS = 5, /* RE-VI-3 */
	NONE = AP_NOBODY,     /* no leader, no card, no seat */
	DISREPUTES = 3,
	AILINGS = 3,
	SCANDALS = 4,
	HEROES = 3,
	JUNKETS = 3,
	CRISES = 6
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
	re_set unseen;                           /* in the deck or in a hand; public */
	uint64_t purge[RE_LEADERS];              /* action cards laid on each leader */
	re_leader_set faction[AP_MAX_SEATS];     /* leaders in play */
	re_leader_set won_leaders[AP_MAX_SEATS]; /* victory piles: purged leaders */
	re_leader_set lost_leaders;              /* out of play, nobody's */
	uint8_t hand_size[AP_MAX_SEATS];
	/* At most so many cards of a hand can be crises or mandates: the rest was in it when its
	 * player last said that he had none. */
	uint8_t fresh[AP_MAX_SEATS];
	uint8_t given[AP_MAX_SEATS]; /* the card each laid on the open crisis */
	uint8_t president;           /* the leader who holds the office */
	uint8_t pile;                /* unsolved crises: bit n is crisis n */
	uint8_t hero_on[HEROES];     /* leaders */
	uint8_t ailing_on[AILINGS];
	uint8_t disrepute_by[DISREPUTES]; /* seats */
	uint8_t spared[DISREPUTES];       /* seats abroad when it was laid, and still: a set */
	uint8_t scandal_by[SCANDALS];
	uint8_t scandal_on[SCANDALS];
	uint8_t junket_by[JUNKETS];
	uint8_t unused; /* no hidden padding: states are compared as bytes */
} re_state;

_Static_assert(sizeof(re_state) == 736, "no padding, and below 1 KiB");

/* Steps of the base frame, in the order of the rulebook; its v[TURN] is the seat whose turn it is.
 */
enum {
	DEAL_LEADERS,
	DEAL_CARDS,
	FIRST_PRESIDENT,
	FIRST_TURN,
	TURN_START,
	AILING_ROLLS,
	REFILL,
	CRISIS_CARDS,
	MANDATE_CARDS,
	CHOICE,
	TURN_END,
	/* Steps that are called. */
	OFFICE,
	OFFICE_LOT,
	OFFICE_PICK,
	CONTRIBUTIONS,
	TREATY_PLEA,
	NEW_LEADER,
	AFFLICT,
	EXPOSE,
	STEPS
};

enum { TURN = 0, ROLLED = 1 };       /* locals of the base frame */
enum { OPEN_CRISIS = 0, ASKED = 1 }; /* of CONTRIBUTIONS */
enum { WHO = 0, AWARD = 1 };         /* of OFFICE*: seat or tied seats; the clause of the award */
enum { EXPOSER = 0, AROUND = 1, AT = 2 }; /* of EXPOSE */

/* Verbs, in the order in which legal lists have them. */
enum {
	DIE,
	DRAW,
	LEADER,
	LOT,
	APPOINT,
	CRISIS,
	MANDATE,
	GO_ON,
	PASS,
	GIVE,
	TREATY,
	DECLINE,
	STRIKE,
	PURGE,
	EXPOSES,
	SCANDAL,
	HERO,
	JUNKET,
	DISCARD,
	VERBS
};

enum { VICTORY, SHARED_VICTORY, COLLAPSE, REASONS };
enum { FALL_PRESIDENT, FALL_FACTION };

enum {
	EV_LEADER_DEALT,
	EV_CARD_DEALT,
	EV_CARD_DEALT_HIDDEN,
	EV_TOTAL,
	EV_TOTALS_TIED,
	EV_LOT,
	EV_PASSED_OVER,
	EV_OFFICE_WON,
	EV_PRESIDENT_NAMED,
	EV_OFFICE_FREE,
	EV_OFFICE_VACANT,
	EV_OFFICE_FILLED,
	EV_TURN,
	EV_LAPSES,
	EV_CARD_DRAWN,
	EV_CARD_DRAWN_HIDDEN,
	EV_NO_CRISIS,
	EV_NO_MANDATE,
	EV_NOTHING_DONE,
	EV_DISCARDED,
	EV_NO_LEADERS,
	EV_CRISIS,
	EV_CRISIS_PASS,
	EV_CRISIS_EMPTY_HAND,
	EV_CONTRIBUTION,
	EV_CRISIS_SOLVED,
	EV_CONTRIBUTION_KEPT,
	EV_CRISIS_CREDITED,
	EV_CRISIS_UNCLAIMED,
	EV_CRISIS_FAILED,
	EV_COLLAPSE,
	EV_NO_TREATY,
	EV_PRESIDENT_FALLS,
	EV_FALLS_WITH_HIM,
	EV_NOBODY_FALLS,
	EV_DISREPUTE,
	EV_BROUGHT_DOWN,
	EV_CREDITED,
	EV_CREDITED_LEFT,
	EV_NEW_LEADER,
	EV_NO_NEW_LEADER,
	EV_AILING,
	EV_ALREADY_AILING,
	EV_AILING_ROLL,
	EV_RECOVERS,
	EV_LINGERS,
	EV_DIES,
	EV_NOBODY_AILS,
	EV_TREATY_CLEARS,
	EV_TREATY_SAVES,
	EV_EXPOSES,
	EV_EXPOSE_ROLL,
	EV_EXPOSED,
	EV_EXPOSED_OWN,
	EV_EXPOSE_IMMUNE,
	EV_SCANDAL,
	EV_HERO,
	EV_JUNKET,
	EV_OUT_OF_REACH,
	EV_COMES_HOME,
	EV_REACHED_ABROAD,
	EV_PURGE_CARD,
	EV_PURGED,
	EV_PURGE_SPENT,
	EV_PRESIDENT_PURGED,
	EV_CARDS_GO,
	EV_LAST_CARD,
	EV_SCORE_LEADERS,
	EV_SCORE_CRISES,
	EV_SCORE_OFFICE,
	EV_SCORE_CARDS,
	EV_WINS,
	EV_SHARES,
	EVENTS
};

/* ---- cards.c: sets of cards, where they are, and moving them ------------------------------- */

extern const re_set re_of_kind[RE_KIND_COUNT];
extern const re_set re_mandates;
extern const uint64_t re_actions_of[RE_GROUP_COUNT]; /* action cards all lie in the first word */

static inline bool has(const re_set *set, int card)
{
	return set->word[card >> 6] >> (card & 63) & 1;
}
static inline void put(re_set *set, int card)
{
	set->word[card >> 6] |= (uint64_t)1 << (card & 63);
}
static inline void take(re_set *set, int card)
{
	set->word[card >> 6] &= ~((uint64_t)1 << (card & 63));
}
static inline re_set both(re_set a, re_set b)
{
	return (re_set){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}
static inline bool is_empty(re_set a)
{
	return (a.word[0] | a.word[1]) == 0;
}
static inline int size_of(re_set a)
{
	return __builtin_popcountll(a.word[0]) + __builtin_popcountll(a.word[1]);
}
/* Takes the first card out of the set; NONE when it is empty. */
int re_take_first(re_set *set);

/* Adds `verb card` for each card of the set. */
void re_add_cards(ap_list *out, int verb, re_set cards);

re_set re_deck_of(const re_state *s); /* full states only */
int re_deck_size(const re_state *s);
bool re_holds(const re_state *s, int seat, int card, int kind);
void re_draw_to_hand(re_state *s, int seat, int card);
void re_out_of_hand(re_state *s, int seat, int card); /* seen by all from now on */
void re_discard_from_hand(re_state *s, int seat, int card);
static inline bool holds_kind(const re_state *s, int seat, int kind)
{
	return !is_empty(both(s->hand[seat], re_of_kind[kind]));
}

/* ---- leaders.c: who belongs to whom, stature, leaving play --------------------------------- */

extern const re_leader_set re_leaders_of[RE_GROUP_COUNT];

re_leader_set re_leader_deck(const re_state *s);
int re_owner_of(const re_state *s, int leader); /* NONE: not in play */
int re_stature(const re_state *s, int leader);
int re_purge_total(const re_state *s, int leader);
bool re_is_hero(const re_state *s, int leader);
bool re_is_ailing(const re_state *s, int leader);
bool re_is_abroad(const re_state *s, int seat);
ap_seats re_seats_abroad(const re_state *s);
bool re_has_group(const re_state *s, int seat, int group);
int re_president_seat(const re_state *s); /* NONE: the office is vacant */
void re_discard_purge(re_state *s, int leader);
void re_leave_play(re_state *s, int leader, ap_events *ev); /* RE-AC-10 */

static inline re_leader_set leader_bit(int leader)
{
	return (re_leader_set)1 << leader;
}
static inline int clockwise(const re_state *s, int from, int steps)
{
	int seat = from + steps;
	return seat >= s->head.players ? seat - s->head.players : seat;
}
static inline int turn_of(const re_state *s)
{
	return s->head.stack[0].v[TURN];
}

/* ---- The rule files ------------------------------------------------------------------------ */

/* setup.c */
void re_deal_leaders_run(void *, ap_events *);
void re_deal_cards_run(void *, ap_events *);
void re_first_president_run(void *, ap_events *);
void re_leader_legal(const void *, int, ap_list *);
uint16_t re_leader_refuse(const void *, int, ap_action);
void re_deal_leaders_apply(void *, int, ap_action, ap_events *);
void re_draw_legal(const void *, int, ap_list *);
uint16_t re_draw_refuse(const void *, int, ap_action);
void re_deal_cards_apply(void *, int, ap_action, ap_events *);
int re_drawing_seat(const re_state *s);

/* president.c */
void re_office_falls_free(re_state *s, int award, ap_events *ev); /* calls OFFICE */
void re_office_to_purger(re_state *s, int seat, int leader, ap_events *ev);
void re_office_run(void *, ap_events *);
void re_lot_run(void *, ap_events *);
void re_lot_legal(const void *, int, ap_list *);
uint16_t re_lot_refuse(const void *, int, ap_action);
void re_lot_apply(void *, int, ap_action, ap_events *);
void re_pick_run(void *, ap_events *);
void re_pick_legal(const void *, int, ap_list *);
uint16_t re_pick_refuse(const void *, int, ap_action);
void re_pick_apply(void *, int, ap_action, ap_events *);

/* turn.c */
void re_first_turn_run(void *, ap_events *);
void re_turn_start_run(void *, ap_events *);
void re_refill_run(void *, ap_events *);
void re_refill_apply(void *, int, ap_action, ap_events *);
void re_crisis_cards_run(void *, ap_events *);
void re_crisis_cards_legal(const void *, int, ap_list *);
uint16_t re_crisis_cards_refuse(const void *, int, ap_action);
void re_crisis_cards_apply(void *, int, ap_action, ap_events *);
void re_mandate_cards_run(void *, ap_events *);
void re_mandate_cards_legal(const void *, int, ap_list *);
uint16_t re_mandate_cards_refuse(const void *, int, ap_action);
void re_mandate_cards_apply(void *, int, ap_action, ap_events *);
void re_choice_run(void *, ap_events *);
void re_choice_legal(const void *, int, ap_list *);
uint16_t re_choice_refuse(const void *, int, ap_action);
void re_choice_apply(void *, int, ap_action, ap_events *);
void re_turn_end_run(void *, ap_events *);

/* crisis.c */
int re_pile_total(const re_state *s);
int re_given_total(const re_state *s); /* for the open crisis */
void re_open_crisis(re_state *s, int seat, int card, ap_events *ev);
void re_contributions_run(void *, ap_events *);
void re_contributions_legal(const void *, int, ap_list *);
uint16_t re_contributions_refuse(const void *, int, ap_action);
void re_contributions_apply(void *, int, ap_action, ap_events *);
void re_treaty_plea_run(void *, ap_events *);
void re_treaty_plea_legal(const void *, int, ap_list *);
uint16_t re_treaty_plea_refuse(const void *, int, ap_action);
void re_treaty_plea_apply(void *, int, ap_action, ap_events *);

/* mandates.c */
void re_play_mandate(re_state *s, int seat, int card, ap_events *ev);
void re_bring_down(re_state *s, int by, re_leader_set among, ap_events *ev);
void re_new_leader_run(void *, ap_events *);
void re_new_leader_apply(void *, int, ap_action, ap_events *);
re_leader_set re_may_fall_ill(const re_state *s, int seat);
void re_afflict_run(void *, ap_events *);
void re_afflict_legal(const void *, int, ap_list *);
uint16_t re_afflict_refuse(const void *, int, ap_action);
void re_afflict_apply(void *, int, ap_action, ap_events *);
void re_ailing_rolls_run(void *, ap_events *);
void re_ailing_rolls_apply(void *, int, ap_action, ap_events *);
void re_die_legal(const void *, int, ap_list *);
uint16_t re_ailing_die_refuse(const void *, int, ap_action);

/* options.c */
void re_options_legal_before_purge(const re_state *s, int seat, ap_list *out);
void re_options_legal_after_purge(const re_state *s, int seat, ap_list *out);
uint16_t re_option_refuse(const re_state *s, int seat, ap_action a);
void re_play_option(re_state *s, int seat, ap_action a, ap_events *ev);
void re_expose_run(void *, ap_events *);
uint16_t re_expose_die_refuse(const void *, int, ap_action);
void re_expose_apply(void *, int, ap_action, ap_events *);
void re_come_home(re_state *s, int seat, int disrepute, ap_events *ev);

/* action_cards.c */
uint16_t re_action_card_forbidden(const re_state *s, int seat, int card);
uint64_t re_playable_actions(const re_state *s, int seat);
void re_purge_legal(const re_state *s, int seat, ap_list *out);
uint16_t re_purge_refuse(const re_state *s, int seat, ap_action a);
void re_lay_purge_card(re_state *s, int seat, ap_action a, ap_events *ev);

/* victory.c */
void re_end_game(re_state *s, ap_events *ev);
void re_outcome(const void *, ap_outcome *);

/* knowledge.c, soundness.c */
void re_hide(void *, int viewer);
void re_fill(void *, int viewer, ap_rng *);
ap_action re_mask(const void *, int seat, ap_action a, int viewer);
void re_mend(void *);
const char *re_unsound(const void *);

#endif
