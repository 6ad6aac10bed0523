/* template.c: see template.h. */
#include "text/template.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
	char *out;
	size_t size, length;
} writer;

static void put(writer *w, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++, w->length++)
		if (w->length + 1 < w->size)
			w->out[w->length] = text[i];
}

static size_t finish(writer *w)
{
	if (w->size > 0)
		w->out[w->length < w->size ? w->length : w->size - 1] = '\0';
	return w->length;
}

/* In English 1 is singular; in French 0 and 1 are. */
static bool is_singular(ap_language language, long n)
{
	return n == 1 || (language == AP_FRENCH && n == 0);
}

/* Writes a text in which # stands for the argument. */
static void put_with_argument(
	writer *w, const char *text, size_t length, const ap_template_argument *arg)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] == '#')
			put(w, arg->word, strlen(arg->word));
		else
			put(w, text + i, 1);
}

/* Writes a number with its sign, a minus sign and not a hyphen: "+3", "−2", "0". */
static void put_signed(writer *w, long number)
{
	char digits[24];
	const char *form = number > 0 ? "+%ld" : number < 0 ? "−%ld" : "%ld";
	int length = snprintf(digits, sizeof digits, form, labs(number));
	put(w, digits, (size_t)length);
}

/* Writes what a placeholder stands for: "0", "0+", "1|point|points", or "2?, +# for the office". */
static void put_placeholder(writer *w, ap_language language, const char *placeholder, size_t length,
	const ap_template_argument *args, int count)
{
	int n = placeholder[0] - '0';
	if (length == 0 || n < 0 || n >= count)
		return;
	if (length == 2 && placeholder[1] == '+') {
		put_signed(w, args[n].number);
		return;
	}
	if (length > 1 && placeholder[1] == '?') {
		if (args[n].number != 0)
			put_with_argument(w, placeholder + 2, length - 2, &args[n]);
		return;
	}
	const char *one = memchr(placeholder, '|', length);
	if (!one) {
		put(w, args[n].word, strlen(args[n].word));
		return;
	}
	one++;
	const char *end = placeholder + length, *many = memchr(one, '|', (size_t)(end - one));
	if (!many)
		put(w, one, (size_t)(end - one));
	else if (is_singular(language, args[n].number))
		put(w, one, (size_t)(many - one));
	else
		put(w, many + 1, (size_t)(end - many - 1));
}

size_t ap_fill_template(const char *template, ap_language language,
	const ap_template_argument *args, int count, char *out, size_t size)
{
	assert(template && (args || count == 0) && count >= 0 && (out || size == 0));
	writer w = {out, size, 0};
	while (*template) {
		size_t plain = strcspn(template, "{");
		put(&w, template, plain);
		template += plain;
		const char *close = *template ? strchr(template, '}') : NULL;
		if (!close)
			break;
		put_placeholder(&w, language, template + 1, (size_t)(close - template - 1), args, count);
		template = close + 1;
	}
	return finish(&w);
}
