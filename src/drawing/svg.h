/* svg.h: writes the elements of an SVG document, for the drawings of games. Names of classes are
 * those of the document's style sheet; "" stands for none. */
#ifndef APPARAT_DRAWING_SVG_H
#define APPARAT_DRAWING_SVG_H

#include <stdio.h>

/* ---- Elements -------------------------------------------------------------------------------- */

/* Writes an element: what printf() would print, and a line end. */
void svg_put(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes a <text> at (x, y). */
void svg_text(FILE *out, const char *class, double x, double y, const char *text);
/* Writes the same in capitals. It is used in the place of text-transform, which some programs that
 * show SVG ignore. */
void svg_capitals(FILE *out, const char *class, double x, double y, const char *text);
/* Writes a <title>: the hint that is shown for the element in which it stands. */
void svg_title(FILE *out, const char *text);
/* Writes a star with five points around (x, y). */
void svg_star(FILE *out, const char *class, double x, double y, double radius);

/* ---- Text and numbers ------------------------------------------------------------------------ */

/* Writes text with the characters of markup escaped, and without control characters. */
void svg_escape(FILE *out, const char *text);
/* Returns roughly how wide a text will be; fonts differ. */
double svg_width(const char *text, double font_size);
/* Returns the square root; 0 if the number is not positive. */
double svg_root(double square);

#endif
