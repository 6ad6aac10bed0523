/* chapters.h: what the chapters of Kremlin promise one another, file by file. The functions of the
 * steps are declared with the steps. Where a function returns or takes a politician, a card or a
 * seat, KR_NONE stands for none. */
#ifndef APPARAT_KREMLIN_CHAPTERS_H
#define APPARAT_KREMLIN_CHAPTERS_H

#include "state.h"

/* ---- dice.c: the die of 20 and what is added to it ------------------------------------------- */

typedef struct kr_modifier {
	int value;  /* what a rule adds to the die */
	int clause; /* the rule */
} kr_modifier;

typedef struct kr_modifiers {
	kr_modifier list[6];
	int count;
	int sum; /* of their values */
} kr_modifiers;

void kr_modify(kr_modifiers *m, int value, int clause); /* adds one, unless its value is 0 */
void kr_tell_modifiers(const kr_modifiers *m, ap_events *ev);
int kr_faces_reaching(int needs); /* how many faces of the die are at least that high */

/* ---- politicians.c: where they are, how old, how well ---------------------------------------- */

/* The holder of the first of these posts that is active. */
int kr_first_active(const kr_state *s, const uint8_t *posts, int count);
int kr_highest_active(const kr_state *s); /* the highest active member of the Politburo */
kr_politician_set kr_members(const kr_state *s);
kr_politician_set kr_at(const kr_state *s, int place);
int kr_candidates(const kr_state *s); /* how many there are */
int kr_living(const kr_state *s);     /* how many live outside Siberia */
/* KR-AD-1: 1 if he is strong in that place, -1 if he is weak, otherwise 0. */
int kr_suits(const kr_state *s, int p, int post);
/* KR-6.5: the oldest of a set; `tied`: by his printed age alone. */
int kr_oldest_of(const kr_state *s, kr_politician_set set, bool *tied);
/* KR-6.11 to KR-6.31: who gets the next vacancy of a level by his age. */
int kr_next_by_age(const kr_state *s, int level, bool *tied);
/* Those in a place, the oldest first. Returns how many they are. */
int kr_oldest_first(const kr_state *s, int place, uint8_t out[KR_POLITICIANS]);
void kr_stress(kr_state *s, int p, int years, int clause, ap_events *ev);
void kr_put(kr_state *s, int p, int place, ap_events *ev);
void kr_set_crosses(kr_state *s, int p, int crosses);
void kr_to_siberia(kr_state *s, int p, int clause, ap_events *ev);
void kr_dies(kr_state *s, int p, int clause, ap_events *ev);
void kr_retire_old(kr_state *s, ap_events *ev);
void kr_end_cure(kr_state *s, int p); /* and all that lasts only as long as he takes the cure */

/* ---- influence.c: control, KR-DE-1 to KR-DE-4, KR-AD-8 --------------------------------------- */

int kr_controller(const kr_state *s, int p);
/* These seats have just reached new totals on him. */
void kr_new_totals(kr_state *s, int p, ap_seats changed);
void kr_forget_influence(kr_state *s, int p);
uint16_t kr_declare_forbidden(const kr_state *s, int seat, int p, int points);
/* Points that a seat has written come from its sheet on his card. */
void kr_put_on_card(kr_state *s, int seat, int p, int points);
void kr_settle_ties(kr_state *s);
ap_seats kr_tied(const kr_state *s, int p);          /* those that share the most points */
ap_seats kr_tied_earliest(const kr_state *s, int p); /* of these, those that were first */
/* Who settles a tie by card 22 or KR-AD-8; KR_NONE: the earlier total or the lot does. */
int kr_tie_arbiter(const kr_state *s, int p);

/* ---- listen.c: say, then listen, KR-DE-5, KR-DE-6 -------------------------------------------- */

ap_seats kr_speakers(const kr_state *s);
bool kr_cards_out(const kr_state *s); /* somebody holds an Intrigue card */
/* All listen, if anybody may speak. p: about whom the round is, or KR_NONE. */
void kr_listen(kr_state *s, int p);
void kr_listen_for_cards(kr_state *s, int p); /* only if somebody holds a card */
/* A chief in the Sanatorium can be fetched by a card before his part of phases 6 and 8: all are
 * asked for it once. */
bool kr_asks_to_fetch_chief(kr_state *s);
/* The controller of a politician has spoken: all listen, then `next` runs. Returns the controller,
 * for the frame to remember. */
uint8_t kr_announce(kr_state *s, int p, int next);
/* Whether an announcement stands: he is still controlled by the same seat. */
bool kr_stands(const kr_state *s, int p, int by, ap_events *ev);
bool kr_is_listening(int step);
const ap_frame *kr_listened(const kr_state *s); /* the frame that is listened to; NULL: none */
bool kr_cards_wait(const kr_state *s); /* a card was announced and is still to be resolved */
bool kr_hardly_matters(const void *view, int seat);

/* ---- matters.c: what frames are about -------------------------------------------------------- */

typedef struct kr_matter {
	int step;       /* of the frame; KR_NONE: there is no such frame */
	int actor;      /* the politician who decides, rolls or is fought over */
	ap_action said; /* what was announced; AP_NO_ACTION: nothing */
	int by;         /* the seat that controlled him then */
	int subject;    /* the politician whom it is about */
	int caller;     /* of a vote: who nominates, or has called the trial */
	int die;        /* of a Health roll that has fallen; 0: none has */
	int margin;     /* of a purge roll that has fallen, protections apart */
} kr_matter;

kr_matter kr_matter_of(const kr_state *s, const ap_frame *f); /* f may be NULL */
kr_matter kr_matter_heard(const kr_state *s);                 /* of the frame that is listened to */
int kr_step_anew(int step); /* the step that asks a new controller; KR_NONE: there is none */
/* While all listen: the round is over, and this seat is asked in the place of whoever has spoken.
 * Bots imagine it. */
void kr_ask_anew(kr_state *s, int seat);

typedef struct kr_vote_count {
	bool trial;          /* or a nomination */
	int subject, caller; /* the accused and the accuser, the nominee and the nominator */
	int post;            /* of the member who votes */
	int ayes, nays;      /* that are taken */
	int needed;          /* the ayes that acquit, or the nays that defeat */
} kr_vote_count;

kr_vote_count kr_votes_in(const ap_frame *f); /* of a frame of a vote */

typedef struct kr_resolution {
	int card;
	int faction; /* who may accuse, or must declare in a power game */
	int due;     /* the points of a power game */
} kr_resolution;

kr_resolution kr_card_resolved(const kr_state *s); /* of the card on top of the stack */
int kr_listening_about(const kr_state *s);         /* the round on top of the stack */

/* ---- setup.c, year.c ------------------------------------------------------------------------- */

int kr_deal_place(const kr_state *s);    /* where the next politician is dealt */
int kr_card_receiver(const kr_state *s); /* the seat that is dealt the next card */
int kr_written_count(const kr_state *s, int seat);
int kr_phase_now(const kr_state *s); /* the set-up or a phase; at the end the last one */
void kr_begin_year(kr_state *s, ap_events *ev);
void kr_end_phase(kr_state *s);

/* ---- cure.c, health.c: phases 1 and 4 -------------------------------------------------------- */

/* KR-1.1, KR-SW-2: by how many years his red crosses age a member at work in phase 1. */
int kr_years_of_illness(const kr_state *s, int p);
void kr_leave_healthy(kr_state *s, int p, ap_events *ev);
/* The Health Table: how many red crosses more or less a roll brings; KR_DEADLY_CROSSES: death. */
int kr_health_change(int age, bool in_cure, int roll);
/* What is added to his Health roll by fever and specialist. */
kr_modifiers kr_health_modifiers(const kr_state *s, int p, bool in_cure);
/* The red crosses he has after a roll with these; KR_DEADLY_CROSSES: he is dead. */
int kr_crosses_after(const kr_state *s, int p, bool in_cure, int roll);
int kr_next_to_roll(const kr_state *s, int post); /* from this post on; KR_POSTS: nobody */

/* ---- purge_terms.c, purge.c: phase 2 --------------------------------------------------------- */

typedef struct kr_purge_terms {
	int number;               /* the purge number of the victim's level */
	int needs;                /* what the die must reach, at least 1; above 20 none does */
	kr_modifiers modifiers;   /* that count when the die falls */
	kr_modifiers protections; /* that count when the result does */
} kr_purge_terms;

int kr_purge_number(int place); /* of the level of a place from which one can be purged */
kr_purge_terms kr_purge_terms_of(const kr_state *s, int victim);
kr_modifiers kr_protections_of(const kr_state *s, int victim);
int kr_protection_card(int protection);
int kr_purger(const kr_state *s);         /* who may purge at this stage */
int kr_imposed_target(const kr_state *s); /* at whom a card directs the purge */
int kr_stand_in_post(int card);           /* of a card that directs the purge: who purges instead */
/* Whether the die of the purge is rolled next, if nobody says anything more. */
bool kr_purge_will_be_rolled(const kr_state *s, const kr_purge_frame *f);

/* ---- spy.c, ballot.c, funeral.c: phases 3 and 5 ---------------------------------------------- */

int kr_investigator(const kr_state *s);
bool kr_is_trial(int step);
int kr_votes(const kr_ballot_frame *f, int vote); /* how many of those taken are such */
/* accuser: KR_NONE after an assassination attempt, where nobody pays. */
void kr_call_trial(kr_state *s, int accused, int accuser);
void kr_begin_funeral(kr_state *s);
void kr_count_ballot(kr_state *s, ap_events *ev);
int kr_first_nominator(const kr_state *s);
kr_politician_set kr_first_nominees(const kr_state *s, int nominator);
int kr_nominator(const kr_state *s, const kr_ballot_frame *f);
kr_politician_set kr_nominees(const kr_state *s, const kr_ballot_frame *f, int nominator);

/* ---- replacement.c, promotion.c: phase 6 ----------------------------------------------------- */

bool kr_guarded(const kr_state *s, int p); /* a card protects him */
int kr_guard_clause(const kr_state *s, int p);
bool kr_needs_leave(const kr_state *s, int p); /* the chief needs another's leave to touch him */
void kr_end_protections(kr_state *s, int p, ap_events *ev); /* p: KR_NONE for all */
bool kr_order_is_kept(const kr_state *s); /* the chief's new order changes nothing */
uint16_t kr_demand_forbidden(const kr_state *s, ap_action a);
int kr_demand_asked(const kr_state *s, const kr_demand_frame *f); /* for whom leave is asked */
int kr_shift_asked(const kr_state *s, const kr_shift_frame *f);   /* the post of such a man */
/* The protected man for whom leave is asked in this frame. */
int kr_leave_asked_for(const kr_state *s, const ap_frame *f);
void kr_begin_promotions(kr_state *s, int sponsor);
uint16_t kr_promote_forbidden(const kr_state *s, int sponsor, int p, int place);
uint16_t kr_demote_forbidden(const kr_state *s, int p, int place);
uint16_t kr_exchange_forbidden(const kr_state *s, int sponsor, int down, int up);
void kr_promotions(const kr_state *s, int sponsor, ap_list *out);
void kr_demotions(const kr_state *s, ap_list *out);
bool kr_can_promote(const kr_state *s, int sponsor);
void kr_carry_out(kr_state *s, int sponsor, ap_action a, ap_events *ev);

/* ---- parade.c: phase 8 ----------------------------------------------------------------------- */

int kr_waves_for(const kr_state *s, int seat);
int kr_waves_of(const kr_state *s, int p);
int kr_wave_needs(const kr_state *s, int p); /* what his die must reach; 0: he need not roll */

/* ---- advanced.c: cards in hands, new influence ----------------------------------------------- */

int kr_deck_size(const kr_state *s);
bool kr_can_draw(const kr_state *s);
void kr_reshuffle_if_empty(kr_state *s, ap_events *ev);
void kr_card_to(kr_state *s, int card, int place); /* and keeps the sizes of the hands right */
void kr_deal_card(kr_state *s, int seat, int card, ap_events *ev);
int kr_influence_seat(const kr_state *s); /* who decides about new influence */
void kr_begin_influence(kr_state *s);
/* One point more than was ever written. */
void kr_add_point(kr_state *s, int seat, int p, int clause, ap_events *ev);

/* ---- intrigue.c, intrigue_effects.c, intrigue_stories.c: Intrigue cards ---------------------- */

static inline int kr_card_clause(int card)
{
	return KR_IC_1 + card;
}
/* The place of the post that a card is about; below 0 if it is about none. */
static inline int kr_card_post(int card)
{
	return kr_intrigues[card].post - KR_POST_CHIEF;
}
/* now: the frame that is listened to. */
uint16_t kr_card_forbidden(const kr_state *s, int seat, int card, const ap_frame *now);
kr_politician_set kr_card_targets(const kr_state *s, int seat, int card, const ap_frame *now);
bool kr_card_has_target(int card);
bool kr_bars(const kr_state *s, int actor, int target); /* card 19 forbids it */
void kr_lapse_cards(kr_state *s, ap_events *ev);        /* ends cards 19 and 20 where they must */
void kr_card_effect(kr_state *s, int target, ap_events *ev); /* target: KR_NONE without one */
void kr_card_done(kr_state *s); /* the card goes to the discards, and its frame ends */
void kr_card_rolled(kr_state *s, int die, ap_events *ev);
void kr_visit_rolled(kr_state *s, int die, ap_events *ev);
int kr_visit_needs(const kr_state *s, int card, int p); /* what the die of card 7 or 8 needs */
int kr_charge_needs(void); /* what the die needs for the charge of card 4 to stick */
/* Card 4: the red crosses he has after such a die; KR_DEADLY_CROSSES: he is dead. */
int kr_crosses_after_attempt(const kr_state *s, int victim, int die);
int kr_diagnosis_value(int diagnosis);        /* card 10: what it adds to the roll */
int kr_votes_of(const kr_state *s, int seat); /* the active members that a seat controls */
int kr_glasnost_needs(int votes);             /* card 24: with so many of them */
kr_politician_set kr_controlled_by(const kr_state *s, int seat); /* on the board */
/* Card 23: what a seat could still declare on politicians whom it controls. */
int kr_forced_points(const kr_state *s, int seat);
int kr_reveal_asked(const kr_state *s, const kr_card_frame *f); /* card 17: who names somebody */

/* ---- victory.c ------------------------------------------------------------------------------- */

void kr_end_game(kr_state *s, int reason, int p);      /* p decides it */
bool kr_ending_shows_sheets(const kr_state *s, int p); /* before it is over */
int kr_recorded_seat(const kr_state *s);               /* whose number is shown next */
int kr_recorded_on(const kr_state *s);                 /* and on whom */
void kr_show_recorded(kr_state *s, int clause, int number, ap_events *ev);

/* ---- figures.c, odds.c, situation.c, foresight.c: what is told to whoever shows the game -------
 */

/* A Health roll in percent: it takes a red cross off, gives some, kills (which is worse, too). */
typedef struct kr_health_odds {
	int better, worse, dies;
} kr_health_odds;

kr_health_odds kr_health_odds_of(const kr_state *s, int p, bool in_cure);
int kr_chance(int needs); /* in percent, that a die reaches it */

/* What a purge needs, and what changes a Health roll. */
void kr_state_purge_terms(const kr_state *s, int purger, int victim, int frame, ap_facts *facts);
void kr_state_health_terms(
	const kr_state *s, int p, bool in_cure, int change, int frame, ap_facts *facts);
/* The odds of a frame, for a die that is about to be rolled in it. */
void kr_state_purge_odds(const kr_state *s, int victim, int frame, ap_facts *facts);
void kr_state_health_odds(
	const kr_state *s, int p, bool in_cure, int change, int frame, ap_facts *facts);
void kr_state_wave_odds(const kr_state *s, int chief, int frame, ap_facts *facts);
void kr_state_visit_odds(const kr_state *s, int card, int p, int frame, ap_facts *facts);
void kr_state_attempt_odds(const kr_state *s, int victim, int frame, ap_facts *facts);
void kr_state_charge_odds(int frame, ap_facts *facts);
void kr_state_power_game_odds(int frame, ap_facts *facts);
void kr_state_glasnost_odds(const kr_state *s, int seat, int frame, ap_facts *facts);
/* Card 10: the new Health roll of whoever all listen to, with this diagnosis. */
void kr_state_misdiagnosis_odds(const kr_state *s, int diagnosis, int frame, ap_facts *facts);
void kr_state_recorded_odds(int clause, int frame, ap_facts *facts);
/* The two facts of a decision about the Sanatorium. */
void kr_state_in_cure_odds(const kr_state *s, int p, int frame, ap_facts *facts);
void kr_state_at_work_odds(const kr_state *s, int p, int frame, ap_facts *facts);

void kr_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif
