/* page.h: lines of text made up for a width, then printed whole or in part. */
#ifndef APPARAT_TERMINAL_PAGE_H
#define APPARAT_TERMINAL_PAGE_H

#include "terminal/terminal.h"
#include "terminal/text.h"

typedef struct page {
	int columns;
	bool utf8, symbols;
	char **line;
	int lines, room;
} page;

page page_for(const terminal *t);
page page_like(const page *p); /* empty, as wide */
void page_free(page *p);

void page_add(page *p, const char *text); /* one line, cut off at the width */
/* As many lines as it takes; all but the first are indented. Lines of the text are kept. */
void page_wrap(page *p, int indent, const char *text);
/* Text on the left, more at the right margin of its last line. */
void page_wrap_with(page *p, int indent, const char *text, const char *right);
void page_rule(page *p, const char *title); /* a thin line, with a title or "" */
void page_join(page *p, const page *other);

void page_print(const page *p, const terminal *t, int first, int count);

/* The first with symbols, the second without. */
const char *page_symbol(const page *p, const char *symbol, const char *letters);

#endif
