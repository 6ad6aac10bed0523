/* error.c: see error.h. */
#include "text/error.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

enum { FIRST_ROOM = 64 << 10 };

static const char *(*translator)(ap_language language, const char *english);
static ap_language spoken;

void ap_translate_errors(
	const char *(*translate)(ap_language language, const char *english), ap_language language)
{
	translator = translate;
	spoken = language;
}

const char *ap_translated(const char *english)
{
	return ap_translated_into(spoken, english);
}

const char *ap_translated_into(ap_language language, const char *english)
{
	assert(english);
	return translator ? translator(language, english) : english;
}

int ap_fail(ap_error *error, int line, const char *format, ...)
{
	assert(error && line >= 0 && format);
	va_list list;
	error->line = line;
	va_start(list, format);
	vsnprintf(error->message, sizeof error->message, ap_translated(format), list);
	va_end(list);
	return 0;
}

/* Reads until the end or the limit, without asking for the size: a pipe has none. The room grows
 * with the text, because the limit may be far more than most files need. */
static char *read_stream(FILE *in, long limit, long *length, ap_error *error)
{
	/* One byte more than the limit shows that there is too much. */
	size_t most = (size_t)limit + 1, room = 0, read = 0;
	char *text = NULL;
	do {
		room = room ? 2 * room : FIRST_ROOM;
		room = room < most ? room : most;
		text = ap_reallocate(text, room + 1, 1);
		read += fread(text + read, 1, room - read, in);
	} while (read == room && room < most);
	if (ferror(in) || read == most) {
		if (ferror(in))
			ap_fail(error, 0, "cannot be read: %s", strerror(errno));
		else
			ap_fail(error, 0, "is larger than %ld bytes", limit);
		free(text);
		return NULL;
	}
	text[read] = '\0';
	*length = (long)read;
	return text;
}

char *ap_read_file(const char *path, long limit, long *length, ap_error *error)
{
	assert(path && limit >= 0 && length && error);
	FILE *in = fopen(path, "rb");
	if (!in) {
		ap_fail(error, 0, "cannot be opened: %s", strerror(errno));
		return NULL;
	}
	char *text = read_stream(in, limit, length, error);
	fclose(in);
	return text;
}
