/* combat.h: what the files of the combat chapter share: combat.c, losses.c, retreat.c, advance.c,
 * leaders.c. */
#ifndef APPARAT_TRIUMPH_COMBAT_H
#define APPARAT_TRIUMPH_COMBAT_H

#include "chapters.h"

/* The neighbours, sorted (as links.csv is). */
static inline int tc_near(int space, const uint16_t **near)
{
	*near = &tc_link_to[tc_link_from[space]];
	return tc_link_from[space + 1] - tc_link_from[space];
}
/* Of the neighbours of the space under attack: is there one, and all of them as actions. */
typedef uint16_t tc_forbids(const tc_state *s, int space);
bool tc_any_near_target(const tc_state *s, tc_forbids *forbids);
void tc_list_near_target(const tc_state *s, int verb, tc_forbids *forbids, ap_list *out);

/* A unit of that role that fights and has not been destroyed. */
static inline bool tc_stands_for(const tc_state *s, int unit, int role)
{
	int flags = s->unit_flags[unit];
	return (flags & U_FIGHTS) && !(flags & U_FELL) && tc_role_of(s, unit) == role;
}
bool tc_any_stands(const tc_state *s, int role);

/* combat.c. Why a unit in `from` may not attack the target; the space's marker is not judged.
 * reach: what it did earlier in the round is not judged either, as in a counter-attack. */
uint16_t tc_reach_forbidden(const tc_state *s, int unit, int from, int target);
uint16_t tc_attack_forbidden(const tc_state *s, int unit, int from, int target);
void tc_attacked_now(tc_state *s); /* TC-8.142: who is attacked is free */
void tc_clear_combat(tc_state *s);
bool tc_could_attack(const tc_state *s, int side, int target); /* but for TC-CB-2 */
void tc_set_combat(tc_state *s, int kind, int attacker, int defender, int target, int from);

/* losses.c: columns and modifiers are told -> ROLL_ATTACKER. */
void tc_open_fire(tc_state *s, ap_events *ev);

/* leaders.c. Is there a leader of the side in the space with the ability who can use it: the
 * lowest, else LEADERS. */
int tc_leader_with(const tc_state *s, int space, int side, int ability);
/* Why none can: TC-LE-1 if one has it, else the clause of the ability. */
uint16_t tc_leader_missing(const tc_state *s, int space, int side, int ability, int clause);

/* TC-LE-2: Mannerheim does not leave Finland. */
static inline bool tc_kept_from(int leader, int space)
{
	return tc_leaders[leader].bound == TC_BOUND_BORDER && tc_region_of(space) != TC_REGION_FINLAND;
}

/* The frame of the combat goes on. */
static inline void tc_combat_goto(tc_state *s, int step, int v1)
{
	ap_goto(s, step);
	ap_top(s)->v[1] = (int16_t)v1;
	ap_top(s)->v[2] = 0;
	ap_top(s)->v[3] = 0;
}

#endif
