/* memory.h: memory for everything outside the engine, which allocates nothing.
 *
 * There is one policy for lack of memory: these functions never return NULL. Where the system has
 * no memory left they write one line and end the process. Nothing is lost by that: whatever a
 * server has acknowledged is in its database, and a terminal game with a record is in its file. */
#ifndef APPARAT_TEXT_MEMORY_H
#define APPARAT_TEXT_MEMORY_H

#include <stddef.h>

/* Room for `count` elements of `size` bytes each, all of them zero. */
void *ap_allocate(size_t count, size_t size);

/* The same elements in room for `count`; what is added is not set to zero. */
void *ap_reallocate(void *old, size_t count, size_t size);

/* A copy of the text. */
char *ap_copy_text(const char *text);

/* Makes the JSON library keep to the policy. A program calls it once, before anything else. */
void ap_use_memory_policy(void);

#endif
