/* line_editor.c: see line_editor.h. */
#include "terminal/line_editor.h"

#include <assert.h>
#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "text/memory.h"

enum {
	MOST_REMEMBERED = 200,
	PROMPT_SIZE = 2048,
	TYPED_SIZE = 1024,
	NOT_PRINTED = '\1' /* stands around what takes no room in a prompt, as libedit wants it */
};

struct line_editor {
	EditLine *lines;
	History *history;
	FILE *errors; /* libedit's own messages, which nobody needs */
	line_editor_source *source;
	void *context;
	bool broken_off;
	mbstate_t decoding;
	char prompt[PROMPT_SIZE];
	char typed[TYPED_SIZE]; /* what was in the line when reading was broken off */
};

/* ---- What libedit calls ---------------------------------------------------------------------- */

static line_editor *editor_of(EditLine *lines)
{
	line_editor *e;
	el_get(lines, EL_CLIENTDATA, &e);
	return e;
}

static char *prompt_of(EditLine *lines)
{
	return editor_of(lines)->prompt;
}

/* Reads the bytes of one character. One that the locale does not have becomes "?". */
static int read_character(EditLine *lines, wchar_t *character)
{
	line_editor *e = editor_of(lines);
	for (;;) {
		int byte = e->source(e->context);
		if (byte < 0) {
			e->broken_off = true;
			return 0;
		}
		char c = (char)byte;
		size_t used = mbrtowc(character, &c, 1, &e->decoding);
		if (used == (size_t)-2)
			continue;
		if (used == (size_t)-1) {
			memset(&e->decoding, 0, sizeof e->decoding);
			*character = L'?';
		}
		return 1;
	}
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static void set_up(line_editor *e)
{
	HistEvent event;
	history(e->history, &event, H_SETSIZE, MOST_REMEMBERED);
	history(e->history, &event, H_SETUNIQUE, 1);
	el_set(e->lines, EL_CLIENTDATA, e);
	el_set(e->lines, EL_SIGNAL, 0); /* signals are terminal.c's */
	el_set(e->lines, EL_EDITOR, "emacs");
	el_set(e->lines, EL_HIST, history, e->history);
	el_set(e->lines, EL_PROMPT_ESC, prompt_of, NOT_PRINTED);
	el_set(e->lines, EL_GETCFN, read_character);
	el_source(e->lines, NULL); /* the person's own ~/.editrc, such as vi's keys */
}

line_editor *line_editor_new(line_editor_source *source, void *context)
{
	assert(source);
	line_editor *e = ap_allocate(1, sizeof *e);
	setlocale(LC_CTYPE, ""); /* libedit reads and writes characters of the locale */
	*e = (line_editor){.source = source, .context = context, .errors = fopen("/dev/null", "w")};
	e->lines = e->errors ? el_init("apparat", stdin, stdout, e->errors) : NULL;
	e->history = e->lines ? history_init() : NULL;
	if (!e->history) {
		line_editor_free(e);
		return NULL;
	}
	set_up(e);
	return e;
}

void line_editor_free(line_editor *e)
{
	if (!e)
		return;
	if (e->history)
		history_end(e->history);
	if (e->lines)
		el_end(e->lines);
	if (e->errors)
		fclose(e->errors);
	free(e);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Copies the prompt with marks around its escape sequences. */
static void set_prompt(line_editor *e, const char *prompt)
{
	size_t n = 0;
	bool escaping = false;
	for (; *prompt && n + 3 < sizeof e->prompt; prompt++) {
		if (*prompt == '\033' && !escaping) {
			e->prompt[n++] = NOT_PRINTED;
			escaping = true;
		}
		e->prompt[n++] = *prompt;
		bool ends = (*prompt >= 'a' && *prompt <= 'z') || (*prompt >= 'A' && *prompt <= 'Z');
		if (escaping && ends) {
			e->prompt[n++] = NOT_PRINTED;
			escaping = false;
		}
	}
	e->prompt[n] = '\0';
}

static void keep_typed(line_editor *e)
{
	const LineInfo *info = el_line(e->lines);
	size_t length = (size_t)(info->lastchar - info->buffer);
	length = length < sizeof e->typed ? length : sizeof e->typed - 1;
	memcpy(e->typed, info->buffer, length);
	e->typed[length] = '\0';
}

static void remember(line_editor *e, const char *line)
{
	HistEvent event;
	if (line[strspn(line, " \t")])
		history(e->history, &event, H_ENTER, line);
}

line_editor_result line_editor_read(line_editor *e, const char *prompt, char *line, size_t size)
{
	assert(e && prompt && line && size > 0);
	int length = 0;
	set_prompt(e, prompt);
	el_resize(e->lines);
	if (e->typed[0])
		el_push(e->lines, e->typed);
	e->typed[0] = '\0';
	e->broken_off = false;
	const char *text = el_gets(e->lines, &length);
	if (e->broken_off) {
		keep_typed(e);
		return LINE_EDITOR_BROKEN_OFF;
	}
	if (!text || length <= 0)
		return LINE_EDITOR_ENDED;
	length -= text[length - 1] == '\n';
	snprintf(line, size, "%.*s", length, text);
	remember(e, line);
	return LINE_EDITOR_LINE;
}

void line_editor_resume(line_editor *e)
{
	assert(e);
	el_set(e->lines, EL_PREP_TERM, 1);
	el_set(e->lines, EL_REFRESH);
}

void line_editor_forget(line_editor *e)
{
	assert(e);
	HistEvent event;
	history(e->history, &event, H_CLEAR);
}
