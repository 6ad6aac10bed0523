/* words.h: the words that the terminal itself shows: the keys cli.* of the catalogue. The boards of
 * games use these functions for their own keys, too. */
#ifndef APPARAT_TERMINAL_WORDS_H
#define APPARAT_TERMINAL_WORDS_H

#include <stddef.h>

#include "text/catalogue.h"

/* Returns the text of the key; the key itself if the catalogue does not have it. */
const char *play_word(ap_language language, const char *key);

/* Writes the text of the key with texts in the place of {0}, {1} and so on; NULL follows the last
 * of them, and there are at most six. {0|card|cards} stands for the first or the second word,
 * depending on the number in the text 0. Returns `out`. */
const char *play_say(char *out, size_t size, ap_language language, const char *key, ...)
	__attribute__((sentinel));

/* Writes the text of the key in capitals. Returns `out`. */
const char *play_title(char *out, size_t size, ap_language language, const char *key);

#endif
