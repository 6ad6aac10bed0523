/* memory.c: see memory.h. */
#include "text/memory.h"

#include <assert.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the memory, or ends the process if there is none. */
static void *checked(void *memory)
{
	if (!memory) {
		fputs("apparat: out of memory\n", stderr);
		abort();
	}
	return memory;
}

void *ap_allocate(size_t count, size_t size)
{
	return checked(calloc(count ? count : 1, size ? size : 1));
}

void *ap_reallocate(void *old, size_t count, size_t size)
{
	bool fits = size == 0 || count <= SIZE_MAX / size;
	size_t bytes = count * size;
	return checked(fits ? realloc(old, bytes ? bytes : 1) : NULL);
}

char *ap_copy_text(const char *text)
{
	assert(text);
	return checked(strdup(text));
}

static void *allocate_for_json(size_t size)
{
	return checked(malloc(size));
}

void ap_use_memory_policy(void)
{
	json_set_alloc_funcs(allocate_for_json, free);
}
