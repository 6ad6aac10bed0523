/* words.c: see words.h. */
#include "terminal/words.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/text.h"

enum { MOST_ARGS = 6 };

const char *play_word(ap_language language, const char *key)
{
	const char *word = ap_word(language, key);
	return word ? word : key;
}

/* Adds what a placeholder stands for. Between its braces it has "0" or "0|card|cards". */
static void fill_placeholder(char *out, size_t size, ap_language language, const char *inside,
	int length, const char *const *args, int count)
{
	int n = inside[0] - '0';
	if (n < 0 || n >= count)
		return;
	const char *one = memchr(inside, '|', (size_t)length), *end = inside + length;
	if (!one) {
		text_add(out, size, "%s", args[n]);
		return;
	}
	const char *many = memchr(one + 1, '|', (size_t)(end - one - 1));
	long number = strtol(args[n], NULL, 10);
	if (!many || number == 1 || (language == AP_FRENCH && number == 0))
		text_add(out, size, "%.*s", (int)((many ? many : end) - one - 1), one + 1);
	else
		text_add(out, size, "%.*s", (int)(end - many - 1), many + 1);
}

const char *play_say(char *out, size_t size, ap_language language, const char *key, ...)
{
	assert(key && size > 0);
	const char *args[MOST_ARGS], *at = play_word(language, key);
	int count = 0;
	va_list list;
	va_start(list, key);
	for (const char *arg; count < MOST_ARGS && (arg = va_arg(list, const char *)) != NULL;)
		args[count++] = arg;
	va_end(list);
	out[0] = '\0';
	while (*at) {
		size_t plain = strcspn(at, "{");
		text_add(out, size, "%.*s", (int)plain, at);
		at += plain;
		const char *close = *at ? strchr(at, '}') : NULL;
		if (!close)
			break;
		fill_placeholder(out, size, language, at + 1, (int)(close - at - 1), args, count);
		at = close + 1;
	}
	return out;
}

const char *play_title(char *out, size_t size, ap_language language, const char *key)
{
	snprintf(out, size, "%s", play_word(language, key));
	text_upper(out);
	return out;
}
