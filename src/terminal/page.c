/* page.c: see page.h. */
#include "terminal/page.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

page page_for(const terminal *t)
{
	assert(t && t->columns > 0); /* terminal_measure() has set it */
	return (page){.columns = t->columns, .utf8 = t->utf8, .symbols = t->symbols};
}

page page_like(const page *p)
{
	return (page){.columns = p->columns, .utf8 = p->utf8, .symbols = p->symbols};
}

void page_free(page *p)
{
	for (int i = 0; i < p->lines; i++)
		free(p->line[i]);
	free(p->line);
	p->line = NULL;
	p->lines = p->room = 0;
}

const char *page_symbol(const page *p, const char *symbol, const char *letters)
{
	return p->symbols ? symbol : letters;
}

static void append_line(page *p, const char *text)
{
	if (p->lines == p->room) {
		p->room = p->room ? p->room * 2 : 32;
		p->line = ap_reallocate(p->line, (size_t)p->room, sizeof *p->line);
	}
	p->line[p->lines++] = ap_copy_text(text);
}

/* Turns spaces that must not break into ordinary ones, once the lines are broken. */
static void replace_fixed_spaces(char *text)
{
	for (char *at; (at = strstr(text, "\u00a0")) || (at = strstr(text, "\u202f"));) {
		size_t length = *at == '\xc2' ? 2 : 3;
		*at = ' ';
		memmove(at + 1, at + length, strlen(at + length) + 1);
	}
}

void page_add(page *p, const char *text)
{
	assert(p && p->columns > 0 && text);
	char line[TEXT_LINE];
	if (p->utf8)
		snprintf(line, sizeof line, "%s", text);
	else
		text_to_ascii(text, line, sizeof line);
	replace_fixed_spaces(line);
	text_clip(line, p->columns);
	for (size_t n = strlen(line); n > 0 && line[n - 1] == ' ' && line[0] != S_TITLE[0]; n--)
		line[n - 1] = '\0';
	append_line(p, line);
}

void page_join(page *p, const page *other)
{
	assert(p != other);
	for (int i = 0; i < other->lines; i++)
		append_line(p, other->line[i]);
}

/* Returns how many bytes of the text go on a line of so many columns: up to the last space or line
 * end that fits; if there is none, as many as fit. */
static size_t line_length(const char *text, int columns)
{
	size_t last_space = 0, at = 0;
	int width = 0;
	for (; text[at] && text[at] != '\n'; at++) {
		if (text[at] == ' ')
			last_space = at;
		if ((unsigned char)text[at] < 0x20 || ((unsigned char)text[at] & 0xc0) == 0x80)
			continue;
		if (width++ == columns)
			return last_space > 0 ? last_space : at;
	}
	return at;
}

void page_wrap_with(page *p, int indent, const char *text, const char *right)
{
	assert(p && p->columns > 0 && indent >= 0 && text && right);
	char line[TEXT_LINE];
	int room = p->columns - (right[0] ? text_width(right) + 1 : 0);
	if (room < 20)
		room = p->columns;
	for (int n = 0; n == 0 || *text; n++) {
		int margin = n > 0 ? indent : 0;
		size_t length = line_length(text, room - margin);
		snprintf(line, sizeof line, "%*s%.*s", margin, "", (int)length, text);
		text += length;
		text += *text == '\n' ? 1 : strspn(text, " ");
		if (!*text && right[0]) {
			text_pad(line, sizeof line, p->columns - text_width(right));
			text_add(line, sizeof line, "%s", right);
		}
		page_add(p, line);
	}
}

void page_wrap(page *p, int indent, const char *text)
{
	page_wrap_with(p, indent, text, "");
}

void page_rule(page *p, const char *title)
{
	assert(p && title);
	char line[TEXT_LINE] = S_DIM;
	const char *dash = page_symbol(p, "─", "-");
	int width = 0;
	if (title[0]) {
		text_add(line, sizeof line, "%s%s " S_RED "%s " S_DIM, dash, dash, title);
		width = 4 + text_width(title);
	}
	for (; width < p->columns && strlen(line) + sizeof "─" < sizeof line; width++)
		text_add(line, sizeof line, "%s", dash);
	page_add(p, line);
}

void page_print(const page *p, const terminal *t, int first, int count)
{
	assert(first >= 0 && count >= 0);
	for (int i = first; i < p->lines && i < first + count; i++) {
		text_print(p->line[i], t->colour, stdout);
		putchar('\n');
	}
}
