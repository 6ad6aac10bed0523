/* soundness.h: what the files of the invariants share. */
#ifndef APPARAT_TRIUMPH_SOUNDNESS_H
#define APPARAT_TRIUMPH_SOUNDNESS_H

#include "frames.h"

static inline bool tc_between(int x, int low, int high)
{
	return x >= low && x <= high;
}
/* TC-CO-1: who owns the space in which a unit stands; TC_NONE: it has no place on the map now. */
static inline int tc_owner_by(const tc_state *s, int unit)
{
	int faction = tc_units[unit].faction, user = tc_user(s, unit);
	if (user != TC_PARTY_NOBODY || tc_is_green(unit))
		return user;
	return faction == TC_FACTION_CZECH_LEGION  ? TC_OWNER_CZECH_LEGION
		: faction == TC_FACTION_CENTRAL_POWERS ? TC_OWNER_CENTRAL_POWERS
											   : TC_NONE;
}
/* Does the unit leave the space in which it stands, so that its side need not own it? */
bool tc_leaves(const tc_state *s, int unit);

/* Each returns what is wrong, or NULL. */
const char *tc_cards_unsound(const tc_state *s);  /* soundness_cards.c */
const char *tc_battle_unsound(const tc_state *s); /* soundness_battle.c: the round and its combat */
const char *tc_stack_unsound(const tc_state *s);  /* soundness_stack.c */

#endif
