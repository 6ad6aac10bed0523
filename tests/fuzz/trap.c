/* trap.c: a check of oracle.h that fails ends the fuzz target. */
#include <stdio.h>

#include "fuzz/oracle.h"

void check_failed(const char *condition, const char *file, int line)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
	__builtin_trap();
}
