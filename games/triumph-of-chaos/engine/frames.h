/* frames.h: finds frames on the stack, such as those of a Political Phase, a round or a combat.
 * Used by code that looks at a state as a whole: the invariants, the completion of imported states,
 * the situation. */
#ifndef APPARAT_TRIUMPH_FRAMES_H
#define APPARAT_TRIUMPH_FRAMES_H

#include "chapters.h"

/* Returns the lowest frame of this kind; NULL if there is none. */
static inline const ap_frame *tc_find_frame(const tc_state *s, const ap_frame_kind *kind)
{
	for (int i = 0; i < s->head.depth && !s->head.over; i++)
		if (tc_steps[s->head.stack[i].step].frame == kind)
			return &s->head.stack[i];
	return NULL;
}
/* Returns the lowest frame at this step; NULL if there is none. */
static inline const ap_frame *tc_find_step(const tc_state *s, int step)
{
	for (int i = 0; i < s->head.depth && !s->head.over; i++)
		if (s->head.stack[i].step == step)
			return &s->head.stack[i];
	return NULL;
}
static inline const tc_round_frame *tc_find_round(const tc_state *s)
{
	const ap_frame *f = tc_find_frame(s, &tc_round_frame_kind);
	return f ? tc_round_frame_in(f) : NULL;
}
static inline const tc_combat_frame *tc_find_combat(const tc_state *s)
{
	const ap_frame *f = tc_find_frame(s, &tc_combat_frame_kind);
	return f ? tc_combat_frame_in(f) : NULL;
}
/* Returns the frame of the first half of a Political Phase; NULL if there is none. */
static inline const tc_boxes_frame *tc_find_boxes(const tc_state *s)
{
	const ap_frame *f = tc_find_frame(s, &tc_boxes_frame_kind);
	return f ? tc_boxes_frame_in(f) : NULL;
}
/* Returns whether either half of a Political Phase is on the stack. */
static inline bool tc_in_politics(const tc_state *s)
{
	return tc_find_boxes(s) || tc_find_frame(s, &tc_markers_frame_kind);
}

#endif
