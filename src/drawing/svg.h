/* svg.h: a drawing as SVG text, one element at a time. */
#ifndef APPARAT_DRAWING_SVG_H
#define APPARAT_DRAWING_SVG_H

#include <stdio.h>

/* Text in which nothing is taken for markup; control characters are left out. */
void svg_escape(FILE *out, const char *text);
/* An element written by printf's idea of it. */
void svg_put(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line of text. `class` is one of the style sheet's; "" for none. */
void svg_text(FILE *out, const char *class, double x, double y, const char *text);
/* The same in capitals: not every program minds text-transform. */
void svg_capitals(FILE *out, const char *class, double x, double y, const char *text);
/* What people are told who point at the element that this stands in. */
void svg_title(FILE *out, const char *text);
/* A star with five points. */
void svg_star(FILE *out, const char *class, double x, double y, double radius);

/* How wide a text will be, about: fonts differ. */
double svg_width(const char *text, double font_size);
double svg_root(double square);

#endif
