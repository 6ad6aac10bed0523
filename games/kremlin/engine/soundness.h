/* soundness.h: the functions that the files with the invariants of a state share. */
#ifndef APPARAT_KREMLIN_SOUNDNESS_H
#define APPARAT_KREMLIN_SOUNDNESS_H

#include "chapters.h"

static inline bool kr_within(int value, int low, int high)
{
	return value >= low && value <= high;
}

/* Returns what is wrong with the stack; NULL if it is sound. */
const char *kr_stack_unsound(const kr_state *s);

/* Returns whether the frame of a card fits the board and what is listened to. */
bool kr_card_frame_sound(const kr_state *s, const kr_card_frame *f, const ap_frame *listened);

#endif
