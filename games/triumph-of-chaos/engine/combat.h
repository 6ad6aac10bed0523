/* combat.h: what the files of the combat chapter share: combat.c, fire.c, losses.c, retreat.c,
 * advance.c, leaders.c; and what situation_combat.c tells of it. */
#ifndef APPARAT_TRIUMPH_COMBAT_H
#define APPARAT_TRIUMPH_COMBAT_H

#include "chapters.h"

/* Lists the neighbours of a space in the order of the map. Returns how many. */
static inline int tc_near(int space, const uint16_t **near)
{
	*near = &tc_link_to[tc_link_from[space]];
	return tc_link_from[space + 1] - tc_link_from[space];
}
/* Of the neighbours of the space that is attacked: whether any is not forbidden, and all that are
 * not, as actions. */
typedef uint16_t tc_forbids(const tc_state *s, int space);
bool tc_any_near_target(const tc_state *s, tc_forbids *forbids);
void tc_list_near_target(const tc_state *s, int verb, tc_forbids *forbids, ap_list *out);

/* Is it a unit of that role that fights and has not been destroyed? */
static inline bool tc_stands_for(const tc_state *s, int unit, int role)
{
	int flags = s->unit_flags[unit];
	return (flags & TC_UNIT_FLAG_FIGHTS) && !(flags & TC_UNIT_FLAG_FELL) &&
		tc_role_of(s, unit) == role;
}
bool tc_any_stands(const tc_state *s, int role);

/* combat.c: why a unit may not attack the target from a space; 0: it may. The marker of the space
 * is not judged. tc_reach_forbidden does not judge what it did earlier in the round either: so it
 * is in a counter-attack. */
uint16_t tc_reach_forbidden(const tc_state *s, int unit, int from, int target);
uint16_t tc_attack_forbidden(const tc_state *s, int unit, int from, int target);
void tc_attacked_now(tc_state *s); /* TC-8.142: factions that are attacked need not wait */
void tc_clear_combat(tc_state *s);
bool tc_could_attack(
	const tc_state *s, int side, int target); /* could the side attack it now, but for TC-CB-2? */
void tc_set_combat(tc_state *s, int kind, int attacker, int defender, int target, int from);

/* fire.c: what a role fires with. All of it is about the units that fight now. */
int tc_strength(const tc_state *s, int role); /* the sum of combat factors */
/* TC-CB-5, TC-CB-6: the row of fires.csv by which a side fires; a shift is 0 or less. */
int tc_fire_row(bool army, int strength, int shift);
int tc_row_loss(int row, int total);    /* the loss number for a die with what is added to it */
int tc_season_shift(const tc_state *s); /* TC-TU-4: of everybody */
int tc_terrain_shift(int target);       /* TC-CB-6: of those who attack a space and do not climb */
int tc_elite_steps(const tc_state *s, int unit); /* TC-CB-8: that count for the modifier */
/* TC-CB-6: by how many columns a cause shifts the fire of a role: TC_SHIFT_CAUSE_.. */
int tc_shift_by(const tc_state *s, int role, int cause);
int tc_column(const tc_state *s, int role); /* TC-CB-5, TC-CB-6: the lowest strength of it */
/* TC-CB-7 to TC-CB-9, TC-11.413: is 1 added to the die of a role? TC_FIRE_MODIFIER_.. */
bool tc_fire_modified(const tc_state *s, int role, int modifier);
extern const uint16_t tc_fire_clauses[TC_FIRE_MODIFIER_COUNT];
int tc_die_bonus(const tc_state *s, int role); /* TC-CB-7: what is added to its die in the end */
int tc_loss_with(const tc_state *s, int role, int die); /* the loss number that it inflicts */
/* Tells columns and modifiers, and goes on with the attacker's die. */
void tc_open_fire(tc_state *s, ap_events *ev);

/* combat.c: the units that could still join the attack do so, and those in the target defend it. */
void tc_join_all(tc_state *s, ap_events *ev);
void tc_all_defend(tc_state *s);
uint16_t tc_join_forbidden(const tc_state *s, int unit);

/* leaders.c: a leader of the role who may bring this corps into the combat; TC_LEADERS: none. */
int tc_leader_bringing(const tc_state *s, int role, int unit);
void tc_bring(tc_state *s, int role, int unit, ap_events *ev); /* he brings it */

/* losses.c: the part of the loss number that the steps of the role can make up, TC-LS-1. */
int tc_due_of(const tc_state *s, int role);

/* leaders.c: a leader of the side in the space who may use the ability, the first of them;
 * TC_LEADERS: there is none. */
int tc_leader_with(const tc_state *s, int space, int side, int ability);
/* Why there is none: TC-LE-1 if a leader there has the ability, else the given clause. */
uint16_t tc_leader_missing(const tc_state *s, int space, int side, int ability, int clause);

/* TC-LE-2: Mannerheim does not leave Finland. */
static inline bool tc_kept_from(int leader, int space)
{
	return tc_leaders[leader].bound == TC_BOUND_BORDER && tc_region_of(space) != TC_REGION_FINLAND;
}

/* The frame of the combat goes on with a step that asks the attacker or the defender. */
static inline void tc_enter_for(tc_state *s, int step, int role)
{
	assert(role == TC_ROLE_ATTACKER || role == TC_ROLE_DEFENDER);
	tc_enter(s, step);
	tc_combat_top(s)->role = (uint8_t)role;
}

#endif
