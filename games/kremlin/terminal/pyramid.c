/* pyramid.c: draws the Politburo as a pyramid: the Party Chief on top, below him three ministers,
 * four ministers and five Candidates. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"

enum {
	NARROWEST = 16, /* the width of a window with a mark and the longest name */
	WIDEST = 26,
	WIDE = 22, /* the width with room for age and health after the name */
	MOST_LINES = 4,
	MOST_IN_ROW = KR_CANDIDATE_PLACES,
	BESIDE = 26, /* the columns that a line beside the chief needs */
	TEXT = 300
};

/* ---- Symbols: each faction has a colour and a letter ---------------------------------------- */

const char *kr_board_style(int seat)
{
	static const char *const style[AP_MAX_SEATS] = {
		S_DARK_RED, S_BLUE, S_GREEN, S_ORANGE, S_PURPLE, S_YELLOW};
	return style[seat];
}

const char *kr_board_mark(const board *b, int seat)
{
	char key[80];
	snprintf(key, sizeof key, "kremlin.terminal.mark.%s", kr_faction_labels[seat]);
	return play_word(b->language, key);
}

const char *kr_board_strong(const page *p)
{
	return page_symbol(p, "▲", "^");
}

const char *kr_board_weak(const page *p)
{
	return page_symbol(p, "▼", "v");
}

const char *kr_board_away(const page *p)
{
	return page_symbol(p, "☾", "z");
}

const char *kr_board_guard(const page *p)
{
	return page_symbol(p, "◈", "#");
}

/* ---- A politician --------------------------------------------------------------------------- */

void kr_board_condition(const board *b, const page *p, int man, char *out, size_t size)
{
	const kr_state *s = b->view;
	int crosses = kr_crosses(s, man), suits = kr_suits(s, man, s->place[man]);
	text_add(out, size, "%d", kr_age(s, man));
	if (crosses)
		text_add(out, size, S_RED "%s" S_PLAIN, crosses == 1 ? "+" : "++");
	if (s->suspect & kr_bit(man))
		text_add(out, size, S_BOLD "?" S_PLAIN);
	if (s->cure & kr_bit(man))
		text_add(out, size, "%s", kr_board_away(p));
	if (suits)
		text_add(out, size, "%s", suits > 0 ? kr_board_strong(p) : kr_board_weak(p));
	if (kr_has_cards(s) && kr_guarded(s, man))
		text_add(out, size, "%s", kr_board_guard(p));
}

/* Returns the points that the viewer knows to be written and not yet declared. */
static int hidden_points(const board *b, int seat, int man)
{
	const kr_state *s = b->view;
	bool known = seat == b->viewer || (s->bared[seat] & kr_bit(man));
	bool counts = s->place[man] != KR_PLACE_WALL && s->place[man] != KR_PLACE_RETIRED;
	return known && counts ? kr_undeclared(s, seat, man) - kr_pending(s, seat, man) : 0;
}

/* Writes "R5", "R5(2)" or "R(7)"; "R5+2" while two more points are sealed. */
static void add_points(const board *b, int seat, int man, char *out, size_t size)
{
	const kr_state *s = b->view;
	int declared = s->declared[seat][man], pending = kr_pending(s, seat, man);
	int hidden = hidden_points(b, seat, man);
	if (declared == 0 && pending == 0 && hidden == 0)
		return;
	text_add(out, size, "%s%s%s", out[0] ? " " : "", kr_board_style(seat), kr_board_mark(b, seat));
	if (declared)
		text_add(out, size, "%d", declared);
	if (pending)
		text_add(out, size, "+%d", pending);
	if (hidden)
		text_add(out, size, "(%d)", hidden);
	text_add(out, size, S_PLAIN);
}

void kr_board_influence(const board *b, const page *p, int man, char *out, size_t size)
{
	const kr_state *s = b->view;
	int controller = kr_controller(s, man);
	char text[TEXT] = "";
	(void)p;
	if (controller != KR_NONE)
		add_points(b, controller, man, text, sizeof text);
	if (kr_board_plays(b) && b->viewer != controller)
		add_points(b, b->viewer, man, text, sizeof text);
	for (int points = KR_MOST_DECLARED; points >= 0; points--)
		for (int seat = 0; seat < s->head.players; seat++)
			if (seat != controller && seat != b->viewer && s->declared[seat][man] == points)
				add_points(b, seat, man, text, sizeof text);
	text_add(out, size, "%s", text);
}

/* ---- A window ------------------------------------------------------------------------------- */

typedef struct window {
	char line[MOST_LINES][TEXT];
	int lines;
} window;

/* Writes "R Palavrian" with the letter of his controller; dim and in brackets if he is away. */
static void add_name(const board *b, const page *p, int man, int width, char *out, size_t size)
{
	const kr_state *s = b->view;
	int controller = kr_controller(s, man);
	bool away = kr_is_away(s, man);
	const char *style = controller == KR_NONE ? S_PLAIN : kr_board_style(controller);
	char name[TEXT];
	snprintf(name, sizeof name, "%s", kr_board_name(b, man));
	if (text_width(name) > width - 2) {
		text_clip(name, width - 3);
		text_add(name, sizeof name, ".");
	}
	text_add(out, size, "%s%s" S_PLAIN " ", style,
		controller == KR_NONE ? page_symbol(p, "·", "-") : kr_board_mark(b, controller));
	bool brackets = away && text_width(name) + 4 <= width;
	text_add(out, size, "%s%s%s%s" S_PLAIN,
		away                        ? S_DIM
			: controller == KR_NONE ? S_BOLD
									: style,
		brackets ? "(" : "", name, brackets ? ")" : "");
}

/* Adds words to the last line of a window, or to new lines. */
static void flow_into(window *w, const char *words, int width, int most, const char *ellipsis)
{
	char word[TEXT];
	while (*words) {
		size_t length = strcspn(words, " ");
		snprintf(word, sizeof word, "%.*s", (int)length, words);
		words += length + strspn(words + length, " ");
		char *last = w->line[w->lines - 1];
		bool fits = text_width(last) + 1 + text_width(word) <= width;
		if (!fits && w->lines == most) {
			text_clip(last, width - 1);
			text_add(last, TEXT, "%s", ellipsis);
			return;
		}
		if (fits)
			text_add(last, TEXT, "%s%s", last[0] ? " " : "", word);
		else
			snprintf(w->line[w->lines++], TEXT, "%s", word);
	}
}

/* `head` is the post in three letters if the heading has no line of its own, otherwise "". */
static window fill_window(
	const board *b, const page *p, int man, const char *head, int width, int most)
{
	window w = {.lines = 1};
	char text[TEXT] = "";
	if (head[0])
		text_add(w.line[0], TEXT, S_DIM "%s" S_PLAIN " ", head);
	if (man == KR_NONE) {
		text_add(
			w.line[0], TEXT, S_DIM "%s" S_PLAIN, play_word(b->language, "kremlin.terminal.vacant"));
		return w;
	}
	add_name(b, p, man, width - text_width(w.line[0]), w.line[0], TEXT);
	kr_board_condition(b, p, man, text, sizeof text);
	bool beside = width >= WIDE && text_width(w.line[0]) + 1 + text_width(text) <= width;
	if (beside)
		text_add(w.line[0], TEXT, " %s", text);
	else
		snprintf(w.line[w.lines++], TEXT, "%s", text);
	text[0] = '\0';
	kr_board_influence(b, p, man, text, sizeof text);
	if (beside && text[0])
		w.line[w.lines++][0] = '\0';
	flow_into(&w, text, width, most, page_symbol(p, "…", "~"));
	return w;
}

/* ---- A row of windows ------------------------------------------------------------------------ */

typedef struct row {
	int first, count; /* places from `first` on; Candidates are numbered after the posts */
	int bar[MOST_IN_ROW + 1];
} row;

static row make_row(int columns, int first, int count, int width)
{
	row r = {.first = first, .count = count};
	int left = (columns - count * width) / 2;
	for (int i = 0; i <= count; i++)
		r.bar[i] = left + i * width;
	if (r.bar[count] > columns - 1)
		r.bar[count] = columns - 1;
	return r;
}

static bool is_bar(const row *r, int column)
{
	for (int i = 0; r && i <= r->count; i++)
		if (r->bar[i] == column)
			return true;
	return false;
}

static const char *corner(const page *p, bool up, bool down, bool left, bool right)
{
	static const char *const corners[] = {
		" ", "╶", "╴", "─", "╷", "┌", "┐", "┬", "╵", "└", "┘", "┴", "│", "├", "┤", "┼"};
	int which = up * 8 + down * 4 + left * 2 + right;
	return page_symbol(p, corners[which], which == 3 ? "-" : "+");
}

static void heading(const board *b, const row *r, int i, char *out, size_t size)
{
	int place = r->first + i;
	out[0] = '\0';
	if (place > KR_PLACE_CANDIDATES || (place == KR_PLACE_CANDIDATES && i > 0))
		return;
	snprintf(out, size, "%s", kr_board_post(b, place));
	text_upper(out);
	text_clip(out, r->bar[i + 1] - r->bar[i] - 3);
}

/* Adds the wall between a row and the one below it; either may be NULL. */
static void add_wall(
	const board *b, const page *p, const row *above, const row *below, char *line, size_t size)
{
	const row *any = below ? below : above;
	int from = any->bar[0], to = any->bar[any->count];
	if (above && above->bar[0] < from)
		from = above->bar[0];
	if (above && above->bar[above->count] > to)
		to = above->bar[above->count];
	text_pad(line, size, from);
	text_add(line, size, S_DIM);
	for (int column = from, i = 0; column <= to; column++) {
		bool door = is_bar(below, column);
		text_add(
			line, size, "%s", corner(p, is_bar(above, column), door, column > from, column < to));
		if (!door || column == below->bar[below->count])
			continue;
		char title[TEXT];
		heading(b, below, i++, title, sizeof title);
		if (!title[0])
			continue;
		text_add(line, size, " " S_RED "%s" S_DIM " ", title);
		column += text_width(title) + 2;
	}
	text_add(line, size, S_PLAIN);
}

static void add_windows(
	const page *p, const row *r, const window *w, int n, char *line, size_t size)
{
	const char *bar = page_symbol(p, "│", "|");
	char text[TEXT];
	for (int i = 0; i < r->count; i++) {
		text_pad(line, size, r->bar[i]);
		snprintf(text, sizeof text, "%s", n < w[i].lines ? w[i].line[n] : "");
		text_clip(text, r->bar[i + 1] - r->bar[i] - 1);
		text_add(line, size, S_DIM "%s" S_PLAIN "%s", bar, text);
	}
	text_pad(line, size, r->bar[r->count]);
	text_add(line, size, S_DIM "%s" S_PLAIN, bar);
}

/* ---- The pyramid ----------------------------------------------------------------------------- */

typedef struct pyramid {
	const board *b;
	page *out;
	bool brief;
	uint8_t candidate[KR_POLITICIANS];
	int candidates;
	char (*beside)[TEXT_LINE]; /* the lines for the two sides of the chief, the left ones first */
	int on_each_side;
	row above;
	bool begun;
} pyramid;

static int man_at(const pyramid *y, int place)
{
	const kr_state *s = y->b->view;
	if (place < KR_POSTS)
		return s->holder[place];
	return place - KR_PLACE_CANDIDATES < y->candidates ? y->candidate[place - KR_PLACE_CANDIDATES]
													   : KR_NONE;
}

/* Adds one of the lines on the left of the chief; `n` counts from the wall above him. */
static void add_left(const pyramid *y, const row *r, int n, char *line)
{
	if (r->first == KR_PLACE_CHIEF && n < y->on_each_side)
		text_add(line, TEXT_LINE, "%s", y->beside[n]);
}

static void add_right(const pyramid *y, const row *r, int n, int all, char *line)
{
	if (r->first != KR_PLACE_CHIEF || n >= y->on_each_side || y->on_each_side + n >= all)
		return;
	text_pad(line, TEXT_LINE, r->bar[r->count] + 1);
	text_add(line, TEXT_LINE, "%s", y->beside[y->on_each_side + n]);
}

static void add_row(pyramid *y, const row *r, int all)
{
	window w[MOST_IN_ROW];
	char line[TEXT_LINE] = "";
	int lines = 2;
	for (int i = 0; i < r->count; i++) {
		int place = r->first + i, width = r->bar[i + 1] - r->bar[i] - 1;
		const char *head = y->brief && place < KR_POSTS ? kr_board_short(y->b, place) : "";
		w[i] = fill_window(y->b, y->out, man_at(y, place), head, width, y->brief ? 2 : MOST_LINES);
		lines = w[i].lines > lines ? w[i].lines : lines;
	}
	if (!y->brief) {
		add_left(y, r, 0, line);
		add_wall(y->b, y->out, y->begun ? &y->above : NULL, r, line, sizeof line);
		add_right(y, r, 0, all, line);
		page_add(y->out, line);
	}
	for (int n = 0; n < lines; n++) {
		line[0] = '\0';
		add_left(y, r, n + 1, line);
		add_windows(y->out, r, w, n, line, sizeof line);
		add_right(y, r, n + 1, all, line);
		page_add(y->out, line);
	}
	y->above = *r;
	y->begun = true;
}

/* Draws the chief on one line, as wide as necessary. */
static void add_brief_chief(pyramid *y)
{
	const kr_state *s = y->b->view;
	char text[TEXT_LINE], line[TEXT_LINE] = "";
	const char *bar = page_symbol(y->out, "│", "|");
	snprintf(text, sizeof text, S_DIM "%s" S_RED "%s" S_PLAIN " ", bar,
		kr_board_short(y->b, KR_PLACE_CHIEF));
	if (s->holder[KR_PLACE_CHIEF] == KR_NONE) {
		text_add(
			text, sizeof text, S_DIM "%s", play_word(y->b->language, "kremlin.terminal.vacant"));
	} else {
		add_name(y->b, y->out, s->holder[KR_PLACE_CHIEF], y->out->columns, text, sizeof text);
		text_add(text, sizeof text, " ");
		kr_board_condition(y->b, y->out, s->holder[KR_PLACE_CHIEF], text, sizeof text);
		text_add(text, sizeof text, " ");
		kr_board_influence(y->b, y->out, s->holder[KR_PLACE_CHIEF], text, sizeof text);
	}
	text_add(text, sizeof text, S_DIM "%s" S_PLAIN, bar);
	int left = (y->out->columns - text_width(text)) / 2;
	text_pad(line, sizeof line, left > 0 ? left : 0);
	text_add(line, sizeof line, "%s", text);
	page_add(y->out, line);
}

/* Draws a level in one row, or in as many as it needs. */
static void add_level(pyramid *y, int first, int count, int width, int all)
{
	int columns = y->out->columns, each = columns / (width < NARROWEST ? NARROWEST : width);
	each = each < 1 ? 1 : each > count ? count : each;
	int rows = (count + each - 1) / each;
	each = (count + rows - 1) / rows;
	for (int i = 0; i < count; i += each) {
		int here = count - i < each ? count - i : each;
		row r = make_row(columns, first + i, here, columns / here < width ? columns / here : width);
		add_row(y, &r, all);
	}
}

static int between(int least, int n, int most)
{
	return n < least ? least : n > most ? most : n;
}

static int post_width(const page *p)
{
	return between(NARROWEST, p->columns / 4, WIDEST);
}

int kr_board_room_beside(const page *p)
{
	int room = (p->columns - post_width(p)) / 2 - 1;
	return room >= BESIDE ? room : 0;
}

void kr_board_pyramid(const board *b, page *out, bool brief, char beside[][TEXT_LINE], int lines)
{
	pyramid y = {.b = b, .out = out, .brief = brief, .beside = beside};
	char line[TEXT_LINE] = "";
	int post = post_width(out);
	int candidate = between(NARROWEST, out->columns / KR_CANDIDATE_PLACES, WIDEST);
	y.candidates = kr_oldest_first(b->view, KR_PLACE_CANDIDATES, y.candidate);
	y.on_each_side = (lines + 1) / 2;
	if (brief)
		add_brief_chief(&y);
	else
		add_level(&y, KR_PLACE_CHIEF, 1, post, lines);
	add_level(&y, KR_PLACE_KGB, KR_PLACE_IDEOLOGY - KR_PLACE_KGB, post, lines);
	add_level(&y, KR_PLACE_IDEOLOGY, KR_POSTS - KR_PLACE_IDEOLOGY, post, lines);
	add_level(&y, KR_PLACE_CANDIDATES, KR_CANDIDATE_PLACES, candidate, lines);
	if (!brief) {
		add_wall(b, out, &y.above, NULL, line, sizeof line);
		page_add(out, line);
	}
}
