/* log.c: see log.h. A line is written with one call, so that lines of several processes do not mix;
 * if nobody takes it, it is lost, and the server goes on. */
#include "server/log.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE = 1024, TEXT_SIZE = 600 };

static const char *level_word(sv_level level)
{
	return level == SV_LOG_ERROR ? "error" : level == SV_LOG_WARNING ? "warning" : "info";
}

/* Writes the text in quotation marks. Control characters, which could end the line, become spaces;
 * quotation marks and backslashes get a backslash. */
static size_t quote(const char *text, char *out, size_t size)
{
	size_t at = 0;
	out[at++] = '"';
	for (; *text && at + 4 < size; text++) {
		if (*text == '"' || *text == '\\')
			out[at++] = '\\';
		out[at++] = (unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text;
	}
	out[at++] = '"';
	out[at] = '\0';
	return at;
}

void sv_log(sv_level level, const char *event, const char *table, const char *format, ...)
{
	assert(event && format);
	char line[LINE_SIZE], text[TEXT_SIZE];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	size_t at = 0;
	if (getenv("JOURNAL_STREAM"))
		at += (size_t)snprintf(line, sizeof line, "<%d>", (int)level);
	at += (size_t)snprintf(line + at, sizeof line - at,
		"level=%s event=%s%s%.40s text=", level_word(level), event, table ? " table=" : "",
		table ? table : "");
	at += quote(text, line + at, sizeof line - at - 1);
	line[at++] = '\n';
	ssize_t written = write(STDERR_FILENO, line, at);
	(void)written;
}
