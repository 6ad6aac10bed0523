/* screen.c: board, hand, log, question and choices in the lines there are. */
#include "terminal/session.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { LEAST_LOG = 2, GOOD_LOG = 5, LEAST_MENU = 3, TEXT = 400 };

/* The parts of a screen, from top to bottom. */
typedef struct layout {
	page table, hand, log, ask, menu;
	int menu_lines, log_lines;
} layout;

static void free_layout(layout *l)
{
	page_free(&l->table);
	page_free(&l->hand);
	page_free(&l->log);
	page_free(&l->ask);
	page_free(&l->menu);
}

/* ---- The log: the latest lines, as many as there is room for ------------------------------- */

/* Lines of the events that the person has not seen yet. */
static int unseen_lines(session *s, int seat)
{
	page p = page_for(&s->terminal);
	pages_add_events(s, &p, seat, s->seen[seat], s->table.events, false);
	int lines = p.lines;
	page_free(&p);
	return lines;
}

/* The last events of the log that fit, each whole. Where nothing scrolls away it is all that is
 * new. */
static void fill_log(session *s, int seat, page *p, int lines)
{
	page last = page_for(&s->terminal);
	int first = s->table.events;
	if (!s->terminal.live && unseen_lines(s, seat) == 0)
		return;
	page_rule(p, play_word(s->language, "cli.log"));
	for (; first > 0 && s->terminal.live; first--) {
		page_free(&last);
		pages_add_events(s, &last, seat, first - 1, s->table.events, false);
		if (last.lines > lines)
			break;
	}
	page_free(&last);
	pages_add_events(s, p, seat, s->terminal.live ? first : s->seen[seat], s->table.events, false);
}

/* ---- The question -------------------------------------------------------------------------- */

/* What is asked and by which clause; in a group that is open, what is being chosen there. */
static void fill_ask(session *s, page *p, const menu *m)
{
	const ap_game *game = s->table.game;
	char line[TEXT_LINE], path[TEXT], right[80];
	int step = ap_step_of(&s->view), clause = ap_step_clause(game, step);
	const char *mark = page_symbol(p, "▌ ", "> ");
	menu_path(m, p, path, sizeof path);
	if (path[0]) {
		clause = menu_clause(m, m->item[0].action);
		snprintf(line, sizeof line, S_RED "%s" S_BOLD "%s" S_DIM "  %s" S_PLAIN, mark, path,
			session_word(s, "cli.menu.back"));
	} else {
		snprintf(line, sizeof line, S_RED "%s" S_BOLD "%s" S_PLAIN, mark,
			ap_prompt(game, s->language, step));
	}
	snprintf(right, sizeof right, S_DIM "%s" S_PLAIN, ap_clause_id(game, clause));
	page_wrap_with(p, 2, line, right);
}

/* What is always there: the input, and a line to say what went wrong. */
static int fixed_lines(const session *s, const layout *l)
{
	int aside = s->aside ? s->aside->lines : 0;
	return l->hand.lines + aside + l->ask.lines + (s->message[0] ? 1 : 0) + 1;
}

/* Chooses how much room each part gets. The menu must stay usable, then the log, then the board
 * may spread. */
static void make_layout(session *s, int seat, menu *m, layout *l)
{
	page blank = page_for(&s->terminal), brief = blank;
	int rows = s->terminal.rows, log = LEAST_LOG + 1;
	*l = (layout){.table = blank, .hand = blank, .log = blank, .ask = blank, .menu = blank};
	session_look(s, seat);
	board_table(&s->board, &l->table, false);
	board_table(&s->board, &brief, true);
	board_hand(&s->board, &l->hand);
	if (m) {
		menu_fit(m, &blank, rows); /* for the path above the list */
		fill_ask(s, &l->ask, m);
		int room = rows - brief.lines - fixed_lines(s, l) - log;
		room = room > LEAST_MENU ? room : LEAST_MENU;
		menu_fit(m, &blank, room);
		l->menu_lines = menu_lines(m, &blank, room);
		menu_add(m, &l->menu, l->menu_lines);
	}
	bool spreads = l->table.lines + fixed_lines(s, l) + l->menu.lines + GOOD_LOG < rows;
	if (spreads || !s->terminal.live) {
		page_free(&brief);
	} else {
		page_free(&l->table);
		l->table = brief;
	}
	int rest = rows - l->table.lines - fixed_lines(s, l) - l->menu.lines - 1;
	l->log_lines = rest > 1 ? rest : 1;
	fill_log(s, seat, &l->log, l->log_lines);
}

void screen_message(session *s)
{
	page p = page_for(&s->terminal);
	char line[TEXT_LINE + 8];
	snprintf(line, sizeof line, S_RED "%s" S_PLAIN, s->message);
	page_add(&p, line);
	page_print(&p, &s->terminal, 0, s->message[0] ? 1 : 0);
	page_free(&p);
	s->message[0] = '\0';
}

static void print_layout(session *s, const layout *l, screen_part part)
{
	static const page nothing;
	const page *aside = s->aside ? s->aside : &nothing;
	const page *parts[] = {&l->table, &l->hand, &l->log, aside, &l->ask, &l->menu};
	int first = part == SCREEN_ALL ? 0 : part == SCREEN_CHOICES ? 4 : AP_COUNT(parts);
	terminal_clear(&s->terminal);
	for (int i = first; i < AP_COUNT(parts); i++)
		page_print(parts[i], &s->terminal, 0, parts[i]->lines);
	screen_message(s);
}

/* ---- The screens ---------------------------------------------------------------------------- */

void screen_show(session *s, int seat, menu *m, screen_part part)
{
	layout l;
	terminal_measure(&s->terminal);
	make_layout(s, seat, m, &l);
	print_layout(s, &l, s->terminal.live ? SCREEN_ALL : part);
	free_layout(&l);
	s->seen[seat] = s->table.events;
}

void screen_news(session *s, int seat, menu *m)
{
	layout l;
	terminal_measure(&s->terminal);
	if (!s->terminal.live)
		return;
	make_layout(s, seat, m, &l);
	bool fits = unseen_lines(s, seat) <= l.log_lines;
	free_layout(&l);
	if (fits)
		return;
	page p = page_for(&s->terminal);
	page_rule(&p, play_word(s->language, "cli.news"));
	pages_add_events(s, &p, seat, s->seen[seat], s->table.events, false);
	pages_show(s, &p, PAGES_NEWS);
	page_free(&p);
	s->seen[seat] = s->table.events;
}

void screen_fit(session *s, int seat, menu *m, bool next_page)
{
	page p = page_for(&s->terminal);
	layout l;
	make_layout(s, seat, m, &l);
	if (next_page)
		menu_next_page(m, &p, l.menu_lines);
	free_layout(&l);
}
