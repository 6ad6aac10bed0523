/* chapters.h: the functions that the chapters of Red Empire offer one another, file by file. Bots
 * and the terminal use them too. The functions of the steps are declared with the steps.
 *
 * Unless something else is said, `seat` is a seat at the table, `leader` one of RE_LEADERS, `card`
 * one of RE_CARDS and `group` one of RE_GROUP_COUNT. */
#ifndef APPARAT_RED_EMPIRE_CHAPTERS_H
#define APPARAT_RED_EMPIRE_CHAPTERS_H

#include "state.h"

/* ---- cards.c: where cards are, and moving them ----------------------------------------------- */

extern const re_set re_cards_of_kind[RE_KIND_COUNT];
/* The cards of Disrepute, New Leader and Ailing Leader. */
extern const re_set re_mandates;
/* The Action Cards of each group. They all lie in the first word of a set. */
extern const uint64_t re_action_cards_of[RE_GROUP_COUNT];

/* Removes the first card from a set and returns it; RE_NONE if the set is empty. */
int re_remove_first(re_set *set);
/* Adds the action `verb card` for each of the cards. */
static inline void re_add_card_actions(ap_list *out, int verb, re_set cards)
{
	assert(out && verb >= 0 && verb < RE_VERB_COUNT);
	ap_add_each_x(out, ap_act((unsigned)verb, 0, 0), cards.word[0]);
	ap_add_each_x(out, ap_act((unsigned)verb, 64, 0), cards.word[1]);
}
/* Returns the cards in the deck. A full state is needed: a view does not have the hands. */
re_set re_deck_of(const re_state *s);
int re_deck_size(const re_state *s);
static inline bool re_deck_is_empty(const re_state *s)
{
	return re_is_empty(re_deck_of(s));
}
/* Returns whether a card of this kind is in the hand of a seat. */
bool re_holds(const re_state *s, int seat, int card, int kind);
/* Moves a card from the deck to a hand, which must not be full. */
void re_draw_to_hand(re_state *s, int seat, int card);
/* Removes a card from the hand in which it is. Everybody sees it from now on. */
void re_remove_from_hand(re_state *s, int seat, int card);
/* Moves a card from the hand in which it is to the discards. */
void re_discard_from_hand(re_state *s, int seat, int card);

/* Returns whether a seat holds some card of this kind. */
static inline bool re_holds_kind(const re_state *s, int seat, int kind)
{
	assert(re_is_seat(s, seat) && kind >= 0 && kind < RE_KIND_COUNT);
	return !re_is_empty(re_intersection(s->hand[seat], re_cards_of_kind[kind]));
}

/* ---- leaders.c: factions, stature, and leaving play ------------------------------------------ */

extern const re_leader_set re_leaders_of[RE_GROUP_COUNT];

/* Returns the leaders who can still be drawn. */
re_leader_set re_leader_deck(const re_state *s);
/* Returns the seat whose faction a leader belongs to; RE_NONE if he is not in play. */
static inline int re_owner_of(const re_state *s, int leader)
{
	assert(re_is_leader(leader));
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->faction[seat] & re_leader_bit(leader))
			return seat;
	return RE_NONE;
}
/* Returns the stature of a leader who is in play, with all that adds to it or takes from it. */
int re_stature(const re_state *s, int leader);
/* Tells why the stature of a leader who is in play is not the printed one; nothing if it is. */
void re_tell_what_changes_stature(const re_state *s, int leader, ap_events *ev);
/* Returns the sum of the purge cards on a leader. */
int re_purge_total(const re_state *s, int leader);
bool re_is_hero(const re_state *s, int leader);
bool re_is_ailing(const re_state *s, int leader);
bool re_is_abroad(const re_state *s, int seat);
ap_seats re_seats_abroad(const re_state *s);
/* Returns whether a faction has a leader of this group. */
static inline bool re_has_group(const re_state *s, int seat, int group)
{
	assert(re_is_seat(s, seat) && group >= 0 && group < RE_GROUP_COUNT);
	return (s->faction[seat] & re_leaders_of[group]) != 0;
}
/* Returns the seat that has the President; RE_NONE if the office is vacant. */
static inline int re_president_seat(const re_state *s)
{
	return s->president == RE_NONE ? RE_NONE : re_owner_of(s, s->president);
}
/* Returns whether the President is of the faction of a seat. */
static inline bool re_has_president(const re_state *s, int seat)
{
	assert(re_is_seat(s, seat));
	return s->president != RE_NONE && (s->faction[seat] & re_leader_bit(s->president));
}
/* Moves the purge cards on a leader to the discards. */
void re_discard_purge_cards(re_state *s, int leader);
/* RE-AC-10: removes a leader from his faction and discards the cards on him. The caller decides
 * where he goes, and what becomes of the presidency if he held it. */
void re_leave_play(re_state *s, int leader, ap_events *ev);

/* ---- setup.c: the deal ----------------------------------------------------------------------- */

/* Returns the seat that gets the card which chance draws; RE_NONE if all cards are dealt. */
int re_drawing_seat(const re_state *s);

/* ---- president.c: the presidency ------------------------------------------------------------- */

/* RE-PR-7: returns the total that decides about a free presidency, counting only those leaders of
 * the faction who are in `among`. */
int re_stature_total(const re_state *s, int seat, re_leader_set among);
/* Calls the steps that give the vacant presidency to the faction with the highest total. `award`
 * is RE_AWARD_FIRST or RE_AWARD_FREE. */
void re_office_falls_free(re_state *s, int award, ap_events *ev);
/* RE-AC-9: calls the steps that give the presidency to the seat that has purged the President,
 * `leader`, who has left play. */
void re_office_to_purger(re_state *s, int seat, int leader, ap_events *ev);

/* ---- crisis.c -------------------------------------------------------------------------------- */

/* Returns the sum of the unsolved crises. */
int re_pile_total(const re_state *s);
/* Returns the sum of the cards that have been given to a crisis. */
int re_given_total(const re_crisis_frame *f);
/* Returns the frame of the open crisis; NULL if there is none. */
const re_crisis_frame *re_crisis_under_way(const re_state *s);
/* RE-CR-1: plays a crisis from the hand of a seat and calls its steps. */
void re_open_crisis(re_state *s, int seat, int card, ap_events *ev);

/* ---- mandates.c ------------------------------------------------------------------------------ */

/* Plays a mandate from the hand of a seat. May call the steps that follow from it. */
void re_play_mandate(re_state *s, int seat, int card, ap_events *ev);
/* RE-MA-2 to RE-MA-4: all leaders of `among` whose purge cards reach their stature are purged at
 * the same time. The credit goes to the seat `by`, for its own leaders to its left neighbour. May
 * call the steps of the presidency. */
void re_bring_down(re_state *s, int by, re_leader_set among, ap_events *ev);
/* RE-MA-7, RE-MA-8: returns the leaders of a faction among whom an Ailing card strikes one. */
re_leader_set re_may_fall_ill(const re_state *s, int seat);

/* ---- options.c: the option cards that a turn's choice may be --------------------------------- */

/* Both add the options that a seat may play. They are two functions because legal actions are in
 * the order of the verbs, and the purge stands between the Treaty and the other options. */
void re_options_legal_before_purge(const re_state *s, int seat, ap_list *out);
void re_options_legal_after_purge(const re_state *s, int seat, ap_list *out);
/* Returns 0, or the clause that forbids the action. */
uint16_t re_option_refuse(const re_state *s, int seat, ap_action a);
/* Plays an option that is allowed. May call the steps that follow from it. */
void re_play_option(re_state *s, int seat, ap_action a, ap_events *ev);
/* RE-OP-14: tells of each Disrepute that was played while the seat was abroad and does not touch
 * its faction, which is home again. */
void re_tell_what_was_missed(const re_state *s, int seat, ap_events *ev);

/* ---- action_cards.c: Action Cards and the purge ---------------------------------------------- */

/* Returns 0, or the clause that forbids a seat to use an Action Card at all, be it for a crisis or
 * for a purge: RE-OP-12, RE-AC-1, RE-AC-2. */
uint16_t re_action_card_forbidden(const re_state *s, int seat, int card);
/* Returns the Action Cards in the hand of a seat that are not forbidden in this way. */
uint64_t re_playable_action_cards(const re_state *s, int seat);
/* Adds the purges that a seat may choose. */
void re_purge_legal(const re_state *s, int seat, ap_list *out);
/* Returns 0, or the clause that forbids the purge. */
uint16_t re_purge_refuse(const re_state *s, int seat, ap_action a);
/* Lays a purge card, which must be allowed, on a leader. Purges him if that is enough. */
void re_lay_purge_card(re_state *s, int seat, ap_action a, ap_events *ev);

/* ---- victory.c ------------------------------------------------------------------------------- */

/* What a seat would score if the game ended now: RE-VI-1 to RE-VI-4. Victory piles are public. */
typedef struct re_points {
	int leaders; /* for purged leaders */
	int crises;  /* for crises solved as President */
	int office;  /* for the presidency */
	int cards;   /* for cards given to solved crises */
} re_points;

re_points re_points_of(const re_state *s, int seat);
static inline int re_sum_of_points(re_points p)
{
	return p.leaders + p.crises + p.office + p.cards;
}
/* RE-EN-1: ends the game, whose deck must be empty, and tells the points. */
void re_end_game(re_state *s, ap_events *ev);

/* ---- situation.c ----------------------------------------------------------------------------- */

void re_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif
