/* soundness.h: the function that the two files with the invariants of a state share. */
#ifndef APPARAT_KREMLIN_SOUNDNESS_H
#define APPARAT_KREMLIN_SOUNDNESS_H

#include "chapters.h"

static inline bool kr_within(int value, int low, int high)
{
	return value >= low && value <= high;
}

/* Returns what is wrong with the stack; NULL if it is sound. */
const char *kr_stack_unsound(const kr_state *s);

#endif
