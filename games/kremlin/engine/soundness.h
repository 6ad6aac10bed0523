/* soundness.h: what the two files that check a state share. */
#ifndef APPARAT_KREMLIN_SOUNDNESS_H
#define APPARAT_KREMLIN_SOUNDNESS_H

#include "chapters.h"

static inline bool kr_within(int value, int low, int high)
{
	return value >= low && value <= high;
}

/* What is wrong with the stack; NULL: nothing. */
const char *kr_stack_unsound(const kr_state *s);

#endif
