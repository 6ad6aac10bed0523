/* names.h: how names look and how they are searched for, by ICU's tables of Unicode. */
#ifndef APPARAT_SERVER_NAMES_H
#define APPARAT_SERVER_NAMES_H

#include <stdbool.h>

enum { SV_LOOK_SIZE = 512 }; /* bytes of a look, with its zero */

/* How a name looks: two names that a person could take for each other have the same look, whatever
 * characters they are made of (the skeleton of UTS 39). */
typedef struct sv_look {
	char as_written[SV_LOOK_SIZE];
	char folded[SV_LOOK_SIZE]; /* the same, without the difference of small and capital letters */
} sv_look;

/* Returns the look of a name in valid UTF-8. If ICU cannot make one it is the name itself. */
void sv_name_look(const char *name, sv_look *out);

/* Writes a name as it is searched for: without the difference of small and capital letters, and of
 * forms of the same character. Returns false if it does not fit, or is no valid UTF-8. */
bool sv_name_search_key(const char *name, char out[SV_LOOK_SIZE]);

#endif
