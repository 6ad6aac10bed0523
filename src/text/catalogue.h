/* catalogue.h: every word a person reads, in each language, from lang/<language>.po. */
#ifndef APPARAT_TEXT_CATALOGUE_H
#define APPARAT_TEXT_CATALOGUE_H

#include <stdbool.h>

typedef enum ap_language { AP_ENGLISH, AP_FRENCH, AP_LANGUAGES } ap_language;

/* From "fr", "fr_CA.UTF-8", "en", ...; false if it is neither. */
bool ap_language_named(const char *code, ap_language *language);
const char *ap_language_code(ap_language language);

/* The text under a key such as "red-empire.event.purged", or NULL. */
const char *ap_word(ap_language language, const char *key);

/* The n-th key of the catalogue, in order, for checks; NULL past the end. */
const char *ap_word_key(ap_language language, int n);

#endif
