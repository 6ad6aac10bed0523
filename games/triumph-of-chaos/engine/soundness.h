/* soundness.h: what the files of the invariants share. */
#ifndef APPARAT_TRIUMPH_SOUNDNESS_H
#define APPARAT_TRIUMPH_SOUNDNESS_H

#include "chapters.h"

static inline bool tc_between(int x, int low, int high)
{
	return x >= low && x <= high;
}
static inline bool tc_is_side(int side)
{
	return side == RED || side == WHITE;
}

/* The lowest frame at a step from `first` to `last`; NULL: there is none. */
static inline const ap_frame *tc_frame_of(const tc_state *s, int first, int last)
{
	for (int i = 0; i < s->head.depth && !s->head.over; i++)
		if (tc_between(s->head.stack[i].step, first, last))
			return &s->head.stack[i];
	return NULL;
}
static inline const ap_frame *tc_politics_frame(const tc_state *s)
{
	return tc_frame_of(s, POLITICS, POLITICS_END);
}
static inline bool tc_is_round_step(int step)
{
	return step == DECLARE || tc_between(step, PLAY, ROUND_END) || step == MOVE ||
		step == MOVE_ON || step == FIGHT;
}
static inline const ap_frame *tc_round_frame(const tc_state *s)
{
	const ap_frame *f = s->head.over || s->head.depth < 2 ? NULL : &s->head.stack[1];
	return f && tc_is_round_step(f->step) ? f : NULL;
}
static inline const ap_frame *tc_combat_frame(const tc_state *s)
{
	return tc_frame_of(s, COMBAT, COMBAT_END);
}

/* TC-CO-1: whose the space is that a unit stands in; NONE: it has no place on the map now. */
static inline int tc_owner_by(const tc_state *s, int unit)
{
	int faction = tc_units[unit].faction, user = tc_user(s, unit);
	if (user != NOBODY || tc_is_green(unit))
		return user;
	return faction == TC_FACTION_CZECH_LEGION  ? CZECHS
		: faction == TC_FACTION_CENTRAL_POWERS ? POWERS
											   : NONE;
}

bool tc_leaves(
	const tc_state *s, int unit); /* soundness.c: it need not own the space it stands in */
const char *tc_cards_unsound(const tc_state *s);  /* soundness_cards.c */
const char *tc_battle_unsound(const tc_state *s); /* soundness_battle.c: round and combat */
const char *tc_stack_unsound(const tc_state *s);  /* soundness_stack.c */

#endif
