/* catalogue.h: every word that a person reads, in each language. The texts come from the .po files
 * in lang/ and in the words/ folder of each game, and are part of the program. */
#ifndef APPARAT_TEXT_CATALOGUE_H
#define APPARAT_TEXT_CATALOGUE_H

#include "apparat/text.h"

/* Returns the text under a key such as "GAME.event.NAME"; NULL if there is none. */
const char *ap_word(ap_language language, const char *key);

/* Returns the text under a key in a .mo file; NULL if there is none. */
const char *ap_text_of_mo(const unsigned char *mo, const char *key);

/* Returns the n-th key of the catalogue in sorted order, counted from 0; NULL past the last one. */
const char *ap_word_key(ap_language language, int n);

#endif
