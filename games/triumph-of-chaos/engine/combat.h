/* combat.h: functions that the files about combat share: combat.c, fire.c, losses.c, retreat.c,
 * advance.c and leaders.c. situation_combat.c uses them to describe a combat. */
#ifndef APPARAT_TRIUMPH_COMBAT_H
#define APPARAT_TRIUMPH_COMBAT_H

#include "chapters.h"

/* Gives the neighbours of a space in the order of the map. Returns how many there are. */
static inline int tc_near(int space, const uint16_t **near)
{
	*near = &tc_link_to[tc_link_from[space]];
	return tc_link_from[space + 1] - tc_link_from[space];
}
/* A function that returns the clause that forbids a space; 0 if it is allowed. The two functions
 * below apply it to the neighbours of the attacked space: one returns whether any is allowed, the
 * other lists all that are allowed as actions. */
typedef uint16_t tc_forbids(const tc_state *s, int space);
bool tc_any_near_target(const tc_state *s, tc_forbids *forbids);
void tc_list_near_target(const tc_state *s, int verb, tc_forbids *forbids, ap_list *out);

/* Returns whether the unit has that role, fights and has not been destroyed. */
static inline bool tc_stands_for(const tc_state *s, int unit, int role)
{
	int flags = s->unit_flags[unit];
	return (flags & TC_UNIT_FLAG_FIGHTS) && !(flags & TC_UNIT_FLAG_FELL) &&
		tc_role_of(s, unit) == role;
}
/* Returns whether any such unit is left. */
bool tc_any_stands(const tc_state *s, int role);
/* The units that stand for a role, in the order of their numbers. */
typedef struct tc_force {
	int count;
	uint16_t unit[TC_UNITS];
} tc_force;
void tc_find_force(const tc_state *s, int role, tc_force *out);

/* advance.c: finds the units in the spaces from which the attack comes. */
void tc_attackers(const tc_state *s, uint64_t set[TC_UNIT_WORDS]);
/* combat.c: both return the clause that forbids a unit to attack the target from a space; 0 if it
 * may attack. The marker of the space is not considered. tc_reach_forbidden also ignores what the
 * unit did earlier in the round, as the rules of the counter-attack require. */
uint16_t tc_reach_forbidden(const tc_state *s, int unit, int from, int target);
uint16_t tc_attack_forbidden(const tc_state *s, int unit, int from, int target);
/* TC-8.142: frees the factions that are attacked from having to wait. */
void tc_attacked_now(tc_state *s);
/* Resets the combat, and the flags that it has put on units. */
void tc_clear_combat(tc_state *s);
/* Returns whether the side could attack the target now if TC-CB-2 did not count. */
bool tc_could_attack(const tc_state *s, int side, int target);
/* TC-WC-43: returns whether the attack under way comes from the sea. */
static inline bool tc_is_landing(const tc_state *s)
{
	return s->combat.kind == TC_COMBAT_KIND_LANDING;
}
/* TC-WC-43: starts an attack on a port from another port: calls the step combat. */
void tc_begin_landing(tc_state *s, int side, int target, int from, int clause, ap_events *ev);
/* Sets the kind, parties and spaces of a new combat. */
void tc_set_combat(tc_state *s, int kind, int attacker, int defender, int target, int from);

/* fire.c: how a role fires. All of these consider the units that fight now. */
int tc_strength(const tc_state *s, int role); /* returns the sum of combat factors */
/* TC-CB-5, TC-CB-6: returns the row of fires.csv by which a side fires. A negative `shift` goes to
 * the left, a positive one to the right. */
int tc_fire_row(bool army, int strength, int shift);
/* Returns the loss number for the modified die. */
int tc_row_loss(int row, int total);
/* TC-TU-4: returns the column shift by the season, which applies to both sides. */
int tc_season_shift(const tc_state *s);
/* TC-CB-6: returns the column shift by the terrain for attackers who do not climb. */
int tc_terrain_shift(int target);
/* TC-CB-8: returns how many steps of the unit count for the elite modifier. */
int tc_elite_steps(const tc_state *s, int unit);
/* TC-CB-6: returns by how many columns a cause shifts the fire of a role: TC_SHIFT_CAUSE_.. */
int tc_shift_by(const tc_state *s, int role, int cause);
/* TC-CB-5, TC-CB-6: returns the lowest strength of the role's column. */
int tc_column(const tc_state *s, int role);
/* Returns the clause of such a shift. */
uint16_t tc_shift_clause(const tc_state *s, int cause);
/* TC-CB-7 to TC-CB-9, TC-11.413: returns what this modifier adds to the die of a role, often 0:
 * TC_FIRE_MODIFIER_.. */
int tc_fire_modified(const tc_state *s, int role, int modifier);
/* Returns the clause of a modifier that adds something. */
uint16_t tc_fire_clause(const tc_state *s, int modifier);
/* TC-CB-7: returns the total that is added to the die of the role. */
int tc_die_bonus(const tc_state *s, int role);
/* Returns the loss number that the role inflicts with this die. */
int tc_loss_with(const tc_state *s, int role, int die);
/* Tells columns and modifiers, then continues with the attacker's die. */
void tc_open_fire(tc_state *s, ap_events *ev);
/* TC-WC-38: after the losses of a defender who is fired at first, continues with his own die, or
 * without it if nobody is left. */
void tc_fire_back(tc_state *s, ap_events *ev);

/* aids.c: the events that help in the combat under way. An aid is TC_AID_.. tc_aid_amount returns
 * what a deed of it adds for the attacker, 0 if nothing. */
int tc_aid_amount(const tc_state *s, int aid, int deed);
/* Returns the card by which the attacker fires first; TC_NONE if there is none. */
int tc_first_fire_card(const tc_state *s);
/* Returns the aid that lends the role this ability; TC_AID_COUNT if there is none. */
int tc_lender(const tc_state *s, int role, int ability);
/* Returns the aid by which the attacker may go further after a victory without a leader;
 * TC_AID_COUNT if there is none. */
int tc_presser(const tc_state *s);
/* Notes that the aid helps in this combat. */
void tc_use_aid(tc_state *s, int aid);
/* Notes the aids that help when the fire opens. */
void tc_use_aids_in_fire(tc_state *s);

/* retreat.c: the defender's units retreat; or one of them loses a step so that nobody does. */
void tc_begin_retreat(tc_state *s);
void tc_hold(tc_state *s, int unit, uint16_t clause, ap_events *ev);
/* vistula.c: TC-8.321.13: returns whether the defender may have the die rolled. */
bool tc_miracle_possible(const tc_state *s);
int tc_saving_die(void); /* returns the highest die that saves them */

/* combat.c: makes every unit that can still join the attack join it. */
void tc_join_all(tc_state *s, ap_events *ev);
/* Makes all units in the target defend it. */
void tc_all_defend(tc_state *s);
/* Returns the clause that forbids a unit to join the attack; 0 if it may. */
uint16_t tc_join_forbidden(const tc_state *s, int unit);

/* leaders.c: returns a leader of the role who may bring this corps into the combat; TC_LEADERS if
 * there is none. */
int tc_leader_bringing(const tc_state *s, int role, int unit);
/* Lets such a leader bring the corps into the combat. */
void tc_bring(tc_state *s, int role, int unit, ap_events *ev);

/* losses.c: returns how many steps the units have. */
int tc_steps_of(const tc_state *s, const tc_force *force);
/* losses.c: TC-LS-1: returns the part of the loss number that the steps of the role can make up. */
int tc_due_of(const tc_state *s, int role);

/* leaders.c: returns the first leader of the side in the space who may use the ability; TC_LEADERS
 * if there is none. */
int tc_leader_with(const tc_state *s, int space, int side, int ability);
/* Returns the clause that explains why there is none: TC-LE-1 if a leader there has the ability,
 * else the given clause. */
uint16_t tc_leader_missing(const tc_state *s, int space, int side, int ability, int clause);

/* Continues the frame of the combat with a step that asks the attacker or the defender. */
static inline void tc_enter_for(tc_state *s, int step, int role)
{
	assert(role == TC_ROLE_ATTACKER || role == TC_ROLE_DEFENDER);
	tc_enter(s, step);
	tc_combat_top(s)->role = (uint8_t)role;
}

#endif
