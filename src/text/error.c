/* error.c: see error.h. */
#include "text/error.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

int ap_fail(ap_error *error, int line, const char *format, ...)
{
	assert(error && line >= 0 && format);
	va_list list;
	error->line = line;
	va_start(list, format);
	vsnprintf(error->message, sizeof error->message, format, list);
	va_end(list);
	return 0;
}

/* Reads until the end or the limit, without asking for the size: a pipe has none. */
static char *read_stream(FILE *in, long limit, long *length, ap_error *error)
{
	char *text = ap_allocate((size_t)limit + 2, 1);
	*length = (long)fread(text, 1, (size_t)limit + 1, in);
	if (ferror(in) || *length > limit) {
		if (ferror(in))
			ap_fail(error, 0, "cannot be read: %s", strerror(errno));
		else
			ap_fail(error, 0, "is larger than %ld bytes", limit);
		free(text);
		return NULL;
	}
	text[*length] = '\0';
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
