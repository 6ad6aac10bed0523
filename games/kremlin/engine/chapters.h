/* chapters.h: the functions that the files of the engine of Kremlin offer one another. The
 * functions of the steps are declared with the steps. Where a function takes or returns a
 * politician, a card or a seat, KR_NONE stands for none. A `clause` is the rule that an
 * event cites. */
#ifndef APPARAT_KREMLIN_CHAPTERS_H
#define APPARAT_KREMLIN_CHAPTERS_H

#include "state.h"

/* Frames remember a controller in four bits, of which all stand for none. */
static inline int kr_remembered(int four_bits)
{
	return four_bits == 15 ? KR_NONE : four_bits;
}
static inline int kr_to_remember(int seat)
{
	return seat & 15;
}

/* ---- dice.c: the die of 20 and what is added to it ------------------------------------------- */

typedef struct kr_modifier {
	int value;  /* what a rule adds to the die */
	int clause; /* the clause of that rule */
	int ground; /* why, a KR_GROUND value; KR_NONE for a card */
} kr_modifier;

typedef struct kr_modifiers {
	kr_modifier list[8];
	int count;
	int sum; /* the sum of their values */
} kr_modifiers;

/* Adds a modifier to the list, unless its value is 0. */
void kr_modify(kr_modifiers *m, int value, int clause, int ground);
/* Does the same for a card. */
void kr_modify_by_card(kr_modifiers *m, int value, int card);
/* Adds an event for each modifier of the list. */
void kr_tell_modifiers(const kr_modifiers *m, ap_events *ev);
/* Returns how many faces of the die are at least `needs`. */
int kr_faces_reaching(int needs);

/* ---- politicians.c: their places, ages and health -------------------------------------------- */

/* Returns the holder of the first of these posts that is active. */
int kr_first_active(const kr_state *s, const uint8_t *posts, int count);
/* Returns the highest active member of the Politburo. */
int kr_highest_active(const kr_state *s);
/* Returns the members of the Politburo. */
kr_politician_set kr_members(const kr_state *s);
/* Returns the politicians in a place. */
kr_politician_set kr_at(const kr_state *s, int place);
/* Returns the politicians who are neither in Siberia nor gone. */
kr_politician_set kr_all_on_board(const kr_state *s);
/* Returns the number of Candidates. */
int kr_candidates(const kr_state *s);
/* Returns how many politicians live outside Siberia. */
int kr_living(const kr_state *s);
/* KR-AD-1: returns 1 if a politician is strong in this post, -1 if he is weak, otherwise 0. */
int kr_suits(const kr_state *s, int p, int post);
/* KR-6.5: returns the oldest of a set. `tied` tells whether only his printed age decides it. */
int kr_oldest_of(const kr_state *s, kr_politician_set set, bool *tied);
/* KR-6.11 to KR-6.31: returns the politician who fills the next vacancy of a level by his age. */
int kr_next_by_age(const kr_state *s, int level, bool *tied);
/* Returns the politicians who are older than their printed age. */
kr_politician_set kr_all_aged(const kr_state *s);
/* KR-RE-2: returns the politicians who have reached the age of retirement, wherever they are. */
kr_politician_set kr_all_too_old(const kr_state *s);
/* Writes the politicians in a place to `out`, the oldest first. Returns their number. */
int kr_oldest_first(const kr_state *s, int place, uint8_t out[KR_POLITICIANS]);
/* Ages a politician by some years, without telling it. */
void kr_add_years(kr_state *s, int p, int years);
/* Ages a politician by some years. */
void kr_stress(kr_state *s, int p, int years, int clause, ap_events *ev);
/* Moves a politician to a place. */
void kr_put(kr_state *s, int p, int place, ap_events *ev);
/* KR-1.2: tells it if a politician who has just been given a post is in the Sanatorium. */
void kr_tell_if_absent(const kr_state *s, int p, ap_events *ev);
/* Sets the number of a politician's red crosses; it must be below KR_DEADLY_CROSSES. */
void kr_set_crosses(kr_state *s, int p, int crosses);
/* Sends a politician to Siberia. */
void kr_to_siberia(kr_state *s, int p, int clause, ap_events *ev);
/* Takes a politician who has died off the board. */
void kr_dies(kr_state *s, int p, int clause, ap_events *ev);
/* KR-RE-1: retires every politician who is old enough. */
void kr_retire_old(kr_state *s, ap_events *ev);
/* Ends the cure of a politician, and every effect of a card that depends on it. */
void kr_end_cure(kr_state *s, int p);
/* Returns the politicians whom cards 7 and 8 have sent to the Sanatorium in this phase. */
kr_politician_set kr_visitors(const kr_state *s);
/* Returns the clause of the card that has sent this politician there. */
int kr_visit_clause(const kr_state *s, int p);
/* Cards 7 and 8: sends a politician to the Sanatorium until the phase ends. */
void kr_begin_visit(kr_state *s, int p, int card);
/* What card 7 or 8 has begun is over: his stay in the Sanatorium is now like any other. */
void kr_end_visit(kr_state *s, int p);

/* ---- influence.c: control, KR-DE-1 to KR-DE-4, KR-AD-8 --------------------------------------- */

/* Returns the seat with the most points on a politician; of equal totals the earlier one counts. */
int kr_strongest(const kr_state *s, int p);
/* Returns the seat that controls a politician: the strongest. The state remembers it, except while
 * his control may be tied. */
static inline int kr_controller(const kr_state *s, int p)
{
	assert(kr_is_politician(p));
	return s->unsettled & kr_bit(p) ? kr_strongest(s, p) : s->master[p];
}
/* Notes that these seats have just reached new totals on a politician. */
void kr_new_totals(kr_state *s, int p, ap_seats changed);
/* Removes all points that are declared on a politician. */
void kr_forget_influence(kr_state *s, int p);
/* Returns the clause that forbids a seat to declare these points; 0 if it may. */
uint16_t kr_declare_forbidden(const kr_state *s, int seat, int p, int points);
/* Moves points that a seat has written from its sheet to the politician's card. */
void kr_put_on_card(kr_state *s, int seat, int p, int points);
/* Starts to settle the ties on politicians whose control may be tied. */
void kr_settle_ties(kr_state *s);
/* Returns the seats that share the highest total on a politician. */
ap_seats kr_tied(const kr_state *s, int p);
/* Returns those of the tied seats that reached the total first. */
ap_seats kr_tied_earliest(const kr_state *s, int p);
/* Returns the seat that settles a tie by card 22 or KR-AD-8; KR_NONE if the earlier total or the
 * lot decides. */
int kr_tie_arbiter(const kr_state *s, int p);

/* ---- listen.c: rounds of listening, KR-DE-5, KR-DE-6 ----------------------------------------- */

/* Returns the seats that may declare points or play cards. */
ap_seats kr_speakers(const kr_state *s);
/* Returns whether any seat holds an Intrigue card. */
bool kr_cards_out(const kr_state *s);
/* Starts a round of listening to the frame on top, if one is held. `p` is the politician whom the
 * round is about, the last of several; or KR_NONE. */
void kr_listen(kr_state *s, int p);
/* Does the same as kr_listen(), but only if a seat holds a card. */
void kr_listen_for_cards(kr_state *s, int p);
/* A card can fetch the chief from the Sanatorium before his part of phases 6 and 8. Starts one
 * round of listening for it; returns whether it did. */
bool kr_asks_to_fetch_chief(kr_state *s);
/* Starts the round of listening after an announcement for a politician; `next` is the step that
 * follows it. Returns his controller, which the frame remembers. */
uint8_t kr_announce(kr_state *s, int p, int next);
/* Returns whether an announcement still stands: the same seat must still control the politician.
 * If not, it tells who decides anew. */
bool kr_stands(const kr_state *s, int p, int by, ap_events *ev);
/* Returns whether a step belongs to a round of listening. */
bool kr_is_listening(int step);
/* Returns the frame that is listened to; NULL if there is none. */
const ap_frame *kr_listened(const kr_state *s);
/* Returns whether a card was announced that is still to be resolved. */
bool kr_cards_wait(const kr_state *s);
/* Returns the clause that forbids a seat to announce a card in this round; 0 if it may. A seat may
 * announce one card in a round, and none while another of its cards waits. */
uint16_t kr_play_forbidden(const kr_state *s, int seat, int card);

/* ---- concern.c: whom a round concerns -------------------------------------------------------- */

/* Returns whether a round of listening is of no interest to a seat, so that a person need not be
 * asked. */
bool kr_hardly_matters(const void *view, int seat);
/* Returns the occasion of the open question: see ap_occasion_of(). */
ap_occasion kr_occasion(const void *view, int seat);

/* ---- rounds.c: which rounds are held, KR-DE-5 -----------------------------------------------  */

/* Returns the most points that, by what all can see, a seat might still declare on a politician who
 * is on the board. */
int kr_most_to_come(const kr_state *s, int seat, int p);
/* Returns whether so many more points could make a seat the new controller of a politician. */
bool kr_could_take(const kr_state *s, int seat, int p, int more);
/* Returns whether, by what all can see, a politician might get another controller. */
bool kr_control_may_change(const kr_state *s, int p);
/* Returns whether a round of listening to a frame is held. */
bool kr_round_is_held(const kr_state *s, const ap_frame *f);
/* Returns whether all listen to a frame once more, now that somebody has spoken. */
bool kr_goes_on(const kr_state *s, const ap_frame *f);
/* Returns whether, by what all can see, a card may be in somebody's hand. */
bool kr_may_be_held(const kr_state *s, int card);

/* ---- matters.c: what frames are about -------------------------------------------------------- */

typedef struct kr_matter {
	int step;       /* the step of the frame; KR_NONE if there is no such frame */
	int actor;      /* the politician who decides, rolls or is fought over */
	ap_action said; /* what was announced; AP_NO_ACTION if nothing was */
	int by;         /* the seat that controlled him then */
	int subject;    /* the politician whom the announcement is about */
	int caller;     /* in a vote: the politician who nominates or has called the trial */
	int die;        /* the die of a Health roll; 0 if it has not fallen */
	bool in_cure;   /* whether a Health roll that has fallen was one in the Sanatorium */
	int added;      /* what fever, specialist and Misdiagnosis add to it */
	bool lapses;    /* whether card 19 makes the announcement lapse */
} kr_matter;

/* Returns what a frame is about; `f` may be NULL. Of several announcements that are listened to
 * together it is the last. */
kr_matter kr_matter_of(const kr_state *s, const ap_frame *f);
/* Returns what the frame that is listened to is about. */
kr_matter kr_matter_heard(const kr_state *s);
/* Writes all announcements of a frame that are listened to together, in voting order. Returns
 * their number. */
int kr_matters_of(const kr_state *s, const ap_frame *f, kr_matter out[KR_POSTS]);
/* Returns the politicians on whose control it depends whether what a frame remembers stands. */
kr_politician_set kr_men_heard(const kr_state *s, const ap_frame *f);
/* Returns the step that asks a new controller after the step `step`; KR_NONE if there is none. */
int kr_step_anew(int step);
/* Ends a round of listening as if `seat` had become the controller of `p`, and asks this seat. Bots
 * use it on a copy of the state. */
void kr_ask_anew(kr_state *s, int p, int seat);

typedef struct kr_vote_count {
	bool trial;          /* true at a trial, false at a nomination */
	int subject, caller; /* the accused and the accuser, or the nominee and the nominator */
	int post;            /* the post of the member who votes */
	int ayes, nays;      /* the votes so far */
	int needed;          /* how many ayes acquit, or how many nays defeat */
} kr_vote_count;

/* Returns the count of the votes in a frame of a vote. */
kr_vote_count kr_votes_in(const ap_frame *f);

typedef struct kr_resolution {
	int card;
	int faction; /* the seat that may accuse, or must declare in a power game */
	int due;     /* the points of a power game */
} kr_resolution;

/* Returns the card that is resolved in the frame on top of the stack. */
kr_resolution kr_card_resolved(const kr_state *s);
/* Returns the politician whom the round of listening on top of the stack is about. */
int kr_listening_about(const kr_state *s);

/* ---- setup.c, year.c ------------------------------------------------------------------------- */

/* KR-AD-9: returns whether these options go together. */
bool kr_setup_sound(const ap_setup *setup);
/* Returns the place to which the next politician is dealt. */
int kr_deal_place(const kr_state *s);
/* Returns the seat to which the next card is dealt. */
int kr_card_receiver(const kr_state *s);
/* Returns the politicians on whom a seat has written a number, as far as the viewer knows. */
kr_politician_set kr_written_on(const kr_state *s, int seat);
/* Returns how many numbers a seat has written. */
int kr_written_count(const kr_state *s, int seat);
/* Returns the set-up or the present phase; when the game is over, the last phase that was
 * played. */
int kr_phase_now(const kr_state *s);
/* Begins a year. */
void kr_begin_year(kr_state *s, ap_events *ev);
/* Ends the present phase. */
void kr_end_phase(kr_state *s);

/* ---- cure.c, health.c: phases 1 and 4 -------------------------------------------------------- */

/* KR-1.1, KR-SW-2: returns by how many years his red crosses age a member at work in phase 1. */
int kr_years_of_illness(const kr_state *s, int p);
/* Takes a politician without red crosses out of the Sanatorium, unless a card has just sent him
 * there. */
void kr_leave_healthy(kr_state *s, int p, ap_events *ev);
/* Returns the row of the Health Table for this age. */
const kr_roll *kr_health_row(int age, bool in_cure);
/* Looks a roll up in the Health Table. Returns the change in red crosses; KR_DEADLY_CROSSES
 * means death. */
int kr_health_change(int age, bool in_cure, int roll);
/* Returns what fever and specialist add to a politician's Health roll. */
kr_modifiers kr_health_modifiers(const kr_state *s, int p, bool in_cure);
/* Returns what is added to a Health roll that has fallen: what counted then, and Misdiagnosis. */
kr_modifiers kr_fallen_modifiers(const kr_health_frame *f);
/* Tells of a Health roll that has fallen, and what is added to it. */
void kr_tell_fallen(const kr_state *s, const kr_health_frame *f, int clause, ap_events *ev);
/* Returns how many red crosses somebody has after this change; KR_DEADLY_CROSSES means that he
 * dies.
 */
int kr_crosses_with(int crosses, int change);
/* Returns the red crosses of a politician after a Health roll, to which all modifiers are added
 * already; KR_DEADLY_CROSSES means that he dies. */
int kr_crosses_after(const kr_state *s, int p, bool in_cure, int roll);
/* Returns the first post from `post` on whose holder makes a Health roll; KR_POSTS if there is
 * none. */
int kr_next_to_roll(const kr_state *s, int post);

/* ---- purge_terms.c, purge.c: phase 2 --------------------------------------------------------- */

typedef struct kr_purge_terms {
	int number;             /* the purge number of the victim's level */
	int needs;              /* what the die must reach, at least 1; above 20 it cannot */
	kr_modifiers modifiers; /* all that count now */
} kr_purge_terms;

/* Returns the purge number of a place from which politicians can be purged. */
int kr_purge_number(int place);
/* Returns the terms of a purge of this victim. */
kr_purge_terms kr_purge_terms_of(const kr_state *s, int victim);
/* Returns the modifiers of the cards that protect a victim, without those of the set `but`. */
kr_modifiers kr_protections_of(const kr_state *s, int victim, unsigned but);
/* Returns the card of a protection. */
int kr_protection_card(int protection);
/* Returns the politician who may purge at this stage. */
int kr_purger(const kr_state *s);
/* Returns the politician at whom a card directs the purge. */
int kr_imposed_target(const kr_state *s);
/* Returns the post whose holder purges instead, for a card that directs the purge. */
int kr_stand_in_post(int card);
/* Returns by how much the die of a purge that has fallen reaches what it needs, with all
 * protections; below 0 it does not. */
int kr_purge_margin(const kr_state *s, const kr_purge_frame *f);
/* Returns whether the die of the purge is rolled next if no seat says anything more. */
bool kr_purge_will_be_rolled(const kr_state *s, const kr_purge_frame *f);

/* ---- spy.c, ballot.c, funeral.c: phases 3 and 5 ---------------------------------------------- */

/* Returns the politician who has the power of phase 3. */
int kr_investigator(const kr_state *s);
/* Returns whether a step belongs to a trial. */
bool kr_is_trial(int step);
/* Returns whether a vote that is not yet taken could still change the result. */
bool kr_vote_matters(const kr_state *s, const kr_ballot_frame *f);
/* Returns whether this politician has to vote for the nominee, as nominator or nominee. */
bool kr_must_agree(const kr_ballot_frame *f, int p);
/* Returns how many of the votes so far are `vote`. */
int kr_votes(const kr_ballot_frame *f, int vote);
/* Starts a trial. After an assassination attempt `accuser` is KR_NONE, and an acquittal costs no
 * years. `alibi`: card 5 was played when it was announced. */
void kr_call_trial(kr_state *s, int accused, int accuser, bool alibi);
/* Counts the votes on a nominee, who becomes Party Chief or is defeated. */
void kr_count_ballot(kr_state *s, ap_events *ev);
/* Returns the politician who makes the first nomination. */
int kr_first_nominator(const kr_state *s);
/* Returns the politicians whom he may nominate first. */
kr_politician_set kr_first_nominees(const kr_state *s, int nominator);
/* Returns the politician who nominates now, at the first or second nomination. */
int kr_nominator(const kr_state *s, const kr_ballot_frame *f);
/* Returns the politicians whom he may nominate now. */
kr_politician_set kr_nominees(const kr_state *s, const kr_ballot_frame *f, int nominator);

/* ---- replacement.c, promotion.c: phase 6 ----------------------------------------------------- */

/* Returns whether a card protects a politician. */
bool kr_guarded(const kr_state *s, int p);
/* Returns the clause of the card that protects a politician; there must be one. */
int kr_guard_clause(const kr_state *s, int p);
/* Tells that leave to touch a protected politician is given or refused. */
void kr_tell_leave(const kr_state *s, int man, bool allowed, ap_events *ev);
/* Returns whether the chief needs the leave of another seat to move a protected politician. */
bool kr_needs_leave(const kr_state *s, int p);
/* Ends the protections of a politician; of all politicians if `p` is KR_NONE. */
void kr_end_protections(kr_state *s, int p, ap_events *ev);
/* Returns whether the chief's new order of posts changes nothing. */
bool kr_order_is_kept(const kr_state *s);
/* Returns the clause that forbids a demand by card 20; 0 if it is allowed. */
uint16_t kr_demand_forbidden(const kr_state *s, ap_action a);
/* Returns the protected politician for whom a demand needs leave. */
int kr_demand_asked(const kr_state *s, const kr_demand_frame *f);
/* Returns the post of the protected politician for whom the chief's order needs leave. */
int kr_shift_asked(const kr_state *s, const kr_shift_frame *f);
/* Returns the posts, as bits, that stay as they are if leave to shift this politician is refused.
 */
unsigned kr_posts_at_stake(const kr_state *s, int man);
/* Returns the protected politician for whom leave is asked in this frame. */
int kr_leave_asked_for(const kr_state *s, const ap_frame *f);
/* Begins the promotions, with those of the chief. */
void kr_begin_promotions(kr_state *s);
/* Asks the chief for a new order of posts. */
void kr_begin_shift(kr_state *s);
/* Returns the clause that forbids a promotion; 0 if it is allowed. */
uint16_t kr_promote_forbidden(const kr_state *s, int sponsor, int p, int place);
/* Returns the clause that forbids a demotion; 0 if it is allowed. */
uint16_t kr_demote_forbidden(const kr_state *s, int p, int place);
/* Returns the clause that forbids an exchange; 0 if it is allowed. */
uint16_t kr_exchange_forbidden(const kr_state *s, int sponsor, int down, int up);
/* Adds all promotions that a sponsor may announce to `out`. */
void kr_promotions(const kr_state *s, int sponsor, ap_list *out);
/* Adds all demotions that the chief may announce to `out`. */
void kr_demotions(const kr_state *s, ap_list *out);
/* Returns those whom a sponsor has moved already, and may not move again. */
kr_politician_set kr_moved_by(const kr_state *s, int sponsor);
/* Returns whether there is a vacancy that a sponsor may fill, and a politician to fill it. */
bool kr_can_promote(const kr_state *s, int sponsor);
/* Carries out a promotion, a demotion or an exchange. */
void kr_carry_out(kr_state *s, int sponsor, ap_action a, ap_events *ev);

/* ---- parade.c: phase 8 ----------------------------------------------------------------------- */

/* Returns how many waves a seat has scored. */
int kr_waves_for(const kr_state *s, int seat);
/* Returns how often a politician has waved. */
int kr_waves_of(const kr_state *s, int p);
/* Returns what the chief's die must reach for a wave; 0 if he need not roll. */
int kr_wave_needs(const kr_state *s, int p);

/* ---- advanced.c: cards in hands, new influence ----------------------------------------------- */

/* Returns the number of cards in the deck. */
int kr_deck_size(const kr_state *s);
/* Returns whether there is a card to draw, in the deck or among the discards. */
bool kr_can_draw(const kr_state *s);
/* Makes the discards the new deck if the deck is empty. */
void kr_reshuffle_if_empty(kr_state *s, ap_events *ev);
/* Moves a card to a place, and updates the sizes of the hands. */
void kr_card_to(kr_state *s, int card, int place);
/* Gives a card to a seat. */
void kr_deal_card(kr_state *s, int seat, int card, ap_events *ev);
/* Returns the seat that decides about new influence. */
int kr_influence_seat(const kr_state *s);
/* Begins the decisions about new influence. */
void kr_begin_influence(kr_state *s);
/* Adds a point that was never written to the points that a seat has declared on a politician. */
void kr_add_point(kr_state *s, int seat, int p, int clause, ap_events *ev);

/* ---- intrigue.c, intrigue_effects.c, intrigue_stories.c: Intrigue cards ---------------------- */

/* Returns the clause of a card. */
static inline int kr_card_clause(int card)
{
	return KR_IC_1 + card;
}
/* Returns the place of the post that a card is about; below 0 if it is about none. */
static inline int kr_card_post(int card)
{
	return kr_intrigues[card].post - KR_POST_CHIEF;
}
/* Returns the clause that forbids a seat to announce a card; 0 if it may. `now` is the frame
 * that is listened to. */
uint16_t kr_card_forbidden(const kr_state *s, int seat, int card, const ap_frame *now);
/* Returns the politicians at whom a seat may aim a card. */
kr_politician_set kr_card_targets(const kr_state *s, int seat, int card);
/* Returns whether a card is aimed at a politician. */
bool kr_card_has_target(int card);
/* Returns whether card 19 forbids `actor` to act against `target`. */
bool kr_bars(const kr_state *s, int actor, int target);
/* Ends cards 19 and 20 if their conditions no longer hold. */
void kr_lapse_cards(kr_state *s, ap_events *ev);
/* Carries out the effect of the card that is resolved; `target` is KR_NONE if it has none. */
void kr_card_effect(kr_state *s, int target, ap_events *ev);
/* Puts the resolved card on the discards, and ends its frame. */
void kr_card_done(kr_state *s);
/* Returns what the die of the resolved card must reach; 0 if it need not reach anything. */
int kr_card_needs(const kr_state *s);
/* Continues the resolution of a card with the die that has fallen for it. */
void kr_card_rolled(kr_state *s, int die, ap_events *ev);
/* Does the same for cards 7 and 8. */
void kr_visit_rolled(kr_state *s, int die, ap_events *ev);
/* Returns what the die of card 7 or 8 must reach. */
int kr_visit_needs(const kr_state *s, int card, int p);
/* Card 4: returns what the die must reach for the charge to stick. */
int kr_charge_needs(void);
/* Card 4: returns the red crosses of the victim after this die; KR_DEADLY_CROSSES means that he
 * dies. */
int kr_crosses_after_attempt(const kr_state *s, int victim, int die);
/* Card 10: returns what a diagnosis adds to the roll. */
int kr_diagnosis_value(int diagnosis);
/* Returns how many active members of the Politburo a seat controls. */
int kr_votes_of(const kr_state *s, int seat);
/* Card 24: returns what the die must reach for a seat that controls so many active members. */
int kr_glasnost_needs(int votes);
/* Returns the politicians on the board whom a seat controls; no tie may be open. */
kr_politician_set kr_controlled_by(const kr_state *s, int seat);
/* Card 23: returns how many points a seat could still declare on politicians whom it controls. */
int kr_forced_points(const kr_state *s, int seat);
/* Card 17: returns the seat that names a politician. */
int kr_reveal_asked(const kr_state *s, const kr_card_frame *f);

/* ---- victory.c ------------------------------------------------------------------------------- */

/* Starts the end of the game. `p` is the politician who decides it. */
void kr_end_game(kr_state *s, int reason, int p);
/* Returns whether the numbers on `p` are shown before the game is over. */
bool kr_ending_shows_sheets(const kr_state *s, int p);
/* Returns the seat whose number is shown next. */
int kr_recorded_seat(const kr_state *s);
/* Returns the politician on whom that number is written. */
int kr_recorded_on(const kr_state *s);
/* Shows that number to all. */
void kr_show_recorded(kr_state *s, int clause, int number, ap_events *ev);

/* ---- figures.c, odds.c, situation.c, foresight.c: facts and figures for displays ------------ */

/* The chances of a Health roll in percent: `better` takes a red cross off, `worse` adds some or
 * kills, `dies` kills. */
typedef struct kr_health_odds {
	int better, worse, dies;
} kr_health_odds;

/* Returns the chances of a politician's next Health roll. */
kr_health_odds kr_health_odds_of(const kr_state *s, int p, bool in_cure);
/* Returns the chance, in percent, that a die reaches `needs`. */
int kr_chance(int needs);

/* States the modifiers of a die. */
void kr_state_modifiers(const kr_modifiers *m, int frame, ap_facts *facts);
/* States what a purge needs. */
void kr_state_purge_terms(const kr_state *s, int purger, int victim, int frame, ap_facts *facts);
/* The following functions state the odds of a die that is about to be rolled in a frame. */
void kr_state_purge_odds(const kr_state *s, int victim, int frame, ap_facts *facts);
void kr_state_health_odds(
	const kr_state *s, int p, bool in_cure, int added, int frame, ap_facts *facts);
void kr_state_wave_odds(const kr_state *s, int chief, int frame, ap_facts *facts);
void kr_state_visit_odds(const kr_state *s, int card, int p, int frame, ap_facts *facts);
void kr_state_attempt_odds(const kr_state *s, int victim, int frame, ap_facts *facts);
void kr_state_charge_odds(int frame, ap_facts *facts);
void kr_state_power_game_odds(int frame, ap_facts *facts);
void kr_state_glasnost_odds(const kr_state *s, int seat, int frame, ap_facts *facts);
/* Card 10: states the odds of the new Health roll with this diagnosis. */
void kr_state_misdiagnosis_odds(const kr_state *s, int diagnosis, int frame, ap_facts *facts);
void kr_state_recorded_odds(int clause, int frame, ap_facts *facts);
/* States the odds of a Health roll in the Sanatorium, for a decision about it. */
void kr_state_in_cure_odds(const kr_state *s, int p, int frame, ap_facts *facts);
/* States the odds of a Health roll at work, for the same decision. */
void kr_state_at_work_odds(const kr_state *s, int p, int frame, ap_facts *facts);

/* Adds the facts about what a legal action of a seat would lead to. */
void kr_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif
