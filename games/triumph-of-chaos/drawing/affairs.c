/* affairs.c: a table in an empty corner of the map with what lies on no space: what ends the game,
 * Poland, the gold train, the Tsar, the objectives of 1919 and what is in force. Its words are
 * those of the terminal's board. */
#include "parts.h"

#include <string.h>

#include "terminal/parts.h"

enum { LEFT = 2440, TOP = 18, WIDTH = 542, HEAD = 40, LINE = 19, INDENT = 104, LETTERS = 62 };

board tc_draw_board(const drawing *d)
{
	return (board){
		.game = &triumph_of_chaos, .language = d->language, .view = d->view, .viewer = AP_OBSERVER};
}

void tc_draw_unstyled(char *text)
{
	char *to = text;
	for (const char *from = text; *from; from++)
		if ((unsigned char)*from >= 0x20)
			*to++ = *from;
	*to = '\0';
}

/* A line of the terminal: its heading, if it begins with one, and the rest. */
static void put_line(const drawing *d, const char *line, double y)
{
	char text[TEXT_LINE];
	const char *end = line[0] == S_RED[0] ? strchr(line, S_PLAIN[0]) : NULL;
	if (end) {
		snprintf(text, sizeof text, "%.*s", (int)(end - line), line);
		tc_draw_unstyled(text);
		svg_text(d->out, "affair heading-of", LEFT + 14, y, text);
	}
	snprintf(text, sizeof text, "%s", end ? end : line);
	tc_draw_unstyled(text);
	svg_text(d->out, "affair", LEFT + INDENT, y, text + strspn(text, " "));
}

void tc_draw_affairs(const drawing *d)
{
	board b = tc_draw_board(d);
	page lines = {.columns = LETTERS, .utf8 = true, .symbols = true};
	tc_board_affairs(&b, &lines, false);
	/* The first line is the heading of the terminal's board. */
	svg_put(d->out, "<rect class=\"cartouche\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
		LEFT, TOP, WIDTH, HEAD + (lines.lines - 1) * LINE + 4);
	svg_capitals(d->out, "heading", LEFT + 14, TOP + 26, tc_draw_word(d, "affairs"));
	for (int i = 1; i < lines.lines; i++)
		put_line(d, lines.line[i], TOP + HEAD + i * LINE - 6);
	page_free(&lines);
}
