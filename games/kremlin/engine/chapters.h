/* chapters.h: what the rule files of Kremlin promise one another, a part for each. */
#ifndef APPARAT_KREMLIN_CHAPTERS_H
#define APPARAT_KREMLIN_CHAPTERS_H

#include "state.h"
#include "steps.h"
#include "words.h"

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

/* ---- dice.c: chance -------------------------------------------------------------------------- */

void kr_ask_chance(void *, ap_events *);
void kr_die_legal(const void *, int, ap_list *);
uint16_t kr_die_refuse(const void *, int, ap_action);

/* ---- cure.c: phase 1 ------------------------------------------------------------------------- */

void kr_leave_healthy(kr_state *s, int p, ap_events *ev);
void kr_cure_run(void *, ap_events *);
void kr_cure_legal(const void *, int, ap_list *);
uint16_t kr_cure_refuse(const void *, int, ap_action);
void kr_cure_apply(void *, int, ap_action, ap_events *);
void kr_cure_stand_run(void *, ap_events *);
void kr_visit_apply(void *, int, ap_action, ap_events *);

/* ---- purge.c: phase 2 ------------------------------------------------------------------------ */

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

/* ---- spy.c: phase 3; ballot.c: votes at trials and funerals ---------------------------------- */

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

/* ---- health.c: phase 4; funeral.c: phase 5 --------------------------------------------------- */

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

/* ---- replacement.c, promotion.c: phase 6 ----------------------------------------------------- */

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

/* ---- rehabilitation.c, parade.c: phases 7 and 8 ---------------------------------------------- */

void kr_rehabilitate_run(void *, ap_events *);
void kr_rehabilitate_legal(const void *, int, ap_list *);
uint16_t kr_rehabilitate_refuse(const void *, int, ap_action);
void kr_rehabilitate_apply(void *, int, ap_action, ap_events *);
void kr_rehabilitate_stand_run(void *, ap_events *);
int kr_waves_for(const kr_state *s, int seat);
int kr_waves_of(const kr_state *s, int p);
void kr_parade_run(void *, ap_events *);
void kr_parade_stand_run(void *, ap_events *);
void kr_parade_roll_apply(void *, int, ap_action, ap_events *);

/* ---- advanced.c: cards in hands, new influence ----------------------------------------------- */

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

/* ---- intrigue.c: when a card may be played, and at whom; intrigue_*.c: what it does ---------- */

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

/* ---- victory.c, knowledge.c, soundness.c ----------------------------------------------------- */

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
