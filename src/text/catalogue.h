/* catalogue.h: every word that a person reads, in each language. The texts come from the .po files
 * in lang/ and in the words/ folder of each game, and are part of the program. */
#ifndef APPARAT_TEXT_CATALOGUE_H
#define APPARAT_TEXT_CATALOGUE_H

#include <stdbool.h>

typedef enum ap_language { AP_ENGLISH, AP_FRENCH, AP_LANGUAGES } ap_language;

/* Finds the language of a code such as "fr", "fr_CA.UTF-8" or "en"; false if there is none, and
 * `language` then stays as it is. */
bool ap_language_named(const char *code, ap_language *language);
/* Returns the code of a language: "en" or "fr". */
const char *ap_language_code(ap_language language);

/* Returns the text under a key such as "GAME.event.NAME"; NULL if there is none. */
const char *ap_word(ap_language language, const char *key);

/* Returns the n-th key of the catalogue in sorted order, counted from 0; NULL past the last one. */
const char *ap_word_key(ap_language language, int n);

#endif
