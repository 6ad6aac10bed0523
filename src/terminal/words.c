/* words.c: see words.h. */
#include "terminal/words.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/text.h"
#include "text/template.h"

enum { MOST_ARGS = 6 };

const char *play_word(ap_language language, const char *key)
{
	const char *word = ap_word(language, key);
	return word ? word : key;
}

const char *play_say(char *out, size_t size, ap_language language, const char *key, ...)
{
	assert(key && size > 0);
	ap_template_argument args[MOST_ARGS];
	int count = 0;
	va_list list;
	va_start(list, key);
	for (const char *arg; count < MOST_ARGS && (arg = va_arg(list, const char *)) != NULL; count++)
		args[count] = (ap_template_argument){arg, strtol(arg, NULL, 10)};
	va_end(list);
	ap_fill_template(play_word(language, key), language, args, count, out, size);
	return out;
}

const char *play_title(char *out, size_t size, ap_language language, const char *key)
{
	snprintf(out, size, "%s", play_word(language, key));
	text_upper(out);
	return out;
}
