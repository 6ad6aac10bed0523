/* memory.h: allocates memory for everything outside the engine. (The engine allocates nothing.)
 *
 * There is one policy for lack of memory: these functions never return NULL. If the system has no
 * memory left, they write one line to stderr and abort the process. No game is lost by that:
 * everything that a server has acknowledged is in its database, and a game in the terminal that has
 * a record is in its file. */
#ifndef APPARAT_TEXT_MEMORY_H
#define APPARAT_TEXT_MEMORY_H

#include <stddef.h>

/* Returns room for `count` elements of `size` bytes each, set to zero. */
void *ap_allocate(size_t count, size_t size);

/* Resizes the memory at `old`, which may be NULL, to `count` elements of `size` bytes each, and
 * returns it. Bytes that are added are not set to zero. */
void *ap_reallocate(void *old, size_t count, size_t size);

/* Returns a copy of the text, which the caller frees. */
char *ap_copy_text(const char *text);

/* Makes the JSON library follow the same policy. A program calls it once, before it uses JSON. */
void ap_use_memory_policy(void);

#endif
