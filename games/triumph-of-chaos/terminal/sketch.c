/* sketch.c: a map of one region in characters: each space where it lies, with its owner, its name
 * and the strength of the units there, and the links between them as dots. */
#include "parts.h"

#include <string.h>

#include "text/phrases.h"

enum {
	ROWS = 21, /* with its heading the sketch fills a screen of 24 lines and its prompt */
	MOST_COLUMNS = 160,
	CELL = 5,           /* bytes of a character */
	LEAST_WIDTH = 420,  /* of the part of the map that is shown, in units of the map */
	LEAST_HEIGHT = 300, /* so that a small region is shown with its neighbours */
	MARGIN = 20,
	TEXT = 200
};

typedef struct cell {
	char glyph[CELL]; /* "" if it is empty */
	char style;
	bool taken; /* by a label, or the space around one */
} cell;

/* The part of the map that is shown, and the screen on which it is shown. */
typedef struct canvas {
	const board *board;
	const page *page;
	int region;
	int left, top, width, height; /* in units of the map */
	int columns;
	uint64_t asked[TC_SET_WORDS]; /* the spaces that the question is about */
	cell at[ROWS][MOST_COLUMNS];
} canvas;

/* ---- The window ------------------------------------------------------------------------------ */

static void widen(int *start, int *length, int least, int end)
{
	int more = least > *length ? least - *length : 0;
	*start -= more / 2;
	*length += more;
	if (*start + *length > end)
		*start = end - *length;
	*start = *start > 0 ? *start : 0;
}

/* Shows the region and a margin around it. */
static void aim(canvas *c)
{
	int right = 0, bottom = 0;
	c->left = c->top = 0xffff;
	for (int space = 0; space < TC_SPACES; space++) {
		const tc_space *at = &tc_spaces[space];
		if (tc_region_of(space) != c->region)
			continue;
		c->left = at->x < c->left ? at->x : c->left;
		c->top = at->y < c->top ? at->y : c->top;
		right = at->x > right ? at->x : right;
		bottom = at->y > bottom ? at->y : bottom;
	}
	c->width = right - c->left;
	c->height = bottom - c->top;
	widen(&c->left, &c->width, c->width + 2 * MARGIN, 3000);
	widen(&c->top, &c->height, c->height + 2 * MARGIN, 2000);
	widen(&c->left, &c->width, LEAST_WIDTH, 3000);
	widen(&c->top, &c->height, LEAST_HEIGHT, 2000);
}

static bool in_window(const canvas *c, int space)
{
	int x = tc_spaces[space].x - c->left, y = tc_spaces[space].y - c->top;
	return x >= 0 && x <= c->width && y >= 0 && y <= c->height;
}

/* Labels begin where their space lies, so that the last columns are left to them. */
static int column_of(const canvas *c, int space)
{
	return (tc_spaces[space].x - c->left) * (c->columns - 12) / c->width;
}

static int row_of(const canvas *c, int space)
{
	return (tc_spaces[space].y - c->top) * (ROWS - 1) / c->height;
}

/* ---- Links ----------------------------------------------------------------------------------- */

static void put_glyph(cell *to, const char *glyph, size_t length, char style)
{
	memcpy(to->glyph, glyph, length);
	to->glyph[length] = '\0';
	to->style = style;
}

/* Draws dots from one space to the other. */
static void draw_link(canvas *c, const tc_link *link)
{
	int x = column_of(c, link->a), y = row_of(c, link->a);
	int dx = column_of(c, link->b) - x, dy = row_of(c, link->b) - y;
	int steps = (dx < 0 ? -dx : dx) / 2, down = dy < 0 ? -dy : dy;
	steps = steps > down ? steps : down;
	const char *dot = link->kind == TC_LINK_KIND_RAIL ? page_symbol(c->page, "∙", ":")
													  : page_symbol(c->page, "·", ".");
	for (int i = 1; i < steps; i++) {
		cell *to = &c->at[y + dy * i / steps][x + dx * i / steps];
		if (!to->taken)
			put_glyph(to, dot, strlen(dot), S_DIM[0]);
	}
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* Cuts the text off behind so many characters; no style is in it. */
static void cut(char *text, int most)
{
	int count = 0;
	for (char *at = text; *at; at++)
		if (((unsigned char)*at & 0xc0) != 0x80 && count++ == most) {
			*at = '\0';
			return;
		}
}

/* Writes the label of a space, such as "R Tsaritsyn◎▣7": its owner, its name in so many letters (0:
 * its number), a Victory City, and who is there. */
static void write_label(const canvas *c, int space, int letters, char *out, size_t size)
{
	const board *b = c->board;
	const tc_state *s = b->view;
	int owner = s->owner[space];
	char name[TEXT];
	if (letters > 0)
		snprintf(name, sizeof name, "%s", tc_board_space(b, space));
	else
		snprintf(name, sizeof name, "%d", tc_spaces[space].number);
	if (letters > 0)
		cut(name, letters);
	out[0] = '\0';
	if (tc_in(c->asked, space))
		text_add(out, size, S_RED "%s", page_symbol(c->page, "»", ">"));
	text_add(out, size, "%s%s %s%s%s", tc_board_style(owner), tc_board_mark(b, owner),
		tc_region_of(space) == c->region ? "" : S_DIM, name,
		tc_spaces[space].city ? page_symbol(c->page, "◎", "@") : "");
	tc_board_short_forces(b, c->page, space, out, size);
}

/* Is there room for a label of this width, with a space on each side? */
static bool is_free(const canvas *c, int row, int column, int width)
{
	if (row < 0 || row >= ROWS || column < 0 || column + width > c->columns)
		return false;
	for (int x = column > 0 ? column - 1 : 0; x <= column + width && x < c->columns; x++)
		if (c->at[row][x].taken)
			return false;
	return true;
}

static void put_label(canvas *c, int row, int column, const char *text)
{
	char style = S_PLAIN[0];
	for (; *text;) {
		size_t length = 1;
		if ((unsigned char)*text < 0x20) {
			style = *text++;
			continue;
		}
		while (((unsigned char)text[length] & 0xc0) == 0x80)
			length++;
		cell *to = &c->at[row][column++];
		put_glyph(to, text, length, style);
		to->taken = true;
		text += length;
	}
}

/* Puts the label as near to its space as there is room. Returns whether there is. */
static bool place_label(canvas *c, int space, int letters)
{
	static const int rows[] = {0, 1, -1, 2, -2}, columns[] = {0, -2, 2, -4, 4, -7, 7, -10, 10};
	char text[TEXT_LINE];
	write_label(c, space, letters, text, sizeof text);
	int width = text_width(text), column = column_of(c, space);
	if (column + width > c->columns)
		column = c->columns - width;
	for (int i = 0; i < AP_COUNT(rows); i++)
		for (int j = 0; j < AP_COUNT(columns); j++)
			if (is_free(c, row_of(c, space) + rows[i], column + columns[j], width)) {
				put_label(c, row_of(c, space) + rows[i], column + columns[j], text);
				return true;
			}
	return false;
}

/* Puts the labels of all spaces of the region, or of those around it. Returns whether there was
 * room for each. */
static bool place_labels(canvas *c, bool own, int letters)
{
	bool all = true;
	for (int space = 0; space < TC_SPACES; space++)
		if (in_window(c, space) && (tc_region_of(space) == c->region) == own)
			all &= place_label(c, space, letters);
	return all;
}

/* ---- The sketch ------------------------------------------------------------------------------ */

static void add_row(const canvas *c, page *out, int row)
{
	char line[TEXT_LINE] = "", style = S_PLAIN[0];
	for (int x = 0; x < c->columns; x++) {
		const cell *at = &c->at[row][x];
		if (at->glyph[0] && at->style != style)
			text_add(line, sizeof line, S_PLAIN "%c", style = at->style);
		text_add(line, sizeof line, "%s", at->glyph[0] ? at->glyph : " ");
	}
	text_add(line, sizeof line, S_PLAIN);
	page_add(out, line);
}

void tc_board_sketch(const board *b, page *out, int region)
{
	static const int letters[] = {16, 11, 8, 6, 0};
	canvas c = {.board = b, .page = out, .region = region};
	c.columns = out->columns < MOST_COLUMNS ? out->columns : MOST_COLUMNS;
	if (c.columns < 40) /* no map is readable there: the list of the spaces must do */
		return;
	tc_board_asked(b, c.asked);
	aim(&c);
	for (int i = 0; i < AP_COUNT(letters); i++) {
		memset(c.at, 0, sizeof c.at);
		if (place_labels(&c, true, letters[i]))
			break;
	}
	place_labels(&c, false, 8);
	for (int i = 0; i < TC_LINKS; i++)
		if (in_window(&c, tc_links[i].a) && in_window(&c, tc_links[i].b))
			draw_link(&c, &tc_links[i]);
	for (int row = 0; row < ROWS; row++)
		add_row(&c, out, row);
}
