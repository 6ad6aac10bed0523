/* messages.c: see messages.h. */
#include "cli/messages.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text/catalogue.h"

/* ---- Languages ------------------------------------------------------------------------------- */

extern const unsigned char ap_program_fr[];

static const char *translate(ap_language language, const char *english)
{
	const char *french = language == AP_FRENCH ? ap_text_of_mo(ap_program_fr, english) : NULL;
	return french ? french : english;
}

static ap_language spoken;

void ap_cli_speak(ap_language language)
{
	spoken = language;
	ap_translate_errors(translate, language);
}

ap_language ap_cli_spoken(void)
{
	return spoken;
}

/* ---- Errors ---------------------------------------------------------------------------------- */

/* Prints a line. Control characters could end it or control the terminal, and become "?". */
static void print_line(const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		fputc(c < 0x20 || c == 0x7f ? '?' : c, stderr);
	}
	fputc('\n', stderr);
}

static void print_error(const char *command, const char *format, va_list values)
{
	char line[2048];
	int start = snprintf(line, 256, "apparat%s%s: ", command ? " " : "", command ? command : "");
	start = start < 256 ? start : 255;
	vsnprintf(line + start, sizeof line - (size_t)start, ap_translated(format), values);
	print_line(line);
}

int ap_cli_misuse(const char *command, const char *format, ...)
{
	assert(format);
	va_list values;
	va_start(values, format);
	print_error(command, format, values);
	va_end(values);
	return AP_MISUSED;
}

int ap_cli_failure(const char *command, const char *format, ...)
{
	assert(format);
	va_list values;
	va_start(values, format);
	print_error(command, format, values);
	va_end(values);
	return AP_FAILED;
}

int ap_cli_bad_file(const char *path, const ap_error *error)
{
	assert(path && error);
	char line[4096 + sizeof error->message], number[16] = "";
	if (error->line > 0)
		snprintf(number, sizeof number, ":%d", error->line);
	snprintf(line, sizeof line, "%.4000s%s: %s", path, number, error->message);
	print_line(line);
	return AP_FAILED;
}

/* ---- Hints ----------------------------------------------------------------------------------- */

/* Writes "a, b or c". */
static void write_choices(ap_cli_choice_at *choice_at, const void *from, char *out, size_t size)
{
	size_t length = 0;
	out[0] = '\0';
	for (int n = 0; choice_at(from, n) && length < size; n++) {
		const char *separator = n == 0 ? ""
			: choice_at(from, n + 1)   ? ", "
									   : ap_translated(AP_TEXT(" or "));
		length +=
			(size_t)snprintf(out + length, size - length, "%s%s", separator, choice_at(from, n));
	}
}

enum { LONGEST = 40 }; /* the longest word that is compared */

/* Returns how many letters must be added, dropped or changed to turn one word into the other. */
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

const char *ap_cli_nearest(ap_cli_choice_at *choice_at, const void *from, const char *word)
{
	assert(choice_at && word);
	const char *nearest = NULL;
	int least = 1 + (int)strlen(word) / 3;
	for (int n = 0; choice_at(from, n); n++) {
		int d = distance(word, choice_at(from, n));
		if (d < least || (d == least && !nearest)) {
			least = d;
			nearest = choice_at(from, n);
		}
	}
	return nearest;
}

const char *ap_cli_hint(
	ap_cli_choice_at *choice_at, const void *from, const char *word, char *out, size_t size)
{
	assert(choice_at && word && out && size >= AP_CLI_HINT);
	const char *nearest = ap_cli_nearest(choice_at, from, word);
	if (nearest) {
		snprintf(out, size, ap_translated(AP_TEXT("did you mean '%s'?")), nearest);
	} else {
		int n = snprintf(out, size, "%s", ap_translated(AP_TEXT("expected ")));
		write_choices(choice_at, from, out + n, size - (size_t)n);
	}
	return out;
}

const char *ap_cli_copy_part(const char *word, size_t length, char *out, size_t size)
{
	assert(word && out && size > 0);
	length = length < size ? length : size - 1;
	memcpy(out, word, length);
	out[length] = '\0';
	return out;
}
