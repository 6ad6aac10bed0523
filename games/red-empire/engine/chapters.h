/* chapters.h: what the chapters of Red Empire promise one another. The functions of the steps are
 * declared with the steps. */
#ifndef APPARAT_RED_EMPIRE_CHAPTERS_H
#define APPARAT_RED_EMPIRE_CHAPTERS_H

#include "state.h"

/* ---- cards.c: where cards are, and moving them ----------------------------------------------- */

extern const re_set re_of_kind[RE_KIND_COUNT];
extern const re_set re_mandates;
extern const uint64_t re_actions_of[RE_GROUP_COUNT]; /* action cards all lie in the first word */

int re_take_first(re_set *set); /* takes the first card out; RE_NONE when the set is empty */
void re_add_cards(ap_list *out, int verb, re_set cards); /* `verb card` for each of them */
re_set re_deck_of(const re_state *s);                    /* of full states only */
int re_deck_size(const re_state *s);
bool re_holds(const re_state *s, int seat, int card, int kind);
void re_draw_to_hand(re_state *s, int seat, int card);
void re_out_of_hand(re_state *s, int seat, int card); /* all see it from now on */
void re_discard_from_hand(re_state *s, int seat, int card);
static inline bool re_holds_kind(const re_state *s, int seat, int kind)
{
	return !re_is_empty(re_both(s->hand[seat], re_of_kind[kind]));
}

/* ---- leaders.c: who belongs to whom, stature, leaving play ----------------------------------- */

extern const re_leader_set re_leaders_of[RE_GROUP_COUNT];

re_leader_set re_leader_deck(const re_state *s);
int re_owner_of(const re_state *s, int leader); /* RE_NONE: he is not in play */
int re_stature(const re_state *s, int leader);
int re_purge_total(const re_state *s, int leader); /* of the cards on him */
bool re_is_hero(const re_state *s, int leader);
bool re_is_ailing(const re_state *s, int leader);
bool re_is_abroad(const re_state *s, int seat);
ap_seats re_seats_abroad(const re_state *s);
bool re_has_group(const re_state *s, int seat, int group);
int re_president_seat(const re_state *s); /* RE_NONE: the office is vacant */
void re_discard_purge(re_state *s, int leader);
void re_leave_play(re_state *s, int leader, ap_events *ev); /* RE-AC-10 */

/* ---- setup.c, president.c: the deal, and the presidency -------------------------------------- */

int re_drawing_seat(const re_state *s); /* who gets the card that chance is drawing */
/* RE-PR-7: what decides about a free office, of those leaders of a faction. */
int re_total_of(const re_state *s, int seat, re_leader_set among);
/* Both call the steps of the office; `award` is RE_AWARD_FIRST or RE_AWARD_FREE. */
void re_office_falls_free(re_state *s, int award, ap_events *ev);
void re_office_to_purger(re_state *s, int seat, int leader, ap_events *ev);

/* ---- crisis.c, mandates.c -------------------------------------------------------------------- */

int re_pile_total(const re_state *s);                          /* of unsolved crises */
int re_given_total(const re_state *s);                         /* for the open crisis */
const re_crisis_frame *re_crisis_under_way(const re_state *s); /* NULL: there is none */
void re_open_crisis(re_state *s, int seat, int card, ap_events *ev);
void re_play_mandate(re_state *s, int seat, int card, ap_events *ev);
void re_bring_down(re_state *s, int by, re_leader_set among, ap_events *ev);
re_leader_set re_may_fall_ill(const re_state *s, int seat);

/* ---- options.c, action_cards.c: what a turn's choice may be ---------------------------------- */

void re_options_legal_before_purge(const re_state *s, int seat, ap_list *out);
void re_options_legal_after_purge(const re_state *s, int seat, ap_list *out);
uint16_t re_option_refuse(const re_state *s, int seat, ap_action a);
void re_play_option(re_state *s, int seat, ap_action a, ap_events *ev);
void re_come_home(re_state *s, int seat, int disrepute, ap_events *ev);
uint16_t re_action_card_forbidden(const re_state *s, int seat, int card);
uint64_t re_playable_actions(const re_state *s, int seat);
void re_purge_legal(const re_state *s, int seat, ap_list *out);
uint16_t re_purge_refuse(const re_state *s, int seat, ap_action a);
void re_lay_purge_card(re_state *s, int seat, ap_action a, ap_events *ev);

/* ---- victory.c ------------------------------------------------------------------------------- */

/* What a seat would score if the game ended now: RE-VI-1 to RE-VI-4. Piles are open. */
typedef struct re_points {
	int leaders, crises, office, cards;
} re_points;

re_points re_points_of(const re_state *s, int seat);
static inline int re_sum_of(re_points p)
{
	return p.leaders + p.crises + p.office + p.cards;
}
void re_end_game(re_state *s, ap_events *ev);

/* ---- situation.c ----------------------------------------------------------------------------- */

void re_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif
