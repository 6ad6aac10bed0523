/* chapters.h: what the chapters of Triumph of Chaos promise one another. The functions of the steps
 * are declared with the steps.
 *
 * What all chapters keep to:
 * - A step asks with tc_ask, tc_ask_seats or tc_ask_chance, never with ap_ask, because these bring
 *   supply up to date first. Only the step move-on asks with tc_ask_stale: it does not look at
 *   supply, for the points of a group are fixed when it sets out.
 * - A step that calls another (tc_call) first says with which step its own frame goes on (tc_goto,
 *   tc_enter), because the called frame runs before it. A function that may call says so here;
 *   whoever has called it returns without touching a frame.
 * - A step that must ask about several things in turn keeps the next of them in its frame. Its run
 *   finds the next one, carries out what leaves no choice, and goes on.
 * - Of each question one function called forbidden returns 0 or the first clause that fails. The
 *   step's refuse is that function, and its legal lists the candidates that pass it. Lists are
 *   sorted: by verb in the order of verbs.toml, then by the first argument, then by the second.
 * - Units, leaders, owners, markers of factions and cards are moved with the functions of board.c
 *   and holdings.c alone.
 * - "Forces of a side" are the units u with tc_user(s, u) == side.
 * - Events may be NULL. What moves is told by whoever moves it; board.c and holdings.c tell nothing
 *   unless it says so here.
 *
 * Who keeps what:
 * - A card that is played leaves the hand for the discards in the step play (or interrupt); the
 *   step round-end (or interrupt) takes it out of the game if its event is a starred one.
 * - bonus (TC-8.111) is set when the Action Phase begins, used in the step play and taken off at
 *   the end of WHITE's round. red_five is set when boxes are opened.
 * - A faction's flag `new` goes when round 2 begins and `new-round` when any round begins; both go
 *   when the faction is attacked.
 * - passive is set by the event of RED 9, changed when the turn ends, and taken off at the end of
 *   the next Political Phase.
 * - steps, faction_steps, announced, duty, fewer_spaces, fewer_steps, duty_lifted and lenin_spoke
 *   are cleared when a turn begins; NO ACT markers and idle leaders when it ends. infighting stays.
 * - Bluff and Influence come into the hands after the chits and are laid aside when the Political
 *   Phase ends, wherever they are. So in the Action Phase hand_size counts Action Cards alone.
 * - cities are the counters that the step score sets; who is ahead before that is tc_ahead().
 * - When a side that may use the Czech Legion or the Central Powers gains them, the spaces in which
 *   they stand become its own; when it loses them, they become theirs again.
 * - border_open is set for good by whoever gives RED control of Finland.
 * - Whoever removes the last unit of a space, or enters it, calls tc_leaders_alone(). */
#ifndef APPARAT_TRIUMPH_CHAPTERS_H
#define APPARAT_TRIUMPH_CHAPTERS_H

#include "state.h"

/* ---- questions.c: who is asked, and the die ------------------------------------------------- */

void tc_ask(tc_state *s, int side);             /* the seat of that side */
void tc_ask_stale(tc_state *s, int side);       /* the same, and supply is left as it is */
void tc_ask_seats(tc_state *s, ap_seats seats); /* of sealed steps */
void tc_ask_chance(tc_state *s);
/* Which side the seat plays; TC_NONE before the bid is decided. */
static inline int tc_seat_side(const tc_state *s, int seat)
{
	assert(seat == TC_SEAT_FIRST || seat == TC_SEAT_SECOND);
	return s->side_of[seat];
}

/* ---- board.c: units, leaders and owners of spaces ------------------------------------------- */

/* Puts a unit in a space, wherever it was. It keeps its flags, and the owner of the space does not
 * change: see tc_take_space. */
void tc_put_unit(tc_state *s, int unit, int space);
/* Takes a unit off the map. It loses its flags, but in the reserve it stays reduced. */
void tc_take_unit(tc_state *s, int unit, int location);
void tc_set_reduced(tc_state *s, int unit, bool reduced);
/* TC-LS-2: the unit loses a step. Returns true if that destroys it; it is then still in its place,
 * and the caller takes it off the map or marks it as fallen. */
bool tc_lose_step(tc_state *s, int unit);
/* Takes a destroyed unit off the map: Greens go back to the pool, others to the dead or, if
 * `for_good`, out of the game; Makhno's armies only to the dead (TC-8.320.3). */
void tc_destroy(tc_state *s, int unit, bool for_good);
void tc_put_leader(tc_state *s, int leader, int space);
void tc_take_leader(tc_state *s, int leader, int location);

/* A space gets another owner, and supply becomes stale. */
void tc_set_owner(tc_state *s, int space, int owner);
/* TC-CO-1: a unit has entered the space, which becomes that of its side. Tells it. */
void tc_take_space(tc_state *s, int unit, int space, ap_events *ev);
/* TC-NA-1: takes NO ACT markers off spaces without units, and tells it. */
void tc_tidy_markers(tc_state *s, ap_events *ev);

/* Who uses a unit: a side, or nobody, as with Greens, neutrals, and forces that their controller
 * may not use. */
static inline int tc_user(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	if (tc_units[unit].side != TC_PARTY_NOBODY)
		return tc_units[unit].side;
	return tc_units[unit].faction < TC_FACTIONS ? s->user[tc_units[unit].faction] : TC_PARTY_NOBODY;
}
int tc_leader_user(const tc_state *s, int leader);
static inline bool tc_is_green(int unit)
{
	return tc_units[unit].troop == TC_TROOP_GREEN;
}
bool tc_is_finn(int unit); /* Red and White Finns, but not the units of the faction Finland */
/* Who uses the units in a space: TC_PARTY_..; TC_NONE: there are none. */
int tc_occupier(const tc_state *s, int space);
bool tc_has_faction(const tc_state *s, int space, int faction); /* a unit of it is there */
bool tc_has_army(const tc_state *s, int space, int side);       /* one of the side's forces */
bool tc_unit_near(const tc_state *s, int space, int side);      /* a neighbour has such a unit */
bool tc_leaders_at(const tc_state *s, int space, int side);     /* leaders of the side's forces */
/* How many units that a side uses are in this place: TC_LOCATION_.. */
int tc_count_units(const tc_state *s, int side, int location);
/* TC-ST-1: do so many more units fit beside the forces of the side there? Units with one of the
 * flags `without` do not count. */
bool tc_fits(const tc_state *s, int space, int side, int armies, int corps, int without);
static inline bool tc_unit_fits(const tc_state *s, int space, int unit)
{
	bool army = tc_is_army(unit);
	return tc_fits(s, space, tc_user(s, unit), army, !army, 0);
}

/* ---- ways.c: the map ------------------------------------------------------------------------ */

/* The links of a space: for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++), over
 * the link tc_link_of[i] to the space tc_link_to[i]. */
int tc_link_between(int a, int b); /* -1: they are not neighbours */
/* How many links each space is away, over the whole map; 0xff: it cannot be reached. */
void tc_distances(int from, uint8_t out[TC_SPACES]);
/* Does the link cross the border between Finland and Russia? */
static inline bool tc_border_link(int link)
{
	return (tc_region_of(tc_links[link].a) == TC_REGION_FINLAND) !=
		(tc_region_of(tc_links[link].b) == TC_REGION_FINLAND);
}
bool tc_link_barred(const tc_state *s, int link);     /* TC-8.317.2: by the Finnish border */
bool tc_region_closed(const tc_state *s, int region); /* nobody may enter it in this scenario */
/* Why forces of a side may not be in a space at all, whoever stands there (TC-CO-2, TC-5.38,
 * TC-8.315.2, TC-8.319.1): 0, or the clause. The unit TC_NOWHERE stands for a leader. */
uint16_t tc_closed(const tc_state *s, int side, int unit, int space);
/* Why a unit may not cross a link into a space: it is closed, or because of the border (TC-8.317.2)
 * or the ferry (TC-MV-4), or, unless it fights its way in, of who stands there (TC-CO-2). 0: it
 * may. Stacking and movement points are not judged. */
uint16_t tc_no_way(const tc_state *s, int side, int unit, int link, int to, bool fight);

/* ---- holdings.c: what the sides hold: factions, Victory Cities, cards ------------------------ */

int tc_controller(const tc_state *s, int faction); /* TC_PARTY_..: in whose Control box it is */
int tc_conqueror(const tc_state *s, int faction);  /* TC_PARTY_.. */
bool tc_powers_active(const tc_state *s); /* the Central Powers take part and have not withdrawn */
bool tc_shut(const tc_state *s, int faction); /* TC-8.315.2: the Central Powers shut its land */
/* Moves the marker of a faction and says who uses its forces now; supply becomes stale. */
void tc_set_box(tc_state *s, int faction, int box);
/* Says anew who uses whose forces, after flags of factions have changed. */
void tc_refresh_users(tc_state *s);
/* How many factions the side controls or has conquered. */
int tc_count_factions(const tc_state *s, int side);

int tc_city_counts_for(const tc_state *s, int space); /* TC-VP-1: TC_PARTY_.. */
int tc_count_cities(const tc_state *s, int side);
int tc_ahead(const tc_state *s); /* who has more Victory Cities now: TC_PARTY_.. */
/* A side gains Victory Points, which is told unless there are none. */
void tc_gain_vp(tc_state *s, int side, int vp, int clause, ap_events *ev);

/* Moves an Action Card and keeps the sizes of hand and deck. Only its owner knows it then. */
void tc_card_to(tc_state *s, int card, int place);
void tc_count_hands(tc_state *s);                 /* counts hands and decks anew */
int tc_card_value(int card);                      /* AP_NONE: it is rolled for (TC-8.12.1) */
int tc_action_cards(const tc_state *s, int side); /* in hand, without Bluff and Influence */
void tc_political_card_to(tc_state *s, int card, int place);
/* How many cards a pile has: everybody knows it, though not which they are. */
int tc_pile_size(const tc_state *s, int pile);

/* ---- supply.c ------------------------------------------------------------------------------- */

void tc_supply(tc_state *s); /* brings supply up to date; cheap if it is not stale */
static inline void tc_make_stale(tc_state *s)
{
	if (s->stale)
		return;
	memset(s->fed, 0, sizeof s->fed);
	memset(s->full, 0, sizeof s->full);
	s->stale = 1;
}
/* All of these need a state whose supply is not stale. */
bool tc_fed(const tc_state *s, int unit);     /* it is on the map and in supply, limited or not */
bool tc_limited(const tc_state *s, int unit); /* TC-SU-2 */
bool tc_unit_fed_at(const tc_state *s, int unit, int space); /* it would be in supply there */
bool tc_leader_fed(const tc_state *s, int leader);
bool tc_leader_fed_at(const tc_state *s, int leader, int space);
/* Are units of the side in supply there, by its own net? */
bool tc_space_fed(const tc_state *s, int side, int space);

/* ---- setup.c, turn.c ------------------------------------------------------------------------ */

int tc_final_turn(const tc_state *s); /* 1918: turn 3; campaign: turn 1, TC-CA-1 */
bool tc_last_turn(const tc_state *s);
bool tc_winter(const tc_state *s); /* units move less, by seasons.csv */
void tc_next_divided(tc_state *s); /* of the step chits: on to the next side */

/* ---- politics.c, political_cards.c, markers.c, control.c ------------------------------------ */

int tc_card_in_box(const tc_state *s, int side, int box); /* TC_NONE: none, or nobody knows it */
void tc_next_box(tc_state *s);                            /* on to the next box, or to none */
int tc_boxes_to_fill(const tc_state *s, int side);        /* TC-8.11: as many as its cards allow */
/* TC-8.12.1: what an Influence card of the side is worth if the die shows this. */
int tc_influence_worth(const tc_state *s, int side, int die);
/* Does this row of modifiers.csv change the die for the side's Influence card? */
bool tc_influence_changed(const tc_state *s, int modifier, int side);
bool tc_is_special(int political_card);         /* 64 to 66 */
int tc_spies_serve(const tc_state *s, int die); /* TC-8.152.2: the side that names a box */
/* TC-8.132: why the marker may not go one box towards the side now; 0: it may. What counts only in
 * a Political Phase is judged if `political`. The veto is not judged. */
uint16_t tc_marker_barred(const tc_state *s, int faction, int side, bool political);
bool tc_marker_held(const tc_state *s, int faction); /* TC-8.1322: by an army of its controller */
/* TC-8.1321: is the Control box of the side closed to the marker in a Political Phase, wherever it
 * lies now? */
bool tc_control_barred(const tc_state *s, int faction, int side);
int tc_price_out_of(int box); /* what a marker that lies in the box costs to move, in influence */
int tc_vetoed_faction(const tc_state *s);                      /* in the step veto */
int tc_influence_on(const tc_state *s, int faction, int side); /* that lies on its marker */
int tc_influence_sum(const tc_state *s, int faction);          /* TC-8.13: WHITE's less RED's */
/* A side gains control of a faction at once, and its old controller loses it first. In a Political
 * Phase its forces are placed later; in an Action Phase this calls the step forces. `way` is
 * TC_WHEN_GAIN or TC_WHEN_PROTECTOR. West Ukraine may come with Poland (TC-8.321). */
void tc_gain_control(tc_state *s, int faction, int side, int way, int clause, ap_events *ev);
/* The marker leaves a Control box for another box: TC-8.151 to TC-8.151.2, TC-8.54. May call. */
void tc_lose_control(tc_state *s, int faction, int box, ap_events *ev);
/* TC-8.151.1: must the unit leave the land of a faction that has been lost? */
bool tc_unit_must_go(const tc_state *s, int faction, int unit);
/* Lays influence on a marker and tells it; nothing happens if the faction has none. `soft`: it was
 * brought by an Initiative card (TC-IN-3). */
void tc_put_ip(tc_state *s, int side, int faction, int n, bool soft, int clause, ap_events *ev);
int tc_laid_now(const tc_state *s); /* TC_LAID_..: by the cards themselves, of a full state */

/* ---- factions.c, forces.c, war.c ------------------------------------------------------------ */

/* A side places the forces of a faction: calls the step forces, or tells why it does not. Spaces of
 * the land that were nobody's become the side's first (TC-8.141). */
void tc_call_forces(tc_state *s, int faction, int side, int way, ap_events *ev);
/* What is placed next in a frame of the step forces: a unit, or a leader. */
int tc_forces_unit(const tc_forces_frame *f);   /* TC_NOWHERE: it is a leader */
int tc_forces_leader(const tc_forces_frame *f); /* TC_NONE: it is a unit */
/* Why a unit may not act in this round, NO ACT markers aside; 0: it may. */
uint16_t tc_unit_waits(const tc_state *s, int unit);
uint16_t tc_leader_waits(const tc_state *s, int leader);
/* TC-8.142: the enemy has attacked the faction, and its forces need not wait any more. */
void tc_faction_attacked(tc_state *s, int faction);
/* Why a side may not declare war on a faction; 0: it may. */
uint16_t tc_war_forbidden(const tc_state *s, int side, int faction);
/* TC-8.52: would war on a faction put influence on the marker of this one? */
bool tc_war_frightens(const tc_state *s, int faction, int of, int protector);
/* TC-8.24.1: the faction whose forces are called up if the side enters the space, or TC_NONE. The
 * caller then calls tc_call_up, which calls the step forces. */
int tc_violates(const tc_state *s, int side, int space);
void tc_call_up(tc_state *s, int faction, ap_events *ev);
/* TC-8.53. Returns whether something was conquered. May call. */
bool tc_conquer_all(tc_state *s, ap_events *ev);
uint16_t tc_faction_clause(int faction); /* the clause of TC-8.3 that is about it */
/* TC-8.3: may a rebuilt unit of a faction appear in this space? */
bool tc_faction_rebuilds_at(const tc_state *s, int unit, int space);
bool tc_is_treachery(int die); /* TC-8.320.1: of Makhno's men */

/* ---- round.c, operations.c, redeployment.c, movement.c -------------------------------------- */

uint16_t tc_play_forbidden(const tc_state *s, int side, int card, int use);
/* TC-OP-1, TC-8.111, TC-IF-3: how many spaces an operation with the card activates. */
int tc_spaces_of(const tc_state *s, int side, int card);
int tc_redeployment_cost(int unit);              /* in points; TC_NOWHERE: of a leader */
int tc_unit_points(const tc_state *s, int unit); /* TC-MV-2; needs supply */
/* Why the unit may not march in this round, activation and NO ACT markers aside; 0: it may. */
uint16_t tc_march_forbidden(const tc_state *s, int unit);

/* ---- combat.c, fire.c, losses.c, retreat.c, advance.c, leaders.c ---------------------------- */

/* TC_ROLE_..: of a unit in the combat. In a treachery both sides have the same user. */
int tc_role_of(const tc_state *s, int unit);
/* TC_ROLE_..: the part of a unit in the combat under way; TC_NONE: it has none. Before the dice
 * fall everybody in the space that is attacked defends it. */
int tc_part_of(const tc_state *s, int unit);
/* The combat factors of those who have this part in the combat under way and have not fallen. */
int tc_strength_of_part(const tc_state *s, int role);
/* A side attacks a space from another: calls the step combat. */
void tc_begin_combat(tc_state *s, int side, int target, int from, ap_events *ev);
/* TC-8.320.2: Makhno's men in `space` attack their friends in `target`: calls the step combat. */
void tc_begin_treachery(tc_state *s, int controller, int space, int target, ap_events *ev);
int tc_strength_at(const tc_state *s, int space); /* the combat factors of all units there */
int tc_combat_of(const tc_state *s, int unit);    /* its combat factor now */
int tc_loss_of(const tc_state *s, int unit);      /* its loss factor now */
int tc_move_of(const tc_state *s, int unit);      /* its movement points as printed */
/* May the leader use the ability now? He is on the map, in supply, with units, and neither idle nor
 * under a NO ACT marker, and has not used an ability in this round. */
bool tc_leader_can(const tc_state *s, int leader, int ability);
void tc_leader_used(tc_state *s, int leader);
/* TC-15.5: calls the step leader-die for the leaders of the side that are left alone there. Returns
 * whether it has called. */
bool tc_leaders_alone(tc_state *s, int space, int side, ap_events *ev);
void tc_leader_dies(tc_state *s, int leader, ap_events *ev);
/* The cities to which a leader may escape, in the order of the map. Returns how many. */
int tc_list_refuges(const tc_state *s, int leader, uint16_t out[TC_SPACES]);
/* TC-LE-7: may Lenin speak to those who come to the space? */
bool tc_lenin_may_speak(const tc_state *s, int space);
/* TC-LE-7: calls the step preach if RED can and the space is such a city. Returns whether it has
 * called. */
bool tc_call_preach(tc_state *s, int space, bool attack);
/* TC-LE-2: Lenin leaves Moskva if it has fallen. */
void tc_lenin_moves(tc_state *s, ap_events *ev);

/* ---- events.c, places.c, permissions.c, initiative.c ---------------------------------------- */

/* Why the event of a card, with this choice (TC_NONE: with any), cannot be played; 0: it can. */
uint16_t tc_event_forbidden(const tc_state *s, int side, int card, int choice);
/* Plays the event of a card: calls the step event or event-choice. */
void tc_play_event(tc_state *s, int side, int card, ap_events *ev);
int tc_event_deed(const tc_state *s); /* TC_DEED_..: of the row that is carried out */
/* TC-EV-2: after use the card is discarded, or leaves the game. */
void tc_card_used(tc_state *s, int card, bool as_event, ap_events *ev);
/* Can the side interrupt by what everybody knows? It holds cards, and its Initiative card of 1918
 * does not lie open elsewhere. Never judged by the hand itself. */
bool tc_may_interrupt(const tc_state *s, int side);
/* Calls the step interrupt for the other side, once a round, if it can interrupt. */
void tc_call_interrupt(tc_state *s, int acting);

/* Where units and leaders may be put that come with an event or a faction: a place as effects.csv
 * and setups.csv describe it. */
typedef struct tc_spot {
	const uint16_t *spaces;
	uint32_t regions; /* a set; empty: everywhere */
	uint8_t where, faction, space_count;
} tc_spot;
tc_spot tc_spot_of_effect(int row);
tc_spot tc_spot_of_setup(int row);
/* May the unit (TC_NOWHERE: a leader) be put there? Needs supply. */
bool tc_spot_allows(const tc_state *s, const tc_spot *spot, int side, int unit, int space);
/* The next such space after `space` (-1: the first); TC_SPACES: there is none. */
int tc_next_place(const tc_state *s, const tc_spot *spot, int side, int unit, int space);

/* What events that were played permit a side, or force on it. */
enum {
	TC_MAY_ACTIVATE_ALLIES,  /* TC-8.314.1: British and American units may act after WHITE 1 */
	TC_MUST_CZECHS_ALONE,    /* TC-8.316.4: after WHITE 1 the Czechs are activated alone */
	TC_MAY_ARMIES_SOUTHEAST, /* TC-8.319.1: after the side's card 42 */
	TC_MAY_WAR_REPUBLICS,    /* after the side's card 14 */
	TC_MAY_WAR_BALTS,        /* WHITE always; RED after RED 10 was used for aggression */
	TC_MAY_WAR_EAST,         /* on Khiva and Turkistan, after the side's card 42 */
	TC_MAY_CONTROL_BALTS,    /* WHITE always; RED after RED 10 in either use */
	TC_MAY_CONTROL_COUNCIL,  /* RED always; WHITE after WHITE 15, unless RED 15 was played */
	TC_MAY_CONTROL_POLAND,   /* RED always; WHITE after WHITE 2 was used for the Poles */
	TC_MAY_CONTROL_UKRAINE,  /* WHITE always; RED after RED 1 was used for Ukraine */
	TC_HOLDS_POWERS,         /* TC-8.1321.1: WHITE 12 keeps the Major Powers */
	TC_MAY_ADD_WITHDRAWAL    /* TC-8.41: after WHITE 12, WHITE may add to a withdrawal die */
};
bool tc_may(const tc_state *s, int side, int what);

/* ---- logistics.c, replacements.c ------------------------------------------------------------ */

void tc_finish_game(tc_state *s, ap_events *ev); /* TC-5.36, TC-5.36.1, TC-CA-1 */
/* TC-5.36.1: what the other side gains if the event of the card has not been played at the end. */
int tc_penalty_of(const tc_state *s, int card);
/* TC-8.41: the highest total with which a Power withdraws; 0: it does not roll in this turn. */
int tc_withdraws_at(const tc_state *s, int faction);
/* TC-8.41: the side that may change the die now; TC_PARTY_NOBODY: none. */
int tc_modifier_side(const tc_state *s, const tc_withdrawal_frame *f);
uint16_t tc_heal_forbidden(const tc_state *s, int side, int unit);
uint16_t tc_rebuild_forbidden(const tc_state *s, int side, int unit);
uint16_t tc_buy_forbidden(const tc_state *s, int side, int leader);
/* TC-RP-4: does a step of the factions' go into this unit? Otherwise one of the side's own. */
bool tc_takes_faction_step(const tc_state *s, int side, int unit);
/* In the step replace-at: the army that is rebuilt; TC_NOWHERE: a leader is bought. */
int tc_unit_to_appear(const tc_state *s);

/* ---- mending.c ------------------------------------------------------------------------------ */

void tc_build_lists(tc_state *s); /* first_unit and next_unit, from unit_at */

/* ---- situation.c ---------------------------------------------------------------------------- */

void tc_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif
