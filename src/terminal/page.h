/* page.h: a page of text for a given width: lines are added to it, then it is printed, whole or in
 * part. Boards, menus, the log and the help are all made as pages. */
#ifndef APPARAT_TERMINAL_PAGE_H
#define APPARAT_TERMINAL_PAGE_H

#include "terminal/terminal.h"
#include "terminal/text.h"

typedef struct page {
	int columns;     /* the width */
	bool utf8;       /* false: every line is turned into ASCII */
	bool symbols;    /* which text page_symbol() returns */
	char **line;     /* the lines, with styles (see text.h) */
	int lines, room; /* number of lines, and for how many `line` has room */
} page;

/* ---- Making and printing a page -------------------------------------------------------------- */

/* Returns an empty page for this terminal. It is freed with page_free(). */
page page_for(const terminal *t);
/* Returns an empty page of the same width and kind. */
page page_like(const page *p);
/* Frees all lines; the page is empty then. */
void page_free(page *p);
/* Prints `count` lines from line `first` (counted from 0) on, or as many as there are. */
void page_print(const page *p, const terminal *t, int first, int count);

/* ---- Adding lines ---------------------------------------------------------------------------- */

/* Adds one line, which is cut off at the width. */
void page_add(page *p, const char *text);
/* Adds as many lines as the text takes; all but the first are indented by so many columns. A '\n'
 * in the text begins a new line. */
void page_wrap(page *p, int indent, const char *text);
/* Does the same and writes `right` at the right margin of the last line. */
void page_wrap_with(page *p, int indent, const char *text, const char *right);
/* Adds a horizontal line with a title; "" for none. */
void page_rule(page *p, const char *title);
/* Adds all lines of another page. */
void page_join(page *p, const page *other);

/* Returns the first text where symbols are welcome, otherwise the second. */
const char *page_symbol(const page *p, const char *symbol, const char *letters);

#endif
