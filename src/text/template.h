/* template.h: texts of the catalogue with placeholders, which are filled when they are said. {0}
 * stands for the first argument; {0+} for its number with a sign; {0|card|cards} for the first or the
 * second word, depending on the number of the first argument; {0?, +# for the office} for its text,
 * where # is the first argument, unless the number of the first argument is 0. */
#ifndef APPARAT_TEXT_TEMPLATE_H
#define APPARAT_TEXT_TEMPLATE_H

#include <stddef.h>

#include "text/catalogue.h"

typedef struct ap_template_argument {
	const char *word; /* what the placeholder is replaced by */
	long number;      /* it chooses between singular and plural */
} ap_template_argument;

/* Writes the template with its arguments; a placeholder without an argument is left out. Returns
 * the length of the whole text, of which at most `size` - 1 bytes are written. */
size_t ap_fill_template(const char *template, ap_language language,
	const ap_template_argument *args, int count, char *out, size_t size);

#endif
