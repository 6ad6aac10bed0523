/* catalogue.c: looks keys up in gettext's .mo files, which are part of the program. A .mo file has
 * two tables of (length, offset): the originals in sorted order, and the translations. */
#include "text/catalogue.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

extern const unsigned char ap_catalogue_en[], ap_catalogue_fr[];

static const unsigned char *const catalogue[AP_LANGUAGES] = {ap_catalogue_en, ap_catalogue_fr};
static const char *const codes[AP_LANGUAGES] = {"en", "fr"};

/* Where the header of a .mo file has the number of texts and the offsets of the tables. */
enum { COUNT_AT = 8, ORIGINALS_AT = 12, TRANSLATIONS_AT = 16 };

static uint32_t number_at(const unsigned char *mo, uint32_t offset)
{
	uint32_t value;
	memcpy(&value, mo + offset, sizeof value);
	return value;
}

static const char *text_at(const unsigned char *mo, uint32_t table, uint32_t n)
{
	return (const char *)mo + number_at(mo, number_at(mo, table) + 8 * n + 4);
}

bool ap_language_named(const char *code, ap_language *language)
{
	assert(code && language);
	for (int i = 0; i < AP_LANGUAGES; i++)
		if (strncmp(code, codes[i], 2) == 0 && (code[2] == '\0' || strchr("_-.@", code[2]))) {
			*language = (ap_language)i;
			return true;
		}
	return false;
}

const char *ap_language_code(ap_language language)
{
	assert((int)language >= 0 && language < AP_LANGUAGES);
	return codes[language];
}

const char *ap_text_of_mo(const unsigned char *mo, const char *key)
{
	assert(mo && key);
	uint32_t low = 0, high = number_at(mo, COUNT_AT);
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		int order = strcmp(key, text_at(mo, ORIGINALS_AT, middle));
		if (order == 0)
			return text_at(mo, TRANSLATIONS_AT, middle);
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

const char *ap_word(ap_language language, const char *key)
{
	assert((int)language >= 0 && language < AP_LANGUAGES && key);
	return ap_text_of_mo(catalogue[language], key);
}

const char *ap_word_key(ap_language language, int n)
{
	assert((int)language >= 0 && language < AP_LANGUAGES && n >= 0);
	const unsigned char *mo = catalogue[language];
	uint32_t entry = (uint32_t)n + 1; /* the first entry describes the file itself */
	return entry < number_at(mo, COUNT_AT) ? text_at(mo, ORIGINALS_AT, entry) : NULL;
}
