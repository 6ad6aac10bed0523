/* svg.c: see svg.h. */
#include "drawing/svg.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>

#include "terminal/text.h"

void svg_escape(FILE *out, const char *text)
{
	assert(out && text);
	for (; *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			if ((unsigned char)*text >= 0x20)
				fputc(*text, out);
		}
	}
}

void svg_put(FILE *out, const char *format, ...)
{
	assert(out && format);
	va_list values;
	va_start(values, format);
	vfprintf(out, format, values);
	va_end(values);
	fputc('\n', out);
}

void svg_text(FILE *out, const char *class, double x, double y, const char *text)
{
	assert(out && class && text);
	fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
	svg_escape(out, text);
	fputs("</text>\n", out);
}

void svg_capitals(FILE *out, const char *class, double x, double y, const char *text)
{
	assert(out && class && text);
	char capitals[TEXT_LINE];
	snprintf(capitals, sizeof capitals, "%s", text);
	text_upper(capitals);
	svg_text(out, class, x, y, capitals);
}

void svg_title(FILE *out, const char *text)
{
	fputs("<title>", out);
	svg_escape(out, text);
	fputs("</title>", out);
}

void svg_star(FILE *out, const char *class, double x, double y, double radius)
{
	/* The corners of a star of radius 1, clockwise from the top: outer and inner ones in turn. */
	static const double corner[10][2] = {{0, -1}, {0.247, -0.34}, {0.951, -0.309}, {0.399, 0.13},
		{0.588, 0.809}, {0, 0.42}, {-0.588, 0.809}, {-0.399, 0.13}, {-0.951, -0.309},
		{-0.247, -0.34}};
	assert(out && class && radius >= 0);
	fprintf(out, "<polygon class=\"%s\" points=\"", class);
	for (int i = 0; i < 10; i++)
		fprintf(
			out, "%s%.1f,%.1f", i ? " " : "", x + radius * corner[i][0], y + radius * corner[i][1]);
	fputs("\"/>\n", out);
}

double svg_width(const char *text, double font_size)
{
	assert(text && font_size >= 0);
	double width = 0;
	for (; *text; text++) {
		if (((unsigned char)*text & 0xc0) == 0x80)
			continue;
		bool capital = *text >= 'A' && *text <= 'Z';
		width += capital ? 0.64 : 0.53;
	}
	return width * font_size;
}

/* Newton's method: the program is not linked with the library of mathematics. */
double svg_root(double square)
{
	double root = square > 1 ? square : 1;
	for (int i = 0; i < 40 && square > 0; i++)
		root = (root + square / root) / 2;
	return square > 0 ? root : 0;
}
