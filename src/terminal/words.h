/* words.h: what the terminal game itself says: the keys cli.* of the catalogue. */
#ifndef APPARAT_TERMINAL_WORDS_H
#define APPARAT_TERMINAL_WORDS_H

#include <stddef.h>

#include "text/catalogue.h"

/* The text under the key, or the key if there is none. */
const char *play_word(ap_language language, const char *key);

/* The same with {0}, {1}, ... filled in from texts, NULL after the last, and {0|card|cards}
 * following a number. Returns `out`. */
const char *play_say(char *out, size_t size, ap_language language, const char *key, ...)
	__attribute__((sentinel));

/* The same in capitals. */
const char *play_title(char *out, size_t size, ap_language language, const char *key);

#endif
