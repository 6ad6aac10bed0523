/* frames.h: what is on the stack: the frames of a Political Phase, a round, a combat. For those who
 * look at a state as a whole: the invariants, what follows on import, the situation. */
#ifndef APPARAT_TRIUMPH_FRAMES_H
#define APPARAT_TRIUMPH_FRAMES_H

#include "chapters.h"

/* The lowest frame of this kind; NULL: there is none. */
static inline const ap_frame *tc_find_frame(const tc_state *s, const ap_frame_kind *kind)
{
	for (int i = 0; i < s->head.depth && !s->head.over; i++)
		if (tc_steps[s->head.stack[i].step].frame == kind)
			return &s->head.stack[i];
	return NULL;
}
/* The lowest frame at this step; NULL: there is none. */
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
/* The first half of a Political Phase. */
static inline const tc_boxes_frame *tc_find_boxes(const tc_state *s)
{
	const ap_frame *f = tc_find_frame(s, &tc_boxes_frame_kind);
	return f ? tc_boxes_frame_in(f) : NULL;
}
/* Either half of a Political Phase. */
static inline bool tc_in_politics(const tc_state *s)
{
	return tc_find_boxes(s) || tc_find_frame(s, &tc_markers_frame_kind);
}

#endif
