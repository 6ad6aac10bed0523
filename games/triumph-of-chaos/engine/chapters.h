/* chapters.h: what the chapters of Triumph of Chaos promise one another.
 *
 * Idioms all of them keep:
 * - A step asks with tc_ask, tc_ask_seats or tc_ask_chance, never with ap_ask: supply is brought
 *   up to date first. Only MOVE_ON asks with tc_ask_stale: it does not look at supply (the
 *   group's points are fixed when it sets out).
 * - A caller sets its own next step (ap_goto) before it calls (ap_call): the called frame runs
 *   first. Functions that "call" say so here; after one, touch no frame: return.
 * - Whoever must ask about several things in turn keeps a cursor in its locals; its run finds the
 *   next one, carries out what leaves no choice (or asks: a question with one answer is allowed),
 *   and goes on. runs never loop for ever: each passes a cursor.
 * - Of each question one static `forbidden(s, side, action)` says 0 or the first clause that
 *   fails; refuse is that function, legal lists candidates that pass it. Candidates come from
 *   lists of spaces, units and cards, never from pairs. Wrong verbs: the step's own clause. The
 *   lists are sorted: verbs in the order of words.h, then x, then y.
 * - Units are put, taken and turned with the functions of board.c alone; so are owners, boxes,
 *   cards.
 * - "forces of a side" are the units u with tc_user(s, u) == side.
 * - ev may be NULL. What moves is told by whoever moves it; board.c tells nothing unless it says
 *   so.
 *
 * Who keeps what:
 * - A card played leaves the hand for the discards at PLAY (INTERRUPT); ROUND_END (INTERRUPT)
 *   takes a starred event on out of the game: tc_card_used.
 * - bonus (TC-8.111): PHASE_ACTION sets it when it begins, from red_five and tc_ahead (turn 1: as
 *   ahead); PLAY gives op.spaces = 5 for it; ROUND_END of WHITE takes it off. red_five: BOX_OPEN.
 * - F_NEW goes when round 2 begins, F_NEW_ROUND when any round begins: PHASE_ACTION. Both go with
 *   tc_faction_attacked.
 * - passive: RED 9 sets PASSIVE_NOW, TURN_END makes it PASSIVE_NEXT, POLITICS_END takes it off.
 * - steps, faction_steps, announced, duty, fewer_..., duty_lifted, lenin_spoke: TURN_BEGIN clears
 *   them. NO ACT, L_IDLE: TURN_END. fewer_spaces: the PLAY that suffers it. infighting stays.
 * - Bluff and Influence: CHITS puts them into the hands, POLITICS_END aside, wherever they are.
 *   So in the Action Phase hand_size counts Action Cards alone, in every view.
 * - cities: SCORE counts them anew; who is ahead before that is tc_ahead, not the counters.
 * - Czechs and Central Powers on the map: when a side that may use them gains them the spaces
 *   they stand in become its own (tc_gain_control), when it loses them CZECHS' and POWERS'
 *   (tc_lose_control).
 * - border_open: whoever gives RED control of Finland (tc_gain_control), for good; then
 *   tc_make_stale.
 * - A leader alone: whoever removed the last unit, or entered, calls tc_leaders_alone. */
#ifndef APPARAT_TRIUMPH_CHAPTERS_H
#define APPARAT_TRIUMPH_CHAPTERS_H

#include "state.h"
#include "steps.h"
#include "words.h"

/* ---- chance.c: questions --------------------------------------------------------------------- */

void tc_ask(tc_state *s, int side);             /* the seat of that side */
void tc_ask_stale(tc_state *s, int side);       /* the same, supply left as it is */
void tc_ask_seats(tc_state *s, ap_seats seats); /* sealed steps */
void tc_ask_chance(tc_state *s);
void tc_chance_run(void *, ap_events *); /* the run of steps that are a die and nothing else */
void tc_die_legal(const void *, int seat, ap_list *);
uint16_t tc_die_refuse(const void *, int seat, ap_action);
static inline int tc_seat_side(const tc_state *s, int seat)
{
	return s->side_of[seat];
}

/* ---- board.c: pieces and owners; ways.c: the map; standing.c: factions, cities, cards -------- */

/* The only ways to move a unit. They keep the lists; flags of the round stay with the unit, but
 * take clears all of them (U_REDUCED too unless it goes to the reserve). put turns nobody's owner:
 * see tc_enter. */
void tc_put_unit(tc_state *s, int unit, int space);
void tc_take_unit(tc_state *s, int unit, int where); /* RESERVE, DEAD, GONE, OUT */
void tc_set_reduced(tc_state *s, int unit, bool reduced);
/* A step (TC-LS-2): true if it destroys the unit. It is then still in its place: the caller takes
 * it (tc_take_unit, DEAD) or marks it U_FELL. */
bool tc_lose_step(tc_state *s, int unit);
/* Where a destroyed unit goes: Greens back to the pool, others to the dead, `for_good`: GONE but
 * for Makhno's armies (TC-8.320.3). */
void tc_destroy(tc_state *s, int unit, bool for_good);

void tc_put_leader(tc_state *s, int leader, int space);
void tc_take_leader(tc_state *s, int leader, int where);

/* A space changes hands; supply becomes stale. NO ACT is left to tc_tidy_markers. */
void tc_set_owner(tc_state *s, int space, int owner);
/* TC-CO-1: forces of a side are in the space now; owner, M_CREDIT, EV_OWNER if it changes. */
void tc_enter(tc_state *s, int unit, int space, ap_events *ev);
/* NO ACT comes off where no unit of the space's occupier is left (TC-NA-1). */
void tc_tidy_markers(tc_state *s, ap_events *ev);

/* Who uses a unit: RED, WHITE; NOBODY: Greens, neutrals, forces their controller may not use. */
static inline int tc_user(const tc_state *s, int unit)
{
	if (tc_units[unit].side != NOBODY)
		return tc_units[unit].side;
	return tc_units[unit].faction < FACTIONS ? s->user[tc_units[unit].faction] : NOBODY;
}
int tc_leader_user(const tc_state *s, int leader);
static inline bool tc_is_green(int unit)
{
	return tc_units[unit].troop == TC_TROOP_GREEN;
}
bool tc_is_finn(int unit);                     /* Red and White Finns, not the faction's */
int tc_occupier(const tc_state *s, int space); /* of the units there; NOBODY; NONE: no units */
bool tc_has_faction(const tc_state *s, int space, int faction); /* a unit of it there */
bool tc_has_army(const tc_state *s, int space, int side);       /* of the forces of the side */
bool tc_army_near(const tc_state *s, int space, int side);      /* next to it, TC-MV-5 */
bool tc_unit_near(const tc_state *s, int space, int side);  /* a unit of its forces next to it */
bool tc_leaders_at(const tc_state *s, int space, int side); /* any leader of its forces there */

/* TC-ST-1: do so many more fit beside the forces of the side there, units with one of the flags
 * `without` not counted (0: all count)? */
bool tc_fits(const tc_state *s, int space, int side, int armies, int corps, int without);
static inline bool tc_unit_fits(const tc_state *s, int space, int unit)
{
	bool army = tc_is_army(unit);
	return tc_fits(s, space, tc_user(s, unit), army, !army, 0);
}

/* The map. */
int tc_link_between(int a, int b); /* -1: not adjacent */
/* for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++): over link tc_link_of[i] to
 * tc_link_to[i] */
void tc_distances(int from, uint8_t out[SPACES]); /* in links, over the whole map */
static inline bool tc_border_link(int link)       /* between Finland and Russia */
{
	return (tc_region_of(tc_links[link].a) == TC_REGION_FINLAND) !=
		(tc_region_of(tc_links[link].b) == TC_REGION_FINLAND);
}

/* Why forces of a side may not be in a space at all (TC-CO-2, TC-5.38, TC-8.315.2, TC-8.319.1),
 * whoever stands there: 0, or the clause. `unit` NOWHERE: a leader. */
uint16_t tc_closed(const tc_state *s, int side, int unit, int space);
/* Why a unit may not cross a link into a space: closed, the border (TC-8.317.2), the ferry
 * (TC-MV-4); and, unless `fight`, because of who stands there (TC-CO-2). 0: it may. In a fight the
 * ferry is always shut. Stacking and movement points are not judged. */
uint16_t tc_no_way(const tc_state *s, int side, int unit, int link, int to, bool fight);

/* Factions on the board. */
int tc_controller(const tc_state *s, int faction); /* by its box: RED, WHITE, NOBODY */
int tc_conqueror(const tc_state *s, int faction);  /* RED, WHITE, NOBODY */
bool tc_powers_active(const tc_state *s);          /* campaign, not withdrawn */
bool tc_shut(const tc_state *s, int faction);      /* TC-8.315.2 */
/* The one way to move a marker; keeps `user`, makes supply stale. Tells nothing, places nothing. */
void tc_set_box(tc_state *s, int faction, int box);
/* After a change of flags (F_PROTECTED, F_CALLED, F_BY_..., F_WITHDRAWN). */
void tc_refresh_users(tc_state *s);

/* Victory Cities. */
int tc_city_counts_for(const tc_state *s, int space); /* TC-VP-1: RED, WHITE, NOBODY */
int tc_count_cities(const tc_state *s, int side);
int tc_ahead(const tc_state *s); /* by the live count: RED, WHITE, NOBODY: level */

/* Cards. tc_card_to keeps the sizes of hand and deck and forgets card_known unless it stays hidden
 * (the owner always knows his hand and boxes). */
void tc_card_to(tc_state *s, int card, int place);
void tc_count_hands(tc_state *s);                 /* anew; at POLITICS_PLACE with the boxes */
int tc_action_cards(const tc_state *s, int side); /* in hand, without Bluff and Influence */
void tc_pcard_to(tc_state *s, int pcard, int place);
void tc_gain_vp(tc_state *s, int side, int vp, int clause, ap_events *ev); /* EV_VP; 0: nothing */

/* ---- supply.c -------------------------------------------------------------------------------- */

void tc_supply(tc_state *s); /* brings it up to date; cheap if it is not stale */
static inline void tc_make_stale(tc_state *s)
{
	if (s->stale)
		return;
	memset(s->fed, 0, sizeof s->fed);
	memset(s->full, 0, sizeof s->full);
	s->stale = 1;
}
/* All of these need a state that is not stale. */
int tc_net_of(const tc_state *s, int unit);   /* NET_..., NETS: always in supply */
bool tc_fed(const tc_state *s, int unit);     /* on the map and in supply, limited or not */
bool tc_limited(const tc_state *s, int unit); /* TC-SU-2 */
bool tc_unit_fed_at(const tc_state *s, int unit, int space); /* would be, there */
bool tc_leader_fed(const tc_state *s, int leader);
bool tc_leader_fed_at(const tc_state *s, int leader, int space); /* would be, there */
bool tc_space_fed(
	const tc_state *s, int side, int space); /* for units of the side, by its own net */

/* ---- setup.c --------------------------------------------------------------------------------- */

void tc_blank(void *);                           /* the start position, BID on the stack */
void tc_start_position(tc_state *s);             /* everything but the stack; head.option is read */
void tc_take_sides(tc_state *s, int white_seat); /* side_of, seat_of */

/* ---- turn.c: the base frame ------------------------------------------------------------------ */

/* The steps of turn.c, and: */
bool tc_last_turn(const tc_state *s); /* 1918: turn 3; campaign: turn 1, TC-CA-1 */
bool tc_winter(const tc_state *s);    /* by seasons.csv */

/* ---- politics.c, political_cards.c, markers.c, control.c ------------------------------------- */

/* TC-8.132: why the marker may not go one box towards `side` now; 0: it may. `political`: in a
 * Political Phase (TC-8.1321, TC-8.1321.1 to .3, TC-8.132.1 count only then, RED 9 always). The
 * veto is not judged. */
uint16_t tc_marker_barred(const tc_state *s, int faction, int side, bool political);
/* TC-8.1322: an army of the controller holds it. */
bool tc_marker_held(const tc_state *s, int faction);
/* Control at once: box, F_EVER, flags, EV_GAINS; the old controller loses it first. In a Political
 * Phase sets F_GAINED | F_NEW; in an Action Phase F_NEW_ROUND (not for a protector) and calls
 * FORCES. `way`: TC_WHEN_GAIN or TC_WHEN_PROTECTOR. West Ukraine with Poland: TC-8.321. */
void tc_gain_control(tc_state *s, int faction, int side, int way, int clause, ap_events *ev);
/* The marker leaves a Control box for `box`: TC-8.151 to TC-8.151.2, TC-8.54, EV_LOSES. May call
 * LOSS_LEADERS. */
void tc_lose_control(tc_state *s, int faction, int box, ap_events *ev);
bool tc_unit_must_go(const tc_state *s, int faction, int unit); /* TC-8.151.1: once it is lost */
/* Calls VETO for the side that does not control it. */
void tc_call_veto(tc_state *s, int faction);
/* IP on a marker, told as EV_IP_PUT; off the track: nothing happens. soft: TC-IN-3. */
void tc_put_ip(tc_state *s, int side, int faction, int n, bool soft, int clause, ap_events *ev);
int tc_laid_now(const tc_state *s); /* by the cards themselves; needs the full state */
int tc_influence_sum(const tc_state *s, int faction); /* TC-8.13: + WHITE, - RED */

/* ---- factions.c, war.c ----------------------------------------------------------------------- */

/* Calls FORCES if the faction has forces the side may place, else tells why not (TC-8.24, F_OWED
 * with TC-8.315.2). Spaces of the land that were nobody's become the side's first (TC-8.141). */
void tc_call_forces(tc_state *s, int faction, int side, int way, ap_events *ev);
/* TC-8.142, TC-8.314.1, RED 9, NO ACT aside: why this unit may not act in this round; 0: it may. */
uint16_t tc_unit_waits(const tc_state *s, int unit);
/* TC-8.142: the enemy has attacked; its forces are free. */
void tc_faction_attacked(tc_state *s, int faction);
uint16_t tc_war_forbidden(
	const tc_state *s, int side, int faction); /* TC-8.51, TC-8.512, TC-8.3.. */
/* TC-8.24.1: entering `space` calls up forces: the faction, or NONE. The caller then calls
 * tc_call_up, which calls FORCES. */
int tc_violates(const tc_state *s, int side, int space);
void tc_call_up(tc_state *s, int faction, ap_events *ev);
/* TC-8.53. true: something was conquered. May call LEADER_DIE: the caller's next step is set
 * before.
 */
bool tc_conquer_all(tc_state *s, ap_events *ev);
uint16_t tc_faction_clause(int faction); /* the clause of TC-8.3 that is its own */
/* Spaces where a rebuilt unit or a reinforcement of a faction may appear (TC-8.3 and its parts). */
bool tc_faction_rebuilds_at(const tc_state *s, int unit, int space);

/* ---- round.c, operations.c, movement.c ------------------------------------------------------- */

/* Clears what lasts a round; called by ROUND_END. */
void tc_end_round(tc_state *s);
uint16_t tc_mark_forbidden(const tc_state *s, int side, int space, bool combat); /* TC-OP-1, OP-2 */
uint16_t tc_play_forbidden(const tc_state *s, int side, int card, int use);
int tc_unit_points(const tc_state *s, int unit);         /* TC-MV-2; needs supply */
uint16_t tc_leader_waits(const tc_state *s, int leader); /* as tc_unit_waits */

/* ---- combat.c, losses.c, retreat.c, advance.c, leaders.c ------------------------------------- */

/* The role of a unit that FIGHTS. In a treachery both are of one side: Makhno's attack. */
int tc_role_of(const tc_state *s, int unit);
/* Sets s->combat, marks the first attacking space and calls COMBAT. */
void tc_begin_combat(tc_state *s, int side, int target, int from, ap_events *ev);
/* TC-8.320.2: Makhno's units in `space` against those of `controller` there or in `target`; they
 * FIGHT already chosen. Calls COMBAT. */
void tc_begin_treachery(tc_state *s, int controller, int space, int target, ap_events *ev);
int tc_combat_of(const tc_state *s, int unit); /* factors of the face that shows */
int tc_loss_of(const tc_state *s, int unit);
int tc_column(const tc_state *s, int role, int *strength, int *shift); /* TC-CB-5, TC-CB-6 */
int tc_modifier_of(const tc_state *s, int role);                       /* TC-CB-7 to CB-9, 11.413 */
int tc_loss_number(bool army, int column, int die);                    /* fires.csv */
unsigned tc_loss_sums(const tc_state *s, int role); /* bit n: n can be lost exactly */
/* TC-RT-3: may this unit take the next step of its retreat there, so that it can still end? */
uint16_t tc_back_forbidden(const tc_state *s, int unit, int to);
/* An ability now: on the map, in supply, not used, not idle, no NO ACT, units with him, Krasnov. */
bool tc_leader_can(const tc_state *s, int leader, int ability); /* TC_ABILITIES_... */
void tc_leader_used(tc_state *s, int leader);
/* TC-15.5: calls LEADER_DIE for each leader of the side left alone there. true: it called. */
bool tc_leaders_alone(tc_state *s, int space, int side, ap_events *ev);
void tc_leader_dies(tc_state *s, int leader, ap_events *ev); /* VP */
/* TC-LE-7: calls PREACH if RED can and `space` is such a city. true: it called. */
bool tc_call_preach(tc_state *s, int space, bool attack);
/* TC-LE-2: whoever enters Moskva calls it (movement, advance); of several cities the lowest. */
void tc_lenin_moves(tc_state *s, ap_events *ev);

/* ---- events.c, initiative.c ------------------------------------------------------------------ */

/* Why the event (and this choice; NONE: any) cannot be played now; 0: it can. */
uint16_t tc_event_forbidden(const tc_state *s, int side, int card, int choice);
/* Marks it played and calls EVENT; ROUND_END or INTERRUPT deals with the card itself. */
void tc_play_event(tc_state *s, int side, int card, bool initiative, ap_events *ev);
/* The card after use, TC-EV-2: discards, or out of the game. */
void tc_card_used(tc_state *s, int card, bool as_event, ap_events *ev);
/* Calls INTERRUPT for the other side, once a round, if it holds cards and its Initiative card of
 * 1918 is not known by all to be elsewhere: public, never judged by the hand. */
void tc_call_interrupt(tc_state *s, int acting);
/* places.c. A place for what comes: `where` of effects.csv and setups.csv (README of the data), the
 * space owned (the corps of Britain and the USA land in ports without enemies), not closed, within
 * the stacking limit. Needs supply (the with-... places). `unit` NOWHERE: a leader. The places of
 * 1918 only; adjacent, within-two, empty-space are about targets and belong to EVENT_TARGET. */
typedef struct tc_spot {
	const uint16_t *spaces;
	uint32_t regions; /* a set; none: everywhere */
	uint8_t where, faction, space_count;
} tc_spot;
tc_spot tc_spot_of_effect(int row);
tc_spot tc_spot_of_setup(int row);
bool tc_spot_allows(const tc_state *s, const tc_spot *spot, int side, int unit, int space);
/* The next space it allows after `space` (-1: the first), or SPACES. */
int tc_next_place(const tc_state *s, const tc_spot *spot, int side, int unit, int space);
/* What events permit. */
enum {
	MAY_ACTIVATE_ALLIES,  /* WHITE 1, TC-8.314.1 */
	MUST_CZECHS_ALONE,    /* WHITE 1, TC-8.316.4 */
	MAY_ARMIES_SOUTHEAST, /* a side's 42, TC-8.319.1 */
	MAY_WAR_REPUBLICS,    /* a side's 14 */
	MAY_WAR_BALTS,        /* RED 10 for aggression; WHITE always */
	MAY_WAR_EAST,         /* a side's 42: Khiva, Turkistan */
	MAY_CONTROL_BALTS,    /* RED: RED 10 in either use */
	MAY_CONTROL_COUNCIL,  /* WHITE: WHITE 15 and not RED 15 */
	MAY_CONTROL_POLAND,   /* WHITE: WHITE 2 for the Poles */
	MAY_CONTROL_UKRAINE,  /* RED: RED 1 for Ukraine */
	HOLDS_POWERS,         /* WHITE 12, TC-8.1321.1 */
	MAY_ADD_WITHDRAWAL    /* WHITE 12, TC-8.41 */
};
bool tc_may(const tc_state *s, int side, int what); /* permissions.c: by played and chosen alone */

/* ---- logistics.c ----------------------------------------------------------------------------- */

void tc_finish_game(tc_state *s, ap_events *ev); /* TC-5.36, TC-5.36.1, TC-CA-1: ap_finish */
void tc_ending(const void *, ap_outcome *);      /* ap_game.outcome: by seat */
uint16_t tc_heal_forbidden(const tc_state *s, int side, int unit);
uint16_t tc_rebuild_forbidden(const tc_state *s, int side, int unit);
uint16_t tc_buy_forbidden(const tc_state *s, int side, int leader);

/* ---- knowledge.c, soundness.c, mending.c, fields.c, words.c ---------------------------------- */

void tc_hide(void *, int viewer);
void tc_fill(void *, int viewer, ap_rng *);
ap_action tc_mask(const void *, int seat, ap_action a, int viewer);
const char *tc_unsound(const void *);
bool tc_tiresome(const void *, int seat);
void tc_mend(void *);
void tc_build_lists(tc_state *s); /* first_unit and next_unit from unit_at */

#endif
