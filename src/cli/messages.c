/* messages.c: see messages.h. */
#include "cli/messages.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One line whatever the words in it: a control character could end it or drive the terminal. */
static void say(const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		fputc(c < 0x20 || c == 0x7f ? '?' : c, stderr);
	}
	fputc('\n', stderr);
}

static void complain(const char *command, const char *format, va_list values)
{
	char line[2048];
	int start = snprintf(line, 256, "apparat%s%s: ", command ? " " : "", command ? command : "");
	start = start < 256 ? start : 255;
	vsnprintf(line + start, sizeof line - (size_t)start, format, values);
	say(line);
}

int ap_cli_misuse(const char *command, const char *format, ...)
{
	va_list values;
	va_start(values, format);
	complain(command, format, values);
	va_end(values);
	return AP_MISUSED;
}

int ap_cli_failure(const char *command, const char *format, ...)
{
	va_list values;
	va_start(values, format);
	complain(command, format, values);
	va_end(values);
	return AP_FAILED;
}

int ap_cli_bad_file(const char *path, const ap_error *error)
{
	char line[4096 + sizeof error->message], number[16] = "";
	if (error->line > 0)
		snprintf(number, sizeof number, ":%d", error->line);
	snprintf(line, sizeof line, "%.4000s%s: %s", path, number, error->message);
	say(line);
	return AP_FAILED;
}

const char *ap_cli_choices(ap_cli_nth *nth, const void *from, char *out, size_t size)
{
	size_t length = 0;
	out[0] = '\0';
	for (int n = 0; nth(from, n) && length < size; n++) {
		const char *glue = n == 0 ? "" : nth(from, n + 1) ? ", " : " or ";
		length += (size_t)snprintf(out + length, size - length, "%s%s", glue, nth(from, n));
	}
	return out;
}

enum { LONGEST = 40 }; /* longer words are near to nothing */

/* How many letters must be added, dropped or changed to make one word of the other. */
static int distance(const char *a, const char *b)
{
	size_t la = strlen(a), lb = strlen(b);
	int row[LONGEST + 1];
	if (la > LONGEST || lb > LONGEST)
		return INT_MAX;
	for (size_t j = 0; j <= lb; j++)
		row[j] = (int)j;
	for (size_t i = 1; i <= la; i++) {
		int corner = row[0];
		row[0] = (int)i;
		for (size_t j = 1; j <= lb; j++) {
			int change = corner + ((a[i - 1] | 0x20) != (b[j - 1] | 0x20));
			corner = row[j];
			int other = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
			row[j] = change < other ? change : other;
		}
	}
	return row[lb];
}

const char *ap_cli_nearest(ap_cli_nth *nth, const void *from, const char *word)
{
	const char *nearest = NULL;
	int least = 1 + (int)strlen(word) / 3;
	for (int n = 0; nth(from, n); n++) {
		int d = distance(word, nth(from, n));
		if (d < least || (d == least && !nearest)) {
			least = d;
			nearest = nth(from, n);
		}
	}
	return nearest;
}

const char *ap_cli_hint(ap_cli_nth *nth, const void *from, const char *word, char *out, size_t size)
{
	const char *nearest = ap_cli_nearest(nth, from, word);
	if (nearest) {
		snprintf(out, size, "did you mean '%s'?", nearest);
	} else {
		int n = snprintf(out, size, "expected ");
		ap_cli_choices(nth, from, out + n, size - (size_t)n);
	}
	return out;
}

const char *ap_cli_part(const char *word, size_t length, char *out, size_t size)
{
	length = length < size ? length : size - 1;
	memcpy(out, word, length);
	out[length] = '\0';
	return out;
}
