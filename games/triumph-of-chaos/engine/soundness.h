/* soundness.h: functions that the files about the invariants share. */
#ifndef APPARAT_TRIUMPH_SOUNDNESS_H
#define APPARAT_TRIUMPH_SOUNDNESS_H

#include "frames.h"

/* Returns whether x is from low to high. */
static inline bool tc_between(int x, int low, int high)
{
	return x >= low && x <= high;
}
/* TC-CO-1: returns who must own the space in which a unit stands; TC_NONE if the unit has no place
 * on the map now. */
static inline int tc_owner_by(const tc_state *s, int unit)
{
	int faction = tc_units[unit].faction, user = tc_user(s, unit);
	if (user != TC_PARTY_NOBODY || tc_is_green(s, unit))
		return user;
	return faction == TC_FACTION_CZECH_LEGION  ? TC_OWNER_CZECH_LEGION
		: faction == TC_FACTION_CENTRAL_POWERS ? TC_OWNER_CENTRAL_POWERS
											   : TC_NONE;
}
/* Returns whether an Action Card can have come into play by now: those of a later year have not. */
bool tc_in_play(const tc_state *s, int card);
/* Returns whether the unit is leaving its space, so that its side need not own the space. */
bool tc_leaves(const tc_state *s, int unit);

/* Each of these returns a description of what is wrong; NULL if nothing is. */
const char *tc_cards_unsound(const tc_state *s);  /* soundness_cards.c */
const char *tc_battle_unsound(const tc_state *s); /* soundness_battle.c: a round and its combat */
const char *tc_stack_unsound(const tc_state *s);  /* soundness_stack.c */

#endif
