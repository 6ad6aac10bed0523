/* text.h: text with styles, measured in columns of the screen.
 *
 * A style is a control character in the text: it takes no column, applies to what follows, and
 * becomes a colour or nothing when the text is printed. The functions that write text never write
 * more than `size` bytes. */
#ifndef APPARAT_TERMINAL_TEXT_H
#define APPARAT_TERMINAL_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* ---- Styles ---------------------------------------------------------------------------------- */

#define S_PLAIN "\x01" /* ends any other style */
#define S_TITLE "\x02" /* white on a red bar */
#define S_RED "\x03"   /* bright */
#define S_BOLD "\x04"
#define S_DIM "\x05"
#define S_DARK_RED "\x06"
#define S_CYAN "\x07"
#define S_GREEN "\x08"
#define S_YELLOW "\x0e"
#define S_BLUE "\x0f"
#define S_PURPLE "\x10"
#define S_ORANGE "\x11"

/* ---- Text ------------------------------------------------------------------------------------ */

enum { TEXT_LINE = 1024 }; /* bytes of a line, styles included */

/* Returns the number of columns that the text takes. */
int text_width(const char *text);
/* Cuts the text off behind this number of columns; a style in it is ended. */
void text_clip(char *text, int columns);
/* Appends spaces until the text takes this number of columns. */
void text_pad(char *text, size_t size, int columns);
/* Turns the letters of English and French into capitals. */
void text_upper(char *text);
/* Replaces control characters and wrong UTF-8 by '?'. Used for what comes from people or files. */
void text_clean(char *text);
/* Writes the text with ASCII characters in the place of all others. */
void text_to_ascii(const char *text, char *out, size_t size);
/* Prints the text; without `colour` its styles are left out. */
void text_print(const char *text, int colour, FILE *out);

/* Appends to the text what printf() would print. */
void text_add(char *text, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Appends a name whose spaces never break into two lines. */
void text_add_whole(char *text, size_t size, const char *name);
/* Ends the line behind its first word. Returns what follows that word and the spaces after it. */
char *text_split_word(char *line);

#endif
