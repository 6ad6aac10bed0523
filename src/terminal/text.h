/* text.h: text with styles, measured in columns.
 *
 * A style is a control character in the text: it takes no room, and becomes a colour or nothing
 * when the text is printed. */
#ifndef APPARAT_TERMINAL_TEXT_H
#define APPARAT_TERMINAL_TEXT_H

#include <stddef.h>
#include <stdio.h>

#define S_PLAIN "\x01"
#define S_TITLE "\x02" /* on a red bar */
#define S_RED "\x03"
#define S_BOLD "\x04"
#define S_DIM "\x05"
#define S_PARTY "\x06"
#define S_KGB "\x07"
#define S_MILITARY "\x08"
#define S_GOVERNMENT "\x0e"
#define S_BLUE "\x0f"
#define S_PURPLE "\x10"
#define S_ORANGE "\x11"

enum { TEXT_LINE = 1024 }; /* bytes in a line, styles included */

int text_width(const char *text);                    /* columns */
void text_clip(char *text, int columns);             /* cuts it off there */
void text_pad(char *text, size_t size, int columns); /* with spaces, up to there */
void text_upper(char *text);                         /* Latin capitals */
void text_clean(char *text); /* what people or files say: no control characters */
void text_to_ascii(const char *text, char *out, size_t size);
void text_print(const char *text, int colour, FILE *out);

/* Appends printf's idea of it. */
void text_add(char *text, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void text_add_whole(char *text, size_t size, const char *name); /* it stays in one piece */

#endif
