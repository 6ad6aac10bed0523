/* street.c: the picture of the street from the Airport to the Palace, under palms. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"

enum {
	STREET = AB_SPACE_PALACE - AB_SPACE_AIRPORT + 1,
	NARROWEST = 13, /* columns of a space, enough for four diplomats side by side */
	TALL = 16,      /* columns of a space from which palms have two lines */
	WIDEST = 24,
	MOST_LINES = 4,
	TEXT = 200
};

/* ---- Symbols: each power has a colour and a letter ------------------------------------------ */

const char *ab_board_style(int seat)
{
	static const char *const style[AP_MAX_SEATS] = {
		S_BLUE, S_PURPLE, S_YELLOW, S_DARK_RED, S_GREEN, S_ORANGE};
	return style[seat];
}

const char *ab_board_nuclear(const page *p)
{
	return page_symbol(p, "☢", "N");
}

const char *ab_board_tourist(const page *p)
{
	return page_symbol(p, "☼", "T");
}

const char *ab_board_closed(const page *p)
{
	return page_symbol(p, "▣", "#");
}

const char *ab_board_worried(const page *p)
{
	return page_symbol(p, "☹", "!");
}

const char *ab_board_lost(const page *p)
{
	return page_symbol(p, "✗", "x");
}

const char *ab_board_card(const page *p)
{
	return page_symbol(p, "✉", "S");
}

static const char *mark_of(const board *b, const page *p, int pawn)
{
	const ab_state *s = b->view;
	if (!ab_is_loaded(s, pawn))
		return "";
	if (s->load[pawn] == AP_UNSEEN)
		return ab_board_closed(p);
	return s->load[pawn] == AB_KIND_NUCLEAR ? ab_board_nuclear(p) : ab_board_tourist(p);
}

/* Adds a diplomat's number with his marks: "1▣", "2☢☹". */
static void add_number(const board *b, const page *p, int pawn, char *out, size_t size)
{
	const ab_state *s = b->view;
	text_add(out, size, "%d%s%s", ab_diplomats[pawn].number, mark_of(b, p, pawn),
		ab_pressable(s, pawn) ? ab_board_worried(p) : "");
}

void ab_board_pawn(const board *b, const page *p, int pawn, char *out, size_t size)
{
	int seat = ab_owner_of(pawn);
	text_add(out, size, "%s%c", ab_board_style(seat), ab_board_letter(b, seat));
	add_number(b, p, pawn, out, size);
	text_add(out, size, S_PLAIN);
}

/* ---- Who stands on a space ------------------------------------------------------------------- */

/* How a space shows the diplomats in it: each with a smile, each without, those of a power
 * together, or only the number of each power's diplomats. */
typedef enum detail { SMILING, EACH_PAWN, EACH_POWER, COUNTED } detail;

typedef struct cell {
	char line[MOST_LINES][TEXT];
	int lines; /* number of lines needed; more than MOST_LINES if they do not fit */
} cell;

static void add_piece(cell *c, const char *piece, int width)
{
	if (c->lines > MOST_LINES)
		return; /* the space is already too crowded */
	bool fits = c->lines > 0 && text_width(c->line[c->lines - 1]) + 1 + text_width(piece) <= width;
	if (!fits && ++c->lines > MOST_LINES)
		return;
	text_add(c->line[c->lines - 1], TEXT, "%s%s", fits ? " " : "", piece);
}

/* Writes the diplomats of a power in a space: "F12▣4", or "F×4▣1" if they are counted. */
static void power_piece(const board *b, const page *p, int seat, int space, bool count, char *out)
{
	const ab_state *s = b->view;
	int loaded = 0;
	snprintf(out, TEXT, "%s%c", ab_board_style(seat), ab_board_letter(b, seat));
	for (int pawn = ab_first_pawn(seat); pawn < ab_first_pawn(seat + 1); pawn++) {
		if (s->place[pawn] != space)
			continue;
		loaded += ab_is_loaded(s, pawn);
		if (!count)
			add_number(b, p, pawn, out, TEXT);
	}
	if (count)
		text_add(out, TEXT, "%s%d", page_symbol(p, "×", "x"), ab_pawns_in(s, seat, space));
	if (count && loaded)
		text_add(out, TEXT, "%s%d", ab_board_closed(p), loaded);
	text_add(out, TEXT, S_PLAIN);
}

static cell fill_cell(const board *b, const page *p, int space, int width, detail how)
{
	const ab_state *s = b->view;
	cell c = {.lines = 0};
	char piece[TEXT];
	for (int seat = 0; seat < s->head.players; seat++) {
		if (how >= EACH_POWER && ab_pawns_in(s, seat, space) > 0) {
			power_piece(b, p, seat, space, how == COUNTED, piece);
			add_piece(&c, piece, width);
		}
		for (int pawn = ab_first_pawn(seat); how < EACH_POWER && pawn < ab_first_pawn(seat + 1);
			 pawn++) {
			if (s->place[pawn] != space)
				continue;
			piece[0] = '\0';
			ab_board_pawn(b, p, pawn, piece, sizeof piece);
			if (how == SMILING && !ab_pressable(s, pawn) && !ab_is_loaded(s, pawn))
				text_add(piece, sizeof piece, S_DIM "%s" S_PLAIN, page_symbol(p, "☺", ""));
			add_piece(&c, piece, width);
		}
	}
	return c;
}

/* Returns a space with as much detail as fits. */
static cell fit_cell(const board *b, const page *p, int space, int width, bool brief)
{
	int most = brief ? 3 : MOST_LINES;
	cell c = {.lines = 0};
	for (int how = brief ? EACH_PAWN : SMILING; how <= COUNTED; how++) {
		c = fill_cell(b, p, space, width, (detail)how);
		if (c.lines <= most)
			return c;
	}
	c.lines = most;
	return c;
}

/* ---- The street ------------------------------------------------------------------------------ */

/* Adds the heading of a space: "Ψ Market ────". */
static void add_heading(const board *b, const page *p, int space, int width, bool trunk, char *out)
{
	char text[TEXT], name[80];
	snprintf(name, sizeof name, "%s", ab_board_place(b, space));
	text_clip(name, width - 2);
	snprintf(text, sizeof text, S_GREEN "%s" S_PLAIN,
		trunk ? page_symbol(p, " │ ", " | ") : page_symbol(p, "Ψ", "|"));
	if (space == AB_SPACE_AIRPORT)
		text_add(text, sizeof text, S_RED "%s", page_symbol(p, "✈ ", ""));
	if (space == AB_SPACE_PALACE)
		text_add(text, sizeof text, S_RED "%s", page_symbol(p, "⌂ ", ""));
	text_add(text, sizeof text, S_BOLD "%s" S_DIM, name);
	if (text_width(text) < width - 1)
		text_add(text, sizeof text, " ");
	while (text_width(text) < width - 1)
		text_add(text, sizeof text, "%s", page_symbol(p, "─", "-"));
	text_add(text, sizeof text, S_PLAIN " ");
	text_add(out, TEXT_LINE, "%s", text);
}

static void add_row(const board *b, page *out, int first, int count, int width, bool brief)
{
	cell cells[STREET];
	char line[TEXT_LINE] = "";
	int lines = brief ? 1 : 2;
	bool tall = !brief && width >= TALL;
	for (int i = 0; i < count && tall; i++) {
		text_pad(line, sizeof line, i * width);
		text_add(line, sizeof line, S_GREEN "%s" S_PLAIN, page_symbol(out, "╲│╱", "\\|/"));
	}
	if (tall)
		page_add(out, line);
	line[0] = '\0';
	for (int i = 0; i < count; i++) {
		cells[i] = fit_cell(b, out, first + i, width - 2, brief);
		lines = cells[i].lines > lines ? cells[i].lines : lines;
		add_heading(b, out, first + i, width, tall, line);
	}
	if (first + count <= AB_SPACE_PALACE)
		text_add(line, sizeof line, S_DIM "%s", page_symbol(out, "▸", ">"));
	page_add(out, line);
	for (int n = 0; n < lines; n++) {
		line[0] = '\0';
		for (int i = 0; i < count; i++) {
			text_pad(line, sizeof line, i * width + 1);
			text_add(line, sizeof line, "%s", n < cells[i].lines ? cells[i].line[n] : "");
		}
		page_add(out, line);
	}
}

/* Adds the street in one row, in two, or in as many as it needs. */
void ab_board_street(const board *b, page *out, bool brief)
{
	int each = out->columns / NARROWEST;
	each = each >= STREET ? STREET : each >= STREET / 2 ? STREET / 2 : each > 0 ? each : 1;
	int width = out->columns / each < WIDEST ? out->columns / each : WIDEST;
	for (int first = 0; first < STREET; first += each) {
		int count = STREET - first < each ? STREET - first : each;
		add_row(b, out, AB_SPACE_AIRPORT + first, count, width, brief);
	}
}
